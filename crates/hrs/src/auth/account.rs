//! The account of a log-in: finding it, and whether it may enter.

use kernel::{Id, Msg, Text};
use platform::access::{Bar, PARTY_COLUMNS, join_party};
use platform::call::Call;
use platform::refusal::Refusal;
use platform::sea_query::{Condition, ExprTrait, JoinType, Order};
use platform::store::sql::{self, of, of_eq};
use platform::store::{Conn, Row};

use super::log_line::{ADMIN_TYPE, BY_ADMIN_NAME, way_of};
use crate::security;

const UNDER_AUDIT: Msg =
    Msg::new("login.audit", "企业资料审核中，请耐心等待", "The company is being verified. Please wait.");
const AUDIT_FAILED: Msg =
    Msg::new("login.audit_failed", "企业资料审核未通过：{reason}", "The company was not accepted: {reason}");
const EXPIRED: Msg =
    Msg::new("login.expired", "签约已到期，请联系客服续约", "The contract has ended. Please contact support.");
const ORG_STOPPED: Msg =
    Msg::new("login.org_stopped", "公司已停用，请联系客服", "The company has been stopped. Please contact support.");
const ORG_BLACK: Msg = Msg::new(
    "login.org_black",
    "公司已被列入黑名单，请联系客服",
    "The company is on the black list. Please contact support.",
);
const ORG_LOCKED: Msg =
    Msg::new("login.org_locked", "公司账号已锁定，请联系客服", "The company is locked. Please contact support.");
const USER_STOPPED: Msg = Msg::new(
    "login.user_stopped",
    "账号已停用，请联系管理员",
    "The account has been stopped. Please contact the administrator.",
);
const WRONG_PLACE: Msg =
    Msg::new("login.place", "当前IP不在允许的登录范围内", "Your address is not among those allowed to log in.");

/// One account that may be logging in.
pub(crate) struct Account {
    /// Org of the account.
    pub(crate) org_id: i64,
    /// The account.
    pub(crate) user_id: Id,
    pub(super) login_id: Id,
    pub(super) hash: String,
    pub(super) locked_until: Option<i64>,
    pub(super) row: Row,
}

impl Account {
    /// The person.
    pub(crate) fn login(&self) -> Id {
        self.login_id
    }

    /// Whether he works for the company.
    pub(crate) fn is_working(&self) -> bool {
        self.row.get::<i64>(29).unwrap_or(0) == 1
    }

    /// Code and name of the company, as one chooses among several.
    pub(crate) fn company(&self) -> (String, String) {
        let text = |place| self.row.get::<String>(place).unwrap_or_default();
        (text(15), text(16))
    }

    /// His name.
    pub(crate) fn name(&self) -> String {
        self.row.get(12).unwrap_or_default()
    }

    /// How somebody logs in who gives this name.
    pub(super) fn way(&self, login: &str) -> &'static str {
        let admin = self.row.get::<i64>(18).unwrap_or(0) == ADMIN_TYPE;
        if admin { BY_ADMIN_NAME } else { way_of(login) }
    }
}

const ACCOUNT_COLUMNS: [(&str, &str); 36] = [
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
    ("login", "phone_area"),
    ("app_user", "user_status"),
    ("org", "short_logo"),
    ("org", "logo"),
    ("org", "org_type"),
    ("app_user", "order_permission"),
    ("app_user", "online_service"),
    ("org", "contract_party_id"),
];
/// Place of the first column about the contract party.
const PARTY_PLACE: usize = ACCOUNT_COLUMNS.len();

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

/// An account by its row.
pub(crate) fn account_of(conn: &mut dyn Conn, (org, user): (i64, Id)) -> Result<Option<Account>, Refusal> {
    account_where(conn, sql::all_of([of_eq("app_user", "org_id", org), of_eq("app_user", "id", user)]))
}

/// The account of a company whose person logs in by an e-mail.
pub(crate) fn account_by_mail(conn: &mut dyn Conn, org: i64, mail: &str) -> Result<Option<Account>, Refusal> {
    let known = [of_eq("login", "email", mail.trim().to_lowercase()), of_eq("app_user", "org_id", org)];
    account_where(conn, sql::all_of(known))
}

/// The account of a company by its log-in name there; none where several have it. Who works is meant before who left.
pub(crate) fn account_by_name(conn: &mut dyn Conn, org: i64, name: &str) -> Result<Option<Account>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select.columns(["id", "user_status"]).and_where(sql::eq("login_name", name.to_owned()));
    let (mut working, mut left) = (Vec::new(), Vec::new());
    for row in conn.query(&select.into())? {
        let found = if row.get::<i64>(1)? == 1 { &mut working } else { &mut left };
        found.push(row.get::<Id>(0)?);
    }
    match if working.is_empty() { left } else { working }.as_slice() {
        [one] => account_of(conn, (org, *one)),
        _ => Ok(None),
    }
}

fn account_where(conn: &mut dyn Conn, condition: Condition) -> Result<Option<Account>, Refusal> {
    let mut select = sql::from_global("login");
    select.join(JoinType::InnerJoin, "app_user", of("app_user", "login_id").equals(("login", "id"))).join(
        JoinType::InnerJoin,
        "org",
        of("org", "id").equals(("app_user", "org_id")),
    );
    join_party(&mut select)
        .columns(ACCOUNT_COLUMNS)
        .columns(PARTY_COLUMNS)
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
        locked_until: row.get(6)?,
        row,
    }))
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
    match Bar::of(&account.row, PARTY_PLACE).ok().flatten() {
        Some(Bar::Black) => return Err(ORG_BLACK.text()),
        Some(Bar::Locked) => return Err(ORG_LOCKED.text()),
        None => {}
    }
    if !flag(7) {
        return Err(USER_STOPPED.text());
    }
    let welcome = call.read(|conn| security::may_come_from(conn, account.org_id, &call.asked.ip));
    if !welcome.unwrap_or(false) {
        return Err(WRONG_PLACE.text());
    }
    let roles = call.read(|conn| active_roles(conn, account)).unwrap_or_default();
    if text(11).is_empty() && roles.is_empty() {
        return Err(platform::refusal::messages::NO_ROLE.text());
    }
    Ok(())
}

/// The roles that count for an account.
pub(super) fn active_roles(conn: &mut dyn Conn, account: &Account) -> Result<Vec<Id>, Refusal> {
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
        .order_by(("role", "id"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok(row.get(0)?)).collect()
}
