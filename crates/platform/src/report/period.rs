//! Periods that are compared (suite rules of reports): the one just before, or the same a year earlier.

use kernel::{Day, day_after_days};

/// What a period is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Earlier {
    /// The period of equal length just before it: months before months, days before days.
    Previous,
    /// The same days a year earlier.
    LastYear,
}

impl Earlier {
    /// By its name on the wire.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "previous" => Some(Self::Previous),
            "lastYear" => Some(Self::LastYear),
            _ => None,
        }
    }

    /// The earlier period, both days within.
    pub fn of(self, (from, to): (Day, Day)) -> (Day, Day) {
        let whole = from.day() == 1 && to == to.last_of_month() && from <= to;
        match (self, whole) {
            (Self::LastYear, true) => (months_later(from, -12), months_later(to, -12).last_of_month()),
            (Self::LastYear, false) => (months_later(from, -12), months_later(to, -12)),
            (Self::Previous, true) => {
                let months = months_between(from, to) + 1;
                (months_later(from, -months), months_later(to.first_of_month(), -months).last_of_month())
            }
            (Self::Previous, false) => {
                let days = kernel::days_between(from, to) + 1;
                (day_after_days(from, -days), day_after_days(to, -days))
            }
        }
    }
}

/// Months from the month of one day to that of another.
pub(super) fn months_between(from: Day, to: Day) -> i64 {
    month_of(to) - month_of(from)
}

fn month_of(day: Day) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month()) - 1
}

/// The same day so many months later: the last of its month where that is shorter. The day itself beyond the calendar.
pub(super) fn months_later(day: Day, months: i64) -> Day {
    let month = month_of(day) + months;
    let first = i16::try_from(month.div_euclid(12)).ok().zip(i8::try_from(month.rem_euclid(12) + 1).ok());
    let first = first.and_then(|(year, month)| Day::new(year, month, 1).ok());
    first.map_or(day, |first| {
        let last = first.last_of_month();
        day_after_days(first, i64::from(Ord::min(day.day(), last.day())) - 1)
    })
}

#[cfg(test)]
mod tests {
    use kernel::{parse_day, show_day};

    use super::*;

    fn day(text: &str) -> Day {
        parse_day(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn a_period_is_compared_with_the_one_before_and_with_the_same_a_year_earlier() {
        let told = |earlier: Earlier, from, to| {
            let (from, to) = earlier.of((day(from), day(to)));
            format!("{} {}", show_day(from), show_day(to))
        };
        for (from, to, previous, last_year) in [
            ("2026-07-01", "2026-07-31", "2026-06-01 2026-06-30", "2025-07-01 2025-07-31"),
            ("2026-03-01", "2026-03-31", "2026-02-01 2026-02-28", "2025-03-01 2025-03-31"),
            ("2026-01-01", "2026-03-31", "2025-10-01 2025-12-31", "2025-01-01 2025-03-31"),
            ("2024-02-01", "2024-02-29", "2024-01-01 2024-01-31", "2023-02-01 2023-02-28"),
            ("2025-02-01", "2025-02-28", "2025-01-01 2025-01-31", "2024-02-01 2024-02-29"),
            ("2026-07-10", "2026-07-19", "2026-06-30 2026-07-09", "2025-07-10 2025-07-19"),
            ("2026-07-01", "2026-07-15", "2026-06-16 2026-06-30", "2025-07-01 2025-07-15"),
            ("2024-02-29", "2024-02-29", "2024-02-28 2024-02-28", "2023-02-28 2023-02-28"),
            ("2024-02-20", "2024-03-01", "2024-02-09 2024-02-19", "2023-02-20 2023-03-01"),
            ("2026-01-01", "2026-01-01", "2025-12-31 2025-12-31", "2025-01-01 2025-01-01"),
        ] {
            assert_eq!(told(Earlier::Previous, from, to), previous, "before {from} {to}");
            assert_eq!(told(Earlier::LastYear, from, to), last_year, "a year before {from} {to}");
        }
    }

    #[test]
    fn months_keep_the_day_or_end() {
        for (from, months, wanted) in [
            ("2026-01-31", 1, "2026-02-28"),
            ("2024-01-31", 1, "2024-02-29"),
            ("2026-03-31", -1, "2026-02-28"),
            ("2026-01-15", -1, "2025-12-15"),
            ("2024-02-29", 12, "2025-02-28"),
        ] {
            assert_eq!(show_day(months_later(day(from), months)), wanted);
        }
        assert_eq!(months_between(day("2025-11-30"), day("2026-02-01")), 3);
        assert_eq!(kernel::days_between(day("2024-02-28"), day("2024-03-01")), 2);
    }
}
