//! The link of a mailed bill: what its customer sees and says behind it, and when it ends.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, Reply, World, done, each_database_from_with, findings, refused};

use super::debit_note::{DN1, DN2, act, change, id_of, reachable};
use super::income_writeoff::{E1, E4, note, rows_of};
use super::statement::{agree, made};
use crate::receivable::{charged, found, rooms};

const OUTER: &str = "/css/external/bill";
const NOTES: &str = "/css/debitNote";
const STATEMENTS: &str = "/css/statement";
const GONE: &str = "链接无效或已过期";
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

fn look(reader: &Caller<'_>, code: &str) -> Reply {
    reader.get(&format!("{OUTER}?code={code}"))
}

fn say(reader: &Caller<'_>, code: &str, (answer, by, remark): (&str, &str, &str)) -> Reply {
    reader.post(&format!("{OUTER}/answer"), json!({ "code": code, "answer": answer, "by": by, "remark": remark }))
}

/// A story with a mail server that takes everything, and the company's mailbox there.
fn mailed(prepare: fn(&World), story: impl Fn(&World, &MailServer)) {
    each_database_from_with(rooms, on_own_machine, prepare, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        story(world, &server);
    });
}

/// Mails bills; the codes of their links, in the order of the mails.
fn sent(world: &World, (caller, server): (&Caller<'_>, &MailServer), base: &str, body: Json) -> Vec<String> {
    let before = server.received().len();
    done(caller.post(&format!("{base}/send"), body));
    for _ in 0..2 {
        world.run_jobs();
    }
    let text: Vec<String> = server.received().into_iter().skip(before).map(|mail| mail.text()).collect();
    codes(&text.join("\n"))
}

fn codes(text: &str) -> Vec<String> {
    let letter = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    let parts = text.split("/bill_confirm?code=").skip(1);
    parts.map(|part| part.chars().take_while(|sign| letter(*sign)).collect()).collect()
}

fn to_one(ids: &[&str]) -> Json {
    let mail = json!({ "to": ["a@example.com"], "subject": "账单", "content": "请查收" });
    json!({ "ids": ids, "mail": mail })
}

fn row(caller: &Caller<'_>, id: &str) -> Json {
    let states = "status=MADE,STATED,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED,SETTLED,VOID";
    let page = caller.ok(&format!("{NOTES}/page?size=100&{states}"));
    rows_of(&page).into_iter().find(|row| row["id"] == json!(id)).expect("the note")
}

/// State and figures of a link.
fn state(reader: &Caller<'_>, code: &str) -> (String, bool) {
    let seen = done(look(reader, code));
    (seen["state"].as_str().expect("a state").to_owned(), seen["bill"] != Json::Null)
}

fn is(state: &str, shown: bool) -> (String, bool) {
    (state.to_owned(), shown)
}

#[test]
fn a_mailed_note_is_confirmed_once_behind_its_link() {
    mailed(reachable, |world, server| {
        let fin = world.login("fin01");
        let id = id_of(world, DN1);
        let all = sent(world, (&fin, server), NOTES, json!({ "ids": [id, id_of(world, DN2)] }));
        assert_eq!(all.len(), 2, "a link for each bill");
        let mails = server.received();
        let own = mails.iter().find(|mail| mail.text().contains(DN1)).expect("the mail");
        assert!(own.text().contains("链接30天内有效"), "{}", own.text());
        let code = codes(&own.text()).pop().expect("a link");
        assert!(code.len() >= 43, "256 bits");
        assert!(!world.contents(true).iter().any(|row| row.contains(&code)), "only its hash is kept");
        let reader = world.anonymous();
        let seen = done(look(&reader, &code));
        assert_eq!((&seen["state"], &seen["number"], &seen["kind"]), (&json!("OPEN"), &json!(DN1), &json!("NOTE")));
        assert_eq!((&seen["orgName"], &seen["until"]), (&json!("演示货运"), &json!("2026-08-14 10:00")));
        assert_eq!(seen["bill"]["amounts"], json!(["CNY 20,000.00"]));
        assert_eq!((&seen["bill"]["dueDate"], &seen["bill"]["count"]), (&json!("2026-08-25"), &json!(2)));
        // What is wrong with an answer is told at once, and nothing is written.
        let before = world.contents(true);
        let fields = |reply: &Reply| findings(reply).into_iter().map(|(field, _)| field).collect::<Vec<_>>();
        assert_eq!(fields(&say(&reader, &code, ("DISPUTED", "", ""))), ["by", "remark"]);
        assert_eq!(fields(&say(&reader, &code, ("SENT", "王", ""))), ["answer"]);
        assert_eq!(fields(&say(&reader, &code, ("CONFIRMED", &"字".repeat(51), ""))), ["by"]);
        world.unchanged(&before, true);
        let reply = say(&reader, &code, ("CONFIRMED", "王会计", ""));
        assert_eq!((reply.code, reply.message.as_str()), (0, "提交成功，感谢您的配合"));
        refused(&say(&reader, &code, ("DISPUTED", "王会计", "错了")), GONE);
        assert_eq!(state(&reader, &code), is("CONFIRMED", true));
        assert_eq!(done(look(&reader, &code))["said"]["by"], json!("王会计"));
        let told = row(&fin, &id);
        assert_eq!((&told["confirmState"], &told["confirmedBy"]), (&json!("CONFIRMED"), &json!("王会计")));
        assert!(told["confirmTime"].as_str().is_some_and(|time| time.starts_with("2026-07-15")), "{told}");
        let page = fin.ok(&format!("{NOTES}/page?size=100&confirmState=CONFIRMED"));
        assert_eq!(rows_of(&page).len(), 1);
        let kept = world.contents(true);
        let has = |text: &str| kept.iter().any(|row| row.contains(text));
        assert!(has("客户答复：已确认；王会计"), "the log tells it");
        assert!(has(&format!("账单{DN1}的答复：已确认")), "its maker is told");
    });
}

#[test]
fn a_note_that_is_void_changed_past_or_mailed_again_shows_no_figures() {
    mailed(reachable, |world, server| {
        let fin = world.login("fin01");
        let id = id_of(world, DN1);
        let once = || sent(world, (&fin, server), NOTES, to_one(&[&id])).pop().expect("a link");
        let reader = world.anonymous();
        let first = once();
        let code = once();
        assert_eq!(state(&reader, &first), is("REPLACED", false));
        assert_eq!(state(&reader, &code), is("OPEN", true));
        refused(&say(&reader, &first, ("CONFIRMED", "王", "")), GONE);
        // Money that comes changes nothing of what the bill says.
        change(world, &format!("UPDATE debit_note SET version = version + 1 WHERE org_id = 2 AND id = {id}"));
        assert_eq!(state(&reader, &code), is("OPEN", true));
        let figures = |amount: &str| {
            change(world, &format!("UPDATE debit_note_row SET amount = {amount} WHERE org_id = 2 AND note_id = {id}"));
        };
        figures("amount + 10");
        let changed = look(&reader, &code);
        assert!(!changed.data.to_string().contains("20,000"), "{}", changed.data);
        assert_eq!(state(&reader, &code), is("CHANGED", false));
        refused(&say(&reader, &code, ("CONFIRMED", "王", "")), GONE);
        figures("amount - 10");
        assert_eq!(state(&reader, &code), is("OPEN", true));
        change(world, &format!("UPDATE debit_note SET state = 'VOID' WHERE org_id = 2 AND id = {id}"));
        assert_eq!(state(&reader, &code), is("VOID", false));
        refused(&say(&reader, &code, ("CONFIRMED", "王", "")), GONE);
        change(world, &format!("UPDATE debit_note SET state = 'NORMAL' WHERE org_id = 2 AND id = {id}"));
        world.set_clock("2026-08-14 09:59:00");
        assert_eq!(state(&reader, &code), is("OPEN", true));
        world.set_clock("2026-08-14 10:00:00");
        assert_eq!(state(&reader, &code), is("EXPIRED", false));
        refused(&say(&reader, &code, ("CONFIRMED", "王", "")), GONE);
    });
}

#[test]
fn an_objection_is_text_and_a_mail_after_it_asks_anew() {
    mailed(reachable, |world, server| {
        let fin = world.login("fin01");
        let id = id_of(world, DN1);
        let once = || sent(world, (&fin, server), NOTES, to_one(&[&id])).pop().expect("a link");
        change(
            world,
            &format!("UPDATE coop SET coop_full_name = '{HOSTILE}' WHERE org_id = 2 AND coop_code = 'KH001'"),
        );
        let reader = world.anonymous();
        let code = once();
        assert_eq!(done(look(&reader, &code))["customer"], json!(HOSTILE));
        done(say(&reader, &code, ("DISPUTED", HOSTILE, HOSTILE)));
        let told = row(&fin, &id);
        assert_eq!((&told["confirmState"], &told["confirmRemark"]), (&json!("DISPUTED"), &json!(HOSTILE)));
        assert_eq!(done(look(&reader, &code))["said"]["remark"], json!(HOSTILE));
        let next = once();
        let asked = row(&fin, &id);
        assert_eq!((&asked["confirmState"], &asked["confirmRemark"]), (&json!("SENT"), &Json::Null), "{asked}");
        // The link that was used shows its answer, and no figures of a bill that went out anew.
        assert_eq!(state(&reader, &code), is("DISPUTED", false));
        assert_eq!(state(&reader, &next), is("OPEN", true));
        // What was told by hand counts, too.
        done(act(&fin, &id, "confirm", json!({ "confirmState": "CONFIRMED", "confirmedBy": "电话" })));
        assert_eq!(state(&reader, &next), is("CONFIRMED", true));
        assert_eq!(done(look(&reader, &next))["said"], Json::Null, "who told it is not said outside");
        refused(&say(&reader, &next, ("DISPUTED", "王", "错")), GONE);
    });
}

fn stated(world: &World) {
    charged(world);
    agree(world, "STATEMENT");
    let fin = world.login("fin01");
    let (one, other) = (note(world, &fin, E4), note(world, &fin, E1));
    made(world, &fin, &[&one, &other]);
}

#[test]
fn a_statement_is_due_by_the_day_its_customer_agreed_behind_its_link() {
    mailed(stated, |world, server| {
        let fin = world.login("fin01");
        let id = found(world, "statement", &[("statement_num", "AE-ST-2607150001")]);
        let code = sent(world, (&fin, server), STATEMENTS, to_one(&[&id])).pop().expect("a link");
        let reader = world.anonymous();
        let seen = done(look(&reader, &code));
        assert_eq!((&seen["kind"], &seen["bill"]["count"]), (&json!("STATEMENT"), &json!(2)));
        assert_eq!(seen["bill"]["amounts"], json!(["CNY 39,749.90", "USD 50.00"]));
        done(say(&reader, &code, ("CONFIRMED", "王会计", "")));
        let told = fin.ok(&format!("{STATEMENTS}/{id}"));
        let names = ["confirmState", "confirmedOn", "confirmedBy", "dueDate"];
        let wanted = ["CONFIRMED", "2026-07-15", "王会计", "2026-08-14"].map(|text| json!(text));
        assert_eq!(names.map(|name| told[name].clone()), wanted);
        assert_eq!(state(&reader, &code), is("CONFIRMED", true), "the due day that follows is no change");
    });
}

#[test]
fn wrong_codes_are_answered_alike_and_limited_for_each_address() {
    each_database_from_with(
        rooms,
        |settings| settings.trusted_proxies = 1,
        reachable,
        |world| {
            let reader = world.anonymous().from_address("203.0.113.7");
            for wrong in ["", "x", "%E6%96%87", &"a".repeat(300)] {
                refused(&look(&reader, wrong), GONE);
            }
            for _ in 4..30 {
                refused(&say(&reader, "wrong", ("CONFIRMED", "王", "")), GONE);
            }
            assert_eq!(look(&reader, "wrong").status, 429);
            refused(&look(&world.anonymous().from_address("203.0.113.8"), "wrong"), GONE);
        },
    );
}
