//! /af 空运业务: what waits in the orders today, and the flights of the next days.

use domain::order::{Head, Lifecycle, visible_order};
use kernel::{Day, day_after_days, show_day};
use platform::access::Actor;
use platform::board::Board;
use platform::field::{Choice, Field};
use platform::list::{Asked, Column, Filter, ListPage, Match, Report};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::sql::Func;
use platform::store::{Conn, Value, sql};

use crate::order::list::{default_rows, own_scope};
use crate::order::store::TABLE;

/// Days ahead within which an order needs its master number.
const MASTER_DAYS: i64 = 3;
/// Days of flights below the cards.
const FLIGHT_DAYS: i64 = 3;
/// Nodes before the goods are weighed, behind the space is confirmed.
const WEIGHED: i64 = 30;
const SPACE: i64 = 20;
/// Charges of a kind are done.
const DONE: i64 = 2;

/// What an order waits for.
const WAITS: &[Choice] = &[
    Choice::new("departs", "今日起飞", "Departs today").tone("info"),
    Choice::new("master", "待配主单", "Needs a master").tone("warning"),
    Choice::new("weigh", "待出重", "To be weighed").tone("warning"),
    Choice::new("differs", "件重异常", "Figures differ").tone("danger"),
    Choice::new("waybill", "待制单", "Waybill to be made").tone("warning"),
    Choice::new("income", "待收入完成", "Income to be done").tone("info"),
    Choice::new("cost", "待成本完成", "Cost to be done").tone("info"),
    Choice::new("lock", "待锁账", "To be locked").tone("ready"),
    Choice::new("draft", "草稿", "Drafts"),
];

/// Filters of the order list the cards of the desk are made of.
pub(crate) const WAITS_FILTER: Filter =
    Filter::new("todo", Match::Own(todo), Field::select(WAITS, "待办", "To do")).more();
pub(crate) const MINE_FILTER: Filter = Filter::new("mine", Match::Flag(mine), Field::flag("我的", "Mine")).more();

/// The desk.
pub static BOARD: Board = Board {
    key: "af.desk.board",
    path: "/af",
    title: ("空运业务", "Air freight desk"),
    access: "af",
    call: "/afbase/aforder/desk",
    cards: ("af.order.list", "todo"),
    switches: &["mine"],
    reports: &[("flights", &FLIGHTS)],
};

const DATE: Field = Field::day("日期", "Date").wire("flightDate");

static FLIGHTS: ListPage = ListPage {
    columns: &[
        Column::made(Field::text("航班", "Flight").wire("flight"))
            .link("/af_order?expectFlight={flight}&flightDate={flightDate}~{flightDate}")
            .width(120),
        Column::made(DATE),
        Column::made(Field::text("航程", "Route").wire("route")),
        Column::made(Field::int("票数", "Orders").wire("orders")).sum(),
        Column::made(Field::int("件数", "Pieces").wire("pieces")).sum(),
        Column::made(Field::decimal(3, "毛重", "Weight").digits(1).unit("KG").wire("weight")).sum(),
        Column::made(Field::decimal(3, "计重", "Charge weight").digits(2).unit("KG").wire("chargeWeight")).sum(),
    ],
    filters: &[MINE_FILTER],
    visible: Some(flying),
    report: Some(Report { rows: flights, ratios: &[], chart: None }),
    ..ListPage::new(
        "af.desk.flights",
        "/af",
        ("近3天航班", "Flights of the next 3 days"),
        "af",
        "/afbase/aforder/desk",
        TABLE,
    )
};

fn column(name: &'static str) -> Expr {
    sql::of(TABLE, name)
}

/// On a day or before it; what has no day is not.
fn through(column: Expr, day: Day) -> Expr {
    column.lte(sql::value(show_day(day)))
}

/// Orders that wait for something, each kind as the desk counts it.
fn todo(actor: &Actor, value: &str) -> Result<Condition, Refusal> {
    let today = actor.now.day();
    let open = || column("lifecycle").eq(sql::value(Lifecycle::Open.code()));
    let departs_by = |day| through(column("expect_departure"), day);
    let undone = |name: &'static str| open().and(column(name).ne(sql::value(DONE)));
    let done = |name: &'static str| column(name).eq(sql::value(DONE));
    let before_weighing = column("node_rank").gte(sql::value(SPACE)).and(column("node_rank").lt(sql::value(WEIGHED)));
    let waits = match value {
        "departs" => column("expect_departure").eq(sql::value(show_day(today))),
        "master" => column("node_rank").lt(sql::value(SPACE)).and(departs_by(day_after_days(today, MASTER_DAYS))),
        "weigh" => before_weighing.and(through(sql::of("air", "receipt_date"), today).or(departs_by(today))),
        "differs" => column("flagged").eq(sql::value(true)),
        "waybill" => column("awb_id").is_not_null().and(Expr::exists(finished_master()).not()),
        "income" => undone("income_recorded"),
        "cost" => undone("cost_recorded"),
        "lock" => open().and(done("income_recorded")).and(done("cost_recorded")),
        "draft" => {
            return Ok(Condition::all().add(column("lifecycle").eq(sql::value(Lifecycle::Draft.code()))));
        }
        _ => return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "todo")]))),
    };
    Ok(default_rows().add(waits))
}

/// A finished form of the order's master.
fn finished_master() -> platform::sea_query::SelectStatement {
    let form = |name| sql::of("awb_print", name);
    let mut select = Query::select();
    select
        .expr(Expr::cust("1"))
        .from("awb_print")
        .and_where(form("org_id").equals((TABLE, "org_id")))
        .and_where(facts::master::same("awb_print", TABLE))
        .and_where(form("kind").eq(sql::value(0i64)))
        .and_where(form("state").eq(sql::value(waybill::forms::DONE)));
    select
}

/// Orders the caller made or is responsible for.
fn mine(actor: &Actor, only: bool) -> Condition {
    if !only {
        return Condition::all();
    }
    let me = |name| column(name).eq(sql::value(actor.user_id));
    sql::any_of(["sales_id", "servicer_id", "operator_id", "created_by"].map(me))
}

fn flying(actor: &Actor) -> Condition {
    let today = actor.now.day();
    let within = column("expect_departure")
        .gte(sql::value(show_day(today)))
        .and(column("expect_departure").lte(sql::value(show_day(day_after_days(today, FLIGHT_DAYS)))));
    let flies = within.and(column("expect_flight").is_not_null());
    own_scope().add(visible_order(actor)).add(default_rows()).add(flies)
}

/// Orders, pieces and weights of each flight: confirmed figures, planned ones as long as there are none.
fn flights(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
    const BY: [&str; 4] = ["expect_flight", "expect_departure", "departure_station", "arrival_station"];
    let mut select = asked.select()?;
    for name in BY {
        select.expr(column(name)).group_by_col((TABLE, name));
    }
    select.expr(Expr::cust("COUNT(*)"));
    for (confirmed, planned) in [
        (Head::CONFIRM_PIECES.column, Head::PLAN_PIECES.column),
        (Head::CONFIRM_WEIGHT.column, Head::PLAN_WEIGHT.column),
        ("confirm_charge_weight", "plan_charge_weight"),
    ] {
        let figure = Func::coalesce([column(confirmed), column(planned), sql::value(0i64)]);
        select.expr(Func::cast_as(Expr::expr(Func::sum(Expr::expr(figure))), "bigint"));
    }
    select.order_by((TABLE, "expect_departure"), sql::Order::Asc).order_by((TABLE, "expect_flight"), sql::Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let [flight, day, from, to]: [String; 4] = [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
            let figures = (4..8).map(|place| Ok(Value::Int(row.get(place)?)));
            let mut cells = vec![Value::Text(flight), Value::Text(day), Value::Text(format!("{from}-{to}"))];
            cells.extend(figures.collect::<Result<Vec<_>, Refusal>>()?);
            Ok(cells)
        })
        .collect()
}
