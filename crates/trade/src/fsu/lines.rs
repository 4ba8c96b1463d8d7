//! Lines and characters of a message, with the places errors name.

use kernel::Weight;

use super::{
    BAD_DAY, BAD_FLIGHT, BAD_LETTER, BAD_QUANTITY, BAD_STATION, BAD_TIME, EMPTY, EventTime, FsuError, MISSING, MONTHS,
    MovementTime, Quantity, Share, error,
};

/// Kilograms of a pound, in millionths.
const POUND_MILLIONTHS: i128 = 453_592;
/// Longest weight in characters, the point included.
const WEIGHT_LENGTH_MAX: usize = 7;

/// One line without blanks at its end.
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) text: String,
}

impl Line {
    /// The lines that hold something. Control characters cannot be read.
    pub(crate) fn split(text: &str) -> Result<Vec<Self>, FsuError> {
        let mut lines = Vec::new();
        for (place, line) in text.split('\n').enumerate() {
            let line = line.trim_end_matches(['\r', ' ', '\t']);
            if let Some(column) = line.chars().position(|c| !(' '..='~').contains(&c)) {
                return Err(error(place + 1, column + 1, BAD_LETTER));
            }
            if !line.is_empty() {
                lines.push(Self { number: place + 1, text: line.to_owned() });
            }
        }
        if lines.is_empty() { Err(error(1, 1, EMPTY)) } else { Ok(lines) }
    }

    /// A status line begins with three letters and a slash; other blocks hang on the line before.
    pub(crate) fn is_status(&self) -> bool {
        let code = self.text.get(..3).unwrap_or_default();
        let letters = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        letters && self.text.as_bytes().get(3) == Some(&b'/') && !matches!(code, "OSI" | "OCI" | "ULD")
    }
}

/// A place in a line.
pub(crate) struct Cursor<'a> {
    line: &'a Line,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(line: &'a Line) -> Self {
        Self { line, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.line.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn column(&self) -> usize {
        self.at + 1
    }

    pub(crate) fn error(&self, reason: (&'static str, &'static str)) -> FsuError {
        error(self.line.number, self.column(), reason)
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes up to so many characters (lines are ASCII).
    pub(crate) fn take(&mut self, count: usize) -> &'a str {
        let rest = self.rest();
        let taken = rest.get(..count).unwrap_or(rest);
        self.at += taken.len();
        taken
    }

    pub(crate) fn slash(&mut self) -> Result<(), FsuError> {
        if self.peek() == Some('/') {
            self.at += 1;
            return Ok(());
        }
        Err(self.error(MISSING))
    }

    pub(crate) fn end(&self, reason: (&'static str, &'static str)) -> Result<(), FsuError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error(reason)) }
    }

    /// Whether the next part tells a volume or a density group.
    pub(crate) fn volume_follows(&self) -> bool {
        ["/MC", "/DG"].iter().any(|mark| self.rest().starts_with(mark))
    }

    /// What stands behind the next slash, to the end; the cursor is at the end afterwards.
    pub(crate) fn rest_after_slash(&mut self) -> String {
        let rest = self.rest().trim_start_matches('/').trim().to_owned();
        self.at = self.line.text.len();
        rest
    }

    fn digits(&mut self, most: usize) -> &'a str {
        let count = self.rest().bytes().take(most).take_while(u8::is_ascii_digit).count();
        self.take(count)
    }

    /// A whole number of at most so many digits.
    pub(crate) fn number(&mut self, most: usize) -> Option<i64> {
        self.digits(most).parse().ok()
    }

    pub(crate) fn station(&mut self) -> Result<String, FsuError> {
        let place = self.column();
        let code = self.take(3);
        if code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()) {
            return Ok(code.to_owned());
        }
        Err(error(self.line.number, place, BAD_STATION))
    }

    /// A carrier of two letters or digits, with or without a number; nothing before a slash is none.
    pub(crate) fn flight(&mut self) -> Result<Option<String>, FsuError> {
        let place = self.column();
        let length = self.rest().find('/').unwrap_or(self.rest().len());
        let text = self.take(length);
        if text.is_empty() {
            return Ok(None);
        }
        let sound = (2..=7).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            && text.get(2..).is_some_and(is_flight_number);
        if sound { Ok(Some(text.to_owned())) } else { Err(error(self.line.number, place, BAD_FLIGHT)) }
    }

    /// `dd[MMM][hhmm][-d]`; the month may only be left out where `month_needed` is false.
    pub(crate) fn when(&mut self, month_needed: bool) -> Result<EventTime, FsuError> {
        let place = self.column();
        let bad_day = || error(self.line.number, place, BAD_DAY);
        let day: i8 = match self.digits(2) {
            text if text.len() == 2 => text.parse().map_err(|_| bad_day())?,
            _ => return Err(bad_day()),
        };
        let mut month = None;
        if self.peek().is_some_and(|c| c.is_ascii_uppercase()) {
            let name = self.take(3);
            let found = MONTHS.iter().position(|known| *known == name).ok_or_else(bad_day)?;
            month = Some(i8::try_from(found + 1).map_err(|_| bad_day())?);
        }
        let days = match month {
            Some(2) => 29,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        if !(1..=days).contains(&day) || (month_needed && month.is_none()) {
            return Err(bad_day());
        }
        let time = if self.peek().is_some_and(|c| c.is_ascii_digit()) { Some(self.clock()?) } else { None };
        let day_change = self.day_change()?;
        if self.peek().is_some_and(|c| c != '/') {
            return Err(self.error(BAD_TIME));
        }
        Ok(EventTime { day, month, time, day_change })
    }

    fn clock(&mut self) -> Result<(i8, i8), FsuError> {
        let place = self.column();
        let bad = || error(self.line.number, place, BAD_TIME);
        let text = self.digits(4);
        let hour: i8 = text.get(..2).and_then(|t| t.parse().ok()).ok_or_else(bad)?;
        let minute: i8 = text.get(2..4).and_then(|t| t.parse().ok()).ok_or_else(bad)?;
        if hour > 23 || minute > 59 { Err(bad()) } else { Ok((hour, minute)) }
    }

    fn day_change(&mut self) -> Result<i8, FsuError> {
        if self.peek() != Some('-') {
            return Ok(0);
        }
        let place = self.column();
        match self.take(2) {
            "-P" => Ok(-1),
            "-N" => Ok(1),
            "-S" => Ok(2),
            "-T" => Ok(3),
            _ => Err(error(self.line.number, place, BAD_TIME)),
        }
    }

    /// `Shhmm[-d]`, or nothing before the next slash.
    pub(crate) fn movement_time(&mut self) -> Result<Option<MovementTime>, FsuError> {
        match self.peek() {
            None | Some('/') => Ok(None),
            Some(indicator @ ('S' | 'A' | 'E')) => {
                self.take(1);
                let time = self.clock()?;
                let day_change = self.day_change()?;
                if self.peek().is_some_and(|c| c != '/') {
                    return Err(self.error(BAD_TIME));
                }
                Ok(Some(MovementTime { indicator, time, day_change }))
            }
            Some(_) => Err(self.error(BAD_TIME)),
        }
    }

    /// `T12K500.0`: share, pieces, and a weight in kilograms or pounds.
    pub(crate) fn quantity(&mut self) -> Result<Quantity, FsuError> {
        let place = self.column();
        let bad = || error(self.line.number, place, BAD_QUANTITY);
        let share = self.take(1).chars().next().and_then(Share::of).ok_or_else(bad)?;
        let pieces = self.number(6).ok_or_else(bad)?;
        let weight = match self.peek() {
            Some('K') => {
                self.take(1);
                Some(self.weight().ok_or_else(bad)?)
            }
            Some('L') => {
                self.take(1);
                let pounds = i128::from(self.weight().ok_or_else(bad)?.raw());
                let grams = kernel::div_half_up(pounds * POUND_MILLIONTHS, 1_000_000);
                Some(Weight::from_raw(i64::try_from(grams).map_err(|_| bad())?))
            }
            _ => None,
        };
        Ok(Quantity { share, pieces, weight })
    }

    fn weight(&mut self) -> Option<Weight> {
        let count = self.rest().bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        if count > WEIGHT_LENGTH_MAX {
            return None;
        }
        let text = self.take(count);
        text.parse().ok()
    }
}

/// One to four digits and perhaps a letter; nothing when only the carrier is given.
fn is_flight_number(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let tail = text.get(digits..).unwrap_or_default();
    text.is_empty() || ((1..=4).contains(&digits) && tail.len() <= 1 && tail.bytes().all(|b| b.is_ascii_uppercase()))
}
