//! /incidentals as the catalogue shows it.

use platform::store::{Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::order_charge::{charges, uuid};
use crate::css::suite::rooms_with_orders;
use crate::css::{charged, coop, item};

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const E4: &str = "AE-2607140001";
/// The master of E1.
const MASTER: &str = "990-12345675";
/// The company of the fixture.
const DEMO: i64 = 2;

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

/// A service item that is an incidental charge.
fn incidental_item(world: &World) -> String {
    item(world, "杂费")
}

fn list(caller: &Caller<'_>, order: &str) -> Json {
    caller.ok(&format!("/afbase/incidentals/list?orderUuid={order}"))["orders"][0].clone()
}

fn post(caller: &Caller<'_>, verb: &str, body: Json) -> Reply {
    caller.post(&format!("/afbase/incidentals/{verb}"), body)
}

fn with(mut body: Json, more: Json) -> Json {
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

/// What a call says about an order as it was told.
fn of(order: &Json, more: Json) -> Json {
    with(json!({ "orderUuid": order["order"]["orderUuid"], "rowUuid": order["rowUuid"] }), more)
}

/// A cost of an incidental item.
fn cost(world: &World, more: Json) -> Json {
    let item = incidental_item(world);
    with(json!({ "kind": "PAYABLE", "serviceItemId": item, "coopId": coop(world, "GYS001") }), more)
}

/// Rows on an order as it is now, with some members more.
fn save(caller: &Caller<'_>, order: &str, lines: Json, more: Json) -> Reply {
    post(caller, "doSave", of(&list(caller, order), with(json!({ "lines": lines }), more)))
}

/// A cost of so much on an order, with some members more.
fn enter(world: &World, caller: &Caller<'_>, order: &str, price: &str, more: Json) -> Reply {
    save(caller, order, json!([cost(world, json!({ "unitPrice": price }))]), more)
}

/// The ids of what is told of an order.
fn ids(order: &Json) -> Vec<Json> {
    order["lines"].as_array().into_iter().flatten().map(|row| row["id"].clone()).collect()
}

/// The order changed since it was read.
fn late(reply: &Reply) {
    assert_eq!((reply.code, reply.message.as_str()), (3, "数据有变化，请刷新后重试"), "{}", reply.data);
}

/// The last charge of a side as the page of the charges tells it.
fn last(caller: &Caller<'_>, order: &str, side: &str) -> Json {
    charges(caller, order)[side].as_array().and_then(|rows| rows.last()).cloned().unwrap_or_default()
}

/// Lines of the order's log that say something.
fn logged(world: &World, order: &str, words: &str) -> Vec<String> {
    let log = world.login("demo-admin").ok(&format!("/afbase/order/log/page?orderUuid={order}&size=100"));
    let rows = log["records"].as_array().into_iter().flatten().map(Json::to_string);
    rows.filter(|row| row.contains(words)).collect()
}

/// Puts E2 onto the master of E1.
fn share_the_master(caller: &Caller<'_>) {
    let mut order = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, E2)));
    order["awbNumber"] = json!(MASTER);
    order["confirmed"] = json!(["order.tolerance", "order.similar", "awb.shared"]);
    done(caller.post("/afbase/order/doUpdate", order));
}

/// An amount over the orders of a master, with some members otherwise.
fn batch(world: &World, caller: &Caller<'_>, number: &str, more: Json) -> Reply {
    let body = json!({
        "awbNumber": number, "kind": "PAYABLE", "serviceItemId": incidental_item(world),
        "coopId": coop(world, "GYS001"), "currency": "CNY", "amount": "300.00", "note": "货站操作",
    });
    post(caller, "doBatchSave", with(body, more))
}

fn states(order: &Json) -> Vec<String> {
    let of = |row: &Json| {
        format!(
            "{} {} {}",
            row["kind"].as_str().unwrap_or("-"),
            row["amount"].as_str().unwrap_or("-"),
            row["state"].as_str().unwrap_or("-")
        )
    };
    order["lines"].as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn a_charge_waits_until_it_is_confirmed_and_counts_from_then_on() {
    told(|world| {
        world.allow_nobody(&["incidentals-add"]);
        let (clerk, op) = (world.login("nobody"), world.login("op01"));
        let e1 = uuid(&op, E1);
        let made = done(enter(world, &clerk, &e1, "100.00", json!({})));
        let order = &made["orders"][0];
        assert_eq!(states(order), ["PAYABLE 100.00 PENDING"]);
        assert_eq!(order["lines"][0]["can"], json!(["edit", "delete"]), "its author decides nothing");
        assert_eq!((&order["lines"][0]["quantity"], &order["lines"][0]["basis"]), (&json!("1"), &json!("票")));
        let cost = |caller: &Caller<'_>| charges(caller, &e1)["totals"]["cost"]["functional"].clone();
        assert_eq!(cost(&op), json!("13170.00"), "it counts nowhere");
        let listed = || op.ok(&format!("/css/charge/page?kind=PAYABLE&number={E1}"))["total"].clone();
        assert_eq!(listed(), json!(1), "nor is it among the charges that are asked about");
        let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
        let finish = json!({ "orderUuid": e1, "orderRowUuid": row, "kind": "PAYABLE" });
        refused(&op.put("/css/charge/finish", finish), "有1条待确认杂费，请先处理");
        let named = of(order, json!({ "ids": ids(order) }));
        assert_eq!(post(&clerk, "confirm", named.clone()).status, 403);
        let confirmed = done(post(&op, "confirm", named));
        let order = &confirmed["orders"][0];
        assert_eq!(states(order), ["PAYABLE 100.00 NORMAL"]);
        assert_eq!((cost(&op), listed()), (json!("13270.00"), json!(2)));
        let before = world.contents(false);
        let named = of(order, json!({ "ids": ids(order) }));
        refused(&post(&op, "confirm", named.clone()), "杂费已处理或不存在，请刷新后重试");
        refused(&post(&clerk, "doDelete", named), "只能删除自己录入且未确认的杂费");
        world.unchanged(&before, false);
        assert_eq!((logged(world, &e1, "应付录入杂费").len(), logged(world, &e1, "应付确认杂费").len()), (1, 1));
    });
}

#[test]
fn a_charge_that_is_sent_back_is_entered_again_or_taken_back_by_its_author() {
    told(|world| {
        world.allow_nobody(&["incidentals-add"]);
        let (clerk, op) = (world.login("nobody"), world.login("op01"));
        let e1 = uuid(&op, E1);
        let made = done(enter(world, &clerk, &e1, "100.00", json!({})));
        let order = &made["orders"][0];
        let id = order["lines"][0]["id"].clone();
        let reject = |reason: &str| post(&op, "reject", of(order, json!({ "ids": [id], "reason": reason })));
        assert_eq!(reject("").findings_at("reason"), ["请填写退回原因（最多200字）"]);
        let back = done(reject("金额不对"));
        assert_eq!(states(&back["orders"][0]), ["PAYABLE 100.00 RETURNED"]);
        assert_eq!(list(&clerk, &e1)["lines"][0]["reason"], json!("金额不对"));
        // One line of the log, with the reason.
        let told = logged(world, &e1, "退回杂费");
        assert!(told.len() == 1 && told[0].contains("应付退回杂费：金额不对"), "{told:?}");
        // Somebody else can't change it.
        let line = json!({ "id": id, "kind": "PAYABLE", "unitPrice": "90" });
        let others = save(&op, &e1, json!([line]), json!({}));
        assert_eq!(others.findings_at("lines.0"), ["该行已删除或不属于此订单"]);
        let again = done(save(&clerk, &e1, json!([line]), json!({})));
        let order = &again["orders"][0];
        assert_eq!(states(order), ["PAYABLE 90.00 PENDING"]);
        assert_eq!(order["lines"][0]["id"], id);
        let named = of(order, json!({ "ids": [id] }));
        refused(&post(&op, "doDelete", named.clone()), "只能删除自己录入且未确认的杂费");
        let gone = done(post(&clerk, "doDelete", named));
        assert_eq!(states(&gone["orders"][0]), [""; 0]);
    });
}

#[test]
fn an_amount_of_a_master_is_shared_over_its_orders_by_charge_weight() {
    told(|world| {
        let admin = world.login("demo-admin");
        share_the_master(&admin);
        let batch = |number: &str, more: Json| batch(world, &admin, number, more);
        let shared = done(batch(MASTER, json!({})));
        let of_place = |place: usize| {
            let order = &shared["orders"][place];
            (order["order"]["orderCode"].clone(), states(order))
        };
        assert_eq!(of_place(0), (json!(E1), vec!["PAYABLE 206.09 PENDING".to_owned()]));
        assert_eq!(of_place(1), (json!(E2), vec!["PAYABLE 93.91 PENDING".to_owned()]));
        let both = admin.ok(&format!("/afbase/incidentals/list?awbNumber={MASTER}"));
        assert_eq!(both["orders"].as_array().map(Vec::len), Some(2));
        let before = world.contents(false);
        refused(&batch("990-12345690", json!({})), &format!("{E4}：订单已财务锁账，费用不可修改"));
        assert_eq!(batch(MASTER, json!({ "amount": "0" })).findings_at("amount"), ["请填写金额"]);
        assert_eq!(batch(MASTER, json!({ "amount": "1.005" })).findings_at("amount"), ["CNY金额最多2位小数"]);
        assert_eq!(batch(MASTER, json!({ "currency": "XXX" })).findings_at("currency"), ["币种不存在"]);
        assert_eq!(batch("12345", json!({})).status, 400);
        refused(&batch("990-12345701", json!({})), "主单没有进行中的订单");
        world.unchanged(&before, false);
        // All of them, or none: one order whose cost is done keeps the other from its share.
        let finish = |code: &str| {
            let order = uuid(&admin, code);
            let waiting = list(&admin, &order);
            done(post(&admin, "confirm", of(&waiting, json!({ "ids": ids(&waiting) }))));
            let row = charges(&admin, &order)["order"]["orderRowUuid"].clone();
            done(
                admin.put("/css/charge/finish", json!({ "orderUuid": order, "orderRowUuid": row, "kind": "PAYABLE" })),
            );
        };
        finish(E1);
        let before = world.contents(false);
        refused(&batch(MASTER, json!({})), &format!("{E1}：成本已完成，不能录入"));
        world.unchanged(&before, false);
    });
}

#[test]
fn the_same_is_charged_to_the_customer_with_a_markup() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let made = done(enter(world, &op, &e1, "100.05", json!({ "withIncome": true, "markup": "10" })));
        assert_eq!(states(&made["orders"][0]), ["RECEIVABLE 110.06 PENDING", "PAYABLE 100.05 PENDING"]);
        assert_eq!(made["orders"][0]["lines"][0]["coopName"], json!("客户甲"));
        let before = world.contents(false);
        let wild = enter(world, &op, &e1, "1", json!({ "withIncome": true, "markup": "101" }));
        assert_eq!(wild.findings_at("markup"), ["加价须在0与100之间"]);
        world.unchanged(&before, false);
    });
}

#[test]
fn what_is_wrong_stands_at_its_cell_and_what_is_closed_takes_nothing() {
    told(|world| {
        let op = world.login("op01");
        let (e1, e4) = (uuid(&op, E1), uuid(&op, E4));
        let before = world.contents(false);
        refused(&enter(world, &op, &e4, "1", json!({})), "订单已财务锁账，费用不可修改");
        let line = |members: Json| cost(world, with(json!({ "unitPrice": "5" }), members));
        let sent = |lines: Json| save(&op, &e1, lines, json!({}));
        let freight = item(world, "空运费");
        let income = line(json!({ "kind": "RECEIVABLE", "coopId": coop(world, "KH001") }));
        let second = sent(json!([income, line(json!({ "serviceItemId": freight }))]));
        assert_eq!(second.findings_at("lines.1.serviceItemId"), ["该服务项目不是杂费"]);
        assert_eq!(sent(json!([line(json!({ "kind": "BOTH" }))])).findings_at("lines.0.kind"), ["请选择应收或应付"]);
        assert_eq!(
            sent(json!([line(json!({ "currency": "GBP" }))])).findings_at("lines.0.exchangeRate"),
            ["GBP在2026-07-15没有有效汇率"]
        );
        assert_eq!(sent(json!([])).findings_at("lines"), ["请至少填写一行杂费"]);
        assert_eq!(enter(world, &world.login("nobody"), &e1, "1", json!({})).status, 403);
        world.unchanged(&before, false);
    });
}

#[test]
fn who_may_not_see_what_customers_are_charged_neither_sees_nor_enters_it() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        done(enter(world, &op, &e1, "100", json!({ "withIncome": true })));
        world.allow_nobody(&["incidentals-add"]);
        let clerk = world.login("nobody");
        assert_eq!(states(&list(&clerk, &e1)), [""; 0], "neither the income nor the cost of another");
        let line = json!({ "kind": "RECEIVABLE", "serviceItemId": incidental_item(world), "unitPrice": "5" });
        assert_eq!(save(&clerk, &e1, json!([line]), json!({})).status, 403);
        let own = done(enter(world, &clerk, &e1, "7", json!({ "withIncome": true })));
        assert_eq!(states(&own["orders"][0]), ["PAYABLE 7.00 PENDING"], "what is made of it is not told");
        assert_eq!(states(&list(&op, &e1)).len(), 4);
    });
}

#[test]
fn a_percentage_is_entered_by_who_sees_what_it_is_of_and_charged_on_as_an_amount() {
    told(|world| {
        world.allow_nobody(&["incidentals-add"]);
        let (clerk, op) = (world.login("nobody"), world.login("op01"));
        let e1 = uuid(&op, E1);
        let tenth = || json!([cost(world, json!({ "basis": "百分比", "unitPrice": "10" }))]);
        let before = world.contents(false);
        let blind = save(&clerk, &e1, tenth(), json!({}));
        assert_eq!(blind.findings_at("lines.0.serviceItemId"), ["没有查看该类费用的权限，不能按百分比录入"]);
        assert!(!blind.data.to_string().contains("1317"), "a tenth of the cost: {}", blind.data);
        world.unchanged(&before, false);
        let made = done(save(&op, &e1, tenth(), json!({ "withIncome": true, "markup": "10" })));
        assert_eq!(states(&made["orders"][0]), ["RECEIVABLE 1448.70 PENDING", "PAYABLE 1317.00 PENDING"]);
        // Of what customers are charged it would be another amount.
        let income = last(&op, &e1, "income");
        assert_eq!(
            (&income["basis"], &income["amountFixed"], &income["amount"]),
            (&json!("手工"), &json!(true), &json!("1448.70"))
        );
    });
}

#[test]
fn what_was_cut_to_a_limit_is_charged_on_as_it_was_cut() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let raised = cost(world, json!({ "unitPrice": "30", "amountMin": "100" }));
        let made = done(save(&op, &e1, json!([raised]), json!({ "withIncome": true, "markup": "10" })));
        assert_eq!(states(&made["orders"][0]), ["RECEIVABLE 110.00 PENDING", "PAYABLE 100.00 PENDING"]);
    });
}

#[test]
fn a_percentage_follows_a_charge_that_is_confirmed() {
    told(|world| {
        let op = world.login("op01");
        let e2 = uuid(&op, E2);
        let supplier = coop(world, "GYS001");
        let row = |basis: &str, price: &str| json!({ "serviceItemId": item(world, "操作费"), "coopId": supplier, "basis": basis, "unitPrice": price });
        let list = charges(&op, &e2);
        let rows = json!([row("票", "100"), row("百分比", "10")]);
        let body = json!({ "orderUuid": e2, "rowUuid": list["rowUuid"], "cost": rows });
        done(op.post("/css/charge/save", body));
        let tenth = || charges(&op, &e2)["cost"][1]["amount"].clone();
        let made = done(enter(world, &op, &e2, "50", json!({})));
        assert_eq!(tenth(), json!("10.00"), "what waits does not count");
        let order = &made["orders"][0];
        done(post(&op, "confirm", of(order, json!({ "ids": ids(order) }))));
        assert_eq!(tenth(), json!("15.00"));
    });
}

#[test]
fn nobody_is_asked_about_charges_he_does_not_see() {
    told(|world| {
        world.allow_nobody(&["incidentals-add"]);
        let (clerk, op) = (world.login("nobody"), world.login("op01"));
        let e1 = uuid(&op, E1);
        let made = done(enter(world, &op, &e1, "88", json!({})));
        let order = &made["orders"][0];
        done(post(&op, "confirm", of(order, json!({ "ids": ids(order) }))));
        assert_eq!(enter(world, &op, &e1, "88", json!({})).questions(), ["charge.double"]);
        let own = done(enter(world, &clerk, &e1, "88", json!({})));
        assert_eq!(states(&own["orders"][0]), ["PAYABLE 88.00 PENDING"]);
    });
}

#[test]
fn what_a_customer_is_charged_has_his_name_and_the_rate_of_his_side() {
    told(|world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        for (kind, rate) in [("RECEIVABLE", "7.2"), ("PAYABLE", "7.05")] {
            let rate = json!({
                "currencyCode": "USD", "type": kind, "currencyRate": rate, "beginDate": "2026-07-10 00:00:00",
            });
            done(admin.post("/css/currencyRate", rate));
        }
        let e1 = uuid(&op, E1);
        let line = cost(world, json!({ "unitPrice": "100", "currency": "USD" }));
        done(save(&op, &e1, json!([line]), json!({ "withIncome": true, "markup": "10" })));
        let [income, cost] = ["income", "cost"].map(|side| last(&op, &e1, side));
        let said = |row: &Json| ["coopName", "amount", "exchangeRate"].map(|name| row[name].clone());
        assert_eq!(said(&income), ["客户甲", "110.00", "7.2000"].map(|text| json!(text)));
        assert_eq!(said(&cost), ["供应商甲", "100.00", "7.0500"].map(|text| json!(text)));
    });
}

#[test]
fn who_comes_late_is_told_whatever_he_wants() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let made = done(enter(world, &op, &e1, "100", json!({})));
        let old = &made["orders"][0];
        done(enter(world, &op, &e1, "5", json!({})));
        let before = world.contents(false);
        let named = json!({ "ids": [old["lines"][0]["id"]], "reason": "金额不对" });
        let lines = json!({ "lines": [cost(world, json!({ "unitPrice": "7" }))] });
        for (verb, more) in [("doSave", &lines), ("confirm", &named), ("reject", &named), ("doDelete", &named)] {
            late(&post(&op, verb, of(old, more.clone())));
            let bare = with(json!({ "orderUuid": e1 }), more.clone());
            assert_eq!(post(&op, verb, bare).status, 400, "{verb}");
        }
        world.unchanged(&before, false);
    });
}

#[test]
fn what_is_entered_is_of_no_rate_card() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        let claims = json!({
            "unitPrice": "5", "cardId": "1", "tag": "NEXT_BREAK", "quantity": "3", "quantityTyped": false,
        });
        let of_none = |amount: &str| {
            let row = last(&op, &e1, "cost");
            assert_eq!((&row["cardId"], &row["tags"], &row["source"]), (&Json::Null, &json!([]), &json!("INCIDENTAL")));
            assert_eq!((&row["quantity"], &row["amount"]), (&json!("1"), &json!(amount)));
            row["id"].clone()
        };
        done(save(&op, &e1, json!([cost(world, claims.clone())]), json!({})));
        let id = of_none("5.00");
        let again = with(json!({ "id": id, "kind": "PAYABLE" }), with(claims, json!({ "unitPrice": "6" })));
        done(save(&op, &e1, json!([again]), json!({})));
        of_none("6.00");
    });
}

#[test]
fn what_is_wrong_with_a_shared_amount_stands_at_its_fields_with_the_order() {
    told(|world| {
        let admin = world.login("demo-admin");
        share_the_master(&admin);
        let before = world.contents(false);
        let at = |more: Json, field: &str| batch(world, &admin, MASTER, more).findings_at(field);
        let of_both = |why: &str| [E1, E2].map(|code| format!("{code}：{why}"));
        assert_eq!(at(json!({ "currency": "GBP" }), "currency"), of_both("GBP在2026-07-15没有有效汇率"));
        assert_eq!(
            at(json!({ "serviceItemId": item(world, "空运费") }), "serviceItemId"),
            of_both("该服务项目不是杂费")
        );
        world.unchanged(&before, false);
    });
}

#[test]
fn a_master_is_told_with_no_more_statements_about_charges_than_an_order() {
    told(|world| {
        let admin = world.login("demo-admin");
        share_the_master(&admin);
        for code in [E1, E2] {
            done(enter(world, &admin, &uuid(&admin, code), "9", json!({})));
        }
        let asked = |query: &str| {
            let _ = world.app.store.listen(true);
            let told = admin.ok(&format!("/afbase/incidentals/list?{query}"));
            let heard = world.app.store.listen(false);
            let tables = ["charge", "order_finance", "service_item"].map(|table| format!("FROM \"{table}\""));
            let about = heard.iter().filter(|(text, _)| tables.iter().any(|table| text.contains(table)));
            (told["orders"].as_array().map(Vec::len), about.map(|(_, one)| one.times).sum::<u64>())
        };
        let one = asked(&format!("orderUuid={}", uuid(&admin, E1)));
        let both = asked(&format!("awbNumber={MASTER}"));
        assert_eq!((one.0, both.0), (Some(1), Some(2)));
        assert_eq!(one.1, both.1);
        assert!(one.1 > 0 || world.database != "SQLite", "SQLite alone is listened to");
    });
}

#[test]
fn items_are_named_in_the_language_of_their_reader_and_none_but_incidental_ones_are_offered() {
    told(|world| {
        let op = world.login("op01");
        let e1 = uuid(&op, E1);
        done(enter(world, &op, &e1, "9", json!({})));
        world.database(|_, conn| {
            let mut select = sql::from(DEMO, "app_user");
            select.column("id").and_where(sql::eq("login_name", "op01".to_owned()));
            let user: i64 = conn.first(&select.into()).expect("reads").expect("op01").get(0).expect("an id");
            let cells = [
                ("user_id", Value::Int(user)),
                ("order_edit_new_page", Value::Bool(false)),
                ("order_save_close_page", Value::Bool(false)),
                ("settings", Value::Text(json!({ "feeAeDefaultService": "ZH_EN" }).to_string())),
                ("updated_at", Value::Int(1)),
            ];
            conn.exec(&sql::insert(DEMO, "user_extend", &cells).into()).expect("writes");
        });
        let name = list(&op, &e1)["lines"][0]["serviceItemName"].clone();
        assert!(name.as_str().is_some_and(|name| name.starts_with("杂费 <")), "{name}");
        let offered = |query: &str| {
            let offers = op.ok(&format!("/platform/select/serviceItem?role=AE,{query}"));
            offers.as_array().map(Vec::len).unwrap_or_default()
        };
        assert!(offered("INCIDENTAL") > 0 && offered("COST&keyword=空运费") > 0);
        assert_eq!(offered("INCIDENTAL&keyword=空运费"), 0);
    });
}

#[test]
fn nothing_is_entered_on_either_side_while_the_loss_of_an_order_is_decided() {
    told(|world| {
        let (op, admin) = (world.login("op01"), world.login("demo-admin"));
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let setting = json!({
            "eventId": "106", "approval": 1,
            "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
        });
        done(admin.post("/prm/ics/approval/setting", setting));
        let e1 = uuid(&op, E1);
        let list = charges(&op, &e1);
        let mut dear = list["cost"][0].clone();
        dear["unitPrice"] = json!("40");
        let body = json!({ "orderUuid": e1, "rowUuid": list["rowUuid"], "cost": [dear] });
        done(op.post("/css/charge/save", body));
        let row = charges(&op, &e1)["order"]["orderRowUuid"].clone();
        let finish = json!({ "orderUuid": e1, "orderRowUuid": row, "kind": "PAYABLE" });
        let told = done(op.put("/css/charge/finish", finish));
        assert!(told["approving"]["instanceNo"].is_string(), "{told}");
        let before = world.contents(false);
        refused(&enter(world, &op, &e1, "9", json!({})), "审批中，不能修改");
        let income = json!({ "kind": "RECEIVABLE", "serviceItemId": incidental_item(world), "unitPrice": "9" });
        refused(&save(&op, &e1, json!([income]), json!({})), "审批中，不能修改");
        world.unchanged(&before, false);
    });
}
