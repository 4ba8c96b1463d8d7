//! What the clock tells, once; what it removes; and log-ins from new places.

use platform::store::Stmt;
use serde_json::json;
use testkit::{PASSWORD, World, each_database, each_database_with};

use super::{done, save, titles};

fn at(world: &World, time: &str) {
    world.set_clock(time);
    world.run_jobs();
}

fn change(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).unwrap());
}

fn count(world: &World, of: &str) -> i64 {
    world.database(|_, conn| {
        let text = format!("SELECT COUNT(*) FROM message WHERE org_id = 2 AND title = '{of}'");
        conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get(0).unwrap()
    })
}

fn millis(time: &str) -> i64 {
    kernel::Instant::parse(time).unwrap().millis()
}

#[test]
fn administrators_are_told_of_the_end_of_the_contract_on_each_of_its_days_once() {
    each_database(Vec::new, |world| {
        change(world, &format!("UPDATE org SET stop_at = {} WHERE id = 2", millis("2026-08-20 23:59:59")));
        let told = |world: &World| count(world, "签约即将到期");
        for (time, so_far) in [
            ("2026-07-20 09:00:00", 0),
            ("2026-07-21 07:59:00", 0),
            ("2026-07-21 08:00:00", 1),
            ("2026-07-21 08:01:30", 1),
            ("2026-07-22 09:00:00", 1),
            ("2026-08-13 09:00:00", 2),
            // Nobody looked for a while: the days that passed are not made up for.
            ("2026-08-20 09:00:00", 3),
            ("2026-08-21 09:00:00", 3),
        ] {
            at(world, time);
            assert_eq!(told(world), so_far, "{time}");
        }
        let text = world.database(|_, conn| {
            let text = "SELECT content, url FROM message WHERE org_id = 2 ORDER BY created_at".to_owned();
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<String>(0).unwrap()
        });
        assert!(text.ends_with("的签约将于2026-08-20到期，剩余30天，请联系客服续约"), "{text}");
    });
}

#[test]
fn days_and_receivers_are_those_of_the_company() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let op = admin.ok("/platform/select/user?keyword=op01")[0]["value"].clone();
        let decided = json!({ "days": [3], "titleZh": "合同{date}到期", "receivers": { "kinds": [], "users": [op], "roles": [] } });
        done(save(&admin, "contract.ending", decided));
        change(world, &format!("UPDATE org SET stop_at = {} WHERE id = 2", millis("2026-07-20 23:59:59")));
        at(world, "2026-07-16 09:00:00");
        assert_eq!(titles(&world.login("op01")), Vec::<String>::new(), "four days before");
        at(world, "2026-07-17 09:00:00");
        assert_eq!(titles(&world.login("op01")), ["合同2026-07-20到期"]);
        assert_eq!(titles(&world.login("demo-admin")), Vec::<String>::new());
        done(save(&world.login("demo-admin"), "contract.ending", json!({ "active": false })));
        change(world, &format!("UPDATE org SET stop_at = {} WHERE id = 2", millis("2026-07-21 23:59:59")));
        at(world, "2026-07-18 09:00:00");
        assert_eq!(titles(&world.login("op01")).len(), 1, "stopped");
    });
}

#[test]
fn everybody_is_told_that_his_password_ends() {
    each_database(Vec::new, |world| {
        let admin = world.login("demo-admin");
        let version = admin.ok("/hrs/org/security")["version"].clone();
        done(admin.put("/hrs/org/security", json!({ "version": version, "values": { "passwordDays": 90 } })));
        change(world, &format!("UPDATE login SET password_changed_at = {}", millis("2026-07-01 12:00:00")));
        // It ends on 29 September.
        let people = |world: &World| count(world, "登录密码即将到期");
        at(world, "2026-09-14 09:00:00");
        assert_eq!(people(world), 0, "fifteen days");
        at(world, "2026-09-15 09:00:00");
        let all = people(world);
        assert!(all > 5, "fourteen days: {all}");
        at(world, "2026-09-16 09:00:00");
        assert_eq!(people(world), all);
        at(world, "2026-09-26 09:00:00");
        assert_eq!(people(world), 2 * all);
        assert_eq!(titles(&world.login("op01")), ["登录密码即将到期", "登录密码即将到期"]);
        at(world, "2026-09-28 09:00:00");
        assert_eq!(people(world), 3 * all);
        at(world, "2026-09-30 09:00:00");
        assert_eq!(people(world), 3 * all, "over");
        let elsewhere = world.database(|_, conn| {
            let text = "SELECT COUNT(*) FROM message WHERE org_id = 3 AND title = '登录密码即将到期'".to_owned();
            conn.query(&Stmt::Raw(text, Vec::new())).unwrap()[0].get::<i64>(0).unwrap()
        });
        assert_eq!(elsewhere, 0, "passwords of another company hold for ever");
    });
}

#[test]
fn messages_go_after_a_hundred_and_eighty_days_read_or_not() {
    each_database(Vec::new, |world| {
        let row = |id: i64, time: &str, read: &str| {
            let (own, made) = ("(SELECT MIN(id) FROM app_user WHERE org_id = 2 AND login_name = 'op01')", millis(time));
            let cells = format!("2, {id}, '系统', 'm{id}', 'x', {own}, {read}, {made}");
            let columns = "org_id, id, kind, title, content, user_id, read_at, created_at";
            change(world, &format!("INSERT INTO message ({columns}) VALUES ({cells})"));
        };
        row(1, "2026-01-15 09:59:59", "NULL");
        row(2, "2026-01-15 09:59:59", "1");
        row(3, "2026-01-16 10:00:00", "NULL");
        at(world, "2026-07-15 10:00:00");
        assert_eq!(titles(&world.login("op01")), ["m3"]);
    });
}

#[test]
fn a_log_in_from_a_new_place_is_told_and_the_first_one_is_not() {
    each_database_with(
        Vec::new,
        |settings| settings.trusted_proxies = 1,
        |world| {
            let log_in = |address: &str| {
                let reply = world.anonymous().from_address(address).token_call("op01@example.com", "DEMO", PASSWORD);
                assert_eq!(reply.code, 0, "{}", reply.message);
            };
            let told = |wanted: usize| assert_eq!(count(world, "账号在新的地点登录"), i64::try_from(wanted).unwrap());
            log_in("203.0.113.7");
            told(0);
            log_in("203.0.113.7");
            told(0);
            world.fail_log_in("op01@example.com", "DEMO", 1);
            log_in("203.0.113.8");
            told(1);
            log_in("203.0.113.8");
            log_in("203.0.113.7");
            told(1);
            let told_of = world.login("op01").ok("/prm/message")["records"][0]["content"].clone();
            assert_eq!(told_of, "新的登录地点：203.0.113.8 2026-07-15 10:00:10。如非本人操作，请立即修改密码");
            world.set_clock("2026-10-13 10:00:09");
            log_in("203.0.113.8");
            told(1);
            world.set_clock("2026-10-13 10:00:10");
            log_in("203.0.113.7");
            // He was here within 90 days, but not there.
            told(2);
        },
    );
}
