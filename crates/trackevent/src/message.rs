//! From a status message to events.

use kernel::{Instant, Msg};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::json;
use trade::fsu::{self, EventTime, FsuError, Status, StatusMessage};

use crate::events::{NewEvent, REMARK_MAX, discrepancy, store};
use crate::orders;

/// Source of events told by a status message.
pub const BY_MESSAGE: &str = "报文FSU";

/// A message that can't be read.
const UNREADABLE: Msg =
    Msg::new("track.unreadable", "第{line}行第{column}列：{reason}", "Line {line}, column {column}: {reason}");

/// Reads a message; what can't be understood is refused with its place.
pub fn read(text: &str, language: &str) -> Result<StatusMessage, Refusal> {
    fsu::parse(text).map_err(|error| unreadable(&error, language))
}

fn unreadable(error: &FsuError, language: &str) -> Refusal {
    let (line, column) = (error.line.to_string(), error.column.to_string());
    let place = |reason| [("line", line.as_str()), ("column", column.as_str()), ("reason", reason)];
    let text = UNREADABLE.with_each(&place(error.zh), &place(error.en));
    let reason = if language.starts_with("en") { error.en } else { error.zh };
    Refusal::BusinessWith(text, json!({ "line": error.line, "column": error.column, "message": reason }))
}

/// Keeps what a message tells, with a line in the logs of its orders; answers how many events are new and how many
/// were known. None where the caller may not tell of its number.
pub fn keep(tx: &mut Tx<'_>, message: &StatusMessage) -> Result<Option<(usize, usize)>, Refusal> {
    let (org, actor, awb_number) = (tx.org(), tx.actor, message.awb.to_string());
    if !orders::may_tell(tx, actor, &awb_number)? {
        return Ok(None);
    }
    let now = tx.now;
    let new = events(tx, org, message, now)?;
    let (stored, known) = store(tx, &awb_number, &new)?;
    if stored > 0 {
        let codes: Vec<&str> = message.statuses.iter().map(|status| status.code.as_str()).collect();
        orders::log(tx, &awb_number, &format!("报文 {}", codes.join(" ")))?;
    }
    Ok(Some((stored, known)))
}

/// The events of a message. Its times are those of the places they happened at, and carry no year.
fn events(conn: &mut dyn Conn, org: i64, message: &StatusMessage, received: Instant) -> Result<Vec<NewEvent>, Refusal> {
    let mut events = Vec::with_capacity(message.statuses.len());
    for status in &message.statuses {
        let place = status.airport.as_deref().unwrap_or_default();
        let zone = stock::lookup::airport_zone(conn, org, place)?;
        events.push(event(message, status, received, &zone));
    }
    Ok(events)
}

fn event(message: &StatusMessage, status: &Status, received: Instant, zone: &str) -> NewEvent {
    let (when, time_kind) = moment(status);
    NewEvent {
        awb_number: message.awb.to_string(),
        code: status.code.clone(),
        airport: status.airport.clone().unwrap_or_default(),
        to_airport: status.to.clone().unwrap_or_default(),
        flight_no: status.flight.clone().unwrap_or_default(),
        event_time: when.and_then(|when| fsu::resolve(when, received, zone)),
        time_kind,
        pieces: status.quantity.map(|quantity| quantity.pieces),
        weight: status.quantity.and_then(|quantity| quantity.weight),
        part: status.quantity.map(|quantity| quantity.share.letter().to_string()).unwrap_or_default(),
        remark: remark(status),
        raw: raw(status),
        source: BY_MESSAGE,
    }
}

/// Day and time of a status: a movement tells its time beside the day, with its indicator.
fn moment(status: &Status) -> (Option<EventTime>, String) {
    let Some(when) = status.when else { return (None, String::new()) };
    let beside = if status.to.is_some() { status.departure } else { status.arrival };
    match (when.time, beside) {
        (None, Some(time)) => {
            let day_change = when.day_change.saturating_add(time.day_change);
            (Some(EventTime { time: Some(time.time), day_change, ..when }), time.indicator.to_string())
        }
        _ => (Some(when), String::new()),
    }
}

fn remark(status: &Status) -> String {
    let mut parts = Vec::new();
    if !status.discrepancy.is_empty() {
        let name = discrepancy(&status.discrepancy);
        let told = if name == status.discrepancy { name.to_owned() } else { format!("{} {name}", status.discrepancy) };
        parts.push(told);
    }
    if !status.name.is_empty() {
        parts.push(status.name.clone());
    }
    parts.extend(status.extra.iter().cloned());
    parts.join("；").chars().take(REMARK_MAX).collect()
}

fn raw(status: &Status) -> String {
    let lines = std::iter::once(status.raw.as_str()).chain(status.extra.iter().map(String::as_str));
    lines.collect::<Vec<_>>().join("\n")
}
