//! What is well and what is not; a check that turns red is told to the platform's administrators.

use std::sync::Arc;

use kernel::{Id, Msg, Text, show_second};
use message::{About, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::clock::{self, Doubt};
use platform::job::plan::{Category, FAILURES_TOLD, Plan, Schedule};
use platform::message::{DATE, MessageEvent, Mute, Placeholder, Receiver, SYSTEM, To};
use platform::refusal::Refusal;
use platform::saving::Unsaved;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};

use crate::backup;
use crate::health::{PAGE, Queue, queues};

/// Used parts of a disk or of the memory that are a warning, and that are red.
const FULL: (u64, u64) = (85, 95);
/// Failed calls in a hundred that are a warning, and that are red.
const FAILING: (usize, usize) = (2, 10);
/// Fewer calls say nothing about how many fail.
const CALLS_MIN: usize = 20;
/// So much that waits is a warning.
const WAITING_MANY: i64 = 100;
/// A last backup older than this is a warning.
const BACKUP_OLD_MS: i64 = 2 * 24 * 60 * 60 * 1000;

const DISK: Msg = Msg::new("health.disk", "磁盘", "Disk");
const SAVING: Msg = Msg::new("health.saving", "保存", "Saving");
const SAVES: Msg = Msg::new("health.saves", "正常", "Works");
const UNSAVED: Msg =
    Msg::new("health.unsaved", "暂时无法保存：{place}（{reason}）", "Nothing can be saved: {place} ({reason})");
const MEMORY: Msg = Msg::new("health.memory", "内存", "Memory");
const CALLS: Msg = Msg::new("health.calls", "请求", "Calls");
const QUEUE: Msg = Msg::new("health.queue", "队列", "Queue");
const BACKUP: Msg = Msg::new("health.backup", "备份", "Backup");
const USED: Msg = Msg::new("health.used", "已用{n}%", "{n}% used");
const UNKNOWN: Msg = Msg::new("health.unknown", "无法读取", "Can't be read");
const FAILED_CALLS: Msg =
    Msg::new("health.failed_calls", "近5分钟{n}次请求，{failed}次失败", "{n} calls in five minutes, {failed} failed");
const WAITING: Msg =
    Msg::new("health.jobs", "等待{n}，近24小时失败{failed}", "{n} waiting, {failed} failed within a day");
const NO_BACKUP: Msg = Msg::new("health.no_backup", "还没有备份", "There is no backup yet");
const FAILED_BACKUP: Msg = Msg::new(
    "health.failed_backup",
    "{time}的自动备份失败，原因见备份记录",
    "The planned backup of {time} failed. The reason stands in its row.",
);
const CLOCK: Msg = Msg::new("health.clock", "服务器时间", "Clock");
const NOW: Msg = Msg::new("health.now", "现在{time}", "It is {time}");
const BACK: Msg = Msg::new(
    "health.clock_back",
    "现在{time}，早于系统已记录的{newest}。已暂停按期清理，请确认时间",
    "It is {time}, earlier than {newest}, when something was written. Nothing is removed by its age until the time is \
     confirmed.",
);
const AHEAD: Msg = Msg::new(
    "health.clock_ahead",
    "现在{time}，比系统最近的记录{newest}晚30天以上。已暂停按期清理，请确认时间",
    "It is {time}, more than 30 days after {newest}, when something was last written. Nothing is removed by its age until \
     the time is confirmed.",
);
const LAST_BACKUP: Msg = Msg::new("health.last_backup", "最近一次{time}", "The last one is of {time}");
/// Where the plans are.
const JOB_PAGE: &str = "/hrs_job";

/// Something has turned red.
pub(crate) const RED: MessageEvent = MessageEvent::new(
    "health.red",
    SYSTEM,
    ("运行状况异常", "Something is wrong"),
    ("磁盘、内存、请求等检查变为异常时", "When a check of the health turns red"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.mutes(Mute::Mail)
.platform()
.says(
    ("运行状况异常：{check}", "Something is wrong: {check}"),
    ("{state}", "{state}"),
    &[Placeholder::new("check", "检查项", "Check"), Placeholder::new("state", "状况", "State"), DATE],
);

/// A plan failed too often in a row.
pub(crate) const PLAN_FAILED: MessageEvent = MessageEvent::new(
    "plan.failed",
    SYSTEM,
    ("后台任务失败", "A background job failed"),
    ("计划任务连续失败5次时", "When a plan has failed five times in a row"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.mutes(Mute::Mail)
.platform()
.says(
    ("后台任务失败：{plan}", "A background job failed: {plan}"),
    ("已连续失败{times}次，原因见执行记录", "It failed {times} times in a row. The reasons stand in its runs."),
    &[Placeholder::new("plan", "任务", "Job"), Placeholder::new("times", "次数", "Times"), DATE],
);

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    Well,
    Warning,
    Red,
}

impl State {
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Warning => "warning",
            Self::Red => "red",
        }
    }
}

/// One thing that was looked at.
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) label: Msg,
    pub(crate) state: State,
    pub(crate) text: Text,
}

/// Everything that is looked at.
pub(crate) fn all(app: &App, queues: &[Queue]) -> Result<Vec<Check>, Refusal> {
    let probe = app.settings.probe;
    let full = |name, label, space: Option<platform::probe::Space>| match space {
        None => Check { name, label, state: State::Well, text: UNKNOWN.text() },
        Some(space) => {
            let used = space.used_percent();
            Check { name, label, state: by(used, FULL), text: USED.with(&[("n", &used.to_string())]) }
        }
    };
    Ok(vec![
        full("disk", DISK, (probe.disk)(&app.settings.data_folder)),
        saving(app),
        full("memory", MEMORY, (probe.memory)()),
        calls(app),
        waiting(queues),
        last_backup(app)?,
        clock(app)?,
    ])
}

/// Red as long as this process is not ready for it.
fn saving(app: &App) -> Check {
    let (state, text) = match app.unsaved().first() {
        None => (State::Well, SAVES.text()),
        Some(Unsaved { place, reason }) => (State::Red, UNSAVED.with(&[("place", place), ("reason", reason)])),
    };
    Check { name: "saving", label: SAVING, state, text }
}

fn by<T: PartialOrd>(value: T, (warning, red): (T, T)) -> State {
    if value >= red {
        State::Red
    } else if value >= warning {
        State::Warning
    } else {
        State::Well
    }
}

fn calls(app: &App) -> Check {
    let calls = app.figures.calls(app.clock.now());
    let share = if calls.count < CALLS_MIN { 0 } else { calls.failed * 100 / calls.count };
    let text = FAILED_CALLS.with(&[("n", &calls.count.to_string()), ("failed", &calls.failed.to_string())]);
    Check { name: "calls", label: CALLS, state: by(share, FAILING), text }
}

fn waiting(queues: &[Queue]) -> Check {
    let (waiting, failed) = queues.iter().fold((0, 0), |sum, one| (sum.0 + one.waiting, sum.1 + one.failed));
    let state = if failed > 0 || waiting >= WAITING_MANY { State::Warning } else { State::Well };
    let text = WAITING.with(&[("n", &waiting.to_string()), ("failed", &failed.to_string())]);
    Check { name: "queue", label: QUEUE, state, text }
}

fn last_backup(app: &App) -> Result<Check, Refusal> {
    let now = app.clock.now();
    let (last, failed) =
        app.store.read(|conn| Ok::<_, Refusal>((backup::last_done(conn, now)?, backup::failed_since(conn, now)?)))?;
    if let Some(failed) = failed {
        let text = FAILED_BACKUP.with(&[("time", &kernel::show_minute(failed))]);
        return Ok(Check { name: "backup", label: BACKUP, state: State::Red, text });
    }
    let (state, text) = match last {
        None => (State::Warning, NO_BACKUP.text()),
        Some(last) => {
            let old = now.millis() - last.millis() > BACKUP_OLD_MS;
            let text = LAST_BACKUP.with(&[("time", &kernel::show_minute(last))]);
            (if old { State::Warning } else { State::Well }, text)
        }
    };
    Ok(Check { name: "backup", label: BACKUP, state, text })
}

fn clock(app: &App) -> Result<Check, Refusal> {
    let now = app.clock.now();
    let known = app.store.read(|conn| clock::known(conn, now))?;
    let (state, text) = match known.doubt {
        None => (State::Well, NOW),
        Some(Doubt::Back) => (State::Red, BACK),
        Some(Doubt::Ahead) => (State::Red, AHEAD),
    };
    let (time, newest) = (show_second(now), show_second(known.newest));
    let text = text.with(&[("time", time.as_str()), ("newest", newest.as_str())]);
    Ok(Check { name: "clock", label: CLOCK, state, text })
}

/// Looking after the health is a plan of the platform.
pub(crate) const PLAN: Plan = Plan::new(
    "health.check",
    ("运行状况检查", "Looking after the health"),
    (Category::Reminder, Schedule::Minute),
    tell_changes,
);

/// What has turned red since the last look, and each plan that failed, is told once; answers how much that was.
fn tell_changes(app: &Arc<App>) -> Result<usize, Refusal> {
    let checks = all(app, &queues(app)?)?;
    app.system_write(|conn| {
        let mut count = 0;
        for check in &checks {
            if changed(conn, check)? && check.state == State::Red {
                tracing::error!(check = check.name, text = check.text.en, "a check of the health is red");
                let values = Values::default().with_text("check", &check.label.text()).with_text("state", &check.text);
                tell(conn, app, &RED, (values, "health", PAGE))?;
                count += 1;
            }
        }
        Ok(count + tell_failed_plans(app, conn)?)
    })
}

/// Tells of each plan that failed too often in a row, until it works again.
fn tell_failed_plans(app: &App, conn: &mut dyn Conn) -> Result<usize, Refusal> {
    let mut failed = sql::from(PLATFORM_ORG, "job_plan");
    failed
        .columns(["id", "title", "title_en", "failures"])
        .and_where(sql::eq("told", false))
        .and_where(sql::col("failures").gte(sql::value(FAILURES_TOLD)));
    let rows = conn.query(&failed.into())?;
    for row in &rows {
        let (zh, en, times): (String, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let values = Values::default().with_each("plan", (&zh, &en)).with("times", times.to_string());
        tell(conn, app, &PLAN_FAILED, (values, "jobPlan", JOB_PAGE))?;
        let mut told = sql::update(PLATFORM_ORG, "job_plan", &[("told", Value::Bool(true))]);
        told.and_where(sql::eq("id", row.get::<Id>(0)?));
        conn.exec(&told.into())?;
    }
    Ok(rows.len())
}

/// Keeps the state of a check; true when it is another than before.
fn changed(conn: &mut dyn Conn, check: &Check) -> Result<bool, Refusal> {
    let state = check.state.key().to_owned();
    let mut before = sql::from_global("health_check");
    before.column("state").and_where(sql::eq("name", check.name.to_owned()));
    match conn.first(&before.into())? {
        Some(row) if row.get::<String>(0)? == state => Ok(false),
        Some(_) => {
            let mut update = sql::update_global("health_check", &[("state", Value::Text(state))]);
            update.and_where(sql::eq("name", check.name.to_owned()));
            conn.exec(&update.into())?;
            Ok(true)
        }
        None => {
            let cells = [("name", Value::Text(check.name.to_owned())), ("state", Value::Text(state))];
            conn.exec(&sql::insert_global("health_check", &cells).into())?;
            Ok(true)
        }
    }
}

/// A message to those who look after the platform.
fn tell(
    conn: &mut dyn Conn,
    app: &App,
    event: &'static MessageEvent,
    (values, kind, page): (Values, &'static str, &str),
) -> Result<(), Refusal> {
    let about = About { kind, id: None, number: String::new(), url: page.to_owned() };
    message::send(conn, By::product(app, PLATFORM_ORG), event, &Told { values, about, ..Told::default() }).map(drop)
}
