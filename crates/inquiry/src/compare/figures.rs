//! At which weight answers are compared, in which currency, and which of an agent's answers.

use kernel::{Amount, Id, Volume, Weight, div_half_up, parse_scaled};
use platform::call::Call;
use platform::refusal::{Refusal, messages as common};
use trade::cargo;

use crate::page::Inquiry;

/// Decimals of an exchange rate.
const RATE_DECIMALS: u32 = 6;
/// A million of one currency for one of another.
const RATE_MAX: i64 = 1_000_000_000_000;
/// Most that one comparison names of anything.
const NAMED_MAX: usize = 60;

/// What a comparison was asked for; the inquiry's own figures where nothing is said.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    weight: Option<Weight>,
    volume: Option<Volume>,
    /// The currency to compare in; empty for that of most answers.
    pub(super) base: String,
    /// What one of a currency is worth in the base, in millionths.
    rates: Vec<(String, i64)>,
    /// Answers that are shown in place of the newest of their agents.
    pub(super) quotes: Vec<Id>,
}

fn wrong(name: &str) -> Refusal {
    Refusal::BadRequest(common::BAD_PARAMETER.with(&[("name", name)]))
}

fn figure<T>(call: &Call, name: &str, parse: fn(&str) -> Result<T, kernel::ScaledError>) -> Result<Option<T>, Refusal> {
    match call.query(name).trim() {
        "" => Ok(None),
        text => parse(text).map(Some).map_err(|_| wrong(name)),
    }
}

fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// `USD:7.15`.
fn rate(text: &str) -> Option<(String, i64)> {
    let (code, rate) = text.trim().split_once(':')?;
    let worth = parse_scaled(rate.trim(), RATE_DECIMALS).ok()?;
    let sound = is_currency(code) && (1..=RATE_MAX).contains(&worth);
    sound.then(|| (code.to_owned(), worth))
}

fn listed<T>(call: &Call, name: &str, read: fn(&str) -> Option<T>) -> Result<Vec<T>, Refusal> {
    let parts: Vec<&str> = call.query(name).split(',').filter(|part| !part.trim().is_empty()).collect();
    if parts.len() > NAMED_MAX {
        return Err(wrong(name));
    }
    parts.into_iter().map(|part| read(part).ok_or_else(|| wrong(name))).collect()
}

impl Figures {
    /// Reads `weight`, `volume`, `base`, `rates` (`USD:7.15,EUR:7.8`) and `quotes`.
    pub(super) fn of(call: &Call) -> Result<Self, Refusal> {
        let base = call.query("base").trim().to_owned();
        if !base.is_empty() && !is_currency(&base) {
            return Err(wrong("base"));
        }
        let positive = |weight: &Weight| *weight > Weight::ZERO;
        let weight = figure(call, "weight", Weight::parse)?;
        if weight.as_ref().is_some_and(|weight| !positive(weight)) {
            return Err(wrong("weight"));
        }
        let volume = figure(call, "volume", Volume::parse)?;
        if volume.is_some_and(|volume| volume < Volume::ZERO) {
            return Err(wrong("volume"));
        }
        let quotes = listed(call, "quotes", |text| text.trim().parse().ok().map(Id))?;
        Ok(Self { weight, volume, base, rates: listed(call, "rates", rate)?, quotes })
    }

    /// Gross weight.
    pub(super) fn gross(&self, inquiry: &Inquiry) -> Weight {
        self.weight.unwrap_or(inquiry.weight)
    }

    /// Volume.
    pub(super) fn size(&self, inquiry: &Inquiry) -> Volume {
        self.volume.or(inquiry.volume).unwrap_or_default()
    }

    /// What answers are priced at: the heavier of weight and volume weight.
    pub(super) fn charged(&self, inquiry: &Inquiry) -> Weight {
        if self.weight.is_none() && self.volume.is_none() {
            return inquiry.charge_weight.unwrap_or(inquiry.weight);
        }
        cargo::charge_weight(self.gross(inquiry), self.size(inquiry), cargo::DIVISOR_DEFAULT)
    }

    /// An amount in another currency; none where no rate was given.
    pub(super) fn convert(&self, amount: Amount, (from, to): (&str, &str)) -> Option<Amount> {
        if from == to {
            return Some(amount);
        }
        let (_, worth) = self.rates.iter().find(|(code, _)| code == from)?;
        let cents = div_half_up(i128::from(amount.raw()) * i128::from(*worth), 1_000_000);
        i64::try_from(cents).ok().map(Amount::from_raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_a_currency_and_what_one_is_worth() {
        assert_eq!(rate("USD:7.15"), Some(("USD".to_owned(), 7_150_000)));
        assert_eq!(rate(" EUR:0.000001"), Some(("EUR".to_owned(), 1)));
        for wrong in ["USD", "usd:7", "USD:0", "USD:-1", "USD:0.0000001", "USD:1000000.1", "US:1", "USD:x"] {
            assert_eq!(rate(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn amounts_are_converted_to_the_cent_and_not_without_a_rate() {
        let figures = Figures { rates: vec![("USD".to_owned(), 7_123_450)], ..Figures::default() };
        let usd = Amount::parse("100.05").expect("an amount");
        assert_eq!(figures.convert(usd, ("USD", "CNY")).map(|all| all.show(2)).as_deref(), Some("712.70"));
        assert_eq!(figures.convert(usd, ("EUR", "CNY")), None);
        assert_eq!(figures.convert(usd, ("CNY", "CNY")), Some(usd));
    }
}
