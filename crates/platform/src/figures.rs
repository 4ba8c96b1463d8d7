//! What the calls of this process did in the last minutes: how many, how many failed, how long.

use std::collections::VecDeque;
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

/// The calls of the last minutes.
#[derive(Debug, Default)]
pub struct Figures(Mutex<VecDeque<Done>>);

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
    pub fn note(&self, now: Instant, took_ms: u64, failed: bool) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.len() >= CALLS_MAX {
            calls.pop_front();
        }
        calls.push_back(Done { at: now.millis(), took_ms: u32::try_from(took_ms).unwrap_or(u32::MAX), failed });
    }

    /// What the last minutes come to.
    pub fn calls(&self, now: Instant) -> Calls {
        let now = now.millis();
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
            figures.note(Instant::from_millis(1_000), number, number > 98);
        }
        figures.note(Instant::from_millis(61_000), 1, false);
        let calls = figures.calls(Instant::from_millis(61_000));
        assert_eq!(calls, Calls { per_minute: 1, count: 101, failed: 2, p95_ms: 95 });
        assert_eq!(
            figures.calls(Instant::from_millis(301_000)),
            Calls { per_minute: 0, count: 1, failed: 0, p95_ms: 1 }
        );
        assert_eq!(figures.calls(Instant::from_millis(0)), Calls::default(), "noted by a clock that ran ahead");
    }
}
