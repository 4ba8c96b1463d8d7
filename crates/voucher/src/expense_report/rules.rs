//! What a report is saved as: its sums, what it is set against, whom it is paid to.

use approval::people;
use charge::figure::{TOO_FINE, TOO_LARGE, tax_of};
use charge::rate;
use domain::coop::need_coop;
use kernel::Day;
use order::store::TABLE as ORDER;
use order::visible_order;
use platform::document::RowValues;
use platform::prelude::*;
use settle::expense::{self, LOAN, Report};
use settle::number;
use trade::charge::line::untaxed;
use trade::charge::{Currency, Money};

use super::{ExpenseReport, LINES, amount};

/// Letters of what lines are for, together.
const USE_MAX: usize = 200;

const LATER: Msg = Msg::new("expense.date", "报销日期不能晚于今天", "The date can't lie in the future.");
const NO_LINES: Msg = Msg::new("expense.lines", "请填写报销明细", "Give the lines of the report.");
const NOT_OWN: Msg = Msg::new("expense.own", "只能操作本人的报销单", "Only the applicant can do this.");
const NO_ORDER: Msg = Msg::new("expense.order", "订单不存在", "There is no such order.");
const OTHER_BANK: Msg = Msg::new(
    "expense.bank",
    "收款账户不属于该收款单位或币种不符",
    "The bank account is not one of the payee in this currency.",
);

/// Of a line.
pub(super) const AMOUNT: Field = amount("金额", "Amount").column("amount").required();
/// Its tax rate.
pub(super) const TAX_RATE: Field = Field::dictionary(super::TAXES, "税率", "Tax rate").column("tax_rate").max(20);
/// The tax within it.
pub(super) const TAX: Field = Field::decimal(3, "税额", "Tax").digits(2).column("tax").read_only();
/// Its column.
const ORDER_ID: &str = "order_id";
/// The order it is about.
pub(super) const OF_ORDER: Field = Field::reference("settledOrder", "关联订单", "Order").column(ORDER_ID);

fn place_of(column: &str) -> usize {
    LINES.fields.iter().position(|field| field.column == column).unwrap_or(usize::MAX)
}

fn cell<T: Cell>(row: &[Value], column: &str) -> Result<T, Refusal> {
    Ok(T::from_value(row.get(place_of(column)).unwrap_or(&Value::Null))?)
}

/// Refuses what is done to a report of somebody else.
pub(super) fn need_own(tx: &Tx<'_>, report: &Report) -> Result<(), Refusal> {
    if report.applicant == tx.actor.user_id { Ok(()) } else { Err(Refusal::business(NOT_OWN)) }
}

/// Rules of the form.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    if draft.is_new() {
        draft.set(ExpenseReport::REPORT_NUM, number::plain(tx, "ER")?.into_value());
        draft.set(ExpenseReport::DEPT_ID, people::dept_of(tx, org, user)?.into_value());
    } else {
        let report = expense::hold(tx, draft.id)?;
        need_own(tx, &report)?;
    }
    let date: Option<Day> = draft.get(ExpenseReport::REPORT_DATE)?;
    findings.error_if(date.is_some_and(|date| date > tx.now.day()), &ExpenseReport::REPORT_DATE.name(), LATER);
    let own = rate::functional(tx, org)?;
    payee(tx, draft, own, findings)?;
    let mut sum: i64 = draft.get::<Option<i64>>(ExpenseReport::AMOUNT)?.unwrap_or_default();
    let is_loan = draft.get::<String>(ExpenseReport::KIND)? == LOAN;
    if is_loan {
        need_fits((sum, own), ExpenseReport::AMOUNT.name(), findings);
    } else {
        let lines = lines(tx, draft, own, findings)?;
        let none = lines.is_empty() && draft.get::<Option<Id>>(ExpenseReport::LOAN_ID)?.is_none();
        findings.error_if(none, LINES.member, NO_LINES);
        let amounts = lines.iter().map(|row| Ok(cell::<Option<i64>>(row, "amount")?.unwrap_or_default()));
        let amounts: Vec<i64> = amounts.collect::<Result<_, Refusal>>()?;
        sum = amounts.into_iter().try_fold(0, i64::checked_add).ok_or(Refusal::business(TOO_LARGE))?;
        draft.set(ExpenseReport::EXPENSES_USE, use_of(&lines)?.into_value());
    }
    draft.set(ExpenseReport::AMOUNT, Value::Int(sum));
    let used = against_loan(tx, draft, own, findings)?;
    draft.set(ExpenseReport::LOAN_USED, Value::Int(used));
    draft.set(ExpenseReport::TO_PAY, Value::Int(sum.saturating_sub(used)));
    let attached = draft.get::<Option<i64>>(ExpenseReport::ATTACHED)?.unwrap_or_default();
    draft.set(ExpenseReport::ATTACHED, Value::Int(attached));
    Ok(())
}

fn need_fits((raw, own): (i64, Currency), at: impl Into<String>, findings: &mut Findings) {
    if Money::of_thousandths(raw, own).is_err() {
        findings.error(at, TOO_FINE.with(&[("currency", own.code()), ("n", &own.exponent().to_string())]));
    }
}

/// The partner that is paid, and his account.
fn payee(tx: &mut Tx<'_>, draft: &Draft<'_>, own: Currency, findings: &mut Findings) -> Result<(), Refusal> {
    let (org, actor) = (tx.org(), tx.actor);
    // Of a partner that was asked for just now there is nothing to look up.
    let is_asked_for = findings.at(&ExpenseReport::COOP_ID.name()).next().is_some();
    let coop = draft.get::<Option<Id>>(ExpenseReport::COOP_ID)?.filter(|_| !is_asked_for);
    let Some(coop) = coop else { return Ok(()) };
    if draft.changes(ExpenseReport::COOP_ID) {
        need_coop(tx, actor, coop)?;
    }
    let Some(bank) = draft.get::<Option<Id>>(ExpenseReport::COOP_BANK_ID)? else { return Ok(()) };
    let is_his = expense::is_bank_of(tx, org, bank, (coop, own))?;
    findings.error_if(!is_his, &ExpenseReport::COOP_BANK_ID.name(), OTHER_BANK);
    Ok(())
}

/// Its lines, those the body names with their tax.
fn lines(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    own: Currency,
    findings: &mut Findings,
) -> Result<Vec<RowValues>, Refusal> {
    let (org, id) = (tx.org(), draft.id);
    let Some(rows) = draft.rows_mut(LINES.member) else { return LINES.of(tx, org, id) };
    let mut orders = Vec::new();
    for (place, row) in rows.iter_mut().enumerate() {
        let at = |column: &str| {
            let name = LINES.fields.iter().find(|field| field.column == column).map(Field::name).unwrap_or_default();
            format!("{}.{place}.{name}", LINES.member)
        };
        let raw: i64 = cell::<Option<i64>>(row, "amount")?.unwrap_or_default();
        need_fits((raw, own), at("amount"), findings);
        let rate: String = cell(row, "tax_rate")?;
        let tax = tax_within(raw, own, &rate)?;
        if let Some(cell) = row.get_mut(place_of("tax")) {
            *cell = Value::Int(tax);
        }
        orders.extend(cell::<Option<Id>>(row, ORDER_ID)?.map(|order| (order, at(ORDER_ID))));
    }
    let rows = rows.clone();
    need_orders(tx, &orders, findings)?;
    Ok(rows)
}

/// The tax within an amount, in thousandths; of one that fits no currency none.
fn tax_within(raw: i64, own: Currency, rate: &str) -> Result<i64, Refusal> {
    let (Some(rate), Ok(money)) = (tax_of(rate), Money::of_thousandths(raw, own)) else { return Ok(0) };
    let bad = |_| Refusal::business(TOO_LARGE);
    untaxed(money, rate).and_then(|parts| parts.tax.thousandths()).map_err(bad)
}

/// Lines name orders their applicant sees.
fn need_orders(tx: &mut Tx<'_>, orders: &[(Id, String)], findings: &mut Findings) -> Result<(), Refusal> {
    if orders.is_empty() {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), ORDER);
    select
        .column((ORDER, "id"))
        .and_where(sql::is_in(sql::of(ORDER, "id"), orders.iter().map(|(order, _)| *order)))
        .cond_where(visible_order(tx.actor));
    let seen: Vec<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    for (order, at) in orders {
        findings.error_if(!seen.contains(order), at, NO_ORDER);
    }
    Ok(())
}

/// What lines are for, each use once.
fn use_of(lines: &[RowValues]) -> Result<String, Refusal> {
    let mut uses: Vec<String> = Vec::new();
    for row in lines {
        let one: String = cell(row, "purpose")?;
        if !uses.contains(&one) {
            uses.push(one);
        }
    }
    Ok(uses.join("、").chars().take(USE_MAX).collect())
}

/// How much of a 借款 it is set against.
fn against_loan(tx: &mut Tx<'_>, draft: &Draft<'_>, own: Currency, findings: &mut Findings) -> Result<i64, Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let Some(loan) = draft.get::<Option<Id>>(ExpenseReport::LOAN_ID)? else { return Ok(0) };
    let found = expense::by_id(tx, org, &[loan])?.remove(&loan);
    // Nought is what a report without one holds.
    let asked = draft.get::<Option<i64>>(ExpenseReport::LOAN_USED)?.filter(|asked| *asked != 0);
    need_fits((asked.unwrap_or_default(), own), ExpenseReport::LOAN_USED.name(), findings);
    Ok(expense::used_of_loan(found.as_ref(), (user, 0), asked, findings))
}

/// Only its applicant removes a report.
pub(super) fn removed(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let report = expense::hold(tx, id)?;
    need_own(tx, &report)
}
