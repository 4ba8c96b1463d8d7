//! The periods of rules: each ends with a month, in which it is due.

use kernel::{Day, day_after_days, parse_day};

/// How often a rule settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cycle {
    /// Every month.
    Month,
    /// Every quarter.
    Quarter,
    /// Every half year.
    Half,
    /// Every year.
    Year,
    /// In its first period alone, a month.
    Once,
}

/// A year and a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: i16,
    month: i8,
}

impl Month {
    /// Reads `2026-06`.
    pub fn parse(text: &str) -> Option<Self> {
        let whole = text.len() == 7;
        parse_day(&format!("{text}-01")).filter(|_| whole).map(Self::of)
    }

    /// The month of a day.
    pub fn of(day: Day) -> Self {
        Self { year: day.year(), month: day.month() }
    }

    /// Its first day.
    pub fn first(self) -> Option<Day> {
        Day::new(self.year, self.month, 1).ok()
    }

    /// Its last day.
    pub fn last(self) -> Option<Day> {
        self.first().map(Day::last_of_month)
    }

    /// The month before it.
    pub fn before(self) -> Self {
        self.back(1)
    }

    /// As many months earlier, at most eleven.
    fn back(self, months: i8) -> Self {
        let month = self.month - months;
        if month >= 1 { Self { month, ..self } } else { Self { year: self.year - 1, month: month + 12 } }
    }

    /// `2026-06`.
    pub fn name(self) -> String {
        format!("{:04}-{:02}", self.year, self.month)
    }
}

/// A period of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// `2026-06`, `2026-Q2`, `2026-H1` or `2026`.
    pub name: String,
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
    /// First day of the year it is in.
    pub year_from: Day,
}

impl Period {
    /// The period of a rule that ends with a month; none where none does, or before its first one.
    pub fn due(cycle: Cycle, first: Month, month: Month) -> Option<Self> {
        let (length, name) = match cycle {
            Cycle::Month | Cycle::Once => (1, month.name()),
            Cycle::Quarter => (3, format!("{:04}-Q{}", month.year, month.month / 3)),
            Cycle::Half => (6, format!("{:04}-H{}", month.year, month.month / 6)),
            Cycle::Year => (12, format!("{:04}", month.year)),
        };
        let ends = month.month % length == 0;
        let due = if cycle == Cycle::Once { month == first } else { ends && month >= first };
        let (from, to) = (month.back(length - 1).first()?, month.last()?);
        let year_from = Day::new(month.year, 1, 1).ok()?;
        due.then_some(Self { name, from, to, year_from })
    }

    /// Its days, all of them and those an agreement holds on.
    pub fn days(&self, valid: (Day, Day)) -> (i64, i64) {
        let days = |from: Day, to: Day| (kernel::days_between(from, to) + 1).max(0);
        (days(self.from, self.to), days(Ord::max(self.from, valid.0), Ord::min(self.to, valid.1)))
    }

    /// Whether it is over on a day.
    pub fn is_over(&self, today: Day) -> bool {
        today > self.to
    }

    /// The first day behind it.
    pub fn next_day(&self) -> Day {
        day_after_days(self.to, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Month {
        Month::parse(text).expect("a month")
    }

    fn due(cycle: Cycle, first: &str, at: &str) -> Option<(String, String, String)> {
        let period = Period::due(cycle, month(first), month(at))?;
        Some((period.name, period.from.to_string(), period.to.to_string()))
    }

    fn told(name: &str, from: &str, to: &str) -> Option<(String, String, String)> {
        Some((name.to_owned(), from.to_owned(), to.to_owned()))
    }

    #[test]
    fn a_period_ends_with_the_month_it_is_due_in() {
        assert_eq!(due(Cycle::Month, "2026-01", "2026-06"), told("2026-06", "2026-06-01", "2026-06-30"));
        assert_eq!(due(Cycle::Quarter, "2026-01", "2026-06"), told("2026-Q2", "2026-04-01", "2026-06-30"));
        assert_eq!(due(Cycle::Half, "2026-01", "2026-12"), told("2026-H2", "2026-07-01", "2026-12-31"));
        assert_eq!(due(Cycle::Year, "2026-01", "2026-12"), told("2026", "2026-01-01", "2026-12-31"));
        assert_eq!(due(Cycle::Once, "2026-06", "2026-06"), told("2026-06", "2026-06-01", "2026-06-30"));
        for (cycle, first, at) in [
            (Cycle::Quarter, "2026-01", "2026-05"),
            (Cycle::Half, "2026-01", "2026-09"),
            (Cycle::Year, "2026-01", "2026-06"),
            (Cycle::Once, "2026-06", "2026-07"),
            (Cycle::Month, "2026-07", "2026-06"),
        ] {
            assert_eq!(due(cycle, first, at), None, "{cycle:?} {at}");
        }
    }

    #[test]
    fn a_month_is_written_in_seven_letters() {
        assert_eq!(month("2026-01").before().name(), "2025-12");
        for wrong in ["2026-13", "2026-1", "2026", "2026-06-01", "x"] {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_agreement_holds_on_some_days_of_a_period() {
        let june = Period::due(Cycle::Month, month("2026-01"), month("2026-06")).expect("a period");
        let day = |text: &str| parse_day(text).expect("a day");
        assert_eq!(june.days((day("2026-01-01"), day("2026-12-31"))), (30, 30));
        assert_eq!(june.days((day("2026-06-16"), day("2026-12-31"))), (30, 15));
        assert_eq!(june.days((day("2026-07-01"), day("2026-12-31"))), (30, 0));
        assert!(!june.is_over(day("2026-06-30")) && june.is_over(day("2026-07-01")));
    }
}
