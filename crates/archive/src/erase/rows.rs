//! The rows of a company's tables without a person: read by their keys in pieces, and written in pieces, so that nobody waits
//! long for either.

use std::collections::BTreeSet;

use platform::store::{Conn, Dialect, Row, Stmt, StoreError, Value};

use super::columns::{Holds, holds};
use super::person::{HASH_LENGTH, Person, Place};
use crate::table::{COMPANIES, Table, key_columns, tables};

/// Rows of a piece.
const PIECE: usize = 500;

/// A table of companies with texts.
#[derive(Debug, Clone)]
pub struct TextTable {
    table: Table,
    /// What a row is known by within its company.
    key: Vec<String>,
    texts: Vec<(String, Holds)>,
    /// What tells that a row has changed.
    mark: Mark,
    /// Rows that are shown and saved with it: a column of its own, and the table whose row that names.
    parents: Vec<(String, String, Mark)>,
}

/// What tells an open form that its row has changed.
#[derive(Debug, Clone, Copy, Default)]
struct Mark {
    version: bool,
    row_uuid: bool,
}

impl Mark {
    fn of(table: &Table) -> Self {
        let has =
            |name: &str, text: bool| table.columns.iter().any(|column| column.name == name && column.text == text);
        Self { version: has("version", false), row_uuid: has("row_uuid", true) }
    }

    fn is_any(self) -> bool {
        self.version || self.row_uuid
    }

    /// How it is raised.
    fn sets(self, statement: &mut Statement, uuid: &mut dyn FnMut() -> String) -> Vec<String> {
        let mut sets = Vec::new();
        if self.version {
            sets.push("\"version\" = \"version\" + 1".to_owned());
        }
        if self.row_uuid {
            sets.push(format!("\"row_uuid\" = {}", statement.bind(Value::Text(uuid()))));
        }
        sets
    }
}

/// The text of a cell as it stood.
#[derive(Debug, Clone)]
pub struct Told<'a> {
    /// Its column.
    pub column: &'a str,
    /// What stood there.
    pub text: &'a str,
}

/// A row to be written.
#[derive(Debug)]
struct Change {
    key: Vec<Value>,
    parents: Vec<Value>,
    /// By the place of the column: what stood there, and what stands there now.
    cells: Vec<(usize, String, String)>,
}

/// Rows of a table that name somebody.
#[derive(Debug)]
pub struct Piece<'a> {
    table: &'a TextTable,
    changes: Vec<Change>,
    /// Cells that may name him, and stay.
    pub doubtful: u64,
    /// The key behind which the next piece begins; none where this is the last.
    pub next: Option<Vec<Value>>,
}

/// Tables of companies that have texts, by name; `codes` are further columns of codes by table and name, as pages declare
/// them.
pub fn text_tables(conn: &mut dyn Conn, codes: &BTreeSet<(String, String)>) -> Result<Vec<TextTable>, StoreError> {
    let all = tables(conn)?;
    let mut made = Vec::new();
    for table in all.iter().filter(|table| table.is_of_companies() && !table.texts().is_empty()) {
        let mut key = key_columns(conn, &table.name)?;
        if key.len() > 1 {
            key.retain(|column| column != "org_id");
        }
        let held = |column: &str| {
            let is_code = codes.contains(&(table.name.clone(), column.to_owned()));
            if is_code { Holds::Machine } else { holds(&table.name, column) }
        };
        let texts = table.texts().into_iter().map(|column| (column.to_owned(), held(column))).collect();
        let mark = Mark::of(table);
        let parents = if mark.is_any() { Vec::new() } else { parents(table, &all) };
        made.push(TextTable { table: table.clone(), key, texts, mark, parents });
    }
    Ok(made)
}

/// The rows a row belongs to: those of the table whose name its own begins with, and of an order what stands beside it.
fn parents(table: &Table, all: &[Table]) -> Vec<(String, String, Mark)> {
    let has = |name: &str| table.columns.iter().any(|column| column.name == name);
    let mut found: Vec<(String, String)> = Vec::new();
    if table.name.starts_with("order_") {
        found.extend([("order_id", "freight_order"), ("hawb_id", "hawb")].map(|(c, t)| (c.to_owned(), t.to_owned())));
        if !has("order_id") && table.name.ends_with("_detail") {
            found.push(("id".to_owned(), "freight_order".to_owned()));
        }
    }
    for (at, _) in table.name.match_indices('_') {
        let Some(name) = table.name.get(..at) else { continue };
        let last = name.rsplit('_').next().unwrap_or(name);
        found.extend([format!("{name}_id"), format!("{last}_id")].map(|column| (column, name.to_owned())));
    }
    found.dedup();
    let marked = |(column, name): (String, String)| {
        let mark = Mark::of(all.iter().find(|other| other.name == name)?);
        (has(&column) && mark.is_any()).then_some((column, name, mark))
    };
    found.into_iter().filter_map(marked).collect()
}

impl TextTable {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.table.name
    }

    fn company(&self) -> &'static str {
        if self.table.name == COMPANIES { "id" } else { "org_id" }
    }

    /// The next rows of a company that one of the persons stands in, behind a key.
    pub fn piece(
        &self,
        conn: &mut dyn Conn,
        org: i64,
        (people, after): (&[Person], Option<&[Value]>),
    ) -> Result<Piece<'_>, StoreError> {
        let mut piece = Piece { table: self, changes: Vec::new(), doubtful: 0, next: None };
        let Some(select) = self.select(conn.dialect(), org, (people, after)) else { return Ok(piece) };
        let rows = conn.query(&select)?;
        for row in &rows {
            self.look(row, people, &mut piece);
        }
        if rows.len() == PIECE {
            piece.next = rows.last().map(|row| row.0.iter().take(self.key.len()).cloned().collect());
        }
        Ok(piece)
    }

    fn select(&self, dialect: Dialect, org: i64, (people, after): (&[Person], Option<&[Value]>)) -> Option<Stmt> {
        let mut statement = Statement::new(dialect);
        let mut any = Vec::new();
        let searched: Vec<&String> =
            self.texts.iter().filter(|(_, holds)| *holds != Holds::Machine).map(|(column, _)| column).collect();
        // What is bound has to stand somewhere.
        let patterns = people.iter().filter(|_| !searched.is_empty()).flat_map(Person::patterns);
        for pattern in patterns.collect::<BTreeSet<_>>() {
            let sign = statement.bind(Value::Text(pattern));
            any.extend(searched.iter().map(|column| format!("{} LIKE {sign} ESCAPE '!'", lower(dialect, column))));
        }
        // However many files there are: what is as long as a hash is looked at.
        if people.iter().any(|person| !person.files.is_empty()) {
            any.extend(self.texts.iter().map(|(column, _)| format!("LENGTH(\"{column}\") >= {HASH_LENGTH}")));
        }
        if any.is_empty() {
            return None;
        }
        let key = list(&self.key);
        let behind = after.map_or_else(String::new, |after| {
            let signs: Vec<String> = after.iter().map(|value| statement.bind(value.clone())).collect();
            format!(" AND ({key}) > ({})", signs.join(", "))
        });
        let text = format!(
            "SELECT {} FROM \"{}\" WHERE {} = {org}{behind} AND {} ORDER BY {key} LIMIT {PIECE}",
            list(
                self.key
                    .iter()
                    .chain(self.parents.iter().map(|(own, ..)| own))
                    .chain(self.texts.iter().map(|(c, _)| c))
            ),
            self.table.name,
            self.company(),
            one_of(&any)
        );
        Some(statement.done(text))
    }

    fn look(&self, row: &Row, people: &[Person], piece: &mut Piece<'_>) {
        let (keys, parents) = (self.key.len(), self.parents.len());
        let mut now: Vec<Option<String>> = row.0.iter().skip(keys + parents).map(text_of).collect();
        let was = now.clone();
        let mut doubtful = BTreeSet::new();
        for person in people {
            let cells = || now.iter().zip(&self.texts).filter_map(|(text, (_, holds))| Some((text.as_ref()?, *holds)));
            let beside = cells().any(|(text, holds)| person.is_reached_in(text, holds));
            for (place, (text, (_, holds))) in now.iter_mut().zip(&self.texts).enumerate() {
                let Some(found) = text.as_ref().map(|text| person.look_at(text, Place { holds: *holds, beside }))
                else {
                    continue;
                };
                if found.doubtful {
                    doubtful.insert(place);
                }
                if found.text.is_some() {
                    *text = found.text;
                }
            }
        }
        piece.doubtful += u64::try_from(doubtful.len()).unwrap_or_default();
        let changed = was.into_iter().zip(now).enumerate();
        let cells: Vec<_> = changed
            .filter_map(|(place, (was, now))| {
                was.zip(now).filter(|(was, now)| was != now).map(|(was, now)| (place, was, now))
            })
            .collect();
        if !cells.is_empty() {
            let values = |skip: usize, take: usize| row.0.iter().skip(skip).take(take).cloned().collect();
            piece.changes.push(Change { key: values(0, keys), parents: values(keys, parents), cells });
        }
    }

    fn update(&self, dialect: Dialect, org: i64, (change, uuid): (&Change, &mut dyn FnMut() -> String)) -> Stmt {
        let mut statement = Statement::new(dialect);
        let column = |place: &usize| self.texts.get(*place).map_or("", |(column, _)| column);
        let (mut sets, mut same) = (Vec::new(), Vec::new());
        for (place, was, now) in &change.cells {
            sets.push(format!("\"{}\" = {}", column(place), statement.bind(Value::Text(now.clone()))));
            // Somebody may have written it since it was read; that is found when all is looked through again.
            same.push(format!("\"{}\" = {}", column(place), statement.bind(Value::Text(was.clone()))));
        }
        sets.extend(self.mark.sets(&mut statement, uuid));
        for (column, value) in self.key.iter().zip(&change.key) {
            same.push(format!("\"{column}\" = {}", statement.bind(value.clone())));
        }
        let text = format!(
            "UPDATE \"{}\" SET {} WHERE {} = {org} AND {}",
            self.table.name,
            sets.join(", "),
            self.company(),
            same.join(" AND ")
        );
        statement.done(text)
    }
}

impl Piece<'_> {
    /// Whether there is anything to write.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Each of its rows by itself.
    pub fn singly(self) -> Vec<Self> {
        let alone = |change| Self { table: self.table, changes: vec![change], doubtful: 0, next: None };
        self.changes.into_iter().map(alone).collect()
    }

    /// Public names that are needed to write it.
    pub fn uuids(&self) -> usize {
        let marks = self.table.parents.iter().map(|(.., mark)| mark).chain([&self.table.mark]);
        self.changes.len() * marks.filter(|mark| mark.row_uuid).count()
    }

    /// The texts that name him, as they stood.
    pub fn told(&self) -> impl Iterator<Item = Told<'_>> {
        self.changes.iter().flat_map(|change| &change.cells).map(|(place, was, _)| Told {
            column: self.table.texts.get(*place).map_or("", |(column, _)| column),
            text: was,
        })
    }

    /// Writes the rows, and marks them and what they belong to as changed; answers how many cells that were.
    pub fn write(&self, conn: &mut dyn Conn, org: i64, uuid: &mut dyn FnMut() -> String) -> Result<u64, StoreError> {
        let mut changed = 0;
        for change in &self.changes {
            let update = self.table.update(conn.dialect(), org, (change, uuid));
            if conn.exec(&update)? == 0 {
                continue;
            }
            changed += u64::try_from(change.cells.len()).unwrap_or_default();
            for ((_, parent, mark), id) in self.table.parents.iter().zip(&change.parents) {
                let mut statement = Statement::new(conn.dialect());
                let sets = mark.sets(&mut statement, uuid).join(", ");
                let sign = statement.bind(id.clone());
                let text = format!("UPDATE \"{parent}\" SET {sets} WHERE org_id = {org} AND id = {sign}");
                conn.exec(&statement.done(text))?;
            }
        }
        Ok(changed)
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn list<'a>(columns: impl IntoIterator<Item = &'a String>) -> String {
    columns.into_iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

/// Small letters of ASCII alone, in both databases.
fn lower(dialect: Dialect, column: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("LOWER(\"{column}\")"),
        Dialect::Postgres => format!("LOWER(\"{column}\" COLLATE \"C\")"),
    }
}

/// One of the terms, as a tree: a database takes a chain of a thousand for too deep.
fn one_of(terms: &[String]) -> String {
    match terms {
        [one] => one.clone(),
        _ => {
            let (left, right) = terms.split_at(terms.len() / 2);
            format!("({} OR {})", one_of(left), one_of(right))
        }
    }
}

/// A statement in the making, with what is bound to it.
struct Statement {
    dialect: Dialect,
    binds: Vec<Value>,
}

impl Statement {
    fn new(dialect: Dialect) -> Self {
        Self { dialect, binds: Vec::new() }
    }

    /// The sign of a value, which may stand in several places.
    fn bind(&mut self, value: Value) -> String {
        self.binds.push(value);
        let sign = match self.dialect {
            Dialect::Sqlite => '?',
            Dialect::Postgres => '$',
        };
        format!("{sign}{}", self.binds.len())
    }

    fn done(self, text: String) -> Stmt {
        Stmt::Raw(text, self.binds)
    }
}
