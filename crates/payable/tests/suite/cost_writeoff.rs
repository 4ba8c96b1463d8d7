//! /css_cost_writeoff as the catalogue shows it.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::cashier::{
    account, act, asked, bank, cashier, coop, cost_of, cp1, figures, payment, request_of, row, switch, text,
};
use crate::payable::rooms;

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, cashier, story);
}

/// What is open of a supplier, an amount spread over it.
fn targets(caller: &Caller<'_>, coop: &str, amount: &str) -> Vec<Json> {
    let body = json!({ "coopId": coop, "amount": amount });
    done(caller.post("/css/costWriteoff/targets", body)).as_array().cloned().unwrap_or_default()
}

fn write(caller: &Caller<'_>, (coop, currency): (&str, &str), parts: &[(String, &str)], more: Json) -> Reply {
    let parts: Vec<Json> = parts.iter().map(|(id, amount)| json!({ "rowId": id, "amount": amount })).collect();
    let mut body = json!({
        "coopId": coop, "method": "ACCOUNT", "accountId": account(caller, currency), "date": "2026-07-15",
        "targets": parts,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    caller.post("/css/costWriteoff/save", body)
}

fn direct(world: &World) {
    switch(world, json!({ "payNeedsRequest": false }));
}

#[test]
fn money_leaves_an_account_through_a_request_where_the_company_wants_that() {
    told(|world| {
        let fin = world.login("fin01");
        let (cp1, gys) = (cp1(world, &fin), coop(world, "GYS001"));
        let rows = targets(&fin, &gys, "");
        let parts = [(text(&rows[0], "rowId"), "1.00")];
        refused(&write(&fin, (&gys, "CNY"), &parts, json!({})), "请先提交付款申请");
        let admin = world.login("demo-admin");
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let level = json!({ "name": "一级审批", "approverType": "user", "approverIds": [approver] });
        done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "108", "approval": 1, "levels": [level] })));
        let fin = world.login("fin01");
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        done(act(&fin, (&id, "submit"), json!({})));
        refused(&write(&fin, (&gys, "CNY"), &parts, json!({})), "付款申请未审批通过");
        direct(world);
        let fin = world.login("fin01");
        refused(&write(&fin, (&gys, "CNY"), &parts, json!({})), "付款申请未审批通过");
    });
}

#[test]
fn details_are_settled_up_to_what_is_open_of_them() {
    told(|world| {
        direct(world);
        let fin = world.login("fin01");
        let (cp1, gys) = (cp1(world, &fin), coop(world, "GYS001"));
        let rows = targets(&fin, &gys, "13000.00");
        let spread: Vec<(String, String)> = rows.iter().map(|row| (text(row, "open"), text(row, "now"))).collect();
        let two = |open: &str, now: &str| (open.to_owned(), now.to_owned());
        assert_eq!(spread, [two("12000.00", "12000.00"), two("2000.00", "1000.00")], "the oldest first");
        let (first, number) = (text(&rows[0], "rowId"), text(&rows[0], "bizNumber"));
        let beyond = write(&fin, (&gys, "CNY"), &[(first.clone(), "12000.01")], json!({}));
        let at = "targets.0.amount".to_owned();
        assert_eq!(findings(&beyond), [(at.clone(), format!("单号{number}本次核销金额不能大于未核销金额"))]);
        done(write(&fin, (&gys, "CNY"), &[(first.clone(), "12000.00")], json!({ "fee": "10.00" })));
        let again = write(&fin, (&gys, "CNY"), &[(first, "0.01")], json!({}));
        assert_eq!(findings(&again), [(at, format!("单号{number}已核销完毕"))]);
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [12_000_000]);
        let account = account(&fin, "CNY");
        assert_eq!(figures(world, "fund_movement", "amount", ("account_id", &account)), [-12_000_000, -10_000]);
        let closed = write(&fin, (&gys, "CNY"), &[(text(&rows[1], "rowId"), "1.00")], json!({ "date": "2026-05-31" }));
        assert_eq!(findings(&closed), [("date".to_owned(), "财务期间2026-05已结账".to_owned())]);
    });
}

/// A cost of 2400.00 USD at 7.0000 on E1, and the payment of it.
fn cp2(world: &World) -> String {
    let fin = world.login("fin01");
    let orders = fin.ok("/afbase/order/page?orderCode=AE-2607150001");
    let uuid = text(&orders["records"][0], "orderUuid");
    let list = fin.ok(&format!("/css/charge/list?orderUuid={uuid}"));
    let cost = json!({
        "serviceItemId": list["cost"][0]["serviceItemId"], "coopId": coop(world, "GYS002"), "basis": "票", "currency": "USD",
        "unitPrice": "2400", "exchangeRate": "7.0000", "taxRate": "0%",
    });
    let body = json!({ "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [], "cost": [cost] });
    done(fin.post("/css/charge/save", body));
    payment(&fin, (&coop(world, "GYS002"), "USD"), &[(cost_of(world, 2_400_000), "2400.00")])
}

#[test]
fn a_bank_rate_that_is_not_that_of_the_cost_makes_a_loss_and_its_reversal_takes_it_back() {
    told(|world| {
        direct(world);
        let cp2 = cp2(world);
        let fin = world.login("fin01");
        let gys = coop(world, "GYS002");
        let target = text(&targets(&fin, &gys, "")[0], "rowId");
        let more = json!({ "rate": "7.0500", "date": "2026-06-20" });
        let written = done(write(&fin, (&gys, "USD"), &[(target.clone(), "2400.00")], more));
        let shown = row(&fin, "/css/costWriteoff/page?size=100", &text(&written, "id"));
        assert_eq!(text(&shown, "amountWriteoff"), "USD 2,400.00");
        let figures_of = ["functional", "moneyFunctional", "exchangeDiff"].map(|name| shown[name].clone());
        assert_eq!(figures_of, [json!(16800), json!(16920), json!(-120)]);
        let payment = row(&fin, "/css/payment/page?size=100", &cp2);
        assert_eq!(payment["paymentStatus"], json!("SETTLED"));
        let path = format!("/css/costWriteoff/{}/reverse", text(&written, "id"));
        let bare = fin.post(&path, json!({ "version": shown["version"] }));
        assert_eq!(findings(&bare).len(), 1, "a reason is asked for: {}", bare.data);
        done(fin.post(&path, json!({ "version": shown["version"], "reverseReason": "汇率错填" })));
        assert_eq!(figures(world, "payment", "open_amount", ("id", &cp2)), [2_400_000]);
        assert_eq!(figures(world, "fund_movement", "amount", ("account_id", &account(&fin, "USD"))), [0i64; 0]);
        let again = row(&fin, "/css/costWriteoff/page?size=100", &text(&written, "id"));
        refused(
            &fin.post(&path, json!({ "version": again["version"], "reverseReason": "x" })),
            "核销单已撤销，不能执行此操作",
        );
    });
}

#[test]
fn two_write_offs_of_one_detail_at_once_settle_it_once() {
    told(|world| {
        direct(world);
        let fin = world.login("fin01");
        let (cp1, gys) = (cp1(world, &fin), coop(world, "GYS001"));
        let target = text(&targets(&fin, &gys, "")[0], "rowId");
        let body = json!({
            "coopId": gys, "method": "ACCOUNT", "accountId": account(&fin, "CNY"), "date": "2026-07-15",
            "targets": [{ "rowId": target, "amount": "12000.00" }],
        });
        let calls = (0..2).map(|_| {
            let (client, body) = (fin.client(), body.clone());
            async move { client.call("POST", "/css/costWriteoff/save", body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [12_000_000]);
    });
}

#[test]
fn a_repeated_call_writes_off_once() {
    told(|world| {
        direct(world);
        let fin = world.login("fin01");
        let (cp1, gys) = (cp1(world, &fin), coop(world, "GYS001"));
        let parts = [(text(&targets(&fin, &gys, "")[0], "rowId"), "5000.00")];
        let more = json!({ "requestId": "5f0c1f0e-2c1b-4f68-9a53-0a4b8d8f6c77" });
        let first = done(write(&fin, (&gys, "CNY"), &parts, more.clone()));
        let second = done(write(&fin, (&gys, "CNY"), &parts, more));
        assert_eq!(first["writeoffNum"], second["writeoffNum"]);
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [5_000_000]);
    });
}

#[test]
fn who_may_not_see_costs_gets_no_figures_of_write_offs() {
    told(|world| {
        direct(world);
        let fin = world.login("fin01");
        let (_, gys) = (cp1(world, &fin), coop(world, "GYS001"));
        let parts = [(text(&targets(&fin, &gys, "")[0], "rowId"), "5000.00")];
        done(write(&fin, (&gys, "CNY"), &parts, json!({})));
        world.allow_nobody(&["css_cost_writeoff", "css-pw-add"]);
        let nobody = world.login("nobody");
        let page = nobody.ok("/css/costWriteoff/page?size=100");
        for row in page["records"].as_array().into_iter().flatten() {
            for name in ["amountWriteoff", "functional", "exchangeDiff", "moneyAmount"] {
                assert!(row.get(name).is_none(), "{name}: {row}");
            }
        }
        assert_eq!(nobody.post("/css/costWriteoff/targets", json!({ "coopId": gys })).status, 403);
    });
}
