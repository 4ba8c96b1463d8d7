//! A turn of a plan: taking it, working, writing down what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Id, Instant, SKEW_MS};
use sea_query::ExprTrait;

use super::{DONE, FAILED, LOST, Plan, RUNNING, Schedule, Waiting};
use crate::PLATFORM_ORG;
use crate::call::App;
use crate::clock;
use crate::job::queue::worker;
use crate::job::work::under_lease;
use crate::job::{LEASE_MS, sentence};
use crate::place;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Row, Value, sql};

const MINUTE_MS: i64 = 60 * 1000;
/// Waits after a failure, by the number of failures in a row; the last one from then on.
const WAITS_MS: [i64; 4] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, WAIT_MS_MAX];
/// The longest of them.
pub(super) const WAIT_MS_MAX: i64 = 120 * MINUTE_MS;
/// Language of the platform's records.
const LANGUAGE: &str = "zh-CN";

/// A plan's row as a worker sees it.
struct State {
    id: Id,
    stopped: bool,
    asked_by: Option<Id>,
    next_at: Instant,
    waiting: Option<i64>,
    failures: i64,
    runs: i64,
    worker: Option<String>,
    lease_until: Option<Instant>,
    run: Option<Id>,
    started_at: Option<Instant>,
}

/// What a worker holds.
struct Turn {
    plan: Id,
    run: Id,
    worker: String,
    started_at: Instant,
    failures: i64,
}

/// How a turn ended.
enum Outcome {
    Done(usize),
    Failed(String),
    Lost,
}

/// Runs the plans of the clock that are due.
pub(in crate::job) fn run_clocked(app: &Arc<App>) -> Result<(), Refusal> {
    run_those(app, |plan| !matches!(plan.schedule, Schedule::Arrival(_))).map(drop)
}

/// Works on the queues in which something waits; answers how much was handled.
pub(in crate::job) fn run_queues(app: &Arc<App>) -> Result<usize, Refusal> {
    run_those(app, |plan| matches!(plan.schedule, Schedule::Arrival(_)))
}

fn run_those(app: &Arc<App>, wanted: fn(&Plan) -> bool) -> Result<usize, Refusal> {
    let (states, quiet) = app.store.read(|conn| Ok::<_, Refusal>((states(conn)?, place::is_quiet(conn)?)))?;
    let mut count = 0;
    for plan in app.registry.plans.iter().filter(|plan| wanted(plan)) {
        if app.jobs.is_stopping() {
            break;
        }
        if let Some(state) = states.get(plan.name) {
            count += look_after(app, plan, state, quiet)?;
        }
    }
    Ok(count)
}

fn states(conn: &mut dyn Conn) -> Result<BTreeMap<String, State>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "job_plan");
    select.columns(["name", "id", "stopped", "asked_by", "next_at", "waiting", "failures", "runs", "worker"]);
    select.columns(["lease_until", "run_id", "started_at"]);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, state_of(row)?))).collect()
}

fn state_of(row: &Row) -> Result<State, Refusal> {
    Ok(State {
        id: row.get(1)?,
        stopped: row.get(2)?,
        asked_by: row.get(3)?,
        next_at: row.get(4)?,
        waiting: row.get(5)?,
        failures: row.get(6)?,
        runs: row.get(7)?,
        worker: row.get(8)?,
        lease_until: row.get(9)?,
        run: row.get(10)?,
        started_at: row.get(11)?,
    })
}

/// Runs a plan when it is due and nobody else has it. In a copy that is quiet none runs: what it would do, the other place
/// does.
fn look_after(app: &Arc<App>, plan: &Plan, state: &State, quiet: bool) -> Result<usize, Refusal> {
    let now = app.clock.now();
    if let Some(lost) = lost(state, now) {
        tracing::error!(plan = plan.name, "a plan was lost with its worker");
        close(app, plan, &lost, Outcome::Lost)?;
        return Ok(0);
    }
    if state.lease_until.is_some_and(|until| until > now.plus_millis(LEASE_MS + SKEW_MS)) {
        shorten(app, state, now)?;
    }
    let waiting = backlog(app, plan)?;
    let has_come = now >= state.next_at || plan.schedule.is_out_of_reach(state.next_at, now);
    let is_due = has_come && waiting.is_none_or(|waiting| waiting.due > 0);
    if state.worker.is_none() && !state.stopped && !quiet && (state.asked_by.is_some() || is_due) {
        let Some(turn) = take(app, plan, state)? else { return Ok(0) };
        return run(app, plan, &turn);
    }
    // The page tells how many wait also while nobody works on them.
    if let Some(Waiting { all, .. }) =
        waiting.filter(|waiting| state.worker.is_none() && Some(waiting.all) != state.waiting)
    {
        let mut update = sql::update(PLATFORM_ORG, "job_plan", &[("waiting", Value::Int(all))]);
        update.and_where(sql::eq("id", state.id));
        app.system_write(|conn| Ok(conn.exec(&update.into())?))?;
    }
    Ok(0)
}

/// A lease that a clock gave which ran ahead: whether its worker is gone is seen when one from now on runs out.
fn shorten(app: &App, state: &State, now: Instant) -> Result<(), Refusal> {
    let until = Value::Int(now.millis() + LEASE_MS);
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &[("lease_until", until)]);
    update.and_where(sql::eq("id", state.id)).and_where(sql::eq("lease_until", state.lease_until));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

/// The turn of a worker that has not been heard of since its lease ran out.
fn lost(state: &State, now: Instant) -> Option<Turn> {
    let is_over = state.lease_until.is_some_and(|until| until < now);
    let worker = state.worker.clone().filter(|_| is_over)?;
    Some(Turn { plan: state.id, run: state.run?, worker, started_at: state.started_at?, failures: state.failures })
}

fn backlog(app: &App, plan: &Plan) -> Result<Option<Waiting>, Refusal> {
    let Schedule::Arrival(count) = plan.schedule else { return Ok(None) };
    app.store.read(|conn| count(conn, app.clock.now())).map(Some)
}

/// Takes a plan; nothing when another worker was first, or somebody paused it.
fn take(app: &App, plan: &Plan, state: &State) -> Result<Option<Turn>, Refusal> {
    let now = app.clock.now();
    let worker = worker()?;
    let turn = Turn { plan: state.id, run: app.mint.next(now), worker, started_at: now, failures: state.failures };
    let cells = [
        ("worker", turn.worker.clone().into_value()),
        ("lease_until", Value::Int(now.millis() + LEASE_MS)),
        ("run_id", turn.run.into_value()),
        ("started_at", now.into_value()),
        ("next_at", plan.schedule.next(now).into_value()),
        ("asked_by", Value::Null),
        ("runs", Value::Int(state.runs + 1)),
    ];
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &cells);
    update
        .and_where(sql::eq("id", state.id))
        .and_where(sql::eq("runs", state.runs))
        .and_where(sql::eq("stopped", false))
        .and_where(sql::col("worker").is_null());
    let run = [
        ("id", turn.run.into_value()),
        ("plan_id", state.id.into_value()),
        ("started_at", now.into_value()),
        ("result", RUNNING.into_value()),
        ("instance", crate::probe::instance().into_value()),
        ("user_id", state.asked_by.into_value()),
    ];
    app.system_write(|conn| {
        if conn.exec(&update.into())? == 0 {
            return Ok(None);
        }
        conn.exec(&sql::insert(PLATFORM_ORG, "job_plan_run", &run).into())?;
        Ok(Some(turn))
    })
}

fn run(app: &Arc<App>, plan: &Plan, turn: &Turn) -> Result<usize, Refusal> {
    let renew = || {
        let until = Value::Int(app.clock.now().millis() + LEASE_MS);
        let mut update = sql::update(PLATFORM_ORG, "job_plan", &[("lease_until", until)]);
        update.and_where(sql::eq("id", turn.plan)).and_where(sql::eq("worker", turn.worker.clone()));
        app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
    };
    match under_lease(renew, || work(app, plan)) {
        Ok(handled) => {
            close(app, plan, turn, Outcome::Done(handled))?;
            Ok(handled)
        }
        Err(refusal) => {
            tracing::error!(plan = plan.name, run = %turn.run, ?refusal, "a plan failed");
            close(app, plan, turn, Outcome::Failed(sentence(&refusal, LANGUAGE)))?;
            Ok(0)
        }
    }
}

/// The work of a plan. What removes by age removes nothing while the clock is doubted.
fn work(app: &Arc<App>, plan: &Plan) -> Result<usize, Refusal> {
    if plan.by_age && !app.store.read(|conn| clock::is_trusted(conn, app.clock.now()))? {
        return Ok(0);
    }
    (plan.work)(app)
}

/// Writes down what came of a turn, if it is still its worker's.
fn close(app: &App, plan: &Plan, turn: &Turn, outcome: Outcome) -> Result<(), Refusal> {
    let now = app.clock.now();
    let took = Value::Int(now.millis() - turn.started_at.millis());
    let mut cells = vec![("worker", Value::Null), ("lease_until", Value::Null), ("took", took.clone())];
    let (result, handled, error) = match outcome {
        Outcome::Done(handled) => {
            cells.extend([("failures", Value::Int(0)), ("told", Value::Bool(false))]);
            (DONE, Value::Int(i64::try_from(handled).unwrap_or(i64::MAX)), Value::Null)
        }
        Outcome::Failed(error) => (FAILED, Value::Null, Value::Text(error)),
        Outcome::Lost => (LOST, Value::Null, Value::Null),
    };
    if result != DONE {
        let place = usize::try_from(turn.failures).unwrap_or_default().min(WAITS_MS.len() - 1);
        let wait = WAITS_MS.get(place).copied().unwrap_or_default();
        cells.extend([("failures", Value::Int(turn.failures + 1)), ("next_at", Value::Int(now.millis() + wait))]);
    }
    if let Some(waiting) = backlog(app, plan)? {
        cells.push(("waiting", Value::Int(waiting.all)));
    }
    cells.push(("result", result.into_value()));
    let mut update = sql::update(PLATFORM_ORG, "job_plan", &cells);
    update.and_where(sql::eq("id", turn.plan)).and_where(sql::eq("worker", turn.worker.clone()));
    if result == LOST {
        // It may have been heard of since it was looked at.
        update.and_where(sql::col("lease_until").lt(sql::value(now)));
    }
    let cells = [("took", took), ("handled", handled), ("result", result.into_value()), ("error", error)];
    let mut run = sql::update(PLATFORM_ORG, "job_plan_run", &cells);
    run.and_where(sql::eq("id", turn.run));
    app.system_write(|conn| {
        if conn.exec(&update.into())? == 1 {
            conn.exec(&run.into())?;
        }
        Ok(())
    })
}
