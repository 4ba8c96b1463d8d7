//! 审批记录. Every application of the company, and what an administrator may do about them.

use kernel::Id;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use crate::decide::{hand_over, reason_of, terminate};
use crate::engine::{self, have_effect, settle};
use crate::event::CHOICES;
use crate::flow::State;
use crate::mine::{STATUS, current_approvers};
use crate::store::{EFFECT_DONE, EFFECT_FAILED, Held, TASK};
use crate::{people, words};

/// Its page.
const PAGE: &str = "/hrs_ics_instance";
/// Tasks one call hands over at most.
const HAND_MAX: u64 = 500;

const EFFECTS: &[Choice] =
    &[Choice::new("成功", "成功", "Done").tone("ready"), Choice::new("失败", "失败", "Failed").tone("danger")];

/// Tenths of an hour from the application to its end.
fn hours() -> Expr {
    Expr::cust(
        "(CASE WHEN approval_instance.finished_at IS NULL THEN NULL \
         ELSE (approval_instance.finished_at - approval_instance.applied_at + 180000) / 360000 END)",
    )
}

fn running_count() -> Expr {
    Expr::cust("(CASE WHEN approval_instance.status = '审批中' THEN 1 ELSE 0 END)")
}

fn finished_count() -> Expr {
    Expr::cust("(CASE WHEN approval_instance.finished_at IS NULL THEN 0 ELSE 1 END)")
}

fn finished_ms() -> Expr {
    Expr::cust(
        "(CASE WHEN approval_instance.finished_at IS NULL THEN 0 \
         ELSE approval_instance.finished_at - approval_instance.applied_at END)",
    )
}

/// Decisions taken.
fn decided_tasks() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM approval_task t WHERE t.org_id = approval_instance.org_id \
         AND t.instance_id = approval_instance.id AND t.status IN ('同意', '驳回', '已退回', '自动同意', '自动驳回'))",
    )
}

/// Decisions taken after their limit.
fn late_tasks() -> Expr {
    Expr::cust(
        "(SELECT COUNT(*) FROM approval_task t WHERE t.org_id = approval_instance.org_id \
         AND t.instance_id = approval_instance.id AND t.status IN ('同意', '驳回', '已退回', '自动同意', '自动驳回') \
         AND t.decided_at > t.due_at)",
    )
}

const EVENT: Field = Field::select(CHOICES, "事项", "Act").column("event_id");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const STATE: Field = Field::state(STATUS, "状态", "State").column("status");
const APPLIED: Field = Field::instant("申请时间", "Applied").column("applied_at").wire("applyTime");
const FINISHED: Field = Field::instant("完成时间", "Finished").column("finished_at").wire("finishTime");
const NUMBER: Field = Field::text("审批编号", "Approval no.").column("instance_no");

/// The records of the company. The sums make its summary line.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "applicant", on: &[("applicant_id", "id")], by_org: true },
        Join { table: "dept", alias: "place", on: &[("applicant_dept_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::own(NUMBER).width(130),
        Column::own(EVENT).width(150),
        Column::own(SCOPE).width(90),
        Column::own(Field::text("单号", "Number").column("ref_no").wire("orderCode")).width(140),
        Column::of("partner", Field::text("客户", "Customer").column("coop_name")).width(150),
        Column::of("applicant", Field::text("申请人", "Applicant").column("name_cn").wire("applicantName")).width(90),
        Column::of("place", Field::text("申请部门", "Department").column("full_name").wire("deptName")).behind(),
        Column::own(APPLIED).width(160),
        Column::own(Field::text("当前节点", "Level").column("level_name")).width(100),
        Column::expr(current_approvers, Field::text("当前审批人", "Approvers").wire("currentApprovers"))
            .width(140)
            .unsorted(),
        Column::own(STATE).width(90),
        Column::expr(hours, Field::decimal(1, "用时(小时)", "Hours").wire("hours")).width(90),
        Column::own(FINISHED).width(160),
        Column::own(Field::state(EFFECTS, "生效结果", "Effect").column("effect_status")).width(90),
        Column::own(Field::text("失败原因", "Why it failed").column("effect_error")).width(160),
        Column::expr(running_count, Field::int("审批中", "Running").wire("runningCount")).hidden().unsorted().sum(),
        Column::expr(finished_count, Field::int("已完成", "Finished").wire("finishedCount")).hidden().unsorted().sum(),
        Column::expr(finished_ms, Field::int("用时", "Time").wire("finishedMs")).hidden().unsorted().sum(),
        Column::expr(decided_tasks, Field::int("已审批", "Decided").wire("decidedTasks")).hidden().unsorted().sum(),
        Column::expr(late_tasks, Field::int("超时审批", "Late").wire("lateTasks")).hidden().unsorted().sum(),
    ],
    filters: &[
        Filter::new("instanceNo", Match::Contains, NUMBER),
        Filter::new("eventId", Match::OneOf, EVENT),
        Filter::new("businessScope", Match::OneOf, SCOPE),
        Filter::new("orderCode", Match::Contains, Field::text("单号", "Number"))
            .columns(&[("approval_instance", "ref_no"), ("approval_instance", "internal_number")]),
        Filter::new("coopName", Match::Contains, Field::text("客户", "Customer"))
            .columns(&[("partner", "coop_code"), ("partner", "coop_name")]),
        Filter::new("applicantName", Match::Contains, Field::text("申请人", "Applicant"))
            .columns(&[("applicant", "name_cn")]),
        Filter::new("deptName", Match::Contains, Field::text("申请部门", "Department"))
            .columns(&[("place", "full_name")])
            .more(),
        Filter::new("approverName", Match::Own(by_approver), Field::text("当前审批人", "Approver")).more(),
        Filter::new("status", Match::OneOf, STATE),
        Filter::new("applyTime", Match::Range, APPLIED),
        Filter::new("finishTime", Match::Range, FINISHED).more(),
        Filter::new("late", Match::Flag(by_late), Field::flag("超时", "Late")).more(),
    ],
    buttons: &[
        Button::new("sys_ics_transfer", ("转交", "Hand over"), "toolbar", "custom"),
        Button::new("sys_ics_terminate", ("终止", "End"), "row", "custom"),
        Button::new("sys_ics_retry", ("重试生效", "Try again"), "row", "custom"),
        Button::new("sys_icsinst_export", ("导出", "Export"), "toolbar", "export"),
    ],
    decorate: Some(decorate),
    export: "sys_icsinst_export",
    ..ListPage::new(
        "hrs.icsInstance.list",
        PAGE,
        ("审批记录", "Approval records"),
        "hrs_ics_instance",
        "/prm/ics/approval/instance",
        "approval_instance",
    )
};

fn tasks_of(actor: &Actor) -> platform::sea_query::SelectStatement {
    let mut select = Query::select();
    select.column((TASK, "instance_id")).from(TASK).and_where(sql::of_eq(TASK, "org_id", actor.org_id));
    select
}

/// Applications that wait for a user of this name.
fn by_approver(actor: &Actor, name: &str) -> Result<Condition, Refusal> {
    let mut tasks = tasks_of(actor);
    tasks
        .join(JoinType::InnerJoin, "app_user", sql::same_org("app_user", TASK, "approver_id"))
        .and_where(sql::of_eq(TASK, "counts", true))
        .and_where(sql::of_eq(TASK, "status", State::Waiting.zh().to_owned()))
        .and_where(sql::contains(sql::of("app_user", "name_cn"), name));
    Ok(Condition::all().add(sql::of("approval_instance", "id").in_subquery(tasks)))
}

/// Applications with a task beyond its limit.
fn by_late(actor: &Actor, late: bool) -> Condition {
    let mut tasks = tasks_of(actor);
    let due = sql::of(TASK, "due_at");
    tasks.cond_where(sql::any_of([
        sql::of(TASK, "decided_at").gt(due.clone()),
        sql::of(TASK, "decided_at").is_null().and(due.lt(sql::value(actor.now))),
    ]));
    let found = sql::of("approval_instance", "id").in_subquery(tasks);
    Condition::all().add(if late { found } else { found.not() })
}

/// What may be done with a row.
fn decorate(actor: &Actor, row: &list::RowView<'_>, out: &mut String) {
    let is = |name: &str, wanted: &str| matches!(row.value(name), Value::Text(text) if text == wanted);
    let mut codes = Vec::new();
    if is("status", crate::store::RUNNING) {
        codes.push("sys_ics_terminate");
    }
    if is("effectStatus", EFFECT_FAILED) {
        codes.push("sys_ics_retry");
    }
    list::write_can(actor, &codes, out);
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_ics_instance", zh, en, sort);
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/config", "审批记录", "Approval records", 40),
        button("sys_ics_transfer", "转交", "Hand over", 10),
        button("sys_ics_terminate", "终止", "End", 20),
        button("sys_ics_retry", "重试生效", "Try again", 30),
        button("sys_icsinst_export", "导出", "Export", 40),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::put(
            "transfer_approval_tasks",
            "/prm/ics/approval/instance/transfer",
            Access::Code("sys_ics_transfer"),
            transfer,
        )
        .summary("Hands the waiting tasks of one user to another"),
        Operation::put("end_approval", "/prm/ics/approval/instance/terminate", Access::Code("sys_ics_terminate"), end),
        Operation::put("retry_approval", "/prm/ics/approval/instance/retry/{id}", Access::Code("sys_ics_retry"), retry)
            .summary("Tries the failed effect of a passed approval again"),
    ]);
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Transfer {
    from_user_id: Id,
    to_user_id: Id,
}

/// PUT instance/transfer: an application of the receiver himself stays where it is.
fn transfer(call: &mut Call) -> Outcome {
    let body: Transfer = call.json()?;
    let (moved, kept) = call.write(|tx| {
        let org = tx.org();
        if body.from_user_id == body.to_user_id || people::active(tx, org, &[body.to_user_id])?.is_empty() {
            return Err(Refusal::field("toUserId", words::DELEGATE_WHOM.text()));
        }
        let counts = move_tasks(tx, body.from_user_id, body.to_user_id)?;
        let names = people::names(tx, org, &[body.from_user_id, body.to_user_id])?.join(" -> ");
        tx.log(
            platform::log::LogEntry::of(engine::OBJECT, body.from_user_id, "", PAGE)
                .did("审批", "转交")
                .text(format!("转交待审批：{names}，{}条", counts.0)),
        )?;
        Ok(counts)
    })?;
    Ok(Answer::Data(json!({ "moved": moved, "kept": kept })))
}

/// Waiting tasks of a user, in the order of their applications so that two such moves meet in no circle.
fn waiting_of(conn: &mut dyn Conn, org: i64, user: Id) -> Result<Vec<(Id, Id)>, Refusal> {
    let mut select = sql::from(org, TASK);
    select
        .columns(["instance_id", "id"])
        .and_where(sql::eq("approver_id", user))
        .and_where(sql::eq("counts", true))
        .and_where(sql::eq("status", State::Waiting.zh().to_owned()))
        .order_by("instance_id", Order::Asc)
        .order_by("id", Order::Asc)
        .limit(HAND_MAX);
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

fn move_tasks(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(usize, usize), Refusal> {
    let org = tx.org();
    let (mut moved, mut kept) = (0, 0);
    for (instance, task) in waiting_of(tx, org, from)? {
        let mut held = Held::take(tx, instance)?;
        let waits = held.task(task).is_some_and(|task| task.step.state == State::Waiting && task.current);
        if !waits || held.instance.applicant == to {
            kept += 1;
            continue;
        }
        hand_over(tx, &mut held, task, (to, ""))?;
        settle(tx, &mut held)?;
        moved += 1;
    }
    Ok((moved, kept))
}

/// Number of tasks that wait for a user.
pub fn waiting_count(conn: &mut dyn Conn, org: i64, user: Id) -> Result<usize, Refusal> {
    Ok(waiting_of(conn, org, user)?.len())
}

/// The waiting tasks of who leaves go to his successor; those about applications of the successor, which he does not
/// decide himself, to the administrator.
pub fn succeed(tx: &mut Tx<'_>, from: Id, to: Id) -> Result<(), Refusal> {
    while move_tasks(tx, from, to)?.0 > 0 {}
    leave_to_admin(tx, from)
}

/// The waiting tasks of somebody who is stopped go to the administrator.
pub fn leave_to_admin(tx: &mut Tx<'_>, user: Id) -> Result<(), Refusal> {
    let org = tx.org();
    match people::admin(tx, org)?.filter(|admin| *admin != user) {
        Some(admin) => move_tasks(tx, user, admin).map(drop),
        None => Ok(()),
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct End {
    id: Id,
    #[serde(default)]
    reason: String,
}

/// PUT instance/terminate.
fn end(call: &mut Call) -> Outcome {
    let body: End = call.json()?;
    let reason = reason_of(&body.reason, "reason", words::END_REASON)?;
    call.write(|tx| terminate(tx, body.id, reason)).map(Answer::Data)
}

/// PUT instance/retry/{id}: refused again, nothing changes and the reason is the answer.
fn retry(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let data = call.write(|tx| {
        let mut held = Held::take(tx, id)?;
        if held.instance.effect_status != EFFECT_FAILED {
            return Err(Refusal::business(words::RETRY_NOT));
        }
        have_effect(tx, &mut held)?;
        engine::log(tx, &held.instance, "重试生效", &held.instance.effect_status)?;
        held.write(tx)?;
        let one = &held.instance;
        Ok(json!({
            "id": one.id, "effectStatus": one.effect_status, "effectError": one.effect_error,
            "done": one.effect_status == EFFECT_DONE,
        }))
    })?;
    Ok(Answer::Data(data))
}
