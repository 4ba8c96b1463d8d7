//! The manifest as a workbook: a sheet for each page, with the head and four bills.

use platform::list::inert;
use platform::refusal::Refusal;
use print::{BILLS_A_PAGE, CargoManifest, MANIFEST_COLUMNS, MANIFEST_TITLE, ManifestBill};
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};

/// Last column of the table.
const LAST: u16 = 8;
/// Rows of the head, of the headings, and of the first bill.
const ISSUER: u32 = 0;
const TITLE: u32 = 1;
const HEAD: u32 = 3;
const HEADINGS: u32 = 6;
const FIRST: u32 = 7;
/// Widths of the columns in letters.
const WIDTHS: [f64; 9] = [6.0, 18.0, 9.0, 12.0, 12.0, 30.0, 30.0, 30.0, 14.0];
/// Height of a bill in points.
const BILL_HEIGHT: f64 = 90.0;
/// Columns with numbers and how they are shown.
const NUMBERS: [(u16, &str); 3] = [(2, "0"), (3, "0.0"), (4, "0.000")];
/// A4 as Excel counts papers.
const A4: u8 = 9;

/// The workbook.
pub(super) fn book(manifest: &CargoManifest) -> Result<Vec<u8>, Refusal> {
    let broken = |error: XlsxError| Refusal::broken(format!("a manifest as Excel: {error}"));
    let mut workbook = Workbook::new();
    let pages = manifest.pages();
    let count = pages.len();
    for (place, (first, bills)) in pages.into_iter().enumerate() {
        let sheet = workbook.add_worksheet();
        page(sheet, manifest, (place + 1, count), (first, bills)).map_err(broken)?;
    }
    workbook.save_to_buffer().map_err(broken)
}

fn page(
    sheet: &mut Worksheet,
    manifest: &CargoManifest,
    (page, pages): (usize, usize),
    (first, bills): (usize, &[ManifestBill]),
) -> Result<(), XlsxError> {
    sheet.set_name(page.to_string())?.set_landscape().set_paper_size(A4).set_print_fit_to_pages(1, 1);
    for (column, width) in (0u16..).zip(WIDTHS) {
        sheet.set_column_width(column, width)?;
    }
    let middle = Format::new().set_align(FormatAlign::Center);
    sheet.merge_range(ISSUER, 0, ISSUER, LAST, &inert(&manifest.issuer), &middle)?;
    let title = middle.set_bold().set_font_size(16.0);
    sheet.merge_range(TITLE, 0, TITLE, LAST, MANIFEST_TITLE, &title)?;
    let bold = Format::new().set_bold();
    for ((label, value), column) in manifest.head(page, pages).iter().zip([1u16, 3, 5, 6, 7]) {
        sheet.write_string(HEAD, column, *label)?;
        sheet.write_string_with_format(HEAD + 1, column, inert(value), &bold)?;
    }
    let heading =
        Format::new().set_bold().set_border(FormatBorder::Thin).set_align(FormatAlign::Center).set_text_wrap();
    for (column, label) in (0u16..).zip(MANIFEST_COLUMNS) {
        sheet.write_string_with_format(HEADINGS, column, label, &heading)?;
    }
    for ((row, number), bill) in (FIRST..).zip(first..).zip(bills) {
        sheet.set_row_height(row, BILL_HEIGHT)?;
        cell(sheet, (row, 0), &number.to_string())?;
        for (column, text) in (1u16..).zip(bill.cells()) {
            cell(sheet, (row, column), text)?;
        }
    }
    if page == pages {
        let row = FIRST + u32::try_from(BILLS_A_PAGE).unwrap_or(0);
        sheet.write_string_with_format(row, 1, format!("TOTAL {} BILLS", manifest.bills.len()), &bold)?;
        for ((column, _), text) in NUMBERS.into_iter().zip(&manifest.sums) {
            cell(sheet, (row, column), text)?;
        }
    }
    Ok(())
}

/// A figure as a number, everything else as a text.
fn cell(sheet: &mut Worksheet, (row, column): (u32, u16), text: &str) -> Result<(), XlsxError> {
    let format = Format::new().set_border(FormatBorder::Thin).set_align(FormatAlign::Top).set_text_wrap();
    let shown = NUMBERS.iter().find(|(number, _)| *number == column);
    match (shown, text.parse::<f64>()) {
        (Some((_, shown)), Ok(number)) => {
            sheet.write_number_with_format(row, column, number, &format.set_num_format(*shown))?;
        }
        _ => {
            sheet.write_string_with_format(row, column, inert(text), &format)?;
        }
    }
    Ok(())
}
