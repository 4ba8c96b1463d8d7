//! 应收账单: what the list tells, who sees what of it, what is changed and refused, and how notes go to their customers.

use std::collections::BTreeSet;

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from, each_database_from_with, findings, refused};

use super::books::{books, rows};
use super::income_writeoff::{E1, E4, note, rows_of};
use super::statement::at_sea;
use crate::receivable::{banked, found, rooms};

const BASE: &str = "/css/debitNote";
/// The note of E4.
pub(super) const DN1: &str = "AE-DN-2607140001";
/// The note of S1; it is made on the day of the others here.
pub(super) const DN2: &str = "SE-DN-2607150001";
const S1: &str = "SE-2607150001";
const WAITS: &str = "审批中，不能修改";

/// What was agreed with customers, and DN1.
pub(super) fn dn1(world: &World) {
    banked(world);
    world.wait(seed::fixture::agreements(&world.maker()));
    world.wait(seed::billed::dn1(&world.maker()));
}

/// S1 with its note besides.
fn both(world: &World) {
    at_sea(world);
    world.wait(seed::fixture::agreements(&world.maker()));
    world.wait(seed::billed::dn1(&world.maker()));
    note(world, &world.login("fin01"), S1);
}

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, dn1, story);
}

pub(super) fn id_of(world: &World, num: &str) -> String {
    found(world, "debit_note", &[("note_num", num)])
}

pub(super) fn change(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("written"));
}

fn list(caller: &Caller<'_>, query: &str) -> Json {
    caller.ok(&format!("{BASE}/page?size=100&{query}"))
}

fn numbers(page: &Json) -> BTreeSet<String> {
    rows_of(page).iter().map(|row| row["debitNoteNum"].as_str().expect("a number").to_owned()).collect()
}

fn only(nums: &[&str]) -> BTreeSet<String> {
    nums.iter().map(|num| (*num).to_owned()).collect()
}

/// An action on a note in the version it has.
pub(super) fn act(caller: &Caller<'_>, id: &str, verb: &str, mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("{BASE}/{id}"))["version"].clone();
    caller.post(&format!("{BASE}/{id}/{verb}"), body)
}

fn void(caller: &Caller<'_>, id: &str) -> Reply {
    act(caller, id, "void", json!({ "voidReason": "开错" }))
}

/// The head of a note changed in the version it has.
fn edit(caller: &Caller<'_>, id: &str, mut body: Json) -> Reply {
    body["version"] = caller.ok(&format!("{BASE}/{id}"))["version"].clone();
    caller.put(&format!("{BASE}/{id}"), body)
}

fn shown(row: &Json, names: &[&str]) -> Vec<String> {
    let text = |name: &&str| match &row[*name] {
        Json::String(text) => text.clone(),
        Json::Null => "-".to_owned(),
        other => other.as_f64().map_or_else(|| other.to_string(), |figure| format!("{figure:.2}")),
    };
    names.iter().map(text).collect()
}

#[test]
fn the_list_tells_the_notes_of_the_fixture() {
    each_database_from(rooms, both, |world| {
        let fin = world.login("fin01");
        let air = list(&fin, "businessScope=AE");
        assert_eq!(numbers(&air), only(&[DN1]));
        let row = &rows_of(&air)[0];
        let names = ["debitNoteStatus", "debitNoteDate", "dueDate", "orderCode", "customerName", "currencyAmount"];
        assert_eq!(shown(row, &names), ["MADE", "2026-07-14", "2026-08-25", E4, "客户甲", "CNY 20,000.00"]);
        let figures = ["functionalAmount", "functionalAmountWriteoff", "functionalAmountNoWriteoff", "uninvoiced"];
        assert_eq!(shown(row, &figures), ["20000.00", "0.00", "20000.00", "CNY 20,000.00"]);
        assert_eq!(row["overdue"], Json::Null);
        // Of S1 5000.00 are paid.
        let id = id_of(world, DN2);
        change(
            world,
            &format!(
                "UPDATE debit_note_row SET settled = 5000000, functional_settled = 5000000 \
                 WHERE org_id = 2 AND note_id = {id} AND currency_code = 'CNY'"
            ),
        );
        change(
            world,
            &format!(
                "UPDATE debit_note SET status = 'PART_SETTLED', functional_settled = 5000000, functional_open = 25000000 \
                 WHERE org_id = 2 AND id = {id}"
            ),
        );
        let sea = list(&fin, "businessScope=SE");
        assert_eq!(numbers(&sea), only(&[DN2]));
        let row = &rows_of(&sea)[0];
        let names = ["debitNoteStatus", "dueDate", "currencyAmount", "currencyAmount2", "functionalAmountNoWriteoff"];
        let told = ["PART_SETTLED", "2026-06-09", "CNY 9,000.00  USD 3,000.00", "CNY 5,000.00", "25000.00"];
        assert_eq!(shown(row, &names), told);
        assert_eq!(row["overdue"], json!(true));
        let all = list(&fin, "");
        let sums = ["currencyAmount", "currencyAmount2", "functionalAmount", "functionalAmountNoWriteoff"];
        let told = ["CNY 29,000.00  USD 3,000.00", "CNY 5,000.00", "50000.00", "45000.00"];
        assert_eq!(shown(&all["totals"], &sums), told);
        assert_eq!(shown(&fin.ok(&format!("{BASE}/total"))["totals"], &sums), told);
    });
}

#[test]
fn notes_are_found_by_what_they_stand_for() {
    each_database_from(rooms, both, |world| {
        let fin = world.login("fin01");
        let of = |query: &str| numbers(&list(&fin, query));
        let freight = found(world, charge::item::TABLE, &[("business_scope", "AE"), ("service_name_cn", "空运费")]);
        let clearing = found(world, charge::item::TABLE, &[("business_scope", "AE"), ("service_name_cn", "报关费")]);
        for (query, wanted) in [
            ("debitNoteNum=DN-2607", only(&[DN1, DN2])),
            ("orderCode=AE-2607140001", only(&[DN1])),
            ("customerName=KH002", only(&[DN2])),
            ("customerName=客户甲", only(&[DN1])),
            ("status=MADE", only(&[DN1, DN2])),
            ("status=SETTLED,VOID", only(&[])),
            ("debitNoteDate=2026-07-14~2026-07-14", only(&[DN1])),
            ("dueDate=2026-06-09~2026-06-09", only(&[DN2])),
            ("overdue=true", only(&[DN2])),
            ("overdue=false", only(&[DN1])),
            ("currency=usd", only(&[DN2])),
            ("currency=EUR", only(&[])),
            ("confirmState=UNSENT", only(&[DN1, DN2])),
            ("creatorName=财务", only(&[DN1, DN2])),
            ("invoiceNum=2600", only(&[])),
            ("invoiceDate=2026-01-01~", only(&[])),
        ] {
            assert_eq!(of(query), wanted, "{query}");
        }
        assert_eq!(of(&format!("serviceItemId={freight},{clearing}")), only(&[DN1]));
        assert_eq!(fin.get(&format!("{BASE}/page?serviceItemId=x")).status, 400);
    });
}

#[test]
fn a_note_tells_its_amounts_and_charges_and_to_nobody_what_he_may_not_see() {
    told(|world| {
        let id = id_of(world, DN1);
        let view = world.login("fin01").ok(&format!("{BASE}/{id}"));
        let told = view["told"].to_string();
        for text in ["AE-2607140001", "CNY 20,000.00", "空运费", "报关费", "16,000.00", "4,000.00"] {
            assert!(told.contains(text), "{text}: {told}");
        }
        assert_eq!(shown(&view, &["debitNoteNum", "dueDate", "confirmState"]), [DN1, "2026-08-25", "UNSENT"]);
        world.allow_nobody(&["af_css_debit_note", "css-dn-edit", "css-dn-print", "css-dn-mail", "css-dn-export"]);
        let reader = world.login("nobody");
        let page = list(&reader, "");
        let row = &rows_of(&page)[0];
        for name in ["currencyAmount", "functionalAmount", "functionalAmountNoWriteoff", "uninvoiced"] {
            assert!(row.get(name).is_none(), "{name}: {row}");
            assert!(page["totals"].get(name).is_none(), "{name}: {}", page["totals"]);
        }
        let told = reader.ok(&format!("{BASE}/{id}")).to_string();
        assert!(!told.contains("20,000.00") && !told.contains("空运费"), "{told}");
        let asked = json!({ "ids": [id] });
        assert_eq!(reader.post(&format!("{BASE}/printNotes"), asked.clone()).status, 403);
        assert_eq!(reader.post(&format!("{BASE}/send"), asked).status, 403);
        assert_eq!(reader.get(&format!("{BASE}/{id}/charges/first")).status, 403);
    });
}

#[test]
fn notes_of_orders_that_are_hidden_and_of_other_companies_are_not_there() {
    told(|world| {
        let id = id_of(world, DN1);
        world.show_own_orders("fin01");
        assert_eq!(numbers(&list(&world.login("fin01"), "")), only(&[]));
        for reader in [world.login("fin01"), world.login("sh01")] {
            assert_ne!(reader.get(&format!("{BASE}/{id}")).code, 0);
            let before = world.contents(false);
            assert_ne!(reader.post(&format!("{BASE}/printNotes"), json!({ "ids": [id] })).code, 0);
            let body = json!({ "version": 1, "voidReason": "x" });
            assert_ne!(reader.post(&format!("{BASE}/{id}/void"), body).code, 0);
            world.unchanged(&before, false);
        }
    });
}

#[test]
fn a_note_that_went_on_is_neither_changed_nor_made_void() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let at = |column: &str, value: &str| {
            change(world, &format!("UPDATE debit_note SET {column} = {value} WHERE org_id = 2 AND id = {id}"));
        };
        let row = |settled: &str| {
            change(
                world,
                &format!("UPDATE debit_note_row SET settled = {settled} WHERE org_id = 2 AND note_id = {id}"),
            );
        };
        let stands = |what: &str| {
            let before = books(world);
            refused(&void(&fin, &id), &format!("账单已{what}，不能作废"));
            refused(&edit(&fin, &id, json!({ "debitNoteRemark": "x" })), &format!("账单已{what}，不能修改"));
            assert_eq!(books(world), before, "{what}");
        };
        at("statement_id", "77");
        stands("制清单");
        at("statement_id", "NULL");
        at("application_id", "78");
        stands("申请开票");
        at("application_id", "NULL");
        row("1");
        stands("核销");
        row("0");
        at("note_date", "'2026-05-31'");
        refused(&void(&fin, &id), "财务期间2026-05已结账");
        refused(&edit(&fin, &id, json!({ "debitNoteRemark": "x" })), "财务期间2026-05已结账");
        at("note_date", "'2026-07-14'");
        assert_eq!(findings(&act(&fin, &id, "void", json!({})))[0].0, "voidReason");
        done(void(&fin, &id));
        let again = act(&fin, &id, "void", json!({ "voidReason": "x" }));
        assert_eq!(again.code, 1, "{}", again.message);
    });
}

#[test]
fn a_void_note_frees_its_charges_and_its_number_is_not_given_again() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let free = "SELECT id FROM charge WHERE org_id = 2 AND kind = 'RECEIVABLE' AND debit_note_id IS NULL";
        let before = rows(world, free).len();
        done(void(&fin, &id));
        assert_eq!(rows(world, free).len(), before + 2);
        assert_eq!(numbers(&list(&fin, "status=MADE")), only(&[]));
        let row = rows_of(&list(&fin, "status=VOID")).swap_remove(0);
        assert_eq!(shown(&row, &["state", "functionalAmountNoWriteoff"]), ["VOID", "0.00"]);
        world.set_clock("2026-07-14 18:00:00");
        let fin = world.login("fin01");
        assert_eq!(note(world, &fin, E4), "AE-DN-2607140002", "invariant 23");
        holds(world);
    });
}

/// Invariants 4, 5 and 23 of css.md 0.15.
pub(super) fn holds(world: &World) {
    let none = |text: &str| assert_eq!(rows(world, text).len(), 0, "{text}");
    none(
        "SELECT c.id FROM charge c JOIN debit_note n ON n.org_id = c.org_id AND n.id = c.debit_note_id \
         JOIN freight_order o ON o.org_id = n.org_id AND o.id = n.order_id WHERE c.kind <> 'RECEIVABLE' OR n.state <> 'NORMAL' \
         OR c.order_id <> n.order_id OR c.coop_id <> n.coop_id OR o.business_scope <> n.business_scope",
    );
    none(
        "SELECT c.id FROM charge c LEFT JOIN debit_note n ON n.org_id = c.org_id AND n.id = c.debit_note_id \
         WHERE c.debit_note_id IS NOT NULL AND n.id IS NULL",
    );
    let sums = "SELECT debit_note_id, currency_code, SUM(amount) AS amount, SUM(functional) AS functional FROM charge \
                WHERE org_id = 2 AND debit_note_id IS NOT NULL GROUP BY debit_note_id, currency_code";
    none(&format!(
        "SELECT r.id FROM debit_note_row r JOIN debit_note n ON n.org_id = r.org_id AND n.id = r.note_id AND n.state = 'NORMAL' \
         LEFT JOIN ({sums}) s ON s.debit_note_id = r.note_id AND s.currency_code = r.currency_code \
         WHERE r.org_id = 2 AND (s.amount IS NULL OR s.amount <> r.amount OR s.functional <> r.functional)"
    ));
    none(&format!(
        "SELECT s.debit_note_id FROM ({sums}) s LEFT JOIN debit_note_row r ON r.org_id = 2 AND r.note_id = s.debit_note_id \
         AND r.currency_code = s.currency_code WHERE r.id IS NULL"
    ));
    none(
        "SELECT n.id FROM debit_note n WHERE n.state = 'NORMAL' AND NOT EXISTS \
         (SELECT 1 FROM charge c WHERE c.org_id = n.org_id AND c.debit_note_id = n.id)",
    );
    let nums = rows(world, "SELECT note_num FROM debit_note WHERE org_id = 2 ORDER BY id");
    let nums: Vec<String> = nums.iter().map(|row| row.get(0).expect("a number")).collect();
    assert_eq!(nums.iter().collect::<BTreeSet<_>>().len(), nums.len(), "{nums:?}");
}

#[test]
fn charges_come_on_a_note_and_off_it_and_rates_are_written_back() {
    each_database_from(rooms, dn1, |world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, E1);
        let id = id_of(world, &num);
        let first = fin.ok(&format!("{BASE}/{id}/charges/first"));
        let lines = first["charges"].as_array().cloned().expect("charges");
        assert_eq!(lines.iter().map(|line| line["onNote"].clone()).collect::<Vec<_>>(), [json!(true), json!(true)]);
        let rates = first["rates"].as_array().cloned().expect("rates");
        assert_eq!(rates.len(), 1, "no rate of the functional currency");
        let ticked = |on: [bool; 2], rate: Json| {
            let lines: Vec<Json> =
                lines.iter().zip(on).map(|(line, on)| json!({ "id": line["id"], "onNote": on })).collect();
            json!({ "charges": lines, "rates": [{ "id": rates[0]["id"], "rate": rate }] })
        };
        let before = books(world);
        refused(&act(&fin, &id, "charges", ticked([false, false], Json::Null)), "请选择费用");
        assert_eq!(books(world), before);
        let far = act(&fin, &id, "charges", ticked([true, true], json!("7.6")));
        assert_eq!((far.code, far.questions()), (2, vec!["charge.rate_deviates".to_owned()]));
        assert_eq!(books(world), before, "nothing is written while it is asked");
        done(act(&fin, &id, "charges", ticked([true, true], json!("7.15"))));
        let told = fin.ok(&format!("{BASE}/{id}"))["told"].to_string();
        assert!(told.contains("20,107.40") && told.contains("7.1500"), "{told}");
        // The dollars go, and with them their row.
        done(act(&fin, &id, "charges", ticked([true, false], Json::Null)));
        let row = rows_of(&list(&fin, &format!("debitNoteNum={num}"))).swap_remove(0);
        assert_eq!(shown(&row, &["currencyAmount", "functionalAmount"]), ["CNY 19,749.90", "19749.90"]);
        holds(world);
        let rest = note(world, &fin, E1);
        let row = rows_of(&list(&fin, &format!("debitNoteNum={rest}"))).swap_remove(0);
        assert_eq!(shown(&row, &["currencyAmount", "functionalAmount"]), ["USD 50.00", "357.50"]);
    });
}

#[test]
fn the_head_is_changed_within_what_was_agreed() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let at = |field: &str, value: Json| findings(&edit(&fin, &id, json!({ field: value })));
        let bound = |said: &str| vec![("dueDate".to_owned(), said.to_owned())];
        let said = "到期日须在2026-05-27至2026-11-23之间";
        assert_eq!(at("dueDate", json!("2026-05-26")), bound(said));
        assert_eq!(at("dueDate", json!("2026-11-24")), bound(said));
        assert_eq!(at("bankId", Json::Null)[0].0, "bankId");
        assert_eq!(at("bankId", json!("999"))[0].0, "bankId");
        refused(&edit(&fin, &id, json!({ "debitNoteDate": "2026-05-31" })), "财务期间2026-05已结账");
        refused(&edit(&fin, &id, json!({ "debitNoteDate": "2026-08-01" })), "财务期间2026-08未开启");
        for day in ["2026-05-27", "2026-11-23"] {
            done(edit(&fin, &id, json!({ "dueDate": day })));
        }
        done(edit(&fin, &id, json!({ "debitNoteDate": "2026-07-20", "debitNoteRemark": "请核对" })));
        let view = fin.ok(&format!("{BASE}/{id}"));
        let names = ["debitNoteDate", "dueDate", "debitNoteRemark"];
        assert_eq!(shown(&view, &names), ["2026-07-20", "2026-11-23", "请核对"], "what was typed stays");
        done(edit(&fin, &id, json!({ "dueDate": "2026-08-25" })));
        assert_eq!(fin.ok(&format!("{BASE}/{id}"))["dueTyped"], json!(false));
        let stale = fin.put(&format!("{BASE}/{id}"), json!({ "version": 1, "debitNoteRemark": "y" }));
        assert_eq!(stale.code, 3);
    });
}

#[test]
fn a_due_day_follows_the_order_until_the_note_is_sent() {
    told(|world| {
        let fin = world.login("fin01");
        let num = note(world, &fin, E1);
        let id = id_of(world, &num);
        let due = || fin.ok(&format!("{BASE}/{id}"))["dueDate"].as_str().expect("a day").to_owned();
        assert_eq!(due(), "2026-08-25");
        let op = world.login("op01");
        let uuid = op.ok(&format!("/afbase/order/page?orderCode={E1}"))["records"][0]["orderUuid"].clone();
        let uuid = uuid.as_str().expect("an order");
        let client = op.client();
        world.wait(seed::air::change(&client, uuid, json!({ "expectDeparture": "2026-08-02" })));
        assert_eq!(due(), "2026-09-25");
        done(act(&fin, &id, "markSent", json!({})));
        world.wait(seed::air::change(&client, uuid, json!({ "expectDeparture": "2026-07-18" })));
        assert_eq!(due(), "2026-09-25", "it was sent");
    });
}

#[test]
fn notes_are_sent_and_answered_by_hand() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let state = || {
            let row = rows_of(&list(&fin, "")).swap_remove(0);
            shown(&row, &["confirmState", "sendTime"])
        };
        assert_eq!(state(), ["UNSENT", "-"]);
        done(act(&fin, &id, "markSent", json!({})));
        assert_eq!(state()[0], "SENT");
        assert_ne!(state()[1], "-");
        let missing = findings(&act(&fin, &id, "confirm", json!({ "confirmState": "DISPUTED" })));
        assert_eq!(missing[0].0, "confirmRemark");
        assert_eq!(findings(&act(&fin, &id, "confirm", json!({ "confirmState": "SENT" })))[0].0, "confirmState");
        let answer = json!({ "confirmState": "CONFIRMED", "confirmedBy": "李经理" });
        done(act(&fin, &id, "confirm", answer));
        done(act(&fin, &id, "markSent", json!({})));
        assert_eq!(state()[0], "CONFIRMED", "what a customer confirmed stays confirmed");
        let view = fin.ok(&format!("{BASE}/{id}"));
        assert_eq!(view["confirmedBy"], json!("李经理"));
    });
}

#[test]
fn a_sent_note_is_made_void_when_that_is_agreed_to() {
    told(|world| {
        let admin = world.login("demo-admin");
        let approver = admin.ok("/platform/select/user?keyword=mgr01")[0]["value"].clone();
        let setting = json!({
            "eventId": "114", "approval": 1,
            "levels": [{ "name": "一级审批", "approverType": "user", "approverIds": [approver] }],
        });
        done(admin.post("/prm/ics/approval/setting", setting));
        let (fin, mgr, id) = (world.login("fin01"), world.login("mgr01"), id_of(world, DN1));
        let decide = |how: &str| {
            let task = mgr.ok("/prm/api/toDo?current=1&size=10")["records"][0]["taskId"].clone();
            done(mgr.post(&format!("/prm/ics/approval/{how}"), json!({ "taskId": task, "comment": "x" })));
        };
        let state = || fin.ok(&format!("{BASE}/{id}"))["state"].as_str().expect("a state").to_owned();
        done(act(&fin, &id, "markSent", json!({})));
        let before = books(world);
        let asked = done(void(&fin, &id));
        assert!(asked["instanceNo"].as_str().is_some_and(|no| no.starts_with("SP-")), "{asked}");
        assert_eq!((state().as_str(), books(world)), ("NORMAL", before.clone()));
        refused(&edit(&fin, &id, json!({ "debitNoteRemark": "x" })), WAITS);
        refused(&act(&fin, &id, "markSent", json!({})), WAITS);
        decide("refuse");
        assert_eq!((state().as_str(), books(world)), ("NORMAL", before));
        done(void(&fin, &id));
        decide("agree");
        assert_eq!(state(), "VOID");
        holds(world);
        // What nobody sent is made void at once.
        let num = note(world, &fin, E1);
        done(void(&fin, &id_of(world, &num)));
    });
}

#[test]
fn files_are_kept_with_a_note() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let sent = done(fin.upload(&format!("{BASE}/files/file"), &[("回执.pdf", b"%PDF-1.7 x")]));
        done(act(&fin, &id, "files", json!({ "files": [sent] })));
        let kept = fin.ok(&format!("{BASE}/{id}/files/first"));
        assert!(kept["files"].to_string().contains("回执.pdf"), "{kept}");
    });
}

fn printed(world: &World, caller: &Caller<'_>, body: Json) -> Vec<u8> {
    let made = done(caller.post(&format!("{BASE}/printNotes"), body));
    let file = world.anonymous().get(made["url"].as_str().expect("an address"));
    assert_eq!(file.status, 200, "{}", file.message);
    file.bytes
}

/// The texts of the pages, without the blanks between: where a line breaks is not what these stories are about.
fn pages(pdf: &[u8]) -> Vec<String> {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let text = |page: u32| document.extract_text(&[page]).expect("a text");
    document.get_pages().into_keys().map(|page| squeezed(&text(page))).collect()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn the_paper_of_a_note_says_what_is_owed_in_figures_and_in_words() {
    told(|world| {
        let (fin, id) = (world.login("fin01"), id_of(world, DN1));
        let paper = |body: Json| pages(&printed(world, &fin, body)).concat();
        let chinese = paper(json!({ "ids": [id], "language": "zh" }));
        let wanted = ["2026-07-14", "2026-08-25", "空运费", "报关费", "CNY 20,000.00", "人民币贰万元整"];
        for text in wanted.into_iter().chain([DN1, E4, "演示货运有限公司", "4400 1200 3456"]) {
            assert!(chinese.contains(&squeezed(text)), "{text}: {chinese}");
        }
        let english = paper(json!({ "ids": [id], "language": "en" }));
        for text in [DN1, "DEMO FREIGHT CO., LTD.", "CNY 20,000.00"] {
            assert!(english.contains(&squeezed(text)), "{text}: {english}");
        }
        assert!(!english.contains("贰万"), "{english}");
        let book = testkit::rows_of(&printed(world, &fin, json!({ "ids": [id], "format": "EXCEL" })));
        let book = book.concat().join(" ");
        assert!(book.contains(DN1) && book.contains("贰万"), "{book}");
    });
}

#[test]
fn many_notes_are_one_paper_and_one_at_a_time_is_a_workbook() {
    told(|world| {
        let fin = world.login("fin01");
        let (id, other) = (id_of(world, DN1), id_of(world, &note(world, &fin, E1)));
        let both = json!({ "ids": [id, other] });
        let papers = pages(&printed(world, &fin, both.clone()));
        assert!(papers.len() >= 2 && papers[0].contains(DN1), "{papers:?}");
        assert!(papers.concat().contains("USD50.00"), "{papers:?}");
        let print = |body: Json| fin.post(&format!("{BASE}/printNotes"), body);
        let mut books = both;
        books["format"] = json!("EXCEL");
        refused(&print(books), "EXCEL每次只能打印一张账单");
        let many: Vec<String> = (1..=201).map(|id| id.to_string()).collect();
        refused(&print(json!({ "ids": many })), "一次最多打印200张账单");
        refused(&print(json!({ "ids": [] })), "请选择账单");
        done(void(&fin, &id));
        refused(&print(json!({ "ids": [id] })), &format!("账单{DN1}已作废"));
    });
}

/// Both notes, and whom their customers' mails go to.
pub(super) fn reachable(world: &World) {
    both(world);
    for (place, code, position, address) in [
        (1, "KH001", "业务", "sales@kh001.example.com"),
        (2, "KH001", "财务经理", "finance@kh001.example.com"),
        (3, "KH002", "", "kh002@example.com"),
    ] {
        let coop = crate::receivable::coop(world, code);
        change(
            world,
            &format!(
                "INSERT INTO coop_contact (org_id, id, coop_id, name, position, email, is_main) \
                 VALUES (2, {place}, {coop}, '联系人', '{position}', '{address}', FALSE)"
            ),
        );
    }
}

#[test]
fn each_customer_gets_one_mail_with_his_notes() {
    each_database_from_with(rooms, on_own_machine, reachable, |world| {
        let fin = world.login("fin01");
        let (one, two) = (id_of(world, DN1), id_of(world, DN2));
        let ids = json!([one, two]);
        let draft = fin.ok(&format!("{BASE}/mail?ids={one},{two}"));
        let to = |mail: &Json| mail["to"].to_string();
        let mails = draft["mails"].as_array().cloned().expect("mails");
        let receivers: BTreeSet<String> = mails.iter().map(to).collect();
        let wanted = [r#"["finance@kh001.example.com"]"#, r#"["kh002@example.com"]"#];
        assert_eq!(receivers, wanted.into_iter().map(ToOwned::to_owned).collect());
        let subject = mails.iter().map(|mail| mail["subject"].to_string()).collect::<Vec<_>>().join(" ");
        assert!(subject.contains(&format!("账单 {DN1} ")), "{subject}");
        let send = |body: Json| fin.post(&format!("{BASE}/send"), body);
        let before = world.contents(false);
        refused(&send(json!({ "ids": ids })), "请先在个人设置中配置邮件发送");
        world.unchanged(&before, false);
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        let fin = world.login("fin01");
        let send = |body: Json| fin.post(&format!("{BASE}/send"), body);
        let words = json!({ "to": ["a@example.com"], "subject": "账单", "content": "请查收" });
        refused(&send(json!({ "ids": ids, "mail": words })), "账单属于多个客户，请使用默认收件人");
        done(send(json!({ "ids": ids })));
        for _ in 0..2 {
            world.run_jobs();
        }
        let arrived = server.received();
        assert_eq!(arrived.len(), 2);
        let names: BTreeSet<String> = arrived.iter().flat_map(|mail| mail.files()).map(|(name, _)| name).collect();
        assert_eq!(names, only(&[&format!("{DN1}.pdf"), &format!("{DN2}.pdf")]));
        let told = fin.ok(&format!("{BASE}/{one}"))["told"].to_string();
        assert!(told.contains("finance@kh001.example.com"), "the mails are told: {told}");
        let row = rows_of(&list(&fin, &format!("debitNoteNum={DN1}"))).swap_remove(0);
        assert_eq!(row["confirmState"], json!("SENT"));
        // With words of one's own, to whom one likes.
        done(send(json!({ "ids": [one], "format": "EXCEL", "mail": words })));
        world.run_jobs();
        let last = server.received().pop().expect("a mail");
        assert_eq!((last.to.as_slice(), last.subject().as_str()), (["a@example.com".to_owned()].as_slice(), "账单"));
        assert_eq!(last.files()[0].0, format!("{DN1}.xlsx"));
    });
}
