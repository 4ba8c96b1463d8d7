//! The rows below the parts of an order: sizes and boxes go whole, planned boxes by number, stops by pieces.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use platform::store::Value;
use trade::division::divide;

use super::Wanted;
use crate::carriage::{Boxes, PlanBoxes, Stops};
use crate::draft::Draft;
use crate::part::{Part, anew};
use crate::parts::{BOXES, CONFIRM_DIMENSIONS, PLAN_BOXES, PLAN_DIMENSIONS, STOPS};
use crate::profile::Profile;
use crate::sheet::Sheet;

const TOO_MANY: Msg =
    Msg::new("order.split.planned", "{type}只有{n}个可分配", "There are {n} boxes of {type} to give.");

/// How many boxes of a planned row each part has.
pub type Planned = BTreeMap<Id, Vec<i64>>;

/// Whether rows of a part go to one order whole and keep their ids.
fn is_given(part: &Part) -> bool {
    [&PLAN_DIMENSIONS, &CONFIRM_DIMENSIONS, &BOXES].iter().any(|given| given.member == part.member)
}

impl Wanted {
    /// How the planned boxes are divided: as it is said, else as many as the part has boxes of the type. What is left stays
    /// with the order.
    pub fn plan(&self, draft: &Draft, findings: &mut Findings) -> Planned {
        let mut planned = Planned::new();
        let mut counted: BTreeMap<(usize, String), i64> = BTreeMap::new();
        for row in draft.rows(&BOXES) {
            *counted.entry((self.part_of(row.id), row.text(Boxes::CONTAINER_TYPE))).or_default() += 1;
        }
        for row in draft.rows(&PLAN_BOXES) {
            let (Some(id), kind) = (row.id, row.text(PlanBoxes::CONTAINER_TYPE)) else { continue };
            let whole: i64 = row.get(PlanBoxes::QUANTITY).unwrap_or_default();
            let mut own = vec![0; self.count()];
            let mut left = whole;
            for (part, quantity) in own.iter_mut().enumerate().skip(1) {
                let said = self.planned.iter().find(|(row, of, _)| (*row, *of) == (id, part));
                let boxes = counted.entry((part, kind.clone())).or_default();
                *quantity = said.and_then(|(.., quantity)| *quantity).unwrap_or_else(|| (*boxes).min(left.max(0)));
                *boxes -= (*quantity).min(*boxes);
                left = left.saturating_sub(*quantity);
            }
            if left < 0 {
                let at = self.planned.iter().position(|(row, ..)| *row == id).unwrap_or_default();
                let text = TOO_MANY.with(&[("type", &kind), ("n", &whole.to_string())]);
                findings.error(format!("{}.{at}.quantity", PLAN_BOXES.member), text);
            }
            if let Some(first) = own.first_mut() {
                *first = left;
            }
            planned.insert(id, own);
        }
        planned
    }

    /// Puts the rows of a part below its draft. Rows of a new order that are not given to it whole are rows of its own.
    pub(super) fn put_rows(
        &self,
        own: &mut Draft,
        (profile, part): (&Profile, usize),
        (planned, pieces): (&Planned, &[i64]),
    ) {
        for kind in profile.parts {
            let mut rows = own.rows(kind).to_vec();
            if is_given(kind) {
                rows.retain(|row| self.part_of(row.id) == part);
                own.put(kind, rows);
                continue;
            }
            if kind.member == PLAN_BOXES.member {
                rows = boxes_of(rows, planned, part);
            } else if kind.member == STOPS.member {
                rows = stops_of(rows, pieces, part);
            }
            own.put(kind, if part > 0 { anew(&rows) } else { rows });
        }
    }
}

fn boxes_of(mut rows: Vec<Sheet>, planned: &Planned, part: usize) -> Vec<Sheet> {
    let own = |row: &Sheet| row.id.and_then(|id| planned.get(&id)?.get(part).copied()).unwrap_or_default();
    rows.retain(|row| own(row) > 0);
    for row in &mut rows {
        row.set(PlanBoxes::QUANTITY, own(row));
    }
    rows
}

/// The stops of a part: the first vehicle takes the first pieces, so that each stops as seldom as it can. Where the pieces
/// of the stops are not known, all of them are stopped at.
fn stops_of(rows: Vec<Sheet>, pieces: &[i64], part: usize) -> Vec<Sheet> {
    let whole: i64 = pieces.iter().sum();
    let of_kind = |kind: &str| -> Option<i64> {
        let own = rows.iter().filter(|row| row.text(Stops::KIND) == kind);
        own.map(|row| row.get::<i64>(Stops::PIECES)).sum()
    };
    let is_known = |kind: &str| of_kind(kind) == Some(whole);
    let mut begun: BTreeMap<String, i64> = BTreeMap::new();
    let mut stops = Vec::new();
    for row in &rows {
        let kind = row.text(Stops::KIND);
        let mut own = row.clone();
        if !is_known(&kind) {
            own.set(Stops::PIECES, None::<i64>);
            share(&mut own, row, (pieces, part));
            stops.push(own);
            continue;
        }
        let here: i64 = row.get(Stops::PIECES).unwrap_or_default();
        let from = begun.entry(kind).or_default();
        let cuts = cuts((*from, here), pieces);
        *from += here;
        let cut = cuts.get(part).copied().unwrap_or_default();
        if cut > 0 {
            own.set(Stops::PIECES, cut);
            share(&mut own, row, (&cuts, part));
            stops.push(own);
        }
    }
    stops
}

/// What each part takes of the pieces from a place on, when the parts take theirs one after the other.
fn cuts((from, here): (i64, i64), pieces: &[i64]) -> Vec<i64> {
    let mut begin = 0;
    let mut cuts = Vec::with_capacity(pieces.len());
    for own in pieces {
        let end = begin + own;
        cuts.push((end.min(from + here) - begin.max(from)).max(0));
        begin = end;
    }
    cuts
}

/// Weight and volume of a stop, by weights.
fn share(own: &mut Sheet, row: &Sheet, (weights, part): (&[i64], usize)) {
    for field in [Stops::WEIGHT, Stops::VOLUME] {
        let Value::Int(whole) = row.value(field.column) else { continue };
        let share = divide(*whole, weights, super::step_of(field)).get(part).copied().filter(|share| *share > 0);
        own.set(field, share);
    }
}
