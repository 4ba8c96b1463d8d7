//! Log-in and log-out: look-up, token by password and second factor, language.

use std::collections::BTreeMap;

use kernel::{Id, Msg, Text};
use platform::access::{Limit, Opening, end_session, open_session, password_fits};
use platform::call::{Answer, Call, Outcome};
use platform::maintenance;
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use platform::store::sql::{self, of, of_eq};
use platform::store::{Conn, Row, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::second_factor::{self, Verdict};
use crate::security::{self, FAILS_WINDOW_MS, Policy};
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
const AUDIT_FAILED: Msg =
    Msg::new("login.audit_failed", "企业资料审核未通过：{reason}", "The company was not accepted: {reason}");
const EXPIRED: Msg =
    Msg::new("login.expired", "签约已到期，请联系客服续约", "The contract has ended. Please contact support.");
const ORG_STOPPED: Msg =
    Msg::new("login.org_stopped", "公司已停用，请联系客服", "The company has been stopped. Please contact support.");
const USER_STOPPED: Msg = Msg::new(
    "login.user_stopped",
    "账号已停用，请联系管理员",
    "The account has been stopped. Please contact the administrator.",
);
const WRONG_PLACE: Msg =
    Msg::new("login.place", "当前IP不在允许的登录范围内", "Your address is not among those allowed to log in.");
const NO_ROLE: Msg = Msg::new(
    "login.no_role",
    "当前用户没有角色权限，请联系管理员",
    "The user has no role. Please contact the administrator.",
);
const PROOF_WRONG: Msg = Msg::new("login.proof_wrong", "密码错误", "Wrong password.");

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
    last_fail_at: Option<i64>,
    row: Row,
}

impl Account {
    /// The person.
    pub(crate) fn login(&self) -> Id {
        self.login_id
    }

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

const ACCOUNT_COLUMNS: [(&str, &str); 28] = [
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
    ("login", "last_fail_at"),
    ("login", "password_changed_at"),
    ("org", "audit_reason"),
    ("org", "title"),
    ("org", "theme_color"),
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
        last_fail_at: row.get(23)?,
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
    let (policy, needs_factor) = call.read(|conn| Policy::of_login(conn, account.login_id))?;
    let way = account.way(login);
    let line = LoginLine { way, ..LoginLine::of(account.org_id, Some(account.user_id), login) };
    match judge(call, &account, &policy, (field("password"), field("code")))? {
        Some(fault) => {
            note_failure(call, &account, &policy, line, &fault)?;
            Err(fault.refusal)
        }
        None => {
            let limit = limit_of(call, &account, &policy, needs_factor)?;
            admit(call, &account, (&policy, limit), line)
        }
    }
}

/// Why an attempt was refused.
struct Fault {
    refusal: Refusal,
    /// As the log-in log tells it.
    outcome: String,
    /// Whether it counts as a failure.
    counts: bool,
}

impl Fault {
    fn new(message: Msg) -> Self {
        Self::of(message.text())
    }

    fn of(text: Text) -> Self {
        Self { outcome: text.zh.clone(), refusal: Refusal::Business(text), counts: false }
    }

    fn counted(self) -> Self {
        Self { counts: true, ..self }
    }
}

/// The form's fields; a name given twice counts by its last value.
fn form_of(body: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(body);
    let uri = format!("/?{text}").parse();
    uri.map(|uri| platform::web::query_of(&uri)).unwrap_or_default()
}

/// What stands against an attempt, in the order of the page's refusals.
fn judge(
    call: &Call,
    account: &Account,
    policy: &Policy,
    (password, code): (&str, &str),
) -> Result<Option<Fault>, Refusal> {
    if let Some(fault) = held_up(call, account, policy) {
        return Ok(Some(fault));
    }
    if !password_fits(password, &account.hash) {
        return Ok(Some(Fault::new(WRONG).counted()));
    }
    // Only who knows the password is told that a code is wanted.
    let now = call.now().millis();
    let verdict = call.app.system_write(|conn| second_factor::take(&call.app, conn, account.login_id, code, now))?;
    Ok(match verdict {
        Verdict::Wrong => {
            Some(Fault { refusal: wants_code(second_factor::WRONG), ..Fault::new(second_factor::WRONG).counted() })
        }
        Verdict::Wanted => {
            Some(Fault { refusal: wants_code(second_factor::WANTED), ..Fault::new(second_factor::WANTED) })
        }
        Verdict::Passed => admissible(call, account).err().map(Fault::of),
    })
}

/// Tells the page to show its field for the code.
fn wants_code(message: Msg) -> Refusal {
    Refusal::BusinessWith(message.text(), json!({ "secondFactor": true }))
}

/// Whether failures keep a login from being tried at all: locked, or too soon after the last one.
fn held_up(call: &Call, account: &Account, policy: &Policy) -> Option<Fault> {
    let now = call.now().millis();
    if account.locked_until.is_some_and(|until| until > now) {
        return Some(Fault::new(LOCKED));
    }
    let recent = account.first_fail_at.is_some_and(|at| now - at < FAILS_WINDOW_MS);
    let waits = policy.wait_ms(if recent { account.fails } else { 0 });
    let too_soon = account.last_fail_at.is_some_and(|at| now - at < waits);
    too_soon.then(|| Fault { refusal: Refusal::TooMany, ..Fault::new(messages::TOO_MANY) })
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

/// Whether organisation, account and roles allow a log-in, however it was proved who it is.
pub(crate) fn admissible(call: &Call, account: &Account) -> Result<(), Text> {
    let now = call.now().millis();
    let flag = |place: usize| account.row.get::<bool>(place).unwrap_or(false);
    let text = |place: usize| account.row.get::<String>(place).unwrap_or_default();
    if text(9) == "已拒绝" {
        return Err(AUDIT_FAILED.with(&[("reason", &text(25))]));
    }
    if text(9) != "已审核" {
        return Err(UNDER_AUDIT.text());
    }
    if account.row.get::<i64>(10).unwrap_or(0) <= now {
        return Err(EXPIRED.text());
    }
    if !flag(8) {
        return Err(ORG_STOPPED.text());
    }
    if !flag(7) {
        return Err(USER_STOPPED.text());
    }
    let welcome = call.read(|conn| security::may_come_from(conn, account.org_id, &call.asked.ip));
    if !welcome.unwrap_or(false) {
        return Err(WRONG_PLACE.text());
    }
    if text(11).is_empty() && !has_role(call, account).unwrap_or(false) {
        return Err(NO_ROLE.text());
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

/// Counts a failure and writes the log-in log.
fn note_failure(
    call: &Call,
    account: &Account,
    policy: &Policy,
    line: LoginLine<'_>,
    fault: &Fault,
) -> Result<(), Refusal> {
    let now = call.now().millis();
    call.app.system_write(|conn| {
        let (before, since) = fails_of(conn, account.login_id)?;
        let begun = since.filter(|at| now - at < FAILS_WINDOW_MS);
        let fails = begun.map_or(0, |_| before) + i64::from(fault.counts);
        if fault.counts {
            let locked = (fails >= policy.fails).then_some(now + policy.lock_ms());
            count_fails(conn, account.login_id, (fails, Some(begun.unwrap_or(now)), locked))?;
            let mut update = sql::update_global("login", &[("last_fail_at", Value::Int(now))]);
            update.and_where(sql::eq("id", account.login_id));
            conn.exec(&update.into())?;
        }
        write_line(conn, call, &LoginLine { outcome: &fault.outcome, fails, ..line })
    })
}

/// How often a login failed, and since when; held until the transaction ends, so that attempts made at once count each.
fn fails_of(conn: &mut dyn Conn, login: Id) -> Result<(i64, Option<i64>), Refusal> {
    let mut select = sql::from_global("login");
    select.columns(["fails", "first_fail_at"]).and_where(sql::eq("id", login)).lock_exclusive();
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
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

/// Outcome of an attempt while only the platform works.
const IN_MAINTENANCE: &str = "系统维护中";
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

fn admit(call: &Call, account: &Account, terms: (&Policy, Option<Limit>), line: LoginLine<'_>) -> Outcome {
    let text = terms.1.map_or_else(|| messages::DONE.text(), Limit::message);
    let mut data = json!({ "code": 0, "messageInfo": text.in_language(call.language()) });
    if let Some(object) = data.as_object_mut() {
        object.extend(session_data(call, account, terms, line)?);
    }
    Ok(Answer::Bare(data))
}

/// Opens a session, notes it, and tells what the client keeps of it.
pub(crate) fn session_data(
    call: &Call,
    account: &Account,
    (policy, limit): (&Policy, Option<Limit>),
    line: LoginLine<'_>,
) -> Result<Map<String, Json>, Refusal> {
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
    let token = call.app.system_write(|conn| {
        let cells =
            [("last_login_at", Value::Int(now.millis())), ("last_login_ip", Value::Text(call.asked.ip.clone()))];
        let mut update = sql::update_global("login", &cells);
        update.and_where(sql::eq("id", account.login_id));
        conn.exec(&update.into())?;
        if line.way != BY_TOKEN {
            count_fails(conn, account.login_id, (0, None, None))?;
        }
        let token = open_session(conn, &opening, now)?;
        crate::told::new_place(conn, call, (account.org_id, account.user_id))?;
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
        "orgTitle": text(26),
        "themeColor": text(27),
        "orgVersion": text(17),
        "loginType": account.row.get::<i64>(18)?,
        "adminRole": admin_role,
        "loginRole": if admin_role.is_empty() { "user" } else { "admin" },
        "userEmail": text(19),
        "phoneNumber": text(20),
        "pageLanguage": text(21),
        "mustChangePassword": matches!(limit, Some(Limit::FirstLogin | Limit::OldPassword)),
        "limitedBy": limit.map(Limit::code),
        "stopDate": kernel::show_day(kernel::Instant::from_millis(account.row.get(10)?).day()),
        "privateSaas": call.read(|conn| platform::deployment::is_private(conn))?,
    });
    match data {
        Json::Object(data) => Ok(data),
        _ => Ok(Map::new()),
    }
}

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
    let (session, now) = (call.actor()?.session_id, call.now().millis());
    call.app.system_write(|conn| {
        let mut update = sql::update_global("session", &[("proved_at", Value::Int(now))]);
        update.and_where(sql::eq("id", session));
        conn.exec(&update.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// Refuses with a message unless it is the caller's password; a wrong one counts as a failed log-in.
pub(crate) fn prove_password(call: &Call, password: &str, wrong: Msg) -> Result<(), Refusal> {
    prove_by(call, wrong, |account| Ok(password_fits(password, &account.hash)))
}

fn prove_by(call: &Call, wrong: Msg, proves: impl FnOnce(&Account) -> Result<bool, Refusal>) -> Result<(), Refusal> {
    let (org, user, login) = (call.actor()?.org_id, call.actor()?.user_id, call.actor()?.login_id);
    call.app.limits.take(format!("prove {login}"), ATTEMPTS_PER_LOGIN, call.now())?;
    let own = sql::all_of([of_eq("app_user", "org_id", org), of_eq("app_user", "id", user)]);
    let account = call.read(|conn| account_where(conn, own))?.ok_or(Refusal::NotFound)?;
    let (policy, _) = call.read(|conn| Policy::of_login(conn, login))?;
    let (email, phone): (String, String) = (account.row.get(19)?, account.row.get(20)?);
    let name = [email, phone].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let line = LoginLine { way: account.way(&name), ..LoginLine::of(org, Some(user), &name) };
    let fault = match held_up(call, &account, &policy) {
        Some(fault) => Some(fault),
        None if proves(&account)? => None,
        None => Some(Fault { refusal: Refusal::business(wrong), ..Fault::new(WRONG).counted() }),
    };
    match fault {
        Some(fault) => {
            note_failure(call, &account, &policy, line, &fault)?;
            Err(fault.refusal)
        }
        None => call.app.system_write(|conn| count_fails(conn, login, (0, None, None))),
    }
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
