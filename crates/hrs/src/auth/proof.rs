//! Proving anew who is calling: by the password, or a code of the second factor.

use kernel::Msg;
use platform::access::{note_proof, password_fits};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::{Refusal, messages};
use serde::Deserialize;
use serde_json::Value as Json;

use super::account::{Account, account_of};
use super::attempt::{ATTEMPTS_PER_LOGIN, Fault, WRONG, held_up, note_failure};
use super::guard::Guard;
use super::log_line::LoginLine;
use crate::second_factor::{self, Verdict};
use crate::security::Policy;

const PROOF_WRONG: Msg = Msg::new("login.proof_wrong", "密码错误", "Wrong password.");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
}

/// POST /auth/reauth: password or second factor prove who is calling. A wrong one counts as a failed log-in.
pub fn prove(call: &mut Call) -> Outcome {
    let proof: Proof = call.json()?;
    if proof.password.is_empty() == proof.code.is_empty() {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "password")])));
    }
    if proof.code.is_empty() {
        prove_password(call, &proof.password, PROOF_WRONG)?;
    } else {
        let (app, login, now) = (call.app.clone(), call.actor()?.login_id, call.now().millis());
        prove_by(call, second_factor::WRONG, |_| {
            let verdict = app.system_write(|conn| second_factor::take(&app, conn, login, &proof.code, now))?;
            // Without a second factor no code proves anything.
            Ok(verdict == Verdict::Passed && app.store.read(|conn| second_factor::is_bound(conn, login))?)
        })?;
    }
    let (session, now) = (call.actor()?.session_id, call.now());
    call.app.system_write(|conn| Ok(note_proof(conn, session, now)?))?;
    Ok(Answer::Data(Json::Null))
}

/// Refuses with a message unless it is the caller's password; a wrong one counts as a failed log-in.
pub(crate) fn prove_password(call: &Call, password: &str, wrong: Msg) -> Result<(), Refusal> {
    prove_by(call, wrong, |account| Ok(password_fits(password, &account.hash)))
}

fn prove_by(call: &Call, wrong: Msg, proves: impl FnOnce(&Account) -> Result<bool, Refusal>) -> Result<(), Refusal> {
    let actor = call.actor()?;
    let (org, user, login, session) = (actor.org_id, actor.user_id, actor.login_id, actor.session_id);
    call.app.limits.take(format!("prove {session}"), ATTEMPTS_PER_LOGIN, call.now())?;
    let account = call.read(|conn| account_of(conn, (org, user)))?.ok_or(Refusal::NotFound)?;
    let (policy, _) = call.read(|conn| Policy::of_login(conn, login))?;
    let (email, phone): (String, String) = (account.row.get(19)?, account.row.get(20)?);
    let name = [email, phone].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let line = LoginLine { way: account.way(&name), ..LoginLine::of(org, Some(user), &name) };
    let guard = Guard::of(call, &account)?;
    let fault = match held_up(call, (&guard, &account), &policy) {
        Some(fault) => Some(fault),
        None if proves(&account)? => None,
        None => Some(Fault::new(WRONG).counted().told(Refusal::business(wrong))),
    };
    match fault {
        Some(fault) => {
            note_failure(call, (&guard, &account), &policy, line, &fault)?;
            Err(fault.refusal)
        }
        None => call.app.system_write(|conn| guard.forgive(conn, &account, &policy, call.now().millis())),
    }
}
