//! 催收: what customers say when they are asked for money, and what they promise (catalogue prm.md
//! /prm_report_receivable_age). A promise is kept when as much came in from its day on, until the day it names.

use std::collections::BTreeMap;

use charge::line::code_of;
use kernel::{Day, Id, Instant, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Row, Value, sql};
use trade::charge::Side;

use crate::open::whole;

/// Its table.
pub const TABLE: &str = "follow_up";
/// The kind of what asks for money.
pub const DUN: &str = "DUN";
/// The day of a promise is yet to come.
pub const OPEN: &str = "OPEN";
/// As much came in.
pub const KEPT: &str = "KEPT";
/// It did not.
pub const BROKEN: &str = "BROKEN";
/// What becomes of a promise.
pub const STATES: &[Choice] = &[
    Choice::new(OPEN, "待兑现", "Promised").tone("info"),
    Choice::new(KEPT, "已兑现", "Kept").tone("done"),
    Choice::new(BROKEN, "承诺逾期", "Promise broken").tone("danger"),
];
/// Payment was promised.
pub const PROMISED: &str = "PROMISED";
/// What the customer said.
pub const RESULTS: &[Choice] = &[
    Choice::new(PROMISED, "承诺付款", "Promises to pay"),
    Choice::new("DISPUTED", "有异议", "Disputes it"),
    Choice::new("UNREACHED", "联系不上", "Not reached"),
    Choice::new("PAID", "已付款", "Has paid"),
    Choice::new("OTHER", "其他", "Other"),
];
/// A statement goes out once in so many days.
pub const MAIL_DAYS: i64 = 3;

/// What was said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FollowUp {
    /// With whom.
    pub contact: String,
    /// What came of it.
    pub result: String,
    /// The day that was promised, and how much.
    pub promise: Option<(Day, i64)>,
    /// Whatever else.
    pub remark: String,
    /// The mail that went out with it.
    pub mail: Option<Id>,
}

/// Keeps what was said with a customer.
pub fn keep(tx: &mut Tx<'_>, coop: Id, said: &FollowUp) -> Result<Id, Refusal> {
    let (id, now) = (tx.new_id(), tx.now);
    let cells = [
        ("id", id.into_value()),
        ("kind", DUN.into_value()),
        ("coop_id", coop.into_value()),
        ("contact", said.contact.clone().into_value()),
        ("result", said.result.clone().into_value()),
        ("promise_date", said.promise.map(|(day, _)| show_day(day)).into_value()),
        ("amount", said.promise.map(|(_, amount)| amount).into_value()),
        ("promise_state", said.promise.map(|_| OPEN).into_value()),
        ("remark", said.remark.clone().into_value()),
        ("mail_id", said.mail.into_value()),
        ("mailed_at", said.mail.map(|_| now).into_value()),
        ("created_by", tx.actor.user_id.into_value()),
        ("created_at", now.into_value()),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(id)
}

/// When a statement went out to a customer last.
pub fn mailed(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Option<Day>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("mailed_at")
        .and_where(sql::eq("coop_id", coop))
        .and_where(sql::col("mailed_at").is_not_null())
        .order_by("id", Order::Desc)
        .limit(1);
    let at: Option<Instant> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(at.map(Instant::day))
}

/// What was said with a customer last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Last {
    /// When.
    pub at: Option<Instant>,
    /// The newest promise: its day and what became of it.
    pub promise: Option<(String, String)>,
}

/// The same of several customers; who was never asked is not there.
pub fn last(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Last>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["coop_id", "created_at", "promise_date", "promise_state"])
        .and_where(sql::is_in(sql::col("coop_id"), coops.iter().copied()))
        .and_where(sql::eq("kind", DUN))
        .order_by("id", Order::Asc);
    let mut known: BTreeMap<Id, Last> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let last = known.entry(row.get(0)?).or_default();
        last.at = row.get(1)?;
        let promise: (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
        if let (Some(day), Some(state)) = promise {
            last.promise = Some((day, state));
        }
    }
    Ok(known)
}

/// A promise whose day is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Its row.
    pub id: Id,
    /// Who promised.
    pub coop: Id,
    /// How much.
    pub amount: i64,
    /// When it was promised.
    pub since: Instant,
    /// Until when.
    pub until: Day,
}

/// Promises of a company whose day is over and that nobody judged, the oldest first.
pub fn due(conn: &mut dyn Conn, org: i64, today: Day) -> Result<Vec<Due>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "coop_id", "amount", "created_at", "promise_date"])
        .and_where(Expr::cust("promise_state = 'OPEN'"))
        .and_where(sql::col("promise_date").lt(sql::value(show_day(today))))
        .order_by("id", Order::Asc);
    let one = |row: &Row| {
        let until: String = row.get(4)?;
        Ok(Due {
            id: row.get(0)?,
            coop: row.get(1)?,
            amount: row.get(2)?,
            since: row.get(3)?,
            until: parse_day(&until).ok_or_else(|| Refusal::broken("a promise without its day"))?,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// Says whether a promise was kept, by what came in of the customer since, dated in its days: receipts, and notes settled from
/// cash or bank at once.
pub fn judge(conn: &mut dyn Conn, org: i64, due: &Due) -> Result<bool, Refusal> {
    let days = |column| {
        let column = || sql::col(column);
        let from = column().gte(sql::value(show_day(due.since.day())));
        from.and(column().lte(sql::value(show_day(due.until)))).and(sql::col("created_at").gt(sql::value(due.since)))
    };
    let mut receipts = sql::from(org, "receipt");
    receipts.expr(whole("SUM(functional)")).and_where(sql::eq("coop_id", due.coop)).and_where(days("receipt_date"));
    let mut at_once = sql::from(org, "write_off");
    at_once
        .expr(whole("SUM(money_functional)"))
        .and_where(sql::eq("side", code_of(Side::Receivable)))
        .and_where(sql::eq("coop_id", due.coop))
        .and_where(sql::eq("method", "ACCOUNT"))
        .and_where(sql::eq("state", "VALID"))
        .and_where(days("write_off_date"));
    let mut came = 0i64;
    for select in [receipts, at_once] {
        came += conn.first(&select.into())?.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or_default();
    }
    let kept = came >= due.amount;
    let state = if kept { KEPT } else { BROKEN };
    let mut update = sql::update(org, TABLE, &[("promise_state", Value::Text(state.to_owned()))]);
    update.and_where(sql::eq("id", due.id));
    conn.exec(&update.into())?;
    Ok(kept)
}
