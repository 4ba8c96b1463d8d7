//! Where and when a status took place, and the flight it belongs to.

use jiff::civil::Date;

use super::super::Fault;
use super::super::node::Node;
use super::super::out::Out;
use super::super::time::{self, Moment};
use crate::fsu::{EventTime, Leg, MovementTime, Status, StatusMessage, is_planned};
use crate::yearless::Year;

/// Furthest a clock time lies off the day of its movement: the day before, three days after.
const DAY_CHANGES: std::ops::RangeInclusive<i32> = -1..=3;

/// Whether a status takes place where something arrives.
fn is_at_arrival(code: &str) -> bool {
    matches!(code, "ARR" | "RCF" | "AWR" | "NFD" | "AWD" | "CCD" | "DLV" | "DDL")
}

/// The day of an event, seen from the making of its message.
fn day_of(when: Option<EventTime>, year: Year, made: Date) -> Option<Date> {
    let when = when?;
    let day = year.date((when.day, when.month), made)?;
    Some(kernel::day_after_days(day, i64::from(when.day_change)))
}

/// Writes the movement of a status, and that of the flight beside it.
pub(super) fn write(out: &mut Out, message: &StatusMessage, status: &Status, made: Date) {
    let day = day_of(status.when, status.year(false), made);
    out.group("SpecifiedLogisticsTransportMovement", |out| {
        let carrier = write_flight(out, status.flight.as_deref());
        if let Some(day) = day {
            write_time(out, "Arrival", day, status.arrival);
            write_time(out, "Departure", day, status.departure);
        }
        out.group("CarrierParty", |out| out.leaf("PrimaryID", carrier));
        write_places(out, message, status);
        write_event(out, day, status.when, if is_planned(&status.code) { 'S' } else { 'A' });
    });
    let Some(leg) = &status.leg else { return };
    out.group("SpecifiedLogisticsTransportMovement", |out| {
        let carrier = write_flight(out, leg.flight.as_deref());
        out.group("CarrierParty", |out| out.leaf("PrimaryID", carrier));
        write_place(out, &leg.from, "Departure");
        write_place(out, &leg.to, "Arrival");
        write_event(out, day_of(leg.when, Year::Near, made), leg.when, 'S');
    });
}

/// Writes a flight and gives its carrier; a carrier alone is no flight.
fn write_flight<'a>(out: &mut Out, flight: Option<&'a str>) -> &'a str {
    let flight = flight.unwrap_or_default();
    let carrier = flight.get(..2).unwrap_or(flight);
    out.leaf("ID", if flight.len() > carrier.len() { flight } else { "" });
    out.group("UsedLogisticsTransportMeans", |out| out.leaf("Name", carrier));
    carrier
}

/// Writes a time of arrival or departure of a movement of a day.
fn write_time(out: &mut Out, kind: &str, day: Date, time: Option<MovementTime>) {
    let Some(time) = time else { return };
    let day = kernel::day_after_days(day, i64::from(time.day_change));
    out.group(&format!("{kind}Event"), |out| {
        out.leaf(&format!("{kind}OccurrenceDateTime"), &time::local_text(day, Some(time.time)));
        out.leaf(&format!("{kind}DateTimeTypeCode"), &time.indicator.to_string());
    });
}

fn write_event(out: &mut Out, day: Option<Date>, when: Option<EventTime>, kind: char) {
    let (Some(day), Some(when)) = (day, when) else { return };
    out.group("SpecifiedEvent", |out| {
        out.leaf("OccurrenceDateTime", &time::local_text(day, when.time));
        out.leaf("DateTimeTypeCode", &kind.to_string());
    });
}

fn write_places(out: &mut Out, message: &StatusMessage, status: &Status) {
    let arrives = is_at_arrival(&status.code) || (status.airport.is_some() && status.airport == message.destination);
    let role = match status.to {
        Some(_) => "Departure",
        None if arrives => "Arrival",
        None if status.airport == message.origin => "Departure",
        None => "Transit",
    };
    write_place(out, status.airport.as_deref().unwrap_or_default(), role);
    write_place(out, status.to.as_deref().unwrap_or_default(), "Arrival");
}

fn write_place(out: &mut Out, code: &str, role: &str) {
    if code.is_empty() {
        return;
    }
    out.group("SpecifiedLocation", |out| {
        out.leaf("ID", code);
        out.leaf("TypeCode", "Airport");
        out.leaf("FlightStatusTypeCode", role);
    });
}

/// Reads the movement of a status and, from a second one, the flight beside it; a third is flagged.
pub(super) fn read(node: &mut Node<'_>, status: &mut Status) -> Result<(), Fault> {
    let mut movements = node.take_all("SpecifiedLogisticsTransportMovement").into_iter();
    if let Some(movement) = movements.next() {
        read_movement(movement, status)?;
    }
    if let Some(movement) = movements.next() {
        status.leg = Some(read_leg(movement)?).filter(|leg| *leg != Leg::default());
    }
    Ok(())
}

fn read_leg(mut movement: Node<'_>) -> Result<Leg, Fault> {
    let flight = read_flight(&mut movement);
    let places = read_places(&mut movement);
    let when = read_event(&mut movement)?.map(event_time);
    if let Some(other) = places.other {
        movement.flag(&format!("SpecifiedLocation/{other}"));
    }
    Ok(Leg { flight, when, from: places.from.unwrap_or_default(), to: places.to.unwrap_or_default() })
}

fn event_time(moment: Moment) -> EventTime {
    EventTime { day: moment.at.day(), month: Some(moment.at.month()), time: moment.clock(), day_change: 0 }
}

fn read_movement(mut movement: Node<'_>, status: &mut Status) -> Result<(), Fault> {
    status.flight = read_flight(&mut movement);
    let arrives = is_at_arrival(&status.code);
    let places = read_places(&mut movement);
    (status.airport, status.to) = match (places.from, places.to, places.other) {
        (from, Some(to), _) if arrives => {
            if from.is_some() {
                movement.flag("SpecifiedLocation");
            }
            (Some(to), None)
        }
        (Some(from), to, _) => (Some(from), to),
        (None, to, Some(other)) => (Some(other), to),
        (None, to, None) => (to, None),
    };
    let event = read_event(&mut movement)?;
    let departure = read_time(&mut movement, "DepartureEvent", "Departure")?;
    let mut arrival = read_time(&mut movement, "ArrivalEvent", "Arrival")?;
    if arrival.is_none()
        && let Some(mut scheduled) = movement.take("ScheduledArrivalEvent")
    {
        arrival = scheduled.moment("ScheduledOccurrenceDateTime")?.map(|moment| (moment, 'S'));
    }
    let by_arrival = if arrives { arrival.or(departure) } else { departure.or(arrival) };
    let Some(when) = event.or(by_arrival.map(|(moment, _)| moment)) else { return Ok(()) };
    let time = event.and_then(Moment::clock);
    status.when = Some(EventTime { time, ..event_time(when) });
    status.year_told = Some(when.at.year());
    status.departure = clock_of(&movement, departure, when.at.date(), "DepartureEvent");
    status.arrival = clock_of(&movement, arrival, when.at.date(), "ArrivalEvent");
    Ok(())
}

/// Carrier and number: the number alone takes the carrier's code before it.
fn read_flight(movement: &mut Node<'_>) -> Option<String> {
    let number = movement.text("ID").replace(' ', "");
    let carrier = movement.text_in("CarrierParty", "PrimaryID");
    let mut name = String::new();
    if let Some(mut means) = movement.take("UsedLogisticsTransportMeans") {
        name = means.text("Name");
        if name.len() > 3 && name != carrier {
            means.flag("Name");
        }
    }
    let code = if carrier.is_empty() && name.len() <= 3 { name } else { carrier };
    let digits_only = number.bytes().next().is_some_and(|first| first.is_ascii_digit())
        && number.as_bytes().get(1).is_none_or(u8::is_ascii_digit);
    let flight = if number.is_empty() || digits_only { format!("{code}{number}") } else { number };
    Some(flight).filter(|flight| !flight.is_empty())
}

/// Places of a movement: where it departs, where it arrives, another.
#[derive(Default)]
struct Places {
    from: Option<String>,
    to: Option<String>,
    other: Option<String>,
}

/// Reads the places; a second one of a kind is flagged.
fn read_places(movement: &mut Node<'_>) -> Places {
    let mut places = Places::default();
    for mut place in movement.take_all("SpecifiedLocation") {
        let role = place.text("FlightStatusTypeCode").to_ascii_uppercase();
        place.derived("TypeCode", "Airport");
        place.text("Name");
        let slot = match role.chars().next() {
            Some('D') => &mut places.from,
            Some('A') => &mut places.to,
            _ => &mut places.other,
        };
        if slot.is_none() {
            *slot = read_code(place);
        }
    }
    places
}

/// A code as it stands; flagged when it is not the three letters of an airport.
fn read_code(mut place: Node<'_>) -> Option<String> {
    let code = place.text("ID").to_ascii_uppercase();
    if !code.is_empty() && (code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_uppercase())) {
        place.flag("ID");
    }
    Some(code).filter(|code| !code.is_empty())
}

/// When the event took place. A clock in UTC is kept as it came and flagged: the status speaks of local time.
fn read_event(movement: &mut Node<'_>) -> Result<Option<Moment>, Fault> {
    let Some(mut event) = movement.take("SpecifiedEvent") else { return Ok(None) };
    let moment = event.moment("OccurrenceDateTime")?;
    if moment.is_some_and(|moment| moment.offset == Some(0)) {
        event.flag("OccurrenceDateTime");
    }
    let kind = event.text("DateTimeTypeCode");
    if !matches!(kind.chars().next(), None | Some('A' | 'S')) {
        event.flag("DateTimeTypeCode");
    }
    Ok(moment)
}

/// A time of departure or arrival with its indicator; flagged where the indicator is unknown.
fn read_time(movement: &mut Node<'_>, name: &str, prefix: &str) -> Result<Option<(Moment, char)>, Fault> {
    let Some(mut event) = movement.take(name) else { return Ok(None) };
    let Some(moment) = event.moment(&format!("{prefix}OccurrenceDateTime"))? else { return Ok(None) };
    let kind = event.text(&format!("{prefix}DateTimeTypeCode"));
    match kind.to_ascii_uppercase().chars().next() {
        Some(indicator @ ('S' | 'A' | 'E')) => Ok(Some((moment, indicator))),
        _ => {
            event.flag(&format!("{prefix}DateTimeTypeCode"));
            Ok(Some((moment, 'S')))
        }
    }
}

fn clock_of(movement: &Node<'_>, time: Option<(Moment, char)>, day: Date, name: &str) -> Option<MovementTime> {
    let (moment, indicator) = time?;
    let days = time::days_between(day, moment.at.date());
    if !DAY_CHANGES.contains(&days) {
        movement.flag(name);
        return None;
    }
    let day_change = i8::try_from(days).ok()?;
    Some(MovementTime { indicator, time: (moment.at.hour(), moment.at.minute()), day_change })
}
