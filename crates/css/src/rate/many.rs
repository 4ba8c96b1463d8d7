//! 批量录入 and 海关汇率: a table of currencies, each with its rate.

use charge::rate;
use kernel::{Day, ExchangeRate, Instant, day_after_days, show_day, show_second};
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use trade::charge::exchange;

use super::{CurrencyRate, PAGE, RATE};

const DEVIATES: Msg =
    Msg::new("rate.deviates", "{list}变动超过5%，是否继续？", "More than 5 % from the present rate: {list}. Continue?");
const NO_LINES: Msg = Msg::new("rate.no_lines", "请至少填写一个汇率", "Enter one rate at least.");
const CUSTOMS: &str = "CUSTOMS";

/// Month the customs rates are of.
pub(super) const MONTH: Field = Field::day("月份", "Month").column("month").required();
const LAST: Field = Field::decimal(6, "上次汇率", "Last rate").column("last_rate").read_only();
/// A currency, its rate so far, and the new one.
pub(super) const LINES: Rows = Rows {
    member: "rates",
    title: ("汇率", "Rates"),
    behind: "",
    table: "",
    parent: "",
    fields: &[CurrencyRate::CURRENCY_CODE, LAST, RATE],
    most: 200,
    sheet: true,
};

/// What the table begins with: the common currencies with the rate that holds, for customs values that of the last
/// month as the new one, too.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, customs: bool) -> Result<Map<String, Json>, Refusal> {
    let held = rate::Table::holding(conn, actor.org_id, actor.now)?;
    let kind = rate::kind_of(if customs { CUSTOMS } else { "GENERAL" });
    let codes = facts::common_currencies(conn, actor.org_id)?;
    let lines = codes.iter().filter(|code| *code != held.own.code()).map(|code| {
        let last = kind.and_then(|kind| held.at(code, kind, actor.now)).map(exchange::text);
        json!({ "currencyCode": code, "lastRate": last, "rate": last.as_ref().filter(|_| customs) })
    });
    let month = customs.then(|| show_day(day_after_days(actor.now.day().last_of_month(), 1)));
    let lines = [(LINES.member.to_owned(), lines.collect())];
    Ok(lines.into_iter().chain(month.map(|day| (MONTH.name(), json!(day)))).collect())
}

/// Keeps the rates of a table, each by the rules of the form; a change of more than five percent is asked about.
pub(super) fn keep(tx: &mut Tx<'_>, filled: &mut Filled<'_>, customs: bool) -> Result<(), Refusal> {
    let month = |day: Day| Instant::start_of(day.first_of_month());
    let (kind, begin): (String, Option<Instant>) = match customs {
        true => (CUSTOMS.to_owned(), filled.get::<Option<Day>>(MONTH)?.map(month)),
        false => (filled.get(CurrencyRate::KIND)?, filled.get(CurrencyRate::BEGIN_AT)?),
    };
    let Some((begin, of)) = begin.zip(rate::kind_of(&kind)) else { return Ok(()) };
    let org = tx.org();
    let held = rate::Table::of(tx, org, &[])?;
    let (mut far, mut bodies) = (Vec::new(), Vec::new());
    for (place, line) in filled.rows(LINES.member).iter().enumerate() {
        let [Value::Text(code), _, Value::Int(rate)] = line.as_slice() else { continue };
        let rate = ExchangeRate::from_raw(*rate);
        far.extend(held.deviation(code, of, begin, rate).map(|percent| format!("{code} {percent}%")));
        let (rate, begin) = (rate.to_string(), show_second(begin));
        bodies.push((place, json!({ "currencyCode": code, "type": kind, "currencyRate": rate, "beginDate": begin })));
    }
    filled.findings.error_if(bodies.is_empty(), LINES.member, NO_LINES);
    if !far.is_empty() {
        filled.findings.confirm(LINES.member, DEVIATES.with(&[("list", &far.join("、"))]));
    }
    filled.unless_clean()?;
    let cell = |field: &str| if matches!(field, "currencyRate" | "beginDate") { "rate" } else { "currencyCode" };
    PAGE.form().make_each(tx, filled, (LINES.member, bodies), cell, "批量录入")
}
