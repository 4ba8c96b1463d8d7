//! The whole order as a page opens it.

use charge::ledger;
use kernel::{Scope, Uuid, day_after_days};
use order::{Draft, Head};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::setting;
use platform::store::Conn;
use serde_json::{Value as Json, json};

use super::store;
use crate::settings;

/// GET new.
pub fn new_order(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let today = call.now().day();
    let data = call.read(|conn| {
        let mut draft = Draft::new(store::air());
        draft.head.set(Head::OPERATOR_ID, actor.user_id);
        let later: i64 = setting::value(conn, actor.org_id, &settings::DEFAULT_DATE, Some(Scope::Ae))?;
        draft.head.set(Head::EXPECT_DEPARTURE, day_after_days(today, later));
        let station: String = setting::value(conn, actor.org_id, &settings::DEFAULT_STATION, Some(Scope::Ae))?;
        draft.head.set(Head::DEPARTURE_STATION, station);
        unsaved(conn, actor, &draft)
    })?;
    Ok(Answer::Data(data))
}

/// A draft that is not saved, as the form wants it.
pub fn unsaved(conn: &mut dyn Conn, actor: &Actor, draft: &Draft) -> Result<Json, Refusal> {
    let air = store::air();
    let mut out = draft.json(air, actor.has("af-order-price"));
    orderdesk::names(conn, actor.org_id, (air, draft), &[], &mut out)?;
    let members = [
        ("businessScope", json!(air.scope.code())),
        ("lifecycle", json!("OPEN")),
        ("orderStatus", json!("")),
        ("marks", json!({})),
        ("buttons", json!(["af-order-edit"])),
        ("lease", Json::Null),
        ("hawbCount", json!(0)),
        ("fileCount", json!(0)),
    ];
    out.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(Json::Object(out))
}

/// GET view.
pub fn view(call: &mut Call) -> Outcome {
    let (actor, uuid, now) = (call.actor()?, call.path_uuid("orderUuid")?, call.now());
    Ok(Answer::Data(call.read(|conn| orderdesk::view(conn, (actor, now), store::air(), &uuid))?))
}

/// GET log/page.
pub fn log_page(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let uuid = Uuid::parse(call.query("orderUuid")).ok_or(Refusal::NotFound)?;
    let bounded = |name: &str, least: u64, most: u64, default: u64| {
        call.query(name).parse::<u64>().unwrap_or(default).clamp(least, most)
    };
    let (current, size) = (bounded("current", 1, 100_000, 1), bounded("size", 1, 500, 50));
    let data = call.read(|conn| {
        let saved = store::find(conn, actor, &uuid)?;
        platform::log::page_of(conn, actor.org_id, (&ledger::order_logs(actor), saved.id), (current, size))
    })?;
    Ok(Answer::Data(data))
}
