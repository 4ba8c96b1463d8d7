//! Which orders a line of the log is about, so that who may not see them reads nothing of their papers.

use std::collections::BTreeSet;

use kernel::Id;
use sea_query::{Expr, ExprTrait, Order};

use crate::refusal::Refusal;
use crate::store::{Cell, Conn, sql};

/// Orders of a line beyond its first.
const FURTHER: &str = "operation_log_order";

/// What a line is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// Orders: who sees one of them sees the line.
    pub orders: Vec<Id>,
    /// Of none, but somebody's own, which others don't see.
    pub maker: Option<Id>,
}

impl About {
    /// Several orders.
    pub fn orders(orders: impl IntoIterator<Item = Id>) -> Self {
        Self { orders: orders.into_iter().collect(), maker: None }
    }

    /// Somebody's own thing.
    pub fn own(maker: Id) -> Self {
        Self { orders: Vec::new(), maker: Some(maker) }
    }
}

/// Asks what a thing is about.
pub type AboutOf = fn(&mut dyn Conn, i64, Id) -> Result<About, Refusal>;

/// Where it is kept of which orders the things of a kind are. A room declares it once, and every line about such a
/// thing names its orders.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// Kind of thing in the log.
    pub kind: &'static str,
    at: Place,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Rows(Rows),
    Asked(AboutOf),
}

#[derive(Debug, Clone, Copy)]
struct Rows {
    table: &'static str,
    thing: &'static str,
    order: &'static str,
    only: Option<(&'static str, &'static str)>,
    maker: Option<&'static str>,
}

impl Kept {
    /// Things whose rows name their order as `order_id`.
    pub const fn in_rows(kind: &'static str, table: &'static str) -> Self {
        Self::linked(kind, table, ("id", "order_id"))
    }

    /// Rows of a table name the thing in one column and the order in another.
    pub const fn linked(kind: &'static str, table: &'static str, (thing, order): (&'static str, &'static str)) -> Self {
        Self { kind, at: Place::Rows(Rows { table, thing, order, only: None, maker: None }) }
    }

    /// What no row says by itself.
    pub const fn asked(kind: &'static str, work: AboutOf) -> Self {
        Self { kind, at: Place::Asked(work) }
    }

    /// Rows with another value in a column name no order.
    #[must_use]
    pub const fn only(mut self, column: &'static str, value: &'static str) -> Self {
        if let Place::Rows(rows) = &mut self.at {
            rows.only = Some((column, value));
        }
        self
    }

    /// Things without an order are whose a column says.
    #[must_use]
    pub const fn else_own(mut self, maker: &'static str) -> Self {
        if let Place::Rows(rows) = &mut self.at {
            rows.maker = Some(maker);
        }
        self
    }

    /// What a thing is about; nothing when it is not there.
    pub(crate) fn of(&self, conn: &mut dyn Conn, org: i64, thing: Id) -> Result<About, Refusal> {
        match self.at {
            Place::Rows(rows) => rows.of(conn, org, thing),
            Place::Asked(work) => work(conn, org, thing),
        }
    }
}

impl Rows {
    fn of(&self, conn: &mut dyn Conn, org: i64, thing: Id) -> Result<About, Refusal> {
        let mut select = sql::from(org, self.table);
        select
            .expr(sql::of(self.table, self.order))
            .expr(sql::of(self.table, self.maker.unwrap_or(self.order)))
            .and_where(sql::eq(self.thing, thing))
            .order_by((self.table, self.order), Order::Asc);
        if let Some((column, value)) = self.only {
            select.and_where(sql::eq(column, value));
        }
        let rows = conn.query(&select.into())?;
        let orders = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<Option<Id>>, _>>()?;
        let orders: Vec<Id> = orders.into_iter().flatten().collect();
        let own = self.maker.filter(|_| orders.is_empty()).and(rows.first());
        Ok(About { orders, maker: own.map(|row| row.get::<Option<Id>>(1)).transpose()?.flatten() })
    }
}

/// Keeps the orders of a line beyond its first, each once: several rows of a thing may name the same order.
pub(crate) fn further(conn: &mut dyn Conn, org: i64, line: Id, about: &About) -> Result<(), Refusal> {
    /// Rows of one statement: a paper may be about thousands of orders.
    const AT_ONCE: usize = 1_000;
    let Some((first, others)) = about.orders.split_first() else { return Ok(()) };
    let others: BTreeSet<Id> = others.iter().copied().filter(|order| order != first).collect();
    let others: Vec<Id> = others.into_iter().collect();
    for some in others.chunks(AT_ONCE) {
        let rows = some.iter().map(|order| vec![line.into_value(), order.into_value()]);
        conn.exec_later(&sql::insert_many(org, FURTHER, &["log_id", "order_id"], rows).into())?;
    }
    Ok(())
}

/// Takes away what is kept of lines that are gone.
pub(crate) fn forget(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    let mut line = sql::from(org, "operation_log");
    line.expr(Expr::cust("1")).and_where(sql::of("operation_log", "id").equals((FURTHER, "log_id")));
    let mut delete = sql::delete(org, FURTHER);
    delete.and_where(Expr::exists(line).not());
    conn.exec(&delete.into())?;
    Ok(())
}
