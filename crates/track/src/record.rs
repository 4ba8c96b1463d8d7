//! The order track record: what the public page shows of an order, part by part.

use facts::master::{Master, ROUND};
use kernel::{Density, Id, Instant, Length, Scope, Volume, Weight, show_second};
use order::{Detail, PlaceKind, carried_of, place_names};
use platform::refusal::Refusal;
use platform::store::{Conn, Row, sql};
use platform::web::percent_encoded;
use sea_query::Order;
use serde_json::{Map, Value as Json, json};
use trackevent::events::{self, Event};

use crate::carriage::{self, Carriage};
use crate::public::Reader;
use crate::route;

/// File type of photos.
pub const PHOTO: &str = "照片";

const ORDER: [&str; 35] = [
    "uuid",
    "order_code",
    "awb_number",
    "hawb_number",
    "customer_number",
    "expect_flight",
    "expect_departure",
    "expect_arrival",
    "departure_station",
    "arrival_station",
    "transit1",
    "transit2",
    "goods_name_cn",
    "goods_name_en",
    "goods_type",
    "package_type",
    "plan_pieces",
    "confirm_pieces",
    "plan_weight",
    "confirm_weight",
    "plan_volume",
    "confirm_volume",
    "plan_density",
    "confirm_density",
    "plan_charge_weight",
    "confirm_charge_weight",
    "lifecycle",
    "business_scope",
    "id",
    "plan_dimensions",
    "confirm_dimensions",
    "node",
    "node_rank",
    ROUND,
    "biz_teu",
];

/// The record for a reader; none when the order is gone.
pub fn build(conn: &mut dyn Conn, reader: &Reader, o: &str, code: &str) -> Result<Option<Json>, Refusal> {
    let order = reader.share.order_id;
    let mut select = sql::from(reader.org, "freight_order");
    select.columns(ORDER).and_where(sql::eq("id", order));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let scope: String = row.get(27)?;
    let scope = Scope::from_code(&scope).unwrap_or(Scope::Ae);
    let mut record = head(&row)?;
    let awb_number: String = row.get(2)?;
    let carriage = Carriage::load(conn, reader.org, order, scope)?;
    if let Some(carriage) = &carriage {
        let (hawb, code): (String, String) = (row.get(3)?, row.get(1)?);
        record.insert("number".to_owned(), json!(carriage.number(&awb_number, &hawb, &code)));
        carriage.naming(&mut record);
    }
    if reader.share.shows("order") {
        record.extend(details(&row)?);
        record.extend(dates(conn, reader)?);
        record.extend(sizes(conn, reader)?);
        if let Some(carriage) = &carriage {
            carriage.details(conn, reader, &mut record)?;
            record.insert("containerNumber".to_owned(), carriage::number(Detail::TEU, row.get(34)?));
        }
    }
    let places = carried_of(scope).map_or(PlaceKind::Airport, |kind| kind.places);
    names(conn, reader.org, places, &mut record)?;
    let shipment = carriage.as_ref().map_or_else(|| awb_number.as_str().into(), |own| own.waybill(&awb_number));
    if carriage.is_some() {
        record.insert("awbTrackUrl".to_owned(), json!(carriage::more_url(conn, &shipment)?));
    }
    let shipment = Master { number: shipment.into_owned(), round: row.get(33)? };
    let master = Master { number: awb_number, round: shipment.round };
    let events = if master.is_empty() { Vec::new() } else { events::of_master(conn, reader.org, &master)? };
    if reader.share.shows("track") {
        let mut tracks: Vec<Json> = events.iter().map(|event| route_track(event, reader.now)).collect();
        if let Some(carriage) = &carriage {
            tracks.extend(carriage.tracks(conn)?);
            record.insert("milestones".to_owned(), json!(carriage.milestones(row.get(32)?)));
        }
        record.insert("routeTracks".to_owned(), json!(tracks));
        record.insert("awbRouteApiInfoVO".to_owned(), route_info(conn, reader, &record, &row, &events)?);
    }
    if reader.share.shows("manifest") {
        let (list, master) = crate::manifest::of_order(conn, reader.org, order, &shipment)?;
        record.insert("manifestList".to_owned(), json!(list));
        record.insert("trackManifest".to_owned(), json!(master));
        let weighed = crate::weighed::of_order(conn, reader.org, order, &shipment)?;
        record.insert("cargoWeighingList".to_owned(), json!(weighed));
    }
    record.insert("attachments".to_owned(), json!(attachments(conn, reader, o, code)?));
    record.extend(facts::outside::sender(conn, reader.org)?);
    Ok(Some(Json::Object(record)))
}

pub(crate) fn text(row: &Row, place: usize) -> Result<Json, Refusal> {
    let text: String = row.get(place)?;
    Ok(if text.is_empty() { Json::Null } else { json!(text) })
}

/// What names the shipment: shown by every link.
fn head(row: &Row) -> Result<Map<String, Json>, Refusal> {
    let mut record = Map::new();
    record.insert("orderId".to_owned(), json!(row.get::<Id>(28)?));
    record.insert("orderUUID".to_owned(), text(row, 0)?);
    for (name, place) in [
        ("orderCode", 1),
        ("awbNumber", 2),
        ("hawbNumber", 3),
        ("customerNumber", 4),
        ("departureStation", 8),
        ("arrivalStation", 9),
    ] {
        record.insert(name.to_owned(), text(row, place)?);
    }
    let (awb, house, own): (String, String, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
    let master = if awb.is_empty() { own } else { awb };
    let number: Vec<&str> = [master.as_str(), house.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    record.insert("number".to_owned(), json!(number.join("_")));
    for name in ["mlbNumber", "hlbNumber", "containerMethod", "containerList", "containerNumber", "shipName"] {
        record.insert(name.to_owned(), Json::Null);
    }
    for name in ["shipVoyageNumber", "driverNumber", "driverName", "driverTel"] {
        record.insert(name.to_owned(), Json::Null);
    }
    Ok(record)
}

fn details(row: &Row) -> Result<Map<String, Json>, Refusal> {
    let mut record = Map::new();
    for (name, place) in [
        ("expectFlight", 5),
        ("expectDeparture", 6),
        ("expectDepartureFormat", 6),
        ("expectArrival", 7),
        ("transitStation", 10),
        ("transitStation2", 11),
        ("goodsNameCn", 12),
        ("goodsNameEn", 13),
        ("goodsType", 14),
        ("packageType", 15),
    ] {
        record.insert(name.to_owned(), text(row, place)?);
    }
    let package: String = row.get(15)?;
    record.insert("packageTypeEn".to_owned(), json!(package_english(&package)));
    let mut put = |name: &str, value: Json| record.insert(name.to_owned(), value);
    put("planPieces", json!(row.get::<Option<i64>>(16)?));
    put("confirmPieces", json!(row.get::<Option<i64>>(17)?));
    put("planWeight", json!(row.get::<Option<Weight>>(18)?));
    put("confirmWeight", json!(row.get::<Option<Weight>>(19)?));
    put("weightUnit", json!("KG"));
    put("planVolume", json!(row.get::<Option<Volume>>(20)?));
    put("confirmVolume", json!(row.get::<Option<Volume>>(21)?));
    put("planDensity", json!(row.get::<Option<Density>>(22)?));
    put("confirmDensity", json!(row.get::<Option<Density>>(23)?));
    put("planChargeWeight", json!(row.get::<Option<Weight>>(24)?));
    put("confirmChargeWeight", json!(row.get::<Option<Weight>>(25)?));
    put("chargeWeightUnit", json!("KG"));
    Ok(record)
}

/// The English word of a package, which stands in the brackets of its Chinese name.
fn package_english(package: &str) -> Option<String> {
    let inside = package.split_once('（')?.1.split_once('）')?.0;
    Some(inside.to_owned()).filter(|word| !word.is_empty())
}

fn dates(conn: &mut dyn Conn, reader: &Reader) -> Result<Map<String, Json>, Refusal> {
    let mut select = sql::from(reader.org, "order_service");
    select
        .columns(["code", "begin_date", "end_date"])
        .and_where(sql::eq("order_id", reader.share.order_id))
        .and_where(sql::eq("enabled", true));
    let mut record = Map::new();
    for name in ["inboundDate", "outboundDate", "inspectionDate", "clearanceDate"] {
        record.insert(name.to_owned(), Json::Null);
    }
    for row in conn.query(&select.into())? {
        let (begin, end) = match row.get::<String>(0)?.as_str() {
            "warehouse" => ("inboundDate", "outboundDate"),
            "customs" => ("inspectionDate", "clearanceDate"),
            _ => continue,
        };
        record.insert(begin.to_owned(), text(&row, 1)?);
        record.insert(end.to_owned(), text(&row, 2)?);
    }
    Ok(record)
}

fn sizes(conn: &mut dyn Conn, reader: &Reader) -> Result<Map<String, Json>, Refusal> {
    let mut select = sql::from(reader.org, "order_dimension");
    select
        .columns(["side", "length", "width", "height", "pieces"])
        .and_where(sql::eq("order_id", reader.share.order_id))
        .and_where(sql::eq("hawb_id", 0i64))
        .order_by("line", Order::Asc);
    let (mut plan, mut confirm) = (Vec::new(), Vec::new());
    for row in conn.query(&select.into())? {
        let side = |place: usize| row.get::<Length>(place).map(|length| length.to_string());
        let entry = format!("{}/{}/{}/{}", side(1)?, side(2)?, side(3)?, row.get::<i64>(4)?);
        if row.get::<String>(0)? == "plan" { plan.push(entry) } else { confirm.push(entry) }
    }
    let joined = |entries: Vec<String>| if entries.is_empty() { Json::Null } else { json!(entries.join(";")) };
    let mut record = Map::new();
    record.insert("planDimensions".to_owned(), joined(plan));
    record.insert("confirmDimensions".to_owned(), joined(confirm));
    Ok(record)
}

/// Chinese names of the stations.
fn names(conn: &mut dyn Conn, org: i64, places: PlaceKind, record: &mut Map<String, Json>) -> Result<(), Refusal> {
    let ends = ["departureStation", "arrivalStation"];
    let codes = ends.map(|end| record.get(end).and_then(Json::as_str).unwrap_or_default().to_owned());
    let names = place_names(conn, org, places, codes.iter().map(String::as_str))?;
    for (end, code) in ends.iter().zip(&codes) {
        record.insert(format!("{end}Name"), json!(names.get(code)));
    }
    Ok(())
}

fn time(instant: Option<Instant>) -> Json {
    instant.map_or(Json::Null, |instant| json!(show_second(instant)))
}

/// An event of the wire. A code the product does not know shows its line as it came.
pub fn route_track(event: &Event, now: Instant) -> Json {
    let remark = if events::known(&event.code) || event.raw.is_empty() { &event.remark } else { &event.raw };
    json!({
        "trackAwbId": event.id,
        "flightStatusCode": event.code,
        "flightStatusName": event.name,
        "airportCode": event.airport,
        "eventTime": time(event.event_time),
        "remark": if remark.is_empty() { Json::Null } else { json!(remark) },
        "flightNum": event.flight_no,
        "quantity": event.pieces,
        "grossWeight": event.weight,
        "classifier": match event.time_kind.as_str() { "S" => "PLN", "E" => "EST", _ => "ACT" },
        // Told as a fact of the future: it is not where the shipment is.
        "ahead": event.is_ahead(now),
    })
}

fn route_info(
    conn: &mut dyn Conn,
    reader: &Reader,
    record: &Map<String, Json>,
    row: &Row,
    events: &[Event],
) -> Result<Json, Refusal> {
    let awb_number: String = row.get(2)?;
    if awb_number.is_empty() {
        return Ok(Json::Null);
    }
    let legs = trackevent::leg::legs_of_order(conn, reader.org, reader.share.order_id)?;
    let pieces: Option<i64> = row.get::<Option<i64>>(17)?.or(row.get(16)?);
    let weight: Option<Weight> = row.get::<Option<Weight>>(19)?.or(row.get(18)?);
    let info = match (pieces, weight) {
        (Some(pieces), Some(weight)) => json!(format!("{pieces} / {}", weight.show(1))),
        _ => Json::Null,
    };
    Ok(json!({
        "mawbNum": awb_number,
        "depPort": record.get("departureStation"),
        "arrPort": record.get("arrivalStation"),
        "pieceWeightInfo": if reader.share.shows("order") { info } else { Json::Null },
        "awbRouteApiRouteList": route::rows(legs, &events::happened(events, reader.now)),
    }))
}

fn attachments(conn: &mut dyn Conn, reader: &Reader, o: &str, code: &str) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(reader.org, "order_file");
    select
        .columns(["id", "file_type", "file_name", "file_remark"])
        .and_where(sql::eq("order_id", reader.share.order_id))
        .and_where(sql::eq("is_display", true))
        .order_by("id", Order::Asc);
    let mut rows = Vec::new();
    for row in conn.query(&select.into())? {
        let kind: String = row.get(1)?;
        if !reader.share.shows(if kind == PHOTO { "photos" } else { "files" }) {
            continue;
        }
        let id: Id = row.get(0)?;
        let (o, code) = (percent_encoded(o), percent_encoded(code));
        rows.push(json!({
            "orderFileId": id,
            "fileType": kind,
            "fileName": row.get::<String>(2)?,
            "fileRemark": row.get::<String>(3)?,
            "fileUrl": format!("/afbase/external/file/{id}?o={o}&code={code}"),
        }));
    }
    Ok(rows)
}
