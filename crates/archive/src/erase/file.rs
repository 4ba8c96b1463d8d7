//! The bytes of a file without a person: of a plain text, and of what stands in an office file.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::person::{Found, Person};

/// Bytes of a part of an office file that is read into the memory.
const PART_MAX: u64 = 64 * 1024 * 1024;

/// What came of a file.
#[derive(Debug, PartialEq, Eq)]
pub enum InFile {
    /// He does not stand in it.
    NotThere,
    /// Its bytes without him.
    Replaced(Vec<u8>),
    /// Something in it may be he, and stays.
    Doubtful,
    /// Pictures, PDFs and the like: nobody can tell.
    Unreadable,
}

impl Person {
    /// The bytes of a file without him.
    pub fn file(&self, bytes: &[u8]) -> InFile {
        if bytes.starts_with(b"PK\x03\x04") {
            return self.packed(bytes).unwrap_or(InFile::Unreadable);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => match self.look(text) {
                Found { text: Some(text), .. } => InFile::Replaced(text.into_bytes()),
                Found { doubtful: true, .. } => InFile::Doubtful,
                Found { .. } => InFile::NotThere,
            },
            _ => InFile::Unreadable,
        }
    }

    fn packed(&self, bytes: &[u8]) -> Option<InFile> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
        let mut out = ZipWriter::new(Cursor::new(Vec::new()));
        let (mut is_changed, mut is_whole, mut doubtful) = (false, true, false);
        for place in 0..archive.len() {
            let entry = archive.by_index(place).ok()?;
            let name = entry.name().ok()?.into_owned();
            let is_marked = [".xml", ".rels"].iter().any(|end| name.ends_with(end));
            let is_text = is_marked || [".txt", ".csv", ".json"].iter().any(|end| name.ends_with(end));
            if !is_text || entry.size() > PART_MAX {
                is_whole = is_whole && entry.is_dir();
                out.raw_copy_file(entry).ok()?;
                continue;
            }
            let mut text = String::new();
            entry.take(PART_MAX).read_to_string(&mut text).ok()?;
            let found = if is_marked { self.marked(&text) } else { self.look(&text) };
            is_changed = is_changed || found.text.is_some();
            doubtful = doubtful || found.doubtful;
            out.start_file(name, SimpleFileOptions::default()).ok()?;
            out.write_all(found.text.as_ref().unwrap_or(&text).as_bytes()).ok()?;
        }
        let made = out.finish().ok()?.into_inner();
        Some(match (is_changed, doubtful, is_whole) {
            (true, ..) => InFile::Replaced(made),
            (false, true, _) => InFile::Doubtful,
            (false, false, true) => InFile::NotThere,
            (false, false, false) => InFile::Unreadable,
        })
    }

    /// XML: what stands between its tags, and mail addresses in tags, where links are. A cell of a sheet that holds a number
    /// must hold one ever after, or nothing: the office program refuses the whole file otherwise.
    fn marked(&self, text: &str) -> Found {
        let in_tags = Self { mails: self.mails.clone(), token: self.token.clone(), ..Self::default() };
        let (mut made, mut found, mut is_changed, mut tag) = (String::new(), Found::default(), false, "");
        for part in text.split_inclusive('<') {
            let (head, begins) = part.strip_suffix('<').map_or((part, ""), |head| (head, "<"));
            let (inside, run) = head.split_once('>').map_or(("", head), |(inside, run)| (inside, run));
            let has_tag = head.contains('>');
            tag = if has_tag { inside } else { tag };
            let of_tag = in_tags.look(inside).text;
            let is_figure = tag == "v" && run.parse::<f64>().is_ok();
            let of_run = if is_figure {
                Found { text: self.numbers.iter().any(|number| number == run).then(String::new), doubtful: false }
            } else {
                self.look(run)
            };
            is_changed = is_changed || of_tag.is_some() || of_run.text.is_some();
            found.doubtful |= of_run.doubtful;
            if has_tag {
                made.push_str(of_tag.as_deref().unwrap_or(inside));
                made.push('>');
            }
            made.push_str(of_run.text.as_deref().unwrap_or(run));
            made.push_str(begins);
        }
        found.text = is_changed.then_some(made);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::person::person;
    use super::*;

    fn book(xml: &str) -> Vec<u8> {
        let mut out = ZipWriter::new(Cursor::new(Vec::new()));
        out.start_file("xl/sharedStrings.xml", SimpleFileOptions::default()).unwrap();
        out.write_all(xml.as_bytes()).unwrap();
        out.finish().unwrap().into_inner()
    }

    fn xml_of(bytes: Vec<u8>) -> String {
        let mut text = String::new();
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        archive.by_name("xl/sharedStrings.xml").unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_text_and_an_office_file_are_written_anew_and_a_picture_cannot_be_read() {
        assert_eq!(person().file("联系人,李小明".as_bytes()), InFile::Replaced("联系人,已清除1".as_bytes().to_vec()));
        assert_eq!(person().file(b"nobody"), InFile::NotThere);
        assert_eq!(person().file(&[0xff, 0xd8, 0xff]), InFile::Unreadable);
        let InFile::Replaced(made) = person().file(&book("<t>李小明</t>")) else { panic!("he stands in it") };
        assert_eq!(xml_of(made), "<t>已清除1</t>");
    }

    #[test]
    fn the_tags_and_figures_of_an_office_file_stay_whole() {
        let xml = "<?xml version=\"1.0\"?><si id=\"李小明\" to=\"mailto:li.ming@example.com\"><v>13800000021</v><v>138</v>\
            <v>1380000.0021</v><t>1380000 0021</t></si>";
        let InFile::Replaced(made) = person().file(&book(xml)) else { panic!("he stands in it") };
        assert_eq!(
            xml_of(made),
            "<?xml version=\"1.0\"?><si id=\"李小明\" to=\"mailto:已清除1\"><v></v><v>138</v><v>1380000.0021</v>\
            <t>已清除1</t></si>"
        );
    }

    #[test]
    fn a_file_in_which_a_word_may_be_his_name_is_told() {
        let bill = Person { names: vec!["Bill".to_owned()], ..person() };
        assert_eq!(bill.file(b"Bill of lading"), InFile::Doubtful);
        assert_eq!(bill.file(&book("<t>Bill</t>")), InFile::Doubtful);
    }
}
