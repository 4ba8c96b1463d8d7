//! What the public page shows of an order of sea, rail, road and other business, and of air import: the members
//! beside those every scope has.

use kernel::{Id, Instant, Mode, Msg, Scope, Volume, Weight, show_day, show_second};
use order::{
    BOX_MOVES, BoxCount, Boxes, By, Detail, OrderEvent, PlaceKind, Profile, box_text, carried_of, nodes, order_events,
    place_names,
};
use platform::PLATFORM_ORG;
use platform::deployment;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::setting::{self, Setting};
use platform::store::{Conn, Row, Value, sql};
use sea_query::Order;
use serde_json::{Map, Value as Json, json};

use crate::public::Reader;

const NOT_A_TEMPLATE: Msg = Msg::new(
    "track.more_url",
    "请填写以 https:// 开头并包含 {awb} 的地址",
    "An address that begins with https:// and has {awb} in it.",
);

/// Where a reader learns more about a waybill number.
pub const MORE_URL: Setting = Setting::new(
    "trackMoreUrl",
    deployment::MODULE,
    Field::text("运单查询网址", "Site that tracks waybills").max(300).pattern(
        "^https://[^\\s\"'<>]*\\{awb\\}[^\\s\"'<>]*$",
        is_template,
        NOT_A_TEMPLATE,
    ),
)
.platform()
.help(
    "公开跟踪页 MORE 链接的地址，{awb} 替换为运单号，留空则不显示",
    "Where MORE of the public page leads; {awb} becomes the number; empty: no link",
);

fn is_template(text: &str) -> bool {
    let plain = |text: &str| !text.chars().any(|c| c.is_whitespace() || "\"'<>".contains(c));
    text.starts_with("https://") && text.contains("{awb}") && plain(text)
}

/// Columns of the detail that the page shows, with their names there.
const SHOWN: [(&str, Field); 15] = [
    ("contractNumber", Detail::CONTRACT_NUMBER),
    ("mlbNumber", Detail::MLB_NUMBER),
    ("hlbNumber", Detail::HLB_NUMBER),
    ("railWaybillNo", Detail::RAIL_WAYBILL_NO),
    ("billingType", Detail::BILLING_TYPE),
    ("containerMethod", Detail::CONTAINER_METHOD),
    ("shipName", Detail::SHIP_NAME),
    ("shipVoyageNumber", Detail::SHIP_VOYAGE_NUMBER),
    ("trainNo", Detail::TRAIN_NO),
    ("borderStation", Detail::BORDER_STATION),
    ("serviceTypeName", Detail::SERVICE_TYPE),
    ("serviceContent", Detail::SERVICE_CONTENT),
    ("businessDate", Detail::BUSINESS_DATE),
    ("startDate", Detail::START_DATE),
    ("finishDate", Detail::FINISH_DATE),
];
/// Members that name the shipment: every link shows them.
const NAMING: [&str; 5] = ["mlbNumber", "hlbNumber", "railWaybillNo", "trainNo", "serviceTypeName"];

/// Columns the detail is read with; what the nodes are told by is among them.
const COLUMNS: [&str; 24] = [
    "contract_number",
    "mlb_number",
    "hlb_number",
    "rail_waybill_no",
    "billing_type",
    "container_method",
    "ship_name",
    "ship_voyage_number",
    "train_no",
    "border_station",
    "service_type",
    "service_content",
    "business_date",
    "start_date",
    "finish_date",
    "actual_departure",
    "actual_arrival",
    "border_arrival",
    "border_departure",
    "booking_no",
    "plan_no",
    "driver_number",
    "sign_date",
    "quantity",
];

/// An order with the rows the page shows of it.
pub struct Carriage {
    kind: &'static Profile,
    org: i64,
    detail: Row,
    driver: [String; 3],
    unit: String,
    services: Row,
    boxes: Vec<Row>,
    planned: Vec<BoxCount>,
    events: Vec<OrderEvent>,
}

/// What is read of a box, before its moves.
const BOX_CARGO: [Field; 6] =
    [Boxes::CONTAINER_NO, Boxes::CONTAINER_TYPE, Boxes::SEAL_NO, Boxes::PIECES, Boxes::WEIGHT, Boxes::VOLUME];
const SERVICE_COLUMNS: [&str; 4] = ["inbound_date", "outbound_date", "inspection_date", "clearance_date"];

impl Carriage {
    /// The rows of an order of a scope; none for air export.
    pub fn load(conn: &mut dyn Conn, org: i64, order: Id, scope: Scope) -> Result<Option<Self>, Refusal> {
        let Some(kind) = carried_of(scope) else { return Ok(None) };
        let mut select = sql::from(org, "order_carriage_detail");
        select
            .columns(COLUMNS)
            .columns(["driver_number", "driver_name", "driver_tel", "unit"])
            .and_where(sql::eq("id", order));
        let detail = conn.first(&select.into())?.unwrap_or_default();
        let text = |place: usize| detail.get::<Option<String>>(place).map(Option::unwrap_or_default);
        let after = COLUMNS.len();
        let driver = [text(after)?, text(after + 1)?, text(after + 2)?];
        let unit = text(after + 3)?;
        Ok(Some(Self {
            kind,
            org,
            driver,
            unit,
            services: services(conn, org, order)?,
            boxes: lines(conn, org, order, "order_container", &box_columns().collect::<Vec<_>>())?,
            planned: planned(conn, org, order)?,
            events: order_events(conn, org, order)?,
            detail,
        }))
    }

    fn text(&self, field: Field) -> String {
        let place = COLUMNS.iter().position(|column| *column == field.column);
        place.and_then(|place| self.detail.get::<Option<String>>(place).ok().flatten()).unwrap_or_default()
    }

    /// The number the page is headed by.
    pub fn number(&self, awb_number: &str, hawb_number: &str, order_code: &str) -> String {
        let number = match self.kind.scope.mode() {
            Mode::Sea => self.text(Detail::MLB_NUMBER),
            Mode::Rail => self.text(Detail::RAIL_WAYBILL_NO),
            Mode::Air => {
                let parts = [awb_number, hawb_number].into_iter().filter(|part| !part.is_empty());
                parts.collect::<Vec<_>>().join("_")
            }
            Mode::Road | Mode::Other => String::new(),
        };
        if number.is_empty() { order_code.to_owned() } else { number }
    }

    /// Number the manifest and the site of MORE know the shipment by.
    pub fn waybill<'a>(&self, awb_number: &'a str) -> std::borrow::Cow<'a, str> {
        if self.kind.scope.mode() == Mode::Air { awb_number.into() } else { self.text(Detail::MLB_NUMBER).into() }
    }

    /// Unit of what is charged.
    pub fn unit(&self) -> &'static str {
        self.kind.unit.name()
    }

    /// What every link shows.
    pub fn naming(&self, record: &mut Map<String, Json>) {
        record.insert("scope".to_owned(), json!(self.kind.scope.code()));
        for (name, field) in SHOWN.iter().filter(|(name, _)| NAMING.contains(name)) {
            record.insert((*name).to_owned(), text_json(self.text(*field)));
        }
    }

    /// What links show that show the order.
    pub fn details(&self, conn: &mut dyn Conn, reader: &Reader, record: &mut Map<String, Json>) -> Result<(), Refusal> {
        for (name, field) in SHOWN {
            record.insert(name.to_owned(), text_json(self.text(field)));
        }
        let (list, each) = self.boxes()?;
        let more = [
            ("containerList", list),
            ("containers", each),
            ("chargeWeightUnit", json!(self.unit())),
            ("actualDeparture", self.moment("actual_departure")),
            ("actualArrival", self.moment("actual_arrival")),
            ("unit", text_json(self.unit.clone())),
            ("quantity", self.quantity()),
        ];
        record.extend(more.map(|(name, value)| (name.to_owned(), value)));
        let [plate, name, tel] = &self.driver;
        let road = self.kind.stops();
        for (member, text) in [("driverNumber", plate), ("driverName", name), ("driverTel", tel)] {
            record.insert(member.to_owned(), if road { text_json(text.clone()) } else { Json::Null });
        }
        // Of the scopes with boxes only sea import shows its dates (tracking.md 2).
        for (place, member) in (0..).zip(["inboundDate", "outboundDate", "inspectionDate", "clearanceDate"]) {
            let day: Option<String> = self.services.get(place)?;
            let shown = self.kind.scope == Scope::Si;
            record.insert(member.to_owned(), json!(day.filter(|_| shown)));
        }
        let border = self.text(Detail::BORDER_STATION);
        record.insert(
            "borderStationName".to_owned(),
            json!(place_names(conn, self.org, self.kind.places, [border.as_str()])?.get(&border)),
        );
        if road {
            record.insert("stops".to_owned(), json!(stops(conn, self.org, reader.share.order_id)?));
        }
        Ok(())
    }

    fn quantity(&self) -> Json {
        let place = COLUMNS.iter().position(|column| *column == Detail::QUANTITY.column).unwrap_or_default();
        number(Detail::QUANTITY, self.detail.get::<Option<i64>>(place).ok().flatten())
    }

    fn moment(&self, column: &str) -> Json {
        let place = COLUMNS.iter().position(|known| *known == column);
        let time = place.and_then(|place| self.detail.get::<Option<Instant>>(place).ok().flatten());
        time.map_or(Json::Null, |time| json!(show_second(time)))
    }

    fn counted(&self) -> Vec<BoxCount> {
        if self.boxes.is_empty() {
            return self.planned.clone();
        }
        let code = |row: &Row| row.get::<Option<String>>(1).ok().flatten().unwrap_or_default();
        self.boxes.iter().map(|row| BoxCount { code: code(row), quantity: 1 }).collect()
    }

    /// The boxes as one text, and each of them.
    pub fn boxes(&self) -> Result<(Json, Json), Refusal> {
        let each = self.boxes.iter().map(one_box).collect::<Result<_, _>>()?;
        Ok((text_json(box_text(&self.counted())), Json::Array(each)))
    }

    /// The events, newest first.
    pub fn tracks(&self, conn: &mut dyn Conn) -> Result<Vec<Json>, Refusal> {
        let places = self.events.iter().map(|told| told.place.as_str());
        let places = place_names(conn, self.org, self.kind.places, places)?;
        let mut rows = Vec::new();
        for told in &self.events {
            let known = order::event(self.kind.scope, &told.code);
            rows.push(json!({
                "trackAwbId": told.id,
                "flightStatusCode": told.code,
                "flightStatusName": known.map_or(told.code.as_str(), |known| known.zh),
                "flightStatusNameEn": known.map_or(told.code.as_str(), |known| known.en),
                "airportCode": told.place,
                "placeName": places.get(&told.place),
                "eventTime": show_second(told.time),
                "remark": text_json(told.remark.clone()),
                "quantity": told.pieces,
                "grossWeight": told.weight,
                "containerNo": text_json(told.container_no.clone()),
                "classifier": told.classifier,
            }));
        }
        Ok(rows)
    }

    /// How far the shipment is, node by node.
    pub fn milestones(&self, rank: i64) -> Vec<Json> {
        let shown = |node: &order::Node| {
            let time = self.time_of(node.by);
            json!({ "name": node.zh, "nameEn": node.en, "reached": node.rank <= rank, "time": time })
        };
        nodes(self.kind.scope).iter().map(shown).collect()
    }

    /// When a node was reached, as far as something tells it: a second or a day.
    fn time_of(&self, by: By) -> Option<String> {
        match by {
            By::Beginning | By::Cargo(_) => None,
            By::Column(column) | By::CargoOr(_, column) => self.time_in(column),
            By::Boxes(column) => self.boxes_at(column),
            By::BoxesOr(column, other) => self.boxes_at(column).or_else(|| self.time_in(other)),
            By::Event(code) => self.told_at(code),
            By::EventOr(code, column) => self.told_at(code).or_else(|| self.time_in(column)),
        }
    }

    fn told_at(&self, code: &str) -> Option<String> {
        let facts = self.events.iter().filter(|event| event.code == code && event.classifier == "ACT");
        facts.map(|event| event.time).min().map(show_second)
    }

    /// A column tells when only if it holds a time.
    fn time_in(&self, column: &str) -> Option<String> {
        if let Some(place) = SERVICE_COLUMNS.iter().position(|known| *known == column) {
            return self.services.get::<Option<String>>(place).ok().flatten();
        }
        let place = COLUMNS.iter().position(|known| *known == column)?;
        match self.detail.value(place) {
            Value::Int(millis) => Some(show_second(Instant::from_millis(*millis))),
            Value::Text(text) => kernel::parse_day(text).map(show_day),
            _ => None,
        }
    }

    /// When the last of all boxes had got so far.
    fn boxes_at(&self, column: &str) -> Option<String> {
        let place = box_columns().position(|known| known == column)?;
        let times: Vec<Option<Instant>> =
            self.boxes.iter().map(|row| row.get::<Option<Instant>>(place).ok().flatten()).collect();
        let all: Option<Vec<Instant>> = times.into_iter().collect();
        all?.into_iter().max().map(show_second)
    }
}

/// Columns of a box as they are read.
fn box_columns() -> impl Iterator<Item = &'static str> {
    BOX_CARGO.into_iter().chain(BOX_MOVES).map(|field| field.column)
}

/// A scaled number as a field shows it on the wire.
pub(crate) fn number(field: Field, raw: Option<i64>) -> Json {
    let mut text = String::new();
    field.render(&raw.map_or(Value::Null, Value::Int), &mut text);
    serde_json::from_str(&text).unwrap_or(Json::Null)
}

fn text_json(text: String) -> Json {
    if text.is_empty() { Json::Null } else { Json::String(text) }
}

fn lines(
    conn: &mut dyn Conn,
    org: i64,
    order: Id,
    table: &'static str,
    columns: &[&'static str],
) -> Result<Vec<Row>, Refusal> {
    let mut select = sql::from(org, table);
    select.columns(columns.iter().copied()).and_where(sql::eq("order_id", order)).order_by("line", Order::Asc);
    Ok(conn.query(&select.into())?)
}

fn planned(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<BoxCount>, Refusal> {
    let rows = lines(conn, org, order, "order_container_plan", &["container_type", "quantity"])?;
    rows.iter().map(|row| Ok(BoxCount { code: row.get(0)?, quantity: row.get(1)? })).collect()
}

/// The four days of the services as one row.
fn services(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Row, Refusal> {
    let mut select = sql::from(org, "order_service");
    select
        .columns(["code", "begin_date", "end_date"])
        .and_where(sql::eq("order_id", order))
        .and_where(sql::eq("enabled", true));
    let mut days = vec![Value::Null; SERVICE_COLUMNS.len()];
    for row in conn.query(&select.into())? {
        let at = match row.get::<String>(0)?.as_str() {
            "warehouse" => 0,
            "customs" => 2,
            _ => continue,
        };
        for (place, cell) in days.iter_mut().skip(at).take(2).enumerate() {
            *cell = row.value(place + 1).clone();
        }
    }
    Ok(Row(days))
}

fn one_box(row: &Row) -> Result<Json, Refusal> {
    Ok(json!({
        "containerNo": text_json(row.get(0)?),
        "containerType": text_json(row.get(1)?),
        "sealNo": text_json(row.get(2)?),
        "pieces": row.get::<Option<i64>>(3)?,
        "weight": row.get::<Option<Weight>>(4)?,
        "volume": row.get::<Option<Volume>>(5)?,
    }))
}

/// Stops as far as customers see them: where and when, no names and no numbers.
fn stops(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Vec<Json>, Refusal> {
    let rows = lines(conn, org, order, "order_stop", &["kind", "city_code", "company", "time_from", "time_to"])?;
    let cities: Vec<String> = rows.iter().map(|row| row.get(1)).collect::<Result<_, _>>()?;
    let names = place_names(conn, org, PlaceKind::City, cities.iter().map(String::as_str))?;
    let mut shown = Vec::new();
    for (row, city) in rows.iter().zip(&cities) {
        let time = |place: usize| row.get::<Option<Instant>>(place).map(|time| time.map(show_second));
        shown.push(json!({
            "kind": row.get::<String>(0)?,
            "city": names.get(city),
            "company": text_json(row.get(2)?),
            "timeFrom": time(3)?,
            "timeTo": time(4)?,
        }));
    }
    Ok(shown)
}

/// Where MORE leads for a number; none when nothing is set or there is no number.
pub fn more_url(conn: &mut dyn Conn, number: &str) -> Result<Option<String>, Refusal> {
    let template: String = setting::value(conn, PLATFORM_ORG, &MORE_URL, None)?;
    if template.is_empty() || number.is_empty() {
        return Ok(None);
    }
    Ok(Some(template.replace("{awb}", &platform::web::percent_encoded(number))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_an_address_with_a_place_for_the_number() {
        for right in ["https://track.example.com/?awb={awb}", "https://t.example/{awb}"] {
            assert!(is_template(right), "{right}");
        }
        for wrong in
            ["", "http://t.example/{awb}", "https://t.example/", "https://t.example/{awb}\"x", "javascript:{awb}"]
        {
            assert!(!is_template(wrong), "{wrong}");
        }
    }
}
