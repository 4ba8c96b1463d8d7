//! 在线会话. Who is logged in, and ending that.

use std::collections::BTreeSet;

use kernel::{Id, Msg};
use platform::access::{Access, Actor, end_sessions, live_at};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::{Choice, Field};
use platform::list::{self, Button, Column, Filter, Join, ListPage, Match, RowView};
use platform::log::{Level, LogEntry};
use platform::refusal::{Refusal, messages};
use platform::registry::{Node, Operation, Room};
use platform::sea_query::{Condition, Expr, ExprTrait, JoinType, Order};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::auth;

/// Nobody ends the session he works in.
pub(crate) const OWN_SESSION: Msg =
    Msg::new("session.own", "不能强制下线当前会话", "Your current session can't be ended here.");
/// Reason of an end by somebody's hand.
pub(crate) const FORCED: &str = "已强制下线";
/// Most sessions ended by one call.
const IDS_MAX: usize = 500;
const MINUTE_MS: i64 = 60 * 1000;

/// Ways to log in.
pub(crate) const WAYS: &[Choice] = &[
    Choice::new("手机", "手机", "Phone"),
    Choice::new("邮箱", "邮箱", "E-mail"),
    Choice::new("管理员", "管理员", "Administrator"),
    Choice::new("免登", "免登", "Hand-off"),
    Choice::new("单点登录", "单点登录", "Single sign-on"),
];
/// Minutes since the last call.
const RECENT: &[Choice] = &[
    Choice::new("15", "15分钟内", "Within 15 minutes"),
    Choice::new("60", "1小时内", "Within an hour"),
    Choice::new("1440", "1天内", "Within a day"),
];

const LOGGED_IN: Field = Field::instant("登录时间", "Logged in").column("created_at");
const LAST_ACTIVE: Field = Field::instant("最近操作时间", "Last call").column("last_active_at");
const EXPIRES: Field = Field::instant("到期时间", "Ends at the latest").column("expires_at");
const IP: Field = Field::text("IP", "IP address").column("ip");

/// The way of the log-in a session began with.
fn way() -> Expr {
    Expr::cust(
        "(SELECT entry.way FROM login_log entry WHERE entry.org_id = session.org_id \
         AND entry.session_id = session.id LIMIT 1)",
    )
}

/// The live sessions of the org.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true },
        Join { table: "dept", alias: "place", on: &[("person.dept_id", "id")], by_org: true },
    ],
    columns: &[
        list::ID,
        Column::of("person", Field::text("用户名", "Name").column("name_cn").wire("userName")).width(110),
        Column::of("person", Field::text("账号", "Account").column("login_name")).width(130),
        Column::of("place", Field::text("部门", "Department").column("full_name").wire("deptName")).width(200),
        Column::expr(way, Field::select(WAYS, "登录方式", "Log-in by").wire("way")).width(90),
        Column::own(LOGGED_IN).width(160),
        Column::own(LAST_ACTIVE).width(160),
        Column::own(Field::int("闲置分钟", "Idle minutes").column("last_active_at").wire("idleMinutes"))
            .width(90)
            .read_as(idle_minutes),
        Column::own(IP).width(130).copy(),
        Column::own(Field::text("浏览器", "Browser").column("agent").wire("browser")).width(120).read_as(browser),
        Column::own(Field::text("操作系统", "System").column("agent").wire("system")).width(120).read_as(system),
        Column::own(EXPIRES).width(160),
        Column::own(Field::flag("本人", "Own").column("id").wire("own")).width(70).read_as(is_own),
    ],
    filters: &[
        Filter::new("userName", Match::Contains, Field::text("用户名", "Name"))
            .columns(&[("person", "name_cn"), ("person", "name_en")]),
        Filter::new("loginName", Match::Contains, Field::text("账号", "Account")).columns(&[("person", "login_name")]),
        Filter::new("ip", Match::Contains, IP),
        Filter::new("createdAt", Match::Range, LOGGED_IN),
        Filter::new("recent", Match::Own(recent), Field::select(RECENT, "最近操作", "Last call").wire("recent")),
    ],
    buttons: &[Button::new("sys_session_offline", ("强制下线", "End"), "batch", "custom")
        .calls("POST /hrs/session/offline")
        .asks("所选会话将立即下线，是否继续？", "The chosen sessions end at once. Go on?")],
    visible: Some(live),
    decorate: Some(decorate),
    ..ListPage::new(
        "hrs.session.list",
        "/hrs_session",
        ("在线会话", "Online sessions"),
        "hrs_session",
        "/hrs/session",
        "session",
    )
};

/// Adds the page to the room, and the calls by which anyone ends his own sessions and proves who he is.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page("/hrs_session", "/hrsManager/log", "在线会话", "Online sessions", 30),
        Node::button("sys_session_offline", "hrs_session", "强制下线", "End sessions", 10),
    ]);
    room.lists.push(LIST);
    room.operations.extend([
        Operation::post("end_sessions", "/hrs/session/offline", Access::Code("sys_session_offline"), end_of_org)
            .summary("Ends sessions of the org"),
        Operation::get("list_own_sessions", "/hrs/session/mine", Access::LoggedIn, mine)
            .when_limited()
            .summary("The caller's live sessions in every org"),
        Operation::post("end_own_sessions", "/hrs/session/offlineMine", Access::LoggedIn, end_mine)
            .when_limited()
            .summary("Ends sessions of the caller"),
        Operation::post("prove_login", "/auth/reauth", Access::LoggedIn, auth::prove)
            .when_limited()
            .summary("Proves by password or second factor who is calling, for what asks for it"),
    ]);
}

fn live(actor: &Actor) -> Condition {
    live_at(actor.now)
}

fn recent(actor: &Actor, minutes: &str) -> Result<Condition, Refusal> {
    let minutes: i64 = minutes.parse().unwrap_or(0);
    let since = actor.now.millis() - minutes.clamp(0, 100_000) * MINUTE_MS;
    Ok(Condition::all().add(sql::of("session", "last_active_at").gte(sql::value(since))))
}

fn decorate(actor: &Actor, row: &RowView<'_>, out: &mut String) {
    let own = *row.value("id") == Value::Int(actor.session_id.0);
    list::write_can(actor, if own { &[] } else { &["sys_session_offline"] }, out);
}

fn idle_minutes(actor: &Actor, last: &Value) -> Value {
    match last {
        Value::Int(last) => Value::Int(Ord::max(actor.now.millis() - last, 0) / MINUTE_MS),
        _ => Value::Null,
    }
}

fn is_own(actor: &Actor, id: &Value) -> Value {
    Value::Bool(*id == Value::Int(actor.session_id.0))
}

/// The browser of a stored description.
pub(crate) fn browser(_: &Actor, agent: &Value) -> Value {
    read_agent(agent, browser_of)
}

/// The operating system of a stored description.
pub(crate) fn system(_: &Actor, agent: &Value) -> Value {
    read_agent(agent, system_of)
}

fn read_agent(agent: &Value, read: fn(&str) -> String) -> Value {
    match agent {
        Value::Text(agent) => Some(read(agent)).filter(|name| !name.is_empty()).map_or(Value::Null, Value::Text),
        _ => Value::Null,
    }
}

/// The number behind a mark, as far as it consists of these characters.
fn behind<'a>(agent: &'a str, mark: &str, letters: fn(char) -> bool) -> Option<&'a str> {
    let (_, rest) = agent.split_once(mark)?;
    let end = rest.find(|c| !letters(c)).unwrap_or(rest.len());
    rest.get(..end)
}

/// Name and version of the browser that describes itself so; the first product of an unknown one.
pub(crate) fn browser_of(agent: &str) -> String {
    // Whoever names several is the first of these: each also names those behind it.
    const MARKS: [(&str, &str); 14] = [
        ("Edg/", "Edge"),
        ("EdgA/", "Edge"),
        ("EdgiOS/", "Edge"),
        ("Edge/", "Edge"),
        ("OPR/", "Opera"),
        ("MicroMessenger/", "WeChat"),
        ("DingTalk/", "DingTalk"),
        ("QQBrowser/", "QQBrowser"),
        ("SamsungBrowser/", "Samsung"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("MSIE ", "IE"),
    ];
    let digits = |c: char| c.is_ascii_digit();
    let known = MARKS.iter().find_map(|(mark, name)| behind(agent, mark, digits).map(|version| (*name, version)));
    let safari = || agent.contains("Safari/").then(|| ("Safari", behind(agent, "Version/", digits).unwrap_or("")));
    let trident = || agent.contains("Trident/").then(|| ("IE", behind(agent, "rv:", digits).unwrap_or("")));
    match known.or_else(trident).or_else(safari) {
        Some((name, version)) => format!("{name} {version}").trim_end().to_owned(),
        None => agent.split([' ', '/']).next().unwrap_or_default().chars().take(40).collect(),
    }
}

/// Name and version of the operating system a browser describes itself with; nothing when it does not.
pub(crate) fn system_of(agent: &str) -> String {
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '_');
    let version = |mark: &str| behind(agent, mark, number).unwrap_or("").replace('_', ".");
    let names = |mark: &str| agent.contains(mark);
    let (name, version) = if names("Windows") {
        let version = match version("Windows NT ").as_str() {
            "10.0" => "10/11",
            "6.3" => "8.1",
            "6.2" => "8",
            "6.1" => "7",
            _ => "",
        };
        ("Windows", version.to_owned())
    } else if names("iPhone OS ") {
        ("iOS", version("iPhone OS "))
    } else if names("iPad") {
        ("iPadOS", version("CPU OS "))
    } else if names("HarmonyOS") {
        ("HarmonyOS", version("HarmonyOS "))
    } else if names("Android") {
        ("Android", version("Android "))
    } else if names("Mac OS X") {
        // Browsers stopped telling which.
        ("macOS", String::new())
    } else if names("CrOS") {
        ("ChromeOS", String::new())
    } else if names("Linux") {
        ("Linux", String::new())
    } else {
        ("", String::new())
    };
    format!("{name} {version}").trim().to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ids {
    ids: BTreeSet<Id>,
}

impl Ids {
    /// The ids of the body: some, not too many, and not the session of the call.
    fn of(call: &Call) -> Result<BTreeSet<Id>, Refusal> {
        let body: Self = call.json()?;
        if body.ids.is_empty() || body.ids.len() > IDS_MAX {
            return Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")])));
        }
        if body.ids.contains(&call.actor()?.session_id) {
            return Err(Refusal::business(OWN_SESSION));
        }
        Ok(body.ids)
    }
}

/// POST /hrs/session/offline: sessions of the org, by an administrator who proved who he is.
fn end_of_org(call: &mut Call) -> Outcome {
    let ids = Ids::of(call)?;
    let actor = call.actor()?;
    actor.need_proof()?;
    let org = sql::of_eq("session", "org_id", actor.org_id);
    call.write(|tx| end(tx, &ids, &org, "/hrs_session")).map(Answer::Data)
}

/// POST /hrs/session/offlineMine: the caller's own sessions, in whatever org.
fn end_mine(call: &mut Call) -> Outcome {
    let ids = Ids::of(call)?;
    let own = sql::of_eq("session", "login_id", call.actor()?.login_id);
    call.write(|tx| end(tx, &ids, &own, "/resetPassword")).map(Answer::Data)
}

/// Ends sessions among those a condition names; one that is not among them is not there. Those that
/// ended already stay as they are.
fn end(tx: &mut Tx<'_>, ids: &BTreeSet<Id>, among: &Expr, page: &'static str) -> Result<Json, Refusal> {
    let mut select = sql::from_global("session");
    select
        .join(JoinType::LeftJoin, "app_user", person_of_session())
        .columns([("session", "id"), ("session", "ip"), ("session", "ended_at"), ("app_user", "name_cn")])
        .and_where(among.clone())
        .and_where(sql::is_in(sql::of("session", "id"), ids.iter().copied()));
    let found = tx.query(&select.into())?;
    if found.len() < ids.len() {
        return Err(Refusal::NotFound);
    }
    let named = among.clone().and(sql::is_in(sql::of("session", "id"), ids.iter().copied()));
    let now = tx.now;
    let ended = end_sessions(tx, named, now, FORCED)?;
    for row in &found {
        if row.get::<Option<i64>>(2)?.is_none() {
            let (id, ip, name): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
            let entry = LogEntry::of("session", id, name.clone(), page).did("强制下线", "强制下线");
            tx.log(entry.level(Level::High).text(format!("{name} {ip}").trim_end().to_owned()))?;
        }
    }
    if ended == 0 {
        tx.no_log_line();
    }
    Ok(json!({ "ended": ended }))
}

fn person_of_session() -> Expr {
    sql::of("app_user", "org_id")
        .equals(("session", "org_id"))
        .and(sql::of("app_user", "id").equals(("session", "user_id")))
}

/// GET /hrs/session/mine.
fn mine(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let mut select = sql::from_global("session");
    select
        .join(JoinType::InnerJoin, "org", sql::of("org", "id").equals(("session", "org_id")))
        .columns([("session", "id"), ("org", "name"), ("session", "ip"), ("session", "agent")])
        .columns([("session", "created_at"), ("session", "last_active_at"), ("session", "expires_at")])
        .and_where(sql::of_eq("session", "login_id", actor.login_id))
        .cond_where(live(actor))
        .order_by(("session", "id"), Order::Desc);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let sessions = rows.iter().map(|row| {
        let (id, agent): (Id, String) = (row.get(0)?, row.get(3)?);
        Ok(json!({
            "id": id, "orgName": row.get::<String>(1)?, "ip": row.get::<String>(2)?,
            "browser": browser_of(&agent), "system": system_of(&agent),
            "createdAt": kernel::show_second(row.get(4)?), "lastActiveAt": kernel::show_second(row.get(5)?),
            "expiresAt": kernel::show_second(row.get(6)?), "own": id == actor.session_id,
        }))
    });
    Ok(Answer::Data(Json::Array(sessions.collect::<Result<_, Refusal>>()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_read_from_their_descriptions() {
        const WEBKIT: &str = "AppleWebKit/537.36 (KHTML, like Gecko)";
        const SAFARI: &str = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5";
        for (place, engine, products, browser, system) in [
            ("Windows NT 10.0; Win64; x64", WEBKIT, "Chrome/126.0.0.0 Safari/537.36", "Chrome 126", "Windows 10/11"),
            ("Windows NT 6.1", WEBKIT, "Chrome/109.0.0.0 Safari/537.36 Edg/109.0.1", "Edge 109", "Windows 7"),
            ("X11; Linux x86_64; rv:127.0", "Gecko/20100101", "Firefox/127.0", "Firefox 127", "Linux"),
            ("Macintosh; Intel Mac OS X 10_15_7", SAFARI, "Safari/605.1.15", "Safari 17", "macOS"),
            ("iPhone; CPU iPhone OS 17_5 like Mac OS X", SAFARI, "Mobile Safari/604.1", "Safari 17", "iOS 17.5"),
            ("iPad; CPU OS 16_7 like Mac OS X", SAFARI, "CriOS/120.0 Safari/604.1", "Chrome 120", "iPadOS 16.7"),
            ("Linux; Android 14; Pixel 8", WEBKIT, "Chrome/126.0 Mobile Safari/537.36", "Chrome 126", "Android 14"),
            ("Linux; Android 12; HarmonyOS", WEBKIT, "Chrome/99.0 MicroMessenger/8.0.49", "WeChat 8", "HarmonyOS"),
            ("Windows NT 6.3; Trident/7.0; rv:11.0", "like", "Gecko", "IE 11", "Windows 8.1"),
        ] {
            let agent = format!("Mozilla/5.0 ({place}) {engine} {products}");
            assert_eq!((browser_of(&agent).as_str(), system_of(&agent).as_str()), (browser, system), "{agent}");
        }
        assert_eq!((browser_of("curl/8.5.0").as_str(), system_of("curl/8.5.0").as_str()), ("curl", ""));
        assert_eq!((browser_of("").as_str(), system_of("").as_str()), ("", ""));
    }
}
