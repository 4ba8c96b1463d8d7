//! The cells of a workbook as a reader finds them.

use calamine::{Data, Reader, Xlsx};

/// The rows of the first sheet, each cell as a text: numbers in their shortest writing.
pub fn rows_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = Reader::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let sheet = book.worksheet_range_at(0).expect("a sheet").expect("cells");
    let text = |cell: &Data| match cell {
        Data::Float(number) => number.to_string(),
        other => other.to_string(),
    };
    sheet.rows().map(|row| row.iter().map(text).collect()).collect()
}
