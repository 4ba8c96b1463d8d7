//! How often an address may call what is worth guessing: log-ins and share links.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use kernel::Instant;

use crate::refusal::Refusal;

/// Most keys remembered one by one. In a flood the further ones are counted together in this many groups, each
/// allowed so many times what one key is: memory is bounded, and who comes honestly is hardly ever refused.
const KEYS_MAX: usize = 200_000;
const GROUPS: u64 = 1_024;
const GROUP_SHARE: u32 = 64;
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
pub struct Limits(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    of: BTreeMap<String, (i64, u32)>,
    /// Minute in which what is over was last thrown away: once in each, for it looks at every key.
    swept: i64,
}

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
        if counts.of.len() >= KEYS_MAX && counts.swept != minute {
            counts.of.retain(|_, (known, _)| *known == minute);
            counts.swept = minute;
        }
        let flooded = counts.of.len() >= KEYS_MAX && !counts.of.contains_key(&key);
        let (key, per_minute) =
            if flooded { (group(&key), per_minute.saturating_mul(GROUP_SHARE)) } else { (key, per_minute) };
        let entry = counts.of.entry(key).or_insert((minute, 0));
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

/// The group a key is counted in when there are too many.
fn group(key: &str) -> String {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    format!("group {}", hasher.finish() % GROUPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_keys_is_bounded_and_over_with_its_minute() {
        let limits = Limits::default();
        let start = Instant::from_millis(600_000);
        for n in 0..KEYS_MAX + 50_000 {
            limits.turn(format!("k{n}"), 30, start);
        }
        let held = || limits.0.lock().unwrap_or_else(PoisonError::into_inner).of.len();
        let groups = usize::try_from(GROUPS).expect("a size");
        assert!(held() <= KEYS_MAX + groups, "{}", held());
        // Who is known is counted alone; who is new shares a generous group.
        assert!(limits.take("k1".into(), 2, start).is_ok());
        assert!(limits.take("k1".into(), 2, start).is_err());
        assert!(limits.take("new".into(), 30, start).is_ok());
        assert!(limits.take("new".into(), 30, start.plus_millis(60_000)).is_ok());
        assert_eq!(held(), 1, "the next minute begins anew");
    }

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
