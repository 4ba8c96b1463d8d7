//! 强制关闭 of orders of these scopes: at once, or when it is decided; meanwhile their life stands still.

use std::sync::mpsc::channel;
use std::time::Duration;

use kernel::Scope;
use order::carried;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World};

use crate::sc::suite::fixture::*;

const UNDER: &str = "审批中，不能修改";

fn view(caller: &Caller<'_>, scope: &str, uuid: &str) -> Json {
    caller.ok(&format!("/sc/order/{scope}/{uuid}"))
}

fn moved(caller: &Caller<'_>, scope: &str, uuid: &str, name: &str, more: Json) -> Reply {
    let row = view(caller, scope, uuid)["rowUuid"].clone();
    caller.put(&format!("/sc/order/{scope}/{uuid}/{name}"), with(json!({ "rowUuid": row }), more))
}

fn stop(caller: &Caller<'_>, scope: &str, uuid: &str, reason: &str) -> Reply {
    moved(caller, scope, uuid, "forceStop", json!({ "reason": reason }))
}

/// mgr01 decides about closing orders for good.
fn decided_by_manager(world: &World) {
    let admin = world.login("demo-admin");
    let user = pick(&admin, "user?keyword=mgr01");
    let level = json!({ "approverType": "user", "approverIds": [user] });
    done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "116", "approval": "1", "levels": [level] })));
}

fn decide(caller: &Caller<'_>, how: &str) -> Reply {
    let task = text(&caller.ok("/prm/api/toDo?current=1&size=10")["records"][0], "taskId");
    caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "说明" }))
}

fn log(caller: &Caller<'_>, order: &Json) -> Json {
    caller.ok(&format!("/hrs/log/page?objectType=order&objectId={}", text(order, "orderId")))["records"].clone()
}

/// The first order of a scope that is open.
fn open_order(caller: &Caller<'_>, scope: &str) -> String {
    let page = caller.ok(&format!("/sc/order/{scope}/page"));
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    text(rows.iter().find(|row| row["lifecycle"] == "OPEN").expect("an open order"), "orderUuid")
}

/// Somebody who may do everything in another company.
fn manager_elsewhere(world: &World) -> Caller<'_> {
    raw(world, "UPDATE app_user SET admin_role = 'admin' WHERE org_id = 3");
    world.login("sh01")
}

/// The row of an order in its list, with closed ones.
fn row(caller: &Caller<'_>, scope: &str, uuid: &str) -> Json {
    let page = caller.ok(&format!("/sc/order/{scope}/page?closed=true"));
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.into_iter().find(|row| row["orderUuid"] == uuid).expect("it is listed")
}

#[test]
fn an_order_is_closed_for_good_by_who_may_as_he_saw_it_and_for_a_reason() {
    with_orders(|world| {
        let (ceo, op) = (world.login("ceo01"), world.login("op01"));
        let others = ["op01", "sales01", "wh01"].map(|login| (world.login(login), 403));
        let others = others.into_iter().chain([(manager_elsewhere(world), 404)]).collect::<Vec<_>>();
        let before = world.contents(true);
        for scope in carried().map(|kind| kind.scope) {
            let slug = scope.share_prefix();
            let uuid = open_order(&ceo, slug);
            let path = format!("/sc/order/{slug}/{uuid}/forceStop");
            let code = format!("{slug}-order-forcestop");
            assert!(view(&ceo, slug, &uuid)["buttons"].to_string().contains(&code), "{slug}");
            assert!(row(&ceo, slug, &uuid)["can"].to_string().contains(&code), "{slug}");
            assert!(!view(&op, slug, &uuid)["buttons"].to_string().contains(&code), "{slug}");
            let version = view(&ceo, slug, &uuid)["rowUuid"].clone();
            assert_eq!(row(&ceo, slug, &uuid)["rowUuid"], version);
            let body = json!({ "rowUuid": version, "reason": "客户倒闭" });
            for (other, status) in &others {
                assert_eq!(other.put(&path, body.clone()).status, *status, "{slug}");
            }
            assert_eq!(world.anonymous().put(&path, body.clone()).status, 401);
            assert_eq!(stop(&ceo, slug, &uuid, " ").findings_at("reason"), ["请填写原因"]);
            assert_eq!(stop(&ceo, slug, &uuid, &"长".repeat(201)).findings_at("reason"), ["原因不能超过200个字符"]);
            let stale = ceo.put(&path, json!({ "rowUuid": "x", "reason": "客户倒闭" }));
            assert_eq!((stale.code, &stale.data["current"]["rowUuid"]), (3, &version));
            let other = if scope == Scope::Lc { "io" } else { "lc" };
            assert_eq!(ceo.put(&format!("/sc/order/{other}/{uuid}/forceStop"), body.clone()).status, 404, "{slug}");
        }
        assert_eq!(stop(&ceo, "se", &uuid_of(&ceo, "se", "SE-2607140001"), "x").message, "订单已财务锁账，不能修改");
        world.unchanged(&before, true);
        let lc = open_order(&ceo, "lc");
        done(op.post(&format!("/afbase/order/lease/{lc}"), json!({ "tab": "a" })));
        assert!(stop(&ceo, "lc", &lc, "客户倒闭").message.contains("正在编辑该订单"));
    });
}

#[test]
fn an_order_that_changes_while_it_is_being_closed_stays_open() {
    with_orders(|world| {
        let ceo = world.login("ceo01");
        let lc = open_order(&ceo, "lc");
        let body = json!({ "rowUuid": view(&ceo, "lc", &lc)["rowUuid"], "reason": "客户倒闭" });
        let (begin, begun) = channel();
        let reply = std::thread::scope(|scope| {
            scope.spawn(|| {
                world.database(|_, conn| {
                    let change = format!("UPDATE freight_order SET row_uuid = 'other' WHERE uuid = '{lc}'");
                    conn.exec(&Stmt::Raw(change, Vec::new())).unwrap();
                    begin.send(()).unwrap();
                    // The call comes to the row meanwhile.
                    std::thread::sleep(Duration::from_millis(500));
                });
            });
            begun.recv().unwrap();
            ceo.put(&format!("/sc/order/lc/{lc}/forceStop"), body)
        });
        assert_eq!((reply.code, &reply.data["current"]["rowUuid"]), (3, &json!("other")), "{}", world.database);
        assert_eq!(view(&ceo, "lc", &lc)["lifecycle"], json!("OPEN"));
    });
}

#[test]
fn an_order_closed_for_good_stays_closed_and_is_shown_with_closed_ones() {
    with_orders(|world| {
        let (ceo, op) = (world.login("ceo01"), world.login("op01"));
        for scope in carried().map(|kind| kind.scope.share_prefix()) {
            let uuid = open_order(&ceo, scope);
            let reason = "长".repeat(200);
            let told = done(stop(&ceo, scope, &uuid, &reason));
            assert_eq!((&told["state"], &told["instanceId"]), (&json!("已通过"), &Json::Null), "nobody is asked");
            let closed = view(&ceo, scope, &uuid);
            assert_eq!(
                (text(&closed, "orderStatus"), text(&closed, "lifecycle")),
                ("强制关闭".into(), "CLOSED".into())
            );
            assert_eq!(text(&log(&ceo, &closed)[0], "text"), format!("强制关闭：{reason}"));
            assert_eq!(stop(&ceo, scope, &uuid, "x").message, "订单已关闭", "{scope}");
            assert_eq!(change(&op, scope, &uuid, json!({ "orderRemark": "x" })).message, "订单已关闭，不能修改");
            let listed = row(&ceo, scope, &uuid);
            assert_eq!(listed["orderStatus"], json!("强制关闭"), "{scope}");
            assert!(!listed["can"].to_string().contains("forcestop"), "{scope}");
            let usual = ceo.ok(&format!("/sc/order/{scope}/page"));
            assert!(!usual["records"].to_string().contains(&uuid), "{scope}: only with closed ones");
        }
    });
}

#[test]
fn a_released_bill_keeps_an_order_open_and_boxes_that_are_out_are_asked_about() {
    with_orders(|world| {
        let ceo = world.login("ceo01");
        let se1 = uuid_of(&ceo, "se", "SE-2607150001");
        let order = text(&view(&ceo, "se", &se1), "orderId");
        let bill = format!(
            "INSERT INTO bl (org_id, id, row_uuid, kind, order_id, line, doc_state, custody_state, si_state, si_rev, \
             change_count, created_by, created_at, updated_by, updated_at) \
             SELECT org_id, 77, 'u', 'MBL', id, 1, 'DONE', 'RELEASED', '', 0, 0, 1, 0, 1, 0 FROM freight_order \
             WHERE id = {order}"
        );
        raw(world, &bill);
        assert_eq!(stop(&ceo, "se", &se1, "客户倒闭").message, "提单已放，不能关闭");
        assert!(!view(&ceo, "se", &se1)["buttons"].to_string().contains("se-order-forcestop"));
        raw(world, "UPDATE bl SET custody_state = 'SIGNED'");
        let asked = stop(&ceo, "se", &se1, "客户倒闭");
        assert_eq!(asked.code, 2, "{}", asked.message);
        assert_eq!(asked.data["confirms"][0]["message"], json!("箱CSQU3054383、TSTU1000019未还空，是否继续？"));
        let english = stop(&ceo.in_language("en-US"), "se", &se1, "客户倒闭");
        assert_eq!(english.data["confirms"][0]["message"], json!("Not returned: CSQU3054383, TSTU1000019. Continue?"));
        // The call of all approvals has no place for the answer: the order's own call closes it.
        let apply = |uuid: &str| {
            let body = json!({ "eventId": 116, "refType": "ORDER", "refId": uuid, "reason": "客户倒闭" });
            ceo.post("/prm/ics/approval/apply", body)
        };
        raw(world, "UPDATE order_container SET empty_return_time = 1 WHERE container_no = 'CSQU3054383'");
        let before = world.contents(true);
        let asked = apply(&se1);
        assert_eq!((asked.code, &asked.data["confirms"][0]["message"]), (2, &json!("箱TSTU1000019未还空，是否继续？")));
        world.unchanged(&before, true);
        let te2 = uuid_of(&ceo, "te", "TE-2607150002");
        done(apply(&te2));
        assert_eq!(view(&ceo, "te", &te2)["lifecycle"], json!("CLOSED"), "all its boxes are at home");
        assert_eq!(view(&ceo, "se", &se1)["lifecycle"], json!("OPEN"));
        let yes = json!({ "reason": "客户倒闭", "confirmed": ["order.boxes.out"] });
        done(moved(&ceo, "se", &se1, "forceStop", yes));
        // A box nobody has taken yet is not out.
        done(stop(&ceo, "te", &uuid_of(&ceo, "te", "TE-2607150001"), "客户倒闭"));
    });
}

#[test]
fn closing_for_good_waits_for_its_decision_where_one_is_set() {
    with_orders(|world| {
        decided_by_manager(world);
        let (ceo, mgr) = (world.login("ceo01"), world.login("mgr01"));
        let (op, elsewhere) = (world.login("op01"), manager_elsewhere(world));
        let uuid = uuid_of(&ceo, "lc", "LC-2607150001");
        let before = view(&ceo, "lc", &uuid);
        let why = json!({ "reason": "客户倒闭", "remark": "无法联系" });
        let told = done(moved(&ceo, "lc", &uuid, "forceStop", why.clone()));
        assert_eq!((text(&told, "state"), text(&told, "instanceNo")), ("审批中".into(), "SP-2607150001".into()));
        assert_eq!(stop(&ceo, "lc", &uuid, "x").message, "已有审批中的申请");
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone();
        assert_eq!(
            (text(&task, "content"), text(&task, "businessScope")),
            ("客户海甲订单LC-2607150001申请强制关闭".into(), "LC".into())
        );
        done(decide(&mgr, "refuse"));
        assert_eq!(view(&ceo, "lc", &uuid), before, "neither the application nor its refusal changes the order");
        done(moved(&ceo, "lc", &uuid, "forceStop", why));
        done(decide(&mgr, "agree"));
        let closed = view(&ceo, "lc", &uuid);
        assert_eq!(text(&closed, "orderStatus"), "强制关闭");
        assert_eq!(text(&log(&ceo, &closed)[0], "text"), "强制关闭（SP-2607150002）：客户倒闭");
        // The call of all approvals closes by the same rules, and asks for the button of the order's scope.
        let apply = |caller: &Caller<'_>, uuid: &str, reason: &str| {
            let body = json!({ "eventId": 116, "refType": "ORDER", "refId": uuid, "reason": reason });
            caller.post("/prm/ics/approval/apply", body)
        };
        let io = uuid_of(&ceo, "io", "IO-2607150001");
        let unseen = world.contents(true);
        assert_eq!(apply(&op, &io, "x").status, 403);
        assert_eq!(apply(&elsewhere, &io, "x").status, 404);
        assert_eq!(apply(&ceo, &io, "").findings_at("reason"), ["请填写原因"]);
        assert_eq!(apply(&ceo, &uuid, "x").message, "订单已关闭");
        world.unchanged(&unseen, true);
        done(apply(&ceo, &io, "重复"));
        // Finance locks nothing meanwhile; what changed so that it can't be closed is not closed.
        raw(world, "UPDATE freight_order SET lifecycle = 'LOCKED' WHERE business_scope = 'IO'");
        let failed = decide(&mgr, "agree");
        assert_eq!(view(&ceo, "io", &io)["lifecycle"], json!("LOCKED"), "{}", failed.message);
    });
}

#[test]
fn the_life_of_an_order_stands_still_while_its_closing_is_decided() {
    with_orders(|world| {
        decided_by_manager(world);
        let (op, fin, ceo) = (world.login("op01"), world.login("fin01"), world.login("ceo01"));
        let uuid = text(&saved(&op, "se", sea(&op)), "orderUuid");
        record(&fin, "se", &uuid);
        let offers = |caller: &Caller<'_>, code: &str| view(caller, "se", &uuid)["buttons"].to_string().contains(code);
        let cancel = || moved(&op, "se", &uuid, "cancel", json!({ "reason": "客户取消" }));
        let lock = || moved(&fin, "se", &uuid, "lock", json!({}));
        assert_eq!(view(&op, "se", &uuid)["approving"], json!([]));
        assert!(offers(&op, "se-order-cancel") && offers(&fin, "af-lock-lock") && offers(&ceo, "se-order-forcestop"));
        let instance = done(stop(&ceo, "se", &uuid, "客户倒闭"))["instanceId"].clone();
        let act = json!({ "zh": "订单强制关闭", "en": "Order closed for good" });
        assert_eq!(
            view(&op, "se", &uuid)["approving"],
            json!([{ "instanceId": instance, "instanceNo": "SP-2607150001", "eventId": 116, "act": act, "closes": false }])
        );
        assert!(
            !offers(&op, "se-order-cancel") && !offers(&fin, "af-lock-lock") && !offers(&ceo, "se-order-forcestop")
        );
        assert!(offers(&op, "se-order-edit") && offers(&op, "se-order-opfinish"));
        let before = world.contents(true);
        assert_eq!((lock().message, cancel().message), (UNDER.to_owned(), UNDER.to_owned()));
        assert_eq!(stop(&ceo, "se", &uuid, "x").message, "已有审批中的申请");
        world.unchanged(&before, true);
        done(change(&op, "se", &uuid, json!({ "orderRemark": "等待审批" })));
        assert_eq!(
            world.login("sh01").get(&format!("/sc/order/se/{uuid}")).status,
            404,
            "another company sees neither"
        );
        done(ceo.post("/prm/ics/approval/withdraw", json!({ "instanceId": instance })));
        assert!(offers(&fin, "af-lock-lock") && offers(&ceo, "se-order-forcestop"));
        done(lock());
    });
}
