//! Receipts 收款 (catalogue css.md /css_receipt): money that came in, whose it is, and what became of it. What was used, turned
//! into advances, paid back and is open adds up to the amount (invariant 12).

use account::MoneyAccount;
use charge::credit_due;
use kernel::{Day, Findings, Id, Msg, parse_day, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Cell, Conn, Value, sql};

use crate::advance::{self, Refund};
use crate::fund::{self, Movement};
use crate::{figure, number};

/// What the log calls a receipt.
pub const OBJECT: &str = "receipt";
/// Its table.
pub const TABLE: &str = "receipt";

/// 待认领: nobody said whose it is.
pub const UNCLAIMED: &str = "UNCLAIMED";
/// 已认领: nothing of it is used.
pub const CLAIMED: &str = "CLAIMED";
/// 部分核销.
pub const PART: &str = "PART";
/// 核销完毕.
pub const DONE: &str = "DONE";
/// How far a receipt is (css.md 0.9).
pub const STATES: &[Choice] = &[
    Choice::new(UNCLAIMED, "待认领", "To be claimed").tone("warning"),
    Choice::new(CLAIMED, "已认领", "Claimed").tone("info"),
    Choice::new(PART, "部分核销", "Partly used").tone("info"),
    Choice::new(DONE, "核销完毕", "Used up").tone("done"),
];

/// Most of one receipt, in thousandths.
pub const AMOUNT_MAX: i64 = 99_999_999_999_990;

const NOT_ABOVE: Msg = Msg::new("receipt.amount", "金额须大于0", "The amount must be greater than 0.");
const FEE: Msg =
    Msg::new("receipt.fee", "手续费不能小于0，且须小于收款金额", "The fee is not below 0, and less than the amount.");
const DOUBLE_REF: Msg = Msg::new("receipt.ref", "流水号已登记", "The bank reference is registered already.");
const NOT_CLAIMED: Msg = Msg::new("receipt.unclaimed", "收款未认领", "Nobody claimed the receipt yet.");
const CLAIMED_ALREADY: Msg = Msg::new("receipt.claimed", "收款已认领", "The receipt is claimed already.");
const USED: Msg = Msg::new("receipt.used", "收款已使用，不能{what}", "The receipt is used: {what} is refused.");
const ADVANCE_BEYOND: Msg = Msg::new(
    "receipt.advance",
    "本次转预收金额不能大于未核销金额",
    "No more can be turned into an advance than is open.",
);
const REFUND_BEYOND: Msg =
    Msg::new("receipt.refund", "本次退款金额不能大于未核销金额", "No more can be paid back than is open.");
const OTHER_CURRENCY: Msg =
    Msg::new("receipt.currency", "账户币种须为{currency}", "The account must be in {currency}.");

/// A receipt as it is registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// When it came.
    pub date: Day,
    /// The money account.
    pub account: Id,
    /// What the payer sent, in thousandths of the account's currency.
    pub amount: i64,
    /// What the bank kept of it.
    pub bank_fee: i64,
    /// Rate in millionths; without one that of css.md 0.6 通用 on the date.
    pub rate: Option<i64>,
    /// Name of the payer.
    pub payer_name: String,
    /// Account of the payer.
    pub payer_account: String,
    /// Reference of the bank; unique for an account.
    pub bank_ref: String,
    /// What the payer wrote.
    pub summary: String,
    /// Whose it is, where that is known.
    pub coop: Option<Id>,
    /// Whose it may be.
    pub proposed: Option<Id>,
}

/// A receipt with what its users ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Row.
    pub id: Id,
    /// Number.
    pub num: String,
    /// When it came.
    pub date: String,
    /// The money account.
    pub account: Id,
    /// Currency.
    pub currency: String,
    /// Amount.
    pub amount: i64,
    /// What the bank kept of it.
    pub bank_fee: i64,
    /// A write-off, an advance or the refund of all that was left posts the fee.
    pub fee_posted: bool,
    /// Rate in millionths.
    pub rate: i64,
    /// Whose it is.
    pub coop: Option<Id>,
    /// Whose somebody thinks it is.
    pub proposed: Option<Id>,
    /// What write-offs used.
    pub settled: i64,
    /// What was turned into advances.
    pub advanced: i64,
    /// What was paid back.
    pub refunded: i64,
    /// What is left.
    pub open: i64,
    /// Version.
    pub version: i64,
}

impl Receipt {
    /// Its state by what became of it.
    pub fn state(&self) -> &'static str {
        match self.open {
            _ if self.coop.is_none() => UNCLAIMED,
            0 => DONE,
            all if all == self.amount => CLAIMED,
            _ => PART,
        }
    }

    fn is_unused(&self) -> bool {
        self.open == self.amount
    }

    /// The fee that its next use posts.
    pub(crate) fn fee_to_post(&self) -> i64 {
        if self.fee_posted { 0 } else { self.bank_fee }
    }
}

/// A receipt, held until the transaction ends.
pub fn held(tx: &mut Tx<'_>, id: Id) -> Result<Receipt, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .columns(["id", "receipt_num", "receipt_date", "account_id", "currency_code", "amount", "bank_fee"])
        .columns(["fee_posted", "exchange_rate", "coop_id", "proposed_coop_id", "settled", "advanced", "refunded"])
        .columns(["open_amount", "version"])
        .and_where(sql::eq("id", id))
        .lock_exclusive();
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Receipt {
        id: row.get(0)?,
        num: row.get(1)?,
        date: row.get(2)?,
        account: row.get(3)?,
        currency: row.get(4)?,
        amount: row.get(5)?,
        bank_fee: row.get(6)?,
        fee_posted: row.get(7)?,
        rate: row.get(8)?,
        coop: row.get(9)?,
        proposed: row.get(10)?,
        settled: row.get(11)?,
        advanced: row.get(12)?,
        refunded: row.get(13)?,
        open: row.get(14)?,
        version: row.get(15)?,
    })
}

/// Registers a receipt, with what came to its account; answers its id and number. All that is wrong is told at once, at its
/// field. The caller writes the log line.
pub fn make(tx: &mut Tx<'_>, wanted: &Wanted) -> Result<(Id, String), Refusal> {
    let mut findings = Findings::new();
    let account = fund::need_account(tx, (wanted.account, false), "accountId", &mut findings)?;
    check(tx, wanted, account.as_ref(), &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let account = account.ok_or(Refusal::NotFound)?;
    let org = tx.org();
    let currency = account.currency.code().to_owned();
    let rate = rate_of(tx, (&currency, wanted.rate), wanted.date)?;
    let own = charge::rate::functional(tx, org)?;
    let functional = figure::worth(wanted.amount, &currency, rate, own)?;
    let (id, num) = (tx.new_id(), number::plain(tx, "RC")?);
    insert(tx, wanted, (id, &num), (&currency, rate, functional))?;
    let moved = |kind, amount| Movement {
        account: wanted.account,
        date: wanted.date,
        kind,
        number: num.clone(),
        coop: wanted.coop,
        summary: if wanted.summary.is_empty() { wanted.payer_name.clone() } else { wanted.summary.clone() },
        amount,
        source: (TABLE, id),
    };
    fund::write(tx, &moved(fund::RECEIPT, wanted.amount))?;
    fund::write(tx, &moved(fund::FEE, -wanted.bank_fee))?;
    credit_due::coops(tx, wanted.coop)?;
    Ok((id, num))
}

fn check(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    account: Option<&MoneyAccount>,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    if let Some(why) = charge::period::refuses(tx, [wanted.date])? {
        findings.error("receiptDate", why);
    }
    findings.error_if(wanted.amount <= 0, "amount", NOT_ABOVE);
    let fee = wanted.bank_fee;
    findings.error_if(fee < 0 || (wanted.amount > 0 && fee >= wanted.amount), "bankFee", FEE);
    if let Some(account) = account {
        fund::need_fits(wanted.amount, account, "amount", findings);
        fund::need_fits(fee, account, "bankFee", findings);
    }
    let org = tx.org();
    let double = is_registered(tx, org, wanted.account, &wanted.bank_ref)?;
    findings.error_if(double, "bankRef", DOUBLE_REF);
    Ok(())
}

/// Whether a reference of the bank is registered for an account.
pub fn is_registered(conn: &mut dyn Conn, org: i64, account: Id, bank_ref: &str) -> Result<bool, Refusal> {
    if bank_ref.is_empty() {
        return Ok(false);
    }
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::eq("account_id", account)).and_where(sql::eq("bank_ref", bank_ref.to_owned()));
    Ok(conn.first(&select.into())?.is_some())
}

/// The rate that was typed, or the one of the table 通用 on a day, in millionths.
pub fn rate_of(tx: &mut Tx<'_>, (currency, typed): (&str, Option<i64>), day: Day) -> Result<i64, Refusal> {
    let org = tx.org();
    let currency = charge::rate::currency_of(currency)?;
    let table = charge::rate::Table::of(tx, org, &[currency])?;
    match typed.filter(|_| currency != table.own) {
        Some(rate) => Ok(rate),
        None => {
            let at = kernel::Instant::start_of(day);
            Ok(table.need(currency, trade::charge::exchange::Kind::General, at)?.raw())
        }
    }
}

fn insert(
    tx: &mut Tx<'_>,
    wanted: &Wanted,
    (id, num): (Id, &str),
    (currency, rate, functional): (&str, i64, i64),
) -> Result<(), Refusal> {
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let of = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let claimed = |value: &Value| if wanted.coop.is_some() { value.clone() } else { Value::Null };
    let state = if wanted.coop.is_some() { CLAIMED } else { UNCLAIMED };
    let cells = [
        ("id", Value::Int(id.0)),
        ("receipt_num", Value::Text(num.to_owned())),
        ("receipt_date", Value::Text(show_day(wanted.date))),
        ("account_id", Value::Int(wanted.account.0)),
        ("currency_code", Value::Text(currency.to_owned())),
        ("amount", Value::Int(wanted.amount)),
        ("bank_fee", Value::Int(wanted.bank_fee)),
        ("fee_posted", Value::Bool(false)),
        ("exchange_rate", Value::Int(rate)),
        ("functional", Value::Int(functional)),
        ("payer_name", fund::text(&wanted.payer_name)),
        ("payer_account", fund::text(&wanted.payer_account)),
        ("bank_ref", fund::text(&wanted.bank_ref)),
        ("summary", fund::text(&wanted.summary)),
        ("coop_id", of(wanted.coop)),
        ("proposed_coop_id", of(wanted.proposed.filter(|_| wanted.coop.is_none()))),
        ("open_amount", Value::Int(wanted.amount)),
        ("state", Value::Text(state.to_owned())),
        ("claimed_by", claimed(&user)),
        ("claimed_at", claimed(&now)),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    Ok(())
}

/// Writes what became of a held receipt.
fn write(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<(), Refusal> {
    credit_due::coops(tx, receipt.coop)?;
    let cells = [
        ("settled", Value::Int(receipt.settled)),
        ("advanced", Value::Int(receipt.advanced)),
        ("refunded", Value::Int(receipt.refunded)),
        ("open_amount", Value::Int(receipt.open)),
        ("fee_posted", Value::Bool(receipt.fee_posted)),
        ("state", Value::Text(receipt.state().to_owned())),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", receipt.id));
    tx.exec(&update.into())?;
    Ok(())
}

/// Says whose a held receipt is, and by what: `claims` who may, others propose it (css.md /css_receipt, 认领). Answers its
/// state.
pub fn claim(
    tx: &mut Tx<'_>,
    receipt: &Receipt,
    (coop, remark): (Id, &str),
    claims: bool,
) -> Result<&'static str, Refusal> {
    if receipt.coop.is_some() {
        return Err(Refusal::business(CLAIMED_ALREADY));
    }
    let remark = ("claim_remark", fund::text(remark));
    if !claims {
        whose(tx, receipt, vec![("proposed_coop_id", Value::Int(coop.0)), remark])?;
        return Ok(receipt.state());
    }
    let (user, now) = (Value::Int(tx.actor.user_id.0), Value::Int(tx.now.millis()));
    let state = Receipt { coop: Some(coop), ..receipt.clone() }.state();
    let cells = [
        ("coop_id", Value::Int(coop.0)),
        ("proposed_coop_id", Value::Null),
        ("claimed_by", user),
        ("claimed_at", now),
        remark,
        ("state", Value::Text(state.to_owned())),
    ];
    whose(tx, receipt, cells.to_vec())?;
    Ok(state)
}

/// 取消认领: of what nothing was used.
pub fn unclaim(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<(), Refusal> {
    need_unused(receipt, "取消认领")?;
    let cells = [
        ("coop_id", Value::Null),
        ("proposed_coop_id", Value::Null),
        ("claimed_by", Value::Null),
        ("claimed_at", Value::Null),
        ("claim_remark", Value::Null),
        ("state", Value::Text(UNCLAIMED.to_owned())),
    ];
    whose(tx, receipt, cells.to_vec())
}

fn whose(tx: &mut Tx<'_>, receipt: &Receipt, cells: Vec<(&'static str, Value)>) -> Result<(), Refusal> {
    let mut all = cells;
    all.push(("updated_by", Value::Int(tx.actor.user_id.0)));
    all.push(("updated_at", Value::Int(tx.now.millis())));
    let coop = all.iter().find(|(name, _)| *name == "coop_id").map(|(_, value)| value.clone());
    let mut update = sql::update(tx.org(), TABLE, &all);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", receipt.id));
    tx.exec(&update.into())?;
    // The journal names the other side by it.
    if let Some(coop) = coop {
        let mut moved = sql::update(tx.org(), fund::TABLE, &[("coop_id", coop.clone())]);
        moved.and_where(sql::eq("source", TABLE.to_owned())).and_where(sql::eq("source_id", receipt.id));
        credit_due::coops(tx, Option::<Id>::from_value(&coop)?.into_iter().chain(receipt.coop))?;
        tx.exec(&moved.into())?;
    }
    Ok(())
}

fn need_unused(receipt: &Receipt, what: &str) -> Result<(), Refusal> {
    if receipt.is_unused() { Ok(()) } else { Err(Refusal::Business(USED.with(&[("what", what)]))) }
}

/// Takes back what a held receipt brought to its account, before its row is removed: of what nothing was used, while its month
/// is open.
pub fn take_back(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<(), Refusal> {
    need_unused(receipt, "删除")?;
    charge::period::hold(tx, parse_day(&receipt.date))?;
    credit_due::coops(tx, receipt.coop)?;
    fund::remove(tx, TABLE, receipt.id)
}

/// What of a receipt becomes an advance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// [`advance::IN`] or [`advance::DEPOSIT_IN`].
    pub kind: &'static str,
    /// How much.
    pub amount: i64,
    /// Date of the advance.
    pub date: Day,
    /// The order it is for.
    pub order: Option<Id>,
    /// Containers a deposit is for, with commas between.
    pub containers: String,
    /// When a deposit is to go back.
    pub return_date: Option<Day>,
    /// Remark.
    pub remark: String,
}

/// 转预收: turns a part of a claimed receipt into an advance of its partner, at the rate of the receipt. Answers the id and the
/// number of the advance. The caller writes the log line.
pub fn to_advance(tx: &mut Tx<'_>, id: Id, turned: &Turned) -> Result<(Id, String), Refusal> {
    let receipt = held(tx, id)?;
    let coop = receipt.coop.ok_or(Refusal::business(NOT_CLAIMED))?;
    let mut findings = Findings::new();
    if let Some(why) = charge::period::refuses(tx, [turned.date])? {
        findings.error("date", why);
    }
    advance::need_not_before(turned.date, &receipt.date, "date", &mut findings);
    findings.error_if(turned.amount <= 0, "amount", NOT_ABOVE);
    findings.error_if(turned.amount > receipt.open, "amount", ADVANCE_BEYOND);
    figure::need_fits(turned.amount, &receipt.currency, "amount", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    let fee = receipt.fee_to_post();
    let wanted = advance::Wanted {
        kind: turned.kind,
        coop,
        order: turned.order,
        date: turned.date,
        account: receipt.account,
        currency: receipt.currency.clone(),
        amount: turned.amount,
        rate: receipt.rate,
        receipt: Some(id),
        fee,
        request: None,
        containers: turned.containers.clone(),
        return_date: turned.return_date,
        remark: turned.remark.clone(),
    };
    let made = advance::make(tx, &wanted)?;
    take_advanced(tx, &receipt, turned.amount, fee)?;
    Ok(made)
}

/// Counts what of a held receipt became an advance, and the fee that is posted with it; below nought what comes back.
pub(crate) fn take_advanced(tx: &mut Tx<'_>, receipt: &Receipt, amount: i64, fee: i64) -> Result<(), Refusal> {
    let mut after = receipt.clone();
    after.advanced += amount;
    after.open -= amount;
    after.post_fee(amount, fee);
    write(tx, &after)
}

/// The same of what a write-off uses.
pub(crate) fn take_settled(tx: &mut Tx<'_>, receipt: &Receipt, amount: i64, fee: i64) -> Result<(), Refusal> {
    let mut after = receipt.clone();
    after.settled += amount;
    after.open -= amount;
    after.post_fee(amount, fee);
    write(tx, &after)
}

impl Receipt {
    /// The fee is posted with what uses the receipt, and no more when that is undone.
    fn post_fee(&mut self, amount: i64, fee: i64) {
        if fee != 0 {
            self.fee_posted = amount > 0;
        }
    }
}

/// 退款: pays back what is open of a receipt. The caller writes the log line.
pub fn refund(tx: &mut Tx<'_>, id: Id, refund: &Refund) -> Result<Receipt, Refusal> {
    let receipt = held(tx, id)?;
    if let Some(request) = refund.request {
        crate::request::hold(tx, request)?;
    }
    let mut findings = Findings::new();
    let account = fund::need_account(tx, (refund.account, true), "accountId", &mut findings)?;
    if let Some(why) = charge::period::refuses(tx, [refund.date])? {
        findings.error("date", why);
    }
    need_refund(refund, (&receipt.currency, &receipt.date), account.as_ref(), &mut findings);
    findings.error_if(refund.amount > receipt.open, "amount", REFUND_BEYOND);
    Refusal::unless_clean(&findings, &[])?;
    let mut after = receipt.clone();
    after.refunded += refund.amount;
    after.open -= refund.amount;
    // What pays back the last of it posts the fee: nothing else will.
    let fee = if after.open == 0 { receipt.fee_to_post() } else { 0 };
    after.post_fee(refund.amount, fee);
    write(tx, &after)?;
    let org = tx.org();
    let own = charge::rate::functional(tx, org)?;
    let functional = figure::worth(refund.amount, &receipt.currency, receipt.rate, own)?;
    let moved = Movement {
        account: refund.account,
        date: refund.date,
        kind: fund::REFUND,
        number: receipt.num.clone(),
        coop: receipt.coop,
        summary: refund.reason.clone(),
        amount: -refund.amount,
        source: (TABLE, id),
    };
    fund::write_with(tx, &moved, fund::Posts { functional, fee: refund.fee, receipt_fee: fee })?;
    if let Some(request) = refund.request {
        crate::request::count_paid(tx, request, refund.amount, &std::collections::BTreeMap::new())?;
    }
    Ok(after)
}

/// What any refund has to be: above nought, not before what it pays back, from an account of its currency.
pub(crate) fn need_refund(
    refund: &Refund,
    (currency, since): (&str, &str),
    account: Option<&MoneyAccount>,
    findings: &mut Findings,
) {
    findings.error_if(refund.amount <= 0, "amount", NOT_ABOVE);
    figure::need_fits(refund.amount, currency, "amount", findings);
    advance::need_not_before(refund.date, since, "date", findings);
    if account.is_some_and(|account| account.currency.code() != currency) {
        findings.error("accountId", OTHER_CURRENCY.with(&[("currency", currency)]));
    }
}
