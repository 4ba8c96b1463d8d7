//! Who may see an order, for rooms that show things hanging on it: the one predicate of orders.

use kernel::Id;
use order::HIDDEN;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use sea_query::{Condition, Expr, ExprTrait, Query};

pub use order::store::hold;
pub use order::visible_order;

/// Refuses when the order is not there, or the caller's data level hides it.
pub fn need_visible(conn: &mut dyn Conn, actor: &Actor, order: Id) -> Result<(), Refusal> {
    let mut exists = sql::from(actor.org_id, "freight_order");
    exists.column("id").and_where(sql::eq("id", order));
    let mut shown = exists.clone();
    shown.cond_where(visible_order(actor));
    if conn.first(&shown.into())?.is_some() {
        return Ok(());
    }
    let there = conn.first(&exists.into())?.is_some();
    Err(if there { Refusal::business(HIDDEN) } else { Refusal::NotFound })
}

/// Share links of orders the caller may see.
pub fn visible_share(actor: &Actor) -> Condition {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from("freight_order")
        .and_where(sql::of("freight_order", "org_id").equals(("order_share", "org_id")))
        .and_where(sql::of("freight_order", "id").equals(("order_share", "order_id")))
        .cond_where(visible_order(actor));
    Condition::all().add(Expr::exists(order))
}
