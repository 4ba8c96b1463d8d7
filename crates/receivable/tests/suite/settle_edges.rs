//! What is easily overlooked where money meets bills: amounts finer than their currency, sums of nought, partners and advances
//! that a body may name and its user may not see, several write-offs of one call.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings};

use super::books::{books, rows};
use super::debit_note;
use super::income_writeoff::{E1, E4, decide, from_receipt, note, received, reverse, row_of, rows_of, save};
use super::receipt::{TODAY, account, act, body, register};
use crate::receivable::{banked, coop, found, rooms};

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

fn change(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("written"));
}

fn said(field: &str, why: &str) -> (String, String) {
    (field.to_owned(), why.to_owned())
}

/// Enters income of KH001 on E1: a fee in a currency at a price.
pub(super) fn enter(world: &World, currency: &'static str, price: &'static str) {
    let fee = [seed::money::Charge {
        side: "income",
        item: "操作-操作费",
        coop: "KH001",
        currency,
        price,
        basis: ("票", None),
        tax: "0%",
    }];
    let uuid = rows(world, &format!("SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = '{E1}'"));
    let uuid: String = uuid[0].get(0).expect("a name");
    let op = world.login("op01");
    world.wait(seed::money::enter(&op.client(), &uuid, &fee));
}

#[test]
fn amounts_finer_than_their_currency_are_told_at_their_field() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let bank = account(world, "CNY");
        let receipt = received(world, &fin, "CNY", "100.00");
        let fine = "CNY金额最多2位小数";
        let before = books(world);
        let mut paid = body(&bank, "100.005");
        paid["bankFee"] = json!("0.005");
        let reply = fin.post("/css/receipt/save", paid);
        assert_eq!(findings(&reply), [said("amount", fine), said("bankFee", fine)]);
        let back = json!({ "amount": "0.005", "accountId": bank, "date": TODAY, "reason": "多付" });
        assert_eq!(findings(&act(&fin, &receipt, "refund", back)), [said("amount", fine)]);
        let turned = json!({ "kind": "IN", "amount": "0.005", "date": TODAY });
        assert_eq!(findings(&act(&fin, &receipt, "toAdvance", turned)), [said("amount", fine)]);
        let direct = json!({
            "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": bank, "date": TODAY, "fee": "0.005",
            "small": "0.005", "targets": [{ "id": yuan, "amount": "20.001" }, { "id": yuan, "amount": "10.00" }],
        });
        let reply = save(&fin, direct);
        assert_eq!(findings(&reply), [said("targets.0.amount", fine), said("fee", fine), said("small", fine)]);
        // Converted by hand.
        let typed = json!({
            "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": account(world, "USD"), "date": TODAY,
            "targets": [{ "id": yuan, "amount": "71.00", "money": "10.001" }],
        });
        assert_eq!(findings(&save(&fin, typed)), [said("targets.0.money", "USD金额最多2位小数")]);
        assert_eq!(books(world), before, "a refused call changes no row (29)");
    });
}

#[test]
fn notes_of_a_statement_that_come_to_nought_are_settled_each_by_itself() {
    told(|world| {
        let fin = world.login("fin01");
        note(world, &fin, E1);
        enter(world, "CNY", "300");
        let owed = note(world, &fin, E1);
        enter(world, "CNY", "-300");
        let credit = note(world, &fin, E1);
        let ids = [&owed, &credit]
            .map(|num| json!({ "id": found(world, "debit_note", &[("note_num", num)]), "chosen": true }));
        let asked = json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": ids });
        let statement = done(fin.post("/css/statement/doSave", asked))["id"].as_str().expect("an id").to_owned();
        let before = books(world);
        let first = fin.ok(&format!("/css/statement/{statement}/writeOff/first"));
        // What else is open of the customer stands below.
        let targets: Vec<&Json> = first["targets"]
            .as_array()
            .expect("targets")
            .iter()
            .filter(|row| row["level"] == json!("STATED"))
            .collect();
        let shown: Vec<_> = targets.iter().map(|row| (row["number"].clone(), row["level"].clone())).collect();
        assert_eq!(shown, [(json!(credit), json!("STATED")), (json!(owed), json!("STATED"))]);
        assert_eq!(targets.iter().map(|row| row["amount"].as_f64()).collect::<Vec<_>>(), [Some(-300.0), Some(300.0)]);
        let settled = json!({
            "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
            "targets": targets.iter().map(|row| json!({ "id": row["id"], "level": "STATED", "amount": row["amount"].to_string() }))
                .collect::<Vec<Json>>(),
        });
        let made = done(save(&fin, settled));
        let status = "SELECT status FROM statement WHERE org_id = 2";
        assert_eq!(rows(world, status)[0].get::<String>(0).expect("a status"), "SETTLED");
        let text = "SELECT COUNT(*) FROM fund_movement WHERE org_id = 2";
        assert_eq!(rows(world, text)[0].get::<i64>(0).expect("a count"), 0, "no money moved");
        done(reverse(&fin, made["writeoffId"].as_str().expect("an id")));
        assert_eq!(books(world), before, "create and reverse is the identity (28)");
    });
}

#[test]
fn a_row_of_nought_has_nothing_open_whatever_its_lines_are_carried_at() {
    told(|world| {
        enter(world, "USD", "-50");
        change(
            world,
            "UPDATE charge SET exchange_rate = 7000000, functional = -350000, functional_not_tax = -350000 \
             WHERE org_id = 2 AND currency_code = 'USD' AND amount = -50000",
        );
        let fin = world.login("fin01");
        let dollars = "SELECT id FROM charge WHERE org_id = 2 AND kind = 'RECEIVABLE' AND currency_code = 'USD' ORDER BY amount DESC";
        let ids: Vec<String> =
            rows(world, dollars).iter().map(|row| row.get::<i64>(0).expect("an id").to_string()).collect();
        let asked = json!({ "chargeIds": ids, "dateBy": "TYPED", "noteDate": TODAY });
        let made = done(fin.post("/css/debitNote/batchSave", asked));
        let num = made["notes"][0]["debitNoteNum"].as_str().expect("a number").to_owned();
        let figures = || {
            let row = rows_of(&fin.ok(&format!("/css/debitNote/page?debitNoteNum={num}"))).swap_remove(0);
            let names = ["functionalAmount", "functionalAmountWriteoff", "functionalAmountNoWriteoff"];
            (row["debitNoteStatus"].clone(), names.map(|name| row[name].as_f64().expect("a figure")))
        };
        assert_eq!(figures(), (json!("SETTLED"), [5.0, 5.0, 0.0]));
        // With one of them alone the row is open again.
        let id = debit_note::id_of(world, &num);
        let lines = json!([{ "id": ids[0], "onNote": true }, { "id": ids[1], "onNote": false }]);
        done(debit_note::act(&fin, &id, "charges", json!({ "charges": lines, "rates": [] })));
        assert_eq!(figures(), (json!("MADE"), [355.0, 0.0, 355.0]));
    });
}

#[test]
fn a_reversed_write_off_keeps_its_lines_when_its_row_goes() {
    told(|world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, E1);
        let receipt = received(world, &fin, "USD", "50.00");
        let targets = json!([{ "id": row_of(world, &num, "USD"), "amount": "50.00" }]);
        let made = done(save(&fin, from_receipt(world, &receipt, targets)));
        let written = made["writeoffId"].as_str().expect("an id").to_owned();
        done(reverse(&fin, &written));
        let id = debit_note::id_of(world, &num);
        let lines = fin.ok(&format!("/css/debitNote/{id}/charges/first"))["charges"].clone();
        let kept: Vec<Json> = lines
            .as_array()
            .expect("charges")
            .iter()
            .map(|line| json!({ "id": line["id"], "onNote": line["currency"] == json!("CNY") }))
            .collect();
        done(debit_note::act(&fin, &id, "charges", json!({ "charges": kept, "rates": [] })));
        let told = fin.ok(&format!("/css/incomeWriteoff/{written}"))["told"].clone();
        assert_eq!(told["tables"][0]["rows"].as_array().map(Vec::len), Some(1), "{told}");
        assert!(told.to_string().contains("50.00"), "{told}");
    });
}

#[test]
fn the_log_of_a_write_off_tells_no_amount() {
    told(|world| {
        let fin = world.login("fin01");
        let yuan = row_of(world, &note(world, &fin, E4), "CNY");
        let receipt = received(world, &fin, "CNY", "4321.09");
        done(save(&fin, from_receipt(world, &receipt, json!([{ "id": yuan, "amount": "4321.09" }]))));
        let lines = rows(world, "SELECT text FROM operation_log WHERE org_id = 2 AND object_type = 'write_off'");
        let texts: Vec<String> = lines.iter().map(|row| row.get(0).expect("a text")).collect();
        assert_eq!(texts, ["新增核销 AE-RW-2607150001"]);
    });
}

#[test]
fn money_is_said_to_be_of_partners_that_are_there() {
    told(|world| {
        decide(world, json!({ "payNeedsRequest": false }));
        let fin = world.login("fin01");
        let bank = account(world, "CNY");
        let receipt = register(&fin, body(&bank, "10.00"));
        let before = books(world);
        let none = [said("coopId", "数据不存在")];
        let mut paid = body(&bank, "10.00");
        paid["coopId"] = json!("999");
        assert_eq!(findings(&fin.post("/css/receipt/save", paid.clone())), none);
        paid["amount"] = json!("0");
        let mut both = findings(&fin.post("/css/receipt/save", paid));
        both.sort();
        assert_eq!(both, [said("amount", "金额须大于0"), said("coopId", "数据不存在")], "all at once");
        assert_eq!(findings(&act(&fin, &receipt, "claim", json!({ "coopId": "999" }))), none);
        let advance = json!({ "kind": "OUT", "coopId": "999", "accountId": bank, "date": TODAY, "amount": "5.00" });
        assert_eq!(findings(&fin.post("/css/advance/save", advance)), none);
        assert_eq!(books(world), before);
    });
}

#[test]
fn an_advance_that_is_hidden_gives_neither_money_nor_a_figure() {
    told(|world| {
        decide(world, json!({ "payNeedsRequest": false }));
        let fin = world.login("fin01");
        let paid = json!({
            "kind": "OUT", "coopId": coop(world, "GYS001"), "accountId": account(world, "CNY"), "date": TODAY, "amount": "500.00",
        });
        let paid = done(fin.post("/css/advance/save", paid))["id"].as_str().expect("an id").to_owned();
        let receipt = received(world, &fin, "CNY", "400.00");
        let order = found(world, "freight_order", &[("order_code", E4)]);
        let turned = json!({ "kind": "IN", "amount": "400.00", "date": TODAY, "orderId": order });
        let got = done(act(&fin, &receipt, "toAdvance", turned))["advanceId"].as_str().expect("an id").to_owned();
        let kh001 = coop(world, "KH001");
        let first = |caller: &Caller<'_>, id: &str| {
            caller.get(&format!("/css/incomeWriteoff/save/first?coopId={kh001}&method=ADVANCE&advanceId={id}")).status
        };
        assert_eq!((first(&fin, &got), first(&fin, &paid)), (200, 200));
        world.allow_nobody(&["css_income_writeoff", "css-rw-add", "css-income-view"]);
        assert_eq!(first(&world.login("nobody"), &paid), 404, "who sees no cost");
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        assert_eq!(first(&fin, &got), 404, "its order is hidden");
    });
}

#[test]
fn two_who_settle_several_receipts_at_once_do_not_wait_for_each_other_for_ever() {
    each_database_with_readers_from(rooms, banked, |world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let (r4, r1) = (received(world, &fin, "CNY", "20000.00"), received(world, &fin, "CNY", "19749.90"));
        let ticked = |ids: [&str; 2]| json!({ "receipts": ids.map(|id| json!({ "id": id, "taken": true })) });
        let calls: Vec<_> = [ticked([&r4, &r1]), ticked([&r1, &r4])]
            .into_iter()
            .map(|body| {
                let client = fin.client();
                async move { client.call("POST", "/css/incomeWriteoff/auto", body).await }
            })
            .collect();
        let replies: Vec<Reply> = world.at_once(calls);
        assert!(replies.iter().all(|reply| reply.status < 500), "{replies:?}");
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{replies:?}");
        for (note, currency, amount) in [(&n4, "CNY", 20_000_000), (&n1, "CNY", 19_749_900)] {
            let row = row_of(world, note, currency);
            let text = format!("SELECT settled FROM debit_note_row WHERE org_id = 2 AND id = {row}");
            assert_eq!(rows(world, &text)[0].get::<i64>(0).expect("a figure"), amount);
        }
    });
}

#[test]
fn receipts_of_one_amount_take_one_note_each() {
    told(|world| {
        let fin = world.login("fin01");
        note(world, &fin, E4);
        let (one, two) = (received(world, &fin, "CNY", "20000.00"), received(world, &fin, "CNY", "20000.00"));
        let before = books(world);
        let both = json!({ "receipts": [{ "id": one, "taken": true }, { "id": two, "taken": true }] });
        let reply = fin.post("/css/incomeWriteoff/auto", both);
        assert_eq!(findings(&reply), [said("receipts.1.taken", "没有金额完全一致的核销对象")]);
        assert_eq!(books(world), before, "all or nothing (29)");
        done(fin.post("/css/incomeWriteoff/auto", json!({ "receipts": [{ "id": two, "taken": true }] })));
    });
}

fn import(fin: &Caller<'_>, account: &str, text: &str) -> Reply {
    let file = done(fin.upload("/css/receipt/import/file", &[("流水.csv", text.as_bytes())]));
    fin.post("/css/receipt/import", json!({ "accountId": account, "statement": [{ "id": file["id"] }] }))
}

#[test]
fn a_line_that_is_refused_leaves_the_others_of_its_file() {
    told(|world| {
        let fin = world.login("fin01");
        let text = "交易日期,贷方发生额,手续费,对方户名\n2026-07-14,100.00,,甲\n2026-05-14,100.00,,甲\n\
                    2026-07-14,100.005,,乙\n2026-07-14,50.00,若干,丙\n";
        let why = |answer: &Json| -> Vec<String> {
            let lines = answer["told"]["tables"][0]["rows"].as_array().expect("lines");
            lines.iter().map(|row| row["why"]["zh"].as_str().expect("a reason").to_owned()).collect()
        };
        let answer = done(import(&fin, &account(world, "CNY"), text));
        assert_eq!(answer["imported"], json!(1));
        assert_eq!(why(&answer), ["财务期间2026-05已结账", "CNY金额最多2位小数", "金额格式有误"]);
        change(world, "DELETE FROM currency_rate WHERE org_id = 2 AND currency_code = 'USD'");
        let answer = done(import(&fin, &account(world, "USD"), "日期,金额\n2026-07-14,10.00\n"));
        assert_eq!(why(&answer), ["USD在2026-07-14没有有效汇率"]);
        let before = books(world);
        let reply = import(&fin, "999", text);
        assert_eq!(findings(&reply)[0].0, "accountId");
        let kept = "SELECT COUNT(*) FROM file_mapping WHERE org_id = 2 AND of_id = 999";
        assert_eq!(rows(world, kept)[0].get::<i64>(0).expect("a count"), 0);
        assert_eq!(books(world), before);
    });
}
