//! The outbox: once, again after five and thirty minutes, and never twice.

use kernel::Id;
use mail::{Attachment, Kind, Letter, Sender, Words, mailbox_for};
use platform::store::{Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::mail_server::{MAIL_PASSWORD, MailServer, Manner, on_own_machine};
use testkit::{World, each_database_with};

use super::mailbox::save;

const DEMO: i64 = 2;
const DEMOSH: i64 = 3;

pub fn letter(to: &[&str]) -> Letter {
    Letter {
        kind: Kind::Other,
        to: to.iter().map(|address| (*address).to_owned()).collect(),
        cc: Vec::new(),
        words: Words {
            subject: "送货安排 AE-2607010001".to_owned(),
            text: "请于今日送货。".to_owned(),
            html: "<p>请于今日送货。</p>".to_owned(),
        },
        attachments: Vec::new(),
        number: "AE-2607010001".to_owned(),
        not_before: None,
    }
}

pub fn send(world: &World, letter: &Letter) -> Id {
    world.database(|app, conn| {
        let mailbox = mailbox_for(conn, app, DEMO).unwrap().expect("a mailbox");
        let from = Sender { org: DEMO, mailbox: &mailbox, user: None, language: "zh-CN" };
        mail::put(conn, app, from, letter).unwrap()
    })
}

pub fn put(world: &World, to: &[&str]) -> Id {
    send(world, &letter(to))
}

/// The newest row of the mail log.
fn row(world: &World) -> Json {
    world.login("demo-admin").ok("/hrs/mailLog/page?size=1")["records"][0].clone()
}

fn ready(world: &World, manner: Manner) -> MailServer {
    let server = MailServer::start(manner);
    save(&world.login("demo-admin"), server.mailbox());
    server
}

#[test]
fn a_mail_arrives_as_it_was_written() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = MailServer::start(Manner::Takes);
        let mut mailbox = server.mailbox();
        mailbox["mailSignature"] = json!("演示货运 <操作部>");
        save(&world.login("demo-admin"), mailbox);
        let hash = world.database(|app, _| app.files.keep(DEMO, b"%PDF-1.7 test").unwrap());
        let file = Attachment { name: "账单.pdf".to_owned(), hash, size: 13 };
        let wanted = Letter {
            cc: vec!["cc@example.com".to_owned()],
            attachments: vec![file],
            ..letter(&["a@example.com", "b@example.com"])
        };
        send(world, &wanted);
        assert_eq!(row(world)["status"], json!("待发送"));
        assert!(server.received().is_empty(), "nothing goes before the transaction is over");
        assert_eq!((world.run_jobs(), world.run_jobs()), (1, 0));
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["a@example.com", "b@example.com", "cc@example.com"]);
        assert_eq!(mail.subject(), "送货安排 AE-2607010001");
        assert_eq!(mail.from(), "演示货运 <office@example.com>");
        assert_eq!(mail.text().trim_end(), "请于今日送货。\n\n-- \n演示货运 <操作部>");
        assert!(mail.html().contains("<p>请于今日送货。</p>") && mail.html().contains("&lt;操作部&gt;"));
        assert_eq!(mail.files(), [("账单.pdf".to_owned(), b"%PDF-1.7 test".to_vec())]);
        let row = row(world);
        assert_eq!((&row["status"], &row["attempts"], &row["error"]), (&json!("已发送"), &json!(1), &Json::Null));
        assert_eq!((&row["attachmentCount"], &row["ccAddrs"]), (&json!(1), &json!("cc@example.com")));
    });
}

/// Shows line of /hrs_mail_log: with a mailbox refusing login the row reads 失败, 尝试次数 3 and the server's reason.
#[test]
fn a_refused_login_fails_after_three_attempts_with_the_servers_reason() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::RefusesLogin);
        put(world, &["a@example.com"]);
        for (time, attempts, status) in [
            ("10:00:00", 1, "待发送"),
            ("10:04:59", 1, "待发送"),
            ("10:05:00", 2, "待发送"),
            ("10:29:59", 2, "待发送"),
            ("10:30:00", 3, "失败"),
            ("23:00:00", 3, "失败"),
        ] {
            world.set_clock(&format!("2026-07-15 {time}"));
            world.run_jobs();
            let row = row(world);
            assert_eq!((&row["attempts"], &row["status"]), (&json!(attempts), &json!(status)), "{time}");
            let reason = "535 5.7.8 authentication failed for office@example.com ***";
            assert_eq!(row["error"], json!(reason), "without the password the server repeated");
        }
        assert_eq!((server.connections(), server.received().len()), (3, 0));
        assert!(!world.contents(true).join("\n").contains(MAIL_PASSWORD));
    });
}

#[test]
fn each_trouble_says_what_it_was_and_a_later_attempt_succeeds() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        for (minute, manner, reason) in [
            (10, Manner::RefusesReceiver, "550 5.1.1 no such receiver"),
            (20, Manner::Silent, "邮件服务器未在规定时间内响应"),
            (30, Manner::HangsUp, "与邮件服务器的连接中断"),
        ] {
            world.set_clock(&format!("2026-07-15 10:{minute}:00"));
            server.turn(manner);
            put(world, &["a@example.com"]);
            world.run_jobs();
            assert_eq!(row(world)["error"], json!(reason), "{manner:?}");
            server.turn(Manner::Takes);
            world.set_clock(&format!("2026-07-15 10:{}:00", minute + 5));
            world.run_jobs();
            let row = row(world);
            assert_eq!((&row["status"], &row["attempts"], &row["error"]), (&json!("已发送"), &json!(2), &Json::Null));
        }
        // The mail whose end was not heard came twice under one name, by which the receiver knows it again.
        let names: Vec<String> = server.received().iter().map(testkit::mail_server::Received::message_id).collect();
        assert_eq!(names.len(), 4);
        assert_eq!(names[2], names[3]);
        assert_ne!(names[1], names[2]);
    });
}

/// A mailing goes one mail after the other, those by other mailboxes and what is urgent beside it.
#[test]
fn a_mailing_keeps_nobody_waiting() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        save(&world.login("superAdmin"), server.mailbox());
        for place in 0..25 {
            put(world, &[&format!("reader{place:02}@example.com")]);
        }
        let from = |org: i64, letter: &Letter| {
            world.database(|app, conn| {
                let mailbox = mailbox_for(conn, app, org).unwrap().expect("a mailbox");
                let from = Sender { org, mailbox: &mailbox, user: None, language: "zh-CN" };
                mail::put(conn, app, from, letter).unwrap()
            })
        };
        from(DEMOSH, &letter(&["shanghai@example.com"]));
        from(DEMO, &Letter { kind: Kind::PasswordReset, ..letter(&["reset@example.com"]) });
        assert_eq!(world.run_jobs(), 27);
        let to: Vec<String> = server.received().into_iter().flat_map(|mail| mail.to).collect();
        let place = |of: &str| to.iter().position(|to| to == of).unwrap();
        assert!(place("reset@example.com") <= 21 && place("shanghai@example.com") <= 21, "{to:?}");
        let readers: Vec<&String> = to.iter().filter(|to| to.starts_with("reader")).collect();
        assert!(readers.is_sorted() && readers.len() == 25, "{to:?}");
    });
}

#[test]
fn several_workers_send_no_mail_twice() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        for number in 0..12 {
            put(world, &[&format!("a{number}@example.com")]);
        }
        world.inside(|app| {
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    let handle = platform_handle();
                    scope.spawn(move || {
                        let _inside = handle.enter();
                        platform::job::run_due(app).unwrap()
                    });
                }
            });
        });
        let mut to: Vec<String> = server.received().into_iter().flat_map(|mail| mail.to).collect();
        to.sort();
        to.dedup();
        assert_eq!((to.len(), server.received().len()), (12, 12));
    });
}

fn platform_handle() -> tokio::runtime::Handle {
    tokio::runtime::Handle::current()
}

#[test]
fn the_mail_of_a_lost_worker_is_taken_up_and_given_up_after_the_third() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        let lose = |attempts: i64| {
            put(world, &["a@example.com"]);
            world.database(|_, conn| {
                let text = format!(
                    "UPDATE mail_log SET status = '发送中', worker = 'gone', attempts = {attempts}, next_at = next_at + 600000 \
                     WHERE status = '待发送'"
                );
                conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
            });
        };
        lose(1);
        world.set_clock("2026-07-15 10:09:59");
        assert_eq!(world.run_jobs(), 0);
        world.set_clock("2026-07-15 10:10:00");
        assert_eq!(world.run_jobs(), 1);
        assert_eq!((&row(world)["status"], &row(world)["attempts"]), (&json!("已发送"), &json!(2)));
        lose(3);
        world.set_clock("2026-07-15 10:20:00");
        world.run_jobs();
        let row = row(world);
        assert_eq!((&row["status"], &row["attempts"]), (&json!("失败"), &json!(3)));
        assert_eq!(row["error"], json!("发送中断"));
        assert_eq!(server.received().len(), 1);
    });
}

#[test]
fn a_server_that_does_not_answer_is_asked_once_in_a_round() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Silent);
        for _ in 0..5 {
            put(world, &["a@example.com"]);
        }
        assert_eq!(world.run_jobs(), 5);
        assert_eq!(server.connections(), 1);
        assert_eq!(row(world)["attempts"], json!(1));
    });
}

#[test]
fn words_cannot_become_headers_or_a_second_mail() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        let mut evil = letter(&["a@example.com"]);
        evil.words.subject = "您好\r\nBcc: b@example.com\r\n\r\nx".to_owned();
        evil.words.text =
            "a\r\n.\r\nMAIL FROM:<x@y.z>\r\nRCPT TO:<c@example.com>\r\nDATA\r\n.hidden\n.\nend".to_owned();
        send(world, &evil);
        world.run_jobs();
        let [mail] = server.received().try_into().expect("one mail");
        assert_eq!(mail.to, ["a@example.com"]);
        assert!(!mail.raw.to_lowercase().contains("\nbcc:"), "{}", mail.raw);
        assert!(mail.text().contains("MAIL FROM:<x@y.z>") && mail.text().contains("\n.hidden\n.\nend"));
    });
}

#[test]
fn a_mail_needs_receivers_that_are_addresses_and_files_of_a_fair_size() {
    each_database_with(Vec::new, on_own_machine, |world| {
        ready(world, Manner::Takes);
        let file = |size: u64| Attachment { name: "a.pdf".to_owned(), hash: "0".repeat(64), size };
        let half = 10 * 1024 * 1024;
        let many: Vec<String> = (0..51).map(|number| format!("a{number}@example.com")).collect();
        let with = |to: Vec<String>, attachments: Vec<Attachment>| Letter { to, attachments, ..letter(&[]) };
        let one = || vec!["a@example.com".to_owned()];
        for (letter, fits) in [
            (with(Vec::new(), Vec::new()), false),
            (with(many.clone(), Vec::new()), false),
            (with(many[..50].to_vec(), Vec::new()), true),
            (with(vec!["a@example.com\r\nRCPT TO:<b@c.d>".to_owned()], Vec::new()), false),
            (with(vec!["nobody".to_owned()], Vec::new()), false),
            (with(one(), vec![file(half), file(half)]), true),
            (with(one(), vec![file(half), file(half), file(1)]), false),
        ] {
            let sent = world.database(|app, conn| {
                let mailbox = mailbox_for(conn, app, DEMO).unwrap().unwrap();
                let from = Sender { org: DEMO, mailbox: &mailbox, user: None, language: "zh-CN" };
                mail::put(conn, app, from, &letter).is_ok()
            });
            assert_eq!(sent, fits, "{:?} {}", letter.to.first(), letter.attachments.len());
        }
        world.run_jobs();
        assert_eq!(row(world)["error"], json!("附件已不存在"), "the bytes of the last were never kept");
    });
}

#[test]
fn the_platforms_mailbox_serves_a_company_without_one() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let none = world.database(|app, conn| mailbox_for(conn, app, DEMO).unwrap().is_none());
        assert!(none);
        let platform = MailServer::start(Manner::Takes);
        save(&world.login("superAdmin"), platform.mailbox());
        put(world, &["a@example.com"]);
        world.run_jobs();
        assert_eq!(platform.received().len(), 1);
        let own = ready(world, Manner::Takes);
        put(world, &["b@example.com"]);
        world.run_jobs();
        assert_eq!((platform.received().len(), own.received().len()), (1, 1));
        // Put out of use while a mail waits: it waits, too, and says why.
        put(world, &["c@example.com"]);
        let mut closed = own.mailbox();
        closed["mailValid"] = json!(false);
        closed["version"] = json!(1);
        save(&world.login("demo-admin"), closed);
        world.run_jobs();
        assert_eq!((&row(world)["status"], &row(world)["error"]), (&json!("待发送"), &json!("发件邮箱已停用")));
    });
}

/// A default mail signature of the company, for the holders of a role or for all.
fn template(world: &World, (id, language): (i64, &str), html: &str, role: Option<i64>) {
    world.database(|_, conn| {
        let text = |text: &str| Value::Text(text.to_owned());
        let cells = [
            ("id", Value::Int(id)),
            ("kind", text("邮件签名")),
            ("name", text(&format!("签名{id}"))),
            ("business_scope", text("*")),
            ("document", text("*")),
            ("language", text(language)),
            ("mail_text", text(html)),
            ("is_default", Value::Bool(true)),
            ("active", Value::Bool(true)),
            ("used", Value::Int(0)),
            ("version", Value::Int(1)),
            ("created_by", Value::Int(1)),
            ("created_at", Value::Int(0)),
            ("updated_by", Value::Int(1)),
            ("updated_at", Value::Int(0)),
        ];
        conn.exec(&sql::insert(DEMO, "sign_template", &cells).into()).unwrap();
        if let Some(role) = role {
            let cells = [("template_id", Value::Int(id)), ("role_id", Value::Int(role))];
            conn.exec(&sql::insert(DEMO, "sign_template_role", &cells).into()).unwrap();
        }
    });
}

#[test]
fn a_mail_bears_the_companys_signature_where_the_mailbox_has_none() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        let user: Id = world.database(|_, conn| {
            let mut select = sql::from(DEMO, "app_user");
            select.column("id").and_where(sql::eq("login_name", "op01".to_owned()));
            conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
        });
        let used = |id: i64| -> i64 {
            world.database(|_, conn| {
                let mut select = sql::from(DEMO, "sign_template");
                select.column("used").and_where(sql::eq("id", id));
                conn.first(&select.into()).unwrap().unwrap().get(0).unwrap()
            })
        };
        template(world, (1, "zh"), "<p><b>{userName}</b> {orgName}</p>", None);
        template(world, (2, "en"), "<p>{orgEname}</p>", Some(987_654));
        let sent = |user: Option<Id>, language: &str, kind: Kind| {
            world.database(|app, conn| {
                let mailbox = mailbox_for(conn, app, DEMO).unwrap().expect("a mailbox");
                let from = Sender { org: DEMO, mailbox: &mailbox, user, language };
                mail::put(conn, app, from, &Letter { kind, ..letter(&["a@example.com"]) }).unwrap()
            });
            world.run_jobs();
            server.received().pop().expect("a mail")
        };
        let mail = sent(Some(user), "zh-CN", Kind::Other);
        assert_eq!(mail.text().trim_end(), "请于今日送货。\n\n-- \n操作一 演示货运");
        assert!(mail.html().contains("<p><b>操作一</b> 演示货运</p>"), "{}", mail.html());
        assert_eq!(used(1), 1);
        assert_eq!(sent(Some(user), "en-US", Kind::Other).text().trim_end(), "请于今日送货。", "not for his roles");
        assert_eq!(sent(None, "zh-CN", Kind::Other).text().trim_end(), "请于今日送货。", "nobody signs for the system");
        assert_eq!(sent(Some(user), "zh-CN", Kind::Invitation).text().trim_end(), "请于今日送货。");
        let mut own = server.mailbox();
        own["mailSignature"] = json!("发件邮箱自己的签名");
        own["version"] = json!(1);
        save(&world.login("demo-admin"), own);
        let mail = sent(Some(user), "zh-CN", Kind::Other);
        assert_eq!(mail.text().trim_end(), "请于今日送货。\n\n-- \n发件邮箱自己的签名");
        let mail = sent(Some(user), "zh-CN", Kind::TrackingCode);
        assert!(
            mail.text().contains("发件邮箱自己的签名"),
            "a secret a user sends bears his signature: {}",
            mail.text()
        );
        assert_eq!(sent(Some(user), "zh-CN", Kind::Telegram).text().trim_end(), "请于今日送货。", "it goes as it is");
        assert_eq!((used(1), used(2)), (1, 0));
    });
}

#[test]
fn a_mail_that_waits_for_a_time_ahead_goes_when_the_clock_is_right() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::RefusesReceiver);
        put(world, &["a@example.com"]);
        world.set_clock("2036-07-15 10:00:00");
        assert_eq!(world.run_jobs(), 1);
        server.turn(Manner::Takes);
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!((&row(world)["status"], &row(world)["attempts"]), (&json!("已发送"), &json!(2)));
        assert_eq!(server.received().len(), 1);
    });
}

#[test]
fn a_mail_whose_worker_was_lost_ahead_is_not_sent_twice_while_he_may_live() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let server = ready(world, Manner::Takes);
        put(world, &["a@example.com"]);
        world.database(|app, conn| {
            let until = app.clock.now().millis() + 3650 * 24 * 60 * 60 * 1000;
            let text =
                format!("UPDATE mail_log SET status = '发送中', worker = 'gone', attempts = 1, next_at = {until}");
            conn.exec(&Stmt::Raw(text, Vec::new())).unwrap();
        });
        for (time, sent) in [("10:00:00", 0), ("10:09:59", 0), ("10:10:00", 1)] {
            world.set_clock(&format!("2026-07-15 {time}"));
            world.run_jobs();
            assert_eq!(server.received().len(), sent, "{time}");
        }
    });
}
