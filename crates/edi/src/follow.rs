//! What time does to sent messages: no answer within a day, or a mail that was given up.

use std::sync::Arc;

use kernel::{Id, Msg};
use platform::call::{App, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::{Cell, sql};

use crate::page::{FAILED, OUT, SENT, TABLE, TIMEOUT, newest};
use crate::{record, told};

/// An answer comes within so long, or it is missed.
const ANSWER_MS: i64 = 24 * 60 * 60 * 1000;
/// Messages of one run and company.
const AT_ONCE: u64 = 500;

const NO_ANSWER: Msg =
    Msg::new("edi.no_answer", "24小时内未收到航司回执", "The carrier did not answer within 24 hours.");
const MAIL_FAILED: Msg = Msg::new("edi.mail_failed", "邮件发送失败：{reason}", "The mail was not sent: {reason}");

/// Looking after sent messages is a plan of the room.
pub(crate) const PLAN: Plan = Plan::new(
    "edi.follow",
    ("电子报文回执超时", "Messages without an answer"),
    (Category::Update, Schedule::Minute),
    |app| app.each_org(|org| Ok(mails(app, org)? + late(app, org)?)),
);

/// Marks messages nobody answered in time.
fn late(app: &Arc<App>, org: i64) -> Result<usize, Refusal> {
    let before = app.clock.now().plus_millis(-ANSWER_MS);
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("direction", OUT))
        .and_where(sql::eq("state", SENT))
        .and_where(sql::col("sent_at").lte(sql::value(before)))
        .order_by("id", Order::Asc)
        .limit(AT_ONCE);
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    for row in &rows {
        let id: Id = row.get(0)?;
        record::own_call(app, org).write(|tx| mark_late(tx, id))?;
    }
    Ok(rows.len())
}

fn mark_late(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let Some((_, message)) = newest(tx, org, [sql::eq("id", id)])? else { return Err(Refusal::NotFound) };
    let cells = [("state", TIMEOUT.into_value()), ("error_text", NO_ANSWER.zh.into_value())];
    if record::change(tx, (org, now), id, &[SENT], &cells)? {
        return tx.log(record::entry(id, &message.message_no, "超时").level(Level::Low).text(NO_ANSWER.zh));
    }
    // Its answer came at this very moment.
    tx.no_log_line();
    Ok(())
}

/// Marks messages whose mail was given up, and tells their senders.
fn mails(app: &Arc<App>, org: i64) -> Result<usize, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column((TABLE, "id"))
        .column(("mail_log", "error"))
        .join(JoinType::InnerJoin, "mail_log", sql::same_org("mail_log", TABLE, "mail_id"))
        .and_where(sql::of_eq(TABLE, "state", SENT))
        .and_where(sql::of_eq("mail_log", "status", mail::FAILED))
        .limit(AT_ONCE);
    let rows = app.store.read(|conn| conn.query(&select.into()))?;
    for row in &rows {
        let (id, reason): (Id, String) = (row.get(0)?, row.get(1)?);
        record::own_call(app, org).write(|tx| mark_failed(tx, id, &reason))?;
    }
    Ok(rows.len())
}

fn mark_failed(tx: &mut Tx<'_>, id: Id, reason: &str) -> Result<(), Refusal> {
    let (app, org, now) = (tx.app, tx.org(), tx.now);
    let Some((_, message)) = newest(tx, org, [sql::eq("id", id)])? else { return Err(Refusal::NotFound) };
    let text = MAIL_FAILED.with(&[("reason", reason)]);
    let cells = [("state", FAILED.into_value()), ("error_text", text.zh.clone().into_value())];
    if record::change(tx, (org, now), id, &[SENT], &cells)? {
        told::sender(tx, (app, org), &told::FAILED, (id, &message), (&text.zh, &text.en))?;
        return tx.log(record::entry(id, &message.message_no, "发送失败").level(Level::High).text(text.zh));
    }
    tx.no_log_line();
    Ok(())
}
