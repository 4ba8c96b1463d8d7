//! 收款核销: what money settles, what follows of notes, statements, orders and receipts, what is refused, and the reversal.

use platform::store::Cell;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use super::books::{books, moved, rows};
use super::receipt::{TODAY, account, body, register};
use crate::receivable::{banked, coop, found, rooms};

/// 20,000.00 CNY of KH001.
pub(super) const E4: &str = "AE-2607140001";
/// 19,749.90 CNY and 50.00 USD of KH001.
pub(super) const E1: &str = "AE-2607150001";

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

pub(super) fn rows_of(page: &Json) -> Vec<Json> {
    page["records"].as_array().cloned().expect("rows")
}

/// A setting of the company. It ends the session of the administrator.
pub(super) fn decide(world: &World, values: Json) {
    let admin = world.login("demo-admin");
    let version = admin.ok("/hrs/orgSetting")["version"].clone();
    done(admin.put("/hrs/orgSetting", json!({ "version": version, "values": values })));
}

/// Bills all income of an order that is not billed; the number of the note.
pub(super) fn note(world: &World, caller: &Caller<'_>, order: &str) -> String {
    note_at(world, caller, order, json!({}))
}

/// The same with a rate for each currency.
fn note_at(world: &World, caller: &Caller<'_>, order: &str, rates: Json) -> String {
    let text = format!(
        "SELECT c.id FROM charge c JOIN freight_order o ON o.org_id = c.org_id AND o.id = c.order_id \
         WHERE c.org_id = 2 AND c.kind = 'RECEIVABLE' AND c.debit_note_id IS NULL AND o.order_code = '{order}' ORDER BY c.id"
    );
    let charges: Vec<String> =
        rows(world, &text).iter().map(|row| row.get::<i64>(0).expect("an id").to_string()).collect();
    let asked = json!({
        "chargeIds": charges, "dateBy": "TYPED", "noteDate": TODAY, "rates": rates, "confirmed": ["charge.rate_deviates"],
    });
    done(caller.post("/css/debitNote/batchSave", asked));
    let text = format!(
        "SELECT n.note_num FROM debit_note n JOIN freight_order o ON o.org_id = n.org_id AND o.id = n.order_id \
         WHERE n.org_id = 2 AND o.order_code = '{order}' ORDER BY n.id DESC LIMIT 1"
    );
    rows(world, &text)[0].get(0).expect("a number")
}

/// The row of a note in a currency.
pub(super) fn row_of(world: &World, note: &str, currency: &str) -> String {
    let id = found(world, "debit_note", &[("note_num", note)]);
    let text =
        format!("SELECT id FROM debit_note_row WHERE org_id = 2 AND note_id = {id} AND currency_code = '{currency}'");
    rows(world, &text)[0].get::<i64>(0).expect("an id").to_string()
}

/// A row of each page: notes, a statement, the receipts and the advance of the fixture, a write-off, an offset.
pub fn lay(world: &World) {
    banked(world);
    world.wait(seed::received::receipts(&world.maker()));
    let fin = world.login("fin01");
    let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
    let ids = [json!({ "id": found(world, "debit_note", &[("note_num", &n1)]), "chosen": true })];
    done(fin.post(
        "/css/statement/doSave",
        json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": ids }),
    ));
    let receipt = received(world, &fin, "CNY", "100.00");
    let targets = json!([{ "id": row_of(world, &n4, "CNY"), "amount": "100.00" }]);
    done(save(&fin, from_receipt(world, &receipt, targets)));
    super::offset::lay_offset(world, &row_of(world, &n4, "CNY"));
    super::income_invoice::lay_invoice(world, &row_of(world, &n4, "CNY"));
}

fn one(world: &World, text: &str) -> i64 {
    rows(world, text)[0].get(0).expect("a figure")
}

/// What is settled of a row, and what it was carried at.
fn settled(world: &World, row: &str) -> (i64, i64) {
    let text = format!("SELECT settled, functional_settled FROM debit_note_row WHERE org_id = 2 AND id = {row}");
    let found = rows(world, &text);
    (found[0].get(0).expect("a figure"), found[0].get(1).expect("a figure"))
}

/// A receipt of KH001 in a currency.
pub(super) fn received(world: &World, fin: &Caller<'_>, currency: &str, amount: &str) -> String {
    let mut paid = body(&account(world, currency), amount);
    paid["coopId"] = json!(coop(world, "KH001"));
    register(fin, paid)
}

/// A write-off of KH001's notes from a receipt.
pub(super) fn from_receipt(world: &World, receipt: &str, targets: Json) -> Json {
    json!({
        "coopId": coop(world, "KH001"), "method": "RECEIPT", "receiptId": receipt, "date": TODAY, "targets": targets,
    })
}

pub(super) fn save(fin: &Caller<'_>, body: Json) -> Reply {
    fin.post("/css/incomeWriteoff/save", body)
}

pub(super) fn reverse(fin: &Caller<'_>, id: &str) -> Reply {
    let version = fin.ok(&format!("/css/incomeWriteoff/{id}"))["version"].clone();
    fin.post(&format!("/css/incomeWriteoff/{id}/reverse"), json!({ "version": version, "reverseReason": "录错" }))
}

fn status_of(fin: &Caller<'_>, note: &str) -> String {
    let page = fin.ok(&format!("/css/debitNote/page?debitNoteNum={note}"));
    rows_of(&page)[0]["debitNoteStatus"].as_str().expect("a status").to_owned()
}

#[test]
fn money_is_spread_over_the_oldest_and_everything_follows_and_finds_back() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let receipt = received(world, &fin, "CNY", "25000.00");
        let before = books(world);
        let path = format!("/css/receipt/{receipt}/writeOff/first");
        let first = fin.ok(&path);
        assert_eq!(first["coopName"], json!("客户甲"));
        let told: Vec<_> = first["targets"].as_array().expect("targets").clone();
        let shown: Vec<_> = told.iter().map(|row| (row["number"].clone(), row["currency"].clone())).collect();
        assert_eq!(shown, [(json!(n4), json!("CNY")), (json!(n1), json!("CNY")), (json!(n1), json!("USD"))]);
        let part = |row: &Json| row["amount"].as_f64().map_or(String::new(), |amount| format!("{amount:.2}"));
        assert_eq!(told.iter().map(part).collect::<Vec<_>>(), ["20000.00", "5000.00", ""], "first in, first out");
        let targets: Vec<Json> = told
            .iter()
            .filter(|row| !row["amount"].is_null())
            .map(|row| json!({ "id": row["id"], "amount": row["amount"].to_string() }))
            .collect();
        let made = done(save(&fin, from_receipt(world, &receipt, json!(targets))));
        assert_eq!(made["writeoffNum"], json!("AE-RW-2607150001"));
        assert_eq!((status_of(&fin, &n4), status_of(&fin, &n1)), ("SETTLED".into(), "PART_SETTLED".into()));
        assert_eq!(super::receipt::row(&fin, &receipt)["state"], json!("DONE"));
        let status = |order: &str| {
            let id = found(world, "freight_order", &[("order_code", order)]);
            let text = format!("SELECT income_status FROM order_finance WHERE org_id = 2 AND order_id = {id}");
            String::from_value(rows(world, &text)[0].value(0)).expect("a status")
        };
        assert_eq!((status(E4), status(E1)), ("SETTLED".into(), "PART_SETTLED".into()));
        let page = fin.ok("/css/incomeWriteoff/page");
        let row = &rows_of(&page)[0];
        assert_eq!(row["debitNoteNumStatementNum"], json!(format!("{n4},{n1}")));
        assert_eq!(row["currencyAmount"], json!("CNY 39,749.90"));
        assert_eq!(row["currencyAmount2"], json!("CNY 25,000.00"));
        assert_eq!(
            (row["functionalAmountWriteoff"].as_f64(), row["exchangeDiff"].as_f64()),
            (Some(25_000.0), Some(0.0))
        );
        for (query, count) in [
            (format!("sourceNum={n4}"), 1),
            ("sourceNum=nowhere".to_owned(), 0),
            (format!("orderCode={E1}"), 1),
            ("method=ADVANCE".to_owned(), 0),
            (format!("accountId={}", account(world, "CNY")), 1),
        ] {
            let page = fin.ok(&format!("/css/incomeWriteoff/page?{query}"));
            assert_eq!(rows_of(&page).len(), count, "{query}");
        }
        let id = made["writeoffId"].as_str().expect("an id");
        done(reverse(&fin, id));
        assert_eq!(books(world), before, "create and reverse is the identity (28)");
        refused(&reverse(&fin, id), "核销单已撤销，不能执行此操作");
    });
}

#[test]
fn no_more_is_settled_than_is_open_and_all_that_is_wrong_is_told_at_once() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let (yuan, dollars) = (row_of(world, &n4, "CNY"), row_of(world, &n1, "USD"));
        let receipt = received(world, &fin, "CNY", "50000.00");
        let target = |id: &str, amount: &str| json!({ "id": id, "amount": amount });
        let before = books(world);
        let wrong = json!([
            target(&yuan, "20000.01"),
            {},
            target(&dollars, "-1.00"),
            target("999", "5.00"),
            target(&dollars, "50.01"),
        ]);
        let reply = save(&fin, from_receipt(world, &receipt, wrong));
        assert_eq!(findings(&reply), [("targets.3.amount".into(), "核销对象不存在".into())]);
        let wrong = json!([target(&yuan, "20000.01"), {}, target(&dollars, "-1.00"), target(&dollars, "50.01")]);
        let reply = save(&fin, from_receipt(world, &receipt, wrong));
        assert_eq!(
            findings(&reply),
            [
                ("targets.0.amount".into(), "本次核销金额不能大于未核销金额".into()),
                ("targets.2.amount".into(), "金额符号与未核销金额不一致".into()),
                ("targets.3.amount".into(), "本次核销金额不能大于未核销金额".into()),
            ]
        );
        let twice = json!([target(&yuan, "20000.00"), target(&yuan, "0.01")]);
        let reply = save(&fin, from_receipt(world, &receipt, twice));
        assert_eq!(findings(&reply), [("targets.1.amount".into(), format!("{n4}已核销完毕"))]);
        let none = save(&fin, from_receipt(world, &receipt, json!([])));
        refused(&none, "请选择核销对象");
        assert_eq!(books(world), before, "a refused call changes no row (29)");
        done(save(&fin, from_receipt(world, &receipt, json!([target(&yuan, "20000.00")]))));
        let reply = save(&fin, from_receipt(world, &receipt, json!([target(&yuan, "0.01")])));
        assert_eq!(findings(&reply), [("targets.0.amount".into(), format!("{n4}已核销完毕"))]);
    });
}

#[test]
fn a_row_that_is_named_twice_is_settled_in_turn_or_refused_where_it_is_beyond() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let (four, one) = (row_of(world, &n4, "CNY"), row_of(world, &n1, "CNY"));
        let dollars = row_of(world, &n1, "USD");
        let receipt = received(world, &fin, "CNY", "50000.00");
        let target = |id: &str, amount: &str| json!({ "id": id, "amount": amount });
        let before = books(world);
        let mut made = Vec::new();
        // The log names each order once, whichever of them several lines are of.
        for (targets, of_four, of_one) in [
            (json!([target(&one, "100.00"), target(&four, "300.00"), target(&four, "200.00")]), 500_000, 100_000),
            (json!([target(&four, "100.00"), target(&one, "50.00"), target(&one, "60.01")]), 600_000, 210_010),
            (json!([target(&four, "1.00"), target(&one, "1.00"), target(&dollars, "1.00")]), 601_000, 211_010),
        ] {
            let mut body = from_receipt(world, &receipt, targets);
            body["small"] = json!("0.01");
            let written = done(save(&fin, body));
            assert_eq!((settled(world, &four).0, settled(world, &one).0), (of_four, of_one));
            let id = written["writeoffId"].as_str().expect("an id").to_owned();
            let text = format!(
                "SELECT COUNT(*) FROM operation_log_order f JOIN operation_log l ON l.org_id = f.org_id AND l.id = f.log_id \
                 WHERE l.org_id = 2 AND l.object_type = 'write_off' AND l.object_id = {id} AND f.order_id <> l.order_id"
            );
            assert_eq!(self::one(world, &text), 1);
            made.push(id);
        }
        let (first, beyond) = (target(&four, "19000.00"), target(&one, "19538.90"));
        let wrong = json!([first, beyond, target(&four, "399.01"), target(&one, "0.01")]);
        let then = books(world);
        let reply = save(&fin, from_receipt(world, &receipt, wrong));
        assert_eq!(
            findings(&reply),
            [
                ("targets.1.amount".into(), "本次核销金额不能大于未核销金额".into()),
                ("targets.2.amount".into(), "本次核销金额不能大于未核销金额".into()),
            ]
        );
        assert_eq!(books(world), then);
        // On the edge the two parts settle all of it.
        let edge = json!([target(&one, "1.00"), target(&four, "19000.00"), target(&four, "399.00")]);
        let written = done(save(&fin, from_receipt(world, &receipt, edge)));
        assert_eq!(settled(world, &four), (20_000_000, 20_000_000));
        made.push(written["writeoffId"].as_str().expect("an id").to_owned());
        for id in made.iter().rev() {
            done(reverse(&fin, id));
        }
        assert_eq!(books(world), before, "create and reverse is the identity (28)");
    });
}

#[test]
fn the_source_has_its_own_rules() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let receipt = received(world, &fin, "CNY", "100.00");
        let targets = |amount: &str| json!([{ "id": yuan, "amount": amount }]);
        let reply = save(&fin, from_receipt(world, &receipt, targets("100.01")));
        assert_eq!(findings(&reply), [("money".into(), "本次核销金额不能大于收款未核销金额".into())]);
        let mut early = from_receipt(world, &receipt, targets("100.00"));
        early["date"] = json!("2026-07-14");
        assert_eq!(findings(&save(&fin, early)), [("date".into(), "核销日期不能早于收款日期".into())]);
        let mut closed = from_receipt(world, &receipt, targets("100.00"));
        closed["date"] = json!("2026-08-01");
        assert_eq!(findings(&save(&fin, closed)), [("date".into(), "财务期间2026-08未开启".into())]);
        let mut fee = from_receipt(world, &receipt, targets("100.00"));
        fee["fee"] = json!("1.00");
        done(save(&fin, fee));
        let unclaimed = register(&fin, body(&account(world, "CNY"), "10.00"));
        let reply = save(&fin, from_receipt(world, &unclaimed, targets("10.00")));
        assert_eq!(findings(&reply), [("receiptId".into(), "收款未认领".into())]);
        // Money of another partner is asked about.
        let mut paid = body(&account(world, "CNY"), "10.00");
        paid["coopId"] = json!(coop(world, "KH002"));
        let other = register(&fin, paid);
        let mut asked = from_receipt(world, &other, targets("10.00"));
        let reply = save(&fin, asked.clone());
        assert_eq!(reply.code, 2);
        assert_eq!(reply.data["confirms"][0]["message"], json!("付款方与收款客户不一致，是否继续？"));
        asked["confirmed"] = json!(["write_off.payer"]);
        done(save(&fin, asked));
        // A typed sum has to be what the targets come to.
        let rest = received(world, &fin, "CNY", "100.00");
        let mut typed = from_receipt(world, &rest, targets("50.00"));
        typed["money"] = json!("49.99");
        assert_eq!(findings(&save(&fin, typed)), [("money".into(), "收付款金额与核销金额不一致，应为50.00".into())]);
        let mut missing = from_receipt(world, &rest, targets("50.00"));
        missing["receiptId"] = Json::Null;
        assert_eq!(findings(&save(&fin, missing)), [("receiptId".into(), "请选择收款单".into())]);
    });
}

#[test]
fn rates_alone_make_gain_or_loss_and_the_last_part_takes_the_rest() {
    told(|world| {
        let fin = world.login("fin01");
        let n1 = note_at(world, &fin, E1, json!({ "USD": "7.1234" }));
        let dollars = row_of(world, &n1, "USD");
        let mut paid = body(&account(world, "USD"), "100.00");
        (paid["coopId"], paid["exchangeRate"]) = (json!(coop(world, "KH001")), json!("7.2"));
        let receipt = register(&fin, paid);
        let mut carried = Vec::new();
        for amount in ["16.66", "16.66", "16.68"] {
            done(save(&fin, from_receipt(world, &receipt, json!([{ "id": dollars, "amount": amount }]))));
            carried.push(settled(world, &dollars).1);
        }
        assert_eq!(carried, [118_680, 237_360, 356_170], "the row of 356.17 is carried wholly (13)");
        let page = fin.ok("/css/incomeWriteoff/page?sort=writeoffNum,asc");
        let gains: Vec<_> = rows_of(&page).iter().filter_map(|row| row["exchangeDiff"].as_f64()).collect();
        // 16.66 × 7.2 = 119.95, 16.68 × 7.2 = 120.10.
        assert_eq!(gains, [1.27, 1.27, 1.29]);
    });
}

#[test]
fn money_of_another_currency_is_converted_or_typed() {
    told(|world| {
        let fin = world.login("fin01");
        let dollars = row_of(world, &note(world, &fin, E1), "USD");
        let receipt = received(world, &fin, "CNY", "1000.00");
        // 20.00 USD at the rate of the day, 30.00 USD as the bank took them.
        done(save(&fin, from_receipt(world, &receipt, json!([{ "id": dollars, "amount": "20.00" }]))));
        let typed = json!([{ "id": dollars, "amount": "30.00", "money": "215.00" }]);
        done(save(&fin, from_receipt(world, &receipt, typed)));
        let figures = |place: usize| {
            let page = fin.ok("/css/incomeWriteoff/page?sort=writeoffNum,asc");
            let row = rows_of(&page).swap_remove(place);
            ["moneyAmount", "functionalAmountWriteoff", "exchangeDiff"]
                .map(|name| row[name].as_f64().expect("a figure"))
        };
        assert_eq!(figures(0), [142.0, 142.0, 0.0]);
        assert_eq!(figures(1), [215.0, 213.0, 2.0]);
        assert_eq!(settled(world, &dollars), (50_000, 355_000));
        let reply =
            save(&fin, from_receipt(world, &receipt, json!([{ "id": dollars, "amount": "1.00", "money": "-7.00" }])));
        assert_eq!(reply.code, 1, "nothing is open any more: {}", reply.message);
    });
}

#[test]
fn an_account_is_settled_from_directly_with_the_fee_of_the_bank() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let bank = account(world, "CNY");
        let before = books(world);
        let direct = json!({
            "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": bank, "date": TODAY, "fee": "15.00",
            "targets": [{ "id": yuan, "amount": "20000.00" }],
        });
        let made = done(save(&fin, direct));
        assert_eq!(moved(world, &bank), [("RECEIPT".into(), 20_000_000), ("FEE".into(), -15_000)]);
        let row = rows_of(&fin.ok("/css/incomeWriteoff/page")).swap_remove(0);
        assert_eq!((row["moneyAmount"].as_f64(), row["exchangeDiff"].as_f64()), (Some(19_985.0), Some(0.0)));
        assert!(row["financialAccountCode"].as_str().is_some_and(|code| code.starts_with("1002")));
        done(reverse(&fin, made["writeoffId"].as_str().expect("an id")));
        assert_eq!(books(world), before);
    });
}

#[test]
fn a_small_difference_closes_a_row_up_to_what_the_company_decided() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let receipt = received(world, &fin, "CNY", "19990.00");
        let small = |money: &str, small: &str| {
            let mut body = from_receipt(world, &receipt, json!([{ "id": yuan, "amount": "20000.00" }]));
            (body["money"], body["small"]) = (json!(money), json!(small));
            body
        };
        assert_eq!(findings(&save(&fin, small("19989.99", "10.01"))), [("small".into(), "尾差不能超过10.00".into())]);
        let made = done(save(&fin, small("19990.00", "10.00")));
        assert_eq!(settled(world, &yuan), (20_000_000, 20_000_000));
        done(reverse(&fin, made["writeoffId"].as_str().expect("an id")));
        // Alone it is money of nobody.
        let alone = |amount: &str| {
            json!({
                "coopId": coop(world, "KH001"), "method": "SMALL", "date": TODAY,
                "targets": [{ "id": yuan, "amount": amount }],
            })
        };
        assert_eq!(findings(&save(&fin, alone("10.01"))), [("small".into(), "尾差不能超过10.00".into())]);
        let made = done(save(&fin, alone("10.00")));
        let row = rows_of(&fin.ok("/css/incomeWriteoff/page?state=VALID")).swap_remove(0);
        assert_eq!((row["method"].clone(), row["moneyAmount"].as_f64()), (json!("SMALL"), Some(0.0)));
        done(reverse(&fin, made["writeoffId"].as_str().expect("an id")));
        assert_eq!(settled(world, &yuan), (0, 0));
    });
}

#[test]
fn a_bad_debt_is_decided_about_and_never_written_without() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let before = books(world);
        let lost = |amount: &str| {
            json!({
                "coopId": coop(world, "KH001"), "method": "BAD_DEBT", "date": TODAY,
                "targets": [{ "id": yuan, "amount": amount }],
            })
        };
        refused(&save(&fin, lost("20000.00")), "未配置坏账审批，请联系管理员");
        let reply = save(&fin, lost("20000.01"));
        assert_eq!(findings(&reply), [("targets.0.amount".into(), "本次核销金额不能大于未核销金额".into())]);
        assert_eq!(books(world), before);
    });
}

#[test]
fn a_note_in_a_statement_is_settled_on_the_statement() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let ids =
            [&n4, &n1].map(|num| json!({ "id": found(world, "debit_note", &[("note_num", num)]), "chosen": true }));
        let asked = json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": ids });
        let statement = done(fin.post("/css/statement/doSave", asked));
        let statement = statement["statementNum"].as_str().expect("a number").to_owned();
        let (yuan4, yuan1) = (row_of(world, &n4, "CNY"), row_of(world, &n1, "CNY"));
        let receipt = received(world, &fin, "CNY", "30000.00");
        let alone = json!([{ "id": yuan4, "level": "NOTE", "amount": "1.00" }]);
        let reply = save(&fin, from_receipt(world, &receipt, alone));
        assert_eq!(findings(&reply), [("targets.0.amount".into(), format!("账单{n4}已制清单，请在清单核销"))]);
        let first = fin.ok(&format!("/css/receipt/{receipt}/writeOff/first"));
        let row = &first["targets"][0];
        assert_eq!((&row["level"], &row["number"]), (&json!("STATEMENT"), &json!(statement)));
        assert_eq!((row["billAmount"].as_f64(), row["amount"].as_f64()), (Some(39_749.9), Some(30_000.0)));
        done(save(&fin, from_receipt(world, &receipt, json!([{ "id": row["id"], "amount": "30000.00" }]))));
        assert_eq!((settled(world, &yuan4).0, settled(world, &yuan1).0), (20_000_000, 10_000_000), "the oldest first");
        let text = format!("SELECT functional_open FROM statement WHERE org_id = 2 AND statement_num = '{statement}'");
        assert_eq!(one(world, &text), 9_749_900 + 355_000);
        let row = rows_of(&fin.ok("/css/incomeWriteoff/page")).swap_remove(0);
        assert_eq!(row["debitNoteNumStatementNum"], json!(statement));
    });
}

#[test]
fn two_who_write_off_the_same_rest_at_once_settle_it_once() {
    each_database_with_readers_from(rooms, banked, |world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let yuan = row_of(world, &n4, "CNY");
        let (one, two) = (received(world, &fin, "CNY", "20000.00"), received(world, &fin, "CNY", "20000.00"));
        let mgr = world.login("mgr01");
        let targets = json!([{ "id": yuan, "amount": "20000.00" }]);
        let bodies = [from_receipt(world, &one, targets.clone()), from_receipt(world, &two, targets)];
        let calls: Vec<_> = [fin.client(), mgr.client()]
            .into_iter()
            .zip(bodies)
            .map(|(client, body)| async move { client.call("POST", "/css/incomeWriteoff/save", body).await })
            .collect();
        let replies = world.at_once(calls);
        let written = replies.iter().filter(|reply| reply.code == 0).count();
        assert_eq!(written, 1, "{replies:?}");
        let other = replies.iter().find(|reply| reply.code != 0).expect("a refusal");
        assert_eq!(findings(other), [("targets.0.amount".into(), format!("{n4}已核销完毕"))]);
        assert_eq!(settled(world, &yuan), (20_000_000, 20_000_000));
        let used = "SELECT CAST(SUM(settled) AS BIGINT) FROM receipt WHERE org_id = 2";
        assert_eq!(self::one(world, used), 20_000_000, "one receipt is used, the other is not");
    });
}

#[test]
fn receipts_that_come_to_exactly_what_is_open_are_settled_by_themselves() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let exact = received(world, &fin, "CNY", "19749.90");
        let other = received(world, &fin, "CNY", "123.00");
        let dollars = received(world, &fin, "USD", "50.00");
        let first = fin.ok("/css/incomeWriteoff/auto/first");
        let told: Vec<_> = first["receipts"].as_array().expect("receipts").clone();
        let ids: Vec<_> = told.iter().map(|row| row["id"].clone()).collect();
        assert_eq!(ids, [json!(exact), json!(dollars)], "nothing comes to {other}");
        assert_eq!((&told[0]["matched"], &told[1]["matched"]), (&json!(n1), &json!(n1)));
        let rows = json!([{ "id": exact, "taken": true }, { "id": dollars, "taken": false }]);
        let made = done(fin.post("/css/incomeWriteoff/auto", json!({ "receipts": rows })));
        assert_eq!(made["writeoffNums"].as_array().map(Vec::len), Some(1));
        assert_eq!((status_of(&fin, &n1), status_of(&fin, &n4)), ("PART_SETTLED".into(), "MADE".into()));
        let again = fin.post("/css/incomeWriteoff/auto", json!({ "receipts": [{ "id": exact, "taken": true }] }));
        assert_eq!(findings(&again), [("receipts.0.taken".into(), "收款不存在".into())]);
        // The oldest together.
        let both = received(world, &fin, "CNY", "20000.00");
        let first = fin.ok("/css/incomeWriteoff/auto/first");
        let told = first["receipts"].as_array().expect("receipts");
        let found = told.iter().find(|row| row["id"] == json!(both)).expect("the receipt");
        assert_eq!(found["matched"], json!(n4));
    });
}

#[test]
fn a_repeated_request_writes_nothing_more() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let receipt = received(world, &fin, "CNY", "500.00");
        let mut asked = from_receipt(world, &receipt, json!([{ "id": yuan, "amount": "100.00" }]));
        asked["requestId"] = json!("0d6f7a51-5f3f-4a53-8d4a-7b1b8f0f9a10");
        let made = done(save(&fin, asked.clone()));
        let before = books(world);
        assert_eq!(done(save(&fin, asked)), made);
        assert_eq!(books(world), before);
    });
}

#[test]
fn a_write_off_of_a_closed_month_stays() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let mut paid = body(&account(world, "CNY"), "500.00");
        (paid["coopId"], paid["receiptDate"]) = (json!(coop(world, "KH001")), json!("2026-06-15"));
        let receipt = register(&fin, paid);
        let mut asked = from_receipt(world, &receipt, json!([{ "id": yuan, "amount": "500.00" }]));
        asked["date"] = json!("2026-06-20");
        let made = done(save(&fin, asked));
        super::vouchers::month(world, "CLOSED");
        refused(&reverse(&fin, made["writeoffId"].as_str().expect("an id")), "财务期间2026-06已结账");
    });
}

#[test]
fn who_does_not_see_income_reads_no_figure_of_it() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let receipt = received(world, &fin, "CNY", "4321.09");
        let made = done(save(&fin, from_receipt(world, &receipt, json!([{ "id": yuan, "amount": "4321.09" }]))));
        world.allow_nobody(&["css_income_writeoff", "css-rw-add"]);
        let nobody = world.login("nobody");
        let id = made["writeoffId"].as_str().expect("an id");
        for path in [
            "/css/incomeWriteoff/page".to_owned(),
            "/css/incomeWriteoff/total".to_owned(),
            format!("/css/incomeWriteoff/{id}"),
        ] {
            let text = nobody.ok(&path).to_string();
            assert!(!text.contains("4321.09") && !text.contains("4,321.09"), "{path}: {text}");
        }
        assert_eq!(nobody.get("/css/incomeWriteoff/save/first").status, 403);
        assert_eq!(save(&nobody, from_receipt(world, &receipt, json!([]))).status, 403);
    });
}
