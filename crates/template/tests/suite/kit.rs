//! Shorthands of these tests: workbooks made, changed and read back.

use std::io::{Cursor, Read, Write};

use calamine::{Data, Reader, Xlsx};
use platform::registry::Room;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Formula, Workbook};
use testkit::Reply;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

pub fn rooms() -> Vec<Room> {
    vec![template::room(), publish::room()]
}

/// A template with a head, a repeated row with a formula, and a sum below it.
pub fn bill() -> Vec<u8> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    let made = ExcelDateTime::from_ymd(2026, 7, 15).unwrap();
    book.set_properties(&DocProperties::new().set_creation_datetime(&made));
    let sheet = book.add_worksheet();
    sheet.set_name("账单").unwrap();
    sheet.write(0, 0, "致 {coopName}：{billNo}").unwrap();
    sheet.write(1, 0, "固定文字").unwrap();
    sheet.write(4, 0, "{serviceName}").unwrap();
    sheet.write(4, 1, "{quantity}").unwrap();
    sheet.write_with_format(4, 2, "{price}", &Format::new().set_num_format("0.00")).unwrap();
    sheet.write_formula(4, 3, Formula::new("=B5*C5").set_result("7")).unwrap();
    sheet.write_formula(5, 3, Formula::new("=SUM(D5:D5)").set_result("7")).unwrap();
    sheet.merge_range(7, 0, 7, 3, "{bankInfo}", &Format::new()).unwrap();
    sheet.write(8, 0, "合计").unwrap();
    sheet.write(8, 1, "{total}").unwrap();
    book.save_to_buffer().unwrap()
}

/// A template of one cell.
pub fn with_cell(text: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().write(0, 0, text).unwrap();
    book.save_to_buffer().unwrap()
}

/// A template of one formula.
pub fn with_formula(text: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    book.add_worksheet().write_formula(0, 0, Formula::new(text)).unwrap();
    book.save_to_buffer().unwrap()
}

/// A workbook whose sheet has these rows, and whose cells share these texts.
pub fn book(rows: &str, strings: &str) -> Vec<u8> {
    let replaced = |name: &str, text: Vec<u8>| {
        let inside = match name {
            "xl/worksheets/sheet1.xml" => ("sheetData", rows),
            "xl/sharedStrings.xml" => ("sst", strings),
            _ => return Some(text),
        };
        Some(with_inside(&String::from_utf8(text).unwrap(), inside).into_bytes())
    };
    let plain = with_text(
        &bill(),
        "xl/worksheets/sheet1.xml",
        r#"<mergeCells count="1"><mergeCell ref="A8:D8"/></mergeCells>"#,
        "",
    );
    changed(&plain, replaced, None)
}

/// The document with something else inside one of its elements.
fn with_inside(text: &str, (element, inside): (&str, &str)) -> String {
    let (before, rest) = text.split_once(&format!("<{element}")).unwrap();
    let (head, rest) = rest.split_once('>').unwrap();
    let (_, after) = rest.split_once(&format!("</{element}>")).unwrap();
    format!("{before}<{element}{head}>{inside}</{element}>{after}")
}

/// The file with another part.
pub fn with_part(bytes: &[u8], name: &str, content: &str) -> Vec<u8> {
    changed(bytes, |known, text| (known != name).then_some(text), Some((name, content)))
}

/// The file with a text of a part replaced.
pub fn with_text(bytes: &[u8], name: &str, from: &str, to: &str) -> Vec<u8> {
    let change = |known: &str, text: Vec<u8>| {
        let text = if known == name { String::from_utf8(text).unwrap().replace(from, to).into_bytes() } else { text };
        Some(text)
    };
    changed(bytes, change, None)
}

fn changed(bytes: &[u8], change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>, added: Option<(&str, &str)>) -> Vec<u8> {
    let mut old = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for place in 0..old.len() {
        let mut file = old.by_index(place).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        if let Some(content) = change(&name, content) {
            new.start_file(name, SimpleFileOptions::default()).unwrap();
            new.write_all(&content).unwrap();
        }
    }
    if let Some((name, content)) = added {
        new.start_file(name, SimpleFileOptions::default()).unwrap();
        new.write_all(content.as_bytes()).unwrap();
    }
    new.finish().unwrap().into_inner()
}

/// A part as text.
pub fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// What stands in a cell of the first sheet.
pub fn cell(bytes: &[u8], place: (u32, u32)) -> Data {
    let mut book = Xlsx::new(Cursor::new(bytes)).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    range.get_value(place).cloned().unwrap_or(Data::Empty)
}

/// The formula of a cell of the first sheet.
pub fn formula(bytes: &[u8], place: (u32, u32)) -> String {
    let mut book = Xlsx::new(Cursor::new(bytes)).unwrap();
    let name = book.sheet_names()[0].clone();
    book.worksheet_formula(&name).unwrap().get_value(place).cloned().unwrap_or_default()
}

#[track_caller]
pub fn done(reply: Reply) -> serde_json::Value {
    assert_eq!((reply.status, reply.code), (200, 0), "{} {}", reply.message, reply.data);
    reply.data
}

/// A word as it stands in an address.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
