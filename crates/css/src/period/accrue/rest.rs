//! The part of locked charges that no invoice covered at the end of a month: what invoices cover of a row is spread over its
//! charges by their amounts (css.md 0.4, 0.7).

use std::collections::BTreeMap;

use charge::chain::{DETAIL, NOTE_ROW, PAYMENT};
use charge::line::{self, NORMAL};
use charge::rate::{currency_of, functional};
use kernel::{Day, Id, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order, SelectStatement};
use platform::store::sql::JoinType;
use platform::store::{Conn, Row, sql};
use trade::charge::share::share;
use trade::charge::{Currency, Fault, Money, Side};

use super::Rest;
use crate::period::revalue::invoiced;

const CHARGE: &str = line::TABLE;
const ORDER: &str = "freight_order";
const ITEM: &str = "service_item";
const COOP: &str = "coop";
/// Charges whose rows are read with one statement.
const AT_ONCE: usize = 500;

/// Charges of a side that are dated until a day and not wholly invoiced then.
fn uninvoiced(org: i64, side: Side, last: &str) -> SelectStatement {
    let covered = match side {
        Side::Receivable => format!(
            "EXISTS (SELECT 1 FROM debit_note_row r WHERE r.org_id = charge.org_id AND r.note_id = charge.debit_note_id \
             AND r.currency_code = charge.currency_code AND r.amount = {})",
            invoiced(line::code_of(side), "r", last)
        ),
        Side::Payable => format!(
            "charge.reconciled = charge.amount AND NOT EXISTS (SELECT 1 FROM payment_detail d \
             JOIN payment p ON p.org_id = d.org_id AND p.id = d.payment_id WHERE d.org_id = charge.org_id \
             AND d.charge_id = charge.id AND NOT d.is_void AND p.amount <> {})",
            invoiced(line::code_of(side), "p", last)
        ),
    };
    sql::from(org, CHARGE)
        .join(JoinType::InnerJoin, ITEM, sql::same_org(ITEM, CHARGE, "service_item_id"))
        .and_where(sql::of_eq(CHARGE, "kind", line::code_of(side).to_owned()))
        .and_where(sql::of_eq(CHARGE, "state", NORMAL.to_owned()))
        .and_where(sql::of(CHARGE, "financial_date").is_not_null())
        .and_where(sql::of(CHARGE, "financial_date").lte(sql::value(last.to_owned())))
        .and_where(sql::of(CHARGE, "amount").ne(sql::value(0_i64)))
        .and_where(sql::of_eq(ITEM, "is_agency", false))
        .and_where(Expr::cust(format!("NOT ({covered})")))
        .take()
}

/// How many charges are locked for a day until the last of a month, and not wholly invoiced then.
pub(in crate::period) fn count(conn: &mut dyn Conn, org: i64, last: Day) -> Result<i64, Refusal> {
    let mut count = 0;
    for side in [Side::Receivable, Side::Payable] {
        let mut select = uninvoiced(org, side, &show_day(last));
        select.expr(Expr::cust("COUNT(*)"));
        count += conn.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default();
    }
    Ok(count)
}

/// A charge with what is not invoiced of it to be made of.
struct Charge {
    id: Id,
    amount: i64,
    rest: Rest,
}

/// What is left of the charges of both sides.
pub(super) fn of(conn: &mut dyn Conn, org: i64, last: Day) -> Result<Vec<Rest>, Refusal> {
    let (last, own) = (show_day(last), functional(conn, org)?);
    let mut rests = Vec::new();
    for side in [Side::Receivable, Side::Payable] {
        let charges = charges(conn, org, side, &last)?;
        let ids: Vec<Id> = charges.iter().map(|one| one.id).collect();
        let covered = covered(conn, org, (side, &last), &ids)?;
        for Charge { id, amount, mut rest } in charges {
            let open = amount - covered.get(&id).copied().unwrap_or_default();
            rest.untaxed = part(rest.untaxed, (open, amount), own)?;
            if rest.untaxed != 0 {
                rests.push(rest);
            }
        }
    }
    Ok(rests)
}

fn charges(conn: &mut dyn Conn, org: i64, side: Side, last: &str) -> Result<Vec<Charge>, Refusal> {
    let mut select = uninvoiced(org, side, last);
    select
        .columns(["id", "amount", "functional_not_tax", "order_id", "coop_id"].map(|column| (CHARGE, column)))
        .columns([(ORDER, "order_code"), (ORDER, "business_scope"), (COOP, "coop_name"), (COOP, "bound_org_id")])
        .column((ITEM, "service_type"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, CHARGE, "order_id"))
        .join(JoinType::InnerJoin, COOP, sql::same_org(COOP, CHARGE, "coop_id"))
        .order_by((CHARGE, "id"), Order::Asc);
    let read = |row: &Row| {
        let rest = Rest {
            side,
            untaxed: row.get(2)?,
            order: row.get(3)?,
            coop: row.get(4)?,
            order_code: row.get(5)?,
            scope: row.get(6)?,
            coop_name: row.get(7)?,
            internal: row.get::<Option<i64>>(8)?.is_some(),
            category: row.get(9)?,
        };
        Ok(Charge { id: row.get(0)?, amount: row.get(1)?, rest })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// A part of an amount as large as what is open of another one.
fn part(whole: i64, (open, of): (i64, i64), own: Currency) -> Result<i64, Refusal> {
    if open == of {
        return Ok(whole);
    }
    let whole = Money::of_thousandths(whole, own).map_err(fault)?;
    let parts = share(whole, &[open, of - open]).map_err(fault)?;
    parts.first().map_or(Ok(0), |part| part.thousandths().map_err(fault))
}

/// A row invoices cover: its currency, what they cover, and its charges with their amounts in it.
struct Covered {
    currency: String,
    invoiced: i64,
    charges: BTreeMap<Id, i64>,
}

/// By charge, what invoices until a day cover of its amount.
fn covered(
    conn: &mut dyn Conn,
    org: i64,
    (side, last): (Side, &str),
    charges: &[Id],
) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut rows: BTreeMap<Id, Covered> = BTreeMap::new();
    for some in charges.chunks(AT_ONCE) {
        let select = match side {
            Side::Receivable => rows_of_notes(org, last, some),
            Side::Payable => payments(org, last, some),
        };
        for row in conn.query(&select.into())? {
            let one = Covered { currency: row.get(1)?, invoiced: row.get(2)?, charges: BTreeMap::new() };
            if one.invoiced != 0 {
                rows.insert(row.get(0)?, one);
            }
        }
    }
    fill(conn, org, side, &mut rows)?;
    let mut covered: BTreeMap<Id, i64> = BTreeMap::new();
    for one in rows.into_values() {
        let weights: Vec<i64> = one.charges.values().copied().collect();
        if weights.iter().copied().map(i128::from).sum::<i128>() == 0 {
            continue;
        }
        let whole = Money::of_thousandths(one.invoiced, currency_of(&one.currency)?).map_err(fault)?;
        for (charge, part) in one.charges.keys().zip(share(whole, &weights).map_err(fault)?) {
            *covered.entry(*charge).or_default() += part.thousandths().map_err(fault)?;
        }
    }
    Ok(covered)
}

/// Reads the charges of rows, of each row once however many of its charges were asked for: one may have tens of thousands.
fn fill(conn: &mut dyn Conn, org: i64, side: Side, rows: &mut BTreeMap<Id, Covered>) -> Result<(), Refusal> {
    let ids: Vec<Id> = rows.keys().copied().collect();
    for some in ids.chunks(AT_ONCE) {
        let select = match side {
            Side::Receivable => of_notes(org, some),
            Side::Payable => of_payments(org, some),
        };
        for row in conn.query(&select.into())? {
            if let Some(one) = rows.get_mut(&row.get(0)?) {
                *one.charges.entry(row.get(1)?).or_default() += row.get::<i64>(2)?;
            }
        }
    }
    Ok(())
}

fn fault(fault: Fault) -> Refusal {
    match fault {
        Fault::Overflow | Fault::Digits => Refusal::business(charge::figure::TOO_LARGE),
        other => Refusal::broken(other.to_string()),
    }
}

/// Rows of the notes charges stand on, with what invoices cover of them.
fn rows_of_notes(org: i64, last: &str, charges: &[Id]) -> SelectStatement {
    let mut notes = sql::from(org, CHARGE);
    notes
        .column((CHARGE, "debit_note_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "id"), charges.iter().copied()))
        .and_where(sql::of(CHARGE, "debit_note_id").is_not_null());
    sql::from(org, NOTE_ROW)
        .columns([(NOTE_ROW, "id"), (NOTE_ROW, "currency_code")])
        .expr(Expr::cust(invoiced(line::code_of(Side::Receivable), NOTE_ROW, last)))
        .and_where(sql::of(NOTE_ROW, "note_id").in_subquery(notes))
        .take()
}

/// Payments charges stand in, with what invoices cover of them.
fn payments(org: i64, last: &str, charges: &[Id]) -> SelectStatement {
    let mut ids = sql::from(org, DETAIL);
    ids.column((DETAIL, "payment_id"))
        .and_where(sql::is_in(sql::of(DETAIL, "charge_id"), charges.iter().copied()))
        .and_where(sql::of_eq(DETAIL, "is_void", false));
    sql::from(org, PAYMENT)
        .columns([(PAYMENT, "id"), (PAYMENT, "currency_code")])
        .expr(Expr::cust(invoiced(line::code_of(Side::Payable), PAYMENT, last)))
        .and_where(sql::of(PAYMENT, "id").in_subquery(ids))
        .take()
}

/// All charges of rows of notes.
fn of_notes(org: i64, rows: &[Id]) -> SelectStatement {
    let of_row = sql::of(NOTE_ROW, "org_id")
        .equals((CHARGE, "org_id"))
        .and(sql::of(NOTE_ROW, "note_id").equals((CHARGE, "debit_note_id")))
        .and(sql::of(NOTE_ROW, "currency_code").equals((CHARGE, "currency_code")));
    sql::from(org, CHARGE)
        .columns([(NOTE_ROW, "id"), (CHARGE, "id"), (CHARGE, "amount")])
        .join(JoinType::InnerJoin, NOTE_ROW, of_row)
        .and_where(sql::is_in(sql::of(NOTE_ROW, "id"), rows.iter().copied()))
        .take()
}

/// All details of payments.
fn of_payments(org: i64, payments: &[Id]) -> SelectStatement {
    sql::from(org, DETAIL)
        .columns(["payment_id", "charge_id", "amount"].map(|column| (DETAIL, column)))
        .and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()))
        .and_where(sql::of_eq(DETAIL, "is_void", false))
        .take()
}
