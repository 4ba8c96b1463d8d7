//! /af 空运业务: what waits in the orders today, and the flights of the next days.

use std::sync::LazyLock;

use kernel::{Scope, day_after_days, show_day};
use order::visible_order;
use orderdesk::{MINE, of_scope, usual};
use platform::access::Actor;
use platform::board::Board;
use platform::field::Field;
use platform::list::Column;
use platform::report::{Dimension, Measure, Report};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

use crate::order::store::TABLE;

/// Days of flights below the cards.
const FLIGHT_DAYS: i64 = 3;

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

fn charge_weight() -> Expr {
    Expr::cust("COALESCE(freight_order.biz_quantity, 0)")
}

/// Orders, pieces and weights of each flight.
static FLIGHTS: LazyLock<Report> = LazyLock::new(|| {
    let flight = Column::own(Field::text("航班", "Flight").column("expect_flight").wire("flight")).width(120);
    let kg = |digits, zh, en, wire| Field::decimal(3, zh, en).digits(digits).unit("KG").wire(wire);
    Report::of("af.desk-flights", ("近3天航班", "Flights of the next 3 days"), ("/af", "", 0), TABLE)
        .visible(flying)
        .filters(&[MINE])
        .dimension(Dimension::of(flight.link("/af_order?expectFlight={flight}&flightDate={flightDate}~{flightDate}")))
        .dimension(Dimension::of(Column::own(DATE)))
        .dimension(Dimension::of(Column::expr(route, Field::text("航程", "Route").wire("route"))))
        .grouped("flight,flightDate,route")
        .measure(Measure::count("orders", ("票数", "Orders")))
        .measure(Measure::sum(Column::expr(pieces, Field::int("件数", "Pieces").wire("pieces"))))
        .measure(Measure::sum(Column::expr(weight, kg(1, "毛重", "Weight", "weight"))))
        .measure(Measure::sum(Column::expr(charge_weight, kg(2, "计费重量", "Charge weight", "chargeWeight"))))
        .sort("flightDate,asc;flight,asc")
});

fn column(name: &'static str) -> Expr {
    sql::of(TABLE, name)
}

fn flying(actor: &Actor) -> Condition {
    let today = actor.now.day();
    let within = column("expect_departure")
        .gte(sql::value(show_day(today)))
        .and(column("expect_departure").lte(sql::value(show_day(day_after_days(today, FLIGHT_DAYS)))));
    let flies = within.and(column("expect_flight").is_not_null());
    of_scope(Scope::Ae).add(visible_order(actor)).add(usual(Scope::Ae)).add(flies)
}
