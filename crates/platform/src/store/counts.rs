//! Counts and sums that were read already, for as long as nothing they were read of has changed.
//!
//! An answer is known by its statement with all its values: who may see which rows stands there, so it is nobody else's.
//! It holds while the tables it was read of keep the version they had for the companies it was read of. Every kept
//! transaction raises the versions of what it wrote ([`touch`]): first they are closed, so that nobody is answered from
//! memory while it is being kept, and then they are other ones. What other processes keep is heard by the news they tell
//! ([`crate::push`]); while those are not heard nothing is remembered.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ring::digest;

use super::touch::{self, Wrote};
use super::{Row, StoreError, Value};

/// Versions there are: a table of a company shares one with others now and then, which forgets more than it must.
const VERSIONS: u64 = 4_096;
/// Answers of one half of what is remembered: the older half goes when the younger is full.
const HALF: usize = 2_048;
/// The longest an answer is remembered, for what nobody tells: commands that write beside a running server.
const LONGEST: Duration = Duration::from_secs(600);

/// Whose rows of a table a version is of.
#[derive(Debug, Clone, Copy)]
enum Of {
    /// A company's.
    Org(i64),
    /// Written by a statement that did not say whose they are.
    Somebody,
    /// Everybody's.
    All,
}

#[derive(Debug, Clone, Copy, Default)]
struct Version {
    number: u64,
    /// Transactions that are being kept.
    closed: u32,
}

type Key = [u8; 32];

#[derive(Debug, Clone)]
struct Answer {
    stamp: u64,
    row: Option<Row>,
    at: Instant,
}

#[derive(Debug, Default)]
struct State {
    /// By place; all those of nothing that was written yet are left out.
    versions: HashMap<u64, Version>,
    young: HashMap<Key, Answer>,
    old: HashMap<Key, Answer>,
    /// How often an answer came from memory.
    remembered: u64,
}

/// What a store remembers of counts and sums.
#[derive(Debug, Default)]
pub struct Counts(Mutex<State>);

/// Versions that are closed while a transaction is being kept; dropped they are other ones.
pub struct Closed {
    counts: Arc<Counts>,
    places: BTreeSet<u64>,
}

impl Drop for Closed {
    fn drop(&mut self) {
        let mut state = self.counts.lock();
        for place in &self.places {
            let version = state.versions.entry(*place).or_default();
            version.number += 1;
            version.closed = version.closed.saturating_sub(1);
        }
    }
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a statement: the one that is remembered, else what is read now.
    pub fn answer(
        &self,
        text: &str,
        values: &[Value],
        read: impl FnOnce() -> Result<Option<Row>, StoreError>,
    ) -> Result<Option<Row>, StoreError> {
        let (key, places) = (key_of(text, values), places_read(text, values));
        let stamp = {
            let mut state = self.lock();
            let stamp = state.stamp(&places);
            if let Some(row) = stamp.and_then(|stamp| state.look(&key, stamp)) {
                return Ok(row);
            }
            stamp
        };
        let row = read()?;
        if let Some(stamp) = stamp {
            // Whatever was kept meanwhile has another stamp, and this answer is never given.
            self.lock().keep(key, Answer { stamp, row: row.clone(), at: Instant::now() });
        }
        Ok(row)
    }

    /// Closes what a transaction wrote until it is kept.
    pub fn close(self: &Arc<Self>, wrote: &BTreeSet<Wrote>) -> Closed {
        let places = places_written(wrote);
        let mut state = self.lock();
        for place in &places {
            state.versions.entry(*place).or_default().closed += 1;
        }
        drop(state);
        Closed { counts: self.clone(), places }
    }

    /// Another process kept this.
    pub fn heard(&self, wrote: &BTreeSet<Wrote>) {
        let mut state = self.lock();
        for place in places_written(wrote) {
            state.versions.entry(place).or_default().number += 1;
        }
    }

    /// Anything may have been kept.
    pub fn forget(&self) {
        self.heard(&BTreeSet::from([Wrote::anything()]));
    }

    /// How often an answer came from memory.
    pub fn remembered(&self) -> u64 {
        self.lock().remembered
    }
}

impl State {
    /// What the versions at some places come to: they only rise, so that the same sum means the same versions. None while
    /// one of them is closed.
    fn stamp(&self, places: &BTreeSet<u64>) -> Option<u64> {
        let mut stamp = 0u64;
        for version in places.iter().filter_map(|place| self.versions.get(place)) {
            if version.closed > 0 {
                return None;
            }
            stamp = stamp.wrapping_add(version.number);
        }
        Some(stamp)
    }

    fn look(&mut self, key: &Key, stamp: u64) -> Option<Option<Row>> {
        let fits = |answer: &&Answer| answer.stamp == stamp && answer.at.elapsed() < LONGEST;
        let row = match self.young.get(key).filter(fits) {
            Some(answer) => answer.row.clone(),
            None => {
                let answer = self.old.remove(key).filter(|answer| fits(&answer))?;
                let row = answer.row.clone();
                self.keep(*key, answer);
                row
            }
        };
        self.remembered += 1;
        Some(row)
    }

    fn keep(&mut self, key: Key, answer: Answer) {
        if self.young.len() >= HALF && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, answer);
    }
}

/// The name of a statement with its values.
fn key_of(text: &str, values: &[Value]) -> Key {
    let mut hash = digest::Context::new(&digest::SHA256);
    let mut part = |kind: u8, bytes: &[u8]| {
        hash.update(&[kind]);
        hash.update(&bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    part(0, text.as_bytes());
    for value in values {
        match value {
            Value::Null => part(1, &[]),
            Value::Int(number) => part(2, &number.to_le_bytes()),
            Value::Text(text) => part(3, text.as_bytes()),
            Value::Bool(flag) => part(4, &[u8::from(*flag)]),
            Value::Bytes(bytes) => part(5, bytes),
        }
    }
    let mut key = Key::default();
    for (to, from) in key.iter_mut().zip(hash.finish().as_ref()) {
        *to = *from;
    }
    key
}

/// Where all versions hang together.
const ANYTHING: u64 = VERSIONS;

/// The place of the version of some rows of a table.
fn place(table: &str, of: Of) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    let (kind, org) = match of {
        Of::Org(org) => (1, org),
        Of::Somebody => (2, 0),
        Of::All => (3, 0),
    };
    let bytes = table.bytes().chain([0, kind]).chain(org.to_le_bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    (hash ^ (hash >> 32)) % VERSIONS
}

/// The versions an answer is read of.
fn places_read(text: &str, values: &[Value]) -> BTreeSet<u64> {
    let mut places = BTreeSet::from([ANYTHING]);
    for read in touch::reads(text, values) {
        match read.orgs {
            Some(orgs) => {
                places.insert(place(read.table, Of::Somebody));
                places.extend(orgs.into_iter().map(|org| place(read.table, Of::Org(org))));
            }
            None => {
                places.insert(place(read.table, Of::All));
            }
        }
    }
    places
}

/// The versions that are others behind a write.
fn places_written(wrote: &BTreeSet<Wrote>) -> BTreeSet<u64> {
    let mut places = BTreeSet::new();
    for one in wrote {
        if one.is_anything() {
            places.insert(ANYTHING);
            continue;
        }
        let Wrote(org, table) = one;
        places.insert(place(table, Of::All));
        places.insert(place(table, org.map_or(Of::Somebody, Of::Org)));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_SEVEN: &str = "SELECT COUNT(*) FROM coop WHERE coop.org_id = ?";
    const OF_ALL: &str = "SELECT COUNT(*) FROM coop";

    /// Asks; answers what came and whether it was read.
    fn asked(counts: &Counts, text: &str, values: &[i64], now: i64) -> (i64, bool) {
        let values: Vec<Value> = values.iter().copied().map(Value::Int).collect();
        let mut read = false;
        let row = counts.answer(text, &values, || {
            read = true;
            Ok(Some(Row(vec![Value::Int(now)])))
        });
        (row.unwrap().unwrap().get(0).unwrap(), read)
    }

    fn wrote(org: Option<i64>, table: &str) -> BTreeSet<Wrote> {
        [Wrote(org, table.to_owned())].into()
    }

    #[test]
    fn an_answer_is_given_again_until_its_table_is_written_for_its_company() {
        let counts = Arc::new(Counts::default());
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 1), (1, true));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 2), (1, false));
        assert_eq!(asked(&counts, OF_SEVEN, &[8], 3), (3, true), "another company's is another one");
        counts.heard(&wrote(Some(8), "coop"));
        counts.heard(&wrote(Some(7), "awb"));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 4), (1, false));
        counts.heard(&wrote(Some(7), "coop"));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 5), (5, true));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 6), (5, false));
        assert_eq!(counts.remembered(), 3);
    }

    #[test]
    fn what_names_no_company_changes_with_every_write_of_its_table_and_the_other_way_round() {
        let counts = Arc::new(Counts::default());
        asked(&counts, OF_ALL, &[], 1);
        counts.heard(&wrote(Some(8), "coop"));
        assert_eq!(asked(&counts, OF_ALL, &[], 2), (2, true));
        asked(&counts, OF_SEVEN, &[7], 3);
        for wrote in [wrote(None, "coop"), [Wrote::anything()].into()] {
            let now = asked(&counts, OF_SEVEN, &[7], 0).0;
            counts.heard(&wrote);
            assert_eq!(asked(&counts, OF_SEVEN, &[7], now + 1), (now + 1, true), "{wrote:?}");
            assert!(asked(&counts, OF_ALL, &[], now).1, "{wrote:?}");
        }
        counts.forget();
        assert!(asked(&counts, OF_SEVEN, &[7], 9).1);
    }

    #[test]
    fn nothing_is_given_or_remembered_while_a_transaction_is_being_kept() {
        let counts = Arc::new(Counts::default());
        asked(&counts, OF_SEVEN, &[7], 1);
        let one = counts.close(&wrote(Some(7), "coop"));
        let other = counts.close(&wrote(Some(7), "coop"));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 2), (2, true));
        drop(one);
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 3), (3, true), "the other is not kept yet");
        drop(other);
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 4), (4, true));
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 5), (4, false));
    }

    #[test]
    fn what_was_read_before_a_write_was_kept_is_not_given_behind_it() {
        let counts = Arc::new(Counts::default());
        let values = [Value::Int(7)];
        // The write comes between the look at the versions and the answer.
        let read = || {
            counts.heard(&wrote(Some(7), "coop"));
            Ok(Some(Row(vec![Value::Int(1)])))
        };
        counts.answer(OF_SEVEN, &values, read).unwrap();
        assert_eq!(asked(&counts, OF_SEVEN, &[7], 2), (2, true));
    }

    #[test]
    fn a_failed_read_is_not_remembered_and_memory_is_bounded() {
        let counts = Arc::new(Counts::default());
        let failed = counts.answer(OF_SEVEN, &[Value::Int(7)], || Err(StoreError::Late(String::new())));
        assert!(failed.is_err());
        assert!(asked(&counts, OF_SEVEN, &[7], 1).1);
        for org in 0..10_000 {
            asked(&counts, OF_SEVEN, &[org], 1);
        }
        let state = counts.lock();
        assert!(state.young.len() <= HALF && state.old.len() <= HALF);
        drop(state);
        assert!(!asked(&counts, OF_SEVEN, &[9_999], 2).1, "the newest are there");
        assert!(asked(&counts, OF_SEVEN, &[0], 2).1, "the oldest are gone");
        for org in 0..10_000 {
            counts.heard(&wrote(Some(org), "coop"));
        }
        assert!(counts.lock().versions.len() <= 4_097);
    }

    #[test]
    fn values_of_another_kind_or_with_other_bounds_are_another_question() {
        let text = |text: &str| Value::Text(text.to_owned());
        let keys: BTreeSet<Key> = [
            key_of("a", &[text("b"), text("c")]),
            key_of("a", &[text("bc"), text("")]),
            key_of("a", &[Value::Int(1)]),
            key_of("a", &[Value::Bool(true)]),
            key_of("a", &[Value::Null]),
            key_of("a", &[Value::Bytes(b"b".to_vec())]),
            key_of("a", &[text("b")]),
            key_of("ab", &[]),
        ]
        .into();
        assert_eq!(keys.len(), 8);
    }
}
