//! Write-offs 核销 of both sides (catalogue css.md 0.7 and 0.8): money of one source against the lowest rows, and its
//! reversal, which undoes exactly that.
//!
//! A page gathers a [`Wanted`], asks what it has to ask, and calls [`save`] and later [`reverse`] in its transaction; both
//! hold what they touch in the order of the crate. The orders behind the targets are orders the caller sees
//! ([`crate::target::orders`]). The caller writes the log line.

mod lines;
mod source;

use std::collections::{BTreeMap, BTreeSet};

use charge::chain::{DETAIL, NOTE_ROW};
use charge::line::code_of;
use domain::switch::SMALL_DIFFERENCE;
use kernel::{Day, Findings, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, Order};
use platform::setting;
use platform::store::{Conn as _, Value, sql};
use trade::charge::{Currency, Side};

use crate::target::{self, Ground};
use crate::{advance, bulk, figure, fund, invoice, note, number, payment, receipt, request, scope};
use lines::Line;
use source::{Held, Taken};

/// What the log calls a write-off.
pub const OBJECT: &str = "write_off";
/// Its table.
pub const TABLE: &str = "write_off";
/// Table of its lines.
pub const LINE: &str = "write_off_line";

/// In force 有效.
pub const VALID: &str = "VALID";
/// 已撤销.
pub const REVERSED: &str = "REVERSED";

/// 收款.
pub const RECEIPT: &str = "RECEIPT";
/// 预收, 预付.
pub const ADVANCE: &str = "ADVANCE";
/// 现金/银行.
pub const ACCOUNT: &str = "ACCOUNT";
/// 付款: of a request.
pub const PAYMENT: &str = "PAYMENT";
/// 对冲.
pub const OFFSET: &str = "OFFSET";
/// 坏账.
pub const BAD_DEBT: &str = "BAD_DEBT";
/// 尾差.
pub const SMALL: &str = "SMALL";
/// Methods of income.
pub const INCOME_METHODS: &[Choice] = &[
    Choice::new(RECEIPT, "收款", "Receipt").tone("done"),
    Choice::new(ADVANCE, "预收", "Advance").tone("info"),
    Choice::new(ACCOUNT, "现金/银行", "Cash or bank").tone("done"),
    Choice::new(OFFSET, "对冲", "Offset").tone("neutral"),
    Choice::new(BAD_DEBT, "坏账", "Bad debt").tone("danger"),
    Choice::new(SMALL, "尾差", "Small difference").tone("neutral"),
];
/// Methods of cost.
pub const COST_METHODS: &[Choice] = &[
    Choice::new(PAYMENT, "付款", "Payment").tone("done"),
    Choice::new(ADVANCE, "预付", "Advance").tone("info"),
    Choice::new(ACCOUNT, "现金/银行", "Cash or bank").tone("done"),
    Choice::new(OFFSET, "对冲", "Offset").tone("neutral"),
    Choice::new(SMALL, "尾差", "Small difference").tone("neutral"),
];
/// States of a write-off.
pub const STATES: &[Choice] =
    &[Choice::new(VALID, "有效", "Valid").tone("done"), Choice::new(REVERSED, "已撤销", "Reversed").tone("neutral")];

const NO_TARGETS: Msg = Msg::new("write_off.none", "请选择核销对象", "Choose what is to be settled.");
const MISMATCH: Msg = Msg::new(
    "write_off.mismatch",
    "收付款金额与核销金额不一致，应为{amount}",
    "The money is not what the targets come to, which is {amount}.",
);
const NOT_SMALL: Msg = Msg::new("write_off.small", "尾差不能超过{limit}", "A small difference is {limit} at most.");
const NO_BAD_DEBT: Msg =
    Msg::new("write_off.bad_debt", "只有应收可以核销为坏账", "Only what is receivable becomes a bad debt.");
const IS_REVERSED: Msg = Msg::new("write_off.reversed", "核销单已撤销", "The write-off was reversed already.");
const POSTED: Msg =
    Msg::new("write_off.posted", "核销单已生成凭证，请先退回凭证", "The write-off has a voucher: return that first.");
const IN_OFFSET: Msg = Msg::new("write_off.offset", "请在对冲单撤销", "Undo the offset it is a part of.");

/// Where the money comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A receipt 收款; the money has its currency and rate.
    Receipt(Id),
    /// An advance 预收, 预付 or a deposit; the money has its currency and rate.
    Advance(Id),
    /// A money account: 现金/银行, or 付款 for a request.
    Account {
        /// The account.
        account: Id,
        /// Rate of its currency in millionths; without one that of css.md 0.6 通用 on the date.
        rate: Option<i64>,
    },
    /// 坏账: nobody pays; decided before by event 113.
    BadDebt,
    /// 尾差: a small difference and no money.
    Small,
    /// 对冲: one side of an offset.
    Offset {
        /// The row of `offsetting`.
        id: Id,
        /// The one currency of both sides and its rate; without them each row is settled at its own rate.
        one: Option<(String, i64)>,
    },
}

impl Source {
    fn receipt(&self) -> Option<Id> {
        if let Self::Receipt(id) = self { Some(*id) } else { None }
    }
}

/// What is settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// A currency row of a debit note.
    Note {
        /// The note.
        note: Id,
        /// The currency.
        currency: String,
    },
    /// A currency of a statement: first what is negative, then the oldest note (css.md 0.7).
    Statement {
        /// The statement.
        statement: Id,
        /// The currency.
        currency: String,
        /// One note of it alone.
        note: Option<Id>,
    },
    /// An invoice we issued: its rows, the oldest note first.
    Invoice {
        /// The invoice.
        invoice: Id,
        /// One note of it alone.
        note: Option<Id>,
    },
    /// A payment: its details, the negative ones first, then by business date and number.
    Payment(Id),
    /// One detail of a payment.
    Detail(Id),
}

/// What of a target is settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The target.
    pub of: Of,
    /// How much of it, in thousandths of its currency.
    pub amount: i64,
    /// The same in the currency of the money; without it converted by the rates of the date, or the amount itself where both
    /// are of one currency.
    pub money: Option<i64>,
}

/// A write-off as it is asked for. Amounts are thousandths of the currency of the money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Income or cost.
    pub side: Side,
    /// Whose rows.
    pub coop: Id,
    /// Its date.
    pub date: Day,
    /// Where the money comes from.
    pub source: Source,
    /// What the source gives or takes, cost with its fee; without it what the targets come to. Income: targets = money + fee +
    /// small; cost: targets = money − fee + small (invariant 11).
    pub money: Option<i64>,
    /// Bank fee, of an account alone.
    pub fee: i64,
    /// 尾差 that closes the rest of the rows beside the money; below nought where more money came than was owed.
    pub small: i64,
    /// The payment request it pays; what is paid of it is counted here.
    pub request: Option<Id>,
    /// Remark.
    pub remark: String,
    /// What is settled; findings name them `targets.{place}.amount`.
    pub targets: Vec<Target>,
}

/// A write-off that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Currency of the money.
    pub currency: String,
    /// What the source gave.
    pub money: i64,
    /// Gain, below nought for a loss.
    pub exchange_diff: i64,
}

/// Writes a write-off: its lines, what is settled of the rows, their documents, invoices and orders, and what its source gave
/// (css.md 0.7 and 0.8). All that is wrong is told at once: `date`, `money`, `fee`, `small`, `receiptId`, `advanceId`,
/// `accountId` and `targets.{place}.amount` or `.money`. Who pays a request holds the orders of its payments before the request
/// ([`payment::hold_orders`], [`request::hold`]).
pub fn save(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<Written, Refusal> {
    if wanted.targets.is_empty() {
        return Err(Refusal::business(NO_TARGETS));
    }
    if wanted.side == Side::Payable && wanted.source == Source::BadDebt {
        return Err(Refusal::business(NO_BAD_DEBT));
    }
    let org = tx.org();
    let documents = target::documents(tx, org, &wanted.targets)?;
    hold_orders(tx, wanted.side, &documents)?;
    let mut findings = Findings::new();
    if let Some(why) = charge::period::refuses(tx, [wanted.date])? {
        findings.error("date", why);
    }
    let held = source::hold(tx, wanted, &mut findings)?;
    let mut ground = Ground::hold(tx, wanted, &documents)?;
    let rows = ground.rows.clone();
    let parts = ground.parts(wanted, &mut findings);
    for (raw, field) in [(wanted.money, "money"), (Some(wanted.fee), "fee"), (Some(wanted.small), "small")] {
        figure::need_fits(raw.unwrap_or_default(), &held.currency, field, &mut findings);
    }
    Refusal::unless_clean(&findings, &[])?;
    let own = charge::rate::functional(tx, org)?;
    let carried = lines::carried(&rows, &parts, own)?;
    let moneys = if held.is_carried() {
        carried.clone()
    } else {
        lines::moneys(tx, (wanted, &held, &ground), &parts, &mut findings)?
    };
    let sums = sums(tx, (wanted, &held), &moneys, &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let whole = source::whole(tx, &held, (sums.money, sums.small))?;
    let lines = lines::made((wanted.side, own, whole), &held, (&rows, &parts), (&moneys, &carried))?;
    write(tx, wanted, &held, (&sums, &lines))
}

fn hold_orders(tx: &mut Tx<'_>, side: Side, documents: &BTreeSet<Id>) -> Result<(), Refusal> {
    let ids: Vec<Id> = documents.iter().copied().collect();
    match side {
        Side::Receivable => note::hold_orders(tx, &ids),
        Side::Payable => payment::hold_orders(tx, &ids),
    }
}

/// Holds everything behind several write-offs of income that are saved one after the other, so that none of them waits for
/// anything while it keeps others waiting. Answers their places in the order their numbers are taken in.
pub fn hold_all(tx: &mut Tx<'_>, all: &[Wanted]) -> Result<Vec<usize>, Refusal> {
    let org = tx.org();
    let mut of_each = Vec::with_capacity(all.len());
    for wanted in all {
        of_each.push(target::documents(tx, org, &wanted.targets)?);
    }
    let documents: Vec<Id> = of_each.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    note::hold_orders(tx, &documents)?;
    let receipts: BTreeSet<Id> = all.iter().filter_map(|one| one.source.receipt()).collect();
    for receipt in receipts {
        receipt::held(tx, receipt)?;
    }
    let notes = target::hold_notes(tx, &documents)?;
    let scopes: BTreeMap<Id, &str> = notes.iter().map(|note| (note.id, note.scope.as_str())).collect();
    let scope = |place: &usize| {
        let own = of_each.get(*place).into_iter().flatten();
        scope::common(own.filter_map(|note| scopes.get(note).copied())).to_owned()
    };
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by_key(scope);
    Ok(places)
}

/// What the money of a write-off is made of (invariant 11).
struct Sums {
    money: i64,
    fee: i64,
    small: i64,
}

/// What the source gives beside fee and 尾差, so that both sides are equal; a 尾差 is no more than the company decided.
fn sums(
    tx: &mut Tx<'_>,
    (wanted, held): (&Wanted, &Held),
    moneys: &[i64],
    findings: &mut Findings,
) -> Result<Sums, Refusal> {
    let total = figure::sum(moneys.iter().copied())?;
    let sums = match wanted.source {
        Source::Small => Sums { money: 0, fee: 0, small: total },
        Source::BadDebt | Source::Offset { .. } => Sums { money: total, fee: 0, small: 0 },
        Source::Receipt(_) | Source::Advance(_) | Source::Account { .. } => {
            let fee = if wanted.side == Side::Receivable { -wanted.fee } else { wanted.fee };
            let money = figure::sum([total, fee, -wanted.small])?;
            if wanted.money.is_some_and(|typed| typed != money) {
                let amount = figure::money(money, &held.currency)?.to_string();
                findings.error("money", MISMATCH.with(&[("amount", &amount)]));
            }
            source::need_enough(held, money, findings);
            Sums { money, fee: wanted.fee, small: wanted.small }
        }
    };
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    let worth = figure::worth(sums.small, &held.currency, held.rate, own)?;
    // The switch counts in hundredths.
    let limit: i64 = setting::value(tx, org, &SMALL_DIFFERENCE, None)?;
    if worth.unsigned_abs() > limit.unsigned_abs() * 10 {
        let limit = kernel::format_scaled(limit, 2, 2);
        findings.error("small", NOT_SMALL.with(&[("limit", &limit)]));
    }
    Ok(sums)
}

fn write(tx: &mut Tx<'_>, wanted: &Wanted, held: &Held, (sums, lines): (&Sums, &[Line])) -> Result<Written, Refusal> {
    let kind = match wanted.side {
        Side::Receivable => "RW",
        Side::Payable => "PW",
    };
    let scope = scope_of(tx, lines)?;
    let (id, num) = (tx.new_id(), number::scoped(tx, &scope, kind)?);
    insert(tx, wanted, held, ((id, &num, &scope), sums, lines))?;
    insert_lines(tx, (id, wanted.side), lines)?;
    settle(tx, wanted.side, lines, 1)?;
    let functional = lines.iter().map(|line| line.money_functional).sum();
    let taken = Taken { id, num: &num, money: sums.money, small: sums.small, functional };
    source::take(tx, held, wanted, &taken)?;
    if let Some(request) = wanted.request {
        let paid = paid(lines);
        request::count_paid(tx, request, paid.values().sum(), &paid)?;
    }
    let exchange_diff = lines.iter().map(|line| line.exchange_diff).sum();
    Ok(Written { id, num, currency: held.currency.clone(), money: sums.money, exchange_diff })
}

/// The scope of the orders of lines.
fn scope_of(tx: &mut Tx<'_>, lines: &[Line]) -> Result<String, Refusal> {
    let orders: BTreeSet<Id> = lines.iter().map(|line| line.order).collect();
    let mut select = sql::from(tx.org(), "freight_order");
    select.column("business_scope").distinct().and_where(sql::is_in(sql::col("id"), orders));
    let found: Vec<String> = tx.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(scope::common(found.iter().map(String::as_str)).to_owned())
}

/// What lines settle of each payment.
fn paid(lines: &[Line]) -> BTreeMap<Id, i64> {
    let mut paid = BTreeMap::new();
    for line in lines {
        *paid.entry(line.document).or_insert(0) += line.amount;
    }
    paid
}

fn insert(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    held: &Held,
    ((id, num, scope), sums, lines): ((Id, &str, &str), &Sums, &[Line]),
) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let sum = |figure: fn(&Line) -> i64| Value::Int(lines.iter().map(figure).sum());
    let (mut receipt, mut advance, mut account, mut offset) = (None, None, None, None);
    match &wanted.source {
        Source::Receipt(id) => receipt = Some(*id),
        Source::Advance(id) => advance = Some(*id),
        Source::Account { account: id, .. } => account = Some(*id),
        Source::Offset { id, .. } => offset = Some(*id),
        Source::BadDebt | Source::Small => {}
    }
    let cells = [
        ("id", Value::Int(id.0)),
        ("write_off_num", Value::Text(num.to_owned())),
        ("side", Value::Text(code_of(wanted.side).to_owned())),
        ("business_scope", Value::Text(scope.to_owned())),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("write_off_date", Value::Text(show_day(wanted.date))),
        ("method", Value::Text(held.method.to_owned())),
        ("receipt_id", of(receipt)),
        ("advance_id", of(advance)),
        ("account_id", of(account)),
        ("request_id", of(wanted.request)),
        ("offset_id", of(offset)),
        ("currency_code", Value::Text(held.currency.clone())),
        ("money", Value::Int(sums.money)),
        ("exchange_rate", Value::Int(held.rate)),
        ("fee", Value::Int(sums.fee)),
        ("receipt_fee", Value::Int(held.receipt_fee())),
        ("small", Value::Int(sums.small)),
        ("money_functional", sum(|line| line.money_functional)),
        ("carrying", sum(|line| line.carrying)),
        ("exchange_diff", sum(|line| line.exchange_diff)),
        ("remark", fund::text(&wanted.remark)),
        ("state", Value::Text(VALID.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

fn insert_lines(tx: &mut Tx<'_>, (id, side): (Id, Side), lines: &[Line]) -> Result<(), Refusal> {
    const COLUMNS: [&str; 14] = [
        "id",
        "write_off_id",
        "side",
        "row_id",
        "document_id",
        "order_id",
        "invoice_id",
        "currency_code",
        "amount",
        "money",
        "money_functional",
        "carrying",
        "exchange_diff",
        "is_reversed",
    ];
    /// Rows of a statement, below what both databases take.
    const AT_ONCE: usize = 500;
    for some in lines.chunks(AT_ONCE) {
        let rows: Vec<Vec<Value>> = some
            .iter()
            .map(|line| {
                vec![
                    Value::Int(tx.new_id().0),
                    Value::Int(id.0),
                    Value::Text(code_of(side).to_owned()),
                    Value::Int(line.row.0),
                    Value::Int(line.document.0),
                    Value::Int(line.order.0),
                    line.invoice.map_or(Value::Null, |invoice| Value::Int(invoice.0)),
                    Value::Text(line.currency.clone()),
                    Value::Int(line.amount),
                    Value::Int(line.money),
                    Value::Int(line.money_functional),
                    Value::Int(line.carrying),
                    Value::Int(line.exchange_diff),
                    Value::Bool(false),
                ]
            })
            .collect();
        tx.exec(&sql::insert_many(tx.org(), LINE, &COLUMNS, rows).into())?;
    }
    Ok(())
}

/// Counts lines as settled of their rows, or, with −1, no longer; documents, statements, orders and invoices follow.
fn settle(tx: &mut Tx<'_>, side: Side, lines: &[Line], sign: i64) -> Result<(), Refusal> {
    let table = match side {
        Side::Receivable => NOTE_ROW,
        Side::Payable => DETAIL,
    };
    let mut rows: BTreeMap<Id, [i64; 2]> = BTreeMap::new();
    for line in lines {
        let [amount, carrying] = rows.entry(line.row).or_default();
        *amount += sign * line.amount;
        *carrying += sign * line.carrying;
    }
    bulk::add(tx, table, ["settled", "functional_settled"], &rows)?;
    let distinct = |of: fn(&Line) -> Id| lines.iter().map(of).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let documents = distinct(|line| line.document);
    match side {
        Side::Receivable => {
            note::restate(tx, &documents)?;
            invoice::restate(tx, side, &distinct(|line| line.row))
        }
        Side::Payable => {
            payment::restate(tx, &documents)?;
            invoice::restate(tx, side, &documents)
        }
    }
}

/// A write-off as its reversal sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOff {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// Income or cost.
    pub side: Side,
    /// Whose rows.
    pub coop: Id,
    /// Its date.
    pub date: String,
    /// How it was settled.
    pub method: String,
    /// The offset it is a part of.
    pub offset: Option<Id>,
    /// The request it pays.
    pub request: Option<Id>,
    /// One of [`STATES`].
    pub state: String,
    receipt: Option<Id>,
    advance: Option<Id>,
    currency: String,
    rate: i64,
    money: i64,
    small: i64,
    receipt_fee: i64,
    functional: i64,
}

impl WriteOff {
    /// What its money was worth, in thousandths of the functional currency.
    pub fn functional(&self) -> i64 {
        self.functional
    }
}

/// A write-off, held until the transaction ends.
pub fn held(tx: &mut Tx<'_>, id: Id) -> Result<WriteOff, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .columns(["id", "write_off_num", "side", "coop_id", "write_off_date", "method", "offset_id", "request_id"])
        .columns(["state", "receipt_id", "advance_id", "currency_code", "exchange_rate", "money", "small"])
        .columns(["receipt_fee", "money_functional"])
        .and_where(sql::eq("id", id))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(WriteOff {
        id: row.get(0)?,
        num: row.get(1)?,
        side: charge::card::side_of(&row.get::<String>(2)?),
        coop: row.get(3)?,
        date: row.get(4)?,
        method: row.get(5)?,
        offset: row.get(6)?,
        request: row.get(7)?,
        state: row.get(8)?,
        receipt: row.get(9)?,
        advance: row.get(10)?,
        currency: row.get(11)?,
        rate: row.get(12)?,
        money: row.get(13)?,
        small: row.get(14)?,
        receipt_fee: row.get(15)?,
        functional: row.get(16)?,
    })
}

/// The same behind the orders of what it settled, as whoever reverses it holds them.
pub fn taken(tx: &mut Tx<'_>, id: Id) -> Result<WriteOff, Refusal> {
    let (side, lines) = lines_of(tx, id)?;
    hold_orders(tx, side, &lines.iter().map(|line| line.document).collect())?;
    held(tx, id)
}

/// Refuses to reverse what can't be: posted, reversed already, a part of an offset, of a month that is not open.
pub fn need_reversible(tx: &mut Tx<'_>, one: &WriteOff) -> Result<(), Refusal> {
    let org = tx.org();
    book::need_unposted(tx, org, (TABLE, &[one.id]), POSTED)?;
    if one.offset.is_some() {
        return Err(Refusal::business(IN_OFFSET));
    }
    need_valid(tx, one)
}

fn need_valid(tx: &mut Tx<'_>, one: &WriteOff) -> Result<(), Refusal> {
    if one.state == REVERSED {
        return Err(Refusal::business(IS_REVERSED));
    }
    charge::period::hold(tx, parse_day(&one.date))
}

/// 撤销核销: undoes exactly what a write-off did (invariant 28). The orders behind it are orders the caller sees; the caller
/// writes the log line.
pub fn reverse(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<WriteOff, Refusal> {
    undo(tx, id, reason, need_reversible)
}

/// The same of a part of an offset, which undoes both.
pub fn reverse_part(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<WriteOff, Refusal> {
    undo(tx, id, reason, need_valid)
}

fn undo(
    tx: &mut Tx<'_>,
    id: Id,
    reason: &str,
    need: fn(&mut Tx<'_>, &WriteOff) -> Result<(), Refusal>,
) -> Result<WriteOff, Refusal> {
    let (side, lines) = lines_of(tx, id)?;
    let documents: BTreeSet<Id> = lines.iter().map(|line| line.document).collect();
    hold_orders(tx, side, &documents)?;
    let one = held(tx, id)?;
    need(tx, &one)?;
    let receipt = one.receipt.map(|receipt| receipt::held(tx, receipt)).transpose()?;
    if let Some(request) = one.request {
        request::hold(tx, request)?;
    }
    let advance = one.advance.map(|advance| advance::held(tx, advance)).transpose()?;
    fund::hold_moved(tx, TABLE, id)?;
    let rows: Vec<Id> = lines.iter().map(|line| line.row).collect();
    let ids: Vec<Id> = documents.into_iter().collect();
    match side {
        Side::Receivable => {
            note::held(tx, &ids)?;
            invoice::hold(tx, side, &rows)?;
        }
        Side::Payable => {
            payment::held(tx, &ids)?;
            invoice::hold(tx, side, &ids)?;
        }
    }
    mark(tx, &one, reason)?;
    settle(tx, side, &lines, -1)?;
    fund::remove(tx, TABLE, id)?;
    if let Some(receipt) = receipt {
        receipt::take_settled(tx, &receipt, -one.money, one.receipt_fee)?;
    }
    if let Some(advance) = advance {
        let small = small_worth(tx, &one)?;
        advance::take(tx, &advance, (-one.money, small - one.functional), false)?;
    }
    if let Some(request) = one.request {
        let back: BTreeMap<Id, i64> = paid(&lines).into_iter().map(|(payment, amount)| (payment, -amount)).collect();
        request::count_paid(tx, request, back.values().sum(), &back)?;
    }
    Ok(one)
}

/// What the 尾差 beside an advance is worth: that part of the whole the advance did not give.
fn small_worth(tx: &mut Tx<'_>, one: &WriteOff) -> Result<i64, Refusal> {
    let org = tx.org();
    let own: Currency = charge::rate::functional(tx, org)?;
    figure::worth(one.small, &one.currency, one.rate, own)
}

fn mark(tx: &mut Tx<'_>, one: &WriteOff, reason: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let cells = [
        ("state", Value::Text(REVERSED.to_owned())),
        ("reverse_reason", fund::text(reason)),
        ("reversed_by", user.clone()),
        ("reversed_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", one.id));
    tx.exec(&update.into())?;
    let mut lines = sql::update(org, LINE, &[("is_reversed", Value::Bool(true))]);
    lines.and_where(sql::eq("write_off_id", one.id));
    tx.exec(&lines.into())?;
    Ok(())
}

/// The side and the lines of a write-off.
fn lines_of(tx: &mut Tx<'_>, id: Id) -> Result<(Side, Vec<Line>), Refusal> {
    let mut select = sql::from(tx.org(), LINE);
    select
        .columns(["side", "row_id", "document_id", "order_id", "invoice_id", "currency_code", "amount", "money"])
        .columns(["money_functional", "carrying", "exchange_diff"])
        .and_where(sql::eq("write_off_id", id))
        .order_by("id", Order::Asc);
    let found = tx.query(&select.into())?;
    let side: String = found.first().ok_or(Refusal::NotFound)?.get(0)?;
    let line = |row: &platform::store::Row| {
        Ok(Line {
            row: row.get(1)?,
            document: row.get(2)?,
            order: row.get(3)?,
            invoice: row.get(4)?,
            currency: row.get(5)?,
            amount: row.get(6)?,
            money: row.get(7)?,
            money_functional: row.get(8)?,
            carrying: row.get(9)?,
            exchange_diff: row.get(10)?,
        })
    };
    let lines = found.iter().map(line).collect::<Result<Vec<_>, Refusal>>()?;
    Ok((charge::card::side_of(&side), lines))
}
