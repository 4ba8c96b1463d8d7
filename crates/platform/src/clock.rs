//! Whether the clock of the machine is believed.
//!
//! What is removed by its age is gone for good, and a clock that is wrong by a year would take all of it. So the server
//! keeps the newest time it wrote by (`server_clock`), and doubts a clock that shows an earlier one, or one more than
//! thirty days later: nobody but an administrator can tell a wrong clock from a server that stood still for a month. While
//! it is doubted nothing is removed by its age. Whatever removes so asks here: a plan by being declared
//! [`by_age`](crate::job::plan::Plan::by_age), anything else by [`is_trusted`].

use kernel::{Instant, Msg, SKEW_MS, show_second};
use sea_query::{ExprTrait, OnConflict, Order};

use crate::call::{App, Tx};
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value, sql};

const TABLE: &str = "server_clock";
/// Its one row.
const ROW: i64 = 1;
/// A clock that stands so much later than anything written may have jumped.
const AHEAD_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Before anything is known of the clock: a demonstration writes whole days, the last of which may not be over yet.
const FIRST_BACK_MS: i64 = 24 * 60 * 60 * 1000;
/// The newest time is written at most so often.
const STEP_MS: i64 = 60 * 1000;
/// What every deployment writes to all the time, with the time in its rows.
const LOGS: [&str; 2] = ["operation_log", "login_log"];

/// What removes by age is told while the clock is doubted.
pub const DOUBTED: Msg = Msg::new(
    "clock.doubted",
    "服务器时间待确认，暂停按期清理，请先在运行状况页面确认时间",
    "The server's clock is in doubt, so nothing is removed by its age. Please confirm the time on the page Health first.",
);
const NOT_DOUBTED: Msg = Msg::new(
    "clock.not_doubted",
    "服务器时间正常，无需确认",
    "The server's clock is not in doubt. There is nothing to confirm.",
);

/// Why a clock is doubted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// It shows an earlier time than the server wrote before.
    Back,
    /// It shows a time long after anything the server wrote.
    Ahead,
}

impl Doubt {
    const ALL: [Self; 2] = [Self::Back, Self::Ahead];

    /// As the table keeps it and the wire tells it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Ahead => "ahead",
        }
    }

    fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|doubt| doubt.code() == code)
    }

    /// What a clock is doubted for that shows `now`, where the newest time written is `newest`.
    fn between(newest: Instant, now: Instant, back_ms: i64) -> Option<Self> {
        let later = now.millis().saturating_sub(newest.millis());
        if later > AHEAD_MS {
            Some(Self::Ahead)
        } else if later < -back_ms {
            Some(Self::Back)
        } else {
            None
        }
    }
}

/// What is known of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The newest time the server wrote by while it believed its clock.
    pub newest: Instant,
    /// Why it is doubted; not at all when it is believed.
    pub doubt: Option<Doubt>,
}

/// What is known of a clock that shows `now`. A doubt stays until an administrator lifts it, also when the clock shows a
/// fitting time again: which of both was right the server does not know.
pub fn known(conn: &mut dyn Conn, now: Instant) -> Result<Known, Refusal> {
    let kept = kept(conn)?;
    judged(conn, kept, now)
}

fn judged(conn: &mut dyn Conn, kept: Option<Known>, now: Instant) -> Result<Known, Refusal> {
    match kept {
        Some(Known { newest, doubt }) => {
            Ok(Known { newest, doubt: doubt.or_else(|| Doubt::between(newest, now, SKEW_MS)) })
        }
        None => {
            let newest = newest_line(conn, None)?.unwrap_or(now);
            Ok(Known { newest, doubt: Doubt::between(newest, now, FIRST_BACK_MS) })
        }
    }
}

/// Whether a clock that shows `now` is believed: nothing may be removed by its age otherwise.
pub fn is_trusted(conn: &mut dyn Conn, now: Instant) -> Result<bool, Refusal> {
    Ok(known(conn, now)?.doubt.is_none())
}

fn kept(conn: &mut dyn Conn) -> Result<Option<Known>, Refusal> {
    let mut select = sql::from_global(TABLE);
    select.columns(["newest_at", "doubt"]).and_where(sql::eq("id", ROW));
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let doubt: Option<String> = row.get(1)?;
    Ok(Some(Known { newest: row.get(0)?, doubt: doubt.as_deref().and_then(Doubt::of) }))
}

/// The time of the newest line of any company's logs, of those within a time alone where it is given.
fn newest_line(conn: &mut dyn Conn, within: Option<(Instant, Instant)>) -> Result<Option<Instant>, Refusal> {
    let mut newest = None;
    for row in conn.query(&sql::from_global("org").column("id").into())? {
        for table in LOGS {
            let mut select = sql::from(row.get(0)?, table);
            select.column("created_at").order_by("created_at", Order::Desc).limit(1);
            if let Some((after, until)) = within {
                select
                    .and_where(sql::col("created_at").gt(sql::value(after)))
                    .and_where(sql::col("created_at").lte(sql::value(until)));
            }
            let line: Option<Instant> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
            newest = Ord::max(newest, line);
        }
    }
    Ok(newest)
}

/// Follows what was written since the newest time that is kept, where nobody looked at the clock meanwhile: each line may
/// be as late behind the one before it as a clock may that is believed.
fn followed(conn: &mut dyn Conn, mut known: Known, now: Instant) -> Result<Known, Refusal> {
    while known.doubt == Some(Doubt::Ahead) {
        let within = (known.newest, known.newest.plus_millis(AHEAD_MS));
        let Some(line) = newest_line(conn, Some(within))? else { break };
        known = Known { newest: line, doubt: Doubt::between(line, now, SKEW_MS) };
    }
    Ok(known)
}

/// Looks at the clock: keeps the time when it is believed, and the doubt when it is not. Workers do before each round.
pub fn look(app: &App) -> Result<(), Refusal> {
    let now = app.clock.now();
    let (before, seen) = app.store.read(|conn| {
        let before = kept(conn)?;
        let seen = judged(conn, before, now)?;
        let is_new = before.is_none_or(|before| before.doubt.is_none());
        Ok::<_, Refusal>((before, if is_new { followed(conn, seen, now)? } else { seen }))
    })?;
    let newest = match (seen.doubt, before) {
        (Some(_), _) => seen.newest,
        // What a demonstration wrote ahead was no clock.
        (None, None) => now,
        (None, Some(_)) => Ord::max(seen.newest, now),
    };
    let is_known = |before: Known| {
        let is_soon = newest.millis() - before.newest.millis() < STEP_MS;
        before.doubt.is_some() || (seen.doubt.is_none() && is_soon)
    };
    match before {
        Some(before) if is_known(before) => return Ok(()),
        Some(_) => app.note(|conn| keep(conn, (newest, now), seen.doubt))?,
        None => app.note(|conn| begin(conn, (newest, now), seen.doubt))?,
    }
    if let Some(doubt) = seen.doubt {
        let (newest, now) = (show_second(newest), show_second(now));
        tracing::error!(doubt = doubt.code(), newest, now, "the clock is in doubt: nothing is removed by its age");
    }
    Ok(())
}

fn cells((newest, now): (Instant, Instant), doubt: Option<Doubt>) -> [(&'static str, Value); 3] {
    [
        ("newest_at", newest.into_value()),
        ("doubt", doubt.map(|doubt| doubt.code().to_owned()).into_value()),
        ("doubted_at", doubt.map(|_| now).into_value()),
    ]
}

/// Of several processes that look at once, one keeps what it saw; a doubt another has is not taken back.
fn keep(conn: &mut dyn Conn, at: (Instant, Instant), doubt: Option<Doubt>) -> Result<(), Refusal> {
    let mut update = sql::update_global(TABLE, &cells(at, doubt));
    update
        .and_where(sql::eq("id", ROW))
        .and_where(sql::col("doubt").is_null())
        .and_where(sql::col("newest_at").lte(sql::value(at.0)));
    conn.exec(&update.into())?;
    Ok(())
}

fn begin(conn: &mut dyn Conn, at: (Instant, Instant), doubt: Option<Doubt>) -> Result<(), Refusal> {
    let mut all = vec![("id", Value::Int(ROW))];
    all.extend(cells(at, doubt));
    let mut insert = sql::insert_global(TABLE, &all);
    insert.on_conflict(OnConflict::column("id").do_nothing().to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// An administrator says that the time is right: what waited for that to be removed is due at once. Answers what was
/// known before; refused when nothing is doubted.
pub fn trust(tx: &mut Tx<'_>) -> Result<Known, Refusal> {
    let now = tx.now;
    let before = known(tx, now)?;
    if before.doubt.is_none() {
        return Err(Refusal::business(NOT_DOUBTED));
    }
    accept(tx, now)?;
    let by_age = tx.app.registry.plans.iter().filter(|plan| plan.by_age).map(|plan| plan.name.to_owned());
    let mut due = sql::update(crate::PLATFORM_ORG, "job_plan", &[("next_at", now.into_value())]);
    due.and_where(sql::is_in(sql::col("name"), by_age));
    tx.exec(&due.into())?;
    Ok(before)
}

/// Believes a clock that shows `now`, whatever was known before.
pub fn accept(conn: &mut dyn Conn, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update_global(TABLE, &cells((now, now), None));
    update.and_where(sql::eq("id", ROW));
    if conn.exec(&update.into())? == 0 {
        begin(conn, (now, now), None)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_believed_for_thirty_days_behind_what_was_written_and_never_before_it() {
        let newest = Instant::from_millis(1_000 * AHEAD_MS);
        let doubt = |later: i64| Doubt::between(newest, newest.plus_millis(later), SKEW_MS);
        assert_eq!([doubt(0), doubt(-SKEW_MS), doubt(AHEAD_MS)], [None; 3]);
        assert_eq!(doubt(-SKEW_MS - 1), Some(Doubt::Back));
        assert_eq!(doubt(AHEAD_MS + 1), Some(Doubt::Ahead));
        assert!(Doubt::ALL.into_iter().all(|doubt| Doubt::of(doubt.code()) == Some(doubt)));
    }
}
