//! Unified social credit code (GB 32100-2015): alphabet, form and check character.

use kernel::{Msg, Text};

const ALPHABET: &str = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS: [usize; 17] = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

const LENGTH: Msg =
    Msg::new("credit_code.length", "统一社会信用代码须为18位", "The social credit code has 18 characters.");
const LETTER: Msg = Msg::new(
    "credit_code.letter",
    "统一社会信用代码含非法字符{c}",
    "The social credit code has the character {c}, which it can't have.",
);
const DIGITS: Msg = Msg::new(
    "credit_code.digits",
    "统一社会信用代码第3-8位须为数字",
    "Places 3 to 8 of the social credit code are digits.",
);
const CHECK: Msg = Msg::new(
    "credit_code.check",
    "统一社会信用代码校验位错误，应为{c}",
    "The check character of the social credit code is wrong; it should be {c}.",
);

/// What is wrong with a code; nothing when it is sound. The code is upper-case.
pub fn fault(code: &str) -> Option<Text> {
    let letters: Vec<char> = code.chars().collect();
    if letters.len() != 18 {
        return Some(LENGTH.text());
    }
    let value = |letter: char| ALPHABET.chars().position(|known| known == letter);
    if let Some(wrong) = letters.iter().find(|letter| value(**letter).is_none()) {
        return Some(LETTER.with(&[("c", &wrong.to_string())]));
    }
    if letters.iter().skip(2).take(6).any(|letter| !letter.is_ascii_digit()) {
        return Some(DIGITS.text());
    }
    let sum: usize = letters.iter().zip(WEIGHTS).map(|(letter, weight)| value(*letter).unwrap_or(0) * weight).sum();
    let wanted = ALPHABET.chars().nth((31 - sum % 31) % 31).unwrap_or('0');
    (letters.last() != Some(&wanted)).then(|| CHECK.with(&[("c", &wanted.to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_checked_in_order() {
        let of = |code: &str| fault(code).map(|text| text.zh);
        for sound in [
            "91350100M000100Y43",
            "91000000MA00000157",
            "91000000MA00000232",
            "91000000MA0000031W",
            "91000000MA000004XL",
            "91310115MA1K00007Q",
        ] {
            assert_eq!(of(sound), None, "{sound}");
        }
        assert_eq!(of("91350100M000100Y4"), Some("统一社会信用代码须为18位".into()));
        assert_eq!(of("91350100M000100Y4Z"), Some("统一社会信用代码含非法字符Z".into()));
        assert_eq!(of("9135A100M000100Y43"), Some("统一社会信用代码第3-8位须为数字".into()));
        assert_eq!(of("91350100M000100Y44"), Some("统一社会信用代码校验位错误，应为3".into()));
    }
}
