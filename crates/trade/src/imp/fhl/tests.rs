use super::*;
use crate::imp::{ImpError, samples};
use crate::waybill_form::{OtherCharge, RateLine};

const TWO_HOUSES: &str = "FHL/5\r\n\
    MBI/990-12345675PVGFRA/T12K500.0\r\n\
    HBS/HA001/PVGFRA/5/K200.0/5/PLASTIC SPARE\r\n\
    /EAP/SPX\r\n\
    TXT/PLASTIC SPARE PARTS FOR WASHING MACHINES\r\n\
    /SECOND LINE\r\n\
    HTS/84509000\r\n\
    /850110\r\n\
    OCI/CN/SHP/T/USCI91310115MA1K00007Q\r\n\
    ///SM/XRY\r\n\
    SHP\r\nNAM/DEMO INTERNATIONAL FORWARDER\r\n/COMPANY\r\nADR/1 DEMO ROAD\r\n/BLOCK 2\r\nLOC/SHANGHAI/SH\r\n/CN/200000/TE/862100000000\r\n\
    CNE\r\nNAM/DEMO BUYER GMBH\r\nADR/3 DEMO PLATZ\r\nLOC/FRANKFURT\r\n/DE/60547\r\n\
    CVD/CNY/PP/NVD/NCV/XXX\r\n\
    HBS/HA002/PVGFRA/7/K280.0//SAMPLES\r\n\
    CVD/CNY/CC/100.00/NCV/50.00\r\n";

fn told(forms: &[&crate::waybill_form::WaybillForm], version: u8) -> (Fhl, Vec<String>) {
    let (fhl, found) = of_forms(&samples::master(), forms, version);
    let fhl = fhl.expect("a master number");
    let written = compose(&fhl);
    let all = found.items.into_iter().chain(findings(&fhl, &written).items);
    let all = all.map(|finding| format!("{} {}", finding.field, finding.text.zh)).collect();
    (fhl, all)
}

// The lines the catalogue shows for house HA001 of E1, each where it stands.
#[test]
fn the_house_of_the_fixture_gives_its_message() {
    let (fhl, found) = told(&[&samples::house()], 4);
    assert_eq!(found, Vec::<String>::new());
    let written = compose(&fhl);
    assert_eq!(
        written.sent_lines(),
        [
            "FHL/4",
            "MBI/990-12345675PVGFRA/T12K500.0",
            "HBS/HA001/PVGFRA/5/K200.0/5/PLASTIC SPARE P",
            "/EAP",
            "TXT/PLASTIC SPARE PARTS FOR WASHING MACHINES",
            "HTS/84509000",
            "OCI/CN/SHP/T/USCI91310115MA1K00007Q",
            "SHP/DEMO FORWARDER",
            "/1 DEMO ROAD",
            "/SHANGHAI",
            "/CN/200000/TE/862100000000",
            "CNE/DEMO BUYER GMBH",
            "/3 DEMO PLATZ",
            "/FRANKFURT",
            "/DE/60547",
            "CVD/CNY/PP/NVD/NCV/XXX",
        ]
    );
    assert_eq!(parse(&written.text()), Ok(fhl));
}

#[test]
fn a_list_of_houses_is_read_and_written_in_its_order() {
    let fhl = parse(TWO_HOUSES).expect("reads");
    assert_eq!((fhl.version, fhl.houses.len(), fhl.flags.len()), (5, 2, 0));
    let [first, second] = fhl.houses.as_slice() else { panic!("two houses") };
    assert_eq!((first.slac, second.slac), (Some(5), None));
    assert_eq!((first.text.len(), first.hs.len(), first.customs.len()), (2, 2, 2));
    let shipper = first.shipper.as_ref().expect("a shipper");
    assert_eq!((shipper.name_more.as_str(), shipper.street_more.as_str()), ("COMPANY", "BLOCK 2"));
    let values = second.values.as_ref().expect("values");
    assert_eq!(values.insurance.map(|amount| amount.show(2)).as_deref(), Some("50.00"));
    assert_eq!(compose(&fhl).text(), TWO_HOUSES);
}

#[test]
fn version_5_has_second_lines_where_version_4_cuts() {
    let mut house = samples::house();
    house.shipper.sc_name = "DEMO INTERNATIONAL FREIGHT FORWARDING COMPANY LIMITED".into();
    let (fhl, found) = told(&[&house], 5);
    assert_eq!(found, Vec::<String>::new());
    assert!(compose(&fhl).text().contains("NAM/DEMO INTERNATIONAL FREIGHT\r\n/FORWARDING COMPANY LIMITED\r\n"));
    let (fhl, found) = told(&[&house], 4);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("houses.0.shipper.scName 超过35个字符"), "{found:?}");
    assert!(compose(&fhl).text().contains("SHP/DEMO INTERNATIONAL FREIGHT FORWARDI\r\n/1 DEMO ROAD\r\n"));
}

#[test]
fn what_a_house_lacks_is_told_at_its_box() {
    let mut house = samples::house();
    house.hawb_number = String::new();
    house.lines[0].pieces = "five".into();
    house.insurance_value = "N.I.L".into();
    house.consignee.city_name_en = "FRANKFURT AM MAIN".into();
    let (_, found) = told(&[&samples::house(), &house], 4);
    assert_eq!(found, ["houses.1.hawbNumber 缺少分单号", "houses.1.lines.0.pieces “five”不是数字，报文中没有该内容"]);
    house = samples::house();
    house.consignee.city_name_en = "FRANKFURT AM MAINZ".into();
    let (_, found) = told(&[&house], 4);
    assert_eq!(found, ["houses.0.consignee.cityNameEn 超过17个字符，报文只发送“FRANKFURT AM MAIN”"]);
    let mut master = samples::master();
    master.awb_number = "990".into();
    let (none, found) = of_forms(&master, &[&house], 4);
    assert_eq!((none, found.items[0].field.as_str()), (None, "master.awbNumber"));
}

#[test]
fn every_element_knows_its_box() {
    let (fhl, _) = told(&[&samples::house()], 4);
    for span in compose(&fhl).lines.iter().flatten().filter(|span| !span.field.is_empty()) {
        assert_ne!(box_of(&fhl, &span.field).path(), "", "{}", span.field);
    }
    assert_eq!(box_of(&fhl, "houses.0.text.0").path(), "houses.0.lines.0.goodsNameEn");
    assert_eq!(box_of(&fhl, "houses.0.customs.0.text").path(), "houses.0.shipper.scCode");
    assert_eq!(box_of(&fhl, "master.weight").path(), "master.lines.0.grossWeight");
    assert_eq!(box_of(&fhl, "elsewhere").path(), "");
}

#[test]
fn small_pieces_are_those_of_the_lines_or_the_pieces() {
    let mut house = samples::house();
    house.lines[0].slac = "20".into();
    house.lines.push(RateLine {
        pieces: "2".into(),
        gross_weight: "1".into(),
        slac: "4".into(),
        ..RateLine::default()
    });
    house.charges.push(OtherCharge::default());
    let (fhl, _) = told(&[&house], 4);
    assert_eq!((fhl.houses[0].slac, fhl.houses[0].pieces, fhl.houses[0].weight.show(1)), (Some(24), 7, "201.0".into()));
}

#[test]
fn a_list_too_long_for_one_message_is_split_between_houses() {
    let house = parse(TWO_HOUSES).expect("reads").houses[0].clone();
    let mut fhl = parse(TWO_HOUSES).expect("reads");
    fhl.houses = (0..20).map(|place| House { number: format!("HA{place:03}"), ..house.clone() }).collect();
    fhl.unknown = vec!["XYZ/LAST".into()];
    let parts = split(&fhl);
    let houses: usize = parts.iter().map(|part| part.houses.len()).sum();
    assert_eq!((houses, parts.len() > 1), (20, true));
    for part in &parts {
        let written = compose(part);
        assert!(written.text().len() <= crate::imp::MESSAGE_LENGTH_MAX);
        assert_eq!(findings(part, &written).items.len(), 0);
    }
    assert_eq!(parts.iter().map(|part| part.unknown.len()).sum::<usize>(), 1);
    let whole = findings(&fhl, &compose(&fhl));
    assert!(whole.has_errors() && whole.items[0].text.zh.ends_with("超过3500个"), "{whole:?}");
    assert_eq!(split(&parse(TWO_HOUSES).expect("reads")).len(), 1);
}

#[test]
fn the_unusual_is_read_and_flagged() {
    let text = "FHL/2\nMBI/990-12345675PVGFRA/T12L1000\nABC/EARLY\n\
        HBS/HA-001/PVGFRA/5/K200/GOODS, OTHER\nXYZ/NEW\nTXT/a\nOCI/SPX\nSHP/DEMO\n/1 DEMO ROAD\n/SHANGHAI\n/CN\n";
    let fhl = parse(text).expect("reads");
    let flags: Vec<(&str, usize)> = fhl.flags.iter().map(|flag| (flag.key, flag.line)).collect();
    assert_eq!(
        flags,
        [("version", 1), ("pounds", 2), ("unknown", 3), ("letters", 4), ("unknown", 5), ("letters", 6), ("unknown", 7)]
    );
    let house = &fhl.houses[0];
    assert_eq!((house.slac, house.description.as_str()), (None, "GOODS, OTHER"));
    assert_eq!(house.shipper.as_ref().map(|shipper| shipper.name.as_str()), Some("DEMO"));
    assert_eq!(fhl.unknown, ["ABC/EARLY", "XYZ/NEW", "OCI/SPX"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_line_column_and_reason() {
    let with = |block: &str| format!("FHL/5\nMBI/990-12345675PVGFRA/T12K500\n{block}\n");
    let table: Vec<(String, usize, usize, &str)> = vec![
        ("FWB/16\n".into(), 1, 1, "缺少FHL报文头"),
        ("FHL/X\n".into(), 1, 5, "报文版本号不正确"),
        ("FHL/5\n".into(), 2, 1, "缺少主单行MBI"),
        ("FHL/5\nMBI/990-12345670PVGFRA/T12K500\n".into(), 2, 5, "主单号不正确"),
        (with(""), 3, 1, "没有分单"),
        (with("HBS//PVGFRA/5/K200/5/GOODS"), 3, 5, "分单行格式不正确"),
        (with("HBS/HA001/PVG/5/K200/5/GOODS"), 3, 14, "机场代码须为3位字母"),
        (with("HBS/HA001/PVGFRA/X/K200/5/GOODS"), 3, 18, "件数格式不正确"),
        (with("HBS/HA001/PVGFRA/5/200/5/GOODS"), 3, 20, "重量格式不正确"),
        (with("HBS/HA001/PVGFRA/5/K200/5A/GOODS"), 3, 25, "分单行格式不正确"),
        (with("HBS/HA001/PVGFRA/5/K200/5/GOODS\nCVD/CNY/XX/NVD/NCV/XXX"), 4, 9, "付款方式须为P或C"),
        (with("HBS/HA001/PVGFRA/5/K200/5/G\nCVD/CNY/PP/NVD/NCV/XXX\nCVD/CNY/PP/NVD/NCV/XXX"), 5, 1, "报文段重复"),
    ];
    for (text, line, column, reason) in table {
        let ImpError { line: at_line, column: at_column, zh, .. } = parse(&text).expect_err(&text);
        assert_eq!((at_line, at_column, zh), (line, column, reason), "{text}");
    }
}
