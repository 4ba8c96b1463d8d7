//! Reading of FFR and FFA.

use super::{BookedFlight, BookedSize, BookedUnit, Booking, BookingKind};
use crate::imp::cursor::{Cursor, days_of, is_flight};
use crate::imp::error::{Flag, ImpError, Reason, error, oddities, reasons};
use crate::imp::line::{Block, Head, Line};
use crate::imp::parts::{self, FREE_TEXT_MAX, text_part, text_tail};
use crate::imp::{fwb, party};

const NO_BOOKING: Reason = ("缺少FFR或FFA报文头", "The heading FFR or FFA is missing.");
const NO_FLIGHT: Reason = ("没有航班行", "There is no flight line.");
/// Blocks that an update removes by their bare identifier.
const REMOVABLE: [&str; 9] = ["ULD", "SSR", "OSI", "DIM", "PID", "SHP", "CNE", "CUS", "SRI"];

/// Reads a request or an answer.
pub fn parse(text: &str) -> Result<Booking, ImpError> {
    let lines = Line::split(text)?;
    let mut flags = Vec::new();
    let (head, lines) = Head::find(&lines, &["FFR", "FFA"], NO_BOOKING, &mut flags)?;
    let kind = if head.kind == "FFR" { BookingKind::Request } else { BookingKind::Answer };
    let usual: &[&str] = if kind == BookingKind::Request { &["6", "7", "8"] } else { &["4"] };
    let version = head.version_number(usual, &mut flags)?;
    let (first, rest) = lines.split_first().ok_or_else(|| error(head.line.number + 1, 1, reasons::NO_AWB))?;
    let mut booking = read_consignment(kind, version, *first, &mut flags)?;
    let (codes, rest) = rest.split_at(rest.iter().take_while(|line| line.continues()).count());
    for line in codes {
        booking.handling.extend(parts::codes(&alone(*line), 0, &mut flags));
    }
    let (flights, rest) = rest.split_at(rest.iter().take_while(|line| line.identifier().is_none()).count());
    for line in flights {
        booking.flights.push(flight(*line, &mut flags)?);
    }
    if booking.flights.is_empty() {
        let line = rest.first().map_or(first.number + 1, |line| line.number);
        return Err(error(line, 1, NO_FLIGHT));
    }
    let mut seen: Vec<&str> = Vec::new();
    for block in Block::group(rest, &party::INNER) {
        if seen.contains(&block.identifier) && REMOVABLE.contains(&block.identifier) {
            return Err(error(block.first.number, 1, reasons::REPEATED));
        }
        seen.push(block.identifier);
        read_block(&mut booking, &block, &mut flags)?;
    }
    booking.flags = flags;
    Ok(booking)
}

fn alone(line: Line<'_>) -> Block<'_> {
    Block { identifier: "", first: line, rest: Vec::new() }
}

/// `990-12345675PVGFRA/T12K500.0MC3.95/GOODS`, perhaps with special handling codes behind.
fn read_consignment(
    kind: BookingKind,
    version: u8,
    line: Line<'_>,
    flags: &mut Vec<Flag>,
) -> Result<Booking, ImpError> {
    let mut at = Cursor::new(line);
    let consigned = parts::consigned(&mut at, flags)?;
    let mut booking = Booking::new(kind, version, consigned.shipment);
    booking.pieces_total = consigned.total;
    if consigned.share == 'P' && consigned.total.is_none() {
        return Err(at.error(reasons::BAD_QUANTITY));
    }
    if at.skip_slash() {
        booking.description = text_part(&mut at, 15, flags);
    }
    while at.skip_slash() {
        booking.handling.push(text_part(&mut at, 3, flags));
    }
    at.end(reasons::BAD_QUANTITY)?;
    Ok(booking)
}

/// `X9101/18JUL/PVGFRA/NN[/allotment]`
fn flight(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<BookedFlight, ImpError> {
    let mut at = Cursor::new(line);
    let place = at.clone();
    let flight = at.part().to_owned();
    if !is_flight(&flight) {
        return Err(place.error(reasons::BAD_FLIGHT));
    }
    at.slash()?;
    let column = at.column();
    let (day, month) = (at.day()?, at.month()?);
    if day > days_of(month) {
        flags.push(oddities::DATE.at(line.number, column));
    }
    let month = month.ok_or_else(|| at.error(reasons::BAD_DAY))?;
    at.slash()?;
    let (from, to) = (at.station()?, at.station()?);
    at.slash()?;
    let place = at.clone();
    let allocation = at.part().to_owned();
    if allocation.len() != 2 || !allocation.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(place.error(reasons::BAD_ALLOCATION));
    }
    let allotment = if at.skip_slash() { text_tail(&mut at, 14, flags) } else { String::new() };
    Ok(BookedFlight { flight, day, month, from, to, allocation, allotment })
}

fn read_block(booking: &mut Booking, block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<(), ImpError> {
    let line = block.first;
    if line.text.len() == 3 && block.rest.is_empty() && REMOVABLE.contains(&block.identifier) {
        booking.removed.push(block.identifier.to_owned());
        return Ok(());
    }
    match block.identifier {
        "ULD" => booking.units = units(block, flags)?,
        "SSR" => booking.requests = parts::texts(block, FREE_TEXT_MAX, flags),
        "OSI" => booking.information = parts::texts(block, FREE_TEXT_MAX, flags),
        "REF" => booking.office = Some(parts::office(line, flags)?),
        "DIM" => booking.dimensions = dimensions(block, flags)?,
        "PID" => booking.product = behind(line),
        "SHP" => booking.shipper = Some(party::read(block, flags)),
        "CNE" => booking.consignee = Some(party::read(block, flags)),
        "CUS" => booking.customer = Some(fwb::read_agent(block, flags)?),
        "SRI" => booking.reference = behind(line),
        _ => {
            flags.push(oddities::UNKNOWN.at(line.number, 1));
            booking.unknown.extend(block.raw());
        }
    }
    Ok(())
}

fn behind(line: Line<'_>) -> String {
    Cursor::behind(line, 4).tail().to_owned()
}

/// `ULD/2/PMC12345X9-M/K1000.0/AKE/K500.0`, over several lines.
fn units(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<Vec<BookedUnit>, ImpError> {
    let mut units = Vec::new();
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    for (place, (line, start)) in lines.enumerate() {
        let mut at = Cursor::behind(*line, start);
        if place == 0 {
            // The count of units is that of the list.
            at.slash()?;
            at.number(2).ok_or_else(|| at.error(reasons::BAD_PIECES))?;
        }
        while at.skip_slash() {
            let name = at.part().to_owned();
            let (unit, loading) = name.split_once('-').unwrap_or((&name, ""));
            at.slash()?;
            let weight = at.weight(flags)?.ok_or_else(|| at.error(reasons::BAD_WEIGHT))?;
            units.push(BookedUnit { unit: unit.to_owned(), loading: loading.to_owned(), weight });
        }
        at.end(reasons::BAD_WEIGHT)?;
    }
    Ok(units)
}

/// `DIM/K500.0/CMT50-50-30/10`, one a line.
fn dimensions(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<Vec<BookedSize>, ImpError> {
    let mut sizes = Vec::new();
    let lines = std::iter::once((&block.first, 3)).chain(block.rest.iter().map(|line| (line, 0)));
    for (line, start) in lines {
        let mut at = Cursor::behind(*line, start);
        at.slash()?;
        let place = at.clone();
        match fwb::read_sizes(&mut at, flags)? {
            fwb::Detail::Dimensions { weight, sides: Some(sides), pieces } => {
                sizes.push(BookedSize { weight, sides, pieces: pieces.unwrap_or_default() });
            }
            _ => return Err(place.error(reasons::BAD_SIZES)),
        }
    }
    Ok(sizes)
}
