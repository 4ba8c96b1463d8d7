//! Dates as messages write them, a day with its month or a day alone: which one is meant.
//!
//! Who tells of what happened tells it afterwards, so the date lies behind, and no further than a year, for no message
//! is on its way longer. What is planned lies near, before or behind. A date that neither is, 29 February where no leap
//! year is near, is none: guessing would put an event into a year nobody told.

use jiff::civil::Date;

/// Days what happened may lie ahead of its telling: clocks of terminals are wrong by zones and days, and some carriers
/// tell of the flights of the days to come by the codes of facts.
const AHEAD_DAYS_MAX: i32 = 7;
/// So many days, and the day of the telling, hold each day of each month.
const YEAR_DAYS: i32 = 365;
const MONTH_DAYS: i32 = 31;

/// How the year of a date is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Year {
    /// It is told.
    Told(i16),
    /// Of what happened: the newest such day that is not more than a week ahead of its telling.
    Past,
    /// Of what is planned: the nearest such day; of two as near the earlier.
    Near,
}

impl Year {
    /// The date with a day and a month, or with a day alone, that is meant by who tells it on a day; none where there is
    /// no such date, or none that can be meant.
    pub fn date(self, (day, month): (i8, Option<i8>), told_on: Date) -> Option<Date> {
        let around = if month.is_some() { YEAR_DAYS } else { MONTH_DAYS };
        let (behind, ahead) = match self {
            Self::Told(year) => return Date::new(year, month?, day).ok(),
            Self::Past => (around - AHEAD_DAYS_MAX, AHEAD_DAYS_MAX),
            // Half of it on both sides, the larger one: a leap year has a day more.
            Self::Near => (around - around / 2, around - around / 2),
        };
        dates(day, month, told_on)
            .into_iter()
            .map(|date| (date, days_between(told_on, date)))
            .filter(|(_, days)| (-behind..=ahead).contains(days))
            .min_by_key(|(_, days)| days.abs())
            .map(|(date, _)| date)
    }
}

/// The dates with a day and a month of the year, the one before and the next; with a day alone, of such months.
fn dates(day: i8, month: Option<i8>, about: Date) -> Vec<Date> {
    let months: Vec<(i16, i8)> = match month {
        Some(month) => (-1..=1).filter_map(|step| Some((about.year().checked_add(step)?, month))).collect(),
        None => months(about.year(), about.month(), -1..=1).collect(),
    };
    months.into_iter().filter_map(|(year, month)| Date::new(year, month, day).ok()).collect()
}

/// The months so many steps from a month, with their years.
pub(crate) fn months(year: i16, month: i8, steps: std::ops::RangeInclusive<i32>) -> impl Iterator<Item = (i16, i8)> {
    steps.filter_map(move |step| {
        let count = i32::from(year) * 12 + i32::from(month) - 1 + step;
        Some((i16::try_from(count.div_euclid(12)).ok()?, i8::try_from(count.rem_euclid(12) + 1).ok()?))
    })
}

/// Days from one date to another.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Date {
        kernel::parse_day(text).unwrap_or_else(|| panic!("{text}"))
    }

    fn shown(year: Year, day: (i8, Option<i8>), told_on: &str) -> String {
        year.date(day, at(told_on)).map(kernel::show_day).unwrap_or_default()
    }

    #[test]
    fn what_happened_lies_behind_and_what_is_planned_lies_near() {
        for (day, month, told_on, past, near) in [
            (18, 7, "2026-07-18", "2026-07-18", "2026-07-18"),
            (17, 7, "2026-07-18", "2026-07-17", "2026-07-17"),
            (31, 12, "2027-01-02", "2026-12-31", "2026-12-31"),
            (2, 1, "2026-12-31", "2027-01-02", "2027-01-02"),
            // A week ahead is told too early; further ahead it is the one that was.
            (25, 7, "2026-07-18", "2026-07-25", "2026-07-25"),
            (26, 7, "2026-07-18", "2025-07-26", "2026-07-26"),
            (18, 9, "2026-07-15", "2025-09-18", "2026-09-18"),
            (20, 1, "2026-07-15", "2026-01-20", "2026-01-20"),
            (10, 1, "2026-07-15", "2026-01-10", "2027-01-10"),
            (28, 2, "2027-03-10", "2027-02-28", "2027-02-28"),
            (29, 2, "2028-03-10", "2028-02-29", "2028-02-29"),
            (29, 2, "2028-02-22", "2028-02-29", "2028-02-29"),
            (29, 2, "2029-02-10", "2028-02-29", ""),
            (29, 2, "2027-09-10", "", "2028-02-29"),
            (29, 2, "2027-03-10", "", ""),
            (29, 2, "2026-07-15", "", ""),
            (30, 2, "2028-03-01", "", ""),
            (31, 4, "2026-05-01", "", ""),
            (0, 7, "2026-07-15", "", ""),
            (32, 7, "2026-07-15", "", ""),
            (1, 0, "2026-07-15", "", ""),
            (1, 13, "2026-07-15", "", ""),
        ] {
            let told = (day, Some(month));
            assert_eq!(shown(Year::Past, told, told_on), past, "{day}.{month}. happened, told on {told_on}");
            assert_eq!(shown(Year::Near, told, told_on), near, "{day}.{month}. planned, told on {told_on}");
        }
    }

    #[test]
    fn a_day_alone_is_of_the_months_around() {
        for (day, told_on, past, near) in [
            (31, "2026-08-01", "2026-07-31", "2026-07-31"),
            (1, "2026-07-31", "2026-08-01", "2026-08-01"),
            (30, "2026-07-15", "2026-06-30", "2026-06-30"),
            (30, "2026-07-16", "2026-06-30", "2026-07-30"),
            (30, "2026-01-02", "2025-12-30", "2025-12-30"),
            (31, "2026-07-02", "", ""),
            (30, "2027-02-20", "2027-01-30", ""),
            (0, "2026-07-15", "", ""),
            (32, "2026-07-15", "", ""),
        ] {
            assert_eq!(shown(Year::Past, (day, None), told_on), past, "{day} happened, told on {told_on}");
            assert_eq!(shown(Year::Near, (day, None), told_on), near, "{day} planned, told on {told_on}");
        }
    }

    #[test]
    fn a_year_that_is_told_is_taken_however_far_it_is() {
        assert_eq!(shown(Year::Told(2024), (29, Some(2)), "2027-03-10"), "2024-02-29");
        assert_eq!(shown(Year::Told(2030), (18, Some(7)), "2027-03-10"), "2030-07-18");
        assert_eq!(shown(Year::Told(2026), (29, Some(2)), "2026-03-10"), "");
        assert_eq!(shown(Year::Told(2026), (18, None), "2026-07-15"), "");
    }

    #[test]
    fn the_ends_of_the_calendar_have_no_neighbours() {
        let (first, last) = (Date::MIN, Date::MAX);
        assert_eq!(Year::Past.date((first.day(), Some(first.month())), first), Some(first));
        assert_eq!(Year::Near.date((last.day(), Some(last.month())), last), Some(last));
        assert_eq!(Year::Past.date((31, None), date(-9999, 1, 2)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_day_of_every_year_is_found_within_a_year(
            (month, day) in (1i8..=12, 1i8..=28), told in -25_000i64..50_000,
        ) {
            let told_on = kernel::day_after_days(date(1970, 1, 1), told);
            for (year, behind, ahead) in [(Year::Past, 358, 7), (Year::Near, 183, 183)] {
                let found = year.date((day, Some(month)), told_on).expect("a date");
                prop_assert_eq!((found.month(), found.day()), (month, day));
                prop_assert!((-behind..=ahead).contains(&days_between(told_on, found)), "{} {}", told_on, found);
            }
        }

        #[test]
        fn whatever_is_written_is_a_date_or_none(
            (month, day) in (any::<i8>(), any::<i8>()), told in -25_000i64..50_000, year in any::<i16>(),
        ) {
            let told_on = kernel::day_after_days(date(1970, 1, 1), told);
            for found in [Year::Past, Year::Near, Year::Told(year)] {
                for month in [Some(month), None] {
                    if let Some(date) = found.date((day, month), told_on) {
                        prop_assert_eq!(date.day(), day);
                        prop_assert!(month.is_none_or(|month| month == date.month()));
                    }
                }
            }
        }
    }
}
