//! 批量录入 and 海关汇率: a table of currencies, each with its rate.

use charge::rate;
use kernel::{Day, ExchangeRate, Instant, Msg, parse_day, show_day};
use platform::access::Actor;
use platform::call::Tx;
use platform::field::Field;
use platform::flow::Filled;
use platform::refusal::Refusal;
use platform::store::{Conn, Value};
use serde_json::{Map, Value as Json, json};
use trade::charge::Currency;
use trade::charge::exchange::{self, Kind};

use super::{CurrencyRate, LINES, PAGE};

const DEVIATES: Msg =
    Msg::new("rate.deviates", "{list}变动超过5%，是否继续？", "More than 5 % from the present rate: {list}. Continue?");
const NO_LINES: Msg = Msg::new("rate.no_lines", "请至少填写一个汇率", "Enter one rate at least.");

/// What the table begins with: the common currencies with the rate that holds, for customs values that of the last
/// month as the new one, too.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, customs: bool) -> Result<Map<String, Json>, Refusal> {
    let (org, now) = (actor.org_id, actor.now);
    let own = rate::functional(conn, org)?;
    let held = rate::holding(conn, org, now)?;
    let kind = if customs { Kind::Customs } else { Kind::General };
    let codes = facts::common_currencies(conn, org)?;
    let lines = codes.iter().filter(|code| *code != own.code()).map(|code| {
        let found = Currency::named(code).and_then(|one| exchange::find(&held, own, one, kind, now).ok());
        let last = found.map(|found| exchange::text(found.rate));
        json!({ "currencyCode": code, "lastRate": last, "rate": if customs { json!(last) } else { Json::Null } })
    });
    let lines: Vec<Json> = lines.collect();
    let mut first = Map::from_iter([("rates".to_owned(), Json::Array(lines))]);
    if customs {
        let next = kernel::day_after_days(now.day().last_of_month(), 1);
        first.insert("month".to_owned(), json!(show_day(next)));
    }
    Ok(first)
}

/// Keeps the rates of a table, each by the rules of the form; a change of more than five percent is asked about.
pub(super) fn keep(tx: &mut Tx<'_>, filled: &mut Filled<'_>, month: Option<Field>) -> Result<(), Refusal> {
    let (kind, begin) = match month {
        Some(month) => {
            let day: Option<Day> = filled.get::<Option<String>>(month)?.as_deref().and_then(parse_day);
            ("CUSTOMS".to_owned(), day.map(|day| Instant::start_of(day.first_of_month())))
        }
        None => (filled.get(CurrencyRate::KIND)?, filled.get(CurrencyRate::BEGIN_AT)?),
    };
    let Some(begin) = begin else { return Ok(()) };
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let held: Vec<exchange::Row> = rate::rows(tx, org, &[])?.into_iter().map(|(_, row)| row).collect();
    let mut far = Vec::new();
    let mut bodies = Vec::new();
    for (place, line) in filled.rows(LINES.member).to_vec().iter().enumerate() {
        let cell = |at: usize| line.get(at).cloned().unwrap_or(Value::Null);
        let (Value::Text(code), Value::Int(rate)) = (cell(0), cell(2)) else { continue };
        let rate = ExchangeRate::from_raw(rate);
        let of = Currency::named(&code).zip(rate::kind_of(&kind));
        if let Some(last) = of.and_then(|(currency, kind)| exchange::find(&held, own, currency, kind, begin).ok())
            && exchange::deviates(last.rate, rate).unwrap_or(false)
        {
            let percent = exchange::deviation(last.rate, rate).map(|percent| percent.to_string()).unwrap_or_default();
            far.push(format!("{code} {percent}%"));
        }
        let begin = kernel::show_second(begin);
        bodies.push((
            place,
            json!({ "currencyCode": code, "type": kind, "currencyRate": rate.to_string(), "beginDate": begin }),
        ));
    }
    filled.findings.error_if(bodies.is_empty(), LINES.member, NO_LINES);
    if !far.is_empty() {
        filled.findings.confirm(LINES.member, DEVIATES.with(&[("list", &far.join("、"))]));
    }
    filled.unless_clean()?;
    let cell = |field: &str| if matches!(field, "currencyRate" | "beginDate") { "rate" } else { "currencyCode" };
    PAGE.form().make_each(tx, filled, (LINES.member, bodies), cell, "批量录入")
}
