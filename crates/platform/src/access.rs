//! Who is calling and what they may do: sessions, effective permissions, data levels.
//!
//! Rules 4 to 7 of the people chapter: opaque tokens stored hashed, permissions judged anew at
//! every call by the org's permission version, deny by default.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Id, Instant, Scope};
use ring::digest;
use ring::rand::{SecureRandom, SystemRandom};

use crate::refusal::{Refusal, messages};
use crate::store::sql::{self, Fixed, of, of_eq};
use crate::store::{Conn, Row, StoreError, Value};
use sea_query::{Expr, ExprTrait, JoinType, Order};

/// Bytes of randomness in a session token.
const TOKEN_BYTES: usize = 32;
/// Absolute life of a session.
pub const SESSION_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// A session ends after so long without a call.
pub const SESSION_IDLE_MS: i64 = 720 * 60 * 1000;
/// The time of the last call is written at most so often.
const ACTIVE_STEP_MS: i64 = 60 * 1000;
/// Widest data level inside an org: every row of the org.
pub const LEVEL_ORG: i64 = 5;

/// What a page or operation asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone, without a session.
    Public,
    /// Anyone with a session.
    LoggedIn,
    /// Holders of this page or button code.
    Code(&'static str),
    /// Holders of at least one of these codes.
    AnyOf(&'static [&'static str]),
}

impl Access {
    /// The codes it names.
    pub fn codes(self) -> Vec<&'static str> {
        match self {
            Self::Public | Self::LoggedIn => Vec::new(),
            Self::Code(code) => vec![code],
            Self::AnyOf(codes) => codes.to_vec(),
        }
    }
}

/// Somebody with a session: the proof handlers work with.
#[derive(Debug, Clone)]
pub struct Actor {
    /// Org of the session.
    pub org_id: i64,
    /// Org's code and name.
    pub org_code: String,
    /// Org's name.
    pub org_name: String,
    /// Account.
    pub user_id: Id,
    /// Person.
    pub login_id: Id,
    /// Shown name.
    pub name: String,
    /// 0 phone, 1 e-mail, 2 admin.
    pub login_type: i64,
    /// `superAdmin`, `admin` or empty.
    pub admin_role: String,
    /// Rights that change only with the org's permission version.
    pub rights: Arc<Rights>,
}

/// What a user may do and see.
#[derive(Debug, Clone, Default)]
pub struct Rights {
    /// Codes of effective pages and buttons.
    pub codes: BTreeSet<String>,
    /// Data level of orders per scope (1 to 5).
    pub order_levels: BTreeMap<&'static str, i64>,
    /// Data level of partners.
    pub coop_level: i64,
    /// Main department.
    pub dept_id: Option<Id>,
    /// Its code; departments below begin with it.
    pub dept_code: String,
    /// Active workgroups.
    pub workgroups: Vec<Id>,
}

impl Actor {
    /// Whether the actor holds a page or button code.
    pub fn has(&self, code: &str) -> bool {
        self.rights.codes.contains(code)
    }

    /// Refuses without the code.
    pub fn need(&self, code: &str) -> Result<(), Refusal> {
        if self.has(code) { Ok(()) } else { Err(Refusal::Forbidden) }
    }

    /// Whether an access is granted.
    pub fn may(&self, access: Access) -> bool {
        match access {
            Access::Public | Access::LoggedIn => true,
            Access::Code(code) => self.has(code),
            Access::AnyOf(codes) => codes.iter().any(|code| self.has(code)),
        }
    }

    /// Data level of orders of a scope.
    pub fn order_level(&self, scope: Scope) -> i64 {
        self.rights.order_levels.get(scope.code()).copied().unwrap_or(LEVEL_ORG)
    }
}

/// How hard password hashing works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordCost {
    /// 19456 KiB, 2 passes: the product.
    Product,
    /// As little as the function allows: tests, where the time would be lost.
    Test,
}

fn hasher(cost: PasswordCost) -> Result<Argon2<'static>, Refusal> {
    let (memory, passes) = match cost {
        PasswordCost::Product => (19_456, 2),
        PasswordCost::Test => (8, 1),
    };
    let params = Params::new(memory, passes, 1, None).map_err(|e| Refusal::broken(format!("argon2: {e}")))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hash of a password, with its salt and parameters.
pub fn hash_password(password: &str, cost: PasswordCost) -> Result<String, Refusal> {
    let salt: [u8; 16] = random_bytes()?;
    let hash: PasswordHash = hasher(cost)?
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(|e| Refusal::broken(format!("argon2: {e}")))?;
    Ok(hash.to_string())
}

/// Whether a password belongs to a hash.
pub fn password_fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|parsed| Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
}

/// Random bytes of the system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Refusal::broken("no randomness".to_owned()))?;
    Ok(bytes)
}

/// A new secret text of `TOKEN_BYTES` random bytes.
pub fn new_token() -> Result<String, Refusal> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<TOKEN_BYTES>()?))
}

/// SHA-256 of a secret: what the database keeps of it.
pub fn secret_hash(secret: &str) -> Vec<u8> {
    digest::digest(&digest::SHA256, secret.as_bytes()).as_ref().to_vec()
}

/// Rights by user, valid for one permission version of the org.
#[derive(Debug, Default)]
pub struct RightsCache(Mutex<BTreeMap<(i64, i64), (i64, Arc<Rights>)>>);

/// Most users whose rights are kept in memory.
const RIGHTS_CACHED: usize = 20_000;

impl RightsCache {
    fn get(&self, org: i64, user: Id, version: i64) -> Option<Arc<Rights>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.get(&(org, user.0)).filter(|(known, _)| *known == version).map(|(_, rights)| rights.clone())
    }

    fn put(&self, org: i64, user: Id, version: i64, rights: Arc<Rights>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= RIGHTS_CACHED {
            cache.clear();
        }
        cache.insert((org, user.0), (version, rights));
    }
}

/// Starts a session; answers the token, which is kept nowhere.
pub fn open_session(
    conn: &mut dyn Conn,
    (org, user, login): (i64, Id, Id),
    now: Instant,
    (ip, agent): (&str, &str),
) -> Result<String, Refusal> {
    let token = new_token()?;
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(&token))),
        ("org_id", Value::Int(org)),
        ("user_id", Value::Int(user.0)),
        ("login_id", Value::Int(login.0)),
        ("created_at", Value::Int(now.millis())),
        ("last_active_at", Value::Int(now.millis())),
        ("expires_at", Value::Int(now.millis() + SESSION_LIFE_MS)),
        ("ip", Value::Text(ip.to_owned())),
        ("agent", Value::Text(agent.chars().take(200).collect())),
    ];
    conn.exec(&sql::insert_global("session", &cells).into())?;
    Ok(token)
}

/// Ends the session of a token.
pub fn end_session(conn: &mut dyn Conn, token: &str, now: Instant, reason: &str) -> Result<(), StoreError> {
    let mut end = sql::update_global(
        "session",
        &[("ended_at", Value::Int(now.millis())), ("end_reason", Value::Text(reason.to_owned()))],
    );
    end.and_where(sql::eq("token_hash", secret_hash(token))).and_where(sql::col("ended_at").is_null());
    conn.exec(&end.into()).map(drop)
}

/// Ends every session of a login but one.
pub fn end_other_sessions(conn: &mut dyn Conn, login: Id, keep: &str, now: Instant) -> Result<(), StoreError> {
    let mut end = sql::update_global(
        "session",
        &[("ended_at", Value::Int(now.millis())), ("end_reason", Value::Text("密码修改".to_owned()))],
    );
    end.and_where(sql::eq("login_id", login))
        .and_where(sql::col("ended_at").is_null())
        .and_where(sql::col("token_hash").ne(sql::value(secret_hash(keep))));
    conn.exec(&end.into()).map(drop)
}

/// A session found by its token.
pub struct Found {
    /// Who it is.
    pub actor: Actor,
    /// Whether the time of the last call should be written.
    pub touch: bool,
}

/// The session of a token hash, with its account and org.
static SESSION: Fixed = Fixed::new(|| {
    let mut select = sql::from_global("session");
    select
        .join(
            JoinType::InnerJoin,
            "app_user",
            of("app_user", "org_id")
                .equals(("session", "org_id"))
                .and(of("app_user", "id").equals(("session", "user_id"))),
        )
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("session", "org_id")))
        .columns([
            ("session", "org_id"),
            ("session", "user_id"),
            ("session", "login_id"),
            ("session", "last_active_at"),
            ("session", "expires_at"),
            ("session", "ended_at"),
            ("session", "end_reason"),
            ("app_user", "name_cn"),
            ("app_user", "login_type"),
            ("app_user", "admin_role"),
            ("app_user", "active"),
            ("org", "code"),
            ("org", "name"),
            ("org", "status"),
            ("org", "stop_at"),
            ("org", "permission_version"),
        ])
        .and_where(of_eq("session", "token_hash", Vec::<u8>::new()));
    select.into()
});

/// Finds the live session of a token; 401 with the reason otherwise.
pub fn find_session(conn: &mut dyn Conn, cache: &RightsCache, token: &str, now: Instant) -> Result<Found, Refusal> {
    let found = conn.first(&SESSION.with(vec![Value::Bytes(secret_hash(token))]))?;
    let row = found.ok_or(Refusal::Unauthorized(messages::SESSION_OVER.text()))?;
    live(&row, now)?;
    let (org_id, user_id) = (row.get::<i64>(0)?, row.get::<Id>(1)?);
    let admin_role: String = row.get(9)?;
    let version: i64 = row.get(15)?;
    let rights = match cache.get(org_id, user_id, version) {
        Some(rights) => rights,
        None => {
            let rights = Arc::new(load_rights(conn, org_id, user_id, &admin_role, now)?);
            cache.put(org_id, user_id, version, rights.clone());
            rights
        }
    };
    let actor = Actor {
        org_id,
        user_id,
        login_id: row.get(2)?,
        name: row.get(7)?,
        login_type: row.get(8)?,
        admin_role,
        org_code: row.get(11)?,
        org_name: row.get(12)?,
        rights,
    };
    Ok(Found { actor, touch: now.millis() - row.get::<i64>(3)? > ACTIVE_STEP_MS })
}

fn live(row: &Row, now: Instant) -> Result<(), Refusal> {
    let ended: Option<i64> = row.get(5)?;
    let reason: String = row.get(6)?;
    if ended.is_some() && reason == "已被顶替" {
        return Err(Refusal::Unauthorized(messages::SESSION_REPLACED.text()));
    }
    let idle = now.millis() - row.get::<i64>(3)? > SESSION_IDLE_MS;
    let org_open = row.get::<bool>(13)? && row.get::<i64>(14)? > now.millis();
    if ended.is_some() || idle || row.get::<i64>(4)? <= now.millis() || !row.get::<bool>(10)? || !org_open {
        return Err(Refusal::Unauthorized(messages::SESSION_OVER.text()));
    }
    Ok(())
}

/// Notes that a session is in use.
pub fn touch_session(conn: &mut dyn Conn, token: &str, now: Instant) -> Result<(), StoreError> {
    let mut touch = sql::update_global("session", &[("last_active_at", Value::Int(now.millis()))]);
    touch.and_where(sql::eq("token_hash", secret_hash(token)));
    conn.exec(&touch.into()).map(drop)
}

fn load_rights(conn: &mut dyn Conn, org: i64, user: Id, admin_role: &str, now: Instant) -> Result<Rights, Refusal> {
    let roles = active_roles(conn, org, user)?;
    let mut rights = Rights {
        codes: effective_codes(conn, org, user, admin_role, &roles, now)?,
        coop_level: LEVEL_ORG,
        ..Rights::default()
    };
    let mut select = sql::from(org, "app_user");
    select
        .join(
            JoinType::LeftJoin,
            "dept",
            of("dept", "org_id").equals(("app_user", "org_id")).and(of("dept", "id").equals(("app_user", "dept_id"))),
        )
        .columns([("app_user", "dept_id"), ("dept", "code"), ("app_user", "order_permission")])
        .and_where(of_eq("app_user", "id", user));
    let row = conn.first(&select.into())?.unwrap_or_default();
    rights.dept_id = row.get(0)?;
    rights.dept_code = row.get(1)?;
    let own_level: Option<i64> = row.get(2)?;
    rights.order_levels = order_levels(conn, org, admin_role, &roles, own_level)?;
    let mut groups = sql::from(org, "workgroup_user");
    groups
        .join(
            JoinType::InnerJoin,
            "workgroup",
            of("workgroup", "org_id")
                .equals(("workgroup_user", "org_id"))
                .and(of("workgroup", "id").equals(("workgroup_user", "workgroup_id"))),
        )
        .column(("workgroup", "id"))
        .and_where(of_eq("workgroup_user", "user_id", user))
        .and_where(of_eq("workgroup", "active", true));
    rights.workgroups = conn.query(&groups.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(rights)
}

fn active_roles(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<i64>, Refusal> {
    let mut select = sql::from(org, "user_role");
    select
        .join(
            JoinType::InnerJoin,
            "role",
            of("role", "org_id").equals(("user_role", "org_id")).and(of("role", "id").equals(("user_role", "role_id"))),
        )
        .column(("role", "id"))
        .and_where(of_eq("user_role", "user_id", user))
        .and_where(of_eq("role", "active", true));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Rule 5: the user's own level, else the highest of the roles, else the whole company.
fn order_levels(
    conn: &mut dyn Conn,
    org: i64,
    admin_role: &str,
    roles: &[i64],
    own: Option<i64>,
) -> Result<BTreeMap<&'static str, i64>, Refusal> {
    let mut by_role: BTreeMap<String, i64> = BTreeMap::new();
    let mut select = sql::from(org, "role_data_scope");
    select
        .columns(["scope", "level"])
        .and_where(sql::eq("class", "order".to_owned()))
        .and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    for row in conn.query(&select.into())? {
        let (scope, level): (String, i64) = (row.get(0)?, row.get(1)?);
        let known = by_role.entry(scope).or_insert(level);
        *known = Ord::max(level, *known);
    }
    Ok(Scope::all()
        .map(|scope| {
            let of_roles = by_role.get(scope.code()).copied().unwrap_or(LEVEL_ORG);
            let of_roles = Ord::min(of_roles, LEVEL_ORG);
            let level = if admin_role.is_empty() { own.unwrap_or(of_roles) } else { LEVEL_ORG };
            (scope.code(), level)
        })
        .collect())
}

/// Rule 4: the codes of the nodes that are open to a user.
fn effective_codes(
    conn: &mut dyn Conn,
    org: i64,
    user: Id,
    admin_role: &str,
    roles: &[i64],
    now: Instant,
) -> Result<BTreeSet<String>, Refusal> {
    let mut nodes = sql::from_global("permission");
    nodes.columns(["id", "code", "parent_code"]).and_where(sql::eq("status", true)).order_by("sort", Order::Asc);
    let nodes: Vec<(i64, String, String)> = conn
        .query(&nodes.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .collect::<Result<_, Refusal>>()?;
    let mut granted = sql::from(org, "org_permission");
    granted
        .column("permission_id")
        .and_where(sql::eq("permission_status", true))
        .and_where(sql::col("stop_at").is_null().or(sql::col("stop_at").gt(Expr::val(now.millis()))));
    let of_org = ids(conn.query(&granted.into())?)?;
    let mut by_role = sql::from(org, "role_permission");
    by_role.column("permission_id").and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    let of_roles = ids(conn.query(&by_role.into())?)?;
    let mut own = sql::from(org, "user_permission");
    own.columns(["permission_id", "allowed"]).and_where(sql::eq("user_id", user));
    let own: BTreeMap<i64, bool> =
        conn.query(&own.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, Refusal>>()?;
    let open: BTreeSet<&str> = nodes
        .iter()
        .filter(|(id, _, _)| admin_role == "superAdmin" || of_org.contains(id))
        .map(|(_, code, _)| code.as_str())
        .collect();
    let parents: BTreeMap<&str, &str> =
        nodes.iter().map(|(_, code, parent)| (code.as_str(), parent.as_str())).collect();
    let admin = !admin_role.is_empty();
    let held = |id: &i64| admin || own.get(id).copied().unwrap_or_else(|| of_roles.contains(id));
    Ok(nodes
        .iter()
        .filter(|(id, code, _)| held(id) && ancestors_open(code, &parents, &open))
        .map(|(_, code, _)| code.clone())
        .collect())
}

fn ids(rows: Vec<Row>) -> Result<BTreeSet<i64>, Refusal> {
    Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Whether a node and all above it are open; a chain longer than the tree can be is a loop.
fn ancestors_open(code: &str, parents: &BTreeMap<&str, &str>, open: &BTreeSet<&str>) -> bool {
    const DEPTH_MAX: usize = 12;
    let mut at = code;
    for _ in 0..DEPTH_MAX {
        if at.is_empty() {
            return true;
        }
        if !open.contains(at) {
            return false;
        }
        at = parents.get(at).copied().unwrap_or("");
    }
    false
}

/// Raises the permission version of an org: the next call of each of its users is judged anew.
pub fn raise_permission_version(conn: &mut dyn Conn, org: i64) -> Result<(), StoreError> {
    let mut raise = sql::update_global("org", &[]);
    raise.value("permission_version", sql::col("permission_version").add(1)).and_where(sql::eq("id", org));
    conn.exec(&raise.into()).map(drop)
}
