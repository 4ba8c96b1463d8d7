//! What a confirmed sheet does to the orders: their costs get the amounts that were agreed on, go, or come, and are held.

use std::collections::{BTreeMap, BTreeSet};

use charge::entry::Ground;
use charge::ledger::entry;
use charge::line::{self as charges, Charge, Source};
use charge::{confirmed, finance};
use kernel::{Day, parse_day};
use orderdesk::costs::{self, Made, Wanted, Way};
use platform::document::Document;
use platform::prelude::*;
use serde_json::{Value as Json, json};
use settle::compared;
use settle::confirmation::{ADD, Line, REMOVE, TABLE};
use trade::charge::Side;

pub(super) const DID: &str = "成本确认";

const STALE: Msg = Msg::new(
    "cost_confirmation.stale",
    "订单{code}的费用已变化，请重新自动核对",
    "The costs of order {code} changed. Match the sheet again.",
);
/// An order whose cost is done takes no other amounts, but of who may change it.
pub(super) const DONE: Msg = Msg::new(
    "cost_confirmation.done",
    "订单{code}成本已完成，请先退回",
    "The cost of order {code} is done; give it back first.",
);
const OF_ORDER: Msg = Msg::new("cost_confirmation.of_order", "{code}：{why}", "{code}: {why}");

/// A sheet as it is applied.
pub(super) struct Sheet {
    pub id: Id,
    pub code: String,
    pub coop: Id,
    pub currency: String,
    /// The day of what adjusts locked orders.
    pub day: Option<Day>,
    /// Who confirmed it may change costs that are done.
    pub after_finish: bool,
}

impl Sheet {
    /// One as it is stored, with its state and its version.
    pub fn of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(Self, String, i64), Refusal> {
        let mut select = sql::from(org, TABLE);
        select
            .columns(["confirm_code", "coop_id", "currency_code", "financial_date", "after_finish", "state", "version"])
            .and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let day: String = row.get(3)?;
        let sheet = Self {
            id,
            code: row.get(0)?,
            coop: row.get(1)?,
            currency: row.get(2)?,
            day: parse_day(&day),
            after_finish: row.get(4)?,
        };
        Ok((sheet, row.get(5)?, row.get(6)?))
    }
}

/// The lines of a sheet by their orders; those without one are nobody's cost.
pub(super) fn by_order(lines: Vec<Line>) -> BTreeMap<Id, Vec<Line>> {
    let mut orders: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
    for line in lines {
        if let Some(order) = line.order {
            orders.entry(order).or_default().push(line);
        }
    }
    orders
}

/// The costs of some lines as they are now.
pub(super) fn current(tx: &mut Tx<'_>, lines: &[Line]) -> Result<BTreeMap<Id, charges::Line>, Refusal> {
    const AT_ONCE: usize = 5_000;
    let (org, mut found) = (tx.org(), BTreeMap::new());
    let ids: Vec<Id> = lines.iter().filter_map(|line| line.charge).collect();
    for some in ids.chunks(AT_ONCE) {
        let all = charges::by_id(tx, org, some)?;
        found.extend(all.into_iter().filter_map(|(_, line)| Some((line.id?, line))));
    }
    Ok(found)
}

/// Holds the orders of a sheet, and refuses where their costs are not those that were compared.
pub(super) fn look(tx: &mut Tx<'_>, lines: &[Line]) -> Result<(), Refusal> {
    finance::hold_all(tx, &lines.iter().filter_map(|line| line.order).collect())?;
    let now = current(tx, lines)?;
    let is_same = |line: &Line| {
        let Some(id) = line.charge else { return true };
        let fits = |own: &charges::Line| {
            own.counts() && !own.is_confirmed() && !own.is_reconciled() && own.charge.amount == line.ours
        };
        now.get(&id).is_some_and(fits)
    };
    let stale: BTreeSet<&str> =
        lines.iter().filter(|line| !is_same(line)).map(|line| line.order_code.as_str()).collect();
    let mut findings = Findings::new();
    for code in stale {
        findings.error("", STALE.with(&[("code", code)]));
    }
    Refusal::unless_clean(&findings, &[])
}

/// Makes what was agreed on the costs of the orders. All that stands against it is told at once.
pub(super) fn apply(tx: &mut Tx<'_>, sheet: &Sheet, lines: Vec<Line>) -> Result<(), Refusal> {
    let org = tx.org();
    look(tx, &lines)?;
    let now = current(tx, &lines)?;
    let ground = Ground::of(tx, org)?;
    let mut findings = Findings::new();
    let (mut held, mut orders) = (Vec::new(), BTreeSet::new());
    for (order, mut own) in by_order(lines) {
        let code = own.first().map(|line| line.order_code.clone()).unwrap_or_default();
        let told = told(sheet, &own);
        let way = Way {
            ground: &ground,
            day: sheet.day,
            after_finish: sheet.after_finish,
            done: DONE,
            did: DID,
            told: &told,
            reason: DID,
        };
        let wanted = wanted(sheet, &own, &now);
        if wanted.changed.is_empty() && wanted.gone.is_empty() && wanted.fresh.is_empty() {
            let entry = entry(Side::Payable, (order, &code)).did("修改", DID).level(Level::Middle);
            tx.log(entry.text(told))?;
        } else {
            let scope = own.first().map(|line| line.scope.clone()).unwrap_or_default();
            match costs::agree(tx, (order, &scope), &wanted, &way)? {
                Err(why) => {
                    of_order(&code, &why, &mut findings);
                    continue;
                }
                Ok(made) => {
                    held.extend(made.adjusting.values().copied());
                    became(tx, sheet.id, &mut own, (&now, made))?;
                }
            }
        }
        let is_left = |line: &&Line| line.treatment != REMOVE || line.adjusting.is_some();
        held.extend(own.iter().filter(is_left).filter_map(|line| line.charge));
        orders.insert(order);
    }
    Refusal::unless_clean(&findings, &[])?;
    confirmed::put_on(tx, &held, Some(sheet.id))?;
    confirmed::confirm(tx, &held)?;
    finance::count_on(tx, &orders)?;
    super::counted_anew(tx, sheet.id)
}

/// A refusal at an order, which it names.
pub(super) fn of_order(code: &str, why: &kernel::Text, findings: &mut Findings) {
    let is_named = why.zh.contains(code);
    let said = if is_named {
        why.clone()
    } else {
        OF_ORDER.with_each(&[("code", code), ("why", &why.zh)], &[("code", code), ("why", &why.en)])
    };
    findings.error("", said);
}

/// What the log of an order says: the sheet, and why amounts differ.
fn told(sheet: &Sheet, lines: &[Line]) -> String {
    let reasons: BTreeSet<&str> = lines
        .iter()
        .filter(|line| line.change() != 0)
        .map(|line| line.reason.as_str())
        .filter(|why| !why.is_empty())
        .collect();
    let reasons = reasons.into_iter().collect::<Vec<_>>().join("、");
    if reasons.is_empty() { format!("{DID} {}", sheet.code) } else { format!("{DID} {}：{reasons}", sheet.code) }
}

/// What the costs of an order are to be.
fn wanted(sheet: &Sheet, lines: &[Line], now: &BTreeMap<Id, charges::Line>) -> Wanted {
    let mut wanted = Wanted::default();
    for line in lines {
        let agreed = line.agreed.unwrap_or_default();
        match line.charge.and_then(|id| now.get(&id)) {
            Some(cost) => {
                let Some(id) = cost.id else { continue };
                wanted.held.insert(id);
                if line.treatment == REMOVE {
                    wanted.gone.insert(id);
                } else if cost.charge.amount != Some(agreed) {
                    let charge = Charge { amount: Some(agreed), amount_fixed: true, ..cost.charge.clone() };
                    wanted.changed.insert(id, charge);
                }
            }
            None if line.treatment == ADD => {
                let Some(item) = line.item else { continue };
                let money = (sheet.currency.as_str(), None);
                wanted.fresh.push(costs::once(Source::Confirmed, (item, sheet.coop), money, agreed));
            }
            None => {}
        }
    }
    wanted
}

/// Notes at the lines what became of their costs.
fn became(
    tx: &mut Tx<'_>,
    sheet: Id,
    lines: &mut [Line],
    (now, made): (&BTreeMap<Id, charges::Line>, Made),
) -> Result<(), Refusal> {
    let mut fresh = made.fresh.into_iter();
    for line in &mut *lines {
        match line.charge.and_then(|id| now.get(&id)) {
            Some(cost) => {
                line.adjusting = cost.id.and_then(|id| made.adjusting.get(&id)).copied();
                let changes = line.treatment == REMOVE || cost.charge.amount != line.agreed;
                if changes && line.adjusting.is_none() {
                    line.before = stored(&cost.charge);
                }
            }
            None if line.treatment == ADD => line.charge = fresh.next(),
            None => {}
        }
    }
    compared::write(tx, sheet, lines)
}

/// A charge as a line keeps it.
fn stored(charge: &Charge) -> String {
    let value = |value: Value| match value {
        Value::Int(raw) => json!(raw),
        Value::Text(text) => json!(text),
        Value::Bool(flag) => json!(flag),
        _ => Json::Null,
    };
    Json::Array(charge.values().into_iter().map(value).collect()).to_string()
}

/// A charge as a line kept it.
pub(super) fn restored(text: &str) -> Result<Option<Charge>, Refusal> {
    let Ok(values) = serde_json::from_str::<Vec<Json>>(text) else { return Ok(None) };
    let value = |json: Json| match json {
        Json::Number(number) => number.as_i64().map_or(Value::Null, Value::Int),
        Json::String(text) => Value::Text(text),
        Json::Bool(flag) => Value::Bool(flag),
        _ => Value::Null,
    };
    let values: Vec<Value> = values.into_iter().map(value).collect();
    Ok(Some(Charge::from_values(&values)?))
}
