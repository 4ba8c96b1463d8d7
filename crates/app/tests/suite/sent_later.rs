//! Statements nobody waits for (decision 35): they are there when somebody reads, in their order, all or none of them.

use platform::store::{Conn, Stmt, Store, StoreConfig, StoreError, Value};

use crate::database::{on_postgresql, rows, with_store};

fn on_each(name: &str, story: impl Fn(&Store)) {
    let on = |config: &StoreConfig| {
        with_store(config, |store| {
            let made = store.write(|conn| conn.batch("CREATE TABLE thing (id BIGINT PRIMARY KEY)"));
            made.unwrap_or_else(|error: StoreError| panic!("{error}"));
            story(store);
        });
    };
    on(&StoreConfig::SqliteMemory);
    on_postgresql(name, |url| on(&StoreConfig::Postgres { url, connections: 2 }));
}

fn later(conn: &mut dyn Conn, text: &str) -> Result<(), StoreError> {
    conn.exec_later(&Stmt::Raw(text.to_owned(), Vec::new()))
}

fn add(conn: &mut dyn Conn, id: usize) -> Result<(), StoreError> {
    later(conn, &format!("INSERT INTO thing (id) VALUES ({id})"))
}

const COUNT: &str = "SELECT COUNT(*) FROM thing";

#[test]
fn what_was_sent_later_is_read_in_its_order_and_kept() {
    on_each("later_order", |store| {
        let seen = store.write(|conn| {
            // More than go in one trip, each behind the one before.
            (1..=70).try_for_each(|id| add(conn, id))?;
            later(conn, "DELETE FROM thing WHERE id > 35")?;
            let seen = conn.first(&Stmt::Raw(COUNT.to_owned(), Vec::new()))?;
            later(conn, "DELETE FROM thing WHERE id = 1")?;
            Ok::<_, StoreError>(seen.map(|row| row.0))
        });
        assert_eq!(seen.expect("kept"), Some(vec![Value::Int(35)]));
        assert_eq!(rows(store, COUNT), [[Value::Int(34)]]);
    });
}

#[test]
fn what_stands_against_one_of_them_undoes_all() {
    on_each("later_fault", |store| {
        let done = store.write(|conn| [1, 2, 1].into_iter().try_for_each(|id| add(conn, id)));
        assert!(matches!(done, Err(StoreError::Unique(_))), "{done:?}");
        assert_eq!(rows(store, COUNT), [[Value::Int(0)]]);
        let refused = store.write(|conn| {
            add(conn, 1)?;
            Err::<(), _>(StoreError::Broken("thought better of it".to_owned()))
        });
        assert!(refused.is_err());
        assert_eq!(rows(store, COUNT), [[Value::Int(0)]]);
    });
}

#[test]
fn of_a_part_that_is_undone_nothing_is_sent() {
    on_each("later_part", |store| {
        let done = store.write(|conn| {
            add(conn, 1)?;
            conn.batch("SAVEPOINT part")?;
            add(conn, 2)?;
            conn.batch("ROLLBACK TO SAVEPOINT part")?;
            conn.batch("RELEASE SAVEPOINT part")?;
            add(conn, 3)
        });
        done.expect("kept");
        assert_eq!(rows(store, "SELECT id FROM thing ORDER BY id"), [[Value::Int(1)], [Value::Int(3)]]);
    });
}
