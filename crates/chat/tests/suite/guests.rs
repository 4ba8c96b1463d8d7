//! Partners who were invited by mail, and the page their link opens.

use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, on_own_machine};
use testkit::{Caller, PNG, Reply, World, done, each_database_from, each_database_from_with, field, findings, refused};

use super::kit::{TALK, accid, chatting, contacts, give, number, rooms, run, said, send, serve, unread};

const GONE: &str = "链接无效或已过期";

/// A story with a mail server that takes everything, and the company's mailbox there.
fn mailed(story: impl Fn(&World, &MailServer)) {
    each_database_from_with(rooms, on_own_machine, chatting, |world| {
        let server = MailServer::start(Manner::Takes);
        done(world.login("demo-admin").put("/hrs/org/mailbox", server.mailbox()));
        story(world, &server);
    });
}

fn guest(email: &str) -> Json {
    json!({ "name": "王工", "email": email })
}

/// Invites a guest: his account, and the code in the mail.
fn invited(world: &World, (host, server): (&Caller<'_>, &MailServer), email: &str) -> (Json, String) {
    let before = server.received().len();
    let made = done(host.post(&format!("{TALK}/guest"), guest(email)));
    for _ in 0..2 {
        world.run_jobs();
    }
    let mail = server.received().into_iter().nth(before).expect("a mail").text();
    let code = mail.split("/chat_guest?code=").nth(1).expect("a link");
    let letter = |sign: &char| sign.is_ascii_alphanumeric() || "-_".contains(*sign);
    (made, code.chars().take_while(letter).collect())
}

fn page(reader: &Caller<'_>, code: &str) -> Reply {
    reader.get(&format!("{TALK}/guest/page?code={code}"))
}

fn own(reader: &Caller<'_>, code: &str) -> Vec<String> {
    let page = reader.ok(&format!("{TALK}/guest/message?code={code}&size=100"));
    let mut all: Vec<String> =
        page["records"].as_array().unwrap().iter().map(|one| field(one, "content").to_owned()).collect();
    all.reverse();
    all
}

fn say(reader: &Caller<'_>, code: &str, content: &str) -> Reply {
    reader.post(&format!("{TALK}/guest/message"), json!({ "code": code, "content": content }))
}

#[test]
fn a_guest_talks_to_his_host_behind_the_link_of_his_mail() {
    mailed(|world, server| {
        let (sales, reader) = (world.login("sales01"), world.anonymous());
        let (made, code) = invited(world, (&sales, server), "Wang@Example.com");
        assert!(code.len() >= 43, "256 bits");
        assert!(!world.contents(true).iter().any(|row| row.contains(&code)), "only its hash is kept");
        let shown = done(page(&reader, &code));
        assert_eq!(
            (&shown["name"], &shown["orgName"], &shown["until"]),
            (&json!("王工"), &json!("演示货运"), &json!("2026-08-14 10:00"))
        );
        assert_eq!((&shown["host"]["nickName"], &shown["answers"]), (&json!("销售一"), &json!(true)));
        let of_guest = field(&made, "accid").to_owned();
        done(send(&sales, &of_guest, "您好，很高兴为您服务"));
        assert_eq!(own(&reader, &code), ["您好，很高兴为您服务"]);
        done(say(&reader, &code, "请问船期"));
        assert_eq!(said(&sales, &of_guest), ["您好，很高兴为您服务", "请问船期"]);
        assert_eq!(unread(&sales, &accid(world, &sales, "sales01")), json!(1));
        let all = contacts(world, &sales, "sales01");
        let one = all.iter().find(|one| one["kind"] == json!("GUEST")).unwrap();
        assert_eq!(
            (&one["nickName"], &one["isOnline"], &one["guestId"]),
            (&json!("王工"), &json!(true), &made["guestId"])
        );
        assert!(!contacts(world, &world.login("cs01"), "cs01").iter().any(|one| one["kind"] == json!("GUEST")));
        // His marks, his files.
        done(reader.post(&format!("{TALK}/guest/read"), json!({ "code": code })));
        assert_eq!(sales.ok(&format!("{TALK}/session/{of_guest}/message"))["peerReadSeq"], json!(2));
        let sent = done(reader.upload(&format!("{TALK}/guest/file?code={code}"), &[("单.png", PNG)]));
        assert_eq!(sent["file"]["picture"], json!(true));
        assert_eq!(reader.get(&format!("{TALK}/guest/file/3?code={code}")).bytes, PNG);
        assert_eq!(sales.get(&format!("{TALK}/session/{of_guest}/file/3")).bytes, PNG);
    });
}

#[test]
fn a_code_opens_its_own_conversation_alone() {
    mailed(|world, server| {
        let (sales, cs, reader) = (world.login("sales01"), world.login("cs01"), world.anonymous());
        let (one, first) = invited(world, (&sales, server), "a@example.com");
        let (other, second) = invited(world, (&cs, server), "b@example.com");
        done(send(&sales, field(&one, "accid"), "给甲"));
        done(send(&cs, field(&other, "accid"), "给乙"));
        done(reader.upload(&format!("{TALK}/guest/file?code={second}"), &[("b.png", PNG)]));
        assert_eq!(
            (own(&reader, &first), own(&reader, &second)),
            (vec!["给甲".to_owned()], vec!["给乙".to_owned(), String::new()])
        );
        assert_eq!(reader.get(&format!("{TALK}/guest/file/2?code={first}")).status, 404);
        // A code is no session, and the guest of another host is nobody's.
        assert_eq!(world.bearer(&first).get(&format!("{TALK}/session/{}/message", field(&one, "accid"))).status, 401);
        let before = world.contents(true);
        assert_eq!(
            findings(&send(&sales, field(&other, "accid"), "您好")),
            [("to".to_owned(), "联系人不存在".to_owned())]
        );
        assert_eq!(sales.put(&format!("{TALK}/guest/{}/revoke", field(&other, "guestId")), json!({})).status, 404);
        for wrong in ["", "x", &first[1..], &format!("{first}x")] {
            refused(&page(&reader, wrong), GONE);
            refused(&say(&reader, wrong, "您好"), GONE);
            refused(&reader.get(&format!("{TALK}/guest/message?code={wrong}")), GONE);
            refused(&reader.get(&format!("{TALK}/guest/file/1?code={wrong}")), GONE);
            refused(&reader.post(&format!("{TALK}/guest/read"), json!({ "code": wrong })), GONE);
            refused(&reader.upload(&format!("{TALK}/guest/file?code={wrong}"), &[("a.png", PNG)]), GONE);
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn a_link_ends_when_it_is_revoked_renewed_or_old() {
    mailed(|world, server| {
        let (sales, reader) = (world.login("sales01"), world.anonymous());
        let (made, first) = invited(world, (&sales, server), "a@example.com");
        done(say(&reader, &first, "一"));
        let (again, second) = invited(world, (&sales, server), "A@example.com");
        assert_eq!((&again["accid"], &again["guestId"]), (&made["accid"], &made["guestId"]), "the same guest");
        refused(&page(&reader, &first), GONE);
        assert_eq!(own(&reader, &second), ["一"], "the conversation goes on");
        done(sales.put(&format!("{TALK}/guest/{}/revoke", field(&made, "guestId")), json!({})));
        refused(&say(&reader, &second, "二"), GONE);
        let over = vec![("to".to_owned(), "访客链接已失效，请重新邀请".to_owned())];
        assert_eq!(findings(&send(&sales, field(&made, "accid"), "二")), over);
        assert_eq!(said(&sales, field(&made, "accid")), ["一"]);
        let (_, third) = invited(world, (&sales, server), "a@example.com");
        world.set_clock("2026-08-14 09:59:59");
        done(page(&reader, &third));
        world.set_clock("2026-08-14 10:00:00");
        refused(&page(&reader, &third), GONE);
    });
}

#[test]
fn a_guest_of_a_host_who_answers_no_more_is_told_so() {
    mailed(|world, server| {
        let (sales, reader) = (world.login("sales01"), world.anonymous());
        let (_, code) = invited(world, (&sales, server), "a@example.com");
        done(serve(world, "sales01", false));
        assert_eq!(done(page(&reader, &code))["answers"], json!(false));
        let before = number(world, "SELECT COUNT(*) FROM chat_message");
        let stopped = vec![("to".to_owned(), "对方账号已停用，消息未发送".to_owned())];
        assert_eq!(findings(&say(&reader, &code, "您好")), stopped);
        assert_eq!(findings(&reader.upload(&format!("{TALK}/guest/file?code={code}"), &[("a.png", PNG)])), stopped);
        assert_eq!(number(world, "SELECT COUNT(*) FROM chat_message"), before);
    });
}

#[test]
fn what_is_wrong_with_an_invitation_is_told_at_once_and_no_mail_goes() {
    mailed(|world, server| {
        let sales = world.login("sales01");
        let ask = |body: Json| findings(&sales.post(&format!("{TALK}/guest"), body));
        let before = world.contents(true);
        let fields = |all: Vec<(String, String)>| all.into_iter().map(|(field, _)| field).collect::<Vec<_>>();
        assert_eq!(fields(ask(json!({}))), ["name", "email"]);
        assert_eq!(
            ask(json!({ "name": "王", "email": "王@" })),
            [("email".to_owned(), "请输入正确的邮箱地址".to_owned())]
        );
        assert_eq!(
            fields(ask(json!({ "name": "字".repeat(41), "email": "a@example.com", "coopId": "77" }))),
            ["name", "coopId"]
        );
        world.unchanged(&before, true);
        assert_eq!(server.received().len(), 0);
        done(sales.post(&format!("{TALK}/guest"), json!({ "name": "字".repeat(40), "email": "a@example.com" })));
    });
}

#[test]
fn without_a_mailbox_nobody_is_invited() {
    each_database_from(rooms, chatting, |world| {
        let sales = world.login("sales01");
        let before = world.contents(true);
        let reply = sales.post(&format!("{TALK}/guest"), guest("a@example.com"));
        assert_eq!((reply.status, reply.code), (200, 1), "{}", reply.message);
        world.unchanged(&before, true);
    });
}

#[test]
fn a_link_opens_nothing_while_the_company_has_no_chat() {
    mailed(|world, server| {
        let (sales, reader) = (world.login("sales01"), world.anonymous());
        let (_, code) = invited(world, (&sales, server), "a@example.com");
        done(say(&reader, &code, "一"));
        let terms = |more: Json| done(give(world, "DEMO", more));
        let gone = || {
            refused(&page(&reader, &code), GONE);
            refused(&say(&reader, &code, "二"), GONE);
            refused(&reader.get(&format!("{TALK}/guest/message?code={code}")), GONE);
            refused(&reader.post(&format!("{TALK}/guest/read"), json!({ "code": code })), GONE);
            refused(&reader.upload(&format!("{TALK}/guest/file?code={code}"), &[("a.png", PNG)]), GONE);
        };
        terms(json!({ "hasPrem": false }));
        gone();
        terms(json!({ "hasPrem": true, "chatTo": "2026-07-15" }));
        assert_eq!(own(&reader, &code), ["一"], "on its last day");
        terms(json!({ "chatFrom": "2026-07-01", "chatTo": "2026-07-14" }));
        gone();
        terms(json!({ "chatFrom": "", "chatTo": "" }));
        assert_eq!(own(&reader, &code), ["一"]);
        run(
            world,
            "INSERT INTO org_setting (org_id, setting_key, business_scope, value, updated_by, updated_at) \
             VALUES (1, 'privateSaas', '*', 'true', 0, 0)",
        );
        gone();
    });
}

#[test]
fn a_guest_sends_so_many_bytes_a_day() {
    mailed(|world, server| {
        let (sales, reader) = (world.login("sales01"), world.anonymous());
        let (made, code) = invited(world, (&sales, server), "a@example.com");
        let size = i64::try_from(PNG.len()).unwrap();
        let most = 200 * 1024 * 1024;
        let bring = || reader.upload(&format!("{TALK}/guest/file?code={code}"), &[("a.png", PNG)]);
        done(bring());
        run(world, &format!("UPDATE chat_message SET file_size = {}", most - size));
        done(bring());
        let before = world.contents(true);
        let full = vec![("file".to_owned(), "24小时内发送的文件总量不能超过200MB，请稍后再发".to_owned())];
        assert_eq!(findings(&bring()), full, "the edge was taken, a byte more is not");
        world.unchanged(&before, true);
        done(say(&reader, &code, "收到请回"));
        // Of guests alone.
        let of_guest = field(&made, "accid");
        run(world, &format!("UPDATE chat_message SET file_size = {most} WHERE file_size IS NOT NULL"));
        done(sales.upload(&format!("{TALK}/file?to={of_guest}"), &[("b.png", PNG)]));
        world.set_clock("2026-07-16 10:00:00");
        done(bring());
    });
}

#[test]
fn invitations_are_limited_by_host_and_by_address() {
    mailed(|world, _| {
        let (sales, cs) = (world.login("sales01"), world.login("cs01"));
        let ask = |host: &Caller<'_>, email: &str| host.post(&format!("{TALK}/guest"), guest(email)).status;
        for host in [&sales, &cs].into_iter().cycle().take(6) {
            assert_eq!(ask(host, "a@example.com"), 200);
        }
        assert_eq!(ask(&sales, "A@Example.com"), 429, "nobody is mailed more often by anybody");
        for number in 0..56 {
            assert_eq!(ask(&sales, &format!("g{number}@example.com")), 200, "{number}");
        }
        assert_eq!(ask(&sales, "last@example.com"), 429);
        assert_eq!(ask(&cs, "last@example.com"), 200);
        world.set_clock("2026-07-15 11:00:00");
        assert_eq!(ask(&world.login("sales01"), "a@example.com"), 200);
    });
}
