//! What files are: known by their ending and their content, and named so that names do no harm.

use encoding_rs::{Encoding, GB18030};

/// Media type of PDF.
pub const PDF: &str = "application/pdf";
/// Media type of workbooks.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// File types the product takes, by ending, with their media type and whether they are images.
const TYPES: [(&str, &str, bool); 13] = [
    ("jpg", "image/jpeg", true),
    ("jpeg", "image/jpeg", true),
    ("bmp", "image/bmp", true),
    ("png", "image/png", true),
    ("pdf", PDF, false),
    ("doc", "application/msword", false),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", false),
    ("xls", "application/vnd.ms-excel", false),
    ("xlsx", XLSX, false),
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

/// Media type of texts written in the Chinese national encoding.
const CHINESE_TEXT: &str = "text/plain; charset=gb18030";
/// Media type of texts in the two bytes of UTF-16, which say so by their mark.
const WIDE_TEXT: &str = "text/plain; charset=utf-16";

/// The type of a file by its ending, when its content agrees; none when it is not taken.
pub fn sniff(name: &str, bytes: &[u8]) -> Option<FileType> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    let (_, mime, image) = TYPES.iter().find(|(known, _, _)| *known == ending)?;
    if ending == "txt" {
        return text_type(bytes, mime).map(|mime| FileType { mime, image: false });
    }
    let zip = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    let ole = bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    let agrees = match ending.as_str() {
        "jpg" | "jpeg" => bytes.starts_with(&[0xff, 0xd8, 0xff]),
        "png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "bmp" => bytes.starts_with(b"BM") && bytes.len() > 26,
        "pdf" => bytes.starts_with(b"%PDF-"),
        "doc" | "xls" => ole,
        "docx" => zip && holds(bytes, b"word/"),
        "xlsx" => zip && holds(bytes, b"xl/"),
        "ofd" => zip && holds(bytes, b"OFD.xml"),
        "zip" => zip,
        "rar" => bytes.starts_with(b"Rar!\x1a\x07"),
        _ => false,
    };
    agrees.then_some(FileType { mime, image: *image })
}

/// Whether an archive names such a part: names stand in it as they are.
fn holds(archive: &[u8], part: &[u8]) -> bool {
    archive.windows(part.len()).any(|found| found == part)
}

/// The media type of a text by how it is written; none when it is no text.
fn text_type(bytes: &[u8], utf8: &'static str) -> Option<&'static str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes).filter(|(_, mark)| *mark == 2) {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes.get(mark..)?)?;
        return (!text.contains('\0')).then_some(WIDE_TEXT);
    }
    if bytes.contains(&0) {
        return None;
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Some(utf8);
    }
    GB18030.decode_without_bom_handling_and_without_replacement(bytes).map(|_| CHINESE_TEXT)
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
