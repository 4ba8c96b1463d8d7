//! What is told of received invoices: who sees them, their payments, and how far they are settled.

use std::collections::BTreeMap;

use charge::chain::{DETAIL, PAYMENT};
use charge::ledger::{COST_VIEW, money_text};
use charge::rate;
use kernel::grouped;
use order::store::TABLE as ORDER;
use platform::attached;
use platform::list::Asked;
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::Row;
use serde_json::{Map, Value as Json};
use settle::amounts;
use settle::invoice::{ALLOCATION, TABLE};

use crate::payment::seen;

/// The side of cost.
const PAYABLE: &str = "PAYABLE";
pub(super) const PAYMENTS: Field = Field::text("对账单编号", "Payments").column("payment_num").wire("paymentNum");
pub(super) const NUMBER: Field = Field::text("单号/订单号", "Number or order").column("biz_number").wire("number");
pub(super) const SETTLED_STATE: Field = Field::state(
    &[
        Choice::new("OPEN", "未核销", "Open").tone("warning"),
        Choice::new("PART", "部分核销", "Partly settled").tone("info"),
        Choice::new("DONE", "核销完毕", "Settled").tone("done"),
    ],
    "核销状态",
    "Settled",
)
.column("settled_state")
.wire("writeoff");

/// How far an invoice is settled.
pub(super) fn settled_state() -> Expr {
    Expr::cust(
        "CASE WHEN invoice.settled = invoice.amount THEN 'DONE' WHEN invoice.settled <> 0 THEN 'PART' ELSE 'OPEN' END",
    )
}

/// Invoices that are settled so far.
pub(super) fn settled_as(_: &Actor, value: &str) -> Result<Condition, Refusal> {
    let one = |state: &str| settled_state().eq(sql::value(state.to_owned()));
    Ok(sql::any_of(value.split(',').map(|state| one(state.trim()))))
}

/// Received invoices a user sees: those of payments he sees, and those of none.
pub(super) fn visible(actor: &Actor) -> Condition {
    let received = Condition::all().add(sql::of_eq(TABLE, "side", PAYABLE.to_owned()));
    let seen = seen::visible(actor);
    if seen.is_empty() {
        return received;
    }
    let of_payment = sql::of(TABLE, "id").in_subquery(covering(actor, seen));
    received.add(Condition::any().add(sql::of_eq(TABLE, "allocated", 0i64)).add(of_payment))
}

/// Invoices that cover something of payments like these.
fn covering(actor: &Actor, of: Condition) -> SelectStatement {
    let mut select = sql::from(actor.org_id, ALLOCATION);
    select
        .column((ALLOCATION, "invoice_id"))
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ALLOCATION, "row_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE.to_owned()))
        .cond_where(of);
    select
}

/// Refuses an invoice a user does not see; one that was removed is told to who wrote that.
pub(super) fn need_seen(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).cond_where(visible(actor)).and_where(sql::of_eq(TABLE, "id", id));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Invoices of payments of a number.
pub(super) fn of_payment(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let of = Condition::all().add(sql::contains(sql::of(PAYMENT, "payment_num"), text));
    Ok(Condition::all().add(sql::of(TABLE, "id").in_subquery(covering(actor, of))))
}

/// Invoices of payments with an order of a code or a number that the user sees.
pub(super) fn of_order(actor: &Actor, text: &str) -> Result<Condition, Refusal> {
    let mut details = seen::details(actor);
    let has = ["biz_number", "order_code"].map(|column| sql::contains(sql::of(ORDER, column), text));
    details.column((DETAIL, "payment_id")).cond_where(sql::any_of(has));
    let of = Condition::all().add(sql::of(PAYMENT, "id").in_subquery(details));
    Ok(Condition::all().add(sql::of(TABLE, "id").in_subquery(covering(actor, of))))
}

/// The payments of invoices with what is covered of each.
fn covered(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<(Id, String, i64)>, Refusal> {
    let mut select = sql::from(org, ALLOCATION);
    select
        .columns([(ALLOCATION, "invoice_id"), (PAYMENT, "payment_num"), (ALLOCATION, "amount")])
        .join(JoinType::InnerJoin, PAYMENT, sql::same_org(PAYMENT, ALLOCATION, "row_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", PAYABLE.to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, "invoice_id"), ids.iter().copied()))
        .order_by((PAYMENT, "payment_num"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// The numbers of the payments.
pub(super) fn fill(conn: &mut dyn Conn, actor: &Actor, rows: &mut [Cells<'_>]) -> Result<(), Refusal> {
    let ids = rows.iter().map(|row| Id::from_value(row.value("id"))).collect::<Result<Vec<_>, _>>()?;
    let mut numbers: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for (invoice, number, _) in covered(conn, actor.org_id, &ids)? {
        numbers.entry(invoice).or_default().push(number);
    }
    for (row, id) in rows.iter_mut().zip(ids) {
        let joined = numbers.get(&id).map(|numbers| numbers.join(",")).unwrap_or_default();
        row.set(&PAYMENTS.name(), joined.into_value());
    }
    Ok(())
}

/// The sums of the invoices that are found, by currency.
pub(super) fn totals(conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
    const SUMMED: [(Field, &str); 5] = [
        (super::AMOUNT, "amount"),
        (super::NOT_TAX, "not_tax"),
        (super::TAX, "tax"),
        (super::ALLOCATED, "allocated"),
        (super::SETTLED, "settled"),
    ];
    if !asked.actor().has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = asked.select()?;
    select.column((TABLE, "currency_code")).group_by_col((TABLE, "currency_code"));
    for (_, column) in SUMMED {
        select.expr(Expr::cust(format!("CAST(COALESCE(SUM(invoice.{column}), 0) AS bigint)")));
    }
    let own = rate::functional(conn, asked.org())?;
    let rows = conn.query(&select.into())?;
    let sums = SUMMED.into_iter().enumerate().map(|(place, (field, _))| {
        let of = |row: &Row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get::<i64>(place + 1)?));
        let each = rows.iter().map(of).collect::<Result<Vec<_>, _>>()?;
        Ok((field.name(), amounts::parts(own, each.iter().map(|(code, sum)| (code.as_str(), *sum)))))
    });
    sums.collect()
}

/// The files of an invoice, as their dialog begins.
pub(super) fn files(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Some(id) = id else { return Ok(Map::new()) };
    let files = attached::list(conn, actor.org_id, "invoice_files", id)?;
    Ok([("files".to_owned(), files)].into_iter().collect())
}

/// Figures and payments of an invoice.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    if !actor.has(COST_VIEW) {
        return Ok(Told::default());
    }
    let org = actor.org_id;
    let mut select = sql::from(org, TABLE);
    select.columns(["currency_code", "amount", "not_tax", "tax", "allocated", "settled"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let code: String = row.get(0)?;
    let currency = rate::currency_of(&code)?;
    let shown = |raw: i64| grouped(&money_text(raw, currency));
    let (amount, settled): (i64, i64) = (row.get(1)?, row.get(5)?);
    let told = Told::default()
        .line(("价税合计", "Amount"), format!("{code} {}", shown(amount)))
        .line(("不含税金额", "Without tax"), shown(row.get(2)?))
        .line(("税额", "Tax"), shown(row.get(3)?))
        .line(("未分配", "Not allocated"), shown(amount - row.get::<i64>(4)?))
        .line(("未核销", "Open"), shown(amount - settled));
    let columns = [("payment", ("对账单编号", "Payment"), false), ("amount", ("已分配", "Allocated"), true)];
    let covered = covered(conn, org, &[id])?.into_iter();
    let rows = covered.map(|(_, number, amount)| vec![Said::from(number), Said::from(shown(amount))]).collect();
    Ok(told.table(("对账单", "Payments"), &columns, rows))
}
