//! Somebody whom another system named, by a partner's token or a provider of log-ins. That stands for the name and not for
//! a proof: a login that is locked stays so, a second factor that is bound is asked for, and what wants a proof asks this
//! session for one.

use kernel::{Msg, Text};
use platform::access::{Entry, Limit};
use platform::call::Call;
use platform::refusal::Refusal;
use serde_json::{Map, Value as Json, json};

use super::account::Account;
use super::attempt::{Fault, held_up, note_failure};
use super::guard::Guard;
use super::log_line::LoginLine;
use super::{Terms, session_data, unsaved};
use crate::second_factor::{self, Verdict};
use crate::security::Policy;

/// Who was named, by whom, and what he gave besides.
pub(crate) struct Named<'a> {
    /// The system that named him, as the log tells it.
    pub(crate) source: &'a str,
    /// What it called him.
    pub(crate) login: &'a str,
    /// Way of the log-in.
    pub(crate) way: &'a str,
    /// Told in place of why he does not enter; none where he may know.
    pub(crate) hides: Option<Msg>,
    /// Code of the second factor.
    pub(crate) code: &'a str,
}

/// Lets him in, unless his login is locked or his second factor is wanted. `pass` is what stands for his having been named
/// while he looks for the code, `greet` is done last before the session begins.
pub(crate) fn enter_named(
    call: &mut Call,
    account: &Account,
    named: &Named<'_>,
    pass: impl Fn(&Call) -> Result<String, Refusal>,
    greet: impl FnOnce(&mut Call) -> Result<(), Refusal>,
) -> Result<Map<String, Json>, Refusal> {
    let (policy, needs_factor) = call.read(|conn| Policy::of_login(conn, account.login()))?;
    let guard = Guard::of(call, account)?;
    let line = LoginLine { way: named.way, ..LoginLine::of(account.org_id, Some(account.user_id), named.login) };
    let refuse = |call: &Call, fault: Fault| -> Result<Map<String, Json>, Refusal> {
        note_failure(call, (&guard, account), &policy, line, &fault)?;
        Err(fault.refusal)
    };
    if let Some(fault) = held_up(call, (&guard, account), &policy) {
        let fault = fault.sent_by(named.source);
        return refuse(
            call,
            match named.hides {
                Some(told) => fault.told(Refusal::business(told)),
                None => fault,
            },
        );
    }
    let (app, now) = (call.app.clone(), call.now().millis());
    let bound = call.read(|conn| second_factor::is_bound(conn, account.login()))?;
    if bound {
        let wants = |call: &Call, text: Text| -> Result<Refusal, Refusal> {
            Ok(Refusal::BusinessWith(text, json!({ "secondFactor": true, "token": pass(call)? })))
        };
        match app.system_write(|conn| second_factor::take(&app, conn, account.login(), named.code, now))? {
            Verdict::Passed => app.system_write(|conn| guard.forgive(conn, account, &policy, now))?,
            Verdict::Wanted => {
                let told = wants(call, named.hides.unwrap_or(second_factor::WANTED).text())?;
                return refuse(call, Fault::new(second_factor::WANTED).told(told));
            }
            Verdict::Wrong => {
                let fault = Fault::new(second_factor::WRONG).counted().sent_by(named.source);
                let told = wants(call, second_factor::WRONG.text())?;
                return refuse(call, fault.told(told));
            }
        }
    }
    greet(call)?;
    // Of what a company asks of a log-in the password's part is the other system's affair; the second factor is not.
    let terms = Terms {
        policy: &policy,
        limit: (needs_factor && !bound).then_some(Limit::NoFactor),
        proved: None,
        entry: if bound { Entry::Proved } else { Entry::Named },
    };
    let (data, _) = session_data(call, account, &terms, line).map_err(unsaved)?;
    Ok(data)
}
