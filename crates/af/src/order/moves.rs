//! Moves of an order's life.

use kernel::{Id, Msg, Uuid};
use order::{Head, Move, reached};
use orderdesk::Asked;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Value};

use super::store;

/// The carrier knows of the master by a message.
const MESSAGE_SENT: Msg = Msg::new(
    "order.message_sent",
    "运单报文已发送，请先撤销报文",
    "A message of the waybill was sent. Please cancel the message first.",
);

/// What a call asks for, and the order it names.
fn asked(call: &Call) -> Result<(Asked, Uuid), Refusal> {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    Ok((asked, uuid))
}

/// PUT of a move that every scope has.
pub fn make(call: &mut Call, wanted: Move) -> Outcome {
    let (asked, uuid) = asked(call)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, &uuid)?;
        orderdesk::make(tx, &saved, (wanted, &asked), |tx| asked.work(tx, &saved, wanted))
    })?;
    Ok(Answer::Data(data))
}

/// POST doIncome and doCost, and their reopening: at once, or when a loss is approved.
pub fn finish(call: &mut Call, wanted: Move) -> Outcome {
    let (asked, uuid) = asked(call)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, &uuid)?;
        orderdesk::finish(tx, &saved, (wanted, &asked))
    })?;
    Ok(Answer::Data(data))
}

/// PUT forceStop: at once, or when it is approved.
pub fn force_stop(call: &mut Call) -> Outcome {
    let (asked, uuid) = asked(call)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, &uuid)?;
        orderdesk::force_stop(tx, &saved, &asked)
    })?;
    Ok(Answer::Data(data))
}

/// POST uninstallAwb: the number goes back to the stock or is void.
pub fn uninstall(call: &mut Call) -> Outcome {
    let (asked, uuid) = asked(call)?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, &uuid)?;
        orderdesk::make(tx, &saved, (Move::Uninstall, &asked), |tx| take_off(tx, &saved, &asked))
    })?;
    Ok(Answer::Data(data))
}

fn take_off(
    tx: &mut Tx<'_>,
    saved: &store::Saved,
    asked: &Asked,
) -> Result<(Vec<(&'static str, Value)>, String), Refusal> {
    let reason = match asked.mode.as_str() {
        "stock" => None,
        "void" => Some(if asked.reason.trim().is_empty() { "卸载作废" } else { asked.reason.trim() }),
        _ => return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "mode")]))),
    };
    let Some(awb) = saved.awb_id else { return Err(Refusal::NotFound) };
    need_unsent(tx, saved.id)?;
    let by = stock::By::tx(tx);
    stock::release(tx, &by, awb, &saved.code, reason)?;
    store::follow_master(tx, saved.id, None)?;
    let (org, number) = (tx.org(), saved.draft.head.text(Head::AWB_NUMBER));
    let node = reached(tx, org, (saved.profile, Some(saved.id)), (&saved.draft, false))?;
    let cells = vec![
        ("awb_id", Value::Null),
        ("awb_number", Value::Null),
        ("node", node.zh.into_value()),
        ("node_rank", node.rank.into_value()),
    ];
    let place = if reason.is_some() { "作废" } else { "退回库存" };
    Ok((cells, format!("卸载主单：{number} {place}")))
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
