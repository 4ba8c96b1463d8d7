//! Values of segments: times, weights, box numbers.

use jiff::civil::{Date, DateTime};
use kernel::{Weight, div_half_up, parse_scaled, typed};

use super::error::{EdifactError, error, flag, oddities, reasons};
use super::segment::Segment;
use crate::container_number::{self, FORM_WRONG};
use crate::movement::{Flag, When};

/// Grams of a pound, in thousandths.
const POUND_MILLIGRAMS: i128 = 453_592;
/// Kilograms of a ton.
const TON: i64 = 1000;
/// Longest number of a box that is kept.
const NUMBER_MAX: usize = 20;
/// Decimals a weight may be told with before it is rounded.
const DECIMALS_MAX: u32 = 9;

/// Zones by the letters a time may end with, in hours east of UTC. What is used for two zones is none.
const ZONES: [(&str, i32); 15] = [
    ("UTC", 0),
    ("GMT", 0),
    ("WET", 0),
    ("CET", 1),
    ("EET", 2),
    ("MSK", 3),
    ("ICT", 7),
    ("HKT", 8),
    ("SGT", 8),
    ("JST", 9),
    ("KST", 9),
    ("EDT", -4),
    ("CDT", -5),
    ("PDT", -7),
    ("PST", -8),
];

/// The time of DTM `qualifier:value:format`; none where the format is not known, which is flagged.
pub(super) fn time(segment: &Segment, flags: &mut Vec<Flag>) -> Result<Option<When>, EdifactError> {
    let (text, format) = (segment.part(1, 1), segment.part(1, 2));
    // Digits of the year and of the clock, and whether a zone stands behind.
    let (year, clock, zoned) = match format {
        "101" => (2, 0, false),
        "102" => (4, 0, false),
        "201" => (2, 4, false),
        "203" => (4, 4, false),
        "204" => (4, 6, false),
        "205" | "303" => (4, 4, true),
        "304" => (4, 6, true),
        _ => {
            flags.push(flag(segment.number, segment.column(1), oddities::TIME_FORMAT));
            return Ok(None);
        }
    };
    let wrong = || error(segment.number, segment.column(1), reasons::BAD_TIME.text());
    let (wall, zone) = text.split_at_checked(year + 4 + clock).ok_or_else(wrong)?;
    let local = read_time(wall, year, clock).filter(|_| zoned || zone.is_empty()).ok_or_else(wrong)?;
    let offset_seconds = zone_of(zone);
    if offset_seconds.is_none() && !zone.is_empty() {
        flags.push(flag(segment.number, segment.column(1), oddities::ZONE));
    }
    Ok(Some(When { local, offset_seconds }))
}

/// Seconds east of UTC of `UTC`, `Z`, `+0800` or `+08`.
fn zone_of(zone: &str) -> Option<i32> {
    let named = || ZONES.iter().find(|(name, _)| *name == zone).map(|(_, hours)| hours * 3600);
    if zone == "Z" { Some(0) } else { named().or_else(|| typed::offset(zone)) }
}

/// Digits of a date with so many for the year, and so many of the clock.
fn read_time(text: &str, year: usize, clock: usize) -> Option<DateTime> {
    if text.len() != year + 4 + clock || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |from: usize, length: usize| text.get(from..from + length).and_then(|part| part.parse::<i16>().ok());
    let small = |from: usize| number(from, 2).and_then(|value| i8::try_from(value).ok());
    let full = number(0, year)? + if year == 2 { 2000 } else { 0 };
    let date = Date::new(full, small(year)?, small(year + 2)?).ok()?;
    let at = |place: usize| if clock >= (place + 1) * 2 { small(year + 4 + place * 2) } else { Some(0) };
    let time = jiff::civil::Time::new(at(0)?, at(1)?, at(2)?, 0).ok()?;
    Some(date.to_datetime(time))
}

/// The weight of MEA `unit:value`, in kilograms; none where its unit is not known, which is flagged.
pub(super) fn weight(segment: &Segment, flags: &mut Vec<Flag>) -> Result<Option<Weight>, EdifactError> {
    let (unit, text) = (segment.part(3, 0), segment.part(3, 1).replace(',', "."));
    let column = segment.column(3);
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || error(segment.number, column, reasons::BAD_WEIGHT.text());
    let fine = i128::from(parse_scaled(&text, DECIMALS_MAX).map_err(|_| wrong())?);
    if fine < 0 {
        return Err(wrong());
    }
    let scale = 10i128.pow(DECIMALS_MAX - Weight::DECIMALS);
    let raw = match unit {
        "KGM" => div_half_up(fine, scale),
        "TNE" => div_half_up(fine * i128::from(TON), scale),
        "LBR" => {
            flags.push(flag(segment.number, column, oddities::POUNDS));
            div_half_up(fine * POUND_MILLIGRAMS, scale * 1_000_000)
        }
        _ => {
            flags.push(flag(segment.number, column, oddities::UNIT));
            return Ok(None);
        }
    };
    if unit == "KGM" && fine % scale != 0 {
        flags.push(flag(segment.number, column, oddities::ROUNDED));
    }
    i64::try_from(raw).map(|raw| Some(Weight::from_raw(raw))).map_err(|_| wrong())
}

/// The number of a box, kept whatever it is; a wrong form and a wrong check digit are flagged.
pub(super) fn container_no(segment: &Segment, flags: &mut Vec<Flag>) -> String {
    let number: String = container_number::clean(segment.part(2, 0)).chars().take(NUMBER_MAX).collect();
    let column = segment.column(2);
    if !number.is_empty() && !container_number::fits(&number) {
        flags.push(flag(segment.number, column, FORM_WRONG));
    } else if container_number::wrong_digit(&number).is_some() {
        flags.push(flag(segment.number, column, oddities::DIGIT));
    }
    number
}
