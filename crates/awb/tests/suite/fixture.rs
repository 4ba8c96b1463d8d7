//! The world of these tests: the room, and a stand-in for the order room where it gives and takes numbers.

use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::store::{Cell, sql};
use serde_json::{Value as Json, json};
use testkit::World;

pub use crate::orders::*;

pub fn rooms() -> Vec<Room> {
    vec![awb::room(), order_room()]
}

fn order_room() -> Room {
    let mut room = Room::new("orders");
    room.nodes = vec![
        Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10),
        Node::page("/af_edi_message", "/afManager/awb", "电子报文", "Messages", 60),
        Node::button("af-edi-send", "af_edi_message", "发送", "Send", 10),
    ];
    room.operations = vec![
        Operation::post("assign_number", "/test/assign", Access::Code("af_order"), assign),
        Operation::post("release_number", "/test/release", Access::Code("af_order"), release),
    ];
    room
}

fn text(body: &Json, name: &str) -> String {
    body.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
}

fn assign(call: &mut Call) -> Result<Answer, Refusal> {
    let body: Json = call.json()?;
    let facts = stock::OrderFacts {
        order_id: Some(Id(1)),
        order_code: text(&body, "orderCode"),
        coop_id: body.get("coopId").and_then(Json::as_i64).map(Id),
        departure_station: "PVG".into(),
        awb_number: text(&body, "awbNumber"),
    };
    let confirmed: Vec<String> =
        body.get("confirmed").cloned().and_then(|list| serde_json::from_value(list).ok()).unwrap_or_default();
    let assigned = call.write(|tx| {
        tx.no_log_line();
        stock::assign(tx, &facts, &confirmed)
    })?;
    Ok(Answer::Data(json!({ "awbNumber": assigned.awb_number, "sharedWith": assigned.shared_with })))
}

fn release(call: &mut Call) -> Result<Answer, Refusal> {
    let body: Json = call.json()?;
    call.write(|tx| {
        tx.no_log_line();
        let by = stock::By::tx(tx);
        let row = stock::find(tx, by.org, &text(&body, "awbNumber"))?.ok_or(Refusal::NotFound)?;
        stock::release(tx, &by, row.id, &text(&body, "orderCode"), body.get("void").and_then(Json::as_str))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// The numbers of GYS001 in the states of the fixture.
pub fn lay_stock(world: &World) {
    lay_base(world);
    let admin = world.login("demo-admin");
    let body = json!({
        "prefix": "990", "departureStation": "PVG", "awbFromType": "一级代理", "awbFromId": GYS001.to_string(),
        "receiveDate": "2026-07-10", "start": "12345675", "count": 6, "kind": "中性", "unitCost": "10",
    });
    let reply = admin.post("/afbase/awb/saveReceipt", body);
    assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
    for (number, order) in
        [("990-12345675", "AE-2607150001"), ("990-12345686", "AE-2607150003"), ("990-12345690", "AE-2607140001")]
    {
        let reply = admin.post("/test/assign", json!({ "awbNumber": number, "orderCode": order }));
        assert_eq!(reply.code, 0, "{}", reply.message);
    }
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, "awb", &[("state", "USED".into_value())]);
        update.and_where(sql::eq("awb_number", "990-12345690"));
        conn.exec(&update.into()).expect("updates");
    });
}

/// Id of a number's row.
pub fn id_of(world: &World, number: &str) -> String {
    let page = world.login("demo-admin").ok(&format!("/afbase/awb/page?awbNumber={number}"));
    page["records"][0]["id"].as_str().expect("an id").to_owned()
}
