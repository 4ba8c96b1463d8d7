//! PostgreSQL: a pool of connections, driven from blocking threads.

use std::pin::pin;
use std::time::Instant;

use bytes::BytesMut;
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod};
use futures_util::TryStreamExt;
use tokio::runtime::Handle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::tls::Address;
use super::written::WrittenTables;
use super::{Conn, Dialect, Row, SlowStatements, Stmt, StoreError, StoreFigures, Value};

/// Statements are prepared and find their rows by org and key, so one plan serves all values. Left to
/// itself the server plans a list of ten joins anew at every call of a small company, which takes ten
/// times as long as running it.
const SESSION: &str = "SET plan_cache_mode = force_generic_plan";

/// A pool of PostgreSQL connections.
pub struct PgStore {
    address: Address,
    pool: Pool,
    handle: Handle,
    slow: SlowStatements,
    written: WrittenTables,
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
            .post_create(Hook::async_fn(|client, _| {
                Box::pin(async move { client.batch_execute(SESSION).await.map_err(HookError::Backend) })
            }))
            .build()
            .map_err(|e| StoreError::Broken(format!("connection pool: {e}")))?;
        let handle = Handle::try_current().map_err(|e| StoreError::Broken(e.to_string()))?;
        Ok(Self { address, pool, handle, slow: SlowStatements::default(), written: WrittenTables::default() })
    }

    /// How to reach the server, for a connection beside the pool.
    pub fn address(&self) -> Address {
        self.address.clone()
    }

    fn client(&self) -> Result<Object, StoreError> {
        self.handle
            .block_on(self.pool.get())
            .map_err(|e| StoreError::Broken(format!("no connection: {}", with_causes(&e))))
    }

    /// Runs reads on one connection.
    pub fn read<T, E: From<StoreError>>(&self, work: impl FnOnce(&mut dyn Conn) -> Result<T, E>) -> Result<T, E> {
        let client = self.client()?;
        work(&mut self.conn(&client))
    }

    fn conn<'a>(&'a self, client: &'a Object) -> PgConn<'a> {
        PgConn { client, handle: &self.handle, slow: &self.slow, written: &self.written }
    }

    /// What the database says of itself.
    pub fn figures(&self) -> Result<StoreFigures, StoreError> {
        let text = "SELECT current_setting('server_version'), pg_database_size(current_database()), \
            (SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database())";
        let row = self.read(|conn| conn.first(&Stmt::Raw(text.to_owned(), Vec::new())))?.unwrap_or_default();
        Ok(StoreFigures { kind: "PostgreSQL", version: row.get(0)?, bytes: row.get(1)?, connections: row.get(2)? })
    }

    /// The tables that were written.
    pub fn written(&self) -> &WrittenTables {
        &self.written
    }

    /// The statements that took long.
    pub fn slow(&self) -> &SlowStatements {
        &self.slow
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
        let client = self.client()?;
        let mut open = OpenTransaction { client: Some(client), handle: &self.handle };
        let Some(client) = open.client.as_ref() else {
            return Err(StoreError::Broken("the connection is gone".to_owned()).into());
        };
        self.handle.block_on(client.batch_execute(begin)).map_err(broken)?;
        let outcome = work(&mut self.conn(client));
        let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.handle.block_on(client.batch_execute(end)).map_err(broken)?;
        if let Some(client) = open.client.take() {
            drop(client);
        }
        outcome
    }
}

/// Throws a connection away when its transaction was left open by a panic or a lost connection.
struct OpenTransaction<'a> {
    client: Option<Object>,
    handle: &'a Handle,
}

impl Drop for OpenTransaction<'_> {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let _inside = self.handle.enter();
            drop(Object::take(client));
        }
    }
}

/// An error with what led to it, which drivers keep out of their own sentence.
fn with_causes(error: &dyn std::error::Error) -> String {
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
        if *refusal.code() == SqlState::UNIQUE_VIOLATION {
            return StoreError::Unique(refusal.constraint().unwrap_or_default().to_owned());
        }
        return StoreError::Broken(format!("{}: {}", refusal.code().code(), refusal.message()));
    }
    StoreError::Broken(with_causes(&error))
}

struct PgConn<'a> {
    client: &'a Object,
    handle: &'a Handle,
    slow: &'a SlowStatements,
    written: &'a WrittenTables,
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
        let (text, values) = statement.build(Dialect::Postgres);
        let params: Vec<&(dyn ToSql + Sync)> = values.iter().map(|v| -> &(dyn ToSql + Sync) { v }).collect();
        self.written.note(&text);
        let begun = Instant::now();
        let done = self.handle.block_on(async {
            let prepared = self.client.prepare_cached(&text).await?;
            work(self.client, &prepared, &params).await
        });
        self.slow.note(&text, begun.elapsed());
        done.map_err(broken)
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
        let rows = self.run(statement, async |client, prepared, params| client.query(prepared, params).await)?;
        rows.iter().map(cells_of).collect()
    }

    fn each(&mut self, statement: &Stmt, take: &mut dyn FnMut(&Row)) -> Result<(), StoreError> {
        let stream = self.run(statement, async |client, prepared, params| {
            client.query_raw(prepared, params.iter().copied()).await
        })?;
        let mut stream = pin!(stream);
        // One row at a time from the line: whoever takes it may block, and use the database himself.
        while let Some(row) = self.handle.block_on(stream.try_next()).map_err(broken)? {
            take(&cells_of(&row)?);
        }
        Ok(())
    }

    fn exec(&mut self, statement: &Stmt) -> Result<u64, StoreError> {
        self.run(statement, async |client, prepared, params| client.execute(prepared, params).await)
    }

    fn batch(&mut self, text: &str) -> Result<(), StoreError> {
        self.written.note(text);
        self.handle.block_on(self.client.batch_execute(text)).map_err(broken)
    }
}
