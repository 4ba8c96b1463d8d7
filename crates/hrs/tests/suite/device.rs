//! Nobody locks anybody out: devices with their own count, addresses that wait, owners who are told.

use kernel::Instant;
use platform::call::Settings;
use platform::store::Stmt;
use serde_json::json;
use testkit::{Caller, PASSWORD, Reply, World, done, each_database, each_database_with};

use super::link::{at_an_address, last, mailbox_of};

const LOCKED: &str = "登录失败次数过多，请稍后再试";
const WRONG: &str = "用户名或密码错误";
const OP: &str = "op01@example.com";

fn later(world: &World, seconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + seconds * 1000));
}

/// The cookie of an answer as a browser sends it back.
fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
}

/// Logs in and answers the browser, with the mark of its device.
fn known<'a>(world: &'a World, login: &str, password: &str) -> (Caller<'a>, String) {
    let reply = world.anonymous().token_call(login, "DEMO", password);
    assert_eq!(reply.code, 0, "{}", reply.message);
    let mark = cookie(&reply);
    assert!(mark.starts_with("device_"), "{mark}");
    (world.anonymous().with_header("cookie", &mark), mark)
}

fn said(caller: &Caller<'_>, login: &str, password: &str) -> String {
    caller.token_call(login, "DEMO", password).message
}

// req: auth-open-login-form-rules
#[test]
fn strangers_lock_a_login_for_strangers_alone() {
    each_database(Vec::new, |world| {
        let (own, _) = known(world, OP, PASSWORD);
        let (other, of_other) = known(world, "cs01@example.com", PASSWORD);
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(said(&world.anonymous(), OP, PASSWORD), LOCKED);
        assert_eq!(said(&other, OP, PASSWORD), LOCKED, "the device of somebody else");
        assert_eq!(own.token_call(OP, "DEMO", PASSWORD).code, 0);
        assert_eq!(said(&world.anonymous(), OP, PASSWORD), LOCKED, "that stays so for strangers");
        // A mark that is signed for one names nobody else.
        let (_, value) = of_other.split_once('=').unwrap();
        let login = world.database(|_, conn| {
            let text = format!("SELECT id FROM login WHERE email = '{OP}'");
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
        });
        for forged in
            [format!("device_{login}={value}"), format!("device_{login}=x.9999999999999.AAAA"), "device_1".into()]
        {
            assert_eq!(said(&world.anonymous().with_header("cookie", &forged), OP, PASSWORD), LOCKED, "{forged}");
        }
        later(world, 15 * 60);
        assert_eq!(world.anonymous().token_call(OP, "DEMO", PASSWORD).code, 0);
    });
}

// req: auth-open-login-form-rules
#[test]
fn a_known_device_has_its_own_count_of_five() {
    each_database(Vec::new, |world| {
        let (own, _) = known(world, OP, PASSWORD);
        for _ in 0..5 {
            assert_eq!(said(&own, OP, "wrong"), WRONG);
            later(world, 10);
        }
        assert_eq!(said(&own, OP, PASSWORD), LOCKED);
        assert_eq!(world.anonymous().token_call(OP, "DEMO", PASSWORD).code, 0, "elsewhere nothing failed");
        later(world, 15 * 60 - 11);
        assert_eq!(said(&own, OP, PASSWORD), LOCKED);
        later(world, 1);
        assert_eq!(own.token_call(OP, "DEMO", PASSWORD).code, 0);
        // Four, and a right one: counted anew.
        for _ in 0..2 {
            for _ in 0..4 {
                assert_eq!(said(&own, OP, "wrong"), WRONG);
                later(world, 10);
            }
            assert_eq!(own.token_call(OP, "DEMO", PASSWORD).code, 0);
        }
    });
}

#[test]
fn an_administrator_unlocks_devices_too() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (own, _) = known(world, OP, PASSWORD);
        for _ in 0..5 {
            assert_eq!(said(&own, OP, "wrong"), WRONG);
            later(world, 10);
        }
        world.fail_log_in(OP, "DEMO", 5);
        let row = super::user::row(&admin, "op01");
        let path = format!("/hrs/user/unlock/{}", row["id"].as_str().unwrap());
        done(admin.put(&path, json!({ "version": row["version"] })));
        assert_eq!(own.token_call(OP, "DEMO", PASSWORD).code, 0);
        assert_eq!(world.anonymous().token_call(OP, "DEMO", PASSWORD).code, 0);
    });
}

#[test]
fn a_mark_is_kept_from_scripts_other_sites_and_open_lines_and_ends() {
    let parts =
        |reply: &Reply| -> Vec<String> { reply.header("set-cookie").split("; ").skip(1).map(str::to_owned).collect() };
    each_database(Vec::new, |world| {
        let reply = world.anonymous().token_call(OP, "DEMO", PASSWORD);
        assert_eq!(parts(&reply), ["Path=/", "Max-Age=7776000", "HttpOnly", "SameSite=Strict"]);
        let stored = world.contents(true).join("\n");
        assert!(!stored.contains(cookie(&reply).split(['=', '.']).nth(1).unwrap()), "its hash alone is kept");
        for (login, password) in [(OP, "wrong"), ("no-one@example.com", PASSWORD)] {
            assert_eq!(world.anonymous().token_call(login, "DEMO", password).header("set-cookie"), "");
        }
        let own = world.anonymous().with_header("cookie", &cookie(&reply));
        later(world, 90 * 24 * 60 * 60 - 61);
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(
            own.token_call("trial01", "TRIAL", PASSWORD).header("set-cookie"),
            "",
            "of nobody who may not enter"
        );
        assert_eq!(own.token_call(OP, "DEMO", PASSWORD).code, 0, "ten seconds before its end");
        later(world, 11);
        assert_eq!(said(&own, OP, PASSWORD), LOCKED, "the old cookie is over, though a newer one was sent");
    });
    each_database_with(Vec::new, at_an_address, |world| {
        let reply = world.anonymous().token_call(OP, "DEMO", PASSWORD);
        assert_eq!(parts(&reply).last().map(String::as_str), Some("Secure"));
    });
}

// req: auth-open-reset-password
#[test]
fn a_new_password_ends_the_marks_before_it() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let (own, mark) = known(world, OP, PASSWORD);
        let (elsewhere, _) = known(world, OP, PASSWORD);
        let token = own.token_call(OP, "DEMO", PASSWORD).json["access_token"].as_str().unwrap().to_owned();
        let body = json!({ "oldPassword": PASSWORD, "newPassword": "New-2026x" });
        let changed = own.with_token(&token).put("/hrs/user/editPassword", body);
        assert_eq!(changed.code, 0, "{}", changed.message);
        let new = cookie(&changed);
        assert!(new.starts_with("device_") && new != mark, "{new}");
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(said(&own, OP, "New-2026x"), LOCKED);
        assert_eq!(said(&elsewhere, OP, "New-2026x"), LOCKED);
        let here = world.anonymous().with_header("cookie", &new);
        assert_eq!(here.token_call(OP, "DEMO", "New-2026x").code, 0, "who changed it is not locked out meanwhile");
        // The same by a link: who reads the person's letters is let in.
        done(world.anonymous().post("/auth/password/forgot", json!({ "userEmail": OP })));
        let mail = last(world, &server);
        let (_, token) = mail.link().split_once("reset=").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let set = world.anonymous().post("/auth/password/reset", json!({ "token": token, "newPassword": "Neu-2026x" }));
        assert_eq!(set.code, 0, "{}", set.message);
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(said(&here, OP, "Neu-2026x"), LOCKED);
        let by_link = world.anonymous().with_header("cookie", &cookie(&set));
        assert_eq!(by_link.token_call(OP, "DEMO", "Neu-2026x").code, 0);
    });
}

fn behind_a_proxy(settings: &mut Settings) {
    settings.trusted_proxies = 1;
    settings.login_calls_per_minute = Settings::default().login_calls_per_minute;
}

#[test]
fn the_address_that_fails_waits_and_no_other() {
    each_database_with(Vec::new, behind_a_proxy, |world| {
        let from = |address: &str, password: &str| {
            world.anonymous().from_address(address).token_call(OP, "DEMO", password).status
        };
        assert_eq!(
            [from("203.0.113.1", "wrong"), from("203.0.113.1", "wrong"), from("203.0.113.1", "wrong")],
            [200; 3]
        );
        assert_eq!(from("203.0.113.1", PASSWORD), 429, "it waits five seconds");
        let other = world.anonymous().from_address("203.0.113.2").token_call(OP, "DEMO", PASSWORD);
        assert_eq!(other.code, 0, "{}", other.message);
    });
}

#[test]
fn calls_of_strangers_use_up_nothing_of_a_known_device() {
    each_database_with(Vec::new, behind_a_proxy, |world| {
        let (own, _) = known(world, OP, PASSWORD);
        for at in 0..60 {
            world.anonymous().from_address("203.0.113.9").token_call(&format!("nobody-{at}"), "DEMO", "wrong");
        }
        for at in 0..10 {
            world.anonymous().from_address(&format!("203.0.113.{at}")).token_call(OP, "DEMO", "wrong");
        }
        let stranger = world.anonymous().from_address("198.51.100.1").token_call(OP, "DEMO", PASSWORD);
        assert_eq!(stranger.status, 429, "ten a minute");
        let here = own.from_address("203.0.113.9").token_call(OP, "DEMO", PASSWORD);
        assert_eq!((here.status, here.code), (200, 0), "{}", here.message);
    });
}

#[test]
fn the_owner_is_told_of_a_lock_once_an_hour() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let messages = || {
            world.database(|_, conn| {
                let text = "SELECT content FROM message WHERE title = '账号登录已被锁定'".to_owned();
                conn.query(&Stmt::Raw(text, Vec::new())).unwrap().len()
            })
        };
        world.fail_log_in(OP, "DEMO", 4);
        assert_eq!(messages(), 0);
        world.fail_log_in(OP, "DEMO", 1);
        assert_eq!(messages(), 1);
        world.run_jobs();
        let mails = server.received();
        let told = mails.iter().find(|mail| mail.subject().contains("锁定"));
        if let Some(mail) = told {
            assert_eq!(mail.to, [OP.to_owned()]);
        }
        later(world, 15 * 60);
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(messages(), 1, "not within the hour");
        later(world, 60 * 60);
        world.fail_log_in(OP, "DEMO", 5);
        assert_eq!(messages(), 2);
    });
}

#[test]
fn a_session_proves_while_strangers_keep_its_login_locked() {
    each_database(Vec::new, |world| {
        let user = world.login("op01");
        world.fail_log_in(OP, "DEMO", 5);
        done(user.post("/auth/reauth", json!({ "password": PASSWORD })));
        assert_eq!(said(&world.anonymous(), OP, PASSWORD), LOCKED, "the lock of the others stays");
    });
}

// req: auth-open-login-form-rules
#[test]
fn strangers_use_up_no_link_of_the_owner_or_an_administrator() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        let (own, _) = known(world, OP, PASSWORD);
        let ask = |caller: &Caller<'_>| caller.post("/auth/password/forgot", json!({ "userEmail": OP })).status;
        let mailed = || {
            world.run_jobs();
            server.received().len()
        };
        for _ in 0..2 {
            assert_eq!([ask(&world.anonymous()), ask(&world.anonymous()), ask(&world.anonymous())], [200; 3]);
            world.run_jobs();
            later(world, 60);
        }
        assert_eq!(mailed(), 5, "five links an hour");
        assert_eq!(ask(&own), 200);
        assert_eq!(mailed(), 6);
        let (_, token) =
            server.received()[5].link().split_once("reset=").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        // An hour later strangers ask again: the owner's newer link goes on.
        assert_eq!(super::user::reset(&admin, "op01").data, json!({ "mailedTo": OP }));
        assert_eq!(mailed(), 7);
        let look = |token: &str| world.anonymous().get(&format!("/auth/password/link/{token}")).code;
        assert_eq!(look(&token), 1, "the administrator's is the newest of both");
        let (_, newest) =
            server.received()[6].link().split_once("reset=").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        assert_eq!(look(&newest), 0);
        later(world, 10 * 60);
        ask(&world.anonymous());
        world.run_jobs();
        assert_eq!(look(&newest), 0, "strangers end no link of an administrator");
    });
}
