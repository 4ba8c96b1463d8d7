//! What a report is made of: the dates it is asked by, the dimensions it is grouped by, its figures, and what is judged of
//! them.

use kernel::{Day, Instant, day_after_days, div_half_up, show_day};
use sea_query::{Condition, Expr, ExprTrait, SelectStatement};

use crate::field::{Field, Kind};
use crate::list::Column;
use crate::refusal::Refusal;
use crate::store::{Conn, Dialect, Value, sql};

/// When a report is made, and of which companies.
#[derive(Debug, Clone)]
pub struct At {
    pub(super) now: Instant,
    pub(super) orgs: Vec<i64>,
}

impl At {
    /// The moment.
    pub fn now(&self) -> Instant {
        self.now
    }

    /// The day that is so many days away.
    pub fn day(&self, days: i64) -> String {
        show_day(day_after_days(self.now.day(), days))
    }

    /// The moment so many days ago.
    pub fn ago(&self, days: i64) -> Instant {
        self.now.plus_millis(-days * 24 * 60 * 60 * 1000)
    }

    /// Rows of another table, of the companies the report is of.
    pub fn rows_of(&self, table: &'static str) -> SelectStatement {
        match self.orgs.as_slice() {
            [org] => sql::from(*org, table),
            orgs => sql::from_orgs(orgs, table),
        }
    }
}

/// Milliseconds the display zone is ahead, as SQL adds them. It has no summer time.
fn ahead() -> Expr {
    let zero = Day::new(1970, 1, 1).unwrap_or_default();
    Expr::cust((-Instant::start_of(zero).millis()).to_string())
}

/// When a row happened: on a day, at a moment, or at a moment where it has no day.
#[derive(Clone, Copy)]
pub struct Dated {
    day: Option<fn() -> Expr>,
    at: Option<fn() -> Expr>,
}

impl Dated {
    /// On a day.
    pub const fn day(day: fn() -> Expr) -> Self {
        Self { day: Some(day), at: None }
    }

    /// At a moment.
    pub const fn at(at: fn() -> Expr) -> Self {
        Self { day: None, at: Some(at) }
    }

    /// At this moment where there is no day.
    #[must_use]
    pub const fn or_at(mut self, at: fn() -> Expr) -> Self {
        self.at = Some(at);
        self
    }

    /// Rows within a range of days, both within; all where it is open on both sides.
    pub(super) fn within(self, from: Option<Day>, to: Option<Day>) -> Condition {
        if from.is_none() && to.is_none() {
            return Condition::all();
        }
        let mut any = Condition::any();
        if let Some(day) = self.day {
            let low = from.map(|from| day().gte(sql::value(show_day(from))));
            let high = to.map(|to| day().lte(sql::value(show_day(to))));
            any = any.add([low, high].into_iter().flatten().fold(Condition::all(), Condition::add));
        }
        if let Some(at) = self.at {
            let none = self.day.map(|day| day().is_null());
            let low = from.map(|from| at().gte(sql::value(Instant::start_of(from))));
            let high = to.map(|to| at().lt(sql::value(Instant::start_of(day_after_days(to, 1)))));
            any = any.add([none, low, high].into_iter().flatten().fold(Condition::all(), Condition::add));
        }
        any
    }

    /// Its first so many characters: of a month or of a whole day.
    pub(super) fn written(self, months: bool, dialect: Dialect) -> Expr {
        let day = self.day.map(|day| {
            let length = Expr::cust(if months { "7" } else { "10" });
            Expr::expr(sql::Func::cust("substr").args([day(), Expr::cust("1"), length]))
        });
        let at = self.at.map(|at| {
            let seconds = at().add(ahead()).div(Expr::cust("1000"));
            let text = |pattern: &'static str| Expr::cust(pattern);
            Expr::expr(match dialect {
                Dialect::Sqlite => sql::Func::cust("strftime").args([
                    text(if months { "'%Y-%m'" } else { "'%Y-%m-%d'" }),
                    seconds,
                    text("'unixepoch'"),
                ]),
                Dialect::Postgres => {
                    let moment = Expr::expr(sql::Func::cust("to_timestamp").arg(seconds));
                    let wall = Expr::expr(sql::Func::cust("timezone").args([text("'UTC'"), moment]));
                    sql::Func::cust("to_char").args([wall, text(if months { "'YYYY-MM'" } else { "'YYYY-MM-DD'" })])
                }
            })
        });
        match (day, at) {
            (Some(day), Some(at)) => Expr::expr(sql::Func::coalesce([day, at])),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => Expr::cust("NULL"),
        }
    }
}

/// What rows are told apart by.
#[derive(Clone, Copy)]
pub(super) enum Key {
    /// The column's own value.
    Value,
    /// A column of the table, of which the dimension's column is the name.
    Named(&'static str),
    /// The month of the date the report is asked by.
    Month,
    /// The day of it.
    Day,
}

/// Something a report is grouped by. Its column tells it, and is named as it.
pub struct Dimension {
    pub(super) column: Column,
    pub(super) key: Key,
    pub(super) across: bool,
}

impl Dimension {
    /// The values of a column.
    pub const fn of(column: Column) -> Self {
        Self { column, key: Key::Value, across: false }
    }

    /// What a column of the table refers to, named by a column of the table that is joined by it.
    pub const fn named(column: Column, key: &'static str) -> Self {
        Self { column, key: Key::Named(key), across: false }
    }

    /// The month of the date the report is asked by.
    pub const fn month(name: &'static str, (zh, en): (&'static str, &'static str)) -> Self {
        Self { column: Column::made(Field::text(zh, en).wire(name)), key: Key::Month, across: false }
    }

    /// The day of the date the report is asked by.
    pub const fn day(name: &'static str, (zh, en): (&'static str, &'static str)) -> Self {
        Self { column: Column::made(Field::day(zh, en).wire(name)), key: Key::Day, across: false }
    }

    /// Rows are part of it only by what one of the figures counts, so that ratios are of the figures of all rows: of ten
    /// orders two were cancelled for a reason.
    #[must_use]
    pub const fn across(mut self) -> Self {
        self.across = true;
        self
    }

    pub(super) fn name(&self) -> String {
        self.column.field.name()
    }

    /// The key in a statement. A text that is empty is none.
    pub(super) fn keyed(&self, table: &'static str, dated: Option<Dated>, dialect: Dialect) -> Expr {
        match self.key {
            Key::Named(column) => sql::of(table, column),
            Key::Value if is_text(self.column.field.kind) => {
                Expr::expr(sql::Func::cust("NULLIF").args([self.column.expression(table), Expr::cust("''")]))
            }
            Key::Value => self.column.expression(table),
            Key::Month | Key::Day => {
                let months = matches!(self.key, Key::Month);
                dated.map_or_else(|| Expr::cust("NULL"), |dated| dated.written(months, dialect))
            }
        }
    }

    /// What is shown of a key that is its own name.
    pub(super) fn label(&self, table: &'static str) -> Option<Expr> {
        matches!(self.key, Key::Named(_)).then(|| self.column.expression(table))
    }

    /// Rows of a key, as it stands in an address.
    pub(super) fn is(&self, table: &'static str, dated: Option<Dated>, key: &str) -> Condition {
        let nothing = || Condition::all().add(Expr::cust("1 = 0"));
        if matches!(self.key, Key::Month | Key::Day) {
            let first = kernel::parse_day(&format!("{key}-01")).or_else(|| kernel::parse_day(key));
            let Some((first, dated)) = first.zip(dated) else { return nothing() };
            let last = if matches!(self.key, Key::Month) { first.last_of_month() } else { first };
            return dated.within(Some(first), Some(last));
        }
        // The dialect tells only how dates are written.
        let own = self.keyed(table, dated, Dialect::Sqlite);
        if key == NONE {
            return Condition::all().add(own.is_null());
        }
        let whole = matches!(self.key, Key::Named(_)) || !is_text(self.column.field.kind);
        let value = match self.column.field.kind {
            Kind::Bool if !matches!(self.key, Key::Named(_)) => crate::field::flag_of(key).map(Value::Bool),
            _ if whole => key.parse().ok().map(Value::Int),
            _ => Some(Value::Text(key.to_owned())),
        };
        value.map_or_else(nothing, |value| Condition::all().add(own.eq(sql::value(value))))
    }
}

/// In an address: the rows that have no value.
pub(super) const NONE: &str = "∅";

/// A key as it stands in an address.
pub(super) fn written(key: &Value) -> String {
    match key {
        Value::Int(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Text(text) => text.clone(),
        Value::Null | Value::Bytes(_) => NONE.to_owned(),
    }
}

fn is_text(kind: Kind) -> bool {
    !matches!(kind, Kind::Int | Kind::Decimal(_) | Kind::Bool | Kind::Instant | Kind::Reference(_))
}

/// What is counted or summed.
#[derive(Clone, Copy)]
pub(super) enum What {
    Count,
    Sum(Column),
    Distinct(Column),
}

/// A figure that the database makes of the rows.
#[derive(Clone, Copy)]
pub struct Measure {
    pub(super) field: Field,
    pub(super) what: What,
    pub(super) only: Only,
    pub(super) asks: &'static str,
    pub(super) shown: Shown,
}

/// The rows a measure is of.
#[derive(Clone, Copy)]
pub(super) enum Only {
    /// All of them.
    All,
    /// Those where this holds.
    Where(fn() -> Expr),
    /// Those where this holds when the report is made.
    When(fn(&At) -> Expr),
}

impl Only {
    pub(super) fn holds(self, at: &At) -> Option<Expr> {
        match self {
            Self::All => None,
            Self::Where(holds) => Some(holds()),
            Self::When(holds) => Some(holds(at)),
        }
    }
}

/// How a figure stands in the table.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    width: u16,
    pub hidden: bool,
}

impl Shown {
    const PLAIN: Self = Self { width: 0, hidden: false };

    /// A column of a field that is shown so.
    pub const fn column(self, field: Field) -> Column {
        let column = Column::made(field).width(self.width);
        if self.hidden { column.hidden() } else { column }
    }
}

impl Measure {
    const fn of(field: Field, what: What) -> Self {
        Self { field, what, only: Only::All, asks: "", shown: Shown::PLAIN }
    }

    /// How many rows there are.
    pub const fn count(name: &'static str, (zh, en): (&'static str, &'static str)) -> Self {
        Self::of(Field::int(zh, en).wire(name), What::Count)
    }

    /// The sum of a column, which has its name.
    pub const fn sum(column: Column) -> Self {
        Self::of(column.field, What::Sum(column))
    }

    /// How many different values of a column there are. The last row counts them over all rows: it is no sum.
    pub const fn distinct(name: &'static str, (zh, en): (&'static str, &'static str), of: Column) -> Self {
        Self::of(Field::int(zh, en).wire(name), What::Distinct(of))
    }

    /// Of the rows where this holds.
    #[must_use]
    pub const fn only(mut self, holds: fn() -> Expr) -> Self {
        self.only = Only::Where(holds);
        self
    }

    /// Of the rows where this holds when the report is made: a term that is over, an event of the last days.
    #[must_use]
    pub const fn when(mut self, holds: fn(&At) -> Expr) -> Self {
        self.only = Only::When(holds);
        self
    }

    /// Leads to the page of the report ([`super::Report::counted_in`]), asked for this beside what it is asked of the row,
    /// instead of to the list of the rows.
    #[must_use]
    pub const fn link(mut self, asks: &'static str) -> Self {
        self.asks = asks;
        self
    }

    /// Width in pixels.
    #[must_use]
    pub const fn width(mut self, pixels: u16) -> Self {
        self.shown.width = pixels;
        self
    }

    /// Sent and never shown: ratios are made of it.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.shown.hidden = true;
        self
    }

    pub(super) fn name(&self) -> String {
        self.field.name()
    }

    pub(super) fn adds_up(&self) -> bool {
        !matches!(self.what, What::Distinct(_))
    }

    pub(super) fn expression(&self, table: &'static str, at: &At) -> Expr {
        let of = |value: Expr, other: Option<Expr>| match self.only.holds(at) {
            Some(holds) => {
                let case = Expr::case(holds, value);
                Expr::expr(match other {
                    Some(other) => case.finally(other),
                    None => case,
                })
            }
            None => value,
        };
        let whole = match self.what {
            What::Count => sql::Func::sum(of(Expr::cust("1"), Some(Expr::cust("0")))),
            What::Sum(column) => sql::Func::sum(of(column.expression(table), Some(Expr::cust("0")))),
            What::Distinct(column) => return Expr::expr(sql::Func::count_distinct(of(column.expression(table), None))),
        };
        let figure = sql::Func::coalesce([Expr::expr(whole), Expr::cust("0")]);
        Expr::expr(sql::Func::cast_as(Expr::expr(figure), "bigint"))
    }
}

/// A figure that is made of two others, or of one and a number.
#[derive(Clone, Copy)]
pub struct Ratio {
    pub(super) field: Field,
    pub(super) over: &'static str,
    pub(super) under: Under,
    factor: i64,
    pub(super) of_all: bool,
    pub(super) shown: Shown,
}

/// What a ratio is divided by.
#[derive(Clone, Copy)]
pub(super) enum Under {
    Measure(&'static str),
    Number(i64),
}

impl Ratio {
    const fn of(field: Field, over: &'static str, under: Under) -> Self {
        Self { field, over, under, factor: 1, of_all: false, shown: Shown::PLAIN }
    }

    /// So many percent of another figure, in hundredths.
    pub const fn percent(
        name: &'static str,
        (zh, en): (&'static str, &'static str),
        over: &'static str,
        under: &'static str,
    ) -> Self {
        let field = Field::decimal(2, zh, en).digits(2).unit("%").wire(name);
        Self::of(field, over, Under::Measure(under)).times(100)
    }

    /// The part of a row in the last one, in hundredths of percent.
    pub const fn share(name: &'static str, label: (&'static str, &'static str), of: &'static str) -> Self {
        Self { of_all: true, ..Self::percent(name, label, of, of) }
    }

    /// One figure by another, with so many decimals.
    pub const fn quotient(
        name: &'static str,
        (zh, en): (&'static str, &'static str),
        (over, under): (&'static str, &'static str),
        decimals: u32,
    ) -> Self {
        Self::of(Field::decimal(decimals, zh, en).digits(decimals).wire(name), over, Under::Measure(under))
    }

    /// A figure by a number, with so many decimals: of thirty days, a day's.
    pub const fn by(
        name: &'static str,
        (zh, en): (&'static str, &'static str),
        (over, number): (&'static str, i64),
        decimals: u32,
    ) -> Self {
        Self::of(Field::decimal(decimals, zh, en).digits(decimals).wire(name), over, Under::Number(number))
    }

    /// So many times as much, before it is rounded: what is divided by a ratio is made of that ratio's own measure.
    #[must_use]
    pub const fn times(mut self, factor: i64) -> Self {
        self.factor = factor;
        self
    }

    /// Width in pixels.
    #[must_use]
    pub const fn width(mut self, pixels: u16) -> Self {
        self.shown.width = pixels;
        self
    }

    /// The ratio of two figures with their decimals, rounded once; nothing by nothing is none.
    pub(super) fn made(&self, (over, over_scale): (i64, u32), (under, under_scale): (i64, u32)) -> Value {
        let ten = |power: u32| 10i128.checked_pow(power);
        let made = || {
            let own = scale_of(&self.field);
            let times = i128::from(self.factor).checked_mul(ten(under_scale + own)?)?;
            let numerator = i128::from(over).checked_mul(times)?;
            let divisor = i128::from(under).checked_mul(ten(over_scale)?)?;
            i64::try_from(div_half_up(numerator * divisor.signum(), divisor.abs())).ok()
        };
        if under == 0 { Value::Null } else { made().map_or(Value::Null, Value::Int) }
    }
}

/// What is said of the figures of a row, as measures and ratios by their names: none where a ratio is none.
pub type Judge = Box<dyn Fn(&dyn Fn(&str) -> Option<i64>) -> &'static str>;

/// A column that says what the figures of a row mean, by what the company decides: whether a stock is low. The row has
/// its colour. The last row has none.
#[derive(Clone, Copy)]
pub struct Judged {
    pub(super) field: Field,
    pub(super) judge: fn(&mut dyn Conn, i64) -> Result<Judge, Refusal>,
    pub(super) only: Option<(&'static str, (&'static str, &'static str), &'static str)>,
    pub(super) shown: Shown,
}

impl Judged {
    /// A state, and what makes the judge of all rows by what the company decides that asks.
    pub const fn new(field: Field, judge: fn(&mut dyn Conn, i64) -> Result<Judge, Refusal>) -> Self {
        Self { field, judge, only: None, shown: Shown::PLAIN }
    }

    /// A filter leaves the rows of which this is said. The last row is of them alone; figures that are no sums
    /// ([`Measure::distinct`]) know nothing of it.
    #[must_use]
    pub const fn only(mut self, filter: &'static str, label: (&'static str, &'static str), said: &'static str) -> Self {
        self.only = Some((filter, label, said));
        self
    }

    /// Width in pixels.
    #[must_use]
    pub const fn width(mut self, pixels: u16) -> Self {
        self.shown.width = pixels;
        self
    }
}

/// Decimals of a figure.
pub(super) fn scale_of(field: &Field) -> u32 {
    if let Kind::Decimal(scale) = field.kind { scale } else { 0 }
}

/// By how many percent a figure changed, in hundredths; none where there was nothing.
pub(super) fn change(before: i64, now: i64) -> Value {
    if before == 0 {
        return Value::Null;
    }
    let changed = (i128::from(now) - i128::from(before)).checked_mul(10_000);
    let percent = changed.map(|changed| div_half_up(changed, i128::from(before).abs()));
    percent.and_then(|percent| i64::try_from(percent).ok()).map_or(Value::Null, Value::Int)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_rounded_once_and_nothing_by_nothing_is_none() {
        let rate = Ratio::percent("rate", ("率", "Rate"), "a", "b");
        let percent = |over, under| rate.made((over, 0), (under, 0));
        assert_eq!(percent(1, 5), Value::Int(2_000));
        assert_eq!(percent(1, 6), Value::Int(1_667));
        assert_eq!(percent(1, 3), Value::Int(3_333));
        assert_eq!(percent(2, 3), Value::Int(6_667));
        assert_eq!(percent(0, 3), Value::Int(0));
        assert_eq!(percent(3, 0), Value::Null);
        // Beyond 64 bits before the division.
        assert_eq!(percent(i64::MAX, i64::MAX), Value::Int(10_000));
        let price = Ratio::quotient("price", ("单价", "Price"), ("money", "weight"), 2);
        assert_eq!(price.made((100_000, 2), (3_000, 3)), Value::Int(33_333), "1000.00 by 3.000 is 333.33");
        assert_eq!(price.made((100_000, 2), (0, 3)), Value::Null);
    }

    #[test]
    fn what_is_divided_by_a_ratio_is_rounded_once() {
        let a_day = Ratio::by("useDays", ("日均", "A day"), ("taken", 30), 2);
        let left = Ratio::quotient("daysLeft", ("可用天数", "Days left"), ("unused", "taken"), 1).times(30);
        assert_eq!(a_day.made((3, 0), (30, 0)), Value::Int(10), "0.10");
        assert_eq!(a_day.made((1, 0), (30, 0)), Value::Int(3), "1 / 30 = 0.033");
        assert_eq!(a_day.made((5, 0), (30, 0)), Value::Int(17), "5 / 30 = 0.1667");
        assert_eq!(left.made((3, 0), (3, 0)), Value::Int(300), "30.0");
        assert_eq!(left.made((0, 0), (5, 0)), Value::Int(0));
        assert_eq!(left.made((7, 0), (5, 0)), Value::Int(420), "42.0, where 7 / 0.17 would be 41.2");
        // 100 a month: 3.33 a day.
        assert_eq!(left.made((23, 0), (100, 0)), Value::Int(69));
        assert_eq!(left.made((24, 0), (100, 0)), Value::Int(72));
        assert_eq!(left.made((70, 0), (300, 0)), Value::Int(70));
        assert_eq!(left.made((69, 0), (300, 0)), Value::Int(69));
        assert_eq!(left.made((50, 0), (0, 0)), Value::Null, "nobody knows");
    }

    #[test]
    fn a_measure_of_a_moment_is_asked_of_it() {
        fn over(at: &At) -> Expr {
            sql::of("thing", "ends_on").lt(sql::value(at.day(-1)))
        }
        fn told(at: &At) -> Expr {
            let mut rows = at.rows_of("thing_log");
            rows.expr(Expr::cust("1"));
            Expr::exists(rows)
        }
        let now = Instant::start_of(kernel::parse_day("2026-03-01").expect("a day"));
        let text = |measure: Measure, orgs: &[i64]| {
            let mut select = sql::from_global("thing");
            select.expr(measure.expression("thing", &At { now, orgs: orgs.to_vec() }));
            select.to_string(sea_query::SqliteQueryBuilder)
        };
        let late = Measure::count("late", ("逾期", "Late"));
        assert!(text(late.when(over), &[7]).contains("\"ends_on\" < '2026-02-28'"), "{}", text(late.when(over), &[7]));
        assert!(text(late.when(told), &[7]).contains("\"thing_log\".\"org_id\" = 7"));
        assert!(text(late.when(told), &[7, 8]).contains("\"thing_log\".\"org_id\" IN (7, 8)"));
    }

    #[test]
    fn a_change_is_told_in_percent_of_what_was() {
        assert_eq!(change(4, 5), Value::Int(2_500));
        assert_eq!(change(3, 2), Value::Int(-3_333));
        assert_eq!(change(-4, -2), Value::Int(5_000), "it rose by half");
        assert_eq!(change(0, 2), Value::Null);
    }
}
