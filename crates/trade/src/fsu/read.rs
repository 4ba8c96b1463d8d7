//! Reading of a status message.

use super::form::{Form, form_of};
use super::{Leg, STATUSES_MAX, Status, StatusMessage};
use crate::imp::{Cursor, Flag, Head, ImpError, Line, Reason, error, oddities, reasons};

/// The version the grammar describes.
const VERSION: &str = "14";
const NO_HEAD: Reason = ("缺少FSU或FSA报文头", "The heading FSU or FSA is missing.");
const NO_STATUS: Reason = ("没有状态行", "There is no status line.");
const BAD_STATUS: Reason = ("状态代码须为3位字母", "A status code is three letters.");
const TOO_MANY: Reason = ("状态行过多", "There are too many status lines.");
const BAD_CODE: Reason = ("差异代码须为4位字母", "A discrepancy code is four letters.");

/// Reads a message.
pub fn parse(text: &str) -> Result<StatusMessage, ImpError> {
    let lines = Line::split(text)?;
    let mut flags = Vec::new();
    let (head, lines) = Head::find(&lines, &["FSU", "FSA"], NO_HEAD, &mut flags)?;
    let version = head.version_text(&[VERSION], &mut flags)?;
    let (awb_line, lines) = lines.split_first().ok_or_else(|| error(head.line.number + 1, 1, reasons::NO_AWB))?;
    let mut message = read_awb_line(*awb_line, &mut flags)?;
    (message.kind, message.version) = (head.kind.to_owned(), version.to_owned());
    // The blocks behind a line that can't be understood belong to it.
    let mut passing = false;
    for line in lines {
        if is_status(line) {
            if message.statuses.len() + message.faults.len() >= STATUSES_MAX {
                return Err(error(line.number, 1, TOO_MANY));
            }
            let read = read_status(*line, &mut flags);
            passing = read.is_err();
            match read {
                Ok(status) => message.statuses.push(status),
                Err(fault) => message.faults.push(fault),
            }
            continue;
        }
        if passing {
            continue;
        }
        let status = message.statuses.last_mut().ok_or_else(|| error(line.number, 1, BAD_STATUS))?;
        let continued = line.continues() && status.extra.is_empty();
        if !(continued && read_continued(*line, status, &mut flags)) {
            // A line of dots is kept, but not without a word.
            let known = line.continues() || line.identifier().is_some();
            flags.extend((!known).then(|| oddities::UNKNOWN.at(line.number, 1)));
            status.extra.push(line.text.to_owned());
        }
    }
    if message.statuses.is_empty() {
        let none = || error(awb_line.number + 1, 1, NO_STATUS);
        return Err(message.faults.into_iter().next().unwrap_or_else(none));
    }
    message.flags = flags;
    Ok(message)
}

/// A status line begins with three letters and a slash; other blocks hang on the line before.
fn is_status(line: &Line<'_>) -> bool {
    line.text.len() > 3 && line.identifier().is_some_and(|code| !matches!(code, "OSI" | "OCI" | "ULD"))
}

/// `ppp-nnnnnnnn[AAABBB]/T12K500[T24]`
fn read_awb_line(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<StatusMessage, ImpError> {
    let mut at = Cursor::new(line);
    let awb = at.awb()?;
    let (mut origin, mut destination) = (None, None);
    if at.peek().is_some_and(|c| c != '/') {
        origin = Some(at.station()?);
        destination = Some(at.station()?);
    }
    let (mut quantity, mut pieces_total) = (None, None);
    if !at.at_end() {
        at.slash()?;
        quantity = Some(at.quantity(flags)?);
        if at.peek() == Some('T') {
            at.take(1);
            pieces_total = Some(at.number(6).ok_or_else(|| at.error(reasons::BAD_QUANTITY))?);
        }
        at.end(reasons::BAD_QUANTITY)?;
    }
    Ok(StatusMessage {
        kind: String::new(),
        version: String::new(),
        awb,
        origin,
        destination,
        quantity,
        pieces_total,
        statuses: Vec::new(),
        flags: Vec::new(),
        faults: Vec::new(),
    })
}

fn read_status(line: Line<'_>, flags: &mut Vec<Flag>) -> Result<Status, ImpError> {
    let mut at = Cursor::new(line);
    let code = at.take(3).to_owned();
    let form = form_of(&code);
    let known = form != Form::Unknown;
    let mut status = Status { code, known, raw: line.text.to_owned(), line: line.number, ..Status::default() };
    let (at, status_now) = (&mut at, &mut status);
    match form {
        Form::Unknown => return Ok(status),
        Form::Place | Form::Report => {}
        Form::Warehouse if is_day(at) => {}
        Form::Movement | Form::Arrival | Form::Warehouse | Form::Handover | Form::Transfer | Form::Discrepancy => {
            at.slash()?;
            status_now.flight = at.flight()?;
        }
    }
    read_place(at, status_now, form)?;
    if form == Form::Discrepancy {
        read_discrepancy(at, status_now)?;
    }
    read_quantity(at, status_now, flags)?;
    match form {
        Form::Movement | Form::Arrival | Form::Warehouse => read_times(at, status_now, flags)?,
        Form::Report => read_leg(at, status_now)?,
        Form::Handover => read_handover(at, status_now),
        Form::Place => read_name(at, status_now, flags),
        Form::Transfer | Form::Discrepancy | Form::Unknown => {}
    }
    Ok(status)
}

/// Whether the next part is a day with its month, not a flight.
fn is_day(at: &Cursor<'_>) -> bool {
    let mut ahead = at.clone();
    ahead.skip_slash() && ahead.day().is_ok() && matches!(ahead.month(), Ok(Some(_)))
}

/// When and where.
fn read_place(at: &mut Cursor<'_>, status: &mut Status, form: Form) -> Result<(), ImpError> {
    if form != Form::Transfer {
        at.slash()?;
        let may_be_left_out = form == Form::Movement;
        if !(may_be_left_out && matches!(at.peek(), None | Some('/'))) {
            status.when = Some(at.when(!may_be_left_out)?);
        }
    }
    at.slash()?;
    status.airport = Some(at.station()?);
    if form == Form::Movement {
        status.to = Some(at.station()?);
    }
    Ok(())
}

fn read_discrepancy(at: &mut Cursor<'_>, status: &mut Status) -> Result<(), ImpError> {
    at.slash()?;
    let bad = at.error(BAD_CODE);
    let code = at.take(4);
    if code.len() != 4 || !code.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(bad);
    }
    status.discrepancy = code.to_owned();
    Ok(())
}

fn read_quantity(at: &mut Cursor<'_>, status: &mut Status, flags: &mut Vec<Flag>) -> Result<(), ImpError> {
    at.slash()?;
    status.quantity = Some(at.quantity(flags)?);
    if at.peek().is_some_and(|c| c != '/') {
        return Err(at.error(reasons::BAD_QUANTITY));
    }
    Ok(())
}

/// Up to two times, departure first; a booking may tell its volume or density behind or instead.
fn read_times(at: &mut Cursor<'_>, status: &mut Status, flags: &mut Vec<Flag>) -> Result<(), ImpError> {
    for place in 0..2 {
        if at.at_end() || (status.code == "BKD" && read_measure(at, status, flags)) {
            continue;
        }
        at.slash()?;
        let time = at.movement_time()?;
        if place == 0 { status.departure = time } else { status.arrival = time }
    }
    if status.code == "BKD" {
        while read_measure(at, status, flags) {}
    }
    Ok(())
}

/// A volume or a density group behind a slash, if one is there.
fn read_measure(at: &mut Cursor<'_>, status: &mut Status, flags: &mut Vec<Flag>) -> bool {
    let mut ahead = at.clone();
    if !ahead.skip_slash() {
        return false;
    }
    let mut of_measure = Vec::new();
    if ahead.volume_follows()
        && let Ok(volume) = ahead.volume(&mut of_measure)
    {
        status.volume = Some(volume);
    } else if ahead.density_follows()
        && let Ok(group) = ahead.density_group()
    {
        status.density_group = Some(group);
    } else {
        return false;
    }
    let whole = matches!(ahead.peek(), None | Some('/'));
    if whole {
        flags.extend(of_measure);
        *at = ahead;
    }
    whole
}

/// A name, then volume and density group; what else stands there belongs to the name.
fn read_name(at: &mut Cursor<'_>, status: &mut Status, flags: &mut Vec<Flag>) {
    while !at.at_end() {
        if read_measure(at, status, flags) {
            continue;
        }
        let Some(part) = at.next_part() else { return };
        if !status.name.is_empty() {
            status.name.push('/');
        }
        status.name.push_str(part);
    }
}

/// Number of the transfer manifest, then the other carrier and a name.
fn read_handover(at: &mut Cursor<'_>, status: &mut Status) {
    while let Some(part) = at.next_part() {
        let is_manifest = part.len() == 6 && part.bytes().all(|b| b.is_ascii_digit());
        let is_carrier = part.len() == 2 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if is_manifest && status.manifest.is_empty() && status.carrier.is_empty() {
            status.manifest = part.to_owned();
        } else if is_carrier && status.carrier.is_empty() && status.name.is_empty() {
            status.carrier = part.to_owned();
        } else {
            if !status.name.is_empty() {
                status.name.push('/');
            }
            status.name.push_str(part);
        }
    }
}

/// `/[flight]/[ddMMM]/AAABBB` of a report to customs.
fn read_leg(at: &mut Cursor<'_>, status: &mut Status) -> Result<(), ImpError> {
    if !at.skip_slash() || at.at_end() {
        return Ok(());
    }
    let flight = at.flight()?;
    at.slash()?;
    let when = if matches!(at.peek(), None | Some('/')) { None } else { Some(at.when(false)?) };
    at.slash()?;
    let (from, to) = (at.station()?, at.station()?);
    status.leg = Some(Leg { flight, when, from, to });
    Ok(())
}

/// A second line of a status: volume and density of what was received, the other carrier of a transfer.
fn read_continued(line: Line<'_>, status: &mut Status, flags: &mut Vec<Flag>) -> bool {
    let mut at = Cursor::new(line);
    match form_of(&status.code) {
        Form::Place => {
            while read_measure(&mut at, status, flags) {}
            at.at_end()
        }
        Form::Handover => {
            read_handover(&mut at, status);
            true
        }
        _ => false,
    }
}
