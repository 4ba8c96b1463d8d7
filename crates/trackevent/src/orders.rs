//! The orders a number is on, and the lines that events leave in their logs.

use domain::order::OrderHead;
use facts::order_log::log_entry;
use kernel::{Id, Scope};
use platform::call::Tx;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};

/// Columns of an order's head, as [`read`] takes them.
pub const COLUMNS: [&str; 5] = ["id", "uuid", "order_code", "business_scope", "awb_number"];

/// The head in a row of [`COLUMNS`].
pub fn read(row: &Row) -> Result<OrderHead, Refusal> {
    let scope: String = row.get(3)?;
    let scope = Scope::from_code(&scope).ok_or(Refusal::NotFound)?;
    Ok(OrderHead { id: row.get(0)?, uuid: row.get(1)?, code: row.get(2)?, scope, awb_number: row.get(4)? })
}

/// Orders with a master number, whoever asks: for logs of what a message did.
pub fn of_number(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Vec<OrderHead>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(COLUMNS).and_where(sql::eq("awb_number", awb_number));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// A line in the log of every order with the number; one of the number itself when no order has it.
pub fn log(tx: &mut Tx<'_>, awb_number: &str, text: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let orders = of_number(tx, org, awb_number)?;
    if orders.is_empty() {
        let mut entry = LogEntry::of("track", Id(0), awb_number, "/newCargoTracking").did("新建", "轨迹");
        entry.object_id = None;
        return tx.log(entry.text(text));
    }
    for order in orders {
        tx.log(log_entry(order.id, &order.code, "/af_order").did("修改", "轨迹").text(text))?;
    }
    Ok(())
}
