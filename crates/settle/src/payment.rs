//! Payments 对账单: cost of one partner in one currency, each line of it taken wholly or in part (css.md 0.7, invariants 7
//! and 8). The details are the lowest rows, where money lands.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{
    DETAIL, IN_FORCE, INVOICED as ALL_INVOICED, PART_INVOICED, PART_SETTLED, PAYMENT, PROCESSING,
    SETTLED as ALL_SETTLED, VOID,
};
use charge::line::{self, Line};
use charge::{figure, finance, ledger, rate};
use domain::switch::PAY_NEEDS_CONFIRMATION;
use kernel::{Day, ExchangeRate, Findings, Id, Msg, parse_day, show_day};
use platform::bulk;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::setting;
use platform::store::{Conn, Row, Value, sql};
use trade::charge::exchange::{Carried, common_rate, functional};
use trade::charge::share::within;
use trade::charge::{Currency, Fault, Money, Side};

use crate::note::RATE_HELD;
use crate::number;
use crate::periodic::settlement;
use crate::status::{MADE, TO_INVOICE};

pub use pieces::KIND;

/// What the log calls a payment.
pub const OBJECT: &str = "payment";

const NOT_OF_PARTNER: Msg = Msg::new(
    "payment.lines",
    "费用已变化或已对账，请刷新后重试",
    "Some charges changed or are in a payment already. Read them again.",
);
/// The company takes costs of orders alone whose cost is done.
pub const NOT_DONE: Msg = Msg::new("payment.not_done", "订单{code}成本未完成", "The cost of order {code} is not done.");
const NO_LINES: Msg = Msg::new("payment.empty", "请选择费用", "Choose charges.");
const BEYOND: Msg = Msg::new(
    "payment.beyond",
    "单号{n}本次对账金额不能大于未对账金额",
    "Number {n}: no more can be reconciled than is left.",
);
const OTHER_SIGN: Msg = Msg::new(
    "payment.sign",
    "单号{n}金额符号与未对账金额不一致",
    "Number {n}: the amount has not the sign of what is left.",
);
const UNCONFIRMED: Msg =
    Msg::new("payment.unconfirmed", "费用未经成本确认", "The cost has not been confirmed with its supplier.");
/// The rate of the functional currency, in millionths.
const RATE_ONE: i64 = 1_000_000;
const DONE: Msg = Msg::new("payment.done", "单号{n}已对账完毕", "Number {n} is reconciled wholly.");
const REQUESTED: Msg =
    Msg::new("payment.requested", "对账单已申请付款，不能{what}", "Payment was asked for: {what} is refused.");
const SETTLED: Msg =
    Msg::new("payment.settled", "对账单已核销，不能{what}", "The payment was settled: {what} is refused.");
const INVOICED: Msg =
    Msg::new("payment.invoiced", "对账单已收票，不能{what}", "Invoices cover the payment: {what} is refused.");
const IS_BUSY: Msg =
    Msg::new("payment.busy", "对账单处理中，不能{what}", "The payment is being written: {what} is refused.");
const IS_VOID: Msg = Msg::new("payment.void", "对账单已作废，不能{what}", "The payment is void: {what} is refused.");

/// Rows of one statement that writes, below what both databases take.
const WRITTEN_AT_ONCE: usize = 500;
/// Rows of one statement that reads.
const READ_AT_ONCE: usize = 5_000;

/// What of a charge a payment takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The charge.
    pub charge: Id,
    /// Its order.
    pub order: Id,
    /// The number a refusal names it by.
    pub number: String,
    /// How much of it, in thousandths.
    pub amount: i64,
}

/// What a payment is made of.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Scope of its orders, [`number::SEVERAL`] of several.
    pub scope: String,
    /// Who is paid.
    pub coop: Id,
    /// Currency of all its charges.
    pub currency: String,
    /// Its date.
    pub date: Day,
    /// One rate for all charges, in millionths; without one each keeps its own.
    pub rate: Option<i64>,
    /// The number of the supplier's bill.
    pub supplier_bill: String,
    /// Remark.
    pub remark: String,
    /// What it takes, in the order of its user.
    pub parts: Vec<Part>,
}

/// A payment with what its changes ask for.
#[derive(Debug, Clone)]
pub struct Payment {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Scope.
    pub scope: String,
    /// Who is paid.
    pub coop: Id,
    /// Its date.
    pub date: String,
    /// Currency.
    pub currency: String,
    /// Amount.
    pub amount: i64,
    /// What invoices cover.
    pub invoiced: i64,
    /// What payment was asked for of it and is not given up.
    pub requested: i64,
    /// What was settled.
    pub settled: i64,
    /// In force or void.
    pub state: String,
    /// How far it is.
    pub status: String,
    /// Version.
    pub version: i64,
}

/// A detail: what a payment takes of a charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// Row.
    pub id: Id,
    /// Its payment.
    pub payment: Id,
    /// The charge.
    pub charge: Id,
    /// Its order.
    pub order: Id,
    /// Amount.
    pub amount: i64,
    /// Functional amount.
    pub functional: i64,
    /// What was settled.
    pub settled: i64,
    /// What that was carried at.
    pub functional_settled: i64,
}

/// Some payments by id, held until the transaction ends; those that are not there are left out. Their orders are held before.
pub fn held(tx: &mut Tx<'_>, ids: &[Id]) -> Result<Vec<Payment>, Refusal> {
    let mut select = sql::from(tx.org(), PAYMENT);
    select
        .columns(["id", "payment_num", "business_scope", "coop_id", "payment_date", "currency_code", "amount"])
        .columns(["invoiced", "requested", "settled", "state", "version", "status"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let read = |row: &Row| {
        Ok(Payment {
            id: row.get(0)?,
            num: row.get(1)?,
            scope: row.get(2)?,
            coop: row.get(3)?,
            date: row.get(4)?,
            currency: row.get(5)?,
            amount: row.get(6)?,
            invoiced: row.get(7)?,
            requested: row.get(8)?,
            settled: row.get(9)?,
            state: row.get(10)?,
            version: row.get(11)?,
            status: row.get(12)?,
        })
    };
    tx.query(&select.into())?.iter().map(read).collect()
}

/// The details of some payments in force, in the order they were taken.
pub fn details(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<Vec<Detail>, Refusal> {
    details_where(conn, org, "payment_id", payments)
}

fn details_where(conn: &mut dyn Conn, org: i64, column: &'static str, ids: &[Id]) -> Result<Vec<Detail>, Refusal> {
    let mut select = sql::from(org, DETAIL);
    select
        .columns(["id", "payment_id", "charge_id", "order_id", "amount", "functional", "settled", "functional_settled"])
        .and_where(sql::is_in(sql::col(column), ids.iter().copied()))
        .and_where(sql::eq("is_void", false))
        .order_by("payment_id", Order::Asc)
        .order_by("id", Order::Asc);
    let read = |row: &Row| {
        Ok(Detail {
            id: row.get(0)?,
            payment: row.get(1)?,
            charge: row.get(2)?,
            order: row.get(3)?,
            amount: row.get(4)?,
            functional: row.get(5)?,
            settled: row.get(6)?,
            functional_settled: row.get(7)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Holds the charges of the orders of some payments, by their ids: what a write to payments begins with.
pub fn hold_orders(tx: &mut Tx<'_>, payments: &[Id]) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), DETAIL);
    select.column("order_id").distinct().and_where(sql::is_in(sql::col("payment_id"), payments.iter().copied()));
    let orders: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    finance::hold_all(tx, &orders)
}

/// Makes a payment, its details and the statuses of their orders, which are orders the caller sees. Answers its id and number.
/// The caller writes the log line. One of many parts is checked whole and written in pieces: it is 处理中 until then.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    if bulk::is_large(tx.app, wanted.parts.len()) {
        finance::hold_all(tx, &orders_of(wanted))?;
        return pieces::begin(tx, wanted);
    }
    make_at_once(tx, wanted)
}

fn orders_of(wanted: &Wanted) -> BTreeSet<Id> {
    wanted.parts.iter().map(|part| part.order).collect()
}

/// The same, however many parts there are: for who goes on with its details in the same transaction.
pub fn make_at_once(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    if wanted.parts.is_empty() {
        return Err(Refusal::business(NO_LINES));
    }
    let orders = orders_of(wanted);
    finance::hold_all(tx, &orders)?;
    let (id, num) = (tx.new_id(), number::scoped(tx, &wanted.scope, "CP")?);
    insert(tx, wanted, (id, &num), (IN_FORCE, MADE))?;
    let repriced = take(tx, id, wanted)?;
    went_on(tx, orders, &repriced)?;
    restate(tx, &[id])?;
    Ok((id, num))
}

/// The sums of orders whose charges got another rate are made anew; those of the others stay, and who sees them is told to
/// look again.
fn went_on(tx: &mut Tx<'_>, mut orders: BTreeSet<Id>, repriced: &BTreeSet<Id>) -> Result<(), Refusal> {
    orders.retain(|order| !repriced.contains(order));
    finance::count_on(tx, &orders)?;
    repriced.iter().try_for_each(|order| finance::settle(tx, *order).map(drop))
}

/// What was taken of a charge, and what that is carried at.
struct Taken {
    charge: Id,
    order: Id,
    carried: Carried,
}

/// Takes of each charge what a payment wants of it: the details, what is reconciled of the charges, and the sums of the
/// payment. Answers the orders with a charge of another rate.
fn take(tx: &mut Tx<'_>, payment: Id, wanted: &Wanted) -> Result<BTreeSet<Id>, Refusal> {
    let took = looked(tx, wanted, false)?;
    took.write(tx, payment)?;
    let carried: Vec<Carried> = took.taken.iter().map(|one| one.carried).collect();
    let orders = took.taken.iter().map(|one| one.order).collect::<BTreeSet<_>>().len();
    sum_up(tx, payment, (&carried, orders))?;
    Ok(took.repriced)
}

/// What is taken of charges, before it is written.
struct Took {
    taken: Vec<Taken>,
    /// Charges that get another rate, and their orders.
    rated: Vec<Line>,
    repriced: BTreeSet<Id>,
    /// Numbers of what can't be taken any more.
    left: Vec<String>,
}

impl Took {
    fn write(&self, tx: &mut Tx<'_>, payment: Id) -> Result<(), Refusal> {
        self.rated.iter().try_for_each(|line| ledger::update(tx, line))?;
        insert_details(tx, payment, &self.taken)?;
        ledger::count_taken(tx, &self.taken.iter().map(|one| one.charge).collect::<Vec<_>>())
    }
}

/// What a payment takes of each charge, which is held. All that is wrong is told at once, by the place of the part; or passed
/// over, where that is wanted.
fn looked(tx: &mut Tx<'_>, wanted: &Wanted, passes: bool) -> Result<Took, Refusal> {
    let org = tx.org();
    let own = rate::Table::of(tx, org, &[])?.own;
    let charges: Vec<Id> = wanted.parts.iter().map(|part| part.charge).collect();
    let mut lines = lines(tx, &charges)?;
    let others = carried_by(tx, &charges)?;
    let only_confirmed: bool = setting::value(tx, org, &PAY_NEEDS_CONFIRMATION, None)?;
    let mut findings = Findings::new();
    let mut took = Took { taken: Vec::new(), rated: Vec::new(), repriced: BTreeSet::new(), left: Vec::new() };
    let mut is_held = false;
    for (place, part) in wanted.parts.iter().enumerate() {
        let line = match lines.get_mut(&part.charge).filter(|line| fits(line, wanted)) {
            Some(line) => line,
            None if passes => {
                took.left.push(part.number.clone());
                continue;
            }
            None => return Err(Refusal::business(NOT_OF_PARTNER)),
        };
        let why = beyond(line, part)?.map(|why| why.with(&[("n", &part.number)]));
        let why = why.or_else(|| (only_confirmed && !line.is_confirmed()).then(|| UNCONFIRMED.text()));
        let other = others.get(&part.charge).copied();
        let rate = wanted.rate.filter(|rate| line.charge.exchange_rate != Some(*rate));
        let holds_rate = rate.is_some() && (line.is_dated() || other.is_some());
        match why {
            Some(_) if passes => took.left.push(part.number.clone()),
            Some(why) => findings.error(format!("parts.{place}.amount"), why),
            None if holds_rate && passes => took.left.push(part.number.clone()),
            None if holds_rate => is_held = true,
            None => {
                if let Some(rate) = rate {
                    figure::reprice(&mut line.charge, ExchangeRate::from_raw(rate), own)?;
                    took.rated.push(line.clone());
                    took.repriced.insert(part.order);
                }
                let carried = carried(line, part.amount, (other.unwrap_or_default(), own))?;
                line.charge.reconciled += part.amount;
                took.taken.push(Taken { charge: part.charge, order: part.order, carried });
            }
        }
    }
    findings.error_if(is_held, "exchangeRate", RATE_HELD);
    Refusal::unless_clean(&findings, &[])?;
    Ok(took)
}

/// Whether a charge is a cost of the partner and the currency of a payment.
fn fits(line: &Line, wanted: &Wanted) -> bool {
    line.side == Side::Payable
        && line.counts()
        && line.charge.coop_id == Some(wanted.coop)
        && line.charge.currency_code == wanted.currency
}

/// Charges by their ids.
fn lines(tx: &mut Tx<'_>, charges: &[Id]) -> Result<BTreeMap<Id, Line>, Refusal> {
    let (org, mut lines) = (tx.org(), BTreeMap::new());
    for some in charges.chunks(READ_AT_ONCE) {
        let found = line::by_id(tx, org, some)?;
        lines.extend(found.into_iter().filter_map(|(_, line)| Some((line.id?, line))));
    }
    Ok(lines)
}

/// What the details in force carry of charges, in the functional currency; charges without a detail are not among them.
fn carried_by(tx: &mut Tx<'_>, charges: &[Id]) -> Result<BTreeMap<Id, i64>, Refusal> {
    let (org, mut carried) = (tx.org(), BTreeMap::new());
    for some in charges.chunks(READ_AT_ONCE) {
        for detail in details_where(tx, org, "charge_id", some)? {
            *carried.entry(detail.charge).or_default() += detail.functional;
        }
    }
    Ok(carried)
}

/// Why a part can't be taken of a charge (css.md 0.7).
fn beyond(line: &Line, part: &Part) -> Result<Option<Msg>, Refusal> {
    let bad = || Refusal::business(figure::TOO_LARGE);
    let currency = Currency::named(&line.charge.currency_code).ok_or_else(bad)?;
    let money = |raw: i64| Money::of_thousandths(raw, currency).map_err(|_| bad());
    let rest = line.charge.amount.unwrap_or_default() - line.charge.reconciled;
    Ok(match within(money(part.amount)?, money(rest)?) {
        Ok(()) => None,
        Err(Fault::Nought) if rest == 0 => Some(DONE),
        Err(Fault::OtherSign | Fault::Nought) => Some(OTHER_SIGN),
        Err(_) => Some(BEYOND),
    })
}

/// What a part is carried at: at the rate of the charge, the last part takes what others leave of it (css.md 0.6).
fn carried(line: &Line, amount: i64, (others, own): (i64, Currency)) -> Result<Carried, Refusal> {
    let bad = || Refusal::business(figure::TOO_LARGE);
    let currency = Currency::named(&line.charge.currency_code).ok_or_else(bad)?;
    let amount_of = Money::of_thousandths(amount, currency).map_err(|_| bad())?;
    let rate = ExchangeRate::from_raw(line.charge.exchange_rate.unwrap_or_default());
    let functional = if line.charge.reconciled + amount == line.charge.amount.unwrap_or_default() {
        Money::of_thousandths(line.charge.functional - others, own)
    } else {
        functional(amount_of, rate, own)
    };
    Ok(Carried { amount: amount_of, functional: functional.map_err(|_| bad())?, rate })
}

fn insert(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    (id, num): (Id, &str),
    (state, status): (&str, &str),
) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("payment_num", text(num)),
        ("business_scope", text(&wanted.scope)),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("payment_date", Value::Text(show_day(wanted.date))),
        ("supplier_bill_no", text(&wanted.supplier_bill)),
        ("currency_code", text(&wanted.currency)),
        ("amount", Value::Int(0)),
        ("exchange_rate", Value::Int(RATE_ONE)),
        ("functional", Value::Int(0)),
        ("open_amount", Value::Int(0)),
        ("state", text(state)),
        ("status", text(status)),
        ("remark", text(&wanted.remark)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), PAYMENT, &cells).into())?;
    Ok(())
}

fn insert_details(tx: &mut Tx<'_>, payment: Id, taken: &[Taken]) -> Result<(), Refusal> {
    const COLUMNS: [&str; 7] = ["id", "payment_id", "charge_id", "order_id", "amount", "functional", "is_void"];
    let bad = |_| Refusal::business(figure::TOO_LARGE);
    for some in taken.chunks(WRITTEN_AT_ONCE) {
        let mut rows = Vec::with_capacity(some.len());
        for one in some {
            rows.push(vec![
                Value::Int(tx.new_id().0),
                Value::Int(payment.0),
                Value::Int(one.charge.0),
                Value::Int(one.order.0),
                Value::Int(one.carried.amount.thousandths().map_err(bad)?),
                Value::Int(one.carried.functional.thousandths().map_err(bad)?),
                Value::Bool(false),
            ]);
        }
        tx.exec(&sql::insert_many(tx.org(), DETAIL, &COLUMNS, rows).into())?;
    }
    Ok(())
}

/// The sums of a payment by what it took, and its rate: the one its charges have in common, else 综合 (invariants 3 and 8).
fn sum_up(tx: &mut Tx<'_>, payment: Id, (carried, orders): (&[Carried], usize)) -> Result<(), Refusal> {
    let bad = |_| Refusal::business(figure::TOO_LARGE);
    let Some(first) = carried.first() else { return Err(Refusal::business(NO_LINES)) };
    let amount = Money::sum(first.amount.currency(), carried.iter().map(|one| one.amount));
    let functional = Money::sum(first.functional.currency(), carried.iter().map(|one| one.functional));
    let amount = amount.and_then(Money::thousandths).map_err(bad)?;
    let functional = functional.and_then(Money::thousandths).map_err(bad)?;
    let mut cells = vec![
        ("amount", Value::Int(amount)),
        ("functional", Value::Int(functional)),
        ("open_amount", Value::Int(amount)),
        ("orders", Value::Int(i64::try_from(orders).unwrap_or(i64::MAX))),
    ];
    cells.extend(rate_cells(first, carried));
    tx.exec(&sql::update(tx.org(), PAYMENT, &cells).and_where(sql::eq("id", payment)).to_owned().into())?;
    Ok(())
}

/// The rate of a payment: what its parts come to together, or the first where they have none in common.
fn rate_cells(first: &Carried, carried: &[Carried]) -> [(&'static str, Value); 2] {
    let (rate, mixed) = common_rate(carried).map_or((first.rate, true), |common| (common.rate, common.mixed));
    [("exchange_rate", Value::Int(rate.raw())), ("mixed_rate", Value::Bool(mixed))]
}

/// Makes what was settled of payments and their statuses anew of their details, then those of their orders, which are held.
/// What invoices cover and what is asked for stands in the row.
pub fn restate(tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    let payments = held(tx, ids)?;
    let details = details(tx, org, ids)?;
    for payment in payments.iter().filter(|payment| payment.state == IN_FORCE) {
        let own = details.iter().filter(|detail| detail.payment == payment.id);
        let (settled, functional) =
            own.fold((0, 0), |(all, functional), one| (all + one.settled, functional + one.functional_settled));
        // Details of both signs may cancel out while one is open.
        let all_settled = details.iter().all(|one| one.payment != payment.id || one.settled == one.amount);
        let any_settled = details.iter().any(|one| one.payment == payment.id && one.settled != 0);
        let status = match (all_settled, any_settled) {
            (true, _) => ALL_SETTLED,
            (false, true) => PART_SETTLED,
            (false, false) => unsettled(payment),
        };
        let cells = [
            ("settled", Value::Int(settled)),
            ("functional_settled", Value::Int(functional)),
            ("open_amount", Value::Int(payment.amount - settled)),
            ("status", Value::Text(status.to_owned())),
        ];
        let mut update = sql::update(org, PAYMENT, &cells);
        update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", payment.id));
        tx.exec(&update.into())?;
    }
    let orders = details.iter().map(|detail| detail.order).collect();
    finance::restate_all(tx, &orders)?;
    settlement::follow(tx, &orders)
}

/// How far a payment is of which nothing is settled. One that comes to nought has no invoice to wait for.
fn unsettled(payment: &Payment) -> &'static str {
    match payment.invoiced {
        0 if payment.requested != 0 => TO_INVOICE,
        0 => MADE,
        all if all == payment.amount => ALL_INVOICED,
        _ => PART_INVOICED,
    }
}

/// Refuses what would change a payment that went on: `what` says it in the words of the page, as 修改 or 作废 (css.md
/// /af_css_payment).
pub fn need_unmoved(payment: &Payment, what: &str) -> Result<(), Refusal> {
    // What was settled of details of both signs may come to nought.
    let is_settled = payment.settled != 0 || [PART_SETTLED, ALL_SETTLED].contains(&payment.status.as_str());
    let whys = [
        (payment.state == VOID, IS_VOID),
        (payment.state == PROCESSING, IS_BUSY),
        (payment.requested != 0, REQUESTED),
        (is_settled, SETTLED),
        (payment.invoiced != 0, INVOICED),
    ];
    match whys.into_iter().find(|(holds, _)| *holds) {
        Some((_, why)) => Err(Refusal::Business(why.with(&[("what", what)]))),
        None => Ok(()),
    }
}

/// Makes a payment void: its charges are open again. The caller asked [`need_unmoved`] and [`hold_orders`], and writes the
/// log line.
pub fn void(tx: &mut Tx<'_>, payment: &Payment, reason: &str) -> Result<(), Refusal> {
    charge::period::need_not_closed(tx, parse_day(&payment.date))?;
    take_back(tx, payment, reason)
}

/// The same of one that came from other books, whose date may be of a month that was closed before it came.
pub fn take_back(tx: &mut Tx<'_>, payment: &Payment, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let orders = free(tx, payment.id)?;
    let cells = [
        ("state", Value::Text(VOID.to_owned())),
        ("status", Value::Text(VOID.to_owned())),
        ("open_amount", Value::Int(0)),
        ("void_reason", Value::Text(reason.to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(org, PAYMENT, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", payment.id));
    tx.exec(&update.into())?;
    finance::count_on(tx, &orders)?;
    finance::restate_all(tx, &orders)
}

/// Gives back what a payment took of its charges; its details stay as void ones. Answers their orders.
fn free(tx: &mut Tx<'_>, payment: Id) -> Result<BTreeSet<Id>, Refusal> {
    let org = tx.org();
    let details = details(tx, org, &[payment])?;
    let mut update = sql::update(org, DETAIL, &[("is_void", Value::Bool(true))]);
    tx.exec(&update.and_where(sql::eq("payment_id", payment)).to_owned().into())?;
    ledger::count_taken(tx, &details.iter().map(|detail| detail.charge).collect::<Vec<_>>())?;
    Ok(details.iter().map(|detail| detail.order).collect())
}

/// Puts other parts in place of those a payment has: 修改. The caller asked [`need_unmoved`] and holds the orders of both.
pub fn change(tx: &mut Tx<'_>, payment: &Payment, wanted: &Wanted) -> Result<(), Refusal> {
    if wanted.parts.is_empty() {
        return Err(Refusal::business(NO_LINES));
    }
    let org = tx.org();
    charge::period::need_not_closed(tx, parse_day(&payment.date))?;
    let orders: BTreeSet<Id> = wanted.parts.iter().map(|part| part.order).collect();
    let before = free(tx, payment.id)?;
    let delete = sql::delete(org, DETAIL).and_where(sql::eq("payment_id", payment.id)).to_owned();
    tx.exec(&delete.into())?;
    let repriced = take(tx, payment.id, wanted)?;
    let left: BTreeSet<Id> = before.difference(&orders).copied().collect();
    went_on(tx, before.union(&orders).copied().collect(), &repriced)?;
    finance::restate_all(tx, &left)?;
    restate(tx, &[payment.id])
}
