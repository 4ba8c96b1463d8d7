//! What an order is charged by: tons or kilograms, of weight or of volume.

use kernel::{Mode, Scope, Volume, Weight};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::Conn;
use trade::cargo;

use domain::switch;

/// Cubic centimetres that count as a kilogram of air cargo.
const AIR_DIVISOR: i64 = 6_000;

/// What a scope is charged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeUnit {
    /// Tons; the factor are the kilograms that count as a cubic metre.
    Tons,
    /// Kilograms; the factor are the cubic centimetres that count as one, 0 for gross weight alone.
    Kilograms,
}

impl ChargeUnit {
    /// As it is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tons => "TON",
            Self::Kilograms => "KG",
        }
    }

    /// What is charged for a weight and a volume with a factor.
    pub fn of(self, factor: i64, gross: Weight, volume: Volume) -> Weight {
        match self {
            Self::Tons => cargo::chargeable_tons(gross, volume, factor),
            Self::Kilograms if factor == 0 => gross,
            Self::Kilograms => cargo::charge_weight(gross, volume, factor),
        }
    }
}

/// The factor a company decided for a scope.
pub fn charge_factor(conn: &mut dyn Conn, org: i64, scope: Scope) -> Result<i64, Refusal> {
    let decided = match scope.mode() {
        Mode::Air => return Ok(AIR_DIVISOR),
        Mode::Sea => &switch::SEA_RATIO,
        Mode::Rail => &switch::RAIL_RATIO,
        Mode::Road => &switch::ROAD_DIVISOR,
        Mode::Other => &switch::OTHER_DIVISOR,
    };
    setting::value(conn, org, decided, Some(scope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charge_weights_are_those_of_the_fixture() {
        let of = |unit: ChargeUnit, factor: i64, weight: &str, volume: &str| {
            let weight = Weight::parse(weight).expect("a weight");
            let volume = Volume::parse(volume).expect("a volume");
            unit.of(factor, weight, volume).to_string()
        };
        assert_eq!(of(ChargeUnit::Tons, 1000, "18500", "118"), "118");
        assert_eq!(of(ChargeUnit::Tons, 1000, "3200", "2.5"), "3.2");
        assert_eq!(of(ChargeUnit::Tons, 500, "2600", "4"), "5.2");
        assert_eq!(of(ChargeUnit::Tons, 333, "2600", "4"), "7.808");
        assert_eq!(of(ChargeUnit::Kilograms, 3000, "3200", "8"), "3200");
        assert_eq!(of(ChargeUnit::Kilograms, 3000, "1200", "6"), "2000");
        assert_eq!(of(ChargeUnit::Kilograms, 6000, "150", "0.9"), "150");
        assert_eq!(of(ChargeUnit::Kilograms, 1, "1200", "6"), "6000000");
        assert_eq!(of(ChargeUnit::Kilograms, 0, "1200", "6"), "1200", "gross weight alone");
    }
}
