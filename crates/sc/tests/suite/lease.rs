//! The page lock of orders of these scopes.

use serde_json::{Value as Json, json};
use testkit::Caller;

use crate::sc::suite::fixture::*;

const HELD: &str = "操作一正在编辑该订单（自 10:00），当前为只读";

fn take(caller: &Caller<'_>, uuid: &str, body: Json) -> Json {
    done(caller.post(&format!("/afbase/order/lease/{uuid}"), body))
}

fn edit(caller: &Caller<'_>, scope: &str, uuid: &str, members: Json) -> String {
    let reply = change(caller, scope, uuid, members);
    if reply.code == 0 { String::new() } else { reply.message }
}

#[test]
fn who_edits_an_order_keeps_the_others_from_saving_until_he_leaves_or_falls_silent() {
    with_partners(|world| {
        for scope in ["se", "lc"] {
            world.set_clock("2026-07-15 10:00:00");
            let (op, other) = (world.login("op01"), world.login("cs01"));
            let body = if scope == "se" { sea(&op) } else { road(&op) };
            let uuid = text(&saved(&op, scope, body), "orderUuid");
            assert_eq!(op.ok(&format!("/sc/order/{scope}/{uuid}"))["lease"], Json::Null);
            assert_eq!(take(&op, &uuid, json!({ "tab": "a" }))["mine"], json!(true));
            let refused = take(&other, &uuid, json!({ "tab": "b" }));
            assert_eq!((&refused["holder"], &refused["mine"]), (&json!("操作一"), &json!(false)));
            let seen = other.ok(&format!("/sc/order/{scope}/{uuid}"))["lease"].clone();
            assert_eq!((&seen["holder"], &seen["mine"]), (&json!("操作一"), &json!(false)));
            assert_eq!(edit(&other, scope, &uuid, json!({ "planPieces": 41 })), HELD);
            let row = other.ok(&format!("/sc/order/{scope}/{uuid}"))["rowUuid"].clone();
            let cancel = json!({ "rowUuid": row, "reason": "客户取消" });
            assert_eq!(other.put(&format!("/sc/order/{scope}/{uuid}/cancel"), cancel).message, HELD);
            assert_eq!(edit(&op, scope, &uuid, json!({ "planPieces": 42, "tab": "a" })), "");
            // Another window of his own does not write over the first.
            assert_eq!(edit(&op, scope, &uuid, json!({ "planPieces": 43, "tab": "b" })), HELD);
            world.set_clock("2026-07-15 10:03:00");
            assert_eq!(edit(&world.login("cs01"), scope, &uuid, json!({ "planPieces": 44 })), HELD);
            world.set_clock("2026-07-15 10:03:01");
            let other = world.login("cs01");
            assert_eq!(edit(&other, scope, &uuid, json!({ "planPieces": 44 })), "");
            assert_eq!(take(&other, &uuid, json!({ "tab": "b" }))["mine"], json!(true));
            done(other.delete(&format!("/afbase/order/lease/{uuid}?tab=x")));
            assert_eq!(take(&world.login("op01"), &uuid, json!({}))["mine"], json!(false), "of another window");
            done(other.delete(&format!("/afbase/order/lease/{uuid}?tab=b")));
            assert_eq!(take(&world.login("op01"), &uuid, json!({}))["mine"], json!(true));
        }
    });
}

#[test]
fn a_lease_is_taken_over_by_who_may_and_asked_for_by_who_may_edit() {
    with_partners(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let (elsewhere, storeman, sales) = (world.login("sh01"), world.login("wh01"), world.login("sales01"));
        let order = saved(&op, "se", sea(&op));
        let uuid = text(&order, "orderUuid");
        take(&op, &uuid, json!({ "tab": "a" }));
        let before = world.contents(true);
        let path = format!("/afbase/order/lease/{uuid}");
        assert_eq!(elsewhere.post(&path, json!({})).status, 404);
        assert_eq!(storeman.post(&path, json!({})).status, 403, "edits no orders");
        assert_eq!(sales.post(&format!("/afbase/order/takeover/{uuid}"), json!({})).status, 403, "edits them alone");
        world.unchanged(&before, true);
        let taken = done(admin.post(&format!("/afbase/order/takeover/{uuid}"), json!({ "tab": "z" })));
        assert_eq!(taken["mine"], json!(true));
        let log = op.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(&order, "orderId")));
        assert!(text(&log["records"][0], "text").starts_with("接管页面锁 操作一 -> "), "{log}");
        assert_eq!(take(&op, &uuid, json!({ "tab": "a", "renew": true }))["mine"], json!(false));
        assert_ne!(edit(&op, "se", &uuid, json!({ "planPieces": 41 })), "");
    });
}
