//! Time: instants are milliseconds UTC, days are calendar dates; the clock is an argument.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use serde::{Deserialize, Serialize};

/// A calendar day without a time.
pub type Day = Date;

/// The zone times are shown in unless a user says otherwise: Asia/Shanghai, UTC+8 all year.
fn display_zone() -> TimeZone {
    TimeZone::fixed(Offset::constant(8))
}

/// A moment, in milliseconds since 1970 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Instant(i64);

impl Instant {
    /// From milliseconds since 1970 UTC.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970 UTC.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Later by so many milliseconds.
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// The date and time on the wall in the display zone.
    pub fn local(self) -> DateTime {
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(display_zone()).datetime()
    }

    /// The day in the display zone.
    pub fn day(self) -> Day {
        self.local().date()
    }

    /// The moment a wall clock of the display zone shows `local`; the first or last there is where it is beyond them.
    pub fn from_local(local: DateTime) -> Self {
        let end = if local.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
        Self(local.to_zoned(display_zone()).map_or(end, |zoned| zoned.timestamp()).as_millisecond())
    }

    /// Reads `yyyy-MM-dd HH:mm[:ss]` of the display zone.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
            .iter()
            .find_map(|format| DateTime::strptime(format, text).ok())
            .map(|local| (local, Self::from_local(local)))
            .filter(|(local, instant)| instant.local() == *local)
            .map(|(_, instant)| instant)
    }

    /// Midnight at the beginning of a day of the display zone.
    pub fn start_of(day: Day) -> Self {
        Self::from_local(day.at(0, 0, 0, 0))
    }
}

/// Shows an instant as `yyyy-MM-dd HH:mm:ss` of the display zone, the form of the wire.
pub fn show_second(instant: Instant) -> String {
    instant.local().strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Shows an instant as `yyyy-MM-dd HH:mm` of the display zone.
pub fn show_minute(instant: Instant) -> String {
    instant.local().strftime("%Y-%m-%d %H:%M").to_string()
}

/// Reads a day written `yyyy-MM-dd`.
pub fn parse_day(text: &str) -> Option<Day> {
    let text = text.trim();
    let sound = text.len() == 10 && text.starts_with(|letter: char| letter.is_ascii_digit());
    sound.then(|| Date::strptime("%Y-%m-%d", text).ok()).flatten()
}

/// Shows a day as `yyyy-MM-dd`.
pub fn show_day(day: Day) -> String {
    day.strftime("%Y-%m-%d").to_string()
}

/// The day `days` later (or earlier, when negative); the day itself at the end of the calendar.
pub fn day_after_days(day: Day, days: i64) -> Day {
    jiff::Span::new().try_days(days).ok().and_then(|span| day.checked_add(span).ok()).unwrap_or(day)
}

/// Days from one day to another; negative when the other is earlier.
pub fn days_between(from: Day, to: Day) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// Whether an IANA time zone is known.
pub fn knows_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// Clocks of processes that serve the same database, and a clock before and after it is set right, differ by less.
pub const SKEW_MS: i64 = 5 * 60 * 1000;

/// Whether less than `length_ms` has passed since a moment. One that lies ahead was written by a clock that ran ahead and
/// was set right since: it is not recent, or whatever waits for it to be over would wait for years.
pub const fn is_recent(at: Instant, now: Instant, length_ms: i64) -> bool {
    let passed = now.0.saturating_sub(at.0);
    passed < length_ms && passed >= -SKEW_MS
}

/// Whether what lasts for at most `longest_ms` still holds until its end. An end further ahead than that was written by a
/// clock that ran ahead and was set right since: it holds no more, or it would hold for years.
pub const fn still_holds(end: Instant, now: Instant, longest_ms: i64) -> bool {
    end.0 > now.0 && end.0.saturating_sub(now.0) <= longest_ms.saturating_add(SKEW_MS)
}

/// Where "now" comes from: the system, or a hand that tests and seeds move.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that stands still until it is set.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A clock standing at `instant`.
    pub fn fixed(instant: Instant) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(instant.millis())))
    }

    /// The present moment.
    pub fn now(&self) -> Instant {
        match self {
            Self::System => Instant(Timestamp::now().as_millisecond()),
            Self::Fixed(millis) => Instant(millis.load(Ordering::SeqCst)),
        }
    }

    /// Sets a fixed clock; the system's clock stays as it is.
    pub fn set(&self, instant: Instant) {
        if let Self::Fixed(millis) = self {
            millis.store(instant.millis(), Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_and_reads_shanghai_time() {
        let instant = Instant::parse("2026-07-15 10:00:00").expect("a time");
        assert_eq!(instant.millis(), 1_784_080_800_000);
        assert_eq!(show_second(instant), "2026-07-15 10:00:00");
        assert_eq!(show_minute(instant), "2026-07-15 10:00");
        assert_eq!(show_day(instant.day()), "2026-07-15");
        assert_eq!(Instant::start_of(instant.day()), Instant::parse("2026-07-15 00:00").expect("midnight"));
    }

    #[test]
    fn the_day_changes_at_shanghai_midnight() {
        let before = Instant::parse("2026-07-15 23:59:59").expect("a time");
        assert_eq!(show_day(before.day()), "2026-07-15");
        assert_eq!(show_day(before.plus_millis(1_000).day()), "2026-07-16");
    }

    #[test]
    fn refuses_what_is_no_day() {
        for wrong in ["2026-02-30", "2026-7-1", "20260701", "", "2026-07-01x", "-026-07-01", "+026-07-01"] {
            assert_eq!(parse_day(wrong), None, "{wrong}");
        }
        assert_eq!(parse_day("2026-02-28").map(|day| show_day(day_after_days(day, 1))), Some("2026-03-01".into()));
    }

    #[test]
    fn moments_end_with_the_calendar_and_no_other_is_taken_for_one_beyond() {
        let last = Instant::parse("9999-12-31 05:59:59").expect("a time");
        assert_eq!(show_second(last), "9999-12-31 05:59:59");
        for wrong in ["9999-12-31 23:59:59", "2026-07-15 24:00", "2026-02-29 10:00", "2026-07-15 10:60"] {
            assert_eq!(Instant::parse(wrong), None, "{wrong}");
        }
        assert!(Instant::from_local(jiff::civil::date(9999, 12, 31).at(23, 0, 0, 0)) > last);
    }

    #[test]
    fn what_was_written_by_a_clock_that_ran_ahead_is_neither_recent_nor_holds() {
        const HOUR_MS: i64 = 60 * 60 * 1000;
        const YEAR_MS: i64 = 365 * 24 * HOUR_MS;
        let now = Instant::from_millis(10 * YEAR_MS);
        let recent = |ahead: i64| is_recent(now.plus_millis(ahead), now, HOUR_MS);
        assert!(recent(0) && recent(1 - HOUR_MS) && !recent(-HOUR_MS));
        assert!(recent(SKEW_MS) && !recent(SKEW_MS + 1) && !recent(YEAR_MS));
        let holds = |ahead: i64| still_holds(now.plus_millis(ahead), now, HOUR_MS);
        assert!(holds(1) && holds(HOUR_MS) && !holds(0) && !holds(-1));
        assert!(holds(HOUR_MS + SKEW_MS) && !holds(HOUR_MS + SKEW_MS + 1) && !holds(YEAR_MS));
    }

    #[test]
    fn a_fixed_clock_stands_until_set() {
        let clock = Clock::fixed(Instant::from_millis(5));
        assert_eq!(clock.now(), clock.now());
        clock.set(Instant::from_millis(9));
        assert_eq!(clock.now().millis(), 9);
    }
}
