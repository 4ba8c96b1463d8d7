//! Publishing, telling the addressees, ending: by hand and by the clock.

use std::sync::Arc;

use facts::audience::{ADMINS, COMPANIES, EDITIONS};
use kernel::{Id, Instant, Msg, show_minute};
use message::{About, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::access::may_work;
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::document::{Document, claim};
use platform::log::LogEntry;
use platform::message::{MessageEvent, Mute, Placeholder, SYSTEM, To};
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use super::{ADDRESSEES, CLOSED, DRAFT, PAGE, Questionnaire, RUNNING, TABLE, pushed};

const IS_PUBLISHED: Msg =
    Msg::new("questionnaire.is_published", "问卷已发布", "The questionnaire has been published already.");
const NOT_RUNNING: Msg =
    Msg::new("questionnaire.not_running", "只有进行中的问卷可以结束", "The questionnaire is not running.");
const OVER: Msg =
    Msg::new("questionnaire.over", "截止时间已过，不能发布", "Its end has passed: it can't be published.");
const NOBODY: Msg = Msg::new("questionnaire.nobody", "推送范围内没有用户", "There is nobody to send it to.");

/// Somebody is asked to answer.
pub(super) const ASKED: MessageEvent = MessageEvent::new(
    "questionnaire.asked",
    SYSTEM,
    ("问卷调查", "Questionnaire"),
    ("平台向用户发放问卷时", "When the platform asks a user to answer a questionnaire"),
)
.to(To::Concerned("被调查用户", "Whoever is asked"))
.mutes(Mute::All)
.says(
    ("问卷调查：{title}", "Questionnaire: {title}"),
    ("请于{date}前填写", "Please answer it before {date}."),
    &[Placeholder::new("title", "问卷标题", "Title"), Placeholder::new("date", "截止时间", "End")],
);

/// Addressees told in one transaction.
const TOLD_AT_ONCE: u64 = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Version {
    version: i64,
}

/// The questionnaire itself.
pub(super) fn find(conn: &mut dyn Conn, id: Id) -> Result<Questionnaire, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    for field in Questionnaire::FIELDS {
        select.column(field.column);
    }
    let row = conn.first(&select.and_where(sql::eq("id", id)).into())?.ok_or(Refusal::NotFound)?;
    Ok(Questionnaire::from_values(&row.0)?)
}

pub(super) fn status_of(conn: &mut dyn Conn, id: Id) -> Result<String, Refusal> {
    Ok(find(conn, id)?.status)
}

fn set_status(tx: &mut Tx<'_>, id: Id, title: &str, (old, new): (&str, &'static str)) -> Result<(), Refusal> {
    let mut update = sql::update(PLATFORM_ORG, TABLE, &[("status", new.into_value())]);
    update.and_where(sql::eq("id", id)).and_where(sql::eq("status", old.to_owned()));
    // Of two who do it at once the second has nothing to do.
    if tx.exec(&update.into())? == 0 {
        return Ok(());
    }
    let (kind, done) = if new == CLOSED { ("下线", "结束") } else { ("发布", "发布") };
    tx.log(LogEntry::of(TABLE, id, title, PAGE).did(kind, done).text(format!("{title}：{old} -> {new}")))
}

/// PUT /hrs/questionnaire/publish/{id}.
pub(super) fn publish(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    let count = call.write(|tx| {
        claim(tx, TABLE, id, body.version)?;
        let questionnaire = find(tx, id)?;
        if questionnaire.status != DRAFT {
            return Err(Refusal::business(IS_PUBLISHED));
        }
        if questionnaire.end_at.is_some_and(|end| end <= tx.now.millis()) {
            return Err(Refusal::business(OVER));
        }
        let count = address(tx, id, &questionnaire)?;
        if count == 0 {
            return Err(Refusal::business(NOBODY));
        }
        set_status(tx, id, &questionnaire.title, (DRAFT, RUNNING))?;
        Ok(count)
    })?;
    Ok(Answer::Data(json!({ "id": id, "status": RUNNING, "addressedCount": count })))
}

/// Writes down to whom it is sent: who comes later is not asked, who leaves still counts.
fn address(tx: &mut Tx<'_>, id: Id, questionnaire: &Questionnaire) -> Result<usize, Refusal> {
    let push = questionnaire.push_type.unwrap_or_default();
    let targets = pushed(tx, id)?;
    let mut orgs = sql::from_global("org");
    orgs.column("id").cond_where(may_work(tx.now));
    match push {
        COMPANIES => {
            let ids = targets.iter().filter_map(|target| target.parse::<i64>().ok());
            orgs.and_where(sql::is_in(sql::col("id"), ids));
        }
        EDITIONS => {
            orgs.and_where(sql::is_in(sql::col("edition"), targets.iter().cloned()));
        }
        _ => {}
    }
    let mut count = 0;
    for row in tx.query(&orgs.into())? {
        let org: i64 = row.get(0)?;
        let mut users = sql::from(org, "app_user");
        users.column("id").and_where(sql::eq("active", true));
        if push == ADMINS {
            users.and_where(sql::col("admin_role").ne(""));
        }
        for user in tx.query(&users.into())? {
            let cells = [
                ("questionnaire_id", id.into_value()),
                ("user_org_id", Value::Int(org)),
                ("user_id", user.value(0).clone()),
                ("told", Value::Bool(false)),
                ("answered", Value::Bool(false)),
            ];
            tx.exec(&sql::insert(PLATFORM_ORG, ADDRESSEES, &cells).into())?;
            count += 1;
        }
    }
    Ok(count)
}

/// PUT /hrs/questionnaire/close/{id}.
pub(super) fn close(call: &mut Call) -> Outcome {
    let (id, body) = (call.path_id("id")?, call.json::<Version>()?);
    call.write(|tx| {
        claim(tx, TABLE, id, body.version)?;
        let questionnaire = find(tx, id)?;
        if questionnaire.status != RUNNING {
            return Err(Refusal::business(NOT_RUNNING));
        }
        set_status(tx, id, &questionnaire.title, (RUNNING, CLOSED))
    })?;
    Ok(Answer::Data(json!({ "id": id, "status": CLOSED })))
}

/// Ends the questionnaires whose time is over.
pub(super) fn close_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut due = sql::from(PLATFORM_ORG, TABLE);
    due.columns(["id", "title"])
        .and_where(sql::eq("status", RUNNING.to_owned()))
        .and_where(sql::col("end_at").lte(sql::value(app.clock.now())));
    let rows = app.store.read(|conn| conn.query(&due.into()))?;
    let Some(call) = caller(app, rows.is_empty())? else { return Ok(0) };
    call.write(|tx| {
        tx.no_log_line();
        for row in &rows {
            let (id, title): (Id, String) = (row.get(0)?, row.get(1)?);
            // Somebody may have ended it, or given it more time, meanwhile.
            let now = find(tx, id)?;
            if now.status == RUNNING && now.end_at.is_some_and(|end| end <= tx.now.millis()) {
                set_status(tx, id, &title, (RUNNING, CLOSED))?;
            }
        }
        Ok(())
    })?;
    Ok(rows.len())
}

/// A call of the platform's administrator, when there is something to do.
fn caller(app: &Arc<App>, idle: bool) -> Result<Option<Call>, Refusal> {
    if idle { Ok(None) } else { approval::people::call_of_admin(app, PLATFORM_ORG) }
}

/// Writes their message to the addressees of what has begun: each gets one, however often this is done.
pub(super) fn tell_due(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut done = 0;
    loop {
        let rows = app.store.read(|conn| {
            let mut due = sql::from(PLATFORM_ORG, ADDRESSEES);
            due.columns([(ADDRESSEES, "questionnaire_id"), (ADDRESSEES, "user_org_id"), (ADDRESSEES, "user_id")])
                .inner_join(
                    TABLE,
                    sql::all_of([
                        sql::of(TABLE, "org_id").equals((ADDRESSEES, "org_id")),
                        sql::of(TABLE, "id").equals((ADDRESSEES, "questionnaire_id")),
                    ]),
                )
                .and_where(sql::of_eq(ADDRESSEES, "told", false))
                .and_where(sql::of_eq(TABLE, "status", RUNNING.to_owned()))
                .and_where(sql::of(TABLE, "start_at").lte(sql::value(app.clock.now())))
                .limit(TOLD_AT_ONCE);
            conn.query(&due.into())
        })?;
        let Some(call) = caller(app, rows.is_empty())? else { return Ok(done) };
        call.write(|tx| {
            tx.no_log_line();
            for row in &rows {
                tell(tx, row.get(0)?, (row.get(1)?, row.get(2)?))?;
            }
            Ok(())
        })?;
        done += rows.len();
    }
}

fn tell(tx: &mut Tx<'_>, id: Id, (org, user): (i64, Id)) -> Result<(), Refusal> {
    let mut told = sql::update(PLATFORM_ORG, ADDRESSEES, &[("told", Value::Bool(true))]);
    told.and_where(sql::eq("questionnaire_id", id))
        .and_where(sql::eq("user_org_id", org))
        .and_where(sql::eq("user_id", user))
        .and_where(sql::eq("told", false));
    if tx.exec(&told.into())? == 0 {
        return Ok(());
    }
    let questionnaire = find(tx, id)?;
    let end = questionnaire.end_at.map(Instant::from_millis).map(show_minute).unwrap_or_default();
    let told = Told {
        to: vec![user],
        values: Values::default().with("title", questionnaire.title).with("date", end),
        about: About { kind: TABLE, id: Some(id), url: format!("/investigate?id={id}"), ..About::default() },
        ..Told::default()
    };
    let by = By::product(tx.app, org);
    message::send(tx, by, &ASKED, &told).map(drop)
}
