//! Jobs: large exports, the download centre, workers that die, workers side by side.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use kernel::Instant;
use platform::access::{Access, Actor, raise_permission_version};
use platform::call::{Answer, Call, ExportLimits, Outcome, Settings};
use platform::field::Field;
use platform::job::{self, Class, JobContext, JobKind, NewJob, Progress};
use platform::list::{self, Column, Filter, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::Condition;
use platform::store::{Conn, Stmt, Value, sql};
use serde_json::{Value as Json, json};
use testkit::{Caller, Reply, World, done, each_database, each_database_with};

use super::people::cells;

const DEMO: i64 = 2;
const NAMES: usize = 23;

/// A list of its own: a data scope by permission, a column by permission, a secret filter.
const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        Column::own(Field::text("姓名", "Name").column("user_name").wire("userName")),
        Column::own(Field::text("手机号", "Phone").column("phone").wire("phone")),
        Column::own(Field::text("原因", "Reason").column("reason").wire("reason")).needs("test-reason"),
        Column::own(Field::flag("有效", "Active").column("active").wire("active")),
    ],
    filters: &[
        Filter::new("userName", Match::Contains, Field::text("姓名", "Name").column("user_name")),
        Filter::new("idNumber", Match::Hashed, Field::upper("证件号", "ID number").column("id_number_hash")),
    ],
    export: "test-export",
    visible: Some(visible),
    ..ListPage::new("test.black.list", "/test_black", ("名单", "Persons"), "test_black", "/test/black", "blacklist")
};

fn visible(actor: &Actor) -> Condition {
    let own = Condition::all().add(sql::of_eq("blacklist", "created_by", actor.user_id));
    if actor.has("test-all") { Condition::all() } else { own }
}

fn rooms() -> Vec<Room> {
    let mut room = Room::new("test");
    room.nodes = vec![Node::page("/test_black", "/test", "名单", "Persons", 1)];
    for code in ["test-export", "test-all", "test-reason"] {
        room.nodes.push(Node::button(code, "test_black", "按钮", "Button", 1));
    }
    room.lists.push(LIST);
    room.jobs.push(JobKind { name: "test", work });
    room.operations.push(Operation::post("put_test_job", "/test/job", Access::LoggedIn, put_job));
    vec![room]
}

fn decide(settings: &mut Settings) {
    settings.export = ExportLimits { at_once: 5, most: 40, chunk: 3 };
}

fn put_job(call: &mut Call) -> Outcome {
    let request: Json = call.json()?;
    let id = call.write(|tx| {
        tx.no_log_line();
        let (class, conditions) = (Class::Import, String::new());
        job::submit(
            tx,
            NewJob { class, name: "test", page: "/test_black", title: "名单", conditions, total: None, request },
        )
    })?;
    Ok(Answer::Data(json!({ "taskId": id })))
}

/// Where a test holds a job: told that it began, it lets it go on.
type Gate = (Sender<()>, Receiver<()>);
static GATES: Mutex<BTreeMap<String, Gate>> = Mutex::new(BTreeMap::new());
/// How often each job was worked on.
static TIMES: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
/// How many jobs run inside each other, and how many did at most.
static DEPTH: AtomicUsize = AtomicUsize::new(0);
static DEEPEST: AtomicUsize = AtomicUsize::new(0);

fn gate(name: &str) -> (Receiver<()>, Sender<()>) {
    let ((begin, begun), (go, gone)) = (channel(), channel());
    GATES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), (begin, gone));
    (begun, go)
}

fn times(name: &str) -> usize {
    TIMES.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied().unwrap_or_default()
}

fn work(job: &JobContext) -> Result<(), Refusal> {
    let request: Json = job.request()?;
    let name = request["name"].as_str().unwrap_or_default().to_owned();
    *TIMES.lock().unwrap_or_else(PoisonError::into_inner).entry(name.clone()).or_default() += 1;
    job.step(Progress { total: 4, ok: 1, bad: 0 })?;
    match request["do"].as_str().unwrap_or_default() {
        "fault" => return Err(Refusal::broken("the disk is on fire")),
        "panic" => panic!("a test of what becomes of a panic"),
        "refuse" => return Err(Refusal::business(job::messages::NOT_OPEN)),
        "wait" => {
            let held = GATES.lock().unwrap_or_else(PoisonError::into_inner).remove(&name);
            if let Some((begin, gone)) = held {
                begin.send(()).expect("the test listens");
                gone.recv().expect("the test lets it go");
            }
        }
        "deep" => {
            DEEPEST.fetch_max(DEPTH.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let inner = job::run_due(job.app());
            DEPTH.fetch_sub(1, Ordering::SeqCst);
            inner?;
        }
        _ => {}
    }
    job.step(Progress { total: 4, ok: 3, bad: 1 })
}

fn task_of(data: &Json) -> String {
    data["taskId"].as_str().unwrap_or_else(|| panic!("no task: {data}")).to_owned()
}

fn put(caller: &Caller<'_>, what: &str, name: &str) -> String {
    task_of(&done(caller.post("/test/job", json!({ "do": what, "name": name }))))
}

fn task(caller: &Caller<'_>, id: &str) -> Json {
    caller.ok(&format!("/hrs/task/{id}"))
}

fn status(caller: &Caller<'_>, id: &str) -> String {
    task(caller, id)["status"].as_str().unwrap_or_default().to_owned()
}

/// Persons whose phones are missing, shared, or their own; the odd ones made by op01.
fn fill(world: &World) {
    world.database(|app, conn| {
        let op01 = user_id(conn, "op01");
        for place in 0..NAMES {
            let text = |text: String| Value::Text(text);
            let number = i64::try_from(place).unwrap_or(0);
            let phone = match place % 4 {
                0 => Value::Null,
                1 => text("13900000000".to_owned()),
                _ => text(format!("138{place:08}")),
            };
            let cells = [
                ("id", Value::Int(900 + number)),
                ("user_name", text(format!("人{place:02}"))),
                ("phone", phone),
                ("blacklist_date", text("2026-07-01".to_owned())),
                ("reason", text(format!("原因{place:02}"))),
                ("source", text("手工".to_owned())),
                ("active", Value::Bool(place % 3 == 0)),
                ("version", Value::Int(1)),
                ("created_by", Value::Int(if place % 2 == 1 { op01 } else { 0 })),
                ("created_at", Value::Int(app.clock.now().millis())),
                ("updated_by", Value::Int(0)),
                ("updated_at", Value::Int(0)),
            ];
            conn.exec(&sql::insert(DEMO, "blacklist", &cells).into()).expect("a person");
        }
    });
}

fn user_id(conn: &mut dyn Conn, login: &str) -> i64 {
    let mut select = sql::from(DEMO, "app_user");
    select.column("id").and_where(sql::eq("login_name", login.to_owned()));
    conn.first(&select.into()).expect("reads").expect("a user").get(0).expect("an id")
}

/// Takes a permission from every role of DEMO.
fn withdraw(world: &World, code: &str) {
    world.database(|_, conn| {
        let text = format!(
            "DELETE FROM role_permission WHERE permission_id IN (SELECT id FROM permission WHERE code = '{code}')"
        );
        conn.exec(&Stmt::Raw(text, Vec::new())).expect("is taken");
        raise_permission_version(conn, DEMO).expect("is judged anew");
    });
}

fn export(caller: &Caller<'_>, body: Json) -> Reply {
    caller.post("/test/black/exportExcel", body)
}

fn file(caller: &Caller<'_>, id: &str) -> Reply {
    caller.get(&format!("/hrs/task/file/{id}"))
}

/// One column of an export that a job makes, without heading and numbers.
fn column(world: &World, caller: &Caller<'_>, sort: &str) -> Vec<String> {
    let columns = json!([{ "label": "谁", "prop": "userName" }]);
    let id = task_of(&done(export(caller, json!({ "sort": sort, "columnStrs": columns }))));
    assert_eq!(world.run_jobs(), 1);
    let all = cells(&file(caller, &id).bytes);
    assert_eq!(all[..2], ["序号", "谁"], "the chosen column with its own heading");
    all[2..].to_vec()
}

#[test]
fn a_large_export_is_made_by_a_job_and_fetched_by_its_user_alone() {
    each_database_with(rooms, decide, |world| {
        fill(world);
        let (cs01, op01) = (world.login("cs01"), world.login("op01"));
        let small = export(&cs01, json!({ "filters": { "userName": "人0" }, "columnStrs": [] }));
        assert_eq!((small.code, small.message.as_str()), (0, "已提交下载中心"), "ten are more than five");
        let few = export(&cs01, json!({ "filters": { "userName": "人2" } }));
        assert!(few.bytes.starts_with(b"PK"), "three come at once: {}", few.message);
        let reply = export(&cs01, json!({ "filters": {} }));
        assert_eq!((reply.code, reply.message.as_str()), (0, "已提交下载中心"));
        let id = task_of(&reply.data);
        let waiting = task(&cs01, &id);
        assert_eq!((&waiting["status"], &waiting["total"], &waiting["ok"]), (&json!("排队中"), &json!(23), &json!(0)));
        assert_eq!(file(&cs01, &id).status, 404, "there is no file yet");
        assert_eq!(world.run_jobs(), 2);
        let made = task(&cs01, &id);
        assert_eq!((&made["status"], &made["total"], &made["ok"]), (&json!("已完成"), &json!(23), &json!(23)));
        assert_eq!((&made["progress"], &made["error"]), (&json!(100), &Json::Null));
        assert_eq!(made["fileUntil"], "2026-07-22 10:00:00");
        let got = file(&cs01, &id);
        assert_eq!(got.bytes.len(), usize::try_from(made["fileSize"].as_u64().unwrap()).unwrap());
        assert!(got.content_type.contains("spreadsheetml"), "{}", got.content_type);
        let text = cells(&got.bytes);
        assert_eq!(text.iter().filter(|cell| cell.starts_with('人')).count(), NAMES);
        assert_eq!(text[..4], ["序号", "姓名", "手机号", "原因"]);
        assert_eq!(file(&op01, &id).status, 404, "another user's");
        assert_eq!(op01.get(&format!("/hrs/task/{id}")).status, 404);
        assert_eq!(world.login("sh01").get(&format!("/hrs/task/{id}")).status, 404, "another company's");
        assert_eq!(world.login("nobody").get(&format!("/hrs/task/{id}")).status, 403);
        let boss = world.login("demo-admin");
        assert_eq!(task(&boss, &id)["status"], "已完成", "who may see everyone's sees it");
        assert_eq!(file(&boss, &id).status, 404, "and does not get the file");
    });
}

#[test]
fn an_export_by_a_job_has_the_order_of_the_list() {
    each_database_with(rooms, decide, |world| {
        fill(world);
        let cs01 = world.login("cs01");
        for sort in ["", "phone,asc", "phone,desc", "userName,asc", "active,asc", "active,desc"] {
            let page = cs01.ok(&format!("/test/black/page?size=500&sort={sort}"));
            let listed: Vec<String> =
                page["records"].as_array().unwrap().iter().map(|row| text(row, "userName")).collect();
            assert_eq!(listed.len(), NAMES);
            assert_eq!(column(world, &cs01, sort), listed, "{} by {sort:?}", world.database);
        }
        let english = cs01.in_language("en-US");
        let reply = export(&english, json!({ "filters": { "userName": "人", "idNumber": "" } }));
        assert_eq!(reply.message, "Handed to the download centre.");
        let id = task_of(&reply.data);
        world.run_jobs();
        assert_eq!(cells(&file(&english, &id).bytes)[..3], ["No.", "Name", "Phone"]);
        let told = task(&cs01, &id);
        assert!(told["fileName"].as_str().unwrap().starts_with("Persons_2026071510"), "{told}");
        assert_eq!((&told["pageName"], &told["conditions"]), (&json!("Persons"), &json!("Name：人")));
    });
}

fn text(row: &Json, name: &str) -> String {
    row[name].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_job_has_the_rights_its_user_has_when_it_runs() {
    each_database_with(rooms, decide, |world| {
        fill(world);
        let op01 = world.login("op01");
        let id = task_of(&done(export(&op01, json!({}))));
        withdraw(world, "test-all");
        withdraw(world, "test-reason");
        world.run_jobs();
        let made = task(&op01, &id);
        assert_eq!((&made["status"], &made["total"]), (&json!("已完成"), &json!(11)), "his own ones only");
        let all = cells(&file(&op01, &id).bytes);
        assert!(!all.iter().any(|cell| cell.starts_with("原因")), "without the column he may not see: {all:?}");
        let id = task_of(&done(export(&op01, json!({}))));
        withdraw(world, "test-export");
        world.run_jobs();
        let made = task(&op01, &id);
        assert_eq!((&made["status"], &made["error"]), (&json!("失败"), &json!("您没有操作权限，请联系管理员")));
        let late = put(&op01, "", "stopped");
        world.database(|_, conn| {
            let stop = "UPDATE app_user SET active = FALSE WHERE login_name = 'op01'".to_owned();
            conn.exec(&Stmt::Raw(stop, Vec::new())).expect("is stopped");
        });
        let boss = world.login("demo-admin");
        done(boss.put(&format!("/hrs/task/retry/{id}"), json!({})));
        world.run_jobs();
        assert_eq!(task(&boss, &id)["error"], "提交人的账号已停用");
        assert_eq!(status(&boss, &late), "部分成功", "work without a user's rights goes on");
    });
}

#[test]
fn an_export_has_a_largest_size_and_needs_a_place_to_be_fetched() {
    each_database_with(
        rooms,
        |settings| settings.export = ExportLimits { at_once: 5, most: 20, chunk: 3 },
        |world| {
            fill(world);
            let (cs01, op01) = (world.login("cs01"), world.login("op01"));
            let reply = export(&cs01, json!({}));
            assert_eq!((reply.code, reply.message.as_str()), (1, "导出数据超过20行，请缩小查询范围"));
            withdraw(world, "test-all");
            // Eleven when it is put down; more than the largest when it is made.
            let id = task_of(&done(export(&op01, json!({}))));
            world.database(|_, conn| {
                let op01 = user_id(conn, "op01");
                conn.exec(&Stmt::Raw(format!("UPDATE blacklist SET created_by = {op01}"), Vec::new()))
                    .expect("are his");
            });
            world.run_jobs();
            let made = task(&op01, &id);
            assert_eq!((&made["status"], &made["error"]), (&json!("失败"), &json!("导出数据超过20行，请缩小查询范围")));
            withdraw(world, "hrs_task");
            let reply = export(&op01, json!({ "filters": { "userName": "人0" } }));
            assert_eq!((reply.code, reply.message.as_str()), (1, "数据超过5行，需要下载中心权限，请联系管理员"));
        },
    );
}

#[test]
fn a_request_is_kept_sealed() {
    each_database_with(rooms, decide, |world| {
        let cs01 = world.login("cs01");
        put(&cs01, "", "110101199003070011");
        let stored = world.contents(true).into_iter().filter(|line| line.starts_with("job_run")).collect::<Vec<_>>();
        assert_eq!(stored.len(), 1);
        assert!(!stored[0].contains("110101199003070011"), "{stored:?}");
        let bytes: Vec<String> = "110101".bytes().map(|byte| byte.to_string()).collect();
        assert!(!stored[0].contains(&bytes.join(", ")), "{stored:?}");
    });
}

#[test]
fn faults_are_tried_again_with_growing_waits_and_refusals_are_not() {
    each_database_with(rooms, decide, |world| {
        let cs01 = world.login("cs01");
        let name = format!("fault-{}", world.database);
        let id = put(&cs01, "fault", &name);
        assert_eq!(world.run_jobs(), 1);
        assert_eq!(status(&cs01, &id), "排队中");
        assert_eq!(world.run_jobs(), 0, "not before a minute is over");
        world.set_clock("2026-07-15 10:01:00");
        assert_eq!(world.run_jobs(), 1);
        world.set_clock("2026-07-15 10:05:00");
        assert_eq!(world.run_jobs(), 0, "not before five more");
        world.set_clock("2026-07-15 10:06:00");
        assert_eq!(world.run_jobs(), 1);
        assert_eq!(times(&name), 3);
        let lost = task(&cs01, &id);
        assert_eq!((&lost["status"], &lost["error"]), (&json!("失败"), &json!("服务器开小差了，请联系管理员")));
        done(cs01.put(&format!("/hrs/task/retry/{id}"), json!({})));
        assert_eq!(status(&cs01, &id), "排队中");
        let again = cs01.put(&format!("/hrs/task/retry/{id}"), json!({}));
        assert_eq!((again.code, again.message.as_str()), (1, "只有失败的任务可以重试"));
        assert_eq!((world.run_jobs(), times(&name)), (1, 4));
        let panics = put(&cs01, "panic", "panic");
        let refused = put(&cs01, "refuse", "refuse");
        assert_eq!(world.run_jobs(), 2);
        assert_eq!(status(&cs01, &panics), "排队中");
        assert_eq!(task(&cs01, &refused)["error"], "任务已结束，不能取消");
        let fine = put(&cs01, "", "fine");
        world.run_jobs();
        let part = task(&cs01, &fine);
        assert_eq!((&part["status"], &part["total"]), (&json!("部分成功"), &json!(4)));
        assert_eq!((&part["ok"], &part["bad"]), (&json!(3), &json!(1)));
    });
}

#[test]
fn a_cancelled_job_ends_at_its_next_step() {
    each_database_with(rooms, decide, |world| {
        let (cs01, op01) = (world.login("cs01"), world.login("op01"));
        let path = |id: &str| format!("/hrs/task/cancel/{id}");
        let waiting = put(&cs01, "", "never");
        assert_eq!(op01.put(&path(&waiting), json!({})).status, 404, "another user's");
        assert_eq!(world.login("nobody").put(&path(&waiting), json!({})).status, 403);
        done(cs01.put(&path(&waiting), json!({})));
        assert_eq!((world.run_jobs(), times("never")), (0, 0));
        let name = format!("cancel-{}", world.database);
        let (begun, go) = gate(&name);
        let id = put(&cs01, "wait", &name);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| world.run_jobs());
            begun.recv().expect("it begins");
            assert_eq!(status(&cs01, &id), "执行中");
            done(cs01.put(&path(&id), json!({})));
            go.send(()).expect("it goes on");
            assert_eq!(worker.join().expect("ends"), 1);
        });
        let ended = task(&cs01, &id);
        assert_eq!((&ended["status"], &ended["ok"]), (&json!("已取消"), &json!(1)));
        let late = cs01.put(&path(&id), json!({}));
        assert_eq!((late.code, late.message.as_str()), (1, "任务已结束，不能取消"));
    });
}

#[test]
fn a_process_that_stops_gives_its_jobs_back() {
    each_database_with(rooms, decide, |world| {
        let cs01 = world.login("cs01");
        let name = format!("stop-{}", world.database);
        let (begun, go) = gate(&name);
        let id = put(&cs01, "wait", &name);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| world.run_jobs());
            begun.recv().expect("it begins");
            world.app.jobs.stop();
            go.send(()).expect("it goes on");
            assert_eq!(worker.join().expect("ends"), 1);
        });
        assert_eq!((status(&cs01, &id).as_str(), world.run_jobs()), ("排队中", 0));
        let row = world.contents(false).into_iter().find(|line| line.starts_with("job_run")).expect("the row");
        let due = Instant::parse(testkit::NOW).expect("a time").millis();
        assert!(row.contains(&format!("Null, Int(0), Int({due}), Null, Null")), "no attempt, due at once: {row}");
    });
}

#[test]
fn a_job_whose_worker_is_gone_is_taken_up_by_another() {
    each_database_with(rooms, decide, |world| {
        let cs01 = world.login("cs01");
        let name = format!("gone-{}", world.database);
        let (begun, go) = gate(&name);
        let id = put(&cs01, "wait", &name);
        std::thread::scope(|scope| {
            let silent = scope.spawn(|| world.run_jobs());
            begun.recv().expect("it begins");
            world.set_clock("2026-07-15 10:00:59");
            assert_eq!(world.run_jobs(), 0, "its lease still runs");
            world.set_clock("2026-07-15 10:01:01");
            let (begun, go_second) = gate(&name);
            let second = scope.spawn(|| world.run_jobs());
            begun.recv().expect("another takes it up");
            // The first worker comes back to life: the row is none of its business any more.
            go.send(()).expect("it goes on");
            assert_eq!(silent.join().expect("ends"), 1);
            let taken = task(&cs01, &id);
            assert_eq!((&taken["status"], &taken["ok"]), (&json!("执行中"), &json!(1)));
            go_second.send(()).expect("it goes on");
            assert_eq!(second.join().expect("ends"), 1);
            assert_eq!(status(&cs01, &id), "部分成功");
        });
        assert_eq!(times(&name), 2);
        let doomed = put(&cs01, "", "doomed");
        world.database(|_, conn| {
            let text = "UPDATE job_run SET status = '执行中', attempts = 3, worker = 'x', lease_until = 1 \
                        WHERE finished_at IS NULL";
            conn.exec(&Stmt::Raw(text.to_owned(), Vec::new())).expect("its workers died");
        });
        assert_eq!(world.run_jobs(), 0, "not for ever");
        assert_eq!((status(&cs01, &doomed).as_str(), times("doomed")), ("失败", 0));
    });
}

#[test]
fn workers_side_by_side_never_take_a_job_twice() {
    each_database_with(rooms, decide, |world| {
        let names: Vec<String> = (0..24).map(|number| format!("side-{}-{number}", world.database)).collect();
        let callers = ["cs01", "cs02", "op01", "mgr01"].map(|login| world.login(login));
        for (name, caller) in names.iter().zip(callers.iter().cycle()) {
            put(caller, "", name);
        }
        let ran: usize = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| world.run_jobs())).collect();
            workers.into_iter().map(|worker| worker.join().expect("ends")).sum()
        });
        // A worker that found all users busy has left; what it saw is done by the others or now.
        assert_eq!(ran + world.run_jobs(), 24);
        assert!(names.iter().all(|name| times(name) == 1), "{}", world.database);
    });
}

#[test]
fn two_jobs_of_a_user_and_five_of_a_company_run_at_a_time() {
    each_database_with(rooms, decide, |world| {
        // Each of these jobs looks for further ones while it runs.
        let deepest = |count: usize| {
            DEEPEST.store(0, Ordering::SeqCst);
            assert_eq!(world.run_jobs(), 1);
            assert!(world.contents(false).iter().filter(|line| line.starts_with("job_run")).count() >= count);
            DEEPEST.load(Ordering::SeqCst)
        };
        let [cs01, op01, sales01, fin01] = ["cs01", "op01", "sales01", "fin01"].map(|login| world.login(login));
        let ids: Vec<String> = (0..3).map(|_| put(&cs01, "deep", "deep")).collect();
        assert_eq!(deepest(3), 2, "of one user");
        assert!(ids.iter().all(|id| status(&cs01, id) == "部分成功"), "the third came after the second");
        let callers = [&cs01, &cs01, &op01, &op01, &sales01, &sales01, &fin01];
        let ids: Vec<String> = callers.iter().map(|caller| put(caller, "deep", "deep")).collect();
        assert_eq!(deepest(7), 5, "of one company");
        assert!(ids.iter().zip(callers).all(|(id, caller)| status(caller, id) == "部分成功"));
        callers.iter().for_each(|caller| drop(put(caller, "deep", "deep")));
        put(&world.login("sh01"), "deep", "deep");
        assert_eq!(deepest(8), 6, "and one of another");
        (0..20).for_each(|_| drop(put(&cs01, "", "many")));
        let more = cs01.post("/test/job", json!({}));
        assert_eq!((more.code, more.message.as_str()), (1, "排队中的任务已达20个，请等待完成后再提交"));
    });
}

#[test]
fn files_are_removed_when_their_days_are_over() {
    each_database_with(rooms, decide, |world| {
        fill(world);
        let cs01 = world.login("cs01");
        let id = task_of(&done(export(&cs01, json!({}))));
        world.run_jobs();
        let folder = world.app.settings.data_folder.join("files").join(DEMO.to_string()).join("passing");
        let files = || std::fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(files(), 1);
        let until = Instant::parse("2026-07-22 10:00:00").expect("a time");
        world.clock.set(until.plus_millis(-1));
        let cs01 = world.login("cs01");
        world.run_jobs();
        assert_eq!((file(&cs01, &id).status, files()), (200, 1));
        world.clock.set(until);
        assert_eq!(file(&cs01, &id).status, 404, "before it is removed already");
        world.clock.set(until.plus_millis(60 * 60 * 1000));
        world.run_jobs();
        assert_eq!(files(), 0);
        assert_eq!(task(&cs01, &id)["status"], "已完成");
    });
}

#[test]
fn numbers_go_on_beyond_9999() {
    each_database_with(rooms, decide, |world| {
        let op01 = world.login("op01");
        let code = |name: &str| text(&task(&op01, &put(&op01, "fault", name)), "code");
        assert_eq!(code("first"), "JOB-2607150001");
        world.database(|_, conn| {
            let skip = "UPDATE number_series SET last = 9998 WHERE series = 'job'".to_owned();
            assert_eq!(conn.exec(&platform::store::Stmt::Raw(skip, Vec::new())).unwrap(), 1);
        });
        let told = ["last", "beyond", "further"].map(code);
        assert_eq!(told, ["JOB-2607159999", "JOB-26071510000", "JOB-26071510001"]);
    });
}

#[test]
fn the_download_centre_lists_own_jobs_and_the_platform_all_of_them() {
    each_database_with(rooms, decide, |world| {
        fill(world);
        let (cs01, op01) = (world.login("cs01"), world.login("op01"));
        let id = task_of(&done(export(&cs01, json!({ "filters": { "userName": "人" } }))));
        put(&op01, "fault", "listed");
        let seen = |caller: &Caller<'_>, query: &str| {
            let page = caller.ok(&format!("/hrs/task/page?size=50{query}"));
            page["records"].as_array().cloned().unwrap_or_default()
        };
        let rows = seen(&cs01, "");
        assert_eq!(rows.len(), 1);
        let row = &rows[0];
        assert_eq!((text(row, "code").as_str(), text(row, "kind").as_str()), ("JOB-2607150001", "导出"));
        assert_eq!((text(row, "pageName").as_str(), text(row, "conditions").as_str()), ("名单", "姓名：人"));
        assert_eq!(
            (text(row, "userName").as_str(), &row["own"], &row["fileKept"]),
            ("客服一", &json!(true), &json!(false))
        );
        world.run_jobs();
        assert_eq!(seen(&cs01, "&status=已完成")[0]["fileKept"], true);
        assert_eq!(seen(&cs01, "&status=失败").len(), 0);
        let boss = world.login("demo-admin");
        assert_eq!(seen(&boss, "").len(), 2);
        assert_eq!(seen(&boss, "&kind=导入").len(), 1);
        assert_eq!(seen(&world.login("sh01"), "").len(), 0);
        let platform = world.login("superAdmin");
        let jobs = platform.ok("/hrs/job/company/page?size=50");
        let jobs = jobs["records"].as_array().unwrap();
        assert_eq!(jobs.len(), 2);
        assert_eq!(
            (text(&jobs[0], "companyName").as_str(), text(&jobs[0], "userName").as_str()),
            ("演示货运", "操作一")
        );
        let lost = text(&jobs[0], "id");
        assert_eq!(boss.put(&format!("/hrs/job/company/stop/{lost}"), json!({})).status, 403, "no page of a company");
        done(platform.put(&format!("/hrs/job/company/stop/{lost}"), json!({})));
        assert_eq!(status(&op01, &lost), "已取消");
        assert_eq!(platform.put(&format!("/hrs/job/retry/{lost}"), json!({})).message, "只有失败的任务可以重试");
        assert_eq!(platform.put("/hrs/job/company/stop/1", json!({})).status, 404);
        assert_eq!(status(&cs01, &id), "已完成");
    });
}

/// With the limits of the product: the log-in log of a busy company.
#[test]
fn an_export_of_12_000_rows_lies_in_the_download_centre() {
    each_database(Vec::new, |world| {
        let (boss, other) = (world.login("demo-admin"), world.login("ceo01"));
        let had = boss.ok("/hrs/loginLog/total")["total"].as_i64().unwrap();
        world.database(|_, conn| {
            let fill = format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) \
                 INSERT INTO login_log (org_id, id, login_name, outcome, created_at, way, fails) \
                 SELECT 2, i, 'x', '成功', {}, '邮箱', 0 FROM n",
                12_000 - had,
                world.clock.now().millis()
            );
            conn.batch(&fill).expect("rows");
        });
        let reply = boss.post("/hrs/loginLog/exportExcel", json!({ "filters": {}, "columnStrs": [] }));
        assert_eq!((reply.code, reply.message.as_str()), (0, "已提交下载中心"));
        let id = task_of(&reply.data);
        assert_eq!(task(&boss, &id)["status"], "排队中");
        assert!(world.run_jobs() >= 1);
        let made = task(&boss, &id);
        assert_eq!((&made["status"], &made["total"], &made["ok"]), (&json!("已完成"), &json!(12_000), &json!(12_000)));
        assert!(file(&boss, &id).bytes.starts_with(b"PK"));
        assert_eq!(file(&other, &id).status, 404, "another user's file");
    });
}
