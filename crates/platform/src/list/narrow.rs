//! Fewer rows to compare: where a filter looks for a part of a text, the rows that may hold it are found first, by the pairs
//! of letters the database keeps (`store::pairs`, decision 0031).
//!
//! The filter then compares these alone, as it would compare all: what it finds is the same. Where they are many, reading
//! the list in its order meets some of them soon, and nothing is narrowed.

use sea_query::{Expr, SelectStatement};

use super::ask::{Ask, Given};
use super::filter::Mode;
use super::{Filter, ListPage, Match};
use crate::call::Call;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Pairs, Sought, Stmt, StoreError, Value, sql};

/// Most rows a page is picked from: reading the list in its order meets more than these as soon.
pub(super) const OF_PAGE: usize = 2_000;
/// Most rows that are counted and added up: the other way is to read all there are.
pub(super) const OF_ALL: usize = 20_000;
/// Most pasted values that are looked for by pairs.
const PASTED_MAX: usize = 50;

/// Where a filter of the room's own looks for a text.
#[derive(Debug, Clone)]
pub struct Place {
    /// Table.
    pub table: &'static str,
    /// Column; `search_column` knows it.
    pub column: &'static str,
    /// Column of that table that names the row of the list; `id` for the list's own table.
    pub names: &'static str,
    /// Part of the text that stands there in every row the filter finds by it.
    pub text: String,
}

/// How what is found is told of the rows of the list.
#[derive(Clone, Copy)]
enum Link {
    /// By their ids, which stand in this column.
    Rows(&'static str),
    /// By the ids of what a column of theirs names.
    Named(&'static str),
}

/// The rows of a list that may be wanted.
#[derive(Debug, Clone)]
enum Found {
    Rows(Vec<i64>),
    /// Those whose column says one of these.
    Named(&'static str, Vec<i64>),
}

/// What a filter leaves to be compared.
#[derive(Debug, Clone)]
pub(super) struct Narrowed {
    pub filter: &'static str,
    dialect: Dialect,
    org: i64,
    found: Found,
}

impl Ask {
    /// With the rows that may be wanted, where a filter tells them and they are so many at most.
    pub(super) fn narrowed(mut self, list: &ListPage, call: &Call, most: usize) -> Result<Self, Refusal> {
        let actor = call.actor()?;
        let elsewhere = self.org.is_none() && list.everywhere.is_some_and(|everywhere| everywhere(actor))
            || list.behind.is_some_and(|behind| behind.orgs(actor).is_some());
        if elsewhere || !list.overlay.is_empty() || list.report.is_some() {
            return Ok(self);
        }
        let mut wanted: Vec<_> =
            self.filters(list).filter_map(|(filter, given)| Some((filter.name, filter.sought(list, given)?))).collect();
        if wanted.is_empty() {
            return Ok(self);
        }
        let (pairs, org) = (call.app.store.pairs()?, self.org(actor));
        wanted.retain(|(_, places)| !places.is_empty() && places.iter().all(|(sought, _)| pairs.serves(sought)));
        if wanted.is_empty() {
            return Ok(self);
        }
        self.narrowed = call.read(|conn| {
            let mut best = None;
            let search = Search { pairs, list, org, most };
            for (filter, places) in &wanted {
                let Some(found) = search.all(conn, places)? else { continue };
                let rows = matches!(found, Found::Rows(_));
                best = Some(Narrowed { filter, dialect: conn.dialect(), org, found });
                // What the other filters find lies among these.
                if rows {
                    break;
                }
            }
            Ok(best)
        })?;
        Ok(self)
    }
}

impl Filter {
    /// Where it looks for which texts; none when pairs don't help it.
    fn sought(&self, list: &ListPage, given: &Given) -> Option<Vec<(Sought, Link)>> {
        if let Some(searched) = self.searched {
            let places = searched(&given.value).into_iter().map(|at| {
                let sought = Sought { table: at.table, columns: vec![at.column], texts: vec![at.text] };
                (sought, Link::Rows(at.names))
            });
            return Some(places.collect());
        }
        let texts: Vec<String> = match (given.mode, self.how, self.pasted(given)) {
            (_, _, Some(values)) => values.into_iter().map(str::to_owned).collect(),
            (Mode::Contains | Mode::Starts | Mode::Equals, ..)
            | (Mode::Declared, Match::Contains | Match::Begins | Match::Many, None) => vec![given.value.clone()],
            _ => return None,
        };
        if texts.is_empty() || texts.len() > PASTED_MAX {
            return None;
        }
        let own = [(list.table, self.field.column)];
        let mut places: Vec<(&str, Sought, Link)> = Vec::new();
        for (alias, column) in if self.columns.is_empty() { &own } else { self.columns } {
            if let Some((_, sought, _)) = places.iter_mut().find(|(known, ..)| known == alias) {
                sought.columns.push(column);
                continue;
            }
            let (table, link) = link(list, alias)?;
            places.push((alias, Sought { table, columns: vec![column], texts: texts.clone() }, link));
        }
        Some(places.into_iter().map(|(_, sought, link)| (sought, link)).collect())
    }
}

/// The table of an alias, and how its rows are told of those of the list: by the column that names them.
fn link(list: &ListPage, alias: &'static str) -> Option<(&'static str, Link)> {
    match list.joins.iter().find(|join| join.alias == alias) {
        None => (alias == list.table).then_some((alias, Link::Rows("id"))),
        Some(join) => match join.on {
            [(own, "id")] if join.by_org && !own.contains('.') => Some((join.table, Link::Named(own))),
            _ => None,
        },
    }
}

struct Search<'a> {
    pairs: &'a Pairs,
    list: &'a ListPage,
    org: i64,
    most: usize,
}

impl Search<'_> {
    /// What all the places of a filter tell together: a row may stand in any of them.
    fn all(&self, conn: &mut dyn Conn, places: &[(Sought, Link)]) -> Result<Option<Found>, StoreError> {
        let mut rows = Vec::new();
        for (sought, link) in places {
            match self.one(conn, sought, *link)? {
                Some(Found::Rows(some)) => rows.extend(some),
                Some(named @ Found::Named(..)) if places.len() == 1 => return Ok(Some(named)),
                _ => return Ok(None),
            }
        }
        Ok((rows.len() <= self.most).then_some(Found::Rows(rows)))
    }

    fn one(&self, conn: &mut dyn Conn, sought: &Sought, link: Link) -> Result<Option<Found>, StoreError> {
        let told = match link {
            Link::Rows(column) => column,
            Link::Named(_) => "id",
        };
        let Some(ids) = self.pairs.candidates(conn, self.org, sought, (told, self.most))? else { return Ok(None) };
        let Link::Named(own) = link else { return Ok(Some(Found::Rows(ids))) };
        if ids.is_empty() {
            return Ok(Some(Found::Rows(ids)));
        }
        if self.pairs.is_reference(self.list.table, own) {
            return self.naming(conn, own, &ids).map(|rows| rows.map(Found::Rows));
        }
        Ok(Some(Found::Named(own, ids)))
    }

    /// The rows whose column says one of these, found by an index of it; none where they are too many.
    fn naming(&self, conn: &mut dyn Conn, own: &str, ids: &[i64]) -> Result<Option<Vec<i64>>, StoreError> {
        let (table, limit) = (self.list.table, self.most + 1);
        let text = match conn.dialect() {
            Dialect::Sqlite => format!(
                "SELECT \"id\" FROM \"{table}\" WHERE (\"org_id\", \"{own}\") IN \
                 (SELECT ?, value FROM json_each('[' || ? || ']')) LIMIT {limit}"
            ),
            Dialect::Postgres => format!(
                "SELECT \"id\" FROM \"{table}\" WHERE \"org_id\" = $1 \
                 AND \"{own}\" = ANY(string_to_array($2, ',')::bigint[]) LIMIT {limit}"
            ),
        };
        let rows = conn.query(&Stmt::Raw(text, vec![Value::Int(self.org), Value::Text(joined(ids))]))?;
        let rows = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<i64>, _>>()?;
        Ok((rows.len() <= self.most).then_some(rows))
    }
}

/// Ids as one value, so that a statement is the same for however many.
fn joined(ids: &[i64]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl Narrowed {
    /// Reads those rows of the list's table alone.
    pub fn rows(&self, table: &'static str) -> SelectStatement {
        match (&self.found, self.dialect) {
            // By the primary key and by nothing else: without statistics SQLite takes a company for ten rows, and would
            // read all of them in the order of the list.
            (Found::Rows(ids), Dialect::Sqlite) => {
                let mut select = sql::from_global(table);
                let own = format!("+\"{table}\".\"org_id\" = ?");
                let among = format!(
                    "(\"{table}\".\"org_id\", \"{table}\".\"id\") IN (SELECT ?, value FROM json_each('[' || ? || ']'))"
                );
                select
                    .and_where(Expr::cust_with_exprs(own, [sql::value(self.org)]))
                    .and_where(Expr::cust_with_exprs(among, [sql::value(self.org), Expr::val(joined(ids))]));
                select
            }
            (Found::Rows(ids), Dialect::Postgres) => self.among(table, &format!("\"{table}\".\"id\""), ids),
            // An index of the column would be taken for many rows too, which are read sooner in the list's order.
            (Found::Named(column, ids), _) => self.among(table, &format!("(\"{table}\".\"{column}\" + 0)"), ids),
        }
    }

    fn among(&self, table: &'static str, column: &str, ids: &[i64]) -> SelectStatement {
        let text = match self.dialect {
            Dialect::Sqlite => format!("{column} IN (SELECT value FROM json_each('[' || ? || ']'))"),
            Dialect::Postgres => format!("{column} = ANY(string_to_array($1, ',')::bigint[])"),
        };
        let mut select = sql::from(self.org, table);
        select.and_where(Expr::cust_with_exprs(text, [Expr::val(joined(ids))]));
        select
    }
}
