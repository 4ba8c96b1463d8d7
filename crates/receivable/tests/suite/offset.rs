//! 应收应付对冲: what is owed on both sides is settled together, what makes both sides equal, what is refused, and the way back.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use super::books::{books, rows};
use super::income_writeoff::{E1, E4, note, row_of, rows_of};
use super::receipt::{TODAY, account};
use super::statement::{S1, at_sea, body as statement_of, save as make_statement};
use crate::receivable::{banked, coop, found, rooms};

const BASE: &str = "/css/offset";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

fn said(field: &str, why: &str) -> (String, String) {
    (field.to_owned(), why.to_owned())
}

/// A cost of a partner on an order, reconciled with him; the payment.
pub(super) fn owed(
    world: &World,
    fin: &Caller<'_>,
    (order, code): (&str, &str),
    (currency, price, rate): (&str, &str, &str),
) -> String {
    let uuid = rows(world, &format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = '{order}'"));
    let uuid: String = uuid[0].get(0).expect("a name");
    let path = format!("/css/charge/list?orderUuid={uuid}");
    let list = fin.ok(&path);
    let mut cost = json!({
        "serviceItemId": list["income"][0]["serviceItemId"], "coopId": coop(world, code), "basis": "票",
        "currency": currency, "unitPrice": price, "taxRate": "0%",
    });
    if !rate.is_empty() {
        cost["exchangeRate"] = json!(rate);
    }
    let body = json!({
        "orderUuid": uuid, "rowUuid": list["rowUuid"], "income": [], "cost": [cost], "confirmed": ["charge.rate_deviates", "charge.double"],
    });
    done(fin.post("/css/charge/save", body));
    let known = list["cost"].as_array().cloned().unwrap_or_default();
    let now = fin.ok(&path)["cost"].as_array().cloned().unwrap_or_default();
    let fresh = now.iter().find(|line| known.iter().all(|old| old["id"] != line["id"])).expect("the cost");
    let body = json!({
        "coopId": coop(world, code), "currency": currency, "paymentDate": TODAY,
        "parts": [{ "chargeId": fresh["id"], "amount": price }],
    });
    done(fin.post("/css/payment/doSave", body))["id"].as_str().expect("an id").to_owned()
}

/// An offset of 10.00 on a row of a note of KH001.
pub(super) fn lay_offset(world: &World, row: &str) {
    let fin = world.login("fin01");
    let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "10.00", ""));
    done(save(&fin, wanted(world, "KH001", (&[(row, "10.00")], &[(&payment, "10.00")]))));
}

fn parts(parts: &[(&str, &str)]) -> Json {
    parts.iter().map(|(id, amount)| json!({ "id": id, "amount": amount })).collect()
}

fn wanted(world: &World, code: &str, (income, cost): (&[(&str, &str)], &[(&str, &str)])) -> Json {
    json!({ "coopId": coop(world, code), "date": TODAY, "income": parts(income), "cost": parts(cost) })
}

fn save(fin: &Caller<'_>, body: Json) -> Reply {
    fin.post(&format!("{BASE}/save"), body)
}

fn reverse(fin: &Caller<'_>, id: &str) -> Reply {
    let version = fin.ok(&format!("{BASE}/{id}"))["version"].clone();
    fin.post(&format!("{BASE}/{id}/reverse"), json!({ "version": version, "reverseReason": "录错" }))
}

fn text_of(world: &World, text: &str) -> String {
    rows(world, text)[0].get(0).expect("a text")
}

fn number(world: &World, text: &str) -> i64 {
    rows(world, text)[0].get(0).expect("a figure")
}

fn status_of(world: &World, payment: &str) -> String {
    text_of(world, &format!("SELECT status FROM payment WHERE org_id = 2 AND id = {payment}"))
}

/// Invariant 14: both write-offs of an offset are of one partner, one date and the same money.
fn holds(world: &World) {
    let text = "SELECT COUNT(*) FROM offsetting o JOIN write_off i ON i.org_id = o.org_id AND i.offset_id = o.id \
                AND i.side = 'RECEIVABLE' JOIN write_off c ON c.org_id = o.org_id AND c.offset_id = o.id \
                AND c.side = 'PAYABLE' WHERE i.money_functional <> c.money_functional OR i.coop_id <> c.coop_id \
                OR i.write_off_date <> c.write_off_date OR i.write_off_date <> o.offset_date OR i.state <> c.state";
    assert_eq!(number(world, text), 0, "invariant 14");
}

#[test]
fn an_invoice_is_netted_as_the_catalogue_shows_it() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, S1);
        let statement = done(make_statement(&fin, statement_of(world, "KH002", &[&num])));
        let statement = statement["id"].as_str().expect("an id").to_owned();
        let (dollars, yuan) = (row_of(world, &num, "USD"), row_of(world, &num, "CNY"));
        let act = |base: &str, id: &str, verb: &str, mut body: Json| {
            body["version"] = fin.ok(&format!("{base}/{id}"))["version"].clone();
            done(fin.post(&format!("{base}/{id}/{verb}"), body))
        };
        let body = json!({
            "invoiceType": "纸质专票", "invoiceTitle": "演示客户乙电子有限公司", "taxpayerNum": "91000000MA00000232",
            "rows": [{ "id": dollars, "amount": "3000.00" }, { "id": yuan, "amount": "9000.00" }],
        });
        let made = act("/css/statement", &statement, "apply", body);
        let application = made["applicationId"].as_str().expect("an id").to_owned();
        let invoices =
            json!([{ "invoiceNum": "26000001", "invoiceCode": "3100261130", "currency": "CNY", "amount": "9000.00" }]);
        let body = json!({ "invoiceType": "纸质专票", "invoiceDate": TODAY, "invoices": invoices });
        let made = act("/css/invoiceApplication", &application, "open", body);
        let invoice = made["invoices"][0]["id"].as_str().expect("an id").to_owned();
        let paid = json!({
            "coopId": coop(world, "KH002"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
            "targets": [{ "id": invoice, "amount": "5000.00" }],
        });
        done(fin.post("/css/incomeWriteoff/save", paid));
        let payment = owed(world, &fin, (S1, "KH002"), ("CNY", "4000.00", ""));
        let first = fin.ok(&format!("{BASE}/save/first?coopId={}", coop(world, "KH002")));
        let shown = |member: &str| -> Vec<(Json, Option<f64>)> {
            let rows = first[member].as_array().cloned().expect("rows");
            rows.iter().map(|row| (row["number"].clone(), row["open"].as_f64())).collect()
        };
        assert_eq!(shown("income"), [(json!("26000001"), Some(4000.0))]);
        assert_eq!(shown("cost").iter().map(|one| one.1).collect::<Vec<_>>(), [Some(4000.0)]);
        let before = books(world);
        let made = done(save(&fin, wanted(world, "KH002", (&[(&invoice, "4000.00")], &[(&payment, "4000.00")]))));
        assert_eq!(made["offsetNum"], json!("SE-OS-2607150001"));
        let settled = format!("SELECT amount - settled FROM debit_note_row WHERE org_id = 2 AND id = {yuan}");
        assert_eq!(number(world, &settled), 0, "DN2 CNY 0.00");
        assert_eq!(status_of(world, &payment), "SETTLED");
        let row = rows_of(&fin.ok(&format!("{BASE}/page"))).swap_remove(0);
        assert_eq!((&row["incomeAmount"], &row["costAmount"]), (&json!("CNY 4,000.00"), &json!("CNY 4,000.00")));
        assert_eq!((row["functional"].as_f64(), row["exchangeDiff"].as_f64()), (Some(4000.0), Some(0.0)));
        assert_eq!(
            (&row["incomeWriteoffNum"], &row["costWriteoffNum"]),
            (&made["incomeWriteoffNum"], &made["costWriteoffNum"])
        );
        holds(world);
        // Its parts are undone with it alone.
        for (page, num) in [("incomeWriteoff", &made["incomeWriteoffNum"]), ("costWriteoff", &made["costWriteoffNum"])]
        {
            let id = found(world, "write_off", &[("write_off_num", num.as_str().expect("a number"))]);
            let version = fin.ok(&format!("/css/{page}/{id}"))["version"].clone();
            let body = json!({ "version": version, "reverseReason": "录错" });
            refused(&fin.post(&format!("/css/{page}/{id}/reverse"), body), "请在对冲单撤销");
        }
        let id = made["id"].as_str().expect("an id");
        done(reverse(&fin, id));
        assert_eq!(books(world), before, "create and reverse is the identity (28)");
        holds(world);
        refused(&reverse(&fin, id), "对冲单已撤销，不能执行此操作");
    });
}

#[test]
fn both_sides_are_equal_or_nothing_is_netted() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "4000.00", ""));
        let before = books(world);
        let net =
            |income: &str, cost: &str| save(&fin, wanted(world, "KH001", (&[(&yuan, income)], &[(&payment, cost)])));
        for (income, cost) in [("4000.00", "3999.00"), ("3999.99", "4000.00"), ("4000.00", "3999.99")] {
            refused(&net(income, cost), "对冲两边金额不一致");
        }
        let beyond = "本次核销金额不能大于未核销金额";
        assert_eq!(
            findings(&net("20000.01", "4000.01")),
            [said("income.0.amount", beyond), said("cost.0.amount", beyond)],
            "all that is wrong at once"
        );
        let sign = "金额符号与未核销金额不一致";
        assert_eq!(findings(&net("-1.00", "-1.00")), [said("income.0.amount", sign), said("cost.0.amount", sign)]);
        let fine = "CNY金额最多2位小数";
        assert_eq!(findings(&net("1.001", "1.001")), [said("income.0.amount", fine), said("cost.0.amount", fine)]);
        let mut closed = wanted(world, "KH001", (&[(&yuan, "1.00")], &[(&payment, "1.00")]));
        closed["date"] = json!("2026-05-31");
        assert_eq!(findings(&save(&fin, closed)), [said("date", "财务期间2026-05已结账")]);
        refused(&save(&fin, wanted(world, "KH001", (&[(&yuan, "1.00")], &[]))), "请选择要对冲的应收和应付");
        let other = wanted(world, "KH002", (&[(&yuan, "1.00")], &[(&payment, "1.00")]));
        let fields: Vec<String> = findings(&save(&fin, other)).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["income.0.amount", "cost.0.amount"], "both are another partner's");
        assert_eq!(books(world), before, "a refused call changes no row (29)");
        done(net("0.01", "0.01"));
        let made = done(net("3999.99", "3999.99"));
        assert_eq!(status_of(world, &payment), "SETTLED");
        let done_already = net("1.00", "1.00");
        assert_eq!(findings(&done_already).len(), 1, "{}", done_already.message);
        holds(world);
        let id = made["id"].as_str().expect("an id");
        let told = fin.ok(&format!("{BASE}/{id}"))["told"].clone();
        assert_eq!(told["tables"][0]["rows"].as_array().map(Vec::len), Some(2), "{told}");
        let paper = fin.post(&format!("{BASE}/paper"), json!({ "ids": [id] }));
        assert!(paper.bytes.starts_with(b"%PDF"), "{}", paper.message);
        for (query, count) in
            [("currency=CNY", 2), ("currency=USD", 0), ("offsetNum=AE-OS-2607150002", 1), ("state=REVERSED", 0)]
        {
            assert_eq!(rows_of(&fin.ok(&format!("{BASE}/page?{query}"))).len(), count, "{query}");
        }
    });
}

#[test]
fn one_currency_is_settled_at_the_rate_of_the_date_and_each_side_has_its_gain() {
    told(|world| {
        let fin = world.login("fin01");
        let dollars = row_of(world, &note(world, &fin, E1), "USD");
        let payment = owed(world, &fin, (E1, "KH001"), ("USD", "40.00", "7.0000"));
        let before = books(world);
        let made = done(save(&fin, wanted(world, "KH001", (&[(&dollars, "40.00")], &[(&payment, "40.00")]))));
        let line = |side: &str, column: &str| {
            let text = format!(
                "SELECT {column} FROM write_off WHERE org_id = 2 AND side = '{side}' AND offset_id IS NOT NULL"
            );
            number(world, &text)
        };
        // 7.1000 on the day: 284.00; carried at 7.1 and at 7.0.
        let figures =
            |side: &str| ["money", "exchange_rate", "money_functional", "carrying"].map(|column| line(side, column));
        assert_eq!(figures("RECEIVABLE"), [40_000, 7_100_000, 284_000, 284_000]);
        assert_eq!(figures("PAYABLE"), [40_000, 7_100_000, 284_000, 280_000]);
        assert_eq!(line("PAYABLE", "exchange_diff"), -4_000, "cost: carrying less money");
        let row = rows_of(&fin.ok(&format!("{BASE}/page"))).swap_remove(0);
        assert_eq!((row["functional"].as_f64(), row["exchangeDiff"].as_f64()), (Some(284.0), Some(-4.0)));
        holds(world);
        done(reverse(&fin, made["id"].as_str().expect("an id")));
        assert_eq!(books(world), before);
    });
}

#[test]
fn several_currencies_are_netted_at_what_they_are_carried_at() {
    told(|world| {
        let fin = world.login("fin01");
        let dollars = row_of(world, &note(world, &fin, E1), "USD");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "500.00", ""));
        let net = |cost: &str| save(&fin, wanted(world, "KH001", (&[(&dollars, "50.00")], &[(&payment, cost)])));
        // 50.00 dollars at 7.1000.
        refused(&net("355.01"), "对冲两边金额不一致");
        refused(&net("50.00"), "对冲两边金额不一致");
        done(net("355.00"));
        let row = rows_of(&fin.ok(&format!("{BASE}/page"))).swap_remove(0);
        assert_eq!((&row["incomeAmount"], &row["costAmount"]), (&json!("USD 50.00"), &json!("CNY 355.00")));
        assert_eq!(row["exchangeDiff"].as_f64(), Some(0.0));
        assert_eq!(status_of(world, &payment), "PART_SETTLED");
        holds(world);
    });
}

#[test]
fn what_is_decided_about_is_neither_offered_nor_netted() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "100.00", ""));
        let coop_id = coop(world, "KH001");
        let offered = || fin.ok(&format!("{BASE}/save/first?coopId={coop_id}"))["cost"].as_array().map(Vec::len);
        assert_eq!(offered(), Some(1));
        let change = |text: String| world.database(|_, conn| conn.exec(&Stmt::Raw(text, Vec::new())).expect("written"));
        change(format!(
            "INSERT INTO payment_request (org_id, id, request_num, kind, business_scope, coop_id, currency_code, amount, \
             due_date, urgency, payment_method, state, version, created_by, created_at, updated_by, updated_at) VALUES \
             (2, 7001, 'AE-PR-1', 'PAYMENT', 'AE', {coop_id}, 'CNY', 100000, '2026-07-20', 'NORMAL', '电汇', 'RUNNING', 1, 1, 1, 1, 1)"
        ));
        change(format!(
            "INSERT INTO payment_request_row (org_id, id, request_id, payment_id, amount) VALUES (2, 7002, 7001, {payment}, 100000)"
        ));
        assert_eq!(offered(), Some(0));
        let body = || wanted(world, "KH001", (&[(&yuan, "100.00")], &[(&payment, "100.00")]));
        let num = text_of(world, &format!("SELECT payment_num FROM payment WHERE org_id = 2 AND id = {payment}"));
        let why = format!("对账单{num}的付款申请未审批通过");
        assert_eq!(findings(&save(&fin, body())), [said("cost.0.amount", &why)]);
        change("UPDATE payment_request SET state = 'UNPAID' WHERE org_id = 2 AND id = 7001".to_owned());
        done(save(&fin, body()));
    });
}

#[test]
fn a_voucher_and_a_closed_month_keep_an_offset() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "100.00", ""));
        let mut body = wanted(world, "KH001", (&[(&yuan, "100.00")], &[(&payment, "100.00")]));
        body["date"] = json!("2026-06-20");
        body["requestId"] = json!("3b1c7c3e-6a3e-4b53-9d4a-5d1b8f0f9a11");
        let made = done(save(&fin, body.clone()));
        let after = books(world);
        assert_eq!(done(save(&fin, body)), made, "a repeated request does nothing more (27)");
        assert_eq!(books(world), after);
        let id = made["id"].as_str().expect("an id");
        let change = |text: String| world.database(|_, conn| conn.exec(&Stmt::Raw(text, Vec::new())).expect("written"));
        change(
            "INSERT INTO voucher (org_id, id, voucher_date, month, word, number, kind, attachments, summary, debit, credit, \
             state, version, created_by, created_at, updated_by, updated_at) VALUES \
             (2, 7001, '2026-06-20', '2026-06', '记', 1, 'OFFSET', 0, '对冲', 100000, 100000, 'VALID', 1, 1, 1, 1, 1)"
                .to_owned(),
        );
        change(format!(
            "INSERT INTO voucher_source (org_id, id, voucher_id, kind, source, source_id, number) \
             VALUES (2, 7002, 7001, 'OFFSET', 'offsetting', {id}, 'X')"
        ));
        let row = rows_of(&fin.ok(&format!("{BASE}/page"))).swap_remove(0);
        assert_eq!(row["voucherNumber"], json!("记-1"));
        refused(&reverse(&fin, id), "对冲单已生成凭证，请先退回凭证");
        change("UPDATE voucher_source SET is_freed = TRUE WHERE org_id = 2 AND id = 7002".to_owned());
        super::vouchers::month(world, "CLOSED");
        refused(&reverse(&fin, id), "财务期间2026-06已结账");
        assert_eq!(books(world), after);
    });
}

#[test]
fn who_does_not_see_both_sides_reads_no_figure_and_nets_nothing() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "4321.09", ""));
        let body = wanted(world, "KH001", (&[(&yuan, "4321.09")], &[(&payment, "4321.09")]));
        let made = done(save(&fin, body.clone()));
        let id = made["id"].as_str().expect("an id");
        world.allow_nobody(&["css_offset", "css-os-add", "css-income-view"]);
        let nobody = world.login("nobody");
        for path in [format!("{BASE}/page"), format!("{BASE}/total"), format!("{BASE}/{id}")] {
            let text = nobody.ok(&path).to_string();
            assert!(!text.contains("4321.09") && !text.contains("4,321.09"), "{path}: {text}");
        }
        assert_eq!(save(&nobody, body).status, 403);
        let logged = rows(world, "SELECT text FROM operation_log WHERE org_id = 2 AND object_type = 'offsetting'");
        let texts: Vec<String> = logged.iter().map(|row| row.get(0).expect("a text")).collect();
        assert!(texts.iter().all(|text| !text.contains("4321")), "{texts:?}");
        // Of orders that are hidden nothing is seen.
        world.show_own_orders("fin01");
        assert_eq!(rows_of(&world.login("fin01").ok(&format!("{BASE}/page"))).len(), 0);
    });
}

#[test]
fn two_who_net_the_same_rest_at_once_net_it_once() {
    each_database_with_readers_from(rooms, banked, |world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let payment = owed(world, &fin, (E1, "KH001"), ("CNY", "4000.00", ""));
        let body = wanted(world, "KH001", (&[(&yuan, "4000.00")], &[(&payment, "4000.00")]));
        let calls: Vec<_> = (0..2)
            .map(|_| {
                let (client, body) = (fin.client(), body.clone());
                async move { client.call("POST", "/css/offset/save", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{replies:?}");
        assert_eq!(status_of(world, &payment), "SETTLED");
        assert_eq!(number(world, "SELECT COUNT(*) FROM offsetting WHERE org_id = 2"), 1);
        holds(world);
    });
}
