//! The rows of the report, of what partners owed at the end of a day.

use std::collections::BTreeMap;

use credit::age::{Aged, Ages, Basis, ENDS, NOT_DUE};
use credit::owed::{Kind, Owed, Wanted, income, owed};
use credit::promise;
use domain::coop::visible_coop;
use kernel::{Day, Instant, parse_day, parse_scaled, show_day};
use platform::field::flag_of;
use platform::list::{Asked, Behind};
use platform::prelude::*;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::Row;
use platform::web::percent_encoded;

use super::{ASKED, BY_BASE, BY_NOTE, OF_COOP, OF_CURRENCY, OF_DEPT, OF_LINES, OF_SALES, OF_SCOPE};

const COOP: &str = "coop";
/// Partners that are read with one statement: far below the parameters a database takes.
const AT_ONCE: usize = 5_000;
/// In an address: rows that have none of what is grouped by.
const NONE: &str = "NONE";
/// Days that 90天以上 lies beyond.
pub(super) const OLD: i64 = 90;

/// What makes the rows.
pub(super) struct Made;

/// It has nothing of its own.
pub(super) static AGES: Made = Made;

/// How the rows are made.
pub(super) struct How {
    basis: Basis,
    /// Until when.
    pub day: Day,
    group: String,
    /// Income without a note counts.
    pub unbilled: bool,
    /// What was paid before counts.
    pub prepaid: bool,
}

impl How {
    /// As it is asked for.
    pub fn of(asked: &Asked<'_>) -> Self {
        let flag = |name, initial| asked.value(name).and_then(flag_of).unwrap_or(initial);
        Self {
            basis: match asked.value("basis") {
                Some(BY_BASE) => Basis::Base,
                Some(BY_NOTE) => Basis::Note,
                _ => Basis::Due,
            },
            day: asked.value("asOf").and_then(parse_day).unwrap_or_else(|| asked.now().day()),
            group: asked.value("group").unwrap_or(OF_COOP).to_owned(),
            unbilled: flag("includeUnbilled", false),
            prepaid: flag("includePrepaid", true),
        }
    }

    /// How days are counted.
    pub fn ages(&self) -> Ages<'static> {
        Ages { basis: self.basis, day: self.day, ends: &ENDS }
    }

    /// The group of something of a partner.
    pub fn key(&self, partner: &Partner, scope: &str, currency: &str) -> String {
        let of = |id: Option<Id>| id.map(|id| id.to_string());
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let key = match self.group.as_str() {
            OF_SALES => of(partner.sales),
            OF_DEPT => of(partner.dept),
            OF_SCOPE => text(scope),
            OF_CURRENCY => text(currency),
            _ => of(Some(partner.id)),
        };
        key.unwrap_or_else(|| NONE.to_owned())
    }

    fn is_of_coops(&self) -> bool {
        self.group == OF_COOP
    }
}

/// What is asked of the books: the partners that scope and filters leave.
pub(super) fn wanted(asked: &Asked<'_>, how: &How) -> Result<Wanted, Refusal> {
    let mut coops = asked.select()?;
    coops.column((COOP, "id"));
    let scopes = asked.value("businessScope").unwrap_or_default();
    Ok(Wanted {
        coops,
        day: how.day,
        today: asked.now().day(),
        currency: asked.value("currency").map(str::to_uppercase),
        scopes: scopes.split(',').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect(),
    })
}

/// A partner as its rows tell it.
pub(super) struct Partner {
    pub id: Id,
    pub code: String,
    pub name: String,
    sales: Option<Id>,
    sales_name: Option<String>,
    dept: Option<Id>,
    dept_name: Option<String>,
    terms: Option<String>,
    limit: Option<i64>,
}

/// Partners by their ids, of those that scope and filters leave.
pub(super) fn partners(
    conn: &mut dyn Conn,
    asked: &Asked<'_>,
    mut ids: Vec<Id>,
) -> Result<BTreeMap<Id, Partner>, Refusal> {
    ids.sort_unstable();
    ids.dedup();
    let mut known = BTreeMap::new();
    for part in ids.chunks(AT_ONCE) {
        let mut select = asked.select()?;
        select
            .columns(["id", "coop_code", "coop_name", "sales_id"].map(|column| (COOP, column)))
            .columns([("sales", "name_cn"), ("dept", "id"), ("dept", "name")])
            .columns([("credit", "settle_text"), ("credit", "effective_limit")])
            .and_where(sql::is_in(sql::of(COOP, "id"), part.iter().copied()));
        for row in conn.query(&select.into())? {
            known.insert(row.get(0)?, partner(&row)?);
        }
    }
    Ok(known)
}

fn partner(row: &Row) -> Result<Partner, Refusal> {
    Ok(Partner {
        id: row.get(0)?,
        code: row.get(1)?,
        name: row.get(2)?,
        sales: row.get(3)?,
        sales_name: row.get(4)?,
        dept: row.get(5)?,
        dept_name: row.get(6)?,
        terms: row.get(7)?,
        limit: row.get(8)?,
    })
}

/// A row: what it is of, and what it comes to.
struct Line {
    key: String,
    coop: Id,
    scope: String,
    currency: String,
    aged: Aged,
}

impl Behind for Made {
    fn visible(&self, actor: &Actor) -> Option<Condition> {
        Some(visible_coop(actor))
    }

    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let how = How::of(asked);
        let (lines, partners) = lines(conn, asked, &how)?;
        let ids: Vec<Id> = if how.is_of_coops() { lines.iter().map(|line| line.coop).collect() } else { Vec::new() };
        let (said, paid) = (last_said(conn, asked.org(), &ids)?, last_paid(conn, asked.org(), &ids, how.day)?);
        let row = |line: &Line| {
            let partner = partners.get(&line.coop)?;
            let told = how.told(partner, line);
            let dates = dates(how.is_of_coops(), said.get(&line.coop), paid.get(&line.coop));
            let own = how.is_of_coops();
            let last = [
                own.then(|| partner.id.to_string()).into_value(),
                own.then_some("1").into_value(),
                Value::Text(within(asked, &line.key)),
            ];
            let credit = [partner.terms.clone().into_value(), partner.limit.into_value()];
            let credit = if own && asked.value("currency").is_none() { credit } else { [Value::Null, Value::Null] };
            let cells = told.into_iter().chain(credit).chain(figures(&line.aged, &how));
            Some(cells.chain(dates).chain(shares(&line.aged, &how)).chain(last).collect())
        };
        Ok(lines.iter().filter_map(row).collect())
    }

    fn last(
        &self,
        conn: &mut dyn Conn,
        asked: &Asked<'_>,
        _: &[Vec<Value>],
    ) -> Result<Option<Vec<Option<Value>>>, Refusal> {
        let how = How::of(asked);
        let mut whole = Aged::default();
        for line in &lines(conn, asked, &how)?.0 {
            whole.add_all(&line.aged);
        }
        let none = |count: usize| std::iter::repeat_n(None, count);
        let sums = figures(&whole, &how).into_iter().map(Some);
        let shares = shares(&whole, &how).into_iter().map(Some);
        Ok(Some(none(8).chain(sums).chain(none(4)).chain(shares).chain(none(3)).collect()))
    }
}

impl How {
    /// What a row is called: partner, sales, department, scope, currency.
    fn told(&self, partner: &Partner, line: &Line) -> [Value; 6] {
        let of =
            |groups: &[&str], value: Value| if groups.contains(&self.group.as_str()) { value } else { Value::Null };
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned()).into_value();
        [
            of(&[OF_COOP], partner.code.clone().into_value()),
            of(&[OF_COOP], partner.name.clone().into_value()),
            of(&[OF_COOP, OF_SALES], partner.sales_name.clone().into_value()),
            of(&[OF_DEPT], partner.dept_name.clone().into_value()),
            of(&[OF_SCOPE], text(&line.scope)),
            of(&[OF_CURRENCY], text(&line.currency)),
        ]
    }
}

/// What groups come to, with their partners; without those in which nothing counts, or less than is asked for.
fn lines(conn: &mut dyn Conn, asked: &Asked<'_>, how: &How) -> Result<(Vec<Line>, BTreeMap<Id, Partner>), Refusal> {
    let (org, wanted, ages) = (asked.org(), wanted(asked, how)?, how.ages());
    let (rows, came) = (owed(conn, org, &wanted)?, income(conn, org, &wanted)?);
    let ids = rows.iter().map(|row| row.coop).chain(came.iter().map(|one| one.coop)).collect();
    let partners = partners(conn, asked, ids)?;
    let mut lines: BTreeMap<String, Line> = BTreeMap::new();
    let mut of = |coop: Id, scope: &str, currency: &str, count: &dyn Fn(&mut Aged)| {
        let Some(partner) = partners.get(&coop) else { return };
        let key = how.key(partner, scope, currency);
        let line = lines.entry(key.clone()).or_insert_with(|| Line {
            key,
            coop,
            scope: scope.to_owned(),
            currency: currency.to_owned(),
            aged: Aged::default(),
        });
        count(&mut line.aged);
    };
    for row in &rows {
        of(row.coop, &row.scope, &row.currency, &|aged| aged.add(row, &ages));
    }
    for one in &came {
        of(one.coop, &one.scope, &one.currency, &|aged| aged.income += one.amount);
    }
    let least = asked.value("minAmount").and_then(|text| parse_scaled(text, 3).ok());
    let late = asked.is_on("overdueOnly");
    let counts = |aged: &Aged| {
        let any = aged.total != 0
            || aged.parts.iter().any(|part| *part != 0)
            || how.unbilled && aged.unbilled != 0
            || how.prepaid && aged.prepaid != 0;
        any && (!late || aged.overdue_days > 0) && least.is_none_or(|least| aged.total >= least)
    };
    Ok((lines.into_values().filter(|line| counts(&line.aged)).collect(), partners))
}

/// The figures behind what a row is called, in the order of the columns.
fn figures(aged: &Aged, how: &How) -> Vec<Value> {
    let (ages, by_due) = (how.ages(), how.basis == Basis::Due);
    let only = |holds: bool, figure: i64| if holds { Value::Int(figure) } else { Value::Null };
    let part = |place: usize| aged.parts.get(place).copied().unwrap_or_default();
    let mut cells =
        vec![Value::Int(aged.total), only(by_due, aged.not_due), only(by_due, part(0)), only(!by_due, part(0))];
    cells.extend((1..=ENDS.len()).map(|place| Value::Int(part(place))));
    cells.extend([
        Value::Int(aged.beyond(&ages, OLD)),
        Value::Int(aged.overdue),
        aged.share(aged.overdue).into_value(),
        Value::Int(aged.overdue_days),
        Value::Int(aged.unbilled),
        Value::Int(aged.prepaid),
        Value::Int(aged.net(how.unbilled, how.prepaid)),
        aged.days_out().into_value(),
    ]);
    cells
}

/// What of the whole is in each part.
fn shares(aged: &Aged, how: &How) -> Vec<Value> {
    let mut cells = vec![if how.basis == Basis::Due { aged.share(aged.not_due).into_value() } else { Value::Null }];
    let part = |place: usize| aged.share(aged.parts.get(place).copied().unwrap_or_default()).into_value();
    cells.extend((0..=ENDS.len()).map(part));
    cells
}

/// When money came in last, what was promised, and when it was asked for.
fn dates(own: bool, said: Option<&promise::Last>, paid: Option<&String>) -> [Value; 4] {
    if !own {
        return [Value::Null, Value::Null, Value::Null, Value::Null];
    }
    let promise = said.and_then(|said| said.promise.clone());
    let (day, state) = promise.map_or((None, None), |(day, state)| (Some(day), Some(state)));
    let at = said.and_then(|said| said.at).map(Instant::day).map(show_day);
    [paid.cloned().into_value(), day.into_value(), state.into_value(), at.into_value()]
}

fn last_said(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, promise::Last>, Refusal> {
    let mut known = BTreeMap::new();
    for part in coops.chunks(AT_ONCE) {
        known.extend(promise::last(conn, org, part)?);
    }
    Ok(known)
}

/// The day of the last receipt until then.
fn last_paid(conn: &mut dyn Conn, org: i64, coops: &[Id], day: Day) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut known = BTreeMap::new();
    for part in coops.chunks(AT_ONCE) {
        let mut select = sql::from(org, "receipt");
        select
            .column("coop_id")
            .expr(Expr::cust("MAX(receipt_date)"))
            .and_where(sql::is_in(sql::col("coop_id"), part.iter().copied()))
            .and_where(sql::col("receipt_date").lte(sql::value(show_day(day))))
            .group_by_col("coop_id");
        for row in conn.query(&select.into())? {
            known.insert(row.get(0)?, row.get(1)?);
        }
    }
    Ok(known)
}

/// What the list of the rows is asked by, to find those of a group.
fn within(asked: &Asked<'_>, key: &str) -> String {
    let of_rows = ASKED.iter().filter(|filter| !OF_LINES.contains(&filter.name));
    let given = of_rows.filter_map(|filter| Some((filter.name, asked.value(filter.name)?)));
    let given = given.chain([("groupKey", key)]);
    given.map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect::<Vec<_>>().join("&")
}

/// Whether something is a part of a figure of the report; what was paid before lowers the net.
pub(super) fn is_of(figure: &str, row: &Owed, how: &How) -> bool {
    let ages = how.ages();
    match (figure, row.kind) {
        ("unbilled", Kind::Unbilled) | ("prepaid", Kind::Paid) | ("net", Kind::Note) => true,
        ("net", Kind::Unbilled) => how.unbilled,
        ("net", Kind::Paid) => how.prepaid,
        (_, Kind::Unbilled | Kind::Paid) => false,
        ("total", Kind::Note) => true,
        ("overdue", Kind::Note) => ages.overdue_days(row) > 0,
        ("over90", Kind::Note) => ages.lies_beyond(ages.part(row), OLD),
        (part, Kind::Note) => ages.name(ages.part(row)) == part,
    }
}

/// What a part is called in the list of the rows.
pub(super) const PARTS: &[Choice] = &[
    Choice::new(NOT_DUE, "未到期", "Not due").tone("ready"),
    Choice::new("1-30", "1-30", "1-30"),
    Choice::new("0-30", "0-30", "0-30"),
    Choice::new("31-60", "31-60", "31-60"),
    Choice::new("61-90", "61-90", "61-90"),
    Choice::new("91-180", "91-180", "91-180"),
    Choice::new("181-365", "181-365", "181-365"),
    Choice::new(">365", ">365", "> 365"),
];
