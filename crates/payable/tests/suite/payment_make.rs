//! /css_payment_make as the catalogue shows it: the pool of GYS001, its match, and the payments made of it.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::cashier::{coop, cost_of, text};
use super::supplier::{
    C3, C4, C7, C10, E1, E4, OF_E1, OF_E4, asked, at_sea, decide, figures, listed, number, pair, pool, reconciled,
    rows, save, sums_hold, taken_of, texts, wanted,
};
use crate::payable::rooms;

const GYS001: (&str, &str) = ("GYS001", "CNY");

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, reconciled, story);
}

fn matched(caller: &Caller<'_>, world: &World, amount: &str) -> Reply {
    caller.post("/css/payment/match", asked(world, GYS001, json!({ "amount": amount })))
}

/// Both costs of GYS001 that are left, with what a payment takes of C4.
fn of_c4(world: &World, amount: &str) -> Json {
    wanted(world, GYS001, &[(cost_of(world, C4), amount)])
}

#[test]
fn the_pool_has_what_is_left_by_its_business_date() {
    told(|world| {
        let fin = world.login("fin01");
        let of = |more: Json| pool(&fin, asked(world, GYS001, more));
        let both = [pair(OF_E4, "1000.00"), pair(OF_E1, "13170.00")];
        assert_eq!(of(json!({})), both);
        assert_eq!(of(json!({ "businessScope": "ZH" })), both);
        assert_eq!(of(json!({ "businessScope": "AE" })), both);
        assert!(of(json!({ "businessScope": "SE" })).is_empty());
        assert_eq!(of(json!({ "bizDateFrom": "2026-07-18", "bizDateTo": "2026-07-18" })), both[1..]);
        assert!(of(json!({ "bizDateFrom": "2026-07-19" })).is_empty());
        assert_eq!(of(json!({ "locked": true })), both[..1]);
        assert_eq!(of(json!({ "locked": false })), both[1..]);
        assert!(of(json!({ "serviceItemIds": ["1"] })).is_empty());
        assert!(pool(&fin, asked(world, ("GYS001", "USD"), json!({}))).is_empty());
        let told = done(
            fin.post("/css/payment/pool", asked(world, GYS001, json!({ "numbers": format!("{E1}, {OF_E4}\nXX-9") }))),
        );
        assert_eq!(
            (&told["missing"], &told["rest"], &told["more"]),
            (&json!(["XX-9"]), &json!("14170.00"), &json!(false))
        );
        let line = &told["lines"][0];
        assert_eq!(
            texts(line, ["orderCode", "serviceName", "amount", "reconciled", "rest", "orderCoopName"]),
            [E4, "地面操作费", "3000.00", "2000.00", "1000.00", "客户甲"]
        );
        let nobody = fin.post("/css/payment/pool", json!({ "currency": "CNY" }));
        assert_eq!(findings(&nobody), [("coopId".to_owned(), "请选择供应商".to_owned())]);
        let nothing = fin.post("/css/payment/pool", json!({ "coopId": coop(world, "GYS001") }));
        assert_eq!(findings(&nothing), [("currency".to_owned(), "请选择币种".to_owned())]);
        let many: Vec<String> = (0..501).map(|n| format!("N{n}")).collect();
        let many = fin.post("/css/payment/pool", asked(world, GYS001, json!({ "numbers": many.join(" ") })));
        refused(&many, "一次最多粘贴500个单号");
    });
}

#[test]
fn an_amount_is_matched_with_the_oldest_first() {
    told(|world| {
        let [c4, c7] = [C4, C7].map(|amount| cost_of(world, amount));
        let fin = world.login("fin01");
        let parts = |amount: &str| {
            let told = done(matched(&fin, world, amount));
            let parts =
                rows(&told["amounts"]).iter().map(|part| texts(part, ["chargeId", "amount"])).collect::<Vec<_>>();
            (parts, text(&told, "difference"))
        };
        let of = |parts: &[(&String, &str)]| {
            parts.iter().map(|(id, amount)| [(*id).clone(), (*amount).to_owned()]).collect::<Vec<_>>()
        };
        assert_eq!(parts("5000.00"), (of(&[(&c4, "1000.00"), (&c7, "4000.00")]), "0.00".to_owned()));
        assert_eq!(parts("1000.00"), (of(&[(&c4, "1000.00")]), "0.00".to_owned()));
        assert_eq!(parts("14170.00"), (of(&[(&c4, "1000.00"), (&c7, "13170.00")]), "0.00".to_owned()));
        assert_eq!(parts("14170.01"), (of(&[(&c4, "1000.00"), (&c7, "13170.00")]), "0.01".to_owned()));
        for wrong in ["", "0", "x"] {
            assert_eq!(
                findings(&matched(&fin, world, wrong)),
                [("amount".to_owned(), "请填写供应商金额".to_owned())],
                "{wrong}"
            );
        }
        assert_eq!(number(world, "SELECT COUNT(*) FROM payment"), 1, "nothing is made");
    });
}

#[test]
fn no_more_is_reconciled_than_is_left() {
    told(|world| {
        let [c3, c4, c7] = [C3, C4, C7].map(|amount| cost_of(world, amount));
        let fin = world.login("fin01");
        let before = world.contents(true);
        let beyond = save(&fin, of_c4(world, "1000.01"));
        assert_eq!(
            findings(&beyond),
            [("parts.0.amount".to_owned(), format!("单号{OF_E4}本次对账金额不能大于未对账金额"))]
        );
        let sign = save(&fin, of_c4(world, "-0.01"));
        assert_eq!(findings(&sign), [("parts.0.amount".to_owned(), format!("单号{OF_E4}金额符号与未对账金额不一致"))]);
        let zero = save(&fin, of_c4(world, "0"));
        assert_eq!(findings(&zero), [("parts.0.amount".to_owned(), format!("单号{OF_E4}金额符号与未对账金额不一致"))]);
        let gone = save(&fin, wanted(world, GYS001, &[(c3.clone(), "0.01")]));
        assert_eq!(findings(&gone).len(), 1);
        // All that is wrong at once, and nothing is written of what is right.
        let both = save(
            &fin,
            wanted(world, GYS001, &[(c4.clone(), "1000.01"), (c7.clone(), "13170.00"), (c3.clone(), "1.00")]),
        );
        assert_eq!(
            findings(&both).iter().map(|(field, _)| field.as_str()).collect::<Vec<_>>(),
            ["parts.0.amount", "parts.2.amount"]
        );
        let other = save(&fin, wanted(world, ("GYS002", "CNY"), &[(c4.clone(), "1.00")]));
        refused(&other, "费用已变化或已对账，请刷新后重试");
        let currency = save(&fin, wanted(world, ("GYS001", "USD"), &[(c4.clone(), "1.00")]));
        refused(&currency, "费用已变化或已对账，请刷新后重试");
        refused(&save(&fin, wanted(world, GYS001, &[("1".to_owned(), "1.00")])), "费用已变化或无权限，请刷新后重试");
        refused(&save(&fin, wanted(world, GYS001, &[])), "请选择费用");
        let mut undated = of_c4(world, "1.00");
        undated["paymentDate"] = json!(null);
        assert_eq!(findings(&save(&fin, undated)).first().map(|(field, _)| field.as_str()), Some("paymentDate"));
        world.unchanged(&before, true);
        done(save(&fin, of_c4(world, "0.01")));
        done(save(&fin, of_c4(world, "999.99")));
        assert_eq!(taken_of(world, &c4), C4, "to the edge");
        let left = pool(&fin, asked(world, GYS001, json!({})));
        assert_eq!(left, [pair(OF_E1, "13170.00")]);
        // A part without an amount is all that is left.
        let mut whole = wanted(world, GYS001, &[]);
        whole["parts"] = json!([{ "chargeId": c7 }]);
        done(save(&fin, whole));
        assert_eq!(taken_of(world, &c7), C7);
        sums_hold(world);
    });
}

#[test]
fn a_typed_rate_is_written_to_the_costs() {
    each_database_from(rooms, at_sea, |world| {
        let (c10, c4) = (cost_of(world, C10), cost_of(world, C4));
        let fin = world.login("fin01");
        let at = |rate: &str, amount: &str| {
            let mut body = wanted(world, ("GYS002", "USD"), &[(c10.clone(), amount)]);
            body["exchangeRate"] = json!(rate);
            body
        };
        // Today's rate is 7.1: 7.455 is five percent above it.
        let far = save(&fin, at("7.4551", "1000.00"));
        assert_eq!(far.questions(), ["payment.rate_deviates"]);
        assert!(far.data.to_string().contains("汇率偏离维护汇率5.00%，是否继续？"), "{}", far.data);
        let mut sure = at("7.4551", "1000.00");
        sure["confirmed"] = json!(["payment.rate_deviates"]);
        let id = text(&done(save(&fin, sure)), "id");
        let row = listed(&fin, &id);
        assert_eq!(figures(&row, ["amountPayment", "functionalAmountPayment"]), ["1000.00", "7455.10"]);
        let typed = format!("SELECT exchange_rate FROM charge WHERE id = {c10}");
        assert_eq!(number(world, &typed), 7_455_100);
        // What stands in a payment keeps its rate; the same rate is none that changes.
        let held = save(&fin, at("7.4", "100.00"));
        assert_eq!(
            findings(&held),
            [("exchangeRate".to_owned(), "费用已锁账或已在其他对账单，不能修改汇率".to_owned())]
        );
        done(save(&fin, at("7.4551", "100.00")));
        let locked = {
            let mut body = wanted(world, GYS001, &[(c4.clone(), "1.00")]);
            body["exchangeRate"] = json!("1.1");
            save(&fin, body)
        };
        assert_eq!(findings(&locked), [("exchangeRate".to_owned(), "本位币汇率为1".to_owned())]);
        for wrong in ["0", "999999.000001", "x"] {
            let reply = save(&fin, at(wrong, "1.00"));
            assert_eq!(findings(&reply).first().map(|(field, _)| field.as_str()), Some("exchangeRate"), "{wrong}");
        }
        sums_hold(world);
    });
}

#[test]
fn who_may_not_change_rates_types_none() {
    each_database_from(rooms, at_sea, |world| {
        world.allow_nobody(&["css_payment_make", "css-cp-add", "css-cost-view"]);
        let c10 = cost_of(world, C10);
        let clerk = world.login("nobody");
        let at = |rate: &str| {
            let mut body = wanted(world, ("GYS002", "USD"), &[(c10.clone(), "100.00")]);
            body["exchangeRate"] = json!(rate);
            save(&clerk, body)
        };
        assert_eq!(findings(&at("7.01")), [("exchangeRate".to_owned(), "没有修改汇率的权限".to_owned())]);
        done(at("7"));
    });
}

#[test]
fn costs_may_have_to_be_done_first() {
    told(|world| {
        decide(world, json!({ "paymentAfterRecorded": true }));
        let c7 = cost_of(world, C7);
        let fin = world.login("fin01");
        let told = done(fin.post("/css/payment/pool", asked(world, GYS001, json!({ "costDone": false }))));
        assert_eq!(told["onlyDone"], json!(true));
        let numbers: Vec<String> = rows(&told["lines"]).iter().map(|line| text(line, "bizNumber")).collect();
        assert_eq!(numbers, [OF_E4], "E4 is done, E1 is not");
        let before = world.contents(true);
        let early = save(&fin, wanted(world, GYS001, &[(c7.clone(), "1.00")]));
        assert_eq!(findings(&early), [(String::new(), format!("订单{E1}成本未完成"))]);
        let early = fin.post("/css/payment/batchSave", json!({ "ids": [c7.clone()] }));
        assert_eq!(findings(&early), [(String::new(), format!("订单{E1}成本未完成"))]);
        world.unchanged(&before, true);
        done(save(&fin, of_c4(world, "1.00")));
        decide(world, json!({ "paymentAfterRecorded": false }));
        done(save(&world.login("fin01"), wanted(world, GYS001, &[(c7, "1.00")])));
    });
}

#[test]
fn chosen_costs_become_a_payment_for_each_supplier_and_currency() {
    each_database_from(rooms, at_sea, |world| {
        let [c4, c7, c10] = [C4, C7, C10].map(|amount| cost_of(world, amount));
        let c11 = cost_of(world, 7_200_000);
        let fin = world.login("fin01");
        let body = json!({ "ids": [c10, c4, c11, c7], "paymentDate": "2026-07-19" });
        let made = done(fin.post("/css/payment/batchSave", body.clone()));
        let told: Vec<[String; 4]> = rows(&made["payments"])
            .iter()
            .map(|one| texts(one, ["paymentNum", "customerName", "currency", "amount"]))
            .collect();
        assert_eq!(
            told,
            [
                ["SE-CP-2607200001", "供应商乙", "USD", "2400.00"],
                ["AE-CP-2607200001", "供应商甲", "CNY", "14170.00"],
                ["SE-CP-2607200002", "供应商乙", "CNY", "7200.00"],
            ]
            .map(|row| row.map(str::to_owned))
        );
        assert_eq!(made["told"]["tables"][0]["rows"].as_array().map(Vec::len), Some(3));
        let first = listed(&fin, &text(&made["payments"][0], "id"));
        assert_eq!(text(&first, "paymentDate"), "2026-07-19");
        sums_hold(world);
        let before = world.contents(true);
        assert_ne!(fin.post("/css/payment/batchSave", body).code, 0, "nothing is left of them");
        refused(&fin.post("/css/payment/batchSave", json!({ "ids": [] })), "费用已变化或无权限，请刷新后重试");
        world.unchanged(&before, true);
    });
}

#[test]
fn parts_are_made_into_payments_by_who_may() {
    told(|world| {
        let c7 = cost_of(world, C7);
        let body = json!({ "parts": [{ "chargeId": c7, "amount": "170.00" }], "requestId": "0b2f1c6a-7777-4000-8000-000000000002" });
        for (codes, status) in [(&["css-cost-view"][..], 403), (&["css-payment-add"], 200)] {
            world.allow_nobody(codes);
            let clerk = world.login("nobody");
            assert_eq!(clerk.post("/css/payment/batchSave", body.clone()).status, status, "{codes:?}");
        }
        let clerk = world.login("nobody");
        let again = done(clerk.post("/css/payment/batchSave", body));
        assert_eq!(text(&again["payments"][0], "amount"), "170.00");
        assert_eq!(taken_of(world, &c7), 170_000, "the same attempt counts once");
        assert_eq!(clerk.post("/css/payment/pool", asked(world, GYS001, json!({}))).status, 403, "that is the page's");
        sums_hold(world);
    });
}

#[test]
fn two_who_take_the_same_rest_at_once_take_it_once() {
    told(|world| {
        let c4 = cost_of(world, C4);
        let one = of_c4(world, "600.00");
        let fin = world.login("fin01");
        let calls = (0..2).map(|_| {
            let (client, body) = (fin.client(), one.clone());
            async move { client.call("POST", "/css/payment/doSave", body).await }
        });
        let replies = world.at_once(calls.collect());
        let said: Vec<_> = replies.iter().map(|reply| (reply.code, reply.message.clone())).collect();
        assert_eq!(said.iter().filter(|(code, _)| *code == 0).count(), 1, "{said:?}");
        let refused = replies.iter().find(|reply| reply.code != 0).expect("one is refused");
        assert_eq!(
            findings(refused),
            [("parts.0.amount".to_owned(), format!("单号{OF_E4}本次对账金额不能大于未对账金额"))]
        );
        assert_eq!(taken_of(world, &c4), 2_600_000);
        sums_hold(world);
    });
}

#[test]
fn who_sees_some_orders_alone_takes_of_these_alone() {
    told(|world| {
        let codes =
            ["css_payment_make", "css-cp-add", "css-cp-match", "css-cost-view", "af_css_payment", "css-cp-void"];
        world.allow_nobody(&codes);
        world.show_own_orders("nobody");
        let (c4, cp1) = (cost_of(world, C4), super::supplier::numbered(world, super::supplier::CP1));
        let clerk = world.login("nobody");
        assert!(pool(&clerk, asked(world, GYS001, json!({}))).is_empty());
        let before = world.contents(true);
        let body = wanted(world, GYS001, &[(c4, "1.00")]);
        refused(&save(&clerk, body), "费用已变化或无权限，请刷新后重试");
        assert_eq!(clerk.ok(super::supplier::LIST)["total"], json!(0));
        let end = json!({ "version": 1, "voidReason": "x" });
        assert_eq!(clerk.post(&format!("/css/payment/{cp1}/void"), end).status, 404);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_cost_in_a_payment_is_not_changed_on_its_order() {
    told(|world| {
        let c7 = cost_of(world, C7);
        let fin = world.login("fin01");
        done(save(&fin, wanted(world, GYS001, &[(c7.clone(), "1.00")])));
        let order = fin.ok(&format!("/afbase/order/page?orderCode={E1}"))["records"][0]["orderUuid"].clone();
        let order = order.as_str().expect("an order");
        let list = fin.ok(&format!("/css/charge/list?orderUuid={order}"));
        let cost = rows(&list["cost"]).into_iter().find(|row| row["id"] == json!(c7)).expect("C7");
        assert_eq!(text(&cost, "closed"), "费用已对账，不能修改");
        assert!(list["buttons"].to_string().contains("css-payment-add"), "{}", list["buttons"]);
        let op = world.login("op01");
        let list = op.ok(&format!("/css/charge/list?orderUuid={order}"));
        let body = json!({ "orderUuid": order, "rowUuid": list["rowUuid"], "deleteIds": [c7] });
        refused(&op.post("/css/charge/save", body), "费用已对账，不能删除");
    });
}
