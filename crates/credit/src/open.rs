//! What partners owe, read of the open rows of debit notes, charges, receipts and advances (catalogue prm.md 1.6). Each has an
//! index of what is open, so that no history is read.

use std::collections::BTreeMap;

use charge::chain::UNBILLED;
use charge::rate;
use kernel::{Day, ExchangeRate, Id, days_between, parse_day, show_day};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, sql};
use trade::charge::exchange::functional;
use trade::charge::{Currency, Money};

use crate::figures::Figures;

const NOTE: &str = "debit_note";
const CHARGE: &str = "charge";
const ORDER: &str = "freight_order";
/// Income counts while its order is one of these.
pub(crate) const LIVING: [&str; 3] = ["DRAFT", "OPEN", "LOCKED"];
/// `income_recorded` of an order whose income is finished.
pub(crate) const FINISHED: i64 = 2;

/// Heading of the switches.
pub(crate) const MODULE: Module = Module::new("credit", "信用控制", "Credit");
const CREATED: &str = "ORDER";
pub(crate) const DONE: &str = "INCOME_DONE";

/// From when income that is not billed counts.
pub static UNBILLED_FROM: Setting = Setting::new(
    "creditUnbilledFrom",
    MODULE,
    Field::select(
        &[Choice::new(CREATED, "订单创建", "The order is made"), Choice::new(DONE, "收入完成", "Its income is done")],
        "未出账计入占用",
        "Unbilled income counts from when",
    )
    .initially("\"ORDER\""),
);
/// Whether what was paid before lowers what is owed.
pub static NET: Setting = Setting::new(
    "creditNetPrepaid",
    MODULE,
    Field::flag("占用扣除预收", "What was paid in advance lowers the exposure").initially("false"),
);

/// What a partner has open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    /// Open of debit notes, by scope and due day.
    notes: Vec<(String, Day, i64)>,
    /// Unbilled income, by scope.
    unbilled: BTreeMap<String, i64>,
    /// Open of receipts and advances.
    prepaid: i64,
}

impl Open {
    /// What is owed on a day, late beyond some days of grace.
    pub fn figures(&self, day: Day, grace: i64) -> Figures {
        self.of(|_| true, day, grace)
    }

    /// The same of some scopes.
    pub fn figures_of(&self, scopes: &[&str], day: Day) -> Figures {
        Figures { prepaid: 0, ..self.of(|scope| scopes.contains(&scope), day, 0) }
    }

    fn of(&self, counts: impl Fn(&str) -> bool, day: Day, grace: i64) -> Figures {
        let mut sum = Figures { prepaid: self.prepaid, ..Figures::default() };
        for (_, due, open) in self.notes.iter().filter(|(scope, ..)| counts(scope)) {
            sum.billed += open;
            let days = days_between(*due, day);
            if days > 0 {
                sum.overdue += open;
                sum.overdue_days = Ord::max(sum.overdue_days, days);
            }
            if days > Ord::max(grace, 0) {
                sum.late += open;
            }
        }
        sum.unbilled = self.unbilled.iter().filter(|(scope, _)| counts(scope)).map(|(_, open)| open).sum();
        sum
    }
}

/// What a partner owes on a day, without days of grace.
pub fn exposure(conn: &mut dyn Conn, org: i64, coop: Id, day: Day) -> Result<Figures, Refusal> {
    Ok(of_coops(conn, org, &[coop])?.remove(&coop).unwrap_or_default().figures(day, 0))
}

/// Bills of a partner that are due on one day, and what is open of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    /// Whose.
    pub coop: Id,
    /// When they are due.
    pub due: Day,
    /// How many.
    pub notes: i64,
    /// What is open of them, in the functional currency.
    pub open: i64,
}

/// What falls due in a company in some days, by partner and day. Where more is owed back than is owed, nothing does.
pub fn coming(conn: &mut dyn Conn, org: i64, (from, to): (Day, Day)) -> Result<Vec<Coming>, Refusal> {
    let mut select = sql::from(org, NOTE);
    select
        .columns(["coop_id", "due_date"])
        .expr(whole("COUNT(*)"))
        .expr(whole("SUM(functional_open)"))
        .and_where(sql::eq("state", "NORMAL".to_owned()))
        .and_where(sql::col("functional_open").ne(0))
        .and_where(sql::col("due_date").gte(sql::value(show_day(from))))
        .and_where(sql::col("due_date").lte(sql::value(show_day(to))))
        .group_by_columns(["coop_id", "due_date"])
        .order_by("coop_id", Order::Asc)
        .order_by("due_date", Order::Asc);
    let mut found = Vec::new();
    for row in conn.query(&select.into())? {
        let (coop, due, notes, open): (Id, String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        if let Some(due) = parse_day(&due).filter(|_| open > 0) {
            found.push(Coming { coop, due, notes, open });
        }
    }
    Ok(found)
}

/// What partners have open; one statement for each kind of thing. Who has nothing is there as well.
pub fn of_coops(conn: &mut dyn Conn, org: i64, coops: &[Id]) -> Result<BTreeMap<Id, Open>, Refusal> {
    let mut open: BTreeMap<Id, Open> = coops.iter().map(|coop| (*coop, Open::default())).collect();
    notes(conn, org, &mut open)?;
    unbilled(conn, org, &mut open)?;
    paid(conn, org, &mut open)?;
    Ok(open)
}

fn notes(conn: &mut dyn Conn, org: i64, open: &mut BTreeMap<Id, Open>) -> Result<(), Refusal> {
    let mut select = sql::from(org, NOTE);
    select
        .columns(["coop_id", "business_scope", "due_date"])
        .expr(whole("SUM(functional_open)"))
        .and_where(sql::is_in(sql::col("coop_id"), open.keys().copied()))
        // In the words of the index of open bills: with values in their places it would not be taken.
        .and_where(Expr::cust("state = 'NORMAL' AND functional_open <> 0"))
        .group_by_columns(["coop_id", "business_scope", "due_date"]);
    for row in conn.query(&select.into())? {
        let (scope, due): (String, String) = (row.get(1)?, row.get(2)?);
        let (Some(of), Some(due)) = (open.get_mut(&row.get(0)?), parse_day(&due)) else { continue };
        of.notes.push((scope, due, row.get(3)?));
    }
    Ok(())
}

fn unbilled(conn: &mut dyn Conn, org: i64, open: &mut BTreeMap<Id, Open>) -> Result<(), Refusal> {
    let from: String = setting::value(conn, org, &UNBILLED_FROM, None)?;
    let mut select = sql::from(org, CHARGE);
    select
        .column((CHARGE, "coop_id"))
        .column((ORDER, "business_scope"))
        .expr(whole("SUM(charge.functional)"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, CHARGE, "order_id"))
        .and_where(sql::is_in(sql::of(CHARGE, "coop_id"), open.keys().copied()))
        .and_where(Expr::cust(UNBILLED))
        .and_where(sql::is_in(sql::of(ORDER, "lifecycle"), LIVING))
        .group_by_col((CHARGE, "coop_id"))
        .group_by_col((ORDER, "business_scope"));
    if from == DONE {
        select.and_where(sql::of_eq(ORDER, "income_recorded", FINISHED));
    }
    for row in conn.query(&select.into())? {
        if let Some(of) = open.get_mut(&row.get(0)?) {
            of.unbilled.insert(row.get(1)?, row.get(2)?);
        }
    }
    Ok(())
}

/// Claimed receipts, each at its own rate, and advances at what is left of what they are carried at.
fn paid(conn: &mut dyn Conn, org: i64, open: &mut BTreeMap<Id, Open>) -> Result<(), Refusal> {
    let own = rate::functional(conn, org)?;
    let mut receipts = sql::from(org, "receipt");
    receipts
        .columns(["coop_id", "open_amount", "currency_code", "exchange_rate"])
        .and_where(sql::is_in(sql::col("coop_id"), open.keys().copied()))
        .and_where(sql::col("open_amount").ne(0));
    for row in conn.query(&receipts.into())? {
        let code: String = row.get(2)?;
        let worth = worth(row.get(1)?, &code, row.get(3)?, own);
        if let Some(of) = open.get_mut(&row.get(0)?) {
            of.prepaid += worth;
        }
    }
    let mut advances = sql::from(org, "advance");
    advances
        .column("coop_id")
        .expr(whole("SUM(functional - functional_used)"))
        .and_where(sql::is_in(sql::col("coop_id"), open.keys().copied()))
        .and_where(sql::eq("kind", "IN".to_owned()))
        .and_where(sql::eq("state", "OPEN".to_owned()))
        .and_where(sql::col("open_amount").ne(0))
        .group_by_col("coop_id");
    for row in conn.query(&advances.into())? {
        if let Some(of) = open.get_mut(&row.get(0)?) {
            of.prepaid += row.get::<i64>(1)?;
        }
    }
    Ok(())
}

/// What an amount is worth; one that no currency has is worth nothing here, and is found where it stands.
pub(crate) fn worth(raw: i64, code: &str, rate: i64, own: Currency) -> i64 {
    let Some(currency) = Currency::named(code) else { return 0 };
    Money::of_thousandths(raw, currency)
        .and_then(|amount| functional(amount, ExchangeRate::from_raw(rate), own))
        .and_then(Money::thousandths)
        .unwrap_or_default()
}

/// A sum as a whole number: a database answers it as a decimal.
pub(crate) fn whole(sum: &str) -> Expr {
    Expr::cust(format!("CAST(COALESCE({sum}, 0) AS bigint)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        parse_day(text).expect("a day")
    }

    fn kh001() -> Open {
        let note = |due: &str, open| ("AE".to_owned(), day(due), open);
        Open {
            notes: vec![note("2026-04-25", 10_000_000), note("2026-06-25", 30_000_000), note("2026-07-25", 15_000_000)],
            unbilled: BTreeMap::from([("AE".to_owned(), 12_000_000)]),
            prepaid: 2_000_000,
        }
    }

    #[test]
    fn what_is_overdue_is_counted_from_the_earliest_due_day() {
        let told = kh001().figures(day("2026-07-15"), 5);
        let wanted = Figures {
            billed: 55_000_000,
            unbilled: 12_000_000,
            prepaid: 2_000_000,
            overdue: 40_000_000,
            overdue_days: 81,
            late: 40_000_000,
        };
        assert_eq!(told, wanted);
        let on = |date: &str, grace| {
            let told = kh001().figures(day(date), grace);
            (told.overdue, told.overdue_days, told.late)
        };
        assert_eq!(on("2026-04-25", 5), (0, 0, 0), "the due day itself");
        assert_eq!(on("2026-04-26", 0), (10_000_000, 1, 10_000_000));
        assert_eq!(on("2026-04-30", 5), (10_000_000, 5, 0), "the last day of grace");
        assert_eq!(on("2026-05-01", 5), (10_000_000, 6, 10_000_000));
    }

    #[test]
    fn scopes_have_their_own_part() {
        let mut open = kh001();
        open.unbilled.insert("SE".to_owned(), 1_000);
        let told = open.figures_of(&["SE"], day("2026-07-15"));
        assert_eq!((told.billed, told.unbilled, told.prepaid), (0, 1_000, 0));
        assert_eq!(open.figures(day("2026-07-15"), 0).unbilled, 12_001_000);
    }
}
