//! Registering invoices of both sides 开票 收票 (catalogue css.md 0.7, invariant 9): what they cover of which rows, what a red
//! one takes back, and their removal. How far they are settled is in [`crate::invoice`].

use std::collections::BTreeSet;

use charge::chain::{NOTE_ROW, PAYMENT};
use charge::figure::tax_of;
use charge::line::code_of;
use charge::rate;
use kernel::{Day, ExchangeRate, Id, Msg, Text, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Conn, Row, StoreError, Value, sql};
use trade::charge::exchange::{Carried, common_rate};
use trade::charge::line::untaxed;
use trade::charge::share::share;
use trade::charge::{Money, Side};

use crate::figure::{fault, money, sum, worth};
use crate::invoice::{self, ALLOCATION, REMOVED, TABLE};
use crate::target::fifo;
use crate::{note, payment};

/// Table of the lines of invoices.
pub const LINE: &str = "invoice_line";

/// In force.
pub const NORMAL: &str = "NORMAL";
/// A red invoice takes a part of it back.
pub const PART_RED: &str = "PART_RED";
/// Red invoices take all of it back.
pub const RED: &str = "RED";
/// A red invoice that somebody decides about: it takes nothing back yet.
pub const PENDING: &str = "PENDING";
/// States of an invoice.
pub const STATES: &[Choice] = &[
    Choice::new(NORMAL, "正常", "In force").tone("ready"),
    Choice::new(PART_RED, "部分红冲", "Partly taken back").tone("warning"),
    Choice::new(RED, "已红冲", "Taken back").tone("danger"),
    Choice::new(PENDING, "审批中", "Under approval").tone("info"),
    Choice::new(REMOVED, "已删除", "Removed").tone("neutral"),
];
/// What lists of invoices begin with: those that were removed are looked for.
pub const LISTED: &str = "NORMAL,PART_RED,RED,PENDING";

/// 数电专票.
pub const DIGITAL_SPECIAL: &str = "数电专票";
/// 数电普票.
pub const DIGITAL: &str = "数电普票";
/// 纸质专票.
pub const PAPER_SPECIAL: &str = "纸质专票";
/// 纸质普票.
pub const PAPER: &str = "纸质普票";
/// 海关缴款书: the customs' receipt of import tax.
pub const CUSTOMS: &str = "海关缴款书";
/// 境外发票.
pub const ABROAD: &str = "境外发票";
const ALL_TYPES: [Choice; 9] = [
    Choice::new(DIGITAL_SPECIAL, DIGITAL_SPECIAL, "Digital special VAT invoice"),
    Choice::new(DIGITAL, DIGITAL, "Digital VAT invoice"),
    Choice::new(PAPER_SPECIAL, PAPER_SPECIAL, "Paper special VAT invoice"),
    Choice::new(PAPER, PAPER, "Paper VAT invoice"),
    Choice::new("形式发票", "形式发票", "Proforma invoice"),
    Choice::new("收据", "收据", "Receipt"),
    Choice::new(CUSTOMS, CUSTOMS, "Customs tax receipt"),
    Choice::new("定额发票", "定额发票", "Fixed-amount invoice"),
    Choice::new(ABROAD, "境外发票 Invoice", "Invoice from abroad"),
];
/// Types of invoices that suppliers send.
pub const COST_TYPES: &[Choice] = &ALL_TYPES;
/// Types of invoices that are issued: category 8 without 不开票.
pub const INCOME_TYPES: &[Choice] = ALL_TYPES.split_at(6).0;
/// Types whose tax the buyer deducts.
pub const SPECIAL_TYPES: [&str; 2] = [DIGITAL_SPECIAL, PAPER_SPECIAL];
/// Types of the tax office.
pub const VAT_TYPES: [&str; 4] = [DIGITAL_SPECIAL, DIGITAL, PAPER_SPECIAL, PAPER];

/// Not for deduction.
pub const NOT_DEDUCTED: &str = "NONE";
/// To be deducted, not ticked yet.
pub const UNTICKED: &str = "OPEN";
/// Ticked for a month.
pub const TICKED: &str = "TICKED";
/// Whether the tax of a received invoice is deducted.
pub const DEDUCT_STATES: &[Choice] = &[
    Choice::new(NOT_DEDUCTED, "不可抵扣", "Not deductible").tone("neutral"),
    Choice::new(UNTICKED, "未勾选", "Not ticked").tone("warning"),
    Choice::new(TICKED, "已勾选", "Ticked").tone("done"),
];

const DIGITAL_FORM: Msg =
    Msg::new("invoice.digital", "数电发票号码须为20位数字", "The number of a digital invoice has 20 digits.");
const PAPER_FORM: Msg =
    Msg::new("invoice.paper", "纸质发票号码须为8位数字", "The number of a paper invoice has 8 digits.");
const PAPER_CODE: Msg = Msg::new(
    "invoice.paper_code",
    "纸质发票代码须为10位或12位数字",
    "The code of a paper invoice has 10 or 12 digits.",
);
const NO_CODE: Msg = Msg::new("invoice.no_code", "仅纸质发票有发票代码", "Only paper invoices have a code.");
const ISSUED_BEYOND: Msg =
    Msg::new("invoice.beyond", "本次开票金额不能大于未开票金额", "No more can be invoiced than is left.");
const ISSUED_SIGN: Msg =
    Msg::new("invoice.sign", "金额符号与未开票金额不一致", "The amount has not the sign of what is left.");
const RECEIVED_BEYOND: Msg =
    Msg::new("invoice.received_beyond", "本次收票金额不能大于未收票金额", "No more can be received than is left.");
const RECEIVED_SIGN: Msg =
    Msg::new("invoice.received_sign", "金额符号与未收票金额不一致", "The amount has not the sign of what is left.");
/// The number of an issued invoice is known.
pub const ISSUED_TAKEN: Msg = Msg::new("invoice.taken", "发票号码已存在", "The invoice number exists already.");
/// The number of a received invoice is known.
pub const RECEIVED_TAKEN: Msg =
    Msg::new("invoice.received_taken", "发票号码{n}已登记", "Invoice {n} is registered already.");
const SETTLED_FIRST: Msg = Msg::new(
    "invoice.red_settled",
    "请先撤销核销",
    "Undo the write-off first: no more than is open can be taken back.",
);
const RED_BEYOND: Msg = Msg::new(
    "invoice.red_beyond",
    "红冲金额不能大于发票未红冲金额",
    "No more can be taken back than is left of the invoice.",
);
const IS_SETTLED: Msg =
    Msg::new("invoice.settled", "发票已核销，不能{what}", "The invoice was settled: {what} is refused.");
const HAS_RED: Msg =
    Msg::new("invoice.has_red", "发票已红冲，不能{what}", "A red invoice takes it back: {what} is refused.");

/// What a type of invoice asks of code and number: the member that is wrong, and why.
pub fn number_fault(kind: &str, code: &str, num: &str) -> Option<(&'static str, Msg)> {
    let digits =
        |text: &str, lengths: &[usize]| lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        DIGITAL_SPECIAL | DIGITAL if !digits(num, &[20]) => Some(("invoiceNum", DIGITAL_FORM)),
        PAPER_SPECIAL | PAPER if !digits(num, &[8]) => Some(("invoiceNum", PAPER_FORM)),
        PAPER_SPECIAL | PAPER if !digits(code, &[10, 12]) => Some(("invoiceCode", PAPER_CODE)),
        PAPER_SPECIAL | PAPER => None,
        _ if !code.is_empty() => Some(("invoiceCode", NO_CODE)),
        _ => None,
    }
}

/// Whether the tax of a received invoice of a type can be deducted, at first.
pub fn deduct_state(kind: &str) -> &'static str {
    if SPECIAL_TYPES.contains(&kind) || kind == CUSTOMS { UNTICKED } else { NOT_DEDUCTED }
}

/// Whether another invoice of the side has a number.
pub fn is_taken(
    conn: &mut dyn Conn,
    org: i64,
    side: Side,
    (code, num): (&str, &str),
    but: Option<Id>,
) -> Result<bool, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("side", code_of(side).to_owned()))
        // No code is stored as an empty one, which a text would turn into nothing.
        .and_where(sql::eq("invoice_code", Value::Text(code.to_owned())))
        .and_where(sql::eq("invoice_num", num.to_owned()))
        .and_where(sql::col("state").ne(REMOVED));
    if let Some(but) = but {
        select.and_where(sql::col("id").ne(but.0));
    }
    Ok(conn.first(&select.into())?.is_some())
}

/// Why a number is refused that another invoice has.
pub fn taken(side: Side, num: &str) -> Text {
    match side {
        Side::Receivable => ISSUED_TAKEN.text(),
        Side::Payable => RECEIVED_TAKEN.with(&[("n", num)]),
    }
}

/// A line of an invoice. Amounts are thousandths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What the invoice calls it.
    pub item: String,
    /// Tax rate, `6%` or 免税.
    pub tax_rate: String,
    /// Amount, tax included.
    pub amount: i64,
    /// Without tax.
    pub not_tax: i64,
    /// Tax.
    pub tax: i64,
}

impl Line {
    /// A line with its tax reckoned (css.md 0.4 (6)).
    pub fn of(item: &str, tax_rate: &str, amount: i64, currency: &str) -> Result<Self, Refusal> {
        let parts = untaxed(money(amount, currency)?, tax_of(tax_rate).unwrap_or_default()).map_err(fault)?;
        Ok(Self {
            item: item.to_owned(),
            tax_rate: tax_rate.to_owned(),
            amount,
            not_tax: parts.net.thousandths().map_err(fault)?,
            tax: parts.tax.thousandths().map_err(fault)?,
        })
    }
}

/// Lines of an amount by the weights of others: items with their tax rates.
pub fn shared(amount: i64, currency: &str, weights: &[(String, String, i64)]) -> Result<Vec<Line>, Refusal> {
    let each: Vec<i64> = weights.iter().map(|(.., weight)| *weight).collect();
    let parts = share(money(amount, currency)?, &each).map_err(fault)?;
    let mut lines = Vec::with_capacity(parts.len());
    for ((item, tax_rate, _), part) in weights.iter().zip(parts).filter(|(_, part)| !part.is_zero()) {
        lines.push(Line::of(item, tax_rate, part.thousandths().map_err(fault)?, currency)?);
    }
    Ok(lines)
}

/// A row that an invoice may cover something of, in the order of the spread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// A row of a note, or a payment.
    pub row: Id,
    /// What no invoice covers.
    pub rest: i64,
    /// Its amount.
    pub amount: i64,
    /// What that is worth.
    pub functional: i64,
    /// Its rate, in millionths.
    pub rate: i64,
}

/// What an invoice covers of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// A row of a note, or a payment.
    pub row: Id,
    /// How much.
    pub amount: i64,
    /// What that is worth.
    pub functional: i64,
    /// At which rate, in millionths.
    pub rate: i64,
}

/// Why an amount is no part of what no invoice covers (css.md 0.7).
pub fn beyond(side: Side, amount: i64, rest: i64) -> Option<Msg> {
    let (beyond, sign) = match side {
        Side::Receivable => (ISSUED_BEYOND, ISSUED_SIGN),
        Side::Payable => (RECEIVED_BEYOND, RECEIVED_SIGN),
    };
    if rest == 0 || (amount.signum() == rest.signum() && amount.unsigned_abs() > rest.unsigned_abs()) {
        Some(beyond)
    } else if amount.signum() == rest.signum() {
        None
    } else {
        Some(sign)
    }
}

/// Spreads an amount over rows: first what is negative, then in their order (css.md 0.7).
pub fn spread(side: Side, amount: i64, rooms: &[Room]) -> Result<Vec<(Id, i64)>, Text> {
    let rests: Vec<i64> = rooms.iter().map(|room| room.rest).collect();
    if let Some(why) = beyond(side, amount, rests.iter().sum()) {
        return Err(why.text());
    }
    let parts = rooms.iter().zip(fifo(amount, &rests)).filter(|(_, part)| *part != 0);
    Ok(parts.map(|(room, part)| (room.row, part)).collect())
}

/// Parts of rows with what they are worth: a whole row has what it is carried at.
pub fn covers(parts: &[(Id, i64)], rooms: &[Room], currency: &str, own: &str) -> Result<Vec<Cover>, Refusal> {
    let own = rate::currency_of(own)?;
    let cover = |(row, amount): &(Id, i64)| {
        let room = rooms.iter().find(|room| room.row == *row).ok_or(Refusal::NotFound)?;
        let functional =
            if *amount == room.amount { room.functional } else { worth(*amount, currency, room.rate, own)? };
        Ok(Cover { row: *row, amount: *amount, functional, rate: room.rate })
    };
    parts.iter().map(cover).collect()
}

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

fn text(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) }
}

/// What an invoice's row says of its figures.
fn figures(wanted: &Wanted, own: &str) -> Result<Vec<(&'static str, Value)>, Refusal> {
    let (rate, functional) = worth_of(wanted, own)?;
    let is_foreign = wanted.side == Side::Receivable && wanted.currency != own;
    let face = (is_foreign && VAT_TYPES.contains(&wanted.kind.as_str())).then_some(functional);
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
    insert_lines(tx, id, &wanted.lines)?;
    let parts: Vec<(Id, i64)> = wanted.covers.iter().map(|cover| (cover.row, cover.amount)).collect();
    cover(tx, (wanted.side, id), &parts)?;
    Ok(id)
}

fn insert(tx: &mut Tx<'_>, cells: Vec<(&'static str, Value)>, (side, num): (Side, &str)) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let mut cells = cells;
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

fn insert_lines(tx: &mut Tx<'_>, invoice: Id, lines: &[Line]) -> Result<(), Refusal> {
    for (place, line) in (1i64..).zip(lines) {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("invoice_id", Value::Int(invoice.0)),
            ("line", Value::Int(place)),
            ("item_name", Value::Text(line.item.clone())),
            ("tax_rate", Value::Text(line.tax_rate.clone())),
            ("amount", Value::Int(line.amount)),
            ("not_tax", Value::Int(line.not_tax)),
            ("tax", Value::Int(line.tax)),
        ];
        tx.exec(&sql::insert(tx.org(), LINE, &cells).into())?;
    }
    Ok(())
}

/// The lines of an invoice.
pub fn lines(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<Line>, Refusal> {
    let mut select = sql::from(org, LINE);
    select
        .columns(["item_name", "tax_rate", "amount", "not_tax", "tax"])
        .and_where(sql::eq("invoice_id", id))
        .order_by("line", Order::Asc);
    let read = |row: &Row| {
        Ok(Line {
            item: row.get(0)?,
            tax_rate: row.get(1)?,
            amount: row.get(2)?,
            not_tax: row.get(3)?,
            tax: row.get(4)?,
        })
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Writes what an invoice covers: its allocations, their sum, and what is invoiced of the rows.
fn cover(tx: &mut Tx<'_>, (side, id): (Side, Id), parts: &[(Id, i64)]) -> Result<(), Refusal> {
    for (row, amount) in parts {
        let cells = [
            ("id", Value::Int(tx.new_id().0)),
            ("invoice_id", Value::Int(id.0)),
            ("side", text(code_of(side))),
            ("row_id", Value::Int(row.0)),
            ("amount", Value::Int(*amount)),
        ];
        tx.exec(&sql::insert(tx.org(), ALLOCATION, &cells).into())?;
        add_invoiced(tx, side, *row, *amount)?;
    }
    let covered = sum(parts.iter().map(|(_, amount)| *amount))?;
    let update = sql::update(tx.org(), TABLE, &[("allocated", Value::Int(covered))]);
    tx.exec(&update.clone().and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

fn add_invoiced(tx: &mut Tx<'_>, side: Side, row: Id, amount: i64) -> Result<(), Refusal> {
    let table = match side {
        Side::Receivable => NOTE_ROW,
        Side::Payable => PAYMENT,
    };
    let mut update = sql::update(tx.org(), table, &[]);
    update.value("invoiced", Expr::col("invoiced").add(amount)).and_where(sql::eq("id", row));
    tx.exec(&update.into())?;
    Ok(())
}

/// Takes back what an invoice covers. Answers the rows.
fn uncover(tx: &mut Tx<'_>, side: Side, id: Id) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    let had = invoice::of_invoices(tx, org, side, &[id])?;
    for one in &had {
        add_invoiced(tx, side, one.row, -one.amount)?;
    }
    tx.exec(&sql::delete(org, ALLOCATION).and_where(sql::eq("invoice_id", id)).to_owned().into())?;
    let update = sql::update(org, TABLE, &[("allocated", Value::Int(0)), ("settled", Value::Int(0))]);
    tx.exec(&update.clone().and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(had.into_iter().map(|one| one.row).collect())
}

/// Makes documents, orders and what is settled of invoices anew, behind a change of what invoices cover.
pub fn restate(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<(), Refusal> {
    let documents = documents(tx, side, rows)?;
    match side {
        Side::Receivable => note::restate(tx, &documents)?,
        Side::Payable => payment::restate(tx, &documents)?,
    }
    invoice::restate(tx, side, rows)
}

/// Notes or payments of rows, by their ids.
fn documents(tx: &mut Tx<'_>, side: Side, rows: &[Id]) -> Result<Vec<Id>, Refusal> {
    if side == Side::Payable {
        return Ok(rows.iter().copied().collect::<BTreeSet<_>>().into_iter().collect());
    }
    let mut select = sql::from(tx.org(), NOTE_ROW);
    select.column("note_id").distinct().and_where(sql::is_in(sql::col("id"), rows.iter().copied()));
    let notes: BTreeSet<Id> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(notes.into_iter().collect())
}

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
    let red_of = read(tx, side, id, false)?.red_of;
    let rows = rows_of(tx, side, &[Some(id), red_of].into_iter().flatten().collect::<Vec<_>>())?;
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

/// The rows that invoices cover.
fn rows_of(tx: &mut Tx<'_>, side: Side, invoices: &[Id]) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    Ok(invoice::of_invoices(tx, org, side, invoices)?.into_iter().map(|one| one.row).collect())
}

fn read(tx: &mut Tx<'_>, side: Side, id: Id, hold: bool) -> Result<Invoice, Refusal> {
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

/// Refuses a change of figures of what money settled, what red invoices take back, or what stands in a closed month. A red
/// invoice has nothing open, and counts as not settled.
pub fn need_unmoved(tx: &mut Tx<'_>, invoice: &Invoice, what: &str) -> Result<(), Refusal> {
    let is_red = invoice.red_of.is_some();
    if matches!(invoice.state.as_str(), PART_RED | RED) || (!is_red && has_red(tx, invoice.id)?) {
        return Err(Refusal::Business(HAS_RED.with(&[("what", what)])));
    }
    // Cost is settled on its payments, which keep what was settled of them.
    if invoice.settled != 0 && !is_red && invoice.side == Side::Receivable {
        return Err(Refusal::Business(IS_SETTLED.with(&[("what", what)])));
    }
    charge::period::need_not_closed(tx, parse_day(&invoice.date))
}

fn has_red(tx: &mut Tx<'_>, id: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("id").and_where(sql::eq("red_of", id)).and_where(sql::col("state").ne(REMOVED));
    Ok(tx.first(&select.into())?.is_some())
}

/// Gives an invoice other figures: lines, amount and what it covers. The caller holds it ([`held`]), asked [`need_unmoved`],
/// and freed its rows ([`free`]) before it looked at what is left of them.
pub fn refigure(tx: &mut Tx<'_>, id: Id, wanted: &Wanted) -> Result<(), Refusal> {
    let org = tx.org();
    let own = rate::functional(tx, org)?;
    charge::period::need_not_closed(tx, Some(wanted.date))?;
    let mut update = sql::update(org, TABLE, &figures(wanted, own.code())?);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    tx.exec(&sql::delete(org, LINE).and_where(sql::eq("invoice_id", id)).to_owned().into())?;
    insert_lines(tx, id, &wanted.lines)?;
    let parts: Vec<(Id, i64)> = wanted.covers.iter().map(|cover| (cover.row, cover.amount)).collect();
    cover(tx, (wanted.side, id), &parts)
}

/// Takes back what an invoice covers, so that its rows are open for it anew. Answers them: they are restated afterwards.
pub fn free(tx: &mut Tx<'_>, invoice: &Invoice) -> Result<Vec<Id>, Refusal> {
    uncover(tx, invoice.side, invoice.id)
}

/// 删除登记: an invoice covers nothing any more and its number is free. The caller holds it ([`held`]) and writes the log line.
pub fn remove(tx: &mut Tx<'_>, invoice: &Invoice, what: &str) -> Result<(), Refusal> {
    need_unmoved(tx, invoice, what)?;
    let rows = uncover(tx, invoice.side, invoice.id)?;
    set_state(tx, invoice.id, REMOVED)?;
    if let Some(original) = invoice.red_of {
        restate_red(tx, original)?;
    }
    restate(tx, invoice.side, &rows)
}

fn set_state(tx: &mut Tx<'_>, id: Id, state: &str) -> Result<(), Refusal> {
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

/// A red invoice 红冲.
#[derive(Debug, Clone)]
pub struct Red {
    /// Code; of paper alone.
    pub code: String,
    /// Its number.
    pub num: String,
    /// Its date.
    pub date: Day,
    /// What it takes back: of the sign of the invoice.
    pub amount: i64,
    /// Why.
    pub reason: String,
    /// 红字信息确认单编号.
    pub confirm: String,
}

/// Why an invoice can't be taken back by an amount: the rest would fall below what is settled, or red invoices took it already.
pub fn red_fault(tx: &mut Tx<'_>, original: &Invoice, amount: i64) -> Result<Option<Msg>, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .expr(Expr::cust("CAST(COALESCE(SUM(amount), 0) AS BIGINT)"))
        .and_where(sql::eq("red_of", original.id))
        .and_where(sql::col("state").ne(REMOVED));
    let reds: i64 = tx.first(&select.into())?.unwrap_or_default().get(0)?;
    let (rest, open) = (original.amount + reds, original.amount - original.settled);
    let fits = |room: i64| amount.signum() == room.signum() && amount.unsigned_abs() <= room.unsigned_abs();
    Ok(if !fits(rest) {
        Some(RED_BEYOND)
    } else if !fits(open) {
        Some(SETTLED_FIRST)
    } else {
        None
    })
}

/// Writes a red invoice that waits for its decision: it takes nothing back before [`take_back`]. The caller holds the original.
pub fn red(tx: &mut Tx<'_>, original: &Invoice, red: &Red) -> Result<Id, Refusal> {
    let org = tx.org();
    charge::period::need_not_closed(tx, Some(red.date))?;
    let own = rate::functional(tx, org)?;
    let weights: Vec<(String, String, i64)> =
        lines(tx, org, original.id)?.into_iter().map(|line| (line.item, line.tax_rate, line.amount)).collect();
    let back = shared(-red.amount, &original.currency, &weights)?;
    let tax = sum(back.iter().map(|line| line.tax))?;
    let functional = if red.amount == original.amount {
        -original.functional
    } else {
        worth(-red.amount, &original.currency, original.rate, own)?
    };
    let is_foreign = original.currency != own.code() && VAT_TYPES.contains(&original.kind.as_str());
    let id = tx.new_id();
    let cells = vec![
        ("id", Value::Int(id.0)),
        ("side", text(code_of(original.side))),
        ("application_id", original.application.map_or(Value::Null, |id| Value::Int(id.0))),
        ("coop_id", Value::Int(original.coop.0)),
        ("invoice_type", text(&original.kind)),
        ("invoice_code", Value::Text(red.code.clone())),
        ("invoice_num", text(&red.num)),
        ("invoice_date", Value::Text(show_day(red.date))),
        ("title", text(&original.title)),
        ("taxpayer_num", text(&original.taxpayer)),
        ("currency_code", text(&original.currency)),
        ("amount", Value::Int(-red.amount)),
        ("not_tax", Value::Int(-red.amount - tax)),
        ("tax", Value::Int(tax)),
        ("tax_rate", text(&original.tax_rate)),
        ("face_amount", if is_foreign { Value::Int(functional) } else { Value::Null }),
        ("exchange_rate", Value::Int(original.rate)),
        ("functional", Value::Int(functional)),
        ("state", text(PENDING)),
        ("red_of", Value::Int(original.id.0)),
        ("red_confirm_num", text(&red.confirm)),
        ("red_reason", text(&red.reason)),
    ];
    insert(tx, cells, (original.side, &red.num))?;
    insert_lines(tx, id, &back)?;
    Ok(id)
}

/// A red invoice that was decided for takes back what its original covers: its allocations return to uninvoiced, first what is
/// negative, then the oldest. Both are held ([`held`] of the red one).
pub fn take_back(tx: &mut Tx<'_>, red: &Invoice) -> Result<(), Refusal> {
    let org = tx.org();
    let original = read(tx, red.side, red.red_of.ok_or(Refusal::NotFound)?, true)?;
    let back = -red.amount;
    if original.amount.signum() != back.signum()
        || (original.amount - original.settled).unsigned_abs() < back.unsigned_abs()
    {
        return Err(Refusal::business(SETTLED_FIRST));
    }
    let covered = invoice::of_invoices(tx, org, red.side, &[original.id])?;
    let rests: Vec<i64> = covered.iter().map(|one| one.amount - one.settled).collect();
    let parts: Vec<(Id, i64)> = covered
        .iter()
        .zip(fifo(back, &rests))
        .filter(|(_, part)| *part != 0)
        .map(|(one, part)| (one.row, -part))
        .collect();
    if sum(parts.iter().map(|(_, part)| *part))? != red.amount {
        return Err(Refusal::business(SETTLED_FIRST));
    }
    cover(tx, (red.side, red.id), &parts)?;
    set_state(tx, red.id, NORMAL)?;
    restate_red(tx, original.id)?;
    restate(tx, red.side, &parts.iter().map(|(row, _)| *row).collect::<Vec<_>>())
}

/// A red invoice that was decided against: its number is free.
pub fn drop_red(tx: &mut Tx<'_>, red: &Invoice) -> Result<(), Refusal> {
    set_state(tx, red.id, REMOVED)
}

/// The state of an invoice by its red ones.
fn restate_red(tx: &mut Tx<'_>, original: Id) -> Result<(), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .expr(Expr::cust("CAST(COALESCE(SUM(amount), 0) AS BIGINT)"))
        .and_where(sql::eq("red_of", original))
        .and_where(sql::eq("state", NORMAL.to_owned()));
    let back: i64 = tx.first(&select.into())?.unwrap_or_default().get(0)?;
    let mut whole = sql::from(tx.org(), TABLE);
    whole.column("amount").and_where(sql::eq("id", original));
    let amount: i64 = tx.first(&whole.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let state = match back {
        0 => NORMAL,
        back if back == -amount => RED,
        _ => PART_RED,
    };
    set_state(tx, original, state)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(row: i64, rest: i64) -> Room {
        Room { row: Id(row), rest, amount: rest, functional: rest, rate: 1_000_000 }
    }

    #[test]
    fn numbers_are_those_of_their_type() {
        let fault = |kind, code, num: &str| number_fault(kind, code, num).map(|(member, _)| member);
        assert_eq!(fault(DIGITAL, "", &"1".repeat(20)), None);
        assert_eq!(fault(DIGITAL, "", &"1".repeat(19)), Some("invoiceNum"));
        assert_eq!(fault(DIGITAL_SPECIAL, "", "1234567890123456789A"), Some("invoiceNum"));
        assert_eq!(fault(DIGITAL, "3100261130", &"1".repeat(20)), Some("invoiceCode"));
        assert_eq!(fault(PAPER_SPECIAL, "3100261130", "26000001"), None);
        assert_eq!(fault(PAPER, "310026113012", "26000001"), None);
        assert_eq!(fault(PAPER, "31002611301", "26000001"), Some("invoiceCode"));
        assert_eq!(fault(PAPER, "3100261130", "2600001"), Some("invoiceNum"));
        assert_eq!(fault("收据", "", "S-1"), None);
    }

    #[test]
    fn an_invoice_covers_what_is_left_and_no_more() {
        let rooms = [room(1, 60), room(2, -20), room(3, 80)];
        assert_eq!(spread(Side::Receivable, 100, &rooms), Ok(vec![(Id(1), 60), (Id(2), -20), (Id(3), 60)]));
        assert_eq!(spread(Side::Receivable, 120, &rooms), Ok(vec![(Id(1), 60), (Id(2), -20), (Id(3), 80)]));
        assert_eq!(spread(Side::Receivable, 121, &rooms), Err(ISSUED_BEYOND.text()));
        assert_eq!(spread(Side::Receivable, -1, &rooms), Err(ISSUED_SIGN.text()));
        assert_eq!(spread(Side::Payable, 1, &[room(1, 0)]), Err(RECEIVED_BEYOND.text()), "nothing is left");
    }

    #[test]
    fn a_line_parts_into_tax_and_the_rest() {
        // Invoice 26000001 of the fixture.
        let line = Line::of("码头操作费", "6%", 9_000_000, "CNY").expect("a line");
        assert_eq!((line.not_tax, line.tax), (8_490_570, 509_430));
        let weights = [("甲".to_owned(), "6%".to_owned(), 1), ("乙".to_owned(), "免税".to_owned(), 2)];
        let lines = shared(100_000, "CNY", &weights).expect("lines");
        assert_eq!(lines.iter().map(|line| line.amount).sum::<i64>(), 100_000);
        assert_eq!(lines.last().map(|line| line.tax), Some(0));
    }
}
