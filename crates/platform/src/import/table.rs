//! Rows of a file for lists that stand on another document: an import of their room's own, by the same reading.

use serde_json::{Map, Value as Json};

use super::{ROWS_MAX, cell, matching, messages, sheet, workbook};
use crate::field::Field;
use crate::refusal::Refusal;
use crate::saving::refused_workbook;

/// A row of a file.
#[derive(Debug)]
pub struct TableRow {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Texts of the cells that are not empty, by the names of their fields.
    pub texts: Map<String, Json>,
}

/// A row of a file whose headings are somebody else's.
#[derive(Debug)]
pub struct CellRow {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Its cells.
    pub cells: Vec<String>,
}

/// All rows of a file with something in them, its headings among them, at most `most` below those.
pub fn read_cells(name: &str, bytes: &[u8], most: usize) -> Result<Vec<CellRow>, Refusal> {
    let sheet = sheet::read_up_to(name, bytes, most.max(ROWS_MAX))?;
    let lines = sheet.lines.into_iter().filter(|line| !line.is_note());
    let rows: Vec<CellRow> = lines.map(|line| CellRow { number: line.number, cells: line.cells }).collect();
    if rows.len() > most + 1 {
        return Err(Refusal::Business(messages::TOO_MANY_ROWS.with(&[("n", &most.to_string())])));
    }
    Ok(rows)
}

/// The rows of a file below the headings of some columns, at most `most`; headings are labels or names of the columns.
pub fn read_table(name: &str, bytes: &[u8], columns: &[Field], most: usize) -> Result<Vec<TableRow>, Refusal> {
    let sheet = sheet::read_up_to(name, bytes, most.max(ROWS_MAX))?;
    let known = matching::Known::default();
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
    workbook::template_book(columns, &[], language).map_err(refused_workbook)
}

/// The workbook of what became of rows: their texts below the headings of the columns, and behind them what is told of each.
pub fn told_table(columns: &[Field], told: &[Vec<String>], language: &str) -> Result<Vec<u8>, Refusal> {
    let result = if language.starts_with("en") { "Result" } else { "结果" };
    let labels = columns.iter().map(|field| (workbook::label(field, language).to_owned(), false));
    let headings: Vec<(String, bool)> = labels.chain([(result.to_owned(), true)]).collect();
    workbook::told_book(&headings, told).map_err(refused_workbook)
}

/// A number as people write it into a cell: full-width figures and commas between thousands are read.
pub fn cell_number(text: &str) -> String {
    cell::number(text.trim())
}
