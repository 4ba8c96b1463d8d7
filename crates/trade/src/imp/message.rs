//! Any message: which one it is, and its values.

use super::answer::{self, Answer};
use super::booking::{self, Booking};
use super::error::{Flag, ImpError, Reason, error, reasons};
use super::fhl::{self, Fhl};
use super::fwb::{self, Fwb};
use super::line::{Head, Line};
use crate::fsu::{self, StatusMessage};

/// Kinds of messages that are read.
const KNOWN: [&str; 8] = ["FWB", "FHL", "FSU", "FSA", "FNA", "FMA", "FFR", "FFA"];
const UNKNOWN_HEAD: Reason = reasons::NO_HEAD;

/// A message that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// FWB, an air waybill.
    Fwb(Box<Fwb>),
    /// FHL, house waybills.
    Fhl(Fhl),
    /// FSU or FSA, the status of a shipment.
    Status(StatusMessage),
    /// FNA or FMA, the answer to a message.
    Answer(Answer),
    /// FFR or FFA, a booking or its answer.
    Booking(Box<Booking>),
    /// A message with the head of another kind, kept as it came.
    Unknown {
        /// Its head, as `FFM/8`.
        head: String,
        /// The whole text.
        text: String,
    },
}

impl Message {
    /// What was unusual about it but read.
    pub fn flags(&self) -> &[Flag] {
        match self {
            Self::Fwb(fwb) => &fwb.flags,
            Self::Fhl(fhl) => &fhl.flags,
            Self::Status(status) => &status.flags,
            Self::Answer(answer) => &answer.flags,
            Self::Booking(booking) => &booking.flags,
            Self::Unknown { .. } => &[],
        }
    }

    /// What it is called, as `FWB`.
    pub fn kind(&self) -> &str {
        match self {
            Self::Fwb(_) => "FWB",
            Self::Fhl(_) => "FHL",
            Self::Status(status) => &status.kind,
            Self::Answer(answer) => answer.kind.name(),
            Self::Booking(booking) => booking.kind.name(),
            Self::Unknown { head, .. } => head.split('/').next().unwrap_or_default(),
        }
    }
}

/// Reads a message of any kind.
pub fn read(text: &str) -> Result<Message, ImpError> {
    let lines = Line::split_any(text)?;
    let is_known = |line: &Line<'_>| line.identifier().is_some_and(|code| KNOWN.contains(&code));
    let found = Head::place(&lines, is_known).map(|(_, line)| line.text.get(..3).unwrap_or_default());
    Ok(match found {
        Some("FWB") => Message::Fwb(Box::new(fwb::parse(text)?)),
        Some("FHL") => Message::Fhl(fhl::parse(text)?),
        Some("FSU" | "FSA") => Message::Status(fsu::parse(text)?),
        Some("FNA" | "FMA") => Message::Answer(answer::parse(text)?),
        Some("FFR" | "FFA") => Message::Booking(Box::new(booking::parse(text)?)),
        _ => return unknown(&lines, text),
    })
}

/// Three letters and a version are a message; anything else is none.
fn unknown(lines: &[Line<'_>], text: &str) -> Result<Message, ImpError> {
    let is_head = |line: &Line<'_>| {
        let version = line.text.get(4..).unwrap_or_default();
        line.identifier().is_some() && version.len() <= 3 && version.bytes().all(|b| b.is_ascii_digit())
    };
    let (_, head) = Head::place(lines, is_head)
        .ok_or_else(|| error(lines.first().map_or(1, |line| line.number), 1, UNKNOWN_HEAD))?;
    Ok(Message::Unknown { head: head.text.to_owned(), text: text.to_owned() })
}

#[cfg(test)]
mod tests;
