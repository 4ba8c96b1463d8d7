//! Restoring: into an empty database only, all of it or nothing.

use std::io::{self, Read};
use std::path::Path;

use platform::files::{FileStore, Restoring};
use platform::store::{Conn, Migration, Stmt, Store, StoreError, Value, schema_version};

use crate::read::{self, Taker, check};
use crate::table::{Table, tables};
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
}

/// Restores a backup: rows and files as they were, then the schema of this program.
pub fn restore(place: &Path, passphrase: Option<&str>, target: &Target<'_>) -> Result<Summary, Fault> {
    let head = read::head(place, passphrase)?;
    let known = |name: &&String| target.migrations.iter().any(|migration| migration.name == name.as_str());
    if let Some(newer) = head.migrations.iter().find(|name| !known(name)) {
        return Err(Fault::Newer(newer.clone()));
    }
    refuse_unless_empty(target, &head.migrations)?;
    // Damage is found before anything is written.
    check(place, passphrase)?;
    let then: Vec<Migration> =
        target.migrations.iter().filter(|step| head.migrations.iter().any(|name| name == step.name)).copied().collect();
    target.store.migrate(&then)?;
    let mut restoring = target.files.map(FileStore::begin_restoring).transpose()?;
    let summary = target.store.write(|conn| {
        let tables = tables(conn)?;
        for table in &tables {
            conn.exec(&table.delete())?;
        }
        let mut filler = Filler { conn, tables, table: None, values: Vec::new(), rows: 0, files: restoring.as_ref() };
        let summary = read::read(place, passphrase, &mut filler)?;
        // The last step before the rows are kept: rows without their files would be half a company.
        restoring.as_mut().map_or(Ok(()), Restoring::keep)?;
        Ok::<_, Fault>(summary)
    })?;
    target.store.migrate(target.migrations)?;
    Ok(summary)
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

fn refuse_unless_empty(target: &Target<'_>, migrations: &[String]) -> Result<(), Fault> {
    // A database without the table of migrations has never been one of ours.
    let present = target.store.read(|conn| -> Result<bool, StoreError> { Ok(!tables(conn)?.is_empty()) })?;
    if present {
        let full = target.store.read(|conn| {
            let any = |table: &str| Stmt::Raw(format!("SELECT 1 FROM {table} LIMIT 1"), Vec::new());
            Ok::<_, Fault>(conn.first(&any("org"))?.is_some() || conn.first(&any("login"))?.is_some())
        })?;
        if full {
            return Err(Fault::NotEmpty);
        }
        if schema_version(target.store)? != migrations {
            return Err(Fault::OtherSchema);
        }
    }
    let Some(files) = target.files else { return Ok(()) };
    if files.is_empty()? { Ok(()) } else { Err(Fault::FilesThere(files.name())) }
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
        self.values.extend(values);
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
