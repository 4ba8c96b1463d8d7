//! A message as it is written: lines of spans that know their element, with marks where one does not fit.
//!
//! What is sent and what the live view shows are one: the view shows the whole, marked; what is sent
//! leaves out what is marked as over, except of numbers, which are never cut.

use kernel::{Findings, Msg};

/// Longest line in characters.
pub const LINE_LENGTH_MAX: usize = 69;
/// Most characters of a message, line ends included.
pub const MESSAGE_LENGTH_MAX: usize = 3500;

#[rustfmt::skip]
const ILLEGAL: Msg = Msg::new("imp.illegal", "“{text}”不能用于报文，报文只能包含大写字母、数字、空格、点和横线", "“{text}” cannot stand in a message: capital letters, digits, blanks, full stops and hyphens only.");
#[rustfmt::skip]
const CUT: Msg = Msg::new("imp.cut", "超过{most}个字符，报文只发送“{kept}”", "Longer than {most} characters: the message carries “{kept}” only.");
#[rustfmt::skip]
const WIDE: Msg = Msg::new("imp.wide", "“{text}”超过报文规定的{most}位", "“{text}” is longer than the {most} characters of the message.");
#[rustfmt::skip]
const LEFT_OUT: Msg = Msg::new("imp.left-out", "超过报文规定的行数，“{text}”不会发送", "More lines than the message holds: “{text}” is not sent.");
#[rustfmt::skip]
const LARGE: Msg = Msg::new("imp.large", "报文共{count}个字符，超过{most}个", "The message has {count} characters, more than {most}.");

/// Why a part of a span is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// Letters a message cannot carry: an error.
    Illegal,
    /// Beyond the length of the element: a warning.
    Over,
}

/// A marked part of a span, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// First character.
    pub from: usize,
    /// Behind the last character.
    pub to: usize,
    /// Why.
    pub kind: MarkKind,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// Path of the value's element, as `shipper.name` or `rates.0.details.2`; empty for what is fixed.
    pub field: String,
    /// What does not fit.
    pub marks: Vec<Mark>,
    /// Whether the part over the limit is sent all the same, as of numbers.
    pub whole: bool,
}

impl Span {
    /// What is sent of it.
    pub fn sent(&self) -> String {
        if self.whole || self.marks.is_empty() {
            return self.text.clone();
        }
        let over = |place: usize| {
            let mut marks = self.marks.iter();
            marks.any(|mark| mark.kind == MarkKind::Over && (mark.from..mark.to).contains(&place))
        };
        self.text.chars().enumerate().filter(|(place, _)| !over(*place)).map(|(_, letter)| letter).collect()
    }
}

/// A message as it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Its lines.
    pub lines: Vec<Vec<Span>>,
}

impl Written {
    /// What is sent: every line ended with CRLF, lines of which nothing is sent left out.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in self.sent_lines() {
            text.push_str(&line);
            text.push_str("\r\n");
        }
        text
    }

    /// The lines that are sent, without their ends.
    pub fn sent_lines(&self) -> Vec<String> {
        let lines = self.lines.iter().map(|line| line.iter().map(Span::sent).collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    /// What does not fit, at the box `field_of` names for an element.
    pub fn findings(&self, field_of: impl Fn(&str) -> String) -> Findings {
        let mut found = Findings::new();
        for span in self.lines.iter().flatten() {
            for mark in span.marks.iter().filter(|_| !span.field.is_empty()) {
                say(&mut found, span, *mark, field_of(&span.field));
            }
        }
        let count = self.text().chars().count();
        if count > MESSAGE_LENGTH_MAX {
            let numbers = [("count", count.to_string()), ("most", MESSAGE_LENGTH_MAX.to_string())];
            found.error("", LARGE.with(&numbers.each_ref().map(|(name, value)| (*name, value.as_str()))));
        }
        found
    }
}

fn say(found: &mut Findings, span: &Span, mark: Mark, field: String) {
    let marked: String = span.text.chars().skip(mark.from).take(mark.to.saturating_sub(mark.from)).collect();
    let most = mark.from.to_string();
    let text = match mark.kind {
        MarkKind::Illegal => {
            found.error(field, ILLEGAL.with(&[("text", &marked)]));
            return;
        }
        MarkKind::Over if span.whole => WIDE.with(&[("text", &span.text), ("most", &most)]),
        MarkKind::Over if mark.from == 0 => LEFT_OUT.with(&[("text", &marked)]),
        MarkKind::Over => CUT.with(&[("most", &most), ("kept", &span.sent())]),
    };
    found.warning(field, text);
}

/// Letters an element may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Capital letters, digits, full stop, hyphen, blank.
    Text,
    /// Capital letters and digits.
    Mixed,
    /// Capital letters.
    Alpha,
    /// Digits.
    Digits,
    /// Digits and a full stop.
    Decimal,
    /// Anything that can be printed: what came from elsewhere and is passed on.
    Any,
}

impl Letters {
    fn holds(self, letter: char) -> bool {
        match self {
            Self::Text => letter.is_ascii_uppercase() || letter.is_ascii_digit() || matches!(letter, '.' | '-' | ' '),
            Self::Mixed => letter.is_ascii_uppercase() || letter.is_ascii_digit(),
            Self::Alpha => letter.is_ascii_uppercase(),
            Self::Digits => letter.is_ascii_digit(),
            Self::Decimal => letter.is_ascii_digit() || letter == '.',
            Self::Any => (' '..='~').contains(&letter),
        }
    }
}

/// Writes lines of spans.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    lines: Vec<Vec<Span>>,
}

impl Writer {
    /// Begins a line with a fixed text.
    pub(crate) fn line(&mut self, text: &str) {
        self.lines.push(Vec::new());
        self.fixed(text);
    }

    /// Adds a fixed text to the line.
    pub(crate) fn fixed(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(Span { text: text.to_owned(), field: String::new(), marks: Vec::new(), whole: false });
        }
    }

    /// Adds an element of so many characters at most; what is beyond is marked and not sent.
    pub(crate) fn put(&mut self, field: impl Into<String>, text: &str, letters: Letters, most: usize) {
        self.element(field.into(), text, letters, most, false);
    }

    /// Adds a number, which is marked when it is too long but never cut.
    pub(crate) fn number(&mut self, field: impl Into<String>, text: &str, letters: Letters, most: usize) {
        self.element(field.into(), text, letters, most, true);
    }

    fn element(&mut self, field: String, text: &str, letters: Letters, most: usize, whole: bool) {
        if text.is_empty() {
            return;
        }
        let mut marks = illegal(text, letters);
        let count = text.chars().count();
        if count > most {
            marks.push(Mark { from: most, to: count, kind: MarkKind::Over });
        }
        self.push(Span { text: text.to_owned(), field, marks, whole });
    }

    fn push(&mut self, span: Span) {
        match self.lines.last_mut() {
            Some(line) => line.push(span),
            None => self.lines.push(vec![span]),
        }
    }

    /// Characters the line has so far, those that are sent.
    pub(crate) fn length(&self) -> usize {
        let line = self.lines.last().map(Vec::as_slice).unwrap_or_default();
        line.iter().map(|span| span.sent().chars().count()).sum()
    }

    /// Marks everything of the line from a span on as not sent.
    pub(crate) fn leave_out_from(&mut self, place: usize) {
        let line = self.lines.last_mut().map(Vec::as_mut_slice).unwrap_or_default();
        for span in line.iter_mut().skip(place) {
            let count = span.text.chars().count();
            span.marks.retain(|mark| mark.kind == MarkKind::Illegal);
            span.marks.push(Mark { from: 0, to: count, kind: MarkKind::Over });
            span.whole = false;
        }
    }

    /// Marks the whole line as not sent.
    pub(crate) fn leave_out(&mut self) {
        self.leave_out_from(0);
    }

    /// Spans of the line so far.
    pub(crate) fn spans(&self) -> usize {
        self.lines.last().map_or(0, Vec::len)
    }

    pub(crate) fn done(self) -> Written {
        Written { lines: self.lines }
    }
}

/// Runs of letters an element cannot have.
fn illegal(text: &str, letters: Letters) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (place, letter) in text.chars().enumerate() {
        if letters.holds(letter) {
            continue;
        }
        match marks.last_mut() {
            Some(mark) if mark.to == place => mark.to = place + 1,
            _ => marks.push(Mark { from: place, to: place + 1, kind: MarkKind::Illegal }),
        }
    }
    marks
}

/// A number of so many decimals at least, or its shortest form where that is too long.
pub(crate) fn at_least(shortest: String, decimals: usize, most: usize) -> String {
    let fraction = shortest.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if fraction >= decimals {
        return shortest;
    }
    let point = if fraction == 0 { "." } else { "" };
    let padded = format!("{shortest}{point}{}", "0".repeat(decimals - fraction));
    if padded.len() > most { shortest } else { padded }
}
