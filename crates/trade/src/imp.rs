//! Cargo-IMP messages: the teletype messages of air cargo as values, read and written by one grammar.
//!
//! A value holds what a message says, not how it says it: reading, writing and reading again gives equal
//! values. The same values are written and read as Cargo-XML. Read is tolerant: what is merely unusual is
//! read and flagged, unknown blocks are kept; what cannot be understood is refused with line, column and
//! reason.

pub mod adds_up;
pub mod answer;
pub mod booking;
mod boxes;
mod cursor;
#[cfg(test)]
pub(crate) mod dice;
mod error;
pub mod fhl;
pub mod fwb;
mod line;
mod message;
mod parts;
mod party;
#[cfg(test)]
mod samples;
mod value;
mod written;

pub(crate) use cursor::{Cursor, MONTHS, days_of};
pub(crate) use error::{Reason, error, oddities, reasons};
pub(crate) use line::{Block, Head, Line};
pub(crate) use parts::customs_line;
pub(crate) use written::at_least;

pub use error::{Flag, ImpError};
pub use line::MESSAGE_BYTES_MAX;
pub use message::{Message, read};
pub use value::{Accounting, Address, Customs, Issue, Movement, Office, Pay, Shipment, Values};
pub use written::{LINE_LENGTH_MAX, MESSAGE_LENGTH_MAX, Mark, MarkKind, Span, Written};

#[cfg(test)]
mod tests;
