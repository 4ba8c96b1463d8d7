//! From a status message to events.

use kernel::{Instant, Msg, Text, show_minute};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};
use trade::fsu::{self, EventTime, FsuError, Status, StatusMessage};
use trade::imp::adds_up;
use trade::yearless::Year;

use crate::events::{NewEvent, REMARK_MAX, actual, discrepancy, store};
use crate::orders;

/// Source of events told by a status message.
pub const BY_MESSAGE: &str = "报文FSU";

/// A message that can't be read.
const UNREADABLE: Msg =
    Msg::new("track.unreadable", "第{line}行第{column}列：{reason}", "Line {line}, column {column}: {reason}");

const NO_DATE: Msg = Msg::new(
    "track.no_date",
    "{date}在收到报文前后一年内不存在，事件未记录时间",
    "There is no {date} within a year of the message; the event has no time.",
);
const LONG_AGO: Msg = Msg::new(
    "track.long_ago",
    "{date}距收到报文已超过半年，按{time}记录",
    "{date} lies more than half a year back; it was taken for {time}.",
);
const AHEAD: Msg = Msg::new(
    "track.ahead",
    "实际时间{time}晚于当前时间，请向发送方核实；到时前不更新订单",
    "The actual time {time} lies in the future; please ask the sender. Nothing follows from it before.",
);
const NEW_STATUS: Msg = Msg::new(
    "track.new_status",
    "状态代码{code}未收录，原样保留",
    "The status {code} is not known and kept as it came.",
);
/// What happened longer ago is told with a doubt: the sender may have meant a day to come.
const LONG_AGO_MS: i64 = 183 * 24 * 60 * 60 * 1000;

/// What of a message was read with a doubt, or could not be, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is said of it.
    pub text: Text,
}

impl Note {
    /// At a line and column, in Chinese and English.
    pub fn of((line, column): (usize, usize), (zh, en): (&str, &str)) -> Self {
        Self { line, column, text: Text { key: UNREADABLE.key, zh: zh.to_owned(), en: en.to_owned() } }
    }

    /// With its place: `第3行第11列：…`.
    pub fn told(&self) -> Text {
        let (line, column) = (self.line.to_string(), self.column.to_string());
        let place = |reason| [("line", line.as_str()), ("column", column.as_str()), ("reason", reason)];
        UNREADABLE.with_each(&place(&self.text.zh), &place(&self.text.en))
    }

    /// As a refused place of a message is told.
    pub fn wire(&self, language: &str) -> Json {
        json!({ "line": self.line, "column": self.column, "message": self.text.in_language(language) })
    }
}

/// What became of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// Events that are new.
    pub stored: usize,
    /// Events that were known.
    pub known: usize,
    /// What is to be told of its dates, and of lines that can't be used.
    pub notes: Vec<Note>,
    /// What else was unusual.
    pub oddities: Vec<Note>,
}

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

/// Keeps what a message tells, with a line in the logs of its orders. None where the caller may not tell of its number.
pub fn keep(tx: &mut Tx<'_>, message: &StatusMessage) -> Result<Option<Kept>, Refusal> {
    let (org, actor, awb_number) = (tx.org(), tx.actor, message.awb.to_string());
    if !orders::may_tell(tx, actor, &awb_number)? {
        return Ok(None);
    }
    let now = tx.now;
    let (new, notes) = events(tx, org, message, now)?;
    let (stored, known) = store(tx, &awb_number, &new)?;
    if stored > 0 {
        let codes: Vec<&str> = message.statuses.iter().map(|status| status.code.as_str()).collect();
        orders::log(tx, &awb_number, &format!("报文 {}", codes.join(" ")))?;
    }
    let notes = in_order(faults(message).chain(notes).collect());
    Ok(Some(Kept { stored, known, notes, oddities: oddities(message) }))
}

/// All that is to be told of a message that was received at a moment, in the order of its lines.
pub fn notes(conn: &mut dyn Conn, org: i64, message: &StatusMessage, received: Instant) -> Result<Vec<Note>, Refusal> {
    let dates = events(conn, org, message, received)?.1;
    Ok(in_order(faults(message).chain(dates).chain(oddities(message)).collect()))
}

fn in_order(mut notes: Vec<Note>) -> Vec<Note> {
    notes.sort_by_key(|note| (note.line, note.column));
    notes
}

/// Lines that can't be used.
fn faults(message: &StatusMessage) -> impl Iterator<Item = Note> {
    message.faults.iter().map(|fault| Note::of((fault.line, fault.column), (fault.zh, fault.en)))
}

/// What was unusual and read all the same.
fn oddities(message: &StatusMessage) -> Vec<Note> {
    let flags = message.flags.iter().map(|flag| Note::of((flag.line, flag.column), (flag.zh, flag.en)));
    let new = message.statuses.iter().filter(|status| !status.known).map(|status| {
        let text = NEW_STATUS.with(&[("code", &status.code)]);
        Note { line: status.line, column: 1, text }
    });
    let sums = adds_up::of_statuses(message).into_iter().map(|(line, text)| Note { line, column: 1, text });
    in_order(flags.chain(new).chain(sums).collect())
}

/// The events of a message, and what is to be told of their dates. Its times are those of the places they happened at,
/// and telegrams carry no year.
fn events(
    conn: &mut dyn Conn,
    org: i64,
    message: &StatusMessage,
    received: Instant,
) -> Result<(Vec<NewEvent>, Vec<Note>), Refusal> {
    let (mut events, mut notes) = (Vec::with_capacity(message.statuses.len()), Vec::new());
    for status in &message.statuses {
        let place = status.airport.as_deref().unwrap_or_default();
        let zone = stock::lookup::airport_zone(conn, org, place)?;
        let (event, note) = event(message, status, received, &zone);
        events.push(event);
        notes.extend(note.map(|text| Note { line: status.line, column: status.date_column(), text }));
    }
    Ok((events, notes))
}

/// The moment of a status, and what is to be told of its date.
fn dated(
    status: &Status,
    when: EventTime,
    planned: bool,
    (received, zone): (Instant, &str),
) -> (Option<Instant>, Option<Text>) {
    let year = status.year(planned);
    let time = fsu::resolve(when, year, received, zone);
    let date = when.date_text();
    let note = match time {
        None => Some(NO_DATE.with(&[("date", &date)])),
        Some(at) if !planned && at > received => Some(AHEAD.with(&[("time", &show_minute(at))])),
        Some(at) if year == Year::Past && received.millis().saturating_sub(at.millis()) > LONG_AGO_MS => {
            Some(LONG_AGO.with(&[("date", &date), ("time", &show_minute(at))]))
        }
        Some(_) => None,
    };
    (time, note)
}

fn event(message: &StatusMessage, status: &Status, received: Instant, zone: &str) -> (NewEvent, Option<Text>) {
    let (when, time_kind) = moment(status);
    let (event_time, note) =
        when.map_or((None, None), |when| dated(status, when, !actual(&time_kind), (received, zone)));
    let event = NewEvent {
        awb_number: message.awb.to_string(),
        code: status.code.clone(),
        airport: status.airport.clone().unwrap_or_default(),
        to_airport: status.to.clone().unwrap_or_default(),
        flight_no: status.flight.clone().unwrap_or_default(),
        event_time,
        time_kind,
        pieces: status.quantity.map(|quantity| quantity.pieces),
        weight: status.quantity.and_then(|quantity| quantity.weight),
        part: status.quantity.map(|quantity| quantity.share.letter().to_string()).unwrap_or_default(),
        remark: remark(status),
        raw: raw(status),
        source: BY_MESSAGE,
    };
    (event, note)
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
