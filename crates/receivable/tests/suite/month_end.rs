//! /css_period at the end of a month: the check of papers, 期末调汇, 期末暂估, closing, and the way back (css.md /css_period).

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, findings, refused};

use super::books::rows;
use super::income_writeoff::rows_of;
use super::offset::owed;
use super::receipt::{TODAY, account, body as receipt_body, register};
use super::statement::{S1, body as statement_of, save as make_statement};
use super::vouchers::{INVOICES, PAID, RULE, accounted, act, entries, entry, generate, id_in, one};
use crate::receivable::{coop, found, rooms};

const JUNE: &str = "2026-06";
const COST: &str = "/css/voucherExportCost";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, accounted, story);
}

fn period(fin: &Caller<'_>, verb: &str, month: &str) -> Reply {
    fin.post(&format!("/css/period/{verb}"), json!({ "month": month }))
}

fn reopen(fin: &Caller<'_>, month: &str) -> Reply {
    fin.post("/css/period/reopen", json!({ "month": month, "reason": "更正" }))
}

fn revalue(fin: &Caller<'_>, verb: &str, rate: &str) -> Reply {
    fin.post(&format!("/css/period/{verb}"), json!({ "month": JUNE, "rates": { "USD": rate } }))
}

/// What the check says of papers, each behind its mark.
fn papers(fin: &Caller<'_>, month: &str) -> Vec<String> {
    let items = done(period(fin, "check", month));
    let shown =
        |item: &Json| format!("{}{}", item["mark"].as_str().expect("a mark"), item["text"].as_str().expect("a text"));
    items.as_array().expect("points").iter().skip(6).map(shown).collect()
}

/// The row of a month.
fn row(fin: &Caller<'_>, month: &str) -> Json {
    let list = fin.ok("/css/period/list");
    list.as_array().expect("months").iter().find(|row| row["month"] == json!(month)).cloned().expect("the month")
}

/// What a list of a run tells of a row of a kind: number, currency, open, carried, worth, difference, and whether it stands in
/// the books.
fn listed(list: &Json, kind: &str) -> Vec<[String; 6]> {
    let all = list["rows"].as_array().expect("rows").iter().filter(|row| row["kind"] == json!(kind));
    let names = ["currency", "open", "functional", "revalued", "difference", "posted"];
    all.map(|row| names.map(|name| row[name].as_str().expect("a text").to_owned())).collect()
}

fn line(of: [&str; 6]) -> [String; 6] {
    of.map(ToOwned::to_owned)
}

fn spoil(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("written"));
}

fn uuid(world: &World) -> String {
    let text = format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = '{S1}'");
    rows(world, &text)[0].get(0).expect("a name")
}

/// C10 and C11 of S1, and CP2 of June of the first.
fn costs(world: &World, fin: &Caller<'_>) -> String {
    let boxed = |item, (currency, price), tax| seed::money::Charge {
        side: "cost",
        item,
        coop: "GYS002",
        currency,
        price,
        basis: ("标箱", None),
        tax,
    };
    let charges = [boxed("干线-海运费", ("USD", "600"), "0%"), boxed("操作-码头操作费", ("CNY", "1800"), "6%")];
    let op = world.login("op01").client();
    world.wait(seed::money::enter(&op, &uuid(world), &charges));
    let list = fin.ok(&format!("/css/charge/list?orderUuid={}", uuid(world)));
    let dollars = list["cost"].as_array().expect("costs").iter().find(|line| line["currency"] == json!("USD"));
    let body = json!({
        "coopId": coop(world, "GYS002"), "currency": "USD", "paymentDate": "2026-06-01",
        "parts": [{ "chargeId": dollars.expect("C10")["id"], "amount": "2400.00" }],
    });
    id_in(&done(fin.post("/css/payment/doSave", body)), "id")
}

/// DN2 of S1, in June, and invoice 26000001 over its yuan.
fn billed(world: &World, fin: &Caller<'_>) -> String {
    let text = format!(
        "SELECT c.id FROM charge c JOIN freight_order o ON o.org_id = c.org_id AND o.id = c.order_id \
         WHERE c.org_id = 2 AND c.kind = 'RECEIVABLE' AND o.order_code = '{S1}' ORDER BY c.id"
    );
    let ids: Vec<String> = rows(world, &text).iter().map(|row| row.get::<i64>(0).expect("an id").to_string()).collect();
    done(
        fin.post("/css/debitNote/batchSave", json!({ "chargeIds": ids, "dateBy": "TYPED", "noteDate": "2026-06-01" })),
    );
    let order = found(world, "freight_order", &[("order_code", S1)]);
    let note = format!("SELECT note_num FROM debit_note WHERE org_id = 2 AND order_id = {order}");
    let note: String = rows(world, &note)[0].get(0).expect("a number");
    let statement = id_in(&done(make_statement(fin, statement_of(world, "KH002", &[&note]))), "id");
    let asked = json!({
        "invoiceType": "纸质专票", "invoiceTitle": "演示客户乙电子有限公司", "taxpayerNum": "91000000MA00000232",
        "rows": [{ "id": super::income_writeoff::row_of(world, &note, "CNY"), "amount": "9000.00" }],
    });
    let application = id_in(&done(act(fin, ("/css/statement", &statement, "apply"), asked)), "applicationId");
    let paper =
        json!([{ "invoiceNum": "26000001", "invoiceCode": "3100261130", "currency": "CNY", "amount": "9000.00" }]);
    let opened = json!({ "invoiceType": "纸质专票", "invoiceDate": "2026-06-02", "invoices": paper });
    id_in(&done(act(fin, ("/css/invoiceApplication", &application, "open"), opened))["invoices"][0], "id")
}

/// G0001 on CP2.
fn billed_by_supplier(world: &World, fin: &Caller<'_>, payment: &str) -> String {
    let body = json!({
        "invoiceType": "境外发票", "invoiceDate": "2026-06-05", "invoices": [{ "invoiceNum": "G0001", "amount": "2400.00" }],
    });
    done(act(fin, ("/css/payment", payment, "invoice"), body));
    found(world, "invoice", &[("invoice_num", "G0001")])
}

/// 2400.00 of CP2, paid at 7.0500 on 20 June.
fn paid(world: &World, fin: &Caller<'_>) -> String {
    let gys = coop(world, "GYS002");
    let targets = done(fin.post("/css/costWriteoff/targets", json!({ "coopId": gys, "amount": "" })));
    let asked = json!({
        "coopId": gys, "method": "ACCOUNT", "accountId": account(world, "USD"), "date": "2026-06-20", "rate": "7.0500",
        "targets": [{ "rowId": targets[0]["rowId"], "amount": "2400.00" }],
    });
    id_in(&done(fin.post("/css/costWriteoff/save", asked)), "id")
}

/// S1 is done and locked for a day of June.
fn locked(world: &World, fin: &Caller<'_>) {
    let uuid = uuid(world);
    for kind in ["RECEIVABLE", "PAYABLE"] {
        let list = fin.ok(&format!("/css/charge/list?orderUuid={uuid}"));
        let body = json!({ "orderUuid": uuid, "orderRowUuid": list["order"]["orderRowUuid"], "kind": kind });
        done(fin.put("/css/charge/finish", body));
    }
    let page = fin.ok(&format!("/afbase/orderLock/page?businessScope=SE&orderCode={S1}"));
    let lock = json!({ "businessScope": "SE", "orderIds": [rows_of(&page)[0]["id"]], "lockDate": "2026-06-01" });
    done(fin.put("/afbase/orderLock/lock", lock));
}

/// The dollar account held 10,000.00 at the end of May.
fn opened(world: &World, fin: &Caller<'_>) {
    let opening = json!({ "accountId": account(world, "USD"), "date": "2026-05-31", "amount": "10000.00" });
    done(fin.post("/css/bankJournal/opening", opening));
}

fn count(world: &World, what: &str) -> i64 {
    one(world, &format!("SELECT COUNT(*) FROM {what}"))
}

#[test]
fn june_of_the_fixture_is_checked_revalued_accrued_closed_and_opened_again() {
    told(|world| {
        let fin = world.login("fin01");
        opened(world, &fin);
        let payment = costs(world, &fin);
        let fin = world.login("fin01");
        let invoice = billed(world, &fin);
        let received = billed_by_supplier(world, &fin, &payment);
        let pw = paid(world, &fin);
        locked(world, &fin);
        refused(&period(&fin, "close", "2026-07"), "请先结账2026-06");
        let unposted = "收入挂账1笔、成本挂账1笔、成本核销1笔未生成凭证";
        assert_eq!(papers(&fin, JUNE)[0], format!("✗{unposted}"));
        assert_eq!(row(&fin, JUNE)["openSources"], json!(3));
        refused(&period(&fin, "close", JUNE), &format!("结账检查未通过：{unposted}"));
        for (base, id) in [(INVOICES, &invoice), (COST, &received), (PAID, &pw)] {
            done(generate(&fin, base, &[id], json!({})));
        }
        let waits = [
            "✓本期单据均已生成凭证",
            "✓本期收款均已认领且无余额",
            "⚠2行外币余额未期末调汇",
            "⚠2行已锁账费用未开票且未暂估",
            "✓本期凭证借贷平衡",
        ];
        assert_eq!(papers(&fin, JUNE), waits);
        // DN2 is not invoiced in dollars: it is listed, and posts nothing.
        let list = done(revalue(&fin, "revalue/list", "7.1000"));
        assert_eq!(listed(&list, "应收账款"), [line(["USD", "3000.00", "21000.00", "21300.00", "300.00", "否"])]);
        assert_eq!(listed(&list, "货币资金"), [line(["USD", "7600.00", "53080.00", "53960.00", "880.00", "是"])]);
        assert_eq!(listed(&list, "应付账款"), Vec::<[String; 6]>::new(), "CP2 was paid in the month");
        assert_eq!((&list["made"], &list["gain"]), (&json!(false), &json!("880.00")));
        let usual = done(period(&fin, "revalue/list", JUNE));
        assert_eq!(usual["rates"][0]["rate"], json!("7.0000"), "the rate of 30 June");
        done(revalue(&fin, "revalue", "7.1000"));
        assert_eq!(entries(world, (JUNE, 4)), [entry("100202", 880_000, 0), entry("660302", 0, 880_000)]);
        assert_eq!(entries(world, ("2026-07", 1)), [entry("100202", -880_000, 0), entry("660302", 0, -880_000)]);
        refused(&revalue(&fin, "revalue", "7.2000"), "2026-06已期末调汇，请先撤销");
        // C8 whole and C11 without its tax; C9 and C10 are invoiced.
        let list = done(period(&fin, "accrue/list", JUNE));
        assert_eq!((&list["income"], &list["cost"]), (&json!("21000.00"), &json!("6792.45")));
        done(period(&fin, "accrue", JUNE));
        let accrued = [
            entry("1122", 21_000_000, 0),
            entry("6401", 6_792_450, 0),
            entry("2202", 0, 6_792_450),
            entry("6001", 0, 21_000_000),
        ];
        assert_eq!(entries(world, (JUNE, 5)), accrued);
        assert_eq!(count(world, "voucher_entry WHERE org_id = 2 AND accrued"), 4, "暂估, here and where it goes again");
        let told = done(period(&fin, "accrue/list", JUNE));
        assert_eq!(
            (&told["voucher"], &told["reversal"], &told["made"]),
            (&json!("记-5"), &json!("记-2"), &json!(true))
        );
        // It is made once, and again once it was taken back.
        refused(&period(&fin, "accrue", JUNE), "2026-06已期末暂估，请先撤销");
        done(period(&fin, "accrue/undo", JUNE));
        assert!(entries(world, (JUNE, 5)).is_empty() && entries(world, ("2026-07", 2)).is_empty());
        done(period(&fin, "accrue", JUNE));
        assert_eq!(papers(&fin, JUNE)[2..4], ["✓已期末调汇".to_owned(), "✓已期末暂估".to_owned()]);
        let june = row(&fin, JUNE);
        assert_eq!(
            (&june["openSources"], &june["revalued"], &june["accrued"]),
            (&json!(0), &json!(true), &json!(true))
        );
        done(period(&fin, "close", JUNE));
        let mut late = receipt_body(&account(world, "CNY"), "100.00");
        late["receiptDate"] = json!("2026-06-30");
        let late = findings(&fin.post("/css/receipt/save", late));
        assert_eq!(late, [("receiptDate".to_owned(), "财务期间2026-06已结账".to_owned())]);
        refused(&period(&fin, "revalue/undo", JUNE), "财务期间2026-06已结账");
        done(reopen(&fin, JUNE));
        done(period(&fin, "revalue/undo", JUNE));
        done(period(&fin, "accrue/undo", JUNE));
        assert_eq!(count(world, "voucher WHERE org_id = 2 AND state = 'VALID'"), 3, "those of documents");
        assert_eq!(count(world, "period_run WHERE org_id = 2 AND state = 'VALID'"), 0);
        super::vouchers::holds(world);
    });
}

#[test]
fn what_stands_in_the_books_is_posted_by_what_the_company_posts() {
    told(|world| {
        let fin = world.login("fin01");
        let payment = costs(world, &fin);
        let fin = world.login("fin01");
        billed(world, &fin);
        let owed = |rate: &str| listed(&done(revalue(&fin, "revalue/list", rate)), "应付账款");
        assert_eq!(owed("7.1"), [line(["USD", "2400.00", "16800.00", "17040.00", "240.00", "否"])]);
        billed_by_supplier(world, &fin, &payment);
        assert_eq!(owed("7.1"), [line(["USD", "2400.00", "16800.00", "17040.00", "240.00", "是"])]);
        assert_eq!(owed("7.0"), [line(["USD", "2400.00", "16800.00", "16800.00", "0.00", "是"])]);
        done(revalue(&fin, "revalue", "7.1"));
        assert_eq!(entries(world, (JUNE, 1)), [entry("660302", 240_000, 0), entry("2202", 0, 240_000)]);
        done(period(&fin, "revalue/undo", JUNE));
        // A dearer dollar is a gain on what customers owe, a cheaper one on what suppliers get.
        locked(world, &fin);
        let by_lock = json!({
            "word": "记", "postBy": "LOCK", "splitTax": true, "mode": "EACH", "summary": "{orderCode}", "entries": [],
        });
        done(fin.post(RULE, by_lock));
        let list = done(revalue(&fin, "revalue/list", "6.9"));
        assert_eq!(listed(&list, "应收账款"), [line(["USD", "3000.00", "21000.00", "20700.00", "-300.00", "是"])]);
        assert_eq!((&list["gain"], owed("6.9")[0][4].as_str()), (&json!("-60.00"), "-240.00"));
        // What is locked and not billed yet stands in the books alike.
        for (table, date) in [("debit_note", "note_date"), ("payment", "payment_date")] {
            spoil(world, &format!("UPDATE {table} SET {date} = '2026-07-01' WHERE org_id = 2"));
        }
        let unbilled = done(revalue(&fin, "revalue/list", "6.9"));
        for kind in ["应收账款", "应付账款"] {
            assert_eq!(listed(&unbilled, kind), listed(&list, kind));
        }
        done(revalue(&fin, "revalue", "6.9"));
        let both = [
            entry("660302", 300_000, 0),
            entry("2202", 240_000, 0),
            entry("1122", 0, 300_000),
            entry("660302", 0, 240_000),
        ];
        assert_eq!(entries(world, (JUNE, 1)), both);
        let refusal = "挂账依据为按锁账，无需期末暂估";
        refused(&period(&fin, "accrue", JUNE), refusal);
        refused(&period(&fin, "accrue/list", JUNE), refusal);
        assert_eq!(papers(&fin, JUNE).len(), 4, "nothing is said of accruals");
        assert_eq!(papers(&fin, JUNE)[0], "✗收入挂账2笔、成本挂账2笔未生成凭证", "the four charges of S1");
    });
}

#[test]
fn a_run_asks_for_rates_an_open_next_month_and_a_reader_of_everything() {
    told(|world| {
        let fin = world.login("fin01");
        opened(world, &fin);
        let at_rate = |why: &str| vec![("rates.USD".to_owned(), why.to_owned())];
        let range = at_rate("汇率须在0.000001与999999之间");
        for wrong in ["0", "-7", "1000000", "999999.000001", "x"] {
            assert_eq!(findings(&revalue(&fin, "revalue", wrong)), range, "{wrong}");
        }
        for sound in ["0.000001", "999999"] {
            done(revalue(&fin, "revalue/list", sound));
        }
        refused(&period(&fin, "revalue", "2026-05"), "财务期间2026-05已结账");
        refused(&period(&fin, "revalue", "2026-07"), "财务期间2026-08未开启");
        refused(&period(&fin, "accrue", "2026-07"), "财务期间2026-08未开启");
        spoil(world, "UPDATE currency_rate SET currency_code = 'GBP' WHERE org_id = 2 AND currency_code = 'USD'");
        assert_eq!(findings(&period(&fin, "revalue", JUNE)), at_rate("请填写USD月末汇率"));
        assert_eq!(done(period(&fin, "revalue/list", JUNE))["rates"][0]["rate"], Json::Null);
        assert_eq!(count(world, "period_run WHERE org_id = 2"), 0, "what is refused leaves nothing");
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        refused(&revalue(&fin, "revalue", "7.1"), "没有查看全部订单的权限，不能期末调汇");
        refused(&period(&fin, "accrue/list", JUNE), "没有查看全部订单的权限，不能期末暂估");
    });
}

#[test]
fn of_several_who_revalue_at_once_one_does() {
    told(|world| {
        let fin = world.login("fin01");
        opened(world, &fin);
        let call = || {
            let client = fin.client();
            async move {
                let body = json!({ "month": JUNE, "rates": { "USD": "7.1" } });
                client.call("POST", "/css/period/revalue", body).await
            }
        };
        let replies = world.at_once((0..4).map(|_| call()).collect());
        let (made, late): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.code == 0);
        assert_eq!(made.len(), 1);
        for reply in late {
            refused(reply, "2026-06已期末调汇，请先撤销");
        }
        assert_eq!(count(world, "voucher WHERE org_id = 2 AND state = 'VALID'"), 2);
        // A repeated request makes nothing more (27).
        done(period(&fin, "revalue/undo", JUNE));
        let body =
            json!({ "month": JUNE, "rates": { "USD": "7.1" }, "requestId": "7a0f5f0e-1111-4222-8333-444455556666" });
        let first = done(fin.post("/css/period/revalue", body.clone()));
        assert_eq!(done(fin.post("/css/period/revalue", body)), first);
        assert_eq!(count(world, "period_run WHERE org_id = 2 AND state = 'VALID'"), 1);
        // A voucher that is given back by itself is told of.
        let run = found(world, "period_run", &[("state", "VALID")]);
        done(fin.post("/css/voucherExportRevaluation/return", json!({ "ids": [run] })));
        assert_eq!(papers(&fin, JUNE)[2], "⚠期末调汇凭证已退回，请撤销后重新期末调汇");
        done(period(&fin, "revalue/undo", JUNE));
    });
}

#[test]
fn the_check_tells_of_receipts_advances_transfers_and_vouchers() {
    told(|world| {
        let fin = world.login("fin01");
        let mut paid = receipt_body(&account(world, "CNY"), "1000.00");
        paid["receiptDate"] = json!("2026-06-30");
        let receipt = register(&fin, paid);
        let mut later = receipt_body(&account(world, "CNY"), "10.00");
        later["receiptDate"] = json!("2026-07-01");
        register(&fin, later);
        assert_eq!(papers(&fin, JUNE)[1], "⚠1笔收款待认领或有余额未转预收");
        assert_eq!((&row(&fin, JUNE)["unclaimed"], &row(&fin, "2026-07")["unclaimed"]), (&json!(1), &json!(1)));
        done(act(&fin, ("/css/receipt", &receipt, "claim"), json!({ "coopId": coop(world, "KH001") })));
        assert_eq!(row(&fin, JUNE)["unclaimed"], json!(0));
        assert_eq!(papers(&fin, JUNE)[1], "⚠1笔收款待认领或有余额未转预收", "what is open is not");
        let turned = json!({ "kind": "IN", "amount": "1000.00", "date": "2026-06-30" });
        done(act(&fin, ("/css/receipt", &receipt, "toAdvance"), turned));
        assert_eq!(papers(&fin, JUNE)[..2], ["✗预收1笔未生成凭证".to_owned(), "✓本期收款均已认领且无余额".to_owned()]);
        refused(&period(&fin, "close", JUNE), "结账检查未通过：预收1笔未生成凭证");
        let advance = found(world, "advance", &[("kind", "IN")]);
        done(generate(&fin, "/css/voucherExportAdvanceIn", &[&advance], json!({})));
        let moved = json!({
            "fromAccountId": account(world, "CNY"), "toAccountId": account(world, "USD"), "date": "2026-06-15",
            "amountOut": "700.00", "amountIn": "100.00",
        });
        done(fin.post("/css/bankJournal/transfer", moved));
        assert_eq!(papers(&fin, JUNE)[1], "⚠账户互转1笔未生成凭证", "it stands against nothing");
        // What came of a transfer is carried at what it cost.
        let list = done(revalue(&fin, "revalue/list", "7.1"));
        assert_eq!(listed(&list, "货币资金"), [line(["USD", "100.00", "700.00", "710.00", "10.00", "是"])]);
        spoil(world, "UPDATE voucher_entry SET debit = debit + 10 WHERE org_id = 2 AND debit <> 0");
        refused(&period(&fin, "close", JUNE), "结账检查未通过：1张凭证借贷不平衡或分录不完整");
        spoil(world, "UPDATE voucher_entry SET debit = debit - 10 WHERE org_id = 2 AND debit <> 0");
        done(period(&fin, "close", JUNE));
        assert_eq!(row(&fin, JUNE)["state"], json!("CLOSED"));
        let today = receipt_body(&account(world, "CNY"), "1.00");
        assert_eq!(today["receiptDate"], json!(TODAY));
        register(&fin, today);
    });
}

#[test]
fn what_came_at_one_rate_and_went_at_another_goes_to_gain_or_loss_though_nothing_is_left() {
    told(|world| {
        let fin = world.login("fin01");
        let dollars = account(world, "USD");
        let mut came = receipt_body(&dollars, "1000.00");
        came["receiptDate"] = json!("2026-06-10");
        register(&fin, came);
        let held = |list: &Json| listed(list, "货币资金");
        let list = done(revalue(&fin, "revalue/list", "7.1"));
        assert_eq!(held(&list), [line(["USD", "1000.00", "7000.00", "7100.00", "100.00", "是"])]);
        let moved = json!({
            "fromAccountId": dollars, "toAccountId": account(world, "CNY"), "date": "2026-06-20",
            "amountOut": "1000.00", "amountIn": "7200.00",
        });
        done(fin.post("/css/bankJournal/transfer", moved));
        let list = done(revalue(&fin, "revalue/list", "7.1"));
        assert_eq!(held(&list), [line(["USD", "0.00", "-200.00", "0.00", "200.00", "是"])]);
        assert_eq!(list["gain"], json!("200.00"));
        done(revalue(&fin, "revalue", "7.1"));
        assert_eq!(entries(world, (JUNE, 1)), [entry("100202", 200_000, 0), entry("660302", 0, 200_000)]);
        super::vouchers::holds(world);
    });
}

#[test]
fn an_advance_that_was_used_since_is_revalued_at_what_it_was_carried_at_to_the_cent() {
    told(|world| {
        let fin = world.login("fin01");
        let dollars = account(world, "USD");
        let mut came = receipt_body(&dollars, "100.00");
        (came["receiptDate"], came["coopId"], came["exchangeRate"]) =
            (json!("2026-06-10"), json!(coop(world, "KH001")), json!("7.1234"));
        let receipt = register(&fin, came);
        let turned = json!({ "kind": "IN", "amount": "100.00", "date": "2026-06-10" });
        done(act(&fin, ("/css/receipt", &receipt, "toAdvance"), turned));
        let advance = found(world, "advance", &[("kind", "IN")]);
        let refund = |amount: &str, date: &str| {
            let back = json!({ "amount": amount, "accountId": dollars, "date": date, "reason": "多付" });
            done(act(&fin, ("/css/advance", &advance, "refund"), back));
        };
        refund("33.33", "2026-06-15");
        refund("33.33", "2026-06-20");
        let held = || listed(&done(revalue(&fin, "revalue/list", "7.2")), "预收账款");
        // 712.34 less twice 237.42: 237.50, though 33.34 at 7.1234 are 237.49.
        let wanted = [line(["USD", "33.34", "237.50", "240.05", "2.55", "是"])];
        assert_eq!(held(), wanted);
        for date in ["2026-07-10", TODAY] {
            // Whatever is used of it since: in parts, then to its last cent.
            refund(if date == TODAY { "23.34" } else { "10.00" }, date);
            assert_eq!(held(), wanted, "{date}");
        }
    });
}

#[test]
fn a_document_of_a_month_that_was_never_opened_stands_against_closing() {
    told(|world| {
        let fin = world.login("fin01");
        let payment = owed(world, &fin, (S1, "GYS002"), ("CNY", "1800.00", ""));
        assert_eq!(papers(&fin, JUNE)[0], "✓本期单据均已生成凭证");
        let body = json!({
            "invoiceType": "境外发票", "invoiceDate": "2026-04-20",
            "invoices": [{ "invoiceNum": "G0002", "amount": "1800.00" }],
        });
        done(act(&fin, ("/css/payment", &payment, "invoice"), body));
        assert_eq!(papers(&fin, JUNE)[0], "✗成本挂账1笔未生成凭证", "no month of its own asks for it");
        refused(&period(&fin, "close", JUNE), "结账检查未通过：成本挂账1笔未生成凭证");
        let invoice = found(world, "invoice", &[("invoice_num", "G0002")]);
        done(generate(&fin, COST, &[&invoice], json!({ "voucherDate": "2026-06-30" })));
        assert_eq!(papers(&fin, JUNE)[0], "✓本期单据均已生成凭证");
        done(period(&fin, "close", JUNE));
    });
}

#[test]
fn a_run_whose_documents_changed_stands_against_closing_until_it_is_made_again() {
    told(|world| {
        let fin = world.login("fin01");
        opened(world, &fin);
        done(revalue(&fin, "revalue", "7.1"));
        assert_eq!(entries(world, (JUNE, 1)), [entry("100202", 1_000_000, 0), entry("660302", 0, 1_000_000)]);
        let run = |fin: &Caller<'_>| papers(fin, JUNE)[2].clone();
        assert_eq!(run(&fin), "✓已期末调汇", "at the rate it was made at, not that of the table");
        let came = |day: &str| {
            let mut came = receipt_body(&account(world, "USD"), "100.00");
            came["receiptDate"] = json!(day);
            register(&fin, came);
        };
        came("2026-07-01");
        assert_eq!(run(&fin), "✓已期末调汇", "what came behind the month is not in it");
        came("2026-06-30");
        let stale = "期末调汇后单据有变动，请撤销后重做";
        assert_eq!(run(&fin), format!("✗{stale}"));
        refused(&period(&fin, "close", JUNE), &format!("结账检查未通过：{stale}"));
        done(period(&fin, "revalue/undo", JUNE));
        done(revalue(&fin, "revalue", "7.1"));
        assert_eq!(entries(world, (JUNE, 1)), [entry("100202", 1_010_000, 0), entry("660302", 0, 1_010_000)]);
        assert_eq!(run(&fin), "✓已期末调汇");
        done(period(&fin, "close", JUNE));
    });
}

#[test]
fn an_accrual_of_what_was_invoiced_since_is_made_again() {
    told(|world| {
        let fin = world.login("fin01");
        let payment = costs(world, &fin);
        let fin = world.login("fin01");
        locked(world, &fin);
        let sums = |list: &Json| ["income", "cost"].map(|side| list[side].as_str().expect("a sum").to_owned());
        done(period(&fin, "accrue", JUNE));
        assert_eq!(sums(&done(period(&fin, "accrue/list", JUNE))), ["29490.57", "23592.45"]);
        let run = || papers(&fin, JUNE)[3].clone();
        spoil(world, "UPDATE coop SET coop_name = '供应商改名' WHERE org_id = 2 AND coop_code = 'GYS002'");
        assert_eq!(run(), "✓已期末暂估", "names are no figures");
        billed_by_supplier(world, &fin, &payment);
        assert_eq!(run(), "✗期末暂估后单据有变动，请撤销后重做");
        done(period(&fin, "accrue/undo", JUNE));
        done(period(&fin, "accrue", JUNE));
        assert_eq!(sums(&done(period(&fin, "accrue/list", JUNE))), ["29490.57", "6792.45"]);
        assert_eq!(run(), "✓已期末暂估");
    });
}

#[test]
fn what_an_invoice_covers_of_a_payment_is_spread_over_all_its_costs() {
    told(|world| {
        let boxed = |item, price, tax| seed::money::Charge {
            side: "cost",
            item,
            coop: "GYS002",
            currency: "CNY",
            price,
            basis: ("标箱", None),
            tax,
        };
        let charges = [boxed("干线-海运费", "900", "0%"), boxed("操作-码头操作费", "1800", "6%")];
        let op = world.login("op01").client();
        world.wait(seed::money::enter(&op, &uuid(world), &charges));
        let fin = world.login("fin01");
        let list = fin.ok(&format!("/css/charge/list?orderUuid={}", uuid(world)));
        let costs = list["cost"].as_array().expect("costs");
        let parts: Vec<Json> =
            costs.iter().map(|line| json!({ "chargeId": line["id"], "amount": line["amount"] })).collect();
        let body = json!({
            "coopId": coop(world, "GYS002"), "currency": "CNY", "paymentDate": "2026-06-01", "parts": parts,
        });
        let payment = id_in(&done(fin.post("/css/payment/doSave", body)), "id");
        // A quarter of 3600.00 and 7200.00 is invoiced: 2700.00 and three quarters of 6792.45 are not.
        let body = json!({
            "invoiceType": "境外发票", "invoiceDate": "2026-06-05", "invoices": [{ "invoiceNum": "G0003", "amount": "2700.00" }],
        });
        done(act(&fin, ("/css/payment", &payment, "invoice"), body));
        locked(world, &fin);
        assert_eq!(done(period(&fin, "accrue/list", JUNE))["cost"], json!("7794.34"));
    });
}

#[test]
fn the_export_of_vouchers_tells_runs_to_who_sees_every_order() {
    told(|world| {
        let fin = world.login("fin01");
        opened(world, &fin);
        done(revalue(&fin, "revalue", "7.1"));
        let runs = |fin: &Caller<'_>| {
            rows_of(&fin.ok("/css/voucherExportRevaluation/page?voucherStatus=MADE&size=100"))
                .iter()
                .map(|row| row["month"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(runs(&fin), [json!(JUNE)]);
        let run = found(world, "period_run", &[("state", "VALID")]);
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        assert_eq!(runs(&fin), Vec::<Json>::new());
        for verb in ["export", "return"] {
            let reply = fin.post(&format!("/css/voucherExportRevaluation/{verb}"), json!({ "ids": [run] }));
            assert_ne!(reply.code, 0, "{verb}");
        }
        assert_eq!(count(world, "voucher WHERE org_id = 2 AND state = 'VALID'"), 2);
    });
}
