//! Closing an order for good, which the company may want decided (event 116).

use approval::pending::CLOSING;
use approval::unlock::{KIND, application};
use approval::{people, words as said};
use domain::order::{Lifecycle, Move, REASON_NEEDED, refuse};
use facts::order_log::log_entry;
use kernel::{Msg, Uuid};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::sql;
use serde_json::{Value as Json, json};

use super::PAGE;
use super::moves::{Asked, ended, open_to, words};
use super::store;

/// What an approved application does.
pub const EFFECT: Effect = Effect { event: CLOSING, kind: KIND, work: closed };
/// Code of the button.
pub const CODE: &str = "af-order-forcestop";
/// How one applies for it.
pub const APPLIER: Applier = Applier { event: CLOSING, kind: KIND, access: Access::Code(CODE), work: wish };
/// Between reason and remark of an application.
const REMARK: &str = "\n备注：";

const CONTENT: Msg = Msg::new(
    "order.force_stop.content",
    "{coopName}订单{orderCode}申请强制关闭",
    "{coopName}: order {orderCode} is to be closed for good",
);

/// PUT forceStop: at once, or when it is approved.
pub fn force_stop(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let uuid = Uuid::parse(&asked.order_uuid).ok_or(Refusal::NotFound)?;
    let data = call.write(|tx| {
        let (reason, remark) = words(&asked)?;
        let why = if remark.is_empty() { reason.to_owned() } else { format!("{reason}{REMARK}{remark}") };
        apply(tx, &uuid, &asked.row_uuid, (reason, &why))
    })?;
    Ok(Answer::Data(data))
}

/// Applies for an order as it is now, named by its UUID.
fn wish(tx: &mut Tx<'_>, Applying { reference, reason, .. }: Applying<'_>) -> Result<Json, Refusal> {
    let uuid = Uuid::parse(reference).ok_or(Refusal::NotFound)?;
    let actor = tx.actor;
    let seen = store::find(tx, actor, &uuid)?.row_uuid;
    apply(tx, &uuid, &seen, (reason, reason))
}

fn apply(tx: &mut Tx<'_>, uuid: &Uuid, seen: &str, (reason, why): (&str, &str)) -> Result<Json, Refusal> {
    let saved = open_to(tx, uuid, seen, Move::ForceStop)?;
    if reason.is_empty() {
        return Err(Refusal::field("reason", REASON_NEEDED.text()));
    }
    let content = |name: &str| CONTENT.with(&[("coopName", name), ("orderCode", &saved.code)]).zh;
    let (org, now) = (tx.org(), tx.now);
    let order = people::order(tx, org, sql::eq("id", saved.id), now)?.ok_or(Refusal::NotFound)?;
    let wanted = application(tx, &order, (CLOSING, said::RUNNING), content, why)?;
    let done = approval::submit(tx, &wanted)?;
    let actor = tx.actor;
    let now = store::of_id(tx, actor, saved.id)?;
    Ok(json!({
        "orderUuid": now.uuid, "orderCode": now.code, "rowUuid": now.row_uuid,
        "instanceId": done.instance, "instanceNo": done.no, "state": done.state, "settingId": done.setting,
    }))
}

/// Closes the order, unless it changed meanwhile so that it can't be.
fn closed(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (actor, now) = (tx.actor, tx.now);
    let saved = store::of_id(tx, actor, approved.object)?;
    let facts = super::view::move_facts(tx, actor, &saved, now)?;
    if let Some(text) = refuse(Move::ForceStop, &facts) {
        return Err(Refusal::Business(text));
    }
    let (reason, remark) = approved.reason.split_once(REMARK).unwrap_or((&approved.reason, ""));
    let cells = ended(tx, Lifecycle::Closed, reason, remark);
    store::change(tx, &saved, cells)?;
    let by = if approved.approval.is_empty() { String::new() } else { format!("（{}）", approved.approval) };
    let entry = log_entry(saved.id, saved.code.clone(), PAGE).did("修改", "强制关闭").level(Level::High);
    tx.log(entry.text(format!("强制关闭{by}：{reason}")))?;
    message::order::moved(tx, saved.id, Move::ForceStop)
}
