//! What came to and went from money accounts (catalogue css.md /css_bank_journal): a row beside each receipt, write-off,
//! advance, refund and transfer, written and removed with it.

use account::{CASH, MoneyAccount};
use kernel::{Day, Findings, Id, Msg, show_day};
use platform::call::Tx;
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
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

/// The money account a write is about, held until the transaction ends; what is none is found at the field. Cash that may go
/// is held alone, so that no two spend the same.
pub fn need_account(
    tx: &mut Tx<'_>,
    (id, may_go): (Id, bool),
    field: &str,
    findings: &mut Findings,
) -> Result<Option<MoneyAccount>, Refusal> {
    let org = tx.org();
    if may_go && account::money_leaf(tx, org, id)?.is_some_and(|found| found.account_type == CASH) {
        let mut alone = sql::from(org, account::TABLE);
        alone.column("id").and_where(sql::eq("id", id)).lock_exclusive();
        tx.query(&alone.into())?;
    }
    account::need_money_leaf(tx, id, field, findings)
}

/// Writes a movement; nought is none. Cash does not go below nothing. The account was asked for by [`need_account`].
pub fn write(tx: &mut Tx<'_>, movement: &Movement) -> Result<(), Refusal> {
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
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    if movement.amount < 0 { need_cash(tx, org, movement.account) } else { Ok(()) }
}

/// Takes back what a document moved.
pub fn remove(tx: &mut Tx<'_>, source: &'static str, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut found = sql::from(org, TABLE);
    found.column("account_id").distinct();
    found.and_where(sql::eq("source", source.to_owned())).and_where(sql::eq("source_id", id));
    let accounts: Vec<Id> = tx.query(&found.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut delete = sql::delete(org, TABLE);
    delete.and_where(sql::eq("source", source.to_owned())).and_where(sql::eq("source_id", id));
    tx.exec(&delete.into())?;
    accounts.into_iter().try_for_each(|account| need_cash(tx, org, account))
}

/// What an account holds: its opening balance, and what moved after that day.
pub fn balance(conn: &mut dyn Conn, org: i64, account: Id) -> Result<i64, Refusal> {
    let mut opening = sql::from(org, OPENING);
    opening.columns(["opening_date", "amount"]).and_where(sql::eq("account_id", account));
    let opened = conn.first(&opening.into())?;
    let (day, amount) = opened.map(|row| Ok::<_, Refusal>((row.get::<String>(0)?, row.get(1)?))).transpose()?.unzip();
    let mut moved = sql::from(org, TABLE);
    moved.expr(Expr::cust("CAST(COALESCE(SUM(amount), 0) AS BIGINT)")).and_where(sql::eq("account_id", account));
    if let Some(day) = day {
        moved.and_where(sql::col("movement_date").gt(sql::value(day)));
    }
    let moved: i64 = conn.first(&moved.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    Ok(amount.unwrap_or(0) + moved)
}

/// Refuses cash below nothing, whatever took it.
pub fn need_cash(tx: &mut Tx<'_>, org: i64, account: Id) -> Result<(), Refusal> {
    let is_cash = account::find(tx, org, account)?.is_some_and(|found| found.account_type == CASH);
    if is_cash && balance(tx, org, account)? < 0 { Err(Refusal::business(CASH_SHORT)) } else { Ok(()) }
}

/// A text, or nothing.
pub(crate) fn text(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) }
}
