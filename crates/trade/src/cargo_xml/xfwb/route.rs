//! Legs of a waybill: where each carrier takes it, and the booked flights.

use jiff::civil::Date;

use super::super::node::Node;
use super::super::out::Out;
use super::super::{Fault, time};
use crate::imp::Movement;
use crate::imp::fwb::Fwb;

/// Stage and mode of a leg by air.
const STAGE: &str = "Main-Carriage";
const AIR: (&str, &str) = ("4", "Air transport");

/// Booked flights, and stations with their carriers.
type Route = (Vec<Movement>, Vec<(String, String)>);

/// Writes the legs; the first flight belongs to the first leg. Days are those next to `issued`.
pub(super) fn write(out: &mut Out, fwb: &Fwb, issued: Date) {
    let mut from = fwb.shipment.origin.as_str();
    for leg in 0..fwb.routing.len().max(fwb.flights.len()) {
        let flight = fwb.flights.get(leg);
        let (to, carrier) = fwb.routing.get(leg).map_or(("", ""), |(to, carrier)| (to.as_str(), carrier.as_str()));
        out.group("SpecifiedLogisticsTransportMovement", |out| {
            out.leaf("StageCode", STAGE);
            out.leaf("ModeCode", AIR.0);
            out.leaf("Mode", AIR.1);
            out.leaf("ID", flight.map_or("", |flight| &flight.flight));
            out.leaf("SequenceNumeric", &(leg + 1).to_string());
            out.group("UsedLogisticsTransportMeans", |out| out.leaf("Name", carrier));
            out.group("ArrivalEvent", |out| write_place(out, "OccurrenceArrivalLocation", to));
            out.group("DepartureEvent", |out| {
                let day = flight.and_then(|flight| time::coming(flight.day, issued));
                out.leaf(
                    "ScheduledOccurrenceDateTime",
                    &day.map(|day| time::local_text(day, None)).unwrap_or_default(),
                );
                write_place(out, "OccurrenceDepartureLocation", from);
            });
        });
        from = to;
    }
}

fn write_place(out: &mut Out, name: &str, code: &str) {
    if !code.is_empty() {
        out.group(name, |out| {
            out.leaf("ID", code);
            out.leaf("TypeCode", "Airport");
        });
    }
}

/// Reads the legs in the order of their numbers.
pub(super) fn read(node: &mut Node<'_>, origin: &str) -> Result<Route, Fault> {
    let mut legs = Vec::new();
    for (place, mut leg) in node.take_all("SpecifiedLogisticsTransportMovement").into_iter().enumerate() {
        let number = leg.count("SequenceNumeric")?;
        legs.push((number.unwrap_or(i64::MAX), place, leg));
    }
    legs.sort_by_key(|(number, place, _)| (*number, *place));
    let (mut flights, mut routing) = (Vec::new(), Vec::new());
    let mut from = origin.to_owned();
    for (_, _, leg) in legs {
        let (flight, station, carrier) = read_leg(leg, &from)?;
        flights.extend(flight);
        from.clone_from(&station);
        if !(station.is_empty() && carrier.is_empty()) {
            routing.push((station, carrier));
        }
    }
    Ok((flights, routing))
}

fn read_leg(mut leg: Node<'_>, from: &str) -> Result<(Option<Movement>, String, String), Fault> {
    leg.derived("StageCode", STAGE);
    leg.derived("ModeCode", AIR.0);
    leg.text("Mode");
    let carrier = leg.text_in("UsedLogisticsTransportMeans", "Name");
    let mut station = String::new();
    if let Some(mut arrival) = leg.take("ArrivalEvent") {
        station = read_place(&mut arrival, "OccurrenceArrivalLocation")?;
    }
    let mut day = 0;
    if let Some(mut departure) = leg.take("DepartureEvent") {
        day = departure.moment("ScheduledOccurrenceDateTime")?.map_or(0, |moment| moment.at.day());
        if read_place(&mut departure, "OccurrenceDepartureLocation")? != from {
            departure.flag("OccurrenceDepartureLocation");
        }
    }
    let flight = leg.text("ID").replace(' ', "");
    if flight.is_empty() && day > 0 {
        leg.flag("DepartureEvent/ScheduledOccurrenceDateTime");
    }
    let flight = (!flight.is_empty()).then_some(Movement { flight, day });
    Ok((flight, station, carrier))
}

fn read_place(node: &mut Node<'_>, name: &str) -> Result<String, Fault> {
    let Some(mut place) = node.take(name) else { return Ok(String::new()) };
    place.derived("TypeCode", "Airport");
    Ok(place.text("ID"))
}
