//! Which houses a master has: those of its orders and those that were made without one. Forms, figures and messages ask
//! here and nowhere else, so that none takes for direct what another counts houses of.

use std::collections::BTreeSet;

use facts::master::{Master, ROUND};
use kernel::{Id, Volume, Weight};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use sea_query::{Condition, Expr, ExprTrait, JoinType, Order, SelectStatement};

use crate::{forms, orders, reach};

/// A house waybill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// Row of the house of an order; of one without, that of its form.
    pub id: Id,
    /// Its number.
    pub number: String,
    /// Its master.
    pub master: Master,
    /// Its order; none for one that stands alone.
    pub order_id: Option<Id>,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Volume.
    pub volume: Option<Volume>,
}

impl House {
    /// The form that was made of it; none before that.
    pub fn form(&self, conn: &mut dyn Conn, org: i64) -> Result<Option<forms::Form>, Refusal> {
        match self.order_id {
            Some(_) => forms::find_key(conn, org, &forms::house_key(self.id)),
            None => forms::find(conn, org, self.id),
        }
    }
}

/// Refuses when the caller may not see one of some houses: its order, or what was made without one.
pub fn need_visible(conn: &mut dyn Conn, actor: &Actor, houses: &[House]) -> Result<(), Refusal> {
    let of_orders: BTreeSet<Id> = houses.iter().filter_map(|house| house.order_id).collect();
    let alone = houses.iter().filter(|house| house.order_id.is_none()).map(|house| house.id).collect();
    let seen = seen(conn, actor, "freight_order", (&of_orders, orders::visible_order(actor)))?;
    if let Some(hidden) = of_orders.difference(&seen).next() {
        return orders::need_visible(conn, actor, *hidden);
    }
    let forms = self::seen(conn, actor, "awb_print", (&alone, reach::visible_form(actor)))?;
    if forms.len() < alone.len() { Err(Refusal::NotFound) } else { Ok(()) }
}

/// Which of some rows a condition leaves.
fn seen(
    conn: &mut dyn Conn,
    actor: &Actor,
    table: &'static str,
    (ids, which): (&BTreeSet<Id>, Condition),
) -> Result<BTreeSet<Id>, Refusal> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = sql::from(actor.org_id, table);
    select.column((table, "id")).and_where(sql::is_in(sql::of(table, "id"), ids.iter().copied())).cond_where(which);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

fn of_orders(org: i64) -> SelectStatement {
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "hawb_number", "order_id", "pieces", "weight", "volume"].map(|column| ("hawb", column)))
        .columns(["awb_number", ROUND].map(|column| ("freight_order", column)))
        .join(JoinType::InnerJoin, "freight_order", sql::same_org("freight_order", "hawb", "order_id"))
        .order_by(("hawb", "sort_no"), Order::Asc)
        .order_by(("hawb", "hawb_number"), Order::Asc)
        .order_by(("hawb", "id"), Order::Asc)
        .take()
}

fn read(row: &Row) -> Result<House, Refusal> {
    Ok(House {
        id: row.get(0)?,
        number: row.get(1)?,
        order_id: Some(row.get(2)?),
        pieces: row.get(3)?,
        weight: row.get(4)?,
        volume: row.get(5)?,
        master: Master { number: row.get(6)?, round: row.get(7)? },
    })
}

fn alone(form: &forms::Form) -> House {
    House {
        id: form.id,
        number: form.hawb_number.clone(),
        master: form.master(),
        order_id: None,
        pieces: form.pieces,
        weight: form.gross_weight,
        volume: form.volume,
    }
}

/// The houses of a master, of all its orders and of none, whoever may see them: what they are to the carrier. An order
/// that was cancelled has none.
pub fn of_master(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<House>, Refusal> {
    if master.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = of_orders(org);
    select
        .and_where(master.is_of("freight_order"))
        .and_where(sql::of("freight_order", "lifecycle").ne(sql::value("CANCELLED")));
    let mut houses = conn.query(&select.into())?.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    houses.extend(forms::lone_houses(conn, org, master)?.iter().map(alone));
    Ok(houses)
}

/// How many houses a master has or will have: those that were made, or what its orders tell where that is more.
pub fn count(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<i64, Refusal> {
    if master.is_empty() {
        return Ok(0);
    }
    let mut select = sql::from(org, "freight_order");
    select
        .expr(Expr::cust("CAST(SUM(hawb_count) AS bigint)"))
        .and_where(master.is())
        .and_where(sql::col("lifecycle").ne(sql::value("CANCELLED")));
    let told: Option<i64> = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let made = of_master(conn, org, master)?.len();
    Ok(Ord::max(told.unwrap_or_default(), i64::try_from(made).unwrap_or(i64::MAX)))
}

/// Some houses by their rows, in the order of their numbers; those that are not there are left out.
pub fn of_ids(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<House>, Refusal> {
    let mut select = of_orders(org);
    select.and_where(sql::is_in(sql::of("hawb", "id"), ids.iter().copied()));
    let mut houses = conn.query(&select.into())?.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    for id in ids.iter().filter(|id| !houses.iter().any(|house| house.id == **id)).copied().collect::<Vec<_>>() {
        let form = forms::find(conn, org, id)?;
        let of_none = |form: &forms::Form| form.kind == 1 && form.order_id.is_none();
        houses.extend(form.filter(of_none).as_ref().map(alone));
    }
    Ok(houses)
}
