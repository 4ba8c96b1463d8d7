//! A clock that jumps ahead and goes back: sessions that ended stay ended, what a wrong clock wrote holds for nobody, and
//! nobody is kept out by it.

use kernel::Instant;
use serde_json::json;
use testkit::{Caller, PASSWORD, World, done, each_database, each_database_with, each_database_with_readers, refused};

use super::link::{at_an_address, last, mailbox_of};
use super::login::{claims, hand_off, hand_offs, signed};
use super::second_factor::bind;

const AHEAD: &str = "2036-07-15 10:00:00";

fn later(world: &World, seconds: i64) {
    world.clock.set(Instant::from_millis(world.clock.now().millis() + seconds * 1000));
}

fn lives(caller: &Caller<'_>) -> bool {
    caller.get("/hrs/permission").status == 200
}

/// What the log-in log tells of the session of a user.
fn told(world: &World, name: &str) -> String {
    let rows = world.login("demo-admin").ok(&format!("/hrs/loginLog/page?userName={name}"));
    let row = &rows["records"][0];
    ["sessionState", "endedAt", "endReason"]
        .map(|name| row[name].as_str().unwrap_or_default())
        .join(" ")
        .trim()
        .to_owned()
}

#[test]
fn a_session_that_was_met_when_it_had_ended_stays_ended() {
    each_database(Vec::new, |world| {
        let (met, other) = (world.login("op01"), world.login("cs01"));
        world.set_clock("2026-07-15 22:00:01");
        assert!(!lives(&met));
        world.set_clock("2026-07-15 10:05:00");
        assert!(!lives(&met) && lives(&other));
        assert_eq!(told(world, "客服一"), "有效");
        world.set_clock("2026-07-15 22:00:01");
        assert_eq!(told(world, "操作一"), "已过期 2026-07-15 22:00:00 闲置超时");
    });
}

#[test]
fn sessions_nobody_used_are_seen_to_have_ended_too() {
    each_database(Vec::new, |world| {
        let (idle, over) = (world.login("op01"), world.login("cs01"));
        for hour in 1..=16 {
            later(world, 11 * 3600);
            if hour < 16 {
                assert!(lives(&over), "{hour}");
            }
        }
        world.run_jobs();
        world.set_clock("2026-07-15 10:05:00");
        assert!(!lives(&idle) && !lives(&over));
        world.set_clock("2026-07-22 18:00:00");
        assert_eq!(told(world, "操作一"), "已过期 2026-07-15 22:00:00 闲置超时");
        assert_eq!(told(world, "客服一"), "已过期 2026-07-22 10:00:00 到期");
    });
}

#[test]
fn sessions_that_began_ahead_live_no_longer_than_others_when_the_clock_is_right() {
    each_database(Vec::new, |world| {
        world.set_clock(AHEAD);
        let (used, unused) = (world.login("op01"), world.login("cs01"));
        world.set_clock("2026-07-15 10:00:00");
        assert!(lives(&used));
        let mine = used.ok("/hrs/session/mine")[0].clone();
        assert_eq!(
            (&mine["lastActiveAt"], &mine["expiresAt"]),
            (&json!("2026-07-15 10:00:00"), &json!("2026-07-22 10:00:00"))
        );
        world.run_jobs();
        world.set_clock("2026-07-15 22:00:00");
        assert!(lives(&used));
        world.set_clock("2026-07-15 22:00:01");
        assert!(!lives(&unused), "idle since it was first seen by the right clock");
    });
}

#[test]
fn a_proof_given_ahead_is_no_fresh_one() {
    each_database(Vec::new, |world| {
        world.set_clock(AHEAD);
        let admin = world.login("demo-admin");
        world.set_clock("2026-07-15 10:00:00");
        let ask = || admin.post("/hrs/session/offline", json!({ "ids": ["1"] }));
        assert_eq!(ask().code, 4);
        done(admin.post("/auth/reauth", json!({ "password": PASSWORD })));
        assert_eq!(ask().status, 404);
    });
}

#[test]
fn a_lock_set_ahead_keeps_nobody_out() {
    each_database(Vec::new, |world| {
        world.set_clock(AHEAD);
        world.fail_log_in("op01@example.com", "DEMO", 5);
        world.fail_log_in("cs01@example.com", "DEMO", 4);
        let log_in = |login: &str| world.anonymous().token_call(login, "DEMO", PASSWORD);
        refused(&log_in("op01@example.com"), "登录失败次数过多，请稍后再试");
        world.set_clock("2026-07-15 10:00:00");
        assert_eq!(log_in("op01@example.com").code, 0);
        assert_eq!(log_in("cs01@example.com").code, 0, "nor does the wait of failures ahead");
        // Failures of now lock as they do.
        world.fail_log_in("op01@example.com", "DEMO", 5);
        refused(&log_in("op01@example.com"), "登录失败次数过多，请稍后再试");
    });
}

#[test]
fn an_authenticator_used_ahead_works_when_the_clock_is_right() {
    each_database(Vec::new, |world| {
        let (device, _) = bind(world, &world.login("op01"));
        let log_in = |code: &str| world.anonymous().token_call_with("op01@example.com", "DEMO", (PASSWORD, code)).code;
        world.set_clock(AHEAD);
        assert_eq!(log_in(&device.code(world, 0)), 0);
        world.set_clock("2026-07-15 11:00:00");
        let code = device.code(world, 0);
        assert_eq!(log_in(&code), 0);
        assert_eq!(log_in(&code), 1, "a code works once");
    });
}

#[test]
fn a_token_of_a_partner_that_was_used_is_known_behind_a_jump() {
    each_database(Vec::new, |world| {
        let token = |nonce: &str| {
            let now = world.clock.now().millis() / 1000;
            signed(&claims(nonce, json!({ "login": "op01@example.com", "iat": now, "exp": now + 60 })))
        };
        let used = token("1");
        assert_eq!(hand_off(world, &used).code, 0);
        world.set_clock(AHEAD);
        assert_eq!(hand_off(world, &token("2")).code, 0);
        world.set_clock("2026-07-15 10:00:10");
        refused(&hand_off(world, &used), "无效的用户信息，无法访问");
        assert_eq!(hand_offs(world).0, ["成功", "portal：令牌已使用", "成功"]);
    });
}

#[test]
fn a_write_that_was_done_is_not_done_again_because_the_clock_jumped() {
    each_database_with_readers(Vec::new, |world| {
        let body = json!({ "workgroupName": "甲组", "businessScope": "", "userIds": [] });
        let write =
            || world.login("demo-admin").with_header("idempotency-key", "k").post("/hrs/userWorkgroup", body.clone());
        let first = write();
        assert_eq!(first.code, 0, "{}", first.message);
        for time in [AHEAD, "2026-07-15 10:01:00"] {
            world.set_clock(time);
            world.run_jobs();
            let again = write();
            assert_eq!((again.header("idempotent-replayed"), &again.data), ("true", &first.data), "{time}");
        }
    });
}

#[test]
fn a_link_made_ahead_is_no_longer_good_and_keeps_nobody_from_a_new_one() {
    each_database_with(Vec::new, at_an_address, |world| {
        let server = mailbox_of(&world.login("demo-admin"));
        let ask = || {
            later(world, 60);
            done(world.anonymous().post("/auth/password/forgot", json!({ "userEmail": "op01@example.com" })));
            let link = last(world, &server).link();
            link.rsplit_once('=').expect("a secret").1.to_owned()
        };
        let look = |token: &str| world.anonymous().get(&format!("/auth/password/link/{token}"));
        world.set_clock(AHEAD);
        let made: Vec<String> = (0..5).map(|_| ask()).collect();
        done(look(&made[4]));
        world.set_clock("2026-07-15 10:00:00");
        refused(&look(&made[4]), "链接已失效，请重新申请");
        done(look(&ask()));
    });
}
