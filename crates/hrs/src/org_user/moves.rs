//! What happens to an account of the chosen org: removal, password, unlock, end of its sessions.

use kernel::{Findings, Id, Msg};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::Value;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{PAGE, org_of};
use crate::session_page::{FORCED, OWN_SESSION};
use crate::user::leaving;
use crate::user::moves::{Account, let_go, reset_in, take_on};

const ADMIN: Msg = Msg::new("org_user.admin", "管理员不能移除", "The administrator can't be removed.");
/// Why a removed account was left.
const REMOVED: &str = "移除";

/// Their calls.
pub fn operations() -> Vec<Operation> {
    let put = |id: &str, path: &str, code: &'static str, work: fn(&mut Call) -> Outcome| {
        Operation::put(id, path, Access::Code(code), work)
    };
    vec![
        put("remove_org_user", "/hrs/orgUser/remove", "sys_orguser_remove", remove),
        put("reset_org_user_password", "/hrs/orgUser/resetPassword/{id}", "sys_orguser_resetpass", reset),
        put("unlock_org_user", "/hrs/orgUser/unlock/{id}", "sys_orguser_unlock", unlock),
        put("end_org_user_sessions", "/hrs/orgUser/offline/{id}", "sys_orguser_offline", offline),
    ]
}

fn take(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<Account, Refusal> {
    take_on(PAGE, tx, id, version)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Named {
    org_id: Option<Id>,
    id: Id,
    version: i64,
    successor_id: Option<Id>,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// PUT /hrs/orgUser/remove: the account leaves today.
fn remove(call: &mut Call) -> Outcome {
    let body: Named = call.json()?;
    let handed = call.write_in(org_of(call, body.org_id)?, |tx| {
        let account = take(tx, body.id, body.version)?;
        if account.is_admin {
            return Err(Refusal::business(ADMIN));
        }
        account.need_employee()?;
        let (org, today) = (tx.org(), Value::Text(kernel::show_day(tx.now.day())));
        let mut findings = Findings::new();
        leaving::check_successor(tx, (org, account.id), body.successor_id, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let handed = leaving::settle(tx, &account, body.successor_id, &body.confirmed)?;
        let_go(tx, &account, today, Value::Text(REMOVED.to_owned()))?;
        Ok(handed)
    })?;
    Ok(Answer::Data(handed))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    org_id: Option<Id>,
    version: i64,
}

/// PUT /hrs/orgUser/resetPassword/{id}.
fn reset(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    reset_in(call, org_of(call, body.org_id)?, |tx| take(tx, id, body.version))
}

/// PUT /hrs/orgUser/unlock/{id}.
fn unlock(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write_in(org_of(call, body.org_id)?, |tx| take(tx, id, body.version)?.unlock(tx))?;
    Ok(Answer::Data(Json::Null))
}

/// PUT /hrs/orgUser/offline/{id}: the sessions of this org, by somebody who proved who he is.
fn offline(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    let actor = call.actor()?;
    actor.need_proof()?;
    if id == actor.user_id {
        return Err(Refusal::business(OWN_SESSION));
    }
    call.write_in(org_of(call, body.org_id)?, |tx| {
        let account = take(tx, id, body.version)?;
        account.end_sessions(tx, FORCED)?;
        account.log(tx, "强制下线", Vec::new())
    })?;
    Ok(Answer::Data(Json::Null))
}
