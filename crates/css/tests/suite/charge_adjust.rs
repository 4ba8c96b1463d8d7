//! /css_charge_adjust as the catalogue shows it: cost of E4 corrected on C4.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// A row id of an order, as the select of locked orders offers it.
fn order_id(caller: &Caller<'_>, code: &str) -> Json {
    let page = caller.ok(&format!("/afbase/order/page?orderCode={code}&closed=true"));
    page["records"][0]["id"].clone()
}

/// An adjustment of −200.00 on C4 with some members otherwise.
fn body(caller: &Caller<'_>, members: Json) -> Json {
    let e4 = charges(caller, &uuid(caller, "AE-2607140001"));
    let mut body = json!({
        "orderId": order_id(caller, "AE-2607140001"), "kind": "PAYABLE", "correctsId": e4["cost"][1]["id"],
        "amount": "-200.00", "financialDate": "2026-07-15", "reason": "供应商少收",
    });
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

fn adjust(caller: &Caller<'_>, members: Json) -> Reply {
    caller.post("/css/chargeAdjust/save", body(caller, members))
}

/// Lines of the order's log that say something.
fn logged(world: &World, order: &str, words: &str) -> Vec<String> {
    let log = world.login("demo-admin").ok(&format!("/afbase/order/log/page?orderUuid={order}&size=100"));
    let rows = log["records"].as_array().into_iter().flatten().map(Json::to_string);
    rows.filter(|row| row.contains(words)).collect()
}

/// An adjustment for the standard suite, of an order without charges.
pub fn adjusted(world: &World) {
    let fin = world.login("fin01");
    let line = json!({
        "orderId": order_id(&fin, "AE-2607140001"), "kind": "PAYABLE", "serviceItemId": item(world, "空运费"),
        "coopId": coop(world, "GYS001"), "currency": "CNY", "amount": "120", "financialDate": "2026-07-15",
        "reason": "补录",
    });
    done(fin.post("/css/chargeAdjust/save", line));
}

#[test]
fn a_locked_order_is_corrected_by_a_line_of_its_own() {
    told(|world| {
        let fin = world.login("fin01");
        let e4 = uuid(&fin, "AE-2607140001");
        let before = charges(&fin, &e4);
        let offers = fin.ok("/platform/select/lockedCharge?keyword=地面操作费");
        assert_eq!(offers[0]["value"], before["cost"][1]["id"]);
        assert_eq!(offers[0]["label"], json!("AE-2607140001 应付 地面操作费 CNY 3000.00"));
        assert_eq!(fin.ok("/platform/select/lockedOrder?keyword=AE-")[0]["label"], json!("AE-2607140001"));
        let made = done(adjust(&fin, json!({})));
        assert_eq!(made["adjustNum"], json!("AJ-2607150001"));
        let after = charges(&fin, &e4);
        assert_eq!(after["totals"]["cost"]["functional"], json!("14800.00"));
        assert_eq!(after["totals"]["profit"]["amount"], json!("5200.00"));
        assert_eq!(after["cost"][1], before["cost"][1], "the line itself stays");
        let line = &after["cost"][2];
        let said = ["amount", "amountNotTax", "amountTax", "financialDate", "source", "taxRate"];
        assert_eq!(
            said.map(|name| line[name].as_str().unwrap_or("-")),
            ["-200.00", "-188.68", "-11.32", "2026-07-15", "ADJUSTED", "6%"]
        );
        assert!(line["closed"].as_str().is_some(), "frozen");
        let list = fin.ok("/css/chargeAdjust/page?orderCode=AE-2607140001");
        let row = &list["records"][0];
        assert_eq!(
            ["adjustNum", "orderCode", "kind", "serviceName", "correctsLine", "reason", "coopName"]
                .map(|name| row[name].as_str().unwrap_or("-")),
            ["AJ-2607150001", "AE-2607140001", "PAYABLE", "地面操作费", "地面操作费", "供应商少收", "供应商甲"]
        );
        assert_eq!((&row["amount"], &row["correctsAmount"]), (&json!(-200), &json!(3000)));
        assert_eq!(list["totals"]["functionalAmount"], json!(-200));
        let log = logged(world, &e4, "锁账后调整");
        assert_eq!(log.len(), 1, "{log:?}");
        assert!(log[0].contains("应付锁账后调整 AJ-2607150001（2026-07-15）：供应商少收"), "{log:?}");
        // The month has it, and the next number follows.
        assert_eq!(fin.ok("/css/period/list")[1]["cost"], json!("14800.00"));
        assert_eq!(done(adjust(&fin, json!({ "amount": "10" })))["adjustNum"], json!("AJ-2607150002"));
    });
}

#[test]
fn what_can_not_be_corrected_is_said_where_it_is_and_nothing_is_written() {
    told(|world| {
        let fin = world.login("fin01");
        let before = world.contents(false);
        let at = |members: Json, field: &str| adjust(&fin, members).findings_at(field).join("；");
        assert_eq!(at(json!({ "financialDate": "2026-05-20" }), "financialDate"), "财务期间2026-05已结账");
        assert_eq!(at(json!({ "financialDate": "2026-08-01" }), "financialDate"), "财务期间2026-08未开启");
        assert_eq!(at(json!({ "financialDate": "2026-07-13" }), "financialDate"), "财务日期不能早于锁账日期2026-07-14");
        assert_eq!(at(json!({ "amount": "0" }), "amount"), "金额不能为0");
        assert_eq!(at(json!({ "amount": null }), "amount"), "请填写金额（可为负）");
        assert_eq!(at(json!({ "reason": " " }), "reason"), "请填写原因");
        assert_eq!(at(json!({ "kind": "RECEIVABLE" }), "correctsId"), "对应费用不属于该订单的应收");
        assert_eq!(at(json!({ "currency": "USD" }), "currency"), "对应费用的币种为CNY");
        assert_eq!(at(json!({ "amount": "1.005" }), "amount"), "CNY金额最多2位小数");
        refused(&adjust(&fin, json!({ "orderId": order_id(&fin, "AE-2607150001") })), "订单未锁账，请直接修改费用");
        let over = adjust(&fin, json!({ "amount": "-3000.01" }));
        assert_eq!(over.data["confirms"][0]["key"], json!("adjust.over"));
        assert_eq!(adjust(&world.login("op01"), json!({})).status, 403);
        world.unchanged(&before, false);
        done(adjust(&fin, json!({ "amount": "-3000.01", "confirmed": ["adjust.over"] })));
        // All of it taken back: what is left of the line counts every correction.
        let again = adjust(&fin, json!({ "amount": "-0.01" }));
        assert_eq!(again.data["confirms"][0]["key"], json!("adjust.over"));
    });
}

#[test]
fn a_correction_is_taken_back_while_its_month_is_open() {
    told(|world| {
        let fin = world.login("fin01");
        let e4 = uuid(&fin, "AE-2607140001");
        done(adjust(&fin, json!({ "requestId": "5b1b1f3e-7d0c-4a43-9f2e-6f1d1f0f7a01" })));
        let kept = world.contents(false);
        done(adjust(&fin, json!({ "requestId": "5b1b1f3e-7d0c-4a43-9f2e-6f1d1f0f7a01" })));
        world.unchanged(&kept, false);
        let id = fin.ok("/css/chargeAdjust/page")["records"][0]["id"].clone();
        let undo = || fin.delete(&format!("/css/chargeAdjust/{}", id.as_str().expect("an id")));
        for month in ["2026-06", "2026-07"] {
            done(fin.post("/css/period/close", json!({ "month": month })));
        }
        refused(&undo(), "财务期间2026-07已结账");
        done(fin.post("/css/period/reopen", json!({ "month": "2026-07", "reason": "更正" })));
        done(undo());
        let log = logged(world, &e4, "撤销锁账调整");
        assert!(log.len() == 1 && log[0].contains("应付撤销锁账调整 AJ-2607150001"), "{log:?}");
        assert_eq!(charges(&fin, &e4)["totals"]["cost"]["functional"], json!("15000.00"));
        assert_eq!(fin.ok("/css/period/list")[1]["cost"], json!("15000.00"));
        assert_eq!(undo().status, 404);
        // Its number is not given again.
        assert_eq!(done(adjust(&fin, json!({})))["adjustNum"], json!("AJ-2607150002"));
        // A line of the order itself is none.
        let line = charges(&fin, &e4)["cost"][0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(fin.delete(&format!("/css/chargeAdjust/{line}")).status, 404);
    });
}

#[test]
fn an_order_that_is_opened_again_keeps_its_correction_and_the_day_of_it() {
    told(|world| {
        let fin = world.login("fin01");
        let e4 = uuid(&fin, "AE-2607140001");
        done(adjust(&fin, json!({})));
        let row = fin.ok(&format!("/afbase/order/view/{e4}"))["rowUuid"].clone();
        done(fin.put("/afbase/order/unlock", json!({ "orderUuid": e4, "rowUuid": row })));
        let open = charges(&fin, &e4);
        assert_eq!(open["cost"][0]["financialDate"], json!(null));
        assert_eq!(open["cost"][2]["financialDate"], json!("2026-07-15"));
        assert_eq!(open["totals"]["cost"]["functional"], json!("14800.00"));
    });
}

#[test]
fn a_correction_stays_while_the_loss_it_made_is_decided() {
    told(|world| {
        let (fin, admin, op) = (world.login("fin01"), world.login("demo-admin"), world.login("op01"));
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let setting = json!({
            "eventId": "106", "approval": 1,
            "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
        });
        done(admin.post("/prm/ics/approval/setting", setting));
        let e4 = uuid(&fin, "AE-2607140001");
        done(adjust(&fin, json!({ "amount": "9000" })));
        let row = fin.ok(&format!("/afbase/order/view/{e4}"))["rowUuid"].clone();
        done(fin.put("/afbase/order/unlock", json!({ "orderUuid": e4, "rowUuid": row })));
        let moved = |caller: &Caller<'_>, verb: &str| {
            let row = charges(&admin, &e4)["order"]["orderRowUuid"].clone();
            let body = json!({ "orderUuid": e4, "orderRowUuid": row, "kind": "PAYABLE", "reason": "更正" });
            done(caller.put(&format!("/css/charge/{verb}"), body))
        };
        moved(&admin, "rollback");
        let waits = moved(&op, "finish");
        assert!(waits["approving"]["instanceNo"].is_string(), "{waits}");
        let id = fin.ok("/css/chargeAdjust/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        let before = world.contents(false);
        refused(&fin.delete(&format!("/css/chargeAdjust/{id}")), "审批中，不能修改");
        world.unchanged(&before, false);
    });
}

#[test]
fn a_side_that_may_not_be_seen_is_neither_listed_nor_corrected() {
    told(|world| {
        done(adjust(&world.login("fin01"), json!({})));
        let codes = ["af_order", "css_charge_adjust", "css-adjust-add", "css-adjust-del", "css-income-view"];
        world.allow_nobody(&codes);
        let (fin, reader) = (world.login("fin01"), world.login("nobody"));
        assert_eq!(reader.ok("/css/chargeAdjust/page")["total"], json!(0));
        assert_eq!(reader.ok("/platform/select/lockedCharge?keyword=地面操作费"), json!([]));
        let sent = reader.post("/css/chargeAdjust/save", body(&fin, json!({})));
        assert_eq!(sent.status, 403, "{}", sent.message);
        let id = fin.ok("/css/chargeAdjust/page")["records"][0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(reader.delete(&format!("/css/chargeAdjust/{id}")).status, 404);
    });
}
