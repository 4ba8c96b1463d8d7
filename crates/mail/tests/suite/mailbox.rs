//! The mailbox of a company: what it takes, what it hides, how it is tried.

use std::time::Duration;

use serde_json::{Value as Json, json};
use testkit::mail_server::{MAIL_PASSWORD, MailServer, Manner, on_own_machine};
use testkit::{Caller, each_database, each_database_with, refused};

const BOX: &str = "/hrs/org/mailbox";
const TRY: &str = "/hrs/org/mailbox/test";

fn with(mut body: Json, changes: Json) -> Json {
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

pub fn save(caller: &Caller<'_>, body: Json) {
    let reply = caller.put(BOX, body);
    assert_eq!(reply.code, 0, "{}", reply.message);
}

#[test]
fn a_mailbox_is_kept_without_its_password_coming_back() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        let empty = admin.ok(BOX);
        assert_eq!(
            (&empty["mailValid"], &empty["mailVerifyCode"], &empty["version"]),
            (&json!(false), &json!(""), &json!(0))
        );
        assert_eq!((&empty["mailSecurity"], &empty["mailPort"]), (&json!("SSL"), &json!(465)));
        save(&admin, server.mailbox());
        let kept = admin.ok(BOX);
        assert_eq!((&kept["mailVerifyCode"], &kept["mailAddress"]), (&json!("******"), &json!("office@example.com")));
        assert_eq!(kept["version"], json!(1));
        assert!(!world.contents(true).join("\n").contains(MAIL_PASSWORD), "the password lies sealed, also in the log");
        // The mask keeps it.
        save(&admin, with(server.mailbox(), json!({ "mailVerifyCode": "******", "mailName": "新名", "version": 1 })));
        assert_eq!(admin.post(TRY, with(server.mailbox(), json!({ "mailVerifyCode": "******" }))).message, "验证成功");
        // Not shown to the other company, nor to who may not.
        world.set_clock("2026-07-15 10:00:01");
        assert_eq!(world.login("superAdmin").ok(BOX)["mailValid"], json!(false));
        assert_eq!(world.login("op01").get(BOX).status, 403);
    });
}

#[test]
fn everything_wrong_with_a_mailbox_is_said_at_once() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let body = json!({ "mailValid": true, "mailSecurity": "SSL", "mailPort": null });
        let before = world.contents(true);
        let reply = admin.put(BOX, body);
        for (field, text) in [
            ("mailName", "发件人不能为空"),
            ("mailAddress", "邮箱地址不能为空"),
            ("mailSmtp", "SMTP服务器不能为空"),
            ("mailPort", "端口不能为空"),
            ("mailUser", "用户名不能为空"),
            ("mailVerifyCode", "密码不能为空"),
        ] {
            assert_eq!(reply.findings_at(field), [text]);
        }
        let sound = json!({
            "mailValid": true, "mailName": "n".repeat(20), "mailAddress": "a@example.com", "mailSmtp": "mail.example.com",
            "mailSecurity": "SSL", "mailPort": 465, "mailUser": "u".repeat(100), "mailVerifyCode": "p".repeat(100),
            "mailSignature": "s".repeat(200),
        });
        for (field, value, text) in [
            ("mailName", json!("n".repeat(21)), "长度不能超过20个字符"),
            ("mailUser", json!("n".repeat(101)), "长度不能超过100个字符"),
            ("mailVerifyCode", json!("n".repeat(101)), "长度不能超过100个字符"),
            ("mailSignature", json!("n".repeat(201)), "长度不能超过200个字符"),
            ("mailAddress", json!("nobody"), "请输入正确的邮箱地址"),
            ("mailAddress", json!("a@b.c\r\nBcc: x@y.z"), "请输入正确的邮箱地址"),
            ("mailSmtp", json!("http://mail.example.com/"), "请输入正确的SMTP服务器"),
            ("mailPort", json!(22), "端口只能是25、454、465、587、994"),
            ("mailSecurity", json!("ROT13"), "请选择加密方式"),
        ] {
            let reply = admin.put(BOX, with(sound.clone(), json!({ field: value })));
            assert_eq!(reply.findings_at(field), [text], "{field} {value}");
        }
        assert_eq!(admin.put(BOX, with(sound.clone(), json!({ "mailVerifyCode": "******" }))).code, 1);
        world.unchanged(&before, true);
        // Out of use it may be empty.
        save(&admin, json!({ "mailValid": false }));
        assert_eq!(admin.put(BOX, sound.clone()).code, 3, "an old version");
        save(&admin, with(sound, json!({ "version": 1 })));
        let log = world.contents(true).join("\n");
        assert!(log.contains("发件邮箱") && !log.contains(&"p".repeat(100)));
    });
}

#[test]
fn a_kept_password_goes_nowhere_else() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        let other = MailServer::start(Manner::Takes);
        save(&admin, server.mailbox());
        let kept = with(server.mailbox(), json!({ "mailVerifyCode": "******", "version": 1 }));
        for change in
            [json!({ "mailPort": other.port() }), json!({ "mailSmtp": "127.0.0.2" }), json!({ "mailUser": "x" })]
        {
            let text = "服务器、端口、加密方式或用户名已修改，请重新输入密码";
            let body = with(kept.clone(), change);
            assert_eq!(admin.put(BOX, body.clone()).findings_at("mailVerifyCode"), [text]);
            assert_eq!(admin.post(TRY, body).findings_at("mailVerifyCode"), [text]);
        }
        assert_eq!(other.connections(), 0);
    });
}

#[test]
fn trying_a_mailbox_logs_in_and_sends_nothing() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        let before = world.contents(true);
        let reply = admin.post(TRY, server.mailbox());
        assert_eq!((reply.code, reply.message.as_str(), &reply.data), (0, "验证成功", &json!(true)));
        assert_eq!((server.connections(), server.received().len()), (1, 0));
        let wrong = with(server.mailbox(), json!({ "mailVerifyCode": "not-it-9" }));
        refused(&admin.post(TRY, wrong), "验证失败：邮件服务器拒绝登录，请检查用户名和密码");
        let unreachable = "验证失败：无法连接邮件服务器，请检查服务器、端口和加密方式";
        refused(&admin.post(TRY, with(server.mailbox(), json!({ "mailSecurity": "STARTTLS" }))), unreachable);
        refused(&admin.post(TRY, with(server.mailbox(), json!({ "mailSecurity": "SSL" }))), unreachable);
        server.turn(Manner::Silent);
        refused(&admin.post(TRY, server.mailbox()), unreachable);
        let english = admin.in_language("en-US").post(TRY, server.mailbox());
        assert!(english.message.starts_with("Verification failed: The mail server can't be reached."));
        world.unchanged(&before, true);
    });
}

#[test]
fn a_private_address_is_never_called() {
    // The server stands on this machine, and nobody opened this machine's network.
    each_database_with(
        Vec::new,
        |settings| {
            settings.mail_ports = Vec::new();
            settings.mail_patience = Duration::from_secs(5);
        },
        |world| {
            let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
            for (minute, hosts) in [
                ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0.0.0.0", "localhost"],
                ["::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::127.0.0.1", "2002:7f00:1::", "0", "::"],
            ]
            .iter()
            .enumerate()
            {
                world.set_clock(&format!("2026-07-15 10:0{minute}:00"));
                for host in hosts {
                    let reply = admin.post(TRY, with(server.mailbox(), json!({ "mailSmtp": host })));
                    refused(&reply, "验证失败：无法连接邮件服务器，请检查服务器、端口和加密方式");
                }
            }
            assert_eq!(server.connections(), 0);
            // Nor by a mailbox that was saved all the same.
            save(&admin, server.mailbox());
            super::outbox::put(world, &["a@example.com"]);
            assert_eq!(world.run_jobs(), 1);
            assert_eq!(server.connections(), 0);
        },
    );
}

#[test]
fn a_company_tries_ten_mailboxes_a_minute() {
    each_database_with(Vec::new, on_own_machine, |world| {
        let (admin, server) = (world.login("demo-admin"), MailServer::start(Manner::Takes));
        for _ in 0..10 {
            assert_eq!(admin.post(TRY, server.mailbox()).code, 0);
        }
        assert_eq!(admin.post(TRY, server.mailbox()).status, 429);
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(admin.post(TRY, server.mailbox()).code, 0);
    });
}
