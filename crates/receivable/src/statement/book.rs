//! A statement as a workbook: its lines by the company's template, the other formats as a plain sheet with the same head and
//! foot.

use platform::list::inert;
use platform::refusal::Refusal;
use platform::saving::refused_workbook;
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};

use super::paper::DOCUMENT;
use crate::paper::{Read, Table};

/// Digits Excel counts with.
const EXACT_DIGITS: usize = 15;
/// Widths of columns, in letters.
const WIDTH: f64 = 13.0;

/// The plain sheet.
pub(super) fn drawn(read: &Read, table: &Table) -> Result<Vec<u8>, Refusal> {
    written(read, table).map_err(refused_workbook)
}

fn written(read: &Read, table: &Table) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name(read.cell.text((DOCUMENT, "Statement")))?;
    sheet.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    let bold = Format::new().set_bold();
    let value = |name: &str| read.values.get(name).map_or("", String::as_str);
    sheet.write_string_with_format(0, 0, inert(value("orgName")), &bold.clone().set_font_size(13))?;
    sheet.write_string_with_format(1, 0, read.cell.text(read.cell.paper.title), &bold.clone().set_font_size(18))?;
    let mut line = 3;
    for (label, fact) in &read.facts {
        sheet.write_string_with_format(line, 0, label, &bold)?;
        sheet.write_string(line, 1, inert(fact))?;
        line += 1;
    }
    line = rows(sheet, line + 1, &table.columns, &table.rows)?;
    for (label, sum) in &read.sums {
        sheet.write_string_with_format(line, 0, label, &bold)?;
        sheet.write_string(line, 1, inert(sum))?;
        line += 1;
    }
    for (label, text) in [(("银行信息", "Bank details"), value("bankInfo")), (("备注", "Remark"), value("billRemark"))]
    {
        sheet.write_string_with_format(line, 0, read.cell.text(label), &bold)?;
        sheet.write_string(line, 1, inert(text))?;
        line += 1;
    }
    book.save_to_buffer()
}

/// Headings and rows; answers the line below them.
fn rows(
    sheet: &mut Worksheet,
    mut line: u32,
    columns: &[(String, bool)],
    rows: &[Vec<String>],
) -> Result<u32, XlsxError> {
    let heading = Format::new().set_bold().set_border(FormatBorder::Thin).set_align(FormatAlign::Center);
    for (place, (label, _)) in (0u16..).zip(columns) {
        sheet.set_column_width(place, WIDTH)?;
        sheet.write_string_with_format(line, place, inert(label), &heading)?;
    }
    for row in rows {
        line += 1;
        for ((place, cell), (_, figure)) in (0u16..).zip(row).zip(columns) {
            match cell.parse::<f64>() {
                Ok(number) if *figure && digits(cell) <= EXACT_DIGITS => {
                    sheet.write_number_with_format(line, place, number, &figures(cell))?;
                }
                _ if cell.is_empty() => {}
                _ => {
                    sheet.write_string(line, place, inert(cell))?;
                }
            }
        }
    }
    Ok(line + 2)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// The decimals a figure has.
fn figures(text: &str) -> Format {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let shown = if decimals == 0 { "0".to_owned() } else { format!("#,##0.{}", "0".repeat(decimals)) };
    Format::new().set_num_format(shown)
}
