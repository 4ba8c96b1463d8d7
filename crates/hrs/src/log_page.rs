//! 系统日志. The operation log as a page, and the log of one thing.

use charge::ledger;
use domain::coop::visible_coop;
use facts::order_log::OBJECT;
use kernel::Id;
use order::visible_order;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::document::Seen;
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

const LEVELS: &[Choice] = &[
    Choice::new("高", "高", "High").tone("danger"),
    Choice::new("中", "中", "Middle").tone("info"),
    Choice::new("低", "低", "Low"),
];

/// Most days a search of the log covers.
const DAYS_MAX: i64 = 366;
/// Partners: their table, and their kind in the lines about them.
const COOP: &str = "coop";
/// Orders of a line beyond its first.
const FURTHER: &str = "operation_log_order";

const TIME: Field = Field::instant("操作时间", "Time").column("created_at").wire("createTime");
const LEVEL: Field = Field::state(LEVELS, "操作级别", "Level").column("level");
const KIND: Field = Field::select(log::KINDS, "操作类型", "Type").column("kind").wire("type");
const PAGE: Field = Field::text("操作名称", "Page").wire("pageName");
const FUNCTION: Field = Field::text("功能", "Function").column("function").wire("pageFunction");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const NUMBER: Field = Field::text("对象单号", "Number").column("object_number");
const TEXT: Field = Field::long("操作内容", "Content").column("text");
const OPERATOR: Field = Field::text("操作人", "Operator").wire("operatorName");
const DEPT: Field = Field::text("部门", "Department").column("full_name").wire("deptName");
const IP: Field = Field::text("IP", "IP address").column("ip");
const REQUEST: Field = Field::text("请求号", "Request").column("request_id");

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page("/hrs_log", "/hrsManager/log", "系统日志", "Operation log", 10),
        Node::button("sys_log_export", "hrs_log", "导出", "Export", 10),
        Node::button("sys_log_all", "hrs_log", "查看全部业务日志", "See the log of every order", 20),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::get("list_thing_log", "/hrs/log/page", Access::LoggedIn, of_thing)
            .param("objectType")
            .param("objectId")
            .param("current")
            .param("size")
            .summary("Log of one thing"),
        Operation::get("get_log", "/hrs/log/{id}", Access::Code("hrs_log"), one)
            .summary("One line of the log with what it changed"),
    ]);
}

/// The page by its name; its address when it is no page of the menu.
fn page_name() -> Expr {
    Expr::cust("COALESCE(node.name_zh, operation_log.page)")
}

/// The operator as he was called then, with his address.
fn operator() -> Expr {
    Expr::cust("operation_log.operator_name || COALESCE(' ' || person.email, '')")
}

/// The log of the org, newest first.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "permission", alias: "node", on: &[("page", "path")], by_org: false },
        Join { table: "app_user", alias: "person", on: &[("operator_id", "id")], by_org: true },
        Join { table: "dept", alias: "place", on: &[("dept_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::own(TIME).width(160),
        Column::own(LEVEL).width(80),
        Column::own(KIND).width(90),
        Column::expr(page_name, PAGE).width(120),
        Column::own(FUNCTION).width(120),
        Column::own(SCOPE).width(90).behind(),
        Column::own(NUMBER).width(150).copy(),
        Column::own(TEXT).width(420).unsorted(),
        Column::expr(operator, OPERATOR).width(200),
        Column::of("place", DEPT).width(160).behind(),
        Column::own(IP).width(130).behind(),
        Column::own(REQUEST).width(150).behind(),
    ],
    filters: &[
        Filter::new("createTime", Match::Range, TIME).days_at_most(DAYS_MAX).initially("last30"),
        Filter::new("operatorId", Match::Equals, Field::reference("user", "操作人", "Operator").column("operator_id")),
        Filter::new("type", Match::OneOf, KIND),
        Filter::new("objectNumber", Match::Equals, NUMBER),
        Filter::new("level", Match::OneOf, LEVEL),
        Filter::new("pageName", Match::Contains, PAGE)
            .columns(&[("node", "name_zh"), ("operation_log", "page")])
            .more(),
        Filter::new("businessScope", Match::OneOf, SCOPE).more(),
        Filter::new("text", Match::Contains, TEXT).more(),
        Filter::new("deptId", Match::Equals, Field::reference("dept", "部门", "Department").column("dept_id")).more(),
        Filter::new("ip", Match::Contains, IP).more(),
    ],
    buttons: &[Button::new("sys_log_export", ("导出", "Export"), "toolbar", "export")],
    export: "sys_log_export",
    visible: Some(visible),
    ..ListPage::new(
        "hrs.log.list",
        "/hrs_log",
        ("系统日志", "Operation log"),
        "hrs_log",
        "/hrs/log/list",
        "operation_log",
    )
};

/// Lines about orders, their papers and partners follow who sees them (Rule 5), unless the caller may see them all.
fn visible(actor: &Actor) -> Condition {
    let money = Condition::all().add(of_money(actor));
    if actor.has("sys_log_all") {
        return money;
    }
    money.add(of_orders(actor)).add(of_partners(actor))
}

/// Lines about the income or the cost of orders are for who may see that side.
fn of_money(actor: &Actor) -> Condition {
    let hidden = ledger::hidden_logs(actor);
    let kind = sql::of("operation_log", "object_type");
    let others = hidden.into_iter().map(|hidden| kind.clone().ne(sql::value(hidden.to_owned())));
    others.fold(Condition::all(), Condition::add)
}

fn of_partners(actor: &Actor) -> Condition {
    let seen = visible_coop(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut partner = Query::select();
    partner
        .expr(Expr::cust("1"))
        .from(COOP)
        .and_where(sql::of_eq(COOP, "org_id", actor.org_id))
        .and_where(sql::of(COOP, "id").equals(("operation_log", "object_id")))
        .cond_where(seen);
    let other = sql::of("operation_log", "object_type").ne(sql::value(COOP.to_owned()));
    Condition::any().add(other).add(Expr::exists(partner))
}

/// Lines about what is somebody's own and of no order are for him.
fn of_orders(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let own = |column| sql::of("operation_log", column);
    let mut first = Query::select();
    first
        .expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of_eq("freight_order", "org_id", actor.org_id))
        .and_where(sql::of("freight_order", "id").equals(("operation_log", "order_id")))
        .cond_where(seen.clone());
    let mut further = Query::select();
    further
        .expr(Expr::cust("1"))
        .from(FURTHER)
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", FURTHER, "order_id"))
        .and_where(sql::of_eq(FURTHER, "org_id", actor.org_id))
        .and_where(sql::of(FURTHER, "log_id").equals(("operation_log", "id")))
        .cond_where(seen);
    let makers = Condition::any().add(own("maker_id").is_null()).add(own("maker_id").eq(sql::value(actor.user_id)));
    Condition::any()
        .add(Condition::all().add(own("order_id").is_null()).add(makers))
        .add(Expr::exists(first))
        .add(Expr::exists(further))
}

/// Lines of the log as a caller may see them: id, time, level, kind, page, function, scope, kind of
/// thing, number, text, operator, department, address, request, changes.
fn lines(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, "operation_log");
    for join in LIST.joins {
        let mut on = join.on.iter().fold(Condition::all(), |on, (own, joined)| {
            on.add(sql::of(join.alias, joined).equals(("operation_log", *own)))
        });
        if join.by_org {
            on = on.add(sql::of(join.alias, "org_id").equals(("operation_log", "org_id")));
        }
        select.join_as(JoinType::LeftJoin, join.table, join.alias, on);
    }
    let own = |column| sql::of("operation_log", column);
    select.exprs([own("id"), own("created_at"), own("level"), own("kind"), page_name(), own("function")]);
    select.exprs([own("business_scope"), own("object_type"), own("object_number"), own("text"), operator()]);
    select.exprs([sql::of("place", "full_name"), own("ip"), own("request_id"), own("changes")]);
    select.cond_where(visible(actor)).take()
}

/// A line as JSON.
fn line_json(row: &Row) -> Result<Json, Refusal> {
    let changes: String = row.get(14)?;
    let text = |place: usize| row.get::<Option<String>>(place);
    Ok(json!({
        "id": row.get::<Id>(0)?, "createTime": kernel::show_second(row.get(1)?), "level": text(2)?,
        "type": text(3)?, "pageName": text(4)?, "pageFunction": text(5)?, "businessScope": text(6)?,
        "objectType": text(7)?, "objectNumber": text(8)?, "text": text(9)?, "operatorName": text(10)?,
        "deptName": text(11)?, "ip": text(12)?, "requestId": text(13)?,
        "changes": serde_json::from_str::<Json>(&changes).unwrap_or_else(|_| json!([])),
    }))
}

/// The newest lines of a level that a caller may see.
pub(crate) fn newest(call: &Call, level: &str, most: u64) -> Result<Vec<Json>, Refusal> {
    let mut select = lines(call.actor()?);
    select
        .and_where(sql::of_eq("operation_log", "level", level.to_owned()))
        .order_by(("operation_log", "created_at"), Order::Desc)
        .order_by(("operation_log", "id"), Order::Desc)
        .limit(most);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter().map(line_json).collect()
}

/// GET /hrs/log/{id}.
fn one(call: &mut Call) -> Outcome {
    let mut select = lines(call.actor()?);
    select.and_where(sql::of_eq("operation_log", "id", call.path_id("id")?));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    Ok(Answer::Data(line_json(&row)?))
}

/// Whether there are lines about a thing, and the page of the log shows an actor none of them.
fn is_hidden(conn: &mut dyn Conn, actor: &Actor, (kind, id): (&str, Id)) -> Result<bool, Refusal> {
    let mut all = sql::from(actor.org_id, "operation_log");
    all.expr(Expr::cust("1"))
        .and_where(sql::of_eq("operation_log", "object_type", kind.to_owned()))
        .and_where(sql::of_eq("operation_log", "object_id", id))
        .limit(1);
    let shown = all.clone().cond_where(visible(actor)).take();
    Ok(conn.first(&all.into())?.is_some() && conn.first(&shown.into())?.is_none())
}

/// GET /hrs/log/page: the log of one thing, for whoever may open the thing's form and see the thing.
pub fn of_thing(call: &mut Call) -> Outcome {
    let kind = call.query("objectType").to_owned();
    let id = call.query("objectId").parse().map(Id).map_err(|_| Refusal::NotFound)?;
    // A thing may have several forms, each with a permission of its own.
    let forms = call.app.registry.forms.iter();
    let of_kind = forms.filter(|form| form.get("objectType").and_then(Json::as_str) == Some(kind.as_str()));
    let mut codes: Vec<&str> = of_kind.filter_map(|form| form.get("access")?.as_str()).collect();
    let operations = call.app.registry.operations.iter();
    let guards: Vec<(Access, Seen)> = operations
        .filter_map(|operation| operation.guards.map(|(guarded, seen)| (guarded, operation.access, seen)))
        .filter(|(guarded, ..)| *guarded == kind)
        .map(|(_, access, seen)| (access, seen))
        .collect();
    codes.extend(guards.iter().flat_map(|(access, _)| access.codes()));
    let first = codes.first().ok_or(Refusal::NotFound)?;
    let actor = call.actor()?;
    if !codes.iter().any(|code| actor.has(code)) {
        actor.need(first)?;
    }
    let number =
        |name: &str, default: u64, most: u64| call.query(name).parse::<u64>().unwrap_or(default).clamp(1, most);
    let place = (number("current", 1, 100_000), number("size", 20, 100));
    let actor = actor.clone();
    let shown = call.read(|conn| {
        let own: Vec<Seen> = guards.iter().filter(|(access, _)| actor.may(*access)).map(|(_, seen)| *seen).collect();
        // Who reads the page of the log reads there what became of things that are gone; orders never are.
        let keeper = kind != OBJECT && actor.has("hrs_log") && !is_hidden(conn, &actor, (&kind, id))?;
        if !guards.is_empty() && !keeper && !own.iter().any(|seen| seen(conn, &actor, id).is_ok()) {
            return Err(Refusal::NotFound);
        }
        let kinds = if kind == OBJECT { ledger::order_logs(&actor) } else { vec![kind.as_str()] };
        log::page_of(conn, actor.org_id, (&kinds, id), place)
    });
    shown.map(Answer::Data)
}
