//! The pool: what is left of a partner's costs in a currency, and what an amount takes of it.

use std::collections::BTreeSet;

use charge::confirmed::SHEET;
use charge::ledger::{COST_VIEW, money_text};
use charge::line::TABLE;
use charge::rate;
use domain::switch::PAYMENT_AFTER_RECORDED;
use kernel::{Id, Msg, parse_day, parse_scaled, show_day};
use order::store::TABLE as ORDER;
use order::{Bearers, DONE, Lifecycle, by_numbers, nameable};
use platform::access::Actor;
use platform::call::{Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{ExprTrait, SelectStatement};
use platform::setting;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use settle::matching::matched as shared;
use settle::number::SEVERAL;
use trade::charge::Currency;

use super::{NO_CURRENCY, NO_PARTNER, data};
use crate::cost::{self, Cost};

/// Costs of one answer.
const COSTS_MAX: usize = 5_000;
/// Pasted numbers of one call.
const NUMBERS_MAX: usize = 500;
const TOO_MANY: Msg =
    Msg::new("payment_make.numbers", "一次最多粘贴{n}个单号", "At most {n} numbers are pasted at once.");
const BAD_AMOUNT: Msg = Msg::new("payment_make.amount", "请填写供应商金额", "Give the supplier's amount.");

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    /// Empty or 综合 for all of them.
    business_scope: String,
    coop_id: String,
    currency: String,
    /// Pasted: lines, commas or blanks between.
    numbers: String,
    biz_date_from: String,
    biz_date_to: String,
    service_item_ids: Vec<String>,
    cost_done: Option<bool>,
    locked: Option<bool>,
    /// Costs that were confirmed by these sheets alone; of none: all.
    confirmation_ids: Vec<String>,
    /// What an amount is matched with.
    amount: String,
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Asked {
    fn currency(&self) -> Result<Currency, Refusal> {
        if self.currency.is_empty() {
            return Err(Refusal::field("currency", NO_CURRENCY.text()));
        }
        rate::currency_of(&self.currency)
    }

    fn numbers(&self) -> Result<Vec<String>, Refusal> {
        let parts = self.numbers.split(|letter: char| letter.is_whitespace() || ",，;；、".contains(letter));
        let mut seen = BTreeSet::new();
        let numbers = parts.map(str::to_uppercase).filter(|part| !part.is_empty() && seen.insert(part.clone()));
        let numbers: Vec<String> = numbers.collect();
        if numbers.len() > NUMBERS_MAX {
            return Err(Refusal::Business(TOO_MANY.with(&[("n", &NUMBERS_MAX.to_string())])));
        }
        Ok(numbers)
    }

    /// The open costs that are asked for, but for the pasted numbers.
    fn select(&self, actor: &Actor, only_done: bool) -> Result<SelectStatement, Refusal> {
        if self.coop_id.is_empty() {
            return Err(Refusal::field("coopId", NO_PARTNER.text()));
        }
        let coop: i64 = self.coop_id.parse().map_err(|_| bad("coopId"))?;
        let mut select = cost::open(actor);
        select.and_where(sql::of_eq(TABLE, "coop_id", coop)).and_where(sql::of_eq(
            TABLE,
            "currency_code",
            self.currency()?.code().to_owned(),
        ));
        if !matches!(self.business_scope.as_str(), "" | SEVERAL) {
            select.and_where(sql::of_eq(ORDER, "business_scope", self.business_scope.clone()));
        }
        if !self.service_item_ids.is_empty() {
            let ids = self.service_item_ids.iter().map(|id| id.parse().map_err(|_| bad("serviceItemIds")));
            let ids: Vec<i64> = ids.collect::<Result<_, _>>()?;
            select.and_where(sql::is_in(sql::of(TABLE, "service_item_id"), ids));
        }
        if !self.confirmation_ids.is_empty() {
            let ids = self.confirmation_ids.iter().map(|id| id.parse().map_err(|_| bad("confirmationIds")));
            let ids: Vec<i64> = ids.collect::<Result<_, _>>()?;
            select
                .and_where(sql::of_eq(TABLE, "cost_confirmed", true))
                .and_where(sql::is_in(sql::of(TABLE, SHEET), ids));
        }
        let days = [(&self.biz_date_from, "bizDateFrom", true), (&self.biz_date_to, "bizDateTo", false)];
        for (day, name, is_first) in days.into_iter().filter(|(day, ..)| !day.is_empty()) {
            let day = show_day(parse_day(day).ok_or_else(|| bad(name))?);
            let of = sql::of(ORDER, "biz_date");
            select.and_where(if is_first { of.gte(sql::value(day)) } else { of.lte(sql::value(day)) });
        }
        if let Some(done) = self.cost_done.filter(|_| !only_done).or(only_done.then_some(true)) {
            let is_done = sql::of_eq(ORDER, "cost_recorded", DONE);
            select.and_where(if done { is_done } else { is_done.not() });
        }
        if let Some(locked) = self.locked {
            let is_locked = sql::of_eq(ORDER, "lifecycle", Lifecycle::Locked.code());
            select.and_where(if locked { is_locked } else { is_locked.not() });
        }
        Ok(select)
    }
}

/// What is found, and which pasted numbers are none of an order the caller sees.
struct Pool {
    costs: Vec<Cost>,
    missing: Vec<String>,
    /// There are more than are told.
    more: bool,
    only_done: bool,
}

impl Pool {
    fn of(conn: &mut dyn Conn, actor: &Actor, asked: &Asked) -> Result<Self, Refusal> {
        let only_done: bool = setting::value(conn, actor.org_id, &PAYMENT_AFTER_RECORDED, None)?;
        let mut select = asked.select(actor, only_done)?;
        let numbers = asked.numbers()?;
        let mut missing = Vec::new();
        if !numbers.is_empty() {
            let (orders, unknown) = orders_of(conn, actor, &numbers)?;
            missing = unknown;
            select.and_where(sql::is_in(sql::of(TABLE, "order_id"), orders));
        }
        let most = u64::try_from(COSTS_MAX).unwrap_or(u64::MAX);
        select.limit(most.saturating_add(1));
        let mut costs = cost::read(conn, select)?;
        let more = costs.len() > COSTS_MAX;
        costs.truncate(COSTS_MAX);
        Ok(Self { costs, missing, more, only_done })
    }
}

/// The orders of pasted numbers, and the numbers that are none.
fn orders_of(conn: &mut dyn Conn, actor: &Actor, numbers: &[String]) -> Result<(Vec<Id>, Vec<String>), Refusal> {
    let mut select = sql::from(actor.org_id, ORDER);
    select.columns(["id", "order_code", "biz_number"].map(|column| (ORDER, column))).cond_where(nameable(actor));
    let rows = by_numbers(conn, &select, numbers.iter().map(String::as_str))?;
    let mut bearers = Bearers::default();
    for (place, row) in rows.iter().enumerate() {
        for number in [1, 2] {
            bearers.add(row.get::<Option<String>>(number)?.as_deref(), place);
        }
    }
    let (mut orders, mut missing) = (Vec::new(), Vec::new());
    for number in numbers {
        let places = bearers.of(number);
        if places.is_empty() {
            missing.push(number.clone());
        }
        for row in places.iter().filter_map(|place| rows.get(*place)) {
            orders.push(row.get(0)?);
        }
    }
    Ok((orders, missing))
}

fn pool_of(call: &Call, asked: &Asked) -> Result<Pool, Refusal> {
    let actor = call.actor()?;
    actor.need(COST_VIEW)?;
    call.read(|conn| Pool::of(conn, actor, asked))
}

/// POST /css/payment/pool.
pub(super) fn list(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let pool = pool_of(call, &asked)?;
    let currency = asked.currency()?;
    let sum: i64 = pool.costs.iter().map(Cost::rest).sum();
    data(json!({
        "lines": pool.costs.iter().map(|cost| told(cost, currency)).collect::<Vec<_>>(),
        "more": pool.more, "missing": pool.missing, "onlyDone": pool.only_done, "rest": money_text(sum, currency),
    }))
}

fn told(cost: &Cost, currency: Currency) -> Json {
    let money = |raw: i64| money_text(raw, currency);
    json!({
        "chargeId": cost.id, "orderUuid": cost.order_uuid, "orderCode": cost.order_code, "bizNumber": cost.number(),
        "customerNumber": cost.customer_number, "bizDate": cost.biz_date, "businessScope": cost.scope,
        "route": cost.route(), "serviceName": cost.item, "orderCoopName": cost.customer,
        "amount": money(cost.amount), "reconciled": money(cost.reconciled), "rest": money(cost.rest()),
        "costDone": cost.is_done, "locked": cost.lifecycle == Lifecycle::Locked,
        "salesName": cost.sales, "servicerName": cost.servicer,
    })
}

/// POST /css/payment/match: what the supplier's amount takes of the same pool, and what of it finds no cost.
pub(super) fn matched(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let currency = asked.currency()?;
    let amount = parse_scaled(&asked.amount, 3).ok().filter(|raw| *raw != 0);
    let amount = amount.ok_or_else(|| Refusal::field("amount", BAD_AMOUNT.text()))?;
    let pool = pool_of(call, &asked)?;
    let parts = shared(pool.costs.iter().map(Cost::rest), amount);
    let left = parts.iter().fold(amount, |left, part| left.saturating_sub(*part));
    let amounts = pool.costs.iter().zip(&parts).filter(|(_, part)| **part != 0);
    let amounts = amounts.map(|(cost, part)| json!({ "chargeId": cost.id, "amount": money_text(*part, currency) }));
    data(json!({ "amounts": amounts.collect::<Vec<_>>(), "difference": money_text(left, currency) }))
}
