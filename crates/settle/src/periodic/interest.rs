//! The days late interest is charged for (prm.md 4, INTEREST: only days not charged before). Each period keeps its own, so that
//! those of a bill that is made void can be charged again, though a later bill lies behind them.

use agreement::settlement::amount::overdue_days;
use kernel::{Day, days_between, parse_day, show_day};

/// Days behind one day, or from the beginning, until another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    from: Option<Day>,
    to: Day,
}

/// The days a row tells; one from before they were told has all until the last one.
pub(super) fn spans(told: Option<&str>, charged_to: Option<Day>) -> Vec<Span> {
    let Some(told) = told else { return charged_to.map(|to| Span { from: None, to }).into_iter().collect() };
    let one = |text: &str| {
        let (from, to) = text.split_once('~')?;
        Some(Span { from: parse_day(from), to: parse_day(to)? })
    };
    told.split(',').filter_map(one).collect()
}

/// As a row tells them.
pub(super) fn told(spans: &[Span]) -> String {
    let one = |span: &Span| format!("{}~{}", span.from.map(show_day).unwrap_or_default(), show_day(span.to));
    spans.iter().map(one).collect::<Vec<_>>().join(",")
}

/// The days until one that none of some spans has.
pub(super) fn left(mut taken: Vec<Span>, until: Day) -> Vec<Span> {
    taken.sort_unstable();
    let (mut left, mut at): (Vec<Span>, Option<Day>) = (Vec::new(), None);
    for span in taken {
        if let Some(begins) = span.from.map(|from| from.min(until)).filter(|begins| at.is_none_or(|at| at < *begins)) {
            left.push(Span { from: at, to: begins });
        }
        at = Some(at.map_or(span.to, |at| at.max(span.to)));
    }
    if at.is_none_or(|at| at < until) {
        left.push(Span { from: at, to: until });
    }
    left
}

/// How many of some days lie behind the day something was due; none while it is within its days of grace on the day of the run.
pub(super) fn late_days(spans: &[Span], due: Day, (today, grace): (Day, i64)) -> i64 {
    if days_between(due, today) <= grace {
        return 0;
    }
    let of =
        |span: &Span| overdue_days(days_between(due, span.to), span.from.map(|from| days_between(from, span.to)), 0);
    spans.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        parse_day(text).expect("a day")
    }

    fn of(text: &str) -> Vec<Span> {
        spans(Some(text), None)
    }

    #[test]
    fn what_is_left_lies_between_what_was_charged() {
        let left = |taken: &str, until: &str| told(&left(of(taken), day(until)));
        assert_eq!(left("", "2026-07-15"), "~2026-07-15");
        assert_eq!(left("~2026-07-15", "2026-08-15"), "2026-07-15~2026-08-15");
        assert_eq!(left("~2026-08-15", "2026-08-15"), "", "all of them");
        assert_eq!(left("~2026-08-16", "2026-08-15"), "", "by a later run");
        assert_eq!(left("2026-07-15~2026-08-15", "2026-08-20"), "~2026-07-15,2026-08-15~2026-08-20");
        assert_eq!(left("2026-08-01~2026-08-15,2026-07-15~2026-08-10", "2026-08-15"), "~2026-07-15", "they overlap");
        assert_eq!(left("2026-07-15~2026-08-15", "2026-07-10"), "~2026-07-10");
        assert_eq!(spans(None, Some(day("2026-07-15"))), of("~2026-07-15"));
        assert_eq!(spans(None, None), []);
    }

    #[test]
    fn days_are_counted_behind_the_due_day_and_beyond_grace() {
        let days = |text: &str, grace| late_days(&of(text), day("2026-06-25"), (day("2026-07-15"), grace));
        assert_eq!((days("~2026-07-15", 5), days("~2026-07-15", 19), days("~2026-07-15", 20)), (20, 20, 0));
        assert_eq!(days("2026-07-10~2026-07-15", 5), 5);
        assert_eq!(days("~2026-06-20,2026-07-01~2026-07-03,2026-07-14~2026-07-15", 0), 3);
        assert_eq!(days("", 0), 0);
    }
}
