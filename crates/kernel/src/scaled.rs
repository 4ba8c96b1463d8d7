//! Scaled integers: money, weights, volumes and lengths without binary floating point.
//!
//! A value is a 64-bit integer in a fixed smallest unit. On the wire it is a decimal number.
//! Rounding is half up (away from zero), and happens only where a function says so.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::typed;

/// Why a text is not a number of the wanted scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScaledError {
    /// Not a plain decimal number (exponents, blanks and separators are refused).
    NotANumber,
    /// More decimals than the unit holds.
    TooManyDecimals,
    /// Outside the range of the unit.
    OutOfRange,
}

impl fmt::Display for ScaledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "not a decimal number",
            Self::TooManyDecimals => "too many decimals",
            Self::OutOfRange => "out of range",
        })
    }
}

impl std::error::Error for ScaledError {}

/// Parses a plain decimal text into an integer of `decimals` places; refuses what would be rounded.
pub fn parse_scaled(text: &str, decimals: u32) -> Result<i64, ScaledError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || digits.ends_with('.') {
        return Err(ScaledError::NotANumber);
    }
    let places = usize::try_from(decimals).map_err(|_| ScaledError::OutOfRange)?;
    let kept = fraction.trim_end_matches('0');
    if kept.len() > places {
        return Err(ScaledError::TooManyDecimals);
    }
    let joined = format!("{whole}{kept:0<places$}");
    let value: i64 = joined.parse().map_err(|_| ScaledError::OutOfRange)?;
    Ok(if negative { -value } else { value })
}

/// Shows `value` of `decimals` places with exactly `digits` decimals, rounding half up.
pub fn format_scaled(value: i64, decimals: u32, digits: u32) -> String {
    if digits > decimals {
        let mut text = format_scaled(value, decimals, decimals);
        if decimals == 0 {
            text.push('.');
        }
        text.extend((decimals..digits).map(|_| '0'));
        return text;
    }
    let divisor = 10u64.pow(decimals - digits);
    let magnitude = (value.unsigned_abs() + divisor / 2) / divisor;
    let sign = if value < 0 && magnitude > 0 { "-" } else { "" };
    let unit = 10u64.pow(digits);
    if digits == 0 {
        return format!("{sign}{magnitude}");
    }
    let width = usize::try_from(digits).unwrap_or(0);
    format!("{sign}{}.{:0width$}", magnitude / unit, magnitude % unit)
}

/// `-1234567.80` as `-1,234,567.80`.
pub fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    if whole.is_empty() || !whole.bytes().all(|digit| digit.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out.push_str(part);
    }
    out
}

/// Integer division rounded half up, away from zero. The divisor must be positive.
pub fn div_half_up(numerator: i128, divisor: i128) -> i128 {
    let half = divisor / 2;
    if numerator >= 0 { (numerator + half) / divisor } else { -((-numerator + half) / divisor) }
}

macro_rules! scaled {
    ($(#[$doc:meta])* $name:ident, $decimals:literal, $unit:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(i64);

        impl $name {
            /// Decimals of the stored unit.
            pub const DECIMALS: u32 = $decimals;
            /// Nothing of it.
            pub const ZERO: Self = Self(0);

            /// From the smallest unit.
            pub const fn from_raw(raw: i64) -> Self { Self(raw) }

            /// In the smallest unit.
            pub const fn raw(self) -> i64 { self.0 }

            /// Whether it is zero.
            pub const fn is_zero(self) -> bool { self.0 == 0 }

            /// Parses a decimal text; refuses what would have to be rounded.
            pub fn parse(text: &str) -> Result<Self, ScaledError> {
                parse_scaled(text, $decimals).map(Self)
            }

            /// Rounds half up to `digits` decimals.
            pub fn round(self, digits: u32) -> Self {
                if digits >= $decimals { return self; }
                let unit = 10i128.pow($decimals - digits);
                Self(i64::try_from(div_half_up(i128::from(self.0), unit) * unit).unwrap_or(i64::MAX))
            }

            /// Shows it with exactly `digits` decimals.
            pub fn show(self, digits: u32) -> String { format_scaled(self.0, $decimals, digits) }

            /// Sum that stops at the end of the range instead of wrapping.
            #[must_use]
            pub fn plus(self, other: Self) -> Self { Self(self.0.saturating_add(other.0)) }

            /// Difference that stops at the end of the range instead of wrapping.
            #[must_use]
            pub fn minus(self, other: Self) -> Self { Self(self.0.saturating_sub(other.0)) }

            /// Distance to another value, never negative.
            #[must_use]
            pub fn distance(self, other: Self) -> Self { Self(self.0.saturating_sub(other.0).saturating_abs()) }
        }

        impl fmt::Display for $name {
            /// The shortest exact decimal text.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let full = self.show($decimals);
                let short = if full.contains('.') { full.trim_end_matches('0').trim_end_matches('.') } else { &full };
                f.write_str(short)
            }
        }

        impl FromStr for $name {
            type Err = ScaledError;
            fn from_str(text: &str) -> Result<Self, ScaledError> { Self::parse(text) }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let number: serde_json::Number = self.to_string().parse().map_err(ser::Error::custom)?;
                number.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            /// Accepts a JSON number or a text as people write one, with its unit or without.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = match serde_json::Value::deserialize(deserializer)? {
                    serde_json::Value::Number(number) => number.to_string(),
                    serde_json::Value::String(text) => text,
                    _ => return Err(de::Error::custom(ScaledError::NotANumber)),
                };
                let text = if $unit.is_empty() { typed::number(&text) } else { typed::measured(&text, $unit) };
                Self::parse(&text).map_err(de::Error::custom)
            }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(values: I) -> Self { values.fold(Self::ZERO, Self::plus) }
        }
    };
}

scaled!(
    /// A weight in kilograms, stored in grams.
    Weight, 3, "KG"
);
scaled!(
    /// A volume in cubic metres, stored in cubic centimetres.
    Volume, 6, "CBM"
);
scaled!(
    /// A length in centimetres, stored in millimetres.
    Length, 1, "CM"
);
scaled!(
    /// A density in kilograms per cubic metre, stored in grams per cubic metre.
    Density, 3, ""
);
scaled!(
    /// A price of one unit of something, in 1/10000 of a currency unit.
    Price, 4, ""
);
scaled!(
    /// An amount of money with two decimals, in the currency's minor unit.
    Amount, 2, ""
);
scaled!(
    /// A percentage, stored in 1/100 of a percent.
    Percent, 2, "%"
);

scaled!(
    /// How much of something a charge counts: kilograms, pieces, kilometres, in 1/10000 of one.
    Quantity, 4, ""
);
scaled!(
    /// What one unit of a currency is worth in another, in 1/1000000.
    ExchangeRate, 6, ""
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, wanted) in [
            ("0", "0"),
            ("999.00", "999.00"),
            ("1000", "1,000"),
            ("-1234567.80", "-1,234,567.80"),
            ("", ""),
            ("AS AGREED", "AS AGREED"),
        ] {
            assert_eq!(grouped(number), wanted);
        }
    }
    use proptest::prelude::*;

    #[test]
    fn parses_what_the_unit_holds_and_refuses_the_rest() {
        assert_eq!(Weight::parse("480").map(Weight::raw), Ok(480_000));
        assert_eq!(Weight::parse("0.001").map(Weight::raw), Ok(1));
        assert_eq!(Weight::parse("1.2300").map(Weight::raw), Ok(1_230));
        assert_eq!(Weight::parse("0.0001"), Err(ScaledError::TooManyDecimals));
        for wrong in ["", "-", ".5", "5.", "1e3", " 1", "1,000", "١", "NaN", "--1"] {
            assert_eq!(Weight::parse(wrong), Err(ScaledError::NotANumber), "{wrong}");
        }
        assert_eq!(Weight::parse("99999999999999999999"), Err(ScaledError::OutOfRange));
    }

    #[test]
    fn shows_with_rounding_half_up_away_from_zero() {
        assert_eq!(Weight::from_raw(658_333).show(2), "658.33");
        assert_eq!(Weight::from_raw(658_335).show(2), "658.34");
        assert_eq!(Weight::from_raw(-1_500).show(0), "-2");
        assert_eq!(Weight::from_raw(480_000).show(1), "480.0");
        assert_eq!(Weight::from_raw(-49).show(1), "0.0");
        assert_eq!(Weight::from_raw(-50).show(1), "-0.1");
        assert_eq!(format_scaled(5, 0, 2), "5.00");
        assert_eq!(format_scaled(-125, 2, 4), "-1.2500");
        assert_eq!(format_scaled(i64::MIN, 3, 0), "-9223372036854776");
        assert_eq!(Weight::from_raw(480_000).to_string(), "480");
        assert_eq!(Weight::from_raw(-1).to_string(), "-0.001");
        assert_eq!(Volume::from_raw(3_600_000).to_string(), "3.6");
    }

    #[test]
    fn travels_as_an_exact_json_number() {
        let big = Price::from_raw(123_456_789_012_345_678);
        let json = serde_json::to_string(&big).expect("serialises");
        assert_eq!(json, "12345678901234.5678");
        assert_eq!(serde_json::from_str::<Price>(&json).expect("parses"), big);
    }

    /// Issue 25, A 5: what calls send is read as what forms are typed.
    #[test]
    fn calls_send_numbers_as_people_write_them() {
        let weight = |text: &str| serde_json::from_str::<Weight>(&format!("\"{text}\"")).ok().map(Weight::raw);
        assert_eq!(weight("1,200.5"), Some(1_200_500));
        assert_eq!(weight("50KG"), Some(50_000));
        assert_eq!(weight("５０"), Some(50_000));
        assert_eq!((weight("50LB"), weight("1,20"), weight("1e3")), (None, None, None));
        assert_eq!(serde_json::from_str::<Amount>("\"1,200.50\"").ok(), Some(Amount::from_raw(120_050)));
        assert_eq!(serde_json::from_str::<Amount>("\"5KG\"").ok(), None);
    }

    proptest! {
        #[test]
        fn text_and_value_agree(raw in any::<i64>().prop_filter("MIN has no positive", |v| *v != i64::MIN)) {
            let value = Volume::from_raw(raw);
            prop_assert_eq!(Volume::parse(&value.to_string()), Ok(value));
            prop_assert_eq!(Volume::parse(&value.show(6)), Ok(value));
        }

        #[test]
        fn rounding_moves_by_at_most_half_a_unit(raw in -1_000_000_000i64..1_000_000_000, digits in 0u32..3) {
            let value = Weight::from_raw(raw);
            let unit = 10i64.pow(3 - digits);
            prop_assert!(value.round(digits).distance(value).raw() * 2 <= unit);
        }
    }
}
