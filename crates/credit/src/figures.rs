//! The arithmetic of credit (catalogue prm.md 1.6). Amounts are thousandths of the functional currency, percentages and scores
//! hundredths; what is divided is rounded once, half up.

use kernel::div_half_up;

/// A hundred percent, in hundredths.
const WHOLE: i64 = 10_000;
const POINT: i64 = 100;
/// Days late on average from which no point for payment is left.
const LATE_MOST: i64 = 60;
/// The profit that is worth all its points: 15 %.
const PROFIT_BEST: i64 = 1_500;
/// Proposed limits come in full thousands.
const STEP: i64 = 1_000_000;

/// What a partner owes, and how much of it is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// On debit notes, less what was written off.
    pub billed: i64,
    /// Income that stands on none.
    pub unbilled: i64,
    /// Open of receipts and advances.
    pub prepaid: i64,
    /// Past its due day.
    pub overdue: i64,
    /// Days since the earliest due day that is past.
    pub overdue_days: i64,
    /// Past the days of grace as well.
    pub late: i64,
}

impl Figures {
    /// What counts against the limit; with `net` less what was paid before.
    pub fn exposure(&self, net: bool) -> i64 {
        let owed = self.billed.saturating_add(self.unbilled);
        if net { owed.saturating_sub(self.prepaid) } else { owed }
    }

    /// On debit notes and not past its due day.
    pub fn not_due(&self) -> i64 {
        self.billed.saturating_sub(self.overdue)
    }
}

/// How much of a limit is used, in hundredths of a percent; nothing without a limit, or where none is given at all.
pub fn usage(exposure: i64, limit: Option<i64>) -> Option<i64> {
    let limit = limit.filter(|limit| *limit > 0)?;
    Some(divided(i128::from(exposure) * i128::from(WHOLE), limit))
}

/// What is owed beyond a limit, where it is more than the limit may be passed by (hundredths of a percent).
pub fn beyond(exposure: i64, limit: Option<i64>, over_percent: i64) -> i64 {
    let Some(limit) = limit else { return 0 };
    let allowed = i128::from(limit) * i128::from(WHOLE + over_percent);
    if i128::from(exposure) * i128::from(WHOLE) > allowed { exposure.saturating_sub(limit) } else { 0 }
}

/// The limit of a day: the base and what is added until a day; none where it is not controlled.
pub fn effective(base: Option<i64>, added: i64) -> Option<i64> {
    base.map(|base| base.saturating_add(added))
}

/// What a rating is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rated {
    /// Debit notes that were settled in a year, and the days they were late together.
    pub settled: i64,
    /// Those days.
    pub late_days: i64,
    /// Billed and open.
    pub billed: i64,
    /// Past its due day.
    pub overdue: i64,
    /// Income of twelve months.
    pub income: i64,
    /// Cost of twelve months.
    pub cost: i64,
    /// Income of twelve months that is worth all points for volume.
    pub norm: i64,
    /// Full years since the first order.
    pub years: i64,
}

/// 信用评分, in hundredths of a point: payment 40, overdue 20, volume 20, profit 10, tenure 10.
pub fn score(rated: &Rated) -> i64 {
    let full = |points: i64| points * POINT;
    let payment = if rated.settled > 0 {
        let most = LATE_MOST.saturating_mul(rated.settled);
        part(full(40), most.saturating_sub(rated.late_days), most)
    } else {
        full(40)
    };
    let overdue = if rated.billed > 0 {
        part(full(20), rated.billed.saturating_sub(rated.overdue), rated.billed)
    } else {
        full(20)
    };
    let volume = part(full(20), rated.income, rated.norm);
    let rate = if rated.income > 0 {
        divided(i128::from(rated.income.saturating_sub(rated.cost)) * i128::from(WHOLE), rated.income)
    } else {
        0
    };
    let profit = part(full(10), rate, PROFIT_BEST);
    let tenure = full(10).min(full(2).saturating_mul(rated.years.max(0)));
    payment + overdue + volume + profit + tenure
}

/// The part of some points that something is of its most, from none to all.
fn part(points: i64, of: i64, most: i64) -> i64 {
    if most <= 0 {
        return 0;
    }
    divided(i128::from(points) * i128::from(of.clamp(0, most)), most)
}

/// Grade of a score by the least scores of A, B and C, in points.
pub fn grade(score: i64, least: [i64; 3]) -> &'static str {
    let [a, b, c] = least.map(|points| points * POINT);
    match score {
        score if score >= a => "A",
        score if score >= b => "B",
        score if score >= c => "C",
        _ => "D",
    }
}

/// 建议额度: the mean income of a month over six, for the days of credit, times a factor in hundredths; down to full
/// thousands.
pub fn proposed(six_months: i64, days: i64, factor: i64) -> i64 {
    let exact = i128::from(six_months.max(0)) * i128::from(days) * i128::from(factor);
    let steps = exact / (6 * 30 * 100) / i128::from(STEP);
    i64::try_from(steps).unwrap_or(i64::MAX / STEP).saturating_mul(STEP)
}

fn divided(numerator: i128, divisor: i64) -> i64 {
    i64::try_from(div_half_up(numerator, i128::from(divisor))).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KH001: Figures = Figures {
        billed: 55_000_000,
        unbilled: 12_000_000,
        prepaid: 2_000_000,
        overdue: 40_000_000,
        overdue_days: 81,
        late: 40_000_000,
    };

    #[test]
    fn exposure_counts_what_is_billed_and_what_is_not() {
        assert_eq!(
            (KH001.exposure(false), KH001.exposure(true), KH001.not_due()),
            (67_000_000, 65_000_000, 15_000_000)
        );
        assert_eq!(usage(67_000_000, Some(60_000_000)), Some(11_167));
        assert_eq!(usage(7_100_000, Some(50_000_000)), Some(1_420));
        assert_eq!((usage(1, None), usage(1, Some(0))), (None, None), "not controlled, and no credit at all");
    }

    #[test]
    fn a_limit_may_be_passed_by_what_is_allowed_and_no_more() {
        let over = |exposure, percent| beyond(exposure, Some(60_000_000), percent);
        assert_eq!((over(60_000_000, 0), over(60_000_010, 0), over(67_000_000, 0)), (0, 10, 7_000_000));
        assert_eq!((over(66_000_000, 1_000), over(66_000_010, 1_000)), (0, 6_000_010), "ten percent");
        assert_eq!((beyond(1, Some(0), 0), beyond(1, None, 0)), (1, 0), "no credit, and not controlled");
        assert_eq!((effective(Some(60), 10), effective(Some(60), 0), effective(None, 10)), (Some(70), Some(60), None));
    }

    #[test]
    fn the_score_of_the_example_is_a_c() {
        let rated = Rated {
            settled: 10,
            late_days: 120,
            billed: KH001.billed,
            overdue: KH001.overdue,
            income: 480_000_000,
            cost: 432_000_000,
            norm: 1_000_000_000,
            years: 3,
        };
        assert_eq!(score(&rated), 5_972);
        assert_eq!(grade(5_972, [85, 70, 50]), "C");
        let mark = |score| grade(score, [85, 70, 50]);
        assert_eq!((mark(8_500), mark(8_499), mark(7_000), mark(5_000), mark(4_999)), ("A", "B", "B", "C", "D"));
        assert_eq!(score(&Rated::default()), 6_000, "nothing is known of a new customer");
        assert_eq!(score(&Rated { settled: 1, late_days: 90, years: 9, ..rated }), 545 + 960 + 667 + 1_000);
    }

    #[test]
    fn a_limit_is_proposed_in_full_thousands() {
        assert_eq!(proposed(240_000_000, 40, 60), 32_000_000);
        assert_eq!(proposed(240_000_000, 40, 0), 0, "of grade D");
        assert_eq!(proposed(245_000_000, 40, 60), 32_000_000, "32,666.67");
    }
}
