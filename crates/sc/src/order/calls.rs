//! Calls of orders: the address says the scope, the rest is that of every order.

use order::config::{form_rules, form_rules_json};
use order::store;
use order::{Move, Profile};
use orderdesk::{Asked, Made, SplitAsked};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, findings_json};
use serde_json::{Map, Value as Json};

/// GET: the whole order with the buttons allowed now.
pub(crate) fn view(profile: &'static Profile, call: &mut Call) -> Outcome {
    let (actor, uuid, now) = (call.actor()?, call.path_uuid("orderUuid")?, call.now());
    Ok(Answer::Data(call.read(|conn| orderdesk::view(conn, (actor, now), profile, &uuid))?))
}

/// GET formRules: what the form offers and asks for beyond its declaration.
pub(crate) fn show_form_rules(profile: &'static Profile, call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let rules = call.read(|conn| form_rules(conn, org, profile.scope))?;
    Ok(Answer::Data(form_rules_json(&rules, profile.scope)))
}

/// POST check: every rule over an unsaved order, and the figures that follow from it.
pub(crate) fn check(profile: &'static Profile, call: &mut Call) -> Outcome {
    orderdesk::check(call, profile)
}

/// POST: a new order; answers it whole.
pub(crate) fn create(profile: &'static Profile, call: &mut Call) -> Outcome {
    let body: Map<String, Json> = call.json()?;
    let data = call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let made = orderdesk::create(tx, profile, &body)?;
        let saved = store::of_id(tx, actor, profile, made.id)?;
        Ok(noticed(orderdesk::shown(tx, (actor, now), (&saved, true))?, &made, call.language()))
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

/// An order with what its save found and let pass.
fn noticed(mut order: Map<String, Json>, made: &Made, language: &str) -> Map<String, Json> {
    let found = &made.looked.findings;
    if found.told().next().is_some() {
        order.insert("findings".to_owned(), Json::from(findings_json(found, language)));
    }
    order
}

/// PUT: changes of an order; answers it whole.
pub(crate) fn update(profile: &'static Profile, call: &mut Call) -> Outcome {
    let (uuid, body) = (call.path_uuid("orderUuid")?, call.json::<Map<String, Json>>()?);
    let data = call.write(|tx| {
        let (actor, now) = (tx.actor, tx.now);
        let saved = store::find(tx, actor, profile, &uuid)?;
        let made = orderdesk::update(tx, &saved, &body)?;
        let saved = store::find(tx, actor, profile, &uuid)?;
        Ok(noticed(orderdesk::shown(tx, (actor, now), (&saved, true))?, &made, call.language()))
    })?;
    Ok(Answer::Data(Json::Object(data)))
}

/// PUT of a move of every scope.
pub(crate) fn moves(profile: &'static Profile, call: &mut Call, wanted: Move) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<Asked>()?);
    let data = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, profile, &uuid)?;
        if wanted.is_of_money() {
            return orderdesk::finish(tx, &saved, (wanted, &asked));
        }
        orderdesk::make(tx, &saved, (wanted, &asked), |tx| asked.work(tx, &saved, wanted))
    })?;
    Ok(Answer::Data(data))
}

/// PUT forceStop: at once, or when it is approved.
pub(crate) fn force_stop(profile: &'static Profile, call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<Asked>()?);
    let data: Result<Json, Refusal> = call.write(|tx| {
        let actor = tx.actor;
        let saved = store::find(tx, actor, profile, &uuid)?;
        orderdesk::force_stop(tx, &saved, &asked)
    });
    Ok(Answer::Data(data?))
}

/// POST splitCheck: the parts an order would be; nothing is written.
pub(crate) fn split_check(profile: &'static Profile, call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<SplitAsked>()?);
    let who = (call.actor()?, call.now(), call.language());
    Ok(Answer::Data(call.read(|conn| orderdesk::split_check(conn, who, profile, (&uuid, &asked)))?))
}

/// POST split.
pub(crate) fn split(profile: &'static Profile, call: &mut Call) -> Outcome {
    let (uuid, asked) = (call.path_uuid("orderUuid")?, call.json::<SplitAsked>()?);
    Ok(Answer::Data(call.write(|tx| orderdesk::split(tx, profile, (&uuid, &asked)))?))
}
