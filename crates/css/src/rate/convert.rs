//! The converter above the rates.

use charge::rate::{self, KINDS};
use kernel::{Day, Instant, Price};
use platform::prelude::*;
use trade::charge::Money;
use trade::charge::exchange::{Kind, text};

const TOO_FINE: Msg =
    Msg::new("rate.too_fine", "金额的小数位超过{currency}的小数位", "The amount has more decimals than {currency}.");
const MOST: i64 = 999_999_999_999_999;
const AMOUNT: Field = Field::decimal(4, "金额", "Amount").wire("amount").range(0, MOST).digits(3).initially("100");
const FROM: Field = Field::code("currency", "由", "From").column("from").required().max(3).initially("\"USD\"");
const TO: Field = Field::code("currency", "至", "To").column("to").required().max(3).initially("\"CNY\"");
const DATE: Field = Field::day("日期", "Date").column("date");
const KIND: Field = Field::select(KINDS, "类型", "Type").column("type").required().initially("\"GENERAL\"");
/// What it asks for.
pub(super) const FIELDS: &[Field] = &[AMOUNT.required(), FROM, TO, DATE, KIND];

/// An amount in another currency, and the two rates used. It is about no row.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, _: Option<Id>, asked: &mut Filled<'_>) -> Result<Told, Refusal> {
    let (from, to, kind): (String, String, String) = (asked.get(FROM)?, asked.get(TO)?, asked.get(KIND)?);
    let (from, to) = (rate::currency_of(&from)?, rate::currency_of(&to)?);
    let kind = rate::kind_of(&kind).unwrap_or(Kind::General);
    let at = Instant::start_of(asked.get::<Option<Day>>(DATE)?.unwrap_or(actor.now.day()));
    let amount = Money::parse(&Price::from_raw(asked.get(AMOUNT)?).to_string(), from)
        .map_err(|_| Refusal::field("amount", TOO_FINE.with(&[("currency", from.code())])))?;
    let found = rate::Table::of(conn, actor.org_id, &[from, to])?.convert(amount, to, kind, at)?;
    Ok(Told::default()
        .toned(("结果", "Result"), format!("{} {}", found.amount, to.code()), "info")
        .line(("汇率", "Rate"), format!("{} {}", from.code(), text(found.from.rate)))
        .line(("汇率", "Rate"), format!("{} {}", to.code(), text(found.to.rate))))
}
