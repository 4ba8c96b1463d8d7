//! Ids: 64-bit, time-ordered, JSON strings on the wire; and 128-bit public names (UUID).

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::clock::{Instant, SKEW_MS};

/// A row's id. Travels as a JSON string, because browsers lose digits of 64-bit numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub i64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(de::Error::custom)
    }
}

impl Id {
    /// The least id that is made at a moment: rows since then are found by their key alone.
    pub const fn first_at(at: Instant) -> Self {
        Self(at.millis() << COUNTER_BITS)
    }
}

const COUNTER_BITS: u32 = 22;
const COUNTER_MASK: i64 = (1 << COUNTER_BITS) - 1;

/// Makes time-ordered ids: milliseconds in the high bits, a counter in the low 22.
///
/// Every process starts its counter at a random place, so that two of them meet only when they
/// reach the same counter in the same millisecond; the primary key then refuses the second.
///
/// Within a process they only grow, also when the clock is set back by as little as clocks are set right: lists that
/// show the newest first go by them.
#[derive(Debug)]
pub struct IdMint {
    counter: AtomicI64,
    last: AtomicI64,
}

impl IdMint {
    /// A mint whose counter starts at `seed`.
    pub const fn new(seed: i64) -> Self {
        Self { counter: AtomicI64::new(seed), last: AtomicI64::new(0) }
    }

    /// The next id at `now`.
    pub fn next(&self, now: Instant) -> Id {
        let low = self.counter.fetch_add(1, Ordering::Relaxed) & COUNTER_MASK;
        let made = (now.millis() << COUNTER_BITS) | low;
        let before = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(behind(last, made)));
        Id(before.map_or(made, |last| behind(last, made)))
    }
}

/// The id behind the last one. A clock that was set back by more ran wrong before: ids follow it, for they would else
/// name a time that is far from coming.
const fn behind(last: i64, made: i64) -> i64 {
    let is_far = (last >> COUNTER_BITS) - (made >> COUNTER_BITS) > SKEW_MS;
    if made > last || is_far { made } else { last + 1 }
}

/// A random 128-bit public name of a row, written as 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Uuid(String);

impl Uuid {
    /// From 16 random bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads one; anything but 32 hexadecimal digits is none (dashes are ignored).
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text.trim().chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase();
        (digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit())).then_some(Self(digits))
    }

    /// Its 32 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_time_and_never_repeat_in_a_millisecond() {
        let mint = IdMint::new(7);
        let early = Instant::from_millis(1_000_000);
        let a = mint.next(early);
        let b = mint.next(early);
        let c = mint.next(Instant::from_millis(1_000_001));
        assert!(a < b && b < c);
    }

    #[test]
    fn ids_go_on_when_the_clock_is_set_back_a_little_and_follow_it_when_it_was_wrong() {
        let mint = IdMint::new(7);
        let now = Instant::from_millis(400 * 24 * 60 * 60 * 1000);
        let first = mint.next(now);
        let second = mint.next(now.plus_millis(-SKEW_MS));
        let third = mint.next(now.plus_millis(-1));
        assert!(first < second && second < third);
        assert!(mint.next(now.plus_millis(1)) > third);
        let right = now.plus_millis(-SKEW_MS - 2);
        let fourth = mint.next(right);
        assert!(fourth < first && fourth >= Id::first_at(right));
    }

    #[test]
    fn ids_travel_as_strings() {
        assert_eq!(serde_json::to_string(&Id(9_007_199_254_740_993)).expect("json"), "\"9007199254740993\"");
        assert_eq!(serde_json::from_str::<Id>("\"12\"").expect("id"), Id(12));
        assert!(serde_json::from_str::<Id>("12").is_err());
    }

    #[test]
    fn uuids_are_32_hexadecimal_digits() {
        let uuid = Uuid::from_bytes([0xab; 16]);
        assert_eq!(uuid.as_str(), "ab".repeat(16));
        assert_eq!(Uuid::parse("ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB"), Some(uuid));
        assert_eq!(Uuid::parse("xyz"), None);
    }
}
