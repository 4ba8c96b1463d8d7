//! Migrations: explicit, dated, one file for both databases, run in order, each in a transaction.

use super::{Dialect, Row, Stmt, Store, StoreError, Value};

/// One step of the schema.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// File name without ending; sorts by date and number.
    pub name: &'static str,
    /// Statements. A line beginning `--sqlite: ` or `--postgres: ` holds for that database alone.
    pub text: &'static str,
}

/// The statements of a migration for one database.
pub fn dialect_part(text: &str, dialect: Dialect) -> String {
    let (own, other) = match dialect {
        Dialect::Sqlite => ("--sqlite: ", "--postgres: "),
        Dialect::Postgres => ("--postgres: ", "--sqlite: "),
    };
    let lines = text.lines().filter(|line| !line.starts_with(other));
    lines.map(|line| format!("{}\n", line.strip_prefix(own).unwrap_or(line))).collect()
}

fn raw(text: &str, values: Vec<Value>) -> Stmt {
    Stmt::Raw(text.to_owned(), values)
}

/// Names of the migrations a database has had.
pub fn schema_version(store: &Store) -> Result<Vec<String>, StoreError> {
    store.read(|conn| {
        let rows: Vec<Row> = conn.query(&raw("SELECT name FROM schema_migration ORDER BY name", Vec::new()))?;
        rows.iter().map(|row| row.get(0).map_err(StoreError::from)).collect()
    })
}

pub(super) fn run(store: &Store, migrations: &[Migration]) -> Result<usize, StoreError> {
    store.write(|conn| conn.batch("CREATE TABLE IF NOT EXISTS schema_migration (name text NOT NULL PRIMARY KEY)"))?;
    let done = schema_version(store)?;
    if let Some(newer) = done.iter().find(|name| !migrations.iter().any(|migration| migration.name == name.as_str())) {
        return Err(StoreError::Broken(format!("the database is newer than this program: it has {newer}")));
    }
    let mut count = 0;
    for migration in migrations.iter().filter(|migration| !done.iter().any(|name| name == migration.name)) {
        store.write(|conn| {
            // Two processes may start at once; the row, not the list read before, decides.
            let insert = match conn.dialect() {
                Dialect::Sqlite => "INSERT INTO schema_migration (name) VALUES (?1) ON CONFLICT DO NOTHING",
                Dialect::Postgres => "INSERT INTO schema_migration (name) VALUES ($1) ON CONFLICT DO NOTHING",
            };
            if conn.exec(&raw(insert, vec![Value::Text(migration.name.to_owned())]))? == 0 {
                return Ok(());
            }
            count += 1;
            conn.batch(&dialect_part(migration.text, conn.dialect()))
                .map_err(|error| StoreError::Broken(format!("migration {}: {error}", migration.name)))
        })?;
    }
    Ok(count)
}
