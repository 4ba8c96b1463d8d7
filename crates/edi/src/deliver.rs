//! The outbox: a waiting message is delivered by whichever worker takes it, and tried again after 1, 5 and 30 minutes.

pub(crate) mod folder;
mod http;
mod post;

use std::sync::Arc;

use kernel::{Id, Msg, Text};
use platform::call::{App, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::job::queue::{self, BackOff, Queue};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};

use crate::channel::{self, Channel};
use crate::page::{FAILED, Message, SENT, TABLE, WAITING, newest};
use crate::{inbox, record, told};

pub(crate) use folder::name_of;

/// Waits after failed attempts, so that they lie at 0, 1, 5 and 30 minutes.
const BACK_OFF: BackOff = BackOff(&[60 * 1000, 4 * 60 * 1000, 25 * 60 * 1000]);
/// A worker that has not come back for so long is lost; longer than a delivery may take.
const LEASE_MS: i64 = 5 * 60 * 1000;
/// Letters of a reason that are kept.
pub(crate) const REASON_MAX: usize = 500;

const NO_CHANNEL: Msg = Msg::new("edi.no_channel", "报文通道已停用", "The channel is out of use.");
const INTERRUPTED: Msg = Msg::new("edi.interrupted", "发送中断", "Sending was interrupted.");
const BROKEN: Msg = Msg::new("edi.broken", "发送时发生内部错误", "An internal error stopped the sending.");

/// Sending is a plan of the room.
pub(crate) const PLAN: Plan = Plan::new(
    "edi.send",
    ("电子报文发送", "Sending of electronic messages"),
    (Category::Sending, Schedule::Arrival(|conn, now| queue::waiting(conn, TABLE, now))),
    send_due,
)
.losing(|conn, since| queue::lost(conn, (TABLE, "state = 'FAILED'"), ("updated_at", since)));

/// A message a worker has taken.
struct Taken {
    org: i64,
    id: Id,
    tries: i64,
    worker: String,
    message: Message,
}

/// The messages of a company by one way wait for each other.
type Lane = (i64, String);

/// Sends what is due; answers how many messages were tried.
fn send_due(app: &Arc<App>) -> Result<usize, Refusal> {
    queue::work_off(&app.jobs, &Outbox(app))
}

struct Outbox<'a>(&'a Arc<App>);

impl Queue for Outbox<'_> {
    type Lane = Lane;
    type Entry = Taken;

    fn take(&self, but: &[Lane]) -> Result<Option<(Lane, Taken)>, Refusal> {
        take(self.0, but)
    }

    fn work(&self, taken: Taken) -> Result<(), Refusal> {
        let over = taken.tries > BACK_OFF.attempts();
        let outcome = if over { Err(INTERRUPTED.text()) } else { attempt(self.0, &taken) };
        if let Err(refusal) = finish(self.0, &taken, outcome) {
            lost(self.0, &taken, &refusal);
        }
        Ok(())
    }
}

/// Takes the message that has waited longest, of none of some lanes. Of two workers that see it, one changes its row.
fn take(app: &App, but: &[Lane]) -> Result<Option<(Lane, Taken)>, Refusal> {
    loop {
        let now = app.clock.now();
        let mut due = sql::from_global("edi_message");
        due.columns(["org_id", "id", "tries", "next_at", "worker"])
            .and_where(queue::due(now))
            .order_by("next_at", Order::Asc)
            .order_by("id", Order::Asc)
            .limit(1);
        for (org, channel) in but {
            due.and_where(sql::eq("org_id", *org).and(sql::eq("channel", channel.as_str())).not());
        }
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&due.into())?))? else { return Ok(None) };
        let (org, id, tries, seen): (i64, Id, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        if queue::is_out_of_reach(seen, now) && !row.get::<String>(4)?.is_empty() {
            // A worker's time that a clock gave which ran ahead: whether he is lost is seen when one from now on runs out.
            let mut update = sql::update(org, TABLE, &[("next_at", Value::Int(now.millis() + LEASE_MS))]);
            update.and_where(sql::eq("id", id)).and_where(sql::eq("next_at", seen));
            app.system_write(|conn| Ok(conn.exec(&update.into())?))?;
            continue;
        }
        let worker = queue::worker()?;
        let cells = [
            ("tries", Value::Int(tries + 1)),
            ("worker", worker.clone().into_value()),
            ("next_at", Value::Int(now.millis() + LEASE_MS)),
        ];
        let mut update = sql::update(org, TABLE, &cells);
        update.and_where(sql::eq("id", id)).and_where(sql::eq("next_at", seen));
        let taken = app.system_write(|conn| {
            if conn.exec(&update.into())? == 0 {
                return Ok(None);
            }
            newest(conn, org, [sql::eq("id", id)])
        })?;
        if let Some((id, message)) = taken {
            let lane = (org, message.channel.clone());
            return Ok(Some((lane, Taken { org, id, tries: tries + 1, worker, message })));
        }
    }
}

/// What a way did with a message.
enum Done {
    /// It is out.
    Sent,
    /// It is out, and the other side answered this.
    Answered(String),
    /// It leaves as a mail, in the transaction that marks it sent.
    Mail(Channel),
}

/// A fault of the program is an attempt, too: else a message that can't be sent would be due for ever.
fn attempt(app: &App, taken: &Taken) -> Result<Done, Text> {
    deliver(app, taken).unwrap_or_else(|refusal| {
        tracing::error!(?refusal, message = %taken.id, "a message could not be sent");
        Err(BROKEN.text())
    })
}

fn deliver(app: &App, taken: &Taken) -> Result<Result<Done, Text>, Refusal> {
    let channel = app.store.read(|conn| match taken.message.channel_id {
        Some(id) => channel::of_id(conn, taken.org, id),
        None => Ok(None),
    })?;
    let Some(channel) = channel else { return Ok(Err(NO_CHANNEL.text())) };
    match taken.message.channel.as_str() {
        channel::FILE => folder::write(app, taken.org, &taken.message),
        channel::HTTP => http::post(app, taken.org, &taken.message),
        channel::MAIL => Ok(Ok(Done::Mail(channel))),
        _ => Ok(Err(NO_CHANNEL.text())),
    }
}

/// Writes down what came of a message, if it is still this worker's and still to be sent.
fn finish(app: &Arc<App>, taken: &Taken, outcome: Result<Done, Text>) -> Result<(), Refusal> {
    let call = record::own_call(app, taken.org);
    let answer = call.write(|tx| match outcome {
        Err(reason) => {
            give_back(tx, taken, &reason)?;
            Ok(None)
        }
        Ok(done) => mark_sent(tx, taken, done),
    })?;
    if let Some(answer) = answer {
        inbox::take_all(&call, "HTTP", "", &answer);
    }
    Ok(())
}

/// What came of a message can't be written down: it is given back, and stops no other. Where not even that can be
/// written, its lease brings it back.
fn lost(app: &Arc<App>, taken: &Taken, refusal: &Refusal) {
    tracing::error!(?refusal, message = %taken.id, "what came of a message can't be written down");
    if let Err(refusal) = finish(app, taken, Err(BROKEN.text())) {
        tracing::error!(?refusal, message = %taken.id, "a message can't be given back");
    }
}

/// Writes cells of a message if it is still this worker's; answers whether it was.
fn write(tx: &mut Tx<'_>, taken: &Taken, cells: &[(&'static str, Value)]) -> Result<bool, Refusal> {
    let mut all = vec![("worker", Value::Null), ("updated_at", tx.now.into_value())];
    all.extend(cells.iter().cloned());
    let mut update = sql::update(taken.org, TABLE, &all);
    update
        .value("version", sql::col("version").add(1))
        .and_where(sql::eq("id", taken.id))
        .and_where(sql::eq("worker", taken.worker.clone()))
        .and_where(sql::eq("state", WAITING));
    Ok(tx.exec(&update.into())? == 1)
}

/// Whether a message is still this worker's; nobody changes it until the transaction ends.
fn hold(tx: &mut Tx<'_>, taken: &Taken) -> Result<bool, Refusal> {
    let mut select = sql::from(taken.org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("id", taken.id))
        .and_where(sql::eq("worker", taken.worker.clone()))
        .and_where(sql::eq("state", WAITING))
        .lock_exclusive();
    Ok(tx.first(&select.into())?.is_some())
}

/// Answers what the other side said at once, if it said something. Of a message that was cancelled meanwhile, what is
/// out is out, but its mail is not written.
fn mark_sent(tx: &mut Tx<'_>, taken: &Taken, done: Done) -> Result<Option<String>, Refusal> {
    if !hold(tx, taken)? {
        tx.no_log_line();
        return Ok(None);
    }
    let mail = match &done {
        Done::Mail(channel) => match post::put(tx, taken, channel)? {
            Ok(mail) => Some(mail),
            Err(reason) => {
                give_back(tx, taken, &reason)?;
                return Ok(None);
            }
        },
        Done::Sent | Done::Answered(_) => None,
    };
    let now = tx.now;
    let cells = [
        ("state", SENT.into_value()),
        ("sent_at", now.into_value()),
        ("mail_id", mail.into_value()),
        ("error_text", Value::Null),
        ("next_at", Value::Null),
    ];
    write(tx, taken, &cells)?;
    let (zh, _) = channel::kind_name(&taken.message.channel);
    tx.log(record::entry(taken.id, &taken.message.message_no, "发出").text(format!("已通过{zh}发出")))?;
    Ok(if let Done::Answered(answer) = done { Some(answer) } else { None })
}

/// To be tried again, or given up; then its sender is told.
fn give_back(tx: &mut Tx<'_>, taken: &Taken, reason: &Text) -> Result<(), Refusal> {
    let wait = BACK_OFF.after(taken.tries);
    let error: String = reason.zh.chars().take(REASON_MAX).collect();
    let now = tx.now;
    let cells = [
        ("state", if wait.is_some() { WAITING } else { FAILED }.into_value()),
        ("error_text", error.into_value()),
        ("next_at", wait.map(|wait| now.plus_millis(wait)).into_value()),
    ];
    if !write(tx, taken, &cells)? {
        tx.no_log_line();
        return Ok(());
    }
    let line = record::entry(taken.id, &taken.message.message_no, "发送失败");
    if wait.is_none() {
        let app = tx.app;
        let about = (taken.id, &taken.message);
        told::sender(tx, (app, taken.org), &told::FAILED, about, (&reason.zh, &reason.en))?;
        tx.log(line.level(Level::High).text(format!("{}次发送失败：{}", taken.tries, reason.zh)))
    } else {
        tx.log(line.level(Level::Low).text(format!("第{}次发送失败：{}", taken.tries, reason.zh)))
    }
}
