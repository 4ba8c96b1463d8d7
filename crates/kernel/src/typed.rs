//! What people type, paste and send, as it is meant: one reading of each kind of datum, whichever way it comes in.
//!
//! Forms, imports, pasted texts, messages and calls all read by these. None guesses: what has two meanings stays as it
//! was, and who asked refuses it.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};

use crate::clock::{Instant, day_after_days};
use crate::scaled::div_half_up;
use crate::text::Msg;

/// What was typed was read as something written otherwise.
pub const READ_AS: Msg = Msg::new("typed.read_as", "“{typed}”已按“{read}”读取", "“{typed}” was read as “{read}”.");

/// Days Excel writes as plain numbers: 1954 to 2119.
const SERIALS: std::ops::RangeInclusive<i64> = 20_000..=80_000;
/// No place is further from UTC.
const OFFSET_HOURS_MAX: i32 = 14;
const DAY_SECONDS: i128 = 86_400;

/// Units by the name a field has for them, with the other ways they are written.
const UNITS: &[(&str, &[&str])] = &[
    ("KG", &["KG", "KGS", "KGM", "K", "公斤", "千克"]),
    ("CBM", &["CBM", "M3", "M³", "MC", "立方米", "立方", "方"]),
    ("CM", &["CM", "CMS", "CMT", "厘米", "公分"]),
    ("MM", &["MM", "毫米"]),
    ("TON", &["TON", "TONS", "TNE", "MT", "T", "吨"]),
    ("", &["件", "箱", "PCS", "PC", "PCE", "CTN", "CTNS", "PKG", "PKGS"]),
];

/// A sign of full width as the plain one; other signs stay.
fn plain(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => u32::from(letter).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(letter),
        other => other,
    }
}

/// Blanks of every width as the plain one. Line breaks and tabs are none.
const fn is_blank(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Signs without width: nobody typed them.
const fn is_nothing(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

fn each(text: &str, one: impl Fn(char) -> char) -> String {
    let blank = |letter| if is_blank(letter) { ' ' } else { one(letter) };
    text.chars().filter(|letter| !is_nothing(*letter)).map(blank).collect()
}

/// Words: letters and digits of full width become plain ones, blanks too. Chinese marks stay as they are.
pub fn words(text: &str) -> String {
    let one = |letter: char| if plain(letter).is_ascii_alphanumeric() { plain(letter) } else { letter };
    each(text, one)
}

/// Codes and figures: every sign of full width becomes the plain one.
pub fn code(text: &str) -> String {
    each(text, plain).trim().to_owned()
}

/// A text with plain blanks, and otherwise as it is.
pub fn spaced(text: &str) -> String {
    each(text, |letter| letter)
}

/// A pasted text: without the marks of a quoted mail before its lines, with plain blanks.
pub fn pasted(text: &str) -> String {
    // In XML `>` closes a mark, at the beginning of a line too.
    if text.trim_start_matches(['\u{feff}', '\u{a0}', ' ', '\r', '\n', '\t']).starts_with('<') {
        return spaced(text);
    }
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(inner) = rest.trim_start_matches([' ', '\u{a0}']).strip_prefix('>') {
            rest = inner.strip_prefix([' ', '\u{a0}']).unwrap_or(inner);
        }
        kept.push_str(rest);
    }
    spaced(&kept)
}

/// A number without the separators between thousands: commas and blanks. `12,34` has none and stays.
pub fn number(text: &str) -> String {
    let text = code(text);
    let text = text.strip_prefix('+').unwrap_or(&text);
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    for between in [',', ' '] {
        let mut groups = whole.trim_start_matches('-').split(between);
        let first = groups.next().unwrap_or_default();
        let three = |group: &str| group.len() == 3 && is_digits(group);
        let grouped = (1..=3).contains(&first.len()) && is_digits(first) && groups.all(three);
        if grouped && whole.contains(between) && is_digits(part) {
            return text.replace(between, "");
        }
    }
    text.to_owned()
}

/// A number with or without the unit it is asked in: `50KG` where kilograms are. Another unit is none of the number and
/// stays. Where no unit is asked for, things are counted.
pub fn measured(text: &str, unit: &str) -> String {
    let plain = code(text);
    let end = plain.find(|letter: char| !letter.is_ascii_digit() && !"+-., ".contains(letter)).unwrap_or(plain.len());
    let (figure, told) = plain.split_at_checked(end).unwrap_or((&plain, ""));
    let told = told.trim().trim_end_matches('.').to_uppercase();
    if told.is_empty() || (!figure.trim().is_empty() && is_unit(&told, &unit.to_uppercase())) {
        number(figure)
    } else {
        plain
    }
}

fn is_unit(told: &str, unit: &str) -> bool {
    told == unit && !unit.is_empty() || UNITS.iter().any(|(name, others)| *name == unit && others.contains(&told))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A date and time on the wall, of a known distance from UTC or of the place it is told for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wall {
    /// On the wall.
    pub local: DateTime,
    /// Seconds east of UTC; none: not told.
    pub offset_seconds: Option<i32>,
}

impl Wall {
    /// The moment; one without a distance from UTC is of the display zone. None beyond the times that are known.
    pub fn instant(self) -> Option<Instant> {
        let Some(seconds) = self.offset_seconds else {
            return Some(Instant::from_local(self.local)).filter(|instant| instant.local() == self.local);
        };
        let zone = TimeZone::fixed(Offset::from_seconds(seconds).ok()?);
        Some(Instant::from_millis(self.local.to_zoned(zone).ok()?.timestamp().as_millisecond()))
    }
}

/// A day in any usual writing: `2026-07-05`, `2026/7/5`, `2026.7.5`, `2026年7月5日`, `20260705`, or the number Excel keeps
/// it as; also with a time behind. A time somewhere else in the world may be of another day, so it is none.
pub fn day(text: &str) -> Option<Date> {
    wall(text).filter(|wall| wall.offset_seconds.is_none()).map(|wall| wall.local.date())
}

/// A date and time in any usual writing, midnight where only the day is told: `2026年7月5日 8:05`, `20260705 0805`,
/// `2026-07-05T08:05:00+0800`, or the number Excel keeps it as.
pub fn wall(text: &str) -> Option<Wall> {
    let text = code(text);
    let at_once = |local| Wall { local, offset_seconds: None };
    if let Some(local) = of_serial(&text).or_else(|| of_digits(&text)) {
        return Some(at_once(local));
    }
    let end = text.find([' ', 'T', 't', '日', '号']).unwrap_or(text.len());
    let (date, rest) = text.split_at_checked(end)?;
    let date = of_date(date)?;
    let rest = rest.trim_start_matches([' ', 'T', 't', '日', '号']);
    let (clock, offset_seconds) = parted(rest)?;
    let time = if clock.is_empty() { Time::midnight() } else { of_clock(clock)? };
    Some(Wall { local: date.to_datetime(time), offset_seconds })
}

/// The days since the end of 1899, and the part of the day behind the point.
fn of_serial(text: &str) -> Option<DateTime> {
    const FINE: usize = 9;
    let (days, part) = text.split_once('.').unwrap_or((text, ""));
    let sound = days.len() == 5 && is_digits(days) && is_digits(part) && !text.ends_with('.');
    let days: i64 = days.parse().ok().filter(|days| sound && SERIALS.contains(days))?;
    let part: i128 = format!("{part:0<FINE$}").get(..FINE)?.parse().ok()?;
    let seconds = i64::try_from(div_half_up(part * DAY_SECONDS, 1_000_000_000)).ok()?;
    let date = day_after_days(Date::new(1899, 12, 30).ok()?, days);
    date.to_datetime(Time::midnight()).checked_add(jiff::Span::new().try_seconds(seconds).ok()?).ok()
}

/// `20260705`, and with the clock behind: `202607050805`, `20260705080500`.
fn of_digits(text: &str) -> Option<DateTime> {
    if !is_digits(text) || !matches!(text.len(), 8 | 12 | 14) {
        return None;
    }
    let (date, clock) = text.split_at_checked(8)?;
    let time = if clock.is_empty() { Time::midnight() } else { of_clock(clock)? };
    Some(of_date(date)?.to_datetime(time))
}

fn of_date(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split(['-', '/', '.', '年', '月']).collect();
    let [year, month, day] = match parts.as_slice() {
        [year, month, day] => [*year, *month, *day],
        [whole] if whole.len() == 8 && is_digits(whole) => [whole.get(..4)?, whole.get(4..6)?, whole.get(6..)?],
        _ => return None,
    };
    let sound = year.len() == 4 && [month, day].iter().all(|part| matches!(part.len(), 1 | 2));
    let number = |text: &str| if is_digits(text) { text.parse().ok() } else { None };
    let small = |text: &str| number(text).and_then(|value: i16| i8::try_from(value).ok());
    Date::new(number(year).filter(|_| sound)?, small(month)?, small(day)?).ok()
}

/// A clock and its distance from UTC.
fn parted(text: &str) -> Option<(&str, Option<i32>)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock.trim_end(), Some(0)));
    }
    let Some(sign) = text.rfind(['+', '-']) else { return Some((text, None)) };
    let (clock, distance) = text.split_at_checked(sign)?;
    Some((clock.trim_end(), Some(offset(distance)?)))
}

/// Seconds of `+08:30`, `+0830` and `+08`.
pub fn offset(text: &str) -> Option<i32> {
    let digits = text.get(1..)?.replacen(':', "", 1);
    if !text.starts_with(['+', '-']) || !is_digits(&digits) {
        return None;
    }
    let number = |from: usize| digits.get(from..from + 2).and_then(|two| two.parse::<i32>().ok());
    let (hours, minutes) = match digits.len() {
        2 => (number(0)?, 0),
        4 => (number(0)?, number(2)?),
        _ => return None,
    };
    let seconds = hours * 3600 + minutes * 60;
    let sound = minutes < 60 && seconds <= OFFSET_HOURS_MAX * 3600;
    sound.then_some(if text.starts_with('-') { -seconds } else { seconds })
}

/// `8:05`, `08:05:00.123`, `0805`, `8时05分`.
fn of_clock(text: &str) -> Option<Time> {
    let text = text.replace(['时', '点', '分'], ":").replace('秒', "");
    let text = text.trim_end_matches(':');
    let (text, part) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<&str> = if !text.contains(':') && matches!(text.len(), 4 | 6) && is_digits(text) {
        [0, 2, 4].into_iter().filter_map(|from| text.get(from..from + 2)).collect()
    } else {
        text.split(':').collect()
    };
    let number = |text: &str| text.parse::<i8>().ok().filter(|_| matches!(text.len(), 1 | 2) && is_digits(text));
    let (hour, minute, second) = match parts.as_slice() {
        [hour, minute] if part.is_empty() => (number(hour)?, number(minute)?, 0),
        [hour, minute, second] if is_digits(part) => (number(hour)?, number(minute)?, number(second)?),
        _ => return None,
    };
    Time::new(hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests;
