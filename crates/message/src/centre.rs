//! The message centre: what a user was told, read by himself alone.

use std::sync::Arc;

use kernel::{Id, Msg};
use platform::access::{Access, Actor};
use platform::call::{Answer, App, Call, Outcome};
use platform::field::Field;
use platform::list::{self, Ask, Column, Filter, Join, ListPage, Match};
use platform::log::{Level, LogEntry};
use platform::message::KINDS;
use platform::push::Topic;
use platform::refusal::{Refusal, messages};
use platform::registry::{Operation, Room};
use platform::retention;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

const UNREAD_STAYS: Msg =
    Msg::new("message.unread", "未读消息不能删除", "A message that was not read can't be deleted.");

/// Messages named by one call at most.
const NAMED_MAX: usize = 500;

/// The messages of a caller, unread ones first and newest first.
const LIST: ListPage = ListPage {
    joins: &[Join { table: "app_user", alias: "sender", on: &[("sender_id", "id")], by_org: true }],
    columns: &[
        list::ID,
        Column::own(Field::select(KINDS, "类型", "Kind").column("kind")),
        Column::own(Field::text("标题", "Title").column("title")),
        Column::own(Field::text("内容", "Text").column("content")),
        Column::own(Field::text("单号", "Number").column("ref_no")),
        Column::own(Field::text("地址", "Address").column("url")),
        Column::of("sender", Field::text("发送人", "Sender").column("name_cn").wire("senderName")),
        Column::own(Field::instant("时间", "Time").column("created_at")),
        Column::own(Field::instant("阅读时间", "Read").column("read_at")),
    ],
    filters: &[
        Filter::new("kind", Match::OneOf, Field::select(KINDS, "类型", "Kind").column("kind")),
        Filter::new("read", Match::Flag(by_read), Field::flag("状态", "State")),
        Filter::new("createdAt", Match::Range, Field::instant("时间", "Time").column("created_at")),
        Filter::new("keyword", Match::Contains, Field::text("关键字", "Keyword")).columns(&[
            ("message", "title"),
            ("message", "content"),
            ("message", "ref_no"),
        ]),
    ],
    visible: Some(own),
    ..ListPage::new("hrs.message.list", "/notification", ("消息", "Messages"), "", "/prm/message", "message")
};

fn own(actor: &Actor) -> Condition {
    Condition::all().add(sql::of_eq("message", "user_id", actor.user_id))
}

fn by_read(_: &Actor, read: bool) -> Condition {
    let at = sql::of("message", "read_at");
    Condition::all().add(if read { at.is_not_null() } else { at.is_null() })
}

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    room.operations.extend([
        Operation::get("count_messages", "/prm/api/haveMessage", Access::LoggedIn, count)
            .param("orgId")
            .param("userId")
            .param("current")
            .param("size")
            .summary("Number of unread messages of the caller"),
        Operation::get("list_messages", "/prm/message", Access::LoggedIn, page)
            .param("kind")
            .param("read")
            .param("createdAt")
            .param("keyword")
            .param("current")
            .param("size")
            .param("sort")
            .summary("Messages of the caller"),
        Operation::put("read_messages", "/prm/message/read", Access::LoggedIn, read)
            .summary("Messages are read: those named, or all"),
        Operation::delete("remove_messages", "/prm/message", Access::LoggedIn, remove)
            .param("ids")
            .summary("Removes read messages"),
    ]);
}

/// Refuses a caller who names somebody else: the ids of a call must be the session's.
pub fn need_self(call: &mut Call) -> Result<(), Refusal> {
    let (org, user) = call.actor().map(|actor| (actor.org_id.to_string(), actor.user_id.to_string()))?;
    let given = |name: &str| call.asked.query.get(name).map(|text| text.trim().to_owned()).unwrap_or_default();
    let fits = |given: String, own: &str| given.is_empty() || given == own;
    if !fits(given("orgId"), &org) || !fits(given("userId"), &user) {
        return Err(Refusal::Forbidden);
    }
    call.asked.query.remove("orgId");
    call.asked.query.remove("userId");
    Ok(())
}

/// GET /prm/api/haveMessage.
fn count(call: &mut Call) -> Outcome {
    need_self(call)?;
    let actor = call.actor()?;
    let mut select = sql::from(actor.org_id, "message");
    select
        .expr(Expr::cust("COUNT(*)"))
        .and_where(sql::eq("user_id", actor.user_id))
        .and_where(sql::col("read_at").is_null());
    let count: i64 = call.read(|conn| Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?))?;
    Ok(Answer::Data(json!(count)))
}

/// GET /prm/message.
fn page(call: &mut Call) -> Outcome {
    let ask = Ask::of_query(&LIST, &call.asked.query)?;
    list::page_of(&LIST, call, &ask).map(Answer::Raw)
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Read {
    ids: Vec<Id>,
    all: bool,
}

/// PUT /prm/message/read. Reading changes nothing for anybody else and leaves no line in the log.
fn read(call: &mut Call) -> Outcome {
    let body: Read = call.json()?;
    let changed = call.write(|tx| {
        tx.no_log_line();
        let (org, user) = (tx.org(), tx.actor.user_id);
        let mut update = sql::update(org, "message", &[("read_at", tx.now.into_value())]);
        update.and_where(sql::eq("user_id", user)).and_where(sql::col("read_at").is_null());
        if !body.all {
            update.and_where(sql::is_in(sql::col("id"), body.ids.iter().copied().take(NAMED_MAX)));
        }
        tx.tell(Topic::counts(org, user));
        Ok(tx.exec(&update.into())?)
    })?;
    Ok(Answer::Data(json!({ "changed": changed })))
}

/// DELETE /prm/message.
fn remove(call: &mut Call) -> Outcome {
    let ids: Result<Vec<Id>, _> = call.query("ids").split(',').map(|id| id.trim().parse().map(Id)).collect();
    let ids = ids.ok().filter(|ids| ids.len() <= NAMED_MAX);
    let ids = ids.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")])))?;
    let removed = call.write(|tx| {
        let (org, user) = (tx.org(), tx.actor.user_id);
        let mut select = sql::from(org, "message");
        select
            .columns(["id", "read_at"])
            .and_where(sql::eq("user_id", user))
            .and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
        let rows = tx.query(&select.into())?;
        let Some(first) = rows.first() else { return Err(Refusal::NotFound) };
        if rows.iter().any(|row| *row.value(1) == Value::Null) {
            return Err(Refusal::business(UNREAD_STAYS));
        }
        let mut delete = sql::delete(org, "message");
        delete.and_where(sql::eq("user_id", user)).and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
        let count = tx.exec(&delete.into())?;
        let first: Id = first.get(0)?;
        tx.log(
            LogEntry::of("message", first, "", "/notification")
                .did("删除", "删除消息")
                .level(Level::Low)
                .text(format!("删除消息：{count}条")),
        )?;
        Ok(count)
    })?;
    Ok(Answer::Data(json!({ "removed": removed })))
}

/// Messages of long ago are over, read or not.
pub(crate) fn forget(app: &Arc<App>) -> Result<usize, Refusal> {
    retention::forget(app, &retention::MESSAGE_DAYS, "message")
}
