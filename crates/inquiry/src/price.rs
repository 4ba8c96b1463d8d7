//! What a quote comes to for a weight: weight breaks with a minimum, or a lump sum, and extras.

use kernel::{Amount, Price, Weight, div_half_up};

/// The price of a kilogram from a weight on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Break {
    /// From so many kilograms.
    pub(crate) from: Weight,
    /// Of one kilogram.
    pub(crate) price: Price,
}

/// By what an extra is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Each kilogram of the chargeable weight.
    Kilogram,
    /// Each piece.
    Piece,
    /// The shipment.
    Shipment,
}

/// A charge beside the freight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extra {
    /// Code of the charge.
    pub(crate) code: String,
    /// By what it is charged.
    pub(crate) basis: Basis,
    /// Of one of them.
    pub(crate) price: Price,
    /// At least.
    pub(crate) least: Option<Amount>,
    /// At most.
    pub(crate) most: Option<Amount>,
}

/// The price lines of a quote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// 一口价: the freight, whatever it weighs.
    pub(crate) lump_sum: Option<Amount>,
    /// At least so much freight.
    pub(crate) minimum: Option<Amount>,
    /// In the order of their weights.
    pub(crate) breaks: Vec<Break>,
    /// Charges beside.
    pub(crate) extras: Vec<Extra>,
}

/// What the lines come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Priced {
    /// Price of a kilogram of freight, and the break it was taken from; none of a lump sum or a minimum.
    pub(crate) unit: Option<Break>,
    /// The freight.
    pub(crate) freight: Amount,
    /// Each extra.
    pub(crate) extras: Vec<Amount>,
    /// All of it.
    pub(crate) total: Amount,
    /// All of it for one kilogram, with two decimals.
    pub(crate) per_kg: Amount,
}

/// A price with four decimals times a count with three, in cents.
fn times(price: Price, thousandths: i64) -> Amount {
    let cents = div_half_up(i128::from(price.raw()) * i128::from(thousandths), 100_000);
    Amount::from_raw(i64::try_from(cents).unwrap_or(i64::MAX))
}

impl Extra {
    fn of(&self, weight: Weight, pieces: i64) -> Amount {
        let count = match self.basis {
            Basis::Kilogram => weight.raw(),
            Basis::Piece => pieces.saturating_mul(1_000),
            Basis::Shipment => 1_000,
        };
        let amount = times(self.price, count).max(self.least.unwrap_or_default());
        self.most.map_or(amount, |most| amount.min(most))
    }
}

impl Lines {
    /// What a shipment comes to by its chargeable weight; none without a weight, or when nothing prices the freight.
    ///
    /// A weight below the first break counts as that break's; a higher break whose own weight costs less is taken.
    pub(crate) fn price(&self, weight: Weight, pieces: i64) -> Option<Priced> {
        if weight <= Weight::ZERO {
            return None;
        }
        let (unit, freight) = match self.lump_sum {
            Some(sum) => (None, sum),
            None => self.freight(weight)?,
        };
        let extras: Vec<Amount> = self.extras.iter().map(|extra| extra.of(weight, pieces)).collect();
        let total = extras.iter().copied().fold(freight, Amount::plus);
        let per_kg = div_half_up(i128::from(total.raw()) * 1_000, i128::from(weight.raw()));
        let per_kg = Amount::from_raw(i64::try_from(per_kg).unwrap_or(i64::MAX));
        Some(Priced { unit, freight, extras, total, per_kg })
    }

    fn freight(&self, weight: Weight) -> Option<(Option<Break>, Amount)> {
        let own = self.breaks.iter().rposition(|step| step.from <= weight).unwrap_or_default();
        let costs = self.breaks.iter().skip(own).map(|step| (*step, times(step.price, weight.max(step.from).raw())));
        let cheapest = costs.min_by_key(|(step, cost)| (*cost, step.from));
        match (cheapest, self.minimum) {
            (Some((_, cost)), Some(least)) if cost < least => Some((None, least)),
            (Some((step, cost)), _) => Some((Some(step), cost)),
            (None, least) => least.map(|least| (None, least)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kg(text: &str) -> Weight {
        Weight::parse(text).expect("a weight")
    }
    fn each(text: &str) -> Price {
        Price::parse(text).expect("a price")
    }
    fn money(text: &str) -> Amount {
        Amount::parse(text).expect("an amount")
    }
    fn at(from: &str, price: &str) -> Break {
        Break { from: kg(from), price: each(price) }
    }
    fn extra(code: &str, basis: Basis, price: &str) -> Extra {
        Extra { code: code.to_owned(), basis, price: each(price), least: None, most: None }
    }
    fn shown(lines: &Lines, weight: &str) -> Option<(String, String)> {
        lines.price(kg(weight), 10).map(|priced| (priced.total.show(2), priced.per_kg.show(2)))
    }

    /// The two answers of the fixture.
    fn gys001() -> Lines {
        let extras = vec![
            extra("MY", Basis::Kilogram, "3"),
            extra("SC", Basis::Kilogram, "1.2"),
            extra("AW", Basis::Shipment, "50"),
        ];
        Lines { breaks: vec![at("0", "22")], extras, ..Lines::default() }
    }
    fn dl001() -> Lines {
        Lines { breaks: vec![at("0", "26.5")], ..Lines::default() }
    }

    #[test]
    fn the_answers_of_the_fixture_have_their_totals() {
        let total = |total: &str, per_kg: &str| Some((total.to_owned(), per_kg.to_owned()));
        assert_eq!(shown(&gys001(), "500"), total("13150.00", "26.30"));
        assert_eq!(shown(&dl001(), "500"), total("13250.00", "26.50"));
        assert_eq!(shown(&gys001(), "1000"), total("26250.00", "26.25"));
        assert_eq!(shown(&dl001(), "1000"), total("26500.00", "26.50"));
        let parts = gys001().price(kg("500"), 10).expect("a price");
        assert_eq!(parts.freight.show(2), "11000.00");
        assert_eq!(parts.extras.iter().map(|part| part.show(2)).collect::<Vec<_>>(), ["1500.00", "600.00", "50.00"]);
    }

    #[test]
    fn a_higher_break_is_taken_when_it_costs_less_and_not_when_it_costs_the_same() {
        let lines = Lines { breaks: vec![at("45", "40"), at("100", "36"), at("300", "32")], ..Lines::default() };
        let taken = |weight: &str| {
            let priced = lines.price(kg(weight), 1).expect("a price");
            (priced.freight.show(2), priced.unit.map(|unit| unit.from.show(0)).unwrap_or_default())
        };
        assert_eq!(taken("20"), ("1800.00".to_owned(), "45".to_owned()), "below the first break");
        assert_eq!(taken("89.9"), ("3596.00".to_owned(), "45".to_owned()));
        assert_eq!(taken("90"), ("3600.00".to_owned(), "45".to_owned()), "both cost 3600.00");
        assert_eq!(taken("90.1"), ("3600.00".to_owned(), "100".to_owned()));
        assert_eq!(taken("100"), ("3600.00".to_owned(), "100".to_owned()));
        assert_eq!(taken("299"), ("9600.00".to_owned(), "300".to_owned()));
    }

    #[test]
    fn minimum_lump_sum_and_limits_of_extras_hold() {
        let least = Lines { minimum: Some(money("450")), breaks: vec![at("0", "10")], ..Lines::default() };
        assert_eq!(least.price(kg("44.9"), 1).map(|p| (p.freight.show(2), p.unit)), Some(("450.00".to_owned(), None)));
        let exact = least.price(kg("45"), 1).expect("a price");
        assert_eq!((exact.freight.show(2), exact.unit.is_some()), ("450.00".to_owned(), true));
        let lump = Lines { lump_sum: Some(money("9000")), ..gys001() };
        assert_eq!(shown(&lump, "500"), Some(("11150.00".to_owned(), "22.30".to_owned())));
        let fee = Extra { least: Some(money("30")), most: Some(money("80")), ..extra("X", Basis::Piece, "4") };
        let amounts = [1, 10, 21].map(|pieces| fee.of(kg("1"), pieces).show(2));
        assert_eq!(amounts, ["30.00", "40.00", "80.00"]);
        assert_eq!(Lines::default().price(kg("500"), 1), None);
        assert_eq!(dl001().price(Weight::ZERO, 1), None);
    }
}
