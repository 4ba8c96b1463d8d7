//! 生成新令牌: what the other side proves itself with when it calls. Shown once; its hash alone is kept.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Msg;
use platform::access::random_bytes;
use platform::call::{Answer, Call, Outcome};
use platform::document::claim;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use crate::config::{self, TABLE};
use crate::page::{OWN_OR_EDIT, PAGE, org_of};
use crate::{kind, self_service};

/// Bytes of chance in a token.
const BYTES: usize = 32;

const NOT_OUTBOUND: Msg = Msg::new(
    "interface.token_outbound",
    "该接口的令牌由对方系统提供",
    "The other system gives the token of this interface.",
);

/// Adds the call to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.push(
        Operation::post("make_interface_token", "/hrs/orgInterface/token/{id}", OWN_OR_EDIT, make)
            .in_org(org_of)
            .summary("A new token for calls of the other side; the one before ends at once"),
    );
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    version: i64,
}

/// POST /hrs/orgInterface/token/{id}.
fn make(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Body>()?);
    call.actor()?.need_proof()?;
    let token = URL_SAFE_NO_PAD.encode(random_bytes::<BYTES>()?);
    call.write(|tx| {
        let (org, actor) = (tx.org(), tx.actor);
        let found = config::of_id(tx, org, id)?;
        self_service::need_open(tx, actor, "sys_api_edit", &found.kind)?;
        if !kind::is_inbound(&found.kind) {
            return Err(Refusal::business(NOT_OUTBOUND));
        }
        claim(tx, TABLE, id, body.version)?;
        let hash = tx.app.secrets.hash(&token)?;
        let mut update = sql::update(org, TABLE, &[("token_hash", Value::Bytes(hash))]);
        update.and_where(sql::eq("id", id));
        tx.exec(&update.into())?;
        let name = kind::of(&found.kind).map_or("", |kind| kind.zh);
        tx.log(LogEntry::of(TABLE, id, name, PAGE).did("修改", "生成新令牌").level(Level::High))
    })?;
    call.asked.answers_secret();
    Ok(Answer::Data(json!({ "token": token, "version": body.version + 1 })))
}
