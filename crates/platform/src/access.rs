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
use kernel::{Id, Instant, Scope, Text};
use ring::digest;
use ring::rand::{SecureRandom, SystemRandom};

use crate::push::Topic;
use crate::refusal::{Refusal, messages};
use crate::store::sql::{self, Fixed, of, of_eq};
use crate::store::{Conn, Row, StoreError, Value};
use sea_query::{Condition, Expr, ExprTrait, IntoCondition, JoinType, Order, Query};

/// Bytes of randomness in a session token.
const TOKEN_BYTES: usize = 32;
/// Absolute life of a session.
pub const SESSION_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// The time of the last call is written at most so often.
const ACTIVE_STEP_MS: i64 = 60 * 1000;
/// A proof of identity (password) holds so long for what asks for one.
const PROOF_MS: i64 = 10 * 60 * 1000;
/// Why a session ended that gave way to a newer one.
pub const REPLACED: &str = "已被顶替";
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
    /// Moment of the call.
    pub now: Instant,
    /// Session of the call.
    pub session_id: Id,
    /// When the caller last proved who he is, in milliseconds.
    pub proved_at: i64,
    /// What the session may do, when that is little.
    pub limit: Option<Limit>,
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
    /// Departments, the main one first, with their codes; departments below begin with a code.
    pub depts: Vec<(Id, String)>,
    /// Active workgroups.
    pub workgroups: Vec<Id>,
    /// What is seen beyond the level.
    pub extra: Targets,
    /// What is not seen in spite of the level.
    pub except: Targets,
    /// Until when these hold although nothing was changed: the end of the first grant that ends by itself.
    until: Option<i64>,
}

/// Departments, workgroups and customers named for one user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets {
    /// Departments.
    pub depts: Vec<Id>,
    /// Workgroups.
    pub workgroups: Vec<Id>,
    /// Customers.
    pub coops: Vec<Id>,
}

impl Targets {
    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.depts.is_empty() && self.workgroups.is_empty() && self.coops.is_empty()
    }
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

    /// Refuses when the caller has not proved within ten minutes who he is.
    pub fn need_proof(&self) -> Result<(), Refusal> {
        if self.now.millis() - self.proved_at <= PROOF_MS { Ok(()) } else { Err(Refusal::Prove) }
    }

    /// The same person with the same rights, at work on the rows of another org.
    #[must_use]
    pub(crate) fn in_org(mut self, org: i64) -> Self {
        self.org_id = org;
        self
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
    fn get(&self, org: i64, user: Id, version: i64, now: Instant) -> Option<Arc<Rights>> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, rights) = cache.get(&(org, user.0))?;
        let holds = *known == version && rights.until.is_none_or(|until| now.millis() < until);
        holds.then(|| rights.clone())
    }

    fn put(&self, org: i64, user: Id, version: i64, rights: Arc<Rights>) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= RIGHTS_CACHED {
            cache.clear();
        }
        cache.insert((org, user.0), (version, rights));
    }
}

/// What a session may do before its user has done what was asked of him: nothing but that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The password was given by somebody else.
    FirstLogin,
    /// The password is too old.
    OldPassword,
    /// A second factor is asked for and not bound.
    NoFactor,
}

impl Limit {
    const ALL: [Self; 3] = [Self::FirstLogin, Self::OldPassword, Self::NoFactor];

    /// As the database keeps it and the wire tells it.
    pub fn code(self) -> &'static str {
        match self {
            Self::FirstLogin => "first",
            Self::OldPassword => "expired",
            Self::NoFactor => "factor",
        }
    }

    fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|limit| limit.code() == code)
    }

    /// What is asked of the user.
    pub fn message(self) -> Text {
        match self {
            Self::FirstLogin => messages::CHANGE_FIRST.text(),
            Self::OldPassword => messages::CHANGE_OLD.text(),
            Self::NoFactor => messages::BIND_FACTOR.text(),
        }
    }
}

/// What a session begins with.
#[derive(Debug, Clone, Copy)]
pub struct Opening<'a> {
    /// Its id.
    pub id: Id,
    /// Org.
    pub org: i64,
    /// Account.
    pub user: Id,
    /// Person.
    pub login: Id,
    /// Address and browser.
    pub place: (&'a str, &'a str),
    /// It ends after so many milliseconds without a call.
    pub idle_ms: i64,
    /// So many sessions of the person in the org at most; older ones end.
    pub most: u64,
    /// What it may do.
    pub limit: Option<Limit>,
}

/// Starts a session; answers the token, which is kept nowhere.
pub fn open_session(conn: &mut dyn Conn, opening: &Opening<'_>, now: Instant) -> Result<String, Refusal> {
    let token = new_token()?;
    end_oldest(conn, opening, now)?;
    let (ip, agent) = opening.place;
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(&token))),
        ("id", Value::Int(opening.id.0)),
        ("proved_at", Value::Int(now.millis())),
        ("org_id", Value::Int(opening.org)),
        ("user_id", Value::Int(opening.user.0)),
        ("login_id", Value::Int(opening.login.0)),
        ("created_at", Value::Int(now.millis())),
        ("last_active_at", Value::Int(now.millis())),
        ("expires_at", Value::Int(now.millis() + SESSION_LIFE_MS)),
        ("idle_ms", Value::Int(opening.idle_ms)),
        ("limited", opening.limit.map_or(Value::Null, |limit| Value::Text(limit.code().to_owned()))),
        ("ip", Value::Text(ip.to_owned())),
        ("agent", Value::Text(agent.chars().take(200).collect())),
    ];
    conn.exec(&sql::insert_global("session", &cells).into())?;
    conn.tell(Topic::rows(opening.org, "session"));
    Ok(token)
}

/// Sessions a call would be let in with at a moment.
pub fn live_at(now: Instant) -> Condition {
    let now = now.millis();
    sql::all_of([
        of("session", "ended_at").is_null(),
        of("session", "expires_at").gt(sql::value(now)),
        of("session", "last_active_at").add(of("session", "idle_ms")).gte(sql::value(now)),
    ])
}

/// Makes room for one more session of a person in an org: the oldest give way.
fn end_oldest(conn: &mut dyn Conn, opening: &Opening<'_>, now: Instant) -> Result<(), Refusal> {
    let mut select = sql::from_global("session");
    select
        .column("id")
        .and_where(sql::eq("login_id", opening.login))
        .and_where(sql::eq("org_id", opening.org))
        .cond_where(live_at(now))
        .order_by("created_at", Order::Desc)
        .order_by("id", Order::Desc);
    let keep = usize::try_from(opening.most.saturating_sub(1)).unwrap_or(usize::MAX);
    let live = conn.query(&select.into())?;
    let old = live.iter().skip(keep).map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    if !old.is_empty() {
        end_sessions(conn, sql::is_in(sql::col("id"), old), now, REPLACED)?;
    }
    Ok(())
}

/// Lifts what a session was limited by.
pub fn lift_limit(conn: &mut dyn Conn, session: Id) -> Result<(), StoreError> {
    let mut lift = sql::update_global("session", &[("limited", Value::Null)]);
    lift.and_where(sql::eq("id", session));
    conn.exec(&lift.into()).map(drop)
}

/// Ends the sessions a condition names that still live; answers how many. Their browsers are told at once.
pub fn end_sessions(
    conn: &mut dyn Conn,
    among: impl IntoCondition,
    now: Instant,
    reason: &str,
) -> Result<usize, StoreError> {
    let cells = [("ended_at", Value::Int(now.millis())), ("end_reason", Value::Text(reason.to_owned()))];
    let mut end = sql::update_global("session", &cells);
    end.cond_where(among).and_where(of("session", "ended_at").is_null());
    end.returning(Query::returning().columns(["org_id", "user_id"]));
    let ended = conn.query(&end.into())?;
    for row in &ended {
        let org: i64 = row.get(0)?;
        conn.tell(Topic::sessions(org, row.get(1)?));
        conn.tell(Topic::rows(org, "session"));
    }
    Ok(ended.len())
}

/// Ends the session of a token.
pub fn end_session(conn: &mut dyn Conn, token: &str, now: Instant, reason: &str) -> Result<(), StoreError> {
    end_sessions(conn, sql::eq("token_hash", secret_hash(token)), now, reason).map(drop)
}

/// Ends every session of a login but one.
pub fn end_other_sessions(conn: &mut dyn Conn, login: Id, keep: &str, now: Instant) -> Result<(), StoreError> {
    let other = sql::col("token_hash").ne(sql::value(secret_hash(keep)));
    end_sessions(conn, sql::eq("login_id", login).and(other), now, "密码修改").map(drop)
}

/// Ends every session of an account.
pub fn end_user_sessions(
    conn: &mut dyn Conn,
    (org, user): (i64, Id),
    now: Instant,
    reason: &str,
) -> Result<(), StoreError> {
    end_sessions(conn, sql::eq("org_id", org).and(sql::eq("user_id", user)), now, reason).map(drop)
}

/// Ends every session of an org.
pub fn end_org_sessions(conn: &mut dyn Conn, org: i64, now: Instant, reason: &str) -> Result<(), StoreError> {
    end_sessions(conn, sql::eq("org_id", org), now, reason).map(drop)
}

/// Whether a person has another account than this one, in any org.
pub fn has_other_account(conn: &mut dyn Conn, login: Id, (org, user): (i64, Id)) -> Result<bool, StoreError> {
    let mut select = sql::from_global("app_user");
    select
        .column("id")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::col("org_id").ne(sql::value(org)).or(sql::col("id").ne(sql::value(user))))
        .limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// Whether a person has an account in another org.
pub fn is_elsewhere(conn: &mut dyn Conn, login: Id, org: i64) -> Result<bool, StoreError> {
    let mut select = sql::from_global("app_user");
    select
        .column("id")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::col("org_id").ne(sql::value(org)))
        .limit(1);
    Ok(conn.first(&select.into())?.is_some())
}

/// The active accounts of a person: org and administrator's role, empty for a user.
pub fn accounts_of(conn: &mut dyn Conn, login: Id) -> Result<Vec<(i64, String)>, Refusal> {
    let mut select = sql::from_global("app_user");
    select.columns(["org_id", "admin_role"]).and_where(sql::eq("login_id", login)).and_where(sql::eq("active", true));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What a person is called, in Chinese and English, in the newest of his accounts.
pub fn names_of(conn: &mut dyn Conn, login: Id) -> Result<Option<(String, String)>, Refusal> {
    let mut select = sql::from_global("app_user");
    select.columns(["name_cn", "name_en"]).and_where(sql::eq("login_id", login)).order_by("id", Order::Desc).limit(1);
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
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
            ("session", "id"),
            ("session", "proved_at"),
            ("session", "idle_ms"),
            ("session", "limited"),
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
    let rights = cached_rights(conn, cache, (org_id, user_id, &admin_role), row.get(15)?, now)?;
    let actor = Actor {
        org_id,
        user_id,
        login_id: row.get(2)?,
        name: row.get(7)?,
        login_type: row.get(8)?,
        admin_role,
        org_code: row.get(11)?,
        org_name: row.get(12)?,
        now,
        session_id: row.get(16)?,
        proved_at: row.get(17)?,
        limit: Limit::of(&row.get::<String>(19)?),
        rights,
    };
    Ok(Found { actor, touch: now.millis() - row.get::<i64>(3)? > ACTIVE_STEP_MS })
}

/// The rights of a user under a permission version.
fn cached_rights(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    (org, user, admin_role): (i64, Id, &str),
    version: i64,
    now: Instant,
) -> Result<Arc<Rights>, Refusal> {
    if let Some(rights) = cache.get(org, user, version, now) {
        return Ok(rights);
    }
    let rights = Arc::new(load_rights(conn, org, user, admin_role, now)?);
    cache.put(org, user, version, rights.clone());
    Ok(rights)
}

/// A user without a session, with the rights of this moment: whose work goes on behind his calls.
/// None when the account or its org is stopped.
pub fn actor_of(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    (org, user): (i64, Id),
    now: Instant,
) -> Result<Option<Actor>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("app_user", "org_id")))
        .columns([
            ("app_user", "login_id"),
            ("app_user", "name_cn"),
            ("app_user", "login_type"),
            ("app_user", "admin_role"),
            ("org", "code"),
            ("org", "name"),
            ("org", "permission_version"),
        ])
        .and_where(of_eq("app_user", "id", user))
        .and_where(of_eq("app_user", "active", true))
        .and_where(of_eq("org", "status", true))
        .and_where(of("org", "stop_at").gt(Expr::val(now.millis())));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let admin_role: String = row.get(3)?;
    let rights = cached_rights(conn, cache, (org, user, &admin_role), row.get(6)?, now)?;
    Ok(Some(Actor {
        org_id: org,
        user_id: user,
        login_id: row.get(0)?,
        name: row.get(1)?,
        login_type: row.get(2)?,
        admin_role,
        org_code: row.get(4)?,
        org_name: row.get(5)?,
        now,
        session_id: Id(0),
        proved_at: 0,
        limit: None,
        rights,
    }))
}

fn live(row: &Row, now: Instant) -> Result<(), Refusal> {
    let ended: Option<i64> = row.get(5)?;
    let reason: String = row.get(6)?;
    if ended.is_some() && reason == REPLACED {
        return Err(Refusal::Unauthorized(messages::SESSION_REPLACED.text()));
    }
    let idle = now.millis() - row.get::<i64>(3)? > row.get::<i64>(18)?;
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

/// Rights of a user as they are now, read anew.
pub fn load_rights(conn: &mut dyn Conn, org: i64, user: Id, admin_role: &str, now: Instant) -> Result<Rights, Refusal> {
    let roles = active_roles(conn, org, user)?;
    let (codes, until) = effective_codes(conn, org, user, admin_role, &roles, now)?;
    let mut rights = Rights { codes, until, coop_level: LEVEL_ORG, ..Rights::default() };
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
    rights.depts = vec![(row.get(0)?, row.get(1)?)];
    rights.depts.extend(part_time_depts(conn, org, user)?);
    let own_level: Option<i64> = row.get(2)?;
    let levels = role_levels(conn, org, &roles)?;
    rights.order_levels = order_levels(admin_role, &levels, own_level);
    if admin_role.is_empty() {
        rights.coop_level = levels.get(&("coop".to_owned(), "*".to_owned())).copied().unwrap_or(LEVEL_ORG);
    }
    rights.workgroups = workgroups_of(conn, org, user)?;
    (rights.extra, rights.except) = named_targets(conn, org, user)?;
    Ok(rights)
}

fn part_time_depts(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<(Id, String)>, Refusal> {
    let mut select = sql::from(org, "user_dept");
    select
        .join(
            JoinType::InnerJoin,
            "dept",
            of("dept", "org_id").equals(("user_dept", "org_id")).and(of("dept", "id").equals(("user_dept", "dept_id"))),
        )
        .columns([("dept", "id"), ("dept", "code")])
        .and_where(of_eq("user_dept", "user_id", user))
        .order_by(("dept", "code"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn workgroups_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<Id>, Refusal> {
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
    Ok(conn.query(&groups.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// What a user sees beyond his level, and what not in spite of it.
fn named_targets(conn: &mut dyn Conn, org: i64, user: Id) -> Result<(Targets, Targets), Refusal> {
    let mut select = sql::from(org, "user_scope_extra");
    select.columns(["kind", "target_type", "target_id"]).and_where(sql::eq("user_id", user));
    let (mut extra, mut except) = (Targets::default(), Targets::default());
    for row in conn.query(&select.into())? {
        let (kind, target): (String, String) = (row.get(0)?, row.get(1)?);
        let targets = if kind == "except" { &mut except } else { &mut extra };
        let list = match target.as_str() {
            "dept" => &mut targets.depts,
            "workgroup" => &mut targets.workgroups,
            _ => &mut targets.coops,
        };
        list.push(row.get(2)?);
    }
    Ok((extra, except))
}

/// Ids of the active roles a user has.
pub(crate) fn active_roles(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<i64>, Refusal> {
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

/// The highest level of the roles by data class and scope.
fn role_levels(conn: &mut dyn Conn, org: i64, roles: &[i64]) -> Result<BTreeMap<(String, String), i64>, Refusal> {
    let mut levels: BTreeMap<(String, String), i64> = BTreeMap::new();
    let mut select = sql::from(org, "role_data_scope");
    select.columns(["class", "scope", "level"]).and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    for row in conn.query(&select.into())? {
        let level: i64 = row.get(2)?;
        let known = levels.entry((row.get(0)?, row.get(1)?)).or_insert(level);
        *known = Ord::max(level, *known);
    }
    Ok(levels)
}

/// Rule 5: the user's own level, else the highest of the roles, else the whole company.
fn order_levels(
    admin_role: &str,
    levels: &BTreeMap<(String, String), i64>,
    own: Option<i64>,
) -> BTreeMap<&'static str, i64> {
    Scope::all()
        .map(|scope| {
            let of_roles = levels.get(&("order".to_owned(), scope.code().to_owned())).copied().unwrap_or(LEVEL_ORG);
            let of_roles = Ord::min(of_roles, LEVEL_ORG);
            let own = own.filter(|level| *level > 0);
            let level = if admin_role.is_empty() { own.unwrap_or(of_roles) } else { LEVEL_ORG };
            (scope.code(), level)
        })
        .collect()
}

/// Rule 4: the codes of the nodes that are open to a user, and when the first of the grants ends by itself.
fn effective_codes(
    conn: &mut dyn Conn,
    org: i64,
    user: Id,
    admin_role: &str,
    roles: &[i64],
    now: Instant,
) -> Result<(BTreeSet<String>, Option<i64>), Refusal> {
    // A node in trial is open to the orgs named for it alone.
    let mut able = Query::select();
    able.column("permission_id").from("permission_able_org").and_where(sql::eq("able_org_id", org));
    let mut nodes = sql::from_global("permission");
    nodes
        .columns(["id", "code", "parent_code"])
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("disabled", false).or(sql::col("id").in_subquery(able)))
        .order_by("sort", Order::Asc);
    let nodes: Vec<(i64, String, String)> = conn
        .query(&nodes.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .collect::<Result<_, Refusal>>()?;
    let mut granted = sql::from(org, "org_permission");
    granted
        .columns(["permission_id", "stop_at"])
        .and_where(sql::eq("permission_status", true))
        .and_where(later("stop_at", now));
    let of_org = conn.query(&granted.into())?;
    let mut by_role = sql::from(org, "role_permission");
    by_role.column("permission_id").and_where(sql::is_in(sql::col("role_id"), roles.iter().copied()));
    let of_roles = ids(conn.query(&by_role.into())?)?;
    let mut own = sql::from(org, "user_permission");
    own.columns(["permission_id", "until_at", "allowed"])
        .and_where(sql::eq("user_id", user))
        .and_where(later("until_at", now));
    let own = conn.query(&own.into())?;
    let until = of_org.iter().chain(&own).filter_map(|row| row.get::<Option<i64>>(1).ok().flatten()).min();
    let own: BTreeMap<i64, bool> =
        own.iter().map(|row| Ok((row.get(0)?, row.get(2)?))).collect::<Result<_, Refusal>>()?;
    let of_org = ids(of_org)?;
    let open: BTreeSet<&str> = nodes
        .iter()
        .filter(|(id, _, _)| admin_role == "superAdmin" || of_org.contains(id))
        .map(|(_, code, _)| code.as_str())
        .collect();
    let parents: BTreeMap<&str, &str> =
        nodes.iter().map(|(_, code, parent)| (code.as_str(), parent.as_str())).collect();
    let admin = !admin_role.is_empty();
    let held = |id: &i64| admin || own.get(id).copied().unwrap_or_else(|| of_roles.contains(id));
    let codes = nodes
        .iter()
        .filter(|(id, code, _)| held(id) && ancestors_open(code, &parents, &open))
        .map(|(_, code, _)| code.clone())
        .collect();
    Ok((codes, until))
}

/// A time that is not reached yet, or never comes.
fn later(column: &'static str, now: Instant) -> Expr {
    sql::col(column).is_null().or(sql::col(column).gt(Expr::val(now.millis())))
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
