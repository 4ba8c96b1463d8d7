//! The lock of a customer's business in scopes: by hand, and opened for some days by an approval.

use std::sync::Arc;

use approval::rule::Fact;
use approval::{Application, people, unlock as unlocking, words};
use credit::Change;
use credit::lock::{self as locks, HAND, Lock, OPENED, SYSTEM, Wanted};
use credit::reckon::hold_row;
use kernel::{Id, Instant, Msg, Scope, day_after_days, parse_day, show_day};
use platform::access::Access;
use platform::call::{App, Call, Outcome, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect};
use platform::store::Conn;
use serde_json::{Value as Json, json};

use crate::coop::{self, Coop};
use crate::coop_credit::tell;
use crate::moves::{Asked, Moved, Step, change, days_since, known_of, named, reason, run, step};

const NEED_SCOPES: Msg = Msg::new("coop.scopes", "请选择业务范畴", "Please choose the scopes.");
const STILL_HOLDS: Msg = Msg::new(
    "coop.unlock.system",
    "系统锁定的原因仍存在，请填写临时解锁日期",
    "What the system locked it for still holds. Please give a day until which it is open.",
);
const UNTIL_RANGE: Msg =
    Msg::new("coop.unlock.until", "临时解锁最长30天", "It can be open for 30 days at most, from today on.");
/// Days a scope that the system locked may be open by hand.
const OPEN_DAYS_MAX: i64 = 30;

/// Locks again what was opened for some days.
pub const PLAN: Plan = Plan::new(
    "coop.lockAgain",
    ("客户解锁到期自动锁定", "Locking of customers whose unlocking is over"),
    (Category::Update, Schedule::Minute),
    lock_again,
);

/// What approved applications do.
pub fn effects() -> impl Iterator<Item = Effect> {
    Scope::all().map(|scope| Effect { event: unlocking::event(scope), kind: unlocking::CUSTOMER_KIND, work: opened })
}

/// How one applies.
pub fn appliers() -> impl Iterator<Item = Applier> {
    let access = Access::Code(unlocking::CODE);
    Scope::all().map(move |scope| Applier {
        event: unlocking::event(scope),
        kind: unlocking::CUSTOMER_KIND,
        access,
        work: apply,
    })
}

fn scope_of(event: i64) -> Result<Scope, Refusal> {
    Scope::all().find(|scope| unlocking::event(*scope) == event).ok_or(Refusal::NotFound)
}

fn locked(coop: &Coop) -> Vec<&str> {
    coop.locked_scopes.split(',').filter(|code| !code.is_empty()).collect()
}

fn chosen(asked: &Asked) -> Result<Vec<&'static str>, Refusal> {
    let scopes: Vec<&str> =
        Scope::all().map(Scope::code).filter(|code| asked.scopes.iter().any(|one| one == code)).collect();
    if scopes.is_empty() { Err(Refusal::field("scopes", NEED_SCOPES.text())) } else { Ok(scopes) }
}

/// Locks the business of scopes by hand.
pub fn lock(call: &mut Call) -> Outcome {
    run(call, "锁定", |tx, _, id, coop, asked| {
        let (scopes, reason) = (chosen(asked)?, reason(asked)?);
        close(tx, (id, coop), &scopes, &reason)
    })
}

/// What locking by hand changes of a partner; the locks are written.
pub(crate) fn close(tx: &mut Tx<'_>, (id, coop): (Id, &Coop), scopes: &[&str], reason: &str) -> Result<Moved, Refusal> {
    let org = tx.org();
    hold_row(tx, id)?;
    let held = locks::of(tx, org, id)?;
    let closed = locked(coop);
    for scope in scopes {
        let was = held.iter().find(|lock| lock.scope == *scope);
        // What is locked already goes on: since the day it was, where that is known.
        let since = if closed.contains(scope) { was.and_then(|was| was.since) } else { Some(tx.now) };
        let wanted = Wanted { state: HAND, reason: reason.to_owned(), since, ..Wanted::default() };
        locks::set(tx, (id, scope), was, &wanted)?;
        note(tx, id, scope, (was, "人工锁定"), reason)?;
    }
    let held = locks::of(tx, org, id)?;
    locks::shown_in_credit(tx, id, &held)?;
    Ok(with(coop, scopes, reason).into())
}

/// Opens the business of scopes again, those too that were open for some days.
pub fn unlock(call: &mut Call) -> Outcome {
    run(call, "解锁", |tx, _, id, coop, asked| {
        let (scopes, reason) = (chosen(asked)?, reason(asked)?);
        open(tx, (id, coop), &scopes, (&reason, &asked.until))
    })
}

/// What opening by hand changes of a partner: what the system locked is opened until a day alone, while what it was locked for
/// holds. What was locked by hand is reckoned anew.
pub(crate) fn open(
    tx: &mut Tx<'_>,
    (id, coop): (Id, &Coop),
    scopes: &[&str],
    (reason, until): (&str, &str),
) -> Result<Moved, Refusal> {
    let org = tx.org();
    hold_row(tx, id)?;
    let held = locks::of(tx, org, id)?;
    let until = until_of(until, tx.now)?;
    let of_system = |scope: &&&str| held.iter().any(|lock| lock.scope == **scope && lock.state == SYSTEM);
    if until.is_none() && scopes.iter().any(|scope| of_system(&scope)) {
        return Err(Refusal::field("until", STILL_HOLDS.text()));
    }
    for scope in scopes {
        let was = held.iter().find(|lock| lock.scope == *scope);
        if let Some(was) = was.filter(|_| until.is_some()) {
            locks::set(tx, (id, scope), Some(was), &opened_until(was, (reason, until)))?;
        } else {
            locks::forget(tx, id, &[*scope])?;
        }
        note(tx, id, scope, (was, if until.is_some() { "临时解锁" } else { "正常" }), reason)?;
    }
    credit::due::coops(tx, [id])?;
    let left = locks::of(tx, org, id)?;
    locks::shown_in_credit(tx, id, &left)?;
    let text = format!("解锁 {}：{reason}", scopes.join(","));
    Ok(Moved { steps: without(coop, scopes), text, ..Moved::default() })
}

/// The last moment of a day within the days a scope may be open; none where no day is named.
fn until_of(until: &str, now: Instant) -> Result<Option<Instant>, Refusal> {
    if until.is_empty() {
        return Ok(None);
    }
    let last = day_after_days(now.day(), OPEN_DAYS_MAX);
    let day = parse_day(until).filter(|day| *day >= now.day() && *day <= last);
    let day = day.ok_or_else(|| Refusal::field("until", UNTIL_RANGE.text()))?;
    Ok(Some(Instant::start_of(day_after_days(day, 1)).plus_millis(-1000)))
}

/// A lock that is opened until a moment, or until somebody locks it.
fn opened_until(was: &Lock, (remark, until): (&str, Option<Instant>)) -> Wanted {
    let came_from = if was.state == OPENED { was.came_from.clone() } else { was.state.clone() };
    Wanted {
        state: OPENED,
        came_from,
        reason: was.reason.clone(),
        remark: remark.to_owned(),
        until,
        ..Wanted::default()
    }
}

/// One row of the record of locks.
fn note(
    tx: &mut Tx<'_>,
    coop: Id,
    scope: &str,
    (was, new): (Option<&Lock>, &str),
    reason: &str,
) -> Result<(), Refusal> {
    let old = was.map_or("正常", |was| state_name(&was.state));
    let change = Change {
        kind: credit::change::LOCK,
        scope: scope.to_owned(),
        old: old.to_owned(),
        new: new.to_owned(),
        reason: reason.to_owned(),
        ..Change::default()
    };
    credit::record(tx, coop, &change)
}

/// What a state of a lock is called.
pub(crate) fn state_name(state: &str) -> &'static str {
    match state {
        SYSTEM => "系统锁定",
        HAND => "人工锁定",
        OPENED => "临时解锁",
        _ => "正常",
    }
}

fn with(coop: &Coop, scopes: &[&str], reason: &str) -> Vec<Step> {
    let held = locked(coop);
    let all: Vec<&str> =
        Scope::all().map(Scope::code).filter(|code| scopes.contains(code) || held.contains(code)).collect();
    steps(coop, &all, reason)
}

fn without(coop: &Coop, scopes: &[&str]) -> Vec<Step> {
    let left: Vec<&str> = locked(coop).into_iter().filter(|code| !scopes.contains(code)).collect();
    steps(coop, &left, if left.is_empty() { "" } else { &coop.lock_reason })
}

fn steps(coop: &Coop, scopes: &[&str], reason: &str) -> Vec<Step> {
    vec![
        step("locked_scopes", "锁定", &coop.locked_scopes, &scopes.join(",")),
        step("lock_reason", "锁定原因", &coop.lock_reason, reason),
    ]
}

/// For how long a scope of a partner has been locked, where that is known.
fn lock_days(tx: &mut Tx<'_>, id: Id, scope: Scope) -> Result<Option<(String, Fact)>, Refusal> {
    let org = tx.org();
    let held = locks::of(tx, org, id)?;
    let since = held.iter().find(|lock| lock.scope == scope.code()).and_then(|lock| lock.since);
    Ok(since.map(|since| days_since("lockDays", (since, tx.now))))
}

/// Applies for opening a customer in the scope of the event. Who makes orders may apply for any customer they offer.
fn apply(tx: &mut Tx<'_>, asked: Applying<'_>) -> Result<Json, Refusal> {
    let (org, id, scope) = (tx.org(), named(asked)?, scope_of(asked.event)?);
    let (_, coop) = coop::own(tx, org, id)?;
    if !locked(&coop).contains(&scope.code()) {
        return Err(Refusal::business(unlocking::NO_NEED));
    }
    unlocking::need_reason(asked.reason)?;
    let mut known = known_of(&coop);
    known.extend(lock_days(tx, id, scope)?);
    let done = approval::submit(
        tx,
        &Application {
            event: asked.event,
            kind: unlocking::CUSTOMER_KIND,
            object: id,
            url: format!("/prm_coop_edit?coopId={id}"),
            content: unlocking::content(&coop.coop_name, scope),
            number: coop.coop_code,
            internal_number: String::new(),
            scope: scope.code().to_owned(),
            coop: Some(id),
            sales: coop.sales_id,
            servicer: coop.servicer_id,
            facts: known,
            reason: asked.reason.to_owned(),
            without: None,
            running: words::UNLOCK_RUNNING,
        },
    )?;
    Ok(done.told())
}

/// The scope is open, for the days of the setting or until somebody locks it again.
fn opened(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (org, id, scope) = (tx.org(), approved.object, scope_of(approved.event)?.code());
    let (version, coop) = coop::own(tx, org, id)?;
    if !locked(&coop).contains(&scope) {
        return Err(Refusal::business(unlocking::NO_NEED));
    }
    hold_row(tx, id)?;
    let held = locks::of(tx, org, id)?;
    let was = held.iter().find(|lock| lock.scope == scope);
    let unknown = Lock {
        id: Id(0),
        coop: id,
        scope: scope.to_owned(),
        state: HAND.to_owned(),
        came_from: String::new(),
        reason: coop.lock_reason.clone(),
        detail: String::new(),
        since: None,
        until: None,
    };
    let wanted = opened_until(was.unwrap_or(&unknown), (&approved.reason, approved.until));
    locks::set(tx, (id, scope), was, &wanted)?;
    note(tx, id, scope, (was, "临时解锁"), &approved.reason)?;
    let left = locks::of(tx, org, id)?;
    locks::shown_in_credit(tx, id, &left)?;
    let steps = without(&coop, &[scope]);
    let by = if approved.approval.is_empty() { "无需审批" } else { &approved.approval };
    let mut text = format!("申请解锁通过（{by}）：{scope}");
    if let Some(until) = approved.until {
        text.push_str(&format!("，至 {}", show_day(until.day())));
    }
    change(tx, (id, version), coop.coop_code, Moved { steps, text, ..Moved::default() }, "解锁申请通过").map(drop)
}

/// Scopes of a partner that are open for some days, with the last of them.
pub fn shown(conn: &mut dyn Conn, org: i64, coop: Id) -> Result<Json, Refusal> {
    let open = locks::of(conn, org, coop)?.into_iter().filter(|lock| lock.state == OPENED);
    let told = open.filter_map(|lock| Some(json!({ "scope": lock.scope, "until": show_day(lock.until?.day()) })));
    Ok(told.collect())
}

fn lock_again(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let ended = app.store.read(|conn| locks::ended(conn, org, app.clock.now()))?;
        if ended.is_empty() {
            return Ok(0);
        }
        let Some(call) = people::call_of_admin(app, org)? else { return Ok(0) };
        for lock in &ended {
            call.write(|tx| end(tx, lock))?;
        }
        Ok(ended.len())
    })
}

/// A scope whose days are over is locked by hand as it was, or reckoned anew, unless somebody has decided about it since that
/// was read.
fn end(tx: &mut Tx<'_>, lock: &Lock) -> Result<(), Refusal> {
    let (org, id) = (tx.org(), lock.coop);
    let now = locks::by_id(tx, org, lock.id)?.filter(|now| now.state == OPENED && now.until == lock.until);
    let Some(now) = now else {
        tx.no_log_line();
        return Ok(());
    };
    let scope = now.scope.as_str();
    if now.came_from == SYSTEM {
        locks::forget(tx, id, &[scope])?;
        note(tx, id, scope, (Some(&now), "正常"), "解锁到期")?;
        let moved = credit::reckon(tx, &[id], false)?;
        return tell::moved(tx, &moved);
    }
    // A partner that was taken out again left nothing to lock.
    if facts::coop(tx, org, id)?.is_none() {
        tx.no_log_line();
        return locks::forget(tx, id, &[scope]);
    }
    let (version, coop) = coop::own(tx, org, id)?;
    let wanted =
        Wanted { state: HAND, reason: now.reason.clone(), since: Some(tx.now), by_product: true, ..Wanted::default() };
    locks::set(tx, (id, scope), Some(&now), &wanted)?;
    note(tx, id, scope, (Some(&now), "人工锁定"), "解锁到期")?;
    let held = locks::of(tx, org, id)?;
    locks::shown_in_credit(tx, id, &held)?;
    let reason = if coop.lock_reason.is_empty() { &now.reason } else { &coop.lock_reason };
    let text = format!("解锁到期，自动锁定：{scope}");
    let moved = Moved { steps: with(&coop, &[scope], reason), text, ..Moved::default() };
    change(tx, (id, version), coop.coop_code, moved, "自动锁定").map(drop)
}
