//! The air waybill: what stands in which box, on which copies.

use trade::address;
use trade::currency;
use trade::waybill_form::{Kind, Sums, WaybillForm, line_total, sums};

use crate::layout::{self, FIRST_LINE_Y, FRAMES, LINE_STEP, LOGO};
use crate::pdf::{self, Drawing};
use crate::sheet::{Picture, Seal};
use crate::stationery::Stationery;
use crate::text::{LINE_MM_PER_POINT, fit};

/// Size of what is filled in, in points.
const TEXT: f32 = 8.5;
/// Size of captions.
const CAPTION: f32 = 4.2;
/// Space between a box's edge and its text.
const PAD: f32 = 1.2;
/// Height captions take.
const CAPTION_H: f32 = 2.6;
/// Height of the room above a signature.
const ABOVE_H: f32 = 5.0;

const CONDITIONS: &str = "The goods described here are accepted in apparent good order for carriage, subject to the \
    carrier's conditions of contract. The carrier's liability is limited as the applicable convention says unless a higher \
    value is declared and paid for. 本运单项下货物按承运人运输条件承运。";
const COPIES_NOTE: &str = "Originals 1, 2 and 3 of this air waybill have the same validity. 正本1、2、3具有同等效力。";
const INSURANCE_NOTE: &str =
    "If the carrier offers insurance and it is requested, the amount to be insured stands in the box at the left.";
const CERTIFICATION: &str = "The shipper certifies that the particulars given are correct and that dangerous goods, if any, are \
    properly declared and packed.";

/// Why a paper could not be drawn.
#[derive(Debug)]
pub struct PrintError(pub String);

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PrintError {}

/// How the waybill is printed.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// Text only, for pre-printed paper.
    pub overprint: bool,
    /// Sheet of the pre-printed paper; forms that are drawn stand on A4.
    pub stationery: Stationery,
    /// Name and address for the issuing box; empty on the carrier's own paper.
    pub issued_by: String,
    /// Words at the foot, one page each.
    pub copies: Vec<String>,
    /// Shift to the right in tenths of a millimetre.
    pub offset_x: i64,
    /// Shift down in tenths of a millimetre.
    pub offset_y: i64,
    /// Marked as a draft across the page.
    pub draft: bool,
    /// Rates and amounts; else `AS AGREED`.
    pub show_rate: bool,
    /// Above the signature of the shipper or agent.
    pub shipper_text: String,
    /// Above the signature of the carrier or agent.
    pub carrier_text: String,
    /// Picture in the issuing box; none on pre-printed paper.
    pub logo: Option<Picture>,
    /// Seals and signatures on every page.
    pub seals: Vec<Seal>,
}

impl Paper {
    /// The sheet it is printed on.
    pub(crate) fn sheet(&self) -> Stationery {
        if self.overprint { self.stationery } else { Stationery::A4 }
    }

    /// How far right of and below its place on A4 everything of the form lies.
    pub(crate) fn moved(&self) -> (f32, f32) {
        let (right, down) = self.sheet().shift();
        (right + tenths(self.offset_x), down + tenths(self.offset_y))
    }
}

/// A piece of text on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Box it belongs to.
    pub id: &'static str,
    /// Left edge in millimetres.
    pub x: f32,
    /// Baseline in millimetres from the upper edge of the page.
    pub y: f32,
    /// Size in points.
    pub size: f32,
    /// The text.
    pub text: String,
    /// Printed on the form itself, not filled in.
    pub caption: bool,
}

/// The waybill as PDF, one page for each copy.
pub fn waybill(form: &WaybillForm, paper: &Paper) -> Result<Vec<u8>, PrintError> {
    waybills([(form, paper)])
}

/// Waybills one after the other in one PDF.
pub fn waybills<'a>(sheets: impl IntoIterator<Item = (&'a WaybillForm, &'a Paper)>) -> Result<Vec<u8>, PrintError> {
    let drawing = |(form, paper): (&'a WaybillForm, &'a Paper)| Drawing {
        placed: placed(form, paper),
        paper,
        number: &form.awb_number,
    };
    pdf::draw(sheets.into_iter().map(drawing))
}

/// Everything a page says, without the words of its copy.
pub fn placed(form: &WaybillForm, paper: &Paper) -> Vec<Placed> {
    let mut page = Page { paper, placed: Vec::new() };
    if !paper.overprint {
        page.captions();
    }
    let sums = sums(form);
    page.head(form);
    page.people(form);
    page.routing(form);
    page.terms(form);
    page.lines(form, &sums);
    page.sums(form, &sums);
    page.ends(form);
    page.placed
}

struct Page<'a> {
    paper: &'a Paper,
    placed: Vec<Placed>,
}

/// Tenths of a millimetre as millimetres; offsets are small.
pub(crate) fn tenths(value: i64) -> f32 {
    i16::try_from(value.clamp(-2_000, 2_000)).map_or(0.0, f32::from) / 10.0
}

impl Page<'_> {
    fn put(&mut self, id: &'static str, (x, y): (f32, f32), size: f32, text: &str, caption: bool) {
        if !text.is_empty() {
            let (dx, dy) = self.paper.moved();
            self.placed.push(Placed { id, x: x + dx, y: y + dy, size, text: text.to_owned(), caption });
        }
    }

    fn captions(&mut self) {
        for frame in FRAMES.iter().filter(|frame| !frame.caption.is_empty()) {
            let (lines, size) = fit(frame.caption, frame.w - 0.8, 4.2, CAPTION);
            for (place, line) in (0u8..).zip(lines) {
                let y = frame.y + 1.9 + f32::from(place) * 1.7;
                self.put(frame.id, (frame.x + 0.6, y), size, &line, true);
            }
        }
        for (id, text, size) in [
            ("conditions", CONDITIONS, 5.5),
            ("copies_note", COPIES_NOTE, 5.5),
            ("insurance_note", INSURANCE_NOTE, 5.5),
        ] {
            self.fill(id, text, size, 0.8, true);
        }
        if let Some(frame) = layout::find("certification") {
            let (lines, size) = fit(CERTIFICATION, frame.w - 2.0, 6.0, 5.5);
            for (place, line) in (0u8..).zip(lines) {
                self.put("certification", (frame.x + PAD, frame.y + 5.0 + f32::from(place) * 2.4), size, &line, true);
            }
        }
    }

    /// A text above the signature of a box, as large as its room allows.
    fn above(&mut self, id: &'static str, top: f32, text: &str) {
        let Some(frame) = layout::find(id) else { return };
        let (lines, size) = fit(text, frame.w - 2.0 * PAD, ABOVE_H, TEXT);
        for (place, line) in (1u8..).zip(lines) {
            let y = frame.y + top + f32::from(place) * size * LINE_MM_PER_POINT - 0.4;
            self.put(id, (frame.x + PAD, y), size, &line, false);
        }
    }

    /// Text in its box, below the caption.
    fn fill(&mut self, id: &'static str, text: &str, size: f32, top: f32, caption: bool) {
        let Some(frame) = layout::find(id) else { return };
        // The issuer's name leaves room for the logo beside it.
        let beside = if id == "issued_by" && self.paper.logo.is_some() { frame.x + frame.w - LOGO.0 } else { 0.0 };
        let (lines, size) = fit(text, frame.w - beside - 2.0 * PAD, frame.h - top, size);
        for (place, line) in (1u8..).zip(lines) {
            let y = frame.y + top + f32::from(place) * size * LINE_MM_PER_POINT - 0.4;
            self.put(id, (frame.x + PAD, y), size, &line, caption);
        }
    }

    fn boxed(&mut self, id: &'static str, text: &str) {
        let top =
            layout::find(id).map_or(CAPTION_H, |frame| if frame.caption.is_empty() { 1.2 } else { CAPTION_H + 0.9 });
        self.fill(id, text, TEXT, top, false);
    }

    fn head(&mut self, form: &WaybillForm) {
        let (prefix, serial) = form.awb_number.split_once('-').unwrap_or(("", &form.awb_number));
        self.boxed("prefix", prefix);
        self.boxed("departure_code", &form.departure_station);
        self.boxed("serial", serial);
        let number = match form.kind {
            Kind::Master => form.awb_number.clone(),
            Kind::House => form.hawb_number.clone(),
        };
        self.put("number_above", (168.0, 16.4), 11.0, &number, false);
        self.put("number_below", (168.0, 278.5), 11.0, &number, false);
        if form.kind == Kind::House {
            self.put("master_below", (107.0, 278.5), TEXT, &format!("MAWB {}", form.awb_number), false);
        }
    }

    fn people(&mut self, form: &WaybillForm) {
        for (id, party, account) in
            [("shipper", &form.shipper, "shipper_account"), ("consignee", &form.consignee, "consignee_account")]
        {
            // The first lines leave room for the account box beside the caption.
            let text = address::printed(party).join("\n");
            self.fill(id, &text, TEXT, 8.6, false);
            self.boxed(account, &party.account_no);
        }
        self.boxed("issued_by", &self.paper.issued_by.clone());
        let agent = format!("{}\n{}", form.issue_agent_name, form.issue_agent_city);
        self.boxed("agent", agent.trim());
        self.boxed("agent_iata", &form.agent_iata_code);
        self.boxed("agent_account", &form.account_no);
        self.boxed("accounting", &form.accounting_information);
    }

    fn routing(&mut self, form: &WaybillForm) {
        let pairs = [
            ("departure", &form.departure_station_name),
            ("to1", &form.to1),
            ("by1", &form.by1),
            ("to2", &form.to2),
            ("by2", &form.by2),
            ("to3", &form.to3),
            ("by3", &form.by3),
            ("destination", &form.arrival_station_name),
            ("reference", &form.reference_number),
            ("optional_info", &form.optional_shipping_info),
        ];
        for (id, text) in pairs {
            self.boxed(id, text);
        }
        for (id, flight, date) in
            [("flight1", &form.flight_number, &form.flight_date), ("flight2", &form.flight_number2, &form.flight_date2)]
        {
            let day = date.get(5..).unwrap_or_default();
            let text = if flight.is_empty() { String::new() } else { format!("{flight}/{day}") };
            self.boxed(id, text.trim_end_matches('/'));
        }
    }

    fn terms(&mut self, form: &WaybillForm) {
        self.boxed("currency", &form.currency);
        self.boxed("chgs", &form.chgs_code);
        for (prepaid, collect, pay) in
            [("weight_ppd", "weight_coll", &form.pay_method), ("other_ppd", "other_coll", &form.pay_method_other)]
        {
            match pay.as_str() {
                "PP" => self.boxed(prepaid, "X"),
                "CC" => self.boxed(collect, "X"),
                _ => {}
            }
        }
        self.boxed("declared_carriage", &form.declared_value_of_carriage);
        self.boxed("declared_customs", &form.declared_value_of_customs);
        let insured = if form.kind == Kind::House { &form.insurance_value } else { &form.insurance_amount };
        self.boxed("insurance", insured);
        let codes = form.special_handling_codes.join(" ");
        let notify = address::printed(&form.notify).join(" ");
        let notify = if notify.is_empty() { notify } else { format!("NOTIFY: {notify}") };
        let parts = [form.handling_information.as_str(), codes.as_str(), form.osi.as_str(), notify.as_str()];
        let text: Vec<&str> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
        self.boxed("handling", &text.join("\n"));
        self.boxed("sci", &form.sci);
    }

    fn lines(&mut self, form: &WaybillForm, sums: &Sums) {
        let agreed = !self.paper.show_rate;
        for (place, line) in (0u8..).zip(&form.lines) {
            let y = FIRST_LINE_Y + f32::from(place) * LINE_STEP;
            let total = if line.total.is_empty() {
                line_total(line, &form.currency).map(|total| currency::text(total, &form.currency)).unwrap_or_default()
            } else {
                line.total.clone()
            };
            let (rate, total) =
                if agreed { (String::new(), "AS AGREED".to_owned()) } else { (line.rate_charge.clone(), total) };
            let cells = [
                ("pieces", &line.pieces),
                ("gross", &line.gross_weight),
                ("unit", &line.weight_unit),
                ("class", &line.rate_class),
                ("commodity", &line.commodity_item_no),
                ("charge", &line.charge_weight),
                ("rate", &rate),
                ("total", &total),
            ];
            for (id, text) in cells {
                if let Some(frame) = layout::find(id) {
                    self.put(id, (frame.x + PAD, y), TEXT, text, false);
                }
            }
        }
        self.fill("goods", &goods(form), TEXT, FIRST_LINE_Y - 136.0 - TEXT * LINE_MM_PER_POINT + 0.4, false);
        self.boxed("total_pieces", &sums.pieces.to_string());
        self.boxed("total_gross", &sums.gross_weight.show(decimals(form)));
        self.boxed("total_freight", &if agreed { String::new() } else { currency::text(sums.freight, &form.currency) });
    }

    fn sums(&mut self, form: &WaybillForm, sums: &Sums) {
        let filled =
            |raw: kernel::Amount, code: &str| if raw.is_zero() { String::new() } else { currency::text(raw, code) };
        let amount = |raw| filled(raw, &form.currency);
        let there = |raw| filled(raw, &form.dest_currency);
        let columns = [
            (["pp_weight", "pp_valuation", "pp_tax", "pp_agent", "pp_carrier", "pp_total"], sums.prepaid),
            (["cc_weight", "cc_valuation", "cc_tax", "cc_agent", "cc_carrier", "cc_total"], sums.collect),
        ];
        for (ids, column) in columns {
            let values =
                [column.weight, column.valuation, column.tax, column.due_agent, column.due_carrier, column.total];
            for (id, value) in ids.into_iter().zip(values) {
                let hidden = !self.paper.show_rate && !value.is_zero();
                self.boxed(id, &if hidden { "AS AGREED".to_owned() } else { amount(value) });
            }
        }
        if !self.paper.show_rate {
            return;
        }
        let rate = format!("{} {}", form.dest_currency, form.exchange_rate);
        self.boxed("exchange", rate.trim());
        self.boxed("cc_dest", &sums.cc_in_dest_currency.map(there).unwrap_or_default());
        self.boxed("dest_charges", &form.charges_at_destination);
        self.boxed("total_collect", &sums.total_collect.map(there).unwrap_or_default());
        let charges: Vec<String> =
            form.charges.iter().map(|charge| format!("{}{}:{}", charge.code, charge.due, charge.amount)).collect();
        self.boxed("other_charges", &charges.join("  "));
    }

    fn ends(&mut self, form: &WaybillForm) {
        self.above("certification", 9.0, &self.paper.shipper_text);
        self.above("execution", 3.5, &self.paper.carrier_text);
        self.put("certification", (107.0, 249.5), TEXT, &form.shipper_signature, false);
        for (x, text) in [(107.0, &form.executed_on), (135.0, &form.place_of_issue), (163.0, &form.issuer)] {
            self.put("execution", (x, 266.0), TEXT, text, false);
        }
    }
}

/// Decimals of the weights as they stand in the lines: the total is written like them, `480.0` below `480.0`.
fn decimals(form: &WaybillForm) -> u32 {
    let of = |line: &trade::waybill_form::RateLine| line.gross_weight.split_once('.').map_or(0, |(_, rest)| rest.len());
    form.lines.iter().map(of).max().and_then(|most| u32::try_from(most).ok()).unwrap_or_default()
}

/// Nature and quantity: names, dimensions, volume, HS codes, marks.
fn goods(form: &WaybillForm) -> String {
    let mut lines: Vec<String> =
        form.lines.iter().map(|line| line.goods_name_en.clone()).filter(|name| !name.is_empty()).collect();
    for size in &form.sizes {
        lines.push(format!("DIMS {}*{}*{} CM/{}", size.length, size.width, size.height, size.pieces));
    }
    let volumes: Vec<&str> = form.lines.iter().map(|line| line.volume.as_str()).filter(|v| !v.is_empty()).collect();
    lines.extend(volumes.iter().map(|volume| format!("VOL {volume} CBM")));
    let slac: Vec<&str> = form.lines.iter().map(|line| line.slac.as_str()).filter(|s| !s.is_empty()).collect();
    lines.extend(slac.iter().map(|count| format!("SLAC {count}")));
    let codes: Vec<&str> = form.lines.iter().flat_map(|line| line.hs_codes.iter().map(String::as_str)).collect();
    if !codes.is_empty() {
        lines.push(format!("HS {}", codes.join(" ")));
    }
    if !form.shipping_marks.is_empty() {
        lines.push(form.shipping_marks.clone());
    }
    lines.join("\n")
}

mod unfit;

pub use unfit::unfit;

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;
