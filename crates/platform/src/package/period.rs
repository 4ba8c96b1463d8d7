//! When the count of a service begins anew.

use kernel::Day;

use crate::field::Choice;

/// How long what a company may use lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Nothing limits it; what is used is counted from the start on.
    Unlimited,
    /// Begins anew on the first of the month.
    Month,
    /// Begins anew on the anniversary of the start.
    Year,
    /// Once for all.
    Once,
}

/// The periods as fields offer them.
pub const PERIODS: &[Choice] = &[
    Choice::new("NONE", "不限", "Not limited"),
    Choice::new("MONTH", "月", "Month"),
    Choice::new("YEAR", "年", "Year"),
    Choice::new("ONCE", "一次性", "Once"),
];

impl Period {
    /// The period of a code.
    pub fn of(code: &str) -> Option<Self> {
        [Self::Unlimited, Self::Month, Self::Year, Self::Once].into_iter().find(|period| period.code() == code)
    }

    /// Its code on the wire and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unlimited => "NONE",
            Self::Month => "MONTH",
            Self::Year => "YEAR",
            Self::Once => "ONCE",
        }
    }

    /// First day of the period a day belongs to; nothing counts that was used before the start.
    pub fn begin(self, start: Day, today: Day) -> Day {
        match self {
            Self::Unlimited | Self::Once => start,
            Self::Month => Ord::max(start, today.first_of_month()),
            Self::Year => {
                let this = anniversary(start, today.year());
                let begin = if this <= today { this } else { anniversary(start, today.year() - 1) };
                Ord::max(start, begin)
            }
        }
    }
}

/// The day of a year on which a start returns: of 29 February the 28th where the year has no 29th.
fn anniversary(start: Day, year: i16) -> Day {
    let last = Day::new(year, start.month(), 1).map_or(start.day(), Day::days_in_month);
    Day::new(year, start.month(), Ord::min(start.day(), last)).unwrap_or(start)
}

#[cfg(test)]
mod tests {
    use kernel::{parse_day, show_day};

    use super::*;

    fn begin(period: Period, start: &str, today: &str) -> String {
        show_day(period.begin(parse_day(start).expect("a day"), parse_day(today).expect("a day")))
    }

    #[test]
    fn a_month_begins_on_its_first_day_and_the_first_one_with_the_start() {
        for (today, first) in [
            ("2026-05-20", "2026-05-20"),
            ("2026-05-31", "2026-05-20"),
            ("2026-06-01", "2026-06-01"),
            ("2026-06-30", "2026-06-01"),
            ("2027-02-28", "2027-02-01"),
        ] {
            assert_eq!(begin(Period::Month, "2026-05-20", today), first, "{today}");
        }
    }

    #[test]
    fn a_year_begins_on_the_anniversary_also_of_a_leap_day() {
        for (start, today, first) in [
            ("2026-05-20", "2026-05-20", "2026-05-20"),
            ("2026-05-20", "2027-05-19", "2026-05-20"),
            ("2026-05-20", "2027-05-20", "2027-05-20"),
            ("2024-02-29", "2025-02-27", "2024-02-29"),
            ("2024-02-29", "2025-02-28", "2025-02-28"),
            ("2024-02-29", "2028-02-28", "2027-02-28"),
            ("2024-02-29", "2028-02-29", "2028-02-29"),
            ("2026-12-31", "2027-01-01", "2026-12-31"),
        ] {
            assert_eq!(begin(Period::Year, start, today), first, "{start} {today}");
        }
    }

    #[test]
    fn what_is_given_once_never_begins_anew() {
        for period in [Period::Once, Period::Unlimited] {
            assert_eq!(begin(period, "2020-02-29", "2026-07-15"), "2020-02-29");
        }
    }
}
