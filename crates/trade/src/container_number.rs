//! Container numbers (ISO 6346): owner, category, serial and check digit.

use kernel::{Msg, Text, typed};

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

/// The same, told where nobody is asked.
const DIGIT_WRONG: Msg = Msg::new(
    "container.digit",
    "箱号{n}校验位错误，应为{d}",
    "The check digit of the container number {n} should be {d}.",
);

/// A typed number as it is stored: letters and digits alone, in capitals.
pub fn clean(text: &str) -> String {
    typed::code(text).chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

/// What is wrong with a number that is kept all the same: its form or its check digit.
pub fn fault(number: &str) -> Option<Text> {
    if number.is_empty() {
        return None;
    }
    if !fits(number) {
        return Some(FORM_WRONG.text());
    }
    wrong_digit(number).map(|digit| DIGIT_WRONG.with(&[("n", number), ("d", &digit.to_string())]))
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
    use proptest::prelude::*;

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
        let number = *b"CSQU3054383";
        for place in (0..9).filter(|place| *place != 2 && *place != 3) {
            let mut swapped = number;
            swapped.swap(place, place + 1);
            let swapped = std::str::from_utf8(&swapped).expect("letters");
            assert!(swapped != "CSQU3054383" && wrong_digit(swapped).is_some(), "{swapped}");
        }
    }

    /// Issue 25, A 5: told by every way in, asked by the order alone.
    #[test]
    fn what_is_wrong_with_a_number_is_told_with_the_right_digit() {
        let told = |number: &str| fault(number).map(|text| text.zh);
        assert_eq!(told("CSQU3054383"), None);
        assert_eq!(told("CSQU3054384").as_deref(), Some("箱号CSQU3054384校验位错误，应为3"));
        assert_eq!(told("CSQU305438").as_deref(), Some("箱号格式不正确"));
        assert_eq!(told(""), None);
    }

    #[test]
    fn other_forms_are_none() {
        for wrong in ["ABC1234567", "CSQA3054383", "CSQU305438", "CSQU30543833", "csqu3054383", "", "箱号"] {
            assert!(!fits(wrong), "{wrong}");
            assert_eq!(check_digit(wrong), None, "{wrong}");
        }
        assert_eq!(clean(" csqu 305438-3 "), "CSQU3054383");
        // Issue 25, A 5: letters and digits of full width.
        assert_eq!(clean("ＣＳＱＵ３０５４３８３"), "CSQU3054383");
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

    /// A sound number: three letters of an owner, a category, a serial.
    fn number() -> impl Strategy<Value = String> {
        (0u32..26 * 26 * 26, 0usize..3, 0u32..1_000_000).prop_map(|(owner, category, serial)| {
            let letter = |value: u32| char::from(b'A' + u8::try_from(value % 26).expect("a letter"));
            let owner: String = [owner / 676, owner / 26, owner].map(letter).iter().collect();
            let open = format!("{owner}{}{serial:06}0", ["U", "J", "Z"][category]);
            let digit = check_digit(&open).expect("of the form");
            format!("{}{digit}", &open[..10])
        })
    }

    /// The sum of the standard, by letter values written down: A is 10, and 11, 22 and 33 are left out.
    fn remainder(text: &str) -> u32 {
        const VALUES: [u32; 26] =
            [10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38];
        let value = |byte: u8| match byte {
            b'0'..=b'9' => u32::from(byte - b'0'),
            letter => VALUES[usize::from(letter - b'A')],
        };
        (0u32..).zip(text.bytes().take(10)).map(|(place, byte)| value(byte) * 2u32.pow(place)).sum::<u32>() % 11
    }

    /// Whether two remainders give the same digit: ten and nought both give nought.
    fn alike(one: u32, other: u32) -> bool {
        one % 10 == other % 10
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn the_digit_is_that_of_the_standard_and_no_other_passes(number in number()) {
            prop_assert!(fits(&number) && wrong_digit(&number).is_none());
            prop_assert_eq!(check_digit(&number), Some(remainder(&number) % 10));
            for digit in 0..10u32 {
                let other = format!("{}{digit}", &number[..10]);
                prop_assert_eq!(wrong_digit(&other).is_none(), other == number);
            }
        }

        #[test]
        fn one_wrong_character_and_a_swapped_pair_are_told_but_for_ten_and_nought(
            number in number(), place in 0usize..9, digit in 0u8..10,
        ) {
            let mut swapped = number.clone().into_bytes();
            swapped.swap(place, place + 1);
            let swapped = String::from_utf8(swapped).expect("letters");
            if swapped != number && fits(&swapped) {
                let told = !alike(remainder(&swapped), remainder(&number));
                prop_assert_eq!(wrong_digit(&swapped).is_some(), told, "{}", swapped);
                let values = [place, place + 1].map(|at| value(number.as_bytes()[at]));
                let congruent = values[0].abs_diff(values[1]).is_multiple_of(11);
                prop_assert_eq!(remainder(&swapped) == remainder(&number), congruent);
            }
            let mut wrong = number.clone().into_bytes();
            wrong[place.max(4)] = b'0' + digit;
            let wrong = String::from_utf8(wrong).expect("digits");
            if wrong != number {
                let told = !alike(remainder(&wrong), remainder(&number));
                prop_assert_eq!(wrong_digit(&wrong).is_some(), told, "{}", wrong);
            }
        }

        #[test]
        fn nothing_typed_makes_it_panic_and_cleaning_is_done_once(seed in any::<u64>()) {
            let typed = crate::hostile::noise(&mut crate::imp::dice::Dice::new(seed), 16);
            let cleaned = clean(&typed);
            prop_assert!(cleaned.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()));
            prop_assert_eq!(clean(&cleaned), cleaned.clone());
            let _ = (wrong_digit(&typed), wrong_digit(&cleaned));
        }
    }
}
