//! Keys of the API: what a program shows instead of the token of a session.
//!
//! A key acts as the user it belongs to and never has more rights than he has at the moment of the call. It stands for no
//! session: it has proved nothing, so what asks for a proof refuses it, and what a session is about is closed to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Id, Instant, Msg};
use sea_query::{Expr, ExprTrait, JoinType};

use super::secret::{new_token, secret_hash};
use super::session::{Found, actor_of};
use super::{Rights, RightsCache};
use crate::refusal::{Refusal, messages};
use crate::registry::Operation;
use crate::store::sql::{self, of, of_eq};
use crate::store::{Conn, Row, StoreError, Value};

/// What a key begins with: no token of a session does, and those who look for lost secrets know it by this.
const PREFIX: &str = "ofk_";
/// Letters of a key that are kept to tell it by.
const HINT_LETTERS: usize = 12;
/// The time of the last call is written at most so often.
const USED_STEP_MS: i64 = 60 * 1000;

/// State of a key that opens something.
pub const KEY_ACTIVE: &str = "ACTIVE";
/// State of a key that opens nothing any more.
pub const KEY_REVOKED: &str = "REVOKED";
/// Use of a key that is its owner's own, and no other system's.
pub const KEY_PERSONAL: &str = "USER";
/// A key that opens whatever its owner may.
pub const KEY_WHOLE: &str = "ALL";

/// What a key that is limited to pages calls beside them, by id: choices of fields, which ask for rights of their own, what
/// everybody looks up, and the log of what its pages show. All else that needs no right is its owner's own affair: his
/// messages, approvals and settings.
pub const KEY_READS: [&str; 9] = [
    "find_by_number",
    "find_country_by_name",
    "get_api_document",
    "get_carrier_by_prefix",
    "list_all_categories",
    "list_categories",
    "list_categories_by_key",
    "list_thing_log",
    "select_offers",
];

/// A key that is not there, was revoked, or whose owner may not work.
pub const KEY_OVER: Msg = Msg::new("key.over", "API密钥无效", "The API key is not valid.");
/// A key after its last day.
pub const KEY_EXPIRED: Msg = Msg::new("key.expired", "API密钥已过期", "The API key has expired.");
/// A job works with all rights of its user.
pub(crate) const KEY_NO_JOB: Msg = Msg::new(
    "key.no_job",
    "限定页面的API密钥不能提交后台任务，请缩小范围",
    "A key that is limited to pages submits no jobs. Please ask for less.",
);

/// The key a call came with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOf {
    /// Its row.
    pub id: Id,
    /// What its owner calls it.
    pub name: String,
    /// It opens whatever its owner may; else the pages that are named.
    pub whole: bool,
    /// It changes nothing.
    pub read_only: bool,
}

impl KeyOf {
    /// Refuses what no key opens, or not this one.
    pub(crate) fn need(&self, operation: &Operation) -> Result<(), Refusal> {
        // What is open to a limited session is about the session, or the secrets of its user.
        let own = operation.when_limited;
        let of_pages = !operation.access.codes().is_empty() || KEY_READS.contains(&operation.id.as_str());
        let unnamed = !self.whole && !of_pages;
        let closed = own || unnamed || (self.read_only && operation.writes);
        if closed { Err(Refusal::Forbidden) } else { Ok(()) }
    }
}

/// A new key of an org, which is kept nowhere.
pub fn new_key(org: i64) -> Result<String, Refusal> {
    Ok(format!("{PREFIX}{org:x}_{}", new_token()?))
}

/// The beginning of a key, by which people tell it from others.
pub fn key_hint(key: &str) -> String {
    let shown: String = key.chars().take(HINT_LETTERS).collect();
    format!("{shown}…")
}

/// Whether a bearer token is a key.
pub(crate) fn is_key(token: &str) -> bool {
    token.starts_with(PREFIX)
}

fn org_of(key: &str) -> Option<i64> {
    let (org, _) = key.strip_prefix(PREFIX)?.split_once('_')?;
    i64::from_str_radix(org, 16).ok()
}

/// The owner of a key, with what he and the key may; 401 with the reason otherwise.
pub(crate) fn find_key(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    key: &str,
    now: Instant,
) -> Result<(Found, KeyOf), Refusal> {
    let over = || Refusal::Unauthorized(KEY_OVER.text());
    let org = org_of(key).ok_or_else(over)?;
    let row = key_row(conn, org, key)?.ok_or_else(over)?;
    if row.get::<String>(5)? < kernel::show_day(now.day()) {
        return Err(Refusal::Unauthorized(KEY_EXPIRED.text()));
    }
    // A session of his could do nothing but change his password, either.
    if row.get::<bool>(8)? {
        return Err(Refusal::Business(messages::CHANGE_FIRST.text()));
    }
    let mut actor = actor_of(conn, cache, (org, row.get(2)?), now)?.ok_or_else(over)?;
    let whole = row.get::<String>(3)? == KEY_WHOLE;
    let found = KeyOf { id: row.get(0)?, name: row.get(1)?, whole, read_only: row.get(4)? };
    if !whole {
        actor.rights = narrowed(conn, cache, (org, found.id, row.get(6)?), &actor.rights)?;
        actor.admin_role = String::new();
    }
    actor.key = Some(Arc::new(found.clone()));
    let last: Option<i64> = row.get(7)?;
    let touch = last.is_none_or(|last| (now.millis() - last).abs() > USED_STEP_MS);
    Ok((Found { actor, touch }, found))
}

fn key_row(conn: &mut dyn Conn, org: i64, key: &str) -> Result<Option<Row>, StoreError> {
    let mut select = sql::from(org, "api_key");
    select
        .join(
            JoinType::InnerJoin,
            "app_user",
            of("app_user", "org_id")
                .equals(("api_key", "org_id"))
                .and(of("app_user", "id").equals(("api_key", "user_id"))),
        )
        .join(JoinType::InnerJoin, "login", of("login", "id").equals(("app_user", "login_id")))
        .columns([
            ("api_key", "id"),
            ("api_key", "name"),
            ("api_key", "user_id"),
            ("api_key", "coverage"),
            ("api_key", "read_only"),
            ("api_key", "expires_on"),
            ("api_key", "version"),
            ("api_key", "last_used_at"),
            ("login", "must_change"),
        ])
        .and_where(of_eq("api_key", "token_hash", secret_hash(key)))
        .and_where(of_eq("api_key", "state", KEY_ACTIVE.to_owned()));
    conn.first(&select.into())
}

/// Of the owner's rights what lies on the pages of a key, in the version it has.
fn narrowed(
    conn: &mut dyn Conn,
    cache: &RightsCache,
    (org, key, version): (i64, Id, i64),
    owner: &Arc<Rights>,
) -> Result<Arc<Rights>, Refusal> {
    if let Some(known) = cache.of_key((org, key), version, owner) {
        return Ok(known);
    }
    let opened = opened_codes(conn, org, key)?;
    let codes = owner.codes.intersection(&opened).cloned().collect();
    let rights = Arc::new(Rights { codes, ..Rights::clone(owner) });
    cache.put_key((org, key), version, (owner.clone(), rights.clone()));
    Ok(rights)
}

/// The codes of the pages of a key, and of all that lies below them.
fn opened_codes(conn: &mut dyn Conn, org: i64, key: Id) -> Result<BTreeSet<String>, Refusal> {
    let mut pages = sql::from(org, "api_key_page");
    pages
        .join(JoinType::InnerJoin, "permission", of("permission", "id").equals(("api_key_page", "page_id")))
        .column(("permission", "code"))
        .and_where(of_eq("api_key_page", "key_id", key));
    let mut opened: BTreeSet<String> =
        conn.query(&pages.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    let mut nodes = sql::from_global("permission");
    nodes.columns(["code", "parent_code"]);
    let nodes: Vec<(String, String)> = conn
        .query(&nodes.into())?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect::<Result<_, StoreError>>()?;
    loop {
        let known = opened.len();
        for (code, parent) in &nodes {
            if opened.contains(parent) && !opened.contains(code) {
                opened.insert(code.clone());
            }
        }
        if opened.len() == known {
            return Ok(opened);
        }
    }
}

/// Revokes every key of an account: who left and comes back later begins without any.
pub fn revoke_keys(conn: &mut dyn Conn, (org, user): (i64, Id), reason: &str) -> Result<(), StoreError> {
    revoke(conn, org, of_eq("api_key", "user_id", user), reason)
}

/// Revokes what a person's own programs call with, in every org: who made a key with a password that is not his owner's
/// alone any more loses it with the password. Keys of other systems stay.
pub fn revoke_personal_keys(conn: &mut dyn Conn, login: Id, reason: &str) -> Result<(), StoreError> {
    let mut accounts = sql::from_global("app_user");
    accounts.columns(["org_id", "id"]).and_where(sql::eq("login_id", login));
    for account in conn.query(&accounts.into())? {
        let user: Id = account.get(1)?;
        let own = of_eq("api_key", "user_id", user).and(of_eq("api_key", "kind", KEY_PERSONAL.to_owned()));
        revoke(conn, account.get(0)?, own, reason)?;
    }
    Ok(())
}

fn revoke(conn: &mut dyn Conn, org: i64, whose: Expr, reason: &str) -> Result<(), StoreError> {
    let cells = [
        ("state", Value::Text(KEY_REVOKED.to_owned())),
        ("reason", Value::Text(reason.to_owned())),
        ("token_hash", Value::Null),
    ];
    let mut update = sql::update(org, "api_key", &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(whose)
        .and_where(sql::eq("state", KEY_ACTIVE.to_owned()));
    conn.exec(&update.into()).map(drop)
}

/// Notes that a key is in use.
pub(crate) fn touch_key(conn: &mut dyn Conn, org: i64, key: Id, now: Instant) -> Result<(), StoreError> {
    let mut touch = sql::update(org, "api_key", &[("last_used_at", Value::Int(now.millis()))]);
    touch.and_where(sql::eq("id", key));
    conn.exec(&touch.into()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_its_org_and_is_no_token_of_a_session() {
        let key = new_key(0x7fff_0123).unwrap();
        assert_eq!((is_key(&key), org_of(&key)), (true, Some(0x7fff_0123)));
        assert!(key_hint(&key).chars().count() == 13 && key.len() > 50, "{key}");
        for none in ["", "ofk_", "ofk_2", "ofk_zz_secret", "ofk__secret"] {
            assert_eq!(org_of(none), None, "{none}");
        }
        assert!(!is_key(&new_token().unwrap()));
    }
}
