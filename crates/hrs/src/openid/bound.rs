//! Which subject of a provider is whose account.

use kernel::{Id, Instant, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::sea_query::{OnConflict, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::begun::Who;
use crate::auth::Account;
use crate::user::moves;

const TABLE: &str = "openid_binding";
/// What the log calls it.
const UNBIND: &str = "解除绑定";

const NOT_BOUND: Msg =
    Msg::new("openid.not_bound", "用户未绑定单点登录", "The user is not bound to the provider of log-ins.");

/// The binding of a subject in a company, and whose account it is.
pub(super) fn of_subject(
    conn: &mut dyn Conn,
    org: i64,
    (issuer, sub): (&str, &str),
) -> Result<Option<(Id, Id)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "user_id"])
        .and_where(sql::eq("provider", issuer.to_owned()))
        .and_where(sql::eq("sub", sub.to_owned()));
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Whether an account is known by some subject of a provider.
pub(super) fn is_bound(conn: &mut dyn Conn, account: &Account, issuer: &str) -> Result<bool, Refusal> {
    let mut select = sql::from(account.org_id, TABLE);
    select
        .column("id")
        .and_where(sql::eq("user_id", account.user_id))
        .and_where(sql::eq("provider", issuer.to_owned()));
    Ok(conn.first(&select.into())?.is_some())
}

/// Binds a subject to an account; false when another call was first to bind either otherwise.
pub(super) fn keep(tx: &mut Tx<'_>, account: &Account, who: &Who) -> Result<bool, Refusal> {
    let (org, now) = (account.org_id, tx.now);
    let cells = [
        ("id", tx.app.mint.next(now).into_value()),
        ("user_id", account.user_id.into_value()),
        ("provider", Value::Text(who.issuer.clone())),
        ("sub", Value::Text(who.sub.clone())),
        ("account", who.name.clone().into_value()),
        ("bound_at", now.into_value()),
        ("last_used_at", now.into_value()),
    ];
    let mut insert = sql::insert(org, TABLE, &cells);
    insert.on_conflict(OnConflict::new().do_nothing().to_owned());
    if tx.exec(&insert.into())? == 1 {
        return Ok(true);
    }
    let found = of_subject(tx, org, (&who.issuer, &who.sub))?;
    Ok(found.is_some_and(|(_, user)| user == account.user_id))
}

/// Notes that somebody came by a binding.
pub(super) fn touch(conn: &mut dyn Conn, org: i64, binding: Id, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(org, TABLE, &[("last_used_at", now.into_value())]);
    update.and_where(sql::eq("id", binding));
    conn.exec(&update.into())?;
    Ok(())
}

/// What a user is known by.
pub(super) fn of_user(conn: &mut dyn Conn, (org, user): (i64, Id)) -> Result<Vec<Json>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["account", "sub", "bound_at", "last_used_at"])
        .and_where(sql::eq("user_id", user))
        .order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let shown = rows.iter().map(|row| {
        let (account, sub): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(json!({
            "account": if account.is_empty() { sub } else { account },
            "boundAt": kernel::show_second(row.get(2)?),
            "lastUsedAt": kernel::show_second(row.get(3)?),
        }))
    });
    shown.collect()
}

/// Forgets what an account was known by; how many bindings that were.
pub(crate) fn forget(conn: &mut dyn Conn, (org, user): (i64, Id)) -> Result<u64, Refusal> {
    let mut delete = sql::delete(org, TABLE);
    delete.and_where(sql::eq("user_id", user));
    Ok(conn.exec(&delete.into())?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    version: i64,
}

/// PUT /hrs/user/unbindOpenid/{id}: the user is known by nothing any more, and bound anew when he comes by
/// his claim. What was opened ends, for somebody else may have opened it.
pub(crate) fn unbind(call: &mut Call) -> Outcome {
    // Whose name is borrowed opens no account to another one.
    call.actor()?.need_any_proof()?;
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let account = moves::take(tx, id, body.version)?;
        let org = tx.org();
        if forget(tx, (org, account.id))? == 0 {
            return Err(Refusal::business(NOT_BOUND));
        }
        account.end_sessions(tx, UNBIND)?;
        let entry = LogEntry::of("user", account.id, account.name.clone(), account.page);
        tx.log(entry.did("修改", UNBIND).level(Level::High))
    })?;
    Ok(Answer::Data(Json::Null))
}
