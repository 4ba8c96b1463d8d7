//! Waybill numbers: master numbers with their check digit, ranges of them, house numbers.

use std::fmt;

use kernel::{Msg, typed};

/// Digits of a master number, prefix and serial together.
pub const MASTER_DIGITS: usize = 11;
/// Most letters and digits of a house number by air.
pub const HOUSE_LENGTH_MAX: usize = 12;
/// Most letters and digits of a house number by sea.
pub const HOUSE_SEA_LENGTH_MAX: usize = 30;
/// Most numbers of one range.
pub const RANGE_COUNT_MAX: u32 = 1_000;
/// The last serial without its check digit.
const SERIAL_MAX: u32 = 9_999_999;

/// A missing or wrong master number.
pub const MASTER_WRONG: Msg = Msg::new("awb.master", "请输入主单号", "Please enter a master waybill number.");
/// A house number with other than letters and digits, or too long.
pub const HOUSE_WRONG: Msg = Msg::new(
    "awb.house",
    "分单号只能包含字母和数字，最多12位",
    "A house waybill number has letters and digits only, 12 at most.",
);
/// The first number of a range is none.
pub const START_WRONG: Msg =
    Msg::new("awb.range.start", "起始号校验位错误", "The check digit of the first number is wrong.");
/// The range goes beyond the last serial.
pub const RANGE_END: Msg = Msg::new("awb.range.end", "号段超出范围", "The range goes beyond the last number.");
/// The count of a range is out of bounds.
pub const RANGE_COUNT: Msg =
    Msg::new("awb.range.count", "数量须在1与1000之间", "The count must be between 1 and 1000.");

/// A master waybill number: three digits of the airline, seven of the serial, one check digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mawb {
    prefix: u16,
    serial7: u32,
}

impl Mawb {
    /// Reads 11 digits with or without dash and blanks; none unless the check digit is right.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = typed::code(text).chars().filter(|c| *c != '-' && !c.is_whitespace()).collect();
        if digits.len() != MASTER_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = Self { prefix: digits.get(..3)?.parse().ok()?, serial7: digits.get(3..10)?.parse().ok()? };
        (digits.get(10..)?.parse() == Ok(number.check_digit())).then_some(number)
    }

    /// Reads the form of the waybill itself: three digits, a dash, eight digits.
    pub fn parse_strict(text: &str) -> Option<Self> {
        (text.len() == 12 && text.as_bytes().get(3) == Some(&b'-') && !text.contains(char::is_whitespace))
            .then(|| Self::parse(text))
            .flatten()
    }

    /// From its airline prefix and the serial without the check digit.
    pub fn from_parts(prefix: u16, serial7: u32) -> Option<Self> {
        (prefix <= 999 && serial7 <= SERIAL_MAX).then_some(Self { prefix, serial7 })
    }

    /// Three digits of the airline.
    pub fn prefix(self) -> String {
        format!("{:03}", self.prefix)
    }

    /// Eight digits of the serial, check digit last.
    pub fn serial(self) -> String {
        format!("{:07}{}", self.serial7, self.check_digit())
    }

    /// The 11 digits without a dash.
    pub fn digits(self) -> String {
        format!("{}{}", self.prefix(), self.serial())
    }

    /// The first seven digits of the serial modulo seven.
    pub fn check_digit(self) -> u32 {
        self.serial7 % 7
    }

    /// The number after this one in a range: +4 after a check digit 6, else +11.
    pub fn next(self) -> Option<Self> {
        Self::from_parts(self.prefix, self.serial7 + 1)
    }
}

impl fmt::Display for Mawb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.prefix(), self.serial())
    }
}

/// The numbers of a range, from a first serial of eight digits.
pub fn range(prefix: &str, start: &str, count: u32) -> Result<Vec<Mawb>, Msg> {
    let start = start.trim();
    let first = if start.len() == 8 { Mawb::parse(&format!("{}{start}", prefix.trim())) } else { None };
    let first = first.ok_or(START_WRONG)?;
    if !(1..=RANGE_COUNT_MAX).contains(&count) {
        return Err(RANGE_COUNT);
    }
    (0..count).map(|step| Mawb::from_parts(first.prefix, first.serial7 + step).ok_or(RANGE_END)).collect()
}

/// What typing leaves of a master number: digits, eleven at most.
pub fn clean_master(text: &str) -> String {
    typed::code(text).chars().filter(char::is_ascii_digit).take(MASTER_DIGITS).collect()
}

/// What typing leaves of a house number: letters, digits and Chinese characters, upper-case, cut.
pub fn clean_house(text: &str, length_max: usize) -> String {
    typed::code(text)
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || is_chinese(*c))
        .flat_map(char::to_uppercase)
        .take(length_max)
        .collect()
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Whether a house number has letters and digits only, so many at most.
pub fn house_fits(text: &str, length_max: usize) -> bool {
    !text.is_empty() && text.len() <= length_max && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    // req: awb-master-mod7
    #[test]
    fn the_first_seven_of_the_serial_modulo_seven_are_the_eighth() {
        assert!(Mawb::parse("999-12345675").is_some());
        assert!(Mawb::parse("999-12345676").is_none());
        assert!(Mawb::parse("990-12345670").is_none());
        assert_eq!(Mawb::parse("990 1234 5675").map(|n| n.to_string()), Some("990-12345675".into()));
    }

    // req: awb-master-format
    #[test]
    fn the_form_wants_three_digits_a_dash_and_eight() {
        assert!(Mawb::parse_strict("990-12345675").is_some());
        for wrong in
            ["99012345675", "990-1234567", "990-123456755", "99-012345675", "990-1234567a", "", "９９０-12345675"]
        {
            assert!(Mawb::parse_strict(wrong).is_none(), "{wrong}");
        }
    }

    // req: awb-master-input
    #[test]
    fn typing_leaves_eleven_digits() {
        assert_eq!(clean_master("990-1234 5675x99"), "99012345675");
        assert_eq!(clean_master("abc"), "");
        // Issue 25, A 5: digits of full width, and the blanks of a mail.
        assert_eq!(clean_master("９９０－１２３４５６７５"), "99012345675");
        assert_eq!(Mawb::parse("９９０－1234\u{a0}5675").map(|n| n.to_string()), Some("990-12345675".into()));
        assert_eq!(clean_house("ｈａ００３", 12), "HA003");
    }

    // req: awb-house-chars, awb-house-clean, awb-house-sea-30
    #[test]
    fn house_numbers_are_cleaned_and_checked() {
        assert_eq!(clean_house("ha-003中", 12), "HA003中");
        assert!(!house_fits("HA003中", 12));
        assert_eq!(clean_house("abcdefghijklm", 12), "ABCDEFGHIJKL");
        assert!(house_fits("ABCDEFGHIJKL", 12));
        assert!(!house_fits("ABCDEFGHIJKLM", 12));
        let thirty = "A".repeat(30);
        assert_eq!(clean_house(&format!("{thirty}B"), HOUSE_SEA_LENGTH_MAX), thirty);
        assert!(house_fits(&thirty, HOUSE_SEA_LENGTH_MAX));
    }

    #[test]
    fn ranges_step_by_eleven_and_by_four_after_six() {
        let numbers: Vec<String> = range("990", "12345675", 4).expect("a range").iter().map(Mawb::to_string).collect();
        assert_eq!(numbers, ["990-12345675", "990-12345686", "990-12345690", "990-12345701"]);
        let numbers: Vec<String> = range("990", "12345734", 3).expect("a range").iter().map(Mawb::to_string).collect();
        assert_eq!(numbers, ["990-12345734", "990-12345745", "990-12345756"]);
        assert_eq!(range("990", "12345670", 1), Err(START_WRONG));
        assert_eq!(range("990", "1234567", 1), Err(START_WRONG));
        assert_eq!(range("990", "12345675", 0), Err(RANGE_COUNT));
        assert_eq!(range("990", "12345675", 1_001), Err(RANGE_COUNT));
        let last = Mawb::from_parts(990, 9_999_999).expect("the last");
        assert_eq!(range("990", &last.serial(), 1).map(|numbers| numbers.len()), Ok(1));
        assert_eq!(range("990", &last.serial(), 2), Err(RANGE_END));
    }
}
