//! Photos lose what they say about where and by whom they were taken.

/// Marker bytes of JPEG segments: application data 1 to 15 and comments carry metadata.
const APP_FIRST: u8 = 0xe1;
const APP_LAST: u8 = 0xef;
/// Colour information of a decoder's choice, needed to show some photos right.
const ADOBE: u8 = 0xee;
/// Colour profile.
const PROFILE: u8 = 0xe2;
const COMMENT: u8 = 0xfe;
const SCAN: u8 = 0xda;

/// An image without position and camera data. What can't be walked through stays as it is, because
/// its content was recognised and a decoder will not find more in it than we did.
pub fn without_place(bytes: Vec<u8>) -> Vec<u8> {
    let stripped = if bytes.starts_with(&[0xff, 0xd8]) {
        jpeg(&bytes)
    } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png(&bytes)
    } else {
        None
    };
    stripped.unwrap_or(bytes)
}

fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = bytes.get(..2)?.to_vec();
    let mut place = 2;
    loop {
        let marker = *bytes.get(place + 1)?;
        if *bytes.get(place)? != 0xff {
            return None;
        }
        if marker == SCAN {
            out.extend_from_slice(bytes.get(place..)?);
            return Some(out);
        }
        let length = usize::from(u16::from_be_bytes([*bytes.get(place + 2)?, *bytes.get(place + 3)?]));
        let end = place + 2 + length.max(2);
        let segment = bytes.get(place..end)?;
        let metadata = (APP_FIRST..=APP_LAST).contains(&marker) && marker != ADOBE && marker != PROFILE;
        if metadata {
            // The camera's orientation is kept, else photos would lie on their side.
            if let Some(turn) = orientation(segment).filter(|turn| *turn != 1) {
                out.extend_from_slice(&turned(turn));
            }
        } else if marker != COMMENT {
            out.extend_from_slice(segment);
        }
        place = end;
    }
}

/// Orientation in an EXIF segment.
fn orientation(segment: &[u8]) -> Option<u16> {
    let tiff = segment.get(4..)?.strip_prefix(b"Exif\0\0")?;
    let little = tiff.starts_with(b"II");
    let short = |at: usize| -> Option<u16> {
        let pair = [*tiff.get(at)?, *tiff.get(at + 1)?];
        Some(if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) })
    };
    let long = |at: usize| -> Option<usize> {
        let (first, second) = (usize::from(short(at)?), usize::from(short(at + 2)?));
        Some(if little { second << 16 | first } else { first << 16 | second })
    };
    let directory = long(4)?;
    let entries = usize::from(short(directory)?);
    (0..entries)
        .map(|entry| directory + 2 + entry * 12)
        .find(|at| short(*at) == Some(0x0112))
        .and_then(|at| short(at + 8))
        .filter(|turn| (1..=8).contains(turn))
}

/// An EXIF segment that says nothing but the orientation.
fn turned(turn: u16) -> Vec<u8> {
    let mut body = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    body.extend_from_slice(&turn.to_be_bytes());
    body.extend_from_slice(&[0, 0, 0, 0, 0, 0]);
    let length = u16::try_from(body.len() + 2).unwrap_or(u16::MAX).to_be_bytes();
    let mut segment = vec![0xff, 0xe1];
    segment.extend_from_slice(&length);
    segment.extend(body);
    segment
}

fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = bytes.get(..8)?.to_vec();
    let mut place = 8;
    while place < bytes.len() {
        let head = bytes.get(place..place + 8)?;
        let length = usize::try_from(u32::from_be_bytes(head.get(..4)?.try_into().ok()?)).ok()?;
        let end = place.checked_add(length)?.checked_add(12)?;
        let chunk = bytes.get(place..end)?;
        if !matches!(head.get(4..)?, b"eXIf" | b"tEXt" | b"iTXt" | b"zTXt") {
            out.extend_from_slice(chunk);
        }
        place = end;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_exif(turn: u8) -> Vec<u8> {
        let mut tiff = b"Exif\0\0II\x2a\0\x08\0\0\0\x02\0".to_vec();
        tiff.extend_from_slice(&[0x12, 0x01, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0]);
        tiff.extend_from_slice(&[0x25, 0x88, 4, 0, 1, 0, 0, 0, 0x26, 0, 0, 0]);
        tiff.extend_from_slice(b"GPS SECRET PLACE");
        let mut bytes = vec![0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xe1];
        bytes.extend_from_slice(&u16::try_from(tiff.len() + 2).expect("short").to_be_bytes());
        bytes.extend(tiff);
        bytes.extend_from_slice(&[0xff, 0xfe, 0, 4, b'x', b'y', 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
        bytes
    }

    #[test]
    fn a_photo_keeps_its_turn_and_loses_its_place() {
        let bytes = without_place(with_exif(6));
        assert!(!bytes.windows(6).any(|window| window == b"SECRET"));
        assert!(bytes.ends_with(&[0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]));
        let exif = bytes.windows(4).position(|window| window == b"Exif").expect("an orientation");
        assert_eq!(orientation(&bytes[exif - 4..]), Some(6));
        let upright = without_place(with_exif(1));
        assert!(!upright.windows(4).any(|window| window == b"Exif"));
    }

    #[test]
    fn texts_of_a_png_go() {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        bytes.extend_from_slice(b"\0\0\0\x01IHDRx0000");
        bytes.extend_from_slice(b"\0\0\0\x03tEXtGPS0000");
        bytes.extend_from_slice(b"\0\0\0\0IEND0000");
        let stripped = without_place(bytes);
        assert!(!stripped.windows(3).any(|window| window == b"GPS"));
        assert!(stripped.ends_with(b"IEND0000"));
    }

    #[test]
    fn what_is_cut_short_stays_as_it_is() {
        let cut = vec![0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1];
        assert_eq!(without_place(cut.clone()), cut);
    }
}
