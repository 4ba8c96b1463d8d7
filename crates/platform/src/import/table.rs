//! Rows of a file for lists that stand on another document: an import of their room's own, by the same reading.

use serde_json::{Map, Value as Json};

use super::{ROWS_MAX, matching, messages, sheet, workbook};
use crate::field::Field;
use crate::refusal::Refusal;

/// A row of a file.
#[derive(Debug)]
pub struct TableRow {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Texts of the cells that are not empty, by the names of their fields.
    pub texts: Map<String, Json>,
}

/// The rows of a file below the headings of some columns, at most `most`; headings are labels or names of the columns.
pub fn read_table(name: &str, bytes: &[u8], columns: &[Field], most: usize) -> Result<Vec<TableRow>, Refusal> {
    let sheet = sheet::read(name, bytes)?;
    let known = matching::Remembered::new();
    let head = matching::head_of(&sheet, columns, &known, None).ok_or(Refusal::business(messages::NO_ROWS))?;
    let matched = matching::propose(&head.cells, columns, &known);
    let lines = sheet.lines.iter().filter(|line| line.number > head.number && !line.is_note());
    let rows: Vec<TableRow> = lines
        .map(|line| {
            let cells = line.cells.iter().zip(&matched);
            let texts = cells.filter_map(|(text, field)| {
                let text = text.trim();
                let field = field.as_ref().filter(|_| !text.is_empty())?;
                Some((field.clone(), Json::String(text.to_owned())))
            });
            TableRow { number: line.number, texts: texts.collect() }
        })
        .filter(|row| !row.texts.is_empty())
        .collect();
    let most = most.min(ROWS_MAX);
    if rows.is_empty() {
        return Err(Refusal::business(messages::NO_ROWS));
    }
    if rows.len() > most {
        return Err(Refusal::Business(messages::TOO_MANY_ROWS.with(&[("n", &most.to_string())])));
    }
    Ok(rows)
}

/// The workbook to fill in: the columns with a note about each.
pub fn blank_table(columns: &[Field], language: &str) -> Result<Vec<u8>, Refusal> {
    workbook::template_book(columns, language).map_err(workbook::broken)
}
