//! 生成: a file that was decided about becomes a payment, at once or when its differences are approved (event 110).

use std::collections::{BTreeMap, BTreeSet};

use approval::rule::{Fact, Facts};
use approval::{Application, submit, words};
use charge::ledger::AFTER_FINISH;
use charge::{finance, rate};
use kernel::{Day, ExchangeRate, Findings, Id, Msg, parse_day, parse_scaled};
use order::store::TABLE as ORDER;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::import::messages::{NO_ROWS, TOO_MANY_ROWS};
use platform::refusal::{Refusal, messages};
use platform::registry::{Approved, Effect};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use settle::number::SEVERAL;
use settle::payment;
use trade::charge::exchange::{Kind, functional};
use trade::charge::share::share;
use trade::charge::{Currency, Money};

use super::adjust::Adjuster;
use super::cass::Mapping;
use super::compare::{Billed, Compared, Deal, FileType, Frame, Outcome as Came, compare, seen, versions};
use super::file::folded;
use super::kept::{self, Dates, Kept, Row, TABLE};
use super::{PATH, ROWS_MAX};
use crate::cost::{Cost, of_orders};
use crate::making::{Chosen, Head, log_made, look, look_rate};
use crate::payment::{Payment, RATE};

/// A difference to a supplier's bill.
const EVENT: i64 = 110;
/// What an approved file does: the lines and the payment are made.
pub(super) const EFFECT: Effect = Effect { event: EVENT, kind: TABLE, work: approved };

const CHANGED: Msg =
    Msg::new("payment_batch.changed", "数据已变更，请重新上传", "The data changed meanwhile. Upload the file again.");
const OTHER_DEAL: Msg =
    Msg::new("payment_batch.deal", "{code}不能按此方式处理", "{code} can't be dealt with like this.");
const NO_ITEM: Msg = Msg::new("payment_batch.adjust_item", "请选择调整项目", "Choose the item of adjustments.");
const NOTHING: Msg =
    Msg::new("payment_batch.nothing", "没有可生成对账单的数据", "There is nothing a payment could be made of.");
const OF_ORDER: Msg = Msg::new("payment_batch.of_order", "{code}：{why}", "{code}: {why}");
const BILLED: Msg = Msg::new(
    "payment_batch.billed",
    "该供应商本账期已生成对账单{n}",
    "The period of this supplier is in payment {n} already.",
);
const CONTENT: Msg = Msg::new(
    "payment_batch.content",
    "{name}供应商账单与系统成本不一致，申请对账调整",
    "{name}: the supplier's bill differs from our cost, which is to be adjusted",
);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RowAsked {
    code: String,
    amount: String,
    #[serde(default)]
    deal: Deal,
    #[serde(default)]
    seen: String,
    #[serde(default)]
    correction: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    /// Names the attempt; read at the door.
    #[serde(rename = "requestId")]
    _request_id: String,
    confirmed: Vec<String>,
    file_type: FileType,
    business_scope: String,
    coop_id: String,
    currency: String,
    service_item_ids: Vec<String>,
    by_master: bool,
    period_from: String,
    period_to: String,
    mapping: Option<Mapping>,
    payment_date: Option<Json>,
    exchange_rate: Option<Json>,
    supplier_bill_no: Option<Json>,
    remark: Option<Json>,
    adjust_item_id: String,
    financial_date: String,
    rows: Vec<RowAsked>,
}

fn bad(name: &str) -> Refusal {
    Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", name)]))
}

impl Asked {
    fn frame(&self) -> Frame {
        // What the file lacks of ours is in no payment.
        let period = |day: &String| if self.file_type == FileType::Cass { day.clone() } else { String::new() };
        Frame {
            file_type: self.file_type,
            business_scope: self.business_scope.clone(),
            coop_id: self.coop_id.clone(),
            currency: self.currency.clone(),
            service_item_ids: self.service_item_ids.clone(),
            by_master: self.by_master,
            period_from: period(&self.period_from),
            period_to: period(&self.period_to),
        }
    }

    /// What is typed beside the rows, and its days.
    fn kept(&self, frame: &Frame, findings: &mut Findings) -> Result<Kept, Refusal> {
        let mut typed = |field: Field, given: Option<&Json>| field.parse(given, &field.name(), findings);
        let date = typed(Payment::PAYMENT_DATE.typed(), self.payment_date.as_ref());
        let rate = typed(RATE, self.exchange_rate.as_ref().filter(|given| **given != json!("")));
        let bill = typed(Payment::SUPPLIER_BILL_NO.typed(), self.supplier_bill_no.as_ref());
        let remark = typed(Payment::REMARK.typed(), self.remark.as_ref());
        let items = self.service_item_ids.iter().map(|id| id.parse().map_err(|_| bad("serviceItemIds")));
        let financial = Some(self.financial_date.as_str()).filter(|day| !day.is_empty());
        let financial = financial.map(|day| parse_day(day).ok_or_else(|| bad("financialDate"))).transpose()?;
        let mut kept = Kept::new(self.file_type, frame.coop()?, frame.currency()?.code());
        kept.items = items.collect::<Result<_, _>>()?;
        kept.period = frame.period()?;
        kept.rate = Option::from_value(&rate)?;
        kept.supplier_bill = String::from_value(&bill)?;
        kept.remark = String::from_value(&remark)?;
        let item = Some(self.adjust_item_id.as_str()).filter(|id| !id.is_empty());
        kept.adjust_item = item.map(|id| id.parse().map_err(|_| bad("adjustItemId"))).transpose()?;
        Ok(if date == Value::Null { kept } else { kept.dated(&Dates { payment: Day::from_value(&date)?, financial }) })
    }

    /// Each number once, as it was told, with an amount its currency has.
    fn billed(&self, currency: Currency) -> Result<Vec<Billed>, Refusal> {
        let mut codes = BTreeSet::new();
        let billed = |row: &RowAsked| {
            let amount = parse_scaled(&row.amount, 3).ok();
            let fits = |raw: &i64| Money::of_thousandths(*raw, currency).is_ok() && codes.insert(folded(&row.code));
            let amount = amount.filter(fits).ok_or_else(|| bad("rows"))?;
            Ok(Billed { code: row.code.clone(), amount, correction: row.correction })
        };
        self.rows.iter().map(billed).collect()
    }
}

/// POST /css/payment/batchSave of a file; its right is asked for before.
pub(crate) fn save(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    match asked.rows.len() {
        0 => return Err(Refusal::business(NO_ROWS)),
        n if n > ROWS_MAX => {
            return Err(Refusal::Business(TOO_MANY_ROWS.with(&[("n", &ROWS_MAX.to_string())])));
        }
        _ => {}
    }
    let frame = asked.frame();
    let mut findings = Findings::new();
    let mut kept = asked.kept(&frame, &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let billed = asked.billed(frame.currency()?)?;
    call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let compared = compare(tx, actor, &frame, billed)?;
        kept.after_finish = actor.has(AFTER_FINISH);
        let mut findings = Findings::new();
        kept.rows = decided(&asked.rows, &compared, &mut findings)?;
        if kept.adjusts() && kept.adjust_item.is_none() {
            findings.error("adjustItemId", NO_ITEM.text());
        }
        let costs = taken(&kept, &compared);
        look(tx, org, &costs, &mut findings)?;
        look_rate(tx, actor, (&kept.currency, kept.rate), &costs, &mut findings)?;
        Refusal::unless_clean(&findings, &asked.confirmed)?;
        need_period(tx, &kept)?;
        if let Some(mapping) = &asked.mapping {
            mapping.remember(tx, Id(kept.coop))?;
        }
        let id = kept.insert(tx)?;
        let mut waits = None;
        if kept.adjusts() {
            let scope = Some(frame.business_scope.as_str()).filter(|scope| *scope != SEVERAL);
            let asked = application(tx, (id, &kept), scope.unwrap_or_default(), &costs)?;
            let done = submit(tx, &asked)?;
            waits = done.instance.map(|_| json!({ "instanceNo": done.no }));
        } else {
            make(tx, id, &kept)?;
        }
        let made = kept::payment_of(tx, org, id)?;
        let (payment, num) = made.unzip();
        Ok(json!({ "id": payment, "paymentNum": num, "approving": waits }))
    })
    .map(Answer::Data)
}

/// Refuses a second payment of an airline in a period.
fn need_period(tx: &mut Tx<'_>, kept: &Kept) -> Result<(), Refusal> {
    let org = tx.org();
    match kept::in_period(tx, org, kept)? {
        Some(num) => Err(Refusal::Business(BILLED.with(&[("n", &num)]))),
        None => Ok(()),
    }
}

/// The rows with what was decided about each; who saw other data is told.
fn decided(asked: &[RowAsked], compared: &[Compared], findings: &mut Findings) -> Result<Vec<Row>, Refusal> {
    let by_code: BTreeMap<&str, &Compared> = compared
        .iter()
        .filter(|row| row.outcome != Came::OursOnly)
        .map(|row| (row.billed.code.as_str(), row))
        .collect();
    let mut rows = Vec::new();
    for (place, row) in asked.iter().enumerate() {
        let now = by_code.get(row.code.as_str()).filter(|now| now.seen() == row.seen);
        let now = now.ok_or(Refusal::business(CHANGED))?;
        if !now.outcome.deals().contains(&row.deal) {
            findings.error(format!("rows.{place}.deal"), OTHER_DEAL.with(&[("code", &row.code)]));
        }
        rows.push(Row {
            code: row.code.clone(),
            orders: now.orders.iter().map(|order| order.id.0).collect(),
            seen: row.seen.clone(),
            error: now.error(),
            deal: row.deal,
        });
    }
    Ok(rows)
}

/// The costs a file takes.
fn taken<'a>(kept: &Kept, compared: &'a [Compared]) -> Vec<&'a Cost> {
    let codes: BTreeSet<&str> = kept.taken().map(|(_, row)| row.code.as_str()).collect();
    let rows = compared.iter().filter(|row| row.outcome != Came::OursOnly && codes.contains(row.billed.code.as_str()));
    rows.flat_map(|row| &row.costs).filter(|cost| cost.rest() != 0).collect()
}

/// What is applied for where our cost is to be adjusted.
fn application(tx: &mut Tx<'_>, (id, kept): (Id, &Kept), scope: &str, costs: &[&Cost]) -> Result<Application, Refusal> {
    let org = tx.org();
    let name = facts::coop_name(tx, org, Id(kept.coop))?;
    let errors = kept.taken().filter(|(_, row)| row.deal == Deal::Supplier).map(|(_, row)| row.error.saturating_abs());
    let difference = errors.fold(0, i64::saturating_add);
    let rests = costs.iter().map(|cost| cost.rest().saturating_abs()).fold(0, i64::saturating_add);
    let currency = rate::currency_of(&kept.currency)?;
    let number = if kept.supplier_bill.is_empty() { name.clone() } else { kept.supplier_bill.clone() };
    Ok(Application {
        event: EVENT,
        kind: TABLE,
        object: id,
        number,
        internal_number: String::new(),
        url: PATH.to_owned(),
        scope: scope.to_owned(),
        coop: Some(Id(kept.coop)),
        sales: None,
        servicer: None,
        facts: facts_of(tx, org, (difference, rests), currency)?,
        content: CONTENT.with(&[("name", &name)]).zh,
        reason: kept.remark.clone(),
        without: None,
        running: words::RUNNING,
    })
}

/// 差异金额 in the functional currency, and how much of our rest it is.
fn facts_of(tx: &mut Tx<'_>, org: i64, (difference, rests): (i64, i64), currency: Currency) -> Result<Facts, Refusal> {
    let table = rate::Table::of(tx, org, &[currency])?;
    let rate = table.at(currency.code(), Kind::Payable, tx.now).unwrap_or(ExchangeRate::from_raw(1_000_000));
    let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
    let money = Money::of_thousandths(difference, currency).map_err(broken)?;
    let own = functional(money, rate, table.own).and_then(Money::thousandths).map_err(broken)?;
    let mut facts = Facts::new();
    facts.insert("difference".to_owned(), Fact::Number(own / 10));
    if rests != 0 {
        let percent = i128::from(difference) * 10_000 / i128::from(rests);
        facts.insert("differenceRate".to_owned(), Fact::Number(i64::try_from(percent).unwrap_or(i64::MAX)));
    }
    Ok(facts)
}

/// The lines and the payment of a file that was approved.
fn approved(tx: &mut Tx<'_>, decided: &Approved) -> Result<(), Refusal> {
    let org = tx.org();
    let kept = Kept::of(tx, org, decided.object)?;
    make(tx, decided.object, &kept)
}

/// Makes the lines that adjust our cost, and the payment: of orders that are as they were seen.
fn make(tx: &mut Tx<'_>, upload: Id, kept: &Kept) -> Result<(), Refusal> {
    let org = tx.org();
    let orders = held(tx, kept)?;
    kept::hold_period(tx, kept)?;
    need_period(tx, kept)?;
    let costs = of_orders(tx, org, &orders)?;
    let takes = |cost: &Cost| {
        let of_items = kept.items.is_empty() || kept.items.contains(&cost.item_id.0);
        cost.coop == Id(kept.coop) && cost.currency == kept.currency && of_items && cost.rest() != 0
    };
    let mut chosen: Vec<Chosen> =
        costs.into_iter().filter(takes).map(|cost| Chosen { amount: cost.rest(), cost }).collect();
    let added = adjusted(tx, kept, &chosen, &orders)?;
    let fresh = of_orders(tx, org, &orders)?.into_iter().filter(|cost| added.contains(&cost.id));
    chosen.extend(fresh.map(|cost| Chosen { amount: cost.rest(), cost }));
    if chosen.is_empty() {
        return Err(Refusal::business(NOTHING));
    }
    let head = Head {
        coop: Id(kept.coop),
        currency: kept.currency.clone(),
        date: kept.date()?,
        rate: kept.rate,
        supplier_bill: kept.supplier_bill.clone(),
        remark: kept.remark.clone(),
    };
    let (id, num) = payment::make(tx, &head.wanted(&chosen))?;
    log_made(tx, (id, &num), PATH, "供应商账单导入")?;
    kept::became(tx, upload, id)
}

/// Holds the orders of a file, by their ids; refused where one changed since it was read.
fn held(tx: &mut Tx<'_>, kept: &Kept) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    let orders: BTreeSet<Id> = kept.taken().flat_map(|(_, row)| row.orders.iter().copied().map(Id)).collect();
    finance::hold_all(tx, &orders)?;
    let orders: Vec<Id> = orders.into_iter().collect();
    let versions = versions(tx, org, &orders)?;
    let now = |id: Id| (id, versions.get(&id).copied().unwrap_or_default());
    let is_same = |row: &Row| seen(row.orders.iter().map(|id| now(Id(*id)))) == row.seen;
    if kept.taken().all(|(_, row)| is_same(row)) { Ok(orders) } else { Err(Refusal::business(CHANGED)) }
}

/// Adds the lines of the rows that are dealt with as the supplier wants; all that is wrong is told at once.
fn adjusted(tx: &mut Tx<'_>, kept: &Kept, chosen: &[Chosen], orders: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut added = BTreeSet::new();
    if !kept.adjusts() {
        return Ok(added);
    }
    let org = tx.org();
    let currency = rate::currency_of(&kept.currency)?;
    let known = scopes_and_weights(tx, org, orders)?;
    let adjuster = Adjuster::of(tx, org, kept)?;
    let taken: BTreeSet<Id> = chosen.iter().map(|one| one.cost.id).collect();
    let mut findings = Findings::new();
    for (place, row) in kept.taken().filter(|(_, row)| row.deal == Deal::Supplier && row.error != 0) {
        let of: Vec<(Id, &(String, i64))> =
            row.orders.iter().filter_map(|id| Some((Id(*id), known.get(&Id(*id))?))).collect();
        let shares = shares(row.error, currency, &of)?;
        for ((order, (scope, _)), amount) in of.into_iter().zip(shares).filter(|(_, amount)| *amount != 0) {
            match adjuster.add(tx, (order, scope), amount, &taken)? {
                Ok(id) => drop(added.insert(id)),
                Err(why) => {
                    let zh = [("code", row.code.as_str()), ("why", why.zh.as_str())];
                    let en = [("code", row.code.as_str()), ("why", why.en.as_str())];
                    findings.error(format!("rows.{place}.deal"), OF_ORDER.with_each(&zh, &en));
                }
            }
        }
    }
    Refusal::unless_clean(&findings, &[])?;
    Ok(added)
}

/// A difference over the orders of a number: by what they are charged by, alike where that is nought.
fn shares(error: i64, currency: Currency, orders: &[(Id, &(String, i64))]) -> Result<Vec<i64>, Refusal> {
    let broken = |fault: trade::charge::Fault| Refusal::broken(fault.to_string());
    let weights: Vec<i64> = orders.iter().map(|(_, (_, weight))| *weight).collect();
    let weights = if weights.iter().sum::<i64>() == 0 { vec![1; weights.len()] } else { weights };
    let money = Money::of_thousandths(error, currency).map_err(broken)?;
    let shares = share(money, &weights).map_err(broken)?;
    shares.into_iter().map(|part| part.thousandths().map_err(broken)).collect()
}

/// Scope of some orders, and what they are charged by.
fn scopes_and_weights(conn: &mut dyn Conn, org: i64, orders: &[Id]) -> Result<BTreeMap<Id, (String, i64)>, Refusal> {
    /// Orders of one statement.
    const AT_ONCE: usize = 5_000;
    let mut known = BTreeMap::new();
    for some in orders.chunks(AT_ONCE) {
        let mut select = sql::from(org, ORDER);
        select
            .columns(["id", "business_scope", "biz_quantity"])
            .and_where(sql::is_in(sql::col("id"), some.iter().copied()));
        for row in conn.query(&select.into())? {
            known.insert(row.get(0)?, (row.get(1)?, row.get::<Option<i64>>(2)?.unwrap_or_default()));
        }
    }
    Ok(known)
}
