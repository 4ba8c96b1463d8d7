//! Restoring: into an empty database only, all of it or nothing.

use std::io::{self, Read};
use std::path::Path;

use kernel::Instant;
use platform::files::{FileStore, Restoring};
use platform::place::{self, Mark, State};
use platform::store::{Conn, Dialect, Migration, Stmt, Store, StoreError, Value, schema_version};

use crate::read::{self, Taker, check};
use crate::table::{Table, kept, tables};
use crate::write::sum_of;
use crate::{Fault, Summary, TableSum};

/// Values of one statement at most; the embedded database takes 32766.
const VALUES_MAX: usize = 20_000;
/// Rows of one statement at most.
const ROWS_MAX: usize = 200;

/// Where a backup is restored to.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// An empty database.
    pub store: &'a Store,
    /// Every migration this program knows.
    pub migrations: &'a [Migration],
    /// Where uploaded files go, with nothing in it yet; none leaves them in the backup.
    pub files: Option<&'a FileStore>,
    /// What becomes of it.
    pub purpose: Purpose,
}

/// What becomes of a database that a backup was restored into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is looked at, and gone again.
    Look,
    /// It is a copy that will be served: marked from the first act on ([`platform::place`]), at this moment.
    Serve(Instant),
    /// It takes in what was made for it. Files may lie there.
    Fill,
}

/// Restores a backup: rows and files as they were, then the schema of this program.
///
/// A copy that will be served is marked before anything is written, and told to be there in the transaction of its rows.
/// Where it was interrupted before that, the same backup can be restored again, over what was left.
pub fn restore(file: &Path, passphrase: Option<&str>, target: &Target<'_>) -> Result<Summary, Fault> {
    let head = read::head(file, passphrase)?;
    let known = |name: &&String| target.migrations.iter().any(|migration| migration.name == name.as_str());
    if let Some(newer) = head.migrations.iter().find(|name| !known(name)) {
        return Err(Fault::Newer(newer.clone()));
    }
    let half = place::look(target.store)?.filter(|mark| mark.state == State::Restoring);
    refuse_unless_free(target, &head.migrations, half.as_ref())?;
    // Damage is found before anything is written.
    check(file, passphrase)?;
    if let Purpose::Serve(now) = target.purpose {
        // That took a while: what was restored meanwhile keeps its mark.
        refuse_unless_free(target, &head.migrations, half.as_ref())?;
        let (state, files) = (State::Restoring, target.files.map(FileStore::name).unwrap_or_default());
        let mark = Mark { state, files, made_at: Instant::from_millis(head.created_at), restored_at: now };
        place::begin(target.store, &mark)?;
    }
    let then: Vec<Migration> =
        target.migrations.iter().filter(|step| head.migrations.iter().any(|name| name == step.name)).copied().collect();
    target.store.migrate(&then)?;
    let filled = fill(file, passphrase, target, half.is_some());
    let is_marked = matches!(target.purpose, Purpose::Serve(_));
    if is_marked && filled.is_err() && target.store.read(is_full)? {
        // Somebody has set the place up meanwhile: it is his, and no copy.
        place::forget(target.store)?;
    }
    let summary = filled?;
    target.store.migrate(target.migrations)?;
    Ok(summary)
}

/// Puts rows and files in, all of them or none.
fn fill(file: &Path, passphrase: Option<&str>, target: &Target<'_>, again: bool) -> Result<Summary, Fault> {
    let mixed = again || target.purpose == Purpose::Fill;
    target.store.write(|conn| {
        if conn.dialect() == Dialect::Postgres {
            // Of several that fill one database at once the others wait, and find it full. SQLite has one writer.
            conn.batch("LOCK TABLE org IN EXCLUSIVE MODE")?;
        }
        if is_full(conn)? {
            return Err(Fault::NotEmpty);
        }
        let mut restoring = match target.files {
            Some(files) if mixed => Some(files.begin_adding()?),
            Some(files) => Some(files.begin_restoring()?),
            None => None,
        };
        let tables = tables(conn)?;
        for table in &tables {
            conn.exec(&table.delete())?;
        }
        if matches!(target.purpose, Purpose::Serve(_)) {
            place::go_on(conn, State::Restoring, State::Restored)?;
        }
        let mut filler = Filler { conn, tables, table: None, values: Vec::new(), rows: 0, files: restoring.as_ref() };
        let summary = read::read(file, passphrase, &mut filler)?;
        // The last step before the rows are kept: rows without their files would be half a company.
        restoring.as_mut().map_or(Ok(()), Restoring::keep)?;
        Ok(summary)
    })
}

/// The rows of a database, summed as those of a backup; both are alike when these are.
pub fn compare(store: &Store, summary: &Summary) -> Result<bool, Fault> {
    let found = store.snapshot(|conn| {
        let mut found = Vec::new();
        for table in tables(conn)? {
            let sum = sum_of(conn, &table, &mut |_| Ok(()))?;
            found.push(TableSum { name: table.name, rows: sum.rows, sum: sum.sum });
        }
        Ok::<_, Fault>(found)
    })?;
    Ok(found == summary.tables)
}

/// Whether the database holds a company.
fn is_full(conn: &mut dyn Conn) -> Result<bool, StoreError> {
    let any = |table: &str| Stmt::Raw(format!("SELECT 1 FROM {table} LIMIT 1"), Vec::new());
    Ok(conn.first(&any("org"))?.is_some() || conn.first(&any("login"))?.is_some())
}

fn refuse_unless_free(target: &Target<'_>, migrations: &[String], half: Option<&Mark>) -> Result<(), Fault> {
    // A database without the table of migrations has never been one of ours.
    let present = target.store.read(|conn| -> Result<bool, StoreError> { Ok(!tables(conn)?.is_empty()) })?;
    if present {
        if target.store.read(is_full)? {
            return Err(Fault::NotEmpty);
        }
        let done = schema_version(target.store)?;
        // An interrupted restore may have ended between two steps of its schema.
        let known = done.iter().all(|name| migrations.contains(name));
        if !known || (half.is_none() && done.len() != migrations.len()) {
            return Err(Fault::OtherSchema);
        }
    }
    let Some(files) = target.files.filter(|_| target.purpose != Purpose::Fill) else { return Ok(()) };
    // What the interrupted restore put there is put there again.
    let own = half.is_some_and(|mark| mark.files == files.name());
    if own || files.is_empty()? { Ok(()) } else { Err(Fault::FilesThere(files.name())) }
}

/// Fills the tables of a database.
struct Filler<'a> {
    conn: &'a mut dyn Conn,
    tables: Vec<Table>,
    table: Option<Table>,
    values: Vec<Value>,
    rows: usize,
    files: Option<&'a Restoring<'a>>,
}

impl Filler<'_> {
    fn flush(&mut self) -> Result<(), Fault> {
        if let Some(table) = self.table.as_ref().filter(|_| self.rows > 0) {
            let values = std::mem::take(&mut self.values);
            self.conn.exec(&table.insert(self.conn.dialect(), self.rows, values))?;
            self.rows = 0;
        }
        Ok(())
    }
}

impl Taker for Filler<'_> {
    fn table(&mut self, name: &str, columns: &[String]) -> Result<(), Fault> {
        let found = self.tables.iter().find(|table| table.name == name);
        let table = found.filter(|table| table.columns.iter().map(|column| &column.name).eq(columns));
        self.table = Some(table.ok_or(Fault::OtherSchema)?.clone());
        Ok(())
    }

    fn row(&mut self, values: Vec<Value>) -> Result<(), Fault> {
        self.values.extend(values.into_iter().map(kept));
        self.rows += 1;
        let width = self.table.as_ref().map_or(1, |table| table.columns.len().max(1));
        if self.rows >= ROWS_MAX.min(VALUES_MAX / width) { self.flush() } else { Ok(()) }
    }

    fn table_end(&mut self) -> Result<(), Fault> {
        self.flush()
    }

    fn file(&mut self, place: &str, bytes: &mut dyn Read) -> Result<(), Fault> {
        match self.files {
            Some(files) if files.put(place, bytes)? => Ok(()),
            Some(_) => Err(Fault::Damaged),
            None => io::copy(bytes, &mut io::sink()).map(drop).map_err(Fault::from),
        }
    }
}
