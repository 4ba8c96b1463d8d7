//! The world of these tests: waybills, tracking, and the page the order room declares.

use platform::access::Access;
use platform::call::Answer;
use platform::registry::{Node, Operation, Room};
use platform::store::{Cell, Value, sql};
use serde_json::json;
use testkit::World;

pub use crate::orders::*;

pub fn rooms() -> Vec<Room> {
    let mut orders = Room::new("orders");
    orders.nodes = vec![Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10)];
    orders.operations = vec![Operation::get("first_answer", "/test/first", Access::Public, |call| {
        let text =
            track::first_answer(&call.app, &call.asked.query, (&call.asked.ip, &call.asked.agent), call.language());
        Ok(Answer::Bare(serde_json::from_str(&text).expect("an envelope")))
    })];
    vec![awb::room(), track::room(), orders]
}

/// Orders, and the number of E1 in the stock.
pub fn lay(world: &World) {
    lay_base(world);
    lay_orders(world);
    let reply = world.login("demo-admin").post(
        "/afbase/awb/saveReceipt",
        json!({
            "prefix": "990", "awbFromType": "一级代理", "awbFromId": GYS001.to_string(),
            "receiveDate": "2026-07-10", "start": "12345675", "count": 6,
        }),
    );
    assert_eq!(reply.code, 0, "{}", reply.message);
    world.database(|_, conn| {
        let mut update = sql::update(DEMO, "awb", &[("state", "ALLOCATED".into_value())]);
        update.and_where(sql::eq("awb_number", "990-12345675"));
        conn.exec(&update.into()).expect("updates");
    });
}

/// Files of E1: one visible document, one hidden, one visible photo.
pub fn lay_files(world: &World) {
    world.database(|app, conn| {
        for (id, kind, name, mime, shown, bytes) in [
            (5001i64, "文件", "发票.pdf", "application/pdf", true, b"%PDF-visible".as_slice()),
            (5002, "文件", "内部.pdf", "application/pdf", false, b"%PDF-secret".as_slice()),
            (5003, "照片", "货物.png", "image/png", true, b"\x89PNG\r\n\x1a\nphoto".as_slice()),
        ] {
            let key = app.files.keep(DEMO, bytes).expect("keeps");
            let cells = [
                ("id", Value::Int(id)),
                ("order_id", Value::Int(6001)),
                ("file_type", kind.into_value()),
                ("file_class", "其他".into_value()),
                ("file_name", name.into_value()),
                ("is_display", Value::Bool(shown)),
                ("size", Value::Int(10)),
                ("content_type", mime.into_value()),
                ("file_key", key.into_value()),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
            ];
            put(conn, DEMO, "order_file", &cells);
        }
    });
}
