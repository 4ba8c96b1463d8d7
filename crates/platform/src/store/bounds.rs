//! How long the database may take for a call. A call sets its bounds for the thread it runs on; jobs and commands have none.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// What a call gives the database.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// The longest a statement may take, and a connection may be waited for.
    pub statement: Duration,
    /// Who called. When he has gone, what only reads is of no use any more; what writes goes on.
    pub caller: Caller,
}

/// Tells whether somebody still waits for an answer.
#[derive(Debug, Clone)]
pub struct Caller(watch::Receiver<()>);

/// Kept by who waits; dropped when he goes.
#[derive(Debug)]
pub struct Waiting(#[expect(dead_code, reason = "its end is what is heard")] watch::Sender<()>);

/// Somebody who waits for an answer.
pub fn caller() -> (Waiting, Caller) {
    let (waiting, caller) = watch::channel(());
    (Waiting(waiting), Caller(caller))
}

impl Caller {
    fn has_gone(&self) -> bool {
        self.0.has_changed().is_err()
    }

    async fn gone(mut self) {
        while self.0.changed().await.is_ok() {}
    }
}

thread_local! {
    static OF_CALL: RefCell<Option<Bounds>> = const { RefCell::new(None) };
    /// Until when the statement of this thread may run, and whether it only reads.
    static UNTIL: Cell<Option<(Instant, bool)>> = const { Cell::new(None) };
}

/// Does work within bounds.
pub fn within<T>(bounds: Bounds, work: impl FnOnce() -> T) -> T {
    struct Before(Option<Bounds>);
    impl Drop for Before {
        fn drop(&mut self) {
            OF_CALL.set(self.0.take());
        }
    }
    let _before = Before(OF_CALL.replace(Some(bounds)));
    work()
}

fn of_call() -> Option<Bounds> {
    OF_CALL.with_borrow(Clone::clone)
}

/// The longest that may be waited for a connection; none outside a call.
pub(super) fn patience() -> Option<Duration> {
    OF_CALL.with_borrow(|bounds| bounds.as_ref().map(|bounds| bounds.statement))
}

/// A statement of this thread, watched until this is dropped.
pub(super) struct Watched(Option<(Instant, bool)>);

/// Watches a statement: [`is_over`] says when it is to be interrupted.
pub(super) fn watch(reads: bool) -> Watched {
    Watched(UNTIL.replace(patience().map(|longest| (Instant::now() + longest, reads))))
}

impl Drop for Watched {
    fn drop(&mut self) {
        UNTIL.set(self.0);
    }
}

/// Whether nobody waits any more for what this thread works on.
pub fn has_gone() -> bool {
    OF_CALL.with_borrow(|bounds| bounds.as_ref().is_some_and(|bounds| bounds.caller.has_gone()))
}

/// Whether the watched statement has run long enough, or nobody waits for it any more.
pub(super) fn is_over() -> bool {
    UNTIL.get().is_some_and(|(until, reads)| Instant::now() >= until || (reads && has_gone()))
}

/// Awaits the answer of a statement; none when it took too long, or nobody waits for it any more.
pub(super) async fn answered<T>(reads: bool, work: impl Future<Output = T>) -> Option<T> {
    let Some(Bounds { statement, caller }) = of_call() else { return Some(work.await) };
    tokio::select! {
        biased;
        done = work => Some(done),
        () = tokio::time::sleep(statement) => None,
        () = caller.gone(), if reads => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(statement: Duration) -> (Waiting, Bounds) {
        let (waiting, caller) = caller();
        (waiting, Bounds { statement, caller })
    }

    #[test]
    fn a_statement_is_over_when_its_time_is_or_when_nobody_waits_for_what_it_reads() {
        let long = Duration::from_secs(3_600);
        let (waiting, at_once) = bounds(Duration::ZERO);
        within(at_once, || {
            assert!(!is_over(), "nothing is watched");
            let _one = watch(false);
            assert!(is_over());
        });
        drop(waiting);
        let (waiting, patient) = bounds(long);
        within(patient, || {
            let write = watch(false);
            drop(waiting);
            assert!(!is_over(), "what is written is wanted although nobody waits");
            {
                let _read = watch(true);
                assert!(is_over());
            }
            assert!(!is_over(), "the one around goes on");
            drop(write);
        });
        let _outside = watch(true);
        assert!(!is_over(), "jobs have no bounds");
    }
}
