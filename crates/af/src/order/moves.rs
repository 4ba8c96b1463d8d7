//! Moves of an order's life.

use approval::closing::{self, ended, reason_and_remark};
use approval::lock::{self, Cells};
use domain::order::{CANCEL_REASONS, Lifecycle, Move, NodeFacts, REASON_UNKNOWN, REMARK_NEEDED, node, refuse};
use facts::order_log::log_entry;
use kernel::{Id, Msg, Uuid};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::store::{Cell, Value};
use serde::Deserialize;
use serde_json::json;

use super::PAGE;
use super::store::{self, Saved};

/// The carrier knows of the master by a message.
const MESSAGE_SENT: Msg = Msg::new(
    "order.message_sent",
    "运单报文已发送，请先撤销报文",
    "A message of the waybill was sent. Please cancel the message first.",
);

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Asked {
    order_uuid: String,
    row_uuid: String,
    reason: String,
    remark: String,
    mode: String,
    confirmed: Vec<String>,
}

/// Makes a move: rules, the row, the log, in one transaction.
fn make(
    call: &mut Call,
    (wanted, label): (Move, &'static str),
    work: impl FnOnce(&mut Tx<'_>, &Saved, &Asked) -> Result<(Cells, String), Refusal>,
) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let saved = open_to(tx, &uuid, &asked.row_uuid, wanted)?;
        let (cells, text) = work(tx, &saved, &asked)?;
        let row_uuid = store::change(tx, &saved, cells)?;
        let high = matches!(wanted, Move::Cancel | Move::Lock | Move::Unlock);
        let level = if high { Level::High } else { Level::Middle };
        tx.log(log_entry(saved.id, saved.code.clone(), PAGE).did("修改", label).text(text).level(level))?;
        message::order::moved(tx, saved.id, wanted)?;
        Ok(json!({ "orderUuid": saved.uuid, "orderCode": saved.code, "rowUuid": row_uuid }))
    })?;
    Ok(Answer::Data(data))
}

/// The order as the caller saw it, when the move may be made.
fn open_to(tx: &mut Tx<'_>, uuid: &Uuid, seen: &str, wanted: Move) -> Result<Saved, Refusal> {
    let (actor, now) = (tx.actor, tx.now);
    let saved = store::find(tx, actor, uuid)?;
    let facts = super::view::move_facts(tx, actor, &saved, now)?;
    if let Some(text) = refuse(wanted, &facts) {
        return Err(Refusal::Business(text));
    }
    if seen != saved.row_uuid {
        return Err(Refusal::Stale(json!({ "current": { "rowUuid": saved.row_uuid }, "changed": [] })));
    }
    if !matches!(wanted, Move::Restore | Move::Lock | Move::Unlock) {
        super::save::editable(tx, &saved, "")?;
    }
    Ok(saved)
}

/// PUT opFinish.
pub fn op_finish(call: &mut Call) -> Outcome {
    make(call, (Move::OpFinish, "操作完成"), |tx, _, _| {
        let cells = vec![("operation_finished", Value::Bool(true)), ("finished_at", tx.now.into_value())];
        Ok((cells, "操作完成：否 -> 是".to_owned()))
    })
}

/// PUT opCancel.
pub fn op_cancel(call: &mut Call) -> Outcome {
    make(call, (Move::OpCancel, "撤销操作完成"), |_, _, _| {
        let cells = vec![("operation_finished", Value::Bool(false)), ("finished_at", Value::Null)];
        Ok((cells, "操作完成：是 -> 否".to_owned()))
    })
}

/// PUT cancel.
pub fn cancel(call: &mut Call) -> Outcome {
    make(call, (Move::Cancel, "取消订单"), |tx, _, asked| {
        let (reason, remark) = reason_and_remark(&asked.reason, &asked.remark)?;
        if !CANCEL_REASONS.contains(&reason) {
            return Err(Refusal::field("reason", REASON_UNKNOWN.text()));
        }
        if reason == "其他" && remark.is_empty() {
            return Err(Refusal::field("remark", REMARK_NEEDED.text()));
        }
        Ok((ended(tx, Lifecycle::Cancelled, reason, remark), format!("取消订单：{reason} {remark}").trim().to_owned()))
    })
}

/// PUT forceStop: at once, or when it is approved.
pub fn force_stop(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = store::find(tx, actor, &uuid)?.id;
        let why = reason_and_remark(&asked.reason, &asked.remark)?;
        closing::need(tx, order, Some(&asked.row_uuid))?;
        closing::submit(tx, order, why, &asked.confirmed)
    })?;
    Ok(Answer::Data(data))
}

/// PUT lock: finance closes the order's books; the day counts for the period.
pub fn lock(call: &mut Call) -> Outcome {
    make(call, (Move::Lock, "财务锁账"), |tx, _, _| {
        let day = kernel::show_day(tx.now.day());
        Ok((lock::locked(&day), format!("财务锁账：财务日期 {day}")))
    })
}

/// PUT unlock.
pub fn unlock(call: &mut Call) -> Outcome {
    make(call, (Move::Unlock, "财务解锁"), |_, _, _| {
        Ok((lock::opened(), "财务解锁：财务锁账 -> 进行中".to_owned()))
    })
}

/// PUT restore.
pub fn restore(call: &mut Call) -> Outcome {
    make(call, (Move::Restore, "恢复订单"), |_, _, _| {
        Ok((closing::restored(), "恢复订单：已取消 -> 进行中".to_owned()))
    })
}

/// POST uninstallAwb: the number goes back to the stock or is void.
pub fn uninstall(call: &mut Call) -> Outcome {
    make(call, (Move::Uninstall, "卸载主单"), |tx, saved, asked| {
        let reason = match asked.mode.as_str() {
            "stock" => None,
            "void" => Some(if asked.reason.trim().is_empty() { "卸载作废" } else { asked.reason.trim() }),
            _ => {
                let message = platform::refusal::messages::BAD_PARAMETER.with(&[("name", "mode")]);
                return Err(Refusal::BadRequest(message));
            }
        };
        let Some(awb) = saved.awb_id else { return Err(Refusal::NotFound) };
        need_unsent(tx, saved.id)?;
        let by = stock::By::tx(tx);
        stock::release(tx, &by, awb, &saved.code, reason)?;
        store::follow_master(tx, saved.id, None)?;
        let number = saved.draft.head.text(domain::order::Head::AWB_NUMBER);
        let reached = node(&NodeFacts::of(&saved.draft, false));
        let cells = vec![
            ("awb_id", Value::Null),
            ("awb_number", Value::Null),
            ("node", reached.zh.into_value()),
            ("node_rank", reached.rank.into_value()),
        ];
        let place = if reason.is_some() { "作废" } else { "退回库存" };
        Ok((cells, format!("卸载主单：{number} {place}")))
    })
}

/// Refuses while the carrier has a message of the order's master or of one of its houses, or is about to have it. What
/// a finished master form forbids is said by the stock.
fn need_unsent(tx: &mut Tx<'_>, order: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let master = waybill::master_of_order(tx, org, order)?;
    if master.as_ref().is_some_and(waybill::Form::done) {
        return Ok(());
    }
    for form in waybill::houses_of_order(tx, org, order)?.iter().chain(&master) {
        if waybill::forms::has_message(tx, form.id, waybill::forms::WITH_CARRIER)? {
            return Err(Refusal::business(MESSAGE_SENT));
        }
    }
    Ok(())
}
