//! What a rule comes to for a period, and what it was counted of.

use agreement::settlement::amount::{
    Commitment, Limits, Overdue, Scale, Tier, committed, fixed, interest, limited, reached, shared, tiered, volume,
};
use agreement::settlement::counting::{self, Counted};
use agreement::settlement::rule::{AS_NOUGHT, BASES, COMMIT, FIXED, INTEREST, OF_YEAR, SHARE, SLICED, TIER, VOLUME};
use charge::rate;
use kernel::{Day, Id, parse_day, show_day};
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use trade::charge::{Currency, Fault, Money};

use super::interest::{Span, late_days, left, spans, told};
use super::{Due, PERIODS};

/// What late interest is counted in.
const DAYS: &str = "天";

/// What an amount was counted of: an order, or of late interest a debit note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detail {
    /// The order; none of a debit note.
    pub order: Option<Id>,
    /// Number.
    pub number: String,
    /// The customer's number.
    pub customer_number: String,
    /// Its business number.
    pub biz_number: String,
    /// The day it counts on, or of a debit note the day it was due.
    pub biz_date: String,
    /// Quantity in thousandths, or days.
    pub quantity: Option<i64>,
    /// Income, or what is open of a debit note.
    pub income: Option<i64>,
    /// Cost.
    pub cost: Option<i64>,
    /// What it counts for, which an amount is spread by.
    pub share: i64,
}

/// What a rule comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoned {
    /// What was counted, in thousandths; none of a fixed amount.
    pub counted: Option<i64>,
    /// What it was counted in, in Chinese.
    pub unit: String,
    /// Price of a unit in ten-thousandths, where there is one.
    pub price: Option<i64>,
    /// Where the tier that was reached begins, in thousandths.
    pub tier: Option<i64>,
    /// What was billed of the year before, in thousandths.
    pub before: i64,
    /// The amount.
    pub amount: Money,
    /// What it was counted of.
    pub details: Vec<Detail>,
    /// Orders of the days that are not as far as the rule asks for.
    pub left_out: Vec<Detail>,
    /// The last day late interest was charged for.
    pub charged_to: Option<Day>,
    /// All of these days, as a row tells them.
    pub charged_days: Option<String>,
}

/// Counts a rule for its period; late interest is of the day of the run.
pub fn reckon(conn: &mut dyn Conn, org: i64, due: &Due, today: Day) -> Result<Reckoned, Refusal> {
    let rule = &due.kept.rule;
    let currency = rate::currency_of(&rule.currency_code)?;
    let nothing = Reckoned {
        counted: None,
        unit: String::new(),
        price: None,
        tier: None,
        before: 0,
        amount: Money::zero(currency),
        details: Vec::new(),
        left_out: Vec::new(),
        charged_to: None,
        charged_days: None,
    };
    let reckoned = match rule.rule_kind.as_str() {
        FIXED => {
            let amount = money(rule.fixed_amount.unwrap_or_default(), currency)?;
            let days = due.period.days(due.valid);
            Reckoned { amount: fixed(amount, rule.by_days, days).map_err(overflow)?, ..nothing }
        }
        INTEREST => late(conn, org, due, (today, currency), nothing)?,
        _ => counted(conn, org, due, currency, nothing)?,
    };
    let limit = |raw: Option<i64>| raw.map(|raw| money(raw, currency)).transpose();
    let limits = Limits { least: limit(rule.min_amount)?, most: limit(rule.max_amount)? };
    let nothing_late = rule.rule_kind == INTEREST && reckoned.details.is_empty();
    let limits = if nothing_late { Limits::default() } else { limits };
    Ok(Reckoned { amount: limited(reckoned.amount, limits).map_err(overflow)?, ..reckoned })
}

fn money(raw: i64, currency: Currency) -> Result<Money, Refusal> {
    Money::of_thousandths(raw, currency).map_err(overflow)
}

fn overflow(_: Fault) -> Refusal {
    Refusal::business(charge::figure::TOO_LARGE)
}

/// Kinds that count orders.
fn counted(
    conn: &mut dyn Conn,
    org: i64,
    due: &Due,
    currency: Currency,
    nothing: Reckoned,
) -> Result<Reckoned, Refusal> {
    let rule = &due.kept.rule;
    let of_year = rule.rule_kind == TIER && rule.cumulative == OF_YEAR;
    let from = if of_year { due.period.year_from } else { due.period.from };
    let days = (Ord::max(from, due.valid.0), Ord::min(due.period.to, due.valid.1));
    let found = counting::orders(conn, org, (rule, due.kept.coop, &due.agreed.agreement.scopes), days)?;
    let (counts, left_out): (Vec<Counted>, Vec<Counted>) = found.into_iter().partition(|one| one.meets);
    let total = counts.iter().try_fold(0i64, |sum, one| sum.checked_add(one.counted));
    let total = total.ok_or_else(|| overflow(Fault::Overflow))?;
    let tiers: Vec<Tier> = due
        .kept
        .tiers
        .iter()
        .map(|(from, price, percent)| {
            let rate = if rule.is_of_money() { percent } else { price };
            Tier { from: *from, rate: rate.unwrap_or_default() }
        })
        .collect();
    let scale = if rule.tier_mode == SLICED { Scale::Sliced } else { Scale::Full };
    let commitment = Commitment {
        committed: rule.committed.unwrap_or_default(),
        short: rule.short_price.unwrap_or_default(),
        excess: rule.excess_price,
    };
    let amount = match rule.rule_kind.as_str() {
        VOLUME => volume(currency, total, rule.unit_price.unwrap_or_default()),
        TIER => tiered(currency, total, &tiers, scale),
        SHARE => shared(currency, total, rule.percent.unwrap_or_default(), rule.negative == AS_NOUGHT),
        COMMIT => committed(currency, total, &commitment),
        _ => Ok(Money::zero(currency)),
    };
    let before = if of_year { billed_of_year(conn, org, due)? } else { 0 };
    let amount = amount.and_then(|amount| amount.minus(Money::of_thousandths(before, currency)?)).map_err(overflow)?;
    let tier = reached(&tiers, total).and_then(|place| tiers.get(place)).filter(|_| rule.rule_kind == TIER);
    let price = match rule.rule_kind.as_str() {
        VOLUME => rule.unit_price,
        COMMIT if total < commitment.committed => rule.short_price,
        TIER if scale == Scale::Full && !of_year && !rule.is_of_money() => tier.map(|tier| tier.rate),
        _ => None,
    };
    let unit = BASES.iter().find(|one| one.value == rule.basis).map_or("", |one| one.zh);
    Ok(Reckoned {
        counted: Some(total),
        unit: unit.to_owned(),
        price,
        tier: tier.map(|tier| tier.from),
        before,
        amount,
        details: counts.into_iter().map(detail).collect(),
        left_out: left_out.into_iter().map(detail).collect(),
        ..nothing
    })
}

fn detail(one: Counted) -> Detail {
    Detail {
        order: Some(one.order),
        number: one.code,
        customer_number: one.customer_number,
        biz_number: one.biz_number,
        biz_date: one.biz_date,
        quantity: Some(one.counted),
        income: Some(one.income),
        cost: Some(one.cost),
        share: one.counted,
    }
}

/// What earlier periods of a rule came to in the year.
fn billed_of_year(conn: &mut dyn Conn, org: i64, due: &Due) -> Result<i64, Refusal> {
    let year: String = show_day(due.period.year_from).chars().take(4).collect();
    let mut select = sql::from(org, PERIODS);
    select
        .expr(Expr::cust("CAST(COALESCE(SUM(amount), 0) AS bigint)"))
        .and_where(sql::eq("rule_id", due.kept.id))
        .and_where(sql::begins(sql::col("period"), &year))
        .and_where(sql::col("period").lt(sql::value(due.period.name.clone())));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

/// The days other periods of a rule charged interest for.
fn charged(conn: &mut dyn Conn, org: i64, due: &Due) -> Result<Vec<Span>, Refusal> {
    let mut select = sql::from(org, PERIODS);
    select
        .columns(["charged_to", "charged_days"])
        .and_where(sql::eq("rule_id", due.kept.id))
        .and_where(sql::col("period").ne(sql::value(due.period.name.clone())))
        .and_where(sql::col("charged_to").is_not_null());
    let mut days = Vec::new();
    for row in conn.query(&select.into())? {
        let (to, told): (String, Option<String>) = (row.get(0)?, row.get(1)?);
        days.extend(spans(told.as_deref(), parse_day(&to)));
    }
    Ok(days)
}

/// Late interest on what is overdue beyond grace, for the days nobody charged yet (prm.md 1.6).
fn late(
    conn: &mut dyn Conn,
    org: i64,
    due: &Due,
    (today, currency): (Day, Currency),
    nothing: Reckoned,
) -> Result<Reckoned, Refusal> {
    let (rule, agreed) = (&due.kept.rule, &due.agreed.agreement);
    let rate = rule.interest_rate.or(agreed.interest_rate).unwrap_or_default();
    let grace = rule.grace_days.unwrap_or(agreed.grace_days);
    let left = left(charged(conn, org, due)?, today);
    let days = Some(told(&left));
    let mut made = Reckoned { charged_to: Some(today), charged_days: days, unit: DAYS.to_owned(), ..nothing };
    for (_, number, open, due_date) in counting::overdue(conn, org, (due.kept.coop, &agreed.scopes), today)? {
        let Some(since) = parse_day(&due_date) else { continue };
        let days = late_days(&left, since, (today, grace));
        let amount = interest(currency, Overdue { open, days }, rate).map_err(overflow)?;
        if days == 0 {
            continue;
        }
        made.amount = made.amount.plus(amount).map_err(overflow)?;
        let share = amount.thousandths().map_err(overflow)?;
        let quantity = Some(days.saturating_mul(1_000));
        made.details.push(Detail {
            number,
            biz_date: due_date,
            quantity,
            income: Some(open),
            share,
            ..Detail::default()
        });
    }
    Ok(made)
}
