//! What makes a bill whole: its agreement, and the figures of its lines.

use agreement::{Agreement, BOTH, code_of};
use platform::document::Document;
use platform::field::Kind;
use platform::prelude::*;
use platform::sea_query::Expr;
use settle::periodic::NO_MONTH;
use settle::periodic::bill::{self, DETAILS, DRAFT, UNCHECKED, is_month, parts, rate_of};
use settle::periodic::check as checks;
use trade::charge::Side;

use super::{CoopBill, LINE_TABLE, LINES};
use crate::coop_agreement::of_id;

const NO_AGREEMENT: Msg = Msg::new("coop_bill.agreement", "协议未生效", "The agreement was not in force.");
const OTHER_SIDE: Msg = Msg::new("coop_bill.side", "收付方向须与协议一致", "The agreement is not for this side.");
const NO_CURRENCY: Msg = Msg::new("coop_bill.currency", "币种不存在", "There is no such currency.");
const NOT_ADJUSTING: Msg =
    Msg::new("coop_bill.added", "增加的明细须为调整行", "A line that is added to a bill of rules is an adjustment.");

/// Places of the fields of a line that rules look at.
const AMOUNT: usize = 5;
const TAX_RATE: usize = 6;
const TAX: usize = 7;
const UNTAXED: usize = 8;
const ADJUSTS: usize = 9;

/// Completes a bill, and finds what is wrong with it.
pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let own = CoopBill::from_values(&whole(&draft.values))?;
    findings.error_if(!own.period.is_empty() && !is_month(&own.period), "period", NO_MONTH);
    let known = !own.currency_code.is_empty() && facts::is_currency(tx, org, &own.currency_code)?;
    findings.error_if(!own.currency_code.is_empty() && !known, "currencyCode", NO_CURRENCY);
    if draft.is_new() {
        begin(tx, draft, (&own, known), findings)?;
    } else {
        added(tx, draft, findings)?;
    }
    if known {
        figures(draft, &own.currency_code)?;
    }
    Ok(())
}

/// What is not chosen yet is nothing: the partner of a new bill follows its agreement.
fn whole(values: &[Value]) -> Vec<Value> {
    let filled = |(field, value): (&Field, &Value)| match (field.kind, value) {
        (Kind::Reference(_), Value::Null) => Value::Int(0),
        _ => value.clone(),
    };
    CoopBill::FIELDS.iter().zip(values).map(filled).collect()
}

/// A bill that is made by hand is under an agreement that was agreed on.
fn begin(
    tx: &mut Tx<'_>,
    draft: &mut Draft<'_>,
    (own, known): (&CoopBill, bool),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let org = tx.org();
    draft.set(CoopBill::STATE, DRAFT.into_value());
    draft.set(CoopBill::CHECK_STATE, UNCHECKED.into_value());
    let agreed: Option<Agreement> = of_id(tx, org, own.agreement_id)?.map(|(_, agreed)| agreed);
    let Some(agreed) = agreed.filter(Agreement::is_agreed) else {
        findings.error_if(own.agreement_id != Id(0), "agreementId", NO_AGREEMENT);
        return Ok(());
    };
    let actor = tx.actor;
    domain::coop::need_coop(tx, actor, agreed.coop_id)?;
    let of_side = agreed.side == BOTH || own.side.is_empty() || agreed.side == own.side;
    findings.error_if(!of_side, "side", OTHER_SIDE);
    draft.set(CoopBill::COOP_ID, agreed.coop_id.into_value());
    draft.beside("agreement_code", agreed.agreement_code.into_value());
    if known {
        let side = if own.side == code_of(Side::Payable) { Side::Payable } else { Side::Receivable };
        let rate = rate_of(tx, &own.currency_code, side)?;
        draft.set(CoopBill::EXCHANGE_RATE, rate.raw().into_value());
    }
    let number = bill::next_number(tx)?;
    draft.set(CoopBill::BILL_CODE, number.into_value());
    Ok(())
}

/// Lines that rules made may go; what comes beside them says why it does.
fn added(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let Some(rows) = draft.rows(LINES.member) else { return Ok(()) };
    let plain = rows.iter().filter(|row| row.get(ADJUSTS) != Some(&Value::Bool(true))).count();
    let mut select = sql::from(tx.org(), LINE_TABLE);
    select
        .expr(Expr::cust("COUNT(*)"))
        .expr(Expr::cust("COUNT(rule_id)"))
        .and_where(sql::eq("bill_id", draft.id))
        .and_where(sql::eq("adjusting", false));
    let row = tx.first(&select.into())?.unwrap_or_default();
    let (stood, of_rules): (i64, i64) = (row.get(0)?, row.get(1)?);
    let more = i64::try_from(plain).unwrap_or(i64::MAX) > stood;
    findings.error_if(more && of_rules > 0, LINES.member, NOT_ADJUSTING);
    Ok(())
}

/// Tax and untaxed amount follow the amount.
fn figures(draft: &mut Draft<'_>, currency: &str) -> Result<(), Refusal> {
    for row in draft.rows_mut(LINES.member).into_iter().flatten() {
        let amount = row.get(AMOUNT).map_or(Ok(None), Option::<i64>::from_value)?;
        let word = row.get(TAX_RATE).map_or(Ok(String::new()), String::from_value)?;
        let (untaxed, tax) = parts(amount.unwrap_or_default(), currency, &word)?;
        for (place, value) in [(TAX, tax), (UNTAXED, untaxed)] {
            if let Some(cell) = row.get_mut(place) {
                *cell = value.into_value();
            }
        }
        if let Some(cell) = row.get_mut(ADJUSTS).filter(|cell| **cell == Value::Null) {
            *cell = Value::Bool(false);
        }
    }
    Ok(())
}

/// The sums follow the lines, and details go with theirs.
pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let org = tx.org();
    if draft.rows(LINES.member).is_some() {
        let mut lines = sql::from(org, LINE_TABLE);
        lines.column("id").and_where(sql::eq("bill_id", draft.id));
        let mut gone = sql::delete(org, DETAILS);
        gone.and_where(sql::eq("bill_id", draft.id))
            .and_where(platform::sea_query::ExprTrait::not_in_subquery(sql::col("line_id"), lines));
        tx.exec(&gone.into())?;
    }
    bill::restate(tx, draft.id)?;
    checks::renew(tx, draft.id)?;
    Ok(Written::default())
}

/// Its periods are free again.
pub(super) fn free(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    bill::free_periods(tx, id)?;
    tx.exec(&sql::delete(tx.org(), DETAILS).and_where(sql::eq("bill_id", id)).to_owned().into())?;
    Ok(())
}
