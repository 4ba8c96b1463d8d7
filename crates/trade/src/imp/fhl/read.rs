//! Reading of an FHL.

use super::{Fhl, House};
use crate::imp::cursor::Cursor;
use crate::imp::error::{Flag, ImpError, Reason, error, oddities, reasons};
use crate::imp::line::{Block, Head, Line};
use crate::imp::parts::{self, FREE_TEXT_MAX, text_part, text_tail};
use crate::imp::party;

const NO_FHL: Reason = ("缺少FHL报文头", "The heading FHL is missing.");
const NO_MASTER: Reason = ("缺少主单行MBI", "The line MBI of the master is missing.");
const NO_HOUSE: Reason = ("没有分单", "There is no house waybill.");
/// Digits of pieces that are read; more than messages should have.
const PIECES_DIGITS_READ: usize = 6;

/// Reads a message.
pub fn parse(text: &str) -> Result<Fhl, ImpError> {
    let lines = Line::split(text)?;
    let mut flags = Vec::new();
    let (head, lines) = Head::find(&lines, &["FHL"], NO_FHL, &mut flags)?;
    let version = head.version_number(&["4", "5"], &mut flags)?;
    let blocks = Block::group(&lines, &party::INNER);
    let mut blocks = blocks.iter();
    let first = blocks.next().filter(|block| block.identifier == "MBI");
    let first = first.ok_or_else(|| error(head.line.number + 1, 1, NO_MASTER))?;
    let mut at = Cursor::behind(first.first, 3);
    at.slash()?;
    let consigned = parts::consigned(&mut at, &mut flags)?;
    at.end(reasons::BAD_QUANTITY)?;
    let mut fhl = Fhl::new(version, consigned.shipment);
    let mut seen: Vec<&str> = Vec::new();
    for block in blocks {
        match fhl.houses.last_mut() {
            _ if block.identifier == "HBS" => {
                seen.clear();
                fhl.houses.push(house(block, &mut flags)?);
            }
            Some(house) if is_known(block.identifier) => {
                read_block(house, block, &mut seen, &mut fhl.unknown, &mut flags)?;
            }
            _ => {
                flags.push(oddities::UNKNOWN.at(block.first.number, 1));
                fhl.unknown.extend(block.raw());
            }
        }
    }
    if fhl.houses.is_empty() {
        return Err(error(first.first.number + 1, 1, NO_HOUSE));
    }
    fhl.flags = flags;
    Ok(fhl)
}

fn is_known(identifier: &str) -> bool {
    matches!(identifier, "TXT" | "HTS" | "OCI" | "SHP" | "CNE" | "CVD")
}

/// `HBS/HA001/PVGFRA/5/K200.0/5/GOODS`, then lines of special handling codes.
fn house(block: &Block<'_>, flags: &mut Vec<Flag>) -> Result<House, ImpError> {
    let mut at = Cursor::behind(block.first, 3);
    at.slash()?;
    let place = at.clone();
    let number = text_part(&mut at, 12, flags);
    if number.is_empty() {
        return Err(place.error(reasons::BAD_HOUSE));
    }
    at.slash()?;
    let (origin, destination) = (at.station()?, at.station()?);
    at.slash()?;
    let pieces = at.number(PIECES_DIGITS_READ).ok_or_else(|| at.error(reasons::BAD_PIECES))?;
    at.slash()?;
    let place = at.clone();
    let weight = at.weight(flags)?.ok_or_else(|| place.error(reasons::BAD_WEIGHT))?;
    let mut house = House { number, origin, destination, pieces, weight, ..House::default() };
    if !at.at_end() {
        at.slash()?;
        let alone = !at.rest().contains('/');
        let slac = at.clone().part().to_owned();
        let is_slac = slac.is_empty() || (slac.bytes().all(|b| b.is_ascii_digit()) && slac.len() <= 6);
        if is_slac {
            house.slac = at.number(PIECES_DIGITS_READ);
            at.skip_slash();
        } else if !alone {
            return Err(at.error(reasons::BAD_HOUSE));
        }
        house.description = text_tail(&mut at, 15, flags);
    }
    for line in &block.rest {
        let alone = Block { identifier: "", first: *line, rest: Vec::new() };
        house.handling.extend(parts::codes(&alone, 0, flags));
    }
    Ok(house)
}

fn read_block<'a>(
    house: &mut House,
    block: &Block<'a>,
    seen: &mut Vec<&'a str>,
    unknown: &mut Vec<String>,
    flags: &mut Vec<Flag>,
) -> Result<(), ImpError> {
    let once = matches!(block.identifier, "SHP" | "CNE" | "CVD");
    if once && seen.contains(&block.identifier) {
        return Err(error(block.first.number, 1, reasons::REPEATED));
    }
    seen.push(block.identifier);
    match block.identifier {
        "TXT" => house.text.extend(parts::texts(block, FREE_TEXT_MAX, flags)),
        "HTS" => house.hs.extend(parts::texts(block, 18, flags)),
        "OCI" => {
            let told = parts::customs(block, unknown, flags);
            house.customs.extend(told);
        }
        "SHP" => house.shipper = Some(party::read(block, flags)),
        "CNE" => house.consignee = Some(party::read(block, flags)),
        _ => house.values = Some(parts::values(block.first, flags)?),
    }
    Ok(())
}
