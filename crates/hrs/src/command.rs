//! What the command line does about people, where nobody can log in who might: it lists, makes, unlocks and stops them.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Id, Instant, Msg, show_minute};
use platform::access::{end_other_sessions, end_user_sessions, raise_permission_version};
use platform::call::{App, Asked, Call, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Conn, Row, Value, sql};

use crate::setup::{self, NewUser};
use crate::user::{self, ADMIN_STAYS};
use crate::{auth, second_factor};

const NO_ORG: Msg = Msg::new("command.org", "没有企业{code}", "There is no company {code}.");
const NO_LOGIN: Msg = Msg::new("command.login", "没有账号{login}", "There is no login {login}.");
const NO_ACCOUNT: Msg = Msg::new("command.account", "账号{login}没有在职用户", "The login {login} has no active user.");
const NO_ROLE: Msg = Msg::new("command.role", "没有角色{name}", "There is no role {name}.");
const NO_DEPT: Msg = Msg::new("command.dept", "没有部门{code}", "There is no department {code}.");
const NO_CONTACT: Msg = Msg::new("command.contact", "请填写邮箱或手机号", "Give an e-mail or a phone number.");
const NOT_SO: Msg = Msg::new(
    "command.not_so",
    "姓名不能为空，邮箱和手机号须有效",
    "A name, and an e-mail or phone number that can be one, are needed.",
);
const TAKEN: Msg = Msg::new("command.taken", "账号{login}已存在", "The login {login} exists already.");
const FULL: Msg =
    Msg::new("command.full", "用户数已达上限（{limit}）", "The number of users has reached its limit ({limit}).");

/// A user as the command line lists him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Code of his company.
    pub org: String,
    /// What he logs in with.
    pub login: String,
    /// His name.
    pub name: String,
    /// His roles, or what kind of administrator he is.
    pub roles: String,
    /// active, stopped, left or locked.
    pub state: &'static str,
    /// Whether a second factor is bound.
    pub factor: bool,
    /// When he logged in last; empty: never.
    pub last: String,
}

/// A user to be made.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// Code of his company.
    pub org: &'a str,
    /// His name.
    pub name: &'a str,
    /// E-mail; empty for none.
    pub email: &'a str,
    /// Phone number; empty for none.
    pub phone: &'a str,
    /// Code of his department; empty: the first one.
    pub dept: &'a str,
    /// His roles, by name.
    pub roles: &'a [String],
}

/// The users of a company, or of all.
pub fn list(conn: &mut dyn Conn, org: Option<&str>, now: Instant) -> Result<Vec<Listed>, Refusal> {
    let orgs = match org {
        Some(code) => vec![(org_of(conn, code)?, code.to_owned())],
        None => orgs(conn)?,
    };
    let mut all = Vec::new();
    for (org, code) in orgs {
        let roles = roles_of(conn, org)?;
        let mut select = sql::from(org, "app_user");
        select
            .join(JoinType::InnerJoin, "login", sql::of("login", "id").equals(("app_user", "login_id")))
            .columns([
                ("app_user", "id"),
                ("app_user", "name_cn"),
                ("app_user", "admin_role"),
                ("app_user", "active"),
                ("app_user", "user_status"),
                ("login", "phone"),
                ("login", "email"),
                ("login", "admin_name"),
                ("login", "locked_until"),
                ("login", "factor_bound_at"),
                ("login", "last_login_at"),
            ])
            .order_by(("app_user", "id"), Order::Asc);
        for row in conn.query(&select.into())? {
            all.push(listed(&row, &code, &roles, now)?);
        }
    }
    Ok(all)
}

fn listed(row: &Row, org: &str, roles: &BTreeMap<Id, String>, now: Instant) -> Result<Listed, Refusal> {
    let text = |place: usize| row.get::<String>(place);
    let known = [text(7)?, text(6)?, text(5)?];
    let locked = row.get::<Option<i64>>(8)?.is_some_and(|until| until > now.millis());
    let state = match (row.get::<i64>(4)? == 1, row.get::<bool>(3)?, locked) {
        (false, ..) => "left",
        (true, false, _) => "stopped",
        (true, true, true) => "locked",
        (true, true, false) => "active",
    };
    let admin = text(2)?;
    let of_roles = || roles.get(&row.get(0).unwrap_or(Id(0))).cloned().unwrap_or_default();
    Ok(Listed {
        org: org.to_owned(),
        login: known.into_iter().find(|login| !login.is_empty()).unwrap_or_default(),
        name: text(1)?,
        roles: if admin.is_empty() { of_roles() } else { admin },
        state,
        factor: row.get::<Option<i64>>(9)?.is_some(),
        last: row.get::<Option<i64>>(10)?.map(|at| show_minute(Instant::from_millis(at))).unwrap_or_default(),
    })
}

/// The names of the roles each user of an org has.
fn roles_of(conn: &mut dyn Conn, org: i64) -> Result<BTreeMap<Id, String>, Refusal> {
    let mut select = sql::from(org, "user_role");
    select
        .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
        .columns([("user_role", "user_id"), ("role", "name")])
        .order_by(("role", "name"), Order::Asc);
    let mut names: BTreeMap<Id, String> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let all = names.entry(row.get(0)?).or_default();
        if !all.is_empty() {
            all.push(',');
        }
        all.push_str(&row.get::<String>(1)?);
    }
    Ok(names)
}

fn orgs(conn: &mut dyn Conn) -> Result<Vec<(i64, String)>, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["id", "code"]).order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn org_of(conn: &mut dyn Conn, code: &str) -> Result<i64, Refusal> {
    let none = || Refusal::Business(NO_ORG.with(&[("code", code)]));
    orgs(conn)?.into_iter().find(|(_, known)| known == code).map(|(org, _)| org).ok_or_else(none)
}

/// Work in a company in the name of who keeps the server, as its log names him.
fn in_org<T>(app: &Arc<App>, org: i64, work: impl FnOnce(&mut Tx<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
    let caller = Some(facts::outside::actor(org, "命令行", app.clock.now()));
    let asked = Asked { language: "en-US".to_owned(), ..Asked::default() };
    Call { app: app.clone(), caller, asked, arrived: None }.write(work)
}

/// A line of the log about a user.
fn entry(user: Id, name: &str, done: &'static str) -> LogEntry {
    LogEntry::of("user", user, name, "/hrs_user").did(done, "命令行").level(Level::High)
}

/// A user with a one-time password, which he changes at his first log-in.
pub fn create(app: &Arc<App>, wanted: &Wanted<'_>, password: &str) -> Result<(), Refusal> {
    let org = app.store.read(|conn| org_of(conn, wanted.org))?;
    in_org(app, org, |tx| {
        let made = make(tx, org, wanted, password)?;
        tx.log(entry(made, wanted.name, "新建"))
    })
}

fn make(conn: &mut Tx<'_>, org: i64, wanted: &Wanted<'_>, password: &str) -> Result<Id, Refusal> {
    let login = if wanted.email.is_empty() { wanted.phone } else { wanted.email };
    if login.is_empty() {
        return Err(Refusal::business(NO_CONTACT));
    }
    let is_mail = wanted.email.is_empty() || user::is_mail(wanted.email);
    if wanted.name.is_empty() || !is_mail || !(wanted.phone.is_empty() || user::is_phone("86", wanted.phone)) {
        return Err(Refusal::business(NOT_SO));
    }
    for contact in [wanted.email, wanted.phone].into_iter().filter(|contact| !contact.is_empty()) {
        if setup::login_of(conn, contact)?.is_some() {
            return Err(Refusal::Business(TAKEN.with(&[("login", contact)])));
        }
    }
    let limit = user::limit(conn, org)?;
    if user::used(conn, org)? >= limit {
        return Err(Refusal::Business(FULL.with(&[("limit", &limit.to_string())])));
    }
    let roles: Vec<Id> = wanted
        .roles
        .iter()
        .map(|name| found(conn, org, ("role", "name", name), NO_ROLE.with(&[("name", name)])))
        .collect::<Result<_, _>>()?;
    let dept = dept_of(conn, org, wanted.dept)?;
    let user = NewUser {
        login: login.split('@').next().unwrap_or(login),
        name: wanted.name,
        phone: wanted.phone,
        email: wanted.email,
        admin_role: "",
        dept,
        roles: &roles,
        order_permission: None,
        must_change: true,
    };
    let app = conn.app;
    setup::create_user(app, conn, org, &user, password)
}

fn dept_of(conn: &mut dyn Conn, org: i64, code: &str) -> Result<Id, Refusal> {
    if !code.is_empty() {
        return found(conn, org, ("dept", "code", code), NO_DEPT.with(&[("code", code)]));
    }
    let mut first = sql::from(org, "dept");
    first.column("id").and_where(sql::col("parent_id").is_null()).order_by("code", Order::Asc).limit(1);
    let row = conn.first(&first.into())?;
    Ok(row.ok_or_else(|| Refusal::Business(NO_DEPT.with(&[("code", "")])))?.get(0)?)
}

/// The row of a table that holds a text in a column.
fn found(
    conn: &mut dyn Conn,
    org: i64,
    (table, column, text): (&'static str, &'static str, &str),
    otherwise: kernel::Text,
) -> Result<Id, Refusal> {
    let mut select = sql::from(org, table);
    select.column("id").and_where(sql::eq(column, text.to_owned()));
    Ok(conn.first(&select.into())?.ok_or(Refusal::Business(otherwise))?.get(0)?)
}

fn need_login(conn: &mut dyn Conn, login: &str) -> Result<Id, Refusal> {
    setup::login_of(conn, login)?.ok_or_else(|| Refusal::Business(NO_LOGIN.with(&[("login", login)])))
}

/// Forgets the failed log-ins of a person, wherever they were counted.
pub fn unlock(app: &Arc<App>, login: &str) -> Result<(), Refusal> {
    of_login(app, login, ("解锁", ""), auth::forgive_all)
}

/// Takes the second factor of a person away, and ends what was opened with it.
pub fn reset_second_factor(app: &Arc<App>, login: &str) -> Result<(), Refusal> {
    let now = app.clock.now();
    of_login(app, login, ("修改", "解绑二次验证"), |conn, id| {
        second_factor::forget(conn, id)?;
        auth::device::forget_all(conn, id)?;
        Ok(end_other_sessions(conn, id, "", now)?)
    })
}

/// Does something to a login, told in the log of each company of its person. Doing it again changes nothing.
fn of_login(
    app: &Arc<App>,
    login: &str,
    (done, told): (&'static str, &str),
    work: impl Fn(&mut dyn Conn, Id) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let (id, accounts) = app.store.read(|conn| {
        let id = need_login(conn, login)?;
        let mut accounts = Vec::new();
        for (org, _) in orgs(conn)? {
            let mut select = sql::from(org, "app_user");
            select.columns(["org_id", "id", "name_cn"]).and_where(sql::eq("login_id", id));
            accounts.extend(conn.query(&select.into())?);
        }
        Ok::<_, Refusal>((id, accounts))
    })?;
    for row in &accounts {
        let (org, user, name): (i64, Id, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        in_org(app, org, |tx| {
            work(tx, id)?;
            tx.log(entry(user, &name, done).text(told))
        })?;
    }
    Ok(())
}

/// Stops the user of a person in a company, or in all of them; answers how many were stopped. Administrators stay.
pub fn stop(app: &Arc<App>, login: &str, org: Option<&str>) -> Result<usize, Refusal> {
    let (id, here) = app.store.read(|conn| {
        let id = need_login(conn, login)?;
        let orgs = match org {
            Some(code) => vec![org_of(conn, code)?],
            None => orgs(conn)?.into_iter().map(|(org, _)| org).collect(),
        };
        let mut here = Vec::new();
        for org in orgs {
            match at_work(conn, org, id)? {
                Some((_, admin, _)) if !admin.is_empty() => return Err(Refusal::business(ADMIN_STAYS)),
                Some(_) => here.push(org),
                None => {}
            }
        }
        Ok((id, here))
    })?;
    for org in &here {
        in_org(app, *org, |tx| stop_in(tx, id))?;
    }
    if here.is_empty() { Err(Refusal::Business(NO_ACCOUNT.with(&[("login", login)]))) } else { Ok(here.len()) }
}

/// The working account of a person in a company: id, kind of administrator and name.
fn at_work(conn: &mut dyn Conn, org: i64, login: Id) -> Result<Option<(Id, String, String)>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .columns(["id", "admin_role", "name_cn"])
        .and_where(sql::eq("login_id", login))
        .and_where(sql::eq("user_status", 1i64))
        .and_where(sql::eq("active", true));
    let row = conn.first(&select.into())?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).transpose()
}

/// As the page of users stops one: what waits for his decision goes to the administrator.
fn stop_in(tx: &mut Tx<'_>, login: Id) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let Some((user, admin, name)) = at_work(tx, org, login)? else { return Ok(()) };
    if !admin.is_empty() {
        return Err(Refusal::business(ADMIN_STAYS));
    }
    let cells = [("active", Value::Bool(false)), ("updated_at", Value::Int(now.millis()))];
    let mut update = sql::update(org, "app_user", &cells);
    update.value("version", sql::col("version").add(1)).and_where(sql::eq("id", user));
    tx.exec(&update.into())?;
    raise_permission_version(tx, org)?;
    end_user_sessions(tx, (org, user), now, "停用")?;
    approval::leave_to_admin(tx, user)?;
    tx.log(entry(user, &name, "停用"))
}
