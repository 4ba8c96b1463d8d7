//! The length of a film: of an MP4 file (ISO 14496-12) the duration in the box `mvhd` inside `moov`.

use std::io::{Read, Seek, SeekFrom};

/// Boxes that are passed on the way; a film has a handful.
const BOXES_MAX: usize = 10_000;

/// Whole seconds of a film, rounded to the nearest and at least one; none when it tells none.
pub fn seconds_of(film: &mut (impl Read + Seek)) -> Option<i64> {
    let end = film.seek(SeekFrom::End(0)).ok()?;
    let (begin, end) = find(film, 0, end, *b"moov")?;
    let (begin, _) = find(film, begin, end, *b"mvhd")?;
    film.seek(SeekFrom::Start(begin)).ok()?;
    let [version, ..] = take::<4>(film)?;
    // Times of making and of change stand before the figures, as wide as the duration.
    let (scale, duration) = if version == 1 {
        take::<16>(film)?;
        (u32::from_be_bytes(take(film)?), u64::from_be_bytes(take(film)?))
    } else {
        take::<8>(film)?;
        let scale = u32::from_be_bytes(take(film)?);
        let duration = u32::from_be_bytes(take(film)?);
        // All bits set: not known.
        (scale, if duration == u32::MAX { u64::MAX } else { u64::from(duration) })
    };
    let scale = u64::from(scale);
    if scale == 0 || duration == 0 || duration == u64::MAX {
        return None;
    }
    i64::try_from((duration / scale + (duration % scale * 2 / scale)).max(1)).ok()
}

/// Where the inside of the first box of a name begins and ends, between two places.
fn find(film: &mut (impl Read + Seek), mut at: u64, end: u64, name: [u8; 4]) -> Option<(u64, u64)> {
    for _ in 0..BOXES_MAX {
        film.seek(SeekFrom::Start(at)).ok()?;
        let short = u32::from_be_bytes(take(film)?);
        let found: [u8; 4] = take(film)?;
        let (head, size) = match short {
            // To the end.
            0 => (8, end.checked_sub(at)?),
            1 => (16, u64::from_be_bytes(take(film)?)),
            short => (8, u64::from(short)),
        };
        let next = at.checked_add(size).filter(|next| size >= head && *next <= end)?;
        if found == name {
            return Some((at + head, next));
        }
        at = next;
    }
    None
}

fn take<const N: usize>(film: &mut impl Read) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    film.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn boxed(name: &[u8; 4], inside: &[u8]) -> Vec<u8> {
        let size = u32::try_from(inside.len() + 8).expect("short");
        [&size.to_be_bytes()[..], name, inside].concat()
    }

    fn film(mvhd: &[u8]) -> Vec<u8> {
        let moov = boxed(b"moov", &[boxed(b"free", b""), boxed(b"mvhd", mvhd)].concat());
        [boxed(b"ftyp", b"isom"), boxed(b"mdat", b"pictures"), moov].concat()
    }

    fn short(scale: u32, duration: u32) -> Vec<u8> {
        film(&[&[0; 12][..], &scale.to_be_bytes(), &duration.to_be_bytes(), &[0; 80]].concat())
    }

    fn seconds(bytes: Vec<u8>) -> Option<i64> {
        seconds_of(&mut Cursor::new(bytes))
    }

    #[test]
    fn the_length_stands_in_the_head_of_the_film() {
        assert_eq!(seconds(short(1000, 600_000)), Some(600));
        assert_eq!((seconds(short(1000, 600_499)), seconds(short(1000, 600_500))), (Some(600), Some(601)));
        assert_eq!(seconds(short(1000, 1)), Some(1));
        let wide = [&[1, 0, 0, 0][..], &[0; 16], &90_000u32.to_be_bytes(), &(90_000u64 * 7200).to_be_bytes(), &[0; 80]];
        assert_eq!(seconds(film(&wide.concat())), Some(7200));
    }

    #[test]
    fn what_tells_no_length_has_none() {
        assert_eq!(seconds(short(0, 600)), None);
        assert_eq!(seconds(short(1000, 0)), None);
        assert_eq!(seconds(short(1000, u32::MAX)), None);
        let whole = short(1000, 600_000);
        for cut in [0, 4, 20, whole.len() - 1] {
            assert_eq!(seconds(whole[..cut].to_vec()), None, "cut at {cut}");
        }
        let mut loops = boxed(b"ftyp", b"isom");
        loops[3] = 2;
        assert_eq!(seconds(loops), None, "a box smaller than its own head");
    }
}
