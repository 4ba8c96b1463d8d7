//! Who sees which payment (css.md 0.1): one with an order he sees, and of it the details of such orders.

use charge::chain::{DETAIL, PAYMENT};
use kernel::{Id, Msg};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::log::{About, Kept};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::payment::OBJECT;

const PARTLY: Msg = Msg::new(
    "payment.partly",
    "含{n}张无权限订单",
    "{n} of its orders are not yours to see: it can only be looked at.",
);

/// What a payment is about in the log.
pub(crate) const ORDERS: Kept = Kept::asked(OBJECT, about);

/// Payments with an order an actor sees.
pub(crate) fn visible(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut order = Query::select();
    order.expr(Expr::cust("1")).from(DETAIL);
    order.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"));
    order
        .and_where(sql::of(DETAIL, "org_id").equals((PAYMENT, "org_id")))
        .and_where(sql::of(DETAIL, "payment_id").equals((PAYMENT, "id")))
        .cond_where(seen);
    Condition::all().add(Expr::exists(order))
}

/// Details of the orders an actor sees, joined with these.
pub(crate) fn details(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, DETAIL);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"));
    select.cond_where(visible_order(actor));
    select
}

/// How many orders of some payments an actor does not see.
pub(crate) fn hidden(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<i64, Refusal> {
    if visible_order(actor).is_empty() {
        return Ok(0);
    }
    let count = |mut select: SelectStatement| {
        select
            .expr(Expr::cust("COUNT(DISTINCT payment_detail.order_id)"))
            .and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()));
        select
    };
    let of = |conn: &mut dyn Conn, select: SelectStatement| -> Result<i64, Refusal> {
        Ok(conn.first(&count(select).into())?.unwrap_or_default().get(0)?)
    };
    let all = of(conn, sql::from(actor.org_id, DETAIL))?;
    Ok(all - of(conn, details(actor))?)
}

/// Refuses to change a payment of which its user does not see all.
pub(crate) fn need_whole(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<(), Refusal> {
    match hidden(conn, actor, payments)? {
        0 => Ok(()),
        n => Err(Refusal::Business(PARTLY.with(&[("n", &n.to_string())]))),
    }
}

fn about(conn: &mut dyn Conn, org: i64, payment: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, DETAIL);
    select.distinct().column("order_id").and_where(sql::eq("payment_id", payment));
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}
