//! A hand-off tells who somebody is and proves nothing: no lock, no second factor and no proof is passed by it.

use kernel::Instant;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, World, done, each_database, refused};

use super::login::{claims, hand_off, hand_offs, signed};
use super::second_factor::bind;
use super::security::decide;

const INVALID: &str = "无效的用户信息，无法访问";
const PROVE: &str = "请验证密码后继续";

fn later(world: &World, seconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + seconds * 1000));
}

/// A token of the partner, made at this moment.
fn token(world: &World, nonce: &str, login: &str) -> String {
    let now = world.clock.now().millis() / 1000;
    signed(&claims(nonce, json!({ "login": login, "iat": now, "exp": now + 60 })))
}

fn arrives<'a>(world: &'a World, nonce: &str, login: &str) -> Caller<'a> {
    let reply = hand_off(world, &token(world, nonce, login));
    assert_eq!(reply.code, 0, "{}", reply.message);
    assert_eq!(reply.header("set-cookie"), "", "no device is known by another system's word");
    world.bearer(reply.data["access_token"].as_str().expect("a session"))
}

// req: auth-handoff-call
#[test]
fn what_wants_a_proof_wants_one_of_who_was_handed_over() {
    each_database(Vec::new, |world| {
        let keeper = world.login("demo-admin");
        let row = super::user::row(&keeper, "op01");
        let (id, version) = (row["id"].as_str().unwrap().to_owned(), row["version"].clone());
        let admin = arrives(world, "1", "demo-admin");
        let calls: Vec<(&str, String, Json)> = vec![
            ("POST", "/auth/mfa/start".into(), json!({})),
            ("POST", "/auth/mfa/bind".into(), json!({ "first": "1", "second": "2" })),
            ("POST", "/auth/mfa/unbind".into(), json!({})),
            ("POST", "/auth/mfa/recovery".into(), json!({})),
            ("POST", "/hrs/session/offline".into(), json!({ "ids": ["1"] })),
            ("PUT", format!("/hrs/user/resetPassword/{id}"), json!({ "version": version })),
            ("GET", format!("/hrs/user/idNumber/{id}"), json!({})),
            ("PUT", format!("/hrs/user/{id}"), json!({ "version": version, "phone": "13911113333" })),
        ];
        let before = world.contents(false);
        for (method, path, body) in &calls {
            let reply = admin.call(method, path, body.clone());
            assert_eq!((reply.code, reply.message.as_str()), (4, PROVE), "{path}");
        }
        world.unchanged(&before, false);
        // Nor does the log-in log count it as one of those by password.
        refused(&admin.post("/auth/reauth", json!({ "password": "wrong" })), "密码错误");
        assert_eq!(admin.post("/auth/mfa/start", json!({})).code, 4);
        done(admin.post("/auth/reauth", json!({ "password": PASSWORD })));
        for (method, path, body) in &calls {
            assert_ne!(admin.call(method, path, body.clone()).code, 4, "{path}");
        }
    });
}

#[test]
fn a_locked_login_is_not_handed_over() {
    each_database(Vec::new, |world| {
        world.fail_log_in("op01@example.com", "DEMO", 5);
        let reply = hand_off(world, &token(world, "1", "op01@example.com"));
        refused(&reply, INVALID);
        assert_eq!(hand_offs(world), (vec!["portal：登录失败次数过多，请稍后再试".to_owned()], 0));
        later(world, 15 * 60);
        arrives(world, "2", "op01@example.com");
    });
}

#[test]
fn a_bound_second_factor_is_asked_for_here() {
    each_database(Vec::new, |world| {
        let (device, _) = bind(world, &world.login("op01"));
        later(world, 60);
        let wanted = hand_off(world, &token(world, "1", "op01@example.com"));
        refused(&wanted, INVALID);
        assert_eq!(wanted.data["access_token"], Json::Null);
        assert_eq!(wanted.data["secondFactor"], json!(true));
        let pass = wanted.data["token"].as_str().expect("a pass").to_owned();
        let with = |token: &str, code: &str| {
            world.anonymous().post("/hrs/org/sourceLoginOfEf", json!({ "token": token, "code": code }))
        };
        let wrong = with(&pass, "000000");
        refused(&wrong, "动态码不正确");
        assert_eq!(wrong.data["secondFactor"], json!(true));
        later(world, 10);
        let right = with(&pass, &device.code(world, 0));
        assert_eq!((right.code, &right.data["source"]), (0, &json!("portal")), "{}", right.message);
        let session = world.bearer(right.data["access_token"].as_str().unwrap());
        assert_ne!(session.post("/auth/mfa/recovery", json!({})).code, 4, "the code was a proof");
        refused(&with(&pass, &device.code(world, 0)), "动态码不正确");
        later(world, 301);
        refused(&with(&pass, &device.code(world, 0)), INVALID);
        refused(&with("AAAA", ""), INVALID);
        // Five wrong codes lock, as they do after a password.
        let pass = hand_off(world, &token(world, "2", "op01@example.com")).data["token"].as_str().unwrap().to_owned();
        // One was wrong before.
        for _ in 0..4 {
            refused(&with(&pass, "000000"), "动态码不正确");
            later(world, 10);
        }
        refused(&with(&pass, &device.code(world, 0)), INVALID);
    });
}

#[test]
fn who_must_have_a_second_factor_binds_it_with_his_password() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(decide(&admin, json!({ "secondFactor": "全部" })).code, 0);
        let reply = hand_off(world, &token(world, "1", "op01@example.com"));
        assert_eq!((reply.code, &reply.data["limitedBy"]), (0, &json!("factor")));
        let session = world.bearer(reply.data["access_token"].as_str().unwrap());
        assert_eq!(session.get("/hrs/permission").message, "请先绑定二次验证");
        assert_eq!(session.post("/auth/mfa/start", json!({})).code, 4);
        done(session.post("/auth/reauth", json!({ "password": PASSWORD })));
        bind(world, &session);
        assert_eq!(session.get("/hrs/permission").code, 0);
    });
}
