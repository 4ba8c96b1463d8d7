//! The workers: claiming a row, working on it, writing down what came of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Id, Instant, SKEW_MS};
use sea_query::ExprTrait;

use super::queue::worker;
use super::{
    ATTEMPTS_MAX, DONE, FAILED, FILE_DAYS, JobContext, LEASE_MS, PART_DONE, Progress, RUNNING, RUNNING_PER_ORG,
    RUNNING_PER_USER, Running, State, Stop, WAITING, put_next, sentence, told,
};
use super::{clean, plan};
use crate::call::App;
use crate::clock;
use crate::refusal::{Refusal, messages};
use crate::store::{Conn, Dialect, Row, Stmt, Value, sql};

/// How often a worker looks for what other processes put down, or left.
const POLL: Duration = Duration::from_secs(2);
/// How often the lease of a running job is renewed beside its steps.
const RENEW: Duration = Duration::from_secs(15);
/// Wait before an attempt, by the number of attempts before it.
const BACK_OFF_MS: [i64; 3] = [0, 60 * 1000, 5 * 60 * 1000];
/// No wait and no lease ends later.
const FAR_MS: i64 = 5 * 60 * 1000 + SKEW_MS;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The next row to be worked on: waiting and due, or held by a worker that is gone; of a user and an
/// org with room for one more. What lies further ahead than any wait or lease was written by a clock that ran ahead.
const NEXT: &str = "SELECT j.org_id, j.id, j.user_id, j.attempts, j.name, j.request, j.language, j.request_id, \
    j.lease_until FROM job_run j WHERE j.finished_at IS NULL \
    AND (j.status = '{waiting}' AND (j.next_at <= {now} OR j.next_at > {far}) \
    OR j.status = '{running}' AND (j.lease_until < {now} OR j.lease_until > {far})) \
    AND (SELECT COUNT(*) FROM job_run o WHERE o.finished_at IS NULL AND o.org_id = j.org_id \
    AND o.status = '{running}' AND o.lease_until BETWEEN {now} AND {far}) < {org} \
    AND (SELECT COUNT(*) FROM job_run o WHERE o.finished_at IS NULL AND o.org_id = j.org_id \
    AND o.user_id = j.user_id AND o.status = '{running}' AND o.lease_until BETWEEN {now} AND {far}) < {user} \
    ORDER BY j.next_at, j.id LIMIT 1";

/// Works until the process ends.
pub fn work_until_stopped(app: &Arc<App>) {
    while !app.jobs.is_stopping() {
        if let Err(refusal) = run_due(app) {
            tracing::error!(?refusal, "looking for jobs failed");
        }
        app.jobs.wait(POLL);
    }
}

/// Works on everything that is due: the plans of the clock, jobs, the queues of the rooms. Answers how much of
/// the jobs and queues was worked on.
pub fn run_due(app: &Arc<App>) -> Result<usize, Refusal> {
    clock::look(app)?;
    plan::run_clocked(app)?;
    let mut count = 0;
    while !app.jobs.is_stopping() {
        let Some(job) = claim(app)? else { break };
        count += 1;
        let outcome = work_on(&job);
        finish(&job, outcome)?;
    }
    Ok(count + plan::run_queues(app)?)
}

fn next_due(dialect: Dialect, now: Instant) -> Stmt {
    let (now_at, far_at) = match dialect {
        Dialect::Sqlite => ("?1", "?2"),
        Dialect::Postgres => ("$1", "$2"),
    };
    let text = NEXT
        .replace("{waiting}", WAITING)
        .replace("{running}", RUNNING)
        .replace("{org}", &RUNNING_PER_ORG.to_string())
        .replace("{user}", &RUNNING_PER_USER.to_string())
        .replace("{now}", now_at)
        .replace("{far}", far_at);
    Stmt::Raw(text, vec![Value::Int(now.millis()), Value::Int(now.millis() + FAR_MS)])
}

/// Takes the next due row. Who takes one holds the row of the timer until he is done, so two workers
/// never see the same row free, nor the same room under a limit.
fn claim(app: &Arc<App>) -> Result<Option<JobContext>, Refusal> {
    let now = app.clock.now();
    // While the last space is kept back for log-ins, jobs wait.
    let any = app.store.read(|conn| conn.first(&next_due(conn.dialect(), now)))?.is_some();
    if !any || app.need_space(false).is_err() {
        return Ok(None);
    }
    let worker = worker()?;
    let taken = app.store.write(|conn| {
        let mut turn = sql::update_global("job_timer", &[("due_at", Value::Int(now.millis()))]);
        turn.and_where(sql::eq("name", "claim".to_owned()));
        conn.exec(&turn.into())?;
        while let Some(row) = conn.first(&next_due(conn.dialect(), now))? {
            let attempts: i64 = row.get(3)?;
            if row.get::<Option<i64>>(8)?.is_some_and(|until| until > now.millis() + FAR_MS) {
                // Whether its worker is gone is seen when a lease from now on runs out.
                update_row(conn, &row, &[("lease_until", Value::Int(now.millis() + LEASE_MS))])?;
                continue;
            }
            if attempts < ATTEMPTS_MAX {
                take(conn, &row, &worker, now)?;
                return Ok(Some(row));
            }
            give_up(conn, &row, now)?;
        }
        Ok::<_, Refusal>(None)
    })?;
    taken.map(|row| context(app, &row, worker)).transpose()
}

fn take(conn: &mut dyn Conn, row: &Row, worker: &str, now: Instant) -> Result<(), Refusal> {
    let cells = [
        ("status", Value::Text(RUNNING.to_owned())),
        ("worker", Value::Text(worker.to_owned())),
        ("lease_until", Value::Int(now.millis() + LEASE_MS)),
        ("started_at", Value::Int(now.millis())),
        ("attempts", Value::Int(row.get::<i64>(3)? + 1)),
    ];
    update_row(conn, row, &cells)
}

/// A job whose workers die of it is not tried for ever.
fn give_up(conn: &mut dyn Conn, row: &Row, now: Instant) -> Result<(), Refusal> {
    let language: String = row.get(6)?;
    tracing::error!(job = row.get::<i64>(1)?, "a job was lost with its worker at every attempt");
    let cells = [
        ("status", Value::Text(FAILED.to_owned())),
        ("error", Value::Text(messages::BROKEN.text().in_language(&language).to_owned())),
        ("finished_at", Value::Int(now.millis())),
        ("worker", Value::Null),
        ("lease_until", Value::Null),
    ];
    update_row(conn, row, &cells)
}

fn update_row(conn: &mut dyn Conn, row: &Row, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let org = row.get(0)?;
    let mut update = sql::update(org, "job_run", cells);
    update.and_where(sql::eq("id", row.get::<Id>(1)?));
    told(conn, org, update)?;
    Ok(())
}

fn context(app: &Arc<App>, row: &Row, worker: String) -> Result<JobContext, Refusal> {
    let sealed: Vec<u8> = row.get(5)?;
    // What can't be opened fails as a job does, with an empty request.
    let request = app.secrets.open(&sealed).unwrap_or_else(|refusal| {
        tracing::error!(?refusal, "the request of a job can't be opened");
        String::new()
    });
    Ok(JobContext(Arc::new(Running {
        app: app.clone(),
        org: row.get(0)?,
        id: row.get(1)?,
        user: row.get(2)?,
        attempt: row.get::<i64>(3)? + 1,
        name: row.get(4)?,
        language: row.get(6)?,
        request_id: row.get(7)?,
        request,
        worker,
        state: Mutex::new(State::default()),
    })))
}

/// The work itself.
fn work_on(job: &JobContext) -> Result<(), Refusal> {
    let kind = job.0.app.registry.jobs.iter().find(|kind| kind.name == job.0.name);
    let work = kind.ok_or_else(|| Refusal::broken(format!("no kind of job is called {}", job.0.name)))?.work;
    under_lease(|| job.renew(None).map(drop), || work(job))
}

/// Does work while a second thread renews its lease; a panic is a fault like any other.
pub(super) fn under_lease<T>(
    renew: impl Fn() -> Result<(), Refusal> + Send,
    work: impl FnOnce() -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    std::thread::scope(|scope| {
        let (ended, end) = channel::<()>();
        scope.spawn(move || {
            while end.recv_timeout(RENEW) == Err(RecvTimeoutError::Timeout) {
                if let Err(refusal) = renew() {
                    tracing::warn!(?refusal, "a lease was not renewed");
                }
            }
        });
        let outcome = catch_unwind(AssertUnwindSafe(work));
        drop(ended);
        outcome.unwrap_or_else(|_| Err(Refusal::broken("the work panicked")))
    })
}

/// Writes down what came of a job, if it is still this worker's.
fn finish(job: &JobContext, outcome: Result<(), Refusal>) -> Result<(), Refusal> {
    let (stop, progress, file, note, next) = {
        let mut state = job.state();
        (state.stop, state.progress, state.file.take(), state.note.take(), state.next.take())
    };
    let now = job.0.app.clock.now();
    let done = outcome.is_ok();
    let mut cells = match (stop, outcome) {
        (Some(Stop::Lost), _) => None,
        (Some(Stop::Closing), _) => Some(again(now, job.0.attempt - 1, 0)),
        (None, Ok(())) => Some(ended(progress, note, now)),
        (None, Err(fault)) if fault.is_fault() => {
            tracing::error!(job = ?job, attempt = job.0.attempt, request_id = job.0.request_id, ?fault, "a job failed");
            Some(after_fault(job, &fault, now))
        }
        (None, Err(refusal)) => Some(failed(&sentence(&refusal, &job.0.language), now)),
    };
    if let (Some(cells), Some(file), true) = (&mut cells, &file, done) {
        cells.extend([
            ("file_hash", Value::Text(file.hash.clone())),
            ("file_name", Value::Text(file.name.clone())),
            ("file_size", Value::Int(i64::try_from(file.size).unwrap_or(i64::MAX))),
            ("file_until", Value::Int(now.millis() + FILE_DAYS * DAY_MS)),
        ]);
    }
    let written = match cells {
        Some(mut cells) => {
            cells.extend([("worker", Value::Null), ("lease_until", Value::Null)]);
            job.0.app.store.write(|conn| {
                let is_own = job.change_own(conn, &cells)?;
                if let (Some(next), true, true) = (next, is_own, done) {
                    put_next(conn, job, next)?;
                }
                Ok::<_, Refusal>(is_own)
            })?
        }
        None => false,
    };
    match file {
        Some(file) if !(written && done) => clean::remove_unless_named(&job.0.app, job.0.org, &file.hash),
        _ => Ok(()),
    }
}

type Cells = Vec<(&'static str, Value)>;

fn ended(progress: Progress, note: Option<String>, now: Instant) -> Cells {
    let done = progress.ok + progress.bad;
    let (status, total) = match (progress.ok, progress.bad) {
        (_, 0) => (DONE, done),
        (0, _) => (FAILED, Ord::max(done, progress.total)),
        _ => (PART_DONE, done),
    };
    vec![
        ("status", Value::Text(status.to_owned())),
        ("total", Value::Int(total)),
        ("ok", Value::Int(progress.ok)),
        ("bad", Value::Int(progress.bad)),
        ("progress", Value::Int(100)),
        ("finished_at", Value::Int(now.millis())),
        ("error", note.map_or(Value::Null, Value::Text)),
    ]
}

fn failed(text: &str, now: Instant) -> Cells {
    vec![
        ("status", Value::Text(FAILED.to_owned())),
        ("error", Value::Text(text.to_owned())),
        ("finished_at", Value::Int(now.millis())),
    ]
}

/// Back among the waiting, with so many attempts behind it.
fn again(now: Instant, attempts: i64, wait: i64) -> Cells {
    vec![
        ("status", Value::Text(WAITING.to_owned())),
        ("attempts", Value::Int(attempts)),
        ("next_at", Value::Int(now.millis() + wait)),
    ]
}

fn after_fault(job: &JobContext, fault: &Refusal, now: Instant) -> Cells {
    if job.0.attempt < ATTEMPTS_MAX {
        let wait = usize::try_from(job.0.attempt).ok().and_then(|place| BACK_OFF_MS.get(place));
        return again(now, job.0.attempt, wait.copied().unwrap_or_default());
    }
    failed(&sentence(fault, &job.0.language), now)
}

impl JobContext {
    /// Renews the lease, with the progress if told; false when the row is not this worker's any more.
    pub(super) fn renew(&self, progress: Option<Progress>) -> Result<bool, Refusal> {
        self.0.app.store.write(|conn| self.renew_in(conn, progress))
    }

    /// The same in a transaction.
    pub(super) fn renew_in(&self, conn: &mut dyn Conn, progress: Option<Progress>) -> Result<bool, Refusal> {
        let until = self.0.app.clock.now().millis() + LEASE_MS;
        let mut cells = vec![("lease_until", Value::Int(until))];
        if let Some(progress) = progress {
            let total = if progress.total == 0 { Value::Null } else { Value::Int(progress.total) };
            cells.extend([
                ("total", total),
                ("ok", Value::Int(progress.ok)),
                ("bad", Value::Int(progress.bad)),
                ("progress", Value::Int(progress.percent())),
            ]);
        }
        self.change_own(conn, &cells)
    }

    /// Renews the lease, and tells how far a look at the rows is.
    pub(super) fn renew_looked(&self, rows: i64, total: i64) -> Result<bool, Refusal> {
        let percent = Progress { total, ok: rows, bad: 0 }.percent();
        let until = self.0.app.clock.now().millis() + LEASE_MS;
        let cells = [
            ("lease_until", Value::Int(until)),
            ("total", Value::Int(total)),
            ("ok", Value::Int(0)),
            ("bad", Value::Int(0)),
            ("progress", Value::Int(percent)),
        ];
        self.write_own(&cells)
    }

    /// Writes the row as one that is done; false when it is not this worker's any more.
    pub(super) fn end_row(&self, conn: &mut dyn Conn, progress: Progress) -> Result<bool, Refusal> {
        let mut cells = ended(progress, None, self.0.app.clock.now());
        cells.extend([("worker", Value::Null), ("lease_until", Value::Null)]);
        self.change_own(conn, &cells)
    }

    /// Changes the row while this worker holds it.
    fn write_own(&self, cells: &[(&'static str, Value)]) -> Result<bool, Refusal> {
        self.0.app.store.write(|conn| self.change_own(conn, cells))
    }

    fn change_own(&self, conn: &mut dyn Conn, cells: &[(&'static str, Value)]) -> Result<bool, Refusal> {
        let mut update = sql::update(self.0.org, "job_run", cells);
        update
            .and_where(sql::eq("id", self.0.id))
            .and_where(sql::eq("worker", self.0.worker.clone()))
            .and_where(sql::col("status").eq(sql::value(RUNNING.to_owned())));
        Ok(told(conn, self.0.org, update)? == 1)
    }
}
