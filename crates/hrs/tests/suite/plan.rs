//! Recurring work: its page, runs by hand, pauses, retries, and that it runs once at a time.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use platform::job::plan::{Category, Plan, Schedule, Waiting};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::store::{Stmt, Value};
use serde_json::{Value as Json, json};
use testkit::{Caller, World, each_database};

fn room(plan: Plan) -> Vec<Room> {
    let mut room = Room::new("test");
    room.plans.push(plan);
    vec![room]
}

const fn minute(name: &'static str, work: platform::job::plan::PlanWork) -> Plan {
    Plan::new(name, ("测试计划", "Test plan"), (Category::Cleaning, Schedule::Minute), work)
}

fn row(keeper: &Caller<'_>) -> Json {
    let found = keeper.ok("/hrs/job/page?title=测试计划");
    assert_eq!(found["total"], 1, "{found}");
    found["records"][0].clone()
}

fn runs(keeper: &Caller<'_>) -> Vec<Json> {
    keeper.ok("/hrs/job/run/page?title=测试计划&size=100")["records"].as_array().cloned().expect("rows")
}

fn id(row: &Json) -> &str {
    row["id"].as_str().expect("an id")
}

fn act(keeper: &Caller<'_>, act: &str) -> (i64, String) {
    let reply = keeper.put(&format!("/hrs/job/{act}/{}", id(&row(keeper))), json!({}));
    (reply.code, reply.message)
}

fn refused(text: &str) -> (i64, String) {
    (1, text.to_owned())
}

/// A session outlives no day of the tests' clock.
fn keeper(world: &World) -> Caller<'_> {
    world.login("superAdmin")
}

#[test]
fn every_plan_is_a_row_with_its_figures() {
    fn rooms() -> Vec<Room> {
        room(minute("test.figures", |_| Ok(3)))
    }
    each_database(rooms, |world| {
        let keeper = keeper(world);
        let all = keeper.ok("/hrs/job/page?size=100");
        let titles: Vec<&str> =
            all["records"].as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap()).collect();
        for title in ["邮件发送", "找回密码处理", "审批超时处理", "过期任务文件清理", "导入撤销数据清理", "测试计划"]
        {
            assert!(titles.contains(&title), "{title} of {titles:?}");
        }
        let before = row(&keeper);
        assert_eq!(
            (&before["titleEn"], &before["category"], &before["schedule"], &before["state"], &before["startedAt"]),
            (&json!("Test plan"), &json!("清理"), &json!("每分钟"), &json!("正常"), &Json::Null)
        );
        world.run_jobs();
        let after = row(&keeper);
        assert_eq!(
            (&after["startedAt"], &after["nextAt"], &after["took"], &after["result"], &after["failures"]),
            (&json!("2026-07-15 10:00:00"), &json!("2026-07-15 10:01:00"), &json!(0), &json!("成功"), &json!(0))
        );
        assert_eq!(after["waiting"], Json::Null, "nothing waits for a plan of the clock");
        let run = runs(&keeper).remove(0);
        assert_eq!((&run["handled"], &run["result"], &run["error"]), (&json!(3), &json!("成功"), &Json::Null));
        assert!(!run["instance"].as_str().unwrap().is_empty());
        world.set_clock("2026-07-15 10:00:59");
        world.run_jobs();
        assert_eq!(runs(&keeper).len(), 1, "not before its minute is over");
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!(runs(&keeper).len(), 2);
        let sending = keeper.ok("/hrs/job/page?title=Sending")["records"][0].clone();
        assert_eq!(
            (&sending["title"], &sending["schedule"], &sending["waiting"], &sending["nextAt"]),
            (&json!("邮件发送"), &json!("随到随办"), &json!(0), &Json::Null)
        );
        assert_eq!(keeper.ok("/hrs/job/page?category=邮件")["total"], 2);
        assert_eq!(keeper.ok("/hrs/job/page?state=已暂停")["total"], 0);
        world.set_clock("2026-07-22 10:00:59");
        world.run_jobs();
        let kept = runs(&self::keeper(world));
        assert_eq!(kept.len(), 2, "those of seven days are kept: {kept:?}");
    });
}

#[test]
fn only_the_platform_s_people_act() {
    fn rooms() -> Vec<Room> {
        room(minute("test.rights", |_| Ok(0)))
    }
    each_database(rooms, |world| {
        let plan = row(&keeper(world));
        for act in ["run", "stop", "start", "retry"] {
            let path = format!("/hrs/job/{act}/{}", id(&plan));
            assert_eq!(world.anonymous().put(&path, json!({})).status, 401, "{act}");
            assert_eq!(world.login("demo-admin").put(&path, json!({})).status, 403, "{act}");
        }
        for act in ["run", "stop", "start", "retry"] {
            assert_eq!(keeper(world).put(&format!("/hrs/job/{act}/1"), json!({})).status, 404, "{act}");
        }
        assert_eq!(row(&keeper(world)), plan);
    });
}

#[test]
fn run_now_twice_makes_one_run() {
    static GATE: Mutex<Option<(Sender<()>, Receiver<()>)>> = Mutex::new(None);
    fn rooms() -> Vec<Room> {
        room(minute("test.now", |_| {
            let held = GATE.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some((begin, gone)) = held {
                begin.send(()).expect("the test listens");
                gone.recv().expect("the test lets it go");
            }
            Ok(1)
        }))
    }
    each_database(rooms, |world| {
        let keeper = keeper(world);
        world.run_jobs();
        assert_eq!(runs(&keeper).len(), 1);
        let path = format!("/hrs/job/run/{}", id(&row(&keeper)));
        let replies = world.at_once(
            (0..4)
                .map(|_| {
                    let (client, path) = (keeper.client(), path.clone());
                    async move { client.put(&path, json!({})).await }
                })
                .collect(),
        );
        assert_eq!(replies.iter().filter(|reply| reply.code == 0).count(), 1);
        assert_eq!(replies.iter().filter(|reply| reply.message == "任务正在执行").count(), 3);
        assert_eq!(row(&keeper)["state"], "排队中");
        let ((begin, begun), (go, gone)) = (channel(), channel());
        *GATE.lock().unwrap_or_else(PoisonError::into_inner) = Some((begin, gone));
        std::thread::scope(|scope| {
            scope.spawn(|| world.run_jobs());
            begun.recv().expect("it begins");
            assert_eq!(row(&keeper)["state"], "执行中");
            assert_eq!(act(&keeper, "run"), refused("任务正在执行"));
            world.run_jobs();
            go.send(()).expect("it goes on");
        });
        let runs = runs(&keeper);
        assert_eq!(runs.len(), 2);
        assert_eq!((&runs[0]["userName"], &runs[1]["userName"]), (&json!("平台管理员"), &Json::Null));
        assert_eq!(
            keeper.put(&format!("/hrs/job/retry/{}", id(&runs[0])), json!({})).message,
            "只有失败的任务可以重试"
        );
    });
}

#[test]
fn a_plan_runs_once_at_a_time_over_all_processes() {
    static INSIDE: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    static TIMES: AtomicUsize = AtomicUsize::new(0);
    fn rooms() -> Vec<Room> {
        room(minute("test.once", |_| {
            MOST.fetch_max(INSIDE.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            TIMES.fetch_add(1, Ordering::SeqCst);
            for _ in 0..1000 {
                std::thread::yield_now();
            }
            INSIDE.fetch_sub(1, Ordering::SeqCst);
            Ok(1)
        }))
    }
    each_database(rooms, |world| {
        TIMES.store(0, Ordering::SeqCst);
        let other = world.beside();
        for minute in 0..5 {
            let time = format!("2026-07-15 10:0{minute}:00");
            world.set_clock(&time);
            if let Some(other) = &other {
                other.set_clock(&time);
            }
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| world.run_jobs());
                    if let Some(other) = &other {
                        scope.spawn(|| other.run_jobs());
                    }
                }
            });
        }
        assert_eq!((TIMES.load(Ordering::SeqCst), MOST.load(Ordering::SeqCst)), (5, 1), "{}", world.database);
        assert_eq!(runs(&keeper(world)).len(), 5);
    });
}

#[test]
fn a_paused_plan_runs_on_no_process_and_says_so() {
    fn rooms() -> Vec<Room> {
        room(minute("test.paused", |_| Ok(1)))
    }
    each_database(rooms, |world| {
        let keeper = keeper(world);
        assert_eq!(act(&keeper, "start"), refused("任务未暂停"));
        assert_eq!(act(&keeper, "stop").0, 0);
        assert_eq!(act(&keeper, "stop"), refused("任务已暂停"));
        assert_eq!(act(&keeper, "run"), refused("任务已暂停，请先恢复"));
        let paused = row(&keeper);
        assert_eq!((&paused["state"], &paused["nextAt"]), (&json!("已暂停"), &Json::Null));
        assert_eq!(paused["can"], json!(["sys_job_stop"]));
        assert_eq!(keeper.ok("/hrs/job/page?state=已暂停")["total"], 1);
        let other = world.beside();
        for process in [Some(world), other.as_ref()].into_iter().flatten() {
            process.set_clock("2026-07-15 11:00:00");
            process.run_jobs();
        }
        assert_eq!(runs(&keeper).len(), 0);
        assert_eq!(act(&keeper, "start").0, 0);
        world.run_jobs();
        assert_eq!((row(&keeper)["state"].clone(), runs(&keeper).len()), (json!("正常"), 1));
        let log = keeper.ok("/hrs/log/list/page?size=10");
        let lines = log["records"].as_array().unwrap();
        for (line, function) in lines.iter().zip(["恢复", "暂停"]) {
            assert!(line.to_string().contains(function) && line.to_string().contains("测试计划"), "{line}");
        }
    });
}

#[test]
fn a_plan_that_fails_waits_longer_each_time() {
    static WELL: AtomicBool = AtomicBool::new(false);
    fn rooms() -> Vec<Room> {
        room(minute("test.fails", |_| {
            if WELL.load(Ordering::SeqCst) { Ok(1) } else { Err(Refusal::broken("the disk is on fire")) }
        }))
    }
    each_database(rooms, |world| {
        WELL.store(false, Ordering::SeqCst);
        let expected = [
            ("2026-07-15 10:00:00", "2026-07-15 10:01:00", "等待重试"),
            ("2026-07-15 10:01:00", "2026-07-15 10:06:00", "等待重试"),
            ("2026-07-15 10:06:00", "2026-07-15 10:36:00", "等待重试"),
            ("2026-07-15 10:36:00", "2026-07-15 12:36:00", "等待重试"),
            ("2026-07-15 12:36:00", "2026-07-15 14:36:00", "失败"),
        ];
        for (place, (time, next, state)) in expected.into_iter().enumerate() {
            world.set_clock(time);
            world.run_jobs();
            world.run_jobs();
            let row = row(&keeper(world));
            assert_eq!((&row["nextAt"], &row["state"]), (&json!(next), &json!(state)), "{}", world.database);
            assert_eq!((&row["failures"], &row["result"]), (&json!(place + 1), &json!("失败")));
        }
        let keeper = keeper(world);
        let failed = runs(&keeper);
        assert_eq!(failed.len(), 5);
        assert!(!failed[0]["error"].as_str().unwrap().contains("fire"), "what is inside is for the log alone");
        WELL.store(true, Ordering::SeqCst);
        assert_eq!(keeper.put(&format!("/hrs/job/retry/{}", id(&failed[0])), json!({})).code, 0);
        world.run_jobs();
        let row = row(&keeper);
        assert_eq!((&row["state"], &row["failures"], &row["result"]), (&json!("正常"), &json!(0), &json!("成功")));
    });
}

#[test]
fn a_plan_whose_worker_is_gone_is_taken_up_again() {
    fn rooms() -> Vec<Room> {
        room(minute("test.lost", |_| Ok(1)))
    }
    each_database(rooms, |world| {
        let keeper = keeper(world);
        world.run_jobs();
        let run = runs(&keeper).remove(0);
        world.database(|app, conn| {
            let now = app.clock.now().millis();
            let place = format!("worker = 'gone', lease_until = {}", now + 60_000);
            let text = format!("UPDATE job_plan SET {place} WHERE name = 'test.lost'");
            conn.exec(&Stmt::Raw(text, Vec::<Value>::new())).expect("is lost");
        });
        world.set_clock("2026-07-15 10:01:00");
        world.run_jobs();
        assert_eq!(row(&keeper)["state"], "执行中", "its minute is not over");
        world.set_clock("2026-07-15 10:01:01");
        world.run_jobs();
        let state = row(&keeper);
        assert_eq!((&state["state"], &state["nextAt"]), (&json!("等待重试"), &json!("2026-07-15 10:02:01")));
        assert_eq!(runs(&keeper)[0]["result"], "中断");
        assert_eq!(runs(&keeper)[0]["id"], run["id"]);
        world.set_clock("2026-07-15 10:02:01");
        world.run_jobs();
        assert_eq!((row(&keeper)["state"].clone(), runs(&keeper).len()), (json!("正常"), 2));
    });
}

#[test]
fn a_queue_runs_when_something_waits_and_tells_how_much() {
    static OPEN: AtomicUsize = AtomicUsize::new(0);
    fn rooms() -> Vec<Room> {
        let waiting = |_: &mut dyn platform::store::Conn, _| {
            let all = i64::try_from(OPEN.load(Ordering::SeqCst)).unwrap_or_default();
            Ok(Waiting { all, due: Ord::max(all - 1, 0) })
        };
        let work: platform::job::plan::PlanWork = |_| Ok(OPEN.swap(1, Ordering::SeqCst) - 1);
        room(Plan::new("test.queue", ("测试计划", "Test plan"), (Category::Mail, Schedule::Arrival(waiting)), work))
    }
    each_database(rooms, |world| {
        OPEN.store(0, Ordering::SeqCst);
        let keeper = keeper(world);
        assert_eq!(world.run_jobs(), 0);
        assert_eq!(runs(&keeper).len(), 0);
        assert_eq!(act(&keeper, "stop").0, 0);
        OPEN.store(4, Ordering::SeqCst);
        assert_eq!(world.run_jobs(), 0);
        assert_eq!((row(&keeper)["waiting"].clone(), row(&keeper)["state"].clone()), (json!(4), json!("已暂停")));
        assert_eq!(act(&keeper, "start").0, 0);
        assert_eq!(world.run_jobs(), 3);
        assert_eq!((row(&keeper)["waiting"].clone(), runs(&keeper)[0]["handled"].clone()), (json!(1), json!(3)));
    });
}

#[test]
fn a_plan_runs_once_behind_a_jump_and_goes_on_when_the_clock_goes_back() {
    static TIMES: AtomicUsize = AtomicUsize::new(0);
    fn of(schedule: Schedule) -> Vec<Room> {
        let work: platform::job::plan::PlanWork = |_| {
            TIMES.fetch_add(1, Ordering::SeqCst);
            Ok(1)
        };
        room(Plan::new("test.jump", ("测试计划", "Test plan"), (Category::Update, schedule), work))
    }
    let rooms: [fn() -> Vec<Room>; 3] = [|| of(Schedule::Minute), || of(Schedule::Hour), || of(Schedule::Morning)];
    let next = ["2026-07-15 10:11:00", "2026-07-15 11:10:00", "2026-07-16 08:00:00"];
    for (rooms, next) in rooms.into_iter().zip(next) {
        each_database(rooms, |world| {
            TIMES.store(0, Ordering::SeqCst);
            for (time, times) in [
                ("2026-07-15 10:00:00", 1),
                ("2036-07-15 10:00:00", 2),
                ("2036-07-15 10:00:00", 2),
                ("2026-07-15 10:10:00", 3),
            ] {
                world.set_clock(time);
                world.run_jobs();
                assert_eq!(TIMES.load(Ordering::SeqCst), times, "{time}");
            }
            assert_eq!(row(&keeper(world))["nextAt"], next);
            world.run_jobs();
            assert_eq!(TIMES.load(Ordering::SeqCst), 3);
        });
    }
}

#[test]
fn a_plan_whose_worker_was_lost_ahead_is_taken_up_a_lease_after_the_clock_goes_back() {
    fn rooms() -> Vec<Room> {
        room(minute("test.lost_ahead", |_| Ok(1)))
    }
    each_database(rooms, |world| {
        let keeper = keeper(world);
        world.run_jobs();
        world.database(|app, conn| {
            let until = app.clock.now().millis() + 3650 * 24 * 60 * 60 * 1000;
            let text =
                format!("UPDATE job_plan SET worker = 'gone', lease_until = {until} WHERE name = 'test.lost_ahead'");
            conn.exec(&Stmt::Raw(text, Vec::<Value>::new())).expect("is lost");
        });
        for (time, state) in
            [("10:01:00", "执行中"), ("10:02:00", "执行中"), ("10:02:01", "等待重试"), ("10:03:01", "正常")]
        {
            world.set_clock(&format!("2026-07-15 {time}"));
            world.run_jobs();
            assert_eq!(row(&keeper)["state"], state, "{time}");
        }
    });
}
