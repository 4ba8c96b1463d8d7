//! What stands against an attempt to log in, and how failures count.

use std::collections::BTreeMap;

use kernel::{Id, Msg, Text};
use platform::PLATFORM_ORG;
use platform::access::password_fits;
use platform::call::Call;
use platform::refusal::{Refusal, messages};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::json;

use super::account::{Account, admissible, find_account};
use super::device::{self, Mark};
use super::guard::{Guard, Hold};
use super::log_line::{LoginLine, UNKNOWN, way_of, write_line};
use super::{limit_log_in, limited};
use crate::second_factor::{self, Verdict};
use crate::security::Policy;

const LOCKED: Msg =
    Msg::new("login.locked", "登录失败次数过多，请稍后再试", "Too many failed log-ins. Please try again later.");

/// A hash no password has: an unknown login costs the same time as a wrong password.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Log-in attempts of one login a minute.
pub(super) const ATTEMPTS_PER_LOGIN: u32 = 10;

pub(super) const WRONG: Msg = Msg::new("login.wrong", "用户名或密码错误", "Wrong user name or password.");
const BAD_CLIENT: Msg = Msg::new("login.client", "客户端凭证错误", "The client credential is wrong.");
const BAD_FORM: Msg = Msg::new("login.form", "登录请求格式不正确", "The log-in request is malformed.");

/// Why an attempt was refused.
pub(crate) struct Fault {
    pub(crate) refusal: Refusal,
    /// As the log-in log tells it.
    outcome: String,
    /// Whether it counts as a failure.
    counts: bool,
}

impl Fault {
    pub(crate) fn new(message: Msg) -> Self {
        Self::of(message.text())
    }

    pub(crate) fn of(text: Text) -> Self {
        Self { outcome: text.zh.clone(), refusal: Refusal::Business(text), counts: false }
    }

    pub(crate) fn counted(self) -> Self {
        Self { counts: true, ..self }
    }

    /// The log tells who sent the person here, too.
    pub(crate) fn sent_by(self, source: &str) -> Self {
        Self { outcome: format!("{source}：{}", self.outcome), ..self }
    }

    /// The caller is told something else than the log.
    pub(crate) fn told(self, refusal: Refusal) -> Self {
        Self { refusal, ..self }
    }
}

/// A login, company and password that were given, with the account they name.
pub(super) struct Attempt {
    pub(super) account: Account,
    pub(super) policy: Policy,
    /// What counts its failures.
    pub(super) guard: Guard,
    /// Whether one of the person's companies asks for a second factor.
    pub(super) needs_factor: bool,
    login: String,
    password: String,
    code: String,
}

impl Attempt {
    /// Reads the form of a call before log-in; refuses a wrong client, too many calls and unknown accounts.
    pub(super) fn of(call: &Call) -> Result<Self, Refusal> {
        let form = form_of(&call.asked.body);
        let field = |name: &str| form.get(name).map_or("", String::as_str);
        let parts: Vec<&str> = field("username").split('|').collect();
        // Who brings the mark of a device has proved once who he is; whether he is the one he names now is seen below.
        let marks = device::marks(call);
        if marks.is_empty() {
            limit_log_in(call, "token", parts.get(1).copied().unwrap_or_default())?;
        }
        let settings = &call.app.settings;
        let client = call.asked.basic.as_ref();
        if client.is_none_or(|(id, secret)| *id != settings.client_id || *secret != settings.client_secret) {
            return Err(Refusal::business(BAD_CLIENT));
        }
        let ["0", login, org_code] = parts.as_slice() else { return Err(Refusal::business(BAD_FORM)) };
        if field("grant_type") != "password" || login.is_empty() || org_code.is_empty() {
            return Err(Refusal::business(BAD_FORM));
        }
        let per_login = Ord::max(ATTEMPTS_PER_LOGIN, settings.login_calls_per_minute / 6);
        // The same digits may be the phones of two people, under the codes of two countries.
        let area =
            Some(field("internationalCountryCode").trim().trim_start_matches('+')).filter(|area| !area.is_empty());
        let found = call.read(|conn| find_account(conn, login, area, org_code))?;
        let guard = found.as_ref().map(|account| Guard::of(call, account)).transpose()?;
        let known = guard.as_ref().and_then(|guard| guard.mark.as_ref());
        if !marks.is_empty() && known.is_none() {
            limit_log_in(call, "token", login)?;
        }
        let line = || match &found {
            Some(account) => line_of(account, login),
            None => LoginLine { way: way_of(login), ..LoginLine::of(PLATFORM_ORG, None, login) },
        };
        // Strangers who call on and on in somebody's name use up their own calls, not those of his devices.
        let key = known.map_or_else(|| format!("login {login}"), Mark::limit_key);
        limited(call, (key, per_login), line)?;
        let (Some(account), Some(guard)) = (found, guard) else {
            return Err(nobody(call, login, field("password")));
        };
        let (policy, needs_factor) = call.read(|conn| Policy::of_login(conn, account.login_id))?;
        let owned = |name: &str| field(name).to_owned();
        let (password, code) = (owned("password"), owned("code"));
        Ok(Self { account, policy, guard, needs_factor, login: (*login).to_owned(), password, code })
    }

    /// What the log-in log says of it when all goes well.
    pub(super) fn line(&self) -> LoginLine<'_> {
        line_of(&self.account, &self.login)
    }

    /// Refuses, and counts, unless the password is right.
    pub(super) fn need_password(&self, call: &Call) -> Result<(), Refusal> {
        self.note(call, self.judge_password(call))
    }

    /// Refuses, and counts, unless the person may enter; in the order of the page's refusals.
    pub(super) fn need_entry(&self, call: &Call) -> Result<(), Refusal> {
        let fault = match self.judge_password(call) {
            // Only who knows the password is told that a code is wanted.
            None => self.judge_code(call)?.or_else(|| admissible(call, &self.account).err().map(Fault::of)),
            fault => fault,
        };
        self.note(call, fault)
    }

    fn judge_password(&self, call: &Call) -> Option<Fault> {
        held_up(call, (&self.guard, &self.account), &self.policy).or_else(|| {
            let fits = password_fits(&self.password, &self.account.hash);
            (!fits).then(|| Fault::new(WRONG).counted())
        })
    }

    fn judge_code(&self, call: &Call) -> Result<Option<Fault>, Refusal> {
        let (login, now) = (self.account.login_id, call.now().millis());
        let verdict = call.app.system_write(|conn| second_factor::take(&call.app, conn, login, &self.code, now))?;
        let fault = |message| Fault::new(message).told(wants_code(message));
        Ok(match verdict {
            Verdict::Passed => None,
            Verdict::Wanted => Some(fault(second_factor::WANTED)),
            Verdict::Wrong => Some(fault(second_factor::WRONG).counted()),
        })
    }

    fn note(&self, call: &Call, fault: Option<Fault>) -> Result<(), Refusal> {
        let Some(fault) = fault else { return Ok(()) };
        note_failure(call, (&self.guard, &self.account), &self.policy, self.line(), &fault)?;
        Err(fault.refusal)
    }
}

/// A line about somebody who has an account.
fn line_of<'a>(account: &Account, login: &'a str) -> LoginLine<'a> {
    LoginLine { way: account.way(login), ..LoginLine::of(account.org_id, Some(account.user_id), login) }
}

/// The refusal of a login nobody has, which takes as long as that of a wrong password.
fn nobody(call: &Call, login: &str, password: &str) -> Refusal {
    let _ = password_fits(password, NOBODY);
    // Who is no one's account is the platform's to look at.
    let line = LoginLine { way: way_of(login), outcome: UNKNOWN, ..LoginLine::of(PLATFORM_ORG, None, login) };
    match call.app.system_write(|conn| write_line(conn, call, &line)) {
        Ok(()) => Refusal::business(WRONG),
        Err(refusal) => refusal,
    }
}

/// Tells the page to show its field for the code.
fn wants_code(message: Msg) -> Refusal {
    Refusal::BusinessWith(message.text(), json!({ "secondFactor": true }))
}

/// Whether failures keep a login from being tried at all: locked, or too soon after the last one.
pub(crate) fn held_up(call: &Call, (guard, account): (&Guard, &Account), policy: &Policy) -> Option<Fault> {
    guard.holds(account, policy, call.now().millis()).map(|hold| match hold {
        Hold::Locked => Fault::new(LOCKED),
        Hold::TooSoon => Fault::new(messages::TOO_MANY).told(Refusal::TooMany),
    })
}

/// The form's fields; a name given twice counts by its last value.
fn form_of(body: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(body);
    let uri = format!("/?{text}").parse();
    uri.map(|uri| platform::web::query_of(&uri)).unwrap_or_default()
}

/// Counts a failure and writes the log-in log.
pub(crate) fn note_failure(
    call: &Call,
    (guard, account): (&Guard, &Account),
    policy: &Policy,
    line: LoginLine<'_>,
    fault: &Fault,
) -> Result<(), Refusal> {
    call.app.system_write(|conn| {
        let fails = if fault.counts {
            guard.fail(conn, call, account, policy)?
        } else {
            guard.fails(conn, call.now().millis())?
        };
        write_line(conn, call, &LoginLine { outcome: &fault.outcome, fails, ..line })
    })
}

/// How often a login failed, and since when; held until the transaction ends, so that attempts made at once count each.
pub(super) fn fails_of(conn: &mut dyn Conn, login: Id) -> Result<(i64, Option<i64>), Refusal> {
    let mut select = sql::from_global("login");
    select.columns(["fails", "first_fail_at"]).and_where(sql::eq("id", login)).lock_exclusive();
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Sets how often a login failed, since when, and until when it is locked.
pub(super) fn count_fails(
    conn: &mut dyn Conn,
    login: Id,
    (fails, first, locked): (i64, Option<i64>, Option<i64>),
) -> Result<(), Refusal> {
    let cells =
        [("fails", Value::Int(fails)), ("first_fail_at", first.into_value()), ("locked_until", locked.into_value())];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    conn.exec(&update.into())?;
    Ok(())
}
