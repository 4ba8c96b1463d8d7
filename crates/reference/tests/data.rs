//! Checks of the embedded tables: sizes, forms of codes, uniqueness, and the facts other parts rely on.

use std::collections::{HashMap, HashSet};

use reference::{
    airports, buttons, carriers, countries, currencies, destination_rules, dictionary_types, dictionary_values, menu,
    packages,
};

fn unique<'a>(what: &str, keys: impl Iterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    for key in keys {
        assert!(seen.insert(key), "{what} {key} stands twice");
    }
    seen
}

fn capitals(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_uppercase())
}

fn digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_digit())
}

fn code_characters(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

fn printable_name(text: &str, most: usize) -> bool {
    !text.is_empty()
        && text.len() <= most
        && text.chars().all(|c| c.is_ascii_alphanumeric() || " .-'()/".contains(c))
        && text.trim() == text
}

fn chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn every_line_has_as_many_fields_as_its_header() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut tables = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "tsv") {
            tables += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            let width = text.lines().next().unwrap().split('\t').count();
            for (number, line) in text.lines().enumerate() {
                assert_eq!(line.split('\t').count(), width, "{} line {}", path.display(), number + 1);
                assert!(line.split('\t').all(|field| field.trim() == field), "{} line {}", path.display(), number + 1);
            }
        }
    }
    assert_eq!(tables, 12);
}

#[test]
fn the_packs_of_the_29_countries_the_us_canada_and_china_are_there() {
    unique("destination rule", destination_rules().map(|rule| rule.code));
    for pack in ["ICS2", "US", "CA", "CN"] {
        assert!(destination_rules().filter(|rule| rule.countries == pack).count() >= 2, "{pack}");
    }
    for rule in destination_rules() {
        assert!(chinese(rule.zh) && !rule.en.is_empty() && !rule.source.is_empty(), "{}", rule.code);
    }
}

#[test]
fn airports_are_well_formed() {
    assert!(airports().count() >= 7_800);
    unique("airport", airports().map(|a| a.code));
    let known: HashSet<&str> = countries().map(|c| c.code).collect();
    for a in airports() {
        assert!(capitals(a.code, 3) && capitals(a.city_code, 3), "{a:?}");
        assert!(a.icao.is_empty() || code_characters(a.icao, 4), "{a:?}");
        assert!(printable_name(a.name_en, 80) && printable_name(a.city_en, 30), "{a:?}");
        assert!(known.contains(a.country) || a.country == "XK", "{a:?}");
        assert!(a.name_zh.is_empty() || chinese(a.name_zh), "{a:?}");
        assert_eq!(a.name_zh.is_empty(), a.pinyin.is_empty(), "{a:?}");
        assert!(a.pinyin.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{a:?}");
        for (figure, limit) in [(a.lat, 90.0), (a.lon, 180.0)] {
            assert_eq!(figure.split_once('.').map(|(_, decimals)| decimals.len()), Some(6), "{a:?}");
            assert!(figure.parse::<f64>().unwrap().abs() <= limit, "{a:?}");
        }
    }
}

#[test]
fn every_airport_has_a_known_time_zone() {
    let zones: HashSet<&str> = airports().map(|a| a.tz).collect();
    for zone in zones {
        assert!(jiff::tz::TimeZone::get(zone).is_ok(), "{zone}");
    }
}

#[test]
fn airports_of_one_city_agree_on_its_name_and_country() {
    let mut cities = HashMap::new();
    for a in airports() {
        let name = (a.city_en, a.city_zh);
        assert_eq!(*cities.entry(a.city_code).or_insert(name), name, "{a:?}");
    }
}

#[test]
fn cargo_airports_have_chinese_names() {
    let cargo: Vec<_> = airports().filter(|a| a.cargo).collect();
    assert!(cargo.iter().filter(|a| a.country == "CN").count() >= 60);
    assert!(cargo.iter().filter(|a| a.country != "CN").count() >= 80);
    for a in cargo {
        assert!(chinese(a.name_zh) && chinese(a.city_zh), "{a:?}");
        assert!(!a.name_zh.ends_with("机场"), "{a:?}");
    }
    assert!(airports().filter(|a| a.country == "CN").all(|a| chinese(a.name_zh)));
}

#[test]
fn the_airports_of_the_demonstration_data_are_there() {
    let by_code: HashMap<_, _> = airports().map(|a| (a.code, a)).collect();
    for (code, name, city, country, zone) in [
        ("PVG", "上海浦东", "SHA", "CN", "Asia/Shanghai"),
        ("SHA", "上海虹桥", "SHA", "CN", "Asia/Shanghai"),
        ("PEK", "北京首都", "BJS", "CN", "Asia/Shanghai"),
        ("HKG", "香港", "HKG", "HK", "Asia/Hong_Kong"),
        ("FRA", "法兰克福", "FRA", "DE", "Europe/Berlin"),
        ("LAX", "洛杉矶", "LAX", "US", "America/Los_Angeles"),
    ] {
        let a = by_code[code];
        assert_eq!((a.name_zh, a.city_code, a.country, a.tz, a.cargo), (name, city, country, zone, true));
    }
    assert_eq!(by_code["PVG"].pinyin, "shpd");
    assert_eq!(by_code["CKG"].pinyin, "cqjb");
    assert_eq!((by_code["LHR"].city_code, by_code["LHR"].city_zh), ("LON", "伦敦"));
    assert_eq!((by_code["NRT"].city_code, by_code["JFK"].city_code), ("TYO", "NYC"));
}

#[test]
fn carriers_are_well_formed_and_share_no_prefix() {
    assert!(carriers().filter(|c| !c.prefix.is_empty()).count() >= 150);
    assert!(carriers().filter(|c| chinese(c.name_zh)).count() >= 100);
    unique("carrier", carriers().map(|c| c.code));
    unique("prefix", carriers().flat_map(|c| c.prefixes()));
    let known: HashSet<&str> = countries().map(|c| c.code).collect();
    for c in carriers() {
        assert!(code_characters(c.code, 2), "{c:?}");
        assert!(c.icao.is_empty() || capitals(c.icao, 3), "{c:?}");
        assert!(c.prefixes().all(|p| digits(p, 3)), "{c:?}");
        assert!(printable_name(c.name_en, 60) && known.contains(c.country), "{c:?}");
        assert!(c.name_zh.chars().count() <= 40, "{c:?}");
    }
    assert!(carriers().all(|c| c.code != "X9" && c.prefixes().all(|p| p != "990")), "990 belongs to the test airline");
}

#[test]
fn well_known_prefixes_are_right() {
    let prefixes: HashMap<_, _> = carriers().map(|c| (c.code, c.prefix)).collect();
    for (code, prefix) in [
        ("CA", "999"),
        ("CK", "112"),
        ("MU", "781"),
        ("CZ", "784"),
        ("CX", "160"),
        ("LH", "020/220"),
        ("AF", "057"),
        ("KE", "180"),
        ("OZ", "988"),
        ("SQ", "618"),
        ("EK", "176"),
        ("QR", "157"),
        ("ET", "071"),
        ("TK", "235"),
        ("CV", "172"),
        ("5X", "406"),
        ("FX", "023"),
        ("5Y", "369"),
        ("PO", "403"),
        ("NH", "205"),
        ("JL", "131"),
        ("KZ", "933"),
        ("BR", "695"),
        ("CI", "297"),
        ("HU", "880"),
        ("MF", "731"),
        ("ZH", "479"),
        ("FM", "774"),
        ("SC", "324"),
        ("3U", "876"),
        ("O3", "921"),
        ("CF", "804"),
        ("Y8", "871"),
        ("RU", "580"),
    ] {
        assert_eq!(prefixes.get(code), Some(&prefix), "{code}");
    }
}

#[test]
fn countries_are_those_of_iso_3166() {
    assert_eq!(countries().count(), 249);
    unique("country", countries().map(|c| c.code));
    unique("country", countries().map(|c| c.alpha3));
    unique("country", countries().map(|c| c.numeric));
    unique("country", countries().map(|c| c.name_zh));
    let money: HashSet<&str> = currencies().map(|c| c.code).collect();
    for c in countries() {
        assert!(capitals(c.code, 2) && capitals(c.alpha3, 3) && digits(c.numeric, 3), "{c:?}");
        assert!(!c.name_en.is_empty() && chinese(c.name_zh), "{c:?}");
        assert!(digits(c.dial, c.dial.len()) && (1..=3).contains(&c.dial.len()), "{c:?}");
        assert!(money.contains(c.currency) || c.code == "AQ", "{c:?}");
        assert!(["AF", "AN", "AS", "EU", "NA", "OC", "SA"].contains(&c.continent), "{c:?}");
    }
    let upper: Vec<String> = countries().map(|c| c.name_en.to_uppercase()).collect();
    unique("country name", upper.iter().map(String::as_str).chain(countries().flat_map(|c| c.aliases())));
}

// req: address-country-table
#[test]
fn the_known_countries_carry_the_names_of_the_address_rules() {
    let names: HashMap<_, _> = countries().map(|c| (c.code, c.name_en)).collect();
    let known = "FR France, DE Germany, IT Italy, NL Netherlands, BE Belgium, LU Luxembourg, DK Denmark, IE Ireland, \
                 GR Greece, PT Portugal, ES Spain, AT Austria, SE Sweden, FI Finland, MT Malta, CY Cyprus, PL Poland, \
                 HU Hungary, CZ Czech Republic, SK Slovakia, EE Estonia, LV Latvia, LT Lithuania, RO Romania, \
                 BG Bulgaria, SI Slovenia, HR Croatia, NO Norway, CH Switzerland";
    let pairs: Vec<_> = known.split(", ").map(|pair| pair.split_once(' ').unwrap()).collect();
    assert_eq!(pairs.len(), 29);
    for (code, name) in pairs {
        assert_eq!(names.get(code), Some(&name));
    }
}

#[test]
fn currencies_have_their_decimals() {
    unique("currency", currencies().map(|c| c.code));
    unique("currency", currencies().map(|c| c.numeric));
    let exponents: HashMap<_, _> = currencies().map(|c| (c.code, c.exponent)).collect();
    for (code, exponent) in [("CNY", 2), ("USD", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("TND", 3), ("VND", 0)] {
        assert_eq!(exponents[code], exponent, "{code}");
    }
    for c in currencies() {
        assert!(capitals(c.code, 3) && digits(c.numeric, 3) && c.exponent <= 3 && chinese(c.name_zh), "{c:?}");
    }
    let common: HashSet<&str> = currencies().filter(|c| c.common).map(|c| c.code).collect();
    assert_eq!(common, HashSet::from(["CNY", "USD", "EUR", "HKD", "JPY", "GBP"]));
}

#[test]
fn packages_stand_in_the_order_of_the_select() {
    let codes: Vec<_> = packages().map(|p| (p.name_zh, p.code, p.un_code, p.customs_code)).collect();
    assert_eq!(codes.len(), 8);
    assert_eq!(codes[0], ("纸箱", "CTNS", "CT", "22"));
    assert_eq!(codes[7], ("裸装", "UNPACKED", "NE", "01"));
    assert!(packages().any(|p| p.code == "PLTS" && p.solid_wood && p.pallet));
}

#[test]
fn dictionaries_are_complete_and_their_values_unique() {
    let numbers: Vec<u16> = dictionary_types().map(|t| t.number).collect();
    assert_eq!(numbers, (1..=81).chain(101..=120).collect::<Vec<u16>>());
    unique("type", dictionary_types().map(|t| t.key));
    let keys: HashMap<_, _> = dictionary_types().map(|t| (t.number, t.key)).collect();
    for t in dictionary_types() {
        assert!(["系统", "可扩展"].contains(&t.kind) && chinese(t.name_zh) && !t.name_en.is_empty(), "{t:?}");
        let values: Vec<_> = dictionary_values().filter(|v| v.number == t.number).collect();
        unique(t.key, values.iter().map(|v| v.text_zh));
        unique(t.key, values.iter().map(|v| v.value));
        assert!(values.iter().filter(|v| v.is_default).count() <= 1, "{t:?}");
        assert!(values.windows(2).all(|pair| pair[0].sort < pair[1].sort), "{t:?}");
    }
    for v in dictionary_values() {
        assert_eq!(keys.get(&v.number), Some(&v.key), "{v:?}");
        assert!(!v.text_zh.is_empty() && !v.text_en.is_empty() && !v.value.is_empty(), "{v:?}");
        assert!(!chinese(v.text_en) && v.value.chars().count() <= 40 && v.sort % 10 == 0, "{v:?}");
        let scopes = ["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"];
        assert!(v.scopes.split(',').all(|s| s.is_empty() || scopes.contains(&s)), "{v:?}");
    }
}

#[test]
fn the_lists_named_by_the_pages_hold_what_the_pages_say() {
    let texts =
        |number: u16| -> Vec<&str> { dictionary_values().filter(|v| v.number == number).map(|v| v.text_zh).collect() };
    assert_eq!(texts(45), ["100×80", "100×70", "102×85", "100×100", "100×150", "A4 2×4"]);
    assert_eq!(texts(75).len(), 5);
    assert_eq!(texts(6), ["月结", "半月结", "周结", "票结", "现结", "预付", "到付"]);
    let first = dictionary_values().find(|v| v.key == "internationalCountryCode").unwrap();
    assert_eq!((first.text_zh, first.edi_code_1, first.is_default), ("中国", "86", true));
    assert_eq!(dictionary_values().filter(|v| v.key == "internationalCountryCode").count(), 249);
    assert_eq!(dictionary_values().filter(|v| v.key == "currency").count(), currencies().count());
    assert_eq!(dictionary_values().filter(|v| v.key == "trackStatus").count(), 26);
}

#[test]
fn the_menu_is_a_tree() {
    let mut seen = HashSet::new();
    for node in menu() {
        assert!(node.parent.is_empty() || seen.contains(node.parent), "{node:?}");
        assert!(seen.insert(node.path), "{node:?}");
        assert!(chinese(node.zh) || node.zh.is_ascii(), "{node:?}");
        assert!(!node.en.is_empty() && !chinese(node.en) && node.order > 0, "{node:?}");
        assert!(["group", "page", "hidden", "public", "portal"].contains(&node.kind), "{node:?}");
    }
    assert!(seen.len() >= 450);
}

#[test]
fn every_button_stands_on_a_page_of_the_menu_under_one_name() {
    let pages: HashSet<&str> = menu().map(|node| node.path).collect();
    let mut seen = HashSet::new();
    let mut names = HashMap::new();
    for button in buttons() {
        assert!(pages.contains(button.page), "{button:?}");
        assert!(seen.insert((button.code, button.page)), "{button:?}");
        assert_eq!(*names.entry(button.code).or_insert((button.zh, button.en)), (button.zh, button.en), "{button:?}");
        assert!(chinese(button.zh) && !button.en.is_empty() && !chinese(button.en), "{button:?}");
    }
    for code in ["af-order-add", "af-airport-restore", "prm-coop-merge-force", "prm-cat-type", "sys_org_add"] {
        assert!(names.contains_key(code), "{code}");
    }
}

#[test]
fn places_have_codes_of_their_kind_and_borders_have_two_sides() {
    let places: Vec<_> = reference::places().collect();
    let mut codes = std::collections::BTreeSet::new();
    for place in &places {
        assert!(codes.insert((place.kind, place.code)), "{} twice", place.code);
        let digits = place.code.bytes().all(|b| b.is_ascii_digit());
        let fits = match place.kind {
            "PORT" => place.code.len() == 5 && place.code.starts_with(place.country),
            "RAIL" => place.code.len() <= 10 && !place.gauge.is_empty(),
            "CITY" => place.code.len() == 6 && digits,
            _ => false,
        };
        assert!(
            fits && !place.name_zh.is_empty() && !place.name_en.is_empty() && place.tz.contains('/'),
            "{}",
            place.code
        );
        let pair = places.iter().find(|other| other.kind == "RAIL" && other.code == place.pair);
        assert_eq!(place.border, pair.is_some_and(|other| other.pair == place.code), "{}", place.code);
    }
    for code in ["CNSHA", "DEHAM", "XIAN", "DUIS", "310100", "330100", "330400"] {
        assert!(places.iter().any(|place| place.code == code), "{code}");
    }
}

#[test]
fn service_items_are_well_formed() {
    let rates: Vec<&str> = dictionary_values().filter(|v| v.key == "taxRate").map(|v| v.value).collect();
    let types: Vec<&str> = dictionary_values().filter(|v| v.key == "serviceType").map(|v| v.value).collect();
    assert_eq!(reference::service_items().count(), 69);
    for item in reference::service_items() {
        assert!(rates.contains(&item.tax) && types.contains(&item.service_type), "{item:?}");
        assert!(chinese(item.name_zh) && printable_name(item.name_en, 60), "{item:?}");
        assert!(!item.pinyin.is_empty() && item.pinyin.bytes().all(|b| b.is_ascii_lowercase()), "{item:?}");
        assert_eq!(
            (item.edi_code.is_empty(), item.edi_code.is_empty() || capitals(item.edi_code, 2)),
            (item.edi_due.is_empty(), true),
            "{item:?}"
        );
        assert!(!item.agency || item.tax == "免税", "{item:?}");
    }
}
