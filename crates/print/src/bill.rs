//! The liner bill of lading: what stands in which box, on which copies; what a page has no room for follows on an
//! attached list. Or its words alone, for pre-printed paper.

mod attached;
mod draw;
mod layout;

use trade::bill::{AS_ARRANGED, BillForm, SEAWAY, block, body_lines, container_line, count_words, marks_lines};

use crate::font::width_mm;
use crate::layout::Frame;
use crate::sheet::{Picture, Seal};
use crate::text::{LINE_MM_PER_POINT, fit};
use crate::waybill::{Placed, PrintError, tenths};
use layout::{COLUMNS, FRAMES, find};

/// Size of what is filled in, in points.
const TEXT: f32 = 8.0;
/// Size of captions.
const CAPTION: f32 = 4.8;
/// Space between a box's edge and its text.
const PAD: f32 = 1.2;
/// Height a caption takes.
const CAPTION_H: f32 = 3.2;
/// Lines of marks and of the description on the face.
const GOODS_LINES: usize = 22;
/// Boxes on the face, in two columns.
const BOXES: usize = 12;
/// Rows of freight on the face.
const FREIGHT_LINES: usize = 8;
/// What stands where the face has no more room.
const ATTACHED: &str = "AS PER ATTACHED LIST";

const RECEIVED: &str = "Received by the carrier in apparent good order and condition, unless noted otherwise, the goods or \
    the packages said to contain the goods named here, for carriage from the place of receipt or port of loading to the \
    port of discharge or place of delivery, subject to the carrier's terms of carriage. One of the originals being \
    accomplished, the others are void.";

/// How a bill is printed.
#[derive(Debug, Clone, Default)]
pub struct BillPaper {
    /// Words only, for pre-printed paper.
    pub overprint: bool,
    /// Shift to the right in tenths of a millimetre.
    pub offset_x: i64,
    /// Shift down in tenths of a millimetre.
    pub offset_y: i64,
    /// Freight as it stands in the form; else `AS ARRANGED`.
    pub show_charge: bool,
    /// Whose bill it is, above the boxes.
    pub carrier: String,
    /// Picture beside the name; none on pre-printed paper.
    pub logo: Option<Picture>,
    /// Above the signature.
    pub sign_text: String,
    /// Seals and signatures on the face.
    pub seals: Vec<Seal>,
    /// One set of pages each.
    pub copies: Vec<BillCopy>,
}

impl BillPaper {
    /// How far right of and below its place everything on the face lies.
    pub(crate) fn moved(&self) -> (f32, f32) {
        (tenths(self.offset_x), tenths(self.offset_y))
    }
}

/// A copy of the bill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillCopy {
    /// Words at the foot, as `ORIGINAL 1/3`.
    pub words: String,
    /// Across the page; empty for nothing.
    pub mark: String,
}

/// The bill as PDF: each copy with its face and its attached lists.
pub fn bill(form: &BillForm, paper: &BillPaper) -> Result<Vec<u8>, PrintError> {
    let (face, left) = face(form, paper);
    let mut pages = vec![face];
    pages.extend(attached::pages(&form.number, &left, paper));
    draw::draw(&pages, paper)
}

/// A heading of the attached list with the lines below it.
type Left = (&'static str, Vec<String>);

/// Everything the face says, and what it has no room for.
fn face(form: &BillForm, paper: &BillPaper) -> (Vec<Placed>, Vec<Left>) {
    let mut face = Face { paper, placed: Vec::new(), left: Vec::new() };
    if !paper.overprint {
        face.captions(form);
    }
    face.people(form);
    face.routing(form);
    face.goods(form);
    face.freight(form);
    face.signing(form);
    (face.placed, face.left)
}

struct Face<'a> {
    paper: &'a BillPaper,
    placed: Vec<Placed>,
    left: Vec<Left>,
}

impl Face<'_> {
    fn put(&mut self, id: &'static str, (x, y): (f32, f32), size: f32, text: &str, caption: bool) {
        if !text.is_empty() {
            let (dx, dy) = self.paper.moved();
            self.placed.push(Placed { id, x: x + dx, y: y + dy, size, text: text.to_owned(), caption });
        }
    }

    /// Lines in a box: all of them, as large as its room allows.
    fn lines(&mut self, frame: &Frame, top: f32, lines: &[String]) {
        let count = f32::from(u16::try_from(lines.len().max(1)).unwrap_or(u16::MAX));
        let size = TEXT.min((frame.h - top - 0.6) / count / LINE_MM_PER_POINT);
        for (place, line) in (1u16..).zip(lines) {
            let y = frame.y + top + f32::from(place) * size * LINE_MM_PER_POINT - 0.4;
            self.put(frame.id, (frame.x + PAD, y), narrowed(line, frame.w - 2.0 * PAD, size), line, false);
        }
    }

    fn boxed(&mut self, id: &str, lines: &[String]) {
        if let Some(frame) = find(id) {
            self.lines(frame, CAPTION_H, lines);
        }
    }

    fn captions(&mut self, form: &BillForm) {
        let title = if form.issue_type == SEAWAY { "SEA WAYBILL" } else { "BILL OF LADING" };
        self.put("title", (130.0, layout::TITLE_Y), 15.0, title, true);
        let beside = if self.paper.logo.is_some() { layout::LOGO.0 + layout::LOGO.2 + 2.0 } else { layout::LEFT };
        let carrier = self.paper.carrier.lines().next().unwrap_or_default().to_uppercase();
        self.put("carrier", (beside, layout::TITLE_Y), narrowed(&carrier, 128.0 - beside, 12.0), &carrier, true);
        for frame in FRAMES.iter().chain(&COLUMNS).filter(|frame| !frame.caption.is_empty()) {
            let (lines, size) = fit(frame.caption, frame.w - 1.2, CAPTION_H, CAPTION);
            for (place, line) in (0u8..).zip(lines) {
                self.put(frame.id, (frame.x + 0.8, frame.y + 2.2 + f32::from(place) * 1.9), size, &line, true);
            }
        }
        if let Some(frame) = find("received") {
            let (lines, size) = fit(RECEIVED, frame.w - 2.0 * PAD, frame.h - 1.0, 6.5);
            for (place, line) in (1u8..).zip(lines) {
                let y = frame.y + f32::from(place) * size * LINE_MM_PER_POINT + 0.3;
                self.put("received", (frame.x + PAD, y), size, &line, true);
            }
        }
    }

    fn people(&mut self, form: &BillForm) {
        self.boxed("number", std::slice::from_ref(&form.number));
        self.boxed("booking", &upper(&form.booking_no));
        let mut references = upper(&form.export_references);
        for (label, text) in [("CONTRACT NO. ", &form.contract_no), ("INVOICE NO. ", &form.invoice_no)] {
            references.extend((!text.is_empty()).then(|| format!("{label}{}", text.to_uppercase())));
        }
        self.boxed("references", &references);
        for (id, party) in [
            ("shipper", &form.shipper),
            ("consignee", &form.consignee),
            ("notify", &form.notify),
            ("notify2", &form.notify2),
        ] {
            self.boxed(id, &block(party));
        }
        self.boxed("forwarding_agent", &upper(&form.forwarding_agent));
        self.boxed("delivery_agent", &upper(&form.delivery_agent));
    }

    fn routing(&mut self, form: &BillForm) {
        let vessel = format!("{} / {}", form.vessel.trim(), form.voyage.trim());
        for (id, text) in [
            ("pre_carriage", form.pre_carriage.as_str()),
            ("receipt", &form.place_of_receipt),
            ("vessel", vessel.trim_matches([' ', '/'])),
            ("loading", &form.port_of_loading),
            ("discharge", &form.port_of_discharge),
            ("delivery", &form.place_of_delivery),
            ("transhipment", &form.transhipment),
            ("final", &form.final_destination),
        ] {
            self.boxed(id, &upper(text));
        }
    }

    /// As many lines as there is room for; the rest is left for the attached list, and the face says so.
    fn shown(&mut self, heading: &'static str, mut lines: Vec<String>, room: usize) -> Vec<String> {
        if lines.len() > room {
            let rest = lines.split_off(room.saturating_sub(1));
            lines.push(ATTACHED.to_owned());
            self.left.push((heading, rest));
        }
        lines
    }

    fn goods(&mut self, form: &BillForm) {
        let marks = self.shown("MARKS AND NUMBERS", marks_lines(form), GOODS_LINES);
        let body = self.shown("DESCRIPTION OF GOODS", body_lines(form), GOODS_LINES);
        let unit = |figure: &str, unit: &str| {
            if figure.is_empty() { Vec::new() } else { vec![format!("{figure} {unit}")] }
        };
        let mut packages = upper(&form.pieces);
        packages.extend(upper(&form.package_kind));
        let columns = [marks, packages, body, unit(&form.gross_weight, "KGS"), unit(&form.volume, "CBM")];
        for (frame, lines) in COLUMNS.iter().zip(columns) {
            for (place, line) in (0u8..).zip(&lines) {
                let y = layout::FIRST_LINE_Y + f32::from(place) * layout::LINE_STEP;
                self.put(frame.id, (frame.x + PAD, y), narrowed(line, frame.w - 2.0 * PAD, TEXT), line, false);
            }
        }
        let boxes = form.containers.iter().map(|each| container_line(each, &form.package_kind)).collect();
        let boxes: Vec<String> = self.shown("CONTAINERS", boxes, BOXES);
        let Some(frame) = find("containers") else { return };
        let half = frame.w / 2.0;
        for (column, lines) in (0u8..).zip(boxes.chunks(BOXES / 2)) {
            for (place, line) in (0u8..).zip(lines) {
                let x = frame.x + PAD + f32::from(column) * half;
                let y = frame.y + CAPTION_H + (f32::from(place) + 1.0) * layout::LINE_STEP - 0.4;
                self.put(frame.id, (x, y), narrowed(line, half - 2.0 * PAD, TEXT), line, false);
            }
        }
        self.boxed("total", &upper(&form.total_in_words));
    }

    fn freight(&mut self, form: &BillForm) {
        let mut lines = Vec::new();
        if self.paper.show_charge {
            lines.extend(upper(&form.freight_text));
            lines.extend(form.charges.iter().map(charge_line));
            let value = &form.declared_value;
            lines.extend((!value.is_empty()).then(|| format!("DECLARED VALUE {value}")));
        } else {
            lines.push(AS_ARRANGED.to_owned());
        }
        let lines = self.shown("FREIGHT AND CHARGES", lines, FREIGHT_LINES);
        self.boxed("freight", &lines);
        self.boxed("payable", &upper(&form.payable_at));
    }

    fn signing(&mut self, form: &BillForm) {
        let originals = form.originals.parse().map(count_words).unwrap_or_default();
        self.boxed("originals", &[originals]);
        self.boxed("on_board", std::slice::from_ref(&form.on_board_date));
        let issued = format!("{} {}", form.place_of_issue, form.issue_date).trim().to_uppercase();
        self.boxed("issued", &[issued]);
        let mut lines = upper(&self.paper.sign_text);
        let carrier = form.carrier_name.as_str();
        let signed = match form.sign_as.as_str() {
            "CARRIER" => format!("{carrier}\nAS CARRIER"),
            "CARRIER_AGENT" => format!("{}\nAS AGENT FOR THE CARRIER\n{carrier}", form.issuer),
            "AGENT" => format!("{}\nAS SIGNING AGENT FOR THE CARRIER\n{carrier}", form.issuer),
            _ => String::new(),
        };
        lines.extend(upper(&signed));
        self.boxed("signed", &lines);
    }
}

/// A row of freight in words.
fn charge_line(charge: &trade::bill::BillCharge) -> String {
    let with = |label: &str, amount: &str| {
        if amount.is_empty() { String::new() } else { format!("{label}{} {amount}", charge.currency) }
    };
    let per = if charge.per.is_empty() { String::new() } else { format!("/ {}", charge.per) };
    let parts = [
        charge.item.clone(),
        with("", &charge.rate),
        per,
        with("PREPAID ", &charge.prepaid),
        with("COLLECT ", &charge.collect),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ").to_uppercase()
}

fn upper(text: &str) -> Vec<String> {
    if text.trim().is_empty() { Vec::new() } else { text.lines().map(|line| line.trim_end().to_uppercase()).collect() }
}

/// The size at which a line is no wider than its room.
fn narrowed(line: &str, width: f32, size: f32) -> f32 {
    let own = width_mm(line, size);
    if own > width { size * width / own } else { size }
}

#[cfg(test)]
mod tests;
