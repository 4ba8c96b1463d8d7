//! 确认: what was agreed on becomes the cost, at once or when its differences are approved (event 110).

use approval::rule::{Fact, Facts};
use approval::{Application, submit, words};
use charge::ledger::AFTER_FINISH;
use charge::rate;
use kernel::ExchangeRate;
use platform::document;
use platform::flow::name_of;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::json;
use settle::comparison::Tolerance;
use settle::confirmation::{self, APPROVING, CHECKING, CONFIRMED, Line, TABLE};
use settle::number::SEVERAL;
use trade::charge::exchange::{Kind, functional};
use trade::charge::{Fault, Money};

use super::apply::{self, Sheet};
use super::{CostConfirmation, PATH, WRONG_STATE, matching, note, seen};

/// A difference to what is booked.
const EVENT: i64 = 110;
/// What an approved sheet does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: TABLE, work: granted };
/// What follows where nothing came of it.
pub(super) const SETBACK: Effect = Effect { event: EVENT, kind: TABLE, work: set_back };

const UNTREATED: Msg = Msg::new("cost_confirmation.untreated", "存在未处理差异", "Some differences are not treated.");
const CONTENT: Msg = Msg::new(
    "cost_confirmation.content",
    "{name}成本确认单{code}与系统成本不一致，申请确认",
    "{name}: what sheet {code} agrees on differs from our cost",
);

/// 核对中 → 已确认, or 审批中 where somebody decides about the differences.
pub(super) fn confirm(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let lines = confirmation::lines(tx, org, step.id)?;
    if lines.is_empty() || !lines.iter().all(Line::is_treated) {
        return Err(Refusal::business(UNTREATED));
    }
    let day: String = step.get(CostConfirmation::FINANCIAL_DATE)?;
    let sheet = Sheet {
        id: step.id,
        code: step.document.confirm_code.clone(),
        coop: step.document.coop_id,
        currency: step.document.currency_code.clone(),
        day: kernel::parse_day(&day),
        after_finish: actor.has(AFTER_FINISH),
    };
    // Who treats the lines types what may differ: he can make it less that nobody decides about, not more.
    let tolerance = matching::tolerance(step.document).narrower(Tolerance::USUAL);
    let booked = lines.iter().filter_map(|line| line.ours).fold(0, i64::saturating_add);
    let change = lines.iter().map(Line::change).fold(0, i64::saturating_add);
    let is_within = |line: &Line| tolerance.holds(line.change(), line.ours.unwrap_or_default());
    // What a decision is waited for must be possible, too.
    apply::look(tx, &lines)?;
    if !tolerance.holds(change, booked) || !lines.iter().all(is_within) {
        note(tx, sheet.id, &[("after_finish", Value::Bool(sheet.after_finish))])?;
        let application = application(tx, step.document, (&sheet, &lines), booked)?;
        let done = submit(tx, &application)?;
        step.answer("instanceNo", json!(done.no));
        if done.instance.is_some() {
            step.go_to(APPROVING);
            return Ok(());
        }
    }
    apply::apply(tx, &sheet, lines)
}

/// What is applied for.
fn application(
    tx: &mut Tx<'_>,
    own: &CostConfirmation,
    (sheet, lines): (&Sheet, &[Line]),
    booked: i64,
) -> Result<Application, Refusal> {
    let org = tx.org();
    let name = facts::coop_name(tx, org, own.coop_id)?;
    let difference = lines.iter().map(|line| line.change().saturating_abs()).fold(0, i64::saturating_add);
    let scope = Some(own.business_scope.as_str()).filter(|scope| *scope != SEVERAL).unwrap_or_default();
    Ok(Application {
        event: EVENT,
        kind: TABLE,
        object: sheet.id,
        number: sheet.code.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?confirmCode={}", sheet.code),
        scope: scope.to_owned(),
        coop: Some(own.coop_id),
        sales: None,
        servicer: None,
        facts: facts_of(tx, &own.currency_code, (difference, booked))?,
        content: CONTENT.with(&[("name", &name), ("code", &sheet.code)]).zh,
        reason: own.remark.clone(),
        without: None,
        running: words::RUNNING,
    })
}

/// 差异金额 in the functional currency, and how much of what is booked it is.
pub(crate) fn facts_of(tx: &mut Tx<'_>, currency: &str, (difference, booked): (i64, i64)) -> Result<Facts, Refusal> {
    const RATE_ONE: i64 = 1_000_000;
    let (org, now) = (tx.org(), tx.now);
    let currency = rate::currency_of(currency)?;
    let table = rate::Table::of(tx, org, &[currency])?;
    let rate = table.at(currency.code(), Kind::Payable, now).unwrap_or(ExchangeRate::from_raw(RATE_ONE));
    let broken = |fault: Fault| Refusal::broken(fault.to_string());
    let money = Money::of_thousandths(difference, currency).map_err(broken)?;
    let own = functional(money, rate, table.own).and_then(Money::thousandths).map_err(broken)?;
    let mut facts = Facts::new();
    facts.insert("difference".to_owned(), Fact::Number(own / 10));
    if booked != 0 {
        let percent = i128::from(difference) * 10_000 / i128::from(booked).abs();
        facts.insert("differenceRate".to_owned(), Fact::Number(i64::try_from(percent).unwrap_or(i64::MAX)));
    }
    Ok(facts)
}

/// What was approved is as if it had been confirmed without a decision; what needed none the page does itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let (sheet, state, version) = Sheet::of(tx, org, approved.object)?;
    if state != APPROVING {
        let (zh, en) = name_of(CostConfirmation::STATE.choices, &state);
        return Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])));
    }
    let lines = confirmation::lines(tx, org, sheet.id)?;
    apply::apply(tx, &sheet, lines)?;
    moved(tx, (&sheet, version), (CONFIRMED, "审批通过"))
}

/// 审批中 → 核对中.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let org = tx.org();
    let (sheet, state, version) = Sheet::of(tx, org, undone.object)?;
    if state == APPROVING { moved(tx, (&sheet, version), (CHECKING, "审批未通过")) } else { Ok(()) }
}

/// A sheet that is moved outside of a call of the page.
fn moved(
    tx: &mut Tx<'_>,
    (sheet, version): (&Sheet, i64),
    (state, function): (&'static str, &'static str),
) -> Result<(), Refusal> {
    document::claim(tx, TABLE, sheet.id, version)?;
    note(tx, sheet.id, &[("state", state.into_value())])?;
    let entry = LogEntry::of(TABLE, sheet.id, &sheet.code, PATH).did("修改", function).level(Level::High);
    tx.log(entry.text(format!("{function} {}", sheet.code)))
}
