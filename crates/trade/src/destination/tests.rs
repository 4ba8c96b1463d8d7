use kernel::{Findings, Severity, parse_day};

use super::*;
use crate::address::Party;
use crate::waybill_form::RateLine;

fn shipped() -> Vec<Rule> {
    let read = |row: reference::DestinationRule<'static>| {
        let raw = Raw {
            code: row.code,
            countries: row.countries,
            direction: row.direction,
            level: row.level,
            field: row.field,
            condition: row.condition,
            parameter: row.parameter,
            severity: row.severity,
            zh: row.zh,
            en: row.en,
            valid_from: row.valid_from,
            valid_to: row.valid_to,
        };
        let mut found = Findings::new();
        Rule::read(&raw, &mut found).unwrap_or_else(|| panic!("{}: {found:?}", row.code))
    };
    reference::destination_rules().map(read).collect()
}

fn day(text: &str) -> Day {
    parse_day(text).unwrap()
}

fn to(country: &str) -> Journey {
    Journey { from: "CN".into(), via: vec![], to: country.into() }
}

/// A form whose consignee is in the country of the journey.
fn form(country: &str, change: impl Fn(&mut WaybillForm)) -> WaybillForm {
    let party = |nation: &str| Party { sc_name: "DEMO".into(), nation_code: nation.into(), ..Party::default() };
    let line = RateLine { goods_name_en: "LED LAMPS".into(), ..RateLine::default() };
    let mut form =
        WaybillForm { shipper: party("CN"), consignee: party(country), lines: vec![line], ..WaybillForm::default() };
    change(&mut form);
    form
}

fn said(form: &WaybillForm, journey: &Journey, on: &str) -> Vec<String> {
    let found = check(&shipped(), form, journey, day(on));
    found.items.into_iter().map(|finding| format!("{} {}", finding.field, finding.text.key)).collect()
}

const TODAY: &str = "2026-07-18";

#[test]
fn the_29_countries_want_a_postcode_in_the_words_of_the_address_rules() {
    let rules: Vec<Rule> = shipped().into_iter().filter(|rule| rule.code == "ICS2.CNE.POST").collect();
    for (country, _) in address::COUNTRIES {
        let empty = form(country, |_| {});
        let own = address::postcode_fault(country, "", "").unwrap();
        let found = check(&rules, &empty, &to(country), day(TODAY)).items;
        let told: Vec<_> = found.iter().map(|f| (f.field.as_str(), f.severity, f.text.zh.as_str())).collect();
        assert_eq!(told, [("consignee.postCode", Severity::Error, own.zh)], "{country}");
        assert_eq!(found[0].text.key, "destination.ICS2.CNE.POST");
        let filled = form(country, |form| form.consignee.post_code = "60549".into());
        assert_eq!(check(&rules, &filled, &to(country), day(TODAY)).items, [], "{country}");
    }
    let elsewhere = form("GB", |_| {});
    assert_eq!(check(&rules, &elsewhere, &to("GB"), day(TODAY)).items, []);
}

#[test]
fn the_us_and_canada_want_postcode_and_state() {
    let us = |post: &str, state: &str| {
        let form = form("US", |form| {
            form.consignee.post_code = post.into();
            form.consignee.state_code = state.into();
        });
        said(&form, &to("US"), TODAY)
    };
    let (post, state) = ("consignee.postCode destination.US.CNE.POST", "consignee.stateCode destination.US.CNE.STATE");
    assert_eq!(us("90045", "CA"), [""; 0]);
    assert_eq!(us("9004", "CA"), [post]);
    assert_eq!(us("900451", "CA"), [post]);
    assert_eq!(us("90045", ""), [post, state]);
    assert_eq!(us("90045", "Ca"), [state]);
    let ca = |post: &str, state: &str| {
        let form = form("CA", |form| {
            form.consignee.post_code = post.into();
            form.consignee.state_code = state.into();
        });
        said(&form, &to("CA"), TODAY)
    };
    let form_of = "consignee.postCode destination.CA.CNE.POST.FORM";
    assert_eq!(ca("K1A 0B1", "ON"), [""; 0]);
    assert_eq!(ca("K1A0B", "ON"), ["consignee.postCode destination.CA.CNE.POST", form_of]);
    assert_eq!(ca("123456", "ON"), [form_of], "six characters are enough for the address rules");
    assert_eq!(ca("K1A0B1", ""), ["consignee.stateCode destination.CA.CNE.STATE"]);
}

#[test]
fn imports_to_china_want_phone_credit_code_and_hs_codes() {
    let cn = |change: &dyn Fn(&mut WaybillForm)| {
        let form = form("CN", |form| {
            form.shipper.nation_code = "DE".into();
            form.shipper.sc_code = "DE123".into();
            form.consignee.tel_number = "13800000001".into();
            form.consignee.sc_code = "91310115MA1K00007Q".into();
            form.lines[0].hs_codes = vec!["8539510000".into()];
            change(form);
        });
        said(&form, &Journey { from: "DE".into(), via: vec![], to: "CN".into() }, TODAY)
    };
    assert_eq!(cn(&|_| {}), [""; 0]);
    let form_of = "consignee.telNumber destination.CN.CNE.TEL.FORM";
    for (phone, expected) in [
        ("138 0000 0001", vec![]),
        ("86 13800000001", vec![]),
        ("021-12345678", vec![]),
        ("0571-1234567-123", vec![]),
        ("86-21-12345678", vec![]),
        ("1380000000", vec![form_of]),
        ("138000000011", vec![form_of]),
        ("12345678", vec![form_of]),
        ("", vec!["consignee.telNumber destination.CN.CNE.TEL"]),
    ] {
        assert_eq!(cn(&|form| form.consignee.tel_number = phone.into()), expected, "{phone}");
    }
    let wrong = "consignee.scCode destination.CN.CNE.USCI";
    assert_eq!(cn(&|form| form.consignee.sc_code = "91310115MA1K000071".into()), [wrong]);
    assert_eq!(cn(&|form| form.consignee.sc_code = String::new()), ["consignee.scCode destination.CN.CNE.CODE"]);
    let person = |form: &mut WaybillForm| {
        form.consignee.sc_code_type = "PASSPORT".into();
        form.consignee.sc_code = "E12345678".into();
    };
    assert_eq!(cn(&person), [""; 0], "the code of a person is no credit code");
    let hs = |codes: &[&str]| codes.iter().map(ToString::to_string).collect::<Vec<_>>();
    let ten = "lines.0.hsCodes destination.CN.HS.10";
    assert_eq!(cn(&|form| form.lines[0].hs_codes = hs(&["853951000"])), [ten]);
    assert_eq!(cn(&|form| form.lines[0].hs_codes = hs(&["8539510000", "853951"])), [ten]);
    assert_eq!(cn(&|form| form.lines[0].hs_codes = hs(&[])), ["lines.0.hsCodes destination.HS.NEEDED"]);
    let consolidation = |form: &mut WaybillForm| {
        form.lines[0].hs_codes = hs(&[]);
        form.lines[0].goods_name_en = "CONSOLIDATION AS PER ATTACHED LIST".into();
    };
    assert_eq!(cn(&consolidation), [""; 0], "the houses have the codes");
}

#[test]
fn the_known_countries_want_hs_codes_of_six_digits() {
    for country in ["JP", "KR", "AE"] {
        let with = |codes: &[&str]| {
            let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
            said(&form(country, |form| form.lines[0].hs_codes = codes.clone()), &to(country), TODAY)
        };
        assert_eq!(with(&["853951"]), [""; 0], "{country}");
        assert_eq!(with(&["8539.51"]), [""; 0], "{country}");
        assert_eq!(with(&["85395"]), ["lines.0.hsCodes destination.HS.6"], "{country}");
        assert_eq!(with(&["85395A"]), ["lines.0.hsCodes destination.HS.6"], "{country}");
        assert_eq!(with(&[]), ["lines.0.hsCodes destination.HS.NEEDED"], "{country}");
    }
    assert_eq!(said(&form("SG", |_| {}), &to("SG"), TODAY), [""; 0]);
}

fn rule(change: impl Fn(&mut Rule)) -> Rule {
    let mut rule = Rule {
        code: "T.RULE".into(),
        countries: vec!["BR".into()],
        direction: Direction::To,
        level: Level::Both,
        at: BoxOf::named("consignee.scCode").unwrap(),
        condition: Condition::Required,
        severity: Severity::Error,
        zh: "请填写税号".into(),
        en: "Please fill in the tax number.".into(),
        valid_from: None,
        valid_to: None,
    };
    change(&mut rule);
    rule
}

fn hits(rule: Rule, form: &WaybillForm, journey: &Journey, on: &str) -> usize {
    check(&[rule], form, journey, day(on)).items.len()
}

#[test]
fn a_rule_counts_from_its_first_to_its_last_day() {
    let dated = || {
        rule(|rule| {
            rule.valid_from = parse_day("2026-07-18");
            rule.valid_to = parse_day("2026-07-19");
        })
    };
    let form = form("BR", |_| {});
    for (on, count) in [("2026-07-17", 0), ("2026-07-18", 1), ("2026-07-19", 1), ("2026-07-20", 0)] {
        assert_eq!(hits(dated(), &form, &to("BR"), on), count, "{on}");
    }
}

#[test]
fn a_rule_counts_on_its_waybill_and_its_way() {
    let master = form("BR", |_| {});
    let house = form("BR", |form| form.kind = Kind::House);
    for (level, on_master, on_house) in [(Level::Both, 1, 1), (Level::Master, 1, 0), (Level::House, 0, 1)] {
        assert_eq!(hits(rule(|rule| rule.level = level), &master, &to("BR"), TODAY), on_master, "{level:?}");
        assert_eq!(hits(rule(|rule| rule.level = level), &house, &to("BR"), TODAY), on_house, "{level:?}");
    }
    let elsewhere = form("AR", |_| {});
    let passing = Journey { from: "CN".into(), via: vec!["BR".into()], to: "AR".into() };
    assert_eq!(hits(rule(|_| {}), &elsewhere, &passing, TODAY), 0);
    let through = |way| rule(move |rule| rule.direction = way);
    assert_eq!(hits(through(Direction::Through), &elsewhere, &passing, TODAY), 1);
    assert_eq!(hits(through(Direction::Through), &elsewhere, &to("AR"), TODAY), 0);
    let coming = Journey { from: "BR".into(), via: vec![], to: "CN".into() };
    assert_eq!(hits(through(Direction::From), &elsewhere, &coming, TODAY), 1);
    assert_eq!(hits(through(Direction::From), &elsewhere, &to("BR"), TODAY), 0);
}

#[test]
fn a_box_of_the_party_at_that_end_follows_the_party() {
    let in_brazil = form("BR", |_| {});
    assert_eq!(hits(rule(|_| {}), &in_brazil, &to("AR"), TODAY), 1, "the consignee is in Brazil, the airport is not");
    let in_argentina = form("AR", |_| {});
    assert_eq!(hits(rule(|_| {}), &in_argentina, &to("BR"), TODAY), 0);
    let nowhere = form("", |_| {});
    assert_eq!(hits(rule(|_| {}), &nowhere, &to("BR"), TODAY), 1);
    let goods = |rule: &mut Rule| rule.at = BoxOf::named("lines.hsCodes").unwrap();
    assert_eq!(hits(rule(goods), &in_argentina, &to("BR"), TODAY), 1, "goods follow the airport");
    assert_eq!(hits(rule(goods), &in_argentina, &Journey::default(), TODAY), 0, "an unknown airport is nowhere");
    let blank = form("", |form| form.consignee = Party::default());
    assert_eq!(hits(rule(|_| {}), &blank, &to("BR"), TODAY), 0, "the form itself asks for the party");
}

#[test]
fn conditions_let_pass_what_they_want() {
    let fits = |code: &str, parameter: &str, text: &str| {
        let condition = Condition::named(code, parameter).unwrap_or_else(|| panic!("{code} {parameter}"));
        condition.fault(text, "BR", None).is_none()
    };
    for (code, parameter, sound, wrong) in [
        ("DIGITS", "5", vec!["12345", ""], vec!["1234", "123456", "1234A"]),
        ("DIGITS", "9-11", vec!["123456789", "12345678901"], vec!["12345678", "123456789012"]),
        ("LETTERS", "2", vec!["SP", ""], vec!["S", "SPX", "sp", "S1"]),
        ("LENGTH", "2-4", vec!["ab", "中文字了", ""], vec!["a", "abcde"]),
        ("ONE_OF", "A, B，C", vec!["A", "B", "C", ""], vec!["D", "a"]),
        ("REQUIRED", "", vec!["x"], vec![""]),
        ("HS", "8", vec!["12345678", "1234.56.78", "12345678,87654321"], vec!["1234567", "12345678,1"]),
    ] {
        for text in sound {
            assert!(fits(code, parameter, text), "{code} {parameter} {text:?}");
        }
        for text in wrong {
            assert!(!fits(code, parameter, text), "{code} {parameter} {text:?}");
        }
    }
    for (code, parameter) in
        [("DIGITS", ""), ("DIGITS", "0"), ("DIGITS", "5-4"), ("DIGITS", "501"), ("HS", "3"), ("HS", "14"), ("HS", "x")]
    {
        assert_eq!(Condition::named(code, parameter), None, "{code} {parameter}");
    }
    for (code, parameter) in [("ONE_OF", " , "), ("REQUIRED", "1"), ("NOTHING", ""), ("LENGTH", "a-b")] {
        assert_eq!(Condition::named(code, parameter), None, "{code} {parameter}");
    }
    for known in CONDITIONS {
        let parameter = match known.code {
            "DIGITS" | "LETTERS" | "LENGTH" | "HS" => "5",
            "ONE_OF" => "A",
            _ => "",
        };
        assert!(Condition::named(known.code, parameter).is_some(), "{}", known.code);
    }
}

#[test]
fn what_is_wrong_with_a_rule_is_said_at_once() {
    let sound = Raw {
        code: "BR.CNE.TAX",
        countries: "br，AR ICS2",
        direction: "TO",
        level: "HOUSE",
        field: "consignee.scCode",
        condition: "DIGITS",
        parameter: "14",
        severity: "WARNING",
        zh: "收货人税号应为14位",
        en: "",
        valid_from: "2026-07-01",
        valid_to: "2026-07-01",
    };
    let faults = |raw: Raw<'_>| {
        let mut found = Findings::new();
        let read = Rule::read(&raw, &mut found);
        assert_eq!(read.is_none(), found.has_errors());
        found.items.into_iter().map(|finding| finding.field).collect::<Vec<_>>()
    };
    assert_eq!(faults(sound), [""; 0]);
    let rule = Rule::read(&sound, &mut Findings::new()).unwrap();
    assert_eq!(rule.countries, ["BR", "AR", "ICS2"]);
    assert_eq!(rule.en, "收货人税号应为14位", "without English words the Chinese ones are said");
    let wrong = Raw { code: "br", countries: "BRA", field: "consignee.nothing", parameter: "x", ..sound };
    assert_eq!(faults(wrong), ["code", "countries", "field", "parameter"]);
    assert_eq!(faults(Raw { valid_to: "2026-06-30", ..sound }), ["validTo"]);
    assert_eq!(faults(Raw { condition: "USCI", parameter: "", field: "consignee.telNumber", ..sound }), ["condition"]);
    assert_eq!(faults(Raw { condition: "POSTCODE", parameter: "", field: "sci", ..sound }), ["condition"]);
    let long = "A".repeat(31);
    assert_eq!(faults(Raw { code: &long, ..sound }), ["code"]);
    assert_eq!(faults(Raw { code: long.get(..30).unwrap(), ..sound }), [""; 0]);
}

#[test]
fn every_box_of_the_list_is_read_from_its_own_place() {
    for at in BOXES {
        let blank = serde_json::to_value(form("BR", |form| form.notify.sc_name = "DEMO".into())).unwrap();
        let mut json = blank.clone();
        let (part, name) = at.wire.split_once('.').unwrap_or(("", at.wire));
        let place = match part {
            "" => &mut json,
            "lines" => &mut json["lines"][0],
            party => &mut json[party],
        };
        assert!(place.get(name).is_some(), "{}", at.wire);
        place[name] = if name == "hsCodes" { serde_json::json!(["MARK"]) } else { serde_json::json!("MARK") };
        let filled: WaybillForm = serde_json::from_value(json).unwrap();
        let path = if part == "lines" { format!("lines.0.{name}") } else { at.wire.to_owned() };
        assert_eq!(at.values(&filled), [(path, "MARK".to_owned())]);
    }
}
