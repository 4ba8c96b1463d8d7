//! 补录费用: what only the supplier has becomes a cost of an order when the sheet is confirmed.

use charge::item;
use order::store::TABLE as ORDER;
use order::{by_numbers, nameable};
use platform::prelude::*;
use settle::compared;
use settle::confirmation::{self, ADD, Line};
use trade::charge::Money;

use super::{CostConfirmation, matching, seen};
use crate::their_list::folded;

const NUMBER: Field = Field::text("对方单号", "Their number").column("their_number").max(60);
const ORDER_CODE: Field = Field::text("订单号/单号", "Order").column("order_number").required().max(60);
const ITEM: Field = Field::reference("serviceItem", "服务项目", "Service item").column("service_item_id").required();
const AMOUNT: Field = Field::decimal(3, "金额（空为对方金额）", "Amount (none: theirs)").digits(2).column("amount");
const REASON: Field = Field::dictionary(73, "差异原因", "Reason").column("reason").max(40);
/// What is asked for.
pub(super) const FIELDS: [Field; 5] = [NUMBER, ORDER_CODE, ITEM, AMOUNT, REASON];

const NO_ORDER: Msg = Msg::new("cost_confirmation.no_order", "订单不存在", "There is no such order.");
const SEVERAL: Msg = Msg::new(
    "cost_confirmation.several",
    "单号对应{n}票订单，请填写订单号",
    "It is the number of {n} orders: give the code.",
);
const NO_AMOUNT: Msg = Msg::new("cost_confirmation.no_amount", "请填写金额", "Give the amount.");
const BAD_AMOUNT: Msg = Msg::new("cost_confirmation.bad_amount", "金额格式有误", "The currency has no such amount.");

/// An order as a line names it.
struct Named {
    id: Id,
    code: String,
    date: String,
    scope: String,
}

/// Treats the line of a number that only they have, or adds one.
pub(super) fn add(tx: &mut Tx<'_>, step: &mut Step<'_, CostConfirmation>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    confirmation::hold(tx, (step.id, step.version()))?;
    seen::need_whole(tx, actor, step.id)?;
    let named = named(tx, actor, step)?;
    let (item_id, number): (Id, String) = (step.get(ITEM)?, step.get(NUMBER)?);
    let item = item::item(tx, org, item_id)?;
    let is_of = |item: &item::ServiceItem| named.as_ref().is_none_or(|order| order.scope == item.business_scope);
    let is_other = !item.as_ref().is_some_and(is_of);
    step.findings.error_if(is_other, &ITEM.name(), item::NOT_OF_SCOPE);
    let lines = confirmation::lines(tx, org, step.id)?;
    let is_theirs =
        |line: &&Line| line.charge.is_none() && !number.is_empty() && folded(&line.number) == folded(&number);
    let last = lines.last().map_or(0, |line| line.line);
    let found = lines.iter().find(is_theirs).cloned();
    let typed: Option<i64> = step.get(AMOUNT)?;
    let amount = typed.or_else(|| found.as_ref().and_then(|line| line.theirs));
    let currency = charge::rate::currency_of(&step.document.currency_code)?;
    match amount {
        None => step.findings.error(AMOUNT.name(), NO_AMOUNT.text()),
        Some(raw) => {
            step.findings.error_if(Money::of_thousandths(raw, currency).is_err(), &AMOUNT.name(), BAD_AMOUNT);
        }
    }
    step.unless_clean()?;
    let (Some(order), Some(item)) = (named, item) else { return Err(Refusal::NotFound) };
    let mut line = found.unwrap_or_else(|| {
        let number = if number.is_empty() { order.code.clone() } else { number.clone() };
        let mut line = Line { line: last + 1, number, ..Line::default() };
        line.compare(amount, matching::tolerance(step.document));
        line
    });
    (line.order, line.order_code, line.biz_date) = (Some(order.id), order.code, order.date);
    (line.scope, line.item, line.service) = (order.scope, Some(item_id), item.service_name_cn);
    line.reason = step.get(REASON)?;
    (line.treatment, line.agreed) = (ADD.to_owned(), amount);
    if line.id.is_some() {
        compared::write(tx, step.id, &[line])?
    } else {
        compared::add(tx, step.id, &[line])?
    }
    super::counted_anew(tx, step.id)
}

/// The one order of the number that was typed, among those its user sees.
fn named(tx: &mut Tx<'_>, actor: &Actor, step: &mut Step<'_, CostConfirmation>) -> Result<Option<Named>, Refusal> {
    let typed: String = step.get(ORDER_CODE)?;
    let mut select = sql::from(actor.org_id, ORDER);
    select
        .columns(["id", "order_code", "biz_date", "business_scope"].map(|column| (ORDER, column)))
        .cond_where(nameable(actor));
    let rows = by_numbers(tx, &select, std::iter::once(typed.as_str()))?;
    match rows.as_slice() {
        [row] => Ok(Some(Named { id: row.get(0)?, code: row.get(1)?, date: row.get(2)?, scope: row.get(3)? })),
        [] => {
            step.findings.error(ORDER_CODE.name(), NO_ORDER.text());
            Ok(None)
        }
        several => {
            let n = several.len().to_string();
            step.findings.error(ORDER_CODE.name(), SEVERAL.with(&[("n", &n)]));
            Ok(None)
        }
    }
}
