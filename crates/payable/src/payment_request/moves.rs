//! How a request is submitted, decided about (event 108), taken back and closed.

use approval::pending::running_on;
use approval::rule::{Fact, Facts};
use approval::{Application, words};
use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use platform::prelude::*;
use platform::registry::{Approved, Effect};
use platform::sea_query::Expr;
use serde_json::{Value as Json, json};
use settle::number::SEVERAL;
use settle::request::{self, CLOSED, PASSED, REJECTED, RUNNING, TABLE, WITHDRAWN};
use trade::charge::Money;
use trade::charge::exchange::{Kind, functional};

use super::asked::{recount, rows};
use super::write::need_within;
use super::{OBJECT, PATH, PaymentRequest};
use crate::payment::seen;

/// A payment request is decided about (css.md 0.13).
pub(crate) const EVENT: i64 = 108;
/// Kind of object of its applications.
pub(crate) const KIND: &str = "PAYMENT_REQUEST";
/// What a decision does.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: KIND, work: granted };
/// What follows where nothing came of an application.
pub(super) const SETBACK: Effect = Effect { event: EVENT, kind: KIND, work: set_back };

const CONTENT: Msg =
    Msg::new("request.content", "{payee}付款申请{num}：{amount}", "{payee}: payment request {num}, {amount}");

/// Why what is left of a request is given up.
pub(super) const REASON: Field = PaymentRequest::CLOSE_REASON.typed();

/// A request, held until the transaction ends behind the orders of its payments, in the version its user saw; answers its
/// payments, held too.
pub(super) fn held(tx: &mut Tx<'_>, (id, version): (Id, i64)) -> Result<Vec<Id>, Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    let payments: Vec<Id> = rows(tx, org, id)?.into_iter().map(|(payment, ..)| payment).collect();
    seen::need_whole(tx, actor, &payments)?;
    hold(tx, id, &payments)?;
    let mut select = sql::from(org, TABLE);
    select.column("version").and_where(sql::eq("id", id));
    let now: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if now == version { Ok(payments) } else { Err(Refusal::Stale(Json::Null)) }
}

fn hold(tx: &mut Tx<'_>, id: Id, payments: &[Id]) -> Result<String, Refusal> {
    settle::payment::hold_orders(tx, payments)?;
    let state = request::hold(tx, id)?;
    settle::payment::held(tx, payments)?;
    Ok(state)
}

/// Writes the state of a held request; what is asked for of its payments follows.
fn put(tx: &mut Tx<'_>, (id, state): (Id, &str), payments: &[Id]) -> Result<(), Refusal> {
    let cells = [("state", Value::Text(state.to_owned()))];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    recount(tx, payments)
}

/// 提交: decided about, or passed at once where nobody decides.
pub(super) fn submit(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    tx.actor.need(COST_VIEW)?;
    let payments = held(tx, (step.id, step.version()))?;
    need_within(tx, step.id, &mut step.findings)?;
    step.unless_clean()?;
    put(tx, (step.id, RUNNING), &payments)?;
    let application = application(tx, (step.id, step.document))?;
    let done = approval::submit(tx, &application)?;
    if done.instance.is_none() {
        step.go_to(PASSED);
    }
    step.answer("instanceId", json!(done.instance));
    step.answer("instanceNo", json!(done.no));
    Ok(())
}

fn application(tx: &mut Tx<'_>, (id, own): (Id, &PaymentRequest)) -> Result<Application, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.columns(["amount", "currency_code"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (amount, code): (i64, String) = (row.get(0)?, row.get(1)?);
    let payee = match own.coop_id {
        Some(coop) => facts::coop_name(tx, org, coop)?,
        None => own.holder.clone(),
    };
    let currency = rate::currency_of(&code)?;
    let shown = format!("{code} {}", kernel::grouped(&money_text(amount, currency)));
    let said = [("payee", payee.as_str()), ("num", &own.request_num), ("amount", &shown)];
    Ok(Application {
        event: EVENT,
        kind: KIND,
        object: id,
        number: own.request_num.clone(),
        internal_number: String::new(),
        url: format!("{PATH}?requestNum={}", own.request_num),
        scope: if own.business_scope == SEVERAL { String::new() } else { own.business_scope.clone() },
        coop: own.coop_id,
        sales: None,
        servicer: None,
        facts: facts_of(tx, (amount, &code))?,
        content: CONTENT.with(&said).zh,
        reason: own.remark.clone(),
        without: None,
        running: words::RUNNING,
    })
}

/// What conditions of an approval may ask: the amount in the functional currency, in hundredths.
fn facts_of(tx: &mut Tx<'_>, (amount, code): (i64, &str)) -> Result<Facts, Refusal> {
    /// Thousandths of the table in hundredths of facts.
    const TENTH: i64 = 10;
    let org = tx.org();
    let currency = rate::currency_of(code)?;
    let table = rate::Table::of(tx, org, &[currency])?;
    let rate = table.need(currency, Kind::General, tx.now)?;
    let bad = |_| Refusal::business(charge::figure::TOO_LARGE);
    let money = Money::of_thousandths(amount, currency).map_err(bad)?;
    let worth = functional(money, rate, table.own).and_then(Money::thousandths).map_err(bad)?;
    Ok([("amount".to_owned(), Fact::Number(worth / TENTH))].into_iter().collect())
}

/// What was agreed is to be paid; what needed no decision the page writes itself.
fn granted(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    if approved.approval.is_empty() {
        return Ok(());
    }
    decided(tx, approved, PASSED, "审批通过")
}

/// 审批中 → 已驳回, or 已撤回 where the applicant himself took it back.
fn set_back(tx: &mut Tx<'_>, undone: &Approved) -> Result<(), Refusal> {
    let own = tx.actor.user_id == undone.applicant;
    let (state, said) = if own { (WITHDRAWN, "撤回") } else { (REJECTED, "审批未通过") };
    decided(tx, undone, state, said)
}

fn decided(tx: &mut Tx<'_>, about: &Approved, state: &'static str, said: &'static str) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), about.object);
    let payments: Vec<Id> = rows(tx, org, id)?.into_iter().map(|(payment, ..)| payment).collect();
    if hold(tx, id, &payments)? != RUNNING {
        return Ok(());
    }
    put(tx, (id, state), &payments)?;
    let entry = LogEntry::of(OBJECT, id, &about.number, PATH).did("修改", said).level(Level::High);
    tx.log(entry.text(format!("{said} {}", about.number)))
}

/// 撤回: by its applicant, while it is decided about.
pub(super) fn withdraw(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let running = running_on(tx, org, (KIND, id))?.into_iter().find(|one| one.event == EVENT);
    let running = running.ok_or(Refusal::business(words::NOT_RUNNING))?;
    approval::pending::hold(tx, running.id)?;
    let payments = held(tx, (id, step.version()))?;
    put(tx, (id, WITHDRAWN), &payments)?;
    approval::withdraw(tx, running.id).map(drop)
}

/// 关闭: what was not paid is given up.
pub(super) fn close(tx: &mut Tx<'_>, step: &mut Step<'_, PaymentRequest>) -> Result<(), Refusal> {
    let payments = held(tx, (step.id, step.version()))?;
    put(tx, (step.id, CLOSED), &payments)
}
