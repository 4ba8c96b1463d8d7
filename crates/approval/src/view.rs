//! One application with its history, for those it concerns.

use charge::ledger::{COST_VIEW, INCOME_VIEW, PROFIT_COLUMN};
use kernel::{Id, show_second};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::chain::Stage;
use crate::decide::begun;
use crate::event::{event_of, fact_field};
use crate::flow::State;
use crate::pending::LOSS;
use crate::people;
use crate::rule::Fact;
use crate::store::{Held, Instance, Task, instance, tasks};
use crate::trial::skip_code;

/// Adds the call to the room.
pub fn add(room: &mut Room) {
    room.operations.push(
        Operation::get("view_approval", "/prm/ics/approval/{instanceId}", Access::LoggedIn, view)
            .summary("An approval with its levels, decisions and what the caller may do"),
    );
}

/// GET /prm/ics/approval/{instanceId}: whom it does not concern finds nothing.
fn view(call: &mut Call) -> Outcome {
    let (id, english) = (call.path_id("instanceId")?, call.language().starts_with("en"));
    let actor = call.actor()?;
    let data = call.read(|conn| {
        let org = actor.org_id;
        let one = instance(conn, org, id)?;
        let all = tasks(conn, org, id)?;
        if !concerns(conn, actor, &one, &all)? {
            return Err(Refusal::NotFound);
        }
        let held = Held::read(one, all);
        let mut data = head(conn, (actor, english), &held)?;
        if let Some(members) = data.as_object_mut() {
            members.insert("levels".to_owned(), levels(conn, org, &held)?);
            members.insert("can".to_owned(), can(actor, &held));
        }
        Ok(data)
    })?;
    Ok(Answer::Data(data))
}

/// Whether somebody was asked to decide.
fn was_asked(user: Id, all: &[Task]) -> bool {
    all.iter().any(|task| task.approver == user && task.started_at.is_some() || task.from_user == Some(user))
}

fn concerns(conn: &mut dyn Conn, actor: &Actor, one: &Instance, all: &[Task]) -> Result<bool, Refusal> {
    let user = actor.user_id;
    if one.applicant == user || actor.has("hrs_ics_instance") || was_asked(user, all) {
        return Ok(true);
    }
    let mut copy = sql::from(actor.org_id, "approval_cc");
    copy.column("user_id").and_where(sql::eq("instance_id", one.id)).and_where(sql::eq("user_id", user));
    Ok(conn.first(&copy.into())?.is_some())
}

/// What a fact takes of who reads it and was not asked to decide: money of an order is seen by the rights of its sides.
fn needs(event: i64, fact: &str) -> &'static str {
    match fact {
        "profit" | "profitRate" => PROFIT_COLUMN,
        "amount" if event == LOSS => INCOME_VIEW,
        "difference" | "sellRate" | "buyingRate" => COST_VIEW,
        _ => "",
    }
}

fn head(conn: &mut dyn Conn, (actor, english): (&Actor, bool), held: &Held) -> Result<Json, Refusal> {
    let (org, one) = (actor.org_id, &held.instance);
    let coop = match one.coop {
        Some(coop) => facts::coop(conn, org, coop)?,
        None => None,
    };
    let (code, name) = coop.map(|coop| (coop.code, coop.name)).unwrap_or_default();
    let event = event_of(one.event).map_or("", |event| if english { event.en } else { event.zh });
    let mut known = Vec::new();
    let decides = was_asked(actor.user_id, &held.tasks);
    let sees = |name: &str| decides || needs(one.event, name).split_whitespace().all(|code| actor.has(code));
    // The one scope an application is about stands by itself.
    let told = |name: &str| (name != "scope" || one.scope.is_empty()) && sees(name);
    for (name, fact) in one.snapshot.facts.iter().filter(|(name, _)| told(name)) {
        let Some(field) = fact_field(name) else { continue };
        let value = match (field.kind, fact) {
            ("dept", Fact::Text(id)) => dept_name(conn, org, id)?,
            _ => fact.show(),
        };
        known.push(json!({ "name": name, "label": if english { field.en } else { field.zh }, "value": value }));
    }
    Ok(json!({
        "instanceId": one.id, "instanceNo": one.no, "eventId": one.event, "eventName": event,
        "businessScope": one.scope, "orderCode": one.number, "internalNumber": one.internal_number,
        "coopCode": code, "coopName": name, "content": one.content, "reason": one.reason, "url": one.url,
        "applicantName": facts::user_name(conn, org, one.applicant)?, "applyTime": show_second(one.applied_at),
        "finishTime": one.finished_at.map(show_second), "status": one.status, "returned": one.returned,
        "levelName": one.level_name, "effectStatus": one.effect_status, "effectError": one.effect_error,
        "facts": known,
    }))
}

fn dept_name(conn: &mut dyn Conn, org: i64, id: &str) -> Result<String, Refusal> {
    let mut select = sql::from(org, "dept");
    select.column("full_name").and_where(sql::eq("id", id.parse::<i64>().unwrap_or(0)));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default())
}

fn levels(conn: &mut dyn Conn, org: i64, held: &Held) -> Result<Json, Refusal> {
    let mut levels = Vec::new();
    for stage in &held.instance.snapshot.stages {
        levels.push(level(conn, org, stage, &held.tasks)?);
    }
    Ok(Json::Array(levels))
}

fn level(conn: &mut dyn Conn, org: i64, stage: &Stage, all: &[Task]) -> Result<Json, Refusal> {
    let mut people = Vec::new();
    for task in all.iter().filter(|task| task.step.level == stage.level) {
        let from = match task.from_user {
            Some(user) => facts::user_name(conn, org, user)?,
            None => String::new(),
        };
        people.push(json!({
            "taskId": task.step.id, "name": facts::user_name(conn, org, task.approver)?, "fromName": from,
            "source": task.source, "sign": task.step.added.map(|(_, sign)| sign.code()),
            "status": task.step.state.zh(), "comment": task.comment, "history": !task.current,
            "startTime": task.started_at.map(show_second), "dueTime": task.due_at.map(show_second),
            "decideTime": task.decided_at.map(show_second),
        }));
    }
    Ok(json!({
        "level": stage.level, "name": stage.name, "mode": stage.mode.code(),
        "skipped": skip_code(stage.skipped), "tasks": people,
        "cc": people::names(conn, org, &stage.cc)?,
    }))
}

/// What the caller may do now.
fn can(actor: &Actor, held: &Held) -> Json {
    let user = actor.user_id;
    let running = held.instance.is_running();
    let own = held
        .tasks
        .iter()
        .find(|task| running && task.current && task.approver == user && task.step.state == State::Waiting);
    let back: Vec<Json> = own.map_or_else(Vec::new, |own| {
        let stages = held.instance.snapshot.stages.iter();
        let earlier = stages.filter(|stage| stage.skipped.is_none() && stage.level < own.step.level);
        earlier.map(|stage| json!({ "level": stage.level, "name": stage.name })).collect()
    });
    let mine = |parent: Id| held.tasks.iter().any(|task| task.step.id == parent && task.approver == user);
    let signs: Vec<Id> = held
        .tasks
        .iter()
        .filter(|task| running && task.current && task.step.state.is_open())
        .filter(|task| task.step.added.is_some_and(|(parent, _)| mine(parent)))
        .map(|task| task.step.id)
        .collect();
    let applicant = running && held.instance.applicant == user;
    let policies = held.instance.snapshot.policies;
    json!({
        "taskId": own.map(|task| task.step.id),
        "addSign": own.is_some() && policies.may_add_sign,
        "backTo": back,
        "removeSigns": signs,
        "withdraw": applicant && (policies.may_withdraw || held.instance.returned || !begun(held)),
        "urge": applicant && !held.instance.returned,
        "resubmit": applicant && held.instance.returned,
    })
}
