//! Where documents that post stand, which of them do, and how they say that they have a voucher.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order, SelectStatement, SimpleExpr, UnionType};
use platform::store::{Conn, Value, sql};

use crate::{
    ACCRUED, ADVANCE_IN, ADVANCE_OUT, COST, COST_SETTLED, EXPENSE, INCOME, INCOME_SETTLED, OFFSET, REVALUED, RUN,
    RUN_REVERSAL, Rule, TRANSFER,
};

/// Table of invoices of both sides.
pub const INVOICE: &str = "invoice";
/// Table of charges.
pub const CHARGE: &str = "charge";
/// Table of write-offs of both sides.
pub const WRITE_OFF: &str = "write_off";
/// Table of expense reports.
pub const REPORT: &str = "expense_report";
/// Table of payment requests, whose payments post.
pub const REQUEST: &str = "payment_request";
/// Table of advances and deposits.
pub const ADVANCE: &str = "advance";
/// Table of movements of money accounts: what was paid back of receipts and advances, of requests 其他 and of reports.
pub const MOVEMENT: &str = "fund_movement";
/// Table of offsets.
pub const OFFSETTING: &str = "offsetting";
/// Table of transfers between money accounts.
pub const TRANSFERRED: &str = "fund_transfer";

/// Documents of one table that post as one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Type of their vouchers.
    pub kind: &'static str,
    /// Their table.
    pub table: &'static str,
    /// Column of their number; charges have that of their order.
    pub number: &'static str,
    /// Column of their date.
    pub date: &'static str,
    /// Which rows of the table post, as a condition.
    pub posts: &'static str,
}

const fn origin(
    kind: &'static str,
    (table, number, date): (&'static str, &'static str, &'static str),
    posts: &'static str,
) -> Origin {
    Origin { kind, table, number, date, posts }
}

const ISSUED: &str =
    "invoice.side = 'RECEIVABLE' AND invoice.state IN ('NORMAL', 'PART_RED', 'RED') AND invoice.functional <> 0";
const RECEIVED: &str =
    "invoice.side = 'PAYABLE' AND invoice.state IN ('NORMAL', 'PART_RED', 'RED') AND invoice.functional <> 0";
const EARNED: &str = "charge.kind = 'RECEIVABLE' AND charge.state = 'NORMAL' AND charge.financial_date IS NOT NULL AND charge.functional <> 0";
const SPENT: &str = "charge.kind = 'PAYABLE' AND charge.state = 'NORMAL' AND charge.financial_date IS NOT NULL AND charge.functional <> 0";
/// One that settles a row against its red twin moves nothing: it has no entries.
const MONEY_IN: &str = "write_off.side = 'RECEIVABLE' AND write_off.state = 'VALID' AND write_off.method <> 'OFFSET' \
     AND (write_off.money <> 0 OR write_off.carrying <> 0 OR write_off.money_functional <> 0 OR write_off.fee <> 0 \
     OR write_off.small <> 0)";
const MONEY_OUT: &str = "write_off.side = 'PAYABLE' AND write_off.state = 'VALID' AND write_off.method <> 'OFFSET' \
     AND (write_off.money <> 0 OR write_off.carrying <> 0 OR write_off.money_functional <> 0 OR write_off.fee <> 0 \
     OR write_off.small <> 0)";
const REPORTED: &str = "expense_report.state IN ('AUDITED', 'PAID')";
/// What left an account for a request 其他, part by part.
const REQUESTED: &str = "fund_movement.kind = 'PAYMENT' AND fund_movement.source = 'payment_request' \
     AND EXISTS (SELECT 1 FROM payment_request r WHERE r.org_id = fund_movement.org_id AND r.id = fund_movement.source_id \
     AND r.kind = 'OTHER')";
/// What was paid of a report that stands on 其他应付 since its 审核; any other one posts the account that paid it itself.
const REPORT_PAID: &str = "fund_movement.kind = 'EXPENSE' AND fund_movement.source = 'expense_report' \
     AND EXISTS (SELECT 1 FROM expense_report r JOIN financial_account f ON f.org_id = r.org_id \
     AND f.id = r.bank_account_id WHERE r.org_id = fund_movement.org_id AND r.id = fund_movement.source_id \
     AND f.account_type = 'OTHER_PAYABLE')";
/// What came with the opening items stands in the old books: it has no account.
const TAKEN: &str =
    "advance.kind IN ('IN', 'DEPOSIT_IN') AND advance.state <> 'VOID' AND advance.account_id IS NOT NULL";
const GIVEN: &str =
    "advance.kind IN ('OUT', 'DEPOSIT_OUT') AND advance.state <> 'VOID' AND advance.account_id IS NOT NULL";
/// What went back to customers, and what came back of suppliers, by the sign of the movement.
const PAID_BACK: &str =
    "fund_movement.kind = 'REFUND' AND fund_movement.source IN ('advance', 'receipt') AND fund_movement.amount < 0";
const GOT_BACK: &str =
    "fund_movement.kind = 'REFUND' AND fund_movement.source IN ('advance', 'receipt') AND fund_movement.amount > 0";

/// Type 0 by invoice.
pub const ISSUED_INVOICES: Origin = origin(INCOME, (INVOICE, "invoice_num", "invoice_date"), ISSUED);
/// Type 1 by invoice.
pub const RECEIVED_INVOICES: Origin = origin(COST, (INVOICE, "invoice_num", "invoice_date"), RECEIVED);
/// Type 0 by lock.
pub const LOCKED_INCOME: Origin = origin(INCOME, (CHARGE, "order_id", "financial_date"), EARNED);
/// Type 1 by lock.
pub const LOCKED_COST: Origin = origin(COST, (CHARGE, "order_id", "financial_date"), SPENT);
/// Type 2.
pub const INCOME_WRITE_OFFS: Origin = origin(INCOME_SETTLED, (WRITE_OFF, "write_off_num", "write_off_date"), MONEY_IN);
/// Type 3.
pub const COST_WRITE_OFFS: Origin = origin(COST_SETTLED, (WRITE_OFF, "write_off_num", "write_off_date"), MONEY_OUT);
/// Type 4.
pub const EXPENSE_REPORTS: Origin = origin(EXPENSE, (REPORT, "report_num", "financial_date"), REPORTED);
/// Type 4 of what was paid of reports on 其他应付.
pub const REPORTS_PAID: Origin = origin(EXPENSE, (MOVEMENT, "number", "movement_date"), REPORT_PAID);
/// Type 4 of what was paid of requests 其他.
pub const OTHER_REQUESTS: Origin = origin(EXPENSE, (MOVEMENT, "number", "movement_date"), REQUESTED);
/// Type 5.
pub const ADVANCES_IN: Origin = origin(ADVANCE_IN, (ADVANCE, "advance_num", "advance_date"), TAKEN);
/// Type 5, reversed.
pub const REFUNDS_OUT: Origin = origin(ADVANCE_IN, (MOVEMENT, "number", "movement_date"), PAID_BACK);
/// Type 6.
pub const ADVANCES_OUT: Origin = origin(ADVANCE_OUT, (ADVANCE, "advance_num", "advance_date"), GIVEN);
/// Type 6, reversed.
pub const REFUNDS_IN: Origin = origin(ADVANCE_OUT, (MOVEMENT, "number", "movement_date"), GOT_BACK);
/// Type 7.
pub const OFFSETS: Origin = origin(OFFSET, (OFFSETTING, "offset_num", "offset_date"), "offsetting.state = 'VALID'");
/// Type 9.
pub const TRANSFERS: Origin = origin(TRANSFER, (TRANSFERRED, "transfer_num", "transfer_date"), "1 = 1");

/// Type 8: a run posts by itself.
pub const REVALUATIONS: Origin =
    origin(REVALUED, (RUN, "month", "month"), "period_run.kind = 'REVALUED' AND period_run.state = 'VALID'");
/// Type 10: alike.
pub const ACCRUALS: Origin =
    origin(ACCRUED, (RUN, "month", "month"), "period_run.kind = 'ACCRUED' AND period_run.state = 'VALID'");

/// All of them but what a period posts by itself.
pub const ALL: &[Origin] = &[
    ISSUED_INVOICES,
    LOCKED_INCOME,
    RECEIVED_INVOICES,
    LOCKED_COST,
    INCOME_WRITE_OFFS,
    COST_WRITE_OFFS,
    EXPENSE_REPORTS,
    REPORTS_PAID,
    OTHER_REQUESTS,
    ADVANCES_IN,
    REFUNDS_OUT,
    ADVANCES_OUT,
    REFUNDS_IN,
    OFFSETS,
    TRANSFERS,
];

impl Origin {
    /// Whether a company posts these documents: of types 0 and 1 by its 挂账依据.
    pub fn holds(&self, rule: &Rule) -> bool {
        match self.table {
            INVOICE => rule.by_invoice(),
            CHARGE => !rule.by_invoice(),
            _ => true,
        }
    }

    /// The rows that post.
    pub fn posts(&self) -> SimpleExpr {
        Expr::cust(self.posts)
    }
}

/// How many documents dated until a day, as `2026-06-30`, wait for a voucher, by type. There is no first day: a document of a
/// month that was never opened is asked for by no other month.
pub fn waiting(conn: &mut dyn Conn, org: i64, last: &str) -> Result<BTreeMap<&'static str, i64>, Refusal> {
    let rule = crate::rule(conn, org)?;
    let mut counts = BTreeMap::new();
    for origin in ALL.iter().filter(|origin| origin.holds(&rule)) {
        let mut select = sql::from(org, origin.table);
        select
            .expr(Expr::cust("COUNT(*)"))
            .and_where(origin.posts())
            .and_where(sql::of(origin.table, "voucher_id").is_null())
            .and_where(sql::of(origin.table, origin.date).lte(sql::value(last.to_owned())));
        let count: i64 = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default();
        *counts.entry(origin.kind).or_insert(0) += count;
    }
    Ok(counts)
}

/// How many documents of each month, as `2026-06`, wait for a voucher; of the months of some days, with one statement.
pub fn waiting_by_month(
    conn: &mut dyn Conn,
    org: i64,
    (first, last): (&str, &str),
) -> Result<BTreeMap<String, i64>, Refusal> {
    let rule = crate::rule(conn, org)?;
    let mut all: Option<SelectStatement> = None;
    for origin in ALL.iter().filter(|origin| origin.holds(&rule)) {
        let month = || Expr::cust(format!("SUBSTR({}.{}, 1, 7)", origin.table, origin.date));
        let day = sql::of(origin.table, origin.date);
        let mut select = sql::from(org, origin.table);
        select
            .expr(month())
            .expr(Expr::cust("COUNT(*)"))
            .and_where(origin.posts())
            .and_where(sql::of(origin.table, "voucher_id").is_null())
            .and_where(day.between(sql::value(first.to_owned()), sql::value(last.to_owned())))
            .add_group_by([month()]);
        match &mut all {
            Some(all) => _ = all.union(UnionType::All, select),
            None => all = Some(select),
        }
    }
    let mut counts = BTreeMap::new();
    let rows = all.map(|all| conn.query(&all.into())).transpose()?.unwrap_or_default();
    for row in &rows {
        *counts.entry(row.get(0)?).or_insert(0) += row.get::<i64>(1)?;
    }
    Ok(counts)
}

/// Documents of a number that post, the oldest first; of charges those of an order of that number.
pub fn numbered(conn: &mut dyn Conn, org: i64, origin: &Origin, number: &str) -> Result<Vec<Id>, Refusal> {
    const MOST: u64 = 200;
    let mut select = sql::from(org, origin.table);
    select.column("id").and_where(origin.posts()).order_by("id", Order::Asc).limit(MOST);
    if origin.table == CHARGE {
        let mut orders = sql::from(org, "freight_order");
        orders.column("id").and_where(sql::eq("order_code", number.to_owned()));
        select.and_where(sql::of(CHARGE, "order_id").in_subquery(orders));
    } else {
        select.and_where(sql::of_eq(origin.table, origin.number, number.to_owned()));
    }
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Holds documents by their ids until the transaction ends; those that do not post any more are left out of the answer.
pub fn hold(tx: &mut Tx<'_>, origin: &Origin, ids: &BTreeSet<Id>) -> Result<BTreeSet<Id>, Refusal> {
    let mut found = BTreeSet::new();
    for some in ids.iter().copied().collect::<Vec<_>>().chunks(500) {
        let mut select = sql::from(tx.org(), origin.table);
        select
            .column("id")
            .and_where(sql::is_in(sql::of(origin.table, "id"), some.iter().copied()))
            .and_where(origin.posts())
            .order_by("id", Order::Asc)
            .lock_exclusive();
        for row in tx.query(&select.into())? {
            found.insert(row.get(0)?);
        }
    }
    Ok(found)
}

/// The table and the column in which the documents of a source say that they have a voucher.
fn stamped(source: &str) -> Option<(&'static str, &'static str)> {
    match source {
        RUN => Some((RUN, "voucher_id")),
        RUN_REVERSAL => Some((RUN, "reversal_id")),
        other => ALL.iter().find(|origin| origin.table == other).map(|origin| (origin.table, "voucher_id")),
    }
}

/// Says on documents which voucher they have, or that they have none again.
pub(crate) fn stamp(tx: &mut Tx<'_>, source: &str, ids: &[Id], voucher: Option<Id>) -> Result<(), Refusal> {
    let Some((table, column)) = stamped(source) else { return Ok(()) };
    for some in ids.chunks(500) {
        let value = voucher.map_or(Value::Null, |id| Value::Int(id.0));
        let mut update = sql::update(tx.org(), table, &[(column, value)]);
        update.and_where(sql::is_in(sql::col("id"), some.iter().copied()));
        tx.exec(&update.into())?;
    }
    Ok(())
}
