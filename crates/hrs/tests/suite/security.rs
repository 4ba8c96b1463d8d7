//! The security policy of companies and platform, at the next password and the next log-in.

use kernel::Instant;
use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, each_database, each_database_with};

/// Changes a company's policy.
pub fn decide(admin: &Caller<'_>, values: Json) -> Reply {
    let version = admin.ok("/hrs/org/security")["version"].clone();
    admin.put("/hrs/org/security", json!({ "version": version, "values": values }))
}

fn later(world: &World, milliseconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + milliseconds));
}

const MINUTE: i64 = 60_000;

#[test]
fn a_company_may_only_be_stricter_than_the_platform() {
    each_database(Vec::new, |world| {
        let (admin, platform) = (world.login("demo-admin"), world.login("superAdmin"));
        let shown = admin.ok("/hrs/org/security");
        assert_eq!(shown["groups"][1]["settings"][1]["field"]["label"]["zh"], json!("锁定次数"));
        let before = world.contents(false);
        let refused = decide(&admin, json!({ "failsMax": 10 }));
        assert_eq!(refused.findings_at("failsMax"), ["不能低于平台最低要求（5）"]);
        assert_eq!(decide(&admin, json!({ "failsMax": 6 })).findings_at("failsMax"), ["不能低于平台最低要求（5）"]);
        assert_eq!(decide(&admin, json!({ "failsMax": 2 })).findings_at("failsMax"), ["参数不正确：锁定次数"]);
        world.unchanged(&before, false);
        for fits in [5, 3] {
            assert_eq!(decide(&admin, json!({ "failsMax": fits })).code, 0, "{fits}");
        }
        let least = json!({
            "passwordRule": "三类字符", "passwordMin": 10, "passwordHistory": 6, "passwordDays": 90, "lockMinutes": 20,
            "idleMinutes": 60, "sessionsMax": 2, "secondFactor": "管理员",
        });
        assert_eq!(decide(&platform, least).code, 0);
        let all = json!({
            "passwordRule": "字母和数字", "passwordMin": 9, "passwordHistory": 5, "passwordDays": 91, "lockMinutes": 19,
            "idleMinutes": 61, "sessionsMax": 3, "secondFactor": "不启用", "slowDown": false,
        });
        let refused = decide(&admin, all);
        for (key, value) in [
            ("passwordRule", "三类字符"),
            ("passwordMin", "10"),
            ("passwordHistory", "6"),
            ("passwordDays", "90"),
            ("lockMinutes", "20"),
            ("idleMinutes", "60"),
            ("sessionsMax", "2"),
            ("secondFactor", "管理员"),
            ("slowDown", "是"),
        ] {
            assert_eq!(refused.findings_at(key), [format!("不能低于平台最低要求（{value}）")], "{key}");
        }
        // Nobody decides about another company, and only who may.
        assert_eq!(world.login("op01").put("/hrs/org/security", json!({})).status, 403);
        assert_eq!(world.login("op01").get("/hrs/org/security").status, 403);
    });
}

#[test]
fn new_passwords_obey_the_policy_in_its_order() {
    each_database(Vec::new, |world| {
        let (admin, user) = (world.login("demo-admin"), world.login("op01"));
        let change = |new: &str| {
            let reply = user.put("/hrs/user/editPassword", json!({ "oldPassword": PASSWORD, "newPassword": new }));
            reply.findings_at("newPassword").first().map(ToString::to_string)
        };
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(user.ok("/hrs/user/passwordPolicy")["text"], json!("密码须为8-20位且包含字母和数字"));
        assert_eq!(change("12345678"), said("密码须为8-20位且包含字母和数字"));
        assert_eq!(change("op01x12"), said("密码须为8-20位且包含字母和数字"), "the form comes first");
        assert_eq!(change("op01@example.com"), said("密码不能包含登录账号、手机号或邮箱"));
        assert_eq!(change("password1"), said("密码过于常见，请更换"));
        let strict = json!({ "passwordRule": "三类字符", "passwordMin": 10, "passwordMax": 64 });
        assert_eq!(decide(&admin, strict).code, 0);
        let form = said("密码须为10-64位且包含大写字母、小写字母、数字、符号中的三类");
        assert_eq!(change("kmq7vzp2wb"), form);
        assert_eq!(change("Kmq7vzp2w"), form);
        assert_eq!(decide(&admin, json!({ "passwordRule": "长短语" })).code, 0);
        assert_eq!(change("kmqzvzpbwbt"), said("密码须为12-64位"));
        assert_eq!(change("kmqzvzpbwbtv"), None);
        assert_eq!(user.get("/hrs/permission").status, 401, "every session ended");
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", "kmqzvzpbwbtv").code, 0);
    });
}

#[test]
fn the_last_passwords_do_not_return_as_many_as_the_policy_says() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let change = |old: &str, new: &str| {
            // Proofs are counted by the minute.
            later(world, MINUTE);
            let session = world.anonymous().token_call("op01@example.com", "DEMO", old);
            let session = world.bearer(session.json["access_token"].as_str().expect("a session"));
            let reply = session.put("/hrs/user/editPassword", json!({ "oldPassword": old, "newPassword": new }));
            reply.findings_at("newPassword").first().map(ToString::to_string)
        };
        assert_eq!(decide(&admin, json!({ "passwordHistory": 10 })).code, 0);
        let word = |n: usize| format!("kmq7-vzp{n}w");
        assert_eq!(change(PASSWORD, &word(1)), None);
        for n in 1..9 {
            assert_eq!(change(&word(n), &word(n + 1)), None, "{n}");
        }
        assert_eq!(change(&word(9), PASSWORD).as_deref(), Some("新密码不能与最近10次使用的密码相同"));
        assert_eq!(change(&word(9), &word(8)).as_deref(), Some("新密码不能与最近10次使用的密码相同"));
        assert_eq!(change(&word(9), "kmq7-vzpzz"), None);
        assert_eq!(change("kmq7-vzpzz", PASSWORD), None, "ten passwords later it may");
    });
}

// req: auth-open-reset-password
#[test]
fn an_old_password_is_changed_before_anything_else() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(decide(&admin, json!({ "passwordDays": 30 })).code, 0);
        let log_in = || world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD);
        world.set_clock("2026-08-14 09:59:59");
        assert_eq!((log_in().code, log_in().json["limitedBy"].clone()), (0, Json::Null));
        world.set_clock("2026-08-14 10:00:00");
        let late = log_in();
        assert_eq!(
            (late.json["messageInfo"].clone(), late.json["limitedBy"].clone()),
            (json!("密码已过期，请修改密码"), json!("expired"))
        );
        assert_eq!(late.json["mustChangePassword"], json!(true));
        let session = world.bearer(late.json["access_token"].as_str().expect("a session"));
        for path in ["/hrs/permission", "/hrs/user/page", "/platform/listSetting/hrs.user.list"] {
            let reply = session.get(path);
            assert_eq!((reply.code, reply.message.as_str()), (1, "密码已过期，请修改密码"), "{path}");
        }
        assert_eq!(session.get("/hrs/session/mine").code, 0);
        let body = json!({ "oldPassword": PASSWORD, "newPassword": "kmq7-vzp2" });
        assert_eq!(session.put("/hrs/user/editPassword", body).code, 0);
        let again = world.anonymous().token_call("op01@example.com", "DEMO", "kmq7-vzp2");
        assert_eq!(again.json["limitedBy"], Json::Null);
    });
}

// req: auth-open-login-form-rules
#[test]
fn failures_make_slow_and_lock_as_the_policy_says() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let call = |password: &str| world.anonymous().token_call("op01@example.com", "DEMO", password);
        for _ in 0..3 {
            assert_eq!(call("wrong").message, "用户名或密码错误");
        }
        later(world, 4_999);
        let soon = call(PASSWORD);
        assert_eq!((soon.status, soon.message.as_str()), (429, "操作过于频繁，请稍后再试"));
        later(world, 1);
        assert_eq!(call("wrong").message, "用户名或密码错误");
        later(world, 9_999);
        assert_eq!(call(PASSWORD).status, 429);
        later(world, 1);
        assert_eq!(call(PASSWORD).code, 0);
        assert_eq!(call("wrong").message, "用户名或密码错误", "counted anew");

        assert_eq!(decide(&admin, json!({ "failsMax": 3, "lockMinutes": 20 })).code, 0);
        later(world, 15 * MINUTE);
        world.fail_log_in("op01@example.com", "DEMO", 3);
        later(world, 20 * MINUTE - 10_001);
        assert_eq!(call(PASSWORD).message, "登录失败次数过多，请稍后再试");
        later(world, 1);
        assert_eq!(call(PASSWORD).code, 0);
    });
}

#[test]
fn wrong_passwords_sent_at_once_each_count() {
    each_database(Vec::new, |world| {
        let stranger = world.anonymous().client();
        let attempt = |_| {
            let client = stranger.clone();
            async move { client.token_call("op01@example.com", "DEMO", "wrong").await }
        };
        let replies = world.at_once((0..4).map(attempt).collect());
        let told = replies.iter().filter(|reply| reply.message == "用户名或密码错误").count();
        let fails = world.database(|_, conn| {
            let text = "SELECT fails FROM login WHERE email = 'op01@example.com'".to_owned();
            conn.first(&Stmt::Raw(text, Vec::new()))
                .expect("reads")
                .expect("the login")
                .get::<i64>(0)
                .expect("a figure")
        });
        assert_eq!(usize::try_from(fails), Ok(told), "{}", world.database);
        assert!(told > 1, "{}", world.database);
    });
}

#[test]
fn without_the_slow_down_nobody_waits() {
    each_database(Vec::new, |world| {
        for who in ["superAdmin", "demo-admin"] {
            assert_eq!(decide(&world.login(who), json!({ "slowDown": false })).code, 0);
        }
        for _ in 0..5 {
            let reply = world.anonymous().token_call("op01@example.com", "DEMO", "wrong");
            assert_eq!(reply.message, "用户名或密码错误");
        }
        let reply = world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD);
        assert_eq!(reply.message, "登录失败次数过多，请稍后再试");
    });
}

#[test]
fn the_oldest_session_gives_way_and_idle_ones_end() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(decide(&admin, json!({ "sessionsMax": 2, "idleMinutes": 30 })).code, 0);
        let first = world.login("op01");
        later(world, 1_000);
        let second = world.login("op01");
        later(world, 1_000);
        assert_eq!(first.get("/hrs/permission").code, 0);
        let third = world.login("op01");
        let gone = first.get("/hrs/permission");
        assert_eq!((gone.status, gone.message.as_str()), (401, "您的账号已在其他地方登录"));
        assert_eq!((second.get("/hrs/permission").code, third.get("/hrs/permission").code), (0, 0));
        assert_eq!(second.ok("/hrs/session/mine").as_array().map(Vec::len), Some(2));
        let idle = world.login("cs01");
        later(world, 30 * MINUTE);
        assert_eq!(idle.get("/hrs/permission").code, 0);
        later(world, 30 * MINUTE + 1);
        let over = idle.get("/hrs/permission");
        assert_eq!((over.status, over.message.as_str()), (401, "登录已超时，请重新登录"));
        assert_eq!(admin.get("/hrs/permission").code, 0, "a session keeps what it began with");
    });
}

#[test]
fn log_ins_come_from_the_addresses_of_the_policy() {
    each_database_with(
        Vec::new,
        |settings| settings.trusted_proxies = 1,
        |world| {
            let admin = world.login("demo-admin").from_address("203.0.113.9");
            let out = decide(&admin, json!({ "loginAddresses": ["198.51.100.0/24"] }));
            assert_eq!(out.findings_at("loginAddresses"), ["登录IP范围须包含您当前的IP：203.0.113.9"]);
            let wrong = decide(&admin, json!({ "loginAddresses": ["10.0.0.0/33"] }));
            assert_eq!(wrong.findings_at("loginAddresses"), ["参数不正确：登录IP范围"]);
            assert_eq!(decide(&admin, json!({ "loginAddresses": ["203.0.113.0/24", "198.51.100.7"] })).code, 0);
            let from = |address: &str, password: &str| {
                world.anonymous().from_address(address).token_call("op01@example.com", "DEMO", password)
            };
            for (address, inside) in [
                ("203.0.113.0", true),
                ("203.0.113.255", true),
                ("203.0.114.0", false),
                ("198.51.100.7", true),
                ("198.51.100.8", false),
                // What the caller says of himself stands before what the proxy saw.
                ("203.0.113.1, 203.0.114.0", false),
                ("203.0.114.0, 203.0.113.1", true),
            ] {
                let reply = from(address, PASSWORD);
                let message = if inside { "" } else { "当前IP不在允许的登录范围内" };
                assert_eq!((reply.code == 0, reply.message.as_str() == message || inside), (inside, true), "{address}");
            }
            assert_eq!(from("203.0.114.0", "wrong").message, "用户名或密码错误", "told only to who has the password");
            let elsewhere = world.anonymous().from_address("203.0.114.0");
            assert_eq!(elsewhere.token_call("sh01@example.com", "DEMOSH", PASSWORD).code, 0, "another company");
        },
    );
}

#[test]
fn a_body_of_parts_ends_where_its_parts_may() {
    each_database(Vec::new, |world| {
        let user = world.login("op01");
        let name = "x".repeat(11 * 1024 * 1024);
        let endless = user.upload("/platform/picture", &[(name.as_str(), b"x".as_slice())]);
        assert_eq!(
            (endless.status, endless.message.as_str()),
            (400, "内容无法读取或超过大小限制"),
            "a header without end"
        );
        let parts = vec![("a.png", b"x".as_slice()); 101];
        assert_eq!(user.upload("/platform/picture", &parts).status, 400, "parts without end");
        let refused = user.upload("/platform/picture", &parts[..100]);
        assert_eq!((refused.status, refused.code), (200, 1), "{}", refused.message);
        assert_eq!(world.anonymous().upload("/platform/picture", &parts[..1]).status, 401);
    });
}

// req: auth-open-login-form-rules
#[test]
fn a_first_log_in_may_do_no_more_than_change_the_password() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let id = admin.ok("/hrs/user/page?userEmail=op01")["records"][0].clone();
        let path = format!("/hrs/user/resetPassword/{}", id["id"].as_str().expect("an id"));
        let made = admin.put(&path, json!({ "version": id["version"] }));
        let one_time = made.data["oneTimePassword"].as_str().expect("a password").to_owned();
        let reply = world.anonymous().token_call("op01@example.com", "DEMO", &one_time);
        assert_eq!(
            (reply.json["messageInfo"].clone(), reply.json["limitedBy"].clone()),
            (json!("首次登录请修改密码"), json!("first"))
        );
        let session = world.bearer(reply.json["access_token"].as_str().expect("a session"));
        assert_eq!(session.get("/hrs/permission").message, "首次登录请修改密码");
        assert_eq!(session.delete("/auth/token/logout").code, 0);
    });
}
