//! Files: bytes under their hash, on disk or in an object store, names in the database; types known by content.

mod film;
mod kept;
mod kind;
mod large;
mod multipart;
mod objects;
mod pack;
mod photo;
mod picture;
#[cfg(test)]
mod tests;
mod whole;

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use kernel::Msg;
use ring::digest;

use crate::PLATFORM_ORG;
use crate::call::{App, Part};
use crate::field::Field;
use crate::refusal::Refusal;
use crate::saving::{Saving, Unsaved, folder_name};
use crate::setting::{self, Module, Setting};

pub use film::seconds_of;
pub use kept::Kept;
pub use kind::{FileType, PDF, XLSX, clean_name, mime_of, sniff};
pub(crate) use large::Arriving;
pub use large::{Arrived, LargeKind, VIDEO};
pub use objects::{ObjectStoreConfig, Objects};
pub use pack::{Packed, need_packable};
pub use picture::{Shape, shape_of};
pub use whole::Restoring;

/// Messages of files that are not taken.
pub mod messages {
    use super::Msg;

    /// No image of the types the product takes.
    pub const NOT_AN_IMAGE: Msg =
        Msg::new("file.image", "图片仅支持JPG、JPEG、BMP、PNG格式", "Images are JPG, JPEG, BMP or PNG.");
    /// No file of the types the product takes.
    pub const NOT_TAKEN: Msg = Msg::new("file.type", "文件格式不支持", "Files of this type are not taken.");
    /// Too large.
    pub const TOO_BIG: Msg = Msg::new("file.size", "文件大小不能超过{n}MB", "A file can't exceed {n} MB.");
    /// Too many files for one archive.
    pub const ZIP_COUNT: Msg =
        Msg::new("file.zip_count", "一次最多打包{n}个文件", "An archive holds at most {n} files.");
    /// Too many bytes for one archive.
    pub const ZIP_SIZE: Msg =
        Msg::new("file.zip_size", "打包文件总大小不能超过{n}MB", "The files of an archive can't exceed {n} MB.");
    /// Nothing was sent.
    pub const NO_FILE: Msg = Msg::new("file.none", "请选择文件", "Please choose a file.");
}

/// Group of the settings about them, on the page of the platform's settings.
pub const MODULE: Module = Module::new("files", "文件", "Files").on("platform_setting").at(70);

/// Largest file the platform lets anybody upload; what a page takes may be less. Films have their own limit.
pub const MEGABYTES: Setting = Setting::new(
    "fileMegabytes",
    MODULE,
    Field::int("单文件上限", "Largest file").required().range(1, 50).unit("MB").initially("50"),
)
.platform();

/// Refuses uploads above the platform's limit.
pub(crate) fn need_allowed(app: &App, parts: &[Part]) -> Result<(), Refusal> {
    let Some(largest) = parts.iter().filter(|part| !part.file_name.is_empty()).map(|part| part.bytes.len()).max()
    else {
        return Ok(());
    };
    let megabytes: i64 = app.store.read(|conn| setting::value(conn, PLATFORM_ORG, &MEGABYTES, None))?;
    if largest <= usize::try_from(megabytes).unwrap_or_default() * 1024 * 1024 {
        return Ok(());
    }
    Err(Refusal::Business(messages::TOO_BIG.with(&[("n", &megabytes.to_string())])))
}

/// A file that may be kept.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// Name as it may be stored and offered.
    pub name: String,
    /// What it is.
    pub known: FileType,
    /// Bytes; those of a photo without its position.
    pub bytes: Vec<u8>,
}

/// Looks at an uploaded file: an image alone, or any document; photos lose where they were taken.
pub fn accept(file_name: &str, bytes: Vec<u8>, image: bool) -> Result<Accepted, Refusal> {
    let (wrong, most) =
        if image { (messages::NOT_AN_IMAGE, IMAGE_BYTES_MAX) } else { (messages::NOT_TAKEN, DOCUMENT_BYTES_MAX) };
    let name = clean_name(file_name);
    let known = sniff(&name, &bytes).filter(|known| known.image || !image);
    let known = known.ok_or_else(|| Refusal::business(wrong))?;
    need_size(&bytes, most)?;
    let bytes = if known.image { photo::without_place(bytes) } else { bytes };
    Ok(Accepted { name, known, bytes })
}

/// Refuses more bytes than that.
pub fn need_size(bytes: &[u8], most: usize) -> Result<(), Refusal> {
    if bytes.len() <= most {
        return Ok(());
    }
    Err(Refusal::Business(messages::TOO_BIG.with(&[("n", &(most / 1024 / 1024).to_string())])))
}

/// Where bytes lie: below a folder, or in an object store with the folder for what is being written.
#[derive(Debug)]
pub struct FileStore {
    folder: PathBuf,
    objects: Option<Arc<Objects>>,
    saving: Arc<Saving>,
}

/// Largest image.
pub const IMAGE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Largest document.
pub const DOCUMENT_BYTES_MAX: usize = 50 * 1024 * 1024;

/// Folder of the files that are kept for some days only, inside an org's own.
const PASSING: &str = "passing";
/// Folder of small pictures, inside an org's own.
const THUMBS: &str = "thumbs";
/// Ending of a file that is being written.
const PART: &str = "part";

fn kept_key(org: i64, hash: &str) -> String {
    format!("kept/{org}/{}/{hash}", hash.get(..2).unwrap_or("00"))
}

fn passing_key(org: i64, hash: &str) -> String {
    format!("{PASSING}/{org}/{hash}")
}

/// A file that is being written, in constant memory; gone again unless it is kept.
pub struct PassingFile {
    org: i64,
    objects: Option<Arc<Objects>>,
    saving: Arc<Saving>,
    folder: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    digest: digest::Context,
    size: u64,
    kept: bool,
}

fn broken(error: std::io::Error) -> Refusal {
    Refusal::broken(format!("file store: {error}"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A photo takes a hundred megabytes while it is made small, so two are at a time, and none twice.
fn thumb_turn(hash: &str) -> MutexGuard<'static, ()> {
    static TURNS: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
    let [even, odd] = &TURNS;
    let turn = if hash.bytes().last().unwrap_or_default().is_multiple_of(2) { even } else { odd };
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether a file was changed longer ago than this, by the disk's own clock.
fn is_older(path: &Path, age: Duration) -> bool {
    let changed = std::fs::metadata(path).and_then(|data| data.modified()).ok();
    changed.and_then(|time| SystemTime::now().duration_since(time).ok()).is_some_and(|past| past > age)
}

/// Where a file is written before it has its place, with a name nobody else has.
fn half_of(place: &Path) -> Result<PathBuf, Refusal> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    Ok(place.with_file_name(format!("{name}.{}.{PART}", hex(&crate::access::random_bytes::<8>()?))))
}

/// Writes a new file, and its folder where there is none.
fn write_whole(place: &Path, bytes: &[u8]) -> std::io::Result<()> {
    place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    let mut file = File::create_new(place)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Whether a file is there; its time is this moment then, as if it were new.
fn is_renewed(place: &Path) -> Result<bool, Refusal> {
    match File::options().append(true).open(place) {
        Ok(file) => file.set_modified(SystemTime::now()).map(|()| true).map_err(broken),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(broken(error)),
    }
}

impl std::fmt::Debug for PassingFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PassingFile").field("part", &self.part).field("size", &self.size).finish_non_exhaustive()
    }
}

impl PassingFile {
    /// Folder it lies in, for what its maker writes beside it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Puts it under its hash for some days; answers hash and size.
    pub fn keep(self) -> Result<(String, u64), Refusal> {
        let size = self.size;
        self.settle(passing_key, |folder, hash| folder.join(hash)).map(|hash| (hash, size))
    }

    /// Puts it under its hash for good; answers the hash.
    fn keep_for_good(self) -> Result<String, Refusal> {
        let place = |folder: &Path, hash: &str| {
            folder.parent().unwrap_or(folder).join(hash.get(..2).unwrap_or("00")).join(hash)
        };
        self.settle(kept_key, place)
    }

    /// Closes it and puts it where its hash says, in the object store or on the disk.
    fn settle(
        mut self,
        key: fn(i64, &str) -> String,
        place: impl FnOnce(&Path, &str) -> PathBuf,
    ) -> Result<String, Refusal> {
        let unsaved = |error| self.saving.refused(&error);
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(unsaved)?;
        let hash = hex(self.digest.clone().finish().as_ref());
        if let Some(objects) = &self.objects {
            objects.put_file(&key(self.org, &hash), &File::open(&self.part).map_err(broken)?)?;
        } else {
            let place = place(&self.folder, &hash);
            place.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(unsaved)?;
            std::fs::rename(&self.part, place).map_err(unsaved)?;
            self.kept = true;
        }
        self.saving.succeeded();
        Ok(hash)
    }
}

impl Write for PassingFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // Whoever writes through a packer does not see what it is refused with.
        self.file.write_all(bytes).inspect_err(|error| drop(self.saving.refused(error)))?;
        self.digest.update(bytes);
        self.size += u64::try_from(bytes.len()).unwrap_or_default();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl PassingFile {
    /// What was written, in a file that has no name any more: it is gone when it is closed.
    pub fn into_file(mut self) -> Result<File, Refusal> {
        self.file.flush().map_err(|error| self.saving.refused(&error))?;
        File::open(&self.part).map_err(broken)
    }
}

impl Drop for PassingFile {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

impl FileStore {
    /// Files in the object store of a configuration, with a folder for what is being written; in the folder
    /// alone when it names no endpoint. An error tells what does not fit in the configuration.
    pub fn open(folder: PathBuf, config: &ObjectStoreConfig) -> Result<Self, String> {
        let objects = match config.endpoint.as_str() {
            "" => None,
            _ => Some(Arc::new(Objects::new(config).map_err(|reason| format!("object_store: {reason}"))?)),
        };
        let saving = Arc::new(Saving::at(folder_name(&folder)));
        Ok(Self { folder, objects, saving })
    }

    /// Why the last write to the folder was not kept, when its disk was full or failed.
    pub fn unsaved(&self) -> Option<Unsaved> {
        self.saving.fault()
    }

    fn refused(&self, error: std::io::Error) -> Refusal {
        self.saving.refused(&error)
    }

    /// Whether the object store answers and lets this process in; a folder always does.
    pub fn answers(&self) -> Result<(), Refusal> {
        self.objects.as_ref().map_or(Ok(()), |objects| objects.is_empty(PASSING).map(drop))
    }

    fn place(&self, org: i64, hash: &str) -> PathBuf {
        self.folder.join(org.to_string()).join(hash.get(..2).unwrap_or("00")).join(hash)
    }

    /// Keeps bytes; answers their hash. A file is whole under its name or not there.
    pub fn keep(&self, org: i64, bytes: &[u8]) -> Result<String, Refusal> {
        let hash = hex(digest::digest(&digest::SHA256, bytes).as_ref());
        if let Some(objects) = &self.objects {
            // Also what is there already: its time says that somebody names it anew.
            objects.put_bytes(&kept_key(org, &hash), bytes)?;
            return Ok(hash);
        }
        let place = self.place(org, &hash);
        if is_renewed(&place)? {
            return Ok(hash);
        }
        let half = half_of(&place)?;
        if let Err(error) = write_whole(&half, bytes).and_then(|()| std::fs::rename(&half, &place)) {
            // What could not be written whole would take the last space for nothing.
            let _ = std::fs::remove_file(&half);
            return Err(self.refused(error));
        }
        self.saving.succeeded();
        Ok(hash)
    }

    /// Hands over every kept file: org, hash, size, and when somebody kept it last.
    pub fn each_kept_name(
        &self,
        take: &mut dyn FnMut(i64, &str, u64, SystemTime) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        whole::each_name(self, take)
    }

    /// Removes a kept file that nobody names, with its small picture, unless somebody kept it again within this time;
    /// answers whether it is gone.
    pub fn remove_kept(&self, org: i64, hash: &str, age: Duration) -> Result<bool, Refusal> {
        if !is_hash(hash) {
            return Ok(false);
        }
        let old = |changed: SystemTime| SystemTime::now().duration_since(changed).is_ok_and(|past| past > age);
        let gone = if let Some(objects) = &self.objects {
            let key = kept_key(org, hash);
            let is_old = objects.older_than(&key, age)?.contains(&key);
            if is_old {
                objects.remove(&key)?;
            }
            is_old
        } else {
            let place = self.place(org, hash);
            let changed = std::fs::metadata(&place).and_then(|data| data.modified());
            match changed {
                Ok(changed) if old(changed) => std::fs::remove_file(&place).map(|()| true).map_err(broken)?,
                Ok(_) => false,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
                Err(error) => return Err(broken(error)),
            }
        };
        if gone {
            // On the disk of each process; what is left is small and names nothing.
            let _ = std::fs::remove_file(self.folder.join(org.to_string()).join(THUMBS).join(hash));
        }
        Ok(gone)
    }

    /// The bytes of a hash.
    pub fn read(&self, org: i64, hash: &str) -> Result<Vec<u8>, Refusal> {
        if !is_hash(hash) {
            return Err(Refusal::NotFound);
        }
        let Some(objects) = &self.objects else {
            return std::fs::read(self.place(org, hash)).map_err(|_| Refusal::NotFound);
        };
        let mut bytes = Vec::new();
        if objects.get(&kept_key(org, hash), &mut bytes)? { Ok(bytes) } else { Err(Refusal::NotFound) }
    }

    /// A small picture of a stored one, made when it is first asked for.
    pub fn thumbnail(&self, org: i64, hash: &str) -> Result<Vec<u8>, Refusal> {
        if !is_hash(hash) {
            return Err(Refusal::NotFound);
        }
        // On the disk of each process: what is lost is made again.
        let place = self.folder.join(org.to_string()).join(THUMBS).join(hash);
        let known = || std::fs::read(&place).ok();
        let made = match known() {
            Some(made) => made,
            None => {
                let _turn = thumb_turn(hash);
                known().map_or_else(|| self.make_thumb(org, hash, &place), Ok)?
            }
        };
        if made.is_empty() { Err(Refusal::NotFound) } else { Ok(made) }
    }

    /// Makes a small picture and keeps it; nothing stands for a picture that can't be read.
    fn make_thumb(&self, org: i64, hash: &str, place: &Path) -> Result<Vec<u8>, Refusal> {
        let made = picture::thumbnail(&self.read(org, hash)?).unwrap_or_default();
        let half = half_of(place)?;
        let kept = place.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&half, &made));
        if let Err(error) = kept.and_then(|()| std::fs::rename(&half, place)) {
            // It is made again when it is asked for again.
            tracing::warn!(place = %place.display(), %error, "a small picture could not be kept");
            let _ = std::fs::remove_file(&half);
        }
        Ok(made)
    }

    fn passing_folder(&self, org: i64) -> PathBuf {
        self.folder.join(org.to_string()).join(PASSING)
    }

    /// Begins a file that is kept for some days.
    pub fn begin_passing(&self, org: i64) -> Result<PassingFile, Refusal> {
        let folder = self.passing_folder(org);
        let part = folder.join(format!("{}.{PART}", hex(&crate::access::random_bytes::<16>()?)));
        let begun = std::fs::create_dir_all(&folder).and_then(|()| File::create_new(&part));
        let file = BufWriter::new(begun.map_err(|error| self.refused(error))?);
        let digest = digest::Context::new(&digest::SHA256);
        let (objects, saving) = (self.objects.clone(), self.saving.clone());
        Ok(PassingFile { org, objects, saving, folder, part, file, digest, size: 0, kept: false })
    }

    /// Opens a file that is kept for some days.
    pub fn open_passing(&self, org: i64, hash: &str) -> Result<File, Refusal> {
        if !is_hash(hash) {
            return Err(Refusal::NotFound);
        }
        let Some(objects) = &self.objects else {
            return File::open(self.passing_folder(org).join(hash)).map_err(|_| Refusal::NotFound);
        };
        let mut file = self.nameless(org)?;
        if !objects.get(&passing_key(org, hash), &mut file)? {
            return Err(Refusal::NotFound);
        }
        file.rewind().map_err(broken)?;
        Ok(file)
    }

    /// A file without a name: the disk has it back when it is closed.
    fn nameless(&self, org: i64) -> Result<File, Refusal> {
        let folder = self.passing_folder(org);
        let place = folder.join(format!("{}.{PART}", hex(&crate::access::random_bytes::<16>()?)));
        let open = || File::options().read(true).write(true).create_new(true).open(&place);
        let file = std::fs::create_dir_all(&folder).and_then(|()| open()).map_err(|error| self.refused(error))?;
        std::fs::remove_file(&place).map_err(broken)?;
        Ok(file)
    }

    /// Removes a file whose days are over; one that is gone already is no fault.
    pub fn remove_passing(&self, org: i64, hash: &str) -> Result<(), Refusal> {
        if !is_hash(hash) {
            return Ok(());
        }
        if let Some(objects) = &self.objects {
            return objects.remove(&passing_key(org, hash));
        }
        match std::fs::remove_file(self.passing_folder(org).join(hash)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(broken(error)),
            _ => Ok(()),
        }
    }

    /// Removes what nobody names any more: passing files of every org that are older than so long by
    /// the disk's own clock, such as a killed process left behind. Answers their number.
    pub fn sweep_passing(&self, age: Duration) -> Result<usize, Refusal> {
        let mut swept = self.sweep_folder(age);
        if let Some(objects) = &self.objects {
            for key in objects.older_than(&format!("{PASSING}/"), age)? {
                objects.remove(&key)?;
                swept += 1;
            }
        }
        Ok(swept)
    }

    fn sweep_folder(&self, age: Duration) -> usize {
        let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        inside(self.folder.clone())
            .flat_map(|org| inside(org.path().join(PASSING)))
            .filter(|file| is_older(&file.path(), age) && std::fs::remove_file(file.path()).is_ok())
            .count()
    }
}
