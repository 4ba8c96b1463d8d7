//! What money accounts in foreign currencies hold at the end of a month, and what that is carried at: each movement at the rate
//! of its document, one that has none at the rate 通用 of its day.

use std::collections::BTreeMap;

use account::MoneyAccount;
use charge::rate::Table;
use kernel::{ExchangeRate, Id, Instant, parse_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::sql::JoinType;
use platform::store::{Conn, sql};
use settle::fund;
use trade::charge::exchange::{Kind, ONE};

use super::rows::Ground;
use super::{Line, OF_BANKS};

const TRANSFER: &str = "fund_transfer";
/// Tables of documents that have a rate, joined to the movements of their money.
const RATED: [&str; 3] = ["receipt", "write_off", "advance"];

/// What an account holds, and what that is carried at.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    amount: i64,
    functional: i64,
}

/// What came and went of one account at one rate.
struct Moved {
    account: Id,
    day: String,
    amount: i64,
    rate: Option<i64>,
}

/// Balances of money accounts, as lines.
pub(super) fn balances(conn: &mut dyn Conn, ground: &Ground<'_>, table: &Table) -> Result<Vec<Line>, Refusal> {
    let leaves = account::money_leaves(conn, ground.org)?;
    let foreign: Vec<MoneyAccount> = leaves.into_iter().filter(|one| one.currency != ground.purse.own).collect();
    if foreign.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Id> = foreign.iter().map(|one| one.id).collect();
    let mut moved = opened(conn, ground, &ids)?;
    let since: BTreeMap<Id, String> = moved.iter().map(|one| (one.account, one.day.clone())).collect();
    moved.extend(documents(conn, ground, &ids)?);
    moved.extend(transfers(conn, ground, &ids)?);
    let mut lines = Vec::new();
    for account in &foreign {
        let code = account.currency.code();
        let opened_on = since.get(&account.id);
        let mut held = Held::default();
        for (place, one) in moved.iter().enumerate().filter(|(_, one)| one.account == account.id) {
            // What moved until the day of the opening balance is in it; the opening itself comes first.
            let is_opening = place < since.len();
            if !is_opening && opened_on.is_some_and(|opened| one.day <= *opened) {
                continue;
            }
            held.amount += one.amount;
            held.functional += worth(ground, table, code, one)?;
        }
        // What was carried at one rate and went at another leaves a rest, though nothing is held any more.
        if held.amount != 0 || held.functional != 0 {
            lines.push(line(account, held));
        }
    }
    Ok(lines)
}

fn worth(ground: &Ground<'_>, table: &Table, code: &str, one: &Moved) -> Result<i64, Refusal> {
    let of_day = |day: &str| table.at(code, Kind::General, Instant::start_of(parse_day(day)?));
    let rate = one.rate.or_else(|| of_day(&one.day).map(ExchangeRate::raw));
    // Before the first rate of a currency it is carried at that of the month's end.
    let rate = rate.or_else(|| ground.typed.get(code).copied());
    match rate.or_else(|| of_day(&ground.last).map(ExchangeRate::raw)) {
        Some(rate) => ground.purse.worth(one.amount, code, rate),
        None => Ok(0),
    }
}

fn line(account: &MoneyAccount, held: Held) -> Line {
    Line {
        sort: OF_BANKS,
        number: account.label(),
        order_code: String::new(),
        coop: None,
        coop_name: String::new(),
        internal: false,
        scope: String::new(),
        currency: account.currency.code().to_owned(),
        open: held.amount,
        functional: held.functional,
        posted_open: held.amount,
        posted_functional: held.functional,
        account: Some(account.id),
    }
}

/// Opening balances until the last day, one for an account.
fn opened(conn: &mut dyn Conn, ground: &Ground<'_>, accounts: &[Id]) -> Result<Vec<Moved>, Refusal> {
    let mut select = sql::from(ground.org, fund::OPENING);
    select
        .columns(["account_id", "opening_date", "amount"])
        .and_where(sql::is_in(sql::col("account_id"), accounts.iter().copied()))
        .and_where(sql::col("opening_date").lte(sql::value(ground.last.clone())));
    let rows = conn.query(&select.into())?;
    let read = |row: &platform::store::Row| {
        Ok(Moved { account: row.get(0)?, day: row.get(1)?, amount: row.get(2)?, rate: None })
    };
    rows.iter().map(read).collect()
}

/// What documents but transfers moved, added by account, day and rate.
fn documents(conn: &mut dyn Conn, ground: &Ground<'_>, accounts: &[Id]) -> Result<Vec<Moved>, Refusal> {
    const TABLE: &str = fund::TABLE;
    let rates = RATED.map(|table| format!("{table}.exchange_rate")).join(", ");
    let rate = || Expr::cust(format!("COALESCE({rates})"));
    let mut select = sql::from(ground.org, TABLE);
    select
        .columns([(TABLE, "account_id"), (TABLE, "movement_date")])
        .expr(Expr::cust("CAST(SUM(fund_movement.amount) AS BIGINT)"))
        .expr(rate());
    for table in RATED {
        let is_of = sql::same_org(table, TABLE, "source_id").and(sql::of_eq(TABLE, "source", table.to_owned()));
        select.join(JoinType::LeftJoin, table, is_of);
    }
    select
        .and_where(sql::is_in(sql::of(TABLE, "account_id"), accounts.iter().copied()))
        .and_where(sql::of(TABLE, "movement_date").lte(sql::value(ground.last.clone())))
        .and_where(sql::of(TABLE, "source").ne(sql::value(TRANSFER.to_owned())))
        .add_group_by([sql::of(TABLE, "account_id"), sql::of(TABLE, "movement_date"), rate()])
        .order_by((TABLE, "account_id"), Order::Asc)
        .order_by((TABLE, "movement_date"), Order::Asc);
    let rows = conn.query(&select.into())?;
    let read = |row: &platform::store::Row| {
        Ok(Moved { account: row.get(0)?, day: row.get(1)?, amount: row.get(2)?, rate: row.get(3)? })
    };
    rows.iter().map(read).collect()
}

/// What transfers moved: worth the functional money on their other side, if that is functional.
fn transfers(conn: &mut dyn Conn, ground: &Ground<'_>, accounts: &[Id]) -> Result<Vec<Moved>, Refusal> {
    const TABLE: &str = fund::TABLE;
    let named = |id: &str| {
        format!(
            "(SELECT f.currency_code FROM financial_account f WHERE f.org_id = fund_transfer.org_id \
             AND f.id = fund_transfer.{id})"
        )
    };
    let mut select = sql::from(ground.org, TABLE);
    select
        .columns(["account_id", "movement_date", "amount"].map(|column| (TABLE, column)))
        .columns(["from_account_id", "amount_out", "amount_in"].map(|column| (TRANSFER, column)))
        .exprs([Expr::cust(named("from_account_id")), Expr::cust(named("to_account_id"))])
        .join(JoinType::InnerJoin, TRANSFER, sql::same_org(TRANSFER, TABLE, "source_id"))
        .and_where(sql::is_in(sql::of(TABLE, "account_id"), accounts.iter().copied()))
        .and_where(sql::of(TABLE, "movement_date").lte(sql::value(ground.last.clone())))
        .and_where(sql::of_eq(TABLE, "source", TRANSFER.to_owned()))
        .order_by((TABLE, "id"), Order::Asc);
    let own = ground.purse.own.code();
    let mut found = Vec::new();
    for row in conn.query(&select.into())? {
        let (account, from): (Id, Id) = (row.get(0)?, row.get(3)?);
        let (out, into): (i64, i64) = (row.get(4)?, row.get(5)?);
        let (currency_out, currency_in): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
        let is_own = |code: &Option<String>| code.as_deref() == Some(own);
        let rate = match (account == from, is_own(&currency_out), is_own(&currency_in)) {
            (true, _, true) => quotient(into, out),
            (false, true, _) => quotient(out, into),
            _ => None,
        };
        found.push(Moved { account, day: row.get(1)?, amount: row.get(2)?, rate });
    }
    Ok(found)
}

/// A rate in millionths by two amounts, rounded half up.
fn quotient(functional: i64, foreign: i64) -> Option<i64> {
    let (above, below) = (i128::from(functional) * i128::from(ONE.raw()), i128::from(foreign));
    if below == 0 {
        return None;
    }
    i64::try_from((above * 2 + below) / (below * 2)).ok()
}
