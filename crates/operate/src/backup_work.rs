//! The jobs of a backup: making it, and restoring it to a scratch place to see that it can be.

use std::path::{Path, PathBuf};
use std::time::Instant as Stopwatch;

use archive::{Fault, Purpose, Source, Summary, Target};
use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::files::{FileStore, ObjectStoreConfig};
use platform::job::JobContext;
use platform::refusal::Refusal;
use platform::store::{Store, StoreConfig, Value, sql};
use serde::Deserialize;

use crate::backup::{AGREES, DIFFERS, DONE, FAILED, MAKE, UNDER_WAY, VERIFY, refuse_while_busy};
use crate::backup_place::{self, Decided, OBJECTS};
use crate::backup_plan;

#[derive(Deserialize)]
struct Request {
    id: Id,
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
        Ok(Made { file, bytes, summary }) => {
            let number = |count: u64| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
            let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let until = app.store.read(|conn| backup_plan::keep_until(conn, app.clock.now()))?;
            set(
                app,
                id,
                &[
                    ("status", Value::Text(DONE.to_owned())),
                    ("file", Value::Text(file)),
                    ("encrypted", Value::Bool(summary.head.encrypted)),
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
            // What the object store, the disk or the database refuses may pass, so the job tries again.
            let may_pass =
                matches!(fault, Fault::Objects { .. } | Fault::Full { .. } | Fault::Disk(_) | Fault::Database(_));
            let status = if may_pass && !job.is_last() { UNDER_WAY } else { FAILED };
            let said = fault.text().in_language(job.language()).to_owned();
            set(app, id, &[("status", Value::Text(status.to_owned())), ("error", Value::Text(said))])?;
            Err(if may_pass { fault.into() } else { Refusal::Business(fault.text()) })
        }
    }
}

/// What was written.
struct Made {
    file: String,
    bytes: u64,
    summary: Summary,
}

fn write(app: &App, id: Id) -> Result<Made, Fault> {
    let (place, begun, decided) = app.store.read(|conn| {
        let mut select = sql::from(PLATFORM_ORG, "backup");
        select.columns(["place", "created_at"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        Ok::<_, Refusal>((row.get::<String>(0)?, row.get::<Instant>(1)?, Decided::of(conn)?))
    })?;
    let source = Source {
        store: &app.store,
        files: Some(&app.files),
        passphrase: decided.passphrase(&app.settings, &place)?,
        program: &app.settings.version,
        now: app.clock.now(),
    };
    // Every attempt writes the same, so one whose process died before it could say so leaves nothing.
    let name = format!("forwarder-{}-{id}.ofb", begun.local().strftime("%Y%m%d-%H%M%S"));
    if place == OBJECTS {
        let depot = backup_place::depot(app)?;
        let scratch = Scratch(scratches(app).join(id.to_string()));
        scratch.begin().map_err(|error| Fault::from(error).at(&scratch.0))?;
        let (summary, bytes) = depot.write(&source, &name, &scratch.0.join(&name))?;
        return Ok(Made { file: archive::address_of(&name), bytes, summary });
    }
    let folder = app.settings.backups();
    std::fs::create_dir_all(&folder).map_err(|error| Fault::from(error).at(&folder))?;
    archive::clear_parts(&folder);
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    let summary = archive::write(&source, &file)?;
    let bytes = std::fs::metadata(&file)?.len();
    Ok(Made { file: file.display().to_string(), bytes, summary })
}

/// Restores a backup to a database beside it and compares the rows; then the scratch is gone again.
pub(crate) fn verify(job: &JobContext) -> Result<(), Refusal> {
    let Request { id } = job.request()?;
    let app = job.app();
    let mut select = sql::from(PLATFORM_ORG, "backup");
    select.columns(["file", "place"]).and_where(sql::eq("id", id));
    let row = app.store.read(|conn| conn.first(&select.into()))?.ok_or(Refusal::NotFound)?;
    let (file, place): (String, String) = (row.get(0)?, row.get(1)?);
    let scratch = Scratch(scratches(app).join(id.to_string()));
    let verdict = scratch.begin().map_err(Fault::from).and_then(|()| {
        let copy = if place == OBJECTS { fetch(app, &file, &scratch)? } else { PathBuf::from(file) };
        agrees(&copy, app.settings.passphrase(), &scratch)
    });
    let verdict = verdict.map_err(|fault| fault.at(&scratch.0));
    let error = match &verdict {
        Ok(_) => Value::Null,
        Err(fault) => Value::Text(fault.text().in_language(job.language()).to_owned()),
    };
    let word = match &verdict {
        Ok(true) => Some(AGREES),
        // Nobody could look: what was found before still holds.
        Err(Fault::Objects { .. } | Fault::NoObjects) => None,
        Err(fault) if fault.is_of_disk() => None,
        _ => Some(DIFFERS),
    };
    let mut cells = vec![("error", error)];
    cells.extend(word.map(|word| ("verify", Value::Text(word.to_owned()))));
    set(app, id, &cells)?;
    verdict.map(drop).map_err(|fault| Refusal::Business(fault.text()))
}

/// Fetches a backup of the object store to the scratch place.
fn fetch(app: &App, address: &str, scratch: &Scratch) -> Result<PathBuf, Fault> {
    let copy = scratch.0.join("backup.ofb");
    backup_place::depot(app)?.fetch(archive::name_in(address).unwrap_or(address), &copy)?;
    Ok(copy)
}

fn agrees(place: &Path, passphrase: Option<&str>, scratch: &Scratch) -> Result<bool, Fault> {
    let store = Store::open(&StoreConfig::SqliteFile(scratch.0.join("scratch.db")))?;
    let known = schema::MIGRATIONS;
    let files = FileStore::open(scratch.0.join("files"), &ObjectStoreConfig::default()).map_err(Refusal::broken)?;
    let target = Target { store: &store, migrations: known, files: Some(&files), purpose: Purpose::Look };
    let summary = archive::restore(place, passphrase, &target)?;
    // A schema that went on since has other columns; what was restored before that was compared by then.
    if summary.head.migrations.len() < known.len() { Ok(true) } else { archive::compare(&store, &summary) }
}

/// Where backups are unpacked to be checked, and written before they are sent to the object store: in the data folder,
/// for what lies there is in the clear and may not stand where backups are kept.
fn scratches(app: &App) -> PathBuf {
    app.settings.data_folder.join("backup-work")
}

/// Removes what work left whose process was killed, when none is under way.
pub(crate) fn clear_scratches(app: &App) -> Result<(), Refusal> {
    let left = scratches(app);
    if !left.exists() {
        return Ok(());
    }
    app.system_write(|conn| {
        if refuse_while_busy(conn, VERIFY).is_ok() && refuse_while_busy(conn, MAKE).is_ok() {
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
