//! 凭证规则 and 凭证导出: what documents post to which accounts, the numbers vouchers get, what they keep from being changed, and
//! how they are given back (invariants 20 to 22 of css.md 0.15).

use platform::store::{Row, Stmt};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::books::rows;
use super::income_writeoff::{E1, E4, decide, note, reverse, row_of, rows_of, save as write_off};
use super::offset::owed;
use super::receipt::{TODAY, account, body as receipt_body, register};
use super::settle_edges::enter;
use super::statement::{S1, at_sea, body as statement_of, save as make_statement};
use crate::receivable::{coop, found, rooms};

pub(super) const INVOICES: &str = "/css/voucherExport";
const RECEIVED: &str = "/css/voucherExportIncomeWriteoff";
pub(super) const PAID: &str = "/css/voucherExportCostWriteoff";
const LOCKED: &str = "/css/voucherExportIncomeLock";
const LOCKED_COST: &str = "/css/voucherExportCostLock";
const BACK: &str = "/css/voucherExportRefundOut";
const REQUESTED: &str = "/css/voucherExportRequest";
const REQUEST: &str = "/css/paymentRequest";
pub(super) const RULE: &str = "/css/voucherRule";

/// Orders, accounts and the formats of files.
pub(super) fn accounted(world: &World) {
    at_sea(world);
    world.database(|app, conn| book::format::load(conn, &app.mint, app.clock.now()).expect("loads"));
    decide(world, json!({ "payNeedsRequest": false }));
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, accounted, story);
}

pub(super) fn act(fin: &Caller<'_>, (base, id, verb): (&str, &str, &str), mut body: Json) -> Reply {
    body["version"] = fin.ok(&format!("{base}/{id}"))["version"].clone();
    fin.post(&format!("{base}/{id}/{verb}"), body)
}

pub(super) fn id_in(answer: &Json, name: &str) -> String {
    answer[name].as_str().expect("an id").to_owned()
}

/// Invoice 26000001 of the fixture over the yuan of S1.
fn invoiced(world: &World, fin: &Caller<'_>) -> String {
    let num = note(world, fin, S1);
    let statement = id_in(&done(make_statement(fin, statement_of(world, "KH002", &[&num]))), "id");
    let asked = json!({
        "invoiceType": "纸质专票", "invoiceTitle": "演示客户乙电子有限公司", "taxpayerNum": "91000000MA00000232",
        "rows": [{ "id": row_of(world, &num, "CNY"), "amount": "9000.00" }],
    });
    let application = id_in(&done(act(fin, ("/css/statement", &statement, "apply"), asked)), "applicationId");
    let paper =
        json!([{ "invoiceNum": "26000001", "invoiceCode": "3100261130", "currency": "CNY", "amount": "9000.00" }]);
    let opened = json!({ "invoiceType": "纸质专票", "invoiceDate": TODAY, "invoices": paper });
    id_in(&done(act(fin, ("/css/invoiceApplication", &application, "open"), opened))["invoices"][0], "id")
}

/// 5000.00 of it, received on the bank account.
pub(super) fn received(world: &World, fin: &Caller<'_>, invoice: &str) -> String {
    let asked = json!({
        "coopId": coop(world, "KH002"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
        "targets": [{ "id": invoice, "amount": "5000.00" }],
    });
    id_in(&done(fin.post("/css/incomeWriteoff/save", asked)), "writeoffId")
}

/// CP2 of the fixture, paid at 7.0500 on 20 June.
pub(super) fn paid(world: &World, fin: &Caller<'_>) -> String {
    owed(world, fin, (S1, "GYS002"), ("USD", "2400.00", "7.0000"));
    let gys = coop(world, "GYS002");
    let targets = done(fin.post("/css/costWriteoff/targets", json!({ "coopId": gys, "amount": "" })));
    let asked = json!({
        "coopId": gys, "method": "ACCOUNT", "accountId": account(world, "USD"), "date": "2026-06-20", "rate": "7.0500",
        "targets": [{ "rowId": targets[0]["rowId"], "amount": "2400.00" }],
    });
    id_in(&done(fin.post("/css/costWriteoff/save", asked)), "id")
}

pub(super) fn generate(fin: &Caller<'_>, base: &str, ids: &[&str], more: Json) -> Reply {
    let mut body = json!({ "ids": ids, "mode": "EACH" });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    fin.post(&format!("{base}/generate"), body)
}

fn give_back(fin: &Caller<'_>, base: &str, id: &str) -> Reply {
    fin.post(&format!("{base}/return"), json!({ "ids": [id] }))
}

/// Numbers of the vouchers an answer tells.
fn numbers(answer: &Json) -> Vec<String> {
    let vouchers = answer["vouchers"].as_array().expect("vouchers");
    vouchers.iter().map(|one| one["voucherNumber"].as_str().expect("a number").to_owned()).collect()
}

pub(super) fn text(row: &Row, place: usize) -> String {
    row.get(place).expect("a text")
}

pub(super) fn figure(row: &Row, place: usize) -> i64 {
    row.get(place).expect("a figure")
}

pub(super) fn one(world: &World, text: &str) -> i64 {
    figure(&rows(world, text)[0], 0)
}

/// Closes 2026-06, or opens it again, whatever stands against that.
pub(super) fn month(world: &World, state: &str) {
    let text = format!("UPDATE finance_period SET state = '{state}' WHERE org_id = 2 AND month = '2026-06'");
    world.database(|_, conn| conn.exec(&Stmt::Raw(text, Vec::new())).expect("runs"));
}

/// Code of the account, debit and credit of the entries of a voucher in force.
pub(super) fn entries(world: &World, (month, number): (&str, i64)) -> Vec<(String, i64, i64)> {
    let found = rows(
        world,
        &format!(
            "SELECT f.code, e.debit, e.credit FROM voucher_entry e JOIN voucher v ON v.org_id = e.org_id AND v.id = e.voucher_id \
             JOIN financial_account f ON f.org_id = e.org_id AND f.id = e.account_id \
             WHERE v.org_id = 2 AND v.month = '{month}' AND v.number = {number} AND v.state = 'VALID' ORDER BY e.line"
        ),
    );
    found.iter().map(|row| (text(row, 0), figure(row, 1), figure(row, 2))).collect()
}

pub(super) fn entry(code: &str, debit: i64, credit: i64) -> (String, i64, i64) {
    (code.to_owned(), debit, credit)
}

/// Documents that wait for a voucher, by a member of their rows.
fn waiting(fin: &Caller<'_>, base: &str, name: &str) -> Vec<String> {
    let page = fin.ok(&format!("{base}/page?voucherStatus=WAITING&size=100"));
    rows_of(&page).iter().map(|row| row[name].as_str().expect("a number").to_owned()).collect()
}

/// Invariants 20 and 21; with everything posted also 22.
pub(super) fn holds(world: &World) {
    let none = |what: &str, text: &str| assert_eq!(one(world, text), 0, "{what}");
    none(
        "20: a voucher balances and has what its entries come to",
        "SELECT COUNT(*) FROM voucher v WHERE v.org_id = 2 AND (v.debit <> v.credit \
         OR v.debit <> (SELECT SUM(e.debit) FROM voucher_entry e WHERE e.org_id = v.org_id AND e.voucher_id = v.id) \
         OR v.credit <> (SELECT SUM(e.credit) FROM voucher_entry e WHERE e.org_id = v.org_id AND e.voucher_id = v.id) \
         OR (SELECT COUNT(*) FROM voucher_entry e WHERE e.org_id = v.org_id AND e.voucher_id = v.id) < 2)",
    );
    none(
        "20: an entry stands on one side, on a leaf, and is no nought",
        "SELECT COUNT(*) FROM voucher_entry e WHERE e.org_id = 2 AND (((e.debit = 0) = (e.credit = 0)) \
         OR EXISTS (SELECT 1 FROM financial_account b WHERE b.org_id = e.org_id AND b.parent_id = e.account_id))",
    );
    none(
        "20: an entry is worth its original at its rate, but for a cent",
        "SELECT COUNT(*) FROM voucher_entry e JOIN voucher v ON v.org_id = e.org_id AND v.id = e.voucher_id \
         WHERE e.org_id = 2 AND v.kind <> 'REVALUED' AND ABS((e.debit + e.credit) - e.original * e.exchange_rate / 1000000) > 10",
    );
    none(
        "21: a document has one voucher of a kind, a number is of one voucher",
        "SELECT COUNT(*) FROM (SELECT 1 FROM voucher_source s JOIN voucher v ON v.org_id = s.org_id AND v.id = s.voucher_id \
         WHERE s.org_id = 2 AND v.state = 'VALID' GROUP BY s.kind, s.source, s.source_id HAVING COUNT(*) > 1 \
         UNION ALL SELECT 1 FROM voucher WHERE org_id = 2 AND state = 'VALID' \
         GROUP BY month, word, number HAVING COUNT(*) > 1) AS twice",
    );
}

/// Invariant 22 of a partner: what stands on 应收账款 is what was invoiced less what was written off.
fn receivable(world: &World, code: &str) -> (i64, i64) {
    let coop = coop(world, code);
    let posted = format!(
        "SELECT CAST(COALESCE(SUM(e.debit - e.credit), 0) AS BIGINT) FROM voucher_entry e \
         JOIN voucher v ON v.org_id = e.org_id AND v.id = e.voucher_id \
         JOIN financial_account f ON f.org_id = e.org_id AND f.id = e.account_id \
         WHERE e.org_id = 2 AND v.state = 'VALID' AND f.account_type = 'RECEIVABLE' AND e.coop_id = {coop}"
    );
    let stands = format!(
        "SELECT CAST((SELECT COALESCE(SUM(functional), 0) FROM invoice WHERE org_id = 2 AND side = 'RECEIVABLE' \
         AND state <> 'REMOVED' AND coop_id = {coop}) - (SELECT COALESCE(SUM(carrying), 0) FROM write_off \
         WHERE org_id = 2 AND side = 'RECEIVABLE' AND state = 'VALID' AND coop_id = {coop}) AS BIGINT)"
    );
    (one(world, &posted), one(world, &stands))
}

#[test]
fn documents_become_vouchers_as_the_catalogue_shows_them() {
    told(|world| {
        let fin = world.login("fin01");
        let invoice = invoiced(world, &fin);
        let (rw, pw) = (received(world, &fin, &invoice), paid(world, &fin));
        // 试生成 of invoice 26000001.
        let trial = done(fin.post(&format!("{RULE}/test"), json!({ "kind": "INCOME", "number": "26000001" })));
        let shown: Vec<Vec<String>> = trial["told"]["tables"][0]["rows"]
            .as_array()
            .expect("entries")
            .iter()
            .map(|row| {
                ["side", "account", "debit", "credit"]
                    .map(|name| row[name]["zh"].as_str().unwrap_or_default().to_owned())
                    .into()
            })
            .collect();
        assert_eq!(
            shown,
            [
                ["借", "1122 应收账款", "9,000.00", ""],
                ["贷", "6001 主营业务收入", "", "8,490.57"],
                ["贷", "222101 应交税费-应交增值税-销项", "", "509.43"],
            ]
        );
        assert_eq!(one(world, "SELECT COUNT(*) FROM voucher WHERE org_id = 2"), 0, "a trial keeps nothing");
        assert_eq!(waiting(&fin, INVOICES, "invoiceNum"), ["26000001"]);
        let made = done(generate(&fin, INVOICES, &[&invoice], json!({})));
        assert_eq!(numbers(&made), ["记-1"], "dated today: the month is not over");
        assert!(made["fileUrl"].as_str().is_some_and(|url| url.starts_with("/afbase/awbPrint/file/")));
        let of_invoice = [entry("1122", 9_000_000, 0), entry("6001", 0, 8_490_570), entry("222101", 0, 509_430)];
        assert_eq!(entries(world, ("2026-07", 1)), of_invoice);
        assert_eq!(waiting(&fin, INVOICES, "invoiceNum"), Vec::<String>::new());
        done(generate(&fin, RECEIVED, &[&rw], json!({})));
        assert_eq!(entries(world, ("2026-07", 2)), [entry("100201", 5_000_000, 0), entry("1122", 0, 5_000_000)]);
        // A document of a month that is over is posted on its last day.
        assert_eq!(numbers(&done(generate(&fin, PAID, &[&pw], json!({})))), ["记-1"]);
        let of_payment = [entry("2202", 16_800_000, 0), entry("660302", 120_000, 0), entry("100202", 0, 16_920_000)];
        assert_eq!(entries(world, ("2026-06", 1)), of_payment);
        assert_eq!(one(world, "SELECT COUNT(*) FROM voucher WHERE org_id = 2 AND voucher_date = '2026-06-30'"), 1);
        let page = fin.ok(&format!("{PAID}/page?voucherStatus=MADE&voucherNumber=记-1"));
        assert_eq!(rows_of(&page)[0]["voucherNumber"], json!("记-1"));
        assert_eq!(receivable(world, "KH002"), (4_000_000, 4_000_000), "invariant 22");
        // Documents with a voucher stay as they are.
        refused(&reverse(&fin, &rw), "核销单已生成凭证，请先退回凭证");
        let version = fin.ok(&format!("/css/costWriteoff/{pw}"))["version"].clone();
        let back = json!({ "version": version, "reverseReason": "录错" });
        refused(&fin.post(&format!("/css/costWriteoff/{pw}/reverse"), back), "核销单已生成凭证，请先退回凭证");
        let gone = act(&fin, ("/css/incomeInvoice", &invoice, "del"), json!({}));
        refused(&gone, "发票已生成凭证，请先退回凭证");
        done(give_back(&fin, PAID, &pw));
        assert_eq!(waiting(&fin, PAID, "writeoffNum").len(), 1, "it is free again");
        done(give_back(&fin, RECEIVED, &rw));
        done(reverse(&fin, &rw));
        holds(world);
    });
}

#[test]
fn numbers_are_proposed_refused_changed_and_returned() {
    told(|world| {
        let fin = world.login("fin01");
        let invoice = invoiced(world, &fin);
        let (rw, pw) = (received(world, &fin, &invoice), paid(world, &fin));
        let next = |day: &str| fin.ok(&format!("{INVOICES}/maxVoucherNumber?voucherDate={day}&word=记"));
        assert_eq!(next("2026-07-15"), json!(1));
        done(generate(&fin, INVOICES, &[&invoice], json!({})));
        assert_eq!(next("2026-07-15"), json!(2));
        let first = fin.ok(&format!("{INVOICES}/generate/first?voucherDate=2026-07-15"));
        assert_eq!(first["voucherNumber"], json!(2));
        let wrong = |more: Json| findings(&generate(&fin, RECEIVED, &[&rw], more));
        let said = |field: &str, why: &str| vec![(field.to_owned(), why.to_owned())];
        assert_eq!(wrong(json!({ "voucherNumber": 1 })), said("voucherNumber", "凭证号1已存在"));
        let closed = wrong(json!({ "voucherDate": "2026-05-31", "voucherNumber": 9 }));
        assert_eq!(closed, said("voucherDate", "财务期间2026-05已结账"));
        assert_eq!(wrong(json!({ "voucherDate": "2026-08-01" })), said("voucherDate", "财务期间2026-08未开启"));
        // The number of another month or word is another one.
        done(generate(&fin, RECEIVED, &[&rw], json!({ "voucherNumber": 1, "voucherWord": "收" })));
        done(generate(&fin, PAID, &[&pw], json!({ "voucherNumber": 1 })));
        // 重新导出 keeps the number, 换号 logs the old one as returned.
        assert_eq!(numbers(&done(generate(&fin, PAID, &[&pw], json!({})))), ["记-1"]);
        assert_eq!(numbers(&done(generate(&fin, PAID, &[&pw], json!({ "voucherNumber": 7 })))), ["记-7"]);
        let log = "SELECT act, number FROM voucher_number_log WHERE org_id = 2 AND month = '2026-06' ORDER BY id";
        let log: Vec<_> = rows(world, log).iter().map(|row| (text(row, 0), figure(row, 1))).collect();
        assert_eq!(log, [("GIVEN".to_owned(), 1), ("RETURNED".to_owned(), 1), ("GIVEN".to_owned(), 7)]);
        assert_eq!(one(world, "SELECT exports FROM voucher WHERE org_id = 2 AND number = 7"), 3);
        // What stands in a closed month stays there.
        month(world, "CLOSED");
        refused(&give_back(&fin, PAID, &pw), "财务期间2026-06已结账");
        month(world, "OPEN");
        done(give_back(&fin, PAID, &pw));
        assert_eq!(next("2026-06-30"), json!(1), "a returned number is free");
        refused(&give_back(&fin, PAID, &pw), "SE-PW-2607150001未生成凭证");
        let returned =
            "SELECT COUNT(*) FROM voucher WHERE org_id = 2 AND state = 'RETURNED' AND returned_at IS NOT NULL";
        assert_eq!(one(world, returned), 1);
        holds(world);
    });
}

#[test]
fn several_documents_make_one_voucher_or_one_each_and_a_repeated_call_makes_none() {
    told(|world| {
        let fin = world.login("fin01");
        let number = note(world, &fin, E4);
        let row = row_of(world, &number, "CNY");
        let asked = json!({
            "coopId": coop(world, "KH001"), "invoiceType": "数电普票", "invoiceTitle": "演示客户甲贸易有限公司",
            "taxpayerNum": "91000000MA00000157", "rows": [{ "id": row, "amount": "20000.00" }],
        });
        let application = id_in(&done(fin.post("/css/invoiceApplication/apply", asked)), "applicationId");
        let one_of = |num: &str, amount: &str| json!({ "invoiceNum": format!("{num:0>20}"), "currency": "CNY", "amount": amount });
        let opened = json!({
            "invoiceType": "数电普票", "invoiceDate": TODAY, "invoices": [one_of("1", "15000.00"), one_of("2", "5000.00")],
        });
        let made = done(act(&fin, ("/css/invoiceApplication", &application, "open"), opened));
        let ids: Vec<String> = (0..2).map(|place| id_in(&made["invoices"][place], "id")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let key = json!({ "mode": "TOGETHER", "requestId": "0b0f5f0e-1111-4222-8333-444455556666" });
        let together = done(generate(&fin, INVOICES, &ids, key.clone()));
        assert_eq!(numbers(&together), ["记-1"]);
        assert_eq!(numbers(&done(generate(&fin, INVOICES, &ids, key))), ["记-1"]);
        assert_eq!(one(world, "SELECT COUNT(*) FROM voucher WHERE org_id = 2"), 1, "invariant 27");
        let found = entries(world, ("2026-07", 1));
        assert_eq!(found.len(), 3, "equal entries are added");
        assert_eq!(found[0], entry("1122", 20_000_000, 0));
        let summary = "SELECT summary FROM voucher WHERE org_id = 2";
        assert_eq!(text(&rows(world, summary)[0], 0), "2026-07收入挂账2笔");
        done(give_back(&fin, INVOICES, ids[0]));
        assert_eq!(waiting(&fin, INVOICES, "invoiceNum").len(), 2, "every source of the voucher is free");
        let each = done(generate(&fin, INVOICES, &ids, json!({ "voucherNumber": 5 })));
        assert_eq!(numbers(&each), ["记-5", "记-6"], "numbers are counted up");
        let mixed = generate(&fin, INVOICES, &ids, json!({}));
        assert!(mixed.message.contains("已生成凭证，请分开选择"), "{}", mixed.message);
        refused(&generate(&fin, INVOICES, &[], json!({})), "请选择单据");
        assert_eq!(receivable(world, "KH001"), (20_000_000, 20_000_000), "invariant 22");
        holds(world);
    });
}

#[test]
fn what_came_before_a_bill_is_posted_with_its_fee_and_its_refund_takes_it_back() {
    told(|world| {
        let fin = world.login("fin01");
        let mut paid = receipt_body(&account(world, "CNY"), "1000.00");
        (paid["coopId"], paid["bankFee"]) = (json!(coop(world, "KH001")), json!("10.00"));
        let receipt = register(&fin, paid);
        let turned = json!({ "kind": "IN", "amount": "1000.00", "date": TODAY });
        done(act(&fin, ("/css/receipt", &receipt, "toAdvance"), turned));
        let advance = found(world, "advance", &[("kind", "IN")]);
        let base = "/css/voucherExportAdvanceIn";
        done(generate(&fin, base, &[&advance], json!({})));
        let came = [entry("100201", 990_000, 0), entry("660301", 10_000, 0), entry("2203", 0, 1_000_000)];
        assert_eq!(entries(world, ("2026-07", 1)), came);
        refused(&act(&fin, ("/css/advance", &advance, "void"), json!({})), "预收预付已生成凭证，请先退回凭证");
        let back = json!({ "amount": "400.00", "accountId": account(world, "CNY"), "date": TODAY, "reason": "多付" });
        done(act(&fin, ("/css/advance", &advance, "refund"), back));
        let refund = found(world, "fund_movement", &[("kind", "REFUND")]);
        done(generate(&fin, "/css/voucherExportRefundOut", &[&refund], json!({})));
        assert_eq!(entries(world, ("2026-07", 2)), [entry("2203", 400_000, 0), entry("100201", 0, 400_000)]);
        holds(world);
    });
}

#[test]
fn a_rule_chooses_accounts_and_a_missing_one_is_named() {
    told(|world| {
        let fin = world.login("fin01");
        let invoice = invoiced(world, &fin);
        let pw = paid(world, &fin);
        let leaf = |code: &str| found(world, "financial_account", &[("code", code)]);
        let line = |part: &str, scope: &str, account: &str| json!({ "kind": "INCOME", "part": part, "businessScope": scope, "accountId": account });
        let rule = |entries: Json| {
            json!({
                "word": "转", "postBy": "INVOICE", "splitTax": false, "mode": "EACH", "summary": "{coopName}{invoiceNum}",
                "entries": entries,
            })
        };
        let wrong = fin.post(RULE, rule(json!([line("PAYABLE", "", &leaf("2202"))])));
        assert_eq!(findings(&wrong), [("entries.0.part".to_owned(), "收入挂账没有分录应付账款".to_owned())]);
        done(fin.post(RULE, rule(json!([line("REVENUE", "SE", &leaf("6601")), line("REVENUE", "AE", &leaf("6401"))]))));
        assert_eq!(fin.ok(RULE)["word"], json!("转"));
        let second = fin.post(RULE, rule(json!([])));
        assert_eq!(findings(&second), [("word".to_owned(), "凭证规则已存在".to_owned())]);
        assert_eq!(numbers(&done(generate(&fin, INVOICES, &[&invoice], json!({})))), ["转-1"]);
        assert_eq!(entries(world, ("2026-07", 1)), [entry("1122", 9_000_000, 0), entry("6601", 0, 9_000_000)]);
        let summary = "SELECT summary FROM voucher WHERE org_id = 2";
        assert_eq!(text(&rows(world, summary)[0], 0), "客户乙26000001");
        let account = fin.ok(&format!("/css/financialAccount/{}", leaf("660302")));
        let stopped = json!({ "version": account["version"], "active": false });
        done(fin.post(&format!("/css/financialAccount/{}/status", leaf("660302")), stopped));
        refused(&generate(&fin, PAID, &[&pw], json!({})), "凭证规则缺少科目：成本核销 汇兑损益");
        // What entries stand on is used.
        let tree = fin.ok("/css/financialAccount/page?size=200");
        let row = rows_of(&tree).into_iter().find(|row| row["financialAccountCode"] == json!("1122")).expect("1122");
        assert_eq!(row["entries"], json!(1));
        holds(world);
    });
}

#[test]
fn by_lock_locked_charges_post_and_keep_their_order_locked() {
    told(|world| {
        let fin = world.login("fin01");
        let invoice = invoiced(world, &fin);
        let by_lock = json!({
            "word": "记", "postBy": "LOCK", "splitTax": true, "mode": "TOGETHER", "summary": "{orderCode}", "entries": [],
        });
        done(fin.post(RULE, by_lock));
        refused(&generate(&fin, INVOICES, &[&invoice], json!({})), "挂账依据为按锁账，不能生成凭证");
        let order = found(world, "freight_order", &[("order_code", E4)]);
        let text_of = format!(
            "SELECT id FROM charge WHERE org_id = 2 AND order_id = {order} AND kind = 'RECEIVABLE' \
             AND financial_date IS NOT NULL ORDER BY id"
        );
        let ids: Vec<String> = rows(world, &text_of).iter().map(|row| figure(row, 0).to_string()).collect();
        assert_eq!(ids.len(), 2, "C1 and C2");
        assert_eq!(waiting(&fin, LOCKED, "orderCode"), [E4, E4]);
        for tab in [LOCKED, LOCKED_COST] {
            let by = |name: &str| -> Vec<String> {
                let page = fin.ok(&format!("{tab}/page?voucherStatus=WAITING&size=100&customerName={name}"));
                rows_of(&page).iter().map(|row| row["customerName"].as_str().expect("a name").to_owned()).collect()
            };
            let names = waiting(&fin, tab, "customerName");
            assert_eq!(names.len(), 2, "{tab}");
            for name in &names {
                let own: Vec<&String> = names.iter().filter(|one| *one == name).collect();
                assert_eq!(by(name).iter().collect::<Vec<_>>(), own, "{tab} {name}");
            }
            assert_eq!(by("没有此商"), Vec::<String>::new(), "{tab}");
        }
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        done(generate(&fin, LOCKED, &ids, json!({ "mode": "TOGETHER" })));
        let month = "SELECT month FROM voucher WHERE org_id = 2";
        let month = text(&rows(world, month)[0], 0);
        let posted = [entry("1122", 20_000_000, 0), entry("6001", 0, 19_773_580), entry("222101", 0, 226_420)];
        assert_eq!(entries(world, (&month, 1)), posted);
        let uuid = format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND id = {order}");
        let uuid = text(&rows(world, &uuid)[0], 0);
        let view = fin.ok(&format!("/afbase/order/view/{uuid}"));
        let unlock = json!({ "orderUuid": uuid, "rowUuid": view["rowUuid"] });
        refused(&fin.put("/afbase/order/unlock", unlock), "已生成挂账凭证，请先退回凭证");
        done(give_back(&fin, LOCKED, ids[0]));
        assert_eq!(waiting(&fin, LOCKED, "orderCode").len(), 2);
        holds(world);
    });
}

#[test]
fn transfers_and_offsets_balance_and_rates_alone_make_gain_or_loss() {
    told(|world| {
        let fin = world.login("fin01");
        let (yuan, dollars) = (account(world, "CNY"), account(world, "USD"));
        let moved = json!({
            "fromAccountId": yuan, "toAccountId": dollars, "date": TODAY, "amountOut": "7050.00", "amountIn": "1000.00",
            "fee": "5.00",
        });
        let transfer = id_in(&done(fin.post("/css/bankJournal/transfer", moved)), "id");
        done(generate(&fin, "/css/voucherExportTransfer", &[&transfer], json!({})));
        let of_transfer = [entry("100202", 7_050_000, 0), entry("660301", 5_000, 0), entry("100201", 0, 7_055_000)];
        assert_eq!(entries(world, ("2026-07", 1)), of_transfer);
        // S1's income against a cost of the same customer, each carried at its own rate.
        let invoice = invoiced(world, &fin);
        let payment = owed(world, &fin, (S1, "KH002"), ("CNY", "4000.00", ""));
        let part = |id: &str| json!([{ "id": id, "amount": "4000.00" }]);
        let netted = json!({
            "coopId": coop(world, "KH002"), "date": TODAY, "income": part(&invoice), "cost": part(&payment),
        });
        let offset = id_in(&done(fin.post("/css/offset/save", netted)), "id");
        done(generate(&fin, "/css/voucherExportOffset", &[&offset], json!({})));
        assert_eq!(entries(world, ("2026-07", 2)), [entry("2202", 4_000_000, 0), entry("1122", 0, 4_000_000)]);
        assert_eq!(
            waiting(&fin, RECEIVED, "writeoffNum"),
            Vec::<String>::new(),
            "an offset's halves post with it alone"
        );
        done(generate(&fin, INVOICES, &[&invoice], json!({})));
        assert_eq!(receivable(world, "KH002"), (5_000_000, 5_000_000), "invariant 22");
        holds(world);
    });
}

#[test]
fn what_is_posted_stays_by_what_it_was_posted_by() {
    told(|world| {
        let fin = world.login("fin01");
        let invoice = invoiced(world, &fin);
        let rw = received(world, &fin, &invoice);
        done(generate(&fin, INVOICES, &[&invoice], json!({})));
        let rule = |basis: &str| {
            json!({
                "word": "记", "postBy": basis, "splitTax": true, "mode": "EACH", "summary": "{orderCode}", "entries": [],
            })
        };
        let stays = [("postBy".to_owned(), "已有挂账凭证，不能修改挂账依据".to_owned())];
        assert_eq!(findings(&fin.post(RULE, rule("LOCK"))), stays, "without a rule it is by invoice");
        done(fin.post(RULE, rule("INVOICE")));
        let id = found(world, "voucher_rule", &[("word", "记")]);
        let change = |to: Json| {
            let mut body = to;
            body["version"] = fin.ok(&format!("{RULE}/{id}"))["version"].clone();
            fin.put(&format!("{RULE}/{id}"), body)
        };
        assert_eq!(findings(&change(json!({ "postBy": "LOCK" }))), stays);
        done(change(json!({ "summary": "{coopName}", "postBy": "INVOICE" })));
        // What a voucher that was returned was made of can be posted otherwise; what was settled is not about it.
        done(generate(&fin, RECEIVED, &[&rw], json!({})));
        done(give_back(&fin, INVOICES, &invoice));
        done(change(json!({ "postBy": "LOCK" })));
        let order = found(world, "freight_order", &[("order_code", E4)]);
        let first = format!(
            "SELECT MIN(id) FROM charge WHERE org_id = 2 AND order_id = {order} AND kind = 'RECEIVABLE' \
             AND financial_date IS NOT NULL"
        );
        let charge = one(world, &first).to_string();
        done(generate(&fin, LOCKED, &[&charge], json!({})));
        assert_eq!(findings(&change(json!({ "postBy": "INVOICE" }))), stays);
        holds(world);
    });
}

/// 80.00 of water and power, asked for by a request 其他 and paid; its number.
fn paid_otherwise(world: &World, fin: &Caller<'_>) -> String {
    let bank = account(world, "CNY");
    done(fin.post("/css/bankJournal/opening", json!({ "accountId": bank, "date": "2026-05-31", "amount": "1000.00" })));
    let asked = json!({
        "type": "OTHER", "currency": "CNY", "amount": "80.00", "holder": "物业公司", "dueDate": TODAY, "urgency": "NORMAL",
        "accountId": found(world, "financial_account", &[("code", "660201")]), "paymentMethod": "电汇", "applyRemark": "水电费",
    });
    let id = id_in(&done(fin.post("/css/paymentRequest/save", asked)), "id");
    let request = || rows_of(&fin.ok("/css/paymentRequest/page?size=100"))[0].clone();
    let step = |verb: &str, mut body: Json| {
        body["version"] = request()["version"].clone();
        done(fin.post(&format!("/css/paymentRequest/{id}/{verb}"), body));
    };
    step("submit", json!({}));
    step("pay", json!({ "accountId": bank, "date": TODAY, "amount": "80.00" }));
    id_in(&request(), "requestNum")
}

#[test]
fn what_was_paid_for_requests_is_posted_by_who_sees_costs() {
    const REQUESTS: &str = "/css/voucherExportRequest";
    told(|world| {
        let number = paid_otherwise(world, &world.login("fin01"));
        world.allow_nobody(&["css_voucher_rule", "css-vr-test", "css_voucher_export", "css-vc-generate"]);
        let nobody = world.login("nobody");
        let waits = rows_of(&nobody.ok(&format!("{REQUESTS}/page?voucherStatus=WAITING&size=100")));
        assert_eq!((waits.len(), waits[0].get("amount")), (1, None), "its list tells no amount");
        let id = id_in(&waits[0], "id");
        let trial =
            |caller: &Caller<'_>| caller.post(&format!("{RULE}/test"), json!({ "kind": "EXPENSE", "number": number }));
        assert_eq!(trial(&nobody).status, 403);
        assert_eq!(generate(&nobody, REQUESTS, &[&id], json!({})).status, 403);
        assert_eq!(one(world, "SELECT COUNT(*) FROM voucher WHERE org_id = 2"), 0);
        world.allow_nobody(&["css-cost-view"]);
        let nobody = world.login("nobody");
        done(trial(&nobody));
        done(generate(&nobody, REQUESTS, &[&id], json!({})));
        assert_eq!(entries(world, ("2026-07", 1)), [entry("660201", 80_000, 0), entry("100201", 0, 80_000)]);
    });
}

/// Movements of a kind, the oldest first.
fn movements(world: &World, kind: &str) -> Vec<String> {
    let text = format!("SELECT id FROM fund_movement WHERE org_id = 2 AND kind = '{kind}' ORDER BY id");
    rows(world, &text).iter().map(|row| figure(row, 0).to_string()).collect()
}

/// A receipt of KH001 in a currency, with more about it.
fn came(world: &World, fin: &Caller<'_>, (currency, amount): (&str, &str), (member, value): (&str, &str)) -> String {
    let mut paid = receipt_body(&account(world, currency), amount);
    (paid["coopId"], paid[member]) = (json!(coop(world, "KH001")), json!(value));
    register(fin, paid)
}

#[test]
fn the_last_refund_of_an_advance_posts_the_rest_of_what_it_is_carried_at() {
    told(|world| {
        let fin = world.login("fin01");
        let receipt = came(world, &fin, ("USD", "100.00"), ("exchangeRate", "7.1234"));
        let turned = json!({ "kind": "IN", "amount": "100.00", "date": TODAY });
        done(act(&fin, ("/css/receipt", &receipt, "toAdvance"), turned));
        let advance = found(world, "advance", &[("kind", "IN")]);
        done(generate(&fin, "/css/voucherExportAdvanceIn", &[&advance], json!({})));
        for amount in ["33.33", "33.33", "33.34"] {
            let back = json!({ "amount": amount, "accountId": account(world, "USD"), "date": TODAY, "reason": "多付" });
            done(act(&fin, ("/css/advance", &advance, "refund"), back));
        }
        let refunds = movements(world, "REFUND");
        let refunds: Vec<&str> = refunds.iter().map(String::as_str).collect();
        done(generate(&fin, BACK, &refunds, json!({})));
        // 33.33 × 7.1234 = 237.42; 33.34 × 7.1234 = 237.49, but 712.34 less twice 237.42 is left.
        for (number, worth) in [(2, 237_420), (3, 237_420), (4, 237_500)] {
            let wanted = [entry("2203", worth, 0), entry("100202", 0, worth)];
            assert_eq!(entries(world, ("2026-07", number)), wanted);
        }
        let left = "SELECT CAST(SUM(e.debit - e.credit) AS BIGINT) FROM voucher_entry e JOIN financial_account f \
             ON f.org_id = e.org_id AND f.id = e.account_id WHERE e.org_id = 2 AND f.code = '2203'";
        assert_eq!(one(world, left), 0, "nothing is left on 预收账款");
        holds(world);
    });
}

#[test]
fn the_refund_of_an_advance_that_names_an_order_is_seen_with_the_order() {
    told(|world| {
        let fin = world.login("fin01");
        let receipt = came(world, &fin, ("CNY", "100.00"), ("summary", "预付运费"));
        done(act(
            &fin,
            ("/css/receipt", &receipt, "toAdvance"),
            json!({ "kind": "IN", "amount": "60.00", "date": TODAY }),
        ));
        let advance = found(world, "advance", &[("kind", "IN")]);
        let back = json!({ "amount": "10.00", "accountId": account(world, "CNY"), "date": TODAY, "reason": "多付" });
        for (base, id) in [("/css/advance", &advance), ("/css/receipt", &receipt)] {
            done(act(&fin, (base, id, "refund"), back.clone()));
        }
        let of_both = movements(world, "REFUND");
        world.show_own_orders("fin01");
        let shown =
            |world: &World| world.login("fin01").ok(&format!("{BACK}/page?voucherStatus=WAITING"))["total"].clone();
        assert_eq!(shown(world), json!(2), "neither names an order");
        let order = "UPDATE advance SET order_id = (SELECT id FROM freight_order WHERE org_id = 2 \
             AND order_code = 'AE-2607150001') WHERE org_id = 2";
        world.database(|_, conn| {
            conn.exec(&platform::store::Stmt::Raw(order.to_owned(), Vec::new())).expect("names it");
        });
        assert_eq!(shown(world), json!(1), "he sees none of E1, and what went back of the receipt");
        let ids: Vec<&str> = of_both.iter().map(String::as_str).collect();
        assert_ne!(generate(&world.login("fin01"), BACK, &ids, json!({})).code, 0, "nor does he post it");
    });
}

#[test]
fn the_fee_of_a_receipt_is_posted_by_the_refund_of_all_that_was_left() {
    told(|world| {
        let fin = world.login("fin01");
        let receipt = came(world, &fin, ("CNY", "1000.00"), ("bankFee", "10.00"));
        for amount in ["400.00", "600.00"] {
            let back = json!({ "amount": amount, "accountId": account(world, "CNY"), "date": TODAY, "reason": "错汇" });
            done(act(&fin, ("/css/receipt", &receipt, "refund"), back));
        }
        assert_eq!(one(world, "SELECT COUNT(*) FROM receipt WHERE org_id = 2 AND fee_posted"), 1);
        let refunds = movements(world, "REFUND");
        let refunds: Vec<&str> = refunds.iter().map(String::as_str).collect();
        done(generate(&fin, BACK, &refunds, json!({})));
        let part = [
            entry("100201", 400_000, 0),
            entry("2203", 400_000, 0),
            entry("2203", 0, 400_000),
            entry("100201", 0, 400_000),
        ];
        assert_eq!(entries(world, ("2026-07", 1)), part);
        let rest = [
            entry("100201", 600_000, 0),
            entry("2203", 600_000, 0),
            entry("660301", 10_000, 0),
            entry("2203", 0, 600_000),
            entry("100201", 0, 610_000),
        ];
        assert_eq!(entries(world, ("2026-07", 2)), rest, "990.00 came and 1,000.00 went");
        holds(world);
    });
}

#[test]
fn the_fee_of_a_refund_by_request_is_posted_with_it() {
    told(|world| {
        let fin = world.login("fin01");
        let receipt = came(world, &fin, ("CNY", "500.00"), ("bankFee", "0"));
        let asked = json!({
            "type": "REFUND", "receiptId": receipt, "amount": "300.00", "dueDate": TODAY, "urgency": "NORMAL",
            "paymentMethod": "现金", "applyRemark": "多付退回",
        });
        let request = id_in(&done(fin.post(&format!("{REQUEST}/save"), asked)), "id");
        done(act(&fin, (REQUEST, &request, "submit"), json!({})));
        let paid = json!({ "accountId": account(world, "CNY"), "date": TODAY, "amount": "300.00", "fee": "1.00" });
        done(act(&fin, (REQUEST, &request, "pay"), paid));
        done(generate(&fin, BACK, &[&movements(world, "REFUND")[0]], json!({})));
        let posted = [
            entry("100201", 300_000, 0),
            entry("2203", 300_000, 0),
            entry("660301", 1_000, 0),
            entry("2203", 0, 300_000),
            entry("100201", 0, 301_000),
        ];
        assert_eq!(entries(world, ("2026-07", 1)), posted);
        holds(world);
    });
}

#[test]
fn each_payment_of_another_request_posts_by_its_own_day_and_fee_whatever_is_paid_later() {
    told(|world| {
        let fin = world.login("fin01");
        let asked = json!({
            "type": "OTHER", "currency": "CNY", "amount": "80.00", "holder": "物业公司", "dueDate": TODAY,
            "accountId": found(world, "financial_account", &[("code", "660203")]), "urgency": "NORMAL",
            "paymentMethod": "电汇", "applyRemark": "水电费",
        });
        let request = id_in(&done(fin.post(&format!("{REQUEST}/save"), asked)), "id");
        done(act(&fin, (REQUEST, &request, "submit"), json!({})));
        let pay = |date: &str, amount: &str, fee: &str| {
            let paid = json!({ "accountId": account(world, "CNY"), "date": date, "amount": amount, "fee": fee });
            done(act(&fin, (REQUEST, &request, "pay"), paid));
        };
        pay("2026-06-20", "30.00", "0.50");
        pay(TODAY, "20.00", "0");
        done(act(&fin, (REQUEST, &request, "close"), json!({ "closeReason": "余款不付" })));
        let page = fin.ok(&format!("{REQUESTED}/page?voucherStatus=WAITING&sort=movementDate,asc"));
        let shown: Vec<_> = rows_of(&page)
            .iter()
            .map(|row| (row["movementDate"].clone(), row["amount"].as_f64(), row["holder"].clone()))
            .collect();
        let of = |day: &str, amount: f64| (json!(day), Some(amount), json!("物业公司"));
        assert_eq!(shown, [of("2026-06-20", 30.0), of(TODAY, 20.0)], "a closed request keeps what was paid of it");
        let paid = movements(world, "PAYMENT");
        for id in &paid {
            done(generate(&fin, REQUESTED, &[id], json!({})));
        }
        let june = [entry("660203", 30_000, 0), entry("660301", 500, 0), entry("100201", 0, 30_500)];
        assert_eq!(entries(world, ("2026-06", 1)), june, "by the day it was paid, not by the day it was due");
        assert_eq!(entries(world, ("2026-07", 1)), [entry("660203", 20_000, 0), entry("100201", 0, 20_000)]);
        holds(world);
    });
}

#[test]
fn a_write_off_of_nought_waits_for_no_voucher() {
    told(|world| {
        let fin = world.login("fin01");
        note(world, &fin, E1);
        enter(world, "CNY", "300");
        let owed = note(world, &fin, E1);
        enter(world, "CNY", "-300");
        let credit = note(world, &fin, E1);
        let target = |num: &str, amount: &str| json!({ "id": row_of(world, num, "CNY"), "amount": amount });
        let settle = |targets: Json| {
            let asked = json!({
                "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
                "targets": targets,
            });
            id_in(&done(write_off(&fin, asked)), "writeoffId")
        };
        let nought = settle(json!([target(&owed, "100.00"), target(&credit, "-100.00")]));
        assert_eq!(waiting(&fin, RECEIVED, "writeoffNum"), Vec::<String>::new(), "it has no entries");
        assert_eq!(generate(&fin, RECEIVED, &[&nought], json!({})).code, 3, "nor is it posted when it is named");
        // A cent more than the credit is money.
        let cent = settle(json!([target(&owed, "100.01"), target(&credit, "-100.00")]));
        assert_eq!(waiting(&fin, RECEIVED, "writeoffNum").len(), 1);
        done(generate(&fin, RECEIVED, &[&cent], json!({})));
        assert_eq!(entries(world, ("2026-07", 1)), [entry("100201", 10, 0), entry("1122", 0, 10)]);
        holds(world);
    });
}
