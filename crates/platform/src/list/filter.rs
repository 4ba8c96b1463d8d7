//! Filters: how they are declared, and from a filter's text to a condition.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Day, Id, Instant, Msg, day_after_days, parse_day};
use sea_query::{Condition, Expr, ExprTrait};

use super::ask::{Given, bad_request};
use super::narrow::Place;
use super::{ListPage, messages};
use crate::PLATFORM_ORG;
use crate::access::Actor;
use crate::field::{Field, Kind, flag_of, messages as field_messages};
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};

/// Most values pasted into one filter.
pub const VALUES_MAX: usize = 500;
/// Most letters of one value: more than the columns that are looked for hold.
const VALUE_LETTERS_MAX: usize = 1_000;
/// Most days `last{n}` reaches back.
const LAST_DAYS_MAX: i64 = 3_660;

/// A row is the platform's.
pub(crate) const PLATFORM: &str = "PLATFORM";
/// A row is the company's own.
pub(crate) const OWN: &str = "OWN";

/// How a filter matches.
#[derive(Clone, Copy)]
pub enum Match {
    /// Text contains, in any of the columns; case-blind. The user may choose that it begins with, equals,
    /// or equals one of many pasted values, unless the filter has one mode.
    Contains,
    /// Text begins with.
    Begins,
    /// Equal.
    Equals,
    /// One of several values, comma between; texts upper-cased when the field is.
    OneOf,
    /// Contains one value, or equals one of many pasted ones (space, comma or line break between).
    Many,
    /// From and to, `from~to`, both inclusive; days cover whole days, and may be counted from today:
    /// `last30`, `today`, `yesterday`, `thisMonth`, `lastMonth`.
    Range,
    /// Yes or no.
    Bool,
    /// Equal to a secret of which the column keeps the keyed hash.
    Hashed,
    /// The room's own condition for yes and for no.
    Flag(fn(&Actor, bool) -> Condition),
    /// The room's own condition.
    Own(fn(&Actor, &str) -> Result<Condition, Refusal>),
    /// The room's own condition for days from and to, given as for a range.
    Days(fn(Option<Day>, Option<Day>) -> Condition),
    /// A day on which a row holds, by the fields of its first and last one: of days both hold; of moments the row holds
    /// from the first until before the last. An empty end is open.
    Holds(&'static Field, &'static Field),
    /// Chooses the org whose rows are shown, the caller's own when it is not given.
    Org(ChooseOrg),
    /// [`PLATFORM`] and [`OWN`], comma between: rows of the platform, and the company's own.
    Source,
    /// Says how a report is made, and leaves out no rows.
    Parameter,
    /// The same with several values, comma between.
    Parameters,
}

/// The org a caller may look at in place of his own; refuses, as if it were not there, any other.
pub type ChooseOrg = fn(&Actor, &mut dyn Conn, Id) -> Result<i64, Refusal>;

/// A filter of a list.
#[derive(Clone, Copy)]
pub struct Filter {
    /// Name in the address.
    pub name: &'static str,
    /// Kind, label and choices for the page; its column for the engine.
    pub field: Field,
    /// How it matches.
    pub how: Match,
    /// Columns it looks at; empty: the field's own.
    pub columns: &'static [(&'static str, &'static str)],
    /// In the first two rows of the filter bar.
    pub main: bool,
    /// Value the page starts with.
    pub initial: &'static str,
    /// Most days a range may cover; 0 for any.
    pub days_max: i64,
    /// A text matches in no other way than declared.
    pub one_mode: bool,
    /// Button code without which the page does not show it.
    pub needs: &'static str,
    /// What is said where it is not given: the list answers no rows without it.
    pub ask: Option<Msg>,
    /// Of a condition of the room's own: every row it finds holds one of these texts in its place.
    pub searched: Option<Searched>,
    /// Of a condition of the room's own: several values may be wanted. Of choices they may be anyway.
    pub several: bool,
}

/// Where a condition of a room looks for a text.
pub type Searched = fn(&str) -> Vec<Place>;

impl Filter {
    /// A filter on the field's own column, named as the field.
    pub const fn new(name: &'static str, how: Match, field: Field) -> Self {
        Self {
            name,
            field,
            how,
            columns: &[],
            main: true,
            initial: "",
            days_max: 0,
            one_mode: false,
            needs: "",
            ask: None,
            searched: None,
            several: false,
        }
    }
    /// Looks at these columns, as (table or alias, column).
    #[must_use]
    pub const fn columns(mut self, columns: &'static [(&'static str, &'static str)]) -> Self {
        self.columns = columns;
        self
    }
    /// Behind 更多.
    #[must_use]
    pub const fn more(mut self) -> Self {
        self.main = false;
        self
    }
    /// Value the page starts with.
    #[must_use]
    pub const fn initially(mut self, value: &'static str) -> Self {
        self.initial = value;
        self
    }
    /// The user does not choose how the text matches: the column holds several values, or a code in words.
    #[must_use]
    pub const fn one_mode(mut self) -> Self {
        self.one_mode = true;
        self
    }
    /// Shown to those with a button code: others would find nothing by it.
    #[must_use]
    pub const fn needs(mut self, code: &'static str) -> Self {
        self.needs = code;
        self
    }
    /// The rows of a condition of the room's own are found by pairs of letters first, where these texts stand.
    #[must_use]
    pub const fn searched(mut self, places: Searched) -> Self {
        self.searched = Some(places);
        self
    }
    /// Several values may be wanted, each of which the condition of the room is asked about.
    #[must_use]
    pub const fn several(mut self) -> Self {
        self.several = true;
        self
    }
    /// The list answers nothing without it, and says so at the filter.
    #[must_use]
    pub const fn asks(mut self, message: Msg) -> Self {
        self.ask = Some(message);
        self
    }
    /// A range of moments that covers at most so many days: the last ones where nobody chose.
    #[must_use]
    pub const fn days_at_most(mut self, days: i64) -> Self {
        self.days_max = days;
        self
    }
}

/// How the user wants a text to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// As the filter is declared.
    Declared,
    Contains,
    Starts,
    Equals,
    /// Equal to one of several values.
    Many,
}

impl Mode {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Declared => "",
            Self::Contains => "contains",
            Self::Starts => "starts",
            Self::Equals => "equals",
            Self::Many => "many",
        }
    }

    /// By its name on the wire.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "" => Self::Declared,
            "contains" => Self::Contains,
            "starts" => Self::Starts,
            "equals" => Self::Equals,
            "many" => Self::Many,
            _ => return None,
        })
    }
}

/// The modes a page offers where a text may match in several ways.
pub(super) const MODES: [&str; 4] = ["contains", "starts", "equals", "many"];

impl Filter {
    /// Whether the user may choose how the text matches.
    pub fn has_modes(&self) -> bool {
        let text = matches!(self.field.kind, Kind::Text | Kind::LongText | Kind::Upper | Kind::Code(_) | Kind::Waybill);
        matches!(self.how, Match::Contains) && !self.one_mode && text && self.field.choices.is_empty()
    }

    /// Whether many values may be pasted into it.
    pub(super) fn takes_many(&self) -> bool {
        self.has_modes() || matches!(self.how, Match::Many)
    }

    /// The columns it looks at.
    pub(super) fn expressions(&self, list: &ListPage) -> Vec<Expr> {
        if self.columns.is_empty() {
            return vec![sql::of(list.table, self.field.column)];
        }
        self.columns.iter().map(|(table, column)| sql::of(table, column)).collect()
    }

    /// Whether its condition is asked about each of several values: choices are ticked, and others where it is declared.
    pub(super) const fn takes_several(&self) -> bool {
        self.several || matches!(self.field.kind, Kind::Select | Kind::State)
    }

    /// Refuses more and longer values than a statement is made of.
    pub(super) fn need_bounds(&self, given: &Given) -> Result<(), Refusal> {
        let values = self.pasted(given).unwrap_or_else(|| match self.how {
            Match::OneOf | Match::Source | Match::Parameters => given.value.split(',').collect(),
            Match::Own(_) if self.takes_several() => given.value.split(',').collect(),
            _ => vec![given.value.as_str()],
        });
        if values.len() > VALUES_MAX {
            let most = VALUES_MAX.to_string();
            return Err(Refusal::Business(messages::TOO_MANY_VALUES.with(&[("n", &most)])));
        }
        if values.iter().any(|value| value.chars().count() > VALUE_LETTERS_MAX) {
            let most = VALUE_LETTERS_MAX.to_string();
            let with = |label| [("field", label), ("n", most.as_str())];
            let text = field_messages::TOO_LONG.with_each(&with(self.field.zh), &with(self.field.en));
            return Err(Refusal::BadRequest(text));
        }
        Ok(())
    }

    /// The several values a text holds, when it is one of several; each once.
    pub(super) fn pasted<'a>(&self, given: &'a Given) -> Option<Vec<&'a str>> {
        let values = match (self.how, given.mode) {
            (Match::Many, _) => distinct(given.value.split([' ', ',', '，', '\n', '\r', '\t', ';', '；'])),
            (_, Mode::Many) => split_column(&given.value),
            _ => return None,
        };
        // One number typed into a filter of many is looked for anywhere in the text.
        (given.mode == Mode::Many || values.len() > 1).then_some(values)
    }
}

/// A column copied from a sheet holds a value a line, which may have commas of its own; a line typed
/// by hand has commas between.
fn split_column(text: &str) -> Vec<&str> {
    let sheet = text.contains(['\n', '\r', '\t']);
    let between: &[char] = if sheet { &['\n', '\r', '\t'] } else { &[',', '，', ';', '；', '、'] };
    distinct(text.split(between))
}

fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    values.map(str::trim).filter(|value| !value.is_empty() && seen.insert(value.to_lowercase())).collect()
}

/// A text as it is compared: without regard to case.
pub(super) fn folded(column: Expr) -> Expr {
    Expr::expr(sql::Func::lower(column))
}

/// The condition of a filter that is given.
pub(super) fn condition(list: &ListPage, filter: &Filter, actor: &Actor, given: &Given) -> Result<Condition, Refusal> {
    let value = given.value.as_str();
    let columns = filter.expressions(list);
    let bad = || bad_request(messages::BAD_FILTER, filter.name);
    let any = |make: &dyn Fn(Expr) -> Expr| sql::any_of(columns.iter().cloned().map(make));
    if let Some(values) = filter.pasted(given) {
        let wanted: Vec<String> = values.iter().map(|value| value.to_lowercase()).collect();
        return Ok(any(&|column| sql::is_in(folded(column), wanted.clone())));
    }
    match given.mode {
        Mode::Contains => return Ok(any(&|column| sql::contains(column, value))),
        Mode::Starts => return Ok(any(&|column| sql::begins(column, value))),
        Mode::Equals => return Ok(any(&|column| folded(column).eq(sql::value(value.to_lowercase())))),
        Mode::Declared | Mode::Many => {}
    }
    Ok(match filter.how {
        Match::Flag(own) => own(actor, flag_of(value).ok_or_else(bad)?),
        Match::Own(own) if filter.takes_several() => {
            let wanted = value.split(',').map(str::trim).filter(|one| !one.is_empty());
            wanted.map(|one| own(actor, one)).try_fold(Condition::any(), |any, one| one.map(|one| any.add(one)))?
        }
        Match::Own(own) => own(actor, value)?,
        Match::Source => {
            let of_platform = || sql::of_eq(list.table, "org_id", PLATFORM_ORG);
            let of = |one: &str| match one {
                PLATFORM => Some(of_platform()),
                OWN => Some(of_platform().not()),
                _ => None,
            };
            let wanted: Option<Vec<Expr>> = value.split(',').map(str::trim).map(of).collect();
            sql::any_of(wanted.ok_or_else(bad)?)
        }
        Match::Days(own) => days(value, actor.now).map(|(from, to)| own(from, to)).ok_or_else(bad)?,
        // It chose the org, which is the scope of the whole statement.
        Match::Org(_) => Condition::all(),
        Match::Parameter => typed(&filter.field, value).map(|_| Condition::all()).ok_or_else(bad)?,
        Match::Parameters => {
            let known: Option<Vec<Value>> = value.split(',').map(|one| typed(&filter.field, one.trim())).collect();
            known.map(|_| Condition::all()).ok_or_else(bad)?
        }
        Match::Contains | Match::Many => any(&|column| sql::contains(column, value)),
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
        Match::Range => {
            let bounds = range(&filter.field, value, actor.now).ok_or_else(bad)?;
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
        Match::Holds(begin, end) => {
            let day = parse_day(value).ok_or_else(bad)?;
            let column = |field: &Field| sql::of(list.table, field.column);
            let (at, until) = match begin.kind {
                Kind::Instant => (Value::Int(Instant::start_of(day).millis()), false),
                _ => (Value::Text(kernel::show_day(day)), true),
            };
            let last = column(end);
            let still = if until { last.gte(sql::value(at.clone())) } else { last.gt(sql::value(at.clone())) };
            let open = column(end).is_null().or(still);
            Condition::all().add(column(begin).lte(sql::value(at))).add(open)
        }
        Match::Bool => {
            let flag = flag_of(value).ok_or_else(bad)?;
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
pub(super) fn typed(field: &Field, text: &str) -> Option<Value> {
    match field.kind {
        Kind::Int | Kind::Reference(_) => text.parse().ok().map(Value::Int),
        Kind::Decimal(scale) => kernel::parse_scaled(text, scale).ok().map(Value::Int),
        Kind::Bool => flag_of(text).map(Value::Bool),
        Kind::Day => parse_day(text).map(|day| Value::Text(kernel::show_day(day))),
        Kind::Instant => Instant::parse(text).map(|instant| Value::Int(instant.millis())),
        Kind::Code(_) if field.as_written => Some(Value::Text(text.to_owned())),
        Kind::Upper | Kind::Code(_) => Some(Value::Text(text.to_uppercase())),
        Kind::Select | Kind::State if !field.choices.is_empty() => {
            let known = field.choices.iter().any(|choice| choice.value == text);
            known.then(|| field.chosen(text.to_owned()))
        }
        _ => Some(Value::Text(text.to_owned())),
    }
}

/// `from~to` as values; a day given for an instant covers the whole day. `last30`, `today` and the
/// like are days counted from now, so that a kept view stays at the present.
pub(super) fn range(field: &Field, text: &str, now: Instant) -> Option<(Option<Value>, Option<Value>)> {
    if let Some((first, last)) = relative(text, now.day()) {
        let dated = matches!(field.kind, Kind::Day | Kind::Instant);
        return dated
            .then(|| (bound(field, &kernel::show_day(first), false), bound(field, &kernel::show_day(last), true)));
    }
    let (from, to) = text.split_once('~')?;
    let side = |text: &str, end: bool| -> Option<Option<Value>> {
        if text.is_empty() { Some(None) } else { bound(field, text, end).map(Some) }
    };
    Some((side(from.trim(), false)?, side(to.trim(), true)?))
}

/// The same as days; a moment counts as its day.
pub(crate) fn days(text: &str, now: Instant) -> Option<(Option<Day>, Option<Day>)> {
    if let Some((first, last)) = relative(text, now.day()) {
        return Some((Some(first), Some(last)));
    }
    let (from, to) = text.split_once('~')?;
    let day = |text: &str| parse_day(text).or_else(|| Instant::parse(text).map(Instant::day));
    let side = |text: &str| if text.is_empty() { Some(None) } else { day(text).map(Some) };
    Some((side(from.trim())?, side(to.trim())?))
}

pub(super) fn bound(field: &Field, text: &str, end: bool) -> Option<Value> {
    match (field.kind, parse_day(text)) {
        (Kind::Instant, Some(day)) if end => Some(Value::Int(Instant::start_of(day_after_days(day, 1)).millis() - 1)),
        (Kind::Instant, Some(day)) => Some(Value::Int(Instant::start_of(day).millis())),
        _ => typed(field, text),
    }
}

/// First and last day of a range that is counted from today.
pub(super) fn relative(text: &str, today: Day) -> Option<(Day, Day)> {
    let first_of_month = |day: Day| day_after_days(day, 1 - i64::from(day.day()));
    let before_month = day_after_days(first_of_month(today), -1);
    Some(match text {
        "today" => (today, today),
        "yesterday" => (day_after_days(today, -1), day_after_days(today, -1)),
        "thisMonth" => (first_of_month(today), today),
        "lastMonth" => (first_of_month(before_month), before_month),
        _ => {
            let days: i64 = text.strip_prefix("last")?.parse().ok().filter(|n| (1..=LAST_DAYS_MAX).contains(n))?;
            (day_after_days(today, 1 - days), today)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_today() {
        let day = |text: &str| parse_day(text).unwrap_or_else(|| panic!("{text}"));
        let today = day("2026-03-01");
        let shown = |text: &str| relative(text, today).map(|(a, b)| [a, b].map(kernel::show_day).join(" "));
        for (text, wanted) in [
            ("today", Some("2026-03-01 2026-03-01")),
            ("yesterday", Some("2026-02-28 2026-02-28")),
            ("last1", Some("2026-03-01 2026-03-01")),
            ("last7", Some("2026-02-23 2026-03-01")),
            ("thisMonth", Some("2026-03-01 2026-03-01")),
            ("lastMonth", Some("2026-02-01 2026-02-28")),
            ("last0", None),
            ("last3661", None),
            ("lastx", None),
            ("2026-03-01~", None),
        ] {
            assert_eq!(shown(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_range_of_days_takes_moments_as_their_days() {
        let now = Instant::parse("2026-03-01 09:00:00").unwrap_or_else(|| panic!("a moment"));
        let shown = |text: &str| days(text, now).map(|(from, to)| [from, to].map(|day| day.map(kernel::show_day)));
        let day = |text: &str| Some(text.to_owned());
        for (text, wanted) in [
            ("2026-02-01~2026-02-03", Some([day("2026-02-01"), day("2026-02-03")])),
            ("2026-02-01 23:59:59~", Some([day("2026-02-01"), None])),
            ("~2026-02-03 00:00:00", Some([None, day("2026-02-03")])),
            ("yesterday", Some([day("2026-02-28"), day("2026-02-28")])),
            ("2026-02-30~", None),
            ("2026-02-01", None),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_range_of_numbers_is_of_the_fields_own_kind() {
        let now = Instant::from_millis(0);
        let int = Field::int("件数", "Pieces");
        let decimal = Field::decimal(3, "重量", "Weight");
        let number = |n: i64| Some(Value::Int(n));
        assert_eq!(range(&int, "3~7", now), Some((number(3), number(7))));
        assert_eq!(range(&int, "~7", now), Some((None, number(7))));
        assert_eq!(range(&int, "-2~", now), Some((number(-2), None)));
        assert_eq!(range(&decimal, "0.5~12.125", now), Some((number(500), number(12_125))));
        for wrong in ["3", "x~7", "3.5~7", "last7"] {
            assert_eq!(range(&int, wrong, now), None, "{wrong}");
        }
        assert_eq!(range(&decimal, "1.0005~", now), None, "finer than it is stored");
    }

    #[test]
    fn a_range_of_days_is_open_where_no_day_is_given() {
        let now = Instant::start_of(parse_day("2026-07-15").unwrap_or_default());
        let told = |text: &str| {
            let shown = |day: Option<Day>| day.map(kernel::show_day).unwrap_or_default();
            days(text, now).map(|(from, to)| format!("{}~{}", shown(from), shown(to)))
        };
        for (text, wanted) in [
            ("2026-07-01~2026-07-02", Some("2026-07-01~2026-07-02")),
            ("~2026-07-02", Some("~2026-07-02")),
            ("2026-07-01~", Some("2026-07-01~")),
            ("today", Some("2026-07-15~2026-07-15")),
            ("2026-07-01", None),
            ("2026-07-32~", None),
        ] {
            assert_eq!(told(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn values_are_so_many_and_so_long_at_most() {
        const CHOICES: &[crate::field::Choice] = &[crate::field::Choice::new("A", "甲", "A")];
        let name = Field::text("名称", "Name").column("name");
        let filters = [
            Filter::new("many", Match::Many, name),
            Filter::new("oneOf", Match::OneOf, name),
            Filter::new("own", Match::Own(|_, _| Ok(Condition::all())), Field::select(CHOICES, "状态", "State")),
            Filter::new("source", Match::Source, name),
            Filter::new("parameters", Match::Parameters, name),
        ];
        let given = |value: String, mode| Given { name: "x", mode, value };
        for filter in filters {
            let list = |count: usize| {
                let values: Vec<String> = (0..count).map(|n| format!("v{n}")).collect();
                filter.need_bounds(&given(values.join(","), Mode::Declared))
            };
            assert!(list(VALUES_MAX).is_ok(), "{}", filter.name);
            assert!(matches!(list(VALUES_MAX + 1), Err(Refusal::Business(_))), "{}", filter.name);
        }
        let plain = Filter::new("name", Match::Contains, name);
        for mode in [Mode::Declared, Mode::Contains, Mode::Starts, Mode::Equals, Mode::Many] {
            let long = |letters: usize| plain.need_bounds(&given("字".repeat(letters), mode));
            assert!(long(VALUE_LETTERS_MAX).is_ok());
            let Err(Refusal::BadRequest(text)) = long(VALUE_LETTERS_MAX + 1) else { panic!("{mode:?}") };
            assert_eq!(
                (text.zh.as_str(), text.en.as_str()),
                ("名称不能超过1000个字符", "Name can't exceed 1000 characters.")
            );
        }
    }

    #[test]
    fn a_copied_column_keeps_the_commas_of_its_lines() {
        assert_eq!(split_column("ACME CO., LTD\r\nB\n\nb\n"), ["ACME CO., LTD", "B"]);
        assert_eq!(split_column("A, B，C；a"), ["A", "B", "C"]);
        assert_eq!(split_column("A\tB"), ["A", "B"]);
    }
}
