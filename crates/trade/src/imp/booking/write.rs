//! Writing of FFR and FFA.

use super::Booking;
use crate::imp::cursor::MONTHS;
use crate::imp::fwb::write_agent_as;
use crate::imp::parts::{write_codes, write_office, write_pieces, write_shipment, write_texts, write_weight};
use crate::imp::party::{self, Shape};
use crate::imp::written::{Letters, Writer, Written};

/// Most lines of special service requests and of other service information.
const TEXT_LINES_MAX: usize = 2;
/// Most load units of a line.
const UNITS_OF_LINE: usize = 3;

/// Writes a message in the standard order; what does not fit is marked. Reading it gives equal values.
pub fn compose(booking: &Booking) -> Written {
    let mut out = Writer::default();
    out.line(&format!("{}/{}", booking.kind.name(), booking.version));
    out.line("");
    let share = if booking.pieces_total.is_some() { 'P' } else { 'T' };
    write_shipment(&mut out, "shipment", &booking.shipment, share, booking.pieces_total);
    if !booking.description.is_empty() {
        out.fixed("/");
        out.put("description", &booking.description, Letters::Text, 15);
    }
    if !booking.handling.is_empty() {
        out.line("");
        write_codes(&mut out, "handling", &booking.handling, 9);
    }
    write_flights(&mut out, booking);
    write_units(&mut out, booking);
    write_texts(&mut out, "SSR", "requests", &booking.requests, TEXT_LINES_MAX);
    write_texts(&mut out, "OSI", "information", &booking.information, TEXT_LINES_MAX);
    if let Some(office) = &booking.office {
        write_office(&mut out, "office", office);
    }
    write_dimensions(&mut out, booking);
    write_passed_on(&mut out, "PID/", "product", &booking.product);
    for (identifier, name, address) in [("SHP", "shipper", &booking.shipper), ("CNE", "consignee", &booking.consignee)]
    {
        if let Some(address) = address {
            party::write(&mut out, identifier, name, address, Shape::Named);
        }
    }
    if let Some(customer) = &booking.customer {
        write_agent_as(&mut out, "CUS", "customer", customer);
    }
    write_passed_on(&mut out, "SRI/", "reference", &booking.reference);
    for (place, identifier) in booking.removed.iter().enumerate() {
        out.line("");
        out.put(format!("removed.{place}"), identifier, Letters::Alpha, 3);
    }
    for (place, line) in booking.unknown.iter().enumerate() {
        out.line("");
        out.number(format!("unknown.{place}"), line, Letters::Any, crate::imp::LINE_LENGTH_MAX);
    }
    out.done()
}

fn write_flights(out: &mut Writer, booking: &Booking) {
    for (place, flight) in booking.flights.iter().enumerate() {
        let field = |name: &str| format!("flights.{place}.{name}");
        let month = usize::try_from(i32::from(flight.month) - 1).ok().and_then(|month| MONTHS.get(month)).copied();
        out.line("");
        out.put(field("flight"), &flight.flight, Letters::Mixed, 7);
        out.fixed("/");
        out.put(field("day"), &format!("{:02}{}", flight.day, month.unwrap_or_default()), Letters::Mixed, 5);
        out.fixed("/");
        out.put(field("from"), &flight.from, Letters::Alpha, 3);
        out.put(field("to"), &flight.to, Letters::Alpha, 3);
        out.fixed("/");
        out.put(field("allocation"), &flight.allocation, Letters::Alpha, 2);
        if !flight.allotment.is_empty() {
            out.fixed("/");
            out.put(field("allotment"), &flight.allotment, Letters::Mixed, 14);
        }
    }
}

fn write_units(out: &mut Writer, booking: &Booking) {
    for (place, unit) in booking.units.iter().enumerate() {
        let field = |name: &str| format!("units.{place}.{name}");
        if place == 0 {
            out.line(&format!("ULD/{}", booking.units.len()));
        } else if place % UNITS_OF_LINE == 0 {
            out.line("");
        }
        out.fixed("/");
        out.put(field("unit"), &unit.unit, Letters::Mixed, 10);
        if !unit.loading.is_empty() {
            out.fixed("-");
            out.put(field("loading"), &unit.loading, Letters::Alpha, 1);
        }
        out.fixed("/K");
        write_weight(out, &field("weight"), unit.weight);
    }
}

fn write_dimensions(out: &mut Writer, booking: &Booking) {
    for (place, size) in booking.dimensions.iter().enumerate() {
        let field = format!("dimensions.{place}");
        out.line(if place == 0 { "DIM/" } else { "/" });
        if let Some(weight) = size.weight {
            out.fixed("K");
            write_weight(out, &field, weight);
        }
        out.fixed("/CMT");
        for (place, side) in size.sides.iter().enumerate() {
            out.fixed(if place == 0 { "" } else { "-" });
            out.number(&field, &side.to_string(), Letters::Digits, 5);
        }
        out.fixed("/");
        write_pieces(out, &field, size.pieces);
    }
}

/// What stands behind an identifier as it came.
fn write_passed_on(out: &mut Writer, begin: &str, field: &str, text: &str) {
    if !text.is_empty() {
        out.line(begin);
        out.put(field, text, Letters::Any, 60);
    }
}
