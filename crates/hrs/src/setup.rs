//! Making organisations and people: first start, demonstration, and later the pages of this room.

use kernel::{Id, Instant};
use platform::access::{hash_password, raise_permission_version};
use platform::call::{App, Call};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::Order;
use platform::store::{Conn, Value, sql};

use crate::permission::grant_edition;
use crate::second_factor;

/// Position an administrator begins with.
const ADMIN_POSITION: &str = "管理员";
/// The end of time of a contract without an end.
pub const NEVER_STOPS: &str = "2099-12-31 23:59:59";

/// An organisation to be made.
#[derive(Debug, Clone)]
pub struct NewOrg<'a> {
    /// Id; small numbers for the platform and the demonstration.
    pub id: i64,
    /// Code typed at log-in.
    pub code: &'a str,
    /// Name.
    pub name: &'a str,
    /// Edition code.
    pub edition: &'a str,
    /// Most accounts.
    pub user_limit: i64,
    /// End of its contract.
    pub stop_at: Instant,
    /// Head of its group.
    pub group_id: Option<i64>,
    /// Social credit code.
    pub social_credit_code: &'a str,
    /// Three-letter code.
    pub short_code: &'a str,
}

/// A person to be made.
#[derive(Debug, Clone)]
pub struct NewUser<'a> {
    /// Login name, the part of the e-mail before the at sign.
    pub login: &'a str,
    /// Shown name.
    pub name: &'a str,
    /// Phone with area 86; empty for none.
    pub phone: &'a str,
    /// E-mail; empty for none.
    pub email: &'a str,
    /// `superAdmin`, `admin` or empty.
    pub admin_role: &'a str,
    /// Department.
    pub dept: Id,
    /// Roles.
    pub roles: &'a [Id],
    /// Own data level of orders, over that of the roles.
    pub order_permission: Option<i64>,
    /// Must change the password at first log-in.
    pub must_change: bool,
}

fn text(value: &str) -> Value {
    if value.is_empty() { Value::Null } else { Value::Text(value.to_owned()) }
}

fn stamps(app: &App, id: Id) -> Vec<(&'static str, Value)> {
    let now = Value::Int(app.clock.now().millis());
    vec![
        ("id", Value::Int(id.0)),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(0)),
        ("created_at", now.clone()),
        ("updated_by", Value::Int(0)),
        ("updated_at", now),
    ]
}

/// Makes an organisation with every permission open to it.
pub fn create_org(app: &App, conn: &mut dyn Conn, org: &NewOrg<'_>) -> Result<(), Refusal> {
    let now = Value::Int(app.clock.now().millis());
    let cells = [
        ("id", Value::Int(org.id)),
        ("code", text(org.code)),
        ("name", text(org.name)),
        ("edition", text(org.edition)),
        ("user_limit", Value::Int(org.user_limit)),
        ("stop_at", Value::Int(org.stop_at.millis())),
        ("status", Value::Bool(true)),
        ("audit_status", text("已审核")),
        ("group_id", org.group_id.map_or(Value::Null, Value::Int)),
        ("social_credit_code", text(org.social_credit_code)),
        ("short_code", text(org.short_code)),
        ("currency", text("CNY")),
        ("permission_version", Value::Int(1)),
        ("version", Value::Int(1)),
        ("created_at", now.clone()),
        ("updated_at", now),
    ];
    conn.exec(&sql::insert_global("org", &cells).into())?;
    grant_edition(conn, org.id, org.edition)?;
    charge::item::complete(conn, (&app.mint, app.clock.now()), org.id, "").map(drop)
}

/// Makes a department.
pub fn create_dept(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    (code, name): (&str, &str),
    parent: Option<Id>,
) -> Result<Id, Refusal> {
    let id = app.mint.next(app.clock.now());
    let mut cells = stamps(app, id);
    cells.extend([
        ("code", text(code)),
        ("name", text(name)),
        ("short_name", text(name)),
        ("full_name", Value::Text(full_name(conn, org, name, parent)?)),
        ("active", Value::Bool(true)),
        ("parent_id", parent.map_or(Value::Null, |id| Value::Int(id.0))),
    ]);
    conn.exec(&sql::insert(org, "dept", &cells).into())?;
    Ok(id)
}

/// The name of a department behind those above it.
fn full_name(conn: &mut dyn Conn, org: i64, name: &str, parent: Option<Id>) -> Result<String, Refusal> {
    let Some(parent) = parent else { return Ok(name.to_owned()) };
    let mut select = sql::from(org, "dept");
    select.column("full_name").and_where(sql::eq("id", parent));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(format!("{}/{name}", row.get::<String>(0)?))
}

/// Makes a role with permissions by code and data levels per order scope.
pub fn create_role(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    name: &str,
    codes: &[String],
    levels: &[(&str, i64)],
) -> Result<Id, Refusal> {
    let id = app.mint.next(app.clock.now());
    let mut cells = stamps(app, id);
    cells.extend([("name", text(name)), ("active", Value::Bool(true))]);
    conn.exec(&sql::insert(org, "role", &cells).into())?;
    let mut select = sql::from_global("permission");
    select.column("id").and_where(sql::is_in(sql::col("code"), codes.iter().cloned()));
    for row in conn.query(&select.into())? {
        let pair = [("role_id", Value::Int(id.0)), ("permission_id", row.value(0).clone())];
        conn.exec(&sql::insert(org, "role_permission", &pair).into())?;
    }
    for (scope, level) in levels {
        let cells = [
            ("role_id", Value::Int(id.0)),
            ("class", text("order")),
            ("scope", text(scope)),
            ("level", Value::Int(*level)),
        ];
        conn.exec(&sql::insert(org, "role_data_scope", &cells).into())?;
    }
    raise_permission_version(conn, org)?;
    Ok(id)
}

/// Makes a person and the account in an organisation.
pub fn create_user(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    user: &NewUser<'_>,
    password: &str,
) -> Result<Id, Refusal> {
    let login = create_login(app, conn, user, password)?;
    create_account(app, conn, org, login, user)
}

/// Makes a person.
pub(crate) fn create_login(app: &App, conn: &mut dyn Conn, user: &NewUser<'_>, password: &str) -> Result<Id, Refusal> {
    let now = Value::Int(app.clock.now().millis());
    let login = app.mint.next(app.clock.now());
    let admin = !user.admin_role.is_empty();
    let cells = [
        ("id", Value::Int(login.0)),
        ("phone_area", if user.phone.is_empty() { Value::Null } else { text("86") }),
        ("phone", text(user.phone)),
        ("email", text(&user.email.to_lowercase())),
        ("admin_name", if admin { text(user.login) } else { Value::Null }),
        ("password_hash", Value::Text(hash_password(password, app.settings.password_cost)?)),
        ("must_change", Value::Bool(user.must_change)),
        ("password_changed_at", now.clone()),
        ("fails", Value::Int(0)),
        ("created_at", now.clone()),
        ("updated_at", now),
    ];
    conn.exec(&sql::insert_global("login", &cells).into())?;
    Ok(login)
}

/// Makes the account of a person in an organisation.
pub(crate) fn create_account(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    login: Id,
    user: &NewUser<'_>,
) -> Result<Id, Refusal> {
    let admin = !user.admin_role.is_empty();
    let id = app.mint.next(app.clock.now());
    let login_type = match (admin, user.email.is_empty()) {
        (true, _) => 2,
        (false, false) => 1,
        (false, true) => 0,
    };
    let mut cells = stamps(app, id);
    cells.extend([
        ("login_id", Value::Int(login.0)),
        ("login_type", Value::Int(login_type)),
        ("admin_role", text(user.admin_role)),
        ("login_name", text(user.login)),
        ("name_cn", text(user.name)),
        ("email", text(user.email)),
        ("dept_id", Value::Int(user.dept.0)),
        ("job_position", if admin { text(ADMIN_POSITION) } else { Value::Null }),
        ("order_permission", Value::Int(user.order_permission.unwrap_or(0))),
        ("active", Value::Bool(true)),
        ("page_language", Value::Text(platform::deployment::language(conn)?)),
    ]);
    conn.exec(&sql::insert(org, "app_user", &cells).into())?;
    for role in user.roles {
        let pair = [("user_id", Value::Int(id.0)), ("role_id", Value::Int(role.0))];
        conn.exec(&sql::insert(org, "user_role", &pair).into())?;
    }
    raise_permission_version(conn, org)?;
    Ok(id)
}

/// Makes a workgroup of users for scopes (codes joined by comma).
pub fn create_workgroup(
    app: &App,
    conn: &mut dyn Conn,
    org: i64,
    (name, scopes): (&str, &str),
    users: &[Id],
) -> Result<Id, Refusal> {
    let id = app.mint.next(app.clock.now());
    let mut cells = stamps(app, id);
    cells.extend([("name", text(name)), ("scopes", text(scopes)), ("active", Value::Bool(true))]);
    conn.exec(&sql::insert(org, "workgroup", &cells).into())?;
    for user in users {
        let pair = [("workgroup_id", Value::Int(id.0)), ("user_id", Value::Int(user.0))];
        conn.exec(&sql::insert(org, "workgroup_user", &pair).into())?;
    }
    raise_permission_version(conn, org)?;
    Ok(id)
}

/// Sets a decision of a whole organisation, as JSON: for worlds that are made before anybody logs in.
pub fn set_org_setting(conn: &mut dyn Conn, org: i64, key: &str, json: &str) -> Result<(), Refusal> {
    let mut delete = sql::delete(org, "org_setting");
    delete.and_where(sql::eq("setting_key", key)).and_where(sql::eq("business_scope", "*"));
    conn.exec(&delete.into())?;
    let cells = [
        ("setting_key", text(key)),
        ("business_scope", text("*")),
        ("value", text(json)),
        ("updated_by", Value::Int(0)),
        ("updated_at", Value::Int(0)),
    ];
    conn.exec(&sql::insert(org, "org_setting", &cells).into())?;
    Ok(())
}

/// Users a field offers: active accounts of the caller's org, by name or login.
pub fn offer_users(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "app_user");
    select.columns(["id", "name_cn", "login_name"]).order_by("login_name", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).cond_where(sql::any_of([
            sql::contains(sql::col("name_cn"), &ask.keyword),
            sql::contains(sql::col("login_name"), &ask.keyword),
        ]));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    offers(call, select)
}

/// Workgroups a field offers: active ones the caller belongs to.
pub fn offer_workgroups(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, "workgroup");
    select.columns(["id", "name", "scopes"]).order_by("name", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select
            .and_where(sql::eq("active", true))
            .and_where(sql::is_in(sql::col("id"), actor.rights.workgroups.iter().copied()))
            .and_where(sql::contains(sql::col("name"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    offers(call, select)
}

/// Workgroups a field of an account offers: all active ones.
pub fn offer_any_workgroup(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    let mut select = sql::from(call.actor()?.org_id, "workgroup");
    select.columns(["id", "name", "scopes"]).order_by("name", Order::Asc).limit(OFFERS_MAX);
    if ask.value.is_empty() {
        select.and_where(sql::eq("active", true)).and_where(sql::contains(sql::col("name"), &ask.keyword));
    } else {
        select.and_where(sql::eq("id", ask.value.parse::<i64>().unwrap_or(0)));
    }
    offers(call, select)
}

/// The rows of a select of value, label and hint.
pub(crate) fn offers(call: &Call, select: platform::sea_query::SelectStatement) -> Result<Vec<Offer>, Refusal> {
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| Ok(Offer { value: row.get::<i64>(0)?.to_string(), label: row.get(1)?, hint: row.get(2)? }))
        .collect()
}

/// The person of a login: phone, e-mail or administrator's name.
pub(crate) fn login_of(conn: &mut dyn Conn, login: &str) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from_global("login");
    select.column("id").cond_where(sql::any_of([
        sql::eq("phone", login.to_owned()),
        sql::eq("email", login.to_lowercase()),
        sql::eq("admin_name", login.to_owned()),
    ]));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Gives a login (phone, e-mail or admin name) a new password to be changed at the next log-in, and
/// ends its sessions; false when there is no such login.
pub fn reset_password(app: &App, conn: &mut dyn Conn, login: &str, password: &str) -> Result<bool, Refusal> {
    let now = app.clock.now();
    let Some(id) = login_of(conn, login)? else { return Ok(false) };
    second_factor::forget(conn, id)?;
    let cells = [
        ("password_hash", Value::Text(hash_password(password, app.settings.password_cost)?)),
        ("must_change", Value::Bool(true)),
        ("password_changed_at", Value::Int(now.millis())),
        ("updated_at", Value::Int(now.millis())),
    ];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", id));
    conn.exec(&update.into())?;
    crate::auth::forgive_all(conn, id)?;
    crate::auth::device::forget_all(conn, id)?;
    platform::access::end_other_sessions(conn, id, "", now)?;
    crate::link::spend_all(conn, id, now)?;
    Ok(true)
}
