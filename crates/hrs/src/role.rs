//! 角色管理. Roles: permissions, data levels and users.

mod holders;
mod levels;

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, end_user_sessions, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written, claim};
use platform::field::Field;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::permission;
use crate::user::holds_all;

pub(crate) use holders::has_active_role;
use holders::{save_users, users_of};
use levels::{levels, levels_of, save_levels, widest, write_levels};

const NAME_TAKEN: Msg = Msg::new("role.name", "角色名称已存在", "The role's name exists already.");
const RESERVED: Msg = Msg::new("role.reserved", "角色名称admin为系统保留", "The name admin is reserved.");
const HAS_USERS: Msg =
    Msg::new("role.users", "角色下还有{n}个用户，不能删除", "{n} users have the role; it can't be deleted.");
const LEAVES_NONE: Msg = Msg::new(
    "role.leaves_none",
    "停用后{n}名用户将没有角色，是否继续？",
    "{n} users will have no role afterwards. Go on?",
);
const NOT_HELD: Msg =
    Msg::new("role.not_held", "不能分配自己没有的权限", "You can't give a permission you don't have.");
const ROLE_ABOVE: Msg =
    Msg::new("user.role_above", "不能分配权限高于自己的角色", "You can't give a role that may do more than you.");
const NOT_OF_ORG: Msg =
    Msg::new("role.not_of_org", "权限不在本企业版本内", "The permission is not part of the company's edition.");

document! {
    /// One role.
    pub struct Role in "role" {
        /// Name.
        name: String = Field::text("角色名称", "Name").wire("roleName").required().max(40),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        /// Counts.
        active: bool = Field::flag("生效", "Active").read_only(),
    }
}

fn count(kind: &'static str) -> Expr {
    let base = "(SELECT COUNT(*) FROM role_permission rp JOIN permission p ON p.id = rp.permission_id \
                WHERE rp.org_id = role.org_id AND rp.role_id = role.id AND p.status AND p.kind = ";
    Expr::cust(format!("{base}{kind})"))
}

fn pages() -> Expr {
    count("1")
}

fn buttons() -> Expr {
    count("2")
}

fn users() -> Expr {
    Expr::cust(
        // A join might begin with the people of the company, for each role anew.
        "(SELECT COUNT(*) FROM user_role ur WHERE ur.org_id = role.org_id AND ur.role_id = role.id \
         AND (SELECT u.user_status FROM app_user u WHERE u.org_id = ur.org_id AND u.id = ur.user_id) = 1)",
    )
}

/// The levels of orders, as [`levels::shortest`] reads them.
fn order_scope() -> Expr {
    Expr::cust(
        "(SELECT string_agg(s.scope || ' ' || s.level, ',' ORDER BY s.scope) FROM role_data_scope s \
         WHERE s.org_id = role.org_id AND s.role_id = role.id AND s.class = 'order')",
    )
}

const CREATOR: Join = Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true };
const EDITOR: Join = Join { table: "app_user", alias: "editor", on: &[("updated_by", "id")], by_org: true };

/// The roles of the org.
pub const LIST: ListPage = ListPage {
    joins: &[CREATOR, EDITOR],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Role::NAME).width(160),
        Column::expr(users, Field::int("用户数", "Users").wire("users")).width(80).link("/hrs_user?roleId={id}"),
        Column::expr(pages, Field::int("页面权限数", "Pages").wire("pages")).width(100),
        Column::expr(buttons, Field::int("按钮权限数", "Buttons").wire("buttons")).width(100),
        Column::expr(order_scope, Field::text("订单数据范围", "Data scope of orders").wire("orderScope"))
            .width(220)
            .read_as(levels::shortest),
        Column::own(Role::ACTIVE).width(80),
        Column::own(Role::REMARK).width(180),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")).behind(),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).behind(),
        Column::of("editor", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")).behind(),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: &[
        Filter::new("roleName", Match::Contains, Role::NAME),
        Filter::new("active", Match::Bool, Role::ACTIVE),
        Filter::new("permissionId", Match::Own(holding), Field::reference("roleNode", "包含权限", "With permission")),
        Filter::new("userId", Match::Own(given_to), Field::reference("user", "包含用户", "With user")),
    ],
    buttons: &[
        Button::new("sys_role_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_role_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_role_permission", ("分配权限", "Permissions"), "row", "custom"),
        Button::new("sys_role_scope", ("数据范围", "Data scope"), "row", "custom"),
        Button::new("sys_role_user", ("分配用户", "Users"), "row", "custom"),
        Button::new("sys_role_copy", ("复制", "Copy"), "row", "call").calls("POST /hrs/role/copy/{id}"),
        Button::new("sys_role_edit", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /hrs/role/{id}/status")
            .for_many(),
        Button::new("sys_role_del", ("删除", "Delete"), "row", "remove").for_many(),
        Button::new("sys_role_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_role_export",
    form: "hrs.role.form",
    ..ListPage::new("hrs.role.list", "/hrs_role", ("角色管理", "Roles"), "hrs_role", "/hrs/role", "role")
};

/// Roles that hold a permission.
fn holding(actor: &platform::access::Actor, id: &str) -> Result<Condition, Refusal> {
    let mut roles = Query::select();
    roles
        .column("role_id")
        .from("role_permission")
        .and_where(sql::of_eq("role_permission", "org_id", actor.org_id))
        .and_where(sql::of_eq("role_permission", "permission_id", id.parse::<i64>().unwrap_or(0)));
    Ok(Condition::all().add(sql::of("role", "id").in_subquery(roles)))
}

/// Roles of a user.
fn given_to(actor: &platform::access::Actor, id: &str) -> Result<Condition, Refusal> {
    let mut roles = Query::select();
    roles
        .column("role_id")
        .from("user_role")
        .and_where(sql::of_eq("user_role", "org_id", actor.org_id))
        .and_where(sql::of_eq("user_role", "user_id", id.parse::<i64>().unwrap_or(0)));
    Ok(Condition::all().add(sql::of("role", "id").in_subquery(roles)))
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_role_add", "sys_role_edit", "sys_role_del", "sys_role_edit"],
    page: "/hrs_role",
    level: Level::High,
    uniques: &[Unique { index: "uq_role_name", columns: &["name"], field: "roleName", message: NAME_TAKEN }],
    rules: Some(rules),
    after: Some(after),
    remove_rule: Some(remove_rule),
    status_rule: Some(status_rule),
    sections: &[Section { key: "main", title: ("角色", "Role"), fields: Role::FIELDS }],
    ..FormPage::of::<Role>("hrs.role.form", ("角色", "Role"), ("hrs_role", "/hrs/role", "role"), Role::NAME)
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_role", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_role", "/hrsManager/staff", "角色管理", "Roles", 30),
        button("sys_role_add", "新增", "New", 10),
        button("sys_role_edit", "修改", "Edit", 20),
        button("sys_role_del", "删除", "Delete", 30),
        button("sys_role_permission", "分配权限", "Permissions", 40),
        button("sys_role_scope", "数据范围", "Data scope", 50),
        button("sys_role_user", "分配用户", "Users", 60),
        button("sys_role_copy", "复制", "Copy", 70),
        button("sys_role_export", "导出", "Export", 80),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    let get =
        |id: &str, path: &str, work: fn(&mut Call) -> Outcome| Operation::get(id, path, Access::Code("hrs_role"), work);
    let put = |id: &str, path: &str, code: &'static str, work: fn(&mut Call) -> Outcome| {
        Operation::put(id, path, Access::Code(code), work)
    };
    room.operations.extend([
        get("get_role_tree", "/hrs/permissionNode/roleTree", tree),
        get("get_role_permission", "/hrs/rolePermission/{id}", permissions),
        put("save_role_permission", "/hrs/rolePermission/{id}", "sys_role_permission", save_permissions),
        get("get_role_scope", "/hrs/roleScope/{id}", levels),
        put("save_role_scope", "/hrs/roleScope/{id}", "sys_role_scope", save_levels),
        get("get_role_user", "/hrs/roleUser/{id}", users_of),
        put("save_role_user", "/hrs/roleUser/{id}", "sys_role_user", save_users),
        Operation::post("copy_role", "/hrs/role/copy/{id}", Access::Code("sys_role_copy"), copy),
    ]);
    room.selects.push(("role", offer));
    room.selects.push(("roleNode", offer_nodes));
}

/// Whether a role counts is told by its own call, which asks about users left without one.
fn rules(_: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Role::ACTIVE, Value::Bool(true));
    }
    let role = Role::from_values(&draft.values)?;
    let reserved = ["admin", "superadmin"].contains(&role.name.to_lowercase().as_str());
    findings.error_if(reserved, "roleName", RESERVED);
    Ok(())
}

/// A new role sees the whole company until told otherwise.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    if draft.is_new() {
        write_levels(tx, draft.id, &widest())?;
    }
    Ok(Written::default())
}

fn count_users(tx: &mut Tx<'_>, role: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(tx.org(), "user_role");
    select
        .join(JoinType::InnerJoin, "app_user", sql::same_org("app_user", "user_role", "user_id"))
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::of_eq("user_role", "role_id", role))
        .and_where(sql::of_eq("app_user", "user_status", 1i64));
    Ok(tx.first(&select.into())?.unwrap_or_default().get(0)?)
}

fn remove_rule(tx: &mut Tx<'_>, role: Id) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let users = count_users(tx, role)?;
    if users > 0 {
        return Err(Refusal::Business(HAS_USERS.with(&[("n", &users.to_string())])));
    }
    for table in ["role_permission", "role_data_scope", "user_role"] {
        let mut delete = sql::delete(org, table);
        delete.and_where(sql::eq("role_id", role));
        tx.exec(&delete.into())?;
    }
    Ok(())
}

/// Active users of a role who have no other active one.
fn left_without(tx: &mut Tx<'_>, role: Id) -> Result<Vec<Id>, Refusal> {
    let mut other = Query::select();
    other
        .column(("other", "user_id"))
        .from_as("user_role", "other")
        .join(
            JoinType::InnerJoin,
            "role",
            sql::all_of([
                sql::of("role", "org_id").equals(("other", "org_id")),
                sql::of("role", "id").equals(("other", "role_id")),
            ]),
        )
        .and_where(sql::of_eq("other", "org_id", tx.org()))
        .and_where(sql::of_eq("role", "active", true))
        .and_where(sql::of("other", "role_id").ne(sql::value(role)));
    let mut select = sql::from(tx.org(), "user_role");
    select
        .join(JoinType::InnerJoin, "app_user", sql::same_org("app_user", "user_role", "user_id"))
        .column(("app_user", "id"))
        .and_where(sql::of_eq("user_role", "role_id", role))
        .and_where(sql::of_eq("app_user", "active", true))
        .and_where(sql::of("app_user", "admin_role").is_null())
        .and_where(sql::of("app_user", "id").not_in_subquery(other));
    Ok(tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn status_rule(tx: &mut Tx<'_>, role: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    raise_permission_version(tx, org)?;
    if active {
        return Ok(());
    }
    let left = left_without(tx, role)?;
    if !left.is_empty() {
        findings.confirm("", LEAVES_NONE.with(&[("n", &left.len().to_string())]));
    }
    for user in left {
        end_user_sessions(tx, (org, user), now, platform::access::ROLELESS)?;
    }
    Ok(())
}

fn entry(id: Id, name: String, kind: &'static str) -> LogEntry {
    LogEntry::of("role", id, name, "/hrs_role").did(kind, kind).level(Level::High)
}

fn name_and_version(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(String, i64), Refusal> {
    let mut select = sql::from(org, "role");
    select.columns(["name", "version"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// GET /hrs/permissionNode/roleTree: the nodes the company has.
fn tree(call: &mut Call) -> Outcome {
    let (org, now) = (call.actor()?.org_id, call.now());
    let english = call.language().starts_with("en");
    call.read(|conn| {
        let granted = permission::granted(conn, org, now)?;
        permission::nodes_json(conn, english, |node| granted.contains(&node.id)).map(Answer::Data)
    })
}

fn held(conn: &mut dyn Conn, org: i64, role: Id) -> Result<BTreeSet<i64>, Refusal> {
    let mut select = sql::from(org, "role_permission");
    select.column("permission_id").and_where(sql::eq("role_id", role));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// The pages and buttons a role holds.
pub(crate) fn codes_of(tx: &mut Tx<'_>, role: Id) -> Result<Vec<String>, Refusal> {
    let mut select = sql::from(tx.org(), "role_permission");
    select
        .join(
            JoinType::InnerJoin,
            "permission",
            sql::of("permission", "id").equals(("role_permission", "permission_id")),
        )
        .column(("permission", "code"))
        .and_where(sql::of_eq("role_permission", "role_id", role))
        .and_where(sql::of_eq("permission", "status", true))
        .and_where(sql::of("permission", "kind").gt(sql::value(0i64)));
    Ok(tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// GET /hrs/rolePermission/{id}.
fn permissions(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    call.read(|conn| {
        let (_, version) = name_and_version(conn, org, id)?;
        let ids: Vec<String> = held(conn, org, id)?.iter().map(ToString::to_string).collect();
        Ok(Answer::Data(json!({ "version": version, "permissionIds": ids })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Permissions {
    version: i64,
    permission_ids: BTreeSet<Id>,
}

/// PUT /hrs/rolePermission/{id}: writes the difference; holders are judged anew at their next call.
fn save_permissions(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Permissions>()?);
    call.actor()?.need_any_proof()?;
    let version = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        raise_permission_version(tx, org)?;
        claim(tx, "role", id, body.version)?;
        let (name, version) = name_and_version(tx, org, id)?;
        let old = held(tx, org, id)?;
        let wanted: BTreeSet<i64> = body.permission_ids.iter().map(|id| id.0).collect();
        let (added, removed): (Vec<i64>, Vec<i64>) =
            (wanted.difference(&old).copied().collect(), old.difference(&wanted).copied().collect());
        let granted = permission::granted(tx, org, now)?;
        if added.iter().any(|id| !granted.contains(id)) {
            return Err(Refusal::business(NOT_OF_ORG));
        }
        let (new_codes, old_codes) = (permission::codes(tx, &added)?, permission::codes(tx, &removed)?);
        if tx.actor.admin_role.is_empty() && !holds_all(tx.actor, &new_codes) {
            return Err(Refusal::business(NOT_HELD));
        }
        let mut delete = sql::delete(org, "role_permission");
        delete.and_where(sql::eq("role_id", id)).and_where(sql::is_in(sql::col("permission_id"), removed));
        tx.exec(&delete.into())?;
        for permission in added {
            let pair = [("role_id", id.into_value()), ("permission_id", Value::Int(permission))];
            tx.exec(&sql::insert(org, "role_permission", &pair).into())?;
        }
        let changes = vec![Change {
            field: "permissionIds".to_owned(),
            label: "权限".to_owned(),
            old: old_codes.join(","),
            new: new_codes.join(","),
        }];
        tx.log(entry(id, name, "分配权限").changes(changes))?;
        Ok(version)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// The name of a copy; a long name loses its end, so that both fit.
fn name_of_copy(name: &str) -> String {
    const BEHIND: &str = "-副本";
    let room = Role::NAME.length_max - BEHIND.chars().count();
    name.chars().take(room).chain(BEHIND.chars()).collect()
}

/// POST /hrs/role/copy/{id}: permissions and levels, no users.
fn copy(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    let made = call.write(|tx| {
        let org = tx.org();
        let (name, version) = name_and_version(tx, org, id)?;
        if version != body.version {
            return Err(Refusal::Stale(Json::Null));
        }
        let codes = codes_of(tx, id)?;
        if tx.actor.admin_role.is_empty() && !holds_all(tx.actor, &codes) {
            return Err(Refusal::business(NOT_HELD));
        }
        let (copy, name) = (tx.new_id(), name_of_copy(&name));
        let (stamp, user) = (Value::Int(tx.now.millis()), Value::Int(tx.actor.user_id.0));
        let cells = [
            ("id", copy.into_value()),
            ("name", Value::Text(name.clone())),
            ("active", Value::Bool(true)),
            ("version", Value::Int(1)),
            ("created_by", user.clone()),
            ("created_at", stamp.clone()),
            ("updated_by", user),
            ("updated_at", stamp),
        ];
        tx.exec(&sql::insert(org, "role", &cells).into()).map_err(|error| match Refusal::from(error) {
            Refusal::Unique(_) => Refusal::business(NAME_TAKEN),
            other => other,
        })?;
        for permission in held(tx, org, id)? {
            let pair = [("role_id", copy.into_value()), ("permission_id", Value::Int(permission))];
            tx.exec(&sql::insert(org, "role_permission", &pair).into())?;
        }
        let levels = levels_of(tx, org, id)?;
        write_levels(tx, copy, &levels)?;
        tx.log(entry(copy, name, "新建").did("新建", "复制"))?;
        Ok(copy)
    })?;
    Ok(Answer::Data(json!({ "id": made })))
}

/// Pages and buttons the filter offers: those the company has.
fn offer_nodes(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("hrs_role")?;
    let (org, now) = (actor.org_id, call.now());
    let granted = call.read(|conn| permission::granted(conn, org, now))?;
    let name = if call.language().starts_with("en") { "name_en" } else { "name_zh" };
    let mut select = sql::from_global("permission");
    select
        .columns(["id", name, "code"])
        .and_where(sql::eq("status", true))
        .and_where(sql::col("kind").gt(sql::value(0i64)))
        .and_where(sql::is_in(sql::col("id"), granted))
        .order_by("sort", Order::Asc)
        .order_by("id", Order::Asc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.cond_where(sql::any_of([
            sql::contains(sql::col("name_zh"), &ask.keyword),
            sql::contains(sql::col("name_en"), &ask.keyword),
            sql::contains(sql::col("code"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    crate::setup::offers(call, select)
}

/// Roles a field offers: active ones.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    offer_in(call, call.actor()?.org_id, ask)
}

/// The same of an org the caller may choose.
pub(crate) fn offer_in(call: &Call, org: i64, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(org, "role");
    select.columns(["id", "name", "remark"]).order_by("name", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).and_where(sql::contains(sql::col("name"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    crate::setup::offers(call, select)
}
