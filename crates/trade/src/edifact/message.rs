//! One message between UNH and UNT.

use super::error::{EdifactError, error, flag, oddities, reasons};
use super::report;
use super::segment::Segment;
use crate::movement::{Flag, Movement};

/// Kinds of messages that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Gate in and gate out.
    Codeco,
    /// Loaded and discharged.
    Coarri,
    /// Any status.
    Iftsta,
}

impl Kind {
    /// Its name in UNH.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Codeco => "CODECO",
            Self::Coarri => "COARRI",
            Self::Iftsta => "IFTSTA",
        }
    }

    /// Directories it is usually of.
    const fn usual(self) -> &'static [&'static str] {
        match self {
            Self::Codeco | Self::Coarri => &["95B", "00B"],
            Self::Iftsta => &["99B", "00B"],
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        [Self::Codeco, Self::Coarri, Self::Iftsta].into_iter().find(|kind| kind.name() == name)
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Reference of UNH.
    pub reference: String,
    /// What it is.
    pub kind: Kind,
    /// Directory, such as `D95B`.
    pub version: String,
    /// Guide it follows, such as `SMDG16`; often none.
    pub association: String,
    /// Segments, UNH and UNT among them.
    pub segments: usize,
    /// What it tells.
    pub movements: Vec<Movement>,
    /// What was unusual about its head.
    pub flags: Vec<Flag>,
}

/// Takes back what was told.
const CANCELLATION: &str = "1";

pub(super) fn read(head: &Segment, inside: &[Segment]) -> Result<Message, EdifactError> {
    let name = head.part(2, 0);
    let unknown = || error(head.number, head.column(2), reasons::KIND.with(&[("kind", name)]));
    let kind = Kind::of_name(name).ok_or_else(unknown)?;
    let release = head.part(2, 2);
    let mut flags = Vec::new();
    if !kind.usual().contains(&release) {
        flags.push(flag(head.number, head.column(2), oddities::VERSION));
    }
    let begin = inside.iter().find(|segment| segment.tag() == "BGM");
    if let Some(begin) = begin.filter(|begin| begin.part(3, 0) == CANCELLATION) {
        return Err(error(begin.number, begin.column(3), reasons::CANCELLED.text()));
    }
    let movements = report::read(kind, begin.map_or("", |begin| begin.part(1, 0)), inside);
    let first = movements.first().and_then(|movement| movement.fault.clone());
    if movements.iter().all(|movement| movement.fault.is_some()) {
        let nothing = || error(head.number, 1, reasons::NOTHING_TOLD.text());
        return Err(first.map_or_else(nothing, |fault| error(fault.place, fault.column, fault.text)));
    }
    Ok(Message {
        reference: head.part(1, 0).to_owned(),
        kind,
        version: format!("{}{release}", head.part(2, 1)),
        association: head.part(2, 4).to_owned(),
        segments: inside.len() + 2,
        movements,
        flags,
    })
}
