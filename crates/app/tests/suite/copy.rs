//! A restored copy holds what its origin had before it – a mail that waits, a backup under way, plans that are due – and does
//! none of it until somebody says that it stands in for the other.

use std::sync::Arc;

use app::backup;
use app::first_run::FirstRun;
use kernel::{Clock, Instant};
use platform::call::App;
use platform::store::{Cell, Stmt, StoreError, Value, sql};
use seed::{Client, Reply};
use serde_json::{Value as Json, json};

use crate::backup::{Place, inside};
use crate::database::{on_postgresql, rows};

const PASSWORD: &str = "Test-2026x";
const BEGUN: &str = "2026-07-15 10:00:00";
const LATER: &str = "2026-07-15 10:30:00";

fn at(time: &str) -> Instant {
    Instant::parse(time).expect("a time")
}

fn open(place: &Place, time: &str) -> Arc<App> {
    app::start::open(&place.config, Clock::fixed(at(time))).expect("opens")
}

/// What was found by one statement, as one number.
fn count(app: &App, text: &str) -> i64 {
    match rows(&app.store, text).first().and_then(|row| row.first()) {
        Some(Value::Int(number)) => *number,
        other => panic!("{text}: {other:?}"),
    }
}

/// How often the mail was tried.
fn tries(app: &App) -> i64 {
    count(app, "SELECT attempts FROM mail_log")
}

/// Somebody at the front door of a place.
struct Door {
    nobody: Client,
}

impl Door {
    fn of(app: &Arc<App>, place: &Place) -> Self {
        let first = Arc::new(FirstRun::new(app, &place.config));
        Self { nobody: Client::anonymous(app::server::router(app, &first)) }
    }

    fn log_in(&self, login: &str, org: &str) -> Client {
        wait(self.nobody.log_in(login, org, PASSWORD)).expect("logs in")
    }
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Handle::current().block_on(work)
}

fn told(reply: &Reply) -> (u16, i64, &str) {
    (reply.status, reply.code, reply.message.as_str())
}

/// A company with a mail that waits, while its backup is being made.
fn begin(place: &Place) {
    let app = open(place, BEGUN);
    app.system_write(|conn| {
        seed::people::platform_org(&app, conn)?;
        base::load::load(conn, &app.mint, app.clock.now())
    })
    .expect("the platform's rows");
    seed::people::fixture(&app, PASSWORD).expect("the people");
    let now = at(BEGUN).millis();
    let mail = [
        ("id", Value::Int(1)),
        ("kind", "自定义".into_value()),
        ("mailbox_org", Value::Int(2)),
        ("from_addr", "a@example.com".into_value()),
        ("to_addrs", "b@example.com".into_value()),
        ("subject", "x".into_value()),
        ("attachments", "[]".into_value()),
        ("attachment_count", Value::Int(0)),
        ("secure", Value::Bool(false)),
        ("language", "zh-CN".into_value()),
        ("status", "待发送".into_value()),
        ("attempts", Value::Int(0)),
        ("created_at", Value::Int(now)),
        ("next_at", Value::Int(now)),
    ];
    app.system_write(|conn| Ok(conn.exec(&sql::insert(2, "mail_log", &mail).into())?)).expect("a mail");
    let keeper = Door::of(&app, place).log_in("superAdmin", "PLAT");
    assert_eq!(wait(keeper.post("/hrs/backup/run", json!({}))).code, 0);
    // A worker is at it, and at a plan.
    let lease = now + 60_000;
    for text in [
        format!("UPDATE job_run SET status = '执行中', worker = 'w', attempts = 1, lease_until = {lease}"),
        format!("UPDATE job_plan SET worker = 'w', lease_until = {lease} WHERE name = 'job.clean'"),
    ] {
        let done = app.store.write(|conn| conn.exec(&Stmt::Raw(text, Vec::new())));
        done.unwrap_or_else(|error: StoreError| panic!("{error}"));
    }
}

/// Nothing is sent, nothing is taken up, and whoever looks after the place is told.
fn rests(app: &Arc<App>, door: &Door) {
    assert_eq!(platform::job::run_due(app).expect("looks"), 0, "nothing is done");
    assert_eq!(tries(app), 0, "the mail waits");
    assert_eq!(count(app, "SELECT COUNT(*) FROM job_plan_run"), 0, "no plan ran");
    assert_eq!(count(app, "SELECT COUNT(*) FROM job_plan WHERE worker IS NOT NULL"), 0);
    assert_eq!(count(app, "SELECT COUNT(*) FROM backup"), 0, "the backup under way is the origin's");
    let ended = rows(&app.store, "SELECT status, error FROM job_run");
    assert_eq!(ended[0][0], Value::Text("失败".to_owned()));
    assert!(matches!(&ended[0][1], Value::Text(why) if why.contains("任务已中断")), "{ended:?}");

    assert_eq!(wait(door.nobody.get("/hrs/platform/public")).data["quiet"], true, "pages know it before they ask");
    // Whether rules are due for a look as well depends on the day.
    let mail = json!({ "name": "邮件发送", "count": 1 });
    for (login, org, told) in [("superAdmin", "PLAT", true), ("demo-admin", "DEMO", false)] {
        let shown = wait(door.log_in(login, org).get("/hrs/quiet"));
        let waiting = shown.data["waiting"].as_array().expect("what waits");
        assert_eq!((&shown.data["quiet"], waiting.contains(&mail)), (&Json::Bool(true), told), "{login}");
        assert!(shown.data["madeAt"].is_string(), "{login}: {}", shown.data);
    }
}

fn released(app: &Arc<App>, door: &Door) {
    let keeper = door.log_in("superAdmin", "PLAT");
    let plan = count(app, "SELECT id FROM job_plan WHERE name = 'mail.send'");
    let asked = wait(keeper.put(&format!("/hrs/job/run/{plan}"), json!({})));
    assert_eq!(told(&asked), (200, 1, "本系统由备份恢复，处于静默状态，解除静默后才对外发送"));
    let release = |client: &Client| wait(client.post("/hrs/quiet/release", json!({})));
    assert_eq!(release(&door.log_in("demo-admin", "DEMO")).status, 403);
    assert_eq!(tries(app), 0);
    assert_eq!(release(&keeper).code, 0);
    assert_eq!(told(&release(&keeper)), (200, 1, "系统不在静默状态"));
    assert_eq!(count(app, "SELECT COUNT(*) FROM operation_log WHERE function = '解除静默'"), 1);
    assert_eq!(wait(keeper.get("/hrs/quiet")).data["quiet"], false);
    assert_eq!(wait(door.nobody.get("/hrs/platform/public")).data["quiet"], Json::Null);
    platform::job::run_due(app).expect("the jobs are worked on");
    assert_eq!(tries(app), 1, "the mail is tried");
}

fn story(from: &Place, to: &Place) {
    let file = from.file("copied.ofb");
    inside(|| begin(from));
    inside(|| backup::make(&from.config, &file, true)).expect("backs up");
    let said = inside(|| backup::restore(&to.config, &file)).expect("restores");
    assert!(said.contains("处于静默状态") && said.contains("forwarder release"), "{said}");
    inside(|| {
        let app = open(to, LATER);
        let door = Door::of(&app, to);
        rests(&app, &door);
        released(&app, &door);
    });
    // The origin goes on as if nothing had been.
    inside(|| {
        let app = open(from, LATER);
        platform::job::run_due(&app).expect("the jobs are worked on");
        assert_eq!(tries(&app), 1);
        assert_eq!(count(&app, "SELECT COUNT(*) FROM backup WHERE status = '已完成'"), 1, "its backup is made");
    });
}

#[test]
fn a_restored_copy_does_nothing_to_the_world_until_it_is_released() {
    story(&Place::new("copy-from", "", ""), &Place::new("copy-to", "", ""));
    on_postgresql("copy", |url| story(&Place::new("copy-lite", "", ""), &Place::new("copy-pg", &url, "")));
}

#[test]
fn a_copy_is_released_on_the_command_line_too_and_a_copy_of_it_is_quiet_again() {
    let (from, to, again) =
        (Place::new("copy-one", "", ""), Place::new("copy-two", "", ""), Place::new("copy-three", "", ""));
    inside(|| begin(&from));
    for (from, to) in [(&from, &to), (&to, &again)] {
        let file = from.file("copied.ofb");
        inside(|| backup::make(&from.config, &file, true)).expect("backs up");
        inside(|| backup::restore(&to.config, &file)).expect("restores");
        inside(|| {
            let app = open(to, LATER);
            assert_eq!(platform::job::run_due(&app).expect("looks"), 0);
            assert_eq!(tries(&app), 0);
            assert!(app::start::quiet(&app.store).expect("is told").is_some());
            app::start::release(&app).expect("is released");
            assert_eq!(app::start::release(&app), Err("this place is not quiet".to_owned()));
            assert_eq!(app::start::quiet(&app.store).expect("is told"), None);
        });
    }
}
