//! Vouchers as files tell them: their entries with codes and names of what these are about.

use std::collections::BTreeMap;

use kernel::{Day, Id, parse_day};
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::store::{Conn, Row, sql};

use crate::{ENTRY, SOURCE, TABLE};

/// A voucher.
#[derive(Debug)]
pub struct Voucher {
    /// Its row.
    pub id: Id,
    /// Its date.
    pub date: Option<Day>,
    /// The month of that.
    pub month: String,
    /// 凭证字.
    pub word: String,
    /// 凭证号.
    pub number: i64,
    /// 附件数.
    pub attachments: i64,
    /// One of [`crate::STATES`].
    pub state: String,
    /// 制单人.
    pub preparer: String,
    /// Numbers of its sources, in their order.
    pub sources: Vec<String>,
    /// Its entries, in their order.
    pub lines: Vec<Line>,
}

impl Voucher {
    /// 凭证字号, as 记-1.
    pub fn label(&self) -> String {
        format!("{}-{}", self.word, self.number)
    }
}

/// A code with a name.
#[derive(Debug, Default)]
pub struct Named {
    /// The code.
    pub code: String,
    /// The name.
    pub name: String,
}

impl Named {
    fn of(row: &Row, place: usize) -> Result<Self, Refusal> {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        Ok(Self { code: text(place)?, name: text(place + 1)? })
    }

    /// Whether nothing is named.
    pub fn is_none(&self) -> bool {
        self.code.is_empty() && self.name.is_empty()
    }
}

/// An entry.
#[derive(Debug)]
pub struct Line {
    /// 摘要.
    pub summary: String,
    /// Code and full name of its account.
    pub account: Named,
    /// One of [`account::TYPES`].
    pub account_type: String,
    /// Its account is kept by sub-accounts of partners.
    pub by_sub_accounts: bool,
    /// 往来单位.
    pub coop: Named,
    /// 部门.
    pub dept: Named,
    /// 人员, by the log-in name.
    pub user: Named,
    /// Kept apart as 暂估.
    pub accrued: bool,
    /// Currency of what stands behind it.
    pub currency: String,
    /// Amount in that, in thousandths.
    pub original: i64,
    /// Rate in millionths.
    pub rate: i64,
    /// Functional, on the debit side.
    pub debit: i64,
    /// Functional, on the credit side.
    pub credit: i64,
}

impl Line {
    /// Whom it is about, by name.
    pub fn subsidiary(&self) -> String {
        let named = [&self.coop, &self.dept, &self.user].into_iter().filter(|one| !one.is_none());
        let accrued = self.accrued.then_some("暂估");
        named.map(|one| one.name.as_str()).chain(accrued).collect::<Vec<_>>().join(" ")
    }
}

/// Vouchers of a company by their ids, in the order of their months, words and numbers.
pub fn vouchers(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<Vec<Voucher>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "voucher_date", "month", "word", "number", "attachments", "state"].map(|one| (TABLE, one)))
        .column(("maker", "name_cn"))
        .join_as(JoinType::LeftJoin, "app_user", "maker", sql::same_org("maker", TABLE, "created_by"))
        .and_where(sql::is_in(sql::of(TABLE, "id"), ids.iter().copied()));
    for column in ["month", "word", "number", "id"] {
        select.order_by((TABLE, column), Order::Asc);
    }
    let (mut sources, mut lines) = (sources(conn, org, ids)?, lines(conn, org, ids)?);
    let voucher = |row: &Row| {
        let (id, date): (Id, String) = (row.get(0)?, row.get(1)?);
        Ok(Voucher {
            id,
            date: parse_day(&date),
            month: row.get(2)?,
            word: row.get(3)?,
            number: row.get(4)?,
            attachments: row.get(5)?,
            state: row.get(6)?,
            preparer: row.get::<Option<String>>(7)?.unwrap_or_default(),
            sources: sources.remove(&id).unwrap_or_default(),
            lines: lines.remove(&id).unwrap_or_default(),
        })
    };
    conn.query(&select.into())?.iter().map(voucher).collect()
}

fn sources(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, Vec<String>>, Refusal> {
    let mut select = sql::from(org, SOURCE);
    select
        .columns(["voucher_id", "number"])
        .and_where(sql::is_in(sql::col("voucher_id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let mut numbers: BTreeMap<Id, Vec<String>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        numbers.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(numbers)
}

fn lines(conn: &mut dyn Conn, org: i64, ids: &[Id]) -> Result<BTreeMap<Id, Vec<Line>>, Refusal> {
    let mut select = sql::from(org, ENTRY);
    select
        .columns(["voucher_id", "summary", "currency_code", "original", "exchange_rate"].map(|one| (ENTRY, one)))
        .columns(["debit", "credit", "accrued"].map(|one| (ENTRY, one)))
        .columns(["account_type", "manage_mode", "code", "full_name"].map(|one| (account::TABLE, one)))
        .columns([("coop", "coop_code"), ("coop", "coop_name"), ("dept", "code"), ("dept", "name")])
        .columns([("person", "login_name"), ("person", "name_cn")])
        .join(JoinType::LeftJoin, account::TABLE, sql::same_org(account::TABLE, ENTRY, "account_id"))
        .join(JoinType::LeftJoin, "coop", sql::same_org("coop", ENTRY, "coop_id"))
        .join(JoinType::LeftJoin, "dept", sql::same_org("dept", ENTRY, "dept_id"))
        .join_as(JoinType::LeftJoin, "app_user", "person", sql::same_org("person", ENTRY, "user_id"))
        .and_where(sql::is_in(sql::of(ENTRY, "voucher_id"), ids.iter().copied()))
        .order_by((ENTRY, "voucher_id"), Order::Asc)
        .order_by((ENTRY, "line"), Order::Asc);
    let mut lines: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let line = Line {
            summary: row.get(1)?,
            currency: row.get(2)?,
            original: row.get(3)?,
            rate: row.get(4)?,
            debit: row.get(5)?,
            credit: row.get(6)?,
            accrued: row.get(7)?,
            account_type: row.get::<Option<String>>(8)?.unwrap_or_default(),
            by_sub_accounts: row.get::<Option<String>>(9)?.as_deref() == Some(account::SUB_ACCOUNTS),
            account: Named::of(&row, 10)?,
            coop: Named::of(&row, 12)?,
            dept: Named::of(&row, 14)?,
            user: Named::of(&row, 16)?,
        };
        lines.entry(row.get(0)?).or_default().push(line);
    }
    Ok(lines)
}

/// Chinese names of the currencies some vouchers name, and of a company's own.
pub(super) fn currencies(
    conn: &mut dyn Conn,
    org: i64,
    found: &[Voucher],
    own: &str,
) -> Result<BTreeMap<String, String>, Refusal> {
    let named = found.iter().flat_map(|one| one.lines.iter().map(|line| line.currency.clone()));
    let codes: std::collections::BTreeSet<String> = named.chain([own.to_owned()]).collect();
    let mut select = sql::overlaid(org, "currency", &["code"]);
    select.columns(["code", "name_cn"]).and_where(sql::is_in(sql::col("code"), codes));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
