//! 处理中: a statement of more notes than one transaction should write is written in pieces (css.md 0.14 e).

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database_from, refused};

use super::books::rows;
use super::income_writeoff::{E4, note};
use super::receipt::{TODAY, account};
use super::statement::{act, row, save};
use crate::receivable::{banked, coop, found, rooms};

/// Ids of copies of a note, and of their rows: below those that are minted.
const COPIES: i64 = 1_000_000;
const COPIED_ROWS: i64 = 2_000_000;

fn told(story: impl Fn(&World)) {
    each_database_from(rooms, banked, story);
}

/// So many notes of CNY 20,000.00 of KH001.
fn many(world: &World, count: i64) -> Vec<String> {
    let fin = world.login("fin01");
    let one = found(world, "debit_note", &[("note_num", &note(world, &fin, E4))]);
    let row = row_of(world, &one);
    let (id, num) = (format!("{COPIES} + n.i"), "'C-' || n.i");
    world.copies("debit_note", &one, count, &[("id", &id), ("note_num", num)]);
    let own = format!("{COPIED_ROWS} + n.i");
    world.copies("debit_note_row", &row, count, &[("id", &own), ("note_id", &id)]);
    (1..=count).map(|place| (COPIES + place).to_string()).collect()
}

/// The row of a note.
fn row_of(world: &World, note: &str) -> String {
    let text = format!("SELECT id FROM debit_note_row WHERE org_id = 2 AND note_id = {note}");
    count(world, &text).to_string()
}

fn body(world: &World, notes: &[String]) -> Json {
    let notes: Vec<Json> = notes.iter().map(|id| json!({ "id": id, "chosen": true })).collect();
    json!({ "coopId": coop(world, "KH001"), "statementDate": TODAY, "notes": notes })
}

/// By 制清单 of chosen notes, which names as many as there are.
fn made(world: &World, caller: &Caller<'_>, notes: &[String]) -> Json {
    done(save(caller, body(world, notes)))
}

fn of_list(caller: &Caller<'_>, notes: &[String]) -> Json {
    done(caller.post("/css/debitNote/statement", json!({ "ids": notes, "statementDate": TODAY })))
}

fn id_of(told: &Json) -> String {
    told["id"].as_str().expect("an id").to_owned()
}

/// What is written of a statement and of its notes, but for names, times and versions.
fn books(world: &World, id: &str) -> Vec<String> {
    let texts = [
        format!(
            "SELECT state, status, business_scope, coop_id, statement_date, due_date, agreement_id, functional, \
             functional_settled, functional_open, notes, first_day, last_day, application_id FROM statement \
             WHERE org_id = 2 AND id = {id}"
        ),
        format!(
            "SELECT id, state, status, due_date, functional, functional_open, application_id FROM debit_note \
             WHERE org_id = 2 AND statement_id = {id} ORDER BY id"
        ),
        "SELECT order_id, income, income_status, cost_status FROM order_finance WHERE org_id = 2 ORDER BY order_id"
            .to_owned(),
    ];
    texts.iter().flat_map(|text| rows(world, text)).map(|row| format!("{:?}", row.0)).collect()
}

fn count(world: &World, text: &str) -> i64 {
    rows(world, text)[0].get(0).expect("a number")
}

fn waiting(world: &World) -> (i64, i64) {
    (count(world, "SELECT COUNT(*) FROM bulk_write"), count(world, "SELECT COUNT(*) FROM bulk_row"))
}

/// The process ends when so many pieces have ended.
fn dies_behind(world: &World, pieces: usize) {
    let left = AtomicUsize::new(pieces);
    world.app.pieces.between(move |_| {
        assert_ne!(left.fetch_sub(1, Ordering::SeqCst), 1, "the process ends");
    });
}

#[test]
fn five_hundred_notes_are_written_at_once_and_one_more_by_a_job() {
    told(|world| {
        let notes = many(world, 1_500);
        let fin = world.login("fin01");
        for part in [&notes[..499], &notes[499..999]] {
            let told = of_list(&fin, part);
            let now = row(&fin, &id_of(&told));
            assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("STATED"), &json!(part.len())));
            assert_eq!((&told["taskId"], waiting(world)), (&Json::Null, (0, 0)));
        }
        let told = of_list(&fin, &notes[999..]);
        let id = id_of(&told);
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("PROCESSING"), &json!(0)), "{now}");
        assert_eq!((&now["progress"], waiting(world)), (&json!("0% 0/501"), (1, 501)));
        world.run_jobs();
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("STATED"), &json!(501)));
        assert_eq!(now["functionalAmount"].as_f64(), Some(501.0 * 20_000.0));
        assert_eq!(waiting(world), (0, 0));
        let job = rows(world, "SELECT status, ok, total FROM job_run WHERE org_id = 2 AND name = 'bulk'");
        assert_eq!(format!("{:?}", job[0].0), r#"[Text("已完成"), Int(501), Int(501)]"#);
    });
}

#[test]
fn a_statement_that_was_interrupted_goes_on_and_is_what_it_would_have_been() {
    told(|world| {
        let notes = many(world, 7);
        let fin = world.login("fin01");
        let whole = id_of(&made(world, &fin, &notes));
        let wanted = books(world, &whole);
        done(act(&fin, &whole, "void", json!({ "voidReason": "重制" })));
        world.app.pieces.narrow(2, 1_000);
        let id = id_of(&made(world, &fin, &notes));
        dies_behind(world, 2);
        world.run_jobs();
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("PROCESSING"), &json!(4)));
        assert_eq!(now["functionalAmount"].as_f64(), Some(80_000.0), "what is written counts");
        assert_eq!((&now["progress"], waiting(world)), (&json!("57% 4/7"), (1, 3)));
        refuses(world, &fin, (&id, now["statementNum"].as_str().expect("a number")), &notes[0]);
        world.pass(90);
        world.run_jobs();
        assert_eq!(books(world, &id), wanted);
        let can = row(&fin, &id)["can"].clone();
        assert!(can.as_array().is_some_and(|can| can.contains(&json!("css-st-void"))), "{can}");
        let lines = "SELECT COUNT(*) FROM operation_log WHERE org_id = 2 AND text LIKE '处理完成%'";
        assert_eq!((count(world, lines), waiting(world)), (1, (0, 0)));
    });
}

/// What can't be done to one that is being written.
fn refuses(world: &World, fin: &Caller<'_>, (id, num): (&str, &str), note: &str) {
    let before = waiting(world);
    let off = json!([{ "id": note, "chosen": false }]);
    let busy = "清单处理中，不能执行此操作";
    refused(&act(fin, id, "doUpdate", json!({ "statementDate": TODAY, "notes": off })), busy);
    refused(&act(fin, id, "void", json!({ "voidReason": "重制" })), busy);
    refused(&act(fin, id, "markSent", json!({})), busy);
    refused(&act(fin, id, "apply", json!({})), busy);
    refused(
        &act(fin, id, "confirm", json!({ "confirmState": "CONFIRMED", "confirmedOn": TODAY, "confirmedBy": "李" })),
        busy,
    );
    refused(&act(fin, id, "goOn", json!({})), "正在处理，请等待完成");
    let papers = fin.post("/css/statement/printStatements", json!({ "ids": [id] }));
    refused(&papers, &format!("{num}处理中，请等待处理完成"));
    let named = row_of(world, note);
    let targets = json!([{ "id": named, "amount": "5.00" }]);
    let paid = json!({
        "coopId": coop(world, "KH001"), "method": "ACCOUNT", "accountId": account(world, "CNY"), "date": TODAY,
        "targets": targets,
    });
    let reply = fin.post("/css/incomeWriteoff/save", paid);
    assert!(format!("{} {}", reply.message, reply.data).contains("处理中"), "{} {}", reply.message, reply.data);
    let other = world.login("sh01");
    assert_ne!(
        other.post(&format!("/css/statement/{id}/takeBack"), json!({ "version": 1, "voidReason": "x" })).code,
        0
    );
    assert_eq!(waiting(world), before);
}

#[test]
fn what_cannot_come_any_more_stops_it_until_somebody_goes_on_without() {
    told(|world| {
        let notes = many(world, 5);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let id = id_of(&made(world, &fin, &notes));
        let taken = id_of(&made(world, &fin, &notes[3..4]));
        world.run_jobs();
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("PROCESSING"), &json!(2)));
        assert_eq!(now["progress"], json!("40% 2/5 ⏸"));
        let view = fin.ok(&format!("/css/statement/{id}"));
        assert!(view["told"].to_string().contains("账单C-4已制清单"), "{}", view["told"]);
        done(act(&fin, &id, "goOn", json!({})));
        world.run_jobs();
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("STATED"), &json!(4)));
        assert_eq!(now["functionalAmount"].as_f64(), Some(80_000.0));
        assert_eq!(row(&fin, &taken)["notes"], json!(1));
        let left = "SELECT COUNT(*) FROM operation_log WHERE org_id = 2 AND text LIKE '%略过1行：C-4%'";
        assert_eq!((count(world, left), waiting(world)), (1, (0, 0)));
    });
}

#[test]
fn what_was_written_is_taken_back_in_pieces_and_its_notes_are_free() {
    told(|world| {
        let notes = many(world, 6);
        let fin = world.login("fin01");
        world.app.pieces.narrow(2, 1_000);
        let id = id_of(&made(world, &fin, &notes));
        dies_behind(world, 2);
        world.run_jobs();
        done(act(&fin, &id, "takeBack", json!({ "voidReason": "选错客户" })));
        assert_eq!(waiting(world), (1, 0), "what waited is not written any more");
        world.pass(90);
        dies_behind(world, 1_000);
        world.run_jobs();
        let now = row(&fin, &id);
        assert_eq!((&now["statementStatus"], &now["notes"]), (&json!("VOID"), &json!(0)));
        assert_eq!(fin.ok(&format!("/css/statement/{id}"))["voidReason"], json!("选错客户"));
        let free = "SELECT COUNT(*) FROM debit_note WHERE org_id = 2 AND statement_id IS NULL AND status = 'MADE'";
        assert_eq!((count(world, free), waiting(world)), (7, (0, 0)));
        let again = id_of(&made(world, &fin, &notes[..2]));
        assert_eq!(row(&fin, &again)["statementStatus"], json!("STATED"));
    });
}
