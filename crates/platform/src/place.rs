//! What this place is: one that was made here, or a copy of another one, which a backup was restored into.
//!
//! A copy begins with what the other one had before it: mails that wait, messages to carriers, plans that are due. Both
//! would do all of it. So a copy is quiet until somebody says that it stands in for the other one: whoever acts on the
//! world asks [`is_quiet`].
//!
//! The mark is the first thing a restore writes, and changes in the transaction that keeps the rows: a restore that was
//! interrupted is known by it. It says nothing about the data and is no part of a backup.

use kernel::{Instant, Msg};

use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Row, Stmt, Store, StoreError, Value, dialect_part, sql};

/// Where the mark stands.
pub const TABLE: &str = "place_mark";
/// Its migration: a restore begins before the first one is done.
const MADE: &str = include_str!("../../../migrations/2026-11-26-0126-place-mark.sql");
/// Its only row.
const ROW: i64 = 1;

/// Nothing leaves a copy.
pub const QUIET: Msg = Msg::new(
    "place.quiet",
    "本系统由备份恢复，处于静默状态，解除静默后才对外发送",
    "This place was restored from a backup and is quiet: nothing leaves it until it is released.",
);

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A restore has begun; its rows are not there.
    Restoring,
    /// The rows are there; what was under way at the other place is still to be ended.
    Restored,
    /// It is whole, and quiet.
    Quiet,
    /// It stands in for the other place.
    Released,
}

impl State {
    const ALL: [Self; 4] = [Self::Restoring, Self::Restored, Self::Quiet, Self::Released];

    const fn text(self) -> &'static str {
        match self {
            Self::Restoring => "RESTORING",
            Self::Restored => "RESTORED",
            Self::Quiet => "QUIET",
            Self::Released => "RELEASED",
        }
    }
}

/// What is known of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// How far it is.
    pub state: State,
    /// Where its files were put.
    pub files: String,
    /// When the backup was made.
    pub made_at: Instant,
    /// When it was restored.
    pub restored_at: Instant,
}

impl Mark {
    fn of(row: &Row) -> Result<Self, StoreError> {
        let text: String = row.get(0)?;
        let state = State::ALL.into_iter().find(|state| state.text() == text);
        let state = state.ok_or_else(|| StoreError::Broken(format!("{TABLE}: no state is called {text}")))?;
        Ok(Self { state, files: row.get(1)?, made_at: row.get(2)?, restored_at: row.get(3)? })
    }
}

/// The mark; none of a place that was made here.
pub fn find(conn: &mut dyn Conn) -> Result<Option<Mark>, StoreError> {
    let mut select = sql::from_global(TABLE);
    select.columns(["state", "files", "made_at", "restored_at"]).and_where(sql::eq("id", ROW));
    conn.first(&select.into())?.map(|row| Mark::of(&row)).transpose()
}

/// The mark of a database that may be empty, or of an earlier release.
pub fn look(store: &Store) -> Result<Option<Mark>, StoreError> {
    store.read(|conn| if is_there(conn)? { find(conn) } else { Ok(None) })
}

fn is_there(conn: &mut dyn Conn) -> Result<bool, StoreError> {
    let text = match conn.dialect() {
        Dialect::Sqlite => format!("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = '{TABLE}'"),
        Dialect::Postgres => format!(
            "SELECT table_name FROM information_schema.tables \
             WHERE table_schema = current_schema() AND table_name = '{TABLE}'"
        ),
    };
    Ok(conn.first(&Stmt::Raw(text, Vec::new()))?.is_some())
}

/// Whether a restore into this database was interrupted before its rows were there.
pub fn is_half(store: &Store) -> Result<bool, StoreError> {
    Ok(look(store)?.is_some_and(|mark| mark.state == State::Restoring))
}

/// Marks a database, whatever it holds by now.
pub fn begin(store: &Store, mark: &Mark) -> Result<(), StoreError> {
    let cells = [
        ("id", Value::Int(ROW)),
        ("state", Value::Text(mark.state.text().to_owned())),
        ("files", Value::Text(mark.files.clone())),
        ("made_at", Value::Int(mark.made_at.millis())),
        ("restored_at", Value::Int(mark.restored_at.millis())),
    ];
    store.write(|conn| {
        conn.batch(&dialect_part(MADE, conn.dialect()))?;
        conn.exec(&sql::delete_global(TABLE).into())?;
        conn.exec(&sql::insert_global(TABLE, &cells).into())?;
        Ok(())
    })
}

/// Takes away the mark of a restore that did not come to its rows: what is there is no copy.
pub fn forget(store: &Store) -> Result<(), StoreError> {
    let mut delete = sql::delete_global(TABLE);
    delete.and_where(sql::eq("state", State::Restoring.text()));
    store.write(|conn| conn.exec(&delete.into())).map(drop)
}

/// Goes on from one state to the next; answers whether the copy was in the first.
pub fn go_on(conn: &mut dyn Conn, from: State, to: State) -> Result<bool, StoreError> {
    let mut update = sql::update_global(TABLE, &[("state", Value::Text(to.text().to_owned()))]);
    update.and_where(sql::eq("state", from.text()));
    Ok(conn.exec(&update.into())? == 1)
}

/// Whether nothing may leave this place.
pub fn is_quiet(conn: &mut dyn Conn) -> Result<bool, StoreError> {
    Ok(find(conn)?.is_some_and(|mark| matches!(mark.state, State::Restored | State::Quiet)))
}

/// Refuses while nothing may leave this place.
pub fn need_released(conn: &mut dyn Conn) -> Result<(), Refusal> {
    if is_quiet(conn)? { Err(Refusal::business(QUIET)) } else { Ok(()) }
}

/// Lets a copy stand in for the other place; answers whether it was quiet.
pub fn release(conn: &mut dyn Conn, now: Instant) -> Result<bool, StoreError> {
    let cells = [("state", Value::Text(State::Released.text().to_owned())), ("released_at", Value::Int(now.millis()))];
    let mut update = sql::update_global(TABLE, &cells);
    let quiet = [State::Restored, State::Quiet].map(|state| state.text().to_owned());
    update.and_where(sql::is_in(sql::col("state"), quiet));
    Ok(conn.exec(&update.into())? == 1)
}
