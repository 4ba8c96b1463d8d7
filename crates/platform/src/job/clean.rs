//! Removing the files and records of jobs when their days are over.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Id, Instant};
use sea_query::{Expr, ExprTrait};

use super::{Class, FILE_DAYS, plan};
use crate::call::App;
use crate::refusal::Refusal;
use crate::store::{Value, sql};

const HOUR_MS: i64 = 60 * 60 * 1000;
/// Files forgotten in one transaction.
const BATCH: u64 = 200;
/// Days after which a file nobody names is a left-over; longer than any is kept.
const LEFT_OVER: Duration = Duration::from_secs(60 * 60 * 24 * (FILE_DAYS.unsigned_abs() + 1));

/// Removes what is over; answers how many files and rows that were.
pub(crate) fn clean(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    let mut count = 0;
    loop {
        let gone = forget(app, now)?;
        for (org, hash) in &gone {
            remove_unless_named(app, *org, hash)?;
        }
        count += gone.len();
        if gone.is_empty() {
            break;
        }
    }
    count += app.files.sweep_passing(LEFT_OVER)?;
    forget_rows(app, now)?;
    forget_batches(app, now)?;
    Ok(count + plan::forget_runs(app)?)
}

/// Takes the files whose days are over from their rows.
fn forget(app: &App, now: Instant) -> Result<Vec<(i64, String)>, Refusal> {
    app.store.write(|conn| {
        let mut over = sql::from_global("job_run");
        over.columns(["org_id", "id", "file_hash"])
            .and_where(sql::col("file_hash").is_not_null())
            .and_where(sql::col("file_until").lte(sql::value(now)))
            .limit(BATCH);
        let mut gone = Vec::new();
        for row in conn.query(&over.into())? {
            let org: i64 = row.get(0)?;
            let mut forget = sql::update(org, "job_run", &[("file_hash", Value::Null)]);
            forget.and_where(sql::eq("id", row.get::<Id>(1)?));
            conn.exec(&forget.into())?;
            gone.push((org, row.get(2)?));
        }
        Ok(gone)
    })
}

/// An import's request holds the rows of its file; they are kept no longer than a file would be.
fn forget_rows(app: &App, now: Instant) -> Result<(), Refusal> {
    let old = now.millis() - FILE_DAYS * 24 * HOUR_MS;
    let mut update = sql::update_global("job_run", &[("request", Value::Bytes(Vec::new()))]);
    update
        .and_where(sql::eq("kind", Class::Import.text().to_owned()))
        .and_where(sql::col("finished_at").lte(sql::value(old)))
        .and_where(Expr::cust("LENGTH(request) > 0"));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

/// What became of each row of a batch is kept as long as its file.
fn forget_batches(app: &App, now: Instant) -> Result<(), Refusal> {
    let mut delete = sql::delete_global("batch_row");
    delete.and_where(sql::col("kept_until").lte(sql::value(now)));
    app.system_write(|conn| Ok(conn.exec(&delete.into())?)).map(drop)
}

/// Removes a file of an org unless a job names it.
pub(super) fn remove_unless_named(app: &App, org: i64, hash: &str) -> Result<(), Refusal> {
    let mut named = sql::from(org, "job_run");
    named.column("id").and_where(sql::eq("file_hash", hash.to_owned())).limit(1);
    if app.store.read(|conn| conn.first(&named.into()))?.is_some() {
        return Ok(());
    }
    app.files.remove_passing(org, hash)
}
