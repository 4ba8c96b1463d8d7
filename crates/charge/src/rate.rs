//! Exchange rates of a company (catalogue css.md 0.6): the rows, and the rate that holds.

use std::collections::BTreeMap;

use kernel::{ExchangeRate, Id, Instant, Msg, Percent};
use platform::field::{Choice, Field};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Row, sql};
use trade::charge::exchange::{self, Converted, Kind};
use trade::charge::{Currency, Fault, Money};

use crate::entry::RATE_DATE;

/// Its table.
pub const TABLE: &str = "currency_rate";
const NO_RATE: Msg = Msg::new(
    "rate.none",
    "{currency}在{date}没有有效汇率",
    "There is no exchange rate of {currency} that holds on {date}.",
);
/// There is no such currency.
pub const NO_CURRENCY: Msg = Msg::new("rate.currency", "币种{code}不存在", "There is no currency {code}.");

/// What a rate is for, as it is stored.
pub const KINDS: &[Choice] = &[
    Choice::new("GENERAL", "通用", "General"),
    Choice::new("RECEIVABLE", "应收", "Receivable").tone("info"),
    Choice::new("PAYABLE", "应付", "Payable").tone("warning"),
    Choice::new("CUSTOMS", "海关", "Customs").tone("done"),
];

/// Whether rates begin with a month and hold for all of it (css.md 0.17 rateMonthly).
pub static MONTHLY: Setting = Setting::new(
    "rateMonthly",
    Module::new("settle", "结算", "Settlement"),
    Field::flag("汇率按月固定", "Rates hold for a month").initially("false"),
);

/// By its stored name.
pub fn kind_of(stored: &str) -> Option<Kind> {
    KINDS.iter().position(|one| one.value == stored).and_then(|place| Kind::ALL.get(place).copied())
}

/// The currency of a code; what is none is said so.
pub fn currency_of(code: &str) -> Result<Currency, Refusal> {
    Currency::named(code).ok_or_else(|| Refusal::Business(NO_CURRENCY.with(&[("code", code)])))
}

/// The functional currency of a company 本位币.
pub fn functional(conn: &mut dyn Conn, org: i64) -> Result<Currency, Refusal> {
    let mut select = sql::from_global("org");
    select.column("currency").and_where(sql::eq("id", org));
    let code: String = conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    currency_of(&code)
}

/// Rows of rates with their ids, the oldest first; of some currencies, or of all.
pub fn rows(conn: &mut dyn Conn, org: i64, of: &[Currency]) -> Result<Vec<(Id, exchange::Row)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "currency_code", "kind", "rate", "begin_at", "end_at"])
        .order_by("begin_at", Order::Asc)
        .order_by("id", Order::Asc);
    if !of.is_empty() {
        select.and_where(sql::is_in(sql::col("currency_code"), of.iter().map(|one| one.code().to_owned())));
    }
    conn.query(&select.into())?.iter().map(row).collect()
}

fn row(row: &Row) -> Result<(Id, exchange::Row), Refusal> {
    let (code, kind): (String, String) = (row.get(1)?, row.get(2)?);
    let kind = kind_of(&kind).ok_or_else(|| Refusal::broken(format!("a rate of kind {kind}")))?;
    let one = exchange::Row {
        currency: currency_of(&code)?,
        kind,
        rate: ExchangeRate::from_raw(row.get(3)?),
        begin: row.get(4)?,
        end: row.get(5)?,
    };
    Ok((row.get(0)?, one))
}

/// The rates of a company, and the currency they lead to.
pub struct Table {
    /// Functional currency.
    pub own: Currency,
    rows: Vec<exchange::Row>,
}

impl Table {
    /// Of some currencies, or of all.
    pub fn of(conn: &mut dyn Conn, org: i64, of: &[Currency]) -> Result<Self, Refusal> {
        let rows = rows(conn, org, of)?.into_iter().map(|(_, row)| row).collect();
        Ok(Self { own: functional(conn, org)?, rows })
    }

    /// Of every currency and kind, as far as they hold at a moment.
    pub fn holding(conn: &mut dyn Conn, org: i64, at: Instant) -> Result<Self, Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(["id", "currency_code", "kind", "rate", "begin_at", "end_at"])
            .and_where(sql::col("begin_at").lte(sql::value(at)))
            .and_where(sql::col("end_at").is_null().or(sql::col("end_at").gt(sql::value(at))));
        let found = conn.query(&select.into())?;
        let rows = found.iter().map(|one| row(one).map(|(_, row)| row)).collect::<Result<_, _>>()?;
        Ok(Self { own: functional(conn, org)?, rows })
    }

    /// The rate of a currency, by its code, that holds at a moment; none where there is none.
    pub fn at(&self, code: &str, kind: Kind, at: Instant) -> Option<ExchangeRate> {
        exchange::find(&self.rows, self.own, Currency::named(code)?, kind, at).ok().map(|found| found.rate)
    }

    /// The same; where there is none, that is refused.
    pub fn need(&self, currency: Currency, kind: Kind, at: Instant) -> Result<ExchangeRate, Refusal> {
        let found = exchange::find(&self.rows, self.own, currency, kind, at);
        found.map(|found| found.rate).map_err(|fault| told(fault, at))
    }

    /// An amount in another currency.
    pub fn convert(&self, amount: Money, to: Currency, kind: Kind, at: Instant) -> Result<Converted, Refusal> {
        exchange::convert(&self.rows, self.own, amount, to, kind, at).map_err(|fault| told(fault, at))
    }

    /// By how many percent a rate differs from the one that holds, where that is much.
    pub fn deviation(&self, code: &str, kind: Kind, at: Instant, rate: ExchangeRate) -> Option<Percent> {
        let last = self.at(code, kind, at)?;
        exchange::deviates(last, rate).unwrap_or(false).then(|| exchange::deviation(last, rate).ok()).flatten()
    }
}

/// How many charges took some rates, counted up to ten thousand. Charges keep the rate and not its row: a row of the same rate,
/// that held by the moment its company decided on, counts them.
pub fn uses(conn: &mut dyn Conn, org: i64, rates: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let decided: String = setting::value(conn, org, &RATE_DATE, None)?;
    let held = if decided == "entry" {
        "AND c.updated_at >= currency_rate.begin_at \
         AND (currency_rate.end_at IS NULL OR c.created_at < currency_rate.end_at)"
    } else {
        ""
    };
    let count = format!(
        "(SELECT COUNT(*) FROM (SELECT 1 FROM charge c WHERE c.org_id = currency_rate.org_id \
         AND c.currency_code = currency_rate.currency_code AND c.exchange_rate = currency_rate.rate \
         AND c.exchange_rate <> 1000000 AND NOT c.rate_typed \
         AND (currency_rate.kind = 'GENERAL' OR currency_rate.kind = c.kind) {held} LIMIT 10000) AS used)"
    );
    let mut select = sql::from(org, TABLE);
    select.column("id").expr(Expr::cust(count)).and_where(sql::is_in(sql::col("id"), rates.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// A fault of a figure in words a user reads.
pub fn told(fault: Fault, at: Instant) -> Refusal {
    let date = kernel::show_day(at.day());
    match fault {
        Fault::NoRate(currency) => Refusal::Business(NO_RATE.with(&[("currency", currency.code()), ("date", &date)])),
        other => Refusal::broken(other.to_string()),
    }
}
