use super::*;
use crate::read_back::{Page, pages};
use trade::address::Party;
use trade::bill::{BillBox, BillCharge, Kind};

fn carton_box(number: &str) -> BillBox {
    BillBox {
        container_no: number.into(),
        seal_no: "TS00001".into(),
        container_type: "40HQ".into(),
        pieces: "600".into(),
        weight: "9300.000".into(),
        volume: "59.500".into(),
    }
}

fn form() -> BillForm {
    BillForm {
        kind: Kind::Hbl,
        number: "TSTLAX26060001".into(),
        issue_type: "ORIGINAL".into(),
        originals: "3".into(),
        copies: "3".into(),
        bill_type: "ON_BOARD".into(),
        shipper: Party { sc_name: "demo shipper".into(), sc_address: "1 DEMO ROAD".into(), ..Party::default() },
        consignee: Party { print_remark: "TO ORDER OF DEMO BANK".into(), ..Party::default() },
        delivery_agent: "DEMO AGENT A INC".into(),
        vessel: "TEST OCEAN".into(),
        voyage: "024W".into(),
        port_of_loading: "NINGBO".into(),
        port_of_discharge: "LOS ANGELES".into(),
        marks: "N/M".into(),
        pieces: "1200".into(),
        package_kind: "CTNS".into(),
        goods_desc: "MACHINE PARTS".into(),
        gross_weight: "18700.000".into(),
        volume: "118.500".into(),
        containers: vec![carton_box("CSQU3054383"), carton_box("TSTU1000019")],
        freight_prepaid: true,
        total_in_words: "SAY TWO (2) CONTAINERS ONLY".into(),
        freight_text: "AS ARRANGED".into(),
        charges: vec![BillCharge {
            item: "OCEAN FREIGHT".into(),
            rate: "1500.00".into(),
            per: "40HQ".into(),
            prepaid: "3000.00".into(),
            currency: "USD".into(),
            ..BillCharge::default()
        }],
        place_of_issue: "NINGBO".into(),
        issue_date: "2026-07-10".into(),
        on_board_date: "2026-07-10".into(),
        issuer: "DEMO".into(),
        sign_as: "CARRIER".into(),
        carrier_name: "DEMO FREIGHT CO. LTD".into(),
        ..BillForm::default()
    }
}

fn copy(words: &str, mark: &str) -> BillCopy {
    BillCopy { words: words.into(), mark: mark.into() }
}

fn paper() -> BillPaper {
    BillPaper {
        carrier: "DEMO FREIGHT CO. LTD".into(),
        show_charge: true,
        copies: vec![copy("ORIGINAL 1/1", "")],
        ..BillPaper::default()
    }
}

fn drawn(form: &BillForm, paper: &BillPaper) -> Vec<Page> {
    pages(&bill(form, paper).expect("drawn"))
}

fn words(page: &Page) -> Vec<&str> {
    page.texts.iter().map(|text| text.text.as_str()).collect()
}

/// Whether a text stands inside the box of a name.
#[track_caller]
fn stands_in(page: &Page, id: &str, text: &str) {
    let frame = find(id).expect("a box");
    let found = page.texts.iter().find(|each| {
        each.text == text
            && (frame.x..frame.x + frame.w).contains(&each.x)
            && (frame.y..frame.y + frame.h).contains(&each.y)
    });
    assert!(found.is_some(), "{text} in {id}: {:?}", words(page));
}

#[test]
fn everything_stands_in_its_box() {
    let all = drawn(&form(), &paper());
    assert_eq!(all.len(), 1);
    let face = &all[0];
    for (id, text) in [
        ("number", "TSTLAX26060001"),
        ("shipper", "DEMO SHIPPER"),
        ("consignee", "TO ORDER OF DEMO BANK"),
        ("delivery_agent", "DEMO AGENT A INC"),
        ("vessel", "TEST OCEAN / 024W"),
        ("loading", "NINGBO"),
        ("discharge", "LOS ANGELES"),
        ("marks", "N/M"),
        ("packages", "1200"),
        ("packages", "CTNS"),
        ("goods", "MACHINE PARTS"),
        ("goods", "FREIGHT PREPAID"),
        ("gross", "18700.000 KGS"),
        ("measurement", "118.500 CBM"),
        ("containers", "CSQU3054383/TS00001/40HQ/600CTNS/9300.000KGS/59.500CBM"),
        ("containers", "TSTU1000019/TS00001/40HQ/600CTNS/9300.000KGS/59.500CBM"),
        ("total", "SAY TWO (2) CONTAINERS ONLY"),
        ("freight", "OCEAN FREIGHT USD 1500.00 / 40HQ PREPAID USD 3000.00"),
        ("originals", "THREE (3)"),
        ("on_board", "2026-07-10"),
        ("issued", "NINGBO 2026-07-10"),
        ("signed", "DEMO FREIGHT CO. LTD"),
        ("signed", "AS CARRIER"),
    ] {
        stands_in(face, id, text);
    }
    let all = words(face);
    for text in ["BILL OF LADING", "PORT OF LOADING", "ORIGINAL 1/1"] {
        assert!(all.contains(&text), "{text}");
    }
    let seaway = drawn(&BillForm { issue_type: "SEAWAY".into(), ..form() }, &paper());
    assert!(words(&seaway[0]).contains(&"SEA WAYBILL"));
}

#[test]
fn boxes_neither_overlap_nor_leave_the_page() {
    let all: Vec<&Frame> = FRAMES.iter().chain(&COLUMNS).collect();
    for (place, one) in all.iter().enumerate() {
        assert!(one.x >= 5.0 && one.x + one.w <= 205.0 && one.y >= 5.0 && one.y + one.h <= 285.0, "{}", one.id);
        for other in all.iter().skip(place + 1) {
            let apart = one.x + one.w <= other.x + 0.01
                || other.x + other.w <= one.x + 0.01
                || one.y + one.h <= other.y + 0.01
                || other.y + other.h <= one.y + 0.01;
            assert!(apart, "{} and {}", one.id, other.id);
        }
    }
}

#[test]
fn each_copy_says_what_it_is_and_drafts_are_marked() {
    let paper = BillPaper {
        copies: vec![copy("ORIGINAL 1/2", ""), copy("ORIGINAL 2/2", ""), copy("COPY NON-NEGOTIABLE", "DRAFT")],
        ..paper()
    };
    let all = drawn(&form(), &paper);
    let said: Vec<bool> = all.iter().map(|page| words(page).contains(&"DRAFT")).collect();
    assert_eq!(said, [false, false, true]);
    for (page, text) in all.iter().zip(["ORIGINAL 1/2", "ORIGINAL 2/2", "COPY NON-NEGOTIABLE"]) {
        assert!(words(page).contains(&text), "{text}");
    }
}

#[test]
fn words_alone_are_moved_by_the_offset() {
    let plain = drawn(&form(), &paper());
    let over = drawn(&form(), &BillPaper { overprint: true, offset_x: 25, offset_y: -15, ..paper() });
    assert!(!words(&over[0]).contains(&"PORT OF LOADING") && !words(&over[0]).contains(&"BILL OF LADING"));
    assert!(over[0].paths.is_empty());
    let at = |page: &Page| page.texts.iter().find(|text| text.text == "NINGBO").map(|text| (text.x, text.y)).unwrap();
    let ((x, y), (moved_x, moved_y)) = (at(&plain[0]), at(&over[0]));
    assert!((moved_x - x - 2.5).abs() < 0.05 && (moved_y - y + 1.5).abs() < 0.05, "{moved_x} {moved_y}");
}

#[test]
fn freight_can_be_kept_to_oneself() {
    let hidden = drawn(&form(), &BillPaper { show_charge: false, ..paper() });
    let all = words(&hidden[0]).join("\n");
    assert!(all.contains("AS ARRANGED") && !all.contains("1500.00") && !all.contains("3000.00"));
}

#[test]
fn a_long_description_goes_on_on_one_attached_list() {
    let lines: Vec<String> = (1..=200).map(|line| format!("ITEM {line}")).collect();
    let long = BillForm { goods_desc: lines.join("\n"), ..form() };
    let all = drawn(&long, &paper());
    assert_eq!(all.len(), 2);
    stands_in(&all[0], "goods", "AS PER ATTACHED LIST");
    stands_in(&all[0], "goods", "ITEM 21");
    let list = words(&all[1]);
    for text in ["ATTACHED LIST", "B/L NO. TSTLAX26060001", "PAGE 1/1", "DESCRIPTION OF GOODS", "ORIGINAL 1/1"] {
        assert!(list.contains(&text), "{text}");
    }
    for line in &lines {
        let count = words(&all[0]).iter().chain(&list).filter(|text| *text == line).count();
        assert_eq!(count, 1, "{line}");
    }
    // Nothing runs over the foot of the page.
    assert!(all[1].texts.iter().filter(|text| text.text.starts_with("ITEM")).all(|text| text.y < 284.0));
}

#[test]
fn what_fits_needs_no_list_and_very_much_needs_several() {
    let goods = |count: usize| BillForm { goods_desc: vec!["PARTS"; count].join("\n"), ..form() };
    // With the freight clause 22 lines fill the face.
    assert_eq!(drawn(&goods(21), &paper()).len(), 1);
    assert_eq!(drawn(&goods(22), &paper()).len(), 2);
    let boxes = |count: usize| BillForm { containers: vec![carton_box("CSQU3054383"); count], ..form() };
    assert_eq!(drawn(&boxes(12), &paper()).len(), 1);
    let many = drawn(&boxes(300), &paper());
    assert_eq!(many.len(), 3);
    assert!(words(&many[2]).contains(&"PAGE 2/2"));
    let drawn_boxes: usize =
        many.iter().map(|page| words(page).iter().filter(|text| text.starts_with("CSQU")).count()).sum();
    assert_eq!(drawn_boxes, 300);
}

#[test]
fn the_widest_lines_stay_inside_their_columns() {
    let wide = BillForm { marks: "W".repeat(35), goods_desc: "W".repeat(35), ..form() };
    let all = drawn(&wide, &paper());
    for text in all[0].texts.iter().filter(|text| text.text.starts_with("WWW")) {
        let frame = COLUMNS.iter().find(|frame| (frame.x..frame.x + frame.w).contains(&text.x)).expect("a column");
        assert!(text.x + width_mm(&text.text, text.size) <= frame.x + frame.w, "{}", frame.id);
    }
}
