//! What a write-off settles (catalogue css.md 0.7): the level a document is settled on, the lowest rows behind it, and how one
//! amount is spread over several.

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, IN_FORCE, NOTE, NOTE_ROW, PROCESSING};
use charge::line;
use domain::switch::WRITE_OFF_BY_INVOICE;
use kernel::{Findings, Id, Msg, Text};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{JoinType, Order};
use platform::setting;
use platform::store::{Conn, sql};
use serde_json::Value as Json;
use trade::charge::Side;

use crate::invoice::{self, toward};
use crate::note::{self, Note, STATEMENT};
use crate::payment::{self, Payment};
use crate::write_off::{Of, Target, Wanted};
use crate::{figure, request};

const BEYOND: Msg =
    Msg::new("write_off.beyond", "本次核销金额不能大于未核销金额", "No more can be settled than is open.");
const BEYOND_OF: Msg = Msg::new(
    "write_off.beyond_of",
    "单号{n}本次核销金额不能大于未核销金额",
    "Number {n}: no more can be settled than is open.",
);
/// An amount that would open what it is to settle.
pub(crate) const OTHER_SIGN: Msg =
    Msg::new("write_off.sign", "金额符号与未核销金额不一致", "The amount has not the sign of what is open.");
const DONE: Msg = Msg::new("write_off.done", "{n}已核销完毕", "{n} is settled wholly.");
const DONE_OF: Msg = Msg::new("write_off.done_of", "单号{n}已核销完毕", "Number {n} is settled wholly.");
const IN_STATEMENT: Msg =
    Msg::new("write_off.stated", "账单{n}已制清单，请在清单核销", "The note {n} is in a statement: settle it there.");
const NOTE_APPLIED: Msg = Msg::new(
    "write_off.note_applied",
    "账单{n}已申请开票，请在发票核销",
    "An invoice is applied for of the note {n}: settle it on its invoices.",
);
const STATEMENT_APPLIED: Msg = Msg::new(
    "write_off.statement_applied",
    "清单{n}已申请开票，请在发票核销",
    "An invoice is applied for of the statement {n}: settle it on its invoices.",
);
const IS_VOID: Msg = Msg::new("write_off.void", "{n}已作废", "{n} is void.");
const BUSY: Msg = platform::bulk::BUSY;
const DECIDED: Msg =
    Msg::new("write_off.decided", "对账单{n}的付款申请未审批通过", "A request to pay {n} waits for its decision.");
const OF_OTHER: Msg = Msg::new("write_off.coop", "{n}不属于该往来单位", "{n} is of another partner.");
const GONE: Msg = Msg::new("write_off.gone", "核销对象不存在", "What is to be settled is not there.");

/// A lowest row of either side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lowest {
    /// Row of a note, or detail of a payment.
    pub id: Id,
    /// Its note or payment.
    pub document: Id,
    /// Its order.
    pub order: Id,
    /// Its currency.
    pub currency: String,
    /// Rate in millionths.
    pub rate: i64,
    /// What is open.
    pub open: i64,
    /// What that is carried at.
    pub functional: i64,
    /// The number a refusal names it by.
    pub number: String,
}

/// A document as its level is judged.
struct Document {
    num: String,
    coop: Id,
    void: bool,
    /// It is being written.
    busy: bool,
    statement: Option<Id>,
    applied: bool,
    /// A request to pay it waits for its decision.
    decided: bool,
}

/// An invoice or a statement.
struct Above {
    num: String,
    coop: Id,
    currency: String,
    void: bool,
    /// It is being written.
    busy: bool,
    applied: bool,
}

/// What a part of a target takes of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Place of its target.
    pub place: usize,
    /// Place of its row among those of the ground.
    pub row: usize,
    /// The invoice it is settled on.
    pub invoice: Option<Id>,
    /// How much.
    pub amount: i64,
}

/// Everything behind the targets of a write-off, held until the transaction ends.
pub(crate) struct Ground {
    side: Side,
    by_invoice: bool,
    /// A request pays it.
    is_asked: bool,
    /// In the order of the spread: by document date, then number; of details by business date, then number.
    pub rows: Vec<Lowest>,
    documents: BTreeMap<Id, Document>,
    statements: BTreeMap<Id, Above>,
    invoices: BTreeMap<Id, Above>,
    /// What is open of an invoice, by invoice and row.
    room: BTreeMap<(Id, Id), i64>,
}

/// The notes or payments behind some targets.
pub(crate) fn documents(conn: &mut dyn Conn, org: i64, targets: &[Target]) -> Result<BTreeSet<Id>, Refusal> {
    let mut all = BTreeSet::new();
    let (mut statements, mut invoices, mut details) = (Vec::new(), Vec::new(), Vec::new());
    for target in targets {
        match &target.of {
            Of::Note { note, .. } => drop(all.insert(*note)),
            Of::Payment(payment) => drop(all.insert(*payment)),
            Of::Statement { statement, .. } => statements.push(*statement),
            Of::Invoice { invoice, .. } => invoices.push(*invoice),
            Of::Detail(detail) => details.push(*detail),
        }
    }
    all.extend(ids_where(conn, org, (NOTE, "id"), ("statement_id", &statements))?);
    all.extend(ids_where(conn, org, (DETAIL, "payment_id"), ("id", &details))?);
    let rows: Vec<Id> =
        invoice::of_invoices(conn, org, Side::Receivable, &invoices)?.iter().map(|one| one.row).collect();
    all.extend(ids_where(conn, org, (NOTE_ROW, "note_id"), ("id", &rows))?);
    Ok(all)
}

/// Holds notes, then the invoices that cover them and the statements they stand on, as a write-off of income does; their
/// orders are held.
pub(crate) fn hold_notes(tx: &mut Tx<'_>, ids: &[Id]) -> Result<Vec<Note>, Refusal> {
    let org = tx.org();
    let notes = note::held(tx, ids)?;
    let rows: Vec<Id> = note::rows(tx, org, ids)?.into_iter().map(|row| row.id).collect();
    invoice::hold(tx, Side::Receivable, &rows)?;
    statements_of(tx, notes.iter().filter_map(|note| note.statement).collect())?;
    Ok(notes)
}

/// The orders behind some targets: the caller sees all of them, or the write-off is refused.
pub fn orders(conn: &mut dyn Conn, org: i64, side: Side, targets: &[Target]) -> Result<BTreeSet<Id>, Refusal> {
    let documents: Vec<Id> = documents(conn, org, targets)?.into_iter().collect();
    match side {
        Side::Receivable => ids_where(conn, org, (NOTE, "order_id"), ("id", &documents)),
        Side::Payable => ids_where(conn, org, (DETAIL, "order_id"), ("payment_id", &documents)),
    }
}

fn ids_where(
    conn: &mut dyn Conn,
    org: i64,
    (table, column): (&'static str, &'static str),
    (by, ids): (&'static str, &[Id]),
) -> Result<BTreeSet<Id>, Refusal> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = sql::from(org, table);
    select.column(column).distinct().and_where(sql::is_in(sql::col(by), ids.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

impl Ground {
    /// Holds the documents behind some targets, whose orders are held, then their invoices and statements. Where others were
    /// added meanwhile, the caller is told to look again.
    pub(crate) fn hold(tx: &mut Tx<'_>, wanted: &Wanted, documents: &BTreeSet<Id>) -> Result<Self, Refusal> {
        let org = tx.org();
        let ids: Vec<Id> = documents.iter().copied().collect();
        let by_invoice = setting::value(tx, org, &WRITE_OFF_BY_INVOICE, None)?;
        let mut ground = Self {
            side: wanted.side,
            by_invoice,
            is_asked: wanted.request.is_some(),
            rows: Vec::new(),
            documents: BTreeMap::new(),
            statements: BTreeMap::new(),
            invoices: BTreeMap::new(),
            room: BTreeMap::new(),
        };
        match wanted.side {
            Side::Receivable => ground.hold_notes(tx, &ids)?,
            Side::Payable => ground.hold_payments(tx, &ids)?,
        }
        if self::documents(tx, org, &wanted.targets)? != *documents {
            return Err(Refusal::Stale(Json::Null));
        }
        Ok(ground)
    }

    fn hold_notes(&mut self, tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
        let org = tx.org();
        let notes = note::held(tx, ids)?;
        let by_id: BTreeMap<Id, &Note> = notes.iter().map(|note| (note.id, note)).collect();
        let mut rows = Vec::new();
        for row in note::rows(tx, org, ids)? {
            let Some(note) = by_id.get(&row.note) else { continue };
            let lowest = Lowest {
                id: row.id,
                document: row.note,
                order: note.order,
                open: row.amount - row.settled,
                functional: row.functional - row.functional_settled,
                currency: row.currency,
                rate: row.rate,
                number: note.num.clone(),
            };
            rows.push(((note.date.clone(), note.num.clone()), lowest));
        }
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        self.rows = rows.into_iter().map(|(_, row)| row).collect();
        let row_ids: Vec<Id> = self.rows.iter().map(|row| row.id).collect();
        invoice::hold(tx, Side::Receivable, &row_ids)?;
        for one in invoice::of_rows(tx, org, Side::Receivable, &row_ids)? {
            self.room.insert((one.invoice, one.row), one.amount - one.settled);
        }
        let invoices: BTreeSet<Id> = self.room.keys().map(|(invoice, _)| *invoice).collect();
        self.invoices = invoices_of(tx, org, invoices)?;
        let statements: BTreeSet<Id> = notes.iter().filter_map(|note| note.statement).collect();
        self.statements = statements_of(tx, statements)?;
        for note in notes {
            let document = Document {
                num: note.num,
                coop: note.coop,
                void: note.state != IN_FORCE,
                busy: false,
                statement: note.statement,
                applied: note.application.is_some(),
                decided: false,
            };
            self.documents.insert(note.id, document);
        }
        Ok(())
    }

    fn hold_payments(&mut self, tx: &mut Tx<'_>, ids: &[Id]) -> Result<(), Refusal> {
        let org = tx.org();
        let payments = payment::held(tx, ids)?;
        let by_id: BTreeMap<Id, &Payment> = payments.iter().map(|payment| (payment.id, payment)).collect();
        invoice::hold(tx, Side::Payable, ids)?;
        let named = numbers(tx, org, ids)?;
        let decided = if self.is_asked { BTreeSet::new() } else { decided(tx, org, ids)? };
        let mut rows = Vec::new();
        for detail in payment::details(tx, org, ids)? {
            let Some(payment) = by_id.get(&detail.payment) else { continue };
            let (rate, date, number) = named.get(&detail.id).cloned().unwrap_or_default();
            let lowest = Lowest {
                id: detail.id,
                document: detail.payment,
                order: detail.order,
                currency: payment.currency.clone(),
                rate,
                open: detail.amount - detail.settled,
                functional: detail.functional - detail.functional_settled,
                number: number.clone(),
            };
            rows.push(((date, number), lowest));
        }
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        self.rows = rows.into_iter().map(|(_, row)| row).collect();
        for payment in payments {
            let document = Document {
                num: payment.num,
                coop: payment.coop,
                void: payment.state != IN_FORCE,
                busy: payment.state == PROCESSING,
                statement: None,
                applied: false,
                decided: decided.contains(&payment.id),
            };
            self.documents.insert(payment.id, document);
        }
        Ok(())
    }

    /// What each target takes of the rows, one after the other; what is wrong is found at its amount.
    pub(crate) fn parts(&mut self, wanted: &Wanted, findings: &mut Findings) -> Vec<Part> {
        let mut parts = Vec::new();
        for (place, target) in wanted.targets.iter().enumerate() {
            match self.part(wanted, place, target) {
                Ok(taken) => parts.extend(taken),
                Err(why) => findings.error(format!("targets.{place}.amount"), why),
            }
        }
        parts
    }

    fn part(&mut self, wanted: &Wanted, place: usize, target: &Target) -> Result<Vec<Part>, Text> {
        let name = self.judge(wanted.coop, &target.of)?;
        let invoice = match &target.of {
            Of::Invoice { invoice, .. } => Some(*invoice),
            _ => None,
        };
        let places: Vec<usize> = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| self.is_of(row, &target.of))
            .map(|(place, _)| place)
            .collect();
        let rests: Vec<i64> = places.iter().filter_map(|place| self.rest(*place, invoice)).collect();
        if places.is_empty() {
            return Err(GONE.text());
        }
        if let Some(why) = self.currency(&target.of).and_then(|code| figure::too_fine(target.amount, code)) {
            return Err(why);
        }
        let taken = spread(target.amount, &rests).map_err(|why| match (why, &target.of) {
            (Why::Done, Of::Detail(_)) => DONE_OF.with(&[("n", &name)]),
            (Why::Done, _) => DONE.with(&[("n", &name)]),
            (Why::OtherSign, _) => OTHER_SIGN.text(),
            (Why::Beyond, Of::Detail(_)) => BEYOND_OF.with(&[("n", &name)]),
            (Why::Beyond, _) => BEYOND.text(),
        })?;
        let parts = places.into_iter().zip(taken).filter(|(_, amount)| *amount != 0);
        let parts: Vec<Part> = parts.map(|(row, amount)| Part { place, row, invoice, amount }).collect();
        for part in &parts {
            self.take(part);
        }
        Ok(parts)
    }

    /// Counts a part as taken, so that a later target finds what is left. The functional rest follows where it is carried.
    fn take(&mut self, part: &Part) {
        let Some(row) = self.rows.get_mut(part.row) else { return };
        row.open -= part.amount;
        if let Some(room) = part.invoice.and_then(|invoice| self.room.get_mut(&(invoice, row.id))) {
            *room -= part.amount;
        }
    }

    /// What may be taken of a row: what is open of it, on an invoice no more than that has room for.
    fn rest(&self, place: usize, invoice: Option<Id>) -> Option<i64> {
        let row = self.rows.get(place)?;
        let room = invoice.map(|invoice| self.room.get(&(invoice, row.id)).copied().unwrap_or_default());
        Some(room.map_or(row.open, |room| toward(row.open, room)))
    }

    fn is_of(&self, row: &Lowest, of: &Of) -> bool {
        match of {
            Of::Note { note, currency } => row.document == *note && row.currency == *currency,
            Of::Statement { statement, currency, note } => {
                let named = self.documents.get(&row.document).and_then(|document| document.statement);
                named == Some(*statement) && row.currency == *currency && note.is_none_or(|note| note == row.document)
            }
            Of::Invoice { invoice, note } => {
                self.room.contains_key(&(*invoice, row.id)) && note.is_none_or(|note| note == row.document)
            }
            Of::Payment(payment) => row.document == *payment,
            Of::Detail(detail) => row.id == *detail,
        }
    }

    /// Why a target can't be settled as it is, else the number it is named by (css.md 0.7).
    fn judge(&self, coop: Id, of: &Of) -> Result<String, Text> {
        let say = |why: Msg, num: &str| Err(why.with(&[("n", num)]));
        match of {
            Of::Note { note, .. } => {
                let one = self.documents.get(note).filter(|_| self.side == Side::Receivable);
                let one = one.ok_or_else(|| GONE.text())?;
                match one {
                    _ if one.coop != coop => say(OF_OTHER, &one.num),
                    _ if one.void => say(IS_VOID, &one.num),
                    _ if one.statement.is_some() => say(IN_STATEMENT, &one.num),
                    _ if one.applied && self.by_invoice => say(NOTE_APPLIED, &one.num),
                    _ => Ok(one.num.clone()),
                }
            }
            Of::Statement { statement, .. } => {
                let one = self.statements.get(statement).ok_or_else(|| GONE.text())?;
                match one {
                    _ if one.coop != coop => say(OF_OTHER, &one.num),
                    _ if one.busy => say(BUSY, &one.num),
                    _ if one.void => say(IS_VOID, &one.num),
                    _ if one.applied && self.by_invoice => say(STATEMENT_APPLIED, &one.num),
                    _ => Ok(one.num.clone()),
                }
            }
            Of::Invoice { invoice, .. } => {
                let one = self.invoices.get(invoice).ok_or_else(|| GONE.text())?;
                if one.coop == coop { Ok(one.num.clone()) } else { say(OF_OTHER, &one.num) }
            }
            Of::Payment(payment) => {
                let one = self.documents.get(payment).filter(|_| self.side == Side::Payable);
                let one = one.ok_or_else(|| GONE.text())?;
                match one {
                    _ if one.coop != coop => say(OF_OTHER, &one.num),
                    _ if one.busy => say(BUSY, &one.num),
                    _ if one.void => say(IS_VOID, &one.num),
                    _ if one.decided => say(DECIDED, &one.num),
                    _ => Ok(one.num.clone()),
                }
            }
            Of::Detail(detail) => {
                let row = self.rows.iter().find(|row| row.id == *detail).ok_or_else(|| GONE.text())?;
                self.judge(coop, &Of::Payment(row.document)).map(|_| row.number.clone())
            }
        }
    }

    /// The currency of a target.
    pub(crate) fn currency<'a>(&'a self, of: &'a Of) -> Option<&'a str> {
        match of {
            Of::Note { currency, .. } | Of::Statement { currency, .. } => Some(currency),
            Of::Invoice { invoice, .. } => self.invoices.get(invoice).map(|one| one.currency.as_str()),
            Of::Payment(_) | Of::Detail(_) => {
                self.rows.iter().find(|row| self.is_of(row, of)).map(|row| row.currency.as_str())
            }
        }
    }
}

fn invoices_of(conn: &mut dyn Conn, org: i64, ids: BTreeSet<Id>) -> Result<BTreeMap<Id, Above>, Refusal> {
    let mut select = sql::from(org, invoice::TABLE);
    select.columns(["id", "invoice_num", "coop_id", "currency_code"]).and_where(sql::is_in(sql::col("id"), ids));
    let mut all = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (num, coop, currency) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let above = Above { num, coop, currency, void: false, busy: false, applied: false };
        all.insert(row.get(0)?, above);
    }
    Ok(all)
}

fn statements_of(tx: &mut Tx<'_>, ids: BTreeSet<Id>) -> Result<BTreeMap<Id, Above>, Refusal> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut select = sql::from(tx.org(), STATEMENT);
    select
        .columns(["id", "statement_num", "coop_id", "state", "application_id"])
        .and_where(sql::is_in(sql::col("id"), ids))
        .order_by("id", Order::Asc)
        .lock_exclusive();
    let mut all = BTreeMap::new();
    for row in tx.query(&select.into())? {
        let above = Above {
            num: row.get(1)?,
            coop: row.get(2)?,
            currency: String::new(),
            void: row.get::<String>(3)? != IN_FORCE,
            busy: row.get::<String>(3)? == PROCESSING,
            applied: row.get::<Option<Id>>(4)?.is_some(),
        };
        all.insert(row.get(0)?, above);
    }
    Ok(all)
}

/// Those of some payments with a request that waits for its decision: what is decided about is not settled beside it.
pub fn decided(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, request::ROW);
    select
        .column((request::ROW, "payment_id"))
        .distinct()
        .join(JoinType::InnerJoin, request::TABLE, sql::same_org(request::TABLE, request::ROW, "request_id"))
        .and_where(sql::of_eq(request::TABLE, "state", request::RUNNING.to_owned()))
        .and_where(sql::is_in(sql::of(request::ROW, "payment_id"), payments.iter().copied()));
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The rate of the charge of each detail of some payments, and business date and number of its order.
fn numbers(conn: &mut dyn Conn, org: i64, payments: &[Id]) -> Result<BTreeMap<Id, (i64, String, String)>, Refusal> {
    const ORDER: &str = "freight_order";
    let mut select = sql::from(org, DETAIL);
    select
        .column((DETAIL, "id"))
        .column((line::TABLE, "exchange_rate"))
        .columns(["biz_date", "biz_number", "order_code"].map(|column| (ORDER, column)))
        .join(JoinType::InnerJoin, line::TABLE, sql::same_org(line::TABLE, DETAIL, "charge_id"))
        .join(JoinType::InnerJoin, ORDER, sql::same_org(ORDER, DETAIL, "order_id"))
        .and_where(sql::is_in(sql::of(DETAIL, "payment_id"), payments.iter().copied()))
        .and_where(sql::of_eq(DETAIL, "is_void", false));
    let mut all = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
        let number = Some(text(3)?).filter(|number| !number.is_empty());
        let number = if let Some(number) = number { number } else { text(4)? };
        all.insert(row.get(0)?, (row.get(1)?, text(2)?, number));
    }
    Ok(all)
}

/// 自动分配: what of each rest an amount takes by the same order, at most all of them; nothing where the signs differ.
pub fn fifo(amount: i64, rests: &[i64]) -> Vec<i64> {
    let total: i64 = rests.iter().sum();
    spread(toward(amount, total), rests).unwrap_or_else(|_| vec![0; rests.len()])
}

/// Why an amount can't be spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    Done,
    OtherSign,
    Beyond,
}

/// Spreads an amount over what is open of rows in their order: first what is negative, then the oldest (css.md 0.7). Of rows
/// that together are below nought the negative ones alone take part, unless all of it is settled.
fn spread(amount: i64, rests: &[i64]) -> Result<Vec<i64>, Why> {
    let total: i64 = rests.iter().sum();
    if rests.iter().all(|rest| *rest == 0) {
        return Err(Why::Done);
    }
    if amount == 0 || amount.signum() != total.signum() {
        return Err(Why::OtherSign);
    }
    if amount.unsigned_abs() > total.unsigned_abs() {
        return Err(Why::Beyond);
    }
    if amount == total {
        return Ok(rests.to_vec());
    }
    let below: i64 = rests.iter().filter(|rest| **rest < 0).sum();
    let mut left = if amount > 0 { amount - below } else { amount };
    let mut take = |rest: i64| {
        if amount > 0 && rest < 0 {
            return rest;
        }
        let taken = toward(left, rest);
        left -= taken;
        taken
    };
    Ok(rests.iter().map(|rest| take(*rest)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_takes_what_is_negative_and_then_the_oldest() {
        assert_eq!(spread(100, &[60, -20, 80]), Ok(vec![60, -20, 60]));
        assert_eq!(spread(120, &[60, -20, 80]), Ok(vec![60, -20, 80]), "all of it");
        assert_eq!(spread(30, &[60, -20, 80]), Ok(vec![50, -20, 0]));
        assert_eq!(spread(1, &[60, 80]), Ok(vec![1, 0]));
        assert_eq!(spread(-40, &[-80, 30]), Ok(vec![-40, 0]));
        assert_eq!(spread(-50, &[-80, 30]), Ok(vec![-80, 30]));
    }

    #[test]
    fn more_than_is_open_takes_all_of_it() {
        assert_eq!(fifo(200, &[60, -20, 80]), [60, -20, 80]);
        assert_eq!(fifo(100, &[60, -20, 80]), [60, -20, 60]);
        assert_eq!(fifo(100, &[-60]), [0]);
        assert_eq!(fifo(0, &[60]), [0]);
        assert_eq!(fifo(100, &[]), Vec::<i64>::new());
    }

    #[test]
    fn an_amount_has_the_sign_of_what_is_open_and_is_not_more() {
        assert_eq!(spread(140, &[60, 80]), Ok(vec![60, 80]));
        assert_eq!(spread(141, &[60, 80]), Err(Why::Beyond));
        assert_eq!(spread(-1, &[60, 80]), Err(Why::OtherSign));
        assert_eq!(spread(0, &[60, 80]), Err(Why::OtherSign));
        assert_eq!(spread(1, &[0, 0]), Err(Why::Done));
        assert_eq!(spread(1, &[50, -50]), Err(Why::OtherSign), "together nothing: each is settled by itself");
        assert_eq!(spread(-51, &[-80, 30]), Err(Why::Beyond));
    }
}
