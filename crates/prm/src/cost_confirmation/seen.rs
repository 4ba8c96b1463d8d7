//! Who sees which sheet: one with an order he sees. One with orders he does not see he only looks at (css.md 0.1).

use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::log::{About, Kept};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::confirmation::{LINE, TABLE};
use settle::partly;

/// What a sheet is about in the log.
pub(super) const ORDERS: Kept = Kept::asked(TABLE, about);

/// Sheets with an order an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from(LINE)
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id"))
        .and_where(sql::of(LINE, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(LINE, "confirmation_id").equals((TABLE, "id")))
        .cond_where(seen);
    Condition::all().add(Expr::exists(order))
}

/// Lines of some sheet, with their orders.
fn joined(org: i64, sheet: Id) -> SelectStatement {
    let mut select = sql::from(org, LINE);
    select.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, LINE, "order_id")).and_where(sql::of_eq(
        LINE,
        "confirmation_id",
        sheet,
    ));
    select
}

/// How many orders of a sheet an actor does not see.
pub(super) fn hidden(conn: &mut dyn Conn, actor: &Actor, sheet: Id) -> Result<i64, Refusal> {
    partly::hidden(conn, &joined(actor.org_id, sheet), "cost_confirmation_line.order_id", visible_order(actor))
}

/// Refuses to change a sheet of which its user does not see all, or whose amounts he may not see.
pub(super) fn need_whole(conn: &mut dyn Conn, actor: &Actor, sheet: Id) -> Result<(), Refusal> {
    super::need_costs(actor)?;
    partly::need_whole(hidden(conn, actor, sheet)?)
}

fn about(conn: &mut dyn Conn, org: i64, sheet: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, LINE);
    select
        .distinct()
        .column("order_id")
        .and_where(sql::eq("confirmation_id", sheet))
        .and_where(sql::col("order_id").is_not_null());
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}
