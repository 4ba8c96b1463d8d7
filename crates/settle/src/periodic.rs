//! What partners settle for a period (catalogue prm.md 4.0): rules under agreements are counted, and what is due becomes bills,
//! one for each partner, side, currency and agreement. The arithmetic and the counting of orders are
//! [`agreement::settlement`]; what becomes of bills is [`bill`], how partners
//! and the company agree on them [`check`], what comes of the charges they are made [`settlement`].

pub mod bill;
pub mod check;
mod interest;
mod reckon;
mod run;
pub mod settlement;

use std::collections::BTreeMap;

use agreement::settlement::period::{Month, Period};
use agreement::settlement::rule::{OF_YEAR, Rule, TABLE, TIER, TIERS};
use agreement::{Agreed, in_force, versions};
use kernel::{Day, Id, Msg};
use platform::document::Document;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, sql};

pub use reckon::{Detail, Reckoned, reckon};
pub use run::{Run, make};

/// Rules and the periods they were counted for.
pub const PERIODS: &str = "settlement_period";
/// Rules whose tiers and periods are read with one statement.
const AT_ONCE: usize = 5_000;

/// A month is written as year and month.
pub const NO_MONTH: Msg =
    Msg::new("settlement.month", "期间格式为年-月，如2026-06", "A period is written like 2026-06.");

/// A rule as it is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Row.
    pub id: Id,
    /// Number of its agreement, which all versions of that share.
    pub agreement: String,
    /// Its partner.
    pub coop: Id,
    /// What it says.
    pub rule: Rule,
    /// Its tiers, the lowest first: from, price, percent.
    pub tiers: Vec<(i64, Option<i64>, Option<i64>)>,
}

/// A rule that is due for a period.
#[derive(Debug, Clone)]
pub struct Due {
    /// The rule.
    pub kept: Kept,
    /// Its period.
    pub period: Period,
    /// The version of its agreement that holds in the period.
    pub agreed: Agreed,
    /// First and last day that any version of it holds.
    pub valid: (Day, Day),
    /// The bill that has the period already.
    pub billed: Option<String>,
    /// Whether a later period of the year was counted, of a rule that counts the year to date: that one has its amount.
    pub is_passed: bool,
}

impl Due {
    /// Whether it can be counted: neither billed nor passed.
    pub fn is_open(&self) -> bool {
        self.billed.is_none() && !self.is_passed
    }
}

/// Rules by their ids, or those in use of all or of some agreements.
pub enum Which<'a> {
    /// These, in use or not.
    Ids(&'a [Id]),
    /// All that are in use.
    Used,
    /// Those in use of some agreements.
    Of(&'a [String]),
}

/// Reads rules with their tiers, in the order they were made.
pub fn rules(conn: &mut dyn Conn, org: i64, which: &Which<'_>) -> Result<Vec<Kept>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["id", "agreement_code", "coop_id"]).columns(Rule::FIELDS.iter().map(|field| field.column));
    match which {
        Which::Ids(ids) => select.and_where(sql::is_in(sql::col("id"), ids.iter().copied())),
        Which::Used => select.and_where(sql::eq("active", true)),
        Which::Of(codes) => select
            .and_where(sql::is_in(sql::col("agreement_code"), codes.iter().cloned()))
            .and_where(sql::eq("active", true)),
    };
    select.order_by("id", Order::Asc);
    let mut found = Vec::new();
    for row in conn.query(&select.into())? {
        let rule = Rule::from_values(row.0.get(3..).unwrap_or_default())?;
        found.push(Kept { id: row.get(0)?, agreement: row.get(1)?, coop: row.get(2)?, rule, tiers: Vec::new() });
    }
    let ids: Vec<Id> = found.iter().map(|one| one.id).collect();
    let mut tiers: BTreeMap<Id, Vec<(i64, Option<i64>, Option<i64>)>> = BTreeMap::new();
    for part in ids.chunks(AT_ONCE) {
        let mut select = sql::from(org, TIERS);
        select
            .columns(["rule_id", "from_value", "price", "percent"])
            .and_where(sql::is_in(sql::col("rule_id"), part.iter().copied()))
            .order_by("rule_id", Order::Asc)
            .order_by("from_value", Order::Asc);
        for row in conn.query(&select.into())? {
            tiers.entry(row.get(0)?).or_default().push((row.get(1)?, row.get(2)?, row.get(3)?));
        }
    }
    for one in &mut found {
        one.tiers = tiers.remove(&one.id).unwrap_or_default();
    }
    Ok(found)
}

/// Those of some rules that are due with a month, each with the bill that has its period.
pub fn due(conn: &mut dyn Conn, org: i64, rules: Vec<Kept>, month: Month) -> Result<Vec<Due>, Refusal> {
    let known = versions(conn, org, rules.iter().map(|one| one.agreement.clone()))?;
    let mut found = Vec::new();
    for kept in rules {
        let period = kept.rule.first().and_then(|first| Period::due(kept.rule.cycle(), first, month));
        let Some(period) = period else { continue };
        let versions = known.get(&kept.agreement).map_or(&[][..], Vec::as_slice);
        let Some(agreed) = in_force(versions, (period.from, period.to)) else { continue };
        let from = versions.iter().map(|one| one.from).min().unwrap_or(agreed.from);
        let to = versions.iter().map(|one| one.to).max().unwrap_or(agreed.to);
        found.push(Due { agreed: agreed.clone(), valid: (from, to), kept, period, billed: None, is_passed: false });
    }
    let (billed, last) = (billed(conn, org, &found)?, last_of_year(conn, org, &found)?);
    for one in &mut found {
        one.is_passed = last.get(&one.kept.id).is_some_and(|last| *last > one.period.name);
        one.billed = billed.get(&(one.kept.id, one.period.name.clone())).cloned();
    }
    Ok(found)
}

/// The last period counted in the year of each rule that counts the year to date.
fn last_of_year(conn: &mut dyn Conn, org: i64, of: &[Due]) -> Result<BTreeMap<Id, String>, Refusal> {
    let years: BTreeMap<Id, String> = of
        .iter()
        .filter(|one| one.kept.rule.rule_kind == TIER && one.kept.rule.cumulative == OF_YEAR)
        .map(|one| (one.kept.id, one.period.name.chars().take(4).collect()))
        .collect();
    let ids: Vec<Id> = years.keys().copied().collect();
    let mut found: BTreeMap<Id, String> = BTreeMap::new();
    for part in ids.chunks(AT_ONCE) {
        let mut select = sql::from(org, PERIODS);
        select.columns(["rule_id", "period"]).and_where(sql::is_in(sql::col("rule_id"), part.iter().copied()));
        for row in conn.query(&select.into())? {
            let (rule, period): (Id, String) = (row.get(0)?, row.get(1)?);
            if years.get(&rule).is_some_and(|year| period.starts_with(year)) {
                let last = found.entry(rule).or_default();
                *last = Ord::max(std::mem::take(last), period);
            }
        }
    }
    Ok(found)
}

/// The bills that have periods of rules, by rule and period.
fn billed(conn: &mut dyn Conn, org: i64, of: &[Due]) -> Result<BTreeMap<(Id, String), String>, Refusal> {
    let mut found = BTreeMap::new();
    for part in of.chunks(AT_ONCE) {
        let mut select = sql::from(org, PERIODS);
        select
            .columns(["rule_id", "period"].map(|column| (PERIODS, column)))
            .column((bill::TABLE, "bill_code"))
            .join(JoinType::InnerJoin, bill::TABLE, sql::same_org(bill::TABLE, PERIODS, "bill_id"))
            .and_where(sql::is_in(sql::of(PERIODS, "rule_id"), part.iter().map(|one| one.kept.id)))
            .and_where(sql::is_in(sql::of(PERIODS, "period"), part.iter().map(|one| one.period.name.clone())));
        for row in conn.query(&select.into())? {
            found.insert((row.get(0)?, row.get(1)?), row.get(2)?);
        }
    }
    Ok(found)
}

/// How many rules agreements have, by the ids of their versions.
pub fn count(conn: &mut dyn Conn, org: i64, agreements: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let mut select = sql::from(org, agreement::TABLE);
    select
        .column((agreement::TABLE, "id"))
        .expr(Expr::cust("COUNT(*)"))
        .join(
            JoinType::InnerJoin,
            TABLE,
            sql::all_of([
                sql::of(TABLE, "org_id").equals((agreement::TABLE, "org_id")),
                sql::of(TABLE, "agreement_code").equals((agreement::TABLE, "agreement_code")),
            ]),
        )
        .and_where(sql::is_in(sql::of(agreement::TABLE, "id"), agreements.iter().copied()))
        .group_by_col((agreement::TABLE, "id"));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
