//! The second factor through the front door: binding, logging in, recovery, and who must have one.

use kernel::Instant;
use ring::hmac;
use serde_json::{Value as Json, json};
use testkit::{Caller, PASSWORD, Reply, World, each_database, each_database_with};

use super::link::{at_an_address, last, mailbox_of};
use super::security::decide;

/// An authenticator as the standard describes it, written a second time on purpose.
pub(super) struct Authenticator(Vec<u8>);

impl Authenticator {
    fn of(secret: &str) -> Self {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let bits: String = secret.chars().map(|c| format!("{:05b}", alphabet.find(c).expect("a letter"))).collect();
        Self((0..bits.len() / 8).map(|n| u8::from_str_radix(&bits[n * 8..n * 8 + 8], 2).expect("a byte")).collect())
    }

    pub(super) fn code(&self, world: &World, steps: i64) -> String {
        let step = world.clock.now().millis() / 30_000 + steps;
        let mac = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0), &step.to_be_bytes());
        let place = usize::from(mac.as_ref()[19] & 15);
        let four: [u8; 4] = mac.as_ref()[place..place + 4].try_into().expect("four bytes");
        format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000)
    }
}

fn later(world: &World, seconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + seconds * 1000));
}

/// Binds an authenticator; answers it with the recovery codes.
pub(super) fn bind(world: &World, user: &Caller<'_>) -> (Authenticator, Vec<String>) {
    let started = user.post("/auth/mfa/start", json!({}));
    let device = Authenticator::of(started.data["secret"].as_str().expect("a secret"));
    let uri = started.data["uri"].as_str().expect("an address");
    assert!(uri.starts_with("otpauth://totp/OpenForwarder%3ADEMO") && uri.contains("&digits=6&period=30"), "{uri}");
    let body = json!({ "first": device.code(world, -1), "second": device.code(world, 0) });
    let bound = user.post("/auth/mfa/bind", body);
    assert_eq!(bound.code, 0, "{}", bound.message);
    let codes = bound.data["recoveryCodes"].as_array().expect("codes");
    (device, codes.iter().map(|code| code.as_str().expect("a text").to_owned()).collect())
}

fn log_in(world: &World, code: &str) -> (i64, String, bool) {
    let reply = world.anonymous().token_call_with("op01@example.com", "DEMO", (PASSWORD, code));
    (reply.code, reply.message, reply.data["secondFactor"] == json!(true))
}

fn said(code: i64, message: &str, wants: bool) -> (i64, String, bool) {
    (code, message.to_owned(), wants)
}

// req: auth-open-login-form-rules
#[test]
fn a_bound_authenticator_is_asked_for_after_the_right_password() {
    each_database(Vec::new, |world| {
        let user = world.login("op01");
        assert_eq!(
            user.ok("/auth/mfa"),
            json!({ "bound": false, "boundAt": null, "recoveryLeft": 0, "required": false })
        );
        let (device, _) = bind(world, &user);
        assert_eq!(user.ok("/auth/mfa")["recoveryLeft"], json!(10));
        let stranger = world.anonymous().token_call("op01@example.com", "DEMO", "wrong");
        assert_eq!((stranger.message.as_str(), stranger.data), ("用户名或密码错误", Json::Null), "nothing is revealed");
        later(world, 60);
        assert_eq!(log_in(world, ""), said(1, "请输入动态码", true));
        assert_eq!(log_in(world, "000000"), said(1, "动态码不正确", true));
        let code = device.code(world, 0);
        assert_eq!(log_in(world, &code).0, 0);
        assert_eq!(log_in(world, &code), said(1, "动态码不正确", true), "a code works once");
        later(world, 60);
        for (steps, fits) in [(-2, false), (2, false), (-1, true), (1, true)] {
            let reply = log_in(world, &device.code(world, steps));
            assert_eq!(reply.0 == 0, fits, "{steps}: {}", reply.1);
            later(world, 90);
        }
    });
}

#[test]
fn wrong_codes_lock_as_wrong_passwords_do() {
    each_database(Vec::new, |world| {
        let (device, _) = bind(world, &world.login("op01"));
        for _ in 0..5 {
            assert_eq!(log_in(world, "000000").1, "动态码不正确");
            later(world, 10);
        }
        assert_eq!(log_in(world, &device.code(world, 0)).1, "登录失败次数过多，请稍后再试");
    });
}

#[test]
fn each_recovery_code_lets_in_once() {
    each_database(Vec::new, |world| {
        let user = world.login("op01");
        let (_, codes) = bind(world, &user);
        assert_eq!(codes.len(), 10);
        let stored = world.contents(true).join("\n");
        assert!(codes.iter().all(|code| !stored.contains(code) && !stored.contains(&code.replace('-', ""))));
        assert_eq!(log_in(world, &codes[0]).0, 0);
        assert_eq!(log_in(world, &codes[0]).1, "动态码不正确");
        assert_eq!(log_in(world, &codes[1].replace('-', "").to_uppercase()).0, 0, "as it is typed");
        assert_eq!(user.ok("/auth/mfa")["recoveryLeft"], json!(8));
        let renewed = user.post("/auth/mfa/recovery", json!({}));
        assert_eq!(renewed.data["recoveryCodes"].as_array().map(Vec::len), Some(10));
        assert_eq!(log_in(world, &codes[2]).1, "动态码不正确", "old ones end");
    });
}

#[test]
fn a_password_whose_code_is_to_come_is_no_failure() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let (device, _) = bind(world, &world.login("op01"));
        later(world, 60);
        let failed = || admin.ok("/hrs/org/overview")["today"]["failed"].clone();
        let count = |result: &str| admin.ok(&format!("/hrs/loginLog/page?result={result}"))["total"].clone();
        let before = (count("成功"), failed());
        assert_eq!(log_in(world, ""), said(1, "请输入动态码", true));
        assert_eq!((count("待验证"), count("失败"), failed()), (json!(1), json!(0), json!(0)));
        let row = admin.ok("/hrs/loginLog/page?result=待验证")["records"][0].clone();
        assert_eq!((&row["result"], &row["reason"]), (&json!("待验证"), &Json::Null));
        let by_reason = |text: &str| admin.ok(&format!("/hrs/loginLog/page?reason={text}"))["total"].clone();
        assert_eq!((by_reason("动态码"), by_reason("请输入")), (json!(0), json!(0)), "nothing failed");
        assert_eq!(log_in(world, "000000").1, "动态码不正确");
        assert_eq!((count("待验证"), count("失败"), failed()), (json!(1), json!(1), json!(1)), "a wrong code is one");
        assert_eq!(by_reason("动态码"), json!(1));
        assert_eq!(log_in(world, &device.code(world, 0)).0, 0);
        assert_eq!((count("待验证"), count("失败"), failed()), (json!(1), json!(1), json!(1)));
        assert_eq!(before.1, json!(0));
        assert_eq!(count("成功").as_i64(), before.0.as_i64().map(|n| n + 1));
    });
}

#[test]
fn binding_wants_a_proof_and_two_codes_in_a_row() {
    each_database(Vec::new, |world| {
        let user = world.login("op01");
        let send = |what: &str, body: Json| user.post(&format!("/auth/mfa/{what}"), body);
        assert_eq!(send("bind", json!({ "first": "1", "second": "2" })).message, "请重新扫描二维码");
        assert_eq!(send("unbind", json!({})).message, "尚未绑定二次验证");
        let started = send("start", json!({}));
        let device = Authenticator::of(started.data["secret"].as_str().expect("a secret"));
        let pair = |first: i64, second: i64| json!({ "first": device.code(world, first), "second": device.code(world, second) });
        let before = world.contents(false);
        assert_eq!(send("bind", pair(-2, -1)).findings_at("first"), ["动态码不正确"]);
        assert_eq!(send("bind", pair(0, 0)).findings_at("second"), ["动态码不正确"]);
        assert_eq!(send("bind", pair(0, 2)).findings_at("second"), ["动态码不正确"]);
        world.unchanged(&before, false);
        assert_eq!(send("bind", pair(-1, 0)).code, 0);
        assert_eq!(send("start", json!({})).message, "已绑定二次验证");
        later(world, 601);
        for what in ["start", "bind", "unbind", "recovery"] {
            assert_eq!(send(what, json!({ "first": "1", "second": "2" })).code, 4, "{what}");
        }
        // The second factor itself proves who he is.
        let prove = |code: &str| user.post("/auth/reauth", json!({ "code": code }));
        assert_eq!(prove("000000").message, "动态码不正确");
        assert_eq!(prove(&device.code(world, 0)).code, 0);
        assert_eq!(send("unbind", json!({})).code, 0);
        assert_eq!(log_in(world, "").0, 0);
        assert_eq!(world.anonymous().get("/auth/mfa").status, 401);
    });
}

#[test]
fn who_must_have_a_second_factor_binds_it_first() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        assert_eq!(decide(&admin, json!({ "secondFactor": "管理员" })).code, 0);
        assert_eq!(log_in(world, "").0, 0, "only administrators are asked");
        let of_admin = world.anonymous().token_call("demo-admin", "DEMO", PASSWORD);
        assert_eq!(of_admin.json["limitedBy"], json!("factor"));
        assert_eq!(decide(&admin, json!({ "secondFactor": "全部" })).code, 0);
        let reply = world.anonymous().token_call("op01@example.com", "DEMO", PASSWORD);
        assert_eq!(
            (reply.json["messageInfo"].clone(), reply.json["limitedBy"].clone()),
            (json!("请先绑定二次验证"), json!("factor"))
        );
        let session = world.bearer(reply.json["access_token"].as_str().expect("a session"));
        assert_eq!(session.get("/hrs/permission").message, "请先绑定二次验证");
        assert_eq!(session.ok("/auth/mfa")["required"], json!(true));
        bind(world, &session);
        assert_eq!(session.get("/hrs/permission").code, 0, "the session is whole now");
        assert_eq!(session.post("/auth/mfa/unbind", json!({})).message, "企业要求启用二次验证，不能解绑");
    });
}

#[test]
fn a_password_given_anew_takes_the_lost_factor_away() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        bind(world, &world.login("op01"));
        let row = admin.ok("/hrs/user/page?userEmail=op01")["records"][0].clone();
        let path = format!("/hrs/user/resetPassword/{}", row["id"].as_str().expect("an id"));
        let made = admin.put(&path, json!({ "version": row["version"] }));
        let one_time = made.data["oneTimePassword"].as_str().expect("a password");
        assert_eq!(world.anonymous().token_call("op01@example.com", "DEMO", one_time).code, 0);
    });
}

fn send_code(world: &World, password: &str) -> Reply {
    world.anonymous().login_form("/auth/mfa/send", "op01@example.com", "DEMO", password)
}

/// The six digits of a mail.
fn mailed_code(text: &str) -> String {
    let (_, code) = text.split_once("您的登录验证码为：").expect("a code");
    code.chars().take_while(char::is_ascii_digit).collect()
}

// req: auth-open-login-form-rules
#[test]
fn a_code_by_mail_stands_in_for_the_authenticator_once_within_ten_minutes() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let user = world.login("op01");
        assert_eq!(send_code(world, PASSWORD).message, "尚未绑定二次验证");
        bind(world, &user);
        let wrong = send_code(world, "wrong");
        assert_eq!((wrong.code, wrong.message.as_str()), (1, "用户名或密码错误"), "the password comes first");
        later(world, 60);
        let sent = send_code(world, PASSWORD);
        assert_eq!((sent.code, sent.message.as_str()), (0, "验证码已发送至o***@example.com"));
        let mail = last(world, &server);
        assert_eq!((mail.to.as_slice(), mail.subject().as_str()), (&["op01@example.com".to_owned()][..], "登录验证码"));
        let code = mailed_code(&mail.text());
        assert_eq!(code.len(), 6);
        assert!(!world.contents(true).join("\n").contains(&code), "neither table nor mail log keeps it");
        assert_eq!(send_code(world, PASSWORD).status, 429, "one a minute");
        later(world, 9 * 60);
        assert_eq!(log_in(world, &code).0, 0);
        assert_eq!(log_in(world, &code), said(1, "动态码不正确", true), "it works once");
        later(world, 60);
        send_code(world, PASSWORD);
        let code = mailed_code(&last(world, &server).text());
        later(world, 10 * 60);
        assert_eq!(log_in(world, &code).1, "动态码不正确", "after ten minutes it is too late");
    });
}

#[test]
fn the_newest_mailed_code_counts_and_five_wrong_ones_end_it() {
    each_database_with(Vec::new, at_an_address, |world| {
        let admin = world.login("demo-admin");
        let server = mailbox_of(&admin);
        // Logins lock later than that, so that the code's own bound is what ends it.
        for decides in [&world.login("superAdmin"), &admin] {
            assert_eq!(decide(decides, json!({ "failsMax": 10 })).code, 0);
        }
        bind(world, &world.login("op01"));
        let new_code = || {
            later(world, 60);
            assert_eq!(send_code(world, PASSWORD).code, 0);
            mailed_code(&last(world, &server).text())
        };
        let try_wrong = |right: &str, times: usize| {
            for wrong in (0..).map(|n| format!("{n:06}")).filter(|code| code != right).take(times) {
                later(world, 10);
                assert_eq!(log_in(world, &wrong).1, "动态码不正确");
            }
            later(world, 10);
        };
        let (old, new) = (new_code(), new_code());
        try_wrong(&new, 3);
        assert!(old == new || log_in(world, &old).1 == "动态码不正确", "a newer one was sent");
        later(world, 10);
        assert_eq!(log_in(world, &new).0, 0, "after four wrong ones");
        let code = new_code();
        try_wrong(&code, 5);
        assert_eq!(log_in(world, &code).1, "动态码不正确");
        assert_eq!(log_in(world, &new_code()).0, 0);
    });
}

#[test]
fn without_an_address_or_a_mailbox_no_code_is_sent() {
    each_database(Vec::new, |world| {
        bind(world, &world.login("op01"));
        later(world, 60);
        let reply = send_code(world, PASSWORD);
        assert_eq!((reply.code, reply.message.as_str()), (1, "无法发送邮件验证码，请使用动态码或恢复码，或联系管理员"));
    });
}
