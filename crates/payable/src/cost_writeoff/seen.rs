//! Who sees which write-off of cost (css.md 0.1): one with an order he sees.

use kernel::{Id, Msg};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::write_off::{LINE, TABLE};

use super::PAYABLE;

const PARTLY: Msg = Msg::new(
    "cost_writeoff.partly",
    "含{n}张无权限订单",
    "{n} of its orders are not yours to see: it can only be looked at.",
);

/// Write-offs of cost with an order an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let all = Condition::all().add(sql::of_eq(TABLE, "side", PAYABLE.to_owned()));
    let seen = visible_order(actor);
    if seen.is_empty() {
        return all;
    }
    let mut line = Query::select();
    line.expr(Expr::cust("1")).from(LINE);
    line.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"));
    line.and_where(sql::of(LINE, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(LINE, "write_off_id").equals((TABLE, "id")))
        .cond_where(seen);
    all.add(Expr::exists(line))
}

/// Lines of the orders an actor sees, joined with these.
pub(super) fn lines(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(actor.org_id, LINE);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"));
    select.cond_where(visible_order(actor));
    select
}

/// How many orders of a write-off an actor does not see.
pub(super) fn hidden(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<i64, Refusal> {
    if visible_order(actor).is_empty() {
        return Ok(0);
    }
    let mut of = |mut select: SelectStatement| -> Result<i64, Refusal> {
        select.expr(Expr::cust("COUNT(DISTINCT write_off_line.order_id)")).and_where(sql::of_eq(
            LINE,
            "write_off_id",
            id,
        ));
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    };
    Ok(of(sql::from(actor.org_id, LINE))? - of(lines(actor))?)
}

/// Refuses to undo one of which its user does not see all.
pub(super) fn need_whole(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    match hidden(conn, actor, id)? {
        0 => Ok(()),
        n => Err(Refusal::Business(PARTLY.with(&[("n", &n.to_string())]))),
    }
}
