//! The tables of a database, and their rows as both databases tell them.

use platform::store::{Conn, Dialect, Row, Stmt, StoreError, Value};

/// A table with its columns in the order of their names: databases of different histories have them
/// in different orders.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
}

/// A column.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Declared as yes or no, which the embedded database keeps as 0 and 1.
    flag: bool,
    /// Bytes: a hash, or a sealed secret.
    pub(crate) bytes: bool,
    /// Text.
    pub(crate) text: bool,
}

fn raw(text: String) -> Stmt {
    Stmt::Raw(text, Vec::new())
}

/// Where the names of applied migrations stand; the head of a backup holds them.
pub(crate) const SCHEMA_TABLE: &str = "schema_migration";

/// What belongs to a place and not to its data: which key seals them, how often somebody called in this minute, whether it
/// is a copy; and what the schema itself says of searches.
const OF_PLACE: [&str; 5] =
    [platform::secrets::MARK_TABLE, "call_count", platform::place::TABLE, "search_column", "search_place"];

/// Table of the companies themselves. Its `org_id` is the company that keeps the row, which is the platform's.
pub(crate) const COMPANIES: &str = "org";

/// Every table of the product in this database, by name; without what belongs to the place.
pub(crate) fn tables(conn: &mut dyn Conn) -> Result<Vec<Table>, StoreError> {
    let names = match conn.dialect() {
        Dialect::Sqlite => {
            // Neither virtual tables, which triggers fill, nor those they keep their data in.
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
             AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"
        }
        Dialect::Postgres => {
            "SELECT table_name FROM information_schema.tables \
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name"
        }
    };
    let mut found = Vec::new();
    for row in conn.query(&raw(names.to_owned()))? {
        let name: String = row.get(0)?;
        if name != SCHEMA_TABLE && !OF_PLACE.contains(&name.as_str()) {
            found.push(Table { columns: columns(conn, &name)?, name });
        }
    }
    // PostgreSQL sorts by its locale.
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn columns(conn: &mut dyn Conn, table: &str) -> Result<Vec<Column>, StoreError> {
    // Names of tables come from the database itself; they are our own.
    let text = match conn.dialect() {
        Dialect::Sqlite => format!("SELECT name, type FROM pragma_table_info('{table}')"),
        Dialect::Postgres => format!(
            "SELECT column_name, data_type FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = '{table}'"
        ),
    };
    let rows = conn.query(&raw(text))?;
    let mut columns = rows
        .iter()
        .map(|row| {
            let kind: String = row.get(1)?;
            let is = |name: &str| kind.eq_ignore_ascii_case(name);
            Ok(Column { name: row.get(0)?, flag: is("boolean"), bytes: is("bytea"), text: is("text") })
        })
        .collect::<Result<Vec<_>, StoreError>>()?;
    columns.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(columns)
}

/// The columns of a table's primary key, in their order.
pub(crate) fn key_columns(conn: &mut dyn Conn, table: &str) -> Result<Vec<String>, StoreError> {
    let text = match conn.dialect() {
        Dialect::Sqlite => format!("SELECT name FROM pragma_table_info('{table}') WHERE pk > 0 ORDER BY pk"),
        Dialect::Postgres => format!(
            "SELECT k.column_name FROM information_schema.table_constraints t \
             JOIN information_schema.key_column_usage k ON k.constraint_schema = t.constraint_schema \
             AND k.constraint_name = t.constraint_name AND k.table_name = t.table_name \
             WHERE t.table_schema = current_schema() AND t.table_name = '{table}' \
             AND t.constraint_type = 'PRIMARY KEY' ORDER BY k.ordinal_position"
        ),
    };
    conn.query(&raw(text))?.iter().map(|row| Ok(row.get(0)?)).collect()
}

impl Table {
    fn column_list(&self) -> String {
        self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
    }

    /// All of its rows.
    pub(crate) fn select(&self) -> Stmt {
        raw(format!("SELECT {} FROM \"{}\"", self.column_list(), self.name))
    }

    /// The rows of one company.
    pub(crate) fn select_of(&self, org: i64) -> Stmt {
        let company = if self.name == COMPANIES { "id" } else { "org_id" };
        raw(format!("SELECT {} FROM \"{}\" WHERE {company} = {org}", self.column_list(), self.name))
    }

    /// Texts of the rows that have one of so many letters or more; none where it has no texts.
    pub(crate) fn select_long(&self, letters: usize) -> Option<Stmt> {
        let texts: Vec<String> =
            self.columns.iter().filter(|column| column.text).map(|column| format!("\"{}\"", column.name)).collect();
        let long: Vec<String> = texts.iter().map(|name| format!("LENGTH({name}) >= {letters}")).collect();
        let made = || raw(format!("SELECT {} FROM \"{}\" WHERE {}", texts.join(", "), self.name, long.join(" OR ")));
        (!texts.is_empty()).then(made)
    }

    /// Its columns of texts.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.columns.iter().filter(|column| column.text).map(|column| column.name.as_str()).collect()
    }

    /// Whether its rows belong to companies.
    pub(crate) fn is_of_companies(&self) -> bool {
        self.columns.iter().any(|column| column.name == "org_id")
    }

    /// Removes the rows of one company.
    pub(crate) fn delete_of(&self, org: i64) -> Stmt {
        raw(format!("DELETE FROM \"{}\" WHERE org_id = {org}", self.name))
    }

    /// Empties it.
    pub(crate) fn delete(&self) -> Stmt {
        raw(format!("DELETE FROM \"{}\"", self.name))
    }

    /// Adds so many rows, of which the values stand one behind another.
    pub(crate) fn insert(&self, dialect: Dialect, rows: usize, values: Vec<Value>) -> Stmt {
        let sign = match dialect {
            Dialect::Sqlite => '?',
            Dialect::Postgres => '$',
        };
        let width = self.columns.len();
        let row = |number: usize| {
            let places: Vec<String> = (1..=width).map(|at| format!("{sign}{}", number * width + at)).collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        Stmt::Raw(format!("INSERT INTO \"{}\" ({}) VALUES {}", self.name, self.column_list(), rows.join(", ")), values)
    }

    /// A row as both databases tell it.
    pub(crate) fn neutral<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Value> + 'a {
        self.columns.iter().enumerate().map(|(place, column)| match row.value(place) {
            Value::Int(number) if column.flag => Value::Bool(*number != 0),
            other => kept(other.clone()),
        })
    }
}

/// A value as every database keeps it: rows of earlier releases may hold the null character, which nothing writes any more.
pub(crate) fn kept(value: Value) -> Value {
    match value {
        Value::Text(text) if text.contains('\0') => Value::Text(text.replace('\0', "")),
        other => other,
    }
}
