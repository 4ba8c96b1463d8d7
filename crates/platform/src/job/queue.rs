//! Working off a queue whose entries go to slow places, each through a lane: the mailbox of a company, its interface.
//! Entries of one lane go one after the other, several lanes side by side, and a lane that had its turn lets the
//! others go first. So neither the mass of one company nor its slow or dead server keeps anybody else waiting.
//!
//! Nothing is done twice by it: an entry is its worker's by what [`Queue::take`] writes.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use kernel::{Instant, SKEW_MS};
use sea_query::{Expr, ExprTrait};

use super::Bell;
use super::plan::Waiting;
use crate::access::random_bytes;
use crate::refusal::Refusal;
use crate::store::{Conn, sql};

/// Lanes at work at once.
const SIDE_BY_SIDE: usize = 6;
/// Entries of a lane before it is the others' turn.
const ENTRIES_MAX: usize = 20;
/// And how long they may take together.
const TIME_MAX: Duration = Duration::from_secs(30);
/// How long a round takes on entries. The worker it runs on is then free for other jobs, and what is still due is the
/// next round's.
const ROUND_MAX: Duration = Duration::from_secs(60);

/// How often those who have nothing to do look for what came.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// A queue in a table of a room.
pub trait Queue: Sync {
    /// What its entries wait for, one behind the other.
    type Lane: Ord + Clone + Send;
    /// An entry as it was taken.
    type Entry: Send;

    /// Takes the entry that has waited longest of those whose lane is none of some; of two workers that see it, one
    /// gets it.
    fn take(&self, but: &[Self::Lane]) -> Result<Option<(Self::Lane, Self::Entry)>, Refusal>;

    /// Works on an entry and writes down what came of it.
    fn work(&self, entry: Self::Entry) -> Result<(), Refusal>;
}

/// Waits after failed attempts, in milliseconds; after the last of them there is one attempt more.
#[derive(Debug, Clone, Copy)]
pub struct BackOff(pub &'static [i64]);

impl BackOff {
    /// Attempts in all.
    pub fn attempts(self) -> i64 {
        i64::try_from(self.0.len()).unwrap_or_default() + 1
    }

    /// How long to wait after a failed attempt, the first being 1; none when it was the last.
    pub fn after(self, attempt: i64) -> Option<i64> {
        usize::try_from(attempt - 1).ok().and_then(|place| self.0.get(place)).copied()
    }
}

/// Nothing in a queue waits longer: attempts lie within the hour, and who wants no mails at night gets them in the morning.
const LONGEST_MS: i64 = 24 * 60 * 60 * 1000 + SKEW_MS;

/// What is due by the column `next_at`: its time has come, or lies further ahead than anything waits. That was written by
/// a clock that ran ahead, and would be waited for until then.
pub fn due(now: Instant) -> Expr {
    let next = || sql::col("next_at");
    let far = next().gt(sql::value(now.plus_millis(LONGEST_MS)));
    // Said twice, so that the index of what waits serves it.
    next().is_not_null().and(next().lte(sql::value(now)).or(far))
}

/// Whether a time in `next_at` lies further ahead than anything waits.
pub fn is_out_of_reach(next_at: i64, now: Instant) -> bool {
    next_at > now.plus_millis(LONGEST_MS).millis()
}

/// Counts what waits in a table by its column `next_at`.
pub fn waiting(conn: &mut dyn Conn, table: &'static str, now: Instant) -> Result<Waiting, Refusal> {
    let mut open = |is_due: bool| -> Result<i64, Refusal> {
        let mut select = sql::from_global(table);
        select.expr(Expr::cust("COUNT(*)"));
        select.and_where(if is_due { due(now) } else { sql::col("next_at").is_not_null() });
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    };
    Ok(Waiting { all: open(false)?, due: open(true)? })
}

/// Counts what was given up since then: the table, what its rows are known by, and when that was written. What they are
/// known by is no parameter, for an index of these rows alone serves a plan made without one.
pub fn lost(
    conn: &mut dyn Conn,
    (table, given_up): (&'static str, &'static str),
    (written, since): (&'static str, Instant),
) -> Result<i64, Refusal> {
    let mut select = sql::from_global(table);
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(Expr::cust(given_up))
        .and_where(sql::col(written).gte(sql::value(since)));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// A name no other worker has, by which a row is known to be its own.
pub fn worker() -> Result<String, Refusal> {
    Ok(random_bytes::<12>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A round: works on what is due, for about a minute; answers how many entries were worked on.
pub fn work_off<Q: Queue>(bell: &Bell, queue: &Q) -> Result<usize, Refusal> {
    round(bell, queue, ROUND_MAX)
}

/// A round that takes on entries for so long, and at least one.
fn round<Q: Queue>(bell: &Bell, queue: &Q, longest: Duration) -> Result<usize, Refusal> {
    let (state, freed) = (Mutex::new(State::of(longest)), Condvar::new());
    let runtime = tokio::runtime::Handle::try_current().ok();
    std::thread::scope(|scope| {
        for _ in 1..SIDE_BY_SIDE {
            scope.spawn(|| {
                let _inside = runtime.as_ref().map(tokio::runtime::Handle::enter);
                work_in_turn(bell, queue, (&state, &freed));
            });
        }
        work_in_turn(bell, queue, (&state, &freed));
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.fault.map_or(Ok(state.count), Err)
}

/// One of those who work on a queue. He ends when nothing is due any more (while others are at work, something may be)
/// and when the time of the round is over.
fn work_in_turn<Q: Queue>(bell: &Bell, queue: &Q, (state, freed): (&Mutex<State<Q::Lane>>, &Condvar)) {
    let mut now = lock(state);
    while now.fault.is_none() && !now.time_is_over() && !bell.is_stopping() {
        match queue.take(&now.closed()) {
            Ok(Some((lane, entry))) => {
                now.count += 1;
                now.busy.insert(lane.clone());
                drop(now);
                let begun = Stopwatch::now();
                let outcome = catch_unwind(AssertUnwindSafe(|| queue.work(entry)));
                now = lock(state);
                now.busy.remove(&lane);
                now.had(lane, begun.elapsed());
                now.fault = match outcome {
                    Ok(Ok(())) => now.fault.take(),
                    Ok(Err(refusal)) => Some(refusal),
                    Err(_) => Some(Refusal::broken("the work on an entry of a queue panicked")),
                };
                freed.notify_all();
            }
            Ok(None) if now.begin_anew() => {}
            Ok(None) if now.busy.is_empty() => break,
            // What comes while a slow lane is at work is not to wait for it.
            Ok(None) => now = freed.wait_timeout(now, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0,
            Err(refusal) => now.fault = Some(refusal),
        }
    }
    drop(now);
    freed.notify_all();
}

fn lock<L>(state: &Mutex<State<L>>) -> MutexGuard<'_, State<L>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Who is at work, and what each lane had of its turn.
struct State<L> {
    begun: Stopwatch,
    longest: Duration,
    busy: BTreeSet<L>,
    turns: BTreeMap<L, (usize, Duration)>,
    count: usize,
    fault: Option<Refusal>,
}

impl<L: Ord + Clone> State<L> {
    fn of(longest: Duration) -> Self {
        let begun = Stopwatch::now();
        Self { begun, longest, busy: BTreeSet::new(), turns: BTreeMap::new(), count: 0, fault: None }
    }

    fn time_is_over(&self) -> bool {
        self.count > 0 && self.begun.elapsed() >= self.longest
    }

    fn had(&mut self, lane: L, took: Duration) {
        let (entries, time) = self.turns.entry(lane).or_default();
        *entries += 1;
        *time += took;
    }

    /// Lanes whose turn is over.
    fn over(&self) -> impl Iterator<Item = &L> {
        let over = self.turns.iter().filter(|(_, (entries, time))| *entries >= ENTRIES_MAX || *time >= TIME_MAX);
        over.map(|(lane, _)| lane)
    }

    /// Lanes nothing is taken of now.
    fn closed(&self) -> Vec<L> {
        self.busy.union(&self.over().cloned().collect()).cloned().collect()
    }

    /// Every lane has its turn again; false when none that is free had to wait for it.
    fn begin_anew(&mut self) -> bool {
        let waited = self.over().any(|lane| !self.busy.contains(lane));
        self.turns.clear();
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_over_after_twenty_entries_or_half_a_minute() {
        let mut state = State::of(ROUND_MAX);
        for _ in 0..19 {
            state.had(2, Duration::from_secs(1));
        }
        state.had(3, Duration::from_secs(29));
        assert_eq!((state.over().count(), state.begin_anew()), (0, false));
        for _ in 0..20 {
            state.had(2, Duration::from_secs(1));
        }
        state.had(3, Duration::from_secs(30));
        state.had(4, Duration::from_secs(1));
        state.busy.insert(5);
        assert_eq!(state.closed(), [2, 3, 5]);
        assert!(state.begin_anew());
        assert_eq!((state.over().count(), state.closed()), (0, vec![5]));
    }

    /// Entries as lane and name, in the order they wait; each is told of when it is worked on.
    struct Fake<F: Fn(&str) -> Result<(), Refusal> + Sync> {
        waiting: Mutex<Vec<(u8, &'static str)>>,
        done: Mutex<Vec<&'static str>>,
        work: F,
    }

    impl<F: Fn(&str) -> Result<(), Refusal> + Sync> Fake<F> {
        fn new(waiting: &[(u8, &'static str)], work: F) -> Self {
            Self { waiting: Mutex::new(waiting.to_vec()), done: Mutex::default(), work }
        }
    }

    impl<F: Fn(&str) -> Result<(), Refusal> + Sync> Queue for Fake<F> {
        type Lane = u8;
        type Entry = &'static str;

        fn take(&self, but: &[u8]) -> Result<Option<(u8, &'static str)>, Refusal> {
            let mut waiting = self.waiting.lock().unwrap();
            let place = waiting.iter().position(|(lane, _)| !but.contains(lane));
            Ok(place.map(|place| waiting.remove(place)))
        }

        fn work(&self, entry: &'static str) -> Result<(), Refusal> {
            let outcome = (self.work)(entry);
            self.done.lock().unwrap().push(entry);
            outcome
        }
    }

    #[test]
    fn a_slow_lane_keeps_no_other_waiting() {
        let (tell, told) = std::sync::mpsc::channel();
        let (tell, told) = (Mutex::new(tell), Mutex::new(told));
        // The slow one comes to its end only when all of the quick lane are done.
        let queue = Fake::new(&[(1, "slow"), (1, "behind"), (2, "a"), (2, "b"), (2, "last")], |entry| {
            match entry {
                "slow" => told.lock().unwrap().recv_timeout(Duration::from_secs(30)).expect("the others are done"),
                "last" => tell.lock().unwrap().send(()).unwrap(),
                _ => {}
            }
            Ok(())
        });
        assert_eq!(work_off(&Bell::default(), &queue).unwrap(), 5);
        let done = queue.done.into_inner().unwrap();
        assert_eq!(done.iter().filter(|entry| ["a", "b", "last"].contains(entry)).count(), 3);
        let place = |name: &str| done.iter().position(|entry| *entry == name).unwrap();
        assert!(place("a") < place("b") && place("b") < place("last"), "a lane keeps its order: {done:?}");
        assert!(place("slow") < place("behind"), "and goes one by one: {done:?}");
    }

    #[test]
    fn a_mass_in_one_lane_lets_others_go_first_and_is_done_all_the_same() {
        let waiting: Vec<(u8, &str)> = vec![(1, "mass"); 65];
        let queue = Fake::new(&waiting, |_| Ok(()));
        assert_eq!(work_off(&Bell::default(), &queue).unwrap(), 65);
    }

    #[test]
    fn a_round_takes_on_nothing_more_when_its_time_is_over() {
        let queue = Fake::new(&[(1, "first"), (2, "second")], |_| Ok(()));
        assert_eq!(round(&Bell::default(), &queue, Duration::ZERO).unwrap(), 1);
        assert_eq!(queue.done.lock().unwrap().as_slice(), ["first"]);
        assert_eq!(round(&Bell::default(), &queue, ROUND_MAX).unwrap(), 1, "the rest is the next round's");
    }

    #[test]
    fn a_fault_ends_the_round_and_a_panic_is_one() {
        let broken = Fake::new(&[(1, "x"), (1, "y")], |_| Err(Refusal::broken("x")));
        assert!(matches!(work_off(&Bell::default(), &broken), Err(Refusal::Broken(text)) if text == "x"));
        assert_eq!(broken.done.into_inner().unwrap(), ["x"]);
        let panics = Fake::new(&[(1, "x")], |_| panic!("no"));
        assert!(matches!(work_off(&Bell::default(), &panics), Err(Refusal::Broken(_))));
        let stopped = Bell::default();
        stopped.stop();
        assert_eq!(work_off(&stopped, &Fake::new(&[(1, "x")], |_| Ok(()))).unwrap(), 0);
    }

    #[test]
    fn the_turn_of_a_lane_at_work_is_not_waited_for() {
        let mut state = State::of(ROUND_MAX);
        state.busy.insert(1);
        state.had(1, TIME_MAX);
        assert!(!state.begin_anew());
    }

    #[test]
    fn waits_lie_between_the_attempts() {
        let back_off = BackOff(&[60, 240]);
        assert_eq!(back_off.attempts(), 3);
        assert_eq!([0, 1, 2, 3].map(|attempt| back_off.after(attempt)), [None, Some(60), Some(240), None]);
    }
}
