//! How often an address may call what is worth guessing: log-ins and share links.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kernel::Instant;

use crate::refusal::Refusal;

/// Most addresses remembered at once.
const KEYS_MAX: usize = 50_000;
const WINDOW_MS: i64 = 60_000;

/// Counts per key and minute, kept in memory of each process.
#[derive(Debug, Default)]
pub struct Limits(Mutex<BTreeMap<String, (i64, u32)>>);

impl Limits {
    /// Counts one call; refuses it when the key has used its calls of this minute.
    pub fn take(&self, key: String, per_minute: u32, now: Instant) -> Result<(), Refusal> {
        let minute = now.millis() / WINDOW_MS;
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= KEYS_MAX {
            counts.retain(|_, (known, _)| *known == minute);
        }
        let entry = counts.entry(key).or_insert((minute, 0));
        if entry.0 != minute {
            *entry = (minute, 0);
        }
        if entry.1 >= per_minute {
            return Err(Refusal::TooMany);
        }
        entry.1 += 1;
        Ok(())
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
        assert!(matches!(limits.take("a".into(), 3, start), Err(Refusal::TooMany)));
        assert!(limits.take("b".into(), 3, start).is_ok());
        assert!(limits.take("a".into(), 3, start.plus_millis(60_000)).is_ok());
    }
}
