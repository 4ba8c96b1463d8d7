//! IATA status messages (FSU and FSA, version 14): reading, writing, and the year they do not carry.
//!
//! Accepted and flagged: other versions, an envelope before the message, blank lines, blanks at the
//! end of lines. Unknown status codes are kept with their line. What cannot be read is refused with
//! line, column and reason; nothing of such a message is used.

mod lines;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::{Instant, Weight};

use crate::status;
use crate::waybill_number::Mawb;
use lines::{Cursor, Line};

/// Largest message in bytes.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// Most status lines of one message.
pub const STATUSES_MAX: usize = 200;
/// The version the grammar describes.
const VERSION: &str = "14";

/// Why a message cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FsuError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Reason in Chinese.
    pub zh: &'static str,
    /// Reason in English.
    pub en: &'static str,
}

/// Whether a quantity is all of the shipment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// T, total.
    Total,
    /// P, part.
    Part,
    /// S, split.
    Split,
    /// D, divided.
    Divided,
}

impl Share {
    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Self::Total => 'T',
            Self::Part => 'P',
            Self::Split => 'S',
            Self::Divided => 'D',
        }
    }

    fn of(letter: char) -> Option<Self> {
        match letter {
            'T' => Some(Self::Total),
            'P' => Some(Self::Part),
            'S' => Some(Self::Split),
            'D' => Some(Self::Divided),
            _ => None,
        }
    }
}

/// Pieces and weight of a shipment or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    /// How much of the shipment.
    pub share: Share,
    /// Pieces.
    pub pieces: i64,
    /// Weight in kilograms; pounds are turned into kilograms.
    pub weight: Option<Weight>,
}

/// A day and time without a year, at the place of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventTime {
    /// Day of the month.
    pub day: i8,
    /// Month; none when the message gives the day only.
    pub month: Option<i8>,
    /// Hour and minute.
    pub time: Option<(i8, i8)>,
    /// Days the clock time lies off the day: −1 previous, 1 next, 2 second, 3 third.
    pub day_change: i8,
}

/// A time of departure or arrival beside a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovementTime {
    /// S scheduled, A actual, E estimated.
    pub indicator: char,
    /// Hour and minute.
    pub time: (i8, i8),
    /// Days off the day of the movement.
    pub day_change: i8,
}

/// One status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// Three letters.
    pub code: String,
    /// Whether the code and the form of its line are known.
    pub known: bool,
    /// Flight, carrier and number.
    pub flight: Option<String>,
    /// Where the event took place (the departure of a movement).
    pub airport: Option<String>,
    /// Arrival of a movement.
    pub to: Option<String>,
    /// When.
    pub when: Option<EventTime>,
    /// How much.
    pub quantity: Option<Quantity>,
    /// Departure time of a movement.
    pub departure: Option<MovementTime>,
    /// Arrival time of a movement.
    pub arrival: Option<MovementTime>,
    /// Name of who delivered, received or was notified.
    pub name: String,
    /// Code of a discrepancy.
    pub discrepancy: String,
    /// Remark lines (OSI) and other blocks behind the line, as they came.
    pub extra: Vec<String>,
    /// The line as it came.
    pub raw: String,
    /// Line number, from 1.
    pub line: usize,
}

/// A status message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusMessage {
    /// FSU or FSA.
    pub kind: String,
    /// Version as given.
    pub version: String,
    /// Master number.
    pub awb: Mawb,
    /// Origin of the shipment.
    pub origin: Option<String>,
    /// Destination of the shipment.
    pub destination: Option<String>,
    /// Pieces and weight of the shipment.
    pub quantity: Option<Quantity>,
    /// Total pieces where the line speaks of a part.
    pub pieces_total: Option<i64>,
    /// Status lines.
    pub statuses: Vec<Status>,
    /// What was unusual but read.
    pub flags: Vec<&'static str>,
}

pub(crate) const EMPTY: (&str, &str) = ("报文为空", "The message is empty.");
const TOO_LARGE: (&str, &str) = ("报文过大", "The message is too large.");
const NO_HEAD: (&str, &str) = ("缺少FSU或FSA报文头", "The heading FSU or FSA is missing.");
const BAD_VERSION: (&str, &str) = ("报文版本号不正确", "The version is not a number.");
const NO_AWB: (&str, &str) = ("缺少主单号行", "The waybill line is missing.");
const BAD_AWB: (&str, &str) = ("主单号不正确", "The waybill number is wrong.");
const BAD_STATION: (&str, &str) = ("机场代码须为3位字母", "An airport code is three letters.");
const BAD_QUANTITY: (&str, &str) = ("件数重量格式不正确", "Pieces and weight are malformed.");
const NO_STATUS: (&str, &str) = ("没有状态行", "There is no status line.");
const BAD_STATUS: (&str, &str) = ("状态代码须为3位字母", "A status code is three letters.");
const TOO_MANY: (&str, &str) = ("状态行过多", "There are too many status lines.");
const BAD_FLIGHT: (&str, &str) = ("航班号格式不正确", "The flight is malformed.");
const BAD_DAY: (&str, &str) = ("日期格式不正确", "The date is malformed.");
const BAD_TIME: (&str, &str) = ("时间格式不正确", "The time is malformed.");
const MISSING: (&str, &str) = ("缺少必需的内容", "A required part is missing.");
const BAD_CODE: (&str, &str) = ("差异代码须为4位字母", "A discrepancy code is four letters.");
const BAD_LETTER: (&str, &str) = ("包含无法识别的字符", "There is a character that cannot be read.");

/// Reads a message.
pub fn parse(text: &str) -> Result<StatusMessage, FsuError> {
    if text.len() > MESSAGE_BYTES_MAX {
        return Err(error(1, 1, TOO_LARGE));
    }
    let mut lines = Line::split(text)?;
    let mut flags = Vec::new();
    let head = skip_envelope(&mut lines, &mut flags)?;
    let (kind, version) = read_head(&head, &mut flags)?;
    let body = if lines.is_empty() { None } else { Some(lines.remove(0)) };
    let awb_line = body.ok_or_else(|| error(head.number + 1, 1, NO_AWB))?;
    let mut message = read_awb_line(&awb_line)?;
    (message.kind, message.version) = (kind, version);
    for line in lines {
        if line.is_status() {
            if message.statuses.len() >= STATUSES_MAX {
                return Err(error(line.number, 1, TOO_MANY));
            }
            message.statuses.push(read_status(&line)?);
        } else {
            match message.statuses.last_mut() {
                Some(status) => status.extra.push(line.text),
                None => return Err(error(line.number, 1, BAD_STATUS)),
            }
        }
    }
    if message.statuses.is_empty() {
        return Err(error(awb_line.number + 1, 1, NO_STATUS));
    }
    message.flags = flags;
    Ok(message)
}

pub(crate) fn error(line: usize, column: usize, (zh, en): (&'static str, &'static str)) -> FsuError {
    FsuError { line, column, zh, en }
}

/// Lines before the heading: an envelope of at most two (addresses, then sender and time).
fn skip_envelope(lines: &mut Vec<Line>, flags: &mut Vec<&'static str>) -> Result<Line, FsuError> {
    const ENVELOPE_LINES_MAX: usize = 3;
    let first = lines.first().map_or(1, |line| line.number);
    let place = lines
        .iter()
        .take(ENVELOPE_LINES_MAX)
        .position(|line| line.text.starts_with("FSU") || line.text.starts_with("FSA"));
    let place = place.ok_or_else(|| error(first, 1, NO_HEAD))?;
    if place > 0 {
        flags.push("envelope");
    }
    lines.drain(..place);
    Ok(lines.remove(0))
}

fn read_head(line: &Line, flags: &mut Vec<&'static str>) -> Result<(String, String), FsuError> {
    let (kind, rest) = line.text.split_at(3);
    let version = match rest.strip_prefix('/') {
        Some(version) => version,
        None if rest.is_empty() => "",
        None => return Err(error(line.number, 4, NO_HEAD)),
    };
    if version.is_empty() || version.len() > 2 || !version.bytes().all(|b| b.is_ascii_digit()) {
        let column = if rest.is_empty() { 4 } else { 5 };
        return Err(error(line.number, column, BAD_VERSION));
    }
    if version != VERSION {
        flags.push("version");
    }
    Ok((kind.to_owned(), version.to_owned()))
}

/// `ppp-nnnnnnnn[AAABBB]/T12K500[T24]`
fn read_awb_line(line: &Line) -> Result<StatusMessage, FsuError> {
    let mut at = Cursor::new(line);
    let awb = Mawb::parse_strict(at.take(12)).ok_or_else(|| error(line.number, 1, BAD_AWB))?;
    let (mut origin, mut destination) = (None, None);
    if at.peek().is_some_and(|c| c != '/') {
        origin = Some(at.station()?);
        destination = Some(at.station()?);
    }
    let (mut quantity, mut pieces_total) = (None, None);
    if at.peek().is_some() {
        at.slash()?;
        quantity = Some(at.quantity()?);
        if at.peek() == Some('T') {
            at.take(1);
            pieces_total = Some(at.number(6).ok_or_else(|| at.error(BAD_QUANTITY))?);
        }
        at.end(BAD_QUANTITY)?;
    }
    Ok(StatusMessage {
        kind: String::new(),
        version: String::new(),
        awb,
        origin,
        destination,
        quantity,
        pieces_total,
        statuses: Vec::new(),
        flags: Vec::new(),
    })
}

/// The forms a status line has by its code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `/ddMMM[hhmm]/AAA/quantity[/name]`
    Place,
    /// `/flight/dd[MMM]/AAABBB/quantity[/time][/time]`
    Movement,
    /// `/flight/ddMMM[hhmm]/AAA/quantity[/time][/time]`
    Arrival,
    /// `/cc/ddMMM[hhmm]/AAA/quantity`
    Handover,
    /// `/cc/AAA/quantity`
    Transfer,
    /// `/[flight]/ddMMM[hhmm]/AAA/discrepancy/quantity`
    Discrepancy,
    /// Not known: kept as it came.
    Unknown,
}

fn form_of(code: &str) -> Form {
    match code {
        "RCS" | "FOH" | "NFD" | "AWD" | "DLV" | "DDL" | "CCD" | "TGC" | "CRC" => Form::Place,
        "BKD" | "MAN" | "DEP" | "PRE" => Form::Movement,
        "ARR" | "AWR" | "RCF" => Form::Arrival,
        "RCT" | "TFD" => Form::Handover,
        "TRM" => Form::Transfer,
        "DIS" => Form::Discrepancy,
        _ => Form::Unknown,
    }
}

fn read_status(line: &Line) -> Result<Status, FsuError> {
    let mut at = Cursor::new(line);
    let code = at.take(3).to_owned();
    let form = form_of(&code);
    let mut status = Status {
        known: form != Form::Unknown,
        flight: None,
        airport: None,
        to: None,
        when: None,
        quantity: None,
        departure: None,
        arrival: None,
        name: String::new(),
        discrepancy: String::new(),
        extra: Vec::new(),
        raw: line.text.clone(),
        line: line.number,
        code,
    };
    match form {
        Form::Unknown => return Ok(status),
        Form::Place => {
            at.slash()?;
            status.when = Some(at.when(true)?);
            at.slash()?;
            status.airport = Some(at.station()?);
            read_quantity(&mut at, &mut status)?;
            status.name = at.rest_after_slash();
        }
        Form::Movement => {
            at.slash()?;
            status.flight = at.flight()?;
            at.slash()?;
            status.when = Some(at.when(false)?);
            at.slash()?;
            status.airport = Some(at.station()?);
            status.to = Some(at.station()?);
            read_quantity(&mut at, &mut status)?;
            read_times(&mut at, &mut status)?;
        }
        Form::Arrival => {
            at.slash()?;
            status.flight = at.flight()?;
            at.slash()?;
            status.when = Some(at.when(true)?);
            at.slash()?;
            status.airport = Some(at.station()?);
            read_quantity(&mut at, &mut status)?;
            read_times(&mut at, &mut status)?;
        }
        Form::Handover => {
            at.slash()?;
            status.flight = at.flight()?;
            at.slash()?;
            status.when = Some(at.when(true)?);
            at.slash()?;
            status.airport = Some(at.station()?);
            read_quantity(&mut at, &mut status)?;
            status.name = at.rest_after_slash();
        }
        Form::Transfer => {
            at.slash()?;
            status.flight = at.flight()?;
            at.slash()?;
            status.airport = Some(at.station()?);
            read_quantity(&mut at, &mut status)?;
            at.rest_after_slash();
        }
        Form::Discrepancy => {
            at.slash()?;
            status.flight = at.flight()?;
            at.slash()?;
            status.when = Some(at.when(true)?);
            at.slash()?;
            status.airport = Some(at.station()?);
            at.slash()?;
            let place = at.column();
            let code = at.take(4);
            if code.len() != 4 || !code.bytes().all(|b| b.is_ascii_uppercase()) {
                return Err(error(line.number, place, BAD_CODE));
            }
            status.discrepancy = code.to_owned();
            read_quantity(&mut at, &mut status)?;
            at.rest_after_slash();
        }
    }
    Ok(status)
}

fn read_quantity(at: &mut Cursor<'_>, status: &mut Status) -> Result<(), FsuError> {
    at.slash()?;
    status.quantity = Some(at.quantity()?);
    if at.peek().is_some_and(|c| c != '/') {
        return Err(at.error(BAD_QUANTITY));
    }
    Ok(())
}

/// Up to two times, departure first; other parts behind them are left. A booking may tell its volume
/// (`/MC3.60`) or density (`/DG8`) instead.
fn read_times(at: &mut Cursor<'_>, status: &mut Status) -> Result<(), FsuError> {
    for place in 0..2 {
        if at.peek().is_none() || (status.code == "BKD" && at.volume_follows()) {
            return Ok(());
        }
        at.slash()?;
        let time = at.movement_time()?;
        if place == 0 { status.departure = time } else { status.arrival = time }
    }
    Ok(())
}

/// The moment of an event: the year that puts it nearest to the receipt, in the zone of its place.
pub fn resolve(when: EventTime, received: Instant, zone: &str) -> Option<Instant> {
    let zone = TimeZone::get(zone).ok()?;
    let near = received.day();
    let (hour, minute) = when.time.unwrap_or((0, 0));
    let months: Vec<(i16, i8)> = match when.month {
        Some(month) => (-1..=1).map(|year| (near.year() + year, month)).collect(),
        None => (-1i8..=1)
            .map(|step| {
                let month = near.month() + step;
                match month {
                    0 => (near.year() - 1, 12),
                    13 => (near.year() + 1, 1),
                    _ => (near.year(), month),
                }
            })
            .collect(),
    };
    months
        .into_iter()
        .filter_map(|(year, month)| Date::new(year, month, when.day).ok())
        .map(|day| kernel::day_after_days(day, i64::from(when.day_change)))
        .filter_map(|day| {
            let local: DateTime = day.at(hour, minute, 0, 0);
            let millis = local.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
            Some(Instant::from_millis(millis))
        })
        .min_by_key(|instant| (instant.millis() - received.millis()).abs())
}

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

const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

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
    let month = when.month.and_then(|month| MONTHS.get(usize::try_from(month - 1).unwrap_or(12)));
    let time = when.time.map(|(hour, minute)| format!("{hour:02}{minute:02}")).unwrap_or_default();
    format!("{:02}{}{time}{}", when.day, month.copied().unwrap_or(""), change_text(when.day_change))
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
    if form != Form::Place {
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
    match (status.departure, status.arrival) {
        (None, None) => {}
        (departure, arrival) => {
            parts.push(departure.map(time_text).unwrap_or_default());
            parts.extend(arrival.map(time_text));
        }
    }
    if !status.name.is_empty() {
        parts.push(status.name.clone());
    }
    parts.join("/")
}

/// Whether a code is in the list of the trade, whatever the form of its line.
pub fn is_listed(code: &str) -> bool {
    status::find(code).is_some()
}

#[cfg(test)]
mod tests;
