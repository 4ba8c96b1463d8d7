//! A master number as what hangs on it knows it: with the registration it is of. A number comes back into the stock a
//! year after it was used; forms, events and messages of then stay with the orders of then.

use kernel::Id;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};

/// Columns of a [`Master`].
pub const COLUMNS: [&str; 2] = ["awb_number", ROUND];
/// The registration: 0 the present one, else the id of its row in the stock.
pub const ROUND: &str = "awb_round";
/// What hangs on a number by itself, and the stock, which comes last.
const TABLES: [&str; 9] = [
    "freight_order",
    "hawb",
    "awb_print",
    "track_event",
    "manifest_event",
    "cargo_pouch",
    "edi_message",
    "terminal_weighing",
    "awb",
];

/// A master number in one of its registrations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Master {
    /// `999-99999999`; empty for none.
    pub number: String,
    /// 0 for the present registration, else the id of the past one's row in the stock.
    pub round: i64,
}

impl Master {
    /// A number as it is registered now: as people type it, and as messages from outside mean it.
    pub fn now(number: impl Into<String>) -> Self {
        Self { number: number.into(), round: 0 }
    }

    /// Whether there is no number.
    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// Rows of the master, of a statement of one table.
    pub fn is(&self) -> Expr {
        sql::eq("awb_number", self.number.as_str()).and(sql::eq(ROUND, self.round))
    }

    /// Rows of a table that are of the master.
    pub fn is_of(&self, table: &'static str) -> Expr {
        sql::of_eq(table, "awb_number", self.number.as_str()).and(sql::of_eq(table, ROUND, self.round))
    }
}

/// Rows of two tables that are of one master.
pub fn same(table: &'static str, other: &'static str) -> Expr {
    sql::of(table, "awb_number").equals((other, "awb_number")).and(sql::of(table, ROUND).equals((other, ROUND)))
}

/// The master of an order.
pub fn of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Master, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(COLUMNS).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(Master { number: row.get(0)?, round: row.get(1)? })
}

/// Numbers are about to be registered again: what hangs on them is of the past from now on.
pub fn begin_anew(conn: &mut dyn Conn, org: i64, numbers: &[&str]) -> Result<(), Refusal> {
    for table in TABLES {
        let newest = format!(
            "(SELECT MAX(past.id) FROM awb past WHERE past.org_id = {table}.org_id \
             AND past.awb_number = {table}.awb_number)"
        );
        let mut past = sql::update(org, table, &[]);
        if table == "awb_print" {
            let key = format!("CASE WHEN hawb_id IS NULL THEN form_key || '@' || {newest} ELSE form_key END");
            past.value("form_key", Expr::cust(key));
        }
        past.value(ROUND, Expr::cust(newest))
            .and_where(sql::is_in(sql::col("awb_number"), numbers.iter().copied()))
            .and_where(sql::eq(ROUND, 0i64));
        conn.exec(&past.into())?;
    }
    Ok(())
}
