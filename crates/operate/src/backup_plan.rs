//! When backups are made by themselves, and how long each is kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use archive::Fault;
use kernel::{Id, Instant, Msg, day_after_days};
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::clock;
use platform::field::Field;
use platform::job;
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::setting::{self, Module, Setting};
use platform::store::{Conn, Value, sql};

use crate::backup::{BY_PLAN, DONE, FAILED, MAKE, UNDER_WAY, begun_by, is_open, new_row, order, refuse_while_busy};
use crate::backup_place::{self, OBJECTS};
use crate::backup_work;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const MINUTE_MS: i64 = 60 * 1000;

const NO_TIME: Msg = Msg::new("backup.time", "时间格式为HH:mm", "The time is written as HH:mm.");

const WHEN: Module = Module::new("backupPlan", "计划", "Plan").on("backup_setting");
const KEPT: Module = Module::new("backupKept", "保留", "Kept").on("backup_setting");

const DAILY: Setting =
    Setting::new("backupDaily", WHEN, Field::flag("每日自动备份", "Back up every day").initially("true")).platform();
const TIME: Setting = Setting::new(
    "backupTime",
    WHEN,
    Field::text("每日时间", "Time of day")
        .required()
        .max(5)
        .pattern("^([01]\\d|2[0-3]):[0-5]\\d$", is_time, NO_TIME)
        .initially("\"02:30\""),
)
.platform();
const DAYS: Setting = Setting::new(
    "backupDays",
    KEPT,
    Field::int("每日备份保留", "Daily backups").required().range(1, 90).unit("天").initially("7"),
)
.platform();
const WEEKS: Setting = Setting::new(
    "backupWeeks",
    KEPT,
    Field::int("每周首次备份保留", "First of a week").required().range(0, 52).unit("周").initially("4"),
)
.platform();
const MONTHS: Setting = Setting::new(
    "backupMonths",
    KEPT,
    Field::int("每月首次备份保留", "First of a month").required().range(0, 60).unit("月").initially("12"),
)
.platform();

/// What is decided about backups.
pub(crate) const SETTINGS: [&Setting; 5] = [&DAILY, &TIME, &DAYS, &WEEKS, &MONTHS];

fn is_time(text: &str) -> bool {
    minutes(text).is_some()
}

/// Minutes after midnight of a time of day.
fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str, most: i64| {
        let plain = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i64>().ok().filter(|number| plain && *number <= most)
    };
    Some(number(hours, 23)? * 60 + number(minutes, 59)?)
}

fn number(conn: &mut dyn Conn, setting: &Setting) -> Result<i64, Refusal> {
    setting::value(conn, PLATFORM_ORG, setting, None)
}

/// Until when a backup of this moment is kept: the first of a month and of a week longer than others.
pub(crate) fn keep_until(conn: &mut dyn Conn, now: Instant) -> Result<Instant, Refusal> {
    let day = now.day();
    let monday = day_after_days(day, -i64::from(day.weekday().to_monday_zero_offset()));
    let mut best = number(conn, &DAYS)? * DAY_MS;
    for (setting, since, days) in [(&WEEKS, monday, 7), (&MONTHS, day.first_of_month(), 31)] {
        let mut other = sql::from(PLATFORM_ORG, "backup");
        other
            .column("id")
            .and_where(sql::eq("status", DONE.to_owned()))
            .and_where(sql::col("created_at").gte(sql::value(Instant::start_of(since))))
            .and_where(begun_by(now))
            .limit(1);
        if conn.first(&other.into())?.is_none() {
            best = Ord::max(best, number(conn, setting)? * days * DAY_MS);
        }
    }
    Ok(Instant::from_millis(now.millis() + best))
}

/// Looking whether a backup is due is a plan of the platform; the backup itself is a job.
pub(crate) const PLAN: Plan =
    Plan::new("backup.plan", ("备份计划", "Plan of backups"), (Category::Care, Schedule::Minute), when_due);

/// Begins the backup of the day, and removes those whose time is over.
fn when_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let now = app.clock.now();
    backup_work::clear_scratches(app)?;
    let begun = app.system_write(|conn| {
        close_lost(conn)?;
        if !is_due(conn, now)? || refuse_while_busy(conn, MAKE).is_err() {
            return Ok(false);
        }
        let id = new_row(app, conn, (BY_PLAN, Id(0), now))?;
        job::submit_planned(app, conn, order(MAKE, id))?;
        Ok(true)
    })?;
    if begun {
        app.jobs.ring();
    }
    Ok(usize::from(begun) + forget(app, now)?)
}

/// Whether the time of day is over and today's backup was not begun.
fn is_due(conn: &mut dyn Conn, now: Instant) -> Result<bool, Refusal> {
    if !setting::value::<bool>(conn, PLATFORM_ORG, &DAILY, None)? {
        return Ok(false);
    }
    let time: String = setting::value(conn, PLATFORM_ORG, &TIME, None)?;
    let due = Instant::start_of(now.day()).millis() + minutes(&time).unwrap_or(0) * MINUTE_MS;
    if now.millis() < due {
        return Ok(false);
    }
    let mut begun = sql::from(PLATFORM_ORG, "backup");
    begun
        .column("id")
        .and_where(sql::eq("mode", BY_PLAN.to_owned()))
        .and_where(sql::col("created_at").gte(sql::value(due)))
        .and_where(begun_by(now))
        .limit(1);
    Ok(conn.first(&begun.into())?.is_none())
}

/// A backup whose job ended without saying how, as at the death of its process, has failed.
fn close_lost(conn: &mut dyn Conn) -> Result<(), Refusal> {
    if is_open(conn, MAKE)? {
        return Ok(());
    }
    let mut update = sql::update(PLATFORM_ORG, "backup", &[("status", Value::Text(FAILED.to_owned()))]);
    update.and_where(sql::eq("status", UNDER_WAY.to_owned()));
    conn.exec(&update.into())?;
    Ok(())
}

/// Removes the backups whose time is over, but never the newest, and none while the clock is doubted.
fn forget(app: &App, now: Instant) -> Result<usize, Refusal> {
    if !app.store.read(|conn| clock::is_trusted(conn, now))? {
        return Ok(0);
    }
    let mut done = sql::from(PLATFORM_ORG, "backup");
    done.columns(["id", "file", "keep_until", "place"])
        .and_where(sql::eq("status", DONE.to_owned()))
        .order_by("created_at", Order::Desc)
        .order_by("id", Order::Desc);
    let rows = app.store.read(|conn| conn.query(&done.into()))?;
    let mut count = 0;
    // A place that does not answer is asked once, not for each of its backups.
    let mut lost = BTreeSet::new();
    for row in rows.iter().skip(1) {
        if row.get::<Option<Instant>>(2)?.is_none_or(|until| until > now) {
            continue;
        }
        let (file, place): (String, String) = (row.get(1)?, row.get(3)?);
        if lost.contains(&place) {
            continue;
        }
        if let Err(fault) = remove(app, &place, &file) {
            tracing::error!(file, %fault, "an old backup can't be removed");
            lost.insert(place);
            continue;
        }
        app.system_write(|conn| {
            let mut delete = sql::delete(PLATFORM_ORG, "backup");
            delete.and_where(sql::eq("id", row.get::<Id>(0)?));
            conn.exec(&delete.into())?;
            Ok(())
        })?;
        count += 1;
    }
    Ok(count)
}

/// Removes a backup from where it lies; one that is gone already is no fault.
fn remove(app: &App, place: &str, file: &str) -> Result<(), Fault> {
    if place == OBJECTS {
        return backup_place::depot(app)?.remove(archive::name_in(file).unwrap_or(file));
    }
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
