//! A clock that jumped removes nothing by age and stops nothing when it goes back, until somebody says that it is right.

use kernel::Instant;
use platform::store::{Stmt, Value};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, done, each_database, refused};

use super::rooms;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const DOUBTED: &str = "服务器时间待确认，暂停按期清理，请先在运行状况页面确认时间";

fn run(world: &World, text: &str) {
    world.database(|_, conn| conn.exec(&Stmt::Raw(text.to_owned(), Vec::<Value>::new())).expect("is run"));
}

fn at(world: &World, time: &str) {
    world.set_clock(time);
    world.run_jobs();
}

/// Old lines of all that is kept for a time: written years ago, as the clock was then.
fn lay_old(world: &World) {
    let long_ago = Instant::parse("2020-01-01 10:00:00").unwrap().millis();
    for text in [
        format!(
            "INSERT INTO login_log (org_id, id, login_name, outcome, created_at) VALUES (2, 1, 'old', 'x', {long_ago})"
        ),
        format!(
            "INSERT INTO operation_log (org_id, id, level, kind, page, function, text, object_type, operator_id, \
             operator_name, created_at) VALUES (2, 1, '低', 'x', 'x', 'x', 'old', 'x', 1, 'x', {long_ago})"
        ),
        format!(
            "INSERT INTO message (org_id, id, kind, title, content, user_id, created_at) \
             VALUES (2, 1, '系统', 'old', 'x', 1, {long_ago})"
        ),
        format!(
            "INSERT INTO message_told (org_id, event, object_id, mark, told_at) VALUES (2, 'x', 1, 'old', {long_ago})"
        ),
    ] {
        run(world, &text);
    }
}

/// How many of them are there.
fn old(world: &World) -> usize {
    let tables = ["login_log ", "operation_log ", "message ", "message_told "];
    let lines = world.contents(true);
    lines.iter().filter(|line| line.contains("\"old\"") && tables.iter().any(|table| line.starts_with(table))).count()
}

fn clock(keeper: &Caller<'_>) -> Json {
    keeper.ok("/hrs/health")["clock"].clone()
}

fn check(keeper: &Caller<'_>) -> (String, String) {
    let health = keeper.ok("/hrs/health");
    let found = health["checks"].as_array().unwrap().iter().find(|check| check["name"] == "clock").expect("the check");
    (found["state"].as_str().unwrap().to_owned(), found["text"].as_str().unwrap().to_owned())
}

fn trust(keeper: &Caller<'_>) -> testkit::Reply {
    keeper.put("/hrs/health/trustClock", json!({}))
}

#[test]
fn a_clock_that_jumped_ahead_removes_nothing_until_an_administrator_says_that_it_is_right() {
    each_database(rooms, |world| {
        world.run_jobs();
        lay_old(world);
        for time in ["2036-07-15 10:00:00", "2036-07-16 10:00:00", "2036-08-30 10:00:00"] {
            world.set_clock(time);
            // Whoever comes writes lines of the new time.
            world.login("op01");
            world.run_jobs();
            world.run_jobs();
            assert_eq!(old(world), 4, "{time}");
        }
        let keeper = world.login("superAdmin");
        let wanted = json!({ "now": "2036-08-30 10:00:00", "newest": "2026-07-15 10:00:00", "doubt": "ahead" });
        assert_eq!(clock(&keeper), wanted);
        let (state, text) = check(&keeper);
        assert_eq!(state, "red");
        assert!(text.contains("现在2036-08-30 10:00:00，比系统最近的记录2026-07-15 10:00:00晚30天以上"), "{text}");
        let told = keeper.ok("/prm/message");
        let told = told["records"].as_array().unwrap().iter().filter(|row| row["title"] == "运行状况异常：服务器时间");
        assert_eq!(told.count(), 1, "told once");
        let plan = keeper.ok("/hrs/job/page?title=过期系统日志清理")["records"][0]["id"].as_str().unwrap().to_owned();
        refused(&keeper.put(&format!("/hrs/job/run/{plan}"), json!({})), DOUBTED);
        assert_eq!(trust(&world.login("demo-admin")).status, 403);

        done(trust(&keeper));
        assert_eq!((clock(&keeper)["doubt"].clone(), check(&keeper).0), (Json::Null, "well".to_owned()));
        refused(&trust(&keeper), "服务器时间正常，无需确认");
        let line = keeper.ok("/hrs/log/list/page?size=1")["records"][0].clone();
        assert!(line.to_string().contains("确认服务器时间") && line["level"] == "高", "{line}");
        world.run_jobs();
        assert_eq!(old(world), 0, "what waited is removed at once");
    });
}

#[test]
fn a_clock_that_went_back_removes_nothing_even_when_it_shows_a_fitting_time_again() {
    each_database(rooms, |world| {
        at(world, "2026-07-16 10:00:00");
        lay_old(world);
        at(world, "2026-07-15 12:00:00");
        assert_eq!(old(world), 4);
        let keeper = world.login("superAdmin");
        assert_eq!(
            (&clock(&keeper)["doubt"], &clock(&keeper)["newest"]),
            (&json!("back"), &json!("2026-07-16 10:00:00"))
        );
        assert!(check(&keeper).1.contains("早于系统已记录的2026-07-16 10:00:00"));
        at(world, "2026-07-17 10:00:00");
        assert_eq!(old(world), 4, "which of both times was right the server does not know");
        let keeper = world.login("superAdmin");
        done(trust(&keeper));
        world.run_jobs();
        assert_eq!(old(world), 0);
    });
}

#[test]
fn a_clock_is_believed_for_thirty_days_and_when_it_is_set_right_by_minutes() {
    for (time, kept) in
        [("2026-08-14 10:00:00", 0), ("2026-08-14 10:00:01", 4), ("2026-07-15 09:55:00", 0), ("2026-07-15 09:54:59", 4)]
    {
        each_database(rooms, |world| {
            lay_old(world);
            at(world, time);
            assert_eq!(old(world), kept, "{time}");
        });
    }
}

#[test]
fn what_was_written_meanwhile_shows_that_time_has_passed() {
    each_database(rooms, |world| {
        lay_old(world);
        // Nobody looks at the clock, and somebody logs in now and then.
        for time in ["2026-08-10 10:00:00", "2026-09-09 10:00:00"] {
            world.set_clock(time);
            world.login("op01");
        }
        at(world, "2026-10-09 10:00:00");
        assert_eq!(old(world), 0);
    });
    each_database(rooms, |world| {
        lay_old(world);
        for time in ["2026-08-10 10:00:00", "2026-09-09 10:00:01"] {
            world.set_clock(time);
            world.login("op01");
        }
        at(world, "2026-09-10 10:00:00");
        assert_eq!(old(world), 4, "a gap is a jump, whatever was written behind it");
    });
}

#[test]
fn what_a_release_before_wrote_is_where_the_clock_begins() {
    each_database(rooms, |world| {
        world.login("op01");
        lay_old(world);
        run(world, "DELETE FROM server_clock");
        at(world, "2026-08-14 10:00:01");
        assert_eq!(old(world), 4);
        assert_eq!(clock(&world.login("superAdmin"))["doubt"], "ahead");
    });
    each_database(rooms, |world| {
        world.login("op01");
        lay_old(world);
        run(world, "DELETE FROM server_clock");
        at(world, "2026-08-14 10:00:00");
        assert_eq!(old(world), 0);
    });
}

#[test]
fn what_a_demonstration_wrote_of_the_rest_of_its_day_casts_no_doubt() {
    each_database(rooms, |world| {
        world.login("op01");
        lay_old(world);
        run(world, "DELETE FROM server_clock");
        for time in ["2026-07-15 08:00:00", "2026-07-15 08:01:00", "2026-07-15 09:00:00"] {
            at(world, time);
        }
        assert_eq!(clock(&world.login("superAdmin"))["doubt"], Json::Null);
        assert_eq!(old(world), 0);
    });
}

fn backups(keeper: &Caller<'_>) -> Vec<String> {
    let rows = keeper.ok("/hrs/backup/page?size=50")["records"].as_array().cloned().expect("rows");
    rows.iter()
        .map(|row| format!("{} {}", row["createdAt"].as_str().unwrap(), row["status"].as_str().unwrap()))
        .collect()
}

#[test]
fn backups_are_neither_removed_by_a_jump_nor_stopped_by_the_way_back() {
    each_database(rooms, |world| {
        at(world, "2026-07-15 10:00:00");
        at(world, "2026-07-16 10:00:00");
        // The job of a backup is done in the round behind its plan.
        world.run_jobs();
        let kept = backups(&world.login("superAdmin"));
        assert_eq!(kept, ["2026-07-16 10:00:00 已完成", "2026-07-15 10:00:00 已完成"]);
        at(world, "2036-07-15 10:00:00");
        world.run_jobs();
        let mut ahead = vec!["2036-07-15 10:00:00 已完成".to_owned()];
        ahead.extend(kept);
        assert_eq!(backups(&world.login("superAdmin")), ahead);
        at(world, "2026-07-17 10:00:00");
        world.run_jobs();
        let keeper = world.login("superAdmin");
        assert!(backups(&keeper).contains(&"2026-07-17 10:00:00 已完成".to_owned()), "{:?}", backups(&keeper));
        let health = keeper.ok("/hrs/health");
        let check = health["checks"].as_array().unwrap().iter().find(|check| check["name"] == "backup").unwrap();
        assert_eq!(check["text"], "最近一次2026-07-17 10:00");
    });
}

#[test]
fn a_job_that_a_clock_put_down_ahead_is_done_when_it_goes_back() {
    each_database(rooms, |world| {
        world.set_clock("2036-07-15 10:00:00");
        done(world.login("superAdmin").post("/hrs/backup/run", json!({})));
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(world.run_jobs(), 1);
        assert!(backups(&world.login("superAdmin")).contains(&"2036-07-15 10:00:00 已完成".to_owned()));
    });
}

#[test]
fn a_job_whose_worker_was_lost_ahead_is_taken_up_a_lease_after_the_clock_goes_back() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        done(keeper.post("/hrs/backup/run", json!({})));
        let until = world.clock.now().millis() + 3650 * DAY_MS;
        run(
            world,
            &format!("UPDATE job_run SET status = '执行中', worker = 'gone', lease_until = {until}, attempts = 1"),
        );
        assert_eq!(world.run_jobs(), 0, "its worker may live");
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(world.run_jobs(), 0);
        world.set_clock("2026-07-15 10:01:01");
        assert_eq!(world.run_jobs(), 1);
        assert!(backups(&keeper).contains(&"2026-07-15 10:00:00 已完成".to_owned()), "{:?}", backups(&keeper));
    });
}

#[test]
fn processes_seen_ahead_of_the_clock_do_not_live() {
    each_database(rooms, |world| {
        world.set_clock("2036-07-15 10:00:00");
        world.inside(|app| operate::instance::heard(app, "ahead", "server-1").expect("is heard"));
        world.set_clock("2026-07-15 10:01:00");
        world.inside(|app| operate::instance::heard(app, "now", "server-2").expect("is heard"));
        let health = world.login("superAdmin").ok("/hrs/health");
        let hosts: Vec<&Json> = health["instances"].as_array().unwrap().iter().map(|one| &one["host"]).collect();
        assert_eq!(hosts, ["server-2"]);
    });
}
