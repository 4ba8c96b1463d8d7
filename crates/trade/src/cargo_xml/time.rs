//! Dates and times as XML writes them.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use kernel::{Instant, day_after_days};

pub(super) use crate::yearless::days_between;
use crate::yearless::months;

/// Days before the issue of a waybill that a booked flight may lie.
const FLIGHT_BEFORE_ISSUE_DAYS: i64 = 7;

/// A date with or without a time, and the distance of its clock from UTC when it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) at: DateTime,
    /// Seconds east of UTC.
    pub(super) offset: Option<i32>,
}

impl Moment {
    /// The moment; a clock without distance is the display zone's.
    pub(super) fn instant(self) -> Option<Instant> {
        let Some(seconds) = self.offset else { return Some(Instant::from_local(self.at)) };
        let timestamp = Offset::from_seconds(seconds).ok()?.to_timestamp(self.at).ok()?;
        Some(Instant::from_millis(timestamp.as_millisecond()))
    }

    /// Hour and minute; none at midnight, which is how a date without a time is written.
    pub(super) fn clock(self) -> Option<(i8, i8)> {
        Some((self.at.hour(), self.at.minute())).filter(|clock| *clock != (0, 0))
    }
}

/// Reads `yyyy-MM-dd[Thh:mm[:ss[.f]]][Z|+hh:mm]`.
pub(super) fn parse(text: &str) -> Option<Moment> {
    let date = Date::strptime("%Y-%m-%d", text.get(..10)?).ok()?;
    let rest = text.get(10..)?;
    let (clock, offset) = split_offset(rest.strip_prefix(['T', ' ']).unwrap_or(rest))?;
    let time = match (clock.is_empty(), rest.starts_with(['T', ' '])) {
        (true, false) => Time::midnight(),
        (false, true) => parse_clock(clock)?,
        _ => return None,
    };
    Some(Moment { at: date.to_datetime(time), offset })
}

fn split_offset(text: &str) -> Option<(&str, Option<i32>)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock, Some(0)));
    }
    let Some(place) = text.rfind(['+', '-']) else { return Some((text, None)) };
    let (clock, offset) = (text.get(..place)?, text.get(place..)?);
    let (sign, digits) = if offset.starts_with('-') { (-1, offset.get(1..)?) } else { (1, offset.get(1..)?) };
    let (hours, minutes) = digits.split_once(':')?;
    let (hours, minutes) = (two_digits(hours, 14)?, two_digits(minutes, 59)?);
    Some((clock, Some(sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60))))
}

fn parse_clock(text: &str) -> Option<Time> {
    let (hour, rest) = text.split_once(':')?;
    let (minute, second) = rest.split_once(':').unwrap_or((rest, "00"));
    let (second, fraction) = second.split_once('.').unwrap_or((second, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nanos: i32 = format!("{:0<9}", fraction.get(..9).unwrap_or(fraction)).parse().ok()?;
    Time::new(two_digits(hour, 23)?, two_digits(minute, 59)?, two_digits(second, 59)?, nanos).ok()
}

fn two_digits(text: &str, most: i8) -> Option<i8> {
    let sound = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| sound && *number <= most)
}

/// Writes a moment in UTC.
pub(super) fn instant_text(instant: Instant) -> String {
    let zulu = jiff::Timestamp::from_millisecond(instant.millis()).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let form = if instant.millis().rem_euclid(1000) == 0 { "%Y-%m-%dT%H:%M:%SZ" } else { "%Y-%m-%dT%H:%M:%S%.3fZ" };
    zulu.strftime(form).to_string()
}

/// Writes a day and a clock time; midnight when there is none.
pub(super) fn local_text(day: Date, clock: Option<(i8, i8)>) -> String {
    let (hour, minute) = clock.unwrap_or((0, 0));
    format!("{}T{hour:02}:{minute:02}:00", day.strftime("%Y-%m-%d"))
}

/// The first day with this number that is not long before another day.
pub(super) fn coming(day: i8, reference: Date) -> Option<Date> {
    let first = day_after_days(reference, -FLIGHT_BEFORE_ISSUE_DAYS);
    months(first.year(), first.month(), 0..=3)
        .filter_map(|(year, month)| Date::new(year, month, day).ok())
        .find(|date| *date >= first)
}
