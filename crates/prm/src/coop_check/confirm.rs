//! 确认一致: the bill becomes what was agreed on, at once or when its difference is approved (event 110).

use approval::{Application, submit, words};
use platform::document;
use platform::flow::name_of;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::json;
use settle::comparison::Tolerance;
use settle::periodic::check::{self, APPROVING, CHECKING, CONFIRMED, Head, Line, TABLE};

use super::{BillCheck, PATH, WRONG_STATE, look};
use crate::cost_confirmation::difference_facts;

/// A difference to what was counted.
const EVENT: i64 = 110;
/// What an approved check does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: TABLE, work: granted };
/// What follows where nothing came of it.
pub(super) const SETBACK: Effect = Effect { event: EVENT, kind: TABLE, work: set_back };

/// What adjustments are called nobody gave a reason for.
const DID: &str = "客商对账";
const UNTREATED: Msg = Msg::new("bill_check.untreated", "存在未处理差异", "Some differences are not treated.");
const CONTENT: Msg = Msg::new(
    "bill_check.content",
    "{name}账单{code}与对方账单不一致，申请确认",
    "{name}: what was agreed on of bill {code} differs from what was counted",
);

/// 核对中 → 已确认, or 审批中 where somebody decides about the difference.
pub(super) fn confirm(tx: &mut Tx<'_>, step: &mut Step<'_, BillCheck>) -> Result<(), Refusal> {
    check::hold(tx, (step.id, step.version()))?;
    let (actor, org) = (tx.actor, tx.org());
    let lines = look::whole(tx, actor, step.id)?;
    if lines.iter().any(|line| line.agreed.is_none()) {
        return Err(Refusal::business(UNTREATED));
    }
    let head = Head::of(tx, org, step.id)?;
    let ours = lines.iter().filter_map(|line| line.ours).fold(0, i64::saturating_add);
    let change = lines.iter().map(Line::change).fold(0, i64::saturating_add);
    // Who treats the lines types what may differ: he can make it less that nobody decides about, not more.
    let tolerance = head.tolerance.narrower(Tolerance::USUAL);
    let is_within = |line: &Line| tolerance.holds(line.change(), line.ours.unwrap_or_default());
    // Lines are looked at one by one, too: what is too much on one and too little on another comes to nought.
    if !tolerance.holds(change, ours) || !lines.iter().all(is_within) {
        let difference = lines.iter().map(|line| line.change().saturating_abs()).fold(0, i64::saturating_add);
        let name = facts::coop_name(tx, org, head.coop)?;
        let application = Application {
            event: EVENT,
            kind: TABLE,
            object: head.id,
            number: head.code.clone(),
            internal_number: String::new(),
            url: format!("{PATH}?billCode={}", head.code),
            scope: String::new(),
            coop: Some(head.coop),
            sales: None,
            servicer: None,
            facts: difference_facts(tx, &head.currency, (difference, ours))?,
            content: CONTENT.with(&[("name", &name), ("code", &head.code)]).zh,
            reason: String::new(),
            without: None,
            running: words::RUNNING,
        };
        let done = submit(tx, &application)?;
        step.answer("instanceNo", json!(done.no));
        if done.instance.is_some() {
            step.go_to(APPROVING);
            return Ok(());
        }
    }
    apply(tx, &head, &lines)
}

/// The bill becomes what was agreed on.
fn apply(tx: &mut Tx<'_>, head: &Head, lines: &[Line]) -> Result<(), Refusal> {
    check::adjust(tx, head, lines, DID)?;
    check::bill_follows(tx, head.id, CONFIRMED)
}

/// What was approved is as if it had been agreed on without a decision; what needed none the page does itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let head = Head::of(tx, org, approved.object)?;
    if head.state != APPROVING {
        let (zh, en) = name_of(BillCheck::STATE.choices, &head.state);
        return Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])));
    }
    let lines = check::lines(tx, org, head.id)?;
    apply(tx, &head, &lines)?;
    moved(tx, &head, (CONFIRMED, "审批通过"))
}

/// 审批中 → 核对中.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let org = tx.org();
    let head = Head::of(tx, org, undone.object)?;
    if head.state == APPROVING { moved(tx, &head, (CHECKING, "审批未通过")) } else { Ok(()) }
}

/// A check that is moved outside of a call of the page.
fn moved(tx: &mut Tx<'_>, head: &Head, (state, function): (&'static str, &'static str)) -> Result<(), Refusal> {
    document::claim(tx, TABLE, head.id, head.version)?;
    check::note(tx, head.id, &[("state", state.into_value())])?;
    let entry = LogEntry::of(TABLE, head.id, &head.code, PATH).did("修改", function).level(Level::High);
    tx.log(entry.text(format!("{function} {}", head.code)))
}
