//! Parties: the four lines of FWB/16, the three below a name of FHL/4, and the named lines of FWB/17 and FHL/5, read under
//! any version.

use super::cursor::Cursor;
use super::error::{Flag, oddities};
use super::line::{Block, Line};
use super::parts::{checked, text_part, text_tail};
use super::value::Address;
use super::written::{Letters, Writer};

/// Identifiers of lines inside a party.
pub(crate) const INNER: [&str; 3] = ["NAM", "ADR", "LOC"];
/// Lines below the first: name, street, place, country.
const LINES_LEAST: usize = 4;
const NAME_MAX: usize = 35;
const PLACE_MAX: usize = 17;
const STATE_MAX: usize = 9;
const POST_CODE_MAX: usize = 9;
const CONTACT_MAX: usize = 25;

/// Which lines a party is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Name, street, place and country by their order.
    Ordered,
    /// The same, the name behind the identifier: `SHP/NAME`.
    Headed,
    /// `NAM/`, `ADR/`, `LOC/`, each of name and street with a second line.
    Named,
}

/// A party; what is unusual about its lines is flagged.
pub(crate) fn read(block: &Block<'_>, flags: &mut Vec<Flag>) -> Address {
    let named = block.rest.iter().any(|line| line.identifier().is_some());
    let mut at = Cursor::behind(block.first, 3);
    let head = if at.skip_slash() { text_tail(&mut at, NAME_MAX, flags) } else { String::new() };
    let mut address = if named { read_named(block, flags) } else { read_ordered(block, &head, flags) };
    if !head_is_name(block) {
        address.account = head;
    }
    address
}

/// A block whose first line holds the name: always of `NFY`, elsewhere when a line is missing below.
fn head_is_name(block: &Block<'_>) -> bool {
    let named = block.rest.iter().any(|line| line.identifier().is_some());
    let has_head = block.first.text.len() > 4;
    !named && has_head && (block.identifier == "NFY" || block.rest.len() < LINES_LEAST)
}

fn read_named(block: &Block<'_>, flags: &mut Vec<Flag>) -> Address {
    let mut address = Address::default();
    let mut part = "";
    for line in &block.rest {
        let identifier = line.identifier();
        let mut at = Cursor::behind(*line, if identifier.is_some() { 3 } else { 0 });
        at.skip_slash();
        match (identifier, part) {
            (Some("NAM"), _) => address.name = text_tail(&mut at, NAME_MAX, flags),
            (Some("ADR"), _) => address.street = text_tail(&mut at, NAME_MAX, flags),
            (Some("LOC"), _) => read_place(&mut at, &mut address, flags),
            (None, "NAM") if address.name_more.is_empty() => {
                address.name_more = text_tail(&mut at, NAME_MAX, flags);
            }
            (None, "ADR") if address.street_more.is_empty() => {
                address.street_more = text_tail(&mut at, NAME_MAX, flags);
            }
            (None, "LOC") if address.country.is_empty() => read_country(*line, &mut address, flags),
            _ => more(line, &mut address, flags),
        }
        part = identifier.unwrap_or(part);
    }
    if block.rest.len() < LINES_LEAST || address.country.is_empty() {
        flags.push(oddities::SHAPE.at(block.first.number, 1));
    }
    address
}

/// A line too many is kept with the street.
fn more(line: &Line<'_>, address: &mut Address, flags: &mut Vec<Flag>) {
    flags.push(oddities::SHAPE.at(line.number, 1));
    let text = line.text.trim_start_matches('/').trim();
    if !address.street_more.is_empty() {
        address.street_more.push(' ');
    }
    address.street_more.push_str(text);
}

fn read_ordered(block: &Block<'_>, head: &str, flags: &mut Vec<Flag>) -> Address {
    let mut address = Address::default();
    let mut lines: &[Line<'_>] = &block.rest;
    if let Some((last, before)) = lines.split_last()
        && is_country(last)
    {
        read_country(*last, &mut address, flags);
        lines = before;
    }
    let first = head_is_name(block).then(|| head.to_owned());
    let count = lines.len() + usize::from(first.is_some());
    if count != 3 || address.country.is_empty() {
        flags.push(oddities::SHAPE.at(block.first.number, 1));
    }
    let mut rest = lines.iter();
    let mut next = |most: usize, flags: &mut Vec<Flag>| {
        let line = rest.next();
        line.map(|line| checked(line.text.trim_start_matches('/').trim(), (line.number, 2), most, flags))
    };
    address.name = first.or_else(|| next(NAME_MAX, flags)).unwrap_or_default();
    if count > 2 {
        address.street = next(NAME_MAX, flags).unwrap_or_default();
    }
    let extra = count.saturating_sub(3);
    let more: Vec<String> = (0..extra).filter_map(|_| next(NAME_MAX, flags)).collect();
    address.street_more = more.join(" ");
    if let Some(line) = lines.last().filter(|_| count > 1) {
        let mut at = Cursor::behind(*line, 1);
        read_place(&mut at, &mut address, flags);
    }
    address
}

/// Whether a line has the shape of a country with what follows it.
fn is_country(line: &Line<'_>) -> bool {
    let code = line.text.get(1..3).unwrap_or_default();
    let ends = matches!(line.text.as_bytes().get(3), None | Some(b'/'));
    line.text == "/" || line.text.starts_with("//") || (ends && code.bytes().all(|b| b.is_ascii_uppercase()))
}

fn read_place(at: &mut Cursor<'_>, address: &mut Address, flags: &mut Vec<Flag>) {
    address.place = text_part(at, PLACE_MAX, flags);
    if at.skip_slash() {
        address.state = text_tail(at, STATE_MAX, flags);
    }
}

/// `/CN/200000/TE/862100000000/FX/862100000001`
fn read_country(line: Line<'_>, address: &mut Address, flags: &mut Vec<Flag>) {
    let mut at = Cursor::behind(line, 1);
    address.country = text_part(&mut at, 2, flags);
    if address.country.len() != 2 || !address.country.bytes().all(|b| b.is_ascii_uppercase()) {
        flags.push(oddities::COUNTRY.at(line.number, 2));
    }
    if at.skip_slash() {
        address.post_code = text_part(&mut at, POST_CODE_MAX, flags);
    }
    while at.skip_slash() {
        let kind = text_part(&mut at, 3, flags);
        let number = if at.skip_slash() { text_part(&mut at, CONTACT_MAX, flags) } else { String::new() };
        address.contacts.push((kind, number));
    }
}

/// The lines of a party.
pub(crate) fn write(out: &mut Writer, identifier: &str, prefix: &str, address: &Address, shape: Shape) {
    let field = |name: &str| format!("{prefix}.{name}");
    out.line(identifier);
    // Who else is notified has no account: the name stands on the first line.
    let headed = shape == Shape::Headed || (shape == Shape::Ordered && identifier == "NFY");
    if !address.account.is_empty() && !headed {
        out.fixed("/");
        out.put(field("account"), &address.account, Letters::Text, 14);
    }
    match shape {
        Shape::Ordered | Shape::Headed if headed => out.fixed("/"),
        Shape::Ordered | Shape::Headed => out.line("/"),
        Shape::Named => out.line("NAM/"),
    }
    out.put(field("name"), &address.name, Letters::Text, NAME_MAX);
    write_more(out, &field("nameMore"), &address.name_more, shape);
    out.line(if shape == Shape::Named { "ADR/" } else { "/" });
    out.put(field("street"), &address.street, Letters::Text, NAME_MAX);
    write_more(out, &field("streetMore"), &address.street_more, shape);
    out.line(if shape == Shape::Named { "LOC/" } else { "/" });
    out.put(field("place"), &address.place, Letters::Text, PLACE_MAX);
    if !address.state.is_empty() {
        out.fixed("/");
        out.put(field("state"), &address.state, Letters::Text, STATE_MAX);
    }
    write_country(out, prefix, address);
}

/// The second line of a name or street; only named lines have one, elsewhere it is not sent.
fn write_more(out: &mut Writer, field: &str, text: &str, shape: Shape) {
    if text.is_empty() {
        return;
    }
    out.line("/");
    out.put(field, text, Letters::Text, NAME_MAX);
    if shape != Shape::Named {
        out.leave_out();
    }
}

fn write_country(out: &mut Writer, prefix: &str, address: &Address) {
    out.line("/");
    out.put(format!("{prefix}.country"), &address.country, Letters::Alpha, 2);
    if !address.post_code.is_empty() || !address.contacts.is_empty() {
        out.fixed("/");
        out.put(format!("{prefix}.postCode"), &address.post_code, Letters::Text, POST_CODE_MAX);
    }
    for (place, (kind, number)) in address.contacts.iter().enumerate() {
        let spans = out.spans();
        out.fixed("/");
        out.put(format!("{prefix}.contacts.{place}.kind"), kind, Letters::Mixed, 3);
        out.fixed("/");
        out.put(format!("{prefix}.contacts.{place}.number"), number, Letters::Mixed, CONTACT_MAX);
        if out.length() > super::LINE_LENGTH_MAX {
            out.leave_out_from(spans);
        }
    }
}
