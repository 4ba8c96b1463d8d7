//! Every kept file of the store, for backups: out of it one by one, and into an empty one all or none.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{FileStore, Kept, PART, PASSING, THUMBS, broken, is_older};
use crate::refusal::Refusal;

/// Keys of kept files begin so.
const KEPT: &str = "kept/";

impl FileStore {
    /// Hands over every kept file with its place, which is the same on a disk and in an object store.
    pub fn each_kept<E: From<Refusal>>(&self, take: &mut dyn FnMut(&str, Kept) -> Result<(), E>) -> Result<(), E> {
        let Some(objects) = &self.objects else { return self.each_in_folder(take) };
        objects.each(KEPT, &mut |key, _| {
            let place = key.strip_prefix(KEPT).unwrap_or(&key);
            match Kept::of_object(objects, &key) {
                // Removed since it was listed.
                Err(Refusal::NotFound) => Ok(()),
                kept => take(place, kept?),
            }
        })
    }

    fn each_in_folder<E: From<Refusal>>(&self, take: &mut dyn FnMut(&str, Kept) -> Result<(), E>) -> Result<(), E> {
        self.each_path(&mut |place, path| match File::open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            file => take(place, Kept::of_file(file.map_err(broken)?)?),
        })
    }

    /// Places and paths on the disk. What is kept for some days only, can be made again, or is being written, is left
    /// out.
    fn each_path<E: From<Refusal>>(&self, take: &mut dyn FnMut(&str, &Path) -> Result<(), E>) -> Result<(), E> {
        let mut folders = vec![self.folder.clone()];
        while let Some(here) = folders.pop() {
            let entries = match std::fs::read_dir(&here) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(broken(error).into()),
            };
            for entry in entries {
                let path = entry.map_err(broken)?.path();
                let passing = path.file_name().is_some_and(|name| name == PASSING || name == THUMBS);
                let part = path.extension().is_some_and(|ending| ending == PART);
                if path.is_dir() && !passing {
                    folders.push(path);
                } else if path.is_file() && !part {
                    let below = path.strip_prefix(&self.folder).unwrap_or(&path);
                    let place: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
                    take(&place.join("/"), &path)?;
                }
            }
        }
        Ok(())
    }

    /// Whether nothing is kept, neither for good nor for some days.
    pub fn is_empty(&self) -> Result<bool, Refusal> {
        match &self.objects {
            Some(objects) => objects.is_empty(KEPT),
            None => Ok(std::fs::read_dir(&self.folder).map_or(true, |mut entries| entries.next().is_none())),
        }
    }

    /// Where files lie, as people call it.
    pub fn name(&self) -> String {
        self.objects.as_ref().map_or_else(|| self.folder.display().to_string(), |objects| objects.name())
    }

    /// Begins to fill the store, which is empty.
    pub fn begin_restoring(&self) -> Result<Restoring<'_>, Refusal> {
        self.forget_restoring();
        let beside = self.beside();
        std::fs::create_dir_all(&beside).map_err(broken)?;
        let held = File::open(&beside).ok();
        if held.as_ref().is_some_and(is_busy) {
            return Err(Refusal::broken(format!("{} is being filled", beside.display())));
        }
        Ok(Restoring { store: self, beside, mixed: false, kept: false, _held: held })
    }

    /// Where files that are put back wait for their rows.
    fn beside(&self) -> PathBuf {
        PathBuf::from(format!("{}.restoring", self.folder.display()))
    }

    /// Removes what waits there since a restore was killed, and nothing of one that is under way.
    pub fn forget_restoring(&self) {
        let beside = self.beside();
        if File::open(&beside).is_ok_and(|folder| !is_busy(&folder)) {
            let _ = std::fs::remove_dir_all(beside);
        }
    }

    /// Begins to put files to those that may lie in the store, which stay there whatever comes of it.
    pub fn begin_adding(&self) -> Result<Restoring<'_>, Refusal> {
        let mut adding = self.begin_restoring()?;
        adding.mixed = true;
        Ok(adding)
    }

    /// Removes what lies half written among the kept files since a process was killed, when it is older than so long by
    /// the disk's own clock. Answers how many there were.
    pub fn sweep_halves(&self, age: Duration) -> usize {
        let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        let folders = inside(self.folder.clone()).flat_map(|org| inside(org.path()));
        let halves = folders.filter(|folder| folder.file_name() != PASSING).flat_map(|folder| inside(folder.path()));
        halves
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == PART) && is_older(path, age))
            .filter(|path| std::fs::remove_file(path).is_ok())
            .count()
    }
}

/// Whether somebody else holds a folder; from now on it is held by this one otherwise.
fn is_busy(folder: &File) -> bool {
    matches!(folder.try_lock(), Err(TryLockError::WouldBlock))
}

/// Hands over every kept file by what its place and its medium say of it.
pub(super) fn each_name(
    store: &FileStore,
    take: &mut dyn FnMut(i64, &str, u64, SystemTime) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut named = |place: &str, size: u64, changed: SystemTime| {
        let mut parts = place.split('/');
        let org = parts.next().and_then(|org| org.parse().ok());
        match org.zip(parts.next_back()) {
            Some((org, hash)) => take(org, hash, size, changed),
            None => Ok(()),
        }
    };
    let Some(objects) = &store.objects else {
        return store.each_path(&mut |place, path| match std::fs::metadata(path) {
            Ok(data) => named(place, data.len(), data.modified().map_err(broken)?),
            // Removed since the folder was read.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(broken(error)),
        });
    };
    objects.each_sized(KEPT, &mut |key, size, changed| {
        let changed = changed.map_or_else(SystemTime::now, SystemTime::from);
        named(key.strip_prefix(KEPT).unwrap_or(&key), size, changed)
    })
}

/// Files put back into an empty store; gone again unless all of them are kept. On a disk they wait beside
/// their folder, in an object store nobody asks for them before the rows that name them are there.
pub struct Restoring<'a> {
    store: &'a FileStore,
    beside: PathBuf,
    /// Others lie in the store.
    mixed: bool,
    kept: bool,
    /// The folder beside, held as long as it is filled.
    _held: Option<File>,
}

impl Restoring<'_> {
    /// Puts a file back; false when its place is none.
    pub fn put(&self, place: &str, bytes: &mut dyn Read) -> io::Result<bool> {
        let below = Path::new(place);
        if !below.components().all(|part| matches!(part, Component::Normal(_))) {
            return Ok(false);
        }
        let Some(objects) = &self.store.objects else {
            let path = self.beside.join(below);
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let mut file = File::create_new(&path)?;
            io::copy(bytes, &mut file)?;
            file.sync_all()?;
            return Ok(true);
        };
        let path = self.beside.join(PART);
        let mut file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        io::copy(bytes, &mut file)?;
        file.rewind()?;
        let put = objects.put_file(&format!("{KEPT}{place}"), &file);
        put.map(|()| true).map_err(|refusal| io::Error::other(format!("{refusal:?}")))
    }

    /// The rows are there: the files stay.
    pub fn keep(&mut self) -> io::Result<()> {
        let folder = &self.store.folder;
        if self.store.objects.is_none() && self.mixed {
            std::fs::create_dir_all(folder)?;
            move_into(&self.beside, folder)?;
        } else if self.store.objects.is_none() {
            if folder.exists() {
                std::fs::remove_dir(folder)?;
            }
            std::fs::rename(&self.beside, folder)?;
        }
        self.kept = true;
        Ok(())
    }
}

/// Moves all files below a folder to the same places of another one. A file is called by what it holds, so one that is
/// there already is the same.
fn move_into(from: &Path, to: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir_all(&place)?;
            move_into(&entry.path(), &place)?;
        } else {
            std::fs::rename(entry.path(), &place)?;
        }
    }
    Ok(())
}

impl Drop for Restoring<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.beside);
        // What is whose can't be told any more where others lie; what nobody names is removed in time.
        if let Some(objects) = self.store.objects.as_ref().filter(|_| !self.kept && !self.mixed) {
            let _ = objects.each(KEPT, &mut |key, _| objects.remove(&key));
        }
    }
}
