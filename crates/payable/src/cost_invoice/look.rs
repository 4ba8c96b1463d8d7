//! What is told of received invoices: who sees them, their payments, and how far they are settled.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use charge::rate;
use order::store::TABLE as ORDER;
use platform::attached;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order, SelectStatement};
use serde_json::{Map, Value as Json};
use settle::field::made;
use settle::invoice::{self, ALLOCATION, REMOVED, TABLE};
use settle::invoicing::{IN_FORCE, summed};
use settle::request::{ROW, TABLE as REQUEST};
use settle::{amounts, partly};
use trade::charge::Side;

use crate::payment::seen;

/// The side of cost.
const PAYABLE: &str = "PAYABLE";
pub(super) const PAYMENTS: Field = Field::text("对账单编号", "Payments").column("payment_num").wire("paymentNum");
pub(super) const NUMBER: Field = Field::text("单号/订单号", "Number or order").column("biz_number").wire("number");
pub(super) const REQUESTS: Field = made("requestNum", "付款申请", "Payment requests");

/// Received invoices a user sees: those of payments he sees, and those of none. One that was removed covers none any more: who
/// does not see all orders sees those he removed himself.
pub(super) fn visible(actor: &Actor) -> Condition {
    let received = Condition::all().add(sql::of_eq(TABLE, "side", PAYABLE.to_owned()));
    let seen = seen::visible(actor);
    if seen.is_empty() {
        return received;
    }
    let mut invoices = covering(actor, seen);
    invoices.column((ALLOCATION, "invoice_id"));
    let of_payment = sql::of(TABLE, "id").in_subquery(invoices);
    let own = sql::of_eq(TABLE, "updated_by", actor.user_id);
    let of_none = Condition::all()
        .add(sql::of_eq(TABLE, "allocated", 0i64))
        .add(Condition::any().add(sql::of(TABLE, "state").ne(REMOVED)).add(own));
    received.add(Condition::any().add(of_none).add(of_payment))
}

/// What invoices cover of payments like these.
fn covering(actor: &Actor, of: Condition) -> SelectStatement {
    let mut select = sql::from(actor.org_id, ALLOCATION);
    select
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ALLOCATION, "row_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE.to_owned()))
        .cond_where(of);
    select
}

fn covered_by(actor: &Actor, of: Condition) -> Condition {
    sql::has(covering(actor, of), (ALLOCATION, "invoice_id"), (TABLE, "id"))
}

/// Refuses an invoice a user does not see; one that was removed is told to who wrote that.
pub(super) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).cond_where(visible(actor)).and_where(sql::of_eq(TABLE, "id", id));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Invoices of payments of a number.
pub(super) fn of_payment(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(covered_by(actor, Condition::all().add(sql::contains(sql::of(PAYMENT, "payment_num"), text))))
}

/// Invoices of payments with an order of a code or a number that the user sees.
pub(super) fn of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut details = seen::details(actor);
    let has = ["biz_number", "order_code"].map(|column| sql::contains(sql::of(ORDER, column), text));
    details.cond_where(sql::any_of(has));
    Ok(covered_by(actor, sql::has(details, (DETAIL, "payment_id"), (PAYMENT, "id"))))
}

/// Invoices of payments that were asked for by requests of a number.
pub(super) fn of_request(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut asked = sql::from(actor.org_id, ROW);
    asked
        .join(JoinType::InnerJoin, REQUEST, sql::same_org(REQUEST, ROW, "request_id"))
        .and_where(sql::contains(sql::of(REQUEST, "request_num"), text));
    Ok(covered_by(actor, sql::has(asked, (ROW, "payment_id"), (PAYMENT, "id"))))
}

/// The payments of invoices that their reader sees, with what is covered of each.
fn covered(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<(Id, String, i64)>, Refusal> {
    let mut select = sql::from(actor.org_id, ALLOCATION);
    select
        .columns([(ALLOCATION, "invoice_id"), (PAYMENT, "payment_num"), (ALLOCATION, "amount")])
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ALLOCATION, "row_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE.to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, "invoice_id"), ids.iter().copied()))
        .cond_where(seen::visible(actor))
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// The requests that ask for such payments, by invoice.
fn requests(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<BTreeMap<Id, BTreeSet<String>>, Refusal> {
    let mut select = sql::from(actor.org_id, ALLOCATION);
    select
        .distinct()
        .columns([(ALLOCATION, "invoice_id"), (REQUEST, "request_num")])
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ALLOCATION, "row_id"))
        .join(
            JoinType::InnerJoin,
            ROW,
            sql::of(ROW, "org_id").equals((PAYMENT, "org_id")).and(sql::of(ROW, "payment_id").equals((PAYMENT, "id"))),
        )
        .join(JoinType::InnerJoin, REQUEST, sql::same_org(REQUEST, ROW, "request_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE.to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, "invoice_id"), ids.iter().copied()))
        .cond_where(seen::visible(actor));
    let mut found: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        found.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    Ok(found)
}

/// The numbers of the payments and of their requests.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let mut numbers: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for (invoice, number, _) in covered(conn, actor, &ids)? {
        numbers.entry(invoice).or_default().insert(number);
    }
    let requests = requests(conn, actor, &ids)?;
    let joined = |of: Option<&BTreeSet<String>>| {
        let numbers = of.into_iter().flatten().map(String::as_str);
        numbers.collect::<Vec<_>>().join(",").into_value()
    };
    for (row, id) in rows.iter_mut().zip(ids) {
        row.set(&PAYMENTS.name(), joined(numbers.get(&id)));
        row.set(REQUESTS.wire, joined(requests.get(&id)));
    }
    Ok(())
}

/// The sums of the invoices that are found, by currency.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 7] = [
        (super::AMOUNT, summed::AMOUNT),
        (super::NOT_TAX, summed::NOT_TAX),
        (super::TAX, summed::TAX),
        (super::ALLOCATED, summed::ALLOCATED),
        (super::UNALLOCATED, summed::UNALLOCATED),
        (super::SETTLED, summed::SETTLED),
        (super::OPEN, summed::OPEN),
    ];
    if !asked.actor().has(COST_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, TABLE, &SUMMED)
}

/// The files of an invoice, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    attached::begun(conn, actor.org_id, "invoice_files", id)
}

/// Figures and payments of an invoice, with a word of the orders its reader does not see.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let rows = invoice::of_invoices(conn, org, Side::Payable, &[id])?;
    let ids: Vec<Id> = rows.iter().map(|one| one.row).collect();
    let told = partly::told(seen::hidden(conn, actor, &ids)?);
    if !actor.has(COST_VIEW) {
        return Ok(told);
    }
    let mut select = sql::from(org, TABLE);
    select.columns(["currency_code", "amount", "not_tax", "tax", "allocated", "settled", "state"]);
    select.and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let code: String = row.get(0)?;
    let currency = rate::currency_of(&code)?;
    let shown = |raw: i64| amounts::figure(raw, currency);
    let (amount, allocated, settled): (i64, i64, i64) = (row.get(1)?, row.get(4)?, row.get(5)?);
    let counts = IN_FORCE.contains(&row.get::<String>(6)?.as_str());
    let left = |taken: i64| shown(if counts { amount - taken } else { 0 });
    let told = told
        .line(("价税合计", "Amount"), format!("{code} {}", shown(amount)))
        .line(("不含税金额", "Without tax"), shown(row.get(2)?))
        .line(("税额", "Tax"), shown(row.get(3)?))
        .line(("未分配", "Not allocated"), left(allocated))
        .line(("未核销", "Open"), left(settled));
    let columns = [("payment", ("对账单编号", "Payment"), false), ("amount", ("已分配", "Allocated"), true)];
    let covered = covered(conn, actor, &[id])?.into_iter();
    let rows = covered.map(|(_, number, amount)| vec![Said::from(number), Said::from(shown(amount))]).collect();
    Ok(told.table(("对账单", "Payments"), &columns, rows))
}
