//! An invoice that is about to be changed: held with what it covers, and what stands against changing its figures.

use charge::line::code_of;
use kernel::{Id, Msg, parse_day};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn as _, sql};
use trade::charge::Side;

use super::cover::documents;
use super::kind::{NORMAL, PART_RED, PENDING, RED};
use super::red;
use crate::invoice::{self, TABLE};
use crate::{note, payment};

const POSTED: Msg =
    Msg::new("invoicing.posted", "发票已生成凭证，请先退回凭证", "The invoice has a voucher: return that first.");
const IS_SETTLED: Msg =
    Msg::new("invoice.settled", "发票已核销，不能{what}", "The invoice was settled: {what} is refused.");
const HAS_RED: Msg =
    Msg::new("invoice.has_red", "发票已红冲，不能{what}", "A red invoice takes it back: {what} is refused.");
const RED_PENDING: Msg = Msg::new(
    "invoice.red_pending",
    "审批中，不能{what}",
    "It is being decided whether the invoice is taken back: {what} is refused.",
);

/// An invoice with what its changes ask for.
#[derive(Debug, Clone)]
pub struct Invoice {
    /// Row.
    pub id: Id,
    /// Issued or received.
    pub side: Side,
    /// The application it answers.
    pub application: Option<Id>,
    /// Customer, or supplier.
    pub coop: Id,
    /// Type.
    pub kind: String,
    /// Code.
    pub code: String,
    /// Number.
    pub num: String,
    /// Date.
    pub date: String,
    /// Title.
    pub title: String,
    /// Tax number.
    pub taxpayer: String,
    /// Currency.
    pub currency: String,
    /// Amount.
    pub amount: i64,
    /// Tax.
    pub tax: i64,
    /// Tax rate.
    pub tax_rate: String,
    /// Rate, in millionths.
    pub rate: i64,
    /// What that is worth.
    pub functional: i64,
    /// What it covers.
    pub allocated: i64,
    /// What of that is settled.
    pub settled: i64,
    /// State.
    pub state: String,
    /// The invoice it takes back.
    pub red_of: Option<Id>,
    /// Whether its tax is deducted.
    pub deduct: Option<String>,
    /// Version.
    pub version: i64,
}

/// An invoice, held until the transaction ends with the orders and documents of what it covers, or of what it takes back.
pub fn held(tx: &mut Tx<'_>, side: Side, id: Id) -> Result<Invoice, Refusal> {
    let org = tx.org();
    let red_of = read(tx, side, id, false)?.red_of;
    let both: Vec<Id> = [Some(id), red_of].into_iter().flatten().collect();
    let covered = invoice::of_invoices(tx, org, side, &both)?;
    let rows: Vec<Id> = covered.into_iter().map(|one| one.row).collect();
    let documents = documents(tx, side, &rows)?;
    match side {
        Side::Receivable => {
            note::hold_orders(tx, &documents)?;
            note::held(tx, &documents)?;
        }
        Side::Payable => {
            payment::hold_orders(tx, &documents)?;
            payment::held(tx, &documents)?;
        }
    }
    invoice::hold(tx, side, &rows)?;
    read(tx, side, id, true)
}

/// An invoice as it stands, held where that is said.
pub(super) fn read(tx: &mut Tx<'_>, side: Side, id: Id, hold: bool) -> Result<Invoice, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .columns(["id", "application_id", "coop_id", "invoice_type", "invoice_code", "invoice_num", "invoice_date"])
        .columns(["title", "taxpayer_num", "currency_code", "amount", "tax", "tax_rate", "exchange_rate"])
        .columns(["functional", "allocated", "settled", "state", "red_of", "deduct_state", "version"])
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("side", code_of(side).to_owned()));
    if hold {
        select.lock_exclusive();
    }
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    Ok(Invoice {
        id: row.get(0)?,
        side,
        application: row.get(1)?,
        coop: row.get(2)?,
        kind: row.get(3)?,
        code: row.get(4)?,
        num: row.get(5)?,
        date: row.get(6)?,
        title: text(7)?,
        taxpayer: text(8)?,
        currency: row.get(9)?,
        amount: row.get(10)?,
        tax: row.get(11)?,
        tax_rate: text(12)?,
        rate: row.get(13)?,
        functional: row.get(14)?,
        allocated: row.get(15)?,
        settled: row.get(16)?,
        state: row.get(17)?,
        red_of: row.get(18)?,
        deduct: row.get(19)?,
        version: row.get(20)?,
    })
}

/// Refuses a change of figures of what money settled, what red invoices take back or may soon, or what stands in a closed month.
/// A red invoice has nothing open, and counts as not settled.
pub fn need_unmoved(tx: &mut Tx<'_>, invoice: &Invoice, what: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let is_red = invoice.red_of.is_some();
    let reds = red::of(tx, org, (invoice.id, invoice.application))?;
    let why = if matches!(invoice.state.as_str(), PART_RED | RED) || reds.iter().any(|red| red.state == NORMAL) {
        Some(HAS_RED)
    } else if reds.iter().any(|red| red.state == PENDING) {
        Some(RED_PENDING)
    } else if !is_red && invoice.side == Side::Receivable && is_settled(tx, invoice)? {
        Some(IS_SETTLED)
    } else {
        None
    };
    need_unposted(tx, invoice.id)?;
    match why {
        Some(why) => Err(Refusal::Business(why.with(&[("what", what)]))),
        None => charge::period::need_not_closed(tx, parse_day(&invoice.date)),
    }
}

/// Refuses to change an invoice that has a voucher.
pub fn need_unposted(tx: &mut Tx<'_>, invoice: Id) -> Result<(), Refusal> {
    let org = tx.org();
    book::need_unposted(tx, org, (TABLE, &[invoice]), POSTED)
}

/// Whether money settled anything of it: parts of both signs may come to nought together. Cost is settled on its payments, which
/// keep what was settled of them.
fn is_settled(tx: &mut Tx<'_>, invoice: &Invoice) -> Result<bool, Refusal> {
    let org = tx.org();
    Ok(invoice::of_invoices(tx, org, invoice.side, &[invoice.id])?.iter().any(|one| one.settled != 0))
}
