//! The "shows" lines of css.md 2 to 5 on the very papers of the fixture, where a room's own story begins with others: S1 with
//! DN2, ST1, invoice 26000001 and CP2, CP1 with its request, the expense of op01 and the vouchers of June.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, findings, refused};

use super::debit_note::change;
use super::example::{first, told};
use super::income_invoice::application;
use super::income_writeoff::{reverse, row_of, rows_of, save};
use super::receipt::{TODAY, account, act as act_on_receipt, body as receipt_of, register};
use super::vouchers::{INVOICES, PAID, act, entries, entry, generate};
use crate::receivable::{coop, found};

const DN1: &str = "AE-DN-2607140001";
const DN2: &str = "SE-DN-2605310001";
const ST1: &str = "SE-ST-2606010001";
const CP1: &str = "AE-CP-2607140001";
const JUNE: &str = "2026-06";
const EXPENSES: &str = "/css/voucherExportExpense";

/// Some members of a row as they are read: amounts with their cents.
fn shown<const N: usize>(row: &Json, names: [&str; N]) -> [String; N] {
    names.map(|name| match &row[name] {
        Json::String(text) => text.clone(),
        Json::Null => "-".to_owned(),
        other => other.as_f64().map_or_else(|| other.to_string(), |figure| format!("{figure:.2}")),
    })
}

fn note(world: &World, num: &str) -> String {
    found(world, "debit_note", &[("note_num", num)])
}

fn invoice(world: &World, num: &str) -> String {
    found(world, "invoice", &[("invoice_num", num)])
}

/// Money of KH002 that came today; its receipt.
fn received(world: &World, fin: &Caller<'_>, (currency, amount, rate): (&str, &str, &str)) -> String {
    let mut body = receipt_of(&account(world, currency), amount);
    body["coopId"] = json!(coop(world, "KH002"));
    if !rate.is_empty() {
        body["exchangeRate"] = json!(rate);
    }
    register(fin, body)
}

/// A write-off of KH002 from a receipt.
fn settle(world: &World, receipt: &str, target: Json) -> Json {
    json!({
        "coopId": coop(world, "KH002"), "method": "RECEIPT", "receiptId": receipt, "date": TODAY, "targets": [target],
    })
}

/// What is found at the amount of the one target.
fn at_target(reply: &Reply) -> String {
    let found = findings(reply);
    assert_eq!(found.len(), 1, "{found:?} {}", reply.message);
    assert_eq!(found[0].0, "targets.0.amount");
    found[0].1.clone()
}

#[test]
fn bills_and_statements_of_the_fixture_stand_and_stay() {
    told(|world| {
        let fin = world.login("fin01");
        let air = fin.ok("/css/debitNote/page?businessScope=AE");
        assert_eq!(rows_of(&air).len(), 1, "AE: 1 row");
        let names = ["debitNoteNum", "debitNoteStatus", "dueDate", "functionalAmount"];
        assert_eq!(shown(&rows_of(&air)[0], names), [DN1, "MADE", "2026-08-25", "20000.00"]);
        let sea = first(&fin, "/css/debitNote/page?businessScope=SE");
        let names = ["debitNoteNum", "debitNoteStatus", "currencyAmount", "currencyAmount2", "dueDate"];
        let wanted = [DN2, "PART_SETTLED", "CNY 9,000.00  USD 3,000.00", "CNY 5,000.00", "2026-06-09"];
        assert_eq!(shown(&sea, names), wanted);
        assert_eq!((shown(&sea, ["functionalAmountNoWriteoff"]), &sea["overdue"]), (["25000.00".into()], &json!(true)));
        let void = act(&fin, ("/css/debitNote", &note(world, DN2), "void"), json!({ "voidReason": "开错" }));
        refused(&void, "账单已制清单，不能作废");
        let statement = first(&fin, &format!("/css/statement/page?statementNum={ST1}"));
        let names = ["statementStatus", "currencyAmount", "functionalAmount", "functionalAmountWriteoff"];
        assert_eq!(shown(&statement, names), ["PART_SETTLED", "CNY 9,000.00  USD 3,000.00", "30000.00", "5000.00"]);
        assert_eq!(
            (&statement["notes"], shown(&statement, ["functionalAmountNoWriteoff"])),
            (&json!(1), ["25000.00".into()])
        );
        let pool = done(fin.post("/css/statement/pool", json!({ "coopId": coop(world, "KH002") })));
        assert!(!pool["notes"].to_string().contains(DN1), "a note of KH001 is not offered for KH002");
        let off = json!({ "statementDate": TODAY, "notes": [{ "id": note(world, DN2), "chosen": false }] });
        let id = found(world, "statement", &[("statement_num", ST1)]);
        refused(&act(&fin, ("/css/statement", &id, "doUpdate"), off), "清单已申请开票，不能修改");
    });
}

#[test]
fn the_invoice_of_the_fixture_stands_with_its_voucher_and_its_application_stays() {
    told(|world| {
        let fin = world.login("fin01");
        let row = first(&fin, "/css/incomeInvoice/page?invoiceNum=26000001");
        let names = ["amount", "amountNotTax", "amountTax", "amountWriteoff", "amountWriteoffNo", "voucherNumber"];
        assert_eq!(shown(&row, names), ["9000.00", "8490.57", "509.43", "5000.00", "4000.00", "记-1"]);
        let application = first(&fin, "/css/invoiceApplication/page?number=SE-IA-2606020001");
        assert_eq!(shown(&application, ["invoiceStatus", "uninvoiced"]), ["PART_INVOICED", "USD 3,000.00"]);
        let id = application["id"].as_str().expect("an id").to_owned();
        let more = json!({
            "invoiceType": "纸质专票", "invoiceDate": TODAY,
            "invoices": [{ "invoiceNum": "26000009", "invoiceCode": "3100261130", "currency": "CNY", "amount": "100.00" }],
        });
        let beyond = act(&fin, ("/css/invoiceApplication", &id, "open"), more);
        assert_eq!(findings(&beyond), [("invoices.0.amount".into(), "本次开票金额不能大于未开票金额".into())]);
        refused(&act(&fin, ("/css/invoiceApplication", &id, "cancel"), json!({})), "已开票，不能撤销申请");
        let used = first(&fin, "/css/receipt/page?receiptNum=RC-2606150001");
        assert_eq!(shown(&used, ["state", "open"]), ["DONE", "0.00"], "核销完毕");
    });
}

#[test]
fn an_invoice_before_the_money_is_asked_about_where_payment_comes_first() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, DN1, "CNY");
        let body = application(world, "数电普票", &[(&yuan, "20000.00")]);
        change(world, "UPDATE agreement SET invoice_mode = 'AFTER' WHERE org_id = 2");
        let asked = fin.post("/css/invoiceApplication/apply", body.clone());
        assert_eq!((asked.code, asked.questions()), (2, vec!["application.unpaid".to_owned()]));
        assert_eq!(asked.data["confirms"][0]["message"], json!("款项未收齐，是否申请开票？"));
        let mut sure = body;
        sure["confirmed"] = json!(["application.unpaid"]);
        done(fin.post("/css/invoiceApplication/apply", sure));
    });
}

#[test]
fn money_for_s1_is_settled_on_its_invoices_alone() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = received(world, &fin, ("CNY", "5000.00", ""));
        let dollars = received(world, &fin, ("USD", "1000.00", "7.1000"));
        let one = invoice(world, "26000001");
        let beyond = save(&fin, settle(world, &yuan, json!({ "id": one, "amount": "4000.01" })));
        assert_eq!(at_target(&beyond), "本次核销金额不能大于未核销金额");
        let statement = found(world, "statement", &[("statement_num", ST1)]);
        let on_statement = json!({ "id": statement, "currency": "USD", "amount": "1000.00" });
        assert_eq!(
            at_target(&save(&fin, settle(world, &dollars, on_statement))),
            format!("清单{ST1}已申请开票，请在发票核销")
        );
        let alone = json!({ "id": note(world, DN2), "currency": "CNY", "amount": "1.00" });
        assert_eq!(at_target(&save(&fin, settle(world, &yuan, alone))), format!("账单{DN2}已制清单，请在清单核销"));
        let rw = found(world, "write_off", &[("write_off_num", "SE-RW-2606150001")]);
        refused(&reverse(&fin, &rw), "核销单已生成凭证，请先退回凭证");
        // The dollars are invoiced, and a part of them is paid at another rate than that of the row.
        let application = found(world, "invoice_application", &[("application_num", "SE-IA-2606020001")]);
        let opened = json!({
            "invoiceType": "纸质专票", "invoiceDate": TODAY,
            "invoices": [{ "invoiceNum": "26000002", "invoiceCode": "3100261130", "currency": "USD", "amount": "3000.00" }],
        });
        done(act(&fin, ("/css/invoiceApplication", &application, "open"), opened));
        let two = invoice(world, "26000002");
        let made = done(save(&fin, settle(world, &dollars, json!({ "id": two, "amount": "1000.00" }))));
        let num = made["writeoffNum"].as_str().expect("a number");
        let row = first(&fin, &format!("/css/incomeWriteoff/page?writeoffNum={num}"));
        let names = ["functionalAmountWriteoff", "moneyAmount", "exchangeDiff"];
        assert_eq!(shown(&row, names), ["7000.00", "1000.00", "100.00"], "7,100.00 came for 7,000.00");
        let dn2 = first(&fin, &format!("/css/debitNote/page?debitNoteNum={DN2}"));
        let names = ["currencyAmount2", "functionalAmountNoWriteoff"];
        assert_eq!(
            shown(&dn2, names),
            ["CNY 5,000.00  USD 1,000.00", "18000.00"],
            "USD 2,000.00 and CNY 4,000.00 are open"
        );
    });
}

#[test]
fn two_users_settle_the_rest_of_an_invoice_once() {
    told(|world| {
        let fin = world.login("fin01");
        let one = invoice(world, "26000001");
        let receipts = [received(world, &fin, ("CNY", "4000.00", "")), received(world, &fin, ("CNY", "4000.00", ""))];
        let other = world.login("mgr01");
        let calls: Vec<_> = [fin.client(), other.client()]
            .into_iter()
            .zip(receipts.map(|receipt| settle(world, &receipt, json!({ "id": one, "amount": "4000.00" }))))
            .map(|(client, body)| async move { client.call("POST", "/css/incomeWriteoff/save", body).await })
            .collect();
        let replies = world.at_once(calls);
        let (made, late): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.code == 0);
        assert_eq!((made.len(), late.len()), (1, 1), "{replies:?}");
        assert_eq!(at_target(late[0]), "26000001已核销完毕");
        let row = first(&fin, "/css/incomeInvoice/page?invoiceNum=26000001");
        assert_eq!(shown(&row, ["amountWriteoffNo"]), ["0.00"]);
    });
}

#[test]
fn receipts_and_advances_come_to_what_their_accounts_say() {
    told(|world| {
        let fin = world.login("fin01");
        let waiting = fin.ok("/css/receipt/page?state=UNCLAIMED");
        assert_eq!(waiting["total"], json!(1), "待认领 1 row");
        let row = &rows_of(&waiting)[0];
        assert_eq!(shown(row, ["receiptNum", "open"]), ["RC-2607150001", "8000.00"]);
        let id = row["id"].as_str().expect("an id");
        done(act_on_receipt(&fin, id, "claim", json!({ "coopId": coop(world, "KH001") })));
        let beyond = act_on_receipt(&fin, id, "toAdvance", json!({ "kind": "IN", "amount": "9000.00", "date": TODAY }));
        assert_eq!(findings(&beyond), [("amount".into(), "本次转预收金额不能大于未核销金额".into())]);
        let advance = first(&fin, "/css/advance/page?advanceNum=PA-2607100001");
        let names = ["currency", "open", "functionalOpen", "voucherNumber"];
        assert_eq!(shown(&advance, names), ["USD", "1000.00", "7100.00", "记-1"]);
        let accounts = fin.ok("/css/voucher/accountSummary/page?size=100&month=2026-07");
        let prepaid = rows_of(&accounts).into_iter().find(|row| row["accountCode"] == json!("2203")).expect("2203");
        assert_eq!(shown(&prepaid, ["closing"]), ["7100.00"], "the open advances of the kind");
        // What came and went on the account in yuan.
        let journal = |days: &str| {
            let path = format!("/css/bankJournal/page?size=100&accountId={}&date={days}", account(world, "CNY"));
            let rows = rows_of(&fin.ok(&path));
            let of = |name: &str| rows.iter().filter_map(|row| row[name].as_f64()).fold(0.0, f64::max);
            let last = rows.last().and_then(|row| row["balance"].as_f64());
            (of("in"), of("out"), last)
        };
        assert_eq!(journal("2026-06-01~2026-06-30"), (5_000.0, 0.0, Some(105_000.0)));
        assert_eq!(journal("2026-07-01~2026-07-31"), (8_000.0, 0.0, Some(113_000.0)));
    });
}

/// A request of a payment to an account that is there.
fn another_request(world: &World, payment: &str) -> Json {
    json!({
        "type": "PAYMENT", "dueDate": "2026-07-31", "urgency": "NORMAL", "paymentMethod": "电汇",
        "coopBankId": found(world, "coop_bank", &[("currency_code", "CNY")]),
        "payments": [{ "paymentId": payment, "amount": "1.00" }],
    })
}

#[test]
fn payments_of_the_fixture_stand_and_the_asked_one_is_neither_void_nor_paid() {
    told(|world| {
        let fin = world.login("fin01");
        let cp1 = first(&fin, &format!("/css/payment/page?paymentNum={CP1}"));
        let names = ["paymentStatus", "amountPayment", "amountPaymentWriteoff", "amountPaymentNoWriteoff", "requested"];
        assert_eq!(shown(&cp1, names), ["TO_INVOICE", "14000.00", "0.00", "14000.00", "14000.00"]);
        assert_eq!(shown(&cp1, ["requestState", "currentApprover", "asked"]), ["RUNNING", "经理一", ""]);
        let cp2 = first(&fin, "/css/payment/page?paymentNum=SE-CP-2606010001");
        let names = ["paymentStatus", "currency", "amountPayment", "functionalAmountPayment"];
        assert_eq!(shown(&cp2, names), ["SETTLED", "USD", "2400.00", "16800.00"]);
        let id = cp1["id"].as_str().expect("an id");
        let void = act(&fin, ("/css/payment", id, "void"), json!({ "voidReason": "x" }));
        refused(&void, "对账单已申请付款，不能作废");
        let request = first(&fin, "/css/paymentRequest/page?requestNum=AE-PR-2607150001");
        assert_eq!(shown(&request, ["state", "amount"]), ["RUNNING", "14000.00"]);
        assert!(!request["can"].to_string().contains("css-pr-pay"), "付款 is not offered: {request}");
        assert_eq!(world.login("mgr01").ok("/prm/api/toDo?current=1&size=10")["total"], json!(1), "1 in his toDo");
        let second = fin.post("/css/paymentRequest/save", another_request(world, id));
        assert_eq!(findings(&second), [("payments.0.amount".into(), "申请金额不能大于可申请金额".into())]);
        // Direct money finds no way around the decision.
        let gys = coop(world, "GYS001");
        let targets = done(fin.post("/css/costWriteoff/targets", json!({ "coopId": gys, "amount": "" })));
        let direct = json!({
            "coopId": gys, "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
            "targets": [{ "rowId": targets[0]["rowId"], "amount": "1.00" }],
        });
        refused(&fin.post("/css/costWriteoff/save", direct), "付款申请未审批通过");
        let pw = first(&fin, "/css/costWriteoff/page?writeoffNum=SE-PW-2606200001");
        let names = ["amountWriteoff", "functional", "moneyFunctional", "exchangeDiff"];
        assert_eq!(shown(&pw, names), ["USD 2,400.00", "16800.00", "16920.00", "-120.00"]);
        let back = json!({ "version": pw["version"], "reverseReason": "付错" });
        let path = format!("/css/costWriteoff/{}/reverse", pw["id"].as_str().expect("an id"));
        refused(&fin.post(&path, back), "核销单已生成凭证，请先退回凭证");
    });
}

#[test]
fn the_invoice_of_a_supplier_covers_its_payment_once() {
    told(|world| {
        let fin = world.login("fin01");
        let row = first(&fin, "/css/costInvoice/page?invoiceNum=G0001");
        let names = ["currency", "amount", "writeoff", "deductState"];
        assert_eq!(shown(&row, names), ["USD", "2400.00", "DONE", "NONE"], "核销完毕, 不可抵扣");
        let cp2 = found(world, "payment", &[("payment_num", "SE-CP-2606010001")]);
        let more = |num: &str| {
            let invoices = json!([{ "invoiceNum": num, "amount": "100.00" }]);
            let body = json!({ "invoiceType": "境外发票", "invoiceDate": TODAY, "invoices": invoices });
            findings(&act(&fin, ("/css/payment", &cp2, "invoice"), body))
        };
        assert_eq!(more("G0002"), [("invoices.0.amount".into(), "本次收票金额不能大于未收票金额".into())]);
        let again = more("G0001");
        assert!(again.contains(&("invoices.0.invoiceNum".into(), "发票号码G0001已登记".into())), "{again:?}");
    });
}

#[test]
fn the_vouchers_of_the_fixture_are_made_and_given_back_as_the_catalogue_shows_it() {
    told(|world| {
        let fin = world.login("fin01");
        let report = first(&fin, "/css/expenseReport/page?expenseReportNum=ER-2607150001");
        assert_eq!(shown(&report, ["expenseReportStatus", "expenseAmount"]), ["AUDITED", "300.00"]);
        let waiting = fin.ok(&format!("{EXPENSES}/page?voucherStatus=WAITING"));
        assert_eq!(waiting["total"], json!(1), "type 4 未生成: 1 row");
        let id = rows_of(&waiting)[0]["id"].as_str().expect("an id").to_owned();
        let next = fin.ok(&format!("{INVOICES}/maxVoucherNumber?voucherDate={TODAY}&word=记"));
        assert_eq!(next, json!(2), "the number proposed for 2026-07");
        let taken = generate(&fin, EXPENSES, &[&id], json!({ "voucherNumber": 1 }));
        assert_eq!(findings(&taken), [("voucherNumber".into(), "凭证号1已存在".into())]);
        done(generate(&fin, EXPENSES, &[&id], json!({})));
        assert_eq!(entries(world, ("2026-07", 2)), [entry("660201", 300_000, 0), entry("100201", 0, 300_000)]);
        // 记-4 of June, which opens again.
        let pw = first(&fin, &format!("{PAID}/page?voucherStatus=MADE"));
        assert_eq!(shown(&pw, ["voucherNumber"]), ["记-4"]);
        let of_pw = [entry("2202", 16_800_000, 0), entry("660302", 120_000, 0), entry("100202", 0, 16_920_000)];
        assert_eq!(entries(world, (JUNE, 4)), of_pw);
        done(fin.post(&format!("{PAID}/return"), json!({ "ids": [pw["id"]] })));
        let freed = first(&fin, &format!("{PAID}/page?voucherStatus=WAITING"));
        assert_eq!(shown(&freed, ["writeoffNum"]), ["SE-PW-2606200001"]);
        // 断号: none, and 3 once 记-3 is returned as well while 记-4 is made anew.
        let gaps = || rows_of(&fin.ok(&format!("/css/voucher/gaps/page?month={JUNE}")));
        done(generate(&fin, PAID, &[freed["id"].as_str().expect("an id")], json!({ "voucherNumber": 4 })));
        assert_eq!(gaps().len(), 0);
        let rw = found(world, "write_off", &[("write_off_num", "SE-RW-2606150001")]);
        done(fin.post("/css/voucherExportIncomeWriteoff/return", json!({ "ids": [rw] })));
        assert_eq!(gaps().iter().map(|row| row["from"].clone()).collect::<Vec<_>>(), [json!(3)]);
    });
}

#[test]
fn june_of_the_fixture_is_revalued_and_accrued() {
    told(|world| {
        let fin = world.login("fin01");
        let of = |verb: &str, body: Json| fin.post(&format!("/css/period/{verb}"), body);
        refused(&of("close", json!({ "month": "2026-07" })), "请先结账2026-06");
        let points = done(of("check", json!({ "month": JUNE })));
        assert!(points.to_string().contains("本期单据均已生成凭证"), "✓ vouchers: {points}");
        let list = done(of("revalue/list", json!({ "month": JUNE, "rates": { "USD": "7.1000" } })));
        let receivable: Vec<[String; 4]> = list["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .filter(|row| row["kind"] == json!("应收账款"))
            .map(|row| shown(row, ["currency", "open", "difference", "posted"]))
            .collect();
        assert_eq!(receivable, [["USD", "3000.00", "300.00", "否"].map(str::to_owned)], "DN2, not invoiced in dollars");
        let list = done(of("accrue/list", json!({ "month": JUNE })));
        assert_eq!(shown(&list, ["income", "cost"]), ["21000.00", "6792.45"], "C8 and C11");
    });
}
