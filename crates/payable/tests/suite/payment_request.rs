//! /css_payment_request as the catalogue shows it.

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused};

use super::cashier::{
    account, act, asked, bank, cashier, coop, cost_of, cp1, figures, moved, new_cost, passed, pay, payment, ready,
    request, request_of, reverse, reviewed, row, text,
};
use super::supplier::{number, sums_hold};
use crate::payable::{found, rooms};

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
fn who_is_asked_agrees_or_refuses_on_the_row_of_the_payment() {
    told(|world| {
        decided_by_mgr(world);
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        let shown = |caller: &Caller<'_>| {
            let row = of_payment(caller, &cp1);
            ["requestState", "currentApprover", "asked"].map(|name| text(&row, name))
        };
        let three = |state: &str, approver: &str, asked: &str| [state, approver, asked].map(ToOwned::to_owned);
        assert_eq!(shown(&fin), three("DRAFT", "", ""));
        let on_row = |caller: &Caller<'_>, verb: &str, comment: &str| {
            let version = of_payment(caller, &cp1)["version"].clone();
            caller.post(&format!("/css/payment/{cp1}/{verb}"), json!({ "version": version, "comment": comment }))
        };
        let none = "对账单没有待您审批的付款申请";
        refused(&on_row(&fin, "agree", ""), none);
        done(act(&fin, (&id, "submit"), json!({})));
        // Who asked for it is not asked.
        assert_eq!(shown(&fin), three("RUNNING", "经理一", ""));
        refused(&on_row(&fin, "agree", ""), none);
        let mgr = world.login("mgr01");
        assert_eq!(shown(&mgr), three("RUNNING", "经理一", "ME"));
        let unsaid = on_row(&mgr, "refuse", "");
        assert_eq!(findings(&unsaid).first().map(|(field, _)| field.as_str()), Some("comment"));
        done(on_row(&mgr, "refuse", "金额与账单不符"));
        assert_eq!(shown(&mgr), three("REJECTED", "", ""));
        assert_eq!(mgr.ok("/prm/api/toDo?current=1&size=10")["total"], json!(0));
        done(act(&fin, (&id, "submit"), json!({})));
        let stale = mgr.post(&format!("/css/payment/{cp1}/agree"), json!({ "version": 1 }));
        assert_eq!(stale.code, 3, "the payment changed since");
        done(on_row(&mgr, "agree", "同意付款"));
        assert_eq!(shown(&mgr), three("PASSED", "", ""));
        assert_eq!(request(&fin, &id)["state"], json!("PASSED"));
        refused(&on_row(&mgr, "agree", ""), none);
        for (state, count) in [("PASSED", 1), ("RUNNING", 0), ("RUNNING,PASSED", 1)] {
            let page = fin.ok(&format!("/css/payment/page?requestState={state}"));
            assert_eq!(page["total"], json!(count), "{state}");
        }
        sums_hold(world);
    });
}

#[test]
fn two_requests_of_one_payment_are_decided_about_one_by_one() {
    told(|world| {
        decided_by_mgr(world);
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        for amount in ["4000.00", "10000.00"] {
            let id = asked(&fin, request_of(&bank, &[(&cp1, amount)]));
            done(act(&fin, (&id, "submit"), json!({})));
        }
        let mgr = world.login("mgr01");
        let version = of_payment(&mgr, &cp1)["version"].clone();
        let before = world.contents(true);
        let both = mgr.post(&format!("/css/payment/{cp1}/agree"), json!({ "version": version }));
        refused(&both, "对账单有多个待您审批的付款申请，请在付款申请中审批");
        world.unchanged(&before, true);
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
            "type": "ADVANCE", "coopId": coop(world, "GYS001"), "currency": "CNY", "amount": "500.00",
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
        let whole = fin.ok(&format!("/css/paymentRequest/{id}"));
        for name in ["bankName", "bankNumber"] {
            assert!(whole[name].is_string() && shown.data[name].is_null(), "{name}: {whole} {}", shown.data);
        }
        let other = world.login("superAdmin");
        assert_eq!(other.get(&format!("/css/paymentRequest/{id}")).status, 404);
        let strange =
            other.post(&format!("/css/paymentRequest/{id}/close"), json!({ "version": 1, "closeReason": "x" }));
        assert_eq!(strange.status, 404);
    });
}

#[test]
fn what_is_decided_about_is_not_settled_from_an_advance_beside_it() {
    told(|world| {
        super::cashier::switch(world, json!({ "payNeedsRequest": false }));
        decided_by_mgr(world);
        let fin = world.login("fin01");
        let coop = coop(world, "GYS001");
        let paid = json!({
            "kind": "OUT", "coopId": coop, "accountId": account(&fin, "CNY"), "date": "2026-07-15", "amount": "500.00",
        });
        let advance = text(&done(fin.post("/css/advance/save", paid)), "id");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        done(act(&fin, (&id, "submit"), json!({})));
        let uses = || {
            let body = json!({
                "version": fin.ok(&format!("/css/advance/{advance}"))["version"], "coopId": coop, "date": "2026-07-15",
                "targets": [{ "id": cp1, "amount": "500.00" }],
            });
            fin.post(&format!("/css/advance/{advance}/use"), body)
        };
        let num = text(&of_payment(&fin, &cp1), "paymentNum");
        let why = format!("对账单{num}的付款申请未审批通过");
        assert_eq!(findings(&uses()), [("targets.0.amount".to_owned(), why)]);
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [0]);
        decide(&world.login("mgr01"), "agree");
        done(uses());
        assert_eq!(figures(world, "payment", "settled", ("id", &cp1)), [500_000]);
    });
}

/// The account of the payee of a request.
fn payee(world: &World, id: &str) -> String {
    figures(world, "payment_request", "coop_bank_id", ("id", id))[0].to_string()
}

#[test]
fn what_is_given_up_of_a_request_is_asked_for_anew_and_a_reversal_leaves_it_closed() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let (fin, bank) = (world.login("fin01"), payee(world, &id));
        done(pay(&fin, &id, ("10000.00", "2026-07-15")));
        let bare = act(&fin, (&id, "close"), json!({ "closeReason": "" }));
        assert_eq!(findings(&bare).len(), 1, "a reason is asked for");
        done(act(&fin, (&id, "close"), json!({ "closeReason": "余款不付" })));
        let shown = request(&fin, &id);
        assert_eq!((&shown["state"], &shown["paid"]), (&json!("CLOSED"), &json!(10000)));
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(10000), "what was paid stays asked for");
        assert_ne!(pay(&fin, &id, ("1.00", "2026-07-15")).code, 0);
        let more = |amount: &str| fin.post("/css/paymentRequest/save", request_of(&bank, &[(&cp1, amount)]));
        assert_eq!(findings(&more("4000.01")), [("payments.0.amount".to_owned(), BEYOND.to_owned())]);
        let second = text(&done(more("4000.00")), "id");
        done(act(&fin, (&second, "submit"), json!({})));
        done(pay(&fin, &second, ("4000.00", "2026-07-15")));
        assert_eq!(of_payment(&fin, &cp1)["paymentStatus"], json!("SETTLED"));
        done(reverse(world, "AE-PW-2607150001"));
        let fin = world.login("fin01");
        let shown = request(&fin, &id);
        assert_eq!((&shown["state"], &shown["paid"]), (&json!("CLOSED"), &json!(0)));
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(4000));
        let more = |amount: &str| fin.post("/css/paymentRequest/save", request_of(&bank, &[(&cp1, amount)]));
        assert_eq!(findings(&more("10000.01")), [("payments.0.amount".to_owned(), BEYOND.to_owned())]);
        done(more("10000.00"));
        sums_hold(world);
    });
}

#[test]
fn reversals_take_a_request_back_step_by_step_with_all_it_moved() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let fin = world.login("fin01");
        let bank = account(&fin, "CNY");
        let statuses = "SELECT COUNT(*) FROM order_finance WHERE cost_status = 'REQUESTED'";
        assert_eq!(
            (of_payment(&fin, &cp1)["paymentStatus"].clone(), number(world, statuses)),
            (json!("TO_INVOICE"), 1)
        );
        let dear = json!({ "accountId": bank, "date": "2026-07-15", "amount": "10000.00", "fee": "5.00" });
        done(act(&fin, (&id, "pay"), dear));
        done(pay(&fin, &id, ("4000.00", "2026-07-15")));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        assert_eq!(moved(world, &bank), [-10_000_000, -5_000, -4_000_000]);
        for (num, state, paid) in [("AE-PW-2607150002", "PART_PAID", 10000), ("AE-PW-2607150001", "PASSED", 0)] {
            done(reverse(world, num));
            let shown = request(&world.login("fin01"), &id);
            assert_eq!((&shown["state"], &shown["paid"]), (&json!(state), &json!(paid)), "{num}");
        }
        let fin = world.login("fin01");
        assert_eq!(moved(world, &bank), [0i64; 0]);
        assert_eq!(figures(world, "payment", "open_amount", ("id", &cp1)), [14_000_000]);
        assert_eq!(
            (of_payment(&fin, &cp1)["paymentStatus"].clone(), number(world, statuses)),
            (json!("TO_INVOICE"), 1)
        );
        // It is paid anew.
        done(pay(&fin, &id, ("14000.00", "2026-07-15")));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        sums_hold(world);
    });
}

#[test]
fn two_requests_of_one_payment_do_not_ask_for_it_twice() {
    told(|world| {
        decided_by_mgr(world);
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        // Drafts ask for nothing yet.
        let drafts = [(); 2].map(|()| asked(&fin, request_of(&bank, &[(&cp1, "14000.00")])));
        let calls = drafts.iter().map(|id| {
            let (client, path) = (fin.client(), format!("/css/paymentRequest/{id}/submit"));
            async move { client.call("POST", &path, json!({ "version": 1 })).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        let other = replies.iter().find(|reply| reply.code != 0).expect("one is refused");
        assert_eq!(findings(other), [(String::new(), BEYOND.to_owned())]);
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(14000));
        let states: Vec<Json> = drafts.iter().map(|id| request(&fin, id)["state"].clone()).collect();
        assert!(states.contains(&json!("DRAFT")) && states.contains(&json!("RUNNING")), "{states:?}");
    });
}

#[test]
fn taken_back_and_agreed_to_at_once_it_is_one_of_both() {
    told(|world| {
        decided_by_mgr(world);
        let (fin, mgr) = (world.login("fin01"), world.login("mgr01"));
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = asked(&fin, request_of(&bank, &[(&cp1, "14000.00")]));
        done(act(&fin, (&id, "submit"), json!({})));
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
        let version = request(&fin, &id)["version"].clone();
        let calls = [
            (fin.client(), format!("/css/paymentRequest/{id}/withdraw"), json!({ "version": version })),
            (mgr.client(), "/prm/ics/approval/agree".to_owned(), json!({ "taskId": task, "comment": "x" })),
        ];
        let calls = calls.map(|(client, path, body)| async move { client.call("POST", &path, body).await });
        let replies = world.at_once(calls.into());
        let said: Vec<_> = replies.iter().map(|reply| (reply.status, reply.code, reply.message.clone())).collect();
        assert_eq!(said.iter().filter(|(_, code, _)| *code == 0).count(), 1, "{said:?}");
        assert!(said.iter().all(|(status, ..)| *status != 503), "neither waits for the other: {said:?}");
        let state = if said[0].1 == 0 { "WITHDRAWN" } else { "PASSED" };
        assert_eq!(request(&fin, &id)["state"], json!(state));
        let asked_for = if said[0].1 == 0 { 0 } else { 14000 };
        assert_eq!(of_payment(&fin, &cp1)["requested"], json!(asked_for));
    });
}

#[test]
fn a_credit_is_set_off_before_anything_is_paid() {
    told(|world| {
        let credit = new_cost(world, ("GYS001", "CNY", ""), "-2000");
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let minus = payment(&fin, (&coop(world, "GYS001"), "CNY"), &[(credit, "-2000.00")]);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let ask = |parts: &[(&str, &str)]| fin.post("/css/paymentRequest/save", request_of(&bank, parts));
        assert_eq!(
            findings(&ask(&[(&minus, "-2000.00")])),
            [("payments".to_owned(), "申请金额须大于0".to_owned())],
            "nothing is to be paid"
        );
        assert_eq!(
            findings(&ask(&[(&cp1, "14000.00"), (&minus, "-2000.01")])),
            [("payments.1.amount".to_owned(), BEYOND.to_owned())]
        );
        assert_eq!(
            findings(&ask(&[(&cp1, "14000.00"), (&minus, "2000.00")])),
            [("payments.1.amount".to_owned(), "申请金额符号与可申请金额不一致".to_owned())]
        );
        let id = ready(world, request_of(&bank, &[(&cp1, "14000.00"), (&minus, "-2000.00")]));
        let fin = world.login("fin01");
        assert_eq!(request(&fin, &id)["amount"], json!(12000));
        done(pay(&fin, &id, ("5000.00", "2026-07-15")));
        let open = |payment: &str| figures(world, "payment", "open_amount", ("id", payment))[0];
        assert_eq!((open(&minus), open(&cp1)), (0, 7_000_000));
        let beyond = pay(&fin, &id, ("7000.01", "2026-07-15"));
        assert_eq!(findings(&beyond), [("amount".to_owned(), "付款金额不能大于未付金额".to_owned())]);
        done(pay(&fin, &id, ("7000.00", "2026-07-15")));
        assert_eq!((request(&fin, &id)["state"].clone(), open(&cp1)), (json!("PAID"), 0));
        assert_eq!(moved(world, &account(&fin, "CNY")), [-5_000_000, -7_000_000]);
        done(reverse(world, "AE-PW-2607150001"));
        assert_eq!((open(&minus), open(&cp1)), (-2_000_000, 7_000_000));
        assert_eq!(request(&world.login("fin01"), &id)["paid"], json!(7000));
        sums_hold(world);
    });
}

#[test]
fn dollars_are_paid_by_an_account_in_yuan_at_the_rate_that_was_typed() {
    told(|world| {
        let cost = new_cost(world, ("GYS002", "USD", "7.0000"), "2400");
        let fin = world.login("fin01");
        let cp2 = payment(&fin, (&coop(world, "GYS002"), "USD"), &[(cost, "2400.00")]);
        let bank = bank(world, &fin, "GYS002", "USD");
        let id = ready(world, request_of(&bank, &[(&cp2, "2400.00")]));
        let fin = world.login("fin01");
        let yuan = account(&fin, "CNY");
        let paid = json!({
            "accountId": yuan, "date": "2026-07-15", "amount": "2400.00", "rate": "7.0500", "fee": "30.00",
        });
        done(act(&fin, (&id, "pay"), paid));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        assert_eq!(moved(world, &yuan), [-16_920_000, -30_000]);
        let write_off = found(world, "write_off", &[("write_off_num", "AE-PW-2607150001")]);
        let shown = row(&fin, "/css/costWriteoff/page?size=100", &write_off);
        assert_eq!(
            ["functional", "exchangeDiff"].map(|name| shown[name].clone()),
            [json!(16800), json!(-120)],
            "the fee makes no loss: {shown}"
        );
        assert_eq!(text(&shown, "currency"), "CNY");
    });
}

/// A receipt of today of a partner, or of nobody yet.
fn received(world: &World, (amount, of): (&str, Option<&str>)) -> String {
    let fin = world.login("fin01");
    let mut body = json!({ "receiptDate": "2026-07-15", "accountId": account(&fin, "CNY"), "amount": amount });
    if let Some(code) = of {
        body["coopId"] = json!(coop(world, code));
    }
    text(&done(fin.post("/css/receipt/save", body)), "id")
}

/// The body of a request that pays back.
fn refund_of(bank: &str, (member, id): (&str, &str), amount: &str) -> Json {
    json!({
        "type": "REFUND", member: id, "amount": amount, "dueDate": "2026-07-15", "urgency": "NORMAL",
        "paymentMethod": "电汇", "coopBankId": bank, "applyRemark": "多付退回",
    })
}

#[test]
fn what_is_open_of_a_receipt_goes_back_to_who_paid_it() {
    told(|world| {
        let receipt = received(world, ("500.00", Some("KH001")));
        let unknown = received(world, ("50.00", None));
        let fin = world.login("fin01");
        let bank = bank(world, &fin, "KH001", "CNY");
        let ask =
            |id: &str, amount: &str| fin.post("/css/paymentRequest/save", refund_of(&bank, ("receiptId", id), amount));
        assert_eq!(findings(&ask(&receipt, "500.01")), [("amount".to_owned(), BEYOND.to_owned())]);
        let nobody: Vec<_> = findings(&ask(&unknown, "50.00"));
        assert_eq!(nobody, [("receiptId".to_owned(), "收款未认领，不能申请退款".to_owned())]);
        let mut none = refund_of(&bank, ("receiptId", ""), "1.00");
        none["receiptId"] = json!(null);
        let none = findings(&fin.post("/css/paymentRequest/save", none));
        assert!(none.contains(&("receiptId".to_owned(), "请选择一笔收款或预收".to_owned())), "{none:?}");
        // Both are asked for while all of it is open.
        let [id, late] = [(); 2].map(|()| ready(world, refund_of(&bank, ("receiptId", &receipt), "300.00")));
        let fin = world.login("fin01");
        let early = pay(&fin, &id, ("300.00", "2026-07-14"));
        assert_eq!(findings(&early), [("date".to_owned(), "日期不能早于2026-07-15".to_owned())]);
        let dollars = json!({ "accountId": account(&fin, "USD"), "date": "2026-07-15", "amount": "300.00" });
        let dollars = act(&fin, (&id, "pay"), dollars);
        assert_eq!(findings(&dollars), [("accountId".to_owned(), "账户币种须为CNY".to_owned())]);
        let yuan = account(&fin, "CNY");
        let paid = json!({ "accountId": yuan, "date": "2026-07-15", "amount": "300.00", "fee": "1.00" });
        done(act(&fin, (&id, "pay"), paid));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
        let of = |column: &'static str| figures(world, "receipt", column, ("id", &receipt))[0];
        assert_eq!((of("refunded"), of("open_amount")), (300_000, 200_000));
        assert_eq!(moved(world, &yuan), [500_000, 50_000, -300_000, -1_000]);
        let before = world.contents(true);
        let beyond = pay(&fin, &late, ("300.00", "2026-07-15"));
        assert_eq!(findings(&beyond), [("amount".to_owned(), "本次退款金额不能大于未核销金额".to_owned())]);
        world.unchanged(&before, true);
        done(pay(&fin, &late, ("200.00", "2026-07-15")));
        assert_eq!((request(&fin, &late)["state"].clone(), of("open_amount")), (json!("PART_PAID"), 0));
    });
}

#[test]
fn an_advance_that_was_received_goes_back_and_one_that_was_paid_does_not() {
    told(|world| {
        let receipt = received(world, ("500.00", Some("KH001")));
        let fin = world.login("fin01");
        let version = fin.ok(&format!("/css/receipt/{receipt}"))["version"].clone();
        let turned = json!({ "version": version, "kind": "DEPOSIT_IN", "amount": "400.00", "date": "2026-07-15" });
        done(fin.post(&format!("/css/receipt/{receipt}/toAdvance"), turned));
        let advance = found(world, "advance", &[("advance_num", "PA-2607150001")]);
        let (ours, theirs) = (bank(world, &fin, "KH001", "CNY"), bank(world, &fin, "GYS001", "CNY"));
        let paid = ready(world, advance_of(world, &theirs, json!({})));
        let fin = world.login("fin01");
        done(pay(&fin, &paid, ("500.00", "2026-07-15")));
        let other = found(world, "advance", &[("advance_num", "PP-2607150001")]);
        let wrong = fin.post("/css/paymentRequest/save", refund_of(&theirs, ("advanceId", &other), "1.00"));
        assert_eq!(findings(&wrong), [("advanceId".to_owned(), "只能退还收到的预收款或押金".to_owned())]);
        let id = ready(world, refund_of(&ours, ("advanceId", &advance), "400.00"));
        let fin = world.login("fin01");
        done(pay(&fin, &id, ("150.00", "2026-07-15")));
        done(pay(&fin, &id, ("250.00", "2026-07-15")));
        let of = |column: &'static str| figures(world, "advance", column, ("id", &advance))[0];
        assert_eq!((of("refunded"), of("open_amount")), (400_000, 0));
        assert_eq!(request(&fin, &id)["state"], json!("PAID"));
    });
}

/// The body of a request for an advance of 500.00 to GYS001, with some members otherwise.
fn advance_of(world: &World, bank: &str, members: Json) -> Json {
    let mut body = json!({
        "type": "ADVANCE", "coopId": coop(world, "GYS001"), "currency": "CNY", "amount": "500.00",
        "dueDate": "2026-07-15", "urgency": "NORMAL", "paymentMethod": "电汇", "coopBankId": bank,
        "applyRemark": "舱位定金",
    });
    for (name, value) in members.as_object().expect("members") {
        body[name] = value.clone();
    }
    body
}

#[test]
fn a_deposit_keeps_its_containers_and_its_request_follows_when_it_is_void() {
    told(|world| {
        let fin = world.login("fin01");
        let bank = bank(world, &fin, "GYS001", "CNY");
        let order = found(world, "freight_order", &[("order_code", "AE-2607150001")]);
        let body = advance_of(
            world,
            &bank,
            json!({
                "type": "DEPOSIT", "orderId": order, "amount": "3000.00", "containers": "TSTU1000019",
                "returnDate": "2026-08-15", "applyRemark": null,
            }),
        );
        let id = ready(world, body);
        let fin = world.login("fin01");
        assert_eq!(request(&fin, &id)["requestNum"], json!("AE-PR-2607150001"), "of the scope of its order");
        done(pay(&fin, &id, ("1000.00", "2026-07-15")));
        done(pay(&fin, &id, ("2000.00", "2026-07-15")));
        let list = fin.ok("/css/advance/page?size=100");
        let rows: Vec<Json> = list["records"].as_array().cloned().unwrap_or_default();
        let open = |row: &Json| row["open"].as_f64().unwrap_or_default();
        assert_eq!(rows.iter().map(open).sum::<f64>().to_string(), "3000");
        for row in &rows {
            let shown = ["kind", "containers", "returnDate", "orderCode"].map(|name| text(row, name));
            assert_eq!(shown, ["DEPOSIT_OUT", "TSTU1000019", "2026-08-15", "AE-2607150001"]);
        }
        let void = |num: &str| {
            let id = found(world, "advance", &[("advance_num", num)]);
            let version = fin.ok(&format!("/css/advance/{id}"))["version"].clone();
            fin.post(&format!("/css/advance/{id}/void"), json!({ "version": version }))
        };
        for (num, state, paid) in [("PP-2607150002", "PART_PAID", 1000), ("PP-2607150001", "PASSED", 0)] {
            done(void(num));
            let shown = request(&fin, &id);
            assert_eq!((&shown["state"], &shown["paid"]), (&json!(state), &json!(paid)), "{num}");
        }
        assert_eq!(moved(world, &account(&fin, "CNY")), [0i64; 0]);
    });
}

#[test]
fn amounts_have_the_decimals_of_their_currency() {
    told(|world| {
        let fin = world.login("fin01");
        let cp1 = cp1(world, &fin);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let fine = "CNY金额最多2位小数".to_owned();
        let before = world.contents(true);
        let part = fin.post("/css/paymentRequest/save", request_of(&bank, &[(&cp1, "0.001")]));
        assert_eq!(findings(&part), [("payments.0.amount".to_owned(), fine.clone())]);
        let advance = advance_of(world, &bank, json!({ "amount": "0.001" }));
        let advance = fin.post("/css/paymentRequest/save", advance);
        assert_eq!(findings(&advance), [("amount".to_owned(), fine.clone())]);
        world.unchanged(&before, true);
        let id = ready(world, request_of(&bank, &[(&cp1, "14000.00")]));
        let fin = world.login("fin01");
        let paid = json!({
            "accountId": account(&fin, "CNY"), "date": "2026-07-15", "amount": "0.001", "fee": "0.001",
        });
        let paid = act(&fin, (&id, "pay"), paid);
        assert_eq!(findings(&paid), [("amount".to_owned(), fine.clone()), ("fee".to_owned(), fine)]);
        done(pay(&fin, &id, ("0.01", "2026-07-15")));
    });
}

#[test]
fn who_sees_no_income_pays_no_receipt_back() {
    told(|world| {
        let receipt = received(world, ("500.00", Some("KH001")));
        let fin = world.login("fin01");
        let bank = bank(world, &fin, "KH001", "CNY");
        let body = refund_of(&bank, ("receiptId", &receipt), "1.00");
        let offered = "/platform/select/refundReceipt?keyword=RC";
        assert_eq!(fin.ok(offered).as_array().map(Vec::len), Some(1));
        world.allow_nobody(&["css_payment_request", "css-pr-add", "css-cost-view"]);
        let clerk = world.login("nobody");
        assert_eq!(clerk.ok(offered), json!([]));
        assert_eq!(clerk.ok(&format!("/platform/select/refundReceipt?value={receipt}")), json!([]));
        let before = world.contents(true);
        assert_eq!(clerk.post("/css/paymentRequest/save", body.clone()).status, 403);
        world.unchanged(&before, true);
        world.allow_nobody(&["css-income-view"]);
        done(world.login("nobody").post("/css/paymentRequest/save", body));
    });
}

#[test]
fn each_call_with_money_is_for_who_sees_costs() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, cp1) = passed(world, &fin);
        let bank = payee(world, &id);
        // What passed is not edited by anybody.
        let draft = asked(&fin, advance_of(world, &bank, json!({})));
        let codes = ["css_payment_request", "css-pr-add", "css-pr-submit", "css-pr-pay", "css-pr-bank", "css-pr-print"];
        world.allow_nobody(&codes);
        let clerk = world.login("nobody");
        let before = world.contents(true);
        let path = |verb: &str| format!("/css/paymentRequest/{id}/{verb}");
        for first in [path("pay/first"), format!("/css/paymentRequest/{draft}/update/first")] {
            assert_eq!(clerk.get(&first).status, 403, "{first}");
        }
        let ids = json!({ "ids": [id] });
        let shown = request(&clerk, &id)["version"].clone();
        let paid = json!({ "version": shown, "accountId": "1", "date": "2026-07-15", "amount": "1.00" });
        for (path, body) in [
            ("/css/paymentRequest/save".to_owned(), request_of(&bank, &[(&cp1, "1.00")])),
            (path("pay"), paid),
            ("/css/paymentRequest/bankFile".to_owned(), ids.clone()),
            ("/css/paymentRequest/paper".to_owned(), ids),
        ] {
            assert_eq!(clerk.post(&path, body).status, 403, "{path}");
        }
        for select in ["openPayment", "refundReceipt", "refundAdvance"] {
            assert_eq!(clerk.ok(&format!("/platform/select/{select}?keyword=")), json!([]), "{select}");
        }
        world.unchanged(&before, true);
    });
}

/// `nobody` sells an order, and sees no other.
fn sells(world: &World, code: &str) {
    world.show_own_orders("nobody");
    world.database(|_, conn| {
        let text = format!(
            "UPDATE freight_order SET sales_id = (SELECT id FROM app_user WHERE org_id = 2 AND login_name LIKE 'nobody%') \
             WHERE org_id = 2 AND order_code = '{code}'"
        );
        conn.exec(&platform::store::Stmt::Raw(text, Vec::new())).expect("his order");
    });
}

#[test]
fn a_payment_that_is_seen_in_part_is_neither_offered_nor_asked_for() {
    told(|world| {
        let fin = world.login("fin01");
        let parts = [(cost_of(world, 12_000_000), "12000.00"), (cost_of(world, 13_170_000), "13170.00")];
        let both = payment(&fin, (&coop(world, "GYS001"), "CNY"), &parts);
        let bank = bank(world, &fin, "GYS001", "CNY");
        let id = ready(world, request_of(&bank, &[(&both, "1.00")]));
        world.allow_nobody(&["css_payment_request", "css-pr-add", "css-pr-pay", "css-pr-close", "css-cost-view"]);
        sells(world, "AE-2607150001");
        let clerk = world.login("nobody");
        assert_eq!(clerk.ok("/platform/select/openPayment?keyword=CP"), json!([]));
        let named = clerk.ok(&format!("/platform/select/openPayment?value={both}"));
        assert_eq!(text(&named[0], "label"), "AE-CP-2607150001", "without what is left of it");
        let orders = clerk.ok("/platform/select/settledOrder?keyword=AE-2607");
        assert_eq!(orders.as_array().map(Vec::len), Some(1), "{orders}");
        let partly = "含1张无权限订单";
        let before = world.contents(true);
        refused(&clerk.post("/css/paymentRequest/save", request_of(&bank, &[(&both, "1.00")])), partly);
        refused(&act(&clerk, (&id, "close"), json!({ "closeReason": "x" })), partly);
        let view = clerk.ok(&format!("/css/paymentRequest/{id}"));
        assert!(view["told"].to_string().contains(partly), "{}", view["told"]);
        world.unchanged(&before, true);
    });
}

#[test]
fn what_a_request_pays_says_so_in_its_own_log() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, _) = passed(world, &fin);
        done(pay(&world.login("fin01"), &id, ("14000.00", "2026-07-15")));
        let receipt = received(world, ("500.00", Some("KH001")));
        let fin = world.login("fin01");
        let (ours, theirs) = (bank(world, &fin, "KH001", "CNY"), payee(world, &id));
        let advance = ready(world, advance_of(world, &theirs, json!({})));
        done(pay(&world.login("fin01"), &advance, ("500.00", "2026-07-15")));
        let refund = ready(world, refund_of(&ours, ("receiptId", &receipt), "500.00"));
        done(pay(&world.login("fin01"), &refund, ("500.00", "2026-07-15")));
        for (kind, did) in [("write_off", "付款"), ("advance", "付款"), ("receipt", "退款")] {
            let lines = format!(
                "SELECT COUNT(*) FROM operation_log WHERE object_type = '{kind}' AND function = '{did}' \
                 AND text LIKE '付款申请%'"
            );
            assert_eq!(number(world, &lines), 1, "{kind}");
        }
    });
}
