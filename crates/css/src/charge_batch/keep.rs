//! Trying a batch, and writing it: all of it in one transaction, or the orders that pass a few at a time, so that nobody
//! waits long.

use std::collections::{BTreeMap, BTreeSet};

use approval::pending;
use charge::{finance, ledger};
use kernel::{Id, Msg};
use order::store;
use platform::call::{Call, Outcome, Tx};
use platform::refusal::{Refusal, messages};
use platform::store::{Conn, sql};

use super::asked::{Asked, Mode};
use super::look::{Look, Looked, Who, look};
use super::told::{State, Summary, Told, reasons};
use super::wanted::{Plan, Task, shared};
use crate::order_charge::data;

/// Orders of one transaction, where each stands alone.
const AT_ONCE: usize = 25;
const NOT_ALL: Msg =
    Msg::new("charge_batch.not_all", "{n}行未通过，未保存任何数据", "{n} rows do not pass; nothing was saved.");
const NOTHING: Msg = Msg::new("charge_batch.nothing", "没有可保存的费用", "There is nothing to be saved.");

/// A batch as it was looked at: the orders in the order of the call.
pub(super) struct Batch {
    refused: Vec<Told>,
    orders: Vec<(Task, Looked)>,
}

impl Batch {
    /// What is told of its rows, as they were sent.
    pub(super) fn told(&self) -> Vec<Told> {
        let own = self.orders.iter().flat_map(|(_, looked)| &looked.told);
        sorted(self.refused.iter().chain(own).cloned().collect())
    }
}

/// POST /css/charge/batch/preview.
pub(super) fn preview(call: &mut Call) -> Outcome {
    let asked = Asked::of(call)?;
    looked(call, &asked).and_then(|batch| data(Summary(&batch.told()).json(call.language())))
}

/// What a batch would do; nothing is written.
pub(super) fn looked(call: &Call, asked: &Asked) -> Result<Batch, Refusal> {
    let who: Who<'_> = (call.actor()?, call.now(), call.language());
    call.read(|conn| {
        let Plan { mut tasks, refused } = Plan::of(conn, who.0, asked)?;
        shared(conn, who.0, asked, &mut tasks)?;
        let mut all = Look::of(conn, who, asked)?;
        let mut orders = Vec::new();
        for mut task in tasks {
            let looked = look(conn, &mut all, &mut task)?;
            orders.push((task, looked));
        }
        Ok(Batch { refused, orders })
    })
}

/// Rows as they were sent.
fn sorted(mut told: Vec<Told>) -> Vec<Told> {
    told.sort_by_key(|one| one.place);
    told
}

/// POST /css/charge/batch/save.
pub(super) fn save(call: &mut Call) -> Outcome {
    let asked = Asked::of(call)?;
    let language = call.language().to_owned();
    let batch = looked(call, &asked)?;
    refuse(&asked, &batch.told(), &language)?;
    if !asked.saves_alone() {
        let told = call.write(|tx| together(tx, &language, &asked, batch))?;
        return data(Summary(&sorted(told)).json(&language));
    }
    let Batch { refused: mut told, mut orders } = batch;
    // Whoever writes several orders takes them in this order, so that no two wait for each other.
    orders.sort_by_key(|(task, _)| task.order);
    for (part, orders) in orders.chunks_mut(AT_ONCE).enumerate() {
        match call.write(|tx| alone(tx, &language, &asked, orders)) {
            Ok(own) => told.extend(own),
            // What was written before stays, and is told.
            Err(refusal) if part > 0 => {
                let why = reasons(refusal).unwrap_or_else(|fault| {
                    tracing::error!(?fault, "a part of a batch of charges was not written");
                    vec![messages::LATER.text()]
                });
                told.extend(orders.iter().flat_map(|(task, _)| task.told()).map(|row| row.bad(why.clone())));
            }
            Err(refusal) => return Err(refusal),
        }
    }
    data(Summary(&sorted(told)).json(&language))
}

/// Refuses what may not be written as it was looked at: with what is told of each row.
fn refuse(asked: &Asked, told: &[Told], language: &str) -> Result<(), Refusal> {
    let summary = Summary(told);
    let bad = summary.bad();
    if bad > 0 && !asked.saves_alone() {
        let why = NOT_ALL.with(&[("n", &bad.to_string())]);
        return Err(Refusal::BusinessWith(why, summary.json(language)));
    }
    if summary.good() == 0 {
        return Err(Refusal::BusinessWith(NOTHING.text(), summary.json(language)));
    }
    let questions = summary.questions(&asked.confirmed);
    if questions.is_empty() { Ok(()) } else { Err(Refusal::Confirm(questions)) }
}

/// All orders or none.
fn together(tx: &mut Tx<'_>, language: &str, asked: &Asked, batch: Batch) -> Result<Vec<Told>, Refusal> {
    let (actor, now) = (tx.actor, tx.now);
    let (mut tasks, mut looked): (Vec<Task>, Vec<Looked>) = batch.orders.into_iter().unzip();
    let changed = held(tx, &looked)?;
    if !changed.is_empty() {
        shared(tx, actor, asked, &mut tasks)?;
        let mut all = Look::of(tx, (actor, now, language), asked)?;
        for (task, looked) in tasks.iter_mut().zip(&mut looked) {
            // What an order gets of an amount depends on the others.
            if asked.mode == Mode::Share || changed.contains(&task.order) {
                *looked = look(tx, &mut all, task)?;
            }
        }
        let told: Vec<Told> = looked.iter().flat_map(|one| one.told.iter().cloned()).collect();
        refuse(asked, &sorted(told), language)?;
    }
    let mut told = Vec::new();
    for one in &looked {
        told.extend(write(tx, asked.mode, one)?);
    }
    Ok(told)
}

/// Holds the charges of orders, in the order of their ids, so that no two wait for each other; answers those that are not any
/// more what was looked at.
fn held(tx: &mut Tx<'_>, looked: &[Looked]) -> Result<BTreeSet<Id>, Refusal> {
    let org = tx.org();
    let mut seen: Vec<(Id, i64)> = looked.iter().map(|one| (one.saved.id, one.version)).collect();
    seen.sort_unstable();
    let mut changed = BTreeSet::new();
    for (order, version) in seen {
        match finance::hold(tx, order, Some(version)) {
            Ok(()) => {}
            Err(Refusal::Stale(_)) => {
                finance::hold(tx, order, None)?;
                changed.insert(order);
            }
            Err(other) => return Err(other),
        }
    }
    let mut select = sql::from(org, store::TABLE);
    select.columns(["id", "row_uuid"]).and_where(sql::is_in(sql::col("id"), looked.iter().map(|one| one.saved.id)));
    let mut newest: BTreeMap<Id, String> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        newest.insert(row.get(0)?, row.get(1)?);
    }
    let writes: Vec<Id> = looked.iter().filter(|one| one.lines.is_some()).map(|one| one.saved.id).collect();
    changed.extend(pending::of_orders(tx, org, &writes)?);
    let is_other = |one: &&Looked| newest.get(&one.saved.id) != Some(&one.saved.row_uuid);
    changed.extend(looked.iter().filter(is_other).map(|one| one.saved.id));
    Ok(changed)
}

/// Each order for itself; what is refused of one leaves the others.
fn alone(tx: &mut Tx<'_>, language: &str, asked: &Asked, orders: &mut [(Task, Looked)]) -> Result<Vec<Told>, Refusal> {
    let (actor, now) = (tx.actor, tx.now);
    let mut told = Vec::new();
    for (task, looked) in orders {
        let done = tx.attempt(|tx| {
            if !held(tx, std::slice::from_ref(looked))?.is_empty() {
                let mut all = Look::of(tx, (actor, now, language), asked)?;
                *looked = look(tx, &mut all, task)?;
            }
            let questions = Summary(&looked.told).questions(&asked.confirmed);
            if questions.is_empty() { write(tx, asked.mode, looked) } else { Err(Refusal::Confirm(questions)) }
        })?;
        match done {
            Ok(own) => told.extend(own),
            Err(refusal) => {
                let why = reasons(refusal)?;
                told.extend(task.told().into_iter().map(|row| row.bad(why.clone())));
            }
        }
    }
    if !told.iter().any(|one: &Told| one.state == State::Saved) {
        tx.no_log_line();
    }
    Ok(told)
}

/// Writes what was looked at.
fn write(tx: &mut Tx<'_>, mode: Mode, looked: &Looked) -> Result<Vec<Told>, Refusal> {
    let Looked { saved, kept, lines, told, .. } = looked;
    let Some(lines) = lines else { return Ok(told.clone()) };
    ledger::write(tx, (saved.id, &saved.code), (kept, lines), mode.did())?;
    let done = |one: &Told| if one.state.writes() { Told { state: State::Saved, ..one.clone() } } else { one.clone() };
    Ok(told.iter().map(done).collect())
}
