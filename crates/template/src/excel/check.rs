//! A look at an uploaded workbook: nothing that runs, nothing that points out of it, no unknown variable.

use std::collections::BTreeSet;

use super::formula::tokens;
use super::package::{Package, Part};
use super::sheet::all_sheets;
use super::xml::{self, Element};
use super::{BYTES_MAX, Fault};
use crate::variable;

/// Kind of the main part of an ordinary workbook; templates and those with macros have others.
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
/// Parts that hold code or call programs.
const CODE: [&str; 9] = [
    "vbaproject",
    "vbadata",
    "xl/macrosheets/",
    "xl/dialogsheets/",
    "xl/activex/",
    "xl/ctrlprops/",
    "xl/embeddings/",
    "customui/",
    "xl/webextensions/",
];
/// Parts that fetch from elsewhere.
const OUTSIDE: [&str; 4] = ["xl/externallinks/", "xl/connections.xml", "xl/querytables/", "xl/model/"];
/// Functions that fetch from elsewhere or run.
const FETCHING: [&str; 9] =
    ["WEBSERVICE(", "DDE(", "RTD(", "HYPERLINK(", "IMAGE(", "CALL(", "REGISTER.ID(", "SQL.REQUEST(", "CUBEVALUE("];

/// Whether a file may be a template.
pub fn inspect(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.len() > BYTES_MAX {
        return Err(Fault::NotXlsx);
    }
    let package = Package::open(bytes)?;
    let types = String::from_utf8_lossy(package.get("[Content_Types].xml").ok_or(Fault::NotXlsx)?).into_owned();
    let names: Vec<String> = package.parts.iter().map(|part| part.name.to_ascii_lowercase()).collect();
    let any = |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.contains(word)));
    if any(&CODE) || types.contains("macroEnabled") || types.contains("vbaProject") {
        return Err(Fault::Macros);
    }
    if !types.contains(WORKBOOK) {
        return Err(Fault::NotXlsx);
    }
    // Each part that is XML has to be read without a document type.
    for part in package.parts.iter().filter(|part| is_named(part, ".xml") || is_named(part, ".rels")) {
        xml::read(&part.bytes)?;
    }
    if any(&["xl/tables/", "xl/pivottables/", "xl/pivotcache/"]) {
        return Err(Fault::Objects);
    }
    let outside = outside(&package, any(&OUTSIDE))?;
    if !outside.is_empty() {
        return Err(Fault::External(outside));
    }
    variables(&package)
}

fn is_named(part: &Part, ending: &str) -> bool {
    part.name.to_ascii_lowercase().ends_with(ending)
}

/// What points out of the file.
fn outside(package: &Package, parts: bool) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    for part in package.parts.iter().filter(|part| is_named(part, ".rels")) {
        let rels = xml::read(&part.bytes)?;
        found.extend(rels.elements().filter(|one| one.get("TargetMode") == "External").map(|one| one.get("Target")));
    }
    for sheet in package.sheets()? {
        let mut root = package.xml(&sheet.path)?.ok_or(Fault::NotXlsx)?;
        root.walk(&mut |one| {
            if matches!(one.local(), "f" | "formula" | "formula1" | "formula2") && fetches(&one.text()) {
                found.push(one.text());
            }
        });
    }
    let book = package.xml(&package.workbook()?)?.ok_or(Fault::NotXlsx)?;
    let named = book.child("definedNames").into_iter().flat_map(Element::elements);
    found.extend(named.map(Element::text).filter(|text| fetches(text)));
    if parts && found.is_empty() {
        found.push("externalLinks".to_owned());
    }
    found.truncate(5);
    Ok(found)
}

/// Whether a formula names another file, a server of data, or a function that fetches.
fn fetches(formula: &str) -> bool {
    // Texts inside a formula name nothing; a sheet's name in quotes may hold the sign that begins a text.
    let is_text = |token: &str| token.len() > 1 && token.starts_with('"') && token.ends_with('"');
    let code = tokens(formula).filter(|token| !is_text(token) && !token.trim().is_empty());
    let upper = code.collect::<String>().to_ascii_uppercase();
    // Brackets name another file, or a table, which templates can't have.
    upper.contains(['[', '|']) || FETCHING.iter().any(|name| upper.contains(name))
}

/// Every name in braces is a variable, and no sheet repeats two rows.
fn variables(package: &Package) -> Result<(), Fault> {
    let strings = package.strings()?;
    let (mut unknown, mut seen, mut crowded) = (Vec::new(), BTreeSet::new(), Vec::new());
    for (part, sheet) in all_sheets(package, &strings)? {
        for name in sheet.names(&strings) {
            if variable::find(&name).is_none() && seen.insert(name.clone()) {
                unknown.push(name);
            }
        }
        if sheet.repeated_rows(&strings).len() > 1 {
            crowded.push(part.name);
        }
    }
    if !unknown.is_empty() {
        return Err(Fault::Unknown(unknown));
    }
    if crowded.is_empty() { Ok(()) } else { Err(Fault::TwoRows(crowded)) }
}
