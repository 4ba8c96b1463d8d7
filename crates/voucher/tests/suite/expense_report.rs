//! /css_expense_report as the catalogue shows it.

use platform::sea_query::Order;
use platform::store::{Stmt, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use crate::voucher::{charted, rooms};

const DEMO: i64 = 2;
const BASE: &str = "/css/expenseReport";
const PAGE: &str = "/css/expenseReport/page?size=100";
const TODAY: &str = "2026-07-15";

/// Partners, months, the chart with 100000.00 on the bank account and 100.00 of cash; mgr01 heads 操作部, fin01 财务部.
pub fn staff(world: &World) {
    charted(world);
    world.partners();
    world.wait(seed::money::periods(&world.maker()));
    world.set_clock("2026-07-15 10:00:00");
    for (dept, login) in [("111002", "mgr01"), ("111003", "fin01")] {
        run(
            world,
            &format!(
                "UPDATE dept SET manager_id = (SELECT id FROM app_user WHERE org_id = 2 AND email = '{login}@example.com') \
                 WHERE org_id = 2 AND code = '{dept}'"
            ),
        );
    }
    let fin = world.login("fin01");
    for (account, amount) in
        [(account(&fin, "银行存款", "CNY"), "100000.00"), (account(&fin, "库存现金", "CNY"), "100.00")]
    {
        opened(world, &account, amount);
    }
}

/// The same with a report, for the standard suite.
pub fn busy(world: &World) {
    staff(world);
    claim(&world.login("op01"), &[("差旅", "拜访客户", "300.00")]);
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, staff, story);
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("runs"));
}

/// What an account held at the end of May.
fn opened(world: &World, account: &str, amount: &str) {
    let raw = amount.replace('.', "") + "0";
    run(
        world,
        &format!(
            "INSERT INTO fund_opening (org_id, account_id, opening_date, amount, updated_by, updated_at) \
             VALUES (2, {account}, '2026-05-31', {raw}, 1, 0)"
        ),
    );
}

fn text(of: &Json, name: &str) -> String {
    of[name].as_str().unwrap_or_default().to_owned()
}

/// A money account by a part of its name and its currency.
fn account(caller: &Caller<'_>, name: &str, currency: &str) -> String {
    let offers = caller.ok(&format!("/platform/select/moneyAccount?keyword={name}"));
    let is_of = |offer: &&Json| text(offer, "label").ends_with(currency);
    let found = offers.as_array().into_iter().flatten().find(is_of).map(|offer| text(offer, "value"));
    found.unwrap_or_else(|| panic!("{name} {currency}: {offers}"))
}

/// A leaf of the chart by its code.
pub(super) fn leaf(world: &World, code: &str) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "financial_account");
        select.column("id").and_where(sql::eq("code", code.to_owned()));
        conn.first(&select.into()).expect("reads").expect("an account").get::<i64>(0).expect("an id").to_string()
    })
}

fn bank(caller: &Caller<'_>) -> String {
    account(caller, "银行存款", "CNY")
}

pub(super) fn body(lines: &[(&str, &str, &str)]) -> Json {
    let lines: Vec<Json> = lines
        .iter()
        .map(|(kind, purpose, amount)| json!({ "expenseType": kind, "purpose": purpose, "amount": amount }))
        .collect();
    json!({
        "type": "EXPENSE", "expenseReportDate": TODAY, "expenseReportMode": "PERSON", "paymentMethod": "TRANSFER",
        "attachedDocument": 2, "lines": lines,
    })
}

pub(super) fn with(mut body: Json, more: Json) -> Json {
    if let (Some(body), Some(more)) = (body.as_object_mut(), more.as_object()) {
        body.extend(more.clone());
    }
    body
}

pub(super) fn loan_of(amount: &str) -> Json {
    with(body(&[]), json!({ "type": "LOAN", "expensesUse": "出差备用金", "expenseAmount": amount, "lines": [] }))
}

fn saved(caller: &Caller<'_>, body: Json) -> String {
    text(&done(caller.post(BASE, body)), "id")
}

fn claim(caller: &Caller<'_>, lines: &[(&str, &str, &str)]) -> String {
    saved(caller, body(lines))
}

/// A report as its list shows it to a caller.
fn row(caller: &Caller<'_>, id: &str) -> Json {
    let page = caller.ok(PAGE);
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.into_iter().find(|row| row["id"] == json!(id)).unwrap_or_else(|| panic!("no {id}"))
}

fn view(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("{BASE}/{id}"))
}

/// Does something to a report in its present version.
pub(super) fn act(caller: &Caller<'_>, (id, verb): (&str, &str), more: Json) -> Reply {
    let version = view(caller, id)["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), with(json!({ "version": version }), more))
}

fn edit(caller: &Caller<'_>, id: &str, more: Json) -> Reply {
    let version = view(caller, id)["version"].clone();
    caller.put(&format!("{BASE}/{id}"), with(json!({ "version": version }), more))
}

pub(super) fn audit(caller: &Caller<'_>, id: &str, more: Json) -> Reply {
    let asked = json!({ "bankAccountId": bank(caller), "financialDate": TODAY });
    act(caller, (id, "audit"), with(asked, more))
}

pub(super) fn pay(caller: &Caller<'_>, id: &str, more: Json) -> Reply {
    act(caller, (id, "pay"), with(json!({ "accountId": bank(caller), "date": TODAY }), more))
}

/// Brings a report of op01 to 已审核.
pub(super) fn audited(world: &World, body: Json) -> String {
    let id = approved(world, body);
    done(audit(&world.login("fin01"), &id, json!({})));
    id
}

/// Brings a report of op01 to 已审批.
pub(super) fn approved(world: &World, body: Json) -> String {
    let op = world.login("op01");
    let id = saved(&op, body);
    done(act(&op, (&id, "submit"), json!({})));
    done(act(&world.login("mgr01"), (&id, "approve"), json!({})));
    id
}

/// A paid 借款 of op01.
fn lent(world: &World, amount: &str) -> String {
    let id = audited(world, loan_of(amount));
    done(pay(&world.login("fin01"), &id, json!({})));
    id
}

fn state(world: &World, id: &str) -> String {
    column(world, id, "state")
}

fn column(world: &World, id: &str, column: &'static str) -> String {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "expense_report");
        select.column(column).and_where(sql::eq("id", id.parse::<i64>().expect("an id")));
        let row = conn.first(&select.into()).expect("reads").expect("a report");
        row.get::<Option<String>>(0).ok().flatten().unwrap_or_else(|| {
            row.get::<Option<i64>>(0).ok().flatten().map(|figure| figure.to_string()).unwrap_or_default()
        })
    })
}

/// What moved an account, in the order it was written.
fn moved(world: &World, account: &str) -> Vec<(String, i64)> {
    world.database(|_, conn| {
        let mut select = sql::from(DEMO, "fund_movement");
        select
            .columns(["kind", "amount"])
            .and_where(sql::eq("account_id", account.parse::<i64>().expect("an id")))
            .order_by("id", Order::Asc);
        let rows = conn.query(&select.into()).expect("reads");
        rows.iter().map(|row| (row.get(0).expect("a kind"), row.get(1).expect("an amount"))).collect()
    })
}

fn said(reply: &Reply) -> Vec<(String, String)> {
    findings(reply)
}

fn one(field: &str, message: &str) -> [(String, String); 1] {
    [(field.to_owned(), message.to_owned())]
}

fn waiting(caller: &Caller<'_>) -> Json {
    caller.ok("/prm/api/toDo?current=1&size=10")["total"].clone()
}

#[test]
fn a_claim_goes_from_its_applicant_over_head_and_finance_to_the_cashier() {
    told(|world| {
        let op = world.login("op01");
        let id = claim(&op, &[("差旅", "拜访客户", "220.00"), ("交通", "机场往返", "80.00")]);
        let shown = row(&op, &id);
        assert_eq!(text(&shown, "expenseReportNum"), "ER-2607150001");
        assert_eq!(
            (&shown["expenseReportStatus"], &shown["expenseAmount"], &shown["toPay"]),
            (&json!("DRAFT"), &json!(300), &json!(300))
        );
        assert_eq!(text(&shown, "expensesUse"), "拜访客户、机场往返");
        assert_eq!((text(&shown, "deptName"), text(&shown, "creatorName")), ("操作部".to_owned(), "操作一".to_owned()));
        assert!(view(&op, &id)["told"].to_string().contains("人民币叁佰元整"));
        done(act(&op, (&id, "submit"), json!({})));
        let mgr = world.login("mgr01");
        assert_eq!(waiting(&mgr), json!(1));
        assert_eq!(mgr.ok(&format!("{PAGE}&view=TO_ME"))["total"], json!(1));
        assert_eq!(mgr.ok(&format!("{PAGE}&view=MINE"))["total"], json!(0));
        let op = world.login("op01");
        assert_eq!(op.ok(&format!("{PAGE}&view=MINE"))["total"], json!(1));
        assert_eq!(text(&row(&op, &id), "currentApprover"), "经理一");
        assert_eq!(act(&op, (&id, "approve"), json!({})).status, 403);
        refused(&audit(&world.login("fin01"), &id, json!({})), "报销单已提交，不能执行此操作");
        done(act(&world.login("mgr01"), (&id, "approve"), json!({ "comment": "同意" })));
        let fin = world.login("fin01");
        let shown = row(&fin, &id);
        assert_eq!(
            (&shown["expenseReportStatus"], &shown["approvalDeptManagerName"], &shown["isAuto"]),
            (&json!("APPROVED"), &json!("经理一"), &json!(false))
        );
        let first = fin.ok(&format!("{BASE}/{id}/audit/first"));
        assert_eq!(first["accounts"][0]["accountId"], json!(leaf(world, "660201")), "{first}");
        let closed = audit(&fin, &id, json!({ "financialDate": "2026-05-31" }));
        assert_eq!(said(&closed), one("financialDate", "财务期间2026-05已结账"));
        let unopened = audit(&fin, &id, json!({ "financialDate": "2026-08-01" }));
        assert_eq!(said(&unopened), one("financialDate", "财务期间2026-08未开启"));
        done(audit(&fin, &id, json!({ "financialDate": "2026-06-01" })));
        let shown = row(&fin, &id);
        assert_eq!((&shown["expenseReportStatus"], &shown["financialDate"]), (&json!("AUDITED"), &json!("2026-06-01")));
        assert_eq!(text(&shown, "financialAccount"), "管理费用-差旅费,管理费用-交通费");
        let op = world.login("op01");
        let body = json!({ "version": view(&op, &id)["version"], "bankAccountId": "1", "financialDate": TODAY });
        assert_eq!(op.post(&format!("{BASE}/{id}/audit"), body).status, 403, "op01 cannot press 审核");
        refused(&edit(&op, &id, json!({ "expenseReportRemark": "x" })), "报销单已审核，不能修改");
        let fin = world.login("fin01");
        done(pay(&fin, &id, json!({})));
        let shown = row(&fin, &id);
        assert_eq!((&shown["expenseReportStatus"], &shown["payerName"]), (&json!("PAID"), &json!("财务一")));
        assert_eq!(moved(world, &bank(&fin)), [("EXPENSE".to_owned(), -300_000)]);
    });
}

#[test]
fn without_a_head_nothing_is_submitted_and_the_head_himself_is_approved_at_once() {
    told(|world| {
        let sales = world.login("sales01");
        let id = claim(&sales, &[("招待", "客户午餐", "68.00")]);
        refused(&act(&sales, (&id, "submit"), json!({})), "部门未设置负责人，请联系管理员");
        assert_eq!(state(world, &id), "DRAFT");
        let fin = world.login("fin01");
        let id = claim(&fin, &[("办公", "文具", "12.50")]);
        done(act(&fin, (&id, "submit"), json!({})));
        let shown = row(&fin, &id);
        assert_eq!(
            (&shown["expenseReportStatus"], &shown["isAuto"], &shown["approvalDeptManagerName"]),
            (&json!("APPROVED"), &json!(true), &json!("财务一"))
        );
        assert!(view(&fin, &id)["told"].to_string().contains("自动"));
    });
}

#[test]
fn the_chain_of_the_event_decides_where_one_is_set() {
    told(|world| {
        let admin = world.login("demo-admin");
        let user = |login: &str| admin.ok(&format!("/platform/select/user?keyword={login}"))[0]["value"].clone();
        let level = |name: &str, login: &str, conditions: Json| json!({ "name": name, "approverType": "user", "approverIds": [user(login)], "conditions": conditions });
        let above = json!([{ "field": "amount", "compare": "gt", "value": "1000" }]);
        let levels = [level("一级", "mgr01", json!([])), level("二级", "ceo01", above)];
        done(admin.post("/prm/ics/approval/setting", json!({ "eventId": "109", "approval": 1, "levels": levels })));
        let sales = world.login("sales01");
        let small = claim(&sales, &[("招待", "客户午餐", "1000.00")]);
        let large = claim(&sales, &[("招待", "客户晚宴", "1000.01")]);
        for id in [&small, &large] {
            done(act(&sales, (id, "submit"), json!({})));
        }
        let mgr = world.login("mgr01");
        for id in [&small, &large] {
            done(act(&mgr, (id, "approve"), json!({})));
        }
        assert_eq!((state(world, &small).as_str(), state(world, &large).as_str()), ("APPROVED", "SUBMITTED"));
        assert_eq!(act(&mgr, (&large, "approve"), json!({})).status, 403, "his level is done");
        done(act(&world.login("ceo01"), (&large, "approve"), json!({})));
        assert_eq!(state(world, &large), "APPROVED");
    });
}

#[test]
fn a_report_comes_back_to_its_applicant_who_alone_changes_and_removes_it() {
    told(|world| {
        let (op, mgr) = (world.login("op01"), world.login("mgr01"));
        let id = claim(&op, &[("差旅", "拜访客户", "300.00")]);
        done(act(&op, (&id, "submit"), json!({})));
        refused(&edit(&op, &id, json!({ "expenseReportRemark": "x" })), "报销单已提交，不能修改");
        done(act(&op, (&id, "withdraw"), json!({})));
        assert_eq!((state(world, &id).as_str(), waiting(&mgr)), ("DRAFT", json!(0)));
        done(act(&op, (&id, "submit"), json!({})));
        assert_eq!(said(&act(&mgr, (&id, "return"), json!({}))).len(), 1, "a reason is needed");
        done(act(&mgr, (&id, "return"), json!({ "returnReason": "缺发票" })));
        assert_eq!((state(world, &id).as_str(), waiting(&mgr)), ("RETURNED", json!(0)));
        assert_eq!(text(&view(&op, &id), "returnReason"), "缺发票");
        done(edit(
            &op,
            &id,
            json!({ "lines": [{ "expenseType": "差旅", "purpose": "拜访客户", "amount": "280.00" }] }),
        ));
        done(act(&op, (&id, "submit"), json!({})));
        assert_eq!(column(world, &id, "amount"), "280000");
        let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
        done(mgr.post("/prm/ics/approval/refuse", json!({ "taskId": task, "comment": "不符合制度" })));
        assert_eq!(state(world, &id), "RETURNED", "refused among the approvals");
        done(act(&op, (&id, "submit"), json!({})));
        let fin = world.login("fin01");
        done(act(&fin, (&id, "return"), json!({ "returnReason": "先补发票" })));
        assert_eq!((state(world, &id).as_str(), waiting(&mgr)), ("RETURNED", json!(0)), "finance ends the application");
        let version = view(&fin, &id)["version"].clone();
        refused(&fin.delete(&format!("{BASE}/{id}?version={version}")), "只能操作本人的报销单");
        refused(&edit(&fin, &id, json!({ "expenseReportRemark": "x" })), "只能操作本人的报销单");
        refused(&act(&fin, (&id, "submit"), json!({})), "只能操作本人的报销单");
        let op = world.login("op01");
        done(op.delete(&format!("{BASE}/{id}?version={version}")));
        assert_eq!(op.ok(PAGE)["total"], json!(0));
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        done(act(&world.login("fin01"), (&id, "return"), json!({ "returnReason": "科目有误" })));
        assert_eq!(
            (column(world, &id, "financial_date").as_str(), column(world, &id, "audited_by").as_str()),
            ("", "")
        );
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        done(pay(&world.login("fin01"), &id, json!({})));
        let late = act(&world.login("fin01"), (&id, "return"), json!({ "returnReason": "x" }));
        refused(&late, "报销单已付款，不能执行此操作");
    });
}

#[test]
fn what_is_claimed_is_looked_at_line_by_line() {
    told(|world| {
        let op = world.login("op01");
        let before = world.contents(false);
        let line = |amount: &str| body(&[("差旅", "拜访客户", amount)]);
        let later = op.post(BASE, with(line("1.00"), json!({ "expenseReportDate": "2026-07-16" })));
        assert_eq!(said(&later), one("expenseReportDate", "报销日期不能晚于今天"));
        assert_eq!(said(&op.post(BASE, body(&[]))), one("lines", "请填写报销明细"));
        for amount in ["0", "-1.00"] {
            let found = said(&op.post(BASE, line(amount)));
            assert!(!found.is_empty() && found.iter().all(|(field, _)| field == "lines.0.amount"), "{found:?}");
        }
        let slips = op.post(BASE, with(line("1.00"), json!({ "attachedDocument": 1000 })));
        assert_eq!(said(&slips).first().map(|(field, _)| field.as_str()), Some("attachedDocument"));
        let mut strange = line("1.00");
        strange["lines"][0]["orderId"] = json!("1");
        assert_eq!(said(&op.post(BASE, strange)), one("lines.0.orderId", "订单不存在"));
        world.unchanged(&before, false);
        let mut taxed = with(line("106.00"), json!({ "attachedDocument": 999 }));
        taxed["lines"][0]["taxRate"] = json!("6%");
        taxed["lines"][0]["invoiceNum"] = json!("26000123");
        let id = saved(&op, taxed);
        let shown = view(&op, &id);
        assert_eq!((&shown["lines"][0]["tax"], &shown["attachedDocument"]), (&json!(6), &json!(999)));
        done(edit(&op, &id, json!({ "expenseReportRemark": "补充说明" })));
        assert_eq!(view(&op, &id)["lines"][0]["purpose"], json!("拜访客户"), "lines nobody names stay");
        assert_eq!(column(world, &id, "amount"), "106000");
    });
}

#[test]
fn a_partner_is_paid_to_a_bank_account_of_his_that_was_reviewed() {
    told(|world| {
        let (op, fin) = (world.login("op01"), world.login("fin01"));
        let coop = |code: &str| {
            let offers = fin.ok(&format!("/platform/select/coop?keyword={code}"));
            text(&offers[0], "value")
        };
        let account = json!({
            "coopId": coop("GYS001"), "accountName": "演示供应商甲有限公司", "bankName": "中国工商银行上海分行",
            "accountNo": "1001 2233 4455", "currency": "CNY",
        });
        let account = text(&done(fin.post("/css/paymentRequest/bank", account)), "id");
        let to = |code: &str| {
            let payee = json!({ "expenseReportMode": "COMPANY", "coopId": coop(code), "coopBankId": account });
            with(body(&[("租赁", "仓库租金", "500.00")]), payee)
        };
        let other = op.post(BASE, to("GYS002"));
        assert_eq!(said(&other), one("coopBankId", "收款账户不属于该收款单位或币种不符"));
        let nobody = with(body(&[("租赁", "仓库租金", "500.00")]), json!({ "expenseReportMode": "COMPANY" }));
        let nobody = op.post(BASE, nobody);
        assert_eq!(said(&nobody).first().map(|(field, _)| field.as_str()), Some("coopId"), "{}", nobody.message);
        let id = audited(world, to("GYS001"));
        let fin = world.login("fin01");
        assert_eq!(said(&pay(&fin, &id, json!({}))), one("", "收款账户未复核"));
        run(world, &format!("UPDATE coop_bank SET review_state = 'REVIEWED' WHERE id = {account}"));
        done(pay(&fin, &id, json!({})));
    });
}

#[test]
fn a_staff_advance_is_open_until_reports_are_set_against_it() {
    told(|world| {
        let loan = lent(world, "1000.00");
        let op = world.login("op01");
        let offered = op.ok("/platform/select/openLoan?keyword=");
        assert_eq!(offered[0]["value"], json!(loan), "{offered}");
        let against = |amount: &str, used: Json| {
            with(body(&[("差旅", "拜访客户", amount)]), json!({ "loanId": loan, "loanUsed": used }))
        };
        let beyond = op.post(BASE, against("2000.00", json!("1000.01")));
        assert_eq!(said(&beyond), one("loanUsed", "冲借款金额不能大于未还金额"));
        let part = saved(&op, against("500.00", json!("300.00")));
        let whole = saved(&op, against("800.00", Json::Null));
        assert_eq!(
            (column(world, &whole, "loan_used"), column(world, &whole, "to_pay")),
            ("1000000".into(), "-200000".into())
        );
        done(act(&op, (&part, "submit"), json!({})));
        assert_eq!(column(world, &loan, "repaid"), "300000");
        let twice = act(&op, (&whole, "submit"), json!({}));
        assert_eq!(said(&twice), one("loanUsed", "冲借款金额不能大于未还金额"));
        done(act(&op, (&part, "withdraw"), json!({})));
        assert_eq!(column(world, &loan, "repaid"), "0");
        done(act(&op, (&whole, "submit"), json!({})));
        done(act(&world.login("mgr01"), (&whole, "approve"), json!({})));
        let fin = world.login("fin01");
        done(audit(&fin, &whole, json!({})));
        done(pay(&fin, &whole, json!({})));
        let wanted = [("EXPENSE".to_owned(), -1_000_000), ("EXPENSE".to_owned(), 200_000)];
        assert_eq!(moved(world, &bank(&fin)), wanted, "the rest he owes comes back");
        assert_eq!(column(world, &loan, "repaid"), "1000000");
        let op = world.login("op01");
        assert_eq!(op.ok("/platform/select/openLoan?keyword="), json!([]));
        let late = op.post(BASE, against("1.00", Json::Null));
        assert_eq!(said(&late), one("loanId", "冲借款金额不能大于未还金额"));
        let others = world.login("cs01").post(BASE, against("1.00", Json::Null));
        assert_eq!(said(&others), one("loanId", "借款不存在、未付款或不属于申请人"));
    });
}

#[test]
fn a_staff_advance_is_paid_back_without_expenses_too() {
    told(|world| {
        let loan = lent(world, "1000.00");
        let back = with(body(&[]), json!({ "loanId": loan }));
        let id = audited(world, back);
        let fin = world.login("fin01");
        done(pay(&fin, &id, json!({})));
        let wanted = [("EXPENSE".to_owned(), -1_000_000), ("EXPENSE".to_owned(), 1_000_000)];
        assert_eq!(moved(world, &bank(&fin)), wanted);
        assert_eq!(row(&fin, &loan)["repaid"], json!(1000));
        assert_eq!(text(&row(&fin, &loan), "financialAccount"), "其他应收款");
    });
}

#[test]
fn an_audit_names_accounts_that_fit() {
    told(|world| {
        let id = approved(world, body(&[("差旅", "拜访客户", "200.00"), ("其他", "杂项", "100.00")]));
        let fin = world.login("fin01");
        let chosen = |code: &str| json!({ "line": 1, "accountId": leaf(world, code) });
        let wrong = audit(
            &fin,
            &id,
            json!({ "accounts": [chosen("1001"), { "line": 2, "accountId": leaf(world, "660201") }] }),
        );
        assert_eq!(said(&wrong).into_iter().map(|(field, _)| field).collect::<Vec<_>>(), ["accounts.0.accountId"]);
        let receivable = audit(&fin, &id, json!({ "bankAccountId": leaf(world, "1122") }));
        assert_eq!(said(&receivable).into_iter().map(|(field, _)| field).collect::<Vec<_>>(), ["bankAccountId"]);
        let dollars = audit(&fin, &id, json!({ "bankAccountId": account(&fin, "银行存款", "USD") }));
        assert_eq!(said(&dollars), one("bankAccountId", "账户币种须为CNY"));
        // What is paid later from another one; all lines on one account.
        let later = json!({ "bankAccountId": leaf(world, "2241"), "accountId": leaf(world, "660203") });
        done(audit(&fin, &id, later));
        let shown = row(&fin, &id);
        assert_eq!(text(&shown, "bankFinancialAccount"), "其他应付款");
        done(pay(&fin, &id, json!({})));
        assert_eq!(column(world, &id, "paid_account_id"), bank(&fin));
        let loan = approved(world, loan_of("50.00"));
        let expense = audit(&fin, &loan, json!({ "accountId": leaf(world, "660201") }));
        assert_eq!(said(&expense).first().map(|(field, _)| field.as_str()), Some("accountId"));
    });
}

#[test]
fn cash_pays_no_more_than_there_is() {
    told(|world| {
        let first = audited(world, body(&[("交通", "出租车", "100.01")]));
        let second = audited(world, body(&[("交通", "出租车", "100.00")]));
        let fin = world.login("fin01");
        let cash = account(&fin, "库存现金", "CNY");
        let before = world.contents(true);
        refused(&pay(&fin, &first, json!({ "accountId": cash })), "现金余额不足");
        let dollars = pay(&fin, &first, json!({ "accountId": account(&fin, "银行存款", "USD") }));
        assert_eq!(said(&dollars), one("accountId", "账户币种须为CNY"));
        let closed = pay(&fin, &first, json!({ "date": "2026-05-31" }));
        assert_eq!(said(&closed), one("date", "财务期间2026-05已结账"));
        world.unchanged(&before, true);
        done(pay(&fin, &second, json!({ "accountId": cash })));
        assert_eq!(moved(world, &cash), [("EXPENSE".to_owned(), -100_000)]);
    });
}

#[test]
fn two_who_pay_at_once_pay_once_and_a_repeated_call_does_nothing() {
    told(|world| {
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        let fin = world.login("fin01");
        let asked = json!({ "version": view(&fin, &id)["version"], "accountId": bank(&fin), "date": TODAY });
        let calls = (0..2).map(|_| {
            let (client, path, body) = (fin.client(), format!("{BASE}/{id}/pay"), asked.clone());
            async move { client.call("POST", &path, body).await }
        });
        let replies = world.at_once(calls.collect());
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(moved(world, &bank(&fin)), [("EXPENSE".to_owned(), -300_000)]);
        let second = audited(world, body(&[("差旅", "拜访客户", "10.00")]));
        let fin = world.login("fin01");
        let once = json!({
            "version": view(&fin, &second)["version"], "accountId": bank(&fin), "date": TODAY,
            "requestId": "7b0b6a1e-5c2f-4a3b-9c7e-2f1d0a9b8c7d",
        });
        for _ in 0..2 {
            done(fin.post(&format!("{BASE}/{second}/pay"), once.clone()));
        }
        assert_eq!(moved(world, &bank(&fin)).len(), 2);
    });
}

#[test]
fn many_are_audited_and_paid_at_once() {
    told(|world| {
        let ids = [
            approved(world, body(&[("差旅", "拜访客户", "10.00")])),
            approved(world, body(&[("招待", "客户午餐", "20.00")])),
        ];
        let fin = world.login("fin01");
        for id in &ids {
            let asked = json!({ "bankAccountId": bank(&fin), "financialDate": TODAY });
            done(act(&fin, (id, "batchAudit"), asked));
        }
        assert_eq!(text(&row(&fin, &ids[1]), "financialAccount"), "管理费用-招待费");
        for id in &ids {
            done(act(&fin, (id, "batchPay"), json!({ "accountId": bank(&fin), "date": TODAY })));
        }
        assert_eq!(moved(world, &bank(&fin)), [("EXPENSE".to_owned(), -10_000), ("EXPENSE".to_owned(), -20_000)]);
    });
}

#[test]
fn a_report_with_a_voucher_stays() {
    told(|world| {
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        run(
            world,
            "INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, \
             state, exports, version, created_by, created_at, updated_by, updated_at) VALUES (2, 7, '2026-07-15', '2026-07', \
             '记', 1, 'EXPENSE', 0, '费用', 300000, 300000, 'VALID', 0, 1, 1, 0, 1, 0)",
        );
        run(
            world,
            &format!(
                "INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number, is_freed) \
                 VALUES (2, 8, 7, 'EXPENSE', 'expense_report', {id}, 'ER', FALSE)"
            ),
        );
        let fin = world.login("fin01");
        let shown = row(&fin, &id);
        assert_eq!((text(&shown, "voucherNumber").as_str(), text(&shown, "voucherDate").as_str()), ("记-1", TODAY));
        let posted = "报销单已生成凭证，请先退回凭证";
        refused(&act(&fin, (&id, "return"), json!({ "returnReason": "x" })), posted);
        refused(&pay(&fin, &id, json!({ "accountId": account(&fin, "库存现金", "CNY") })), posted);
        done(pay(&fin, &id, json!({})));
    });
}

#[test]
fn others_do_not_see_a_report_and_its_paper_says_what_is_claimed() {
    told(|world| {
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        for login in ["cs01", "sales01"] {
            let other = world.login(login);
            assert_eq!(other.ok(PAGE)["total"], json!(0), "{login}");
            assert_eq!(other.get(&format!("{BASE}/{id}")).status, 404, "{login}");
            let paper = other.post(&format!("{BASE}/paper"), json!({ "ids": [id] }));
            assert_eq!(paper.status, 404, "{login}");
        }
        let fin = world.login("fin01");
        for (asked, count) in [
            ("account=差旅", 1),
            ("account=660201", 1),
            ("account=招待", 0),
            ("expenseAmount=300~300", 1),
            ("expenseAmount=300.01~", 0),
            ("applicant=操作一", 1),
            ("expenseReportStatus=AUDITED,PAID", 1),
            ("financialDate=2026-07-01~2026-07-31", 1),
        ] {
            assert_eq!(fin.ok(&format!("{PAGE}&{asked}"))["total"], json!(count), "{asked}");
        }
        let op = world.login("op01");
        let paper = op.post(&format!("{BASE}/paper"), json!({ "ids": [id], "language": "zh" }));
        assert_eq!(paper.status, 200, "{}", paper.message);
        let document = lopdf::Document::load_mem(&paper.bytes).expect("a PDF");
        let pages = document.get_pages();
        let text: String = document.extract_text(&[1]).expect("a text").split_whitespace().collect();
        for wanted in ["人民币叁佰元整", "ER-2607150001", "操作部", "拜访客户", "√转账", "√个人", "经理一", "财务一"]
        {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        let page = document.get_dictionary(pages[&1]).expect("a page");
        let edges = page.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("a size");
        let sizes: Vec<f32> = edges.iter().map(|edge| edge.as_float().expect("a length")).collect();
        assert!((sizes[2] - 595.3).abs() < 1.0 && (sizes[3] - 419.5).abs() < 1.0, "A5 landscape: {sizes:?}");
        let accounts = fin.ok(&format!("{BASE}/subject"));
        assert!(accounts["expense"].to_string().contains("管理费用-差旅费"), "{accounts}");
        assert!(accounts["bank"].to_string().contains("库存现金"), "{accounts}");
    });
}
