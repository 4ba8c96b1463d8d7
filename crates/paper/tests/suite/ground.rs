//! What the tests of declarations and letters stand on: orders of the fixture, rooms, and a declaration of E1.

use platform::registry::{Node, Room};
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, World};

pub use crate::orders::*;
pub use testkit::{done, findings, refused};

/// I1 of the fixture.
pub const I1: i64 = 6101;
pub const I1_UUID: &str = "00000000000000000000000000000f01";
pub const DGD: &str = "/afbase/dgdPrint";

/// The room with those its papers reach into.
pub fn rooms() -> Vec<Room> {
    vec![paper::room(), awb::room(), af::room(), sc::room()]
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

/// A declaration, a letter of each kind and an import order, for the lists.
pub fn make_one_of_each(world: &World) {
    let admin = world.login("demo-admin");
    lay_import(world);
    for (kind, names) in [("普货", "灯具，插座"), ("危险品", "油漆")] {
        let goods = json!({ "orderId": "6001", "cargoType": kind, "goodsCnnames": names, "quantity": 3 });
        done(admin.post("/afbase/goodsName", goods));
    }
    let certificate = json!({
        "reportIssueNo": "R-1", "organ": "测试鉴定机构", "issueDate": "2026-01-05", "goodsNameCn": "灯具",
        "goodsNameEn": "LED LAMPS",
    });
    done(
        admin.post("/afbase/identify", json!({ "orderId": "6001", "terminal": "测试货站", "details": [certificate] })),
    );
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

/// I1 of the fixture, its customer's contact, and the terminals at its airport.
pub fn lay_import(world: &World) {
    let op = Value::Int(user_id(world, "op01"));
    let weight = |text: &str| kernel::Weight::parse(text).unwrap().into_value();
    let stamps = [
        ("created_by", op.clone()),
        ("created_at", Value::Int(1)),
        ("updated_by", op.clone()),
        ("updated_at", Value::Int(1)),
    ];
    let order = [
        ("id", Value::Int(I1)),
        ("uuid", I1_UUID.into_value()),
        ("row_uuid", I1_UUID.into_value()),
        ("order_code", "AI-2607150001".into_value()),
        ("business_scope", "AI".into_value()),
        ("lifecycle", "OPEN".into_value()),
        ("node", "订单创建".into_value()),
        ("node_rank", Value::Int(10)),
        ("operation_finished", Value::Bool(false)),
        ("income_recorded", Value::Int(0)),
        ("cost_recorded", Value::Int(0)),
        ("coop_id", Value::Int(KH001)),
        ("servicer_id", Value::Int(user_id(world, "cs01"))),
        ("operator_id", op.clone()),
        ("departure_station", "FRA".into_value()),
        ("arrival_station", "PVG".into_value()),
        ("expect_flight", "X9102".into_value()),
        ("expect_departure", "2026-07-14".into_value()),
        ("expect_arrival", "2026-07-15".into_value()),
        ("awb_number", "990-55555555".into_value()),
        ("hawb_number", "HB001".into_value()),
        ("hawb_count", Value::Int(0)),
        ("goods_name_cn", "机械配件".into_value()),
        ("goods_name_en", "MACHINE PARTS".into_value()),
        ("plan_pieces", Value::Int(6)),
        ("plan_weight", weight("150")),
        ("plan_volume", kernel::Volume::parse("0.9").unwrap().into_value()),
        ("plan_charge_weight", weight("150")),
        ("biz_number", "990-55555555_HB001".into_value()),
        ("biz_date", "2026-07-15".into_value()),
        ("biz_carrier", "X9102".into_value()),
        ("biz_quantity", weight("150")),
        ("plan_charge_manual", Value::Bool(false)),
        ("confirm_charge_manual", Value::Bool(false)),
        ("flagged", Value::Bool(false)),
    ];
    let contact = [
        ("id", Value::Int(9102)),
        ("coop_id", Value::Int(KH001)),
        ("name", "联系人甲".into_value()),
        ("phone", "13800000001".into_value()),
        ("email", "kh001@example.com".into_value()),
        ("is_main", Value::Bool(true)),
    ];
    world.database(|_, conn| {
        put(conn, DEMO, "freight_order", &[order.as_slice(), &stamps].concat());
        put(conn, DEMO, "coop_contact", &contact);
        for (id, code, name, kind, import) in
            [(9201, "HZ01", "测试货站", 1, true), (9202, "KF01", "测试库房", 2, false)]
        {
            let place = [
                ("id", Value::Int(id)),
                ("warehouse_code", code.into_value()),
                ("name_cn", name.into_value()),
                ("warehouse_type", Value::Int(kind)),
                ("ap_code", "PVG".into_value()),
                ("for_export", Value::Bool(true)),
                ("for_import", Value::Bool(import)),
                ("supervised", Value::Bool(true)),
                ("address_cn", "浦东机场货运路1号".into_value()),
                ("address_en", "1 CARGO ROAD, PUDONG".into_value()),
                ("phone", "021-12345678".into_value()),
                ("open_hours", "08:30-17:30".into_value()),
                ("active", Value::Bool(true)),
                ("version", Value::Int(1)),
            ];
            put(conn, DEMO, "warehouse", &[place.as_slice(), &stamps].concat());
        }
    });
}

/// Something is told of the number of I1 at its destination.
pub fn reported(world: &World, id: i64, (code, time, time_kind): (&str, &str, &str), pieces: i64) {
    let cells = [
        ("id", Value::Int(id)),
        ("awb_number", "990-55555555".into_value()),
        ("code", code.into_value()),
        ("airport", "PVG".into_value()),
        ("event_time", Value::Int(kernel::Instant::parse(time).unwrap().millis())),
        ("time_kind", time_kind.into_value()),
        ("pieces", Value::Int(pieces)),
        ("weight", Value::Int(pieces * 25_000)),
        ("source", "手工".into_value()),
        ("created_by", Value::Int(1)),
        ("created_at", Value::Int(1)),
    ];
    world.database(|_, conn| put(conn, DEMO, "track_event", &cells));
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
