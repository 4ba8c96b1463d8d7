//! Backup, check and restore from the command line, and before an upgrade.

use std::path::{Path, PathBuf};
use std::time::Duration;

use archive::{Depot, Fault, Source, Summary, Target};
use kernel::{Clock, Instant};
use operate::backup_place;
use platform::access::random_bytes;
use platform::files::FileStore;
use platform::refusal::Refusal;
use platform::store::{Store, schema_version};

use crate::config::Config;
use crate::privacy;

fn say(fault: &Fault) -> String {
    let text = fault.text();
    if text.zh == text.en { text.en } else { format!("{} {}", text.zh, text.en) }
}

fn told(done: &str, summary: &Summary) -> String {
    let made = kernel::show_second(Instant::from_millis(summary.head.created_at));
    let closed = if summary.head.encrypted { "encrypted" } else { "not encrypted" };
    format!(
        "{done}: {made}, version {}, {} tables, {} rows, {} files, {closed}",
        summary.head.program,
        summary.tables.len(),
        summary.rows(),
        summary.files
    )
}

/// Writes a backup of the configured deployment, which may be serving, to a file or to the object store.
pub fn make(config: &Config, file: &Path, with_files: bool) -> Result<String, String> {
    privacy::mend(config);
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    let made = match object(file) {
        None => write(config, &store, file, with_files),
        Some(name) => send(config, &store, name, with_files),
    };
    made.map(|summary| told("backup", &summary)).map_err(|fault| say(&fault))
}

/// Name in the object store, when it stands where a file may stand.
fn object(file: &Path) -> Option<&str> {
    file.to_str().and_then(archive::name_in)
}

fn write(config: &Config, store: &Store, file: &Path, with_files: bool) -> Result<Summary, Fault> {
    let files = config.files().map_err(Refusal::broken)?;
    archive::write(&source(store, (&files, with_files), config.passphrase()), file)
}

fn source<'a>(store: &'a Store, (files, with_files): (&'a FileStore, bool), passphrase: Option<&'a str>) -> Source<'a> {
    Source {
        store,
        files: with_files.then_some(files),
        passphrase,
        program: env!("CARGO_PKG_VERSION"),
        now: Clock::System.now(),
    }
}

/// Puts a backup into the object store, encrypted unless the settings of the page say otherwise.
fn send(config: &Config, store: &Store, name: &str, with_files: bool) -> Result<Summary, Fault> {
    let settings = config.settings();
    let depot = Depot::open(settings.backup_objects())?;
    depot.need_free(name)?;
    let passphrase = store.read(|conn| backup_place::passphrase_for_objects(conn, &settings))?;
    let files = config.files().map_err(Refusal::broken)?;
    let beside = Beside::new(config)?;
    let source = source(store, (&files, with_files), passphrase);
    depot.write(&source, name, &beside.0).map(|(summary, _)| summary)
}

/// A file in the folder of backups, which is gone when it is done with.
struct Beside(PathBuf);

/// So its name ends; one older than a day was left by a command that was killed.
const BESIDE: &str = ".object-part";
const LEFT_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

impl Beside {
    fn new(config: &Config) -> Result<Self, Fault> {
        let folder = config.backups();
        std::fs::create_dir_all(&folder)?;
        clear_left(&folder)?;
        let random: String = random_bytes::<8>()?.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self(folder.join(format!("{random}{BESIDE}"))))
    }
}

fn clear_left(folder: &Path) -> Result<(), Fault> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
        if entry.file_name().to_string_lossy().ends_with(BESIDE) && age > LEFT_AFTER {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Does something with a backup as a file, fetched from the object store when it lies there.
fn with_file<T>(config: &Config, file: &Path, work: impl FnOnce(&Path) -> Result<T, Fault>) -> Result<T, Fault> {
    let Some(name) = object(file) else { return work(file) };
    let depot = Depot::open(config.settings().backup_objects())?;
    let beside = Beside::new(config)?;
    depot.fetch(name, &beside.0)?;
    work(&beside.0)
}

/// Reads a backup to its end.
pub fn verify(config: &Config, file: &Path) -> Result<String, String> {
    let checked = with_file(config, file, |file| archive::check(file, config.passphrase()));
    checked.map(|summary| told("sound", &summary)).map_err(|fault| say(&fault))
}

/// Puts a backup into the configured database, which must be empty.
pub fn restore(config: &Config, file: &Path) -> Result<String, String> {
    privacy::mend(config);
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    let files = config.files()?;
    let target = Target { store: &store, migrations: schema::MIGRATIONS, files: Some(&files) };
    let restored = with_file(config, file, |file| archive::restore(file, config.passphrase(), &target));
    privacy::mend(config);
    privacy::mend_below(config);
    restored.map(|summary| told("restored", &summary)).map_err(|fault| say(&fault))
}

/// Keeps the rows of a database whose schema this start will change. A migration runs in a
/// transaction; this is for what a later look finds wrong with it.
pub fn before_upgrade(config: &Config, store: &Store) -> Result<(), String> {
    // A database without that table is a new one.
    let Ok(done) = schema_version(store) else { return Ok(()) };
    let behind = schema::MIGRATIONS.iter().any(|step| !done.iter().any(|name| name == step.name));
    if done.is_empty() || !behind || !config.backup_before_upgrade {
        return Ok(());
    }
    let folder = config.backups();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let time = Clock::System.now().local().strftime("%Y%m%d-%H%M%S").to_string();
    let file = folder.join(format!("before-upgrade-{time}.ofb"));
    let summary = write(config, store, &file, false).map_err(|fault| say(&fault))?;
    tracing::info!(file = %file.display(), rows = summary.rows(), "the database was kept before its schema changes");
    Ok(())
}
