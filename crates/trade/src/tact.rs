//! Air freight rates as the trade publishes them: what a rate is made of, and what it makes of a weight
//! (catalogue af-base.md 1.2).

use kernel::{Amount, Percent, Price, Weight, div_half_up};
use serde::Serialize;

use crate::cargo::Step;

/// A rate of a carrier and route.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rate {
    /// M: nothing costs less.
    pub minimum: Option<Amount>,
    /// N and Q: price per kilogram from a weight on; N begins at zero.
    pub breaks: Vec<Break>,
    /// C: specific commodities.
    pub items: Vec<Item>,
    /// R and S: classes of goods.
    pub classes: Vec<Class>,
    /// U and E: load units.
    pub units: Vec<Unit>,
}

/// A weight break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Break {
    /// From this weight on.
    pub from: Weight,
    /// Per kilogram.
    pub rate: Price,
}

/// The rate of a specific commodity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Item number, four digits.
    pub number: String,
    /// At least this weight is charged.
    pub from: Weight,
    /// Per kilogram.
    pub rate: Price,
}

/// What the percentage of a class is taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The normal rate N.
    Normal,
    /// The general rate that holds for the weight.
    Applicable,
}

/// A class rate: a reduction below a hundred percent, a surcharge above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Which goods.
    pub goods: String,
    /// Percent of the basis.
    pub percent: Percent,
    /// Basis.
    pub basis: Basis,
    /// Percent of the minimum that holds for these goods.
    pub of_minimum: Percent,
}

/// The rate of a load unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Type of the unit.
    pub kind: String,
    /// Weight the charge covers.
    pub pivot: Weight,
    /// Charge.
    pub charge: Amount,
    /// Per kilogram above the pivot weight.
    pub over: Price,
}

/// What is to be priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask<'a> {
    /// Chargeable weight.
    pub weight: Weight,
    /// To what the carrier rounds weights up.
    pub step: Step,
    /// Item number of a specific commodity, or empty.
    pub item: &'a str,
    /// Class of goods, or empty.
    pub goods: &'a str,
    /// Type of load unit, or empty.
    pub unit: &'a str,
}

/// What a weight costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Priced {
    /// M, N, Q, C, R, S or U.
    pub rate_class: &'static str,
    /// Item number of C; basis and percentage of R and S, as N150; type of U.
    pub commodity_item_no: String,
    /// Per kilogram; of M and U the charge itself.
    pub rate: Price,
    /// Weight that is charged: a break's when that is cheaper.
    pub charge_weight: Weight,
    /// Total, what lies above the pivot weight included.
    pub total: Amount,
    /// Above the pivot weight of a load unit: a line E of its own.
    pub over: Option<Over>,
    /// The general rates that were compared.
    pub candidates: Vec<Candidate>,
    /// From which weight on the next break is cheaper.
    pub break_even: Option<Weight>,
    /// The next break, and what it would cost.
    pub next: Option<Candidate>,
    /// How much is missing to that weight.
    pub gap: Option<Weight>,
}

/// The part above a pivot weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    /// Weight above the pivot.
    pub weight: Weight,
    /// Per kilogram.
    pub rate: Price,
    /// Total.
    pub total: Amount,
}

/// A general rate that may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// N or Q.
    pub rate_class: &'static str,
    /// Its break.
    pub from: Weight,
    /// Per kilogram.
    pub rate: Price,
    /// Weight it charges.
    pub weight: Weight,
    /// Total.
    pub total: Amount,
}

/// Rate times weight, in cents.
fn times(rate: Price, weight: Weight) -> Amount {
    let cents = div_half_up(i128::from(weight.raw()) * i128::from(rate.raw()), 100_000);
    Amount::from_raw(i64::try_from(cents).unwrap_or(i64::MAX))
}

/// A share of an amount.
fn share(amount: Amount, percent: Percent) -> Amount {
    let cents = div_half_up(i128::from(amount.raw()) * i128::from(percent.raw()), 10_000);
    Amount::from_raw(i64::try_from(cents).unwrap_or(i64::MAX))
}

/// An amount where a rate stands.
fn as_rate(amount: Amount) -> Price {
    Price::from_raw(amount.raw().saturating_mul(100))
}

/// Prices a chargeable weight; none where no line of the rate holds for it.
///
/// A load unit comes first; then a class of goods, which is never compared; then the cheaper of a specific
/// commodity and the general rates, among which the next break may be cheaper; nothing falls below the minimum.
pub fn price(rate: &Rate, ask: &Ask<'_>) -> Option<Priced> {
    if !ask.unit.is_empty() {
        let unit = rate.units.iter().find(|unit| unit.kind == ask.unit)?;
        return Some(of_unit(unit, ask.weight));
    }
    let candidates = candidates(&rate.breaks, ask.weight);
    // Equal totals go to the lower break, which stands first.
    let general = candidates.iter().min_by_key(|one| one.total).copied();
    if let Some(class) = rate.classes.iter().find(|class| !ask.goods.is_empty() && class.goods == ask.goods) {
        return of_class(rate, class, general, ask.weight);
    }
    let item = rate.items.iter().filter(|item| !ask.item.is_empty() && item.number == ask.item);
    let item = item.map(|item| (times(item.rate, ask.weight.max(item.from)), item)).min_by_key(|(total, _)| *total);
    let mut priced = match (item, general) {
        (Some((total, item)), general) if general.is_none_or(|general| total <= general.total) => {
            let weight = ask.weight.max(item.from);
            plain("C", item.number.clone(), item.rate, weight, total)
        }
        (_, Some(general)) => plain(general.rate_class, String::new(), general.rate, general.weight, general.total),
        _ => return None,
    };
    if let Some(minimum) = rate.minimum.filter(|minimum| priced.total < *minimum) {
        priced = plain("M", String::new(), as_rate(minimum), ask.weight, minimum);
    } else if let Some((even, next)) = break_even(&rate.breaks, ask) {
        priced.gap = (even > ask.weight && priced.charge_weight == ask.weight).then(|| even.minus(ask.weight));
        (priced.break_even, priced.next) = (Some(even), Some(next));
    }
    priced.candidates = candidates;
    Some(priced)
}

fn plain(
    rate_class: &'static str,
    commodity_item_no: String,
    rate: Price,
    charge_weight: Weight,
    total: Amount,
) -> Priced {
    Priced {
        rate_class,
        commodity_item_no,
        rate,
        charge_weight,
        total,
        over: None,
        candidates: Vec::new(),
        break_even: None,
        next: None,
        gap: None,
    }
}

/// The break a weight lies in and every higher one, each with what it would cost, the lowest first.
fn candidates(breaks: &[Break], weight: Weight) -> Vec<Candidate> {
    let mut sorted = breaks.to_vec();
    sorted.sort_by_key(|one| one.from);
    let own = sorted.iter().rposition(|one| one.from <= weight).unwrap_or(0);
    sorted.into_iter().skip(own).map(|one| candidate(one, weight)).collect()
}

fn candidate(one: Break, weight: Weight) -> Candidate {
    let charged = weight.max(one.from);
    let rate_class = if one.from.is_zero() { "N" } else { "Q" };
    Candidate { rate_class, from: one.from, rate: one.rate, weight: charged, total: times(one.rate, charged) }
}

/// From which weight on the break above a weight is cheaper than the weight's own, rounded up as the carrier does.
fn break_even(breaks: &[Break], ask: &Ask<'_>) -> Option<(Weight, Candidate)> {
    let mut sorted = breaks.to_vec();
    sorted.sort_by_key(|one| one.from);
    let place = sorted.iter().rposition(|one| one.from <= ask.weight)?;
    let (own, next) = (*sorted.get(place)?, *sorted.get(place + 1)?);
    // A break that is not cheaper by the kilogram is cheaper at no weight.
    if next.rate >= own.rate {
        return None;
    }
    let product = i128::from(next.from.raw()) * i128::from(next.rate.raw());
    let divisor = i128::from(own.rate.raw()).max(1);
    // Up to ten grams, which the step does not round off: at this weight the next break is not dearer.
    let grams = i64::try_from((product + 10 * divisor - 1) / (10 * divisor) * 10).ok()?;
    Some((ask.step.up(Weight::from_raw(grams)), candidate(next, ask.weight)))
}

fn of_class(rate: &Rate, class: &Class, general: Option<Candidate>, weight: Weight) -> Option<Priced> {
    let base = match class.basis {
        Basis::Normal => rate.breaks.iter().find(|one| one.from.is_zero())?.rate,
        Basis::Applicable => general?.rate,
    };
    // A class rate has two decimals.
    let cents = div_half_up(i128::from(base.raw()) * i128::from(class.percent.raw()), 1_000_000);
    let price = Price::from_raw(i64::try_from(cents).ok()?.checked_mul(100)?);
    let letter = if class.basis == Basis::Normal { "N" } else { "Q" };
    let number = format!("{letter}{}", class.percent);
    let rate_class = if class.percent < Percent::from_raw(10_000) { "R" } else { "S" };
    let minimum = rate.minimum.map(|minimum| share(minimum, class.of_minimum));
    let total = times(price, weight);
    Some(match minimum.filter(|minimum| total < *minimum) {
        Some(minimum) => plain(rate_class, number, as_rate(minimum), weight, minimum),
        None => plain(rate_class, number, price, weight, total),
    })
}

fn of_unit(unit: &Unit, weight: Weight) -> Priced {
    let above = weight.minus(unit.pivot);
    let over = (above > Weight::ZERO).then(|| Over { weight: above, rate: unit.over, total: times(unit.over, above) });
    let total = over.map_or(unit.charge, |over| unit.charge.plus(over.total));
    Priced { over, ..plain("U", unit.kind.clone(), as_rate(unit.charge), unit.pivot, total) }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
