//! Party addresses: rules by country, the postcode list, recognition of pasted text.

mod recognise;

use kernel::{Findings, Msg};
use serde::{Deserialize, Serialize};

pub use recognise::{BLOCKS_MAX, Recognised, recognise, recognise_blocks};

/// A party as orders, house waybills and waybill forms hold it. All texts as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Party {
    /// Name.
    pub sc_name: String,
    /// Street address.
    pub sc_address: String,
    /// Two-letter country.
    pub nation_code: String,
    /// State or province.
    pub state_code: String,
    /// City in English.
    pub city_name_en: String,
    /// City code.
    pub city_code: String,
    /// Postcode.
    pub post_code: String,
    /// Phone.
    pub tel_number: String,
    /// Fax.
    pub fax_number: String,
    /// Enterprise code.
    pub sc_code: String,
    /// Kind of the enterprise code.
    pub sc_code_type: String,
    /// Contact.
    pub contact_name: String,
    /// Contact's phone.
    pub contact_tel: String,
    /// AEO code.
    pub aeo_code: String,
    /// Account number.
    pub account_no: String,
    /// The block as printed; empty: made from the fields.
    pub print_remark: String,
}

/// The countries whose postcode must be given, with their English names (spec, 29 codes).
#[rustfmt::skip]
pub const COUNTRIES: [(&str, &str); 29] = [
    ("FR", "France"), ("DE", "Germany"), ("IT", "Italy"), ("NL", "Netherlands"), ("BE", "Belgium"),
    ("LU", "Luxembourg"), ("DK", "Denmark"), ("IE", "Ireland"), ("GR", "Greece"), ("PT", "Portugal"),
    ("ES", "Spain"), ("AT", "Austria"), ("SE", "Sweden"), ("FI", "Finland"), ("MT", "Malta"),
    ("CY", "Cyprus"), ("PL", "Poland"), ("HU", "Hungary"), ("CZ", "Czech Republic"), ("SK", "Slovakia"),
    ("EE", "Estonia"), ("LV", "Latvia"), ("LT", "Lithuania"), ("RO", "Romania"), ("BG", "Bulgaria"),
    ("SI", "Slovenia"), ("HR", "Croatia"), ("NO", "Norway"), ("CH", "Switzerland"),
];

/// Region codes of provinces (spec; Hubei by the ledger's decision).
#[rustfmt::skip]
pub const REGIONS: [(&str, u16); 14] = [
    ("全国", 0), ("北京", 110), ("天津", 120), ("河北", 130), ("山西", 140), ("内蒙古", 150), ("上海", 310),
    ("河南", 410), ("湖北", 420), ("湖南", 430), ("广东", 440), ("广西", 450), ("海南", 460), ("江苏", 320),
];

/// A part of the country that several provinces belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// 华北.
    North,
    /// 华东.
    East,
    /// 华南.
    South,
}

impl Area {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::North, Self::East, Self::South];

    /// On the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::North => "NORTH",
            Self::East => "EAST",
            Self::South => "SOUTH",
        }
    }

    /// Chinese and English name.
    pub const fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::North => ("华北", "North China"),
            Self::East => ("华东", "East China"),
            Self::South => ("华南", "South China"),
        }
    }

    /// The area of a region code: 1xx north, 3xx east, 4xx south; the whole country has none.
    pub const fn of(region: u16) -> Option<Self> {
        match region {
            100..=199 => Some(Self::North),
            300..=399 => Some(Self::East),
            400..=499 => Some(Self::South),
            _ => None,
        }
    }
}

const NAME: Msg = Msg::new(
    "address.name",
    "名称只能包含字母、数字、空格、点和横线",
    "The name has letters, digits, blanks, full stops and hyphens only.",
);
const STREET: Msg = Msg::new(
    "address.street",
    "地址只能包含字母、数字、空格、点和横线",
    "The address has letters, digits, blanks, full stops and hyphens only.",
);
const CITY: Msg = Msg::new(
    "address.city",
    "城市只能包含字母、数字、空格、点和横线",
    "The city has letters, digits, blanks, full stops and hyphens only.",
);
const ACCOUNT: Msg = Msg::new(
    "address.account",
    "账号只能包含字母、数字、空格、点和横线",
    "The account number has letters, digits, blanks, full stops and hyphens only.",
);
const CONTACT: Msg = Msg::new(
    "address.contact",
    "联系人只能包含字母、数字、空格、点和横线",
    "The contact has letters, digits, blanks, full stops and hyphens only.",
);
const AEO: Msg = Msg::new(
    "address.aeo",
    "AEO编码只能包含字母、数字、空格、点和横线",
    "The AEO code has letters, digits, blanks, full stops and hyphens only.",
);
const PHONE: Msg =
    Msg::new("address.phone", "电话只能包含数字、空格和横线", "The phone has digits, blanks and hyphens only.");
const FAX: Msg = Msg::new(
    "address.fax",
    "传真只能包含字母、数字、空格和横线",
    "The fax has letters, digits, blanks and hyphens only.",
);
/// No country.
pub const COUNTRY: Msg = Msg::new("address.country", "国家代码须为2位字母", "The country code is two letters.");
const STATE_NEEDED: Msg =
    Msg::new("address.state.needed", "州代码须为2位大写字母", "The state code is two capital letters.");
const STATE: Msg = Msg::new(
    "address.state",
    "州代码最多9位，只能包含字母、数字、空格、点和横线",
    "The state code has at most 9 letters, digits, blanks, full stops and hyphens.",
);
const POST_US: Msg = Msg::new(
    "address.post.us",
    "美国邮编须为5位数字，且州代码不能为空",
    "A US postcode has 5 digits, and the state must be given.",
);
const POST_CA: Msg = Msg::new("address.post.ca", "加拿大邮编须为6位", "A Canadian postcode has 6 characters.");
const POST_DE: Msg = Msg::new("address.post.de", "德国邮编须为5位数字", "A German postcode has 5 digits.");
const POST_NEEDED: Msg = Msg::new("address.post.needed", "该国家邮编不能为空", "This country needs a postcode.");
const POST: Msg = Msg::new(
    "address.post",
    "邮编最多9位，只能包含字母、数字、空格、点和横线",
    "The postcode has at most 9 letters, digits, blanks, full stops and hyphens.",
);
/// A required field of the party is empty.
pub const REQUIRED: Msg = Msg::new("address.required", "请填写{field}", "Please fill in {field}.");

/// Letters, digits, blank, full stop, hyphen: the free text of the trade's messages.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'.' | b'-'))
}

/// Plain text that may have line breaks (accounting and handling information).
pub fn is_plain_lines(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'.' | b'-' | b'\n' | b'\r'))
}

fn is_phone(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'))
}

fn is_fax(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'-'))
}

/// Whether nothing is filled in.
pub fn is_empty(party: &Party) -> bool {
    *party == Party::default()
}

/// Checks a party. `complete` also asks for the fields a paper needs: name, address, country, city.
pub fn check(party: &Party, complete: bool) -> Findings {
    let mut found = Findings::new();
    if complete {
        let needed = [
            ("scName", &party.sc_name, ("名称", "the name")),
            ("scAddress", &party.sc_address, ("地址", "the address")),
            ("nationCode", &party.nation_code, ("国家", "the country")),
            ("cityNameEn", &party.city_name_en, ("城市", "the city")),
        ];
        for (field, _, (zh, en)) in needed.iter().filter(|(_, text, _)| text.trim().is_empty()) {
            found.error(*field, REQUIRED.with_each(&[("field", zh)], &[("field", en)]));
        }
    }
    let plain = [
        ("scName", &party.sc_name, NAME),
        ("scAddress", &party.sc_address, STREET),
        ("cityNameEn", &party.city_name_en, CITY),
        ("accountNo", &party.account_no, ACCOUNT),
        ("contactName", &party.contact_name, CONTACT),
        ("aeoCode", &party.aeo_code, AEO),
    ];
    for (field, text, message) in plain {
        found.error_if(!is_plain(text), field, message);
    }
    found.error_if(!is_phone(&party.tel_number), "telNumber", PHONE);
    found.error_if(!is_phone(&party.contact_tel), "contactTel", PHONE);
    found.error_if(!is_fax(&party.fax_number), "faxNumber", FAX);
    check_place(party, &mut found);
    found
}

fn check_place(party: &Party, found: &mut Findings) {
    let country = party.nation_code.as_str();
    let two_letters = country.len() == 2 && country.bytes().all(|b| b.is_ascii_alphabetic());
    found.error_if(!country.is_empty() && !two_letters, "nationCode", COUNTRY);
    let state = party.state_code.as_str();
    if let Some(message) = state_fault(country, state) {
        found.error("stateCode", message.text());
    }
    if let Some(message) = postcode_fault(country, &party.post_code, state) {
        found.error("postCode", message.text());
    }
}

/// What is wrong with a state or province for its country.
pub fn state_fault(country: &str, state: &str) -> Option<Msg> {
    if matches!(country, "US" | "CA" | "MX") {
        let sound = state.len() == 2 && state.bytes().all(|b| b.is_ascii_uppercase());
        (!sound).then_some(STATE_NEEDED)
    } else {
        (state.len() > 9 || !is_plain(state)).then_some(STATE)
    }
}

/// What is wrong with a postcode for its country.
pub fn postcode_fault(country: &str, postcode: &str, state: &str) -> Option<Msg> {
    let digits = |count: usize| postcode.len() == count && postcode.bytes().all(|b| b.is_ascii_digit());
    match country {
        "US" => (!digits(5) || state.trim().is_empty()).then_some(POST_US),
        "CA" => {
            let kept: String = postcode.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
            let sound = kept.len() == 6 && kept.bytes().all(|b| b.is_ascii_alphanumeric());
            (!sound).then_some(POST_CA)
        }
        "DE" => (!digits(5)).then_some(POST_DE),
        _ if postcode.trim().is_empty() => COUNTRIES.iter().any(|(code, _)| *code == country).then_some(POST_NEEDED),
        _ => (postcode.len() > 9 || !is_plain(postcode)).then_some(POST),
    }
}

/// The lines of a party as a paper shows them.
pub fn printed(party: &Party) -> Vec<String> {
    if !party.print_remark.trim().is_empty() {
        return party.print_remark.lines().map(|line| line.trim_end().to_owned()).collect();
    }
    let place = [&party.city_name_en, &party.state_code, &party.post_code, &party.nation_code];
    let place = place.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let mut lines = vec![party.sc_name.trim().to_owned(), party.sc_address.trim().to_owned(), place];
    for (label, text) in [("TEL:", &party.tel_number), ("FAX:", &party.fax_number), ("ATTN:", &party.contact_name)] {
        if !text.trim().is_empty() {
            lines.push(format!("{label}{}", text.trim()));
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The code of a country by its English name, from the spec's table.
pub fn country_by_name(name: &str) -> Option<&'static str> {
    let name = name.trim();
    COUNTRIES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(code, _)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(party: &Party) -> Vec<(String, String)> {
        check(party, false).items.into_iter().map(|f| (f.field, f.text.zh)).collect()
    }

    fn at(country: &str, state: &str, postcode: &str) -> Vec<String> {
        let party = Party {
            nation_code: country.into(),
            state_code: state.into(),
            post_code: postcode.into(),
            ..Party::default()
        };
        messages(&party).into_iter().map(|(_, text)| text).collect()
    }

    // req: address-name-chars, address-street-chars, address-city-chars, address-account-chars
    // req: address-contact-chars, address-aeo-chars
    #[test]
    fn free_texts_take_letters_digits_blank_stop_and_hyphen() {
        type Setter = fn(&mut Party, &str);
        let fields: [(&str, Setter, &str); 6] = [
            ("scName", |p, t| p.sc_name = t.into(), "名称只能包含字母、数字、空格、点和横线"),
            ("scAddress", |p, t| p.sc_address = t.into(), "地址只能包含字母、数字、空格、点和横线"),
            ("cityNameEn", |p, t| p.city_name_en = t.into(), "城市只能包含字母、数字、空格、点和横线"),
            ("accountNo", |p, t| p.account_no = t.into(), "账号只能包含字母、数字、空格、点和横线"),
            ("contactName", |p, t| p.contact_name = t.into(), "联系人只能包含字母、数字、空格、点和横线"),
            ("aeoCode", |p, t| p.aeo_code = t.into(), "AEO编码只能包含字母、数字、空格、点和横线"),
        ];
        for (field, set, message) in fields {
            for (text, sound) in
                [("A-b 1.", true), ("", true), ("A,B", false), ("中", false), ("a\nb", false), ("é", false)]
            {
                let mut party = Party::default();
                set(&mut party, text);
                let expected = if sound { vec![] } else { vec![(field.to_owned(), message.to_owned())] };
                assert_eq!(messages(&party), expected, "{field} {text:?}");
            }
        }
    }

    // req: address-phone-chars, address-fax-chars
    #[test]
    fn phones_and_faxes_have_their_characters() {
        let party = |tel: &str, fax: &str| Party { tel_number: tel.into(), fax_number: fax.into(), ..Party::default() };
        assert_eq!(messages(&party("86 21-123", "F 1-2")), []);
        assert_eq!(messages(&party("+86", "")), [("telNumber".into(), "电话只能包含数字、空格和横线".into())]);
        assert_eq!(messages(&party("", "1.2")), [("faxNumber".into(), "传真只能包含字母、数字、空格和横线".into())]);
    }

    // req: address-postcode-us, address-postcode-ca, address-postcode-de
    #[test]
    fn postcodes_of_the_us_canada_and_germany() {
        assert_eq!(at("US", "CA", "90045"), [""; 0]);
        assert_eq!(at("US", "CA", "1234"), ["美国邮编须为5位数字，且州代码不能为空"]);
        assert_eq!(at("US", "CA", "900451"), ["美国邮编须为5位数字，且州代码不能为空"]);
        assert_eq!(at("US", "", "90045"), ["州代码须为2位大写字母", "美国邮编须为5位数字，且州代码不能为空"]);
        assert_eq!(at("CA", "ON", "K1A 0B1"), [""; 0]);
        assert_eq!(at("CA", "ON", "K1A0B"), ["加拿大邮编须为6位"]);
        assert_eq!(at("CA", "ON", "K1A0B12"), ["加拿大邮编须为6位"]);
        assert_eq!(at("DE", "", "60547"), [""; 0]);
        assert_eq!(at("DE", "", ""), ["德国邮编须为5位数字"]);
        assert_eq!(at("DE", "", "6054"), ["德国邮编须为5位数字"]);
    }

    // req: address-postcode-known-list, address-open-postcode-list, address-postcode-others, address-country-table
    #[test]
    fn countries_of_the_list_need_a_postcode_and_others_do_not() {
        for (code, _) in COUNTRIES.iter().filter(|(code, _)| *code != "DE") {
            assert_eq!(at(code, "", ""), ["该国家邮编不能为空"], "{code}");
            assert_eq!(at(code, "", "1234 AB-1"), [""; 0], "{code}");
        }
        assert_eq!(at("CN", "", ""), [""; 0]);
        assert_eq!(at("CN", "", "123456789"), [""; 0]);
        assert_eq!(at("CN", "", "1234567890"), ["邮编最多9位，只能包含字母、数字、空格、点和横线"]);
        assert_eq!(at("FR", "", "75,01"), ["邮编最多9位，只能包含字母、数字、空格、点和横线"]);
        assert_eq!(COUNTRIES.len(), 29);
    }

    // req: address-state-required, address-state-others, address-country-code
    #[test]
    fn states_and_countries_have_their_forms() {
        assert_eq!(at("MX", "", ""), ["州代码须为2位大写字母"]);
        assert_eq!(at("MX", "df", ""), ["州代码须为2位大写字母"]);
        assert_eq!(at("MX", "DF", ""), [""; 0]);
        assert_eq!(at("CN", "123456789", ""), [""; 0]);
        assert_eq!(at("CN", "1234567890", ""), ["州代码最多9位，只能包含字母、数字、空格、点和横线"]);
        for wrong in ["C", "CHN", "C1"] {
            assert_eq!(at(wrong, "", ""), ["国家代码须为2位字母"], "{wrong}");
        }
    }

    // req: address-region-codes, address-open-hubei-code
    #[test]
    fn region_codes_are_those_of_the_specification() {
        let code = |name: &str| REGIONS.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
        let expected =
            [("全国", 0), ("北京", 110), ("天津", 120), ("河北", 130), ("山西", 140), ("内蒙古", 150), ("上海", 310)];
        let south = [("河南", 410), ("湖北", 420), ("湖南", 430), ("广东", 440), ("广西", 450), ("海南", 460)];
        for (name, number) in expected.into_iter().chain(south) {
            assert_eq!(code(name), Some(number), "{name}");
        }
    }

    // req: address-open-area-map
    #[test]
    fn provinces_belong_to_the_area_of_their_first_digit() {
        let area = |name: &str| {
            let code = REGIONS.iter().find(|(known, _)| *known == name).map(|(_, code)| *code).unwrap();
            Area::of(code).map(|area| area.label().0)
        };
        for name in ["北京", "天津", "河北", "山西", "内蒙古"] {
            assert_eq!(area(name), Some("华北"), "{name}");
        }
        assert_eq!(area("上海"), Some("华东"));
        for name in ["河南", "湖北", "湖南", "广东", "广西", "海南"] {
            assert_eq!(area(name), Some("华南"), "{name}");
        }
        assert_eq!(area("全国"), None);
        for (code, area) in [
            (99, None),
            (100, Some(Area::North)),
            (199, Some(Area::North)),
            (200, None),
            (299, None),
            (300, Some(Area::East)),
            (399, Some(Area::East)),
            (400, Some(Area::South)),
            (499, Some(Area::South)),
            (500, None),
        ] {
            assert_eq!(Area::of(code), area, "{code}");
        }
    }

    // req: address-open-country-table-use
    #[test]
    fn the_table_turns_a_name_into_its_code() {
        assert_eq!(country_by_name("germany"), Some("DE"));
        assert_eq!(country_by_name("Atlantis"), None);
    }
}
