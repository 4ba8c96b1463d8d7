//! What became of payments after they were made, for their list: invoices that cover them and write-offs that settled them.

use std::collections::BTreeSet;

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::COST_VIEW;
use charge::line::{TABLE as CHARGE, code_of};
use order::store::TABLE as ORDER;
use platform::bulk;
use platform::list::Asked;
use platform::prelude::*;
use platform::refusal::messages;
use platform::sea_query::{Condition, JoinType};
use settle::amounts;
use settle::hung::Hung;
use settle::invoice::{ALLOCATION, TABLE as INVOICE};
use settle::write_off::{LINE, TABLE as WRITE_OFF};
use trade::charge::Side;

use super::{
    AMOUNT, INVOICE_DATE, INVOICE_NUM, INVOICE_TITLE, INVOICED, OPEN, REQUESTED, SETTLED, WRITE_OFF_NUM, seen,
};

const PAYABLE: &str = code_of(Side::Payable);

type Found = Result<Condition, Refusal>;

/// Fills the columns of requests, invoices and write-offs.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    super::asked_for::fill(conn, actor, rows)?;
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let hung = hung(conn, actor.org_id, &ids)?;
    let written = bulk::standing(conn, actor.org_id, (&settle::payment::KIND, &ids))?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        let is_of = |payment: Id| payment == id;
        row.set(&INVOICE_NUM.name(), hung.invoices(is_of, |one| &one.num));
        row.set(&INVOICE_TITLE.name(), hung.invoices(is_of, |one| &one.title));
        row.set(&INVOICE_DATE.name(), hung.invoices(is_of, |one| &one.date));
        row.set(&WRITE_OFF_NUM.name(), hung.write_offs(is_of));
        let progress = written.get(&id).map(bulk::Standing::text).unwrap_or_default();
        row.set(bulk::PROGRESS.wire, progress.into_value());
    }
    Ok(())
}

/// What hangs on some payments.
pub(super) fn hung(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<Hung, Refusal> {
    let rows = payments.iter().map(|id| (*id, *id)).collect();
    Hung::of(conn, org, (Side::Payable, payments), &rows)
}

/// The sums of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 5] = [
        (AMOUNT, "payment.amount"),
        (SETTLED, "payment.settled"),
        (OPEN, "payment.open_amount"),
        (REQUESTED, "payment.requested"),
        (INVOICED, "payment.invoiced"),
    ];
    if !asked.actor().has(COST_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, PAYMENT, &SUMMED)
}

/// Payments with an order of some number or code that the caller sees.
pub(super) fn of_number(actor: &Actor, text: &str) -> Found {
    let mut select = seen::details(actor);
    let has = ["biz_number", "order_code"].map(|column| sql::contains(sql::of(ORDER, column), text));
    select.cond_where(sql::any_of(has));
    Ok(sql::has(select, (DETAIL, "payment_id"), (PAYMENT, "id")))
}

/// Payments with a cost of one of some items.
pub(super) fn of_item(actor: &Actor, value: &str) -> Found {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "serviceItemId")]));
    let ids: Option<BTreeSet<i64>> = value.split(',').map(|id| id.trim().parse().ok()).collect();
    let mut select = seen::details(actor);
    select
        .join(JoinType::InnerJoin, CHARGE, sql::same_org(CHARGE, DETAIL, "charge_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "service_item_id"), ids.ok_or_else(bad)?));
    Ok(sql::has(select, (DETAIL, "payment_id"), (PAYMENT, "id")))
}

/// Payments that an invoice of some number covers.
pub(super) fn of_invoice(actor: &Actor, text: &str) -> Found {
    let mut select = sql::from(actor.org_id, ALLOCATION);
    select
        .join(JoinType::InnerJoin, INVOICE, sql::same_org(INVOICE, ALLOCATION, "invoice_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE))
        .and_where(sql::contains(sql::of(INVOICE, "invoice_num"), text));
    Ok(sql::has(select, (ALLOCATION, "row_id"), (PAYMENT, "id")))
}

/// Payments that a write-off of some number settled.
pub(super) fn of_write_off(actor: &Actor, text: &str) -> Found {
    let mut select = sql::from(actor.org_id, LINE);
    select
        .join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, LINE, "write_off_id"))
        .and_where(sql::of_eq(LINE, "side", PAYABLE))
        .and_where(sql::of_eq(LINE, "is_reversed", false))
        .and_where(sql::contains(sql::of(WRITE_OFF, "write_off_num"), text));
    Ok(sql::has(select, (LINE, "document_id"), (PAYMENT, "id")))
}
