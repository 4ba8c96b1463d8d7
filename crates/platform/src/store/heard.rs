//! What a database was asked and how much it worked for it, while somebody listens: tests that hold every statement to
//! its plan and its growth do. Nobody listens in a running product.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Value;

/// A statement that was heard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// Values of its first run.
    pub values: Vec<Value>,
    /// How often it ran.
    pub times: u64,
    /// Steps the database took for all runs together: the same for the same rows, on any machine.
    pub steps: u64,
}

/// The statements heard, by their text.
#[derive(Debug, Default)]
pub struct Heard {
    on: AtomicBool,
    asked: Mutex<BTreeMap<String, Asked>>,
}

impl Heard {
    /// Listens from now on, or no longer; answers what was heard so far and forgets it.
    pub(super) fn listen(&self, on: bool) -> BTreeMap<String, Asked> {
        self.on.store(on, Ordering::SeqCst);
        std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether somebody listens.
    pub(super) fn on(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Notes a run.
    pub(super) fn note(&self, text: &str, values: &[Value], steps: u64) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let one = asked.entry(text.to_owned()).or_insert_with(|| Asked { values: values.to_vec(), ..Asked::default() });
        one.times += 1;
        one.steps += steps;
    }
}
