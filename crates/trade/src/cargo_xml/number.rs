//! Numbers as XML writes them, into scaled integers.

use kernel::div_half_up;

use super::Reason;

const NO_NUMBER: Reason = ("不是数字", "This is not a number.");
const NEGATIVE: Reason = ("数值不能为负", "The number must not be negative.");
const TOO_FINE: Reason = ("小数位过多", "There are too many decimals.");
const OUT_OF_RANGE: Reason = ("数值超出范围", "The number is out of range.");
const BAD_UNIT: Reason = ("无法识别的计量单位", "The unit is not known.");

/// Most digits that count; more no figure of the trade has.
const DIGITS_MAX: usize = 18;

/// A unit of UN/ECE Recommendation 20: its code, and the factor into our unit as numerator and denominator.
pub(super) struct Unit(&'static str, i128, i128);

/// Units of weight, into kilograms. The first is taken where none is given.
pub(super) const WEIGHTS: &[Unit] =
    &[Unit("KGM", 1, 1), Unit("LBR", 453_592, 1_000_000), Unit("GRM", 1, 1_000), Unit("TNE", 1_000, 1)];

/// Units of volume, into cubic metres.
pub(super) const VOLUMES: &[Unit] = &[
    Unit("MTQ", 1, 1),
    Unit("CBM", 1, 1),
    Unit("CMQ", 1, 1_000_000),
    Unit("DMQ", 1, 1_000),
    Unit("LTR", 1, 1_000),
    Unit("INQ", 16_387_064, 1_000_000_000_000),
    Unit("FTQ", 28_316_846_592, 1_000_000_000_000),
];

/// Units of length, into centimetres.
pub(super) const LENGTHS: &[Unit] =
    &[Unit("CMT", 1, 1), Unit("MMT", 1, 10), Unit("MTR", 100, 1), Unit("INH", 254, 100), Unit("FOT", 3_048, 100)];

/// A number as an integer and its decimals.
struct Decimal {
    digits: i128,
    decimals: u32,
}

/// Reads `[+-]digits[.digits]`, also with nothing on one side of the point.
fn decimal(text: &str) -> Result<Decimal, Reason> {
    let (negative, rest) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..)),
        Some(b'+') => (false, text.get(1..)),
        _ => (false, Some(text)),
    };
    let (whole, fraction) = rest.unwrap_or_default().split_once('.').unwrap_or((rest.unwrap_or_default(), ""));
    let sound = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !sound(whole) || !sound(fraction) {
        return Err(NO_NUMBER);
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    if whole.len() + fraction.len() > DIGITS_MAX {
        return Err(if whole.len() > DIGITS_MAX / 2 { OUT_OF_RANGE } else { TOO_FINE });
    }
    let digits: i128 = format!("0{whole}{fraction}").parse().map_err(|_| NO_NUMBER)?;
    let decimals = u32::try_from(fraction.len()).map_err(|_| TOO_FINE)?;
    Ok(Decimal { digits: if negative { -digits } else { digits }, decimals })
}

/// Whether a text is a number.
pub(super) fn check(text: &str) -> Result<(), Reason> {
    decimal(text).map(|_| ())
}

/// A number with so many decimals; refuses what would be rounded.
pub(super) fn exact(text: &str, decimals: u32) -> Result<i64, Reason> {
    let number = decimal(text)?;
    let more = decimals.checked_sub(number.decimals).ok_or(TOO_FINE)?;
    i64::try_from(number.digits * 10i128.pow(more)).map_err(|_| OUT_OF_RANGE)
}

/// A whole number, none below zero.
pub(super) fn count(text: &str) -> Result<i64, Reason> {
    let count = exact(text, 0)?;
    if count < 0 { Err(NEGATIVE) } else { Ok(count) }
}

/// A measure turned into our unit and rounded half up, and whether our own unit lost decimals by it.
pub(super) fn measured(text: &str, code: &str, units: &[Unit], decimals: u32) -> Result<(i64, bool), Reason> {
    let code = code.to_ascii_uppercase();
    let found = units.iter().find(|unit| code.is_empty() || unit.0 == code);
    let Unit(_, numerator, denominator) = found.ok_or(BAD_UNIT)?;
    let number = decimal(text)?;
    if number.digits < 0 {
        return Err(NEGATIVE);
    }
    let scaled = number.digits * numerator * 10i128.pow(decimals);
    let raw = div_half_up(scaled, denominator * 10i128.pow(number.decimals));
    let rounded = numerator == denominator && number.decimals > decimals;
    Ok((i64::try_from(raw).map_err(|_| OUT_OF_RANGE)?, rounded))
}
