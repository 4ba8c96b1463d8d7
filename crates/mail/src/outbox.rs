//! The outbox: a mail is a row of `mail_log`, written in the transaction of what it tells about, and
//! sent by whichever worker takes it. The row stays as the log.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use facts::sign::{self, ALL, MAIL, Wanted};
use kernel::html::escaped;
use kernel::{Id, Instant, Msg};
use platform::call::App;
use platform::files::clean_name;
use platform::job::plan::{Category, Plan, Schedule};
use platform::job::queue::{self, BackOff, Queue};
use platform::refusal::{Refusal, messages};
use platform::rich_text::{self, Policy};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Row, Value, sql};

use crate::letter::{Attachment, Kind, Letter, Words};
use crate::mailbox::{self, Mailbox, Owner};
use crate::smtp::{self, Outgoing, Trouble};

/// Nobody has taken it, or it is to be tried again.
pub const WAITING: &str = "待发送";
/// A worker talks to the server.
pub const SENDING: &str = "发送中";
/// The server has taken it.
pub const SENT: &str = "已发送";
/// Given up.
pub const FAILED: &str = "失败";

/// Wait after a failed attempt, so that the attempts lie at 0, 5 and 30 minutes.
const BACK_OFF: BackOff = BackOff(&[5 * 60 * 1000, 25 * 60 * 1000]);
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
        ("mailbox_user", from.mailbox.user.into_value()),
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
    /// Whose mailbox it goes by.
    owner: Owner,
    row: Row,
    worker: String,
    language: String,
}

const COLUMNS: [&str; 15] = [
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
    "mailbox_user",
    "worker",
];

const ARRIVAL: Schedule = Schedule::Arrival(|conn, now| queue::waiting(conn, "mail_log", now));

/// Sending is a plan of the platform.
pub(crate) const PLAN: Plan =
    Plan::new("mail.send", ("邮件发送", "Sending of mails"), (Category::Mail, ARRIVAL), send_due)
        .losing(|conn, since| queue::lost(conn, ("mail_log", GIVEN_UP), ("finished_at", since)));

/// Telegrams are given up, or taken back, as messages, and count among those.
const GIVEN_UP: &str = "status = '失败' AND kind <> '电子报文'";

/// The mails by one mailbox wait for each other; codes and links wait for no others.
type Lane = (Owner, bool);

/// Sends what is due; answers how many mails were tried.
pub(crate) fn send_due(app: &Arc<App>) -> Result<usize, Refusal> {
    queue::work_off(&app.jobs, &Outbox { app, lost: Mutex::default() })
}

/// The mails, and the mailboxes whose server does not answer or lets nobody in: it is asked once in a round, and the
/// other mails by the same mailbox share its fate.
struct Outbox<'a> {
    app: &'a App,
    lost: Mutex<BTreeMap<Owner, Trouble>>,
}

impl Queue for Outbox<'_> {
    type Lane = Lane;
    type Entry = Taken;

    fn take(&self, but: &[Lane]) -> Result<Option<(Lane, Taken)>, Refusal> {
        let Some(mail) = take(self.app, but)? else { return Ok(None) };
        Ok(Some(((mail.owner, mail.row.get(10)?), mail)))
    }

    fn work(&self, mail: Taken) -> Result<(), Refusal> {
        let outcome = self.send(&mail);
        finish(self.app, &mail, outcome)
    }
}

impl Outbox<'_> {
    fn lost(&self) -> MutexGuard<'_, BTreeMap<Owner, Trouble>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a mail, unless its server is lost; answers why it did not arrive.
    fn send(&self, mail: &Taken) -> Result<(), String> {
        if let Some(trouble) = self.lost().get(&mail.owner) {
            return Err(trouble.reason(&mail.language));
        }
        attempt(self.app, mail).map_err(|told| {
            let reason = told.reason(&mail.language);
            if let Told::Server(trouble) = told
                && trouble.is_of_the_server()
            {
                self.lost().insert(mail.owner, trouble);
            }
            reason
        })
    }
}

/// Takes the mail that has waited longest, of none of some lanes, codes and links before all others. Of two workers
/// that see it, one changes its row.
fn take(app: &App, but: &[Lane]) -> Result<Option<Taken>, Refusal> {
    loop {
        let now = app.clock.now();
        let mut due = sql::from_global("mail_log");
        due.columns(COLUMNS)
            .and_where(queue::due(now))
            .order_by("secure", Order::Desc)
            .order_by("next_at", Order::Asc)
            .order_by("id", Order::Asc)
            .limit(1);
        for (owner, secure) in but {
            // Nobody is user 0: without a user it is the mailbox of all.
            let user = Expr::cust("COALESCE(mailbox_user, 0)").eq(sql::value(owner.user.unwrap_or(Id(0))));
            let of = sql::eq("mailbox_org", owner.org).and(user).and(sql::eq("secure", *secure));
            due.and_where(of.not());
        }
        let Some(row) = app.store.read(|conn| Ok::<_, Refusal>(conn.first(&due.into())?))? else { return Ok(None) };
        let worker = queue::worker()?;
        let (attempts, seen): (i64, i64) = (row.get(2)?, row.get(5)?);
        if queue::is_out_of_reach(seen, now) && !row.get::<String>(14)?.is_empty() {
            shorten(app, (row.get(0)?, row.get(1)?), seen, now)?;
            continue;
        }
        let mail = Taken {
            org: row.get(0)?,
            id: row.get(1)?,
            attempts: attempts + 1,
            owner: Owner { org: row.get(3)?, user: row.get(13)? },
            language: row.get(4)?,
            worker,
            row,
        };
        if mark_taken(app, &mail, seen, now)? {
            if attempts < BACK_OFF.attempts() {
                return Ok(Some(mail));
            }
            // Its last worker was lost with it; what he did not write down is not known.
            let mail = Taken { attempts, ..mail };
            let reason = INTERRUPTED.text().in_language(&mail.language).to_owned();
            finish(app, &mail, Err(reason))?;
        }
    }
}

/// A worker's time that a clock gave which ran ahead: whether he is lost is seen when a time from now on runs out.
fn shorten(app: &App, (org, id): (i64, Id), seen: i64, now: Instant) -> Result<(), Refusal> {
    let mut update = sql::update(org, "mail_log", &[("next_at", Value::Int(now.millis() + LEASE_MS))]);
    update.and_where(sql::eq("id", id)).and_where(sql::eq("next_at", seen));
    app.system_write(|conn| Ok(conn.exec(&update.into())?)).map(drop)
}

fn mark_taken(app: &App, mail: &Taken, seen: i64, now: Instant) -> Result<bool, Refusal> {
    let cells = [
        ("status", SENDING.into_value()),
        ("attempts", Value::Int(Ord::min(mail.attempts, BACK_OFF.attempts()))),
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
    let Some(opened) = app.store.read(|conn| mailbox::open(conn, app, mail.owner))? else {
        return Ok(Err(Told::Own(CLOSED)));
    };
    let words = words_of(app, &mail.row.get::<Vec<u8>>(6)?)?;
    let files: Vec<Attachment> = files_of(&mail.row.get::<String>(9)?)?;
    let mut read = Vec::new();
    for file in files {
        match app.files.read(mail.org, &file.hash) {
            Ok(bytes) => read.push((clean_name(&file.name), bytes)),
            Err(_) => return Ok(Err(Told::Own(FILE_GONE))),
        }
    }
    let bare = Kind::goes_as_it_is(&mail.row.get::<String>(12)?);
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
        app.store.write(|conn| sign::count_uses(conn, mail.org, [template]))?;
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
    let wait = BACK_OFF.after(mail.attempts);
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
        ("next_at", if over { Value::Null } else { Value::Int(now.millis() + wait.unwrap_or_default()) }),
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
