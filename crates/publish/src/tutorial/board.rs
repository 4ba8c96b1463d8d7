//! What users see of the tutorials: cards of what their company has, and how far they got.

use kernel::Id;
use platform::PLATFORM_ORG;
use platform::access::Actor;
use platform::attached;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order, Query, SelectStatement};
use platform::store::{Conn, Row, sql};
use serde_json::{Value as Json, json};

use super::{COVER, PROGRESS, PUBLISHED, TABLE};

const CARDS_MAX: u64 = 500;

/// Tutorials a user may watch: published, and of a page his company has.
pub(super) fn visible(actor: &Actor) -> SelectStatement {
    let mut select = sql::from(PLATFORM_ORG, TABLE);
    select.and_where(sql::of_eq(TABLE, "status", PUBLISHED.to_owned()));
    // The administrator of the platform has every page, whatever its company was given.
    if actor.admin_role != "superAdmin" {
        select
            .and_where(is_open(actor, "module_id"))
            .and_where(sql::of(TABLE, "page_id").is_null().or(is_open(actor, "page_id")));
    }
    select
}

/// Title of a tutorial a user may watch.
pub(crate) fn title(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Option<String>, Refusal> {
    let mut select = visible(actor);
    select.column((TABLE, "title")).and_where(sql::of_eq(TABLE, "id", id));
    Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// Whether the actor's company has the node a column names, as far as it is open at all (Rule 4).
fn is_open(actor: &Actor, column: &'static str) -> Expr {
    let mut able = Query::select();
    able.column("permission_id").from("permission_able_org").and_where(sql::eq("able_org_id", actor.org_id));
    let of = |name| sql::of("org_permission", name);
    let mut granted = sql::from(actor.org_id, "org_permission");
    granted
        .expr(Expr::cust("1"))
        .join(
            JoinType::InnerJoin,
            "permission",
            sql::of("permission", "id").equals(("org_permission", "permission_id")),
        )
        .and_where(of("permission_id").equals((TABLE, column)))
        .and_where(of("permission_status").eq(true))
        .and_where(of("stop_at").is_null().or(of("stop_at").gt(sql::value(actor.now))))
        .and_where(sql::of_eq("permission", "status", true))
        .and_where(sql::of_eq("permission", "disabled", false).or(sql::of("permission", "id").in_subquery(able)));
    Expr::exists(granted)
}

/// Joins how far a user got.
pub(super) fn with_progress(select: &mut SelectStatement, user: Id) {
    let joined = sql::all_of([
        sql::of("own", "org_id").equals((TABLE, "org_id")),
        sql::of("own", "tutorial_id").equals((TABLE, "id")),
        sql::of_eq("own", "user_id", user),
    ]);
    select.join_as(JoinType::LeftJoin, PROGRESS, "own", joined);
}

/// Of a hundred parts of a film how many were seen; all of one that was learnt.
pub(super) fn percent(furthest: i64, seconds: i64, done: bool) -> i64 {
    if done { 100 } else { (furthest * 100 / Ord::max(seconds, 1)).clamp(0, 99) }
}

/// GET /hrs/tutorial/list: the cards, and the modules there are cards of.
pub(super) fn list(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let name = if call.language().starts_with("en") { "name_en" } else { "name_zh" };
    let (modules, cards) = call.read(|conn| {
        let mut modules = visible(actor);
        modules
            .distinct()
            .columns([("module", "id"), ("module", name), ("module", "sort")])
            .join_as(JoinType::InnerJoin, "permission", "module", sql::of("module", "id").equals((TABLE, "module_id")))
            .order_by(("module", "sort"), Order::Asc)
            .order_by(("module", "id"), Order::Asc);
        let modules = conn.query(&modules.into())?;
        Ok((modules, conn.query(&cards(call, actor, name)?.into())?))
    })?;
    let module = |row: &Row| Ok(json!({ "id": row.get::<Id>(0)?, "name": row.get::<String>(1)? }));
    let modules: Vec<Json> = modules.iter().map(module).collect::<Result<_, Refusal>>()?;
    let cards: Vec<Json> = cards.iter().map(card).collect::<Result<_, _>>()?;
    Ok(Answer::Data(json!({ "modules": modules, "tutorials": cards })))
}

fn cards(call: &Call, actor: &Actor, name: &'static str) -> Result<SelectStatement, Refusal> {
    let mut select = visible(actor);
    with_progress(&mut select, actor.user_id);
    select
        .columns([(TABLE, "id"), (TABLE, "title"), ("module", name), (TABLE, "seconds"), (TABLE, "url")])
        .columns([("own", "furthest"), ("own", "done")])
        .expr(super::views())
        .expr(super::cover())
        .join_as(JoinType::InnerJoin, "permission", "module", sql::of("module", "id").equals((TABLE, "module_id")))
        .order_by((TABLE, "sort"), Order::Asc)
        .order_by((TABLE, "id"), Order::Asc)
        .limit(CARDS_MAX);
    if !call.query("moduleId").is_empty() {
        let module: i64 = call.query("moduleId").parse().map_err(|_| Refusal::NotFound)?;
        select.and_where(sql::of_eq(TABLE, "module_id", module));
    }
    if !call.query("keyword").trim().is_empty() {
        select.and_where(sql::contains(sql::of(TABLE, "title"), call.query("keyword").trim()));
    }
    if call.query("unlearned") == "true" {
        let own = sql::of("own", "done");
        select.cond_where(Condition::any().add(own.clone().is_null()).add(own.eq(false)));
    }
    if call.query("home") == "true" {
        select.and_where(sql::of_eq(TABLE, "on_home", true));
    }
    Ok(select)
}

fn card(row: &Row) -> Result<Json, Refusal> {
    let (seconds, done): (i64, bool) = (row.get(3)?, row.get::<Option<bool>>(6)?.unwrap_or(false));
    let address: String = row.get(4)?;
    Ok(json!({
        "id": row.get::<Id>(0)?,
        "title": row.get::<String>(1)?,
        "moduleName": row.get::<String>(2)?,
        "seconds": seconds,
        "external": !address.is_empty(),
        "page": super::is_page(&address),
        "percent": percent(row.get::<Option<i64>>(5)?.unwrap_or(0), seconds, done),
        "done": done,
        "views": row.get::<i64>(7)?,
        "coverId": row.get::<Option<Id>>(8)?,
    }))
}

/// GET /hrs/tutorial/cover/{id}: of a tutorial the caller may watch or keeps.
pub(super) fn cover(call: &mut Call) -> Outcome {
    let (id, actor) = (call.path_id("id")?, call.actor()?);
    let keeps = actor.org_id == PLATFORM_ORG && actor.has("hrs_tutorial");
    let file = call.read(|conn| {
        let Some((object, file)) = attached::find(conn, PLATFORM_ORG, COVER, id)? else { return Ok(None) };
        let shown = match object {
            _ if keeps => true,
            Some(tutorial) => is_visible(conn, actor, tutorial)?,
            None => false,
        };
        Ok(shown.then_some(file))
    })?;
    file.ok_or(Refusal::NotFound)?.small(call)
}

fn is_visible(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<bool, Refusal> {
    let mut select = visible(actor);
    select.column((TABLE, "id")).and_where(sql::of_eq(TABLE, "id", id));
    Ok(conn.first(&select.into())?.is_some())
}
