//! The tables that money between bill and bank stands in, as tests compare them.

use std::collections::BTreeMap;

use platform::store::{Row, Stmt};
use testkit::World;

/// What each row of the tables of settlement holds of money and states, without versions, times and log.
const COLUMNS: &[(&str, &str)] = &[
    ("debit_note", "id, status, functional, functional_settled, functional_open"),
    ("debit_note_row", "id, amount, functional, invoiced, settled, functional_settled"),
    ("statement", "id, status, functional, functional_settled, functional_open"),
    ("invoice", "id, amount, settled"),
    ("invoice_allocation", "id, amount, settled"),
    ("payment", "id, status, settled, functional_settled, open_amount"),
    ("payment_detail", "id, settled, functional_settled"),
    ("receipt", "id, state, settled, advanced, refunded, open_amount, fee_posted"),
    ("advance", "id, state, used, functional_used, refunded, open_amount"),
    ("order_finance", "order_id, income_status, cost_status"),
    ("fund_movement", "account_id, kind, amount, source, source_id"),
];

pub(super) fn rows(world: &World, text: &str) -> Vec<Row> {
    world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads"))
}

/// Everything reversing has to bring back.
pub(super) fn books(world: &World) -> BTreeMap<&'static str, Vec<String>> {
    let of = |(table, columns): &(&'static str, &str)| {
        let text = format!("SELECT {columns} FROM {table} WHERE org_id = 2");
        let mut found: Vec<String> = rows(world, &text).iter().map(|row| format!("{:?}", row.0)).collect();
        found.sort();
        (*table, found)
    };
    COLUMNS.iter().map(of).collect()
}

/// Kinds and amounts of what moved on an account.
pub(super) fn moved(world: &World, account: &str) -> Vec<(String, i64)> {
    let text =
        format!("SELECT kind, amount FROM fund_movement WHERE org_id = 2 AND account_id = {account} ORDER BY id");
    rows(world, &text).iter().map(|row| (row.get(0).expect("a kind"), row.get(1).expect("an amount"))).collect()
}
