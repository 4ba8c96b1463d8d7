//! Publishing and taking offline: by hand, by the clock, and by what is published elsewhere.

use std::sync::Arc;

use facts::audience::EVERYONE;
use kernel::{Id, Msg};
use platform::access::Access;
use platform::call::{App, Tx};
use platform::flow::{Flow, Move, Step};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::rich_text;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Row, Value, sql};

use super::mailed;
use super::{BASE, DRAFT, Notice, OFFLINE, PAGE, PUBLISHED, TABLE, WAITING};

const IS_PUBLISHED: Msg = Msg::new("notice.is_published", "公告已发布", "The notice has been published already.");
const NOT_SHOWN: Msg = Msg::new("notice.not_shown", "只有已发布或待发布的公告可以下线", "The notice is not published.");
const OVER: Msg =
    Msg::new("notice.over", "失效时间已过，不能发布", "The notice has ended already and can't be published.");

/// The way of a notice to its readers and back; the clock publishes those that wait.
pub(super) static FLOW: Flow<Notice> = Flow {
    moves: &[
        Move::new(
            "publish_notice",
            "publish/{id}",
            Access::Code("sys_notice_publish"),
            "发布",
            (&[DRAFT, OFFLINE], PUBLISHED),
        )
        .summary("Shows a notice, at once or when its time has come")
        .put()
        .kind("发布")
        .or(&[WAITING])
        .refused(IS_PUBLISHED)
        .does(publish),
        Move::new(
            "offline_notice",
            "offline/{id}",
            Access::Code("sys_notice_offline"),
            "下线",
            (&[PUBLISHED, WAITING], OFFLINE),
        )
        .summary("Takes a notice from its readers")
        .put()
        .kind("下线"),
    ],
    ..Flow::of((BASE, PAGE, TABLE), (Notice::STATUS, Notice::TITLE_WORDS), NOT_SHOWN)
};

/// At once, or to wait for its time.
fn publish(tx: &mut Tx<'_>, step: &mut Step<'_, Notice>) -> Result<(), Refusal> {
    let now = tx.now.millis();
    if step.document.expire_at.is_some_and(|end| end <= now) {
        return Err(Refusal::business(OVER));
    }
    step.set(Notice::EDITED_AT, Value::Null);
    if step.document.publish_at.is_some_and(|time| time > now) {
        step.go_to(WAITING);
        step.set(Notice::PUBLISHED_AT, Value::Null);
        return Ok(());
    }
    step.set(Notice::PUBLISHED_AT, Value::Int(now));
    mail_if_wished(tx, step.id, now)
}

/// Has a notice that was published mailed, when its writer wished so.
fn mail_if_wished(tx: &mut Tx<'_>, id: Id, published: i64) -> Result<(), Refusal> {
    let mut wished = sql::from(tx.org(), TABLE);
    wished.column("mail_on_publish").and_where(sql::eq("id", id));
    let wished: bool = tx.first(&wished.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if wished {
        mailed::want(tx, id, published)?;
    }
    Ok(())
}

/// Publishes the notices whose time has come.
pub(crate) fn publish_due(app: &Arc<App>) -> Result<usize, Refusal> {
    app.each_org(|org| {
        let mut due = sql::from(org, TABLE);
        due.columns(["id", "title_words", "publish_at"])
            .and_where(sql::eq("status", WAITING.to_owned()))
            .and_where(sql::col("publish_at").lte(sql::value(app.clock.now())));
        let rows = app.store.read(|conn| conn.query(&due.into()))?;
        if rows.is_empty() {
            return Ok(0);
        }
        let mut count = 0;
        crate::chore::as_admin(app, org, |tx| {
            for row in &rows {
                count += usize::from(publish_waiting(tx, row)?);
            }
            Ok(())
        })?;
        Ok(count)
    })
}

/// False when somebody took it offline meanwhile.
fn publish_waiting(tx: &mut Tx<'_>, row: &Row) -> Result<bool, Refusal> {
    let (id, title): (Id, String) = (row.get(0)?, row.get(1)?);
    let cells = [("status", PUBLISHED.into_value()), ("published_at", row.value(2).clone())];
    let mut update = sql::update(tx.org(), TABLE, &cells);
    update.value("version", sql::col("version").add(1));
    update.and_where(sql::eq("id", id)).and_where(sql::eq("status", WAITING.to_owned()));
    if tx.exec(&update.into())? != 1 {
        return Ok(false);
    }
    mail_if_wished(tx, id, row.get(2)?)?;
    let text = format!("{title}：{WAITING} -> {PUBLISHED}");
    tx.log(LogEntry::of(TABLE, id, title, PAGE).did("发布", "定时发布").text(text))?;
    Ok(true)
}

/// A notice to everyone that is published with something else.
pub(crate) fn write_published(tx: &mut Tx<'_>, kind: &'static str, title: &str, lines: &str) -> Result<Id, Refusal> {
    let (id, now, user) = (tx.new_id(), tx.now.into_value(), tx.actor.user_id.into_value());
    let cells = [
        ("id", id.into_value()),
        ("notice_date", kernel::show_day(tx.now.day()).into_value()),
        ("notice_title", rich_text::clean(rich_text::Policy::Title, title).into_value()),
        ("title_words", title.into_value()),
        ("notice_type", kind.into_value()),
        ("notice_text", rich_text::from_words(lines).into_value()),
        ("push_type", Value::Int(EVERYONE)),
        ("top", Value::Bool(false)),
        ("status", PUBLISHED.into_value()),
        ("published_at", now.clone()),
        ("version", Value::Int(1)),
        ("created_by", user.clone()),
        ("created_at", now.clone()),
        ("updated_by", user),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert(tx.org(), TABLE, &cells).into())?;
    tx.log(LogEntry::of(TABLE, id, title, PAGE).did("发布", "发布").text(title))?;
    Ok(id)
}
