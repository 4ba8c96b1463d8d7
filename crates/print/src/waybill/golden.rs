//! Golden papers: what stands in the finished PDF, held against all that was placed.

use super::tests::{form, paper};
use super::*;
use crate::font::width_mm;
use crate::layout::FOOT_Y;
use crate::read_back::{Page, Text, hold, pages};

/// A form with every kind of box filled, Chinese among them.
fn full(kind: Kind) -> WaybillForm {
    WaybillForm {
        kind,
        hawb_number: if kind == Kind::House { "HA001".into() } else { String::new() },
        agent_iata_code: "0812345".into(),
        account_no: "A-1001".into(),
        accounting_information: "FREIGHT PREPAID\nAS AGREED WITH THE SHIPPER".into(),
        chgs_code: "PX".into(),
        pay_method_other: "CC".into(),
        declared_value_of_carriage: "NVD".into(),
        declared_value_of_customs: "NCV".into(),
        insurance_amount: "XXX".into(),
        insurance_value: "NIL".into(),
        handling_information: "KEEP DRY".into(),
        special_handling_codes: vec!["ELI".into(), "EAP".into()],
        sci: "T1".into(),
        shipping_marks: "唛头 N/M".into(),
        dest_currency: "EUR".into(),
        exchange_rate: "0.128205".into(),
        charges_at_destination: "10.00".into(),
        valuation_charge: "12.00".into(),
        tax: "3.40".into(),
        shipper_signature: "演示货运 LI LEI".into(),
        reference_number: "AE-2607150001".into(),
        optional_shipping_info: "ROOM 1".into(),
        ..form()
    }
}

/// What was placed, as it should be read back.
fn wanted(placed: Vec<Placed>) -> impl Iterator<Item = Text> {
    placed.into_iter().map(|one| Text { x: one.x, y: one.y, size: one.size, text: one.text })
}

/// The words of a copy at the foot of a sheet.
fn foot(words: &str) -> Text {
    Text { x: (210.0 - width_mm(words, 9.0)) / 2.0, y: FOOT_Y, size: 9.0, text: words.to_owned() }
}

fn sized(page: &Page, (w, h): (f32, f32)) {
    assert!((page.size.0 - w).abs() < 0.1 && (page.size.1 - h).abs() < 0.1, "{:?}", page.size);
}

fn at(page: &Page, text: &str) -> (f32, f32) {
    let found = page.texts.iter().find(|one| one.text == text).unwrap_or_else(|| panic!("no {text}"));
    (found.x, found.y)
}

fn stands(page: &Page, text: &str, (x, y): (f32, f32)) {
    let found = at(page, text);
    assert!((found.0 - x).abs() < 0.3 && (found.1 - y).abs() < 0.3, "{text} stands at {found:?}, not {x} {y}");
}

#[test]
fn every_copy_of_a_drawn_form_has_every_text_in_its_place() {
    for kind in [Kind::Master, Kind::House] {
        let form = full(kind);
        let copies = ["ORIGINAL 3 (FOR SHIPPER)", "COPY 9 (FOR AGENT)"];
        let shipper = "AS AGENT FOR 演示货运".to_owned();
        let copies_of = copies.map(ToOwned::to_owned).to_vec();
        let paper = Paper { copies: copies_of, shipper_text: shipper, carrier_text: "AS CARRIER".into(), ..paper() };
        let read = pages(&waybill(&form, &paper).unwrap());
        assert_eq!(read.len(), 2);
        for (page, words) in read.iter().zip(copies) {
            sized(page, (210.0, 297.0));
            hold(page, wanted(placed(&form, &paper)).chain([foot(words)]));
        }
        // Chinese is text that can be selected and found, not a picture of it.
        for text in ["演示货运", "唛头 N/M", "演示货运 LI LEI", "AS AGENT FOR 演示货运"] {
            assert!(read[0].texts.iter().any(|one| one.text == text), "{text}");
        }
    }
}

#[test]
fn the_boxes_of_the_example_stand_at_these_millimetres() {
    let [page] = &pages(&waybill(&full(Kind::Master), &paper()).unwrap())[..] else { panic!("one page") };
    for (text, place) in [
        ("990", (11.2, 16.2)),
        ("PVG", (25.2, 16.2)),
        ("DEMO SHIPPER CO", (11.2, 29.6)),
        ("12", (11.2, 149.0)),
        ("500.0", (25.2, 149.0)),
        ("658.5", (77.2, 149.0)),
        ("25.88", (99.2, 149.0)),
    ] {
        stands(page, text, place);
    }
}

#[test]
fn text_laid_over_a_printed_form_has_only_what_was_filled_in_and_its_offset() {
    let form = full(Kind::Master);
    let plain = pages(&waybill(&form, &paper()).unwrap());
    let over = Paper { overprint: true, offset_x: 15, offset_y: -20, ..paper() };
    let moved = pages(&waybill(&form, &over).unwrap());
    let [page] = &moved[..] else { panic!("{} pages", moved.len()) };
    sized(page, (210.0, 297.0));
    hold(page, wanted(placed(&form, &over)));
    // The same as what is filled in on the drawn form, moved by just the offset.
    let filled = placed(&form, &paper()).into_iter().filter(|one| !one.caption);
    hold(page, wanted(filled.map(|one| Placed { x: one.x + 1.5, y: one.y - 2.0, ..one }).collect()));
    let ((x, y), (left, top)) = (at(page, "17041.98"), at(&plain[0], "17041.98"));
    assert!((x - left - 1.5).abs() < 0.3 && (y - top + 2.0).abs() < 0.3, "{x} {y} {left} {top}");
    assert!(page.paths.is_empty() && page.lines.is_empty(), "no bar code, no frames");
    assert!(!plain[0].paths.is_empty(), "the drawn form has a bar code");
}

#[test]
fn endless_forms_have_their_size_and_the_boxes_between_their_margins() {
    let form = full(Kind::Master);
    let endless = Paper { overprint: true, stationery: Stationery::Endless, ..paper() };
    let read = pages(&waybill(&form, &endless).unwrap());
    let [page] = &read[..] else { panic!("{} pages", read.len()) };
    sized(page, (241.0, 305.0));
    hold(page, wanted(placed(&form, &endless)));
    // 15.5 mm right of and 4 mm below their places on A4: (241 - 210) / 2 and (305 - 297) / 2.
    let filled = placed(&form, &paper()).into_iter().filter(|one| !one.caption);
    hold(page, wanted(filled.map(|one| Placed { x: one.x + 15.5, y: one.y + 4.0, ..one }).collect()));
    stands(page, "990", (26.7, 20.2));
    stands(page, "658.5", (92.7, 153.0));
    for one in &page.texts {
        let right = one.x + width_mm(&one.text, one.size);
        assert!(one.x >= 12.7 && right <= 241.0 - 12.7, "{} from {} to {right}", one.text, one.x);
    }
    // The offset of a printer comes on top; a drawn form stands on A4 whatever was chosen before.
    let moved = Paper { offset_x: -5, offset_y: 5, ..endless.clone() };
    stands(&pages(&waybill(&form, &moved).unwrap())[0], "990", (26.2, 20.7));
    let drawn = Paper { overprint: false, ..endless };
    let page = &pages(&waybill(&form, &drawn).unwrap())[0];
    sized(page, (210.0, 297.0));
    stands(page, "990", (11.2, 16.2));
}

#[test]
fn hidden_rates_are_nowhere_in_the_file() {
    let hidden = Paper { show_rate: false, ..paper() };
    let form = full(Kind::Master);
    let page = &pages(&waybill(&form, &hidden).unwrap())[0];
    hold(page, wanted(placed(&form, &hidden)).chain([foot("ORIGINAL 3 (FOR SHIPPER)")]));
    for amount in ["25.88", "17041.98", "19857.68", "2765.70", "0.128205"] {
        assert!(page.texts.iter().all(|one| !one.text.contains(amount)), "{amount}");
    }
}
