//! The page lock: who edits a thing keeps a lease, renewed while its form is open. Others look at it meanwhile.

use kernel::{Id, Instant, Msg, SKEW_MS, Text, is_recent, show_second};
use platform::call::{Call, Tx};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// A lease ends after so long without renewal; clients renew theirs every minute.
pub const SILENCE_MS: i64 = 3 * 60 * 1000;
const TABLE: &str = "page_lease";
/// Longest name of a window.
const TAB_MAX: usize = 64;

/// What is locked.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Kind of thing, as the log names it.
    pub kind: &'static str,
    /// Its row.
    pub id: Id,
    /// What the other users are told, of a `user` since a `time`.
    pub held: Msg,
}

/// A lease as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Who holds it.
    pub user_id: Id,
    /// His name.
    pub user_name: String,
    /// Which of his windows; empty when the client does not say.
    pub tab: String,
    /// Since when.
    pub since: Instant,
    /// Last renewal.
    pub beat: Instant,
}

impl Lease {
    /// Whether it still holds at a moment.
    pub fn is_alive(&self, now: Instant) -> bool {
        is_recent(self.beat, now, SILENCE_MS + 1)
    }

    /// As the wire tells it.
    pub fn json(&self, user: Id) -> Json {
        json!({ "holder": self.user_name, "since": show_second(self.since), "mine": self.user_id == user })
    }

    /// What the other users are told.
    fn text(&self, held: Msg) -> Text {
        let time = self.since.local().strftime("%H:%M").to_string();
        held.with(&[("user", &self.user_name), ("time", &time)])
    }
}

/// The lease that keeps a user from writing: another user's, while it is alive.
fn held_by_other(lease: Option<&Lease>, user: Id, now: Instant) -> Option<&Lease> {
    lease.filter(|lease| lease.user_id != user && lease.is_alive(now))
}

/// What a window asks.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// Which window; empty when the client does not say.
    tab: String,
    /// A renewal does not take the lock from another window.
    renew: bool,
}

/// What the body of a call asks.
pub fn asked(call: &Call) -> Result<Asked, Refusal> {
    if call.asked.body.is_empty() { Ok(Asked::default()) } else { call.json() }
}

/// The lease on a page, dead or alive.
fn find(conn: &mut dyn Conn, org: i64, page: Page) -> Result<Option<Lease>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["user_id", "tab", "since", "beat"])
        .and_where(sql::eq("kind", page.kind.to_owned()))
        .and_where(sql::eq("id", page.id));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let user_id: Id = row.get(0)?;
    let user_name = crate::user_name(conn, org, user_id)?;
    Ok(Some(Lease { user_id, user_name, tab: row.get(1)?, since: row.get(2)?, beat: row.get(3)? }))
}

/// The lease on a page that is alive now, as the wire tells it to a user; null where there is none.
pub fn shown(conn: &mut dyn Conn, (org, user): (i64, Id), page: Page, now: Instant) -> Result<Json, Refusal> {
    let lease = find(conn, org, page)?.filter(|lease| lease.is_alive(now));
    Ok(lease.map_or(Json::Null, |lease| lease.json(user)))
}

/// Refuses to write while another user holds the page, or another window of the same user, where the window is named.
pub fn need_free(tx: &mut Tx<'_>, page: Page, tab: &str) -> Result<(), Refusal> {
    let org = tx.org();
    let lease = find(tx, org, page)?;
    if let Some(lease) = held_by_other(lease.as_ref(), tx.actor.user_id, tx.now) {
        return Err(Refusal::Business(lease.text(page.held)));
    }
    // Another window of the same user took the lock over.
    let moved = lease.filter(|l| l.is_alive(tx.now) && !tab.is_empty() && !l.tab.is_empty() && l.tab != tab);
    moved.map_or(Ok(()), |lease| Err(Refusal::Business(lease.text(page.held))))
}

/// Takes the lock, or tells who has it.
pub fn take(tx: &mut Tx<'_>, page: Page, asked: &Asked) -> Result<Json, Refusal> {
    tx.no_log_line();
    let (user, org) = (tx.actor.user_id, tx.org());
    let lease = find(tx, org, page)?.filter(|lease| lease.is_alive(tx.now));
    if let Some(other) = held_by_other(lease.as_ref(), user, tx.now) {
        return Ok(other.json(user));
    }
    if let Some(own) = lease.as_ref().filter(|own| asked.renew && !own.tab.is_empty() && own.tab != asked.tab) {
        let mut told = own.json(user);
        if let Some(object) = told.as_object_mut() {
            object.insert("mine".to_owned(), json!(false));
        }
        return Ok(told);
    }
    let since = lease.filter(|own| own.tab == asked.tab).map_or(tx.now, |own| own.since);
    if let Some(told) = write(tx, page, (&asked.tab, since), Over::Free)? {
        return Ok(told);
    }
    // Somebody was quicker between the look and the write.
    let other = find(tx, org, page)?.ok_or(Refusal::NotFound)?;
    Ok(other.json(user))
}

/// Takes it from whoever holds it; answers the lease and who held it.
pub fn take_over(tx: &mut Tx<'_>, page: Page, asked: &Asked) -> Result<(Json, String), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let before = find(tx, org, page)?.map(|lease| lease.user_name).unwrap_or_default();
    let told = write(tx, page, (&asked.tab, now), Over::Any)?;
    Ok((told.unwrap_or_default(), before))
}

/// The form was closed. Only the own lock, of this window, goes.
pub fn give_back(tx: &mut Tx<'_>, page: Page, tab: &str) -> Result<(), Refusal> {
    tx.no_log_line();
    let mut delete = sql::delete(tx.org(), TABLE);
    delete
        .and_where(sql::eq("kind", page.kind.to_owned()))
        .and_where(sql::eq("id", page.id))
        .and_where(sql::eq("user_id", tx.actor.user_id));
    if !tab.is_empty() {
        delete.and_where(sql::is_in(sql::col("tab"), [Value::Text(tab.to_owned())]));
    }
    tx.exec(&delete.into())?;
    Ok(())
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
fn write(tx: &mut Tx<'_>, page: Page, (tab, since): (&str, Instant), over: Over) -> Result<Option<Json>, Refusal> {
    let user = tx.actor.user_id;
    let tab: String = tab.chars().take(TAB_MAX).collect();
    let cells = [
        ("kind", page.kind.into_value()),
        ("id", page.id.into_value()),
        ("user_id", user.into_value()),
        ("tab", Value::Text(tab.clone())),
        ("since", since.into_value()),
        ("beat", tx.now.into_value()),
    ];
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    let mut conflict = OnConflict::columns(["org_id", "kind", "id"]);
    conflict.update_columns(["user_id", "tab", "since", "beat"]);
    if over == Over::Free {
        let own = sql::of_eq(TABLE, "user_id", user);
        let beat = || sql::of(TABLE, "beat");
        let dead = beat().lt(sql::value(tx.now.millis() - SILENCE_MS));
        // A clock renewed it that ran ahead.
        let ahead = beat().gt(sql::value(tx.now.millis() + SKEW_MS));
        conflict.action_and_where(own.or(dead).or(ahead));
    }
    insert.on_conflict(conflict);
    if tx.exec(&insert.into())? == 0 {
        return Ok(None);
    }
    let lease = Lease { user_id: user, user_name: tx.actor.name.clone(), tab, since, beat: tx.now };
    Ok(Some(lease.json(user)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELD: Msg = Msg::new("lease.test", "{user}正在编辑（自 {time}）", "{user} edits since {time}");

    #[test]
    fn a_lease_holds_for_three_minutes_of_silence() {
        let at = |text: &str| Instant::parse(text).expect("a time");
        let held = Lease {
            user_id: Id(1),
            user_name: "操作一".into(),
            tab: String::new(),
            since: at("2026-07-15 14:05"),
            beat: at("2026-07-15 14:10:00"),
        };
        let other = |text: &str| held_by_other(Some(&held), Id(2), at(text)).is_some();
        assert!(other("2026-07-15 14:12:59"));
        assert!(other("2026-07-15 14:13:00"));
        assert!(!other("2026-07-15 14:13:01"));
        assert!(other("2026-07-15 14:05:00") && !other("2026-07-15 14:04:59"), "a clock renewed it that ran ahead");
        assert!(held_by_other(Some(&held), Id(1), held.beat).is_none());
        assert!(held_by_other(None, Id(1), held.beat).is_none());
        assert_eq!(held.text(HELD).zh, "操作一正在编辑（自 14:05）");
    }
}
