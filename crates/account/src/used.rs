//! Whether an account is used: a row of another table names it.

use std::collections::BTreeSet;

use kernel::{Id, Msg};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Query};
use platform::store::{Conn, sql};

use crate::TABLE;

/// Tables that name accounts, with the column that does. Whoever adds such a table adds it here: what is used keeps its
/// code, gets no accounts below it and is not removed.
pub const NAMED_BY: &[(&str, &str)] = &[
    ("fund_movement", "account_id"),
    ("fund_opening", "account_id"),
    ("fund_transfer", "from_account_id"),
    ("fund_transfer", "to_account_id"),
    ("receipt", "account_id"),
    ("advance", "account_id"),
    ("payment_request", "account_id"),
    ("expense_report", "account_id"),
    ("expense_report", "bank_account_id"),
    ("expense_report", "paid_account_id"),
    ("expense_line", "account_id"),
    ("write_off", "account_id"),
    ("voucher_entry", "account_id"),
    ("voucher_rule_entry", "account_id"),
];

/// Those of some accounts that are used.
pub fn used(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let named = |(table, column): &(&'static str, &'static str)| {
        let mut row = Query::select();
        row.expr(Expr::cust("1"))
            .from(*table)
            .and_where(sql::of_eq(table, "org_id", org))
            .and_where(sql::of(table, column).equals((TABLE, "id")));
        Expr::exists(row)
    };
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()))
        .cond_where(sql::any_of(NAMED_BY.iter().map(named)));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Refuses, in its words, what can't be done to accounts that are used.
pub fn need_unused(conn: &mut dyn Conn, org: i64, ids: &[Id], refused: Msg) -> Result<(), Refusal> {
    if used(conn, org, ids)?.is_empty() { Ok(()) } else { Err(Refusal::business(refused)) }
}
