//! Files: bytes under their hash, on disk or in an object store, names in the database; types known by content.

mod objects;
mod photo;
mod picture;

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use kernel::Msg;
use ring::digest;

use crate::refusal::Refusal;

pub use objects::ObjectStoreConfig;
use objects::Objects;
pub use picture::{Shape, shape_of};

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

impl PassingFile {
    /// Folder it lies in, for what its maker writes beside it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Puts it under its hash; answers hash and size.
    pub fn keep(mut self) -> Result<(String, u64), Refusal> {
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(broken)?;
        let hash = hex(self.digest.clone().finish().as_ref());
        if let Some(objects) = &self.objects {
            objects.put_file(&passing_key(self.org, &hash), &File::open(&self.part).map_err(broken)?)?;
        } else {
            std::fs::rename(&self.part, self.folder.join(&hash)).map_err(broken)?;
            self.kept = true;
        }
        Ok((hash, self.size))
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
        let store = server.store("secret");
        let other = server.store("secret");
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
        server.store("secret").answers().expect("the store answers");
        server.store("wrong").answers().expect_err("wrong key");
        let refused = server.store("wrong").keep(7, b"a waybill").expect_err("wrong key");
        assert!(matches!(&refused, Refusal::Broken(cause) if cause.contains("answered 403")), "{refused:?}");
        let nowhere = ObjectStoreConfig { endpoint: "http://127.0.0.1:1".to_owned(), ..server.config("secret") };
        let nowhere = FileStore::open(server.folder.join("nowhere"), &nowhere).expect("opens");
        assert!(matches!(nowhere.read(7, &"0".repeat(64)), Err(Refusal::Broken(_))));
        for bad in [
            ObjectStoreConfig { endpoint: "s3.example.com".to_owned(), ..server.config("secret") },
            ObjectStoreConfig { bucket: String::new(), ..server.config("secret") },
            ObjectStoreConfig { secret_key: String::new(), ..server.config("secret") },
        ] {
            assert!(FileStore::open(server.folder.clone(), &bad).is_err(), "{}", bad.endpoint);
        }
    }

    /// A server of the protocol, with one bucket, for the life of a test.
    struct ObjectServer {
        folder: PathBuf,
        address: std::net::SocketAddr,
        _runtime: tokio::runtime::Runtime,
    }

    impl ObjectServer {
        fn start() -> Self {
            let name = hex(&crate::access::random_bytes::<8>().expect("random"));
            let folder = std::env::temp_dir().join(format!("forwarder-objects-{name}"));
            std::fs::create_dir_all(folder.join("bucket/files")).expect("a folder");
            let provider = s3s_fs::FileSystem::new(folder.join("bucket")).expect("a provider");
            let mut service = s3s::service::S3ServiceBuilder::new(provider);
            service.set_auth(s3s::auth::SimpleAuth::from_single("key", "secret"));
            let service = service.build();
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
            let address = listener.local_addr().expect("an address");
            runtime.spawn(async move {
                while let Ok((socket, _)) = listener.accept().await {
                    let service = service.clone();
                    tokio::spawn(async move {
                        let http = hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new());
                        let _ = http.serve_connection(hyper_util::rt::TokioIo::new(socket), service).await;
                    });
                }
            });
            Self { folder, address, _runtime: runtime }
        }

        fn config(&self, secret: &str) -> ObjectStoreConfig {
            ObjectStoreConfig {
                endpoint: format!("http://{}", self.address),
                bucket: "files".to_owned(),
                access_key: "key".to_owned(),
                secret_key: secret.to_owned(),
                ..ObjectStoreConfig::default()
            }
        }

        /// The store as one process sees it, with a folder of its own.
        fn store(&self, secret: &str) -> FileStore {
            let own = hex(&crate::access::random_bytes::<8>().expect("random"));
            FileStore::open(self.folder.join(own), &self.config(secret)).expect("opens")
        }
    }

    impl Drop for ObjectServer {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn names_lose_folders_and_tricks() {
        assert_eq!(clean_name("../../etc/passwd"), "passwd");
        assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.exe"), "agpj.exe");
        assert_eq!(clean_name("a\r\nb.pdf"), "ab.pdf");
    }
}
