//! The secret key of a database. Every process on it seals with the same one, or each would keep what the others can't
//! read; so the database knows a mark of its key, and a start with another one, or with none, is refused before anything
//! is written.

use platform::call::App;
use platform::refusal::Refusal;
use platform::secrets::{MARK_TABLE, Secrets};
use platform::store::sql::{self, OnConflict};
use platform::store::{Conn, Dialect, Store, Value};

use crate::config::Config;
use crate::start::{existing, say};

/// The only row.
const ROW: i64 = 1;

fn kept(conn: &mut dyn Conn) -> Result<Option<Vec<u8>>, Refusal> {
    let mut select = sql::from_global(MARK_TABLE);
    select.column("mark").and_where(sql::eq("id", ROW));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

fn keep(conn: &mut dyn Conn, mark: Vec<u8>) -> Result<(), Refusal> {
    let cells = [("id", Value::Int(ROW)), ("mark", Value::Bytes(mark))];
    let mut insert = sql::insert_global(MARK_TABLE, &cells);
    insert.on_conflict(OnConflict::column("id").do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

fn of(config: &Config) -> Secrets {
    Secrets::new(&config.secret_key, &config.data_folder)
}

/// A look makes no key.
fn is_own(secrets: &Secrets, mark: &[u8]) -> bool {
    secrets.is_there() && secrets.mark().is_ok_and(|own| own == mark)
}

/// Whether this process has the key of a database; none where that knows none yet.
pub fn fits(config: &Config, store: &Store) -> Option<bool> {
    // A database of an earlier release has no such table.
    let mark = store.read(kept).ok().flatten()?;
    Some(is_own(&of(config), &mark))
}

/// Refuses a process with another key than that of the database.
pub fn need_own(config: &Config, store: &Store) -> Result<(), String> {
    if fits(config, store) == Some(false) { Err(wrong(config)) } else { Ok(()) }
}

fn wrong(config: &Config) -> String {
    let folder = config.data_folder.display();
    format!(
        "the database is sealed with another secret key: set it as secret_key, or put its secret.key into {folder} \
         (where it is lost, `forwarder accept-key` goes on with the present one)"
    )
}

/// Keeps the mark of the key of a database that knows none. On PostgreSQL, where other processes may come, the key is made
/// for it; the embedded database belongs to one, and its key is made when it is first needed.
pub fn settle(config: &Config, app: &App) -> Result<(), String> {
    let known = app.store.read(kept).map_err(|refusal| say(&refusal))?;
    if known.is_none() && (app.secrets.is_there() || app.store.dialect() == Dialect::Postgres) {
        let mark = app.secrets.mark().map_err(|refusal| say(&refusal))?;
        app.system_write(|conn| keep(conn, mark)).map_err(|refusal| say(&refusal))?;
    }
    // Of two processes that start at once the other may have been first.
    match app.store.read(kept).map_err(|refusal| say(&refusal))? {
        Some(mark) if !is_own(&app.secrets, &mark) => Err(wrong(config)),
        _ => Ok(()),
    }
}

/// Forgets the mark: a copy takes the key it is started with, also where the empty place had one already.
pub fn forget(store: &Store) -> Result<(), String> {
    let done = store.write(|conn| Ok::<_, Refusal>(conn.exec(&sql::delete_global(MARK_TABLE).into())?));
    done.map(drop).map_err(|refusal| say(&refusal))
}

/// Goes on with the key this process has, or gets, whatever the database was sealed with.
pub fn accept(config: &Config) -> Result<(), String> {
    let store = existing(config)?;
    let mark = of(config).mark().map_err(|refusal| say(&refusal))?;
    let done = store.write(|conn| {
        conn.exec(&sql::delete_global(MARK_TABLE).into())?;
        keep(conn, mark)
    });
    done.map_err(|refusal| say(&refusal))?;
    tracing::warn!("the present secret key is that of the database from now on");
    Ok(())
}
