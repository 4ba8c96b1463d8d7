//! Documents over several orders of which somebody sees a part (css.md 0.1): they open with what he sees, are said to hold
//! more, and can't be changed by him.

use std::collections::BTreeSet;

use kernel::{Id, Msg};
use platform::page::{Said, Told};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, SelectStatement};
use platform::store::{Conn, sql};

const PARTLY: Msg =
    Msg::new("settle.partly", "含{n}张无权限订单", "{n} of its orders are not yours to see: it can only be looked at.");

/// How many orders of some rows, joined with these, are not seen: `order` is the column that names them, `seen` what orders
/// are, nothing where all of them are.
pub fn hidden(conn: &mut dyn Conn, rows: &SelectStatement, order: &str, seen: Condition) -> Result<i64, Refusal> {
    if seen.is_empty() {
        return Ok(0);
    }
    let mut count = |mut rows: SelectStatement| -> Result<i64, Refusal> {
        rows.expr(Expr::cust(format!("COUNT(DISTINCT {order})")));
        Ok(conn.first(&rows.into())?.unwrap_or_default().get(0)?)
    };
    let whole = count(rows.clone())?;
    Ok(whole - count(rows.clone().cond_where(seen).take())?)
}

/// Refuses to change a document with orders that are hidden.
pub fn need_whole(hidden: i64) -> Result<(), Refusal> {
    match hidden {
        0 => Ok(()),
        n => Err(Refusal::Business(PARTLY.with(&[("n", &n.to_string())]))),
    }
}

/// The same of orders by their ids.
pub fn need_orders(conn: &mut dyn Conn, org: i64, orders: &BTreeSet<Id>, seen: Condition) -> Result<(), Refusal> {
    /// Orders of one statement.
    const AT_ONCE: usize = 5_000;
    let (all, mut away) = (orders.iter().copied().collect::<Vec<_>>(), 0);
    for some in all.chunks(AT_ONCE) {
        let mut rows = sql::from(org, "freight_order");
        rows.and_where(sql::is_in(sql::of("freight_order", "id"), some.iter().copied()));
        away += hidden(conn, &rows, "freight_order.id", seen.clone())?;
    }
    need_whole(away)
}

/// Its view begins with how many are.
pub fn told(hidden: i64) -> Told {
    let said = Said {
        zh: format!("含{hidden}张无权限订单"),
        en: format!("{hidden} of its orders are not yours to see"),
    };
    if hidden == 0 { Told::default() } else { Told::default().toned(("提示", "Note"), said, "neutral") }
}
