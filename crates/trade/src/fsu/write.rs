//! Writing of a status message.

use super::form::{Form, form_of};
use super::{EventTime, MovementTime, Quantity, Status, StatusMessage};

/// Writes a message in the standard form; parsing it gives equal values.
pub fn compose(message: &StatusMessage) -> String {
    let mut out = format!("{}/{}\r\n{}", message.kind, message.version, message.awb);
    for station in [&message.origin, &message.destination].into_iter().flatten() {
        out.push_str(station);
    }
    if let Some(quantity) = message.quantity {
        out.push('/');
        out.push_str(&quantity_text(quantity));
        if let Some(total) = message.pieces_total {
            out.push_str(&format!("T{total}"));
        }
    }
    out.push_str("\r\n");
    for status in &message.statuses {
        out.push_str(&status_text(status));
        out.push_str("\r\n");
        for line in &status.extra {
            out.push_str(line);
            out.push_str("\r\n");
        }
    }
    out
}

fn quantity_text(quantity: Quantity) -> String {
    let weight = quantity.weight.map(|weight| format!("K{weight}")).unwrap_or_default();
    format!("{}{}{weight}", quantity.share.letter(), quantity.pieces)
}

fn change_text(change: i8) -> &'static str {
    match change {
        -1 => "-P",
        1 => "-N",
        2 => "-S",
        3 => "-T",
        _ => "",
    }
}

fn when_text(when: EventTime) -> String {
    let time = when.time.map(|(hour, minute)| format!("{hour:02}{minute:02}")).unwrap_or_default();
    format!("{}{time}{}", when.date_text(), change_text(when.day_change))
}

fn time_text(time: MovementTime) -> String {
    format!("{}{:02}{:02}{}", time.indicator, time.time.0, time.time.1, change_text(time.day_change))
}

fn status_text(status: &Status) -> String {
    let form = form_of(&status.code);
    if form == Form::Unknown {
        return status.raw.clone();
    }
    let mut parts = vec![status.code.clone()];
    let has_flight = match form {
        Form::Place | Form::Report => false,
        Form::Warehouse => status.flight.is_some(),
        _ => true,
    };
    if has_flight {
        parts.push(status.flight.clone().unwrap_or_default());
    }
    if form != Form::Transfer {
        parts.push(status.when.map(when_text).unwrap_or_default());
    }
    let stations = [&status.airport, &status.to].into_iter().flatten().map(String::as_str).collect::<String>();
    parts.push(stations);
    if form == Form::Discrepancy {
        parts.push(status.discrepancy.clone());
    }
    parts.push(status.quantity.map(quantity_text).unwrap_or_default());
    write_times(status, &mut parts);
    parts
        .extend([&status.manifest, &status.carrier, &status.name].into_iter().filter(|text| !text.is_empty()).cloned());
    parts.extend(status.volume.map(|volume| format!("MC{volume}")));
    parts.extend(status.density_group.map(|group| format!("DG{group}")));
    if let Some(leg) = &status.leg {
        let when = leg.when.map(when_text).unwrap_or_default();
        parts.extend([leg.flight.clone().unwrap_or_default(), when, format!("{}{}", leg.from, leg.to)]);
    }
    parts.join("/")
}

/// An arrival time alone leaves the place of the departure time empty.
fn write_times(status: &Status, parts: &mut Vec<String>) {
    if status.departure.is_some() || status.arrival.is_some() {
        parts.push(status.departure.map(time_text).unwrap_or_default());
        parts.extend(status.arrival.map(time_text));
    }
}
