//! The numbers rows were given while they were worked through, and giving them for good.

use std::collections::BTreeMap;

use sea_query::{Expr, ExprTrait, OnConflict};

use super::is_taken;
use super::notes::Record;
use crate::refusal::Refusal;
use crate::store::{Conn, Row, Value, sql};

const TABLE: &str = "number_series";
const KEY: [&str; 3] = ["org_id", "series", "period"];

/// A series of numbers in a period.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Series {
    org: i64,
    name: String,
    period: String,
}

impl Series {
    /// The number a statement took ([`crate::call::next_number`]), if it is one that does.
    pub(super) fn taken(text: &str, values: &[Value], row: &Row) -> Option<(Self, i64)> {
        let is_one = text.starts_with("INSERT INTO \"number_series\"");
        let [Value::Int(org), Value::Text(name), Value::Text(period), ..] = values else { return None };
        let series = Self { org: *org, name: name.clone(), period: period.clone() };
        let number = row.get(0).ok()?;
        is_one.then_some((series, number))
    }

    fn cells(&self, last: i64) -> [(&'static str, Value); 3] {
        [
            ("series", Value::Text(self.name.clone())),
            ("period", Value::Text(self.period.clone())),
            ("last", Value::Int(last)),
        ]
    }
}

/// How far a series is.
#[derive(Debug, Clone, Copy)]
struct Reached {
    /// The last number before the rows.
    base: i64,
    /// The last one a row was given.
    last: i64,
    /// Up to where they are nobody else's.
    reserved: Option<i64>,
}

/// The series that rows were given numbers of.
#[derive(Debug, Clone, Default)]
pub struct Numbers(BTreeMap<Series, Reached>);

impl Numbers {
    /// Follows what rows took.
    pub(super) fn follow<'a>(&mut self, records: impl Iterator<Item = &'a Record>) {
        for record in records {
            if let Record::Number(series, number) = record {
                let first = Reached { base: number - 1, last: *number, reserved: None };
                self.0.entry(series.clone()).and_modify(|reached| reached.last = *number).or_insert(first);
            }
        }
    }

    /// Puts the series where the rows before left them, behind what others were given meanwhile.
    pub(super) fn set(&self, conn: &mut dyn Conn) -> Result<(), Refusal> {
        for (series, Reached { last, reserved, .. }) in &self.0 {
            let mut insert = sql::insert(series.org, TABLE, &series.cells(*last));
            let there = || sql::of(TABLE, "last");
            let value = match reserved {
                Some(_) => sql::value(*last),
                None => Expr::case(there().gt(*last), there()).finally(sql::value(*last)).into(),
            };
            insert.on_conflict(OnConflict::columns(KEY).value("last", value).to_owned());
            conn.exec(&insert.into())?;
        }
        Ok(())
    }

    /// Takes the numbers for good; false when somebody else was given one since.
    pub(super) fn keep(&self, conn: &mut dyn Conn) -> Result<bool, Refusal> {
        for (series, Reached { base, last, reserved }) in &self.0 {
            let taken = match reserved {
                Some(reserved) => last <= reserved,
                None if *base == 0 => begin(conn, series, *last)?,
                None => {
                    let mut update = sql::update(series.org, TABLE, &[("last", Value::Int(*last))]);
                    update
                        .and_where(sql::eq("series", Value::Text(series.name.clone())))
                        .and_where(sql::eq("period", Value::Text(series.period.clone())))
                        .and_where(sql::eq("last", *base));
                    conn.exec(&update.into())? == 1
                }
            };
            if !taken {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// As many numbers of each series, from where it is now; those are nobody else's any more.
    pub fn reserve(&self, conn: &mut dyn Conn) -> Result<Self, Refusal> {
        let mut reserved = BTreeMap::new();
        for (series, reached) in &self.0 {
            let count = reached.last - reached.base;
            if count == 0 {
                continue;
            }
            let mut insert = sql::insert(series.org, TABLE, &series.cells(count));
            let further = sql::of(TABLE, "last").add(count);
            insert.on_conflict(OnConflict::columns(KEY).value("last", further).to_owned()).returning_col("last");
            let row = conn.first(&insert.into())?.ok_or_else(|| Refusal::broken("the number series gave nothing"))?;
            let last: i64 = row.get(0)?;
            let base = last - count;
            reserved.insert(series.clone(), Reached { base, last: base, reserved: Some(last) });
        }
        Ok(Self(reserved))
    }
}

/// The first numbers of a series; false when somebody else was quicker.
fn begin(conn: &mut dyn Conn, series: &Series, last: i64) -> Result<bool, Refusal> {
    match conn.exec(&sql::insert(series.org, TABLE, &series.cells(last)).into()) {
        Err(error) if is_taken(&error) => Ok(false),
        done => Ok(done? == 1),
    }
}
