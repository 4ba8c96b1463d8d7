//! The air export order a notice is about: what a notice begins with, and who may make one.

use kernel::{Id, Uuid, Volume, Weight};
use order::{Lifecycle, need_visible, visible_order};
use platform::access::Actor;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, JoinType, Order as Way};
use platform::store::{Conn, Row, sql};
use serde_json::{Map, Value as Json, json};

use super::place::{self, Flag, Warehouse};
use crate::public::messages::CLOSED;

const TABLE: &str = "freight_order";
const DETAIL: &str = "order_air_detail";
/// Select of orders a notice can be made for, by their id.
pub(super) const SELECT: &str = "noticeOrder";
/// Select of warehouses; its role is a flag.
pub(super) const PLACES: &str = "noticeWarehouse";

/// An order as its notices need it.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) id: Id,
    pub(crate) uuid: String,
    pub(crate) code: String,
    pub(crate) awb_number: String,
    pub(crate) customer_number: String,
    lifecycle: Lifecycle,
    pub(crate) departure: String,
    pub(crate) arrival: String,
    pub(crate) flight: String,
    pub(crate) flight_date: String,
    pub(crate) goods_cn: String,
    pub(crate) goods_en: String,
    pub(crate) package: String,
    pub(crate) pieces: Option<i64>,
    pub(crate) weight: Option<Weight>,
    pub(crate) volume: Option<Volume>,
    pub(crate) coop: Option<Id>,
    pub(crate) receipt_date: String,
    pub(crate) marks: String,
    /// Its terminal and its storehouse, as it names them.
    places: [String; 2],
}

const HEAD: [&str; 17] = [
    "id",
    "uuid",
    "order_code",
    "awb_number",
    "customer_number",
    "lifecycle",
    "departure_station",
    "arrival_station",
    "expect_flight",
    "expect_departure",
    "goods_name_cn",
    "goods_name_en",
    "package_type",
    "plan_pieces",
    "plan_weight",
    "plan_volume",
    "coop_id",
];
const OF_AIR: [&str; 4] = ["receipt_date", "shipping_marks", Flag::Warehouse.column(), Flag::Storehouse.column()];

fn read(row: &Row) -> Result<Order, Refusal> {
    Ok(Order {
        id: row.get(0)?,
        uuid: row.get(1)?,
        code: row.get(2)?,
        awb_number: row.get(3)?,
        customer_number: row.get(4)?,
        lifecycle: Lifecycle::from_code(&row.get::<String>(5)?),
        departure: row.get(6)?,
        arrival: row.get(7)?,
        flight: row.get(8)?,
        flight_date: row.get(9)?,
        goods_cn: row.get(10)?,
        goods_en: row.get(11)?,
        package: row.get(12)?,
        pieces: row.get(13)?,
        weight: row.get(14)?,
        volume: row.get(15)?,
        coop: row.get(16)?,
        receipt_date: row.get(17)?,
        marks: row.get(18)?,
        places: [row.get(19)?, row.get(20)?],
    })
}

impl Order {
    /// `PVG-FRA`.
    pub(crate) fn route(&self) -> String {
        format!("{}-{}", self.departure, self.arrival)
    }

    /// Refuses when its life is over.
    pub(crate) fn need_alive(&self) -> Result<(), Refusal> {
        match self.lifecycle {
            Lifecycle::Closed | Lifecycle::Cancelled => Err(Refusal::business(CLOSED)),
            _ => Ok(()),
        }
    }

    /// What it calls the place of a flag; empty while none is chosen.
    pub(crate) fn place(&self, flag: Flag) -> &str {
        let [warehouse, storehouse] = &self.places;
        match flag {
            Flag::Warehouse => warehouse,
            Flag::Storehouse => storehouse,
        }
    }

    /// The warehouse it means by that.
    pub(crate) fn warehouse(&self, conn: &mut dyn Conn, org: i64, flag: Flag) -> Result<Option<Warehouse>, Refusal> {
        let text = self.place(flag);
        if text.is_empty() { Ok(None) } else { place::of_text(conn, org, text) }
    }

    /// What the form of a notice shows of it.
    pub(super) fn members(&self, coop_name: &str) -> Map<String, Json> {
        let text = |text: &str| json!(text);
        Map::from_iter(
            [
                ("orderUuid", text(&self.uuid)),
                ("orderCode", text(&self.code)),
                ("awbNumber", text(&self.awb_number)),
                ("coopName", text(coop_name)),
                ("route", json!(self.route())),
                ("flightNo", text(&self.flight)),
                ("flightDate", text(&self.flight_date)),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        )
    }
}

/// An order of an org, whoever asks; air exports alone have these notices.
pub(crate) fn own(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Order, Refusal> {
    find(conn, org, sql::of_eq(TABLE, "id", id))
}

fn find(conn: &mut dyn Conn, org: i64, which: Expr) -> Result<Order, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(HEAD.map(|column| (TABLE, column)))
        .columns(OF_AIR.map(|column| (DETAIL, column)))
        .join(JoinType::InnerJoin, DETAIL, sql::same_org(DETAIL, TABLE, "id"))
        .and_where(which)
        .and_where(sql::of_eq(TABLE, "business_scope", "AE"));
    read(&conn.first(&select.into())?.ok_or(Refusal::NotFound)?)
}

/// The order of an id, which the caller may see.
pub(super) fn of_id(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Order, Refusal> {
    let order = own(conn, actor.org_id, id)?;
    need_visible(conn, actor, order.id)?;
    Ok(order)
}

/// The order a call asks about, by `orderId` or `orderUuid`.
pub(super) fn asked(conn: &mut dyn Conn, call: &Call) -> Result<Order, Refusal> {
    let actor = call.actor()?;
    let which = match (call.query("orderId").parse().ok().map(Id), Uuid::parse(call.query("orderUuid"))) {
        (Some(id), _) => sql::of_eq(TABLE, "id", id),
        (None, Some(uuid)) => sql::of_eq(TABLE, "uuid", uuid),
        (None, None) => return Err(Refusal::NotFound),
    };
    let order = find(conn, actor.org_id, which)?;
    need_visible(conn, actor, order.id)?;
    Ok(order)
}

/// Truck and driver of the outfield service of an order.
pub(super) fn truck(conn: &mut dyn Conn, org: i64, order: Id) -> Result<(String, String), Refusal> {
    let mut select = sql::from(org, "order_service");
    select.column("body").and_where(sql::eq("order_id", order)).and_where(sql::eq("code", "outfield"));
    let body: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let body: Map<String, Json> = serde_json::from_str(&body).unwrap_or_default();
    let text = |name: &str| body.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    Ok((text("truckNumber"), text("driver")))
}

/// Answers the select of orders: living air exports the caller may see, by code or master number.
pub(super) fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("af_delivery_notice")?;
    let mut select = sql::from(actor.org_id, TABLE);
    select
        .columns(["id", "order_code", "awb_number"].map(|column| (TABLE, column)))
        .and_where(sql::of_eq(TABLE, "business_scope", "AE"))
        .cond_where(visible_order(actor))
        .order_by((TABLE, "id"), Way::Desc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["order_code", "awb_number"].map(|column| sql::contains(sql::of(TABLE, column), &ask.keyword));
        select.cond_where(sql::any_of(columns));
        select.and_where(sql::is_in(sql::of(TABLE, "lifecycle"), ["OPEN", "LOCKED"].map(str::to_owned)));
        select.and_where(sql::of(TABLE, "order_code").is_not_null());
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}

/// Answers the select of warehouses exports are brought to; of one flag alone where the role names it.
pub(super) fn offer_places(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    actor.need("af_delivery_notice")?;
    let flags: Vec<Flag> = Flag::named(&ask.role).map_or_else(|| Flag::ALL.to_vec(), |flag| vec![flag]);
    let kinds = flags.into_iter().flat_map(|flag| flag.kinds().iter().copied());
    let mut select = sql::from(actor.org_id, "warehouse");
    select
        .columns(["id", "name_cn", "warehouse_code"])
        .and_where(sql::is_in(sql::col("warehouse_type"), kinds))
        .order_by("warehouse_code", Way::Asc)
        .limit(OFFERS_MAX);
    if ask.value.is_empty() {
        let columns = ["warehouse_code", "name_cn"].map(|column| sql::contains(sql::col(column), &ask.keyword));
        select.cond_where(sql::any_of(columns));
        select.and_where(sql::eq("active", true)).and_where(sql::eq("for_export", true));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &Row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? });
    rows.iter().map(offer).collect()
}
