//! IATA status messages (FSU and FSA, version 14): reading, writing, and the year they do not carry.
//!
//! Accepted and flagged: other versions, an envelope before the message, blank lines, blanks at the
//! end of lines. Unknown status codes are kept with their line. What cannot be read is refused with
//! line, column and reason: a status line beside others that can be read, else the whole message.

mod blocks;
mod form;
mod lines;
mod read;
mod write;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use kernel::{Instant, Volume, Weight};

use crate::imp::{Flag, MONTHS};
use crate::status;
use crate::waybill_number::Mawb;
use crate::yearless::Year;

pub use crate::imp::{ImpError as FsuError, MESSAGE_BYTES_MAX};
pub use read::parse;
pub use write::compose;

/// Most status lines of one message.
pub const STATUSES_MAX: usize = 200;

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

    pub(crate) fn of(letter: char) -> Option<Self> {
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

impl EventTime {
    /// Day and month as messages write them: `29FEB`.
    pub fn date_text(self) -> String {
        let place = self.month.and_then(|month| usize::try_from(month).ok()?.checked_sub(1));
        let month = place.and_then(|place| MONTHS.get(place)).copied().unwrap_or_default();
        format!("{:02}{month}", self.day)
    }
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

/// A flight a status speaks of beside its own place, as of a report to customs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leg {
    /// Flight, carrier and number.
    pub flight: Option<String>,
    /// Day of departure.
    pub when: Option<EventTime>,
    /// Airport of departure.
    pub from: String,
    /// Airport of arrival.
    pub to: String,
}

/// A load unit a status speaks of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// Type, number and owner, as `PMC12345X9`.
    pub unit: String,
    /// How it is loaded, one letter, or empty.
    pub loading: String,
}

/// One status line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// Its year, where the message tells one: Cargo-XML does, a telegram does not.
    pub year_told: Option<i16>,
    /// How much.
    pub quantity: Option<Quantity>,
    /// Departure time of a movement.
    pub departure: Option<MovementTime>,
    /// Arrival time of a movement.
    pub arrival: Option<MovementTime>,
    /// Name of who delivered, received or was notified.
    pub name: String,
    /// Volume.
    pub volume: Option<Volume>,
    /// Density group, 0 to 10.
    pub density_group: Option<u8>,
    /// Number of a transfer manifest.
    pub manifest: String,
    /// The other carrier of a transfer.
    pub carrier: String,
    /// The flight of a report to customs.
    pub leg: Option<Leg>,
    /// Code of a discrepancy.
    pub discrepancy: String,
    /// Blocks behind the line (OCI, ULD, OSI and others), as they came; see [`Status::customs`],
    /// [`Status::units`] and [`Status::remarks`].
    pub extra: Vec<String>,
    /// The line as it came.
    pub raw: String,
    /// Line number, from 1.
    pub line: usize,
}

/// Whether a code speaks of a flight that is planned: its day is the scheduled one.
pub fn is_planned(code: &str) -> bool {
    matches!(code, "BKD" | "PRE" | "MAN")
}

impl Status {
    /// Where its day stands on its line, from 1.
    pub fn date_column(&self) -> usize {
        let place = self.when.and_then(|when| self.raw.find(&format!("/{}", when.date_text())));
        place.map_or(1, |slash| slash + 2)
    }

    /// How the year of its day is known. A time may be planned or expected though the code is one of a fact.
    pub fn year(&self, planned: bool) -> Year {
        match self.year_told {
            Some(year) => Year::Told(year),
            None if planned || is_planned(&self.code) => Year::Near,
            None => Year::Past,
        }
    }
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
    pub flags: Vec<Flag>,
    /// Status lines that can't be understood, beside others that can.
    pub faults: Vec<FsuError>,
}

/// The date of an event by the calendar of its place, told at a moment; none where it can be no date.
pub fn date_of(when: EventTime, year: Year, received: Instant, zone: &TimeZone) -> Option<Date> {
    let told = Timestamp::from_millisecond(received.millis()).ok()?.to_zoned(zone.clone());
    let date = year.date((when.day, when.month), told.date())?;
    Some(kernel::day_after_days(date, i64::from(when.day_change)))
}

/// The moment of an event in the zone of its place; none where its date can be none.
pub fn resolve(when: EventTime, year: Year, received: Instant, zone: &str) -> Option<Instant> {
    let zone = TimeZone::get(zone).ok()?;
    let date = date_of(when, year, received, &zone)?;
    let (hour, minute) = when.time.unwrap_or((0, 0));
    let local = date.to_datetime(Time::new(hour, minute, 0, 0).ok()?);
    Some(Instant::from_millis(local.to_zoned(zone).ok()?.timestamp().as_millisecond()))
}

/// Whether a code is in the list of the trade, whatever the form of its line.
pub fn is_listed(code: &str) -> bool {
    status::find(code).is_some()
}

#[cfg(test)]
mod tests;
