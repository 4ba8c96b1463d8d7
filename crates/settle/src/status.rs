//! Statuses of notes, statements and payments: derived of their rows, never typed (css.md 0.9).

use charge::chain::{INVOICED, PART_INVOICED, PART_SETTLED, SETTLED, VOID};
use platform::field::Choice;

/// A note that was made.
pub const MADE: &str = "MADE";
/// A note in a statement; a statement that was made.
pub const STATED: &str = "STATED";
/// An invoice is applied for, or payment was asked for, and none came.
pub const TO_INVOICE: &str = "TO_INVOICE";

/// How far a debit note is.
pub const NOTE_STATES: &[Choice] = &[
    Choice::new(MADE, "已制账单", "Made").tone("info"),
    Choice::new(STATED, "已制清单", "In a statement").tone("info"),
    Choice::new(TO_INVOICE, "待开票", "To be invoiced").tone("warning"),
    Choice::new(PART_INVOICED, "部分开票", "Partly invoiced").tone("warning"),
    Choice::new(INVOICED, "开票完毕", "Invoiced").tone("ready"),
    Choice::new(PART_SETTLED, "部分核销", "Partly settled").tone("warning"),
    Choice::new(SETTLED, "核销完毕", "Settled").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
/// How far a statement is.
pub const STATEMENT_STATES: &[Choice] = &[
    platform::bulk::CHOICE,
    Choice::new(STATED, "已制清单", "In a statement").tone("info"),
    Choice::new(TO_INVOICE, "待开票", "To be invoiced").tone("warning"),
    Choice::new(PART_INVOICED, "部分开票", "Partly invoiced").tone("warning"),
    Choice::new(INVOICED, "开票完毕", "Invoiced").tone("ready"),
    Choice::new(PART_SETTLED, "部分核销", "Partly settled").tone("warning"),
    Choice::new(SETTLED, "核销完毕", "Settled").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];
/// How far a payment is.
pub const PAYMENT_STATES: &[Choice] = &[
    platform::bulk::CHOICE,
    Choice::new(MADE, "已对账", "Reconciled").tone("info"),
    Choice::new(TO_INVOICE, "待收票", "Invoice to come").tone("warning"),
    Choice::new(PART_INVOICED, "部分收票", "Partly invoiced").tone("warning"),
    Choice::new(INVOICED, "收票完毕", "Invoiced").tone("ready"),
    Choice::new(PART_SETTLED, "部分核销", "Partly settled").tone("warning"),
    Choice::new(SETTLED, "核销完毕", "Settled").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];

/// A row of a document as its status sees it; thousandths of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Amount.
    pub amount: i64,
    /// What invoices cover.
    pub invoiced: i64,
    /// What was settled.
    pub settled: i64,
}

/// Status by the rows of a document: `asked` whether an invoice is applied for or payment asked for, `begins` what it is
/// before anything happened to it.
pub fn of(rows: &[Row], asked: bool, begins: &'static str) -> &'static str {
    if rows.iter().all(|row| row.settled == row.amount) {
        SETTLED
    } else if rows.iter().any(|row| row.settled != 0) {
        PART_SETTLED
    } else if rows.iter().all(|row| row.invoiced == row.amount) {
        INVOICED
    } else if rows.iter().any(|row| row.invoiced != 0) {
        PART_INVOICED
    } else if asked {
        TO_INVOICE
    } else {
        begins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn row(amount: i64, invoiced: i64, settled: i64) -> Row {
        Row { amount, invoiced, settled }
    }

    #[test]
    fn a_document_is_as_far_as_its_rows() {
        assert_eq!(of(&[row(100, 0, 0)], false, MADE), MADE);
        assert_eq!(of(&[row(100, 0, 0)], true, STATED), TO_INVOICE);
        assert_eq!(of(&[row(100, 100, 0), row(50, 0, 0)], true, STATED), PART_INVOICED);
        assert_eq!(of(&[row(100, 100, 0), row(50, 50, 0)], true, STATED), INVOICED);
        assert_eq!(of(&[row(100, 100, 99), row(50, 0, 0)], true, STATED), PART_SETTLED);
        assert_eq!(of(&[row(100, 0, 100), row(50, 0, 50)], true, STATED), SETTLED);
        assert_eq!(of(&[row(-100, 0, -100)], false, MADE), SETTLED, "a credit");
        assert_eq!(of(&[row(0, 0, 0)], false, MADE), SETTLED, "nought has nothing open");
    }
}
