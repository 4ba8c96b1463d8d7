//! Who sees which application and invoice (css.md 0.1): one with a note of an order he sees.

use std::collections::BTreeSet;

use charge::chain::{IN_FORCE, NOTE, NOTE_ROW, PAYMENT};
use charge::line::code_of;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::call::Call;
use platform::log::About;
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use settle::application::{self, ROW};
use settle::invoice;
use settle::invoicing::summed;
use settle::note::STATEMENT;
use settle::partly;
use trade::charge::Side;

/// What applications ask for, with their notes.
fn rows(org: i64) -> SelectStatement {
    let mut select = sql::from(org, ROW);
    select.join(JoinType::InnerJoin, NOTE_ROW, sql::same_org(NOTE_ROW, ROW, "note_row_id")).join(
        JoinType::InnerJoin,
        NOTE,
        sql::same_org(NOTE, NOTE_ROW, "note_id"),
    );
    select
}

/// Rows like this, with their orders.
fn with_row(actor: &Actor, of: Condition) -> SelectStatement {
    let mut select = rows(actor.org_id);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id")).cond_where(of);
    select
}

/// Applications with a note like this, or of an order like this.
pub(super) fn applications_with(actor: &Actor, of: Condition) -> Condition {
    sql::has(with_row(actor, of), (ROW, "application_id"), (application::TABLE, "id"))
}

/// Issued invoices that answer such applications.
pub(super) fn invoices_with(actor: &Actor, of: Condition) -> Condition {
    sql::has(with_row(actor, of), (ROW, "application_id"), (invoice::TABLE, "application_id"))
}

/// Applications an actor sees.
pub(super) fn applications(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() { Condition::all() } else { applications_with(actor, seen) }
}

/// Issued invoices an actor sees: those of his applications.
pub(super) fn invoices(actor: &Actor) -> Condition {
    let issued = Condition::all().add(sql::of_eq(invoice::TABLE, "side", "RECEIVABLE".to_owned()));
    let seen = visible_order(actor);
    if seen.is_empty() {
        return issued;
    }
    issued.add(invoices_with(actor, seen))
}

/// Those of them with something open. The first condition says it in the words of their index, which holds no others.
pub(super) fn open_invoices(actor: &Actor) -> Condition {
    invoices(actor).add(Expr::cust("invoice.amount <> invoice.settled")).add(summed::open().ne(0i64))
}

/// Refuses an invoice an actor does not see; one that was removed is told to who wrote that.
pub(super) fn need_invoice(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, invoice::TABLE);
    select.column((invoice::TABLE, "id")).cond_where(invoices(actor)).and_where(sql::of_eq(invoice::TABLE, "id", id));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Of some notes those of orders an actor sees.
pub(super) fn notes(conn: &mut dyn Conn, actor: &Actor, ids: &BTreeSet<Id>) -> Result<BTreeSet<Id>, Refusal> {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Ok(ids.clone());
    }
    let mut select = sql::from(actor.org_id, NOTE);
    select
        .column((NOTE, "id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::is_in(sql::of(NOTE, "id"), ids.iter().copied()))
        .cond_where(seen);
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// How many orders of an application an actor does not see.
pub(super) fn hidden(conn: &mut dyn Conn, actor: &Actor, application: Id) -> Result<i64, Refusal> {
    let mut all = rows(actor.org_id);
    all.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id")).and_where(sql::of_eq(
        ROW,
        "application_id",
        application,
    ));
    partly::hidden(conn, &all, "debit_note.order_id", visible_order(actor))
}

/// Refuses to change an application of which its user does not see all.
pub(super) fn need_whole(conn: &mut dyn Conn, actor: &Actor, application: Id) -> Result<(), Refusal> {
    partly::need_whole(hidden(conn, actor, application)?)
}

/// The application an issued invoice answers.
pub(super) fn application_of(conn: &mut dyn Conn, org: i64, invoice: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(org, invoice::TABLE);
    select
        .column("application_id")
        .and_where(sql::eq("id", invoice))
        .and_where(sql::eq("side", code_of(Side::Receivable).to_owned()));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Refuses to change an invoice of which its user does not see all.
pub(super) fn need_whole_invoice(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    match application_of(conn, actor.org_id, id)? {
        Some(application) => need_whole(conn, actor, application),
        None => Ok(()),
    }
}

/// The orders of an application.
pub(super) fn orders_of(conn: &mut dyn Conn, org: i64, application: Id) -> Result<Vec<Id>, Refusal> {
    let mut select = rows(org);
    select.distinct().column((NOTE, "order_id")).and_where(sql::of_eq(ROW, "application_id", application));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// The orders of an application, as its log is about them.
pub(super) fn about_application(conn: &mut dyn Conn, org: i64, id: Id) -> Result<About, Refusal> {
    Ok(About::orders(orders_of(conn, org, id)?))
}

/// The orders of an invoice of either side, as its log is about them.
pub(super) fn about_invoice(conn: &mut dyn Conn, org: i64, id: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, invoice::TABLE);
    select.column("application_id").and_where(sql::eq("id", id));
    let application: Option<Id> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.flatten();
    if let Some(application) = application {
        return about_application(conn, org, application);
    }
    let payments: Vec<Id> =
        invoice::of_invoices(conn, org, Side::Payable, &[id])?.into_iter().map(|one| one.row).collect();
    let mut select = sql::from(org, charge::chain::DETAIL);
    select
        .distinct()
        .column((charge::chain::DETAIL, "order_id"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, charge::chain::DETAIL, "payment_id"))
        .and_where(sql::is_in(sql::of(PAYMENT, "id"), payments));
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}

/// The select `applicableStatement`: statements in force with a note of an order its user sees, by number or customer.
pub(super) fn statements(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?.clone();
    let mut stated = sql::from(actor.org_id, NOTE);
    stated
        .column((NOTE, "statement_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::of(NOTE, "statement_id").is_not_null())
        .cond_where(visible_order(&actor));
    let mut select = sql::from(actor.org_id, STATEMENT);
    select
        .columns([(STATEMENT, "id"), (STATEMENT, "statement_num"), ("coop", "coop_name")])
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", STATEMENT, "coop_id"))
        .and_where(sql::of_eq(STATEMENT, "state", IN_FORCE.to_owned()))
        .and_where(sql::of(STATEMENT, "id").in_subquery(stated))
        .order_by((STATEMENT, "id"), Order::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let named = [(STATEMENT, "statement_num"), ("coop", "coop_name"), ("coop", "coop_code")];
        let found = named.map(|(table, column)| sql::contains(sql::of(table, column), &ask.keyword));
        select.cond_where(sql::any_of(found));
    } else {
        select.and_where(sql::of_eq(STATEMENT, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    call.read(|conn| {
        let rows = conn.query(&select.into())?;
        let offer = |row: &platform::store::Row| {
            Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? })
        };
        rows.iter().map(offer).collect()
    })
}
