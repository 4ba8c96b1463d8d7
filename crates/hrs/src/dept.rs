//! 部门管理. Departments: a tree with codes of three digits per level and full names from the root.

mod moves;
mod named;
mod tree;

use kernel::{Findings, Id, Msg};
use platform::access::{Access, Actor, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Document, Draft, FormPage, Section, Unique, Written};
use platform::field::Field;
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Node, OFFERS_MAX, Offer, Operation, Room, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, Order, Query};
use platform::store::{Conn, Value, sql};
use serde_json::{Value as Json, json};

use tree::{DEPTH_MAX, Tree};

const SAME_NAME: Msg = Msg::new("dept.name", "同级已有同名部门", "A department beside it has the same name.");
const SAME_SHORT_NAME: Msg =
    Msg::new("dept.short_name", "同级已有相同简称", "A department beside it has the same short name.");
const TOO_DEEP: Msg = Msg::new("dept.depth", "部门最多5级", "Departments have at most 5 levels.");
const FULL: Msg =
    Msg::new("dept.full", "同一上级下最多999个部门", "There are at most 999 departments below one department.");
const FINAL_ABOVE_OR_BELOW: Msg = Msg::new(
    "dept.final",
    "上级或下级已有末端利润中心",
    "A department above or below is a final profit centre already.",
);
const NO_PARENT: Msg = Msg::new("dept.parent", "上级部门不存在", "There is no such department above.");
const PARENT_STOPPED: Msg =
    Msg::new("dept.parent_stopped", "上级部门已停用，不能启用", "The department above is stopped.");
const MANAGER: Msg = Msg::new("dept.manager", "负责人不存在或已离职", "The head is no active user.");
const STOP_USERS: Msg = Msg::new(
    "dept.stop_users",
    "部门及下级还有{n}名用户，不能停用",
    "{n} users are in this department or below; it can't be stopped.",
);
const REMOVE_USERS: Msg = Msg::new(
    "dept.remove_users",
    "部门及下级还有{n}名用户，不能删除",
    "{n} users are in this department or below; it can't be deleted.",
);
const ROOT: Msg = Msg::new("dept.root", "顶级部门不能删除", "The top department can't be deleted.");

document! {
    /// One department.
    pub struct Dept in "dept" {
        /// Three digits per level.
        code: String = Field::text("部门编号", "Code").wire("deptCode").read_only(),
        /// Department above; none for the root.
        parent_id: Option<Id> = Field::reference("dept", "上级部门", "Above").required().fixed(),
        /// Name.
        name: String = Field::text("部门名称", "Name").wire("deptName").required().max(40),
        /// Short name, part of the full names below.
        short_name: String = Field::text("部门简称", "Short name").required().max(20),
        /// Short names from the root, joined by a slash.
        full_name: String = Field::text("部门全称", "Full name").read_only(),
        /// Head.
        manager_id: Option<Id> = Field::reference("user", "负责人", "Head"),
        /// Above a final profit centre, or one itself.
        profit_unit: bool = Field::flag("是否利润中心", "Profit centre").read_only(),
        /// A final profit centre.
        final_profit_unit: bool = Field::flag("是否末端利润中心", "Final profit centre").initially("false"),
        /// People it may have.
        budget: Option<i64> = Field::int("预算人数", "Budgeted people").range(0, 9_999),
        /// Offered to people.
        active: bool = Field::flag("生效", "Active").read_only(),
    }
}

/// People of a department and those below it, without the administrator; the stopped count too.
fn actual() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM app_user AS member JOIN dept AS place \
         ON place.org_id = member.org_id AND place.id = member.dept_id \
         WHERE member.org_id = dept.org_id AND member.user_status = 1 AND member.admin_role IS NULL \
         AND substr(place.code, 1, length(dept.code)) = dept.code)",
    )
}

/// The departments of the org.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "manager", on: &[("manager_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(Dept::PARENT_ID).hidden(),
        Column::own(Dept::NAME).width(220),
        Column::own(Dept::CODE).width(140).copy(),
        Column::own(Dept::SHORT_NAME).width(110),
        // The tree shows the same; exports and the column settings have it.
        Column::own(Dept::FULL_NAME).width(260).behind(),
        Column::of("manager", Field::text("负责人", "Head").column("name_cn").wire("managerName")).width(100),
        Column::own(Dept::PROFIT_UNIT).width(100),
        Column::own(Dept::FINAL_PROFIT_UNIT).width(120),
        Column::own(Dept::BUDGET).width(90),
        Column::expr(actual, Field::int("实际人数", "People").wire("actual")).width(90),
        Column::own(Dept::ACTIVE).width(80),
    ],
    filters: &[
        Filter::new("deptName", Match::Own(named), Field::text("部门名称", "Name")),
        Filter::new("active", Match::Bool, Dept::ACTIVE),
    ],
    buttons: &[
        Button::new("sys_dept_add", ("新增", "New"), "primary", "create"),
        Button::new("sys_dept_add", ("新增下级", "New below"), "row", "custom"),
        Button::new("sys_dept_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_dept_move", ("移动", "Move"), "row", "custom"),
        Button::new("sys_dept_sort", ("排序", "Sort"), "row", "custom"),
        Button::new("sys_dept_merge", ("合并", "Merge"), "row", "custom"),
        Button::new("sys_dept_stop", ("停用/启用", "Stop or start"), "row", "call").calls("POST /hrs/dept/{id}/status"),
        Button::new("sys_dept_del", ("删除", "Delete"), "row", "remove")
            .asks("部门及其下级将被删除，是否继续？", "The department and those below will be deleted. Go on?"),
        Button::import("sys_dept_import", "POST /hrs/dept/import"),
        Button::new("sys_dept_export", ("导出", "Export"), "toolbar", "export"),
    ],
    sort: "deptCode,asc",
    export: "sys_dept_export",
    form: "hrs.dept.form",
    tree: "parentId",
    ..ListPage::new("hrs.dept.list", "/hrs_dept", ("部门管理", "Departments"), "hrs_dept", "/hrs/dept", "dept")
};

/// Departments whose name, or the name of one below, contains a text: the way to a hit stays shown.
fn named(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut hit = Query::select();
    hit.expr(Expr::cust("1"))
        .from_as("dept", "hit")
        .and_where(sql::of_eq("hit", "org_id", actor.org_id))
        .and_where(Expr::cust("substr(hit.code, 1, length(dept.code)) = dept.code"))
        .cond_where(sql::any_of([
            sql::contains(sql::of("hit", "name"), text),
            sql::contains(sql::of("hit", "short_name"), text),
        ]));
    Ok(Condition::all().add(Expr::exists(hit)))
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_dept_add", "sys_dept_edit", "sys_dept_del", "sys_dept_stop"],
    page: "/hrs_dept",
    level: Level::High,
    uniques: &[
        Unique { index: "uq_dept_name", columns: &["parent_id", "name"], field: "deptName", message: SAME_NAME },
        Unique {
            index: "uq_dept_short_name",
            columns: &["parent_id", "short_name"],
            field: "shortName",
            message: SAME_SHORT_NAME,
        },
    ],
    rules: Some(rules),
    after: Some(after),
    remove_rule: Some(remove_rule),
    status_rule: Some(status_rule),
    import: Import { own_select: "dept", ..Import::with("sys_dept_import") },
    sections: &[Section { key: "main", title: ("部门", "Department"), fields: Dept::FIELDS }],
    ..FormPage::of::<Dept>("hrs.dept.form", ("部门", "Department"), ("hrs_dept", "/hrs/dept", "dept"), Dept::NAME)
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_dept", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_dept", "/hrsManager/staff", "部门管理", "Departments", 10),
        button("sys_dept_add", "新增", "New", 10),
        button("sys_dept_edit", "修改", "Edit", 20),
        button("sys_dept_del", "删除", "Delete", 30),
        button("sys_dept_stop", "停用/启用", "Stop or start", 40),
        button("sys_dept_move", "移动", "Move", 50),
        button("sys_dept_merge", "合并", "Merge", 60),
        button("sys_dept_sort", "排序", "Sort", 70),
        button("sys_dept_import", "导入", "Import", 75),
        button("sys_dept_export", "导出", "Export", 80),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.extend([
        Operation::get("get_dept_tree", "/hrs/dept/tree", Access::AnyOf(&["hrs_dept", "hrs_user"]), whole_tree)
            .summary("All departments, by code"),
        Operation::get("select_dept_user", "/hrs/dept/selectUser", Access::LoggedIn, select_user)
            .param("keyword")
            .summary("Active users with their addresses"),
        Operation::post("move_dept", "/hrs/dept/{id}/move", Access::Code("sys_dept_move"), moves::move_below),
        Operation::post("merge_dept", "/hrs/dept/{id}/merge", Access::Code("sys_dept_merge"), moves::merge),
        Operation::post("sort_dept", "/hrs/dept/sort", Access::Code("sys_dept_sort"), moves::sort),
    ]);
    room.selects.push(("dept", offer));
}

/// Gives the top department of an org new names; the full names below follow.
pub(crate) fn rename_root(tx: &mut Tx<'_>, org: i64, (name, short_name): (&str, &str)) -> Result<(), Refusal> {
    let cells =
        [("name", Value::Text(name.chars().take(40).collect())), ("short_name", Value::Text(short_name.to_owned()))];
    let mut update = sql::update(org, "dept", &cells);
    update.and_where(sql::col("parent_id").is_null());
    tx.exec(&update.into())?;
    Tree::load(tx, org)?.renew_in(tx, org)
}

/// Codes and full names follow from the place in the tree; names are unique among siblings.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    // The lock on the org keeps two changes of the tree apart.
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let tree = Tree::load(tx, org)?;
    if draft.is_new() {
        draft.set(Dept::PROFIT_UNIT, Value::Bool(false));
        draft.set(Dept::ACTIVE, Value::Bool(true));
    }
    let dept = Dept::from_values(&draft.values)?;
    if let (true, Some(parent)) = (draft.is_new(), dept.parent_id) {
        match tree.find(parent) {
            None => findings.error("parentId", NO_PARENT.text()),
            Some(above) if above.depth() >= DEPTH_MAX => findings.error("parentId", TOO_DEEP.text()),
            Some(above) => {
                match tree.next_code(above) {
                    Some(code) => draft.set(Dept::CODE, Value::Text(code)),
                    None => findings.error("parentId", FULL.text()),
                }
                draft.set(Dept::FULL_NAME, Value::Text(format!("{}/{}", above.full_name, dept.short_name)));
                draft.set(Dept::ACTIVE, Value::Bool(above.active));
                let taken = dept.final_profit_unit && tree.line_above(above.id).any(|node| node.is_final());
                findings.error_if(taken, "finalProfitUnit", FINAL_ABOVE_OR_BELOW);
            }
        }
        draft.set(Dept::PROFIT_UNIT, Value::Bool(dept.final_profit_unit));
    } else if dept.final_profit_unit {
        findings.error_if(tree.final_in_line(draft.id), "finalProfitUnit", FINAL_ABOVE_OR_BELOW);
    }
    for sibling in dept.parent_id.map(|parent| tree.siblings(parent, draft.id)).unwrap_or_default() {
        findings.error_if(sibling.name == dept.name, "deptName", SAME_NAME);
        findings.error_if(sibling.short_name == dept.short_name, "shortName", SAME_SHORT_NAME);
    }
    let is_user = match dept.manager_id {
        None => true,
        Some(manager) => {
            let mut select = sql::from(org, "app_user");
            select.column("id").and_where(sql::eq("id", manager)).and_where(sql::eq("active", true));
            tx.first(&select.into())?.is_some()
        }
    };
    findings.error_if(!is_user, "managerId", MANAGER);
    Ok(())
}

/// Full names below, and the profit centres above, follow.
fn after(tx: &mut Tx<'_>, _: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    Tree::load(tx, org)?.renew(tx)?;
    Ok(Written::default())
}

fn status_rule(tx: &mut Tx<'_>, id: Id, active: bool, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let mut tree = Tree::load(tx, org)?;
    if active {
        let above = tree.find(id).and_then(|node| node.parent).and_then(|parent| tree.find(parent));
        findings.error_if(above.is_some_and(|above| !above.active), "", PARENT_STOPPED);
        let is_final = tree.find(id).is_some_and(|node| node.final_profit_unit);
        findings.error_if(is_final && tree.final_in_line(id), "", FINAL_ABOVE_OR_BELOW);
    } else {
        let users = tree.users(tx, id)?;
        if users > 0 {
            findings.error("", STOP_USERS.with(&[("n", &users.to_string())]));
        }
        for node in tree.below(id) {
            tree.switch(node, false);
        }
    }
    if findings.has_errors() { Ok(()) } else { tree.renew(tx) }
}

fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let mut tree = Tree::load(tx, org)?;
    if tree.find(id).is_some_and(|node| node.parent.is_none()) {
        return Err(Refusal::business(ROOT));
    }
    let users = tree.users(tx, id)?;
    if users > 0 {
        return Err(Refusal::Business(REMOVE_USERS.with(&[("n", &users.to_string())])));
    }
    let gone = tree.below(id);
    if let Some(why) = named::kept(tx, &gone)? {
        return Err(Refusal::Business(why));
    }
    let mut delete = sql::delete(org, "dept");
    delete.and_where(sql::is_in(sql::col("id"), gone.iter().copied().filter(|other| *other != id)));
    tx.exec(&delete.into())?;
    named::forget(tx, &gone)?;
    tree.forget(&gone);
    tree.renew(tx)
}

/// GET /hrs/dept/tree.
fn whole_tree(call: &mut Call) -> Outcome {
    let mut select = sql::from(call.actor()?.org_id, "dept");
    select
        .columns(["id", "parent_id", "code", "name", "short_name", "full_name", "active"])
        .expr(actual())
        .order_by("code", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let nodes = rows.iter().map(|row| {
        Ok(json!({
            "id": row.get::<Id>(0)?, "parentId": row.get::<Option<Id>>(1)?, "deptCode": row.get::<String>(2)?,
            "deptName": row.get::<String>(3)?, "shortName": row.get::<String>(4)?, "fullName": row.get::<String>(5)?,
            "active": row.get::<bool>(6)?, "actual": row.get::<i64>(7)?,
        }))
    });
    Ok(Answer::Data(Json::Array(nodes.collect::<Result<_, Refusal>>()?)))
}

/// GET /hrs/dept/selectUser: people a mail or a copy can go to.
fn select_user(call: &mut Call) -> Outcome {
    let mut select = sql::from(call.actor()?.org_id, "app_user");
    select
        .columns(["id", "name_cn", "email"])
        .and_where(sql::eq("active", true))
        .and_where(sql::contains(sql::col("name_cn"), call.query("keyword").trim()))
        .order_by("name_cn", Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let users = rows.iter().map(|row| {
        let (id, name, mail): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(json!({ "value": id, "label": name, "label4": format!("{name}<{mail}>") }))
    });
    Ok(Answer::Data(Json::Array(users.collect::<Result<_, Refusal>>()?)))
}

/// Departments a field offers: active ones, by full name or code.
fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    offer_in(call, call.actor()?.org_id, ask)
}

/// The same of an org the caller may choose.
pub(crate) fn offer_in(call: &Call, org: i64, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(org, "dept");
    select.columns(["id", "full_name", "code"]).order_by("code", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).cond_where(sql::any_of([
            sql::contains(sql::col("full_name"), &ask.keyword),
            sql::contains(sql::col("name"), &ask.keyword),
            sql::begins(sql::col("code"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    crate::setup::offers(call, select)
}
