//! Parts that several messages share: the shipment line, declared values, customs lines, the sender.

use kernel::{Amount, Price, Volume, Weight};

use super::cursor::Cursor;
use super::error::{Flag, ImpError, oddities, reasons};
use super::line::{Block, Line};
use super::value::{Customs, Office, Pay, Shipment, Values};
use super::written::{Letters, Writer, at_least};
use crate::currency;

/// Longest free text of a line.
pub(crate) const FREE_TEXT_MAX: usize = 65;
/// Digits of pieces.
const PIECES_DIGITS: usize = 4;
/// Digits of pieces that are read; more than messages should have.
const PIECES_DIGITS_READ: usize = 6;

pub(crate) fn weight_text(weight: Weight) -> String {
    at_least(weight.to_string(), 1, 7)
}

pub(crate) fn amount_text(amount: Amount, most: usize, currency: &str) -> String {
    at_least(amount.to_string(), currency::decimals(currency), most)
}

pub(crate) fn price_text(price: Price) -> String {
    at_least(price.to_string(), 2, 8)
}

/// Flags letters messages do not usually have, and parts that are too long.
pub(crate) fn checked(text: &str, at: (usize, usize), most: usize, flags: &mut Vec<Flag>) -> String {
    let usual = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-' | b' ');
    if !text.bytes().all(usual) {
        flags.push(oddities::LETTERS.at(at.0, at.1));
    }
    if text.len() > most {
        flags.push(oddities::LONG.at(at.0, at.1));
    }
    text.to_owned()
}

/// The next part of a line, checked.
pub(crate) fn text_part(at: &mut Cursor<'_>, most: usize, flags: &mut Vec<Flag>) -> String {
    let place = (at.number_of_line(), at.column());
    checked(at.part(), place, most, flags)
}

/// The rest of a line, checked.
pub(crate) fn text_tail(at: &mut Cursor<'_>, most: usize, flags: &mut Vec<Flag>) -> String {
    let place = (at.number_of_line(), at.column());
    checked(at.tail(), place, most, flags)
}

/// What a line of consignment tells: the shipment, the letter of its share, the total when that is a part.
pub(crate) struct Consigned {
    pub(crate) shipment: Shipment,
    pub(crate) share: char,
    pub(crate) total: Option<i64>,
}

/// `990-12345675PVGFRA/T12K500.0MC3.95`, perhaps with `T20` of a total behind.
pub(crate) fn consigned(at: &mut Cursor<'_>, flags: &mut Vec<Flag>) -> Result<Consigned, ImpError> {
    let awb = at.awb()?;
    let (origin, destination) = (at.station()?, at.station()?);
    at.slash()?;
    let place = at.clone();
    let share = at.take(1).chars().next().unwrap_or_default();
    if !matches!(share, 'T' | 'P' | 'S' | 'D') {
        return Err(place.error(reasons::BAD_QUANTITY));
    }
    let pieces = at.number(PIECES_DIGITS_READ).ok_or_else(|| place.error(reasons::BAD_QUANTITY))?;
    let weight = at.weight(flags)?;
    let mut shipment = Shipment { awb, origin, destination, pieces, weight, volume: None, density_group: None };
    let mut total = None;
    loop {
        if at.volume_follows() {
            shipment.volume = Some(at.volume(flags)?);
        } else if at.density_follows() {
            shipment.density_group = Some(at.density_group()?);
        } else if at.peek() == Some('T') && total.is_none() {
            at.take(1);
            total = Some(at.number(PIECES_DIGITS_READ).ok_or_else(|| at.error(reasons::BAD_QUANTITY))?);
        } else {
            return Ok(Consigned { shipment, share, total });
        }
    }
}

/// A shipment line; `prefix` is the path of the shipment.
pub(crate) fn write_shipment(out: &mut Writer, prefix: &str, shipment: &Shipment, share: char, total: Option<i64>) {
    out.put(format!("{prefix}.awb"), &shipment.awb.to_string(), Letters::Text, 12);
    out.put(format!("{prefix}.origin"), &shipment.origin, Letters::Alpha, 3);
    out.put(format!("{prefix}.destination"), &shipment.destination, Letters::Alpha, 3);
    out.fixed(&format!("/{share}"));
    write_pieces(out, &format!("{prefix}.pieces"), shipment.pieces);
    if let Some(weight) = shipment.weight {
        out.fixed("K");
        write_weight(out, &format!("{prefix}.weight"), weight);
    }
    if let Some(volume) = shipment.volume {
        write_volume(out, &format!("{prefix}.volume"), volume);
    }
    if let Some(group) = shipment.density_group {
        out.fixed("DG");
        out.number(format!("{prefix}.densityGroup"), &group.to_string(), Letters::Digits, 2);
    }
    if let Some(total) = total {
        out.fixed("T");
        write_pieces(out, &format!("{prefix}.total"), total);
    }
}

pub(crate) fn write_pieces(out: &mut Writer, field: &str, pieces: i64) {
    out.number(field, &pieces.to_string(), Letters::Digits, PIECES_DIGITS);
}

pub(crate) fn write_weight(out: &mut Writer, field: &str, weight: Weight) {
    out.number(field, &weight_text(weight), Letters::Decimal, 7);
}

pub(crate) fn write_volume(out: &mut Writer, field: &str, volume: Volume) {
    out.fixed("MC");
    out.number(field, &volume.to_string(), Letters::Decimal, 9);
}

pub(crate) fn write_amount(out: &mut Writer, field: &str, amount: Amount, (most, currency): (usize, &str)) {
    out.number(field, &amount_text(amount, most, currency), Letters::Decimal, most);
}

/// `CVD/CNY/PP/PP/NVD/NCV/XXX`; of a house without the charge code.
pub(crate) fn values(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<Values, ImpError> {
    let has_charge_code = line.text.matches('/').count() >= 6;
    let mut at = Cursor::behind(line, 3);
    at.slash()?;
    let place = at.clone();
    let currency = at.part();
    if !(currency.is_empty() || (currency.len() == 3 && currency.bytes().all(|b| b.is_ascii_uppercase()))) {
        return Err(place.error(reasons::BAD_CURRENCY));
    }
    let mut values = Values { currency: currency.to_owned(), ..Values::default() };
    if has_charge_code {
        at.slash()?;
        values.charge_code = text_part(&mut at, 2, flags);
    }
    at.slash()?;
    if at.peek().is_some_and(|c| c != '/') {
        values.weight_pay = Some(at.pay()?);
        if at.peek().is_some_and(|c| c != '/') {
            values.other_pay = Some(at.pay()?);
        }
    }
    values.carriage = declared(&mut at, "NVD", flags)?;
    values.customs = declared(&mut at, "NCV", flags)?;
    values.insurance = declared(&mut at, "XXX", flags)?;
    at.end(reasons::BAD_AMOUNT)?;
    Ok(values)
}

/// A value or the word for none; a part that is not there is none too.
fn declared(at: &mut Cursor<'_>, none: &str, flags: &mut Vec<Flag>) -> Result<Option<Amount>, ImpError> {
    if !at.skip_slash() || at.at_end() || at.peek() == Some('/') {
        return Ok(None);
    }
    if at.rest().starts_with(none) {
        at.take(none.len());
        return Ok(None);
    }
    at.amount(flags).map(Some)
}

/// The line of declared values; a house has a charge code only when one was told.
pub(crate) fn write_values(out: &mut Writer, prefix: &str, values: &Values, with_charge_code: bool) {
    let pay = |pay: Option<Pay>| pay.map(|pay| pay.letter().to_string()).unwrap_or_default();
    out.line("CVD/");
    out.put(format!("{prefix}.currency"), &values.currency, Letters::Alpha, 3);
    if with_charge_code || !values.charge_code.is_empty() {
        out.fixed("/");
        out.put(format!("{prefix}.chargeCode"), &values.charge_code, Letters::Alpha, 2);
    }
    out.fixed("/");
    out.put(format!("{prefix}.weightPay"), &pay(values.weight_pay), Letters::Alpha, 1);
    out.put(format!("{prefix}.otherPay"), &pay(values.other_pay), Letters::Alpha, 1);
    for (name, amount, none, most) in [
        ("carriage", values.carriage, "NVD", 12),
        ("customs", values.customs, "NCV", 12),
        ("insurance", values.insurance, "XXX", 11),
    ] {
        out.fixed("/");
        let field = format!("{prefix}.{name}");
        match amount {
            Some(amount) => write_amount(out, &field, amount, (most, &values.currency)),
            None => out.put(field, none, Letters::Alpha, 3),
        }
    }
}

/// Lines of customs and security information; a line of another shape goes to `unknown`.
pub(crate) fn customs(block: &Block<'_>, unknown: &mut Vec<String>, flags: &mut Vec<Flag>) -> Vec<Customs> {
    let mut told = Vec::new();
    for (place, line) in std::iter::once(&block.first).chain(&block.rest).enumerate() {
        let start = if place == 0 { 3 } else { 0 };
        match customs_line(&mut Cursor::behind(*line, start), flags) {
            Some(customs) => told.push(customs),
            None => {
                flags.push(oddities::UNKNOWN.at(line.number, 1));
                let rest = line.text.get(start..).unwrap_or_default();
                unknown.push(format!("OCI{rest}"));
            }
        }
    }
    told
}

/// `/CN/SHP/T/USCI91310115MA1K00007Q`
pub(crate) fn customs_line(at: &mut Cursor<'_>, flags: &mut Vec<Flag>) -> Option<Customs> {
    let country = at.next_part()?.to_owned();
    let part = at.next_part()?.to_owned();
    let control = at.next_part()?.to_owned();
    if !at.skip_slash() {
        return None;
    }
    Some(Customs { country, part, control, text: text_tail(at, 35, flags) })
}

pub(crate) fn write_customs(out: &mut Writer, prefix: &str, customs: &[Customs]) {
    for (place, told) in customs.iter().enumerate() {
        out.line(if place == 0 { "OCI/" } else { "/" });
        out.put(format!("{prefix}.{place}.country"), &told.country, Letters::Alpha, 2);
        out.fixed("/");
        out.put(format!("{prefix}.{place}.part"), &told.part, Letters::Alpha, 3);
        out.fixed("/");
        out.put(format!("{prefix}.{place}.control"), &told.control, Letters::Alpha, 2);
        out.fixed("/");
        out.put(format!("{prefix}.{place}.text"), &told.text, Letters::Text, 35);
    }
}

/// `REF/PVGFFXX[/file]` or `REF//[file]/AGT/code/PVG`
pub(crate) fn office(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<Office, ImpError> {
    let mut at = Cursor::behind(line, 3);
    at.slash()?;
    let address = text_part(&mut at, 7, flags);
    let mut next = |most: usize| if at.skip_slash() { text_part(&mut at, most, flags) } else { String::new() };
    Ok(Office { address, file: next(15), participant: next(3), code: next(17), station: next(3) })
}

pub(crate) fn write_office(out: &mut Writer, prefix: &str, office: &Office) {
    let parts = [
        ("address", &office.address, Letters::Mixed, 7),
        ("file", &office.file, Letters::Text, 15),
        ("participant", &office.participant, Letters::Mixed, 3),
        ("code", &office.code, Letters::Mixed, 17),
        ("station", &office.station, Letters::Alpha, 3),
    ];
    out.line("REF");
    let last = parts.iter().rposition(|(_, text, ..)| !text.is_empty()).unwrap_or(0);
    for (name, text, letters, most) in parts.iter().take(last + 1) {
        out.fixed("/");
        out.put(format!("{prefix}.{name}"), text, *letters, *most);
    }
}

/// Free texts of a block, one a line.
pub(crate) fn texts(block: &Block<'_>, most: usize, flags: &mut Vec<Flag>) -> Vec<String> {
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    let mut texts = Vec::new();
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        if at.skip_slash() {
            texts.push(text_tail(&mut at, most, flags));
        }
    }
    texts
}

/// Free texts of a block; lines beyond the count a message holds are marked and not sent.
pub(crate) fn write_texts(out: &mut Writer, identifier: &str, prefix: &str, texts: &[String], lines_max: usize) {
    for (place, text) in texts.iter().enumerate() {
        out.line(if place == 0 { identifier } else { "" });
        out.fixed("/");
        out.put(format!("{prefix}.{place}"), text, Letters::Text, FREE_TEXT_MAX);
        if place >= lines_max {
            out.leave_out();
        }
    }
}

/// Three-letter codes behind slashes, as of `SPH`.
pub(crate) fn codes(block: &Block<'_>, start: usize, flags: &mut Vec<Flag>) -> Vec<String> {
    let lines = std::iter::once((&block.first, start)).chain(block.rest.iter().map(|line| (line, 0)));
    let mut codes = Vec::new();
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        while at.skip_slash() {
            let code = text_part(&mut at, 3, flags);
            if !code.is_empty() {
                codes.push(code);
            }
        }
    }
    codes
}

pub(crate) fn write_codes(out: &mut Writer, prefix: &str, codes: &[String], most: usize) {
    for (place, code) in codes.iter().enumerate() {
        let spans = out.spans();
        out.fixed("/");
        out.put(format!("{prefix}.{place}"), code, Letters::Alpha, 3);
        if place >= most {
            out.leave_out_from(spans);
        }
    }
}
