//! Going through a list by its rows instead of their numbers: the last page costs what the first does.

use std::collections::VecDeque;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_query::{Cond, Condition, Expr, ExprTrait, Order};
use serde_json::{Value as Json, json};

use super::ask::{Ask, Place};
use super::query::{Sorted, conditions, rows};
use super::{Column, ListPage};
use crate::access::Actor;
use crate::field::Kind;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Row, Stmt, Value, sql};

/// A row's place in the order of a list: its values to sort by, and its id.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    values: Vec<Value>,
    id: i64,
}

impl Key {
    /// Of a row that holds all columns of the list, and its id behind them.
    pub fn of(list: &ListPage, sort: &[(usize, Order)], row: &Row) -> Self {
        let values = sort.iter().map(|(place, _)| row.value(*place).clone()).collect();
        Self { values, id: row.get(list.columns.len()).unwrap_or_default() }
    }

    /// Whether it is that of a row of a report, which has its place in the place of an id.
    pub fn is_of(&self, row: &Row) -> bool {
        row.0.last() == Some(&Value::Int(self.id))
    }

    /// As a text for an address.
    pub fn text(&self) -> String {
        let values = self.values.iter().map(|value| match value {
            Value::Int(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Bool(flag) => json!(flag),
            Value::Null | Value::Bytes(_) => Json::Null,
        });
        let all: Vec<Json> = values.chain([json!(self.id)]).collect();
        URL_SAFE_NO_PAD.encode(Json::Array(all).to_string())
    }

    /// Reads it again; none when it is not of this list in this order.
    pub fn read(list: &ListPage, sort: &[(usize, Order)], text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let mut all: Vec<Json> = serde_json::from_slice(&bytes).ok()?;
        let id = all.pop()?.as_i64()?;
        if all.len() != sort.len() {
            return None;
        }
        let columns = sort.iter().map(|(place, _)| list.columns.get(*place));
        let values = columns.zip(&all).map(|(column, json)| value_of(column?, json)).collect::<Option<_>>()?;
        Some(Self { values, id })
    }
}

fn value_of(column: &Column, json: &Json) -> Option<Value> {
    let number = matches!(column.field.kind, Kind::Int | Kind::Decimal(_) | Kind::Instant | Kind::Reference(_));
    match json {
        Json::Null => Some(Value::Null),
        Json::Bool(flag) => (column.field.kind == Kind::Bool).then_some(Value::Bool(*flag)),
        Json::Number(_) => json.as_i64().filter(|_| !matches!(column.field.kind, Kind::Text)).map(Value::Int),
        Json::String(text) => (!number && column.field.kind != Kind::Bool).then(|| Value::Text(text.clone())),
        _ => None,
    }
}

/// Which rows of a list, by the first column it is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    All,
    WithValue,
    WithoutValue,
}

/// The rows of a list in its order, piece by piece, from its beginning or from a row on: each piece is
/// found behind the last row of the one before.
pub(super) struct Walk {
    sort: Vec<(usize, Order)>,
    backwards: bool,
    /// What is still to be read; rows without a value to sort by stand by themselves.
    parts: VecDeque<Rows>,
    /// Where the next piece begins.
    from: Option<Key>,
    /// Rows that need no statement: those of a report.
    made: Vec<Row>,
}

impl Walk {
    /// From where the ask says; backwards for rows before one and for the last ones.
    pub fn new(list: &ListPage, dialect: Dialect, ask: &Ask) -> Self {
        let backwards = matches!(ask.place, Place::Before(_) | Place::Last);
        let sort: Vec<(usize, Order)> = ask
            .order_of(list)
            .into_iter()
            .map(|(place, way)| (place, if backwards { turned(&way) } else { way }))
            .collect();
        let parts: &[Rows] = match (sort.first(), dialect) {
            (None, _) => &[Rows::All],
            // To SQLite nothing is less than everything, to PostgreSQL more.
            (Some((_, Order::Asc)), Dialect::Sqlite) => &[Rows::WithoutValue, Rows::WithValue],
            (Some((_, Order::Asc)), Dialect::Postgres) => &[Rows::WithValue, Rows::WithoutValue],
            (Some(_), Dialect::Sqlite) => &[Rows::WithValue, Rows::WithoutValue],
            (Some(_), Dialect::Postgres) => &[Rows::WithoutValue, Rows::WithValue],
        };
        let mut parts: VecDeque<Rows> = parts.iter().copied().collect();
        let from = match &ask.place {
            Place::After(key) | Place::Before(key) => Some(key.clone()),
            Place::Numbered | Place::Last => None,
        };
        if let Some(first) = from.as_ref().and_then(|key| key.values.first()) {
            let own = if *first == Value::Null { Rows::WithoutValue } else { Rows::WithValue };
            while parts.front().is_some_and(|part| *part != own) {
                parts.pop_front();
            }
        }
        Self { sort, backwards, parts, from, made: Vec::new() }
    }

    /// Over rows that are there already.
    pub fn over(made: Vec<Row>) -> Self {
        Self { sort: Vec::new(), backwards: false, parts: VecDeque::new(), from: None, made }
    }

    /// Whether the rows come from the end on.
    pub fn backwards(&self) -> bool {
        self.backwards
    }

    /// The order the rows come in.
    pub fn sort(&self) -> &[(usize, Order)] {
        &self.sort
    }

    /// The next rows, at most so many; none when all have been read.
    pub fn next(
        &mut self,
        list: &ListPage,
        conn: &mut dyn Conn,
        actor: &Actor,
        ask: &Ask,
        most: u64,
    ) -> Result<Vec<Row>, Refusal> {
        if !self.made.is_empty() {
            return Ok(std::mem::take(&mut self.made));
        }
        while let Some(part) = self.parts.front().copied() {
            let statement = self.statement(list, conn.dialect(), (actor, ask), part, most)?;
            let mut rows = conn.query(&statement)?;
            super::query::fill(list, conn, actor, &mut rows)?;
            self.from = rows.last().map(|row| Key::of(list, &self.sort, row));
            if u64::try_from(rows.len()).unwrap_or(most) < most {
                self.parts.pop_front();
                self.from = None;
            }
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    /// The first statement of the walk, for explaining and measuring it.
    pub fn first_statement(
        &self,
        list: &ListPage,
        dialect: Dialect,
        actor: &Actor,
        ask: &Ask,
        most: u64,
    ) -> Result<Stmt, Refusal> {
        let part = self.parts.front().copied().unwrap_or(Rows::All);
        self.statement(list, dialect, (actor, ask), part, most)
    }

    fn statement(
        &self,
        list: &ListPage,
        dialect: Dialect,
        (actor, ask): (&Actor, &Ask),
        part: Rows,
        most: u64,
    ) -> Result<Stmt, Refusal> {
        let mut select = conditions(list, actor, ask)?;
        let sorted: Vec<(&Column, &Order)> =
            self.sort.iter().filter_map(|(place, way)| Some((list.columns.get(*place)?, way))).collect();
        if let (Some((column, way)), true) = (sorted.first(), part != Rows::All) {
            let value = || column.expression(list.table);
            select.and_where(if part == Rows::WithValue { value().is_not_null() } else { value().is_null() });
            let bound = self.from.as_ref().and_then(|key| key.values.first());
            if let (Rows::WithValue, Some(bound)) = (part, bound) {
                // Says nothing new, but an index begins here.
                let bound = sql::value(bound.clone());
                select.and_where(if **way == Order::Asc { value().gte(bound) } else { value().lte(bound) });
            }
        }
        if let Some(from) = &self.from {
            select.cond_where(self.behind(list, dialect, &sorted, from));
        }
        let id = if self.backwards { Order::Asc } else { Order::Desc };
        rows(list, (dialect, ask), select, &Sorted { by: &self.sort, id }, (most, 0))
    }

    /// Behind a row: a later value of a column where all before it are the same, or then a later id.
    fn behind(&self, list: &ListPage, dialect: Dialect, sorted: &[(&Column, &Order)], from: &Key) -> Condition {
        let (id, last) = (sql::of(list.table, "id"), sql::value(from.id));
        let mut behind = Cond::all().add(if self.backwards { id.gt(last) } else { id.lt(last) });
        for ((column, way), value) in sorted.iter().zip(&from.values).rev() {
            let own = || column.expression(list.table);
            let same = if *value == Value::Null { own().is_null() } else { own().eq(sql::value(value.clone())) };
            let later = later(&own, dialect, way, value);
            behind = Cond::any().add(later).add(Cond::all().add(same).add(behind));
        }
        behind
    }
}

/// Values that come later than one in an order.
fn later(own: &dyn Fn() -> Expr, dialect: Dialect, way: &Order, value: &Value) -> Expr {
    let ascending = *way == Order::Asc;
    // Whether rows without a value come behind all others.
    let nothing_last = ascending == (dialect == Dialect::Postgres);
    if *value == Value::Null {
        return if nothing_last { Expr::cust("1 = 0") } else { own().is_not_null() };
    }
    let bound = sql::value(value.clone());
    let beyond = if ascending { own().gt(bound) } else { own().lt(bound) };
    if nothing_last { beyond.or(own().is_null()) } else { beyond }
}

fn turned(way: &Order) -> Order {
    if *way == Order::Asc { Order::Desc } else { Order::Asc }
}
