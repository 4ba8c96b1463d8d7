//! Shorthands of these tests.

use platform::registry::{Node, Room};
use platform::store::sql;
use serde_json::Value as Json;
use testkit::{Caller, World};

pub use testkit::{done, findings, refused};

/// The room, and two pages of orders that everyone of the fixture holds.
pub fn rooms() -> Vec<Room> {
    let mut orders = Room::new("orders");
    orders.nodes = vec![
        Node::page("/af_order", "/afManager/order", "空运出口订单", "Air export orders", 10),
        Node::page("/af_airport", "/afManager/order", "机场", "Airports", 20),
    ];
    vec![publish::room(), prm::room(), orders]
}

/// Rows of a list.
pub fn rows(caller: &Caller<'_>, path: &str) -> Vec<Json> {
    caller.ok(path)["records"].as_array().cloned().unwrap_or_default()
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// An MP4 file that tells its length, with so many bytes of film in it.
pub fn film(seconds: u32, bytes: usize) -> Vec<u8> {
    let boxed = |name: &[u8; 4], inside: &[u8]| {
        let size = u32::try_from(inside.len() + 8).unwrap();
        [&size.to_be_bytes()[..], name, inside].concat()
    };
    let head = [&[0; 12][..], &1000u32.to_be_bytes(), &(seconds * 1000).to_be_bytes(), &[0; 80]].concat();
    let moov = boxed(b"moov", &boxed(b"mvhd", &head));
    [boxed(b"ftyp", b"isom"), boxed(b"mdat", &vec![b'x'; bytes]), moov].concat()
}

/// A node of the menu, as the database names it.
pub fn node(world: &World, code: &str) -> String {
    let code = code.to_owned();
    let id: i64 = world.database(|_, conn| {
        let mut select = sql::from_global("permission");
        select.column("id").and_where(sql::eq("code", code));
        conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
    });
    id.to_string()
}

pub use testkit::PNG;
