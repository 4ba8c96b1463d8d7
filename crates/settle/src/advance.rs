//! Advances and deposits 预收 预付 押金 (catalogue css.md /css_advance): made of a receipt or of a paid request, used by
//! write-offs, paid back, or void.

use charge::credit_due;
use kernel::{Day, Findings, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn as _, Value, sql};

use crate::fund::{self, Movement};
use crate::{figure, number, receipt, request};

/// What the log calls an advance.
pub const OBJECT: &str = "advance";
/// Its table.
pub const TABLE: &str = "advance";

/// 预收款.
pub const IN: &str = "IN";
/// 预付款.
pub const OUT: &str = "OUT";
/// 收取押金.
pub const DEPOSIT_IN: &str = "DEPOSIT_IN";
/// 支付押金.
pub const DEPOSIT_OUT: &str = "DEPOSIT_OUT";
/// Kinds of advances.
pub const KINDS: &[Choice] = &[
    Choice::new(IN, "预收款", "Advance received").tone("info"),
    Choice::new(OUT, "预付款", "Advance paid").tone("warning"),
    Choice::new(DEPOSIT_IN, "收取押金", "Deposit received").tone("info"),
    Choice::new(DEPOSIT_OUT, "支付押金", "Deposit paid").tone("warning"),
];

/// 有余额.
pub const OPEN: &str = "OPEN";
/// 已用完.
pub const USED: &str = "USED";
/// 已作废.
pub const VOID: &str = "VOID";
/// How far an advance is.
pub const STATES: &[Choice] = &[
    Choice::new(OPEN, "有余额", "Open").tone("ready"),
    Choice::new(USED, "已用完", "Used up").tone("done"),
    Choice::new(VOID, "已作废", "Void").tone("neutral"),
];

const BEYOND: Msg =
    Msg::new("advance.beyond", "本次退款金额不能大于余额", "No more can be paid back than is left of the advance.");
const USED_ALREADY: Msg =
    Msg::new("advance.used", "已冲抵或退款，不能作废", "It was used or paid back and can't be void.");
const BROUGHT: Msg = Msg::new(
    "advance.brought",
    "期初导入的预收预付，请在资金日记账撤销期初",
    "It came with the opening items: take those back in the bank journal.",
);
const POSTED: Msg =
    Msg::new("advance.posted", "预收预付已生成凭证，请先退回凭证", "The advance has a voucher: return that first.");
const IS_VOID: Msg = Msg::new("advance.void", "已作废", "The advance is void.");
const TOO_EARLY: Msg = Msg::new("advance.early", "日期不能早于{day}", "The date can't be before {day}.");

/// Whether money came in with it.
pub fn is_received(kind: &str) -> bool {
    matches!(kind, IN | DEPOSIT_IN)
}

/// An advance as it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// Whose.
    pub coop: Id,
    /// The order it is for.
    pub order: Option<Id>,
    /// Its date.
    pub date: Day,
    /// The money account; of what came with a receipt that of the receipt.
    pub account: Id,
    /// Currency of the account.
    pub currency: String,
    /// How much.
    pub amount: i64,
    /// Rate in millionths.
    pub rate: i64,
    /// The receipt it was turned from. What is made without one is paid now, and moves the account.
    pub receipt: Option<Id>,
    /// Bank fee of the receipt that is posted with it, or paid on top of it.
    pub fee: i64,
    /// The request that asked for it; what is paid of it is counted here.
    pub request: Option<Id>,
    /// Containers a deposit is for, with commas between.
    pub containers: String,
    /// When a deposit is to come back.
    pub return_date: Option<Day>,
    /// Remark.
    pub remark: String,
}

/// What is paid back of an advance or of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// The money account, of the same currency.
    pub account: Id,
    /// When.
    pub date: Day,
    /// How much.
    pub amount: i64,
    /// Why.
    pub reason: String,
    /// The request that asked for it; what is paid of it is counted here.
    pub request: Option<Id>,
    /// The bank fee that is paid beside it; the caller moves it.
    pub fee: i64,
}

/// An advance with what its users ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advance {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// One of [`KINDS`].
    pub kind: String,
    /// Whose.
    pub coop: Id,
    /// Its date.
    pub date: String,
    /// Currency.
    pub currency: String,
    /// Rate in millionths.
    pub rate: i64,
    /// How much.
    pub amount: i64,
    /// The same in the functional currency.
    pub functional: i64,
    /// What write-offs used of it.
    pub used: i64,
    /// What uses and refunds took of the functional amount.
    pub functional_used: i64,
    /// What was paid back.
    pub refunded: i64,
    /// What is left.
    pub open: i64,
    /// The receipt it was turned from.
    pub receipt: Option<Id>,
    /// The request that asked for it.
    pub request: Option<Id>,
    /// The bank fee of the receipt that is posted with it.
    pub fee: i64,
    /// One of [`STATES`].
    pub state: String,
    /// Version.
    pub version: i64,
}

/// An advance, held until the transaction ends.
pub fn held(tx: &mut Tx<'_>, id: Id) -> Result<Advance, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .columns(["id", "advance_num", "kind", "coop_id", "advance_date", "currency_code", "exchange_rate", "amount"])
        .columns(["functional", "used", "functional_used", "refunded", "open_amount", "receipt_id", "request_id"])
        .columns(["receipt_fee", "state", "version"])
        .and_where(sql::eq("id", id))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Advance {
        id: row.get(0)?,
        num: row.get(1)?,
        kind: row.get(2)?,
        coop: row.get(3)?,
        date: row.get(4)?,
        currency: row.get(5)?,
        rate: row.get(6)?,
        amount: row.get(7)?,
        functional: row.get(8)?,
        used: row.get(9)?,
        functional_used: row.get(10)?,
        refunded: row.get(11)?,
        open: row.get(12)?,
        receipt: row.get(13)?,
        request: row.get(14)?,
        fee: row.get(15)?,
        state: row.get(16)?,
        version: row.get(17)?,
    })
}

/// Makes an advance; answers its id and number. One of a receipt is made by [`receipt::to_advance`]; one that is paid moves
/// its account (asked for by [`fund::need_account`]) and counts on its request, which the caller holds ([`request::hold`]). The
/// caller asked the month of the date and writes the log line.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    let (id, num) = insert(tx, wanted, Some(wanted.account))?;
    if wanted.receipt.is_none() {
        let moved = |kind, amount| Movement {
            account: wanted.account,
            date: wanted.date,
            kind,
            number: num.clone(),
            coop: Some(wanted.coop),
            summary: wanted.remark.clone(),
            amount,
            source: (TABLE, id),
        };
        let sign = if is_received(wanted.kind) { 1 } else { -1 };
        let kind = if is_received(wanted.kind) { fund::RECEIPT } else { fund::ADVANCE };
        fund::write(tx, &moved(kind, sign * wanted.amount))?;
        fund::write(tx, &moved(fund::FEE, -wanted.fee))?;
    }
    if let Some(request) = wanted.request {
        request::count_paid(tx, request, wanted.amount, &std::collections::BTreeMap::new())?;
    }
    Ok((id, num))
}

/// Makes one that came from other books: its money moved there, and no account of these. Answers its id and number.
pub fn bring(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    insert(tx, wanted, None)
}

fn insert(tx: &mut Tx<'_>, wanted: &Wanted, account: Option<Id>) -> Result<(Id, String), Refusal> {
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    let functional = figure::worth(wanted.amount, &wanted.currency, wanted.rate, own)?;
    figure::money(wanted.fee, &wanted.currency)?;
    let prefix = if is_received(wanted.kind) { "PA" } else { "PP" };
    let (id, num) = (tx.new_id(), number::plain(tx, prefix)?);
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let cells = [
        ("id", Value::Int(id.0)),
        ("advance_num", Value::Text(num.clone())),
        ("kind", Value::Text(wanted.kind.to_owned())),
        ("coop_id", Value::Int(wanted.coop.0)),
        ("order_id", of(wanted.order)),
        ("advance_date", Value::Text(show_day(wanted.date))),
        ("account_id", of(account)),
        ("currency_code", Value::Text(wanted.currency.clone())),
        ("amount", Value::Int(wanted.amount)),
        ("exchange_rate", Value::Int(wanted.rate)),
        ("functional", Value::Int(functional)),
        ("open_amount", Value::Int(wanted.amount)),
        ("receipt_id", of(wanted.receipt)),
        ("receipt_fee", Value::Int(if wanted.receipt.is_some() { wanted.fee } else { 0 })),
        ("request_id", of(wanted.request)),
        ("containers", fund::text(&wanted.containers)),
        ("return_date", wanted.return_date.map_or(Value::Null, |day| Value::Text(show_day(day)))),
        ("remark", fund::text(&wanted.remark)),
        ("state", Value::Text(OPEN.to_owned())),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    credit_due::coops(tx, [wanted.coop])?;
    Ok((id, num))
}

/// What a part of an advance is worth: at its rate, but the last part takes what is left of the functional amount, so that what
/// is used up leaves nothing (css.md 0.8 for rows, here alike).
pub(crate) fn worth(tx: &mut Tx<'_>, advance: &Advance, amount: i64) -> Result<i64, Refusal> {
    if amount == advance.open {
        return Ok(advance.functional - advance.functional_used);
    }
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    figure::worth(amount, &advance.currency, advance.rate, own)
}

/// Takes a part of a held advance, or gives it back where it is below nought: `refunded` what goes back to whom it is of, else
/// what a write-off uses.
pub(crate) fn take(
    tx: &mut Tx<'_>,
    advance: &Advance,
    (amount, functional): (i64, i64),
    refunded: bool,
) -> Result<(), Refusal> {
    credit_due::coops(tx, [advance.coop])?;
    let open = advance.open - amount;
    let (used, back) = if refunded { (0, amount) } else { (amount, 0) };
    let cells = [
        ("used", Value::Int(advance.used + used)),
        ("refunded", Value::Int(advance.refunded + back)),
        ("functional_used", Value::Int(advance.functional_used + functional)),
        ("open_amount", Value::Int(open)),
        ("state", Value::Text(if open == 0 { USED } else { OPEN }.to_owned())),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", advance.id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Refuses what can't be done to a void one.
pub(crate) fn need_in_force(advance: &Advance) -> Result<(), Refusal> {
    if advance.state == VOID { Err(Refusal::business(IS_VOID)) } else { Ok(()) }
}

/// 退款: what came in goes back to its partner, what was paid comes back from him. The caller writes the log
/// line.
pub fn refund(tx: &mut Tx<'_>, id: Id, refund: &Refund) -> Result<Advance, Refusal> {
    let request = refund.request.map(|request| request::hold(tx, request)).transpose()?;
    let advance = held(tx, id)?;
    need_in_force(&advance)?;
    let received = is_received(&advance.kind);
    let mut findings = Findings::new();
    let account = fund::need_account(tx, (refund.account, received), "accountId", &mut findings)?;
    if let Some(why) = charge::period::refuses(tx, [refund.date])? {
        findings.error("date", why);
    }
    receipt::need_refund(refund, (&advance.currency, &advance.date), account.as_ref(), &mut findings);
    if refund.amount > advance.open {
        findings.error("amount", BEYOND.text());
    }
    Refusal::unless_clean(&findings, &[])?;
    let functional = worth(tx, &advance, refund.amount)?;
    take(tx, &advance, (refund.amount, functional), true)?;
    let sign = if received { -1 } else { 1 };
    let moved = Movement {
        account: refund.account,
        date: refund.date,
        kind: fund::REFUND,
        number: advance.num.clone(),
        coop: Some(advance.coop),
        summary: refund.reason.clone(),
        amount: sign * refund.amount,
        source: (TABLE, id),
    };
    fund::write_with(tx, &moved, fund::Posts { functional, fee: refund.fee, receipt_fee: 0 })?;
    if let (Some(id), Some(_)) = (refund.request, request) {
        request::count_paid(tx, id, refund.amount, &std::collections::BTreeMap::new())?;
    }
    Ok(advance)
}

/// 作废: of what nothing was used. What came of a receipt is open on it again; what was paid is counted back of its request and
/// its account. The caller writes the log line.
pub fn void(tx: &mut Tx<'_>, id: Id) -> Result<Advance, Refusal> {
    let (receipt, request, account) = origin(tx, id)?;
    if account.is_none() {
        return Err(Refusal::business(BROUGHT));
    }
    let receipt = receipt.map(|receipt| receipt::held(tx, receipt)).transpose()?;
    if let Some(request) = request {
        request::hold(tx, request)?;
    }
    let advance = held(tx, id)?;
    need_in_force(&advance)?;
    let org = tx.org();
    book::need_unposted(tx, org, (TABLE, &[id]), POSTED)?;
    charge::period::hold(tx, parse_day(&advance.date))?;
    if advance.used != 0 || advance.refunded != 0 {
        return Err(Refusal::business(USED_ALREADY));
    }
    unmake(tx, &advance)?;
    fund::remove(tx, TABLE, id)?;
    if let Some(receipt) = receipt {
        receipt::take_advanced(tx, &receipt, -advance.amount, advance.fee)?;
    }
    if let Some(request) = request {
        request::count_paid(tx, request, -advance.amount, &std::collections::BTreeMap::new())?;
    }
    Ok(advance)
}

/// Takes one back that came from other books, unless something was done with it.
pub fn take_back(tx: &mut Tx<'_>, id: Id) -> Result<Advance, Refusal> {
    let advance = held(tx, id)?;
    need_in_force(&advance)?;
    if advance.used != 0 || advance.refunded != 0 {
        return Err(Refusal::business(USED_ALREADY));
    }
    unmake(tx, &advance)?;
    Ok(advance)
}

fn unmake(tx: &mut Tx<'_>, advance: &Advance) -> Result<(), Refusal> {
    credit_due::coops(tx, [advance.coop])?;
    let cells = [("state", Value::Text(VOID.to_owned())), ("open_amount", Value::Int(0))];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", advance.id));
    tx.exec(&update.into())?;
    Ok(())
}

/// What an advance was made of: its receipt, its request, its account.
fn origin(tx: &mut Tx<'_>, id: Id) -> Result<(Option<Id>, Option<Id>, Option<Id>), Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(["receipt_id", "request_id", "account_id"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// Finds a date before the one of what is used.
pub(crate) fn need_not_before(date: Day, first: &str, field: &str, findings: &mut Findings) {
    if parse_day(first).is_some_and(|first| date < first) {
        findings.error(field, TOO_EARLY.with(&[("day", first)]));
    }
}
