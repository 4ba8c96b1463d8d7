//! What counts in financial months: their orders, and the money of what is locked for them, of the orders the reader sees.

use std::collections::BTreeMap;

use charge::{finance, ledger, rate};
use kernel::{Day, show_day};
use order::{Lifecycle, visible_order};
use platform::access::Actor;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, SelectStatement};
use platform::store::sql::JoinType;
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::Currency;

use crate::order_charge::Sees;

const ORDER: &str = "freight_order";

/// Figures of some months, by their names.
pub(super) struct Figures {
    sees: Sees,
    own: Currency,
    /// Orders, and how many of them are locked.
    orders: BTreeMap<String, (i64, i64)>,
    /// Income and cost.
    money: BTreeMap<String, (i64, i64)>,
}

impl Figures {
    /// Of all months between two days; one statement for the orders and one for the money, however many months there are.
    pub(super) fn of(conn: &mut dyn Conn, actor: &Actor, days: (Day, Day)) -> Result<Self, Refusal> {
        let org = actor.org_id;
        let seen = visible_order(actor);
        let counted = [Lifecycle::Open, Lifecycle::Locked].map(|one| one.code().to_owned());
        let mut orders = sql::from(org, ORDER);
        orders.and_where(sql::is_in(sql::of(ORDER, "lifecycle"), counted)).cond_where(order::counts());
        let mut money = sql::from(org, finance::POSTING);
        // Who sees every order needs none of them looked up.
        if !seen.is_empty() {
            orders.cond_where(seen.clone());
            money.join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, finance::POSTING, "order_id")).cond_where(seen);
        }
        let locked =
            format!("SUM(CASE WHEN freight_order.lifecycle = '{}' THEN 1 ELSE 0 END)", Lifecycle::Locked.code());
        let sums = ["SUM(order_finance_posting.income)", "SUM(order_finance_posting.cost)"];
        Ok(Self {
            sees: Sees::of(actor),
            own: rate::functional(conn, org)?,
            orders: by_month(conn, orders, (ORDER, "biz_date"), days, ["COUNT(*)", &locked])?,
            money: by_month(conn, money, (finance::POSTING, "financial_date"), days, sums)?,
        })
    }

    /// Those of a month; nothing is told of money its reader may not see.
    pub(super) fn told(&self, month: &str) -> Map<String, Json> {
        let (orders, locked) = self.orders.get(month).copied().unwrap_or_default();
        let (income, cost) = self.money.get(month).copied().unwrap_or_default();
        let sees = self.sees;
        let money =
            [(sees.income, "income", income), (sees.cost, "cost", cost), (sees.profit, "profit", income - cost)];
        let mut out = Map::new();
        for (_, name, raw) in money.into_iter().filter(|(seen, ..)| *seen) {
            out.insert(name.to_owned(), json!(ledger::money_text(raw, self.own)));
        }
        out.insert("orders".to_owned(), json!(orders));
        out.insert("locked".to_owned(), json!(locked));
        out.insert("unlocked".to_owned(), json!(orders - locked));
        out
    }
}

/// Two figures of rows, by the months of their days.
fn by_month(
    conn: &mut dyn Conn,
    mut rows: SelectStatement,
    (table, day): (&'static str, &'static str),
    (from, to): (Day, Day),
    figures: [&str; 2],
) -> Result<BTreeMap<String, (i64, i64)>, Refusal> {
    let month = || Expr::cust(format!("SUBSTR({table}.{day}, 1, 7)"));
    rows.expr(month())
        .exprs(figures.map(ledger::whole))
        .and_where(sql::of(table, day).between(sql::value(show_day(from)), sql::value(show_day(to))))
        .add_group_by([month()]);
    let read = conn.query(&rows.into())?;
    read.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).collect()
}
