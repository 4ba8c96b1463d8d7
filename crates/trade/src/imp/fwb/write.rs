//! Writing of an FWB.

use super::{Agent, Charge, Column, DestinationCharges, Detail, Fwb, Rate};
use crate::imp::cursor::MONTHS;
use crate::imp::parts::{
    price_text, weight_text, write_amount, write_codes, write_customs, write_office, write_pieces, write_shipment,
    write_texts, write_values, write_volume, write_weight,
};
use crate::imp::party::{self, Shape};
use crate::imp::value::Issue;
use crate::imp::written::{Letters, Writer, Written};

/// Most lines of rates and goods.
pub(super) const RATE_LINES_MAX: usize = 12;
/// Most other charges of a line.
const CHARGES_OF_LINE: usize = 3;
/// Most lines of special service requests and of other service information.
const TEXT_LINES_MAX: usize = 3;
/// The first version whose parties have named lines.
const NAMED_SINCE: u8 = 17;

/// Writes a message in the standard order; what does not fit is marked. Reading it gives equal values.
pub fn compose(fwb: &Fwb) -> Written {
    let mut out = Writer::default();
    out.line(&format!("FWB/{}", fwb.version));
    out.line("");
    write_shipment(&mut out, "shipment", &fwb.shipment, 'T', None);
    write_movements(&mut out, fwb);
    write_parties(&mut out, fwb);
    write_values(&mut out, "values", &fwb.values, true);
    let currency = fwb.values.currency.as_str();
    write_rates(&mut out, &fwb.rates, currency);
    write_charges(&mut out, &fwb.charges, currency);
    write_column(&mut out, ("PPD", "prepaid"), fwb.prepaid, currency);
    write_column(&mut out, ("COL", "collect"), fwb.collect, currency);
    write_ends(&mut out, fwb);
    out.done()
}

fn write_movements(out: &mut Writer, fwb: &Fwb) {
    if !fwb.flights.is_empty() {
        out.line("FLT");
    }
    for (place, movement) in fwb.flights.iter().enumerate() {
        let spans = out.spans();
        out.fixed("/");
        let sound = crate::imp::cursor::is_flight(&movement.flight);
        let letters = if sound { Letters::Mixed } else { Letters::Alpha };
        out.put(format!("flights.{place}.flight"), &movement.flight, letters, 7);
        out.fixed("/");
        out.number(format!("flights.{place}.day"), &format!("{:02}", movement.day), Letters::Digits, 2);
        if place >= 2 {
            out.leave_out_from(spans);
        }
    }
    if !fwb.routing.is_empty() {
        out.line("RTG");
    }
    for (place, (to, by)) in fwb.routing.iter().enumerate() {
        let spans = out.spans();
        out.fixed("/");
        out.put(format!("routing.{place}.to"), to, Letters::Alpha, 3);
        out.put(format!("routing.{place}.by"), by, Letters::Mixed, 2);
        if place >= 3 {
            out.leave_out_from(spans);
        }
    }
}

fn write_parties(out: &mut Writer, fwb: &Fwb) {
    let shape = if fwb.version >= NAMED_SINCE { Shape::Named } else { Shape::Ordered };
    party::write(out, "SHP", "shipper", &fwb.shipper, shape);
    party::write(out, "CNE", "consignee", &fwb.consignee, shape);
    if let Some(agent) = &fwb.agent {
        write_agent_as(out, "AGT", "agent", agent);
    }
    write_texts(out, "SSR", "requests", &fwb.requests, TEXT_LINES_MAX);
    if let Some(notify) = &fwb.notify {
        party::write(out, "NFY", "notify", notify, shape);
    }
    for (place, told) in fwb.accounting.iter().enumerate() {
        out.line(if place == 0 { "ACC/" } else { "/" });
        out.put(format!("accounting.{place}.code"), &told.code, Letters::Alpha, 3);
        out.fixed("/");
        out.put(format!("accounting.{place}.text"), &told.text, Letters::Text, 34);
        if place >= 6 {
            out.leave_out();
        }
    }
}

/// An agent's block, under whatever identifier a message has it.
pub(crate) fn write_agent_as(out: &mut Writer, identifier: &str, prefix: &str, agent: &Agent) {
    let field = |name: &str| format!("{prefix}.{name}");
    out.line(identifier);
    out.fixed("/");
    out.put(field("account"), &agent.account, Letters::Text, 14);
    out.fixed("/");
    out.put(field("iata"), &agent.iata, Letters::Digits, 7);
    if !agent.cass.is_empty() || !agent.participant.is_empty() {
        out.fixed("/");
        out.put(field("cass"), &agent.cass, Letters::Digits, 4);
    }
    if !agent.participant.is_empty() {
        out.fixed("/");
        out.put(field("participant"), &agent.participant, Letters::Mixed, 3);
    }
    out.line("/");
    out.put(field("name"), &agent.name, Letters::Text, 35);
    out.line("/");
    out.put(field("place"), &agent.place, Letters::Text, 17);
}

/// Every rate line has a number; its first description shares it, the others have their own.
fn write_rates(out: &mut Writer, rates: &[Rate], currency: &str) {
    let mut number = 0;
    for (place, rate) in rates.iter().enumerate() {
        number += 1;
        out.line(if place == 0 { "RTD" } else { "" });
        out.fixed(&format!("/{number}"));
        let before = out.spans();
        write_rate(out, place, rate, currency);
        let mut same_line = out.spans() == before;
        leave_out_beyond(out, number);
        for (below, detail) in rate.details.iter().enumerate() {
            if below > 0 {
                number += 1;
            }
            if !std::mem::take(&mut same_line) {
                out.line("");
                if below > 0 {
                    out.fixed(&format!("/{number}"));
                }
            }
            write_detail(out, &format!("rates.{place}.details.{below}"), detail);
            leave_out_beyond(out, number);
        }
    }
}

fn leave_out_beyond(out: &mut Writer, number: usize) {
    if number > RATE_LINES_MAX {
        out.leave_out();
    }
}

fn write_rate(out: &mut Writer, place: usize, rate: &Rate, currency: &str) {
    let field = |name: &str| format!("rates.{place}.{name}");
    if let Some(pieces) = rate.pieces {
        out.fixed("/P");
        write_pieces(out, &field("pieces"), pieces);
    }
    if !rate.point.is_empty() {
        out.fixed("/P");
        out.put(field("point"), &rate.point, Letters::Alpha, 3);
    }
    if let Some(weight) = rate.weight {
        out.fixed("/K");
        write_weight(out, &field("weight"), weight);
    }
    if !rate.class.is_empty() {
        out.fixed("/C");
        out.put(field("class"), &rate.class, Letters::Alpha, 1);
    }
    if !rate.commodity.is_empty() {
        out.fixed("/S");
        out.put(field("commodity"), &rate.commodity, Letters::Mixed, 7);
    }
    if let Some(weight) = rate.chargeable {
        out.fixed("/W");
        out.number(field("chargeable"), &weight_text(weight), Letters::Decimal, 7);
    }
    if let Some(price) = rate.rate {
        out.fixed("/R");
        out.number(field("rate"), &price_text(price), Letters::Decimal, 8);
    }
    if let Some(total) = rate.total {
        out.fixed("/T");
        write_amount(out, &field("total"), total, (12, currency));
    }
}

fn write_detail(out: &mut Writer, field: &str, detail: &Detail) {
    match detail {
        Detail::Goods(text) => text_detail(out, field, "/NG/", text, Letters::Text, 20),
        Detail::Consolidation(text) => text_detail(out, field, "/NC/", text, Letters::Text, 20),
        Detail::Unit(text) => text_detail(out, field, "/NU/", text, Letters::Mixed, 12),
        Detail::Hs(text) => text_detail(out, field, "/NH/", text, Letters::Mixed, 18),
        Detail::Origin(text) => text_detail(out, field, "/NO/", text, Letters::Alpha, 2),
        Detail::Other(kind, text) => text_detail(out, field, &format!("/{kind}/"), text, Letters::Any, 60),
        Detail::Volume(volume) => {
            out.fixed("/NV/");
            write_volume(out, field, *volume);
        }
        Detail::Slac(slac) => {
            out.fixed("/NS/");
            out.number(field, &slac.to_string(), Letters::Digits, 5);
        }
        Detail::Dimensions { weight, sides, pieces } => {
            out.fixed("/ND/");
            if let Some(weight) = weight {
                out.fixed("K");
                write_weight(out, field, *weight);
            }
            out.fixed("/");
            match sides {
                None => out.put(field, "NDA", Letters::Alpha, 3),
                Some(sides) => {
                    out.fixed("CMT");
                    for (place, side) in sides.iter().enumerate() {
                        out.fixed(if place == 0 { "" } else { "-" });
                        out.number(field, &side.to_string(), Letters::Digits, 5);
                    }
                }
            }
            if let Some(pieces) = pieces {
                out.fixed("/");
                write_pieces(out, field, *pieces);
            }
        }
    }
}

fn text_detail(out: &mut Writer, field: &str, head: &str, text: &str, letters: Letters, most: usize) {
    out.fixed(head);
    out.put(field, text, letters, most);
}

fn write_charges(out: &mut Writer, charges: &[Charge], currency: &str) {
    let mut of_line = 0;
    for (place, charge) in charges.iter().enumerate() {
        let same_pay = place.checked_sub(1).and_then(|before| charges.get(before)).map(|before| before.pay);
        if of_line == CHARGES_OF_LINE || same_pay != Some(charge.pay) {
            of_line = 0;
            out.line(if place == 0 { "OTH/" } else { "/" });
            out.put(format!("charges.{place}.pay"), &charge.pay.letter().to_string(), Letters::Alpha, 1);
            out.fixed("/");
        }
        of_line += 1;
        out.put(format!("charges.{place}.code"), &charge.code, Letters::Mixed, 2);
        out.put(format!("charges.{place}.due"), &charge.due.to_string(), Letters::Alpha, 1);
        write_amount(out, &format!("charges.{place}.amount"), charge.amount, (12, currency));
    }
}

fn write_column(out: &mut Writer, (identifier, prefix): (&str, &str), column: Option<Column>, currency: &str) {
    let Some(column) = column else { return };
    let freight = [("WT", "weight", column.weight), ("VC", "valuation", column.valuation), ("TX", "tax", column.tax)];
    let others = [("OA", "agent", column.agent), ("OC", "carrier", column.carrier), ("CT", "total", column.total)];
    for (begin, parts) in [(identifier, freight), ("", others)] {
        if begin.is_empty() && parts.iter().all(|(_, _, amount)| amount.is_none()) {
            continue;
        }
        out.line(begin);
        for (kind, name, amount) in parts {
            let Some(amount) = amount else { continue };
            out.fixed(&format!("/{kind}"));
            write_amount(out, &format!("{prefix}.{name}"), amount, (12, currency));
        }
    }
}

fn write_ends(out: &mut Writer, fwb: &Fwb) {
    if !fwb.certification.is_empty() {
        out.line("CER/");
        out.put("certification", &fwb.certification, Letters::Text, 20);
    }
    if let Some(issue) = &fwb.issue {
        write_issue(out, issue);
    }
    write_texts(out, "OSI", "information", &fwb.information, TEXT_LINES_MAX);
    if let Some(charges) = &fwb.destination {
        write_destination(out, charges);
    }
    if let Some(office) = &fwb.office {
        write_office(out, "office", office);
    }
    if !fwb.customs_origin.is_empty() {
        out.line("COR/");
        out.put("customsOrigin", &fwb.customs_origin, Letters::Mixed, 2);
    }
    if !fwb.handling.is_empty() {
        out.line("SPH");
        write_codes(out, "handling", &fwb.handling, 9);
    }
    if let Some((number, more)) = &fwb.reference {
        out.line("SRI/");
        out.put("reference.number", number, Letters::Text, 14);
        for (place, text) in more.split('/').enumerate().filter(|_| !more.is_empty()) {
            out.fixed("/");
            out.put(format!("reference.more.{place}"), text, Letters::Text, 12);
        }
    }
    for (place, line) in fwb.unknown.iter().enumerate() {
        out.line("");
        out.number(format!("unknown.{place}"), line, Letters::Any, crate::imp::LINE_LENGTH_MAX);
    }
    write_customs(out, "customs", &fwb.customs);
}

fn write_issue(out: &mut Writer, issue: &Issue) {
    let date = issue.date;
    let month = usize::try_from(date.month() - 1).ok().and_then(|place| MONTHS.get(place)).copied();
    let text = format!("{:02}{}{:02}", date.day(), month.unwrap_or_default(), date.year() % 100);
    out.line("ISU/");
    out.put("issue.date", &text, Letters::Mixed, 7);
    out.fixed("/");
    out.put("issue.place", &issue.place, Letters::Text, 17);
    if !issue.signature.is_empty() {
        out.fixed("/");
        out.put("issue.signature", &issue.signature, Letters::Text, 20);
    }
}

fn write_destination(out: &mut Writer, charges: &DestinationCharges) {
    out.line("CDC/");
    out.put("destination.currency", &charges.currency, Letters::Alpha, 3);
    out.number("destination.rate", &charges.rate, Letters::Decimal, 11);
    let amounts = [("charges", charges.charges), ("atDestination", charges.at_destination), ("total", charges.total)];
    for (name, amount) in amounts {
        out.fixed("/");
        if let Some(amount) = amount {
            write_amount(out, &format!("destination.{name}"), amount, (12, &charges.currency));
        }
    }
}
