//! The rows of a journal: what the account held before the first day, each movement with the balance after it, and what it
//! holds in the end.

use charge::period;
use kernel::{Day, Id, Msg, show_day};
use platform::list::{Asked, Behind};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use settle::fund::{OPENING, TABLE};

/// Movements of one journal.
const ROWS_MAX: usize = 50_000;
const TOO_LONG: Msg = Msg::new(
    "bank_journal.long",
    "收支超过{n}笔，请缩小日期范围",
    "There are more than {n} movements: narrow the days.",
);
const BEFORE: &str = "期初余额";
const AFTER: &str = "期末余额";

/// What makes them.
pub(super) struct Journal;

/// It has nothing of its own.
pub(super) static JOURNAL: Journal = Journal;

/// A movement.
struct Moved {
    date: String,
    number: String,
    kind: String,
    coop: String,
    summary: String,
    amount: i64,
}

impl Behind for Journal {
    fn rows(&self, conn: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        let Some(account) = asked.value("accountId").and_then(|id| id.parse().ok()).map(Id) else {
            return Ok(Vec::new());
        };
        let (org, (from, to)) = (asked.org(), days(asked));
        let before = held_before(conn, org, account, from)?;
        let moved = moved(conn, org, account, (from, to))?;
        let mut balance = before;
        let mut rows = vec![edge(BEFORE, balance)];
        for one in &moved {
            balance += one.amount;
            if is_wanted(asked, one) {
                rows.push(row(one, balance));
            }
        }
        rows.push(edge(AFTER, balance));
        Ok(rows)
    }
}

/// The days that are asked for, else those of the month so far.
fn days(asked: &Asked<'_>) -> (Option<Day>, Option<Day>) {
    if asked.value("date").is_some() {
        return asked.days("date");
    }
    let today = asked.now().day();
    (period::first_day(&period::month_of(today)), Some(today))
}

/// Whether kind and counterparty are those that are asked for; the balance counts all.
fn is_wanted(asked: &Asked<'_>, one: &Moved) -> bool {
    let kinds = asked.value("kind").unwrap_or_default();
    let coop = asked.value("coopName").unwrap_or_default().to_lowercase();
    (kinds.is_empty() || kinds.split(',').any(|kind| kind.trim() == one.kind))
        && (coop.is_empty() || one.coop.to_lowercase().contains(&coop))
}

fn row(one: &Moved, balance: i64) -> Vec<Value> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let side = |amount: i64| if amount > 0 { Value::Int(amount) } else { Value::Null };
    vec![
        text(&one.date),
        text(&one.number),
        text(&one.kind),
        text(&one.coop),
        text(&one.summary),
        side(one.amount),
        side(-one.amount),
        Value::Int(balance),
    ]
}

/// The first or the last row: a balance and its name.
fn edge(name: &str, balance: i64) -> Vec<Value> {
    let name = Value::Text(name.to_owned());
    vec![Value::Null, Value::Null, Value::Null, Value::Null, name, Value::Null, Value::Null, Value::Int(balance)]
}

fn of_account(org: i64, account: Id) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.and_where(sql::of_eq(TABLE, "account_id", account));
    select
}

fn date() -> Expr {
    sql::of(TABLE, "movement_date")
}

/// What an account held before a day: its opening balance with what moved after the day of that, or without what moved until
/// then; one without an opening balance held nothing at first. Without a day, what it held before everything.
fn held_before(conn: &mut dyn Conn, org: i64, account: Id, day: Option<Day>) -> Result<i64, Refusal> {
    let mut opening = sql::from(org, OPENING);
    opening.columns(["opening_date", "amount"]).and_where(sql::eq("account_id", account));
    let opened = conn.first(&opening.into())?;
    let opened = opened.map(|row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get::<i64>(1)?))).transpose()?;
    let day = day.map(show_day);
    let mut sum = |narrow: &dyn Fn(&mut SelectStatement)| -> Result<i64, Refusal> {
        let mut select = of_account(org, account);
        select.expr(Expr::cust("CAST(COALESCE(SUM(fund_movement.amount), 0) AS BIGINT)"));
        narrow(&mut select);
        Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
    };
    let (since, amount) = opened.unwrap_or_default();
    let Some(day) = day else {
        let until = sum(&|select| {
            select.and_where(date().lte(sql::value(since.clone())));
        })?;
        return Ok(amount - until);
    };
    if day > since {
        let between = sum(&|select| {
            select.and_where(date().gt(sql::value(since.clone()))).and_where(date().lt(sql::value(day.clone())));
        })?;
        return Ok(amount + between);
    }
    let until = sum(&|select| {
        select.and_where(date().gte(sql::value(day.clone()))).and_where(date().lte(sql::value(since.clone())));
    })?;
    Ok(amount - until)
}

/// The movements of an account on some days, the oldest first.
fn moved(
    conn: &mut dyn Conn,
    org: i64,
    account: Id,
    (from, to): (Option<Day>, Option<Day>),
) -> Result<Vec<Moved>, Refusal> {
    let mut select = of_account(org, account);
    select
        .columns(["movement_date", "number", "kind", "summary", "amount"].map(|column| (TABLE, column)))
        .column(("coop", "coop_name"))
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", TABLE, "coop_id"))
        .order_by((TABLE, "movement_date"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc)
        .limit(u64::try_from(ROWS_MAX).unwrap_or(u64::MAX).saturating_add(1));
    if let Some(from) = from {
        select.and_where(date().gte(sql::value(show_day(from))));
    }
    if let Some(to) = to {
        select.and_where(date().lte(sql::value(show_day(to))));
    }
    let rows = conn.query(&select.into())?;
    if rows.len() > ROWS_MAX {
        return Err(Refusal::Business(TOO_LONG.with(&[("n", &ROWS_MAX.to_string())])));
    }
    let one = |row: &Row| {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        Ok(Moved {
            date: row.get(0)?,
            number: row.get(1)?,
            kind: row.get(2)?,
            summary: text(3)?,
            amount: row.get(4)?,
            coop: text(5)?,
        })
    };
    rows.iter().map(one).collect()
}
