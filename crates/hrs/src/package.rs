//! 服务套餐 of a company: what its edition gives it, and how much of it is used.

use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::registry::{Operation, Room};
use serde_json::json;

use crate::overview;

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations.push(
        Operation::get("get_package", "/hrs/org/package", Access::Code("hrs_org_configure"), show)
            .summary("Edition of the caller's company with what is used of it"),
    );
}

/// GET /hrs/org/package.
fn show(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, now, platform) = (actor.org_id, call.now(), actor.admin_role == "superAdmin");
    call.read(|conn| {
        let account = overview::account(conn, org, now, platform)?;
        let users = json!({ "item": "users", "used": account.get("used"), "max": account.get("limit") });
        let (edition, stop_at) = (account.get("version"), account.get("stopAt"));
        Ok(Answer::Data(json!({ "edition": edition, "stopAt": stop_at, "items": [users] })))
    })
}
