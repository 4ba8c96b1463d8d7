//! The lock of finance on orders of these scopes, the lock of customers, and applying to open what is locked.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply};

use crate::sc::suite::fixture::*;

/// Each scope with the event its unlocking is applied for by, and its name in a sentence.
const SCOPES: [(&str, i64, &str); 7] = [
    ("ai", 25, "空运进口"),
    ("se", 27, "海运出口"),
    ("si", 29, "海运进口"),
    ("te", 31, "铁路出口"),
    ("ti", 33, "铁路进口"),
    ("lc", 35, "公路运输"),
    ("io", 37, "其他业务"),
];

fn view(caller: &Caller<'_>, scope: &str, uuid: &str) -> Json {
    caller.ok(&format!("/sc/order/{scope}/{uuid}"))
}

/// The first order of a scope that may still be changed.
fn open_order(caller: &Caller<'_>, scope: &str) -> String {
    let page = caller.ok(&format!("/sc/order/{scope}/page"));
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    let open = rows.iter().find(|row| row["orderStatus"] != "财务锁账");
    text(open.unwrap_or_else(|| panic!("no order of {scope}: {page}")), "orderUuid")
}

/// Locks or unlocks an order as it is now.
fn moved(caller: &Caller<'_>, scope: &str, uuid: &str, name: &str) -> Reply {
    let row = view(caller, scope, uuid)["rowUuid"].clone();
    caller.put(&format!("/sc/order/{scope}/{uuid}/{name}"), json!({ "rowUuid": row }))
}

/// A user decides about an event.
fn decides(admin: &Caller<'_>, login: &str, event: i64) {
    let user = pick(admin, &format!("user?keyword={login}"));
    let level = json!({ "approverType": "user", "approverIds": [user] });
    let body = json!({ "eventId": event.to_string(), "approval": "1", "levels": [level] });
    done(admin.post("/prm/ics/approval/setting", body));
}

fn apply(caller: &Caller<'_>, uuid: &str) -> Reply {
    caller.post("/afbase/order/applyUnlock", json!({ "orderUuid": uuid, "reason": "补录费用" }))
}

fn decide(caller: &Caller<'_>, how: &str) -> Reply {
    let task = text(&caller.ok("/prm/api/toDo?current=1&size=10")["records"][0], "taskId");
    caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "说明" }))
}

fn log(caller: &Caller<'_>, order: &Json) -> Vec<String> {
    let page = caller.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(order, "orderId")));
    page["records"].as_array().into_iter().flatten().map(|line| text(line, "text")).collect()
}

// req: prm-unlock-event-ids, prm-unlock-content, prm-open-unlock-flow, prm-unlock-needs-setting
#[test]
fn orders_of_every_scope_are_unlocked_by_the_event_of_their_scope_and_locked_again() {
    with_orders(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let (manager, finance) = (world.login("mgr01"), world.login("fin01"));
        let mut opened = Vec::new();
        for (scope, event, zh) in SCOPES {
            let uuid = open_order(&op, scope);
            assert_eq!(apply(&op, &uuid).message, "该业务未锁定，无需申请", "{scope}");
            record(&finance, scope, &uuid);
            done(moved(&finance, scope, &uuid, "lock"));
            assert_eq!(apply(&op, &uuid).message, "未配置解锁审批，请联系管理员", "{scope}");
            decides(&admin, "mgr01", event);
            let locked = view(&op, scope, &uuid);
            assert_eq!(locked["orderStatus"], "财务锁账");
            assert!(locked["buttons"].to_string().contains("prm-unlock-apply"), "{locked}");
            assert_eq!(done(apply(&op, &uuid))["state"], "审批中", "{scope}");
            assert_eq!(apply(&op, &uuid).message, "已提交解锁申请，请勿重复提交", "{scope}");
            let shown = view(&op, scope, &uuid);
            assert!(text(&shown["unlocking"], "instanceNo").starts_with("SP-"), "{shown}");
            assert!(!shown["buttons"].to_string().contains("prm-unlock-apply"), "{shown}");
            let row = manager.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
            assert_eq!(text(&row, "businessScope"), scope.to_uppercase());
            let content = text(&row, "content");
            assert!(content.ends_with(&format!("{zh}已锁定，申请解锁")), "{content}");
            let code = text(&locked, "orderCode");
            let listed = op.ok(&format!("/afbase/unlockApply/page?orderCode={code}"))["records"][0].clone();
            assert_eq!((text(&listed, "state"), text(&listed, "slug")), ("审批中".to_owned(), scope.to_owned()));
            done(decide(&manager, "agree"));
            let now = view(&op, scope, &uuid);
            assert_eq!((&now["lifecycle"], &now["unlocking"]), (&json!("OPEN"), &Json::Null));
            assert!(log(&op, &now)[0].ends_with("财务锁账 -> 进行中，至 2026-07-18"), "{:?}", log(&op, &now));
            opened.push((scope, uuid));
        }
        for (moment, lifecycle) in [("2026-07-18 23:59:59", "OPEN"), ("2026-07-19 00:01:00", "LOCKED")] {
            world.set_clock(moment);
            world.run_jobs();
            let op = world.login("op01");
            for (scope, uuid) in &opened {
                assert_eq!(view(&op, scope, uuid)["lifecycle"], lifecycle, "{scope} {moment}");
            }
        }
        let op = world.login("op01");
        let (scope, uuid) = &opened[0];
        assert_eq!(log(&op, &view(&op, scope, uuid))[0], "解锁到期，自动锁账：财务日期 2026-07-15");
    });
}

#[test]
fn an_application_fits_its_order_and_is_made_by_who_may() {
    with_orders(|world| {
        let (admin, op, finance) = (world.login("demo-admin"), world.login("op01"), world.login("fin01"));
        let sea = open_order(&op, "se");
        record(&finance, "se", &sea);
        done(moved(&finance, "se", &sea, "lock"));
        for event in [15, 27, 29] {
            decides(&admin, "mgr01", event);
        }
        let (elsewhere, storeman) = (world.login("sh01"), world.login("wh01"));
        let before = world.contents(true);
        let ask = |caller: &Caller<'_>, event: i64| {
            let body = json!({ "eventId": event, "refType": "ORDER", "refId": sea, "reason": "x" });
            caller.post("/prm/ics/approval/apply", body)
        };
        for event in [15, 29] {
            assert_eq!(ask(&op, event).status, 404, "{event} is of another scope");
        }
        assert_eq!(apply(&elsewhere, &sea).status, 404, "no order of that company");
        assert_eq!(apply(&storeman, &sea).status, 403, "has no button for it");
        let bare = op.post("/afbase/order/applyUnlock", json!({ "orderUuid": sea, "reason": " " }));
        assert_eq!(bare.findings_at("reason"), ["请填写原因"]);
        world.unchanged(&before, true);
        done(ask(&op, 27));
        done(decide(&world.login("mgr01"), "refuse"));
        assert_eq!(view(&op, "se", &sea)["lifecycle"], "LOCKED", "a refusal keeps the lock");
    });
}

#[test]
fn finance_locks_what_is_open_and_opens_what_is_locked() {
    with_orders(|world| {
        let (op, finance) = (world.login("op01"), world.login("fin01"));
        let rail = open_order(&op, "te");
        let shows = |code: &str| view(&finance, "te", &rail)["buttons"].as_array().unwrap().contains(&json!(code));
        assert_eq!(moved(&finance, "te", &rail, "lock").message, "收入或成本未完成，不能锁账");
        assert!(!shows("af-lock-lock"), "it is not offered either");
        record(&finance, "te", &rail);
        let before = world.contents(true);
        assert_eq!(moved(&op, "te", &rail, "lock").status, 403);
        assert_eq!(moved(&finance, "te", &rail, "unlock").message, "订单未锁账");
        let stale = finance.put(&format!("/sc/order/te/{rail}/lock"), json!({ "rowUuid": "x" }));
        assert_eq!(stale.code, 3);
        world.unchanged(&before, true);
        assert!(shows("af-lock-lock") && !shows("af-lock-unlock"));
        done(moved(&finance, "te", &rail, "lock"));
        assert!(!shows("af-lock-lock") && shows("af-lock-unlock") && !shows("prm-unlock-apply"));
        assert_eq!(moved(&finance, "te", &rail, "lock").message, "订单已财务锁账");
        assert_eq!(change(&op, "te", &rail, json!({ "planPieces": 3 })).message, "订单已财务锁账，不能修改");
        done(moved(&finance, "te", &rail, "unlock"));
        let order = view(&finance, "te", &rail);
        assert_eq!(&log(&finance, &order)[..2], ["财务解锁：财务锁账 -> 进行中", "财务锁账：财务日期 2026-07-15"]);
        // A company that locks whatever is recorded.
        let others = ["TE-2607150001", "TE-2607150002"].map(|code| uuid_of(&op, "te", code));
        let another = others.into_iter().find(|uuid| *uuid != rail).expect("another order");
        assert_eq!(moved(&finance, "te", &another, "lock").message, "收入或成本未完成，不能锁账");
        locks_everything(&world.login("demo-admin"));
        done(moved(&finance, "te", &another, "lock"));
    });
}

/// The company locks rail export orders though nothing of them is recorded.
fn locks_everything(admin: &Caller<'_>) {
    let version = admin.ok("/hrs/orgSetting?businessScope=TE")["version"].clone();
    let values = json!({ "lockNeedsRecorded": false });
    let body = json!({ "version": version, "businessScope": "TE", "values": values });
    done(admin.put("/hrs/orgSetting", body));
}

#[test]
fn an_approver_looks_at_the_order_he_was_asked_about() {
    with_orders(|world| {
        let (admin, op, finance) = (world.login("demo-admin"), world.login("op01"), world.login("fin01"));
        let sea = open_order(&op, "se");
        record(&finance, "se", &sea);
        done(moved(&finance, "se", &sea, "lock"));
        decides(&admin, "sales02", 27);
        let sales = world.login("sales02");
        let path = format!("/sc/order/se/{sea}");
        assert_eq!(sales.get(&path).message, "您没有该订单的数据权限");
        done(apply(&op, &sea));
        assert_eq!(sales.ok(&path)["buttons"], json!([]), "to look at, and no more");
        assert_eq!(sales.get("/sc/order/se/page").data["total"], json!(0));
        done(decide(&sales, "agree"));
        assert_eq!(view(&op, "se", &sea)["lifecycle"], "OPEN");
    });
}

/// Locks or opens the customer KH001 by hand.
fn customer(admin: &Caller<'_>, how: &str, scopes: &[&str]) -> Reply {
    let id = pick(admin, "coop?keyword=KH001");
    let version = admin.ok(&format!("/prm/coop/{id}"))["version"].clone();
    admin.post(&format!("/prm/coop/{id}/{how}"), json!({ "version": version, "reason": "欠款", "scopes": scopes }))
}

/// Applies for the customer in the scope of an event.
fn apply_for(caller: &Caller<'_>, coop: &str, event: i64, reason: &str) -> Reply {
    let body = json!({ "eventId": event, "refType": "COOP_SCOPE", "refId": coop, "reason": reason });
    caller.post("/prm/ics/approval/apply", body)
}

// req: prm-unlock-needs-setting, prm-unlock-content
#[test]
fn a_locked_customer_is_opened_for_the_days_of_the_setting() {
    with_partners(|world| {
        let (admin, op, manager) = (world.login("demo-admin"), world.login("op01"), world.login("mgr01"));
        let coop = pick(&admin, "coop?keyword=KH001");
        let lock = || {
            let seen = admin.ok(&format!("/prm/coop/{coop}"));
            (text(&seen, "lockedScopes"), text(&seen, "lockReason"), seen["openedScopes"].clone())
        };
        assert_eq!(apply_for(&op, &coop, 27, "已付款").message, "该业务未锁定，无需申请");
        done(customer(&admin, "lock", &["SE", "SI"]));
        let refused = op.post("/sc/order/se", sea(&op));
        assert_eq!(refused.findings_at("coopId"), ["该客户海运出口业务已锁定"]);
        assert_eq!(apply_for(&op, &coop, 27, "已付款").message, "未配置解锁审批，请联系管理员");
        decides(&admin, "mgr01", 27);
        assert_eq!(apply_for(&op, &coop, 27, "").findings_at("reason"), ["请填写原因"]);
        let told = done(apply_for(&op, &coop, 27, "已付款"));
        assert_eq!((&told["state"], &told["instanceNo"]), (&json!("审批中"), &json!("SP-2607150001")));
        assert_eq!(apply_for(&op, &coop, 27, "已付款").message, "已提交解锁申请，请勿重复提交");
        let task = manager.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
        assert_eq!(text(&task, "content"), "客户甲海运出口已锁定，申请解锁");
        assert_eq!((text(&task, "businessScope"), text(&task, "coopCode")), ("SE".to_owned(), "KH001".to_owned()));
        done(decide(&manager, "refuse"));
        assert_eq!(lock(), ("SE,SI".to_owned(), "欠款".to_owned(), json!([])), "a refusal keeps the lock");
        done(apply_for(&op, &coop, 27, "已付款"));
        done(decide(&manager, "agree"));
        let opened = json!([{ "scope": "SE", "until": "2026-07-18" }]);
        assert_eq!(lock(), ("SI".to_owned(), "欠款".to_owned(), opened));
        done(op.post("/sc/order/se", sea(&op)));
        let lines = admin.ok(&format!("/hrs/log/page?objectType=coop&objectId={coop}"));
        assert_eq!(text(&lines["records"][0], "text"), "申请解锁通过（SP-2607150002）：SE，至 2026-07-18");
        for (moment, scopes) in [("2026-07-18 23:59:59", "SI"), ("2026-07-19 00:01:00", "SE,SI")] {
            world.set_clock(moment);
            world.run_jobs();
            let seen = world.login("demo-admin").ok(&format!("/prm/coop/{coop}"));
            assert_eq!(
                (text(&seen, "lockedScopes"), text(&seen, "lockReason")),
                (scopes.to_owned(), "欠款".to_owned())
            );
        }
        let seen = world.login("demo-admin").ok(&format!("/prm/coop/{coop}"));
        assert_eq!(seen["openedScopes"], json!([]));
    });
}

#[test]
fn what_is_opened_by_hand_stays_open_and_what_asks_nobody_is_opened_at_once() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        let coop = pick(&admin, "coop?keyword=KH001");
        let (op, elsewhere, storeman) = (world.login("op01"), world.login("sh01"), world.login("wh01"));
        done(customer(&admin, "lock", &["SE", "LC"]));
        for event in ["27", "35"] {
            let days = if event == "27" { 1 } else { 0 };
            let body = json!({ "eventId": event, "approval": "0", "unlockDays": days });
            done(admin.post("/prm/ics/approval/setting", body));
        }
        let before = world.contents(true);
        assert_eq!(apply_for(&elsewhere, &coop, 27, "x").status, 404, "no customer of that company");
        assert_eq!(apply_for(&storeman, &coop, 27, "x").status, 403, "has no button for it");
        assert_eq!(apply_for(&op, "x", 27, "x").status, 404);
        assert_eq!(apply_for(&op, &coop, 27, &"长".repeat(201)).findings_at("reason"), ["原因不能超过200个字符"]);
        world.unchanged(&before, true);
        let told = done(apply_for(&op, &coop, 27, "已付款"));
        assert_eq!((&told["state"], &told["instanceId"]), (&json!("已通过"), &Json::Null));
        done(apply_for(&op, &coop, 35, &"长".repeat(200)));
        let seen = |caller: &Caller<'_>| {
            let seen = caller.ok(&format!("/prm/coop/{coop}"));
            (text(&seen, "lockedScopes"), seen["openedScopes"].clone())
        };
        let until = json!([{ "scope": "SE", "until": "2026-07-16" }]);
        assert_eq!(seen(&admin), (String::new(), until), "road is open without an end");
        // Opened by hand, it is not locked again when the days are over; locked by hand, it is at once.
        done(customer(&admin, "unlock", &["SE"]));
        done(customer(&admin, "lock", &["LC"]));
        world.set_clock("2026-07-17 00:01:00");
        world.run_jobs();
        assert_eq!(seen(&world.login("demo-admin")), ("LC".to_owned(), json!([])));
    });
}
