//! Pricing by weight breaks: the cheaper of the own and the next break, never under the minimum.

use kernel::{Amount, Price, Weight, div_half_up};

/// One break of a rate table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Break {
    /// From this weight on; zero is the rate under the first break (N).
    pub from: Weight,
    /// Per kilogram.
    pub rate: Price,
}

/// What a weight costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    /// M, N or Q.
    pub class: &'static str,
    /// Weight that is charged: the break's when that is cheaper.
    pub charge_weight: Weight,
    /// Rate, or the minimum itself.
    pub rate: Price,
    /// Total.
    pub total: Amount,
}

/// Prices a chargeable weight; none without a break that holds.
pub fn price(weight: Weight, minimum: Option<Amount>, breaks: &[Break]) -> Option<Priced> {
    let total = |weight: Weight, rate: Price| {
        let cents = div_half_up(i128::from(weight.raw()) * i128::from(rate.raw()), 100_000);
        Amount::from_raw(i64::try_from(cents).unwrap_or(i64::MAX))
    };
    let best = breaks
        .iter()
        .map(|one| (weight.max(one.from), one))
        .map(|(charged, one)| (total(charged, one.rate), charged, one))
        // Among equals the lower weight is the honest one.
        .min_by_key(|(sum, charged, _)| (*sum, *charged))?;
    let (sum, charge_weight, one) = best;
    if let Some(minimum) = minimum.filter(|minimum| sum < *minimum) {
        let rate = Price::from_raw(minimum.raw() * 100);
        return Some(Priced { class: "M", charge_weight: weight, rate, total: minimum });
    }
    let class = if one.from.is_zero() { "N" } else { "Q" };
    Some(Priced { class, charge_weight, rate: one.rate, total: sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheaper_break_wins_and_the_minimum_holds() {
        let breaks: Vec<Break> =
            [("0", "47.62"), ("45", "37.20"), ("100", "33.93"), ("300", "29.91"), ("500", "25.88"), ("1000", "22.00")]
                .map(|(from, rate)| Break { from: from.parse().expect("kg"), rate: rate.parse().expect("a rate") })
                .to_vec();
        let minimum = Some("420".parse().expect("an amount"));
        let of = |kg: &str| price(kg.parse().expect("kg"), minimum, &breaks).expect("a price");
        let got = of("658.5");
        assert_eq!((got.class, got.rate.show(2), got.total.show(2)), ("Q", "25.88".into(), "17041.98".into()));
        let got = of("480");
        assert_eq!((got.charge_weight.show(1), got.total.show(2)), ("500.0".into(), "12940.00".into()));
        let got = of("5");
        assert_eq!((got.class, got.rate.show(2), got.total.show(2)), ("M", "420.00".into(), "420.00".into()));
        assert_eq!(of("10").class, "N");
        assert_eq!(price("10".parse().expect("kg"), None, &[]), None);
    }
}
