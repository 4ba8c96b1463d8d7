//! What a period of a rule comes to, as a pure rule over what was counted (prm.md /prm_coop_agreement_settlement).
//!
//! Quantities and amounts come in thousandths, prices in ten-thousandths and percents in hundredths, so that a product of
//! either is a ten-millionth. Products are exact and rounded once, half up, to the minor unit of the currency.

use kernel::div_half_up;
use trade::charge::{Currency, Fault, Money};

/// Products of a quantity and a price, or of an amount and a percent, of one.
const PRODUCT: i128 = 10_000_000;
/// An amount times hundredths of a thousandth times days, of one.
const INTEREST: i128 = 100_000_000;

/// A step of a scale: from so much on, at a price or a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tier {
    /// From so much on.
    pub from: i64,
    /// Price or percent.
    pub rate: i64,
}

/// How a scale counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// 全额: all of it at the rate of the tier that was reached.
    Full,
    /// 分段: each slice at its own rate.
    Sliced,
}

/// What a committed quantity costs that was missed or passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    /// What was promised.
    pub committed: i64,
    /// For each unit that is missing.
    pub short: i64,
    /// For each unit beyond.
    pub excess: Option<i64>,
}

/// An amount that is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overdue {
    /// What is open.
    pub open: i64,
    /// Days it is charged for.
    pub days: i64,
}

/// Between what an amount stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// The least.
    pub least: Option<Money>,
    /// The most.
    pub most: Option<Money>,
}

/// FIXED: an amount, or the part of it for the days its agreement holds on.
pub fn fixed(amount: Money, by_days: bool, (all, held): (i64, i64)) -> Result<Money, Fault> {
    if !by_days || all == held || all <= 0 {
        return Ok(amount);
    }
    quotient(amount.currency(), times(amount.minor(), held)?, i128::from(all), false)
}

/// VOLUME, and SHARE of a base: so much at a rate.
pub fn volume(currency: Currency, counted: i64, rate: i64) -> Result<Money, Fault> {
    quotient(currency, times(counted, rate)?, PRODUCT, true)
}

/// The place of the tier that so much reaches; none below the first.
pub fn reached(tiers: &[Tier], counted: i64) -> Option<usize> {
    tiers.iter().rposition(|tier| tier.from <= counted)
}

/// TIER: tiers rise.
pub fn tiered(currency: Currency, counted: i64, tiers: &[Tier], scale: Scale) -> Result<Money, Fault> {
    let Some(reached) = reached(tiers, counted) else { return Ok(Money::zero(currency)) };
    let steps = tiers.get(..=reached).unwrap_or_default();
    let Some(last) = steps.last().filter(|_| scale == Scale::Sliced) else {
        return volume(currency, counted, steps.last().map_or(0, |tier| tier.rate));
    };
    let mut exact = times(counted.saturating_sub(last.from), last.rate)?;
    for pair in steps.windows(2) {
        if let [lower, upper] = pair {
            let slice = times(upper.from.saturating_sub(lower.from), lower.rate)?;
            exact = exact.checked_add(slice).ok_or(Fault::Overflow)?;
        }
    }
    quotient(currency, exact, PRODUCT, true)
}

/// SHARE: a percent of a base; what is below nought may count nothing.
pub fn shared(currency: Currency, base: i64, percent: i64, or_nought: bool) -> Result<Money, Fault> {
    volume(currency, if or_nought { base.max(0) } else { base }, percent)
}

/// COMMIT: what is missing at its price, and what is beyond at its own.
pub fn committed(currency: Currency, actual: i64, of: &Commitment) -> Result<Money, Fault> {
    let short = of.committed.saturating_sub(actual).max(0);
    let beyond = actual.saturating_sub(of.committed).max(0);
    let exact = times(short, of.short)?.checked_add(times(beyond, of.excess.unwrap_or_default())?);
    quotient(currency, exact.ok_or(Fault::Overflow)?, PRODUCT, true)
}

/// INTEREST of one amount that is overdue, at hundredths of a thousandth a day (1.6).
pub fn interest(currency: Currency, of: Overdue, rate: i64) -> Result<Money, Fault> {
    let exact = times(of.open, rate)?.checked_mul(i128::from(of.days.max(0))).ok_or(Fault::Overflow)?;
    quotient(currency, exact, INTEREST, true)
}

/// Days an amount is charged for: from the day it was due, or the last day that was charged before, to the day of the run;
/// none within the days of grace.
pub fn overdue_days(since_due: i64, since_charged: Option<i64>, grace: i64) -> i64 {
    if since_due <= grace { 0 } else { since_charged.map_or(since_due, |charged| charged.min(since_due)).max(0) }
}

/// Limits come last; what is below nought has none, where the most wins over the least.
pub fn limited(amount: Money, limits: Limits) -> Result<Money, Fault> {
    let mut kept = amount;
    for limit in [limits.least, limits.most].into_iter().flatten() {
        limit.alike(amount)?;
    }
    if amount.minor() < 0 {
        return Ok(amount);
    }
    if let Some(least) = limits.least.filter(|least| kept.minor() < least.minor()) {
        kept = least;
    }
    if let Some(most) = limits.most.filter(|most| kept.minor() > most.minor()) {
        kept = most;
    }
    Ok(kept)
}

fn times(one: i64, other: i64) -> Result<i128, Fault> {
    i128::from(one).checked_mul(i128::from(other)).ok_or(Fault::Overflow)
}

/// A quotient in minor units, of main units where so said.
fn quotient(currency: Currency, numerator: i128, divisor: i128, of_main: bool) -> Result<Money, Fault> {
    let unit = if of_main { 10i128.pow(currency.exponent()) } else { 1 };
    let numerator = numerator.checked_mul(unit).ok_or(Fault::Overflow)?;
    let minor = i64::try_from(div_half_up(numerator, divisor)).map_err(|_| Fault::Overflow)?;
    Ok(Money::from_minor(minor, currency))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cny() -> Currency {
        Currency::named("CNY").expect("a currency")
    }

    fn yuan(text: &str) -> Money {
        Money::parse(text, cny()).expect("an amount")
    }

    /// R1 of the catalogue: nothing, 0.10 from 10,000 on, 0.20 from 30,000 on.
    const R1: [Tier; 3] =
        [Tier { from: 0, rate: 0 }, Tier { from: 10_000_000, rate: 1_000 }, Tier { from: 30_000_000, rate: 2_000 }];

    fn r1(counted: i64, scale: Scale) -> String {
        tiered(cny(), counted, &R1, scale).expect("an amount").to_string()
    }

    #[test]
    fn the_examples_of_the_catalogue_come_out() {
        assert_eq!(r1(35_000_000, Scale::Full), "7000.00");
        assert_eq!(r1(35_000_000, Scale::Sliced), "3000.00");
        assert_eq!(shared(cny(), 5_000_000, 4_000, false).expect("an amount").to_string(), "2000.00");
        let of = Commitment { committed: 20_000_000, short: 12_000, excess: None };
        assert_eq!(committed(cny(), 17_500_000, &of).expect("an amount").to_string(), "3000.00");
        assert_eq!(fixed(yuan("500.00"), false, (30, 30)), Ok(yuan("500.00")));
        let late = |open, days| interest(cny(), Overdue { open, days }, 50).expect("an amount").to_string();
        assert_eq!((late(10_000_000, 81), late(30_000_000, 20)), ("405.00".to_owned(), "300.00".to_owned()));
    }

    #[test]
    fn a_tier_is_reached_with_the_quantity_it_names() {
        assert_eq!(r1(9_999_999, Scale::Full), "0.00");
        assert_eq!(r1(10_000_000, Scale::Full), "1000.00");
        assert_eq!(r1(29_999_999, Scale::Full), "3000.00");
        assert_eq!(r1(30_000_000, Scale::Full), "6000.00");
        assert_eq!(r1(10_000_000, Scale::Sliced), "0.00");
        assert_eq!(r1(30_000_000, Scale::Sliced), "2000.00");
        assert_eq!(r1(-1, Scale::Full), "0.00", "below the first tier there is nothing");
        assert_eq!(reached(&[], 5), None);
    }

    #[test]
    fn what_is_missing_is_paid_for_and_what_is_beyond_where_that_was_agreed() {
        let of = |excess| Commitment { committed: 20_000_000, short: 12_000, excess };
        let come = |actual, excess| committed(cny(), actual, &of(excess)).expect("an amount").to_string();
        assert_eq!(come(20_000_000, None), "0.00");
        assert_eq!(come(19_999_000, None), "1.20");
        assert_eq!(come(20_001_000, None), "0.00");
        assert_eq!(come(21_000_000, Some(5_000)), "500.00");
    }

    #[test]
    fn a_fixed_amount_goes_by_days_where_so_agreed() {
        assert_eq!(fixed(yuan("500.00"), true, (30, 15)), Ok(yuan("250.00")));
        assert_eq!(fixed(yuan("100.00"), true, (31, 10)), Ok(yuan("32.26")));
        assert_eq!(fixed(yuan("500.00"), false, (30, 15)), Ok(yuan("500.00")));
        assert_eq!(fixed(yuan("500.00"), true, (30, 30)), Ok(yuan("500.00")));
    }

    #[test]
    fn a_loss_counts_or_not() {
        let of = |or_nought| shared(cny(), -5_000_000, 4_000, or_nought).expect("an amount").to_string();
        assert_eq!((of(false), of(true)), ("-2000.00".to_owned(), "0.00".to_owned()));
    }

    #[test]
    fn days_are_charged_once_and_beyond_grace_alone() {
        assert_eq!(overdue_days(5, None, 5), 0);
        assert_eq!(overdue_days(6, None, 5), 6);
        assert_eq!(overdue_days(81, Some(31), 5), 31);
        assert_eq!(overdue_days(20, Some(31), 5), 20, "it was not overdue when it was charged last");
        assert_eq!(overdue_days(-3, None, 0), 0);
    }

    #[test]
    fn limits_come_last() {
        let limits = Limits { least: Some(yuan("100.00")), most: Some(yuan("500.00")) };
        let of = |text: &str| limited(yuan(text), limits).expect("an amount").to_string();
        assert_eq!((of("99.99"), of("100.00")), ("100.00".to_owned(), "100.00".to_owned()));
        assert_eq!((of("500.01"), of("-5.00")), ("500.00".to_owned(), "-5.00".to_owned()));
    }

    fn tiers() -> impl Strategy<Value = Vec<Tier>> {
        prop::collection::vec((1i64..50_000_000, 0i64..1_000_000), 0..6).prop_map(|steps| {
            let (mut from, mut tiers) = (0, vec![Tier { from: 0, rate: 0 }]);
            for (step, rate) in steps {
                from += step;
                tiers.push(Tier { from, rate });
            }
            tiers
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn slices_add_up_to_the_whole(tiers in tiers(), counted in 0i64..500_000_000) {
            let exact: i128 = tiers.iter().enumerate().map(|(place, tier)| {
                let end = tiers.get(place + 1).map_or(counted, |next| next.from.min(counted));
                i128::from((end - tier.from).max(0)) * i128::from(tier.rate)
            }).sum();
            let got = tiered(cny(), counted, &tiers, Scale::Sliced).expect("an amount");
            prop_assert_eq!(i128::from(got.minor()), div_half_up(exact * 100, PRODUCT));
        }

        #[test]
        fn the_whole_goes_by_the_tier_it_reaches(tiers in tiers(), counted in 0i64..500_000_000) {
            let rate = tiers.iter().rfind(|tier| tier.from <= counted).map_or(0, |tier| tier.rate);
            prop_assert_eq!(tiered(cny(), counted, &tiers, Scale::Full), volume(cny(), counted, rate));
        }

        #[test]
        fn slices_of_rising_rates_never_fall(counted in 0i64..500_000_000, more in 0i64..500_000_000) {
            let of = |counted| tiered(cny(), counted, &R1, Scale::Sliced).expect("an amount").minor();
            prop_assert!(of(counted) <= of(counted + more));
        }

        #[test]
        fn one_of_missing_and_beyond_counts(
            actual in 0i64..500_000_000, promised in 0i64..500_000_000, short in 0i64..1_000_000, excess in 0i64..1_000_000,
        ) {
            let of = Commitment { committed: promised, short, excess: Some(excess) };
            let rate = if actual < promised { short } else { excess };
            let wanted = volume(cny(), (actual - promised).abs(), rate);
            prop_assert_eq!(committed(cny(), actual, &of), wanted);
        }

        #[test]
        fn charging_twice_comes_to_charging_once(open in 0i64..1_000_000_000, rate in 0i64..=1_000, days in 1i64..400, part in 0i64..400) {
            let part = part.min(days);
            let of = |days| interest(cny(), Overdue { open, days }, rate).expect("an amount").minor();
            prop_assert!((of(part) + of(days - part) - of(days)).abs() <= 1, "but for a cent of rounding");
            prop_assert_eq!(overdue_days(days, Some(days - part), 0) + part, days);
        }

        #[test]
        fn an_amount_stays_between_its_limits(minor in 0i64..1_000_000, least in 0i64..500_000, more in 0i64..500_000) {
            let money = |minor| Money::from_minor(minor, cny());
            let limits = Limits { least: Some(money(least)), most: Some(money(least + more)) };
            let got = limited(money(minor), limits).expect("an amount").minor();
            prop_assert_eq!(got, minor.clamp(least, least + more));
        }

        #[test]
        fn days_of_a_period_add_up(minor in 0i64..100_000_000, held in 0i64..=31) {
            let of = |held| fixed(Money::from_minor(minor, cny()), true, (31, held)).expect("an amount").minor();
            prop_assert!((of(held) + of(31 - held) - minor).abs() <= 1);
            prop_assert!((0..=minor).contains(&of(held)));
        }
    }
}
