//! What the tests of declarations and letters stand on: orders of the fixture, rooms, and a declaration of E1.

use platform::registry::{Node, Room};
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World};

pub use super::orders::*;
pub use testkit::{done, findings, refused};

pub const DGD: &str = "/afbase/dgdPrint";

/// The room with those its papers reach into.
pub fn rooms() -> Vec<Room> {
    vec![paper::room(), awb::room(), af::room()]
}

/// The room with the pages its buttons hang on.
pub fn rooms_alone() -> Vec<Room> {
    let mut others = Room::new("others");
    others.nodes = vec![Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10)];
    for code in ["af-order-awbsubmit", "af-order-manifest"] {
        others.nodes.push(Node::button(code, "af_order", "打印", "Print", 10));
    }
    vec![paper::room(), others]
}

/// A declaration and a letter of each kind, for the lists.
pub fn make_one_of_each(world: &World) {
    let admin = world.login("demo-admin");
    declared(&admin, json!({}));
    for kind in ["BOOKING", "DELIVERY"] {
        done(admin.post("/afbase/shipperLetter", json!({ "orderId": "6001", "kind": kind, "toName": "X9" })));
    }
}

/// A file behind an address that works once: its name and its pages.
pub fn fetched(world: &World, data: &Json) -> (String, Vec<String>) {
    let file = world.anonymous().get(text(&data["url"]));
    assert_eq!(file.content_type, "application/pdf", "{}", file.message);
    let name = file.headers["content-disposition"].to_str().unwrap().rsplit("''").next().unwrap().to_owned();
    (name, pages(&file.bytes))
}

/// Orders; E1 carries paint.
pub fn lay(world: &World) {
    lay_base(world);
    lay_orders(world);
    change(world, "freight_order", 6001, &[("goods_type", "危险品".into_value())]);
    let detail = [
        ("dangerous_type", "3".into_value()),
        ("undg_code", "UN1263".into_value()),
        ("undg_contact_name", "LI LEI".into_value()),
        ("undg_contact_communication_type", "TE".into_value()),
        ("undg_contact_communication_no", "+86 21 12345678".into_value()),
    ];
    change(world, "order_air_detail", 6001, &detail);
}

/// Changes a row straight in its table.
pub fn change(world: &World, table: &'static str, id: i64, cells: &[(&'static str, Value)]) {
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, table, cells);
        conn.exec(&update.and_where(sql::eq("id", id)).to_owned().into()).unwrap();
    });
}

/// E1 is nobody's whom op01 could see it by.
pub fn hide(world: &World) {
    let other = [("sales_id", Value::Int(1)), ("operator_id", Value::Int(1)), ("created_by", Value::Int(1))];
    change(world, "freight_order", 6001, &other);
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// A line of paint.
pub fn paint(more: Json) -> Json {
    let line = json!({
        "unIdNo": "UN1263",
        "properShippingName": "PAINT",
        "classOrDivision": "3",
        "packingGroup": "II",
        "quantityAndTypeOfPacking": "1 FIBREBOARD BOX x 5 L",
        "packingInst": "353",
    });
    with(line, more)
}

/// A body with other members.
pub fn with(mut body: Json, more: Json) -> Json {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// A declaration of E1.
pub fn declaration(more: Json) -> Json {
    let body = json!({
        "orderId": "6001",
        "shipperPrint": "DEMO SHIPPER CO. LTD\nSHANGHAI",
        "consigneePrint": "DEMO BUYER GMBH\nFRANKFURT",
        "departureStationPrint": "SHANGHAI PUDONG",
        "arrivalStationPrint": "FRANKFURT",
        "aircraftType": 0,
        "shipmentType": 0,
        "emergencyContact": "LI LEI",
        "emergencyPhone": "+86 21 12345678",
        "nameTitleOfSignatory": "LI LEI",
        "placeAndDate": "SHANGHAI 2026-07-15",
        "lines": [paint(json!({}))],
    });
    with(body, more)
}

/// A declaration that was made; its id.
pub fn declared(caller: &Caller<'_>, more: Json) -> String {
    text(&done(caller.post(DGD, declaration(more)))["id"]).to_owned()
}

/// A number of the stock of GYS001.
pub fn stock(world: &World, id: i64, number: &str, state: &str, codes: &str) {
    let (prefix, serial) = number.split_once('-').unwrap();
    let cells = [
        ("id", Value::Int(id)),
        ("version", Value::Int(1)),
        ("awb_number", number.into_value()),
        ("prefix", prefix.into_value()),
        ("serial", serial.into_value()),
        ("generation", Value::Int(1)),
        ("carrier_code", "X9".into_value()),
        ("state", state.into_value()),
        ("order_codes", codes.into_value()),
        ("source_type", "一级代理".into_value()),
        ("source_coop_id", Value::Int(GYS001)),
        ("kind", "中性".into_value()),
        ("returned", Value::Bool(false)),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(1)),
        ("updated_by", Value::Int(1)),
        ("updated_at", Value::Int(1)),
    ];
    world.database(|_, conn| put(conn, DEMO, "awb", &cells));
}

/// What somebody was told, newest first.
pub fn told(caller: &Caller<'_>) -> Vec<String> {
    let page = caller.ok("/prm/message?size=50");
    page["records"].as_array().unwrap().iter().map(|row| text(&row["title"]).to_owned()).collect()
}

/// The functions of the log lines of a thing, newest first.
pub fn functions(caller: &Caller<'_>, kind: &str, id: &str) -> Vec<String> {
    let page = caller.ok(&format!("/hrs/log/page?objectType={kind}&objectId={id}"));
    let lines = page["records"].as_array().cloned().unwrap_or_default();
    lines.iter().map(|line| text(&line["function"]).to_owned()).collect()
}

/// What the pages of a PDF say.
pub fn pages(pdf: &[u8]) -> Vec<String> {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    document.get_pages().into_keys().map(|page| document.extract_text(&[page]).unwrap()).collect()
}
