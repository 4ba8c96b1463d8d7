//! Where a phone or a number of a paper stands in a text, however it is divided, and what only looks like it: numbers of
//! waybills, of containers and of houses, amounts and days.

use super::columns::Holds;
use super::words::{before, behind};

/// What stands before a phone number and leaves it the same one.
const PREFIXES: [&str; 4] = ["", "0", "86", "0086"];
/// Words a number may be joined to.
const TITLES: [&str; 12] = ["tel", "phone", "mobile", "mob", "mp", "cell", "fax", "wechat", "weixin", "wx", "id", "t"];
/// Letters of the longest of them, and of what stands before a number.
const NEAR: usize = 8;

/// Where a number stands, and whether something was left that may be it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub spans: Vec<(usize, usize)>,
    pub doubtful: bool,
}

enum Is {
    His,
    Other,
    Doubtful,
}

/// The places of a number in a text whose letters are small.
pub(super) fn numbers(lower: &str, number: &str, holds: Holds) -> Numbers {
    let number = number.to_ascii_lowercase();
    let mut found = Numbers::default();
    let Some(first) = number.chars().next() else { return found };
    if matches!(holds, Holds::Machine | Holds::Numbers) {
        return found;
    }
    for (start, _) in lower.match_indices(first) {
        let Some(end) = end_of(lower, start, &number) else { continue };
        let joined =
            [begins(lower, start, &number, holds), goes_on(lower, end, holds), inside(lower, (start, end), holds)];
        if joined.iter().any(|is| matches!(is, Is::Other)) {
            continue;
        }
        if joined.iter().any(|is| matches!(is, Is::Doubtful)) {
            found.doubtful = true;
            continue;
        }
        found.spans.push((start, end));
    }
    found
}

fn end_of(lower: &str, start: usize, number: &str) -> Option<usize> {
    let (mut wanted, mut apart) = (number.chars().peekable(), 0);
    for (at, letter) in lower.get(start..)?.char_indices() {
        match wanted.peek() {
            None => return Some(start + at),
            Some(next) if *next == letter => {
                apart = 0;
                wanted.next();
            }
            Some(_) if matches!(letter, ' ' | '-' | '\u{a0}' | '.' | '(' | ')' | '/') && apart < 2 => apart += 1,
            Some(_) => return None,
        }
    }
    wanted.peek().is_none().then_some(lower.len())
}

/// What stands right before it.
fn begins(lower: &str, start: usize, number: &str, holds: Holds) -> Is {
    let head = lower.get(..start).unwrap_or_default();
    match before(lower, start) {
        Some('-') => behind_a_dash(head.trim_end_matches('-'), number, holds),
        Some('.') if head.strip_suffix('.').is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit())) => {
            Is::Other
        }
        Some(letter) if letter.is_ascii_digit() => {
            let prefix = run(head, |letter| letter.is_ascii_digit());
            let rest = head.get(..head.len() - prefix.len()).unwrap_or_default();
            let is_area = prefix.len() < 5 && prefix.starts_with('0') && matches!(number.len(), 7 | 8);
            if !(PREFIXES.contains(&prefix.as_str()) || is_area) {
                Is::Other
            } else if is_area && is_waybill(&prefix, number) && holds != Holds::Phones {
                Is::Doubtful
            } else {
                joined_to_word(rest)
            }
        }
        _ => joined_to_word(head),
    }
}

/// A code goes on with digits; a word that tells what the number is may stand right before it.
fn joined_to_word(head: &str) -> Is {
    let word = run(head, |letter| letter.is_ascii_alphanumeric());
    if word.is_empty() || TITLES.contains(&word.as_str()) { Is::His } else { Is::Other }
}

fn behind_a_dash(head: &str, number: &str, holds: Holds) -> Is {
    let part = run(head, |letter| letter.is_ascii_alphanumeric());
    let is_digits = part.chars().all(|letter| letter.is_ascii_digit());
    match part.as_str() {
        "" => Is::His,
        word if TITLES.contains(&word) => Is::His,
        _ if !is_digits => Is::Other,
        "86" | "0086" => Is::His,
        _ if holds == Holds::Phones => Is::His,
        area if area.starts_with('0') && matches!(area.len(), 3 | 4) && !is_waybill(area, number) => Is::His,
        _ => Is::Doubtful,
    }
}

/// What stands right behind it.
fn goes_on(lower: &str, end: usize, holds: Holds) -> Is {
    let tail = lower.get(end..).unwrap_or_default();
    let is_digit = |letter: char| letter.is_ascii_digit();
    match behind(lower, end) {
        Some(letter) if letter.is_ascii_alphanumeric() => Is::Other,
        Some('.') if tail.get(1..).is_some_and(|rest| rest.starts_with(is_digit)) => Is::Other,
        Some('-') if tail.get(1..).is_some_and(|rest| rest.starts_with(is_digit)) && holds != Holds::Phones => {
            Is::Doubtful
        }
        _ => Is::His,
    }
}

/// How it is divided: as an amount, a day or a waybill number, or as a phone.
fn inside(lower: &str, (start, end): (usize, usize), holds: Holds) -> Is {
    let text = lower.get(start..end).unwrap_or_default();
    let groups: Vec<&str> =
        text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|g| !g.is_empty()).collect();
    let month = groups.get(1).and_then(|group| group.parse::<u8>().ok()).is_some_and(|month| (1..=12).contains(&month));
    match groups.iter().map(|group| group.len()).collect::<Vec<_>>().as_slice() {
        [4, 2] | [4, 2, 2] if month => Is::Other,
        [_, _] if text.contains('.') => Is::Other,
        [3, 8] if text.contains('-') && holds != Holds::Phones => match groups.as_slice() {
            [prefix, serial] if is_waybill(prefix, serial) => Is::Doubtful,
            _ => Is::His,
        },
        _ => Is::His,
    }
}

/// Whether an airline's prefix and eight digits are a waybill number by its check digit.
fn is_waybill(prefix: &str, serial: &str) -> bool {
    let (Some(seven), Some(check)) = (serial.get(..7), serial.get(7..)) else { return false };
    prefix.len() == 3
        && seven.parse::<u32>().ok().zip(check.parse::<u32>().ok()).is_some_and(|(seven, check)| seven % 7 == check)
}

/// The letters a text ends with, as far as they are needed.
fn run(head: &str, of: impl Fn(char) -> bool) -> String {
    let letters: Vec<char> = head.chars().rev().take_while(|letter| of(*letter)).take(NEAR).collect();
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(text: &str, number: &str) -> (usize, bool) {
        let found = numbers(text, number, Holds::Text);
        (found.spans.len(), found.doubtful)
    }

    #[test]
    fn a_phone_is_found_however_it_is_divided() {
        for text in [
            "139.1234.5678",
            "(139)12345678",
            "01391234 5678",
            "+86 (139) 1234-5678",
            "86-13912345678",
            "tel:139-1234-5678",
            "tel13912345678",
            "13700000000/13912345678",
            "139/1234/5678",
            "8613912345678",
            "王,13912345678,x",
            "139-12345678",
            "5,13912345678",
        ] {
            assert_eq!(stands(text, "13912345678"), (1, false), "{text}");
        }
        for text in ["021-23456789", "02123456789", "0512-23456789", "(021)23456789"] {
            assert_eq!(stands(text, "23456789"), (1, false), "{text}");
        }
    }

    #[test]
    fn numbers_of_containers_waybills_houses_amounts_and_days_are_no_phone() {
        for (text, number) in [
            ("csqu3054383", "3054383"),
            ("3054383.50", "3054383"),
            ("0.3054383", "3054383"),
            ("30543.83", "3054383"),
            ("hawb-3054383", "3054383"),
            ("139123456781", "13912345678"),
            ("913912345678", "13912345678"),
            ("3054383a", "3054383"),
            ("2026-07-15", "20260715"),
            ("2026/07", "202607"),
            ("1391234.5678", "13912345678"),
        ] {
            assert_eq!(stands(text, number), (0, false), "{text}");
        }
        for (text, number) in [
            ("020-12345675", "12345675"),
            ("02012345675", "12345675"),
            ("784-12345675", "12345675"),
            ("12345675-01", "12345675"),
            ("176-45070524", "17645070524"),
        ] {
            assert_eq!(stands(text, number), (0, true), "{text}");
            assert!(!numbers(text, number, Holds::Phones).spans.is_empty() || text.starts_with("784"), "{text}");
        }
        assert_eq!(numbers("13912345678", "13912345678", Holds::Numbers), Numbers::default());
        assert_eq!(numbers("13912345678", "13912345678", Holds::Machine), Numbers::default());
    }
}
