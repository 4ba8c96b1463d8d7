//! Rules of air export: flights and legs, dangerous goods, sizes, prices, services, addresses.

use kernel::{Day, Findings, Id, Instant};
use platform::field::Field;
use platform::store::Value;
use trade::cargo;

use super::{Around, Rule, is_after, ordered_text};
use crate::air::{Air, Head, Legs};
use crate::draft::{Draft, PARTY_ROLES, dimensions_of, party_of};
use crate::messages::*;
use crate::parts::{CONFIRM_DIMENSIONS, LEGS, PLAN_DIMENSIONS};
use crate::place::{PlaceKind, unknown_place};

/// In the order of the form.
pub(crate) const AIR_RULES: &[Rule] = &[flight, legs, goods, dimensions, prices, services, addresses];

/// Legs say more than the flight fields, so they write them.
pub(super) fn legs_rewrite_flight(draft: &mut Draft) {
    let legs = draft.rows(&LEGS);
    let (Some(first), Some(last)) = (legs.first(), legs.last()) else { return };
    let flight = first.get::<String>(Legs::FLIGHT_NO);
    let leaves = first.get::<Day>(Legs::FLIGHT_DATE);
    let arrives = last.get::<Instant>(Legs::ETA).map(Instant::day);
    if flight.is_some() {
        draft.head.set(Head::EXPECT_FLIGHT, flight);
    }
    if leaves.is_some() {
        draft.head.set(Head::EXPECT_DEPARTURE, leaves);
    }
    if arrives.is_some() {
        draft.head.set(Head::EXPECT_ARRIVAL, arrives);
    }
}

/// The first two characters of a flight are its carrier: unknown ones are warned of.
fn known_carrier(flight: &str, place: &str, around: &Around<'_>, findings: &mut Findings) {
    if let Some(code) = flight.get(..2).filter(|code| !around.facts.carriers.contains_key(*code)) {
        findings.warning(place, CARRIER_UNKNOWN.with(&[("code", code)]));
    }
}

fn flight(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    known_carrier(&draft.head.text(Head::EXPECT_FLIGHT), "expectFlight", around, findings);
    let leaves = draft.head.get::<Day>(Head::EXPECT_DEPARTURE);
    if leaves.zip(draft.detail.get::<Day>(Air::RECEIPT_DATE)).is_some_and(|(leaves, comes)| comes > leaves) {
        findings.warning("receiptDate", RECEIPT_LATE.text());
    }
}

fn legs(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    let legs = draft.rows(&LEGS);
    let last = legs.len().saturating_sub(1);
    let mut before: Option<String> = None;
    for (place, leg) in legs.iter().enumerate() {
        let at = |name: &str| format!("legs.{place}.{name}");
        let (from, to) = (leg.text(Legs::FROM_STATION), leg.text(Legs::TO_STATION));
        for (code, name) in [(&from, "fromStation"), (&to, "toStation")] {
            if !code.is_empty() && !around.knows(PlaceKind::Airport, code) {
                findings.error(at(name), unknown_place(PlaceKind::Airport, code));
            }
        }
        findings.error_if(!from.is_empty() && from == to, &at("toStation"), STATIONS_SAME);
        match &before {
            None => findings.error_if(from != draft.head.text(Head::DEPARTURE_STATION), &at("fromStation"), LEG_FIRST),
            Some(end) => findings.error_if(from != *end, &at("fromStation"), LEGS_BROKEN),
        }
        findings.error_if(place == last && to != draft.head.text(Head::ARRIVAL_STATION), &at("toStation"), LEG_LAST);
        // The first leg's flight is told at the flight field.
        if place > 0 {
            known_carrier(&leg.text(Legs::FLIGHT_NO), &at("flightNo"), around, findings);
        }
        for (leaves, arrives) in [(Legs::ETD, Legs::ETA), (Legs::ATD, Legs::ATA)] {
            if is_after(leg.get::<Instant>(leaves), leg.get::<Instant>(arrives)) {
                findings.error(at(&arrives.name()), ordered_text(arrives, leaves));
            }
        }
        before = Some(to);
    }
}

fn goods(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    let air = &draft.detail;
    let dangerous = draft.head.text(Head::GOODS_TYPE) == "危险品";
    findings.error_if(dangerous && air.text(Air::DANGEROUS_TYPE).is_empty(), "dangerousType", DANGEROUS_NEEDED);
    let together = [
        Air::UNDG_CODE,
        Air::UNDG_CONTACT_NAME,
        Air::UNDG_CONTACT_COMMUNICATION_TYPE,
        Air::UNDG_CONTACT_COMMUNICATION_NO,
    ];
    // A value that was refused already counts as given.
    let given = |field: &Field| !air.text(*field).is_empty() || findings.at(&field.name()).next().is_some();
    let open: Vec<String> = together.iter().filter(|field| !given(field)).map(Field::name).collect();
    if open.len() < together.len() {
        for name in open {
            findings.error(name, UNDG_TOGETHER.text());
        }
    }
}

fn dimensions(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    for (part, field, volume) in [
        (PLAN_DIMENSIONS, Head::PLAN_PIECES, Head::PLAN_VOLUME),
        (CONFIRM_DIMENSIONS, Head::CONFIRM_PIECES, Head::CONFIRM_VOLUME),
    ] {
        let sheets = draft.rows(&part);
        let lines = dimensions_of(sheets);
        if let Some(text) = cargo::volume_beside(&lines, draft.head.get(volume)) {
            findings.warning(part.member, text);
        }
        let sum = cargo::pieces_of(&lines);
        if let Some(pieces) = draft.head.get::<i64>(field).filter(|pieces| !sheets.is_empty() && *pieces != sum) {
            let text = DIMENSION_PIECES.with(&[("a", &sum.to_string()), ("b", &pieces.to_string())]);
            findings.warning(part.member, text);
        }
    }
}

fn prices(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    let filled = |field: Field| !matches!(draft.detail.value(field.column), Value::Null | Value::Int(0));
    for (one, other) in [(Air::FREIGHT_UNITPRICE, Air::FREIGHT_AMOUNT), (Air::MSR_UNITPRICE, Air::MSR_AMOUNT)] {
        findings.error_if(filled(one) && filled(other), &other.name(), ONE_PRICE);
    }
}

fn services(draft: &Draft, around: &Around<'_>, findings: &mut Findings) {
    for (declared, service) in around.profile.services.iter().zip(&draft.services) {
        let field = |column: &str| declared.fields.iter().find(|field| field.column == column).copied();
        if let Some((early, late)) = field(declared.dates.0).zip(field(declared.dates.1))
            && is_after(service.sheet.get::<Day>(early), service.sheet.get::<Day>(late))
        {
            findings.error(format!("services.{}.{}", declared.code, late.name()), ordered_text(late, early));
        }
        if let Some(company) = field(declared.company) {
            let stranger = service.sheet.get::<Id>(company).is_some_and(|id| !around.facts.coops.contains_key(&id));
            findings.error_if(stranger, &format!("services.{}.{}", declared.code, company.name()), COMPANY_UNKNOWN);
        }
    }
}

fn addresses(draft: &Draft, _: &Around<'_>, findings: &mut Findings) {
    for (role, sheet) in PARTY_ROLES.iter().zip(&draft.parties).filter(|(_, sheet)| !sheet.is_empty()) {
        findings.absorb(&format!("parties.{role}"), trade::address::check(&party_of(sheet), false));
    }
}
