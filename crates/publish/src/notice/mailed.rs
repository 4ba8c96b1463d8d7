//! Mailing a notice to its readers: asked for by hand or with its publication, put into the outbox by a plan.

use std::sync::Arc;

use kernel::{Id, Instant, Msg};
use mail::{Announcement, Kind, Letter, Mailbox, Sender};
use message::{Addressee, By, addressees, claim, is_mailed};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::document::claim as claim_version;
use platform::job::plan::{Category, Plan, Schedule, Waiting};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::rich_text;
use platform::sea_query::{Expr, ExprTrait, OnConflict, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::readers::Readers;
use super::told::PUBLISHED_EVENT;
use super::{PAGE, PUBLISHED, TABLE};

const QUEUE: &str = "notice_mail";

const NOT_PUBLISHED: Msg =
    Msg::new("notice.mail_published", "只有已发布的公告可以邮件发送", "Only a published notice can be mailed.");
const OVER: Msg = Msg::new("notice.mail_over", "公告已失效，不能邮件发送", "The notice has ended; it can't be mailed.");
const UNDER_WAY: Msg = Msg::new("notice.mail_under_way", "邮件正在发送，请稍候", "Its mails are being sent already.");
const NO_MAILBOX: Msg =
    Msg::new("notice.no_mailbox", "未配置发件邮箱，请先配置", "There is no mailbox to send it by. Please set one up.");
const NOBODY: Msg = Msg::new("notice.nobody", "推送范围内没有用户登记邮箱", "None of its readers has an e-mail.");
const TO_MANY: Msg = Msg::new("notice.mail_count", "将向{n}位用户发送邮件，是否继续？", "Mail it to {n} users?");

/// Mailing what was asked for.
pub(super) const PLAN: Plan =
    Plan::new("notice.mail", ("公告邮件发送", "Mails of notices"), (Category::Mail, Schedule::Arrival(backlog)), work);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    version: i64,
    #[serde(default)]
    confirmed: Vec<String>,
}

/// POST /hrs/notice/sendMail/{id}: asks with the number of receivers first.
pub(super) fn ask(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Body>()?);
    let app = call.app.clone();
    let count = call.write(|tx| {
        let org = tx.org();
        let mut select = sql::from(org, TABLE);
        select.columns(["title_words", "status", "push_type", "expire_at"]).and_where(sql::eq("id", id));
        let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
        let (title, status): (String, String) = (row.get(0)?, row.get(1)?);
        claim_version(tx, TABLE, id, body.version)?;
        if status != PUBLISHED {
            return Err(Refusal::business(NOT_PUBLISHED));
        }
        if row.get::<Option<Instant>>(3)?.is_some_and(|end| end <= tx.now) {
            return Err(Refusal::business(OVER));
        }
        mail::mailbox_for(tx, &app, org)?.ok_or(Refusal::business(NO_MAILBOX))?;
        let readers = Readers { writer: org, notice: id, push: row.get(2)? };
        let mut count = 0;
        let now = tx.now;
        for reader in readers.orgs(tx, now)? {
            count += reached(tx, &app, (readers, reader))?.len();
        }
        if count == 0 {
            return Err(Refusal::business(NOBODY));
        }
        let mut findings = kernel::Findings::new();
        findings.confirm("", TO_MANY.with(&[("n", &count.to_string())]));
        Refusal::unless_clean(&findings, &body.confirmed)?;
        if !want(tx, id, tx.now.millis())? {
            return Err(Refusal::business(UNDER_WAY));
        }
        tx.log(LogEntry::of(TABLE, id, title, PAGE).did("修改", "邮件发送").text(format!("收件人：{count}位")))?;
        Ok(count)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "id": id, "receiverCount": count })))
}

/// The readers in a company who have an address and did not turn such mails off.
fn reached(conn: &mut dyn Conn, app: &App, (readers, org): (Readers, i64)) -> Result<Vec<Addressee>, Refusal> {
    let users = readers.of(conn, org)?;
    addressees(conn, By::product(app, org), &PUBLISHED_EVENT, &users)
}

/// Has a notice of the caller's org mailed, with its publication when that is the time; false when that is under
/// way.
pub(super) fn want(tx: &mut Tx<'_>, id: Id, asked: i64) -> Result<bool, Refusal> {
    let cells = [("notice_id", id.into_value()), ("asked_at", Value::Int(asked))];
    let mut insert = sql::insert(tx.org(), QUEUE, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "notice_id"]).do_nothing().to_owned());
    Ok(tx.exec(&insert.into())? == 1)
}

fn backlog(conn: &mut dyn Conn, _: Instant) -> Result<Waiting, Refusal> {
    let mut all = sql::from_global("notice_mail");
    all.expr(Expr::cust("COUNT(*)"));
    let all = conn.first(&all.into())?.unwrap_or_default().get(0)?;
    Ok(Waiting { all, due: all })
}

/// Puts the mails of each notice into the outbox, a company at a time: one that ends between repeats none.
fn work(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut count = 0;
    let mut due = sql::from_global("notice_mail");
    due.columns(["org_id", "notice_id", "asked_at"]).order_by("asked_at", Order::Asc);
    for row in app.store.read(|conn| Ok::<_, Refusal>(conn.query(&due.into())?))? {
        let (writer, notice): (i64, Id) = (row.get(0)?, row.get(1)?);
        if let Some(post) = app.store.read(|conn| Post::of(conn, (writer, notice), (row.get(2)?, app.clock.now())))? {
            for org in app.store.read(|conn| post.readers.orgs(conn, app.clock.now()))? {
                count += app.system_write(|conn| post.to(app, conn, org))?;
            }
        }
        let mut done = sql::delete(writer, QUEUE);
        done.and_where(sql::eq("notice_id", notice));
        app.system_write(|conn| Ok(conn.exec(&done.into())?))?;
    }
    Ok(count)
}

/// A notice on its way.
struct Post {
    readers: Readers,
    asked: i64,
    /// It goes with the publication.
    news: bool,
    title: String,
    text: String,
}

impl Post {
    /// What is to be mailed; nothing once it was taken offline, or has ended.
    fn of(
        conn: &mut dyn Conn,
        (writer, notice): (i64, Id),
        (asked, now): (i64, Instant),
    ) -> Result<Option<Self>, Refusal> {
        let mut select = sql::from(writer, TABLE);
        select
            .columns(["push_type", "title_words", "notice_text", "published_at"])
            .and_where(sql::eq("id", notice))
            .and_where(sql::col("expire_at").is_null().or(sql::col("expire_at").gt(sql::value(now))))
            .and_where(sql::eq("status", PUBLISHED.to_owned()));
        let Some(row) = conn.first(&select.into())? else { return Ok(None) };
        let readers = Readers { writer, notice, push: row.get(0)? };
        let text = rich_text::words(&row.get::<String>(2)?);
        let news = row.get::<Option<i64>>(3)? == Some(asked);
        Ok(Some(Self { readers, asked, news, title: row.get(1)?, text }))
    }

    fn to(&self, app: &App, conn: &mut dyn Conn, org: i64) -> Result<usize, Refusal> {
        let Readers { writer, notice, .. } = self.readers;
        let Some(mailbox) = mail::mailbox_for(conn, app, writer)? else { return Ok(0) };
        // Its rule mails them the news already.
        if self.news && is_mailed(conn, org, &PUBLISHED_EVENT)? {
            return Ok(0);
        }
        let mark = format!("mail {}", self.asked);
        if !claim(conn, By::product(app, org), &PUBLISHED_EVENT, (notice, &mark))? {
            return Ok(0);
        }
        let link = link(&mailbox, notice);
        let mut count = 0;
        for reader in reached(conn, app, (self.readers, org))? {
            let words = Announcement { title: &self.title, text: &self.text, link: &link }.words(&reader.language);
            let from = Sender { org: writer, mailbox: &mailbox, user: None, language: &reader.language };
            let letter = Letter { not_before: reader.not_before, ..Letter::to(Kind::Notice, &reader.email, words) };
            mail::put(conn, app, from, &letter)?;
            count += 1;
        }
        Ok(count)
    }
}

fn link(mailbox: &Mailbox, notice: Id) -> String {
    format!("{}{}", mailbox.public_url.trim_end_matches('/'), super::told::address(notice))
}
