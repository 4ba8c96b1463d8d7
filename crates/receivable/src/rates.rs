//! One exchange rate for all lines of a currency, typed on a bill (catalogue css.md 0.6).

use std::collections::BTreeMap;

use charge::entry::DEVIATES;
use charge::figure::rate_kind;
use charge::line::Line;
use charge::rate;
use kernel::{ExchangeRate, Findings};
use platform::call::Tx;
use platform::refusal::Refusal;
use trade::charge::Side;

/// Changing exchange rates.
const RATE_EDIT: &str = "css-rate-edit";

/// Refuses who may not change rates, and asks where one is far from that of the table, of lines that would change.
pub(crate) fn check(
    tx: &mut Tx<'_>,
    lines: &[&Line],
    typed: &BTreeMap<String, i64>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let differs = |code: &str, rate: i64| {
        let of = lines.iter().filter(|line| line.charge.currency_code == code);
        of.into_iter().any(|line| line.charge.exchange_rate != Some(rate))
    };
    let changed: Vec<(&String, i64)> =
        typed.iter().map(|(code, rate)| (code, *rate)).filter(|(code, rate)| differs(code, *rate)).collect();
    if changed.is_empty() {
        return Ok(());
    }
    tx.actor.need(RATE_EDIT)?;
    let (org, now) = (tx.org(), tx.now);
    let held = rate::Table::holding(tx, org, now)?;
    for (code, rate) in changed {
        let far = held.deviation(code, rate_kind(Side::Receivable), now, ExchangeRate::from_raw(rate));
        if let Some(percent) = far {
            findings.confirm(format!("rates.{code}"), DEVIATES.with(&[("x", &percent.show(2))]));
        }
    }
    Ok(())
}
