//! The first letters of the pinyin of a name, as memory aids are made of them: 华东服装 → HDFZ.
//!
//! The 3,755 characters of the first level of GB 2312 stand in the order of their pinyin, so that the place of one tells
//! its letter; those of the second level stand by their strokes, and the ones that names of companies have are listed.

use encoding_rs::GBK;

/// Where the characters of each letter begin; no syllable begins with I, U or V.
const STARTS: [(u16, char); 23] = [
    (0xb0a1, 'A'),
    (0xb0c5, 'B'),
    (0xb2c1, 'C'),
    (0xb4ee, 'D'),
    (0xb6ea, 'E'),
    (0xb7a2, 'F'),
    (0xb8c1, 'G'),
    (0xb9fe, 'H'),
    (0xbbf7, 'J'),
    (0xbfa6, 'K'),
    (0xc0ac, 'L'),
    (0xc2e8, 'M'),
    (0xc4c3, 'N'),
    (0xc5b6, 'O'),
    (0xc5be, 'P'),
    (0xc6da, 'Q'),
    (0xc8bb, 'R'),
    (0xc8f6, 'S'),
    (0xcbfa, 'T'),
    (0xcdda, 'W'),
    (0xcef4, 'X'),
    (0xd1b9, 'Y'),
    (0xd4d1, 'Z'),
];
/// The last character of the first level.
const LAST: u16 = 0xd7f9;
/// Characters of the second level in names of companies and towns, and those that names read otherwise.
const OTHERS: [(&str, char); 12] = [
    ("亳", 'B'),
    ("泓瀚昊", 'H'),
    ("璟骏珈", 'J'),
    ("珑泸骊", 'L'),
    ("淼", 'M'),
    ("埔濮邳", 'P'),
    ("琪衢麒", 'Q'),
    ("睿", 'R'),
    ("晟", 'S'),
    ("鑫厦昕馨", 'X'),
    ("赢煜烨钰弈", 'Y'),
    ("圳臻", 'Z'),
];

/// Letters and digits as they are, Chinese characters by the first letter of their pinyin, in capitals; what has none is left
/// out.
pub fn initials(name: &str) -> String {
    name.chars().filter_map(initial).collect()
}

fn initial(letter: char) -> Option<char> {
    if letter.is_ascii_alphanumeric() {
        return Some(letter.to_ascii_uppercase());
    }
    if let Some((_, initial)) = OTHERS.iter().find(|(letters, _)| letters.contains(letter)) {
        return Some(*initial);
    }
    let mut text = [0; 4];
    let (bytes, _, unknown) = GBK.encode(letter.encode_utf8(&mut text));
    let [high, low] = *bytes.as_ref() else { return None };
    let place = u16::from_be_bytes([high, low]);
    let is_there = !unknown && low >= 0xa1 && place <= LAST;
    STARTS.iter().rev().find(|(start, _)| is_there && place >= *start).map(|(_, initial)| *initial)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_first_letters_of_their_pinyin() {
        for (name, letters) in [
            ("华东服装", "HDFZ"),
            ("客户甲", "KHJ"),
            ("上海ABC物流（中国）2号", "SHABCWLZG2H"),
            ("深圳鑫晟", "SZXS"),
            ("厦门中远", "XMZY"),
            ("啊座", "AZ"),
            ("©、。", ""),
            ("", ""),
        ] {
            assert_eq!(initials(name), letters, "{name}");
        }
    }
}
