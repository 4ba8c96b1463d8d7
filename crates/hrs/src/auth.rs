//! Log-in and log-out: look-up, token by password, change of password, language.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use platform::access::{end_other_sessions, end_session, hash_password, open_session, password_fits};
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use platform::store::sql::{self, of, of_eq};
use platform::store::{Conn, Row, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::password;
use crate::setup::PLATFORM_ORG;

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
const PROOF_WRONG: Msg = Msg::new("login.proof_wrong", "密码错误", "Wrong password.");
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
        .distinct()
        .order_by(("org", "code"), Order::Asc)
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

impl Account {
    /// How somebody logs in who gives this name.
    fn way(&self, login: &str) -> &'static str {
        let admin = self.row.get::<i64>(18).unwrap_or(0) == ADMIN_TYPE;
        if admin { BY_ADMIN_NAME } else { way_of(login) }
    }
}

/// Way of a log-in by an administrator's name.
const BY_ADMIN_NAME: &str = "管理员";
/// Outcome of an attempt with a login nobody has.
const UNKNOWN: &str = "用户不存在";

/// How somebody nobody knows tries to log in.
fn way_of(login: &str) -> &'static str {
    match (login.contains('@'), login.bytes().all(|b| b.is_ascii_digit())) {
        (true, _) => "邮箱",
        (false, true) => "手机",
        (false, false) => BY_ADMIN_NAME,
    }
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
    let name = login.to_owned();
    let mut phone = of_eq("login", "phone", name.clone());
    if let Some(area) = area {
        phone = phone.and(of_eq("login", "phone_area", area.to_owned()));
    }
    let known = sql::any_of([phone, of_eq("login", "email", name.to_lowercase()), of_eq("login", "admin_name", name)]);
    account_where(conn, Condition::all().add(known).add(of_eq("org", "code", org_code.to_owned())))
}

fn account_where(conn: &mut dyn Conn, condition: Condition) -> Result<Option<Account>, Refusal> {
    let mut select = sql::from_global("login");
    select
        .join(JoinType::InnerJoin, "app_user", of("app_user", "login_id").equals(("login", "id")))
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("app_user", "org_id")))
        .columns(ACCOUNT_COLUMNS)
        // Somebody who came back has an account that he left, and the present one.
        .order_by(("app_user", "user_status"), Order::Desc)
        .order_by(("app_user", "id"), Order::Desc)
        .limit(1)
        .cond_where(condition);
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
        // Who is no one's account is the platform's to look at.
        let line = LoginLine { way: way_of(login), outcome: UNKNOWN, ..LoginLine::of(PLATFORM_ORG, None, login) };
        call.app.system_write(|conn| write_line(conn, call, &line))?;
        return Err(Refusal::business(WRONG));
    };
    let verdict = judge(call, &account, field("password"));
    let way = account.way(login);
    let line = LoginLine { way, ..LoginLine::of(account.org_id, Some(account.user_id), login) };
    match verdict {
        Err(message) => {
            note_failure(call, &account, line, message)?;
            Err(Refusal::business(message))
        }
        Ok(()) => admit(call, &account, line),
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

/// Counts a wrong password and writes the log-in log.
fn note_failure(call: &Call, account: &Account, line: LoginLine<'_>, fault: Msg) -> Result<(), Refusal> {
    let now = call.now().millis();
    let begun = account.first_fail_at.filter(|at| now - at < password::FAILS_WINDOW_MS);
    let wrong = fault == WRONG;
    let fails = if begun.is_some() { account.fails + i64::from(wrong) } else { i64::from(wrong) };
    call.app.system_write(|conn| {
        if wrong {
            let locked = (fails >= password::FAILS_MAX).then_some(now + password::LOCK_MS);
            count_fails(conn, account.login_id, (fails, Some(begun.unwrap_or(now)), locked))?;
        }
        write_line(conn, call, &LoginLine { outcome: fault.zh, fails, ..line })
    })
}

/// Sets how often a login failed, since when, and until when it is locked.
pub(crate) fn count_fails(
    conn: &mut dyn Conn,
    login: Id,
    (fails, first, locked): (i64, Option<i64>, Option<i64>),
) -> Result<(), Refusal> {
    let int = |value: Option<i64>| value.map_or(Value::Null, Value::Int);
    let cells = [("fails", Value::Int(fails)), ("first_fail_at", int(first)), ("locked_until", int(locked))];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    conn.exec(&update.into())?;
    Ok(())
}

/// How it went when all went well.
pub(crate) const DONE: &str = "成功";
/// Way of a log-in by a partner's token.
pub(crate) const BY_TOKEN: &str = "免登";

/// What the log-in log keeps of an attempt.
#[derive(Clone, Copy)]
pub(crate) struct LoginLine<'a> {
    /// Organisation asked for.
    pub(crate) org: i64,
    /// Account, when there is one.
    pub(crate) user: Option<Id>,
    /// Login as given.
    pub(crate) login: &'a str,
    /// 手机, 邮箱, 管理员 or 免登.
    pub(crate) way: &'a str,
    /// How it went: 成功 or why not.
    pub(crate) outcome: &'a str,
    /// Wrong passwords in a row.
    pub(crate) fails: i64,
    /// The session it began.
    pub(crate) session: Option<Id>,
}

impl<'a> LoginLine<'a> {
    /// A successful attempt.
    pub(crate) fn of(org: i64, user: Option<Id>, login: &'a str) -> Self {
        Self { org, user, login, way: BY_TOKEN, outcome: DONE, fails: 0, session: None }
    }
}

/// Writes a line of the log-in log.
pub(crate) fn write_line(conn: &mut dyn Conn, call: &Call, line: &LoginLine<'_>) -> Result<(), Refusal> {
    let id = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let cells = [
        ("id", Value::Int(call.app.mint.next(call.now()).0)),
        ("login_name", Value::Text(line.login.chars().take(80).collect())),
        ("user_id", id(line.user)),
        ("way", Value::Text(line.way.to_owned())),
        ("outcome", Value::Text(line.outcome.to_owned())),
        ("fails", Value::Int(line.fails)),
        ("session_id", id(line.session)),
        ("ip", Value::Text(call.asked.ip.clone())),
        ("agent", Value::Text(call.asked.agent.chars().take(200).collect())),
        ("created_at", Value::Int(call.now().millis())),
    ];
    conn.exec(&sql::insert(line.org, "login_log", &cells).into())?;
    Ok(())
}

fn admit(call: &Call, account: &Account, line: LoginLine<'_>) -> Outcome {
    let mut data = json!({ "code": 0, "messageInfo": messages::DONE.text().in_language(call.language()) });
    if let Some(object) = data.as_object_mut() {
        object.extend(session_data(call, account, line)?);
    }
    Ok(Answer::Bare(data))
}

/// Opens a session, notes it, and tells what the client keeps of it.
pub(crate) fn session_data(call: &Call, account: &Account, line: LoginLine<'_>) -> Result<Map<String, Json>, Refusal> {
    let now = call.now();
    let session = call.app.mint.next(now);
    let who = (session, account.org_id, account.user_id, account.login_id);
    let token = call.app.system_write(|conn| {
        let cells =
            [("last_login_at", Value::Int(now.millis())), ("last_login_ip", Value::Text(call.asked.ip.clone()))];
        let mut update = sql::update_global("login", &cells);
        update.and_where(sql::eq("id", account.login_id));
        conn.exec(&update.into())?;
        if line.way != BY_TOKEN {
            count_fails(conn, account.login_id, (0, None, None))?;
        }
        let token = open_session(conn, who, now, (&call.asked.ip, &call.asked.agent))?;
        write_line(conn, call, &LoginLine { session: Some(session), ..line })?;
        Ok(token)
    })?;
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    password: String,
}

/// POST /auth/reauth: the password proves who is calling. A wrong one counts as a failed log-in.
pub fn prove(call: &mut Call) -> Outcome {
    let proof: Proof = call.json()?;
    let (org, user) = (call.actor()?.org_id, call.actor()?.user_id);
    let (session, login) = (call.actor()?.session_id, call.actor()?.login_id);
    call.app.limits.take(format!("prove {login}"), ATTEMPTS_PER_LOGIN, call.now())?;
    let own = sql::all_of([of_eq("app_user", "org_id", org), of_eq("app_user", "id", user)]);
    let account = call.read(|conn| account_where(conn, own))?.ok_or(Refusal::NotFound)?;
    let (email, phone): (String, String) = (account.row.get(19)?, account.row.get(20)?);
    let name = [email, phone].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let line = LoginLine { way: account.way(&name), ..LoginLine::of(org, Some(user), &name) };
    let now = call.now().millis();
    if account.locked_until.is_some_and(|until| until > now) {
        note_failure(call, &account, line, LOCKED)?;
        return Err(Refusal::business(LOCKED));
    }
    if !password_fits(&proof.password, &account.hash) {
        note_failure(call, &account, line, WRONG)?;
        return Err(Refusal::business(PROOF_WRONG));
    }
    call.app.system_write(|conn| {
        count_fails(conn, login, (0, None, None))?;
        let mut update = sql::update_global("session", &[("proved_at", Value::Int(now))]);
        update.and_where(sql::eq("id", session));
        conn.exec(&update.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
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
    if call.read(|conn| password::was_used(conn, login_id, &change.new_password))? {
        let text = password::REUSED.with(&[("n", &password::REMEMBERED.to_string())]);
        return Err(Refusal::field("newPassword", text));
    }
    let hash = hash_password(&change.new_password, call.app.settings.password_cost)?;
    let token = call.asked.token.clone().unwrap_or_default();
    call.write(|tx| {
        password::replace(tx, login_id, hash, false)?;
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
