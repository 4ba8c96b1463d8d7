//! The one seam to the database: SQLite when nothing is configured, PostgreSQL by address.
//!
//! Statements are built by [`sql`] and carried by `rusqlite` or `tokio-postgres`; rows come back
//! as plain [`Value`]s by position. Code that talks to the database is synchronous and runs on
//! blocking threads, so a room is written once for both.

mod migrate;
mod postgres;
mod slow;
pub mod sql;
mod sqlite;
mod value;

use std::fmt;
use std::path::PathBuf;

pub use migrate::{Migration, dialect_part, schema_version};
pub use slow::{SlowClass, SlowStatements};
pub use sql::Stmt;
pub use value::{Cell, CellError, Row, Value};

/// Which database a statement is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Embedded SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// What can go wrong at the database.
#[derive(Debug)]
pub enum StoreError {
    /// A unique index refused the row; holds the index's name, or the columns as SQLite says them.
    Unique(String),
    /// Anything else; for the log, never for a user.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unique(what) => write!(f, "unique index refused the row: {what}"),
            Self::Broken(what) => f.write_str(what),
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
    /// Runs statements given as text (migrations only).
    fn batch(&mut self, text: &str) -> Result<(), StoreError>;

    /// Hands the rows of a statement over one after another; a row is gone when the next one comes.
    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.query(statement)?.iter().for_each(take);
        Ok(())
    }

    /// The first row, if any.
    fn first(&mut self, statement: &Stmt) -> Result<Option<Row>, StoreError> {
        Ok(self.query(statement)?.into_iter().next())
    }
}

/// Where the data lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreConfig {
    /// A SQLite file.
    SqliteFile(PathBuf),
    /// A private SQLite database in memory, for tests.
    SqliteMemory,
    /// A PostgreSQL address, `postgres://user:password@host:port/database`.
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

/// The database of a running product.
pub enum Store {
    /// Embedded.
    Sqlite(sqlite::SqliteStore),
    /// Server.
    Postgres(postgres::PgStore),
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "Store::Sqlite",
            Self::Postgres(_) => "Store::Postgres",
        })
    }
}

impl Store {
    /// Opens the database. Must be called inside a Tokio runtime.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        match config {
            StoreConfig::SqliteFile(path) => sqlite::SqliteStore::file(path).map(Self::Sqlite),
            StoreConfig::SqliteMemory => sqlite::SqliteStore::memory().map(Self::Sqlite),
            StoreConfig::Postgres { url, connections } => {
                postgres::PgStore::open(url, *connections).map(Self::Postgres)
            }
        }
    }

    /// Which database this is.
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs reads on one connection. Call from a blocking thread.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match self {
            Self::Sqlite(store) => store.read(work),
            Self::Postgres(store) => store.read(work),
        }
    }

    /// Runs `work` in one transaction: all of it is kept, or none. Call from a blocking thread.
    pub fn write<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match self {
            Self::Sqlite(store) => store.write(work),
            Self::Postgres(store) => store.write(work),
        }
    }

    /// Runs reads that all see the database as it is at one moment, whoever writes beside them.
    pub fn snapshot<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        match self {
            Self::Sqlite(store) => store.snapshot(work),
            Self::Postgres(store) => store.snapshot(work),
        }
    }

    /// What the database says of itself.
    pub fn figures(&self) -> Result<StoreFigures, StoreError> {
        match self {
            Self::Sqlite(store) => store.figures(),
            Self::Postgres(store) => store.figures(),
        }
    }

    /// The statements that took long.
    pub fn slow(&self) -> &SlowStatements {
        match self {
            Self::Sqlite(store) => store.slow(),
            Self::Postgres(store) => store.slow(),
        }
    }

    /// Brings the schema up to date; refuses a schema newer than this program.
    pub fn migrate(&self, migrations: &[Migration]) -> Result<usize, StoreError> {
        migrate::run(self, migrations)
    }
}
