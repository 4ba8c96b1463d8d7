//! Lines of a message, and what precedes it.

use super::error::{Flag, ImpError, Reason, error, oddities, reasons};

/// Largest message in bytes.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// Lines of an envelope that no line of a sender ends.
const ENVELOPE_LINES_MAX: usize = 2;
/// Lines of an envelope whose last begins with the full stop of a sender.
const ADDRESS_LINES_MAX: usize = 8;
/// Characters that frame a message on a teletype line.
const FRAME: [char; 4] = ['\u{1}', '\u{2}', '\u{3}', '\u{b}'];

/// One line without blanks at its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    /// The lines that hold something; control characters and other than ASCII cannot be read.
    pub(crate) fn split(text: &'a str) -> Result<Vec<Self>, ImpError> {
        let lines = Self::split_any(text)?;
        for line in &lines {
            if let Some(column) = line.text.chars().position(|c| !(' '..='~').contains(&c)) {
                return Err(error(line.number, column + 1, reasons::BAD_LETTER));
            }
        }
        Ok(lines)
    }

    /// The lines that hold something, whatever their characters.
    pub(crate) fn split_any(text: &'a str) -> Result<Vec<Self>, ImpError> {
        if text.len() > MESSAGE_BYTES_MAX {
            return Err(error(1, 1, reasons::TOO_LARGE));
        }
        let lines: Vec<Self> = text
            .split('\n')
            .enumerate()
            .map(|(place, line)| (place, line.trim_start_matches(FRAME).trim_end_matches(FRAME)))
            .map(|(place, line)| Self { number: place + 1, text: line.trim_end_matches(['\r', ' ', '\t']) })
            .filter(|line| !line.text.is_empty())
            .collect();
        if lines.is_empty() { Err(error(1, 1, reasons::EMPTY)) } else { Ok(lines) }
    }

    /// The three letters a block begins with.
    pub(crate) fn identifier(&self) -> Option<&'a str> {
        let code = self.text.get(..3)?;
        let ends = matches!(self.text.as_bytes().get(3), None | Some(b'/'));
        (ends && code.bytes().all(|b| b.is_ascii_uppercase())).then_some(code)
    }

    /// Whether it continues the block before.
    pub(crate) fn continues(&self) -> bool {
        self.text.starts_with('/')
    }
}

/// What a message is called: its kind and its version, if it tells one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head<'a> {
    pub(crate) kind: &'a str,
    pub(crate) version: &'a str,
    pub(crate) line: Line<'a>,
}

impl<'a> Head<'a> {
    /// The head and the lines behind it. Lines before it are an envelope: addresses, then the sender.
    pub(crate) fn find(
        lines: &[Line<'a>],
        kinds: &[&str],
        none: Reason,
        flags: &mut Vec<Flag>,
    ) -> Result<(Self, Vec<Line<'a>>), ImpError> {
        let first = lines.first().map_or(1, |line| line.number);
        let (place, line) = Self::place(lines, |line| kinds.iter().any(|kind| line.text.starts_with(kind)))
            .ok_or_else(|| error(first, 1, none))?;
        if place > 0 {
            flags.push(oddities::ENVELOPE.at(first, 1));
        }
        let head = Self::read(line, none)?;
        Ok((head, lines.iter().skip(place + 1).copied().collect()))
    }

    /// Where a head stands: among the first lines, or behind the sender's line of an envelope.
    pub(crate) fn place(lines: &[Line<'a>], is_head: impl Fn(&Line<'a>) -> bool) -> Option<(usize, Line<'a>)> {
        let behind_sender = |place: usize| {
            let before = place.checked_sub(1).and_then(|place| lines.get(place));
            before.is_some_and(|line| line.text.starts_with('.'))
        };
        lines
            .iter()
            .copied()
            .enumerate()
            .take(ADDRESS_LINES_MAX + 1)
            .filter(|(place, _)| *place <= ENVELOPE_LINES_MAX || behind_sender(*place))
            .find(|(_, line)| is_head(line))
    }

    fn read(line: Line<'a>, none: Reason) -> Result<Self, ImpError> {
        let (kind, rest) = line.text.split_at_checked(3).ok_or_else(|| error(line.number, 1, none))?;
        match rest.strip_prefix('/') {
            Some(version) => Ok(Self { kind, version, line }),
            None if rest.is_empty() => Ok(Self { kind, version: "", line }),
            None => Err(error(line.number, 4, none)),
        }
    }

    /// The version as it stands, one or two digits; others than the usual ones are flagged.
    pub(crate) fn version_text(&self, usual: &[&str], flags: &mut Vec<Flag>) -> Result<&'a str, ImpError> {
        let sound = (1..=2).contains(&self.version.len()) && self.version.bytes().all(|b| b.is_ascii_digit());
        if !sound {
            let column = if self.line.text.len() == 3 { 4 } else { 5 };
            return Err(error(self.line.number, column, reasons::BAD_VERSION));
        }
        if !usual.contains(&self.version) {
            flags.push(oddities::VERSION.at(self.line.number, 5));
        }
        Ok(self.version)
    }

    /// The version as a number.
    pub(crate) fn version_number(&self, usual: &[&str], flags: &mut Vec<Flag>) -> Result<u8, ImpError> {
        let text = self.version_text(usual, flags)?;
        text.parse().map_err(|_| error(self.line.number, 5, reasons::BAD_VERSION))
    }
}

/// A block: the line that begins it and the lines that continue it.
#[derive(Debug, Clone)]
pub(crate) struct Block<'a> {
    pub(crate) identifier: &'a str,
    pub(crate) first: Line<'a>,
    pub(crate) rest: Vec<Line<'a>>,
}

impl<'a> Block<'a> {
    /// Groups lines into blocks; what begins no block and continues none stands alone without identifier.
    /// `inner` are identifiers of lines inside a block, as `NAM` of a party.
    pub(crate) fn group(lines: &[Line<'a>], inner: &[&str]) -> Vec<Self> {
        let mut blocks: Vec<Self> = Vec::new();
        for line in lines {
            let identifier = line.identifier();
            let inside = line.continues() || identifier.is_some_and(|code| inner.contains(&code));
            match blocks.last_mut() {
                Some(block) if inside && !block.identifier.is_empty() => block.rest.push(*line),
                _ => blocks.push(Self { identifier: identifier.unwrap_or_default(), first: *line, rest: Vec::new() }),
            }
        }
        blocks
    }

    /// Its lines as they came.
    pub(crate) fn raw(&self) -> impl Iterator<Item = String> {
        std::iter::once(&self.first).chain(&self.rest).map(|line| line.text.to_owned())
    }
}
