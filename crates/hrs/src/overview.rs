//! 组织管理. The state of the company's account in figures, each of which leads to its list.

use std::collections::BTreeMap;

use kernel::Instant;
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome};
use platform::list::{self, Ask};
use platform::refusal::Refusal;
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Expr, ExprTrait};
use platform::store::{Conn, sql};
use serde_json::{Value as Json, json};

use crate::auth::DONE;
use crate::edition;
use crate::log_page;
use crate::login_log_page;
use crate::org::state;
use crate::package;
use crate::user::{self, limit, used};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Days ahead and back in the figures about organisations.
const SOON_DAYS: i64 = 30;
/// Lines of the log that are shown.
const LINES: u64 = 10;

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.push(Node::page("/hrs", "/hrsManager", "组织管理", "HRS overview", 10));
    room.operations.push(
        Operation::get("get_hrs_overview", "/hrs/org/overview", Access::Code("hrs"), overview)
            .summary("State of the company's account, what waits, log-ins of today"),
    );
}

/// GET /hrs/org/overview.
fn overview(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let (org, super_admin) = (actor.org_id, actor.admin_role == "superAdmin");
    let now = call.now();
    let mut data = call.read(|conn| {
        Ok(json!({
            "org": account(conn, org, now, super_admin)?,
            "counts": {
                "users": used(conn, org)?,
                "roles": count(conn, org, "role")?,
                "depts": count(conn, org, "dept")?,
                "workgroups": count(conn, org, "workgroup")?,
            },
            "packages": package::of_company(conn, org, now)?,
            "today": today(conn, org, now)?,
            "platform": if super_admin { platform(conn, now)? } else { Json::Null },
        }))
    })?;
    let waiting = call.read(|conn| approval::waiting_count(conn, org, call.actor()?.user_id))?;
    let todo = json!({
        "approvals": waiting,
        "passwords": users(call, "passwordEnds", "14")?,
        "noLogin30": users(call, "idleDays", "30")?,
        "locked": users(call, "state", "锁定")?,
        "noRole": users(call, "noRole", "true")?,
    });
    if let Some(object) = data.as_object_mut() {
        object.insert("todo".to_owned(), todo);
        object.insert("logs".to_owned(), logs(call)?);
        object.retain(|name, part| name != "platform" || !part.is_null());
    }
    Ok(Answer::Data(data))
}

/// Name, edition, accounts and end of the contract. The platform's own end is not displayed.
pub(crate) fn account(conn: &mut dyn Conn, org: i64, now: Instant, super_admin: bool) -> Result<Json, Refusal> {
    let mut select = sql::from_global("org");
    select.columns(["name", "edition", "stop_at"]).and_where(sql::eq("id", org));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let (code, stop): (String, Instant) = (row.get(1)?, row.get(2)?);
    let days = (Instant::start_of(stop.day()).millis() - Instant::start_of(now.day()).millis()) / DAY_MS;
    Ok(json!({
        "name": row.get::<String>(0)?,
        "version": edition::names(conn)?.get(&code).unwrap_or(&code),
        "used": used(conn, org)?,
        "limit": limit(conn, org)?,
        "stopAt": (!super_admin).then(|| kernel::show_day(stop.day())),
        "daysLeft": (!super_admin).then_some(days),
    }))
}

fn count(conn: &mut dyn Conn, org: i64, table: &'static str) -> Result<i64, Refusal> {
    let mut select = sql::from(org, table);
    select.expr(Expr::cust("COUNT(*)"));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// How many rows the list of users has with a filter: what a click on the figure shows.
fn users(call: &Call, filter: &str, value: &str) -> Result<i64, Refusal> {
    let query = [(filter, value), ("size", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let ask = Ask::of_query(&user::LIST, &BTreeMap::from(query))?;
    let page: Json = serde_json::from_str(&list::page_of(&user::LIST, call, &ask)?)
        .map_err(|error| Refusal::broken(error.to_string()))?;
    Ok(page.get("total").and_then(Json::as_i64).unwrap_or(0))
}

/// Log-ins since midnight: how often, by how many people, and how many failed.
fn today(conn: &mut dyn Conn, org: i64, now: Instant) -> Result<Json, Refusal> {
    let since = Instant::start_of(now.day()).millis();
    let done = || sql::eq("outcome", DONE.to_owned());
    let mut count = |what: &'static str, which: Expr| -> Result<i64, Refusal> {
        let mut select = sql::from(org, "login_log");
        select.expr(Expr::cust(what)).and_where(sql::col("created_at").gte(sql::value(since))).and_where(which);
        Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
    };
    Ok(json!({
        "logins": count("COUNT(*)", done())?,
        "people": count("COUNT(DISTINCT user_id)", done())?,
        "failed": count("COUNT(*)", login_log_page::failed())?,
    }))
}

/// The newest high lines, for those who may open the log.
fn logs(call: &Call) -> Result<Json, Refusal> {
    if !call.actor()?.has("hrs_log") {
        return Ok(json!([]));
    }
    let lines = log_page::newest(call, "高", LINES)?;
    let members = [
        ("time", "createTime"),
        ("level", "level"),
        ("kind", "type"),
        ("page", "pageName"),
        ("text", "text"),
        ("operator", "operatorName"),
    ];
    let short = |line: &Json| -> Json {
        members.iter().map(|(name, from)| ((*name).to_owned(), line.get(*from).cloned().unwrap_or_default())).collect()
    };
    Ok(lines.iter().map(short).collect())
}

/// Organisations of the platform by state and by edition, those that end soon and those that are new.
fn platform(conn: &mut dyn Conn, now: Instant) -> Result<Json, Refusal> {
    let mut select = sql::from_global("org");
    select.expr(state::stored()).columns(["stop_at", "edition", "created_at"]);
    let (mut states, mut editions): (BTreeMap<String, i64>, BTreeMap<String, i64>) = Default::default();
    // Whole days, as the filters of the list take them.
    let (today, last) = (now.day(), kernel::day_after_days(now.day(), SOON_DAYS));
    let fresh = kernel::day_after_days(today, 1 - SOON_DAYS);
    let (mut ending, mut new) = (0, 0);
    let rows = conn.query(&select.into())?;
    let names = edition::names(conn)?;
    for row in &rows {
        let (stop, made): (Instant, Instant) = (row.get(1)?, row.get(3)?);
        let stored: String = row.get(0)?;
        *states.entry(state::of(&stored, now).to_owned()).or_default() += 1;
        let code: String = row.get(2)?;
        *editions.entry(code).or_default() += 1;
        ending += i64::from((today..=last).contains(&stop.day()));
        new += i64::from(made.day() >= fresh);
    }
    let list = |counts: BTreeMap<String, i64>| -> Json {
        let name = |code: &String| names.get(code).unwrap_or(code).clone();
        counts.iter().map(|(code, count)| json!({ "code": code, "name": name(code), "count": count })).collect()
    };
    Ok(json!({
        "orgs": rows.len(), "states": list(states), "editions": list(editions), "ending30": ending, "new30": new,
        "endingDays": format!("{}~{}", kernel::show_day(today), kernel::show_day(last)),
        "contacts": contacts(conn)?,
    }))
}

/// Requests to the platform that nobody took up.
fn contacts(conn: &mut dyn Conn) -> Result<i64, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "contact_request");
    select.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("status", "待处理"));
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}
