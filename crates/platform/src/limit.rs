//! How often an address may call what is worth guessing: log-ins and share links. All processes on a database count
//! together, so several behind a balancer let nobody guess several times as often.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{Instant, SKEW_MS};

use crate::access::secret_hash;
use crate::refusal::Refusal;
use crate::store::{self, Bounds, Dialect, Stmt, Store, StoreError, Value};

/// Most keys remembered one by one. In a flood the further ones are counted together in this many groups, each
/// allowed so many times what one key is: memory is bounded, and who comes honestly is hardly ever refused.
const KEYS_MAX: usize = 200_000;
const GROUPS: u64 = 1_024;
const GROUP_SHARE: u32 = 64;
/// A minute, in which calls are counted unless it is said otherwise.
const MINUTE_MS: i64 = 60_000;
/// An hour.
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// The longest a count waits for the database: a slow one is waited for by the call itself, and once.
const PATIENCE: Duration = Duration::from_secs(3);
/// One call more, of a hash within the time that ends then, give or take how far clocks lie apart. A count that ended, or
/// that a clock far ahead began, begins anew.
const COUNT: &str = "INSERT INTO call_count (hash, ends_at, calls) VALUES (?1, ?2, 1) \
    ON CONFLICT (hash) DO UPDATE SET \
    calls = CASE WHEN call_count.ends_at BETWEEN excluded.ends_at AND excluded.ends_at + ?3 \
        THEN call_count.calls + 1 ELSE 1 END, \
    ends_at = CASE WHEN call_count.ends_at BETWEEN excluded.ends_at AND excluded.ends_at + ?3 \
        THEN call_count.ends_at ELSE excluded.ends_at END \
    RETURNING calls";
/// What is over, and what a clock far ahead left.
const FORGET: &str = "DELETE FROM call_count WHERE ends_at < ?1 OR ends_at > ?2";

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

impl Turn {
    fn of(calls: u32, most: u32) -> Self {
        match calls {
            calls if calls <= most => Self::Within,
            calls if calls == most.saturating_add(1) => Self::First,
            _ => Self::Beyond,
        }
    }

    fn refuses(self) -> Result<(), Refusal> {
        if self == Self::Within { Ok(()) } else { Err(Refusal::TooMany) }
    }
}

/// Counts per key and minute: those of this process in memory, those of all in the database.
#[derive(Debug, Default)]
pub struct Limits {
    here: Mutex<Counts>,
    together: Option<Store>,
}

#[derive(Debug, Default)]
struct Counts {
    /// When the count of a key ends, and how far it is.
    of: BTreeMap<String, (i64, u32)>,
    /// Minute in which what is over was last thrown away: once in each, for it looks at every key.
    swept: i64,
    /// The same of the database.
    forgotten: i64,
}

/// A call as this process counts it.
struct Counted {
    key: String,
    ends_at: i64,
    calls: u32,
    most: u32,
    /// The first of this process in its minute.
    first: bool,
}

impl Limits {
    /// Those of all processes on a database.
    pub fn together(store: Store) -> Self {
        Self { here: Mutex::default(), together: Some(store) }
    }

    /// Counts one call; refuses it when the key has used its calls of this minute. Call from a thread that may block, and
    /// outside a transaction.
    pub fn take(&self, key: String, per_minute: u32, now: Instant) -> Result<(), Refusal> {
        self.turn(key, per_minute, now).refuses()
    }

    /// The same within an hour.
    pub fn take_of_hour(&self, key: String, per_hour: u32, now: Instant) -> Result<(), Refusal> {
        self.turn_within(HOUR_MS, key, per_hour, now).refuses()
    }

    /// The same in this process alone, for who may not block.
    pub fn take_here(&self, key: String, per_minute: u32, now: Instant) -> Result<(), Refusal> {
        let counted = self.count_here(MINUTE_MS, key, per_minute, now);
        Turn::of(counted.calls, counted.most).refuses()
    }

    /// Counts one call and says where it stands in its key's minute.
    pub fn turn(&self, key: String, per_minute: u32, now: Instant) -> Turn {
        self.turn_within(MINUTE_MS, key, per_minute, now)
    }

    fn turn_within(&self, time_ms: i64, key: String, most: u32, now: Instant) -> Turn {
        let counted = self.count_here(time_ms, key, most, now);
        let here = Turn::of(counted.calls, counted.most);
        // Who is beyond his calls here is so everywhere: a flood does not reach the database.
        let Some(store) = self.together.as_ref().filter(|_| here != Turn::Beyond) else { return here };
        let (_waiting, caller) = store::caller();
        let counting = || {
            if counted.first {
                forget(store, now);
            }
            count(store, &counted)
        };
        match store::within(Bounds { statement: PATIENCE, caller }, counting) {
            Ok(calls) => Turn::of(calls, counted.most),
            Err(error) => {
                // Whoever calls honestly is let on, and is told by his own statements how the database is.
                tracing::warn!(%error, "calls are counted in this process alone");
                here
            }
        }
    }

    fn count_here(&self, time_ms: i64, key: String, most: u32, now: Instant) -> Counted {
        let minute = now.millis().div_euclid(MINUTE_MS);
        let ends_at = (now.millis().div_euclid(time_ms) + 1) * time_ms;
        let mut counts = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.of.len() >= KEYS_MAX && counts.swept != minute {
            counts.of.retain(|_, (ends, _)| *ends > now.millis());
            counts.swept = minute;
        }
        let flooded = counts.of.len() >= KEYS_MAX && !counts.of.contains_key(&key);
        let (key, most) = if flooded { (group(&key), most.saturating_mul(GROUP_SHARE)) } else { (key, most) };
        let entry = counts.of.entry(key.clone()).or_insert((ends_at, 0));
        if entry.0 != ends_at {
            *entry = (ends_at, 0);
        }
        entry.1 = entry.1.saturating_add(1);
        let calls = entry.1;
        let first = counts.forgotten != minute;
        counts.forgotten = minute;
        Counted { key, ends_at, calls, most, first }
    }
}

/// The statement's text for a dialect.
fn text_for(dialect: Dialect, text: &str) -> String {
    match dialect {
        Dialect::Sqlite => text.to_owned(),
        Dialect::Postgres => text.replace('?', "$"),
    }
}

/// Calls of a key in all processes, this one included.
fn count(store: &Store, counted: &Counted) -> Result<u32, StoreError> {
    let values = vec![Value::Bytes(secret_hash(&counted.key)), Value::Int(counted.ends_at), Value::Int(SKEW_MS)];
    let statement = Stmt::Raw(text_for(store.dialect(), COUNT), values);
    let row = store.write(|conn| conn.first(&statement))?.unwrap_or_default();
    Ok(u32::try_from(row.get::<i64>(0)?).unwrap_or(u32::MAX))
}

/// Keeps the table small: a count is of no use when its time is over.
fn forget(store: &Store, now: Instant) {
    let values = vec![Value::Int(now.millis() - SKEW_MS), Value::Int(now.millis() + HOUR_MS + SKEW_MS)];
    let statement = Stmt::Raw(text_for(store.dialect(), FORGET), values);
    if let Err(error) = store.write(|conn| conn.exec(&statement)) {
        tracing::warn!(%error, "old counts of calls were not removed");
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
        let held = || limits.here.lock().unwrap_or_else(PoisonError::into_inner).of.len();
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
