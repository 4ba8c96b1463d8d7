//! Moves of an order's life.

use serde_json::{Value as Json, json};
use testkit::hook_server::{listens, put_down};

use super::approval::{decide, named, set, to_do};
use super::fixture::*;

#[test]
fn a_locked_order_is_not_changed_until_finance_unlocks_it() {
    with_orders(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let e4 = uuid_of(&op, "AE-2607140001");
        let before = view(&op, &e4);
        let reply = op.post("/afbase/order/doUpdate", with(before.clone(), json!({ "orderRemark": "x" })));
        assert_eq!((reply.code, reply.message.as_str()), (1, "订单已财务锁账，不能修改"));
        assert_eq!(view(&op, &e4), before);
        assert_eq!(moved(&fin, "order/lock", &e4, json!({})).message, "订单已财务锁账");
        assert_eq!(moved(&fin, "order/unlock", &e4, json!({})).code, 0);
        // Its flight has departed (issue 25, 18), so it goes back to there.
        assert_eq!(view(&op, &e4)["orderStatus"], json!("航班起飞"));
        assert_eq!(change(&op, &e4, json!({ "orderRemark": "x" })).code, 0);
    });
}

#[test]
fn operations_finish_with_actual_figures_and_fix_the_cargo() {
    with_orders(|world| {
        let op = world.login("op01");
        let (e1, e2) = (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"));
        assert_eq!(moved(&op, "order/opFinish", &e2, json!({})).message, "未出重，不能操作完成");
        assert_eq!(moved(&op, "order/opFinish", &e1, json!({})).code, 0);
        assert_eq!(moved(&op, "order/opFinish", &e1, json!({})).message, "订单已操作完成");
        assert_eq!(
            change(&op, &e1, json!({ "goodsNameCn": "x" })).findings_at("goodsNameCn"),
            ["操作已完成，不能修改中文品名"]
        );
        assert_eq!(change(&op, &e1, json!({ "orderRemark": "x" })).code, 0);
        assert_eq!(moved(&op, "order/opCancel", &e1, json!({})).code, 0);
        let stale = op.put("/afbase/order/opFinish", json!({ "orderUuid": e1, "rowUuid": "old" }));
        assert_eq!((stale.code, stale.message.as_str()), (3, "数据有变化，请刷新后重试"));
    });
}

/// Issue 25, 32: other systems learn that the order stands where it stood before it had a master.
#[test]
fn a_master_that_comes_off_is_told_with_the_node_it_leads_back_to() {
    with_orders(|world| {
        let op = world.login("op01");
        let e1 = uuid_of(&op, "AE-2607150001");
        listens(world);
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" })).code, 0);
        let told = put_down(world);
        let kinds: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, ["order.updated", "order.node_changed"]);
        assert_eq!(told[0].1["changedFields"], json!(["awbNumber"]));
        assert_eq!(told[1].1["order"]["node"], view(&op, &e1)["orderStatus"]);
    });
}

#[test]
fn an_order_is_cancelled_for_a_reason_and_comes_back() {
    with_orders(|world| {
        let (op, cs) = (world.login("op01"), world.login("cs01"));
        let (e1, e2, e3) =
            (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"), uuid_of(&op, "AE-2607150003"));
        let cancel = |uuid: &str, body: Json| moved(&op, "order/cancel", uuid, body);
        assert_eq!(cancel(&e3, json!({ "reason": "客户取消" })).message, "请先卸载主单");
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" })).code, 0);
        assert_eq!(cancel(&e1, json!({ "reason": "客户取消" })).message, "货物已操作，不能取消");
        assert_eq!(cancel(&e2, json!({ "reason": "别的" })).findings_at("reason"), ["请选择取消原因"]);
        assert_eq!(cancel(&e2, json!({ "reason": "其他" })).findings_at("remark"), ["请填写备注"]);
        assert_eq!(cancel(&e2, json!({ "reason": "客户取消" })).code, 0);
        assert_eq!(view(&op, &e2)["orderStatus"], json!("已取消"));
        assert_eq!(change(&op, &e2, json!({})).message, "订单已关闭，不能修改");
        assert_eq!(moved(&cs, "order/restore", &e2, json!({})).message, "只有取消人或管理员可以恢复");
        assert_eq!(moved(&op, "order/restore", &e2, json!({})).code, 0);
        assert_eq!(view(&op, &e2)["lifecycle"], json!("OPEN"));
    });
}

#[test]
fn a_closed_order_stays_closed() {
    with_orders(|world| {
        let mgr = world.login("ceo01");
        let (e2, e5) = (uuid_of(&mgr, "AE-2607150002"), uuid_of(&mgr, "AE-2607140002"));
        assert_eq!(view(&mgr, &e5)["orderStatus"], json!("强制关闭"));
        assert_eq!(view(&mgr, &e5)["closeReason"], json!("客户取消"));
        assert_eq!(moved(&mgr, "order/forceStop", &e5, json!({ "reason": "x" })).message, "订单已关闭");
        assert_eq!(moved(&mgr, "order/forceStop", &e2, json!({})).findings_at("reason"), ["请填写原因"]);
        assert_eq!(
            moved(&mgr, "order/forceStop", &e2, json!({ "reason": "x".repeat(201) })).findings_at("reason").len(),
            1
        );
        assert_eq!(moved(&mgr, "order/forceStop", &e2, json!({ "reason": "x".repeat(200) })).code, 0);
        assert_eq!(world.login("op01").put("/afbase/order/forceStop", json!({})).status, 403);
    });
}

#[test]
fn closing_for_good_waits_for_its_decision_where_one_is_set() {
    with_orders(|world| {
        let (admin, asker, mgr) = (world.login("demo-admin"), world.login("ceo01"), world.login("mgr01"));
        let e2 = uuid_of(&asker, "AE-2607150002");
        set(&admin, json!({ "eventId": "116", "approval": "1", "levels": [named(&admin, &["mgr01"])] }));
        let why = json!({ "reason": "客户倒闭", "remark": "无法联系" });
        let stop = || moved(&asker, "order/forceStop", &e2, why.clone());
        let before = view(&asker, &e2);
        let told = done(stop());
        assert_eq!((text(&told, "state").as_str(), text(&told, "instanceNo").as_str()), ("审批中", "SP-2607150001"));
        assert_eq!(stop().message, "已有审批中的申请");
        assert_eq!(to_do(&mgr).len(), 1);
        assert_eq!(decide(&mgr, "refuse", json!({ "comment": "再等等" })).code, 0);
        assert_eq!(view(&asker, &e2), before, "neither the application nor its refusal changes the order");
        done(stop());
        assert_eq!(decide(&mgr, "agree", json!({ "comment": "同意" })).code, 0);
        let closed = view(&asker, &e2);
        assert_eq!(
            (text(&closed, "orderStatus"), text(&closed, "closeReason"), text(&closed, "closeRemark")),
            ("强制关闭".to_owned(), "客户倒闭".to_owned(), "无法联系".to_owned())
        );
    });
}

#[test]
fn the_life_of_an_order_stands_still_while_its_closing_is_decided() {
    with_orders(|world| {
        let (admin, asker, mgr) = (world.login("demo-admin"), world.login("ceo01"), world.login("mgr01"));
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let e2 = uuid_of(&op, "AE-2607150002");
        record(&op, &e2);
        let setting = set(&admin, json!({ "eventId": "116", "approval": "1", "levels": [named(&admin, &["mgr01"])] }));
        let stop = || moved(&asker, "order/forceStop", &e2, json!({ "reason": "客户倒闭" }));
        let cancel = || moved(&op, "order/cancel", &e2, json!({ "reason": "客户取消" }));
        let lock = || moved(&fin, "order/lock", &e2, json!({}));
        let offers = |caller: &testkit::Caller<'_>, code: &str| view(caller, &e2)["buttons"].to_string().contains(code);
        assert_eq!(view(&op, &e2)["approving"], json!([]));
        assert!(offers(&op, "af-order-cancel") && offers(&fin, "af-lock-lock") && offers(&asker, "af-order-forcestop"));
        let instance = done(stop())["instanceId"].clone();
        let shown = view(&op, &e2)["approving"].clone();
        let act = json!({ "zh": "订单强制关闭", "en": "Order closed for good" });
        assert_eq!(
            shown,
            json!([{ "instanceId": instance, "instanceNo": "SP-2607150001", "eventId": 116, "act": act, "closes": false }])
        );
        assert!(!offers(&op, "af-order-cancel") && !offers(&fin, "af-lock-lock"));
        assert!(!offers(&asker, "af-order-forcestop"));
        let before = world.contents(true);
        for refused in [cancel(), lock()] {
            assert_eq!((refused.code, refused.message.as_str()), (1, "审批中，不能修改"));
        }
        assert_eq!(stop().message, "已有审批中的申请");
        world.unchanged(&before, true);
        let status = format!("/prm/ics/approval/setting/{setting}/status");
        done(admin.post(&status, json!({ "active": false, "version": 1 })));
        assert_eq!(stop().message, "已有审批中的申请", "nor is it closed when nobody would be asked any more");
        assert_eq!(change(&op, &e2, json!({ "orderRemark": "等待审批" })).code, 0, "the rest of it is worked on");
        assert_eq!(world.login("sh01").get(&format!("/afbase/order/view/{e2}")).status, 404);
        assert_eq!(decide(&mgr, "refuse", json!({ "comment": "再等等" })).code, 0);
        assert_eq!((view(&op, &e2)["approving"].clone(), cancel().code), (json!([]), 0), "refused, it goes on");
        done(moved(&op, "order/restore", &e2, json!({})));
        record(&op, &e2);
        done(admin.post(&status, json!({ "active": true, "version": 2 })));
        let instance = done(stop())["instanceId"].clone();
        assert_eq!(lock().message, "审批中，不能修改");
        done(asker.post("/prm/ics/approval/withdraw", json!({ "instanceId": instance })));
        done(lock());
    });
}

#[test]
fn an_unloaded_master_goes_back_to_the_stock_or_is_void() {
    with_orders(|world| {
        let op = world.login("op01");
        let (e1, e2, e3) =
            (uuid_of(&op, "AE-2607150001"), uuid_of(&op, "AE-2607150002"), uuid_of(&op, "AE-2607150003"));
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e2, json!({ "mode": "stock" })).message, "订单没有主单");
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e1, json!({ "mode": "x" })).status, 400);
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e3, json!({ "mode": "void" })).code, 0);
        assert_eq!(moved(&op, "aforder/uninstallAwb", &e1, json!({ "mode": "stock" })).code, 0);
        let state = |number: &str, state: &str| {
            op.ok(&format!("/afbase/awb/page?awbNumber={number}&awbStatus={state}"))["total"].clone()
        };
        assert_eq!((state("99012345686", "VOID"), state("99012345675", "UNUSED")), (json!(1), json!(1)));
        let order = view(&op, &e3);
        assert_eq!((order["awbNumber"].clone(), order["orderStatus"].clone()), (Json::Null, json!("订单创建")));
        // E1 was weighed, which is further than a master.
        assert_eq!(view(&op, &e1)["orderStatus"], json!("货物出重"));
        assert_eq!(change(&op, &e2, json!({ "awbNumber": "990-12345675" })).code, 0);
        assert_eq!(change(&op, &e3, json!({ "awbNumber": "990-12345686" })).findings_at("awbNumber"), ["主单号已作废"]);
    });
}
