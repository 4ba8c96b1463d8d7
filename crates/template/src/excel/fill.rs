//! A workbook filled: sheets, then what names their rows.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::Fault;
use super::formula::{Growth, Part, rewrite};
use super::limit::ROWS_MAX;
use super::package::Package;
use super::sheet::{Filling, all_sheets};
use super::xml::{Element, Node};
use crate::variable::Values;

/// The template with its variables filled, the repeated row once for each of `rows`.
pub fn fill_excel(template: &[u8], values: &Values, rows: &[Values]) -> Result<Vec<u8>, Fault> {
    let mut package = Package::open(template)?;
    let strings = package.strings()?;
    let sheets = all_sheets(&package, &strings)?;
    let mut growths: BTreeMap<String, Growth> = BTreeMap::new();
    let extra = u32::try_from(rows.len().saturating_sub(1)).map_err(|_| Fault::NotXlsx)?;
    for (part, sheet) in &sheets {
        if let Some(row) = sheet.repeated_rows(&strings).first() {
            growths.insert(part.name.clone(), Growth { row: *row, extra });
        }
    }
    for (part, sheet) in sheets {
        let filling = Filling { sheet: &part.name, growths: &growths, strings: &strings, values, rows };
        package.put(&part.path, &sheet.filled(&filling))?;
        if let Some(growth) = growths.get(&part.name) {
            move_pictures(&mut package, &part.path, *growth)?;
        }
    }
    mend_workbook(&mut package, &growths)?;
    pack(&package)
}

/// Pictures below the repeated row move along. Their anchors count rows from 0.
fn move_pictures(package: &mut Package, sheet: &str, growth: Growth) -> Result<(), Fault> {
    for (_, kind, path) in package.related(sheet)? {
        if !kind.ends_with("/drawing") {
            continue;
        }
        let Some(mut root) = package.xml(&path)? else { continue };
        root.walk(&mut |one| {
            if one.local() == "row"
                && let Ok(row) = one.text().trim().parse::<u32>()
                && row < ROWS_MAX
            {
                one.set_text(&(growth.of(row + 1) - 1).to_string());
            }
        });
        package.put(&path, &root)?;
    }
    Ok(())
}

/// Names of ranges move along; formulas are reckoned anew when the file is opened, in an order the program finds
/// itself.
fn mend_workbook(package: &mut Package, growths: &BTreeMap<String, Growth>) -> Result<(), Fault> {
    let path = package.workbook()?;
    let mut book = package.xml(&path)?.ok_or(Fault::NotXlsx)?;
    for name in book.child_mut("definedNames").into_iter().flat_map(Element::elements_mut) {
        let text = rewrite(&name.text(), &mut |sheet, part, place| {
            let Some(growth) = sheet.and_then(|sheet| growths.get(sheet)) else { return place };
            let row = if part == Part::Last { growth.of_end(place.row) } else { growth.of(place.row) };
            super::formula::Place { row, ..place }
        });
        name.set_text(&text);
    }
    if let Some(reckoning) = book.child_mut("calcPr") {
        reckoning.set("fullCalcOnLoad", "1");
    }
    package.put(&path, &book)?;
    forget_chain(package, &path)
}

/// The order of reckoning names cells that have moved: without it, programs find their own.
fn forget_chain(package: &mut Package, book: &str) -> Result<(), Fault> {
    let is_chain = |text: &str| text.to_ascii_lowercase().ends_with("calcchain.xml");
    package.parts.retain(|part| !is_chain(&part.name));
    let (folder, file) = book.rsplit_once('/').unwrap_or(("", book));
    let rels = format!("{folder}/_rels/{file}.rels");
    for (part, member) in [("[Content_Types].xml", "PartName"), (rels.trim_start_matches('/'), "Target")] {
        if let Some(mut root) = package.xml(part)? {
            root.children.retain(|node| !matches!(node, Node::Element(one) if is_chain(&one.get(member))));
            package.put(part, &root)?;
        }
    }
    Ok(())
}

/// The same content gives the same bytes: every part carries the same day.
pub(crate) fn pack(package: &Package) -> Result<Vec<u8>, Fault> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for part in &package.parts {
        zip.start_file(part.name.as_str(), options).map_err(|_| Fault::NotXlsx)?;
        zip.write_all(&part.bytes).map_err(|_| Fault::NotXlsx)?;
    }
    Ok(zip.finish().map_err(|_| Fault::NotXlsx)?.into_inner())
}
