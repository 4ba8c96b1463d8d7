//! What of which rows invoices cover (catalogue css.md 0.7, invariant 9).

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{NOTE_ROW, PAYMENT};
use charge::line::code_of;
use charge::rate;
use kernel::{Id, Msg, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn as _, Value, sql};
use trade::charge::Side;

use crate::figure::{sum, worth};
use crate::invoice::{self, ALLOCATION, TABLE, toward};
use crate::target::fifo;
use crate::{note, payment};

const ISSUED_BEYOND: Msg =
    Msg::new("invoice.beyond", "本次开票金额不能大于未开票金额", "No more can be invoiced than is left.");
const ISSUED_SIGN: Msg =
    Msg::new("invoice.sign", "金额符号与未开票金额不一致", "The amount has not the sign of what is left.");
const RECEIVED_BEYOND: Msg =
    Msg::new("invoice.received_beyond", "本次收票金额不能大于未收票金额", "No more can be received than is left.");
const RECEIVED_SIGN: Msg =
    Msg::new("invoice.received_sign", "金额符号与未收票金额不一致", "The amount has not the sign of what is left.");

/// A row that an invoice may cover something of, in the order of the spread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// A row of a note, or a payment.
    pub row: Id,
    /// What no invoice covers.
    pub rest: i64,
    /// Its amount.
    pub amount: i64,
    /// What that is worth.
    pub functional: i64,
    /// Its rate, in millionths.
    pub rate: i64,
}

/// What an invoice covers of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// A row of a note, or a payment.
    pub row: Id,
    /// How much.
    pub amount: i64,
    /// What that is worth.
    pub functional: i64,
    /// At which rate, in millionths.
    pub rate: i64,
}

/// Why an amount is no part of what no invoice covers (css.md 0.7).
pub fn beyond(side: Side, amount: i64, rest: i64) -> Option<Msg> {
    let (beyond, sign) = match side {
        Side::Receivable => (ISSUED_BEYOND, ISSUED_SIGN),
        Side::Payable => (RECEIVED_BEYOND, RECEIVED_SIGN),
    };
    if rest == 0 || (amount.signum() == rest.signum() && amount.unsigned_abs() > rest.unsigned_abs()) {
        Some(beyond)
    } else if amount.signum() == rest.signum() {
        None
    } else {
        Some(sign)
    }
}

/// Spreads an amount over rows: first what is negative, then in their order (css.md 0.7).
pub fn spread(side: Side, amount: i64, rooms: &[Room]) -> Result<Vec<(Id, i64)>, Text> {
    let rests: Vec<i64> = rooms.iter().map(|room| room.rest).collect();
    if let Some(why) = beyond(side, amount, rests.iter().sum()) {
        return Err(why.text());
    }
    let parts = rooms.iter().zip(fifo(amount, &rests)).filter(|(_, part)| *part != 0);
    Ok(parts.map(|(room, part)| (room.row, part)).collect())
}

/// Parts of rows with what they are worth: a whole row has what it is carried at.
pub fn covers(parts: &[(Id, i64)], rooms: &[Room], currency: &str, own: &str) -> Result<Vec<Cover>, Refusal> {
    let own = rate::currency_of(own)?;
    let rooms: BTreeMap<Id, &Room> = rooms.iter().map(|room| (room.row, room)).collect();
    let cover = |(row, amount): &(Id, i64)| {
        let room = rooms.get(row).ok_or(Refusal::NotFound)?;
        let functional =
            if *amount == room.amount { room.functional } else { worth(*amount, currency, room.rate, own)? };
        Ok(Cover { row: *row, amount: *amount, functional, rate: room.rate })
    };
    parts.iter().map(cover).collect()
}

/// Writes what an invoice covers: its allocations, their sum, and what is invoiced of the rows.
pub(super) fn write(tx: &mut Tx<'_>, (side, id): (Side, Id), parts: &[(Id, i64)]) -> Result<(), Refusal> {
    for (row, amount) in parts {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("invoice_id", Value::Int(id.0)),
            ("side", Value::Text(code_of(side).to_owned())),
            ("row_id", Value::Int(row.0)),
            ("amount", Value::Int(*amount)),
        ];
        tx.exec(&sql::insert(tx.org(), ALLOCATION, &cells).into())?;
        add_invoiced(tx, side, *row, *amount)?;
    }
    let covered = sum(parts.iter().map(|(_, amount)| *amount))?;
    let update = sql::update(tx.org(), TABLE, &[("allocated", Value::Int(covered))]);
    tx.exec(&update.clone().and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// Takes back what an invoice covers. Answers the rows.
pub(super) fn undo(tx: &mut Tx<'_>, side: Side, id: Id) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    let had = invoice::of_invoices(tx, org, side, &[id])?;
    for one in &had {
        add_invoiced(tx, side, one.row, -one.amount)?;
    }
    tx.exec(&sql::delete(org, ALLOCATION).and_where(sql::eq("invoice_id", id)).to_owned().into())?;
    let update = sql::update(org, TABLE, &[("allocated", Value::Int(0)), ("settled", Value::Int(0))]);
    tx.exec(&update.clone().and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(had.into_iter().map(|one| one.row).collect())
}

fn add_invoiced(tx: &mut Tx<'_>, side: Side, row: Id, amount: i64) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), table(side), &[]);
    update.value("invoiced", Expr::col("invoiced").add(amount)).and_where(sql::eq("id", row));
    tx.exec(&update.into())?;
    Ok(())
}

/// Table of the rows of a side.
fn table(side: Side) -> &'static str {
    match side {
        Side::Receivable => NOTE_ROW,
        Side::Payable => PAYMENT,
    }
}

/// Whether invoices cover no more of some rows than there is, and nothing of another sign.
pub(super) fn is_within(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), table(side));
    select.columns(["amount", "invoiced"]).and_where(sql::is_in(sql::col("id"), rows.iter().copied()));
    for row in tx.query(&select.into())? {
        let (amount, invoiced): (i64, i64) = (row.get(0)?, row.get(1)?);
        if toward(invoiced, amount) != invoiced {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes documents, orders and what is settled of invoices anew, behind a change of what invoices cover.
pub fn restate(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<(), Refusal> {
    let documents = documents(tx, side, rows)?;
    match side {
        Side::Receivable => note::restate(tx, &documents)?,
        Side::Payable => payment::restate(tx, &documents)?,
    }
    invoice::restate(tx, side, rows)
}

/// Notes or payments of rows, by their ids.
pub(super) fn documents(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<Vec<Id>, Refusal> {
    if side == Side::Payable {
        return Ok(rows.iter().copied().collect::<BTreeSet<_>>().into_iter().collect());
    }
    let mut select = sql::from(tx.org(), NOTE_ROW);
    select.column("note_id").distinct().and_where(sql::is_in(sql::col("id"), rows.iter().copied()));
    let notes: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(notes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(row: i64, rest: i64) -> Room {
        Room { row: Id(row), rest, amount: rest, functional: rest, rate: 1_000_000 }
    }

    #[test]
    fn an_invoice_covers_what_is_left_and_no_more() {
        let rooms = [room(1, 60), room(2, -20), room(3, 80)];
        assert_eq!(spread(Side::Receivable, 100, &rooms), Ok(vec![(Id(1), 60), (Id(2), -20), (Id(3), 60)]));
        assert_eq!(spread(Side::Receivable, 120, &rooms), Ok(vec![(Id(1), 60), (Id(2), -20), (Id(3), 80)]));
        assert_eq!(spread(Side::Receivable, 121, &rooms), Err(ISSUED_BEYOND.text()));
        assert_eq!(spread(Side::Receivable, -1, &rooms), Err(ISSUED_SIGN.text()));
        assert_eq!(spread(Side::Payable, 1, &[room(1, 0)]), Err(RECEIVED_BEYOND.text()), "nothing is left");
    }
}
