//! What stands in the books of a month: numbers that are missing, and what came to each account.

use std::collections::BTreeMap;

use kernel::{Id, day_after_days, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};

use crate::{ENTRY, TABLE, VALID};

/// Numbers of a 凭证字 that no valid voucher of a month has, though a later one is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// 凭证字.
    pub word: String,
    /// The first missing number.
    pub from: i64,
    /// The last one.
    pub to: i64,
}

/// 断号 of a month, as `2026-06`.
pub fn gaps(conn: &mut dyn Conn, org: i64, month: &str) -> Result<Vec<Gap>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["word", "number"])
        .and_where(sql::eq("month", month.to_owned()))
        .and_where(sql::eq("state", VALID.to_owned()))
        .order_by("word", Order::Asc)
        .order_by("number", Order::Asc);
    let given = conn.query(&select.into())?;
    let mut gaps = Vec::new();
    let mut last: (String, i64) = (String::new(), 0);
    for row in &given {
        let (word, number): (String, i64) = (row.get(0)?, row.get(1)?);
        if word != last.0 {
            last = (word.clone(), 0);
        }
        if number > last.1 + 1 {
            gaps.push(Gap { word, from: last.1 + 1, to: number - 1 });
        }
        last.1 = number;
    }
    Ok(gaps)
}

/// What stood on an account and what came to it, with all below it. Balances are on the side that increases the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The account.
    pub account: Id,
    /// Its code.
    pub code: String,
    /// Its full name.
    pub name: String,
    /// One of [`account::DIRECTIONS`].
    pub direction: String,
    /// Level in the tree, from 1.
    pub level: i64,
    /// Before the month.
    pub opening: i64,
    /// Debits of the month.
    pub debit: i64,
    /// Credits of the month.
    pub credit: i64,
    /// After the month.
    pub closing: i64,
}

/// Debits and credits before a month and in it.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    before: i64,
    debit: i64,
    credit: i64,
}

impl Moved {
    fn add(&mut self, other: Self) -> Result<(), Refusal> {
        let sum =
            |one: i64, other: i64| one.checked_add(other).ok_or_else(|| Refusal::business(charge::figure::TOO_LARGE));
        *self = Self {
            before: sum(self.before, other.before)?,
            debit: sum(self.debit, other.debit)?,
            credit: sum(self.credit, other.credit)?,
        };
        Ok(())
    }

    fn is_none(self) -> bool {
        self.before == 0 && self.debit == 0 && self.credit == 0
    }
}

/// 科目汇总 of a month: the accounts that have or had something, with those above them, by their codes.
pub fn summary(conn: &mut dyn Conn, org: i64, month: &str) -> Result<Vec<Balance>, Refusal> {
    let Some(first) = charge::period::first_day(month) else { return Ok(Vec::new()) };
    let Some(next) = charge::period::next(month).and_then(|month| charge::period::first_day(&month)) else {
        return Ok(Vec::new());
    };
    let mut all: BTreeMap<Id, Moved> = BTreeMap::new();
    let date = || sql::of(TABLE, "voucher_date");
    let before = date().lt(sql::value(show_day(first)));
    for (account, debit, credit) in moved(conn, org, before)? {
        let sum = debit.checked_sub(credit).ok_or_else(|| Refusal::business(charge::figure::TOO_LARGE))?;
        all.entry(account).or_default().add(Moved { before: sum, ..Moved::default() })?;
    }
    let within =
        date().gte(sql::value(show_day(first))).and(date().lte(sql::value(show_day(day_after_days(next, -1)))));
    for (account, debit, credit) in moved(conn, org, within)? {
        all.entry(account).or_default().add(Moved { before: 0, debit, credit })?;
    }
    told(conn, org, &all)
}

/// Sums of the entries of valid vouchers, by account.
fn moved(conn: &mut dyn Conn, org: i64, when: Expr) -> Result<Vec<(Id, i64, i64)>, Refusal> {
    let mut select = sql::from(org, ENTRY);
    select
        .column((ENTRY, "account_id"))
        .expr(Expr::cust("CAST(SUM(voucher_entry.debit) AS BIGINT)"))
        .expr(Expr::cust("CAST(SUM(voucher_entry.credit) AS BIGINT)"))
        .join(JoinType::InnerJoin, TABLE, sql::same_org(TABLE, ENTRY, "voucher_id"))
        .and_where(sql::of_eq(TABLE, "state", VALID.to_owned()))
        .and_where(when)
        .group_by_col((ENTRY, "account_id"));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// The chart with what came to each account and to those below it.
fn told(conn: &mut dyn Conn, org: i64, moved: &BTreeMap<Id, Moved>) -> Result<Vec<Balance>, Refusal> {
    let mut select = sql::from(org, account::TABLE);
    select.columns(["id", "parent_id", "code", "full_name", "direction", "level"]).order_by("code", Order::Asc);
    let rows = conn.query(&select.into())?;
    let mut above: BTreeMap<Id, Option<Id>> = BTreeMap::new();
    for row in &rows {
        above.insert(row.get(0)?, row.get(1)?);
    }
    let mut sums: BTreeMap<Id, Moved> = BTreeMap::new();
    for (leaf, one) in moved {
        let mut at = Some(*leaf);
        // A tree has no more levels than this.
        for _ in 0..account::LEVELS_MAX {
            let Some(id) = at else { break };
            sums.entry(id).or_default().add(*one)?;
            at = above.get(&id).copied().flatten();
        }
    }
    let mut told = Vec::new();
    for row in &rows {
        let id: Id = row.get(0)?;
        let Some(sum) = sums.get(&id).copied().filter(|sum| !sum.is_none()) else { continue };
        let direction: String = row.get(4)?;
        let side = if direction == account::CREDIT { -1 } else { 1 };
        told.push(Balance {
            account: id,
            code: row.get(2)?,
            name: row.get(3)?,
            level: row.get(5)?,
            opening: side * sum.before,
            debit: sum.debit,
            credit: sum.credit,
            closing: side * (sum.before + sum.debit - sum.credit),
            direction,
        });
    }
    Ok(told)
}
