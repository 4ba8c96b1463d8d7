//! What is done with receipts: registered, claimed, turned into advances, paid back, removed.

use kernel::{Day, parse_day, show_day};
use platform::page::Chosen;
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};
use settle::advance::{DEPOSIT_IN, IN, Refund};
use settle::receipt::{self, OBJECT, Receipt, Turned, Wanted};

use super::{
    AMOUNT, BANK_FEE, CONTAINERS, DATE, KIND, ORDER, OUT_OF, PART_AMOUNT, PATH, RATE, REASON, REMARK, RETURN_DATE,
    ReceiptRow, SETTLE,
};
use crate::partner;

const DOUBLE_REF: Msg = Msg::new("receipt.ref", "流水号已登记", "The bank reference is registered already.");
/// The index that keeps references apart.
const REFS: &str = "uq_receipt_ref";

/// What the form of a new receipt begins with, and the currency of the account that was chosen.
pub(super) fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    _: Option<Id>,
    chosen: &Chosen,
) -> Result<Map<String, Json>, Refusal> {
    let Some(account) = chosen.get::<Option<Id>>(ReceiptRow::ACCOUNT_ID)? else {
        let today = show_day(actor.now.day());
        return Ok([(ReceiptRow::RECEIPT_DATE.name(), json!(today))].into_iter().collect());
    };
    let found = account::money_leaf(conn, actor.org_id, account)?;
    let currency = found.map(|found| found.currency.code().to_owned());
    Ok([(ReceiptRow::CURRENCY_CODE.name(), json!(currency))].into_iter().collect())
}

/// 登记.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let text = |field| filled.get::<Option<String>>(field).map(Option::unwrap_or_default);
    let coop: Option<Id> = filled.get(ReceiptRow::COOP_ID)?;
    let (actor, claims) = (tx.actor, tx.actor.has(super::SETTLE));
    let wanted = Wanted {
        date: day_of(filled, ReceiptRow::RECEIPT_DATE)?,
        account: filled.get::<Option<Id>>(ReceiptRow::ACCOUNT_ID)?.ok_or(Refusal::NotFound)?,
        amount: filled.get::<Option<i64>>(AMOUNT)?.unwrap_or_default(),
        bank_fee: filled.get::<Option<i64>>(BANK_FEE)?.unwrap_or_default(),
        rate: filled.get(RATE)?,
        payer_name: text(ReceiptRow::PAYER_NAME)?,
        payer_account: text(ReceiptRow::PAYER_ACCOUNT)?,
        bank_ref: text(ReceiptRow::BANK_REF)?,
        summary: text(ReceiptRow::SUMMARY)?,
        coop: coop.filter(|_| claims),
        proposed: coop.filter(|_| !claims),
    };
    if let Some(coop) = coop {
        partner::check(tx, actor, (coop, ReceiptRow::COOP_ID), &mut filled.findings)?;
    }
    let (id, num) = match make(tx, &wanted, "登记收款") {
        Ok(made) => made,
        Err(Refusal::Findings(more)) => {
            more.items.into_iter().for_each(|one| filled.findings.error(one.field, one.text));
            return Ok(());
        }
        Err(other) => return Err(other),
    };
    filled.answer("id", json!(id));
    filled.answer("receiptNum", json!(num));
    Ok(())
}

/// Registers a receipt with its log line. Two that are registered with one reference at once: the second is told.
pub(super) fn make(tx: &mut Tx<'_>, wanted: &Wanted, did: &str) -> Result<(Id, String), Refusal> {
    let made = receipt::make(tx, wanted).map_err(|refusal| match refusal {
        Refusal::Unique(what) if what.contains(REFS) => Refusal::field("bankRef", DOUBLE_REF.text()),
        other => other,
    });
    let (id, num) = made?;
    let entry = LogEntry::of(OBJECT, id, &num, PATH).did("新建", did).level(Level::High);
    tx.log(entry.text(format!("{did} {num}")))?;
    Ok((id, num))
}

fn day_of(filled: &Filled<'_>, field: Field) -> Result<Day, Refusal> {
    let day: Option<String> = filled.get(field)?;
    day.as_deref().and_then(parse_day).ok_or(Refusal::NotFound)
}

/// The receipt of a step, held, as its user saw it.
fn held(tx: &mut Tx<'_>, step: &Step<'_, ReceiptRow>) -> Result<Receipt, Refusal> {
    let held = receipt::held(tx, step.id)?;
    if held.version == step.version() { Ok(held) } else { Err(Refusal::Stale(Json::Null)) }
}

/// 认领: of who may settle, the receipt is the partner's; of others it is proposed to be.
pub(super) fn claim(tx: &mut Tx<'_>, step: &mut Step<'_, ReceiptRow>) -> Result<(), Refusal> {
    let coop: Option<Id> = step.get(ReceiptRow::COOP_ID)?;
    let remark: Option<String> = step.get(ReceiptRow::CLAIM_REMARK)?;
    let Some(coop) = coop else { return Ok(()) };
    let actor = tx.actor;
    partner::check(tx, actor, (coop, ReceiptRow::COOP_ID), &mut step.findings)?;
    step.unless_clean()?;
    let held = held(tx, step)?;
    let claims = tx.actor.has(SETTLE);
    let state = receipt::claim(tx, &held, (coop, &remark.unwrap_or_default()), claims)?;
    if !claims {
        step.keep(ReceiptRow::COOP_ID);
    }
    step.go_to(state);
    Ok(())
}

/// 取消认领.
pub(super) fn unclaim(tx: &mut Tx<'_>, step: &mut Step<'_, ReceiptRow>) -> Result<(), Refusal> {
    let held = held(tx, step)?;
    receipt::unclaim(tx, &held)
}

/// 转预收.
pub(super) fn to_advance(tx: &mut Tx<'_>, step: &mut Step<'_, ReceiptRow>) -> Result<(), Refusal> {
    held(tx, step)?;
    let (kind, actor) = (step.get::<Option<String>>(KIND)?, tx.actor);
    let order: Option<Id> = step.get(ORDER)?;
    if let Some(order) = order {
        order::need_visible(tx, actor, order)?;
    }
    let text = |field| step.get::<Option<String>>(field).map(Option::unwrap_or_default);
    let turned = Turned {
        kind: if kind.as_deref() == Some(DEPOSIT_IN) { DEPOSIT_IN } else { IN },
        amount: step.get::<Option<i64>>(PART_AMOUNT)?.unwrap_or_default(),
        date: day_of(step, DATE)?,
        order,
        containers: text(CONTAINERS)?,
        return_date: step.get::<Option<String>>(RETURN_DATE)?.as_deref().and_then(parse_day),
        remark: text(REMARK)?,
    };
    let (id, num) = receipt::to_advance(tx, step.id, &turned)?;
    let entry = LogEntry::of(settle::advance::OBJECT, id, &num, PATH).did("新建", "转预收").level(Level::High);
    tx.log(entry.text(format!("{}转预收 {num}", step.document.receipt_num)))?;
    step.answer("advanceId", json!(id));
    step.answer("advanceNum", json!(num));
    Ok(())
}

/// 退款.
pub(super) fn refund(tx: &mut Tx<'_>, step: &mut Step<'_, ReceiptRow>) -> Result<(), Refusal> {
    held(tx, step)?;
    let refund = Refund {
        account: step.get::<Option<Id>>(OUT_OF)?.ok_or(Refusal::NotFound)?,
        date: day_of(step, DATE)?,
        amount: step.get::<Option<i64>>(PART_AMOUNT)?.unwrap_or_default(),
        reason: step.get::<Option<String>>(REASON)?.unwrap_or_default(),
        request: None,
        fee: 0,
    };
    receipt::refund(tx, step.id, &refund).map(drop)
}

/// 删除: of what nothing was used, in an open month.
pub(super) fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let held = receipt::held(tx, id)?;
    receipt::take_back(tx, &held)
}
