//! Looking at an order that is not saved: rules, doubles.

use domain::order::{Checked, Draft, Head, Stored, check as rules, read};
use kernel::{Findings, Id, Uuid};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, findings_json};
use platform::store::{Conn, Value};
use serde_json::{Map, Value as Json, json};

use super::facts_of;
use super::store::{self, Saved};

/// A body that was looked at.
pub struct Looked {
    /// The completed draft.
    pub draft: Draft,
    /// What follows from it.
    pub checked: Checked,
    /// What the rules say.
    pub findings: Findings,
}

/// The answered questions of a body.
pub fn confirmed(body: &Map<String, Json>) -> Vec<String> {
    let keys = body.get("confirmed").and_then(Json::as_array);
    keys.into_iter().flatten().filter_map(Json::as_str).map(ToOwned::to_owned).collect()
}

/// The order a body names; none for a new one.
pub fn named(body: &Map<String, Json>) -> Result<Option<Uuid>, Refusal> {
    match body.get("orderUuid").and_then(Json::as_str) {
        None | Some("") => Ok(None),
        Some(text) => Uuid::parse(text).map(Some).ok_or(Refusal::NotFound),
    }
}

/// People a new order gets from its customer when the body names none.
fn with_people(conn: &mut dyn Conn, org: i64, body: &Map<String, Json>) -> Result<Map<String, Json>, Refusal> {
    let mut body = body.clone();
    let empty = |body: &Map<String, Json>, name: &str| match body.get(name) {
        None | Some(Json::Null) => true,
        Some(json) => json.as_str() == Some(""),
    };
    let coop = body.get("coopId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    if let Some(coop) = coop
        && let Some(coop) = facts::coop(conn, org, coop)?
    {
        for (name, person) in [("salesId", coop.sales_id), ("servicerId", coop.servicer_id)] {
            if let Some(id) = person.filter(|_| empty(&body, name)) {
                body.insert(name.to_owned(), json!(id));
            }
        }
    }
    Ok(body)
}

/// Reads a body over the stored order and applies every rule.
pub fn look(
    conn: &mut dyn Conn,
    actor: &platform::access::Actor,
    now: kernel::Instant,
    body: &Map<String, Json>,
    saved: Option<&Saved>,
) -> Result<Looked, Refusal> {
    let mut findings = Findings::new();
    let price = actor.has("af-order-price");
    let (base, whole);
    if let Some(saved) = saved {
        (base, whole) = (saved.draft.clone(), body.clone());
    } else {
        let mut first = Draft::new();
        first.head.set(Head::OPERATOR_ID, actor.user_id);
        (base, whole) = (first, with_people(conn, actor.org_id, body)?);
    }
    let mut draft = read(&whole, base, price, &mut findings)?;
    mend_awb(&mut draft);
    let facts = facts_of::gather(conn, (actor.org_id, now), &draft, saved)?;
    let stored = saved.map(|saved| Stored { draft: saved.draft.clone(), operation_finished: saved.operation_finished });
    let checked = rules(&mut draft, stored.as_ref(), &facts, &mut findings);
    facts_of::master(conn, (actor.org_id, actor.user_id, now), &draft, saved, &mut findings)?;
    Ok(Looked { draft, checked, findings })
}

/// Digits typed without a dash become the number as it is written.
fn mend_awb(draft: &mut Draft) {
    if let Some(number) = stock::mend(&draft.head.text(Head::AWB_NUMBER)) {
        draft.head.set(Head::AWB_NUMBER, number);
    }
}

/// POST check.
pub fn check(call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let actor = call.actor()?;
    let looked = call.read(|conn| {
        let saved = named(&body)?.map(|uuid| store::find(conn, actor, &uuid)).transpose()?;
        look(conn, actor, call.now(), &body, saved.as_ref())
    })?;
    let mut computed = looked.checked.computed;
    for field in [Head::SALES_ID, Head::SERVICER_ID] {
        if let Some(id) = looked.draft.head.get::<Id>(field) {
            computed.insert(field.name(), json!(id));
        }
    }
    Ok(Answer::Data(json!({
        "computed": computed,
        "findings": findings_json(&looked.findings, call.language()),
        "marks": looked.checked.marks,
    })))
}

/// GET checkOrderExist: 1 when another order has the internal number, in the whole org.
pub fn exists(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (code, number) = (call.query("orderCode").trim(), call.query("internalNumber").trim());
    let found = call.read(|conn| {
        let mut own = platform::store::sql::from(actor.org_id, store::TABLE);
        own.column("id").and_where(platform::store::sql::eq("order_code", code.to_owned()));
        let own = if code.is_empty() { None } else { conn.first(&own.into())? };
        let own = own.map(|row| row.get::<Id>(0)).transpose()?;
        facts_of::number_exists(conn, actor.org_id, ("internal_number", number), own)
    })?;
    Ok(Answer::Data(json!(i64::from(found))))
}

/// GET checkSimilar: codes of orders that look the same.
pub fn similar(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut draft = Draft::new();
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
        facts_of::similar(conn, (actor.org_id, call.now()), &draft, own.map(|saved| saved.id))
    })?;
    Ok(Answer::Data(json!(codes)))
}
