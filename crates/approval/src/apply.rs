//! 提交申请. One call for every act that may need a decision; each is applied for by the rules of its own room.

use kernel::Id;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Operation, Room};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::decide::words_of;
use crate::event::{Without, event_of};
use crate::setting;
use crate::words;

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations.push(
        Operation::post("apply_approval", "/prm/ics/approval/apply", Access::LoggedIn, apply)
            .summary("Applies for an act about a thing, as the call of that act does"),
    );
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    event_id: i64,
    /// The setting the applicant was shown; none to take what is in force.
    #[serde(default)]
    setting_id: Option<Id>,
    ref_type: String,
    ref_id: String,
    #[serde(default)]
    reason: String,
}

/// POST /prm/ics/approval/apply.
fn apply(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    let known = |applier: &&Applier| applier.event == asked.event_id && applier.kind == asked.ref_type;
    let Some(applier) = call.app.registry.appliers.iter().find(known).copied() else {
        return Err(closed(call, asked.event_id)?);
    };
    if !call.actor()?.may(applier.access) {
        return Err(Refusal::Forbidden);
    }
    let reason = words_of(&asked.reason, ("reason", "原因", "The reason"))?;
    let data = call.write(|tx| {
        let reference = asked.ref_id.trim();
        let told = (applier.work)(tx, Applying { event: asked.event_id, reference, reason })?;
        let shown = asked.setting_id.map(|id| Json::String(id.to_string()));
        // Somebody changed the settings since the applicant was shown one.
        if shown.is_some_and(|shown| told.get("settingId") != Some(&shown)) {
            return Err(Refusal::Stale(Json::Null));
        }
        Ok(told)
    })?;
    Ok(Answer::Data(data))
}

/// Why an act that no room applies for can't be asked for.
fn closed(call: &Call, number: i64) -> Result<Refusal, Refusal> {
    let Some(event) = event_of(number) else { return Ok(Refusal::field("eventId", words::NOT_APPLIED.text())) };
    let org = call.actor()?.org_id;
    let found = call.read(|conn| setting::choose(conn, org, number, event.scope, None))?;
    Ok(match (found, event.without) {
        (None, Without::Refused(message)) => Refusal::business(message),
        _ => Refusal::business(words::NOT_APPLIED),
    })
}
