//! How the life of an order of any scope ends before its time: what is written of one that is cancelled, brought back or
//! closed for good. The last its company may want decided (event 116); what is decided about stays open meanwhile.

use charge::finance;
use charge::ledger::{self, Standing};
use facts::order_log::log_entry;
use kernel::{Id, Msg, Scope, Text, Uuid};
use order::need_returned;
use order::{FORCE_STOP_CODES, Lifecycle, Move, MoveFacts, REASON_NEEDED, form_page, head, lease_page, refuse};
use platform::access::Access;
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::decide::words_of;
use crate::lock::{self, Cells};
use crate::pending::{self, CLOSING};
use crate::unlock::{KIND, application};
use crate::{engine, people, words};

/// What an approved application does, whatever the scope.
pub const EFFECT: Effect = Effect { event: CLOSING, kind: KIND, work: closed };
/// How one applies for it; the order says which button it takes.
pub const APPLIER: Applier =
    Applier { event: CLOSING, kind: KIND, access: Access::AnyOf(FORCE_STOP_CODES), work: wish };

/// Between reason and remark of an application.
const REMARK: &str = "\n备注：";
/// Custody of a bill of lading that was released.
const RELEASED: &str = "RELEASED";
const CONTENT: Msg = Msg::new(
    "order.force_stop.content",
    "{coopName}订单{orderCode}申请强制关闭",
    "{coopName}: order {orderCode} is to be closed for good",
);

/// What is written of an order whose life ends.
pub fn ended(tx: &Tx<'_>, lifecycle: Lifecycle, reason: &str, remark: &str) -> Cells {
    vec![
        ("lifecycle", lifecycle.code().into_value()),
        ("close_reason", reason.into_value()),
        ("close_remark", remark.into_value()),
        ("closed_by", tx.actor.user_id.into_value()),
        ("closed_at", tx.now.into_value()),
    ]
}

/// What is written of one that is brought back.
pub fn restored() -> Cells {
    let mut cells = vec![("lifecycle", Lifecycle::Open.code().into_value())];
    cells.extend(["close_reason", "close_remark", "closed_by", "closed_at"].map(|column| (column, Value::Null)));
    // It comes back without charges, and nothing of them is done (css.md 0.16).
    cells.extend(["income_recorded", "cost_recorded"].map(|column| (column, Value::Int(0))));
    cells
}

/// Reason and remark without blanks around them; too long is refused.
pub fn reason_and_remark<'a>(reason: &'a str, remark: &'a str) -> Result<(&'a str, &'a str), Refusal> {
    Ok((words_of(reason, ("reason", "原因", "The reason"))?, words_of(remark, ("remark", "备注", "The remark"))?))
}

/// Holds an order until the transaction ends, so that what is found of it stays true; answers its version.
fn hold(tx: &mut Tx<'_>, order: Id) -> Result<String, Refusal> {
    finance::hold(tx, order, None)?;
    let mut select = sql::from(tx.org(), lock::TABLE);
    select.column("row_uuid").and_where(sql::eq("id", order)).lock_exclusive();
    Ok(tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

/// Why an order can't be closed for good.
pub fn refused(conn: &mut dyn Conn, org: i64, order: Id) -> Result<Option<Text>, Refusal> {
    let mut select = sql::from(org, lock::TABLE);
    select.columns(["lifecycle", "awb_id", "business_scope"]).and_where(sql::eq("id", order));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    // Its own application is told as such to who applies once more.
    let others = pending::on_order(conn, org, order)?;
    let facts = MoveFacts {
        lifecycle: Lifecycle::from_code(&row.get::<String>(0)?),
        waits: pending::said(others.iter().filter(|one| one.event != CLOSING)),
        has_awb: row.get::<Option<Id>>(1)?.is_some(),
        bill_released: bill_released(conn, org, order)?,
        charges: Standing::of(conn, org, order)?,
        ..MoveFacts::default()
    };
    let scope = Scope::from_code(&row.get::<String>(2)?).ok_or(Refusal::NotFound)?;
    Ok(refuse(scope, Move::ForceStop, &facts))
}

/// Whether a bill of lading of an order was released.
pub fn bill_released(conn: &mut dyn Conn, org: i64, order: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(org, "bl");
    select.column("id").and_where(sql::eq("order_id", order)).and_where(sql::eq("custody_state", RELEASED.to_owned()));
    Ok(conn.first(&select.into())?.is_some())
}

/// Refuses what the state of an order does not allow, another version than the caller saw, and what somebody works on.
pub fn need(tx: &mut Tx<'_>, order: Id, seen: Option<&str>) -> Result<(), Refusal> {
    let (org, row_uuid) = (tx.org(), hold(tx, order)?);
    if let Some(why) = refused(tx, org, order)? {
        return Err(Refusal::Business(why));
    }
    if seen.is_some_and(|seen| seen != row_uuid) {
        return Err(Refusal::Stale(json!({ "current": { "rowUuid": row_uuid }, "changed": [] })));
    }
    facts::lease::need_free(tx, lease_page(order), "")
}

/// Closes an order that may be closed, or applies for it; boxes that are out are asked about.
pub fn submit(
    tx: &mut Tx<'_>,
    order: Id,
    (reason, remark): (&str, &str),
    confirmed: &[String],
) -> Result<Json, Refusal> {
    if reason.is_empty() {
        return Err(Refusal::field("reason", REASON_NEEDED.text()));
    }
    let why = if remark.is_empty() { reason.to_owned() } else { format!("{reason}{REMARK}{remark}") };
    let (org, now) = (tx.org(), tx.now);
    let order = people::order(tx, org, sql::eq("id", order), now)?.ok_or(Refusal::NotFound)?;
    need_returned(tx, org, (order.scope()?, order.id), confirmed)?;
    let content = |name: &str| CONTENT.with(&[("coopName", name), ("orderCode", &order.code)]).zh;
    let asked = application(tx, &order, (CLOSING, words::RUNNING), content, &why)?;
    let done = engine::submit(tx, &asked)?;
    Ok(json!({
        "orderUuid": order.uuid, "orderCode": order.code, "rowUuid": hold(tx, order.id)?,
        "instanceId": done.instance, "instanceNo": done.no, "state": done.state, "settingId": done.setting,
    }))
}

/// Applies for an order as it is now, named by its UUID. Here nobody can answer the question about its boxes.
fn wish(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let uuid = Uuid::parse(asked.reference).ok_or(Refusal::NotFound)?;
    let actor = tx.actor;
    let order = head(tx, actor, &uuid, FORCE_STOP_CODES)?;
    need(tx, order.id, None)?;
    submit(tx, order.id, (asked.reason, ""), &[])
}

/// Closes the order, unless it changed meanwhile so that it can't be.
fn closed(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    hold(tx, approved.object)?;
    if let Some(why) = refused(tx, org, approved.object)? {
        return Err(Refusal::Business(why));
    }
    let order = people::order(tx, org, sql::eq("id", approved.object), now)?.ok_or(Refusal::NotFound)?;
    let (reason, remark) = approved.reason.split_once(REMARK).unwrap_or((&approved.reason, ""));
    let cells = ended(tx, Lifecycle::Closed, reason, remark);
    if !lock::change(tx, order.id, order.lifecycle, cells)? {
        return Err(Refusal::Stale(Json::Null));
    }
    ledger::clear(tx, (order.id, &order.code), "强制关闭")?;
    let by = if approved.approval.is_empty() { String::new() } else { format!("（{}）", approved.approval) };
    let entry = log_entry(order.id, order.code.clone(), form_page(order.scope()?)).did("修改", "强制关闭");
    tx.log(entry.level(Level::High).text(format!("强制关闭{by}：{reason}")))?;
    message::order::moved(tx, order.id, Move::ForceStop)
}
