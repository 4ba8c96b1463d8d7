//! A disk that is full in the middle of transactions that share a commit: everyone in it is told what became of his own.
//!
//! The fault is a real one: SQLite itself finds no page for what is written (`max_page_count`), as it would on a disk
//! without space. At the end: what becomes of readers that rest.

use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;

use super::*;

/// Transactions of a group, and statements of each.
const MEMBERS: i64 = 4;
const STATEMENTS: i64 = 3;

/// How a transaction writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writes {
    /// Row by row: SQLite ends the whole transaction when there is no space.
    Rows,
    /// Two rows at once: SQLite undoes the statement alone.
    Pairs,
    /// Row by row, going on after an error as if there were none.
    RowsWhateverComes,
}

/// A database in a folder of its own.
struct Place {
    folder: PathBuf,
    store: SqliteStore,
}

impl Place {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("forwarder-full-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let store = SqliteStore::file(&folder.join("forwarder.db")).expect("opens");
        let table = "CREATE TABLE kept (member INTEGER NOT NULL, statement INTEGER NOT NULL, half INTEGER NOT NULL, \
             body TEXT NOT NULL, UNIQUE (member, statement, half))";
        store.write(|conn| conn.batch(table)).unwrap_or_else(|error: StoreError| panic!("{error}"));
        Self { folder, store }
    }

    /// What is there, read beside the writer.
    fn rows(&self) -> Vec<(i64, i64)> {
        let select = "SELECT member, statement FROM kept ORDER BY member, statement, half".to_owned();
        let rows = self.store.read(|conn| conn.query(&Stmt::Raw(select, Vec::new())));
        let rows = rows.unwrap_or_else(|error: StoreError| panic!("{error}"));
        rows.iter().map(|row| (row.get(0).expect("a number"), row.get(1).expect("a number"))).collect()
    }

    /// From now on the database takes no further page, or any number of them.
    fn limit(conn: &mut dyn Conn, full: bool) -> Result<(), StoreError> {
        conn.batch(if full { "PRAGMA max_page_count = 1" } else { "PRAGMA max_page_count = 1000000" })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// More than a page holds, so that each statement needs new ones.
fn insert(member: i64, statement: i64, writes: Writes) -> Stmt {
    let body = Value::Text("x".repeat(20_000));
    let own = |half: i64| [Value::Int(member), Value::Int(statement), Value::Int(half), body.clone()];
    if writes == Writes::Pairs {
        let text = "INSERT INTO kept (member, statement, half, body) VALUES (?1, ?2, ?3, ?4), (?5, ?6, ?7, ?8)";
        return Stmt::Raw(text.to_owned(), own(0).into_iter().chain(own(1)).collect());
    }
    let text = "INSERT INTO kept (member, statement, half, body) VALUES (?1, ?2, ?3, ?4)";
    Stmt::Raw(text.to_owned(), own(0).to_vec())
}

/// The statements of a member. The disk is full at the statement of the group that has this number; what is undone then
/// makes space for those behind.
fn write_all(
    conn: &mut dyn Conn,
    (member, writes): (i64, Writes),
    (number, full_at): (&AtomicI64, Option<i64>),
) -> Result<(), StoreError> {
    for statement in 0..STATEMENTS {
        if Some(number.fetch_add(1, Ordering::SeqCst)) == full_at {
            Place::limit(conn, true)?;
        }
        match conn.exec(&insert(member, statement, writes)) {
            Err(_) if writes == Writes::RowsWhateverComes => {}
            other => {
                other?;
            }
        }
    }
    Ok(())
}

/// Members of one group that write rows.
fn group(place: &Place, writes: Writes, full_at: Option<i64>) -> Vec<Result<(), StoreError>> {
    let number = AtomicI64::new(0);
    gathered(place, |conn, member| write_all(conn, (member, writes), (&number, full_at)))
}

/// Members of one group, each on a thread of its own; answers what each was told. The first one holds the turn until all
/// others wait for it, so all of them share a commit as far as the disk lets them.
fn gathered(
    place: &Place,
    work: impl Fn(&mut dyn Conn, i64) -> Result<(), StoreError> + Sync,
) -> Vec<Result<(), StoreError>> {
    let (store, work) = (&place.store, &work);
    let wait_for_others = || {
        while lock(&store.turns.queue).waiting < usize::try_from(MEMBERS - 1).expect("fits") {
            std::thread::yield_now();
        }
    };
    let (begun, first_begun) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let first = scope.spawn(move || {
            store.write(|conn| {
                begun.send(()).expect("is heard");
                wait_for_others();
                work(conn, 0)
            })
        });
        first_begun.recv().expect("has the turn");
        let others = (1..MEMBERS).map(|member| scope.spawn(move || store.write(|conn| work(conn, member))));
        let others: Vec<_> = others.collect();
        std::iter::once(first).chain(others).map(|one| one.join().expect("ends")).collect()
    })
}

/// What should be there of members that were told these things.
fn told(outcomes: &[Result<(), StoreError>], writes: Writes) -> Vec<(i64, i64)> {
    let halves = if writes == Writes::Pairs { 2 } else { 1 };
    let kept = (0..).zip(outcomes).filter(|(_, outcome)| outcome.is_ok()).map(|(member, _)| member);
    kept.flat_map(|member| (0..STATEMENTS).flat_map(move |statement| std::iter::repeat_n((member, statement), halves)))
        .collect()
}

#[test]
fn everyone_in_a_group_is_told_the_truth_at_whichever_statement_the_disk_is_full() {
    for writes in [Writes::Rows, Writes::Pairs, Writes::RowsWhateverComes] {
        for full_at in 0..MEMBERS * STATEMENTS {
            let place = Place::new();
            let outcomes = group(&place, writes, Some(full_at));
            let told = told(&outcomes, writes);
            assert_eq!(place.rows(), told, "{writes:?}, full at {full_at}: {outcomes:?}");
            let failed: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
            assert!(!failed.is_empty(), "{writes:?}, full at {full_at}");
            assert!(failed.iter().all(|error| matches!(error, StoreError::Disk(_))), "{failed:?}");
        }
    }
}

#[test]
fn a_statement_that_is_undone_alone_costs_nobody_else_his_transaction() {
    for full_at in 0..MEMBERS * STATEMENTS {
        let place = Place::new();
        let outcomes = group(&place, Writes::Pairs, Some(full_at));
        let before = usize::try_from(full_at / STATEMENTS).expect("fits");
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), before, "full at {full_at}");
    }
}

#[test]
fn who_is_refused_takes_nobody_along_whichever_place_he_has_in_the_group() {
    for refused in 0..MEMBERS {
        let place = Place::new();
        let number = AtomicI64::new(0);
        let outcomes = gathered(&place, |conn, member| {
            write_all(conn, (member, Writes::Rows), (&number, None))?;
            if member == refused { Err(StoreError::Broken("refused".to_owned())) } else { Ok(()) }
        });
        let failed: Vec<i64> =
            (0..).zip(&outcomes).filter(|(_, outcome)| outcome.is_err()).map(|(member, _)| member).collect();
        assert_eq!((failed, place.rows()), (vec![refused], told(&outcomes, Writes::Rows)));
    }
}

#[test]
fn who_comes_behind_a_full_disk_writes_in_a_transaction_of_his_own() {
    let place = Place::new();
    let outcomes = group(&place, Writes::Rows, Some(0));
    assert!(outcomes.iter().all(Result::is_err), "{outcomes:?}");
    assert!(place.store.saving().fault().is_some());
    let small = "INSERT INTO kept (member, statement, half, body) VALUES (9, 0, 0, '')";
    let done = place.store.write(|conn| {
        Place::limit(conn, false)?;
        conn.exec(&Stmt::Raw(small.to_owned(), Vec::new()))
    });
    assert_eq!(done.unwrap_or_else(|error: StoreError| panic!("{error}")), 1);
    assert_eq!(place.rows(), [(9, 0)]);
    assert_eq!(place.store.saving().fault(), None, "what was written last was kept");
    let outcomes = group(&place, Writes::Rows, None);
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
}

#[test]
fn a_panic_on_a_full_disk_leaves_nothing_and_the_next_one_writes() {
    let place = Place::new();
    let number = AtomicI64::new(0);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        place.store.write(|conn| {
            let full = write_all(conn, (0, Writes::Rows), (&number, Some(1)));
            assert!(full.is_ok(), "the disk is full");
            full
        })
    }));
    assert!(panicked.is_err());
    let unlimited = place.store.write(|conn| Place::limit(conn, false));
    unlimited.unwrap_or_else(|error: StoreError| panic!("{error}"));
    assert_eq!(place.rows(), []);
    assert!(group(&place, Writes::Rows, None).iter().all(Result::is_ok));
}

#[test]
fn what_changes_nothing_does_not_say_that_there_is_space() {
    let place = Place::new();
    let full = |conn: &mut dyn Conn| {
        Place::limit(conn, true)?;
        conn.exec(&insert(0, 0, Writes::Rows))
    };
    assert!(matches!(place.store.write(full), Err(StoreError::Disk(_))));
    let nothing = Stmt::Raw("UPDATE kept SET body = '' WHERE member = -1".to_owned(), Vec::new());
    let done = place.store.write(|conn| conn.exec(&nothing));
    assert_eq!(done.unwrap_or_else(|error: StoreError| panic!("{error}")), 0);
    let fault = place.store.saving().fault().expect("nothing was kept since");
    assert_eq!(fault.place, place.folder.display().to_string());
}

#[test]
fn a_reader_that_has_rested_gives_its_memory_back_and_reads_on() {
    let place = Place::new();
    let bare = || lock(&place.store.readers.idle).iter().map(|one| one.bare).collect::<Vec<_>>();
    let all = bare().len();
    place.rows();
    assert_eq!(bare(), vec![false; all], "one that was at work lately keeps what makes it fast");
    let long_ago = Instant::now().checked_sub(REST).expect("the machine has run so long");
    lock(&place.store.readers.idle).iter_mut().for_each(|one| one.since = long_ago);
    // One at each return, so that no caller waits for all of them; the one in use never.
    for rested in 1..=all {
        place.rows();
        let expected: Vec<bool> = (0..all).map(|at| at < rested.min(all - 1)).collect();
        assert_eq!(bare(), expected, "after {rested} returns");
    }
    let written: Result<u64, StoreError> = place.store.write(|conn| conn.exec(&insert(1, 1, Writes::Rows)));
    assert_eq!(written.ok(), Some(1));
    let held: Vec<_> = (0..all).map(|_| place.store.readers.take().expect("in time").expect("a reader")).collect();
    for conn in &held {
        let count = conn.query_row("SELECT COUNT(*) FROM kept", [], |row| row.get::<_, i64>(0));
        assert_eq!(count, Ok(1));
    }
}

#[test]
fn a_writer_that_has_rested_gives_its_memory_back_at_a_read_and_writes_on() {
    let place = Place::new();
    let put = |member| {
        let written: Result<u64, StoreError> = place.store.write(|conn| conn.exec(&insert(member, 1, Writes::Rows)));
        assert_eq!(written.ok(), Some(1));
    };
    put(1);
    place.rows();
    assert!(!lock(&place.store.writer).bare, "it was at work lately");
    lock(&place.store.writer).since = Instant::now().checked_sub(REST).expect("the machine has run so long");
    place.rows();
    assert!(lock(&place.store.writer).bare);
    put(2);
    assert!(!lock(&place.store.writer).bare);
    assert_eq!(place.rows().len(), 2);
}
