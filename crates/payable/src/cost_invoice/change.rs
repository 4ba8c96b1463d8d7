//! 修改, 删除 and 勾选抵扣 of received invoices.

use std::collections::BTreeSet;

use charge::ledger::{COST_VIEW, money_text};
use charge::period::month_of;
use charge::rate;
use kernel::format_scaled;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::invoice;
use settle::invoicing::{self, Invoice, NOT_DEDUCTED, TICKED, UNTICKED};
use settle::payment;
use settle::target::fifo;
use trade::charge::Side;

use super::register::{
    AMOUNT, Common, PAYMENTS, TAX, TAX_RATE, Typed, asked, chosen, faults, hold, pool, recovered, rooms, shown,
};
use super::{CostInvoice, PAGE, PATH, look};
use crate::payment::seen;

const IS_TICKED: Msg =
    Msg::new("cost_invoice.ticked", "发票已勾选抵扣，不能{what}", "The invoice is ticked: {what} is refused.");
const NOT_DEDUCTIBLE: Msg =
    Msg::new("cost_invoice.not_deductible", "该发票不可抵扣", "The tax of this invoice can't be deducted.");
const NOT_TICKED: Msg = Msg::new("cost_invoice.not_ticked", "发票未勾选", "The invoice is not ticked.");
const EDITED: &str = "修改";
const REMOVED: &str = "删除";

const NEW_AMOUNT: Field = AMOUNT.column("new_amount").wire("amount").required();
const NEW_RATE: Field = TAX_RATE.column("new_rate").wire("taxRate");
const NEW_TAX: Field = TAX.column("new_tax").wire("tax");
/// What is asked for where an invoice is changed.
pub(super) const CHANGED: &[Field] = &[
    CostInvoice::INVOICE_TYPE.typed(),
    CostInvoice::INVOICE_NUM.typed(),
    CostInvoice::INVOICE_CODE.typed(),
    CostInvoice::INVOICE_DATE.typed(),
    CostInvoice::TITLE.typed(),
    CostInvoice::TAXPAYER_NUM.typed(),
    NEW_AMOUNT,
    NEW_RATE,
    NEW_TAX,
    CostInvoice::REMARK.typed(),
];

/// What a change begins with: what the invoice says and covers, and the other payments of the supplier.
pub(super) fn first_of_change(
    conn: &mut dyn Conn,
    actor: &Actor,
    id: Option<Id>,
) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut out = PAGE.first_of(conn, actor, Some(id))?;
    let asked: BTreeSet<String> = CHANGED.iter().map(Field::name).collect();
    out.retain(|name, _| asked.contains(name));
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["amount", "tax", "tax_rate", "coop_id", "currency_code"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    out.insert(NEW_AMOUNT.name(), json!(format_scaled(row.get(0)?, 3, 2)));
    out.insert(NEW_TAX.name(), json!(format_scaled(row.get(1)?, 3, 2)));
    out.insert(NEW_RATE.name(), json!(row.get::<Option<String>>(2)?));
    let covered = invoice::of_invoices(conn, actor.org_id, Side::Payable, &[id])?;
    let covered: Vec<(Id, i64)> = covered.into_iter().map(|one| (one.row, one.amount)).collect();
    let mut ids: Vec<Id> = covered.iter().map(|(row, _)| *row).collect();
    ids.extend(pool(conn, actor, (row.get(3)?, &row.get::<String>(4)?))?);
    out.insert(PAYMENTS.member.to_owned(), shown(conn, actor.org_id, &ids, &covered)?);
    Ok(out)
}

/// The payments an invoice covers something of.
fn covered_by(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Id>, Refusal> {
    Ok(invoice::of_invoices(conn, org, Side::Payable, &[id])?.into_iter().map(|one| one.row).collect())
}

/// Refuses to change an invoice with a payment of which its user does not see all.
fn need_whole(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let rows = covered_by(conn, actor.org_id, id)?;
    seen::need_whole(conn, actor, &rows)
}

/// An invoice whose payments its user sees wholly, in the version he saw; one that is ticked is not changed.
fn taken(tx: &mut Tx<'_>, step: &Step<'_, CostInvoice>, what: &str) -> Result<Invoice, Refusal> {
    let (actor, id) = (tx.actor, step.id);
    actor.need(COST_VIEW)?;
    look::need_seen(tx, actor, id)?;
    need_whole(tx, actor, id)?;
    let held = invoicing::held(tx, Side::Payable, id)?;
    if held.version != step.version() {
        return Err(Refusal::Stale(Json::Null));
    }
    need_unticked(held.deduct.as_deref().unwrap_or_default(), what)?;
    Ok(held)
}

fn need_unticked(state: &str, what: &str) -> Result<(), Refusal> {
    if state == TICKED { Err(Refusal::Business(IS_TICKED.with(&[("what", what)]))) } else { Ok(()) }
}

/// 修改: all of it but supplier and currency.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let asked = asked(step)?;
    let org = tx.org();
    // The payments that are named come before the invoice in the order of locks, with those it covers already.
    let mut ids: BTreeSet<Id> = asked.iter().map(|one| one.1).collect();
    ids.extend(covered_by(tx, org, step.id)?);
    hold(tx, &ids.iter().copied().collect::<Vec<_>>(), true)?;
    let had = taken(tx, step, EDITED)?;
    invoicing::need_unmoved(tx, &had, EDITED)?;
    let (common, one) = typed(step, &had)?;
    let is_taken = invoicing::is_taken(tx, org, Side::Payable, (&one.code, &one.num), Some(had.id))?;
    for (member, why) in faults(&common.kind, &one, is_taken) {
        step.findings.error(member, why);
    }
    step.unless_clean()?;
    let mut rows: BTreeSet<Id> = invoicing::free(tx, &had)?.into_iter().collect();
    let held = payment::held(tx, &ids.into_iter().collect::<Vec<_>>())?;
    let rooms = rooms(tx, &common, &held)?;
    let parts = if asked.is_empty() {
        let rests: Vec<i64> = rooms.iter().map(|room| room.rest).collect();
        rooms.iter().zip(fifo(one.amount, &rests)).map(|(room, part)| (room.row, part)).collect()
    } else {
        chosen(&asked, &rooms, one.amount, &mut step.findings)
    };
    step.unless_clean()?;
    let parts: Vec<(Id, i64)> = parts.into_iter().filter(|(_, part)| *part != 0).collect();
    let wanted = recovered(tx, &common, &one, (&rooms, &parts))?;
    invoicing::refigure(tx, had.id, &wanted)?;
    rows.extend(parts.iter().map(|(row, _)| *row));
    invoicing::restate(tx, Side::Payable, &rows.into_iter().collect::<Vec<_>>())?;
    log_amount(tx, &had, &one)?;
    if common.kind != had.kind {
        let state = invoicing::deduct_state(&common.kind);
        step.set(CostInvoice::DEDUCT_STATE, Value::Text(state.to_owned()));
    }
    step.set(CostInvoice::INVOICE_NUM, Value::Text(one.num));
    // No code is stored as an empty one: the index of numbers counts it.
    step.set(CostInvoice::INVOICE_CODE, Value::Text(one.code));
    Ok(())
}

/// What an invoice becomes; its supplier and its currency stay.
fn typed(step: &Step<'_, CostInvoice>, had: &Invoice) -> Result<(Common, Typed), Refusal> {
    let text = |field: Field| Ok::<_, Refusal>(step.get::<Option<String>>(field)?.unwrap_or_default());
    let one = Typed {
        num: invoicing::number(&text(CostInvoice::INVOICE_NUM)?),
        code: invoicing::number(&text(CostInvoice::INVOICE_CODE)?),
        amount: step.get(NEW_AMOUNT)?,
        tax_rate: text(NEW_RATE)?,
        tax: step.get(NEW_TAX)?,
    };
    let common = Common {
        coop: had.coop,
        currency: had.currency.clone(),
        kind: text(CostInvoice::INVOICE_TYPE)?,
        date: text(CostInvoice::INVOICE_DATE)?,
        title: text(CostInvoice::TITLE)?,
        taxpayer: text(CostInvoice::TAXPAYER_NUM)?,
        remark: text(CostInvoice::REMARK)?,
    };
    Ok((common, one))
}

/// The page tells in the log what differs of its fields, among which amounts are not.
fn log_amount(tx: &mut Tx<'_>, had: &Invoice, one: &Typed) -> Result<(), Refusal> {
    if one.amount == had.amount {
        return Ok(());
    }
    let currency = rate::currency_of(&had.currency)?;
    let [old, new] = [had.amount, one.amount].map(|raw| money_text(raw, currency));
    let entry = LogEntry::of(invoice::TABLE, had.id, &one.num, PATH).did("修改", "修改金额").level(Level::High);
    tx.log(entry.text(format!("价税合计 {} {old} → {new}", had.currency)))
}

/// 删除: what it covered is open for invoices again; what was settled of its payments stays.
pub(super) fn remove(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let held = taken(tx, step, REMOVED)?;
    invoicing::remove(tx, &held, REMOVED)
}

/// What ticking begins with: this month.
pub(super) fn first_of_deduct(_: &mut dyn Conn, actor: &Actor, _: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    Ok([(CostInvoice::DEDUCT_MONTH.name(), json!(month_of(actor.now.day())))].into_iter().collect())
}

/// 勾选抵扣: only of what can be deducted, and is not yet.
pub(super) fn deduct(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let actor = tx.actor;
    need_whole(tx, actor, step.id)?;
    need_unticked(&step.document.deduct_state, "再次勾选")?;
    if step.document.deduct_state == NOT_DEDUCTED || step.document.deduct_state.is_empty() {
        return Err(Refusal::business(NOT_DEDUCTIBLE));
    }
    step.set(CostInvoice::DEDUCT_STATE, Value::Text(TICKED.to_owned()));
    Ok(())
}

/// 取消勾选.
pub(super) fn undeduct(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let actor = tx.actor;
    need_whole(tx, actor, step.id)?;
    if step.document.deduct_state != TICKED {
        return Err(Refusal::business(NOT_TICKED));
    }
    step.set(CostInvoice::DEDUCT_STATE, Value::Text(UNTICKED.to_owned()));
    step.set(CostInvoice::DEDUCT_MONTH, Value::Null);
    Ok(())
}

/// 附件 of an invoice of which its user sees all orders.
pub(super) fn attach(tx: &mut Tx<'_>, step: &mut Step<'_, CostInvoice>) -> Result<(), Refusal> {
    let actor = tx.actor;
    need_whole(tx, actor, step.id)
}
