//! 自动核对: the partner's rows find our lines by the order, the customer's number, the master or house number, and the key of
//! the file, in this order; what names the bill stands against all of it.

use std::collections::{BTreeMap, BTreeSet};

use platform::prelude::*;
use settle::compared;
use settle::comparison::{Ours, Theirs, Tolerance, matched};
use settle::periodic::check::{self, CHECKING, Line, TABLE};

use super::{BillCheck, look};
use crate::cost_confirmation::services;
use crate::their_list::{Said, folded};

/// 自动核对 of the list that was read last.
pub(super) fn again(tx: &mut Tx<'_>, step: &mut Step<'_, BillCheck>) -> Result<(), Refusal> {
    check::hold(tx, (step.id, step.version()))?;
    let mut select = sql::from(tx.org(), TABLE);
    select.column("their_rows").and_where(sql::eq("id", step.id));
    let stored: Option<String> = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let said: Vec<Said> = stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    if said.is_empty() {
        // An answer behind the link, or amounts that were typed, stay what they are.
        let actor = tx.actor;
        let lines = look::whole(tx, actor, step.id)?;
        let tolerance = tolerance(step.document);
        let mut told: Vec<Line> = lines.into_iter().filter(|line| !line.result.is_empty()).collect();
        for line in &mut told {
            line.compare(line.theirs, tolerance);
        }
        compared::write(tx, step.id, &told)?;
        return went_on(tx, step.id);
    }
    run(tx, (step.id, step.document), &said)
}

/// The tolerance of a check.
pub(super) fn tolerance(own: &BillCheck) -> Tolerance {
    Tolerance { amount: own.tolerance_amount, percent: own.tolerance_percent }
}

/// The figures follow the lines, and the bill is being checked, too.
pub(super) fn went_on(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    check::restate(tx, id)?;
    check::bill_follows(tx, id, CHECKING)
}

/// The lines that bear numbers, by number.
#[derive(Default)]
struct Bearers {
    /// Orders, customers' numbers, masters and houses, rules: what comes first is looked at first.
    ways: [BTreeMap<String, BTreeSet<usize>>; 4],
    all: BTreeSet<usize>,
    bill: String,
}

impl Bearers {
    fn of(lines: &[Line], bill: &str, names: &BTreeMap<Id, BTreeSet<String>>) -> Self {
        let mut made = Self { bill: folded(bill), all: (0..lines.len()).collect(), ..Self::default() };
        for (place, line) in lines.iter().enumerate() {
            let [orders, customers, others, named] = &mut made.ways;
            let put = |way: &mut BTreeMap<String, BTreeSet<usize>>, text: &str| {
                let key = folded(text);
                if !key.is_empty() {
                    way.entry(key).or_default().insert(place);
                }
            };
            let is_of_order = line.order.is_some();
            put(if is_of_order { orders } else { named }, &line.key);
            put(customers, &line.customer_number);
            put(others, &line.biz_number);
            for name in line.item.and_then(|item| names.get(&item)).into_iter().flatten() {
                put(named, name);
            }
        }
        made
    }

    fn find(&self, said: &Said) -> BTreeSet<usize> {
        for text in [&said.number, &said.key] {
            let key = folded(text);
            if key.is_empty() {
                continue;
            }
            if key == self.bill {
                return self.all.clone();
            }
            if let Some(found) = self.ways.iter().find_map(|way| way.get(&key)) {
                return found.clone();
            }
        }
        BTreeSet::new()
    }
}

/// Matches the partner's rows with the lines of a check.
pub(super) fn run(tx: &mut Tx<'_>, (id, own): (Id, &BillCheck), said: &[Said]) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let all = look::whole(tx, actor, id)?;
    let (mut lines, others): (Vec<Line>, Vec<Line>) = all.into_iter().partition(|line| line.bill_line.is_some());
    let items: BTreeSet<Id> = lines.iter().filter_map(|line| line.item).collect();
    let names = services(tx, org, &items)?;
    let bearers = Bearers::of(&lines, &own.bill_code, &names);
    let ours: Vec<Ours> = lines
        .iter()
        .map(|line| Ours {
            services: line.item.and_then(|item| names.get(&item)).cloned().unwrap_or_default(),
            amount: line.ours.unwrap_or_default(),
        })
        .collect();
    let theirs: Vec<Theirs> = said
        .iter()
        .map(|one| Theirs { bearers: bearers.find(one), service: folded(&one.service), amount: one.amount })
        .collect();
    let found = matched(&ours, &theirs);
    let tolerance = tolerance(own);
    // How much they counted of one line is known where they name it alone.
    let mut counted: BTreeMap<usize, i64> = BTreeMap::new();
    for (one, said) in theirs.iter().zip(said) {
        let alone = one.bearers.first().filter(|_| one.bearers.len() == 1);
        if let Some((place, quantity)) = alone.copied().zip(said.quantity) {
            let sum = counted.entry(place).or_default();
            *sum = sum.saturating_add(quantity);
        }
    }
    for ((place, line), amount) in lines.iter_mut().enumerate().zip(found.theirs) {
        line.their_quantity = counted.get(&place).copied();
        line.compare(amount, tolerance);
    }
    compared::write(tx, id, &lines)?;
    compared::remove(tx, &others)?;
    let last = lines.last().map_or(0, |line| line.line);
    let left = found.left.iter().filter_map(|place| said.get(*place));
    // What was decided about a row before stays.
    let known: BTreeMap<(String, Option<i64>), &Line> =
        others.iter().rev().map(|line| ((folded(&line.key), line.theirs), line)).collect();
    let fresh: Vec<Line> = (last + 1..)
        .zip(left)
        .map(|(place, one)| match known.get(&(folded(&one.number), Some(one.amount))) {
            Some(line) => Line { line: place, id: None, ..(*line).clone() },
            None => {
                let mut line =
                    Line { line: place, key: one.number.clone(), their_quantity: one.quantity, ..Line::default() };
                line.compare(Some(one.amount), tolerance);
                line
            }
        })
        .collect();
    compared::add(tx, id, &fresh)?;
    went_on(tx, id)
}
