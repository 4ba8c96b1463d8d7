//! Recurring work: what a room has done by the clock, or whenever something waits in a table of its own.
//!
//! A [`Plan`] is declared in `room.plans` and is a row of `job_plan`, which the platform's people see,
//! pause and run by hand. Whoever works on one holds its row under a lease, so it runs once at a time
//! over all processes. One that fails is tried again after growing waits.

mod turn;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use kernel::{Id, Instant, Msg, SKEW_MS};
use sea_query::{ExprTrait, OnConflict};

use crate::PLATFORM_ORG;
use crate::call::{App, Tx};
use crate::clock;
use crate::place;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value, sql};

pub(super) use turn::{run_clocked, run_queues};

/// A worker is at it.
pub const RUNNING: &str = "执行中";
/// It ended well.
pub const DONE: &str = "成功";
/// It ended with a fault, or five times in a row for a plan.
pub const FAILED: &str = "失败";
/// Its worker was lost with it.
pub const LOST: &str = "中断";

/// Failures in a row after which a plan has failed, and the platform's people are told.
pub const FAILURES_TOLD: i64 = 5;
/// Days the runs are kept.
pub const RUN_DAYS: i64 = 7;

/// The plan is at work, or is about to be.
pub const BUSY: Msg = Msg::new("job.plan_busy", "任务正在执行", "The task is running already.");
const STOPPED: Msg =
    Msg::new("job.plan_stopped", "任务已暂停，请先恢复", "The task is paused. Please resume it first.");
const IS_STOPPED: Msg = Msg::new("job.plan_is_stopped", "任务已暂停", "The task is paused already.");
const IS_STARTED: Msg = Msg::new("job.plan_is_started", "任务未暂停", "The task is not paused.");

/// What a plan is for, as people tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// Sends mails.
    Mail,
    /// Tells people what is due.
    Reminder,
    /// Changes states that time changes.
    Update,
    /// Sends messages to other systems.
    Sending,
    /// Takes in what other systems send.
    Receiving,
    /// Removes what is over.
    Cleaning,
    /// Care of the deployment itself.
    Care,
}

impl Category {
    /// As the table keeps it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Mail => "邮件",
            Self::Reminder => "提醒",
            Self::Update => "重算",
            Self::Sending => "报文发送",
            Self::Receiving => "回执接收",
            Self::Cleaning => "清理",
            Self::Care => "维护",
        }
    }
}

/// What waits in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// All there is.
    pub all: i64,
    /// What can be worked on now.
    pub due: i64,
}

/// Counts what waits in a queue.
pub type Backlog = fn(&mut dyn Conn, Instant) -> Result<Waiting, Refusal>;

/// Counts what was given up in a queue since then.
pub type Losses = fn(&mut dyn Conn, Instant) -> Result<i64, Refusal>;

/// Work of a plan; answers how much it handled.
pub type PlanWork = fn(&Arc<App>) -> Result<usize, Refusal>;

/// When a plan runs.
#[derive(Clone, Copy)]
pub enum Schedule {
    /// Once a minute.
    Minute,
    /// Once an hour.
    Hour,
    /// Once a day at two, when nobody works: what reads much.
    Night,
    /// Once a day at three: what writes much, behind what reads much.
    Early,
    /// Once a day at eight: what it tells lies there when the office opens.
    Morning,
    /// Once a day at seventeen: what is still to be done before the office closes.
    Afternoon,
    /// When something waits.
    Arrival(Backlog),
}

impl Schedule {
    /// As the table keeps it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Minute => EVERY_MINUTE,
            Self::Hour => EVERY_HOUR,
            Self::Night => EVERY_NIGHT,
            Self::Early => EVERY_EARLY,
            Self::Morning => EVERY_MORNING,
            Self::Afternoon => EVERY_AFTERNOON,
            Self::Arrival(_) => ON_ARRIVAL,
        }
    }

    /// When a run that starts now is followed by the next.
    fn next(self, now: Instant) -> Instant {
        match self {
            Self::Minute => now.plus_millis(60 * 1000),
            Self::Hour => now.plus_millis(HOUR_MS),
            Self::Night => next_at(NIGHT, now),
            Self::Early => next_at(EARLY, now),
            Self::Morning => next_at(MORNING, now),
            Self::Afternoon => next_at(AFTERNOON, now),
            Self::Arrival(_) => now,
        }
    }

    /// Whether a time at which it is due lies further ahead than any does: it was written by a clock that ran ahead, and
    /// would keep the plan from running until then.
    fn is_out_of_reach(self, next: Instant, now: Instant) -> bool {
        let latest = Ord::max(self.next(now), now.plus_millis(turn::WAIT_MS_MAX));
        next > latest.plus_millis(SKEW_MS)
    }
}

const HOUR_MS: i64 = 60 * 60 * 1000;
/// Hours of the day.
const NIGHT: i64 = 2;
const EARLY: i64 = 3;
const MORNING: i64 = 8;
const AFTERNOON: i64 = 17;

/// The next time it is that hour.
fn next_at(hour: i64, now: Instant) -> Instant {
    let of = |day| Instant::start_of(day).plus_millis(hour * HOUR_MS);
    let today = of(now.day());
    if today.millis() > now.millis() { today } else { of(kernel::day_after_days(now.day(), 1)) }
}

/// [`Schedule::Minute`] in the table.
pub const EVERY_MINUTE: &str = "每分钟";
/// [`Schedule::Hour`] in the table.
pub const EVERY_HOUR: &str = "每小时";
/// [`Schedule::Night`] in the table.
pub const EVERY_NIGHT: &str = "每天2点";
/// [`Schedule::Early`] in the table.
pub const EVERY_EARLY: &str = "每天3点";
/// [`Schedule::Morning`] in the table.
pub const EVERY_MORNING: &str = "每天8点";
/// [`Schedule::Afternoon`] in the table.
pub const EVERY_AFTERNOON: &str = "每天17点";
/// [`Schedule::Arrival`] in the table.
pub const ON_ARRIVAL: &str = "随到随办";

/// Recurring work.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Unique name.
    pub name: &'static str,
    /// What people call it, in Chinese and English.
    pub title: (&'static str, &'static str),
    /// What it is for.
    pub category: Category,
    /// When it runs.
    pub schedule: Schedule,
    /// What it does.
    pub work: PlanWork,
    /// What is given up in its queue, for those whose entries can fail for good.
    pub losses: Option<Losses>,
    /// It removes what is old, which it does only while the clock is believed ([`clock`]).
    pub by_age: bool,
}

impl Plan {
    /// A plan.
    pub const fn new(
        name: &'static str,
        title: (&'static str, &'static str),
        (category, schedule): (Category, Schedule),
        work: PlanWork,
    ) -> Self {
        Self { name, title, category, schedule, work, losses: None, by_age: false }
    }

    /// One that removes what is old.
    #[must_use]
    pub const fn by_age(mut self) -> Self {
        self.by_age = true;
        self
    }

    /// With a count of what was given up.
    #[must_use]
    pub const fn losing(mut self, losses: Losses) -> Self {
        self.losses = Some(losses);
        self
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "plan {}", self.name)
    }
}

/// Brings the rows in step with what the rooms declare; to be called when the product starts.
pub fn synchronise(app: &App) -> Result<(), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "job_plan");
    select.columns(["name", "title", "title_en", "category", "schedule"]);
    let mut known = BTreeMap::new();
    for row in app.store.read(|conn| conn.query(&select.into()))? {
        let words: [String; 4] = [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        known.insert(row.get::<String>(0)?, words);
    }
    let mut changed = Vec::new();
    for plan in &app.registry.plans {
        let words = [plan.title.0, plan.title.1, plan.category.text(), plan.schedule.text()].map(str::to_owned);
        match known.remove(plan.name) {
            Some(old) if old == words => {}
            old => changed.push((plan, words, old.is_none())),
        }
    }
    if changed.is_empty() && known.is_empty() {
        return Ok(());
    }
    app.system_write(|conn| {
        for (plan, words, is_new) in changed {
            if is_new { add(app, conn, plan, words)? } else { rename(conn, plan, words)? }
        }
        for name in known.into_keys() {
            remove(conn, &name)?;
        }
        Ok(())
    })
}

fn words_of(words: [String; 4]) -> Vec<(&'static str, Value)> {
    ["title", "title_en", "category", "schedule"].into_iter().zip(words.map(Value::Text)).collect()
}

fn add(app: &App, conn: &mut dyn Conn, plan: &Plan, words: [String; 4]) -> Result<(), Refusal> {
    let now = app.clock.now();
    let is_queue = matches!(plan.schedule, Schedule::Arrival(_));
    let mut cells = vec![
        ("id", app.mint.next(now).into_value()),
        ("name", plan.name.into_value()),
        ("stopped", Value::Bool(false)),
        // Due at once.
        ("next_at", Value::Int(0)),
        ("waiting", if is_queue { Value::Int(0) } else { Value::Null }),
        ("failures", Value::Int(0)),
        ("told", Value::Bool(false)),
        ("runs", Value::Int(0)),
    ];
    cells.extend(words_of(words));
    let mut insert = sql::insert(PLATFORM_ORG, "job_plan", &cells);
    // Another process may start at the same moment.
    insert.on_conflict(OnConflict::columns(["org_id", "name"]).do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

fn rename(conn: &mut dyn Conn, plan: &Plan, words: [String; 4]) -> Result<(), Refusal> {
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &words_of(words));
    update.and_where(sql::eq("name", plan.name.to_owned()));
    conn.exec(&update.into())?;
    Ok(())
}

fn remove(conn: &mut dyn Conn, name: &str) -> Result<(), Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "job_plan");
    select.column("id").and_where(sql::eq("name", name.to_owned()));
    let Some(row) = conn.first(&select.into())? else { return Ok(()) };
    for (table, column) in [("job_plan_run", "plan_id"), ("job_plan", "id")] {
        let mut delete = sql::delete(PLATFORM_ORG, table);
        delete.and_where(sql::eq(column, row.get::<Id>(0)?));
        conn.exec(&delete.into())?;
    }
    Ok(())
}

/// What somebody who acts on a plan has to know of it.
struct Seen {
    name: String,
    title: String,
    stopped: bool,
}

fn seen(conn: &mut dyn Conn, id: Id) -> Result<Seen, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "job_plan");
    select.columns(["name", "title", "stopped"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Seen { name: row.get(0)?, title: row.get(1)?, stopped: row.get(2)? })
}

/// Asks for a run now; ring the bell when the transaction is over. Answers what the plan is called.
pub fn ask(tx: &mut Tx<'_>, id: Id) -> Result<String, Refusal> {
    let seen = seen(tx, id)?;
    if seen.stopped {
        return Err(Refusal::business(STOPPED));
    }
    place::need_released(tx)?;
    let (now, by_age) = (tx.now, tx.app.registry.plans.iter().any(|plan| plan.by_age && plan.name == seen.name));
    if by_age && !clock::is_trusted(tx, now)? {
        return Err(Refusal::business(clock::DOUBTED));
    }
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &[("asked_by", tx.actor.user_id.into_value())]);
    update
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("stopped", false))
        .and_where(sql::col("worker").is_null())
        .and_where(sql::col("asked_by").is_null());
    if tx.exec(&update.into())? == 1 { Ok(seen.title) } else { Err(Refusal::business(BUSY)) }
}

/// Pauses a plan, or lets it go on; a run under way comes to its end. Answers what the plan is called.
pub fn pause(tx: &mut Tx<'_>, id: Id, stopped: bool) -> Result<String, Refusal> {
    let seen = seen(tx, id)?;
    let cells = [("stopped", Value::Bool(stopped)), ("asked_by", Value::Null)];
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &cells);
    update.and_where(sql::eq("id", id)).and_where(sql::eq("stopped", !stopped));
    match (tx.exec(&update.into())?, stopped) {
        (1, _) => Ok(seen.title),
        (_, true) => Err(Refusal::business(IS_STOPPED)),
        (_, false) => Err(Refusal::business(IS_STARTED)),
    }
}

/// A stop broke off the work of a plan, which knows how far it came: it is due again at once, for whichever process comes next.
pub fn again(app: &App, name: &str) -> Result<(), Refusal> {
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &[("next_at", app.clock.now().into_value())]);
    update.and_where(sql::eq("name", name.to_owned()));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

/// The plan of a run that failed; nothing when there is no such run.
pub fn failed_run(conn: &mut dyn Conn, run: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "job_plan_run");
    select.columns(["plan_id", "result"]).and_where(sql::eq("id", run));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    match row.get::<String>(1)?.as_str() {
        FAILED | LOST => Ok(Some(row.get(0)?)),
        _ => Err(Refusal::business(super::messages::NOT_FAILED)),
    }
}

/// Forgets the runs whose days are over.
pub(super) fn forget_runs(app: &App) -> Result<usize, Refusal> {
    let before = app.clock.now().millis() - RUN_DAYS * 24 * 60 * 60 * 1000;
    let mut delete = sql::delete(PLATFORM_ORG, "job_plan_run");
    delete.and_where(sql::col("started_at").lt(sql::value(before)));
    let gone = app.system_write(|conn| Ok(conn.exec(&delete.into())?))?;
    Ok(usize::try_from(gone).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_morning_is_today_before_eight_and_tomorrow_from_then_on() {
        let next = |time: &str| kernel::show_second(next_at(MORNING, Instant::parse(time).unwrap()));
        assert_eq!(next("2026-07-15 07:59:59"), "2026-07-15 08:00:00");
        assert_eq!(next("2026-07-15 08:00:00"), "2026-07-16 08:00:00");
    }

    #[test]
    fn no_plan_waits_for_a_time_that_a_clock_wrote_which_ran_ahead() {
        let now = Instant::parse("2026-07-15 10:00:00").unwrap();
        for schedule in [Schedule::Minute, Schedule::Hour, Schedule::Night, Schedule::Morning, Schedule::Afternoon] {
            let far = |next: Instant| schedule.is_out_of_reach(next, now);
            assert!(!far(schedule.next(now)) && !far(now) && !far(now.plus_millis(turn::WAIT_MS_MAX)));
            assert!(far(schedule.next(now.plus_millis(2 * 24 * HOUR_MS))), "{}", schedule.text());
        }
    }
}
