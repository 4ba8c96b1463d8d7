//! From rows to the bytes of a file.

use encoding_rs::GB18030;
use kernel::format_scaled;
use platform::files::XLSX as XLSX_MIME;
use platform::list::inert;
use platform::refusal::Refusal;
use rust_xlsxwriter::{Format, Workbook, XlsxError};

use super::cell::Cell;
use super::layout::{CSV, Column, GBK, Layout, TXT, XLSX};
use super::read::Voucher;

/// Digits a spreadsheet keeps of a number.
const EXACT_MAX: i64 = 999_999_999_999_999;
/// Letters of a column that says nothing of its width.
const WIDTH: f64 = 14.0;
/// Letters of the name of a sheet.
const SHEET_MAX: usize = 31;
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// How the bytes of a type of file are announced.
pub(super) fn mime(file_type: &str) -> &'static str {
    match file_type {
        XLSX => XLSX_MIME,
        CSV => "text/csv",
        TXT => "text/plain",
        _ => "application/xml",
    }
}

/// The bytes of a file of some rows; of elements, those of each voucher stand in one.
pub(super) fn bytes(
    (file_type, layout): (&str, &Layout),
    vouchers: &[Voucher],
    rows: &[Vec<Cell>],
) -> Result<Vec<u8>, Refusal> {
    match file_type {
        XLSX => workbook(layout, rows).map_err(|error| Refusal::broken(format!("voucher file: {error}"))),
        CSV => csv(layout, rows),
        TXT => Ok(encoded(layout, &plain(layout, rows))),
        _ => Ok(encoded(layout, &xml(layout, vouchers, rows))),
    }
}

/// A text in the encoding of a format. What GBK has not is told as GB18030 does, which reads the same for all that it has.
fn encoded(layout: &Layout, text: &str) -> Vec<u8> {
    if layout.encoding == GBK { GB18030.encode(text).0.into_owned() } else { text.as_bytes().to_vec() }
}

fn workbook(layout: &Layout, rows: &[Vec<Cell>]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let name: String = layout.sheet.chars().filter(|letter| !"[]:*?/\\'".contains(*letter)).take(SHEET_MAX).collect();
    if !name.is_empty() {
        sheet.set_name(name)?;
    }
    let bold = Format::new().set_bold();
    let mut line = 0_u32;
    if !layout.lead.is_empty() {
        sheet.write_string(line, 0, inert(&layout.lead))?;
        line += 1;
    }
    for (place, column) in (0_u16..).zip(&layout.columns) {
        let wide = u16::try_from(column.width).ok().filter(|width| *width > 0).map_or(WIDTH, f64::from);
        sheet.set_column_width(place, wide)?;
        if layout.headings {
            sheet.write_string_with_format(line, place, inert(&column.title), &bold)?;
        }
    }
    line += u32::from(layout.headings);
    for row in rows {
        for (place, cell) in (0_u16..).zip(row) {
            match cell {
                Cell::Figure { raw, scale, digits } if raw.abs() <= EXACT_MAX => {
                    let number: f64 = format_scaled(*raw, *scale, *scale).parse().unwrap_or_default();
                    let zeros = "0".repeat(usize::try_from(*digits).unwrap_or_default());
                    let shown = if zeros.is_empty() { "0".to_owned() } else { format!("0.{zeros}") };
                    sheet.write_number_with_format(line, place, number, &Format::new().set_num_format(shown))?;
                }
                cell => {
                    sheet.write_string(line, place, safe(cell))?;
                }
            }
        }
        line += 1;
    }
    book.save_to_buffer()
}

/// A cell as a text that no spreadsheet takes for a formula; figures are none.
fn safe(cell: &Cell) -> String {
    if let Cell::Text(text) = cell { inert(text) } else { cell.text() }
}

fn csv(layout: &Layout, rows: &[Vec<Cell>]) -> Result<Vec<u8>, Refusal> {
    let broken = |error: csv::Error| Refusal::broken(format!("voucher file: {error}"));
    let mut writer = csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    if !layout.lead.is_empty() {
        writer.write_record([inert(&layout.lead)]).map_err(broken)?;
    }
    if layout.headings {
        writer.write_record(layout.columns.iter().map(|column| inert(&column.title))).map_err(broken)?;
    }
    for row in rows {
        writer.write_record(row.iter().map(safe)).map_err(broken)?;
    }
    let bytes = writer.into_inner().map_err(|error| Refusal::broken(format!("voucher file: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| Refusal::broken(format!("voucher file: {error}")))?;
    // Without the mark a spreadsheet takes UTF-8 for the encoding of its system.
    let mark = if layout.encoding == GBK { "" } else { BYTE_ORDER_MARK };
    Ok(encoded(layout, &format!("{mark}{text}")))
}

/// Lines without quotes: who reads them takes a comma for the end of a field wherever it stands.
fn plain(layout: &Layout, rows: &[Vec<Cell>]) -> String {
    let unbroken = |text: String| text.replace(',', "，").replace(['\r', '\n', '\t'], " ");
    let mut lines: Vec<String> = Vec::new();
    if !layout.lead.is_empty() {
        lines.push(layout.lead.clone());
    }
    if layout.headings {
        lines.push(layout.columns.iter().map(|one| unbroken(one.title.clone())).collect::<Vec<_>>().join(","));
    }
    lines.extend(rows.iter().map(|row| row.iter().map(|cell| unbroken(safe(cell))).collect::<Vec<_>>().join(",")));
    lines.iter().map(|line| format!("{line}\r\n")).collect()
}

/// An element for each voucher, in it one for each entry, in that one for each column by its heading.
fn xml(layout: &Layout, vouchers: &[Voucher], rows: &[Vec<Cell>]) -> String {
    let mut lines = vec![format!("<?xml version=\"1.0\" encoding=\"{}\"?>", layout.encoding), "<vouchers>".to_owned()];
    let mut rows = rows.iter();
    for voucher in vouchers {
        lines.push("  <voucher>".to_owned());
        for row in rows.by_ref().take(voucher.lines.len()) {
            lines.push("    <entry>".to_owned());
            for (column, cell) in layout.columns.iter().zip(row) {
                let (opens, closes) = element(column);
                lines.push(format!("      <{opens}>{}</{closes}>", escaped(&cell.text())));
            }
            lines.push("    </entry>".to_owned());
        }
        lines.push("  </voucher>".to_owned());
    }
    lines.push("</vouchers>\n".to_owned());
    lines.join("\n")
}

/// The element of a column: its heading where that is a name, else a field that says it.
fn element(column: &Column) -> (String, String) {
    let is_name = |text: &str| {
        text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            && text.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter))
    };
    if is_name(&column.title) {
        return (column.title.clone(), column.title.clone());
    }
    (format!("field name=\"{}\"", escaped(&column.title)), "field".to_owned())
}

fn escaped(text: &str) -> String {
    let plain = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    // XML has no other control characters.
    plain.chars().filter(|letter| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r')).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout::Source;
    use super::*;

    fn column(title: &str) -> Column {
        let title = title.to_owned();
        Column { title, source: Source::Summary, fixed: String::new(), width: 0, format: String::new() }
    }

    fn layout(encoding: &str) -> Layout {
        let columns = vec![column("摘要"), column("借方 金额")];
        Layout { encoding: encoding.to_owned(), columns, ..Layout::default() }
    }

    fn rows() -> Vec<Vec<Cell>> {
        let figure = Cell::Figure { raw: -120_000, scale: 3, digits: 2 };
        vec![vec![Cell::Text("=1+1, \"甲\"".to_owned()), figure]]
    }

    #[test]
    fn texts_are_no_formulas_and_figures_stay_figures() {
        let bytes = csv(&layout("UTF-8"), &rows()).expect("writes");
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text, "\u{feff}摘要,借方 金额\r\n\"'=1+1, \"\"甲\"\"\",-120.00\r\n");
        let plain = plain(&Layout { lead: "填制凭证,V800".to_owned(), headings: false, ..layout("UTF-8") }, &rows());
        assert_eq!(plain, "填制凭证,V800\r\n'=1+1， \"甲\",-120.00\r\n");
    }

    #[test]
    fn gbk_tells_what_it_has_as_gbk_does() {
        let bytes = csv(&layout(GBK), &rows()).expect("writes");
        assert_eq!(&bytes[..4], [0xd5, 0xaa, 0xd2, 0xaa], "摘要");
        assert_eq!(GB18030.decode(&encoded(&layout(GBK), "㐀😀")).0, "㐀😀");
    }

    #[test]
    fn elements_are_named_by_headings_that_are_names() {
        assert_eq!(element(&column("摘要")).0, "摘要");
        assert_eq!(element(&column("借方 <金额>")).0, "field name=\"借方 &lt;金额&gt;\"");
        assert_eq!(element(&column("1月")).1, "field");
        assert_eq!(escaped("a&b<c>\u{1}"), "a&amp;b&lt;c&gt;");
    }
}
