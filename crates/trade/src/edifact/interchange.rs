//! The envelope: UNB, groups, messages, and the counts and references that close each.

use kernel::Msg;

use super::error::{EdifactError, error, flag, oddities, reasons};
use super::message::{self, Message};
use super::segment::{Segment, split};
use crate::movement::Flag;

/// What came in one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interchange {
    /// Who sends it; empty without an envelope.
    pub sender: String,
    /// Whom it is for.
    pub recipient: String,
    /// Reference of the sender.
    pub reference: String,
    /// The messages.
    pub messages: Vec<Message>,
    /// What was unusual about the envelope.
    pub flags: Vec<Flag>,
    /// Messages that can't be used, beside others that can.
    pub faults: Vec<EdifactError>,
}

/// Reads an interchange, or messages without an envelope.
pub fn read(text: &str) -> Result<Interchange, EdifactError> {
    let segments = split(text)?;
    let mut interchange = Interchange::default();
    let Some(first) = segments.first() else { return Err(error(1, 1, reasons::EMPTY.text())) };
    let enveloped = match first.tag() {
        "UNB" => true,
        "UNH" => false,
        _ => return Err(error(1, 1, reasons::NO_HEAD.text())),
    };
    if enveloped {
        interchange.sender = first.part(2, 0).to_owned();
        interchange.recipient = first.part(3, 0).to_owned();
        interchange.reference = first.part(5, 0).to_owned();
    } else {
        interchange.flags.push(flag(1, 1, oddities::NO_ENVELOPE));
    }
    body(&segments, enveloped, &mut interchange)?;
    if interchange.messages.is_empty() {
        let none = || error(segments.len(), 1, reasons::NO_MESSAGE.text());
        return Err(interchange.faults.into_iter().next().unwrap_or_else(none));
    }
    Ok(interchange)
}

fn body(segments: &[Segment], enveloped: bool, interchange: &mut Interchange) -> Result<(), EdifactError> {
    let mut rest = if enveloped { segments.get(1..).unwrap_or_default() } else { segments };
    let (mut groups, mut closed) = (0, false);
    while let Some((first, behind)) = rest.split_first() {
        if closed {
            return Err(stray(first));
        }
        rest = behind;
        match first.tag() {
            "UNG" if enveloped => groups += 1,
            "UNE" if enveloped && groups > 0 => {}
            "UNZ" if enveloped => {
                let count = if groups > 0 { groups } else { interchange.messages.len() + interchange.faults.len() };
                agree(first, count, reasons::UNZ_COUNT, &interchange.reference)?;
                closed = true;
            }
            "UNH" => {
                let inner = behind.iter().position(|segment| matches!(segment.tag(), "UNT" | "UNH" | "UNZ"));
                let last = inner.and_then(|place| behind.get(place)).filter(|segment| segment.tag() == "UNT");
                let (Some(place), Some(last)) = (inner, last) else {
                    return Err(error(first.number, 1, reasons::NO_UNT.text()));
                };
                let (inside, behind) = behind.split_at(place);
                rest = behind.get(1..).unwrap_or_default();
                // A message is whole or it is not used; the others are none the worse for it.
                let agrees = agree(last, place + 2, reasons::UNT_COUNT, first.part(1, 0));
                match agrees.and_then(|()| message::read(first, inside)) {
                    Ok(message) => interchange.messages.push(message),
                    Err(fault) => interchange.faults.push(fault),
                }
            }
            _ => return Err(stray(first)),
        }
    }
    match segments.last() {
        Some(last) if enveloped && !closed => Err(error(last.number, 1, reasons::NO_UNZ.text())),
        _ => Ok(()),
    }
}

fn stray(segment: &Segment) -> EdifactError {
    error(segment.number, 1, reasons::STRAY.with(&[("tag", segment.tag())]))
}

/// Whether a closing segment counts what there is, and names what it closes.
fn agree(end: &Segment, found: usize, differs: Msg, reference: &str) -> Result<(), EdifactError> {
    let told = end.part(1, 0);
    let digits = !told.is_empty() && told.bytes().all(|byte| byte.is_ascii_digit());
    let Some(count) = told.parse::<usize>().ok().filter(|_| digits) else {
        return Err(error(end.number, end.column(1), reasons::BAD_COUNT.text()));
    };
    if count != found {
        let values = [("told", count.to_string()), ("found", found.to_string())];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        return Err(error(end.number, end.column(1), differs.with(&values)));
    }
    if plain(end.part(2, 0)) != plain(reference) {
        return Err(error(end.number, end.column(2), reasons::OTHER_REFERENCE.with(&[("tag", end.tag())])));
    }
    Ok(())
}

/// Zeros before a reference mean nothing.
fn plain(reference: &str) -> &str {
    reference.trim_start_matches('0')
}
