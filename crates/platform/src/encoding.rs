//! Texts of files and messages from outside, in whatever encoding their sender writes them.

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// EDIFACT's name of the character set of western Europe, in the first segment.
const LATIN_SET: &[u8] = b"UNOC";
/// Bytes the first segment is looked for in.
const HEAD_BYTES: usize = 64;

/// A text, and the encoding it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// Name of the encoding.
    pub name: &'static str,
}

impl Decoded {
    /// Whether it came in another encoding than everybody is asked for.
    pub fn is_foreign(&self) -> bool {
        self.name != UTF_8.name()
    }
}

/// Reads bytes as a text: by its mark, as UTF-8 where it is that, as UTF-16 where every other byte is nothing, else by
/// what its letters look like. None for what is no text.
pub fn decode(bytes: &[u8]) -> Option<Decoded> {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => wide(bytes).unwrap_or_else(|| {
            if std::str::from_utf8(bytes).is_ok() {
                UTF_8
            } else if is_latin(bytes) {
                WINDOWS_1252
            } else {
                GB18030
            }
        }),
    };
    let (text, _, broken) = encoding.decode(bytes);
    // What a table has no letter for becomes a control character.
    let unknown = |letter: char| encoding == WINDOWS_1252 && ('\u{80}'..='\u{9f}').contains(&letter);
    let odd = |letter: char| letter == '\0' || unknown(letter);
    if broken || text.contains(odd) {
        return None;
    }
    Some(Decoded { text: text.into_owned(), name: encoding.name() })
}

/// UTF-16 without a mark: plain letters have a byte that is nothing, always on the same side.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let count = |side: usize| pairs.iter().filter(|pair| pair.get(side) == Some(&0)).count();
    let (first, second) = (count(0), count(1));
    if pairs.is_empty() || !rest.is_empty() || first + second < pairs.len().div_ceil(2) {
        return None;
    }
    match (first, second) {
        (0, _) => Some(UTF_16LE),
        (_, 0) => Some(UTF_16BE),
        _ => None,
    }
}

/// Letters of western Europe: declared by the message, or each alone between plain ones. Chinese letters come in pairs
/// of high bytes.
fn is_latin(bytes: &[u8]) -> bool {
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    let declared = head.windows(LATIN_SET.len()).any(|part| part == LATIN_SET);
    let runs = bytes.split(u8::is_ascii).map(<[u8]>::len).filter(|length| *length > 0);
    declared || runs.max() == Some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Option<(String, &'static str)> {
        decode(bytes).map(|decoded| (decoded.text, decoded.name))
    }

    /// Issue 25, A 5: files of messages in the encodings they come in.
    #[test]
    fn texts_are_read_in_the_encodings_they_come_in() {
        let chinese = "上海到法兰克福，12件";
        let told = |text: &str, name| Some((text.to_owned(), name));
        assert_eq!(read(chinese.as_bytes()), told(chinese, "UTF-8"));
        assert_eq!(read("\u{feff}A".as_bytes()), told("A", "UTF-8"));
        assert_eq!(read(&GB18030.encode(chinese).0), told(chinese, "gb18030"));
        let wide = |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let orders: [(fn(u16) -> [u8; 2], &str); 2] = [(u16::to_le_bytes, "UTF-16LE"), (u16::to_be_bytes, "UTF-16BE")];
        for (order, name) in orders {
            assert_eq!(read(&wide("\u{feff}FSU/14 上海", order)), told("FSU/14 上海", name));
            assert_eq!(read(&wide("FSU/14\n990", order)), told("FSU/14\n990", name));
        }
        assert_eq!(read(b"M\xdcNCHEN"), told("MÜNCHEN", "windows-1252"));
        let declared = b"UNB+UNOC:3+A+B+260720:1830+1'\nFTX+AAI+++STRA\xdf\xdfE'";
        assert!(read(declared).is_some_and(|(text, name)| text.contains("STRAßßE") && name == "windows-1252"));
    }

    #[test]
    fn what_is_no_text_is_none() {
        for bytes in [&b"\x00\x01\x02\x03\x04"[..], b"PK\x03\x04\xff\xfe\xfd\x00", b"a\x00b"] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
        assert_eq!(read(b""), Some((String::new(), "UTF-8")));
    }
}
