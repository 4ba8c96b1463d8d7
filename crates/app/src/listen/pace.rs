//! Whether a caller who is waited for moves on. Time counts only while he is waited for: what the server itself needs is
//! not held against him.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// What he must do at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Least {
    /// How long nothing at all may move.
    pub patience: Duration,
    /// Bytes a second, over each such time.
    pub rate: u64,
}

impl Least {
    /// Bytes that must move in the time of its patience.
    fn bytes(self) -> u128 {
        u128::from(self.rate) * self.patience.as_millis() / 1000
    }
}

/// The pace of one direction of a connection.
#[derive(Debug)]
pub struct Pace {
    least: Least,
    waiting: Option<Instant>,
    /// Waited since anything moved.
    still: Duration,
    /// Waited since what moved is counted, and how much that was.
    counted: Duration,
    moved: u64,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    pub fn new(least: Least) -> Self {
        Self { least, waiting: None, still: Duration::ZERO, counted: Duration::ZERO, moved: 0, sleep: None }
    }

    /// So many bytes moved.
    pub fn moved(&mut self, bytes: usize) {
        self.note_waited(Instant::now());
        self.waiting = None;
        if bytes > 0 {
            self.still = Duration::ZERO;
            self.moved = self.moved.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        }
    }

    /// Whether anybody is waited for.
    pub fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Nothing moves at this moment. Ready when he who is waited for is too slow.
    pub fn poll_too_slow(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            let now = Instant::now();
            self.note_waited(now);
            self.waiting = Some(now);
            let patience = self.least.patience;
            if self.still >= patience {
                return Poll::Ready(());
            }
            if self.counted >= patience {
                if u128::from(self.moved) < self.least.bytes() {
                    return Poll::Ready(());
                }
                (self.counted, self.moved) = (Duration::ZERO, 0);
            }
            let until = now + patience.saturating_sub(self.still.max(self.counted));
            let sleep = self.sleep.get_or_insert_with(|| Box::pin(sleep_until(until)));
            sleep.as_mut().reset(until);
            if sleep.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    }

    fn note_waited(&mut self, now: Instant) {
        let Some(since) = self.waiting else { return };
        let waited = now.saturating_duration_since(since);
        self.still += waited;
        self.counted += waited;
    }
}
