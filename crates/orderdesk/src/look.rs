//! Looking at an order that is not saved: its first values, every rule over it, and the figures that follow.

use kernel::{Findings, Id, Instant, Uuid};
use order::store::{self, Saved};
use order::{Around, Checked, Draft, Head, Profile, UNLOAD_FIRST, gather, read};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::refusal::{Refusal, findings_json};
use platform::store::{Conn, together};
use serde_json::{Map, Value as Json, json};

/// A body that was looked at.
pub struct Looked {
    /// The completed draft.
    pub draft: Draft,
    /// What follows from it.
    pub checked: Checked,
    /// What the rules say.
    pub findings: Findings,
}

/// Reads a body over the stored order, or a new one, and applies every rule.
pub fn look(
    conn: &mut dyn Conn,
    (actor, now): (&Actor, Instant),
    profile: &'static Profile,
    body: &Map<String, Json>,
    saved: Option<&Saved>,
) -> Result<Looked, Refusal> {
    let mut findings = Findings::new();
    let base = match saved {
        Some(saved) => saved.draft.clone(),
        None => first(conn, actor, profile, body)?,
    };
    let price = actor.has("af-order-price");
    let mut draft = read(profile, body, (base, saved.is_none()), price, &mut findings)?;
    let facts = together(conn, |conn| gather(conn, (actor.org_id, now), profile, (&draft, saved)))?;
    let around = Around { profile, saved, facts: &facts };
    let checked = order::check(&mut draft, &around, &mut findings);
    if profile.takes_masters() {
        master(conn, (actor.org_id, actor.user_id, now), (&draft, saved), &mut findings)?;
    }
    Ok(Looked { draft, checked, findings })
}

/// A new order's first values: its maker operates it, and the people of its customer come by themselves.
fn first(
    conn: &mut dyn Conn,
    actor: &Actor,
    profile: &'static Profile,
    body: &Map<String, Json>,
) -> Result<Draft, Refusal> {
    let mut draft = Draft::new(profile);
    draft.head.set(Head::OPERATOR_ID, actor.user_id);
    // Who names both need not be told whom the customer has.
    let open = [Head::SALES_ID, Head::SERVICER_ID].map(|field| !is_given(body, field));
    if open == [false, false] {
        return Ok(draft);
    }
    let coop = body.get("coopId").and_then(Json::as_str).and_then(|id| id.parse().ok()).map(Id);
    let coop = coop.map(|id| facts::coop(conn, actor.org_id, id)).transpose()?.flatten();
    let Some(coop) = coop else { return Ok(draft) };
    let people = [(Head::SALES_ID, coop.sales_id), (Head::SERVICER_ID, coop.servicer_id)];
    for ((field, person), _) in people.into_iter().zip(open).filter(|(_, is_open)| *is_open) {
        if let Some(id) = person {
            draft.head.set(field, id);
        }
    }
    Ok(draft)
}

/// Whether a body names somebody in a field.
fn is_given(body: &Map<String, Json>, field: Field) -> bool {
    body.get(&field.name()).is_some_and(|id| id.as_str().is_some_and(|id| !id.is_empty()))
}

/// What the stock says to the draft's master number, unless the order already has it.
fn master(
    conn: &mut dyn Conn,
    (org, user, now): (i64, Id, Instant),
    (draft, saved): (&Draft, Option<&Saved>),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let number = stock::mend(&draft.head.text(Head::AWB_NUMBER));
    if let Some(saved) = saved.filter(|saved| saved.awb_id.is_some()) {
        findings.error_if(number != stock::mend(&saved.draft.head.text(Head::AWB_NUMBER)), "awbNumber", UNLOAD_FIRST);
        return Ok(());
    }
    if number.is_none() {
        return Ok(());
    }
    let today = kernel::show_day(now.day());
    stock::check(conn, (org, user, &today), &in_stock(draft, saved), findings).map(drop)
}

/// What the stock needs to know of an order.
pub(crate) fn in_stock(draft: &Draft, saved: Option<&Saved>) -> stock::OrderFacts {
    stock::OrderFacts {
        order_id: saved.map(|saved| saved.id),
        order_code: saved.map(|saved| saved.code.clone()).unwrap_or_default(),
        coop_id: draft.head.get(Head::COOP_ID),
        departure_station: draft.head.text(Head::DEPARTURE_STATION),
        awb_number: draft.head.text(Head::AWB_NUMBER),
    }
}

/// The order a body names; none for a new one.
pub fn named(body: &Map<String, Json>) -> Result<Option<Uuid>, Refusal> {
    match body.get("orderUuid").and_then(Json::as_str) {
        None | Some("") => Ok(None),
        Some(text) => Uuid::parse(text).map(Some).ok_or(Refusal::NotFound),
    }
}

/// Every rule over an unsaved order: the figures that follow with the people of a new order, what the rules say, and the
/// colours of the actual figures.
pub fn check(call: &Call, profile: &'static Profile) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let (actor, now) = (call.actor()?, call.now());
    let people = [(Head::SALES_ID, "salesName"), (Head::SERVICER_ID, "servicerName")];
    let (looked, names) = call.read(|conn| {
        let saved = named(&body)?.map(|uuid| store::find(conn, actor, profile, &uuid)).transpose()?;
        let looked = look(conn, (actor, now), profile, &body, saved.as_ref())?;
        // Who was sent is named already.
        let came = people.iter().filter(|(field, _)| !is_given(&body, *field));
        let ids: Vec<Id> = came.filter_map(|(field, _)| looked.draft.head.get::<Id>(*field)).collect();
        let names = facts::user_names(conn, actor.org_id, ids)?;
        Ok((looked, names))
    })?;
    let mut computed = looked.checked.computed;
    for (field, name) in people {
        if let Some(id) = looked.draft.head.get::<Id>(field) {
            computed.insert(field.name(), json!(id));
            if let Some(named) = names.get(&id) {
                computed.insert(name.to_owned(), json!(named));
            }
        }
    }
    Ok(Answer::Data(json!({
        "computed": computed,
        "findings": findings_json(&looked.findings, call.language()),
        "marks": looked.checked.marks,
    })))
}
