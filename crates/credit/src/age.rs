//! How old what is owed is (catalogue prm.md 1.6, css.md invariant 34): parts by days, what they come to, and the days
//! money stays out. Amounts are thousandths of one currency; a row is in one part and no other.

use kernel::{Day, days_between, div_half_up};

use crate::owed::{Kind, Owed};

/// Last days of the parts where nobody chose others; what is older is in a part behind them.
pub const ENDS: [i64; 5] = [30, 60, 90, 180, 365];
/// Income of so many days tells how long money stays out.
pub const INCOME_DAYS: i64 = 90;
/// What is not past its due day.
pub const NOT_DUE: &str = "NOT_DUE";
/// A hundred percent, in hundredths.
const WHOLE: i64 = 10_000;

/// What days are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The due day.
    Due,
    /// The day terms count from.
    Base,
    /// The day of the debit note.
    Note,
}

/// Where a row belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Not past its due day.
    NotDue,
    /// The part of this place among the ends, the last one behind them all.
    Of(usize),
}

/// How days are counted.
#[derive(Debug, Clone, Copy)]
pub struct Ages<'a> {
    /// What they are counted from.
    pub basis: Basis,
    /// Until when.
    pub day: Day,
    /// Last days of the parts, ascending.
    pub ends: &'a [i64],
}

impl Ages<'_> {
    /// Days of a row; below nought where its day is yet to come.
    pub fn days(&self, row: &Owed) -> i64 {
        let from = match self.basis {
            Basis::Due => row.due,
            Basis::Base => row.base,
            Basis::Note => row.noted,
        };
        days_between(from, self.day)
    }

    /// The part a row is in. By the due day what is due on the day itself is not past it.
    pub fn part(&self, row: &Owed) -> Part {
        let days = self.days(row);
        if self.basis == Basis::Due && days <= 0 {
            return Part::NotDue;
        }
        Part::Of(self.ends.iter().position(|end| days <= *end).unwrap_or(self.ends.len()))
    }

    /// Days past the due day; none where it is not past.
    pub fn overdue_days(&self, row: &Owed) -> i64 {
        Ord::max(days_between(row.due, self.day), 0)
    }

    /// What a part is called: `NOT_DUE`, `31-60`, `>365`.
    pub fn name(&self, part: Part) -> String {
        let Part::Of(place) = part else { return NOT_DUE.to_owned() };
        let before = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let first = before.map_or(i64::from(self.basis == Basis::Due), |end| end + 1);
        match (self.ends.get(place), before) {
            (Some(end), _) => format!("{first}-{end}"),
            (None, end) => format!(">{}", end.unwrap_or_default()),
        }
    }

    /// Whether a part holds what is older than so many days alone.
    pub fn lies_beyond(&self, part: Part, days: i64) -> bool {
        let Part::Of(place) = part else { return false };
        place.checked_sub(1).and_then(|before| self.ends.get(before)).is_some_and(|end| *end >= days)
    }
}

/// What rows come to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Aged {
    /// Open of debit notes.
    pub total: i64,
    /// Of that not past the due day; nothing where days are counted from another day.
    pub not_due: i64,
    /// Of that in each part.
    pub parts: Vec<i64>,
    /// Of that past the due day, whatever days are counted from.
    pub overdue: i64,
    /// The most days past it.
    pub overdue_days: i64,
    /// Income that stands on no note.
    pub unbilled: i64,
    /// Paid in advance and not used.
    pub prepaid: i64,
    /// Income of the last days.
    pub income: i64,
}

impl Aged {
    /// Counts a row.
    pub fn add(&mut self, row: &Owed, ages: &Ages<'_>) {
        let open = row.open();
        self.parts.resize(ages.ends.len() + 1, 0);
        match row.kind {
            Kind::Unbilled => self.unbilled += open,
            Kind::Paid => self.prepaid += open,
            Kind::Note => {
                self.total += open;
                let days = ages.overdue_days(row);
                if days > 0 {
                    self.overdue += open;
                    self.overdue_days = self.overdue_days.max(days);
                }
                match ages.part(row) {
                    Part::NotDue => self.not_due += open,
                    Part::Of(place) => {
                        if let Some(part) = self.parts.get_mut(place) {
                            *part += open;
                        }
                    }
                }
            }
        }
    }

    /// Counts what others come to.
    pub fn add_all(&mut self, other: &Self) {
        self.parts.resize(Ord::max(self.parts.len(), other.parts.len()), 0);
        for (part, more) in self.parts.iter_mut().zip(&other.parts) {
            *part += more;
        }
        self.total += other.total;
        self.not_due += other.not_due;
        self.overdue += other.overdue;
        self.overdue_days = self.overdue_days.max(other.overdue_days);
        self.unbilled += other.unbilled;
        self.prepaid += other.prepaid;
        self.income += other.income;
    }

    /// The parts that hold what is older than so many days alone.
    pub fn beyond(&self, ages: &Ages<'_>, days: i64) -> i64 {
        let old = self.parts.iter().enumerate().filter(|(place, _)| ages.lies_beyond(Part::Of(*place), days));
        old.map(|(_, part)| part).sum()
    }

    /// What is owed with what is not billed yet, and less what was paid before, as either is wanted.
    pub fn net(&self, unbilled: bool, prepaid: bool) -> i64 {
        let more = if unbilled { self.unbilled } else { 0 };
        let less = if prepaid { self.prepaid } else { 0 };
        self.total + more - less
    }

    /// A part of what is owed, in hundredths of a percent; none where nothing is owed.
    pub fn share(&self, of: i64) -> Option<i64> {
        (self.total != 0).then(|| divided(i128::from(of) * i128::from(WHOLE), self.total))
    }

    /// 周转天数, in tenths of a day: what is owed by the income of the last days; none without income.
    pub fn days_out(&self) -> Option<i64> {
        let tenths = i128::from(self.total) * i128::from(INCOME_DAYS) * 10;
        (self.income > 0).then(|| divided(tenths, self.income))
    }
}

fn divided(numerator: i128, divisor: i64) -> i64 {
    i64::try_from(div_half_up(numerator, i128::from(divisor))).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use kernel::{Id, parse_day};

    use super::*;

    fn day(text: &str) -> Day {
        parse_day(text).expect("a day")
    }

    fn row(kind: Kind, (base, due): (&str, &str), open: i64) -> Owed {
        Owed {
            kind,
            number: String::new(),
            coop: Id(1),
            order: None,
            order_code: String::new(),
            scope: "AE".to_owned(),
            currency: "CNY".to_owned(),
            base: day(base),
            noted: day("2026-07-15"),
            due: day(due),
            amount: open,
            settled: 0,
        }
    }

    /// D1, D2, D3 with what is left of it, U1 and P1.
    fn kh001() -> Vec<Owed> {
        vec![
            row(Kind::Note, ("2026-03-20", "2026-04-25"), 10_000_000),
            row(Kind::Note, ("2026-05-10", "2026-06-25"), 30_000_000),
            row(Kind::Note, ("2026-06-18", "2026-07-25"), 15_000_000),
            row(Kind::Unbilled, ("2026-07-10", "2026-08-25"), 12_000_000),
            row(Kind::Paid, ("2026-07-15", "2026-07-15"), 2_000_000),
        ]
    }

    fn aged(rows: &[Owed], ages: &Ages<'_>) -> Aged {
        rows.iter().fold(Aged::default(), |mut sum, row| {
            sum.add(row, ages);
            sum
        })
    }

    fn ages(basis: Basis) -> Ages<'static> {
        Ages { basis, day: day("2026-07-15"), ends: &ENDS }
    }

    #[test]
    fn rows_are_counted_as_the_catalogue_shows_it() {
        let due = aged(&kh001(), &ages(Basis::Due));
        assert_eq!((due.total, due.not_due, due.overdue, due.overdue_days), (55_000_000, 15_000_000, 40_000_000, 81));
        assert_eq!(due.parts, [30_000_000, 0, 10_000_000, 0, 0, 0]);
        assert_eq!(due.share(due.overdue), Some(7_273));
        assert_eq!((due.net(false, true), due.net(true, true)), (53_000_000, 65_000_000));
        assert_eq!((due.net(false, false), due.net(true, false)), (55_000_000, 67_000_000));
        let base = aged(&kh001(), &ages(Basis::Base));
        assert_eq!(base.parts, [15_000_000, 0, 30_000_000, 10_000_000, 0, 0]);
        assert_eq!((base.not_due, base.overdue), (0, 40_000_000), "what is late is late by its due day");
        assert_eq!((base.beyond(&ages(Basis::Base), 90), due.beyond(&ages(Basis::Due), 90)), (10_000_000, 0));
    }

    #[test]
    fn each_day_is_in_one_part_and_no_other() {
        let part = |basis, base: &str, due: &str| ages(basis).part(&row(Kind::Note, (base, due), 1));
        let due = |due: &str| part(Basis::Due, "2026-01-01", due);
        assert_eq!((due("2026-07-16"), due("2026-07-15")), (Part::NotDue, Part::NotDue), "the due day itself");
        assert_eq!((due("2026-07-14"), due("2026-06-15"), due("2026-06-14")), (Part::Of(0), Part::Of(0), Part::Of(1)));
        assert_eq!((due("2025-07-15"), due("2025-07-14")), (Part::Of(4), Part::Of(5)), "365 days, and one more");
        let name = |basis, part| ages(basis).name(part);
        assert_eq!((name(Basis::Due, Part::Of(0)), name(Basis::Base, Part::Of(0))), ("1-30".into(), "0-30".into()));
        assert_eq!((name(Basis::Due, Part::Of(1)), name(Basis::Due, Part::Of(5))), ("31-60".into(), ">365".into()));
        let base = |base: &str| part(Basis::Base, base, "2026-12-31");
        assert_eq!(
            (base("2026-08-01"), base("2026-07-15"), base("2026-06-14")),
            (Part::Of(0), Part::Of(0), Part::Of(1))
        );
    }

    #[test]
    fn parts_sum_up_to_what_is_owed_and_late() {
        let days = ["2025-01-01", "2026-01-10", "2026-04-16", "2026-05-16", "2026-06-15", "2026-07-15", "2026-09-01"];
        let rows: Vec<Owed> =
            days.iter().zip(1..).map(|(due, open)| row(Kind::Note, ("2025-01-01", due), open * 1_010)).collect();
        let late = aged(&rows, &ages(Basis::Due));
        assert_eq!(late.not_due + late.overdue, late.total);
        assert_eq!(late.parts.iter().sum::<i64>(), late.overdue);
        let old = aged(&rows, &ages(Basis::Base));
        assert_eq!(old.parts.iter().sum::<i64>(), old.total);
        let mut both = late.clone();
        both.add_all(&late);
        assert_eq!((both.total, both.overdue_days), (late.total * 2, late.overdue_days));
    }

    #[test]
    fn money_stays_out_for_days_of_income() {
        let days = |total, income| Aged { total, income, ..Aged::default() }.days_out();
        assert_eq!(days(55_000_000, 72_000_000), Some(688), "68.75 is 68.8");
        assert_eq!((days(0, 1), days(1, 0), days(1, -1)), (Some(0), None, None));
        assert_eq!(Aged::default().share(0), None);
    }
}
