//! EDIFACT messages that tell where boxes and consignments are: CODECO (gates, D95B and D00B as SMDG uses them), COARRI
//! (loading and discharge) and IFTSTA (any status, D99B and D00B), read as [`Movement`]s.
//!
//! The envelope is held to: counts and references of UNT and UNZ must agree, or parts are missing. Inside, reading is
//! tolerant: what is unusual is flagged, segments nobody needs are passed over, codes nobody knows are kept.

mod error;
mod interchange;
mod message;
mod report;
mod segment;
mod value;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use error::EdifactError;
pub use interchange::{Interchange, read};
pub use message::{Kind, Message};
pub use segment::BYTES_MAX;

/// Whether a text looks like an interchange or a message, so that it is worth reading as one.
pub fn looks_like(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["UNA", "UNB", "UNH"].iter().any(|tag| text.starts_with(tag))
}
