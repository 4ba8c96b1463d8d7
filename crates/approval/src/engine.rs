//! Making applications and moving them on: the chain is taken from the setting, tasks are started,
//! people are told, and what was approved is done in the same transaction.

use kernel::{Id, Instant, Msg, day_after_days, show_day};
use platform::call::Tx;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::registry::{Approved, Effect, EffectWork};
use platform::sea_query::OnConflict;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use crate::chain::{NobodyThere, chain};
use crate::event::{Event, Without, event_of};
use crate::flow::{Standing, State, advance, cancel_open};
use crate::pending::running_on;
use crate::people::{self, Around};
use crate::rule::{Approver, EmptyPolicy, Facts, Level, Mode, OnTimeout, Policies};
use crate::setting::{self, Chosen};
use crate::store::{EFFECT_DONE, EFFECT_FAILED, Held, INSTANCE, Instance, PASSED, REFUSED, RUNNING, Snapshot};
use crate::{told, words};

/// Kind of thing in the log.
pub const OBJECT: &str = "approval";
/// Page in the log.
pub const PAGE: &str = "/notification";
/// Milliseconds of an hour.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// What somebody applies for.
#[derive(Debug, Clone)]
pub struct Application {
    /// Event.
    pub event: i64,
    /// Kind of object.
    pub kind: &'static str,
    /// Object.
    pub object: Id,
    /// Its number as users know it.
    pub number: String,
    /// Its internal number.
    pub internal_number: String,
    /// Its page.
    pub url: String,
    /// Scope; empty for none.
    pub scope: String,
    /// Partner.
    pub coop: Option<Id>,
    /// Sales person of the order.
    pub sales: Option<Id>,
    /// Customer service of the order.
    pub servicer: Option<Id>,
    /// What conditions may look at.
    pub facts: Facts,
    /// What is asked for, in a sentence.
    pub content: String,
    /// Why.
    pub reason: String,
    /// What happens without a setting, where it differs from the event's own rule.
    pub without: Option<Without>,
    /// Said when one is running already.
    pub running: Msg,
}

/// What became of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The application; none when no decision was needed.
    pub instance: Option<Id>,
    /// Its number.
    pub no: String,
    /// 审批中 or 已通过.
    pub state: String,
    /// The setting that decided so; none where there is none.
    pub setting: Option<Id>,
}

impl Submitted {
    /// As an applicant is answered.
    pub fn told(&self) -> Json {
        json!({
            "instanceId": self.instance, "instanceNo": self.no, "state": self.state, "settingId": self.setting,
        })
    }
}

/// Applies: done at once where no decision is needed, else a chain of decisions begins.
pub fn submit(tx: &mut Tx<'_>, asked: &Application) -> Result<Submitted, Refusal> {
    let event = event_of(asked.event).ok_or_else(|| Refusal::broken(format!("no event {}", asked.event)))?;
    let org = tx.org();
    // What waits for its decision is not done beside it, even if no decision is asked for any more.
    if running(tx, org, asked.event, (asked.kind, asked.object))?.is_some() {
        return Err(Refusal::business(asked.running));
    }
    let found = setting::choose(tx, org, asked.event, &asked.scope, asked.coop)?;
    let chosen = match (found, asked.without.unwrap_or(event.without)) {
        (Some(chosen), _) => chosen,
        (None, Without::Refused(message)) => return Err(Refusal::business(message)),
        (None, Without::Passes) => return pass(tx, asked, (None, 0)),
        (None, Without::DeptHead) => decided_by(Approver::DeptHead, EmptyPolicy::Refuse),
        (None, Without::Admin) => decided_by(Approver::Admin, EmptyPolicy::Admin),
    };
    if !chosen.approval {
        return pass(tx, asked, (chosen.id, chosen.unlock_days));
    }
    start(tx, event, asked, &chosen)
}

fn decided_by(approver_type: Approver, empty: EmptyPolicy) -> Chosen {
    let level = Level {
        name: String::new(),
        approver_type,
        approver_ids: Vec::new(),
        approver_up: 1,
        mode: Mode::Any,
        conditions: Vec::new(),
        limit_hours: 0,
        on_timeout: OnTimeout::Remind,
        cc_ids: Vec::new(),
    };
    let policies = Policies { empty, ..Policies::default() };
    Chosen { id: None, approval: true, unlock_days: 0, policies, levels: vec![level] }
}

/// Done at once; a refusal of the object is the applicant's answer.
fn pass(tx: &mut Tx<'_>, asked: &Application, (setting, unlock_days): (Option<Id>, i64)) -> Result<Submitted, Refusal> {
    let work = effect(tx, asked.event, asked.kind)?;
    let approved = Approved {
        event: asked.event,
        object: asked.object,
        number: asked.number.clone(),
        approval: String::new(),
        reason: asked.reason.clone(),
        until: until(tx.now, unlock_days),
        applicant: tx.actor.user_id,
    };
    work(tx, &approved)?;
    Ok(Submitted { instance: None, no: String::new(), state: PASSED.to_owned(), setting })
}

fn effect(tx: &Tx<'_>, event: i64, kind: &str) -> Result<EffectWork, Refusal> {
    let known = tx.app.registry.effects.iter().find(|effect| effect.event == event && effect.kind == kind);
    known.map(|effect| effect.work).ok_or_else(|| Refusal::business(words::NO_EFFECT))
}

/// The last second of the day so many days from now; nothing for no end.
fn until(now: Instant, days: i64) -> Option<Instant> {
    (days > 0).then(|| Instant::start_of(day_after_days(now.day(), days + 1)).plus_millis(-1000))
}

/// The running application of an event about an object: its row and number.
pub fn running(conn: &mut dyn Conn, org: i64, event: i64, about: (&str, Id)) -> Result<Option<(Id, String)>, Refusal> {
    let found = running_on(conn, org, about)?.into_iter().find(|one| one.event == event);
    Ok(found.map(|one| (one.id, one.no)))
}

fn start(tx: &mut Tx<'_>, event: &Event, asked: &Application, chosen: &Chosen) -> Result<Submitted, Refusal> {
    let (org, applicant) = (tx.org(), tx.actor.user_id);
    let dept = people::dept_of(tx, org, applicant)?;
    let mut facts = asked.facts.clone();
    if let Some(dept) = dept {
        facts.insert("dept".to_owned(), crate::rule::Fact::Text(dept.to_string()));
    }
    let around = Around { dept, sales: asked.sales, servicer: asked.servicer, coop: asked.coop };
    let found = chosen
        .levels
        .iter()
        .map(|level| people::of_level(tx, org, level, &around))
        .collect::<Result<Vec<_>, Refusal>>()?;
    let asker = people::asker(tx, org, applicant, dept)?;
    let stages = chain(&chosen.levels, chosen.policies, &facts, &found, asker).map_err(|nobody| {
        let NobodyThere(level) = nobody;
        match (chosen.id, event.without) {
            (None, Without::DeptHead) => Refusal::business(words::NO_DEPT_HEAD),
            _ => Refusal::Business(words::NOBODY_THERE.with(&[("level", &level)])),
        }
    })?;
    let snapshot = Snapshot { policies: chosen.policies, stages, facts };
    let mut held = Held::new(create(tx, asked, (chosen, dept), snapshot)?);
    let (now, app) = (tx.now, tx.app);
    held.start_from(1, || app.mint.next(now), now);
    log(tx, &held.instance, "提交审批", &asked.content)?;
    settle(tx, &mut held)?;
    let Instance { id, no, status, .. } = held.instance;
    Ok(Submitted { instance: Some(id), no, state: status, setting: chosen.id })
}

fn create(
    tx: &mut Tx<'_>,
    asked: &Application,
    (chosen, dept): (&Chosen, Option<Id>),
    snapshot: Snapshot,
) -> Result<Instance, Refusal> {
    let org = tx.org();
    let period = show_day(tx.now.day()).replace('-', "").split_off(2);
    let no = format!("SP-{period}{:04}", tx.next_number("approval", &period)?);
    let text = serde_json::to_string(&snapshot).map_err(|e| Refusal::broken(format!("approval snapshot: {e}")))?;
    let instance = Instance {
        id: tx.new_id(),
        no,
        event: asked.event,
        snapshot,
        ref_type: asked.kind.to_owned(),
        object: asked.object,
        number: asked.number.clone(),
        url: asked.url.clone(),
        content: asked.content.clone(),
        reason: asked.reason.clone(),
        applicant: tx.actor.user_id,
        status: RUNNING.to_owned(),
        returned: false,
        unlock_days: chosen.unlock_days,
        urged_at: None,
        effect_status: String::new(),
        internal_number: asked.internal_number.clone(),
        coop: asked.coop,
        scope: asked.scope.clone(),
        applied_at: tx.now,
        finished_at: None,
        effect_error: String::new(),
        level_name: String::new(),
    };
    let cells = [
        ("id", instance.id.into_value()),
        ("instance_no", instance.no.clone().into_value()),
        ("event_id", instance.event.into_value()),
        ("setting_id", chosen.id.into_value()),
        ("setting_snapshot", Value::Text(text)),
        ("ref_type", instance.ref_type.clone().into_value()),
        ("ref_id", instance.object.into_value()),
        ("ref_no", instance.number.clone().into_value()),
        ("ref_url", instance.url.clone().into_value()),
        ("internal_number", instance.internal_number.clone().into_value()),
        ("coop_id", instance.coop.into_value()),
        ("business_scope", instance.scope.clone().into_value()),
        ("content", instance.content.clone().into_value()),
        ("reason", instance.reason.clone().into_value()),
        ("applicant_id", instance.applicant.into_value()),
        ("applicant_dept_id", dept.into_value()),
        ("status", instance.status.clone().into_value()),
        ("level", Value::Int(0)),
        ("returned", Value::Bool(false)),
        ("unlock_days", instance.unlock_days.into_value()),
        ("applied_at", instance.applied_at.into_value()),
        ("version", Value::Int(1)),
    ];
    // Somebody else may have applied since the look before (PostgreSQL); the index knows.
    tx.exec(&sql::insert(org, INSTANCE, &cells).into()).map_err(|error| match error {
        platform::store::StoreError::Unique(_) => Refusal::business(asked.running),
        other => other.into(),
    })?;
    Ok(instance)
}

/// Brings an application to where its decisions put it: starts tasks, ends it when all agreed, writes.
pub fn settle(tx: &mut Tx<'_>, held: &mut Held) -> Result<(), Refusal> {
    let mut steps = held.steps();
    let standing = advance(&held.levels(), &mut steps);
    take_over(held, &steps, tx.now);
    match standing {
        Standing::Waits(level) => {
            let name = held.instance.stage(level).map(|stage| stage.name.clone()).unwrap_or_default();
            held.instance.level_name = name;
            start_waiting(tx, held)?;
            held.write(tx)
        }
        Standing::Passed => finish(tx, held, PASSED, words::PASSED),
    }
}

/// The states the flow decided.
fn take_over(held: &mut Held, steps: &[crate::flow::Step], now: Instant) {
    for step in steps {
        if let Some(task) = held.task(step.id).filter(|task| task.step.state != step.state) {
            if step.state == State::Cancelled {
                task.decide(State::Cancelled, "", now);
            } else {
                task.step.state = step.state;
            }
        }
    }
}

/// Tasks whose turn came: stand-ins, limits, messages, copies.
fn start_waiting(tx: &mut Tx<'_>, held: &mut Held) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let applicant = held.instance.applicant;
    let mut asked = Vec::new();
    let mut copies = Vec::new();
    for task in held.tasks.iter_mut().filter(|task| task.current && task.step.state == State::Waiting) {
        if task.started_at.is_some() {
            continue;
        }
        task.started_at = Some(now);
        if let Some((other, source)) = people::stand_in(tx, org, (task.approver, applicant), now)? {
            task.from_user = Some(task.approver);
            task.approver = other;
            source.clone_into(&mut task.source);
        }
        let stage = held.instance.snapshot.stages.iter().find(|stage| stage.level == task.step.level);
        if let Some(stage) = stage {
            task.due_at = (stage.limit_hours > 0).then(|| now.plus_millis(stage.limit_hours * HOUR_MS));
            copies.extend(stage.cc.iter().copied());
        }
        asked.push(task.approver);
    }
    for user in asked {
        told::tell(tx, &held.instance, user, &told::ARRIVED)?;
    }
    copy_to(tx, &held.instance, &copies)
}

/// Gives copies to whom has none yet.
fn copy_to(tx: &mut Tx<'_>, instance: &Instance, users: &[Id]) -> Result<(), Refusal> {
    let org = tx.org();
    for user in people::active(tx, org, users)? {
        let cells = [
            ("instance_id", instance.id.into_value()),
            ("user_id", user.into_value()),
            ("created_at", tx.now.into_value()),
        ];
        let mut insert = sql::insert(org, "approval_cc", &cells);
        insert.on_conflict(OnConflict::columns(["org_id", "instance_id", "user_id"]).do_nothing().to_owned());
        if tx.exec(&insert.into())? > 0 {
            told::tell(tx, instance, user, &told::COPIED)?;
        }
    }
    Ok(())
}

/// Ends an application: open tasks are over, what was approved is done, the applicant is told.
pub fn finish(tx: &mut Tx<'_>, held: &mut Held, status: &'static str, said: Msg) -> Result<(), Refusal> {
    let mut steps = held.steps();
    cancel_open(&mut steps);
    take_over(held, &steps, tx.now);
    held.instance.status = status.to_owned();
    held.instance.returned = false;
    held.instance.finished_at = Some(tx.now);
    held.instance.level_name = String::new();
    if status == PASSED {
        have_effect(tx, held)?;
    }
    if held.instance.effect_status != EFFECT_DONE {
        set_back(tx, &held.instance)?;
    }
    held.write(tx)?;
    if matches!(status, PASSED | REFUSED) || tx.actor.user_id != held.instance.applicant {
        told::answer(tx, &held.instance, said)?;
    }
    Ok(())
}

/// Does what was approved. What the object's own rules refuse is noted; the decision stands.
pub fn have_effect(tx: &mut Tx<'_>, held: &mut Held) -> Result<(), Refusal> {
    let one = &held.instance;
    let approved = applied_for(tx.now, one);
    let (event, kind) = (one.event, one.ref_type.clone());
    let outcome = tx.attempt(|tx| effect(tx, event, &kind)?(tx, &approved))?;
    let (status, error) = match outcome {
        Ok(()) => (EFFECT_DONE, String::new()),
        Err(fault) if fault.is_fault() || matches!(fault, Refusal::Unauthorized(_)) => return Err(fault),
        Err(refusal) => (EFFECT_FAILED, refusal.wire("zh-CN").2),
    };
    status.clone_into(&mut held.instance.effect_status);
    held.instance.effect_error = error;
    Ok(())
}

fn applied_for(now: Instant, one: &Instance) -> Approved {
    Approved {
        event: one.event,
        object: one.object,
        number: one.number.clone(),
        approval: one.no.clone(),
        reason: one.reason.clone(),
        until: until(now, one.unlock_days),
        applicant: one.applicant,
    }
}

/// The object is as before the application, of which nothing came.
fn set_back(tx: &mut Tx<'_>, one: &Instance) -> Result<(), Refusal> {
    let known = |setback: &&Effect| setback.event == one.event && setback.kind == one.ref_type;
    let Some(setback) = tx.app.registry.setbacks.iter().find(known).copied() else { return Ok(()) };
    let undone = applied_for(tx.now, one);
    (setback.work)(tx, &undone)
}

/// A line in the log about an application.
pub fn log(tx: &mut Tx<'_>, instance: &Instance, function: &str, text: &str) -> Result<(), Refusal> {
    let scope = kernel::Scope::from_code(&instance.scope).map_or("", kernel::Scope::code);
    let said = format!("{} {}：{text}", function, instance.number);
    tx.log(
        LogEntry::of(OBJECT, instance.id, instance.no.clone(), PAGE)
            .did("审批", function)
            .scope(scope)
            .text(said.trim_end_matches('：')),
    )
}

/// Whether a user was asked to decide about an object, or gets copies: he may look at it.
pub fn may_look(conn: &mut dyn Conn, org: i64, user: Id, (kind, object): (&str, Id)) -> Result<bool, Refusal> {
    use platform::sea_query::{ExprTrait, JoinType};
    let on = |alias: &'static str| {
        sql::of(alias, "org_id")
            .equals((INSTANCE, "org_id"))
            .and(sql::of(alias, "instance_id").equals((INSTANCE, "id")))
    };
    let asked = sql::of_eq("task", "approver_id", user)
        .and(sql::of("task", "started_at").is_not_null())
        .or(sql::of_eq("copy", "user_id", user));
    let mut select = sql::from(org, INSTANCE);
    select
        .column((INSTANCE, "id"))
        .join_as(JoinType::LeftJoin, crate::store::TASK, "task", on("task"))
        .join_as(JoinType::LeftJoin, "approval_cc", "copy", on("copy"))
        .and_where(sql::of_eq(INSTANCE, "ref_type", kind.to_owned()))
        .and_where(sql::of_eq(INSTANCE, "ref_id", object))
        .and_where(asked)
        .limit(1);
    Ok(conn.first(&select.into())?.is_some())
}
