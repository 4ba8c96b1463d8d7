//! /af_awb_stock 主单库存统计: what was received, what is left of it and for how long, and whom that is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::switch::{AWB_ALERT_DAYS, AWB_ALERT_NUMBERS};
use kernel::{Instant, day_after_days, div_half_up, show_day};
use message::{About, By, Told, Values};
use platform::call::App;
use platform::field::{Choice, Field};
use platform::list::{Asked, Button, Chart, Column, Filter, Join, ListPage, Match, Report};
use platform::message::{MessageEvent, Placeholder, Receiver, SYSTEM, To};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::sql::{Func, JoinType};
use platform::store::{Conn, Value, sql};
use sea_query::{Expr, ExprTrait, SelectStatement};
use stock::State;

use crate::stock_list::SOURCES;

const PATH: &str = "/af_awb_stock";
/// Days whose use tells how long the rest will do.
const USE_DAYS: i64 = 30;
/// Days within which an end counts as near.
const EXPIRING_DAYS: i64 = 30;
/// What the log of a number says when an order takes it.
const TAKEN: &str = "配单";
/// Lines a message names.
const TOLD_LINES: usize = 10;

/// What a line stands for.
const GROUPS: &[Choice] = &[
    Choice::new("all", "航司、始发港、来源", "Carrier, origin, source"),
    Choice::new("carrier", "航司", "Carrier"),
    Choice::new("station", "始发港", "Origin"),
    Choice::new("source", "运单来源", "Source"),
];

const LOW: &str = "LOW";
const LEVELS: &[Choice] =
    &[Choice::new(LOW, "不足", "Low").tone("danger"), Choice::new("ENOUGH", "充足", "Enough").tone("ready")];

const CARRIER: Field = Field::code("carrier", "航司", "Carrier").column("carrier_code");
const PREFIX: Field = Field::text("航司前缀", "Prefix").column("prefix");
const STATION: Field = Field::code("airport", "始发港", "Origin").column("departure_station");
const SOURCE_TYPE: Field = Field::select(SOURCES, "运单所属", "Belongs to").column("source_type").wire("awbFromType");
const SOURCE_NAME: Field = Field::text("运单来源", "Source").column("coop_name").wire("awbFromName");
const RECEIVED_ON: Field = Field::day("领单日期", "Received on").column("receive_date");

const fn count(wire: &'static str, zh: &'static str, en: &'static str) -> Column {
    Column::made(Field::int(zh, en).wire(wire)).sum().width(90)
}

/// A figure that opens the numbers it counts.
const fn counted(wire: &'static str, zh: &'static str, en: &'static str, link: &'static str) -> Column {
    count(wire, zh, en).link(link)
}

macro_rules! numbers_of {
    ($state:literal) => {
        concat!(
            "/af_awb?awbStatus=",
            $state,
            "&prefix={prefix}&departureStation={departureStation}&awbFromType={awbFromType}&awbFromName={awbFromName}"
        )
    };
}

const USE: Field = Field::decimal(2, "近30天日均用量", "Used a day (30 days)").wire("useDays").digits(2);
const LEFT: Field = Field::decimal(1, "可用天数", "Days left").wire("daysLeft").digits(1);

/// The report.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "source", on: &[("source_coop_id", "id")], by_org: true },
        Join { table: "awb_receipt", alias: "receipt", on: &[("receipt_id", "id")], by_org: true },
    ],
    columns: &[
        Column::made(CARRIER).width(90),
        Column::made(PREFIX).width(90),
        Column::made(STATION).width(90),
        Column::made(SOURCE_TYPE),
        Column::made(SOURCE_NAME),
        Column::made(Field::state(LEVELS, "库存", "Stock").wire("level")).width(80),
        count("received", "领用", "Received"),
        counted("unused", "未使用", "Unused", concat!(numbers_of!("UNUSED"), "&expired=false")),
        counted("reserved", "已预订", "Reserved", numbers_of!("RESERVED")),
        counted("allocated", "已配单", "Allocated", numbers_of!("ALLOCATED")),
        counted("used", "已使用", "Used", numbers_of!("USED")),
        counted("locked", "已锁定", "Locked", numbers_of!("LOCKED")),
        count("voided", "已作废", "Void"),
        count("returned", "已退回", "Returned"),
        count("expiring", "30天到期", "Ends in 30 days").width(100),
        counted("expired", "已过期", "Expired", concat!(numbers_of!("UNUSED"), "&expired=true")),
        Column::made(USE).sum().width(130),
        Column::made(LEFT).width(90),
    ],
    filters: &[
        Filter::new("groupBy", Match::Parameter, Field::select(GROUPS, "汇总方式", "Grouped by").column("")),
        Filter::new("receiveDate", Match::Range, RECEIVED_ON).columns(&[("receipt", "receive_date")]),
        Filter::new("carrierCode", Match::Equals, CARRIER),
        Filter::new("departureStation", Match::Equals, STATION),
        Filter::new("awbFromType", Match::OneOf, SOURCE_TYPE),
        Filter::new("awbFromName", Match::Contains, SOURCE_NAME)
            .columns(&[("source", "coop_name"), ("source", "coop_code")]),
        Filter::new("onlyLow", Match::Parameter, Field::flag("只看不足", "Low only").column("")),
    ],
    buttons: &[Button::new("af-awb-export", ("导出", "Export"), "toolbar", "export")],
    sort: "unused,asc",
    export: "af-awb-export",
    toned: "level",
    report: Some(Report {
        rows,
        ratios: &[("daysLeft", |sum| days_left(sum("unused"), sum("useDays")).map_or(Value::Null, Value::Int))],
        chart: Some(Chart {
            label: &["carrierCode", "departureStation", "awbFromName"],
            measures: &["unused", "allocated", "used", "received"],
            draws: &[],
        }),
    }),
    ..ListPage::new(
        "af.awb-stock.list",
        PATH,
        ("主单库存统计", "Waybill stock report"),
        "af_awb_stock",
        "/afbase/awb/stock",
        "awb",
    )
};

/// Carrier, prefix, origin, kind of source and source of a line, as far as it is about one.
type Group = [Option<String>; 5];

/// How many numbers of a line are in which state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Line {
    unused: i64,
    reserved: i64,
    allocated: i64,
    used: i64,
    locked: i64,
    voided: i64,
    returned: i64,
    /// Unused ones whose term ends soon.
    expiring: i64,
    /// Neither used nor to be used: their term is over.
    expired: i64,
    /// Given to orders within [`USE_DAYS`].
    taken: i64,
}

/// How long numbers may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    Long,
    /// Within [`EXPIRING_DAYS`].
    EndsSoon,
    Over,
}

/// What numbers that are counted together have in common.
struct Counted {
    state: State,
    returned: bool,
    /// Their reservation is over.
    run_out: bool,
    term: Term,
}

impl Line {
    fn received(&self) -> i64 {
        self.unused
            + self.reserved
            + self.allocated
            + self.used
            + self.locked
            + self.voided
            + self.returned
            + self.expired
    }

    /// Hundredths of numbers used a day.
    fn use_a_day(&self) -> i64 {
        rounded(self.taken * 100, USE_DAYS)
    }

    fn add(&mut self, counted: &Counted, numbers: i64) {
        // A reservation that has run out counts no more.
        let state = if counted.run_out { State::Unused } else { counted.state };
        let figure = match state {
            State::Unused if counted.term == Term::Over => &mut self.expired,
            State::Unused => &mut self.unused,
            State::Reserved => &mut self.reserved,
            State::Allocated => &mut self.allocated,
            State::Used => &mut self.used,
            State::Locked => &mut self.locked,
            State::Void if counted.returned => &mut self.returned,
            State::Void => &mut self.voided,
        };
        *figure += numbers;
        if counted.term == Term::EndsSoon && state == State::Unused {
            self.expiring += numbers;
        }
    }
}

fn rounded(numerator: i64, divisor: i64) -> i64 {
    i64::try_from(div_half_up(i128::from(numerator), i128::from(divisor))).unwrap_or(i64::MAX)
}

/// Tenths of days the unused numbers last at a use of so many hundredths a day; none without use.
fn days_left(unused: i64, use_a_day: i64) -> Option<i64> {
    (use_a_day > 0).then(|| rounded(unused.saturating_mul(1_000), use_a_day))
}

/// The numbers and days below which a company wants to know.
#[derive(Debug, Clone, Copy)]
struct Alert {
    numbers: i64,
    days: i64,
}

impl Alert {
    fn of(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        Ok(Self {
            numbers: setting::value(conn, org, &AWB_ALERT_NUMBERS, None)?,
            days: setting::value(conn, org, &AWB_ALERT_DAYS, None)?,
        })
    }

    fn is_low(self, line: &Line) -> bool {
        let short = days_left(line.unused, line.use_a_day()).is_some_and(|tenths| tenths < self.days * 10);
        line.unused < self.numbers || short
    }
}

fn rows(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
    let alert = Alert::of(conn, asked.org())?;
    let lines = lines(conn, &asked.select()?, asked.now(), asked.value("groupBy").unwrap_or("all"))?;
    let only_low = asked.is_on("onlyLow");
    let wanted = lines.into_iter().filter(|(_, line)| !only_low || alert.is_low(line));
    Ok(wanted.map(|(group, line)| cells(group, &line, alert)).collect())
}

fn cells(group: Group, line: &Line, alert: Alert) -> Vec<Value> {
    let level = if alert.is_low(line) { LOW } else { "ENOUGH" };
    let named = group.into_iter().map(|name| name.map_or(Value::Null, Value::Text));
    let figures = [
        line.received(),
        line.unused,
        line.reserved,
        line.allocated,
        line.used,
        line.locked,
        line.voided,
        line.returned,
        line.expiring,
        line.expired,
        line.use_a_day(),
    ];
    let left = days_left(line.unused, line.use_a_day()).map_or(Value::Null, Value::Int);
    named.chain([Value::Text(level.to_owned())]).chain(figures.map(Value::Int)).chain([left]).collect()
}

/// Columns the numbers are grouped by.
const GROUPED: [(&str, &str); 5] = [
    ("awb", "carrier_code"),
    ("awb", "prefix"),
    ("awb", "departure_station"),
    ("awb", "source_type"),
    ("source", "coop_name"),
];

/// Of the columns of [`GROUPED`], those a line is about.
fn keeps(group: &str) -> [bool; 5] {
    match group {
        "carrier" => [true, true, false, false, false],
        "station" => [false, false, true, false, false],
        "source" => [false, false, false, true, true],
        _ => [true; 5],
    }
}

/// The lines of the numbers a statement leaves, which has joined their source.
fn lines(
    conn: &mut dyn Conn,
    numbers: &SelectStatement,
    now: Instant,
    group: &str,
) -> Result<BTreeMap<Group, Line>, Refusal> {
    let keeps = keeps(group);
    let mut lines: BTreeMap<Group, Line> = BTreeMap::new();
    for row in conn.query(&by_state(numbers, now).into())? {
        let state: String = row.get(5)?;
        let state = State::from_code(&state).ok_or_else(|| Refusal::broken(format!("unknown stock state {state}")))?;
        let term = match row.get::<i64>(8)? {
            0 => Term::Long,
            1 => Term::EndsSoon,
            _ => Term::Over,
        };
        let counted = Counted { state, returned: row.get(6)?, run_out: row.get::<i64>(7)? == 1, term };
        lines.entry(group_of(&row, keeps)?).or_default().add(&counted, row.get(9)?);
    }
    for row in conn.query(&taken_lately(numbers, now).into())? {
        lines.entry(group_of(&row, keeps)?).or_default().taken += row.get::<i64>(5)?;
    }
    Ok(lines)
}

fn group_of(row: &platform::store::Row, keeps: [bool; 5]) -> Result<Group, Refusal> {
    let mut group = Group::default();
    for (place, (own, kept)) in group.iter_mut().zip(keeps).enumerate() {
        let name: String = row.get(place)?;
        *own = Some(name).filter(|name| kept && !name.is_empty());
    }
    Ok(group)
}

fn grouped(numbers: &SelectStatement) -> SelectStatement {
    let mut select = numbers.clone();
    for (table, column) in GROUPED {
        select.expr(sql::of(table, column)).group_by_col((table, column));
    }
    select
}

/// Numbers by group, state, whether they went back, whether their reservation is over, and whether their term ends soon
/// (1) or is over (2).
fn by_state(numbers: &SelectStatement, now: Instant) -> SelectStatement {
    let column = |name| sql::of("awb", name);
    let today = now.day();
    let before = |name, day: String| column(name).lt(sql::value(day));
    let number = |text: &'static str| Expr::cust(text);
    let run_out = Expr::case(stock::run_out(&show_day(today)), number("CAST(1 AS bigint)"));
    let term = Expr::case(before("expire_date", show_day(today)), number("CAST(2 AS bigint)"))
        .case(before("expire_date", show_day(day_after_days(today, EXPIRING_DAYS + 1))), number("CAST(1 AS bigint)"));
    let mut inner = grouped(numbers);
    for name in ["state", "returned"] {
        inner.expr(column(name)).group_by_col(("awb", name));
    }
    // The flags are told by their place: PostgreSQL would take two values that look alike for two expressions.
    let none = || number("CAST(0 AS bigint)");
    inner.expr(run_out.finally(none())).expr(term.finally(none())).expr(Expr::cust("COUNT(*)"));
    inner.add_group_by([Expr::cust("8"), Expr::cust("9")]).take()
}

/// Numbers by group that an order took lately and still has.
fn taken_lately(numbers: &SelectStatement, now: Instant) -> SelectStatement {
    let since = now.plus_millis(-USE_DAYS * 24 * 60 * 60 * 1000);
    let on = sql::Cond::all()
        .add(sql::of("taken", "org_id").equals(("awb", "org_id")))
        .add(sql::of("taken", "awb_id").equals(("awb", "id")))
        .add(sql::of_eq("taken", "action", TAKEN))
        .add(sql::of("taken", "created_at").gte(sql::value(since)));
    let mut select = grouped(numbers);
    select
        .join_as(JoinType::InnerJoin, "awb_log", "taken", on)
        .cond_where(
            sql::Cond::all().add(sql::is_in(sql::of("awb", "state"), [State::Allocated.code(), State::Used.code()])),
        )
        .expr(Expr::expr(Func::count_distinct(sql::of("awb", "id"))));
    select
}

/// Numbers run short.
pub const EVENT: MessageEvent = MessageEvent::new(
    "awb.low",
    SYSTEM,
    ("主单库存不足", "Waybill numbers run short"),
    ("每天检查主单库存，低于预警数量或天数时", "Every day that unused numbers are below the company's limits"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.says(
    ("主单库存不足：{count}项", "Waybill numbers run short: {count}"),
    ("以下主单库存不足，请及时领单：{lines}", "These numbers run short: {lines}"),
    &[Placeholder::new("count", "项数", "How many"), Placeholder::new("lines", "明细", "Which")],
);

/// Tells every company once a day which of its numbers run short.
pub(crate) fn tell(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let low = app.store.read(|conn| low_in(conn, org, app.clock.now()))?;
        if low.is_empty() { Ok(0) } else { app.system_write(|conn| tell_in(app, conn, org, &low)) }
    })
}

/// What runs short in a company, in words.
fn low_in(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Vec<String>, Refusal> {
    let alert = Alert::of(conn, org)?;
    let mut numbers = sql::from(org, "awb");
    let source = sql::same_org("source", "awb", "source_coop_id");
    numbers.join_as(JoinType::LeftJoin, "coop", "source", source);
    let lines = lines(conn, &numbers, now, "all")?;
    Ok(lines.iter().filter(|(_, line)| alert.is_low(line)).map(|(group, line)| in_words(group, line)).collect())
}

fn tell_in(app: &App, conn: &mut dyn Conn, org: i64, low: &[String]) -> Result<usize, Refusal> {
    let mut named = low.iter().take(TOLD_LINES).map(String::as_str).collect::<Vec<_>>().join("；");
    if low.len() > TOLD_LINES {
        named.push('…');
    }
    let told = Told {
        values: Values::default().with("count", low.len().to_string()).with("lines", named),
        about: About { kind: "awb", url: format!("{PATH}?onlyLow=true"), ..About::default() },
        ..Told::default()
    };
    Ok(message::send(conn, By::product(app, org), &EVENT, &told)?.len())
}

/// `X9/990 PVG 一级代理 GYS 3`.
fn in_words([carrier, prefix, station, source, name]: &Group, line: &Line) -> String {
    let number = [carrier, prefix].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join("/");
    let rest = [station, source, name].into_iter().flatten().map(String::as_str);
    [number.as_str()].into_iter().chain(rest).chain([line.unused.to_string().as_str()]).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_left_are_the_unused_by_the_use_of_a_day() {
        let line = |unused, taken| Line { unused, taken, ..Line::default() };
        assert_eq!(line(3, 3).use_a_day(), 10, "0.10");
        assert_eq!(days_left(3, 10), Some(300), "30.0");
        assert_eq!(line(0, 1).use_a_day(), 3, "1 / 30 = 0.033");
        assert_eq!(line(0, 5).use_a_day(), 17, "5 / 30 = 0.1667");
        assert_eq!(days_left(0, 17), Some(0));
        assert_eq!(days_left(50, 0), None, "nobody knows");
    }

    #[test]
    fn stock_is_low_below_either_limit() {
        let alert = Alert { numbers: 20, days: 7 };
        let low = |unused, taken| alert.is_low(&Line { unused, taken, ..Line::default() });
        assert!(low(19, 0) && !low(20, 0));
        // 100 a month: 3.33 a day.
        assert!(low(23, 100), "6.9 days");
        assert!(!low(24, 100), "7.2 days");
        assert!(!low(70, 300) && low(69, 300), "seven days are enough");
    }
}
