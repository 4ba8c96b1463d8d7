//! Where everything stands on a label: rows from its upper to its lower edge, as high as the paper allows.

use super::Label;
use crate::font::{cap_mm, width_mm};
use crate::mark::Mark;

/// White edge around the label.
const EDGE: f32 = 2.5;
/// Room beside the words of a cell.
const PAD: f32 = 1.6;
/// Size of captions in points, and the height they take.
const CAPTION: f32 = 5.0;
const CAPTION_H: f32 = 3.2;
/// Least room below the words of a cell, and its part of a high cell.
const FOOT: f32 = 1.4;
const FOOT_SHARE: f32 = 0.11;
/// Height of the words below a bar code, and their size.
const BELOW_BARS: f32 = 3.7;
const READ_SIZE: f32 = 8.0;
/// Room above a bar code, and below the words under it.
const BAR_EDGE: f32 = 1.2;
/// Widest module of a bar code.
const MODULE_MAX: f32 = 0.6;
const LINE_THICK: f32 = 0.2;

/// A row: its least height, and its share of what the paper is higher.
#[derive(Clone, Copy)]
struct Row {
    least: f32,
    share: f32,
}

const HEAD: Row = Row { least: 5.2, share: 0.3 };
const CODE: Row = Row { least: 12.6, share: 1.6 };
const NUMBER: Row = Row { least: 10.0, share: 1.2 };
const PLACES: Row = Row { least: 11.4, share: 2.0 };
const HOUSE: Row = Row { least: 8.0, share: 0.9 };
const HOUSE_CODE: Row = Row { least: 10.5, share: 1.0 };
const LAST: Row = Row { least: 7.0, share: 0.6 };

/// Largest size of what is printed small.
const SMALL: f32 = 7.0;

/// A cell of a row: name, caption, words, share of the width.
type Cell<'a> = (&'static str, &'a str, String, f32);

struct Pen {
    marks: Vec<Mark>,
    w: f32,
    y: f32,
    /// What the paper is higher than the rows need, for each share.
    spare: f32,
}

/// The marks of a label on paper of a size.
pub(super) fn lay(label: &Label, (w, h): (f32, f32)) -> Vec<Mark> {
    let mut rows = vec![HEAD, CODE, NUMBER, PLACES, LAST];
    if label.house.is_some() {
        rows.extend([HOUSE, HOUSE_CODE]);
    }
    let (least, share) = rows.iter().fold((0.0, 0.0), |(least, share), row| (least + row.least, share + row.share));
    let spare = ((h - 2.0 * EDGE - least) / share).max(0.0);
    let mut pen = Pen { marks: Vec::new(), w: w - 2.0 * EDGE, y: EDGE, spare };
    let count = |count: Option<i64>| count.map(|count| count.to_string()).unwrap_or_default();
    let piece = |piece: Option<u32>| piece.map(|piece| piece.to_string()).unwrap_or_default();
    pen.cells(HEAD, &[("airline", "", label.airline.clone(), 0.62), ("order", "", label.order_code.clone(), 0.38)]);
    pen.code("code", CODE, &label.code());
    pen.cells(NUMBER, &[("number", "AIR WAYBILL NO.", label.number(), 1.0)]);
    pen.cells(
        PLACES,
        &[
            ("destination", "DESTINATION", label.destination.clone(), 0.4),
            ("origin", "ORIGIN", label.origin.clone(), 0.2),
            ("total", "TOTAL PIECES", count(label.total_pieces), 0.2),
            ("piece", "PIECE NO.", piece(label.piece), 0.2),
        ],
    );
    if let Some(house) = &label.house {
        let own = format!("{}/{}", piece(house.piece), count(house.pieces));
        let own = if house.piece.is_some() { own } else { String::new() };
        pen.cells(
            HOUSE,
            &[
                ("house", "HAWB NO.", house.number.clone(), 0.5),
                ("house_piece", "HAWB PIECES", own, 0.27),
                ("house_destination", "HAWB DEST.", house.destination.clone(), 0.23),
            ],
        );
    }
    if let Some(code) = label.house_code() {
        pen.code("house_code", HOUSE_CODE, &code);
    }
    pen.cells(
        LAST,
        &[
            ("transit", "VIA", label.transit.clone(), 0.24),
            ("weight", "WEIGHT", label.weight.clone(), 0.28),
            ("handling", "HANDLING", label.handling.clone(), 0.3),
            ("sequence", "SEQ.", label.sequence(), 0.18),
        ],
    );
    pen.marks
}

impl Pen {
    fn height(&self, row: Row) -> f32 {
        row.least + row.share * self.spare
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.marks.push(Mark::Line { from, to, thick: LINE_THICK });
    }

    /// A row of cells with a line below, and lines between them.
    fn cells(&mut self, row: Row, cells: &[Cell<'_>]) {
        let (top, h) = (self.y, self.height(row));
        let mut x = EDGE;
        for (place, (id, caption, text, share)) in cells.iter().enumerate() {
            let w = self.w * share;
            if place > 0 {
                self.line((x, top), (x, top + h));
            }
            self.cell((id, caption, text), (x, top, w, h));
            x += w;
        }
        self.y = top + h;
        if self.marks.iter().any(|mark| matches!(mark, Mark::Words { id: "sequence", .. })) {
            return;
        }
        self.line((EDGE, self.y), (EDGE + self.w, self.y));
    }

    /// Words as large as their cell allows, below their caption.
    fn cell(&mut self, (id, caption, text): (&'static str, &str, &str), (x, y, w, h): (f32, f32, f32, f32)) {
        let wide = w - 2.0 * PAD;
        if !caption.is_empty() {
            let (at, text) = (y + CAPTION_H - 0.9, caption.to_owned());
            let size = CAPTION.min(wide / width_mm(caption, 1.0));
            self.marks.push(Mark::Words { id: "caption", x: x + PAD, y: at, size, grey: 60, text });
        }
        if text.is_empty() {
            return;
        }
        let foot = FOOT.max(h * FOOT_SHARE);
        let above = foot + if caption.is_empty() { 0.0 } else { CAPTION_H - FOOT };
        let by_height = (h - above - foot) / cap_mm(1.0);
        let by_width = wide / width_mm(text, 1.0).max(0.01);
        let most = if id == "order" { SMALL } else { f32::MAX };
        let size = by_height.min(by_width).min(most);
        self.marks.push(Mark::Words { id, x: x + PAD, y: y + h - foot, size, grey: 0, text: text.to_owned() });
    }

    /// A bar code with its characters below.
    fn code(&mut self, id: &'static str, row: Row, code: &str) {
        let (h, text) = (self.height(row), code.to_owned());
        let bars_h = h - BELOW_BARS - BAR_EDGE;
        let (x, y, w) = (EDGE, self.y + BAR_EDGE, self.w);
        self.marks.push(Mark::Bars { id, x, y, w, h: bars_h, module_max: MODULE_MAX, code: text.clone() });
        let x = EDGE + (self.w - width_mm(code, READ_SIZE)) / 2.0;
        self.marks.push(Mark::Words { id, x, y: self.y + h - BAR_EDGE, size: READ_SIZE, grey: 0, text });
        self.y += h;
        self.line((EDGE, self.y), (EDGE + self.w, self.y));
    }
}
