//! How far invoices are settled (catalogue css.md 0.7): what was settled on the invoice itself, and what was settled of its rows
//! otherwise, in the order of invoice dates, so that no invoice of a settled row stays open. The row is a row of a debit note of
//! issued invoices and a payment of received ones.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE_ROW, PAYMENT};
use charge::line::code_of;
use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, Value, sql};
use trade::charge::Side;

use crate::bulk;
use crate::write_off::LINE;

/// Table of invoices of both sides.
pub const TABLE: &str = "invoice";
/// Table of what of a row an invoice covers.
pub const ALLOCATION: &str = "invoice_allocation";
/// An invoice whose registration was removed: its number is free and it covers nothing.
pub const REMOVED: &str = "REMOVED";

/// What of a row an invoice covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    /// Row.
    pub id: Id,
    /// The invoice.
    pub invoice: Id,
    /// Row of a note, or payment.
    pub row: Id,
    /// How much; of a red invoice below nought.
    pub amount: i64,
    /// How much of that is settled.
    pub settled: i64,
    /// The invoice a red one takes back.
    pub red_of: Option<Id>,
}

impl Allocation {
    /// What of an open row may be settled on the invoice.
    pub fn rest_within(&self, open: i64) -> i64 {
        toward(open, self.amount - self.settled)
    }
}

/// The allocations of some rows, by the dates of their invoices.
pub fn of_rows(conn: &mut dyn Conn, org: i64, side: Side, rows: &[Id]) -> Result<Vec<Allocation>, Refusal> {
    allocations(conn, org, (side, "row_id"), rows)
}

/// The allocations of some invoices.
pub fn of_invoices(conn: &mut dyn Conn, org: i64, side: Side, invoices: &[Id]) -> Result<Vec<Allocation>, Refusal> {
    allocations(conn, org, (side, "invoice_id"), invoices)
}

fn allocations(
    conn: &mut dyn Conn,
    org: i64,
    (side, column): (Side, &'static str),
    ids: &[Id],
) -> Result<Vec<Allocation>, Refusal> {
    let mut select = sql::from(org, ALLOCATION);
    select
        .columns(["id", "invoice_id", "row_id", "amount", "settled"].map(|column| (ALLOCATION, column)))
        .column((TABLE, "red_of"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ALLOCATION, "invoice_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", code_of(side).to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, column), ids.iter().copied()))
        .and_where(sql::of(TABLE, "state").ne(REMOVED))
        .order_by((TABLE, "invoice_date"), Order::Asc)
        .order_by((ALLOCATION, "id"), Order::Asc);
    let read = |row: &Row| {
        Ok(Allocation {
            id: row.get(0)?,
            invoice: row.get(1)?,
            row: row.get(2)?,
            amount: row.get(3)?,
            settled: row.get(4)?,
            red_of: row.get(5)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Holds the invoices of some rows, by their ids, until the transaction ends. The rows' documents are held before.
pub fn hold(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let invoices: BTreeSet<Id> = of_rows(tx, org, side, rows)?.into_iter().map(|one| one.invoice).collect();
    if invoices.is_empty() {
        return Ok(());
    }
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::is_in(sql::col("id"), invoices)).order_by("id", Order::Asc).lock_exclusive();
    tx.query(&select.into())?;
    Ok(())
}

/// Makes what is settled of the invoices of some rows anew: whoever writes off a row or changes what invoices cover of it calls
/// it behind that. The rows are of debit notes, of cost the payments; their documents are held.
pub fn restate(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let found = of_rows(tx, org, side, rows)?;
    if found.is_empty() {
        return Ok(());
    }
    let (settled, own) = (settled_of(tx, org, side, rows)?, own_of(tx, org, side, rows)?);
    let mut by_row: BTreeMap<Id, Vec<&Allocation>> = BTreeMap::new();
    for one in &found {
        by_row.entry(one.row).or_default().push(one);
    }
    let (mut changes, mut touched) = (BTreeMap::new(), BTreeSet::new());
    let nothing = BTreeMap::new();
    for (row, of_row) in &by_row {
        let cover = cover(settled.get(row).copied().unwrap_or_default(), own.get(row).unwrap_or(&nothing), of_row);
        for (one, settled) in of_row.iter().zip(cover).filter(|(one, settled)| one.settled != *settled) {
            changes.insert(one.id, [settled - one.settled]);
            touched.insert(one.invoice);
        }
    }
    bulk::add(tx, ALLOCATION, ["settled"], &changes)?;
    resum(tx, org, side, &touched)
}

/// The sums of invoices by their allocations.
fn resum(tx: &mut Tx<'_>, org: i64, side: Side, invoices: &BTreeSet<Id>) -> Result<(), Refusal> {
    let ids: Vec<Id> = invoices.iter().copied().collect();
    let mut settled: BTreeMap<Id, i64> = BTreeMap::new();
    for one in of_invoices(tx, org, side, &ids)? {
        *settled.entry(one.invoice).or_default() += one.settled;
    }
    for (invoice, settled) in settled {
        let mut update = sql::update(org, TABLE, &[("settled", Value::Int(settled))]);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", invoice));
        tx.exec(&update.into())?;
    }
    Ok(())
}

/// What is settled of rows.
fn settled_of(tx: &mut Tx<'_>, org: i64, side: Side, rows: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let table = match side {
        Side::Receivable => NOTE_ROW,
        Side::Payable => PAYMENT,
    };
    let mut select = sql::from(org, table);
    select.columns(["id", "settled"]).and_where(sql::is_in(sql::col("id"), rows.iter().copied()));
    tx.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What was settled of rows on their invoices, by invoice. Cost is settled on its payment alone.
fn own_of(tx: &mut Tx<'_>, org: i64, side: Side, rows: &[Id]) -> Result<BTreeMap<Id, BTreeMap<Id, i64>>, Refusal> {
    let mut own: BTreeMap<Id, BTreeMap<Id, i64>> = BTreeMap::new();
    if side == Side::Payable {
        return Ok(own);
    }
    let mut select = sql::from(org, LINE);
    select
        .columns(["row_id", "invoice_id"])
        .expr(Expr::cust("CAST(SUM(amount) AS BIGINT)"))
        .and_where(sql::eq("side", code_of(side).to_owned()))
        .and_where(sql::is_in(sql::col("row_id"), rows.iter().copied()))
        .and_where(sql::eq("is_reversed", false))
        .and_where(sql::col("invoice_id").is_not_null())
        .group_by_columns(["row_id", "invoice_id"]);
    for row in tx.query(&select.into())? {
        own.entry(row.get(0)?).or_default().insert(row.get(1)?, row.get(2)?);
    }
    Ok(own)
}

/// What is settled of each allocation of a row, in their order: of `settled` what was settled on an invoice is its own, the rest
/// goes to the oldest that has room. A red invoice has nothing open: what it takes back counts as settled of both.
fn cover(settled: i64, own: &BTreeMap<Id, i64>, allocations: &[&Allocation]) -> Vec<i64> {
    let is_red = |one: &Allocation| one.red_of.is_some_and(|of| allocations.iter().any(|other| other.invoice == of));
    let taken_back = |invoice: Id| -> i64 {
        allocations.iter().filter(|one| is_red(one) && one.red_of == Some(invoice)).map(|one| one.amount).sum()
    };
    let mut free = settled - own.values().sum::<i64>();
    let mut out = Vec::with_capacity(allocations.len());
    for one in allocations {
        if is_red(one) {
            out.push(one.amount);
            continue;
        }
        let (back, own) = (taken_back(one.invoice), own.get(&one.invoice).copied().unwrap_or_default());
        let taken = toward(free, one.amount + back - own);
        free -= taken;
        out.push(own + taken - back);
    }
    out
}

/// As much of an amount as a room of the same sign takes.
pub(crate) fn toward(amount: i64, room: i64) -> i64 {
    if amount.signum() != room.signum() {
        0
    } else if amount.unsigned_abs() < room.unsigned_abs() {
        amount
    } else {
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(settled: i64, own: &[(i64, i64)], allocations: &[(i64, i64, Option<i64>)]) -> Vec<i64> {
        let own = own.iter().map(|(invoice, amount)| (Id(*invoice), *amount)).collect();
        let all: Vec<Allocation> = allocations
            .iter()
            .map(|(invoice, amount, red_of)| Allocation {
                id: Id(*invoice),
                invoice: Id(*invoice),
                row: Id(1),
                amount: *amount,
                settled: 0,
                red_of: red_of.map(Id),
            })
            .collect();
        cover(settled, &own, &all.iter().collect::<Vec<_>>())
    }

    #[test]
    fn money_before_the_invoice_counts_for_the_oldest() {
        assert_eq!(of(0, &[], &[(1, 60, None), (2, 40, None)]), [0, 0]);
        assert_eq!(of(50, &[], &[(1, 60, None), (2, 40, None)]), [50, 0]);
        assert_eq!(of(70, &[], &[(1, 60, None), (2, 40, None)]), [60, 10]);
        assert_eq!(of(100, &[], &[(1, 60, None), (2, 40, None)]), [60, 40], "a settled row leaves no invoice open");
        assert_eq!(of(100, &[], &[(1, 60, None)]), [60], "not all of it is invoiced yet");
    }

    #[test]
    fn money_on_an_invoice_stays_with_it() {
        assert_eq!(of(40, &[(2, 40)], &[(1, 60, None), (2, 40, None)]), [0, 40]);
        assert_eq!(of(90, &[(2, 30)], &[(1, 60, None), (2, 40, None)]), [60, 30]);
        assert_eq!(of(95, &[(2, 30)], &[(1, 60, None), (2, 40, None)]), [60, 35]);
    }

    #[test]
    fn a_credit_is_settled_below_nought() {
        assert_eq!(of(-70, &[], &[(1, -60, None), (2, -40, None)]), [-60, -10]);
        assert_eq!(of(70, &[], &[(1, -60, None)]), [0], "of the other sign it takes nothing");
    }

    #[test]
    fn a_red_invoice_has_nothing_open() {
        assert_eq!(of(0, &[], &[(1, 100, None), (2, -40, Some(1))]), [40, -40]);
        assert_eq!(of(60, &[], &[(1, 100, None), (2, -40, Some(1))]), [100, -40]);
        assert_eq!(of(60, &[], &[(1, 100, None), (2, -100, Some(1)), (3, 60, None)]), [100, -100, 60]);
        assert_eq!(of(30, &[(1, 30)], &[(1, 100, None), (2, -40, Some(1))]), [70, -40]);
    }
}
