//! Type 4 of 凭证导出 as the catalogue shows it: expense reports and staff advances become vouchers.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, findings, refused};

use super::expense_report::{act, approved, audit, audited, body, leaf, loan_of, pay, staff, with};
use crate::voucher::rooms;

const BASE: &str = "/css/voucherExportExpense";
const PAID: &str = "/css/voucherExportExpensePaid";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, staff, story);
}

/// Code, debit and credit of the entries of a voucher of July.
fn entries(world: &World, number: i64) -> Vec<(String, i64, i64)> {
    let text = format!(
        "SELECT f.code, e.debit, e.credit FROM voucher_entry e JOIN voucher v ON v.org_id = e.org_id AND v.id = e.voucher_id \
         JOIN financial_account f ON f.org_id = e.org_id AND f.id = e.account_id WHERE v.org_id = 2 \
         AND v.month = '2026-07' AND v.number = {number} AND v.state = 'VALID' ORDER BY e.line"
    );
    let rows = world.database(|_, conn| conn.query(&Stmt::Raw(text.clone(), Vec::new())).expect("reads"));
    let read = |row: &platform::store::Row| {
        (row.get(0).expect("a code"), row.get(1).expect("a figure"), row.get(2).expect("a figure"))
    };
    rows.iter().map(read).collect()
}

fn entry(code: &str, debit: i64, credit: i64) -> (String, i64, i64) {
    (code.to_owned(), debit, credit)
}

fn generate(fin: &Caller<'_>, id: &str, more: Json) -> testkit::Reply {
    fin.post(&format!("{BASE}/generate"), with(json!({ "ids": [id], "mode": "EACH" }), more))
}

/// Payments of reports that wait for a voucher, the oldest first: id, number and amount.
fn payments(fin: &Caller<'_>) -> Vec<(String, String, Option<f64>)> {
    let page = fin.ok(&format!("{PAID}/page?voucherStatus=WAITING&sort=movementDate,asc"));
    let text = |row: &Json, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let rows = page["records"].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| (text(row, "id"), text(row, "number"), row["amount"].as_f64())).collect()
}

#[test]
fn a_checked_report_is_posted_to_the_accounts_named_for_it() {
    told(|world| {
        let id = audited(world, body(&[("差旅", "拜访客户", "300.00")]));
        let fin = world.login("fin01");
        let page = fin.ok(&format!("{BASE}/page?voucherStatus=WAITING"));
        let rows = page["records"].as_array().cloned().unwrap_or_default();
        assert_eq!(rows.len(), 1, "type 4 未生成: 1 row");
        assert_eq!(rows[0]["expenseReportNum"], json!("ER-2607150001"));
        assert_eq!(rows[0]["expenseAmount"].as_f64(), Some(300.0));
        assert_eq!(rows[0]["financialAccount"], json!("管理费用-差旅费"));
        done(generate(&fin, &id, json!({})));
        assert_eq!(
            entries(world, 1),
            [("660201".to_owned(), 300_000, 0), ("100201".to_owned(), 0, 300_000)],
            "借 660201 300.00, 贷 银行存款 300.00"
        );
        let back = act(&fin, (&id, "return"), json!({ "returnReason": "缺发票" }));
        refused(&back, "报销单已生成凭证，请先退回凭证");
        let second = audited(world, body(&[("差旅", "拜访客户", "10.00")]));
        let fin = world.login("fin01");
        let next = fin.ok("/css/voucherExport/maxVoucherNumber?voucherDate=2026-07-15");
        assert_eq!(next, json!(2), "number proposed for 2026-07: 2");
        let taken = generate(&fin, &second, json!({ "voucherNumber": 1 }));
        assert_eq!(findings(&taken), [("voucherNumber".to_owned(), "凭证号1已存在".to_owned())]);
        done(fin.post(&format!("{BASE}/return"), json!({ "ids": [id] })));
        done(act(&fin, (&id, "return"), json!({ "returnReason": "缺发票" })));
    });
}

#[test]
fn a_loan_stands_with_its_person() {
    told(|world| {
        let id = audited(world, loan_of("200.00"));
        let fin = world.login("fin01");
        done(pay(&fin, &id, json!({})));
        done(generate(&fin, &id, json!({})));
        assert_eq!(entries(world, 1), [("1221".to_owned(), 200_000, 0), ("100201".to_owned(), 0, 200_000)]);
        let text = "SELECT COUNT(*) FROM voucher_entry WHERE org_id = 2 AND user_id IS NOT NULL AND debit > 0";
        let rows = world.database(|_, conn| conn.query(&Stmt::Raw(text.to_owned(), Vec::new())).expect("reads"));
        assert_eq!(rows[0].get::<i64>(0).expect("a count"), 1, "the entry names the person");
    });
}

#[test]
fn a_loan_is_paid_back_on_the_account_it_stands_on() {
    told(|world| {
        let fin = world.login("fin01");
        // Beside 1221, the first account of its type.
        let second = json!({
            "ownCode": "77", "financialAccountName": "备用金", "financialAccountType": "OTHER_RECEIVABLE",
            "direction": "DEBIT",
        });
        done(fin.post("/css/financialAccount", second));
        let loan = approved(world, loan_of("1000.00"));
        let fin = world.login("fin01");
        done(audit(&fin, &loan, json!({ "accountId": leaf(world, "77") })));
        done(pay(&fin, &loan, json!({})));
        done(generate(&fin, &loan, json!({})));
        assert_eq!(entries(world, 1), [entry("77", 1_000_000, 0), entry("100201", 0, 1_000_000)]);
        let against = json!({ "loanId": loan, "loanUsed": "400.00" });
        let report = audited(world, with(body(&[("差旅", "拜访客户", "600.00")]), against));
        done(generate(&world.login("fin01"), &report, json!({})));
        let set_against = [entry("660201", 600_000, 0), entry("100201", 0, 200_000), entry("77", 0, 400_000)];
        assert_eq!(entries(world, 2), set_against, "600.00 less the 400.00 he has");
    });
}

#[test]
fn a_report_on_other_payables_is_cleared_by_its_payment() {
    told(|world| {
        let later = || json!({ "bankAccountId": leaf(world, "2241") });
        let id = approved(world, body(&[("差旅", "拜访客户", "300.00")]));
        let fin = world.login("fin01");
        done(audit(&fin, &id, later()));
        done(generate(&fin, &id, json!({})));
        assert_eq!(entries(world, 1), [entry("660201", 300_000, 0), entry("2241", 0, 300_000)]);
        assert_eq!(payments(&fin), [], "nothing is paid yet");
        done(pay(&fin, &id, json!({})));
        let waiting = payments(&fin);
        assert_eq!(waiting.len(), 1, "{waiting:?}");
        let (payment, number, amount) = &waiting[0];
        assert_eq!((number.as_str(), *amount), ("ER-2607150001", Some(300.0)));
        done(fin.post(&format!("{PAID}/generate"), json!({ "ids": [payment], "mode": "EACH" })));
        assert_eq!(entries(world, 2), [entry("2241", 300_000, 0), entry("100201", 0, 300_000)]);
        assert_eq!(payments(&fin), []);
        // One that is posted after it was paid stands there just as well; one that names the bank pays for itself.
        let second = approved(world, body(&[("差旅", "拜访客户", "10.00")]));
        let third = audited(world, body(&[("差旅", "拜访客户", "20.00")]));
        let fin = world.login("fin01");
        done(audit(&fin, &second, later()));
        for id in [&second, &third] {
            done(pay(&fin, id, json!({})));
            done(generate(&fin, id, json!({})));
        }
        assert_eq!(entries(world, 3), [entry("660201", 10_000, 0), entry("2241", 0, 10_000)]);
        assert_eq!(entries(world, 4), [entry("660201", 20_000, 0), entry("100201", 0, 20_000)]);
        assert_eq!(payments(&fin).into_iter().map(|(.., amount)| amount).collect::<Vec<_>>(), [Some(10.0)]);
    });
}
