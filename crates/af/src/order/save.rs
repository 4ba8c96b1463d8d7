//! Saving an order.

use orderdesk::{Made, named};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, findings_json};
use serde_json::{Map, Value as Json, json};

use super::store;

/// POST doSave.
pub fn create(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let made = call.write(|tx| orderdesk::create(tx, store::air(), &body))?;
    Ok(Answer::Data(told(&made, call.language())))
}

/// POST doUpdate.
pub fn update(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let uuid = named(&body)?.ok_or(Refusal::NotFound)?;
    let made = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, &uuid)?;
        orderdesk::update(tx, &saved, &body)
    })?;
    Ok(Answer::Data(told(&made, call.language())))
}

fn told(made: &Made, language: &str) -> Json {
    json!({
        "orderId": made.id,
        "orderUuid": made.uuid,
        "orderCode": made.code,
        "rowUuid": made.row_uuid,
        "findings": findings_json(&made.looked.findings, language),
    })
}
