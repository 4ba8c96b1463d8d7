//! Writing again what was noted: with few statements, and each held to what it did the first time.

use std::fmt::Write as _;

use super::is_taken;
use super::notes::Wrote;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Stmt, Value};

/// Rows of one statement. Texts are kept prepared, so there are to be few: one of so many rows, and one of a single
/// row.
const ROWS: usize = 50;
/// Most values of a statement; SQLite takes twice as many.
const VALUES: usize = 16_000;

/// A statement that is made of several.
#[derive(Debug)]
pub(super) struct Batch {
    statement: Stmt,
    /// Rows it has to change.
    rows: u64,
    answers: bool,
}

/// What a statement can be joined by.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// A row of a table: everything up to `VALUES`, and a value for each column.
    Row(String, Vec<Value>),
    /// The removal of rows by a value: everything up to its last `=`, and the values before.
    Removal(String, Vec<Value>),
    /// None other.
    Alone,
}

/// Statements in as few as possible. The order of those to one table stays; between tables it does not matter, for none
/// reads what another one wrote, but for those that ask something themselves: everything before stays before them.
pub(super) fn batches<'a>(dialect: Dialect, wrote: impl Iterator<Item = &'a Wrote>) -> Vec<Batch> {
    let mut made = Vec::new();
    let mut tables: Vec<(&str, Vec<&Wrote>)> = Vec::new();
    for one in wrote {
        let table = table_of(&one.text).filter(|_| !one.text.contains("SELECT"));
        let Some(table) = table else {
            flush(dialect, &mut tables, &mut made);
            made.push(alone(one));
            continue;
        };
        match tables.iter_mut().find(|(known, _)| *known == table) {
            Some((_, all)) => all.push(one),
            None => tables.push((table, vec![one])),
        }
    }
    flush(dialect, &mut tables, &mut made);
    made
}

/// Tables that get rows come first: what is changed in others is often one row of many writers, who wait for it as
/// long as the transaction lasts from there.
fn flush(dialect: Dialect, tables: &mut Vec<(&str, Vec<&Wrote>)>, made: &mut Vec<Batch>) {
    tables.sort_by_key(|(_, all)| !all.iter().any(|one| one.text.starts_with("INSERT")));
    for (_, all) in tables.drain(..) {
        let mut joined: Vec<(Shape, Vec<&Wrote>)> = Vec::new();
        for one in all {
            let shape = shape_of(&one.text, &one.values);
            match joined.last_mut() {
                Some((last, same)) if fits(last, &shape) => same.push(one),
                _ => joined.push((shape, vec![one])),
            }
        }
        for (shape, same) in joined {
            join(dialect, &shape, &same, made);
        }
    }
}

fn fits(one: &Shape, other: &Shape) -> bool {
    match (one, other) {
        (Shape::Row(text, _), Shape::Row(other, _)) => text == other,
        (Shape::Removal(text, before), Shape::Removal(other, values)) => text == other && before == values,
        _ => false,
    }
}

fn join(dialect: Dialect, shape: &Shape, all: &[&Wrote], made: &mut Vec<Batch>) {
    let width = match shape {
        Shape::Row(_, values) => values.len().max(1),
        Shape::Removal(..) => 1,
        Shape::Alone => return made.extend(all.iter().map(|one| alone(one))),
    };
    let most = Ord::clamp(VALUES / width, 1, ROWS);
    for part in all.chunks(most) {
        // A part of another size would be a text of its own.
        let parts: Vec<&[&Wrote]> = if part.len() == most { vec![part] } else { part.chunks(1).collect() };
        made.extend(parts.into_iter().map(|part| joined(dialect, shape, part)));
    }
}

fn joined(dialect: Dialect, shape: &Shape, part: &[&Wrote]) -> Batch {
    let (mut text, mut values) = (String::new(), Vec::new());
    match shape {
        Shape::Row(begin, _) => {
            for one in part {
                if let Shape::Row(_, row) = shape_of(&one.text, &one.values) {
                    values.extend(row);
                }
            }
            text.push_str(begin);
            text.push_str(&groups(dialect, part.len(), values.len() / part.len().max(1)));
        }
        Shape::Removal(begin, before) => {
            values.extend(before.iter().cloned());
            values.extend(part.iter().filter_map(|one| one.values.last().cloned()));
            text = format!("{begin} IN ({})", places(dialect, before.len() + 1, part.len()));
        }
        Shape::Alone => {}
    }
    Batch { statement: Stmt::Raw(text, values), rows: part.iter().map(|one| one.rows).sum(), answers: false }
}

fn alone(one: &Wrote) -> Batch {
    Batch { statement: Stmt::Raw(one.text.to_string(), one.values.clone()), rows: one.rows, answers: one.answers }
}

/// `(?, ?), (?, ?)`: so many rows of so many values.
pub(super) fn groups(dialect: Dialect, rows: usize, width: usize) -> String {
    let group = |row: usize| format!("({})", places(dialect, row * width + 1, width));
    (0..rows).map(group).collect::<Vec<_>>().join(", ")
}

/// So many placeholders, the first of which has a number.
fn places(dialect: Dialect, first: usize, count: usize) -> String {
    let mut text = String::new();
    for number in first..first + count {
        text.push_str(if number == first { "" } else { ", " });
        match dialect {
            Dialect::Sqlite => text.push('?'),
            Dialect::Postgres => _ = write!(text, "${number}"),
        }
    }
    text
}

/// The table a statement writes; none when it is not plain to see.
pub(super) fn table_of(text: &str) -> Option<&str> {
    let verbs = ["INSERT INTO \"", "UPDATE \"", "DELETE FROM \""];
    let rest = verbs.iter().find_map(|verb| text.strip_prefix(verb))?;
    rest.split_once('"').map(|(table, _)| table)
}

fn shape_of(text: &str, values: &[Value]) -> Shape {
    row_of(text, values).or_else(|| removal_of(text, values)).unwrap_or(Shape::Alone)
}

/// A plain row: what stands behind `VALUES` are placeholders, and the keyword where a cell holds nothing.
pub(super) fn row(text: &str, values: &[Value]) -> Option<(String, Vec<Value>)> {
    const BEHIND: &str = " VALUES (";
    if !text.starts_with("INSERT INTO \"") {
        return None;
    }
    let at = text.find(BEHIND)?;
    let (begin, group) = text.split_at_checked(at + BEHIND.len() - 1)?;
    let cells = group.strip_prefix('(')?.strip_suffix(')')?;
    let mut given = values.iter();
    let mut row = Vec::new();
    for cell in cells.split(", ") {
        match cell {
            "NULL" => row.push(Value::Null),
            place if place == "?" || is_numbered(place) => row.push(given.next()?.clone()),
            _ => return None,
        }
    }
    given.next().is_none().then(|| (begin.to_owned(), row))
}

fn row_of(text: &str, values: &[Value]) -> Option<Shape> {
    row(text, values).map(|(begin, row)| Shape::Row(begin, row))
}

/// A removal whose last condition is that a column has a value.
fn removal_of(text: &str, values: &[Value]) -> Option<Shape> {
    let (begin, place) = text.strip_prefix("DELETE").and(text.rsplit_once(" = "))?;
    let (_, before) = values.split_last()?;
    (place == "?" || is_numbered(place)).then(|| Shape::Removal(begin.to_owned(), before.to_vec()))
}

fn is_numbered(place: &str) -> bool {
    let digits = place.strip_prefix('$').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Writes all of it; false when somebody else wrote what stands in the way: a key is taken, or there are other rows
/// than there were. What was written up to there has to be undone.
pub(super) fn lay(conn: &mut dyn Conn, batches: &[Batch]) -> Result<bool, Refusal> {
    for Batch { statement, rows, answers } in batches {
        let done = if *answers {
            conn.query(statement).map(|found| u64::try_from(found.len()).unwrap_or(u64::MAX))
        } else {
            conn.exec(statement)
        };
        let changed = match done {
            Err(error) if is_taken(&error) => return Ok(false),
            done => done?,
        };
        if changed != *rows {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sql;

    fn wrote(statement: Stmt, dialect: Dialect) -> Wrote {
        let (text, values) = statement.build(dialect);
        Wrote { text: text.as_ref().into(), values: values.into_owned(), rows: 1, answers: false }
    }

    fn texts(all: &[Wrote], dialect: Dialect) -> Vec<(String, usize, u64)> {
        let told = |batch: Batch| match batch.statement {
            Stmt::Raw(text, values) => (text, values.len(), batch.rows),
            other => panic!("{other:?}"),
        };
        batches(dialect, all.iter()).into_iter().map(told).collect()
    }

    #[test]
    fn rows_of_a_table_are_one_statement_whatever_cells_are_empty() {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let row = |id: i64, name: Value| {
                wrote(sql::insert(2, "coop", &[("id", Value::Int(id)), ("name", name)]).into(), dialect)
            };
            let mut all: Vec<Wrote> = Vec::new();
            for id in 0..51 {
                all.push(row(id, if id % 2 == 0 { Value::Null } else { Value::Text("x".into()) }));
                all.push(wrote(sql::insert(2, "coop_sub_type", &[("id", Value::Int(id))]).into(), dialect));
            }
            let made = texts(&all, dialect);
            let counts: Vec<(usize, u64)> = made.iter().map(|(_, values, rows)| (*values, *rows)).collect();
            assert_eq!(counts, [(150, 50), (3, 1), (100, 50), (2, 1)], "{dialect:?}");
            let first = if dialect == Dialect::Sqlite {
                "VALUES (?, ?, ?), (?, ?, ?)"
            } else {
                "VALUES ($1, $2, $3), ($4, $5, $6)"
            };
            assert!(made[0].0.contains(first), "{}", made[0].0);
        }
    }

    #[test]
    fn removals_by_a_value_are_one_statement() {
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            let all: Vec<Wrote> = (0..50i64)
                .map(|id| wrote(sql::delete(2, "coop").and_where(sql::eq("id", id)).to_owned().into(), dialect))
                .collect();
            let made = texts(&all, dialect);
            assert_eq!((made.len(), made[0].1, made[0].2), (1, 51, 50));
            let end = if dialect == Dialect::Sqlite { "\"id\" IN (?, ?, " } else { "\"id\" IN ($2, $3, " };
            assert!(made[0].0.contains(end), "{}", made[0].0);
        }
    }

    #[test]
    fn what_asks_something_itself_keeps_its_place() {
        let raw = |text: &str| Wrote { text: text.into(), values: Vec::new(), rows: 1, answers: false };
        let all = [
            raw("INSERT INTO \"a\" (\"x\") VALUES (1)"),
            raw("UPDATE \"b\" SET \"x\" = (SELECT MAX(x) FROM a)"),
            raw("INSERT INTO \"a\" (\"x\") VALUES (2)"),
            raw("UPDATE \"b\" SET \"x\" = 3"),
        ];
        let made = texts(&all, Dialect::Sqlite);
        let order: Vec<&str> = made.iter().map(|(text, ..)| text.as_str()).collect();
        assert_eq!(order, all.iter().map(|one| one.text.as_ref()).collect::<Vec<_>>());
    }
}
