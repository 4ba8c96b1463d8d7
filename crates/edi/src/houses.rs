//! House waybills of a master, as messages need them.

use facts::master::Master;
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use waybill::{Form, forms, houses};

pub(crate) use waybill::houses::{House, of_master};

/// Houses that can be named at once.
const NAMED_MAX: usize = 200;

const MANY: Msg =
    Msg::new("edi.many_houses", "一次最多选择{n}票分单", "At most {n} house waybills can be chosen at once.");

/// Refuses when the caller may not see one of the houses: its order, or what was made without one.
pub(crate) fn need_all_visible(conn: &mut dyn Conn, actor: &Actor, houses: Vec<House>) -> Result<Vec<House>, Refusal> {
    waybill::houses::need_visible(conn, actor, &houses)?;
    Ok(houses)
}

/// The form of a master; refused when the caller may not see it.
pub(crate) fn master_form(conn: &mut dyn Conn, actor: &Actor, master: &Master) -> Result<Option<Form>, Refusal> {
    let form = forms::find_key(conn, actor.org_id, &forms::master_key(master))?;
    if let Some(form) = &form {
        need_order(conn, actor, form)?;
    }
    Ok(form)
}

/// Refuses who may not see the order a form was made from: of a shared master, more may look than may send.
pub(crate) fn need_order(conn: &mut dyn Conn, actor: &Actor, form: &Form) -> Result<(), Refusal> {
    match form.order_id {
        Some(order) => waybill::orders::need_visible(conn, actor, order),
        None => waybill::reach::need_form(conn, actor, form),
    }
}

/// Every order of a master.
pub(crate) fn orders_of(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<Id>, Refusal> {
    if master.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = sql::from(org, "freight_order");
    select.column("id").and_where(master.is());
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Some houses by their rows; one that is not there, or that the caller may not see, is refused.
pub(crate) fn of_ids(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<House>, Refusal> {
    if ids.len() > NAMED_MAX {
        return Err(Refusal::Business(MANY.with(&[("n", &NAMED_MAX.to_string())])));
    }
    let found = houses::of_ids(conn, actor.org_id, ids)?;
    if ids.iter().any(|id| !found.iter().any(|house| house.id == *id)) {
        return Err(Refusal::NotFound);
    }
    need_all_visible(conn, actor, found)
}
