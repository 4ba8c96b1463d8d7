//! What hangs on debit notes: the invoices that cover them, and what was settled of them.

use std::collections::BTreeMap;

use charge::line::code_of;
use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};
use settle::note::NoteRow;
use trade::charge::Side;

const INVOICE: &str = "invoice";
const ALLOCATION: &str = "invoice_allocation";
const WRITE_OFF_LINE: &str = settle::write_off::LINE;
const WRITE_OFF: &str = settle::write_off::TABLE;

/// An invoice as a note tells it.
pub(crate) struct Invoice {
    pub note: Id,
    pub num: String,
    pub date: String,
    pub title: String,
    pub currency: String,
    pub amount: i64,
}

/// The invoices that cover something of some rows, by their dates.
pub(crate) fn invoices_of(conn: &mut dyn Conn, org: i64, rows: &[NoteRow]) -> Result<Vec<Invoice>, Refusal> {
    let notes: BTreeMap<Id, Id> = rows.iter().filter(|row| row.invoiced != 0).map(|row| (row.id, row.note)).collect();
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = sql::from(org, ALLOCATION);
    select
        .columns([(ALLOCATION, "row_id"), (ALLOCATION, "amount"), (INVOICE, "invoice_num"), (INVOICE, "invoice_date")])
        .columns([(INVOICE, "title"), (INVOICE, "currency_code")])
        .join(JoinType::InnerJoin, INVOICE, sql::same_org(INVOICE, ALLOCATION, "invoice_id"))
        .and_where(sql::of_eq(ALLOCATION, "side", code_of(Side::Receivable).to_owned()))
        .and_where(sql::is_in(sql::of(ALLOCATION, "row_id"), notes.keys().copied()))
        .order_by((INVOICE, "invoice_date"), Order::Asc)
        .order_by((ALLOCATION, "id"), Order::Asc);
    let read = |row: &Row| {
        let of: Id = row.get(0)?;
        Ok(Invoice {
            note: notes.get(&of).copied().ok_or(Refusal::NotFound)?,
            amount: row.get(1)?,
            num: row.get(2)?,
            date: row.get(3)?,
            title: row.get::<Option<String>>(4)?.unwrap_or_default(),
            currency: row.get(5)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// A line of a write-off as a note tells it.
pub(crate) struct Settled {
    pub note: Id,
    pub num: String,
    pub date: String,
    pub currency: String,
    pub amount: i64,
}

/// What was settled of some notes, by the dates of the write-offs.
pub(crate) fn write_offs_of(conn: &mut dyn Conn, org: i64, notes: &[Id]) -> Result<Vec<Settled>, Refusal> {
    let mut select = sql::from(org, WRITE_OFF_LINE);
    select
        .columns([(WRITE_OFF_LINE, "document_id"), (WRITE_OFF, "write_off_num"), (WRITE_OFF, "write_off_date")])
        .columns([(WRITE_OFF_LINE, "currency_code"), (WRITE_OFF_LINE, "amount")])
        .join(JoinType::InnerJoin, WRITE_OFF, sql::same_org(WRITE_OFF, WRITE_OFF_LINE, "write_off_id"))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "side", code_of(Side::Receivable).to_owned()))
        .and_where(sql::of_eq(WRITE_OFF_LINE, "is_reversed", false))
        .and_where(sql::is_in(sql::of(WRITE_OFF_LINE, "document_id"), notes.iter().copied()))
        .order_by((WRITE_OFF, "write_off_date"), Order::Asc)
        .order_by((WRITE_OFF_LINE, "id"), Order::Asc);
    let read = |row: &Row| {
        Ok(Settled {
            note: row.get(0)?,
            num: row.get(1)?,
            date: row.get(2)?,
            currency: row.get(3)?,
            amount: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}
