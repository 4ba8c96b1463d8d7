//! What the list and the view of requests tell beside their rows: payments, invoices, write-offs, sums by currency.

use std::collections::BTreeMap;

use approval::pending::running_on;
use charge::chain::PAYMENT;
use charge::ledger::COST_VIEW;
use charge::rate;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use serde_json::{Map, Value as Json};
use settle::amounts::{self, figure};
use settle::request::{ROW, TABLE};
use settle::{partly, write_off};

use super::{AMOUNT, INVOICE_STATE, PAID, PAYMENTS, UNPAID, WRITE_OFF_NUM, moves};
use crate::payment::seen as payment_seen;

/// No invoice of its payments came.
const NOT_INVOICED: &str = "NONE";
const PART_INVOICED: &str = "PART";
const INVOICED: &str = "ALL";
/// How far the payments of a request are invoiced.
pub(super) const INVOICE_STATES: &[Choice] = &[
    Choice::new(NOT_INVOICED, "未收票", "No invoice").tone("warning"),
    Choice::new(PART_INVOICED, "部分收票", "Partly invoiced").tone("info"),
    Choice::new(INVOICED, "收票完毕", "Invoiced").tone("done"),
];

/// A payment of a request, as the list shows it.
struct Of {
    num: String,
    amount: i64,
    invoiced: i64,
}

/// Fills the columns of payments, invoices and write-offs.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.iter().filter_map(|row| Id::from_value(row.value("id")).ok()).collect();
    let payments = payments(conn, actor.org_id, &ids)?;
    let write_offs = numbers(conn, actor.org_id, &ids)?;
    for row in rows {
        let Ok(id) = Id::from_value(row.value("id")) else { continue };
        if let Some(of) = payments.get(&id) {
            let named: Vec<&str> = of.iter().map(|one| one.num.as_str()).collect();
            row.set(&PAYMENTS.name(), named.join(",").into_value());
            row.set(&INVOICE_STATE.name(), Value::Text(invoice_state(of).to_owned()));
        }
        row.set(&WRITE_OFF_NUM.name(), write_offs.get(&id).map(|nums| nums.join(",")).unwrap_or_default().into_value());
    }
    Ok(())
}

fn invoice_state(payments: &[Of]) -> &'static str {
    if payments.iter().all(|one| one.invoiced == one.amount) {
        INVOICED
    } else if payments.iter().any(|one| one.invoiced != 0) {
        PART_INVOICED
    } else {
        NOT_INVOICED
    }
}

fn payments(conn: &mut dyn Conn, org: i64, requests: &[Id]) -> Result<BTreeMap<Id, Vec<Of>>, Refusal> {
    let mut select = sql::from(org, ROW);
    select
        .column((ROW, "request_id"))
        .columns(["payment_num", "amount", "invoiced"].map(|column| (PAYMENT, column)))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ROW, "payment_id"))
        .and_where(sql::is_in(sql::of(ROW, "request_id"), requests.iter().copied()))
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    let mut found: BTreeMap<Id, Vec<Of>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let of = Of { num: row.get(1)?, amount: row.get(2)?, invoiced: row.get(3)? };
        found.entry(row.get(0)?).or_default().push(of);
    }
    Ok(found)
}

/// Numbers of the write-offs and advances that paid requests.
fn numbers(conn: &mut dyn Conn, org: i64, requests: &[Id]) -> Result<BTreeMap<Id, Vec<String>>, Refusal> {
    let of = |table: &'static str, number: &'static str, state: &'static str| {
        let mut select = sql::from(org, table);
        select
            .columns(["request_id", number])
            .and_where(sql::is_in(sql::col("request_id"), requests.iter().copied()))
            .and_where(sql::col("state").ne(sql::value(state.to_owned())))
            .order_by("id", Order::Asc);
        select
    };
    let mut found: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    let selects = [
        of(write_off::TABLE, "write_off_num", write_off::REVERSED),
        of(settle::advance::TABLE, "advance_num", settle::advance::VOID),
    ];
    for select in selects {
        for row in conn.query(&select.into())? {
            found.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
    }
    Ok(found)
}

/// The sums of the whole result, a currency each.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 3] = [
        (AMOUNT, "payment_request.amount"),
        (PAID, "payment_request.paid"),
        (UNPAID, "payment_request.amount - payment_request.paid"),
    ];
    if !asked.actor().has(COST_VIEW) {
        return Ok(Vec::new());
    }
    amounts::totals(conn, asked, TABLE, &SUMMED)
}

/// Who decides about a request now. The cross join keeps SQLite from beginning with all tasks of the company that wait.
pub(crate) fn approvers() -> Expr {
    Expr::cust(format!(
        "(SELECT string_agg(u.name_cn, ',' ORDER BY u.name_cn) FROM approval_instance a CROSS JOIN approval_task t \
         JOIN app_user u ON u.org_id = t.org_id AND u.id = t.approver_id \
         WHERE a.org_id = payment_request.org_id AND a.ref_type = '{}' AND a.ref_id = payment_request.id \
         AND a.status = '{}' AND t.org_id = a.org_id AND t.instance_id = a.id AND t.counts AND t.status = '待审')",
        moves::KIND,
        approval::store::RUNNING,
    ))
}

/// Requests that wait for whom a text names.
pub(super) fn of_approver(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(sql::contains(approvers(), text)))
}

/// Requests of a payment some number names.
pub(super) fn of_payment(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut rows = Query::select();
    rows.expr(Expr::cust("1"))
        .from(ROW)
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ROW, "payment_id"))
        .and_where(sql::of(ROW, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(ROW, "request_id").equals((TABLE, "id")))
        .and_where(sql::contains(sql::of(PAYMENT, "payment_num"), text));
    Ok(Condition::all().add(Expr::exists(rows)))
}

/// What is decided about it stands in the view.
pub(super) fn more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let running = running_on(conn, org, (moves::KIND, id))?.into_iter().next();
    view.insert("approving".to_owned(), running.map_or(Json::Null, |one| one.told(true)));
    Ok(())
}

/// The view's figures, and the payments it is about.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let org = actor.org_id;
    let rows = super::asked::rows(conn, org, id)?;
    let ids: Vec<Id> = rows.iter().map(|(payment, ..)| *payment).collect();
    let mut told = partly::told(payment_seen::hidden(conn, actor, &ids)?);
    if !actor.has(COST_VIEW) {
        return Ok(told);
    }
    let mut select = sql::from(org, TABLE);
    select.columns(["currency_code", "amount", "paid"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (code, amount, paid): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let currency = rate::currency_of(&code)?;
    let shown = |raw: i64| format!("{code} {}", figure(raw, currency));
    told = told
        .line(("申请金额", "Amount"), shown(amount))
        .line(("已付金额", "Paid"), shown(paid))
        .line(("未付金额", "Not paid"), shown(amount - paid));
    if rows.is_empty() {
        return Ok(told);
    }
    let named = payment_numbers(conn, org, &ids)?;
    let columns = [
        ("number", ("对账单编号", "Payment"), false),
        ("amount", ("申请金额", "Asked for"), true),
        ("paid", ("已付金额", "Paid"), true),
    ];
    let cells = rows.into_iter().map(|(payment, amount, paid)| {
        let number = named.get(&payment).cloned().unwrap_or_default();
        vec![Said::from(number), Said::from(figure(amount, currency)), Said::from(figure(paid, currency))]
    });
    Ok(told.table(("对账单", "Payments"), &columns, cells.collect()))
}

/// The numbers of payments.
pub(super) fn payment_numbers(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select: SelectStatement = sql::from(org, PAYMENT);
    select.columns(["id", "payment_num"]).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
