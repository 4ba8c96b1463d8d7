use super::*;
use crate::font::{cap_mm, width_mm};

pub(crate) fn label() -> Label {
    Label {
        airline: "X9 TEST AIR".into(),
        awb_number: "990-12345675".into(),
        origin: "PVG".into(),
        destination: "FRA".into(),
        transit: "HKG".into(),
        total_pieces: Some(12),
        piece: Some(6),
        house: Some(HouseOfLabel {
            number: "HA002".into(),
            piece: Some(1),
            pieces: Some(7),
            destination: "FRA".into(),
        }),
        weight: "280.0 KG".into(),
        handling: "ELI PER".into(),
        order_code: "AE-2607150001".into(),
        sequence: 6,
    }
}

pub(crate) fn paper(size: LabelSize) -> LabelPaper {
    LabelPaper { size, lying: None, copies: 1 }
}

fn papers() -> impl Iterator<Item = (LabelSize, Option<bool>)> {
    LabelSize::ALL.into_iter().flat_map(|size| [None, Some(true), Some(false)].map(move |lying| (size, lying)))
}

fn words<'a>(marks: &'a [Mark], wanted: &str) -> (f32, f32, f32, &'a str) {
    let found = marks.iter().find_map(|mark| match mark {
        Mark::Words { id, x, y, size, text, .. } if *id == wanted => Some((*x, *y, *size, text.as_str())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no {wanted}"))
}

#[test]
fn a_label_says_what_belongs_on_it() {
    let marks = label().marks((100.0, 80.0));
    for (id, text) in [
        ("airline", "X9 TEST AIR"),
        ("number", "990-1234 5675"),
        ("destination", "FRA"),
        ("origin", "PVG"),
        ("total", "12"),
        ("piece", "6"),
        ("house", "HA002"),
        ("house_piece", "1/7"),
        ("house_destination", "FRA"),
        ("transit", "HKG"),
        ("weight", "280.0 KG"),
        ("handling", "ELI PER"),
        ("order", "AE-2607150001"),
        ("sequence", "0006"),
        ("code", "9901234567500006"),
        ("house_code", "HA00200006"),
    ] {
        assert_eq!(words(&marks, id).3, text, "{id}");
    }
    let (_, _, number, _) = words(&marks, "number");
    let (_, _, order, _) = words(&marks, "order");
    assert!(order < number / 2.0, "the order's code is small: {order} and {number}");
}

#[test]
fn number_and_destination_are_five_millimetres_high_on_every_paper() {
    for (size, lying) in papers() {
        for house in [label().house, None] {
            let label = Label { house, ..label() };
            let marks = label.marks(size.face(lying));
            for id in ["number", "destination"] {
                let (_, _, points, _) = words(&marks, id);
                assert!(cap_mm(points) >= 5.0, "{id} on {size:?} {lying:?}: {} mm", cap_mm(points));
            }
        }
    }
}

#[test]
fn words_keep_a_millimetre_from_every_line_on_every_paper() {
    for (size, lying) in papers() {
        let marks = label().marks(size.face(lying));
        let lines = marks.iter().filter_map(|mark| match mark {
            Mark::Line { from, to, .. } => Some((*from, *to)),
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        for mark in &marks {
            let Mark::Words { x, y, size: points, text, .. } = mark else { continue };
            let (left, right, top) = (*x, x + width_mm(text, *points), y - cap_mm(*points));
            for (from, to) in &lines {
                let apart = if (from.0 - to.0).abs() < 0.01 {
                    let beside = *y < from.1 || top > to.1;
                    beside || left - from.0 >= 1.5 || from.0 - right >= 1.5
                } else {
                    top - from.1 >= 1.0 || from.1 - y >= 1.0
                };
                assert!(apart, "{text} on {size:?} {lying:?} at {left} {top} {right} {y}: {from:?} {to:?}");
            }
        }
    }
}

#[test]
fn nothing_leaves_the_label_and_no_words_touch() {
    let long = Label {
        airline: "X9 A VERY LONG NAME OF AN AIRLINE OF FAR AWAY COUNTRIES LIMITED".into(),
        transit: "HKG ICN ANC".into(),
        handling: "DGR EBI ELI PER COL AVI VAL HEA BIG".into(),
        weight: "123456.7 KG".into(),
        total_pieces: Some(99_999),
        piece: Some(9_999),
        house: Some(HouseOfLabel {
            number: "HAWB12345678".into(),
            piece: Some(9_998),
            pieces: Some(9_999),
            destination: "FRA".into(),
        }),
        ..label()
    };
    for (size, lying) in papers() {
        let (w, h) = size.face(lying);
        let mut boxes: Vec<(f32, f32, f32, f32, String)> = Vec::new();
        for mark in long.marks((w, h)) {
            match mark {
                Mark::Words { x, y, size, text, .. } => {
                    boxes.push((x, y - cap_mm(size), x + width_mm(&text, size), y, text));
                }
                Mark::Bars { x, y, w, h, module_max, code, .. } => {
                    let bars = mark::bars_in(x, w, module_max, &code);
                    let (first, last) = (bars.first().unwrap(), bars.last().unwrap());
                    let module = last.1 / 2.0;
                    // White edges, modules a scanner can tell apart, and bars as high as it needs.
                    assert!(first.0 >= 9.9 * module && w >= last.0 + last.1 - x + 9.9 * module, "{size:?} {lying:?}");
                    assert!(module >= 0.25 && h >= 5.5, "{size:?} {lying:?}: {module} by {h}");
                    boxes.push((first.0, y, last.0 + last.1, y + h, code));
                }
                Mark::Line { from, to, .. } => assert!(from.0 >= 0.0 && to.0 <= w && to.1 <= h),
            }
        }
        for (place, (left, top, right, low, text)) in boxes.iter().enumerate() {
            assert!(*left >= 0.0 && *top >= 0.0 && *right <= w && *low <= h, "{text} on {size:?} {lying:?}");
            for (left2, top2, right2, low2, other) in &boxes[place + 1..] {
                let apart = right <= left2 || right2 <= left || low <= top2 || low2 <= top;
                assert!(apart, "{text} touches {other} on {size:?} {lying:?}");
            }
        }
    }
}

#[test]
fn a_label_of_the_master_alone_has_one_code_and_one_without_a_number_noughts() {
    let master = Label { house: None, ..label() };
    let marks = master.marks((100.0, 80.0));
    assert_eq!(marks.iter().filter(|mark| matches!(mark, Mark::Bars { .. })).count(), 1);
    assert!(!marks.iter().any(|mark| matches!(mark, Mark::Words { text, .. } if text.contains("HAWB"))));
    let house = Some(HouseOfLabel { number: "HA003".into(), ..HouseOfLabel::default() });
    let blank = Label { piece: None, house, ..label() };
    assert_eq!((blank.code().as_str(), blank.house_code().as_deref()), ("9901234567500000", Some("HA00300000")));
    let marks = blank.marks((100.0, 80.0));
    let blank = |id: &str| !marks.iter().any(|mark| matches!(mark, Mark::Words { id: name, .. } if *name == id));
    assert!(blank("piece") && blank("house_piece"), "both numbers stay blank");
}

/// Widths of bars and gaps of the symbols 0 to 105, and of the stop, as the standard (ISO/IEC 15417) lists them.
const SYMBOLS: &str = "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 \
    122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 \
    212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 \
    113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 \
    431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 \
    241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 \
    131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232";

/// Reads bars (left edges and widths) as a scanner does; checks the check symbol.
fn scanned(bars: &[(f32, f32)]) -> String {
    let last = bars.last().unwrap();
    // The code ends with a bar of two modules.
    let module = last.1 / 2.0;
    let mut widths = Vec::new();
    for (place, (x, w)) in bars.iter().enumerate() {
        widths.push(w / module);
        if let Some((next, _)) = bars.get(place + 1) {
            widths.push((next - x - w) / module);
        }
    }
    let digits: String = widths.iter().map(|width| format!("{width:.0}")).collect();
    let symbols: Vec<&str> = SYMBOLS.split_whitespace().collect();
    let body = digits.strip_suffix("2331112").expect("the stop");
    let chunks = body.as_bytes().chunks(6).map(|chunk| std::str::from_utf8(chunk).unwrap());
    let values: Vec<usize> = chunks.map(|chunk| symbols.iter().position(|symbol| *symbol == chunk).unwrap()).collect();
    let (check, data) = values.split_last().unwrap();
    let sum: usize = data.iter().enumerate().map(|(place, value)| value * place.max(1)).sum();
    assert_eq!(sum % 103, *check, "the check symbol");
    let mut pairs = data[0] == 105;
    let mut text = String::new();
    for value in &data[1..] {
        match (pairs, value) {
            (true, 100) | (false, 99) => pairs = !pairs,
            (true, value) => text.push_str(&format!("{value:02}")),
            (false, value) => text.push(char::from(u8::try_from(value + 32).unwrap())),
        }
    }
    text
}

// The golden test: what stands on the paper is read out of the PDF itself.
#[test]
fn the_pdf_has_every_text_where_the_layout_says_and_its_bars_scan() {
    let (label, face) = (label(), (100.0, 80.0));
    let pages = crate::read_back::pages(&labels(std::slice::from_ref(&label), paper(LabelSize::W100H80)).unwrap());
    let [page] = pages.as_slice() else { panic!("{} pages", pages.len()) };
    assert!((page.size.0 - 100.0).abs() < 0.1 && (page.size.1 - 80.0).abs() < 0.1, "{:?}", page.size);
    let mut told = 0;
    for mark in label.marks(face) {
        let Mark::Words { x, y, size, text, .. } = mark else { continue };
        let found =
            page.texts.iter().find(|one| one.text == text && (one.x - x).abs() < 0.3 && (one.y - y).abs() < 0.3);
        let found = found.unwrap_or_else(|| panic!("{text} at {x} {y}: {:#?}", page.texts));
        assert!((found.size - size).abs() < 0.1, "{text}: {} and {size}", found.size);
        told += 1;
    }
    assert_eq!(told, page.texts.len(), "and nothing else");
    let number = page.texts.iter().find(|one| one.text == "990-1234 5675").unwrap();
    assert!(cap_mm(number.size) >= 5.0, "{}", number.size);
    let codes: Vec<String> = page.paths.iter().filter(|path| path.len() > 5).map(|path| scanned(path)).collect();
    assert_eq!(codes, ["9901234567500006", "HA00200006"]);
}

#[test]
fn copies_follow_each_other_and_eight_labels_stand_on_a_sheet() {
    let all: Vec<Label> = (1..=5).map(|piece| Label { piece: Some(piece), sequence: piece, ..label() }).collect();
    let twice = LabelPaper { copies: 2, ..paper(LabelSize::W100H70) };
    let pages = crate::read_back::pages(&labels(&all, twice).unwrap());
    let sequence = |page: &crate::read_back::Page| -> Vec<String> {
        let four = |text: &&crate::read_back::Text| text.text.len() == 4 && text.text.starts_with("000");
        page.texts.iter().filter(four).map(|text| text.text.clone()).collect()
    };
    let told: Vec<String> = pages.iter().flat_map(sequence).collect();
    assert_eq!(told, ["0001", "0001", "0002", "0002", "0003", "0003", "0004", "0004", "0005", "0005"]);
    let sheets = crate::read_back::pages(&labels(&all, LabelPaper { copies: 2, ..paper(LabelSize::A4) }).unwrap());
    assert_eq!(sheets.iter().map(|sheet| sequence(sheet).len()).collect::<Vec<_>>(), [8, 2]);
    let first = &sheets[0];
    assert!((first.size.0 - 210.0).abs() < 0.1 && (first.size.1 - 297.0).abs() < 0.1);
    let places: Vec<(f32, f32)> =
        first.texts.iter().filter(|text| text.text == "990-1234 5675").map(|text| (text.x, text.y)).collect();
    assert_eq!(places.len(), 8);
    assert!((places[1].0 - places[0].0 - 105.0).abs() < 0.3 && (places[1].1 - places[0].1).abs() < 0.3);
    assert!((places[2].0 - places[0].0).abs() < 0.3 && (places[2].1 - places[0].1 - 74.0).abs() < 0.3);
}

#[test]
fn the_picture_for_the_screen_says_the_same_and_is_no_markup_of_names() {
    let label = Label { airline: "X9 A&B <AIR>".into(), ..label() };
    let svg = label_svg(&label, paper(LabelSize::W100H80));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>") && svg.contains("viewBox=\"0 0 100 80\""), "{svg}");
    for text in ["990-1234 5675", "X9 A&amp;B &lt;AIR&gt;", "1/7", "9901234567500006", "HA00200006"] {
        assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
    }
    assert!(svg.matches('v').count() > 50, "it has bars");
}
