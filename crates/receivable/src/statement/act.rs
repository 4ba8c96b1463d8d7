//! 作废, 标记已发送 and what the customer answered.

use std::collections::BTreeSet;

use approval::rule::{Fact, Facts};
use approval::{Application, pending, words};
use charge::chain::IN_FORCE;
use charge::ledger::INCOME_VIEW;
use kernel::{Day, parse_day, show_day};
use platform::call::Tx as Transaction;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use serde_json::{Map, Value as Json, json};

use super::due::Given;
use super::form::{free, settle_due};
use super::members::{self, Held};
use super::{OBJECT, PATH, Statement, TABLE, seen};
use crate::answer::{ANSWERS, CONFIRMED, DISPUTED, SENT, UNSENT};

/// A statement is made void that went out (css.md 0.13).
const EVENT: i64 = 114;
/// Kind of object of its applications.
pub(super) const KIND: &str = "STATEMENT";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: voided };

const WHAT: (&str, &str) = ("作废", "making it void");
const CONTENT: Msg =
    Msg::new("statement.void.content", "{coopName}清单{num}作废", "{coopName}: statement {num} is to be void");

/// Why a statement is made void.
pub(super) const REASON: Field = Statement::VOID_REASON.typed();
const ANSWER: Field = Field::select(ANSWERS, "客户确认", "Customer's answer").column("confirm_state").required();
const AGREES: When = When::Is(&ANSWER, CONFIRMED);
const DISPUTES: When = When::Is(&ANSWER, DISPUTED);
const ON: Field = Field::day("确认日期", "Agreed on").column("confirmed_on").shown_when(&AGREES).required_when(&AGREES);
const BY: Field = Field::text("确认人", "Answered by").column("confirmer").wire("confirmedBy").max(50).required();
const REMARK: Field =
    Field::long("确认说明", "What was said").column("confirm_remark").max(200).required_when(&DISPUTES);
/// What its customer said: when, who, and beside it.
pub(super) const ANSWER_FIELDS: [Field; 4] = [ANSWER, ON, BY, REMARK];

/// The calls of a statement refuse while somebody decides about it.
pub(crate) fn need_undecided(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(), Refusal> {
    pending::need_none(conn, org, EVENT, (KIND, id))
}

/// Makes a statement void; one that went out may have to be decided about, and stays in force until then.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, step.id)?;
    let (held, ..) = members::taken(tx, (step.id, step.version()), &BTreeSet::new())?;
    members::need_unmoved(&held, WHAT)?;
    let reason: String = step.get(REASON)?;
    step.unless_clean()?;
    if step.document.sent_at.is_some() || step.document.confirm_state == CONFIRMED {
        let asked = application(tx, &held, (&step.document.business_scope, &reason))?;
        let done = approval::submit(tx, &asked)?;
        if done.instance.is_some() {
            step.go_to(IN_FORCE);
            step.keep(REASON);
            step.answer("instanceNo", json!(done.no));
            return Ok(());
        }
    } else {
        need_undecided(tx, org, step.id)?;
    }
    free(tx, &held, &reason)
}

fn application(tx: &mut Tx<'_>, held: &Held, (scope, reason): (&str, &str)) -> Result<Application, Refusal> {
    const TENTH: i64 = 10;
    let org = tx.org();
    let name = facts::coop_name(tx, org, held.coop)?;
    let amount: i64 = held.rows.iter().map(|row| row.functional).sum();
    // What conditions of an approval may ask: its functional amount, in hundredths.
    let facts: Facts = [("amount".to_owned(), Fact::Number(amount / TENTH))].into_iter().collect();
    Ok(Application {
        event: EVENT,
        kind: KIND,
        object: held.id,
        number: held.num.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?statementNum={}", held.num),
        scope: scope.to_owned(),
        coop: Some(held.coop),
        sales: None,
        servicer: None,
        facts,
        content: CONTENT.with(&[("coopName", name.as_str()), ("num", &held.num)]).zh,
        reason: reason.to_owned(),
        without: None,
        running: words::RUNNING,
    })
}

/// What was decided; what needed no decision the page writes itself.
fn voided(tx: &mut Transaction<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    let held = hold(tx, approved.object)?;
    members::need_unmoved(&held, WHAT)?;
    let entry = LogEntry::of(OBJECT, held.id, &held.num, PATH).did("修改", WHAT.0).level(Level::High);
    tx.log(entry.text(format!("审批{}通过：{}", approved.approval, approved.reason)))?;
    free(tx, &held, &approved.reason)
}

/// It was handed over otherwise than by mail. What its customer confirmed stays confirmed.
pub(super) fn mark_sent(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, step.id)?;
    need_undecided(tx, org, step.id)?;
    step.set(Statement::SENT_AT, tx.now.into_value());
    if step.document.confirm_state != CONFIRMED {
        step.set(Statement::CONFIRM_STATE, SENT.to_owned().into_value());
    }
    Ok(())
}

/// Today, as the day of a confirmation.
pub(super) fn first(_: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    Ok([(ON.name(), json!(show_day(actor.now.day())))].into_iter().collect())
}

/// What the customer said, told by hand. Notes whose agreement counts from the day he agreed are due by it.
pub(super) fn confirm(tx: &mut Tx<'_>, step: &mut Step<'_, Statement>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    actor.need(INCOME_VIEW)?;
    seen::need_whole(tx, actor, step.id)?;
    let (held, ..) = members::taken(tx, (step.id, step.version()), &BTreeSet::new())?;
    need_undecided(tx, org, step.id)?;
    let confirmed: Option<Day> = step.get(ON)?;
    step.unless_clean()?;
    let notes: Vec<Id> = held.notes.iter().map(|note| note.id).collect();
    let date = parse_day(&held.date).ok_or_else(|| Refusal::broken("a statement without a date"))?;
    settle_due(tx, step.id, &notes, Given { date, confirmed })
}

/// Holds what the answer of a customer changes: orders, notes and the statement.
pub(super) fn hold(tx: &mut Tx<'_>, id: Id) -> Result<Held, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("version").and_where(sql::eq("id", id));
    let version = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    Ok(members::taken(tx, (id, version), &BTreeSet::new())?.0)
}

/// What the customer said behind a link: the day he agreed on, if he did, and what is due by it.
pub(super) fn answered(tx: &mut Tx<'_>, id: Id, agrees: bool) -> Result<Value, Refusal> {
    let held = hold(tx, id)?;
    let confirmed = agrees.then(|| tx.now.day());
    let notes: Vec<Id> = held.notes.iter().map(|note| note.id).collect();
    let date = parse_day(&held.date).ok_or_else(|| Refusal::broken("a statement without a date"))?;
    settle_due(tx, id, &notes, Given { date, confirmed })?;
    Ok(confirmed.map_or(Value::Null, |day| Value::Text(show_day(day))))
}

/// What its customer said counts no more: it is another statement now.
pub(super) fn forget(step: &mut Step<'_, Statement>) {
    step.set(Statement::CONFIRM_STATE, UNSENT.to_owned().into_value());
    for field in [Statement::CONFIRMED_ON, Statement::CONFIRMER, Statement::CONFIRM_REMARK] {
        step.set(field, Value::Null);
    }
}
