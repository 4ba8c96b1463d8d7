//! Log-in and log-out: look-up, token by password, change of password, language.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use platform::access::{end_other_sessions, end_session, hash_password, open_session, password_fits};
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::sql::{self, of, of_eq};
use platform::store::{Conn, Row, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::password;

const ADMIN_TYPE: i64 = 2;
/// A hash no password has: an unknown login costs the same time as a wrong password.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Log-in attempts of one login a minute.
const ATTEMPTS_PER_LOGIN: u32 = 10;

const WRONG: Msg = Msg::new("login.wrong", "用户名或密码错误", "Wrong user name or password.");
const LOCKED: Msg =
    Msg::new("login.locked", "登录失败次数过多，请稍后再试", "Too many failed log-ins. Please try again later.");
const BAD_CLIENT: Msg = Msg::new("login.client", "客户端凭证错误", "The client credential is wrong.");
const BAD_FORM: Msg = Msg::new("login.form", "登录请求格式不正确", "The log-in request is malformed.");
const UNDER_AUDIT: Msg =
    Msg::new("login.audit", "企业资料审核中，请耐心等待", "The company is being verified. Please wait.");
const EXPIRED: Msg =
    Msg::new("login.expired", "签约已到期，请联系客服续约", "The contract has ended. Please contact support.");
const ORG_STOPPED: Msg =
    Msg::new("login.org_stopped", "公司已停用，请联系客服", "The company has been stopped. Please contact support.");
const USER_STOPPED: Msg = Msg::new(
    "login.user_stopped",
    "账号已停用，请联系管理员",
    "The account has been stopped. Please contact the administrator.",
);
const NO_ROLE: Msg = Msg::new(
    "login.no_role",
    "当前用户没有角色权限，请联系管理员",
    "The user has no role. Please contact the administrator.",
);
const OLD_WRONG: Msg = Msg::new("password.old_wrong", "原密码错误", "The old password is wrong.");
const SAME: Msg = Msg::new("password.same", "新密码不能与原密码相同", "The new password must differ from the old one.");

/// GET /hrs/user/searchLoginNameAndOrgCode: the companies of a login.
pub fn find_login(call: &mut Call) -> Outcome {
    limit(call, "lookup")?;
    let (phone, email, name) = (call.query("phoneNumber"), call.query("userEmail"), call.query("loginName"));
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
    let given = [phone, email, name].into_iter().find(|text| !text.is_empty()).unwrap_or_default().trim().to_owned();
    let mut select = sql::from_global("login");
    select
        .join(JoinType::InnerJoin, "app_user", of("app_user", "login_id").equals(("login", "id")))
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("app_user", "org_id")))
        .columns([("org", "code"), ("org", "name"), ("app_user", "login_type")])
        .and_where(condition);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let mut found = Vec::new();
    for row in rows {
        if (row.get::<i64>(2)? == ADMIN_TYPE) == admin {
            found.push(json!({
                "orgCode": row.get::<String>(0)?, "orgName": row.get::<String>(1)?, "loginName": given,
            }));
        }
    }
    Ok(Answer::Data(Json::Array(found)))
}

pub(crate) fn limit(call: &Call, what: &str) -> Result<(), Refusal> {
    let per_minute = call.app.settings.login_calls_per_minute;
    call.app.limits.take(format!("{what} {}", call.asked.ip), per_minute, call.now())
}

/// One account that may be logging in.
pub(crate) struct Account {
    /// Org of the account.
    pub(crate) org_id: i64,
    /// The account.
    pub(crate) user_id: Id,
    login_id: Id,
    hash: String,
    fails: i64,
    first_fail_at: Option<i64>,
    locked_until: Option<i64>,
    row: Row,
}

const ACCOUNT_COLUMNS: [(&str, &str); 23] = [
    ("app_user", "org_id"),
    ("app_user", "id"),
    ("login", "id"),
    ("login", "password_hash"),
    ("login", "fails"),
    ("login", "first_fail_at"),
    ("login", "locked_until"),
    ("app_user", "active"),
    ("org", "status"),
    ("org", "audit_status"),
    ("org", "stop_at"),
    ("app_user", "admin_role"),
    ("app_user", "name_cn"),
    ("app_user", "name_en"),
    ("app_user", "dept_id"),
    ("org", "code"),
    ("org", "name"),
    ("org", "edition"),
    ("app_user", "login_type"),
    ("app_user", "email"),
    ("login", "phone"),
    ("app_user", "page_language"),
    ("login", "must_change"),
];

/// The account of a login in an org. An area narrows phone numbers, which may exist in several.
pub(crate) fn find_account(
    conn: &mut dyn Conn,
    login: &str,
    area: Option<&str>,
    org_code: &str,
) -> Result<Option<Account>, Refusal> {
    let mut select = sql::from_global("login");
    let name = login.to_owned();
    let mut phone = of_eq("login", "phone", name.clone());
    if let Some(area) = area {
        phone = phone.and(of_eq("login", "phone_area", area.to_owned()));
    }
    select
        .join(JoinType::InnerJoin, "app_user", of("app_user", "login_id").equals(("login", "id")))
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("app_user", "org_id")))
        .columns(ACCOUNT_COLUMNS)
        .and_where(of_eq("org", "code", org_code.to_owned()))
        .cond_where(sql::any_of([
            phone,
            of_eq("login", "email", name.to_lowercase()),
            of_eq("login", "admin_name", name),
        ]));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    Ok(Some(Account {
        org_id: row.get(0)?,
        user_id: row.get(1)?,
        login_id: row.get(2)?,
        hash: row.get(3)?,
        fails: row.get(4)?,
        first_fail_at: row.get(5)?,
        locked_until: row.get(6)?,
        row,
    }))
}

/// POST /auth/oauth/token: form-encoded, username `0|{login}|{org code}`, with the fixed client credential.
pub fn create_token(call: &mut Call) -> Outcome {
    limit(call, "token")?;
    let settings = &call.app.settings;
    let client = call.asked.basic.as_ref();
    if client.is_none_or(|(id, secret)| *id != settings.client_id || *secret != settings.client_secret) {
        return Err(Refusal::business(BAD_CLIENT));
    }
    let form = form_of(&call.asked.body);
    let field = |name: &str| form.get(name).map_or("", String::as_str);
    let parts: Vec<&str> = field("username").split('|').collect();
    let ["0", login, org_code] = parts.as_slice() else { return Err(Refusal::business(BAD_FORM)) };
    if field("grant_type") != "password" || login.is_empty() || org_code.is_empty() {
        return Err(Refusal::business(BAD_FORM));
    }
    let per_login = Ord::max(ATTEMPTS_PER_LOGIN, settings.login_calls_per_minute / 6);
    call.app.limits.take(format!("login {login}"), per_login, call.now())?;
    let found = call.read(|conn| find_account(conn, login, None, org_code))?;
    let Some(account) = found else {
        let _ = password_fits(field("password"), NOBODY);
        return Err(Refusal::business(WRONG));
    };
    let verdict = judge(call, &account, field("password"));
    note(call, &account, login, verdict.as_ref().err().copied())?;
    match verdict {
        Err(message) => Err(Refusal::business(message)),
        Ok(()) => admit(call, &account),
    }
}

/// The form's fields; a name given twice counts by its last value.
fn form_of(body: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(body);
    let uri = format!("/?{text}").parse();
    uri.map(|uri| platform::web::query_of(&uri)).unwrap_or_default()
}

fn judge(call: &Call, account: &Account, password: &str) -> Result<(), Msg> {
    let now = call.now().millis();
    if account.locked_until.is_some_and(|until| until > now) {
        return Err(LOCKED);
    }
    if !password_fits(password, &account.hash) {
        return Err(WRONG);
    }
    admissible(call, account)
}

/// Whether organisation, account and roles allow a log-in, however it was proved who it is.
pub(crate) fn admissible(call: &Call, account: &Account) -> Result<(), Msg> {
    let now = call.now().millis();
    let flag = |place: usize| account.row.get::<bool>(place).unwrap_or(false);
    let text = |place: usize| account.row.get::<String>(place).unwrap_or_default();
    if text(9) != "已审核" {
        return Err(UNDER_AUDIT);
    }
    if account.row.get::<i64>(10).unwrap_or(0) <= now {
        return Err(EXPIRED);
    }
    if !flag(8) {
        return Err(ORG_STOPPED);
    }
    if !flag(7) {
        return Err(USER_STOPPED);
    }
    if text(11).is_empty() && !has_role(call, account).unwrap_or(false) {
        return Err(NO_ROLE);
    }
    Ok(())
}

fn has_role(call: &Call, account: &Account) -> Result<bool, Refusal> {
    let mut select = sql::from(account.org_id, "user_role");
    select
        .join(
            JoinType::InnerJoin,
            "role",
            of("role", "org_id").equals(("user_role", "org_id")).and(of("role", "id").equals(("user_role", "role_id"))),
        )
        .column(("role", "id"))
        .and_where(of_eq("user_role", "user_id", account.user_id))
        .and_where(of_eq("role", "active", true))
        .limit(1);
    call.read(|conn| Ok(conn.first(&select.into())?.is_some()))
}

/// Counts a wrong password, clears the count after a right one, and writes the log-in log.
fn note(call: &Call, account: &Account, login: &str, fault: Option<Msg>) -> Result<(), Refusal> {
    let now = call.now().millis();
    let counters = match fault {
        Some(WRONG) => {
            let begun = account.first_fail_at.filter(|at| now - at < password::FAILS_WINDOW_MS);
            let fails = if begun.is_some() { account.fails + 1 } else { 1 };
            let locked = (fails >= password::FAILS_MAX).then_some(now + password::LOCK_MS);
            Some((fails, Some(begun.unwrap_or(now)), locked))
        }
        Some(_) => None,
        None => Some((0, None, None)),
    };
    let outcome = fault.map_or("成功", |message| message.zh);
    let line = LoginLine { org: account.org_id, user: Some(account.user_id), login, outcome };
    call.app.system_write(|conn| {
        if let Some((fails, first, locked)) = counters {
            let int = |value: Option<i64>| value.map_or(Value::Null, Value::Int);
            let mut update = sql::update_global(
                "login",
                &[("fails", Value::Int(fails)), ("first_fail_at", int(first)), ("locked_until", int(locked))],
            );
            update.and_where(sql::eq("id", account.login_id));
            conn.exec(&update.into())?;
        }
        write_line(conn, call, &line)
    })
}

/// What the log-in log keeps of an attempt.
pub(crate) struct LoginLine<'a> {
    /// Organisation asked for.
    pub(crate) org: i64,
    /// Account, when there is one.
    pub(crate) user: Option<Id>,
    /// Login as given.
    pub(crate) login: &'a str,
    /// How it went.
    pub(crate) outcome: &'a str,
}

/// Writes a line of the log-in log.
pub(crate) fn write_line(conn: &mut dyn Conn, call: &Call, line: &LoginLine<'_>) -> Result<(), Refusal> {
    let cells = [
        ("id", Value::Int(call.app.mint.next(call.now()).0)),
        ("login_name", Value::Text(line.login.chars().take(80).collect())),
        ("user_id", line.user.map_or(Value::Null, |user| Value::Int(user.0))),
        ("outcome", Value::Text(line.outcome.to_owned())),
        ("ip", Value::Text(call.asked.ip.clone())),
        ("agent", Value::Text(call.asked.agent.chars().take(200).collect())),
        ("created_at", Value::Int(call.now().millis())),
    ];
    conn.exec(&sql::insert(line.org, "login_log", &cells).into())?;
    Ok(())
}

fn admit(call: &Call, account: &Account) -> Outcome {
    let mut data = json!({ "code": 0, "messageInfo": messages::DONE.text().in_language(call.language()) });
    if let Some(object) = data.as_object_mut() {
        object.extend(session_data(call, account)?);
    }
    Ok(Answer::Bare(data))
}

/// Opens a session and tells what the client keeps of it.
pub(crate) fn session_data(call: &Call, account: &Account) -> Result<Map<String, Json>, Refusal> {
    let who = (account.org_id, account.user_id, account.login_id);
    let now = call.now();
    let token = call.app.system_write(|conn| open_session(conn, who, now, (&call.asked.ip, &call.asked.agent)))?;
    let text = |place: usize| account.row.get::<String>(place).unwrap_or_default();
    let admin_role = text(11);
    let data = json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": platform::access::SESSION_LIFE_MS / 1000,
        "userId": account.user_id,
        "userCname": text(12),
        "userEname": text(13),
        "userName": text(12),
        "deptId": account.row.get::<i64>(14)?.to_string(),
        "orgId": account.org_id.to_string(),
        "orgCode": text(15),
        "orgName": text(16),
        "orgVersion": text(17),
        "loginType": account.row.get::<i64>(18)?,
        "adminRole": admin_role,
        "loginRole": if admin_role.is_empty() { "user" } else { "admin" },
        "userEmail": text(19),
        "phoneNumber": text(20),
        "pageLanguage": text(21),
        "mustChangePassword": account.row.get::<bool>(22)?,
        "stopDate": kernel::show_day(kernel::Instant::from_millis(account.row.get(10)?).day()),
        "privateSaas": false,
    });
    match data {
        Json::Object(data) => Ok(data),
        _ => Ok(Map::new()),
    }
}

/// DELETE /auth/token/logout.
pub fn end_token(call: &mut Call) -> Outcome {
    let token = call.asked.token.clone().unwrap_or_default();
    let now = call.now();
    call.app.system_write(|conn| Ok(end_session(conn, &token, now, "已退出")?))?;
    Ok(Answer::Data(Json::Null))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PasswordChange {
    old_password: String,
    new_password: String,
}

/// PUT /hrs/user/editPassword: ends every other session of the login, and this one.
pub fn change_password(call: &mut Call) -> Outcome {
    let change: PasswordChange = call.json()?;
    let login_id = call.actor()?.login_id;
    let mut select = sql::from_global("login");
    select.columns(["password_hash", "phone", "email", "admin_name"]).and_where(sql::eq("id", login_id));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let (hash, phone, email, admin): (String, String, String, String) =
        (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    if !password_fits(&change.old_password, &hash) {
        return Err(Refusal::field("oldPassword", OLD_WRONG.text()));
    }
    if change.old_password == change.new_password {
        return Err(Refusal::field("newPassword", SAME.text()));
    }
    if let Some(fault) = password::fault(&change.new_password, &[&phone, &email, &admin]) {
        return Err(Refusal::field("newPassword", fault.text()));
    }
    let hash = hash_password(&change.new_password, call.app.settings.password_cost)?;
    let token = call.asked.token.clone().unwrap_or_default();
    call.write(|tx| {
        let mut update = sql::update_global(
            "login",
            &[
                ("password_hash", Value::Text(hash)),
                ("must_change", Value::Bool(false)),
                ("updated_at", Value::Int(tx.now.millis())),
            ],
        );
        update.and_where(sql::eq("id", login_id));
        tx.exec(&update.into())?;
        let now = tx.now;
        end_other_sessions(tx, login_id, &token, now)?;
        end_session(tx, &token, now, "密码修改")?;
        let entry = LogEntry::of("login", login_id, tx.actor.name.clone(), "/resetPassword");
        tx.log(entry.did("重置密码", "修改密码").level(Level::High))
    })?;
    Ok(Answer::Data(Json::Null))
}

/// GET /hrs/language/setting.
pub fn language(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, "app_user");
    select.column("page_language").and_where(sql::eq("id", actor.user_id));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.unwrap_or_default();
    Ok(Answer::Data(json!({ "pageLanguage": row.get::<String>(0)? })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LanguageChange {
    page_language: String,
}

/// PUT /hrs/user/pageLanguage.
pub fn set_language(call: &mut Call) -> Outcome {
    let change: LanguageChange = call.json()?;
    if !matches!(change.page_language.as_str(), "zh-CN" | "en-US") {
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
