//! What the price of a charge is multiplied with 计费标准 (catalogue css.md 0.5).

use std::collections::BTreeMap;

use kernel::{Mode, Quantity, Scope, Volume, Weight};

use super::Side;

/// A basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Basis {
    /// The shipment, once.
    Shipment,
    /// Chargeable weight.
    ChargeWeight,
    /// Gross weight.
    Gross,
    /// Pieces.
    Pieces,
    /// Cubic metres.
    Volume,
    /// House bills; a direct shipment counts one.
    Houses,
    /// Chargeable tons.
    Tons,
    /// Boxes in twenty-foot equivalents.
    Teu,
    /// Boxes of one type.
    ContainerType,
    /// Vehicles.
    Vehicle,
    /// Kilometres of the trip.
    Kilometre,
    /// Days in the warehouse beyond the free ones.
    Day,
    /// Percent of other charges, or of the cargo's value.
    Percent,
    /// What is typed.
    Manual,
}

impl Basis {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 14] = [
        Self::Shipment,
        Self::ChargeWeight,
        Self::Gross,
        Self::Pieces,
        Self::Volume,
        Self::Houses,
        Self::Tons,
        Self::Teu,
        Self::ContainerType,
        Self::Vehicle,
        Self::Kilometre,
        Self::Day,
        Self::Percent,
        Self::Manual,
    ];

    /// Its name on forms and in dictionary 59.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shipment => "票",
            Self::ChargeWeight => "计费重量",
            Self::Gross => "毛重",
            Self::Pieces => "件",
            Self::Volume => "体积",
            Self::Houses => "分单",
            Self::Tons => "计费吨",
            Self::Teu => "标箱",
            Self::ContainerType => "箱型",
            Self::Vehicle => "车",
            Self::Kilometre => "公里",
            Self::Day => "天",
            Self::Percent => "百分比",
            Self::Manual => "手工",
        }
    }

    /// By its name; a basis that a company added is typed.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.name() == name).unwrap_or(Self::Manual)
    }

    /// Whether orders of a scope have it.
    pub fn is_of(self, scope: Scope) -> bool {
        let boxed = matches!(scope.mode(), Mode::Sea | Mode::Rail);
        match self {
            Self::ChargeWeight => !boxed,
            Self::Houses => matches!(scope.mode(), Mode::Air | Mode::Sea),
            Self::Tons | Self::Teu => boxed,
            Self::ContainerType => boxed || scope.mode() == Mode::Road,
            Self::Kilometre => scope.mode() == Mode::Road,
            _ => true,
        }
    }
}

/// The figures of an order that charges are made of: confirmed ones, else planned ones. What is not known counts nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measures {
    /// Chargeable weight in kilograms.
    pub charge_weight: Weight,
    /// That which the customer pays for, where it differs.
    pub income_charge_weight: Option<Weight>,
    /// Gross weight.
    pub gross: Weight,
    /// Pieces.
    pub pieces: i64,
    /// Volume.
    pub volume: Volume,
    /// House bills.
    pub houses: i64,
    /// Chargeable tons, in thousandths.
    pub tons: i64,
    /// Boxes in twenty-foot equivalents, in hundredths.
    pub teu: i64,
    /// Boxes of each type.
    pub boxes: BTreeMap<String, i64>,
    /// Vehicles.
    pub vehicles: i64,
    /// Kilometres, in thousandths.
    pub distance: i64,
    /// Days in the warehouse, the first and the last among them.
    pub storage_days: i64,
    /// Of them those that cost nothing.
    pub free_days: i64,
}

impl Measures {
    /// What an amount is shared by: the chargeable weight as orders show it, or the chargeable tons, in thousandths.
    pub fn shared_by(&self) -> i64 {
        self.charge_weight.round(2).raw().saturating_add(self.tons)
    }

    /// The quantity of a basis on a side; none of what is typed, and of a percentage, whose base are other charges.
    /// Weights count as orders show them: 658.33, not 658.333.
    pub fn quantity(&self, basis: Basis, side: Side, container_type: &str) -> Option<Quantity> {
        let whole = |count: i64| Quantity::from_raw(count.saturating_mul(10_000));
        let thousandths = |raw: i64| Quantity::from_raw(raw.saturating_mul(10));
        Some(match basis {
            Basis::Shipment => whole(1),
            Basis::ChargeWeight => {
                let income = self.income_charge_weight.filter(|_| side == Side::Receivable);
                thousandths(income.unwrap_or(self.charge_weight).round(2).raw())
            }
            Basis::Gross => thousandths(self.gross.raw()),
            Basis::Pieces => whole(self.pieces),
            Basis::Volume => thousandths(self.volume.round(3).raw() / 1_000),
            Basis::Houses => whole(self.houses.max(1)),
            Basis::Tons => thousandths(self.tons),
            Basis::Teu => Quantity::from_raw(self.teu.saturating_mul(100)),
            Basis::ContainerType => whole(self.boxes.get(container_type).copied().unwrap_or_default()),
            Basis::Vehicle => whole(self.vehicles),
            Basis::Kilometre => thousandths(self.distance),
            Basis::Day => whole(self.storage_days.saturating_sub(self.free_days).max(0)),
            Basis::Percent | Basis::Manual => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(measures: &Measures, basis: Basis, side: Side) -> String {
        measures.quantity(basis, side, "40HQ").map(|quantity| quantity.to_string()).unwrap_or_default()
    }

    #[test]
    fn an_air_order_counts_what_the_catalogue_says() {
        let first = Measures {
            charge_weight: "658.333".parse().expect("kg"),
            gross: "500".parse().expect("kg"),
            pieces: 12,
            volume: "3.95".parse().expect("cbm"),
            houses: 2,
            ..Measures::default()
        };
        assert_eq!(of(&first, Basis::ChargeWeight, Side::Payable), "658.33");
        assert_eq!(of(&first, Basis::Gross, Side::Payable), "500");
        assert_eq!(of(&first, Basis::Volume, Side::Payable), "3.95");
        assert_eq!(of(&first, Basis::Pieces, Side::Payable), "12");
        assert_eq!(of(&first, Basis::Houses, Side::Payable), "2");
        let spared = Measures { income_charge_weight: Some("540".parse().expect("kg")), ..first };
        assert_eq!(of(&spared, Basis::ChargeWeight, Side::Receivable), "540");
        assert_eq!(of(&spared, Basis::ChargeWeight, Side::Payable), "658.33", "the supplier spares nothing");
        assert_eq!(of(&Measures::default(), Basis::Houses, Side::Receivable), "1", "a direct shipment");
    }

    #[test]
    fn storage_counts_beyond_the_free_days() {
        let stored = |storage_days, free_days| Measures { storage_days, free_days, ..Measures::default() };
        let days = [(11, 0), (11, 7), (11, 11), (11, 30), (0, 3)].map(|(all, free)| stored(all, free));
        assert_eq!(days.map(|days| of(&days, Basis::Day, Side::Receivable)), ["11", "4", "0", "0", "0"]);
    }

    #[test]
    fn boxes_count_by_type_and_in_equivalents() {
        let boxes = [("40HQ".to_owned(), 2), ("20GP".to_owned(), 1)].into();
        let sea = Measures { teu: 500, tons: 118_500, boxes, ..Measures::default() };
        assert_eq!(of(&sea, Basis::ContainerType, Side::Receivable), "2");
        assert_eq!(of(&sea, Basis::Teu, Side::Receivable), "5");
        assert_eq!(of(&sea, Basis::Tons, Side::Receivable), "118.5");
        assert_eq!(sea.quantity(Basis::ContainerType, Side::Payable, "45HQ"), Some(Quantity::ZERO));
        assert_eq!(sea.quantity(Basis::Manual, Side::Payable, ""), None);
    }

    #[test]
    fn a_basis_is_found_by_its_name_and_belongs_to_scopes() {
        for basis in Basis::ALL {
            assert_eq!(Basis::named(basis.name()), basis);
            assert!(Scope::all().any(|scope| basis.is_of(scope)), "{}", basis.name());
        }
        assert_eq!(Basis::named("托"), Basis::Manual, "one a company added");
        assert!(Basis::ChargeWeight.is_of(Scope::Ae) && !Basis::ChargeWeight.is_of(Scope::Se));
        assert!(Basis::Teu.is_of(Scope::Ti) && !Basis::Teu.is_of(Scope::Io));
        assert!(Basis::Kilometre.is_of(Scope::Lc) && !Basis::Kilometre.is_of(Scope::Ae));
    }
}
