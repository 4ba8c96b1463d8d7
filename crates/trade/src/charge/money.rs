//! Money of any currency, and how it is rounded (catalogue css.md 0.4).

use std::fmt;

use kernel::{ScaledError, format_scaled, parse_scaled};
use serde::{Serialize, Serializer};

use crate::currency::decimals;

/// Why there is no figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Outside what an amount holds.
    Overflow,
    /// Amounts of two currencies that are added or compared.
    OtherCurrency,
    /// More digits than the currency has.
    Digits,
    /// An exchange rate outside its range, or another than 1 for the functional currency.
    Rate,
    /// A tax rate below nothing or above the whole.
    Tax,
    /// Shares of nothing: no lines, or weights that add up to nought.
    NoWeight,
    /// Nothing is settled, or nothing is left to settle.
    Nought,
    /// The part has another sign than the rest.
    OtherSign,
    /// The part is more than the rest.
    BeyondRest,
    /// The currency has no rate that holds at the moment.
    NoRate(Currency),
    /// The breaks of a card are not as they must be.
    Breaks,
    /// The quantity lies below the first break of a card.
    BelowFirstBreak,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Overflow => "out of range",
            Self::OtherCurrency => "amounts of different currencies",
            Self::Digits => "more digits than the currency has",
            Self::Rate => "not an exchange rate",
            Self::Tax => "not a tax rate",
            Self::NoWeight => "nothing to share by",
            Self::Nought => "nothing to settle",
            Self::OtherSign => "another sign than the rest",
            Self::BeyondRest => "more than the rest",
            Self::NoRate(currency) => return write!(f, "no rate of {currency}"),
            Self::Breaks => "faulty breaks",
            Self::BelowFirstBreak => "below the first break",
        };
        f.write_str(text)
    }
}

impl std::error::Error for Fault {}

/// A currency with the decimals of ISO 4217.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    code: [u8; 3],
    exponent: u8,
}

impl Currency {
    /// By its code: three capital letters.
    pub fn named(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        if !letters.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        Some(Self { code: letters, exponent: u8::try_from(decimals(code)).ok()? })
    }

    /// Its code.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// How many decimals its amounts have: 0, 2 or 3.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// How digits beyond the last one kept go (css.md 0.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Carry {
    /// To the nearer; a half goes away from nought.
    #[default]
    HalfUp,
    /// Away from nought.
    Up,
    /// Toward nought.
    Down,
}

impl Carry {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::HalfUp, Self::Up, Self::Down];

    /// Its name on forms.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HalfUp => "四舍五入",
            Self::Up => "进位",
            Self::Down => "舍去",
        }
    }

    /// By its name on forms.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// A quotient as a whole number. The divisor must be above nought.
    pub(crate) fn divide(self, numerator: i128, divisor: i128) -> Result<i128, Fault> {
        if divisor <= 0 {
            return Err(Fault::Nought);
        }
        let (whole, rest) = (numerator / divisor, (numerator % divisor).abs());
        let away = match self {
            Self::HalfUp => rest >= divisor - rest,
            Self::Up => rest > 0,
            Self::Down => false,
        };
        Ok(if away { whole + numerator.signum() } else { whole })
    }
}

/// A product, exact.
pub(crate) fn product(factors: &[i128]) -> Result<i128, Fault> {
    factors.iter().try_fold(1i128, |product, factor| product.checked_mul(*factor)).ok_or(Fault::Overflow)
}

/// A power of ten.
pub(crate) fn ten(exponent: u32) -> Result<i128, Fault> {
    10i128.checked_pow(exponent).ok_or(Fault::Overflow)
}

pub(crate) fn narrow(number: i128) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Overflow)
}

/// An amount of a currency, in its minor unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

impl Money {
    /// So many minor units.
    pub const fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing of a currency.
    pub const fn zero(currency: Currency) -> Self {
        Self::from_minor(0, currency)
    }

    /// Reads a decimal text; refuses more decimals than the currency has.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, ScaledError> {
        Ok(Self::from_minor(parse_scaled(text, currency.exponent())?, currency))
    }

    /// In minor units.
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// In thousandths of the main unit, in which tables hold amounts of every currency.
    pub fn thousandths(self) -> Result<i64, Fault> {
        let finer = 3u32.checked_sub(self.currency.exponent()).ok_or(Fault::Digits)?;
        narrow(product(&[i128::from(self.minor), ten(finer)?])?)
    }

    /// So many thousandths of the main unit; refuses what is finer than the currency.
    pub fn of_thousandths(raw: i64, currency: Currency) -> Result<Self, Fault> {
        let finer = narrow(ten(3u32.checked_sub(currency.exponent()).ok_or(Fault::Digits)?)?)?;
        if raw % finer != 0 {
            return Err(Fault::Digits);
        }
        Ok(Self::from_minor(raw / finer, currency))
    }

    /// Its currency.
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.minor == 0
    }

    /// Whether both are of one currency.
    pub fn alike(self, other: Self) -> Result<(), Fault> {
        if self.currency == other.currency { Ok(()) } else { Err(Fault::OtherCurrency) }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Result<Self, Fault> {
        self.alike(other)?;
        let minor = self.minor.checked_add(other.minor).ok_or(Fault::Overflow)?;
        Ok(Self { minor, ..self })
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Result<Self, Fault> {
        self.alike(other)?;
        let minor = self.minor.checked_sub(other.minor).ok_or(Fault::Overflow)?;
        Ok(Self { minor, ..self })
    }

    /// The sum of amounts of one currency.
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Self>) -> Result<Self, Fault> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::plus)
    }

    /// Rounds to fewer digits than the currency has.
    pub fn round(self, digits: u32, carry: Carry) -> Result<Self, Fault> {
        Self::of_quotient(self.currency, i128::from(self.minor), ten(self.currency.exponent())?, digits, carry)
    }

    /// A quotient in units of the currency, rounded once to so many digits.
    pub(crate) fn of_quotient(
        currency: Currency,
        numerator: i128,
        divisor: i128,
        digits: u32,
        carry: Carry,
    ) -> Result<Self, Fault> {
        let dropped = currency.exponent().checked_sub(digits).ok_or(Fault::Digits)?;
        let kept = carry.divide(product(&[numerator, ten(digits)?])?, divisor)?;
        Ok(Self::from_minor(narrow(product(&[kept, ten(dropped)?])?)?, currency))
    }
}

impl fmt::Display for Money {
    /// With all decimals of its currency and without its code, as it travels (css.md 0.1).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_scaled(self.minor, self.currency.exponent(), self.currency.exponent()))
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.currency)
    }
}

impl Serialize for Money {
    /// A decimal text, never a number that a browser would round (css.md 0.1).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Money of a text as `19749.90 CNY`, for tests.
#[cfg(test)]
pub(crate) fn money(text: &str) -> Money {
    let (amount, code) = text.split_once(' ').expect("an amount and a currency");
    Money::parse(amount, Currency::named(code).expect("a currency")).expect("an amount")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_have_the_decimals_of_the_reference_list() {
        for one in reference::currencies() {
            let currency = Currency::named(one.code).expect("a currency");
            assert_eq!((currency.code(), currency.exponent()), (one.code, u32::from(one.exponent)));
        }
        for wrong in ["", "CN", "cny", "CNYX", "C1Y", "元", "人民币"] {
            assert_eq!(Currency::named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn amounts_are_written_with_the_decimals_of_their_currency() {
        for text in ["19749.90 CNY", "-0.01 USD", "3002 JPY", "0.005 KWD", "0.00 CNY", "-92233720368547758.07 CNY"] {
            assert_eq!(format!("{0} {1}", money(text), money(text).currency()), text);
        }
        assert_eq!(serde_json::to_string(&money("19749.90 CNY")).expect("serialises"), "\"19749.90\"");
        let of = |text, code| Money::parse(text, Currency::named(code).expect("a currency"));
        assert_eq!(of("0.5", "JPY"), Err(ScaledError::TooManyDecimals));
        assert_eq!(of("0.005", "CNY"), Err(ScaledError::TooManyDecimals));
        assert_eq!(of("1e3", "CNY"), Err(ScaledError::NotANumber));
        assert_eq!(of("92233720368547758.08", "CNY"), Err(ScaledError::OutOfRange));
    }

    #[test]
    fn tables_hold_thousandths_of_every_currency() {
        for (text, raw) in [("19749.90 CNY", 19_749_900), ("-3002 JPY", -3_002_000), ("0.005 KWD", 5)] {
            assert_eq!(money(text).thousandths(), Ok(raw));
            assert_eq!(Money::of_thousandths(raw, money(text).currency()), Ok(money(text)));
        }
        assert_eq!(Money::of_thousandths(5, money("0 JPY").currency()), Err(Fault::Digits));
        assert_eq!(Money::of_thousandths(1_001, money("0 CNY").currency()), Err(Fault::Digits));
        assert_eq!(money("92233720368547758.07 CNY").thousandths(), Err(Fault::Overflow));
    }

    #[test]
    fn the_three_ways_of_rounding_part_at_the_half() {
        let of = |text: &str, digits| {
            Carry::ALL.map(|carry| money(text).round(digits, carry).map_or_else(|e| e.to_string(), |m| m.to_string()))
        };
        assert_eq!(of("12.34 CNY", 1), ["12.30", "12.40", "12.30"]);
        assert_eq!(of("12.35 CNY", 1), ["12.40", "12.40", "12.30"]);
        assert_eq!(of("12.36 CNY", 1), ["12.40", "12.40", "12.30"]);
        assert_eq!(of("-12.34 CNY", 1), ["-12.30", "-12.40", "-12.30"]);
        assert_eq!(of("-12.35 CNY", 1), ["-12.40", "-12.40", "-12.30"]);
        assert_eq!(of("0.49 CNY", 0), ["0.00", "1.00", "0.00"]);
        assert_eq!(of("-0.50 CNY", 0), ["-1.00", "-1.00", "0.00"]);
        assert_eq!(of("12.00 CNY", 0), ["12.00", "12.00", "12.00"]);
        assert_eq!(of("12.34 CNY", 2), ["12.34", "12.34", "12.34"]);
        assert_eq!(of("0.0005 KWD".replace("0005", "005").as_str(), 2), ["0.010", "0.010", "0.000"]);
        assert!(of("1.00 CNY", 3).iter().all(|text| text == "more digits than the currency has"));
        assert!(of("1 JPY", 1).iter().all(|text| text == "more digits than the currency has"));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let (most, one) = (money("92233720368547758.07 CNY"), money("0.01 CNY"));
        assert_eq!((most.plus(one), most.plus(money("1.00 USD"))), (Err(Fault::Overflow), Err(Fault::OtherCurrency)));
        assert_eq!(most.round(0, Carry::Up), Err(Fault::Overflow));
        assert_eq!(Money::from_minor(i64::MIN, one.currency()).minus(one), Err(Fault::Overflow));
        assert_eq!(most.minus(one).and_then(|less| less.plus(one)), Ok(most));
        assert_eq!(Money::sum(one.currency(), [one, one, most]), Err(Fault::Overflow));
        assert_eq!(Money::sum(one.currency(), []), Ok(money("0.00 CNY")));
        for (numerator, divisor) in [(1, 0), (1, -1)] {
            assert_eq!(Carry::HalfUp.divide(numerator, divisor), Err(Fault::Nought));
        }
    }

    #[test]
    fn names_lead_to_their_way_of_rounding() {
        assert_eq!(Carry::ALL.map(|carry| Carry::named(carry.name())), Carry::ALL.map(Some));
        assert_eq!(Carry::named("HALF_UP"), None);
    }
}
