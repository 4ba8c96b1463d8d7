//! What is told of orders, each as it is stored when it is told. No figure of money is among it.

use kernel::{Density, Id, Instant, Scope, Volume, Weight};
use order::store::{CARRIAGE_DETAIL, TABLE};
use order::{Detail, Lifecycle, MONEY_ONLY, carried_of, nodes, status_shown};
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, Value, sql};
use serde_json::{Map, Value as Json, json};

use crate::event::Event;
use crate::outbox::{Saying, listeners, put, show_utc};

/// An order was made.
pub fn made(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    tell(tx, order, Event::Created, Map::new())
}

/// Fields of an order were changed; names are those of its form.
pub fn updated<'a>(tx: &mut Tx<'_>, order: Id, fields: impl IntoIterator<Item = &'a str>) -> Result<(), Refusal> {
    let mut names: Vec<&str> = fields.into_iter().collect();
    names.sort_unstable();
    names.dedup();
    tell(tx, order, Event::Updated, Map::from_iter([("changedFields".to_owned(), json!(names))]))
}

/// An order was finished, cancelled, restored, closed, locked or unlocked: what was done, in Chinese and English.
pub fn moved(tx: &mut Tx<'_>, order: Id, (zh, en): (&str, &str)) -> Result<(), Refusal> {
    tell(tx, order, Event::State, Map::from_iter([("change".to_owned(), json!({ "name": zh, "nameEn": en }))]))
}

/// An order stands at another node.
pub fn reached(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    tell(tx, order, Event::Node, Map::new())
}

/// An event that was told of an order.
#[derive(Debug, Clone, Default)]
pub struct Told<'a> {
    /// Its code.
    pub code: &'a str,
    /// Its name in Chinese and English.
    pub name: (&'a str, &'a str),
    /// ACT a fact, EST expected, PLN planned.
    pub kind: &'a str,
    /// Where; a code or words.
    pub place: &'a str,
    /// When.
    pub time: Option<Instant>,
    /// Flight, or vessel, voyage and plate.
    pub transport: &'a str,
    /// The box it is about.
    pub container_no: &'a str,
    /// Pieces.
    pub pieces: Option<i64>,
    /// Gross weight.
    pub weight: Option<Weight>,
    /// Words beside it.
    pub remark: &'a str,
    /// Where it comes from.
    pub source: &'a str,
}

/// An event was told of an order.
pub fn event(tx: &mut Tx<'_>, order: Id, told: &Told<'_>) -> Result<(), Refusal> {
    let now = tx.now;
    let event = json!({
        "code": told.code,
        "name": told.name.0,
        "nameEn": told.name.1,
        "kind": told.kind,
        "place": text(told.place),
        "time": told.time.map(show_utc),
        "ahead": told.kind == "ACT" && told.time.is_some_and(|time| time > now),
        "transport": text(told.transport),
        "containerNo": text(told.container_no),
        "pieces": told.pieces,
        "weight": told.weight,
        "weightUnit": "KG",
        "remark": text(told.remark),
        "source": text(told.source),
    });
    tell(tx, order, Event::Track, Map::from_iter([("event".to_owned(), event)]))
}

fn text(text: &str) -> Json {
    if text.is_empty() { Json::Null } else { json!(text) }
}

/// Whether anybody is told of the events of orders.
pub fn are_events_wanted(conn: &mut dyn Conn, org: i64) -> Result<bool, Refusal> {
    Ok(!listeners(conn, org, Event::Track)?.is_empty())
}

/// Puts an event down for the addresses that want it.
fn tell(tx: &mut Tx<'_>, order: Id, event: Event, more: Map<String, Json>) -> Result<(), Refusal> {
    let org = tx.org();
    let to = listeners(tx, org, event)?;
    if to.is_empty() {
        return Ok(());
    }
    let Some(shown) = shown(tx, org, order)? else { return Ok(()) };
    if !to.iter().any(|listener| listener.wants(shown.scope.code())) {
        return Ok(());
    }
    let mut data = Map::from_iter([("order".to_owned(), Json::Object(shown.members))]);
    data.extend(more);
    let saying = Saying { event: event.code(), order: Some((order, &shown.code)), data: Json::Object(data) };
    put(tx, to.iter().filter(|listener| listener.wants(shown.scope.code())), saying)
}

/// Texts of the shared row, by the names that other calls give them.
const TEXTS: [(&str, &str); 20] = [
    ("orderUuid", "uuid"),
    ("orderCode", "order_code"),
    ("businessScope", "business_scope"),
    ("lifecycle", "lifecycle"),
    ("node", "node"),
    ("customerNumber", "customer_number"),
    ("internalNumber", "internal_number"),
    ("businessProduct", "business_product"),
    ("awbNumber", "awb_number"),
    ("hawbNumber", "hawb_number"),
    ("departureStation", "departure_station"),
    ("arrivalStation", "arrival_station"),
    ("transitStation", "transit1"),
    ("transitStation2", "transit2"),
    ("expectFlight", "expect_flight"),
    ("expectDeparture", "expect_departure"),
    ("expectArrival", "expect_arrival"),
    ("goodsNameCn", "goods_name_cn"),
    ("goodsNameEn", "goods_name_en"),
    ("packageType", "package_type"),
];
/// Figures behind them.
const FIGURES: [&str; 14] = [
    "node_rank",
    "operation_finished",
    "plan_pieces",
    "plan_weight",
    "plan_volume",
    "plan_density",
    "plan_charge_weight",
    "confirm_pieces",
    "confirm_weight",
    "confirm_volume",
    "confirm_density",
    "confirm_charge_weight",
    "biz_teu",
    "updated_at",
];
/// Texts of the detail of the other scopes.
const CARRIED: [(&str, Field); 6] = [
    ("mlbNumber", Detail::MLB_NUMBER),
    ("hlbNumber", Detail::HLB_NUMBER),
    ("railWaybillNo", Detail::RAIL_WAYBILL_NO),
    ("shipName", Detail::SHIP_NAME),
    ("shipVoyageNumber", Detail::SHIP_VOYAGE_NUMBER),
    ("trainNo", Detail::TRAIN_NO),
];

/// An order as it is told.
struct Shown {
    scope: Scope,
    code: String,
    members: Map<String, Json>,
}

/// An order as it is stored; none where it is gone, or brings money and is no shipment.
fn shown(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Shown>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(TEXTS.map(|(_, column)| column)).columns(FIGURES).and_where(sql::eq("id", order));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let word = |name: &str| -> Result<String, Refusal> {
        let place = TEXTS.iter().position(|(known, _)| *known == name).unwrap_or_default();
        Ok(row.get(place)?)
    };
    let Some(scope) = Scope::from_code(&word("businessScope")?) else { return Ok(None) };
    if MONEY_ONLY.contains(&word("businessProduct")?.as_str()) {
        return Ok(None);
    }
    let mut members = Map::from_iter([("id".to_owned(), json!(order))]);
    for (place, (name, _)) in TEXTS.iter().enumerate() {
        members.insert((*name).to_owned(), text(&row.get::<String>(place)?));
    }
    let node = word("node")?;
    let english = nodes(scope).iter().find(|known| known.zh == node).map_or("", |known| known.en);
    let state = status_shown(Lifecycle::from_code(&word("lifecycle")?), &node).to_owned();
    members.insert("nodeEn".to_owned(), text(english));
    members.insert("state".to_owned(), json!(state));
    figures(&row, &mut members)?;
    carried(conn, (org, order, scope), &mut members)?;
    Ok(Some(Shown { scope, code: word("orderCode")?, members }))
}

fn figures(row: &Row, members: &mut Map<String, Json>) -> Result<(), Refusal> {
    let at = TEXTS.len();
    let mut put = |name: &str, value: Json| members.insert(name.to_owned(), value);
    put("nodeRank", json!(row.get::<i64>(at)?));
    put("operationFinished", json!(row.get::<bool>(at + 1)?));
    for (side, at) in [("plan", at + 2), ("confirm", at + 7)] {
        put(&format!("{side}Pieces"), json!(row.get::<Option<i64>>(at)?));
        put(&format!("{side}Weight"), json!(row.get::<Option<Weight>>(at + 1)?));
        put(&format!("{side}Volume"), json!(row.get::<Option<Volume>>(at + 2)?));
        put(&format!("{side}Density"), json!(row.get::<Option<Density>>(at + 3)?));
        put(&format!("{side}ChargeWeight"), json!(row.get::<Option<Weight>>(at + 4)?));
    }
    put("weightUnit", json!("KG"));
    let mut units = String::new();
    Detail::TEU.render(&row.get::<Option<i64>>(at + 12)?.map_or(Value::Null, Value::Int), &mut units);
    put("teu", serde_json::from_str(&units).unwrap_or(Json::Null));
    put("updatedAt", json!(show_utc(row.get(at + 13)?)));
    Ok(())
}

/// What the other scopes have beside air export: numbers, vessel and train, and when it left and came.
fn carried(
    conn: &mut dyn Conn,
    (org, order, scope): (i64, Id, Scope),
    members: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    if carried_of(scope).is_none() {
        return Ok(());
    }
    let mut select = sql::from(org, CARRIAGE_DETAIL);
    select
        .columns(CARRIED.map(|(_, field)| field.column))
        .columns(["actual_departure", "actual_arrival"])
        .and_where(sql::eq("id", order));
    let Some(row) = conn.first(&select.into())? else { return Ok(()) };
    for (place, (name, _)) in CARRIED.iter().enumerate() {
        members.insert((*name).to_owned(), text(&row.get::<String>(place)?));
    }
    for (place, name) in [(CARRIED.len(), "actualDeparture"), (CARRIED.len() + 1, "actualArrival")] {
        members.insert(name.to_owned(), json!(row.get::<Option<Instant>>(place)?.map(show_utc)));
    }
    Ok(())
}
