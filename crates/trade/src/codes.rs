//! Code lists of air cargo messages, each code with its Chinese and English name.
//!
//! Codes a list does not have are kept and shown as they came. Status codes are in [`crate::status`].

mod charges;
mod customs;
mod handling;
mod movement;

pub use charges::{CHARGES_CODES, OTHER_CHARGES, RATE_CLASSES};
pub use customs::{CUSTOMS, PARTICIPANTS};
pub use handling::SPECIAL_HANDLING;
pub use movement::{ALLOCATIONS, DISCREPANCIES};

/// A code of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The code.
    pub code: &'static str,
    /// Chinese name.
    pub zh: &'static str,
    /// English name.
    pub en: &'static str,
}

const fn code(code: &'static str, zh: &'static str, en: &'static str) -> Code {
    Code { code, zh, en }
}

/// The code of a list by its letters.
pub fn find(list: &'static [Code], code: &str) -> Option<&'static Code> {
    list.iter().find(|known| known.code == code)
}

/// Chinese name of a code, the code itself when the list does not have it.
pub fn name_zh<'a>(list: &'static [Code], code: &'a str) -> &'a str {
    find(list, code).map_or(code, |known| known.zh)
}

/// English name of a code, the code itself when the list does not have it.
pub fn name_en<'a>(list: &'static [Code], code: &'a str) -> &'a str {
    find(list, code).map_or(code, |known| known.en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_of_one_form_and_named_in_both_languages() {
        for (list, lengths, least) in [
            (SPECIAL_HANDLING, 3..=3, 100),
            (RATE_CLASSES, 1..=1, 14),
            (OTHER_CHARGES, 2..=2, 130),
            (CHARGES_CODES, 2..=2, 25),
            (DISCREPANCIES, 3..=4, 13),
            (CUSTOMS, 1..=2, 30),
            (PARTICIPANTS, 3..=3, 15),
            (ALLOCATIONS, 2..=2, 14),
        ] {
            assert!(list.len() >= least, "{}", list.len());
            for (place, one) in list.iter().enumerate() {
                assert!(list.iter().skip(place + 1).all(|other| other.code != one.code), "{}", one.code);
                assert!(lengths.contains(&one.code.len()) && one.code.bytes().all(|b| b.is_ascii_uppercase()));
                assert!(!one.zh.is_ascii() && one.en.chars().any(char::is_alphabetic), "{}", one.code);
            }
        }
    }

    #[test]
    fn names_are_those_of_the_trade_and_unknown_codes_stand_for_themselves() {
        assert_eq!((name_zh(OTHER_CHARGES, "MY"), name_en(OTHER_CHARGES, "MY")), ("燃油附加费", "Fuel surcharge"));
        assert_eq!(name_zh(SPECIAL_HANDLING, "ELI"), "锂离子电池（II部分）");
        assert_eq!(name_en(CUSTOMS, "CT"), "Contact telephone");
        assert_eq!(name_zh(DISCREPANCIES, "MSCA"), "缺货");
        assert_eq!((name_zh(ALLOCATIONS, "ZZ"), name_en(ALLOCATIONS, "ZZ")), ("ZZ", "ZZ"));
    }
}
