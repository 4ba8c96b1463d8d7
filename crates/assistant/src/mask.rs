//! What of a text is hidden before it is kept and before it leaves the server: numbers of phones, identities and bank
//! accounts, and addresses of mails.

use crate::setting::Masks;

/// Digits of a Chinese mobile number, an identity number and the shortest and longest number of a bank account.
const PHONE: usize = 11;
const IDENTITY: usize = 18;
const BANK: std::ops::RangeInclusive<usize> = 16..=19;

/// The text with what is to be hidden replaced: `138****0000`.
pub(crate) fn masked(text: &str, masks: &Masks) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() || matches!(letter, '@' | '.' | '_' | '+' | '%' | '-') {
            word.push(letter);
            continue;
        }
        out.push_str(&hidden(&word, masks));
        word.clear();
        out.push(letter);
    }
    out.pop();
    out
}

fn hidden(word: &str, masks: &Masks) -> String {
    if word.contains('@') {
        return if masks.mail { mail(word) } else { word.to_owned() };
    }
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while !rest.is_empty() {
        let begin = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (before, from) = rest.split_at(begin);
        let digits = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
        // The last place of an identity number may be an X.
        let length = if digits + 1 == IDENTITY && ends_in_x(from, digits) { IDENTITY } else { digits };
        let (number, behind) = from.split_at(length);
        out.push_str(before);
        out.push_str(&number_of(number, !before.is_empty(), masks));
        rest = behind;
    }
    out
}

fn ends_in_x(from: &str, digits: usize) -> bool {
    from.get(digits..).is_some_and(|rest| rest.starts_with(['X', 'x']))
}

/// A number without its middle, when it is one of those that are hidden. One behind a letter or a dash is part of another.
fn number_of(number: &str, inside: bool, masks: &Masks) -> String {
    let length = number.len();
    let second = number.chars().nth(1);
    let phone = length == PHONE && !inside && number.starts_with('1') && second.is_some_and(|digit| digit >= '3');
    let keep = if phone && masks.phone {
        (3, 4)
    } else if length == IDENTITY && !inside && masks.identity {
        (4, 4)
    } else if BANK.contains(&length) && !inside && masks.bank {
        (0, 4)
    } else {
        return number.to_owned();
    };
    let (head, tail) = (number.get(..keep.0).unwrap_or_default(), number.get(length - keep.1..).unwrap_or_default());
    format!("{head}****{tail}")
}

fn mail(word: &str) -> String {
    let (name, host) = word.split_once('@').unwrap_or((word, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}***@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Masks = Masks { phone: true, mail: true, identity: true, bank: true };
    const NONE: Masks = Masks { phone: false, mail: false, identity: false, bank: false };

    #[test]
    fn personal_numbers_lose_their_middle() {
        for (text, wanted) in [
            ("电话13800000000，谢谢", "电话138****0000，谢谢"),
            ("a.b@example.com 联系", "a***@example.com 联系"),
            ("证件31010119900101123X", "证件3101****123X"),
            ("310101199001011234", "3101****1234"),
            ("账号6222021234567890123", "账号****0123"),
            ("主单990-12345675到哪了", "主单990-12345675到哪了"),
            ("订单AE-2607150001", "订单AE-2607150001"),
            ("12800000000", "12800000000"),
            ("1380000000", "1380000000"),
        ] {
            assert_eq!(masked(text, &ALL), wanted, "{text}");
            assert_eq!(masked(text, &NONE), text);
        }
    }
}
