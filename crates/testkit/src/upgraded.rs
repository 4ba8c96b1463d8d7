//! A world in a database that an earlier release made and filled, as an upgrade leaves it.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use platform::sea_query::Query;
use platform::store::sql::Alias;
use platform::store::{Dialect, Row, Stmt, Store, StoreError, sql};

use crate::{World, ground};

/// Most values of one statement.
const VALUES_MAX: usize = 10_000;

impl World {
    /// This world in a database of the release before a migration: it had what this one holds, as far as it had tables
    /// and columns for it, and was brought up to date since.
    pub fn upgraded_from_before(&self, migration: &str) -> Self {
        let at = schema::MIGRATIONS.iter().position(|step| step.name == migration).expect("a migration");
        let files = ground::files_in(&self.folder);
        let ground = self.ground.as_ref().expect("a database").upgraded(at, self.clock.now(), files);
        let (rooms, _, decide) = &self.made_of;
        let world = Self::on(ground, *rooms, *decide, Some(ground::BESIDE));
        // No other story gets it.
        world.shared.store(true, Ordering::SeqCst);
        world
    }
}

/// Fills a database with the rows of another one, as far as it has tables and columns for them.
pub fn fill(from: &Store, into: &Store) -> Result<(), StoreError> {
    let known = columns(from)?;
    for (table, own) in columns(into)? {
        let is_known = |column: &&String| known.get(&table).is_some_and(|known| known.contains(column));
        let both: Vec<&str> = own.iter().filter(is_known).map(String::as_str).collect();
        if both.is_empty() {
            continue;
        }
        // What migrations laid is among the rows.
        into.write(|conn| conn.batch(&format!("DELETE FROM {table}")))?;
        let rows = from.read(|conn| conn.query(&raw(format!("SELECT {} FROM {table}", both.join(", ")))))?;
        for rows in rows.chunks(VALUES_MAX / both.len()) {
            let mut insert = Query::insert();
            insert.into_table(Alias::new(&table)).columns(both.iter().map(|column| Alias::new(*column)));
            for Row(values) in rows {
                insert.values_panic(values.iter().cloned().map(sql::value));
            }
            into.write(|conn| conn.exec(&insert.clone().into()))?;
        }
    }
    Ok(())
}

fn raw(text: String) -> Stmt {
    Stmt::Raw(text, Vec::new())
}

/// The tables of a database with their columns.
fn columns(store: &Store) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
    let text = match store.dialect() {
        Dialect::Sqlite => {
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND t.name <> 'schema_migration'"
        }
        Dialect::Postgres => {
            "SELECT CAST(table_name AS text), CAST(column_name AS text) FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name <> 'schema_migration'"
        }
    };
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in store.read(|conn| conn.query(&raw(text.to_owned())))? {
        tables.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(tables)
}
