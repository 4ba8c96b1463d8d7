//! What the segments of a message tell, as movements.
//!
//! CODECO and COARRI tell one thing of many boxes: each EQD opens a box, and what follows belongs to it. IFTSTA tells
//! many things: each STS opens one, of every EQD that follows it, or of the consignment.

use super::error::{EdifactError, flag, oddities};
use super::message::Kind;
use super::segment::Segment;
use super::value::{container_no, time, weight};
use crate::movement::{Classifier, Flag, Movement};

/// Times that say when something happened: effective, executed, done, status changed, arrived, departed.
const TIMES: [&str; 6] = ["7", "203", "181", "334", "178", "186"];
/// Times that say when something is expected: arrival, departure.
const EXPECTED: [&str; 2] = ["132", "133"];
/// Places where something happens: location of an activity, gate or terminal.
const HERE: [&str; 3] = ["175", "165", "89"];
const LOADED_AT: &str = "9";
const DISCHARGED_AT: &str = "11";
/// Longest value and longest remark that are kept, in characters.
const VALUE_MAX: usize = 100;
const REMARK_MAX: usize = 300;
/// Most numbers of a kind, seals, and flags of a movement: what the head tells is told again of every box.
const EACH_MAX: usize = 20;
/// Main carriage.
const MAIN: &str = "20";
/// Carriage by road.
const ROAD: &str = "3";

/// What is told, and what was.
struct Reader {
    kind: Kind,
    /// Document name of BGM.
    document: String,
    /// The movement that is being told.
    open: Option<Open>,
    done: Vec<Movement>,
}

/// A movement that is being told.
#[derive(Debug, Clone, Default)]
struct Open {
    movement: Movement,
    /// How good a place is that was told, best first.
    place_rank: usize,
    /// The time of the fact was told.
    timed: bool,
    /// A status whose boxes follow.
    boxes: usize,
    /// Segment of its last box.
    boxed_at: usize,
}

/// Everything a message tells; what of it can't be understood has its fault.
pub(super) fn read(kind: Kind, document: &str, inside: &[Segment]) -> Vec<Movement> {
    let mut reader = Reader { kind, document: document.to_owned(), open: None, done: Vec::new() };
    let mut head = Open { place_rank: usize::MAX, ..Open::default() };
    let mut message: Option<Open> = None;
    for segment in inside {
        match segment.tag() {
            "EQD" if kind != Kind::Iftsta => reader.begin(segment, &head),
            "STS" if kind == Kind::Iftsta => reader.status(segment, &head),
            "CNI" if kind == Kind::Iftsta => {
                reader.close();
                // A consignment begins with what the message says, and with nothing of the one before it.
                head = message.get_or_insert(head).clone();
                head.movement.bills.clear();
                add(&mut head.movement.bills, segment.part(2, 0));
            }
            "EQD" => reader.further_box(segment),
            _ => {
                let open = reader.open.as_mut().unwrap_or(&mut head);
                if let Err(error) = tell(kind, open, segment, document) {
                    let fault = Flag { place: error.segment, column: error.column, text: error.reason };
                    open.movement.fault.get_or_insert(fault);
                }
                open.movement.flags.truncate(EACH_MAX);
            }
        }
    }
    reader.close();
    reader.done
}

impl Reader {
    /// A movement as far as the head tells it.
    fn fresh(&self, segment: &Segment, head: &Open) -> Open {
        let mut open = head.clone();
        open.timed = false;
        // A place of the movement itself counts more than the same of the head.
        open.place_rank = open.place_rank.saturating_add(1);
        open.movement.place = segment.number;
        open
    }

    fn begin(&mut self, segment: &Segment, head: &Open) {
        self.close();
        let mut open = self.fresh(segment, head);
        equip(&mut open.movement, segment);
        open.movement.code = gate_code(self.kind, &self.document, open.movement.laden);
        if open.movement.laden.is_none() && self.kind == Kind::Codeco {
            open.movement.flags.push(flag(segment.number, segment.column(6), oddities::NO_LADEN));
        }
        self.open = Some(open);
    }

    fn status(&mut self, segment: &Segment, head: &Open) {
        self.close();
        let mut open = self.fresh(segment, head);
        let told = segment.part(2, 0);
        open.movement.code =
            kept(if told.is_empty() { format!("IFTSTA {}", self.document) } else { told.to_owned() }.trim());
        self.open = Some(open);
    }

    /// A box of the open status; a second one has a movement of its own, which begins like the first.
    fn further_box(&mut self, segment: &Segment) {
        let Some(open) = self.open.as_mut() else { return };
        if open.boxes > 0 {
            self.done.push(open.movement.clone());
            open.movement.seals.clear();
            (open.movement.gross, open.movement.vgm, open.movement.tare) = (None, None, None);
            open.movement.flags.retain(|flag| flag.place < open.movement.place);
            // What can't be understood of a box says nothing of the next.
            let of_box = open.boxed_at;
            open.movement.fault.take_if(|fault| fault.place > of_box);
        }
        open.boxes += 1;
        open.boxed_at = segment.number;
        equip(&mut open.movement, segment);
        if open.boxes > 1 {
            open.movement.place = segment.number;
        }
    }

    fn close(&mut self) {
        self.done.extend(self.open.take().map(|open| open.movement));
    }
}

/// Number, type and fullness of EQD.
fn equip(movement: &mut Movement, segment: &Segment) {
    movement.container_no = container_no(segment, &mut movement.flags);
    movement.container_type = kept(segment.part(3, 0));
    movement.laden = match segment.part(6, 0) {
        "4" => Some(false),
        "5" | "7" | "8" => Some(true),
        _ => None,
    };
}

/// What CODECO and COARRI tell by the name of their document, in the words of DCSA; a name nobody knows is kept.
fn gate_code(kind: Kind, document: &str, laden: Option<bool>) -> String {
    let known = match (kind, document) {
        (Kind::Codeco, "34") => "GTIN",
        (Kind::Codeco, "36") => "GTOT",
        (Kind::Coarri, "44" | "98") => "DISC",
        (Kind::Coarri, "46" | "270") => "LOAD",
        _ => return kept(format!("{} {document}", kind.name()).trim()),
    };
    let fullness = match laden {
        Some(true) => " L",
        Some(false) => " E",
        None => "",
    };
    format!("EQUIPMENT {known}{fullness}")
}

/// Adds what a segment tells to the movement it belongs to, or to the head.
fn tell(kind: Kind, open: &mut Open, segment: &Segment, document: &str) -> Result<(), EdifactError> {
    match segment.tag() {
        "DTM" => tell_time(kind, open, segment)?,
        "RFF" => tell_number(&mut open.movement, segment.part(1, 0), segment.part(1, 1)),
        "LOC" => tell_place(kind, open, segment, document),
        "MEA" => tell_weight(&mut open.movement, segment)?,
        "SEL" => {
            add(&mut open.movement.seals, segment.part(1, 0));
        }
        "TDT" => tell_transport(&mut open.movement, segment),
        "FTX" => {
            let words: Vec<&str> = (0..5).map(|part| segment.part(4, part)).filter(|text| !text.is_empty()).collect();
            open.movement.remark = words.join(" ").chars().take(REMARK_MAX).collect();
        }
        _ => {}
    }
    Ok(())
}

/// The first time of a fact counts; an expected one only as long as no fact is told, and never that of the vessel of
/// gate and terminal reports, which tell facts alone.
fn tell_time(kind: Kind, open: &mut Open, segment: &Segment) -> Result<(), EdifactError> {
    let qualifier = segment.part(1, 0);
    let expected = kind == Kind::Iftsta && EXPECTED.contains(&qualifier);
    if open.timed || !(expected || TIMES.contains(&qualifier)) || expected && open.movement.time.is_some() {
        return Ok(());
    }
    let told = time(segment, &mut open.movement.flags)?;
    open.timed = told.is_some() && !expected;
    open.movement.classifier = if expected { Classifier::Estimated } else { Classifier::Actual };
    open.movement.time = told.or(open.movement.time);
    Ok(())
}

fn tell_number(movement: &mut Movement, qualifier: &str, number: &str) {
    let into = match qualifier {
        "BN" => &mut movement.bookings,
        "BM" | "MB" | "HWB" => &mut movement.bills,
        "FF" | "CR" | "CU" => &mut movement.references,
        _ => return,
    };
    add(into, number);
}

/// Adds a value that is new.
fn add(into: &mut Vec<String>, text: &str) {
    let text = kept(text);
    if !text.is_empty() && into.len() < EACH_MAX && !into.contains(&text) {
        into.push(text);
    }
}

fn kept(text: &str) -> String {
    text.chars().take(VALUE_MAX).collect()
}

/// The place of the activity itself is best, then the port the message is about, then any.
fn tell_place(kind: Kind, open: &mut Open, segment: &Segment, document: &str) {
    let qualifier = segment.part(1, 0);
    let port = match (kind, document) {
        (Kind::Coarri, "44" | "98") => DISCHARGED_AT,
        _ => LOADED_AT,
    };
    let rank = match qualifier {
        here if HERE.contains(&here) => 0,
        at if kind != Kind::Iftsta && at == port => 1,
        _ if kind == Kind::Iftsta => 2,
        _ => return,
    };
    let (code, name) = (segment.part(2, 0), segment.part(2, 3));
    let place = if code.is_empty() { name } else { code };
    if place.is_empty() || rank >= open.place_rank {
        return;
    }
    open.place_rank = rank;
    open.movement.location = kept(place);
    open.movement.terminal = kept(segment.part(3, 0));
}

fn tell_weight(movement: &mut Movement, segment: &Segment) -> Result<(), EdifactError> {
    let into = match (segment.part(1, 0), segment.part(2, 0)) {
        (_, "VGM") | ("VGM", _) => &mut movement.vgm,
        (_, "T") => &mut movement.tare,
        ("AAE" | "WT", "G" | "WT" | "AET" | "") => &mut movement.gross,
        _ => return Ok(()),
    };
    *into = weight(segment, &mut movement.flags)?.or(*into);
    Ok(())
}

/// The vessel of the main carriage, the plate of a truck.
fn tell_transport(movement: &mut Movement, segment: &Segment) {
    let (stage, voyage, mode) = (segment.part(1, 0), segment.part(2, 0), segment.part(3, 0));
    let (id, name) = (segment.part(8, 0), segment.part(8, 3));
    if mode == ROAD {
        let plate = [id, name, voyage].into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        movement.plate = kept(plate);
    } else if stage == MAIN || movement.vessel.is_empty() && stage.is_empty() {
        movement.voyage = kept(voyage);
        movement.vessel = kept(if name.is_empty() { id } else { name });
    }
}
