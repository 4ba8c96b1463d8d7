//! Who sees which write-off of cost (css.md 0.1): one with an order he sees.

use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::partly;
use settle::write_off::{LINE, TABLE};

use super::PAYABLE;

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

fn joined(org: i64) -> SelectStatement {
    let mut select = sql::from(org, LINE);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"));
    select
}

/// Lines of the orders an actor sees, joined with these.
pub(super) fn lines(actor: &Actor) -> SelectStatement {
    joined(actor.org_id).cond_where(visible_order(actor)).take()
}

/// How many orders of a write-off an actor does not see.
pub(super) fn hidden(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<i64, Refusal> {
    let mut rows = joined(actor.org_id);
    rows.and_where(sql::of_eq(LINE, "write_off_id", id));
    partly::hidden(conn, &rows, "write_off_line.order_id", visible_order(actor))
}

/// Refuses to undo one of which its user does not see all.
pub(super) fn need_whole(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
    partly::need_whole(hidden(conn, actor, id)?)
}
