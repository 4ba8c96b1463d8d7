//! Invoices are written, given other figures, and removed.

use charge::line::code_of;
use charge::rate;
use kernel::{Day, ExchangeRate, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn as _, StoreError, Value, sql};
use trade::charge::exchange::{Carried, common_rate};
use trade::charge::{Money, Side};

use super::cover::{self, Cover};
use super::held::{Invoice, need_unmoved};
use super::kind::{NORMAL, VAT_TYPES, deduct_state, taken};
use super::line::{self, Line};
use super::{red, restate};
use crate::figure::{fault, money, sum, worth};
use crate::fund::text;
use crate::invoice::{self, REMOVED, TABLE};

const INVOICED_ANEW: Msg = Msg::new(
    "invoice.anew",
    "红冲金额已重新开票，不能{what}",
    "What it took back was invoiced anew: {what} is refused.",
);

/// An invoice that is to be registered. Amounts are thousandths of its currency.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Issued or received.
    pub side: Side,
    /// The application it answers.
    pub application: Option<Id>,
    /// Customer, or supplier.
    pub coop: Id,
    /// Type.
    pub kind: String,
    /// Code; of paper alone.
    pub code: String,
    /// Number.
    pub num: String,
    /// Date.
    pub date: Day,
    /// Title: the buyer of an issued one, the seller of a received one.
    pub title: String,
    /// Their tax number.
    pub taxpayer: String,
    /// Currency.
    pub currency: String,
    /// Amount, tax included.
    pub amount: i64,
    /// Tax.
    pub tax: i64,
    /// Tax rate; several joined.
    pub tax_rate: String,
    /// Lines; of an issued one they add up to its amount.
    pub lines: Vec<Line>,
    /// What it covers; of an issued one all of it.
    pub covers: Vec<Cover>,
    /// Rate of what it covers nothing with, in millionths.
    pub rate: i64,
    /// Remark.
    pub remark: String,
}

impl Wanted {
    fn parts(&self) -> Vec<(Id, i64)> {
        self.covers.iter().map(|cover| (cover.row, cover.amount)).collect()
    }
}

/// Rate and functional amount of an invoice by what it covers.
fn worth_of(wanted: &Wanted, own: &str) -> Result<(i64, i64), Refusal> {
    let own = rate::currency_of(own)?;
    let carried = wanted.covers.iter().map(|cover| {
        Ok(Carried {
            amount: money(cover.amount, &wanted.currency)?,
            functional: Money::of_thousandths(cover.functional, own).map_err(fault)?,
            rate: ExchangeRate::from_raw(cover.rate),
        })
    });
    let carried = carried.collect::<Result<Vec<_>, Refusal>>()?;
    let rate = common_rate(&carried).map_or(wanted.rate, |common| common.rate.raw());
    let covered = sum(wanted.covers.iter().map(|cover| cover.amount))?;
    let functional = if covered == wanted.amount && !wanted.covers.is_empty() {
        sum(wanted.covers.iter().map(|cover| cover.functional))?
    } else {
        worth(wanted.amount, &wanted.currency, rate, own)?
    };
    Ok((rate, functional))
}

/// What an invoice's row says of its figures.
fn figures(wanted: &Wanted, own: &str) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let (rate, functional) = worth_of(wanted, own)?;
    let face = has_face(wanted.side, &wanted.kind, (&wanted.currency, own)).then_some(functional);
    Ok(vec![
        ("amount", Value::Int(wanted.amount)),
        ("not_tax", Value::Int(wanted.amount - wanted.tax)),
        ("tax", Value::Int(wanted.tax)),
        ("tax_rate", text(&wanted.tax_rate)),
        ("face_amount", face.map_or(Value::Null, Value::Int)),
        ("exchange_rate", Value::Int(rate)),
        ("functional", Value::Int(functional)),
    ])
}

/// Whether an invoice is printed in the functional currency 票面 (catalogue css.md /css_income_invoice).
pub(super) fn has_face(side: Side, kind: &str, (currency, own): (&str, &str)) -> bool {
    side == Side::Receivable && currency != own && VAT_TYPES.contains(&kind)
}

/// Registers an invoice: its row, its lines and what it covers. The documents of the rows are held; the caller looked at its
/// number, calls [`restate`] behind all invoices of a call, and writes the log line.
pub fn register(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Id, Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    charge::period::need_not_closed(tx, Some(wanted.date))?;
    let id = tx.new_id();
    let deduct = match wanted.side {
        Side::Receivable => Value::Null,
        Side::Payable => Value::Text(deduct_state(&wanted.kind).to_owned()),
    };
    let mut cells = vec![
        ("id", Value::Int(id.0)),
        ("side", text(code_of(wanted.side))),
        ("application_id", wanted.application.map_or(Value::Null, |id| Value::Int(id.0))),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("invoice_type", text(&wanted.kind)),
        ("invoice_code", Value::Text(wanted.code.clone())),
        ("invoice_num", text(&wanted.num)),
        ("invoice_date", Value::Text(show_day(wanted.date))),
        ("title", text(&wanted.title)),
        ("taxpayer_num", text(&wanted.taxpayer)),
        ("currency_code", text(&wanted.currency)),
        ("state", text(NORMAL)),
        ("deduct_state", deduct),
        ("remark", text(&wanted.remark)),
    ];
    cells.extend(figures(wanted, own.code())?);
    insert(tx, cells, (wanted.side, &wanted.num))?;
    line::insert(tx, id, &wanted.lines)?;
    cover::write(tx, (wanted.side, id), &wanted.parts())?;
    Ok(id)
}

/// Writes the row of a new invoice.
pub(super) fn insert(
    tx: &mut Tx<'_>,
    mut cells: Vec<(&'static str, Value)>,
    (side, num): (Side, &str),
) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    cells.extend([
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ]);
    // Somebody else may have registered the number since the look before.
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into()).map_err(|error| match error {
        StoreError::Unique(_) => Refusal::Business(taken(side, num)),
        other => other.into(),
    })?;
    Ok(())
}

/// Gives an invoice another date, which neither lies in a closed month nor did before: invoices of a row are settled in the order
/// of their dates. The caller holds it ([`super::held`]).
pub fn redate(tx: &mut Tx<'_>, invoice: &Invoice, date: Day) -> Result<(), Refusal> {
    charge::period::need_not_closed(tx, parse_day(&invoice.date).into_iter().chain([date]))?;
    let org = tx.org();
    let update = sql::update(org, TABLE, &[("invoice_date", Value::Text(show_day(date)))]);
    tx.exec(&update.clone().and_where(sql::eq("id", invoice.id)).to_owned().into())?;
    let covered = invoice::of_invoices(tx, org, invoice.side, &[invoice.id])?;
    invoice::restate(tx, invoice.side, &covered.into_iter().map(|one| one.row).collect::<Vec<_>>())
}

/// Gives an invoice other figures: date, lines, amount and what it covers. The caller holds it ([`super::held`]), asked
/// [`need_unmoved`], and freed its rows ([`free`]) before it looked at what is left of them.
pub fn refigure(tx: &mut Tx<'_>, id: Id, wanted: &Wanted) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    charge::period::need_not_closed(tx, Some(wanted.date))?;
    let mut cells = figures(wanted, own.code())?;
    cells.push(("invoice_date", Value::Text(show_day(wanted.date))));
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    tx.exec(&sql::delete(org, line::TABLE).and_where(sql::eq("invoice_id", id)).to_owned().into())?;
    line::insert(tx, id, &wanted.lines)?;
    cover::write(tx, (wanted.side, id), &wanted.parts())
}

/// Takes back what an invoice covers, so that its rows are open for it anew. Answers them: they are restated afterwards.
pub fn free(tx: &mut Tx<'_>, invoice: &Invoice) -> Result<Vec<Id>, Refusal> {
    cover::undo(tx, invoice.side, invoice.id)
}

/// 删除登记: an invoice covers nothing any more and its number is free; a red one only as long as nothing was invoiced of what it
/// took back. The caller holds it ([`super::held`]) and writes the log line.
pub fn remove(tx: &mut Tx<'_>, invoice: &Invoice, what: &str) -> Result<(), Refusal> {
    need_unmoved(tx, invoice, what)?;
    let rows = cover::undo(tx, invoice.side, invoice.id)?;
    if !cover::is_within(tx, invoice.side, &rows)? {
        return Err(Refusal::Business(INVOICED_ANEW.with(&[("what", what)])));
    }
    set_state(tx, invoice.id, REMOVED)?;
    if let Some(original) = invoice.red_of {
        red::restate(tx, (original, invoice.application))?;
    }
    restate(tx, invoice.side, &rows)
}

/// Moves an invoice to a state.
pub(super) fn set_state(tx: &mut Tx<'_>, id: Id, state: &str) -> Result<(), Refusal> {
    let cells = [
        ("state", text(state)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}
