use lopdf::content::Content;
use lopdf::{Document, Object};

use super::*;

fn line(place: usize) -> DeclarationLine {
    DeclarationLine {
        un_number: format!("UN12{place:02}"),
        name: "PAINT".to_owned(),
        class: "3 (6.1)".to_owned(),
        packing_group: "II".to_owned(),
        quantity: "1 FIBREBOARD BOX x 5 L".to_owned(),
        instruction: "353".to_owned(),
        authorization: "A3".to_owned(),
    }
}

fn of(lines: usize) -> Declaration {
    Declaration {
        awb_number: "990-12345675".to_owned(),
        reference: "AE-2607150001 DGD-1".to_owned(),
        shipper: "DEMO SHIPPER CO. LTD\n1 SAMPLE ROAD\nSHANGHAI CN".to_owned(),
        consignee: "DEMO BUYER GMBH\nFRANKFURT DE".to_owned(),
        departure: "SHANGHAI PUDONG".to_owned(),
        destination: "FRANKFURT".to_owned(),
        lines: (0..lines).map(line).collect(),
        handling: "24-HOUR EMERGENCY CONTACT: LI LEI +86 21 12345678".to_owned(),
        signatory: "LI LEI".to_owned(),
        place_and_date: "SHANGHAI 2026-07-15".to_owned(),
        ..Declaration::default()
    }
}

/// Texts with the places they are drawn at, and straight lines, all in millimetres from the upper left corner.
#[derive(Debug, Default)]
struct Page {
    texts: Vec<(f32, f32, String)>,
    lines: Vec<[f32; 4]>,
    red: usize,
}

type Matrix = [f32; 6];

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn millimetres(matrix: Matrix, (x, y): (f32, f32)) -> (f32, f32) {
    let [a, b, c, d, e, f] = matrix;
    let scale = crate::font::MM_PER_POINT;
    ((a * x + c * y + e) * scale, 297.0 - (b * x + d * y + f) * scale)
}

fn numbers(operands: &[Object]) -> Vec<f32> {
    operands.iter().filter_map(|operand| operand.as_float().ok()).collect()
}

/// The pages as their content streams have them.
fn read_back(bytes: &[u8]) -> Vec<Page> {
    let document = Document::load_mem(bytes).expect("a PDF");
    document.get_pages().into_values().map(|id| read_page(&document, id)).collect()
}

fn read_page(document: &Document, id: lopdf::ObjectId) -> Page {
    let fonts = document.get_page_fonts(id).expect("fonts");
    let content = Content::decode(&document.get_page_content(id)).expect("operators");
    let mut page = Page::default();
    let one: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let (mut now, mut kept, mut text, mut font) = (one, Vec::new(), one, Vec::new());
    let (mut from, mut red) = ((0.0, 0.0), false);
    for operation in &content.operations {
        let given = numbers(&operation.operands);
        match operation.operator.as_str() {
            "q" => kept.push(now),
            "Q" => now = kept.pop().expect("a kept state"),
            "cm" => now = times(given.try_into().expect("six numbers"), now),
            "BT" => text = one,
            "Tm" => text = given.try_into().expect("six numbers"),
            "Td" => text = times([1.0, 0.0, 0.0, 1.0, given[0], given[1]], text),
            "Tf" => font = operation.operands[0].as_name().expect("a name").to_vec(),
            "SCN" | "RG" => red = given.first().is_some_and(|red| *red > 0.5) && given[1] < 0.2,
            "m" => from = (given[0], given[1]),
            "l" => {
                let (a, b) = (millimetres(now, from), millimetres(now, (given[0], given[1])));
                page.lines.push([a.0, a.1, b.0, b.1]);
                page.red += usize::from(red);
                from = (given[0], given[1]);
            }
            "Tj" | "TJ" => {
                let encoding = fonts[&font].get_font_encoding(document).expect("an encoding");
                let words = shown(&operation.operands, &encoding);
                let (x, y) = millimetres(times(text, now), (0.0, 0.0));
                page.texts.push((x, y, words));
            }
            _ => {}
        }
    }
    page
}

fn shown(operands: &[Object], encoding: &lopdf::Encoding<'_>) -> String {
    let one = |object: &Object| match object {
        Object::String(bytes, _) => Document::decode_text(encoding, bytes).unwrap_or_default(),
        Object::Array(parts) => shown(parts, encoding),
        _ => String::new(),
    };
    operands.iter().map(one).collect()
}

fn at(page: &Page, text: &str) -> (f32, f32) {
    let found = page.texts.iter().find(|(_, _, shown)| shown == text);
    let (x, y, _) = found.unwrap_or_else(|| panic!("{text} is not in {:?}", page.texts));
    (*x, *y)
}

fn inside(page: &Page, id: &str, text: &str) {
    let (frame, (x, y)) = (find(id).expect("a box"), at(page, text));
    assert!((x - frame.x - PAD).abs() < 0.1, "{id}: {text} begins at {x}");
    assert!(y > frame.y && y < frame.y + frame.h, "{id}: {text} stands at {y}");
}

fn is_struck(page: &Page, id: &str, (dx, dy): (f32, f32)) -> bool {
    let frame = find(id).expect("a box");
    let (left, top) = (frame.x + dx, frame.y + dy);
    let (right, bottom) = (left + frame.w, top + frame.h);
    let crosses = [[left, top, right, bottom], [left, bottom, right, top]];
    let drawn =
        |cross: &[f32; 4]| page.lines.iter().any(|line| line.iter().zip(cross).all(|(a, b)| (a - b).abs() < 0.05));
    let [one, other] = crosses.each_ref().map(drawn);
    assert_eq!(one, other, "{id} is half struck out");
    one
}

fn struck_out(page: &Page) -> Vec<&'static str> {
    let boxes = ["passenger", "freighter", "non_radioactive", "radioactive"];
    boxes.into_iter().filter(|id| is_struck(page, id, (0.0, 0.0))).collect()
}

fn paper() -> DeclarationPaper {
    DeclarationPaper::default()
}

#[test]
fn every_word_stands_in_its_box() {
    let pages = read_back(&declaration(&of(1), &paper()).expect("a PDF"));
    assert_eq!(pages.len(), 1);
    for (id, text) in [
        ("shipper", "DEMO SHIPPER CO. LTD"),
        ("shipper", "SHANGHAI CN"),
        ("awb", "990-12345675"),
        ("page", "1/1"),
        ("reference", "AE-2607150001 DGD-1"),
        ("consignee", "DEMO BUYER GMBH"),
        ("departure", "SHANGHAI PUDONG"),
        ("destination", "FRANKFURT"),
        ("handling", "24-HOUR EMERGENCY CONTACT: LI LEI +86 21 12345678"),
        ("signatory", "LI LEI"),
        ("place_date", "SHANGHAI 2026-07-15"),
    ] {
        inside(&pages[0], id, text);
    }
    let row = ["UN1200", "PAINT", "3 (6.1)", "II", "1 FIBREBOARD BOX x 5 L", "353", "A3"];
    for (frame, text) in COLUMNS.iter().zip(row) {
        let (x, y) = at(&pages[0], text);
        assert!((x - frame.x - PAD).abs() < 0.1, "{}: {x}", frame.id);
        assert!(y > FIRST_LINE_Y && y < FIRST_LINE_Y + LINE_H, "{}: {y}", frame.id);
    }
}

#[test]
fn six_lines_make_two_pages_with_their_numbers() {
    let pages = read_back(&declaration(&of(6), &paper()).expect("a PDF"));
    assert_eq!(pages.len(), 2);
    for (place, page) in pages.iter().enumerate() {
        inside(page, "page", &format!("{}/2", place + 1));
        inside(page, "awb", "990-12345675");
    }
    for (place, number) in ["UN1200", "UN1201", "UN1202", "UN1203", "UN1204"].into_iter().enumerate() {
        let (_, y) = at(&pages[0], number);
        let top = FIRST_LINE_Y + f32::from(u8::try_from(place).unwrap()) * LINE_H;
        assert!(y > top && y < top + LINE_H, "{number} stands at {y}");
    }
    let (_, y) = at(&pages[1], "UN1205");
    assert!(y > FIRST_LINE_Y && y < FIRST_LINE_Y + LINE_H, "the sixth line is the first of its page: {y}");
    let (x, y) = at(&pages[0], NO_MORE);
    assert!((x - NOTE.0).abs() < 0.05 && (y - NOTE.1).abs() < 0.05, "{x} {y}");
    assert!(pages[1].texts.iter().all(|(_, _, text)| text != NO_MORE));
    let five = read_back(&declaration(&of(5), &paper()).expect("a PDF"));
    assert_eq!(five.len(), 1);
    inside(&five[0], "page", "1/1");
}

#[test]
fn what_does_not_apply_is_struck_out() {
    let boxes = |cargo_only, radioactive| {
        let declared = Declaration { cargo_only, radioactive, ..of(1) };
        struck_out(&read_back(&declaration(&declared, &paper()).expect("a PDF"))[0])
    };
    assert_eq!(boxes(true, false), ["passenger", "radioactive"]);
    assert_eq!(boxes(false, false), ["freighter", "radioactive"]);
    assert_eq!(boxes(false, true), ["freighter", "non_radioactive"]);
}

#[test]
fn plain_paper_has_red_hatchings_and_pre_printed_paper_words_alone() {
    let plain = &read_back(&declaration(&of(1), &paper()).expect("a PDF"))[0];
    assert!(plain.red > 80, "{} red strokes", plain.red);
    let hatched = |page: &Page| page.lines.iter().any(|line| (line[0] - HATCH_LEFT).abs() < 0.05);
    assert!(hatched(plain) && plain.texts.iter().any(|(_, _, text)| text == TITLE));
    let moved = DeclarationPaper { overprint: true, offset_x: 15, offset_y: -20, copies: 1 };
    let over = &read_back(&declaration(&of(1), &moved).expect("a PDF"))[0];
    assert_eq!(over.red, 0);
    assert!(!hatched(over) && over.texts.iter().all(|(_, _, text)| text != TITLE && text != "SHIPPER"));
    assert_eq!(over.lines.len(), 4, "the two crosses");
    assert!(is_struck(over, "freighter", (1.5, -2.0)) && is_struck(over, "radioactive", (1.5, -2.0)));
    let ((x, y), (left, top)) = (at(over, "990-12345675"), at(plain, "990-12345675"));
    assert!((x - left - 1.5).abs() < 0.05 && (y - top + 2.0).abs() < 0.05);
}

const HATCH_LEFT: f32 = layout::HATCHES[0].0;

#[test]
fn two_copies_are_two_whole_sets() {
    let two = DeclarationPaper { copies: 2, ..paper() };
    let pages = read_back(&declaration(&of(6), &two).expect("a PDF"));
    assert_eq!(pages.len(), 4);
    for (page, number) in pages.iter().zip(["1/2", "2/2", "1/2", "2/2"]) {
        inside(page, "page", number);
    }
}

#[test]
fn long_texts_stay_in_their_boxes() {
    let mut long = of(5);
    long.shipper = "VERY LONG NAME OF A SHIPPER ".repeat(10);
    long.handling = "KEEP DRY AND COOL ".repeat(17);
    for line in &mut long.lines {
        line.name = "ENVIRONMENTALLY HAZARDOUS SUBSTANCE, LIQUID, N.O.S. ".repeat(4);
        line.quantity = "1 COMBINATION PACKAGING x 5 L ".repeat(6);
        line.authorization = "A".repeat(60);
    }
    for text in placed(&long, &paper(), 0).iter().filter(|text| !text.caption) {
        let frame = find(text.id).expect("a box");
        let right = text.x + crate::font::width_mm(&text.text, text.size);
        assert!(right <= frame.x + frame.w + 0.3, "{} runs to {right}: {}", text.id, text.text);
        let goods = COLUMNS.iter().any(|column| column.id == text.id);
        let bottom = if goods { FIRST_LINE_Y + 5.0 * LINE_H } else { frame.y + frame.h };
        assert!(text.y <= bottom, "{} stands at {}: {}", text.id, text.y, text.text);
    }
}

/// What was placed, as it should be read back, with what is printed at the foot.
fn golden(declared: &Declaration, paper: &DeclarationPaper, page: usize) -> Vec<crate::read_back::Text> {
    let mut all = placed(declared, paper, page);
    if !paper.overprint {
        let text = "TWO SIGNED COPIES ARE NEEDED".to_owned();
        all.push(Placed { id: "foot", x: layout::LEFT, y: layout::FOOT_Y, size: 7.0, text, caption: true });
    }
    let text = |one: Placed| crate::read_back::Text { x: one.x, y: one.y, size: one.size, text: one.text };
    all.into_iter().filter(|one| !one.text.is_empty()).map(text).collect()
}

#[test]
fn every_text_is_read_back_from_its_place_on_plain_and_on_pre_printed_paper() {
    let mut declared = of(7);
    declared.consignee = "DEMO BUYER GMBH 演示\nFRANKFURT DE".to_owned();
    declared.lines[6].name = "ENVIRONMENTALLY HAZARDOUS SUBSTANCE, LIQUID, N.O.S. ".repeat(4);
    let moved = DeclarationPaper { overprint: true, offset_x: -13, offset_y: 27, copies: 1 };
    for paper in [paper(), moved] {
        let read = crate::read_back::pages(&declaration(&declared, &paper).expect("a PDF"));
        assert_eq!(read.len(), 2);
        for (place, page) in read.iter().enumerate() {
            crate::read_back::hold(page, golden(&declared, &paper, place));
            assert!(page.texts.iter().any(|one| one.text == "DEMO BUYER GMBH 演示"), "Chinese can be selected");
        }
    }
    let (plain, over) = (placed(&declared, &paper(), 0), placed(&declared, &moved, 0));
    let filled: Vec<&Placed> = plain.iter().filter(|one| !one.caption).collect();
    assert_eq!(filled.len(), over.len());
    for (a, b) in filled.iter().zip(&over) {
        assert!((b.x - a.x + 1.3).abs() < 0.01 && (b.y - a.y - 2.7).abs() < 0.01, "{}", a.text);
    }
}
