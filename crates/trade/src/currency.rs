//! The decimals of currencies (ISO 4217), rounding to them and writing by them.

use kernel::{Amount, div_half_up};

use crate::imp::at_least;

/// Those without a smaller unit (ISO 4217, exponent 0).
const WHOLE: [&str; 16] =
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];

/// Those with thousandths (exponent 3).
const THOUSANDTHS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];
/// Digits of the largest amount, with its sign and point.
const LENGTH_MAX: usize = 24;

/// How many decimals amounts of a currency have; two of what is unknown.
pub fn decimals(code: &str) -> usize {
    let among = |list: &[&str]| list.iter().any(|one| one.eq_ignore_ascii_case(code));
    if among(&WHOLE) {
        0
    } else if among(&THOUSANDTHS) {
        3
    } else {
        2
    }
}

/// Whether an amount has no more decimals than its currency.
pub fn fits(amount: Amount, code: &str) -> bool {
    round(amount, code) == amount
}

/// An amount with the decimals of its currency; those it has beyond them stay.
pub fn text(amount: Amount, code: &str) -> String {
    at_least(amount.to_string(), decimals(code), LENGTH_MAX)
}

/// An amount in the smallest unit of its currency, halves up: whole yen, but cents of a euro and of what is unknown.
pub fn round(amount: Amount, code: &str) -> Amount {
    if decimals(code) > 0 {
        return amount;
    }
    let units = div_half_up(i128::from(amount.raw()), 100);
    Amount::from_raw(i64::try_from(units * 100).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_reference_list() {
        let listed = |exponent: u8| -> Vec<&str> {
            reference::currencies().filter(|one| one.exponent == exponent).map(|one| one.code).collect()
        };
        assert_eq!((WHOLE.to_vec(), THOUSANDTHS.to_vec()), (listed(0), listed(3)));
        for one in reference::currencies() {
            assert_eq!(decimals(one.code), usize::from(one.exponent), "{}", one.code);
        }
    }

    #[test]
    fn yen_are_whole_and_yuan_have_cents() {
        let of = |amount: &str, code: &str| round(amount.parse().expect("an amount"), code).show(2);
        assert_eq!(of("1234.49", "JPY"), "1234.00");
        assert_eq!(of("1234.50", "jpy"), "1235.00");
        assert_eq!(of("1234.56", "CNY"), "1234.56");
        assert_eq!(of("1234.56", ""), "1234.56");
    }

    #[test]
    fn amounts_are_written_with_the_decimals_of_their_currency_and_lose_none() {
        let of = |amount: &str, code: &str| text(amount.parse().expect("an amount"), code);
        let cases =
            [("1234", "JPY", "1234"), ("1234", "KRW", "1234"), ("1234", "CNY", "1234.00"), ("1.5", "KWD", "1.500")];
        for (amount, code, written) in cases {
            assert_eq!(of(amount, code), written);
            assert!(fits(amount.parse().expect("an amount"), code));
        }
        assert_eq!((of("1234.5", "JPY"), of("0", "BHD")), ("1234.5".to_owned(), "0.000".to_owned()));
        assert!(!fits("1234.5".parse().expect("an amount"), "JPY") && fits("0.01".parse().expect("an amount"), "CNY"));
    }
}
