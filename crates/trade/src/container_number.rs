//! Container numbers (ISO 6346): owner, category, serial and check digit.

use kernel::Msg;

/// Characters of a number.
const LENGTH: usize = 11;

/// Not a container number at all.
pub const FORM_WRONG: Msg = Msg::new(
    "container.form",
    "箱号格式不正确",
    "The container number has the wrong form: four letters, seven digits.",
);
/// Its check digit is another.
pub const CHECK_WRONG: Msg = Msg::new(
    "container.check",
    "箱号校验位错误，应为{d}，是否继续？",
    "The check digit of the container number should be {d}. Continue?",
);

/// A typed number as it is stored: letters and digits alone, in capitals.
pub fn clean(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Whether a text is three letters of an owner, the category U, J or Z, and seven digits.
pub fn fits(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == LENGTH
        && bytes.iter().take(3).all(u8::is_ascii_uppercase)
        && bytes.get(3).is_some_and(|category| b"UJZ".contains(category))
        && bytes.iter().skip(4).all(u8::is_ascii_digit)
}

/// Letters count from 10 upwards without the multiples of eleven.
fn value(character: u8) -> u32 {
    if character.is_ascii_digit() {
        return u32::from(character - b'0');
    }
    let place = u32::from(character.saturating_sub(b'A'));
    (0..=place).fold(9, |last, _| if (last + 1) % 11 == 0 { last + 2 } else { last + 1 })
}

/// The check digit a number should end with; none where the ten characters before it are not of its form.
pub fn check_digit(text: &str) -> Option<u32> {
    if !fits(text) {
        return None;
    }
    let sum: u32 = (0u32..).zip(text.bytes().take(LENGTH - 1)).map(|(place, byte)| value(byte) << place).sum();
    Some(sum % 11 % 10)
}

/// The right digit of a number whose own is wrong.
pub fn wrong_digit(text: &str) -> Option<u32> {
    let last = text.bytes().last().map(|byte| u32::from(byte.saturating_sub(b'0')))?;
    check_digit(text).filter(|right| *right != last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_example_and_those_of_the_fixture_are_right() {
        for number in ["CSQU3054383", "TRHU6875483", "TSTU1000019", "TSTU2000013", "TSTU3000018", "TSTU4000012"] {
            assert!(fits(number), "{number}");
            assert_eq!(wrong_digit(number), None, "{number}");
        }
        assert_eq!(wrong_digit("MSKU1234567"), Some(5));
        assert_eq!(wrong_digit("MSKU1234565"), None);
    }

    #[test]
    fn letters_skip_the_multiples_of_eleven() {
        let values: Vec<u32> = b"ABKLUVZ".iter().map(|letter| value(*letter)).collect();
        assert_eq!(values, [10, 12, 21, 23, 32, 34, 38]);
    }

    #[test]
    fn every_wrong_last_digit_and_every_swapped_pair_is_found() {
        for digit in 0..10 {
            let number = format!("CSQU305438{digit}");
            assert_eq!(wrong_digit(&number).is_none(), digit == 3, "{number}");
        }
        // Two neighbours that differ change the sum, but for the pairs whose values are congruent.
        assert!(wrong_digit("CSQU3045383").is_some());
    }

    #[test]
    fn other_forms_are_none() {
        for wrong in ["ABC1234567", "CSQA3054383", "CSQU305438", "CSQU30543833", "csqu3054383", "", "箱号"] {
            assert!(!fits(wrong), "{wrong}");
            assert_eq!(check_digit(wrong), None, "{wrong}");
        }
        assert_eq!(clean(" csqu 305438-3 "), "CSQU3054383");
    }

    #[test]
    fn a_remainder_of_ten_counts_as_zero() {
        // Somewhere among the serials the remainder is ten.
        let zero = (0..1_000_000).map(|serial| format!("TSTU{serial:06}0")).find(|number| {
            let sum: u32 = (0u32..).zip(number.bytes().take(10)).map(|(place, byte)| value(byte) << place).sum();
            sum % 11 == 10
        });
        assert_eq!(zero.as_deref().and_then(check_digit), Some(0));
    }
}
