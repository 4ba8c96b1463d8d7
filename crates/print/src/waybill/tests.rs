use super::*;
use trade::address::Party;
use trade::waybill_form::{OtherCharge, RateLine, Size};

pub(super) fn form() -> WaybillForm {
    let party = |name: &str, city: &str| Party {
        sc_name: name.into(),
        sc_address: "1 DEMO ROAD".into(),
        nation_code: "CN".into(),
        city_name_en: city.into(),
        account_no: "ACC1".into(),
        ..Party::default()
    };
    let charge = |code: &str, due: &str, amount: &str| OtherCharge {
        code: code.into(),
        due: due.into(),
        amount: amount.into(),
        ..OtherCharge::default()
    };
    WaybillForm {
        awb_number: "990-12345675".into(),
        departure_station: "PVG".into(),
        arrival_station: "FRA".into(),
        shipper: party("DEMO SHIPPER CO", "SHANGHAI"),
        consignee: party("DEMO CONSIGNEE GMBH", "FRANKFURT"),
        issue_agent_name: "演示货运".into(),
        departure_station_name: "SHANGHAI PUDONG".into(),
        arrival_station_name: "FRANKFURT".into(),
        to1: "FRA".into(),
        by1: "X9".into(),
        flight_number: "X9101".into(),
        flight_date: "2026-07-18".into(),
        currency: "CNY".into(),
        pay_method: "PP".into(),
        pay_method_other: "PP".into(),
        lines: vec![RateLine {
            pieces: "12".into(),
            gross_weight: "500.0".into(),
            weight_unit: "K".into(),
            rate_class: "Q".into(),
            charge_weight: "658.5".into(),
            rate_charge: "25.88".into(),
            total: "17041.98".into(),
            volume: "3.950".into(),
            goods_name_en: "CONSOLIDATION AS PER ATTACHED LIST".into(),
            ..RateLine::default()
        }],
        sizes: vec![Size { length: "100".into(), width: "60".into(), height: "55".into(), pieces: "11".into() }],
        charges: vec![charge("MY", "C", "1975.50"), charge("SC", "C", "790.20"), charge("AW", "A", "50.00")],
        executed_on: "2026-07-15".into(),
        place_of_issue: "SHANGHAI".into(),
        issuer: "DEMO".into(),
        ..WaybillForm::default()
    }
}

pub(super) fn paper() -> Paper {
    Paper {
        issued_by: "TEST AIRLINES".into(),
        copies: vec!["ORIGINAL 3 (FOR SHIPPER)".into()],
        show_rate: true,
        ..Paper::default()
    }
}

/// Texts of a PDF with the places they are drawn at, in millimetres from the upper left corner.
fn read_back(bytes: &[u8]) -> Vec<Vec<(f32, f32, String)>> {
    let document = lopdf::Document::load_mem(bytes).expect("a PDF");
    document
        .get_pages()
        .into_keys()
        .map(|page| {
            let text = document.extract_text(&[page]).unwrap_or_default();
            vec![(0.0, 0.0, text)]
        })
        .collect()
}

fn at<'a>(placed: &'a [Placed], id: &str) -> Vec<&'a Placed> {
    placed.iter().filter(|text| text.id == id && !text.caption).collect()
}

#[test]
fn every_box_holds_its_text_where_the_table_says() {
    let placed = placed(&form(), &paper());
    let expect = [
        ("prefix", "990"),
        ("serial", "12345675"),
        ("departure_code", "PVG"),
        ("to1", "FRA"),
        ("by1", "X9"),
        ("currency", "CNY"),
        ("pieces", "12"),
        ("gross", "500.0"),
        ("class", "Q"),
        ("charge", "658.5"),
        ("rate", "25.88"),
        ("total", "17041.98"),
        ("total_freight", "17041.98"),
        ("pp_weight", "17041.98"),
        ("pp_agent", "50.00"),
        ("pp_carrier", "2765.70"),
        ("pp_total", "19857.68"),
    ];
    for (id, text) in expect {
        let found = at(&placed, id);
        let frame = layout::find(id).expect("a box");
        assert_eq!(found.first().map(|one| one.text.as_str()), Some(text), "{id}");
        let one = found[0];
        assert!((one.x - frame.x - PAD).abs() < 0.3, "{id} stands at {}", one.x);
        assert!(one.y > frame.y && one.y < frame.y + frame.h, "{id} stands at {}", one.y);
    }
    assert_eq!(at(&placed, "shipper")[0].text, "DEMO SHIPPER CO");
    assert_eq!(at(&placed, "agent")[0].text, "演示货运");
    assert_eq!(at(&placed, "flight1")[0].text, "X9101/07-18");
}

/// Issue 25, 21: the total line is written like its lines.
#[test]
fn the_total_weight_has_the_decimals_of_its_lines() {
    let total = |weights: &[&str]| {
        let mut form = form();
        let line = form.lines[0].clone();
        form.lines = weights.iter().map(|weight| RateLine { gross_weight: (*weight).into(), ..line.clone() }).collect();
        at(&placed(&form, &paper()), "total_gross")[0].text.clone()
    };
    assert_eq!(total(&["480.0"]), "480.0");
    assert_eq!(total(&["480"]), "480");
    assert_eq!(total(&["480", "20.50"]), "500.50");
}

#[test]
fn no_text_leaves_its_box_however_long() {
    let mut long = form();
    long.shipper.sc_name = "VERY LONG NAME ".repeat(12);
    long.shipper.sc_address = "LONGSTREETNAMEWITHOUTANYBLANKS".repeat(6);
    long.handling_information = "KEEP DRY AND COOL ".repeat(40);
    long.accounting_information = "FREIGHT PREPAID ".repeat(30);
    long.lines[0].goods_name_en = "GOODS ".repeat(80);
    for text in placed(&long, &paper()) {
        let Some(frame) = layout::find(text.id) else { continue };
        let right = text.x + crate::font::width_mm(&text.text, text.size);
        assert!(right <= frame.x + frame.w + 0.3, "{} runs to {right}: {}", text.id, text.text);
        assert!(text.y <= frame.y + frame.h + 0.3, "{} stands at {}: {}", text.id, text.y, text.text);
    }
}

#[test]
fn an_offset_moves_every_text_by_just_that() {
    let plain = placed(&form(), &paper());
    let moved = placed(&form(), &Paper { offset_x: 15, offset_y: -20, ..paper() });
    assert_eq!(plain.len(), moved.len());
    for (a, b) in plain.iter().zip(&moved) {
        assert!((b.x - a.x - 1.5).abs() < 0.001 && (b.y - a.y + 2.0).abs() < 0.001, "{}", a.id);
    }
}

#[test]
fn texts_of_the_company_stand_above_both_signatures() {
    let long = "AS AGENT FOR THE CARRIER NAMED ABOVE ".repeat(8);
    for (shipper, carrier) in [("AS AGENT FOR DEMO", "AS CARRIER"), (&long, &long)] {
        let with = Paper { shipper_text: shipper.to_owned(), carrier_text: carrier.to_owned(), ..paper() };
        let placed = placed(&form(), &with);
        for (id, last) in [("certification", 249.5), ("execution", 266.0)] {
            let frame = layout::find(id).expect("a box");
            let texts = at(&placed, id);
            let above: Vec<_> = texts.iter().filter(|text| text.y < last - 0.1).collect();
            assert!(!above.is_empty(), "{id}");
            for text in above {
                assert!(text.y < last - 2.5 && text.y > frame.y + 2.5, "{id} stands at {}", text.y);
                assert!(text.x + crate::font::width_mm(&text.text, text.size) <= frame.x + frame.w + 0.3);
            }
        }
    }
}

#[test]
fn overprint_has_texts_only_and_as_agreed_hides_amounts() {
    let over = placed(&form(), &Paper { overprint: true, ..paper() });
    assert!(over.iter().all(|text| !text.caption));
    assert!(over.iter().any(|text| text.text == "DEMO SHIPPER CO"));
    let agreed = placed(&form(), &Paper { show_rate: false, ..paper() });
    assert!(agreed.iter().any(|text| text.text == "AS AGREED"));
    for amount in ["17041.98", "25.88", "19857.68", "1975.50"] {
        assert!(agreed.iter().all(|text| !text.text.contains(amount)), "{amount}");
    }
}

#[test]
fn each_copy_is_a_page_with_its_words_and_chinese_reads_back() {
    let copies: Vec<String> = ["ORIGINAL 3 (FOR SHIPPER)", "ORIGINAL 1 (FOR ISSUING CARRIER)", "COPY 9 (FOR AGENT)"]
        .map(ToOwned::to_owned)
        .to_vec();
    let bytes = waybill(&form(), &Paper { copies: copies.clone(), draft: true, ..paper() }).expect("a PDF");
    assert!(bytes.starts_with(b"%PDF"));
    assert!(bytes.len() < 400_000, "{} bytes", bytes.len());
    let pages = read_back(&bytes);
    assert_eq!(pages.len(), 3);
    for (page, copy) in pages.iter().zip(&copies) {
        let text = &page[0].2;
        assert!(text.contains(copy.as_str()), "{copy} in {text}");
        assert!(text.contains("演示货运"), "{text}");
        assert!(text.contains("990-12345675") && text.contains("DRAFT"));
    }
    let done = waybill(&form(), &paper()).expect("a PDF");
    assert!(!read_back(&done)[0][0].2.contains("DRAFT"));
}

#[test]
fn a_house_shows_both_numbers() {
    let house = WaybillForm { kind: Kind::House, hawb_number: "HA001".into(), ..form() };
    let placed = placed(&house, &paper());
    assert!(placed.iter().any(|text| text.text == "HA001"));
    assert!(placed.iter().any(|text| text.text == "MAWB 990-12345675"));
}

#[test]
fn several_waybills_follow_each_other_in_one_file() {
    let house = WaybillForm { kind: Kind::House, hawb_number: "HA001".into(), ..form() };
    let master = Paper { draft: true, ..paper() };
    let plain = Paper { copies: Vec::new(), issued_by: "DEMO FORWARDER".into(), ..paper() };
    let pages = read_back(&waybills([(&form(), &master), (&house, &plain)]).expect("a PDF"));
    let texts: Vec<&str> = pages.iter().map(|page| page[0].2.as_str()).collect();
    let [first, second] = texts.as_slice() else { panic!("{} pages", texts.len()) };
    assert!(first.contains("ORIGINAL 3") && first.contains("DRAFT") && first.contains("TEST AIRLINES"));
    assert!(second.contains("HA001") && second.contains("DEMO FORWARDER"), "{second}");
    assert!(!second.contains("DRAFT") && !second.contains("ORIGINAL 3") && !second.contains("TEST AIRLINES"));
}

#[test]
fn a_logo_stands_beside_the_issuer_and_not_on_pre_printed_paper() {
    let logo = Picture::new([200, 0, 0, 255].repeat(40 * 20), 40, 20);
    let with = Paper { logo: Some(logo), issued_by: "DEMO FORWARDER ".repeat(8), ..paper() };
    let images = |paper: &Paper| {
        let bytes = waybill(&form(), paper).expect("a PDF");
        let document = lopdf::Document::load_mem(&bytes).expect("a PDF");
        let page = document.get_pages()[&1];
        document.get_page_images(page).expect("images").len()
    };
    assert_eq!((images(&with), images(&paper())), (1, 0));
    assert_eq!(images(&Paper { overprint: true, ..with.clone() }), 0);
    for text in at(&placed(&form(), &with), "issued_by") {
        let right = text.x + crate::font::width_mm(&text.text, text.size);
        assert!(right <= LOGO.0 + 0.3, "{} runs to {right}", text.text);
    }
}
