//! 生成账单: what is due becomes bills, one for each partner, side, currency and agreement; what is less than the agreement's
//! least bill waits for the next one (结转).

use std::collections::BTreeMap;

use agreement::settlement::period::Month;
use charge::figure::tax_of;
use charge::item::ServiceItem;
use charge::{item, rate};
use kernel::{Day, ExchangeRate, Id, Instant, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Conn, Value, sql};
use trade::charge::Side;
use trade::charge::line::untaxed;

use super::bill::{self, Head, Line};
use super::{Detail, Due, PERIODS, Reckoned, reckon};

/// What a run made.
#[derive(Debug, Default)]
pub struct Run {
    /// Bills, by their rows and numbers.
    pub bills: Vec<(Id, String)>,
    /// Rules whose amounts wait for the next bill.
    pub carried: usize,
}

/// A rule that was counted.
struct Counted {
    due: Due,
    reckoned: Reckoned,
    thousandths: i64,
}

/// What stands on one bill.
type Group = (Id, bool, String, String);

/// Makes the bills of rules that are due with a month and open. Bills of one partner follow one another, income first,
/// and partners follow their first rule.
pub fn make(tx: &mut Tx<'_>, dues: Vec<Due>, (month, today): (Month, Day)) -> Result<Run, Refusal> {
    let org = tx.org();
    let mut first: BTreeMap<Id, usize> = BTreeMap::new();
    let mut groups: BTreeMap<(usize, Group), Vec<Counted>> = BTreeMap::new();
    for due in dues.into_iter().filter(Due::is_open) {
        let reckoned = reckon(tx, org, &due, today)?;
        let thousandths = reckoned.amount.thousandths().map_err(|fault| rate::told(fault, tx.now))?;
        let next = first.len();
        let place = *first.entry(due.kept.coop).or_insert(next);
        let is_payable = due.kept.rule.side != agreement::code_of(Side::Receivable);
        let group = (due.kept.coop, is_payable, due.kept.rule.currency_code.clone(), due.kept.agreement.clone());
        groups.entry((place, group)).or_default().push(Counted { due, reckoned, thousandths });
    }
    let mut run = Run::default();
    for ((_, group), counted) in groups {
        of_group(tx, &group, &counted, month, &mut run)?;
    }
    Ok(run)
}

/// A rule whose amount waits: its period, and the amount.
struct Waiting {
    row: Id,
    rule: Id,
    period: String,
    amount: i64,
}

fn of_group(tx: &mut Tx<'_>, group: &Group, counted: &[Counted], month: Month, run: &mut Run) -> Result<(), Refusal> {
    let org = tx.org();
    let Some(some) = counted.first() else { return Ok(()) };
    for one in counted {
        // It was counted before, and waited: it is counted anew.
        let mut delete = sql::delete(org, PERIODS);
        delete.and_where(sql::eq("rule_id", one.due.kept.id)).and_where(sql::eq("period", one.due.period.name.clone()));
        tx.exec(&delete.into())?;
    }
    let waiting = waiting(tx, org, group)?;
    let carried: i64 = waiting.iter().map(|one| one.amount).sum();
    let total = counted.iter().fold(carried, |sum, one| sum.saturating_add(one.thousandths));
    let agreed = &some.due.agreed;
    let is_billed = total != 0 && total.saturating_abs() >= agreed.agreement.min_bill.unwrap_or_default();
    let made = if is_billed { Some(billed(tx, group, (counted, &waiting), month, carried)?) } else { None };
    for one in counted {
        noted(tx, one, made.as_ref().map(|(id, _)| *id))?;
        last(tx, one.due.kept.id)?;
    }
    if let Some(bill) = made {
        for one in &waiting {
            let mut update = sql::update(org, PERIODS, &[("bill_id", Value::Int(bill.0.0))]);
            tx.exec(&update.and_where(sql::eq("id", one.row)).to_owned().into())?;
        }
        run.bills.push(bill);
    } else {
        run.carried += counted.len();
    }
    Ok(())
}

/// What waits for the next bill of a partner, side, currency and agreement.
fn waiting(conn: &mut dyn Conn, org: i64, (_, is_payable, currency, code): &Group) -> Result<Vec<Waiting>, Refusal> {
    use agreement::settlement::rule::TABLE as RULES;
    let side = if *is_payable { Side::Payable } else { Side::Receivable };
    let mut select = sql::from(org, PERIODS);
    select
        .columns(["id", "rule_id", "period", "amount"].map(|column| (PERIODS, column)))
        .join(JoinType::InnerJoin, RULES, sql::same_org(RULES, PERIODS, "rule_id"))
        .and_where(sql::of_eq(RULES, "agreement_code", code.clone()))
        .and_where(sql::of_eq(RULES, "side", agreement::code_of(side)))
        .and_where(sql::of_eq(RULES, "currency_code", currency.clone()))
        .and_where(sql::of(PERIODS, "bill_id").is_null())
        .order_by((PERIODS, "id"), Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| Ok(Waiting { row: row.get(0)?, rule: row.get(1)?, period: row.get(2)?, amount: row.get(3)? }))
        .collect()
}

/// Makes the bill of a group.
fn billed(
    tx: &mut Tx<'_>,
    (coop, is_payable, currency, code): &Group,
    (counted, waiting): (&[Counted], &[Waiting]),
    month: Month,
    carried: i64,
) -> Result<(Id, String), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let some = counted.first().ok_or_else(|| Refusal::broken("a bill of nothing"))?;
    let side = if *is_payable { Side::Payable } else { Side::Receivable };
    let head = Head {
        agreement_id: some.due.agreed.id,
        agreement_code: code.clone(),
        coop: *coop,
        side,
        period: month.name(),
        currency: currency.clone(),
        rate: rate_at(tx, org, (currency, side), now)?,
        carried_in: carried,
    };
    let items = item::by_id(tx, org, counted.iter().map(|one| one.due.kept.rule.service_item_id))?;
    let (id, num) = bill::insert(tx, &head)?;
    let mut place = 0;
    for one in waiting {
        let kept = super::rules(tx, org, &super::Which::Ids(&[one.rule]))?.into_iter().next();
        let Some(kept) = kept.filter(|_| one.amount != 0) else { continue };
        place += 1;
        let (rule, agreed) = (&kept.rule, &some.due.agreed.agreement.tax_rate);
        let item = item::item(tx, org, rule.service_item_id)?;
        let line = Line {
            remark: "结转".to_owned(),
            ..line_of((kept.id, rule), (&one.period, one.amount), tax(&rule.tax_rate, agreed, item.as_ref(), side))?
        };
        bill::insert_line(tx, id, place, &line)?;
    }
    for one in counted.iter().filter(|one| one.thousandths != 0) {
        place += 1;
        let (rule, agreed) = (&one.due.kept.rule, &one.due.agreed.agreement.tax_rate);
        let word = tax(&rule.tax_rate, agreed, items.get(&rule.service_item_id), side);
        let line = line_of((one.due.kept.id, rule), (&one.due.period.name, one.thousandths), word)?;
        let (quantity, unit) = (one.reckoned.counted, one.reckoned.unit.clone());
        let line = Line { quantity, unit, unit_price: one.reckoned.price, ..line };
        let row = bill::insert_line(tx, id, place, &line)?;
        details(tx, (id, row), &one.reckoned.details)?;
    }
    bill::restate(tx, id)?;
    Ok((id, num))
}

/// The rate of a currency on a side; none of the table is refused.
pub(super) fn rate_at(
    conn: &mut dyn Conn,
    org: i64,
    (code, side): (&str, Side),
    now: Instant,
) -> Result<ExchangeRate, Refusal> {
    let currency = rate::currency_of(code)?;
    rate::Table::holding(conn, org, now)?.need(currency, charge::figure::rate_kind(side), now)
}

/// The tax of a rule: its own, else what was agreed, else that of its item.
fn tax(own: &str, agreed: &str, item: Option<&ServiceItem>, side: Side) -> String {
    let of_item = item.map(|item| if side == Side::Receivable { &item.vat_output } else { &item.vat_input });
    let all = [Some(own), Some(agreed), of_item.map(String::as_str)];
    all.into_iter().flatten().find(|word| !word.is_empty()).unwrap_or_default().to_owned()
}

fn line_of(
    (id, rule): (Id, &agreement::settlement::rule::Rule),
    (period, amount): (&str, i64),
    tax_rate: String,
) -> Result<Line, Refusal> {
    let (untaxed, tax) = parts(amount, &rule.currency_code, &tax_rate)?;
    Ok(Line {
        rule: Some((id, period.to_owned())),
        rule_name: rule.rule_name.clone(),
        tax_rate,
        tax,
        untaxed,
        post_mode: rule.post_mode.clone(),
        ..Line::of(rule.service_item_id, amount)
    })
}

/// An amount without its tax, and the tax, all in thousandths; a word that is no rate has no tax.
pub fn parts(amount: i64, currency: &str, word: &str) -> Result<(i64, i64), Refusal> {
    let told = |_| Refusal::business(charge::figure::TOO_LARGE);
    let money = trade::charge::Money::of_thousandths(amount, rate::currency_of(currency)?).map_err(told)?;
    let parts = untaxed(money, tax_of(word).unwrap_or_default()).map_err(told)?;
    Ok((parts.net.thousandths().map_err(told)?, parts.tax.thousandths().map_err(told)?))
}

/// What a line was counted of.
fn details(tx: &mut Tx<'_>, (bill, line): (Id, Id), of: &[Detail]) -> Result<(), Refusal> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let whole = |raw: Option<i64>| raw.map_or(Value::Null, Value::Int);
    for (place, one) in (1i64..).zip(of) {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("bill_id", Value::Int(bill.0)),
            ("line_id", Value::Int(line.0)),
            ("line", Value::Int(place)),
            ("order_id", whole(one.order.map(|id| id.0))),
            ("number", Value::Text(one.number.clone())),
            ("customer_number", text(&one.customer_number)),
            ("biz_number", text(&one.biz_number)),
            ("biz_date", text(&one.biz_date)),
            ("quantity", whole(one.quantity)),
            ("income", whole(one.income)),
            ("cost", whole(one.cost)),
            ("share", Value::Int(one.share)),
        ];
        tx.exec(&sql::insert(tx.org(), bill::DETAILS, &cells).into())?;
    }
    Ok(())
}

/// Notes that a rule was counted for a period.
fn noted(tx: &mut Tx<'_>, one: &Counted, bill: Option<Id>) -> Result<(), Refusal> {
    let text = |text: Option<String>| text.map_or(Value::Null, Value::Text);
    let cells = [
        ("id", Value::Int(tx.new_id().0)),
        ("rule_id", Value::Int(one.due.kept.id.0)),
        ("period", Value::Text(one.due.period.name.clone())),
        ("amount", Value::Int(one.thousandths)),
        ("carried", Value::Bool(bill.is_none())),
        ("bill_id", bill.map_or(Value::Null, |id| Value::Int(id.0))),
        ("charged_to", text(one.reckoned.charged_to.map(show_day))),
        ("charged_days", text(one.reckoned.charged_days.clone())),
    ];
    tx.exec(&sql::insert(tx.org(), PERIODS, &cells).into())?;
    Ok(())
}

/// Tells on a rule which period was counted last, and what it came to.
pub(super) fn last(tx: &mut Tx<'_>, rule: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, PERIODS);
    select.columns(["period", "amount"]).and_where(sql::eq("rule_id", rule)).order_by("period", Order::Desc).limit(1);
    let row = tx.first(&select.into())?;
    let (period, amount) = match row {
        Some(row) => (Value::Text(row.get(0)?), Value::Int(row.get(1)?)),
        None => (Value::Null, Value::Null),
    };
    let mut update =
        sql::update(org, agreement::settlement::rule::TABLE, &[("last_period", period), ("last_amount", amount)]);
    tx.exec(&update.and_where(sql::eq("id", rule)).to_owned().into())?;
    Ok(())
}
