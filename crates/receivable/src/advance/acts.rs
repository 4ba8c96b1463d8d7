//! What is done with advances: paid without a request, paid back, made void.

use charge::ledger::COST_VIEW;
use domain::switch::PAY_NEEDS_REQUEST;
use kernel::{Day, parse_day};
use platform::prelude::*;
use platform::setting;
use serde_json::{Value as Json, json};
use settle::advance::{self, Advance, DEPOSIT_OUT, OBJECT, OUT, Refund, Wanted};
use settle::{fund, receipt};

use super::{
    AdvanceRow, BACK_ACCOUNT, CONTAINERS, DATE, FEE, OF_ORDER, PAID, PAID_FROM, PAID_KIND, PAID_RATE, PART, PATH,
    REASON, REMARK, RETURN_DATE, SUPPLIER,
};
use crate::partner;

const NEEDS_REQUEST: Msg = Msg::new("advance.request", "请先提交付款申请", "Ask for the payment by a request first.");
const NOT_ABOVE: Msg = Msg::new("advance.amount", "金额须大于0", "The amount must be greater than 0.");

fn day_of(filled: &Filled<'_>, field: Field) -> Result<Day, Refusal> {
    let day: Option<String> = filled.get(field)?;
    day.as_deref().and_then(parse_day).ok_or(Refusal::NotFound)
}

/// 新增预付 where payments need no request: paid now.
pub(super) fn save(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    actor.need(COST_VIEW)?;
    if setting::value(tx, org, &PAY_NEEDS_REQUEST, None)? {
        return Err(Refusal::business(NEEDS_REQUEST));
    }
    let order: Option<Id> = filled.get(OF_ORDER)?;
    if let Some(order) = order {
        order::need_visible(tx, actor, order)?;
    }
    let (date, amount) = (day_of(filled, DATE)?, filled.get::<Option<i64>>(PAID)?.unwrap_or_default());
    let account: Id = filled.get::<Option<Id>>(PAID_FROM)?.ok_or(Refusal::NotFound)?;
    if let Some(why) = charge::period::refuses(tx, [date])? {
        filled.findings.error("date", why);
    }
    filled.findings.error_if(amount <= 0, "amount", NOT_ABOVE);
    let coop = filled.get::<Option<Id>>(SUPPLIER)?.ok_or(Refusal::NotFound)?;
    partner::check(tx, actor, (coop, SUPPLIER), &mut filled.findings)?;
    let fee = filled.get::<Option<i64>>(FEE)?.unwrap_or_default();
    let leaf = fund::need_account(tx, (account, true), "accountId", &mut filled.findings)?;
    if let Some(leaf) = &leaf {
        fund::need_fits(amount, leaf, "amount", &mut filled.findings);
        fund::need_fits(fee, leaf, "fee", &mut filled.findings);
    }
    filled.unless_clean()?;
    let Some(leaf) = leaf else { return Ok(()) };
    let currency = leaf.currency.code().to_owned();
    let typed: Option<i64> = filled.get(PAID_RATE)?;
    let kind: Option<String> = filled.get(PAID_KIND)?;
    let text = |field| filled.get::<Option<String>>(field).map(Option::unwrap_or_default);
    let wanted = Wanted {
        kind: if kind.as_deref() == Some(DEPOSIT_OUT) { DEPOSIT_OUT } else { OUT },
        coop,
        order,
        date,
        account,
        amount,
        rate: receipt::rate_of(tx, (&currency, typed), date)?,
        currency,
        receipt: None,
        fee,
        request: None,
        containers: text(CONTAINERS)?,
        return_date: filled.get::<Option<String>>(RETURN_DATE)?.as_deref().and_then(parse_day),
        remark: text(REMARK)?,
    };
    let (id, num) = advance::make(tx, &wanted)?;
    let entry = LogEntry::of(OBJECT, id, &num, PATH).did("新建", "新增预付").level(Level::High);
    tx.log(entry.text(format!("新增预付 {num}")))?;
    filled.answer("id", json!(id));
    filled.answer("advanceNum", json!(num));
    Ok(())
}

/// The advance of a step is as its user saw it. It was held by what was done: what it was made of is held before it.
fn same(held: &Advance, step: &Step<'_, AdvanceRow>) -> Result<(), Refusal> {
    if held.version == step.version() { Ok(()) } else { Err(Refusal::Stale(Json::Null)) }
}

/// 退款.
pub(super) fn refund(tx: &mut Tx<'_>, step: &mut Step<'_, AdvanceRow>) -> Result<(), Refusal> {
    let refund = Refund {
        account: step.get::<Option<Id>>(BACK_ACCOUNT)?.ok_or(Refusal::NotFound)?,
        date: day_of(step, DATE)?,
        amount: step.get::<Option<i64>>(PART)?.unwrap_or_default(),
        reason: step.get::<Option<String>>(REASON)?.unwrap_or_default(),
        request: None,
        fee: 0,
    };
    same(&advance::refund(tx, step.id, &refund)?, step)
}

/// 作废.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, AdvanceRow>) -> Result<(), Refusal> {
    same(&advance::void(tx, step.id)?, step)
}
