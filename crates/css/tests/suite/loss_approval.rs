//! The approval of an order that loses (event 106): what stays as it is while it is decided, what is done when it is agreed to,
//! and who reads what of it.

use platform::sea_query::ExprTrait;
use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::order_charge::{charges, uuid};
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const DEMO: i64 = 2;
const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const WAITS: &str = "审批中，不能修改";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// mgr01 decides about losses.
fn decided_by_mgr(world: &World) {
    let admin = world.login("demo-admin");
    let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
    let setting = json!({
        "eventId": "106", "approval": 1, "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
    });
    done(admin.post("/prm/ics/approval/setting", setting));
}

fn save(caller: &Caller<'_>, order: &str, side: &str, rows: Json) -> Reply {
    let list = charges(caller, order);
    caller.post("/css/charge/save", json!({ "orderUuid": order, "rowUuid": list["rowUuid"], side: rows }))
}

fn row_of(caller: &Caller<'_>, order: &str) -> Json {
    charges(caller, order)["order"]["orderRowUuid"].clone()
}

fn finish(caller: &Caller<'_>, order: &str, kind: &str) -> Reply {
    let row = row_of(caller, order);
    caller.put("/css/charge/finish", json!({ "orderUuid": order, "orderRowUuid": row, "kind": kind }))
}

/// E1 costs more than it brings.
fn e1_loses(caller: &Caller<'_>) -> String {
    let e1 = uuid(caller, E1);
    let mut cost = charges(caller, &e1)["cost"][0].clone();
    cost["unitPrice"] = json!("40");
    let list = done(save(caller, &e1, "cost", json!([cost])));
    assert_eq!(list["totals"]["profit"]["amount"], json!("-6235.10"));
    e1
}

/// E2 costs twice what it brings, by its weight.
fn e2_loses(caller: &Caller<'_>) -> String {
    let (of_e1, e2) = (charges(caller, &uuid(caller, E1)), uuid(caller, E2));
    let by_weight = |row: &Json, price: &str, coop: &Json| {
        json!({
            "serviceItemId": row["serviceItemId"], "basis": "计费重量", "currency": "CNY", "unitPrice": price, "coopId": coop,
        })
    };
    let (income, cost) = (&of_e1["income"][0], &of_e1["cost"][0]);
    done(save(caller, &e2, "income", json!([by_weight(income, "1", &income["coopId"])])));
    let list = done(save(caller, &e2, "cost", json!([by_weight(cost, "2", &cost["coopId"])])));
    assert!(list["totals"]["profit"]["amount"].as_str().is_some_and(|left| left.starts_with('-')), "{list}");
    e2
}

fn to_do(caller: &Caller<'_>) -> Json {
    caller.ok("/prm/api/toDo?current=1&size=10")["records"][0].clone()
}

fn decide(caller: &Caller<'_>, how: &str) {
    let body = json!({ "taskId": to_do(caller)["taskId"], "comment": "x" });
    done(caller.post(&format!("/prm/ics/approval/{how}"), body));
}

fn names(approval: &Json) -> Vec<String> {
    let facts = approval["facts"].as_array().cloned().expect("facts");
    facts.iter().map(|fact| fact["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn an_order_stays_as_it_is_while_its_loss_is_decided() {
    told(|world| {
        decided_by_mgr(world);
        let (op, fin, mgr) = (world.login("op01"), world.login("fin01"), world.login("mgr01"));
        let ceo = world.login("ceo01");
        let e1 = e1_loses(&op);
        assert!(charges(&op, &e1)["buttons"].to_string().contains("css-charge-edit"));
        done(finish(&op, &e1, "PAYABLE"));
        let list = charges(&op, &e1);
        let life = json!({ "orderUuid": e1, "rowUuid": list["order"]["orderRowUuid"] });
        let with = |more: Json| {
            let mut body = life.clone();
            for (name, value) in more.as_object().expect("members") {
                body[name] = value.clone();
            }
            body
        };
        let changed = |side: &str| {
            let mut row = list[side][0].clone();
            row["unitPrice"] = json!("41");
            json!([row])
        };
        let id = fin.ok(&format!("/afbase/orderLock/page?businessScope=AE&orderCode={E1}"))["records"][0]["id"].clone();
        let listed = json!({ "businessScope": "AE", "orderIds": [id], "lockDate": "2026-07-15" });
        let before = world.contents(true);
        for (what, reply) in [
            ("cost", save(&op, &e1, "cost", changed("cost"))),
            ("income", save(&op, &e1, "income", changed("income"))),
            ("income done", finish(&op, &e1, "RECEIVABLE")),
            ("cost done", finish(&op, &e1, "PAYABLE")),
            ("cancelled", op.put("/afbase/order/cancel", with(json!({ "reason": "录入错误", "remark": "" })))),
            ("closed", ceo.put("/afbase/order/forceStop", with(json!({ "reason": "客户取消" })))),
            ("locked", fin.put("/afbase/order/lock", life.clone())),
            ("locked with others", fin.put("/afbase/orderLock/lock", listed)),
        ] {
            assert_eq!((reply.code, reply.message.as_str()), (1, WAITS), "{what}");
        }
        world.unchanged(&before, true);
        for code in ["css-charge-edit", "css-charge-add", "css-income-finish", "css-cost-finish"] {
            assert!(!list["buttons"].to_string().contains(code), "{code}: {}", list["buttons"]);
        }
        for (caller, code) in [(&op, "af-order-cancel"), (&fin, "af-lock-lock"), (&ceo, "af-order-forcestop")] {
            let shown = caller.ok(&format!("/afbase/order/view/{e1}"));
            assert!(!shown["buttons"].to_string().contains(code), "{code}");
        }
        let list = charges(&op, &e1);
        assert_eq!(list["closed"], json!({ "income": WAITS, "cost": WAITS }));
        decide(&mgr, "refuse");
        assert_eq!(charges(&op, &e1)["closed"], json!({ "income": null, "cost": null }));
        assert_eq!(charges(&op, &e1)["order"]["costRecorded"], json!(false));
        done(save(&op, &e1, "cost", changed("cost")));
        done(finish(&op, &e1, "RECEIVABLE"));
    });
}

#[test]
fn charges_do_not_follow_an_order_whose_loss_is_decided() {
    told(|world| {
        decided_by_mgr(world);
        let op = world.login("op01");
        let e2 = e2_loses(&op);
        done(finish(&op, &e2, "PAYABLE"));
        let before = charges(&op, &e2)["cost"][0]["amount"].clone();
        let heavier = |answer: &str| {
            let mut body = op.ok(&format!("/afbase/order/view/{e2}"));
            body["planWeight"] = json!(900);
            body["confirmed"] = json!(["order.tolerance", "order.similar", answer]);
            op.post("/afbase/order/doUpdate", body)
        };
        refused(&heavier("order.charges.follow"), WAITS);
        done(heavier("no:order.charges.follow"));
        assert_eq!(charges(&op, &e2)["cost"][0]["amount"], before);
    });
}

#[test]
fn another_loss_than_was_decided_about_is_not_done() {
    told(|world| {
        decided_by_mgr(world);
        let (op, mgr) = (world.login("op01"), world.login("mgr01"));
        let e1 = e1_loses(&op);
        done(finish(&op, &e1, "PAYABLE"));
        // No call changes the charges meanwhile; what does it all the same is noticed.
        let cost: i64 = charges(&op, &e1)["cost"][0]["id"].as_str().expect("an id").parse().expect("a number");
        world.database(|_, conn| {
            let mut update = sql::update(DEMO, "charge", &[("functional", Value::Int(30_000_000))]);
            update.and_where(sql::col("id").eq(cost));
            assert_eq!(conn.exec(&update.into()).expect("writes"), 1);
        });
        let instance = to_do(&mgr)["instanceId"].as_str().expect("an id").to_owned();
        decide(&mgr, "agree");
        let approval = mgr.ok(&format!("/prm/ics/approval/{instance}"));
        assert_eq!((&approval["status"], &approval["effectStatus"]), (&json!("已通过"), &json!("失败")));
        assert_eq!(approval["effectError"], json!("订单毛利在审批期间有变化，请重新提交成本完成"));
        assert_eq!(charges(&op, &e1)["order"]["costRecorded"], json!(false));
        // Asked once more it is decided about what is there.
        done(finish(&op, &e1, "PAYABLE"));
        decide(&mgr, "agree");
        assert_eq!(charges(&op, &e1)["order"]["costRecorded"], json!(true));
    });
}

#[test]
fn what_is_left_is_told_to_who_decides_and_to_who_sees_profit() {
    told(|world| {
        decided_by_mgr(world);
        world.allow_nobody(&["af_order", "css_order_charge", "css-cost-finish"]);
        let (op, mgr, nobody) = (world.login("op01"), world.login("mgr01"), world.login("nobody"));
        let e1 = e1_loses(&op);
        done(finish(&nobody, &e1, "PAYABLE"));
        let task = to_do(&mgr);
        assert_eq!(task["content"], json!("客户甲订单AE-2607150001毛利为负，申请成本完成"));
        let instance = task["instanceId"].as_str().expect("an id").to_owned();
        let read = |caller: &Caller<'_>| caller.ok(&format!("/prm/ics/approval/{instance}"));
        let approval = read(&mgr);
        let left = approval["facts"].as_array().into_iter().flatten().find(|fact| fact["name"] == json!("profit"));
        assert_eq!(left.map(|fact| fact["value"].clone()), Some(json!("-6235.10")));
        assert!(["amount", "profitRate"].iter().all(|name| names(&approval).iter().any(|own| own == name)));
        let silent = |approval: &Json, words: &[&str]| {
            for word in words {
                assert!(!approval.to_string().contains(word), "{word}: {approval}");
            }
        };
        let own = read(&nobody);
        silent(&own, &["profit", "amount", "6235.1", "20104.9"]);
        world.allow_nobody(&["css-income-view"]);
        let own = read(&world.login("nobody"));
        silent(&own, &["profit", "6235.1"]);
        assert!(names(&own).contains(&"amount".to_owned()), "{own}");
        // Nor does the order say that it loses.
        let shown = |caller: &Caller<'_>| caller.ok(&format!("/afbase/order/view/{e1}"))["approving"].clone();
        assert_eq!(shown(&world.login("nobody")), json!([]));
        assert_eq!(shown(&op)[0]["eventId"], json!(106));
        world.allow_nobody(&["css-cost-view", "css-profit-view"]);
        assert!(names(&read(&world.login("nobody"))).contains(&"profit".to_owned()));
    });
}

#[test]
fn an_order_is_cancelled_or_its_loss_is_decided_but_never_both() {
    told(|world| {
        decided_by_mgr(world);
        let (op, mgr) = (world.login("op01"), world.login("mgr01"));
        let e2 = e2_loses(&op);
        let row = row_of(&op, &e2);
        let calls = [
            ("/css/charge/finish", json!({ "orderUuid": e2, "orderRowUuid": row, "kind": "PAYABLE" })),
            ("/afbase/order/cancel", json!({ "orderUuid": e2, "rowUuid": row, "reason": "录入错误", "remark": "" })),
        ];
        let calls = calls.into_iter().map(|(path, body)| {
            let client = op.client();
            async move { client.call("PUT", path, body).await }
        });
        let replies = world.at_once(calls.collect());
        let said: Vec<_> = replies.iter().map(|reply| (reply.code, reply.message.clone())).collect();
        assert_eq!(said.iter().filter(|(code, _)| *code == 0).count(), 1, "{said:?}");
        let waits = mgr.ok("/prm/api/toDo?current=1&size=10")["total"] == json!(1);
        let is_cancelled = op.ok(&format!("/afbase/order/view/{e2}"))["lifecycle"] == json!("CANCELLED");
        assert_ne!(waits, is_cancelled, "{said:?}");
    });
}

#[test]
fn no_template_charges_an_order_whose_loss_is_decided() {
    told(|world| {
        decided_by_mgr(world);
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        let e2 = e2_loses(&admin);
        let item = charges(&admin, &e2)["cost"][0]["serviceItemId"].clone();
        let template = json!({
            "templateName": "配主单", "businessScope": "AE", "kind": "RECEIVABLE", "autoApply": "MASTER",
            "lines": [{
                "serviceItemId": item, "basis": "票", "currencyCode": "CNY", "price": "9", "carry": "四舍五入", "taxRate": "0%",
            }],
        });
        done(admin.post("/css/chargeTemplate", template));
        let waits = done(finish(&op, &e2, "PAYABLE"));
        assert!(waits["approving"]["instanceNo"].is_string(), "{waits}");
        let before = charges(&admin, &e2)["totals"].clone();
        let mut order = op.ok(&format!("/afbase/order/view/{e2}"));
        order["awbNumber"] = json!("990-12345701");
        order["confirmed"] = json!(["order.tolerance", "order.similar", "awb.shared"]);
        done(op.post("/afbase/order/doUpdate", order));
        assert_eq!(charges(&admin, &e2)["totals"], before);
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("审批中，配主单时不自动套用费用模板"), "{log}");
    });
}
