//! 消息偏好: what a user turns off for himself.

use serde_json::{Value as Json, json};
use testkit::{Caller, each_database};

use super::{done, save};

const MINE: &str = "/hrs/messageRule/mine";

fn shown(caller: &Caller<'_>, event: &str) -> Option<Json> {
    let events = caller.ok(MINE)["events"].clone();
    events.as_array().unwrap().iter().find(|one| one["event"] == event).cloned()
}

#[test]
fn everybody_turns_off_for_himself_what_may_be_turned_off() {
    each_database(Vec::new, |world| {
        let (op, other) = (world.login("op01"), world.login("sales01"));
        let start = shown(&op, "approval.arrived").unwrap();
        assert_eq!((&start["mute"], &start["inner"], &start["mail"]), (&json!("mail"), &json!(true), &json!(true)));
        let wishes = json!({
            "events": [
                { "event": "approval.arrived", "inner": true, "mail": false },
                { "event": "approval.copied", "inner": false, "mail": false },
            ],
            "quietFrom": "22:00", "quietUntil": "08:30",
        });
        done(op.put(MINE, wishes));
        let now = shown(&op, "approval.copied").unwrap();
        assert_eq!((&now["inner"], &now["mail"]), (&json!(false), &json!(false)));
        let all = op.ok(MINE);
        assert_eq!(
            (&all["quietFrom"], &all["quietUntil"], &all["email"]),
            (&json!("22:00"), &json!("08:30"), &json!("op01@example.com"))
        );
        assert_eq!(shown(&other, "approval.copied").unwrap()["inner"], json!(true));
        assert_eq!(other.ok(MINE)["quietFrom"], Json::Null);
        // Replaced as a whole.
        done(op.put(MINE, json!({ "events": [] })));
        assert_eq!(shown(&op, "approval.copied").unwrap()["inner"], json!(true));
        assert_eq!(op.ok(MINE)["quietFrom"], Json::Null);
    });
}

#[test]
fn what_must_be_told_stays_and_times_are_times() {
    each_database(Vec::new, |world| {
        let op = world.login("op01");
        let before = world.contents(true);
        let wish = |event: &str, inner: bool, mail: bool| json!({ "event": event, "inner": inner, "mail": mail });
        for wrong in [
            wish("login.place", true, false),
            wish("login.place", false, true),
            wish("approval.arrived", false, true),
            wish("no.such", true, true),
            wish("health.red", true, false),
        ] {
            let reply = op.put(MINE, json!({ "events": [wish("login.place", true, true), wrong] }));
            assert_eq!(reply.findings_at("events.1"), ["该消息不能关闭"], "{wrong}");
        }
        for (from, until, field, said) in [
            (Some("22:00"), None, "quietUntil", "请填写时间，如22:00"),
            (None, Some("08:00"), "quietFrom", "请填写时间，如22:00"),
            (Some("24:00"), Some("08:00"), "quietFrom", "请填写时间，如22:00"),
            (Some("08:00"), Some("08:00"), "quietUntil", "开始和结束时间不能相同"),
        ] {
            let reply = op.put(MINE, json!({ "events": [], "quietFrom": from, "quietUntil": until }));
            assert_eq!(reply.findings_at(field), [said]);
        }
        assert_eq!(world.anonymous().get(MINE).status, 401);
        assert_eq!(op.put(MINE, json!({ "events": [], "userId": "1" })).status, 400);
        world.unchanged(&before, true);
    });
}

#[test]
fn what_the_company_does_not_tell_is_not_offered() {
    each_database(Vec::new, |world| {
        let (admin, op) = (world.login("demo-admin"), world.login("op01"));
        done(save(&admin, "approval.copied", json!({ "active": false })));
        done(save(&admin, "approval.late", json!({ "inner": false, "mail": false })));
        assert!(shown(&op, "approval.copied").is_none() && shown(&op, "approval.late").is_none());
        assert!(shown(&op, "health.red").is_none(), "the platform's own");
        assert!(shown(&world.login("sh01"), "approval.copied").is_some(), "another company");
    });
}
