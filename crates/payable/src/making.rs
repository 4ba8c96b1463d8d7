//! What a payment is made of: the parts its user chose of costs he sees, and the rules over them that every way to a payment
//! shares (css.md 0.6, 0.7, 0.17).

use std::collections::BTreeMap;

use charge::ledger::COST_VIEW;
use charge::{finance, rate};
use domain::switch::PAYMENT_AFTER_RECORDED;
use kernel::{Day, ExchangeRate, Findings, Id, Msg};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::Conn;
use settle::payment::{NOT_DONE, OBJECT, Part, Wanted};
use settle::scope::common;
use trade::charge::exchange::Kind;

use crate::cost::{Cost, by_id};

/// Changing exchange rates.
const RATE_EDIT: &str = "css-rate-edit";
/// The rate of the functional currency, in millionths.
const RATE_ONE: i64 = 1_000_000;
/// Where what is wrong with a rate is found.
pub(crate) const AT_RATE: &str = "exchangeRate";

/// Charges that are gone, are nobody's cost any more, or are not the caller's to see.
pub(crate) const CHANGED: Msg = Msg::new(
    "payment.chosen",
    "费用已变化或无权限，请刷新后重试",
    "Some charges changed or are not yours to see. Read them again.",
);
const NO_RATE_RIGHT: Msg = Msg::new("payment.rate_right", "没有修改汇率的权限", "You may not change exchange rates.");
const OWN_RATE: Msg = Msg::new("payment.own_rate", "本位币汇率为1", "The rate of the functional currency is 1.");
const DEVIATES: Msg =
    Msg::new("payment.rate_deviates", "汇率偏离维护汇率{x}%，是否继续？", "The rate is {x} % off the table. Continue?");

/// What of a cost is wanted; without an amount all that is left.
pub(crate) type Ask = (Id, Option<i64>);

/// A cost with what a payment takes of it.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    pub cost: Cost,
    pub amount: i64,
}

/// The costs that are asked for, each once, in the order they were asked for.
pub(crate) fn chosen(conn: &mut dyn Conn, actor: &Actor, asks: &[Ask]) -> Result<Vec<Chosen>, Refusal> {
    actor.need(COST_VIEW)?;
    let ids: Vec<Id> = asks.iter().map(|(id, _)| *id).collect();
    let mut costs = by_id(conn, actor, &ids)?;
    let mut amounts: BTreeMap<Id, i64> = BTreeMap::new();
    for (id, amount) in asks {
        let cost = costs.get(id).ok_or(Refusal::business(CHANGED))?;
        let sum = amounts.entry(*id).or_default();
        *sum = sum.saturating_add(amount.unwrap_or_else(|| cost.rest()));
    }
    let once = |id: Id| Some(Chosen { amount: *amounts.get(&id)?, cost: costs.remove(&id)? });
    Ok(ids.into_iter().filter_map(once).collect())
}

/// Holds the charges of the orders of what was chosen, and of others, by their ids.
pub(crate) fn hold(tx: &mut Tx<'_>, chosen: &[Chosen], others: impl IntoIterator<Item = Id>) -> Result<(), Refusal> {
    finance::hold_all(tx, &chosen.iter().map(|one| one.cost.order).chain(others).collect())
}

/// Finds what stands against taking costs: orders whose cost is not done, where the company wants that.
pub(crate) fn look(conn: &mut dyn Conn, org: i64, costs: &[&Cost], findings: &mut Findings) -> Result<(), Refusal> {
    let only_done: bool = setting::value(conn, org, &PAYMENT_AFTER_RECORDED, None)?;
    if !only_done {
        return Ok(());
    }
    let open: BTreeMap<Id, &str> =
        costs.iter().filter(|cost| !cost.is_done).map(|cost| (cost.order, cost.order_code.as_str())).collect();
    for code in open.into_values() {
        findings.error("", NOT_DONE.with(&[("code", code)]));
    }
    Ok(())
}

/// Finds what stands against one rate for all of some costs.
pub(crate) fn look_rate(
    conn: &mut dyn Conn,
    actor: &Actor,
    (currency, wanted): (&str, Option<i64>),
    costs: &[&Cost],
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let Some(raw) = wanted.filter(|raw| costs.iter().any(|cost| cost.rate != *raw)) else { return Ok(()) };
    if !actor.has(RATE_EDIT) {
        findings.error(AT_RATE, NO_RATE_RIGHT.text());
        return Ok(());
    }
    let table = rate::Table::of(conn, actor.org_id, &[rate::currency_of(currency)?])?;
    findings.error_if(currency == table.own.code() && raw != RATE_ONE, AT_RATE, OWN_RATE);
    if let Some(percent) = table.deviation(currency, Kind::Payable, actor.now, ExchangeRate::from_raw(raw)) {
        findings.confirm(AT_RATE, DEVIATES.with(&[("x", &percent.show(2))]));
    }
    Ok(())
}

/// What is typed of a payment beside its parts.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub coop: Id,
    pub currency: String,
    pub date: Day,
    /// One rate for all of them, in millionths.
    pub rate: Option<i64>,
    pub supplier_bill: String,
    pub remark: String,
}

impl Head {
    /// What a payment is made of.
    pub fn wanted(&self, chosen: &[Chosen]) -> Wanted {
        let part = |one: &Chosen| Part {
            charge: one.cost.id,
            order: one.cost.order,
            number: one.cost.number().to_owned(),
            amount: one.amount,
        };
        Wanted {
            scope: common(chosen.iter().map(|one| one.cost.scope.as_str())).to_owned(),
            coop: self.coop,
            currency: self.currency.clone(),
            date: self.date,
            rate: self.rate,
            supplier_bill: self.supplier_bill.clone(),
            remark: self.remark.clone(),
            parts: chosen.iter().map(part).collect(),
        }
    }
}

/// Findings of a member at the rows of its form, some of which were left empty: `places` are those of the others.
pub(crate) fn at_places(refusal: Refusal, member: &str, places: &[usize]) -> Refusal {
    let Refusal::Findings(mut found) = refusal else { return refusal };
    for finding in &mut found.items {
        let mut parts = finding.field.splitn(3, '.');
        let (Some(of), Some(place), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let place = place.parse::<usize>().ok().and_then(|place| places.get(place)).filter(|_| of == member);
        if let Some(place) = place {
            finding.field = format!("{member}.{place}.{rest}");
        }
    }
    Refusal::Findings(found)
}

/// A line of the log about a payment that was made.
pub(crate) fn log_made(tx: &mut Tx<'_>, (id, num): (Id, &str), page: &'static str, did: &str) -> Result<(), Refusal> {
    tx.log(LogEntry::of(OBJECT, id, num, page).did("新建", did).level(Level::Middle).text(format!("{did} {num}")))
}
