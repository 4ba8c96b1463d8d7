//! Documents with more rows than one transaction should write: 处理中 (catalogue css.md 0.9 and 0.14 e).
//!
//! The call checks all of it, writes the head of the document in the state [`PROCESSING`], and puts its rows down here with a
//! job ([`begin`]). The job writes some rows in each transaction, in which they cease to wait, so that a piece counts once
//! however often the job is taken up; when no row waits any more the document is in force. What can't be written stops the
//! job: the document stays as far as it is, and its user goes on without the rows that can't come ([`go_on`]) or takes back
//! what was written ([`take_back`]), which is done in pieces too.

use std::collections::BTreeMap;
use std::fmt;

use kernel::{Id, Msg, Text};
use sea_query::{ExprTrait, JoinType, Order};
use serde::{Deserialize, Serialize};

use crate::call::{App, Asked, Call, Tx};
use crate::field::{Choice, Field};
use crate::job::{self, Class, JobContext, JobKind, NewJob, Progress};
use crate::log::LogEntry;
use crate::page::{Said, Told};
use crate::refusal::Refusal;
use crate::store::{Conn, Row, Value, sql};

/// State of a document that is being written, or taken back.
pub const PROCESSING: &str = "PROCESSING";
/// The same as a choice of its page.
pub const CHOICE: Choice = Choice::new(PROCESSING, "处理中", "Being written").tone("info");
/// How far it is, in the list of its page.
pub const PROGRESS: Field = Field::text("处理进度", "Progress").column("progress").wire("progress");

/// Most rows a call writes itself, and most of a piece.
pub const ROWS_AT_ONCE: usize = 500;
/// Rows that are put down with one statement.
const PUT_DOWN: usize = 500;
/// Letters of the numbers of rows that were left out.
const NAMES_MAX: usize = 500;
/// Name of its jobs.
const JOB: &str = "bulk";

const TABLE: &str = "bulk_write";
const ROWS: &str = "bulk_row";

/// A document that is being written refuses what else is to be done.
pub const BUSY: Msg =
    Msg::new("bulk.busy", "{n}处理中，请等待处理完成", "{n} is being written. Please wait until that is done.");
const RUNS: Msg = Msg::new("bulk.runs", "正在处理，请等待完成", "It is being worked on. Please wait.");
const NONE: Msg = Msg::new("bulk.none", "处理已结束", "There is nothing left to be done.");
const OTHER: Msg = Msg::new("bulk.other", "已由其他任务继续处理", "Another job has taken this up.");
const ENDED: Msg = Msg::new("bulk.ended", "处理任务已结束", "Its job has ended.");

/// A kind of document that is written in pieces.
pub struct BulkKind {
    /// Its name in the rows.
    pub name: &'static str,
    /// What the log calls its documents.
    pub object: &'static str,
    /// Its page.
    pub page: &'static str,
    /// The page as users know it.
    pub title: (&'static str, &'static str),
    /// Writes some rows, which are checked anew. Those that can't come any more refuse the piece, or are left out where
    /// [`Bulk::passes`] says so: answers the numbers of these.
    pub writes: fn(&mut Tx<'_>, &Bulk, &[BulkRow]) -> Result<Vec<String>, Refusal>,
    /// All rows are written: the document is in force.
    pub ends: fn(&mut Tx<'_>, &Bulk) -> Result<(), Refusal>,
    /// Takes back so many of the rows that were written; answers how many there were.
    pub frees: fn(&mut Tx<'_>, &Bulk, usize) -> Result<usize, Refusal>,
    /// All rows are taken back: the document is void.
    pub freed: fn(&mut Tx<'_>, &Bulk) -> Result<(), Refusal>,
}

impl fmt::Debug for BulkKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "documents {}", self.name)
    }
}

/// A document that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bulk {
    /// Row.
    pub id: Id,
    /// The document.
    pub document: Id,
    /// Its number.
    pub number: String,
    /// What its kind keeps beside the rows.
    pub detail: String,
    /// Rows that can't come any more are left out.
    pub passes: bool,
    kind: String,
    job: Id,
    total: i64,
    done: i64,
    left_out: i64,
    left_names: String,
    back: bool,
}

/// A row that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkRow {
    /// What the document takes.
    pub row: Id,
    /// Its order, where the kind wants that.
    pub order: Option<Id>,
    /// How much of it, where the kind wants that.
    pub amount: Option<i64>,
    /// The number a refusal names it by.
    pub number: String,
}

/// A document that is to be written in pieces.
#[derive(Debug, Clone, Copy)]
pub struct Begun<'a> {
    /// The document.
    pub document: Id,
    /// Its number.
    pub number: &'a str,
    /// What its kind keeps beside the rows.
    pub detail: &'a str,
    /// Rows that can't come any more when their turn comes are left out from the beginning.
    pub passes: bool,
}

/// How far a document is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Rows that are written.
    pub done: i64,
    /// Rows there are.
    pub total: i64,
    /// Rows that were left out.
    pub left_out: i64,
    /// It is being taken back.
    pub back: bool,
    /// Why it stands still, if it does.
    pub stopped: Option<String>,
}

impl Standing {
    /// In a few letters, with the percent first where a page draws a bar of it.
    pub fn text(&self) -> String {
        let percent = if self.total == 0 { 0 } else { (self.done + self.left_out) * 100 / self.total };
        let stopped = if self.stopped.is_some() { " ⏸" } else { "" };
        format!("{percent}% {}/{}{stopped}", self.done, self.total)
    }

    /// Below the fields of the document.
    pub fn told(&self, told: Told) -> Told {
        let way = if self.back { ("撤回中", "Being taken back") } else { ("写入中", "Being written") };
        let told = told.line(
            ("处理进度", "Progress"),
            Said { zh: format!("{} {}", way.0, self.text()), en: format!("{} {}", way.1, self.text()) },
        );
        match &self.stopped {
            Some(why) => told.line(("处理中断", "It stopped"), Said::from(why.clone())),
            None => told,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Request {
    bulk: Id,
}

/// The kind of its jobs.
pub(crate) const WORK: JobKind = JobKind { name: JOB, work };

/// Whether a document of so many rows is written in pieces.
pub fn is_large(app: &App, rows: usize) -> bool {
    rows > most(app)
}

fn most(app: &App) -> usize {
    Ord::min(ROWS_AT_ONCE, app.pieces.rows())
}

/// Puts the rows of a document down, whose head its caller has written in the state [`PROCESSING`]. Answers the job.
pub fn begin(tx: &mut Tx<'_>, kind: &BulkKind, begun: Begun<'_>, rows: &[BulkRow]) -> Result<Id, Refusal> {
    let (id, org) = (tx.new_id(), tx.org());
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let job = submit(tx, kind, (id, begun.number), total)?;
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("id", Value::Int(id.0)),
        ("kind", text(kind.name)),
        ("document_id", Value::Int(begun.document.0)),
        ("number", text(begun.number)),
        ("job_id", Value::Int(job.0)),
        ("total", Value::Int(total)),
        ("done", Value::Int(0)),
        ("left_out", Value::Int(0)),
        ("detail", text(begun.detail)),
        ("back", Value::Bool(false)),
        ("passes", Value::Bool(begun.passes)),
    ];
    tx.exec(&sql::insert(org, TABLE, &cells).into())?;
    let columns = ["bulk_id", "place", "row_id", "order_id", "amount", "number"];
    let whole = |of: Option<i64>| of.map_or(Value::Null, Value::Int);
    let cells = |(place, row): (i64, &BulkRow)| {
        let (order, number) = (whole(row.order.map(|id| id.0)), text(&row.number));
        vec![Value::Int(id.0), Value::Int(place), Value::Int(row.row.0), order, whole(row.amount), number]
    };
    let lines: Vec<Vec<Value>> = (0i64..).zip(rows).map(cells).collect();
    for piece in lines.chunks(PUT_DOWN) {
        tx.exec(&sql::insert_many(org, ROWS, &columns, piece.iter().cloned()).into())?;
    }
    Ok(job)
}

fn submit(tx: &mut Tx<'_>, kind: &BulkKind, (id, number): (Id, &str), total: i64) -> Result<Id, Refusal> {
    let english = tx.asked.language.starts_with("en");
    let request = serde_json::to_value(Request { bulk: id }).map_err(|error| Refusal::broken(error.to_string()))?;
    let new = NewJob {
        class: Class::Batch,
        name: JOB,
        page: kind.page,
        title: if english { kind.title.1 } else { kind.title.0 },
        conditions: number.to_owned(),
        total: u64::try_from(total).ok(),
        request,
    };
    let job = job::submit(tx, new)?;
    // Heard before the transaction is over, it is found by the next look for jobs.
    tx.app.jobs.ring();
    Ok(job)
}

const COLUMNS: [&str; 12] = [
    "id",
    "document_id",
    "number",
    "detail",
    "passes",
    "kind",
    "job_id",
    "total",
    "done",
    "left_out",
    "left_names",
    "back",
];

fn read(row: &Row) -> Result<Bulk, Refusal> {
    let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
    Ok(Bulk {
        id: row.get(0)?,
        document: row.get(1)?,
        number: text(2)?,
        detail: text(3)?,
        passes: row.get(4)?,
        kind: text(5)?,
        job: row.get(6)?,
        total: row.get(7)?,
        done: row.get(8)?,
        left_out: row.get(9)?,
        left_names: text(10)?,
        back: row.get(11)?,
    })
}

/// How far some documents of a kind are; those that are not being written are not among them.
pub fn standing(
    conn: &mut dyn Conn,
    org: i64,
    (kind, documents): (&BulkKind, &[Id]),
) -> Result<BTreeMap<Id, Standing>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["document_id", "done", "total", "left_out", "back"].map(|column| (TABLE, column)))
        .columns(["status", "error"].map(|column| ("job_run", column)))
        .join(JoinType::LeftJoin, "job_run", sql::same_org("job_run", TABLE, "job_id"))
        .and_where(sql::of_eq(TABLE, "kind", kind.name.to_owned()))
        .and_where(sql::is_in(sql::of(TABLE, "document_id"), documents.iter().copied()));
    let read = |row: &Row| {
        let status: Option<String> = row.get(5)?;
        let is_open = status.as_deref().is_some_and(|status| [job::WAITING, job::RUNNING].contains(&status));
        let why: String = row.get::<Option<String>>(6)?.or(status).unwrap_or_default();
        let why = if why.is_empty() { ENDED.text().zh } else { why };
        let stopped = (!is_open).then_some(why);
        let standing =
            Standing { done: row.get(1)?, total: row.get(2)?, left_out: row.get(3)?, back: row.get(4)?, stopped };
        Ok((row.get(0)?, standing))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// Rows of a document that wait to be written.
pub fn waiting(conn: &mut dyn Conn, org: i64, (kind, document): (&BulkKind, Id)) -> Result<Vec<BulkRow>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.column("id").and_where(sql::eq("kind", kind.name.to_owned())).and_where(sql::eq("document_id", document));
    let Some(row) = conn.first(&select.into())? else { return Ok(Vec::new()) };
    Ok(next(conn, org, row.get(0)?, None)?.into_iter().map(|(_, row)| row).collect())
}

/// Holds a document of a kind that is being written.
fn held(tx: &mut Tx<'_>, kind: &BulkKind, document: Id) -> Result<Bulk, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select
        .columns(COLUMNS)
        .and_where(sql::eq("kind", kind.name.to_owned()))
        .and_where(sql::eq("document_id", document))
        .lock_exclusive();
    tx.first(&select.into())?.as_ref().map(read).transpose()?.ok_or(Refusal::business(NONE))
}

fn is_stopped(tx: &mut Tx<'_>, bulk: &Bulk) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), "job_run");
    select
        .column("id")
        .and_where(sql::eq("id", bulk.job))
        .and_where(sql::is_in(sql::col("status"), [job::WAITING, job::RUNNING].map(ToOwned::to_owned)));
    Ok(tx.first(&select.into())?.is_none())
}

fn change(tx: &mut Tx<'_>, bulk: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    tx.exec(&sql::update(tx.org(), TABLE, cells).and_where(sql::eq("id", bulk)).to_owned().into())?;
    Ok(())
}

/// Goes on with a document that stands still, without the rows that can't come any more. The caller writes the log line.
pub fn go_on(tx: &mut Tx<'_>, kind: &BulkKind, document: Id) -> Result<(), Refusal> {
    let bulk = held(tx, kind, document)?;
    if !is_stopped(tx, &bulk)? {
        return Err(Refusal::business(RUNS));
    }
    let job = submit(tx, kind, (bulk.id, &bulk.number), bulk.total)?;
    change(tx, bulk.id, &[("job_id", Value::Int(job.0)), ("passes", Value::Bool(true))])
}

/// Takes a document back, as far as it is written: what still waits is not written. The caller writes the log line.
pub fn take_back(tx: &mut Tx<'_>, kind: &BulkKind, document: Id) -> Result<(), Refusal> {
    let bulk = held(tx, kind, document)?;
    let mut cells = vec![("back", Value::Bool(true))];
    if is_stopped(tx, &bulk)? {
        let job = submit(tx, kind, (bulk.id, &bulk.number), bulk.total)?;
        cells.push(("job_id", Value::Int(job.0)));
    }
    change(tx, bulk.id, &cells)?;
    forget_rows(tx, bulk.id)
}

fn forget_rows(tx: &mut Tx<'_>, bulk: Id) -> Result<(), Refusal> {
    tx.exec(&sql::delete(tx.org(), ROWS).and_where(sql::eq("bulk_id", bulk)).to_owned().into())?;
    Ok(())
}

/// The job: one piece after the other, each in its user's name with his rights as they are then.
fn work(job: &JobContext) -> Result<(), Refusal> {
    let Request { bulk } = job.request()?;
    loop {
        let asked = Asked { language: job.language().to_owned(), ..Asked::default() };
        let call = Call { app: job.app().clone(), caller: Some(job.actor()?), asked, arrived: None };
        let is_over = call.write(|tx| piece(tx, job, bulk))?;
        job.app().pieces.end();
        if is_over {
            return Ok(());
        }
        // Told between two pieces that the process ends, it makes room.
        let progress = call.read(|conn| progress_of(conn, job.org(), bulk))?;
        job.step(progress)?;
    }
}

fn progress_of(conn: &mut dyn Conn, org: i64, bulk: Id) -> Result<Progress, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(COLUMNS).and_where(sql::eq("id", bulk));
    let bulk = conn.first(&select.into())?.as_ref().map(read).transpose()?;
    Ok(bulk.map(|bulk| bulk.progress()).unwrap_or_default())
}

impl Bulk {
    fn progress(&self) -> Progress {
        let ok = if self.back { self.total - self.done } else { self.done };
        Progress { total: self.total, ok, bad: if self.back { 0 } else { self.left_out } }
    }
}

/// One piece; whether it was the last.
fn piece(tx: &mut Tx<'_>, job: &JobContext, bulk: Id) -> Result<bool, Refusal> {
    let mut select = sql::from(tx.org(), TABLE);
    select.columns(COLUMNS).and_where(sql::eq("id", bulk)).lock_exclusive();
    // What a lost worker ended is done.
    let Some(bulk) = tx.first(&select.into())?.as_ref().map(read).transpose()? else {
        tx.no_log_line();
        return Ok(true);
    };
    if bulk.job != job.id() {
        return Err(Refusal::business(OTHER));
    }
    let app = tx.app;
    let kind = app.registry.bulk.iter().find(|kind| kind.name == bulk.kind);
    let kind = kind.ok_or_else(|| Refusal::broken(format!("no documents are called {}", bulk.kind)))?;
    let most = most(app);
    if bulk.back { back(tx, (job, kind), bulk, most) } else { forth(tx, (job, kind), bulk, most) }
}

fn forth(tx: &mut Tx<'_>, (job, kind): (&JobContext, &BulkKind), mut bulk: Bulk, most: usize) -> Result<bool, Refusal> {
    let org = tx.org();
    let rows = next(tx, org, bulk.id, Some(most))?;
    let Some((last, _)) = rows.last() else {
        (kind.ends)(tx, &bulk)?;
        end(tx, (job, kind), &bulk, "处理完成")?;
        return Ok(true);
    };
    tx.no_log_line();
    let mut gone = sql::delete(org, ROWS);
    gone.and_where(sql::eq("bulk_id", bulk.id)).and_where(sql::col("place").lte(sql::value(*last)));
    tx.exec(&gone.into())?;
    let rows: Vec<BulkRow> = rows.into_iter().map(|(_, row)| row).collect();
    let left = (kind.writes)(tx, &bulk, &rows)?;
    let count = |rows: usize| i64::try_from(rows).unwrap_or(i64::MAX);
    bulk.left_out += count(left.len());
    bulk.done += count(rows.len() - left.len());
    for name in left.iter().filter(|name| !name.is_empty()) {
        if bulk.left_names.chars().count() + name.chars().count() < NAMES_MAX {
            bulk.left_names.push_str(if bulk.left_names.is_empty() { "" } else { "、" });
            bulk.left_names.push_str(name);
        }
    }
    let names = if bulk.left_names.is_empty() { Value::Null } else { Value::Text(bulk.left_names.clone()) };
    let cells = [("done", Value::Int(bulk.done)), ("left_out", Value::Int(bulk.left_out)), ("left_names", names)];
    change(tx, bulk.id, &cells)?;
    job.hold(tx, bulk.progress())?;
    Ok(false)
}

fn back(tx: &mut Tx<'_>, (job, kind): (&JobContext, &BulkKind), mut bulk: Bulk, most: usize) -> Result<bool, Refusal> {
    let freed = (kind.frees)(tx, &bulk, most)?;
    if freed == 0 {
        (kind.freed)(tx, &bulk)?;
        end(tx, (job, kind), &bulk, "撤回完成")?;
        return Ok(true);
    }
    tx.no_log_line();
    bulk.done = Ord::max(bulk.done - i64::try_from(freed).unwrap_or(i64::MAX), 0);
    change(tx, bulk.id, &[("done", Value::Int(bulk.done))])?;
    job.hold(tx, bulk.progress())?;
    Ok(false)
}

/// What is kept of it is removed, and its job ends with that.
fn end(tx: &mut Tx<'_>, (job, kind): (&JobContext, &BulkKind), bulk: &Bulk, did: &'static str) -> Result<(), Refusal> {
    forget_rows(tx, bulk.id)?;
    tx.exec(&sql::delete(tx.org(), TABLE).and_where(sql::eq("id", bulk.id)).to_owned().into())?;
    let left = match bulk.left_out {
        0 => String::new(),
        n if bulk.back => format!("；此前略过{n}行"),
        n => format!("；略过{n}行：{}", bulk.left_names),
    };
    let text = format!("{did} {}：{}/{}{left}", bulk.number, bulk.done, bulk.total);
    tx.log(LogEntry::of(kind.object, bulk.document, &bulk.number, kind.page).did("修改", did).text(text))?;
    job.end_in(tx, bulk.progress())
}

/// The rows that wait, in their order; all of them, or some.
fn next(conn: &mut dyn Conn, org: i64, bulk: Id, most: Option<usize>) -> Result<Vec<(i64, BulkRow)>, Refusal> {
    let mut select = sql::from(org, ROWS);
    select
        .columns(["place", "row_id", "order_id", "amount", "number"])
        .and_where(sql::eq("bulk_id", bulk))
        .order_by("place", Order::Asc);
    if let Some(most) = most {
        select.limit(u64::try_from(most).unwrap_or(u64::MAX));
    }
    let read = |row: &Row| {
        let number = row.get::<Option<String>>(4)?.unwrap_or_default();
        Ok((row.get(0)?, BulkRow { row: row.get(1)?, order: row.get(2)?, amount: row.get(3)?, number }))
    };
    conn.query(&select.into())?.iter().map(read).collect()
}

/// The refusal of a document that is being written.
pub fn busy(number: &str) -> Text {
    BUSY.with(&[("n", number)])
}
