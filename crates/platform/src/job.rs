//! Work behind a call: a row of `job_run` that workers take, with progress, retries and a file.
//!
//! A room declares kinds of jobs ([`JobKind`]) and puts a job down in the transaction of a call
//! ([`submit`]). Any number of processes work on the rows: who claims one holds it under a lease, and
//! a job whose lease ran out is taken up by another. [`REPLAY`] is the kind that makes a call again
//! behind the scenes, in its caller's name and with his rights as they are then: large exports.
//! What recurs without anybody asking is a [`plan::Plan`].

mod clean;
mod copied;
pub mod plan;
pub mod queue;
mod work;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Id, Instant, Msg, Text};
use sea_query::{ExprTrait, UpdateStatement};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::PLATFORM_ORG;
use crate::access::{Actor, KEY_NO_JOB, actor_of};
use crate::call::{App, Asked, Call, Tx, next_number};
use crate::files::PassingFile;
use crate::push::Topic;
use crate::refusal::Refusal;
use crate::store::{Conn, StoreError, Value, sql};

pub(crate) use clean::clean;
pub use copied::end_copied;
pub use work::{run_due, work_until_stopped};

/// Its row waits for a worker.
pub const WAITING: &str = "排队中";
/// A worker holds it.
pub const RUNNING: &str = "执行中";
/// All of it is done.
pub const DONE: &str = "已完成";
/// Done but for rows that are bad.
pub const PART_DONE: &str = "部分成功";
/// It ended without a result.
pub const FAILED: &str = "失败";
/// A user ended it.
pub const CANCELLED: &str = "已取消";
/// Its result was taken back.
pub const REVERTED: &str = "已撤销";

/// Jobs of one user that run at the same time.
pub const RUNNING_PER_USER: i64 = 2;
/// Jobs of one org that run at the same time.
pub const RUNNING_PER_ORG: i64 = 5;
/// Jobs of one user that wait.
const WAITING_PER_USER: i64 = 20;
/// Attempts at a job that meets faults of the program.
pub const ATTEMPTS_MAX: i64 = 3;
/// Days the file of a job is kept.
pub const FILE_DAYS: i64 = 7;
/// A worker that has not been heard of for so long has lost its job.
pub const LEASE_MS: i64 = 60 * 1000;
/// Permission of the page where users find their jobs.
pub const PAGE_CODE: &str = "hrs_task";

/// Messages of jobs.
pub mod messages {
    use super::Msg;

    /// The result comes later.
    pub const SUBMITTED: Msg = Msg::new("job.submitted", "已提交下载中心", "Handed to the download centre.");
    /// Too many jobs wait.
    pub const TOO_MANY: Msg = Msg::new(
        "job.too_many",
        "排队中的任务已达{n}个，请等待完成后再提交",
        "{n} of your jobs are waiting already. Please wait until they are done.",
    );
    /// Nobody to work for.
    pub const USER_STOPPED: Msg =
        Msg::new("job.user_stopped", "提交人的账号已停用", "The account of the submitter has been stopped.");
    /// The user could not fetch the file.
    pub const NEEDS_PAGE: Msg = Msg::new(
        "job.needs_page",
        "数据超过{n}行，需要下载中心权限，请联系管理员",
        "More than {n} rows need the permission of the download centre. Please contact the administrator.",
    );
    /// It was under way where the backup was made.
    pub const COPIED: Msg = Msg::new(
        "job.copied",
        "系统由备份恢复，任务已中断；仍需要时请重试",
        "This place was restored from a backup, and the job ended with that. Try it again if it is still wanted.",
    );
    /// A job that has ended is cancelled.
    pub const NOT_OPEN: Msg = Msg::new("job.not_open", "任务已结束，不能取消", "The job has ended already.");
    /// A job that did not fail is tried again.
    pub const NOT_FAILED: Msg =
        Msg::new("job.not_failed", "只有失败的任务可以重试", "Only a job that failed can be tried again.");
}

/// What a job makes, as users tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A file of rows.
    Export,
    /// Rows of a file.
    Import,
    /// A file of files.
    Pack,
    /// Papers.
    Print,
    /// Care of the deployment itself.
    Care,
    /// A button pressed for many rows.
    Batch,
}

impl Class {
    /// As the table keeps it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Export => "导出",
            Self::Import => "导入",
            Self::Pack => "打包",
            Self::Print => "打印",
            Self::Care => "维护",
            Self::Batch => "批量",
        }
    }
}

/// A kind of job.
#[derive(Clone, Copy)]
pub struct JobKind {
    /// Its name in the rows.
    pub name: &'static str,
    /// Its work. It calls [`JobContext::step`] often, and puts everything down through the context.
    pub work: JobWork,
}

/// Work of a job.
pub type JobWork = fn(&JobContext) -> Result<(), Refusal>;

impl fmt::Debug for JobKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "job {}", self.name)
    }
}

/// How far a job is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows there are; 0 when that is not known.
    pub total: i64,
    /// Rows that are done.
    pub ok: i64,
    /// Rows that could not be done.
    pub bad: i64,
}

impl Progress {
    /// So many of so many rows.
    pub fn rows(ok: u64, total: u64) -> Self {
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        Self { total: number(total), ok: number(ok), bad: 0 }
    }

    /// Percent; a hundred only when all is over.
    fn percent(self) -> i64 {
        match self.total {
            0 => 0,
            total => ((self.ok + self.bad).saturating_mul(100) / total).clamp(0, 99),
        }
    }
}

/// Why the work has to end before its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The row is another's by now, or was cancelled.
    Lost,
    /// The process ends.
    Closing,
}

/// A file a job has made.
#[derive(Debug)]
struct Made {
    hash: String,
    size: u64,
    name: String,
}

#[derive(Debug, Default)]
struct State {
    progress: Progress,
    stop: Option<Stop>,
    file: Option<Made>,
    note: Option<String>,
    next: Option<NewJob<'static>>,
}

struct Running {
    app: Arc<App>,
    org: i64,
    id: Id,
    user: Id,
    name: String,
    attempt: i64,
    worker: String,
    language: String,
    request_id: String,
    request: String,
    state: Mutex<State>,
}

/// A job as its work sees it.
#[derive(Clone)]
pub struct JobContext(Arc<Running>);

impl fmt::Debug for JobContext {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "job {} {}", self.0.name, self.0.id)
    }
}

impl JobContext {
    /// The product.
    pub fn app(&self) -> &Arc<App> {
        &self.0.app
    }

    /// Org it works for.
    pub fn org(&self) -> i64 {
        self.0.org
    }

    /// Which job this is.
    pub fn id(&self) -> Id {
        self.0.id
    }

    /// Language of its user.
    pub fn language(&self) -> &str {
        &self.0.language
    }

    /// Whether a fault of this attempt is the end of it.
    pub fn is_last(&self) -> bool {
        self.0.attempt >= ATTEMPTS_MAX
    }

    /// What was asked for.
    pub fn request<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_str(&self.0.request).map_err(|error| Refusal::broken(format!("a job's request: {error}")))
    }

    /// Its user with the rights of this moment; refused when the account or its org is stopped.
    pub fn actor(&self) -> Result<Actor, Refusal> {
        let app = &self.0.app;
        let found = app.store.read(|conn| actor_of(conn, &app.rights, (self.0.org, self.0.user), app.clock.now()))?;
        found.ok_or(Refusal::business(messages::USER_STOPPED))
    }

    /// Tells how far it is, and that its worker lives. An error when it was cancelled, is another's, or
    /// has to make room: the work then ends with this error.
    pub fn step(&self, progress: Progress) -> Result<(), Refusal> {
        self.stepped(progress, || self.renew(Some(progress)))
    }

    /// The same of work of which nothing is kept yet: so many rows were looked at, and none is done.
    pub fn looked(&self, rows: usize, total: usize) -> Result<(), Refusal> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (rows, total) = (number(rows), number(total));
        self.stepped(Progress { total, ok: 0, bad: 0 }, || self.renew_looked(rows, total))
    }

    fn stepped(&self, progress: Progress, renew: impl FnOnce() -> Result<bool, Refusal>) -> Result<(), Refusal> {
        let stop = if self.0.app.jobs.is_stopping() {
            Some(Stop::Closing)
        } else if renew()? {
            None
        } else {
            Some(Stop::Lost)
        };
        let mut state = self.state();
        state.progress = progress;
        state.stop = stop;
        if stop.is_some() { Err(Refusal::broken("the job was stopped")) } else { Ok(()) }
    }

    /// The same as a part of the work's own transaction, at its end: what is written counts only while the
    /// job is this worker's.
    pub fn hold(&self, tx: &mut Tx<'_>, progress: Progress) -> Result<(), Refusal> {
        let is_held = self.renew_in(tx, Some(progress))?;
        let mut state = self.state();
        state.progress = progress;
        state.stop = if is_held { None } else { Some(Stop::Lost) };
        if is_held { Ok(()) } else { Err(Refusal::broken("the job was stopped")) }
    }

    /// Ends the job as a part of the work's own transaction: what was done is kept together with the row that says so. The
    /// work ends with it.
    pub fn end_in(&self, tx: &mut Tx<'_>, progress: Progress) -> Result<(), Refusal> {
        let is_held = self.end_row(tx, progress)?;
        let mut state = self.state();
        state.progress = progress;
        state.stop = if is_held { None } else { Some(Stop::Lost) };
        if is_held { Ok(()) } else { Err(Refusal::broken("the job was stopped")) }
    }

    /// Tells its user why not all of it could be done.
    pub fn note(&self, text: &str) {
        self.state().note = Some(text.to_owned());
    }

    /// Begins the file it makes.
    pub fn begin_file(&self) -> Result<PassingFile, Refusal> {
        self.0.app.files.begin_passing(self.0.org)
    }

    /// Keeps the file it has made, under a name.
    pub fn keep_file(&self, file: PassingFile, name: String) -> Result<(), Refusal> {
        let (hash, size) = file.keep()?;
        self.state().file = Some(Made { hash, size, name });
        Ok(())
    }

    /// Puts another job down when this one has ended well, in the transaction that says so: what it has made is kept then,
    /// whatever becomes of the other.
    pub fn then(&self, next: NewJob<'static>) {
        self.state().next = Some(next);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the workers of this process, and ends them.
#[derive(Debug, Default)]
pub struct Bell {
    rung: Mutex<bool>,
    heard: Condvar,
    stopping: AtomicBool,
}

impl Bell {
    /// There is work: to be called when the transaction that put it down is over.
    pub fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.heard.notify_one();
    }

    /// The workers end at their next step; what they hold goes back.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.heard.notify_all();
    }

    /// Whether the workers are to end.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::SeqCst)
    }

    /// Waits for work, at most so long.
    fn wait(&self, most: Duration) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.heard.wait_timeout_while(rung, most, |rung| !*rung && !self.is_stopping());
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

/// A job to be put down.
#[derive(Debug)]
pub struct NewJob<'a> {
    /// What it makes.
    pub class: Class,
    /// Name of its kind.
    pub name: &'static str,
    /// Page it was asked for on, as its address.
    pub page: &'static str,
    /// The page as the user knows it.
    pub title: &'a str,
    /// What was asked for, in words.
    pub conditions: String,
    /// Rows there are, when that is known.
    pub total: Option<u64>,
    /// What was asked for; kept sealed.
    pub request: Json,
}

/// Puts a job down; ring the [`Bell`] when the transaction is over.
pub fn submit(tx: &mut Tx<'_>, job: NewJob<'_>) -> Result<Id, Refusal> {
    let (org, user, now, id) = (tx.org(), tx.actor.user_id, tx.now, tx.new_id());
    if tx.actor.key.as_ref().is_some_and(|key| !key.whole) {
        return Err(Refusal::business(KEY_NO_JOB));
    }
    if waiting_of(tx, org, user)? >= WAITING_PER_USER {
        return Err(Refusal::Business(messages::TOO_MANY.with(&[("n", &WAITING_PER_USER.to_string())])));
    }
    let from = From { app: tx.app, org, user, id, now, language: &tx.asked.language, request_id: &tx.asked.request_id };
    put_down(tx, &from, job)
}

/// Puts a job down that nobody asked for but the clock; it is the platform's.
pub fn submit_planned(app: &App, conn: &mut dyn Conn, job: NewJob<'_>) -> Result<Id, Refusal> {
    let now = app.clock.now();
    let id = app.mint.next(now);
    put_down(conn, &From { app, org: PLATFORM_ORG, user: Id(0), id, now, language: "zh-CN", request_id: "" }, job)
}

/// Who puts a job down.
struct From<'a> {
    app: &'a App,
    org: i64,
    user: Id,
    id: Id,
    now: Instant,
    language: &'a str,
    request_id: &'a str,
}

fn put_down(conn: &mut dyn Conn, from: &From<'_>, job: NewJob<'_>) -> Result<Id, Refusal> {
    let From { app, org, user, id, now, language, request_id } = *from;
    let period = now.local().strftime("%y%m%d").to_string();
    let number = next_number(conn, org, "job", &period)?;
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("code", Value::Text(format!("JOB-{period}{number:04}"))),
        ("name", text(job.name)),
        ("kind", text(job.class.text())),
        ("page", text(job.page)),
        ("title", text(job.title)),
        ("conditions", text(&job.conditions)),
        ("request", Value::Bytes(app.secrets.seal(&job.request.to_string())?)),
        ("language", text(language)),
        ("request_id", text(request_id)),
        ("total", job.total.map_or(Value::Null, |rows| Value::Int(Progress::rows(0, rows).total))),
        ("ok", Value::Int(0)),
        ("bad", Value::Int(0)),
        ("progress", Value::Int(0)),
        ("status", text(WAITING)),
        ("attempts", Value::Int(0)),
        ("next_at", Value::Int(now.millis())),
        ("user_id", Value::Int(user.0)),
        ("created_at", Value::Int(now.millis())),
    ];
    conn.exec(&sql::insert(org, "job_run", &cells).into())?;
    conn.tell(Topic::jobs(org, user));
    Ok(id)
}

fn waiting_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<i64, Refusal> {
    let mut select = sql::from(org, "job_run");
    select
        .expr(sea_query::Expr::cust("COUNT(*)"))
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("status", WAITING.to_owned()));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// Puts down what a job hands on to, for the same user.
fn put_next(conn: &mut dyn Conn, job: &JobContext, next: NewJob<'_>) -> Result<(), Refusal> {
    let Running { app, org, user, language, request_id, .. } = &*job.0;
    let now = app.clock.now();
    let id = app.mint.next(now);
    put_down(conn, &From { app, org: *org, user: *user, id, now, language, request_id }, next).map(drop)
}

/// Ends a job that waits or runs; its worker sees it at the next step.
pub fn cancel(tx: &mut Tx<'_>, org: i64, id: Id) -> Result<(), Refusal> {
    let cells = [
        ("status", Value::Text(CANCELLED.to_owned())),
        ("finished_at", Value::Int(tx.now.millis())),
        ("worker", Value::Null),
        ("lease_until", Value::Null),
    ];
    let mut update = sql::update(org, "job_run", &cells);
    update
        .and_where(sql::eq("id", id))
        .and_where(sql::is_in(sql::col("status"), [WAITING, RUNNING].map(ToOwned::to_owned)));
    changed(told(tx, org, update)?, messages::NOT_OPEN)
}

/// Puts a failed job down again, from its beginning.
pub fn retry(tx: &mut Tx<'_>, org: i64, id: Id) -> Result<(), Refusal> {
    let cells = [
        ("status", Value::Text(WAITING.to_owned())),
        ("next_at", Value::Int(tx.now.millis())),
        ("attempts", Value::Int(0)),
        ("ok", Value::Int(0)),
        ("bad", Value::Int(0)),
        ("progress", Value::Int(0)),
        ("error", Value::Null),
        ("finished_at", Value::Null),
    ];
    let mut update = sql::update(org, "job_run", &cells);
    update.and_where(sql::eq("id", id)).and_where(sql::col("status").eq(sql::value(FAILED.to_owned())));
    changed(told(tx, org, update)?, messages::NOT_FAILED)
}

/// Changes jobs and tells their users; answers how many changed.
fn told(conn: &mut dyn Conn, org: i64, mut update: UpdateStatement) -> Result<usize, StoreError> {
    update.returning_col("user_id");
    let users = conn.query(&update.into())?;
    for row in &users {
        conn.tell(Topic::jobs(org, row.get(0)?));
    }
    Ok(users.len())
}

fn changed(rows: usize, otherwise: Msg) -> Result<(), Refusal> {
    if rows == 1 { Ok(()) } else { Err(Refusal::business(otherwise)) }
}

/// A call to be made again.
#[derive(Debug, Serialize, Deserialize)]
struct Replayed {
    operation: String,
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
    body: String,
}

/// The kind that makes a call again.
pub const REPLAY: JobKind = JobKind { name: "call", work: replay };

/// The present call as the request of a [`REPLAY`].
pub fn request_of(call: &Call) -> Result<Json, Refusal> {
    let body = String::from_utf8(call.asked.body.clone())
        .map_err(|error| Refusal::broken(format!("a body that is no text: {error}")))?;
    let asked = &call.asked;
    let (operation, path, query) = (asked.operation.clone(), asked.path.clone(), asked.query.clone());
    serde_json::to_value(Replayed { operation, path, query, body }).map_err(|error| Refusal::broken(error.to_string()))
}

/// Makes a call again for its user, if he may still make it. The handler finds the job in the call.
fn replay(job: &JobContext) -> Result<(), Refusal> {
    let request: Replayed = job.request()?;
    let app = job.app().clone();
    let known = app.registry.operations.iter().find(|operation| operation.id == request.operation);
    let operation = known.ok_or(Refusal::NotFound)?.clone();
    let actor = job.actor()?;
    if !actor.may(operation.access) {
        return Err(Refusal::Forbidden);
    }
    let asked = Asked {
        path: request.path,
        query: request.query,
        body: request.body.into_bytes(),
        language: job.0.language.clone(),
        request_id: job.0.request_id.clone(),
        operation: request.operation,
        job: Some(job.clone()),
        ..Asked::default()
    };
    (operation.handler)(&mut Call { app, caller: Some(actor), asked, arrived: None }).map(drop)
}

/// What a user reads of a refusal.
fn sentence(refusal: &Refusal, language: &str) -> String {
    refusal.wire(language).2
}

/// The message of a call whose result comes later.
pub fn submitted() -> Text {
    messages::SUBMITTED.text()
}
