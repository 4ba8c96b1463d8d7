//! What readers see: the home page's list, one notice, its files.

use facts::audience::{ADMINS, COMPANIES, EDITIONS, EVERYONE};
use kernel::{Id, Instant, show_second};
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::Handler;
use platform::rich_text::{self, Policy};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, OnConflict, Order, Query, SelectStatement};
use platform::store::{Cell, Conn, sql};
use serde_json::{Value as Json, json};

use super::{PUBLISHED, TABLE};
use platform::attached;

/// Notices of the home page.
const HOME_MAX: u64 = 10;
/// Notices that are searched.
const TEXTS_MAX: u64 = 100;

/// Notices that are shown to a user now, whatever company wrote them.
fn shown(conn: &mut dyn Conn, actor: &Actor) -> Result<SelectStatement, Refusal> {
    let mut edition = sql::from_global("org");
    edition.column("edition").and_where(sql::eq("id", actor.org_id));
    let edition: String = conn.first(&edition.into())?.unwrap_or_default().get(0)?;
    let of = |name| sql::of(TABLE, name);
    let push = |kind: i64| of("push_type").eq(sql::value(kind));
    let mut audience = Condition::any()
        .add(push(EVERYONE))
        .add(push(COMPANIES).and(named(actor.org_id.to_string())))
        .add(push(EDITIONS).and(named(edition)));
    if !actor.admin_role.is_empty() {
        audience = audience.add(push(ADMINS));
    }
    let mut select = facts::of_platform_and(actor.org_id, TABLE);
    select
        .and_where(of("status").eq(sql::value(PUBLISHED.to_owned())))
        .and_where(of("expire_at").is_null().or(of("expire_at").gt(sql::value(actor.now))))
        .cond_where(audience);
    Ok(select)
}

/// Whether a notice names a company or an edition.
fn named(target: String) -> Expr {
    let mut push = Query::select();
    push.expr(Expr::cust("1"))
        .from("notice_push")
        .and_where(sql::of("notice_push", "org_id").equals((TABLE, "org_id")))
        .and_where(sql::of("notice_push", "notice_id").equals((TABLE, "id")))
        .and_where(sql::of_eq("notice_push", "target", target));
    Expr::exists(push)
}

/// GET /hrs/notice without a page: the newest ten, those on top first.
pub(super) fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let rows = call.read(|conn| {
        let mut select = shown(conn, actor)?;
        select
            .columns([(TABLE, "id"), (TABLE, "notice_title"), (TABLE, "notice_type"), (TABLE, "notice_date")])
            .column(("seen", "read_at"))
            .join_as(
                JoinType::LeftJoin,
                "notice_read",
                "seen",
                sql::all_of([
                    sql::of("seen", "org_id").equals((TABLE, "org_id")),
                    sql::of("seen", "notice_id").equals((TABLE, "id")),
                    sql::of_eq("seen", "user_id", actor.user_id),
                ]),
            )
            .order_by((TABLE, "top"), Order::Desc)
            .order_by((TABLE, "notice_date"), Order::Desc)
            .order_by((TABLE, "created_at"), Order::Desc)
            .order_by((TABLE, "id"), Order::Desc)
            .limit(HOME_MAX);
        Ok(conn.query(&select.into())?)
    })?;
    let notices: Result<Vec<Json>, Refusal> = rows
        .iter()
        .map(|row| {
            Ok(json!({
                "noticeId": row.get::<Id>(0)?,
                "noticeTitle": rich_text::clean(Policy::Title, &row.get::<String>(1)?),
                "noticeType": row.get::<String>(2)?,
                "noticeDate": row.get::<String>(3)?,
                "read": row.get::<Option<Instant>>(4)?.is_some(),
            }))
        })
        .collect();
    Ok(Answer::Data(Json::Array(notices?)))
}

/// GET /hrs/notice/texts: titles and words of the newest notices, as they are searched. Who finds one has not read it.
pub(super) fn texts(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let rows = call.read(|conn| {
        let mut select = shown(conn, actor)?;
        select
            .columns([(TABLE, "id"), (TABLE, "title_words"), (TABLE, "notice_text")])
            .order_by((TABLE, "notice_date"), Order::Desc)
            .order_by((TABLE, "id"), Order::Desc)
            .limit(TEXTS_MAX);
        Ok(conn.query(&select.into())?)
    })?;
    let texts: Result<Vec<Json>, Refusal> = rows
        .iter()
        .map(|row| {
            let text = rich_text::words(&row.get::<String>(2)?);
            Ok(json!({ "noticeId": row.get::<Id>(0)?, "title": row.get::<String>(1)?, "text": text }))
        })
        .collect();
    Ok(Answer::Data(Json::Array(texts?)))
}

/// GET /hrs/notice/{id}: with everything for those who manage it, and read by whom it is meant for.
pub(super) fn one(call: &mut Call, manage: &Handler) -> Outcome {
    let id = call.path_id("id")?;
    let found = reader_view(call, id)?;
    if let Some((org, _)) = &found {
        Refusal::unless_unsaved(mark_read(call, *org, id))?;
    }
    let own = call.actor()?.has("hrs_notice");
    match (found, own) {
        (Some((_, view)), false) => Ok(Answer::Data(view)),
        (Some((org, view)), true) if org != call.actor()?.org_id => Ok(Answer::Data(view)),
        (_, true) => manage(call),
        (None, false) => Err(Refusal::NotFound),
    }
}

/// The org of a notice and what its readers see; none for those it is not meant for.
fn reader_view(call: &Call, id: Id) -> Result<Option<(i64, Json)>, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| {
        let mut select = shown(conn, actor)?;
        select
            .columns([(TABLE, "org_id"), (TABLE, "notice_title"), (TABLE, "notice_type"), (TABLE, "notice_date")])
            .columns([(TABLE, "notice_text"), (TABLE, "published_at"), (TABLE, "edited_at")])
            .and_where(sql::of_eq(TABLE, "id", id));
        let Some(row) = conn.first(&select.into())? else { return Ok(None) };
        let org: i64 = row.get(0)?;
        let time = |place: usize| Ok::<_, Refusal>(row.get::<Option<Instant>>(place)?.map(show_second));
        let view = json!({
            "noticeId": id,
            "noticeTitle": rich_text::clean(Policy::Title, &row.get::<String>(1)?),
            "noticeType": row.get::<String>(2)?,
            "noticeDate": row.get::<String>(3)?,
            "noticeText": rich_text::clean(Policy::Body, &row.get::<String>(4)?),
            "publishedAt": time(5)?,
            "editedAt": time(6)?,
            "files": attached::list(conn, org, TABLE, id)?,
        });
        Ok(Some((org, view)))
    })
}

/// The first reading counts; reading changes nothing for anybody else and leaves no line in the log.
fn mark_read(call: &Call, org: i64, id: Id) -> Result<(), Refusal> {
    call.write(|tx| {
        tx.no_log_line();
        let cells = [
            ("notice_id", id.into_value()),
            ("user_id", tx.actor.user_id.into_value()),
            ("read_at", tx.now.into_value()),
        ];
        let mut insert = sql::insert(org, "notice_read", &cells);
        insert.on_conflict(OnConflict::columns(["org_id", "notice_id", "user_id"]).do_nothing().to_owned());
        tx.exec(&insert.into())?;
        Ok(())
    })
}

/// GET /hrs/notice/file/{id}: of a notice that is shown to the caller or managed by him.
pub(super) fn file(call: &mut Call) -> Outcome {
    let id = call.path_id("id")?;
    let actor = call.actor()?;
    let found = call.read(|conn| {
        for org in [actor.org_id, PLATFORM_ORG] {
            if let Some((object, file)) = attached::find(conn, org, TABLE, id)? {
                let managed = org == actor.org_id && actor.has("hrs_notice");
                return Ok(Some((object, file, managed)));
            }
        }
        Ok(None)
    })?;
    let (object, file, managed) = found.ok_or(Refusal::NotFound)?;
    let readable = match object {
        Some(notice) => managed || reader_view(call, notice)?.is_some(),
        None => file.is_of(actor),
    };
    if readable { file.answer(call) } else { Err(Refusal::NotFound) }
}
