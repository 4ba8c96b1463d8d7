//! A message as it came, read: by its grammar when it is a telegram, as a document when it is XML.

use kernel::{Msg, Text};
use trackevent::message::Note;
use trade::cargo_xml::{self, Body};
use trade::fsu::StatusMessage;
use trade::imp::booking::Booking;
use trade::imp::fhl::Fhl;
use trade::imp::fwb::Fwb;
use trade::imp::{self, Message, Shipment, adds_up};

use super::reply::Reply;
use crate::channel::{IMP, XML};
use crate::page::NO_TYPE;
use crate::record::About;

const UNREADABLE: Msg =
    Msg::new("edi.unreadable", "第{line}行第{column}列：{reason}", "Line {line}, column {column}: {reason}");
const PASSED_OVER: Msg = Msg::new(
    "edi.passed_over",
    "元素{path}未识别或有疑问，未采用",
    "The element {path} was passed over or read with a doubt.",
);
const NOT_TAKEN: (&str, &str) = ("不支持的报文类型", "Messages of this kind are not taken.");

/// What a message says.
#[derive(Debug, Clone)]
pub(crate) enum Says {
    /// A master waybill.
    Fwb(Box<Fwb>),
    /// House waybills.
    Fhl(Fhl),
    /// The status of a shipment.
    Status(StatusMessage),
    /// The answer to a message of ours.
    Answer(Reply),
    /// A booking or its answer.
    Booking(Box<Booking>),
    /// Nothing that can be read.
    Unread(Fault),
}

/// Why a message can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) reason: (String, String),
}

impl Fault {
    fn new(line: usize, column: usize, (zh, en): (&str, &str)) -> Self {
        Self { line, column, reason: (zh.to_owned(), en.to_owned()) }
    }

    /// `第3行第5列：件数重量格式不正确`.
    pub(crate) fn text(&self) -> Text {
        let (line, column) = (self.line.to_string(), self.column.to_string());
        let place = |reason| [("line", line.as_str()), ("column", column.as_str()), ("reason", reason)];
        UNREADABLE.with_each(&place(&self.reason.0), &place(&self.reason.1))
    }
}

/// A message that came.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    /// What it says.
    pub(crate) says: Says,
    /// Cargo-IMP or Cargo-XML.
    pub(crate) format: &'static str,
    kind: String,
    /// Version of its standard.
    pub(crate) version: String,
    /// What its reader noticed, but for statuses, which are told with their dates.
    pub(crate) notes: Vec<Note>,
}

/// Reads a message; whatever cannot be understood is told with its place.
pub(crate) fn read(text: &str) -> Told {
    if text.trim_start().starts_with('<') { document(text) } else { telegram(text) }
}

fn document(text: &str) -> Told {
    let mut notes = Vec::new();
    let (says, kind, version) = match cargo_xml::read(text) {
        Ok(message) => {
            notes.extend(message.flags.iter().map(|path| passed_over(path)));
            let version = message.envelope.version;
            match message.body {
                Body::Waybill(fwb) => (Says::Fwb(fwb), "FWB", version),
                Body::Manifest(fhl) => (Says::Fhl(fhl), "FHL", version),
                Body::House(house) => {
                    let mut fhl = Fhl::new(0, house.master);
                    fhl.houses.push(house.house);
                    (Says::Fhl(fhl), "FHL", version)
                }
                Body::Status(status) => (Says::Status(status), "FSU", version),
                Body::Response(response) => {
                    let reply = Reply::of_document(&response, version.clone());
                    let name = reply.name();
                    (Says::Answer(reply), name, version)
                }
            }
        }
        Err(error) => {
            let what = |reason: &str| match error.element.as_str() {
                "" => reason.to_owned(),
                element => format!("{reason} ({element})"),
            };
            let reason = (what(error.zh), what(error.en));
            (Says::Unread(Fault { line: error.line, column: error.column, reason }), NO_TYPE, String::new())
        }
    };
    notes.extend(sums(&says, 1));
    Told { says, format: XML, kind: kind.to_owned(), version, notes }
}

/// An element that was passed over or read with a doubt.
fn passed_over(path: &str) -> Note {
    Note { line: 1, column: 1, text: PASSED_OVER.with(&[("path", path)]) }
}

/// What of a message does not add up, at the line of its shipment.
fn sums(says: &Says, line: usize) -> Vec<Note> {
    let texts = match says {
        Says::Fwb(fwb) => adds_up::of_waybill(fwb),
        Says::Fhl(fhl) => adds_up::of_houses(fhl),
        Says::Status(_) | Says::Answer(_) | Says::Booking(_) | Says::Unread(_) => Vec::new(),
    };
    texts.into_iter().map(|text| Note { line, column: 1, text }).collect()
}

fn telegram(text: &str) -> Told {
    let head = text.lines().find_map(super::split::head_of);
    let mut notes = Vec::new();
    let (says, kind) = match imp::read(text) {
        Ok(message) => {
            let kind = message.kind().to_owned();
            // Those of statuses are told with their dates.
            let flags = if matches!(message, Message::Status(_)) { &[][..] } else { message.flags() };
            notes.extend(flags.iter().map(|flag| Note::of((flag.line, flag.column), (flag.zh, flag.en))));
            (said(message, text), kind)
        }
        Err(error) => {
            let fault = Fault::new(error.line, error.column, (error.zh, error.en));
            (Says::Unread(fault), head.unwrap_or(NO_TYPE).to_owned())
        }
    };
    let version = match &says {
        Says::Fwb(fwb) => fwb.version.to_string(),
        Says::Fhl(fhl) => fhl.version.to_string(),
        Says::Status(status) => status.version.clone(),
        Says::Answer(reply) => reply.version.clone(),
        Says::Booking(booking) => booking.version.to_string(),
        Says::Unread(_) => version_of(text, &kind),
    };
    let shipment = text.lines().position(|line| line.contains('-') && line.contains('/')).map_or(1, |place| place + 1);
    notes.extend(sums(&says, shipment));
    Told { says, format: IMP, kind, version, notes }
}

/// The version behind the name of a message.
fn version_of(text: &str, kind: &str) -> String {
    let behind = text.lines().find_map(|line| line.trim_end().strip_prefix(kind)?.strip_prefix('/'));
    behind.filter(|version| version.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default().to_owned()
}

fn said(message: Message, text: &str) -> Says {
    match message {
        Message::Fwb(fwb) => Says::Fwb(fwb),
        Message::Fhl(fhl) => Says::Fhl(fhl),
        Message::Status(status) => Says::Status(status),
        Message::Answer(answer) => Says::Answer(Reply::of_telegram(&answer)),
        Message::Booking(booking) => Says::Booking(booking),
        Message::Unknown { head, .. } => {
            let line = text.lines().position(|line| line.trim_end() == head).map_or(1, |place| place + 1);
            Says::Unread(Fault::new(line, 1, NOT_TAKEN))
        }
    }
}

fn of_shipment(shipment: &Shipment) -> About {
    About {
        awb_number: shipment.awb.to_string(),
        departure: shipment.origin.clone(),
        arrival: shipment.destination.clone(),
        pieces: Some(shipment.pieces),
        weight: shipment.weight,
        ..About::default()
    }
}

impl Told {
    /// Its standard name; `?` for nothing anybody knows.
    pub(crate) fn kind(&self) -> &str {
        &self.kind
    }

    /// The shipment it is about.
    pub(crate) fn about(&self) -> About {
        match &self.says {
            Says::Fwb(fwb) => {
                let flight = fwb.flights.first().map(|flight| flight.flight.clone()).unwrap_or_default();
                About { flight, ..of_shipment(&fwb.shipment) }
            }
            Says::Fhl(fhl) => {
                let one = if let [house] = fhl.houses.as_slice() { house.number.clone() } else { String::new() };
                About { hawb_number: one, ..of_shipment(&fhl.master) }
            }
            Says::Status(status) => About {
                awb_number: status.awb.to_string(),
                departure: status.origin.clone().unwrap_or_default(),
                arrival: status.destination.clone().unwrap_or_default(),
                flight: status.statuses.iter().find_map(|status| status.flight.clone()).unwrap_or_default(),
                pieces: status.quantity.map(|quantity| quantity.pieces),
                weight: status.quantity.and_then(|quantity| quantity.weight),
                ..About::default()
            },
            Says::Answer(reply) => {
                About { awb_number: reply.awb_number.clone(), hawb_number: reply.house.clone(), ..About::default() }
            }
            Says::Booking(booking) => of_shipment(&booking.shipment),
            Says::Unread(_) => About::default(),
        }
    }
}
