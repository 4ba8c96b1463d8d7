//! Documents of Word as templates: what is taken, and filling their placeholders.
//!
//! The rule for who makes one: placeholders stand in the text as `{name}`, in paragraphs, tables, text boxes, headers,
//! footers and notes. Word cuts a text into runs wherever its look, its language or its spelling was touched, so a
//! placeholder is looked for in the text of the whole paragraph; what is put in looks like its opening brace. All else of the
//! file stays as it is, and what was put in is never read again.

mod check;
mod ours;
mod paragraph;

use std::collections::BTreeMap;

use kernel::Text;

use crate::excel::package::Package;
use crate::excel::{Fault, pack, xml};

pub use check::inspect_word;
pub use ours::contract_of_ours;

/// Largest template.
pub const WORD_BYTES_MAX: usize = 5 * 1024 * 1024;

/// The template with its placeholders filled. Those without a value are left for the hand, as a line.
pub fn fill_word(template: &[u8], values: &BTreeMap<&str, String>) -> Result<Vec<u8>, Text> {
    let not_docx = |_: Fault| check::NOT_DOCX.text();
    let mut package = Package::open(template).map_err(not_docx)?;
    for part in parts(&package).map_err(not_docx)? {
        let Some(mut root) = package.xml(&part.path).map_err(not_docx)? else { continue };
        paragraph::each(&mut root, &mut |text| {
            let found = paragraph::placeholders(text).into_iter();
            let known = found.filter_map(|one| Some((one.place, value(values.get(one.name)?))));
            known.collect()
        });
        package.put(&part.path, &root).map_err(not_docx)?;
    }
    pack(&package).map_err(not_docx)
}

/// What stands where nothing is known.
const TO_FILL: &str = "________";

/// A value as a run of text can hold it: on one line, of letters XML allows.
fn value(value: &str) -> String {
    let is_allowed =
        |letter: &char| matches!(letter, ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}');
    let plain: String = value.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let plain: String = plain.trim().chars().filter(is_allowed).collect();
    if plain.is_empty() { TO_FILL.to_owned() } else { plain }
}

/// A part with text.
struct WordPart {
    path: String,
    /// What a message calls it.
    name: (&'static str, &'static str),
}

/// The body, and what stands around it.
fn parts(package: &Package) -> Result<Vec<WordPart>, Fault> {
    const AROUND: [(&str, (&str, &str)); 4] = [
        ("/header", ("页眉", "Header")),
        ("/footer", ("页脚", "Footer")),
        ("/footnotes", ("脚注", "Footnotes")),
        ("/endnotes", ("尾注", "Endnotes")),
    ];
    let body = package.workbook()?;
    let mut parts = Vec::new();
    for (_, kind, path) in package.related(&body)? {
        let known = AROUND.iter().find(|(ending, _)| kind.ends_with(ending));
        if let Some((_, name)) = known.filter(|_| !parts.iter().any(|part: &WordPart| part.path == path)) {
            parts.push(WordPart { path, name: *name });
        }
    }
    parts.insert(0, WordPart { path: body, name: ("正文", "Body") });
    Ok(parts)
}

/// Reads a part, to be looked at.
fn read(bytes: &[u8]) -> Result<xml::Element, Fault> {
    xml::read(bytes)
}

#[cfg(test)]
mod tests;
