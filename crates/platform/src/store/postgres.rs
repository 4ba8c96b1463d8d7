//! PostgreSQL: a pool of connections, driven from blocking threads.

use std::borrow::Cow;
use std::cell::Cell;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::bounds;
use super::fit;
use super::tls::Address;
use super::written::WrittenTables;
use super::{Conn, Connections, Dialect, Row, SlowStatements, Stmt, StoreError, StoreFigures, Value};
use crate::saving::Saving;

/// Statements are prepared and find their rows by org and key, so one plan serves all values. Left to
/// itself the server plans a list of ten joins anew at every call of a small company, which takes ten
/// times as long as running it. What remembers the rows of a join is laid out for all rows of the table,
/// though a page shows ten: at ten million charges the first page took a third longer by it.
///
/// A transaction that a lost process left open ends by itself, and gives back what it holds.
const SESSION: &str = "SET plan_cache_mode = force_generic_plan; SET enable_memoize = off; \
                       SET idle_in_transaction_session_timeout = '5min'";
/// What a job or a command does beside its transaction, as a restore that lays files, takes its time.
const UNBOUNDED: &str = "SET LOCAL idle_in_transaction_session_timeout = 0";
/// How long the answer of a look is taken for that of those who look meanwhile.
const LOOKED: Duration = Duration::from_secs(1);

/// The longest a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);
/// The longest that may be waited for one of the pool outside a call.
const PATIENCE: Duration = Duration::from_secs(120);
/// Most statements of one trip.
const AT_ONCE: usize = 30;
/// The longest a look whether the database answers may take.
const PROBE: Duration = Duration::from_secs(3);

/// Errors of the server's disk.
const DISK_FULL: &str = "53100";
const IO_ERROR: &str = "58030";
/// Class of errors of a server that has too little of something.
const NO_RESOURCES: &str = "53";
/// Two transactions waited for each other, and the server undid this one.
const DEADLOCK: &str = "40P01";

/// A pool of PostgreSQL connections.
pub struct PgStore {
    address: Address,
    pool: Pool,
    handle: Handle,
    slow: SlowStatements,
    written: WrittenTables,
    saving: Saving,
    /// When somebody last looked whether the server answers, and what came of it: each look is a connection.
    looked: Mutex<Option<(Instant, Result<(), StoreError>)>>,
    /// How often an answer was waited for.
    trips: AtomicU64,
}

impl PgStore {
    /// Prepares a pool; the first use connects.
    pub fn open(url: &str, connections: usize) -> Result<Self, StoreError> {
        let address = Address::parse(url)?;
        let manager = Manager::from_config(
            address.config.clone(),
            address.tls.clone(),
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        let pool = Pool::builder(manager)
            .max_size(connections)
            .runtime(Runtime::Tokio1)
            .create_timeout(Some(CONNECT))
            .recycle_timeout(Some(CONNECT))
            .post_create(Hook::async_fn(|client, _| {
                Box::pin(async move { client.batch_execute(SESSION).await.map_err(HookError::Backend) })
            }))
            .build()
            .map_err(|e| StoreError::Broken(format!("connection pool: {e}")))?;
        let handle = Handle::try_current().map_err(|e| StoreError::Broken(e.to_string()))?;
        let (slow, written) = (SlowStatements::default(), WrittenTables::default());
        let saving = Saving::at(name_of(&address));
        Ok(Self { address, pool, handle, slow, written, saving, looked: Mutex::default(), trips: AtomicU64::new(0) })
    }

    /// How to reach the server, for a connection beside the pool.
    pub fn address(&self) -> Address {
        self.address.clone()
    }

    fn line(&self) -> Result<Line<'_>, StoreError> {
        let mut timeouts = self.pool.timeouts();
        timeouts.wait = Some(bounds::patience().unwrap_or(PATIENCE));
        let client = self.handle.block_on(self.pool.timeout_get(&timeouts)).map_err(|error| match &error {
            PoolError::Timeout(_) => StoreError::Late(format!("no connection is free: {error}")),
            _ => StoreError::Late(format!("no connection: {}", with_causes(&error))),
        })?;
        let [sound, late, wrote, failed] = [true, false, false, false].map(Cell::new);
        Ok(Line { client: Some(client), store: self, sound, late, wrote, failed })
    }

    /// Runs reads on one connection.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        let line = self.line()?;
        let mut conn = line.conn(true)?;
        let done = work(&mut conn)?;
        conn.send()?;
        Ok(done)
    }

    /// Whether the server answers on a new connection. However many ask, one at a time looks.
    pub fn probe(&self) -> Result<(), StoreError> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        match &*looked {
            Some((at, answer)) if at.elapsed() < LOOKED => answer.clone(),
            _ => {
                let answer = self.look();
                *looked = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    }

    fn look(&self) -> Result<(), StoreError> {
        let Address { config, tls } = self.address();
        let look = async {
            let (client, connection) = config.connect(tls).await?;
            let looked = async move { client.simple_query("SELECT 1").await };
            let (looked, ended) = tokio::join!(looked, connection);
            looked.and(ended)
        };
        match self.handle.block_on(async { tokio::time::timeout(PROBE, look).await }) {
            Ok(done) => done.map_err(broken),
            Err(_) => Err(StoreError::Late("the server does not answer".to_owned())),
        }
    }

    /// The connections of the pool.
    pub fn connections(&self) -> Connections {
        let status = self.pool.status();
        Connections { most: status.max_size, open: status.size, idle: status.available, waiting: status.waiting }
    }

    /// What the database says of itself.
    pub fn figures(&self) -> Result<StoreFigures, StoreError> {
        let text = "SELECT current_setting('server_version'), pg_database_size(current_database()), \
            (SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database())";
        let row = self.read(|conn| conn.first(&Stmt::Raw(text.to_owned(), Vec::new())))?.unwrap_or_default();
        Ok(StoreFigures { kind: "PostgreSQL", version: row.get(0)?, bytes: row.get(1)?, connections: row.get(2)? })
    }

    /// How often the server was asked and its answer waited for.
    pub fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }

    /// The tables that were written.
    pub fn written(&self) -> &WrittenTables {
        &self.written
    }

    /// The statements that took long.
    pub fn slow(&self) -> &SlowStatements {
        &self.slow
    }

    /// Whether what is written is kept.
    pub fn saving(&self) -> &Saving {
        &self.saving
    }

    /// Runs a transaction.
    pub fn write<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        self.transaction("BEGIN", work)
    }

    /// Runs reads that see one moment.
    pub fn snapshot<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        self.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)
    }

    fn transaction<T, E: From<StoreError>>(
        &self,
        begin: &str,
        work: impl FnOnce(&mut dyn Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        let line = self.line()?;
        let mut conn = line.conn(false)?;
        match bounds::patience() {
            Some(_) => conn.batch(begin)?,
            None => conn.batch(&format!("{begin}; {UNBOUNDED}"))?,
        }
        // A panic or a lost connection leaves the transaction open.
        line.sound.set(false);
        let outcome = work(&mut conn).and_then(|done| conn.send().map(|()| done).map_err(E::from));
        if line.late.get() {
            // Nothing of it is kept, whoever swallowed that a statement of it came late.
            return Err(outcome.err().unwrap_or_else(|| late().into()));
        }
        if outcome.is_ok() && line.failed.get() {
            // Of a transaction that a failed statement has ended, the server would undo all at COMMIT without a word.
            conn.batch("SELECT 1")?;
        }
        let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
        // Whether a transaction was kept whose end nobody heard of is not known: it is not to be made again unseen.
        conn.batch(end).map_err(|error| match error {
            StoreError::Late(text) => StoreError::Broken(format!("{end}: {text}")),
            other => other,
        })?;
        line.sound.set(true);
        if outcome.is_ok() && line.wrote.get() {
            self.saving.succeeded();
        }
        outcome
    }
}

/// A connection of the pool for one piece of work.
struct Line<'a> {
    client: Option<Object>,
    store: &'a PgStore,
    /// Whether no transaction is open.
    sound: Cell<bool>,
    /// Whether the answer of a statement is still to come.
    late: Cell<bool>,
    /// Whether rows were written.
    wrote: Cell<bool>,
    /// Whether a statement failed.
    failed: Cell<bool>,
}

impl Line<'_> {
    fn conn(&self, reads: bool) -> Result<PgConn<'_>, StoreError> {
        let client = self.client.as_ref().ok_or_else(|| StoreError::Broken("the connection is gone".to_owned()))?;
        Ok(PgConn { client, line: self, store: self.store, reads, waiting: Vec::new() })
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let client = self.client.take().filter(|_| !self.sound.get() || self.late.get());
        if let Some(client) = client {
            // The pool does not have it back, and the server undoes what was not kept.
            let _inside = self.store.handle.enter();
            drop(Object::take(client));
        }
    }
}

/// A server and its database, as administrators know them.
fn name_of(address: &Address) -> String {
    let hosts = address.config.get_hosts().iter().map(|host| format!("{host:?}")).collect::<Vec<_>>().join(", ");
    format!("PostgreSQL {hosts} {}", address.config.get_dbname().unwrap_or_default())
}

/// An error with what led to it, which drivers keep out of their own sentence.
pub(super) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

#[expect(clippy::needless_pass_by_value, reason = "used as a function in map_err")]
fn broken(error: tokio_postgres::Error) -> StoreError {
    if let Some(refusal) = error.as_db_error() {
        let text = format!("{}: {}", refusal.code().code(), refusal.message());
        return match refusal.code().code() {
            code if code == SqlState::UNIQUE_VIOLATION.code() => {
                StoreError::Unique(refusal.constraint().unwrap_or_default().to_owned())
            }
            DISK_FULL | IO_ERROR => StoreError::Disk(text),
            // Out of memory, of connections or of what else the server has: it may have some in a minute.
            code if code == DEADLOCK || code.starts_with(NO_RESOURCES) => StoreError::Late(text),
            code if fit::is_code_of_values(code) => StoreError::Unfit(text),
            _ => StoreError::Broken(text),
        };
    }
    StoreError::Broken(with_causes(&error))
}

fn late() -> StoreError {
    StoreError::Late("a statement took longer than a call may, or nobody waited for it".to_owned())
}

struct PgConn<'a> {
    client: &'a Object,
    line: &'a Line<'a>,
    store: &'a PgStore,
    reads: bool,
    /// Statements nobody waits for.
    waiting: Vec<(String, Vec<Value>)>,
}

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Self::Int(number) if *ty == Type::INT2 => i16::try_from(*number)?.to_sql(ty, out),
            Self::Int(number) => number.to_sql(ty, out),
            Self::Text(text) => text.as_str().to_sql(ty, out),
            Self::Bool(flag) => flag.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.as_slice().to_sql(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(match *ty {
            Type::INT8 => Self::Int(i64::from_sql(ty, raw)?),
            Type::INT4 => Self::Int(i32::from_sql(ty, raw)?.into()),
            Type::INT2 => Self::Int(i16::from_sql(ty, raw)?.into()),
            Type::BOOL => Self::Bool(bool::from_sql(ty, raw)?),
            Type::BYTEA => Self::Bytes(Vec::<u8>::from_sql(ty, raw)?),
            Type::NUMERIC => return Err("a sum must be cast to bigint".into()),
            _ => Self::Text(String::from_sql(ty, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl PgConn<'_> {
    fn run<T>(
        &self,
        statement: &Stmt,
        work: impl AsyncFnOnce(
            &Object,
            &tokio_postgres::Statement,
            &[&(dyn ToSql + Sync)],
        ) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let (text, values) = statement.fit(Dialect::Postgres)?;
        let params: Vec<&(dyn ToSql + Sync)> = values.iter().map(|v| -> &(dyn ToSql + Sync) { v }).collect();
        self.store.written.note(&text);
        let begun = Instant::now();
        let done = self.answered(async {
            let prepared = self.client.prepare_cached(&text).await?;
            work(self.client, &prepared, &params).await
        });
        self.store.slow.note(&text, begun.elapsed());
        done
    }

    /// Runs several statements, none of which waits for the answer of another.
    fn in_one_trip<T>(
        &self,
        statements: &[(Cow<'_, str>, Cow<'_, [Value]>)],
        work: impl AsyncFn(&Object, &tokio_postgres::Statement, &[&(dyn ToSql + Sync)]) -> Result<T, tokio_postgres::Error>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::with_capacity(statements.len());
        // More of them would not be sent in their order.
        for some in statements.chunks(AT_ONCE) {
            // The server answers them one after the other.
            let last = Cell::new(Instant::now());
            let answers = self.answered(async {
                let mut ready = Vec::with_capacity(some.len());
                for (text, _) in some {
                    ready.push(self.client.prepare_cached(text).await?);
                }
                try_join_all(some.iter().zip(&ready).map(async |((text, values), prepared)| {
                    let params: Vec<&(dyn ToSql + Sync)> =
                        values.iter().map(|v| -> &(dyn ToSql + Sync) { v }).collect();
                    let answer = work(self.client, prepared, &params).await?;
                    let now = Instant::now();
                    self.store.slow.note(text, now.duration_since(last.replace(now)));
                    Ok(answer)
                }))
                .await
            })?;
            all.extend(answers);
        }
        Ok(all)
    }

    /// The answer of the server, if it comes in time; else the server is told to stop.
    fn answered<T>(&self, work: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, StoreError> {
        // Nothing is on its way yet: the connection stays sound.
        if self.line.late.get() || (self.reads && bounds::has_gone()) {
            return Err(late());
        }
        self.store.trips.fetch_add(1, Ordering::Relaxed);
        match self.store.handle.block_on(bounds::answered(self.reads, work)) {
            Some(done) => done.map_err(|error| self.fault(error)),
            None => {
                self.line.late.set(true);
                let (stop, tls) = (self.client.cancel_token(), self.store.address.tls.clone());
                self.store.handle.spawn(async move { tokio::time::timeout(CONNECT, stop.cancel_query(tls)).await });
                Err(late())
            }
        }
    }
}

impl PgConn<'_> {
    /// The error of a statement. What only reads may come again when a full disk keeps it from sorting.
    fn fault(&self, error: tokio_postgres::Error) -> StoreError {
        self.line.failed.set(true);
        match broken(error) {
            StoreError::Disk(text) if self.reads => StoreError::Late(text),
            StoreError::Disk(text) => {
                self.store.saving.failed(&text);
                StoreError::Disk(self.store.saving.told(&text))
            }
            other => other,
        }
    }

    fn note_written(&self, rows: bool) {
        self.line.wrote.set(self.line.wrote.get() || rows);
    }
}

/// Whether a statement that answers rows writes them.
fn writes(statement: &Stmt) -> bool {
    match statement {
        Stmt::Select(_) => false,
        Stmt::Insert(_) | Stmt::Update(_) | Stmt::Delete(_) => true,
        Stmt::Raw(..) | Stmt::Fixed(..) => !statement.build(Dialect::Postgres).0.starts_with("SELECT"),
    }
}

fn cells_of(row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    (0..row.len()).map(|place| row.try_get(place)).collect::<Result<_, _>>().map(Row).map_err(broken)
}

impl Conn for PgConn<'_> {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn query(&mut self, statement: &Stmt) -> Result<Vec<Row>, StoreError> {
        self.send()?;
        let rows = self.run(statement, async |client, prepared, params| client.query(prepared, params).await)?;
        self.note_written(!rows.is_empty() && writes(statement));
        rows.iter().map(cells_of).collect()
    }

    fn queries(&mut self, statements: &[Stmt]) -> Result<Vec<Vec<Row>>, StoreError> {
        self.send()?;
        let built = statements.iter().map(|one| one.fit(Dialect::Postgres)).collect::<Result<Vec<_>, _>>()?;
        let answers =
            self.in_one_trip(&built, async |client, prepared, params| client.query(prepared, params).await)?;
        answers.iter().map(|rows| rows.iter().map(cells_of).collect()).collect()
    }

    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        self.send()?;
        let stream = self.run(statement, async |client, prepared, params| {
            client.query_raw(prepared, params.iter().copied()).await
        })?;
        let mut stream = pin!(stream);
        // One row at a time from the line: whoever takes it may block, and use the database himself.
        while let Some(row) = self.answered(stream.try_next())? {
            take(&cells_of(&row)?);
        }
        Ok(())
    }

    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        self.send()?;
        let rows = self.run(statement, async |client, prepared, params| client.execute(prepared, params).await)?;
        self.note_written(rows > 0);
        Ok(rows)
    }

    fn exec_later(&mut self, statement: &Stmt) -> Result<(), StoreError> {
        let (text, values) = statement.fit(Dialect::Postgres)?;
        self.store.written.note(&text);
        self.waiting.push((text.into_owned(), values.into_owned()));
        Ok(())
    }

    fn send(&mut self) -> Result<(), StoreError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        let waiting: Vec<_> = waiting.into_iter().map(|(text, values)| (Cow::from(text), Cow::from(values))).collect();
        let counts =
            self.in_one_trip(&waiting, async |client, prepared, params| client.execute(prepared, params).await)?;
        self.note_written(counts.iter().any(|rows| *rows > 0));
        Ok(())
    }

    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        // What is undone need not be done before.
        if text.starts_with("ROLLBACK") {
            self.waiting.clear();
        }
        self.send()?;
        self.store.written.note(text);
        self.answered(self.client.batch_execute(text))
    }
}
