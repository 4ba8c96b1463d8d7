//! What becomes of the costs of an order by what was agreed on with their supplier (css.md /css_payment_batch, prm.md
//! /prm_cost_confirmation): they get other amounts, go, or others come beside them. On an order that finance locked each
//! difference is an adjusting charge with a day of its own (css.md /css_charge_adjust).

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::{Ground, Known, Subject, Typed, check, merged};
use charge::ledger::{LogLine, write_told};
use charge::line::{CONFIRMED, Charge, Line, RECONCILED, Source, of_order};
use kernel::{Day, Findings, Id, Msg, Scope, Severity, Text, parse_day, show_day};
use order::store::{Saved, of_id};
use order::{CLOSED_NO_EDIT, DONE, Lifecycle, percentages, profile, subject};
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use trade::charge::Side;
use trade::charge::basis::Basis;

use crate::need_undecided;

/// One, in ten-thousandths.
const ONCE: i64 = 10_000;

const NO_DAY: Msg =
    Msg::new("costs.locked", "订单已锁账，请填写财务日期", "The order is locked: give the financial date.");
const BEFORE_LOCK: Msg = Msg::new(
    "costs.before_lock",
    "财务日期不能早于锁账日期{day}",
    "The financial date can't be before the day of the lock, {day}.",
);
/// An adjustment a voucher was built on stays.
pub const POSTED: Msg =
    Msg::new("adjust.posted", "调整费用已生成凭证，请先退回凭证", "The adjustment has a voucher: return that first.");
const GONE: Msg = Msg::new("costs.gone", "费用已变化，请刷新后重试", "The charges changed. Read them again.");

/// What the costs of an order are to be.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Costs that are changed, as they are to be.
    pub changed: BTreeMap<Id, Charge>,
    /// Costs that go.
    pub gone: BTreeSet<Id>,
    /// Adjusting charges that are withdrawn, while their months are open.
    pub withdrawn: BTreeSet<Id>,
    /// Costs that come.
    pub fresh: Vec<Line>,
    /// Costs that are held from now on, so that no percentage among them changes.
    pub held: BTreeSet<Id>,
}

/// How it is done, which is the same for all orders of one act.
pub struct Way<'a> {
    /// What all lines are checked against.
    pub ground: &'a Ground,
    /// The day of what adjusts locked orders.
    pub day: Option<Day>,
    /// Its user may change what is done.
    pub after_finish: bool,
    /// Said of an order whose cost is done; `{code}` is its code.
    pub done: Msg,
    /// What the log calls it.
    pub did: &'static str,
    /// The same with more words.
    pub told: &'a str,
    /// Why, as adjusting charges say it.
    pub reason: &'a str,
}

/// What was written.
#[derive(Debug, Clone, Default)]
pub struct Made {
    /// The costs that came, in their order.
    pub fresh: Vec<Id>,
    /// The adjusting charges, by the costs they correct.
    pub adjusting: BTreeMap<Id, Id>,
}

/// A typed cost of once an amount.
pub fn once(source: Source, (item, coop): (Id, Id), (currency, rate): (&str, Option<i64>), amount: i64) -> Line {
    let mut line = Line::new(Side::Payable, source);
    line.derives = false;
    let charge = &mut line.charge;
    (charge.service_item_id, charge.coop_id) = (Some(item), Some(coop));
    currency.clone_into(&mut charge.currency_code);
    (charge.exchange_rate, charge.rate_typed) = (rate, rate.is_some());
    Basis::Manual.name().clone_into(&mut charge.basis);
    (charge.quantity, charge.quantity_typed) = (Some(ONCE), true);
    (charge.amount, charge.amount_fixed) = (Some(amount), true);
    line
}

/// Makes the costs of an order, whose charges are held, what is wanted of them; or says why they can't be.
pub fn agree(
    tx: &mut Tx<'_>,
    (order, scope): (Id, &str),
    wanted: &Wanted,
    way: &Way<'_>,
) -> Result<Result<Made, Text>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let scope = Scope::from_code(scope).ok_or(Refusal::NotFound)?;
    let saved = of_id(tx, actor, profile(scope), order)?;
    let kept = of_order(tx, org, order)?;
    if let Some(why) = refused(tx, &saved, (&kept, wanted), way)? {
        return Ok(Err(why));
    }
    let is_locked = saved.lifecycle == Lifecycle::Locked;
    let (typed, corrected) = if is_locked { adjusting(&kept, wanted) } else { changed(&kept, wanted) };
    let lines = match checked(tx, &saved, (&kept, typed), (wanted, is_locked, way))? {
        Ok(lines) => lines,
        Err(why) => return Ok(Err(why)),
    };
    let told = LogLine { kind: "修改", did: way.did, text: way.told, level: Level::High };
    write_told(tx, (saved.id, &saved.code), (&kept, &lines), &told)?;
    let before: BTreeSet<Id> = kept.iter().filter_map(|line| line.id).collect();
    let mut came = of_order(tx, org, order)?.into_iter().filter_map(|line| line.id).filter(|id| !before.contains(id));
    let adjusting = corrected.into_iter().map_while(|of| Some((of, came.next()?))).collect();
    Ok(Ok(Made { adjusting, fresh: came.collect() }))
}

/// Adds charges of either side to an order, whose charges are held, as they are: they were agreed on elsewhere, and no rule of
/// entry asks for more. Answers them in their order, or says why they can't be.
pub fn bring(
    tx: &mut Tx<'_>,
    (order, scope): (Id, &str),
    lines: &[Line],
    way: &Way<'_>,
) -> Result<Result<Vec<Id>, Text>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let scope = Scope::from_code(scope).ok_or(Refusal::NotFound)?;
    let saved = of_id(tx, actor, profile(scope), order)?;
    let kept = of_order(tx, org, order)?;
    let wanted = Wanted { fresh: lines.to_vec(), ..Wanted::default() };
    if let Some(why) = refused(tx, &saved, (&kept, &wanted), way)? {
        return Ok(Err(why));
    }
    let is_locked = saved.lifecycle == Lifecycle::Locked;
    let mut all = kept.clone();
    for line in lines {
        let mut line = line.clone();
        if is_locked {
            dated(tx, &mut line, way)?;
        }
        all.push(line);
    }
    told_of(tx, &saved, (&kept, &all), way)?;
    let before: BTreeSet<Id> = kept.iter().filter_map(|line| line.id).collect();
    let came = of_order(tx, org, order)?.into_iter().filter_map(|line| line.id).filter(|id| !before.contains(id));
    Ok(Ok(came.collect()))
}

/// Takes charges from an order again that [`bring`] brought, whose charges are held; those of locked orders while their months
/// are open.
pub fn take_out(
    tx: &mut Tx<'_>,
    (order, scope): (Id, &str),
    gone: &BTreeSet<Id>,
    way: &Way<'_>,
) -> Result<Option<Text>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let scope = Scope::from_code(scope).ok_or(Refusal::NotFound)?;
    let saved = of_id(tx, actor, profile(scope), order)?;
    let kept = of_order(tx, org, order)?;
    if let Err(Refusal::Business(why)) = need_undecided(tx, org, saved.id) {
        return Ok(Some(why));
    }
    let goes = |line: &&Line| line.id.is_some_and(|id| gone.contains(&id));
    let why = match saved.lifecycle {
        Lifecycle::Closed | Lifecycle::Cancelled => Some(CLOSED_NO_EDIT.text()),
        Lifecycle::Locked => None,
        Lifecycle::Open | Lifecycle::Draft => {
            kept.iter().filter(goes).find_map(|line| side_done(&saved, line.side, way))
        }
    };
    if why.is_some() {
        return Ok(why);
    }
    for line in kept.iter().filter(goes) {
        charge::period::hold(tx, parse_day(&line.charge.financial_date))?;
    }
    if let Some(why) = posted(tx, gone)? {
        return Ok(Some(why));
    }
    let left: Vec<Line> = kept.iter().filter(|line| !goes(line)).cloned().collect();
    told_of(tx, &saved, (&kept, &left), way)?;
    Ok(None)
}

/// Writes the charges of an order, with the percentages that follow them while it is not locked.
fn told_of(tx: &mut Tx<'_>, saved: &Saved, (kept, lines): (&[Line], &[Line]), way: &Way<'_>) -> Result<(), Refusal> {
    let mut lines = lines.to_vec();
    if saved.lifecycle != Lifecycle::Locked {
        percentages(tx, saved, (&mut lines, &Side::ALL))?;
    }
    let told = LogLine { kind: "修改", did: way.did, text: way.told, level: Level::High };
    write_told(tx, (saved.id, &saved.code), (kept, &lines), &told)
}

/// Why the costs of an order stay as they are.
fn refused(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (kept, wanted): (&[Line], &Wanted),
    way: &Way<'_>,
) -> Result<Option<Text>, Refusal> {
    let org = tx.org();
    if let Err(Refusal::Business(why)) = need_undecided(tx, org, saved.id) {
        return Ok(Some(why));
    }
    let touched = wanted.changed.keys().chain(&wanted.gone).chain(&wanted.withdrawn);
    for id in touched {
        match kept.iter().find(|line| line.id == Some(*id)) {
            None => return Ok(Some(GONE.text())),
            Some(line) if line.is_reconciled() => return Ok(Some(RECONCILED.text())),
            Some(line) if line.is_confirmed() => return Ok(Some(CONFIRMED.text())),
            Some(line) if wanted.withdrawn.contains(id) => {
                charge::period::hold(tx, parse_day(&line.charge.financial_date))?;
            }
            Some(_) => {}
        }
    }
    if let Some(why) = posted(tx, &wanted.withdrawn)? {
        return Ok(Some(why));
    }
    Ok(match saved.lifecycle {
        Lifecycle::Closed | Lifecycle::Cancelled => Some(CLOSED_NO_EDIT.text()),
        Lifecycle::Locked if wanted.changed.is_empty() && wanted.gone.is_empty() && wanted.fresh.is_empty() => None,
        Lifecycle::Locked => {
            let Some(day) = way.day else { return Ok(Some(NO_DAY.text())) };
            let locked = &saved.financial_date;
            match charge::period::refuses(tx, [day])? {
                None if parse_day(locked).is_some_and(|locked| day < locked) => {
                    Some(BEFORE_LOCK.with(&[("day", locked)]))
                }
                refused => refused,
            }
        }
        Lifecycle::Open | Lifecycle::Draft => {
            let is_cost = wanted.fresh.iter().all(|line| line.side == Side::Payable);
            side_done(saved, if is_cost { Side::Payable } else { Side::Receivable }, way)
        }
    })
}

/// What is said of charges a voucher was built on: they stay until it is returned.
fn posted(tx: &mut Tx<'_>, ids: &BTreeSet<Id>) -> Result<Option<Text>, Refusal> {
    let ids: Vec<Id> = ids.iter().copied().collect();
    match book::need_unposted_charges(tx, &ids, POSTED) {
        Err(Refusal::Business(why)) => Ok(Some(why)),
        other => other.map(|()| None),
    }
}

/// What is said where a side is done, to a user who may not change it any more.
fn side_done(saved: &Saved, side: Side, way: &Way<'_>) -> Option<Text> {
    let recorded = if side == Side::Payable { saved.cost_recorded } else { saved.income_recorded };
    (recorded == DONE && !way.after_finish).then(|| way.done.with(&[("code", &saved.code)]))
}

/// The lines of an order that is open: each cost as it is to be.
fn changed(kept: &[Line], wanted: &Wanted) -> (Vec<Line>, Vec<Id>) {
    let as_wanted = |line: &Line| {
        let charge = wanted.changed.get(&line.id?)?.clone();
        Some(Line { charge, derives: false, ..line.clone() })
    };
    let lines = kept.iter().filter_map(as_wanted).chain(wanted.fresh.iter().cloned()).collect();
    (lines, Vec::new())
}

/// The adjusting lines of an order that is locked, and the costs they correct; those that come stand behind them.
fn adjusting(kept: &[Line], wanted: &Wanted) -> (Vec<Line>, Vec<Id>) {
    let (mut lines, mut corrected) = (Vec::new(), Vec::new());
    for old in kept {
        let Some(id) = old.id else { continue };
        let amount = old.charge.amount.unwrap_or_default();
        let agreed = match wanted.changed.get(&id) {
            Some(charge) => charge.amount.unwrap_or_default(),
            None if wanted.gone.contains(&id) => 0,
            None => continue,
        };
        let (Some(item), Some(coop)) = (old.charge.service_item_id, old.charge.coop_id) else { continue };
        if agreed != amount {
            let money = (old.charge.currency_code.as_str(), old.charge.exchange_rate);
            let mut line = once(Source::Adjusted, (item, coop), money, agreed.saturating_sub(amount));
            // At the rate of the line, so that taking all of it back leaves nothing in the functional currency either.
            line.charge.rate_typed = false;
            line.charge.tax_rate.clone_from(&old.charge.tax_rate);
            line.charge.corrects_id = Some(id);
            lines.push(line);
            corrected.push(id);
        }
    }
    lines.extend(wanted.fresh.iter().cloned());
    (lines, corrected)
}

/// The lines the order is to have, with every rule of charges over those that are new or changed.
fn checked(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (kept, typed): (&[Line], Vec<Line>),
    (wanted, is_locked, way): (&Wanted, bool, &Way<'_>),
) -> Result<Result<Vec<Line>, Text>, Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let subject = Subject { financial_day: way.day.filter(|_| is_locked), ..subject(tx, org, saved)? };
    // What is held from now on is not made anew as a percentage.
    let is_held =
        |line: &Line| line.id.is_some_and(|id| wanted.held.contains(&id) && !wanted.changed.contains_key(&id));
    let marked = |line: &Line| {
        let mut line = line.clone();
        line.charge.cost_confirmed |= is_held(&line);
        line
    };
    let marked: Vec<Line> = kept.iter().map(marked).collect();
    let mut gone = wanted.withdrawn.clone();
    if !is_locked {
        gone.extend(&wanted.gone);
    }
    let typed = typed.into_iter().enumerate().map(|(place, line)| Typed { line, place: Some(place) }).collect();
    let mut all = merged(&marked, typed, &gone);
    let lines: Vec<Line> = all.iter().map(|one| one.line.clone()).collect();
    let known = Known::over(tx, (org, now), way.ground, (&subject, &lines))?;
    let mut findings = Findings::new();
    check(&mut all, &marked, (&subject, &known), true, &mut findings);
    if let Some(found) = findings.items.into_iter().find(|one| one.severity == Severity::Error) {
        return Ok(Err(found.text));
    }
    let mut lines: Vec<Line> = all.into_iter().map(|one| one.line).collect();
    for line in &mut lines {
        match kept.iter().find(|old| old.id.is_some() && old.id == line.id) {
            Some(old) => line.charge.cost_confirmed = old.charge.cost_confirmed,
            None if is_locked => dated(tx, line, way)?,
            None => {}
        }
    }
    Ok(Ok(lines))
}

/// What makes a line of a locked order an adjusting charge.
fn dated(tx: &mut Tx<'_>, line: &mut Line, way: &Way<'_>) -> Result<(), Refusal> {
    let today: String = show_day(tx.now.day()).chars().filter(char::is_ascii_digit).skip(2).collect();
    line.charge.adjust_no = format!("AJ-{today}{:04}", tx.next_number("charge_adjust", &today)?);
    line.charge.financial_date = way.day.map(show_day).unwrap_or_default();
    way.reason.clone_into(&mut line.charge.reason);
    Ok(())
}
