//! Decisions of approvers and moves of applicants, each under the lock of the application's row.

use kernel::{Id, Msg, is_recent};
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::engine::{self, finish, settle};
use crate::flow::{Sign, State};
use crate::pending::running_on;
use crate::store::{ENDED, Held, REFUSED, Task, WITHDRAWN, instance_of_task};
use crate::{people, told, words};

/// Longest comment and reason.
const TEXT_MAX: usize = 200;
/// Most decisions of one call.
const BATCH_MAX: usize = 50;
/// Most users asked in at once.
const SIGN_MAX: usize = 5;
/// Why an application ends whose object is deleted.
const GONE: &str = "申请对象已删除";
/// An applicant urges once in this time.
const URGE_MS: i64 = 4 * 60 * 60 * 1000;

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    let post = |id: &str, path: &str, work: fn(&mut Call) -> Outcome, summary: &str| {
        Operation::post(id, &format!("/prm/ics/approval/{path}"), Access::LoggedIn, work).summary(summary)
    };
    room.operations.extend([
        post("agree_approval", "agree", agree, "Agrees to a task of the caller"),
        post("agree_approvals", "batchAgree", batch_agree, "Agrees to several tasks; a result for each"),
        post("refuse_approval", "refuse", refuse, "Refuses; the application is over"),
        post("return_approval", "back", back, "Sends back to the applicant or an earlier level"),
        post("transfer_approval", "transfer", transfer, "Hands a task to another user"),
        post("add_approval_sign", "addSign", add_sign, "Asks others in before or after the caller"),
        post("remove_approval_sign", "removeSign", remove_sign, "Takes back who was asked in"),
        post("withdraw_approval", "withdraw", withdraw, "The applicant takes it back"),
        post("resubmit_approval", "resubmit", resubmit, "The applicant submits anew what came back"),
        post("urge_approval", "urge", urge, "The applicant urges"),
    ]);
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Decision {
    task_id: Id,
    #[serde(default)]
    comment: String,
}

/// A text without blanks around it; too long is refused.
pub(crate) fn words_of<'a>(text: &'a str, (field, zh, en): (&str, &str, &str)) -> Result<&'a str, Refusal> {
    let text = text.trim();
    if text.chars().count() > TEXT_MAX {
        return Err(Refusal::field(field, words::TEXT_LONG.with_each(&[("field", zh)], &[("field", en)])));
    }
    Ok(text)
}

pub(crate) fn comment_of(text: &str) -> Result<&str, Refusal> {
    words_of(text, ("comment", "意见", "The comment"))
}

/// A text that must be there.
pub(crate) fn reason_of<'a>(text: &'a str, field: &str, missing: Msg) -> Result<&'a str, Refusal> {
    let text = words_of(text, (field, "原因", "The reason"))?;
    if text.is_empty() { Err(Refusal::field(field, missing.text())) } else { Ok(text) }
}

/// Holds the application of a task that waits for the caller.
fn take(tx: &mut Tx<'_>, task: Id) -> Result<Held, Refusal> {
    let org = tx.org();
    let instance = instance_of_task(tx, org, task)?;
    let mut held = Held::take(tx, instance)?;
    let user = tx.actor.user_id;
    let running = held.instance.is_running();
    let own = held.task(task).ok_or(Refusal::NotFound)?;
    if own.approver != user {
        return Err(Refusal::Forbidden);
    }
    if !running || !own.current || own.step.state != State::Waiting {
        return Err(Refusal::business(words::HANDLED));
    }
    Ok(held)
}

fn decide(tx: &mut Tx<'_>, held: &mut Held, task: Id, (state, comment): (State, &str)) -> Result<(), Refusal> {
    let now = tx.now;
    held.task(task).ok_or(Refusal::NotFound)?.decide(state, comment, now);
    Ok(())
}

fn answer(held: &Held) -> Json {
    let one = &held.instance;
    json!({
        "instanceId": one.id, "instanceNo": one.no, "status": one.status, "levelName": one.level_name,
        "effectStatus": one.effect_status, "effectError": one.effect_error,
    })
}

/// Agrees to a task that waits, or refuses it; answers how the application stands.
pub(crate) fn decided(
    tx: &mut Tx<'_>,
    mut held: Held,
    task: Id,
    (agrees, comment): (bool, &str),
) -> Result<Json, Refusal> {
    let (state, did) = if agrees { (State::Agreed, "同意") } else { (State::Refused, "驳回") };
    decide(tx, &mut held, task, (state, comment))?;
    engine::log(tx, &held.instance, did, comment)?;
    if agrees {
        settle(tx, &mut held)?;
    } else {
        finish(tx, &mut held, REFUSED, words::REFUSED)?;
    }
    Ok(answer(&held))
}

fn agree_to(call: &Call, task: Id, comment: &str) -> Result<Json, Refusal> {
    call.write(|tx| {
        let held = take(tx, task)?;
        decided(tx, held, task, (true, comment))
    })
}

/// POST agree.
fn agree(call: &mut Call) -> Outcome {
    let body: Decision = call.json()?;
    agree_to(call, body.task_id, comment_of(&body.comment)?).map(Answer::Data)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Batch {
    task_ids: Vec<Id>,
    #[serde(default)]
    comment: String,
}

/// POST batchAgree: each row stands for itself.
fn batch_agree(call: &mut Call) -> Outcome {
    let body: Batch = call.json()?;
    let comment = comment_of(&body.comment)?;
    if body.task_ids.len() > BATCH_MAX {
        return Err(Refusal::business(words::BATCH_MANY));
    }
    let mut rows = Vec::new();
    for task in &body.task_ids {
        let row = match agree_to(call, *task, comment) {
            Ok(done) => json!({ "taskId": task, "done": true, "result": done }),
            Err(fault) if fault.is_fault() || matches!(fault, Refusal::Unauthorized(_)) => return Err(fault),
            Err(refusal) => json!({ "taskId": task, "done": false, "message": refusal.wire(call.language()).2 }),
        };
        rows.push(row);
    }
    Ok(Answer::Data(Json::Array(rows)))
}

/// POST refuse.
fn refuse(call: &mut Call) -> Outcome {
    let body: Decision = call.json()?;
    let comment = reason_of(&body.comment, "comment", words::REFUSE_REASON)?;
    let data = call.write(|tx| {
        let held = take(tx, body.task_id)?;
        decided(tx, held, body.task_id, (false, comment))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Back {
    task_id: Id,
    /// 0 for the applicant.
    #[serde(default)]
    level: i64,
    #[serde(default)]
    comment: String,
}

/// POST back: levels from the one named on are decided anew.
fn back(call: &mut Call) -> Outcome {
    let body: Back = call.json()?;
    let comment = reason_of(&body.comment, "comment", words::BACK_REASON)?;
    let data = call.write(|tx| {
        let mut held = take(tx, body.task_id)?;
        let own = held.task(body.task_id).map_or(0, |task| task.step.level);
        let asked = held.levels().iter().any(|(level, _)| *level == body.level && *level < own);
        if body.level != 0 && !asked {
            return Err(Refusal::field("level", words::BACK_LEVEL.text()));
        }
        decide(tx, &mut held, body.task_id, (State::Returned, comment))?;
        let (now, app) = (tx.now, tx.app);
        held.start_from(body.level.max(1), || app.mint.next(now), now);
        engine::log(tx, &held.instance, "退回", comment)?;
        if body.level == 0 {
            held.instance.returned = true;
            held.instance.level_name = String::new();
            held.write(tx)?;
            told::answer(tx, &held.instance, words::RETURNED)?;
        } else {
            settle(tx, &mut held)?;
        }
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Transfer {
    task_id: Id,
    user_id: Id,
    #[serde(default)]
    comment: String,
}

/// POST transfer.
fn transfer(call: &mut Call) -> Outcome {
    let body: Transfer = call.json()?;
    let comment = comment_of(&body.comment)?;
    let data = call.write(|tx| {
        let mut held = take(tx, body.task_id)?;
        let (org, user) = (tx.org(), tx.actor.user_id);
        let there = !people::active(tx, org, &[body.user_id])?.is_empty();
        if !there || body.user_id == user || body.user_id == held.instance.applicant {
            return Err(Refusal::field("userId", words::HAND_WHOM.text()));
        }
        hand_over(tx, &mut held, body.task_id, (body.user_id, comment))?;
        let name = facts::user_name(tx, org, body.user_id)?;
        engine::log(tx, &held.instance, "转交", &format!("{name} {comment}"))?;
        settle(tx, &mut held)?;
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

/// A task of somebody else in the place of one; whom it asked in stays asked in.
pub(crate) fn hand_over(tx: &mut Tx<'_>, held: &mut Held, task: Id, (to, comment): (Id, &str)) -> Result<(), Refusal> {
    let (id, now) = (tx.new_id(), tx.now);
    let own = held.task(task).ok_or(Refusal::NotFound)?;
    let mut next = Task::new(id, (own.step.level, own.step.place), to);
    next.step.added = own.step.added;
    next.from_user = Some(own.approver);
    "转交".clone_into(&mut next.source);
    own.decide(State::Handed, comment, now);
    for other in &mut held.tasks {
        if let Some((parent, _)) = other.step.added.as_mut().filter(|(parent, _)| *parent == task) {
            *parent = id;
        }
    }
    held.tasks.push(next);
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AddSign {
    task_id: Id,
    user_ids: Vec<Id>,
    sign: String,
}

/// POST addSign.
fn add_sign(call: &mut Call) -> Outcome {
    let body: AddSign = call.json()?;
    let sign = Sign::from_code(&body.sign)
        .ok_or_else(|| Refusal::BadRequest(platform::refusal::messages::BAD_PARAMETER.with(&[("name", "sign")])))?;
    let data = call.write(|tx| {
        let mut held = take(tx, body.task_id)?;
        if !held.instance.snapshot.policies.may_add_sign {
            return Err(Refusal::business(words::SIGN_CLOSED));
        }
        need_signers(tx, &held, &body)?;
        let step = held.task(body.task_id).ok_or(Refusal::NotFound)?.step.clone();
        for user in &body.user_ids {
            let mut task = Task::new(tx.new_id(), (step.level, step.place), *user);
            task.step.added = Some((body.task_id, sign));
            task.from_user = Some(tx.actor.user_id);
            "加签".clone_into(&mut task.source);
            held.tasks.push(task);
        }
        let org = tx.org();
        let names = people::names(tx, org, &body.user_ids)?.join("、");
        engine::log(tx, &held.instance, "加签", &names)?;
        settle(tx, &mut held)?;
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

fn need_signers(tx: &mut Tx<'_>, held: &Held, body: &AddSign) -> Result<(), Refusal> {
    let users = &body.user_ids;
    if users.is_empty() || users.len() > SIGN_MAX {
        return Err(Refusal::field("userIds", words::SIGN_COUNT.text()));
    }
    let level = held.tasks.iter().find(|task| task.step.id == body.task_id).map_or(0, |task| task.step.level);
    let asked = |user: &Id| {
        held.tasks
            .iter()
            .any(|task| task.current && task.step.level == level && task.step.state.is_open() && task.approver == *user)
    };
    let mut distinct = users.clone();
    distinct.sort();
    distinct.dedup();
    let org = tx.org();
    let there = people::active(tx, org, users)?.len() == users.len() && distinct.len() == users.len();
    if !there || users.contains(&held.instance.applicant) || users.iter().any(asked) {
        return Err(Refusal::field("userIds", words::SIGN_WHOM.text()));
    }
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Named {
    task_id: Id,
}

/// POST removeSign: the task is that of the one who was asked in.
fn remove_sign(call: &mut Call) -> Outcome {
    let body: Named = call.json()?;
    let data = call.write(|tx| {
        let org = tx.org();
        let instance = instance_of_task(tx, org, body.task_id)?;
        let mut held = Held::take(tx, instance)?;
        let user = tx.actor.user_id;
        let added = held.task(body.task_id).filter(|task| task.current).and_then(|task| {
            task.step.added.filter(|_| task.step.state.is_open()).map(|(parent, _)| (parent, task.approver))
        });
        let mine = added.filter(|(parent, _)| held.task(*parent).is_some_and(|task| task.approver == user));
        let Some((_, signer)) = mine.filter(|_| held.instance.is_running()) else {
            return Err(Refusal::business(words::SIGN_OVER));
        };
        decide(tx, &mut held, body.task_id, (State::Cancelled, ""))?;
        let name = facts::user_name(tx, org, signer)?;
        engine::log(tx, &held.instance, "减签", &name)?;
        settle(tx, &mut held)?;
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Own {
    instance_id: Id,
    #[serde(default)]
    reason: String,
}

/// Holds a running application of the caller.
fn take_own(tx: &mut Tx<'_>, id: Id) -> Result<Held, Refusal> {
    let held = Held::take(tx, id)?;
    if held.instance.applicant != tx.actor.user_id {
        return Err(Refusal::Forbidden);
    }
    if held.instance.is_running() { Ok(held) } else { Err(Refusal::business(words::NOT_RUNNING)) }
}

/// POST withdraw.
fn withdraw(call: &mut Call) -> Outcome {
    let body: Own = call.json()?;
    call.write(|tx| withdraw_own(tx, body.instance_id)).map(Answer::Data)
}

/// The caller takes his application back.
pub fn withdraw_own(tx: &mut Tx<'_>, id: Id) -> Result<Json, Refusal> {
    let mut held = take_own(tx, id)?;
    if begun(&held) && !held.instance.snapshot.policies.may_withdraw && !held.instance.returned {
        return Err(Refusal::business(words::WITHDRAW_LATE));
    }
    engine::log(tx, &held.instance, "撤回", "")?;
    finish(tx, &mut held, WITHDRAWN, words::ENDED)?;
    Ok(answer(&held))
}

/// Whether somebody decided.
pub(crate) fn begun(held: &Held) -> bool {
    let decided = |task: &Task| {
        matches!(
            task.step.state,
            State::Agreed | State::AutoAgreed | State::Refused | State::AutoRefused | State::Returned
        )
    };
    held.tasks.iter().any(decided)
}

/// POST resubmit.
fn resubmit(call: &mut Call) -> Outcome {
    let body: Own = call.json()?;
    let reason = reason_of(&body.reason, "reason", words::REASON_NEEDED)?;
    let data = call.write(|tx| {
        let mut held = take_own(tx, body.instance_id)?;
        if !held.instance.returned {
            return Err(Refusal::business(words::NOT_RETURNED));
        }
        held.instance.returned = false;
        reason.clone_into(&mut held.instance.reason);
        engine::log(tx, &held.instance, "重新提交", reason)?;
        settle(tx, &mut held)?;
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

/// POST urge: a message to everybody whose decision is waited for.
fn urge(call: &mut Call) -> Outcome {
    let body: Own = call.json()?;
    let data = call.write(|tx| {
        let mut held = take_own(tx, body.instance_id)?;
        let now = tx.now;
        if held.instance.urged_at.is_some_and(|last| is_recent(last, now, URGE_MS)) {
            return Err(Refusal::business(words::URGE_OFTEN));
        }
        let waiting: Vec<Id> = held
            .tasks
            .iter()
            .filter(|task| task.current && task.step.state == State::Waiting)
            .map(|task| task.approver)
            .collect();
        for user in waiting {
            told::tell(tx, &held.instance, user, &told::URGED)?;
        }
        held.instance.urged_at = Some(now);
        held.write(tx)?;
        engine::log(tx, &held.instance, "催办", "")?;
        Ok(answer(&held))
    })?;
    Ok(Answer::Data(data))
}

/// Ends an application for an administrator.
pub(crate) fn terminate(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<Json, Refusal> {
    let mut held = Held::take(tx, id)?;
    if !held.instance.is_running() {
        return Err(Refusal::business(words::NOT_RUNNING));
    }
    end(tx, &mut held, reason)?;
    Ok(answer(&held))
}

/// What is applied for about a thing ends with it: called by whoever deletes it.
pub fn ended_with(tx: &mut Tx<'_>, about: (&str, Id)) -> Result<(), Refusal> {
    let org = tx.org();
    for one in running_on(tx, org, about)? {
        let mut held = Held::take(tx, one.id)?;
        // Somebody else may have decided since the look before (PostgreSQL).
        if held.instance.is_running() {
            end(tx, &mut held, GONE)?;
        }
    }
    Ok(())
}

fn end(tx: &mut Tx<'_>, held: &mut Held, reason: &str) -> Result<(), Refusal> {
    engine::log(tx, &held.instance, "终止", reason)?;
    finish(tx, held, ENDED, words::ENDED)
}
