//! 生成结算: confirmed bills become charges (4.0), of an order of other business for each bill, or of the orders they were counted
//! of.

use std::collections::{BTreeMap, BTreeSet};

use agreement::code_of;
use agreement::settlement::rule::{AS_ORDER, POST_MODES};
use charge::finance;
use domain::coop::visible_coop;
use kernel::{Day, ExchangeRate, parse_day, show_day};
use platform::prelude::*;
use platform::sea_query::{JoinType, Order};
use serde_json::{Value as Json, json};
use settle::periodic::bill::{CONFIRMED, DETAILS, LINES, TABLE as BILL};
use settle::periodic::settlement::{self, CHARGES, SETTLING, TABLE};
use trade::charge::Side;

use super::{CoopSettlement, PATH, post};

/// How all of them become charges; none: as each rule says.
const MODE: Field = Field::select(POST_MODES, "落账方式", "Posting").column("post_mode");
const DAY: Field = CoopSettlement::FINANCIAL_DATE.typed();
/// What is asked for.
pub(super) const FIELDS: [Field; 2] = [MODE, DAY];

const NONE: Msg = Msg::new("coop_settlement.none", "请选择账单", "Choose bills.");
const UNCONFIRMED: Msg =
    Msg::new("coop_settlement.unconfirmed", "账单未确认，不能结算", "A bill is not confirmed: it can't be settled.");
const ALREADY: Msg = Msg::new(
    "coop_settlement.already",
    "账单已生成结算单，不能重复结算",
    "A bill has its settlement: it can't be settled again.",
);
const NOT_ALIKE: Msg = Msg::new(
    "coop_settlement.alike",
    "请选择同一客商、收付方向和币种的账单",
    "Choose bills of one partner, side and currency.",
);
const NOTHING: Msg = Msg::new("coop_settlement.nothing", "账单没有金额，无需结算", "The bills come to nothing.");

/// A bill that is settled.
pub(super) struct Bill {
    pub id: Id,
    pub code: String,
    pub coop: Id,
    pub side: Side,
    pub currency: String,
    pub period: String,
    pub rate: ExchangeRate,
    pub amount: i64,
    pub functional: i64,
    pub due: String,
    pub state: String,
    pub is_settled: bool,
}

/// A line of it, with what of it each order bears.
pub(super) struct BillLine {
    pub id: Id,
    pub item: Id,
    pub amount: i64,
    pub tax_rate: String,
    pub is_spread: bool,
    pub shares: Vec<(Id, i64)>,
    pub remark: String,
}

/// A charge that was made of a line of a bill.
pub(super) struct Made {
    pub bill: Id,
    pub line: Id,
    pub order: Id,
    pub charge: Id,
    pub amount: i64,
}

/// POST …/make {ids, postMode, financialDate}.
pub(super) fn make(tx: &mut Tx<'_>, filled: &mut Filled<'_>) -> Result<(), Refusal> {
    let named = filled.body.get("ids").and_then(Json::as_array).into_iter().flatten();
    let ids: BTreeSet<Id> = named.filter_map(|id| id.as_str()?.parse().ok().map(Id)).collect();
    let (mode, day): (String, String) = (filled.get(MODE)?, filled.get(DAY)?);
    filled.unless_clean()?;
    if ids.is_empty() {
        return Err(Refusal::business(NONE));
    }
    let wanted: Vec<Id> = ids.iter().copied().collect();
    // The charges of orders are held before the bills.
    let orders = lines(tx, &wanted, &mode)?.into_values().flatten().filter(|line| line.is_spread);
    finance::hold_all(tx, &orders.flat_map(|line| line.shares).map(|(order, _)| order).collect())?;
    let bills = bills(tx, &wanted)?;
    if bills.len() != ids.len() {
        return Err(Refusal::NotFound);
    }
    let Some(first) = bills.first() else { return Err(Refusal::business(NONE)) };
    if bills.iter().any(|bill| bill.state != CONFIRMED) {
        return Err(Refusal::business(UNCONFIRMED));
    }
    if bills.iter().any(|bill| bill.is_settled) {
        return Err(Refusal::business(ALREADY));
    }
    let alike = |bill: &Bill| bill.coop == first.coop && bill.side == first.side && bill.currency == first.currency;
    if !bills.iter().all(alike) {
        return Err(Refusal::business(NOT_ALIKE));
    }
    let of_bills = lines(tx, &wanted, &mode)?;
    let posted = post::post(tx, (&bills, &of_bills), parse_day(&day))?;
    if posted.made.is_empty() {
        return Err(Refusal::business(NOTHING));
    }
    let is_spread = of_bills.values().flatten().all(|line| line.is_spread);
    let code = write(tx, &bills, (&posted, is_spread), &day)?;
    filled.answer("settleCode", json!(code));
    filled.answer("orderCodes", json!(posted.codes));
    Ok(())
}

/// Bills by their ids, held, as far as their user sees their partner.
fn bills(tx: &mut Tx<'_>, ids: &[Id]) -> Result<Vec<Bill>, Refusal> {
    let (actor, org) = (tx.actor, tx.org());
    let mut hold = sql::from(org, BILL);
    hold.column("id").and_where(sql::is_in(sql::col("id"), ids.iter().copied())).order_by("id", Order::Asc);
    tx.query(&hold.lock_exclusive().to_owned().into())?;
    let mut select = sql::from(org, BILL);
    select
        .columns(["id", "bill_code", "coop_id", "side", "currency_code", "period"].map(|column| (BILL, column)))
        .columns(
            ["exchange_rate", "amount", "functional", "due_date", "state", "settlement_id"]
                .map(|column| (BILL, column)),
        )
        .join(JoinType::InnerJoin, "coop", sql::same_org("coop", BILL, "coop_id"))
        .and_where(sql::is_in(sql::of(BILL, "id"), ids.iter().copied()))
        .cond_where(visible_coop(actor))
        .order_by((BILL, "id"), Order::Asc);
    let rows = tx.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let side: String = row.get(3)?;
            Ok(Bill {
                id: row.get(0)?,
                code: row.get(1)?,
                coop: row.get(2)?,
                side: if side == code_of(Side::Payable) { Side::Payable } else { Side::Receivable },
                currency: row.get(4)?,
                period: row.get(5)?,
                rate: ExchangeRate::from_raw(row.get(6)?),
                amount: row.get(7)?,
                functional: row.get(8)?,
                due: row.get(9)?,
                state: row.get(10)?,
                is_settled: row.get::<Option<Id>>(11)?.is_some(),
            })
        })
        .collect()
}

/// The lines of bills with what each order bears of them; what was counted of no order can't be spread.
fn lines(tx: &mut Tx<'_>, bills: &[Id], mode: &str) -> Result<BTreeMap<Id, Vec<BillLine>>, Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, DETAILS);
    select
        .columns(["line_id", "order_id", "share"])
        .and_where(sql::is_in(sql::col("bill_id"), bills.iter().copied()))
        .order_by("line", Order::Asc)
        .order_by("id", Order::Asc);
    let mut shares: BTreeMap<Id, Vec<(Option<Id>, i64)>> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        shares.entry(row.get(0)?).or_default().push((row.get(1)?, row.get(2)?));
    }
    let mut select = sql::from(org, LINES);
    select
        .columns(["bill_id", "id", "service_item_id", "amount", "tax_rate", "post_mode", "rule_name", "reason"])
        .and_where(sql::is_in(sql::col("bill_id"), bills.iter().copied()))
        .order_by("bill_id", Order::Asc)
        .order_by("line", Order::Asc);
    let mut found: BTreeMap<Id, Vec<BillLine>> = BTreeMap::new();
    for row in tx.query(&select.into())? {
        let id: Id = row.get(1)?;
        let own: String = row.get(5)?;
        let own = if mode.is_empty() { own } else { mode.to_owned() };
        let counted = shares.remove(&id).unwrap_or_default();
        let of_orders: Vec<(Id, i64)> =
            counted.iter().filter_map(|(order, share)| order.map(|order| (order, *share))).collect();
        let weighs = of_orders.iter().map(|(_, share)| *share).fold(0, i64::saturating_add) != 0;
        let is_spread = !own.is_empty() && own != AS_ORDER && weighs && of_orders.len() == counted.len();
        let said: [String; 2] = [row.get(6)?, row.get(7)?];
        found.entry(row.get(0)?).or_default().push(BillLine {
            id,
            item: row.get(2)?,
            amount: row.get(3)?,
            tax_rate: row.get(4)?,
            is_spread,
            shares: of_orders,
            remark: said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "),
        });
    }
    Ok(found)
}

/// Writes the settlement, its charges, and that the bills became it.
fn write(
    tx: &mut Tx<'_>,
    bills: &[Bill],
    (posted, is_spread): (&post::Posted, bool),
    day: &str,
) -> Result<String, Refusal> {
    let org = tx.org();
    let Some(first) = bills.first() else { return Err(Refusal::business(NONE)) };
    let month: String = show_day(tx.now.day()).chars().filter(char::is_ascii_digit).skip(2).take(4).collect();
    let code = format!("JS-{month}{:04}", tx.next_number(TABLE, &month)?);
    let id = tx.new_id();
    let sum = |of: fn(&Bill) -> i64| bills.iter().map(of).fold(0, i64::saturating_add);
    let codes: Vec<&str> = bills.iter().map(|bill| bill.code.as_str()).collect();
    let due: Option<Day> = bills.iter().filter_map(|bill| parse_day(&bill.due)).min();
    let (user, now) = (tx.actor.user_id.into_value(), Value::Int(tx.now.millis()));
    let mode = POST_MODES.iter().map(|mode| mode.value).find(|mode| (*mode == AS_ORDER) != is_spread);
    let cells = [
        ("id", id.into_value()),
        ("settle_code", code.clone().into_value()),
        ("coop_id", first.coop.into_value()),
        ("side", code_of(first.side).into_value()),
        ("bill_codes", codes.join("、").into_value()),
        ("currency_code", first.currency.clone().into_value()),
        ("amount", sum(|bill| bill.amount).into_value()),
        ("functional", sum(|bill| bill.functional).into_value()),
        ("post_mode", mode.unwrap_or(AS_ORDER).into_value()),
        ("financial_date", day.to_owned().into_value()),
        ("order_id", posted.orders.values().next().copied().into_value()),
        ("charge_count", Value::Int(0)),
        ("open_amount", Value::Int(0)),
        ("due_date", due.map(show_day).into_value()),
        ("state", SETTLING.into_value()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    for one in &posted.made {
        let cells = [
            ("id", tx.new_id().into_value()),
            ("settlement_id", id.into_value()),
            ("bill_id", one.bill.into_value()),
            ("bill_line_id", one.line.into_value()),
            ("order_id", one.order.into_value()),
            ("charge_id", one.charge.into_value()),
            ("side", code_of(first.side).into_value()),
            ("amount", one.amount.into_value()),
        ];
        tx.exec(&sql::insert(org, CHARGES, &cells).into())?;
    }
    for bill in bills {
        let cells =
            [("settlement_id", id.into_value()), ("order_id", posted.orders.get(&bill.id).copied().into_value())];
        tx.exec(&sql::update(org, BILL, &cells).and_where(sql::eq("id", bill.id)).to_owned().into())?;
        settlement::restate_bill(tx, bill.id)?;
    }
    settlement::restate(tx, id)?;
    let entry = LogEntry::of(TABLE, id, &code, PATH).did("新建", "生成结算").level(Level::High);
    tx.log(entry.text(format!("生成结算 {code}：{}", codes.join("、"))))?;
    Ok(code)
}
