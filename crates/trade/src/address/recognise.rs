//! Recognition of a pasted address: labelled parts, country, city and postcode, the rest name and street.

use kernel::{Findings, Msg};

use super::{Party, country_by_name};

/// What was made of a pasted block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The party; the rules still apply to it.
    pub party: Party,
    /// Whom the block itself says it is: `shipper`, `consignee` or `notify`.
    pub role: Option<&'static str>,
    /// What was left out, cut or not understood, for the user to see.
    pub notes: Findings,
}

/// A part of the address was written in Chinese.
const CHINESE: Msg = Msg::new("address.recognise.chinese", "中文已忽略", "Chinese characters were left out.");
/// No country was found.
const NO_COUNTRY: Msg = Msg::new("address.recognise.country", "未识别国家", "The country was not recognised.");
/// A part was cut.
const CUT: Msg = Msg::new(
    "address.recognise.cut",
    "{field}超长，已截取前{n}位",
    "The {field} was too long and was cut to {n} characters.",
);

/// Most characters of the fields of an import (spec), with their names.
const LIMITS: [(&str, &str, &str, usize); 9] = [
    ("scName", "名称", "name", 100),
    ("scAddress", "地址", "address", 150),
    ("nationCode", "国家", "country", 2),
    ("stateCode", "州省", "state", 10),
    ("cityNameEn", "城市", "city", 30),
    ("postCode", "邮编", "postcode", 20),
    ("telNumber", "电话", "phone", 30),
    ("faxNumber", "传真", "fax", 30),
    ("scCode", "代码", "code", 50),
];

/// Most words of a country's name at the end of a line.
const COUNTRY_WORDS: usize = 4;

/// Headings a block may begin with.
const ROLES: [(&str, &str); 7] = [
    ("SHIPPER", "shipper"),
    ("发货人", "shipper"),
    ("CONSIGNEE", "consignee"),
    ("收货人", "consignee"),
    ("NOTIFY PARTY", "notify"),
    ("NOTIFY", "notify"),
    ("通知人", "notify"),
];

const LABELS: [(&str, Part); 23] = [
    ("TELEPHONE", Part::Phone),
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
    ("POST CODE", Part::Postcode),
    ("ZIP CODE", Part::Postcode),
    ("POSTAL CODE", Part::Postcode),
    ("邮编", Part::Postcode),
    ("USCI", Part::Code("USCI")),
    ("VAT", Part::Code("VAT")),
    ("EORI", Part::Code("EORI")),
    ("EIN", Part::Code("EIN")),
    ("OC", Part::Code("OC")),
    ("TAX", Part::Code("")),
    ("CODE", Part::Code("")),
    ("AEO", Part::Aeo),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Phone,
    Fax,
    Contact,
    Postcode,
    /// An enterprise code of this kind; empty: of a kind the label does not tell.
    Code(&'static str),
    Aeo,
}

/// Reads one pasted block. `country_of` answers the code of a country's name beyond the spec's table.
pub fn recognise(text: &str, country_of: impl Fn(&str) -> Option<String>) -> Recognised {
    let mut result = Recognised::default();
    let mut rest = Vec::new();
    let mut chinese = false;
    let text = kernel::typed::pasted(text);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = if rest.is_empty() { take_role(line, &mut result.role) } else { line };
        let free = take_labels(line, &mut result.party);
        chinese |= free.chars().any(is_chinese);
        let cleaned = clean(&free, true);
        if !cleaned.is_empty() {
            rest.push(cleaned);
        }
    }
    take_country(&mut rest, &mut result.party, country_of);
    take_place(&mut rest, &mut result.party);
    if chinese {
        result.notes.warning("", CHINESE.text());
    }
    if result.party.nation_code.is_empty() {
        result.notes.warning("nationCode", NO_COUNTRY.text());
    }
    if !rest.is_empty() {
        result.party.sc_name = rest.remove(0);
        result.party.sc_address = rest.join(" ");
    }
    cut(&mut result);
    result
}

/// Most parties of one pasted text.
pub const BLOCKS_MAX: usize = 20;

/// Reads pasted blocks with empty lines between; a heading that stands alone belongs to the block below it.
pub fn recognise_blocks(text: &str, country_of: impl Fn(&str) -> Option<String>) -> Vec<Recognised> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut begins = true;
    let text = kernel::typed::pasted(text);
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            // What was read of a block so far is no more than its heading: the block goes on.
            begins = begins || !blocks.last().is_some_and(|block| is_heading(block));
            continue;
        }
        match blocks.last_mut().filter(|_| !begins) {
            Some(block) => block.push(line),
            None => blocks.push(vec![line]),
        }
        begins = false;
    }
    blocks.iter().take(BLOCKS_MAX).map(|lines| recognise(&lines.join("\n"), &country_of)).collect()
}

/// Whether a block is a heading alone.
fn is_heading(block: &[&str]) -> bool {
    let mut role = None;
    matches!(block, [line] if take_role(line, &mut role).is_empty()) && role.is_some()
}

/// Takes the heading off a block's first line.
fn take_role<'a>(line: &'a str, role: &mut Option<&'static str>) -> &'a str {
    for (heading, name) in ROLES {
        let Some(start) = line.get(..heading.len()).filter(|start| start.eq_ignore_ascii_case(heading)) else {
            continue;
        };
        let rest = line.get(start.len()..).unwrap_or_default().trim_start();
        // `NOTIFY` begins `NOTIFY PARTY` too, and a company may be called SHIPPERS LTD.
        if rest.is_empty() || rest.starts_with([':', '：']) {
            *role = Some(name);
            return rest.trim_start_matches([':', '：']).trim_start();
        }
    }
    line
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
    found.sort_by_key(|(at, end, _)| (*at, std::cmp::Reverse(*end)));
    // The CODE of ZIP CODE is no label of its own.
    let mut covered = 0;
    found.retain(|(at, end, _)| {
        let own = *at >= covered;
        covered = covered.max(*end);
        own
    });
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
        Part::Code(kind) => {
            party.sc_code = clean(value, true);
            kind.clone_into(&mut party.sc_code_type);
        }
        Part::Aeo => party.aeo_code = clean(value, true),
    }
}

fn take_country(rest: &mut Vec<String>, party: &mut Party, country_of: impl Fn(&str) -> Option<String>) {
    let named = |text: &str| country_by_name(text).map(ToOwned::to_owned).or_else(|| country_of(text));
    let known = |line: &str| {
        let code = line.len() == 2 && line.bytes().all(|b| b.is_ascii_uppercase());
        named(line).or_else(|| code.then(|| line.to_owned()))
    };
    // The country is the last line that is one: a name may look like a country too.
    let place = rest.iter().rposition(|line| known(line).is_some());
    if let Some(place) = place.filter(|place| *place > 0 || rest.len() == 1) {
        let line = rest.remove(place);
        party.nation_code = known(&line).unwrap_or_default();
        return;
    }
    // Else it may end the last line. Two letters there are a state rather than a country.
    let Some(last) = rest.last_mut() else { return };
    let words: Vec<&str> = last.split(' ').collect();
    let from = words.len().saturating_sub(COUNTRY_WORDS).max(1);
    let found = (from..words.len()).find_map(|at| {
        let name = words.get(at..).unwrap_or_default().join(" ");
        let code = if name.len() > 2 { named(&name) } else { None };
        code.map(|code| (code, words.get(..at).unwrap_or_default().join(" ")))
    });
    if let Some((code, before)) = found {
        party.nation_code = code;
        *last = before;
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
        // `1 MAIN ST` ends with two letters too: a street begins with its number and has no postcode behind.
        let street = |at: usize| at + 1 == words.len() && line.starts_with(|c: char| c.is_ascii_digit());
        if let Some(at) = code_at.filter(|at| *at > 0 && !street(*at)) {
            party.city_name_en = words.get(..at).unwrap_or_default().join(" ");
            party.state_code = words.get(at).copied().unwrap_or_default().to_owned();
            let behind = words.get(at + 1..).unwrap_or_default().join(" ");
            if !behind.is_empty() {
                party.post_code = behind;
            }
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
    for (field, (path, zh, en, limit)) in fields.into_iter().zip(LIMITS) {
        if field.len() > limit {
            field.truncate(limit);
            field.truncate(field.trim_end().len());
            let limit = limit.to_string();
            let text = CUT.with_each(&[("field", zh), ("n", &limit)], &[("field", en), ("n", &limit)]);
            result.notes.warning(path, text);
        }
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Recognised {
        recognise(text, |name| (name == "CHINA").then(|| "CN".to_owned()))
    }

    fn notes(got: &Recognised) -> Vec<(&str, &str)> {
        got.notes.items.iter().map(|note| (note.field.as_str(), note.text.zh.as_str())).collect()
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
        assert_eq!(notes(&cn), [("", "中文已忽略")]);
    }

    /// 26: a list of addresses is read as so many parties, each with the heading it stands below.
    #[test]
    fn blocks_are_parties_of_their_own() {
        let text = "SHIPPER:\n\nDEMO INC\nUS\n\n\nCONSIGNEE\nDEMO GMBH\nROAD 1\nGermany\n\nOTHER LTD\nCHINA\n";
        let got = recognise_blocks(text, |name| (name == "CHINA").then(|| "CN".to_owned()));
        let told: Vec<_> =
            got.iter().map(|one| (one.role, one.party.sc_name.as_str(), one.party.nation_code.as_str())).collect();
        let wanted =
            [(Some("shipper"), "DEMO INC", "US"), (Some("consignee"), "DEMO GMBH", "DE"), (None, "OTHER LTD", "CN")];
        assert_eq!(told, wanted);
        let blocks = |count: usize| recognise_blocks(&"A\n\n".repeat(count), |_| None).len();
        assert_eq!([blocks(0), blocks(1), blocks(20), blocks(21)], [0, 1, 20, 20]);
    }

    // req: address-open-import-recognition
    #[test]
    fn codes_tell_their_kind_and_a_postcode_is_no_code() {
        let party = read("DEMO INC\n1 MAIN ST\nUS\nEIN: 12-3456789").party;
        assert_eq!((party.sc_code.as_str(), party.sc_code_type.as_str()), ("12-3456789", "EIN"));
        let party = read("DEMO INC\n1 MAIN ST\nUS\nZIP CODE: 90045 Code: X-1").party;
        assert_eq!(
            (party.post_code.as_str(), party.sc_code.as_str(), party.sc_code_type.as_str()),
            ("90045", "X-1", "")
        );
        assert_eq!((party.sc_address.as_str(), party.state_code.as_str()), ("1 MAIN ST", ""));
    }

    // req: address-open-import-recognition
    #[test]
    fn a_heading_tells_the_role_and_stays_out_of_the_name() {
        for (text, role, name) in [
            ("CONSIGNEE:\nDEMO INC\nUS", Some("consignee"), "DEMO INC"),
            ("Shipper：DEMO INC\nUS", Some("shipper"), "DEMO INC"),
            ("通知人: DEMO INC\nUS", Some("notify"), "DEMO INC"),
            ("NOTIFY PARTY\nDEMO INC\nUS", Some("notify"), "DEMO INC"),
            ("SHIPPERS LTD\nUS", None, "SHIPPERS LTD"),
            ("SHIPPER HOUSE\nUS", None, "SHIPPER HOUSE"),
        ] {
            let got = read(text);
            assert_eq!((got.role, got.party.sc_name.as_str(), notes(&got)), (role, name, Vec::new()), "{text}");
        }
    }

    // req: address-open-import-recognition
    #[test]
    fn a_country_stands_on_a_line_of_its_own_or_ends_the_last() {
        let at = |text: &str| {
            let got = read(text);
            let found: Vec<String> = notes(&got).iter().map(|(field, text)| format!("{field} {text}")).collect();
            (got.party.nation_code, got.party.city_name_en, found)
        };
        let none = Vec::<String>::new;
        assert_eq!(at("DEMO CO\nROOM 1\n200040 SHANGHAI, CHINA"), ("CN".into(), "SHANGHAI".into(), none()));
        assert_eq!(at("DEMO CO\nROOM 1\n120 00 PRAGUE CZECH REPUBLIC").0, "CZ");
        let unknown = vec!["nationCode 未识别国家".to_owned()];
        assert_eq!(at("DEMO CO\nROOM 1\nSPRINGFIELD IL"), (String::new(), String::new(), unknown));
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
        assert!(notes(&got).contains(&("scName", "名称超长，已截取前100位")));
        assert!(
            got.notes.items.iter().any(|note| note.text.en == "The fax was too long and was cut to 30 characters.")
        );
        // Seven parts, and no country.
        assert_eq!(notes(&got).len(), 8);
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
