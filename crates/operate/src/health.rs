//! 运行状况. What this deployment is doing, and whether it is well.

use std::collections::BTreeMap;

use kernel::{Id, Instant, Msg, Text, show_second};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, App, Call, Outcome};
use platform::clock::{self, Doubt};
use platform::job;
use platform::job::plan::Schedule;
use platform::log::{Level, LogEntry};
use platform::probe::Space;
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::{checks, instance};

pub(crate) const PAGE: &str = "/hrs_health";
/// Button by which the time of the server is said to be right.
const TRUST: &str = "sys_health_clock";
/// Id of the clock in the log: there is one.
const CLOCK: Id = Id(1);
const USER_JOBS: Msg = Msg::new("health.user_jobs", "导入导出等任务", "Exports, imports and the like");
/// What failed counts for so long.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Slow classes that are shown.
const SLOW_SHOWN: usize = 20;

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "运行状况", "Health", 80).platform(),
        Node::button(TRUST, "hrs_health", "确认服务器时间", "Confirm the clock", 20).platform(),
    ]);
    room.operations.extend([
        Operation::get("get_health", "/hrs/health", Access::Code("hrs_health"), show)
            .summary("Figures of the server, the database and the machine, and what is wrong"),
        Operation::put("trust_clock", "/hrs/health/trustClock", Access::Code(TRUST), trust_clock)
            .summary("Says that the time of the server is right: what is old is removed again"),
    ]);
    room.plans.push(checks::PLAN);
    room.messages.extend([&checks::RED, &checks::PLAN_FAILED]);
}

fn space(found: Option<Space>) -> Json {
    found.map_or(
        Json::Null,
        |space| json!({ "total": space.total, "free": space.free, "percent": space.used_percent() }),
    )
}

fn show(call: &mut Call) -> Outcome {
    let app = &call.app;
    let now = call.now();
    let calls = app.figures.calls(now);
    let database = app.store.figures()?;
    let queues = queues(app)?;
    let shown: Vec<Json> = queues
        .iter()
        .map(|queue| {
            let name = queue.title.in_language(call.language());
            json!({ "name": name, "waiting": queue.waiting, "failed": queue.failed })
        })
        .collect();
    let slow: Vec<Json> = app
        .store
        .slow()
        .classes()
        .iter()
        .take(SLOW_SHOWN)
        .map(|(name, class)| json!({ "statement": name, "count": class.count, "maxMs": class.max_ms }))
        .collect();
    let probe = app.settings.probe;
    let checks: Vec<Json> = checks::all(app, &queues)?
        .iter()
        .map(|check| {
            json!({
                "name": check.name, "label": check.label.text().in_language(call.language()),
                "state": check.state.key(), "text": check.text.in_language(call.language()),
            })
        })
        .collect();
    Ok(Answer::Data(json!({
        "version": app.settings.version,
        "startedAt": show_second(app.started_at),
        "instances": instance::living(app)?,
        "database": {
            "kind": database.kind, "version": database.version,
            "bytes": database.bytes, "connections": database.connections,
        },
        "disk": space((probe.disk)(&app.settings.data_folder)),
        "memory": space((probe.memory)()),
        "ownMemory": (probe.own_memory)(),
        "calls": {
            "perMinute": calls.per_minute, "count": calls.count, "failed": calls.failed, "p95Ms": calls.p95_ms,
        },
        "slow": slow,
        "queues": shown,
        "sessions": sessions(app)?,
        "interfaces": interfaces(app)?,
        "clock": clock_shown(app, now)?,
        "checks": checks,
    })))
}

/// The time of the server, the newest one it wrote by, and why it is doubted.
fn clock_shown(app: &App, now: Instant) -> Result<Json, Refusal> {
    let known = app.store.read(|conn| clock::known(conn, now))?;
    Ok(json!({
        "now": show_second(now), "newest": show_second(known.newest), "doubt": known.doubt.map(Doubt::code),
    }))
}

/// PUT /hrs/health/trustClock.
fn trust_clock(call: &mut Call) -> Outcome {
    call.write(|tx| {
        let (now, before) = (tx.now, clock::trust(tx)?);
        let entry = LogEntry::of("server_clock", CLOCK, "", PAGE).did("修改", "确认服务器时间").level(Level::High);
        tx.log(entry.text(format!("服务器时间：{}，此前最近记录：{}", show_second(now), show_second(before.newest))))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(Json::Null))
}

/// What waits for a worker, and what was given up.
pub struct Queue {
    /// Its name.
    pub title: Text,
    /// Entries that wait.
    pub waiting: i64,
    /// Failed within a day.
    pub failed: i64,
}

/// The jobs of every company, and the queues of the rooms.
pub fn queues(app: &App) -> Result<Vec<Queue>, Refusal> {
    let now = app.clock.now();
    let since = now.plus_millis(-DAY_MS);
    app.store.read(|conn| {
        let mut all = vec![Queue {
            title: USER_JOBS.text(),
            waiting: jobs(conn, job::WAITING, None)?,
            failed: jobs(conn, job::FAILED, Some(since))?,
        }];
        for plan in &app.registry.plans {
            let Schedule::Arrival(backlog) = plan.schedule else { continue };
            all.push(Queue {
                title: Text { key: plan.name, zh: plan.title.0.to_owned(), en: plan.title.1.to_owned() },
                waiting: backlog(conn, now)?.all,
                failed: plan.losses.map_or(Ok(0), |losses| losses(conn, since))?,
            });
        }
        Ok(all)
    })
}

/// Jobs of every company in a state, those alone that ended since then.
fn jobs(conn: &mut dyn Conn, state: &str, since: Option<Instant>) -> Result<i64, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "every_job");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("status", state.to_owned()));
    if let Some(since) = since {
        select.and_where(sql::col("finished_at").gte(sql::value(since)));
    }
    first_number(conn, select)
}

/// Calls of an outside system, newest last in their index.
const CALLS: &str = "interface_call c WHERE c.org_id = org_interface.org_id AND c.interface_id = org_interface.id";

/// Calls to and from outside systems, of every company: by system the last one that succeeded and, of a day, how many
/// there were and how many failed.
fn interfaces(app: &App) -> Result<Vec<Json>, Refusal> {
    let (since, orgs) = (app.clock.now().millis() - DAY_MS, app.orgs()?);
    app.store.read(|conn| {
        let mut found: BTreeMap<String, (Option<Instant>, i64, i64)> = BTreeMap::new();
        for org in orgs {
            let mut select = sql::from(org, "org_interface");
            select.column(("org_interface", "api_type")).exprs([
                Expr::cust(format!("(SELECT c.created_at FROM {CALLS} AND c.ok ORDER BY c.id DESC LIMIT 1)")),
                Expr::cust(format!("(SELECT COUNT(*) FROM {CALLS} AND c.created_at >= {since})")),
                Expr::cust(format!("(SELECT COUNT(*) FROM {CALLS} AND c.created_at >= {since} AND NOT c.ok)")),
            ]);
            for row in conn.query(&select.into())? {
                let all = found.entry(row.get(0)?).or_default();
                all.0 = Ord::max(all.0, row.get(1)?);
                all.1 += row.get::<i64>(2)?;
                all.2 += row.get::<i64>(3)?;
            }
        }
        let shown = found.into_iter().map(|(kind, (last, count, failed))| {
            json!({ "type": kind, "lastOk": last.map(show_second), "count": count, "failed": failed })
        });
        Ok(shown.collect())
    })
}

fn sessions(app: &App) -> Result<i64, Refusal> {
    let mut select = sql::from_global("session");
    select.expr(Expr::cust("COUNT(*)")).cond_where(platform::access::live_at(app.clock.now()));
    app.store.read(|conn| first_number(conn, select))
}

pub(crate) fn first_number(conn: &mut dyn Conn, select: platform::sea_query::SelectStatement) -> Result<i64, Refusal> {
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}
