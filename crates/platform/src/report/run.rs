//! What a report is at work: the rows of its filters, grouped in one statement, and the figures made of them.

use std::collections::BTreeMap;

use kernel::{Day, Instant, show_day};
use sea_query::{Condition, Expr, SelectStatement};

use super::made::key_name;
use super::parts::{At, Dated, Dimension, Judge, Key, Measure, Ratio, Under, change, scale_of, written};
use super::period::{Earlier, months_between, months_later};
use super::{Basis, COMPARE, FIGURE, Figure, GROUP_BY, Report, TOO_LONG};
use crate::access::Actor;
use crate::list::{Asked, Behind, days, join};
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};
use crate::web::percent_encoded;

/// The rows of a group: its keys, what is shown of them, and the measures, now and earlier.
#[derive(Clone, Default)]
struct Line {
    keys: Vec<Value>,
    shown: Vec<Value>,
    now: Vec<i64>,
    before: Vec<i64>,
}

type Lines = BTreeMap<Vec<String>, Line>;

/// First and last day.
type Period = (Day, Day);

/// The rows a report is made of, the date their months are of, and when it is made.
struct Of {
    rows: SelectStatement,
    dated: Option<Dated>,
    at: At,
}

/// What a row is made with.
struct Made {
    whole: Line,
    across: bool,
    compared: bool,
    judges: Vec<Judge>,
}

/// A row of a report nobody asked for, by the names of its columns.
#[derive(Debug)]
pub struct Row(BTreeMap<String, Value>);

impl Row {
    /// What is shown of a dimension, or said of the row; none where there is nothing.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Some(Value::Text(text)) = self.0.get(name) { Some(text) } else { None }
    }

    /// A figure, in units of its last decimal.
    pub fn figure(&self, name: &str) -> Option<i64> {
        if let Some(Value::Int(figure)) = self.0.get(name) { Some(*figure) } else { None }
    }
}

impl Report {
    /// The date a report is asked by: the first that is given, else the first there is.
    fn basis(&self, asked: &Asked<'_>) -> Option<&Basis> {
        self.dates.iter().find(|basis| asked.value(basis.name).is_some()).or(self.dates.first())
    }

    /// The days it is asked for, where both ends are given.
    fn period(&self, asked: &Asked<'_>) -> Option<(&'static str, Period)> {
        let basis = self.basis(asked)?;
        let (from, to) = days(asked.value(basis.name)?, asked.now())?;
        from.zip(to).map(|period| (basis.name, period))
    }

    /// The period it is compared with.
    fn earlier(&self, asked: &Asked<'_>) -> Option<(&'static str, Period, Period)> {
        let earlier = Earlier::named(asked.value(COMPARE).filter(|_| self.compares)?)?;
        let (name, period) = self.period(asked)?;
        Some((name, period, earlier.of(period)))
    }

    fn at(&self, asked: &Asked<'_>) -> At {
        let orgs = self.orgs(asked.actor()).map_or_else(|| vec![asked.org()], <[i64]>::to_vec);
        At { now: asked.now(), orgs }
    }

    fn of_asked(&self, asked: &Asked<'_>) -> Result<Of, Refusal> {
        let dated = self.basis(asked).map(|basis| basis.dated);
        Ok(Of { rows: asked.select()?, dated, at: self.at(asked) })
    }

    /// Its rows of a company as its first grouping has them, for what nobody asks: a daily message. They are made of all
    /// rows of the table, whoever may see them, of every day.
    pub fn rows_of(&'static self, conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Vec<Row>, Refusal> {
        let mut rows = sql::from(org, self.table);
        join(&self.joins, self.table, &mut rows);
        let dated = self.dates.first().map(|basis| basis.dated);
        let of = Of { rows, dated, at: At { now, orgs: vec![org] } };
        let by = self.grouping_of(None);
        let lines: Vec<Line> = self.lines_now(conn, &of, &by)?.into_values().collect();
        let whole = self.whole(&lines, || self.lines_now(conn, &of, &[]))?;
        let made = Made { whole, across: across(&by), compared: false, judges: self.judges(conn, org)? };
        let columns = self.list().columns;
        let named = |cells: Vec<Value>| columns.iter().map(|column| column.field.name()).zip(cells).collect();
        Ok(lines.iter().map(|line| Row(named(self.cells(line, &by, &made)))).collect())
    }

    /// What judges the rows of a company, in the order of the columns.
    fn judges(&self, conn: &mut dyn Conn, org: i64) -> Result<Vec<Judge>, Refusal> {
        self.judged_columns().map(|judged| (judged.judge)(conn, org)).collect()
    }

    fn lines_now(&self, conn: &mut dyn Conn, of: &Of, by: &[&Dimension]) -> Result<Lines, Refusal> {
        let rows = self.grouped_rows(conn, of, by)?.into_iter();
        let line = |(keys, shown, now): (Vec<Value>, Vec<Value>, Vec<i64>)| {
            (keys.iter().map(written).collect(), Line { keys, shown, now, ..Line::default() })
        };
        Ok(rows.map(line).collect())
    }

    fn lines(&self, conn: &mut dyn Conn, asked: &Asked<'_>, by: &[&Dimension]) -> Result<Lines, Refusal> {
        let mut lines = self.lines_now(conn, &self.of_asked(asked)?, by)?;
        let Some((name, period, before)) = self.earlier(asked) else { return Ok(lines) };
        let ask = asked.instead(name, &format!("{}~{}", show_day(before.0), show_day(before.1)));
        for (mut keys, mut shown, figures) in self.grouped_rows(conn, &self.of_asked(&asked.again(&ask))?, by)? {
            for ((dimension, key), told) in by.iter().zip(&mut keys).zip(&mut shown) {
                if let Some(moved) = moved(dimension.key, key, before, period) {
                    *told = moved.clone();
                    *key = moved;
                }
            }
            let line = lines.entry(keys.iter().map(written).collect()).or_default();
            if line.keys.len() < keys.len() {
                (line.keys, line.shown) = (keys, shown);
            }
            add(&mut line.before, &figures)?;
        }
        Ok(lines)
    }

    /// Keys, what is shown of them, and measures of each group.
    fn grouped_rows(
        &self,
        conn: &mut dyn Conn,
        Of { rows, dated, at }: &Of,
        by: &[&Dimension],
    ) -> Result<Vec<(Vec<Value>, Vec<Value>, Vec<i64>)>, Refusal> {
        let (mut select, dialect) = (rows.clone(), conn.dialect());
        let mut places = Vec::new();
        for dimension in by {
            let key = dimension.keyed(self.table, *dated, dialect);
            let label = dimension.label(self.table).unwrap_or_else(|| Expr::cust("NULL"));
            select.expr(key).expr(label);
            places.push(2 * places.len() + 1);
        }
        // Told by their places: PostgreSQL would take two expressions with values for different ones.
        for (place, dimension) in places.iter().zip(by) {
            let named = dimension.label(self.table).map(|_| place + 1);
            for place in [Some(*place), named].into_iter().flatten() {
                select.add_group_by([Expr::cust(place.to_string())]);
            }
        }
        for measure in self.measures() {
            select.expr(measure.expression(self.table, at));
        }
        let mut rows = Vec::new();
        for row in conn.query(&select.into())? {
            let keys: Vec<Value> = places.iter().map(|place| row.value(place - 1).clone()).collect();
            let named = |(place, dimension): (&usize, &&Dimension)| match dimension.key {
                Key::Named(_) => row.value(*place).clone(),
                _ => row.value(place - 1).clone(),
            };
            let shown = places.iter().zip(by).map(named).collect();
            let first = 2 * places.len();
            let figures = (first..).zip(self.measures()).map(|(place, _)| row.get(place));
            rows.push((keys, shown, figures.collect::<Result<Vec<i64>, _>>()?));
        }
        Ok(rows)
    }

    /// The cells of a row: its dimensions and what stands behind them.
    fn cells(&self, line: &Line, by: &[&Dimension], made: &Made) -> Vec<Value> {
        let shown = |dimension: &Dimension| {
            let place = by.iter().position(|one| one.name() == dimension.name());
            place.and_then(|place| line.shown.get(place)).cloned().unwrap_or(Value::Null)
        };
        let figures = self.figures(line, made).into_iter().map(|figure| figure.unwrap_or(Value::Null));
        self.dimensions.iter().map(shown).chain(figures).collect()
    }

    /// The figures of a row behind its dimensions: measures, what they were, ratios, which may be of all rows, and what is
    /// said of them, which is none where nobody judges.
    fn figures(&self, line: &Line, made: &Made) -> Vec<Option<Value>> {
        let mut told = Vec::new();
        let mut place = 0;
        let mut judges = made.judges.iter();
        for figure in &self.figures {
            match figure {
                Figure::Measure(_) => {
                    let of = |figures: &[i64]| figures.get(place).copied().unwrap_or_default();
                    let (now, before) = (of(&line.now), of(&line.before));
                    told.push(Some(Value::Int(now)));
                    if self.compares && made.compared {
                        let diff = Value::Int(now.saturating_sub(before));
                        told.extend([Value::Int(before), diff, change(before, now)].map(Some));
                    } else if self.compares {
                        told.extend([Value::Null, Value::Null, Value::Null].map(Some));
                    }
                    place += 1;
                }
                Figure::Ratio(ratio) => told.push(Some(self.ratio_of(ratio, line, made))),
                Figure::Judged(_) => {
                    let said = judges.next().map(|judge| self.said(judge, line, made));
                    told.push(said.map(|said| Value::Text(said.to_owned())));
                }
            }
        }
        told
    }

    fn ratio_of(&self, ratio: &Ratio, line: &Line, made: &Made) -> Value {
        let of = |name: &str, line: &Line| {
            let found = self.measures().zip(&line.now).find(|(measure, _)| measure.name() == name);
            found.map_or((0, 0), |(measure, figure)| (*figure, scale_of(&measure.field)))
        };
        let under = if made.across || ratio.of_all { &made.whole } else { line };
        let under = match ratio.under {
            Under::Measure(name) => of(name, under),
            Under::Number(number) => (number, 0),
        };
        ratio.made(of(ratio.over, line), under)
    }

    /// What a judge says of a row. Shares are no figures of the row alone: they change with the rows beside it.
    fn said(&self, judge: &Judge, line: &Line, made: &Made) -> &'static str {
        judge(&|name| {
            let measure = self.measures().zip(&line.now).find(|(measure, _)| measure.name() == name);
            let ratio = |figure: &Figure| match figure {
                Figure::Ratio(ratio) if ratio.field.name() == name && !ratio.of_all => {
                    Some(self.ratio_of(ratio, line, made))
                }
                _ => None,
            };
            match measure {
                Some((_, figure)) => Some(*figure),
                None => match self.figures.iter().find_map(ratio) {
                    Some(Value::Int(figure)) => Some(figure),
                    _ => None,
                },
            }
        })
    }

    /// Leaves the rows of which is said what the filters want; whether some are gone.
    fn retain(&self, asked: &Asked<'_>, lines: &mut Vec<Line>, made: &Made) -> bool {
        let all = lines.len();
        for (judged, judge) in self.judged_columns().zip(&made.judges) {
            if let Some((_, _, wanted)) = judged.only.filter(|(filter, ..)| asked.is_on(filter)) {
                lines.retain(|line| self.said(judge, line, made) == wanted);
            }
        }
        lines.len() < all
    }

    /// The measures of all rows: sums, but what does not add up is counted over all of them.
    fn whole(&self, lines: &[Line], all: impl FnOnce() -> Result<Lines, Refusal>) -> Result<Line, Refusal> {
        let mut whole = Line::default();
        if !self.measures().all(Measure::adds_up) {
            return Ok(all()?.into_values().next().unwrap_or(whole));
        }
        for line in lines {
            add(&mut whole.now, &line.now)?;
            add(&mut whole.before, &line.before)?;
        }
        Ok(whole)
    }

    /// The measures that stand in the cells of a row.
    fn line_of(&self, cells: &[Value]) -> Line {
        let mut line = Line::default();
        let mut cells = cells.iter().skip(self.dimensions.len());
        let number = |cell: Option<&Value>| if let Some(Value::Int(number)) = cell { *number } else { 0 };
        for figure in &self.figures {
            let own = cells.next();
            if let Figure::Measure(_) = figure {
                line.now.push(number(own));
                if self.compares {
                    line.before.push(number(cells.next()));
                    // How much it changed, and by how many percent.
                    cells.nth(1);
                }
            }
        }
        line
    }

    /// A parameter that says how the rows are made, and which of them are left: nothing of what a row counts.
    fn is_of_rows(&self, name: &str) -> bool {
        let judged = || self.judged_columns().filter_map(|judged| judged.only).any(|(filter, ..)| filter == name);
        [GROUP_BY, COMPARE].contains(&name) || judged()
    }

    /// What the list of the rows is asked by, to find those of a row: the filters, and its keys.
    fn within(&self, asked: &Asked<'_>, by: &[&Dimension], line: &Line) -> String {
        let mut query = Vec::new();
        for (name, how, value) in asked.given().filter(|(name, ..)| !self.is_of_rows(name)) {
            query.push(format!("{name}={}", percent_encoded(value)));
            if !how.is_empty() {
                query.push(format!("{name}.how={how}"));
            }
        }
        for (dimension, key) in by.iter().zip(&line.keys) {
            query.push(format!("{}={}", key_name(&dimension.name()), percent_encoded(&written(key))));
        }
        query.join("&")
    }
}

fn across(by: &[&Dimension]) -> bool {
    by.iter().any(|dimension| dimension.across)
}

/// Adds figures to others, of which there may be none yet.
fn add(to: &mut Vec<i64>, figures: &[i64]) -> Result<(), Refusal> {
    to.resize(Ord::max(to.len(), figures.len()), 0);
    for (sum, figure) in to.iter_mut().zip(figures) {
        *sum = sum.checked_add(*figure).ok_or_else(|| Refusal::broken("a figure of a report is too large"))?;
    }
    Ok(())
}

/// A month or day of an earlier period as the one of the period it stands beside.
fn moved(key: Key, value: &Value, before: Period, period: Period) -> Option<Value> {
    let Value::Text(text) = value else { return None };
    Some(Value::Text(match key {
        Key::Month => {
            let first = kernel::parse_day(&format!("{text}-01"))?;
            let moved = months_later(first, months_between(before.0, period.0));
            let moved = Ord::min(moved, period.1.first_of_month());
            show_day(moved).get(..7)?.to_owned()
        }
        Key::Day => {
            let day = kernel::day_after_days(kernel::parse_day(text)?, kernel::days_between(before.0, period.0));
            show_day(Ord::min(day, period.1))
        }
        Key::Value | Key::Named(_) => return None,
    }))
}

impl Behind for Report {
    fn orgs<'a>(&self, actor: &'a Actor) -> Option<&'a [i64]> {
        self.of_group.then_some(actor.rights.group_orgs.as_slice())
    }

    fn visible(&self, actor: &Actor) -> Option<Condition> {
        self.visible.as_ref().map(|visible| visible(actor))
    }

    fn narrows(&self, asked: &Asked<'_>) -> Result<Condition, Refusal> {
        let mut all = Condition::all();
        for basis in &self.dates {
            let Some((from, to)) = asked.value(basis.name).and_then(|value| days(value, asked.now())) else { continue };
            if from.zip(to).is_some_and(|(from, to)| months_later(from, self.months_most) <= to) {
                let most = self.months_most.to_string();
                return Err(Refusal::Business(TOO_LONG.with(&[("n", &most)])));
            }
            all = all.add(basis.dated.within(from, to));
        }
        if asked.key() != self.detail_key() {
            return Ok(all);
        }
        let figure = asked.value(FIGURE).unwrap_or(self.opens);
        let counted = self.measures().find(|measure| measure.name() == figure);
        if let Some(holds) = counted.and_then(|measure| measure.only.holds(&self.at(asked))) {
            all = all.add(holds);
        }
        let dated = self.basis(asked).map(|basis| basis.dated);
        for dimension in &self.dimensions {
            if let Some(key) = asked.value(key_name(&dimension.name())) {
                all = all.add(dimension.is(self.table, dated, key));
            }
        }
        Ok(all)
    }

    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let by = self.grouping_of(asked.value(GROUP_BY));
        let mut lines: Vec<Line> = self.lines(conn, asked, &by)?.into_values().collect();
        let whole = self.whole(&lines, || self.lines(conn, asked, &[]))?;
        let judges = self.judges(conn, asked.org())?;
        let mut made = Made { whole, across: across(&by), compared: self.earlier(asked).is_some(), judges };
        if self.retain(asked, &mut lines, &made) {
            made.whole = self.whole(&lines, || self.lines(conn, asked, &[]))?;
        }
        let rows = lines.iter().map(|line| {
            let mut cells = self.cells(line, &by, &made);
            if self.has_detail() {
                cells.push(Value::Text(self.within(asked, &by, line)));
            }
            cells
        });
        Ok(rows.collect())
    }

    fn last(
        &self,
        conn: &mut dyn Conn,
        asked: &Asked<'_>,
        rows: &[Vec<Value>],
    ) -> Result<Option<Vec<Option<Value>>>, Refusal> {
        let lines: Vec<Line> = rows.iter().map(|cells| self.line_of(cells)).collect();
        let whole = self.whole(&lines, || self.lines(conn, asked, &[]))?;
        let compared = self.earlier(asked).is_some();
        let made = Made { whole: whole.clone(), across: false, compared, judges: Vec::new() };
        let mut last: Vec<Option<Value>> = self.dimensions.iter().map(|_| None).collect();
        last.extend(self.figures(&whole, &made));
        last.extend(self.has_detail().then_some(None));
        Ok(Some(last))
    }
}
