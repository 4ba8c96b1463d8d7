//! The log line of an order.

use kernel::{Id, Scope};
use platform::log::LogEntry;

/// Kind of thing in the log.
pub const OBJECT: &str = "order";

/// A line about an order; its code begins with its scope.
pub fn log_entry(id: Id, code: impl Into<String>, page: &'static str) -> LogEntry {
    let code = code.into();
    let scope = code.get(..2).and_then(Scope::from_code).map_or("", Scope::code);
    LogEntry::of(OBJECT, id, code, page).scope(scope).about_order(id)
}
