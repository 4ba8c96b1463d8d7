//! Backup, check and restore from the command line, and before an upgrade.

use std::path::Path;

use archive::{Fault, Source, Summary, Target};
use kernel::{Clock, Instant};
use platform::refusal::Refusal;
use platform::store::{Store, schema_version};

use crate::config::Config;

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

/// Writes a backup of the configured deployment, which may be serving.
pub fn make(config: &Config, file: &Path, with_files: bool) -> Result<String, String> {
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    write(config, &store, file, with_files).map(|summary| told("backup", &summary)).map_err(|fault| say(&fault))
}

fn write(config: &Config, store: &Store, file: &Path, with_files: bool) -> Result<Summary, Fault> {
    let files = config.files().map_err(Refusal::broken)?;
    let source = Source {
        store,
        files: with_files.then_some(&files),
        passphrase: config.passphrase(),
        program: env!("CARGO_PKG_VERSION"),
        now: Clock::System.now(),
    };
    archive::write(&source, file)
}

/// Reads a backup to its end.
pub fn verify(config: &Config, file: &Path) -> Result<String, String> {
    archive::check(file, config.passphrase()).map(|summary| told("sound", &summary)).map_err(|fault| say(&fault))
}

/// Puts a backup into the configured database, which must be empty.
pub fn restore(config: &Config, file: &Path) -> Result<String, String> {
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    let files = config.files()?;
    let target = Target { store: &store, migrations: schema::MIGRATIONS, files: Some(&files) };
    archive::restore(file, config.passphrase(), &target)
        .map(|summary| told("restored", &summary))
        .map_err(|fault| say(&fault))
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
