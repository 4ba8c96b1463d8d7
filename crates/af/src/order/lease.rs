//! The page lock of orders of every scope: taking, renewing, giving back, taking over.

use facts::lease;
use facts::order_log::log_entry;
use order::{EDIT_CODES, OrderHead, TAKE_OVER_CODES, form_page, head, lease_page};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use serde_json::Value as Json;

/// Answers what is done with the order a call names, if the caller has the code of its scope.
fn with_order(
    call: &Call,
    codes: &'static [&'static str],
    work: impl FnOnce(&mut Tx<'_>, &OrderHead) -> Result<Json, Refusal>,
) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let data = call.write(|tx| {
        let actor = tx.actor;
        let order = head(tx, actor, &uuid, codes)?;
        work(tx, &order)
    })?;
    Ok(Answer::Data(data))
}

/// POST lease: takes the lock, or tells who has it.
pub fn take(call: &mut Call) -> Outcome {
    let asked = lease::asked(call)?;
    with_order(call, EDIT_CODES, |tx, order| lease::take(tx, lease_page(order.id), &asked))
}

/// DELETE lease: the form was closed.
pub fn drop_lease(call: &mut Call) -> Outcome {
    let tab = call.query("tab").to_owned();
    with_order(call, EDIT_CODES, |tx, order| lease::give_back(tx, lease_page(order.id), &tab).map(|()| Json::Null))
}

/// POST takeover: from whoever holds it.
pub fn take_over(call: &mut Call) -> Outcome {
    let asked = lease::asked(call)?;
    with_order(call, TAKE_OVER_CODES, |tx, order| {
        let (told, before) = lease::take_over(tx, lease_page(order.id), &asked)?;
        let text = format!("接管页面锁 {before} -> {}", tx.actor.name);
        let entry = log_entry(order.id, order.code.clone(), form_page(order.scope)).did("修改", "接管页面锁");
        tx.log(entry.text(text))?;
        Ok(told)
    })
}
