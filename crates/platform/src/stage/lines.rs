//! Lines of the log that follow their rows. They lie packed beside them, kept in the same transaction, so that none
//! is lost when the process ends before they are written: the next one writes them.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::rc::Rc;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use kernel::Id;
use sea_query::ExprTrait;
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::lay::{groups, row, table_of};
use super::notes::Wrote;
use crate::call::App;
use crate::push::Topic;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Stmt, Value, rows_of, sql};

/// A row of `import_row` that holds lines of the log.
pub(crate) const LINES: &str = "日志待写";
/// Tables of the log: its lines, and their further orders.
const LOG: [&str; 2] = ["operation_log", "operation_log_order"];
const TABLE: &str = "import_row";
/// Lines of a statement, and of a transaction.
const AT_ONCE: usize = 20;
const PIECE: usize = 500;
/// So long whoever kept them has to write them himself.
const OWN_MS: i64 = 2 * 60 * 1000;
const PACKED: &str = "lines.json";

/// Where lines lie: with what became of the rows of a job, in front of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The org.
    pub org: i64,
    /// The job.
    pub job: Id,
}

/// The place in front of the first row.
const IN_FRONT: i64 = -1;

/// One line, as its table takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The statement up to its values.
    begin: Rc<str>,
    values: Vec<Value>,
}

pub(super) fn is_line(wrote: &Wrote) -> bool {
    table_of(&wrote.text).is_some_and(|table| LOG.contains(&table)) && wrote.text.starts_with("INSERT")
}

/// The lines among what was written.
pub(super) fn of<'a>(wrote: impl Iterator<Item = &'a Wrote>) -> Vec<Line> {
    let mut begins: BTreeMap<String, Rc<str>> = BTreeMap::new();
    let lines = wrote.filter(|wrote| is_line(wrote)).filter_map(|wrote| row(&wrote.text, &wrote.values));
    let line = |(begin, values): (String, Vec<Value>)| {
        let begin = begins.entry(begin).or_insert_with_key(|begin| begin.as_str().into()).clone();
        Line { begin, values }
    };
    lines.map(line).collect()
}

/// Writes lines; one that is there already stays as it is.
pub(super) fn write(conn: &mut dyn Conn, lines: &[Line]) -> Result<(), Refusal> {
    let dialect = conn.dialect();
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let alike = rest.iter().take(AT_ONCE).take_while(|line| line.begin == first.begin).count();
        // As many as always, or one: texts are kept prepared.
        let (part, further) = rest.split_at(if alike == AT_ONCE { alike } else { 1 });
        conn.exec(&statement(dialect, part))?;
        if let Some((org, table)) = rows_of(&first.begin, &first.values) {
            let news = Topic::rows(org, table);
            conn.tell(news);
        }
        rest = further;
    }
    Ok(())
}

fn statement(dialect: Dialect, part: &[Line]) -> Stmt {
    let first = part.first();
    let (begin, width) = first.map_or(("", 0), |line| (&*line.begin, line.values.len()));
    let text = format!("{begin}{} ON CONFLICT DO NOTHING", groups(dialect, part.len(), width));
    Stmt::Raw(text, part.iter().flat_map(|line| line.values.iter().cloned()).collect())
}

/// Puts lines aside, in the transaction of their rows.
pub(super) fn put_aside(conn: &mut crate::call::Tx<'_>, place: Place, packed: &[u8]) -> Result<(), Refusal> {
    let cells = [
        ("job_id", Value::Int(place.job.0)),
        ("place", Value::Int(IN_FRONT)),
        ("row_no", Value::Int(0)),
        ("did", Value::Text(LINES.to_owned())),
        ("answer", Value::Bytes(packed.to_vec())),
        ("kept_until", Value::Int(conn.now.millis() + OWN_MS)),
    ];
    conn.exec(&sql::insert(place.org, TABLE, &cells).into())?;
    Ok(())
}

/// Writes the lines that lie at a place, in pieces, and takes them away from there.
pub(super) fn follow(app: &App, place: Place, lines: &[Line]) -> Result<(), Refusal> {
    for piece in lines.chunks(PIECE) {
        app.system_write(|conn| write(conn, piece))?;
    }
    let mut delete = sql::delete(place.org, TABLE);
    delete.and_where(sql::eq("job_id", place.job)).and_where(sql::eq("place", IN_FRONT));
    app.system_write(|conn| Ok(conn.exec(&delete.into())?)).map(drop)
}

/// Writes the lines that a process left, which ended before they were written; answers how many places there were.
pub(crate) fn resume(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut left = sql::from_global(TABLE);
    left.columns(["org_id", "job_id", "answer"])
        .and_where(sql::eq("did", LINES.to_owned()))
        .and_where(sql::col("kept_until").lte(sql::value(app.clock.now())));
    let rows = app.store.read(|conn| conn.query(&left.into()))?;
    for row in &rows {
        let packed: Vec<u8> = row.get(2)?;
        follow(app, Place { org: row.get(0)?, job: row.get(1)? }, &unpack(&packed)?)?;
    }
    Ok(rows.len())
}

/// Lines as bytes.
pub(super) fn pack(lines: &[Line]) -> Result<Vec<u8>, Refusal> {
    let mut begins: Vec<&str> = Vec::new();
    let told: Vec<Json> = lines
        .iter()
        .map(|line| {
            let place = begins.iter().position(|begin| **begin == *line.begin).unwrap_or(begins.len());
            if place == begins.len() {
                begins.push(&line.begin);
            }
            json!([place, line.values.iter().map(value_text).collect::<Vec<_>>()])
        })
        .collect();
    let text = json!({ "begins": begins, "lines": told }).to_string();
    let broken = |error: zip::result::ZipError| Refusal::broken(format!("lines of the log: {error}"));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    archive.start_file(PACKED, options).map_err(broken)?;
    archive.write_all(text.as_bytes()).map_err(|error| Refusal::broken(format!("lines of the log: {error}")))?;
    Ok(archive.finish().map_err(broken)?.into_inner())
}

fn unpack(bytes: &[u8]) -> Result<Vec<Line>, Refusal> {
    let broken = || Refusal::broken("lines of the log can't be read");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| broken())?;
    let mut text = String::new();
    let mut packed = archive.by_name(PACKED).map_err(|_| broken())?;
    packed.read_to_string(&mut text).map_err(|_| broken())?;
    let told: Json = serde_json::from_str(&text).map_err(|_| broken())?;
    let list = |name: &str| told.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
    let begins: Vec<Rc<str>> = list("begins").iter().filter_map(|begin| begin.as_str().map(Rc::from)).collect();
    let line = |line: &Json| {
        let begin = begins.get(usize::try_from(line.get(0)?.as_u64()?).ok()?)?.clone();
        let values = line.get(1)?.as_array()?.iter().map(value_of).collect::<Option<_>>()?;
        Some(Line { begin, values })
    };
    list("lines").iter().map(line).collect::<Option<_>>().ok_or_else(broken)
}

/// A value as JSON.
pub(crate) fn value_text(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Int(number) => json!(number),
        Value::Text(text) => json!(text),
        Value::Bool(flag) => json!(flag),
        Value::Bytes(bytes) => json!([BASE64.encode(bytes)]),
    }
}

/// A value of [`value_text`].
pub(crate) fn value_of(json: &Json) -> Option<Value> {
    match json {
        Json::Null => Some(Value::Null),
        Json::Number(number) => number.as_i64().map(Value::Int),
        Json::String(text) => Some(Value::Text(text.clone())),
        Json::Bool(flag) => Some(Value::Bool(*flag)),
        Json::Array(parts) => BASE64.decode(parts.first()?.as_str()?).ok().map(Value::Bytes),
        Json::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_unpacked_as_they_were() {
        let values =
            || vec![Value::Int(1 << 60), Value::Null, Value::Text("新增，\"x\"".into()), Value::Bytes(vec![0, 255])];
        let line = |begin: &str| Line { begin: begin.into(), values: values() };
        let lines = vec![
            line("INSERT INTO \"a\" VALUES "),
            line("INSERT INTO \"b\" VALUES "),
            line("INSERT INTO \"a\" VALUES "),
        ];
        assert_eq!(unpack(&pack(&lines).expect("packs")).expect("unpacks"), lines);
        assert!(unpack(b"x").is_err());
    }
}
