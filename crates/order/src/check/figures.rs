//! The figures of an order: what follows from those that are typed, and how the actual ones differ from the planned.

use kernel::{Density, Percent, Volume, Weight};
use platform::field::Field;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use trade::cargo::{self, DIVISOR_DEFAULT, Mark};
use trade::container::{box_text, teu};

use crate::air::{Air, Head};
use crate::carriage::Detail;
use crate::draft::{Draft, dimensions_of};
use crate::parts::{CONFIRM_DIMENSIONS, PLAN_DIMENSIONS};
use crate::profile::Profile;
use crate::sheet::Sheet;

/// Which side of the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Announced.
    Plan,
    /// Measured.
    Confirm,
}

/// Figures of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideFigures {
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
    /// Charge weight.
    pub charge_weight: Option<Weight>,
    /// Density.
    pub density: Option<Density>,
}

impl SideFigures {
    /// What was measured; the rest follows from it.
    pub(super) fn measured(&self) -> (Option<i64>, Option<Weight>, Option<Volume>) {
        (self.pieces, self.weight, self.volume)
    }
}

struct Columns {
    name: &'static str,
    pieces: Field,
    weight: Field,
    volume: Field,
    charge: Field,
    manual: Field,
    density: Field,
}

const fn columns(side: Side) -> Columns {
    match side {
        Side::Plan => Columns {
            name: "plan",
            pieces: Head::PLAN_PIECES,
            weight: Head::PLAN_WEIGHT,
            volume: Head::PLAN_VOLUME,
            charge: Head::PLAN_CHARGE_WEIGHT,
            manual: Head::PLAN_CHARGE_MANUAL,
            density: Head::PLAN_DENSITY,
        },
        Side::Confirm => Columns {
            name: "confirm",
            pieces: Head::CONFIRM_PIECES,
            weight: Head::CONFIRM_WEIGHT,
            volume: Head::CONFIRM_VOLUME,
            charge: Head::CONFIRM_CHARGE_WEIGHT,
            manual: Head::CONFIRM_CHARGE_MANUAL,
            density: Head::CONFIRM_DENSITY,
        },
    }
}

/// The figures of a side as they stand.
pub fn side_figures(head: &Sheet, side: Side) -> SideFigures {
    let of = columns(side);
    SideFigures {
        pieces: head.get(of.pieces),
        weight: head.get(of.weight),
        volume: head.get(of.volume),
        charge_weight: head.get(of.charge),
        density: head.get(of.density),
    }
}

/// Fills in what follows from the figures of both sides of an air export order; answers it by wire name.
pub fn figures(draft: &mut Draft, divisor: i64) -> Map<String, Json> {
    let divisor = if divisor > 0 { divisor } else { DIVISOR_DEFAULT };
    let mut computed = Map::new();
    for side in [Side::Plan, Side::Confirm] {
        follow(draft, side, divisor, &mut computed);
    }
    split(draft, divisor, &mut computed);
    computed
}

/// Charge weights of both sides and the boxes in twenty-foot equivalents, of the scopes whose cargo is charged as the
/// company decided. An order that is done keeps the weights it was done with, whatever its company decides later.
pub(super) fn carried(draft: &mut Draft, (profile, factor): (&Profile, i64), done: bool) -> Map<String, Json> {
    let mut computed = Map::new();
    for side in [Side::Plan, Side::Confirm] {
        let of = columns(side);
        if !done {
            let figures = draft.head.get::<Weight>(of.weight).zip(draft.head.get::<Volume>(of.volume));
            draft.head.set(of.charge, figures.map(|(weight, volume)| profile.unit.of(factor, weight, volume)));
        }
        computed.insert(of.charge.name(), json!(draft.head.get::<Weight>(of.charge)));
    }
    if profile.boxes() {
        let boxes = draft.counted();
        let units = teu(&boxes);
        draft.detail.set(Detail::TEU, (units > 0).then_some(units));
        let mut shown = String::new();
        Detail::TEU.render(draft.detail.value(Detail::TEU.column), &mut shown);
        computed.insert(Detail::TEU.name(), serde_json::from_str(&shown).unwrap_or(Json::Null));
        computed.insert("containerText".to_owned(), json!(box_text(&boxes)));
    }
    computed
}

fn follow(draft: &mut Draft, side: Side, divisor: i64, computed: &mut Map<String, Json>) {
    let of = columns(side);
    let lines = dimensions_of(draft.rows(match side {
        Side::Plan => &PLAN_DIMENSIONS,
        Side::Confirm => &CONFIRM_DIMENSIONS,
    }));
    let head = &mut draft.head;
    if !lines.is_empty() {
        let (sum, size) = (cargo::pieces_of(&lines), cargo::volume_of(&lines));
        computed.insert(of.pieces.name(), json!(sum));
        computed.insert(of.volume.name(), json!(size));
        if head.get::<i64>(of.pieces).is_none() {
            head.set(of.pieces, sum);
        }
        if head.get::<Volume>(of.volume).is_none() {
            head.set(of.volume, size);
        }
    }
    let (gross, size) = (head.get::<Weight>(of.weight), head.get::<Volume>(of.volume));
    let bulky = size.map(|size| cargo::bulky_weight(&lines, size, divisor));
    let following = gross.zip(bulky).map(|(gross, bulky)| gross.max(bulky));
    let by_hand = head.get::<bool>(of.manual).unwrap_or(false) && head.get::<Weight>(of.charge).is_some();
    if !by_hand {
        head.set(of.charge, following);
    }
    head.set(of.manual, by_hand);
    let dense = gross.zip(size).and_then(|(gross, size)| cargo::density(gross, size));
    head.set(of.density, dense);
    computed.insert(format!("{}VolumeWeight", of.name), json!(bulky));
    computed.insert(of.charge.name(), json!(following));
    computed.insert(of.density.name(), json!(dense));
}

/// What is charged follows the measured side once there is one.
fn split(draft: &mut Draft, divisor: i64, computed: &mut Map<String, Json>) {
    let sides = [Side::Confirm, Side::Plan].map(|side| side_figures(&draft.head, side));
    let lines = [CONFIRM_DIMENSIONS, PLAN_DIMENSIONS].map(|part| dimensions_of(draft.rows(&part)));
    let cargo_of = sides
        .iter()
        .zip(&lines)
        .find_map(|(side, lines)| Some((side.weight?, cargo::bulky_weight(lines, side.volume?, divisor))));
    for (ratio, field) in
        [(Air::FREIGHT_SPLIT_RATIO, Air::INCOME_CHARGE_WEIGHT), (Air::COST_SPLIT_RATIO, Air::COST_CHARGE_WEIGHT)]
    {
        let ratio: Percent = draft.detail.get(ratio).unwrap_or_default();
        let charged = cargo_of.map(|(weight, bulky)| cargo::spared_weight(weight, bulky, ratio));
        draft.detail.set(field, charged);
        computed.insert(field.name(), json!(charged));
    }
}

/// A figure of both sides as whole numbers of its smallest unit.
struct Pair {
    name: &'static str,
    mark: Mark,
    expected: Option<i64>,
    actual: Option<i64>,
    decimals: u32,
    digits: u32,
}

fn pairs(plan: &SideFigures, confirm: &SideFigures) -> [Pair; 5] {
    let weight = |value: Option<Weight>| value.map(Weight::raw);
    let volume = |value: Option<Volume>| value.map(Volume::raw);
    let dense = |value: Option<Density>| value.map(Density::raw);
    let differs = plan.density.zip(confirm.density).is_some_and(|(a, b)| a != b);
    let pair =
        |name, mark, (expected, actual), (decimals, digits)| Pair { name, mark, expected, actual, decimals, digits };
    [
        pair(
            "confirmPieces",
            cargo::compare_pieces(plan.pieces, confirm.pieces),
            (plan.pieces, confirm.pieces),
            (0, 0),
        ),
        pair(
            "confirmWeight",
            cargo::compare_weight(plan.weight, confirm.weight),
            (weight(plan.weight), weight(confirm.weight)),
            (3, 1),
        ),
        pair(
            "confirmVolume",
            cargo::compare_volume(plan.volume, confirm.volume),
            (volume(plan.volume), volume(confirm.volume)),
            (6, 3),
        ),
        pair(
            "confirmChargeWeight",
            cargo::compare_weight(plan.charge_weight, confirm.charge_weight),
            (weight(plan.charge_weight), weight(confirm.charge_weight)),
            (3, 2),
        ),
        pair(
            "confirmDensity",
            if differs { Mark::Differs } else { Mark::Same },
            (dense(plan.density), dense(confirm.density)),
            (3, 2),
        ),
    ]
}

/// How an actual figure differs from the planned one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FigureMark {
    /// Wire name of the actual figure.
    #[serde(skip)]
    pub name: &'static str,
    /// Inside or outside the tolerance.
    pub level: Mark,
    /// The difference.
    pub text: String,
    /// Both figures and the difference.
    pub tip: String,
}

/// Colours of the actual figures that differ.
pub fn marks(plan: &SideFigures, confirm: &SideFigures) -> Vec<FigureMark> {
    let mut marks = Vec::with_capacity(5);
    for pair in pairs(plan, confirm) {
        let (Some(expected), Some(actual)) = (pair.expected, pair.actual) else { continue };
        if pair.mark == Mark::Same {
            continue;
        }
        let text = cargo::difference_text(expected, actual, pair.decimals, pair.digits);
        let show = |value| kernel::format_scaled(value, pair.decimals, pair.digits);
        let tip = format!("预报 {} / 实际 {}，{text}", show(expected), show(actual));
        marks.push(FigureMark { name: pair.name, level: pair.mark, text, tip });
    }
    marks
}

/// Colours of the actual figures by wire name, and whether pieces, weight or volume are outside
/// their tolerance (the charge weight only follows them).
pub fn mark_members(plan: &SideFigures, confirm: &SideFigures) -> (Map<String, Json>, bool) {
    let marks = marks(plan, confirm);
    let flagged = marks.iter().any(|mark| mark.level == Mark::Outside && mark.name != "confirmChargeWeight");
    (marks.iter().map(|mark| (mark.name.to_owned(), json!(mark))).collect(), flagged)
}

/// Actual figures outside their tolerance, each behind the planned one it is held against.
pub fn outside(head: &Sheet) -> Vec<[Field; 2]> {
    let marks = marks(&side_figures(head, Side::Plan), &side_figures(head, Side::Confirm));
    let pairs = [
        [Head::PLAN_PIECES, Head::CONFIRM_PIECES],
        [Head::PLAN_WEIGHT, Head::CONFIRM_WEIGHT],
        [Head::PLAN_VOLUME, Head::CONFIRM_VOLUME],
    ];
    let outside = |actual: &Field| marks.iter().any(|mark| mark.name == actual.name() && mark.level == Mark::Outside);
    pairs.into_iter().filter(|[_, actual]| outside(actual)).collect()
}
