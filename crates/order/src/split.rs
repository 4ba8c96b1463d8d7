//! 拆单 (catalogue af-orders.md 1.8; boxes and stops: sea-rail-road.md 1.10): the drafts an order becomes. The first is the
//! order itself, the others are new orders. All of it is pure; what is written follows from the drafts.

mod asked;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use kernel::{Findings, Id, Mode, Msg};
use platform::field::{Field, Kind};
use platform::store::Value;
use trade::charge::Currency;
use trade::division::{divide, filled};

use crate::air::{Air, Head};
use crate::carriage::{self, Boxes, Detail};
use crate::draft::Draft;
use crate::parts::BOXES;
use crate::profile::Profile;
use crate::store::Saved;

pub use asked::{Asked, Portion};
pub use rows::Planned;

/// The order itself and nine new ones.
pub const PARTS_MAX: usize = 10;
/// Member of the figures of the parts.
pub const PARTS: &str = "parts";

const SUM_DIFFERS: Msg = Msg::new("order.split.sum", "拆分合计与原单不一致", "The parts do not add up to the order.");
const NOTHING: Msg =
    Msg::new("order.split.nothing", "拆分后每票的{field}须大于0", "Each part needs a {field} above 0.");
const HOUSE_REPEATED: Msg = Msg::new("order.split.house", "{field}{n}重复", "{field} {n} is repeated.");
const BOX_EACH: Msg = Msg::new(
    "order.split.boxes",
    "已有实际件重，每票至少分配一个箱",
    "There are actual figures: each part needs a box.",
);

/// Figures that are divided, the planned ones first; each with what a box has of it.
const FIGURES: [(Field, Field); 6] = [
    (Head::PLAN_PIECES, Boxes::PIECES),
    (Head::PLAN_WEIGHT, Boxes::WEIGHT),
    (Head::PLAN_VOLUME, Boxes::VOLUME),
    (Head::CONFIRM_PIECES, Boxes::PIECES),
    (Head::CONFIRM_WEIGHT, Boxes::WEIGHT),
    (Head::CONFIRM_VOLUME, Boxes::VOLUME),
];
/// Figures of a side.
const SIDE: usize = 3;

/// What is asked for, read over the order.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// The parts, the order itself first.
    pub portions: Vec<Portion>,
    /// New orders are under the master of the order; otherwise it stays with the order alone.
    pub same_master: bool,
    /// Charges are shared by charge weight; otherwise they stay with the order.
    pub shares_charges: bool,
    /// Parts of sizes and boxes that leave the order, by row.
    pub given: BTreeMap<Id, usize>,
    /// Boxes of a planned type that leave the order: row, part, and how many, where that is said.
    pub planned: Vec<(Id, usize, Option<i64>)>,
    /// Parts of house waybills that leave it.
    pub hawbs: BTreeMap<Id, usize>,
    /// Parts of house bills that leave it.
    pub bills: BTreeMap<Id, usize>,
}

/// Where the number of the master of a scope's orders stands; none where they have no master.
pub fn master_field(profile: &Profile) -> Option<Field> {
    match profile.scope.mode() {
        Mode::Air => Some(Head::AWB_NUMBER),
        Mode::Sea => Some(Detail::MLB_NUMBER),
        Mode::Rail => Some(Detail::RAIL_WAYBILL_NO),
        Mode::Road | Mode::Other => None,
    }
}

/// Where an order of a scope says its house number, which tells it from the others of its master; air export has houses of
/// its own.
pub fn house_field(profile: &Profile) -> Option<Field> {
    let field = match profile.scope.mode() {
        Mode::Air => carriage::Head::HAWB_NUMBER,
        Mode::Sea => Detail::HLB_NUMBER,
        Mode::Rail | Mode::Road | Mode::Other => return None,
    };
    let own = profile.head.iter().chain(&profile.detail);
    own.into_iter().find(|own| own.column == field.column).copied()
}

/// A figure as the scope declares it.
pub(crate) fn declared(profile: &Profile, field: Field) -> Field {
    profile.head.iter().find(|own| own.column == field.column).copied().unwrap_or(field)
}

/// What parts of a figure are multiples of: the last decimal that is shown and typed. Air waybills have one of a kilogram,
/// so that parts of an air order that are shown and printed add up as well.
fn step_of(field: Field) -> i64 {
    match field.kind {
        Kind::Decimal(scale) => 10i64.pow(scale.saturating_sub(field.digits)),
        _ => 1,
    }
}

/// Sets a field wherever it stands.
fn put(draft: &mut Draft, field: Field, value: &Value) {
    draft.head.put(field.column, value);
    draft.detail.put(field.column, value);
}

impl Wanted {
    /// How many parts there are.
    fn count(&self) -> usize {
        self.portions.len()
    }

    /// The part a row belongs to.
    pub fn part_of(&self, row: Option<Id>) -> usize {
        row.and_then(|id| self.given.get(&id)).copied().unwrap_or_default()
    }

    /// The figures of the parts: those that were given, and the others as they follow from these. None where the order has
    /// no such figure.
    fn figures(&self, (profile, draft): (&Profile, &Draft)) -> [Option<Vec<i64>>; 6] {
        let mut made: [Option<Vec<i64>>; 6] = std::array::from_fn(|_| None);
        for (place, (field, of_box)) in FIGURES.into_iter().enumerate() {
            let Some(whole) = raw(draft, field) else { continue };
            let given: Vec<Option<i64>> = self.portions.iter().map(|portion| portion.figure(place)).collect();
            let by_boxes = self.by_boxes(draft, of_box);
            // Weight and volume go by the pieces of their side, the actual pieces by the planned ones.
            let pieces = [place - place % SIDE, 0].into_iter().filter(|at| *at != place);
            let by_pieces = pieces.filter_map(|at| made.get(at).cloned().flatten()).next();
            let weights = by_boxes.or(by_pieces).unwrap_or_else(|| vec![1; self.count()]);
            let parts = filled(whole, &given, &weights, step_of(declared(profile, field)));
            if let Some(own) = made.get_mut(place) {
                // Of little cargo each part has some, too, though less than is shown.
                *own = Some(if parts.contains(&0) { filled(whole, &given, &weights, 1) } else { parts });
            }
        }
        made
    }

    /// What the boxes of each part have of a figure, once each part has some and every box says it.
    fn by_boxes(&self, draft: &Draft, of_box: Field) -> Option<Vec<i64>> {
        let mut sums = vec![0i64; self.count()];
        for row in draft.rows(&BOXES) {
            let Value::Int(own) = row.value(of_box.column) else { return None };
            let sum = sums.get_mut(self.part_of(row.id))?;
            *sum = sum.saturating_add(*own);
        }
        (!sums.is_empty() && sums.iter().all(|sum| *sum > 0)).then_some(sums)
    }

    /// The orders the order becomes, itself first. What is wrong of the division is found at its cell; what the rules of an
    /// order say of each is asked afterwards.
    pub fn drafts(&self, saved: &Saved, findings: &mut Findings) -> Vec<Draft> {
        let (profile, draft) = (saved.profile, &saved.draft);
        let figures = self.figures((profile, draft));
        self.check_figures(profile, (draft, &figures), findings);
        self.check_houses(saved, findings);
        self.check_boxes(draft, findings);
        let planned = self.plan(draft, findings);
        let pieces = figures.first().cloned().flatten().unwrap_or_default();
        (0..self.count())
            .map(|part| {
                let mut own = draft.clone();
                divide_figures(&mut own, &figures, part);
                self.put_rows(&mut own, (profile, part), (&planned, &pieces));
                if part > 0 {
                    self.begin(&mut own, (saved, part));
                }
                own
            })
            .collect()
    }

    /// What a new order does not take along, and what it is called by.
    fn begin(&self, own: &mut Draft, (saved, part): (&Saved, usize)) {
        if let Some(master) = master_field(saved.profile).filter(|_| !self.same_master) {
            put(own, master, &Value::Null);
        }
        if let Some((house, portion)) = house_field(saved.profile).zip(self.portions.get(part)) {
            put(own, house, &portion.house);
        }
        // An order without a number of its customer's bears its own.
        if own.head.text(Head::CUSTOMER_NUMBER) == saved.code {
            own.head.put(Head::CUSTOMER_NUMBER.column, &Value::Null);
        }
    }

    /// Each part has something of each figure, and all have what the order has.
    fn check_figures(
        &self,
        profile: &Profile,
        (draft, figures): (&Draft, &[Option<Vec<i64>>; 6]),
        findings: &mut Findings,
    ) {
        for (place, ((field, ..), parts)) in FIGURES.into_iter().zip(figures).enumerate() {
            let (field, whole) = (declared(profile, field), raw(draft, field).unwrap_or_default());
            let at = |part: usize| format!("{PARTS}.{part}.{}", field.name());
            let given = self.portions.iter().filter_map(|portion| portion.figure(place));
            let sum: i64 = match parts {
                Some(parts) => parts.iter().fold(0, |sum, part| sum.saturating_add(*part)),
                None => given.fold(0, i64::saturating_add),
            };
            let nothing = |part: &(usize, &i64)| *part.1 <= 0;
            for (part, _) in parts.iter().flatten().enumerate().filter(nothing) {
                findings.error(at(part), NOTHING.with_each(&[("field", field.zh)], &[("field", field.en)]));
            }
            findings.error_if(sum != whole, &at(0), SUM_DIFFERS);
        }
    }

    /// Orders of one master are told apart by their houses.
    fn check_houses(&self, saved: &Saved, findings: &mut Findings) {
        let has_master = master_field(saved.profile).is_some_and(|field| !saved.draft.text(field).is_empty());
        let Some(house) = house_field(saved.profile).filter(|_| self.same_master && has_master) else { return };
        let own = saved.draft.text(house);
        let told = |part: usize, portion: &Portion| if part == 0 { own.clone() } else { portion.house_text() };
        let houses: Vec<String> = self.portions.iter().enumerate().map(|(part, one)| told(part, one)).collect();
        for (part, number) in houses.iter().enumerate().skip(1) {
            let at = format!("{PARTS}.{part}.houseNumber");
            if number.is_empty() {
                findings.error(at, house.asked_for());
            } else if houses.iter().take(part).any(|earlier| earlier == number) {
                let (zh, en) = ([("field", house.zh), ("n", number)], [("field", house.en), ("n", number)]);
                findings.error(at, HOUSE_REPEATED.with_each(&zh, &en));
            }
        }
    }

    /// What was measured was measured of boxes: no part is without one.
    fn check_boxes(&self, draft: &Draft, findings: &mut Findings) {
        let boxes = draft.rows(&BOXES);
        let is_measured = FIGURES.iter().skip(SIDE).any(|(field, ..)| raw(draft, *field).is_some());
        let is_bare = |part: &usize| boxes.iter().all(|row| self.part_of(row.id) != *part);
        let bare = !boxes.is_empty() && is_measured && (0..self.count()).any(|part| is_bare(&part));
        findings.error_if(bare, BOXES.member, BOX_EACH);
    }
}

/// What a draft has of a figure, as it is stored.
fn raw(draft: &Draft, field: Field) -> Option<i64> {
    match draft.head.value(field.column) {
        Value::Int(raw) => Some(*raw),
        _ => None,
    }
}

/// Gives a part its figures; a charge weight that was typed is divided as the gross weight is.
fn divide_figures(own: &mut Draft, figures: &[Option<Vec<i64>>; 6], part: usize) {
    for ((field, ..), parts) in FIGURES.into_iter().zip(figures) {
        if let Some(raw) = parts.as_ref().and_then(|parts| parts.get(part)) {
            own.head.set(field, *raw);
        }
    }
    let typed = [
        (Head::PLAN_CHARGE_MANUAL, Head::PLAN_CHARGE_WEIGHT, 1),
        (Head::CONFIRM_CHARGE_MANUAL, Head::CONFIRM_CHARGE_WEIGHT, 1 + SIDE),
    ];
    for (by_hand, charged, gross) in typed {
        let weights = figures.get(gross).cloned().flatten().unwrap_or_default();
        if let Some(whole) = raw(own, charged).filter(|_| own.head.get(by_hand) == Some(true))
            && let Some(share) = divide(whole, &weights, step_of(charged)).get(part)
        {
            own.head.set(charged, *share);
        }
    }
}

/// What all of an order was sold or bought for, over its parts by their charge weights: in cents, or in whole units of a
/// currency without such.
pub fn share_lumps(drafts: &mut [Draft]) {
    let weights: Vec<i64> = drafts.iter().map(charged).collect();
    for (field, of) in [(Air::FREIGHT_AMOUNT, Air::CURRENCY_CODE), (Air::MSR_AMOUNT, Air::MSR_CURRENCY_CODE)] {
        let Some(first) = drafts.first().map(|own| &own.detail) else { continue };
        let Value::Int(whole) = *first.value(field.column) else { continue };
        let exponent = Currency::named(&first.text(of)).map_or(field.digits, Currency::exponent);
        let step = 10i64.pow(field.digits.saturating_sub(exponent));
        for (own, share) in drafts.iter_mut().zip(divide(whole, &weights, step)) {
            own.detail.set(field, share);
        }
    }
}

/// The charge weight of a draft: the actual one, else the planned one.
fn charged(draft: &Draft) -> i64 {
    [Head::CONFIRM_CHARGE_WEIGHT, Head::PLAN_CHARGE_WEIGHT].into_iter().find_map(|field| raw(draft, field)).unwrap_or(0)
}
