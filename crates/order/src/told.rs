//! Events that were told of an order.

use kernel::{Id, Instant, Weight};
use platform::refusal::Refusal;
use platform::store::sql::Order;
use platform::store::{Conn, sql};

/// An event as stored.
#[derive(Debug, Clone)]
pub struct OrderEvent {
    /// Row.
    pub id: Id,
    /// Code of its scope.
    pub code: String,
    /// A fact (ACT), or what is expected.
    pub classifier: String,
    /// Code of a place, or free text.
    pub place: String,
    /// The box it is about; empty: all of them.
    pub container_no: String,
    /// When.
    pub time: Instant,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Remark.
    pub remark: String,
    /// Where it comes from.
    pub source: String,
    /// Who told it.
    pub created_by: Id,
    /// When he told it.
    pub created_at: Instant,
}

/// The events of an order, newest first.
pub fn order_events(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<OrderEvent>, Refusal> {
    let mut select = sql::from(org, "order_event");
    select
        .columns(["id", "code", "classifier", "place", "container_no", "event_time"])
        .columns(["pieces", "weight", "remark", "source", "created_by", "created_at"])
        .and_where(sql::eq("order_id", order))
        .order_by("event_time", Order::Desc)
        .order_by("id", Order::Desc);
    conn.query(&select.into())?
        .iter()
        .map(|row| {
            Ok(OrderEvent {
                id: row.get(0)?,
                code: row.get(1)?,
                classifier: row.get(2)?,
                place: row.get(3)?,
                container_no: row.get(4)?,
                time: row.get(5)?,
                pieces: row.get(6)?,
                weight: row.get(7)?,
                remark: row.get(8)?,
                source: row.get(9)?,
                created_by: row.get(10)?,
                created_at: row.get(11)?,
            })
        })
        .collect()
}
