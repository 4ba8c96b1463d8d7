//! Accounts as other crates look them up: leaves by their types, money accounts, and the selects of forms.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Findings, Id, Msg};
use platform::call::{Call, Tx};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, Order, Query, SelectStatement};
use platform::store::{Conn, Row, sql};
use trade::charge::Currency;

use crate::{BANK, LEVELS_MAX, MONEY, TABLE, TYPES};

const NOT_MONEY: Msg = Msg::new(
    "account.money",
    "请选择启用的现金、银行存款或应收票据末级科目",
    "Choose an active account of cash, bank or notes that has none below it.",
);
const NOT_LEAF: Msg = Msg::new(
    "account.leaf",
    "请选择启用的末级科目，类别为{types}",
    "Choose an active account that has none below it, of the type {types}.",
);
/// Role of the select `financialAccount`: accounts that may have others below them.
const ABOVE: &str = "ABOVE";
const COLUMNS: [&str; 11] = [
    "id",
    "code",
    "full_name",
    "account_type",
    "direction",
    "currency_code",
    "bank_id",
    "scopes",
    "active",
    "manage_mode",
    "subsidiary",
];

/// An account that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its id.
    pub id: Id,
    /// Whole code.
    pub code: String,
    /// Full name, 管理费用-差旅费.
    pub full_name: String,
    /// One of [`crate::TYPES`].
    pub account_type: String,
    /// One of [`crate::DIRECTIONS`].
    pub direction: String,
    /// Currency of a money account; of others empty.
    pub currency_code: String,
    /// Bank account of a bank leaf.
    pub bank_id: Option<Id>,
    /// Scopes with commas between; empty for all.
    pub scopes: String,
    /// Whether it is not stopped.
    pub active: bool,
    /// How it is kept apart: one of [`crate::MODES`], or empty.
    pub manage_mode: String,
    /// What its auxiliary ledger is kept by: one of [`crate::SUBSIDIARIES`], or empty.
    pub subsidiary: String,
    /// Whether no account is below it.
    pub leaf: bool,
}

impl Found {
    /// Code and full name.
    pub fn label(&self) -> String {
        format!("{} {}", self.code, self.full_name)
    }

    /// As an account that holds money, if it is one (css.md 0.7).
    pub fn money(&self) -> Option<MoneyAccount> {
        let named = self.account_type != BANK || self.bank_id.is_some();
        if !(self.leaf && self.active && named && MONEY.contains(&self.account_type.as_str())) {
            return None;
        }
        Some(MoneyAccount {
            id: self.id,
            code: self.code.clone(),
            full_name: self.full_name.clone(),
            account_type: self.account_type.clone(),
            currency: Currency::named(&self.currency_code)?,
            bank_id: self.bank_id,
        })
    }

    /// Whether it is for a scope.
    pub fn is_for(&self, scope: &str) -> bool {
        self.scopes.is_empty() || self.scopes.split(',').any(|one| one == scope)
    }
}

/// A valid leaf of type 现金, 银行存款 or 应收票据 (css.md 0.7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyAccount {
    /// Its id.
    pub id: Id,
    /// Whole code.
    pub code: String,
    /// Full name.
    pub full_name: String,
    /// One of [`crate::MONEY`].
    pub account_type: String,
    /// Currency of what it holds.
    pub currency: Currency,
    /// Bank account of a bank leaf.
    pub bank_id: Option<Id>,
}

impl MoneyAccount {
    /// Code, full name and currency, as selects and lists show it.
    pub fn label(&self) -> String {
        format!("{} {} {}", self.code, self.full_name, self.currency.code())
    }
}

/// Whether an account of the statement has others below it.
fn has_below() -> Expr {
    let mut below = Query::select();
    below
        .expr(Expr::cust("1"))
        .from_as(TABLE, "below")
        .and_where(sql::of("below", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("below", "parent_id").equals((TABLE, "id")));
    Expr::exists(below)
}

fn selected(org: i64) -> SelectStatement {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS.map(|column| (TABLE, column))).expr(has_below()).order_by((TABLE, "code"), Order::Asc);
    select
}

fn read(conn: &mut dyn Conn, select: SelectStatement) -> Result<Vec<Found>, Refusal> {
    let one = |row: &Row| {
        Ok(Found {
            id: row.get(0)?,
            code: row.get(1)?,
            full_name: row.get(2)?,
            account_type: row.get(3)?,
            direction: row.get(4)?,
            currency_code: row.get(5)?,
            bank_id: row.get(6)?,
            scopes: row.get(7)?,
            active: row.get(8)?,
            manage_mode: row.get(9)?,
            subsidiary: row.get(10)?,
            leaf: !row.get::<bool>(11)?,
        })
    };
    conn.query(&select.into())?.iter().map(one).collect()
}

/// An account, valid or not.
pub fn find(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<Found>, Refusal> {
    Ok(by_id(conn, org, [id])?.into_values().next())
}

/// Accounts, valid or not, by their ids: to show what rows name.
pub fn by_id(conn: &mut dyn Conn, org: i64, ids: impl IntoIterator<Item = Id>) -> Result<BTreeMap<Id, Found>, Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = selected(org);
    select.and_where(sql::is_in(sql::of(TABLE, "id"), ids));
    Ok(read(conn, select)?.into_iter().map(|found| (found.id, found)).collect())
}

/// The code of the account a bank account has, if it has one.
pub fn code_of_bank(conn: &mut dyn Conn, org: i64, bank: Id) -> Result<Option<String>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("code").and_where(sql::eq("bank_id", bank)).limit(1);
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Valid leaves of some types by their codes; of all types where none is named.
pub fn leaves(conn: &mut dyn Conn, org: i64, types: &[&str]) -> Result<Vec<Found>, Refusal> {
    let mut select = valid_leaves(org, types);
    select.limit(10_000);
    read(conn, select)
}

fn valid_leaves(org: i64, types: &[&str]) -> SelectStatement {
    let mut select = selected(org);
    select.and_where(sql::of_eq(TABLE, "active", true)).and_where(Expr::not(has_below()));
    if !types.is_empty() {
        select.and_where(sql::is_in(sql::of(TABLE, "account_type"), types.iter().map(|one| (*one).to_owned())));
    }
    select
}

/// Money accounts by their codes.
pub fn money_leaves(conn: &mut dyn Conn, org: i64) -> Result<Vec<MoneyAccount>, Refusal> {
    Ok(leaves(conn, org, MONEY)?.iter().filter_map(Found::money).collect())
}

/// A money account; none where the id is that of no account that is one now. What writes asks [`need_money_leaf`].
pub fn money_leaf(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<MoneyAccount>, Refusal> {
    Ok(find(conn, org, id)?.as_ref().and_then(Found::money))
}

/// Holds accounts as they are until the transaction ends: nobody adds one below them, stops or removes them meanwhile.
pub fn hold(tx: &mut Tx<'_>, ids: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    let ids: BTreeSet<Id> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::is_in(sql::col("id"), ids)).order_by("id", Order::Asc).lock_shared();
    tx.query(&select.into())?;
    Ok(())
}

/// The money account a row is about to name, held as by [`hold`]; what is none is found at the field.
pub fn need_money_leaf(
    tx: &mut Tx<'_>,
    id: Id,
    field: &str,
    findings: &mut Findings,
) -> Result<Option<MoneyAccount>, Refusal> {
    hold(tx, [id])?;
    let org = tx.org();
    let found = money_leaf(tx, org, id)?;
    findings.error_if(found.is_none(), field, NOT_MONEY);
    Ok(found)
}

/// The leaf of some types a row is about to name, held as by [`hold`]; what is none is found at the field.
pub fn need_leaf(
    tx: &mut Tx<'_>,
    (id, types): (Id, &[&str]),
    field: &str,
    findings: &mut Findings,
) -> Result<Option<Found>, Refusal> {
    hold(tx, [id])?;
    let org = tx.org();
    let found = find(tx, org, id)?.filter(|found| {
        found.leaf && found.active && (types.is_empty() || types.contains(&found.account_type.as_str()))
    });
    if found.is_none() {
        let named = || TYPES.iter().filter(|one| types.is_empty() || types.contains(&one.value));
        let zh = if types.is_empty() {
            "任意".to_owned()
        } else {
            named().map(|one| one.zh).collect::<Vec<_>>().join("、")
        };
        let en =
            if types.is_empty() { "any".to_owned() } else { named().map(|one| one.en).collect::<Vec<_>>().join(", ") };
        findings.error(field, NOT_LEAF.with_each(&[("types", &zh)], &[("types", &en)]));
    }
    Ok(found)
}

/// Of what a select offers the accounts that a text is part of; or the one account a field holds, whatever it is by now.
fn asked(org: i64, ask: &SelectAsk, mut wanted: SelectStatement) -> SelectStatement {
    if !ask.value.is_empty() {
        let mut one = selected(org);
        one.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
        return one;
    }
    let columns = ["code", "full_name"].map(|column| sql::contains(sql::of(TABLE, column), &ask.keyword));
    // As the select of money accounts shows it, so that a file names one by its label.
    let label =
        "financial_account.code || ' ' || financial_account.full_name || ' ' || financial_account.currency_code";
    let label = sql::contains(Expr::cust(label), &ask.keyword);
    wanted.cond_where(sql::any_of(columns.into_iter().chain([label]))).limit(OFFERS_MAX);
    wanted
}

/// Answers the select `financialAccount`: valid leaves by their full names and codes. The role names types, with commas
/// between, or asks by `ABOVE` for accounts that may have others below them.
pub fn offer(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let org = call.actor()?.org_id;
    let wanted = if ask.role == ABOVE {
        let mut heads = selected(org);
        heads
            .and_where(sql::of_eq(TABLE, "active", true))
            .and_where(sql::of(TABLE, "level").lt(sql::value(LEVELS_MAX)))
            .and_where(sql::of(TABLE, "bank_id").is_null());
        heads
    } else {
        let types: Vec<&str> = ask.role.split(',').filter(|one| !one.is_empty()).collect();
        valid_leaves(org, &types)
    };
    let select = asked(org, ask, wanted);
    let found = call.read(|conn| read(conn, select))?;
    let offer =
        |found: &Found| Offer { value: found.id.to_string(), label: found.full_name.clone(), hint: found.code.clone() };
    Ok(found.iter().map(offer).collect())
}

/// Answers the select `moneyAccount`: money accounts with their currencies. The role names a currency they have to have.
pub fn offer_money(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let org = call.actor()?.org_id;
    let mut leaves = valid_leaves(org, MONEY);
    let not_bank = sql::of(TABLE, "account_type").ne(sql::value(BANK.to_owned()));
    leaves
        .cond_where(sql::any_of([not_bank, sql::of(TABLE, "bank_id").is_not_null()]))
        .and_where(sql::of(TABLE, "currency_code").is_not_null());
    if !ask.role.is_empty() {
        leaves.and_where(sql::of_eq(TABLE, "currency_code", ask.role.clone()));
    }
    let select = asked(org, ask, leaves);
    let found = call.read(|conn| read(conn, select))?;
    let shown = |found: &Found| format!("{} {}", found.label(), found.currency_code).trim_end().to_owned();
    let offer = |found: &Found| Offer { value: found.id.to_string(), label: shown(found), hint: found.code.clone() };
    Ok(found.iter().map(offer).collect())
}
