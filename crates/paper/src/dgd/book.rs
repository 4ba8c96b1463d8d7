//! The declaration as a workbook.

use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatBorder, Workbook, XlsxError};

use super::lines::{self, FIELDS, Line};
use super::page::{self, CARGO_ONLY, Dgd, RADIOACTIVE};
use crate::order::Order;

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Widths of the columns of goods, in letters.
const WIDTHS: [f64; 7] = [12.0, 36.0, 18.0, 10.0, 30.0, 10.0, 18.0];

/// POST exportExcel/{id}.
pub(crate) fn export(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let (dgd, order, goods) = call.read(|conn| {
        let (dgd, order) = page::seen(conn, actor, id)?;
        Ok((dgd, order, lines::of(conn, actor.org_id, id)?))
    })?;
    let bytes = written(&dgd, &order, &goods).map_err(|error| Refusal::broken(format!("a declaration: {error}")))?;
    let name = format!("DGD_{}_{}.xlsx", order.number(), dgd.dgd_name);
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

fn written(dgd: &Dgd, order: &Order, goods: &[Line]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(&dgd.dgd_name)?;
    let (bold, boxed) = (Format::new().set_bold(), Format::new().set_border(FormatBorder::Thin).set_text_wrap());
    sheet.write_with_format(0, 0, "SHIPPER'S DECLARATION FOR DANGEROUS GOODS", &bold)?;
    let aircraft = if dgd.aircraft_type == CARGO_ONLY { "CARGO AIRCRAFT ONLY" } else { "PASSENGER AND CARGO AIRCRAFT" };
    let shipment = if dgd.shipment_type == RADIOACTIVE { "RADIOACTIVE" } else { "NON-RADIOACTIVE" };
    let facts: [(&str, &str); 11] = [
        ("AIR WAYBILL NO.", &order.awb_number),
        ("REFERENCE", &order.code),
        ("SHIPPER", &dgd.shipper_print),
        ("CONSIGNEE", &dgd.consignee_print),
        ("AIRPORT OF DEPARTURE", &dgd.departure_station_print),
        ("AIRPORT OF DESTINATION", &dgd.arrival_station_print),
        ("AIRCRAFT", aircraft),
        ("SHIPMENT TYPE", shipment),
        ("EMERGENCY CONTACT", &dgd.emergency_contact),
        ("EMERGENCY PHONE", &dgd.emergency_phone),
        ("HANDLING INFORMATION", &dgd.handling_info),
    ];
    for (row, (label, value)) in (2u32..).zip(facts) {
        sheet.write_with_format(row, 0, label, &bold)?;
        sheet.write(row, 1, value)?;
    }
    let head = 14u32;
    for (place, (field, width)) in (0u16..).zip(FIELDS.iter().zip(WIDTHS)) {
        sheet.write_with_format(head, place, field.en.to_uppercase(), &bold)?;
        sheet.set_column_width(place, width)?;
    }
    let mut last = head;
    for (row, line) in (head + 1..).zip(goods) {
        for (place, cell) in (0u16..).zip(line.cells()) {
            sheet.write_with_format(row, place, cell, &boxed)?;
        }
        last = row;
    }
    for (row, (label, value)) in (last + 2..)
        .zip([("NAME / TITLE OF SIGNATORY", &dgd.name_title_of_signatory), ("PLACE AND DATE", &dgd.place_and_date)])
    {
        sheet.write_with_format(row, 0, label, &bold)?;
        sheet.write(row, 1, value)?;
    }
    book.save_to_buffer()
}
