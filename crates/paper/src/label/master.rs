//! Masters with all their orders and houses, as their labels need them.

use facts::master::Master as Number;
use kernel::{Id, Msg, Uuid, Weight};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Order as Way;
use platform::store::{Conn, Row, sql};
use serde_json::Value as Json;
use waybill::forms;

use crate::order::{self, TABLE};

const NO_MASTER: Msg = Msg::new(
    "label.no_master",
    "该订单没有主单号，不能打印标签",
    "The order has no master waybill number, so labels can't be printed.",
);

/// A master of which labels are wanted.
#[derive(Debug)]
pub(super) struct Master {
    pub(super) number: String,
    /// Code and name of the airline.
    pub(super) airline: String,
    /// Airports between departure and destination.
    pub(super) transit: String,
    /// Special handling codes.
    pub(super) handling: String,
    /// Its orders, the oldest first.
    pub(super) shipments: Vec<Shipment>,
}

/// An order of a master.
#[derive(Debug, Clone)]
pub(super) struct Shipment {
    pub(super) id: Id,
    pub(super) code: String,
    pub(super) departure: String,
    pub(super) arrival: String,
    /// Confirmed, else planned; none where neither is known.
    pub(super) pieces: Option<i64>,
    /// Confirmed, else planned.
    pub(super) weight: Option<Weight>,
    pub(super) houses: Vec<House>,
    /// Its labels are wanted.
    pub(super) wanted: bool,
    /// Kind of goods, and of battery.
    pub(super) goods: (String, String),
}

/// A house waybill.
#[derive(Debug, Clone)]
pub(super) struct House {
    pub(super) id: Id,
    pub(super) number: String,
    pub(super) arrival: String,
    pub(super) pieces: Option<i64>,
    pub(super) weight: Option<Weight>,
}

impl Master {
    /// Pieces of all orders; none when none is known.
    pub(super) fn pieces(&self) -> Option<i64> {
        let known: Vec<i64> = self.shipments.iter().filter_map(|shipment| shipment.pieces).collect();
        if known.is_empty() { None } else { Some(known.into_iter().fold(0, i64::saturating_add)) }
    }

    /// Weight of all orders.
    pub(super) fn weight(&self) -> Option<Weight> {
        self.shipments.iter().filter_map(|shipment| shipment.weight).reduce(Weight::plus)
    }
}

/// The masters of orders the caller may see, each once, in the order they were named.
pub(super) fn of_orders(conn: &mut dyn Conn, actor: &Actor, uuids: &[Uuid]) -> Result<Vec<Master>, Refusal> {
    let mut named: Vec<(Number, Vec<Id>)> = Vec::new();
    for uuid in uuids {
        let order = order::of_uuid(conn, actor, uuid)?;
        if order.awb_number.is_empty() {
            return Err(Refusal::business(NO_MASTER));
        }
        let number = facts::master::of_order(conn, actor.org_id, order.id)?;
        match named.iter_mut().find(|(known, _)| *known == number) {
            Some((_, ids)) => ids.push(order.id),
            None => named.push((number, vec![order.id])),
        }
    }
    named.into_iter().map(|(number, wanted)| master(conn, actor.org_id, number, &wanted)).collect()
}

fn master(conn: &mut dyn Conn, org: i64, of: Number, wanted: &[Id]) -> Result<Master, Refusal> {
    let carrier = facts::carrier_by_prefix(conn, org, of.number.get(..3).unwrap_or_default())?;
    let airline = carrier.map(|carrier| {
        let name = if carrier.name_en.is_empty() { carrier.name } else { carrier.name_en };
        format!("{} {name}", carrier.code)
    });
    let shipments = shipments(conn, org, &of, wanted)?;
    let transit = match shipments.iter().find(|shipment| shipment.wanted) {
        Some(shipment) => transit(conn, org, shipment.id)?,
        None => String::new(),
    };
    let handling = handling(conn, org, &of, &shipments)?;
    Ok(Master { airline: airline.unwrap_or_default(), transit, handling, shipments, number: of.number })
}

/// The orders of a master: pieces are counted over all, also those whose labels are not wanted. A cancelled one
/// has none unless it is named itself.
fn shipments(conn: &mut dyn Conn, org: i64, number: &Number, wanted: &[Id]) -> Result<Vec<Shipment>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "order_code", "departure_station", "arrival_station", "lifecycle"])
        .columns(["plan_pieces", "confirm_pieces", "plan_weight", "confirm_weight", "goods_type", "battery_type"])
        .and_where(sql::eq("business_scope", "AE"))
        .and_where(number.is())
        .order_by("id", Way::Asc);
    let mut shipments = Vec::new();
    for row in conn.query(&select.into())? {
        let id: Id = row.get(0)?;
        let (lifecycle, wanted): (String, bool) = (row.get(4)?, wanted.contains(&id));
        if wanted || lifecycle != "CANCELLED" {
            shipments.push(shipment(conn, org, &row, wanted)?);
        }
    }
    Ok(shipments)
}

fn shipment(conn: &mut dyn Conn, org: i64, row: &Row, wanted: bool) -> Result<Shipment, Refusal> {
    let id: Id = row.get(0)?;
    let first = |confirmed: usize, planned: usize| -> Result<Option<i64>, Refusal> {
        Ok(row.get::<Option<i64>>(confirmed)?.or(row.get(planned)?).filter(|figure| *figure > 0))
    };
    Ok(Shipment {
        id,
        code: row.get(1)?,
        departure: row.get(2)?,
        arrival: row.get(3)?,
        pieces: first(6, 5)?,
        weight: first(8, 7)?.map(Weight::from_raw),
        goods: (row.get(9)?, row.get(10)?),
        houses: houses(conn, org, id)?,
        wanted,
    })
}

/// Houses of an order, in the order of its list.
pub(super) fn houses(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<House>, Refusal> {
    let mut select = sql::from(org, "hawb");
    select
        .columns(["id", "hawb_number", "arrival_station", "pieces", "weight"])
        .and_where(sql::eq("order_id", order))
        .order_by("sort_no", Way::Asc)
        .order_by("hawb_number", Way::Asc);
    let read = |row: &Row| {
        Ok(House {
            id: row.get(0)?,
            number: row.get(1)?,
            arrival: row.get(2)?,
            pieces: row.get::<Option<i64>>(3)?.filter(|pieces| *pieces > 0),
            weight: row.get::<Option<i64>>(4)?.filter(|raw| *raw > 0).map(Weight::from_raw),
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Where the legs of an order end before the last.
fn transit(conn: &mut dyn Conn, org: i64, order: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, "order_leg");
    select.column("to_station").and_where(sql::eq("order_id", order)).order_by("leg_no", Way::Asc);
    let rows = conn.query(&select.into())?;
    let mut ends: Vec<String> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    ends.pop();
    Ok(ends.join(" "))
}

/// The codes on the master's waybill; before it is made, those its goods ask for.
fn handling(conn: &mut dyn Conn, org: i64, number: &Number, shipments: &[Shipment]) -> Result<String, Refusal> {
    if let Some(form) = forms::find_key(conn, org, &forms::master_key(number))? {
        let codes = form.body.get("specialHandlingCodes").and_then(Json::as_array).cloned().unwrap_or_default();
        return Ok(codes.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "));
    }
    let mut codes = Vec::new();
    for shipment in shipments {
        let of_goods = waybill::handling_codes(&shipment.goods.0, &shipment.goods.1);
        for code in of_goods {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
    }
    if let Some(shipment) = shipments.first()
        && waybill::is_for_freighters(conn, (org, shipment.id), number)?
    {
        codes.push("CAO");
    }
    Ok(codes.join(" "))
}

#[cfg(test)]
impl Shipment {
    /// One that is wanted.
    pub(super) fn of(id: i64, pieces: Option<i64>, houses: Vec<House>) -> Self {
        Self {
            id: Id(id),
            code: String::new(),
            departure: "PVG".into(),
            arrival: "FRA".into(),
            pieces,
            weight: None,
            houses,
            wanted: true,
            goods: (String::new(), String::new()),
        }
    }
}
