//! Excel: the result of a list, default or chosen fields, numbers as numbers, nothing that runs.

use std::collections::BTreeMap;

use kernel::Msg;
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};
use serde::Deserialize;

use super::query::{self, Ask};
use super::{Column, EXPORT_ROWS_MAX, ListPage, messages};
use crate::call::{Answer, Call, Outcome};
use crate::field::Kind;
use crate::log::{Level, LogEntry};
use crate::refusal::Refusal;
use crate::store::{Row, Value};

/// Rows read at once.
const CHUNK: u64 = 1_000;
const SEQUENCE: Msg = Msg::new("export.sequence", "序号", "No.");
const SUM: Msg = Msg::new("export.sum", "总计", "Total");

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Wanted {
    filters: BTreeMap<String, String>,
    sort: String,
    column_strs: Vec<WantedColumn>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedColumn {
    label: String,
    prop: String,
}

fn broken(error: XlsxError) -> Refusal {
    Refusal::broken(format!("excel: {error}"))
}

/// A text that no spreadsheet takes for a formula.
pub(crate) fn inert(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\0']) { format!("'{text}") } else { text.to_owned() }
}

/// The workbook of a list for a caller; leaves a log line.
pub fn workbook(list: &ListPage, call: &mut Call) -> Outcome {
    let wanted: Wanted = if call.asked.body.is_empty() { Wanted::default() } else { call.json()? };
    let ask = Ask::of_filters(list, &wanted.filters, &wanted.sort)?;
    let columns = chosen(list, call, &wanted.column_strs)?;
    let bytes = write(list, call, &ask, &columns)?;
    call.write(|tx| {
        let id = tx.new_id();
        tx.log(LogEntry::of("export", id, list.title.0, list.path).did("导出", "导出").level(Level::Low))
    })?;
    let language = call.language();
    let title = if language.starts_with("en") { list.title.1 } else { list.title.0 };
    let day = call.now().local().strftime("%Y%m%d%H%M%S").to_string();
    Ok(Answer::File {
        name: format!("{title}_{day}.xlsx"),
        mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned(),
        bytes,
        inline: false,
    })
}

/// Position, column and heading of each column of the sheet.
fn chosen<'a>(
    list: &'a ListPage,
    call: &Call,
    wanted: &[WantedColumn],
) -> Result<Vec<(usize, &'a Column, String)>, Refusal> {
    let actor = call.actor()?;
    let english = call.language().starts_with("en");
    let heading = |column: &Column| if english { column.field.en } else { column.field.zh }.to_owned();
    let offered = list.columns.iter().enumerate().filter(|(_, column)| column.seen_by(actor) && !column.hidden);
    if wanted.is_empty() {
        return Ok(offered.filter(|(_, c)| c.exported).map(|(place, c)| (place, c, heading(c))).collect());
    }
    let offered: Vec<(usize, &Column)> = offered.collect();
    wanted
        .iter()
        .map(|want| {
            let found = offered.iter().find(|(_, column)| column.name() == want.prop);
            let (place, column) = found
                .ok_or_else(|| Refusal::BadRequest(messages::UNKNOWN_COLUMN.with(&[("name", want.prop.as_str())])))?;
            Ok((*place, *column, if want.label.is_empty() { heading(column) } else { want.label.clone() }))
        })
        .collect()
}

fn write(list: &ListPage, call: &Call, ask: &Ask, columns: &[(usize, &Column, String)]) -> Result<Vec<u8>, Refusal> {
    let actor = call.actor()?;
    let language = call.language().to_owned();
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet_with_constant_memory().map_err(broken)?;
    head(sheet, columns, &language).map_err(broken)?;
    let mut line = 1;
    call.read(|conn| {
        let mut offset = 0;
        loop {
            let rows = query::rows(list, conn, actor, ask, (offset, CHUNK))?;
            let count = u64::try_from(rows.len()).unwrap_or(CHUNK);
            if offset + count > EXPORT_ROWS_MAX {
                return Err(Refusal::business(messages::EXPORT_TOO_LONG));
            }
            for row in &rows {
                body_row(sheet, line, columns, row, &language).map_err(broken)?;
                line += 1;
            }
            offset += count;
            if count < CHUNK {
                break;
            }
        }
        let sums = query::sums(list, conn, actor, ask)?;
        if !sums.is_empty() {
            sum_row(sheet, line, columns, &sums, &language).map_err(broken)?;
        }
        Ok(())
    })?;
    workbook.save_to_buffer().map_err(broken)
}

fn head(sheet: &mut Worksheet, columns: &[(usize, &Column, String)], language: &str) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_align(FormatAlign::Center);
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_column_width(0, 6)?;
    for (place, (_, column, _)) in (1..).zip(columns) {
        let width = if column.width > 0 { f64::from(column.width) / 8.0 } else { 14.0 };
        sheet.set_column_width(place, width)?;
    }
    sheet.write_string_with_format(0, 0, SEQUENCE.text().in_language(language), &bold)?;
    for (place, (_, _, heading)) in (1..).zip(columns) {
        sheet.write_string_with_format(0, place, inert(heading), &bold)?;
    }
    Ok(())
}

fn body_row(
    sheet: &mut Worksheet,
    line: u32,
    columns: &[(usize, &Column, String)],
    row: &Row,
    language: &str,
) -> Result<(), XlsxError> {
    sheet.write_number(line, 0, f64::from(line))?;
    for (place, (source, column, _)) in (1..).zip(columns) {
        cell(sheet, (line, place), column, row.value(*source), language)?;
    }
    Ok(())
}

/// A number stays a number in Excel when it survives Excel's fifteen digits, else it is a text.
fn cell(
    sheet: &mut Worksheet,
    (line, place): (u32, u16),
    column: &Column,
    value: &Value,
    language: &str,
) -> Result<(), XlsxError> {
    const EXACT_MAX: i64 = 999_999_999_999_999;
    // A number that stands for a choice is told in its words.
    if let Some(label) = label_of(column, value, language) {
        sheet.write_string(line, place, label)?;
        return Ok(());
    }
    match (column.field.kind, value) {
        (Kind::Int | Kind::Decimal(_), Value::Int(raw)) if raw.abs() <= EXACT_MAX => {
            let scale = if let Kind::Decimal(scale) = column.field.kind { scale } else { 0 };
            let digits = if scale == 0 { String::from("0") } else { format!("0.{}", "0".repeat(digits_of(column))) };
            let text = kernel::format_scaled(*raw, scale, scale);
            let number: f64 = text.parse().unwrap_or_default();
            sheet.write_number_with_format(line, place, number, &Format::new().set_num_format(digits))?;
        }
        // Figures that are not there show as a dash, so that a gap is seen to be meant.
        (Kind::Int | Kind::Decimal(_), Value::Null) => {
            sheet.write_string(line, place, "-")?;
        }
        _ => {
            sheet.write_string(line, place, inert(&column.field.show(value, language)))?;
        }
    }
    Ok(())
}

fn label_of(column: &Column, value: &Value, language: &str) -> Option<&'static str> {
    let (Kind::Int, Value::Int(number)) = (column.field.kind, value) else { return None };
    let number = number.to_string();
    let choice = column.field.choices.iter().find(|choice| choice.value == number)?;
    Some(if language.starts_with("en") { choice.en } else { choice.zh })
}

fn digits_of(column: &Column) -> usize {
    usize::try_from(column.field.digits.max(1)).unwrap_or(1)
}

fn sum_row(
    sheet: &mut Worksheet,
    line: u32,
    columns: &[(usize, &Column, String)],
    sums: &[(String, Value)],
    language: &str,
) -> Result<(), XlsxError> {
    sheet.write_string(line, 0, SUM.text().in_language(language))?;
    for (place, (_, column, _)) in (1..).zip(columns) {
        if let Some((_, value)) = sums.iter().find(|(name, _)| *name == column.field.name()) {
            cell(sheet, (line, place), column, value, language)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn formula_beginnings_are_made_inert() {
        for text in ["=1+1", "+1", "-1", "@x", "\tx", "\0x"] {
            assert_eq!(inert(text), format!("'{text}"));
        }
        assert_eq!(inert("普货 -1"), "普货 -1");
    }
}
