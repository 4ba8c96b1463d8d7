//! The shipper's declaration for dangerous goods: five lines a page, what does not apply struck out, between red
//! hatchings; or its words alone, for pre-printed paper.

mod draw;
mod layout;

use trade::dangerous_goods::{LINES_A_PAGE, pages};

use crate::layout::Frame;
use crate::text::{LINE_MM_PER_POINT, fit};
use crate::waybill::{Placed, PrintError};
use layout::{COLUMNS, FIRST_LINE_Y, FRAMES, LINE_H, find};

/// Size of what is filled in, in points.
const TEXT: f32 = 8.5;
/// Size of captions.
const CAPTION: f32 = 5.2;
/// Space between a box's edge and its text.
const PAD: f32 = 1.2;
/// Height a caption takes.
const CAPTION_H: f32 = 3.0;
/// Where the note of a further page stands.
const NOTE: (f32, f32) = (150.0, 118.6);
/// Copies at most.
const COPIES_MAX: usize = 9;

const TITLE: &str = "SHIPPER'S DECLARATION FOR DANGEROUS GOODS";
const WARNING: &str = "Whoever declares dangerous goods wrongly breaks the law and may be punished. Two completed and signed \
    copies of this declaration are handed to the operator.";
const CERTIFICATION: &str = "I declare that the contents of this consignment are described fully and accurately above by \
    their proper shipping names, that they are classified, packaged, marked and labelled or placarded, and in all \
    respects in proper condition for transport by the rules of all states and operators concerned.";
const NO_MORE: &str = "CONTINUED ON THE NEXT PAGE";

/// A line of goods.
#[derive(Debug, Clone, Default)]
pub struct DeclarationLine {
    /// `UN1263`.
    pub un_number: String,
    /// Proper shipping name.
    pub name: String,
    /// Class or division with subsidiary hazards.
    pub class: String,
    /// Packing group.
    pub packing_group: String,
    /// Quantity and type of packing.
    pub quantity: String,
    /// Packing instruction.
    pub instruction: String,
    /// Authorization.
    pub authorization: String,
}

/// What a declaration says.
#[derive(Debug, Clone, Default)]
pub struct Declaration {
    /// Master waybill.
    pub awb_number: String,
    /// Shipper's own number for it.
    pub reference: String,
    /// Name and address, lines apart.
    pub shipper: String,
    /// Name and address, lines apart.
    pub consignee: String,
    /// Airport of departure, by its full name.
    pub departure: String,
    /// Airport of destination, by its full name.
    pub destination: String,
    /// For cargo aircraft only; else for passenger and cargo aircraft.
    pub cargo_only: bool,
    /// Radioactive; else not.
    pub radioactive: bool,
    /// Goods.
    pub lines: Vec<DeclarationLine>,
    /// Handling information with the emergency contact.
    pub handling: String,
    /// Name and title of who signs.
    pub signatory: String,
    /// Place and date of signing.
    pub place_and_date: String,
}

/// On what it is printed.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeclarationPaper {
    /// Words only, for pre-printed paper.
    pub overprint: bool,
    /// Shift to the right in tenths of a millimetre.
    pub offset_x: i64,
    /// Shift down in tenths of a millimetre.
    pub offset_y: i64,
    /// Sets of pages; none counts as one.
    pub copies: usize,
}

/// The declaration as PDF: every page of the first copy, then those of the next.
pub fn declaration(declaration: &Declaration, paper: &DeclarationPaper) -> Result<Vec<u8>, PrintError> {
    let count = pages(declaration.lines.len());
    let set: Vec<Vec<Placed>> = (0..count).map(|page| placed(declaration, paper, page)).collect();
    let all: Vec<&Vec<Placed>> = (0..paper.copies.clamp(1, COPIES_MAX)).flat_map(|_| &set).collect();
    draw::draw(&all, declaration, paper)
}

/// Boxes a declaration strikes out, by their names.
fn struck(declaration: &Declaration) -> [&'static str; 2] {
    [
        if declaration.cargo_only { "passenger" } else { "freighter" },
        if declaration.radioactive { "non_radioactive" } else { "radioactive" },
    ]
}

/// Everything a page says.
fn placed(declaration: &Declaration, paper: &DeclarationPaper, page: usize) -> Vec<Placed> {
    let mut sheet = Sheet { paper, placed: Vec::new() };
    if !paper.overprint {
        sheet.captions();
    }
    let count = pages(declaration.lines.len());
    for (id, text) in [
        ("shipper", declaration.shipper.as_str()),
        ("awb", &declaration.awb_number),
        ("page", &format!("{}/{count}", page + 1)),
        ("reference", &declaration.reference),
        ("consignee", &declaration.consignee),
        ("departure", &declaration.departure),
        ("destination", &declaration.destination),
        ("handling", &declaration.handling),
        ("signatory", &declaration.signatory),
        ("place_date", &declaration.place_and_date),
    ] {
        sheet.boxed(id, text);
    }
    let lines = declaration.lines.iter().skip(page * LINES_A_PAGE).take(LINES_A_PAGE);
    for (place, line) in (0u8..).zip(lines) {
        sheet.line(line, FIRST_LINE_Y + f32::from(place) * LINE_H);
    }
    if page + 1 < count {
        sheet.put("nature", NOTE, 7.0, NO_MORE, false);
    }
    sheet.placed
}

struct Sheet<'a> {
    paper: &'a DeclarationPaper,
    placed: Vec<Placed>,
}

/// Tenths of a millimetre as millimetres; offsets are small.
fn tenths(value: i64) -> f32 {
    i16::try_from(value.clamp(-2_000, 2_000)).map_or(0.0, f32::from) / 10.0
}

impl Sheet<'_> {
    fn put(&mut self, id: &'static str, (x, y): (f32, f32), size: f32, text: &str, caption: bool) {
        if !text.is_empty() {
            let (dx, dy) = (tenths(self.paper.offset_x), tenths(self.paper.offset_y));
            self.placed.push(Placed { id, x: x + dx, y: y + dy, size, text: text.to_owned(), caption });
        }
    }

    /// A text in a box, below the height its caption takes, from a size downwards.
    fn fill(&mut self, frame: &Frame, text: &str, (below, size): (f32, f32), caption: bool) {
        let (lines, size) = fit(text, frame.w - 2.0 * PAD, frame.h - below - 0.6, size);
        let step = size * LINE_MM_PER_POINT;
        for (place, line) in (1u8..).zip(lines) {
            let y = frame.y + below + f32::from(place) * step - 0.4;
            self.put(frame.id, (frame.x + PAD, y), size, &line, caption);
        }
    }

    fn boxed(&mut self, id: &str, text: &str) {
        if let Some(frame) = find(id) {
            self.fill(frame, text, (CAPTION_H, TEXT), false);
        }
    }

    fn captions(&mut self) {
        self.put("title", (layout::LEFT, layout::TITLE_Y), 13.0, TITLE, true);
        for frame in FRAMES.iter().chain(&COLUMNS).filter(|frame| !frame.caption.is_empty()) {
            let (lines, size) = fit(frame.caption, frame.w - 1.2, frame.h, CAPTION);
            for (place, line) in (0u8..).zip(lines) {
                self.put(frame.id, (frame.x + 0.8, frame.y + 2.3 + f32::from(place) * 2.2), size, &line, true);
            }
        }
        for (id, text, size) in [
            ("warning", WARNING, 7.5),
            ("certification", CERTIFICATION, 7.5),
            ("passenger", "PASSENGER AND CARGO AIRCRAFT", 8.0),
            ("freighter", "CARGO AIRCRAFT ONLY", 8.0),
            ("non_radioactive", "NON-RADIOACTIVE", 8.0),
            ("radioactive", "RADIOACTIVE", 8.0),
        ] {
            if let Some(frame) = find(id) {
                self.fill(frame, text, (CAPTION_H, size), true);
            }
        }
    }

    fn line(&mut self, line: &DeclarationLine, top: f32) {
        let cells = [
            &line.un_number,
            &line.name,
            &line.class,
            &line.packing_group,
            &line.quantity,
            &line.instruction,
            &line.authorization,
        ];
        for (frame, text) in COLUMNS.iter().zip(cells) {
            self.fill(&Frame { y: top, h: LINE_H, ..*frame }, text, (0.8, TEXT), false);
        }
    }
}

#[cfg(test)]
mod tests;
