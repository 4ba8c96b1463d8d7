//! What conditions of an approval ask of a partner: its scopes, and the days it is locked or on the black list.

use platform::store::Stmt;
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done};

use super::super::{rooms_and_button, with_partners, with_partners_in};
use super::approval::{act, decide, id_of, row, user};

/// Asks mgr01 always and fin01 on a condition, of a fact, a comparison and a value.
fn set(admin: &Caller<'_>, event: &str, (field, compare, value): (&str, &str, &str)) {
    let level = |login: &str| json!({ "approverType": "user", "approverIds": [user(admin, login)] });
    let mut second = level("fin01");
    second["conditions"] = json!([{ "field": field, "compare": compare, "value": value }]);
    let body = json!({ "eventId": event, "approval": "1", "unlockDays": 1, "levels": [level("mgr01"), second] });
    done(admin.post("/prm/ics/approval/setting", body));
}

/// The levels an application asks, and what is known of a fact; the application is taken back.
fn asked(caller: &Caller<'_>, told: &Json, label: &str) -> (Vec<i64>, Json) {
    let id = told["instanceId"].as_str().expect("an application");
    let view = caller.ok(&format!("/prm/ics/approval/{id}"));
    let levels = view["levels"].as_array().unwrap().iter().filter(|level| level["skipped"].is_null());
    let levels = levels.filter_map(|level| level["level"].as_i64()).collect();
    let facts = view["facts"].as_array().unwrap().iter().find(|fact| fact["label"] == label);
    let fact = facts.map_or(Json::Null, |fact| fact["value"].clone());
    done(caller.post("/prm/ics/approval/withdraw", json!({ "instanceId": id })));
    (levels, fact)
}

fn locked(world: &World, how: &str, scopes: &[&str]) {
    let admin = world.login("demo-admin");
    let path = format!("/prm/coop/{}", id_of(&admin, "KH001"));
    let version = admin.ok(&path)["version"].clone();
    done(admin.post(&format!("{path}/{how}"), json!({ "version": version, "reason": "欠款", "scopes": scopes })));
}

fn apply(caller: &Caller<'_>, event: i64) -> Json {
    let coop = id_of(caller, "KH001");
    let body = json!({ "eventId": event, "refType": "COOP_SCOPE", "refId": coop, "reason": "已付款" });
    done(caller.post("/prm/ics/approval/apply", body))
}

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

const AIR: i64 = 15;
const SEA: i64 = 27;

#[test]
fn a_second_level_is_asked_about_a_scope_that_was_locked_for_more_than_30_days() {
    with_partners_in(rooms_and_button, |world| {
        let admin = world.login("demo-admin");
        for event in [AIR, SEA] {
            set(&admin, &event.to_string(), ("lockDays", "gt", "30"));
        }
        let days = |event: i64| {
            let admin = world.login("demo-admin");
            asked(&admin, &apply(&admin, event), "锁账天数")
        };
        locked(world, "lock", &["AE"]);
        assert_eq!(days(AIR), (vec![1], json!("0")));
        world.set_clock("2026-07-25 09:00:00");
        // Locked again it is locked as long as before; another scope has its own days.
        locked(world, "lock", &["AE", "SE"]);
        world.set_clock("2026-08-14 23:00:00");
        assert_eq!(days(AIR), (vec![1], json!("30")));
        world.set_clock("2026-08-15 00:01:00");
        assert_eq!(days(AIR), (vec![1, 2], json!("31")));
        assert_eq!(days(SEA), (vec![1], json!("21")));
        locked(world, "unlock", &["AE"]);
        locked(world, "lock", &["AE"]);
        assert_eq!(days(AIR), (vec![1], json!("0")), "opened in between");
        // Opened for a day by a decision, it is locked anew when that is over.
        apply(&world.login("demo-admin"), SEA);
        decide(&world.login("mgr01"), "agree");
        assert_eq!(row(&world.login("demo-admin"), "KH001")["lockedScopes"], json!("AE"));
        world.set_clock("2026-08-17 00:01:00");
        world.run_jobs();
        assert_eq!((days(SEA).1, days(AIR).1), (json!("0"), json!("2")));
        // Of what was locked before days were kept, nobody knows them: every level is asked.
        run(world, "DELETE FROM coop_lock");
        assert_eq!(days(AIR), (vec![1, 2], Json::Null));
        locked(world, "lock", &["AE"]);
        assert_eq!(days(AIR), (vec![1, 2], Json::Null), "nor once it is locked again");
    });
}

#[test]
fn a_second_level_is_asked_about_a_partner_that_was_on_the_black_list_for_90_days() {
    with_partners(|world| {
        set(&world.login("demo-admin"), "104", ("blackDays", "ge", "90"));
        let press = |way: &str| done(act(&world.login("demo-admin"), "KH002", way, "拖欠"));
        let days = || asked(&world.login("demo-admin"), &press("black"), "黑名单天数");
        press("black");
        world.set_clock("2026-10-12 23:00:00");
        assert_eq!(days(), (vec![1], json!("89")));
        world.set_clock("2026-10-13 00:01:00");
        assert_eq!(days(), (vec![1, 2], json!("90")));
        press("white");
        assert_eq!(row(&world.login("demo-admin"), "KH002")["listMark"], json!("白名单"));
        press("black");
        assert_eq!(days(), (vec![1], json!("0")), "it begins anew");
        press("black");
        decide(&world.login("mgr01"), "agree");
        assert_eq!(row(&world.login("demo-admin"), "KH002")["listMark"], json!("普通"));
        world.set_clock("2026-10-14 09:00:00");
        press("black");
        world.set_clock("2026-10-15 09:00:00");
        assert_eq!(days(), (vec![1], json!("1")));
        run(world, "UPDATE coop SET black_at = NULL");
        assert_eq!(days(), (vec![1, 2], Json::Null), "since when is not known");
    });
}

#[test]
fn a_second_level_is_asked_about_a_partner_of_some_scopes() {
    with_partners(|world| {
        let admin = world.login("demo-admin");
        set(&admin, "101", ("scope", "in", "SE,SI"));
        let path = format!("/prm/coop/{}", id_of(&admin, "KH004"));
        let with = |types: Json| {
            let version = admin.ok(&path)["version"].clone();
            done(admin.put(&path, json!({ "version": version, "subTypes": types })));
            asked(&admin, &done(act(&admin, "KH004", "approve", "")), "业务范畴")
        };
        let direct = |scopes: &[&str]| json!([{ "subType": "直客", "scopes": scopes }]);
        assert_eq!(with(direct(&["AE"])), (vec![1], json!("AE")));
        assert_eq!(with(direct(&["AE", "SE"])), (vec![1, 2], json!("AE,SE")), "one of its scopes is enough");
        assert_eq!(with(direct(&["SI"])), (vec![1, 2], json!("SI")));
        let two = json!([{ "subType": "直客", "scopes": ["AI"] }, { "subType": "同行", "scopes": ["LC"] }]);
        assert_eq!(with(two), (vec![1], json!("AI,LC")));
        run(world, "UPDATE coop SET scopes = NULL");
        let told = done(act(&admin, "KH004", "approve", ""));
        assert_eq!(asked(&admin, &told, "业务范畴"), (vec![1, 2], Json::Null), "it has none yet");
    });
}
