//! Decisions on the page of the thing they are about, by whoever is asked there.

use std::collections::BTreeSet;

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType};
use platform::store::{Conn, sql};
use serde_json::Value as Json;

use crate::decide::{comment_of, decided, reason_of};
use crate::flow::State;
use crate::pending::running_on;
use crate::store::{Held, INSTANCE, RUNNING, TASK, Task, tasks};
use crate::words;

/// Agrees to, or refuses, the running application of an event about a thing, as the task of the caller that waits. Answers
/// how the application stands.
pub fn decide_on(
    tx: &mut Tx<'_>,
    (event, about): (i64, (&str, Id)),
    (agrees, comment): (bool, &str),
) -> Result<Json, Refusal> {
    let comment = if agrees { comment_of(comment)? } else { reason_of(comment, "comment", words::REFUSE_REASON)? };
    let (org, user) = (tx.org(), tx.actor.user_id);
    let running = running_on(tx, org, about)?.into_iter().find(|one| one.event == event);
    let held = Held::take(tx, running.ok_or(Refusal::business(words::NOT_RUNNING))?.id)?;
    if !held.instance.is_running() {
        return Err(Refusal::business(words::HANDLED));
    }
    let task = held.tasks.iter().find(|task| waits_for(task, user)).ok_or(Refusal::Forbidden)?.step.id;
    decided(tx, held, task, (agrees, comment))
}

/// Whether the running application of an event about a thing waits for a user: he may see what he decides about.
pub fn is_asked(
    conn: &mut dyn Conn,
    (org, user): (i64, Id),
    (event, about): (i64, (&str, Id)),
) -> Result<bool, Refusal> {
    let running = running_on(conn, org, about)?.into_iter().find(|one| one.event == event);
    let Some(running) = running else { return Ok(false) };
    Ok(tasks(conn, org, running.id)?.iter().any(|task| waits_for(task, user)))
}

/// Those of many things of a kind about which a running application of an event waits for a user.
pub fn asked_among(
    conn: &mut dyn Conn,
    (org, user): (i64, Id),
    (event, (kind, objects)): (i64, (&str, &[Id])),
) -> Result<BTreeSet<Id>, Refusal> {
    let mut select = sql::from(org, INSTANCE);
    select
        .distinct()
        .column((INSTANCE, "ref_id"))
        .join(JoinType::InnerJoin, TASK, {
            sql::of(TASK, "org_id")
                .equals((INSTANCE, "org_id"))
                .and(sql::of(TASK, "instance_id").equals((INSTANCE, "id")))
        })
        .and_where(sql::of_eq(INSTANCE, "ref_type", kind.to_owned()))
        .and_where(sql::is_in(sql::of(INSTANCE, "ref_id"), objects.iter().copied()))
        .and_where(sql::of_eq(INSTANCE, "event_id", event))
        .and_where(sql::of_eq(INSTANCE, "status", RUNNING.to_owned()))
        .and_where(sql::of_eq(TASK, "approver_id", user))
        .and_where(sql::of_eq(TASK, "status", State::Waiting.zh().to_owned()))
        .and_where(sql::of_eq(TASK, "counts", true))
        .and_where(sql::of(TASK, "started_at").is_not_null());
    Ok(conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
}

fn waits_for(task: &Task, user: Id) -> bool {
    task.approver == user && task.current && task.step.state == State::Waiting && task.started_at.is_some()
}
