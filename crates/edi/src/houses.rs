//! House waybills of a master, as messages need them.

use kernel::Id;
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, sql};

/// A house waybill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct House {
    pub(crate) id: Id,
    pub(crate) number: String,
    pub(crate) awb_number: String,
    pub(crate) order_id: Id,
}

const COLUMNS: [(&str, &str); 4] =
    [("hawb", "id"), ("hawb", "hawb_number"), ("freight_order", "awb_number"), ("hawb", "order_id")];

fn select(actor: &Actor) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(actor.org_id, "hawb");
    select
        .columns(COLUMNS)
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", "hawb", "order_id"))
        .order_by(("hawb", "hawb_number"), Order::Asc)
        .order_by(("hawb", "id"), Order::Asc)
        .take()
}

fn read(row: &platform::store::Row) -> Result<House, Refusal> {
    Ok(House { id: row.get(0)?, number: row.get(1)?, awb_number: row.get(2)?, order_id: row.get(3)? })
}

/// The houses of a master, of the orders the caller may see.
pub(crate) fn of_number(conn: &mut dyn Conn, actor: &Actor, awb_number: &str) -> Result<Vec<House>, Refusal> {
    if awb_number.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = select(actor);
    select
        .and_where(sql::of_eq("freight_order", "awb_number", awb_number))
        .cond_where(waybill::orders::visible_order(actor));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Some houses by their rows; one that is not there, or whose order the caller may not see, is refused.
pub(crate) fn of_ids(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<House>, Refusal> {
    let mut select = select(actor);
    select.and_where(sql::is_in(sql::of("hawb", "id"), ids.iter().copied()));
    let found: Vec<House> = conn.query(&select.into())?.iter().map(read).collect::<Result<_, _>>()?;
    if ids.iter().any(|id| !found.iter().any(|house| house.id == *id)) {
        return Err(Refusal::NotFound);
    }
    for house in &found {
        waybill::orders::need_visible(conn, actor, house.order_id)?;
    }
    Ok(found)
}
