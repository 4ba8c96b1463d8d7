//! Files: bytes under their hash, on disk or in an object store, names in the database; types known by content.

mod film;
mod kept;
mod large;
mod objects;
mod photo;
mod picture;
mod whole;

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use kernel::Msg;
use ring::digest;

use crate::refusal::Refusal;

pub use film::seconds_of;
pub use kept::Kept;
pub(crate) use large::Arriving;
pub use large::{Arrived, LargeKind, VIDEO};
pub use objects::ObjectStoreConfig;
use objects::Objects;
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
    /// Nothing was sent.
    pub const NO_FILE: Msg = Msg::new("file.none", "请选择文件", "Please choose a file.");
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
}

/// Largest image.
pub const IMAGE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Largest document.
pub const DOCUMENT_BYTES_MAX: usize = 50 * 1024 * 1024;

/// File types the product takes, by ending, with their media type and whether they are images.
const TYPES: [(&str, &str, bool); 13] = [
    ("jpg", "image/jpeg", true),
    ("jpeg", "image/jpeg", true),
    ("bmp", "image/bmp", true),
    ("png", "image/png", true),
    ("pdf", "application/pdf", false),
    ("doc", "application/msword", false),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", false),
    ("xls", "application/vnd.ms-excel", false),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", false),
    ("txt", "text/plain; charset=utf-8", false),
    ("rar", "application/vnd.rar", false),
    ("zip", "application/zip", false),
    ("ofd", "application/ofd", false),
];

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileType {
    /// Media type.
    pub mime: &'static str,
    /// Whether it is an image.
    pub image: bool,
}

/// The type of a file by its ending, when its first bytes agree; none when it is not taken.
pub fn sniff(name: &str, bytes: &[u8]) -> Option<FileType> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    let (_, mime, image) = TYPES.iter().find(|(known, _, _)| *known == ending)?;
    let zip = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    let ole = bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    let agrees = match ending.as_str() {
        "jpg" | "jpeg" => bytes.starts_with(&[0xff, 0xd8, 0xff]),
        "png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "bmp" => bytes.starts_with(b"BM") && bytes.len() > 26,
        "pdf" => bytes.starts_with(b"%PDF-"),
        "doc" | "xls" => ole,
        "docx" | "xlsx" | "zip" | "ofd" => zip,
        "rar" => bytes.starts_with(b"Rar!\x1a\x07"),
        "txt" => std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0')),
        _ => false,
    };
    agrees.then_some(FileType { mime, image: *image })
}

/// The media type of a file the product made itself, by its ending.
pub fn mime_of(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = TYPES.iter().find(|(known, _, _)| known.eq_ignore_ascii_case(ending));
    known.map_or("application/octet-stream", |(_, mime, _)| mime)
}

/// A file's name as it may be stored and offered: no folders, no control characters, at most 120 letters.
pub fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '"' | '<' | '>' | '|' | ':' | '*' | '?' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect();
    let trimmed = kept.trim().trim_start_matches('.').to_owned();
    let length = trimmed.chars().count();
    // The ending is what tells the type, so a long name loses its beginning.
    trimmed.chars().skip(length.saturating_sub(120)).collect()
}

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

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
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
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(broken)?;
        let hash = hex(self.digest.clone().finish().as_ref());
        if let Some(objects) = &self.objects {
            objects.put_file(&key(self.org, &hash), &File::open(&self.part).map_err(broken)?)?;
        } else {
            let place = place(&self.folder, &hash);
            place.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(broken)?;
            std::fs::rename(&self.part, place).map_err(broken)?;
            self.kept = true;
        }
        Ok(hash)
    }
}

impl Write for PassingFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write_all(bytes)?;
        self.digest.update(bytes);
        self.size += u64::try_from(bytes.len()).unwrap_or_default();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
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
        let objects = if config.endpoint.is_empty() { None } else { Some(Arc::new(Objects::new(config)?)) };
        Ok(Self { folder, objects })
    }

    /// Whether the object store answers and lets this process in; a folder always does.
    pub fn answers(&self) -> Result<(), Refusal> {
        self.objects.as_ref().map_or(Ok(()), |objects| objects.has(PASSING).map(|_| ()))
    }

    fn place(&self, org: i64, hash: &str) -> PathBuf {
        self.folder.join(org.to_string()).join(hash.get(..2).unwrap_or("00")).join(hash)
    }

    /// Keeps bytes; answers their hash. A file is whole under its name or not there.
    pub fn keep(&self, org: i64, bytes: &[u8]) -> Result<String, Refusal> {
        let hash = hex(digest::digest(&digest::SHA256, bytes).as_ref());
        if let Some(objects) = &self.objects {
            let key = kept_key(org, &hash);
            if !objects.has(&key)? {
                objects.put_bytes(&key, bytes)?;
            }
            return Ok(hash);
        }
        let place = self.place(org, &hash);
        if place.exists() {
            return Ok(hash);
        }
        let folder = place.parent().ok_or_else(|| Refusal::broken("file store: no folder"))?;
        std::fs::create_dir_all(folder).map_err(broken)?;
        let half = folder.join(format!("{hash}.{}.{PART}", hex(&crate::access::random_bytes::<8>()?)));
        std::fs::write(&half, bytes).map_err(broken)?;
        std::fs::File::open(&half).and_then(|file| file.sync_all()).map_err(broken)?;
        std::fs::rename(&half, &place).map_err(broken)?;
        Ok(hash)
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
        if let Ok(made) = std::fs::read(&place) {
            return Ok(made);
        }
        let made = picture::thumbnail(&self.read(org, hash)?).ok_or(Refusal::NotFound)?;
        let folder = place.parent().ok_or_else(|| Refusal::broken("file store: no folder"))?;
        std::fs::create_dir_all(folder).map_err(broken)?;
        let half = folder.join(format!("{hash}.{}.{PART}", hex(&crate::access::random_bytes::<8>()?)));
        std::fs::write(&half, &made).and_then(|()| std::fs::rename(&half, &place)).map_err(broken)?;
        Ok(made)
    }

    fn passing_folder(&self, org: i64) -> PathBuf {
        self.folder.join(org.to_string()).join(PASSING)
    }

    /// Begins a file that is kept for some days.
    pub fn begin_passing(&self, org: i64) -> Result<PassingFile, Refusal> {
        let folder = self.passing_folder(org);
        std::fs::create_dir_all(&folder).map_err(broken)?;
        let part = folder.join(format!("{}.{PART}", hex(&crate::access::random_bytes::<16>()?)));
        let file = BufWriter::new(File::create_new(&part).map_err(broken)?);
        let digest = digest::Context::new(&digest::SHA256);
        Ok(PassingFile { org, objects: self.objects.clone(), folder, part, file, digest, size: 0, kept: false })
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
        std::fs::create_dir_all(&folder).map_err(broken)?;
        let place = folder.join(format!("{}.{PART}", hex(&crate::access::random_bytes::<16>()?)));
        let file = File::options().read(true).write(true).create_new(true).open(&place).map_err(broken)?;
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
        let old = |path: &Path| {
            let changed = std::fs::metadata(path).and_then(|data| data.modified()).ok();
            changed.and_then(|time| SystemTime::now().duration_since(time).ok()).is_some_and(|past| past > age)
        };
        let inside = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        inside(self.folder.clone())
            .flat_map(|org| inside(org.path().join(PASSING)))
            .filter(|file| old(&file.path()) && std::fs::remove_file(file.path()).is_ok())
            .count()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use bucket::ObjectServer;

    use super::*;

    // req: attach-images-allowed, attach-documents-allowed
    #[test]
    fn types_are_taken_by_ending_and_content() {
        assert!(sniff("a.png", b"\x89PNG\r\n\x1a\n....").is_some_and(|t| t.image));
        assert_eq!(sniff("a.png", b"<html>"), None);
        assert_eq!(sniff("a.svg", b"<svg>"), None);
        assert!(sniff("托书.PDF", b"%PDF-1.7").is_some_and(|t| !t.image));
        assert!(sniff("a.ofd", b"PK\x03\x04").is_some());
        assert_eq!(sniff("noending", b"%PDF-"), None);
    }

    #[test]
    fn a_passing_file_is_whole_under_its_hash_or_gone() {
        let folder = std::env::temp_dir().join(format!("forwarder-passing-{}", std::process::id()));
        let store = FileStore::open(folder.clone(), &ObjectStoreConfig::default()).expect("opens");
        let mut file = store.begin_passing(7).expect("begins");
        file.write_all(b"one ").and_then(|()| file.write_all(b"two")).expect("writes");
        let (hash, size) = file.keep().expect("is kept");
        assert_eq!(size, 7);
        assert_eq!(std::io::read_to_string(store.open_passing(7, &hash).expect("opens")).expect("reads"), "one two");
        assert!(store.open_passing(8, &hash).is_err(), "of another org");
        assert!(store.open_passing(7, "../../secret.key").is_err());
        drop(store.begin_passing(7).expect("begins"));
        assert_eq!(std::fs::read_dir(store.passing_folder(7)).expect("reads").count(), 1, "only the kept one");
        assert_eq!(store.sweep_passing(Duration::from_secs(60)).expect("sweeps"), 0);
        assert_eq!(store.sweep_passing(Duration::ZERO).expect("sweeps"), 1);
        store.remove_passing(7, &hash).expect("gone is no fault");
        std::fs::remove_dir_all(&folder).expect("cleans up");
    }

    #[test]
    fn an_object_store_holds_what_the_folder_would() {
        let server = ObjectServer::start();
        let (store, other) = (store(&server, "secret"), store(&server, "secret"));
        let hash = store.keep(7, b"a waybill").expect("is kept");
        assert_eq!(store.keep(7, b"a waybill").expect("is kept once"), hash);
        assert_eq!(other.read(7, &hash).expect("another process reads it"), b"a waybill");
        assert!(matches!(store.read(8, &hash), Err(Refusal::NotFound)), "of another org");
        assert!(matches!(store.read(7, "../../secret.key"), Err(Refusal::NotFound)));

        let mut file = store.begin_passing(7).expect("begins");
        let line = vec![b'x'; 1 << 20];
        (0..3).try_for_each(|_| file.write_all(&line)).expect("writes");
        let (hash, size) = file.keep().expect("is kept");
        assert_eq!(size, 3 << 20);
        let read = std::io::read_to_string(other.open_passing(7, &hash).expect("opens")).expect("reads");
        assert_eq!(read.len(), 3 << 20);
        assert!(store.open_passing(8, &hash).is_err(), "of another org");
        assert_eq!(std::fs::read_dir(store.passing_folder(7)).expect("reads").count(), 0, "nothing stays on the disk");
        assert_eq!(other.sweep_passing(Duration::from_secs(3600)).expect("sweeps"), 0);
        assert_eq!(other.sweep_passing(Duration::ZERO).expect("sweeps"), 1);
        assert!(store.open_passing(7, &hash).is_err(), "swept");
        store.remove_passing(7, &hash).expect("gone is no fault");
    }

    #[test]
    fn an_object_store_that_refuses_or_is_not_there_is_told_in_the_log_alone() {
        let server = ObjectServer::start();
        store(&server, "secret").answers().expect("the store answers");
        store(&server, "wrong").answers().expect_err("wrong key");
        let refused = store(&server, "wrong").keep(7, b"a waybill").expect_err("wrong key");
        assert!(matches!(&refused, Refusal::Broken(cause) if cause.contains("answered 403")), "{refused:?}");
        let nowhere = ObjectStoreConfig { endpoint: "http://127.0.0.1:1".to_owned(), ..config(&server, "secret") };
        let nowhere = FileStore::open(server.folder().join("nowhere"), &nowhere).expect("opens");
        assert!(matches!(nowhere.read(7, &"0".repeat(64)), Err(Refusal::Broken(_))));
        for bad in [
            ObjectStoreConfig { endpoint: "s3.example.com".to_owned(), ..config(&server, "secret") },
            ObjectStoreConfig { bucket: String::new(), ..config(&server, "secret") },
            ObjectStoreConfig { secret_key: String::new(), ..config(&server, "secret") },
        ] {
            assert!(FileStore::open(server.folder().to_owned(), &bad).is_err(), "{}", bad.endpoint);
        }
    }

    fn config(server: &ObjectServer, secret: &str) -> ObjectStoreConfig {
        ObjectStoreConfig {
            endpoint: server.endpoint(),
            bucket: bucket::BUCKET.to_owned(),
            access_key: bucket::KEY.to_owned(),
            secret_key: secret.to_owned(),
            ..ObjectStoreConfig::default()
        }
    }

    /// The store as one process sees it, with a folder of its own.
    fn store(server: &ObjectServer, secret: &str) -> FileStore {
        let own = hex(&crate::access::random_bytes::<8>().expect("random"));
        FileStore::open(server.folder().join(own), &config(server, secret)).expect("opens")
    }

    /// Parts of a file, as they are asked for.
    fn parts(store: &FileStore) {
        let bytes: Vec<u8> = (0..=255).collect();
        let hash = store.keep(7, &bytes).expect("is kept");
        let part = |from: u64, length: u64| {
            let mut read = Vec::new();
            let kept = store.find(7, &hash).expect("is there");
            assert_eq!((kept.size(), kept.tag()), (256, hash.as_str()));
            kept.part(from, length).and_then(|mut part| part.read_to_end(&mut read).map_err(broken)).expect("reads");
            read
        };
        assert_eq!(part(0, 256), bytes);
        assert_eq!((part(0, 1), part(255, 1), part(100, 3)), (vec![0], vec![255], vec![100, 101, 102]));
        assert_eq!(part(0, 0), Vec::<u8>::new());
        assert!(matches!(store.find(8, &hash), Err(Refusal::NotFound)), "of another org");
        assert!(matches!(store.find(7, "../../secret.key"), Err(Refusal::NotFound)));
    }

    const SMALL: LargeKind = LargeKind { bytes_max: 2 * 1024 * 1024, ..VIDEO };

    /// A film of so many bytes, sent in pieces that cut through its mark.
    fn send(store: &FileStore, name: &str, size: usize) -> Result<Arrived, Refusal> {
        let mut film = b"\0\0\0\x18ftypisom".to_vec();
        film.resize(size, b'x');
        let mut arriving = Arriving::begin(store, 7, name, SMALL)?;
        let (head, rest) = film.split_at(size.min(6));
        arriving.take(head)?;
        rest.chunks(70_000).try_for_each(|piece| arriving.take(piece))?;
        arriving.end()
    }

    fn said(refusal: Result<Arrived, Refusal>) -> String {
        match refusal {
            Err(Refusal::Business(text)) => text.zh,
            other => panic!("{other:?}"),
        }
    }

    /// A large file is whole under its hash or leaves nothing.
    fn large(store: &FileStore) {
        const MOST: usize = 2 * 1024 * 1024;
        let film = send(store, "入门.MP4", MOST).expect("of the most bytes");
        assert_eq!((film.name.as_str(), film.size()), ("入门.MP4", 2 * 1024 * 1024));
        let hash = film.keep().expect("is kept");
        assert_eq!(store.read(7, &hash).expect("reads").len(), MOST);
        assert_eq!(said(send(store, "a.mp4", MOST + 1)), "文件大小不能超过2MB");
        assert_eq!(said(send(store, "a.mp4", 7)), "文件格式不支持", "ends within the mark");
        assert_eq!(said(send(store, "a.mov", 100)), "文件格式不支持", "another ending");
        let mut page = Arriving::begin(store, 7, "a.mp4", SMALL).expect("begins");
        assert!(page.take(b"<html>").is_ok(), "not known yet");
        assert!(matches!(page.take(b"<body>"), Err(Refusal::Business(_))), "another content");
        drop(page);
        drop(send(store, "a.mp4", 100).expect("arrives"));
        let left = std::fs::read_dir(store.passing_folder(7)).expect("reads").count();
        assert_eq!(left, 0, "only what is kept stays");
        let mut places = Vec::new();
        let each = store.each_kept::<Refusal>(&mut |place, kept| {
            places.push((place.to_owned(), kept.size()));
            Ok(())
        });
        each.expect("all of them");
        assert!(places.contains(&(format!("7/{}/{hash}", &hash[..2]), 2 * 1024 * 1024)), "{places:?}");
    }

    #[test]
    fn files_are_read_in_parts_and_large_ones_written_while_they_arrive() {
        let server = ObjectServer::start();
        for store in [
            store(&server, "secret"),
            FileStore::open(server.folder().join("disk"), &ObjectStoreConfig::default()).expect("opens"),
        ] {
            parts(&store);
            large(&store);
        }
    }

    #[test]
    fn names_lose_folders_and_tricks() {
        assert_eq!(clean_name("../../etc/passwd"), "passwd");
        assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.exe"), "agpj.exe");
        assert_eq!(clean_name("a\r\nb.pdf"), "ab.pdf");
    }
}
