//! What a transaction changes, read off its own statements.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::touch::{self, Wrote};
use super::{Conn, Dialect, Row, Stmt, StoreError, Value};
use crate::push::Topic;

/// A connection that remembers which rows of whom were written.
pub(super) struct Watched<'a> {
    pub conn: &'a mut dyn Conn,
    pub topics: BTreeSet<Topic>,
    pub wrote: BTreeSet<Wrote>,
}

impl Watched<'_> {
    /// The statement as it runs. One that writes is built here, once, to be read.
    fn noted(&mut self, statement: &Stmt) -> Option<Stmt> {
        if matches!(statement, Stmt::Select(_)) {
            return None;
        }
        let (text, values) = statement.build(self.conn.dialect());
        self.wrote.extend(touch::writes(&text, &values));
        // What is given as text says what its news are.
        if matches!(statement, Stmt::Raw(..) | Stmt::Fixed(..)) {
            return None;
        }
        if let Some((org, table)) = written(&text, &values) {
            self.topics.insert(Topic::Rows(org, table.to_owned()));
        }
        Some(Stmt::Raw(text.into_owned(), values.into_owned()))
    }
}

impl Conn for Watched<'_> {
    fn dialect(&self) -> Dialect {
        self.conn.dialect()
    }
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        let noted = self.noted(statement);
        self.conn.query(noted.as_ref().unwrap_or(statement))
    }
    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        self.conn.queries(statements)
    }
    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        let noted = self.noted(statement);
        self.conn.each(noted.as_ref().unwrap_or(statement), take)
    }
    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        let noted = self.noted(statement);
        self.conn.exec(noted.as_ref().unwrap_or(statement))
    }
    fn exec_later(&mut self, statement: &Stmt) -> Result<(), StoreError> {
        let noted = self.noted(statement);
        self.conn.exec_later(noted.as_ref().unwrap_or(statement))
    }
    fn send(&mut self) -> Result<(), StoreError> {
        self.conn.send()
    }
    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.wrote.extend(touch::writes_of_batch(text));
        self.conn.batch(text)
    }
    fn tell(&mut self, topic: Topic) {
        self.topics.insert(topic);
    }
}

/// A connection that reads, and answers counts from memory while they hold.
pub(super) struct Reading<'a> {
    pub conn: &'a mut dyn Conn,
    /// None where nothing is remembered.
    pub counts: Option<&'a Counts>,
}

impl Conn for Reading<'_> {
    fn dialect(&self) -> Dialect {
        self.conn.dialect()
    }
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        self.conn.query(statement)
    }
    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        self.conn.queries(statements)
    }
    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.conn.each(statement, take)
    }
    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        self.conn.exec(statement)
    }
    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.conn.batch(text)
    }
    fn counted(&mut self, statement: &Stmt) -> Result<Option<Row>, StoreError> {
        let Some(counts) = self.counts else { return self.conn.first(statement) };
        let (text, values) = statement.build(self.conn.dialect());
        let (text, values) = (text.into_owned(), values.into_owned());
        counts.answer(&text, &values, || self.conn.first(&Stmt::Raw(text.clone(), values.clone())))
    }
}

/// Org and table of a statement made by [`super::sql`]; none when it names no org (tables of no org).
pub(crate) fn written<'a>(text: &'a str, values: &[Value]) -> Option<(i64, &'a str)> {
    let insert = text.strip_prefix("INSERT INTO \"");
    let start = insert.or_else(|| text.strip_prefix("UPDATE \"")).or_else(|| text.strip_prefix("DELETE FROM \""))?;
    let (table, rest) = start.split_once('"')?;
    let place = if insert.is_some() {
        // The org is the first column of every row.
        rest.starts_with(" (\"org_id\"").then_some(0)?
    } else {
        let before = text.find("\"org_id\" = ")?;
        text.get(..before).map(placeholders)?
    };
    match values.get(place)? {
        Value::Int(org) => Some((*org, table)),
        _ => None,
    }
}

/// Values bound before a place of a statement: quoted names and texts hold none.
fn placeholders(text: &str) -> usize {
    let mut quote = None;
    let mut count = 0;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            None if letter == '?' || letter == '$' => count += 1,
            None => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use sea_query::{ExprTrait, OnConflict};

    use super::super::sql;
    use super::*;

    fn read(statement: &Stmt) -> [Option<(i64, String)>; 2] {
        [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
            let (text, values) = statement.build(dialect);
            written(&text, &values).map(|(org, table)| (org, table.to_owned()))
        })
    }

    #[test]
    fn org_and_table_are_read_off_every_scoped_statement() {
        let name = || ("coop_name", Value::Text("a ? $1 ' \" \"org_id\" = ".to_owned()));
        let mut insert = sql::insert(7, "coop", &[("id", Value::Int(1)), name()]);
        insert.on_conflict(OnConflict::column("id").do_nothing().to_owned());
        let mut update = sql::update(7, "coop", &[name(), ("version", Value::Int(3)), ("memo", Value::Null)]);
        update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", 5i64));
        let mut delete = sql::delete(7, "coop");
        delete.and_where(sql::is_in(sql::col("id"), [1i64, 2]));
        let expected = Some((7, "coop".to_owned()));
        for statement in [insert.into(), update.into(), delete.into()] {
            assert_eq!(read(&statement), [expected.clone(), expected.clone()], "{statement:?}");
        }
    }

    #[test]
    fn what_has_no_org_and_what_reads_is_nobodys_news() {
        let global = sql::insert_global("airport", &[("code", Value::Text("PVG".to_owned()))]);
        let mut timer = sql::update_global("job_timer", &[("due_at", Value::Int(1))]);
        timer.and_where(sql::eq("name", "claim".to_owned()));
        for statement in [global.into(), timer.into(), sql::from(7, "coop").column("id").into()] {
            assert_eq!(read(&statement), [None, None], "{statement:?}");
        }
    }
}
