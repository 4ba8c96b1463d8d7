//! /af_order_match as the catalogue shows it: the price of a master over E1 and E2.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, refused};

use super::order_charge::{charges, uuid};
use crate::css::charged;
use crate::css::suite::rooms_with_orders;

const E1: &str = "AE-2607150001";
const E2: &str = "AE-2607150002";
const NUMBER: &str = "990-12345675";
const LIST: &str = "/afbase/aforder/match";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms_with_orders, charged, story);
}

fn row(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("{LIST}/page?awbNumber={number}"))["records"][0].clone()
}

fn id(caller: &Caller<'_>, number: &str) -> String {
    row(caller, number)["id"].as_str().expect("an id").to_owned()
}

fn view(caller: &Caller<'_>, number: &str) -> Json {
    caller.ok(&format!("/afbase/aforder/getOrderMatch/{}", id(caller, number)))
}

/// Writes members of an order.
fn save(caller: &Caller<'_>, code: &str, more: Json) {
    let mut order = caller.ok(&format!("/afbase/order/view/{}", uuid(caller, code)));
    order["confirmed"] = json!(["order.tolerance", "order.similar", "awb.shared", "order.charges.follow"]);
    for (name, value) in more.as_object().expect("members") {
        order[name] = value.clone();
    }
    done(caller.post("/afbase/order/doUpdate", order));
}

/// E2 under the master of E1.
fn merged(caller: &Caller<'_>) {
    save(caller, E2, json!({ "awbNumber": NUMBER }));
}

fn weighed(caller: &Caller<'_>) {
    save(caller, E2, json!({ "confirmPieces": 8, "confirmWeight": "300", "confirmVolume": "1.2" }));
}

/// 858.5 kg at 20.00, with some members more.
fn make(caller: &Caller<'_>, number: &str, more: Json) -> Reply {
    let master = view(caller, number);
    let mut body = json!({
        "awbId": master["awbId"], "rowUuid": master["rowUuid"], "awbCostChargeWeight": "858.5", "priceType": "PRICE",
        "price": "20", "currency": "CNY",
    });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    caller.post("/afbase/aforder/doOrderMatch", body)
}

fn undo(caller: &Caller<'_>, number: &str) -> Reply {
    let master = row(caller, number);
    caller.post("/afbase/aforder/undoOrderMatch", json!({ "awbId": master["id"], "rowUuid": master["rowUuid"] }))
}

/// What a match of a master comes to, at 858.5 kg and 20.00.
fn count(caller: &Caller<'_>, number: &str) -> Reply {
    let body =
        json!({ "awbId": id(caller, number), "awbCostChargeWeight": "858.5", "priceType": "PRICE", "price": "20" });
    caller.post("/afbase/aforder/countOrderMatch", body)
}

/// Writes to the database what no call of these rooms writes.
fn spoil(world: &World, text: &str) {
    world.database(|_, conn| {
        conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("writes");
    });
}

/// How often the embedded database was asked statements that hold a text; PostgreSQL is asked the same and not listened to.
fn asked(world: &World, about: &str, work: impl FnOnce()) -> u64 {
    let _ = world.app.store.listen(true);
    work();
    let heard = world.app.store.listen(false);
    heard.iter().filter(|(text, _)| text.contains(about)).map(|(_, one)| one.times).sum()
}

fn costs(caller: &Caller<'_>, code: &str) -> Vec<String> {
    let list = charges(caller, &uuid(caller, code));
    let line =
        |row: &Json| format!("{} {}", row["amount"].as_str().unwrap_or("-"), row["source"].as_str().unwrap_or("-"));
    list["cost"].as_array().into_iter().flatten().map(line).collect()
}

fn amounts(master: &Json) -> Vec<String> {
    let of = |order: &Json| {
        format!("{} {}", order["msrAmount"].as_str().unwrap_or("-"), order["share"].as_str().unwrap_or("-"))
    };
    master["orders"].as_array().into_iter().flatten().map(of).collect()
}

#[test]
fn the_price_of_a_master_is_shared_over_its_orders_to_the_cent() {
    told(|world| {
        let admin = world.login("demo-admin");
        merged(&admin);
        let open = row(&admin, NUMBER);
        assert_eq!(
            (&open["orders"], &open["state"], &open["can"]),
            (&json!(2), &json!("OPEN"), &json!(["af-order-match"]))
        );
        let before = world.contents(false);
        refused(&make(&admin, NUMBER, json!({})), "AE-2607150002未出重");
        world.unchanged(&before, false);
        weighed(&admin);
        let first = view(&admin, NUMBER);
        assert_eq!((&first["awbCostChargeWeight"], &first["chargeWeight"]), (&json!("858.5"), &json!("858.33")));
        assert_eq!(first["orders"][0]["confirmChargeWeight"], json!("658.33"));
        let counted = json!({
            "awbId": first["awbId"], "awbCostChargeWeight": "858.5", "priceType": "PRICE", "price": "20",
        });
        let before = world.contents(false);
        let counted = done(admin.post("/afbase/aforder/countOrderMatch", counted));
        assert_eq!((&counted["total"], &counted["orders"][1]["amount"]), (&json!("17170.00"), &json!("5374.98")));
        world.unchanged(&before, false);
        let told = done(make(&admin, NUMBER, json!({})));
        assert_eq!(amounts(&told), ["11795.02 68.70", "5374.98 31.30"]);
        assert_eq!(
            (costs(&admin, E1), costs(&admin, E2)),
            (vec!["11795.02 SHARED".into()], vec!["5374.98 SHARED".into()])
        );
        let matched = row(&admin, NUMBER);
        let figures = ["awbCostChargeWeight", "awbMsrUnitprice", "awbMsrAmount", "matched"];
        let shown = figures.map(|name| format!("{:.2}", matched[name].as_f64().unwrap_or_default()));
        assert_eq!(shown, ["858.50", "20.00", "17170.00", "17170.00"]);
        assert_eq!(
            (&matched["state"], &matched["can"]),
            (&json!("MATCHED"), &json!(["af-order-match", "af-order-unmatch"]))
        );
        // Shares may be typed as long as their sum stays exact.
        let ids: Vec<Json> =
            told["orders"].as_array().expect("orders").iter().map(|one| one["orderId"].clone()).collect();
        let typed = |one: &str, other: &str| json!({ "shares": [{ "orderId": ids[0], "amount": one }, { "orderId": ids[1], "amount": other }] });
        let before = world.contents(false);
        refused(&make(&admin, NUMBER, typed("11795.02", "5374.97")), "分摊合计与总额不一致");
        refused(
            &make(&admin, NUMBER, json!({ "shares": [{ "orderId": ids[0], "amount": "17170" }] })),
            "分摊合计与总额不一致",
        );
        let stale = make(&admin, NUMBER, json!({ "rowUuid": "0" }));
        assert_eq!(stale.message, "数据有变化，请刷新后重试");
        world.unchanged(&before, false);
        done(make(&admin, NUMBER, typed("12000", "5170")));
        assert_eq!(
            (costs(&admin, E1), costs(&admin, E2)),
            (vec!["12000.00 SHARED".into()], vec!["5170.00 SHARED".into()])
        );
        let total = json!({ "priceType": "TOTAL", "price": "1000" });
        assert_eq!(amounts(&done(make(&admin, NUMBER, total))), ["686.96 68.70", "313.04 31.30"]);
        assert_eq!(done(undo(&admin, NUMBER))["state"], json!("OPEN"));
        assert_eq!((costs(&admin, E1), costs(&admin, E2)), (Vec::new(), Vec::new()));
        refused(&undo(&admin, NUMBER), "主单未匹配");
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={}&size=100", uuid(&admin, E1))).to_string();
        assert!(log.contains("单货匹配 990-12345675") && log.contains("撤销匹配 990-12345675"), "{log}");
    });
}

#[test]
fn what_is_locked_or_done_takes_no_share() {
    told(|world| {
        let admin = world.login("demo-admin");
        let before = world.contents(false);
        let locked = make(&admin, "990-12345690", json!({}));
        refused(&locked, "AE-2607140001：订单已财务锁账，不能修改");
        let wrong = make(&admin, NUMBER, json!({ "price": null, "awbCostChargeWeight": "0" }));
        assert_eq!(wrong.findings_at("price"), ["请填写价格"]);
        assert_eq!(wrong.findings_at("awbCostChargeWeight").len(), 1);
        assert_eq!(make(&admin, NUMBER, json!({ "currency": "XXX" })).findings_at("currency"), ["币种不存在"]);
        assert_eq!(
            make(&admin, NUMBER, json!({ "currency": "GBP" })).findings_at("currency"),
            ["GBP在2026-07-15没有有效汇率"]
        );
        world.unchanged(&before, false);
        done(make(&admin, NUMBER, json!({})));
        assert_eq!(costs(&admin, E1), ["17170.00 SHARED"], "one order bears it all");
        let order = admin.ok(&format!("/afbase/order/view/{}", uuid(&admin, E1)));
        let body = json!({ "orderUuid": order["orderUuid"], "rowUuid": order["rowUuid"] });
        done(admin.post("/afbase/order/doCost", body));
        let before = world.contents(false);
        refused(&make(&admin, NUMBER, json!({})), &format!("{E1}：成本已完成，不能匹配"));
        refused(&undo(&admin, NUMBER), &format!("{E1}：成本已完成，不能撤销匹配"));
        world.unchanged(&before, false);
    });
}

#[test]
fn who_does_not_see_what_is_paid_sees_no_price_and_matches_nothing() {
    told(|world| {
        let admin = world.login("demo-admin");
        done(make(&admin, NUMBER, json!({})));
        world.allow_nobody(&["af_order_match", "af-order-match"]);
        let caller = world.login("nobody");
        let (listed, opened) = (row(&caller, NUMBER), view(&caller, NUMBER));
        for name in ["awbCostChargeWeight", "awbMsrUnitprice", "awbMsrAmount", "matched", "price", "currency"] {
            assert!(listed.get(name).is_none() && opened.get(name).is_none(), "{name}: {listed} {opened}");
        }
        assert!(opened["orders"][0].get("msrAmount").is_none(), "{opened}");
        assert_eq!(listed["can"], json!([]));
        assert_eq!(make(&caller, NUMBER, json!({})).status, 403);
        let sorted = caller.get(&format!("{LIST}/page?sort=matched,desc"));
        assert_eq!(sorted.status, 400, "{}", sorted.message);
    });
}

// req: platform-permission-org-isolation
#[test]
fn another_company_finds_no_master_to_match() {
    told(|world| {
        let admin = world.login("demo-admin");
        let (master, id) = (view(&admin, NUMBER), id(&admin, NUMBER));
        let typed = json!({
            "awbId": id, "rowUuid": master["rowUuid"], "awbCostChargeWeight": "858.5", "priceType": "PRICE", "price": "20",
            "currency": "CNY",
        });
        let keeper = world.login("superAdmin");
        let before = world.contents(true);
        assert_eq!(keeper.get(&format!("/afbase/aforder/getOrderMatch/{id}")).status, 404);
        for (path, body) in
            [("countOrderMatch", typed.clone()), ("doOrderMatch", typed), ("undoOrderMatch", json!({ "awbId": id }))]
        {
            assert_eq!(keeper.post(&format!("/afbase/aforder/{path}"), body).status, 404, "{path}");
        }
        world.unchanged(&before, true);
    });
}

// Which charges a match made is stored: neither what looks like them goes, nor does an order that left keep its share.
#[test]
fn a_match_is_taken_back_by_the_charges_it_made() {
    told(|world| {
        let admin = world.login("demo-admin");
        merged(&admin);
        weighed(&admin);
        done(make(&admin, NUMBER, json!({})));
        let (e1, e2) = (uuid(&admin, E1), uuid(&admin, E2));
        let list = charges(&admin, &e1);
        let freight = &list["cost"][0];
        let other = json!({
            "serviceItemId": freight["serviceItemId"], "coopId": freight["coopId"], "currency": "CNY", "basis": "票",
            "unitPrice": "1",
        });
        let body = json!({
            "orderUuid": e1, "rowUuid": list["rowUuid"], "cost": [other], "confirmed": ["charge.double"],
        });
        done(admin.post("/css/charge/save", body));
        // As a share of another amount over some orders has it.
        spoil(world, "UPDATE charge SET source = 'SHARED' WHERE org_id = 2 AND kind = 'PAYABLE' AND source = 'MANUAL'");
        assert_eq!(costs(&admin, E1), ["11795.02 SHARED", "1.00 SHARED"]);
        let order = admin.ok(&format!("/afbase/order/view/{e2}"));
        let off = json!({ "orderUuid": e2, "rowUuid": order["rowUuid"], "mode": "stock" });
        done(admin.post("/afbase/aforder/uninstallAwb", off));
        let stale = json!({ "awbId": id(&admin, NUMBER), "rowUuid": "0" });
        let before = world.contents(false);
        assert_eq!(admin.post("/afbase/aforder/undoOrderMatch", stale).message, "数据有变化，请刷新后重试");
        world.unchanged(&before, false);
        done(undo(&admin, NUMBER));
        assert_eq!((costs(&admin, E1), costs(&admin, E2)), (vec!["1.00 SHARED".to_owned()], Vec::new()));
        let log = admin.ok(&format!("/afbase/order/log/page?orderUuid={e2}&size=100")).to_string();
        assert!(log.contains("撤销匹配 990-12345675"), "{log}");
    });
}

#[test]
fn a_master_of_a_signed_order_is_not_matched() {
    told(|world| {
        let admin = world.login("demo-admin");
        merged(&admin);
        weighed(&admin);
        let columns = "org_id, order_id, state, version, created_by, created_at, updated_by, updated_at";
        let of_e2 = format!(
            "SELECT 2, id, 'SIGNED', 1, 0, 0, 0, 0 FROM freight_order WHERE org_id = 2 AND order_code = '{E2}'"
        );
        spoil(world, &format!("INSERT INTO routing_sign ({columns}) {of_e2}"));
        let before = world.contents(false);
        let why = format!("{E2}：已签单，请先撤销签单");
        refused(&make(&admin, NUMBER, json!({})), &why);
        refused(&count(&admin, NUMBER), &why);
        world.unchanged(&before, false);
        spoil(world, "UPDATE routing_sign SET state = 'OPEN' WHERE org_id = 2");
        done(make(&admin, NUMBER, json!({})));
    });
}

#[test]
fn a_master_weighs_what_its_waybill_says_and_else_by_the_divisor_of_its_carrier() {
    told(|world| {
        let admin = world.login("demo-admin");
        merged(&admin);
        weighed(&admin);
        let weighs = || {
            let (listed, opened) = (row(&admin, NUMBER), view(&admin, NUMBER));
            let of = |name: &str| opened[name].as_str().unwrap_or("-").to_owned();
            let listed = listed["chargeWeight"].as_f64().unwrap_or_default();
            [format!("{listed:.2}"), of("chargeWeight"), of("awbCostChargeWeight")]
        };
        assert_eq!(weighs(), ["858.33", "858.33", "858.5"]);
        spoil(world, "UPDATE carrier SET divisor = 5000 WHERE carrier_code = 'X9'");
        assert_eq!(weighs(), ["1030.00", "1030.00", "1030"], "5.15 cubic metres");
        let columns = "org_id, id, row_uuid, form_key, kind, awb_number, master_number, state, revision, charge_weight, body, \
                       print_count, created_by, created_at, updated_by, updated_at";
        let form =
            format!("2, 71, 'x', 'M:{NUMBER}', 0, '{NUMBER}', '{NUMBER}', 'DRAFT', 0, 900000, '{{}}', 0, 0, 0, 0, 0");
        spoil(world, &format!("INSERT INTO awb_print ({columns}) VALUES ({form})"));
        assert_eq!(weighs(), ["1030.00", "1030.00", "1030"], "a draft says nothing yet");
        spoil(world, "UPDATE awb_print SET state = 'DONE' WHERE org_id = 2 AND id = 71");
        assert_eq!(weighs(), ["900.00", "900.00", "900"]);
    });
}

#[test]
fn a_matched_master_shows_the_shares_that_are_stored_and_what_customers_pay() {
    told(|world| {
        let admin = world.login("demo-admin");
        merged(&admin);
        weighed(&admin);
        save(&admin, E1, json!({ "currencyCode": "CNY", "freightUnitprice": "30" }));
        let told = done(make(&admin, NUMBER, json!({})));
        assert_eq!((&told["ownShares"], &told["awbMsrAmount"]), (&json!(false), &json!("17170.00")));
        let sold = ["sellPriceType", "sellCurrency", "sellUnitprice"].map(|name| told["orders"][0][name].clone());
        assert_eq!(sold, [json!("PRICE"), json!("CNY"), json!("30")]);
        assert_eq!(told["orders"][1]["sellPriceType"], Json::Null);
        let ids = [0, 1].map(|place: usize| told["orders"][place]["orderId"].clone());
        let typed =
            json!({ "shares": [{ "orderId": ids[0], "amount": "12000" }, { "orderId": ids[1], "amount": "5170" }] });
        let told = done(make(&admin, NUMBER, typed));
        assert_eq!(told["ownShares"], json!(true));
        assert_eq!(amounts(&view(&admin, NUMBER)), ["12000.00 69.89", "5170.00 30.11"]);
    });
}

#[test]
fn a_master_of_two_orders_asks_no_more_of_the_database_than_that_of_one() {
    told(|world| {
        let admin = world.login("demo-admin");
        let calls = || {
            let number = id(&admin, NUMBER);
            [
                asked(world, "", || drop(row(&admin, NUMBER))),
                asked(world, "", || drop(admin.ok(&format!("/afbase/aforder/getOrderMatch/{number}")))),
                asked(world, "", || drop(done(count(&admin, NUMBER)))),
                // What is written grows with the orders; what is known of the company is read once.
                asked(world, "FROM \"currency_rate\"", || drop(done(make(&admin, NUMBER, json!({}))))),
            ]
        };
        calls();
        let one = calls();
        merged(&admin);
        weighed(&admin);
        calls();
        assert_eq!(calls(), one);
        assert!(one.iter().all(|times| *times > 0) || world.database != "SQLite", "SQLite alone is listened to");
    });
}
