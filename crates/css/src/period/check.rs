//! What stands against closing a financial month (catalogue css.md /css_period, 结账检查). It is judged over all orders of the
//! company, so that nobody closes over a fault he does not see; counted are those its reader sees.

mod papers;

use charge::period::{Months, month_of};
use charge::{finance, line};
use kernel::{Day, Msg, Text, show_day};
use order::{Lifecycle, visible_order};
use platform::access::Actor;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, SelectStatement, UnionType};
use platform::setting::{self, Module, Setting};
use platform::store::sql::{Func, JoinType};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

const ORDER: &str = "freight_order";
/// Whether every order of a month is locked before it is closed (css.md 0.17 closeNeedsLock).
pub(super) static NEEDS_LOCK: Setting = Setting::new(
    "closeNeedsLock",
    Module::new("settle", "结算", "Settlement"),
    Field::flag("结账须全部锁账", "Close only when every order is locked").initially("false"),
);
const UNLOCKED: Msg =
    Msg::new("period.check.unlocked", "{n}票业务日期在本期的订单未锁账", "{n} orders of the month are not locked");
const ALL_LOCKED: Msg = Msg::new("period.check.locked", "本期订单均已锁账", "Every order of the month is locked");
const UNDATED: Msg = Msg::new(
    "period.check.undated",
    "{n}行已锁账订单的费用没有财务日期",
    "{n} charges of locked orders have no financial date",
);
const ALL_DATED: Msg =
    Msg::new("period.check.dated", "锁账订单的费用均有财务日期", "Charges of locked orders have their dates");
const DATED: Msg = Msg::new(
    "period.check.loose",
    "{n}行未锁账订单的费用有财务日期",
    "{n} charges of orders that are not locked have a financial date",
);
const NONE_DATED: Msg = Msg::new(
    "period.check.none_loose",
    "未锁账订单的费用均无财务日期",
    "No charge of an order that is not locked has a financial date",
);
const DIFFERS: Msg =
    Msg::new("period.check.sums", "{n}票订单的汇总与费用不一致", "The sums of {n} orders differ from their charges");
const SUMS_RIGHT: Msg =
    Msg::new("period.check.sums_right", "订单汇总与费用一致", "Sums of orders are those of their charges");
const POSTED_OTHERWISE: Msg = Msg::new(
    "period.check.postings",
    "{n}票订单按财务日期的汇总与费用不一致",
    "The sums by financial date of {n} orders differ from their charges",
);
const POSTED_RIGHT: Msg = Msg::new(
    "period.check.postings_right",
    "按财务日期的汇总与费用一致",
    "Sums by financial date are those of the charges",
);
const EARLIER: Msg = Msg::new("period.check.earlier", "较早的期间{month}未结账", "The earlier period {month} is open");
const NO_EARLIER: Msg = Msg::new("period.check.no_earlier", "较早期间均已结账", "Every earlier period is closed");
/// Behind a point that counts what its reader sees, where there is more of it.
const AND_HIDDEN: Msg =
    Msg::new("period.check.hidden", "{what}，另有无权限查看的订单", "{what}, besides orders you may not see");

/// How a point of the check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Right,
    Note,
    Wrong,
}

/// A point of the check.
pub(super) struct Item {
    mark: Mark,
    /// What it says.
    pub text: Text,
}

impl Item {
    /// Whether it stands against closing.
    pub(super) fn is_failed(&self) -> bool {
        self.mark == Mark::Wrong
    }

    pub(super) fn told(&self, language: &str) -> Json {
        let mark = match self.mark {
            Mark::Right => "✓",
            Mark::Note => "⚠",
            Mark::Wrong => "✗",
        };
        json!({ "mark": mark, "text": self.text.in_language(language) })
    }

    fn of(tally: Tally, wrong: Mark, (said, fine): (Msg, Msg)) -> Self {
        if tally.all == 0 {
            return Self { mark: Mark::Right, text: fine.text() };
        }
        let text = said.with(&[("n", &tally.seen.to_string())]);
        if tally.all == tally.seen {
            return Self { mark: wrong, text };
        }
        Self { mark: wrong, text: AND_HIDDEN.with_each(&[("what", &text.zh)], &[("what", &text.en)]) }
    }
}

/// How many there are: of all orders, and of those the reader sees.
#[derive(Debug, Clone, Copy)]
struct Tally {
    all: i64,
    seen: i64,
}

impl Tally {
    /// Of rows with their orders.
    fn of(conn: &mut dyn Conn, actor: &Actor, mut rows: SelectStatement) -> Result<Self, Refusal> {
        let seen: Expr = Expr::case(visible_order(actor), Expr::cust("1")).finally(Expr::cust("0")).into();
        rows.expr(Expr::cust("COUNT(*)")).expr(Expr::expr(Func::sum(seen)));
        let row = conn.first(&rows.into())?.unwrap_or_default();
        Ok(Self { all: row.get(0)?, seen: row.get::<Option<i64>>(1)?.unwrap_or_default() })
    }
}

/// Every point of the check of a month.
pub(super) fn items(conn: &mut dyn Conn, actor: &Actor, (month, first): (&str, Day)) -> Result<Vec<Item>, Refusal> {
    let org = actor.org_id;
    let strict: bool = setting::value(conn, org, &NEEDS_LOCK, None)?;
    let months = Months::of(conn, org)?;
    let earlier = months.oldest_open().filter(|oldest| *oldest < month);
    let earlier = match earlier {
        Some(oldest) => Item { mark: Mark::Wrong, text: EARLIER.with(&[("month", oldest)]) },
        None => Item { mark: Mark::Right, text: NO_EARLIER.text() },
    };
    let points = [
        (unlocked(org, first), if strict { Mark::Wrong } else { Mark::Note }, (UNLOCKED, ALL_LOCKED)),
        (undated(org, first), Mark::Wrong, (UNDATED, ALL_DATED)),
        (dated(org, first), Mark::Wrong, (DATED, NONE_DATED)),
        (differing(org, first), Mark::Wrong, (DIFFERS, SUMS_RIGHT)),
        (posted_otherwise(org, first), Mark::Wrong, (POSTED_OTHERWISE, POSTED_RIGHT)),
    ];
    let mut items = vec![earlier];
    for (rows, wrong, said) in points {
        items.push(Item::of(Tally::of(conn, actor, rows)?, wrong, said));
    }
    items.extend(papers::items(conn, org, (month, first))?);
    Ok(items)
}

/// Whether a day is in a month.
fn within(day: Expr, first: Day) -> Expr {
    day.between(sql::value(show_day(first)), sql::value(show_day(first.last_of_month())))
}

/// Orders a month is about: by their own day, and by the days their charges and postings count on.
fn about(org: i64, first: Day) -> SelectStatement {
    let found = |table: &'static str, id: &'static str, is_of: Expr| {
        sql::from(org, table).column((table, id)).and_where(is_of).take()
    };
    // As the index of charges says it.
    let of_month = Expr::cust("SUBSTR(charge.financial_date, 1, 7)").eq(sql::value(month_of(first)));
    let charged = sql::of(line::TABLE, "financial_date").is_not_null().and(of_month);
    let posted = within(sql::of(finance::POSTING, "financial_date"), first);
    let mut ids = found(ORDER, "id", within(sql::of(ORDER, "biz_date"), first));
    ids.union(UnionType::Distinct, found(line::TABLE, "order_id", charged));
    ids.union(UnionType::Distinct, found(finance::POSTING, "order_id", posted));
    ids
}

/// Orders under way whose own day is in a month.
fn unlocked(org: i64, first: Day) -> SelectStatement {
    sql::from(org, ORDER)
        .and_where(within(sql::of(ORDER, "biz_date"), first))
        .and_where(sql::of_eq(ORDER, "lifecycle", Lifecycle::Open.code()))
        .take()
}

/// Charges of the orders a month is about.
fn charges(org: i64, first: Day) -> SelectStatement {
    sql::from(org, line::TABLE)
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, line::TABLE, "order_id"))
        .and_where(sql::of(line::TABLE, "order_id").in_subquery(about(org, first)))
        .take()
}

/// Those of locked orders that have no financial date (invariant 17).
fn undated(org: i64, first: Day) -> SelectStatement {
    charges(org, first)
        .and_where(sql::of(line::TABLE, "financial_date").is_null())
        .and_where(sql::of_eq(line::TABLE, "state", line::NORMAL.to_owned()))
        .and_where(sql::of_eq(ORDER, "lifecycle", Lifecycle::Locked.code()))
        .take()
}

/// Those of other orders that have one and are no adjustments (invariant 17).
fn dated(org: i64, first: Day) -> SelectStatement {
    charges(org, first)
        .and_where(sql::of(line::TABLE, "financial_date").is_not_null())
        // Not by the index of their numbers, where all charges have none.
        .and_where(Expr::cust("COALESCE(charge.adjust_no, '') = ''"))
        .and_where(sql::of(ORDER, "lifecycle").ne(Lifecycle::Locked.code()))
        .take()
}

/// Whether sums differ from those of the charges they are of, with tax and without; a row that is missing holds nothing.
fn differs(sums: &str, of: &str) -> String {
    let sides = [("income", "RECEIVABLE"), ("cost", "PAYABLE")];
    let both = sides.into_iter().flat_map(|(side, kind)| {
        ["", "_not_tax"].map(|part| {
            format!(
                "COALESCE(SUM(CASE WHEN c.kind = '{kind}' THEN c.functional{part} ELSE 0 END), 0) \
                 = COALESCE({sums}.{side}{part}, 0)"
            )
        })
    });
    let alike = both.collect::<Vec<_>>().join(" AND ");
    format!("(SELECT CASE WHEN {alike} THEN 0 ELSE 1 END FROM charge c WHERE {of} AND c.state = 'NORMAL') = 1")
}

/// Charges of an order.
const OF_ORDER: &str = "c.org_id = freight_order.org_id AND c.order_id = freight_order.id";

/// Orders of a month whose stored sums are not those of their charges, or that have charges and no sums (invariant 24).
fn differing(org: i64, first: Day) -> SelectStatement {
    let own = sql::of(finance::TABLE, "org_id").equals((ORDER, "org_id"));
    let own = own.and(sql::of(finance::TABLE, "order_id").equals((ORDER, "id")));
    let missing = format!("order_finance.order_id IS NULL AND EXISTS (SELECT 1 FROM charge c WHERE {OF_ORDER})");
    sql::from(org, ORDER)
        .join(JoinType::LeftJoin, finance::TABLE, own)
        .and_where(sql::of(ORDER, "id").in_subquery(about(org, first)))
        .and_where(Expr::cust(format!("(({missing}) OR {})", differs("order_finance", OF_ORDER))))
        .take()
}

/// Orders of a month whose sums by financial date are not those of the charges of these dates (invariant 24).
fn posted_otherwise(org: i64, first: Day) -> SelectStatement {
    let of_posting = "c.org_id = p.org_id AND c.order_id = p.order_id AND c.financial_date = p.financial_date";
    let wrong = format!(
        "EXISTS (SELECT 1 FROM order_finance_posting p WHERE p.org_id = freight_order.org_id \
         AND p.order_id = freight_order.id AND {})",
        differs("p", of_posting)
    );
    let missing = format!(
        "EXISTS (SELECT 1 FROM charge c WHERE {OF_ORDER} AND c.state = 'NORMAL' AND c.financial_date IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM order_finance_posting p WHERE {of_posting}))"
    );
    sql::from(org, ORDER)
        .and_where(sql::of(ORDER, "id").in_subquery(about(org, first)))
        .and_where(Expr::cust(format!("({wrong} OR {missing})")))
        .take()
}
