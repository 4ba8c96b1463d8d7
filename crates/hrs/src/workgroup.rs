//! 用户工作组. People who see each other's orders.

use std::collections::BTreeSet;

use kernel::{Findings, Id, Msg, Scope};
use platform::access::{Access, Actor, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document;
use platform::document::{Draft, FormPage, Section, Unique, Written};
use platform::field::{Choice, Field};
use platform::import::Import;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Change, Level};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::scopes::{ALL, WITH_ALL, behind};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

const TAKEN: Msg = Msg::new("workgroup.taken", "工作组名称已存在", "The name of the workgroup exists already.");
const USED: Msg = Msg::new(
    "workgroup.used",
    "工作组已被{n}张订单使用，不能删除，可停用",
    "{n} orders use the workgroup; it can't be deleted, but stopped.",
);
const NO_USER: Msg = Msg::new("workgroup.user", "成员不存在或已停用", "A member is no active user.");

/// Forms and the table hold an empty text for all scopes, lists and filters what stands for them.
const WITH_EMPTY: &[Choice] = &behind("");

document! {
    /// One workgroup.
    pub struct Workgroup in "workgroup" {
        /// Scope it is for; empty for all.
        scopes: String = Field::select(WITH_EMPTY, "业务范畴", "Scope").wire("businessScope"),
        /// Name, unique in its scope.
        name: String = Field::text("工作组名称", "Name").wire("workgroupName").required().max(40),
        /// Remark.
        remark: String = Field::long("组备注", "Remark").max(200),
        /// Offered to orders, and counts for who sees them.
        active: bool = Field::flag("生效", "Active").read_only(),
    }
}

const MEMBERS: Field = Field::many("user", "成员", "Members").wire("userIds");
const SCOPE: Field = Field::select(WITH_ALL, "业务范畴", "Scope").column("scopes").wire("businessScope");

/// Members of a group.
fn member_count() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM workgroup_user wu WHERE wu.org_id = workgroup.org_id \
         AND wu.workgroup_id = workgroup.id)",
    )
}

/// The first five names of a group.
fn first_members() -> Expr {
    Expr::cust(
        "(SELECT string_agg(five.name_cn, ',' ORDER BY five.name_cn) FROM (SELECT u.name_cn FROM workgroup_user wu \
         JOIN app_user u ON u.org_id = wu.org_id AND u.id = wu.user_id WHERE wu.org_id = workgroup.org_id \
         AND wu.workgroup_id = workgroup.id ORDER BY u.name_cn LIMIT 5) five)",
    )
}

/// An empty scope is told as all of them.
fn told(_: &Actor, stored: &Value) -> Value {
    match stored {
        Value::Text(scope) if !scope.is_empty() => stored.clone(),
        _ => Value::Text(ALL.to_owned()),
    }
}

const FILTERS: &[Filter] = &[
    Filter::new("businessScope", Match::Own(by_scope), SCOPE),
    Filter::new("workgroupName", Match::Contains, Workgroup::NAME),
    Filter::new("memberName", Match::Own(by_member), Field::text("成员姓名", "Member's name")),
    Filter::new("active", Match::Bool, Workgroup::ACTIVE),
];

/// The workgroups of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "creator", on: &[("created_by", "id")], by_org: true },
        Join { table: "app_user", alias: "changer", on: &[("updated_by", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        list::VERSION,
        Column::own(SCOPE).width(100).read_as(told),
        Column::own(Workgroup::NAME).width(180),
        Column::own(Workgroup::REMARK).width(200).unsorted(),
        Column::expr(member_count, Field::int("成员数", "Members").wire("memberCount")).width(80),
        Column::expr(first_members, Field::text("成员", "First members").wire("memberNames")).width(260).unsorted(),
        Column::own(Workgroup::ACTIVE).width(80),
        Column::of("creator", Field::text("创建人", "Created by").column("name_cn").wire("createdByName")),
        Column::own(Field::instant("创建时间", "Created").column("created_at")).width(160),
        Column::of("changer", Field::text("修改人", "Changed by").column("name_cn").wire("updatedByName")),
        Column::own(Field::instant("修改时间", "Changed").column("updated_at")).width(160),
    ],
    filters: FILTERS,
    buttons: &[
        Button::new("sys_workgroup_add", ("新增", "New"), "primary", "create"),
        Button::import("sys_workgroup_import", "POST /hrs/userWorkgroup/import"),
        Button::new("sys_workgroup_edit", ("修改", "Edit"), "row", "edit"),
        Button::new("sys_workgroup_stop", ("停用/启用", "Stop or start"), "row", "call")
            .calls("POST /hrs/userWorkgroup/{id}/status")
            .for_many(),
        Button::new("sys_workgroup_del", ("删除", "Delete"), "row", "remove").for_many(),
        Button::new("sys_workgroup_export", ("导出", "Export"), "toolbar", "export"),
    ],
    export: "sys_workgroup_export",
    form: "hrs.workgroup.form",
    ..ListPage::new(
        "hrs.workgroup.list",
        "/hrs_user_workgroup",
        ("用户工作组", "Workgroups"),
        "hrs_user_workgroup",
        "/hrs/userWorkgroup",
        "workgroup",
    )
};

/// The export: one row for each member.
const EXPORT: ListPage = ListPage {
    joins: &[
        Join { table: "workgroup_user", alias: "member", on: &[("id", "workgroup_id")], by_org: true },
        Join { table: "app_user", alias: "person", on: &[("member.user_id", "id")], by_org: true },
        Join { table: "login", alias: "contact", on: &[("person.login_id", "id")], by_org: false },
        Join { table: "dept", alias: "place", on: &[("person.dept_id", "id")], by_org: true },
    ],
    columns: &[
        Column::expr(member_place, Field::text("次序", "Order").wire("memberPlace")).hidden(),
        Column::own(SCOPE).read_as(told),
        Column::own(Workgroup::NAME).width(180),
        Column::own(Workgroup::REMARK).width(200),
        Column::of("person", Field::text("姓名", "Name").column("name_cn")),
        Column::of("person", Field::text("邮箱", "E-mail").column("email")).width(190),
        Column::of("contact", Field::text("手机号", "Mobile phone").column("phone")),
        Column::of("place", Field::text("部门", "Department").column("full_name")).width(200),
        Column::of("person", Field::text("岗位", "Position").column("job_position")),
    ],
    filters: FILTERS,
    visible: Some(with_members),
    sort: "memberPlace,asc",
    ..LIST
};

/// Where a member stands in the export: no two stand in the same place.
fn member_place() -> Expr {
    Expr::cust(
        "(workgroup.name || ' ' || CAST(workgroup.id AS text) || ' ' || person.name_cn || ' ' \
         || CAST(person.id AS text))",
    )
}

fn with_members(_: &Actor) -> Condition {
    Condition::all().add(sql::of("member", "user_id").is_not_null())
}

/// Groups of these scopes; a group for several holds their codes with commas between.
fn by_scope(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(wanted.split(',').filter(|one| !one.is_empty()).fold(Condition::any(), |any, one| any.add(of_scope(one))))
}

fn of_scope(scope: &str) -> Expr {
    if scope == ALL {
        return sql::of_eq("workgroup", "scopes", Value::Text(String::new()));
    }
    sql::contains(Expr::cust("',' || workgroup.scopes || ','"), &format!(",{scope},"))
}

fn by_member(actor: &Actor, name: &str) -> Result<Condition, Refusal> {
    let mut hit = Query::select();
    hit.column(("wu", "workgroup_id"))
        .from_as("workgroup_user", "wu")
        .join_as(
            JoinType::InnerJoin,
            "app_user",
            "u",
            sql::of("u", "org_id").equals(("wu", "org_id")).and(sql::of("u", "id").equals(("wu", "user_id"))),
        )
        .and_where(sql::of_eq("wu", "org_id", actor.org_id))
        .cond_where(sql::any_of([
            sql::contains(sql::of("u", "name_cn"), name),
            sql::contains(sql::of("u", "name_en"), name),
        ]));
    Ok(Condition::all().add(sql::of("workgroup", "id").in_subquery(hit)))
}

/// The form beside the list.
pub const FORM: FormPage = FormPage {
    codes: ["sys_workgroup_add", "sys_workgroup_edit", "sys_workgroup_del", "sys_workgroup_stop"],
    page: "/hrs_user_workgroup",
    level: Level::High,
    uniques: &[Unique {
        index: "uq_workgroup_name",
        columns: &["scopes", "name"],
        field: "workgroupName",
        message: TAKEN,
    }],
    rules: Some(rules),
    after: Some(after),
    view_more: Some(view_more),
    members: &["userIds"],
    remove_rule: Some(remove_rule),
    status_rule: Some(status_rule),
    import: Import::with("sys_workgroup_import"),
    sections: &[
        Section {
            key: "main",
            title: ("工作组", "Workgroup"),
            fields: &[Workgroup::SCOPES, Workgroup::NAME, Workgroup::REMARK],
        },
        Section { key: "members", title: ("成员", "Members"), fields: &[MEMBERS] },
    ],
    ..FormPage::of::<Workgroup>(
        "hrs.workgroup.form",
        ("用户工作组", "Workgroup"),
        ("hrs_user_workgroup", "/hrs/userWorkgroup", "workgroup"),
        Workgroup::NAME,
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_user_workgroup", zh, en, sort);
    room.nodes.extend([
        Node::page("/hrs_user_workgroup", "/hrsManager/staff", "用户工作组", "Workgroups", 40),
        button("sys_workgroup_add", "新增", "New", 10),
        button("sys_workgroup_edit", "修改", "Edit", 20),
        button("sys_workgroup_del", "删除", "Delete", 30),
        button("sys_workgroup_stop", "停用/启用", "Stop or start", 40),
        button("sys_workgroup_import", "导入", "Import", 45),
        button("sys_workgroup_export", "导出", "Export", 50),
    ]);
    room.lists.push(LIST);
    room.forms.push(FORM.contract());
    room.operations.extend(FORM.operations());
    room.operations.extend([
        Operation::post(
            "export_workgroup_members",
            "/hrs/userWorkgroup/exportExcel",
            Access::Code("sys_workgroup_export"),
            export,
        )
        .also("/hrs/userWorkgroup/export")
        .summary("Workgroups: Excel, one row for each member"),
        Operation::get("select_workgroup", "/hrs/userWorkgroup/selectWorkgroup", Access::LoggedIn, select_workgroup)
            .param("businessScope")
            .summary("Active workgroups of a scope and of all scopes"),
        Operation::get(
            "list_workgroup_user",
            "/hrs/userWorkgroup/listUser",
            Access::Code("hrs_user_workgroup"),
            list_user,
        )
        .param("workgroupId")
        .summary("Active users who may become members, and the members of a group"),
    ]);
}

/// POST /hrs/userWorkgroup/exportExcel: of what the page asks only the filters fit the members.
fn export(call: &mut Call) -> Outcome {
    let mut asked: Map<String, Json> = if call.asked.body.is_empty() { Map::new() } else { call.json()? };
    asked.retain(|name, _| name == "filters");
    call.asked.body = Json::Object(asked).to_string().into_bytes();
    list::workbook(&EXPORT, call)
}

/// GET /hrs/userWorkgroup/selectWorkgroup.
fn select_workgroup(call: &mut Call) -> Outcome {
    let scope = call.query("businessScope").trim();
    let mut select = sql::from(call.actor()?.org_id, "workgroup");
    select.columns(["id", "name", "scopes"]).and_where(sql::eq("active", true)).order_by("name", Order::Asc);
    if Scope::from_code(scope).is_some() {
        select.cond_where(sql::any_of([of_scope(scope), of_scope(ALL)]));
    } else if !scope.is_empty() {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "businessScope")])));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let groups = rows.iter().map(|row| {
        let (id, name, scope): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(json!({ "value": id, "label": name, "businessScope": scope }))
    });
    Ok(Answer::Data(Json::Array(groups.collect::<Result<_, Refusal>>()?)))
}

/// GET /hrs/userWorkgroup/listUser.
fn list_user(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let group = match call.query("workgroupId") {
        "" => Id(0),
        text => Id(text.parse().map_err(|_| Refusal::NotFound)?),
    };
    // Who is in the group may stay, also when he was stopped.
    let members = call.read(|conn| members_of(conn, org, group))?;
    let mut select = sql::from(org, "app_user");
    select
        .join(
            JoinType::LeftJoin,
            "dept",
            sql::of("dept", "org_id")
                .equals(("app_user", "org_id"))
                .and(sql::of("dept", "id").equals(("app_user", "dept_id"))),
        )
        .columns([("app_user", "id"), ("app_user", "name_cn"), ("dept", "full_name"), ("app_user", "job_position")])
        .cond_where(sql::any_of([
            sql::of_eq("app_user", "active", true),
            sql::is_in(sql::of("app_user", "id"), members.iter().copied()),
        ]))
        .order_by(("dept", "code"), Order::Asc)
        .order_by(("app_user", "name_cn"), Order::Asc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let users = rows.iter().map(|row| {
        let (dept, position): (String, String) = (row.get(2)?, row.get(3)?);
        let (id, name): (Id, String) = (row.get(0)?, row.get(1)?);
        Ok(json!({ "value": id, "label": name, "deptName": dept, "jobPosition": position }))
    });
    Ok(Answer::Data(Json::Array(users.collect::<Result<_, Refusal>>()?)))
}

/// The members as they will be; none when they were not sent.
fn wanted(draft: &Draft<'_>) -> Result<Option<BTreeSet<Id>>, Refusal> {
    match draft.body.get("userIds") {
        None => Ok(None),
        Some(Json::Null) => Ok(Some(BTreeSet::new())),
        Some(ids) => serde_json::from_value(ids.clone())
            .map(Some)
            .map_err(|_| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "userIds")]))),
    }
}

fn members_of(conn: &mut dyn Conn, org: i64, group: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, "workgroup_user");
    select.column("user_id").and_where(sql::eq("workgroup_id", group));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// New members are active users; who is in a group already may stay.
fn rules(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    if draft.is_new() {
        draft.set(Workgroup::ACTIVE, Value::Bool(true));
    }
    if *draft.value(Workgroup::SCOPES) == Value::Null {
        draft.set(Workgroup::SCOPES, Value::Text(String::new()));
    }
    let wanted = wanted(draft)?.unwrap_or_default();
    let old = members_of(tx, org, draft.id)?;
    let added: Vec<Id> = wanted.difference(&old).copied().collect();
    let mut select = sql::from(org, "app_user");
    select.column("id").and_where(sql::eq("active", true)).and_where(sql::is_in(sql::col("id"), added.iter().copied()));
    let known = tx.query(&select.into())?.len();
    findings.error_if(known < added.len(), "userIds", NO_USER);
    Ok(())
}

/// Writes the members.
fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    let (Some(wanted), old) = (wanted(draft)?, members_of(tx, org, draft.id)?) else { return Ok(Written::default()) };
    if wanted == old {
        return Ok(Written::default());
    }
    let mut gone = sql::delete(org, "workgroup_user");
    gone.and_where(sql::eq("workgroup_id", draft.id))
        .and_where(sql::is_in(sql::col("user_id"), old.difference(&wanted).copied()));
    tx.exec(&gone.into())?;
    for user in wanted.difference(&old) {
        let pair = [("workgroup_id", Value::Int(draft.id.0)), ("user_id", Value::Int(user.0))];
        tx.exec(&sql::insert(org, "workgroup_user", &pair).into())?;
    }
    let change = Change {
        field: "userIds".to_owned(),
        label: MEMBERS.zh.to_owned(),
        old: names(tx, &old)?,
        new: names(tx, &wanted)?,
    };
    Ok(vec![change].into())
}

fn names(tx: &mut Tx<'_>, users: &BTreeSet<Id>) -> Result<String, Refusal> {
    let mut select = sql::from(tx.org(), "app_user");
    select
        .column("name_cn")
        .and_where(sql::is_in(sql::col("id"), users.iter().copied()))
        .order_by("name_cn", Order::Asc);
    let names: Vec<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(names.join(","))
}

fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    view.insert("userIds".to_owned(), json!(members_of(conn, org, id)?));
    Ok(())
}

/// Who sees which orders follows.
fn status_rule(tx: &mut Tx<'_>, _: Id, _: bool, _: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    Ok(raise_permission_version(tx, org)?)
}

/// A group that orders name stays; the rows of its members go with it.
fn remove_rule(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    let mut orders = sql::from(org, "freight_order");
    orders.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("workgroup_id", id));
    let used: i64 = tx.first(&orders.into())?.unwrap_or_default().get(0)?;
    if used > 0 {
        return Err(Refusal::Business(USED.with(&[("n", &used.to_string())])));
    }
    let mut members = sql::delete(org, "workgroup_user");
    members.and_where(sql::eq("workgroup_id", id));
    tx.exec(&members.into())?;
    let mut named = sql::delete(org, "user_scope_extra");
    named.and_where(sql::eq("target_type", "workgroup".to_owned())).and_where(sql::eq("target_id", id));
    tx.exec(&named.into())?;
    Ok(())
}
