//! The permission tree: kept in step with the declarations, read as menu, pages and buttons.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::access::{Actor, open_node};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::registry::{Node, NodeKind};
use platform::sea_query::{Expr, ExprTrait, OnConflict, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::deployment;

fn kind_number(kind: NodeKind) -> i64 {
    match kind {
        NodeKind::Group => 0,
        NodeKind::Page => 1,
        NodeKind::Button => 2,
    }
}

/// Brings the table of nodes in step with the declarations and grants new ones to every org; those of
/// the platform to its own org alone. Planned ones stand there closed, and count as new when they are built.
///
/// A node that is no longer declared is closed, not removed: roles keep what they were given. Names
/// and order that the platform changed stay as it wants them.
pub fn synchronise(app: &App) -> Result<(), Refusal> {
    let now = app.clock.now();
    app.system_write(|conn| {
        let known = known_nodes(conn)?;
        let (mut changed, mut added) = (false, Vec::new());
        let registry = &app.registry;
        let built = registry.nodes.iter().map(|node| (node, false));
        for (node, planned) in built.chain(registry.planned.iter().map(|node| (node, true))) {
            let row = row_of(node, planned);
            match known.get(&node.code) {
                Some(known) if known.cells == row || (known.edited && known.planned == planned) => {}
                Some(known) => {
                    let opened: Vec<_> = row.iter().filter(|(name, _)| OPENED.contains(name)).cloned().collect();
                    let cells = if known.edited { &opened } else { &row };
                    let mut update = sql::update_global("permission", cells);
                    update.and_where(sql::eq("id", known.id));
                    conn.exec(&update.into())?;
                    changed = true;
                    if known.planned && !planned {
                        added.push((known.id, node.platform));
                    }
                }
                None => {
                    let id = app.mint.next(now).0;
                    let mut cells = vec![("id", Value::Int(id)), ("created_at", Value::Int(now.millis()))];
                    cells.extend(row);
                    conn.exec(&sql::insert_global("permission", &cells).into())?;
                    if !planned {
                        added.push((id, node.platform));
                    }
                }
            }
        }
        let all = registry.nodes.iter().chain(&registry.planned);
        let declared: BTreeSet<&str> = all.map(|node| node.code.as_str()).collect();
        for (_, node) in known.iter().filter(|(code, node)| node.declared && !declared.contains(code.as_str())) {
            let mut close = sql::update_global("permission", &[("status", Value::Bool(false))]);
            close.and_where(sql::eq("id", node.id));
            conn.exec(&close.into())?;
        }
        crate::edition::ensure(app, conn)?;
        if !added.is_empty() {
            let open: Vec<i64> = added.iter().filter(|(_, platform)| !platform).map(|(id, _)| *id).collect();
            crate::edition::add_to_all(conn, &open)?;
            grant_new(conn, &added)?;
        }
        if changed || !added.is_empty() {
            conn.exec(&raise_all().into())?;
        }
        Ok(())
    })
}

/// Opens new nodes to every org.
fn grant_new(conn: &mut dyn Conn, added: &[(i64, bool)]) -> Result<(), Refusal> {
    let mut orgs = sql::from_global("org");
    orgs.column("id");
    for row in conn.query(&orgs.into())? {
        let org: i64 = row.get(0)?;
        for (node, _) in added.iter().filter(|(_, platform)| !platform || org == PLATFORM_ORG) {
            grant(conn, org, *node)?;
        }
    }
    Ok(())
}

/// Opens a node to an org.
pub(crate) fn grant(conn: &mut dyn Conn, org: i64, node: i64) -> Result<(), Refusal> {
    let cells = [("permission_id", Value::Int(node)), ("permission_status", Value::Bool(true))];
    let mut insert = sql::insert(org, "org_permission", &cells);
    insert.on_conflict(
        OnConflict::columns(["org_id", "permission_id"])
            .value("permission_status", sql::value(true))
            .value("stop_at", Expr::val(None::<i64>))
            .to_owned(),
    );
    conn.exec(&insert.into())?;
    Ok(())
}

/// Closes nodes to an org. The rows stay, so that a later start does not open them again; roles keep
/// theirs for a later return.
pub(crate) fn withdraw(conn: &mut dyn Conn, org: i64, nodes: &[i64]) -> Result<(), Refusal> {
    let mut update = sql::update(org, "org_permission", &[("permission_status", Value::Bool(false))]);
    update.and_where(sql::is_in(sql::col("permission_id"), nodes.iter().copied()));
    conn.exec(&update.into())?;
    Ok(())
}

/// Opens to an org what it should have, and closes the rest when asked; answers how many of each.
pub(crate) fn set_granted(
    tx: &mut Tx<'_>,
    org: i64,
    wanted: &BTreeSet<i64>,
    remove: bool,
) -> Result<(usize, usize), Refusal> {
    let now = tx.now;
    let has = granted(tx, org, now)?;
    let added: Vec<i64> = wanted.difference(&has).copied().collect();
    for node in &added {
        grant(tx, org, *node)?;
    }
    let removed: Vec<i64> = if remove { has.difference(wanted).copied().collect() } else { Vec::new() };
    withdraw(tx, org, &removed)?;
    Ok((added.len(), removed.len()))
}

fn raise_all() -> platform::sea_query::UpdateStatement {
    let mut raise = sql::update_global("org", &[]);
    raise.value("permission_version", sql::col("permission_version").add(1));
    raise
}

fn row_of(node: &Node, planned: bool) -> Vec<(&'static str, Value)> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    vec![
        ("parent_code", text(&node.parent)),
        ("code", text(&node.code)),
        ("path", text(&node.path)),
        ("name_zh", text(&node.zh)),
        ("name_en", text(&node.en)),
        ("kind", Value::Int(kind_number(node.kind))),
        ("hidden", Value::Bool(node.hidden)),
        ("sort", Value::Int(node.sort)),
        ("status", Value::Bool(!planned)),
        ("platform", Value::Bool(node.platform)),
        ("planned", Value::Bool(planned)),
    ]
}

/// A node as it is stored.
struct Known {
    id: i64,
    declared: bool,
    edited: bool,
    planned: bool,
    cells: Vec<(&'static str, Value)>,
}

/// What of a node the declarations decide.
const DECLARED: [&str; 11] =
    ["parent_code", "code", "path", "name_zh", "name_en", "kind", "hidden", "sort", "status", "platform", "planned"];
/// What changes of an edited node when its page is built.
const OPENED: [&str; 2] = ["status", "planned"];

fn known_nodes(conn: &mut dyn Conn) -> Result<BTreeMap<String, Known>, Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["id", "declared", "edited", "planned"]).columns(DECLARED);
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            let cells = (4..)
                .zip(DECLARED)
                .map(|(place, name)| {
                    let flag = matches!(name, "hidden" | "status" | "platform" | "planned");
                    let value = if flag { Value::Bool(row.get(place)?) } else { row.value(place).clone() };
                    Ok((name, value))
                })
                .collect::<Result<Vec<_>, Refusal>>()?;
            let known =
                Known { id: row.get(0)?, declared: row.get(1)?, edited: row.get(2)?, planned: row.get(3)?, cells };
            Ok((row.get::<String>(5)?, known))
        })
        .collect()
}

/// Gives a new org what its edition holds; the platform's own org holds everything.
pub(crate) fn grant_edition(conn: &mut dyn Conn, org: i64, edition: &str) -> Result<(), Refusal> {
    let mut all = sql::from_global("permission");
    all.columns(["id", "platform"]).and_where(sql::eq("planned", false));
    let of_edition = if org == PLATFORM_ORG { None } else { crate::edition::nodes_of(conn, edition)? };
    for row in conn.query(&all.into())? {
        let (node, platform): (i64, bool) = (row.get(0)?, row.get(1)?);
        let open = match &of_edition {
            Some(nodes) => nodes.contains(&node),
            None => !platform || org == PLATFORM_ORG,
        };
        if open {
            grant(conn, org, node)?;
        }
    }
    Ok(())
}

/// A node as the trees of the pages show it.
pub(crate) struct TreeNode {
    /// Its id.
    pub(crate) id: i64,
    /// Granted to the platform's org alone.
    pub(crate) platform: bool,
    /// Open to named companies alone.
    pub(crate) trial: bool,
}

/// Open nodes that pass, as the trees of the pages show them.
pub(crate) fn nodes_json(
    conn: &mut dyn Conn,
    english: bool,
    pass: impl Fn(&TreeNode) -> bool,
) -> Result<Json, Refusal> {
    let name = if english { "name_en" } else { "name_zh" };
    let mut select = sql::from_global("permission");
    select
        .columns(["id", "parent_code", "code", name, "kind", "platform", "disabled"])
        .and_where(sql::eq("status", true))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let mut ids: BTreeMap<String, i64> = BTreeMap::new();
    for row in &rows {
        ids.insert(row.get(2)?, row.get(0)?);
    }
    let mut nodes = Vec::new();
    for row in &rows {
        let id: i64 = row.get(0)?;
        if pass(&TreeNode { id, platform: row.get(5)?, trial: row.get(6)? }) {
            nodes.push(json!({
                "id": id.to_string(), "parentId": ids.get(&row.get::<String>(1)?).map(ToString::to_string),
                "code": row.get::<String>(2)?, "name": row.get::<String>(3)?, "kind": row.get::<i64>(4)?,
            }));
        }
    }
    Ok(Json::Array(nodes))
}

/// Nodes companies may have: all but the platform's own.
pub(crate) fn open_to_companies(conn: &mut dyn Conn) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from_global("permission");
    select.column("id").and_where(sql::eq("platform", false));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Nodes an edition may get: those of companies that are neither stopped nor in trial.
pub(crate) fn open_to_editions(conn: &mut dyn Conn) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .column("id")
        .and_where(sql::eq("platform", false))
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("disabled", false));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Codes of pages and buttons among nodes, for a log line.
pub(crate) fn codes_text(conn: &mut dyn Conn, nodes: &[i64]) -> Result<String, Refusal> {
    Ok(codes(conn, nodes)?.join(","))
}

/// Codes of pages and buttons among nodes; groups are held by nobody.
pub(crate) fn codes(conn: &mut dyn Conn, nodes: &[i64]) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .column("code")
        .and_where(sql::is_in(sql::col("id"), nodes.iter().copied()))
        .and_where(sql::col("kind").gt(sql::value(0i64)))
        .order_by("code", Order::Asc);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Nodes an org has now.
pub(crate) fn granted(conn: &mut dyn Conn, org: i64, now: kernel::Instant) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from(org, "org_permission");
    select
        .column("permission_id")
        .and_where(sql::eq("permission_status", true))
        .and_where(sql::col("stop_at").is_null().or(sql::col("stop_at").gt(sql::value(now.millis()))));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// A menu page.
pub(crate) struct Menu {
    /// Chinese name.
    pub(crate) zh: String,
    /// English name.
    pub(crate) en: String,
    /// Address.
    pub(crate) path: String,
}

/// Menu pages somebody may open, by the id of their node; hidden ones are no menus.
pub(crate) fn menus(conn: &mut dyn Conn, actor: &Actor) -> Result<BTreeMap<Id, Menu>, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .columns(["id", "code", "name_zh", "name_en", "path"])
        .and_where(sql::eq("kind", kind_number(NodeKind::Page)))
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("hidden", false));
    let mut menus = BTreeMap::new();
    for row in conn.query(&select.into())? {
        if actor.has(&row.get::<String>(1)?) {
            menus.insert(row.get(0)?, Menu { zh: row.get(2)?, en: row.get(3)?, path: row.get(4)? });
        }
    }
    Ok(menus)
}

/// GET /hrs/permission: the menu of the caller.
pub fn tree(call: &mut Call) -> Outcome {
    note_client(call)?;
    answer(call, false)
}

/// Keeps which version of the web application a company works with; told with every menu load.
fn note_client(call: &Call) -> Result<(), Refusal> {
    let (org, version) = (call.actor()?.org_id, call.query("version"));
    let fits = |text: &str| text.len() <= 14 && text.split('.').all(|part| part.parse::<u32>().is_ok());
    if version.is_empty() || !fits(version) {
        return Ok(());
    }
    let mut known = sql::from_global("org");
    known.column("client_version").and_where(sql::eq("id", org));
    let known: String = call.read(|conn| Ok(conn.first(&known.into())?.unwrap_or_default().get(0)?))?;
    if known == version {
        return Ok(());
    }
    call.app.system_write(|conn| {
        let mut update = sql::update_global("org", &[("client_version", Value::Text(version.to_owned()))]);
        conn.exec(&update.and_where(sql::eq("id", org)).to_owned().into())?;
        Ok(())
    })
}

/// GET /hrs/permission/getAllPermissionAndHave: all nodes with the flag `have`.
pub fn tree_and_have(call: &mut Call) -> Outcome {
    note_client(call)?;
    answer(call, true)
}

fn answer(call: &Call, all: bool) -> Outcome {
    let actor = call.actor()?;
    let english = call.language().starts_with("en");
    // A node in trial exists for the companies named for it alone.
    let mut able = sql::from_global("permission_able_org");
    able.column("permission_id").and_where(sql::eq("able_org_id", actor.org_id));
    let mut select = sql::from_global("permission");
    select
        .columns(["id", "parent_code", "code", "path", "name_zh", "name_en", "kind", "hidden", "platform"])
        .columns(["icon", "always_show"])
        .and_where(open_node(actor.now))
        .and_where(sql::eq("disabled", false).or(sql::col("id").in_subquery(able)))
        .and_where(sql::col("kind").lt(2))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut children: BTreeMap<String, Vec<(String, bool, Json)>> = BTreeMap::new();
    // In the menu, what the company's edition lacks may be shown as what could be had.
    let opened = call.read(|conn| {
        let shown = !all && deployment::shows_closed(conn)?;
        if shown { granted(conn, actor.org_id, actor.now).map(Some) } else { Ok(None) }
    })?;
    for row in rows {
        let code: String = row.get(2)?;
        let page = row.get::<i64>(6)? == 1;
        let have = !page || actor.has(&code);
        // What only the platform can have is no page a company could ask for.
        let lacked = opened.as_ref().is_some_and(|opened| row.get(0).is_ok_and(|id: i64| !opened.contains(&id)));
        if !have && (!(all || lacked) || row.get(8)?) {
            continue;
        }
        let path: String = row.get(3)?;
        let name: String = row.get(if english { 5 } else { 4 })?;
        let shown = if have { path } else { "/unPermission".to_owned() };
        // A sign of its own, or that of the module for the groups at the top.
        let top = row.get::<Option<String>>(1)?.is_none();
        let sign = top.then(|| code.trim_start_matches('/').to_owned());
        let mut node = json!({
            "id": row.get::<i64>(0)?.to_string(), "code": code, "path": shown, "name": name, "label": name,
            "icon": row.get::<Option<String>>(9)?.or(sign), "hidden": row.get::<bool>(7)?, "alwaysShow": row.get::<bool>(10)?,
        });
        if all && let Some(object) = node.as_object_mut() {
            object.insert("have".to_owned(), json!(have));
        }
        children.entry(row.get(1)?).or_default().push((code, page, node));
    }
    Ok(Answer::Data(Json::Array(below("", &children, 0))))
}

/// The nodes below a code; groups without pages fall away.
fn below(code: &str, children: &BTreeMap<String, Vec<(String, bool, Json)>>, depth: usize) -> Vec<Json> {
    const DEPTH_MAX: usize = 12;
    let Some(nodes) = children.get(code).filter(|_| depth < DEPTH_MAX) else { return Vec::new() };
    nodes
        .iter()
        .filter_map(|(code, page, node)| {
            let inner = below(code, children, depth + 1);
            if !page && inner.is_empty() {
                return None;
            }
            let mut node = node.clone();
            node.as_object_mut()?.insert("children".to_owned(), Json::Array(inner));
            Some(node)
        })
        .collect()
}

/// GET /hrs/permission/getButtonInfo: codes of the caller's buttons.
pub fn buttons(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from_global("permission");
    select
        .column("code")
        .and_where(sql::eq("kind", 2i64))
        .and_where(sql::eq("status", true))
        .order_by("code", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut held = Vec::new();
    for row in rows {
        let code: String = row.get(0)?;
        if actor.has(&code) {
            held.push(Json::String(code));
        }
    }
    Ok(Answer::Data(Json::Array(held)))
}
