//! FNA and FMA: an airline's refusal or acceptance of a message.
//!
//! The head alone decides: an FNA can begin with `ACK/AWB REJECTED`. Behind the reasons the message is
//! echoed, whole or in part.

use super::cursor::Cursor;
use super::error::{Flag, ImpError, Reason, oddities, reasons};
use super::line::{Head, Line};
use crate::waybill_number::Mawb;

const NO_ANSWER: Reason = ("缺少FNA或FMA报文头", "The heading FNA or FMA is missing.");

/// Which answer it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerKind {
    /// FMA.
    Accepted,
    /// FNA.
    Refused,
}

impl AnswerKind {
    /// The three letters of its head.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "FMA",
            Self::Refused => "FNA",
        }
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Accepted or refused.
    pub kind: AnswerKind,
    /// Version as given; empty when the head has none.
    pub version: String,
    /// The identifier before the reasons, ACK or ERR; empty when there is none.
    pub label: String,
    /// Reasons, one a line.
    pub reasons: Vec<String>,
    /// Lines of the message that is answered, as far as it is echoed.
    pub echo: Vec<String>,
    /// What was unusual but read.
    pub flags: Vec<Flag>,
}

impl Answer {
    /// Kind of the message that is answered, as FWB; empty when it is not echoed.
    pub fn echoed_kind(&self) -> &str {
        let kind = self.echo.first().and_then(|line| line.get(..3)).unwrap_or_default();
        if kind.bytes().all(|b| b.is_ascii_uppercase()) { kind } else { "" }
    }

    /// The first master number of the echo, else of the reasons, as it is written there; it may be a wrong
    /// one, which can be what the answer is about.
    pub fn awb_text(&self) -> Option<&str> {
        self.echo.iter().chain(&self.reasons).find_map(|line| number_in(line))
    }

    /// The master number, if it is a right one.
    pub fn awb(&self) -> Option<Mawb> {
        self.awb_text().and_then(Mawb::parse_strict)
    }

    /// The first house number of the echo.
    pub fn house(&self) -> Option<&str> {
        let line = self.echo.iter().find_map(|line| line.strip_prefix("HBS/"))?;
        line.split('/').next().map(str::trim).filter(|number| !number.is_empty())
    }
}

/// Three digits, a hyphen, eight digits, with no digit before or behind.
pub(crate) fn number_in(line: &str) -> Option<&str> {
    const LENGTH: usize = 12;
    let digit_at =
        |place: Option<usize>| place.and_then(|place| line.as_bytes().get(place)).is_some_and(u8::is_ascii_digit);
    let is_number = |text: &str| {
        let mut letters = text.bytes().enumerate();
        letters.all(|(place, b)| if place == 3 { b == b'-' } else { b.is_ascii_digit() })
    };
    (0..line.len().saturating_sub(LENGTH - 1))
        .filter(|from| !digit_at(from.checked_sub(1)) && !digit_at(Some(from + LENGTH)))
        .find_map(|from| line.get(from..from + LENGTH).filter(|text| is_number(text)))
}

/// Reads an answer.
pub fn parse(text: &str) -> Result<Answer, ImpError> {
    let lines = Line::split_any(text)?;
    let mut flags = Vec::new();
    let (head, lines) = Head::find(&lines, &["FNA", "FMA"], NO_ANSWER, &mut flags)?;
    let kind = if head.kind == "FMA" { AnswerKind::Accepted } else { AnswerKind::Refused };
    // An FMA often has no version.
    let version =
        if head.version.is_empty() && head.line.text.len() == 3 { "" } else { head.version_text(&["1"], &mut flags)? };
    let mut answer = Answer {
        kind,
        version: version.to_owned(),
        label: String::new(),
        reasons: Vec::new(),
        echo: Vec::new(),
        flags,
    };
    let echo_from = read_reasons(&mut answer, &lines);
    answer.echo = lines.iter().skip(echo_from).map(|line| line.text.to_owned()).collect();
    if answer.label.is_empty() {
        answer.flags.push(oddities::ABSENT.at(head.line.number, 1));
    }
    if answer.reasons.is_empty() && answer.echo.is_empty() {
        return Err(super::error::error(head.line.number + 1, 1, reasons::MISSING));
    }
    Ok(answer)
}

/// Reads the reasons and answers how many lines they take: a labelled line and those that continue it, or
/// all lines up to the head of a message.
fn read_reasons(answer: &mut Answer, lines: &[Line<'_>]) -> usize {
    for (place, line) in lines.iter().enumerate() {
        let label = line.identifier().filter(|code| matches!(*code, "ACK" | "ERR"));
        if let Some(label) = label {
            if answer.label.is_empty() {
                answer.label = label.to_owned();
            }
            let mut at = Cursor::behind(*line, 3);
            at.skip_slash();
            answer.reasons.push(at.tail().to_owned());
        } else if line.continues() {
            answer.reasons.push(Cursor::behind(*line, 1).tail().to_owned());
        } else if line.identifier().is_some() || !answer.label.is_empty() {
            return place;
        } else {
            answer.reasons.push(line.text.trim().to_owned());
        }
    }
    lines.len()
}

/// Writes an answer; reading it gives equal values.
pub fn compose(answer: &Answer) -> String {
    let slash = if answer.version.is_empty() { "" } else { "/" };
    let mut lines = vec![format!("{}{slash}{}", answer.kind.name(), answer.version)];
    for (place, reason) in answer.reasons.iter().enumerate() {
        let label = if place == 0 { answer.label.as_str() } else { "" };
        let slash = if place == 0 && label.is_empty() { "" } else { "/" };
        lines.push(format!("{label}{slash}{reason}"));
    }
    lines.extend(answer.echo.iter().cloned());
    lines.iter().map(|line| format!("{line}\r\n")).collect()
}

#[cfg(test)]
mod tests;
