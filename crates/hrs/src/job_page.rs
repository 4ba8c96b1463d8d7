//! 后台任务. What the product does by itself, its runs, and the jobs of every company, for those who run the
//! platform.

mod company;
mod runs;

use kernel::Id;
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::job::plan::{self, Category, FAILURES_TOLD};
use platform::list::{self, Button, Column, Filter, ListPage, Match, RowView};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Value, sql};
use serde_json::json;

const PAGE: &str = "/hrs_job";

const WELL: &str = "正常";
const ASKED: &str = "排队中";
const PAUSED: &str = "已暂停";
const RETRYING: &str = "等待重试";

const STATES: &[Choice] = &[
    Choice::new(WELL, WELL, "Well").tone("done"),
    Choice::new(plan::RUNNING, plan::RUNNING, "Running").tone("info"),
    Choice::new(ASKED, ASKED, "Waiting").tone("neutral"),
    Choice::new(RETRYING, RETRYING, "To be tried again").tone("warning"),
    Choice::new(plan::FAILED, plan::FAILED, "Failed").tone("danger"),
    Choice::new(PAUSED, PAUSED, "Paused").tone("warning"),
];
const RESULTS: &[Choice] = &[
    Choice::new(plan::RUNNING, plan::RUNNING, "Running").tone("info"),
    Choice::new(plan::DONE, plan::DONE, "Done").tone("done"),
    Choice::new(plan::FAILED, plan::FAILED, "Failed").tone("danger"),
    Choice::new(plan::LOST, plan::LOST, "Interrupted").tone("danger"),
];
const CATEGORIES: &[Choice] = &[
    Choice::new(Category::Mail.text(), "邮件", "Mail"),
    Choice::new(Category::Reminder.text(), "提醒", "Reminders"),
    Choice::new(Category::Update.text(), "重算", "Updates"),
    Choice::new(Category::Sending.text(), "报文发送", "Sending messages"),
    Choice::new(Category::Receiving.text(), "回执接收", "Receiving messages"),
    Choice::new(Category::Cleaning.text(), "清理", "Cleaning up"),
    Choice::new(Category::Care.text(), "维护", "Maintenance"),
];
const SCHEDULES: &[Choice] = &[
    Choice::new(plan::EVERY_MINUTE, plan::EVERY_MINUTE, "Every minute"),
    Choice::new(plan::EVERY_HOUR, plan::EVERY_HOUR, "Every hour"),
    Choice::new(plan::EVERY_NIGHT, plan::EVERY_NIGHT, "Every day at 2:00"),
    Choice::new(plan::EVERY_EARLY, plan::EVERY_EARLY, "Every day at 3:00"),
    Choice::new(plan::EVERY_MORNING, plan::EVERY_MORNING, "Every day at 8:00"),
    Choice::new(plan::EVERY_AFTERNOON, plan::EVERY_AFTERNOON, "Every day at 17:00"),
    Choice::new(plan::ON_ARRIVAL, plan::ON_ARRIVAL, "As it comes"),
];

const TITLE: Field = Field::text("名称", "Name").column("title");
const TITLE_EN: Field = Field::text("英文名称", "English name").column("title_en");
const CATEGORY: Field = Field::select(CATEGORIES, "分类", "Type").column("category");
const STATE: Field = Field::state(STATES, "状态", "State").wire("state");
const RESULT: Field = Field::state(RESULTS, "结果", "Result").column("result");
const STARTED: Field = Field::instant("上次开始", "Last start").column("started_at");

/// The recurring work, kind by kind.
const LIST: ListPage = ListPage {
    columns: &[
        list::ID,
        Column::own(TITLE).width(160).link("/hrs_job/runs?title={title}"),
        Column::own(TITLE_EN).width(220).behind(),
        Column::own(CATEGORY).width(95),
        Column::own(Field::select(SCHEDULES, "计划", "Schedule").column("schedule")).width(90),
        Column::expr(state, STATE).width(90),
        Column::own(STARTED).width(145),
        Column::own(Field::int("用时毫秒", "Milliseconds").column("took")).width(90),
        Column::own(RESULT).width(80),
        Column::expr(next_at, Field::instant("下次执行", "Next start").wire("nextAt")).width(145),
        Column::own(Field::int("连续失败", "Failures in a row").column("failures")).width(90),
        Column::own(Field::int("等待数", "Waiting").column("waiting")).width(80),
        Column::expr(paused, Field::text("已暂停", "Paused").wire("paused")).hidden(),
        Column::own(Field::reference("", "执行记录", "Run").column("run_id")).hidden(),
    ],
    filters: &[
        Filter::new("title", Match::Contains, TITLE).columns(&[("job_plan", "title"), ("job_plan", "title_en")]),
        Filter::new("category", Match::OneOf, CATEGORY),
        Filter::new("state", Match::Own(by_state), STATE),
        Filter::new("startedAt", Match::Range, STARTED),
    ],
    buttons: &[
        Button::new("sys_job_run", ("立即执行", "Run now"), "row", "call").calls("PUT /hrs/job/run/{id}"),
        Button::new("sys_job_stop", ("暂停", "Pause"), "row", "call")
            .calls("PUT /hrs/job/stop/{id}")
            .asks("暂停后不再自动执行，是否继续？", "It will not run any more until it is resumed. Go on?")
            .when("paused", &["false"]),
        Button::new("sys_job_stop", ("恢复", "Resume"), "row", "call")
            .calls("PUT /hrs/job/start/{id}")
            .when("paused", &["true"]),
    ],
    sort: "category,asc",
    decorate: Some(decorate),
    ..ListPage::new("hrs.job.list", PAGE, ("后台任务", "Background jobs"), "hrs_job", "/hrs/job", "job_plan")
};

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let paused = *row.value("paused") == Value::Text("true".to_owned());
    let codes: &[&str] = if paused { &["sys_job_stop"] } else { &["sys_job_run", "sys_job_stop"] };
    list::write_can(actor, codes, out);
}

fn state() -> Expr {
    Expr::cust(format!(
        "CASE WHEN job_plan.worker IS NOT NULL THEN '{}' WHEN job_plan.stopped THEN '{PAUSED}' \
         WHEN job_plan.asked_by IS NOT NULL THEN '{ASKED}' WHEN job_plan.failures >= {FAILURES_TOLD} THEN '{}' \
         WHEN job_plan.failures > 0 THEN '{RETRYING}' ELSE '{WELL}' END",
        plan::RUNNING,
        plan::FAILED,
    ))
}

fn paused() -> Expr {
    Expr::cust("CASE WHEN job_plan.stopped THEN 'true' ELSE 'false' END")
}

/// A paused plan has no next start, one that never ran is due at once, and a queue has one only after a failure.
fn next_at() -> Expr {
    Expr::cust(format!(
        "CASE WHEN job_plan.stopped OR job_plan.next_at = 0 OR (job_plan.schedule = '{}' AND job_plan.failures = 0) \
         THEN NULL ELSE job_plan.next_at END",
        plan::ON_ARRIVAL,
    ))
}

fn by_state(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(state().eq(sql::value(wanted.to_owned()))))
}

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    let button = |code, zh, en, sort| Node::button(code, "hrs_job", zh, en, sort).platform();
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/platform", "后台任务", "Background jobs", 70).platform(),
        button("sys_job_run", "立即执行", "Run now", 5),
        button("sys_job_stop", "暂停/恢复", "Pause/resume", 10),
        button("sys_job_retry", "重试", "Try again", 20),
    ]);
    room.lists.extend([LIST, runs::LIST, company::LIST]);
    let stop = Access::Code("sys_job_stop");
    room.operations.extend([
        Operation::put("run_job", "/hrs/job/run/{id}", Access::Code("sys_job_run"), |call| {
            act(call, "立即执行", plan::ask)
        })
        .summary("Runs recurring work now, unless it is at work already"),
        Operation::put("pause_job", "/hrs/job/stop/{id}", stop, |call| {
            act(call, "暂停", |tx, id| plan::pause(tx, id, true))
        })
        .summary("Recurring work runs in no process until it is resumed"),
        Operation::put("resume_job", "/hrs/job/start/{id}", stop, |call| {
            act(call, "恢复", |tx, id| plan::pause(tx, id, false))
        }),
        Operation::put("retry_job", "/hrs/job/retry/{runId}", Access::Code("sys_job_retry"), retry)
            .summary("Tries what failed again: the work of a run, or a company's job"),
    ]);
    room.operations.push(company::stop());
}

type Act = fn(&mut Tx<'_>, Id) -> Result<String, Refusal>;

fn act(call: &mut Call, function: &'static str, act: Act) -> Outcome {
    let id = call.path_id("id")?;
    call.write(|tx| {
        let title = act(tx, id)?;
        tx.log(line(id, title, function))
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id })))
}

fn line(id: Id, title: String, function: &'static str) -> LogEntry {
    LogEntry::of("jobPlan", id, title, PAGE).did("修改", function).level(Level::High)
}

/// PUT /hrs/job/retry/{runId}.
fn retry(call: &mut Call) -> Outcome {
    let run = call.path_id("runId")?;
    call.write(|tx| match plan::failed_run(tx, run)? {
        Some(id) => {
            let title = plan::ask(tx, id)?;
            tx.log(line(id, title, "重试"))
        }
        None => company::retry(tx, run),
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": run })))
}
