//! The figures of the health page, and what is told when a check turns red.

use std::time::Duration;

use kernel::Instant;
use platform::job::plan::{Category, Plan, Schedule};
use platform::probe::{Probe, Space};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::store::{Cell, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, each_database, each_database_with};

use super::rooms;

fn check(caller: &Caller<'_>, name: &str) -> Json {
    let health = caller.ok("/hrs/health");
    let checks = health["checks"].as_array().expect("checks").clone();
    checks.into_iter().find(|check| check["name"] == name).expect("is there")
}

fn space(free: u64) -> Option<Space> {
    Some(Space { total: 1000, free })
}

#[test]
fn the_page_shows_real_figures() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        world.login("op01");
        world.inside(|app| {
            operate::instance::heard(app, "one", "server-1").expect("is heard");
            operate::instance::heard(app, "one", "server-1").expect("is heard again");
            operate::instance::heard(app, "two", "server-2").expect("is heard");
            let slow = app.store.slow();
            slow.note("SELECT \"id\" FROM \"freight_order\" WHERE \"code\" = 'AE-1'", Duration::from_millis(501));
            slow.note("SELECT \"id\" FROM \"freight_order\"", Duration::from_millis(1200));
            slow.note("SELECT \"id\" FROM \"coop\"", Duration::from_millis(500));
        });
        let health = keeper.ok("/hrs/health");
        assert_eq!(health["database"]["kind"], world.database);
        assert!(health["database"]["bytes"].as_i64().is_some_and(|bytes| bytes > 100_000), "{health}");
        assert_eq!(health["sessions"], 2);
        assert_eq!(health["startedAt"], "2026-07-15 10:00:00");
        let hosts: Vec<&Json> = health["instances"].as_array().unwrap().iter().map(|one| &one["host"]).collect();
        assert_eq!(hosts, ["server-1", "server-2"]);
        assert_eq!(health["slow"], json!([{ "statement": "SELECT freight_order", "count": 2, "maxMs": 1200 }]));
        let idle = |queue: &Json| queue["waiting"] == 0 && queue["failed"] == 0;
        assert!(health["queues"].as_array().unwrap().iter().all(idle), "{health}");
        assert!(health["calls"]["perMinute"].as_i64().is_some_and(|calls| calls >= 2), "{health}");
        assert_eq!(health["calls"]["failed"], 0);
        world.set_clock("2026-07-15 10:02:00");
        assert_eq!(keeper.ok("/hrs/health")["instances"], json!([]), "who was not heard of for so long is gone");
        assert_eq!(world.login("demo-admin").get("/hrs/health").status, 403);
    });
}

#[test]
fn mails_that_wait_or_were_given_up_are_seen() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        let now = Instant::parse("2026-07-15 10:00:00").unwrap().millis();
        let queue = |name: &str| {
            let queues = keeper.ok("/hrs/health")["queues"].as_array().unwrap().clone();
            let one = queues.into_iter().find(|queue| queue["name"] == name).expect("the queue");
            (one["waiting"].as_i64().unwrap(), one["failed"].as_i64().unwrap())
        };
        let text = |check: &Json| check["text"].as_str().unwrap().to_owned();
        assert_eq!((queue("邮件发送"), queue("导入导出等任务")), ((0, 0), (0, 0)));
        assert_eq!(check(&keeper, "queue")["state"], "well");
        let put = |(id, kind): (i64, &str), status: &str, next: Value, finished: Value| {
            world.database(|_, conn| {
                let cells = [
                    ("id", Value::Int(id)),
                    ("kind", kind.to_owned().into_value()),
                    ("mailbox_org", Value::Int(2)),
                    ("from_addr", "a@example.com".into_value()),
                    ("to_addrs", "[]".into_value()),
                    ("subject", "x".into_value()),
                    ("attachments", "[]".into_value()),
                    ("attachment_count", Value::Int(0)),
                    ("secure", Value::Bool(false)),
                    ("language", "zh-CN".into_value()),
                    ("status", status.to_owned().into_value()),
                    ("attempts", Value::Int(3)),
                    ("created_at", Value::Int(now)),
                    ("next_at", next),
                    ("finished_at", finished),
                ];
                conn.exec(&sql::insert(2, "mail_log", &cells).into()).unwrap();
            });
        };
        put((1, "自定义"), "失败", Value::Null, Value::Int(now - 24 * 60 * 60 * 1000 - 1));
        put((2, "自定义"), "待发送", Value::Int(now + 60_000), Value::Null);
        assert_eq!(queue("邮件发送"), (1, 0), "what failed the day before is over");
        assert_eq!(check(&keeper, "queue")["state"], "well");
        put((3, "自定义"), "失败", Value::Null, Value::Int(now - 24 * 60 * 60 * 1000));
        assert_eq!(queue("邮件发送"), (1, 1));
        put((4, "电子报文"), "失败", Value::Null, Value::Int(now));
        assert_eq!(queue("邮件发送"), (1, 1), "a telegram is given up as a message");
        let told = check(&keeper, "queue");
        assert_eq!((told["state"].clone(), text(&told)), (json!("warning"), "等待1，近24小时失败1".to_owned()));
    });
}

#[test]
fn calls_of_outside_systems_are_counted_over_all_companies() {
    each_database(rooms, |world| {
        let keeper = world.login("superAdmin");
        assert_eq!(keeper.ok("/hrs/health")["interfaces"], json!([]));
        world.database(|_, conn| {
            let text = |text: &str| Value::Text(text.to_owned());
            let at = |time: &str| Value::Int(kernel::Instant::parse(time).unwrap().millis());
            for (org, id, kind) in [(2, 71, "TRACK"), (3, 72, "TRACK"), (2, 73, "INVOICE")] {
                let cells = [
                    ("id", Value::Int(id)),
                    ("api_type", text(kind)),
                    ("mode", text("正式")),
                    ("timeout_s", Value::Int(10)),
                    ("active", Value::Bool(true)),
                    ("version", Value::Int(1)),
                    ("created_by", Value::Int(1)),
                    ("created_at", Value::Int(0)),
                    ("updated_by", Value::Int(1)),
                    ("updated_at", Value::Int(0)),
                ];
                conn.exec(&sql::insert(org, "org_interface", &cells).into()).unwrap();
            }
            for (org, id, interface, ok, time) in [
                (2, 1, 71, true, "2026-07-14 09:59:59"),
                (2, 2, 71, false, "2026-07-14 10:00:00"),
                (2, 3, 71, false, "2026-07-15 09:00:00"),
                (3, 4, 72, true, "2026-07-15 08:00:00"),
                (2, 5, 73, false, "2026-07-15 08:00:00"),
            ] {
                let cells = [
                    ("id", Value::Int(id)),
                    ("interface_id", Value::Int(interface)),
                    ("summary", text("x")),
                    ("ok", Value::Bool(ok)),
                    ("result", text("x")),
                    ("took", Value::Int(1)),
                    ("created_at", at(time)),
                ];
                conn.exec(&sql::insert(org, "interface_call", &cells).into()).unwrap();
            }
        });
        assert_eq!(
            keeper.ok("/hrs/health")["interfaces"],
            json!([
                { "type": "INVOICE", "lastOk": null, "count": 1, "failed": 1 },
                { "type": "TRACK", "lastOk": "2026-07-15 08:00:00", "count": 3, "failed": 2 },
            ])
        );
    });
}

#[test]
fn a_disk_is_red_at_ninety_five_percent() {
    type Decide = fn(&mut platform::call::Settings);
    let cases: [(Decide, &str); 4] = [
        (|settings| settings.probe = Probe { disk: |_| space(151), ..Probe::default() }, "well"),
        (|settings| settings.probe = Probe { disk: |_| space(150), ..Probe::default() }, "warning"),
        (|settings| settings.probe = Probe { disk: |_| space(51), ..Probe::default() }, "warning"),
        (|settings| settings.probe = Probe { disk: |_| space(50), ..Probe::default() }, "red"),
    ];
    for (decide, state) in cases {
        each_database_with(rooms, decide, |world| {
            assert_eq!(check(&world.login("superAdmin"), "disk")["state"], state);
        });
    }
}

#[test]
fn a_plan_that_failed_five_times_is_told_once() {
    fn with_a_plan() -> Vec<Room> {
        let mut room = Room::new("test");
        let when = (Category::Cleaning, Schedule::Minute);
        let work = |_: &_| Err(Refusal::broken("the disk is on fire"));
        room.plans.push(Plan::new("test.fails", ("测试计划", "Test plan"), when, work));
        let mut all = rooms();
        all.push(room);
        all
    }
    each_database(with_a_plan, |world| {
        let told = || world.login("superAdmin").ok("/prm/message");
        for time in ["10:00", "10:01", "10:06", "10:36"] {
            world.set_clock(&format!("2026-07-15 {time}:00"));
            world.run_jobs();
            world.run_jobs();
        }
        assert_eq!(told()["total"], 0, "four failures are tried again");
        for time in ["12:36", "12:37", "14:36", "14:37", "16:36", "16:37"] {
            world.set_clock(&format!("2026-07-15 {time}:00"));
            world.run_jobs();
        }
        let messages = told();
        assert_eq!(messages["total"], 1, "once, however often it goes on failing");
        let message = &messages["records"][0];
        assert_eq!(
            (&message["title"], &message["url"]),
            (&json!("后台任务失败：测试计划"), &json!("/hrs_job")),
            "{message}"
        );
    });
}

#[test]
fn a_check_that_turns_red_is_told_once() {
    each_database_with(
        rooms,
        |settings| settings.probe = Probe { disk: |_| space(10), ..Probe::default() },
        |world| {
            let keeper = world.login("superAdmin");
            assert_eq!(check(&keeper, "disk")["text"], "已用99%");
            assert_eq!(check(&keeper.in_language("en-US"), "disk")["text"], "99% used");
            for minute in 1..=3 {
                world.set_clock(&format!("2026-07-15 10:0{minute}:01"));
                world.run_jobs();
            }
            let messages = keeper.ok("/prm/message");
            assert_eq!(
                (&messages["total"], &messages["records"][0]["title"]),
                (&json!(1), &json!("运行状况异常：磁盘"))
            );
        },
    );
}
