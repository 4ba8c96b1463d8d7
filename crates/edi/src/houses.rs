//! House waybills of a master, as messages need them.

use facts::master::{Master, ROUND};
use kernel::{Id, Msg};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, sql};
use waybill::{Form, forms};

/// Houses that can be named at once.
const NAMED_MAX: usize = 200;

const MANY: Msg =
    Msg::new("edi.many_houses", "一次最多选择{n}票分单", "At most {n} house waybills can be chosen at once.");

/// A house waybill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct House {
    pub(crate) id: Id,
    pub(crate) number: String,
    pub(crate) master: Master,
    pub(crate) order_id: Id,
}

const COLUMNS: [(&str, &str); 5] = [
    ("hawb", "id"),
    ("hawb", "hawb_number"),
    ("freight_order", "awb_number"),
    ("hawb", "order_id"),
    ("freight_order", ROUND),
];

fn select(org: i64) -> platform::sea_query::SelectStatement {
    let mut select = sql::from(org, "hawb");
    select
        .columns(COLUMNS)
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", "hawb", "order_id"))
        .order_by(("hawb", "sort_no"), Order::Asc)
        .order_by(("hawb", "hawb_number"), Order::Asc)
        .order_by(("hawb", "id"), Order::Asc)
        .take()
}

fn read(row: &platform::store::Row) -> Result<House, Refusal> {
    let master = Master { number: row.get(2)?, round: row.get(4)? };
    Ok(House { id: row.get(0)?, number: row.get(1)?, master, order_id: row.get(3)? })
}

/// The houses of a master, of all its orders, whoever may see them: what they are to the carrier.
pub(crate) fn of_master(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<House>, Refusal> {
    if master.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = select(org);
    select.and_where(master.is_of("freight_order"));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Refuses when the caller may not see the order of one of the houses.
pub(crate) fn need_all_visible(conn: &mut dyn Conn, actor: &Actor, houses: Vec<House>) -> Result<Vec<House>, Refusal> {
    let mut orders: Vec<Id> = houses.iter().map(|house| house.order_id).collect();
    orders.sort_unstable_by_key(|id| id.0);
    orders.dedup();
    orders.into_iter().try_for_each(|order| waybill::orders::need_visible(conn, actor, order))?;
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

/// Some houses by their rows; one that is not there, or whose order the caller may not see, is refused.
pub(crate) fn of_ids(conn: &mut dyn Conn, actor: &Actor, ids: &[Id]) -> Result<Vec<House>, Refusal> {
    if ids.len() > NAMED_MAX {
        return Err(Refusal::Business(MANY.with(&[("n", &NAMED_MAX.to_string())])));
    }
    let mut select = select(actor.org_id);
    select.and_where(sql::is_in(sql::of("hawb", "id"), ids.iter().copied()));
    let found: Vec<House> = conn.query(&select.into())?.iter().map(read).collect::<Result<_, _>>()?;
    if ids.iter().any(|id| !found.iter().any(|house| house.id == *id)) {
        return Err(Refusal::NotFound);
    }
    need_all_visible(conn, actor, found)
}
