//! Currencies without a smaller unit, and rounding to what a currency has.

use kernel::{Amount, div_half_up};

/// Those without a smaller unit (ISO 4217, exponent 0).
const WHOLE: [&str; 16] =
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];

/// An amount in the smallest unit of its currency, halves up: whole yen, but cents of a euro and of what is unknown.
pub fn round(amount: Amount, code: &str) -> Amount {
    if !WHOLE.iter().any(|whole| whole.eq_ignore_ascii_case(code)) {
        return amount;
    }
    let units = div_half_up(i128::from(amount.raw()), 100);
    Amount::from_raw(i64::try_from(units * 100).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_currencies_are_those_of_the_reference_list() {
        let listed: Vec<&str> = reference::currencies().filter(|one| one.exponent == 0).map(|one| one.code).collect();
        assert_eq!(WHOLE.to_vec(), listed);
    }

    #[test]
    fn yen_are_whole_and_yuan_have_cents() {
        let of = |amount: &str, code: &str| round(amount.parse().expect("an amount"), code).show(2);
        assert_eq!(of("1234.49", "JPY"), "1234.00");
        assert_eq!(of("1234.50", "jpy"), "1235.00");
        assert_eq!(of("1234.56", "CNY"), "1234.56");
        assert_eq!(of("1234.56", ""), "1234.56");
    }
}
