//! Sessions: opened, found by their token, ended.

use std::sync::Arc;

use kernel::{Id, Instant, SKEW_MS, Text};
use sea_query::{Condition, Expr, ExprTrait, IntoCondition, JoinType, Order, Query, UpdateStatement};

use super::Actor;
use super::company::{self, Bar};
use super::rights::{RightsCache, cached_rights};
use super::secret::{new_token, secret_hash};
use crate::call::App;
use crate::push::Topic;
use crate::refusal::{Refusal, messages};
use crate::store::sql::{self, Fixed, of, of_eq};
use crate::store::{Cell, Conn, Row, StoreError, Value};

/// Absolute life of a session.
pub const SESSION_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// The time of the last call is written at most so often.
const ACTIVE_STEP_MS: i64 = 60 * 1000;
/// The moment of a proof in a session that has none.
const NEVER_PROVED: i64 = 0;
/// Why a session ended that gave way to a newer one.
pub const REPLACED: &str = "已被顶替";
/// Why a session ended: its user has no active role any more.
pub const ROLELESS: &str = "无角色";
/// Why a session ended by itself: nobody used it.
pub const IDLE: &str = "闲置超时";
/// Why a session ended by itself: its life is over.
pub const OVER: &str = "到期";
/// Sessions marked in one transaction.
const BATCH: u64 = 500;

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

/// How it became known whose a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// He proved it here, by his password or a second factor.
    Proved,
    /// Another system said who he is. That proves nothing: what asks for a proof asks this session first.
    Named,
}

/// Starts a session of somebody who proved who he is; answers the token, which is kept nowhere.
pub fn open_session(conn: &mut dyn Conn, opening: &Opening<'_>, now: Instant) -> Result<String, Refusal> {
    open_session_by(conn, opening, Entry::Proved, now)
}

/// Starts a session; answers the token, which is kept nowhere.
pub fn open_session_by(
    conn: &mut dyn Conn,
    opening: &Opening<'_>,
    entry: Entry,
    now: Instant,
) -> Result<String, Refusal> {
    let token = new_token()?;
    end_oldest(conn, opening, now)?;
    let (ip, agent) = opening.place;
    let cells = [
        ("token_hash", Value::Bytes(secret_hash(&token))),
        ("id", Value::Int(opening.id.0)),
        ("proved_at", Value::Int(if entry == Entry::Proved { now.millis() } else { NEVER_PROVED })),
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

/// Open sessions whose time is over at a moment.
fn over_at(now: Instant) -> Condition {
    let late = sql::col("last_active_at").add(sql::col("idle_ms")).lt(sql::value(now));
    sql::all_of([sql::col("ended_at").is_null(), late.or(sql::col("expires_at").lte(sql::value(now)))])
}

/// Marks sessions as ended whose time is over, at the moment at which it was: a clock that is set back would else bring
/// them to life again. Answers how many; at most a batch.
fn mark_over(conn: &mut dyn Conn, among: Option<Vec<u8>>, now: Instant) -> Result<usize, Refusal> {
    const END: &str = "last_active_at + idle_ms + 1";
    let mut over = sql::from_global("session");
    over.column("id").cond_where(over_at(now)).limit(BATCH);
    if let Some(token_hash) = among {
        over.and_where(sql::eq("token_hash", token_hash));
    }
    let ids = conn.query(&over.into())?.iter().map(|row| row.get(0)).collect::<Result<Vec<Id>, _>>()?;
    if ids.is_empty() {
        return Ok(0);
    }
    let how = |idle: &str, over: &str| Expr::cust(format!("CASE WHEN {END} < expires_at THEN {idle} ELSE {over} END"));
    let mut end = sql::update_global("session", &[]);
    end.value("ended_at", how(END, "expires_at"))
        .value("end_reason", how(&format!("'{IDLE}'"), &format!("'{OVER}'")))
        .and_where(sql::is_in(sql::col("id"), ids))
        // It may have been used meanwhile.
        .cond_where(over_at(now))
        .returning(Query::returning().columns(["org_id", "user_id"]));
    let ended = conn.query(&end.into())?;
    for row in &ended {
        let org: i64 = row.get(0)?;
        conn.tell(Topic::sessions(org, row.get(1)?));
        conn.tell(Topic::rows(org, "session"));
    }
    Ok(ended.len())
}

/// Marks the session of a token as ended if its time is over; to be called where it was refused.
pub(crate) fn note_over(app: &App, token_hash: Vec<u8>, now: Instant) -> Result<(), Refusal> {
    let mut over = sql::from_global("session");
    over.column("id").cond_where(over_at(now)).and_where(sql::eq("token_hash", token_hash.clone()));
    if app.store.read(|conn| conn.first(&over.into()))?.is_none() {
        return Ok(());
    }
    app.system_write(|conn| mark_over(conn, Some(token_hash), now)).map(drop)
}

/// Lets sessions go on from now that were used ahead of this clock, before it was set back: they would else be open until
/// their time comes again.
fn draw_near(app: &App) -> Result<(), Refusal> {
    let now = app.clock.now();
    let far = || sql::col("last_active_at").gt(sql::value(now.plus_millis(SKEW_MS)));
    let open = || sql::col("ended_at").is_null();
    let mut any = sql::from_global("session");
    any.column("id").and_where(open()).and_where(far()).limit(1);
    if app.store.read(|conn| conn.first(&any.into()))?.is_none() {
        return Ok(());
    }
    let mut near = used_at(now);
    near.and_where(open()).and_where(far());
    app.system_write(|conn| Ok(conn.exec(&near.into())?)).map(drop)
}

/// Marks every session as ended whose time is over; answers how many there were.
pub(crate) fn end_over(app: &Arc<App>) -> Result<usize, Refusal> {
    draw_near(app)?;
    let mut count = 0;
    while !app.jobs.is_stopping() {
        let now = app.clock.now();
        let found = app.store.read(|conn| {
            let mut any = sql::from_global("session");
            any.column("id").cond_where(over_at(now)).limit(1);
            Ok::<_, Refusal>(conn.first(&any.into())?.is_some())
        })?;
        if !found {
            break;
        }
        count += app.system_write(|conn| mark_over(conn, None, now))?;
    }
    Ok(count)
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

/// Notes that the user of a session has just proved who he is.
pub fn note_proof(conn: &mut dyn Conn, session: Id, now: Instant) -> Result<(), StoreError> {
    let mut update = sql::update_global("session", &[("proved_at", now.into_value())]);
    update.and_where(sql::eq("id", session));
    conn.exec(&update.into()).map(drop)
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

/// Whether a person has another account than this one of which something of him is left, or any in another org where none is
/// named.
pub fn has_other_person(conn: &mut dyn Conn, login: Id, (org, user): (i64, Option<Id>)) -> Result<bool, StoreError> {
    let elsewhere = sql::col("org_id").ne(sql::value(org));
    let other = match user {
        Some(user) => elsewhere.or(sql::col("id").ne(sql::value(user))),
        None => elsewhere,
    };
    let mut select = sql::from_global("app_user");
    select
        .column("id")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::col("erased_at").is_null())
        .and_where(other)
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
        .and_where(sql::eq("user_status", 1i64))
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
        .join(JoinType::InnerJoin, "org", of("org", "id").equals(("session", "org_id")));
    company::join_party(&mut select)
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
            ("org", "audit_status"),
        ])
        .columns(company::PARTY_COLUMNS)
        .and_where(of_eq("session", "token_hash", Vec::<u8>::new()));
    select.into()
});

/// Finds the live session of a token; 401 with the reason otherwise.
pub fn find_session(conn: &mut dyn Conn, cache: &RightsCache, token: &str, now: Instant) -> Result<Found, Refusal> {
    session_of_hash(conn, cache, secret_hash(token), now)
}

/// Finds the live session by the hash of its token; 401 with the reason otherwise.
pub(crate) fn session_of_hash(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    token_hash: Vec<u8>,
    now: Instant,
) -> Result<Found, Refusal> {
    let found = conn.first(&SESSION.with(vec![Value::Bytes(token_hash)]))?;
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
        key: None,
        rights,
    };
    // One that was used ahead of this clock, before it was set back, goes on from now.
    Ok(Found { actor, touch: (now.millis() - row.get::<i64>(3)?).abs() > ACTIVE_STEP_MS })
}

/// A user without a session, with the rights of this moment: whose work goes on behind his calls.
/// None when the account is stopped, or its org may not work.
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
        .cond_where(company::may_work(now));
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
        key: None,
        rights,
    }))
}

fn live(row: &Row, now: Instant) -> Result<(), Refusal> {
    let ended: Option<i64> = row.get(5)?;
    let reason: String = row.get(6)?;
    if ended.is_some() && reason == REPLACED {
        return Err(Refusal::Unauthorized(messages::SESSION_REPLACED.text()));
    }
    if ended.is_some() && reason == ROLELESS {
        return Err(Refusal::Unauthorized(messages::NO_ROLE.text()));
    }
    let idle = now.millis() - row.get::<i64>(3)? > row.get::<i64>(18)?;
    let accepted = row.get::<String>(20)? == company::AUDITED && Bar::of(row, 21)?.is_none();
    let org_open = row.get::<bool>(13)? && accepted && row.get::<i64>(14)? > now.millis();
    if ended.is_some() || idle || row.get::<i64>(4)? <= now.millis() || !row.get::<bool>(10)? || !org_open {
        return Err(Refusal::Unauthorized(messages::SESSION_OVER.text()));
    }
    Ok(())
}

/// Sessions are in use at a moment. One that a clock began which ran ahead lives no longer than one that begins now.
fn used_at(now: Instant) -> UpdateStatement {
    let latest = || sql::value(now.plus_millis(SESSION_LIFE_MS));
    let end = Expr::case(sql::col("expires_at").gt(latest()), latest()).finally(sql::col("expires_at"));
    let mut used = sql::update_global("session", &[("last_active_at", now.into_value())]);
    used.value("expires_at", end);
    used
}

/// Notes that a session is in use.
pub(crate) fn touch_session(conn: &mut dyn Conn, token_hash: Vec<u8>, now: Instant) -> Result<(), StoreError> {
    let mut touch = used_at(now);
    touch.and_where(sql::eq("token_hash", token_hash)).and_where(sql::col("ended_at").is_null());
    conn.exec(&touch.into()).map(drop)
}
