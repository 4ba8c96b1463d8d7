//! A bill beside the order it is made from.

use kernel::{Findings, Volume, Weight};

use super::check::messages as m;
use super::{BillForm, ON_BOARD};
use crate::cargo::{Mark, compare_pieces, compare_volume, compare_weight};

/// What the order says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// English name of the port of loading; empty when it has none.
    pub loading: String,
    /// English name of the port of discharge.
    pub discharge: String,
    /// Two-letter country of the port of discharge.
    pub destination: String,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
    /// Numbers of its boxes; none known yet when empty.
    pub boxes: Vec<String>,
    /// Day the vessel left, by the business clock.
    pub departed_on: Option<String>,
    /// The number the order has for this kind of bill; empty for none.
    pub number: String,
}

/// What differs. Wrong days and foreign boxes are errors; ports and figures are asked about, with a word of the
/// figures that differ.
pub fn against(form: &BillForm, expected: &Expected) -> (Findings, Vec<Differs>) {
    let mut found = Findings::new();
    for (field, text, port) in [
        ("portOfLoading", &form.port_of_loading, &expected.loading),
        ("portOfDischarge", &form.port_of_discharge, &expected.discharge),
    ] {
        let begins = text.trim().to_uppercase().starts_with(&port.trim().to_uppercase());
        if !text.trim().is_empty() && !begins {
            found.confirm(field, m::PORT.text());
        }
    }
    if !form.number.is_empty() && !expected.number.is_empty() && form.number != expected.number {
        found.warning("number", m::NUMBER_ORDER.with(&[("n", &expected.number)]));
    }
    for (place, container) in form.containers.iter().enumerate() {
        let number = &container.container_no;
        if !number.is_empty() && !expected.boxes.is_empty() && !expected.boxes.contains(number) {
            found.error(format!("containers.{place}.containerNo"), m::FOREIGN_BOX.with(&[("n", number)]));
        }
    }
    if let Some(day) = &expected.departed_on
        && form.bill_type == ON_BOARD
        && !form.on_board_date.is_empty()
        && form.on_board_date != *day
    {
        found.error("onBoardDate", m::ON_BOARD_DAY.text());
    }
    destination(form, &expected.destination, &mut found);
    (found, figures(form, expected))
}

/// A figure that differs, in Chinese and in English.
pub type Differs = (String, String);

fn figures(form: &BillForm, expected: &Expected) -> Vec<Differs> {
    let mut what = Vec::new();
    let mut differs = |(zh, en): (&str, &str), own: String, order: String| {
        what.push((format!("{zh} {own} / 订单 {order}"), format!("{en} {own} / order {order}")));
    };
    if let (Ok(own), Some(order)) = (form.pieces.parse::<i64>(), expected.pieces)
        && compare_pieces(Some(order), Some(own)) == Mark::Outside
    {
        differs(("件数", "pieces"), own.to_string(), order.to_string());
    }
    if let (Ok(own), Some(order)) = (form.gross_weight.parse::<Weight>(), expected.weight)
        && compare_weight(Some(order), Some(own)) == Mark::Outside
    {
        differs(("毛重", "gross weight"), own.show(3), order.show(3));
    }
    if let (Ok(own), Some(order)) = (form.volume.parse::<Volume>(), expected.volume)
        && compare_volume(Some(order), Some(own)) == Mark::Outside
    {
        differs(("体积", "measurement"), own.show(3), order.show(3));
    }
    what
}

/// What customs of the destination want to read on a bill: told, in nobody's way.
fn destination(form: &BillForm, country: &str, found: &mut Findings) {
    let wanted =
        matches!(country, "US" | "CA" | "JP") || crate::address::COUNTRIES.iter().any(|(code, _)| *code == country);
    if !wanted {
        return;
    }
    let told = |message: kernel::Msg| message.with(&[("country", country)]);
    if form.hs_codes.is_empty() {
        found.warning("hsCodes", told(m::WANTS_HS));
    }
    if super::is_to_order(&form.consignee) {
        return;
    }
    if form.consignee.sc_code.trim().is_empty() {
        found.warning("consignee.scCode", told(m::WANTS_CODE));
    }
    if form.consignee.post_code.trim().is_empty() {
        found.warning("consignee.postCode", told(m::WANTS_POST));
    }
}
