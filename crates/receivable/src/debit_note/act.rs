//! 作废, 标记已发送 and what the customer answered.

use approval::rule::{Fact, Facts};
use approval::{Application, words};
use charge::chain::IN_FORCE;
use charge::rate;
use order::store::TABLE as ORDER;
use platform::call::Tx as Transaction;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::json;
use settle::note::{self, Note, NoteRow};
use trade::charge::Currency;

use super::charges::taken;
use super::look::{is_out, need_undecided};
use super::{DebitNote, PATH};
use crate::answer::{ANSWERS, CONFIRMED, DISPUTED, SENT};

/// A note is made void that went out (css.md 0.13).
pub(crate) const EVENT: i64 = 114;
/// Kind of object of its applications.
pub(crate) const KIND: &str = "DEBIT_NOTE";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: voided };

const WHAT: &str = "作废";
const CONTENT: Msg =
    Msg::new("debit_note.void.content", "{coopName}账单{num}作废", "{coopName}: debit note {num} is to be void");

/// Why a note is made void.
pub(super) const REASON: Field = DebitNote::VOID_REASON.typed();
/// What its customer said.
pub(super) const ANSWER: Field =
    Field::select(ANSWERS, "客户确认", "Customer's answer").column("confirm_state").required();
const DISPUTES: When = When::Is(&ANSWER, DISPUTED);
/// What he said beside it.
pub(super) const REMARK: Field =
    Field::long("确认说明", "What was said").column("confirm_remark").max(200).required_when(&DISPUTES);

/// Makes a note void; one that went out may have to be decided about, and stays in force until then.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, DebitNote>) -> Result<(), Refusal> {
    let (note, rows) = taken(tx, step.id, step.version())?;
    note::need_unmoved(&note, &rows, WHAT)?;
    let reason: String = step.get(REASON)?;
    step.unless_clean()?;
    if is_out(step.document) || step.document.confirm_state == CONFIRMED {
        let asked = application(tx, (&note, &rows), &reason)?;
        let done = approval::submit(tx, &asked)?;
        if done.instance.is_some() {
            step.go_to(IN_FORCE);
            step.keep(REASON);
            step.answer("instanceNo", json!(done.no));
            return Ok(());
        }
    } else {
        let org = tx.org();
        need_undecided(tx, org, note.id)?;
    }
    note::void(tx, &note, &reason)
}

fn application(tx: &mut Tx<'_>, (note, rows): (&Note, &[NoteRow]), reason: &str) -> Result<Application, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, ORDER);
    select.columns(["sales_id", "servicer_id"]).and_where(sql::eq("id", note.order));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let name = facts::coop_name(tx, org, note.coop)?;
    Ok(Application {
        event: EVENT,
        kind: KIND,
        object: note.id,
        number: note.num.clone(),
        internal_number: String::new(),
        url: charge::chain::note_link(&note.num),
        scope: note.scope.clone(),
        coop: Some(note.coop),
        sales: row.get(0)?,
        servicer: row.get(1)?,
        facts: facts_of(rows, rate::functional(tx, org)?),
        content: CONTENT.with(&[("coopName", name.as_str()), ("num", &note.num)]).zh,
        reason: reason.to_owned(),
        without: None,
        running: words::RUNNING,
    })
}

/// What conditions of an approval may ask: its functional amount, in hundredths.
fn facts_of(rows: &[NoteRow], own: Currency) -> Facts {
    const TENTH: i64 = 10;
    debug_assert!(own.exponent() <= 3, "amounts are thousandths");
    let amount: i64 = rows.iter().map(|row| row.functional).sum();
    [("amount".to_owned(), Fact::Number(amount / TENTH))].into_iter().collect()
}

/// What was decided; what needed no decision the page writes itself.
fn voided(tx: &mut Transaction<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    note::hold_orders(tx, &[approved.object])?;
    let note = note::held(tx, &[approved.object])?.into_iter().next().ok_or(Refusal::NotFound)?;
    let org = tx.org();
    let rows = note::rows(tx, org, &[note.id])?;
    note::need_unmoved(&note, &rows, WHAT)?;
    note::void(tx, &note, &approved.reason)?;
    let entry = LogEntry::of(note::OBJECT, note.id, &note.num, PATH).did("修改", WHAT).level(Level::High);
    tx.log(entry.text(format!("审批{}通过：{}", approved.approval, approved.reason)).about_order(note.order))
}

/// It was handed over otherwise than by mail. What its customer confirmed stays confirmed.
pub(super) fn mark_sent(tx: &mut Tx<'_>, step: &mut Step<'_, DebitNote>) -> Result<(), Refusal> {
    let org = tx.org();
    need_undecided(tx, org, step.id)?;
    step.set(DebitNote::SENT_AT, tx.now.into_value());
    if step.document.confirm_state != CONFIRMED {
        step.set(DebitNote::CONFIRM_STATE, SENT.to_owned().into_value());
    }
    Ok(())
}

/// What the customer said, told by hand.
pub(super) fn confirm(tx: &mut Tx<'_>, step: &mut Step<'_, DebitNote>) -> Result<(), Refusal> {
    let org = tx.org();
    need_undecided(tx, org, step.id)?;
    step.set(DebitNote::CONFIRMED_AT, tx.now.into_value());
    Ok(())
}
