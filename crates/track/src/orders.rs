//! The order as this room reads it: its head, and whether the caller may see it.

use domain::order::OrderHead;
use kernel::{Scope, Uuid};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};

const COLUMNS: [&str; 5] = ["id", "uuid", "order_code", "business_scope", "awb_number"];

fn read(row: &Row) -> Result<OrderHead, Refusal> {
    let scope: String = row.get(3)?;
    let scope = Scope::from_code(&scope).ok_or(Refusal::NotFound)?;
    Ok(OrderHead { id: row.get(0)?, uuid: row.get(1)?, code: row.get(2)?, scope, awb_number: row.get(4)? })
}

/// The order of a public name, if the caller may see it.
pub fn visible(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<OrderHead, Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select.columns(COLUMNS).and_where(sql::eq("uuid", uuid.clone()));
    let head = conn.first(&select.into())?.as_ref().map(read).transpose()?.ok_or(Refusal::NotFound)?;
    waybill::orders::need_visible(conn, actor, head.id)?;
    Ok(head)
}

/// Orders with a master number, whoever asks: for logs of what a message did.
pub fn of_number(conn: &mut dyn Conn, org: i64, awb_number: &str) -> Result<Vec<OrderHead>, Refusal> {
    let mut select = sql::from(org, "freight_order");
    select.columns(COLUMNS).and_where(sql::eq("awb_number", awb_number));
    conn.query(&select.into())?.iter().map(read).collect()
}
