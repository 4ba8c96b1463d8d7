//! /af 空运业务: what waits in the orders today, and the flights of the next days.

use std::sync::LazyLock;

use kernel::{Day, day_after_days, show_day};
use order::{Lifecycle, visible_order};
use platform::access::Actor;
use platform::board::Board;
use platform::field::{Choice, Field};
use platform::list::{Column, Filter, Match};
use platform::refusal::{Refusal, messages};
use platform::report::{Dimension, Measure, Report};
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::sql;

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
    reports: &[("flights", || FLIGHTS.part())],
};

const DATE: Field = Field::day("日期", "Date").column("expect_departure").wire("flightDate");

fn route() -> Expr {
    Expr::cust("COALESCE(freight_order.departure_station, '') || '-' || COALESCE(freight_order.arrival_station, '')")
}

macro_rules! figure {
    ($name:ident, $of:literal) => {
        /// As confirmed, as planned as long as it is not.
        fn $name() -> Expr {
            Expr::cust(concat!("COALESCE(freight_order.confirm_", $of, ", freight_order.plan_", $of, ", 0)"))
        }
    };
}

figure!(pieces, "pieces");
figure!(weight, "weight");
figure!(charge_weight, "charge_weight");

/// Orders, pieces and weights of each flight.
static FLIGHTS: LazyLock<Report> = LazyLock::new(|| {
    let flight = Column::own(Field::text("航班", "Flight").column("expect_flight").wire("flight")).width(120);
    let kg = |digits, zh, en, wire| Field::decimal(3, zh, en).digits(digits).unit("KG").wire(wire);
    Report::of("af.desk-flights", ("近3天航班", "Flights of the next 3 days"), ("/af", "", 0), TABLE)
        .visible(flying)
        .filters(&[MINE_FILTER])
        .dimension(Dimension::of(flight.link("/af_order?expectFlight={flight}&flightDate={flightDate}~{flightDate}")))
        .dimension(Dimension::of(Column::own(DATE)))
        .dimension(Dimension::of(Column::expr(route, Field::text("航程", "Route").wire("route"))))
        .grouped("flight,flightDate,route")
        .measure(Measure::count("orders", ("票数", "Orders")))
        .measure(Measure::sum(Column::expr(pieces, Field::int("件数", "Pieces").wire("pieces"))))
        .measure(Measure::sum(Column::expr(weight, kg(1, "毛重", "Weight", "weight"))))
        .measure(Measure::sum(Column::expr(charge_weight, kg(2, "计重", "Charge weight", "chargeWeight"))))
        .sort("flightDate,asc;flight,asc")
});

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
