//! Phone numbers: the one rule for Chinese lines and the one for all others.

/// Digits of a Chinese mobile.
const MOBILE_DIGITS: usize = 11;
/// Digits of a fixed line, area code with its nought included.
const FIXED_DIGITS: std::ops::RangeInclusive<usize> = 10..=12;
/// Most digits of an extension.
const EXTENSION_MAX: usize = 6;
/// Characters of a number of another country, without its plus.
const FOREIGN_LENGTH: std::ops::RangeInclusive<usize> = 5..=20;

/// Whether a text is a phone number of its country.
pub fn fits(text: &str, china: bool) -> bool {
    if china { is_chinese(text) } else { is_foreign(text) }
}

/// A Chinese line: an 11-digit mobile, or area code and 7 or 8 digits, perhaps an extension behind a hyphen. Blanks
/// and hyphens may part the digits; `86`, `+86` or `0086` may stand before, and then the area code has no nought.
pub fn is_chinese(text: &str) -> bool {
    if is_domestic(text, true) {
        return true;
    }
    let bare = ["+86", "0086", "86"].into_iter().find_map(|code| text.strip_prefix(code));
    let Some(bare) = bare.map(|bare| bare.trim_start_matches([' ', '-'])) else { return false };
    is_domestic(bare, true) || is_domestic(bare, false)
}

/// A number as it is dialled inside the country, its area code with or without the nought.
fn is_domestic(text: &str, nought: bool) -> bool {
    let parted = |c: char| matches!(c, ' ' | '-');
    let sound = !text.starts_with(parted) && !text.ends_with(parted);
    let digits = |text: &str| -> Option<String> {
        let kept: String = text.chars().filter(|c| !parted(*c)).collect();
        kept.bytes().all(|b| b.is_ascii_digit()).then_some(kept)
    };
    let Some(all) = digits(text).filter(|_| sound) else { return false };
    let mobile = all.len() == MOBILE_DIGITS && all.starts_with('1') && !all.starts_with("10");
    let fixed = |digits: &str| {
        let rest = if nought { digits.strip_prefix('0') } else { Some(digits) };
        rest.is_some_and(|rest| !rest.starts_with('0') && FIXED_DIGITS.contains(&(rest.len() + 1)))
    };
    let with_extension = text.rsplit_once('-').is_some_and(|(line, extension)| {
        let short = (1..=EXTENSION_MAX).contains(&extension.len()) && extension.bytes().all(|b| b.is_ascii_digit());
        short && digits(line).is_some_and(|line| fixed(&line))
    });
    mobile || fixed(&all) || with_extension
}

/// A number of another country: 5 to 20 digits, blanks and hyphens, perhaps behind a plus.
pub fn is_foreign(text: &str) -> bool {
    let rest = text.strip_prefix('+').unwrap_or(text);
    FOREIGN_LENGTH.contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_digit() || b == b' ' || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::mutated;
    use crate::imp::dice::Dice;
    use proptest::prelude::*;

    #[test]
    fn chinese_lines_are_mobiles_and_fixed_lines() {
        for sound in [
            "13800000000",
            "138 0000 0000",
            "021-12345678",
            "02112345678",
            "010-12345678",
            "0571-1234567-12",
            "0571-12345678",
            "021 1234 5678-123456",
            "86 13800000001",
            "+8613800000001",
            "0086-21-12345678",
            "86-21-12345678",
            "86-021-12345678",
        ] {
            assert!(is_chinese(sound), "{sound}");
        }
        for wrong in [
            "",
            "1380000000",
            "138000000000",
            "10800000000",
            "12345678",
            "021-123456",
            "021-12345678-1234567",
            "021-12345678-",
            "-02112345678",
            "21-12345678",
            "+49 69 1234567",
            "138/0000/0000",
            "００１３８",
        ] {
            assert!(!is_chinese(wrong), "{wrong}");
        }
    }

    #[test]
    fn other_lines_have_five_to_twenty_characters() {
        for (text, sound) in [
            ("12345", true),
            ("1234", false),
            ("+49 69 1234-5", true),
            ("12345678901234567890", true),
            ("123456789012345678901", false),
            ("069/1234", false),
            ("", false),
        ] {
            assert_eq!(is_foreign(text), sound, "{text}");
        }
        assert!(fits("021-12345678", true) && !fits("12345", true) && fits("12345", false));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_fixed_line_counts_however_it_is_parted(seed in any::<u64>()) {
            let mut dice = Dice::new(seed);
            let mut digits = |least: i64, most: i64| -> String {
                (0..dice.between(least, most)).map(|_| dice.one(&['1', '2', '5', '8', '9'])).collect()
            };
            let (area, line, extension) = (digits(2, 3), digits(7, 8), digits(0, 6));
            let part = dice.one(&["", " ", "-"]);
            let extension = if extension.is_empty() { extension } else { format!("-{extension}") };
            let text = format!("0{area}{part}{line}{extension}");
            prop_assert!(is_chinese(&text), "{}", text);
            let abroad = format!("{}{part}{area}{part}{line}{extension}", dice.one(&["86", "+86", "0086"]));
            prop_assert!(is_chinese(&abroad), "{}", abroad);
            let long = format!("{text}9999999");
            prop_assert!(!is_chinese(&long), "{}", long);
        }

        #[test]
        fn what_is_no_digit_makes_no_number(seed in any::<u64>()) {
            let mut dice = Dice::new(seed);
            let text = mutated(&mut dice, &["021-12345678-12", "13800000000", "+49 69 1234-5"]);
            let other = text.chars().any(|c| !c.is_ascii_digit() && !matches!(c, ' ' | '-' | '+'));
            prop_assert!(!other || !(is_chinese(&text) || is_foreign(&text)), "{}", text);
        }
    }
}
