//! Who sees which statement (css.md 0.1): one with an order he sees. One that is void has no notes any more, and one
//! that is being written has none yet: its maker sees it, and who sees all orders.

use charge::chain::{NOTE, PROCESSING, VOID};
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::log::{About, Kept};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::partly;

use super::{OBJECT, TABLE};

/// What a statement is about in the log.
pub(super) const ORDERS: Kept = Kept::asked(OBJECT, about);

/// Notes that stand on the statement of the query around, with their orders.
pub(super) fn below() -> SelectStatement {
    let mut notes = Query::select();
    notes
        .expr(Expr::cust("1"))
        .from(NOTE)
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::of(NOTE, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(NOTE, "statement_id").equals((TABLE, "id")));
    notes
}

/// Statements an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    let bare = [VOID, PROCESSING].map(ToOwned::to_owned);
    let own = Condition::all().add(sql::is_in(sql::of(TABLE, "state"), bare)).add(sql::of_eq(
        TABLE,
        "created_by",
        actor.user_id,
    ));
    let mut notes = below();
    notes.cond_where(seen);
    Condition::any().add(Expr::exists(notes)).add(own)
}

/// The notes of some statements whose orders an actor sees, joined with these.
pub(super) fn notes(actor: &Actor, statements: &[Id]) -> SelectStatement {
    let mut select = all(actor.org_id, statements);
    select.cond_where(visible_order(actor));
    select
}

fn all(org: i64, statements: &[Id]) -> SelectStatement {
    let mut select = sql::from(org, NOTE);
    select
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, NOTE, "order_id"))
        .and_where(sql::is_in(sql::of(NOTE, "statement_id"), statements.iter().copied()));
    select
}

/// How many orders of some statements an actor does not see.
pub(super) fn hidden(conn: &mut dyn Conn, actor: &Actor, statements: &[Id]) -> Result<i64, Refusal> {
    partly::hidden(conn, &all(actor.org_id, statements), "debit_note.order_id", visible_order(actor))
}

/// Refuses to change a statement of which its user does not see all.
pub(super) fn need_whole(conn: &mut dyn Conn, actor: &Actor, statement: Id) -> Result<(), Refusal> {
    partly::need_whole(hidden(conn, actor, &[statement])?)
}

fn about(conn: &mut dyn Conn, org: i64, statement: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, NOTE);
    select.distinct().column("order_id").and_where(sql::eq("statement_id", statement));
    let rows = conn.query(&select.into())?;
    Ok(About::orders(rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?))
}
