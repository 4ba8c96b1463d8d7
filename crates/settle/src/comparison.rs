//! What a partner says beside what we say (prm.md /prm_coop_check and /prm_cost_confirmation): rows find each other by a number
//! and a service, then by a number and an amount, and several of ours stand against one of theirs by the number alone.

use std::collections::{BTreeMap, BTreeSet};

/// A row of ours.
#[derive(Debug, Clone, Default)]
pub struct Ours {
    /// What its service is called, in capitals: names and code.
    pub services: BTreeSet<String>,
    /// Thousandths.
    pub amount: i64,
}

/// A row of theirs.
#[derive(Debug, Clone, Default)]
pub struct Theirs {
    /// The rows of ours that bear its number.
    pub bearers: BTreeSet<usize>,
    /// What it calls the service, in capitals; empty where it says nothing.
    pub service: String,
    /// Thousandths.
    pub amount: i64,
}

/// What came of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// What they want for each row of ours; none where they have it not.
    pub theirs: Vec<Option<i64>>,
    /// The rows of theirs that found none of ours.
    pub left: Vec<usize>,
}

/// How far two amounts may differ and still be one; both must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tolerance {
    /// Thousandths.
    pub amount: i64,
    /// Hundredths of a percent of ours.
    pub percent: i64,
}

impl Tolerance {
    /// Ten, and one percent: what a comparison begins with, and the most that is confirmed without a decision.
    pub const USUAL: Self = Self { amount: 10_000, percent: 100 };

    /// The smaller of both amounts and of both percents.
    #[must_use]
    pub fn narrower(self, other: Self) -> Self {
        Self { amount: self.amount.min(other.amount), percent: self.percent.min(other.percent) }
    }

    /// Whether a difference to an amount of ours is within it.
    pub fn holds(self, difference: i64, ours: i64) -> bool {
        const WHOLE: i128 = 10_000;
        let (difference, ours) = (i128::from(difference).abs(), i128::from(ours).abs());
        difference <= i128::from(self.amount) && difference * WHOLE <= ours * i128::from(self.percent)
    }
}

/// What an amount of ours is beside theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// 一致.
    Equal,
    /// 容差内.
    Within,
    /// 不符.
    Different,
    /// 仅我方.
    OnlyOurs,
    /// 仅对方.
    OnlyTheirs,
}

impl Outcome {
    /// As it is stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Equal => "EQUAL",
            Self::Within => "WITHIN",
            Self::Different => "DIFFERENT",
            Self::OnlyOurs => "ONLY_OURS",
            Self::OnlyTheirs => "ONLY_THEIRS",
        }
    }

    /// Of both amounts, where there are such.
    pub fn of(ours: Option<i64>, theirs: Option<i64>, tolerance: Tolerance) -> Self {
        match (ours, theirs) {
            (None, _) => Self::OnlyTheirs,
            (Some(_), None) => Self::OnlyOurs,
            (Some(ours), Some(theirs)) if ours == theirs => Self::Equal,
            (Some(ours), Some(theirs)) if tolerance.holds(theirs.saturating_sub(ours), ours) => Self::Within,
            _ => Self::Different,
        }
    }
}

/// Rows that are not matched yet.
struct Open {
    ours: BTreeSet<usize>,
    theirs: BTreeSet<usize>,
}

/// Finds which rows belong together.
pub fn matched(ours: &[Ours], theirs: &[Theirs]) -> Found {
    let mut open = Open { ours: (0..ours.len()).collect(), theirs: (0..theirs.len()).collect() };
    let mut found = Found { theirs: vec![None; ours.len()], left: Vec::new() };
    let mut pairs: Vec<(Vec<usize>, i64)> = Vec::new();
    let by_service = |own: &Ours, other: &Theirs| own.services.contains(&other.service);
    let by_amount = |own: &Ours, other: &Theirs| own.amount == other.amount;
    let ways: [&dyn Fn(&Ours, &Theirs) -> bool; 2] = [&by_service, &by_amount];
    for fits in ways {
        for (place, other) in theirs.iter().enumerate() {
            if !open.theirs.contains(&place) {
                continue;
            }
            let is_open =
                |own: &&usize| open.ours.contains(*own) && ours.get(**own).is_some_and(|own| fits(own, other));
            let Some(own) = other.bearers.iter().find(is_open).copied() else { continue };
            open.ours.remove(&own);
            open.theirs.remove(&place);
            pairs.push((vec![own], other.amount));
        }
    }
    pairs.extend(by_number(theirs, &mut open));
    for (group, amount) in pairs {
        share(ours, &group, amount, &mut found.theirs);
    }
    found.left = open.theirs.into_iter().collect();
    found
}

/// All that is open of one number, ours and theirs, as a sum each.
fn by_number(theirs: &[Theirs], open: &mut Open) -> Vec<(Vec<usize>, i64)> {
    let mut groups: BTreeMap<Vec<usize>, (i64, Vec<usize>)> = BTreeMap::new();
    for (place, other) in theirs.iter().enumerate().filter(|(place, _)| open.theirs.contains(place)) {
        let group: Vec<usize> = other.bearers.iter().copied().filter(|own| open.ours.contains(own)).collect();
        let (amount, places) = groups.entry(group).or_default();
        *amount = amount.saturating_add(other.amount);
        places.push(place);
    }
    let mut pairs = Vec::new();
    for (group, (amount, places)) in groups {
        // A part of another group may have been taken by it.
        if group.is_empty() || !group.iter().all(|own| open.ours.contains(own)) {
            continue;
        }
        open.ours.retain(|own| !group.contains(own));
        open.theirs.retain(|place| !places.contains(place));
        pairs.push((group, amount));
    }
    pairs
}

/// What they want of a sum of ours: each has its own, the last the difference.
fn share(ours: &[Ours], group: &[usize], amount: i64, theirs: &mut [Option<i64>]) {
    let mut left = amount;
    for (count, place) in (1..).zip(group) {
        let own = ours.get(*place).map_or(0, |own| own.amount);
        let part = if count == group.len() { left } else { own };
        left = left.saturating_sub(part);
        if let Some(cell) = theirs.get_mut(*place) {
            *cell = Some(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(service: &str, amount: i64) -> Ours {
        Ours { services: [service.to_owned()].into(), amount }
    }

    fn theirs(bearers: &[usize], service: &str, amount: i64) -> Theirs {
        let bearers = bearers.iter().copied().collect();
        Theirs { bearers, service: service.to_owned(), amount }
    }

    #[test]
    fn rows_find_each_other_by_number_and_service_before_amount() {
        let own = [ours("FREIGHT", 1_000), ours("HANDLING", 200)];
        let found = matched(&own, &[theirs(&[0, 1], "HANDLING", 1_000), theirs(&[0, 1], "", 1_000)]);
        assert_eq!(found.theirs, [Some(1_000), Some(1_000)]);
        assert_eq!(found.left, Vec::<usize>::new());
    }

    #[test]
    fn several_of_ours_stand_against_one_of_theirs_by_the_number() {
        let own = [ours("FREIGHT", 1_000), ours("HANDLING", 200), ours("FREIGHT", 50)];
        let found = matched(&own, &[theirs(&[0, 1], "", 1_250), theirs(&[], "", 7)]);
        assert_eq!(found.theirs, [Some(1_000), Some(250), None], "the last of them has the difference");
        assert_eq!(found.left, [1]);
    }

    #[test]
    fn several_of_theirs_are_a_sum() {
        let found = matched(&[ours("A", 1_000)], &[theirs(&[0], "", 400), theirs(&[0], "", 500)]);
        assert_eq!(found.theirs, [Some(900)]);
    }

    #[test]
    fn a_difference_is_within_when_amount_and_percent_hold() {
        let tolerance = Tolerance { amount: 10_000, percent: 100 };
        assert!(tolerance.holds(10_000, 1_000_000), "both on the edge");
        assert!(!tolerance.holds(10_001, 9_000_000), "the amount is beyond");
        assert!(!tolerance.holds(10_000, 999_999), "the percent is beyond");
        assert!(tolerance.holds(-10_000, -1_000_000), "credits alike");
        let typed = Tolerance { amount: 1_000_000, percent: 50 };
        assert_eq!(typed.narrower(Tolerance::USUAL), Tolerance { amount: 10_000, percent: 50 });
        let outcome = |ours, theirs| Outcome::of(ours, theirs, tolerance);
        assert_eq!(outcome(Some(5_000_000), Some(5_200_000)), Outcome::Different);
        assert_eq!(outcome(Some(5_000_000), Some(5_000_000)), Outcome::Equal);
        assert_eq!(outcome(Some(5_000_000), Some(5_001_000)), Outcome::Within);
        assert_eq!(outcome(Some(5_000_000), None), Outcome::OnlyOurs);
        assert_eq!(outcome(None, Some(0)), Outcome::OnlyTheirs);
    }
}
