//! A place in a line, and the parts that are read from there.

use jiff::civil::Date;
use kernel::{Amount, Price, Volume, Weight, div_half_up, parse_scaled};

use super::error::{Flag, ImpError, Reason, error, oddities, reasons};
use super::line::Line;
use super::value::Pay;
use crate::waybill_number::Mawb;

/// Kilograms of a pound, in millionths.
const POUND_MILLIONTHS: i128 = 453_592;
/// Longest weight in characters, the point included.
const WEIGHT_LENGTH_MAX: usize = 7;
/// Months as messages write them.
pub(crate) const MONTHS: [&str; 12] =
    ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/// Units of volume, each with its cubic centimetres in millionths.
const VOLUME_UNITS: [(&str, i128); 4] =
    [("MC", 1_000_000_000_000), ("CF", 28_316_846_592), ("CC", 1_000_000), ("CI", 16_387_064)];

/// A place in a line.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    line: Line<'a>,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(line: Line<'a>) -> Self {
        Self { line, at: 0 }
    }

    /// Behind the identifier of the line's block.
    pub(crate) fn behind(line: Line<'a>, count: usize) -> Self {
        Self { line, at: count.min(line.text.len()) }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.line.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn number_of_line(&self) -> usize {
        self.line.number
    }

    pub(crate) fn column(&self) -> usize {
        self.at + 1
    }

    pub(crate) fn error(&self, reason: Reason) -> ImpError {
        error(self.line.number, self.column(), reason)
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Takes up to so many characters (lines are ASCII).
    pub(crate) fn take(&mut self, count: usize) -> &'a str {
        let rest = self.rest();
        let taken = rest.get(..count).unwrap_or(rest);
        self.at += taken.len();
        taken
    }

    pub(crate) fn slash(&mut self) -> Result<(), ImpError> {
        if self.skip_slash() { Ok(()) } else { Err(self.error(reasons::MISSING)) }
    }

    /// Passes a slash if there is one.
    pub(crate) fn skip_slash(&mut self) -> bool {
        let there = self.peek() == Some('/');
        self.at += usize::from(there);
        there
    }

    pub(crate) fn end(&self, reason: Reason) -> Result<(), ImpError> {
        if self.at_end() { Ok(()) } else { Err(self.error(reason)) }
    }

    /// What stands before the next slash, without blanks around it.
    pub(crate) fn part(&mut self) -> &'a str {
        let length = self.rest().find('/').unwrap_or(self.rest().len());
        self.take(length).trim()
    }

    /// What stands behind a slash, up to the next; nothing at the end of the line.
    pub(crate) fn next_part(&mut self) -> Option<&'a str> {
        self.skip_slash().then(|| self.part())
    }

    /// Everything up to the end of the line, without blanks around it.
    pub(crate) fn tail(&mut self) -> &'a str {
        let rest = self.rest();
        self.at = self.line.text.len();
        rest.trim()
    }

    pub(crate) fn digits(&mut self, most: usize) -> &'a str {
        let count = self.rest().bytes().take(most).take_while(u8::is_ascii_digit).count();
        self.take(count)
    }

    /// A whole number of at most so many digits.
    pub(crate) fn number(&mut self, most: usize) -> Option<i64> {
        self.digits(most).parse().ok()
    }

    fn decimal_text(&mut self) -> &'a str {
        let count = self.rest().bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        self.take(count)
    }

    /// A number of so many decimals at most; further decimals are rounded half up and flagged.
    fn scaled(&mut self, decimals: u32, reason: Reason, flags: &mut Vec<Flag>) -> Result<i64, ImpError> {
        const DECIMALS_MAX: u32 = 9;
        let (line, place) = (self.line.number, self.column());
        let text = self.decimal_text();
        let text = text.strip_suffix('.').unwrap_or(text);
        let zero_before = if text.starts_with('.') { format!("0{text}") } else { String::new() };
        let text = if zero_before.is_empty() { text } else { &zero_before };
        if let Ok(value) = parse_scaled(text, decimals) {
            return Ok(value);
        }
        let fine = parse_scaled(text, DECIMALS_MAX).map_err(|_| error(line, place, reason))?;
        let unit = 10i128.pow(DECIMALS_MAX.saturating_sub(decimals));
        // Zeros at the end are no more than the currency's way of writing.
        if i128::from(fine) % unit != 0 {
            flags.push(oddities::ROUNDED.at(line, place));
        }
        i64::try_from(div_half_up(i128::from(fine), unit)).map_err(|_| error(line, place, reason))
    }

    /// An amount of money.
    pub(crate) fn amount(&mut self, flags: &mut Vec<Flag>) -> Result<Amount, ImpError> {
        self.scaled(Amount::DECIMALS, reasons::BAD_AMOUNT, flags).map(Amount::from_raw)
    }

    /// A rate.
    pub(crate) fn price(&mut self, flags: &mut Vec<Flag>) -> Result<Price, ImpError> {
        self.scaled(Price::DECIMALS, reasons::BAD_RATE, flags).map(Price::from_raw)
    }

    /// A weight in kilograms without its unit.
    pub(crate) fn kilograms(&mut self, flags: &mut Vec<Flag>) -> Result<Weight, ImpError> {
        self.scaled(Weight::DECIMALS, reasons::BAD_WEIGHT, flags).map(Weight::from_raw)
    }

    /// `K500.0` or `L1102.3`, if a weight follows.
    pub(crate) fn weight(&mut self, flags: &mut Vec<Flag>) -> Result<Option<Weight>, ImpError> {
        let (line, place) = (self.line.number, self.column());
        let bad = || error(line, place, reasons::BAD_QUANTITY);
        let pounds = match self.peek() {
            Some('K') => false,
            Some('L') => true,
            _ => return Ok(None),
        };
        self.take(1);
        let text = self.decimal_text();
        if text.len() > WEIGHT_LENGTH_MAX {
            return Err(bad());
        }
        let weight: Weight = text.strip_suffix('.').unwrap_or(text).parse().map_err(|_| bad())?;
        if !pounds {
            return Ok(Some(weight));
        }
        flags.push(oddities::POUNDS.at(line, place));
        of_pounds(weight).map(Some).ok_or_else(bad)
    }

    /// Whether a volume with its unit follows.
    pub(crate) fn volume_follows(&self) -> bool {
        let rest = self.rest();
        let number = rest.as_bytes().get(2).is_some_and(|b| b.is_ascii_digit() || *b == b'.');
        number && VOLUME_UNITS.iter().any(|(unit, _)| rest.starts_with(unit))
    }

    /// Whether a density group follows.
    pub(crate) fn density_follows(&self) -> bool {
        self.rest().starts_with("DG") && self.rest().as_bytes().get(2).is_some_and(u8::is_ascii_digit)
    }

    /// `MC3.95`; feet, inches and centimetres are turned into cubic metres.
    pub(crate) fn volume(&mut self, flags: &mut Vec<Flag>) -> Result<Volume, ImpError> {
        let (line, place) = (self.line.number, self.column());
        let bad = || error(line, place, reasons::BAD_VOLUME);
        let unit = self.take(2);
        let (_, millionths) = VOLUME_UNITS.iter().find(|(known, _)| *known == unit).ok_or_else(bad)?;
        let value = self.scaled(Volume::DECIMALS, reasons::BAD_VOLUME, flags)?;
        if unit == "MC" {
            return Ok(Volume::from_raw(value));
        }
        flags.push(oddities::MEASURE.at(line, place));
        let cubic_cm = div_half_up(i128::from(value) * millionths, 1_000_000_000_000);
        Ok(Volume::from_raw(i64::try_from(cubic_cm).map_err(|_| bad())?))
    }

    /// `DG8`.
    pub(crate) fn density_group(&mut self) -> Result<u8, ImpError> {
        let bad = self.error(reasons::BAD_DENSITY);
        self.take(2);
        match self.digits(2).parse() {
            Ok(group @ 0..=10) => Ok(group),
            _ => Err(bad),
        }
    }

    /// `990-12345675`.
    pub(crate) fn awb(&mut self) -> Result<Mawb, ImpError> {
        let bad = self.error(reasons::BAD_AWB);
        Mawb::parse_strict(self.take(12)).ok_or(bad)
    }

    pub(crate) fn station(&mut self) -> Result<String, ImpError> {
        let bad = self.error(reasons::BAD_STATION);
        let code = self.take(3);
        let sound = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if sound { Ok(code.to_owned()) } else { Err(bad) }
    }

    /// A carrier of two letters or digits, with or without a number; nothing before a slash is none.
    pub(crate) fn flight(&mut self) -> Result<Option<String>, ImpError> {
        let bad = self.error(reasons::BAD_FLIGHT);
        let text = self.part();
        if text.is_empty() {
            return Ok(None);
        }
        if is_flight(text) { Ok(Some(text.to_owned())) } else { Err(bad) }
    }

    /// Two digits of a day of any month.
    pub(crate) fn day(&mut self) -> Result<i8, ImpError> {
        let bad = self.error(reasons::BAD_DAY);
        let text = self.digits(2);
        match text.parse() {
            Ok(day @ 1..=31) if text.len() == 2 => Ok(day),
            _ => Err(bad),
        }
    }

    /// Three letters of a month, if letters follow.
    pub(crate) fn month(&mut self) -> Result<Option<i8>, ImpError> {
        if !self.peek().is_some_and(|c| c.is_ascii_uppercase()) {
            return Ok(None);
        }
        let bad = self.error(reasons::BAD_DAY);
        let name = self.take(3);
        let place = MONTHS.iter().position(|known| *known == name);
        place.and_then(|place| i8::try_from(place + 1).ok()).map(Some).ok_or(bad)
    }

    /// `15JUL26`.
    pub(crate) fn date(&mut self) -> Result<Date, ImpError> {
        let bad = self.error(reasons::BAD_DAY);
        let (day, month) = (self.day()?, self.month()?);
        let year = self.digits(4);
        let year: i16 = match year.len() {
            2 => year.parse::<i16>().map(|year| year + 2000).unwrap_or_default(),
            4 => year.parse().unwrap_or_default(),
            _ => 0,
        };
        let date = month.and_then(|month| Date::new(year, month, day).ok());
        date.filter(|date| date.year() >= 1900).ok_or(bad)
    }

    /// `hhmm`.
    pub(crate) fn clock(&mut self) -> Result<(i8, i8), ImpError> {
        let bad = self.error(reasons::BAD_TIME);
        let text = self.digits(4);
        let two = |from: usize| text.get(from..from + 2).and_then(|text| text.parse::<i8>().ok());
        match (two(0), two(2)) {
            (Some(hour @ 0..=23), Some(minute @ 0..=59)) => Ok((hour, minute)),
            _ => Err(bad),
        }
    }

    /// `P` or `C`.
    pub(crate) fn pay(&mut self) -> Result<Pay, ImpError> {
        let bad = self.error(reasons::BAD_PAY);
        Pay::of(self.take(1)).ok_or(bad)
    }
}

/// The most days a month has in any year; of no month, of any.
pub(crate) fn days_of(month: Option<i8>) -> i8 {
    match month {
        Some(2) => 29,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    }
}

/// A weight that was told in pounds, in kilograms.
pub(crate) fn of_pounds(pounds: Weight) -> Option<Weight> {
    let grams = div_half_up(i128::from(pounds.raw()) * POUND_MILLIONTHS, 1_000_000);
    i64::try_from(grams).ok().map(Weight::from_raw)
}

/// A carrier of two letters or digits, then nothing or one to four digits and perhaps a letter.
pub(crate) fn is_flight(text: &str) -> bool {
    let number = text.get(2..).unwrap_or_default();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let tail = number.get(digits..).unwrap_or_default();
    (2..=7).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && (number.is_empty() || ((1..=4).contains(&digits) && tail.len() <= 1))
        && tail.bytes().all(|b| b.is_ascii_uppercase())
}
