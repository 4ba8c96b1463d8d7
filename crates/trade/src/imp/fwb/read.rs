//! Reading of an FWB, block by block.

use kernel::{Length, Weight};

use super::{Agent, Charge, Column, DestinationCharges, Detail, Fwb, Rate};
use crate::imp::cursor::{Cursor, is_flight};
use crate::imp::error::{Flag, ImpError, Reason, error, oddities, reasons};
use crate::imp::line::{Block, Head, Line};
use crate::imp::parts::{self, FREE_TEXT_MAX, text_part, text_tail};
use crate::imp::party;
use crate::imp::value::{Accounting, Issue, Movement};

const NO_FWB: Reason = ("缺少FWB报文头", "The heading FWB is missing.");
/// Blocks a waybill always has.
const USUAL: [&str; 5] = ["SHP", "CNE", "CVD", "RTD", "ISU"];
/// Blocks that may come more than once; the others have one meaning only.
const MANY: [&str; 8] = ["SSR", "ACC", "RTD", "OTH", "OSI", "SPH", "OCI", "OPI"];
/// Blocks of the standard that are kept as they came.
const KEPT: [&str; 5] = ["COI", "SII", "ARD", "NOM", "OPI"];

/// Reads a message.
pub fn parse(text: &str) -> Result<Fwb, ImpError> {
    let lines = Line::split(text)?;
    let mut flags = Vec::new();
    let (head, lines) = Head::find(&lines, &["FWB"], NO_FWB, &mut flags)?;
    let version = head.version_number(&["16", "17"], &mut flags)?;
    let (first, rest) = lines.split_first().ok_or_else(|| error(head.line.number + 1, 1, reasons::NO_AWB))?;
    let mut at = Cursor::new(*first);
    let consigned = parts::consigned(&mut at, &mut flags)?;
    at.end(reasons::BAD_QUANTITY)?;
    let mut fwb = Fwb::new(version, consigned.shipment);
    let mut seen: Vec<&str> = Vec::new();
    for block in Block::group(rest, &party::INNER) {
        let identifier = block.identifier;
        if !identifier.is_empty() && seen.contains(&identifier) && !MANY.contains(&identifier) {
            return Err(error(block.first.number, 1, reasons::REPEATED));
        }
        if !seen.contains(&identifier) {
            seen.push(identifier);
        }
        read_block(&mut fwb, &block, &mut flags)?;
    }
    let absent = USUAL.iter().any(|usual| !seen.contains(usual));
    if absent {
        flags.push(oddities::ABSENT.at(head.line.number, 1));
    }
    fwb.flags = flags;
    Ok(fwb)
}

fn read_block(fwb: &mut Fwb, block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<(), ImpError> {
    let line = block.first;
    match block.identifier {
        "FLT" => fwb.flights = flights(line)?,
        "RTG" => fwb.routing = routing(line)?,
        "SHP" => fwb.shipper = party::read(block, flags),
        "CNE" => fwb.consignee = party::read(block, flags),
        "NFY" => fwb.notify = Some(party::read(block, flags)),
        "AGT" => fwb.agent = Some(agent(block, flags)?),
        "SSR" => fwb.requests.extend(parts::texts(block, FREE_TEXT_MAX, flags)),
        "ACC" => fwb.accounting.extend(accounting(block, flags)),
        "CVD" => fwb.values = parts::values(line, flags)?,
        "RTD" => rates(&mut fwb.rates, block, flags)?,
        "OTH" => fwb.charges.extend(charges(block, flags)?),
        "PPD" => fwb.prepaid = Some(column(block, flags)?),
        "COL" => fwb.collect = Some(column(block, flags)?),
        "CER" => fwb.certification = parts::texts(block, 20, flags).concat(),
        "ISU" => fwb.issue = Some(issue(line, flags)?),
        "OSI" => fwb.information.extend(parts::texts(block, FREE_TEXT_MAX, flags)),
        "CDC" => fwb.destination = Some(destination(line, flags)?),
        "REF" => fwb.office = Some(parts::office(line, flags)?),
        "COR" => fwb.customs_origin = parts::texts(block, 2, flags).concat(),
        "SPH" => fwb.handling.extend(parts::codes(block, 3, flags)),
        "SRI" => fwb.reference = Some(reference(line, flags)),
        "OCI" => {
            let told = parts::customs(block, &mut fwb.unknown, flags);
            fwb.customs.extend(told);
        }
        other => {
            if !KEPT.contains(&other) {
                flags.push(oddities::UNKNOWN.at(line.number, 1));
            }
            fwb.unknown.extend(block.raw());
        }
    }
    Ok(())
}

/// `FLT/X9101/18/X9301/19`
fn flights(line: Line<'_>) -> Result<Vec<Movement>, ImpError> {
    let mut at = Cursor::behind(line, 3);
    let mut flights = Vec::new();
    while at.skip_slash() {
        let place = at.clone();
        let flight = at.part();
        if !is_flight(flight) {
            return Err(place.error(reasons::BAD_FLIGHT));
        }
        at.slash()?;
        let day = at.day()?;
        if at.peek().is_some_and(|c| c != '/') {
            return Err(at.error(reasons::BAD_DAY));
        }
        flights.push(Movement { flight: flight.to_owned(), day });
    }
    Ok(flights)
}

/// `RTG/HKGX9/LAXX9`: each a station, a carrier, or both.
fn routing(line: Line<'_>) -> Result<Vec<(String, String)>, ImpError> {
    let mut at = Cursor::behind(line, 3);
    let mut legs = Vec::new();
    while at.skip_slash() {
        let place = at.clone();
        let part = at.part();
        let (station, carrier) = match part.len() {
            5 => part.split_at(3),
            3 => (part, ""),
            2 => ("", part),
            _ => return Err(place.error(reasons::BAD_STATION)),
        };
        if !station.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(place.error(reasons::BAD_STATION));
        }
        legs.push((station.to_owned(), carrier.to_owned()));
    }
    Ok(legs)
}

/// `AGT/account/0812345/0005`, then name and place.
pub(crate) fn agent(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<Agent, ImpError> {
    let mut at = Cursor::behind(block.first, 3);
    let mut next = |most: usize, flags: &mut Vec<Flag>| {
        if at.skip_slash() { text_part(&mut at, most, flags) } else { String::new() }
    };
    let (account, iata, cass) = (next(14, flags), next(7, flags), next(4, flags));
    let participant = next(3, flags);
    let mut lines = block.rest.iter();
    let mut below = |most: usize, flags: &mut Vec<Flag>| {
        lines.next().map(|line| text_tail(&mut Cursor::behind(*line, 1), most, flags)).unwrap_or_default()
    };
    let (name, place) = (below(35, flags), below(17, flags));
    if lines.next().is_some() {
        flags.push(oddities::SHAPE.at(block.first.number, 1));
    }
    at.end(reasons::MISSING)?;
    Ok(Agent { account, iata, cass, name, place, participant })
}

fn accounting(block: &Block<'_>, flags: &mut Vec<Flag>) -> Vec<Accounting> {
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    let mut told = Vec::new();
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        if at.skip_slash() {
            let code = text_part(&mut at, 3, flags);
            at.skip_slash();
            told.push(Accounting { code, text: text_tail(&mut at, 34, flags) });
        }
    }
    told
}

/// Rate lines and the lines that describe their goods.
fn rates(rates: &mut Vec<Rate>, block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<(), ImpError> {
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        // The count of the line says nothing its place does not.
        let count = at.clone();
        at.slash()?;
        let digits = at.digits(2);
        if digits.is_empty() || !matches!(at.peek(), None | Some('/')) {
            at = count;
        }
        if is_detail(&at) {
            at.skip_slash();
            let detail = detail(&mut at, flags)?;
            if rates.is_empty() {
                rates.push(Rate::default());
            }
            if let Some(rate) = rates.last_mut() {
                rate.details.push(detail);
            }
        } else if at.at_end() {
            // A number with nothing behind it tells nothing.
            flags.push(oddities::SHAPE.at(line.number, 1));
        } else {
            rates.push(rate(&mut at, flags)?);
        }
    }
    Ok(())
}

/// `/N` and a letter, as `/NG/`.
fn is_detail(at: &Cursor<'_>) -> bool {
    let bytes = at.rest().as_bytes();
    let letter = bytes.get(2).is_some_and(u8::is_ascii_uppercase);
    bytes.starts_with(b"/N") && letter && matches!(bytes.get(3), None | Some(b'/'))
}

/// `/P12/K500.0/CQ/W658.5/R25.88/T17041.98`
fn rate(at: &mut Cursor<'_>, flags: &mut Vec<Flag>) -> Result<Rate, ImpError> {
    let mut rate = Rate::default();
    let mut pounds = false;
    while at.skip_slash() {
        let place = at.clone();
        match at.peek() {
            Some('K' | 'L') => {
                pounds = at.peek() == Some('L');
                rate.weight = at.weight(flags)?;
            }
            Some('P') => {
                at.take(1);
                match at.part() {
                    part if part.bytes().all(|b| b.is_ascii_digit()) && part.len() <= 6 => {
                        rate.pieces = Some(part.parse().map_err(|_| place.error(reasons::BAD_PIECES))?);
                    }
                    part if part.len() == 3 => rate.point = part.to_owned(),
                    _ => return Err(place.error(reasons::BAD_PIECES)),
                }
            }
            Some('C') => rate.class = after_letter(at, 1, flags)?,
            Some('S') => rate.commodity = after_letter(at, 7, flags)?,
            Some('W') => {
                at.take(1);
                rate.chargeable = Some(chargeable(at, pounds, flags)?);
            }
            Some('R') => {
                at.take(1);
                rate.rate = Some(at.price(flags)?);
            }
            Some('T') => {
                at.take(1);
                rate.total = Some(at.amount(flags)?);
            }
            _ => return Err(place.error(reasons::BAD_RATE)),
        }
        if !matches!(at.peek(), None | Some('/')) {
            return Err(at.error(reasons::BAD_RATE));
        }
    }
    Ok(rate)
}

fn after_letter(at: &mut Cursor<'_>, most: usize, flags: &mut Vec<Flag>) -> Result<String, ImpError> {
    at.take(1);
    let place = at.clone();
    let text = text_part(at, most, flags);
    if text.is_empty() { Err(place.error(reasons::BAD_RATE)) } else { Ok(text) }
}

/// The chargeable weight is in the unit of the gross weight.
fn chargeable(at: &mut Cursor<'_>, pounds: bool, flags: &mut Vec<Flag>) -> Result<Weight, ImpError> {
    let place = at.clone();
    let weight = at.kilograms(flags)?;
    if !pounds {
        return Ok(weight);
    }
    crate::imp::cursor::of_pounds(weight).ok_or_else(|| place.error(reasons::BAD_WEIGHT))
}

/// A line that describes goods, from its letters on.
fn detail(at: &mut Cursor<'_>, flags: &mut Vec<Flag>) -> Result<Detail, ImpError> {
    let kind = at.part().to_owned();
    at.skip_slash();
    Ok(match kind.as_str() {
        "NG" => Detail::Goods(text_tail(at, 20, flags)),
        "NC" => Detail::Consolidation(text_tail(at, 20, flags)),
        "ND" => return sizes(at, flags),
        "NV" => {
            let volume = at.volume(flags)?;
            at.end(reasons::BAD_VOLUME)?;
            Detail::Volume(volume)
        }
        "NU" => Detail::Unit(text_tail(at, 12, flags)),
        "NS" => {
            let place = at.clone();
            let slac = at.number(6).filter(|_| at.at_end()).ok_or_else(|| place.error(reasons::BAD_PIECES))?;
            Detail::Slac(slac)
        }
        "NH" => Detail::Hs(text_tail(at, 18, flags)),
        "NO" => Detail::Origin(text_tail(at, 2, flags)),
        _ => Detail::Other(kind, at.tail().to_owned()),
    })
}

/// `[K100.0]/CMT120-80-37/1` or `[K100.0]/NDA`
pub(crate) fn sizes(at: &mut Cursor<'_>, flags: &mut Vec<Flag>) -> Result<Detail, ImpError> {
    let start = at.clone();
    let weight = at.weight(flags)?;
    at.slash()?;
    if at.rest() == "NDA" {
        at.tail();
        return Ok(Detail::Dimensions { weight, sides: None, pieces: None });
    }
    let place = at.clone();
    let unit = at.take(3);
    let sides = match unit {
        "CMT" => sides(at.part(), 1, 1),
        "MMT" => sides(at.part(), 1, 10),
        "MTR" => sides(at.part(), 100, 1),
        "INH" => sides(at.part(), 254, 100),
        "FOT" => sides(at.part(), 3048, 100),
        // Another unit is kept as it came.
        _ => return Ok(Detail::Other("ND".to_owned(), start.clone().tail().to_owned())),
    };
    let sides = sides.ok_or_else(|| place.error(reasons::BAD_SIZES))?;
    if unit != "CMT" {
        flags.push(oddities::MEASURE.at(place.number_of_line(), place.column()));
    }
    let pieces = if at.skip_slash() { at.number(6) } else { None };
    at.end(reasons::BAD_SIZES)?;
    Ok(Detail::Dimensions { weight, sides: Some(sides), pieces })
}

/// Three sides, each turned into centimetres by a ratio.
fn sides(text: &str, times: i128, by: i128) -> Option<[Length; 3]> {
    const SIDE_LENGTH_MAX: usize = 7;
    let mut parts = text.split('-').map(|side| {
        let length: Length = (side.len() <= SIDE_LENGTH_MAX).then(|| side.parse().ok()).flatten()?;
        let tenths = kernel::div_half_up(i128::from(length.raw()) * times, by);
        i64::try_from(tenths).ok().map(Length::from_raw)
    });
    let sides = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(sides)
}

/// `/P/AWA50.00MYC1975.50`
fn charges(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<Vec<Charge>, ImpError> {
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    let mut charges = Vec::new();
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        at.slash()?;
        let pay = at.pay()?;
        at.slash()?;
        loop {
            let place = at.clone();
            let code = at.take(2).to_owned();
            let due = at.take(1).chars().next().filter(char::is_ascii_uppercase);
            let sound = code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
            let due = due.filter(|_| sound).ok_or_else(|| place.error(reasons::BAD_CHARGE))?;
            charges.push(Charge { pay, code, due, amount: at.amount(flags)? });
            if at.at_end() {
                break;
            }
        }
    }
    Ok(charges)
}

/// `/WT17041.98` and `/OA50.00/OC2765.70/CT19857.68`, in any order of lines.
fn column(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<Column, ImpError> {
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    let mut column = Column::default();
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        while at.skip_slash() {
            let place = at.clone();
            let kind = at.take(2);
            let slot = match kind {
                "WT" => &mut column.weight,
                "VC" => &mut column.valuation,
                "TX" => &mut column.tax,
                "OA" => &mut column.agent,
                "OC" => &mut column.carrier,
                "CT" => &mut column.total,
                _ => return Err(place.error(reasons::BAD_COLUMN)),
            };
            *slot = Some(at.amount(flags)?);
        }
        at.end(reasons::BAD_COLUMN)?;
    }
    Ok(column)
}

/// `ISU/15JUL26/SHANGHAI/DEMO`
fn issue(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<Issue, ImpError> {
    let mut at = Cursor::behind(line, 3);
    at.slash()?;
    let date = at.date()?;
    let place = if at.skip_slash() { text_part(&mut at, 17, flags) } else { String::new() };
    let signature = if at.skip_slash() { text_tail(&mut at, 20, flags) } else { String::new() };
    at.end(reasons::BAD_DAY)?;
    Ok(Issue { date, place, signature })
}

/// `CDC/EUR0.128205/2184.87/10.00/2194.87`
fn destination(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<DestinationCharges, ImpError> {
    let mut at = Cursor::behind(line, 3);
    at.slash()?;
    let place = at.clone();
    let currency = at.take(3);
    if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(place.error(reasons::BAD_CURRENCY));
    }
    let rate = text_part(&mut at, 11, flags);
    let mut next = || match at.skip_slash() {
        true if !at.at_end() && at.peek() != Some('/') => at.amount(flags).map(Some),
        _ => Ok(None),
    };
    let (charges, at_destination, total) = (next()?, next()?, next()?);
    at.end(reasons::BAD_AMOUNT)?;
    Ok(DestinationCharges { currency: currency.to_owned(), rate, charges, at_destination, total })
}

fn reference(line: Line<'_>, flags: &mut Vec<Flag>) -> (String, String) {
    let mut at = Cursor::behind(line, 4);
    let number = text_part(&mut at, 14, flags);
    at.skip_slash();
    (number, at.tail().to_owned())
}
