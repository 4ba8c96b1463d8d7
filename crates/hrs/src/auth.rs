//! Log-in and log-out: look-up, token by password and second factor, language.

mod account;
mod attempt;
pub(crate) mod device;
mod guard;
mod log_line;
mod named;
mod proof;

use std::collections::BTreeMap;

use kernel::{Id, Msg, Scope};
use order::config::FINANCE_LOCK_VIEW;
use platform::PLATFORM_ORG;
use platform::access::{Entry, Limit, Opening, end_session, open_session_by};
use platform::call::{Answer, Call, Outcome};
use platform::limit::Turn;
use platform::maintenance;
use platform::refusal::{Refusal, messages};
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::setting::Decided;
use platform::store::sql::{self, of, of_eq};
use platform::store::{Conn, Row, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::deployment;
use crate::link::Whose;
use crate::personal;
use crate::second_factor;
use crate::security::Policy;

use account::active_roles;
pub(crate) use account::{Account, account_by_mail, account_by_name, account_of, admissible, find_account};
use attempt::Attempt;
use guard::Guard;
pub(crate) use guard::forgive_all;
use log_line::{ADMIN_TYPE, IN_MAINTENANCE, way_of};
pub(crate) use log_line::{BY_PROVIDER, BY_TOKEN, DONE, LoginLine, write_line};
pub(crate) use named::{Named, enter_named};
pub use proof::prove;
pub(crate) use proof::prove_password;

/// Code of no company: the page asks for it. Everybody is answered so where accounts are kept hidden, for another
/// company's name would tell strangers who the customers are.
const ANY_COMPANY: &str = "*";

const UNSAVED: Msg = Msg::new(
    "login.unsaved",
    "暂时无法登录：系统无法保存数据，请稍后重试或联系管理员",
    "Nobody can log in at the moment, as nothing can be saved. Please try again later or contact the administrator.",
);

/// GET /hrs/user/searchLoginNameAndOrgCode: the companies of a login.
pub fn find_login(call: &mut Call) -> Outcome {
    let (phone, email, name) = (call.query("phoneNumber"), call.query("userEmail"), call.query("loginName"));
    let given = [phone, email, name].into_iter().find(|text| !text.is_empty()).unwrap_or_default().trim().to_owned();
    limit_log_in(call, "lookup", &given)?;
    let (condition, admin) = if !phone.is_empty() {
        let area = call.query("internationalCountryCode").trim_start_matches('+');
        let area = if area.is_empty() { "86" } else { area };
        (of_eq("login", "phone", phone.to_owned()).and(of_eq("login", "phone_area", area.to_owned())), false)
    } else if !email.is_empty() {
        (of_eq("login", "email", email.trim().to_lowercase()), false)
    } else if !name.is_empty() {
        (of_eq("login", "admin_name", name.trim().to_owned()), true)
    } else {
        return Ok(Answer::Data(json!([])));
    };
    if call.read(deployment::hides_accounts)? {
        return Ok(Answer::Data(json!([{ "orgCode": ANY_COMPANY, "orgName": "", "loginName": given }])));
    }
    let mut select = sql::from_global("login");
    select
        .join(JoinType::InnerJoin, "app_user", of("app_user", "login_id").equals(("login", "id")))
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("app_user", "org_id")))
        .columns([("org", "code"), ("org", "name"), ("app_user", "login_type"), ("app_user", "user_status")])
        .distinct()
        .order_by(("org", "code"), Order::Asc)
        .and_where(condition);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let (mut working, mut left) = (Vec::new(), Vec::new());
    for row in rows {
        if (row.get::<i64>(2)? == ADMIN_TYPE) == admin {
            let found = if row.get::<i64>(3)? == 1 { &mut working } else { &mut left };
            found.push(looked_up(&row, &given)?);
        }
    }
    // Companies somebody has left are no choice beside those he works for. Who has left them all is told so after the
    // right password.
    Ok(Answer::Data(Json::Array(if working.is_empty() { left } else { working })))
}

fn looked_up(org: &Row, login: &str) -> Result<Json, Refusal> {
    Ok(json!({ "orgCode": org.get::<String>(0)?, "orgName": org.get::<String>(1)?, "loginName": login }))
}

pub(crate) fn limit(call: &Call, what: &str) -> Result<(), Refusal> {
    let per_minute = call.app.settings.login_calls_per_minute;
    call.app.limits.take(format!("{what} {}", call.asked.ip), per_minute, call.now())
}

/// The same of a log-in, with the login that was given.
fn limit_log_in(call: &Call, what: &str, login: &str) -> Result<(), Refusal> {
    let per_minute = call.app.settings.login_calls_per_minute;
    // Who comes too often is the platform's to look at.
    let line = || LoginLine { way: way_of(login), ..LoginLine::of(PLATFORM_ORG, None, login) };
    limited(call, (format!("{what} {}", call.asked.ip), per_minute), line)
}

/// Refuses beyond the calls of a key in a minute. The first of them leaves a line in the log-in log, the rest
/// of the minute none: nobody fills the log by calling on.
fn limited<'a>(call: &Call, (key, most): (String, u32), line: impl FnOnce() -> LoginLine<'a>) -> Result<(), Refusal> {
    match call.app.limits.turn(key, most, call.now()) {
        Turn::Within => return Ok(()),
        Turn::First => {
            let line = LoginLine { outcome: messages::TOO_MANY.zh, ..line() };
            call.app.system_write(|conn| write_line(conn, call, &line))?;
        }
        Turn::Beyond => {}
    }
    Err(Refusal::TooMany)
}

/// POST /auth/oauth/token: form-encoded, username `0|{login}|{org code}`, with the fixed client credential.
pub fn create_token(call: &mut Call) -> Outcome {
    log_in(call).map_err(unsaved)
}

fn log_in(call: &Call) -> Outcome {
    let attempt = Attempt::of(call)?;
    attempt.need_entry(call)?;
    let limit = limit_of(call, &attempt.account, &attempt.policy, attempt.needs_factor)?;
    admit(call, &attempt, limit)
}

/// A session is a row, and a failure is counted: nobody logs in when neither can be saved. Who has a session reads on.
pub(crate) fn unsaved(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Unsaved(text) => {
            tracing::error!(text, "a log-in can't be saved");
            Refusal::Later(UNSAVED.text())
        }
        other => other,
    }
}

/// POST /auth/mfa/send: the same form; mails a code to who has the password and not the authenticator.
pub fn send_code(call: &mut Call) -> Outcome {
    let attempt = Attempt::of(call)?;
    attempt.need_password(call)?;
    let account = &attempt.account;
    second_factor::send(call, Whose { login: account.login_id, org: account.org_id, user: account.user_id })
}

/// What a person must do before anything else.
fn limit_of(call: &Call, account: &Account, policy: &Policy, needs_factor: bool) -> Result<Option<Limit>, Refusal> {
    if account.row.get(22)? {
        return Ok(Some(Limit::FirstLogin));
    }
    if policy.is_old(account.row.get(24)?, call.now().millis()) {
        return Ok(Some(Limit::OldPassword));
    }
    let unbound = needs_factor && !call.read(|conn| second_factor::is_bound(conn, account.login_id))?;
    Ok(unbound.then_some(Limit::NoFactor))
}

fn admit(call: &Call, attempt: &Attempt, limit: Option<Limit>) -> Outcome {
    let text = limit.map_or_else(|| messages::DONE.text(), Limit::message);
    let mut data = json!({ "code": 0, "messageInfo": text.in_language(call.language()) });
    let terms = Terms { policy: &attempt.policy, limit, proved: Some(&attempt.guard), entry: Entry::Proved };
    let (session, cookie) = session_data(call, &attempt.account, &terms, attempt.line())?;
    if let Some(object) = data.as_object_mut() {
        object.extend(session);
    }
    let answer = Answer::Bare(data);
    Ok(match cookie {
        Some(cookie) => Answer::Cookie(cookie, Box::new(answer)),
        None => answer,
    })
}

/// On what terms a session begins.
pub(crate) struct Terms<'a> {
    /// What the person obeys.
    pub(crate) policy: &'a Policy,
    /// What he must do first.
    pub(crate) limit: Option<Limit>,
    /// What counted the failures of who gave the password: they are forgotten, and the device is marked.
    pub(crate) proved: Option<&'a Guard>,
    /// How it is known who he is.
    pub(crate) entry: Entry,
}

/// Opens a session, notes it, and tells what the client keeps of it, with the mark of a device where the password was
/// given.
pub(crate) fn session_data(
    call: &Call,
    account: &Account,
    terms: &Terms<'_>,
    line: LoginLine<'_>,
) -> Result<(Map<String, Json>, Option<String>), Refusal> {
    let Terms { policy, limit, proved, entry } = *terms;
    if let Some(text) = maintenance::closed(&call.app, account.org_id)? {
        let line = LoginLine { outcome: IN_MAINTENANCE, ..line };
        call.app.system_write(|conn| write_line(conn, call, &line))?;
        return Err(Refusal::Business(text));
    }
    let now = call.now();
    let session = call.app.mint.next(now);
    let opening = Opening {
        id: session,
        org: account.org_id,
        user: account.user_id,
        login: account.login_id,
        place: (&call.asked.ip, &call.asked.agent),
        idle_ms: policy.idle_ms(),
        most: u64::try_from(policy.sessions).unwrap_or(1),
        limit,
    };
    let (token, cookie) = call.app.system_write(|conn| {
        let cells =
            [("last_login_at", Value::Int(now.millis())), ("last_login_ip", Value::Text(call.asked.ip.clone()))];
        let mut update = sql::update_global("login", &cells);
        update.and_where(sql::eq("id", account.login_id));
        conn.exec(&update.into())?;
        let mut cookie = None;
        if let Some(guard) = proved {
            guard.forgive(conn, account, policy, now.millis())?;
            cookie = Some(device::keep(conn, call, account.login_id, guard.mark.as_ref())?);
        }
        let token = open_session_by(conn, &opening, entry, now)?;
        crate::told::new_place(conn, call, (account.org_id, account.user_id))?;
        write_line(conn, call, &LoginLine { session: Some(session), ..line })?;
        Ok((token, cookie))
    })?;
    let text = |place: usize| account.row.get::<String>(place).unwrap_or_default();
    let admin_role = text(11);
    let first = |places: [usize; 2]| places.map(text).into_iter().find(|text| !text.is_empty());
    let (title, logo) = (first([26, 16]), first([30, 31]));
    // A partner of the platform's, for the company and so for its people; none where none is named.
    let party = account.row.get::<Option<Id>>(35)?;
    let (roles, (new_page, close_page)) = call.read(|conn| {
        Ok((active_roles(conn, account)?, personal::page_switches(conn, account.org_id, account.user_id)?))
    })?;
    let data = json!({
        "access_token": token,
        "token_type": "Bearer",
        // The supplier service of the chat is the product's own and takes the session's token.
        "yctopToken": token,
        "expires_in": platform::access::SESSION_LIFE_MS / 1000,
        "userId": account.user_id,
        "userCname": text(12),
        "userEname": text(13),
        "userName": text(12),
        "deptId": account.row.get::<i64>(14)?.to_string(),
        "orgId": account.org_id.to_string(),
        "orgCode": text(15),
        "orgName": text(16),
        "orgTitle": text(26),
        "themeColor": text(27),
        "orgLogo": logo,
        "orgVersion": text(17),
        "loginType": account.row.get::<i64>(18)?,
        "adminRole": admin_role,
        "roleId": roles.iter().map(Id::to_string).collect::<Vec<_>>().join(","),
        "orderEditNewPage": new_page,
        "orderSaveClosePage": close_page,
        "loginRole": if admin_role.is_empty() { "user" } else { "admin" },
        "userEmail": text(19),
        "phoneNumber": text(20),
        "pageLanguage": call.read(|conn| platform::language::in_force(conn, text(21)))?,
        "mustChangePassword": matches!(limit, Some(Limit::FirstLogin | Limit::OldPassword)),
        "limitedBy": limit.map(Limit::code),
        "orgType": account.row.get::<i64>(32)?.to_string(),
        "orderPermission": Some(account.row.get::<i64>(33)?).filter(|level| *level > 0),
        "orderFinanceLockView": finance_lock_view(call, account.org_id)?,
        "onlineService": account.row.get::<bool>(34)?,
        "stopDate": kernel::show_day(kernel::Instant::from_millis(account.row.get(10)?).day()),
        "privateSaas": call.read(|conn| platform::deployment::is_private(conn))?,
        "org": {
            "id": account.org_id.to_string(), "title": title, "auditStatus": text(9),
            "status": i64::from(account.row.get::<bool>(8)?), "contractPartyId": party,
        },
        "user": {
            "id": account.user_id, "nickname": text(12), "mobile": text(20), "area": text(28), "userState": account.row.get::<i64>(29)?,
            "contractPartyId": party,
        },
    });
    match data {
        Json::Object(data) => Ok((data, cookie)),
        _ => Ok((Map::new(), cookie)),
    }
}

/// Whether the order lists of each scope show orders locked by finance.
fn finance_lock_view(call: &Call, org: i64) -> Result<BTreeMap<&'static str, bool>, Refusal> {
    let decided = call.read(|conn| Decided::of(conn, org))?;
    Scope::all().map(|scope| Ok((scope.code(), decided.value(&FINANCE_LOCK_VIEW, Some(scope))?))).collect()
}

/// DELETE /auth/token/logout.
pub fn end_token(call: &mut Call) -> Outcome {
    let token = call.asked.token.clone().unwrap_or_default();
    let now = call.now();
    call.app.system_write(|conn| Ok(end_session(conn, &token, now, "已退出")?))?;
    Ok(Answer::Data(Json::Null))
}

/// GET /hrs/language/setting.
pub fn language(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, "app_user");
    select.column("page_language").and_where(sql::eq("id", actor.user_id));
    let chosen = call.read(|conn| {
        let row = conn.first(&select.into())?.unwrap_or_default();
        platform::language::in_force(conn, row.get(0)?)
    })?;
    Ok(Answer::Data(json!({ "pageLanguage": chosen })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LanguageChange {
    page_language: String,
}

/// PUT /hrs/user/pageLanguage.
pub fn set_language(call: &mut Call) -> Outcome {
    let change: LanguageChange = call.json()?;
    if call.read(|conn| platform::language::find(conn, &change.page_language))?.is_none() {
        return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "pageLanguage")])));
    }
    call.write(|tx| {
        tx.no_log_line();
        let mut update =
            sql::update(tx.org(), "app_user", &[("page_language", Value::Text(change.page_language.clone()))]);
        update.and_where(sql::eq("id", tx.actor.user_id));
        tx.exec(&update.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(json!({ "pageLanguage": change.page_language })))
}
