//! What months show of papers: documents that wait for a voucher, receipts nobody claimed, and whether 期末调汇 and 期末暂估 were
//! made.

use std::collections::{BTreeMap, BTreeSet};

use book::{ACCRUED, REVALUED};
use kernel::{Day, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use settle::receipt;

use super::run;

/// Of some months, by their names; each read with one statement, however many months there are.
pub(super) struct Papers {
    waiting: BTreeMap<String, i64>,
    unclaimed: BTreeMap<String, i64>,
    runs: BTreeSet<(String, String)>,
}

impl Papers {
    /// Of all months between two days.
    pub(super) fn of(conn: &mut dyn Conn, org: i64, days: (Day, Day)) -> Result<Self, Refusal> {
        let (from, to) = (show_day(days.0), show_day(days.1));
        let month = || Expr::cust("SUBSTR(receipt.receipt_date, 1, 7)");
        let mut receipts = sql::from(org, receipt::TABLE);
        receipts
            .expr(month())
            .expr(Expr::cust("COUNT(*)"))
            .and_where(sql::of_eq(receipt::TABLE, "state", receipt::UNCLAIMED.to_owned()))
            .and_where(
                sql::of(receipt::TABLE, "receipt_date").between(sql::value(from.clone()), sql::value(to.clone())),
            )
            .add_group_by([month()]);
        let read = conn.query(&receipts.into())?;
        let unclaimed = read.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
        let waiting = book::waiting_by_month(conn, org, (&from, &to))?;
        Ok(Self { waiting, unclaimed, runs: run::months(conn, org, days)?.into_iter().collect() })
    }

    pub(super) fn told(&self, month: &str) -> Map<String, Json> {
        let count = |of: &BTreeMap<String, i64>| json!(of.get(month).copied().unwrap_or_default());
        let made = |kind: &str| json!(self.runs.contains(&(month.to_owned(), kind.to_owned())));
        let mut out = Map::new();
        out.insert("openSources".to_owned(), count(&self.waiting));
        out.insert("unclaimed".to_owned(), count(&self.unclaimed));
        out.insert("revalued".to_owned(), made(REVALUED));
        out.insert("accrued".to_owned(), made(ACCRUED));
        out
    }
}
