//! 应收清单: which notes stand on a statement, what follows of them, when it is due, what is refused, and its papers.

use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_with_readers_from, findings, refused};

use super::books::{books, rows};
use super::income_writeoff::{E1, E4, decide, note, row_of, rows_of};
use super::receipt::{TODAY, account};
use crate::receivable::{banked, charged, coop, found, rooms};

const BASE: &str = "/css/statement";
/// S1 of the fixture; it is made on the day of the others here.
pub(super) const S1: &str = "SE-2607150001";

/// The orders of the fixture with what was agreed with their customers.
fn agreed(world: &World) {
    charged(world);
    world.wait(seed::fixture::agreements(&world.maker()));
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, agreed, story);
}

/// C8 and C9 of S1.
pub(super) fn at_sea(world: &World) {
    banked(world);
    decide(world, json!({ "rateDate": "business" }));
    let boxed = |item, (currency, price), tax| seed::money::Charge {
        side: "income",
        item,
        coop: "KH002",
        currency,
        price,
        basis: ("标箱", None),
        tax,
    };
    let charges = [boxed("干线-海运费", ("USD", "750"), "0%"), boxed("操作-码头操作费", ("CNY", "2250"), "6%")];
    let op = world.login("op01").client();
    let order = json!({
        "coopId": coop(world, "KH002"), "businessProduct": "全程出口", "departureStation": "CNSHA",
        "arrivalStation": "USLAX", "expectDeparture": "2026-05-10", "goodsNameCn": "机械配件", "planPieces": 1200,
        "planWeight": 18500, "planVolume": 118, "containerList": [{ "containerType": "40HQ", "quantity": 2 }],
    });
    let uuid = world.wait(seed::sea::save(&op, "se", order));
    world.wait(seed::money::enter(&op, &uuid, &charges));
}

fn id_of(world: &World, note: &str) -> String {
    found(world, "debit_note", &[("note_num", note)])
}

fn ticked(world: &World, notes: &[&str]) -> Json {
    notes.iter().map(|note| json!({ "id": id_of(world, note), "chosen": true })).collect()
}

pub(super) fn body(world: &World, customer: &str, notes: &[&str]) -> Json {
    json!({ "coopId": coop(world, customer), "statementDate": TODAY, "notes": ticked(world, notes) })
}

pub(super) fn save(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post(&format!("{BASE}/doSave"), body)
}

/// Makes a statement of KH001; its id.
pub(super) fn made(world: &World, caller: &Caller<'_>, notes: &[&str]) -> String {
    done(save(caller, body(world, "KH001", notes)))["id"].as_str().expect("an id").to_owned()
}

/// An action on one in the version it has.
pub(super) fn act(caller: &Caller<'_>, id: &str, verb: &str, mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("{BASE}/{id}"))["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), body)
}

pub(super) fn row(caller: &Caller<'_>, id: &str) -> Json {
    let states = "status=PROCESSING,STATED,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED,SETTLED,VOID";
    let page = caller.ok(&format!("{BASE}/page?size=100&{states}"));
    rows_of(&page).into_iter().find(|row| row["id"] == json!(id)).expect("the statement")
}

fn note_row(caller: &Caller<'_>, num: &str) -> Json {
    rows_of(&caller.ok(&format!("/css/debitNote/page?debitNoteNum={num}"))).swap_remove(0)
}

/// Functional amount, what is settled of it, and what is open.
fn figures(row: &Json) -> Vec<String> {
    let shown = |name: &str| row[name].as_f64().map_or("-".to_owned(), |figure| format!("{figure:.2}"));
    ["functionalAmount", "functionalAmountWriteoff", "functionalAmountNoWriteoff"].map(shown).into()
}

fn pool(caller: &Caller<'_>, asked: Json) -> Vec<String> {
    let told = done(caller.post(&format!("{BASE}/pool"), asked));
    let notes = told["notes"].as_array().cloned().expect("notes");
    notes.iter().map(|note| note["debitNoteNum"].as_str().expect("a number").to_owned()).collect()
}

/// What a file holds that a print made.
fn printed(world: &World, caller: &Caller<'_>, asked: Json) -> Vec<u8> {
    let told = done(caller.post(&format!("{BASE}/printStatements"), asked));
    world.anonymous().get(told["url"].as_str().expect("an address")).bytes
}

#[test]
fn the_notes_of_a_customer_stand_on_one_statement_and_its_figures_are_theirs() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let of = |code: &str| json!({ "coopId": coop(world, code) });
        assert_eq!(pool(&fin, of("KH001")), [n4.clone(), n1.clone()]);
        assert_eq!(pool(&fin, of("KH002")), Vec::<String>::new(), "a note of another customer is not offered");
        for (narrowed, count) in [
            (json!({ "numbers": format!("{E1} {n4}") }), 2),
            (json!({ "numbers": E1 }), 1),
            (json!({ "bizFrom": "2026-07-15" }), 1),
            (json!({ "bizTo": "2026-07-13" }), 0),
            (json!({ "noteFrom": TODAY, "noteTo": TODAY }), 2),
            (json!({ "businessScope": "SE" }), 0),
        ] {
            let mut asked = of("KH001");
            asked.as_object_mut().unwrap().extend(narrowed.as_object().unwrap().clone());
            assert_eq!(pool(&fin, asked).len(), count, "{narrowed}");
        }
        let told = done(save(&fin, body(world, "KH001", &[&n4, &n1])));
        assert_eq!(told["statementNum"], json!("AE-ST-2607150001"));
        let row = row(&fin, told["id"].as_str().unwrap());
        assert_eq!(row["statementStatus"], json!("STATED"));
        assert_eq!((&row["notes"], &row["period"]), (&json!(2), &json!("2026-07-14–2026-07-18")));
        assert_eq!(row["currencyAmount"], json!("CNY 39,749.90  USD 50.00"));
        assert_eq!(figures(&row), ["40104.90", "0.00", "40104.90"]);
        assert_eq!(row["dueDate"], json!("2026-08-25"), "the latest of its notes, which keep theirs");
        let of_note = note_row(&fin, &n4);
        assert_eq!((&of_note["debitNoteStatus"], &of_note["statementNum"]), (&json!("STATED"), &told["statementNum"]));
        assert_eq!(pool(&fin, of("KH001")), Vec::<String>::new());
        let sales =
            rows(world, &format!("SELECT sales_id FROM freight_order WHERE org_id = 2 AND order_code = '{E4}'"));
        let sales: i64 = sales[0].get(0).expect("a salesman");
        let servicer =
            rows(world, &format!("SELECT servicer_id FROM freight_order WHERE org_id = 2 AND order_code = '{E4}'"));
        let servicer: i64 = servicer[0].get(0).expect("who serves it");
        let totals = fin.ok(&format!("{BASE}/total"))["totals"].clone();
        assert_eq!(totals["currencyAmount"], json!("CNY 39,749.90  USD 50.00"));
        for (query, count) in [
            (format!("debitNoteNum={n1}"), 1),
            (format!("orderCode={E4}"), 1),
            ("bizNumber=990-12345690".to_owned(), 1),
            ("businessScope=SE".to_owned(), 0),
            ("overdue=true".to_owned(), 0),
            ("confirmState=UNSENT".to_owned(), 1),
            ("invoiceNum=2600".to_owned(), 0),
            (format!("salesId={sales}"), 1),
            (format!("servicerId={servicer}"), 1),
            ("servicerId=1".to_owned(), 0),
        ] {
            let page = fin.ok(&format!("{BASE}/page?{query}"));
            assert_eq!(rows_of(&page).len(), count, "{query}");
        }
    });
}

#[test]
fn the_agreement_chooses_the_notes_of_the_month_that_ended() {
    told(|world| {
        let fin = world.login("fin01");
        let (_, _) = (note(world, &fin, E4), note(world, &fin, E1));
        let by = |date: &str| json!({ "coopId": coop(world, "KH001"), "statementDate": date, "pick": "AGREED" });
        refused(&save(&fin, by("2026-07-30")), "请选择账单");
        let first = format!("{BASE}/doSave/first?coopId={}&pick=AGREED", coop(world, "KH001"));
        let marked = |date: &str| {
            let told = fin.ok(&format!("{first}&statementDate={date}"));
            let notes = told["notes"].as_array().cloned().expect("notes");
            notes.iter().filter(|note| note["chosen"] == json!(true)).count()
        };
        assert_eq!((marked("2026-07-30"), marked("2026-07-31"), marked("2026-08-30")), (0, 2, 2));
        let id = done(save(&fin, by("2026-07-31")))["id"].as_str().unwrap().to_owned();
        assert_eq!(row(&fin, &id)["notes"], json!(2));
    });
}

#[test]
fn notes_come_and_go_and_what_was_confirmed_is_open_again() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let id = made(world, &fin, &[&n4]);
        let answer = json!({ "confirmState": "CONFIRMED", "confirmedOn": TODAY, "confirmedBy": "李经理" });
        done(act(&fin, &id, "confirm", answer));
        assert_eq!(row(&fin, &id)["confirmState"], json!("CONFIRMED"));
        let change = |notes: Json| act(&fin, &id, "doUpdate", json!({ "statementDate": TODAY, "notes": notes }));
        done(change(ticked(world, &[&n4, &n1])));
        let now = row(&fin, &id);
        assert_eq!((&now["notes"], &now["confirmState"]), (&json!(2), &json!("UNSENT")));
        assert_eq!(fin.ok(&format!("{BASE}/{id}"))["confirmedBy"].as_str().unwrap_or_default(), "");
        // Notes that are not named stay.
        done(change(json!([])));
        assert_eq!(row(&fin, &id)["notes"], json!(2));
        let off = |note: &str| json!([{ "id": id_of(world, note), "chosen": false }]);
        done(change(off(&n4)));
        let now = row(&fin, &id);
        assert_eq!((&now["notes"], &now["currencyAmount"]), (&json!(1), &json!("CNY 19,749.90  USD 50.00")));
        assert_eq!(note_row(&fin, &n4)["debitNoteStatus"], json!("MADE"));
        refused(&change(off(&n1)), "请选择账单");
        let dispute = json!({ "confirmState": "DISPUTED", "confirmedBy": "李经理" });
        assert_eq!(findings(&act(&fin, &id, "confirm", dispute))[0].0, "confirmRemark", "what is wrong has to be said");
    });
}

#[test]
fn notes_that_cannot_come_are_named_all_at_once_and_nothing_is_written() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let (n4, n1, s1) = (note(world, &fin, E4), note(world, &fin, E1), note(world, &fin, S1));
        made(world, &fin, &[&n4]);
        let before = books(world);
        let reply = save(&fin, body(world, "KH001", &[&n4, &n1, &s1]));
        let mut told = findings(&reply);
        told.sort();
        let at = |message: String| ("notes".to_owned(), message);
        let mut wanted = vec![at(format!("账单{n4}已制清单")), at(format!("账单{s1}不属于该客户"))];
        wanted.sort();
        assert_eq!(told, wanted);
        assert_eq!(books(world), before);
        let ids = json!([id_of(world, &n1), id_of(world, &s1)]);
        let reply = fin.post("/css/debitNote/statement", json!({ "ids": ids, "statementDate": TODAY }));
        refused(&reply, "请选择同一客户的账单");
        let one = json!({ "ids": [id_of(world, &n1)], "statementDate": TODAY });
        let told = done(fin.post("/css/debitNote/statement", one));
        assert_eq!(told["statementNum"], json!("AE-ST-2607150002"));
    });
}

#[test]
fn two_users_put_one_note_into_one_statement() {
    each_database_with_readers_from(rooms, charged, |world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let mgr = world.login("mgr01");
        let body = body(world, "KH001", &[&n4]);
        let calls: Vec<_> = [fin.client(), mgr.client()]
            .into_iter()
            .map(|client| {
                let body = body.clone();
                async move { client.call("POST", "/css/statement/doSave", body).await }
            })
            .collect();
        let replies = world.at_once(calls);
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1, "{replies:?}");
        let other = replies.iter().find(|reply| reply.code != 0).expect("a refusal");
        assert_eq!(findings(other), [("notes".to_owned(), format!("账单{n4}已制清单"))]);
        let all = rows(world, "SELECT id FROM statement WHERE org_id = 2");
        assert_eq!(all.len(), 1, "what was refused left nothing");
    });
}

#[test]
fn a_statement_goes_on_with_its_notes_and_is_changed_no_more() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let s1 = note(world, &fin, S1);
        let told = done(save(&fin, body(world, "KH002", &[&s1])));
        assert_eq!(told["statementNum"], json!("SE-ST-2607150001"));
        let id = told["id"].as_str().unwrap();
        let targets = json!([{ "id": row_of(world, &s1, "CNY"), "amount": "5000.00" }]);
        let paid = json!({
            "coopId": coop(world, "KH002"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
            "targets": targets,
        });
        done(fin.post("/css/incomeWriteoff/save", paid));
        let now = row(&fin, id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("PART_SETTLED"), &json!(1)));
        assert_eq!(now["currencyAmount"], json!("CNY 9,000.00  USD 3,000.00"));
        assert_eq!(now["currencyAmount2"], json!("CNY 5,000.00"));
        assert_eq!(figures(&now), ["30000.00", "5000.00", "25000.00"]);
        assert_eq!(now["writeoffNum"], json!("SE-RW-2607150001"));
        let off = json!([{ "id": id_of(world, &s1), "chosen": false }]);
        let reply = act(&fin, id, "doUpdate", json!({ "statementDate": TODAY, "notes": off }));
        refused(&reply, "清单已核销，不能修改");
        refused(&act(&fin, id, "void", json!({ "voidReason": "重制" })), "清单已核销，不能作废");
    });
}

#[test]
fn a_statement_an_invoice_is_applied_for_is_changed_no_more() {
    each_database_from(rooms, banked, |world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = made(world, &fin, &[&n4]);
        let asked = json!({
            "invoiceType": "数电普票", "invoiceTitle": "演示客户甲贸易有限公司", "taxpayerNum": "91000000MA00000157",
            "rows": [{ "id": row_of(world, &n4, "CNY"), "amount": "20000.00" }],
        });
        done(act(&fin, &id, "apply", asked));
        assert_eq!(row(&fin, &id)["statementStatus"], json!("TO_INVOICE"));
        let off = json!([{ "id": id_of(world, &n4), "chosen": false }]);
        let reply = act(&fin, &id, "doUpdate", json!({ "statementDate": TODAY, "notes": off }));
        refused(&reply, "清单已申请开票，不能修改");
        refused(&act(&fin, &id, "void", json!({ "voidReason": "重制" })), "清单已申请开票，不能作废");
    });
}

#[test]
fn notes_of_several_scopes_make_one_of_several() {
    each_database_from(rooms, at_sea, |world| {
        let fin = world.login("fin01");
        let op = world.login("op01").client();
        let uuid = rows(world, "SELECT uuid FROM freight_order WHERE org_id = 2 AND order_code = 'AE-2607150002'");
        let uuid: String = uuid[0].get(0).expect("an order");
        let charge = seed::money::Charge {
            side: "income",
            item: "关检-报关费",
            coop: "KH002",
            currency: "CNY",
            price: "350",
            basis: ("票", None),
            tax: "6%",
        };
        world.wait(seed::money::enter(&op, &uuid, &[charge]));
        let (air, sea) = (note(world, &fin, "AE-2607150002"), note(world, &fin, S1));
        let told = done(save(&fin, body(world, "KH002", &[&air, &sea])));
        assert_eq!(told["statementNum"], json!("ZH-ST-2607150001"));
        assert_eq!(row(&fin, told["id"].as_str().unwrap())["businessScope"], json!("ZH"));
    });
}

#[test]
fn making_one_and_making_it_void_leaves_the_books_as_they_were() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let mut before = books(world);
        let id = made(world, &fin, &[&n4, &n1]);
        done(act(&fin, &id, "markSent", json!({})));
        assert_eq!(row(&fin, &id)["confirmState"], json!("SENT"));
        done(act(&fin, &id, "void", json!({ "voidReason": "重制" })));
        let now = row(&fin, &id);
        assert_eq!((&now["state"], &now["statementStatus"]), (&json!("VOID"), &json!("VOID")));
        let mut after = books(world);
        for books in [&mut before, &mut after] {
            books.remove("statement");
        }
        assert_eq!(after, before, "create and reverse is the identity (28)");
        refused(&act(&fin, &id, "void", json!({ "voidReason": "再次" })), "清单已作废，不能执行此操作");
        let again = done(save(&fin, body(world, "KH001", &[&n4])));
        assert_eq!(again["statementNum"], json!("AE-ST-2607150002"), "a number is never used again (23)");
    });
}

/// What was agreed with KH001 for air export: 30 days from a base date. On its first day, as the fixture makes them.
pub(super) fn agree(world: &World, base: &str) {
    let now = world.app.clock.now();
    world.set_clock("2026-01-01 09:00:00");
    let admin = world.login("demo-admin");
    let body = json!({
        "agreementName": "客户甲空运出口", "coopId": coop(world, "KH001"), "side": "RECEIVABLE", "scopeCodes": ["AE"],
        "agreementType": "框架协议", "validFrom": "2026-01-01", "validTo": "2026-12-31", "settleMethod": "TICKET",
        "paramK": 30, "baseDate": base, "currencyCode": "CNY",
    });
    let made = done(admin.post("/prm/coopAgreement", body));
    let submit = format!("/prm/coopAgreement/{}/submit", made["id"].as_str().expect("an id"));
    done(admin.post(&submit, json!({ "version": made["version"] })));
    world.app.clock.set(now);
}

#[test]
fn notes_are_due_by_their_statement_where_the_bill_is_what_counts() {
    each_database_from(rooms, charged, |world| {
        agree(world, "NOTE");
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let due = || note_row(&fin, &n4)["dueDate"].clone();
        assert_eq!(due(), json!("2026-08-14"), "30 days from 2026-07-15");
        let mut dated = body(world, "KH001", &[&n4]);
        dated["statementDate"] = json!("2026-07-20");
        let id = done(save(&fin, dated))["id"].as_str().unwrap().to_owned();
        assert_eq!((row(&fin, &id)["dueDate"].clone(), due()), (json!("2026-08-19"), json!("2026-08-19")));
        done(act(&fin, &id, "void", json!({ "voidReason": "重制" })));
        assert_eq!(due(), json!("2026-08-14"));
    });
}

#[test]
fn notes_are_due_by_the_day_their_customer_agreed_where_that_counts() {
    each_database_from(rooms, charged, |world| {
        agree(world, "STATEMENT");
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let due = || note_row(&fin, &n4)["dueDate"].clone();
        let before = due();
        let id = made(world, &fin, &[&n4]);
        assert_eq!(due(), before);
        let answer = json!({ "confirmState": "CONFIRMED", "confirmedOn": "2026-07-25", "confirmedBy": "李经理" });
        done(act(&fin, &id, "confirm", answer));
        assert_eq!((row(&fin, &id)["dueDate"].clone(), due()), (json!("2026-08-24"), json!("2026-08-24")));
        done(act(&fin, &id, "doUpdate", json!({ "statementDate": TODAY })));
        assert_eq!(due(), before, "what he agreed on is another statement now");
    });
}

#[test]
fn a_statement_of_a_closed_month_keeps_its_figures() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let mut dated = body(world, "KH001", &[&n4]);
        dated["statementDate"] = json!("2026-05-31");
        let id = done(save(&fin, dated))["id"].as_str().unwrap().to_owned();
        let coming = json!({ "statementDate": TODAY, "notes": ticked(world, &[&n1]) });
        refused(&act(&fin, &id, "doUpdate", coming), "财务期间2026-05已结账");
        refused(&act(&fin, &id, "void", json!({ "voidReason": "重制" })), "财务期间2026-05已结账");
    });
}

#[test]
fn it_is_printed_in_three_formats_and_mailed_to_its_customer() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let id = made(world, &fin, &[&n4, &n1]);
        for layout in ["", "SUMMARY", "DETAIL", "SERVICE"] {
            let bytes = printed(world, &fin, json!({ "ids": [id], "layout": layout }));
            assert!(bytes.starts_with(b"%PDF"), "{layout}");
        }
        let book = |layout: &str| {
            testkit::rows_of(&printed(world, &fin, json!({ "ids": [id], "layout": layout, "format": "EXCEL" })))
        };
        let has = |rows: &[Vec<String>], text: &str| rows.iter().flatten().any(|cell| cell.contains(text));
        let summary = book("SUMMARY");
        for text in [n4.as_str(), n1.as_str(), "CNY 39,749.90", "CNY 40,104.90", "人民币肆万零壹佰零肆元玖角"]
        {
            assert!(has(&summary, text), "{text}: {summary:?}");
        }
        let service = book("SERVICE");
        let head = service.iter().find(|row| row.iter().any(|cell| cell == "序号")).expect("headings");
        for column in
            ["单号", "客户单号", "业务日期", "收货日期", "入库日期", "件数", "毛重", "体积", "计费重量", "合计"]
        {
            assert!(head.iter().any(|cell| cell == column), "{column}: {head:?}");
        }
        for item in ["空运费", "报关费", "操作费"] {
            assert!(head.iter().any(|cell| cell.contains(item)), "{item}: {head:?}");
        }
        assert!(has(&book("DETAIL"), "AE-2607140001"));
        let wrong = fin.post(&format!("{BASE}/printStatements"), json!({ "ids": [id], "layout": "OTHER" }));
        assert_eq!(wrong.status, 400);
        let mail = fin.ok(&format!("{BASE}/mail?ids={id}"));
        let subject = mail["mails"][0]["subject"].as_str().expect("a subject");
        assert!(subject.starts_with("清单 AE-ST-2607150001 "), "{subject}");
        let detail = testkit::rows_of(&fin.post(&format!("{BASE}/exportDetail"), json!({ "filters": {} })).bytes);
        assert_eq!(detail.len(), 4, "a row for each note and currency: {detail:?}");
    });
}

#[test]
fn without_the_right_to_see_income_no_amount_is_told() {
    told(|world| {
        let fin = world.login("fin01");
        let n4 = note(world, &fin, E4);
        let id = made(world, &fin, &[&n4]);
        world.allow_nobody(&["css_statement", "css-st-print", "css-st-add"]);
        let nobody = world.login("nobody");
        let page = nobody.ok(&format!("{BASE}/page"));
        let row = &rows_of(&page)[0];
        for name in ["currencyAmount", "currencyAmount2", "functionalAmount", "functionalAmountNoWriteoff"] {
            assert!(row.get(name).is_none() && page["totals"].get(name).is_none(), "{name}: {row}");
        }
        assert!(!nobody.ok(&format!("{BASE}/{id}")).to_string().contains("20,000.00"));
        let asked = json!({ "coopId": coop(world, "KH001") });
        assert_eq!(nobody.post(&format!("{BASE}/pool"), asked).status, 403);
        assert_eq!(nobody.post(&format!("{BASE}/printStatements"), json!({ "ids": [id] })).status, 403);
        let other = world.login("sh01").get(&format!("{BASE}/{id}"));
        assert!([403, 404].contains(&other.status), "{}", other.message);
    });
}

#[test]
fn who_sees_none_of_its_orders_does_not_find_it() {
    told(|world| {
        let fin = world.login("fin01");
        let (n4, n1) = (note(world, &fin, E4), note(world, &fin, E1));
        let id = made(world, &fin, &[&n4, &n1]);
        // He made neither of these orders.
        world.show_own_orders("fin01");
        let fin = world.login("fin01");
        assert_eq!(fin.get(&format!("{BASE}/{id}")).status, 404);
        assert_eq!(rows_of(&fin.ok(&format!("{BASE}/page"))), Vec::<Json>::new());
        let asked = json!({ "ids": [id] });
        assert_eq!(fin.post(&format!("{BASE}/printStatements"), asked).status, 404);
    });
}
