//! Fields and columns that the lists of settlement share.

use platform::access::Actor;
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::sql;

/// A text of a table that is joined.
pub const fn text(wire: &'static str, column: &'static str, zh: &'static str, en: &'static str) -> Field {
    Field::text(zh, en).column(column).wire(wire)
}

/// A text that a list makes of other tables.
pub const fn made(wire: &'static str, zh: &'static str, en: &'static str) -> Field {
    text(wire, wire, zh, en)
}

/// Money in thousandths, of a document's own currency or of the functional one.
pub const fn money(zh: &'static str, en: &'static str, column: &'static str, wire: &'static str) -> Field {
    Field::decimal(3, zh, en).digits(2).column(column).wire(wire)
}

/// How far an invoice of either side is settled.
pub const INVOICE_SETTLED: Field = Field::state(
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

/// What [`INVOICE_SETTLED`] is of an invoice; nothing of one that is not in force, or not any more.
pub fn invoice_settled() -> Expr {
    Expr::cust(
        "CASE WHEN invoice.state IN ('REMOVED', 'PENDING') THEN NULL WHEN invoice.settled = invoice.amount THEN 'DONE' \
         WHEN invoice.settled <> 0 THEN 'PART' ELSE 'OPEN' END",
    )
}

/// Invoices that are settled so far: codes with commas between.
pub fn invoices_settled(_: &Actor, codes: &str) -> Result<Condition, Refusal> {
    let one = |code: &str| invoice_settled().eq(sql::value(code.to_owned()));
    Ok(sql::any_of(codes.split(',').map(|code| one(code.trim()))))
}
