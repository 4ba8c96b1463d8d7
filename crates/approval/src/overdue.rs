//! 超时处理. What becomes of decisions nobody takes within the hours of their level.

use std::sync::Arc;

use kernel::Id;
use platform::call::{App, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::sql;

use crate::decide::hand_over;
use crate::engine::{self, finish, settle};
use crate::flow::State;
use crate::people;
use crate::rule::OnTimeout;
use crate::store::{Held, REFUSED, TASK};
use crate::{told, words};

/// Tasks of an org that are looked after in one go; the next minute takes the next ones.
const BATCH: u64 = 100;

/// Looking after decisions nobody takes is a plan of the platform.
pub const PLAN: Plan = Plan::new(
    "approval.overdue",
    ("审批超时处理", "Approvals nobody decides"),
    (Category::Reminder, Schedule::Minute),
    look_after,
);

/// Looks after the tasks of every org whose time is over, in the name of its administrator.
fn look_after(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| look_after_org(app, org))
}

fn look_after_org(app: &Arc<App>, org: i64) -> Result<usize, Refusal> {
    let mut late = sql::from(org, TASK);
    late.columns(["instance_id", "id"])
        .and_where(sql::eq("status", State::Waiting.zh().to_owned()))
        .and_where(sql::col("due_at").lt(sql::value(app.clock.now())))
        .and_where(sql::eq("counts", true))
        .and_where(sql::col("reminded_at").is_null())
        .order_by("due_at", Order::Asc)
        .limit(BATCH);
    let rows = app.store.read(|conn| conn.query(&late.into()))?;
    if rows.is_empty() {
        return Ok(0);
    }
    let Some(call) = people::call_of_admin(app, org)? else { return Ok(0) };
    let mut count = 0;
    for row in rows {
        let (instance, task): (Id, Id) = (row.get(0)?, row.get(1)?);
        // One that can't be looked after keeps none of the others.
        match call.write(|tx| run_out(tx, instance, task)) {
            Ok(()) => count += 1,
            Err(refusal) => tracing::error!(org, ?task, ?refusal, "a late approval was not looked after"),
        }
    }
    Ok(count)
}

/// What the level says of a task whose time is over; nothing when it was decided meanwhile.
fn run_out(tx: &mut Tx<'_>, instance: Id, id: Id) -> Result<(), Refusal> {
    // The look before was outside of the lock: only now it is known whether anything is to be done.
    tx.no_log_line();
    let mut held = Held::take(tx, instance)?;
    let now = tx.now;
    let Some(task) = held.task(id).filter(|task| task.current && task.is_late(now)) else { return Ok(()) };
    let (level, approver) = (task.step.level, task.approver);
    let how = held.instance.stage(level).map_or(OnTimeout::Remind, |stage| stage.on_timeout);
    match how {
        OnTimeout::Agree => {
            decide(tx, &mut held, id, (State::AutoAgreed, "超时自动同意"))?;
            settle(tx, &mut held)
        }
        OnTimeout::Refuse => {
            decide(tx, &mut held, id, (State::AutoRefused, "超时自动驳回"))?;
            finish(tx, &mut held, REFUSED, words::REFUSED)
        }
        OnTimeout::Admin => match successor(tx, &held, approver)? {
            Some(admin) => to_admin(tx, &mut held, id, admin),
            None => remind(tx, &mut held, id, approver),
        },
        OnTimeout::Remind => remind(tx, &mut held, id, approver),
    }
}

fn decide(tx: &mut Tx<'_>, held: &mut Held, task: Id, (state, said): (State, &str)) -> Result<(), Refusal> {
    let now = tx.now;
    held.task(task).ok_or(Refusal::NotFound)?.decide(state, said, now);
    engine::log(tx, &held.instance, state.zh(), said)
}

/// The administrator, where he is neither the approver already nor the applicant.
fn successor(tx: &mut Tx<'_>, held: &Held, approver: Id) -> Result<Option<Id>, Refusal> {
    let org = tx.org();
    let admin = people::admin(tx, org)?;
    Ok(admin.filter(|admin| *admin != approver && *admin != held.instance.applicant))
}

fn to_admin(tx: &mut Tx<'_>, held: &mut Held, task: Id, admin: Id) -> Result<(), Refusal> {
    hand_over(tx, held, task, (admin, "超时转管理员"))?;
    if let Some(next) = held.tasks.last_mut() {
        "转管理员".clone_into(&mut next.source);
    }
    engine::log(tx, &held.instance, "转交", "超时转管理员")?;
    settle(tx, held)
}

/// Once: who was reminded and does nothing stays the one who decides.
fn remind(tx: &mut Tx<'_>, held: &mut Held, task: Id, approver: Id) -> Result<(), Refusal> {
    let now = tx.now;
    held.task(task).ok_or(Refusal::NotFound)?.reminded_at = Some(now);
    told::tell(tx, &held.instance, approver, &told::LATE)?;
    engine::log(tx, &held.instance, "超时提醒", "")?;
    held.write(tx)
}
