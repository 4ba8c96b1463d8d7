//! Where the failures of an attempt are counted (auth-open-login-form-rules). Anybody can fail at anybody's login. So:
//!
//! - a device its owner logged in on before has its own count, and its own lock;
//! - everybody else shares the count of the login, which locks it for all of them;
//! - a session that is asked for a proof is locked by its own failures alone, though they count for the login too;
//! - before any of it an address waits: its own failures slow it down, not those of others.

use kernel::{Id, Instant, is_recent, still_holds};
use platform::access::secret_hash;
use platform::call::Call;
use platform::clock;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};

use super::account::Account;
use super::attempt::{count_fails, fails_of};
use super::device::{self, Mark};
use crate::security::{FAILS_WINDOW_MS, Policy};
use crate::told;

/// Rows of sessions and addresses are of no use when both the window and the longest lock are over.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A device its owner used before.
    Device,
    /// A session on a device without a mark.
    Session,
    /// Where a stranger calls from.
    Address,
}

impl Kind {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Session => "session",
            Self::Address => "address",
        }
    }
}

/// Failures in a row, as the login or a guard has them.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    fails: i64,
    first: Option<i64>,
    last: Option<i64>,
    locked: Option<i64>,
}

impl Count {
    /// One more at a moment.
    fn and_one(self, now: i64, policy: &Policy) -> Self {
        let begun = self.first.filter(|at| is_within(*at, now, FAILS_WINDOW_MS));
        let fails = begun.map_or(0, |_| self.fails) + 1;
        let locked = if fails >= policy.fails { Some(now + policy.lock_ms()) } else { None };
        Self { fails, first: Some(begun.unwrap_or(now)), last: Some(now), locked }
    }

    fn locked(self, now: i64, policy: &Policy) -> bool {
        is_locked(self.locked, now, policy)
    }

    /// Whether it is too soon after the last one.
    fn waits(self, now: i64, policy: &Policy) -> bool {
        let recent = self.first.is_some_and(|at| is_within(at, now, FAILS_WINDOW_MS));
        let waits = policy.wait_ms(if recent { self.fails } else { 0 });
        self.last.is_some_and(|at| is_within(at, now, waits))
    }
}

fn is_within(at: i64, now: i64, length_ms: i64) -> bool {
    is_recent(Instant::from_millis(at), Instant::from_millis(now), length_ms)
}

/// Whether a lock that lasts until a moment holds: no longer than locks last, whatever clock set it.
fn is_locked(until: Option<i64>, now: i64, policy: &Policy) -> bool {
    until.is_some_and(|until| still_holds(Instant::from_millis(until), Instant::from_millis(now), policy.lock_ms()))
}

/// Why nothing is even tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Too many failures.
    Locked,
    /// Too soon after the last one.
    TooSoon,
}

/// What counts the failures of one caller at one login.
pub(crate) struct Guard {
    login: Id,
    kind: Kind,
    key: Vec<u8>,
    count: Count,
    /// The mark of a device that is known.
    pub(super) mark: Option<Mark>,
}

impl Guard {
    /// Of a call about an account: by the mark of the device, else the session, else the address.
    pub(crate) fn of(call: &Call, account: &Account) -> Result<Self, Refusal> {
        let login = account.login_id;
        let mark = device::mark_of(call, login);
        let known = match mark {
            Some(mark) => call.read(|conn| device::is_known(conn, login, &mark.key(), &call.app))?.then_some(mark),
            None => None,
        };
        let session = call.caller.as_ref().filter(|actor| actor.login_id == login).map(|actor| actor.session_id);
        let (kind, key) = match (&known, session) {
            (Some(mark), _) => (Kind::Device, mark.key()),
            (None, Some(session)) => (Kind::Session, secret_hash(&format!("session {session}"))),
            (None, None) => (Kind::Address, secret_hash(&format!("address {}", call.asked.ip))),
        };
        let count = call.read(|conn| count_of(conn, login, &key, false))?;
        Ok(Self { login, kind, key, count, mark: known })
    }

    /// Whether failures keep the caller from trying at all.
    pub(crate) fn holds(&self, account: &Account, policy: &Policy, now: i64) -> Option<Hold> {
        let locked = match self.kind {
            Kind::Device | Kind::Session => self.count.locked(now, policy),
            Kind::Address => is_locked(account.locked_until, now, policy),
        };
        if locked {
            return Some(Hold::Locked);
        }
        self.count.waits(now, policy).then_some(Hold::TooSoon)
    }

    /// Failures as the log-in log tells them.
    pub(super) fn fails(&self, conn: &mut dyn Conn, now: i64) -> Result<i64, Refusal> {
        let (fails, first) = match self.kind {
            Kind::Device => (self.count.fails, self.count.first),
            Kind::Session | Kind::Address => fails_of(conn, self.login)?,
        };
        Ok(if first.is_some_and(|at| is_within(at, now, FAILS_WINDOW_MS)) { fails } else { 0 })
    }

    /// Counts a failure, tells the owner when it locks; answers how many there are. The row of the login is held first,
    /// so that attempts made at once count each.
    pub(super) fn fail(
        &self,
        conn: &mut dyn Conn,
        call: &Call,
        account: &Account,
        policy: &Policy,
    ) -> Result<i64, Refusal> {
        let now = call.now().millis();
        let (fails, first) = fails_of(conn, self.login)?;
        let of_login = Count { fails, first, last: None, locked: None };
        let before = count_of(conn, self.login, &self.key, true)?;
        let own = before.and_one(now, policy);
        // An address waits and is never locked by itself: the login is.
        let own = if self.kind == Kind::Address { Count { locked: None, ..own } } else { own };
        self.keep(conn, own, now)?;
        let mut told = (own.fails, own.locked.filter(|_| !before.locked(now, policy)));
        if self.kind != Kind::Device {
            let next = of_login.and_one(now, policy);
            let locked_before = is_locked(account.locked_until, now, policy);
            count_fails(conn, self.login, (next.fails, next.first, next.locked))?;
            told = (next.fails, next.locked.filter(|_| !locked_before));
        }
        if let (fails, Some(until)) = told {
            told::locked(conn, call, account, (fails, until))?;
        }
        Ok(told.0)
    }

    fn keep(&self, conn: &mut dyn Conn, count: Count, now: i64) -> Result<(), Refusal> {
        if clock::is_trusted(conn, Instant::from_millis(now))? {
            let mut over = sql::delete_global("login_guard");
            over.and_where(sql::eq("login_id", self.login)).and_where(sql::col("expires_at").lte(sql::value(now)));
            conn.exec(&over.into())?;
        }
        let cells = [
            ("login_id", self.login.into_value()),
            ("mark", Value::Bytes(self.key.clone())),
            ("kind", self.kind.text().into_value()),
            ("fails", Value::Int(count.fails)),
            ("first_fail_at", count.first.into_value()),
            ("last_fail_at", count.last.into_value()),
            ("locked_until", count.locked.into_value()),
            // A device keeps the end it has: failures do not make it last.
            ("expires_at", Value::Int(now + KEPT_MS)),
        ];
        let mut insert = sql::insert_global("login_guard", &cells);
        let counts = ["fails", "first_fail_at", "last_fail_at", "locked_until"];
        insert.on_conflict(OnConflict::columns(["login_id", "mark"]).update_columns(counts).to_owned());
        conn.exec(&insert.into())?;
        Ok(())
    }

    /// The caller proved who he is: his own failures are forgotten. Those of the login are only where they were his too,
    /// and a lock others brought about stays.
    pub(crate) fn forgive(
        &self,
        conn: &mut dyn Conn,
        account: &Account,
        policy: &Policy,
        now: i64,
    ) -> Result<(), Refusal> {
        if self.count.fails > 0 {
            forget(conn, self.login, Some(&self.key))?;
        }
        let locked = is_locked(account.locked_until, now, policy);
        if self.kind != Kind::Device && !locked { count_fails(conn, self.login, (0, None, None)) } else { Ok(()) }
    }
}

/// The count of a guard; nothing when there is none.
fn count_of(conn: &mut dyn Conn, login: Id, key: &[u8], held: bool) -> Result<Count, Refusal> {
    let mut select = sql::from_global("login_guard");
    select
        .columns(["fails", "first_fail_at", "last_fail_at", "locked_until"])
        .and_where(sql::eq("login_id", login))
        .and_where(sql::eq("mark", key.to_vec()));
    if held {
        select.lock_exclusive();
    }
    let Some(row) = conn.first(&select.into())? else { return Ok(Count::default()) };
    Ok(Count { fails: row.get(0)?, first: row.get(1)?, last: row.get(2)?, locked: row.get(3)? })
}

fn forget(conn: &mut dyn Conn, login: Id, key: Option<&[u8]>) -> Result<(), Refusal> {
    let none = [
        ("fails", Value::Int(0)),
        ("first_fail_at", Value::Null),
        ("last_fail_at", Value::Null),
        ("locked_until", Value::Null),
    ];
    let mut update = sql::update_global("login_guard", &none);
    update.and_where(sql::eq("login_id", login));
    if let Some(key) = key {
        update.and_where(sql::eq("mark", key.to_vec()));
    }
    conn.exec(&update.into())?;
    Ok(())
}

/// Forgets every failure at a login, wherever it was counted: an administrator unlocked it, or the password is another.
pub(crate) fn forgive_all(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    forget(conn, login, None)?;
    count_fails(conn, login, (0, None, None))
}
