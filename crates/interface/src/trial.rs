//! 测试: whether the other system is there, and how fast it answers.

use kernel::Msg;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use serde_json::json;

use crate::config::{self, LIVE, SIMULATED};
use crate::exchange::{Saying, exchange};
use crate::page::{OWN_OR_TEST, org_of};
use crate::{kind, self_service};

/// Tests of one company a minute.
const PER_MINUTE: u32 = 10;
/// What the simulator says.
const SIMULATOR: &str = r#"{"code":"0","message":"模拟应答"}"#;

const NOT_INBOUND: Msg = Msg::new(
    "interface.test_inbound",
    "该接口由对方调用，无需测试",
    "The other side calls this interface; there is nothing to test.",
);
const NO_ADDRESS: Msg = Msg::new(
    "interface.test_address",
    "请先填写认证地址或报文地址",
    "Please enter the authentication or the message address first.",
);

/// Adds the call to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.push(
        Operation::post("test_interface", "/hrs/orgInterface/test/{id}", OWN_OR_TEST, test)
            .in_org(org_of)
            .summary("Reads the other system's address; the simulator answers while the interface is being tried"),
    );
}

/// POST /hrs/orgInterface/test/{id}.
fn test(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let found = call.read(|conn| {
        let found = config::of_id(conn, actor.org_id, id)?;
        self_service::need_open(conn, actor, "sys_api_test", &found.kind)?;
        Ok(found)
    })?;
    if kind::is_inbound(&found.kind) {
        return Err(Refusal::business(NOT_INBOUND));
    }
    let url = if found.url_auth.is_empty() { &found.url_post } else { &found.url_auth };
    if url.is_empty() && !found.simulated {
        return Err(Refusal::business(NO_ADDRESS));
    }
    call.app.limits.take(format!("interface {}", actor.org_id), PER_MINUTE, call.now())?;
    let saying = Saying {
        summary: "测试",
        ref_no: "",
        url,
        body: None,
        media: "",
        simulated: SIMULATOR,
        user: Some(actor.user_id),
    };
    let done = exchange(&call.app, &found, &saying)?;
    Ok(Answer::Data(json!({
        "ok": done.ok, "status": done.status, "took": done.took,
        "result": done.result.in_language(call.language()),
        "mode": if found.simulated { SIMULATED } else { LIVE },
    })))
}
