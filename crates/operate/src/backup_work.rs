//! The jobs of a backup: making it, and restoring it to a scratch place to see that it can be.

use std::path::{Path, PathBuf};
use std::time::Instant as Stopwatch;

use archive::{Fault, Source, Target};
use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::files::{FileStore, ObjectStoreConfig};
use platform::job::JobContext;
use platform::refusal::Refusal;
use platform::store::{Store, StoreConfig, Value, sql};
use serde::Deserialize;

use crate::backup::{AGREES, DIFFERS, DONE, FAILED, VERIFY, refuse_while_busy};
use crate::backup_plan;

#[derive(Deserialize)]
struct Request {
    id: Id,
}

fn passphrase(app: &App) -> Option<&str> {
    let text = app.settings.backup_passphrase.as_str();
    (!text.is_empty()).then_some(text)
}

fn refusal(fault: &Fault) -> Refusal {
    Refusal::Business(fault.text())
}

fn set(app: &App, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    app.system_write(|conn| {
        let mut update = sql::update(PLATFORM_ORG, "backup", cells);
        update.and_where(sql::eq("id", id));
        conn.exec(&update.into())?;
        Ok(())
    })
}

/// Writes a backup; its row tells how it went.
pub(crate) fn make(job: &JobContext) -> Result<(), Refusal> {
    let Request { id } = job.request()?;
    let app = job.app();
    let begun = Stopwatch::now();
    match write(app, id) {
        Ok((place, summary)) => {
            let bytes = std::fs::metadata(&place).map_or(0, |data| data.len());
            let number = |count: u64| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
            let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let until = app.store.read(|conn| backup_plan::keep_until(conn, app.clock.now()))?;
            set(
                app,
                id,
                &[
                    ("status", Value::Text(DONE.to_owned())),
                    ("file", Value::Text(place.display().to_string())),
                    ("bytes", number(bytes)),
                    ("row_count", number(summary.rows())),
                    ("file_count", number(summary.files)),
                    ("took", number(took)),
                    ("error", Value::Null),
                    ("keep_until", Value::Int(until.millis())),
                ],
            )
        }
        Err(fault) => {
            tracing::error!(%fault, "a backup failed");
            let said = fault.text().in_language(job.language()).to_owned();
            set(app, id, &[("status", Value::Text(FAILED.to_owned())), ("error", Value::Text(said))])?;
            Err(refusal(&fault))
        }
    }
}

fn write(app: &App, id: Id) -> Result<(PathBuf, archive::Summary), Fault> {
    let folder = app.settings.backups();
    std::fs::create_dir_all(&folder)?;
    let now: Instant = app.clock.now();
    let place = folder.join(format!("forwarder-{}-{id}.ofb", now.local().strftime("%Y%m%d-%H%M%S")));
    // Of an attempt whose process died before it could say so.
    let _ = std::fs::remove_file(&place);
    let source = Source {
        store: &app.store,
        files: Some(&app.files),
        passphrase: passphrase(app),
        program: &app.settings.version,
        now,
    };
    archive::write(&source, &place).map(|summary| (place, summary))
}

/// Restores a backup to a database beside it and compares the rows; then the scratch is gone again.
pub(crate) fn verify(job: &JobContext) -> Result<(), Refusal> {
    let Request { id } = job.request()?;
    let app = job.app();
    let mut select = sql::from(PLATFORM_ORG, "backup");
    select.column("file").and_where(sql::eq("id", id));
    let row = app.store.read(|conn| conn.first(&select.into()))?.ok_or(Refusal::NotFound)?;
    let place = PathBuf::from(row.get::<String>(0)?);
    let scratch = Scratch(checks(app).join(id.to_string()));
    let verdict = agrees(&place, passphrase(app), &scratch);
    let (word, error) = match &verdict {
        Ok(true) => (AGREES, Value::Null),
        Ok(false) => (DIFFERS, Value::Null),
        Err(fault) => (DIFFERS, Value::Text(fault.text().in_language(job.language()).to_owned())),
    };
    set(app, id, &[("verify", Value::Text(word.to_owned())), ("error", error)])?;
    verdict.map(drop).map_err(|fault| refusal(&fault))
}

fn agrees(place: &Path, passphrase: Option<&str>, scratch: &Scratch) -> Result<bool, Fault> {
    scratch.begin()?;
    let store = Store::open(&StoreConfig::SqliteFile(scratch.0.join("scratch.db")))?;
    let known = schema::MIGRATIONS;
    let files = FileStore::open(scratch.0.join("files"), &ObjectStoreConfig::default()).map_err(Refusal::broken)?;
    let target = Target { store: &store, migrations: known, files: Some(&files) };
    let summary = archive::restore(place, passphrase, &target)?;
    // A schema that went on since has other columns; what was restored before that was compared by then.
    if summary.head.migrations.len() < known.len() { Ok(true) } else { archive::compare(&store, &summary) }
}

/// Where backups are unpacked to be checked: in the data folder, for what lies there is in the clear and may not
/// stand where backups are kept.
fn checks(app: &App) -> PathBuf {
    app.settings.data_folder.join("backup-check")
}

/// Removes what a check left whose process was killed, when none is under way.
pub(crate) fn clear_checks(app: &App) -> Result<(), Refusal> {
    let left = checks(app);
    if !left.exists() {
        return Ok(());
    }
    app.system_write(|conn| {
        if refuse_while_busy(conn, VERIFY).is_ok() {
            std::fs::remove_dir_all(&left).map_err(|error| Refusal::broken(error.to_string()))?;
        }
        Ok(())
    })
}

/// A folder for nobody else, which is gone when it is done with.
struct Scratch(PathBuf);

impl Scratch {
    fn begin(&self) -> std::io::Result<()> {
        self.clear();
        let mut folder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.recursive(true).create(&self.0)
    }

    fn clear(&self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_scratch_place_is_for_nobody_else() {
        let place = std::env::temp_dir().join(format!("scratch-{}", std::process::id()));
        let scratch = Scratch(place.join("1"));
        scratch.begin().expect("a folder");
        for folder in [&place, &scratch.0] {
            assert_eq!(std::fs::metadata(folder).expect("is there").permissions().mode() & 0o777, 0o700);
        }
        drop(scratch);
        assert_eq!(std::fs::read_dir(&place).expect("reads").count(), 0);
        std::fs::remove_dir_all(place).expect("is removed");
    }
}
