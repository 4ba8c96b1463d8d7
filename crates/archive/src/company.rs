//! Everything of one company in a zip it can read without this product: a CSV for each table, and its files.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};

use platform::store::{Conn, Store, StoreError, Value};
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::Fault;
use crate::names;
use crate::table::{COMPANIES, Table, tables};

/// Tables that hold nothing a company would take along: who is logged in, links that open something, answers
/// kept for those who ask twice, files nobody names, and the sizes of files.
const LEFT_OUT: [&str; 7] =
    ["session", "download_token", "order_share", "job_run", "idempotency_key", "unnamed_file", "kept_file"];
/// Excel knows by it that a CSV is UTF-8.
const BOM: &str = "\u{feff}";

const README: &str = "本压缩包包含企业的全部数据。\r\n\
    tables/  每个数据表一个 CSV 文件（UTF-8）。以 _at、_until 结尾的列为北京时间；其余为库中原值，重量、体积和金额为放大后的整数。\r\n\
    files/   上传的附件，文件名为其哈希值，原名称见引用它的各表（如 order_file 的 file_key，mail_log 的 attachments）。\r\n\
    加密保存的内容（密码、证件号等）不导出。\r\n\r\n\
    All data of the company.\r\n\
    tables/  One CSV (UTF-8) for each table. Columns ending in _at and _until are in Beijing time; others are as stored:\r\n\
    weights, volumes and amounts are scaled integers.\r\n\
    files/   Files under their hashes; the tables that name them, such as order_file (file_key) and mail_log\r\n\
    (attachments), tell what they are called.\r\n\
    What is kept sealed (passwords, ID numbers) is left out.\r\n";

/// Reads a file by its hash; none when it is gone.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Option<Box<dyn Read + Send>>, Fault> + 'a;

type Zip<W> = ZipWriter<StreamWriter<W>>;

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taken {
    /// Rows of all tables.
    pub rows: u64,
    /// Files.
    pub files: u64,
}

fn broken(error: ZipError) -> Fault {
    Fault::Disk(match error {
        ZipError::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// Writes the zip of a company: its rows of one moment, then its files. Answers the output too.
pub fn write_company<W: Write>(store: &Store, org: i64, out: W, read_file: &ReadFile<'_>) -> Result<(W, Taken), Fault> {
    let mut zip = ZipWriter::new_stream(out);
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
    zip.start_file("README.txt", packed).map_err(broken)?;
    zip.write_all(README.as_bytes())?;
    let mut taken = Taken::default();
    let hashes = store.snapshot(|conn| {
        let mut hashes = BTreeSet::new();
        for table in tables(conn)?.iter().filter(|table| belongs(table)) {
            zip.start_file(format!("tables/{}.csv", table.name), packed).map_err(broken)?;
            taken.rows += put_table(conn, table, org, (&mut zip, &mut hashes))?;
        }
        Ok::<_, Fault>(hashes)
    })?;
    // What was uploaded is packed already, mostly.
    let stored = packed.compression_method(CompressionMethod::Stored);
    for hash in hashes {
        if let Some(mut file) = read_file(&hash)? {
            zip.start_file(format!("files/{hash}"), stored).map_err(broken)?;
            io::copy(&mut file, &mut zip)?;
            taken.files += 1;
        }
    }
    Ok((zip.finish().map_err(broken)?.into_inner(), taken))
}

fn belongs(table: &Table) -> bool {
    table.is_of_companies() && !LEFT_OUT.contains(&table.name.as_str())
}

/// Removes everything of a company but its own row.
pub fn remove_company(conn: &mut dyn Conn, org: i64) -> Result<(), StoreError> {
    for table in tables(conn)?.iter().filter(|table| table.is_of_companies() && table.name != COMPANIES) {
        conn.exec(&table.delete_of(org))?;
    }
    Ok(())
}

/// The rows of a company without what is sealed or hashed; collects the files they name.
fn put_table<W: Write>(
    conn: &mut dyn Conn,
    table: &Table,
    org: i64,
    (zip, files): (&mut Zip<W>, &mut BTreeSet<String>),
) -> Result<u64, Fault> {
    let names_files = names::names_files(table);
    let told: Vec<bool> = table.columns.iter().map(|column| !column.bytes).collect();
    let names = table.columns.iter().filter(|column| !column.bytes).map(|column| column.name.clone());
    write!(zip, "{BOM}{}\r\n", names.collect::<Vec<_>>().join(","))?;
    let (mut rows, mut line, mut outcome) = (0, String::new(), Ok(()));
    conn.each(&table.select_of(org), &mut |row| {
        if outcome.is_err() {
            return;
        }
        line.clear();
        let cells = table.neutral(row).zip(&table.columns).zip(&told).filter(|(_, told)| **told);
        for (place, ((value, column), _)) in cells.enumerate() {
            if place > 0 {
                line.push(',');
            }
            push_cell(&mut line, &column.name, &value);
            if let (true, Value::Text(text)) = (names_files, &value) {
                names::collect(text, files);
            }
        }
        line.push_str("\r\n");
        outcome = zip.write_all(line.as_bytes());
        rows += 1;
    })?;
    outcome?;
    Ok(rows)
}

fn push_cell(line: &mut String, column: &str, value: &Value) {
    let moment = column.ends_with("_at") || column.ends_with("_until");
    match value {
        Value::Null | Value::Bytes(_) => {}
        Value::Bool(flag) => line.push_str(if *flag { "1" } else { "0" }),
        Value::Int(number) if moment => line.push_str(&kernel::show_second(kernel::Instant::from_millis(*number))),
        Value::Int(number) => line.push_str(&number.to_string()),
        Value::Text(text) => {
            line.push('"');
            // A spreadsheet must not take it for a formula.
            if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\0']) {
                line.push('\'');
            }
            line.push_str(&text.replace('"', "\"\""));
            line.push('"');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_and_never_a_formula() {
        let cell = |column: &str, value: Value| {
            let mut line = String::new();
            push_cell(&mut line, column, &value);
            line
        };
        assert_eq!(cell("name", Value::Text("他说\"好\",\n走".to_owned())), "\"他说\"\"好\"\",\n走\"");
        assert_eq!(cell("name", Value::Text("=1+1".to_owned())), "\"'=1+1\"");
        assert_eq!(cell("created_at", Value::Int(1_784_080_800_000)), "2026-07-15 10:00:00");
        assert_eq!(cell("weight", Value::Int(-5)), "-5");
        assert_eq!((cell("active", Value::Bool(true)), cell("x", Value::Null)), ("1".to_owned(), String::new()));
    }
}
