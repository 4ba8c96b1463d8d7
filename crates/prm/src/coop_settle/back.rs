//! 撤销结算: the charges go again while they stand on no debit note or payment, orders that bore them alone are closed, and the
//! bills are confirmed as before.

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::Ground;
use charge::finance;
use charge::ledger::AFTER_FINISH;
use charge::line::{self as charges, Line};
use orderdesk::costs::{self, Way};
use orderdesk::money_only;
use platform::prelude::*;
use platform::sea_query::Expr;
use serde_json::Value as Json;
use settle::periodic::bill::{CONFIRMED, TABLE as BILL};
use settle::periodic::settlement::{self, CHARGES, SETTLING, TABLE};

use super::post::{DONE, named, of_order};
use super::{CoopSettlement, WRONG_STATE};

const DID: &str = "撤销结算";
const ON_PAPER: Msg = Msg::new(
    "coop_settlement.on_paper",
    "费用已制单，不能撤销结算",
    "A charge stands on a debit note or payment: the settlement stays.",
);

/// 结算中 → 已撤销.
pub(super) fn back(tx: &mut Tx<'_>, step: &mut Step<'_, CoopSettlement>) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), step.id);
    let members = settlement::members(tx, org, &[id])?;
    let mut orders: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
    for one in &members {
        orders.entry(one.order).or_default().insert(one.charge);
    }
    finance::hold_all(tx, &orders.keys().copied().collect())?;
    hold(tx, id, step.version())?;
    let all: Vec<Id> = members.iter().map(|one| one.charge).collect();
    let lines = charges::by_id(tx, org, &all)?;
    let is_on_paper = |line: &Line| line.is_billed() || line.is_reconciled();
    if lines.iter().any(|(_, line)| is_on_paper(line)) {
        return Err(Refusal::business(ON_PAPER));
    }
    take_out(tx, &orders, step)?;
    let bills: BTreeSet<Id> = members.iter().map(|one| one.bill).collect();
    tx.exec(&sql::delete(org, CHARGES).and_where(sql::eq("settlement_id", id)).to_owned().into())?;
    for bill in bills {
        let cells = [
            ("state", CONFIRMED.into_value()),
            ("settlement_id", Value::Null),
            ("order_id", Value::Null),
            ("settled", Value::Int(0)),
        ];
        let mut update = sql::update(org, BILL, &cells);
        update
            .value("open_amount", sql::col("amount"))
            .value("version", Expr::cust("version + 1"))
            .and_where(sql::eq("id", bill));
        tx.exec(&update.into())?;
    }
    let cells = [("charge_count", Value::Int(0)), ("open_amount", Value::Int(0))];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// Holds the settlement in the version its user saw, while nothing of it is settled wholly.
fn hold(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(["version", "state"]).and_where(sql::eq("id", id)).lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let state: String = row.get(1)?;
    if row.get::<i64>(0)? != version {
        return Err(Refusal::Stale(Json::Null));
    }
    if state != SETTLING {
        let (zh, en) = platform::flow::name_of(CoopSettlement::STATE.choices, &state);
        return Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])));
    }
    Ok(())
}

fn take_out(
    tx: &mut Tx<'_>,
    orders: &BTreeMap<Id, BTreeSet<Id>>,
    step: &Step<'_, CoopSettlement>,
) -> Result<(), Refusal> {
    let org = tx.org();
    let ground = Ground::of(tx, org)?;
    let told = format!("{DID} {}", step.document.settle_code);
    let after_finish = tx.actor.has(AFTER_FINISH);
    let way = Way { ground: &ground, day: None, after_finish, done: DONE, did: DID, told: &told, reason: DID };
    let known = named(tx, orders.keys().copied())?;
    let of_bills = of_bills(tx, step.id)?;
    let mut findings = Findings::new();
    for (order, gone) in orders {
        let Some((code, scope)) = known.get(order) else { return Err(Refusal::NotFound) };
        if let Some(why) = costs::take_out(tx, (*order, scope), gone, &way)? {
            of_order(code, &why, &mut findings);
            continue;
        }
        if of_bills.contains(order) && charges::of_order(tx, org, *order)?.is_empty() {
            money_only::close(tx, (*order, code), &told)?;
        }
    }
    Refusal::unless_clean(&findings, &[])
}

/// The orders that were made for bills of a settlement.
fn of_bills(tx: &mut Tx<'_>, settlement: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(tx.org(), BILL);
    select.column("order_id").and_where(sql::eq("settlement_id", settlement));
    let rows = tx.query(&select.into())?;
    let all = rows.iter().map(|row| row.get::<Option<Id>>(0)).collect::<Result<Vec<_>, _>>()?;
    Ok(all.into_iter().flatten().collect())
}
