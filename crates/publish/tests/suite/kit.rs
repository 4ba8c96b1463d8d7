//! Shorthands of these tests.

use platform::registry::{Node, Room};
use serde_json::Value as Json;
use testkit::{Caller, Reply};

/// The room, and two pages of orders that everyone of the fixture holds.
pub fn rooms() -> Vec<Room> {
    let mut orders = Room::new("orders");
    orders.nodes = vec![
        Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10),
        Node::page("/af_airport", "/afManager/order", "机场", "Airports", 20),
    ];
    vec![publish::room(), prm::room(), orders]
}

#[track_caller]
pub fn done(reply: Reply) -> Json {
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
    reply.data
}

#[track_caller]
pub fn refused(reply: &Reply, message: &str) {
    assert_eq!((reply.status, reply.code, reply.message.as_str()), (200, 1, message));
}

/// Messages of the findings of a refusal, with their fields.
pub fn findings(reply: &Reply) -> Vec<(String, String)> {
    let list = reply.data["findings"].as_array().cloned().unwrap_or_default();
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    list.iter().map(|each| (text(&each["field"]), text(&each["message"]))).collect()
}

/// Rows of a list.
pub fn rows(caller: &Caller<'_>, path: &str) -> Vec<Json> {
    caller.ok(path)["records"].as_array().cloned().unwrap_or_default()
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

pub use testkit::PNG;
