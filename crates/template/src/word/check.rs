//! A look at an uploaded document: nothing that runs, nothing that fetches, no unknown placeholder.

use kernel::{Msg, Text};

use super::{WORD_BYTES_MAX, paragraph, parts, read};
use crate::excel::Fault;
use crate::excel::package::{Package, Part};
use crate::excel::xml::Element;

pub(super) const NOT_DOCX: Msg = Msg::new("template.docx", "模板须为docx文件", "A template is a docx file.");
const TOO_LARGE: Msg = Msg::new("template.docx_size", "模板不能超过{n}MB", "A template has {n} MB at most.");
const MACROS: Msg =
    Msg::new("template.docx_macros", "模板不能含有宏或嵌入对象", "A template can't hold macros or embedded objects.");
const EXTERNAL: Msg = Msg::new(
    "template.docx_external",
    "模板不能引用外部内容：{names}",
    "A template can't fetch from elsewhere: {names}",
);
const UNKNOWN: Msg = Msg::new(
    "template.docx_unknown",
    "{part}第{n}段“{text}”：未知占位符{{name}}",
    "{part}, paragraph {n}, “{text}”: unknown placeholder {{name}}",
);

/// Kind of the main part of an ordinary document; templates and those with macros have others.
const DOCUMENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// Parts that hold code or call programs.
const CODE: [&str; 8] = [
    "vbaproject",
    "vbadata",
    "word/activex/",
    "word/embeddings/",
    "word/afchunk",
    "customui/",
    "word/webextensions/",
    "word/ctrlprops/",
];
/// Ends of the types of relations to what is embedded, whatever its part is called.
const EMBEDS: [&str; 7] =
    ["/aFChunk", "/oleObject", "/package", "/control", "/vbaProject", "/attachedToolbars", "/subDocument"];
/// Fields that fetch from elsewhere or run.
const FETCHING: [&str; 8] =
    ["DDE", "DDEAUTO", "INCLUDETEXT", "INCLUDEPICTURE", "IMPORT", "LINK", "MACROBUTTON", "DATABASE"];
/// Unknown names that are told one by one.
const TOLD_MAX: usize = 20;
/// Letters of a paragraph that name it.
const SHOWN_MAX: usize = 40;

/// What stands against a file as a template with some placeholders; nothing where it may be one.
pub fn inspect_word(bytes: &[u8], known: &[&str]) -> Vec<Text> {
    if bytes.len() > WORD_BYTES_MAX {
        return vec![TOO_LARGE.with(&[("n", &(WORD_BYTES_MAX / (1024 * 1024)).to_string())])];
    }
    match looked(bytes, known) {
        Ok(found) => found,
        Err(_) => vec![NOT_DOCX.text()],
    }
}

fn looked(bytes: &[u8], known: &[&str]) -> Result<Vec<Text>, Fault> {
    let package = Package::open(bytes)?;
    let types = String::from_utf8_lossy(package.get("[Content_Types].xml").ok_or(Fault::NotXlsx)?).into_owned();
    let names: Vec<String> = package.parts.iter().map(|part| part.name.to_ascii_lowercase()).collect();
    let has_code = names.iter().any(|name| CODE.iter().any(|word| name.contains(word)));
    let mut relations = package.parts.iter().filter(|part| is_named(part, ".rels"));
    let embeds = relations.any(|part| {
        let text = String::from_utf8_lossy(&part.bytes);
        EMBEDS.iter().any(|end| text.contains(&format!("{end}\"")) || text.contains(&format!("{end}'")))
    });
    if has_code || embeds || types.contains("macroEnabled") || types.contains("vbaProject") {
        return Ok(vec![MACROS.text()]);
    }
    if !types.contains(DOCUMENT) {
        return Err(Fault::NotXlsx);
    }
    // Each part that is XML has to be read without a document type.
    for part in package.parts.iter().filter(|part| is_named(part, ".xml") || is_named(part, ".rels")) {
        read(&part.bytes)?;
    }
    let outside = outside(&package)?;
    if !outside.is_empty() {
        return Ok(vec![EXTERNAL.with(&[("names", &outside.join("、"))])]);
    }
    unknown(&package, known)
}

fn is_named(part: &Part, ending: &str) -> bool {
    part.name.to_ascii_lowercase().ends_with(ending)
}

/// What a file would fetch when it is opened. A link that somebody follows is none of it.
fn outside(package: &Package) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    for part in package.parts.iter().filter(|part| is_named(part, ".rels")) {
        let rels = read(&part.bytes)?;
        let fetched = |one: &&Element| one.get("TargetMode") == "External" && !one.get("Type").ends_with("/hyperlink");
        found.extend(rels.elements().filter(fetched).map(|one| one.get("Target")));
    }
    for part in parts(package)? {
        let Some(mut root) = package.xml(&part.path)? else { continue };
        // A field that is written in pieces is read as a whole.
        let mut written = String::new();
        root.walk(&mut |one| match one.local() {
            "instrText" => written.push_str(&one.text()),
            "fldChar" => written.push('\n'),
            "fldSimple" => {
                let field = one.attributes.iter().find(|(name, _)| name.ends_with(":instr")).map(|(_, text)| text);
                written.push_str(&format!("\n{}\n", field.map_or("", String::as_str)));
            }
            _ => {}
        });
        let first = |field: &str| field.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let fields = written.lines().map(first).filter(|word| FETCHING.contains(&word.as_str()));
        found.extend(fields);
    }
    found.truncate(5);
    Ok(found.into_iter().map(|name| name.chars().take(60).collect()).collect())
}

/// Every name in braces is known; each other is told with its paragraph.
fn unknown(package: &Package, known: &[&str]) -> Result<Vec<Text>, Fault> {
    let mut found = Vec::new();
    for part in parts(package)? {
        let Some(mut root) = package.xml(&part.path)? else { continue };
        let mut number = 0;
        paragraph::each(&mut root, &mut |text| {
            number += 1;
            for one in paragraph::placeholders(text) {
                if found.len() < TOLD_MAX && !known.contains(&one.name) {
                    let place = number.to_string();
                    let begin: String = text.trim().chars().take(SHOWN_MAX).collect();
                    let shared = [("n", place.as_str()), ("text", &begin), ("name", one.name)];
                    let [zh, en] = [part.name.0, part.name.1].map(|name| {
                        let mut all = vec![("part", name)];
                        all.extend(shared);
                        all
                    });
                    found.push(UNKNOWN.with_each(&zh, &en));
                }
            }
            Vec::new()
        });
    }
    Ok(found)
}
