//! What files are: known by their ending and their first bytes, and named so that names do no harm.

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
