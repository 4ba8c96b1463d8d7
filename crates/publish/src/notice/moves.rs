//! Publishing and taking offline: by hand, by the clock, and by what is published elsewhere.

use std::sync::Arc;

use facts::audience::EVERYONE;
use kernel::{Id, Msg};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::document::claim;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::rich_text;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Row, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::mailed;
use super::{DRAFT, OFFLINE, PAGE, PUBLISHED, TABLE, WAITING};

const IS_PUBLISHED: Msg = Msg::new("notice.is_published", "公告已发布", "The notice has been published already.");
const NOT_SHOWN: Msg = Msg::new("notice.not_shown", "只有已发布或待发布的公告可以下线", "The notice is not published.");
const OVER: Msg =
    Msg::new("notice.over", "失效时间已过，不能发布", "The notice has ended already and can't be published.");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Version {
    version: i64,
}

/// A notice's title, state, time of publication and end.
type Facts = (String, String, Option<i64>, Option<i64>);

fn facts_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<Facts, Refusal> {
    let mut select = sql::from(org, TABLE);
    select.columns(["title_words", "status", "publish_at", "expire_at"]).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn set(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

/// PUT /hrs/notice/publish/{id}: at once, or to wait for its time.
pub(super) fn publish(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    let state = call.write(|tx| {
        let org = tx.org();
        let (title, status, publish_at, expire_at) = facts_of(tx, org, id)?;
        claim(tx, TABLE, id, body.version)?;
        if status != DRAFT && status != OFFLINE {
            return Err(Refusal::business(IS_PUBLISHED));
        }
        let now = tx.now.millis();
        if expire_at.is_some_and(|end| end <= now) {
            return Err(Refusal::business(OVER));
        }
        let waits = publish_at.is_some_and(|time| time > now);
        let state = if waits { WAITING } else { PUBLISHED };
        let published = if waits { Value::Null } else { Value::Int(now) };
        let cells = [("status", state.into_value()), ("published_at", published), ("edited_at", Value::Null)];
        set(tx, id, &cells)?;
        if !waits {
            mail_if_wished(tx, id, now)?;
        }
        tx.log(
            LogEntry::of(TABLE, id, &title, PAGE).did("发布", "发布").text(format!("{title}：{status} -> {state}")),
        )?;
        Ok(state)
    })?;
    Ok(Answer::Data(json!({ "id": id, "status": state })))
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

/// PUT /hrs/notice/offline/{id}.
pub(super) fn offline(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        let org = tx.org();
        let (title, status, ..) = facts_of(tx, org, id)?;
        claim(tx, TABLE, id, body.version)?;
        if status != PUBLISHED && status != WAITING {
            return Err(Refusal::business(NOT_SHOWN));
        }
        set(tx, id, &[("status", OFFLINE.into_value())])?;
        let text = format!("{title}：{status} -> {OFFLINE}");
        tx.log(LogEntry::of(TABLE, id, title, PAGE).did("下线", "下线").text(text))
    })?;
    Ok(Answer::Data(json!({ "id": id, "status": OFFLINE })))
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
