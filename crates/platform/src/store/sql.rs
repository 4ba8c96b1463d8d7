//! Building statements for both dialects. Rooms reach tables only through the scoped starts here.

use std::borrow::Cow;
use std::sync::OnceLock;

use sea_query::{
    Condition, DeleteStatement, Expr, ExprTrait, InsertStatement, IntoIden, LikeExpr, PostgresQueryBuilder, Query,
    SelectStatement, SqliteQueryBuilder, UpdateStatement, Value as SeaValue,
};

use super::{Cell, Dialect, Value};
use crate::PLATFORM_ORG;

pub use sea_query::{Alias, Cond, Func, JoinType, OnConflict, Order};

/// A statement of either kind, turned into text when a connection runs it.
#[derive(Debug, Clone)]
pub enum Stmt {
    /// Reads rows.
    Select(Box<SelectStatement>),
    /// Adds rows.
    Insert(Box<InsertStatement>),
    /// Changes rows.
    Update(Box<UpdateStatement>),
    /// Removes rows.
    Delete(Box<DeleteStatement>),
    /// Text written by the platform itself (never by a room), with its values.
    Raw(String, Vec<Value>),
    /// A statement whose text never changes, with the values of this call.
    Fixed(&'static Fixed, Vec<Value>),
}

/// A statement that is the same at every call but for its values: built once. For what runs at
/// nearly every call, where building would take longer than running.
#[derive(Debug)]
pub struct Fixed {
    shape: fn() -> Stmt,
    texts: [OnceLock<String>; 2],
}

impl Fixed {
    /// A statement of this shape; the values in it only hold their places.
    pub const fn new(shape: fn() -> Stmt) -> Self {
        Self { shape, texts: [OnceLock::new(), OnceLock::new()] }
    }

    /// The statement with values, in the order of their places.
    pub fn with(&'static self, values: Vec<Value>) -> Stmt {
        Stmt::Fixed(self, values)
    }

    fn text(&self, dialect: Dialect) -> &str {
        let [sqlite, postgres] = &self.texts;
        let text = match dialect {
            Dialect::Sqlite => sqlite,
            Dialect::Postgres => postgres,
        };
        text.get_or_init(|| (self.shape)().build(dialect).0.into_owned())
    }
}

impl From<SelectStatement> for Stmt {
    fn from(statement: SelectStatement) -> Self {
        Self::Select(Box::new(statement))
    }
}
impl From<InsertStatement> for Stmt {
    fn from(statement: InsertStatement) -> Self {
        Self::Insert(Box::new(statement))
    }
}
impl From<UpdateStatement> for Stmt {
    fn from(statement: UpdateStatement) -> Self {
        Self::Update(Box::new(statement))
    }
}
impl From<DeleteStatement> for Stmt {
    fn from(statement: DeleteStatement) -> Self {
        Self::Delete(Box::new(statement))
    }
}
impl From<&mut SelectStatement> for Stmt {
    fn from(statement: &mut SelectStatement) -> Self {
        statement.to_owned().into()
    }
}
impl From<&mut InsertStatement> for Stmt {
    fn from(statement: &mut InsertStatement) -> Self {
        statement.to_owned().into()
    }
}
impl From<&mut UpdateStatement> for Stmt {
    fn from(statement: &mut UpdateStatement) -> Self {
        statement.to_owned().into()
    }
}
impl From<&mut DeleteStatement> for Stmt {
    fn from(statement: &mut DeleteStatement) -> Self {
        statement.to_owned().into()
    }
}

impl Stmt {
    /// The text and values for a dialect.
    pub fn build(&self, dialect: Dialect) -> (Cow<'_, str>, Cow<'_, [Value]>) {
        let (text, values) = match (self, dialect) {
            (Self::Select(s), Dialect::Sqlite) => s.build(SqliteQueryBuilder),
            (Self::Select(s), Dialect::Postgres) => s.build(PostgresQueryBuilder),
            (Self::Insert(s), Dialect::Sqlite) => s.build(SqliteQueryBuilder),
            (Self::Insert(s), Dialect::Postgres) => s.build(PostgresQueryBuilder),
            (Self::Update(s), Dialect::Sqlite) => s.build(SqliteQueryBuilder),
            (Self::Update(s), Dialect::Postgres) => s.build(PostgresQueryBuilder),
            (Self::Delete(s), Dialect::Sqlite) => s.build(SqliteQueryBuilder),
            (Self::Delete(s), Dialect::Postgres) => s.build(PostgresQueryBuilder),
            (Self::Raw(text, values), _) => return (Cow::Borrowed(text), Cow::Borrowed(values)),
            (Self::Fixed(fixed, values), _) => return (Cow::Borrowed(fixed.text(dialect)), Cow::Borrowed(values)),
        };
        (Cow::Owned(text), values.into_iter().map(from_sea).collect())
    }
}

/// Sea-query's value as ours. Only the kinds [`value`] makes, and sea-query's own limits, occur.
fn from_sea(value: SeaValue) -> Value {
    match value {
        SeaValue::Bool(Some(flag)) => Value::Bool(flag),
        SeaValue::Int(Some(number)) => Value::Int(number.into()),
        SeaValue::BigInt(Some(number)) => Value::Int(number),
        SeaValue::Unsigned(Some(number)) => Value::Int(number.into()),
        SeaValue::BigUnsigned(Some(number)) => Value::Int(i64::try_from(number).unwrap_or(i64::MAX)),
        SeaValue::String(Some(text)) => Value::Text(text),
        SeaValue::Char(Some(letter)) => Value::Text(letter.to_string()),
        SeaValue::Bytes(Some(bytes)) => Value::Bytes(bytes),
        _ => Value::Null,
    }
}

/// Our value as an expression. Nothing is written as the keyword, so that it has no type.
pub fn value(value: impl Cell) -> Expr {
    match value.into_value() {
        Value::Null => Expr::cust("NULL"),
        Value::Int(number) => Expr::val(number),
        Value::Text(text) => Expr::val(text),
        Value::Bool(flag) => Expr::val(flag),
        Value::Bytes(bytes) => Expr::val(bytes),
    }
}

/// A column of the statement's table.
pub fn col(name: &'static str) -> Expr {
    Expr::col(name.into_iden())
}

/// A column of a named table or alias.
pub fn of(table: &'static str, name: &'static str) -> Expr {
    Expr::col((table.into_iden(), name.into_iden()))
}

/// `column = value`.
pub fn eq(name: &'static str, to: impl Cell) -> Expr {
    col(name).eq(value(to))
}

/// `table.column = value`.
pub fn of_eq(table: &'static str, name: &'static str, to: impl Cell) -> Expr {
    of(table, name).eq(value(to))
}

/// `column IN (values)`; an empty list matches nothing.
pub fn is_in<T: Cell>(column: Expr, values: impl IntoIterator<Item = T>) -> Expr {
    let values: Vec<Expr> = values.into_iter().map(value).collect();
    if values.is_empty() { Expr::cust("1 = 0") } else { column.is_in(values) }
}

/// Case-blind "contains": the pattern characters of the text count as themselves.
pub fn contains(column: Expr, text: &str) -> Expr {
    like(column, &containing(text))
}

/// The pattern of [`contains`], for text of the platform's own.
pub(super) fn containing(text: &str) -> String {
    format!("%{}%", escape_like(text)).to_lowercase()
}

/// Case-blind "begins with".
pub fn begins(column: Expr, text: &str) -> Expr {
    like(column, &format!("{}%", escape_like(text)))
}

fn like(column: Expr, pattern: &str) -> Expr {
    Expr::expr(Func::lower(column)).like(LikeExpr::new(pattern.to_lowercase()).escape(ESCAPE))
}

/// Stands before a pattern character that counts as itself. No backslash: the dialects differ on it.
const ESCAPE: char = '!';

fn escape_like(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

/// Reads rows of one org: `SELECT … FROM table WHERE table.org_id = org`.
pub fn from(org: i64, table: &'static str) -> SelectStatement {
    Query::select().from(table).and_where(of_eq(table, "org_id", org)).take()
}

/// Reads rows of several orgs, for who may look beyond his own: of none of them where none is named.
pub(crate) fn from_orgs(orgs: &[i64], table: &'static str) -> SelectStatement {
    Query::select().from(table).and_where(is_in(of(table, "org_id"), orgs.iter().copied())).take()
}

/// Reads rows of a cross-tenant table: log-ins, reference data. Their names stand in the decision
/// on tables without an org.
pub fn from_global(table: &'static str) -> SelectStatement {
    Query::select().from(table).take()
}

/// Reads the rows the platform gives every org and the org's own; an own row hides the platform's with the same
/// values of the naming columns, whether it is active or not.
pub fn overlaid(org: i64, table: &'static str, naming: &[&'static str]) -> SelectStatement {
    let mut own = Query::select();
    own.expr(Expr::cust("1")).from_as(table, "own_row").and_where(of_eq("own_row", "org_id", org));
    for column in naming {
        own.and_where(of("own_row", column).equals((table, *column)));
    }
    let platforms = Cond::all().add(of_eq(table, "org_id", PLATFORM_ORG)).add(Expr::exists(own).not());
    let mut select = from_global(table);
    select.cond_where(Cond::any().add(of_eq(table, "org_id", org)).add(platforms));
    select
}

/// Adds a row of one org with the named columns.
pub fn insert(org: i64, table: &'static str, cells: &[(&'static str, Value)]) -> InsertStatement {
    let mut all = vec![("org_id", Value::Int(org))];
    all.extend(cells.iter().cloned());
    insert_global(table, &all)
}

/// Adds several rows of one org at once; each has a value for every column.
pub fn insert_many(
    org: i64,
    table: &'static str,
    columns: &[&'static str],
    rows: impl IntoIterator<Item = Vec<Value>>,
) -> InsertStatement {
    let mut statement = Query::insert();
    statement.into_table(table).columns(std::iter::once("org_id").chain(columns.iter().copied()));
    for row in rows {
        statement.values_panic(std::iter::once(Value::Int(org)).chain(row).map(value));
    }
    statement
}

/// Adds a row of a cross-tenant table.
pub fn insert_global(table: &'static str, cells: &[(&'static str, Value)]) -> InsertStatement {
    let mut statement = Query::insert();
    statement.into_table(table).columns(cells.iter().map(|(name, _)| *name));
    statement.values_panic(cells.iter().map(|(_, cell)| value(cell.clone())));
    statement
}

/// Changes rows of one org; add the conditions that pick them.
pub fn update(org: i64, table: &'static str, cells: &[(&'static str, Value)]) -> UpdateStatement {
    let mut statement = update_global(table, cells);
    statement.and_where(eq("org_id", org));
    statement
}

/// Changes rows of a cross-tenant table.
pub fn update_global(table: &'static str, cells: &[(&'static str, Value)]) -> UpdateStatement {
    let mut statement = Query::update();
    statement.table(table);
    statement.values(cells.iter().map(|(name, cell)| (*name, value(cell.clone()))));
    statement
}

/// Removes rows of one org; add the conditions that pick them.
pub fn delete(org: i64, table: &'static str) -> DeleteStatement {
    Query::delete().from_table(table).and_where(eq("org_id", org)).take()
}

/// Removes rows of a cross-tenant table.
pub fn delete_global(table: &'static str) -> DeleteStatement {
    Query::delete().from_table(table).take()
}

/// A condition of which every part must hold.
pub fn all_of(parts: impl IntoIterator<Item = Expr>) -> Condition {
    parts.into_iter().fold(Condition::all(), Condition::add)
}

/// Whether rows of a statement name, in a column, what a column of the statement around says. It is asked row by row, so that a
/// list of few rows costs few; rows that were collected first would all be read.
pub fn has(
    mut rows: SelectStatement,
    naming: (&'static str, &'static str),
    own: (&'static str, &'static str),
) -> Condition {
    rows.expr(Expr::cust("1")).and_where(of(naming.0, naming.1).equals(own));
    Condition::all().add(Expr::exists(rows))
}

/// The row of a table that a column of another one names, in the same org.
pub fn same_org(joined: &'static str, from: &'static str, column: &'static str) -> Expr {
    of(joined, "org_id").equals((from, "org_id")).and(of(joined, "id").equals((from, column)))
}

/// A condition of which one part must hold; without parts it holds for nothing.
pub fn any_of(parts: impl IntoIterator<Item = Expr>) -> Condition {
    let parts: Vec<Expr> = parts.into_iter().collect();
    if parts.is_empty() {
        Condition::all().add(Expr::cust("1 = 0"))
    } else {
        parts.into_iter().fold(Condition::any(), Condition::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scoped_start_names_the_org() {
        let statements: [Stmt; 4] = [
            from(7, "coop").column("id").into(),
            insert(7, "coop", &[("id", Value::Int(1))]).into(),
            update(7, "coop", &[("coop_name", Value::Text("x".into()))]).into(),
            delete(7, "coop").into(),
        ];
        for statement in statements {
            for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                let (text, values) = statement.build(dialect);
                assert!(text.contains("org_id"), "{text}");
                assert!(values.contains(&Value::Int(7)), "{text}");
            }
        }
    }

    #[test]
    fn pattern_characters_count_as_themselves() {
        let statement = Stmt::from(from(1, "t").and_where(contains(col("a"), "50%_!X")));
        let (_, values) = statement.build(Dialect::Sqlite);
        assert!(values.contains(&Value::Text("%50!%!_!!x%".into())), "{values:?}");
    }

    #[test]
    fn an_empty_choice_matches_nothing() {
        let statement = Stmt::from(from(1, "t").and_where(is_in(col("a"), Vec::<i64>::new())));
        let (text, _) = statement.build(Dialect::Postgres);
        assert!(text.contains("1 = 0"), "{text}");
    }
}
