//! Fewer rows to compare: where a filter looks for a part of a text, the rows that may hold it are found first, by the pairs
//! of letters the database keeps (`store::pairs`, decision 0031).
//!
//! The filter then compares these alone, as it would compare all: what it finds is the same. Where they are many, reading
//! the list in its order meets some of them soon, and nothing is narrowed.

use std::collections::BTreeSet;

use kernel::{Day, Instant};
use sea_query::{Expr, SelectStatement};

use super::ask::{Ask, Given};
use super::filter::{Mode, bound, days, range};
use super::{Filter, ListPage, Match};
use crate::call::Call;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Pairs, Sought, Stmt, StoreError, Value, sql};

/// Most rows a page is picked from: reading the list in its order meets more than these as soon.
pub(super) const OF_PAGE: usize = 2_000;
/// Most rows that are counted and added up: the other way is to read all there are.
pub(super) const OF_ALL: usize = 20_000;
/// So many rows a step may read for each that it may tell: a bill has several.
const READ_OF_ONE: usize = 10;
/// Most rows that are read for a range of days: those of a month lie together, far from where reading in order begins.
const READ_OF_RANGE: usize = 50_000;
/// Most pasted values that are looked for by pairs.
const PASTED_MAX: usize = 50;

/// Where a filter of the room's own looks.
#[derive(Debug, Clone)]
pub struct Place {
    begin: Begin,
    steps: &'static [Step],
}

/// What a way to the rows of a list begins with.
#[derive(Debug, Clone)]
enum Begin {
    /// Rows with a part of a text in a column, by what another column of theirs says.
    Part { table: &'static str, column: &'static str, says: &'static str, text: String },
    /// A number that the user chose.
    Chosen(i64),
    /// Rows whose day or moment lies in the range the filter is given.
    Within(Step),
}

/// A step from what is found to the rows of a list: rows of a table whose column says what is found say something else. An
/// index of the table leads there: by the company, what `among` compares if it does, and that column.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    table: &'static str,
    by: &'static str,
    says: &'static str,
    among: &'static str,
}

impl Step {
    /// From a column of a table to another one.
    pub const fn new(table: &'static str, by: &'static str, says: &'static str) -> Self {
        Self { table, by, says, among: "" }
    }
    /// Of the rows of the table those alone that meet a condition, which names its columns with the table.
    #[must_use]
    pub const fn among(mut self, condition: &'static str) -> Self {
        self.among = condition;
        self
    }
}

impl Place {
    /// A part of the text that stands in a column of a table in every row the filter finds by it; `search_column` knows the
    /// column. The rows there have the ids of the list's rows.
    pub fn of(table: &'static str, column: &'static str, text: &str) -> Self {
        Self { begin: Begin::Part { table, column, says: "id", text: text.to_owned() }, steps: &[] }
    }
    /// A number that was chosen, of which the steps tell the rows.
    pub const fn chosen(number: i64) -> Self {
        Self { begin: Begin::Chosen(number), steps: &[] }
    }
    /// Rows of a table whose day or moment lies in the range the filter is given; none where an end of it is open. An index
    /// of the table begins with the company and that column, as a step has it.
    pub const fn within(of: Step) -> Self {
        Self { begin: Begin::Within(of), steps: &[] }
    }
    /// The rows there name the list's rows, or what the first step begins with, in a column.
    #[must_use]
    pub fn naming(mut self, column: &'static str) -> Self {
        if let Begin::Part { says, .. } = &mut self.begin {
            *says = column;
        }
        self
    }
    /// The list's rows are some steps away.
    #[must_use]
    pub const fn by(mut self, steps: &'static [Step]) -> Self {
        self.steps = steps;
        self
    }
}

/// A place to look in.
enum Look {
    /// For pairs of letters.
    Pairs(Sought, Link),
    /// From an id that is known, by steps.
    Known(i64, &'static [Step]),
    /// From rows between two values, by steps.
    Within(Step, [Value; 2], &'static [Step]),
}

impl Look {
    /// Most rows of the list it may tell where a page or a total asks for some, and most rows that are read in a step.
    fn bounds(&self, most: usize) -> (usize, usize) {
        match self {
            Self::Within(..) => (Ord::max(most, READ_OF_RANGE), READ_OF_RANGE),
            Self::Known(..) | Self::Pairs(..) => (most, Ord::min(most.saturating_mul(READ_OF_ONE), READ_OF_RANGE)),
        }
    }
}

/// How what is found is told of the rows of the list.
#[derive(Clone, Copy)]
enum Link {
    /// By their ids, which stand in this column, or some steps from it.
    Rows(&'static str, &'static [Step]),
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
        let mut wanted: Vec<_> = self
            .filters(list)
            .filter_map(|(filter, given)| Some((filter.name, filter.sought(list, given, actor.now)?)))
            .collect();
        if wanted.is_empty() {
            return Ok(self);
        }
        let (pairs, org) = (call.app.store.pairs()?, self.org(actor));
        let serves = |look: &Look| match look {
            Look::Pairs(sought, _) => pairs.serves(sought),
            Look::Known(..) | Look::Within(..) => true,
        };
        wanted.retain(|(_, places)| !places.is_empty() && places.iter().all(serves));
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
    fn sought(&self, list: &ListPage, given: &Given, now: Instant) -> Option<Vec<Look>> {
        if let Some(searched) = self.searched {
            let texts = match self.pasted(given) {
                Some(values) => values,
                None if self.takes_several() => given.value.split(',').map(str::trim).collect(),
                None => vec![given.value.as_str()],
            };
            let places: Vec<Vec<Place>> = texts.iter().take(PASTED_MAX + 1).map(|text| searched(text)).collect();
            // Rows of a text without a place would be missed.
            if places.len() > PASTED_MAX || places.iter().any(Vec::is_empty) {
                return None;
            }
            return places.into_iter().flatten().map(|place| self.look(place, given, now)).collect();
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
        Some(places.into_iter().map(|(_, sought, link)| Look::Pairs(sought, link)).collect())
    }

    fn look(&self, place: Place, given: &Given, now: Instant) -> Option<Look> {
        Some(match place.begin {
            Begin::Part { table, column, says, text } => {
                let sought = Sought { table, columns: vec![column], texts: vec![text] };
                Look::Pairs(sought, Link::Rows(says, place.steps))
            }
            Begin::Chosen(id) => Look::Known(id, place.steps),
            Begin::Within(of) => Look::Within(of, self.bounds(given, now)?, place.steps),
        })
    }

    /// Both ends of the range it is given.
    fn bounds(&self, given: &Given, now: Instant) -> Option<[Value; 2]> {
        let (from, to) = match self.how {
            Match::Range => range(&self.field, &given.value, now)?,
            _ => {
                let end = |day: Day, is_last| bound(&self.field, &kernel::show_day(day), is_last);
                let (from, to) = days(&given.value, now)?;
                (from.and_then(|day| end(day, false)), to.and_then(|day| end(day, true)))
            }
        };
        Some([from?, to?])
    }
}

/// The table of an alias, and how its rows are told of those of the list: by the column that names them.
fn link(list: &ListPage, alias: &'static str) -> Option<(&'static str, Link)> {
    match list.joins.iter().find(|join| join.alias == alias) {
        None => (alias == list.table).then_some((alias, Link::Rows("id", &[]))),
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
    fn all(&self, conn: &mut dyn Conn, places: &[Look]) -> Result<Option<Found>, StoreError> {
        let (mut rows, mut most) = (BTreeSet::new(), self.most);
        for look in places {
            let bounds = look.bounds(self.most);
            most = Ord::max(most, bounds.0);
            let found = match look {
                Look::Pairs(sought, link) => self.one(conn, sought, *link, bounds)?,
                Look::Known(id, steps) => self.walk(conn, vec![*id], steps, bounds)?.map(Found::Rows),
                Look::Within(of, ends, steps) => self.within(conn, (*of, ends), steps, bounds)?.map(Found::Rows),
            };
            match found {
                Some(Found::Rows(some)) => rows.extend(some),
                Some(named @ Found::Named(..)) if places.len() == 1 => return Ok(Some(named)),
                _ => return Ok(None),
            }
        }
        Ok((rows.len() <= most).then(|| Found::Rows(rows.into_iter().collect())))
    }

    fn one(
        &self,
        conn: &mut dyn Conn,
        sought: &Sought,
        link: Link,
        bounds: (usize, usize),
    ) -> Result<Option<Found>, StoreError> {
        let (told, steps) = match link {
            Link::Rows(column, steps) => (column, steps),
            Link::Named(_) => ("id", &[][..]),
        };
        let Some(ids) = self.pairs.candidates(conn, self.org, sought, (told, self.most))? else { return Ok(None) };
        let Some(ids) = self.walk(conn, ids, steps, bounds)? else { return Ok(None) };
        let Link::Named(own) = link else { return Ok(Some(Found::Rows(ids))) };
        if ids.is_empty() {
            return Ok(Some(Found::Rows(ids)));
        }
        if self.pairs.is_reference(self.list.table, own) {
            let step = Step::new(self.list.table, own, "id");
            return self.follow(conn, step, &ids, self.most).map(|rows| rows.map(Found::Rows));
        }
        Ok(Some(Found::Named(own, ids)))
    }

    /// From rows whose day or moment lies between two.
    fn within(
        &self,
        conn: &mut dyn Conn,
        (of, ends): (Step, &[Value; 2]),
        steps: &[Step],
        bounds: (usize, usize),
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let condition = format!("\"{}\".\"{}\" BETWEEN {{}} AND {{}}", of.table, of.by);
        let ids = self.say(conn, of, (&format!("\"{}\"", of.table), &[]), (&condition, ends), bounds.1)?;
        let Some(ids) = ids else { return Ok(None) };
        self.walk(conn, ids, steps, bounds)
    }

    fn walk(
        &self,
        conn: &mut dyn Conn,
        ids: Vec<i64>,
        steps: &[Step],
        (told, read): (usize, usize),
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let mut found = ids;
        for (place, step) in steps.iter().enumerate() {
            let is_told = place + 1 == steps.len() && step.says == "id";
            let read = if is_told { told } else { read };
            let Some(next) = self.follow(conn, *step, &found, read)? else { return Ok(None) };
            found = next;
        }
        Ok(Some(found))
    }

    /// What the rows say whose column says one of these.
    fn follow(
        &self,
        conn: &mut dyn Conn,
        step: Step,
        ids: &[i64],
        read: usize,
    ) -> Result<Option<Vec<i64>>, StoreError> {
        if ids.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let Step { table, by, .. } = step;
        let ids = [Value::Text(joined(ids))];
        match conn.dialect() {
            // The ids first, in the order they are written: without statistics SQLite would read the company instead.
            Dialect::Sqlite => {
                let from = format!("json_each('[' || {{}} || ']') AS wanted CROSS JOIN \"{table}\"");
                self.say(conn, step, (&from, &ids), (&format!("\"{table}\".\"{by}\" = wanted.value"), &[]), read)
            }
            Dialect::Postgres => {
                let among = format!("\"{table}\".\"{by}\" = ANY(string_to_array({{}}, ',')::bigint[])");
                self.say(conn, step, (&format!("\"{table}\""), &[]), (&among, &ids), read)
            }
        }
    }

    /// What rows of a condition say, each once, found by an index; none where more rows would be read than may. In both texts a
    /// pair of braces stands for each value.
    fn say(
        &self,
        conn: &mut dyn Conn,
        step: Step,
        (from, known): (&str, &[Value]),
        (condition, bounds): (&str, &[Value]),
        read: usize,
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let Step { table, says, among, .. } = step;
        let mut values = known.to_vec();
        values.push(Value::Int(self.org));
        // A plus keeps what is said from choosing the index.
        let mut text = format!("SELECT +\"{table}\".\"{says}\" FROM {from} WHERE \"{table}\".\"org_id\" = {{}}");
        if !among.is_empty() {
            text.push_str(&format!(" AND {among}"));
        }
        text.push_str(&format!(" AND {condition} LIMIT {}", read + 1));
        values.extend_from_slice(bounds);
        let rows = conn.query(&Stmt::Raw(numbered(&text, conn.dialect()), values))?;
        if rows.len() > read {
            return Ok(None);
        }
        let said = rows.iter().map(|row| row.get(0)).collect::<Result<BTreeSet<Option<i64>>, _>>()?;
        Ok(Some(said.into_iter().flatten().collect()))
    }
}

/// A statement with the places of its values as a dialect writes them.
fn numbered(text: &str, dialect: Dialect) -> String {
    let mut parts = text.split("{}");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for (place, part) in parts.enumerate() {
        match dialect {
            Dialect::Sqlite => written.push('?'),
            Dialect::Postgres => written.push_str(&format!("${}", place + 1)),
        }
        written.push_str(part);
    }
    written
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
