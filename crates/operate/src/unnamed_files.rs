//! Removing files that no row names any more: replaced attachments, pictures of things that are gone. What is found so
//! for the first time is written down; what nobody names for the days of the platform's setting is removed, and it stays
//! written down for a year that it was.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use kernel::Instant;
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::package::storage;
use platform::refusal::Refusal;
use platform::retention::{REMOVED_FILE_DAYS, UNNAMED_FILE_DAYS};
use platform::sea_query::{ExprTrait, OnConflict};
use platform::setting;
use platform::store::{Cell, Conn, Value, sql};

const TABLE: &str = "unnamed_file";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The sweep is a plan of the platform.
pub(crate) const PLAN: Plan = Plan::new(
    "files.sweep",
    ("无引用文件清理", "Removal of files nobody names"),
    (Category::Cleaning, Schedule::Night),
    sweep,
)
.by_age();

/// Nobody writes at a file for so long.
const HALF: Duration = Duration::from_secs(24 * 60 * 60);

/// A kept file: its org and hash.
type Name = (i64, String);

/// Looks through files and rows; answers how many files were removed.
fn sweep(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    let days: i64 = app.store.read(|conn| setting::value(conn, PLATFORM_ORG, &UNNAMED_FILE_DAYS, None))?;
    let grace = Duration::from_millis((days * DAY_MS).unsigned_abs());
    app.files.sweep_halves(HALF);
    let mut kept: BTreeMap<Name, u64> = BTreeMap::new();
    app.files.each_kept_name(&mut |org, hash, size, _| {
        kept.insert((org, hash.to_owned()), size);
        Ok(())
    })?;
    // After the files: a file that is kept meanwhile is not looked for.
    let named = app.store.read(|conn| Ok::<_, Refusal>(archive::named_files(conn)?))?;
    let known = app.store.read(|conn| known(conn))?;
    let (in_use, kept): (BTreeMap<Name, u64>, _) = kept.into_iter().partition(|((_, hash), _)| named.contains(hash));
    storage::settle(app, &in_use, now)?;
    forget(app, &known, &kept, now)?;
    note(app, &known, &kept, now)?;
    let mut removed = 0;
    let over =
        known.iter().filter(|(name, since)| kept.contains_key(*name) && now.millis() - since.millis() >= days * DAY_MS);
    for (name @ (org, hash), _) in over {
        if app.jobs.is_stopping() {
            break;
        }
        if app.files.remove_kept(*org, hash, grace)? {
            tracing::info!(org, hash, bytes = kept.get(name), "a file nobody names was removed");
            mark_removed(app, name, now)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// What nobody named at the last look, and since when; without what was removed.
fn known(conn: &mut dyn Conn) -> Result<BTreeMap<Name, Instant>, Refusal> {
    let mut select = sql::from_global("unnamed_file");
    select.columns(["org_id", "file_key", "created_at"]).and_where(sql::col("removed_at").is_null());
    conn.query(&select.into())?.iter().map(|row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?))).collect()
}

/// Takes away what is named again or is gone, and what was removed long ago.
fn forget(
    app: &App,
    known: &BTreeMap<Name, Instant>,
    unnamed: &BTreeMap<Name, u64>,
    now: Instant,
) -> Result<(), Refusal> {
    let gone: BTreeSet<&Name> = known.keys().filter(|name| !unnamed.contains_key(*name)).collect();
    app.system_write(|conn| {
        for (org, hash) in gone {
            conn.exec(&sql::delete(*org, TABLE).and_where(sql::eq("file_key", hash.clone())).into())?;
        }
        let mut old = sql::delete_global(TABLE);
        old.and_where(sql::col("removed_at").lt(sql::value(now.plus_millis(-REMOVED_FILE_DAYS * DAY_MS))));
        conn.exec(&old.into())?;
        Ok(())
    })
}

/// Writes down what nobody names since now. What was removed and came again begins anew.
fn note(
    app: &App,
    known: &BTreeMap<Name, Instant>,
    unnamed: &BTreeMap<Name, u64>,
    now: Instant,
) -> Result<(), Refusal> {
    app.system_write(|conn| {
        for ((org, hash), size) in unnamed.iter().filter(|(name, _)| !known.contains_key(*name)) {
            let cells = [
                ("file_key", Value::Text(hash.clone())),
                ("bytes", Value::Int(i64::try_from(*size).unwrap_or(i64::MAX))),
                ("created_at", now.into_value()),
                ("removed_at", Value::Null),
            ];
            let mut insert = sql::insert(*org, TABLE, &cells);
            let anew = OnConflict::columns(["org_id", "file_key"])
                .update_columns(["bytes", "created_at", "removed_at"])
                .to_owned();
            insert.on_conflict(anew);
            conn.exec(&insert.into())?;
        }
        Ok(())
    })
}

fn mark_removed(app: &App, (org, hash): &Name, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(*org, TABLE, &[("removed_at", now.into_value())]);
    update.and_where(sql::eq("file_key", hash.clone()));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}
