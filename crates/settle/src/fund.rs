//! What came to and went from money accounts (catalogue css.md /css_bank_journal): a row beside each receipt, write-off,
//! advance, refund and transfer, written and removed with it.

use account::{CASH, MoneyAccount};
use kernel::{Day, Findings, Id, Msg, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Conn, Value, sql};

/// Its table.
pub const TABLE: &str = "fund_movement";
/// Table of opening balances.
pub const OPENING: &str = "fund_opening";

/// 收款.
pub const RECEIPT: &str = "RECEIPT";
/// 付款.
pub const PAYMENT: &str = "PAYMENT";
/// 预付, and deposits paid.
pub const ADVANCE: &str = "ADVANCE";
/// 报销.
pub const EXPENSE: &str = "EXPENSE";
/// 互转.
pub const TRANSFER: &str = "TRANSFER";
/// 手续费.
pub const FEE: &str = "FEE";
/// 退款.
pub const REFUND: &str = "REFUND";
/// Kinds of movements.
pub const KINDS: &[Choice] = &[
    Choice::new(RECEIPT, "收款", "Receipt").tone("done"),
    Choice::new(PAYMENT, "付款", "Payment").tone("info"),
    Choice::new(ADVANCE, "预付", "Advance").tone("info"),
    Choice::new(EXPENSE, "报销", "Expense").tone("info"),
    Choice::new(TRANSFER, "互转", "Transfer").tone("neutral"),
    Choice::new(FEE, "手续费", "Fee").tone("neutral"),
    Choice::new(REFUND, "退款", "Refund").tone("warning"),
];

const CASH_SHORT: Msg = Msg::new("fund.cash", "现金余额不足", "There is not that much cash.");

/// What came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The account.
    pub account: Id,
    /// When.
    pub date: Day,
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// Number of the document.
    pub number: String,
    /// The other side.
    pub coop: Option<Id>,
    /// In words.
    pub summary: String,
    /// In thousandths of the account's currency; below nought it went.
    pub amount: i64,
    /// Table and row of the document.
    pub source: (&'static str, Id),
}

/// What the voucher of a movement says beside its amount; of most nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Posts {
    /// What a refund takes of the functional amount of what it pays back.
    pub functional: i64,
    /// The bank fee that was paid beside it out of its account; it moves that by a row of its own.
    pub fee: i64,
    /// The bank fee of the receipt it pays back, where nothing else posts that.
    pub receipt_fee: i64,
}

/// The money account a write is about, held until the transaction ends; what is none is found at the field. Cash that may go
/// is held alone, so that no two spend the same.
pub fn need_account(
    tx: &mut Tx<'_>,
    (id, may_go): (Id, bool),
    field: &str,
    findings: &mut Findings,
) -> Result<Option<MoneyAccount>, Refusal> {
    if may_go {
        hold_cash(tx, [id])?;
    }
    account::need_money_leaf(tx, id, field, findings)
}

/// Holds those of some accounts alone that are cash, by their ids, until the transaction ends. Answers them.
fn hold_cash(tx: &mut Tx<'_>, accounts: impl IntoIterator<Item = Id>) -> Result<Vec<Id>, Refusal> {
    let org = tx.org();
    let found = account::by_id(tx, org, accounts)?;
    let cash: Vec<Id> = found.into_values().filter(|one| one.account_type == CASH).map(|one| one.id).collect();
    if !cash.is_empty() {
        let mut alone = sql::from(org, account::TABLE);
        alone.column("id").and_where(sql::is_in(sql::col("id"), cash.iter().copied()));
        tx.query(&alone.order_by("id", Order::Asc).lock_exclusive().to_owned().into())?;
    }
    Ok(cash)
}

/// Holds the cash a document moved, before what it moved is taken back: nobody spends meanwhile what it brought.
pub fn hold_moved(tx: &mut Tx<'_>, source: &'static str, id: Id) -> Result<(), Refusal> {
    let accounts = moved_by(tx, (source, id))?.into_iter().map(|(account, _)| account);
    hold_cash(tx, accounts.collect::<Vec<_>>()).map(drop)
}

/// The accounts a document moved, each with the first day of that.
fn moved_by(tx: &mut Tx<'_>, (source, id): (&'static str, Id)) -> Result<Vec<(Id, String)>, Refusal> {
    let mut found = sql::from(tx.org(), TABLE);
    found
        .column("account_id")
        .expr(Expr::cust("MIN(movement_date)"))
        .and_where(sql::eq("source", source.to_owned()))
        .and_where(sql::eq("source_id", id))
        .group_by_col("account_id")
        .order_by("account_id", Order::Asc);
    tx.query(&found.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Finds an amount that is finer than the currency of its account.
pub fn need_fits(amount: i64, account: &MoneyAccount, field: &str, findings: &mut Findings) {
    crate::figure::need_fits(amount, account.currency.code(), field, findings);
}

/// Writes a movement; nought is none. Cash does not go below nothing on any day. The account was asked for by
/// [`need_account`].
pub fn write(tx: &mut Tx<'_>, movement: &Movement) -> Result<(), Refusal> {
    write_with(tx, movement, Posts::default())
}

/// The same of a movement that has a voucher of its own, with what that says beside the amount.
pub fn write_with(tx: &mut Tx<'_>, movement: &Movement, posts: Posts) -> Result<(), Refusal> {
    if movement.amount == 0 {
        return Ok(());
    }
    let org = tx.org();
    let cells = [
        ("id", Value::Int(tx.new_id().0)),
        ("account_id", Value::Int(movement.account.0)),
        ("movement_date", Value::Text(show_day(movement.date))),
        ("kind", Value::Text(movement.kind.to_owned())),
        ("number", Value::Text(movement.number.clone())),
        ("coop_id", movement.coop.map_or(Value::Null, |coop| Value::Int(coop.0))),
        ("summary", text(&movement.summary)),
        ("amount", Value::Int(movement.amount)),
        ("source", Value::Text(movement.source.0.to_owned())),
        ("source_id", Value::Int(movement.source.1.0)),
        ("functional", Value::Int(posts.functional)),
        ("fee", Value::Int(posts.fee)),
        ("receipt_fee", Value::Int(posts.receipt_fee)),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    if movement.amount < 0 { need_cash(tx, movement.account, &show_day(movement.date)) } else { Ok(()) }
}

/// Takes back what a document moved. What holds more behind it holds the cash first ([`hold_moved`]).
pub fn remove(tx: &mut Tx<'_>, source: &'static str, id: Id) -> Result<(), Refusal> {
    let moved = moved_by(tx, (source, id))?;
    hold_cash(tx, moved.iter().map(|(account, _)| *account))?;
    let mut delete = sql::delete(tx.org(), TABLE);
    delete.and_where(sql::eq("source", source.to_owned())).and_where(sql::eq("source_id", id));
    tx.exec(&delete.into())?;
    moved.into_iter().try_for_each(|(account, since)| need_cash(tx, account, &since))
}

/// Refuses cash below nothing at the end of a day or of one behind it, whatever took it; of an empty day at any time. It is
/// held by whoever asks.
pub fn need_cash(tx: &mut Tx<'_>, account: Id, since: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let is_cash = account::find(tx, org, account)?.is_some_and(|found| found.account_type == CASH);
    if is_cash && is_short(tx, org, (account, since))? { Err(Refusal::business(CASH_SHORT)) } else { Ok(()) }
}

/// Whether an account is below nothing at the end of a day or behind it: its opening balance, and what moved after that day.
fn is_short(conn: &mut dyn Conn, org: i64, (account, since): (Id, &str)) -> Result<bool, Refusal> {
    let mut opening = sql::from(org, OPENING);
    opening.columns(["opening_date", "amount"]).and_where(sql::eq("account_id", account));
    let opened = conn.first(&opening.into())?.map(|row| Ok::<_, Refusal>((row.get(0)?, row.get(1)?))).transpose()?;
    let (opened_on, mut balance): (String, i64) = opened.unwrap_or_default();
    let mut days = sql::from(org, TABLE);
    days.column("movement_date")
        .expr(Expr::cust("CAST(SUM(amount) AS BIGINT)"))
        .and_where(sql::eq("account_id", account))
        .and_where(sql::col("movement_date").gt(sql::value(opened_on.clone())))
        .group_by_col("movement_date")
        .order_by("movement_date", Order::Asc);
    let mut short = opened_on.as_str() >= since && balance < 0;
    for row in conn.query(&days.into())? {
        let (day, moved): (String, i64) = (row.get(0)?, row.get(1)?);
        balance = balance.saturating_add(moved);
        short = short || day.as_str() >= since && balance < 0;
    }
    Ok(short)
}

/// A text, or nothing.
pub(crate) fn text(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) }
}
