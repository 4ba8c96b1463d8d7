//! Amounts of tables as money, and back.

use charge::figure::{TOO_FINE, TOO_LARGE};
use charge::rate;
use kernel::{ExchangeRate, Findings, Text};
use platform::refusal::Refusal;
use trade::charge::exchange::functional;
use trade::charge::{Currency, Fault, Money};

/// Thousandths of a currency as money; what is finer than the currency is refused.
pub(crate) fn money(raw: i64, code: &str) -> Result<Money, Refusal> {
    Money::of_thousandths(raw, rate::currency_of(code)?).map_err(fault)
}

/// Why thousandths are no amount of a currency: they are finer.
pub(crate) fn too_fine(raw: i64, code: &str) -> Option<Text> {
    let currency = Currency::named(code).filter(|currency| Money::of_thousandths(raw, *currency).is_err())?;
    Some(TOO_FINE.with(&[("currency", code), ("n", &currency.exponent().to_string())]))
}

/// Finds an amount that is finer than its currency.
pub(crate) fn need_fits(raw: i64, code: &str, field: &str, findings: &mut Findings) {
    if let Some(why) = too_fine(raw, code) {
        findings.error(field, why);
    }
}

/// What an amount is worth at a rate in millionths, in thousandths of the functional currency.
pub(crate) fn worth(raw: i64, code: &str, rate: i64, own: Currency) -> Result<i64, Refusal> {
    let amount = money(raw, code)?;
    functional(amount, ExchangeRate::from_raw(rate), own).and_then(Money::thousandths).map_err(fault)
}

/// A sum; out of range it is refused.
pub(crate) fn sum(amounts: impl IntoIterator<Item = i64>) -> Result<i64, Refusal> {
    let added = amounts.into_iter().try_fold(0, i64::checked_add);
    added.ok_or(Refusal::business(TOO_LARGE))
}

/// A figure that can't be made, in words a user reads.
pub(crate) fn fault(fault: Fault) -> Refusal {
    match fault {
        Fault::Overflow | Fault::Digits => Refusal::business(TOO_LARGE),
        other => Refusal::broken(other.to_string()),
    }
}
