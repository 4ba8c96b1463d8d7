//! How often an address may call what is worth guessing: log-ins and share links.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kernel::Instant;

use crate::refusal::Refusal;

/// Most addresses remembered at once.
const KEYS_MAX: usize = 50_000;
const WINDOW_MS: i64 = 60_000;

/// Where a call stands among those of its key in a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Among those that are allowed.
    Within,
    /// The first beyond them: worth a line in a log, where each further one would only flood it.
    First,
    /// A further one.
    Beyond,
}

/// Counts per key and minute, kept in memory of each process.
#[derive(Debug, Default)]
pub struct Limits(Mutex<BTreeMap<String, (i64, u32)>>);

impl Limits {
    /// Counts one call; refuses it when the key has used its calls of this minute.
    pub fn take(&self, key: String, per_minute: u32, now: Instant) -> Result<(), Refusal> {
        match self.turn(key, per_minute, now) {
            Turn::Within => Ok(()),
            Turn::First | Turn::Beyond => Err(Refusal::TooMany),
        }
    }

    /// Counts one call and says where it stands in its key's minute.
    pub fn turn(&self, key: String, per_minute: u32, now: Instant) -> Turn {
        let minute = now.millis() / WINDOW_MS;
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= KEYS_MAX {
            counts.retain(|_, (known, _)| *known == minute);
        }
        let entry = counts.entry(key).or_insert((minute, 0));
        if entry.0 != minute {
            *entry = (minute, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        match entry.1 {
            count if count <= per_minute => Turn::Within,
            count if count == per_minute.saturating_add(1) => Turn::First,
            _ => Turn::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_the_call_after_the_last_allowed_until_the_next_minute() {
        let limits = Limits::default();
        let start = Instant::from_millis(600_000);
        for _ in 0..3 {
            assert!(limits.take("a".into(), 3, start).is_ok());
        }
        assert_eq!(limits.turn("a".into(), 3, start), Turn::First);
        assert_eq!(limits.turn("a".into(), 3, start), Turn::Beyond);
        assert!(matches!(limits.take("a".into(), 3, start), Err(Refusal::TooMany)));
        assert!(limits.take("b".into(), 3, start).is_ok());
        assert!(limits.take("a".into(), 3, start.plus_millis(60_000)).is_ok());
    }
}
