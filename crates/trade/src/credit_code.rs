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
    use crate::imp::dice::Dice;
    use proptest::prelude::*;

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

    /// A sound code: its first two places and the last nine by chance, six digits between.
    fn code(seed: u64) -> String {
        let mut dice = Dice::new(seed);
        let letters: Vec<char> = ALPHABET.chars().collect();
        let mut code: Vec<char> = (0..17).map(|_| dice.one(&letters)).collect();
        code[2..8].fill_with(|| dice.one(&letters[..10]));
        // The weights are the powers of three modulo 31, and the whole comes to a multiple of 31.
        let mut weight = 1;
        let mut sum = 0;
        for letter in &code {
            sum += weight * letters.iter().position(|known| known == letter).expect("a letter");
            weight = weight * 3 % 31;
        }
        code.push(letters[(31 - sum % 31) % 31]);
        code.into_iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_sound_code_passes_and_no_other_check_character_does(seed in any::<u64>(), other in 0usize..31) {
            let code = code(seed);
            prop_assert_eq!(fault(&code), None, "{}", code);
            let right = code.chars().last().expect("18 letters").to_string();
            // Five others of the thirty, from any place of the alphabet on.
            for last in ALPHABET.chars().cycle().skip(other).filter(|last| *last.to_string() != right).take(5) {
                let text = fault(&format!("{}{last}", &code[..17])).map(|text| text.zh);
                prop_assert_eq!(text, Some(format!("统一社会信用代码校验位错误，应为{right}")));
            }
        }

        #[test]
        fn every_wrong_letter_and_every_swapped_pair_is_told(
            seed in any::<u64>(), place in 0usize..18, other in 0usize..31,
        ) {
            let code = code(seed);
            let mut letters: Vec<char> = code.chars().collect();
            letters[place] = ALPHABET.chars().nth(other).expect("a letter");
            let wrong: String = letters.iter().collect();
            prop_assert_eq!(fault(&wrong).is_some(), wrong != code, "{}", wrong);
            let mut letters: Vec<char> = code.chars().collect();
            letters.swap(place, (place + 1) % 18);
            let swapped: String = letters.iter().collect();
            // The last and the first are no neighbours.
            prop_assert_eq!(place < 17 && fault(&swapped).is_some(), place < 17 && swapped != code, "{}", swapped);
        }

        #[test]
        fn nothing_typed_makes_it_panic(seed in any::<u64>()) {
            let mut dice = Dice::new(seed);
            let _ = fault(&crate::hostile::noise(&mut dice, 24));
            let _ = fault(&crate::hostile::mutated(&mut dice, &["91350100M000100Y43"]));
        }
    }
}
