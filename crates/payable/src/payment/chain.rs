//! What became of payments after they were made, for their list: invoices that cover them and write-offs that settled them.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use charge::line::TABLE as CHARGE;
use charge::rate;
use order::store::TABLE as ORDER;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order, SelectStatement};
use settle::amounts;

use super::{
    AMOUNT, INVOICE_DATE, INVOICE_NUM, INVOICE_TITLE, INVOICED, OPEN, REQUESTED, SETTLED, WRITE_OFF_NUM, seen,
};

/// Table of invoices.
pub(super) const INVOICE: &str = "invoice";
/// Table of what of a payment an invoice covers.
pub(super) const INVOICE_PART: &str = "invoice_allocation";
/// Table of write-offs.
pub(super) const WRITE_OFF: &str = "write_off";
/// Table of what they settled.
pub(super) const WRITE_OFF_LINE: &str = "write_off_line";
/// The side of cost in both.
pub(super) const PAYABLE: &str = "PAYABLE";

type Found = Result<Condition, Refusal>;

/// Fills the columns of invoices and write-offs.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let invoices = texts(conn, invoices(actor.org_id, &ids), 3)?;
    let write_offs = texts(conn, write_offs(actor.org_id, &ids), 1)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let of = |known: &BTreeMap<Id, Vec<String>>, place: usize| {
            let text = known.get(&id).and_then(|texts| texts.get(place)).cloned();
            text.unwrap_or_default().into_value()
        };
        for (place, field) in [INVOICE_NUM, INVOICE_TITLE, INVOICE_DATE].into_iter().enumerate() {
            row.set(&field.name(), of(&invoices, place));
        }
        row.set(&WRITE_OFF_NUM.name(), of(&write_offs, 0));
    }
    Ok(())
}

/// The texts a selection finds of each payment, in so many columns behind its id; those of a column in one, each once.
fn texts(conn: &mut dyn Conn, select: SelectStatement, columns: usize) -> Result<BTreeMap<Id, Vec<String>>, Refusal> {
    let mut found: BTreeMap<Id, Vec<Vec<String>>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let of_payment = found.entry(row.get(0)?).or_insert_with(|| vec![Vec::new(); columns]);
        for (place, texts) in of_payment.iter_mut().enumerate() {
            let text: String = row.get(place + 1)?;
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    let joined = |texts: Vec<Vec<String>>| texts.into_iter().map(|texts| texts.join(",")).collect();
    Ok(found.into_iter().map(|(id, texts)| (id, joined(texts))).collect())
}

fn invoices(org: i64, payments: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, INVOICE_PART);
    select
        .column((INVOICE_PART, "row_id"))
        .columns([(INVOICE, "invoice_num"), (INVOICE, "title"), (INVOICE, "invoice_date")])
        .join(JoinType::InnerJoin, INVOICE, sql::same_org(INVOICE, INVOICE_PART, "invoice_id"))
        .and_where(sql::of_eq(INVOICE_PART, "side", PAYABLE))
        .and_where(sql::is_in(sql::of(INVOICE_PART, "row_id"), payments.iter().copied()))
        .order_by((INVOICE, "invoice_date"), Order::Asc)
        .order_by((INVOICE, "id"), Order::Asc);
    select
}

fn write_offs(org: i64, payments: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, WRITE_OFF_LINE);
    select
        .distinct()
        .column((WRITE_OFF_LINE, "document_id"))
        .column((WRITE_OFF, "write_off_num"))
        .join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, WRITE_OFF_LINE, "write_off_id"))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "side", PAYABLE))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "is_reversed", false))
        .and_where(sql::is_in(sql::of(WRITE_OFF_LINE, "document_id"), payments.iter().copied()))
        .order_by((WRITE_OFF, "write_off_num"), Order::Asc);
    select
}

/// The sums of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [Field; 5] = [AMOUNT, SETTLED, OPEN, REQUESTED, INVOICED];
    if !asked.actor().has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let own = rate::functional(conn, asked.org())?;
    let sums = amounts::sums(conn, asked.select()?, PAYMENT, &SUMMED.map(|field| field.column))?;
    let text = |(place, field): (usize, Field)| {
        let of = |sums: &Vec<i64>| sums.get(place).copied().unwrap_or_default();
        (field.name(), amounts::parts(own, sums.iter().map(|(code, sums)| (code.as_str(), of(sums)))))
    };
    Ok(SUMMED.into_iter().enumerate().map(text).collect())
}

fn named(payments: SelectStatement) -> Condition {
    Condition::all().add(sql::of(PAYMENT, "id").in_subquery(payments))
}

/// Payments with an order of some number or code that the caller sees.
pub(super) fn of_number(actor: &Actor, text: &str) -> Found {
    let mut select = seen::details(actor);
    let has = ["biz_number", "order_code"].map(|column| sql::contains(sql::of(ORDER, column), text));
    select.column((DETAIL, "payment_id")).cond_where(sql::any_of(has));
    Ok(named(select))
}

/// Payments with a cost of one of some items.
pub(super) fn of_item(actor: &Actor, value: &str) -> Found {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "serviceItemId")]));
    let ids: Option<BTreeSet<i64>> = value.split(',').map(|id| id.trim().parse().ok()).collect();
    let mut select = seen::details(actor);
    select
        .column((DETAIL, "payment_id"))
        .join(JoinType::InnerJoin, CHARGE, sql::same_org(CHARGE, DETAIL, "charge_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "service_item_id"), ids.ok_or_else(bad)?));
    Ok(named(select))
}

/// Payments that an invoice of some number covers.
pub(super) fn of_invoice(actor: &Actor, text: &str) -> Found {
    let mut select = sql::from(actor.org_id, INVOICE_PART);
    select
        .column((INVOICE_PART, "row_id"))
        .join(JoinType::InnerJoin, INVOICE, sql::same_org(INVOICE, INVOICE_PART, "invoice_id"))
        .and_where(sql::of_eq(INVOICE_PART, "side", PAYABLE))
        .and_where(sql::contains(sql::of(INVOICE, "invoice_num"), text));
    Ok(named(select))
}

/// Payments that a write-off of some number settled.
pub(super) fn of_write_off(actor: &Actor, text: &str) -> Found {
    let mut select = sql::from(actor.org_id, WRITE_OFF_LINE);
    select
        .column((WRITE_OFF_LINE, "document_id"))
        .join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, WRITE_OFF_LINE, "write_off_id"))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "side", PAYABLE))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "is_reversed", false))
        .and_where(sql::contains(sql::of(WRITE_OFF, "write_off_num"), text));
    Ok(named(select))
}
