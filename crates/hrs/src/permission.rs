//! The permission tree: kept in step with the declarations, read as menu, pages and buttons.

use std::collections::{BTreeMap, BTreeSet};

use platform::call::{Answer, App, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Node, NodeKind};
use platform::sea_query::{ExprTrait, OnConflict, Order, Query};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};

fn kind_number(kind: NodeKind) -> i64 {
    match kind {
        NodeKind::Group => 0,
        NodeKind::Page => 1,
        NodeKind::Button => 2,
    }
}

/// Brings the table of nodes in step with the declarations and grants new ones to every org.
///
/// A node that is no longer declared is closed, not removed: roles keep what they were given.
pub fn synchronise(app: &App) -> Result<(), Refusal> {
    let now = app.clock.now();
    app.system_write(|conn| {
        let known = known_nodes(conn)?;
        let mut changed = false;
        for node in &app.registry.nodes {
            let row = row_of(node);
            match known.get(&node.code) {
                Some((_, same)) if *same == row => {}
                Some((id, _)) => {
                    let mut update = sql::update_global("permission", &row);
                    update.and_where(sql::eq("id", *id));
                    conn.exec(&update.into())?;
                    changed = true;
                }
                None => {
                    let mut cells = vec![("id", Value::Int(app.mint.next(now).0))];
                    cells.extend(row);
                    conn.exec(&sql::insert_global("permission", &cells).into())?;
                    changed = true;
                }
            }
        }
        let declared: BTreeSet<&str> = app.registry.nodes.iter().map(|node| node.code.as_str()).collect();
        for (code, (id, _)) in known.iter().filter(|(code, _)| !declared.contains(code.as_str())) {
            let _ = code;
            let mut close = sql::update_global("permission", &[("status", Value::Bool(false))]);
            close.and_where(sql::eq("id", *id));
            conn.exec(&close.into())?;
        }
        if changed {
            grant_all(conn)?;
            conn.exec(&raise_all().into())?;
        }
        Ok(())
    })
}

fn raise_all() -> platform::sea_query::UpdateStatement {
    let mut raise = sql::update_global("org", &[]);
    raise.value("permission_version", sql::col("permission_version").add(1));
    raise
}

fn row_of(node: &Node) -> Vec<(&'static str, Value)> {
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
        ("status", Value::Bool(true)),
    ]
}

type Known = BTreeMap<String, (i64, Vec<(&'static str, Value)>)>;

fn known_nodes(conn: &mut dyn Conn) -> Result<Known, Refusal> {
    let mut select = sql::from_global("permission");
    select.columns(["id", "parent_code", "code", "path", "name_zh", "name_en", "kind", "hidden", "sort", "status"]);
    let names = ["parent_code", "code", "path", "name_zh", "name_en", "kind", "hidden", "sort", "status"];
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            let cells = names
                .iter()
                .enumerate()
                .map(|(place, name)| {
                    let value = row.value(place + 1).clone();
                    let flag = matches!(*name, "hidden" | "status");
                    let value = if flag { Value::Bool(row.get(place + 1)?) } else { value };
                    Ok((*name, value))
                })
                .collect::<Result<Vec<_>, Refusal>>()?;
            Ok((row.get::<String>(2)?, (row.get(0)?, cells)))
        })
        .collect()
}

/// Opens every node to every org. Editions narrow this when the edition pages are built.
pub fn grant_all(conn: &mut dyn Conn) -> Result<(), Refusal> {
    let mut pairs = Query::select();
    pairs
        .column(("org", "id"))
        .column(("permission", "id"))
        .expr(sql::value(true))
        .from("org")
        .join(platform::sea_query::JoinType::CrossJoin, "permission", platform::sea_query::Condition::all())
        .cond_where(platform::sea_query::Expr::cust("1 = 1"));
    let mut insert = Query::insert();
    insert.into_table("org_permission").columns(["org_id", "permission_id", "permission_status"]);
    insert.select_from(pairs).map_err(|error| Refusal::broken(error.to_string()))?;
    insert.on_conflict(OnConflict::columns(["org_id", "permission_id"]).do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// GET /hrs/permission: the menu of the caller.
pub fn tree(call: &mut Call) -> Outcome {
    answer(call, false)
}

/// GET /hrs/permission/getAllPermissionAndHave: all nodes with the flag `have`.
pub fn tree_and_have(call: &mut Call) -> Outcome {
    answer(call, true)
}

fn answer(call: &Call, all: bool) -> Outcome {
    let actor = call.actor()?;
    let english = call.language().starts_with("en");
    let mut select = sql::from_global("permission");
    select
        .columns(["id", "parent_code", "code", "path", "name_zh", "name_en", "kind", "hidden"])
        .and_where(sql::eq("status", true))
        .and_where(sql::col("kind").lt(2))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut children: BTreeMap<String, Vec<(String, bool, Json)>> = BTreeMap::new();
    for row in rows {
        let code: String = row.get(2)?;
        let page = row.get::<i64>(6)? == 1;
        let have = !page || actor.has(&code);
        if !have && !all {
            continue;
        }
        let path: String = row.get(3)?;
        let name: String = row.get(if english { 5 } else { 4 })?;
        let shown = if have { path } else { "/unPermission".to_owned() };
        let mut node = json!({
            "id": row.get::<i64>(0)?.to_string(), "code": code, "path": shown, "name": name, "label": name,
            "icon": Json::Null, "hidden": row.get::<bool>(7)?, "alwaysShow": false,
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
