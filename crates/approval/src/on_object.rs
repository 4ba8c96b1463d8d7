//! Decisions on the page of the thing they are about, by whoever is asked there.

use kernel::Id;
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::Value as Json;

use crate::decide::{comment_of, decided, reason_of};
use crate::flow::State;
use crate::pending::running_on;
use crate::store::{Held, Task, tasks};
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

fn waits_for(task: &Task, user: Id) -> bool {
    task.approver == user && task.current && task.step.state == State::Waiting && task.started_at.is_some()
}
