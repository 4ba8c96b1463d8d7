//! Who is at the chat: the account of the caller, whether he may chat, and who is there at the moment.

use facts::chat::{ACCOUNTS, Terms, open_account};
use kernel::{Day, Id, Instant, is_recent};
use platform::call::Call;
use platform::deployment;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Row, sql};

use crate::service::Party;

/// Somebody who gave no sign for so long is there no more. A browser gives one every minute, also behind other windows.
pub(crate) const ONLINE_MS: i64 = 150_000;
/// A sign is written at most so often.
const SIGN_MS: i64 = 30_000;

/// The account of somebody who may chat.
pub(crate) struct Account {
    pub(crate) party: Party,
    /// Sealed.
    pub(crate) sign: Vec<u8>,
    pub(crate) seen: Option<Instant>,
}

/// Whether a company may chat on a day.
pub(crate) fn is_open(conn: &mut dyn Conn, org: i64, day: Day) -> Result<bool, Refusal> {
    Ok(!deployment::is_private(conn)? && Terms::of(conn, org)?.hold_on(day))
}

/// Whether a user may: his company may, he has online service, and he works there.
pub(crate) fn may_chat(conn: &mut dyn Conn, (org, user): (i64, Id), day: Day) -> Result<bool, Refusal> {
    if !is_open(conn, org, day)? {
        return Ok(false);
    }
    let mut select = sql::from(org, "app_user");
    select
        .column("id")
        .and_where(sql::eq("id", user))
        .and_where(sql::eq("online_service", true))
        .and_where(sql::eq("active", true))
        .and_where(sql::eq("user_status", 1i64));
    Ok(conn.first(&select.into())?.is_some())
}

/// The account of the caller; none where he may not chat. One who began before there was a chat gets it now.
pub(crate) fn find(call: &Call) -> Result<Option<Account>, Refusal> {
    let (actor, now) = (call.actor()?, call.now());
    let whose = (actor.org_id, actor.user_id);
    if !call.read(|conn| may_chat(conn, whose, now.day()))? {
        return Ok(None);
    }
    if let Some(account) = call.read(|conn| of_user(conn, whose))? {
        return Ok(Some(account));
    }
    call.app.system_write(|conn| open_account(&call.app, conn, whose, now))?;
    call.read(|conn| of_user(conn, whose))
}

/// The same, which is not there for who may not chat.
pub(crate) fn own(call: &Call) -> Result<Account, Refusal> {
    find(call)?.ok_or(Refusal::NotFound)
}

fn of_user(conn: &mut dyn Conn, (org, user): (i64, Id)) -> Result<Option<Account>, Refusal> {
    let mut select = sql::from(org, ACCOUNTS);
    select.columns(["id", "user_id", "accid", "sign", "seen_at"]).and_where(sql::eq("user_id", user));
    let read = |row: &Row| {
        let party = Party { org, id: row.get(0)?, user: row.get(1)?, accid: row.get(2)? };
        Ok(Account { party, sign: row.get(3)?, seen: row.get(4)? })
    };
    conn.first(&select.into())?.as_ref().map(read).transpose()
}

/// A sign that somebody is there.
pub(crate) fn note_seen(call: &Call, party: &Party, before: Option<Instant>) -> Result<(), Refusal> {
    let now = call.now();
    if before.is_some_and(|before| is_recent(before, now, SIGN_MS)) {
        return Ok(());
    }
    call.app.note(|conn| set_seen(conn, party, Some(now)))
}

/// When somebody was there last; never, once he has left.
pub(crate) fn set_seen(conn: &mut dyn Conn, party: &Party, at: Option<Instant>) -> Result<(), Refusal> {
    let mut update = sql::update(party.org, ACCOUNTS, &[("seen_at", at.into_value())]);
    update.and_where(sql::eq("id", party.id));
    conn.exec(&update.into())?;
    Ok(())
}

/// Whether somebody is there.
pub(crate) fn is_online(seen: Option<Instant>, now: Instant) -> bool {
    seen.is_some_and(|seen| is_recent(seen, now, ONLINE_MS))
}
