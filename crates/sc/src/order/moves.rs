//! Moves of an order's life: cancelling and bringing back, closing for good, locking by finance and unlocking.

use approval::closing::{self, ended, reason_and_remark};
use approval::lock::{self, Cells};
use approval::pending;
use domain::carriage::{Boxes, CANCEL_REASON, Detail, Kind};
use domain::order::{
    CLOSED_NO_EDIT, LOCKED_NO_EDIT, Lifecycle, Move, NOT_CANCELLED, NOT_NEW, REASON_UNKNOWN, REMARK_NEEDED,
    RESTORE_LATE, RESTORE_OTHER, form_page, lease_page,
};
use facts::order_log::log_entry;
use kernel::{Msg, Scope, show_day};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::Value;
use serde::Deserialize;
use serde_json::json;

use super::store::{self, Saved};

const PICKED_UP: Msg =
    Msg::new("order.cancel.picked", "已提箱，不能取消", "A box has been picked up; it can't be cancelled.");
const BOOKED: Msg = Msg::new("order.cancel.booked", "请先取消订舱", "Please cancel the booking first.");
const LOADED: Msg = Msg::new("order.cancel.loaded", "请先移出配载", "Please take it off its vehicle first.");

/// An order cancelled longer ago than this stays cancelled.
const RESTORE_MS_MAX: i64 = 30 * 24 * 60 * 60 * 1000;
/// Rank up to which an order of a scope may be cancelled.
const IMPORT_RANK_MAX: i64 = 30;
const OTHER_RANK_MAX: i64 = 20;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Asked {
    row_uuid: String,
    reason: String,
    remark: String,
    /// Keys of the questions answered with yes.
    pub(super) confirmed: Vec<String>,
}

/// Why an order can't be cancelled.
pub(crate) fn cancel_refused(kind: &Kind, saved: &Saved) -> Option<Msg> {
    match saved.lifecycle {
        Lifecycle::Locked => return Some(LOCKED_NO_EDIT),
        Lifecycle::Cancelled | Lifecycle::Closed => return Some(CLOSED_NO_EDIT),
        Lifecycle::Open | Lifecycle::Draft => {}
    }
    let draft = &saved.draft;
    let picked = draft.boxes.iter().any(|sheet| *sheet.value(Boxes::EMPTY_PICK_TIME.column) != Value::Null);
    let when = |wrong: bool, message: Msg| wrong.then_some(message);
    match kind.scope {
        Scope::Se => when(picked, PICKED_UP)
            .or_else(|| when(!draft.detail.text(Detail::BOOKING_NO).is_empty(), BOOKED))
            .or_else(|| when(saved.rank > IMPORT_RANK_MAX, NOT_NEW)),
        Scope::Te | Scope::Si | Scope::Ti | Scope::Ai => {
            when(picked, PICKED_UP).or_else(|| when(saved.rank > IMPORT_RANK_MAX, NOT_NEW))
        }
        Scope::Lc => when(saved.rank >= OTHER_RANK_MAX, LOADED),
        Scope::Ae | Scope::Io => when(saved.rank > OTHER_RANK_MAX, NOT_NEW),
    }
}

/// Why an order can't be brought back.
pub(crate) fn restore_refused(actor: &Actor, saved: &Saved) -> Option<Msg> {
    let mine = !actor.admin_role.is_empty() || saved.closed_by == Some(actor.user_id);
    let age = saved.closed_at.map_or(0, |then| actor.now.millis() - then.millis());
    let when = |wrong: bool, message: Msg| wrong.then_some(message);
    when(saved.lifecycle != Lifecycle::Cancelled, NOT_CANCELLED)
        .or_else(|| when(!mine, RESTORE_OTHER))
        .or_else(|| when(age > RESTORE_MS_MAX, RESTORE_LATE))
}

/// Makes a move: rules, the row, the log, in one transaction.
pub(super) fn make(
    kind: &'static Kind,
    call: &Call,
    (wanted, label): (Move, &'static str),
    work: impl FnOnce(&mut Tx<'_>, &Saved, &Asked) -> Result<(Cells, String), Refusal>,
) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<Asked>()?);
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, kind, &uuid)?;
        let (cells, text) = work(tx, &saved, &asked)?;
        if !matches!(wanted, Move::Restore | Move::Lock | Move::Unlock) {
            facts::lease::need_free(tx, lease_page(saved.id), "")?;
        }
        if asked.row_uuid != saved.row_uuid {
            return Err(Refusal::Stale(json!({ "current": { "rowUuid": saved.row_uuid }, "changed": [] })));
        }
        let row_uuid = store::change(tx, &saved, cells)?;
        let high = !matches!(wanted, Move::OpFinish | Move::OpCancel);
        let level = if high { Level::High } else { Level::Middle };
        let entry = log_entry(saved.id, saved.code.clone(), form_page(kind.scope)).did("修改", label).level(level);
        tx.log(entry.text(text))?;
        message::order::moved(tx, saved.id, wanted)?;
        Ok(json!({ "orderUuid": saved.uuid, "orderCode": saved.code, "rowUuid": row_uuid }))
    })?;
    Ok(Answer::Data(data))
}

/// PUT cancel.
pub(crate) fn cancel(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::Cancel, "取消订单"), |tx, saved, asked| {
        if let Some(why) = cancel_refused(kind, saved) {
            return Err(Refusal::business(why));
        }
        need_undecided(tx, saved)?;
        let (reason, remark) = reason_and_remark(&asked.reason, &asked.remark)?;
        if !CANCEL_REASON.iter().any(|known| known.value == reason) {
            return Err(Refusal::field("reason", REASON_UNKNOWN.text()));
        }
        if reason == "其他" && remark.is_empty() {
            return Err(Refusal::field("remark", REMARK_NEEDED.text()));
        }
        Ok((ended(tx, Lifecycle::Cancelled, reason, remark), format!("取消订单：{reason} {remark}").trim().to_owned()))
    })
}

/// PUT restore.
pub(crate) fn restore(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::Restore, "恢复订单"), |tx, saved, _| {
        if let Some(why) = restore_refused(tx.actor, saved) {
            return Err(Refusal::business(why));
        }
        need_undecided(tx, saved)?;
        Ok((closing::restored(), "恢复订单：已取消 -> 进行中".to_owned()))
    })
}

/// PUT forceStop: at once, or when it is approved.
pub(crate) fn force_stop(kind: &'static Kind, call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<Asked>()?);
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, kind, &uuid)?;
        let why = reason_and_remark(&asked.reason, &asked.remark)?;
        closing::need(tx, saved.id, Some(&asked.row_uuid))?;
        closing::submit(tx, saved.id, why, &asked.confirmed)
    })?;
    Ok(Answer::Data(data))
}

/// Refuses what would end an order, or bring it back, while its closing is being decided.
fn need_undecided(tx: &mut Tx<'_>, saved: &Saved) -> Result<(), Refusal> {
    let org = tx.org();
    pending::waits(tx, org, saved.id)?.map_or(Ok(()), |why| Err(Refusal::business(why)))
}

/// Refuses what the lock of finance does not allow.
fn need(tx: &mut Tx<'_>, saved: &Saved, wanted: Move) -> Result<(), Refusal> {
    let org = tx.org();
    lock::refused(tx, org, saved.id, wanted)?.map_or(Ok(()), |why| Err(Refusal::Business(why)))
}

/// PUT lock: finance closes the order's books; the day counts for the period.
pub(crate) fn lock(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::Lock, "财务锁账"), |tx, saved, _| {
        need(tx, saved, Move::Lock)?;
        let day = show_day(tx.now.day());
        Ok((lock::locked(&day), format!("财务锁账：财务日期 {day}")))
    })
}

/// PUT unlock.
pub(crate) fn unlock(kind: &'static Kind, call: &mut Call) -> Outcome {
    make(kind, call, (Move::Unlock, "财务解锁"), |tx, saved, _| {
        need(tx, saved, Move::Unlock)?;
        Ok((lock::opened(), "财务解锁：财务锁账 -> 进行中".to_owned()))
    })
}
