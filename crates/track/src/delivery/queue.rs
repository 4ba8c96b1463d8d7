//! Queue numbers of those who wait at a warehouse: A001 to A999, then B001, anew every day.

use kernel::{Id, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;

const PER_LETTER: i64 = 999;

/// The next number at a warehouse today.
pub(super) fn next(tx: &mut Tx<'_>, warehouse: Id) -> Result<String, Refusal> {
    let day = show_day(tx.now.day());
    Ok(number(tx.next_number(&format!("delivery queue {warehouse}"), &day)?))
}

/// The n-th number of a day, from 1; after Z999 it begins again.
fn number(n: i64) -> String {
    let letter = char::from(u8::try_from((n - 1) / PER_LETTER % 26).unwrap_or_default() + b'A');
    format!("{letter}{:03}", (n - 1) % PER_LETTER + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_nine_hundred_and_ninety_nine_numbers() {
        let numbers = [1, 2, 999, 1000, 25 * 999 + 1, 26 * 999, 26 * 999 + 1].map(number);
        assert_eq!(numbers, ["A001", "A002", "A999", "B001", "Z001", "Z999", "A001"]);
    }
}
