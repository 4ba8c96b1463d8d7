//! Who sees which payment (css.md 0.1): one with an order he sees, and of it the details of such orders.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, PAYMENT, PROCESSING, VOID};
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::log::{About, Kept};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::partly;
use settle::payment::OBJECT;

/// What a payment is about in the log.
pub(crate) const ORDERS: Kept = Kept::asked(OBJECT, about);

/// Payments with an order an actor sees. One that is being written, or was taken back
/// before, may have none: its maker sees it.
pub(crate) fn visible(actor: &Actor) -> Condition {
    let Some(seen) = has_seen(actor, (PAYMENT, "id")) else { return Condition::all() };
    let own = Condition::all()
        .add(sql::is_in(sql::of(PAYMENT, "state"), [VOID, PROCESSING].map(ToOwned::to_owned)))
        .add(sql::of_eq(PAYMENT, "created_by", actor.user_id));
    Condition::all().add(Condition::any().add(seen).add(own))
}

/// Whether the payment that a column of the statement around names has an order an actor sees; nothing where he sees all.
pub(crate) fn has_seen(actor: &Actor, (table, column): (&'static str, &'static str)) -> Option<Expr> {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return None;
    }
    let mut order = Query::select();
    order.expr(Expr::cust("1")).from(DETAIL);
    order.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"));
    order
        .and_where(sql::of(DETAIL, "org_id").equals((table, "org_id")))
        .and_where(sql::of(DETAIL, "payment_id").equals((table, column)))
        .cond_where(seen);
    Some(Expr::exists(order))
}

/// Payments of which an actor sees all orders.
pub(crate) fn whole(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from(ORDER)
        .and_where(sql::of(ORDER, "org_id").equals((DETAIL, "org_id")))
        .and_where(sql::of(ORDER, "id").equals((DETAIL, "order_id")))
        .cond_where(seen);
    let mut hidden = Query::select();
    hidden
        .expr(Expr::cust("1"))
        .from(DETAIL)
        .and_where(sql::of(DETAIL, "org_id").equals((PAYMENT, "org_id")))
        .and_where(sql::of(DETAIL, "payment_id").equals((PAYMENT, "id")))
        .and_where(Expr::exists(order).not());
    visible(actor).add(Expr::exists(hidden).not())
}

fn joined(org: i64) -> SelectStatement {
    let mut select = sql::from(org, DETAIL);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"));
    select
}

/// Details of the orders an actor sees, joined with these.
pub(crate) fn details(actor: &Actor) -> SelectStatement {
    joined(actor.org_id).cond_where(visible_order(actor)).take()
}

/// How many orders of some payments an actor does not see.
pub(crate) fn hidden(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<i64, Refusal> {
    let mut rows = joined(actor.org_id);
    rows.and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()));
    partly::hidden(conn, &rows, "payment_detail.order_id", visible_order(actor))
}

/// Refuses to change a payment of which its user does not see all.
pub(crate) fn need_whole(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<(), Refusal> {
    partly::need_whole(hidden(conn, actor, payments)?)
}

/// Those of some payments of which an actor does not see all orders: what asks for their money, or settles it, is not his to
/// do, and what he is offered names no sum of them.
pub(crate) fn not_whole(conn: &mut dyn Conn, actor: &Actor, payments: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut orders = |only: Condition| -> Result<BTreeMap<Id, i64>, Refusal> {
        let mut select = joined(actor.org_id);
        select
            .column((DETAIL, "payment_id"))
            .expr(Expr::cust("COUNT(DISTINCT payment_detail.order_id)"))
            .and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()))
            .cond_where(only)
            .group_by_col((DETAIL, "payment_id"));
        conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
    };
    let (all, seen) = (orders(Condition::all())?, orders(seen)?);
    Ok(all
        .into_iter()
        .filter(|(payment, count)| seen.get(payment) != Some(count))
        .map(|(payment, _)| payment)
        .collect())
}

fn about(conn: &mut dyn Conn, org: i64, payment: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, DETAIL);
    select.distinct().column("order_id").and_where(sql::eq("payment_id", payment));
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}
