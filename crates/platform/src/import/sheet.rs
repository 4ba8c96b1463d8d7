//! The cells of a file as texts. What could fill the memory is refused before it is read.

use std::io::{Cursor, Read};

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use kernel::Msg;

use super::messages;
use crate::encoding;
use crate::refusal::Refusal;

/// Largest file.
pub const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Most rows with data.
pub const ROWS_MAX: usize = 10_000;
/// Rows looked at for each with data there may be: headings above, empty ones between.
const LINES_A_ROW: usize = 2;
const COLUMNS_MAX: u32 = 200;
/// Most characters of a cell, as in Excel.
const CELL_MAX: usize = 32_767;
/// Bytes all parts of a workbook may unfold to, and how many parts there may be.
const EXPANDED_MAX: u64 = 64 * 1024 * 1024;
const PARTS_MAX: usize = 1_000;
/// A shared text takes memory beyond its letters, so their number counts too.
const TEXTS_MAX: usize = 1_000_000;
/// Begins a workbook of an old Excel, and one with a password.
const OLD_MARK: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Begins the notes of the template, which are no data.
pub const NOTE_MARKS: [&str; 2] = ["说明：", "Note: "];

/// A row of the file with something in it.
#[derive(Debug)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: u32,
    /// Its cells.
    pub cells: Vec<String>,
}

impl Line {
    /// The row of notes below the headings of the template.
    pub fn is_note(&self) -> bool {
        let mut filled = self.cells.iter().filter(|cell| !cell.is_empty());
        filled.all(|cell| NOTE_MARKS.iter().any(|mark| cell.starts_with(mark)))
    }
}

/// The rows of a file.
#[derive(Debug)]
pub struct Sheet {
    /// Rows with something in them.
    pub lines: Vec<Line>,
    /// Most rows with data.
    pub most: usize,
}

fn most(message: Msg, n: impl ToString) -> Refusal {
    Refusal::Business(message.with(&[("n", &n.to_string())]))
}

fn unreadable<E>(_: E) -> Refusal {
    Refusal::business(messages::UNREADABLE)
}

/// Reads the first sheet of a workbook, or a text with separators.
pub fn read(name: &str, bytes: &[u8]) -> Result<Sheet, Refusal> {
    read_up_to(name, bytes, ROWS_MAX)
}

/// The same of a file that may hold so many rows with data.
pub fn read_up_to(name: &str, bytes: &[u8], most_rows: usize) -> Result<Sheet, Refusal> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(most(messages::TOO_LARGE, FILE_BYTES_MAX / 1024 / 1024));
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        // Reading it would lay out every cell between its first and its last: a few bytes could fill the memory.
        _ if bytes.starts_with(&OLD_MARK) => Err(Refusal::business(messages::OLD_WORKBOOK)),
        "xlsx" if bytes.starts_with(b"PK\x03\x04") => workbook(bytes, Sheet::up_to(most_rows)),
        "csv" if !bytes.starts_with(b"PK\x03\x04") => separated(bytes, Sheet::up_to(most_rows)),
        _ => Err(Refusal::business(messages::WRONG_TYPE)),
    }
}

impl Sheet {
    const fn up_to(most: usize) -> Self {
        Self { lines: Vec::new(), most }
    }

    fn put(&mut self, row: u32, column: u32, text: String) -> Result<(), Refusal> {
        if text.is_empty() {
            return Ok(());
        }
        if column >= COLUMNS_MAX {
            return Err(most(messages::TOO_MANY_COLUMNS, COLUMNS_MAX));
        }
        if usize::try_from(row).unwrap_or(usize::MAX) >= self.most.saturating_mul(LINES_A_ROW) {
            return Err(most(messages::TOO_MANY_ROWS, self.most));
        }
        if text.contains('\0') {
            let (row, column) = ((row + 1).to_string(), (column + 1).to_string());
            return Err(Refusal::Business(messages::BAD_LETTER.with(&[("row", &row), ("column", &column)])));
        }
        if text.len() > CELL_MAX && text.chars().count() > CELL_MAX {
            return Err(Refusal::business(messages::TOO_MUCH));
        }
        let number = row + 1;
        if self.lines.last().is_none_or(|line| line.number != number) {
            self.lines.push(Line { number, cells: Vec::new() });
        }
        if let Some(line) = self.lines.last_mut() {
            let place = usize::try_from(column).unwrap_or_default();
            if line.cells.len() <= place {
                line.cells.resize(place + 1, String::new());
            }
            if let Some(cell) = line.cells.get_mut(place) {
                *cell = text;
            }
        }
        Ok(())
    }
}

/// What a workbook really unfolds to; its own word for it is not taken.
fn look_inside(bytes: &[u8]) -> Result<(), Refusal> {
    let mut parts = zip::ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if parts.len() > PARTS_MAX {
        return Err(Refusal::business(messages::TOO_MUCH));
    }
    let (mut left, mut texts) = (EXPANDED_MAX, 0);
    let mut chunk = vec![0; 64 * 1024];
    for place in 0..parts.len() {
        let mut part = parts.by_index(place).map_err(unreadable)?;
        let counted = part.name().is_ok_and(|name| name.ends_with("sharedStrings.xml"));
        loop {
            let read = part.read(&mut chunk).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            left = left
                .checked_sub(u64::try_from(read).unwrap_or(u64::MAX))
                .ok_or(Refusal::business(messages::TOO_MUCH))?;
            if counted {
                texts += chunk.iter().take(read).filter(|byte| **byte == b'<').count();
                if texts > TEXTS_MAX * 4 {
                    return Err(Refusal::business(messages::TOO_MUCH));
                }
            }
        }
    }
    Ok(())
}

/// Cell after cell: a sheet that says it is large costs nothing, only what it holds does.
fn workbook(bytes: &[u8], mut sheet: Sheet) -> Result<Sheet, Refusal> {
    look_inside(bytes)?;
    let mut book: Xlsx<_> = Reader::new(Cursor::new(bytes)).map_err(unreadable::<calamine::XlsxError>)?;
    let name = book.sheet_names().first().cloned().ok_or(Refusal::business(messages::UNREADABLE))?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        sheet.put(row, column, text_of(cell.get_value()))?;
    }
    Ok(sheet)
}

fn text_of(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => show_number(*number),
        DataRef::String(text) => plain(text),
        DataRef::SharedString(text) => plain(text),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(moment) => show_moment(moment),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.replace('T', " "),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// A text without blanks around it, and without the quote that kept it from being a formula.
fn plain(text: &str) -> String {
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let bare = text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@', '\t', '\0']));
    bare.unwrap_or(text).trim().to_owned()
}

/// Fifteen digits, as Excel shows and counts: 0.1 + 0.2 is 0.3.
fn show_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let text = format!("{number:.14e}");
    text.parse::<f64>().map_or_else(|_| number.to_string(), |short| short.to_string())
}

/// A day, a moment, or a time of day.
fn show_moment(moment: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, milli) = moment.to_ymd_hms_milli();
    // Excel keeps a second as a fraction of a day, which may fall short of it.
    let second = if milli >= 500 && second < 59 { second + 1 } else { second };
    let number = moment.as_f64();
    if (0.0..1.0).contains(&number) || moment.is_duration() {
        return format!("{hour:02}:{minute:02}:{second:02}");
    }
    if (hour, minute, second) == (0, 0, 0) {
        return format!("{year:04}-{month:02}-{day:02}");
    }
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

fn decoded(bytes: &[u8]) -> Result<String, Refusal> {
    encoding::decode(bytes).map(|decoded| decoded.text).ok_or(Refusal::business(messages::ENCODING))
}

/// The separator that stands most often in the first line.
fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |letter: u8| first.bytes().filter(|byte| *byte == letter).count();
    [b',', b'\t', b';'].into_iter().rev().max_by_key(|letter| count(*letter)).unwrap_or(b',')
}

fn separated(bytes: &[u8], mut sheet: Sheet) -> Result<Sheet, Refusal> {
    let text = decoded(bytes)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(&text))
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(unreadable)? {
        // By records, not lines: a quoted cell may hold several lines and is one row in Excel.
        let row = record.position().map_or(0, |place| place.record());
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        for (column, cell) in (0..).zip(&record) {
            sheet.put(row, column, plain(cell))?;
        }
    }
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use encoding_rs::GB18030;

    use super::*;

    #[test]
    fn numbers_and_texts_are_what_excel_shows() {
        let shown = [(0.1 + 0.2, "0.3"), (13_800_138_000.0, "13800138000"), (1234.5, "1234.5"), (-2.0, "-2")];
        for (number, text) in shown {
            assert_eq!(show_number(number), text);
        }
        for (text, read) in [("'=1+1", "=1+1"), ("'abc", "'abc"), (" \u{3000}X ", "X"), ("'-5", "-5")] {
            assert_eq!(plain(text), read);
        }
    }

    #[test]
    fn a_text_is_read_in_every_usual_encoding_and_separator() {
        let gb = GB18030.encode("代码,名称\nX1,测试航空\n").0.into_owned();
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("代码\t名称\nX1\t测试航空".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        let bom = "\u{feff}代码;名称\r\nX1;\"测试航空\"\r\n".as_bytes().to_vec();
        for bytes in [gb, utf16, bom] {
            let sheet = read("a.CSV", &bytes).expect("is read");
            let cells: Vec<&[String]> = sheet.lines.iter().map(|line| line.cells.as_slice()).collect();
            assert_eq!(cells, [["代码".to_owned(), "名称".to_owned()], ["X1".to_owned(), "测试航空".to_owned()]]);
        }
        assert!(read("a.csv", &[0x81, 0xff, 0x30, 0x01]).is_err(), "no encoding");
        assert!(read("a.txt", b"a,b").is_err());
        assert!(read("a.xlsx", b"a,b").is_err());
    }

    #[test]
    fn an_old_workbook_is_told_by_what_it_holds_and_what_to_do() {
        let old = [OLD_MARK.as_slice(), &[0; 504]].concat();
        for name in ["a.xls", "a.xlsx", "a.csv"] {
            let Err(Refusal::Business(text)) = read(name, &old) else { panic!("{name} is refused") };
            assert_eq!(text.zh, "旧版Excel（.xls）或加密的文件无法读取，请另存为不加密的.xlsx文件后重新上传", "{name}");
        }
        let Err(Refusal::Business(text)) = read("a.xls", b"a,b") else { panic!("refused") };
        assert_eq!(text.zh, "请选择.xlsx或.csv文件", "what only calls itself one");
    }

    #[test]
    fn a_cell_with_the_null_character_is_told_by_its_place() {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        sheet.write_string(0, 0, "代码").expect("a cell");
        sheet.write_string(2, 1, "A\u{0}B").expect("a cell");
        let bytes = book.save_to_buffer().expect("a workbook");
        let Err(Refusal::Business(text)) = read("a.xlsx", &bytes) else { panic!("refused") };
        assert_eq!(text.zh, "第3行第2列含有不能保存的字符");
    }

    #[test]
    fn a_file_has_as_many_rows_as_its_reader_takes_and_as_many_empty_ones() {
        let lines = |count: usize| "x\n".repeat(count);
        for most_rows in [1, 3] {
            assert!(read_up_to("a.csv", lines(2 * most_rows).as_bytes(), most_rows).is_ok());
            assert!(read_up_to("a.csv", lines(2 * most_rows + 1).as_bytes(), most_rows).is_err());
        }
    }

    #[test]
    fn wide_and_long_texts_are_refused_at_the_edge() {
        let wide = |columns: usize| vec!["x"; columns].join(",");
        assert!(read("a.csv", wide(200).as_bytes()).is_ok());
        assert!(read("a.csv", wide(201).as_bytes()).is_err());
        let cell = |letters: usize| "字".repeat(letters);
        assert!(read("a.csv", cell(CELL_MAX).as_bytes()).is_ok());
        assert!(read("a.csv", cell(CELL_MAX + 1).as_bytes()).is_err());
    }
}
