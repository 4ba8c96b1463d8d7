//! /af_awb_stock 主单库存统计: what was received, what is left of it and for how long.

use std::sync::LazyLock;

use domain::switch::{AWB_ALERT_DAYS, AWB_ALERT_NUMBERS};
use platform::field::{Choice, Field};
use platform::list::{Column, Filter, Join, Match};
use platform::refusal::Refusal;
use platform::report::{At, Dimension, Judge, Judged, Measure, Ratio, Report};
use platform::setting;
use platform::store::{Conn, sql};
use sea_query::{Expr, ExprTrait};
use stock::State;

use crate::stock_list::SOURCES;

const TABLE: &str = "awb";
/// Days whose use tells how long the rest will do.
const USE_DAYS: i64 = 30;
/// Days within which an end counts as near.
const EXPIRING_DAYS: i64 = 30;
/// What the log of a number says when an order takes it.
const TAKEN: &str = "配单";

pub(crate) const LOW: &str = "LOW";
const LEVELS: &[Choice] =
    &[Choice::new(LOW, "不足", "Low").tone("danger"), Choice::new("ENOUGH", "充足", "Enough").tone("ready")];

const CARRIER: Field = Field::code("carrier", "航司", "Carrier").column("carrier_code");
const STATION: Field = Field::code("airport", "始发港", "Origin").column("departure_station");
const SOURCE_TYPE: Field = Field::select(SOURCES, "运单所属", "Belongs to").column("source_type").wire("awbFromType");
const SOURCE_NAME: Field = Field::text("运单来源", "Source").column("coop_name").wire("awbFromName");
const RECEIVED_ON: Field = Field::day("领单日期", "Received on").column("receive_date");

const LEVEL: Field = Field::state(LEVELS, "库存", "Stock").wire("level");
const ALL: &[&str] = &["carrierCode", "prefix", "departureStation", "awbFromType", "awbFromName"];

/// The list of numbers, of those of a row.
const NUMBERS: &str = "/af_awb?prefix={prefix}&departureStation={departureStation}&awbFromType={awbFromType}\
                       &awbFromName={awbFromName}";

fn is(state: State) -> Expr {
    sql::of_eq(TABLE, "state", state.code())
}

/// Those whose term ends so many days away at the latest: never null, so that it may be turned round.
fn ends_within(at: &At, days: i64) -> Expr {
    let ends = sql::of(TABLE, "expire_date");
    ends.clone().is_not_null().and(ends.lte(sql::value(at.day(days))))
}

/// To be used by nobody yet: a reservation that has run out counts no more.
fn free(at: &At) -> Expr {
    is(State::Unused).or(stock::run_out(&at.day(0)))
}

fn unused(at: &At) -> Expr {
    free(at).and(ends_within(at, -1).not())
}

fn reserved(at: &At) -> Expr {
    is(State::Reserved).and(stock::run_out(&at.day(0)).not())
}

fn went_back(back: bool) -> Expr {
    is(State::Void).and(sql::of_eq(TABLE, "returned", back))
}

/// Taken by an order of late, which still has it.
fn taken(at: &At) -> Expr {
    let mut taken = at.rows_of("awb_log");
    taken
        .columns([("awb_log", "org_id"), ("awb_log", "awb_id")])
        .and_where(sql::of_eq("awb_log", "action", TAKEN))
        .and_where(sql::of("awb_log", "created_at").gte(sql::value(at.ago(USE_DAYS))));
    let number = Expr::tuple([sql::of(TABLE, "org_id"), sql::of(TABLE, "id")]);
    is(State::Allocated).or(is(State::Used)).and(number.in_subquery(taken))
}

/// Below the company's number, or for fewer days than its: so many tenths the rest lasts, which nobody knows without use.
fn is_low((unused, left): (i64, Option<i64>), (numbers, days): (i64, i64)) -> bool {
    unused < numbers || left.is_some_and(|tenths| tenths < days * 10)
}

fn level(conn: &mut dyn Conn, org: i64) -> Result<Judge, Refusal> {
    let numbers = setting::value(conn, org, &AWB_ALERT_NUMBERS, None)?;
    let least = (numbers, setting::value(conn, org, &AWB_ALERT_DAYS, None)?);
    let left = |figure: &dyn Fn(&str) -> Option<i64>| (figure("unused").unwrap_or_default(), figure("daysLeft"));
    Ok(Box::new(move |figure| if is_low(left(figure), least) { LOW } else { "ENOUGH" }))
}

const fn count(name: &'static str, zh: &'static str, en: &'static str) -> Measure {
    Measure::count(name, (zh, en)).width(90)
}

/// The report.
pub static REPORT: LazyLock<Report> = LazyLock::new(|| {
    let door = ("/af_awb_stock", "/afManager/awb", 40);
    Report::of("af.awb-stock", ("主单库存统计", "Waybill stock report"), door, TABLE)
        .calls("/afbase/awb/stock")
        .exported_by("af-awb-export")
        .counted_in(NUMBERS)
        .joins(&[
            Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true },
            Join { table: "awb_receipt", alias: "receipt", on: &[("receipt_id", "id")], by_org: true },
        ])
        .filters(&[
            Filter::new("receiveDate", Match::Range, RECEIVED_ON).columns(&[("receipt", "receive_date")]),
            Filter::new("carrierCode", Match::Equals, CARRIER),
            Filter::new("departureStation", Match::Equals, STATION),
            Filter::new("awbFromType", Match::OneOf, SOURCE_TYPE),
            Filter::new("awbFromName", Match::Contains, SOURCE_NAME)
                .columns(&[("source", "coop_name"), ("source", "coop_code")]),
        ])
        .dimension(Dimension::of(Column::own(CARRIER).width(90)))
        .dimension(Dimension::of(Column::own(Field::text("航司前缀", "Prefix").column("prefix")).width(90)))
        .dimension(Dimension::of(Column::own(STATION).width(90)))
        .dimension(Dimension::of(Column::own(SOURCE_TYPE)))
        .dimension(Dimension::of(Column::of("source", SOURCE_NAME)))
        .grouping("all", ("航司、始发港、来源", "Carrier, origin, source"), ALL)
        .grouping("carrier", ("航司", "Carrier"), &["carrierCode", "prefix"])
        .grouping("station", ("始发港", "Origin"), &["departureStation"])
        .grouping("source", ("运单来源", "Source"), &["awbFromType", "awbFromName"])
        .judged(Judged::new(LEVEL, level).width(100).only("onlyLow", ("只看不足", "Low only"), LOW))
        .measure(count("received", "领用", "Received"))
        .measure(count("unused", "未使用", "Unused").when(unused).link("awbStatus=UNUSED&expired=false"))
        .measure(count("reserved", "已预订", "Reserved").when(reserved).link("awbStatus=RESERVED"))
        .measure(count("allocated", "已配单", "Allocated").only(|| is(State::Allocated)).link("awbStatus=ALLOCATED"))
        .measure(count("used", "已使用", "Used").only(|| is(State::Used)).link("awbStatus=USED"))
        .measure(count("locked", "已锁定", "Locked").only(|| is(State::Locked)).link("awbStatus=LOCKED"))
        .measure(count("voided", "已作废", "Void").only(|| went_back(false)))
        .measure(count("returned", "已退回", "Returned").only(|| went_back(true)))
        .measure(
            count("expiring", "30天到期", "Ends in 30 days")
                .when(|at| unused(at).and(ends_within(at, EXPIRING_DAYS)))
                .width(100),
        )
        .measure(
            count("expired", "已过期", "Expired")
                .when(|at| free(at).and(ends_within(at, -1)))
                .link("awbStatus=UNUSED&expired=true"),
        )
        .measure(count("taken", "近30天用量", "Used in 30 days").when(taken).hidden())
        .ratio(Ratio::by("useDays", ("近30天日均用量", "Used a day (30 days)"), ("taken", USE_DAYS), 2).width(130))
        .ratio(Ratio::quotient("daysLeft", ("可用天数", "Days left"), ("unused", "taken"), 1).times(USE_DAYS).width(90))
        .drawn(&["carrierCode", "departureStation", "awbFromName"], &["unused", "allocated", "used", "received"])
        .sort("unused,asc")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_is_low_below_either_limit() {
        let low = |unused, left| is_low((unused, left), (20, 7));
        assert!(low(19, None) && !low(20, None), "nobody knows how long they last");
        assert!(low(23, Some(69)), "6.9 days");
        assert!(!low(24, Some(72)), "7.2 days");
        assert!(!low(70, Some(70)) && low(69, Some(69)), "seven days are enough");
    }
}
