//! Links by which people set their passwords: invitations and resets, through a real mail server.

use platform::call::Settings;
use serde_json::{Value as Json, json};
use testkit::mail_server::{MailServer, Manner, Received, on_own_machine};
use testkit::{Caller, PASSWORD, Reply, World, each_database, each_database_with, refused};

use super::user::{new, reset, row};

const NEW: &str = "Neu-2026x";
const SENT: &str = "如账号存在，重置链接已发送至登记邮箱";
const DEAD: &str = "链接已失效，请重新申请";

pub(super) fn at_an_address(settings: &mut Settings) {
    on_own_machine(settings);
    settings.public_url = "https://forwarder.example.com".to_owned();
}

pub(super) fn mailbox_of(caller: &Caller<'_>) -> MailServer {
    let server = MailServer::start(Manner::Takes);
    let reply = caller.put("/hrs/org/mailbox", server.mailbox());
    assert_eq!(reply.code, 0, "{}", reply.message);
    server
}

pub(super) fn last(world: &World, server: &MailServer) -> Received {
    world.run_jobs();
    server.received().pop().expect("a mail")
}

/// The secret part of the link of a mail.
fn token(mail: &Received, purpose: &str) -> String {
    let link = mail.link();
    let start = format!("https://forwarder.example.com/login?{purpose}=");
    link.strip_prefix(&start).unwrap_or_else(|| panic!("{link}")).to_owned()
}

fn set(world: &World, token: &str, password: &str) -> Reply {
    world.anonymous().post("/auth/password/reset", json!({ "token": token, "newPassword": password }))
}

fn look(world: &World, token: &str) -> Reply {
    world.anonymous().get(&format!("/auth/password/link/{token}"))
}

fn forgot(world: &World, mail: &str) -> Reply {
    world.anonymous().post("/auth/password/forgot", json!({ "userEmail": mail }))
}

fn logs_in(world: &World, mail: &str, password: &str) -> bool {
    world.anonymous().token_call(mail, "DEMO", password).code == 0
}

#[test]
fn a_new_user_is_invited_and_sets_the_first_password() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        let reply = admin.post("/hrs/user", new(&admin, "13911112222", "new01@example.com"));
        assert_eq!((reply.code, &reply.data["mailedTo"]), (0, &json!("new01@example.com")), "{}", reply.message);
        assert_eq!(reply.data.get("oneTimePassword"), None);
        let mail = last(world, &server);
        assert_eq!(
            (mail.subject().as_str(), mail.to.as_slice()),
            ("演示货运邀请您开通账号", ["new01@example.com".to_owned()].as_slice())
        );
        assert!(mail.text().contains("链接72小时内有效"));
        let token = token(&mail, "invite");
        assert_eq!(token.len(), 43, "256 bits");
        let seen = look(world, &token).data;
        let whose = json!({
            "purpose": "invite", "orgName": "演示货运", "userName": "新人", "loginName": "new01@example.com",
            "policy": seen["policy"],
        });
        assert_eq!(seen, whose);
        assert_eq!(seen["policy"]["text"], "密码须为8-20位且包含字母和数字");
        // Refused passwords leave the link as it is.
        assert_eq!(set(world, &token, "12345678").findings_at("newPassword"), ["密码须为8-20位且包含字母和数字"]);
        assert_eq!(
            set(world, &token, "xnew01@example.com").findings_at("newPassword"),
            ["密码不能包含登录账号、手机号或邮箱"]
        );
        assert_eq!(set(world, &token, NEW).code, 0);
        let entered = world.anonymous().token_call("new01@example.com", "DEMO", NEW);
        assert_eq!((entered.code, &entered.json["mustChangePassword"]), (0, &json!(false)));
        // Spent.
        for reply in [look(world, &token), set(world, &token, "Other-2026x")] {
            refused(&reply, DEAD);
        }
        assert!(logs_in(world, "new01@example.com", NEW));
        let log = admin.ok("/hrs/log/list/page?size=1");
        assert_eq!(log["records"][0]["operatorName"], json!("新人 new01@example.com"));
        let mails = admin.ok("/hrs/mailLog/page");
        let sent = &mails["records"][0];
        assert_eq!(
            (&sent["kind"], &sent["status"], &sent["senderName"]),
            (&json!("邀请"), &json!("已发送"), &json!("管理员"))
        );
        assert!(!world.contents(true).join("\n").contains(&token), "the link is kept nowhere");
    });
}

#[test]
fn an_invitation_counts_seventy_two_hours_and_the_newest_link_alone() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        assert_eq!(admin.post("/hrs/user", new(&admin, "13911112222", "new01@example.com")).code, 0);
        let first = token(&last(world, &server), "invite");
        world.set_clock("2026-07-18 09:59:59");
        assert_eq!(look(world, &first).code, 0);
        world.set_clock("2026-07-18 10:00:00");
        refused(&look(world, &first), DEAD);
        refused(&set(world, &first, NEW), DEAD);
        assert!(!logs_in(world, "new01@example.com", NEW));
        let admin = world.login("demo-admin");
        for _ in 0..2 {
            assert_eq!(reset(&admin, "new01").data, json!({ "mailedTo": "new01@example.com" }));
        }
        world.run_jobs();
        let mails = server.received();
        refused(&look(world, &token(&mails[1], "reset")), DEAD);
        assert_eq!(set(world, &token(&mails[2], "reset"), NEW).code, 0);
    });
}

#[test]
fn who_forgot_the_password_sets_a_new_one_by_mail() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let (here, there) = (world.login("op01"), world.login("op01"));
        let reply = forgot(world, " OP01@Example.com ");
        assert_eq!((reply.code, reply.message.as_str()), (0, SENT));
        assert!(server.received().is_empty() && logs_in(world, "op01@example.com", PASSWORD));
        let mail = last(world, &server);
        assert_eq!(
            (mail.subject().as_str(), mail.to.as_slice()),
            ("重置登录密码", ["op01@example.com".to_owned()].as_slice())
        );
        let token = token(&mail, "reset");
        assert_eq!(look(world, &token).data["purpose"], json!("reset"));
        let reused = "新密码不能与最近5次使用的密码相同";
        assert_eq!(set(world, &token, PASSWORD).findings_at("newPassword"), [reused]);
        // Five wrong passwords lock the login; the link opens it.
        for _ in 0..5 {
            assert!(!logs_in(world, "op01@example.com", "wrong"));
        }
        world.set_clock("2026-07-15 10:05:00");
        assert_eq!((here.get("/hrs/permission").code, there.get("/hrs/permission").code), (0, 0));
        assert_eq!(set(world, &token, NEW).code, 0);
        for session in [here, there] {
            assert_eq!(session.get("/hrs/permission").status, 401, "every session of the login ends");
        }
        assert!(logs_in(world, "op01@example.com", NEW) && !logs_in(world, "op01@example.com", PASSWORD));
        refused(&set(world, &token, "Other-2026x"), DEAD);
    });
}

#[test]
fn a_reset_counts_thirty_minutes_by_phone_too() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let ask = || {
            let body = json!({ "phoneNumber": "13800000005", "internationalCountryCode": "86" });
            assert_eq!(world.anonymous().post("/auth/password/forgot", body).message, SENT);
            token(&last(world, &server), "reset")
        };
        let late = ask();
        world.set_clock("2026-07-15 10:30:00");
        refused(&set(world, &late, NEW), DEAD);
        let in_time = ask();
        world.set_clock("2026-07-15 10:59:59");
        assert_eq!(set(world, &in_time, NEW).code, 0);
        assert!(logs_in(world, "cs01@example.com", NEW));
    });
}

#[test]
fn nobody_learns_by_asking_whether_there_is_such_a_login() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        // Known, unknown, and of a company whose contract is over: one answer, and the same work before it.
        for mail in ["op01@example.com", "unknown@example.com", "trial01@example.com"] {
            let rows = world.contents(false).len();
            let reply = forgot(world, mail);
            assert_eq!(
                (reply.status, reply.code, reply.message.as_str(), &reply.data),
                (200, 0, SENT, &Json::Null),
                "{mail}"
            );
            assert_eq!(world.contents(false).len(), rows + 1, "{mail}");
        }
        world.run_jobs();
        assert_eq!(server.received().len(), 1);
        let english = world.anonymous().in_language("en-US");
        let reply = english.post("/auth/password/forgot", json!({ "userEmail": "unknown@example.com" }));
        assert!(reply.message.starts_with("If the account exists"));
        let before = world.contents(true);
        for (body, field, text) in [
            (json!({}), "userEmail", "请输入正确的邮箱地址"),
            (json!({ "userEmail": "nobody" }), "userEmail", "请输入正确的邮箱地址"),
            (json!({ "phoneNumber": "12800000000" }), "phoneNumber", "请输入正确的手机号码"),
            (json!({ "phoneNumber": "123", "internationalCountryCode": "49" }), "phoneNumber", "请输入正确的手机号码"),
        ] {
            assert_eq!(world.anonymous().post("/auth/password/forgot", body).findings_at(field), [text]);
        }
        // CVE-2023-7028: a second address in one request.
        let two = json!({ "userEmail": ["op01@example.com", "evil@example.com"] });
        assert_eq!(world.anonymous().post("/auth/password/forgot", two).status, 400);
        let twice = "{\"userEmail\":\"op01@example.com\",\"userEmail\":\"evil@example.com\"}";
        assert_eq!(world.anonymous().post_text("/auth/password/forgot", twice).status, 400);
        for token in ["x", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            refused(&set(world, token, NEW), DEAD);
        }
        world.unchanged(&before, true);
    });
}

#[test]
fn asking_has_a_limit_for_the_login_and_for_the_address() {
    let few = |settings: &mut Settings| {
        at_an_address(settings);
        settings.login_calls_per_minute = 8;
    };
    each_database_with(Vec::new, few, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        for minute in 0..3 {
            world.set_clock(&format!("2026-07-15 10:0{minute}:00"));
            for _ in 0..3 {
                assert_eq!(forgot(world, "op01@example.com").code, 0);
            }
            assert_eq!(forgot(world, "op01@example.com").status, 429);
            world.run_jobs();
        }
        assert_eq!(server.received().len(), 5, "at most five links an hour");
        world.set_clock("2026-07-15 10:03:00");
        for number in 0..8 {
            assert_eq!(forgot(world, &format!("a{number}@example.com")).code, 0);
        }
        assert_eq!(forgot(world, "b@example.com").status, 429);
        for _ in 0..8 {
            refused(&look(world, "x"), DEAD);
        }
        assert_eq!(look(world, "x").status, 429);
        world.set_clock("2026-07-15 11:00:00");
        forgot(world, "op01@example.com");
        world.run_jobs();
        assert_eq!(server.received().len(), 6);
    });
}

#[test]
fn without_a_mailbox_or_an_address_the_password_is_shown_once() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let shown = |reply: &Reply| reply.data["oneTimePassword"].as_str().map(str::len);
        assert_eq!(shown(&reset(&admin, "op01")), Some(12));
        assert_eq!(forgot(world, "op01@example.com").message, SENT);
        world.run_jobs();
        assert_eq!(admin.ok("/hrs/mailLog/page")["total"], json!(0));
        let server = mailbox_of(&admin);
        let reply = admin.post("/hrs/user", new(&admin, "13911112222", ""));
        assert_eq!((reply.code, shown(&reply)), (0, Some(12)), "{}", reply.message);
        world.run_jobs();
        assert!(server.received().is_empty());
    });
}

#[test]
fn an_administrators_reset_changes_nothing_until_the_link_is_used() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        let session = world.login("op01");
        assert_eq!(reset(&admin, "op01").data, json!({ "mailedTo": "op01@example.com" }));
        assert!(logs_in(world, "op01@example.com", PASSWORD));
        let link = token(&last(world, &server), "reset");
        assert_eq!(set(world, &link, NEW).code, 0);
        assert_eq!(session.get("/hrs/permission").status, 401);
        assert!(logs_in(world, "op01@example.com", NEW) && !logs_in(world, "op01@example.com", PASSWORD));
    });
}

#[test]
fn a_changed_password_or_address_ends_the_links_that_were_sent() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        forgot(world, "op01@example.com");
        let link = token(&last(world, &server), "reset");
        let change = json!({ "oldPassword": PASSWORD, "newPassword": NEW });
        assert_eq!(world.login("op01").put("/hrs/user/editPassword", change).code, 0);
        refused(&set(world, &link, "Other-2026x"), DEAD);
        forgot(world, "cs01@example.com");
        let link = token(&last(world, &server), "reset");
        let user = row(&admin, "cs01");
        let path = format!("/hrs/user/{}", user["id"].as_str().unwrap());
        let moved = admin.put(&path, json!({ "version": user["version"], "email": "moved@example.com" }));
        assert_eq!(moved.code, 0, "{}", moved.message);
        refused(&set(world, &link, "Other-2026x"), DEAD);
        // A person who is stopped does not come in by a link.
        forgot(world, "cs02@example.com");
        let link = token(&last(world, &server), "reset");
        let user = row(&admin, "cs02");
        let stop = format!("/hrs/user/stop/{}", user["id"].as_str().unwrap());
        assert_eq!(admin.put(&stop, json!({ "version": user["version"] })).code, 0);
        refused(&set(world, &link, NEW), DEAD);
    });
}

#[test]
fn of_a_person_in_two_companies_neither_company_sees_the_link() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let own = mailbox_of(&admin);
        world.database(|app, conn| {
            let text = format!(
                "INSERT INTO app_user (org_id, id, login_id, login_type, login_name, name_cn, dept_id, order_permission, \
                 active, page_language, version, created_by, created_at, updated_by, updated_at) \
                 SELECT 3, {}, login_id, login_type, login_name, name_cn, dept_id, 0, TRUE, page_language, 1, 1, 1, 1, 1 \
                 FROM app_user WHERE email = 'op01@example.com'",
                app.mint.next(app.clock.now()).0
            );
            platform::store::Conn::exec(conn, &platform::store::Stmt::Raw(text, Vec::new())).unwrap();
        });
        refused(&reset(&admin, "op01"), "该账号同时属于其他企业，请由本人找回密码");
        forgot(world, "op01@example.com");
        world.run_jobs();
        let platform = mailbox_of(&world.login("superAdmin"));
        assert_eq!(reset(&admin, "op01").data, json!({ "mailedTo": "op01@example.com" }));
        forgot(world, "op01@example.com");
        world.run_jobs();
        assert_eq!((own.received().len(), platform.received().len()), (0, 2));
    });
}

#[test]
fn a_link_names_the_address_of_the_product_whoever_asks() {
    // Nothing is configured: the address the administrator called by when he saved the mailbox counts.
    each_database_with(Vec::new, on_own_machine, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        world.database(|_, conn| {
            let text = "UPDATE mailbox SET public_url = 'https://forwarder.example.com'".to_owned();
            platform::store::Conn::exec(conn, &platform::store::Stmt::Raw(text, Vec::new())).unwrap();
        });
        forgot(world, "op01@example.com");
        assert!(!token(&last(world, &server), "reset").is_empty());
    });
}

#[test]
fn the_administrator_of_a_new_company_is_invited_by_the_platforms_mailbox() {
    each_database_with(Vec::new, at_an_address, |world| {
        let platform = world.login("superAdmin");
        let server = mailbox_of(&platform);
        let reply = platform.post("/hrs/org", super::platform::new("NEWCO", "新公司", "newco-admin"));
        assert_eq!((reply.code, &reply.data["mailedTo"]), (0, &json!("boss@new.example.com")), "{}", reply.message);
        let mail = last(world, &server);
        assert_eq!(mail.subject(), "新公司邀请您开通账号");
        assert_eq!(set(world, &token(&mail, "invite"), NEW).code, 0);
        let mails = platform.ok("/hrs/mailLog/page");
        assert_eq!(mails["records"][0]["senderName"], json!("平台管理员"), "it stands in the log of who sent it");
    });
}

#[test]
fn the_calls_of_links_refuse_what_they_do_not_know() {
    each_database(Vec::new, |world| {
        let nobody = world.anonymous();
        for (path, body) in [
            ("/auth/password/reset", json!({ "token": "x" })),
            ("/auth/password/reset", json!({ "token": "x", "newPassword": NEW, "loginId": "1" })),
            ("/auth/password/forgot", json!({ "loginName": "demo-admin" })),
        ] {
            assert_eq!(nobody.post(path, body).status, 400, "{path}");
        }
    });
}
