//! The converter above the rates, and the rate of a day for those who ask.

use charge::rate::{self, KINDS};
use kernel::{Id, Instant, Msg, Price, parse_day, show_day};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::flow::Filled;
use platform::page::Told;
use platform::refusal::{Refusal, messages as common};
use platform::store::Conn;
use serde_json::json;
use trade::charge::Money;
use trade::charge::exchange::{self, Kind};

const TOO_FINE: Msg =
    Msg::new("rate.too_fine", "金额的小数位超过{currency}的小数位", "The amount has more decimals than {currency}.");
const AMOUNT: Field = Field::decimal(4, "金额", "Amount")
    .column("amount")
    .required()
    .range(0, 999_999_999_999_999)
    .digits(3)
    .initially("100");
const FROM: Field = Field::code("currency", "由", "From").column("from").required().max(3).initially("\"USD\"");
const TO: Field = Field::code("currency", "至", "To").column("to").required().max(3).initially("\"CNY\"");
const DATE: Field = Field::day("日期", "Date").column("date");
const KIND: Field = Field::select(KINDS, "类型", "Type").column("type").required().initially("\"GENERAL\"");
/// What it asks for.
pub(super) const FIELDS: &[Field] = &[AMOUNT, FROM, TO, DATE, KIND];

/// The converter: an amount in another currency, and the two rates used.
pub(super) fn told(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    filled: &mut Filled<'_>,
) -> Result<Told, Refusal> {
    let (from, to): (String, String) = (filled.get(FROM)?, filled.get(TO)?);
    let (from, to) = (rate::currency_of(&from)?, rate::currency_of(&to)?);
    let at = day_of(filled.get::<Option<String>>(DATE)?.as_deref(), actor.now);
    let kind: String = filled.get(KIND)?;
    let kind = rate::kind_of(&kind).unwrap_or(Kind::General);
    let amount = Price::from_raw(filled.get(AMOUNT)?);
    let amount = Money::parse(&amount.to_string(), from)
        .map_err(|_| Refusal::field("amount", TOO_FINE.with(&[("currency", from.code())])))?;
    let own = rate::functional(conn, actor.org_id)?;
    let rows: Vec<exchange::Row> =
        rate::rows(conn, actor.org_id, &[from, to])?.into_iter().map(|(_, row)| row).collect();
    let found = exchange::convert(&rows, own, amount, to, kind, at).map_err(|fault| rate::told(fault, at))?;
    Ok(Told::default()
        .toned(("结果", "Result"), format!("{} {}", found.amount, to.code()), "info")
        .line(("汇率", "Rate"), format!("{} {}", from.code(), exchange::text(found.from.rate)))
        .line(("汇率", "Rate"), format!("{} {}", to.code(), exchange::text(found.to.rate))))
}

fn day_of(day: Option<&str>, now: Instant) -> Instant {
    day.and_then(parse_day).map_or_else(|| Instant::start_of(now.day()), Instant::start_of)
}

/// GET /css/currencyRate/rate?currency&date&type.
pub(crate) fn at(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let currency = rate::currency_of(&call.query("currency").trim().to_uppercase())?;
    let bad = |name| Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]));
    let (date, kind) = (call.query("date"), call.query("type"));
    let at = match parse_day(date) {
        Some(day) => Instant::start_of(day),
        None if date.is_empty() => Instant::start_of(call.now().day()),
        None => return Err(bad("date")),
    };
    let kind = match rate::kind_of(kind).or_else(|| Kind::named(kind)) {
        Some(kind) => kind,
        None if kind.is_empty() => Kind::General,
        None => return Err(bad("type")),
    };
    let found = call.read(|conn| {
        let own = rate::functional(conn, org)?;
        let rows: Vec<exchange::Row> = rate::rows(conn, org, &[currency])?.into_iter().map(|(_, row)| row).collect();
        exchange::find(&rows, own, currency, kind, at).map_err(|fault| rate::told(fault, at))
    })?;
    Ok(Answer::Data(
        json!({ "currency": currency.code(), "date": show_day(at.day()), "rate": exchange::text(found.rate) }),
    ))
}
