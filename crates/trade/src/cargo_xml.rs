//! Cargo-XML messages: waybill (XFWB), house waybill (XFZB), house manifest (XFHL) and status (XFSU), read and
//! written to and from the values Cargo-IMP uses, and the answer to them (XFNM).
//!
//! Read: any prefix, blanks, a byte order mark, comments, CDATA, versions older and newer than the written one.
//! Elements no value holds are passed over and their paths kept in [`Message::flags`]. A document type declaration
//! or an entity of its own is refused, as is whatever is too large, too deep or no number where one belongs.
//!
//! What Cargo-XML cannot carry, so that it does not come back:
//! - blanks around a text and characters XML forbids; the version of the Cargo-IMP message; blocks kept as unknown
//!   lines; contacts other than phone, fax and telex;
//! - XFWB: the month and year of a booked flight, which no value tells (written is the first such day from a week
//!   before the issue on); details of goods without an element ([`Detail::Other`]) and the order of details of
//!   different kinds;
//! - XFWB: of the office only its file reference, since the header names the sender; an account of who is notified;
//!   what the agent is to the message; whether a single line of goods or all of them tell a consolidation;
//! - XFZB: volume and density of the master, the charge code; a free text that repeats the description;
//! - XFHL: free text, commodity codes, parties and declared values of a house (its house waybill carries them),
//!   volume and density of the master;
//! - XFSU: the line of a status, a month left out, midnight told apart from no time of day, times of a movement
//!   without a day, the flight beside a status that tells nothing else of where and when, blocks behind a status other
//!   than OSI, OCI and ULD.
//!
//! [`Detail::Other`]: crate::imp::fwb::Detail::Other

mod declared;
mod header;
mod node;
mod note;
mod number;
mod out;
mod party;
mod time;
mod tree;
pub mod xfhl;
pub mod xfnm;
pub mod xfsu;
pub mod xfwb;
pub mod xfzb;

pub use header::{Envelope, Participant, Purpose};

use crate::fsu::StatusMessage;
use crate::imp::ImpError;
use crate::imp::fhl::Fhl;
use crate::imp::fwb::Fwb;
use node::{Flags, Node};
use xfnm::Response;
use xfzb::HouseWaybill;

/// Largest message in bytes.
pub const MESSAGE_BYTES_MAX: usize = 1024 * 1024;

/// Why a message cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Path of the element below the root; empty when the trouble is no element's.
    pub element: String,
    /// Reason in Chinese.
    pub zh: &'static str,
    /// Reason in English.
    pub en: &'static str,
}

/// A message with its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Header.
    pub envelope: Envelope,
    /// What it says.
    pub body: Body,
    /// Paths of elements that were passed over or read with a doubt, each once.
    pub flags: Vec<String>,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// XFWB, a waybill.
    Waybill(Box<Fwb>),
    /// XFZB, a house waybill with its master.
    House(Box<HouseWaybill>),
    /// XFHL, the houses of a master.
    Manifest(Fhl),
    /// XFSU, statuses of a shipment.
    Status(StatusMessage),
    /// XFNM, the answer to a message.
    Response(Response),
}

/// Reasons, Chinese and English.
type Reason = (&'static str, &'static str);

const EMPTY: Reason = ("报文为空", "The message is empty.");
const TOO_LARGE: Reason = ("报文过大", "The message is too large.");
const BAD_ROOT: Reason = (
    "不是Cargo-XML运单、分单、分单清单、状态或应答报文",
    "This is no Cargo-XML waybill, house waybill, house manifest, status or response.",
);
const MISSING: Reason = ("缺少必需的元素", "A required element is missing.");
const BAD_AWB: Reason = ("主单号不正确", "The waybill number is wrong.");
const BAD_STATION: Reason = ("机场代码须为3位字母", "An airport code is three letters.");

/// A trouble at a byte of the text.
#[derive(Debug)]
struct Fault {
    at: usize,
    element: String,
    reason: Reason,
}

impl Fault {
    fn new(at: usize, reason: Reason) -> Self {
        Self { at, element: String::new(), reason }
    }

    /// As that of a telegram, at its byte until its line is looked for.
    fn unplaced(self) -> ImpError {
        ImpError { line: self.at, column: 0, zh: self.reason.0, en: self.reason.1 }
    }

    fn located(self, text: &str) -> XmlError {
        let (line, column) = place_of(text, self.at);
        XmlError { line, column, element: self.element, zh: self.reason.0, en: self.reason.1 }
    }
}

/// Line and column of a byte, from 1.
fn place_of(text: &str, at: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let begins_letter = |byte: &&u8| **byte & 0xC0 != 0x80;
    let column = before.iter().skip(line_start).filter(begins_letter).count() + 1;
    (before.iter().filter(|byte| **byte == b'\n').count() + 1, column)
}

/// Reads a message of any of the five kinds.
pub fn read(text: &str) -> Result<Message, XmlError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let flags = Flags::default();
    match read_parts(text, &flags) {
        Ok((envelope, body)) => Ok(Message { envelope, body, flags: flags.into_list() }),
        Err(fault) => Err(fault.located(text)),
    }
}

fn read_parts(text: &str, flags: &Flags) -> Result<(Envelope, Body), Fault> {
    let (element, namespace) = tree::parse(text)?;
    let name = element.name.clone();
    let form = header::FORMS.iter().find(|form| form.root == name).ok_or(Fault::new(element.at, BAD_ROOT))?;
    if namespace != form.namespace {
        flags.add("@xmlns".to_owned());
    }
    let mut root = Node::root(element, flags);
    let (envelope, type_code) = header::read(root.need("MessageHeaderDocument")?, form)?;
    let body = match form.root {
        xfwb::ROOT => Body::Waybill(Box::new(xfwb::read(root, &type_code)?)),
        xfzb::ROOT => Body::House(Box::new(xfzb::read(root)?)),
        xfhl::ROOT => Body::Manifest(xfhl::read(root)?),
        xfnm::ROOT => Body::Response(xfnm::read(root)?),
        _ => {
            let mut message = xfsu::read(root)?;
            for status in &mut message.statuses {
                status.line = place_of(text, status.line).0;
            }
            for fault in &mut message.faults {
                (fault.line, fault.column) = place_of(text, fault.line);
            }
            Body::Status(message)
        }
    };
    Ok((envelope, body))
}

#[cfg(test)]
mod tests;
