//! 期末调汇 and 期末暂估 as they are kept: one run of each a month, its rows as they were listed, its voucher at the month's end
//! and the reversal of it on the first of the next month (catalogue css.md /css_period). A run is taken back whole while its
//! month is open, the reversal first.

use book::posting::Posting;
use book::{ACCRUED, Entry, Made, REVALUED, RUN, RUN_REVERSAL, Source, VALID, Wanted};
use charge::ledger::{COST_VIEW, INCOME_VIEW};
use charge::period::{self, first_day};
use kernel::{Day, Id, Msg, day_after_days};
use order::visible_order;
use platform::access::Actor;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::NOT_OPEN;

/// State of a run that was taken back.
const TAKEN_BACK: &str = "TAKEN_BACK";

const ALREADY: Msg =
    Msg::new("period.run.already", "{month}已{what}，请先撤销", "{what} of {month} was made: take it back first.");
const NONE: Msg = Msg::new("period.run.none", "{month}未{what}", "There is no {what} of {month}.");
const NOT_ALL: Msg = Msg::new(
    "period.run.all",
    "没有查看全部订单的权限，不能{what}",
    "{what} is of every order of the company: you may not see all of them.",
);
const NAMES: [(&str, &str, &str); 2] =
    [(REVALUED, "期末调汇", "the revaluation"), (ACCRUED, "期末暂估", "the accrual")];

/// What a kind of runs is called, in both languages.
pub(super) fn name_of(kind: &str) -> (&'static str, &'static str) {
    NAMES.iter().find(|(known, ..)| *known == kind).map_or(("", ""), |(_, zh, en)| (zh, en))
}

fn said(msg: Msg, kind: &str, month: &str) -> Refusal {
    let (zh, en) = name_of(kind);
    Refusal::Business(msg.with_each(&[("what", zh), ("month", month)], &[("what", en), ("month", month)]))
}

/// Runs are of every order of the company and of both sides: who does not see all of that reads none and makes none.
pub(super) fn need_sight(actor: &Actor, kind: &str) -> Result<(), Refusal> {
    actor.need(INCOME_VIEW)?;
    actor.need(COST_VIEW)?;
    if visible_order(actor).is_empty() { Ok(()) } else { Err(said(NOT_ALL, kind, "")) }
}

/// The last day of a month and the first of the next one.
pub(super) fn days(first: Day) -> (Day, Day) {
    let last = first.last_of_month();
    (last, day_after_days(last, 1))
}

/// A run in force.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub id: Id,
    /// Its rows as they were listed.
    pub body: String,
    pub income: i64,
    pub cost: i64,
    voucher: Option<Id>,
    reversal: Option<Id>,
}

impl Run {
    /// Whether its voucher was given back by itself: then it stands in no books.
    pub(super) fn is_unposted(&self) -> bool {
        self.voucher.is_none() && (self.income != 0 || self.cost != 0)
    }
}

/// The run of a month that is in force.
pub(super) fn find(conn: &mut dyn Conn, org: i64, (month, kind): (&str, &str)) -> Result<Option<Run>, Refusal> {
    read(conn, org, (month, kind), false)
}

fn read(conn: &mut dyn Conn, org: i64, (month, kind): (&str, &str), holds: bool) -> Result<Option<Run>, Refusal> {
    let mut select = sql::from(org, RUN);
    select
        .columns(["id", "body", "income", "cost", "voucher_id", "reversal_id"])
        .and_where(sql::eq("month", month.to_owned()))
        .and_where(sql::eq("kind", kind.to_owned()))
        .and_where(sql::eq("state", VALID.to_owned()));
    if holds {
        select.lock_exclusive();
    }
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some(Run {
        id: row.get(0)?,
        body: row.get(1)?,
        income: row.get(2)?,
        cost: row.get(3)?,
        voucher: row.get(4)?,
        reversal: row.get(5)?,
    }))
}

/// Months of which there are runs, by their kind; of some days.
pub(super) fn months(conn: &mut dyn Conn, org: i64, (from, to): (Day, Day)) -> Result<Vec<(String, String)>, Refusal> {
    let month = |day: Day| sql::value(period::month_of(day));
    let mut select = sql::from(org, RUN);
    select
        .columns(["month", "kind"])
        .and_where(sql::eq("state", VALID.to_owned()))
        .and_where(sql::col("month").between(month(from), month(to)))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Refuses a run where there is one already, or its month or the next one is not open. The numbers of vouchers are held first,
/// so that no two make one.
pub(super) fn begin(tx: &mut Tx<'_>, (month, kind): (&str, &str)) -> Result<(Day, Day), Refusal> {
    book::lock(tx)?;
    let org = tx.org();
    let first = first_day(month).ok_or_else(|| Refusal::Business(NOT_OPEN.with(&[("month", month)])))?;
    let (last, next) = days(first);
    period::hold(tx, [last])?;
    period::hold(tx, [next])?;
    match find(tx, org, (month, kind))? {
        Some(_) => Err(said(ALREADY, kind, month)),
        None => Ok((last, next)),
    }
}

/// What a run keeps: its rows, and what it comes to on each side.
pub(super) struct Kept {
    pub body: String,
    pub income: i64,
    pub cost: i64,
}

/// Keeps a run and posts it; where no entry is left there is no voucher.
pub(super) fn keep(
    tx: &mut Tx<'_>,
    (month, kind): (&str, &'static str),
    kept: Kept,
    entries: Vec<Entry>,
) -> Result<(), Refusal> {
    let (last, next) = days(first_day(month).ok_or(Refusal::NotFound)?);
    let (id, org) = (tx.new_id(), tx.org());
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let cells = [
        ("id", Value::Int(id.0)),
        ("month", Value::Text(month.to_owned())),
        ("kind", Value::Text(kind.to_owned())),
        ("body", Value::Text(kept.body)),
        ("income", Value::Int(kept.income)),
        ("cost", Value::Int(kept.cost)),
        ("state", Value::Text(VALID.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, RUN, &cells).into())?;
    let name = name_of(kind).0;
    let mut told = format!("{name} {month}");
    if !entries.is_empty() {
        let back: Vec<Entry> = entries.iter().map(in_red).collect();
        let made = post(tx, (month, kind, id), (last, RUN), (format!("{month}{name}"), entries))?;
        let undone = post(tx, (month, kind, id), (next, RUN_REVERSAL), (format!("{month}{name}冲回"), back))?;
        told = format!("{told}：{}，冲回{}", made.label(), undone.label());
    }
    note(tx, (month, name), told)
}

/// Leaves a line at the month.
fn note(tx: &mut Tx<'_>, (month, name): (&str, &'static str), told: String) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), period::TABLE);
    select.column("id").and_where(sql::eq("month", month.to_owned()));
    let id: Id = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    tx.log(super::log(month, id, name).text(told))?;
    Ok(())
}

/// The same entry taken back on its side.
fn in_red(entry: &Entry) -> Entry {
    Entry { original: -entry.original, debit: -entry.debit, credit: -entry.credit, ..entry.clone() }
}

fn post(
    tx: &mut Tx<'_>,
    (month, kind, run): (&str, &'static str, Id),
    (date, table): (Day, &'static str),
    (summary, entries): (String, Vec<Entry>),
) -> Result<Made, Refusal> {
    let source = Source { table, id: run, number: month.to_owned() };
    let wanted = Wanted {
        date,
        word: String::new(),
        number: None,
        kind,
        attachments: 0,
        summary,
        entries,
        sources: vec![source],
    };
    book::make(tx, &wanted)
}

/// Takes the run of a month back: the reversal of its voucher, then the voucher, then itself.
pub(super) fn take_back(tx: &mut Tx<'_>, (month, kind): (&str, &str)) -> Result<(), Refusal> {
    book::lock(tx)?;
    let org = tx.org();
    let last = first_day(month).map(Day::last_of_month);
    period::hold(tx, last)?;
    let run = read(tx, org, (month, kind), true)?.ok_or_else(|| said(NONE, kind, month))?;
    for voucher in [run.reversal, run.voucher].into_iter().flatten() {
        book::give_back(tx, voucher)?;
    }
    let cells = [
        ("state", Value::Text(TAKEN_BACK.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, RUN, &cells);
    update.and_where(sql::col("id").eq(sql::value(run.id)));
    tx.exec(&update.into())?;
    let name = name_of(kind).0;
    note(tx, (month, name), format!("撤销{name} {month}"))
}

/// What a list tells of the run of its month: whether there is one, and its vouchers.
pub(super) fn told(conn: &mut dyn Conn, org: i64, run: Option<&Run>) -> Result<Map<String, Json>, Refusal> {
    let mut out = Map::new();
    out.insert("made".to_owned(), json!(run.is_some()));
    for (name, table) in [("voucher", RUN), ("reversal", RUN_REVERSAL)] {
        let stamp = match run {
            Some(run) => book::posted(conn, org, table, &[run.id])?.into_values().next(),
            None => None,
        };
        out.insert(name.to_owned(), json!(stamp.map(|stamp| stamp.label())));
    }
    Ok(out)
}

/// A document of a run before its amounts are known.
pub(super) fn blank(month: &str, date: Day, coop: Option<Id>) -> Posting {
    Posting {
        source: Source { table: RUN, id: Id(0), number: month.to_owned() },
        date,
        coop,
        user: None,
        dept: None,
        coop_name: String::new(),
        invoice_num: String::new(),
        order_code: String::new(),
        attachments: 0,
        total: (String::new(), 0),
        amounts: Vec::new(),
    }
}
