//! Work of many steps on an empty database: it is done in a place of its own beside, and comes into the database all at
//! once when it is done. Who stops it half way has none of it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use archive::{Fault, Purpose, Source, Target};
use kernel::Clock;
use platform::access::random_bytes;
use platform::call::App;
use platform::files::ObjectStoreConfig;
use platform::refusal::Refusal;
use platform::secrets::KEY_FILE;
use platform::store::Store;

use crate::config::Config;

/// Where it is done, in the data folder.
pub const FOLDER: &str = "making";
/// So the file beside such a place ends that its maker has locked, which ends with his process at the latest.
const LOCK: &str = "lock";

/// Does work on a deployment of its own and puts what it made into the database, which must be empty then.
pub fn make<T>(app: &App, config: &Config, work: impl FnOnce(&Config) -> Result<T, Refusal>) -> Result<T, Refusal> {
    let aside = Aside::begin(&config.data_folder)?;
    let beside = aside.config(app, config)?;
    let done = work(&beside)?;
    match aside.bring(app, &beside) {
        Ok(()) => Ok(done),
        // Somebody else was first.
        Err(Fault::NotEmpty) => Err(Refusal::NotFound),
        Err(fault) => Err(fault.into()),
    }
}

/// Removes what processes left that ended before their work was done; answers how many there were.
pub fn clear(config: &Config) -> usize {
    let folder = config.data_folder.join(FOLDER);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let locks = entries.filter(|path| path.extension().is_some_and(|ending| ending == LOCK));
    let count = locks.filter(|lock| is_left(lock) && Aside::of(lock).remove().is_ok()).count();
    let _ = std::fs::remove_dir(folder);
    count
}

fn is_left(lock: &Path) -> bool {
    File::open(lock).is_ok_and(|file| file.try_lock().is_ok())
}

/// A place of its own, which is gone when it is done with.
struct Aside {
    place: PathBuf,
    lock: PathBuf,
    /// Held as long as the work goes on.
    held: Option<File>,
}

impl Aside {
    fn of(lock: &Path) -> Self {
        Self { place: lock.with_extension(""), lock: lock.to_owned(), held: None }
    }

    fn begin(data: &Path) -> Result<Self, Refusal> {
        let random: String = random_bytes::<8>()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let lock = data.join(FOLDER).join(format!("{random}.{LOCK}"));
        let mut aside = Self::of(&lock);
        let begun = std::fs::create_dir_all(data.join(FOLDER)).and_then(|()| aside.hold());
        begun.map_err(|error| Refusal::broken(format!("{}: {error}", aside.place.display())))?;
        Ok(aside)
    }

    fn hold(&mut self) -> io::Result<()> {
        // Under another name until it is locked: who clears up would else take it for one that was left.
        let begun = self.lock.with_extension("begun");
        let file = File::create_new(&begun)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("somebody else has it"));
        }
        std::fs::rename(&begun, &self.lock)?;
        self.held = Some(file);
        std::fs::create_dir(&self.place)
    }

    /// The deployment of this place: embedded, its files on the disk, and with the key of the other one, which opens what
    /// this one seals.
    fn config(&self, app: &App, config: &Config) -> Result<Config, Refusal> {
        if config.secret_key.is_empty() {
            // Where it was not needed yet it is made now.
            app.secrets.hash("a key")?;
            let copied = std::fs::copy(config.data_folder.join(KEY_FILE), self.place.join(KEY_FILE));
            copied.map_err(|error| Refusal::broken(format!("{KEY_FILE}: {error}")))?;
        }
        Ok(Config {
            data_folder: self.place.clone(),
            database_url: String::new(),
            object_store: ObjectStoreConfig::default(),
            backup_store: ObjectStoreConfig::default(),
            backup_folder: PathBuf::new(),
            edi_folder: PathBuf::new(),
            ..config.clone()
        })
    }

    /// Puts what was made into the database of the product, with its files.
    fn bring(&self, app: &App, beside: &Config) -> Result<(), Fault> {
        let store = Store::open(&beside.store())?;
        let files = beside.files().map_err(Refusal::broken)?;
        let made = self.place.join("made.ofb");
        let source = Source {
            store: &store,
            files: Some(&files),
            passphrase: None,
            program: env!("CARGO_PKG_VERSION"),
            now: Clock::System.now(),
        };
        archive::write(&source, &made)?;
        let target = Target {
            store: &app.store,
            migrations: schema::MIGRATIONS,
            files: Some(&app.files),
            purpose: Purpose::Fill,
        };
        archive::restore(&made, None, &target).map(drop)
    }

    fn remove(&self) -> io::Result<()> {
        if let Err(error) = std::fs::remove_dir_all(&self.place)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        std::fs::remove_file(&self.lock)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if self.held.is_some() {
            let _ = self.remove();
            // Unless somebody else works beside, too.
            let _ = self.place.parent().map(std::fs::remove_dir);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_left_is_removed_and_what_one_works_at_is_not() {
        let data = std::env::temp_dir().join(format!("forwarder-aside-{}", std::process::id()));
        let config = Config { data_folder: data.clone(), ..Config::default() };
        let mut left = Aside::begin(&data).expect("begins");
        std::fs::write(left.place.join("forwarder.db"), "half").expect("writes");
        assert_eq!(clear(&config), 0, "somebody works at it");
        // As of a process that was killed: its lock is open, and nothing was removed.
        left.held = None;
        let working = Aside::begin(&data).expect("begins");
        assert_eq!(clear(&config), 1);
        assert!(!left.place.exists() && working.place.exists());
        drop(working);
        assert!(!data.join(FOLDER).exists(), "nothing stays");
        std::fs::remove_dir_all(&data).expect("cleans up");
    }
}
