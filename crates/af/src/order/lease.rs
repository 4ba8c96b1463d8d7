//! The page lock: taking, renewing, dropping, taking over.

use domain::order::{LEASE_SILENCE_MS, Lease, held_by_other};
use facts::order_log::log_entry;
use kernel::{Id, show_second};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::PAGE;
use super::store::{self, Saved};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Asked {
    /// Which window; empty when the client does not say.
    tab: String,
    /// A renewal does not take the lock from another window.
    renew: bool,
}

/// A lease as the wire tells it.
pub fn lease_json(lease: &Lease, user: Id) -> Json {
    json!({ "holder": lease.user_name, "since": show_second(lease.since), "mine": lease.user_id == user })
}

fn asked(call: &Call) -> Result<Asked, Refusal> {
    if call.asked.body.is_empty() { Ok(Asked::default()) } else { call.json() }
}

/// POST lease: takes the lock, or tells who has it.
pub fn take(call: &mut Call) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let asked = asked(call)?;
    let data = call.write(|tx| {
        tx.no_log_line();
        let (actor, org) = (tx.actor, tx.org());
        let saved = store::find(tx, actor, &uuid)?;
        let lease = store::lease(tx, org, saved.id)?.filter(|lease| lease.is_alive(tx.now));
        if let Some(other) = held_by_other(lease.as_ref(), actor.user_id, tx.now) {
            return Ok(lease_json(other, actor.user_id));
        }
        if let Some(own) = lease.as_ref().filter(|own| asked.renew && !own.tab.is_empty() && own.tab != asked.tab) {
            let mut told = lease_json(own, actor.user_id);
            if let Some(object) = told.as_object_mut() {
                object.insert("mine".to_owned(), json!(false));
            }
            return Ok(told);
        }
        let since = lease.filter(|own| own.tab == asked.tab).map_or(tx.now, |own| own.since);
        if let Some(told) = write(tx, &saved, (&asked.tab, since), Over::Free)? {
            return Ok(told);
        }
        // Somebody was quicker between the look and the write.
        let other = store::lease(tx, org, saved.id)?.ok_or(Refusal::NotFound)?;
        Ok(lease_json(&other, actor.user_id))
    })?;
    Ok(Answer::Data(data))
}

/// Over which lock another may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    /// The own, and one that is no longer renewed.
    Free,
    /// Anybody's.
    Any,
}

/// Writes the lock; nothing when another holds it that may not be written over.
fn write(
    tx: &mut Tx<'_>,
    saved: &Saved,
    (tab, since): (&str, kernel::Instant),
    over: Over,
) -> Result<Option<Json>, Refusal> {
    let user = tx.actor.user_id;
    let tab: String = tab.chars().take(64).collect();
    let cells = [
        ("id", saved.id.into_value()),
        ("user_id", user.into_value()),
        ("tab", platform::store::Value::Text(tab.clone())),
        ("since", since.into_value()),
        ("beat", tx.now.into_value()),
    ];
    let mut insert = sql::insert(tx.org(), "order_lease", &cells);
    let mut conflict = OnConflict::columns(["org_id", "id"]);
    conflict.update_columns(["user_id", "tab", "since", "beat"]);
    if over == Over::Free {
        let own = sql::of_eq("order_lease", "user_id", user);
        let dead = sql::of("order_lease", "beat").lt(sql::value(tx.now.millis() - LEASE_SILENCE_MS));
        conflict.action_and_where(own.or(dead));
    }
    insert.on_conflict(conflict);
    if tx.exec(&insert.into())? == 0 {
        return Ok(None);
    }
    let lease = Lease { user_id: user, user_name: tx.actor.name.clone(), tab, since, beat: tx.now };
    Ok(Some(lease_json(&lease, user)))
}

/// DELETE lease: the form was closed. Only the own lock, of this window, goes.
pub fn drop_lease(call: &mut Call) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let tab = call.query("tab").to_owned();
    call.write(|tx| {
        tx.no_log_line();
        let (actor, org) = (tx.actor, tx.org());
        let saved = store::find(tx, actor, &uuid)?;
        let mut delete = sql::delete(org, "order_lease");
        delete.and_where(sql::eq("id", saved.id)).and_where(sql::eq("user_id", actor.user_id));
        if !tab.is_empty() {
            delete.and_where(sql::is_in(sql::col("tab"), [platform::store::Value::Text(tab.clone())]));
        }
        tx.exec(&delete.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// POST takeover: from whoever holds it.
pub fn take_over(call: &mut Call) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let asked = asked(call)?;
    let data = call.write(|tx| {
        let (actor, org) = (tx.actor, tx.org());
        let saved = store::find(tx, actor, &uuid)?;
        let before = store::lease(tx, org, saved.id)?.map(|lease| lease.user_name).unwrap_or_default();
        let now = tx.now;
        let data = write(tx, &saved, (&asked.tab, now), Over::Any)?;
        let entry = log_entry(saved.id, saved.code.clone(), PAGE).did("修改", "接管页面锁");
        tx.log(entry.text(format!("接管页面锁 {before} -> {}", actor.name)))?;
        Ok(data)
    })?;
    Ok(Answer::Data(data.unwrap_or_default()))
}
