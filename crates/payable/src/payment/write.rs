//! What is written of payments: a new one, other parts of one, its end, and its supplier's word.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::DETAIL;
use charge::ledger::{COST_VIEW, money_text};
use charge::line::TABLE;
use kernel::{format_scaled, parse_day, show_day};
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::bulk;
use platform::call::Call;
use platform::document::RowValues;
use platform::prelude::*;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use serde_json::{Map, Value as Json, json};
use settle::partly;
use settle::payment::{self, Payment as Held};
use settle::scope::common;
use trade::charge::Currency;

use super::{Payment, RATE, seen};
use crate::cost::{self, Cost};
use crate::making::{Ask, Chosen, Head, at_places, chosen, hold, log_made, look, look_rate};

/// Parts of one call: what lists of a body may hold.
pub(crate) const PARTS_MAX: usize = 50_000;
/// Bytes of a body with so many parts or rows.
pub(crate) const PARTS_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Open costs that a change begins with, beside those the payment has.
const OFFERED_MAX: u64 = 200;

const CHARGE: Field = Field::reference("openCost", "费用", "Cost").column("charge_id").required();
const REST: Field = Field::decimal(3, "未对账", "Left").digits(2).in_currency("currency").column("rest").read_only();
const AMOUNT: Field =
    Field::decimal(3, "本次对账金额", "Reconciled now").digits(2).in_currency("currency").column("amount");
/// What a payment takes of costs; one without an amount is left out of a change, and taken wholly of a new payment.
pub(crate) const PARTS: Rows = Rows {
    member: "parts",
    title: ("明细", "Lines"),
    behind: "",
    table: DETAIL,
    parent: "payment_id",
    fields: &[CHARGE, REST, AMOUNT],
    most: PARTS_MAX,
    sheet: false,
};

/// What is asked for: the charge and how much of it.
fn asks(rows: &[RowValues]) -> Result<Vec<Ask>, Refusal> {
    let ask = |row: &RowValues| {
        let cell = |field: Field| {
            let place = PARTS.fields.iter().position(|known| known.column == field.column);
            place.and_then(|place| row.get(place)).unwrap_or(&Value::Null)
        };
        Ok((Id::from_value(cell(CHARGE))?, Option::<i64>::from_value(cell(AMOUNT))?))
    };
    rows.iter().map(ask).collect()
}

fn costs(chosen: &[Chosen]) -> Vec<&Cost> {
    chosen.iter().map(|one| &one.cost).collect()
}

/// What is typed beside the parts, of a partner and a currency.
fn head(filled: &Filled<'_>, (coop, currency): (Id, String)) -> Result<Head, Refusal> {
    Ok(Head {
        coop,
        currency,
        date: filled.get(Payment::PAYMENT_DATE)?,
        rate: filled.get(RATE)?,
        supplier_bill: filled.get(Payment::SUPPLIER_BILL_NO)?,
        remark: filled.get(Payment::REMARK)?,
    })
}

/// What is found at the parts of a payment is told at the rows they were asked for in.
fn at_rows(refusal: Refusal, asked: &[Ask], chosen: &[Chosen]) -> Refusal {
    let mut rows: BTreeMap<Id, usize> = BTreeMap::new();
    for (place, (charge, _)) in asked.iter().enumerate() {
        rows.entry(*charge).or_insert(place);
    }
    let places: Vec<usize> = chosen.iter().filter_map(|one| rows.get(&one.cost.id).copied()).collect();
    at_places(refusal, PARTS.member, &places)
}

/// POST /css/payment/doSave.
pub(super) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let of = (filled.get(Payment::COOP_ID)?, filled.get(Payment::CURRENCY_CODE)?);
    let head = head(filled, of)?;
    let asked = asks(filled.rows(PARTS.member))?;
    let chosen = chosen(tx, actor, &asked)?;
    hold(tx, &chosen, [])?;
    look(tx, org, &costs(&chosen), &mut filled.findings)?;
    look_rate(tx, actor, (&head.currency, head.rate), &costs(&chosen), &mut filled.findings)?;
    filled.unless_clean()?;
    let made = payment::make(tx, &head.wanted(&chosen));
    let (id, num) = made.map_err(|refusal| at_rows(refusal, &asked, &chosen))?;
    log_made(tx, (id, &num), super::PATH, "新增对账单")?;
    filled.answer("id", json!(id));
    filled.answer("paymentNum", json!(num));
    Ok(())
}

/// Holds a payment whose orders its user sees, all of them, in the version he saw.
fn held(tx: &mut Tx<'_>, step: &Step<'_, Payment>, others: &[Chosen]) -> Result<Held, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, &[step.id])?;
    let own: BTreeSet<Id> = payment::details(tx, org, &[step.id])?.iter().map(|detail| detail.order).collect();
    hold(tx, others, own)?;
    let held = payment::held(tx, &[step.id])?.pop().ok_or(Refusal::NotFound)?;
    if held.version == step.version() { Ok(held) } else { Err(Refusal::Stale(Json::Null)) }
}

/// 修改: what the payment has from now on. A part without an amount is none.
pub(super) fn change(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let asked = asks(step.rows(PARTS.member))?;
    let filled: Vec<Ask> = asked.iter().copied().filter(|(_, amount)| amount.is_some_and(|raw| raw != 0)).collect();
    let chosen = chosen(tx, actor, &filled)?;
    let held = held(tx, step, &chosen)?;
    payment::need_unmoved(&held, "修改")?;
    let head = head(step, (held.coop, held.currency.clone()))?;
    let before: BTreeSet<Id> = payment::details(tx, org, &[held.id])?.iter().map(|detail| detail.charge).collect();
    let fresh: Vec<&Cost> = costs(&chosen).into_iter().filter(|cost| !before.contains(&cost.id)).collect();
    look(tx, org, &fresh, &mut step.findings)?;
    look_rate(tx, actor, (&head.currency, head.rate), &costs(&chosen), &mut step.findings)?;
    step.unless_clean()?;
    payment::change(tx, &held, &head.wanted(&chosen)).map_err(|refusal| at_rows(refusal, &asked, &chosen))?;
    let scope = common(chosen.iter().map(|one| one.cost.scope.as_str())).to_owned();
    step.set(Payment::BUSINESS_SCOPE, Value::Text(scope));
    Ok(())
}

/// 作废: its charges are open again.
pub(super) fn void(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    let reason: String = step.get(Payment::VOID_REASON)?;
    let held = held(tx, step, &[])?;
    payment::need_unmoved(&held, "作废")?;
    payment::void(tx, &held, &reason)
}

/// 继续处理: without the costs that can't be taken any more.
pub(super) fn go_on(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    need_whole(tx, step.id)?;
    bulk::go_on(tx, &payment::KIND, step.id)
}

/// 撤回: what was taken of its costs is open again.
pub(super) fn take_back(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    need_whole(tx, step.id)?;
    charge::period::need_not_closed(tx, parse_day(&step.document.payment_date))?;
    bulk::take_back(tx, &payment::KIND, step.id)
}

/// Its user sees the orders of what is written, and of what waits.
fn need_whole(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    seen::need_whole(tx, actor, &[id])?;
    let waiting = bulk::waiting(tx, org, (&payment::KIND, id))?;
    partly::need_orders(tx, org, &waiting.iter().filter_map(|row| row.order).collect(), visible_order(actor))
}

/// 供应商确认: the day is written, the file hangs on it.
pub(super) fn confirm(tx: &mut Tx<'_>, step: &mut Step<'_, Payment>) -> Result<(), Refusal> {
    let actor = tx.actor;
    seen::need_whole(tx, actor, &[step.id])
}

/// Today, as the day of a confirmation.
pub(super) fn today(actor: &Actor) -> Map<String, Json> {
    [(Payment::CONFIRMED_ON.name(), json!(show_day(actor.now.day())))].into_iter().collect()
}

/// What a change begins with: the parts there are, and the open costs of the partner in the currency.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    actor.need(COST_VIEW)?;
    let id = id.ok_or(Refusal::NotFound)?;
    let mut out = super::PAGE.first_of(conn, actor, Some(id))?;
    let details = payment::details(conn, actor.org_id, &[id])?;
    let taken: BTreeMap<Id, i64> = details.iter().map(|detail| (detail.charge, detail.amount)).collect();
    let own = cost::by_id(conn, actor, &taken.keys().copied().collect::<Vec<_>>())?;
    let there = details.iter().filter_map(|detail| own.get(&detail.charge));
    let mut parts: Vec<Json> = there.map(|cost| part(cost, taken.get(&cost.id).copied())).collect();
    if let (Some(coop), Some(currency)) = (text(&out, Payment::COOP_ID), text(&out, Payment::CURRENCY_CODE)) {
        let mut select = cost::open(actor);
        select
            .and_where(sql::of_eq(TABLE, "coop_id", coop.parse::<i64>().unwrap_or_default()))
            .and_where(sql::of_eq(TABLE, "currency_code", currency))
            .limit(OFFERED_MAX);
        let others = cost::read(conn, select)?;
        parts.extend(others.iter().filter(|cost| !taken.contains_key(&cost.id)).map(|cost| part(cost, None)));
    }
    let asked = super::ASKED.map(|field| field.name());
    out.retain(|name, _| asked.contains(name));
    out.insert(PARTS.member.to_owned(), json!(parts));
    Ok(out)
}

fn text(of: &Map<String, Json>, field: Field) -> Option<String> {
    of.get(&field.name()).and_then(Json::as_str).map(ToOwned::to_owned)
}

/// A cost with what a payment takes of it, as the dialog shows it.
fn part(cost: &Cost, taken: Option<i64>) -> Json {
    let figure = |raw: i64| format_scaled(raw, 3, 2);
    json!({
        "chargeId": cost.id, "chargeName": name_of(cost), "rest": figure(cost.rest() + taken.unwrap_or_default()),
        "amount": taken.map(figure),
    })
}

/// What a cost is called where it is chosen.
fn name_of(cost: &Cost) -> String {
    let day: String = cost.biz_date.chars().skip("2026-".len()).collect();
    [cost.number(), &cost.item, &day].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Open costs by what they are called, their items and their partners.
pub(super) fn offers(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    const NAMED: [(&str, &str); 4] =
        [(ORDER, "order_code"), (ORDER, "biz_number"), ("item", "service_name_cn"), ("supplier", "coop_name")];
    let actor = call.actor()?.clone();
    if !actor.has(COST_VIEW) {
        return Ok(Vec::new());
    }
    let mut select = if ask.value.is_empty() { cost::open(&actor) } else { cost::counting(&actor) };
    if ask.value.is_empty() {
        let named = NAMED.into_iter().map(|(of, column)| sql::contains(sql::of(of, column), &ask.keyword));
        select.cond_where(sql::any_of(named));
    } else {
        select.and_where(sql::of_eq(TABLE, "id", ask.value.parse::<i64>().unwrap_or_default()));
    }
    select.limit(OFFERS_MAX);
    let costs = call.read(|conn| cost::read(conn, select))?;
    let offer = |cost: &Cost| {
        let rest = Currency::named(&cost.currency).map(|currency| money_text(cost.rest(), currency));
        let label = format!("{} {} {}", name_of(cost), cost.currency, rest.unwrap_or_default());
        Offer { value: cost.id.to_string(), label, hint: cost.supplier.clone() }
    };
    Ok(costs.iter().map(offer).collect())
}
