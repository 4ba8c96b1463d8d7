//! The cells of a workbook as a reader finds them.

use calamine::{Data, Range, Reader, Xlsx};

/// The rows of the first sheet, each cell as a text: numbers in their shortest writing.
pub fn rows_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = Reader::new(std::io::Cursor::new(bytes)).expect("a workbook");
    texts(&book.worksheet_range_at(0).expect("a sheet").expect("cells"))
}

/// The rows of a sheet by its name.
pub fn rows_of_sheet(bytes: &[u8], name: &str) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = Reader::new(std::io::Cursor::new(bytes)).expect("a workbook");
    texts(&book.worksheet_range(name).expect("a sheet of this name"))
}

fn texts(sheet: &Range<Data>) -> Vec<Vec<String>> {
    let text = |cell: &Data| match cell {
        Data::Float(number) => number.to_string(),
        other => other.to_string(),
    };
    sheet.rows().map(|row| row.iter().map(text).collect()).collect()
}
