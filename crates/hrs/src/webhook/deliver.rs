//! Sending: whichever worker takes a message says it, and writes down what came of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant as Stopwatch};

use kernel::{Instant, SKEW_MS};
use message::By;
use platform::call::App;
use platform::job::plan::{Category, Plan, Schedule};
use platform::job::queue::{self, BackOff, Queue};
use platform::outbound::{self, Request, Trouble};
use platform::sea_query::{ExprTrait, Order};
use platform::store::Row;
use webhook::{DELIVERIES, DONE, FAILED, SENDING, TABLE, WAITING, headers};

use super::told::{self, Of};
use super::*;
use crate::webhook_delivery::{BROKEN, INTERRUPTED, OFF, OUTCOMES, REFUSED, SILENT, TAKEN, UNREACHABLE};

const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Waits between the attempts: about a day in all.
const BACK_OFF: BackOff =
    BackOff(&[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS]);
/// An address that took nothing for so long is switched off.
const FAILING_MS: i64 = 5 * 24 * HOUR_MS;
/// An address has so long to answer.
const WITHIN: Duration = Duration::from_secs(15);
/// A worker that has not come back for so long is lost; longer than an attempt may take.
const LEASE_MS: i64 = 5 * MINUTE_MS;
/// The status by which an address says that it wants nothing any more.
const STATUS_GONE: u16 = 410;

const ARRIVAL: Schedule = Schedule::Arrival(|conn, now| queue::waiting(conn, DELIVERIES, now));

/// Sending is a plan of the platform.
pub(super) const PLAN: Plan =
    Plan::new("webhook.send", ("Webhook推送", "Messages to webhooks"), (Category::Sending, ARRIVAL), send_due);

fn send_due(app: &Arc<App>) -> Result<usize, Refusal> {
    queue::work_off(&app.jobs, &Outbox { app, lost: Mutex::default() })
}

/// Messages to one address go one after the other.
type Lane = (i64, i64);

/// A message a worker has taken.
struct Taken {
    org: i64,
    id: Id,
    webhook: Id,
    attempts: i64,
    message: String,
    body: String,
    worker: String,
}

/// What came of an attempt.
#[derive(Clone, Copy)]
struct Outcome {
    what: &'static str,
    status: Option<u16>,
    took: i64,
}

impl Outcome {
    fn of(what: &'static str) -> Self {
        Self { what, status: None, took: 0 }
    }

    fn is_taken(self) -> bool {
        self.what == TAKEN
    }

    /// Whether trying again may help.
    fn is_worth_trying(self) -> bool {
        !matches!(self.what, TAKEN | OFF | INTERRUPTED) && self.status != Some(STATUS_GONE)
    }

    /// In Chinese and English.
    fn words(self) -> (String, String) {
        let known = OUTCOMES.iter().find(|known| known.value == self.what);
        let (zh, en) = known.map_or((self.what, self.what), |known| (known.zh, known.en));
        self.status.map_or((zh.to_owned(), en.to_owned()), |status| {
            (format!("{zh}（HTTP {status}）"), format!("{en} (HTTP {status})"))
        })
    }
}

/// The messages, and the addresses that were not reached: such a one is asked once in a round, and the other messages to it
/// share its fate.
struct Outbox<'a> {
    app: &'a App,
    lost: Mutex<BTreeMap<Lane, &'static str>>,
}

impl Queue for Outbox<'_> {
    type Lane = Lane;
    type Entry = Taken;

    fn take(&self, but: &[Lane]) -> Result<Option<(Lane, Taken)>, Refusal> {
        Ok(take(self.app, but)?.map(|taken| (taken.lane(), taken)))
    }

    fn work(&self, taken: Taken) -> Result<(), Refusal> {
        let hook = Hook::find(self.app, &taken)?;
        // What is tried for the last time is tried, whatever became of its neighbours.
        let lost = self.lost().get(&taken.lane()).copied().filter(|_| BACK_OFF.after(taken.attempts).is_some());
        let outcome = match (&hook, lost) {
            (None, _) => Outcome::of(OFF),
            (Some(_), Some(what)) => Outcome::of(what),
            // A fault of the program is an attempt, too: else a message that can't be signed would be due for ever.
            (Some(hook), None) => attempt(self.app, &taken, hook).unwrap_or_else(|refusal| {
                tracing::error!(?refusal, delivery = %taken.id, "a webhook could not be sent");
                Outcome::of(BROKEN)
            }),
        };
        if matches!(outcome.what, UNREACHABLE | SILENT) {
            self.lost().insert(taken.lane(), outcome.what);
        }
        finish(self.app, &taken, hook.as_ref(), outcome)
    }
}

impl Outbox<'_> {
    fn lost(&self) -> MutexGuard<'_, BTreeMap<Lane, &'static str>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn lane(&self) -> Lane {
        (self.org, self.webhook.0)
    }
}

/// Takes the message that has waited longest, of none of some lanes. Of two workers that see it, one changes its row.
fn take(app: &App, but: &[Lane]) -> Result<Option<Taken>, Refusal> {
    loop {
        let now = app.clock.now();
        let mut due = sql::from_global("webhook_delivery");
        due.columns(["org_id", "id", "webhook_id", "attempts", "message_id", "body", "next_at", "worker"])
            .and_where(queue::due(now))
            .order_by("next_at", Order::Asc)
            .order_by("id", Order::Asc)
            .limit(1);
        for (org, webhook) in but {
            due.and_where(sql::eq("org_id", *org).and(sql::eq("webhook_id", *webhook)).not());
        }
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&due.into())?))? else { return Ok(None) };
        let (taken, seen) = read(&row)?;
        if queue::is_out_of_reach(seen, now) && row.get::<Option<String>>(7)?.is_some() {
            shorten(app, &taken, seen, now)?;
            continue;
        }
        if !mark_taken(app, &taken, seen, now)? {
            continue;
        }
        if taken.attempts <= BACK_OFF.attempts() {
            return Ok(Some(taken));
        }
        // Its last worker was lost with it; what he did not write down is not known.
        finish(app, &taken, None, Outcome::of(INTERRUPTED))?;
    }
}

fn read(row: &Row) -> Result<(Taken, i64), Refusal> {
    let taken = Taken {
        org: row.get(0)?,
        id: row.get(1)?,
        webhook: row.get(2)?,
        attempts: row.get::<i64>(3)? + 1,
        message: row.get(4)?,
        body: row.get(5)?,
        worker: queue::worker()?,
    };
    Ok((taken, row.get(6)?))
}

/// A worker's time that a clock gave which ran ahead: whether he is lost is seen when a time from now on runs out.
fn shorten(app: &App, taken: &Taken, seen: i64, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(taken.org, DELIVERIES, &[("next_at", Value::Int(now.millis() + LEASE_MS))]);
    update.and_where(sql::eq("id", taken.id)).and_where(sql::eq("next_at", seen));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

fn mark_taken(app: &App, taken: &Taken, seen: i64, now: Instant) -> Result<bool, Refusal> {
    let cells = [
        ("state", SENDING.into_value()),
        ("attempts", Value::Int(Ord::min(taken.attempts, BACK_OFF.attempts()))),
        ("worker", taken.worker.clone().into_value()),
        ("next_at", Value::Int(now.millis() + LEASE_MS)),
    ];
    let mut update = sql::update(taken.org, DELIVERIES, &cells);
    update.and_where(sql::eq("id", taken.id)).and_where(sql::eq("next_at", seen));
    Ok(app.system_write(|conn| Ok(conn.exec(&update.into())?))? == 1)
}

/// An active address as a worker needs it.
struct Hook {
    name: String,
    url: String,
    sealed: Vec<u8>,
    /// The former secret, and until when it signs, too.
    old: Option<(Vec<u8>, Instant)>,
    failing_since: Option<Instant>,
}

impl Hook {
    fn find(app: &App, taken: &Taken) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from(taken.org, TABLE);
        select
            .columns(["name", "url", "secret", "old_secret", "old_until", "failing_since"])
            .and_where(sql::eq("id", taken.webhook))
            .and_where(sql::eq("state", ACTIVE));
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&select.into())?))? else { return Ok(None) };
        let old: (Option<Vec<u8>>, Option<Instant>) = (row.get(3)?, row.get(4)?);
        Ok(Some(Self {
            name: row.get(0)?,
            url: row.get(1)?,
            sealed: row.get::<Option<Vec<u8>>>(2)?.unwrap_or_default(),
            old: old.0.zip(old.1),
            failing_since: row.get(5)?,
        }))
    }

    /// The secrets that hold.
    fn secrets(&self, app: &App, now: Instant) -> Result<Vec<String>, Refusal> {
        let old = self.old.iter().filter(|(_, until)| *until > now).map(|(sealed, _)| sealed);
        std::iter::once(&self.sealed).chain(old).map(|sealed| app.secrets.open(sealed)).collect()
    }

    /// Since when it takes nothing. A time that a clock gave which ran ahead is none.
    fn failing_since(&self, now: Instant) -> Instant {
        self.failing_since.filter(|since| *since <= now.plus_millis(SKEW_MS)).unwrap_or(now)
    }
}

/// Says a message; the address guard looks at where it goes for every connection.
fn attempt(app: &App, taken: &Taken, hook: &Hook) -> Result<Outcome, Refusal> {
    let now = app.clock.now();
    let signed = headers(&taken.message, now, &taken.body, &hook.secrets(app, now)?)?;
    let request = Request {
        url: &hook.url,
        headers: &[
            ("Content-Type", "application/json"),
            ("webhook-id", &signed.id),
            ("webhook-timestamp", &signed.timestamp),
            ("webhook-signature", &signed.signature),
        ],
        body: Some(&taken.body),
        within: WITHIN,
    };
    let begun = Stopwatch::now();
    let answered = outbound::status(&app.settings.guard, request);
    let took = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
    Ok(match answered {
        Ok(status) => {
            let what = if (200..300).contains(&status) { TAKEN } else { REFUSED };
            Outcome { what, status: Some(status), took }
        }
        Err(Trouble::Silent) => Outcome { took, ..Outcome::of(SILENT) },
        Err(Trouble::Unreachable) => Outcome { took, ..Outcome::of(UNREACHABLE) },
    })
}

/// Writes down what came of a message, if it is still this worker's, and what follows for its address.
fn finish(app: &App, taken: &Taken, hook: Option<&Hook>, outcome: Outcome) -> Result<(), Refusal> {
    let now = app.clock.now();
    let wait = BACK_OFF.after(taken.attempts).filter(|_| outcome.is_worth_trying());
    let state = match (outcome.is_taken(), wait) {
        (true, _) => DONE,
        (false, Some(_)) => WAITING,
        (false, None) => FAILED,
    };
    let cells = [
        ("state", state.into_value()),
        ("outcome", outcome.what.into_value()),
        ("last_status", outcome.status.map(i64::from).into_value()),
        ("took", Value::Int(outcome.took)),
        ("tried_at", now.into_value()),
        ("worker", Value::Null),
        ("next_at", wait.map(|wait| now.plus_millis(wait)).into_value()),
        ("finished_at", wait.is_none().then_some(now).into_value()),
    ];
    let mut update = sql::update(taken.org, DELIVERIES, &cells);
    update.and_where(sql::eq("id", taken.id)).and_where(sql::eq("worker", taken.worker.clone()));
    app.system_write(|conn| {
        if conn.exec(&update.into())? == 0 {
            return Ok(());
        }
        let Some(hook) = hook else { return Ok(()) };
        follow(conn, (app, taken, hook), (outcome, state), now)
    })
}

/// Since when an address fails; one that is gone, or failed for days, is switched off, and the administrators learn of it.
fn follow(
    conn: &mut dyn Conn,
    (app, taken, hook): (&App, &Taken, &Hook),
    (outcome, state): (Outcome, &str),
    now: Instant,
) -> Result<(), Refusal> {
    let since = hook.failing_since(now);
    let cells = [
        ("last_at", now.into_value()),
        ("last_status", outcome.status.map(i64::from).into_value()),
        ("failing_since", (!outcome.is_taken()).then_some(since).into_value()),
    ];
    let mut update = sql::update(taken.org, TABLE, &cells);
    update.and_where(sql::eq("id", taken.webhook));
    conn.exec(&update.into())?;
    let (by, of) = (By::product(app, taken.org), Of { id: taken.webhook, name: &hook.name });
    let (zh, en) = outcome.words();
    let over = now.millis() - since.millis() >= FAILING_MS;
    // After a quiet time one failed attempt says little: a message that was tried for a day has to fail, too.
    if outcome.status == Some(STATUS_GONE) || (state == FAILED && over) {
        let why = if outcome.status == Some(STATUS_GONE) { GONE } else { FAILING };
        if switch_off(conn, taken, why, now)? {
            told::switched_off(conn, by, &of, (&zh, &en))?;
        }
        return Ok(());
    }
    if state == FAILED { told::given_up(conn, by, &of, (since, (&zh, &en))) } else { Ok(()) }
}

/// Answers whether it was on.
fn switch_off(conn: &mut dyn Conn, taken: &Taken, why: &str, now: Instant) -> Result<bool, Refusal> {
    let cells = [("state", STOPPED.into_value()), ("stopped_for", why.into_value()), ("updated_at", now.into_value())];
    let mut update = sql::update(taken.org, TABLE, &cells);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("id", taken.webhook))
        .and_where(sql::eq("state", ACTIVE));
    Ok(conn.exec(&update.into())? == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attempts_lie_within_about_a_day() {
        let waits: Vec<i64> = (1..).map_while(|attempt| BACK_OFF.after(attempt)).collect();
        assert_eq!((waits.len(), BACK_OFF.attempts()), (7, 8));
        assert!(waits.windows(2).all(|pair| pair[0] <= pair[1]), "{waits:?}");
        let all: i64 = waits.iter().sum();
        assert!((23 * HOUR_MS..=25 * HOUR_MS).contains(&all), "{all}");
    }

    #[test]
    fn what_can_come_right_is_tried_again() {
        let answered = |status| Outcome { status: Some(status), ..Outcome::of(REFUSED) };
        assert!(answered(500).is_worth_trying() && answered(302).is_worth_trying() && answered(404).is_worth_trying());
        assert!(!answered(410).is_worth_trying() && !Outcome::of(OFF).is_worth_trying());
        assert!(Outcome::of(UNREACHABLE).is_worth_trying());
    }
}
