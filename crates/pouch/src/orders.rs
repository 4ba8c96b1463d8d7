//! The orders of a master, and who sees a pouch by them.

use facts::master::{Master, ROUND};
use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::{Conn, Row, sql};

/// Orders of a pouch.
pub(crate) const LINKS: &str = "cargo_pouch_order";
const TABLE: &str = "cargo_pouch";

/// An order of a master.
#[derive(Debug, Clone)]
pub(crate) struct OrderRow {
    pub(crate) id: Id,
    pub(crate) code: String,
    pub(crate) flight_no: String,
    pub(crate) flight_date: String,
    pub(crate) departure: String,
    pub(crate) arrival: String,
    pub(crate) goods_type: String,
    pub(crate) agent: Option<Id>,
    /// The actor may see it.
    pub(crate) seen: bool,
}

fn read(row: &Row) -> Result<OrderRow, Refusal> {
    Ok(OrderRow {
        id: row.get(0)?,
        code: row.get(1)?,
        flight_no: row.get(2)?,
        flight_date: row.get(3)?,
        departure: row.get(4)?,
        arrival: row.get(5)?,
        goods_type: row.get(6)?,
        agent: row.get(7)?,
        seen: row.get::<i64>(8)? == 1,
    })
}

/// The master of a pouch; of one that is being added, the number as it is registered now.
pub(crate) fn master_of(conn: &mut dyn Conn, org: i64, pouch: Option<Id>, number: &str) -> Result<Master, Refusal> {
    let Some(id) = pouch else { return Ok(Master::now(number)) };
    let mut select = sql::from(org, TABLE);
    select.column(ROUND).and_where(sql::eq("id", id));
    let round = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    Ok(Master { number: number.to_owned(), round })
}

/// The air export orders of a master that are not cancelled, the oldest first.
pub(crate) fn of_master(conn: &mut dyn Conn, actor: &Actor, master: &Master) -> Result<Vec<OrderRow>, Refusal> {
    const ORDER: &str = "freight_order";
    let mut select = sql::from(actor.org_id, ORDER);
    select
        .columns([(ORDER, "id"), (ORDER, "order_code"), (ORDER, "expect_flight"), (ORDER, "expect_departure")])
        .columns([(ORDER, "departure_station"), (ORDER, "arrival_station"), (ORDER, "goods_type")])
        .column(("detail", "arrival_agent_id"))
        .expr(Expr::case(order::visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")))
        .join_as(JoinType::LeftJoin, "order_air_detail", "detail", sql::same_org("detail", ORDER, "id"))
        .and_where(sql::of_eq(ORDER, "business_scope", "AE"))
        .and_where(master.is_of(ORDER))
        .and_where(sql::of(ORDER, "lifecycle").ne(sql::value("CANCELLED")))
        .order_by((ORDER, "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Pouches of which the caller may see an order.
pub(crate) fn visible(actor: &Actor) -> Condition {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from(LINKS)
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", LINKS, "order_id"))
        .and_where(sql::of(LINKS, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(LINKS, "pouch_id").equals((TABLE, "id")))
        .cond_where(order::visible_order(actor));
    Condition::all().add(Expr::exists(order))
}

/// Pouches with an order of a customer.
pub(crate) fn of_customer(_: &Actor, name: &str) -> Result<Condition, Refusal> {
    let mut order = Query::select();
    order
        .expr(Expr::cust("1"))
        .from(LINKS)
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", LINKS, "order_id"))
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", "freight_order", "coop_id"))
        .and_where(sql::of(LINKS, "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of(LINKS, "pouch_id").equals((TABLE, "id")))
        .and_where(sql::contains(sql::of("coop", "coop_name"), name));
    Ok(Condition::all().add(Expr::exists(order)))
}

/// Refuses, as if it were not there, a pouch the caller may not see.
pub(crate) fn need_seen(conn: &mut dyn Conn, actor: &Actor, pouch: Id) -> Result<(), Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", pouch)).cond_where(visible(actor));
    if conn.first(&select.into())?.is_some() { Ok(()) } else { Err(Refusal::NotFound) }
}
