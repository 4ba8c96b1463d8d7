//! What a row wrote, noted while it writes.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::call::part;
use crate::push::Topic;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Row, Stmt, StoreError, Value, rows_of};

use super::numbers::Series;

/// Something a row did that is to be done again.
#[derive(Debug)]
pub(super) enum Record {
    /// It changed rows.
    Wrote(Wrote),
    /// It took a number.
    Number(Series, i64),
    /// It is news to somebody.
    Told(Topic),
}

/// A statement that changed rows.
#[derive(Debug)]
pub(super) struct Wrote {
    pub text: Rc<str>,
    pub values: Vec<Value>,
    /// How many.
    pub rows: u64,
    /// Whether it answers rows.
    pub answers: bool,
}

impl Record {
    pub(super) fn wrote(&self) -> Option<&Wrote> {
        match self {
            Self::Wrote(wrote) => Some(wrote),
            Self::Number(..) | Self::Told(_) => None,
        }
    }

    /// Whose news it is.
    pub(super) fn topic(&self) -> Option<Topic> {
        match self {
            Self::Wrote(wrote) => {
                rows_of(&wrote.text, &wrote.values).map(|(org, table)| Topic::Rows(org, table.into()))
            }
            Self::Told(topic) => Some(topic.clone()),
            Self::Number(..) => None,
        }
    }
}

/// What was noted of a row, while it is at work.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    on: bool,
    records: Vec<Record>,
    /// How much was noted where each part began that may be refused.
    parts: Vec<usize>,
    /// Each text once.
    texts: HashSet<Rc<str>>,
    /// What can't be done again.
    odd: Option<String>,
}

impl Noted {
    /// A row begins.
    pub(super) fn begin(&mut self) {
        self.on = true;
        self.records.clear();
        self.parts.clear();
    }

    /// It has ended; answers what it did.
    pub(super) fn end(&mut self) -> Result<Vec<Record>, Refusal> {
        self.on = false;
        match self.odd.take() {
            Some(text) => Err(Refusal::broken(format!("no statement of a row: {text}"))),
            None => Ok(std::mem::take(&mut self.records)),
        }
    }

    fn text(&mut self, text: String) -> Rc<str> {
        if let Some(known) = self.texts.get(text.as_str()) {
            return known.clone();
        }
        let text: Rc<str> = text.into();
        self.texts.insert(text.clone());
        text
    }

    /// A statement that did nothing need not be done again.
    fn note(&mut self, (text, values): (String, Vec<Value>), rows: u64, answer: Option<&[Row]>) {
        let taken = answer.and_then(|rows| rows.first()).and_then(|row| Series::taken(&text, &values, row));
        if let Some((series, number)) = taken {
            self.records.push(Record::Number(series, number));
        } else if rows > 0 {
            let text = self.text(text);
            self.records.push(Record::Wrote(Wrote { text, values, rows, answers: answer.is_some() }));
        }
    }

    fn note_part(&mut self, text: &str) {
        match text {
            part::BEGIN => self.parts.push(self.records.len()),
            part::UNDO => self.records.truncate(self.parts.last().copied().unwrap_or_default()),
            part::END => _ = self.parts.pop(),
            other => self.odd = Some(other.to_owned()),
        }
    }
}

/// A connection that notes what is written.
pub(crate) struct Recorder<'a> {
    pub conn: &'a mut dyn Conn,
    pub noted: &'a RefCell<Noted>,
}

impl Recorder<'_> {
    /// Text and values of a statement that is to be noted.
    fn noted(&self, statement: &Stmt) -> Option<(String, Vec<Value>)> {
        if !self.noted.borrow().on || matches!(statement, Stmt::Select(_)) {
            return None;
        }
        let (text, values) = statement.build(self.conn.dialect());
        let writes = ["INSERT", "UPDATE", "DELETE"];
        let begins = writes.iter().any(|verb| text.starts_with(verb));
        let holds = text.starts_with("WITH") && writes.iter().any(|verb| text.contains(verb));
        (begins || holds).then(|| (text.into_owned(), values.into_owned()))
    }
}

/// A statement of a text, and the text again.
fn run<T>(
    (text, values): (String, Vec<Value>),
    work: impl FnOnce(&Stmt) -> Result<T, StoreError>,
) -> Result<(T, (String, Vec<Value>)), StoreError> {
    let statement = Stmt::Raw(text, values);
    let done = work(&statement)?;
    match statement {
        Stmt::Raw(text, values) => Ok((done, (text, values))),
        _ => Err(StoreError::Broken("a statement became another".to_owned())),
    }
}

impl Conn for Recorder<'_> {
    fn dialect(&self) -> Dialect {
        self.conn.dialect()
    }

    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        let Some(made) = self.noted(statement) else { return self.conn.query(statement) };
        let (rows, made) = run(made, |statement| self.conn.query(statement))?;
        let mut noted = self.noted.borrow_mut();
        if made.0.contains("RETURNING") {
            noted.note(made, u64::try_from(rows.len()).unwrap_or(u64::MAX), Some(&rows));
        } else {
            // How many rows it changed nobody knows.
            noted.odd = Some(made.0);
        }
        Ok(rows)
    }

    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        self.conn.queries(statements)
    }

    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.conn.each(statement, take)
    }

    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        let Some(made) = self.noted(statement) else { return self.conn.exec(statement) };
        let (count, made) = run(made, |statement| self.conn.exec(statement))?;
        self.noted.borrow_mut().note(made, count, None);
        Ok(count)
    }

    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.conn.batch(text)?;
        let mut noted = self.noted.borrow_mut();
        if noted.on {
            noted.note_part(text);
        }
        Ok(())
    }

    fn tell(&mut self, topic: Topic) {
        let mut noted = self.noted.borrow_mut();
        if noted.on {
            noted.records.push(Record::Told(topic.clone()));
        }
        drop(noted);
        self.conn.tell(topic);
    }
}
