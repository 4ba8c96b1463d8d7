//! How far the charges of an order are on their way from the bill to the bank (catalogue css.md 0.7 and 0.9): read of the rows
//! of debit notes and of the details of payments, never typed.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, Row, sql};
use trade::charge::Side;

use crate::line::Line;

/// Nothing is entered.
pub const NONE: &str = "NONE";
/// There are charges.
pub const ENTERED: &str = "ENTERED";
/// Some income stands on a debit note.
pub const BILLED: &str = "BILLED";
/// Payments have taken some cost.
pub const RECONCILED: &str = "RECONCILED";
/// Payment of some cost is asked for.
pub const REQUESTED: &str = "REQUESTED";
/// Some of it is invoiced.
pub const PART_INVOICED: &str = "PART_INVOICED";
/// All of it is invoiced.
pub const INVOICED: &str = "INVOICED";
/// Money has been set against some of it.
pub const PART_SETTLED: &str = "PART_SETTLED";
/// Nothing of it is open.
pub const SETTLED: &str = "SETTLED";

/// Table of debit notes.
pub const NOTE: &str = "debit_note";
/// Table of their rows, one for each currency.
pub const NOTE_ROW: &str = "debit_note_row";
/// Table of payments.
pub const PAYMENT: &str = "payment";
/// Table of what payments take of costs.
pub const DETAIL: &str = "payment_detail";
/// Income that stands on no debit note, as the index of it is declared.
pub const UNBILLED: &str = "charge.kind = 'RECEIVABLE' AND charge.state = 'NORMAL' AND charge.debit_note_id IS NULL";
/// Cost that payments have not taken wholly, as the index of it is declared.
pub const UNRECONCILED: &str =
    "charge.kind = 'PAYABLE' AND charge.state = 'NORMAL' AND charge.reconciled <> charge.amount";
/// A note, statement or payment in force.
pub const IN_FORCE: &str = "NORMAL";
/// One that was made void.
pub const VOID: &str = "VOID";
/// A statement or payment whose rows are being written, or taken back (css.md 0.14 e).
pub const PROCESSING: &str = platform::bulk::PROCESSING;

/// Where a debit note is looked at, of whatever scope and status.
pub fn note_link(num: &str) -> String {
    format!("/af_css_debit_note?debitNoteNum={num}&businessScope=&status=")
}

/// The numbers of some debit notes.
pub fn note_numbers(
    conn: &mut dyn Conn,
    org: i64,
    notes: impl IntoIterator<Item = Id>,
) -> Result<BTreeMap<Id, String>, Refusal> {
    let notes: BTreeSet<Id> = notes.into_iter().collect();
    if notes.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(org, NOTE);
    select.columns(["id", "note_num"]).and_where(sql::is_in(sql::col("id"), notes));
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The lowest row of a side, with what became of it; thousandths of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Of income its currency row of a note, of cost a detail of a payment.
    pub amount: i64,
    /// What invoices cover. Of cost it is that of the whole payment.
    pub invoiced: i64,
    /// What invoices may cover: the amount of the row, of cost that of the whole payment.
    pub invoiceable: i64,
    /// What was settled.
    pub settled: i64,
    /// Whether payment of it was asked for.
    pub requested: bool,
}

/// Status of the income of an order: `lines` are those that count, `billed` whether each stands on a note (css.md 0.9).
pub fn income_status(billed: &[bool], steps: &[Step]) -> &'static str {
    let all_billed = billed.iter().all(|billed| *billed);
    if billed.is_empty() {
        NONE
    } else if all_billed && steps.iter().all(|step| step.settled == step.amount) {
        SETTLED
    } else if steps.iter().any(|step| step.settled != 0) {
        PART_SETTLED
    } else if all_billed && steps.iter().all(|step| step.invoiced == step.invoiceable) {
        INVOICED
    } else if steps.iter().any(|step| step.invoiced != 0) {
        PART_INVOICED
    } else if billed.contains(&true) {
        BILLED
    } else {
        ENTERED
    }
}

/// Status of the cost of an order: `lines` are amount and what payments took of each line that counts (css.md 0.9).
pub fn cost_status(lines: &[(i64, i64)], steps: &[Step]) -> &'static str {
    let all_taken = lines.iter().all(|(amount, taken)| amount == taken);
    if lines.is_empty() {
        NONE
    } else if all_taken && steps.iter().all(|step| step.settled == step.amount) {
        SETTLED
    } else if steps.iter().any(|step| step.settled != 0) {
        PART_SETTLED
    } else if all_taken && steps.iter().all(|step| step.invoiced != 0 && step.invoiced == step.invoiceable) {
        INVOICED
    } else if steps.iter().any(|step| step.requested) && steps.iter().all(|step| step.invoiced == 0) {
        REQUESTED
    } else if steps.iter().any(|step| step.invoiced != 0) {
        PART_INVOICED
    } else if lines.iter().any(|(_, taken)| *taken != 0) {
        RECONCILED
    } else {
        ENTERED
    }
}

/// Statuses of both sides of an order by its lines. What nothing holds needs no statement.
pub fn statuses(conn: &mut dyn Conn, org: i64, order: Id, lines: &[Line]) -> Result<[&'static str; 2], Refusal> {
    let of_order = BTreeMap::from([(order, lines.to_vec())]);
    Ok(statuses_of(conn, org, &of_order)?.remove(&order).unwrap_or([NONE; 2]))
}

/// The same of many orders.
pub fn statuses_of(
    conn: &mut dyn Conn,
    org: i64,
    orders: &BTreeMap<Id, Vec<Line>>,
) -> Result<BTreeMap<Id, [&'static str; 2]>, Refusal> {
    let with = |is: fn(&Line) -> bool| {
        let has = |lines: &[Line]| lines.iter().any(|line| line.counts() && is(line));
        orders.iter().filter(|(_, lines)| has(lines)).map(|(order, _)| *order).collect::<Vec<Id>>()
    };
    let mut income = note_steps(conn, org, with(|line| line.side == Side::Receivable && line.is_billed()))?;
    let mut cost = detail_steps(conn, org, with(|line| line.side == Side::Payable && line.is_reconciled()))?;
    let status = |(order, lines): (&Id, &Vec<Line>)| {
        let (income, cost) = (income.remove(order).unwrap_or_default(), cost.remove(order).unwrap_or_default());
        (*order, by_steps(lines, &income, &cost))
    };
    Ok(orders.iter().map(status).collect())
}

fn by_steps(lines: &[Line], income: &[Step], cost: &[Step]) -> [&'static str; 2] {
    let of = |side: Side| lines.iter().filter(move |line| line.side == side && line.counts());
    let billed: Vec<bool> = of(Side::Receivable).map(Line::is_billed).collect();
    let taken: Vec<(i64, i64)> =
        of(Side::Payable).map(|line| (line.charge.amount.unwrap_or_default(), line.charge.reconciled)).collect();
    // Charges of nought alone would count as settled without a note or a payment.
    let entered = |has: bool| if has { ENTERED } else { NONE };
    [
        if income.is_empty() { entered(!billed.is_empty()) } else { income_status(&billed, income) },
        if cost.is_empty() { entered(!taken.is_empty()) } else { cost_status(&taken, cost) },
    ]
}

/// The steps of orders, by order.
type Steps = BTreeMap<Id, Vec<Step>>;

fn note_steps(conn: &mut dyn Conn, org: i64, orders: Vec<Id>) -> Result<Steps, Refusal> {
    let mut steps = Steps::new();
    if orders.is_empty() {
        return Ok(steps);
    }
    let mut notes = sql::from(org, NOTE);
    notes
        .columns(["id", "order_id"])
        .and_where(sql::is_in(sql::col("order_id"), orders))
        .and_where(sql::eq("state", IN_FORCE.to_owned()));
    let notes = conn.query(&notes.into())?;
    let of: BTreeMap<Id, Id> =
        notes.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let mut select = sql::from(org, NOTE_ROW);
    select
        .columns(["note_id", "amount", "invoiced", "settled"])
        .and_where(sql::is_in(sql::col("note_id"), of.keys().copied()))
        .order_by("id", Order::Asc);
    for row in conn.query(&select.into())? {
        let Some(order) = of.get(&row.get(0)?) else { continue };
        let amount = row.get(1)?;
        let step = Step { amount, invoiced: row.get(2)?, invoiceable: amount, settled: row.get(3)?, requested: false };
        steps.entry(*order).or_default().push(step);
    }
    Ok(steps)
}

fn detail_steps(conn: &mut dyn Conn, org: i64, orders: Vec<Id>) -> Result<Steps, Refusal> {
    let mut steps = Steps::new();
    if orders.is_empty() {
        return Ok(steps);
    }
    let mut select = sql::from(org, DETAIL);
    select
        .columns(["payment_id", "amount", "settled", "order_id"])
        .and_where(sql::is_in(sql::col("order_id"), orders))
        .and_where(sql::eq("is_void", false))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let named = rows.iter().map(|row| row.get(0)).collect::<Result<BTreeSet<Id>, _>>()?;
    let payments = payments(conn, org, named)?;
    for row in &rows {
        let (invoiceable, invoiced, requested) = payments.get(&row.get(0)?).copied().unwrap_or_default();
        let requested = requested != 0;
        let step = Step { amount: row.get(1)?, invoiced, invoiceable, settled: row.get(2)?, requested };
        steps.entry(row.get(3)?).or_default().push(step);
    }
    Ok(steps)
}

/// Amount, what is invoiced and what is asked for of payments.
fn payments(conn: &mut dyn Conn, org: i64, ids: BTreeSet<Id>) -> Result<BTreeMap<Id, (i64, i64, i64)>, Refusal> {
    let mut select = sql::from(org, PAYMENT);
    select.columns(["id", "amount", "invoiced", "requested"]).and_where(sql::is_in(sql::col("id"), ids));
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?, row.get(3)?)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(amount: i64, invoiced: i64, settled: i64) -> Step {
        Step { amount, invoiced, invoiceable: amount, settled, requested: false }
    }

    #[test]
    fn income_is_as_far_as_its_notes() {
        let of = |billed: &[bool], steps: &[Step]| income_status(billed, steps);
        assert_eq!(of(&[], &[]), NONE);
        assert_eq!(of(&[true, false], &[step(100, 0, 0)]), BILLED);
        assert_eq!(of(&[true], &[step(100, 99, 0)]), PART_INVOICED);
        assert_eq!(of(&[true], &[step(100, 100, 0)]), INVOICED);
        assert_eq!(of(&[true, false], &[step(100, 100, 0)]), PART_INVOICED, "a line is not billed");
        assert_eq!(of(&[true], &[step(100, 100, 1)]), PART_SETTLED);
        assert_eq!(of(&[true], &[step(100, 0, 100)]), SETTLED);
        assert_eq!(of(&[true, false], &[step(100, 0, 100)]), PART_SETTLED, "a line was added");
        assert_eq!(of(&[true], &[step(100, 0, 100), step(50, 0, 0)]), PART_SETTLED);
        assert_eq!(of(&[true], &[step(0, 0, 0)]), SETTLED, "a note of nought");
        assert_eq!(of(&[true], &[step(-100, 0, -40)]), PART_SETTLED);
    }

    #[test]
    fn cost_is_as_far_as_its_payments() {
        let asked = |step: Step| Step { requested: true, ..step };
        assert_eq!(cost_status(&[], &[]), NONE);
        assert_eq!(cost_status(&[(100, 40)], &[step(40, 0, 0)]), RECONCILED);
        assert_eq!(cost_status(&[(100, 40)], &[asked(step(40, 0, 0))]), REQUESTED);
        assert_eq!(cost_status(&[(100, 40)], &[asked(step(40, 40, 0))]), PART_INVOICED, "a part is not reconciled");
        assert_eq!(cost_status(&[(100, 100)], &[step(100, 99, 0)]), PART_INVOICED);
        assert_eq!(cost_status(&[(100, 100)], &[asked(step(100, 100, 0))]), INVOICED);
        assert_eq!(cost_status(&[(100, 100)], &[step(100, 0, 99)]), PART_SETTLED);
        assert_eq!(cost_status(&[(100, 100)], &[step(100, 0, 100)]), SETTLED);
        assert_eq!(cost_status(&[(100, 99)], &[step(99, 0, 99)]), PART_SETTLED);
        let nought = Step { invoiceable: 0, ..step(100, 0, 0) };
        assert_eq!(cost_status(&[(100, 100)], &[nought]), RECONCILED, "a payment that comes to nought has no invoice");
    }
}
