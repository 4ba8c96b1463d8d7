//! The outbox: a mail is a row of `mail_log`, written in the transaction of what it tells about, and
//! sent by whichever worker takes it. The row stays as the log.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use facts::sign::{self, ALL, MAIL, Wanted};
use kernel::{Id, Instant, Msg};
use platform::access::random_bytes;
use platform::call::App;
use platform::files::clean_name;
use platform::job::plan::{Category, Plan, Schedule, Waiting};
use platform::refusal::{Refusal, messages};
use platform::rich_text::{self, Policy};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Row, Value, sql};

use crate::letter::{Attachment, Kind, Letter, Words, escaped};
use crate::mailbox::{self, Mailbox};
use crate::smtp::{self, Outgoing, Trouble};
use crate::turn::Turns;

/// Nobody has taken it, or it is to be tried again.
pub const WAITING: &str = "待发送";
/// A worker talks to the server.
pub const SENDING: &str = "发送中";
/// The server has taken it.
pub const SENT: &str = "已发送";
/// Given up.
pub const FAILED: &str = "失败";

/// Wait after a failed attempt, so that the attempts lie at 0, 5 and 30 minutes.
const WAITS_MS: [i64; 2] = [5 * 60 * 1000, 25 * 60 * 1000];
/// A worker that has not come back for so long is lost; longer than a delivery may take.
const LEASE_MS: i64 = 10 * 60 * 1000;
/// Receivers of one mail.
const RECEIVERS_MAX: usize = 50;
/// Bytes of the files of one mail.
const FILES_MAX: u64 = 20 * 1024 * 1024;

const NO_RECEIVER: Msg = Msg::new("mail.no_receiver", "收件人不能为空", "There must be a receiver.");
const MANY_RECEIVERS: Msg = Msg::new("mail.receivers", "收件人最多{n}个", "There can be {n} receivers at most.");
const BAD_RECEIVER: Msg = Msg::new("mail.receiver", "邮箱格式不正确：{x}", "Not an e-mail address: {x}");
const LARGE_FILES: Msg =
    Msg::new("mail.files", "附件合计不能超过{n}MB", "The attachments can't exceed {n} MB together.");
const CLOSED: Msg = Msg::new("mail.closed", "发件邮箱已停用", "The mailbox is out of use.");
const INTERRUPTED: Msg = Msg::new("mail.interrupted", "发送中断", "Sending was interrupted.");
const FILE_GONE: Msg = Msg::new("mail.file_gone", "附件已不存在", "An attachment is gone.");

/// In whose name a mail goes.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// Company whose log it stands in.
    pub org: i64,
    /// Mailbox it goes by.
    pub mailbox: &'a Mailbox,
    /// User who sends it; none for the system.
    pub user: Option<Id>,
    /// Language of reasons in the log.
    pub language: &'a str,
}

/// Puts a mail into the outbox; ring the bell when the transaction is over.
pub fn put(conn: &mut dyn Conn, app: &App, from: Sender<'_>, letter: &Letter) -> Result<Id, Refusal> {
    check(letter)?;
    let (now, id) = (app.clock.now(), app.mint.next(app.clock.now()));
    let content = json_of(&letter.words)?;
    let cells = [
        ("id", id.into_value()),
        ("kind", letter.kind.text().into_value()),
        ("mailbox_org", Value::Int(from.mailbox.org)),
        ("from_addr", from.mailbox.address.clone().into_value()),
        ("to_addrs", letter.to.join("; ").into_value()),
        ("cc_addrs", letter.cc.join("; ").into_value()),
        ("subject", letter.words.subject.clone().into_value()),
        ("content", Value::Bytes(app.secrets.seal(&content)?)),
        ("attachments", Value::Text(json_of(&letter.attachments)?)),
        ("attachment_count", Value::Int(i64::try_from(letter.attachments.len()).unwrap_or_default())),
        ("ref_no", letter.number.clone().into_value()),
        ("secure", Value::Bool(letter.kind.is_secure())),
        ("language", from.language.into_value()),
        ("status", WAITING.into_value()),
        ("attempts", Value::Int(0)),
        ("sender_id", from.user.into_value()),
        ("next_at", letter.not_before.filter(|time| *time > now).unwrap_or(now).into_value()),
        ("created_at", now.into_value()),
    ];
    conn.exec(&sql::insert(from.org, "mail_log", &cells).into())?;
    Ok(id)
}

/// Takes a mail back that waits to be sent, or to be tried again; why stands in the log. What a worker is sending at
/// this moment is out.
pub fn stop(conn: &mut dyn Conn, org: i64, id: Id, (now, why): (Instant, Msg)) -> Result<(), Refusal> {
    let cells = [
        ("status", FAILED.into_value()),
        ("error", why.zh.into_value()),
        ("worker", Value::Null),
        ("next_at", Value::Null),
        ("finished_at", now.into_value()),
    ];
    let mut update = sql::update(org, "mail_log", &cells);
    update.and_where(sql::eq("id", id)).and_where(sql::eq("status", WAITING));
    conn.exec(&update.into())?;
    Ok(())
}

pub(crate) fn json_of<T: serde::Serialize>(value: &T) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|error| Refusal::broken(format!("a mail: {error}")))
}

fn check(letter: &Letter) -> Result<(), Refusal> {
    let receivers = letter.to.len() + letter.cc.len();
    if letter.to.is_empty() {
        return Err(Refusal::field("to", NO_RECEIVER.text()));
    }
    if receivers > RECEIVERS_MAX {
        return Err(Refusal::field("to", MANY_RECEIVERS.with(&[("n", &RECEIVERS_MAX.to_string())])));
    }
    if let Some(wrong) = letter.to.iter().chain(&letter.cc).find(|address| !smtp::is_address(address)) {
        return Err(Refusal::field("to", BAD_RECEIVER.with(&[("x", wrong)])));
    }
    if letter.attachments.iter().map(|file| file.size).sum::<u64>() > FILES_MAX {
        let most = (FILES_MAX / 1024 / 1024).to_string();
        return Err(Refusal::field("attachments", LARGE_FILES.with(&[("n", &most)])));
    }
    Ok(())
}

/// A mail a worker has taken.
struct Taken {
    org: i64,
    id: Id,
    attempts: i64,
    mailbox_org: i64,
    row: Row,
    worker: String,
    language: String,
}

const COLUMNS: [&str; 13] = [
    "org_id",
    "id",
    "attempts",
    "mailbox_org",
    "language",
    "next_at",
    "content",
    "to_addrs",
    "cc_addrs",
    "attachments",
    "secure",
    "sender_id",
    "kind",
];

/// Sending is a plan of the platform.
pub(crate) const PLAN: Plan =
    Plan::new("mail.send", ("邮件发送", "Sending of mails"), (Category::Mail, Schedule::Arrival(backlog)), send_due);

/// Mails that are not over, and those of them that can be sent now.
fn backlog(conn: &mut dyn Conn, now: Instant) -> Result<Waiting, Refusal> {
    let mut open = |due: bool| -> Result<i64, Refusal> {
        let mut select = sql::from_global("mail_log");
        select.expr(Expr::cust("COUNT(*)")).and_where(sql::col("next_at").is_not_null());
        if due {
            select.and_where(sql::col("next_at").lte(sql::value(now)));
        }
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    };
    Ok(Waiting { all: open(false)?, due: open(true)? })
}

/// Sends what is due; answers how many mails were tried. A server that does not answer, or lets nobody
/// in, is asked once in a round: the other mails through the same mailbox share its fate.
pub(crate) fn send_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let (mut lost, mut turns, mut count) = (BTreeMap::new(), Turns::default(), 0);
    while !app.jobs.is_stopping() {
        let Some(mail) = take(app, &turns)? else {
            if turns.begin_anew() {
                continue;
            }
            break;
        };
        count += 1;
        let begun = Stopwatch::now();
        let outcome = send(app, &mail, &mut lost);
        finish(app, &mail, outcome)?;
        turns.had((mail.mailbox_org, mail.row.get(10)?), begun.elapsed());
    }
    Ok(count)
}

/// Sends a mail, unless its server is lost; answers why it did not arrive.
fn send(app: &App, mail: &Taken, lost: &mut BTreeMap<i64, Trouble>) -> Result<(), String> {
    if let Some(trouble) = lost.get(&mail.mailbox_org) {
        return Err(trouble.reason(&mail.language));
    }
    attempt(app, mail).map_err(|told| {
        let reason = told.reason(&mail.language);
        if let Told::Server(trouble) = told
            && trouble.is_of_the_server()
        {
            lost.insert(mail.mailbox_org, trouble);
        }
        reason
    })
}

/// Takes the mail that has waited longest, codes and links before all others. Of two workers that see it, one
/// changes its row.
fn take(app: &App, turns: &Turns) -> Result<Option<Taken>, Refusal> {
    loop {
        let now = app.clock.now();
        let mut due = sql::from_global("mail_log");
        due.columns(COLUMNS)
            .and_where(sql::col("next_at").lte(sql::value(now)))
            .order_by("secure", Order::Desc)
            .order_by("next_at", Order::Asc)
            .order_by("id", Order::Asc)
            .limit(1);
        for (mailbox, secure) in turns.over() {
            due.and_where(sql::eq("mailbox_org", mailbox).and(sql::eq("secure", secure)).not());
        }
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&due.into())?))? else { return Ok(None) };
        let worker: String = random_bytes::<12>()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let (attempts, seen): (i64, i64) = (row.get(2)?, row.get(5)?);
        let mail = Taken {
            org: row.get(0)?,
            id: row.get(1)?,
            attempts: attempts + 1,
            mailbox_org: row.get(3)?,
            language: row.get(4)?,
            worker,
            row,
        };
        if mark_taken(app, &mail, seen, now)? {
            if attempts < attempts_max() {
                return Ok(Some(mail));
            }
            // Its last worker was lost with it; what he did not write down is not known.
            let mail = Taken { attempts, ..mail };
            let reason = INTERRUPTED.text().in_language(&mail.language).to_owned();
            finish(app, &mail, Err(reason))?;
        }
    }
}

fn attempts_max() -> i64 {
    i64::try_from(WAITS_MS.len()).unwrap_or_default() + 1
}

fn mark_taken(app: &App, mail: &Taken, seen: i64, now: Instant) -> Result<bool, Refusal> {
    let cells = [
        ("status", SENDING.into_value()),
        ("attempts", Value::Int(Ord::min(mail.attempts, attempts_max()))),
        ("worker", mail.worker.clone().into_value()),
        ("next_at", Value::Int(now.millis() + LEASE_MS)),
    ];
    let mut update = sql::update(mail.org, "mail_log", &cells);
    update.and_where(sql::eq("id", mail.id)).and_where(sql::eq("next_at", seen));
    Ok(app.store.write(|conn| conn.exec(&update.into()).map_err(Refusal::from))? == 1)
}

/// A fault of the program is an attempt, too: else a mail that can't be opened would be due for ever.
fn attempt(app: &App, mail: &Taken) -> Result<(), Told> {
    deliver(app, mail).unwrap_or_else(|refusal| {
        tracing::error!(?refusal, mail = %mail.id, "a mail could not be made");
        Err(Told::Own(messages::BROKEN))
    })
}

fn deliver(app: &App, mail: &Taken) -> Result<Result<(), Told>, Refusal> {
    let Some(opened) = app.store.read(|conn| mailbox::open(conn, app, mail.mailbox_org))? else {
        return Ok(Err(Told::Own(CLOSED)));
    };
    let words = words_of(app, &mail.row.get::<Vec<u8>>(6)?)?;
    let secure: bool = mail.row.get(10)?;
    let files: Vec<Attachment> = files_of(&mail.row.get::<String>(9)?)?;
    let mut read = Vec::new();
    for file in files {
        match app.files.read(mail.org, &file.hash) {
            Ok(bytes) => read.push((clean_name(&file.name), bytes)),
            Err(_) => return Ok(Err(Told::Own(FILE_GONE))),
        }
    }
    let bare = secure || Kind::goes_as_it_is(&mail.row.get::<String>(12)?);
    let signature = if bare { Signature::default() } else { signature(app, mail, &opened.signature)? };
    let outgoing = Outgoing {
        from: opened.from,
        to: addresses(&mail.row.get::<String>(7)?),
        cc: addresses(&mail.row.get::<String>(8)?),
        words: signature.below(words),
        files: read,
        name: mail.id.to_string(),
        written: app.clock.now(),
    };
    let outcome = smtp::deliver(&app.settings, &opened.server, outgoing).map_err(Told::Server);
    if let (Ok(()), Some(template)) = (&outcome, signature.template) {
        app.store.write(|conn| sign::count_use(conn, mail.org, template))?;
    }
    Ok(outcome)
}

/// Why a mail was not sent: the server's doing, or our own.
enum Told {
    Server(Trouble),
    Own(Msg),
}

impl Told {
    fn reason(&self, language: &str) -> String {
        match self {
            Self::Server(trouble) => trouble.reason(language),
            Self::Own(message) => message.text().in_language(language).to_owned(),
        }
    }
}

fn addresses(joined: &str) -> Vec<String> {
    joined.split("; ").filter(|address| !address.is_empty()).map(ToOwned::to_owned).collect()
}

pub(crate) fn files_of(json: &str) -> Result<Vec<Attachment>, Refusal> {
    serde_json::from_str(json).map_err(|error| Refusal::broken(format!("the files of a mail: {error}")))
}

pub(crate) fn words_of(app: &App, sealed: &[u8]) -> Result<Words, Refusal> {
    let text = app.secrets.open(sealed)?;
    serde_json::from_str(&text).map_err(|error| Refusal::broken(format!("the words of a mail: {error}")))
}

/// What stands below a mail.
#[derive(Default)]
struct Signature {
    text: String,
    html: String,
    /// The company's template it was made from.
    template: Option<Id>,
}

impl Signature {
    fn below(&self, words: Words) -> Words {
        if self.text.is_empty() {
            return words;
        }
        Words {
            text: format!("{}\n\n-- \n{}", words.text, self.text),
            html: format!("{}{}\n", words.html, self.html),
            subject: words.subject,
        }
    }
}

/// The mailbox's own signature; without one the company's default template, as the sender may use it.
fn signature(app: &App, mail: &Taken, own: &str) -> Result<Signature, Refusal> {
    if !own.is_empty() {
        let lines: Vec<String> = own.lines().map(escaped).collect();
        return Ok(Signature { text: own.to_owned(), html: format!("<p>{}</p>", lines.join("<br>")), template: None });
    }
    let Some(user) = mail.row.get::<Option<Id>>(11)? else { return Ok(Signature::default()) };
    let language = if mail.language.starts_with("en") { "en" } else { "zh" };
    app.store.read(|conn| {
        let wanted = Wanted { kind: MAIL, scope: ALL, document: ALL, language, user };
        let Some(template) = sign::find(conn, mail.org, &wanted)? else { return Ok(Signature::default()) };
        let mut values = sign::values(conn, (mail.org, user), app.clock.now().day(), "")?;
        values.values_mut().for_each(|value| *value = escaped(value));
        let html = rich_text::clean(Policy::Body, &sign::fill(&template.text, &values));
        Ok(Signature { text: rich_text::words(&html), html, template: Some(template.id) })
    })
}

/// Writes down what came of a mail, if it is still this worker's.
fn finish(app: &App, mail: &Taken, outcome: Result<(), String>) -> Result<(), Refusal> {
    let now = app.clock.now();
    let wait = usize::try_from(mail.attempts - 1).ok().and_then(|place| WAITS_MS.get(place));
    let over = outcome.is_ok() || wait.is_none();
    let status = match (&outcome, over) {
        (Ok(()), _) => SENT,
        (Err(_), true) => FAILED,
        (Err(_), false) => WAITING,
    };
    if status == FAILED {
        tracing::warn!(mail = %mail.id, org = mail.org, "a mail was given up; why stands in the mail log");
    }
    let mut cells = vec![
        ("status", status.into_value()),
        ("error", outcome.err().into_value()),
        ("worker", Value::Null),
        ("next_at", if over { Value::Null } else { Value::Int(now.millis() + wait.copied().unwrap_or_default()) }),
    ];
    if over {
        cells.push(("finished_at", now.into_value()));
        if mail.row.get::<bool>(10)? {
            // The link in it must not lie about.
            cells.push(("content", Value::Null));
        }
    }
    let mut update = sql::update(mail.org, "mail_log", &cells);
    update.and_where(sql::eq("id", mail.id)).and_where(sql::eq("worker", mail.worker.clone()));
    app.store.write(|conn| conn.exec(&update.into()).map_err(Refusal::from))?;
    Ok(())
}
