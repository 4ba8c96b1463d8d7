//! From the boxes of a waybill form to elements of messages.

use kernel::{Findings, Msg};

use super::value::{Address, Customs, Pay};
use crate::address::{self, Party};

/// Longest line of a name or street.
const PARTY_LINE_MAX: usize = 35;
/// Kinds of codes whose number stands for itself; the others are told before the number.
const BARE_CODE_TYPES: [&str; 3] = ["", "EORI", "其他"];

/// A box that must hold a number holds something else.
pub(crate) const NOT_A_NUMBER: Msg = Msg::new(
    "imp.number",
    "“{text}”不是数字，报文中没有该内容",
    "“{text}” is not a number; the message leaves it out.",
);

/// Capital letters, one blank between words.
pub(crate) fn upper(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().flat_map(char::to_uppercase).collect()
}

/// Text in lines of at most so many characters; lines break inside words, as messages do.
pub(crate) fn chunks(text: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    let mut rest = letters.as_slice();
    while !rest.is_empty() {
        let (line, behind) = rest.split_at(most.min(rest.len()));
        lines.push(line.iter().collect::<String>().trim_end().to_owned());
        let blanks = behind.iter().take_while(|letter| **letter == ' ').count();
        rest = behind.get(blanks..).unwrap_or_default();
    }
    lines
}

/// Text in lines of at most so many characters, broken between words where that is possible.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let count = word.chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + count <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(chunks(word, most)),
        }
    }
    lines
}

/// A text and what of it goes to a second line: as much of the first as one line holds.
pub(crate) fn two_lines(text: &str) -> (String, String) {
    let lines = wrapped(text, PARTY_LINE_MAX);
    if let [first, second] = lines.as_slice() {
        return (first.clone(), second.clone());
    }
    let letters: Vec<char> = text.chars().collect();
    let (first, rest) = letters.split_at(PARTY_LINE_MAX.min(letters.len()));
    let line = |letters: &[char]| letters.iter().collect::<String>().trim().to_owned();
    (line(first), line(rest))
}

/// A party as a message tells it. Where a message has one line for a name, the whole name stands in it.
pub(crate) fn address(party: &Party, with_second_lines: bool) -> Address {
    let lines = |text: &str| if with_second_lines { two_lines(&upper(text)) } else { (upper(text), String::new()) };
    let (name, name_more) = lines(&party.sc_name);
    let (street, street_more) = lines(&party.sc_address);
    let mut contacts = Vec::new();
    for (kind, number) in [("TE", &party.tel_number), ("FX", &party.fax_number)] {
        let number = digits_of(number);
        if !number.is_empty() {
            contacts.push((kind.to_owned(), number));
        }
    }
    Address {
        account: upper(&party.account_no),
        name,
        name_more,
        street,
        street_more,
        place: upper(&party.city_name_en),
        state: upper(&party.state_code),
        country: upper(&party.nation_code),
        post_code: upper(&party.post_code),
        contacts,
    }
}

/// A party that is left empty is none.
pub(crate) fn address_if_any(party: &Party, with_second_lines: bool) -> Option<Address> {
    (!address::is_empty(party)).then(|| address(party, with_second_lines))
}

/// Numbers of phones are told without blanks and hyphens.
fn digits_of(number: &str) -> String {
    upper(number).chars().filter(|letter| !matches!(letter, ' ' | '-')).collect()
}

/// What customs is told of a party: its enterprise code, its AEO code, its contact.
pub(crate) fn customs(party: &Party, part: &str) -> Vec<Customs> {
    let code = upper(&party.sc_code);
    let kind = upper(&party.sc_code_type);
    let told_before = BARE_CODE_TYPES.contains(&kind.as_str()) || code.starts_with(&kind);
    let code = if code.is_empty() || told_before { code } else { format!("{kind}{code}") };
    let lines = [
        ("T", code),
        ("E", upper(&party.aeo_code)),
        ("CP", upper(&party.contact_name)),
        ("CT", digits_of(&party.contact_tel)),
    ];
    let country = upper(&party.nation_code);
    let filled = lines.into_iter().filter(|(_, text)| !text.is_empty());
    filled
        .map(|(control, text)| Customs { country: country.clone(), part: part.into(), control: control.into(), text })
        .collect()
}

/// The box of a party an element comes from.
pub(crate) fn party_box(address: &Address, element: &str) -> &'static str {
    match element {
        "account" => "accountNo",
        "name" | "nameMore" => "scName",
        "street" | "streetMore" => "scAddress",
        "place" => "cityNameEn",
        "state" => "stateCode",
        "country" => "nationCode",
        "postCode" => "postCode",
        other => {
            let place = other.strip_prefix("contacts.").and_then(|rest| rest.split('.').next());
            let contact = place.and_then(|place| place.parse::<usize>().ok());
            match contact.and_then(|place| address.contacts.get(place)) {
                Some((kind, _)) if kind == "FX" => "faxNumber",
                Some(_) => "telNumber",
                None => "",
            }
        }
    }
}

/// The box a customs line comes from.
pub(crate) fn customs_box(told: &Customs, element: &str) -> String {
    let party = match told.part.as_str() {
        "SHP" => "shipper",
        "CNE" => "consignee",
        "NFY" => "notify",
        _ => return String::new(),
    };
    let field = match (element, told.control.as_str()) {
        ("country", _) => "nationCode",
        (_, "E") => "aeoCode",
        (_, "CP") => "contactName",
        (_, "CT") => "contactTel",
        _ => "scCode",
    };
    format!("{party}.{field}")
}

/// How a box says something is paid.
pub(crate) fn pay(text: &str) -> Option<Pay> {
    match text {
        "PP" => Some(Pay::Prepaid),
        "CC" => Some(Pay::Collect),
        _ => None,
    }
}

/// A number of a box; an empty one is none, an unreadable one is told.
pub(crate) fn number<T: std::str::FromStr>(found: &mut Findings, field: &str, text: &str) -> Option<T> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let value = text.parse().ok();
    if value.is_none() {
        found.error(field, NOT_A_NUMBER.with(&[("text", text)]));
    }
    value
}

/// A declared value: none when the box says so in one of these words.
pub(crate) fn declared(found: &mut Findings, field: &str, text: &str, none: &[&str]) -> Option<kernel::Amount> {
    let word = upper(text).replace('.', "");
    if none.contains(&word.as_str()) { None } else { number(found, field, text) }
}

/// The number behind a prefix of a path, and what follows it: `rates.0.pieces` is `(0, "pieces")`.
pub(crate) fn indexed<'a>(path: &'a str, prefix: &str) -> Option<(usize, &'a str)> {
    let rest = path.strip_prefix(prefix)?.strip_prefix('.')?;
    let (index, element) = rest.split_once('.').unwrap_or((rest, ""));
    Some((index.parse().ok()?, element))
}
