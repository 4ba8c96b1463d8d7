use super::*;
use crate::imp::samples;
use crate::imp::{ImpError, MarkKind};
use crate::waybill_form::{RateLine, Size, WaybillForm, sums};
use kernel::{Finding, Findings, Severity};

/// A message with every block, in the standard order.
const WHOLE: &str = "FWB/16\r\n\
    990-12345675PVGLAX/T20K1000.0MC5\r\n\
    FLT/X9201/17/X9301/18\r\n\
    RTG/HKGX9/LAXX9\r\n\
    SHP/A-1001\r\n/DEMO FORWARDER\r\n/1 DEMO ROAD\r\n/SHANGHAI/SH\r\n/CN/200000/TE/862100000000\r\n\
    CNE\r\n/DEMO AGENT A INC\r\n/2 DEMO STREET\r\n/LOS ANGELES/CA\r\n/US/90045/TE/13100000000/FX/13100000001\r\n\
    AGT//0812345/0005\r\n/DEMO FORWARDER\r\n/SHANGHAI\r\n\
    SSR/KEEP DRY\r\n/THIS SIDE UP\r\n\
    NFY/DEMO BANK\r\n/3 DEMO STREET\r\n/LOS ANGELES/CA\r\n/US/90045\r\n\
    ACC/GEN/FREIGHT PREPAID\r\n/GEN/SECOND LINE\r\n\
    CVD/CNY/PP/PC/NVD/NCV/XXX\r\n\
    RTD/1/P12/K600.0/CQ/W600.0/R25.88/T15528.00\r\n\
    /NG/PLASTIC SPARE PARTS\r\n\
    /2/NG/FOR WASHING MACHINES\r\n\
    /3/NH/84509000\r\n\
    /4/ND/K600.0/CMT120-80-37/12\r\n\
    /5/NV/MC3\r\n\
    /6/NU/PMC12345X9\r\n\
    /7/NS/24\r\n\
    /8/NO/CN\r\n\
    /9/P8/K400.0/CR/SN67/W400.0/R10.00/T4000.00\r\n\
    /NC/CONSOLIDATION\r\n\
    /10/ND//NDA\r\n\
    OTH/P/AWA50.00MYC1975.50SCC790.20\r\n\
    /C/FCC12.00\r\n\
    PPD/WT19528.00/VC5.00/TX1.00\r\n\
    /OA50.00/OC2765.70/CT22349.70\r\n\
    COL\r\n/OC12.00/CT12.00\r\n\
    CER/DEMO\r\n\
    ISU/15JUL26/SHANGHAI/DEMO\r\n\
    OSI/MARKS AS ADDRESSED\r\n\
    CDC/USD0.140845/1.69/0.00/1.69\r\n\
    REF//FILE1/AGT/DEMO/SHA\r\n\
    COR/T1\r\n\
    SPH/EAP/SPX\r\n\
    SRI/REF-1/INFO A/INFO B\r\n\
    COI/N\r\n\
    OCI/CN/SHP/T/USCI91310115MA1K00007Q\r\n\
    /US/CNE/CP/JOHN\r\n\
    ///SM/XRY\r\n";

fn facts() -> FormFacts {
    FormFacts { version: 16, office: None, consolidation: true }
}

fn of(form: &WaybillForm, facts: &FormFacts) -> (Fwb, Findings) {
    let (fwb, mut found) = of_form(form, &sums(form), facts);
    let fwb = fwb.expect("a master number");
    found.absorb("", findings(form, &fwb, &compose(&fwb)));
    (fwb, found)
}

fn sent(form: &WaybillForm) -> Vec<String> {
    compose(&of(form, &facts()).0).sent_lines()
}

fn found(form: &WaybillForm) -> Vec<(String, Severity, String)> {
    let told = |finding: Finding| (finding.field, finding.severity, finding.text.zh);
    of(form, &facts()).1.items.into_iter().map(told).collect()
}

fn error(field: &str, text: &str) -> (String, Severity, String) {
    (field.into(), Severity::Error, text.into())
}

fn warning(field: &str, text: &str) -> (String, Severity, String) {
    (field.into(), Severity::Warning, text.into())
}

// The lines the catalogue shows for E1, each where it stands.
#[test]
fn the_waybill_of_the_fixture_gives_its_message() {
    let lines = sent(&samples::master());
    assert_eq!(
        lines,
        [
            "FWB/16",
            "990-12345675PVGFRA/T12K500.0MC3.95",
            "FLT/X9101/18",
            "RTG/FRAX9",
            "SHP",
            "/DEMO FORWARDER",
            "/1 DEMO ROAD",
            "/SHANGHAI",
            "/CN/200000/TE/862100000000",
            "CNE",
            "/DEMO AGENT A",
            "/2 DEMO STRASSE",
            "/FRANKFURT",
            "/DE/60547/TE/4969000000/FX/4969000001",
            "AGT/A-1001/0812345/0005",
            "/DEMO FORWARDER",
            "/SHANGHAI",
            "SSR/KEEP DRY",
            "ACC/GEN/FREIGHT PREPAID",
            "CVD/CNY/PP/PP/NVD/NCV/XXX",
            "RTD/1/P12/K500.0/CQ/W658.5/R25.88/T17041.98",
            "/NC/CONSOLIDATION AS PER",
            "/2/NC/ATTACHED LIST",
            "/3/ND//CMT100-60-55/11",
            "/4/ND//CMT80-80-50/1",
            "/5/NV/MC3.95",
            "OTH/P/AWA50.00MYC1975.50SCC790.20",
            "PPD/WT17041.98",
            "/OA50.00/OC2765.70/CT19857.68",
            "ISU/15JUL26/SHANGHAI/DEMO",
            "SPH/EAP",
            "OCI/CN/SHP/T/USCI91310115MA1K00007Q",
            "/DE/CNE/CP/HANS",
            "/DE/CNE/CT/491700000",
        ]
    );
    assert_eq!(found(&samples::master()), []);
    let (fwb, _) = of(&samples::master(), &facts());
    let written = compose(&fwb);
    assert_eq!(written.text(), lines.iter().map(|line| format!("{line}\r\n")).collect::<String>());
    assert_eq!(parse(&written.text()), Ok(fwb));
}

#[test]
fn every_block_is_read_and_written_in_its_order() {
    let fwb = parse(WHOLE).expect("reads");
    assert_eq!(fwb.flags, []);
    assert_eq!(
        fwb.flights.iter().map(|flight| (flight.flight.as_str(), flight.day)).collect::<Vec<_>>(),
        [("X9201", 17), ("X9301", 18)]
    );
    assert_eq!(fwb.routing, [("HKG".into(), "X9".into()), ("LAX".into(), "X9".into())]);
    assert_eq!((fwb.shipper.account.as_str(), fwb.shipper.state.as_str()), ("A-1001", "SH"));
    assert_eq!(fwb.consignee.contacts, [("TE".into(), "13100000000".into()), ("FX".into(), "13100000001".into())]);
    let notify = fwb.notify.as_ref().expect("notified");
    assert_eq!(
        (notify.name.as_str(), notify.street.as_str(), notify.country.as_str()),
        ("DEMO BANK", "3 DEMO STREET", "US")
    );
    let agent = fwb.agent.as_ref().expect("an agent");
    assert_eq!((agent.iata.as_str(), agent.cass.as_str(), agent.place.as_str()), ("0812345", "0005", "SHANGHAI"));
    assert_eq!((fwb.values.weight_pay, fwb.values.other_pay), (Some(Pay::Prepaid), Some(Pay::Collect)));
    let [first, second] = fwb.rates.as_slice() else { panic!("two rates") };
    assert_eq!((first.details.len(), second.details.len()), (8, 2));
    assert_eq!((second.class.as_str(), second.commodity.as_str()), ("R", "N67"));
    assert_eq!(first.details[5], Detail::Unit("PMC12345X9".into()));
    assert_eq!(second.details[1], Detail::Dimensions { weight: None, sides: None, pieces: None });
    assert_eq!(fwb.charges.iter().map(|charge| charge.pay).collect::<Vec<_>>()[2..], [Pay::Prepaid, Pay::Collect]);
    assert_eq!(fwb.collect.and_then(|column| column.weight), None);
    assert_eq!(fwb.reference, Some(("REF-1".into(), "INFO A/INFO B".into())));
    assert_eq!(fwb.unknown, ["COI/N"]);
    assert_eq!(fwb.customs.len(), 3);
    assert_eq!(compose(&fwb).text(), WHOLE);
}

#[test]
fn version_17_names_the_lines_of_parties_and_has_second_ones() {
    let mut form = samples::master();
    form.shipper.sc_name = "DEMO INTERNATIONAL FREIGHT FORWARDING COMPANY LIMITED".into();
    let facts = FormFacts { version: 17, ..facts() };
    let (fwb, found) = of(&form, &facts);
    assert_eq!(found, Findings::new());
    let lines = compose(&fwb).sent_lines();
    assert_eq!(lines[0], "FWB/17");
    assert_eq!(
        lines[4..10],
        [
            "SHP",
            "NAM/DEMO INTERNATIONAL FREIGHT",
            "/FORWARDING COMPANY LIMITED",
            "ADR/1 DEMO ROAD",
            "LOC/SHANGHAI",
            "/CN/200000/TE/862100000000",
        ]
    );
    let text = compose(&fwb).text();
    assert_eq!(parse(&text), Ok(fwb.clone()));
    // Either shape is read whatever the version says.
    let other = parse(&text.replace("FWB/17", "FWB/16")).expect("reads");
    assert_eq!((&other.shipper, other.flags.len()), (&fwb.shipper, 0));
    assert_eq!(parse(&WHOLE.replace("FWB/16", "FWB/17")).expect("reads").consignee.place, "LOS ANGELES");
}

#[test]
fn a_name_longer_than_its_line_is_marked_cut_and_told_at_its_box() {
    let mut form = samples::master();
    form.consignee.sc_name = "A".repeat(35);
    assert_eq!(found(&form), []);
    form.consignee.sc_name = format!("{}BC", "A".repeat(35));
    let kept = "A".repeat(35);
    let text = format!("超过35个字符，报文只发送“{kept}”");
    assert_eq!(found(&form), [warning("consignee.scName", &text)]);
    let (fwb, _) = of(&form, &facts());
    let written = compose(&fwb);
    let span = written.lines.iter().flatten().find(|span| span.field == "consignee.name").expect("the name");
    assert_eq!(span.text, format!("{kept}BC"));
    assert_eq!(
        span.marks.iter().map(|mark| (mark.from, mark.to, mark.kind)).collect::<Vec<_>>(),
        [(35, 37, MarkKind::Over)]
    );
    assert!(written.text().contains(&format!("CNE\r\n/{kept}\r\n")));
    assert_eq!(field_of(&form, &fwb, "consignee.name"), "consignee.scName");
}

#[test]
fn letters_a_message_cannot_carry_are_errors_at_their_box() {
    let mut form = samples::master();
    form.issue_agent_name = "演示货运 DEMO".into();
    form.shipper.sc_address = "1 DEMO ROAD, PUDONG".into();
    let reason = |text: &str| format!("“{text}”不能用于报文，报文只能包含大写字母、数字、空格、点和横线");
    assert_eq!(found(&form), [error("shipper.scAddress", &reason(",")), error("issueAgentName", &reason("演示货运")),]);
    let (fwb, _) = of(&form, &facts());
    let written = compose(&fwb);
    let span = written.lines.iter().flatten().find(|span| span.field == "agent.name").expect("the agent");
    assert_eq!(
        span.marks.iter().map(|mark| (mark.from, mark.to, mark.kind)).collect::<Vec<_>>(),
        [(0, 4, MarkKind::Illegal)]
    );
}

#[test]
fn boxes_that_hold_no_number_or_date_are_told_and_the_rest_is_written() {
    let mut form = samples::master();
    form.lines[0].gross_weight = "5OO".into();
    form.flight_date = String::new();
    form.executed_on = "15.07.2026".into();
    form.insurance_amount = "MANY".into();
    form.sizes[1].width = "60.5".into();
    let told = found(&form);
    assert_eq!(
        told,
        [
            warning("flightDate", "缺少航班日期，报文中没有该航班"),
            error("insuranceAmount", "“MANY”不是数字，报文中没有该内容"),
            warning("sizes.1", "报文中的尺寸为整厘米，已向上取整"),
            error("lines.0.grossWeight", "“5OO”不是数字，报文中没有该内容"),
            error("executedOn", "日期格式不正确，报文中没有该内容"),
        ]
    );
    let lines = sent(&form);
    assert!(lines.contains(&"/4/ND//CMT80-61-50/1".to_owned()) && !lines.iter().any(|line| line.starts_with("FLT")));
    form.awb_number = "990-12345670".into();
    let (none, found) = of_form(&form, &sums(&form), &facts());
    assert_eq!((none, found.items[0].field.as_str()), (None, "awbNumber"));
}

#[test]
fn what_the_form_has_more_of_than_a_message_holds_is_marked_and_left_out() {
    let mut form = samples::master();
    form.lines[0].pieces = "9999".into();
    form.sizes.clear();
    assert_eq!(found(&form), []);
    form.lines[0].pieces = "10000".into();
    let wide = "“10000”超过报文规定的4位";
    assert_eq!(found(&form), [warning("lines.0.pieces", wide), warning("lines.0.pieces", wide)]);
    // A number is never cut.
    assert!(sent(&form)[1].contains("/T10000K500.0"));
    let mut form = samples::master();
    form.osi = "A".repeat(195);
    form.handling_information = "ONE\nTWO\nTHREE".into();
    assert_eq!(found(&form), []);
    form.handling_information = "ONE\nTWO\nTHREE\nFOUR".into();
    assert_eq!(found(&form), [warning("handlingInformation", "超过报文规定的行数，“FOUR”不会发送")]);
    let lines = sent(&form);
    assert!(lines.contains(&"/THREE".to_owned()) && !lines.contains(&"/FOUR".to_owned()));
    assert!(lines.contains(&format!("OSI/{}", "A".repeat(65))));
}

#[test]
fn at_most_twelve_lines_describe_rates_and_goods() {
    let mut form = samples::master();
    form.sizes = vec![Size { length: "10".into(), width: "10".into(), height: "10".into(), pieces: "1".into() }; 9];
    let lines = sent(&form);
    assert!(lines.contains(&"/12/NV/MC3.95".to_owned()), "{lines:?}");
    assert_eq!(found(&form), []);
    form.sizes.push(form.sizes[0].clone());
    let lines = sent(&form);
    assert!(lines.contains(&"/12/ND//CMT10-10-10/1".to_owned()) && !lines.iter().any(|line| line.contains("/NV/")));
    assert_eq!(found(&form), [warning("lines.0.volume", "超过报文规定的行数，“3.95”不会发送")]);
}

#[test]
fn goods_of_a_direct_shipment_break_inside_words_and_tell_their_codes() {
    let mut form = samples::master();
    form.lines[0].goods_name_en = "Plastic spare parts for washing-machines".into();
    form.lines[0].hs_codes = vec!["845090".into(), String::new(), "850110ABC".into()];
    form.lines[0].slac = "24".into();
    form.lines.push(RateLine {
        pieces: "1".into(),
        gross_weight: "10.25".into(),
        rate_class: "M".into(),
        charge_weight: "10.5".into(),
        rate_charge: "420".into(),
        goods_name_en: "Samples".into(),
        ..RateLine::default()
    });
    form.sizes.clear();
    let direct = FormFacts { consolidation: false, ..facts() };
    let lines = compose(&of(&form, &direct).0).sent_lines();
    let from = lines.iter().position(|line| line.starts_with("RTD")).expect("rates");
    assert_eq!(
        lines[from..from + 10],
        [
            "RTD/1/P12/K500.0/CQ/W658.5/R25.88/T17041.98",
            "/NG/PLASTIC SPARE PARTS",
            "/2/NG/FOR WASHING-MACHINES",
            "/3/NH/845090",
            "/4/NH/850110ABC",
            "/5/ND//NDA",
            "/6/NV/MC3.95",
            "/7/NS/24",
            "/8/P1/K10.25/CM/W10.5/R420.00/T420.00",
            "/NG/SAMPLES",
        ]
    );
}

#[test]
fn collected_charges_and_those_at_destination_stand_in_their_column() {
    let mut form = samples::master();
    form.pay_method = "CC".into();
    form.charges[0].pay = "CC".into();
    form.dest_currency = "EUR".into();
    form.exchange_rate = "0.128205".into();
    form.charges_at_destination = "10".into();
    let lines = sent(&form);
    let from = lines.iter().position(|line| line.starts_with("OTH")).expect("charges");
    assert_eq!(
        lines[from..from + 7],
        [
            "OTH/P/AWA50.00",
            "/C/MYC1975.50",
            "/P/SCC790.20",
            "PPD",
            "/OA50.00/OC790.20/CT840.20",
            "COL/WT17041.98",
            "/OC1975.50/CT19017.48",
        ]
    );
    assert!(lines.contains(&"CDC/EUR0.128205/2438.14/10.00/2448.14".to_owned()), "{lines:?}");
    assert!(lines.contains(&"CVD/CNY/PP/CP/NVD/NCV/XXX".to_owned()));
}

#[test]
fn every_element_knows_its_box() {
    let mut form = samples::master();
    form.notify = form.consignee.clone();
    form.reference_number = "R1".into();
    form.sci = "T1".into();
    let (fwb, _) = of(&form, &facts());
    let boxes: Vec<(&str, &str)> = vec![
        ("shipment.awb", "awbNumber"),
        ("flights.0.day", "flightDate"),
        ("routing.0.by", "by1"),
        ("shipper.contacts.0.number", "shipper.telNumber"),
        ("notify.contacts.1.number", "notify.faxNumber"),
        ("rates.0.details.1", "lines.0.goodsNameEn"),
        ("rates.0.details.3", "sizes.1"),
        ("rates.0.details.4", "lines.0.volume"),
        ("charges.0.amount", "charges.2.amount"),
        ("charges.1.code", "charges.0.code"),
        ("customs.0.text", "shipper.scCode"),
        ("customs.1.text", "consignee.contactName"),
        ("issue.signature", "issuer"),
        ("reference.number", "referenceNumber"),
        ("customsOrigin", "sci"),
        ("nothing", ""),
    ];
    for (path, field) in boxes {
        assert_eq!(field_of(&form, &fwb, path), field, "{path}");
    }
    for span in compose(&fwb).lines.iter().flatten().filter(|span| !span.field.is_empty()) {
        // The total of a column is the only element no box holds.
        assert_eq!(field_of(&form, &fwb, &span.field).is_empty(), span.field == "prepaid.total", "{}", span.field);
    }
    assert!(compose(&fwb).sent_lines().iter().all(|line| line.len() <= crate::imp::LINE_LENGTH_MAX));
}

#[test]
fn flights_have_three_digits_and_the_second_stands_alone() {
    let mut form = samples::master();
    (form.flight_number, form.flight_date) = (String::new(), String::new());
    form.flight_number2 = "x9 7".into();
    form.flight_date2 = "2026-07-02".into();
    assert_eq!(sent(&form)[2], "FLT/X9007/02");
    let (fwb, _) = of(&form, &facts());
    assert_eq!(field_of(&form, &fwb, "flights.0.flight"), "flightNumber2");
    form.flight_number2 = "X9ABC".into();
    assert_eq!(found(&form)[0].0, "flightNumber2");
}

#[test]
fn the_unusual_is_read_and_flagged() {
    let text = "QD SIN05XH\n.HDQFMQR 200739\nFWB/9 \n\n990-12345675PVGFRA/T12L100CF10DG8  \n\
        SHP\n/DEMO & CO\n/1 DEMO ROAD\n/BLOCK 2\n/SHANGHAI\n/CN\n\
        CNE/DEMO AGENT A\n/2 DEMO STRASSE\n/FRANKFURT\n/DE/60547\n\
        CVD/CNY//PP/NVD/NCV/XXX\nRTD/1/P12/L100/CQ/W100/R1.5/T12.345\n/NG/GOODS OF MORE THAN TWENTY\n\
        /2/ND//INH10-10-10/1\n/3/NX/SOMETHING\n/4/ND//YRD1-1-1/2\nXYZ/NEW BLOCK\n/AND MORE\nISU/15JUL2026/SHANGHAI\n";
    let fwb = parse(text).expect("reads");
    let flags: Vec<(&str, usize)> = fwb.flags.iter().map(|flag| (flag.key, flag.line)).collect();
    assert_eq!(
        flags,
        [
            ("envelope", 1),
            ("version", 3),
            ("pounds", 5),
            ("measure", 5),
            ("shape", 6),
            ("letters", 7),
            ("pounds", 17),
            ("rounded", 17),
            ("long", 18),
            ("measure", 19),
            ("unknown", 22),
        ]
    );
    assert_eq!(fwb.shipment.weight.map(|weight| weight.show(3)).as_deref(), Some("45.359"));
    assert_eq!(fwb.shipment.volume.map(|volume| volume.show(3)).as_deref(), Some("0.283"));
    assert_eq!(fwb.shipment.density_group, Some(8));
    assert_eq!((fwb.shipper.street_more.as_str(), fwb.shipper.place.as_str()), ("BLOCK 2", "SHANGHAI"));
    assert_eq!((fwb.consignee.name.as_str(), fwb.consignee.account.as_str()), ("DEMO AGENT A", ""));
    let rate = &fwb.rates[0];
    assert_eq!(rate.total.map(|total| total.show(2)).as_deref(), Some("12.35"));
    assert_eq!(rate.chargeable.map(|weight| weight.show(3)).as_deref(), Some("45.359"));
    let inches = [254, 254, 254].map(kernel::Length::from_raw);
    assert_eq!(rate.details[1], Detail::Dimensions { weight: None, sides: Some(inches), pieces: Some(1) });
    assert_eq!(rate.details[2], Detail::Other("NX".into(), "SOMETHING".into()));
    assert_eq!(rate.details[3], Detail::Other("ND".into(), "/YRD1-1-1/2".into()));
    assert_eq!(fwb.unknown, ["XYZ/NEW BLOCK", "/AND MORE"]);
    assert_eq!(fwb.issue.map(|issue| issue.date.to_string()).as_deref(), Some("2026-07-15"));
    let bare = parse("FWB/16\n990-12345675PVGFRA/T12K500\nAND TEXT\n").expect("reads");
    assert_eq!(bare.flags.iter().map(|flag| flag.key).collect::<Vec<_>>(), ["unknown", "absent"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_line_column_and_reason() {
    let with = |block: &str| format!("FWB/16\n990-12345675PVGFRA/T12K500\n{block}\n");
    let table: Vec<(String, usize, usize, &str)> = vec![
        (String::new(), 1, 1, "报文为空"),
        ("X".repeat(64 * 1024 + 1), 1, 1, "报文过大"),
        ("FHL/5\n".into(), 1, 1, "缺少FWB报文头"),
        ("FWB16\n".into(), 1, 4, "缺少FWB报文头"),
        ("FWB\n".into(), 1, 4, "报文版本号不正确"),
        ("FWB/A\n".into(), 1, 5, "报文版本号不正确"),
        ("FWB/16\n".into(), 2, 1, "缺少主单号行"),
        ("FWB/16\n990-12345670PVGFRA/T12K500\n".into(), 2, 1, "主单号不正确"),
        ("FWB/16\n990-12345675PVGFR\n".into(), 2, 16, "机场代码须为3位字母"),
        ("FWB/16\n990-12345675PVGFRA/X12K500\n".into(), 2, 20, "件数重量格式不正确"),
        ("FWB/16\n990-12345675PVGFRA/T12K500X\n".into(), 2, 27, "件数重量格式不正确"),
        ("FWB/16\n990-12345675PVGFRA/T12K500DG11\n".into(), 2, 27, "密度组格式不正确"),
        (with("FLT/X/18"), 3, 5, "航班号格式不正确"),
        (with("FLT/X9101"), 3, 10, "缺少必需的内容"),
        (with("FLT/X9101/32"), 3, 11, "日期格式不正确"),
        (with("FLT/X9101/18JUL"), 3, 13, "日期格式不正确"),
        (with("RTG/FRAX"), 3, 5, "机场代码须为3位字母"),
        (with("CVD/CN/PP/PP/NVD/NCV/XXX"), 3, 5, "币种须为3位字母"),
        (with("CVD/CNY/PP/XP/NVD/NCV/XXX"), 3, 12, "付款方式须为P或C"),
        (with("CVD/CNY/PP/PP/ABC/NCV/XXX"), 3, 15, "金额格式不正确"),
        (with("RTD/1/Q12"), 3, 7, "运价行格式不正确"),
        (with("RTD/1/P12/K1A"), 3, 13, "运价行格式不正确"),
        (with("RTD/1/P1\n/ND//CMT10-10/1"), 4, 6, "尺寸格式不正确"),
        (with("RTD/1/P1\n/NV/XX1"), 4, 5, "体积格式不正确"),
        (with("OTH/P/A5.00"), 3, 7, "杂费格式不正确"),
        (with("OTH/P/AWAX"), 3, 10, "金额格式不正确"),
        (with("PPD/ZZ1.00"), 3, 5, "费用合计格式不正确"),
        (with("ISU/31FEB26/SHANGHAI"), 3, 5, "日期格式不正确"),
        (with("CDC/E/1"), 3, 5, "币种须为3位字母"),
        (with("SHP\n/A\n/B\n/C\n/CN\nSHP\n/A\n/B\n/C\n/CN"), 8, 1, "报文段重复"),
        (with("SHP\n/名称"), 4, 2, "包含无法识别的字符"),
    ];
    for (text, line, column, reason) in table {
        let ImpError { line: at_line, column: at_column, zh, .. } = parse(&text).expect_err(&text);
        assert_eq!((at_line, at_column, zh), (line, column, reason), "{text:.80}");
    }
}

#[test]
fn amounts_have_the_decimals_of_their_currency() {
    let lines_of = |currency: &str, total: &str, charge: &str| {
        let mut form = WaybillForm { currency: currency.into(), ..samples::master() };
        form.lines[0].total = total.into();
        form.charges.truncate(1);
        form.charges[0].amount = charge.into();
        let (fwb, _) = of(&form, &facts());
        let text = compose(&fwb).text();
        // What was written reads back as it was: zeros at the end are no doubt.
        let read = parse(&text).expect("reads");
        assert_eq!((&read.flags, &read.charges, read.prepaid), (&Vec::new(), &fwb.charges, fwb.prepaid));
        let found: Vec<String> = text
            .lines()
            .filter(|line| ["RTD", "OTH", "PPD", "/OC"].iter().any(|head| line.starts_with(head)))
            .map(|line| line.rsplit_once("/R").map_or(line, |(_, behind)| behind).to_owned())
            .collect();
        found
    };
    assert_eq!(lines_of("JPY", "17042", "1976"), ["25.88/T17042", "OTH/P/MYC1976", "PPD/WT17042", "/OC1976/CT19018"]);
    assert_eq!(
        lines_of("KWD", "17041.98", "1975.5"),
        ["25.88/T17041.980", "OTH/P/MYC1975.500", "PPD/WT17041.980", "/OC1975.500/CT19017.480"]
    );
    assert_eq!(lines_of("KRW", "", "1976")[0], "25.88/T17042", "what a line comes to is whole, too");
}
