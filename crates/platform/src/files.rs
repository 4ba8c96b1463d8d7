//! Files: bytes on disk under their hash, names in the database; types known by content.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ring::digest;

use crate::refusal::Refusal;

/// Where bytes lie.
#[derive(Debug)]
pub struct FileStore {
    folder: PathBuf,
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
/// Ending of a file that is being written.
const PART: &str = "part";

/// A file that is being written, in constant memory; gone again unless it is kept.
pub struct PassingFile {
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
        std::fs::rename(&self.part, self.folder.join(&hash)).map_err(broken)?;
        self.kept = true;
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
    /// Files below a folder.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn place(&self, org: i64, hash: &str) -> PathBuf {
        self.folder.join(org.to_string()).join(hash.get(..2).unwrap_or("00")).join(hash)
    }

    /// Keeps bytes; answers their hash. A file is whole under its name or not there.
    pub fn keep(&self, org: i64, bytes: &[u8]) -> Result<String, Refusal> {
        let hash = hex(digest::digest(&digest::SHA256, bytes).as_ref());
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
        std::fs::read(self.place(org, hash)).map_err(|_| Refusal::NotFound)
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
        Ok(PassingFile { folder, part, file, digest, size: 0, kept: false })
    }

    /// Opens a file that is kept for some days.
    pub fn open_passing(&self, org: i64, hash: &str) -> Result<File, Refusal> {
        if !is_hash(hash) {
            return Err(Refusal::NotFound);
        }
        File::open(self.passing_folder(org).join(hash)).map_err(|_| Refusal::NotFound)
    }

    /// Removes a file whose days are over; one that is gone already is no fault.
    pub fn remove_passing(&self, org: i64, hash: &str) -> Result<(), Refusal> {
        if !is_hash(hash) {
            return Ok(());
        }
        match std::fs::remove_file(self.passing_folder(org).join(hash)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(broken(error)),
            _ => Ok(()),
        }
    }

    /// Removes what nobody names any more: passing files of every org that are older than so long by
    /// the disk's own clock, such as a killed process left behind. Answers their number.
    pub fn sweep_passing(&self, age: Duration) -> usize {
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
        let store = FileStore::new(folder.clone());
        let mut file = store.begin_passing(7).expect("begins");
        file.write_all(b"one ").and_then(|()| file.write_all(b"two")).expect("writes");
        let (hash, size) = file.keep().expect("is kept");
        assert_eq!(size, 7);
        assert_eq!(std::io::read_to_string(store.open_passing(7, &hash).expect("opens")).expect("reads"), "one two");
        assert!(store.open_passing(8, &hash).is_err(), "of another org");
        assert!(store.open_passing(7, "../../secret.key").is_err());
        drop(store.begin_passing(7).expect("begins"));
        assert_eq!(std::fs::read_dir(store.passing_folder(7)).expect("reads").count(), 1, "only the kept one");
        assert_eq!(store.sweep_passing(Duration::from_secs(60)), 0);
        assert_eq!(store.sweep_passing(Duration::ZERO), 1);
        store.remove_passing(7, &hash).expect("gone is no fault");
        std::fs::remove_dir_all(&folder).expect("cleans up");
    }

    #[test]
    fn names_lose_folders_and_tricks() {
        assert_eq!(clean_name("../../etc/passwd"), "passwd");
        assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.exe"), "agpj.exe");
        assert_eq!(clean_name("a\r\nb.pdf"), "ab.pdf");
    }
}
