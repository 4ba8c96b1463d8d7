//! What the calls of this process did, in the last minutes and since it began: how many, how many failed, how long.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use kernel::Instant;

/// Calls are looked at over so long.
const WINDOW_MS: i64 = 5 * 60 * 1000;
const MINUTE_MS: i64 = 60 * 1000;
/// Calls remembered at most: two hundred a second over the whole time.
const CALLS_MAX: usize = 60_000;

#[derive(Debug, Clone, Copy)]
struct Done {
    at: i64,
    took_ms: u32,
    failed: bool,
}

/// Bounds of the times that are counted apart, in milliseconds; what takes longer is in none of them.
pub const BOUNDS_MS: [u64; 10] = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000];

/// Every call since the process began.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// Calls by the class of their status: 2 for 200 to 299.
    pub by_class: BTreeMap<u16, u64>,
    /// Calls that took at most as long as each of [`BOUNDS_MS`], and longer than the one before it.
    pub within: [u64; BOUNDS_MS.len()],
    /// What all took.
    pub sum_ms: u64,
}

impl Totals {
    fn note(&mut self, took_ms: u64, status: u16) {
        *self.by_class.entry(status / 100).or_default() += 1;
        self.sum_ms = self.sum_ms.saturating_add(took_ms);
        let place = BOUNDS_MS.iter().position(|bound| took_ms <= *bound);
        if let Some(count) = place.and_then(|place| self.within.get_mut(place)) {
            *count += 1;
        }
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.by_class.values().sum()
    }
}

/// The calls of the last minutes, and all since the process began.
#[derive(Debug, Default)]
pub struct Figures {
    lately: Mutex<VecDeque<Done>>,
    totals: Mutex<Totals>,
}

/// What they come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    /// Calls of the last minute.
    pub per_minute: usize,
    /// Calls of the last five minutes.
    pub count: usize,
    /// Those of them the program failed at.
    pub failed: usize,
    /// 95 of 100 took at most so many milliseconds.
    pub p95_ms: u32,
}

impl Figures {
    /// Notes a call that is over.
    pub fn note(&self, now: Instant, took_ms: u64, status: u16) {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).note(took_ms, status);
        let failed = status >= 500;
        let mut calls = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.len() >= CALLS_MAX {
            calls.pop_front();
        }
        calls.push_back(Done { at: now.millis(), took_ms: u32::try_from(took_ms).unwrap_or(u32::MAX), failed });
    }

    /// What all calls come to since the process began.
    pub fn totals(&self) -> Totals {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the last minutes come to.
    pub fn calls(&self, now: Instant) -> Calls {
        let now = now.millis();
        let mut calls = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        // Calls that a clock noted which ran ahead are no more of these minutes than old ones.
        calls.retain(|call| call.at > now - WINDOW_MS && call.at <= now + MINUTE_MS);
        let mut times: Vec<u32> = calls.iter().map(|call| call.took_ms).collect();
        times.sort_unstable();
        Calls {
            per_minute: calls.iter().filter(|call| call.at > now - MINUTE_MS).count(),
            count: times.len(),
            failed: calls.iter().filter(|call| call.failed).count(),
            p95_ms: (times.len() * 95).div_ceil(100).checked_sub(1).and_then(|at| times.get(at)).copied().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_count_for_a_minute_and_for_five() {
        let figures = Figures::default();
        assert_eq!(figures.calls(Instant::from_millis(0)), Calls::default());
        for number in 1..=100 {
            figures.note(Instant::from_millis(1_000), number, if number > 98 { 500 } else { 499 });
        }
        figures.note(Instant::from_millis(61_000), 1, 200);
        let calls = figures.calls(Instant::from_millis(61_000));
        assert_eq!(calls, Calls { per_minute: 1, count: 101, failed: 2, p95_ms: 95 });
        assert_eq!(
            figures.calls(Instant::from_millis(301_000)),
            Calls { per_minute: 0, count: 1, failed: 0, p95_ms: 1 }
        );
        assert_eq!(figures.calls(Instant::from_millis(0)), Calls::default(), "noted by a clock that ran ahead");
    }

    #[test]
    fn all_calls_are_counted_by_class_and_time() {
        let figures = Figures::default();
        for (took, status) in [(0, 200), (5, 204), (6, 401), (10_000, 503), (10_001, 200)] {
            figures.note(Instant::from_millis(0), took, status);
        }
        let totals = figures.totals();
        assert_eq!(totals.by_class, BTreeMap::from([(2, 3), (4, 1), (5, 1)]));
        assert_eq!((totals.count(), totals.sum_ms), (5, 20_012));
        assert_eq!(totals.within, [2, 1, 0, 0, 0, 0, 0, 0, 0, 1], "the longest is in none");
    }
}
