//! The orders a number is on, and the lines that events leave in their logs.

use domain::order::{OrderHead, visible_order};
use facts::master::Master;
use facts::order_log::log_entry;
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::{About, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};

/// Orders with a master number as it is registered now, whoever asks: for logs of what a message did.
pub fn of_number(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Vec<OrderHead>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(OrderHead::COLUMNS).and_where(Master::now(awb_number).is());
    conn.query(&select.into())?.iter().map(OrderHead::read).collect()
}

/// The orders with a number, for the log.
pub fn about(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<About, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.column("id").and_where(master.is()).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}

/// What is said of a number that is on no order, or on none the caller sees.
pub const UNKNOWN: Msg = Msg::new("track.no_master", "未找到主单{number}", "There is no master {number}.");

/// Whether somebody may tell what happens to a number: people of the orders they see, and of what their company follows
/// without an order; systems outside of all, also of a number that is to come.
pub fn may_tell(conn: &mut dyn Conn, actor: &Actor, awb_number: &str) -> Result<bool, Refusal> {
    if actor.user_id == Id(0) {
        return Ok(true);
    }
    let mut any = sql::from(actor.org_id, "freight_order");
    any.column("id").and_where(Master::now(awb_number).is()).limit(1);
    let mut seen = any.clone();
    seen.cond_where(visible_order(actor));
    if conn.first(&seen.into())?.is_some() {
        return Ok(true);
    }
    let mut followed = sql::from(actor.org_id, "track_subscription");
    followed.column("id").and_where(sql::eq("awb_number", awb_number)).limit(1);
    Ok(conn.first(&any.into())?.is_none() && conn.first(&followed.into())?.is_some())
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
