//! Sharing the price of a master over its orders, and taking that back.

use std::collections::{BTreeMap, BTreeSet};

use approval::pending;
use approval::words::UNDER_APPROVAL;
use charge::entry::Ground;
use charge::ledger::COST_VIEW;
use charge::line::{Line, Source};
use charge::{ledger, rate};
use facts::order_log::log_entry;
use kernel::{Findings, Id, Msg, Quantity, Scope, Text};
use order::signing::{self, OF_ALL, OF_ONE, SIGNED};
use order::store::{self, Saved};
use order::{Head, form_page};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json, json};
use trade::charge::line::{Limits, Of, amount};
use trade::charge::share::share;
use trade::charge::{Currency, Fault, Money};

use super::load::{Bearer, Master, lines_of};
use super::{COST, SHARE, bad, view};
use crate::order::freight_cost::{
    self, Price, closed_as, is_freight, is_held, price, price_type, replaced_over, weight,
};
use crate::order::store::air;

const DID: &str = "单货匹配";
const UNDID: &str = "撤销匹配";
const NO_ORDERS: Msg =
    Msg::new("order_match.none", "主单没有进行中的订单", "No order of the master is being worked on.");
const NO_SOURCE: Msg =
    Msg::new("order_match.source", "主单没有运单来源，不能匹配", "It is not known whom the master waybill is from.");
const NOT_WEIGHED: Msg = Msg::new("order_match.weight", "{code}未出重", "{code} has no actual charge weight.");
const OF_ORDER: Msg = Msg::new("order_match.of_order", "{code}：{why}", "{code}: {why}");
const IS_SIGNED: Msg =
    Msg::new("order_match.signed", "已签单，请先撤销签单", "The routing is signed off; undo the sign-off first.");
const COST_DONE: Msg = Msg::new("order_match.done", "成本已完成，不能匹配", "The cost is done; it can't be matched.");
const RECONCILED: Msg = Msg::new(
    "order_match.reconciled",
    "空运费成本已对账，不能匹配",
    "The cost of the freight is on a statement; it can't be matched.",
);
const UNDO_DONE: Msg =
    Msg::new("order_match.undo_done", "成本已完成，不能撤销匹配", "The cost is done; the match can't be taken back.");
const UNDO_RECONCILED: Msg = Msg::new(
    "order_match.undo_reconciled",
    "空运费成本已对账，不能撤销匹配",
    "The cost of the freight is on a statement; the match can't be taken back.",
);
const NOT_MATCHED: Msg = Msg::new("order_match.open", "主单未匹配", "The master is not matched.");
const SUM_DIFFERS: Msg = Msg::new("order_match.sum", "分摊合计与总额不一致", "The shares do not add up to the total.");
const CURRENCY: Msg = Msg::new("order_match.currency", "币种不存在", "There is no such currency.");
const TOO_FINE: Msg =
    Msg::new("order_match.fine", "{currency}金额最多{n}位小数", "Amounts of {currency} have {n} decimals at most.");
const TOO_LARGE: Msg = Msg::new("order_match.overflow", "金额超出范围", "The amount is out of range.");

const WEIGHT: Field = weight("付费重量", "Payable weight").column("cost_weight").wire("awbCostChargeWeight");
const TYPE: Field = price_type("价格类型", "Priced by").column("price_type");
const PRICE: Field = price("价格", "Price").column("price");
const CURRENCY_CODE: Field = Field::code("currency", "币种", "Currency").max(3).column("currency");
const OWN_SHARE: Field = Field::decimal(3, "分摊金额", "Share").range(0, 99_999_999_999_999).digits(2).required();

/// What is typed.
struct Wanted {
    price: Price,
    total: Money,
    shares: BTreeMap<Id, Money>,
    confirmed: Vec<String>,
}

/// The master a body names.
fn master_of(body: &Map<String, Json>) -> Result<Id, Refusal> {
    let id = body.get("awbId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    id.ok_or_else(|| bad("awbId"))
}

impl Wanted {
    fn of(conn: &mut dyn Conn, org: i64, body: &Map<String, Json>) -> Result<Self, Refusal> {
        const KNOWN: [&str; 9] = [
            "awbId",
            "rowUuid",
            "awbCostChargeWeight",
            "priceType",
            "price",
            "currency",
            "currencyName",
            "shares",
            "confirmed",
        ];
        if let Some(name) = body.keys().find(|name| !KNOWN.contains(&name.as_str())) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let mut findings = Findings::new();
        let mut value = |field: Field| field.parse(body.get(&field.name()), &field.name(), &mut findings);
        let typed = [TYPE, PRICE, WEIGHT, CURRENCY_CODE].map(&mut value);
        let [kind, price, weight, code] = typed;
        let own = rate::functional(conn, org)?;
        let code = Option::<String>::from_value(&code)?.unwrap_or_else(|| own.code().to_owned());
        let currency = Currency::named(&code).filter(|_| !findings.has_errors());
        let there = currency.is_some() && facts::is_currency(conn, org, &code)?;
        findings.error_if(!there && !findings.has_errors(), "currency", CURRENCY);
        Refusal::unless_clean(&findings, &[])?;
        let currency = currency.ok_or_else(|| Refusal::field("currency", CURRENCY.text()))?;
        let price = Price {
            price_type: Option::<String>::from_value(&kind)?.unwrap_or_default(),
            price: Option::<i64>::from_value(&price)?.unwrap_or_default(),
            currency: code,
            weight: Option::<i64>::from_value(&weight)?.unwrap_or_default(),
        };
        let shares = shares(body, currency)?;
        let answers = body.get("confirmed").and_then(Json::as_array).into_iter().flatten();
        let confirmed = answers.filter_map(|answer| answer.as_str().map(str::to_owned)).collect();
        Ok(Self { total: total(&price, currency)?, price, shares, confirmed })
    }
}

/// The price of a kilogram times the weight, or the price of all of it.
fn total(price: &Price, currency: Currency) -> Result<Money, Refusal> {
    // One, or a weight of three decimals, in ten-thousandths.
    let quantity = if price.price_type == OF_ALL { 10_000 } else { price.weight.saturating_mul(10) };
    let of = Of::Quantity(Quantity::from_raw(quantity));
    let made = amount(currency, kernel::Price::from_raw(price.price), of, &Limits::default());
    made.map(|made| made.amount).map_err(|_| Refusal::field("price", TOO_LARGE.text()))
}

/// Shares that were typed over those by weight.
fn shares(body: &Map<String, Json>, currency: Currency) -> Result<BTreeMap<Id, Money>, Refusal> {
    let mut shares = BTreeMap::new();
    let rows = match body.get("shares") {
        None | Some(Json::Null) => return Ok(shares),
        Some(rows) => rows.as_array().ok_or_else(|| bad("shares"))?,
    };
    let mut findings = Findings::new();
    for (place, row) in rows.iter().enumerate() {
        let id = row.get("orderId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
        let id = id.ok_or_else(|| bad("shares"))?;
        let at = format!("shares.{place}.amount");
        let Value::Int(raw) = OWN_SHARE.parse(row.get("amount"), &at, &mut findings) else { continue };
        match Money::of_thousandths(raw, currency) {
            Ok(money) => drop(shares.insert(id, money)),
            Err(_) => {
                let arguments = [("currency", currency.code()), ("n", &currency.exponent().to_string())];
                findings.error(at, TOO_FINE.with(&arguments));
            }
        }
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(shares)
}

/// A refusal about one of several orders.
fn about(code: &str, why: &Text) -> Refusal {
    Refusal::Business(OF_ORDER.with_each(&[("code", code), ("why", &why.zh)], &[("code", code), ("why", &why.en)]))
}

/// The first order that takes no share: it is not worked on, its cost is done, it is signed, its freight is held, or
/// somebody decides about it.
fn need_open(
    conn: &mut dyn Conn,
    org: i64,
    (orders, lines): (&[Bearer], &BTreeMap<Id, Vec<Line>>),
    item: Id,
) -> Result<(), Refusal> {
    let ids: Vec<Id> = orders.iter().map(|order| order.id).collect();
    let (signed, waiting) = (signed(conn, org, &ids)?, pending::of_orders(conn, org, &ids)?);
    for order in orders {
        let own = lines.get(&order.id).map(Vec::as_slice).unwrap_or_default();
        let why = closed_as((Scope::Ae, order.lifecycle, order.cost_recorded), COST_DONE)
            .or_else(|| signed.contains(&order.id).then(|| IS_SIGNED.text()))
            .or_else(|| is_held(own, item).then(|| RECONCILED.text()))
            .or_else(|| waiting.contains(&order.id).then(|| UNDER_APPROVAL.text()));
        if let Some(why) = why {
            return Err(about(&order.code, &why));
        }
    }
    Ok(())
}

/// Those of some orders that are signed: their cost is what they were signed with.
fn signed(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, signing::TABLE);
    select
        .column("order_id")
        .and_where(sql::eq("state", SIGNED.to_owned()))
        .and_where(sql::is_in(sql::col("order_id"), orders.iter().copied()));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn broken(fault: Fault) -> Refusal {
    Refusal::broken(fault.to_string())
}

/// What each order bears by its charge weight, as it is shown, so that the shares add up on paper; the last takes the rest.
pub(super) fn by_weight(orders: &[Bearer], total: Money) -> Result<Vec<Money>, Refusal> {
    let mut weights = Vec::new();
    for order in orders {
        let weight = order.charged.map(|weight| weight.round(2).raw()).filter(|raw| *raw > 0);
        weights.push(weight.ok_or_else(|| Refusal::Business(NOT_WEIGHED.with(&[("code", &order.code)])))?);
    }
    share(total, &weights).map_err(broken)
}

/// What each order bears: by weight, or what was typed if the sum stays exact. Every order is weighed in either case.
fn borne(orders: &[Bearer], wanted: &Wanted) -> Result<Vec<Money>, Refusal> {
    let by_weight = by_weight(orders, wanted.total)?;
    if wanted.shares.is_empty() {
        return Ok(by_weight);
    }
    let typed: Option<Vec<Money>> = orders.iter().map(|order| wanted.shares.get(&order.id).copied()).collect();
    let typed = typed.filter(|typed| typed.len() == wanted.shares.len()).ok_or(Refusal::business(SUM_DIFFERS))?;
    let sum = Money::sum(wanted.total.currency(), typed.iter().copied()).map_err(broken)?;
    if sum == wanted.total { Ok(typed) } else { Err(Refusal::business(SUM_DIFFERS)) }
}

/// What each order of a master bears, with the charges it has; every rule was asked.
fn looked(
    conn: &mut dyn Conn,
    org: i64,
    (master, item): (&Master, Id),
    wanted: &Wanted,
) -> Result<(BTreeMap<Id, Vec<Line>>, Vec<Money>), Refusal> {
    if master.orders.is_empty() {
        return Err(Refusal::business(NO_ORDERS));
    }
    let lines = lines_of(conn, org, &master.orders)?;
    need_open(conn, org, (&master.orders, &lines), item)?;
    Ok((lines, borne(&master.orders, wanted)?))
}

fn need_version(body: &Map<String, Json>, version: i64) -> Result<(), Refusal> {
    let version = version.to_string();
    if body.get("rowUuid").and_then(Json::as_str) == Some(version.as_str()) {
        return Ok(());
    }
    Err(Refusal::Stale(json!({ "current": { "rowUuid": version }, "changed": [] })))
}

/// POST countOrderMatch.
pub(super) fn count(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let awb = master_of(&body)?;
    let actor = call.actor()?.clone();
    actor.need(COST_VIEW)?;
    call.read(|conn| {
        let org = actor.org_id;
        let wanted = Wanted::of(conn, org, &body)?;
        let master = Master::of(conn, &actor, awb)?;
        let item = freight_cost::item(conn, org)?;
        let (_, borne) = looked(conn, org, (&master, item), &wanted)?;
        let row = |(order, own): (&Bearer, &Money)| {
            json!({
                "orderId": order.id, "orderCode": order.code, "amount": own.to_string(),
                "share": view::percent(*own, wanted.total),
            })
        };
        let rows: Vec<Json> = master.orders.iter().zip(&borne).map(row).collect();
        Ok(json!({ "total": wanted.total.to_string(), "orders": rows }))
    })
    .map(Answer::Data)
}

/// POST doOrderMatch: all of the orders, or none.
pub(super) fn make(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let awb = master_of(&body)?;
    call.actor()?.need(COST_VIEW)?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let wanted = Wanted::of(tx, org, &body)?;
        // Who matches at the same moment has held the orders, and written, before.
        let master = Master::held(tx, awb)?;
        let item = freight_cost::item(tx, org)?;
        let (lines, borne) = looked(tx, org, (&master, item), &wanted)?;
        need_version(&body, master.version())?;
        let coop = master.source.ok_or(Refusal::business(NO_SOURCE))?;
        let ground = Ground::of(tx, org)?;
        for (order, own) in master.orders.iter().zip(&borne) {
            let kept = lines.get(&order.id).map(Vec::as_slice).unwrap_or_default();
            let saved = store::of_id(tx, actor, air(), order.id)?;
            give(tx, (&ground, &saved, kept), (item, coop), (&wanted, *own))?;
            say(tx, order, format!("{DID} {}", master.number), DID)?;
        }
        let made = made(tx, org, &master.orders, &lines)?;
        keep(tx, &master, &wanted, (&borne, &made))?;
        view::told(tx, actor, awb)
    })
    .map(Answer::Data)
}

/// A line in the log of an order.
fn say(tx: &mut Tx<'_>, order: &Bearer, text: String, did: &str) -> Result<(), Refusal> {
    tx.log(log_entry(order.id, &order.code, form_page(Scope::Ae)).did("修改", did).text(text))
}

/// The charges that shares have become, by order: those that were not there before.
fn made(
    conn: &mut dyn Conn,
    org: i64,
    orders: &[Bearer],
    before: &BTreeMap<Id, Vec<Line>>,
) -> Result<BTreeMap<Id, Id>, Refusal> {
    let known: BTreeSet<Id> = before.values().flatten().filter_map(|line| line.id).collect();
    let now = lines_of(conn, org, orders)?;
    let fresh = |lines: &[Line]| lines.iter().filter_map(|line| line.id).find(|id| !known.contains(id));
    Ok(now.iter().filter_map(|(order, lines)| Some((*order, fresh(lines)?))).collect())
}

/// Gives an order its share in place of the freight it has.
fn give(
    tx: &mut Tx<'_>,
    (ground, saved, kept): (&Ground, &Saved, &[Line]),
    (item, coop): (Id, Id),
    (wanted, own): (&Wanted, Money),
) -> Result<(), Refusal> {
    let raw = own.thousandths().map_err(broken)?;
    let weight = saved.draft.head.get::<i64>(Head::CONFIRM_CHARGE_WEIGHT).unwrap_or_default();
    let of_one = Price { price_type: OF_ONE.to_owned(), weight, ..wanted.price.clone() };
    let mut line = of_one.line(Source::Shared, (item, Some(coop), DID));
    line.charge.price = None;
    (line.charge.amount, line.charge.amount_fixed) = (Some(raw), true);
    let comes = Some(line).filter(|_| !own.is_zero());
    let at = |field: &str| if matches!(field, "currency" | "exchangeRate") { "currency" } else { "price" };
    let goes = |line: &Line| is_freight(line, item);
    let mut findings = Findings::new();
    let lines = replaced_over(tx, (ground, saved, kept), (goes, comes), at, &mut findings)?;
    Refusal::unless_clean(&findings, &wanted.confirmed)?;
    ledger::write(tx, (saved.id, &saved.code), (kept, &lines), DID)
}

/// What was paid, and what each order bears, in place of what stood there.
fn keep(
    tx: &mut Tx<'_>,
    master: &Master,
    wanted: &Wanted,
    (borne, made): (&[Money], &BTreeMap<Id, Id>),
) -> Result<(), Refusal> {
    let (org, user, now) = (tx.org(), tx.actor.user_id.into_value(), tx.now.into_value());
    let (awb, version) = (master.id, master.version());
    let mut cells = vec![
        ("price_type", wanted.price.price_type.clone().into_value()),
        ("price", wanted.price.price.into_value()),
        ("currency", wanted.price.currency.clone().into_value()),
        ("cost_weight", wanted.price.weight.into_value()),
        ("total", wanted.total.thousandths().map_err(broken)?.into_value()),
        ("version", Value::Int(version + 1)),
        ("updated_by", user.clone()),
        ("updated_at", now.clone()),
    ];
    if version > 0 {
        let mut update = sql::update(org, COST, &cells);
        tx.exec(&update.and_where(sql::eq("awb_id", awb)).to_owned().into())?;
    } else {
        cells.extend([("awb_id", awb.into_value()), ("created_by", user), ("created_at", now)]);
        tx.exec(&sql::insert(org, COST, &cells).into())?;
    }
    tx.exec(&sql::delete(org, SHARE).and_where(sql::eq("awb_id", awb)).to_owned().into())?;
    let mut rows = Vec::new();
    for (order, own) in master.orders.iter().zip(borne) {
        let raw = own.thousandths().map_err(broken)?;
        let charge = made.get(&order.id).copied();
        rows.push(vec![awb.into_value(), order.id.into_value(), raw.into_value(), charge.into_value()]);
    }
    tx.exec(&sql::insert_many(org, SHARE, &["awb_id", "order_id", "amount", "charge_id"], rows).into())?;
    Ok(())
}

/// POST undoOrderMatch: while no share is on a statement. The charges that the shares made are taken back, of every order
/// that bears one; what was entered otherwise stays.
pub(super) fn undo(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    if let Some(name) = body.keys().find(|name| !["awbId", "rowUuid"].contains(&name.as_str())) {
        return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
    }
    let awb = master_of(&body)?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let master = Master::held(tx, awb)?;
        if master.paid.is_none() {
            return Err(Refusal::business(NOT_MATCHED));
        }
        need_version(&body, master.version())?;
        let orders = master.bearing(tx, actor)?;
        let lines = lines_of(tx, org, &orders)?;
        let ground = Ground::of(tx, org)?;
        for order in &orders {
            let kept = lines.get(&order.id).map(Vec::as_slice).unwrap_or_default();
            let charge = master.shares.iter().find(|share| share.order == order.id).and_then(|share| share.charge);
            if let Some(line) = kept.iter().find(|line| line.id.is_some() && line.id == charge) {
                take_back(tx, order, (&ground, kept), line)?;
            }
            say(tx, order, format!("{UNDID} {}", master.number), UNDID)?;
        }
        for table in [SHARE, COST] {
            tx.exec(&sql::delete(org, table).and_where(sql::eq("awb_id", awb)).to_owned().into())?;
        }
        if orders.is_empty() {
            // No order bears a share: there is nobody to tell.
            tx.no_log_line();
        }
        view::told(tx, actor, awb)
    })
    .map(Answer::Data)
}

/// Takes the charge of a share off its order.
fn take_back(tx: &mut Tx<'_>, order: &Bearer, (ground, kept): (&Ground, &[Line]), line: &Line) -> Result<(), Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let why = closed_as((Scope::Ae, order.lifecycle, order.cost_recorded), UNDO_DONE)
        .or_else(|| line.is_held().then(|| UNDO_RECONCILED.text()));
    let waits = pending::waits(tx, org, order.id)?.map(Msg::text);
    if let Some(why) = why.or(waits) {
        return Err(about(&order.code, &why));
    }
    let saved = store::of_id(tx, actor, air(), order.id)?;
    let mut findings = Findings::new();
    let goes = |other: &Line| other.id == line.id;
    let lines = replaced_over(tx, (ground, &saved, kept), (goes, None), |_| "", &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    ledger::write(tx, (saved.id, &saved.code), (kept, &lines), UNDID)
}
