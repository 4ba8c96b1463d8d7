//! From the parameters of a call to rows: conditions, order, page, totals.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Instant, day_after_days, parse_day};
use sea_query::{Cond, Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};

use super::{Column, Filter, Join, ListPage, Match, NUMBERED_ROWS_MAX, RowView, SIZE_DEFAULT, SIZE_MAX, messages};
use crate::access::Actor;
use crate::call::Call;
use crate::field::{Field, Kind, push_text};
use crate::refusal::Refusal;
use crate::secrets::Secrets;
use crate::store::{Conn, Dialect, Row, Stmt, Value, sql};

/// Org whose rows every org sees where a list is laid over the platform's.
const PLATFORM_ORG: i64 = 1;
/// Most values pasted into one filter.
const VALUES_MAX: usize = 50;

/// Which part of a page the caller wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Rows,
}

/// What a list is asked for.
#[derive(Debug, Clone)]
pub struct Ask {
    filters: Vec<(&'static str, String)>,
    sort: Option<(usize, Order)>,
    current: u64,
    size: u64,
    cursor: Option<i64>,
    part: Part,
}

fn bad_request(message: kernel::Msg, name: &str) -> Refusal {
    Refusal::BadRequest(message.with(&[("name", name)]))
}

impl Ask {
    /// The filters that are given, with their values.
    pub(super) fn filters<'a>(&'a self, list: &'a ListPage) -> impl Iterator<Item = (&'a Filter, &'a str)> {
        self.filters.iter().filter_map(|(name, value)| {
            let filter = list.filters.iter().find(|filter| filter.name == *name)?;
            Some((filter, value.as_str()))
        })
    }

    /// Reads the parameters; what the list does not know is refused.
    pub fn of_query(list: &ListPage, query: &BTreeMap<String, String>) -> Result<Self, Refusal> {
        let mut ask =
            Self { filters: Vec::new(), sort: None, current: 1, size: SIZE_DEFAULT, cursor: None, part: Part::All };
        for (name, value) in query {
            match name.as_str() {
                "current" => ask.current = bounded(value, 1, u64::MAX / SIZE_MAX)?,
                "size" => ask.size = bounded(value, 1, SIZE_MAX)?,
                "sort" => ask.sort = sort_of(list, value)?,
                "cursor" => ask.cursor = value.parse().ok(),
                "part" => ask.part = if value == "rows" { Part::Rows } else { Part::All },
                other => ask.add_filter(list, other, value)?,
            }
        }
        if ask.cursor.is_none() && ask.current.saturating_sub(1).saturating_mul(ask.size) >= NUMBERED_ROWS_MAX {
            return Err(Refusal::business(messages::TOO_DEEP));
        }
        Ok(ask)
    }

    /// The ask of an export: filters and order only.
    pub fn of_filters(list: &ListPage, filters: &BTreeMap<String, String>, sort: &str) -> Result<Self, Refusal> {
        let mut query = filters.clone();
        query.retain(|name, _| !matches!(name.as_str(), "current" | "size" | "cursor" | "part"));
        if !sort.is_empty() {
            query.insert("sort".to_owned(), sort.to_owned());
        }
        Self::of_query(list, &query)
    }

    /// With the hashes of secrets in place of the secrets, which statements don't hold.
    pub(super) fn hashed(mut self, list: &ListPage, secrets: &Secrets) -> Result<Self, Refusal> {
        for (name, value) in &mut self.filters {
            let filter = list.filters.iter().find(|filter| filter.name == *name);
            if let Some(filter) = filter.filter(|filter| matches!(filter.how, Match::Hashed)) {
                let Some(Value::Text(secret)) = typed(&filter.field, value) else {
                    return Err(bad_request(messages::BAD_FILTER, name));
                };
                *value = URL_SAFE_NO_PAD.encode(secrets.hash(&secret)?);
            }
        }
        Ok(self)
    }

    fn add_filter(&mut self, list: &ListPage, name: &str, value: &str) -> Result<(), Refusal> {
        let filter = list.filters.iter().find(|filter| filter.name == name);
        let filter = filter.ok_or_else(|| bad_request(messages::UNKNOWN_FILTER, name))?;
        if !value.trim().is_empty() {
            self.filters.push((filter.name, value.trim().to_owned()));
        }
        Ok(())
    }
}

fn bounded(text: &str, least: u64, most: u64) -> Result<u64, Refusal> {
    match text.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(Refusal::BadRequest(messages::BAD_PAGE.text())),
    }
}

fn sort_of(list: &ListPage, text: &str) -> Result<Option<(usize, Order)>, Refusal> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let (name, way) = text.split_once(',').unwrap_or((text, "asc"));
    let place = list.columns.iter().position(|column| column.sortable && column.name() == name);
    let place = place.ok_or_else(|| bad_request(messages::UNKNOWN_SORT, name))?;
    match way {
        "asc" => Ok(Some((place, Order::Asc))),
        "desc" => Ok(Some((place, Order::Desc))),
        _ => Err(bad_request(messages::UNKNOWN_SORT, text)),
    }
}

/// The statement of a list without columns, order and page: scope, visibility, filters, joins.
fn narrowed(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    let mut select = conditions(list, actor, ask)?;
    join(list, &mut select);
    Ok(select)
}

fn join(list: &ListPage, select: &mut SelectStatement) {
    let table = list.table;
    for join in list.joins {
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
fn conditions(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    let mut select =
        if list.overlay.is_empty() { sql::from(actor.org_id, list.table) } else { overlaid(list, actor.org_id) };
    if let Some(visible) = list.visible {
        select.cond_where(visible(actor));
    }
    if let Some((names, condition)) = list.unless
        && !ask.filters.iter().any(|(name, _)| names.contains(name))
    {
        select.cond_where(condition());
    }
    for (name, value) in &ask.filters {
        if let Some(filter) = list.filters.iter().find(|filter| filter.name == *name) {
            select.cond_where(condition(list, filter, actor, value)?);
        }
    }
    Ok(select)
}

/// The platform's rows and the org's own; an own row hides the platform's of the same code.
fn overlaid(list: &ListPage, org: i64) -> SelectStatement {
    let table = list.table;
    let mut own = Query::select();
    own.expr(Expr::cust("1"))
        .from_as(table, "own_row")
        .and_where(sql::of_eq("own_row", "org_id", org))
        .and_where(sql::of("own_row", list.overlay).equals((table, list.overlay)));
    let mut select = sql::from_global(table);
    select.cond_where(
        Cond::any()
            .add(sql::of_eq(table, "org_id", org))
            .add(Cond::all().add(sql::of_eq(table, "org_id", PLATFORM_ORG)).add(Expr::exists(own).not())),
    );
    select
}

fn condition(list: &ListPage, filter: &Filter, actor: &Actor, value: &str) -> Result<Condition, Refusal> {
    let columns: Vec<Expr> = if filter.columns.is_empty() {
        vec![sql::of(list.table, filter.field.column)]
    } else {
        filter.columns.iter().map(|(table, column)| sql::of(table, column)).collect()
    };
    let bad = || bad_request(messages::BAD_FILTER, filter.name);
    let any = |make: &dyn Fn(Expr) -> Expr| sql::any_of(columns.iter().cloned().map(make));
    Ok(match filter.how {
        Match::Own(own) => own(actor, value)?,
        Match::Contains => any(&|column| sql::contains(column, value)),
        Match::Begins => any(&|column| sql::begins(column, value)),
        Match::Equals => {
            let wanted = typed(&filter.field, value).ok_or_else(bad)?;
            any(&|column| column.eq(sql::value(wanted.clone())))
        }
        Match::OneOf => {
            let wanted: Option<Vec<Value>> =
                value.split(',').filter(|v| !v.is_empty()).map(|v| typed(&filter.field, v)).collect();
            let wanted = wanted.ok_or_else(bad)?;
            any(&|column| sql::is_in(column, wanted.clone()))
        }
        Match::Many => {
            let values: Vec<&str> =
                value.split([' ', ',', '，', '\n', '\r', '\t', ';', '；']).filter(|v| !v.is_empty()).collect();
            match values.as_slice() {
                [one] => any(&|column| sql::contains(column, one)),
                many if many.len() <= VALUES_MAX => {
                    let wanted: Vec<String> = many.iter().map(|v| (*v).to_uppercase()).collect();
                    any(&|column| sql::is_in(Expr::expr(sql::Func::upper(column)), wanted.clone()))
                }
                _ => return Err(bad()),
            }
        }
        Match::Range => {
            let bounds = range(&filter.field, value).ok_or_else(bad)?;
            if filter.days_max > 0 && days_of(&bounds, actor.now) > filter.days_max {
                let most = filter.days_max.to_string();
                return Err(Refusal::Business(messages::TOO_MANY_DAYS.with(&[("n", &most)])));
            }
            any(&|column| within(&column, &bounds))
        }
        Match::Hashed => {
            let hash = URL_SAFE_NO_PAD.decode(value).map_err(|_| bad())?;
            any(&|column| column.eq(sql::value(hash.clone())))
        }
        Match::Bool => {
            let flag = match value {
                "true" | "1" => true,
                "false" | "0" => false,
                _ => return Err(bad()),
            };
            any(&|column| column.eq(sql::value(flag)))
        }
    })
}

/// Days a range of moments covers, begun ones too: up to now when it has no end, and all of time
/// when it has no beginning.
fn days_of((from, to): &(Option<Value>, Option<Value>), now: Instant) -> i64 {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    let millis = |side: &Option<Value>, open: i64| match side {
        Some(Value::Int(millis)) => *millis,
        _ => open,
    };
    let span = millis(to, now.millis()).saturating_sub(millis(from, 0));
    span.div_euclid(DAY_MS) + i64::from(span.rem_euclid(DAY_MS) > 0)
}

fn within(column: &Expr, (from, to): &(Option<Value>, Option<Value>)) -> Expr {
    let low = from.clone().map(|value| column.clone().gte(sql::value(value)));
    let high = to.clone().map(|value| column.clone().lte(sql::value(value)));
    match (low, high) {
        (Some(low), Some(high)) => low.and(high),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Expr::cust("1 = 1"),
    }
}

/// A filter's text as a value of its column.
fn typed(field: &Field, text: &str) -> Option<Value> {
    match field.kind {
        Kind::Int | Kind::Reference(_) => text.parse().ok().map(Value::Int),
        Kind::Decimal(scale) => kernel::parse_scaled(text, scale).ok().map(Value::Int),
        Kind::Bool => match text {
            "true" | "1" => Some(Value::Bool(true)),
            "false" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        Kind::Day => parse_day(text).map(|day| Value::Text(kernel::show_day(day))),
        Kind::Instant => Instant::parse(text).map(|instant| Value::Int(instant.millis())),
        Kind::Upper | Kind::Code(_) => Some(Value::Text(text.to_uppercase())),
        Kind::Select | Kind::State if !field.choices.is_empty() => {
            let known = field.choices.iter().any(|choice| choice.value == text);
            known.then(|| field.chosen(text.to_owned()))
        }
        _ => Some(Value::Text(text.to_owned())),
    }
}

/// `from~to` as values; a day given for an instant covers the whole day.
fn range(field: &Field, text: &str) -> Option<(Option<Value>, Option<Value>)> {
    let (from, to) = text.split_once('~')?;
    let side = |text: &str, end: bool| -> Option<Option<Value>> {
        if text.is_empty() {
            return Some(None);
        }
        match (field.kind, parse_day(text)) {
            (Kind::Instant, Some(day)) if end => {
                Some(Some(Value::Int(Instant::start_of(day_after_days(day, 1)).millis() - 1)))
            }
            (Kind::Instant, Some(day)) => Some(Some(Value::Int(Instant::start_of(day).millis()))),
            _ => typed(field, text).map(Some),
        }
    };
    Some((side(from.trim(), false)?, side(to.trim(), true)?))
}

fn ordered(list: &ListPage, select: &mut SelectStatement, ask: &Ask) {
    let declared = sort_of(list, list.sort).ok().flatten();
    if let Some((place, way)) = ask.sort.clone().or(declared)
        && let Some(column) = list.columns.get(place)
    {
        select.order_by_expr(column.expression(list.table), way);
    }
    select.order_by((list.table, "id"), Order::Desc);
}

/// The rows of a list in its order, piece by piece, as an export reads them: each piece is found behind
/// the last row of the one before, so that the last costs no more than the first.
pub(super) struct Pieces {
    sort: Option<(usize, Order)>,
    /// What is still to be read; rows without a value to sort by stand by themselves.
    parts: VecDeque<Rows>,
    /// The last row's value to sort by, and its id.
    last: Option<(Value, i64)>,
}

/// Which rows of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    All,
    WithValue,
    WithoutValue,
}

impl Pieces {
    /// All rows an ask finds.
    pub fn new(list: &ListPage, dialect: Dialect, ask: &Ask) -> Self {
        let sort = ask.sort.clone().or(sort_of(list, list.sort).ok().flatten());
        let parts: &[Rows] = match (&sort, dialect) {
            (None, _) => &[Rows::All],
            // To SQLite nothing is less than everything, to PostgreSQL more.
            (Some((_, Order::Asc)), Dialect::Sqlite) => &[Rows::WithoutValue, Rows::WithValue],
            (Some((_, Order::Asc)), Dialect::Postgres) => &[Rows::WithValue, Rows::WithoutValue],
            (Some(_), Dialect::Sqlite) => &[Rows::WithValue, Rows::WithoutValue],
            (Some(_), Dialect::Postgres) => &[Rows::WithoutValue, Rows::WithValue],
        };
        Self { sort, parts: parts.iter().copied().collect(), last: None }
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
        while let Some(part) = self.parts.front().copied() {
            let statement: Stmt = self.statement(list, actor, ask, part)?.into();
            let rows = conn.query(&limited(&statement, conn.dialect(), most))?;
            let place = self.sort.as_ref().map_or(0, |(place, _)| *place);
            self.last = match rows.last() {
                Some(row) => Some((row.value(place).clone(), row.get(list.columns.len())?)),
                None => None,
            };
            if u64::try_from(rows.len()).unwrap_or(most) < most {
                self.parts.pop_front();
                self.last = None;
            }
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    fn statement(&self, list: &ListPage, actor: &Actor, ask: &Ask, part: Rows) -> Result<SelectStatement, Refusal> {
        let mut select = narrowed(list, actor, ask)?;
        for column in list.columns {
            select.expr(column.expression(list.table));
        }
        let id = || sql::of(list.table, "id");
        select.expr(id());
        let sorted = self.sort.as_ref().and_then(|(place, way)| Some((list.columns.get(*place)?, way)));
        if let (Some((column, way)), true) = (sorted, part != Rows::All) {
            let value = || column.expression(list.table);
            select.and_where(if part == Rows::WithValue { value().is_not_null() } else { value().is_null() });
            if part == Rows::WithValue {
                if let Some((last, last_id)) = &self.last {
                    let last = || sql::value(last.clone());
                    let (from, behind) = match way {
                        Order::Asc => (value().gte(last()), value().gt(last())),
                        _ => (value().lte(last()), value().lt(last())),
                    };
                    select.and_where(from).and_where(behind.or(id().lt(sql::value(*last_id))));
                }
                select.order_by_expr(value(), way.clone());
            }
        }
        if let (Some((_, last_id)), true) = (&self.last, part != Rows::WithValue) {
            select.and_where(id().lt(sql::value(*last_id)));
        }
        Ok(select.order_by((list.table, "id"), Order::Desc).take())
    }
}

/// A statement for so many rows. Their number stands in the text: PostgreSQL plans a statement with a
/// value in its place for a tenth of the table, and sorts all of it each time.
fn limited(statement: &Stmt, dialect: Dialect, most: u64) -> Stmt {
    let (text, values) = statement.build(dialect);
    Stmt::Raw(format!("{text} LIMIT {most}"), values.into_owned())
}

/// The rows of a page, and one more to know whether there is more.
pub(super) fn statement(list: &ListPage, dialect: Dialect, actor: &Actor, ask: &Ask) -> Result<Stmt, Refusal> {
    let mut select = conditions(list, actor, ask)?;
    select.expr(Expr::cust("1"));
    let mut offset = ask.current.saturating_sub(1) * ask.size;
    // Beyond the numbered pages a list goes on by id, in which order newest come first.
    if let Some(after) = ask.cursor.filter(|_| ask.sort.is_none() && list.sort.is_empty()) {
        select.and_where(sql::of(list.table, "id").lt(sql::value(after)));
        offset = 0;
    }
    ordered(list, &mut select, ask);
    let narrow: Stmt = select.into();
    let (narrow, values) = narrow.build(dialect);
    let mut values = values.into_owned();
    let Shape { head, bare, .. } = &*shape(list, dialect);
    let rest = narrow.strip_prefix(bare.as_str()).ok_or_else(|| Refusal::broken("a list begins otherwise"))?;
    // The number of rows stands in the text: with a value in its place PostgreSQL would have to plan
    // the statement anew at every call, because a plan for any number of rows is a bad one.
    let mut text = format!("{head}{rest} LIMIT {}", ask.size + 1);
    if offset > 0 {
        values.push(Value::Int(i64::try_from(offset).unwrap_or(i64::MAX)));
        match dialect {
            Dialect::Sqlite => text.push_str(" OFFSET ?"),
            Dialect::Postgres => text.push_str(&format!(" OFFSET ${}", values.len())),
        }
    }
    Ok(Stmt::Raw(text, values))
}

/// What of a list is the same at every ask, made once: names and text took longer to make than
/// SQLite takes to run the statement.
struct Shape {
    /// The statement's beginning with all columns and joins.
    head: String,
    /// The same without, for which a narrowed statement stands.
    bare: String,
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
        join(list, &mut whole);
        let text = |statement: Stmt| statement.build(dialect).0.into_owned();
        let names: Vec<String> = list.columns.iter().map(Column::name).collect();
        Self {
            head: text(whole.into()),
            bare: text(sql::from_global(list.table).expr(Expr::cust("1")).into()),
            members: names.iter().map(|name| format!("\"{name}\":")).collect(),
            places: names.into_iter().enumerate().map(|(place, name)| (name, place)).collect(),
        }
    }
}

/// One page: rows, whether there is more, and unless told otherwise the total and the sums.
pub(super) fn page(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| {
        let statement = statement(list, conn.dialect(), actor, ask)?;
        let shape = shape(list, conn.dialect());
        let seen: Vec<usize> =
            (0..).zip(list.columns).filter(|(_, column)| column.seen_by(actor)).map(|c| c.0).collect();
        let mut out = String::with_capacity(16 * 1024);
        out.push_str("{\"records\":[");
        let (mut count, mut last) = (0, 0i64);
        conn.each(&statement, &mut |row| {
            count += 1;
            if count > ask.size {
                return;
            }
            if count > 1 {
                out.push(',');
            }
            last = row.get(list.columns.len()).unwrap_or_default();
            write_row(list, actor, (&shape, &seen), row, &mut out);
        })?;
        let more = count > ask.size;
        out.push_str(&format!("],\"current\":{},\"size\":{},\"more\":{more},\"next\":", ask.current, ask.size));
        // Only newest first can a list go on by id.
        match more && ask.sort.is_none() && list.sort.is_empty() {
            true => push_text(&last.to_string(), &mut out),
            false => out.push_str("null"),
        }
        if ask.part == Part::All {
            out.push(',');
            write_totals(list, conn, actor, ask, &mut out)?;
        }
        out.push('}');
        Ok(out)
    })
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
    if let Some(decorate) = list.decorate {
        decorate(actor, &RowView { places: &shape.places, row }, out);
    }
    out.push('}');
}

/// Count and sums of the whole result.
pub(super) fn totals(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| {
        let mut out = String::from("{");
        write_totals(list, conn, actor, ask, &mut out)?;
        out.push('}');
        Ok(out)
    })
}

fn write_totals(
    list: &ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
    out: &mut String,
) -> Result<(), Refusal> {
    let summed: Vec<&Column> = list.columns.iter().filter(|column| column.sum && column.seen_by(actor)).collect();
    if summed.is_empty() {
        let total = capped_count(list, conn, actor, ask, NUMBERED_ROWS_MAX)?;
        let capped = total > NUMBERED_ROWS_MAX;
        out.push_str(&format!(
            "\"total\":{},\"totalCapped\":{capped},\"totals\":{{}}",
            Ord::min(total, NUMBERED_ROWS_MAX)
        ));
        return Ok(());
    }
    let mut select = narrowed(list, actor, ask)?;
    select.expr(Expr::cust("COUNT(*)"));
    for column in &summed {
        let expression = column.expression(list.table);
        select.expr(sum_of(expression));
    }
    let row = conn.first(&select.into())?.unwrap_or_default();
    out.push_str(&format!("\"total\":{},\"totalCapped\":false,\"totals\":{{", row.get::<i64>(0)?));
    for (place, column) in summed.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        push_text(&column.name(), out);
        out.push(':');
        column.field.render(row.value(place + 1), out);
    }
    out.push('}');
    Ok(())
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
    let mut inner = narrowed(list, actor, ask)?;
    inner.expr_as(Expr::cust("1"), "one").limit(most + 1);
    let mut outer = Query::select();
    outer.expr(Expr::cust("COUNT(*)")).from_subquery(inner, "counted");
    let row = conn.first(&outer.into())?.unwrap_or_default();
    Ok(u64::try_from(row.get::<i64>(0)?).unwrap_or(0))
}

/// Sums of the whole result as texts for the last row of an export.
pub(super) fn sums(
    list: &ListPage,
    conn: &mut dyn Conn,
    actor: &Actor,
    ask: &Ask,
) -> Result<Vec<(String, Value)>, Refusal> {
    let summed: Vec<&Column> = list.columns.iter().filter(|column| column.sum && column.seen_by(actor)).collect();
    if summed.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = narrowed(list, actor, ask)?;
    for column in &summed {
        let expression = column.expression(list.table);
        select.expr(sum_of(expression));
    }
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(summed.iter().enumerate().map(|(place, column)| (column.name(), row.value(place).clone())).collect())
}
