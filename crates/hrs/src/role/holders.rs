//! Users of a role: given and taken.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Id;
use platform::access::{end_user_sessions, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ROLE_ABOVE, codes_of, entry, name_and_version};
use crate::user::holds_all;

fn user_ids(conn: &mut dyn Conn, org: i64, role: Id) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, "user_role");
    select.column("user_id").and_where(sql::eq("role_id", role));
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

/// Users a role can be given to: employed ones, without the administrator.
fn candidates(conn: &mut dyn Conn, org: i64) -> Result<Vec<(Id, String, String)>, Refusal> {
    let mut select = sql::from(org, "app_user");
    select
        .join(JoinType::LeftJoin, "dept", sql::same_org("dept", "app_user", "dept_id"))
        .columns([("app_user", "id"), ("app_user", "name_cn"), ("dept", "full_name")])
        .and_where(sql::of_eq("app_user", "user_status", 1i64))
        .and_where(sql::of("app_user", "admin_role").is_null())
        .order_by(("app_user", "name_cn"), Order::Asc);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// GET /hrs/roleUser/{id}.
pub(super) fn users_of(call: &mut Call) -> Outcome {
    let (org, id) = (call.actor()?.org_id, call.path_id("id")?);
    call.read(|conn| {
        let (_, version) = name_and_version(conn, org, id)?;
        let all = candidates(conn, org)?;
        let has = user_ids(conn, org, id)?;
        let ids: Vec<Id> = all.iter().map(|(id, ..)| *id).filter(|id| has.contains(id)).collect();
        let users: Vec<Json> =
            all.iter().map(|(id, name, dept)| json!({ "id": id, "name": name, "deptName": dept })).collect();
        Ok(Answer::Data(json!({ "version": version, "userIds": ids, "users": users })))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewUsers {
    version: i64,
    user_ids: BTreeSet<Id>,
}

/// PUT /hrs/roleUser/{id}.
pub(super) fn save_users(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<NewUsers>()?);
    let version = call.write(|tx| {
        let (org, now) = (tx.org(), tx.now);
        raise_permission_version(tx, org)?;
        claim(tx, "role", id, body.version)?;
        let (name, version) = name_and_version(tx, org, id)?;
        let names: BTreeMap<Id, String> = candidates(tx, org)?.into_iter().map(|(id, name, _)| (id, name)).collect();
        if body.user_ids.iter().any(|user| !names.contains_key(user)) {
            return Err(Refusal::NotFound);
        }
        // Who left keeps his roles; they are not on the page.
        let old: BTreeSet<Id> = user_ids(tx, org, id)?.into_iter().filter(|user| names.contains_key(user)).collect();
        let codes = codes_of(tx, id)?;
        let grows = body.user_ids.iter().any(|user| !old.contains(user));
        if grows && tx.actor.admin_role.is_empty() && !holds_all(tx.actor, &codes) {
            return Err(Refusal::business(ROLE_ABOVE));
        }
        for user in old.difference(&body.user_ids) {
            let mut delete = sql::delete(org, "user_role");
            delete.and_where(sql::eq("role_id", id)).and_where(sql::eq("user_id", *user));
            tx.exec(&delete.into())?;
            if !has_active_role(tx, *user)? {
                end_user_sessions(tx, (org, *user), now, platform::access::ROLELESS)?;
            }
        }
        for user in body.user_ids.difference(&old) {
            let pair = [("role_id", id.into_value()), ("user_id", user.into_value())];
            tx.exec(&sql::insert(org, "user_role", &pair).into())?;
        }
        let show = |ids: &BTreeSet<Id>| {
            let names: Vec<&str> = ids.iter().filter_map(|id| names.get(id)).map(String::as_str).collect();
            names.join(",")
        };
        let change = Change {
            field: "userIds".to_owned(),
            label: "用户".to_owned(),
            old: show(&old),
            new: show(&body.user_ids),
        };
        tx.log(entry(id, name, "分配权限").did("分配权限", "分配用户").changes(vec![change]))?;
        Ok(version)
    })?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// Whether a user has a role that counts.
pub(crate) fn has_active_role(tx: &mut Tx<'_>, user: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), "user_role");
    select
        .join(JoinType::InnerJoin, "role", sql::same_org("role", "user_role", "role_id"))
        .column(("role", "id"))
        .and_where(sql::of_eq("user_role", "user_id", user))
        .and_where(sql::of_eq("role", "active", true))
        .limit(1);
    Ok(tx.first(&select.into())?.is_some())
}
