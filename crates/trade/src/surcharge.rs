//! Other charges of a waybill: what a price and a basis come to.

use kernel::{Amount, Price, Weight, div_half_up};

/// What the price of an other charge is multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Chargeable weight.
    Chargeable,
    /// Gross weight.
    Gross,
    /// Pieces.
    Pieces,
    /// The waybill.
    Waybill,
    /// House waybills.
    Houses,
}

impl Basis {
    /// By its name on forms.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "计费重量" => Self::Chargeable,
            "毛重" => Self::Gross,
            "件" => Self::Pieces,
            "票" => Self::Waybill,
            "分单" => Self::Houses,
            _ => return None,
        })
    }
}

/// What a basis counts of a shipment, in thousandths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Quantities {
    /// Chargeable weight.
    pub chargeable: Weight,
    /// Gross weight.
    pub gross: Weight,
    /// Pieces.
    pub pieces: i64,
    /// House waybills.
    pub houses: i64,
}

impl Quantities {
    /// The quantity of a basis, in thousandths of a kilogram or a piece.
    pub fn of(&self, basis: Basis) -> i64 {
        match basis {
            Basis::Chargeable => self.chargeable.raw(),
            Basis::Gross => self.gross.raw(),
            Basis::Pieces => self.pieces.saturating_mul(1_000),
            Basis::Waybill => 1_000,
            Basis::Houses => self.houses.saturating_mul(1_000),
        }
    }
}

/// Price times quantity (in thousandths), rounded to cents, raised to the least and cut to the most.
pub fn amount(price: Price, thousandths: i64, least: Option<Amount>, most: Option<Amount>) -> Amount {
    let cents = div_half_up(i128::from(price.raw()) * i128::from(thousandths), 100_000);
    let amount = Amount::from_raw(i64::try_from(cents).unwrap_or(i64::MAX));
    let raised = least.map_or(amount, |least| amount.max(least));
    most.map_or(raised, |most| raised.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(price: &str, basis: Basis, least: Option<&str>, most: Option<&str>) -> String {
        let first = Quantities {
            chargeable: "658.5".parse().expect("kg"),
            gross: "500".parse().expect("kg"),
            pieces: 12,
            houses: 2,
        };
        let limit = |text: Option<&str>| text.map(|text| text.parse().expect("an amount"));
        amount(price.parse().expect("a price"), first.of(basis), limit(least), limit(most)).show(2)
    }

    #[test]
    fn a_price_is_multiplied_with_its_basis() {
        assert_eq!(of("3.00", Basis::Chargeable, None, None), "1975.50");
        assert_eq!(of("1.20", Basis::Chargeable, None, None), "790.20");
        assert_eq!(of("50", Basis::Waybill, None, None), "50.00");
        assert_eq!(of("0.35", Basis::Gross, None, None), "175.00");
        assert_eq!(of("2.5", Basis::Pieces, None, None), "30.00");
        assert_eq!(of("20", Basis::Houses, None, None), "40.00");
    }

    #[test]
    fn the_least_raises_and_the_most_cuts() {
        assert_eq!(of("3.50", Basis::Chargeable, None, None), "2304.75");
        assert_eq!(of("3.50", Basis::Chargeable, Some("2500"), None), "2500.00");
        assert_eq!(of("3.50", Basis::Chargeable, Some("2304.75"), None), "2304.75");
        assert_eq!(of("3.50", Basis::Chargeable, None, Some("2304.74")), "2304.74");
        assert_eq!(of("3.50", Basis::Chargeable, None, Some("2304.75")), "2304.75");
    }

    #[test]
    fn names_lead_to_their_basis() {
        for name in ["计费重量", "毛重", "件", "票", "分单"] {
            assert!(Basis::named(name).is_some(), "{name}");
        }
        assert_eq!(Basis::named("体积"), None);
    }
}
