//! A button pressed for the whole result of a list: a job that makes the call of the button for one row after the
//! other, by the rules of that call, and keeps what became of each.
//!
//! The browser works through the rows of a selection itself; beyond what it takes at once it hands the filter over.
//! The rows are picked when the job is put down. Each call has a key of its own, so a job that is worked on twice does
//! nothing twice. What switched rows on or off can be taken back for a day.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Id, Instant, Msg};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use sea_query::{ExprTrait, Order};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::export::{in_words, inert, title};
use super::keyset::Walk;
use super::{Button, ListPage, query};
use crate::access::Actor;
use crate::call::{Answer, Asked, Call, Outcome, Tx};
use crate::contract::shape;
use crate::import::UNDO_MS;
use crate::job::{self, Class, FILE_DAYS, JobContext, NewJob, Progress};
use crate::log::LogEntry;
use crate::once::Once;
use crate::refusal::Refusal;
use crate::registry::{Method, Operation};
use crate::saving::refused_workbook;
use crate::store::{Cell, Conn, Row, Value, sql};

/// Most rows of one job.
pub const BATCH_ROWS_MOST: u64 = 20_000;
/// Rows after which the job tells how far it is, and looks at its user's rights again.
const CHUNK: usize = 50;
/// Rows that are picked or put down by one statement.
const PIECE: u64 = 500;
/// Refused rows that an answer names; the file of the job names all.
const NAMED_MAX: u64 = 200;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const TOO_MANY: Msg = Msg::new(
    "batch.too_many",
    "批量操作不能超过{n}行，请缩小查询范围",
    "At most {n} rows can be worked on. Please narrow the search.",
);
const NO_ROWS: Msg = Msg::new("batch.none", "没有可操作的数据", "There are no rows to work on.");
const NO_BUTTON: Msg = Msg::new("batch.button", "未知的批量操作：{name}", "Unknown batch action: {name}");
const NO_STATE: Msg =
    Msg::new("batch.state", "请指定启用或停用", "Say whether the rows are to be enabled or disabled.");
const NOT_DONE: Msg = Msg::new("batch.not_done", "没有可撤销的数据", "There is nothing that could be taken back.");
const TOO_LATE: Msg =
    Msg::new("batch.late", "已超过24小时，不能撤销", "More than 24 hours have passed; it can't be taken back.");

/// What the whole result is to be done to.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Wanted {
    /// Method and path of the button's call, as the contract tells them: `POST /x/{id}/status`.
    action: String,
    /// On or off, of a button that switches rows.
    active: Option<bool>,
    filters: BTreeMap<String, String>,
    sort: String,
}

/// A row that was picked.
struct Picked {
    id: Id,
    version: Option<i64>,
    number: String,
}

/// The calls of a list's buttons for many rows, if it has any.
pub(super) fn operations(list: &Arc<ListPage>, noun: &str) -> Vec<Operation> {
    if !list.has_batch() {
        return Vec::new();
    }
    let access = list.opened_by();
    let work = |work: fn(&ListPage, &mut Call) -> Outcome| {
        let list = list.clone();
        move |call: &mut Call| work(&list, call)
    };
    let at = |rest: &str| format!("{}/batch{rest}", list.base);
    vec![
        Operation::post(&format!("run_{noun}_batch"), &at(""), access, work(run))
            .summary("Puts a button down as a job for all rows that are found")
            .answers(shape::job()),
        Operation::get(&format!("get_{noun}_batch"), &at("/{id}"), access, work(result))
            .summary("How far an own batch is, and which rows were refused for which reason")
            .answers(schema()),
        Operation::post(&undo_of(noun), &at("/undo/{id}"), access, work(undo))
            .summary("Switches the rows of an own batch back, as a job")
            .answers(shape::job()),
    ]
}

/// What [`result`] answers.
fn schema() -> Json {
    let fault = shape::object([
        ("row", shape::whole()),
        ("number", shape::text()),
        ("message", shape::or_nothing(shape::text())),
    ]);
    shape::with(shape::progress(), [("faults", shape::list_of(fault)), ("canUndo", shape::flag())])
}

fn undo_of(noun: &str) -> String {
    format!("undo_{noun}_batch")
}

impl ListPage {
    /// The buttons that a job can press: those for many rows whose call needs no more of a row than its id.
    fn batch_buttons(&self) -> impl Iterator<Item = &Button> {
        let fits = |button: &&Button| {
            let open = button.call.matches('{').count();
            let plain =
                button.call.contains("{id}") && open == 1 || button.call.is_empty() && button.action == "remove";
            button.many && plain && matches!(button.action, "call" | "remove")
        };
        let whole = self.tree.is_empty() && self.report.is_none();
        self.buttons.iter().filter(move |button| whole && fits(button))
    }

    pub(super) fn has_batch(&self) -> bool {
        self.batch_buttons().next().is_some()
    }

    /// The call of a button: a removal without one of its own is the form's.
    fn action_of(&self, button: &Button) -> String {
        if button.call.is_empty() { format!("DELETE {}/{{id}}", self.base) } else { button.call.to_owned() }
    }
}

fn switches(action: &str) -> bool {
    action.ends_with("/status")
}

/// The declared call of an action, whatever its path calls the id.
fn operation_of(call: &Call, action: &str) -> Option<Arc<Operation>> {
    let (method, path) = action.split_once(' ')?;
    let plain = |path: &str| -> String {
        path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part }).collect::<Vec<_>>().join("/")
    };
    let wanted = plain(path);
    let fits = |one: &&Arc<Operation>| one.method.name().eq_ignore_ascii_case(method) && plain(&one.path) == wanted;
    call.app.registry.operations.iter().find(fits).cloned()
}

/// POST {base}/batch: picks the rows and puts the job down; the job comes by here again.
fn run(list: &ListPage, call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    if let Some(job) = call.asked.job.clone() {
        return work(list, call, &job);
    }
    let button = list.batch_buttons().find(|button| list.action_of(button) == wanted.action);
    let unknown = || Refusal::BadRequest(NO_BUTTON.with(&[("name", &wanted.action)]));
    let button = *button.ok_or_else(unknown)?;
    let operation = operation_of(call, &wanted.action).ok_or_else(unknown)?;
    let actor = call.actor()?.clone();
    actor.need(button.code)?;
    if !actor.may(operation.access) {
        return Err(Refusal::Forbidden);
    }
    if switches(&wanted.action) != wanted.active.is_some() {
        return Err(Refusal::field("active", NO_STATE.text()));
    }
    let ask = Ask::of_filters(list, &wanted.filters, &wanted.sort)?.bound(list, call)?;
    ask.may_sort(list, &actor)?;
    let ask = ask.narrowed(list, call, super::narrow::OF_PAGE)?;
    let rows = pick(list, call, &ask, wanted.active)?;
    let words = words_of(call.language().starts_with("en"), &button, wanted.active);
    let told = in_words(list, call, &ask);
    let conditions = std::iter::once(words).chain(told).collect::<Vec<_>>().join("；");
    submit(list, call, (&wanted.action, wanted.active), conditions, rows)
}

/// What the button does, as its user reads it.
fn words_of(english: bool, button: &Button, active: Option<bool>) -> String {
    let label = if english { button.en } else { button.zh };
    let state = match (active, english) {
        (Some(true), false) => "启用",
        (Some(false), false) => "停用",
        (Some(true), true) => "Enable",
        (Some(false), true) => "Disable",
        (None, _) => label,
    };
    state.to_owned()
}

/// The rows of the result; those that have the wanted state already are left alone.
fn pick(list: &ListPage, call: &Call, ask: &Ask, active: Option<bool>) -> Result<Vec<Picked>, Refusal> {
    let actor = call.actor()?;
    let place = |column: &str| list.columns.iter().position(|one| one.field.column == column);
    let (version, state) = (place("version"), place("active"));
    let named = list.columns.iter().enumerate().find(|(_, column)| !column.hidden && column.shown);
    let language = call.language();
    let picked = |row: &Row| -> Result<Option<Picked>, Refusal> {
        let is_active = state.map(|place| bool::from_value(row.value(place))).transpose()?;
        if active.is_some() && active == is_active {
            return Ok(None);
        }
        let number = named.map_or_else(String::new, |(place, column)| {
            column.field.show(&column.told(actor, row.value(place)), language)
        });
        let version = version.map(|place| row.get(place)).transpose()?;
        Ok(Some(Picked { id: row.get(list.columns.len())?, version, number }))
    };
    call.read(|conn| {
        if query::capped_count(list, conn, actor, ask, BATCH_ROWS_MOST)? > BATCH_ROWS_MOST {
            return Err(Refusal::Business(TOO_MANY.with(&[("n", &BATCH_ROWS_MOST.to_string())])));
        }
        let mut walk = Walk::new(list, conn.dialect(), ask);
        let mut rows = Vec::new();
        loop {
            let piece = walk.next(list, conn, actor, ask, PIECE)?;
            if piece.is_empty() {
                return Ok(rows);
            }
            for row in &piece {
                rows.extend(picked(row)?);
            }
        }
    })
}

fn submit(
    list: &ListPage,
    call: &mut Call,
    (action, active): (&str, Option<bool>),
    conditions: String,
    rows: Vec<Picked>,
) -> Outcome {
    if rows.is_empty() {
        return Err(Refusal::business(NO_ROWS));
    }
    if !call.actor()?.has(job::PAGE_CODE) {
        return Err(Refusal::Business(job::messages::NEEDS_PAGE.with(&[("n", "2000")])));
    }
    let request = json!({ "operation": call.asked.operation, "path": {}, "query": {}, "body": "{}" });
    let page_title = title(list, call.language()).to_owned();
    let id = call.write(|tx| put_down(list, tx, (action, active), (&page_title, conditions), &rows, request))?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!({ "taskId": id })))
}

fn put_down(
    list: &ListPage,
    tx: &mut Tx<'_>,
    (action, active): (&str, Option<bool>),
    (page_title, conditions): (&str, String),
    rows: &[Picked],
    request: Json,
) -> Result<Id, Refusal> {
    let new = NewJob {
        class: Class::Batch,
        name: job::REPLAY.name,
        page: list.path,
        title: page_title,
        conditions,
        total: u64::try_from(rows.len()).ok(),
        request,
    };
    let id = job::submit(tx, new)?;
    let undo = if active.is_some() { Value::Text(undo_of(&list.noun())) } else { Value::Null };
    let cells = [
        ("id", Value::Int(id.0)),
        ("list_key", Value::Text(list.key.to_owned())),
        ("action", Value::Text(action.to_owned())),
        ("active", active.map_or(Value::Null, Value::Bool)),
        ("undo_operation", undo),
        ("undone", Value::Bool(false)),
    ];
    let org = tx.org();
    tx.exec(&sql::insert(org, "batch_job", &cells).into())?;
    let until = Value::Int(tx.now.millis() + FILE_DAYS * DAY_MS);
    let columns = ["job_id", "place", "target_id", "target_version", "number", "kept_until"];
    let cells = |(place, row): (i64, &Picked)| {
        let version = row.version.map_or(Value::Null, Value::Int);
        let number = Value::Text(row.number.clone());
        vec![Value::Int(id.0), Value::Int(place), Value::Int(row.id.0), version, number, until.clone()]
    };
    let lines: Vec<Vec<Value>> = (0i64..).zip(rows).map(cells).collect();
    for piece in lines.chunks(100) {
        tx.exec(&sql::insert_many(org, "batch_row", &columns, piece.iter().cloned()).into())?;
    }
    tx.log(LogEntry::of("batch", id, list.title.0, list.path).did("修改", "批量操作"))?;
    Ok(id)
}

/// A batch as its job finds it.
struct Batch {
    operation: Arc<Operation>,
    active: Option<bool>,
}

/// A row that waits.
struct Waiting {
    place: i64,
    id: i64,
    version: Option<i64>,
}

/// What became of a row: its version, or why not.
type Became = Result<Option<i64>, String>;

fn work(list: &ListPage, call: &Call, job: &JobContext) -> Outcome {
    let batch = batch_of(call, job)?;
    let (mut progress, waiting) = call.read(|conn| {
        let done = counted(conn, job, true)?;
        let bad = counted(conn, job, false)?;
        let waiting = waiting_rows(conn, job)?;
        let total = done + bad + i64::try_from(waiting.len()).unwrap_or(i64::MAX);
        Ok((Progress { total, ok: done, bad }, waiting))
    })?;
    job.step(progress)?;
    for chunk in waiting.chunks(CHUNK) {
        let actor = job.actor()?;
        if !actor.may(batch.operation.access) {
            return Err(Refusal::Forbidden);
        }
        for row in chunk {
            let became = press(call, (job, &actor), &batch, row)?;
            match became {
                Ok(_) => progress.ok += 1,
                Err(_) => progress.bad += 1,
            }
            record(call, job, row, became)?;
        }
        job.step(progress)?;
    }
    let mut file = job.begin_file()?;
    let rows = call.read(|conn| results(conn, job.org(), job.id()))?;
    book(&rows, job.language()).and_then(|mut book| book.save_to_writer(&mut file)).map_err(refused_workbook)?;
    let moment = call.now().local().strftime("%Y%m%d%H%M%S").to_string();
    let what = if job.language().starts_with("en") { "batch" } else { "批量结果" };
    job.keep_file(file, format!("{}_{what}_{moment}.xlsx", title(list, job.language())))?;
    Ok(Answer::Data(Json::Null))
}

fn batch_of(call: &Call, job: &JobContext) -> Result<Batch, Refusal> {
    let mut select = sql::from(job.org(), "batch_job");
    select.columns(["action", "active"]).and_where(sql::eq("id", job.id()));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let action: String = row.get(0)?;
    Ok(Batch { operation: operation_of(call, &action).ok_or(Refusal::NotFound)?, active: row.get(1)? })
}

fn counted(conn: &mut dyn Conn, job: &JobContext, done: bool) -> Result<i64, Refusal> {
    let mut select = sql::from(job.org(), "batch_row");
    select.expr(sea_query::Expr::cust("COUNT(*)")).and_where(sql::eq("job_id", job.id()));
    select.and_where(sql::eq("done", done));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

fn waiting_rows(conn: &mut dyn Conn, job: &JobContext) -> Result<Vec<Waiting>, Refusal> {
    let mut select = sql::from(job.org(), "batch_row");
    select.columns(["place", "target_id", "target_version"]).and_where(sql::eq("job_id", job.id()));
    select.and_where(sql::col("done").is_null()).order_by("place", Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter().map(|row| Ok(Waiting { place: row.get(0)?, id: row.get(1)?, version: row.get(2)? })).collect()
}

/// The button's own call for one row, once.
fn press(call: &Call, (job, actor): (&JobContext, &Actor), batch: &Batch, row: &Waiting) -> Result<Became, Refusal> {
    let operation = &batch.operation;
    let name = operation.path.split('/').find_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut body = json!({});
    let mut asked = Asked {
        path: name.map(|name| (name.to_owned(), row.id.to_string())).into_iter().collect(),
        content_type: "application/json".to_owned(),
        language: call.asked.language.clone(),
        request_id: call.asked.request_id.clone(),
        operation: operation.id.clone(),
        key: Some(format!("batch-{}-{}", job.id(), row.place)),
        ..Asked::default()
    };
    if let Some(version) = row.version {
        asked.query.insert("version".to_owned(), version.to_string());
        body = json!({ "version": version });
    }
    if let (Some(object), Some(active)) = (body.as_object_mut(), batch.active) {
        object.insert("active".to_owned(), json!(active));
    }
    if operation.method != Method::Delete {
        asked.query.clear();
        asked.body = body.to_string().into_bytes();
    }
    asked.once = Once::of(&call.app, operation, Some(actor), &asked, None)?;
    let once = asked.once.clone();
    let mut one = Call { app: call.app.clone(), caller: Some(actor.clone()), asked, arrived: None };
    let outcome = match once {
        Some(once) => once.work(&mut one, |one| (operation.handler)(one)),
        None => (operation.handler)(&mut one),
    };
    Ok(match outcome {
        Ok(answer) => Ok(version_of(&answer).or(row.version.map(|version| version + 1))),
        Err(refusal) => Err(reason(&refusal, job)),
    })
}

/// The version a change has left behind.
fn version_of(answer: &Answer) -> Option<i64> {
    let read = |text: &str| serde_json::from_str::<Json>(text).ok();
    let data = match answer {
        Answer::Data(data) | Answer::Said(_, data) => Some(data.clone()),
        Answer::Raw(text) => read(text),
        Answer::Before { body, .. } => read(body).and_then(|whole| whole.get("data").cloned()),
        _ => None,
    };
    data?.get("version")?.as_i64()
}

/// Why a row was refused; a question nobody can be asked is its own answer.
fn reason(refusal: &Refusal, job: &JobContext) -> String {
    if let Some(text) = refusal.for_log() {
        tracing::error!(job = ?job, text, "a row of a batch failed");
    }
    match refusal {
        Refusal::Confirm(questions) => {
            let texts = questions.iter().map(|question| question.text.in_language(job.language()));
            texts.collect::<Vec<_>>().join("；")
        }
        other => other.wire(job.language()).2,
    }
}

fn record(call: &Call, job: &JobContext, row: &Waiting, became: Became) -> Result<(), Refusal> {
    let cells = match became {
        Ok(version) => [
            ("done", Value::Bool(true)),
            ("target_version", version.map_or(Value::Null, Value::Int)),
            ("message", Value::Null),
        ],
        Err(reason) => [
            ("done", Value::Bool(false)),
            ("target_version", row.version.map_or(Value::Null, Value::Int)),
            ("message", Value::Text(reason)),
        ],
    };
    let mut update = sql::update(job.org(), "batch_row", &cells);
    update.and_where(sql::eq("job_id", job.id())).and_where(sql::eq("place", row.place));
    call.app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

/// Number, whether it was done, and why not, of each row in its order.
fn results(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Vec<(String, bool, String)>, Refusal> {
    let mut select = sql::from(org, "batch_row");
    select.columns(["number", "done", "message"]).and_where(sql::eq("job_id", id)).order_by("place", Order::Asc);
    let rows = conn.query(&select.into())?;
    let one = |row: &Row| {
        let done: Option<bool> = row.get(1)?;
        Ok((row.get(0)?, done.unwrap_or_default(), row.get::<Option<String>>(2)?.unwrap_or_default()))
    };
    rows.iter().map(one).collect()
}

fn book(rows: &[(String, bool, String)], language: &str) -> Result<Workbook, XlsxError> {
    let english = language.starts_with("en");
    let heads = if english { ["Row", "Data", "Result", "Reason"] } else { ["序号", "数据", "结果", "原因"] };
    let states = if english { ["done", "refused"] } else { ["成功", "失败"] };
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let bold = Format::new().set_bold();
    for (place, head) in (0..).zip(heads) {
        sheet.write_string_with_format(0, place, head, &bold)?;
    }
    sheet.set_column_width(1, 30)?.set_column_width(3, 60)?;
    for (line, (number, done, message)) in (1..).zip(rows) {
        let [yes, no] = states;
        sheet.write_number(line, 0, f64::from(line))?;
        sheet.write_string(line, 1, inert(number))?;
        sheet.write_string(line, 2, if *done { yes } else { no })?;
        sheet.write_string(line, 3, inert(message))?;
    }
    Ok(book)
}

/// An own batch of this list: its state, when it ended, whether it switched rows on, and the call it made.
struct Own {
    status: String,
    finished: Option<Instant>,
    action: String,
    active: Option<bool>,
    undone: bool,
}

impl Own {
    fn can_undo(&self, now: Instant, done: i64) -> Result<bool, Refusal> {
        let is_open = matches!(self.status.as_str(), job::WAITING | job::RUNNING);
        let Some(finished) = self.finished.filter(|_| !is_open && !self.undone && self.active.is_some() && done > 0)
        else {
            return Err(Refusal::business(NOT_DONE));
        };
        Ok(now.millis() <= finished.millis() + UNDO_MS)
    }
}

fn own(conn: &mut dyn Conn, actor: &Actor, id: Id, list: &ListPage) -> Result<Own, Refusal> {
    let mut known = sql::from(actor.org_id, "batch_job");
    known.columns(["action", "active", "undone"]);
    known.and_where(sql::eq("id", id)).and_where(sql::eq("list_key", list.key.to_owned()));
    let batch = conn.first(&known.into())?.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(actor.org_id, "job_run");
    select.columns(["status", "finished_at"]).and_where(sql::eq("id", id)).and_where(sql::eq("user_id", actor.user_id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (status, finished) = (row.get(0)?, row.get(1)?);
    Ok(Own { status, finished, action: batch.get(0)?, active: batch.get(1)?, undone: batch.get(2)? })
}

/// Rows of a batch that were done (true) or refused.
fn rows_of(org: i64, id: Id, done: bool) -> sea_query::SelectStatement {
    let mut select = sql::from(org, "batch_row");
    select.and_where(sql::eq("job_id", id)).and_where(sql::eq("done", done)).take()
}

/// GET {base}/batch/{id}.
fn result(list: &ListPage, call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    call.read(|conn| {
        let own = own(conn, &actor, id, list)?;
        let mut select = sql::from(actor.org_id, "job_run");
        select.columns(["total", "ok", "bad", "progress", "error"]).and_where(sql::eq("id", id));
        let job = conn.first(&select.into())?.unwrap_or_default();
        let mut bad = rows_of(actor.org_id, id, false);
        bad.columns(["place", "number", "message"]).order_by("place", Order::Asc).limit(NAMED_MAX);
        let rows = conn.query(&bad.into())?;
        let faults = rows.iter().map(|row| {
            Ok(json!({
                "row": row.get::<i64>(0)? + 1, "number": row.get::<String>(1)?,
                "message": row.get::<Option<String>>(2)?,
            }))
        });
        let faults = faults.collect::<Result<Vec<_>, Refusal>>()?;
        let ok: i64 = job.get(1)?;
        Ok(json!({
            "id": id, "status": own.status, "total": job.get::<Option<i64>>(0)?, "ok": ok,
            "bad": job.get::<i64>(2)?, "progress": job.get::<i64>(3)?, "error": job.get::<Option<String>>(4)?,
            "faults": faults, "canUndo": own.can_undo(actor.now, ok).unwrap_or(false),
        }))
    })
    .map(Answer::Data)
}

/// POST {base}/batch/undo/{id}: the rows that were done, switched back; who changed one since keeps it as it is.
fn undo(list: &ListPage, call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let (own, rows) = call.read(|conn| {
        let own = own(conn, &actor, id, list)?;
        let mut done = rows_of(actor.org_id, id, true);
        done.columns(["target_id", "target_version", "number"]).order_by("place", Order::Desc);
        let rows = conn.query(&done.into())?;
        let one = |row: &Row| Ok(Picked { id: row.get(0)?, version: row.get(1)?, number: row.get(2)? });
        Ok((own, rows.iter().map(one).collect::<Result<Vec<_>, Refusal>>()?))
    })?;
    if !own.can_undo(actor.now, i64::try_from(rows.len()).unwrap_or(i64::MAX))? {
        return Err(Refusal::business(TOO_LATE));
    }
    let button = list.batch_buttons().find(|button| list.action_of(button) == own.action).ok_or(Refusal::NotFound)?;
    actor.need(button.code)?;
    let english = call.language().starts_with("en");
    let active = own.active.map(|active| !active);
    let words = format!("{}{}", if english { "Undo: " } else { "撤销：" }, words_of(english, button, own.active));
    let request = json!({ "operation": format!("run_{}_batch", list.noun()), "path": {}, "query": {}, "body": "{}" });
    let page_title = title(list, call.language()).to_owned();
    let made = call.write(|tx| {
        let mut update = sql::update(tx.org(), "batch_job", &[("undone", Value::Bool(true))]);
        update.and_where(sql::eq("id", id)).and_where(sql::eq("undone", false));
        // Two at once would switch the rows back twice.
        if tx.exec(&update.into())? == 0 {
            return Err(Refusal::business(NOT_DONE));
        }
        put_down(list, tx, (&own.action, active), (&page_title, words), &rows, request)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!({ "taskId": made })))
}
