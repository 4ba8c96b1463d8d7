//! The parts of a workbook: a zip of XML files that name each other.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::Fault;
use super::limit::{Budget, SHEETS_MAX};
use super::xml::{self, Element};

/// More parts, and more bytes unpacked, no template has.
const PARTS_MAX: usize = 500;
const UNPACKED_MAX: u64 = 40 * 1024 * 1024;

/// A part with its bytes.
#[derive(Debug, Clone)]
pub struct Part {
    /// Path without a leading slash.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
}

/// A workbook unpacked.
#[derive(Debug, Clone)]
pub struct Package {
    /// Its parts, in the order of the file.
    pub parts: Vec<Part>,
}

/// A sheet of a workbook.
#[derive(Debug, Clone)]
pub struct SheetPart {
    /// Name on its tab.
    pub name: String,
    /// Its part.
    pub path: String,
}

impl Package {
    /// Unpacks a file.
    pub fn open(bytes: &[u8]) -> Result<Self, Fault> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Fault::NotXlsx)?;
        if zip.len() > PARTS_MAX {
            return Err(Fault::NotXlsx);
        }
        let (mut parts, mut left, mut budget) = (Vec::new(), UNPACKED_MAX, Budget::default());
        for place in 0..zip.len() {
            let file = zip.by_index(place).map_err(|_| Fault::NotXlsx)?;
            let name = file.name().map_err(|_| Fault::NotXlsx)?.trim_start_matches('/').replace('\\', "/");
            if file.is_dir() {
                continue;
            }
            // Programs differ in which of two parts of one name they read.
            if parts.iter().any(|part: &Part| part.name.eq_ignore_ascii_case(&name)) {
                return Err(Fault::NotXlsx);
            }
            let mut bytes = Vec::new();
            // What a file says of its size is not believed.
            file.take(left + 1).read_to_end(&mut bytes).map_err(|_| Fault::NotXlsx)?;
            left = left.checked_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX)).ok_or(Fault::NotXlsx)?;
            budget.marks(&bytes)?;
            parts.push(Part { name, bytes });
        }
        Ok(Self { parts })
    }

    /// The bytes of a part; names differ in case between programs.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.parts.iter().find(|part| part.name.eq_ignore_ascii_case(name)).map(|part| part.bytes.as_slice())
    }

    /// A part as a tree.
    pub fn xml(&self, name: &str) -> Result<Option<Element>, Fault> {
        self.get(name).map(xml::read).transpose()
    }

    /// Puts a tree in place of a part.
    pub fn put(&mut self, name: &str, root: &Element) -> Result<(), Fault> {
        let bytes = xml::write(root)?;
        if let Some(part) = self.parts.iter_mut().find(|part| part.name.eq_ignore_ascii_case(name)) {
            part.bytes = bytes;
        }
        Ok(())
    }

    /// Where the workbook's own part lies.
    pub fn workbook(&self) -> Result<String, Fault> {
        let root = self.related("")?.into_iter().find(|(_, kind, _)| kind.ends_with("/officeDocument"));
        root.map(|(_, _, path)| path).ok_or(Fault::NotXlsx)
    }

    /// Id, kind and path of what a part names.
    pub fn related(&self, part: &str) -> Result<Vec<(String, String, String)>, Fault> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let Some(rels) = self.xml(format!("{folder}/_rels/{file}.rels").trim_start_matches('/'))? else {
            return Ok(Vec::new());
        };
        let all = rels.elements().filter(|one| one.local() == "Relationship");
        Ok(all.map(|one| (one.get("Id"), one.get("Type"), absolute(folder, &one.get("Target")))).collect())
    }

    /// The sheets with cells, in the order of their tabs.
    pub fn sheets(&self) -> Result<Vec<SheetPart>, Fault> {
        let path = self.workbook()?;
        let book = self.xml(&path)?.ok_or(Fault::NotXlsx)?;
        let related = self.related(&path)?;
        let tabs: Vec<&Element> = book.child("sheets").into_iter().flat_map(Element::elements).collect();
        if tabs.len() > SHEETS_MAX {
            return Err(Fault::TooLarge);
        }
        let mut sheets: Vec<SheetPart> = Vec::new();
        for sheet in tabs {
            let id = sheet.attributes.iter().find(|(name, _)| name.ends_with(":id")).map(|(_, value)| value.clone());
            let found =
                related.iter().find(|(known, kind, _)| Some(known) == id.as_ref() && kind.ends_with("/worksheet"));
            if let Some((_, _, path)) = found {
                // Each tab has a part of its own.
                if sheets.iter().any(|sheet| sheet.path.eq_ignore_ascii_case(path)) {
                    return Err(Fault::NotXlsx);
                }
                sheets.push(SheetPart { name: sheet.get("name"), path: path.clone() });
            }
        }
        if sheets.is_empty() { Err(Fault::NotXlsx) } else { Ok(sheets) }
    }

    /// The texts cells share.
    pub fn strings(&self) -> Result<Vec<String>, Fault> {
        let book = self.workbook()?;
        let path = self.related(&book)?.into_iter().find(|(_, kind, _)| kind.ends_with("/sharedStrings"));
        let Some(root) = path.map(|(_, _, path)| self.xml(&path)).transpose()?.flatten() else { return Ok(Vec::new()) };
        Ok(root.elements().filter(|one| one.local() == "si").map(rich_text).collect())
    }
}

/// The words of a text that may be in pieces of different looks; readings for Asian letters are none of it.
pub fn rich_text(item: &Element) -> String {
    let piece = |one: &Element| match one.local() {
        "t" => one.text(),
        "r" => one.elements().filter(|one| one.local() == "t").map(Element::text).collect(),
        _ => String::new(),
    };
    item.elements().map(piece).collect()
}

/// A target as a path from the root.
fn absolute(folder: &str, target: &str) -> String {
    if let Some(rooted) = target.strip_prefix('/') {
        return rooted.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            other => parts.push(other),
        }
    }
    parts.join("/")
}
