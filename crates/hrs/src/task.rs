//! 下载中心. The jobs a user has put down: large exports, and what else works behind a call.

use kernel::{Id, Instant};
use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::import::UNDO_MS;
use platform::job;
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, SelectStatement};
use platform::store::{Conn, Row, Value, sql};
use serde_json::json;

const PAGE: &str = "/hrs_task";

/// States of a job.
pub(crate) const STATES: &[Choice] = &[
    Choice::new(job::WAITING, job::WAITING, "Waiting").tone("neutral"),
    Choice::new(job::RUNNING, job::RUNNING, "Running").tone("info"),
    Choice::new(job::DONE, job::DONE, "Done").tone("done"),
    Choice::new(job::PART_DONE, job::PART_DONE, "Done in part").tone("warning"),
    Choice::new(job::FAILED, job::FAILED, "Failed").tone("danger"),
    Choice::new(job::CANCELLED, job::CANCELLED, "Cancelled").tone("neutral"),
    Choice::new(job::REVERTED, job::REVERTED, "Taken back").tone("neutral"),
];

/// What jobs make.
pub(crate) const KINDS: &[Choice] = &[
    Choice::new(job::Class::Export.text(), "导出", "Export"),
    Choice::new(job::Class::Import.text(), "导入", "Import"),
    Choice::new(job::Class::Pack.text(), "打包", "Packing"),
    Choice::new(job::Class::Print.text(), "打印", "Printing"),
    Choice::new(job::Class::Care.text(), "维护", "Maintenance"),
    Choice::new(job::Class::Batch.text(), "批量", "Batch"),
];

/// States in which a job can be cancelled.
pub(crate) const OPEN: &[&str] = &[job::WAITING, job::RUNNING];
/// States in which a job can be tried again.
pub(crate) const LOST: &[&str] = &[job::FAILED];

const KIND: Field = Field::select(KINDS, "类型", "Type").column("kind");
const TITLE: Field = Field::text("页面", "Page").column("title").wire("pageName");
const STATUS: Field = Field::state(STATES, "状态", "State").column("status");
const CREATED: Field = Field::instant("提交时间", "Submitted").column("created_at");
const FINISHED: Field = Field::instant("完成时间", "Finished").column("finished_at");
const SUBMITTER: Field = Field::text("提交人", "Submitted by").column("name_cn").wire("userName");
const USER: Field = Field::reference("user", "提交人", "Submitted by").column("user_id");

/// The caller's jobs.
pub const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        Column::own(Field::text("编号", "Number").column("code")).width(150).copy(),
        Column::own(KIND).width(70),
        Column::own(TITLE).width(140),
        Column::own(Field::long("条件", "Conditions").column("conditions")).width(240).unsorted(),
        Column::own(Field::int("行数", "Rows").column("total")).width(90),
        Column::own(Field::int("成功", "Done").column("ok")).width(90),
        Column::own(Field::int("失败", "Failed").column("bad")).width(70),
        Column::own(Field::int("进度 %", "Progress %").column("progress")).width(110),
        Column::own(STATUS).width(100),
        Column::own(Field::long("失败原因", "Reason").column("error")).width(220).unsorted(),
        Column::of("person", SUBMITTER).width(100),
        Column::own(CREATED).width(160),
        Column::own(FINISHED).width(160),
        Column::own(Field::text("文件", "File").column("file_name").wire("fileName")).width(260).unsorted(),
        Column::own(Field::int("文件大小", "Size of the file").column("file_size").wire("fileSize")).hidden(),
        Column::own(Field::instant("保留至", "Kept until").column("file_until").wire("fileUntil")).width(160),
        Column::own(Field::flag("可下载", "Can be fetched").column("file_until").wire("fileKept"))
            .read_as(is_kept)
            .hidden(),
        Column::expr(imported_at, Field::text("可撤销", "Can be taken back").wire("revertible"))
            .read_as(is_revertible)
            .hidden(),
        Column::own(Field::flag("本人", "Own").column("user_id").wire("own")).read_as(is_own).hidden(),
    ],
    filters: &[
        Filter::new("kind", Match::OneOf, KIND),
        Filter::new("pageName", Match::Contains, TITLE),
        Filter::new("status", Match::OneOf, STATUS),
        Filter::new("createdAt", Match::Range, CREATED),
        Filter::new("userId", Match::Equals, USER).needs("sys_task_all").more(),
    ],
    buttons: &[
        Button::new("sys_task_everything", ("导出全部数据", "Take all data along"), "toolbar", "custom"),
        Button::new("sys_task_cancel", ("取消", "Cancel"), "row", "call")
            .calls("PUT /hrs/task/cancel/{id}")
            .asks("任务将停止，是否继续？", "The job will stop. Go on?")
            .when("status", OPEN),
        Button::new("hrs_task", ("重试", "Try again"), "row", "call")
            .calls("PUT /hrs/task/retry/{id}")
            .when("status", LOST),
        Button::new("sys_task_revert", ("撤销", "Undo"), "row", "call")
            .calls("PUT /hrs/task/revert/{id}")
            .asks(
                "将删除新增的数据并还原修改的数据，是否继续？",
                "Added rows are removed and changed ones restored. Go on?",
            )
            .when("revertible", &["true"]),
    ],
    visible: Some(visible),
    ..ListPage::new("hrs.task.list", PAGE, ("下载中心", "Exports and imports"), "hrs_task", "/hrs/task", "job_run")
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page(PAGE, "/hrsManager/log", "下载中心", "Exports and imports", 50),
        Node::button("sys_task_cancel", "hrs_task", "取消", "Cancel", 10),
        Node::button("sys_task_revert", "hrs_task", "撤销导入", "Undo import", 15),
        Node::button("sys_task_everything", "hrs_task", "导出全部数据", "Take all data along", 30),
        Node::button("sys_task_all", "hrs_task", "查看全部", "See the jobs of everyone", 20),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::get("get_task", "/hrs/task/{id}", Access::Code("hrs_task"), one).summary("One job"),
        Operation::get("get_task_file", "/hrs/task/file/{id}", Access::Code("hrs_task"), file)
            .summary("The file of an own job, while it is kept"),
        Operation::put("cancel_task", "/hrs/task/cancel/{id}", Access::Code("sys_task_cancel"), |call| {
            act(call, "取消", crate::erasure::cancel)
        }),
        Operation::put("revert_task", "/hrs/task/revert/{id}", Access::Code("sys_task_revert"), revert)
            .summary("Takes an import back, within a day and unless its rows were used"),
        Operation::put("retry_task", "/hrs/task/retry/{id}", Access::Code("hrs_task"), |call| {
            let done = act(call, "重试", job::retry);
            call.app.jobs.ring();
            done
        }),
    ]);
}

/// When an import, or a batch that switched rows, ended that was not taken back yet.
fn imported_at() -> Expr {
    Expr::cust(
        "CASE WHEN job_run.kind = '导入' AND job_run.ok > 0 AND job_run.status <> '已撤销' \
         OR job_run.kind = '批量' AND job_run.ok > 0 AND EXISTS (SELECT 1 FROM batch_job b \
         WHERE b.org_id = job_run.org_id AND b.id = job_run.id AND b.undo_operation IS NOT NULL AND NOT b.undone) \
         THEN job_run.finished_at END",
    )
}

/// `true` while it can be taken back.
fn is_revertible(actor: &Actor, ended: &Value) -> Value {
    let open = matches!(ended, Value::Int(ended) if actor.now.millis() <= ended + UNDO_MS);
    Value::Text(open.to_string())
}

/// PUT /hrs/task/revert/{id}: the form or list the rows are of knows how.
fn revert(call: &mut Call) -> Outcome {
    let actor = call.actor()?.clone();
    let id = call.path_id("id")?;
    let mut own = seen(&actor, id);
    own.column("id");
    let row = call.read(|conn| {
        conn.first(&own.into())?.ok_or(Refusal::NotFound)?;
        for table in ["import_job", "batch_job"] {
            let mut select = sql::from(actor.org_id, table);
            select.column("undo_operation").and_where(sql::eq("id", id));
            select.and_where(sql::col("undo_operation").is_not_null());
            if let Some(row) = conn.first(&select.into())? {
                return Ok(row);
            }
        }
        Err(Refusal::NotFound)
    })?;
    let wanted: String = row.get(0)?;
    let known = call.app.registry.operations.iter().find(|operation| operation.id == wanted);
    let operation = known.ok_or(Refusal::NotFound)?.clone();
    if !actor.may(operation.access) {
        return Err(Refusal::Forbidden);
    }
    (operation.handler)(call)
}

/// Own jobs, unless the caller may see everyone's.
fn visible(actor: &Actor) -> Condition {
    if actor.has("sys_task_all") {
        return Condition::all();
    }
    Condition::all().add(sql::of_eq("job_run", "user_id", actor.user_id))
}

fn is_own(actor: &Actor, user: &Value) -> Value {
    Value::Bool(*user == Value::Int(actor.user_id.0))
}

fn is_kept(actor: &Actor, until: &Value) -> Value {
    Value::Bool(matches!(until, Value::Int(until) if *until > actor.now.millis()))
}

/// One job the caller may see.
fn seen(actor: &Actor, id: Id) -> SelectStatement {
    let mut select = sql::from(actor.org_id, "job_run");
    select.and_where(sql::of_eq("job_run", "id", id)).cond_where(visible(actor)).take()
}

/// GET /hrs/task/{id}.
fn one(call: &mut Call) -> Outcome {
    let mut select = seen(call.actor()?, call.path_id("id")?);
    select.columns(["id", "code", "kind", "title", "conditions", "total", "ok", "bad", "progress", "status", "error"]);
    select.columns(["user_id", "created_at", "started_at", "finished_at", "file_name", "file_size", "file_until"]);
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let text = |place: usize| row.get::<Option<String>>(place);
    let time = |place: usize| Ok::<_, Refusal>(row.get::<Option<Instant>>(place)?.map(kernel::show_second));
    Ok(Answer::Data(json!({
        "id": row.get::<Id>(0)?, "code": text(1)?, "kind": text(2)?, "pageName": text(3)?, "conditions": text(4)?,
        "total": row.get::<Option<i64>>(5)?, "ok": row.get::<i64>(6)?, "bad": row.get::<i64>(7)?,
        "progress": row.get::<i64>(8)?, "status": text(9)?, "error": text(10)?, "userId": row.get::<Id>(11)?,
        "createdAt": time(12)?, "startedAt": time(13)?, "finishedAt": time(14)?, "fileName": text(15)?,
        "fileSize": row.get::<Option<i64>>(16)?, "fileUntil": time(17)?,
    })))
}

/// GET /hrs/task/file/{id}: of an own job, whatever else the caller may see.
fn file(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = seen(actor, call.path_id("id")?);
    select
        .columns(["file_hash", "file_name"])
        .and_where(sql::eq("user_id", actor.user_id))
        .and_where(sql::col("file_hash").is_not_null())
        .and_where(sql::col("file_until").gt(sql::value(call.now())));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let file = call.app.files.find_passing(actor.org_id, &row.get::<String>(0)?)?;
    let name: String = row.get(1)?;
    let mime = platform::files::mime_of(&name).to_owned();
    Ok(file.answer(name, mime, false))
}

type Act = fn(&mut Tx<'_>, i64, Id) -> Result<(), Refusal>;

fn act(call: &mut Call, function: &'static str, act: Act) -> Outcome {
    let id = call.path_id("id")?;
    let mut select = seen(call.actor()?, id);
    select.columns(["code", "title"]);
    call.write(|tx| {
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let org = tx.org();
        act(tx, org, id)?;
        tx.log(entry(&row, id, PAGE, function)?)
    })?;
    Ok(Answer::Data(json!({ "id": id })))
}

/// The line about what was done to a job, of which the row holds number and title.
pub(crate) fn entry(row: &Row, id: Id, page: &'static str, function: &'static str) -> Result<LogEntry, Refusal> {
    let (code, title): (String, String) = (row.get(0)?, row.get(1)?);
    let text = format!("{function} {code} {title}");
    Ok(LogEntry::of("task", id, code, page).did("修改", function).text(text).level(Level::Low))
}
