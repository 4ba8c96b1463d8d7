//! What a tutorial must be, and its way to the users and back.

use kernel::{Findings, Id, Msg};
use platform::access::Access;
use platform::attached;
use platform::call::{Call, Tx};
use platform::document::{Document, Draft, Written};
use platform::flow::{Flow, Move};
use platform::refusal::Refusal;
use platform::registry::{OFFERS_MAX, Offer, SelectAsk};
use platform::sea_query::{Expr, ExprTrait, Order};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Map, Value as Json};

use super::{BASE, COVER, COVER_FILE, DRAFT, FILM, FILM_FILE, OFFLINE, PAGE, PROGRESS, PUBLISHED, TABLE, Tutorial};

/// The home page and its neighbours are everybody's and no module.
const HOME: &str = "/home";

const NO_MODULE: Msg = Msg::new("tutorial.module", "模块不存在", "There is no such module.");
const NO_PAGE: Msg = Msg::new("tutorial.page", "菜单不属于所选模块", "The page does not belong to the module.");
const NO_FILM: Msg =
    Msg::new("tutorial.no_film", "请上传视频或填写视频地址", "Please upload a video or enter its address.");
const TWO_FILMS: Msg = Msg::new(
    "tutorial.two_films",
    "视频文件和视频地址只能填写一项",
    "There can be an uploaded video or an address, not both.",
);
const NO_LENGTH: Msg = Msg::new("tutorial.no_length", "请填写视频时长", "Please enter the length of the video.");
const STILL_SHOWN: Msg = Msg::new(
    "tutorial.still_shown",
    "已发布的视频不能删除，请先下线",
    "A published video can't be deleted; take it offline first.",
);
const IS_PUBLISHED: Msg = Msg::new("tutorial.is_published", "视频已发布", "The video has been published already.");
const NOT_SHOWN: Msg = Msg::new("tutorial.not_shown", "只有已发布的视频可以下线", "The video is not published.");

/// The files of a tutorial: kind and member of the form.
fn kinds() -> [(&'static str, String); 2] {
    [(FILM, FILM_FILE.name()), (COVER, COVER_FILE.name())]
}

pub(super) fn check(tx: &mut Tx<'_>, draft: &mut Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    if draft.is_new() {
        draft.set(Tutorial::STATUS, DRAFT.into_value());
    }
    if *draft.value(Tutorial::SORT) == Value::Null {
        draft.set(Tutorial::SORT, Value::Int(0));
    }
    if *draft.value(Tutorial::ON_HOME) == Value::Null {
        draft.set(Tutorial::ON_HOME, Value::Bool(false));
    }
    for (kind, member) in kinds() {
        attached::check_in(tx, (kind, draft.id), (draft.body, &member, 1), findings)?;
    }
    let tutorial = Tutorial::from_values(&draft.values)?;
    if let Some(module) = tutorial.module_id {
        check_place(tx, module, tutorial.page_id, findings)?;
    }
    let film = film_seconds(tx, draft)?;
    // One that can't be read has its own finding.
    let address = draft.body.get("url").and_then(Json::as_str).is_some_and(|url| !url.is_empty());
    findings.error_if(film.is_none() && tutorial.url.is_empty() && !address, "video", NO_FILM);
    findings.error_if(film.is_some() && !tutorial.url.is_empty(), "url", TWO_FILMS);
    if let Some(seconds) = film {
        draft.set(Tutorial::SECONDS, seconds.into_value());
    } else {
        findings.error_if(!tutorial.url.is_empty() && tutorial.seconds.is_none(), "seconds", NO_LENGTH);
    }
    Ok(())
}

/// The length of the film that will hang on a tutorial; none without one.
fn film_seconds(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Option<i64>, Refusal> {
    let org = tx.org();
    let id = match attached::named_in(draft.body, &FILM_FILE.name()) {
        Some(ids) => ids.first().copied(),
        None => attached::hanging(tx, org, FILM, draft.id)?,
    };
    id.map_or(Ok(None), |id| attached::seconds(tx, org, FILM, id))
}

/// A module is a part of the menu of its own; the page lies somewhere below it.
fn check_place(tx: &mut Tx<'_>, module: Id, page: Option<Id>, findings: &mut Findings) -> Result<(), Refusal> {
    /// The menu is not deeper.
    const DEPTH_MAX: usize = 12;
    let mut select = modules();
    let Some(row) = tx.first(&select.column("code").and_where(sql::eq("id", module)).to_owned().into())? else {
        findings.error("moduleId", NO_MODULE.text());
        return Ok(());
    };
    let Some(page) = page else { return Ok(()) };
    let module: String = row.get(0)?;
    let mut select = sql::from_global("permission");
    select.columns(["parent_code", "kind"]).and_where(sql::eq("id", page));
    let found = tx.first(&select.into())?;
    let is_page = found.as_ref().is_some_and(|row| matches!(row.get::<i64>(1), Ok(1)));
    let mut at: String = found.unwrap_or_default().get(0)?;
    for _ in 0..DEPTH_MAX {
        if at.is_empty() || at == module {
            break;
        }
        let mut select = sql::from_global("permission");
        select.column("parent_code").and_where(sql::eq("code", at));
        at = tx.first(&select.into())?.unwrap_or_default().get(0)?;
    }
    findings.error_if(!is_page || at != module, "pageId", NO_PAGE);
    Ok(())
}

/// The parts of the menu.
fn modules() -> platform::sea_query::SelectStatement {
    let mut select = sql::from_global("permission");
    select
        .and_where(sql::eq("kind", 0i64))
        .and_where(Expr::cust("COALESCE(parent_code, '')").eq(""))
        .and_where(sql::eq("status", true))
        .and_where(sql::eq("code", HOME.to_owned()).not());
    select
}

/// Modules, in the caller's language.
pub(super) fn offer_modules(call: &mut Call, ask: &SelectAsk) -> Result<Vec<Offer>, Refusal> {
    call.actor()?.need("hrs_tutorial")?;
    let name = if call.language().starts_with("en") { "name_en" } else { "name_zh" };
    let mut select = modules();
    select.columns(["id", name]).order_by("sort", Order::Asc).order_by("id", Order::Asc).limit(OFFERS_MAX);
    if let Ok(id) = ask.value.parse::<i64>() {
        select.and_where(sql::eq("id", id));
    } else {
        select.and_where(sql::contains(sql::col(name), &ask.keyword));
    }
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let offer = |row: &platform::store::Row| {
        Ok(Offer { value: row.get::<Id>(0)?.to_string(), label: row.get(1)?, hint: String::new() })
    };
    rows.iter().map(offer).collect()
}

pub(super) fn after(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    for (kind, member) in kinds() {
        if let Some(files) = attached::named_in(draft.body, &member) {
            attached::hang(tx, kind, draft.id, &files)?;
        }
    }
    Ok(Written::default())
}

pub(super) fn view_more(conn: &mut dyn Conn, org: i64, id: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    for (kind, member) in kinds() {
        view.insert(member, attached::list(conn, org, kind, id)?);
    }
    Ok(())
}

pub(super) fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let mut select = sql::from(org, TABLE);
    select.column("status").and_where(sql::eq("id", id));
    let status: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    if status == PUBLISHED {
        return Err(Refusal::business(STILL_SHOWN));
    }
    let mut delete = sql::delete(org, PROGRESS);
    tx.exec(&delete.and_where(sql::eq("tutorial_id", id)).to_owned().into())?;
    kinds().into_iter().try_for_each(|(kind, _)| attached::hang(tx, kind, id, &[]))
}

const PUBLISHES: Access = Access::Code("sys_tutorial_publish");

/// The way of a tutorial to the users and back.
pub(super) static FLOW: Flow<Tutorial> = Flow {
    moves: &[
        Move::new("publish_tutorial", "publish/{id}", PUBLISHES, "发布", (&[DRAFT, OFFLINE], PUBLISHED))
            .put()
            .kind("发布")
            .refused(IS_PUBLISHED),
        Move::new("offline_tutorial", "offline/{id}", PUBLISHES, "下线", (&[PUBLISHED], OFFLINE)).put().kind("下线"),
    ],
    ..Flow::of((BASE, PAGE, TABLE), (Tutorial::STATUS, Tutorial::TITLE), NOT_SHOWN)
};
