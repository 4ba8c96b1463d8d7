//! 无权限: why a page does not open, and asking the administrator for it (event 120).

use approval::{Application, running};
use kernel::{Id, Instant, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, Actor, raise_permission_version};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::deployment;
use platform::field;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Applier, Applying, Approved, Effect, Operation, Room};
use platform::sea_query::{ExprTrait, OnConflict, Order, Query};
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{edition, permission};

/// Event of a request.
const EVENT: i64 = 120;
/// Who asked for which page.
const TABLE: &str = "permission_request";
/// Kind of object of its applications.
const KIND: &str = "PERMISSION";
/// Where the administrator looks after permissions.
const PAGE: &str = "/hrs_user";
/// Longest reason.
const REASON_MAX: usize = 200;

const OPEN: Msg = Msg::new("permission.request.open", "已提交申请，请等待处理", "You have applied. Please wait.");
const NOT_OF_ORG: Msg = Msg::new(
    "permission.request.edition",
    "当前版本（{edition}）未开通该功能",
    "The current edition ({edition}) does not have this function.",
);
const HELD: Msg = Msg::new(
    "permission.request.held",
    "已有该权限，请刷新后重试",
    "You have this permission already. Please refresh and try again.",
);
const CONTENT: Msg = Msg::new("permission.request.content", "申请开通：{name}", "Asks for: {name}");

/// Adds the calls and what an approval does to the room.
pub(crate) fn add(room: &mut Room) {
    room.effects.push(Effect { event: EVENT, kind: KIND, work: allow });
    room.appliers.push(Applier { event: EVENT, kind: KIND, access: Access::LoggedIn, work: wish });
    room.operations.extend([
        Operation::get("explain_permission", "/hrs/permission/why", Access::LoggedIn, why)
            .param("name")
            .summary("Why a page, by its name or address, does not open for the caller"),
        Operation::post("ask_permission", "/hrs/permission/apply", Access::LoggedIn, apply)
            .summary("Asks the administrator of the company for a page"),
    ]);
}

/// A page of the menu as a caller finds it.
struct Page {
    id: Id,
    code: String,
    zh: String,
    en: String,
    /// The platform's alone: no company can have it.
    closed: bool,
}

const COLUMNS: [&str; 5] = ["id", "code", "name_zh", "name_en", "platform"];

fn page_of(row: &platform::store::Row) -> Result<Page, Refusal> {
    Ok(Page { id: row.get(0)?, code: row.get(1)?, zh: row.get(2)?, en: row.get(3)?, closed: row.get(4)? })
}

/// Open pages by a name of the menu, which a few of them share, or by their address.
fn pages(conn: &mut dyn Conn, name: &str) -> Result<Vec<Page>, Refusal> {
    let by = ["name_zh", "name_en", "path"].map(|column| sql::eq(column, name.to_owned()));
    let mut select = sql::from_global("permission");
    select
        .columns(COLUMNS)
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("kind", 1i64))
        .cond_where(sql::any_of(by))
        .order_by("id", Order::Asc);
    conn.query(&select.into())?.iter().map(page_of).collect()
}

/// GET /hrs/permission/why: nothing is told of a page the caller has, and of none.
fn why(call: &mut Call) -> Outcome {
    let (actor, english) = (call.actor()?, call.language().starts_with("en"));
    let name = call.query("name").trim().to_owned();
    call.read(|conn| {
        let lacked = |page: &Page| !actor.has(&page.code) && (!page.closed || actor.org_id == PLATFORM_ORG);
        let Some(page) = pages(conn, &name)?.into_iter().find(lacked) else {
            return Ok(Answer::Data(json!({ "reason": Json::Null })));
        };
        let mut told = json!({
            "permissionId": page.id, "name": if english { &page.en } else { &page.zh }, "reason": "edition",
        });
        let more = if permission::granted(conn, actor.org_id, actor.now)?.contains(&page.id.0) {
            let asked = asked(conn, actor, page.id)?;
            json!({ "reason": "role", "adminName": admin_name(conn, actor.org_id)?, "applied": asked })
        } else {
            json!({ "edition": edition_name(conn, actor.org_id)?, "privateSaas": deployment::is_private(conn)? })
        };
        if let (Some(told), Json::Object(more)) = (told.as_object_mut(), more) {
            told.extend(more);
        }
        Ok(Answer::Data(told))
    })
}

fn admin_name(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    let Some(admin) = approval::people::admin(conn, org)? else { return Ok(String::new()) };
    let mut select = sql::from(org, "app_user");
    select.column("name_cn").and_where(sql::eq("id", admin));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

fn edition_name(conn: &mut dyn Conn, org: i64) -> Result<String, Refusal> {
    let mut select = sql::from_global("org");
    select.column("edition").and_where(sql::eq("id", org));
    let code: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    Ok(edition::names(conn)?.remove(&code).unwrap_or(code))
}

/// The row of what a user asked for; none when he never did.
fn request_of(conn: &mut dyn Conn, actor: &Actor, page: Id) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from(actor.org_id, TABLE);
    select.column("id").and_where(sql::eq("user_id", actor.user_id)).and_where(sql::eq("permission_id", page));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Whether a request of the caller waits for its decision.
fn asked(conn: &mut dyn Conn, actor: &Actor, page: Id) -> Result<bool, Refusal> {
    let Some(request) = request_of(conn, actor, page)? else { return Ok(false) };
    Ok(running(conn, actor.org_id, EVENT, (KIND, request))?.is_some())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    permission_id: Id,
    #[serde(default)]
    reason: String,
}

/// POST /hrs/permission/apply.
fn apply(call: &mut Call) -> Outcome {
    let wanted: Wanted = call.json()?;
    let reason = wanted.reason.trim();
    if reason.chars().count() > REASON_MAX {
        let n = REASON_MAX.to_string();
        let (zh, en) = ([("field", "原因"), ("n", &n)], [("field", "Reason"), ("n", &n)]);
        return Err(Refusal::field("reason", field::messages::TOO_LONG.with_each(&zh, &en)));
    }
    Ok(Answer::Data(call.write(|tx| ask(tx, wanted.permission_id, reason))?))
}

/// Asks for a page, named by its id.
fn wish(tx: &mut Tx<'_>, Applying { reference, reason, .. }: Applying<'_>) -> Result<Json, Refusal> {
    ask(tx, Id(reference.parse().map_err(|_| Refusal::NotFound)?), reason)
}

fn ask(tx: &mut Tx<'_>, page: Id, reason: &str) -> Result<Json, Refusal> {
    let page = wanted_page(tx, page)?;
    let object = request(tx, page.id)?;
    Ok(approval::submit(tx, &application(&page, object, reason))?.told())
}

/// A page the company has and the caller lacks.
fn wanted_page(tx: &mut Tx<'_>, id: Id) -> Result<Page, Refusal> {
    let mut select = sql::from_global("permission");
    select
        .columns(COLUMNS)
        .and_where(sql::eq("id", id))
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("kind", 1i64));
    let page = page_of(&tx.first(&select.into())?.ok_or(Refusal::NotFound)?)?;
    if tx.actor.has(&page.code) {
        return Err(Refusal::business(HELD));
    }
    let (org, now) = (tx.org(), tx.now);
    need_opened(tx, org, page.id, now)?;
    Ok(page)
}

fn need_opened(conn: &mut dyn Conn, org: i64, page: Id, now: Instant) -> Result<(), Refusal> {
    if permission::granted(conn, org, now)?.contains(&page.0) {
        return Ok(());
    }
    let edition = edition_name(conn, org)?;
    Err(Refusal::Business(NOT_OF_ORG.with(&[("edition", &edition)])))
}

/// The caller's row for a page, made when he asks for the first time: applications are about it, so that two
/// users may ask for the same page.
fn request(tx: &mut Tx<'_>, page: Id) -> Result<Id, Refusal> {
    let cells = [
        ("id", tx.new_id().into_value()),
        ("user_id", tx.actor.user_id.into_value()),
        ("permission_id", page.into_value()),
        ("created_at", tx.now.into_value()),
    ];
    let mut insert = sql::insert(tx.org(), TABLE, &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "user_id", "permission_id"]).do_nothing().to_owned());
    tx.exec(&insert.into())?;
    let actor = tx.actor;
    request_of(tx, actor, page)?.ok_or_else(|| Refusal::broken("a request was not kept"))
}

/// What anybody asks for of a page ends with the page, in every company.
pub(crate) fn end_with(tx: &mut Tx<'_>, page: Id) -> Result<(), Refusal> {
    let mut select = Query::select();
    select
        .columns(["org_id", "id"])
        .from(TABLE)
        .and_where(sql::eq("permission_id", page))
        .order_by("org_id", Order::Asc)
        .order_by("id", Order::Asc);
    for row in tx.query(&select.into())? {
        let request: Id = row.get(1)?;
        tx.in_org(row.get(0)?, |tx| approval::ended_with(tx, (KIND, request)))?;
    }
    let mut delete = sql::delete_global(TABLE);
    delete.and_where(sql::eq("permission_id", page));
    tx.exec(&delete.into())?;
    Ok(())
}

fn application(page: &Page, object: Id, reason: &str) -> Application {
    Application {
        event: EVENT,
        kind: KIND,
        object,
        number: page.zh.clone(),
        internal_number: String::new(),
        url: PAGE.to_owned(),
        scope: String::new(),
        coop: None,
        sales: None,
        servicer: None,
        facts: approval::rule::Facts::new(),
        content: CONTENT.with(&[("name", &page.zh)]).zh,
        reason: reason.to_owned(),
        without: None,
        running: OPEN,
    }
}

/// The exception 允许 for the applicant, in place of whatever was set for him before.
fn allow(tx: &mut Tx<'_>, approved: &Approved) -> Result<(), Refusal> {
    let (org, now) = (tx.org(), tx.now);
    let mut select = sql::from(org, TABLE);
    select.columns(["user_id", "permission_id"]).and_where(sql::eq("id", approved.object));
    let row = tx.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (user, page): (Id, Id) = (row.get(0)?, row.get(1)?);
    need_opened(tx, org, page, now)?;
    raise_permission_version(tx, org)?;
    let mut delete = sql::delete(org, "user_permission");
    delete.and_where(sql::eq("user_id", user).and(sql::eq("permission_id", page)));
    tx.exec(&delete.into())?;
    let why = format!("{} {}", approved.approval, approved.reason);
    let cells = [
        ("user_id", user.into_value()),
        ("permission_id", page.into_value()),
        ("allowed", Value::Bool(true)),
        ("until_at", approved.until.into_value()),
        ("reason", Value::Text(why.trim().chars().take(REASON_MAX).collect())),
    ];
    tx.exec(&sql::insert(org, "user_permission", &cells).into())?;
    let mut name = sql::from(org, "app_user");
    name.column("name_cn").and_where(sql::eq("id", user));
    let name: String = tx.first(&name.into())?.unwrap_or_default().get(0)?;
    let text = format!("{name} 权限申请通过（{}）：允许 {}", approved.approval, approved.number);
    let entry = LogEntry::of("user", user, name, PAGE).did("分配权限", "权限申请通过");
    tx.log(entry.level(Level::High).text(text.replace("（）", "")))
}
