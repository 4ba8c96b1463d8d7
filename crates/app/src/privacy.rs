//! What the program keeps is for the user it runs as: nobody else on the machine reads database, keys, backups or
//! attachments.
//!
//! The program makes files with a mask of its own and mends what earlier ones left open. A folder that belongs to
//! somebody else, or that is everybody's (with the sticky bit), is left alone and told by the doctor.

use std::path::{Path, PathBuf};

use crate::config::Config;

/// In the data folder: names of files, and of folders with all that lies below them. The folder may hold other things.
const FILES: [&str; 2] = ["forwarder.db", platform::secrets::KEY_FILE];
const FOLDERS: [&str; 6] = ["files", "backup", "backup-work", "edi", "logs", crate::aside::FOLDER];

/// What this deployment keeps on the disk, but for what lies below its folders. What messages with carriers are
/// exchanged in elsewhere is not only its own.
fn kept(config: &Config) -> Vec<PathBuf> {
    let data = &config.data_folder;
    let named = |name: &str| {
        let beside =
            |file: &str| name.strip_prefix(file).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']));
        FILES.into_iter().any(beside) || FOLDERS.contains(&name)
    };
    let inside = entries(data).filter(|path| path.file_name().is_some_and(|name| named(&name.to_string_lossy())));
    let backups = config.backups();
    let mut all: Vec<PathBuf> = [data.clone()].into_iter().chain(inside).collect();
    if !all.contains(&backups) {
        all.push(backups.clone());
    }
    // Those are seldom many, and each holds everything.
    all.extend(entries(&backups).filter(|path| is_backup(path)));
    all
}

fn is_backup(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".ofb") || name.contains(".ofb.") || name.ends_with("-part") || name.ends_with(".part")
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()))
}

/// Does something with all that lies below the folders of the data folder; until it says that this is enough.
fn each_below(config: &Config, work: &mut dyn FnMut(&Path) -> bool) -> bool {
    FOLDERS.iter().all(|name| below(&config.data_folder.join(name), work))
}

fn below(folder: &Path, work: &mut dyn FnMut(&Path) -> bool) -> bool {
    // A link leads out of what is kept.
    if !std::fs::symlink_metadata(folder).is_ok_and(|seen| seen.is_dir()) {
        return true;
    }
    entries(folder).all(|path| work(&path) && below(&path, work))
}

/// What is made from now on is for nobody else.
#[cfg(unix)]
pub fn close_to_others() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// What is made from now on is for nobody else.
#[cfg(not(unix))]
pub fn close_to_others() {}

/// Whether others may read it, of what belongs to this program.
#[cfg(unix)]
fn is_open(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let seen = std::fs::symlink_metadata(path);
    seen.is_ok_and(|seen| (seen.is_file() || seen.is_dir()) && seen.mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

/// Takes from others what they may do with it.
#[cfg(unix)]
fn close(path: &Path) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let Ok(seen) = std::fs::symlink_metadata(path) else { return };
    let everybodys = seen.is_dir() && seen.mode() & 0o1000 != 0;
    let own = seen.uid() == rustix::process::geteuid().as_raw() && !everybodys;
    if !own || !is_open(path) {
        return;
    }
    let mode = if seen.is_dir() { 0o700 } else { 0o600 };
    if let Err(error) = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)) {
        tracing::warn!(%error, path = %path.display(), "others may read this");
    }
}

#[cfg(not(unix))]
fn close(_: &Path) {}

/// Makes the data folder for nobody else, and closes what it holds but for what lies below its folders, which nobody
/// reaches then.
pub fn mend(config: &Config) {
    if !config.data_folder.exists() {
        let mut folder = std::fs::DirBuilder::new();
        folder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        // Who opens the database says why it can't be made.
        let _ = folder.create(&config.data_folder);
    }
    kept(config).iter().for_each(|path| close(path));
}

/// Closes all that lies below the folders; of attachments there may be a million, so it is no work for a start.
pub fn mend_below(config: &Config) {
    each_below(config, &mut |path| {
        close(path);
        true
    });
}

/// The first of what others may read, and how many there are, up to a most.
pub fn open_to_others(config: &Config, most: usize) -> (Option<PathBuf>, usize) {
    let mut open: Vec<PathBuf> = kept(config).into_iter().filter(|path| is_open(path)).collect();
    each_below(config, &mut |path| {
        if is_open(path) && !open.iter().any(|known| known == path) {
            open.push(path.to_owned());
        }
        open.len() < most
    });
    let count = open.len();
    (open.into_iter().next(), count)
}

/// Whether everybody may read the configuration, and it holds what others must not know. A group may: the one who
/// writes it need not be the one who runs the program.
#[cfg(unix)]
pub fn tells_secrets(config: &Config) -> bool {
    use std::os::unix::fs::MetadataExt;
    let stores = [&config.object_store, &config.backup_store];
    let secret = config.database_url.split_once("://").is_some_and(|(_, rest)| rest.contains('@'))
        || !config.secret_key.is_empty()
        || !config.backup_passphrase.is_empty()
        || !config.partner_systems.is_empty()
        || !config.openid.client_secret.is_empty()
        || stores.iter().any(|store| !store.secret_key.is_empty());
    secret && std::fs::metadata(&config.file).is_ok_and(|seen| seen.mode() & 0o004 != 0)
}

/// Whether everybody may read the configuration, and it holds what others must not know.
#[cfg(not(unix))]
pub fn tells_secrets(_: &Config) -> bool {
    false
}
