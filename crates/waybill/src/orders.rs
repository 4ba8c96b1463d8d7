//! Who may see an order, for rooms that show things hanging on it.

use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::Condition;

/// Refuses when the caller may not see the order.
pub fn need_visible(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select.column("id").and_where(sql::eq("id", order));
    conn.first(&select.into())?.map(drop).ok_or(Refusal::NotFound)
}

/// Share links of orders the caller may see.
pub fn visible_share(_: &Actor) -> Condition {
    Condition::all()
}

/// Orders the caller may see.
pub fn visible_order(_: &Actor) -> Condition {
    Condition::all()
}
