//! The page lock of the form of a partner.

use serde_json::{Value as Json, json};
use testkit::{Caller, done};

use super::super::{texts, with_partners};
use super::info::{coop, text};

const HELD: &str = "操作一正在编辑该客商（自 10:00），当前为只读";

fn take(caller: &Caller<'_>, id: &str, body: Json) -> Json {
    done(caller.post(&format!("/prm/coop/lease/{id}"), body))["mine"].clone()
}

/// What a change is refused with; nothing when it is made.
fn edit(caller: &Caller<'_>, id: &str, members: &Json) -> String {
    let mut body = caller.ok(&format!("/prm/coop/{id}"));
    body = json!({ "version": body["version"] });
    for (name, value) in members.as_object().unwrap() {
        body[name] = value.clone();
    }
    let reply = caller.put(&format!("/prm/coop/{id}"), body);
    if reply.code == 0 { String::new() } else { reply.message }
}

#[test]
fn one_user_edits_a_partner_at_a_time() {
    with_partners(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let id = text(&coop(&op, "KH001")["id"]).to_owned();
        assert_eq!(take(&op, &id, json!({ "tab": "a" })), json!(true));
        assert_eq!(take(&admin, &id, json!({ "tab": "b" })), json!(false));
        assert_eq!(edit(&admin, &id, &json!({ "phone": "1" })), HELD);
        assert_eq!(edit(&op, &id, &json!({ "phone": "2", "tab": "a" })), "");
        assert_eq!(edit(&op, &id, &json!({ "phone": "3", "tab": "b" })), HELD, "another window of his own");
        let other = text(&coop(&op, "KH002")["id"]).to_owned();
        assert_eq!(edit(&admin, &other, &json!({ "phone": "4" })), "", "another partner");
        world.set_clock("2026-07-15 10:03:00");
        assert_eq!(edit(&world.login("demo-admin"), &id, &json!({ "phone": "5" })), HELD);
        world.set_clock("2026-07-15 10:03:01");
        let admin = world.login("demo-admin");
        assert_eq!(edit(&admin, &id, &json!({ "phone": "5" })), "");
        assert_eq!(take(&admin, &id, json!({ "tab": "b" })), json!(true));
        let op = world.login("op01");
        assert_eq!(take(&op, &id, json!({ "tab": "a" })), json!(false));
        done(admin.delete(&format!("/prm/coop/lease/{id}?tab=b")));
        assert_eq!(take(&op, &id, json!({ "tab": "a" })), json!(true));
        done(admin.post(&format!("/prm/coop/takeover/{id}"), json!({ "tab": "b" })));
        assert_eq!(take(&op, &id, json!({ "tab": "a", "renew": true })), json!(false));
        let log = texts(&admin.ok(&format!("/hrs/log/page?objectType=coop&objectId={id}")), "text");
        assert!(log[0].starts_with("接管页面锁 操作一 -> "), "{log:?}");
    });
}

#[test]
fn who_edits_no_partners_takes_no_lock_of_one() {
    with_partners(|world| {
        let (op, storeman) = (world.login("op01"), world.login("wh01"));
        let (elsewhere, sales) = (world.login("sh01"), world.login("sales01"));
        let id = text(&coop(&op, "KH001")["id"]).to_owned();
        let before = world.contents(true);
        let path = format!("/prm/coop/lease/{id}");
        assert_eq!(storeman.post(&path, json!({})).status, 403);
        assert_eq!(elsewhere.post(&path, json!({})).status, 404);
        assert_eq!(sales.post(&format!("/prm/coop/takeover/{id}"), json!({})).status, 403);
        world.unchanged(&before, true);
    });
}
