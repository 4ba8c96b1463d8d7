//! The charges that lines of bills become: of an order of other business for each bill, or of the orders they were counted of,
//! where the last bears what rounding leaves.

use std::collections::{BTreeMap, BTreeSet};

use agreement::settlement::period::Month;
use charge::entry::Ground;
use charge::ledger::AFTER_FINISH;
use charge::line::{self as charges, Line, Source, TYPED};
use charge::{confirmed, figure, finance, ledger, rate};
use kernel::{Day, Id, Msg};
use order::store::TABLE as ORDER;
use orderdesk::costs::{self, Way};
use orderdesk::money_only;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn as _, sql};
use settle::periodic::bill::parts;
use trade::charge::basis::Basis;
use trade::charge::share::share;
use trade::charge::{Carry, Currency, Money, Side};

use super::make::{Bill, BillLine, Made};

/// Product of the orders, which count nowhere as orders.
const PRODUCT: &str = "协议结算";
/// What the logs of orders call it.
pub(super) const DID: &str = "客商结算";
/// One, in ten-thousandths.
const ONCE: i64 = 10_000;
const UNTAXED: &str = "0%";

/// An order whose side is done takes no other amounts, but of who may change it.
pub(super) const DONE: Msg = Msg::new(
    "coop_settlement.done",
    "订单{code}收入或成本已完成，请先退回",
    "Income or cost of order {code} is done; give it back first.",
);
const OF_ORDER: Msg = Msg::new("coop_settlement.of_order", "{code}：{why}", "{code}: {why}");

/// What was made.
#[derive(Default)]
pub(super) struct Posted {
    /// The order of other business of each bill that has one.
    pub orders: BTreeMap<Id, Id>,
    /// Their codes.
    pub codes: Vec<String>,
    /// The charges.
    pub made: Vec<Made>,
}

/// A charge that is to be made of a line of a bill.
struct Part<'a> {
    bill: &'a Bill,
    line: &'a BillLine,
    amount: i64,
}

/// Makes the charges of some bills, whose spread orders are held. What stands against it is told at once.
pub(super) fn post(
    tx: &mut Tx<'_>,
    (bills, lines): (&[Bill], &BTreeMap<Id, Vec<BillLine>>),
    day: Option<Day>,
) -> Result<Posted, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    let mut posted = Posted::default();
    let mut spread: BTreeMap<Id, Vec<Part<'_>>> = BTreeMap::new();
    for bill in bills {
        let all = lines.get(&bill.id).map_or(&[][..], Vec::as_slice).iter().filter(|line| line.amount != 0);
        let (of_orders, of_own): (Vec<&BillLine>, Vec<&BillLine>) = all.partition(|line| line.is_spread);
        for line in of_orders {
            for (order, amount) in shares(bill, line)?.into_iter().filter(|(_, amount)| *amount != 0) {
                spread.entry(order).or_default().push(Part { bill, line, amount });
            }
        }
        if !of_own.is_empty() {
            let parts: Vec<Part<'_>> =
                of_own.into_iter().map(|line| Part { bill, line, amount: line.amount }).collect();
            of_bill(tx, (bill, &parts), own, &mut posted)?;
        }
    }
    over_orders(tx, &spread, (day, own), &mut posted)?;
    // Costs that were agreed on with the partner need no other word of him.
    if bills.iter().any(|bill| bill.side == Side::Payable) {
        let made: Vec<Id> = posted.made.iter().map(|one| one.charge).collect();
        confirmed::confirm(tx, &made)?;
    }
    let orders: BTreeSet<Id> = posted.made.iter().map(|one| one.order).collect();
    finance::count_on(tx, &orders)?;
    Ok(posted)
}

/// What each order bears of a line.
fn shares(bill: &Bill, line: &BillLine) -> Result<Vec<(Id, i64)>, Refusal> {
    let bad = |_| Refusal::business(figure::TOO_LARGE);
    let total = Money::of_thousandths(line.amount, rate::currency_of(&bill.currency)?).map_err(bad)?;
    let weights: Vec<i64> = line.shares.iter().map(|(_, weight)| *weight).collect();
    let parts = share(total, &weights).map_err(bad)?;
    let each = line.shares.iter().zip(parts).map(|((order, _), part)| Ok((*order, part.thousandths().map_err(bad)?)));
    each.collect()
}

/// A charge as it was agreed on.
fn charge(part: &Part<'_>, own: Currency) -> Result<Line, Refusal> {
    let mut line = Line::new(part.bill.side, Source::Agreed);
    line.derives = false;
    let charge = &mut line.charge;
    (charge.service_item_id, charge.coop_id) = (Some(part.line.item), Some(part.bill.coop));
    Basis::Manual.name().clone_into(&mut charge.basis);
    charge.currency_code.clone_from(&part.bill.currency);
    charge.price = Some(part.amount.saturating_mul(10));
    (charge.quantity, charge.quantity_typed) = (Some(ONCE), true);
    (charge.amount, charge.amount_fixed) = (Some(part.amount), true);
    charge.rate_typed = true;
    TYPED.clone_into(&mut charge.tag);
    let word = if part.line.tax_rate.is_empty() { UNTAXED } else { &part.line.tax_rate };
    word.clone_into(&mut charge.tax_rate);
    (charge.not_tax, charge.tax) = parts(part.amount, &part.bill.currency, word)?;
    Carry::default().name().clone_into(&mut charge.carry);
    charge.note = format!("{} {}", part.bill.code, part.line.remark).trim().chars().take(200).collect();
    figure::reprice(charge, part.bill.rate, own)?;
    Ok(line)
}

/// An order of other business with a charge for each line of a bill.
fn of_bill(
    tx: &mut Tx<'_>,
    (bill, parts): (&Bill, &[Part<'_>]),
    own: Currency,
    posted: &mut Posted,
) -> Result<(), Refusal> {
    let org = tx.org();
    let day = Month::parse(&bill.period).and_then(Month::last).unwrap_or(tx.now.day());
    let wanted = money_only::Wanted { coop: bill.coop, product: PRODUCT, day, number: bill.code.clone() };
    let order = money_only::make(tx, &wanted)?;
    finance::hold(tx, order.id, None)?;
    let lines = parts.iter().map(|part| charge(part, own)).collect::<Result<Vec<_>, _>>()?;
    ledger::write(tx, (order.id, &order.code), (&[], &lines), DID)?;
    let ids = charges::of_order(tx, org, order.id)?.into_iter().filter_map(|line| line.id).collect();
    noted(posted, order.id, parts, ids);
    posted.orders.insert(bill.id, order.id);
    posted.codes.push(order.code);
    Ok(())
}

/// Notes which charge a part became; they come in one order.
fn noted(posted: &mut Posted, order: Id, parts: &[Part<'_>], ids: Vec<Id>) {
    for (part, charge) in parts.iter().zip(ids) {
        posted.made.push(Made { bill: part.bill.id, line: part.line.id, order, charge, amount: part.amount });
    }
}

/// Charges of the orders that were counted.
fn over_orders(
    tx: &mut Tx<'_>,
    spread: &BTreeMap<Id, Vec<Part<'_>>>,
    (day, own): (Option<Day>, Currency),
    posted: &mut Posted,
) -> Result<(), Refusal> {
    if spread.is_empty() {
        return Ok(());
    }
    let org = tx.org();
    let ground = Ground::of(tx, org)?;
    let after_finish = tx.actor.has(AFTER_FINISH);
    let known = named(tx, spread.keys().copied())?;
    let mut findings = kernel::Findings::new();
    for (order, parts) in spread {
        let Some((code, scope)) = known.get(order) else { return Err(Refusal::NotFound) };
        let bills: BTreeSet<&str> = parts.iter().map(|part| part.bill.code.as_str()).collect();
        let told = format!("{DID} {}", bills.into_iter().collect::<Vec<_>>().join("、"));
        let way = Way { ground: &ground, day, after_finish, done: DONE, did: DID, told: &told, reason: DID };
        let lines = parts.iter().map(|part| charge(part, own)).collect::<Result<Vec<_>, _>>()?;
        match costs::bring(tx, (*order, scope), &lines, &way)? {
            Ok(ids) => noted(posted, *order, parts, ids),
            Err(why) => of_order(code, &why, &mut findings),
        }
    }
    Refusal::unless_clean(&findings, &[])
}

/// A refusal at an order, which it names.
pub(super) fn of_order(code: &str, why: &kernel::Text, findings: &mut kernel::Findings) {
    let said = if why.zh.contains(code) {
        why.clone()
    } else {
        OF_ORDER.with_each(&[("code", code), ("why", &why.zh)], &[("code", code), ("why", &why.en)])
    };
    findings.error("", said);
}

/// Codes and scopes of orders.
pub(super) fn named(
    tx: &mut Tx<'_>,
    orders: impl Iterator<Item = Id>,
) -> Result<BTreeMap<Id, (String, String)>, Refusal> {
    let mut select = sql::from(tx.org(), ORDER);
    select.columns(["id", "order_code", "business_scope"]).and_where(sql::is_in(sql::col("id"), orders));
    tx.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).collect()
}
