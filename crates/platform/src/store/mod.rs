//! The one seam to the database: SQLite when nothing is configured, PostgreSQL by address.
//!
//! Statements are built by [`sql`] and carried by `rusqlite` or `tokio-postgres`; rows come back
//! as plain [`Value`]s by position. Code that talks to the database is synchronous and runs on
//! blocking threads, so a room is written once for both.

mod analysis;
mod bounds;
mod counts;
mod fit;
mod heard;
mod migrate;
mod pairs;
mod postgres;
mod reach;
mod slow;
pub mod sql;
mod sqlite;
mod tls;
mod together;
mod touch;
mod value;
mod watch;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use analysis::tempered;
pub use bounds::{Bounds, Caller, Waiting, caller, has_gone, within};
pub(crate) use counts::Counts;
pub use heard::Asked;
pub use migrate::{Migration, dialect_part, schema_version};
pub(crate) use pairs::{Pairs, Sought};
pub use reach::Unreachable;
pub use slow::{SlowClass, SlowStatements};
pub use sql::Stmt;
pub(crate) use tls::Address;
pub use together::together;
pub use touch::{VIEWS, Wrote};
pub use value::{Cell, CellError, Row, Value};
pub(crate) use watch::written as rows_of;
pub use written::Written;

use crate::push::Topic;
use crate::saving::Unsaved;

/// Which database a statement is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Embedded SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// What can go wrong at the database.
#[derive(Debug, Clone)]
pub enum StoreError {
    /// A unique index refused the row; holds the index's name, or the columns as SQLite says them.
    Unique(String),
    /// It took longer than a call may wait, or can't be reached: the same may be asked again.
    Late(String),
    /// The disk of the database is full, or fails: what was to be written is not kept. For the log.
    Disk(String),
    /// Values that no database keeps or works with, as a text that is too long; for the log.
    Unfit(String),
    /// Anything else; for the log, never for a user.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique(what) => write!(f, "unique index refused the row: {what}"),
            Self::Late(what) | Self::Disk(what) | Self::Unfit(what) | Self::Broken(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<CellError> for StoreError {
    fn from(error: CellError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// One connection, inside a transaction for writes.
pub trait Conn {
    /// Which database this is.
    fn dialect(&self) -> Dialect;
    /// Rows of a statement.
    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError>;
    /// Runs a statement; answers the number of rows it changed.
    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError>;
    /// Runs a statement that nobody waits for: it is sent to a server with those after it, at the latest before anything is
    /// read or the transaction is kept. What stands against it is then the error of that.
    fn exec_later(&mut self, statement: &Stmt) -> Result<(), StoreError> {
        self.exec(statement).map(drop)
    }
    /// Sends what nobody waited for.
    fn send(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
    /// Runs statements given as text (migrations only).
    fn batch(&mut self, text: &str) -> Result<(), StoreError>;

    /// Rows of several reads, none of which waits for the answer of another: one trip to a server.
    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        statements.iter().map(|statement| self.query(statement)).collect()
    }

    /// Hands the rows of a statement over one after another; a row is gone when the next one comes.
    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.query(statement)?.iter().for_each(take);
        Ok(())
    }

    /// The first row, if any.
    fn first(&mut self, statement: &Stmt) -> Result<Option<Row>, StoreError> {
        Ok(self.query(statement)?.into_iter().next())
    }

    /// The one row of a statement that counts or adds up, remembered for as long as nothing it was read of has changed:
    /// always what the database would answer now.
    fn counted(&mut self, statement: &Stmt) -> Result<Option<Row>, StoreError> {
        self.first(statement)
    }

    /// Says what else is news when the transaction is kept; rows that are written say so by themselves.
    fn tell(&mut self, topic: Topic) {
        drop(topic);
    }
}

/// Where the data lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreConfig {
    /// A SQLite file.
    SqliteFile(PathBuf),
    /// A private SQLite database in memory, for tests.
    SqliteMemory,
    /// A PostgreSQL address, `postgres://user:password@host:port/database`, with `sslmode` and `sslrootcert` where the
    /// line is to be secured.
    Postgres {
        /// The address.
        url: String,
        /// Most connections at once.
        connections: usize,
    },
}

impl StoreConfig {
    /// PostgreSQL for an address, else the file `forwarder.db` in the data folder.
    pub fn from_parts(database_url: Option<&str>, data_folder: &std::path::Path, connections: usize) -> Self {
        match database_url {
            Some(url) if !url.trim().is_empty() => Self::Postgres { url: url.trim().to_owned(), connections },
            _ => Self::SqliteFile(data_folder.join("forwarder.db")),
        }
    }
}

/// What a database says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFigures {
    /// Which it is.
    pub kind: &'static str,
    /// Its version.
    pub version: String,
    /// Its size in bytes.
    pub bytes: i64,
    /// Connections to it.
    pub connections: i64,
}

/// The connections a process has to its database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// Most there may be.
    pub most: usize,
    /// There are.
    pub open: usize,
    /// Nobody uses.
    pub idle: usize,
    /// Calls that wait for one.
    pub waiting: usize,
}

enum Engine {
    Sqlite(sqlite::SqliteStore),
    Postgres(postgres::PgStore),
}

/// What a kept transaction changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// What is news for those who look at it.
    pub topics: BTreeSet<Topic>,
    /// Every table that was written.
    pub wrote: BTreeSet<Wrote>,
}

/// Hears what a kept transaction changed.
type OnCommit = Box<dyn Fn(Kept) + Send + Sync>;
/// Tells whether what other processes keep is heard.
type HearsOthers = Box<dyn Fn() -> bool + Send + Sync>;

/// The database of a running product.
pub struct Store {
    engine: Arc<Engine>,
    /// Of all who share the connections.
    counts: Arc<Counts>,
    on_commit: OnceLock<OnCommit>,
    hears_others: OnceLock<HearsOthers>,
    pairs: OnceLock<Pairs>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store::{:?}", self.dialect())
    }
}

impl Store {
    /// Opens the database. Must be called inside a Tokio runtime.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let engine = match config {
            StoreConfig::SqliteFile(path) => Engine::Sqlite(sqlite::SqliteStore::file(path)?),
            StoreConfig::SqliteMemory => Engine::Sqlite(sqlite::SqliteStore::memory()?),
            StoreConfig::Postgres { url, connections } => Engine::Postgres(postgres::PgStore::open(url, *connections)?),
        };
        Ok(Self::of(Arc::new(engine), Arc::default()))
    }

    /// Opens a database that is there: whoever looks at one, or copies it, makes none.
    pub fn open_existing(config: &StoreConfig) -> Result<Self, StoreError> {
        match config.missing_file() {
            Some(file) => Err(StoreError::Broken(format!("there is no database at {}", file.display()))),
            None => Self::open(config),
        }
    }

    fn of(engine: Arc<Engine>, counts: Arc<Counts>) -> Self {
        Self { engine, counts, on_commit: OnceLock::new(), hears_others: OnceLock::new(), pairs: OnceLock::new() }
    }

    /// The same connections for another product in this process, which hears its own news alone.
    #[must_use]
    pub fn share(&self) -> Self {
        Self::of(self.engine.clone(), self.counts.clone())
    }

    /// Overwrites an SQLite database with what this one holds, page by page.
    pub fn copy_into(&self, other: &Self) -> Result<(), StoreError> {
        other.counts.forget();
        match (&*self.engine, &*other.engine) {
            (Engine::Sqlite(from), Engine::Sqlite(to)) => from.copy_into(to),
            _ => Err(StoreError::Broken("only SQLite databases are copied page by page".to_owned())),
        }
    }

    /// By which pairs of letters rows are found, which stands in the schema.
    pub(crate) fn pairs(&self) -> Result<&Pairs, StoreError> {
        if let Some(known) = self.pairs.get() {
            return Ok(known);
        }
        let read = self.read(Pairs::read)?;
        Ok(self.pairs.get_or_init(|| read))
    }

    /// From now on remembers which tables are written.
    pub fn record_writes(&self) {
        self.written_tables().switch_on();
    }

    /// What was written since this was asked last.
    pub fn take_written(&self) -> Written {
        self.written_tables().take()
    }

    fn written_tables(&self) -> &written::WrittenTables {
        match &*self.engine {
            Engine::Sqlite(store) => store.written(),
            Engine::Postgres(store) => store.written(),
        }
    }

    /// Has every kept transaction's news told; the first to ask is the one who hears them.
    pub fn on_commit(&self, hears: impl Fn(Kept) + Send + Sync + 'static) {
        let _ = self.on_commit.set(Box::new(hears));
    }

    /// Has it known whether what other processes keep is heard: counts are remembered only while it is.
    pub(crate) fn hears_others(&self, hears: impl Fn() -> bool + Send + Sync + 'static) {
        let _ = self.hears_others.set(Box::new(hears));
    }

    /// What is remembered of counts.
    pub(crate) fn counts(&self) -> Arc<Counts> {
        self.counts.clone()
    }

    /// How often a count was answered from memory.
    pub fn remembered(&self) -> u64 {
        self.counts.remembered()
    }

    /// Whether counts are remembered: an embedded database belongs to this process.
    fn remembers(&self) -> bool {
        match &*self.engine {
            Engine::Sqlite(_) => true,
            Engine::Postgres(_) => self.hears_others.get().is_some_and(|hears| hears()),
        }
    }

    /// Which database this is.
    pub fn dialect(&self) -> Dialect {
        match &*self.engine {
            Engine::Sqlite(_) => Dialect::Sqlite,
            Engine::Postgres(_) => Dialect::Postgres,
        }
    }

    /// How to reach the server, where there is one.
    pub(crate) fn postgres(&self) -> Option<tls::Address> {
        match &*self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(store) => Some(store.address()),
        }
    }

    /// Runs reads on one connection. Call from a blocking thread.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        let counts = self.remembers().then_some(&*self.counts);
        let work = |conn: &mut dyn Conn| work(&mut watch::Reading { conn, counts });
        match &*self.engine {
            Engine::Sqlite(store) => store.read(work),
            Engine::Postgres(store) => store.read(work),
        }
    }

    /// Runs `work` in one transaction: all of it is kept, or none. Call from a blocking thread.
    pub fn write<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        let (mut kept, mut closed) = (Kept::default(), None);
        let done = self.commit(|conn| {
            let mut watched = watch::Watched { conn, topics: BTreeSet::new(), wrote: BTreeSet::new() };
            let done = work(&mut watched);
            if done.is_ok() {
                kept = Kept { topics: watched.topics, wrote: watched.wrote };
                // From here until it is kept, and others can read it, no count is answered from memory.
                closed = (!kept.wrote.is_empty()).then(|| self.counts.close(&kept.wrote));
            }
            done
        });
        drop(closed);
        let done = done?;
        if let Some(hears) = self.on_commit.get().filter(|_| kept != Kept::default()) {
            hears(kept);
        }
        Ok(done)
    }

    fn commit<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match &*self.engine {
            Engine::Sqlite(store) => store.write(work),
            Engine::Postgres(store) => store.write(work),
        }
    }

    /// Runs reads that all see the database as it is at one moment, whoever writes beside them.
    pub fn snapshot<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match &*self.engine {
            Engine::Sqlite(store) => store.snapshot(work),
            Engine::Postgres(store) => store.snapshot(work),
        }
    }

    /// Whether the database answers at all, on a line of its own and within a moment, whatever else is asked of it.
    pub fn probe(&self) -> Result<(), StoreError> {
        match &*self.engine {
            Engine::Sqlite(store) => store.probe(),
            Engine::Postgres(store) => store.probe(),
        }
    }

    /// What is wrong with the pages of an embedded database, each of two looks within a time; none for a server, which
    /// looks after its own.
    pub fn check_pages(&self, within: Duration) -> Result<Option<Vec<String>>, StoreError> {
        match &*self.engine {
            Engine::Sqlite(store) => store.check_pages(within).map(Some),
            Engine::Postgres(_) => Ok(None),
        }
    }

    /// Why the last write was not kept, when the disk of the database was full or failed.
    pub fn unsaved(&self) -> Option<Unsaved> {
        match &*self.engine {
            Engine::Sqlite(store) => store.saving().fault(),
            Engine::Postgres(store) => store.saving().fault(),
        }
    }

    /// What the database says of itself.
    pub fn figures(&self) -> Result<StoreFigures, StoreError> {
        match &*self.engine {
            Engine::Sqlite(store) => store.figures(),
            Engine::Postgres(store) => store.figures(),
        }
    }

    /// The connections to the database server; none of the embedded database.
    pub fn connections(&self) -> Option<Connections> {
        match &*self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(store) => Some(store.connections()),
        }
    }

    /// The statements that took long.
    pub fn slow(&self) -> &SlowStatements {
        match &*self.engine {
            Engine::Sqlite(store) => store.slow(),
            Engine::Postgres(store) => store.slow(),
        }
    }

    /// Listens to the statements from now on, or no longer; answers what was heard since, by text. PostgreSQL counts no
    /// steps, and is not listened to.
    pub fn listen(&self, on: bool) -> BTreeMap<String, Asked> {
        match &*self.engine {
            Engine::Sqlite(store) => store.heard().listen(on),
            Engine::Postgres(_) => BTreeMap::new(),
        }
    }

    /// How often a server was asked so far and its answer waited for; never of the embedded database.
    pub fn trips(&self) -> u64 {
        match &*self.engine {
            Engine::Sqlite(_) => 0,
            Engine::Postgres(store) => store.trips(),
        }
    }

    /// Brings the schema up to date; refuses a schema newer than this program.
    pub fn migrate(&self, migrations: &[Migration]) -> Result<usize, StoreError> {
        migrate::run(self, migrations)
    }
}
