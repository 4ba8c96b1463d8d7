//! Writing of an FHL.

use super::{Fhl, House, NAMED_SINCE};
use crate::imp::parts::{
    write_codes, write_customs, write_pieces, write_shipment, write_texts, write_values, write_weight,
};
use crate::imp::party::{self, Shape};
use crate::imp::written::{Letters, MESSAGE_LENGTH_MAX, Writer, Written};

/// Most lines of text, of HS codes, and special handling codes.
const NINE: usize = 9;

/// Writes a message in the standard order; what does not fit is marked. Reading it gives equal values.
pub fn compose(fhl: &Fhl) -> Written {
    let mut out = Writer::default();
    out.line(&format!("FHL/{}", fhl.version));
    out.line("MBI/");
    write_shipment(&mut out, "master", &fhl.master, 'T', None);
    let shape = if fhl.version >= NAMED_SINCE { Shape::Named } else { Shape::Headed };
    for (place, house) in fhl.houses.iter().enumerate() {
        write_house(&mut out, &format!("houses.{place}"), house, shape);
    }
    for (place, line) in fhl.unknown.iter().enumerate() {
        out.line("");
        out.number(format!("unknown.{place}"), line, Letters::Any, crate::imp::LINE_LENGTH_MAX);
    }
    out.done()
}

/// Messages of as many houses each as one may hold; a house that fills more than one stays alone.
pub fn split(fhl: &Fhl) -> Vec<Fhl> {
    let mut parts: Vec<Fhl> = Vec::new();
    for house in &fhl.houses {
        if let Some(part) = parts.last_mut() {
            part.houses.push(house.clone());
            if compose(part).text().len() <= MESSAGE_LENGTH_MAX {
                continue;
            }
            part.houses.pop();
        }
        let alone = Fhl { houses: vec![house.clone()], unknown: Vec::new(), flags: Vec::new(), ..fhl.clone() };
        parts.push(alone);
    }
    if let Some(last) = parts.last_mut() {
        last.unknown.clone_from(&fhl.unknown);
    }
    parts
}

fn write_house(out: &mut Writer, prefix: &str, house: &House, shape: Shape) {
    let field = |name: &str| format!("{prefix}.{name}");
    out.line("HBS/");
    out.put(field("number"), &house.number, Letters::Mixed, 12);
    out.fixed("/");
    out.put(field("origin"), &house.origin, Letters::Alpha, 3);
    out.put(field("destination"), &house.destination, Letters::Alpha, 3);
    out.fixed("/");
    write_pieces(out, &field("pieces"), house.pieces);
    out.fixed("/K");
    write_weight(out, &field("weight"), house.weight);
    out.fixed("/");
    if let Some(slac) = house.slac {
        out.number(field("slac"), &slac.to_string(), Letters::Digits, 5);
    }
    out.fixed("/");
    out.put(field("description"), &house.description, Letters::Text, 15);
    if !house.handling.is_empty() {
        out.line("");
        write_codes(out, &field("handling"), &house.handling, NINE);
    }
    write_texts(out, "TXT", &field("text"), &house.text, NINE);
    write_hs(out, &field("hs"), &house.hs);
    write_customs(out, &field("customs"), &house.customs);
    for (identifier, name, address) in [("SHP", "shipper", &house.shipper), ("CNE", "consignee", &house.consignee)] {
        if let Some(address) = address {
            party::write(out, identifier, &field(name), address, shape);
        }
    }
    if let Some(values) = &house.values {
        write_values(out, &field("values"), values, false);
    }
}

fn write_hs(out: &mut Writer, prefix: &str, codes: &[String]) {
    for (place, code) in codes.iter().enumerate() {
        out.line(if place == 0 { "HTS/" } else { "/" });
        out.put(format!("{prefix}.{place}"), code, Letters::Mixed, 18);
        if place >= NINE {
            out.leave_out();
        }
    }
}
