//! Interfaces through the front door, on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod suite {
    mod calls;
    mod config;

    use serde_json::{Value as Json, json};
    use testkit::{Caller, Reply};

    #[test]
    fn every_declared_page_passes_the_standard_suite() {
        testkit::each_database(rooms, |world| world.standard_suite("interface"));
    }

    pub fn rooms() -> Vec<platform::registry::Room> {
        vec![operate::room()]
    }

    pub fn field(row: &Json, name: &str) -> String {
        row[name].as_str().unwrap_or_default().to_owned()
    }

    pub fn rows(caller: &Caller<'_>, list: &str) -> Vec<Json> {
        caller.ok(&format!("/hrs/orgInterface{list}"))["records"].as_array().cloned().unwrap_or_default()
    }

    /// An interface that reaches another system.
    pub fn outgoing(kind: &str) -> Json {
        json!({
            "apiType": kind, "mode": "模拟", "platform": "单一窗口", "function": "申报", "appId": "A1001",
            "urlAuth": "https://api.example.com/token", "urlPost": "https://api.example.com/send",
            "authToken": "secret-token-1", "timeoutS": 10,
        })
    }

    pub fn with(mut body: Json, more: &Json) -> Json {
        let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) else { return Json::Null };
        body.extend(more.clone());
        Json::Object(body.clone())
    }

    pub fn add(caller: &Caller<'_>, body: Json) -> Reply {
        caller.post("/hrs/orgInterface", body)
    }

    /// Adds one that must be taken; its id.
    #[track_caller]
    pub fn added(caller: &Caller<'_>, body: Json) -> String {
        let reply = add(caller, body);
        assert_eq!(reply.code, 0, "{} {}", reply.message, reply.data);
        field(&reply.data, "id")
    }

    pub fn said(reply: &Reply) -> (u16, i64, &str) {
        (reply.status, reply.code, reply.message.as_str())
    }
}
