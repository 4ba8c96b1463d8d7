//! Looking at an order that is not saved: rules, doubles.

use kernel::{Findings, Id, Uuid};
use order::{Draft, Head, number_exists};
use platform::call::{Answer, Call, Outcome};
use platform::store::{Value, sql};
use serde_json::json;

use super::store;

/// POST check.
pub fn check(call: &mut Call) -> Outcome {
    orderdesk::check(call, store::air())
}

/// GET checkOrderExist: 1 when another order has the internal number, in the whole org.
pub fn exists(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (code, number) = (call.query("orderCode").trim(), call.query("internalNumber").trim());
    let found = call.read(|conn| {
        let mut own = sql::from(actor.org_id, store::TABLE);
        own.column("id").and_where(sql::eq("order_code", code.to_owned()));
        let own = if code.is_empty() { None } else { conn.first(&own.into())? };
        let own = own.map(|row| row.get::<Id>(0)).transpose()?;
        number_exists(conn, actor.org_id, store::air(), (number, own))
    })?;
    Ok(Answer::Data(json!(i64::from(found))))
}

/// GET checkSimilar: codes of orders that look the same.
pub fn similar(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut draft = Draft::new(store::air());
    let mut findings = Findings::new();
    let fields = [
        Head::COOP_ID,
        Head::DEPARTURE_STATION,
        Head::ARRIVAL_STATION,
        Head::EXPECT_DEPARTURE,
        Head::PLAN_PIECES,
        Head::PLAN_WEIGHT,
    ];
    for field in fields {
        let value: Value = field.parse(Some(&json!(call.query(&field.name()))), &field.name(), &mut findings);
        draft.head.set(field, value);
    }
    let codes = call.read(|conn| {
        let own = Uuid::parse(call.query("orderUuid")).map(|uuid| store::find(conn, actor, &uuid)).transpose()?;
        order::similar(conn, (actor.org_id, call.now()), &draft, own.map(|saved| saved.id))
    })?;
    Ok(Answer::Data(json!(codes)))
}
