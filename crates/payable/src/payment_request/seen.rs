//! Who sees which payment request (css.md 0.1): one of a payment with an order he sees, one for such an order, and one that is
//! about no order.

use charge::chain::DETAIL;
use kernel::Id;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::access::Actor;
use platform::log::{About, Kept};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use platform::store::{Conn, sql};
use settle::request::{ROW, TABLE};

use super::OBJECT;
use crate::payment::seen::has_seen;

/// What a request is about in the log.
pub(super) const ORDERS: Kept = Kept::asked(OBJECT, about);

/// Rows of a request of the statement around.
fn rows_of() -> SelectStatement {
    let mut rows = Query::select();
    rows.expr(Expr::cust("1")).from(ROW);
    rows.and_where(sql::of(ROW, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(ROW, "request_id").equals((TABLE, "id")));
    rows
}

/// Requests an actor sees.
pub(super) fn visible(actor: &Actor) -> Condition {
    let seen = visible_order(actor);
    if seen.is_empty() {
        return Condition::all();
    }
    // Row by row: joined, the details of the whole company would be walked through.
    let of_payment = rows_of().cond_where(Condition::all().add_option(has_seen(actor, (ROW, "payment_id")))).take();
    let mut own = Query::select();
    own.expr(Expr::cust("1")).from(ORDER);
    own.and_where(sql::of(ORDER, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(ORDER, "id").equals((TABLE, "order_id")))
        .cond_where(seen);
    let none = Condition::all().add(sql::of(TABLE, "order_id").is_null()).add(Expr::not(Expr::exists(rows_of())));
    Condition::any().add(Expr::exists(of_payment)).add(Expr::exists(own)).add(none)
}

/// The orders of a request: of its payments, or its own.
fn about(conn: &mut dyn Conn, org: i64, request: Id) -> Result<About, Refusal> {
    let mut select = sql::from(org, ROW);
    select
        .distinct()
        .column((DETAIL, "order_id"))
        .join(
            JoinType::InnerJoin,
            DETAIL,
            Condition::all()
                .add(sql::of(DETAIL, "org_id").equals((ROW, "org_id")))
                .add(sql::of(DETAIL, "payment_id").equals((ROW, "payment_id"))),
        )
        .and_where(sql::of_eq(ROW, "request_id", request));
    let mut orders: Vec<Id> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut own = sql::from(org, TABLE);
    own.columns(["order_id", "created_by"]).and_where(sql::eq("id", request));
    let Some(row) = conn.first(&own.into())? else { return Ok(About::orders(orders)) };
    orders.extend(row.get::<Option<Id>>(0)?);
    if orders.is_empty() { Ok(About::own(row.get(1)?)) } else { Ok(About::orders(orders)) }
}
