//! The route of a shipment: legs of the order with what the events say about them.

use kernel::{Id, Instant, show_second};
use serde_json::{Value as Json, json};
use trackevent::events::{Event, discrepancy};
use trackevent::leg::{Leg, arrived, departed, plain_flight, same_flight};

/// Legs to show: those of the order, else those the departures tell.
fn shown(legs: Vec<Leg>, events: &[Event]) -> Vec<Leg> {
    if !legs.is_empty() {
        return legs;
    }
    let mut told: Vec<Leg> = Vec::new();
    for event in events.iter().rev().filter(|event| event.code == "DEP") {
        let known = told
            .iter()
            .any(|leg| leg.from == event.airport && plain_flight(&leg.flight_no) == plain_flight(&event.flight_no));
        if !known {
            told.push(Leg {
                from: event.airport.clone(),
                to: event.to_airport.clone(),
                flight_no: event.flight_no.clone(),
                id: Id(0),
                etd: None,
                eta: None,
                atd: None,
                ata: None,
            });
        }
    }
    told
}

/// Route rows of the wire.
pub fn rows(legs: Vec<Leg>, events: &[Event]) -> Vec<Json> {
    shown(legs, events).iter().map(|leg| row(leg, events)).collect()
}

fn row(leg: &Leg, events: &[Event]) -> Json {
    let time = |instant: Option<Instant>| instant.map_or(Json::Null, |instant| json!(show_second(instant)));
    let carried: Vec<&Event> = events
        .iter()
        .filter(|event| event.code == "DEP" && event.airport == leg.from && same_flight(leg, event))
        .collect();
    let pieces: Option<i64> = carried.iter().map(|event| event.pieces).sum();
    let weight: Option<kernel::Weight> = carried.iter().map(|event| event.weight).sum();
    let carried = !carried.is_empty();
    let wrong = events.iter().find(|event| {
        event.code == "DIS" && (event.airport == leg.from || event.airport == leg.to) && same_flight(leg, event)
    });
    json!({
        "depPort": leg.from,
        "arrPort": leg.to,
        "flightNo": leg.flight_no,
        "etd": time(leg.etd),
        "atd": time(leg.atd.or_else(|| departed(leg, events))),
        "eta": time(leg.eta),
        "ata": time(leg.ata.or_else(|| arrived(leg, events))),
        "piece": pieces.filter(|_| carried),
        "weight": weight.filter(|_| carried),
        "errorMessage": wrong.map(|event| discrepancy(&event.remark).to_owned()),
    })
}
