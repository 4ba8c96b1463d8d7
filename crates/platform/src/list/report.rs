//! Reports: lists whose rows are made, by what stands behind them, of what scope and filters leave of a table. They are
//! few rows, so they are sorted, paged and summed here; filters, settings, export and print are those of every list.

use std::cmp::Ordering;

use kernel::{Day, Instant};
use sea_query::{Order, SelectStatement};
use serde_json::{Map, Value as Json, json};

use super::ask::{Ask, Place};
use super::{Column, ListPage, query};
use crate::access::Actor;
use crate::field::flag_of;
use crate::refusal::Refusal;
use crate::store::{Conn, Row, Value};

/// What makes a list a report: its rows are those of [`super::Behind::rows`].
#[derive(Debug, Clone, Copy)]
pub struct Report {
    /// Its rows as bars.
    pub chart: Option<Chart>,
}

/// How the rows of a report are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// A bar for each row.
    Bars,
    /// Points that a line joins, in the order of their names: months, days.
    Line,
    /// Parts of a whole.
    Pie,
}

/// One bar, point or part for each row, of one measure at a time, in the order of the rows.
#[derive(Debug, Clone, Copy)]
pub struct Chart {
    /// Columns that name a row.
    pub label: &'static [&'static str],
    /// Columns that are drawn; the user chooses one.
    pub measures: &'static [&'static str],
    /// How it is drawn where the report is grouped by this alone; else as bars.
    pub draws: &'static [(&'static str, Draw)],
}

impl Chart {
    pub(super) fn contract(&self) -> Json {
        let mut chart = json!({ "label": self.label, "measures": self.measures });
        if let (Some(object), false) = (chart.as_object_mut(), self.draws.is_empty()) {
            let name = |draw: Draw| match draw {
                Draw::Bars => "bars",
                Draw::Line => "line",
                Draw::Pie => "pie",
            };
            let draws: Map<String, Json> =
                self.draws.iter().map(|(by, draw)| ((*by).to_owned(), json!(name(*draw)))).collect();
            object.insert("draws".to_owned(), Json::Object(draws));
        }
        chart
    }
}

/// What a report is asked for.
pub struct Asked<'a> {
    list: &'a ListPage,
    actor: &'a Actor,
    ask: &'a Ask,
}

impl<'a> Asked<'a> {
    pub(crate) fn of(list: &'a ListPage, actor: &'a Actor, ask: &'a Ask) -> Self {
        Self { list, actor, ask }
    }

    /// Key of the list that is asked.
    pub(crate) fn key(&self) -> &'static str {
        self.list.key
    }

    pub(crate) fn path(&self) -> &'static str {
        self.list.path
    }

    /// Who asks.
    pub fn actor(&self) -> &Actor {
        self.actor
    }

    /// The filters that are given: name, how a text matches, value.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &'static str, &str)> {
        self.ask.filters.iter().map(|given| (given.name, given.mode.name(), given.value.as_str()))
    }

    /// The same with another value of a filter.
    pub(crate) fn instead(&self, name: &'static str, value: &str) -> Ask {
        self.ask.with(name, value)
    }

    /// The same ask of the same list by the same caller, otherwise.
    pub(crate) fn again<'b>(&'b self, ask: &'b Ask) -> Asked<'b> {
        Asked { list: self.list, actor: self.actor, ask }
    }

    /// The rows of the table and its joins that scope and filters leave, without columns: for the report to
    /// choose, group and sum.
    pub fn select(&self) -> Result<SelectStatement, Refusal> {
        query::narrowed(self.list, self.actor, self.ask)
    }

    /// The value of a filter; none when it is not given.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.ask.filters.iter().find(|given| given.name == name).map(|given| given.value.as_str())
    }

    /// The days a filter of days covers, an end that is open left out; none where it is not given.
    pub fn days(&self, name: &str) -> (Option<Day>, Option<Day>) {
        self.value(name).and_then(|text| super::days(text, self.now())).unwrap_or_default()
    }

    /// A filter of yes and no is given, with yes.
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name).and_then(flag_of).unwrap_or(false)
    }

    /// Company whose rows are asked for.
    pub fn org(&self) -> i64 {
        self.ask.org(self.actor)
    }

    /// The moment it is made.
    pub fn now(&self) -> Instant {
        self.actor.now
    }
}

/// The rows of a report, and its last row where that is told apart.
pub(super) struct Made {
    /// In the order asked for, each with its place behind its values.
    pub rows: Vec<Row>,
    last: Option<Vec<Option<Value>>>,
}

/// The rows of a report; none of a list that is no report.
pub(super) fn made(list: &ListPage, conn: &mut dyn Conn, actor: &Actor, ask: &Ask) -> Result<Option<Made>, Refusal> {
    if list.report.is_none() {
        return Ok(None);
    }
    let behind = list.behind.ok_or_else(|| Refusal::broken(format!("nobody makes the rows of {}", list.path)))?;
    let asked = Asked { list, actor, ask };
    let made = behind.rows(conn, &asked)?;
    let last = behind.last(conn, &asked, &made)?;
    if made.iter().any(|row| row.len() != list.columns.len()) {
        return Err(Refusal::broken(format!("{} makes rows of other columns", list.path)));
    }
    let mut rows: Vec<Row> = Vec::with_capacity(made.len());
    for (place, mut values) in (1..).zip(made) {
        values.push(Value::Int(place));
        rows.push(Row(values));
    }
    let order = ask.order_of(list);
    rows.sort_by(|one, other| in_order(&order, one, other));
    Ok(Some(Made { rows, last }))
}

fn in_order(order: &[(usize, Order)], one: &Row, other: &Row) -> Ordering {
    let by = |(place, way): &(usize, Order)| compare(one.value(*place), other.value(*place), *way == Order::Desc);
    order.iter().map(by).find(|found| found.is_ne()).unwrap_or(Ordering::Equal)
}

/// What is not there comes last either way.
fn compare(one: &Value, other: &Value, turned: bool) -> Ordering {
    let found = match (one, other) {
        (Value::Null, Value::Null) => Ordering::Equal,
        (Value::Null, _) => return Ordering::Greater,
        (_, Value::Null) => return Ordering::Less,
        (Value::Int(one), Value::Int(other)) => one.cmp(other),
        (Value::Text(one), Value::Text(other)) => one.cmp(other),
        (Value::Bool(one), Value::Bool(other)) => one.cmp(other),
        _ => Ordering::Equal,
    };
    if turned { found.reverse() } else { found }
}

/// The rows of a page, with whether others lie before and behind them.
pub(super) fn page<'a>(rows: &'a [Row], ask: &Ask) -> (&'a [Row], bool, bool) {
    let size = usize::try_from(ask.size).unwrap_or(usize::MAX);
    let at = |key: &super::keyset::Key| rows.iter().position(|row| key.is_of(row));
    let end = |from: usize| Ord::min(from.saturating_add(size), rows.len());
    let (from, to) = match &ask.place {
        Place::Numbered => {
            let skipped = (ask.current.saturating_sub(1)).saturating_mul(ask.size);
            let from = Ord::min(usize::try_from(skipped).unwrap_or(usize::MAX), rows.len());
            (from, end(from))
        }
        Place::After(key) => {
            let from = at(key).map_or(rows.len(), |place| place + 1);
            (from, end(from))
        }
        Place::Before(key) => {
            let to = at(key).unwrap_or(0);
            (to.saturating_sub(size), to)
        }
        Place::Last => (rows.len().saturating_sub(size), rows.len()),
    };
    (rows.get(from..to).unwrap_or_default(), from > 0, to < rows.len())
}

/// The last row as it is told apart, else the sums of all rows, by column.
pub(super) fn figures<'a>(list: &'a ListPage, actor: &Actor, made: &Made) -> Result<Vec<(&'a Column, Value)>, Refusal> {
    let rows = &made.rows;
    if let Some(last) = &made.last {
        let told = list.columns.iter().zip(last).filter(|(column, _)| column.seen_by(actor));
        return Ok(told.filter_map(|(column, value)| Some((column, value.clone()?))).collect());
    }
    let summed = list.columns.iter().enumerate().filter(|(_, column)| column.sum && column.seen_by(actor));
    let sum = |(place, column): (usize, &'a Column)| {
        let values =
            rows.iter().filter_map(|row| if let Value::Int(value) = row.value(place) { Some(*value) } else { None });
        let sum = values.into_iter().try_fold(0i64, i64::checked_add);
        let sum = sum.ok_or_else(|| Refusal::broken(format!("{}: a sum is too large", list.path)))?;
        Ok((column, Value::Int(sum)))
    };
    summed.map(sum).collect()
}
