//! 撤销确认: the booked amounts come back, costs that were added go, and those that were removed are there again.

use std::collections::BTreeMap;

use charge::entry::Ground;
use charge::line::{self as charges, Charge};
use charge::{confirmed, finance};
use orderdesk::costs::{self, Wanted, Way};
use platform::prelude::*;
use settle::compared;
use settle::confirmation::{self, ADD, Line};
use trade::charge::Side;

use super::apply::{DONE, by_order, current, of_order, restored};
use super::{CostConfirmation, seen};

const DID: &str = "撤销成本确认";
const TAKEN: Msg = Msg::new(
    "cost_confirmation.taken",
    "费用已对账或付款，不能撤销",
    "Costs of it are in a payment: it can't be taken back.",
);

/// 已确认 → 核对中.
pub(super) fn back(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, step.id)?;
    let lines = confirmation::lines(tx, org, step.id)?;
    finance::hold_all(tx, &lines.iter().filter_map(|line| line.order).collect())?;
    if confirmed::is_taken(tx, step.id)? {
        return Err(Refusal::business(TAKEN));
    }
    let held = confirmed::of_sheet(tx, step.id)?;
    confirmed::open(tx, &held)?;
    let now = current(tx, &lines)?;
    let ground = Ground::of(tx, org)?;
    let day: String = step.get(CostConfirmation::FINANCIAL_DATE)?;
    let told = format!("{DID} {}", step.document.confirm_code);
    let way = Way {
        ground: &ground,
        day: kernel::parse_day(&day),
        after_finish: actor.has(charge::ledger::AFTER_FINISH),
        done: DONE,
        did: DID,
        told: &told,
        reason: DID,
    };
    let orders = by_order(lines);
    finance::count_on(tx, &orders.keys().copied().collect())?;
    for (order, own) in orders {
        back_of_order(tx, order, (own, &now), (&way, step))?;
    }
    step.unless_clean()?;
    super::counted_anew(tx, step.id)
}

/// Brings the costs of an order back; what stands against it is found.
fn back_of_order(
    tx: &mut Tx<'_>,
    order: Id,
    (mut lines, now): (Vec<Line>, &BTreeMap<Id, charges::Line>),
    (way, step): (&Way<'_>, &mut Step<'_, CostConfirmation>),
) -> Result<(), Refusal> {
    let Some(first) = lines.first() else { return Ok(()) };
    let (code, scope) = (first.order_code.clone(), first.scope.clone());
    let wanted = wanted(&lines, now)?;
    let changes = [wanted.changed.len(), wanted.gone.len(), wanted.withdrawn.len(), wanted.fresh.len()];
    if changes.iter().all(|count| *count == 0) {
        let entry = charge::ledger::entry(Side::Payable, (order, &code)).did("修改", DID).level(Level::High);
        return tx.log(entry.text(way.told));
    }
    match costs::agree(tx, (order, &scope), &wanted, way)? {
        Err(why) => of_order(&code, &why, &mut step.findings),
        Ok(made) => {
            confirmed::put_on(tx, &made.fresh, Some(step.id))?;
            let mut fresh = made.fresh.into_iter();
            for line in &mut lines {
                let is_removed = !line.before.is_empty() && line.charge.is_none_or(|id| !now.contains_key(&id));
                if is_removed {
                    line.charge = fresh.next();
                } else if line.treatment == ADD {
                    line.charge = None;
                }
                line.before.clear();
                line.adjusting = None;
            }
            compared::write(tx, step.id, &lines)?;
        }
    }
    Ok(())
}

/// What the costs of an order were.
fn wanted(lines: &[Line], now: &BTreeMap<Id, charges::Line>) -> Result<Wanted, Refusal> {
    let mut wanted = Wanted::default();
    for line in lines {
        wanted.withdrawn.extend(line.adjusting);
        let cost = line.charge.and_then(|id| now.get(&id));
        match (cost, restored(&line.before)?) {
            (Some(cost), _) if line.treatment == ADD => {
                let Some(id) = cost.id else { continue };
                if cost.charge.adjust_no.is_empty() {
                    wanted.gone.insert(id)
                } else {
                    wanted.withdrawn.insert(id)
                };
            }
            (Some(cost), Some(before)) => {
                let Some(id) = cost.id else { continue };
                wanted.changed.insert(id, as_before(&cost.charge, before));
            }
            (None, Some(before)) => {
                let mut fresh = charges::Line::new(Side::Payable, charge::line::Source::Manual);
                fresh.derives = false;
                fresh.charge = Charge { debit_note_id: None, reconciled: 0, cost_confirmed: false, ..before };
                wanted.fresh.push(fresh);
            }
            _ => {}
        }
    }
    Ok(wanted)
}

/// A cost with the figures it had.
fn as_before(now: &Charge, before: Charge) -> Charge {
    Charge {
        price: before.price,
        quantity: before.quantity,
        quantity_typed: before.quantity_typed,
        amount: before.amount,
        amount_fixed: before.amount_fixed,
        card_id: before.card_id,
        tag: before.tag,
        cut: before.cut,
        source: before.source,
        ..now.clone()
    }
}
