//! SQLite: a pool of readers, one writer that commits waiting transactions in groups.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::backup::Backup;
use rusqlite::types::{ToSqlOutput, Value as LiteValue, ValueRef};
use rusqlite::{CachedStatement, Connection, ErrorCode, OpenFlags, StatementStatus, ToSql, ffi, params_from_iter};

use super::bounds::{self, Bounds};
use super::fit;
use super::heard::Heard;
use super::written::WrittenTables;
use super::{Conn, Dialect, Row, SlowStatements, Stmt, StoreError, StoreFigures, Value};
use crate::saving::{Saving, folder_name};

/// The oldest library without the WAL-reset fault.
const VERSION_MIN: i32 = 3_051_003;
/// Most transactions in one commit.
const GROUP_MAX: usize = 64;
const STATEMENTS_CACHED: usize = 256;
/// Steps of a statement between two looks at the clock: a fraction of a millisecond.
const STEPS: i32 = 10_000;
/// The longest a look whether the database answers may take.
const PROBE: Duration = Duration::from_secs(3);
/// Faults of pages that are told.
const FAULTS_MAX: usize = 3;
/// Page cache of one connection in KiB (negative: a size, not a page count).
const CACHE_KIB: i32 = -16_384;
/// A reader nobody took for so long gives its page cache and its prepared statements back.
const REST: Duration = Duration::from_secs(10);

/// An open SQLite database.
pub struct SqliteStore {
    readers: Readers,
    turns: Turns,
    /// Tells whether the database answers while all readers are busy; none of a database in memory.
    probe: Option<Mutex<Connection>>,
    writer: Mutex<Writer>,
    notes: Notes,
}

/// What is noted of the statements.
#[derive(Default)]
struct Notes {
    slow: SlowStatements,
    written: WrittenTables,
    heard: Heard,
    saving: Saving,
}

struct Writer {
    conn: Connection,
    /// When it was last at work.
    since: Instant,
    /// It has given its memory back.
    bare: bool,
    batch: Option<Arc<Batch>>,
    in_batch: usize,
    /// Whether the batch holds rows of a transaction that met no fault of the disk.
    wrote: bool,
}

/// The fate of the transactions committed together.
#[derive(Default)]
struct Batch {
    outcome: Mutex<Option<Result<(), StoreError>>>,
    known: Condvar,
}

/// Whose turn it is to write.
#[derive(Default)]
struct Turns {
    queue: Mutex<Queue>,
    freed: Condvar,
}

#[derive(Default)]
struct Queue {
    taken: bool,
    waiting: usize,
}

/// The turn of one writer; the next one's when this is dropped.
struct Turn<'a>(&'a Turns);

impl Turns {
    /// Waits for a turn, as long as a call may.
    fn take(&self) -> Result<Turn<'_>, StoreError> {
        let until = bounds::patience().map(|longest| Instant::now() + longest);
        let mut queue = lock(&self.queue);
        queue.waiting += 1;
        while queue.taken {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            queue = match left {
                None => self.freed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => {
                    // It is somebody's turn, and he sees at its end who waits: not this one.
                    queue.waiting -= 1;
                    return Err(StoreError::Late("others are writing".to_owned()));
                }
                Some(left) => self.freed.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
        queue.waiting -= 1;
        queue.taken = true;
        Ok(Turn(self))
    }
}

impl Turn<'_> {
    /// Ends the turn. What was written is committed with the next one's, unless nobody waits or it must be now.
    fn end(self, must: bool, commit: impl FnOnce()) {
        let queue = lock(&self.0.queue);
        let last = must || queue.waiting == 0;
        // Whoever gives up waiting from here on does so while this one still has the turn, or takes it.
        if last {
            drop(queue);
            commit();
        } else {
            self.pass(queue);
            std::mem::forget(self);
        }
    }

    fn pass(&self, mut queue: MutexGuard<'_, Queue>) {
        queue.taken = false;
        drop(queue);
        self.0.freed.notify_one();
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.pass(lock(&self.0.queue));
    }
}

struct Readers {
    /// Who came back last is taken first: while few call, the others rest.
    idle: Mutex<Vec<Idle>>,
    freed: Condvar,
}

/// A reader nobody works with.
struct Idle {
    conn: Connection,
    since: Instant,
    /// Whether it gave its memory back since somebody worked with it.
    bare: bool,
}

impl Idle {
    fn new(conn: Connection) -> Self {
        Self { conn, since: Instant::now(), bare: false }
    }

    fn give_back(&mut self) {
        give_back(&self.conn);
        self.bare = true;
    }
}

/// Page cache and prepared statements of a connection. What SQLite can't give back stays, and harms nobody.
fn give_back(conn: &Connection) {
    conn.flush_prepared_statement_cache();
    let _ = conn.release_memory();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SqliteStore {
    /// Opens or creates a database file, with its folder.
    pub fn file(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| StoreError::Broken(format!("{}: {e}", folder.display())))?;
        }
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        Self::open(path.to_owned(), flags, cores * 2).map_err(|error| match error {
            StoreError::Disk(text) => StoreError::Disk(format!("{}: {text}", path.display())),
            other => other,
        })
    }

    /// A private database in memory, shared by the connections of this store.
    pub fn memory() -> Result<Self, StoreError> {
        static NEXT: AtomicI64 = AtomicI64::new(1);
        let name = format!("file:forwarder-{}?mode=memory&cache=shared", NEXT.fetch_add(1, Ordering::Relaxed));
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI;
        Self::open(PathBuf::from(name), flags, 0)
    }

    /// Overwrites another database with what this one holds.
    pub fn copy_into(&self, other: &Self) -> Result<(), StoreError> {
        let (from, mut to) = (lock(&self.writer), lock(&other.writer));
        let pages = Backup::new(&from.conn, &mut to.conn).map_err(broken)?;
        pages.step(-1).map(drop).map_err(broken)
    }

    fn open(path: PathBuf, flags: OpenFlags, readers: usize) -> Result<Self, StoreError> {
        if rusqlite::version_number() < VERSION_MIN {
            return Err(StoreError::Broken(format!("SQLite {} is too old", rusqlite::version())));
        }
        let conn = connect(&path, flags)?;
        let reader = || {
            let reader = connect(&path, flags)?;
            reader.pragma_update(None, "query_only", true).map_err(broken)?;
            Ok(reader)
        };
        let idle = (0..readers).map(|_| reader().map(Idle::new)).collect::<Result<Vec<_>, StoreError>>()?;
        let probe = if readers > 0 { Some(Mutex::new(reader()?)) } else { None };
        let saving = path.parent().filter(|_| readers > 0).map(|folder| Saving::at(folder_name(folder)));
        Ok(Self {
            probe,
            readers: Readers { idle: Mutex::new(idle), freed: Condvar::new() },
            turns: Turns::default(),
            writer: Mutex::new(Writer {
                conn,
                since: Instant::now(),
                bare: true,
                batch: None,
                in_batch: 0,
                wrote: false,
            }),
            notes: Notes { saving: saving.unwrap_or_else(|| Saving::at("SQLite")), ..Notes::default() },
        })
    }

    /// Runs reads. A database in memory has one connection for everything.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match self.readers.take()? {
            None => self.write(work),
            Some(conn) => {
                let mut reader = ReadGuard { conn: Some(conn), home: &self.readers };
                let Some(conn) = reader.conn.as_mut() else { return Err(gone().into()) };
                let done = work(&mut LiteConn::new(conn, &self.notes, true));
                drop(reader);
                self.rest_writer();
                done
            }
        }
    }

    /// A writer nobody needed for a while gives its memory back, as a reader does. Who reads sees to it: reads never end.
    fn rest_writer(&self) {
        if let Ok(mut writer) = self.writer.try_lock() {
            writer.rest();
        }
    }

    /// Whether the database answers.
    pub fn probe(&self) -> Result<(), StoreError> {
        let one = |conn: &Connection| {
            let _watched = bounds::watch(true);
            conn.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(())).map_err(broken)
        };
        let (_waiting, caller) = bounds::caller();
        bounds::within(Bounds { statement: PROBE, caller }, || match &self.probe {
            Some(probe) => one(&lock(probe)),
            // A database in memory that is at work answers.
            None => self.writer.try_lock().map_or(Ok(()), |writer| one(&writer.conn)),
        })
    }

    /// Runs a transaction; returns when it is safely on disk. Several may share one commit. When SQLite ends a shared
    /// transaction by itself, as it does when the disk is full, each of them is told so, and the next one begins anew.
    pub fn write<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        let turn = self.turns.take()?;
        let mut writer = lock(&self.writer);
        (writer.since, writer.bare) = (Instant::now(), false);
        let batch = writer.join_batch(&self.notes)?;
        let outcome = catch_unwind(AssertUnwindSafe(|| writer.in_savepoint(&self.notes, work)));
        let must = writer.in_batch >= GROUP_MAX || outcome.is_err();
        turn.end(must, || writer.commit(&self.notes));
        drop(writer);
        let committed = batch.wait();
        match outcome {
            Err(panic) => resume_unwind(panic),
            Ok(Err(refused)) => Err(refused),
            Ok(Ok(done)) => committed.map(|()| done).map_err(E::from),
        }
    }

    /// Runs reads in one transaction, which in WAL sees one moment and holds up nobody.
    pub fn snapshot<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        self.read(|conn| {
            if self.in_memory() {
                return work(conn);
            }
            conn.batch("BEGIN")?;
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut *conn)));
            let ended = conn.batch("COMMIT");
            let done = outcome.unwrap_or_else(|panic| resume_unwind(panic))?;
            ended?;
            Ok(done)
        })
    }

    /// A database in memory has no readers: its reads stand inside the writer's transaction already.
    fn in_memory(&self) -> bool {
        lock(&self.readers.idle).capacity() == 0
    }

    /// What is wrong with the pages: first whether each can be read, then whether indexes and tables say the same, which
    /// takes longer. Each look is ended when its time is over.
    pub fn check_pages(&self, within: Duration) -> Result<Vec<String>, StoreError> {
        for look in ["quick_check", "integrity_check"] {
            let text = format!("PRAGMA {look}({FAULTS_MAX})");
            let (_waiting, caller) = bounds::caller();
            let rows = bounds::within(Bounds { statement: within, caller }, || {
                self.read(|conn| conn.query(&Stmt::Raw(text, Vec::new())))
            })?;
            let told = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
            if told != ["ok"] {
                return Ok(told);
            }
        }
        Ok(Vec::new())
    }

    /// What the database says of itself.
    pub fn figures(&self) -> Result<StoreFigures, StoreError> {
        let text = "SELECT sqlite_version(), \
            (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())";
        let row = self.read(|conn| conn.first(&Stmt::Raw(text.to_owned(), Vec::new())))?.unwrap_or_default();
        let readers = i64::try_from(lock(&self.readers.idle).capacity()).unwrap_or_default();
        Ok(StoreFigures { kind: "SQLite", version: row.get(0)?, bytes: row.get(1)?, connections: readers + 1 })
    }

    /// The tables that were written.
    pub fn written(&self) -> &WrittenTables {
        &self.notes.written
    }

    /// The statements that took long.
    pub fn slow(&self) -> &SlowStatements {
        &self.notes.slow
    }

    /// The statements as a listener hears them.
    pub fn heard(&self) -> &Heard {
        &self.notes.heard
    }

    /// Whether what is written is kept.
    pub fn saving(&self) -> &Saving {
        &self.notes.saving
    }
}

fn gone() -> StoreError {
    StoreError::Broken("the connection is gone".to_owned())
}

impl Writer {
    /// Gives its memory back when it has rested, and nothing waits to be committed.
    fn rest(&mut self) {
        if !self.bare && self.batch.is_none() && self.since.elapsed() >= REST {
            give_back(&self.conn);
            self.bare = true;
        }
    }

    fn join_batch(&mut self, notes: &Notes) -> Result<Arc<Batch>, StoreError> {
        if let Some(batch) = &self.batch {
            return Ok(batch.clone());
        }
        self.undo();
        self.conn.execute_batch("BEGIN IMMEDIATE").map_err(|error| noted(error, notes))?;
        let batch = Arc::new(Batch::default());
        self.batch = Some(batch.clone());
        Ok(batch)
    }

    /// Keeps the work or undoes it alone, whatever becomes of its neighbours in the batch. Where that can't be done the
    /// whole batch is lost. The first of a batch has nobody before it and needs no savepoint: SQLite walks through all
    /// pages that an open one has seen changed at the end of each statement below it, so that what takes many
    /// statements would take time by their square.
    fn in_savepoint<T, E: From<StoreError>>(
        &mut self,
        notes: &Notes,
        work: impl FnOnce(&mut dyn Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        let is_first = self.in_batch == 0;
        self.in_batch += 1;
        if let Err(error) = self.conn.execute_batch(if is_first { "" } else { "SAVEPOINT one" }) {
            let fault = noted(error, notes);
            self.lose(&fault);
            return Err(fault.into());
        }
        let before = self.conn.total_changes();
        let mut conn = LiteConn::new(&mut self.conn, notes, false);
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&mut conn)));
        let (ended, met_disk) = (conn.ended.take(), conn.met_disk);
        let keep = matches!(outcome, Ok(Ok(_)));
        let lost = ended.or_else(|| self.end_work(keep, is_first).err().map(|error| noted(error, notes)));
        if met_disk {
            self.wrote = false;
        } else if keep && self.conn.total_changes() != before {
            self.wrote = true;
        }
        if let Some(fault) = lost {
            self.lose(&fault);
            if keep {
                // It knew nothing of the fault, or did not mind it.
                return Err(fault.into());
            }
        }
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn end_work(&self, keep: bool, is_first: bool) -> rusqlite::Result<()> {
        self.conn.execute_batch(match (keep, is_first) {
            (true, true) => "",
            (true, false) => "RELEASE one",
            (false, true) => "ROLLBACK; BEGIN IMMEDIATE",
            (false, false) => "ROLLBACK TO one; RELEASE one",
        })
    }

    fn commit(&mut self, notes: &Notes) {
        if self.batch.is_none() {
            // It was lost, and everyone in it knows.
            return;
        }
        let outcome = self.conn.execute_batch("COMMIT").map_err(|error| {
            let unknown = matches!(error.sqlite_extended_error_code(), Some(ffi::SQLITE_IOERR_FSYNC));
            match noted(error, notes) {
                // It may be found in the log after a crash, so nobody is told to send it again.
                StoreError::Disk(text) if unknown => StoreError::Broken(text),
                fault => fault,
            }
        });
        if outcome.is_ok() && self.wrote {
            notes.saving.succeeded();
        }
        self.undo();
        self.tell(&outcome);
    }

    /// Nothing of the batch is kept, and everyone in it is told so.
    fn lose(&mut self, fault: &StoreError) {
        self.undo();
        self.tell(&Err(match fault {
            StoreError::Disk(_) => fault.clone(),
            other => StoreError::Broken(format!("undone together with a transaction that failed: {other}")),
        }));
    }

    /// Undoes what is not committed.
    fn undo(&mut self) {
        if !self.conn.is_autocommit() {
            let _ = self.conn.execute_batch("ROLLBACK");
        }
    }

    fn tell(&mut self, outcome: &Result<(), StoreError>) {
        self.in_batch = 0;
        self.wrote = false;
        if let Some(batch) = self.batch.take() {
            *lock(&batch.outcome) = Some(outcome.clone());
            batch.known.notify_all();
        }
    }
}

impl Batch {
    fn wait(&self) -> Result<(), StoreError> {
        let mut outcome = lock(&self.outcome);
        loop {
            if let Some(known) = outcome.as_ref() {
                return known.clone();
            }
            outcome = self.known.wait(outcome).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Readers {
    /// Waits for an idle reader, as long as a call may; none when the store has no readers of its own.
    fn take(&self) -> Result<Option<Connection>, StoreError> {
        let mut idle = lock(&self.idle);
        if idle.capacity() == 0 {
            return Ok(None);
        }
        let until = bounds::patience().map(|longest| Instant::now() + longest);
        loop {
            if let Some(reader) = idle.pop() {
                return Ok(Some(reader.conn));
            }
            let Some(until) = until else {
                idle = self.freed.wait(idle).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(StoreError::Late("no reader is free".to_owned()));
            }
            (idle, _) = self.freed.wait_timeout(idle, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a reader back. On this occasion one that has rested gives its memory back: occasions never end, because the
    /// jobs look for work every few seconds.
    fn put(&self, conn: Connection) {
        let back = Idle::new(conn);
        let mut idle = lock(&self.idle);
        let has_rested = |one: &Idle| !one.bare && back.since.saturating_duration_since(one.since) >= REST;
        let rested = idle.iter().position(has_rested).map(|place| idle.remove(place));
        idle.push(back);
        drop(idle);
        self.freed.notify_one();
        if let Some(mut rested) = rested {
            rested.give_back();
            // In front, where it is taken last: it would have to prepare and read everything anew.
            lock(&self.idle).insert(0, rested);
            self.freed.notify_one();
        }
    }
}

struct ReadGuard<'a> {
    conn: Option<Connection>,
    home: &'a Readers,
}

impl Drop for ReadGuard<'_> {
    fn drop(&mut self) {
        if let Some(conn) = self.conn.take() {
            self.home.put(conn);
        }
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    // Every connection is used by one thread at a time, so SQLite need not lock at every cell read.
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags).map_err(broken)?;
    conn.progress_handler(STEPS, Some(bounds::is_over)).map_err(broken)?;
    conn.busy_timeout(std::time::Duration::from_secs(10)).map_err(broken)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS_CACHED);
    let text = format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
         PRAGMA cache_size = {CACHE_KIB}; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0;"
    );
    conn.execute_batch(&text).map_err(broken)?;
    Ok(conn)
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function in map_err")]
fn broken(error: rusqlite::Error) -> StoreError {
    match &error {
        rusqlite::Error::SqliteFailure(code, Some(text))
            if code.code == ErrorCode::ConstraintViolation && text.starts_with("UNIQUE constraint failed") =>
        {
            StoreError::Unique(text.trim_start_matches("UNIQUE constraint failed: ").to_owned())
        }
        rusqlite::Error::SqliteFailure(code, _) if code.code == ErrorCode::OperationInterrupted => {
            StoreError::Late("a statement took longer than a call may, or nobody waited for it".to_owned())
        }
        rusqlite::Error::SqliteFailure(code, _) if is_of_disk(code.code) => StoreError::Disk(error.to_string()),
        _ if fit::is_of_values(&error.to_string()) => StoreError::Unfit(error.to_string()),
        _ => StoreError::Broken(error.to_string()),
    }
}

/// Whether the disk is full or fails. One that fails may have become read-only under an open database.
fn is_of_disk(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::DiskFull | ErrorCode::SystemIoFailure | ErrorCode::ReadOnly)
}

/// The error of a write; noted when it is the disk's.
fn noted(error: rusqlite::Error, notes: &Notes) -> StoreError {
    match broken(error) {
        StoreError::Disk(text) => {
            notes.saving.failed(&text);
            StoreError::Disk(notes.saving.told(&text))
        }
        other => other,
    }
}

struct LiteConn<'a> {
    conn: &'a mut Connection,
    notes: &'a Notes,
    reads: bool,
    /// The error with which SQLite ended the whole transaction. Further statements would each be kept by itself.
    ended: Option<StoreError>,
    /// Whether the disk refused a statement.
    met_disk: bool,
}

impl<'a> LiteConn<'a> {
    fn new(conn: &'a mut Connection, notes: &'a Notes, reads: bool) -> Self {
        Self { conn, notes, reads, ended: None, met_disk: false }
    }

    /// Refuses to go on behind the end of the transaction.
    fn need_open(&self) -> Result<(), StoreError> {
        self.ended.clone().map_or(Ok(()), Err)
    }

    /// The error of a statement. A full disk ends the whole transaction, or undoes the statement alone; a failing disk
    /// always ends it.
    fn fault(&mut self, error: rusqlite::Error) -> StoreError {
        if self.reads {
            return match broken(error) {
                StoreError::Disk(text) => StoreError::Broken(self.notes.saving.told(&text)),
                other => other,
            };
        }
        let fault = noted(error, self.notes);
        self.met_disk |= matches!(fault, StoreError::Disk(_));
        if self.conn.is_autocommit() {
            self.ended = Some(fault.clone());
        }
        fault
    }

    /// Watches a statement that reads. One that writes is never interrupted: with it SQLite would undo the whole transaction,
    /// and those that share it.
    fn watch(&self, text: &str) -> Option<bounds::Watched> {
        text.starts_with("SELECT").then(|| bounds::watch(self.reads))
    }

    fn read_rows(&self, text: &str, values: &[Value]) -> rusqlite::Result<Vec<Row>> {
        let _watched = self.watch(text);
        let mut prepared = self.conn.prepare_cached(text)?;
        let width = prepared.column_count();
        let mut rows = prepared.query(params_from_iter(values.iter()))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let mut cells = Vec::with_capacity(width);
            for place in 0..width {
                cells.push(read_value(row.get_ref(place)?));
            }
            found.push(Row(cells));
        }
        drop(rows);
        self.hear(&prepared, text, values);
        Ok(found)
    }

    /// Hands rows over one by one.
    fn each_row(&self, text: &str, values: &[Value], take: &mut dyn FnMut(&Row)) -> rusqlite::Result<()> {
        let _watched = self.watch(text);
        let mut prepared = self.conn.prepare_cached(text)?;
        let mut row = Row(vec![Value::Null; prepared.column_count()]);
        let mut rows = prepared.query(params_from_iter(values.iter()))?;
        while let Some(next) = rows.next()? {
            for (place, cell) in row.0.iter_mut().enumerate() {
                read_into(cell, next.get_ref(place)?);
            }
            take(&row);
        }
        drop(rows);
        self.hear(&prepared, text, values);
        Ok(())
    }

    fn change_rows(&self, text: &str, values: &[Value]) -> rusqlite::Result<usize> {
        let mut prepared = self.conn.prepare_cached(text)?;
        let changed = prepared.execute(params_from_iter(values.iter()))?;
        self.hear(&prepared, text, values);
        Ok(changed)
    }

    /// Notes a run for who listens. The count of a statement that stays prepared begins anew with each run.
    fn hear(&self, prepared: &CachedStatement<'_>, text: &str, values: &[Value]) {
        if self.notes.heard.on() {
            let steps = prepared.reset_status(StatementStatus::VmStep);
            self.notes.heard.note(text, values, u64::try_from(steps).unwrap_or_default());
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::Owned(LiteValue::Null),
            Self::Int(number) => ToSqlOutput::Owned(LiteValue::Integer(*number)),
            Self::Bool(flag) => ToSqlOutput::Owned(LiteValue::Integer(i64::from(*flag))),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

fn read_value(value: ValueRef<'_>) -> Value {
    let mut cell = Value::Null;
    read_into(&mut cell, value);
    cell
}

/// Reads a value into a cell; a text takes the room of the one before.
fn read_into(cell: &mut Value, value: ValueRef<'_>) {
    match (value, &mut *cell) {
        (ValueRef::Text(bytes), Value::Text(text)) => {
            text.clear();
            push_utf8(bytes, text);
        }
        (ValueRef::Text(bytes), _) => {
            let mut text = String::with_capacity(bytes.len());
            push_utf8(bytes, &mut text);
            *cell = Value::Text(text);
        }
        (ValueRef::Null, _) => *cell = Value::Null,
        (ValueRef::Integer(number), _) => *cell = Value::Int(number),
        // No column is declared as a real number; one can only come from an expression.
        (ValueRef::Real(number), _) => *cell = Value::Text(number.to_string()),
        (ValueRef::Blob(bytes), _) => *cell = Value::Bytes(bytes.to_vec()),
    }
}

fn push_utf8(bytes: &[u8], text: &mut String) {
    match std::str::from_utf8(bytes) {
        Ok(sound) => text.push_str(sound),
        Err(_) => text.push_str(&String::from_utf8_lossy(bytes)),
    }
}

impl Conn for LiteConn<'_> {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        self.need_open()?;
        let (text, values) = statement.fit(Dialect::Sqlite)?;
        self.notes.written.note(&text);
        let begun = Instant::now();
        let found = self.read_rows(&text, &values);
        // What was ended for taking too long is among the slow ones.
        self.notes.slow.note(&text, begun.elapsed());
        found.map_err(|error| self.fault(error))
    }

    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.need_open()?;
        let (text, values) = statement.fit(Dialect::Sqlite)?;
        self.each_row(&text, &values, take).map_err(|error| self.fault(error))
    }

    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        self.need_open()?;
        let (text, values) = statement.fit(Dialect::Sqlite)?;
        self.notes.written.note(&text);
        let begun = Instant::now();
        let changed = self.change_rows(&text, &values).map_err(|error| self.fault(error))?;
        self.notes.slow.note(&text, begun.elapsed());
        Ok(u64::try_from(changed).unwrap_or(u64::MAX))
    }

    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.need_open()?;
        self.notes.written.note(text);
        self.conn.execute_batch(text).map_err(|error| self.fault(error))
    }
}

#[cfg(test)]
mod tests;
