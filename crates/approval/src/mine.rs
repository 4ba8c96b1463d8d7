//! What a user has to decide, has decided, applied for, and gets copies of.

use message::need_self;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Choice, Field, push_text};
use platform::list::{self, Ask, Column, Filter, Join, ListPage, Match, RowView};
use platform::registry::{Operation, Room};
use platform::scopes::SCOPES;
use platform::sea_query::{Condition, Expr, ExprTrait, Query};
use platform::store::{Value, sql};

use crate::event::{CHOICES, event_of};
use crate::flow::State;

/// States of an application.
pub const STATUS: &[Choice] = &[
    Choice::new("审批中", "审批中", "Running").tone("warning"),
    Choice::new("已通过", "已通过", "Passed").tone("ready"),
    Choice::new("已驳回", "已驳回", "Refused").tone("danger"),
    Choice::new("已撤回", "已撤回", "Withdrawn"),
    Choice::new("已终止", "已终止", "Ended"),
];

/// Who decides now.
pub fn current_approvers() -> Expr {
    Expr::cust(
        "(SELECT string_agg(u.name_cn, ',' ORDER BY u.name_cn) FROM approval_task t \
         JOIN app_user u ON u.org_id = t.org_id AND u.id = t.approver_id \
         WHERE t.org_id = approval_instance.org_id AND t.instance_id = approval_instance.id \
         AND t.counts AND t.status = '待审')",
    )
}

/// The earliest moment among the decisions that are waited for.
fn earliest(moment: &str, (table, id): (&str, &str)) -> String {
    format!(
        "(SELECT MIN(t.{moment}) FROM approval_task t WHERE t.org_id = {table}.org_id \
         AND t.instance_id = {table}.{id} AND t.counts AND t.status = '待审')"
    )
}

/// Of an application: since and until when its level waits.
fn of_application(moment: &'static str) -> Expr {
    Expr::cust(earliest(moment, ("approval_instance", "id")))
}

/// Of a task: its own moment while it waits, afterwards that of the level the application has reached.
fn of_task(moment: &'static str) -> Expr {
    let others = earliest(moment, ("approval_task", "instance_id"));
    Expr::cust(format!("CASE WHEN approval_task.status = '待审' THEN approval_task.{moment} ELSE {others} END"))
}

const STARTED: Field = Field::int("到达", "Reached").wire("startedMs");
const DUE: Field = Field::int("时限", "Due").wire("dueMs");
const RETURNED: Field = Field::flag("已退回", "Sent back").column("returned");
const EVENT: Field = Field::select(CHOICES, "审批事项", "Act").column("event_id");
const SCOPE: Field = Field::select(SCOPES, "业务范畴", "Scope").column("business_scope");
const STATE: Field = Field::state(STATUS, "状态", "State").column("status");
const APPLIED: Field = Field::instant("申请时间", "Applied").column("applied_at").wire("applyTime");

macro_rules! filters {
    ($place:literal) => {
        &[
            Filter::new("eventId", Match::OneOf, EVENT).columns(&[($place, "event_id")]),
            Filter::new("businessScope", Match::OneOf, SCOPE).columns(&[($place, "business_scope")]),
            Filter::new("orderCode", Match::Contains, Field::text("单号", "Number"))
                .columns(&[($place, "ref_no"), ($place, "internal_number")]),
            Filter::new("coopName", Match::Contains, Field::text("客户名称", "Customer"))
                .columns(&[("partner", "coop_name"), ("partner", "coop_code")]),
            Filter::new("applicantName", Match::Contains, Field::text("申请人", "Applicant"))
                .columns(&[("applicant", "name_cn")]),
            Filter::new("applyTime", Match::Range, APPLIED).columns(&[($place, "applied_at")]),
            Filter::new("status", Match::OneOf, STATE).columns(&[($place, "status")]),
        ]
    };
}

const TASK_JOINS: &[Join] = &[
    Join { table: "approval_instance", alias: "one", on: &[("instance_id", "id")], by_org: true },
    Join { table: "coop", alias: "partner", on: &[("one.coop_id", "id")], by_org: true },
    Join { table: "app_user", alias: "applicant", on: &[("one.applicant_id", "id")], by_org: true },
    Join { table: "app_user", alias: "giver", on: &[("from_user_id", "id")], by_org: true },
];

/// Tasks of a caller.
const TASKS: ListPage = ListPage {
    joins: TASK_JOINS,
    columns: &[
        Column::own(Field::reference("", "任务", "Task").column("id").wire("taskId")),
        Column::of("one", Field::reference("", "审批", "Approval").column("id").wire("instanceId")),
        Column::of("one", Field::text("审批编号", "Approval no.").column("instance_no")),
        Column::of("one", Field::int("事件号", "Event").column("event_id")),
        Column::of("one", SCOPE),
        Column::of("one", Field::text("单号", "Number").column("ref_no").wire("orderCode")),
        Column::of("one", Field::text("内部编号", "Internal no.").column("internal_number")),
        Column::of("partner", Field::text("客户编码", "Customer code").column("coop_code")),
        Column::of("partner", Field::text("客户名称", "Customer").column("coop_name")),
        Column::of("one", Field::text("申请内容", "Content").column("content")),
        Column::of("applicant", Field::text("申请人", "Applicant").column("name_cn").wire("applicantName")),
        Column::of("one", APPLIED),
        Column::of("one", Field::text("当前节点", "Level").column("level_name")),
        Column::of("one", STATE),
        Column::own(Field::text("决定", "Decision").column("status").wire("taskStatus")),
        Column::own(Field::text("意见", "Comment").column("comment")),
        Column::own(Field::instant("审批时间", "Decided").column("decided_at").wire("decideTime")),
        Column::of("one", RETURNED),
        Column::about(of_task, "started_at", STARTED).unsorted(),
        Column::about(of_task, "due_at", DUE).unsorted(),
        Column::of("giver", Field::text("来自", "From").column("name_cn").wire("fromName")),
        Column::own(Field::text("来源", "Source").column("source")),
    ],
    filters: filters!("one"),
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.approval.toDo",
        "/notification",
        ("待我审批", "To decide"),
        "",
        "/prm/api/toDo",
        "approval_task",
    )
};

const WAITING: ListPage = ListPage { visible: Some(waits_for), ..TASKS };
const DONE: ListPage = ListPage { visible: Some(decided_by), ..TASKS };

/// Applications.
const APPLICATIONS: ListPage = ListPage {
    joins: &[
        Join { table: "coop", alias: "partner", on: &[("coop_id", "id")], by_org: true },
        Join { table: "app_user", alias: "applicant", on: &[("applicant_id", "id")], by_org: true },
    ],
    columns: &[
        Column::own(Field::reference("", "审批", "Approval").column("id").wire("instanceId")),
        Column::own(Field::text("审批编号", "Approval no.").column("instance_no")),
        Column::own(Field::int("事件号", "Event").column("event_id")),
        Column::own(SCOPE),
        Column::own(Field::text("单号", "Number").column("ref_no").wire("orderCode")),
        Column::own(Field::text("内部编号", "Internal no.").column("internal_number")),
        Column::of("partner", Field::text("客户编码", "Customer code").column("coop_code")),
        Column::of("partner", Field::text("客户名称", "Customer").column("coop_name")),
        Column::own(Field::text("申请内容", "Content").column("content")),
        Column::of("applicant", Field::text("申请人", "Applicant").column("name_cn").wire("applicantName")),
        Column::own(APPLIED),
        Column::own(Field::text("当前节点", "Level").column("level_name")),
        Column::expr(current_approvers, Field::text("当前审批人", "Approvers").wire("currentApprovers")).unsorted(),
        Column::own(STATE),
        Column::own(RETURNED),
        Column::about(of_application, "started_at", STARTED).unsorted(),
        Column::about(of_application, "due_at", DUE).unsorted(),
        Column::own(Field::instant("完成时间", "Finished").column("finished_at").wire("finishTime")),
    ],
    filters: filters!("approval_instance"),
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.approval.mine",
        "/notification",
        ("我发起的", "My applications"),
        "",
        "/prm/ics/approval/mine",
        "approval_instance",
    )
};

const MINE: ListPage = ListPage { visible: Some(applied_by), ..APPLICATIONS };
const COPIES: ListPage = ListPage { visible: Some(copied_to), ..APPLICATIONS };

fn waits_for(actor: &Actor) -> Condition {
    sql::all_of([
        sql::of_eq("approval_task", "approver_id", actor.user_id),
        sql::of_eq("approval_task", "counts", true),
        sql::of_eq("approval_task", "status", State::Waiting.zh().to_owned()),
    ])
}

fn decided_by(actor: &Actor) -> Condition {
    let decided =
        [State::Agreed, State::Refused, State::Returned, State::Handed, State::AutoAgreed, State::AutoRefused];
    sql::all_of([
        sql::of_eq("approval_task", "approver_id", actor.user_id),
        sql::is_in(sql::of("approval_task", "status"), decided.map(|state| state.zh().to_owned())),
    ])
}

fn applied_by(actor: &Actor) -> Condition {
    Condition::all().add(sql::of_eq("approval_instance", "applicant_id", actor.user_id))
}

fn copied_to(actor: &Actor) -> Condition {
    let mut own = Query::select();
    own.column("instance_id")
        .from("approval_cc")
        .and_where(sql::of_eq("approval_cc", "org_id", actor.org_id))
        .and_where(sql::of_eq("approval_cc", "user_id", actor.user_id));
    Condition::all().add(sql::of("approval_instance", "id").in_subquery(own))
}

/// The name of the act, how long its decision is waited for and whether that is too long.
fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    const TENTH_HOUR_MS: i64 = 360_000;
    let event = match row.value("eventId") {
        Value::Int(id) => event_of(*id),
        _ => None,
    };
    let (zh, en) = event.map_or(("", ""), |event| (event.zh, event.en));
    for (name, text) in [("eventName", zh), ("eventNameEn", en)] {
        out.push_str(&format!(",\"{name}\":"));
        push_text(text, out);
    }
    let now = actor.now.millis();
    if let Value::Int(started) = row.value("startedMs") {
        let waited = kernel::format_scaled(Ord::max(now - started, 0) / TENTH_HOUR_MS, 1, 1);
        out.push_str(&format!(",\"waitHours\":{waited}"));
    }
    let late = matches!(row.value("dueMs"), Value::Int(due) if *due < now);
    out.push_str(&format!(",\"late\":{late}"));
}

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    let mut todo = Operation::get("list_approvals_to_do", "/prm/api/toDo", Access::LoggedIn, to_do)
        .param("orgId")
        .param("userId")
        .summary("Approvals the caller has to decide; total is their number");
    let mut done =
        Operation::get("list_approvals_done", "/prm/ics/approval/done", Access::LoggedIn, |call| page(&DONE, call))
            .summary("Approvals the caller decided");
    let mut mine =
        Operation::get("list_approvals_mine", "/prm/ics/approval/mine", Access::LoggedIn, |call| page(&MINE, call))
            .summary("What the caller applied for");
    let mut copies =
        Operation::get("list_approvals_cc", "/prm/ics/approval/cc", Access::LoggedIn, |call| page(&COPIES, call))
            .summary("Approvals the caller gets copies of");
    for operation in [&mut todo, &mut done, &mut mine, &mut copies] {
        let names =
            ["current", "size", "sort"].into_iter().chain(APPLICATIONS.filters.iter().map(|filter| filter.name));
        for name in names {
            operation.params.push((name.to_owned(), serde_json::json!({ "type": "string" })));
        }
    }
    room.operations.extend([todo, done, mine, copies]);
}

fn page(list: &ListPage, call: &mut Call) -> Outcome {
    let ask = Ask::of_query(list, &call.asked.query)?;
    list::page_of(list, call, &ask).map(Answer::Raw)
}

/// GET /prm/api/toDo.
fn to_do(call: &mut Call) -> Outcome {
    need_self(call)?;
    page(&WAITING, call)
}
