//! 版本套餐. Editions: the sets of permissions a company copies when it is made.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, raise_permission_version};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, FormPage, Section, Unique, claim};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::package::given;
use crate::permission::{self, nodes_json};

const CODE_FORM: Msg =
    Msg::new("edition.code", "编码为2-20位大写字母或下划线", "A code has 2 to 20 capital letters or underscores.");
const CODE_TAKEN: Msg = Msg::new("edition.code_taken", "编码已存在", "The code exists already.");
const NAME_TAKEN: Msg = Msg::new("edition.name_taken", "名称已存在", "The name exists already.");
const USED: Msg =
    Msg::new("edition.used", "已有{n}家企业使用，不能删除，可停用", "{n} companies use the edition; stop it instead.");
const KEPT: Msg = Msg::new("edition.kept", "该版本不能删除", "This edition can't be deleted.");
const PLATFORM_NODE: Msg = Msg::new(
    "edition.platform_node",
    "平台权限不能加入版本",
    "Permissions of the platform can't be part of an edition.",
);

const CLOSED_NODE: Msg = Msg::new(
    "edition.closed_node",
    "停用或灰度的权限不能加入版本",
    "Permissions that are stopped or in trial can't be part of an edition.",
);

/// Editions a deployment begins with: code, name, English name, users.
const FIRST: [(&str, &str, &str, i64); 8] = [
    ("TRIAL", "体验版", "Trial", 1),
    ("ONLINE_BOOKING", "在线订舱版", "Online booking", 3),
    ("STARTUP", "创业版", "Startup", 5),
    ("STANDARD", "标准版", "Standard", 20),
    ("PROFESSIONAL", "专业版", "Professional", 50),
    ("FLAGSHIP", "旗舰版", "Flagship", 200),
    ("GROUP", "集团版", "Group", 1000),
    ("INTERNAL", "内部版", "Internal", 1000),
];
/// Editions the product itself names.
const NAMED: [&str; 2] = ["ONLINE_BOOKING", "TRIAL"];

fn is_code(text: &str) -> bool {
    (2..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
}

document! {
    /// One edition.
    pub struct Edition in "org_edition" {
        /// Code, on the wire as `orgVersion`.
        code: String = Field::upper("编码", "Code").wire("editionCode").required().fixed().max(20).pattern("^[A-Z_]{2,20}$", is_code, CODE_FORM),
        /// Name.
        name: String = Field::text("名称", "Name").wire("editionName").required().max(20),
        /// English name.
        name_en: String = Field::text("英文名", "English name").max(40),
        /// Users a new company may have.
        user_count: i64 = Field::int("默认用户数", "Users").required().range(1, 9_999),
        /// Offered to new companies.
        active: bool = Field::flag("启用", "Active").initially("true"),
    }
}

fn pages() -> Expr {
    count(1)
}

fn buttons() -> Expr {
    count(2)
}

fn count(kind: i64) -> Expr {
    Expr::cust(format!(
        "(SELECT COUNT(*) FROM org_edition_permission ep JOIN permission p ON p.id = ep.permission_id \
         WHERE ep.org_id = org_edition.org_id AND ep.edition_id = org_edition.id AND p.status AND p.kind = {kind})"
    ))
}

fn companies() -> Expr {
    Expr::cust("(SELECT COUNT(*) FROM org o WHERE o.edition = org_edition.code)")
}

/// Services a new company is given so much of.
fn packages() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM edition_package ep WHERE ep.org_id = org_edition.org_id AND ep.edition_id = org_edition.id)",
    )
}

/// The editions.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Edition::CODE).width(160).copy(),
        Column::own(Edition::NAME).width(140),
        Column::own(Edition::NAME_EN).width(140),
        Column::own(Edition::USER_COUNT).width(100),
        Column::expr(pages, Field::int("页面数", "Pages").wire("pages")).width(90),
        Column::expr(buttons, Field::int("按钮数", "Buttons").wire("buttons")).width(90),
        Column::expr(companies, Field::int("使用企业数", "Companies").wire("companies"))
            .width(110)
            .link("/hrs_org?edition={editionCode}"),
        Column::expr(packages, Field::int("默认服务套餐", "Service packages").wire("packageCount")).width(110),
        Column::own(Edition::ACTIVE).width(80),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")).width(100),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).behind(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("editionName", Match::Contains, Edition::NAME),
        Filter::new("editionCode", Match::Contains, Edition::CODE),
        Filter::new("active", Match::Bool, Edition::ACTIVE),
    ],
    buttons: &[
        Button::new("sys_edition_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_edition_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_edition_permission", ("权限", "Permissions"), "row", "custom"),
        Button::new("sys_edition_sync", ("同步企业", "Companies"), "row", "custom"),
        Button::new("sys_edition_copy", ("复制", "Copy"), "row", "custom"),
        Button::new("sys_edition_edit", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /hrs/edition/{id}/status")
            .for_many(),
        Button::new("sys_edition_del", ("删除", "Delete"), "row", "remove").for_many(),
    ],
    form: "hrs.edition.form",
    ..ListPage::new(
        "hrs.edition.list",
        "/hrs_edition",
        ("版本套餐", "Editions"),
        "hrs_edition",
        "/hrs/edition",
        "org_edition",
    )
};

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_edition_add", "sys_edition_edit", "sys_edition_del", "sys_edition_edit"],
    page: "/hrs_edition",
    level: Level::High,
    uniques: &[
        Unique { index: "uq_org_edition_code", columns: &["code"], field: "editionCode", message: CODE_TAKEN },
        Unique { index: "uq_org_edition_name", columns: &["name"], field: "editionName", message: NAME_TAKEN },
    ],
    rules: Some(given::check),
    rows: &[given::ROWS],
    remove_rule: Some(remove_rule),
    sections: &[Section { key: "main", title: ("版本", "Edition"), fields: Edition::FIELDS }],
    ..FormPage::of::<Edition>(
        "hrs.edition.form",
        ("版本", "Edition"),
        ("hrs_edition", "/hrs/edition", "edition"),
        Edition::NAME,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_edition", zh, en, sort).platform();
    room.nodes.extend([
        Node::page("/hrs_edition", "/hrsManager/platform", "版本套餐", "Editions", 30).platform(),
        button("sys_edition_add", "新增", "New", 10),
        button("sys_edition_edit", "修改", "Edit", 20),
        button("sys_edition_permission", "权限", "Permissions", 30),
        button("sys_edition_sync", "同步企业", "Companies", 40),
        button("sys_edition_del", "删除", "Delete", 50),
        button("sys_edition_copy", "复制", "Copy", 60),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let page = Access::Code("hrs_edition");
    room.operations.extend([
        Operation::get("get_edition_tree", "/hrs/edition/tree", page, tree),
        Operation::get("get_edition_permission", "/hrs/editionPermission/{id}", page, permissions),
        Operation::put(
            "save_edition_permission",
            "/hrs/editionPermission/{id}",
            Access::Code("sys_edition_permission"),
            save_permissions,
        ),
        Operation::get("list_edition_org", "/hrs/edition/orgs/{id}", Access::Code("sys_edition_sync"), orgs),
        Operation::post("copy_edition", "/hrs/edition/copy/{id}", Access::Code("sys_edition_copy"), copy)
            .summary("A new edition with the permissions and users of another"),
        Operation::post("sync_edition", "/hrs/edition/sync", Access::Code("sys_edition_sync"), sync),
    ]);
    room.selects.push(("edition", offer));
}

/// Makes the first editions, with every permission that is not the platform's own.
pub(crate) fn ensure(app: &App, conn: &mut dyn Conn) -> Result<(), Refusal> {
    let mut any = sql::from(PLATFORM_ORG, "org_edition");
    any.column("id").limit(1);
    if conn.first(&any.into())?.is_some() {
        return Ok(());
    }
    let now = Value::Int(app.clock.now().millis());
    for (code, name, name_en, users) in FIRST {
        let cells = [
            ("id", Value::Int(app.mint.next(app.clock.now()).0)),
            ("code", Value::Text(code.to_owned())),
            ("name", Value::Text(name.to_owned())),
            ("name_en", Value::Text(name_en.to_owned())),
            ("user_count", Value::Int(users)),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(0)),
            ("created_at", now.clone()),
            ("updated_by", Value::Int(0)),
            ("updated_at", now.clone()),
        ];
        conn.exec(&sql::insert(PLATFORM_ORG, "org_edition", &cells).into())?;
    }
    let mut nodes = sql::from_global("permission");
    nodes.column("id").and_where(sql::eq("platform", false)).and_where(sql::eq("planned", false));
    let nodes: Vec<i64> = conn.query(&nodes.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    add_to_all(conn, &nodes)
}

/// Adds nodes to every edition.
pub(crate) fn add_to_all(conn: &mut dyn Conn, nodes: &[i64]) -> Result<(), Refusal> {
    let mut editions = sql::from(PLATFORM_ORG, "org_edition");
    editions.column("id");
    for row in conn.query(&editions.into())? {
        let edition: Id = row.get(0)?;
        for node in nodes {
            hold(conn, edition, *node)?;
        }
    }
    Ok(())
}

fn hold(conn: &mut dyn Conn, edition: Id, node: i64) -> Result<(), Refusal> {
    use platform::sea_query::OnConflict;
    let pair = [("edition_id", edition.into_value()), ("permission_id", Value::Int(node))];
    let mut insert = sql::insert(PLATFORM_ORG, "org_edition_permission", &pair);
    insert.on_conflict(OnConflict::columns(["org_id", "edition_id", "permission_id"]).do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// Adds nodes to editions by their codes; answers their names.
pub(crate) fn join(tx: &mut Tx<'_>, codes: &BTreeSet<String>, nodes: &[i64]) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for code in codes {
        let mut select = sql::from(PLATFORM_ORG, "org_edition");
        select.columns(["id", "name"]).and_where(sql::eq("code", code.clone()));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let id: Id = row.get(0)?;
        nodes.iter().try_for_each(|node| hold(tx, id, *node))?;
        let mut raise = sql::update(PLATFORM_ORG, "org_edition", &[]);
        tx.exec(&raise.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id)).to_owned().into())?;
        names.push(row.get(1)?);
    }
    Ok(names)
}

/// Refuses nodes no edition may get: the platform's own, stopped ones and those in trial.
pub(crate) fn need_open(tx: &mut Tx<'_>, nodes: &[i64]) -> Result<(), Refusal> {
    let open = permission::open_to_editions(tx)?;
    let Some(closed) = nodes.iter().find(|node| !open.contains(node)) else { return Ok(()) };
    let of_companies = permission::open_to_companies(tx)?.contains(closed);
    Err(Refusal::business(if of_companies { CLOSED_NODE } else { PLATFORM_NODE }))
}

/// Names of the editions by code.
pub(crate) fn names(conn: &mut dyn Conn) -> Result<BTreeMap<String, String>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.columns(["code", "name"]);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Nodes of an edition by its code; none when there is no such edition.
pub(crate) fn nodes_of(conn: &mut dyn Conn, code: &str) -> Result<Option<BTreeSet<i64>>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.column("id").and_where(sql::eq("code", code.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    held(conn, row.get(0)?).map(Some)
}

fn held(conn: &mut dyn Conn, edition: Id) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "org_edition_permission");
    select.column("permission_id").and_where(sql::eq("edition_id", edition));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (code, _) = code_and_version(tx, id)?;
    if NAMED.contains(&code.as_str()) {
        return Err(Refusal::business(KEPT));
    }
    let mut select = sql::from_global("org");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("edition", code));
    let users: i64 = tx.first(&select.into())?.unwrap_or_default().get(0)?;
    if users > 0 {
        return Err(Refusal::Business(USED.with(&[("n", &users.to_string())])));
    }
    let mut delete = sql::delete(PLATFORM_ORG, "org_edition_permission");
    delete.and_where(sql::eq("edition_id", id));
    tx.exec(&delete.into())?;
    Ok(())
}

fn code_and_version(conn: &mut dyn Conn, id: Id) -> Result<(String, i64), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.columns(["code", "version"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// GET /hrs/edition/tree: the open nodes an edition may hold.
fn tree(call: &mut Call) -> Outcome {
    let english = call.language().starts_with("en");
    call.read(|conn| nodes_json(conn, english, |node| !node.platform && !node.trial).map(Answer::Data))
}

/// GET /hrs/editionPermission/{id}.
fn permissions(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    call.read(|conn| {
        let (_, version) = code_and_version(conn, id)?;
        let ids: Vec<String> = held(conn, id)?.iter().map(ToString::to_string).collect();
        Ok(Answer::Data(json!({ "version": version, "permissionIds": ids })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    version: i64,
    permission_ids: BTreeSet<Id>,
}

/// PUT /hrs/editionPermission/{id}: the companies keep what they have until they are synchronised.
fn save_permissions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Permissions>()?);
    let version = call.write(|tx| {
        claim(tx, "org_edition", id, body.version)?;
        let (code, version) = code_and_version(tx, id)?;
        let old = held(tx, id)?;
        let wanted: BTreeSet<i64> = body.permission_ids.iter().map(|id| id.0).collect();
        need_open(tx, &wanted.difference(&old).copied().collect::<Vec<_>>())?;
        // What was stopped or went into trial since is not in the tree, and stays.
        let open = permission::open_to_editions(tx)?;
        let wanted: BTreeSet<i64> = wanted.into_iter().chain(old.difference(&open).copied()).collect();
        for node in wanted.difference(&old) {
            hold(tx, id, *node)?;
        }
        let removed: Vec<i64> = old.difference(&wanted).copied().collect();
        let mut delete = sql::delete(PLATFORM_ORG, "org_edition_permission");
        delete.and_where(sql::eq("edition_id", id)).and_where(sql::is_in(sql::col("permission_id"), removed.clone()));
        tx.exec(&delete.into())?;
        let added: Vec<i64> = wanted.difference(&old).copied().collect();
        let change = Change {
            field: "permissionIds".to_owned(),
            label: "权限".to_owned(),
            old: permission::codes_text(tx, &removed)?,
            new: permission::codes_text(tx, &added)?,
        };
        tx.log(entry(id, code, "配置权限").changes(vec![change]))?;
        Ok(version)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// POST /hrs/edition/copy/{id}: its permissions, users and packages under a new code and name.
fn copy(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Map<String, Json>>()?);
    let mut findings = Findings::new();
    let fields = [Edition::CODE, Edition::NAME, Edition::NAME_EN];
    let [code, name, name_en] = fields.map(|field| field.parse(body.get(&field.name()), &field.name(), &mut findings));
    Refusal::unless_clean(&findings, &[])?;
    let made = call.write(|tx| {
        let mut select = sql::from(PLATFORM_ORG, "org_edition");
        select.columns(["code", "user_count"]).and_where(sql::eq("id", id));
        let from = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (copy, now, user) = (tx.new_id(), tx.now.into_value(), tx.actor.user_id.into_value());
        let cells = [
            ("id", copy.into_value()),
            ("code", code.clone()),
            ("name", name.clone()),
            ("name_en", name_en.clone()),
            ("user_count", from.value(1).clone()),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
            ("created_by", user.clone()),
            ("created_at", now.clone()),
            ("updated_by", user),
            ("updated_at", now),
        ];
        let insert = sql::insert(PLATFORM_ORG, "org_edition", &cells);
        tx.exec(&insert.into()).map_err(|error| FORM.located(error.into()))?;
        for node in held(tx, id)? {
            hold(tx, copy, node)?;
        }
        given::copy(tx, id, copy)?;
        let text = format!("复制自{}", from.get::<String>(0)?);
        tx.log(entry(copy, String::from_value(&code)?, "新建").text(text))?;
        Ok(copy)
    })?;
    Ok(Answer::Data(json!({ "id": made })))
}

fn entry(id: Id, number: String, kind: &'static str) -> LogEntry {
    LogEntry::of("org_edition", id, number, "/hrs_edition").did(kind, kind).level(Level::High)
}

/// GET /hrs/edition/orgs/{id}: the companies on an edition, with what a synchronisation would change.
fn orgs(call: &mut Call) -> Outcome {
    let (id, now) = (call.path_id("id")?, call.now());
    call.read(|conn| {
        let (code, _) = code_and_version(conn, id)?;
        let wanted = held(conn, id)?;
        let mut select = sql::from_global("org");
        select.columns(["id", "code", "name"]).and_where(sql::eq("edition", code)).order_by("code", Order::Asc);
        let mut list = Vec::new();
        for row in conn.query(&select.into())? {
            let org: i64 = row.get(0)?;
            let has = permission::granted(conn, org, now)?;
            list.push(json!({
                "id": org.to_string(), "orgCode": row.get::<String>(1)?, "orgName": row.get::<String>(2)?,
                "added": wanted.difference(&has).count(), "removed": has.difference(&wanted).count(),
            }));
        }
        Ok(Answer::Data(Json::Array(list)))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sync {
    edition_id: Id,
    org_ids: BTreeSet<Id>,
    #[serde(default)]
    remove: bool,
}

/// POST /hrs/edition/sync: chosen companies get what was added, and lose what was removed when asked.
fn sync(call: &mut Call) -> Outcome {
    let body: Sync = call.json()?;
    let counts = call.write(|tx| {
        let (code, _) = code_and_version(tx, body.edition_id)?;
        let wanted = held(tx, body.edition_id)?;
        let (mut more, mut less) = (0, 0);
        for org in &body.org_ids {
            let mut select = sql::from_global("org");
            select.column("id").and_where(sql::eq("id", *org)).and_where(sql::eq("edition", code.clone()));
            if tx.first(&select.into())?.is_none() {
                return Err(Refusal::NotFound);
            }
            let (added, removed) = permission::set_granted(tx, org.0, &wanted, body.remove)?;
            more += added;
            less += removed;
            raise_permission_version(tx, org.0)?;
        }
        let text = format!("{}家企业，新增{more}项，移除{less}项", body.org_ids.len());
        tx.log(entry(body.edition_id, code, "配置权限").did("配置权限", "同步企业").text(text))?;
        Ok(json!({ "added": more, "removed": less }))
    })?;
    Ok(Answer::Data(counts))
}

/// Editions a field offers: active ones, by code.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_org")?;
    let mut select = sql::from(PLATFORM_ORG, "org_edition");
    select.columns(["code", "name", "user_count"]).order_by("user_count", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select
            .and_where(sql::eq("active", true))
            .and_where(sql::contains(sql::col("name"), &ask.keyword).or(sql::contains(sql::col("code"), &ask.keyword)));
    } else {
        select.and_where(sql::eq("code", ask.value.clone()));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get(0)?, label: row.get(1)?, hint: row.get::<i64>(2)?.to_string() }))
        .collect()
}
