//! What a report is at work: the rows of its filters, grouped in one statement, and the figures made of them.

use std::collections::BTreeMap;

use kernel::{Day, show_day};
use sea_query::{Condition, Expr, SelectStatement};

use super::made::key_name;
use super::parts::{Dimension, Key, Measure, Ratio, change, scale_of, written};
use super::period::{Earlier, days_between, months_between, months_later};
use super::{Basis, COMPARE, FIGURE, Figure, GROUP_BY, Report, TOO_LONG};
use crate::access::Actor;
use crate::list::{Asked, Behind, days};
use crate::refusal::Refusal;
use crate::store::{Conn, Value};
use crate::web::percent_encoded;

/// The rows of a group: its keys, what is shown of them, and the measures, now and earlier.
#[derive(Default)]
struct Line {
    keys: Vec<Value>,
    shown: Vec<Value>,
    now: Vec<i64>,
    before: Vec<i64>,
}

type Lines = BTreeMap<Vec<String>, Line>;

/// First and last day.
type Period = (Day, Day);

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

    fn lines(&self, conn: &mut dyn Conn, asked: &Asked<'_>, by: &[&Dimension]) -> Result<Lines, Refusal> {
        let mut lines = Lines::new();
        for (keys, shown, figures) in self.grouped_rows(conn, asked, by)? {
            let place = keys.iter().map(written).collect();
            lines.insert(place, Line { keys, shown, now: figures, ..Line::default() });
        }
        let Some((name, period, before)) = self.earlier(asked) else { return Ok(lines) };
        let ask = asked.instead(name, &format!("{}~{}", show_day(before.0), show_day(before.1)));
        for (mut keys, mut shown, figures) in self.grouped_rows(conn, &asked.again(&ask), by)? {
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
        asked: &Asked<'_>,
        by: &[&Dimension],
    ) -> Result<Vec<(Vec<Value>, Vec<Value>, Vec<i64>)>, Refusal> {
        let mut select: SelectStatement = asked.select()?;
        let (dated, dialect) = (self.basis(asked).map(|basis| basis.dated), conn.dialect());
        let mut places = Vec::new();
        for dimension in by {
            let key = dimension.keyed(self.table, dated, dialect);
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
            select.expr(measure.expression(self.table));
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

    /// The figures of a row behind its dimensions: measures, what they were, and ratios, which may be of all rows.
    fn figures(&self, line: &Line, whole: &Line, (across, compared): (bool, bool)) -> Vec<Value> {
        let mut told = Vec::new();
        let mut place = 0;
        for figure in &self.figures {
            match figure {
                Figure::Measure(_) => {
                    let of = |figures: &[i64]| figures.get(place).copied().unwrap_or_default();
                    let (now, before) = (of(&line.now), of(&line.before));
                    told.push(Value::Int(now));
                    if self.compares && compared {
                        told.extend([Value::Int(before), Value::Int(now.saturating_sub(before)), change(before, now)]);
                    } else if self.compares {
                        told.extend([Value::Null, Value::Null, Value::Null]);
                    }
                    place += 1;
                }
                Figure::Ratio(ratio) => {
                    let under = if across || ratio.of_all { whole } else { line };
                    told.push(self.ratio_of(ratio, &line.now, &under.now));
                }
            }
        }
        told
    }

    fn ratio_of(&self, ratio: &Ratio, over: &[i64], under: &[i64]) -> Value {
        let of = |name: &str, figures: &[i64]| {
            let found = self.measures().zip(figures).find(|(measure, _)| measure.name() == name);
            found.map_or((0, 0), |(measure, figure)| (*figure, scale_of(&measure.field)))
        };
        ratio.made(of(ratio.over, over), of(ratio.under, under))
    }

    /// The measures of all rows: sums, but what does not add up is counted over all of them.
    fn whole(&self, conn: &mut dyn Conn, asked: &Asked<'_>, lines: &[Line]) -> Result<Line, Refusal> {
        let mut whole = Line::default();
        if self.measures().all(Measure::adds_up) {
            for line in lines {
                add(&mut whole.now, &line.now)?;
                add(&mut whole.before, &line.before)?;
            }
            return Ok(whole);
        }
        let all = self.lines(conn, asked, &[])?;
        Ok(all.into_values().next().unwrap_or(whole))
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

    /// What the list of the rows is asked by, to find those of a row: the filters, and its keys.
    fn within(asked: &Asked<'_>, by: &[&Dimension], line: &Line) -> String {
        let mut query = Vec::new();
        for (name, how, value) in asked.given().filter(|(name, ..)| ![GROUP_BY, COMPARE].contains(name)) {
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
            let day = kernel::day_after_days(kernel::parse_day(text)?, days_between(before.0, period.0));
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
        if let Some(only) = self.measures().find(|measure| measure.name() == figure).and_then(|measure| measure.only) {
            all = all.add(only());
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
        let by = self.grouping(asked.value(GROUP_BY));
        let lines: Vec<Line> = self.lines(conn, asked, &by)?.into_values().collect();
        let whole = self.whole(conn, asked, &lines)?;
        let how = (by.iter().any(|dimension| dimension.across), self.earlier(asked).is_some());
        let rows = lines.iter().map(|line| {
            let mut cells: Vec<Value> = self
                .dimensions
                .iter()
                .map(|dimension| {
                    let place = by.iter().position(|one| one.name() == dimension.name());
                    place.and_then(|place| line.shown.get(place)).cloned().unwrap_or(Value::Null)
                })
                .collect();
            cells.extend(self.figures(line, &whole, how));
            if self.has_detail() {
                cells.push(Value::Text(Self::within(asked, &by, line)));
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
        let whole = self.whole(conn, asked, &lines)?;
        let compared = self.earlier(asked).is_some();
        let mut last: Vec<Option<Value>> = self.dimensions.iter().map(|_| None).collect();
        last.extend(self.figures(&whole, &whole, (false, compared)).into_iter().map(Some));
        last.extend(self.has_detail().then_some(None));
        Ok(Some(last))
    }
}
