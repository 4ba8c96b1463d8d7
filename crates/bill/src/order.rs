//! The sea export order a bill is made from, as bills need it.

use kernel::{Id, Instant, Scope, Uuid, Volume, Weight, show_day};
use order::PlaceKind;
use order::{CLOSED_NO_EDIT, Lifecycle};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::sql::Order as Way;
use platform::store::{Conn, Row, sql};
use trade::bill::{Expected, Kind};
use waybill::orders::need_visible;

/// Full boxes of one shipper.
const FULL: &str = "整箱FCL";
/// Full boxes of several shippers.
const BUYERS: &str = "自拼BCN";
/// The carrier's bill alone.
const CARRIERS_BILL: &str = "船东单";

/// A box of the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderBox {
    pub(crate) number: String,
    pub(crate) seal: String,
    pub(crate) kind: String,
    pub(crate) pieces: Option<i64>,
    pub(crate) weight: Option<Weight>,
    pub(crate) volume: Option<Volume>,
}

/// Pieces, weight and volume.
pub(crate) type Figures = (Option<i64>, Option<Weight>, Option<Volume>);

/// The order.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: Id,
    pub(crate) uuid: String,
    pub(crate) code: String,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) coop_id: Option<Id>,
    pub(crate) loading: String,
    pub(crate) discharge: String,
    pub(crate) transit: [String; 2],
    pub(crate) goods: String,
    pub(crate) package_type: String,
    pub(crate) planned: Figures,
    pub(crate) confirmed: Figures,
    pub(crate) method: String,
    pub(crate) billing: String,
    pub(crate) trade_term: String,
    pub(crate) service_term: String,
    pub(crate) ship_company: Option<Id>,
    pub(crate) agent: Option<Id>,
    pub(crate) master_number: String,
    pub(crate) house_number: String,
    pub(crate) booking_no: String,
    pub(crate) contract_no: String,
    pub(crate) vessel: String,
    pub(crate) voyage: String,
    pub(crate) receipt: String,
    pub(crate) delivery: String,
    pub(crate) departed: Option<Instant>,
    pub(crate) free_days: Option<i64>,
    pub(crate) planned_boxes: i64,
    pub(crate) boxes: Vec<OrderBox>,
}

impl Order {
    /// Whether its cargo is counted by boxes.
    pub(crate) fn counts_boxes(&self) -> bool {
        self.method == FULL || self.method == BUYERS
    }

    /// Whether one shipper packed whole boxes.
    pub(crate) fn is_full(&self) -> bool {
        self.method == FULL
    }

    /// Whether it has the carrier's bill alone.
    pub(crate) fn has_no_houses(&self) -> bool {
        self.billing == CARRIERS_BILL
    }

    /// Day the vessel left.
    pub(crate) fn departed_on(&self) -> Option<String> {
        self.departed.map(|moment| show_day(moment.day()))
    }

    /// Refuses what is written about a closed order. Finance's lock freezes the order, not its bills.
    pub(crate) fn need_open(&self) -> Result<(), Refusal> {
        match self.lifecycle {
            Lifecycle::Cancelled | Lifecycle::Closed => Err(Refusal::business(CLOSED_NO_EDIT)),
            Lifecycle::Draft | Lifecycle::Open | Lifecycle::Locked => Ok(()),
        }
    }

    /// Its figures: those that were confirmed before those that were planned.
    pub(crate) fn figures(&self) -> Figures {
        let ((pieces, weight, volume), planned) = (self.confirmed, self.planned);
        (pieces.or(planned.0), weight.or(planned.1), volume.or(planned.2))
    }

    /// What a bill of it is held against. One house bill among several has a part of the cargo only.
    pub(crate) fn expected(&self, conn: &mut dyn Conn, org: i64, kind: Kind, whole: bool) -> Result<Expected, Refusal> {
        let (pieces, weight, volume) = if whole { self.figures() } else { (None, None, None) };
        let number = match kind {
            Kind::Mbl => self.master_number.clone(),
            Kind::Hbl if whole => self.house_number.clone(),
            Kind::Hbl => String::new(),
        };
        Ok(Expected {
            loading: port_name(conn, org, &self.loading)?,
            discharge: port_name(conn, org, &self.discharge)?,
            destination: self.discharge.chars().take(2).collect(),
            pieces,
            weight,
            volume,
            boxes: self.boxes.iter().map(|each| each.number.clone()).collect(),
            departed_on: self.departed_on(),
            number,
        })
    }
}

/// The sea export order of a public name that the caller may see.
pub(crate) fn of_uuid(conn: &mut dyn Conn, actor: &Actor, uuid: &str) -> Result<Order, Refusal> {
    let uuid = Uuid::parse(uuid).ok_or(Refusal::NotFound)?;
    find(conn, actor, sql::eq("uuid", uuid))
}

/// The same of an id.
pub(crate) fn of_id(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Order, Refusal> {
    find(conn, actor, sql::eq("id", id))
}

const HEAD: [&str; 17] = [
    "id",
    "uuid",
    "order_code",
    "lifecycle",
    "coop_id",
    "departure_station",
    "arrival_station",
    "transit1",
    "transit2",
    "goods_name_en",
    "package_type",
    "plan_pieces",
    "plan_weight",
    "plan_volume",
    "confirm_pieces",
    "confirm_weight",
    "confirm_volume",
];
const DETAIL: [&str; 16] = [
    "container_method",
    "billing_type",
    "trade_term",
    "service_term",
    "ship_company_id",
    "overseas_agent_id",
    "mlb_number",
    "hlb_number",
    "booking_no",
    "service_contract_no",
    "ship_name",
    "ship_voyage_number",
    "receipt_place",
    "delivery_place",
    "actual_departure",
    "free_days",
];

fn find(conn: &mut dyn Conn, actor: &Actor, which: Expr) -> Result<Order, Refusal> {
    let org = actor.org_id;
    let mut select = sql::from(org, "freight_order");
    select.columns(HEAD).and_where(which).and_where(sql::eq("business_scope", Scope::Se.code()));
    let head = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let id: Id = head.get(0)?;
    need_visible(conn, actor, id)?;
    let mut select = sql::from(org, "order_carriage_detail");
    select.columns(DETAIL).and_where(sql::eq("id", id));
    let detail = conn.first(&select.into())?.unwrap_or_default();
    let mut order = read(&head, &detail)?;
    order.boxes = boxes(conn, org, id)?;
    let mut select = sql::from(org, "order_container_plan");
    select.column("quantity").and_where(sql::eq("order_id", id));
    for row in conn.query(&select.into())? {
        order.planned_boxes += row.get::<i64>(0)?;
    }
    Ok(order)
}

fn read(head: &Row, detail: &Row) -> Result<Order, Refusal> {
    Ok(Order {
        id: head.get(0)?,
        uuid: head.get(1)?,
        code: head.get(2)?,
        lifecycle: Lifecycle::from_code(&head.get::<String>(3)?),
        coop_id: head.get(4)?,
        loading: head.get(5)?,
        discharge: head.get(6)?,
        transit: [head.get(7)?, head.get(8)?],
        goods: head.get(9)?,
        package_type: head.get(10)?,
        planned: (head.get(11)?, head.get(12)?, head.get(13)?),
        confirmed: (head.get(14)?, head.get(15)?, head.get(16)?),
        method: detail.get(0)?,
        billing: detail.get(1)?,
        trade_term: detail.get(2)?,
        service_term: detail.get(3)?,
        ship_company: detail.get(4)?,
        agent: detail.get(5)?,
        master_number: detail.get(6)?,
        house_number: detail.get(7)?,
        booking_no: detail.get(8)?,
        contract_no: detail.get(9)?,
        vessel: detail.get(10)?,
        voyage: detail.get(11)?,
        receipt: detail.get(12)?,
        delivery: detail.get(13)?,
        departed: detail.get(14)?,
        free_days: detail.get(15)?,
        planned_boxes: 0,
        boxes: Vec::new(),
    })
}

fn boxes(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<OrderBox>, Refusal> {
    let mut select = sql::from(org, "order_container");
    select
        .columns(["container_no", "seal_no", "container_type", "pieces", "weight", "volume"])
        .and_where(sql::eq("order_id", order))
        .order_by("line", Way::Asc);
    let read = |row: &Row| {
        Ok(OrderBox {
            number: row.get(0)?,
            seal: row.get(1)?,
            kind: row.get(2)?,
            pieces: row.get(3)?,
            weight: row.get(4)?,
            volume: row.get(5)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The English name of a port, in capitals; empty where none is known.
pub(crate) fn port_name(conn: &mut dyn Conn, org: i64, code: &str) -> Result<String, Refusal> {
    let mut select = facts::of_platform_and(org, "transport_place");
    select
        .column("name_en")
        .and_where(sql::eq("kind", PlaceKind::Port.code()))
        .and_where(sql::eq("code", code.to_owned()))
        .order_by("org_id", Way::Desc)
        .limit(1);
    let name: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    Ok(name.trim().to_uppercase())
}
