//! A payment of many parts, written in pieces (css.md 0.14 e): each takes what it takes of its charges, with what is
//! reconciled of them, the statuses of their orders, and the sums of the payment.

use std::collections::BTreeSet;

use charge::chain::{DETAIL, IN_FORCE, PAYMENT, PROCESSING, VOID};
use charge::line::TABLE as CHARGE;
use charge::{figure, finance, ledger, rate};
use domain::switch::PAYMENT_AFTER_RECORDED;
use kernel::{ExchangeRate, Id, parse_day};
use platform::bulk::{self, Begun, Bulk, BulkKind, BulkRow};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::setting;
use platform::store::{Conn, Row, Value, sql};
use trade::charge::Money;
use trade::charge::exchange::Carried;

use super::{NOT_DONE, OBJECT, Part, Wanted, held, insert, looked, rate_cells, sum_up, went_on};
use crate::number;
use crate::periodic::settlement;
use crate::scope::common;
use crate::status::MADE;

const ORDER: &str = "freight_order";
/// Of an order whose cost is done.
const DONE: i64 = 2;

/// Payments that are written in pieces.
pub static KIND: BulkKind = BulkKind {
    name: PAYMENT,
    object: OBJECT,
    page: "/af_css_payment",
    title: ("应付对账单", "Payments"),
    writes,
    ends,
    frees,
    freed,
};

/// Checks all of it, whose charges are held, and has it written.
pub(super) fn begin(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    let carried: Vec<Carried> = looked(tx, wanted, false)?.taken.iter().map(|one| one.carried).collect();
    let (id, num) = (tx.new_id(), number::scoped(tx, &wanted.scope, "CP")?);
    insert(tx, wanted, (id, &num), (PROCESSING, PROCESSING))?;
    if let Some(first) = carried.first() {
        let cells = rate_cells(first, &carried);
        tx.exec(&sql::update(tx.org(), PAYMENT, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    }
    let row = |part: &Part| BulkRow {
        row: part.charge,
        order: Some(part.order),
        amount: Some(part.amount),
        number: part.number.clone(),
    };
    let rows: Vec<BulkRow> = wanted.parts.iter().map(row).collect();
    let rate = wanted.rate.map(|rate| rate.to_string()).unwrap_or_default();
    bulk::begin(tx, &KIND, Begun { document: id, number: &num, detail: &rate, passes: false }, &rows)?;
    Ok((id, num))
}

fn writes(tx: &mut Tx<'_>, bulk: &Bulk, rows: &[BulkRow]) -> Result<Vec<String>, Refusal> {
    let part = |row: &BulkRow| {
        let (order, amount) = row.order.zip(row.amount).ok_or_else(|| Refusal::broken("a part without an order"))?;
        Ok(Part { charge: row.row, order, number: row.number.clone(), amount })
    };
    let parts = rows.iter().map(part).collect::<Result<Vec<_>, Refusal>>()?;
    finance::hold_all(tx, &parts.iter().map(|part| part.order).collect())?;
    let (parts, mut left) = of_done(tx, parts, bulk.passes)?;
    let payment = held(tx, &[bulk.document])?.pop().ok_or(Refusal::NotFound)?;
    let wanted = Wanted {
        scope: payment.scope,
        coop: payment.coop,
        currency: payment.currency,
        date: parse_day(&payment.date).ok_or_else(|| Refusal::broken("a payment without a date"))?,
        rate: bulk.detail.parse().ok(),
        supplier_bill: String::new(),
        remark: String::new(),
        parts,
    };
    let took = looked(tx, &wanted, bulk.passes)?;
    let orders: BTreeSet<Id> = took.taken.iter().map(|one| one.order).collect();
    took.write(tx, payment.id)?;
    went_on(tx, orders.clone(), &took.repriced)?;
    followed(tx, payment.id, &orders)?;
    left.extend(took.left);
    Ok(left)
}

/// Parts of orders whose cost is done, where the company wants that, and the numbers of the others: the cost of an order may
/// have been opened again since the payment was checked. They are left out where that was asked for, else refused.
fn of_done(tx: &mut Tx<'_>, parts: Vec<Part>, passes: bool) -> Result<(Vec<Part>, Vec<String>), Refusal> {
    let org = tx.org();
    if !setting::value::<bool>(tx, org, &PAYMENT_AFTER_RECORDED, None)? {
        return Ok((parts, Vec::new()));
    }
    let orders: BTreeSet<Id> = parts.iter().map(|part| part.order).collect();
    let mut select = sql::from(org, ORDER);
    select
        .columns(["id", "order_code"])
        .and_where(sql::is_in(sql::col("id"), orders))
        .and_where(sql::col("cost_recorded").ne(DONE))
        .order_by("order_code", Order::Asc);
    let rows = tx.query(&select.into())?;
    match rows.first() {
        Some(row) if !passes => return Err(Refusal::Business(NOT_DONE.with(&[("code", &row.get::<String>(1)?)]))),
        _ => {}
    }
    let open = rows.iter().map(|row| row.get(0)).collect::<Result<BTreeSet<Id>, _>>()?;
    let (out, parts): (Vec<Part>, Vec<Part>) = parts.into_iter().partition(|part| open.contains(&part.order));
    Ok((parts, out.into_iter().map(|part| part.number).collect()))
}

/// The sums of a payment by its details in force, of which nothing is settled, and the statuses of some of their orders.
/// Its version stays: who takes it back while it is written saw an earlier piece.
fn followed(tx: &mut Tx<'_>, payment: Id, orders: &BTreeSet<Id>) -> Result<(), Refusal> {
    let of = |what: &str| {
        Expr::cust(format!(
            "(SELECT CAST({what} AS bigint) FROM {DETAIL} d WHERE d.org_id = {PAYMENT}.org_id \
             AND d.payment_id = {PAYMENT}.id AND NOT d.is_void)"
        ))
    };
    let cells = [("updated_by", Value::Int(tx.actor.user_id.0)), ("updated_at", Value::Int(tx.now.millis()))];
    let mut update = sql::update(tx.org(), PAYMENT, &cells);
    update
        .value("amount", of("COALESCE(SUM(d.amount), 0)"))
        .value("open_amount", of("COALESCE(SUM(d.amount), 0)"))
        .value("functional", of("COALESCE(SUM(d.functional), 0)"))
        .value("orders", of("COUNT(DISTINCT d.order_id)"))
        .and_where(sql::eq("id", payment));
    tx.exec(&update.into())?;
    finance::restate_all(tx, orders)?;
    settlement::follow(tx, orders)
}

/// What its details carry, its orders, and their scopes.
fn carried(tx: &mut Tx<'_>, payment: Id, currency: &str) -> Result<(Vec<Carried>, usize, String), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let currency = rate::currency_of(currency)?;
    let mut select = sql::from(org, DETAIL);
    select
        .columns(["amount", "functional", "order_id"].map(|column| (DETAIL, column)))
        .column((CHARGE, "exchange_rate"))
        .column((ORDER, "business_scope"))
        .join(JoinType::InnerJoin, CHARGE, sql::same_org(CHARGE, DETAIL, "charge_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"))
        .and_where(sql::of_eq(DETAIL, "payment_id", payment))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .order_by((DETAIL, "id"), Order::Asc);
    let bad = |_| Refusal::business(figure::TOO_LARGE);
    let (mut all, mut orders, mut scopes) = (Vec::new(), BTreeSet::<Id>::new(), BTreeSet::<String>::new());
    for row in tx.query(&select.into())? {
        all.push(Carried {
            amount: Money::of_thousandths(row.get(0)?, currency).map_err(bad)?,
            functional: Money::of_thousandths(row.get(1)?, own).map_err(bad)?,
            rate: ExchangeRate::from_raw(row.get::<Option<i64>>(3)?.unwrap_or_default()),
        });
        orders.insert(row.get(2)?);
        scopes.insert(row.get(4)?);
    }
    Ok((all, orders.len(), common(scopes.iter().map(String::as_str)).to_owned()))
}

fn ends(tx: &mut Tx<'_>, bulk: &Bulk) -> Result<(), Refusal> {
    let payment = held(tx, &[bulk.document])?.pop().ok_or(Refusal::NotFound)?;
    let (carried, orders, scope) = carried(tx, payment.id, &payment.currency)?;
    if carried.is_empty() {
        return freed(tx, bulk);
    }
    sum_up(tx, payment.id, (&carried, orders))?;
    let cells = [
        ("state", Value::Text(IN_FORCE.to_owned())),
        ("status", Value::Text(MADE.to_owned())),
        ("business_scope", Value::Text(scope)),
    ];
    write(tx, payment.id, &cells)
}

fn write(tx: &mut Tx<'_>, payment: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), PAYMENT, cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", payment));
    tx.exec(&update.into())?;
    Ok(())
}

fn frees(tx: &mut Tx<'_>, bulk: &Bulk, most: usize) -> Result<usize, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, DETAIL);
    select
        .columns(["id", "charge_id", "order_id"])
        .and_where(sql::eq("payment_id", bulk.document))
        .and_where(sql::eq("is_void", false))
        .order_by("id", Order::Asc)
        .limit(u64::try_from(most).unwrap_or(u64::MAX));
    let rows = tx.query(&select.into())?;
    let column = |place: usize| rows.iter().map(|row: &Row| row.get(place)).collect::<Result<Vec<Id>, _>>();
    let (details, charges, orders) = (column(0)?, column(1)?, column(2)?);
    let orders: BTreeSet<Id> = orders.into_iter().collect();
    if details.is_empty() {
        return Ok(0);
    }
    finance::hold_all(tx, &orders)?;
    let mut update = sql::update(org, DETAIL, &[("is_void", Value::Bool(true))]);
    update.and_where(sql::is_in(sql::col("id"), details.iter().copied()));
    tx.exec(&update.into())?;
    ledger::count_taken(tx, &charges)?;
    finance::count_on(tx, &orders)?;
    followed(tx, bulk.document, &orders)?;
    Ok(details.len())
}

/// Void, with the sums of what it had, as any other that was made void.
fn freed(tx: &mut Tx<'_>, bulk: &Bulk) -> Result<(), Refusal> {
    let of = |column: &str| {
        Expr::cust(format!(
            "(SELECT CAST(COALESCE(SUM(d.{column}), 0) AS bigint) FROM {DETAIL} d \
             WHERE d.org_id = {PAYMENT}.org_id AND d.payment_id = {PAYMENT}.id)"
        ))
    };
    let cells = [
        ("state", Value::Text(VOID.to_owned())),
        ("status", Value::Text(VOID.to_owned())),
        ("open_amount", Value::Int(0)),
    ];
    let mut update = sql::update(tx.org(), PAYMENT, &cells);
    update
        .value("amount", of("amount"))
        .value("functional", of("functional"))
        .value("version", Expr::cust("version + 1"))
        .and_where(sql::eq("id", bulk.document));
    tx.exec(&update.into())?;
    Ok(())
}
