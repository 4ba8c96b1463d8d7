//! Shorthands of these tests: the orders of the fixture, and a pouch of E1.

use platform::registry::{Node, Room};
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

pub use crate::orders::*;
pub use testkit::{done, findings, refused};

pub const BASE: &str = "/afbase/cargoPouch";
pub const OUTER: &str = "/afbase/external/cargoPouch";
/// Agent at destination of E1.
pub const DL001: i64 = 9010;
/// Files of E1: an invoice that is shown, and a booking letter that is not proposed.
pub const INVOICE: i64 = 5001;
pub const LETTER: i64 = 5002;
/// A file of another master's order.
pub const STRANGE: i64 = 5003;

pub fn rooms() -> Vec<Room> {
    let mut others = Room::new("others");
    others.nodes = vec![Node::page("/af_airport", "/afManager/base", "机场", "Airports", 10)];
    vec![pouch::room(), others]
}

/// Orders with their files, and the agent of E1.
pub fn lay(world: &World) {
    lay_base(world);
    lay_orders(world);
    world.database(|_, conn| {
        let agent = [
            ("id", Value::Int(DL001)),
            ("coop_code", "DL001".into_value()),
            ("coop_type", "海外代理".into_value()),
            ("coop_name", "海外代理甲".into_value()),
            ("coop_full_name", "DEMO AGENT GMBH".into_value()),
            ("coop_state", "生效".into_value()),
            ("list_mark", "普通".into_value()),
            ("nation_code", "DE".into_value()),
            ("is_awb_source", Value::Bool(false)),
            ("is_default_source", Value::Bool(false)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(1)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(1)),
        ];
        put(conn, DEMO, "coop", &agent);
        for (id, email) in [(9101i64, "agent@example.com"), (9102, "not an address")] {
            let contact = [
                ("id", Value::Int(id)),
                ("coop_id", Value::Int(DL001)),
                ("name", "Agent".into_value()),
                ("email", email.into_value()),
                ("is_main", Value::Bool(id == 9101)),
            ];
            put(conn, DEMO, "coop_contact", &contact);
        }
        let mut tie = sql::update(DEMO, "order_air_detail", &[("arrival_agent_id", Value::Int(DL001))]);
        conn.exec(&tie.and_where(sql::eq("id", 6001i64)).to_owned().into()).unwrap();
    });
    world.database(|app, conn| {
        for (id, order, class, name, shown) in [
            (INVOICE, 6001i64, "发票", "发票.pdf", true),
            (LETTER, 6001, "托书", "托书.pdf", false),
            (STRANGE, 6003, "发票", "别家.pdf", true),
        ] {
            let key = app.files.keep(DEMO, format!("%PDF-{name}").as_bytes()).unwrap();
            let cells = [
                ("id", Value::Int(id)),
                ("order_id", Value::Int(order)),
                ("file_type", "文件".into_value()),
                ("file_class", class.into_value()),
                ("file_name", name.into_value()),
                ("is_display", Value::Bool(shown)),
                ("size", Value::Int(10)),
                ("content_type", "application/pdf".into_value()),
                ("file_key", key.into_value()),
                ("created_by", Value::Int(1)),
                ("created_at", Value::Int(1)),
            ];
            put(conn, DEMO, "order_file", &cells);
        }
    });
}

pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// The documents of E1 with an original each, but no manifest; the invoice is a shown file.
pub fn documents() -> Json {
    json!([
        { "docType": "主运单", "docNo": "990-12345675", "originals": 3, "copies": 1 },
        { "docType": "分运单", "docNo": "HA001", "originals": 1, "copies": 0, "fileId": LETTER.to_string() },
        { "docType": "分运单", "docNo": "HA002", "originals": 1, "copies": 2, "remark": "随机" },
        { "docType": "货物舱单", "originals": 0, "copies": 0 },
        { "docType": "发票", "docNo": "INV-1", "fileId": INVOICE.to_string(), "isDisplay": true },
    ])
}

/// A pouch of E1.
pub fn make(caller: &Caller<'_>) -> Json {
    done(caller.post(BASE, json!({ "awbNumber": "99012345675", "remark": "急件", "documents": documents() })))
}

/// Its id.
pub fn made(caller: &Caller<'_>) -> String {
    text(&make(caller)["id"]).to_owned()
}

/// The pouch as it is now.
pub fn look(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{BASE}/{id}"))
}

/// A move in the present version.
pub fn act(caller: &Caller<'_>, id: &str, way: &str, more: Json) -> Reply {
    let mut body = json!({ "version": look(caller, id)["version"] });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    caller.post(&format!("{BASE}/{id}/{way}"), body)
}

/// Sealed, whatever is missing.
pub fn seal(caller: &Caller<'_>, id: &str) {
    done(act(caller, id, "seal", json!({ "sealNo": "s-1", "confirmed": ["pouch.missing"] })));
}

/// Handed over.
pub fn hand(caller: &Caller<'_>, id: &str) {
    let to = json!({ "handTo": "测试航空", "handPerson": "王收", "handTime": "2026-07-15 09:30:00" });
    done(act(caller, id, "hand", to));
}

/// What the log tells of a pouch, newest first.
pub fn log(caller: &Caller<'_>, id: &str) -> Vec<Json> {
    let page = caller.ok(&format!("/hrs/log/page?objectType=cargo_pouch&objectId={id}"));
    page["records"].as_array().cloned().unwrap_or_default()
}

/// The functions of the log lines, newest first.
pub fn functions(caller: &Caller<'_>, id: &str) -> Vec<String> {
    log(caller, id).iter().map(|line| text(&line["function"]).to_owned()).collect()
}

/// The public name of a pouch and its code.
pub fn link(caller: &Caller<'_>, id: &str) -> (String, String) {
    let link = caller.ok(&format!("{BASE}/{id}/link"));
    (text(&link["url"]).rsplit('/').next().unwrap().to_owned(), text(&link["code"]).to_owned())
}
