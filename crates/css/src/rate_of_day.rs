//! The rate of a day, for those who ask by a call.

use charge::rate;
use kernel::{Instant, parse_day, show_day};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::registry::Operation;
use serde_json::json;
use trade::charge::exchange::{self, Kind};

/// Its call.
pub(crate) fn operation() -> Operation {
    let access = Access::AnyOf(&["css_currency_rate", "af_exchange_rate"]);
    Operation::get("get_currency_rate_at", "/css/currencyRate/rate", access, at)
        .param("currency")
        .param("date")
        .param("type")
        .summary("The rate of a currency that holds on a day, for a kind of charge")
}

/// GET /css/currencyRate/rate?currency&date&type.
fn at(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let currency = rate::currency_of(&call.query("currency").trim().to_uppercase())?;
    let bad = |name| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]));
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
    let found = call.read(|conn| rate::Table::of(conn, org, &[currency])?.need(currency, kind, at))?;
    Ok(Answer::Data(json!({ "currency": currency.code(), "date": show_day(at.day()), "rate": exchange::text(found) })))
}
