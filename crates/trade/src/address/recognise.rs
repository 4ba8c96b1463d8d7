//! Recognition of a pasted address: labelled parts, country, city and postcode, the rest name and street.

use super::{Party, country_by_name};

/// What was made of a pasted block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The party; the rules still apply to it.
    pub party: Party,
    /// What was left out or cut, for the user to see.
    pub notes: Vec<String>,
}

/// Most characters of the fields of an import (spec).
const LIMITS: [(&str, usize); 9] = [
    ("名称", 100),
    ("地址", 150),
    ("国家", 2),
    ("州省", 10),
    ("城市", 30),
    ("邮编", 20),
    ("电话", 30),
    ("传真", 30),
    ("代码", 50),
];

const LABELS: [(&str, Part); 17] = [
    ("TEL", Part::Phone),
    ("PHONE", Part::Phone),
    ("电话", Part::Phone),
    ("FAX", Part::Fax),
    ("传真", Part::Fax),
    ("ATTN", Part::Contact),
    ("CONTACT", Part::Contact),
    ("联系人", Part::Contact),
    ("ZIP", Part::Postcode),
    ("POSTCODE", Part::Postcode),
    ("邮编", Part::Postcode),
    ("USCI", Part::Code),
    ("VAT", Part::Code),
    ("EORI", Part::Code),
    ("EIN", Part::Code),
    ("TAX", Part::Code),
    ("AEO", Part::Aeo),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Phone,
    Fax,
    Contact,
    Postcode,
    Code,
    Aeo,
}

/// Reads one pasted block. `country_of` answers the code of a country's name beyond the spec's table.
pub fn recognise(text: &str, country_of: impl Fn(&str) -> Option<String>) -> Recognised {
    let mut result = Recognised::default();
    if text.chars().any(is_chinese) {
        result.notes.push("中文已忽略".to_owned());
    }
    let mut rest = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let free = take_labels(line, &mut result.party);
        let cleaned = clean(&free, true);
        if !cleaned.is_empty() {
            rest.push(cleaned);
        }
    }
    take_country(&mut rest, &mut result.party, country_of);
    take_place(&mut rest, &mut result.party);
    if !rest.is_empty() {
        result.party.sc_name = rest.remove(0);
        result.party.sc_address = rest.join(" ");
    }
    cut(&mut result);
    result
}

fn is_chinese(letter: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&letter)
}

/// Upper-case letters without marks, digits, blank, full stop, hyphen; anything else a blank.
fn clean(text: &str, dots: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => plain.push_str(" AND "),
            '\u{ff01}'..='\u{ff5e}' => {
                let narrow = u32::from(letter) - 0xfee0;
                plain.push(char::from_u32(narrow).unwrap_or(' '));
            }
            other if other.is_ascii() => plain.push(other),
            other => plain.push_str(folded(other)),
        }
    }
    let kept: String = plain
        .to_uppercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' || (dots && c == '.') { c } else { ' ' })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A letter with a mark as letters without; a blank for what has no such form.
fn folded(letter: char) -> &'static str {
    match letter {
        'À'..='Å' | 'à'..='å' | 'Ā' | 'ā' | 'Ą' | 'ą' | 'Ă' | 'ă' => "A",
        'Æ' | 'æ' => "AE",
        'Ç' | 'ç' | 'Ć' | 'ć' | 'Č' | 'č' => "C",
        'Ď' | 'ď' | 'Đ' | 'đ' | 'Ð' | 'ð' => "D",
        'È'..='Ë' | 'è'..='ë' | 'Ē' | 'ē' | 'Ę' | 'ę' | 'Ě' | 'ě' => "E",
        'Ğ' | 'ğ' => "G",
        'Ì'..='Ï' | 'ì'..='ï' | 'İ' | 'ı' => "I",
        'Ł' | 'ł' => "L",
        'Ñ' | 'ñ' | 'Ń' | 'ń' | 'Ň' | 'ň' => "N",
        'Ò'..='Ö' | 'ò'..='ö' | 'Ø' | 'ø' | 'Ő' | 'ő' => "O",
        'Œ' | 'œ' => "OE",
        'Ř' | 'ř' => "R",
        'Ś' | 'ś' | 'Ş' | 'ş' | 'Š' | 'š' => "S",
        'ß' => "SS",
        'Ť' | 'ť' | 'Ţ' | 'ţ' => "T",
        'Ù'..='Ü' | 'ù'..='ü' | 'Ů' | 'ů' | 'Ű' | 'ű' => "U",
        'Ý' | 'ý' | 'ÿ' => "Y",
        'Ź' | 'ź' | 'Ż' | 'ż' | 'Ž' | 'ž' => "Z",
        _ => " ",
    }
}

/// Takes the labelled parts of a line; answers what is left of it.
fn take_labels(line: &str, party: &mut Party) -> String {
    let upper = line.to_uppercase();
    // Upper-casing must not move byte positions, or the labels would be cut wrongly.
    if upper.len() != line.len() {
        return line.to_owned();
    }
    let mut found: Vec<(usize, usize, Part)> = LABELS
        .iter()
        .flat_map(|(label, part)| upper.match_indices(label).map(move |(at, _)| (at, at + label.len(), *part)))
        .filter(|(at, end, _)| is_label(&upper, *at, *end))
        .collect();
    found.sort_by_key(|(at, _, _)| *at);
    let Some((first, _, _)) = found.first().copied() else { return line.to_owned() };
    for (place, (_, end, part)) in found.iter().enumerate() {
        let stop = found.get(place + 1).map_or(line.len(), |(next, _, _)| *next);
        let value = line.get(*end..stop).unwrap_or_default().trim_start_matches([':', '：', '.', ' ']);
        put(*part, value, party);
    }
    line.get(..first).unwrap_or_default().to_owned()
}

/// A label stands at a word's beginning and before a colon; phone, fax and contact also before a blank.
fn is_label(line: &str, at: usize, end: usize) -> bool {
    let before = line.get(..at).and_then(|text| text.chars().last());
    let after = line.get(end..).and_then(|text| text.trim_start_matches('.').chars().next());
    let word = before.is_none_or(|c| !c.is_alphanumeric());
    let blank_does = matches!(line.get(at..end), Some("TEL" | "FAX" | "ATTN"));
    word && (matches!(after, Some(':' | '：')) || (blank_does && after == Some(' ')))
}

fn put(part: Part, value: &str, party: &mut Party) {
    let digits = |text: &str| {
        let kept: String = text.chars().map(|c| if c.is_ascii_digit() || c == '-' { c } else { ' ' }).collect();
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    match part {
        Part::Phone => party.tel_number = digits(value),
        Part::Fax => party.fax_number = clean(value, false),
        Part::Contact => party.contact_name = clean(value, true),
        Part::Postcode => party.post_code = clean(value, true),
        Part::Code => party.sc_code = clean(value, true),
        Part::Aeo => party.aeo_code = clean(value, true),
    }
}

fn take_country(rest: &mut Vec<String>, party: &mut Party, country_of: impl Fn(&str) -> Option<String>) {
    let known = |line: &str| match line.len() {
        2 if line.bytes().all(|b| b.is_ascii_uppercase()) => Some(line.to_owned()),
        _ => country_by_name(line).map(ToOwned::to_owned).or_else(|| country_of(line)),
    };
    // The country is the last line that is one: a name may look like a country too.
    let place = rest.iter().rposition(|line| known(line).is_some());
    if let Some(place) = place.filter(|place| *place > 0 || rest.len() == 1) {
        let line = rest.remove(place);
        party.nation_code = known(&line).unwrap_or_default();
    }
}

/// `CITY ST 99999` for countries with states; else a last line with a number gives postcode and city.
fn take_place(rest: &mut Vec<String>, party: &mut Party) {
    if rest.len() < 2 {
        return;
    }
    let Some(line) = rest.last().cloned() else { return };
    let words: Vec<&str> = line.split(' ').collect();
    if matches!(party.nation_code.as_str(), "US" | "CA" | "MX") {
        let code_at = words.iter().rposition(|word| word.len() == 2 && word.bytes().all(|b| b.is_ascii_uppercase()));
        if let Some(at) = code_at.filter(|at| *at > 0) {
            party.city_name_en = words.get(..at).unwrap_or_default().join(" ");
            party.state_code = words.get(at).copied().unwrap_or_default().to_owned();
            party.post_code = words.get(at + 1..).unwrap_or_default().join(" ");
            rest.pop();
        }
        return;
    }
    let number = words.iter().position(|word| word.len() >= 3 && word.bytes().any(|b| b.is_ascii_digit()));
    if let Some(at) = number.filter(|_| words.len() > 1 && party.post_code.is_empty()) {
        party.post_code = words.get(at).copied().unwrap_or_default().to_owned();
        let city: Vec<&str> =
            words.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, word)| *word).collect();
        party.city_name_en = city.join(" ");
        rest.pop();
    }
}

fn cut(result: &mut Recognised) {
    let party = &mut result.party;
    let fields = [
        &mut party.sc_name,
        &mut party.sc_address,
        &mut party.nation_code,
        &mut party.state_code,
        &mut party.city_name_en,
        &mut party.post_code,
        &mut party.tel_number,
        &mut party.fax_number,
        &mut party.sc_code,
    ];
    for (field, (label, limit)) in fields.into_iter().zip(LIMITS) {
        if field.len() > limit {
            field.truncate(limit);
            result.notes.push(format!("{label}超长，已截取前{limit}位"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Recognised {
        recognise(text, |name| (name == "CHINA").then(|| "CN".to_owned()))
    }

    // req: address-open-import-recognition, address-import-clean
    #[test]
    fn a_block_is_read_into_its_fields() {
        let got = read("Müller & Söhne GmbH\nHauptstraße 12, 2.OG\n60547 Frankfurt\nGermany\nTel: +49 69 123-4 Fax: 49/69/5\nAttn: Hr. Weiß").party;
        assert_eq!(got.sc_name, "MULLER AND SOHNE GMBH");
        assert_eq!(got.sc_address, "HAUPTSTRASSE 12 2.OG");
        assert_eq!(
            (got.post_code.as_str(), got.city_name_en.as_str(), got.nation_code.as_str()),
            ("60547", "FRANKFURT", "DE")
        );
        assert_eq!(got.tel_number, "49 69 123-4");
        assert_eq!(got.fax_number, "49 69 5");
        assert_eq!(got.contact_name, "HR. WEISS");
        let us = read("DEMO AGENT INC\n1 MAIN ST\nLOS ANGELES, CA 90045\nUS").party;
        assert_eq!(
            (us.city_name_en.as_str(), us.state_code.as_str(), us.post_code.as_str()),
            ("LOS ANGELES", "CA", "90045")
        );
        let cn = read("演示公司 DEMO CO\nROOM 1\nCHINA");
        assert_eq!((cn.party.sc_name.as_str(), cn.party.nation_code.as_str()), ("DEMO CO", "CN"));
        assert_eq!(cn.notes, ["中文已忽略"]);
    }

    // req: address-import-name-100, address-import-address-150, address-import-city-30
    // req: address-import-postcode-20, address-import-phone-30, address-import-fax-30, address-import-code-50
    #[test]
    fn long_parts_are_cut_at_their_limits() {
        let text = format!(
            "{}\n{}\n{}123 {}\nTEL: {}\nFAX: {}\nVAT: {}",
            "N".repeat(101),
            "A".repeat(151),
            "P".repeat(18),
            "C".repeat(31),
            "1".repeat(31),
            "2".repeat(31),
            "3".repeat(51)
        );
        let got = read(&text);
        let party = &got.party;
        let lengths = [party.sc_name.len(), party.sc_address.len(), party.city_name_en.len(), party.post_code.len()];
        assert_eq!(lengths, [100, 150, 30, 20]);
        assert_eq!([party.tel_number.len(), party.fax_number.len(), party.sc_code.len()], [30, 30, 50]);
        assert!(got.notes.contains(&"名称超长，已截取前100位".to_owned()));
        assert_eq!(got.notes.len(), 7);
    }

    // req: address-import-country-2, address-import-state-10
    #[test]
    fn country_and_state_are_cut_too() {
        let mut got = Recognised::default();
        got.party.nation_code = "USA".into();
        got.party.state_code = "A".repeat(11);
        cut(&mut got);
        assert_eq!((got.party.nation_code.len(), got.party.state_code.len()), (2, 10));
    }
}
