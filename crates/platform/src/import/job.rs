//! The job that writes the rows of a file. A row is recorded in the transaction that writes its
//! document; a job worked on twice passes over what is recorded.
//!
//! All or nothing: the rows are worked through in pieces of which nothing is kept, then what they wrote is kept in one
//! transaction, with the row of the job that says so. Whoever is stopped before has written nothing.

use std::collections::HashMap;

use kernel::{Id, Instant};
use sea_query::{ExprTrait, Order};
use serde_json::{Value as Json, json};

use super::cell::{Prepared, prepare};
use super::check::{Done, Fault, Writer, may_update};
use super::meeting::{self, Watch};
use super::undo::Former;
use super::{Mode, OnError, Rows, matching, messages, workbook};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::contract::shape;
use crate::document::FormPage;
use crate::field::Field;
use crate::job::{self, Class, JobContext, NewJob, Progress};
use crate::log::LogEntry;
use crate::refusal::Refusal;
use crate::stage::{self, LINES, Stage, Turn, Worked, rounds};
use crate::store::{Conn, Value, sql};

/// A document was added.
pub const ADDED: &str = "新增";
/// A document was changed.
pub const CHANGED: &str = "修改";
/// A row was refused.
pub const BAD: &str = "失败";
/// How long an import can be taken back.
pub const UNDO_MS: i64 = 24 * 60 * 60 * 1000;
/// The rows are kept a little longer: the day begins when the job ends.
const KEPT_MS: i64 = UNDO_MS + 60 * 60 * 1000;
/// Most rows of a transaction when bad ones are passed over.
const CHUNK: usize = 100;
/// Refused rows that are put down in one transaction.
const TOLD: usize = 500;

/// POST {base}/import/run: puts the job down; the job comes by here again.
pub fn run(form: &FormPage, call: &mut Call) -> Outcome {
    let rows: Rows = call.json()?;
    let columns = form.import_columns(call)?;
    let fields = form.import_fields(&rows, &columns)?;
    may_update(form, call, &rows)?;
    match call.asked.job.clone() {
        Some(job) => {
            let prepared = prepare(call, form, &fields, &rows)?;
            Work { form, columns, job, rows, prepared }.run(call)
        }
        None => submit(form, call, &rows),
    }
}

fn submit(form: &FormPage, call: &mut Call, rows: &Rows) -> Outcome {
    let request = job::request_of(call)?;
    let english = call.language().starts_with("en");
    let title = if english { form.title.1 } else { form.title.0 };
    let file_name = crate::files::clean_name(&rows.file_name);
    let how = match (rows.mode, rows.on_error, english) {
        (Mode::Add, OnError::All, false) => "仅新增；全部成功才导入",
        (Mode::Add, OnError::Skip, false) => "仅新增；跳过错误行",
        (Mode::Update, OnError::All, false) => "新增和更新；全部成功才导入",
        (Mode::Update, OnError::Skip, false) => "新增和更新；跳过错误行",
        (Mode::Add, OnError::All, true) => "add; all or nothing",
        (Mode::Add, OnError::Skip, true) => "add; skip bad rows",
        (Mode::Update, OnError::All, true) => "add and change; all or nothing",
        (Mode::Update, OnError::Skip, true) => "add and change; skip bad rows",
    };
    let id = call.write(|tx| {
        let new = NewJob {
            class: Class::Import,
            name: job::REPLAY.name,
            page: form.page,
            title,
            conditions: format!("{file_name}；{how}"),
            total: u64::try_from(rows.rows.len()).ok(),
            request,
        };
        let id = job::submit(tx, new)?;
        let cells = [
            ("id", Value::Int(id.0)),
            ("form_key", Value::Text(form.key.to_owned())),
            ("undo_operation", Value::Text(format!("undo_import_of_{}", form.noun))),
            ("file_name", Value::Text(file_name.clone())),
        ];
        tx.exec(&sql::insert(tx.org(), "import_job", &cells).into())?;
        matching::remember(tx, form, rows)?;
        let entry = LogEntry::of("import", id, title, form.page).did("导入", "导入").level(form.level);
        tx.log(entry.text(format!("导入 {title} {file_name}")))?;
        Ok(id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!({ "taskId": id })))
}

struct Work<'a> {
    form: &'a FormPage,
    columns: Vec<Field>,
    job: JobContext,
    rows: Rows,
    prepared: Vec<Prepared>,
}

type Faults = Vec<(usize, Vec<Fault>)>;

impl Work<'_> {
    fn run(&self, call: &mut Call) -> Outcome {
        let before = self.recorded(call)?;
        self.job.step(self.progress(before.len(), 0))?;
        let faults = match self.rows.on_error {
            OnError::All if before.is_empty() => self.all(call)?,
            OnError::All => Some(Faults::new()),
            OnError::Skip => Some(self.skipping(call, &before)?),
        };
        // What was kept with all its rows has ended the job.
        let Some(faults) = faults else { return Ok(Answer::Data(Json::Null)) };
        let total = self.prepared.len();
        let none = self.rows.on_error == OnError::All && !faults.is_empty();
        if !faults.is_empty() {
            self.tell(call, &faults)?;
        }
        if none {
            let text = messages::NOTHING_DONE.with(&[("n", &faults.len().to_string())]);
            self.job.note(text.in_language(self.job.language()));
        }
        let ok = if none { 0 } else { total - faults.len() };
        self.job.step(self.progress(ok, faults.len()))?;
        Ok(Answer::Data(Json::Null))
    }

    fn progress(&self, ok: usize, bad: usize) -> Progress {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Progress { total: number(self.prepared.len()), ok: number(ok), bad: number(bad) }
    }

    /// Rows an earlier attempt wrote, with their documents.
    fn recorded(&self, call: &Call) -> Result<HashMap<usize, Id>, Refusal> {
        let mut select = sql::from(self.job.org(), "import_row");
        select.columns(["place", "target_id"]).and_where(sql::eq("job_id", self.job.id()));
        select.and_where(sql::is_in(sql::col("did"), [ADDED, CHANGED].map(ToOwned::to_owned)));
        let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
        rows.iter().map(|row| Ok((usize::try_from(row.get::<i64>(0)?).unwrap_or_default(), row.get(1)?))).collect()
    }

    /// All rows in one transaction, or none: then why, and nothing when they are there.
    fn all(&self, call: &Call) -> Result<Option<Faults>, Refusal> {
        let kin = meeting::kin(self.form, self.rows.mode, &self.prepared);
        let aside = stage::Place { org: self.job.org(), job: self.job.id() };
        let total = self.prepared.len();
        let (mut numbers, mut told_anew) = (None, false);
        rounds(|| {
            let mut watch = Watch::begin(call, self.form, self.rows.mode, &self.prepared)?;
            let stage = Stage::new(call).holding_company();
            let mut stage = match numbers.take() {
                Some(numbers) => stage.from_numbers(numbers),
                None => stage,
            };
            let mut writer = Writer::new(self.form, &self.columns, &self.rows);
            let mut faults = Faults::new();
            let mut work = |tx: &mut Tx<'_>, _: usize, row: &Prepared| -> Result<bool, Refusal> {
                match writer.write(tx, row)? {
                    Ok(done) => self.record(tx, row, &done).map(|()| true),
                    Err(why) => {
                        faults.push((row.place, why));
                        Ok(false)
                    }
                }
            };
            let mut step = |done: usize| self.job.looked(done, total);
            let worked = stage.through(&self.prepared, kin.as_ref(), &mut step, &mut work)?;
            if worked == Worked::Through && !faults.is_empty() {
                // Rows that were looked at before others wrote are looked at once more, so that all faults are told.
                if !told_anew && call.read(|conn| watch.is_overtaken(conn))? {
                    told_anew = true;
                    return Ok(None);
                }
                return Ok(Some(Some(faults)));
            }
            step(total)?;
            // Most of what others did meanwhile is looked at before the writer is held.
            if worked == Worked::Overtaken || call.read(|conn| watch.is_overtaken(conn))? {
                return Ok(None);
            }
            // Whoever begins anew is not to lose his numbers to the same others again.
            let reserved = stage.numbers();
            let kept = stage.keep(Some(aside), |tx| {
                if watch.is_overtaken(tx)? {
                    return Ok(None);
                }
                self.job.end_in(tx, self.progress(total, 0)).map(Some)
            })?;
            if kept.is_none() {
                numbers = Some(call.app.system_write(|conn| reserved.reserve(conn))?);
            }
            Ok(kept.map(|()| None))
        })
    }

    /// The good rows, some in each transaction.
    fn skipping(&self, call: &Call, before: &HashMap<usize, Id>) -> Result<Faults, Refusal> {
        let mut writer = Writer::new(self.form, &self.columns, &self.rows);
        let (mut faults, mut ok) = (Faults::new(), 0);
        let mut rest = self.prepared.as_slice();
        while !rest.is_empty() {
            self.job.step(self.progress(ok, faults.len()))?;
            let most = Ord::min(CHUNK, call.app.pieces.rows());
            let done = call.write(|tx| {
                tx.no_log_line();
                let (turn, mut done) = (Turn::begin(), 0);
                for row in rest.iter().take(most) {
                    match self.written(tx, &mut writer, row, before)? {
                        Ok(()) => ok += 1,
                        Err(why) => faults.push((row.place, why)),
                    }
                    done += 1;
                    if turn.is_over() {
                        break;
                    }
                }
                self.job.hold(tx, self.progress(ok, faults.len()))?;
                Ok(done)
            })?;
            rest = rest.get(done..).unwrap_or_default();
            call.app.pieces.end();
        }
        Ok(faults)
    }

    /// Writes a row, unless an earlier attempt did.
    fn written(
        &self,
        tx: &mut Tx<'_>,
        writer: &mut Writer<'_>,
        row: &Prepared,
        before: &HashMap<usize, Id>,
    ) -> Result<Result<(), Vec<Fault>>, Refusal> {
        if let Some(id) = before.get(&row.place) {
            // It may have been removed since; then nothing names it.
            if self.form.import.maker.is_none()
                && let Ok((_, values)) = self.form.own(tx, *id)
            {
                writer.note(row, *id, &values);
            }
            return Ok(Ok(()));
        }
        match writer.write(tx, row)? {
            Ok(done) => self.record(tx, row, &done).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }

    fn record(&self, tx: &mut Tx<'_>, row: &Prepared, done: &Done) -> Result<(), Refusal> {
        let former = done.before.as_ref().map(|before| Former::text(&before.values, &before.members)).transpose()?;
        let answers = &self.form.import.answers;
        let told: Vec<&str> =
            answers.iter().filter_map(|field| done.stored.answer.get(&field.name()).and_then(Json::as_str)).collect();
        let answer =
            if told.is_empty() { Value::Null } else { Value::Bytes(tx.app.secrets.seal(&json!(told).to_string())?) };
        // What a room made is not taken back by its file.
        let kept_until = self.form.import.maker.is_none().then_some(tx.now.millis() + KEPT_MS);
        let cells = [
            ("job_id", Value::Int(self.job.id().0)),
            ("place", int(row.place)),
            ("row_no", Value::Int(row.number.into())),
            ("did", Value::Text(if done.before.is_some() { CHANGED } else { ADDED }.to_owned())),
            ("target_id", Value::Int(done.stored.id.0)),
            ("target_version", Value::Int(done.stored.version)),
            ("former", former.map_or(Value::Null, Value::Text)),
            ("answer", answer),
            ("kept_until", kept_until.map_or(Value::Null, Value::Int)),
        ];
        tx.exec(&sql::insert(tx.org(), "import_row", &cells).into())?;
        Ok(())
    }

    /// Puts down what was refused, and makes the workbook of it.
    fn tell(&self, call: &Call, faults: &Faults) -> Result<(), Refusal> {
        let language = self.job.language();
        call.write(|tx| {
            tx.no_log_line();
            let mut delete = sql::delete(tx.org(), "import_row");
            delete.and_where(sql::eq("job_id", self.job.id())).and_where(sql::eq("did", BAD.to_owned()));
            tx.exec(&delete.into())?;
            Ok(())
        })?;
        for piece in faults.chunks(TOLD) {
            let rows = piece.iter().map(|(place, why)| {
                let number = self.rows.numbers.get(*place).copied().unwrap_or_default();
                let message = workbook::reasons(&self.columns, why, language);
                let job = Value::Int(self.job.id().0);
                vec![job, int(*place), Value::Int(number.into()), Value::Text(BAD.to_owned()), Value::Text(message)]
            });
            let columns = ["job_id", "place", "row_no", "did", "message"];
            let insert = sql::insert_many(self.job.org(), "import_row", &columns, rows);
            call.write(|tx| {
                tx.no_log_line();
                tx.exec(&insert.into())?;
                Ok(())
            })?;
        }
        let mut file = self.job.begin_file()?;
        workbook::bad_rows(&self.columns, &self.rows, faults, language, &mut file)?;
        self.job.keep_file(file, workbook::errors_name(self.form, call))
    }
}

fn int(place: usize) -> Value {
    Value::Int(i64::try_from(place).unwrap_or(i64::MAX))
}

/// An own import of a form: its state and when it ended.
pub struct Own {
    pub status: String,
    pub finished: Option<Instant>,
}

/// An import of this form by the caller, or by anyone when he may see everyone's.
pub fn own(conn: &mut dyn Conn, call: (&crate::access::Actor, Id), form: &FormPage) -> Result<Own, Refusal> {
    let (actor, id) = call;
    let mut known = sql::from(actor.org_id, "import_job");
    known.column("id").and_where(sql::eq("id", id)).and_where(sql::eq("form_key", form.key.to_owned()));
    conn.first(&known.into())?.ok_or(Refusal::NotFound)?;
    let mut select = sql::from(actor.org_id, "job_run");
    select.columns(["status", "finished_at"]).and_where(sql::eq("id", id));
    if !actor.has("sys_task_all") {
        select.and_where(sql::eq("user_id", actor.user_id));
    }
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok(Own { status: row.get(0)?, finished: row.get(1)? })
}

/// What [`result`] answers.
pub fn schema() -> Json {
    let fault = shape::object([("place", shape::whole()), ("row", shape::whole()), ("message", shape::text())]);
    let more = [
        ("fileName", shape::or_nothing(shape::text())),
        ("fileKept", shape::flag()),
        ("added", shape::whole()),
        ("changed", shape::whole()),
        ("faults", shape::list_of(fault)),
        ("hasAnswers", shape::flag()),
        ("undoUntil", shape::or_nothing(shape::text())),
        ("canUndo", shape::flag()),
    ];
    shape::with(shape::progress(), more)
}

/// GET {base}/import/job/{id}.
pub fn result(form: &FormPage, call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    call.read(|conn| {
        let own = own(conn, (&actor, id), form)?;
        let mut select = sql::from(actor.org_id, "job_run");
        select
            .columns(["total", "ok", "bad", "progress", "error", "file_name", "file_until"])
            .and_where(sql::eq("id", id));
        let job = conn.first(&select.into())?.unwrap_or_default();
        let mut select = sql::from(actor.org_id, "import_row");
        select.columns(["place", "row_no", "did", "message", "answer"]).and_where(sql::eq("job_id", id));
        let (mut rows, mut added, mut changed, mut answers) = (Vec::new(), 0, 0, false);
        for row in conn.query(&select.order_by("place", Order::Asc).into())? {
            let did: String = row.get(2)?;
            added += i64::from(did == ADDED);
            changed += i64::from(did == CHANGED);
            answers |= did != LINES && *row.value(4) != Value::Null;
            if did == BAD {
                rows.push(
                    json!({ "place": row.get::<i64>(0)?, "row": row.get::<i64>(1)?, "message": row.get::<String>(3)? }),
                );
            }
        }
        let until = own.finished.map(|at| Instant::from_millis(at.millis() + UNDO_MS));
        let is_over = !matches!(own.status.as_str(), job::WAITING | job::RUNNING | job::REVERTED);
        let can_undo = form.import.maker.is_none()
            && is_over
            && added + changed > 0
            && until.is_some_and(|until| actor.now <= until);
        let kept: Option<Instant> = job.get(6)?;
        Ok(json!({
            "id": id, "status": own.status, "total": job.get::<Option<i64>>(0)?, "ok": job.get::<i64>(1)?,
            "bad": job.get::<i64>(2)?, "progress": job.get::<i64>(3)?, "error": job.get::<Option<String>>(4)?,
            "fileName": job.get::<Option<String>>(5)?, "fileKept": kept.is_some_and(|until| until > actor.now),
            "added": added, "changed": changed, "faults": rows, "hasAnswers": answers,
            "undoUntil": until.map(kernel::show_second), "canUndo": can_undo,
        }))
    })
    .map(Answer::Data)
}

/// POST {base}/import/answers/{id}: to the importer alone, and once.
pub fn answers(form: &FormPage, call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let told = call.write(|tx| {
        let mut mine = sql::from(tx.org(), "job_run");
        mine.column("id").and_where(sql::eq("id", id)).and_where(sql::eq("user_id", tx.actor.user_id));
        tx.first(&mine.into())?.ok_or(Refusal::NotFound)?;
        let mut select = sql::from(tx.org(), "import_row");
        select
            .columns(["row_no", "target_id", "answer"])
            .and_where(sql::eq("job_id", id))
            .and_where(sql::col("did").ne(sql::value(LINES)))
            .and_where(sql::col("answer").is_not_null());
        let mut told: Vec<Vec<String>> = Vec::new();
        for row in tx.query(&select.order_by("place", Order::Asc).into())? {
            let (number, target, sealed): (i64, Id, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let name = form.own(tx, target).map(|(_, values)| form.shown_number(&values)).unwrap_or_default();
            let texts: Vec<String> = serde_json::from_str(&tx.app.secrets.open(&sealed)?).unwrap_or_default();
            told.push([number.to_string(), name].into_iter().chain(texts).collect());
        }
        if told.is_empty() {
            return Err(Refusal::business(messages::NO_ANSWERS));
        }
        let mut forget = sql::update(tx.org(), "import_row", &[("answer", Value::Null)]);
        forget.and_where(sql::eq("job_id", id)).and_where(sql::col("did").ne(sql::value(LINES)));
        tx.exec(&forget.into())?;
        tx.log(LogEntry::of("import", id, form.title.0, form.page).did("导出", "导入结果").level(form.level))?;
        Ok(told)
    })?;
    workbook::answers(form, call, &told)
}

/// Forgets what was kept for a day only, that of one import after the other.
pub fn forget(app: &std::sync::Arc<crate::call::App>) -> Result<usize, Refusal> {
    let over = || sql::col("kept_until").lte(sql::value(app.clock.now()));
    let mut due = sql::from_global("import_row");
    due.columns(["org_id", "job_id"]).distinct().and_where(over()).and_where(sql::col("did").ne(sql::value(LINES)));
    let due = app.store.read(|conn| conn.query(&due.into()))?;
    let mut gone = 0;
    for row in &due {
        let cells = [("former", Value::Null), ("answer", Value::Null), ("kept_until", Value::Null)];
        let mut update = sql::update(row.get(0)?, "import_row", &cells);
        update.and_where(sql::eq("job_id", row.get::<Id>(1)?)).and_where(over());
        update.and_where(sql::col("did").ne(sql::value(LINES)));
        let rows = app.system_write(|conn| Ok(conn.exec(&update.into())?))?;
        gone += usize::try_from(rows).unwrap_or(usize::MAX);
    }
    Ok(gone)
}
