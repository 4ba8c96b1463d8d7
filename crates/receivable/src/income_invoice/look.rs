//! What lists of applications and invoices tell: amounts by currency, what they are of, and which are looked for.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE, NOTE_ROW};
use charge::ledger::INCOME_VIEW;
use charge::rate;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::attached;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use serde_json::{Map, Value as Json};
use settle::amounts;
use settle::application::{self, CANCELLED, Part, ROW};
use settle::field::made;
use settle::invoice;
use settle::invoicing::summed;
use settle::note::STATEMENT;

use super::{seen, send};

pub(super) const SOURCE: Field = made("source", "账单/清单", "Notes or statement");
pub(super) const AMOUNTS: Field = made("currencyAmount", "申请金额", "Applied for");
pub(super) const INVOICED: Field = made("invoiced", "已开票", "Invoiced");
pub(super) const UNINVOICED: Field = made("uninvoiced", "未开票", "Not invoiced");
pub(super) const NUMBER: Field = made("number", "申请/账单/清单号", "Number");
pub(super) const ORDER_CODE: Field = made("orderCode", "订单号/单号", "Order or its number");
pub(super) const BUSINESS: Field = made("businessNum", "账单/清单号", "Notes or statement");
pub(super) const SENT: Field = Field::instant("发送时间", "Sent").column("sent_at").wire("sendTime");
pub(super) const IS_RED: Field = Field::flag("红票", "Red").column("red_of");

/// Invoices that take others back, or those that don't.
pub(super) fn is_red(_: &Actor, yes: bool) -> Condition {
    let of = sql::of(invoice::TABLE, "red_of");
    Condition::all().add(if yes { of.is_not_null() } else { of.is_null() })
}

fn with_note(text: &str) -> Condition {
    Condition::all().add(sql::contains(sql::of(NOTE, "note_num"), text))
}

fn with_order(text: &str) -> Condition {
    sql::any_of(["order_code", "biz_number"].map(|column| sql::contains(sql::of(ORDER, column), text)))
}

/// Applications of a number, of a statement or of a note of a number.
pub(super) fn of_number(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(named(text).add(seen::applications_with(actor, with_note(text))))
}

/// The same of the invoices that answer them.
pub(super) fn invoices_of_number(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    // The list joins them by other names.
    let joined = [("application", "application_num"), ("statement", "statement_num")];
    let named = sql::any_of(joined.map(|(alias, column)| sql::contains(sql::of(alias, column), text)));
    Ok(named.add(seen::invoices_with(actor, with_note(text))))
}

fn named(text: &str) -> Condition {
    let joined = [(application::TABLE, "application_num"), (STATEMENT, "statement_num")];
    sql::any_of(joined.map(|(table, column)| sql::contains(sql::of(table, column), text)))
}

/// Applications with a note of an order of a code or a number.
pub(super) fn of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(seen::applications_with(actor, with_order(text)))
}

/// The same of the invoices that answer them.
pub(super) fn invoices_of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(seen::invoices_with(actor, with_order(text)))
}

/// Applications that an invoice of a number answers.
pub(super) fn of_invoice(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select
        .and_where(sql::eq("side", "RECEIVABLE".to_owned()))
        .and_where(sql::contains(sql::col("invoice_num"), text))
        .and_where(sql::col("state").ne(invoice::REMOVED));
    Ok(sql::has(select, (invoice::TABLE, "application_id"), (application::TABLE, "id")))
}

/// Amounts by currency, of orders the user sees, and what applications are of. Nothing is left to be invoiced of a cancelled one.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let org = actor.org_id;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let own = rate::functional(conn, org)?;
    let all = parts_seen(conn, actor, &ids)?;
    let sources = sources(conn, actor, &ids)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let is_cancelled = String::from_value(row.value("state")).is_ok_and(|state| state == CANCELLED);
        let of = |amount: fn(&Part) -> i64| {
            let own_parts = all.iter().filter(|part| part.application == id);
            amounts::parts(own, own_parts.map(|part| (part.currency.as_str(), amount(part)))).into_value()
        };
        row.set(AMOUNTS.wire, of(|part| part.amount));
        row.set(INVOICED.wire, of(|part| part.invoiced));
        let left = if is_cancelled { Value::Null } else { of(|part| part.amount - part.invoiced) };
        row.set(UNINVOICED.wire, left);
        row.set(SOURCE.wire, sources.get(&id).cloned().unwrap_or_default().into_value());
    }
    Ok(())
}

/// What applications ask for of orders their reader sees.
pub(super) fn parts_seen(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<Part>, Refusal> {
    let mut all = application::parts(conn, actor.org_id, ids)?;
    let notes: BTreeSet<Id> = all.iter().map(|part| part.note).collect();
    let seen = seen::notes(conn, actor, &notes)?;
    all.retain(|part| seen.contains(&part.note));
    Ok(all)
}

/// What invoices are of, and when they were sent last.
pub(super) fn fill_invoices(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    fill_sources(conn, actor, rows)?;
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let sent = send::last_sent(conn, actor.org_id, &ids)?;
    for (row, id) in rows.iter_mut().zip(ids) {
        row.set(SENT.wire, sent.get(&id).copied().into_value());
    }
    Ok(())
}

/// What invoices are of.
pub(super) fn fill_sources(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    if rows.is_empty() {
        return Ok(());
    }
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.columns(["id", "application_id"]).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    let found = conn.query(&select.into())?;
    let answered = found.iter().map(|row| Ok((row.get(0)?, row.get::<Option<Id>>(1)?)));
    let answered = answered.collect::<Result<BTreeMap<Id, Option<Id>>, Refusal>>()?;
    let applications: BTreeSet<Id> = answered.values().copied().flatten().collect();
    let sources = sources(conn, actor, &applications.into_iter().collect::<Vec<_>>())?;
    for (row, id) in rows.iter_mut().zip(ids) {
        let source = answered.get(&id).copied().flatten().and_then(|id| sources.get(&id));
        row.set(BUSINESS.wire, source.cloned().unwrap_or_default().into_value());
    }
    Ok(())
}

/// The statement of each application, else the numbers of its notes of orders the reader sees.
fn sources(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(actor.org_id, ROW);
    select
        .distinct()
        .columns([(ROW, "application_id"), (STATEMENT, "statement_num"), (NOTE, "note_num")])
        .join(JoinType::InnerJoin, application::TABLE, sql::same_org(application::TABLE, ROW, "application_id"))
        .join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ROW, "note_row_id"))
        .join(JoinType::InnerJoin, NOTE, sql::same_org(NOTE, NOTE_ROW, "note_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .join(JoinType::LeftJoin, STATEMENT, sql::same_org(STATEMENT, application::TABLE, "statement_id"))
        .and_where(sql::is_in(sql::of(ROW, "application_id"), ids.iter().copied()))
        .cond_where(visible_order(actor))
        .order_by((NOTE, "note_num"), Order::Asc);
    let mut found: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let statement: Option<String> = row.get(1)?;
        let number = if let Some(statement) = statement { statement } else { row.get(2)? };
        found.entry(row.get(0)?).or_default().insert(number);
    }
    let joined = |numbers: BTreeSet<String>| numbers.into_iter().collect::<Vec<_>>().join(",");
    Ok(found.into_iter().map(|(id, numbers)| (id, joined(numbers))).collect())
}

/// The sums of the invoices that are found, by currency.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 5] = [
        (super::AMOUNT, summed::AMOUNT),
        (super::NOT_TAX, summed::NOT_TAX),
        (super::TAX, summed::TAX),
        (super::SETTLED_AMOUNT, summed::SETTLED),
        (super::OPEN, summed::OPEN),
    ];
    if !asked.actor().has(INCOME_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, invoice::TABLE, &SUMMED)
}

/// The files of an invoice, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    attached::begun(conn, actor.org_id, super::FILES, id)
}
