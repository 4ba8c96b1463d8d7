//! Moves of an order's life: rules, the row, the log and what its people are told, in one transaction.

use approval::closing::{self, ended, reason_and_remark};
use approval::lock::{self, Cells};
use approval::pending::{self, Running};
use facts::order_log::log_entry;
use kernel::{Instant, show_day};
use order::store::{self, Saved};
use order::{Lifecycle, Move, MoveFacts, REASON_UNKNOWN, REMARK_NEEDED, form_page, lease_page, need_returned, refuse};
use platform::access::Actor;
use platform::call::Tx;
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::{Conn, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// What a call of a move says.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Asked {
    /// The order, where its address does not say it.
    pub order_uuid: String,
    /// The version its user saw.
    pub row_uuid: String,
    /// Why.
    pub reason: String,
    /// Words beside it.
    pub remark: String,
    /// What becomes of a master number.
    pub mode: String,
    /// Keys of the questions answered with yes.
    pub confirmed: Vec<String>,
}

/// What the moves look at: the order itself, and what other tables know of it.
fn facts_of(conn: &mut dyn Conn, actor: &Actor, saved: &Saved, now: Instant) -> Result<MoveFacts, Refusal> {
    let closing = pending::closing(conn, actor.org_id, saved.id)?;
    facts_beside(conn, (actor, now), saved, closing.as_ref())
}

/// The same, where it is known whether its closing is being decided.
pub(crate) fn facts_beside(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    saved: &Saved,
    closing: Option<&Running>,
) -> Result<MoveFacts, Refusal> {
    let (org, scope) = (actor.org_id, saved.profile.scope);
    let print = match saved.awb_id {
        Some(_) => waybill::master_of_order(conn, org, saved.id)?,
        None => None,
    };
    Ok(MoveFacts {
        print_done: print.is_some_and(|form| form.done()),
        bill_released: closing::bill_released(conn, org, saved.id)?,
        waits: pending::said(closing),
        records_open: lock::records_open(conn, org, Some(scope), (saved.income_recorded, saved.cost_recorded))?,
        ..MoveFacts::of(saved, actor, now)
    })
}

/// Makes a move of an order that was found; a move may ask for more than its rules do (`work`), which answers the columns
/// it writes and what stands in the log.
pub fn make(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (wanted, asked): (Move, &Asked),
    work: impl FnOnce(&mut Tx<'_>) -> Result<(Cells, String), Refusal>,
) -> Result<Json, Refusal> {
    let (actor, now, scope) = (tx.actor, tx.now, saved.profile.scope);
    let facts = facts_of(tx, actor, saved, now)?;
    if let Some(why) = refuse(scope, wanted, &facts) {
        return Err(Refusal::Business(why));
    }
    if asked.row_uuid != saved.row_uuid {
        return Err(Refusal::Stale(json!({ "current": { "rowUuid": saved.row_uuid }, "changed": [] })));
    }
    if wanted.waits_for_lease() {
        facts::lease::need_free(tx, lease_page(saved.id), "")?;
    }
    let (cells, text) = work(tx)?;
    let row_uuid = store::change(tx, saved, (&saved.draft, cells))?;
    let level = if wanted.is_high() { Level::High } else { Level::Middle };
    let entry = log_entry(saved.id, saved.code.clone(), form_page(scope)).did("修改", wanted.zh());
    tx.log(entry.text(text).level(level))?;
    message::order::moved(tx, saved.id, wanted)?;
    Ok(json!({ "orderUuid": saved.uuid, "orderCode": saved.code, "rowUuid": row_uuid }))
}

impl Asked {
    /// What a move of every scope writes, and what stands in the log.
    pub fn work(&self, tx: &mut Tx<'_>, saved: &Saved, wanted: Move) -> Result<(Cells, String), Refusal> {
        let day = show_day(tx.now.day());
        Ok(match wanted {
            Move::OpFinish => {
                if saved.profile.returns_boxes() {
                    let org = tx.org();
                    need_returned(tx, org, (saved.profile.scope, saved.id), &self.confirmed)?;
                }
                let cells =
                    vec![("operation_finished", Value::Bool(true)), ("finished_at", Value::Int(tx.now.millis()))];
                (cells, "操作完成：否 -> 是".to_owned())
            }
            Move::OpCancel => {
                let cells = vec![("operation_finished", Value::Bool(false)), ("finished_at", Value::Null)];
                (cells, "操作完成：是 -> 否".to_owned())
            }
            Move::Cancel => {
                let (reason, remark) = self.why(saved)?;
                let text = format!("取消订单：{reason} {remark}").trim().to_owned();
                (ended(tx, Lifecycle::Cancelled, reason, remark), text)
            }
            Move::Restore => (closing::restored(), "恢复订单：已取消 -> 进行中".to_owned()),
            Move::Lock => (lock::locked(&day), format!("财务锁账：财务日期 {day}")),
            Move::Unlock => (lock::opened(), "财务解锁：财务锁账 -> 进行中".to_owned()),
            Move::Edit | Move::Uninstall | Move::ForceStop => return Err(Refusal::NotFound),
        })
    }

    /// Reason and remark of a cancellation; the last of the reasons needs a remark.
    fn why(&self, saved: &Saved) -> Result<(&str, &str), Refusal> {
        let (reason, remark) = reason_and_remark(&self.reason, &self.remark)?;
        let reasons = saved.profile.reasons;
        if !reasons.contains(&reason) {
            return Err(Refusal::field("reason", REASON_UNKNOWN.text()));
        }
        if reasons.last() == Some(&reason) && remark.is_empty() {
            return Err(Refusal::field("remark", REMARK_NEEDED.text()));
        }
        Ok((reason, remark))
    }
}

/// Closes an order that was found for good: at once, or when it is approved.
pub fn force_stop(tx: &mut Tx<'_>, saved: &Saved, asked: &Asked) -> Result<Json, Refusal> {
    let why = reason_and_remark(&asked.reason, &asked.remark)?;
    closing::need(tx, saved.id, Some(&asked.row_uuid))?;
    closing::submit(tx, saved.id, why, &asked.confirmed)
}
