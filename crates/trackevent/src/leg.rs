//! The legs of a shipment, and what its events say about them.

use facts::master::Master;
use kernel::{Id, Instant};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use sea_query::{ExprTrait, JoinType, Order};

use crate::events::Event;

/// A leg of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// Row; zero for one that is not stored.
    pub id: Id,
    /// From.
    pub from: String,
    /// To.
    pub to: String,
    /// Flight.
    pub flight_no: String,
    /// Planned departure.
    pub etd: Option<Instant>,
    /// Planned arrival.
    pub eta: Option<Instant>,
    /// Actual departure.
    pub atd: Option<Instant>,
    /// Actual arrival.
    pub ata: Option<Instant>,
}

const COLUMNS: [(&str, &str); 8] = [
    ("order_leg", "id"),
    ("order_leg", "from_station"),
    ("order_leg", "to_station"),
    ("order_leg", "flight_no"),
    ("order_leg", "etd"),
    ("order_leg", "eta"),
    ("order_leg", "atd"),
    ("order_leg", "ata"),
];

fn read(row: &Row) -> Result<Leg, Refusal> {
    Ok(Leg {
        id: row.get(0)?,
        from: row.get(1)?,
        to: row.get(2)?,
        flight_no: row.get(3)?,
        etd: row.get(4)?,
        eta: row.get(5)?,
        atd: row.get(6)?,
        ata: row.get(7)?,
    })
}

/// Legs of an order in their order.
pub fn legs_of_order(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Leg>, Refusal> {
    let mut select = sql::from(org, "order_leg");
    select.columns(COLUMNS).and_where(sql::eq("order_id", order)).order_by("leg_no", Order::Asc);
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Legs of every order of a master.
pub fn legs_of_master(conn: &mut dyn Conn, org: i64, master: &Master) -> Result<Vec<Leg>, Refusal> {
    let mut select = sql::from(org, "order_leg");
    select
        .join(
            JoinType::InnerJoin,
            "freight_order",
            sql::of("freight_order", "org_id")
                .equals(("order_leg", "org_id"))
                .and(sql::of("freight_order", "id").equals(("order_leg", "order_id"))),
        )
        .columns(COLUMNS)
        .and_where(master.is_of("freight_order"));
    conn.query(&select.into())?.iter().map(read).collect()
}

/// A flight with its leading zeros gone, so that `X90101` of a message meets `X9101` of an order.
pub fn plain_flight(flight: &str) -> String {
    let flight = flight.trim().to_uppercase();
    let (carrier, number) = (flight.get(..2).unwrap_or_default(), flight.get(2..).unwrap_or_default());
    format!("{carrier}{}", number.trim_start_matches('0'))
}

/// Whether an event may be of a leg's flight; one that names none may.
pub fn same_flight(leg: &Leg, event: &Event) -> bool {
    leg.flight_no.is_empty()
        || event.flight_no.is_empty()
        || plain_flight(&leg.flight_no) == plain_flight(&event.flight_no)
}

fn earliest(events: &[Event], fits: impl Fn(&Event) -> bool) -> Option<Instant> {
    events.iter().filter(|event| event.actual() && fits(event)).filter_map(|event| event.event_time).min()
}

/// When the first part of the shipment left on a leg.
pub fn departed(leg: &Leg, events: &[Event]) -> Option<Instant> {
    earliest(events, |event| event.code == "DEP" && event.airport == leg.from && same_flight(leg, event))
}

/// When the first part of the shipment came in on a leg: the arrival, else the receipt from the flight.
pub fn arrived(leg: &Leg, events: &[Event]) -> Option<Instant> {
    let at = |code: &'static str| {
        move |event: &Event| event.code == code && event.airport == leg.to && same_flight(leg, event)
    };
    earliest(events, at("ARR")).or_else(|| earliest(events, at("RCF")))
}
