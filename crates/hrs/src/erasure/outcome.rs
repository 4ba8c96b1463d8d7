//! What came of an erasure, in its row; and how a job of it ends.

use archive::Person;
use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::Tx;
use platform::job::{CANCELLED, JobContext, Progress};
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use super::{DONE, FAILED, JOBS, RUNNING, TABLE};

const AGAIN: Msg = Msg::new("erasure.again", "清除失败，请重新提交", "The erasing failed; please ask for it again.");

/// What came of it.
#[derive(Default)]
pub(super) struct Outcome {
    pub texts: u64,
    pub files: u64,
    pub letters: u64,
    pub doubtful: u64,
    pub unread: u64,
    pub job_files: u64,
    pub sealed: u64,
    pub login_kept: bool,
    pub failed: Vec<String>,
}

/// Does the work of a job of an erasure unless that is over; a failure for good is told in its row, and what its jobs know of
/// the person is forgotten.
pub(super) fn under_way(
    job: &JobContext,
    (erasure, jobs): (i64, &[Id]),
    work: impl FnOnce() -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (app, org, id) = (job.app(), job.org(), Id(erasure));
    match app.store.read(|conn| state(conn, org, id))?.as_str() {
        RUNNING => {}
        DONE => return Ok(()),
        _ => return Err(Refusal::business(AGAIN)),
    }
    let done = work();
    let Err(refusal) = &done else { return done };
    let is_last = job.is_last() || !refusal.is_fault();
    // Who was stopped begins again, unless a user stopped him.
    let is_over =
        is_last && job.step(Progress::rows(0, 0)).is_ok() || app.store.read(|conn| is_cancelled(conn, job))?;
    if is_over {
        app.system_write(|conn| {
            let now = app.clock.now();
            let cells = [
                ("state", Value::Text(FAILED.to_owned())),
                ("finished_at", now.into_value()),
                ("updated_at", now.into_value()),
            ];
            let mut update = sql::update(org, TABLE, &cells);
            update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", id));
            conn.exec(&update.into())?;
            forget(conn, job, (id, jobs))
        })?;
    }
    done
}

/// Cancels a job. An erasing that waited has no worker to tell that it ended.
pub(crate) fn cancel(tx: &mut Tx<'_>, org: i64, job: Id) -> Result<(), Refusal> {
    platform::job::cancel(tx, org, job)?;
    let mut select = sql::from(org, "job_run");
    select.columns(["name", "conditions"]).and_where(sql::eq("id", job));
    let Some(row) = tx.first(&select.into())? else { return Ok(()) };
    let (name, token): (String, String) = (row.get(0)?, row.get(1)?);
    if !JOBS.contains(&name.as_str()) {
        return Ok(());
    }
    let now = tx.now.into_value();
    let cells = [("state", Value::Text(FAILED.to_owned())), ("finished_at", now.clone()), ("updated_at", now)];
    let mut update = sql::update(org, TABLE, &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("token", token.clone()))
        .and_where(sql::eq("state", RUNNING.to_owned()));
    tx.exec(&update.into())?;
    // A worker that is still at it fails at its next step, and forgets by itself.
    let mut forget = sql::update(org, "job_run", &[("request", Value::Bytes(Vec::new()))]);
    forget
        .and_where(sql::eq("conditions", token))
        .and_where(sql::is_in(sql::col("name"), JOBS.map(str::to_owned)))
        .and_where(sql::col("finished_at").is_not_null());
    tx.exec(&forget.into())?;
    Ok(())
}

fn state(conn: &mut dyn Conn, org: i64, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("state").and_where(sql::eq("id", id));
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

fn is_cancelled(conn: &mut dyn Conn, job: &JobContext) -> Result<bool, Refusal> {
    let mut select = sql::from(job.org(), "job_run");
    select.column("id").and_where(sql::eq("id", job.id())).and_where(sql::eq("status", CANCELLED));
    Ok(conn.first(&select.into())?.is_some())
}

/// What the jobs of an erasure were asked for says who he is: of that nothing stays but which erasure it was.
fn forget(conn: &mut dyn Conn, job: &JobContext, (erasure, jobs): (Id, &[Id])) -> Result<(), Refusal> {
    let request = job.app().secrets.seal(&json!({ "erasure": erasure.0 }).to_string())?;
    let all = jobs.iter().copied().chain([job.id()]);
    let mut update = sql::update(job.org(), "job_run", &[("request", Value::Bytes(request))]);
    update.and_where(sql::is_in(sql::col("id"), all));
    conn.exec(&update.into())?;
    Ok(())
}

/// Tells what was done, and until when the newest backup of before is kept.
pub(super) fn finish(
    conn: &mut dyn Conn,
    job: &JobContext,
    (erasure, jobs): (i64, &[Id]),
    outcome: &Outcome,
) -> Result<(), Refusal> {
    let now = job.app().clock.now();
    let mut newest = sql::from(PLATFORM_ORG, "backup");
    newest.expr(Expr::cust("MAX(keep_until)")).and_where(sql::col("created_at").lte(sql::value(now)));
    let until: Option<i64> = conn.first(&newest.into())?.unwrap_or_default().get(0)?;
    let count = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let failed = outcome.failed.join(", ");
    let cells = [
        ("state", Value::Text(DONE.to_owned())),
        ("texts", count(outcome.texts)),
        ("files", count(outcome.files)),
        ("letters", count(outcome.letters)),
        ("doubtful", count(outcome.doubtful)),
        ("unread_files", count(outcome.unread)),
        ("job_files", count(outcome.job_files)),
        ("sealed", count(outcome.sealed)),
        ("login_kept", Value::Bool(outcome.login_kept)),
        ("failed_tables", if failed.is_empty() { Value::Null } else { Value::Text(failed) }),
        ("backups_until", until.filter(|until| *until > now.millis()).map_or(Value::Null, Value::Int)),
        ("finished_at", now.into_value()),
        ("updated_at", now.into_value()),
    ];
    let mut update = sql::update(job.org(), TABLE, &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", Id(erasure)));
    conn.exec(&update.into())?;
    forget(conn, job, (Id(erasure), jobs))
}

/// The person as the platform knows him: its own names are many, so his count there beside his phone or mail alone.
pub(super) fn at_platform(person: &Person) -> Person {
    Person { shares_names: true, files: std::collections::BTreeMap::new(), ..person.clone() }
}
