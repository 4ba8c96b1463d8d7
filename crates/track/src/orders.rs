//! The order as this room reads it: its head, and whether the caller may see it.

use kernel::Uuid;
use order::{OrderHead, PAGE_CODES};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};

/// The order of a public name, for who has the page of its scope and sees it.
pub fn opened(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<OrderHead, Refusal> {
    order::head(conn, actor, uuid, PAGE_CODES)
}

/// The order of a public name, if the caller may see it.
pub fn visible(conn: &mut dyn Conn, actor: &Actor, uuid: &Uuid) -> Result<OrderHead, Refusal> {
    let mut select = sql::from(actor.org_id, "freight_order");
    select.columns(OrderHead::COLUMNS).and_where(sql::eq("uuid", uuid.clone()));
    let head = conn.first(&select.into())?.as_ref().map(OrderHead::read).transpose()?.ok_or(Refusal::NotFound)?;
    waybill::orders::need_visible(conn, actor, head.id)?;
    Ok(head)
}
