//! What is paid of payment requests 付款申请 (css.md /css_payment_request): counted where a write-off pays, an advance is made
//! or money goes back, and counted back by their reversals.

use std::collections::BTreeMap;

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn as _, Value, sql};

/// Its table.
pub const TABLE: &str = "payment_request";
/// Table of what of which payment is asked for.
pub const ROW: &str = "payment_request_row";

/// 草稿.
pub const DRAFT: &str = "DRAFT";
/// 审批中.
pub const RUNNING: &str = "RUNNING";
/// 已驳回.
pub const REJECTED: &str = "REJECTED";
/// 已撤回.
pub const WITHDRAWN: &str = "WITHDRAWN";
/// 待付款.
pub const PASSED: &str = "PASSED";
/// 部分付款.
pub const PART_PAID: &str = "PART_PAID";
/// 已付款.
pub const PAID: &str = "PAID";
/// 已关闭: what was not paid is given up.
pub const CLOSED: &str = "CLOSED";

/// Holds a request until the transaction ends; answers its state.
pub fn hold(tx: &mut Tx<'_>, id: Id) -> Result<String, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.column("state").and_where(sql::eq("id", id)).lock_exclusive();
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Counts what was paid of a held request, by payment where it is about payments; what goes back is below nought. The state
/// follows the sum (待付款, 部分付款, 已付款); a closed one stays closed.
pub fn count_paid(tx: &mut Tx<'_>, id: Id, paid: i64, of_payments: &BTreeMap<Id, i64>) -> Result<(), Refusal> {
    let org = tx.org();
    for (payment, amount) in of_payments {
        let mut row = sql::update(org, ROW, &[]);
        row.value("paid", sql::col("paid").add(*amount));
        row.and_where(sql::eq("request_id", id)).and_where(sql::eq("payment_id", *payment));
        tx.exec(&row.into())?;
    }
    let mut select = sql::from(org, TABLE);
    select.columns(["amount", "paid", "state"]).and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (amount, before, state): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let now = before + paid;
    let follows = match now {
        _ if state == CLOSED => CLOSED,
        0 => PASSED,
        all if all == amount => PAID,
        _ => PART_PAID,
    };
    let at = if now == 0 { Value::Null } else { Value::Int(tx.now.millis()) };
    let cells = [("paid", Value::Int(now)), ("state", Value::Text(follows.to_owned())), ("paid_at", at)];
    let mut update = sql::update(org, TABLE, &cells);
    update.value("version", Expr::cust("version + 1")).and_where(sql::eq("id", id));
    tx.exec(&update.into())?;
    Ok(())
}
