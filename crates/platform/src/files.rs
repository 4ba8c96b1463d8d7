//! Files: bytes on disk under their hash, names in the database; types known by content.

use std::path::PathBuf;

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
        let hash: String = digest::digest(&digest::SHA256, bytes).as_ref().iter().map(|b| format!("{b:02x}")).collect();
        let place = self.place(org, &hash);
        if place.exists() {
            return Ok(hash);
        }
        let say = |error: std::io::Error| Refusal::broken(format!("file store: {error}"));
        let folder = place.parent().ok_or_else(|| Refusal::broken("file store: no folder"))?;
        std::fs::create_dir_all(folder).map_err(say)?;
        let suffix = crate::access::random_bytes::<8>()?.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let half = folder.join(format!("{hash}.{suffix}.part"));
        std::fs::write(&half, bytes).map_err(say)?;
        std::fs::File::open(&half).and_then(|file| file.sync_all()).map_err(say)?;
        std::fs::rename(&half, &place).map_err(say)?;
        Ok(hash)
    }

    /// The bytes of a hash.
    pub fn read(&self, org: i64, hash: &str) -> Result<Vec<u8>, Refusal> {
        if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(Refusal::NotFound);
        }
        std::fs::read(self.place(org, hash)).map_err(|_| Refusal::NotFound)
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
    fn names_lose_folders_and_tricks() {
        assert_eq!(clean_name("../../etc/passwd"), "passwd");
        assert_eq!(clean_name("C:\\x\\a\u{202e}gpj.exe"), "agpj.exe");
        assert_eq!(clean_name("a\r\nb.pdf"), "ab.pdf");
    }
}
