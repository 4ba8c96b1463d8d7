//! Reads that do not wait for each other's answers, asked in one trip.
//!
//! Each statement that goes to PostgreSQL is a trip to the server and back, and whoever reads an order asks twenty. Work
//! that only reads is done twice there: first to hear what it asks, with no rows for an answer, then with the answers to
//! all that was heard. What is asked only because of an answer is heard too late, and asked as ever. SQLite lies in the same
//! process, where a trip costs nothing.

use std::borrow::Cow;

use super::{Conn, Dialect, Row, Stmt, StoreError, Value};

/// Does work that only reads, and does nothing else than answer what it read: it may run twice.
pub fn together<T, E: From<StoreError>>(
    conn: &mut dyn Conn,
    work: impl Fn(&mut dyn Conn) -> Result<T, E>,
) -> Result<T, E> {
    if conn.dialect() == Dialect::Sqlite {
        return work(conn);
    }
    let mut heard = Heard { dialect: conn.dialect(), asked: Vec::new() };
    // Without rows it may well refuse, or ask less.
    drop(work(&mut heard));
    let Heard { asked, .. } = heard;
    if asked.len() < 2 {
        return work(conn);
    }
    let answers = conn.queries(&asked)?;
    let known = asked.into_iter().zip(answers).collect();
    work(&mut Answered { conn, known })
}

/// Hears what is asked, and answers nothing.
struct Heard {
    dialect: Dialect,
    asked: Vec<Stmt>,
}

impl Conn for Heard {
    fn dialect(&self) -> Dialect {
        self.dialect
    }
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        let (text, values) = read(statement, self.dialect)?;
        self.asked.push(Stmt::Raw(text.into_owned(), values.into_owned()));
        Ok(Vec::new())
    }
    fn exec(&mut self, _: &Stmt) -> Result<u64, StoreError> {
        Err(only_reads())
    }
    fn batch(&mut self, _: &str) -> Result<(), StoreError> {
        Err(only_reads())
    }
}

/// Answers what was asked before.
struct Answered<'a> {
    conn: &'a mut dyn Conn,
    known: Vec<(Stmt, Vec<Row>)>,
}

impl Answered<'_> {
    fn known(&mut self, statement: &Stmt) -> Option<Vec<Row>> {
        let (text, values) = statement.build(self.conn.dialect());
        let place = self.known.iter().position(|(known, _)| is(known, &text, &values))?;
        Some(self.known.swap_remove(place).1)
    }
}

/// The text and values of a statement that reads.
fn read(statement: &Stmt, dialect: Dialect) -> Result<(Cow<'_, str>, Cow<'_, [Value]>), StoreError> {
    match statement {
        Stmt::Insert(_) | Stmt::Update(_) | Stmt::Delete(_) => Err(only_reads()),
        Stmt::Select(_) | Stmt::Raw(..) | Stmt::Fixed(..) => Ok(statement.build(dialect)),
    }
}

fn is(known: &Stmt, text: &str, values: &[Value]) -> bool {
    matches!(known, Stmt::Raw(own, with) if own == text && with == values)
}

impl Conn for Answered<'_> {
    fn dialect(&self) -> Dialect {
        self.conn.dialect()
    }
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        match self.known(statement) {
            Some(rows) => Ok(rows),
            None => self.conn.query(statement),
        }
    }
    fn exec(&mut self, _: &Stmt) -> Result<u64, StoreError> {
        Err(only_reads())
    }
    fn batch(&mut self, _: &str) -> Result<(), StoreError> {
        Err(only_reads())
    }
}

fn only_reads() -> StoreError {
    StoreError::Broken("work that is done twice wrote".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that answers each statement with its own text, and counts the trips.
    #[derive(Default)]
    struct Server {
        trips: Vec<usize>,
    }

    impl Conn for Server {
        fn dialect(&self) -> Dialect {
            Dialect::Postgres
        }
        fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
            Ok(self.queries(std::slice::from_ref(statement))?.remove(0))
        }
        fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
            self.trips.push(statements.len());
            let echo = |one: &Stmt| vec![Row(vec![Value::Text(one.build(Dialect::Postgres).0.into_owned())])];
            Ok(statements.iter().map(echo).collect())
        }
        fn exec(&mut self, _: &Stmt) -> Result<u64, StoreError> {
            Ok(1)
        }
        fn batch(&mut self, _: &str) -> Result<(), StoreError> {
            Ok(())
        }
    }

    fn ask(conn: &mut dyn Conn, text: &str) -> Result<String, StoreError> {
        let row = conn.first(&Stmt::Raw(text.to_owned(), vec![Value::Int(1)]))?;
        row.map_or(Ok(String::new()), |row| Ok(row.get(0)?))
    }

    #[test]
    fn what_does_not_wait_for_an_answer_is_asked_in_one_trip() {
        let mut server = Server::default();
        let read = together(&mut server, |conn| {
            let [one, two] = [ask(conn, "one")?, ask(conn, "two")?];
            // The second of the same is asked like the first.
            let again = ask(conn, "one")?;
            Ok::<_, StoreError>([one, two, again])
        });
        assert_eq!(read.unwrap(), ["one", "two", "one"]);
        assert_eq!(server.trips, [3]);
    }

    #[test]
    fn what_hangs_on_an_answer_is_asked_after_it() {
        let mut server = Server::default();
        let read = together(&mut server, |conn| {
            let one = ask(conn, "one")?;
            let more = if one.is_empty() { String::new() } else { ask(conn, &format!("{one} more"))? };
            Ok::<_, StoreError>((more, ask(conn, "two")?))
        });
        assert_eq!(read.unwrap(), ("one more".to_owned(), "two".to_owned()));
        assert_eq!(server.trips, [2, 1]);
    }

    #[test]
    fn work_that_refuses_an_empty_answer_is_done_with_the_true_one() {
        let mut server = Server::default();
        let read = together(&mut server, |conn| {
            let one = ask(conn, "one")?;
            if one.is_empty() {
                return Err(StoreError::Broken("nothing there".to_owned()));
            }
            Ok((one, ask(conn, "two")?))
        });
        assert_eq!(read.unwrap(), ("one".to_owned(), "two".to_owned()));
        assert_eq!(server.trips, [1, 1]);
    }

    #[test]
    fn work_that_may_run_twice_writes_nothing() {
        let mut server = Server::default();
        let wrote = together(&mut server, |conn| {
            let both = [ask(conn, "one")?, ask(conn, "two")?];
            conn.exec(&Stmt::Raw("DELETE".to_owned(), Vec::new())).map(|_| both)
        });
        assert!(wrote.is_err());
    }
}
