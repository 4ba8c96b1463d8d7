//! 自动核对: the supplier's rows find our costs by what both are called, and the rest stands beside them.

use std::collections::{BTreeMap, BTreeSet};

use charge::line as charges;
use kernel::Id;
use platform::call::Tx;
use platform::flow::Step;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use settle::compared;
use settle::comparison::{Ours, Theirs, Tolerance, matched};
use settle::confirmation::{self, Line, TABLE};

use super::own::{bearers, services};
use super::{CostConfirmation, seen};
use crate::their_list::{Said, folded};

/// Costs that are read with one statement.
const AT_ONCE: usize = 5_000;

/// 自动核对 of the list that was read last.
pub(super) fn again(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let mut select = sql::from(org, TABLE);
    select.column("supplier_rows").and_where(sql::eq("id", step.id));
    let stored: Option<String> = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let Some(stored) = stored else { return as_said(tx, (step.id, step.document)) };
    let billed: Vec<Said> = serde_json::from_str(&stored).unwrap_or_default();
    run(tx, (step.id, step.document), &billed)
}

/// An answer behind the link, and amounts that were typed, stay what they are, beside what is booked by now.
fn as_said(tx: &mut Tx<'_>, (id, sheet): (Id, &CostConfirmation)) -> Result<(), Refusal> {
    let tolerance = tolerance(sheet);
    let mut said = booked(tx, id)?;
    said.retain(|line| line.theirs.is_some() || !line.result.is_empty());
    for line in &mut said {
        line.compare(line.theirs, tolerance);
    }
    compared::write(tx, id, &said)?;
    super::counted_anew(tx, id)
}

/// The tolerance of a sheet.
pub(super) fn tolerance(sheet: &CostConfirmation) -> Tolerance {
    Tolerance { amount: sheet.tolerance, percent: sheet.tolerance_percent }
}

/// Matches the supplier's rows with the lines of a sheet, whose amounts are those of the costs by now.
pub(super) fn run(tx: &mut Tx<'_>, (id, sheet): (Id, &CostConfirmation), billed: &[Said]) -> Result<(), Refusal> {
    let org = tx.org();
    let all = booked(tx, id)?;
    let (mut own, others): (Vec<Line>, Vec<Line>) = all.into_iter().partition(|line| line.charge.is_some());
    let known = bearers(tx, org, &own)?;
    let items: BTreeSet<Id> = own.iter().filter_map(|line| line.item).collect();
    let names = services(tx, org, &items)?;
    let ours: Vec<Ours> = own
        .iter()
        .map(|line| Ours {
            services: line.item.and_then(|item| names.get(&item)).cloned().unwrap_or_default(),
            amount: line.ours.unwrap_or_default(),
        })
        .collect();
    let theirs: Vec<Theirs> = billed
        .iter()
        .map(|one| Theirs { bearers: known.of(&one.number), service: folded(&one.service), amount: one.amount })
        .collect();
    let found = matched(&ours, &theirs);
    let tolerance = tolerance(sheet);
    let mut changed = Vec::new();
    for (line, theirs) in own.iter_mut().zip(found.theirs) {
        let before = line.clone();
        line.compare(theirs, tolerance);
        if *line != before {
            changed.push(line.clone());
        }
    }
    compared::write(tx, id, &changed)?;
    let left = found.left.iter().filter_map(|place| billed.get(*place)).collect();
    stand_beside(tx, id, (others, left), tolerance)?;
    super::counted_anew(tx, id)
}

/// The lines of a sheet with what is booked of their costs by now; those whose cost is gone go, too.
fn booked(tx: &mut Tx<'_>, id: Id) -> Result<Vec<Line>, Refusal> {
    let org = tx.org();
    let lines = confirmation::lines(tx, org, id)?;
    let ids: Vec<Id> = lines.iter().filter_map(|line| line.charge).collect();
    let mut amounts = BTreeMap::new();
    for some in ids.chunks(AT_ONCE) {
        for (_, line) in charges::by_id(tx, org, some)? {
            if let Some(id) = line.id.filter(|_| line.counts()) {
                amounts.insert(id, line.charge.amount.unwrap_or_default());
            }
        }
    }
    let is_gone = |line: &Line| line.charge.is_some_and(|charge| !amounts.contains_key(&charge));
    let (gone, mut lines): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(is_gone);
    compared::remove(tx, &gone)?;
    let mut changed = Vec::new();
    for line in &mut lines {
        let Some(now) = line.charge.and_then(|charge| amounts.get(&charge)).copied() else { continue };
        if line.ours != Some(now) {
            line.ours = Some(now);
            (line.result, line.treatment, line.agreed) = (String::new(), String::new(), None);
            changed.push(line.clone());
        }
    }
    compared::write(tx, id, &changed)?;
    Ok(lines)
}

/// What the supplier alone has: lines there are already stay, others are added, and what he has not any more goes unless it was
/// entered here.
fn stand_beside(
    tx: &mut Tx<'_>,
    id: Id,
    (mut kept, left): (Vec<Line>, Vec<&Said>),
    tolerance: Tolerance,
) -> Result<(), Refusal> {
    // Rows of a number and an amount, the first of them last.
    let mut rows: BTreeMap<(String, Option<i64>), Vec<usize>> = BTreeMap::new();
    for (place, one) in left.iter().enumerate().rev() {
        rows.entry((folded(&one.number), Some(one.amount))).or_default().push(place);
    }
    let mut there = BTreeSet::new();
    kept.retain(|line| {
        let row = rows.get_mut(&(folded(&line.number), line.theirs)).and_then(Vec::pop);
        there.extend(row);
        row.is_none() && line.order.is_none()
    });
    let left = left.into_iter().enumerate().filter(|(place, _)| !there.contains(place)).map(|(_, one)| one);
    compared::remove(tx, &kept)?;
    let org = tx.org();
    let last = confirmation::lines(tx, org, id)?.last().map_or(0, |line| line.line);
    let fresh: Vec<Line> = (last + 1..)
        .zip(left)
        .map(|(place, one)| {
            let mut line =
                Line { line: place, number: one.number.clone(), service: one.service.clone(), ..Line::default() };
            line.compare(Some(one.amount), tolerance);
            line
        })
        .collect();
    compared::add(tx, id, &fresh)
}
