//! /css_payment_request as the catalogue shows it.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused};

use super::cashier::{
    account, act, asked, bank, cashier, cp1, figures, passed, pay, request, request_of, reviewed, row, text,
};
use crate::payable::rooms;

const NOT_PASSED: &str = "付款申请未审批通过";
const BEYOND: &str = "申请金额不能大于可申请金额";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, cashier, story);
}

/// mgr01 decides about payment requests.
fn decided_by_mgr(world: &World) {
    let admin = world.login("demo-admin");
    let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
    let setting = json!({
        "eventId": "108", "approval": 1, "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
    });
    done(admin.post("/prm/ics/approval/setting", setting));
}

fn decide(caller: &Caller<'_>, how: &str) {
    let task = caller.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
    done(caller.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "x" })));
}

fn of_payment(caller: &Caller<'_>, id: &str) -> Json {
    row(caller, "/css/payment/page?size=100", id)
}

#[test]
fn a_request_is_decided_about_and_then_paid() {
    told(|world| {
        decided_by_mgr(world);
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        assert_eq!(request(&fin, &id)["requestNum"], json!("AE-PR-2607150001"));
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(0), "a draft asks for nothing");
        done(act(&fin, (&id, "submit"), json!({})));
        let shown = request(&fin, &id);
        assert_eq!(
            (&shown["state"], &shown["amount"], &shown["unpaid"]),
            (&json!("RUNNING"), &json!(14000), &json!(14000))
        );
        assert_ne!(text(&shown, "currentApprover"), "", "{shown}");
        assert!(!shown["can"].to_string().contains("css-pr-pay"), "{shown}");
        assert_eq!(mgr.ok("/prm/api/toDo?current=1&size=10")["total"], json!(1));
        let payment = of_payment(&fin, &cp1);
        assert_eq!((&payment["paymentStatus"], &payment["requested"]), (&json!("TO_INVOICE"), &json!(14000)));
        refused(&pay(&fin, &id, ("14000.00", "2026-07-15")), NOT_PASSED);
        let second = fin.post("/css/paymentRequest/save", request_of(&bank, &[(&cp1, "1.00")]));
        assert_eq!(findings(&second), [("payments.0.amount".to_owned(), BEYOND.to_owned())]);
        decide(&mgr, "agree");
        assert_eq!(request(&fin, &id)["state"], json!("PASSED"));
        let unreviewed = pay(&fin, &id, ("10000.00", "2026-07-15"));
        assert_eq!(findings(&unreviewed), [(String::new(), "收款账户未复核".to_owned())]);
        refused(&act(&fin, (&id, "reviewBank"), json!({})), "收款账户须由录入人以外的用户复核");
        reviewed(world, &id);
        let fin = world.login("fin01");
        done(pay(&fin, &id, ("10000.00", "2026-07-15")));
        let shown = request(&fin, &id);
        assert_eq!((&shown["state"], &shown["paid"]), (&json!("PART_PAID"), &json!(10000)));
        assert_eq!(text(&shown, "writeoffNum"), "AE-PW-2607150001");
        assert_eq!(of_payment(&fin, &cp1)["paymentStatus"], json!("PART_SETTLED"));
        assert_eq!(figures(world, "payment_detail", "settled", ("payment_id", &cp1)), [10_000_000, 0], "C3 first");
    });
}

#[test]
fn no_more_is_paid_than_was_asked_for() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, _) = passed(world, &fin);
        let fin = world.login("fin01");
        let beyond = pay(&fin, &id, ("14000.01", "2026-07-15"));
        assert_eq!(findings(&beyond), [("amount".to_owned(), "付款金额不能大于未付金额".to_owned())]);
        let nothing = pay(&fin, &id, ("0", "2026-07-15"));
        assert_eq!(findings(&nothing), [("amount".to_owned(), "付款金额须大于0".to_owned())]);
        done(pay(&fin, &id, ("14000.00", "2026-07-15")));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
    });
}

#[test]
fn two_who_pay_at_once_pay_once() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let fin = world.login("fin01");
        let mut body = json!({ "accountId": account(&fin, "CNY"), "date": "2026-07-15", "amount": "14000.00" });
        body["version"] = request(&fin, &id)["version"].clone();
        let calls = (0..2).map(|_| {
            let (client, path, body) = (fin.client(), format!("/css/paymentRequest/{id}/pay"), body.clone());
            async move { client.call("POST", &path, body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(
            replies.iter().filter(|reply| reply.code == 0).count(),
            1,
            "{:?}",
            replies.iter().map(|reply| &reply.message).collect::<Vec<_>>()
        );
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [14_000_000]);
        let account = account(&fin, "CNY");
        assert_eq!(figures(world, "fund_movement", "amount", ("account_id", &account)), [-14_000_000]);
    });
}

#[test]
fn nothing_is_paid_in_a_closed_month() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, _) = passed(world, &fin);
        let fin = world.login("fin01");
        let before = world.contents(true);
        let closed = pay(&fin, &id, ("1.00", "2026-05-31"));
        assert_eq!(findings(&closed), [("date".to_owned(), "财务期间2026-05已结账".to_owned())]);
        let unopened = pay(&fin, &id, ("1.00", "2026-08-01"));
        assert_eq!(findings(&unopened), [("date".to_owned(), "财务期间2026-08未开启".to_owned())]);
        world.unchanged(&before, true);
        done(pay(&fin, &id, ("1.00", "2026-06-01")));
    });
}

#[test]
fn what_is_refused_or_taken_back_is_edited_and_submitted_again() {
    told(|world| {
        decided_by_mgr(world);
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        done(act(&fin, (&id, "submit"), json!({})));
        refused(&act(&fin, (&id, "update"), request_of(&bank, &[(&cp1, "1.00")])), "审批中，不能修改");
        decide(&mgr, "refuse");
        assert_eq!(request(&fin, &id)["state"], json!("REJECTED"));
        let payment = of_payment(&fin, &cp1);
        assert_eq!((&payment["paymentStatus"], &payment["requested"]), (&json!("MADE"), &json!(0)));
        done(act(&fin, (&id, "update"), request_of(&bank, &[(&cp1, "9000.00")])));
        assert_eq!(request(&fin, &id)["amount"], json!(9000));
        done(act(&fin, (&id, "submit"), json!({})));
        done(act(&fin, (&id, "withdraw"), json!({})));
        assert_eq!(request(&fin, &id)["state"], json!("WITHDRAWN"));
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(0));
        assert_eq!(mgr.ok("/prm/api/toDo?current=1&size=10")["total"], json!(0));
    });
}

#[test]
fn what_a_closed_request_did_not_pay_is_to_be_asked_for_again() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let fin = world.login("fin01");
        done(pay(&fin, &id, ("10000.00", "2026-07-15")));
        done(act(&fin, (&id, "close"), json!({ "closeReason": "供应商折让" })));
        assert_eq!(request(&fin, &id)["state"], json!("CLOSED"));
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(10000));
        let bank = crate::payable::found(world, "coop_bank", &[("currency_code", "CNY")]);
        let beyond = fin.post("/css/paymentRequest/save", request_of(&bank, &[(&cp1, "4000.01")]));
        assert_eq!(findings(&beyond), [("payments.0.amount".to_owned(), BEYOND.to_owned())]);
        asked(&fin, request_of(&bank, &[(&cp1, "4000.00")]));
    });
}

#[test]
fn a_reversed_write_off_sets_its_request_back() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let fin = world.login("fin01");
        done(pay(&fin, &id, ("4000.00", "2026-07-15")));
        done(pay(&fin, &id, ("10000.00", "2026-07-15")));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        let list = fin.ok("/css/costWriteoff/page?size=100")["records"].clone();
        for (place, state) in [(0, "PART_PAID"), (1, "PASSED")] {
            let row = &list[place];
            let path = format!("/css/costWriteoff/{}/reverse", text(row, "id"));
            done(fin.post(&path, json!({ "version": row["version"], "reverseReason": "付错" })));
            assert_eq!(request(&fin, &id)["state"], json!(state));
        }
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [0]);
        let payment = of_payment(&fin, &cp1);
        assert_eq!((&payment["requested"], &payment["paymentStatus"]), (&json!(14000), &json!("TO_INVOICE")));
    });
}

#[test]
fn a_request_that_waits_for_the_invoice_is_not_paid_without() {
    told(|world| {
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let mut body = request_of(&bank, &[(&cp1, "14000.00")]);
        body["needsInvoice"] = json!(true);
        let id = asked(&fin, body);
        done(act(&fin, (&id, "submit"), json!({})));
        reviewed(world, &id);
        let fin = world.login("fin01");
        let reply = pay(&fin, &id, ("1.00", "2026-07-15"));
        assert_eq!(findings(&reply), [(String::new(), "未收票，不能付款".to_owned())]);
    });
}

#[test]
fn an_advance_is_paid_and_stands_open() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = bank(world, &fin, "GYS001", "CNY");
        let mut body = json!({
            "type": "ADVANCE", "coopId": super::cashier::coop(world, "GYS001"), "currency": "CNY", "amount": "500.00",
            "dueDate": "2026-07-15", "urgency": "URGENT", "paymentMethod": "电汇", "coopBankId": bank,
        });
        let bare = fin.post("/css/paymentRequest/save", body.clone());
        assert_eq!(findings(&bare), [("applyRemark".to_owned(), "请填写付款申请备注".to_owned())]);
        body["applyRemark"] = json!("舱位定金");
        body["dueDate"] = json!("2026-07-14");
        let late = fin.post("/css/paymentRequest/save", body.clone());
        assert_eq!(findings(&late), [("dueDate".to_owned(), "要求付款日不能早于今天".to_owned())]);
        body["dueDate"] = json!("2026-07-15");
        let id = asked(&fin, body);
        assert_eq!(request(&fin, &id)["requestNum"], json!("ZH-PR-2607150001"));
        done(act(&fin, (&id, "submit"), json!({})));
        reviewed(world, &id);
        let fin = world.login("fin01");
        done(pay(&fin, &id, ("200.00", "2026-07-15")));
        assert_eq!(request(&fin, &id)["state"], json!("PART_PAID"));
        done(pay(&fin, &id, ("300.00", "2026-07-15")));
        let shown = request(&fin, &id);
        assert_eq!(
            (&shown["state"], text(&shown, "writeoffNum").as_str()),
            (&json!("PAID"), "PP-2607150001,PP-2607150002")
        );
        assert_eq!(figures(world, "advance", "open_amount", ("request_id", &id)), [200_000, 300_000]);
    });
}

#[test]
fn something_else_is_paid_for_an_expense_account_with_its_fee() {
    told(|world| {
        let fin = world.login("fin01");
        let expense = text(&fin.ok("/platform/select/financialAccount?role=EXPENSE")[0], "value");
        let mut body = json!({
            "type": "OTHER", "currency": "CNY", "amount": "80.00", "accountId": account(&fin, "CNY"), "holder": "物业公司",
            "dueDate": "2026-07-15", "urgency": "NORMAL", "paymentMethod": "对冲", "applyRemark": "水电费",
        });
        let wrong = fin.post("/css/paymentRequest/save", body.clone());
        let at: Vec<String> = findings(&wrong).into_iter().map(|(field, _)| field).collect();
        assert_eq!(at, ["accountId", "paymentMethod"]);
        (body["accountId"], body["paymentMethod"]) = (json!(expense), json!("电汇"));
        let id = asked(&fin, body);
        done(act(&fin, (&id, "submit"), json!({})));
        let bank = account(&fin, "CNY");
        let paid = json!({ "accountId": bank, "date": "2026-07-15", "amount": "80.00", "fee": "0.50" });
        done(act(&fin, (&id, "pay"), paid));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        assert_eq!(figures(world, "fund_movement", "amount", ("account_id", &bank)), [-80_000, -500]);
    });
}

#[test]
fn several_requests_are_paid_wholly_and_stand_in_a_file_for_the_bank() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, _) = passed(world, &fin);
        let fin = world.login("fin01");
        let file = fin.post("/css/paymentRequest/bankFile", json!({ "ids": [id] }));
        let rows = testkit::rows_of(&file.bytes);
        assert_eq!(rows[0], ["收款户名", "账号", "开户行", "金额", "用途"]);
        assert_eq!(rows[1][..4], ["演示供应商有限公司", "1001 2233 4455", "中国工商银行上海分行", "14000.00"]);
        let body = json!({ "accountId": account(&fin, "CNY"), "date": "2026-07-15" });
        done(act(&fin, (&id, "batchPay"), body));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        refused(
            &fin.post("/css/paymentRequest/bankFile", json!({ "ids": [id] })),
            "付款申请AE-PR-2607150001未审批通过，不能导出网银文件",
        );
        let paper = fin.post("/css/paymentRequest/paper", json!({ "ids": [id], "language": "zh", "format": "PDF" }));
        assert_eq!(paper.status, 200, "{}", paper.message);
    });
}

#[test]
fn amounts_are_kept_from_who_may_not_see_costs_and_requests_from_other_companies() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, _) = passed(world, &fin);
        world.allow_nobody(&["css_payment_request", "css-pr-pay"]);
        let nobody = world.login("nobody");
        let page = nobody.ok("/css/paymentRequest/page?size=100");
        for row in page["records"].as_array().into_iter().flatten() {
            for name in ["amount", "paid", "unpaid", "bankNumber"] {
                assert!(row.get(name).is_none(), "{name}: {row}");
            }
        }
        let shown = nobody.get(&format!("/css/paymentRequest/{id}"));
        assert!(!shown.data.to_string().contains("14,000.00"), "{}", shown.data);
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/css/paymentRequest/{id}")).status, 404);
        let strange =
            other.post(&format!("/css/paymentRequest/{id}/close"), json!({ "version": 1, "closeReason": "x" }));
        assert_eq!(strange.status, 404);
    });
}
