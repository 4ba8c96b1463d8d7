//! What happens to an account: leaving, coming back, blacklist, stop, password, unlock.

use kernel::{Findings, Id, Msg};
use platform::access::{
    Access, end_user_sessions, hash_password, is_elsewhere, raise_permission_version, random_bytes,
};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::Operation;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::leaving::{self, check_successor};
use super::login::{HERE_ALREADY, is_here};
use super::rules::{BLACK, LEFT};
use super::{ADMIN_STAYS, limit, used};
use crate::link::{self, Purpose, Whose};
use crate::{auth, blacklist, openid, password, second_factor};

const LEAVE_DATE: Msg = Msg::new("user.leave_date", "请选择离职日期", "Please choose the last day.");
const BLACK_DATE: Msg = Msg::new("user.black_date", "请选择列入日期", "Please choose the day.");
const BLACK_REASON: Msg = Msg::new("user.black_reason", "请填写列入原因", "Please give the reason.");
const FULL: Msg = Msg::new(
    "user.full_resume",
    "用户数已达上限（{limit}），不能复职",
    "The number of users has reached its limit ({limit}); nobody can come back.",
);
const BLACK_PASSWORD: Msg = Msg::new(
    "user.black_password",
    "用户在黑名单中，不能重置密码",
    "The user is on the blacklist; the password can't be reset.",
);
const LEFT_PASSWORD: Msg =
    Msg::new("user.left_password", "用户已离职，不能重置密码", "The user has left; the password can't be reset.");
pub(crate) const ELSEWHERE: Msg = Msg::new(
    "user.elsewhere_password",
    "该账号同时属于其他企业，请由本人找回密码",
    "The login belongs to other companies too; only its owner can recover the password.",
);
const BLACK_ALREADY: Msg = Msg::new("user.black_already", "用户已在黑名单中", "The user is on the blacklist already.");
const NOT_LEFT: Msg = Msg::new("user.not_left", "用户未离职", "The user has not left.");
const REASON_MAX: usize = 200;

/// Their calls.
pub fn operations() -> Vec<Operation> {
    let put = |id: &str, path: &str, code: &'static str, work: fn(&mut Call) -> Outcome| {
        Operation::put(id, path, Access::Code(code), work)
    };
    vec![
        put("leave_user", "/hrs/user/leave", "sys_user_leave", leave),
        Operation::get("look_at_leaving", "/hrs/user/leave/{id}", Access::Code("sys_user_leave"), leaving::look)
            .summary("What a user answers for by kind, and what would stand still without a successor"),
        put("resume_user", "/hrs/user/resume/{id}", "sys_user_resume", resume),
        put("blacklist_user", "/hrs/user/black", "sys_user_black", black),
        put("stop_user", "/hrs/user/stop/{id}", "sys_user_stop", |call| set_active(call, false)),
        put("start_user", "/hrs/user/start/{id}", "sys_user_stop", |call| set_active(call, true)),
        put("reset_user_password", "/hrs/user/resetPassword/{id}", "sys_user_resetpass", reset_password),
        put("unlock_user", "/hrs/user/unlock/{id}", "sys_user_unlock", unlock),
        put("unbind_user_openid", "/hrs/user/unbindOpenid/{id}", "sys_user_openid", openid::unbind)
            .summary("Removes what a user is known by to the provider of log-ins"),
    ]
}

/// What of an account the moves look at.
pub(crate) struct Account {
    pub(crate) page: &'static str,
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) login: Id,
    pub(crate) is_admin: bool,
    employed: bool,
    active: bool,
    black: bool,
    /// He answers in the chat.
    serves: bool,
}

/// The account, taken for a change by the caller's version.
pub(crate) fn take(tx: &mut Tx<'_>, id: Id, version: i64) -> Result<Account, Refusal> {
    take_on("/hrs_user", tx, id, version)
}

/// The same on another page, which the log then names.
pub(crate) fn take_on(page: &'static str, tx: &mut Tx<'_>, id: Id, version: i64) -> Result<Account, Refusal> {
    let org = tx.org();
    raise_permission_version(tx, org)?;
    claim(tx, "app_user", id, version)?;
    let mut select = sql::from(org, "app_user");
    select
        .columns(["name_cn", "login_id", "admin_role", "user_status", "active", "blacklist_date", "online_service"])
        .and_where(sql::eq("id", id));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Account {
        page,
        id,
        name: row.get(0)?,
        login: row.get(1)?,
        is_admin: !row.get::<String>(2)?.is_empty(),
        employed: row.get::<i64>(3)? == 1,
        active: row.get(4)?,
        black: !row.get::<String>(5)?.is_empty(),
        serves: row.get(6)?,
    })
}

impl Account {
    /// Refuses for the administrator, those who left, and the blacklisted.
    pub(crate) fn need_employee(&self) -> Result<(), Refusal> {
        match self {
            Self { is_admin: true, .. } => Err(Refusal::business(ADMIN_STAYS)),
            Self { black: true, .. } => Err(Refusal::business(BLACK)),
            Self { employed: false, .. } => Err(Refusal::business(LEFT)),
            _ => Ok(()),
        }
    }

    fn write(&self, tx: &mut Tx<'_>, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
        let mut update = sql::update(tx.org(), "app_user", cells);
        update.and_where(sql::eq("id", self.id));
        tx.exec(&update.into())?;
        Ok(())
    }

    pub(crate) fn log(&self, tx: &mut Tx<'_>, kind: &'static str, changes: Vec<Change>) -> Result<(), Refusal> {
        let entry = LogEntry::of("user", self.id, self.name.clone(), self.page);
        tx.log(entry.did(kind, kind).level(Level::High).changes(changes))
    }

    /// Forgets the failed log-ins of the person, on his own devices too.
    pub(crate) fn unlock(&self, tx: &mut Tx<'_>) -> Result<(), Refusal> {
        auth::forgive_all(tx, self.login)?;
        self.log(tx, "解锁", Vec::new())
    }

    pub(crate) fn end_sessions(&self, tx: &mut Tx<'_>, reason: &str) -> Result<(), Refusal> {
        let (org, now) = (tx.org(), tx.now);
        Ok(end_user_sessions(tx, (org, self.id), now, reason)?)
    }
}

fn state_change(old: &str, new: &str) -> Change {
    Change { field: "state".to_owned(), label: "状态".to_owned(), old: old.to_owned(), new: new.to_owned() }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Leave {
    id: Id,
    version: i64,
    #[serde(default)]
    leave_date: String,
    #[serde(default)]
    leave_reason: String,
    successor_id: Option<Id>,
    #[serde(default)]
    confirmed: Vec<String>,
}

fn day(text: &str, field: &str, message: Msg, findings: &mut Findings) -> Value {
    let day = kernel::parse_day(text.trim());
    findings.error_if(day.is_none(), field, message);
    day.map_or(Value::Null, |day| Value::Text(kernel::show_day(day)))
}

fn reason(text: &str) -> Value {
    let text: String = text.trim().chars().take(REASON_MAX).collect();
    if text.is_empty() { Value::Null } else { Value::Text(text) }
}

/// PUT /hrs/user/leave.
fn leave(call: &mut Call) -> Outcome {
    let body: Leave = call.json()?;
    let handed = call.write(|tx| {
        let account = take(tx, body.id, body.version)?;
        account.need_employee()?;
        let mut findings = Findings::new();
        let org = tx.org();
        let leave_date = day(&body.leave_date, "leaveDate", LEAVE_DATE, &mut findings);
        check_successor(tx, (org, account.id), body.successor_id, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let handed = leaving::settle(tx, &account, body.successor_id, &body.confirmed)?;
        let_go(tx, &account, leave_date, reason(&body.leave_reason))?;
        Ok(handed)
    })?;
    Ok(Answer::Data(handed))
}

/// An employee leaves, who has handed over what he answered for.
pub(crate) fn let_go(tx: &mut Tx<'_>, account: &Account, day: Value, reason: Value) -> Result<(), Refusal> {
    account.write(tx, &[("leave_date", day), ("leave_reason", reason)])?;
    part(tx, account)?;
    account.log(tx, "离职", vec![state_change("在职", "离职")])
}

/// The account is closed: no sessions, no workgroups.
fn part(tx: &mut Tx<'_>, account: &Account) -> Result<(), Refusal> {
    account.write(tx, &[("user_status", Value::Int(0)), ("active", Value::Bool(false))])?;
    let mut groups = sql::delete(tx.org(), "workgroup_user");
    groups.and_where(sql::eq("user_id", account.id));
    tx.exec(&groups.into())?;
    let org = tx.org();
    platform::access::revoke_keys(tx, (org, account.id), "所属用户离职")?;
    // Who comes back with another account is not sent to this one.
    openid::forget(tx, (org, account.id))?;
    account.end_sessions(tx, "离职")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// PUT /hrs/user/resume/{id}.
fn resume(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let account = take(tx, id, body.version)?;
        if account.black {
            return Err(Refusal::business(BLACK));
        }
        if account.employed {
            return Err(Refusal::business(NOT_LEFT));
        }
        let org = tx.org();
        let (used, limit) = (used(tx, org)?, limit(tx, org)?);
        if used >= limit {
            return Err(Refusal::Business(FULL.with(&[("limit", &limit.to_string())])));
        }
        if is_here(tx, account.login)? {
            return Err(Refusal::business(HERE_ALREADY));
        }
        let cells = [
            ("user_status", Value::Int(1)),
            ("active", Value::Bool(true)),
            ("leave_date", Value::Null),
            ("leave_reason", Value::Null),
            // His place in the chat may be another's by now; it is given anew.
            ("online_service", Value::Bool(false)),
        ];
        account.write(tx, &cells)?;
        let mut changes = vec![state_change("离职", "在职")];
        if account.serves {
            let [field, label, old, new] = ["onlineService", "在线客服", "是", "否"].map(ToOwned::to_owned);
            changes.push(Change { field, label, old, new });
        }
        account.log(tx, "复职", changes)
    })?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Black {
    id: Id,
    version: i64,
    #[serde(default)]
    blacklist_date: String,
    #[serde(default)]
    blacklist_reason: String,
    successor_id: Option<Id>,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// PUT /hrs/user/black: as leaving, and an entry in the blacklist of persons.
fn black(call: &mut Call) -> Outcome {
    let body: Black = call.json()?;
    let handed = call.write(|tx| {
        let account = take(tx, body.id, body.version)?;
        if account.is_admin {
            return Err(Refusal::business(ADMIN_STAYS));
        }
        if account.black {
            return Err(Refusal::business(BLACK_ALREADY));
        }
        let mut findings = Findings::new();
        let org = tx.org();
        let date = day(&body.blacklist_date, "blacklistDate", BLACK_DATE, &mut findings);
        let why = reason(&body.blacklist_reason);
        findings.error_if(why == Value::Null, "blacklistReason", BLACK_REASON);
        check_successor(tx, (org, account.id), body.successor_id, &mut findings)?;
        Refusal::unless_clean(&findings, &[])?;
        let before = if account.employed { "在职" } else { "离职" };
        let mut handed = Json::Null;
        if account.employed {
            handed = leaving::settle(tx, &account, body.successor_id, &body.confirmed)?;
            account.write(tx, &[("leave_date", date.clone()), ("leave_reason", why.clone())])?;
        }
        account.write(tx, &[("blacklist_date", date), ("blacklist_reason", why)])?;
        part(tx, &account)?;
        blacklist::add_entry(tx, account.id)?;
        account.log(tx, "黑名单", vec![state_change(before, "黑名单")])?;
        Ok(handed)
    })?;
    Ok(Answer::Data(handed))
}

/// PUT /hrs/user/stop/{id} and /start/{id}. A stopped user still counts.
fn set_active(call: &mut Call, active: bool) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let account = take(tx, id, body.version)?;
        account.need_employee()?;
        account.write(tx, &[("active", Value::Bool(active))])?;
        if !active {
            account.end_sessions(tx, "账号停用")?;
            approval::leave_to_admin(tx, account.id)?;
        }
        let name = |active: bool| if active { "在职" } else { "停用" };
        let done = if active { "启用" } else { "停用" };
        account.log(tx, done, vec![state_change(name(account.active), name(active))])
    })?;
    Ok(Answer::Data(Json::Null))
}

/// PUT /hrs/user/resetPassword/{id}.
fn reset_password(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    reset_in(call, call.actor()?.org_id, |tx| take(tx, id, body.version))
}

/// A link to the login's e-mail. Where none can be sent, a one-time password, answered once, which ends
/// every session of the login.
pub(crate) fn reset_in(call: &Call, org: i64, take: impl FnOnce(&mut Tx<'_>) -> Result<Account, Refusal>) -> Outcome {
    // Whose name is borrowed makes no password of it.
    call.actor()?.need_any_proof()?;
    let one_time = password::one_time(random_bytes()?);
    let hash = hash_password(&one_time, call.app.settings.password_cost)?;
    let answer = call.write_in(org, |tx| {
        let account = take(tx)?;
        if account.black {
            return Err(Refusal::business(BLACK_PASSWORD));
        }
        if !account.employed {
            return Err(Refusal::business(LEFT_PASSWORD));
        }
        let mut answer = Map::new();
        let whose = Whose { login: account.login, org, user: account.id };
        if link::answer(tx, Purpose::Reset, whose, &one_time, &mut answer)? {
            account.log(tx, "重置密码", Vec::new())?;
            return Ok(answer);
        }
        if is_elsewhere(tx, account.login, org)? {
            return Err(Refusal::business(ELSEWHERE));
        }
        let now = tx.now;
        password::replace(tx, account.login, hash, true)?;
        // Who lost the password may have lost the phone with it.
        second_factor::forget(tx, account.login)?;
        auth::forgive_all(tx, account.login)?;
        platform::access::end_other_sessions(tx, account.login, "", now)?;
        account.log(tx, "重置密码", Vec::new())?;
        Ok(answer)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(Json::Object(answer)))
}

/// PUT /hrs/user/unlock/{id}.
fn unlock(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let account = take(tx, id, body.version)?;
        account.unlock(tx)
    })?;
    Ok(Answer::Data(Json::Null))
}
