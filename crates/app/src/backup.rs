//! Backup, check and restore from the command line, and before an upgrade.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use archive::{Depot, Fault, Purpose, Source, Summary, Target};
use kernel::{Clock, Instant};
use operate::backup_place;
use platform::access::{random_bytes, secret_hash};
use platform::files::FileStore;
use platform::refusal::Refusal;
use platform::store::{Stmt, Store, StoreError, schema_version};

use crate::config::Config;
use crate::server::stopped;
use crate::start::{existing, need_whole, quiet, settle};
use crate::{key, privacy};

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
    let store = existing(config)?;
    need_whole(&store)?;
    privacy::mend(config);
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
    archive::clear_parts(file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")));
    begun(archive::part_of(file));
    archive::write(&source(store, (&files, with_files), config.passphrase()), file)
}

/// What the command has begun to write beside.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn begun(path: PathBuf) {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner).push(path);
}

/// From now on nothing that the command has begun stays when somebody stops it.
pub fn clear_when_stopped() {
    tokio::spawn(async {
        stopped().await;
        for path in BEGUN.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(STOPPED);
    });
}

/// How a command ends that was told to stop.
const STOPPED: i32 = 130;

/// Removes what commands left that were killed, where the database is whole.
pub fn clear(config: &Config) {
    if let Ok(files) = config.files() {
        files.forget_restoring();
    }
    let folder = config.backups();
    archive::clear_parts(&folder);
    let _ = clear_left(&folder);
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
        let path = folder.join(format!("{random}{BESIDE}"));
        begun(path.clone());
        begun(archive::part_of(&path));
        Ok(Self(path))
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
    config.store().reach().map_err(|reason| format!("the database can't be used: {reason}"))?;
    privacy::mend(config);
    let store = Store::open(&config.store()).map_err(|error| error.to_string())?;
    let files = config.files()?;
    let purpose = Purpose::Serve(Clock::System.now());
    let target = Target { store: &store, migrations: schema::MIGRATIONS, files: Some(&files), purpose };
    let restored = with_file(config, file, |file| archive::restore(file, config.passphrase(), &target));
    privacy::mend(config);
    privacy::mend_below(config);
    let summary = restored.map_err(|fault| say(&fault))?;
    settle(&store)?;
    key::forget(&store)?;
    let lines = [Some(told("restored", &summary)), quiet(&store)?];
    Ok(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// So the name of a backup before an upgrade begins.
const BEFORE_UPGRADE: &str = "before-upgrade-";
/// Digits that tell one state of the data from another.
const STATE_DIGITS: usize = 12;
/// What whoever works on the data adds to, and a process that serves them; no migration does. As long as they say the same,
/// the rows are those of before.
const WITNESSES: [&str; 4] = [
    "SELECT MAX(id) FROM operation_log",
    "SELECT MAX(id) FROM login_log",
    "SELECT MAX(id) FROM job_run",
    "SELECT MAX(seen_at) FROM instance",
];

/// Where the data of a database stand, as part of a file's name.
fn state_of(config: &Config, store: &Store) -> String {
    let told = |text: &&str| {
        let row: Result<_, StoreError> = store.read(|conn| conn.first(&Stmt::Raw((*text).to_owned(), Vec::new())));
        // An earlier release may have no such table.
        format!("{:?}", row.ok().flatten().map(|row| row.0))
    };
    // Without the password, which may change.
    let address = config.database_url.rsplit('@').next().unwrap_or_default().to_owned();
    let place = [address, config.data_folder.display().to_string()];
    let parts: Vec<String> = place.into_iter().chain(WITNESSES.iter().map(told)).collect();
    let hash = secret_hash(&parts.join("\n"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>().chars().take(STATE_DIGITS).collect()
}

/// Between two looks at a backup that another process writes.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// The backup before an upgrade whose name ends so.
fn named_in(folder: &Path, ending: &str) -> Option<PathBuf> {
    let paths = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let is = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(BEFORE_UPGRADE) && name.ends_with(ending)
    };
    paths.into_iter().find(is)
}

/// Keeps the rows of a database whose schema this start will change. A migration runs in a
/// transaction; this is for what a later look finds wrong with it. A start that follows one whose migration failed finds
/// the backup of that one, as long as nobody has worked since.
pub fn before_upgrade(config: &Config, store: &Store) -> Result<(), String> {
    // A database without that table is a new one.
    let Ok(done) = schema_version(store) else { return Ok(()) };
    let behind = schema::MIGRATIONS.iter().any(|step| !done.iter().any(|name| name == step.name));
    // A database newer than the program is refused, and nothing of it changes.
    let newer = done.iter().any(|name| !schema::MIGRATIONS.iter().any(|step| step.name == name));
    if done.is_empty() || !behind || newer || !config.backup_before_upgrade {
        return Ok(());
    }
    let folder = config.backups();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let ending = format!("-{}.ofb", state_of(config, store));
    let time = Clock::System.now().local().strftime("%Y%m%d-%H%M%S").to_string();
    let file = folder.join(format!("{BEFORE_UPGRADE}{time}{ending}"));
    loop {
        if let Some(file) = named_in(&folder, &ending) {
            tracing::info!(file = %file.display(), "an earlier start kept the database as it is");
            return Ok(());
        }
        match write(config, store, &file, false) {
            Ok(summary) => {
                let rows = summary.rows();
                tracing::info!(file = %file.display(), rows, "the database was kept before its schema changes");
                return Ok(());
            }
            // Another process that starts at this moment writes the same one: it is waited for.
            Err(Fault::Disk(error)) if error.kind() == ErrorKind::AlreadyExists => std::thread::sleep(LOOK_AGAIN),
            Err(fault) => return Err(say(&fault)),
        }
    }
}
