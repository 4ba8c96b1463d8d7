use super::*;
use crate::address::Party;
use crate::waybill_form::OtherCharge;

fn party() -> Party {
    Party {
        sc_name: "DEMO SHIPPER CO".into(),
        sc_address: "1 DEMO ROAD".into(),
        nation_code: "CN".into(),
        city_name_en: "SHANGHAI".into(),
        ..Party::default()
    }
}

/// A form that passes every rule.
fn sound(kind: Kind) -> WaybillForm {
    WaybillForm {
        kind,
        awb_number: "990-12345675".into(),
        hawb_number: if kind == Kind::House { "HA001".into() } else { String::new() },
        departure_station: "PVG".into(),
        arrival_station: "FRA".into(),
        airline_code: "X9".into(),
        shipper: party(),
        consignee: Party { nation_code: "DE".into(), post_code: "60547".into(), ..party() },
        issue_agent_name: "DEMO FORWARDER".into(),
        departure_station_name: "SHANGHAI PUDONG".into(),
        arrival_station_name: "FRANKFURT".into(),
        to1: "FRA".into(),
        by1: "X9".into(),
        currency: "CNY".into(),
        pay_method: "PP".into(),
        pay_method_other: "PP".into(),
        declared_value_of_carriage: "NVD".into(),
        declared_value_of_customs: "NCV".into(),
        insurance_amount: "XXX".into(),
        lines: vec![RateLine {
            pieces: "12".into(),
            gross_weight: "500".into(),
            weight_unit: "K".into(),
            rate_class: "Q".into(),
            charge_weight: "658.5".into(),
            rate_charge: "25.88".into(),
            total: "17041.98".into(),
            volume: "3.950".into(),
            goods_name_en: "CONSOLIDATION".into(),
            ..RateLine::default()
        }],
        executed_on: "2026-07-15".into(),
        place_of_issue: "SHANGHAI".into(),
        issuer: "DEMO".into(),
        ..WaybillForm::default()
    }
}

fn found(form: &WaybillForm, completeness: Completeness) -> Vec<(String, String)> {
    check(form, completeness).items.into_iter().map(|f| (f.field, f.text.zh)).collect()
}

type Set = fn(&mut WaybillForm, &str);

/// Each value of a box with whether it passes; a failing one gives exactly one finding there.
fn rule(kind: Kind, field: &str, set: Set, message: &str, values: &[(&str, bool)]) {
    for (value, passes) in values {
        let mut form = sound(kind);
        set(&mut form, value);
        let got: Vec<(String, String)> =
            found(&form, Completeness::Draft).into_iter().filter(|(at, _)| at == field).collect();
        let wanted = if *passes { vec![] } else { vec![(field.to_owned(), message.to_owned())] };
        assert_eq!(got, wanted, "{field} = {value:?}");
    }
}

/// Issue 25, A 7: a load unit with a pivot under its gross weight, and the rest on a line of its own.
#[test]
fn the_lines_of_load_units_are_charged_together() {
    let line = |class: &str, gross: &str, charged: &str| RateLine {
        pieces: if gross.is_empty() { String::new() } else { "1".into() },
        gross_weight: gross.into(),
        rate_class: class.into(),
        charge_weight: charged.into(),
        rate_charge: "10".into(),
        total: if class == "U" { "10".into() } else { String::new() },
        ..RateLine::default()
    };
    let told = |lines: Vec<RateLine>, completeness| {
        let form = WaybillForm { lines, ..WaybillForm::default() };
        let found = check(&form, completeness);
        let of = found.items.into_iter().filter(|finding| finding.field.ends_with("chargeWeight"));
        of.map(|finding| (finding.severity == kernel::Severity::Error, finding.field)).collect::<Vec<_>>()
    };
    let both = || vec![line("U", "2000", "1500"), line("E", "", "500")];
    for completeness in [Completeness::Draft, Completeness::Final] {
        assert_eq!(told(both(), completeness), [], "1500 and 500 are 2000");
    }
    let short = vec![line("U", "2000", "1500"), line("E", "", "499.9")];
    assert_eq!(told(short.clone(), Completeness::Draft), [(false, "lines.1.chargeWeight".to_owned())]);
    assert_eq!(told(short, Completeness::Final), [(true, "lines.1.chargeWeight".to_owned())]);
    let apart = vec![line("Q", "500", "400"), line("U", "2000", "2500")];
    assert_eq!(
        told(apart, Completeness::Draft),
        [(true, "lines.0.chargeWeight".to_owned())],
        "a unit spares no other line"
    );
    let form = WaybillForm { lines: both(), ..WaybillForm::default() };
    let found = check(&form, Completeness::Final);
    assert_eq!(found.at("lines.1.pieces").count() + found.at("lines.1.grossWeight").count(), 0);
}

/// Issue 25, A 9: letters that no message has, told in every box that goes into one.
#[test]
fn letters_that_no_message_has_are_told_in_every_box() {
    let clean = |text: &str| WaybillForm {
        issue_agent_name: text.into(),
        issue_agent_city: text.into(),
        osi: text.into(),
        shipper_signature: text.into(),
        place_of_issue: text.into(),
        issuer: text.into(),
        reference_number: text.into(),
        optional_shipping_info: text.into(),
        lines: vec![RateLine { goods_name_en: text.into(), ..RateLine::default() }],
        ..WaybillForm::default()
    };
    let told = |text: &str| {
        let found = check(&clean(text), Completeness::Draft);
        let of = found.items.into_iter().filter(|finding| finding.text.key == m::LETTERS.key);
        of.map(|finding| finding.text.zh).collect::<Vec<_>>()
    };
    assert_eq!(told("A-1 b.C"), [""; 0]);
    let wanted = "“中”无法在运单报文中发送，报文只能包含字母、数字、空格、点和横线";
    assert_eq!(told("A中中"), [wanted; 9]);
    assert_eq!(told("A & B").len(), 9);
}

#[test]
fn a_sound_form_passes_both_ways() {
    for kind in [Kind::Master, Kind::House] {
        assert_eq!(found(&sound(kind), Completeness::Draft), []);
        assert_eq!(found(&sound(kind), Completeness::Final), []);
    }
}

// req: awb-master-format, awb-master-message, awb-master-mod7
#[test]
fn the_master_number_is_asked_for() {
    let set: Set = |form, text| form.awb_number = text.into();
    let values =
        [("990-12345675", true), ("990-12345670", false), ("99012345675", false), ("", false), ("990-1234567", false)];
    rule(Kind::Master, "awbNumber", set, "请输入主单号", &values);
}

// req: awb-house-chars
#[test]
fn the_house_number_has_twelve_letters_and_digits() {
    let set: Set = |form, text| form.hawb_number = text.into();
    let values = [("ABCDEF123456", true), ("ABCDEF1234567", false), ("HA003中", false), ("", true)];
    rule(Kind::House, "hawbNumber", set, "分单号只能包含字母和数字，最多12位", &values);
}

// req: awb-departure-station, awb-arrival-station, awb-carrier
#[test]
fn stations_and_carrier() {
    rule(
        Kind::Master,
        "departureStation",
        |f, t| f.departure_station = t.into(),
        "始发站最多3位字母",
        &[("PV", true), ("PVG", true), ("PVGX", false), ("P1G", false)],
    );
    let arrival: Set = |f, t| {
        f.arrival_station = t.into();
        f.to1 = t.into();
    };
    rule(
        Kind::Master,
        "arrivalStation",
        arrival,
        "目的站须为3位字母",
        &[("FRA", true), ("FR", false), ("FRAN", false), ("FR1", false), ("", true)],
    );
    rule(
        Kind::Master,
        "airlineCode",
        |f, t| f.airline_code = t.into(),
        "承运人须为2位字母或数字",
        &[("X9", true), ("3U", true), ("X", false), ("X99", false), ("X-", false)],
    );
}

// req: awb-house-pieces, awb-line-pieces, awb-slac
#[test]
fn pieces_and_slac() {
    rule(
        Kind::Master,
        "lines.0.pieces",
        |f, t| f.lines[0].pieces = t.into(),
        "件数须为数字，最多5位",
        &[("99999", true), ("100000", false), ("1.5", false), ("-1", false)],
    );
    rule(
        Kind::House,
        "lines.0.pieces",
        |f, t| f.lines[0].pieces = t.into(),
        "件数须为数字，最多9位",
        &[("999999999", true), ("1000000000", false), ("A", false)],
    );
    rule(
        Kind::Master,
        "lines.0.slac",
        |f, t| f.lines[0].slac = t.into(),
        "SLAC须为数字，最多5位",
        &[("99999", true), ("100000", false), ("1A", false)],
    );
}

// req: awb-gross-weight, awb-charge-weight
#[test]
fn weights_have_two_decimals_and_seven_characters() {
    let gross: Set = |f, t| f.lines[0].gross_weight = t.into();
    rule(
        Kind::Master,
        "lines.0.grossWeight",
        gross,
        "毛重最多2位小数，总长度不超过7位",
        &[
            ("1234.56", true),
            ("12345.67", false),
            ("1.234", false),
            ("500.123", false),
            ("1234567", true),
            (".5", false),
            ("5.", false),
        ],
    );
    let charge: Set = |f, t| {
        f.lines[0].gross_weight = "1".into();
        f.lines[0].charge_weight = t.into();
    };
    rule(
        Kind::Master,
        "lines.0.chargeWeight",
        charge,
        "计费重量最多2位小数，总长度不超过7位",
        &[("1234.56", true), ("12345.67", false), ("1.234", false)],
    );
}

// req: awb-rate-charge, awb-total-freight, awb-volume
#[test]
fn rate_total_and_volume() {
    rule(
        Kind::Master,
        "lines.0.rateCharge",
        |f, t| {
            f.lines[0].rate_charge = t.into();
            f.lines[0].total = String::new();
        },
        "费率最多2位小数，总长度不超过8位",
        &[("12345.67", true), ("123456.78", false), ("1.234", false)],
    );
    rule(
        Kind::Master,
        "lines.0.total",
        |f, t| {
            f.lines[0].total = t.into();
            f.lines[0].rate_charge = String::new();
        },
        "运费总额最多2位小数，总长度不超过12位",
        &[("123456789.01", true), ("1234567890.12", false), ("1.234", false)],
    );
    rule(
        Kind::Master,
        "lines.0.volume",
        |f, t| f.lines[0].volume = t.into(),
        "体积最多3位小数，总长度不超过9位",
        &[("12345.678", true), ("123456.789", false), ("1.2345", false)],
    );
}

// req: awb-currency, awb-currency-house
#[test]
fn currencies() {
    rule(
        Kind::Master,
        "currency",
        |f, t| f.currency = t.into(),
        "币种须为3位字母",
        &[("CNY", true), ("CN", false), ("CN1", false), ("CNYX", false)],
    );
    rule(
        Kind::House,
        "currency",
        |f, t| f.currency = t.into(),
        "币种须为3位",
        &[("CN1", true), ("CN", false), ("CNYX", false)],
    );
}

// req: awb-declared-carriage, awb-declared-customs, awb-insurance-value, awb-insurance-amount
#[test]
fn declared_and_insured_values() {
    rule(
        Kind::Master,
        "declaredValueOfCarriage",
        |f, t| f.declared_value_of_carriage = t.into(),
        "运输声明价值须为NVD、N.V.D或不超过12位的数字",
        &[
            ("NVD", true),
            ("N.V.D", true),
            ("123456789012", true),
            ("1234567890123", false),
            ("NCV", false),
            ("ABC", false),
        ],
    );
    rule(
        Kind::Master,
        "declaredValueOfCustoms",
        |f, t| f.declared_value_of_customs = t.into(),
        "海关声明价值须为NCV、N.C.V或不超过12位的数字",
        &[("NCV", true), ("N.C.V", true), ("1000.50", true), ("1234567890123", false), ("NVD", false)],
    );
    rule(
        Kind::House,
        "insuranceValue",
        |f, t| f.insurance_value = t.into(),
        "保险价值须为NIL、N.I.L或不超过11位的数字",
        &[("NIL", true), ("N.I.L", true), ("12345678901", true), ("123456789012", false), ("XXX", false)],
    );
    rule(
        Kind::Master,
        "insuranceAmount",
        |f, t| f.insurance_amount = t.into(),
        "保险金额须为XXX或不超过11位的数字",
        &[("XXX", true), ("12345678901", true), ("123456789012", false), ("NIL", false)],
    );
}

// req: awb-agent-iata, awb-flight-number, awb-place-of-issue, awb-issuer
#[test]
fn agent_flight_place_and_issuer() {
    rule(
        Kind::Master,
        "agentIataCode",
        |f, t| f.agent_iata_code = t.into(),
        "代理人IATA代码须为7位或11位数字",
        &[("1234567", true), ("12345678901", true), ("12345678", false), ("123456A", false)],
    );
    rule(
        Kind::Master,
        "flightNumber",
        |f, t| f.flight_number = t.into(),
        "航班号只能包含字母和数字，最多20位",
        &[("X9101", true), ("A2345678901234567890", true), ("A23456789012345678901", false), ("X9/1", false)],
    );
    rule(
        Kind::Master,
        "placeOfIssue",
        |f, t| f.place_of_issue = t.into(),
        "签发地最多17个字符",
        &[("12345678901234567", true), ("123456789012345678", false)],
    );
    rule(
        Kind::Master,
        "issuer",
        |f, t| f.issuer = t.into(),
        "签发人最多20个字符",
        &[("12345678901234567890", true), ("123456789012345678901", false)],
    );
}

// req: awb-other-service, awb-goods-name, awb-party-code, awb-hs-code
#[test]
fn long_texts_and_codes() {
    let long = |count: usize| "A".repeat(count);
    rule(
        Kind::Master,
        "osi",
        |f, t| f.osi = t.into(),
        "其他服务信息最多195个字符",
        &[(&long(195), true), (&long(196), false)],
    );
    rule(
        Kind::Master,
        "lines.0.goodsNameEn",
        |f, t| f.lines[0].goods_name_en = t.into(),
        "英文品名最多80个字符",
        &[(&long(80), true), (&long(81), false)],
    );
    rule(
        Kind::Master,
        "partyCode",
        |f, t| f.party_code = t.into(),
        "收发货人代码最多35个字符",
        &[(&long(35), true), (&long(36), false)],
    );
    rule(
        Kind::Master,
        "lines.0.hsCodes.0",
        |f, t| f.lines[0].hs_codes = vec![t.into()],
        "HS编码须为6-18位字母或数字",
        &[("610910", true), (&long(18), true), ("12345", false), (&long(19), false), ("6109-10", false)],
    );
}

// req: address-accounting-chars, address-handling-chars
#[test]
fn accounting_and_handling_take_line_breaks() {
    rule(
        Kind::Master,
        "accountingInformation",
        |f, t| f.accounting_information = t.into(),
        "财务信息只能包含字母、数字、空格、点、横线和换行",
        &[("FREIGHT PREPAID\nA-1.", true), ("A,B", false), ("中", false)],
    );
    rule(
        Kind::Master,
        "handlingInformation",
        |f, t| f.handling_information = t.into(),
        "操作信息只能包含字母、数字、空格、点、横线和换行",
        &[("KEEP DRY\n2.", true), ("A/B", false)],
    );
}

#[test]
fn parties_are_checked_in_their_place() {
    let mut form = sound(Kind::Master);
    form.consignee.nation_code = "US".into();
    form.consignee.post_code = "1234".into();
    let got = found(&form, Completeness::Draft);
    assert!(got.contains(&("consignee.postCode".into(), "美国邮编须为5位数字，且州代码不能为空".into())), "{got:?}");
    form.consignee = Party::default();
    assert_eq!(found(&form, Completeness::Draft), []);
    let got = found(&form, Completeness::Final);
    assert!(got.contains(&("consignee.scName".into(), "请填写名称".into())), "{got:?}");
}

#[test]
fn the_routing_chains_to_the_arrival_station() {
    let routing = |legs: [(&str, &str); 3]| {
        let mut form = sound(Kind::Master);
        let [(to1, by1), (to2, by2), (to3, by3)] = legs.map(|(to, by)| (to.to_owned(), by.to_owned()));
        (form.to1, form.by1, form.to2, form.by2, form.to3, form.by3) = (to1, by1, to2, by2, to3, by3);
        found(&form, Completeness::Draft).iter().filter(|(_, text)| text == "航程不完整").count()
    };
    assert_eq!(routing([("FRA", "X9"), ("", ""), ("", "")]), 0);
    assert_eq!(routing([("HKG", "X9"), ("FRA", "X9"), ("", "")]), 0);
    assert_eq!(routing([("HKG", "X9"), ("", ""), ("", "")]), 1);
    assert_eq!(routing([("", "X9"), ("", ""), ("", "")]), 1);
    assert_eq!(routing([("HKG", "X9"), ("", ""), ("FRA", "X9")]), 1);
    assert_eq!(routing([("FR", "X9"), ("", ""), ("", "")]), 2);
}

// req: awb-empty-optional
#[test]
fn empty_boxes_pass_in_a_draft_and_the_needed_ones_not_in_the_end() {
    let form =
        WaybillForm { awb_number: "990-12345675".into(), lines: vec![RateLine::default()], ..WaybillForm::default() };
    assert_eq!(found(&form, Completeness::Draft), []);
    let fields: Vec<String> = found(&form, Completeness::Final).into_iter().map(|(field, _)| field).collect();
    for needed in [
        "departureStation",
        "arrivalStation",
        "airlineCode",
        "shipper.scName",
        "consignee.cityNameEn",
        "to1",
        "currency",
        "payMethod",
        "payMethodOther",
        "declaredValueOfCarriage",
        "declaredValueOfCustoms",
        "insuranceAmount",
        "lines.0.pieces",
        "lines.0.grossWeight",
        "lines.0.rateClass",
        "lines.0.chargeWeight",
        "lines.0.rateCharge",
        "lines.0.total",
        "lines.0.goodsNameEn",
        "executedOn",
        "placeOfIssue",
        "issuer",
        "issueAgentName",
    ] {
        assert!(fields.iter().any(|field| field == needed), "{needed}");
    }
}

#[test]
fn totals_that_do_not_follow_are_warned_of() {
    let mut form = sound(Kind::Master);
    form.lines[0].total = "17041.99".into();
    let findings = check(&form, Completeness::Final);
    assert!(!findings.has_errors());
    assert_eq!(findings.items[0].text.zh, "运费17041.99与计算值17041.98不一致");
    form.lines[0].total = "17041.98".into();
    form.lines[0].charge_weight = "499.5".into();
    assert!(
        found(&form, Completeness::Draft).contains(&("lines.0.chargeWeight".into(), "计费重量不能小于毛重".into()))
    );
}

#[test]
fn charges_have_code_due_and_amount() {
    let charge = |code: &str, due: &str, amount: &str| {
        let mut form = sound(Kind::Master);
        form.charges =
            vec![OtherCharge { code: code.into(), due: due.into(), amount: amount.into(), ..OtherCharge::default() }];
        found(&form, Completeness::Final).into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    };
    assert_eq!(charge("MY", "C", "1975.50"), [""; 0]);
    assert_eq!(charge("MYC", "C", "1"), ["杂费代码为2位字母"]);
    assert_eq!(charge("MY", "X", "1"), ["杂费归属须为A或C"]);
    assert_eq!(charge("MY", "A", "1.234"), ["杂费金额最多2位小数，总长度不超过12位"]);
}

/// What is said of a charge of MY due carrier: basis, rate, quantity and amount.
fn said_of_charge(currency: &str, [basis, rate, quantity, amount]: [&str; 4]) -> Vec<(String, String)> {
    let mut form = WaybillForm { currency: currency.into(), ..sound(Kind::Master) };
    form.charges = vec![OtherCharge {
        code: "MY".into(),
        due: "C".into(),
        basis: basis.into(),
        rate: rate.into(),
        quantity: quantity.into(),
        amount: amount.into(),
        pay: String::new(),
    }];
    if currency == "JPY" {
        form.lines[0].total = "17042".into();
    }
    assert!(!check(&form, Completeness::Final).has_errors(), "a warning does not keep it from being finished");
    found(&form, Completeness::Draft)
}

#[test]
fn an_amount_that_is_not_rate_times_quantity_is_warned_of_at_its_box() {
    let differs = |amount: &str, expected: &str| {
        let text = format!("杂费金额{amount}与费率×数量{expected}不一致（手工，或按最低、最高收费）");
        vec![("charges.0.amount".to_owned(), text)]
    };
    assert_eq!(said_of_charge("CNY", ["计费重量", "3.00", "658.5", "1975.50"]), []);
    assert_eq!(said_of_charge("CNY", ["计费重量", "3.00", "658.5", "1975.51"]), differs("1975.51", "1975.50"));
    assert_eq!(said_of_charge("CNY", ["计费重量", "3.00", "658.5", "1975.49"]), differs("1975.49", "1975.50"));
    assert_eq!(said_of_charge("CNY", ["计费重量", "3.00", "600", "1975.50"]), differs("1975.50", "1800.00"));
    assert_eq!(said_of_charge("CNY", ["", "0.0333", "100", "3.33"]), []);
    // Halves of the smallest unit go up: 0.005 of a yuan, and half a yen.
    assert_eq!(said_of_charge("CNY", ["", "0.0335", "1", "0.03"]), []);
    assert_eq!(said_of_charge("CNY", ["", "0.035", "1", "0.04"]), []);
    assert_eq!(said_of_charge("JPY", ["", "10.5", "1", "11"]), []);
    assert_eq!(said_of_charge("JPY", ["", "10.5", "1", "10"]), differs("10", "11.00"));
    let mut form = sound(Kind::Master);
    form.charges =
        vec![OtherCharge { rate: "2".into(), quantity: "3".into(), amount: "7".into(), ..Default::default() }];
    let finding = check(&form, Completeness::Draft).items.remove(0);
    assert_eq!((finding.text.key, finding.field.as_str()), ("awb.charge.differs", "charges.0.amount"));
    assert_eq!(
        finding.text.en,
        "The amount 7 is not rate times quantity, 6.00: typed by hand, or a least or greatest charge."
    );
}

#[test]
fn an_amount_finer_than_its_currency_is_refused_where_it_stands() {
    let of = |currency: &str, amount: &str, completeness: Completeness| {
        let mut form = sound(Kind::Master);
        (form.currency, form.dest_currency) = (currency.into(), "KRW".into());
        (form.lines[0].rate_charge, form.lines[0].total) = (String::new(), amount.into());
        form.charges =
            vec![OtherCharge { code: "MY".into(), due: "C".into(), amount: amount.into(), ..OtherCharge::default() }];
        for text in [
            &mut form.declared_value_of_carriage,
            &mut form.declared_value_of_customs,
            &mut form.insurance_value,
            &mut form.insurance_amount,
            &mut form.valuation_charge,
            &mut form.tax,
        ] {
            *text = amount.into();
        }
        let fine = |finding: &kernel::Finding| finding.text.key == "awb.amount.fine";
        check(&form, completeness).items.into_iter().filter(fine).collect::<Vec<_>>()
    };
    let found = of("JPY", "10.5", Completeness::Final);
    let fields: Vec<&str> = found.iter().map(|finding| finding.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "lines.0.total",
            "charges.0.amount",
            "declaredValueOfCarriage",
            "declaredValueOfCustoms",
            "insuranceValue",
            "insuranceAmount",
            "valuationCharge",
            "tax"
        ]
    );
    assert!(found.iter().all(|finding| finding.severity == kernel::Severity::Error));
    assert_eq!(found[0].text.zh, "JPY没有小数，金额10.5须为整数");
    assert_eq!(found[0].text.en, "JPY has no decimals: 10.5 is to be a whole amount.");
    let draft = of("jpy", "10.5", Completeness::Draft);
    assert!(draft.len() == 8 && draft.iter().all(|finding| finding.severity == kernel::Severity::Warning));
    for (currency, amount) in [("JPY", "10"), ("JPY", "10.00"), ("CNY", "10.55"), ("KWD", "10.55"), ("", "10.55")] {
        assert!(of(currency, amount, Completeness::Final).is_empty(), "{currency} {amount}");
    }
    let mut form = sound(Kind::Master);
    (form.dest_currency, form.charges_at_destination) = ("KRW".into(), "10.5".into());
    let wanted = ("chargesAtDestination".to_owned(), "KRW没有小数，金额10.5须为整数".to_owned());
    assert_eq!(self::found(&form, Completeness::Final), [wanted]);
}

#[test]
fn a_charge_without_a_quantity_is_held_against_what_its_basis_counts() {
    for (basis, amount) in [("计费重量", "1317.00"), ("毛重", "1000.00"), ("件", "24.00"), ("票", "2.00")] {
        assert_eq!(said_of_charge("CNY", [basis, "2", "", amount]), [], "{basis}");
        assert_eq!(said_of_charge("CNY", [basis, "2", "", "2.01"]).len(), 1, "{basis}");
    }
    // The form does not tell how many houses there are, nor what an unknown basis counts.
    for [basis, rate, quantity] in [["分单", "2", ""], ["", "2", ""], ["计费重量", "", "5"], ["计费重量", "2", "5x"]]
    {
        assert_eq!(said_of_charge("CNY", [basis, rate, quantity, "9.99"]), [], "{basis} {rate} {quantity}");
    }
}
