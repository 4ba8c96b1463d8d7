//! The worked example of a report in `docs/adding-a-page.md`: three dimensions, two measures, a ratio. The standard suite
//! of the room runs over it.

use std::sync::LazyLock;

use platform::field::Field;
use platform::list::{Column, Draw, Filter, Join, Match};
use platform::registry::Room;
use platform::report::{Dated, Dimension, Measure, Ratio, Report};
use platform::sea_query::{Condition, Expr};
use platform::store::sql;

const TABLE: &str = "freight_order";
const CUSTOMER: Field = Field::text("客户", "Customer").column("coop_name").wire("coopName");
const ORIGIN: Field = Field::text("始发港", "Origin").column("departure_station").wire("origin");
const WEIGHT: Field = Field::decimal(3, "计费重量", "Charge weight").digits(2).unit("KG").column("plan_charge_weight");

fn departure() -> Expr {
    sql::of(TABLE, "expect_departure")
}

fn created() -> Expr {
    sql::of(TABLE, "created_at")
}

static REPORT: LazyLock<Report> = LazyLock::new(|| {
    let door = ("/css_report_worked", "/cssManager/report", 900);
    Report::of("worked.report", ("订单统计", "Orders"), door, TABLE)
        .joins(&[Join { table: "coop", alias: "coop", on: &[("coop_id", "id")], by_org: true }])
        .visible(|_| Condition::all().add(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"])))
        .date("bizDate", ("业务日期", "Business date"), Dated::day(departure).or_at(created))
        .filters(&[Filter::new("coopName", Match::Contains, CUSTOMER).columns(&[("coop", "coop_name")])])
        .dimension(Dimension::named(Column::of("coop", CUSTOMER).width(160), "coop_id"))
        .dimension(Dimension::of(Column::own(ORIGIN)))
        .dimension(Dimension::month("month", ("月", "Month")))
        .measure(Measure::count("orders", ("票数", "Orders")))
        .measure(Measure::sum(Column::own(WEIGHT)))
        .ratio(Ratio::quotient("each", ("票均计费重量", "Weight an order"), ("planChargeWeight", "orders"), 1))
        .compares()
        .draws("month", Draw::Line)
        .detail(&[
            Column::own(Field::text("订单号", "Order").column("order_code")),
            Column::of("coop", CUSTOMER),
            Column::own(WEIGHT),
        ])
});

/// The room that has it.
pub fn room() -> Room {
    let mut room = Room::new("worked");
    room.report(&REPORT);
    room
}
