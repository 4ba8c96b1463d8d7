//! Delivery notices of sea export, rail export and road: where cargo or boxes are brought to, and by when.

use kernel::{Id, Instant, Msg, Scope, Volume, Weight, show_second};
use order::Lifecycle;
use order::{PlaceKind, place_names};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use sea_query::Order;
use serde_json::{Map, Value as Json, json};

use crate::carriage::Carriage;
use crate::public::messages::{CLOSED, NO_QUERY};
use crate::public::{Reader, by_path, no_order, of_scope, reading};
use crate::view::{self, Visitor};
use crate::{carriage, record};

const NO_GATE: Msg = Msg::new("track.no_gate", "未选择交货场站", "No gate-in yard has been chosen.");
const NO_ENTRY: Msg = Msg::new("track.no_entry", "未选择进仓仓库", "No receiving warehouse has been chosen.");
const NOT_LOCATED: Msg = Msg::new("track.not_located", "{name}未维护定位信息", "The position of {name} is not known.");
const NO_STOP: Msg = Msg::new("track.no_stop", "未维护装卸点", "No stop has been entered.");

const DEGREES: Field = Field::decimal(6, "度", "Degrees");

/// Which of the two places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    /// The yard at the port or station; the first loading of a road order.
    Warehouse,
    /// The warehouse before it; the last unloading.
    Storehouse,
}

impl Flag {
    fn named(name: &str) -> Result<Self, Refusal> {
        match name {
            "warehouse" => Ok(Self::Warehouse),
            "storehouse" => Ok(Self::Storehouse),
            _ => Err(Refusal::business(NO_QUERY)),
        }
    }
}

/// GET checkOrderDeliveryNotice: code 0 when the notice can be shown.
pub(crate) fn check(call: &mut Call) -> Outcome {
    let flag = Flag::named(call.path("flag"))?;
    reading(&call.app, by_path(call), |conn, reader| notice(conn, reader, flag)).map(|_| Answer::Data(json!(true)))
}

/// GET deliveryNotice/{scope}/…: the notice.
pub(crate) fn view(call: &mut Call) -> Outcome {
    let flag = Flag::named(call.path("flag"))?;
    let scope = match call.path("scope") {
        "se" => Scope::Se,
        "te" => Scope::Te,
        "lc" => Scope::Lc,
        _ => return Err(Refusal::business(NO_QUERY)),
    };
    let named = of_scope(call.path("orderUuid"), Some(scope));
    let address = (named, call.query("code"), call.asked.ip.as_str());
    let (data, reader) = reading(&call.app, address, |conn, reader| Ok((notice(conn, reader, flag)?, reader.clone())))?;
    view::note(&call.app, &reader, view::NOTICE, &Visitor::of(call))?;
    Ok(Answer::Data(data))
}

const HEAD: [&str; 15] = [
    "order_code",
    "lifecycle",
    "expect_departure",
    "departure_station",
    "arrival_station",
    "goods_name_cn",
    "goods_name_en",
    "package_type",
    "plan_pieces",
    "plan_weight",
    "plan_volume",
    "confirm_pieces",
    "confirm_weight",
    "confirm_volume",
    "awb_number",
];

fn notice(conn: &mut dyn Conn, reader: &Reader, flag: Flag) -> Result<Json, Refusal> {
    if !matches!(reader.scope, Scope::Se | Scope::Te | Scope::Lc) {
        return Err(no_order());
    }
    let mut select = sql::from(reader.org, "freight_order");
    select.columns(HEAD).and_where(sql::eq("id", reader.share.order_id));
    let row = conn.first(&select.into())?.ok_or_else(no_order)?;
    if matches!(Lifecycle::from_code(&row.get::<String>(1)?), Lifecycle::Cancelled | Lifecycle::Closed) {
        return Err(Refusal::business(CLOSED));
    }
    let mut shown = facts::outside::sender(conn, reader.org)?;
    shown.insert("orderCode".to_owned(), record::text(&row, 0)?);
    if reader.share.shows("order") {
        goods(&row, reader.scope, &mut shown)?;
    }
    match reader.scope {
        Scope::Lc => stop(conn, reader, flag, &mut shown)?,
        _ => yard(conn, reader, flag, &row, &mut shown)?,
    }
    Ok(Json::Object(shown))
}

fn goods(row: &Row, scope: Scope, shown: &mut Map<String, Json>) -> Result<(), Refusal> {
    for (name, place) in [("goodsNameCn", 5), ("goodsNameEn", 6), ("packageType", 7)] {
        shown.insert(name.to_owned(), record::text(row, place)?);
    }
    let side = |first: usize| -> Result<[Json; 3], Refusal> {
        Ok([
            json!(row.get::<Option<i64>>(first)?),
            json!(row.get::<Option<Weight>>(first + 1)?),
            json!(row.get::<Option<Volume>>(first + 2)?),
        ])
    };
    let figures = if scope == Scope::Lc {
        let names = ["planPieces", "planWeight", "planVolume", "confirmPieces", "confirmWeight", "confirmVolume"];
        names.into_iter().zip(side(8)?.into_iter().chain(side(11)?)).collect::<Vec<_>>()
    } else {
        ["pieces", "weight", "volume"].into_iter().zip(side(8)?).collect()
    };
    shown.extend(figures.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(())
}

const DETAIL: [&str; 12] = [
    "gate_yard_id",
    "entry_yard_id",
    "entry_no",
    "entry_cutoff",
    "cy_cutoff",
    "ship_name",
    "ship_voyage_number",
    "train_no",
    "plan_no",
    "driver_number",
    "driver_name",
    "driver_tel",
];

fn detail(conn: &mut dyn Conn, reader: &Reader) -> Result<Row, Refusal> {
    let mut select = sql::from(reader.org, "order_carriage_detail");
    select.columns(DETAIL).and_where(sql::eq("id", reader.share.order_id));
    conn.first(&select.into())?.ok_or_else(no_order)
}

fn yard(
    conn: &mut dyn Conn,
    reader: &Reader,
    flag: Flag,
    row: &Row,
    shown: &mut Map<String, Json>,
) -> Result<(), Refusal> {
    let detail = detail(conn, reader)?;
    let (place, latest, missing) = match flag {
        Flag::Warehouse => (0, 4, NO_GATE),
        Flag::Storehouse => (1, 3, NO_ENTRY),
    };
    let yard: Id = detail.get::<Option<Id>>(place)?.ok_or_else(|| Refusal::business(missing))?;
    place_of(conn, reader.org, yard, missing, shown)?;
    let carriage = Carriage::load(conn, reader.org, reader.share.order_id, reader.scope)?.ok_or_else(no_order)?;
    let code: String = row.get(0)?;
    let entry = record::text(&detail, 2)?;
    let own = if entry.is_null() { json!(code) } else { entry };
    let latest: Option<Instant> = detail.get(latest)?;
    let members = [
        ("noticeNumber", own),
        ("number", json!(carriage.number("", "", &code))),
        ("latestTime", json!(latest.map(show_second))),
        ("shipName", record::text(&detail, 5)?),
        ("shipVoyageNumber", record::text(&detail, 6)?),
        ("trainNo", record::text(&detail, 7)?),
        ("planNo", record::text(&detail, 8)?),
        ("driverNumber", record::text(&detail, 9)?),
        ("driverName", record::text(&detail, 10)?),
        ("expectDeparture", record::text(row, 2)?),
    ];
    shown.extend(members.map(|(name, value)| (name.to_owned(), value)));
    let kind = if reader.scope == Scope::Se { PlaceKind::Port } else { PlaceKind::Rail };
    let ends: [String; 2] = [row.get(3)?, row.get(4)?];
    let names = place_names(conn, reader.org, kind, ends.iter().map(String::as_str))?;
    for ((member, place), code) in [("departureStation", 3), ("arrivalStation", 4)].into_iter().zip(&ends) {
        shown.insert(format!("{member}Name"), json!(names.get(code)));
        shown.insert(member.to_owned(), record::text(row, place)?);
    }
    if reader.share.shows("order") {
        let (text, boxes) = carriage.boxes()?;
        shown.insert("containerList".to_owned(), text);
        shown.insert("containers".to_owned(), boxes);
    }
    Ok(())
}

/// The yard as its driver finds it; one whose position is not known can't be told.
fn place_of(conn: &mut dyn Conn, org: i64, id: Id, missing: Msg, shown: &mut Map<String, Json>) -> Result<(), Refusal> {
    let columns = ["name_cn", "address", "contact", "tel", "open_hours", "gate_rules", "longitude", "latitude"];
    let mut select = sql::from(org, "transport_yard");
    select.columns(columns).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or_else(|| Refusal::business(missing))?;
    let degrees = row.get::<Option<i64>>(6)?.zip(row.get::<Option<i64>>(7)?);
    let Some((longitude, latitude)) = degrees else {
        return Err(Refusal::Business(NOT_LOCATED.with(&[("name", &row.get::<String>(0)?)])));
    };
    for (place, name) in ["placeName", "address", "contact", "tel", "openHours", "guide"].into_iter().enumerate() {
        shown.insert(name.to_owned(), record::text(&row, place)?);
    }
    for (name, raw) in [("longitude", longitude), ("latitude", latitude)] {
        shown.insert(name.to_owned(), carriage::number(DEGREES, Some(raw)));
    }
    Ok(())
}

/// The first loading or the last unloading of a road order.
fn stop(conn: &mut dyn Conn, reader: &Reader, flag: Flag, shown: &mut Map<String, Json>) -> Result<(), Refusal> {
    let (kind, order) = match flag {
        Flag::Warehouse => ("装", Order::Asc),
        Flag::Storehouse => ("卸", Order::Desc),
    };
    let mut select = sql::from(reader.org, "order_stop");
    select
        .columns(["city_code", "company", "address", "contact", "tel", "time_from", "time_to", "remark"])
        .and_where(sql::eq("order_id", reader.share.order_id))
        .and_where(sql::eq("kind", kind))
        .order_by("line", order)
        .limit(1);
    let row = conn.first(&select.into())?.ok_or_else(|| Refusal::business(NO_STOP))?;
    let detail = detail(conn, reader)?;
    let city: String = row.get(0)?;
    let time = |place: usize| row.get::<Option<Instant>>(place).map(|time| json!(time.map(show_second)));
    let members = [
        ("noticeNumber", shown.get("orderCode").cloned().unwrap_or_default()),
        ("kind", json!(kind)),
        ("city", json!(place_names(conn, reader.org, PlaceKind::City, [city.as_str()])?.get(&city))),
        ("company", record::text(&row, 1)?),
        ("address", record::text(&row, 2)?),
        ("contact", record::text(&row, 3)?),
        ("tel", record::text(&row, 4)?),
        ("timeFrom", time(5)?),
        ("timeTo", time(6)?),
        ("remark", record::text(&row, 7)?),
        ("driverNumber", record::text(&detail, 9)?),
        ("driverName", record::text(&detail, 10)?),
        ("driverTel", record::text(&detail, 11)?),
    ];
    shown.extend(members.map(|(name, value)| (name.to_owned(), value)));
    Ok(())
}
