//! From what a list is asked for to rows: scope, conditions, order, page, totals.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use sea_query::{Cond, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use serde_json::{Map, Value as Json, json};

use super::ask::{Ask, Part, Place, bad_request};
use super::filter::{condition, folded};
use super::keyset::{Key, Walk};
use super::report::{Asked, Made};
use super::{Cells, Column, Join, ListPage, NUMBERED_ROWS_MAX, RowView, messages, report};
use crate::access::Actor;
use crate::call::Call;
use crate::dictionary;
use crate::field::push_text;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Row, Stmt, Value, sql};

/// The statement of a list without columns, order and page: scope, visibility, filters, joins.
pub(super) fn narrowed(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    let mut select = conditions(list, actor, ask)?;
    join(list.joins, list.table, &mut select);
    Ok(select)
}

/// Joins the tables of a list to its own.
pub(crate) fn join(joins: &[Join], table: &'static str, select: &mut SelectStatement) {
    for join in joins {
        let mut on = Cond::all();
        if join.by_org {
            on = on.add(sql::of(join.alias, "org_id").equals((table, "org_id")));
        }
        for (own, joined) in join.on {
            on = on.add(match own.split_once('.') {
                Some((alias, column)) => sql::of(join.alias, joined).equals((alias, column)),
                None => sql::of(join.alias, joined).equals((table, *own)),
            });
        }
        select.join_as(JoinType::LeftJoin, join.table, join.alias, on);
    }
}

/// Scope, visibility and filters.
pub(super) fn conditions(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    let org = ask.org(actor);
    let everywhere = ask.org.is_none() && list.everywhere.is_some_and(|everywhere| everywhere(actor));
    let orgs = list.behind.and_then(|behind| behind.orgs(actor));
    let mut select = match (&ask.narrowed, orgs, everywhere, list.overlay.is_empty()) {
        (Some(narrowed), ..) => narrowed.rows(list.table),
        (None, Some(orgs), ..) => sql::from_orgs(orgs, list.table),
        (None, None, true, _) => sql::from_global(list.table),
        (None, None, false, true) => sql::from(org, list.table),
        (None, None, false, false) => sql::overlaid(org, list.table, list.overlay),
    };
    if let Some(visible) = list.visible {
        select.cond_where(visible(actor));
    }
    if let Some(condition) = list.behind.and_then(|behind| behind.visible(actor)) {
        select.cond_where(condition);
    }
    if let Some(behind) = list.behind {
        select.cond_where(behind.narrows(&Asked::of(list, actor, ask))?);
    }
    if let Some((names, condition)) = list.unless
        && !ask.filters.iter().any(|given| names.contains(&given.name))
    {
        select.cond_where(condition());
    }
    for (filter, given) in ask.filters(list) {
        select.cond_where(condition(list, filter, actor, given)?);
    }
    Ok(select)
}

/// What scope, visibility and filters leave of the table, joined with no more than they speak of.
pub(super) fn found(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    let mut select = conditions(list, actor, ask)?;
    join_named(list, &mut select);
    Ok(select)
}

/// Refuses what rows can't be found by: values of the wrong kind, an order the caller may not know.
pub(super) fn check(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<(), Refusal> {
    ask.may_sort(list, actor)?;
    conditions(list, actor, ask).map(|_| ())
}

/// Joins those tables of a list that a statement speaks of, and those these are joined by. The others neither add a row
/// nor take one, but would be looked into for each.
fn join_named(list: &ListPage, select: &mut SelectStatement) {
    let statement: Stmt = select.to_owned().into();
    let (text, _) = statement.build(Dialect::Sqlite);
    let mut named: Vec<Join> = Vec::new();
    for join in list.joins.iter().rev() {
        let joins = |other: &Join| {
            other.on.iter().any(|(own, _)| own.split_once('.').is_some_and(|(alias, _)| alias == join.alias))
        };
        if speaks_of(&text, join.alias) || named.iter().any(joins) {
            named.push(*join);
        }
    }
    named.reverse();
    join(&named, list.table, select);
}

/// Whether a column of a table is named in a statement, quoted or not.
fn speaks_of(text: &str, alias: &str) -> bool {
    text.match_indices(alias).any(|(at, _)| {
        let (before, behind) = text.split_at(at);
        let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let behind = behind.strip_prefix(alias).unwrap_or_default();
        !before.ends_with(inside) && (behind.starts_with('.') || behind.starts_with("\"."))
    })
}

/// The order of rows: by columns of the list, then by id.
pub(super) struct Sorted<'a> {
    /// Columns by position, the first counts most.
    pub by: &'a [(usize, Order)],
    /// Which way the ids go.
    pub id: Order,
}

impl Sorted<'_> {
    fn put(&self, list: &ListPage, select: &mut SelectStatement) {
        for (place, way) in self.by {
            if let Some(column) = list.columns.get(*place) {
                select.order_by_expr(column.expression(list.table), way.clone());
            }
        }
        select.order_by((list.table, "id"), self.id.clone());
    }
}

/// The rows of a page, and one more to know whether there is more.
pub(super) fn statement(list: &ListPage, dialect: Dialect, actor: &Actor, ask: &Ask) -> Result<Stmt, Refusal> {
    if ask.place != Place::Numbered {
        return Walk::new(list, dialect, ask).first_statement(list, dialect, actor, ask, ask.size + 1);
    }
    let (by, skip) = (ask.order_of(list), ask.current.saturating_sub(1) * ask.size);
    let select = conditions(list, actor, ask)?;
    rows(list, (dialect, ask), select, &Sorted { by: &by, id: Order::Desc }, (ask.size + 1, skip))
}

/// The rows that conditions leave, in an order, at most so many behind some that are skipped.
///
/// The list's own order is served by an index. In any other the rows are found and sorted by their ids alone, and what is
/// shown of them is read of those that are wanted: sorting whole rows took four times as long with a million.
pub(super) fn rows(
    list: &ListPage,
    (dialect, ask): (Dialect, &Ask),
    mut narrow: SelectStatement,
    sorted: &Sorted<'_>,
    (most, skip): (u64, u64),
) -> Result<Stmt, Refusal> {
    let broken = || Refusal::broken("a list begins otherwise");
    let built = |select: &SelectStatement| {
        let statement: Stmt = select.to_owned().into();
        let (text, values) = statement.build(dialect);
        (text.into_owned(), values.into_owned())
    };
    let Shape { columns, from, bare, bound, .. } = &*shape(list, dialect);
    sorted.put(list, &mut narrow);
    if *bound {
        join(list.joins, list.table, &mut narrow);
        for column in list.columns {
            narrow.expr(column.expression(list.table));
        }
        narrow.expr(sql::of(list.table, "id"));
        let (text, mut values) = built(&narrow);
        let window = window(dialect, (most, skip), &mut values);
        return Ok(Stmt::Raw(format!("{text}{window}"), values));
    }
    if ask.keeps_order(list) {
        narrow.expr(Expr::cust("1"));
        let (text, mut values) = built(&narrow);
        let rest = text.strip_prefix(bare.as_str()).ok_or_else(broken)?;
        let window = window(dialect, (most, skip), &mut values);
        return Ok(Stmt::Raw(format!("{columns} FROM {from}{rest}{window}"), values));
    }
    narrow.expr_as(sql::of(list.table, "org_id"), "org").expr_as(sql::of(list.table, "id"), "id");
    join_named(list, &mut narrow);
    let (found, mut values) = built(&narrow);
    let mut order = sql::from_global(list.table);
    order.expr(Expr::cust("1"));
    sorted.put(list, &mut order);
    let (order, _) = built(&order);
    let (table, order) = (list.table, order.strip_prefix(bare.as_str()).ok_or_else(broken)?);
    let window = window(dialect, (most, skip), &mut values);
    // A cross join keeps SQLite from reading the table first.
    let text = format!(
        "{columns} FROM ({found}{window}) AS \"picked\" CROSS JOIN {from} \
         WHERE \"{table}\".\"org_id\" = \"picked\".\"org\" AND \"{table}\".\"id\" = \"picked\".\"id\"{order}"
    );
    Ok(Stmt::Raw(text, values))
}

/// So many rows behind some. Their number stands in the text: with a value in its place PostgreSQL would plan for a tenth of
/// the table, anew at every call.
fn window(dialect: Dialect, (most, skip): (u64, u64), values: &mut Vec<Value>) -> String {
    if skip == 0 {
        return format!(" LIMIT {most}");
    }
    values.push(Value::Int(i64::try_from(skip).unwrap_or(i64::MAX)));
    match dialect {
        Dialect::Sqlite => format!(" LIMIT {most} OFFSET ?"),
        Dialect::Postgres => format!(" LIMIT {most} OFFSET ${}", values.len()),
    }
}

/// What of a list is the same at every ask, made once: names and text took longer to make than
/// SQLite takes to run the statement.
struct Shape {
    /// What is read: `SELECT` with all columns.
    columns: String,
    /// The table with all that is joined to it.
    from: String,
    /// How a statement of the table begins that reads a one.
    bare: String,
    /// Whether columns hold values, which a text that is made once can't.
    bound: bool,
    /// What stands before each column's value in a row: `"name":`.
    members: Vec<String>,
    /// Positions of the columns by name.
    places: HashMap<String, usize>,
}

/// What tells one list from another: its columns and joins are constants of the program.
type ShapeKey = (&'static [Column], &'static [Join], &'static str, Dialect);

fn shape(list: &ListPage, dialect: Dialect) -> Arc<Shape> {
    static SHAPES: RwLock<Vec<(ShapeKey, Arc<Shape>)>> = RwLock::new(Vec::new());
    let own = |(columns, joins, table, of): &ShapeKey| {
        std::ptr::eq(*columns, list.columns)
            && std::ptr::eq(*joins, list.joins)
            && *table == list.table
            && *of == dialect
    };
    let known = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, shape)) = known.iter().find(|(key, _)| own(key)) {
        return shape.clone();
    }
    drop(known);
    let shape = Arc::new(Shape::of(list, dialect));
    let mut known = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
    known.push(((list.columns, list.joins, list.table, dialect), shape.clone()));
    shape
}

impl Shape {
    fn of(list: &ListPage, dialect: Dialect) -> Self {
        let mut whole = sql::from_global(list.table);
        for column in list.columns {
            whole.expr(column.expression(list.table));
        }
        whole.column((list.table, "id"));
        let text = |statement: Stmt| statement.build(dialect).0.into_owned();
        let of_table = format!(" FROM \"{}\"", list.table);
        let bound = !Stmt::from(whole.to_owned()).build(dialect).1.is_empty();
        let columns = text(whole.to_owned().into());
        let columns = columns.strip_suffix(&of_table).unwrap_or(&columns).to_owned();
        join(list.joins, list.table, &mut whole);
        let whole = text(whole.into());
        let from =
            whole.strip_prefix(&columns).and_then(|rest| rest.strip_prefix(" FROM ")).unwrap_or_default().to_owned();
        let names: Vec<String> = list.columns.iter().map(Column::name).collect();
        Self {
            columns,
            from,
            bound,
            bare: text(sql::from_global(list.table).expr(Expr::cust("1")).into()),
            members: names.iter().map(|name| format!("\"{name}\":")).collect(),
            places: names.into_iter().enumerate().map(|(place, name)| (name, place)).collect(),
        }
    }
}

/// One page: rows, what is before and behind them, and unless told otherwise the total and the sums.
pub(super) fn page(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    let actor = call.actor()?;
    ask.may_sort(list, actor)?;
    call.read(|conn| {
        let mut out = String::with_capacity(16 * 1024);
        let made = report::made(list, conn, actor, ask)?;
        out.push_str("{\"records\":[");
        let around = match (&made, &ask.place) {
            (Some(made), _) => of_report(list, (conn, actor), ask, &made.rows, &mut out),
            (None, Place::Numbered) => numbered(list, conn, actor, ask, &mut out)?,
            (None, _) => by_key(list, conn, actor, ask, &mut out)?,
        };
        out.push_str(&format!("],\"current\":{},\"size\":{}", ask.current, ask.size));
        out.push_str(&format!(",\"more\":{}", around.next.is_some()));
        for (name, way, key) in [("next", "after", &around.next), ("prev", "before", &around.prev)] {
            match key {
                Some(key) => out.push_str(&format!(",\"{name}\":\"{way}.{}\"", key.text())),
                None => out.push_str(&format!(",\"{name}\":null")),
            }
        }
        if ask.part == Part::All {
            out.push(',');
            write_totals(list, conn, actor, ask, made.as_ref(), &mut out)?;
        }
        out.push('}');
        Ok(out)
    })
}

/// The rows at the ends of a page that others lie beyond.
struct Around {
    next: Option<Key>,
    prev: Option<Key>,
}

/// Columns of a list that a caller sees, with what each row begins.
fn seen(list: &ListPage, actor: &Actor) -> Vec<usize> {
    (0..).zip(list.columns).filter(|(_, column)| column.seen_by(actor)).map(|(place, _)| place).collect()
}

fn numbered(
    list: &ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
    out: &mut String,
) -> Result<Around, Refusal> {
    let statement = statement(list, conn.dialect(), actor, ask)?;
    let (shape, seen, sort) = (shape(list, conn.dialect()), seen(list, actor), ask.order_of(list));
    let (mut count, mut last) = (0, None);
    let mut write = |row: &Row| {
        count += 1;
        if count > ask.size {
            return;
        }
        if count > 1 {
            out.push(',');
        }
        if count == ask.size {
            last = Some(Key::of(list, &sort, row));
        }
        write_row(list, actor, (&shape, &seen), row, out);
    };
    if list.behind.is_some_and(|behind| behind.fills()) {
        let mut rows = conn.query(&statement)?;
        fill(list, conn, actor, &mut rows)?;
        rows.iter().for_each(&mut write);
    } else {
        conn.each(&statement, &mut write)?;
    }
    Ok(Around { next: last.filter(|_| count > ask.size), prev: None })
}

/// Has the page of a list fill its own columns.
pub(super) fn fill(list: &ListPage, conn: &mut dyn Conn, actor: &Actor, rows: &mut [Row]) -> Result<(), Refusal> {
    let Some(behind) = list.behind.filter(|behind| behind.fills()) else { return Ok(()) };
    let shape = shape(list, conn.dialect());
    let mut cells: Vec<Cells<'_>> = rows.iter_mut().map(|row| Cells { places: &shape.places, row }).collect();
    if behind.of_dictionaries() {
        dictionary::fill_used(conn, (actor.org_id, list.uses), &mut cells)?;
    }
    behind.fill(conn, actor, &mut cells)
}

fn by_key(list: &ListPage, conn: &mut dyn Conn, actor: &Actor, ask: &Ask, out: &mut String) -> Result<Around, Refusal> {
    let mut walk = Walk::new(list, conn.dialect(), ask);
    let size = usize::try_from(ask.size).unwrap_or(usize::MAX);
    let mut rows: Vec<Row> = Vec::new();
    while rows.len() <= size {
        let more = walk.next(list, conn, actor, ask, ask.size + 1)?;
        if more.is_empty() {
            break;
        }
        rows.extend(more);
    }
    let beyond = rows.len() > size;
    rows.truncate(size);
    if walk.backwards() {
        rows.reverse();
    }
    let (shape, seen) = (shape(list, conn.dialect()), seen(list, actor));
    for (place, row) in rows.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write_row(list, actor, (&shape, &seen), row, out);
    }
    let key = |row: Option<&Row>| row.map(|row| Key::of(list, walk.sort(), row));
    let (first, last) = (key(rows.first()), key(rows.last()));
    Ok(match ask.place {
        // The row the page was asked from lies beyond its other end.
        Place::Before(_) => Around { next: last, prev: first.filter(|_| beyond) },
        Place::Last => Around { next: None, prev: first.filter(|_| beyond) },
        _ => Around { next: last.filter(|_| beyond), prev: first },
    })
}

fn of_report(
    list: &ListPage,
    (conn, actor): (&mut dyn Conn, &Actor),
    ask: &Ask,
    made: &[Row],
    out: &mut String,
) -> Around {
    let (rows, before, behind) = report::page(made, ask);
    let (shape, seen, sort) = (shape(list, conn.dialect()), seen(list, actor), ask.order_of(list));
    for (place, row) in rows.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write_row(list, actor, (&shape, &seen), row, out);
    }
    let key = |row: Option<&Row>, wanted: bool| row.filter(|_| wanted).map(|row| Key::of(list, &sort, row));
    Around { next: key(rows.last(), behind), prev: key(rows.first(), before) }
}

fn write_row(list: &ListPage, actor: &Actor, (shape, seen): (&Shape, &[usize]), row: &Row, out: &mut String) {
    out.push('{');
    for (count, place) in seen.iter().enumerate() {
        let (Some(column), Some(member)) = (list.columns.get(*place), shape.members.get(*place)) else { continue };
        if count > 0 {
            out.push(',');
        }
        out.push_str(member);
        column.field.render(&column.told(actor, row.value(*place)), out);
    }
    if list.report.is_some() {
        let place: i64 = row.get(list.columns.len()).unwrap_or_default();
        out.push_str(&format!(",\"id\":\"{place}\""));
    }
    if let Some(decorate) = list.decorate {
        decorate(actor, &RowView { places: &shape.places, row }, out);
    }
    if let Some(behind) = list.behind {
        behind.decorate(actor, &RowView { places: &shape.places, row }, out);
    }
    out.push('}');
}

/// How many rows each choice of the tabs' filter finds under the other filters, at most one beyond the
/// rows that have page numbers; the empty name is all of them.
pub(super) fn tab_counts(list: &ListPage, call: &Call, ask: &Ask) -> Result<Json, Refusal> {
    let actor = call.actor()?;
    let Some(tabs) = list.filters.iter().find(|filter| filter.name == list.tabs) else {
        return Err(Refusal::NotFound);
    };
    call.read(|conn| {
        let mut counts = Map::new();
        for value in tabs.field.choices.iter().map(|choice| choice.value).chain([""]) {
            let count = capped_count(list, conn, actor, &ask.with(tabs.name, value), NUMBERED_ROWS_MAX)?;
            counts.insert(value.to_owned(), json!(count));
        }
        Ok(Json::Object(counts))
    })
}

/// Which of the values pasted into a filter are there, under all the other filters.
pub(super) fn found_values(list: &ListPage, call: &Call, ask: &Ask, name: &str) -> Result<Json, Refusal> {
    let actor = call.actor()?;
    let given = ask.filters(list).find(|(filter, _)| filter.name == name);
    let pasted = given.and_then(|(filter, given)| Some((filter, filter.pasted(given)?)));
    let (filter, values) = pasted.ok_or_else(|| bad_request(messages::BAD_FILTER, name))?;
    call.read(|conn| {
        let mut found = std::collections::HashSet::new();
        for column in filter.expressions(list) {
            let mut select = conditions(list, actor, ask)?;
            let wanted = values.iter().map(|value| value.to_lowercase());
            let own = folded(column);
            select.distinct().expr(own.clone()).and_where(sql::is_in(own, wanted));
            join_named(list, &mut select);
            for row in conn.query(&select.into())? {
                found.insert(row.get::<String>(0)?);
            }
        }
        let missing: Vec<&str> =
            values.iter().copied().filter(|value| !found.contains(&value.to_lowercase())).collect();
        Ok(json!({ "wanted": values.len(), "found": values.len() - missing.len(), "missing": missing }))
    })
}

/// Count and sums of the whole result.
pub(super) fn totals(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| {
        let mut out = String::from("{");
        let made = report::made(list, conn, actor, ask)?;
        write_totals(list, conn, actor, ask, made.as_ref(), &mut out)?;
        out.push('}');
        Ok(out)
    })
}

fn write_totals(
    list: &ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
    made: Option<&Made>,
    out: &mut String,
) -> Result<(), Refusal> {
    let (total, figures) = match made {
        Some(made) => (made.rows.len().try_into().unwrap_or(u64::MAX), report::figures(list, actor, made)?),
        None => counted(list, conn, actor, ask)?,
    };
    let capped = total > NUMBERED_ROWS_MAX && figures.is_empty();
    let total = if capped { NUMBERED_ROWS_MAX } else { total };
    out.push_str(&format!("\"total\":{total},\"totalCapped\":{capped},\"totals\":{{"));
    for (place, (column, value)) in figures.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        push_text(&column.name(), out);
        out.push(':');
        column.field.render(value, out);
    }
    let texts = match list.behind {
        Some(behind) => behind.totals(conn, &Asked::of(list, actor, ask))?,
        None => Vec::new(),
    };
    for (place, (name, text)) in texts.iter().enumerate() {
        if place > 0 || !figures.is_empty() {
            out.push(',');
        }
        push_text(name, out);
        out.push(':');
        push_text(text, out);
    }
    out.push('}');
    Ok(())
}

/// The number of rows and the sums; without sums it is counted one beyond the numbered rows at most.
fn counted<'a>(
    list: &'a ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
) -> Result<(u64, Vec<(&'a Column, Value)>), Refusal> {
    let summed = summed(list, actor);
    if summed.is_empty() {
        return Ok((capped_count(list, conn, actor, ask, NUMBERED_ROWS_MAX)?, Vec::new()));
    }
    let row = conn.counted(&total_statement(list, actor, ask)?)?.unwrap_or_default();
    let total = u64::try_from(row.get::<i64>(0)?).unwrap_or(0);
    Ok((total, (1..).zip(summed).map(|(place, column)| (column, row.value(place).clone())).collect()))
}

/// Columns whose sums a caller sees.
fn summed<'a>(list: &'a ListPage, actor: &Actor) -> Vec<&'a Column> {
    list.columns.iter().filter(|column| column.sum && column.seen_by(actor)).collect()
}

/// The statement that counts the rows and sums the columns.
pub(super) fn total_statement(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<Stmt, Refusal> {
    let mut select = conditions(list, actor, ask)?;
    select.expr(Expr::cust("COUNT(*)"));
    for column in summed(list, actor) {
        select.expr(sum_of(column.expression(list.table)));
    }
    join_named(list, &mut select);
    Ok(select.into())
}

/// The sum of a column over all rows; zero of none. PostgreSQL sums whole numbers into a wider type.
fn sum_of(expression: Expr) -> Expr {
    let sum = sql::Func::coalesce([Expr::expr(sql::Func::sum(expression)), Expr::val(0i64)]);
    Expr::expr(sql::Func::cast_as(Expr::expr(sum), "bigint"))
}

/// The number of rows, counted at most one beyond so many.
pub(super) fn capped_count(
    list: &ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
    most: u64,
) -> Result<u64, Refusal> {
    if let Some(made) = report::made(list, conn, actor, ask)? {
        return Ok(made.rows.len().try_into().unwrap_or(u64::MAX));
    }
    let mut inner = conditions(list, actor, ask)?;
    inner.expr_as(Expr::cust("1"), "one").limit(most + 1);
    join_named(list, &mut inner);
    let mut outer = Query::select();
    outer.expr(Expr::cust("COUNT(*)")).from_subquery(inner, "counted");
    let row = conn.counted(&outer.into())?.unwrap_or_default();
    Ok(u64::try_from(row.get::<i64>(0)?).unwrap_or(0))
}

/// Sums of the whole result for the last row of an export; none when no column is summed.
pub(super) fn sums<'a>(
    list: &'a ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
    made: Option<&Made>,
) -> Result<Vec<(&'a Column, Value)>, Refusal> {
    match made {
        Some(made) => report::figures(list, actor, made),
        None if summed(list, actor).is_empty() => Ok(Vec::new()),
        None => Ok(counted(list, conn, actor, ask)?.1),
    }
}

#[cfg(test)]
mod tests {
    use super::speaks_of;

    #[test]
    fn a_table_is_named_by_its_columns_and_by_nothing_else() {
        for text in ["\"coop\".\"coop_name\" = ?", "LOWER(coop.coop_name)", "SELECT coop.id", "(coop.id)"] {
            assert!(speaks_of(text, "coop"), "{text}");
        }
        for text in ["\"coop_service\".\"id\"", "my_coop.id", "\"order\".\"coop\" = 1", "'coop'", "coops.id"] {
            assert!(!speaks_of(text, "coop"), "{text}");
        }
    }
}
