//! 登录日志. Every attempt to log in, and what became of the session it began.

use kernel::{Id, Instant};
use platform::PLATFORM_ORG;
use platform::access::{self, Actor};
use platform::field::{Choice, Field};
use platform::job::plan::{Category, Plan, Schedule};
use platform::list::{Button, Column, Filter, Join, ListPage, Match};
use platform::refusal::Refusal;
use platform::registry::{Node, Room};
use platform::retention;
use platform::sea_query::{Condition, Expr, ExprTrait};
use platform::store::{Conn, Value, sql};

use crate::auth::DONE;
use crate::second_factor::WANTED;
use crate::session_page::{FORCED, WAYS, browser, system};

const FAILED: &str = "失败";
/// The password was right, and the code of the second factor is to come.
const HALF: &str = "待验证";
const RESULTS: &[Choice] = &[
    Choice::new(DONE, "成功", "Succeeded").tone("ready"),
    Choice::new(HALF, "待验证", "Code awaited"),
    Choice::new(FAILED, "失败", "Failed").tone("danger"),
];

/// The session is in use.
const LIVE: &str = "有效";
const LOGGED_OUT: &str = "已退出";
const EXPIRED: &str = "已过期";
const REPLACED: &str = "已被顶替";
const STATES: &[Choice] = &[
    Choice::new(LIVE, "有效", "Live").tone("ready"),
    Choice::new(LOGGED_OUT, "已退出", "Logged out"),
    Choice::new(EXPIRED, "已过期", "Expired"),
    Choice::new(FORCED, "已强制下线", "Ended by force").tone("warning"),
    Choice::new(REPLACED, "已被顶替", "Replaced").tone("warning"),
];

/// What the log keeps of a refusal, after the name of the partner where one hands a user on, and how the page says it.
const REASONS: [(&str, &str); 10] = [
    ("操作过于频繁，请稍后再试", "操作过于频繁"),
    ("用户名或密码错误", "密码错误"),
    ("登录失败次数过多，请稍后再试", "账号锁定"),
    ("企业资料审核中，请耐心等待", "企业待审核"),
    ("签约已到期，请联系客服续约", "签约到期"),
    ("公司已停用，请联系客服", "企业停用"),
    ("账号已停用，请联系管理员", "账号停用"),
    ("当前用户没有角色权限，请联系管理员", "无角色"),
    ("动态码不正确", "动态码错误"),
    ("当前IP不在允许的登录范围内", "IP限制"),
];

const TIME: Field = Field::instant("时间", "Time").column("created_at");
const WAY: Field = Field::select(WAYS, "登录方式", "Log-in by").column("way");
const ACCOUNT: Field = Field::text("账号", "Account").column("login_name");
const NAME: Field = Field::text("用户名", "Name").column("name_cn").wire("userName");
const RESULT: Field = Field::state(RESULTS, "结果", "Result").wire("result");
const REASON: Field = Field::text("失败原因", "Reason").column("outcome").wire("reason");
const COMPANY: Field = Field::reference("org", "企业", "Company").wire("orgId");
const IP: Field = Field::text("IP", "IP address").column("ip");

fn result() -> Expr {
    Expr::cust(format!(
        "CASE login_log.outcome WHEN '{DONE}' THEN '{DONE}' WHEN '{}' THEN '{HALF}' ELSE '{FAILED}' END",
        WANTED.zh
    ))
}

/// Attempts that came to nothing.
pub(crate) fn failed() -> Expr {
    told(DONE).or(told(WANTED.zh)).not()
}

fn told(outcome: &str) -> Expr {
    sql::of_eq("login_log", "outcome", outcome.to_owned())
}

/// When a session ends by itself, as milliseconds: idle, or its life is over.
/// A session is idle beyond its milliseconds, so one more ends it.
const DEADLINE: &str = "CASE WHEN begun.last_active_at + begun.idle_ms + 1 < begun.expires_at \
                        THEN begun.last_active_at + begun.idle_ms + 1 ELSE begun.expires_at END";

/// Why the session ended; while nobody ended it the moment at which it ends by itself, and how.
fn ending() -> Expr {
    let deadline = DEADLINE;
    Expr::cust(format!(
        "CASE WHEN begun.id IS NULL THEN NULL WHEN begun.ended_at IS NOT NULL THEN COALESCE(begun.end_reason, '') \
         ELSE CAST({deadline} AS text) || ' ' || CASE WHEN {deadline} < begun.expires_at THEN '{}' \
         ELSE '{}' END END",
        access::IDLE,
        access::OVER,
    ))
}

fn ended_at() -> Expr {
    Expr::cust(format!("COALESCE(begun.ended_at, {})", DEADLINE))
}

/// The attempts of the org, newest first.
pub const LIST: ListPage = ListPage {
    joins: &[
        Join { table: "app_user", alias: "person", on: &[("user_id", "id")], by_org: true },
        Join { table: "dept", alias: "place", on: &[("person.dept_id", "id")], by_org: true },
        Join { table: "session", alias: "begun", on: &[("session_id", "id")], by_org: true },
    ],
    columns: &[
        Column::own(TIME).width(160),
        Column::own(WAY).width(90),
        Column::own(ACCOUNT).width(190).copy(),
        Column::of("person", NAME).width(110),
        Column::of("place", Field::text("部门", "Department").column("full_name").wire("deptName")).width(200),
        Column::own(IP).width(130).copy(),
        Column::own(Field::text("浏览器", "Browser").column("agent").wire("browser")).width(120).read_as(browser),
        Column::own(Field::text("操作系统", "System").column("agent").wire("system")).width(120).read_as(system),
        Column::expr(result, RESULT).width(80),
        Column::own(REASON).width(150).read_as(reason),
        Column::own(Field::int("连续失败次数", "Failures in a row").column("fails")).width(110),
        Column::expr(ending, Field::state(STATES, "会话状态", "Session").wire("sessionState"))
            .width(110)
            .read_as(session_state),
        Column::expr(ended_at, Field::instant("退出时间", "Ended").wire("endedAt")).width(160).read_as(reached),
        Column::expr(ending, Field::text("退出方式", "Ended by").wire("endReason")).width(120).read_as(end_reason),
    ],
    filters: &[
        Filter::new("orgId", Match::Org(company), COMPANY).needs("hrs_org"),
        Filter::new("loginName", Match::Contains, ACCOUNT),
        Filter::new("userName", Match::Contains, NAME).columns(&[("person", "name_cn"), ("person", "name_en")]),
        Filter::new("way", Match::OneOf, WAY),
        Filter::new("result", Match::Own(by_result), Field::select(RESULTS, "结果", "Result").wire("result")),
        Filter::new("createdAt", Match::Range, TIME).initially("last7"),
        Filter::new("reason", Match::Own(by_reason), REASON).more(),
        Filter::new("ip", Match::Contains, IP).more(),
    ],
    buttons: &[Button::new("sys_loginlog_export", ("导出", "Export"), "toolbar", "export")],
    export: "sys_loginlog_export",
    ..ListPage::new(
        "hrs.loginLog.list",
        "/hrs_login_log",
        ("登录日志", "Login log"),
        "hrs_login_log",
        "/hrs/loginLog",
        "login_log",
    )
};

/// Adds the page to the room.
pub fn add(room: &mut Room) {
    room.nodes.extend([
        Node::page("/hrs_login_log", "/hrsManager/log", "登录日志", "Login log", 20),
        Node::button("sys_loginlog_export", "hrs_login_log", "导出", "Export", 10),
    ]);
    room.lists.push(LIST);
    room.settings.push(&retention::LOGIN_LOG_DAYS);
    let titles = ("过期登录日志清理", "Removal of old lines of the log-in log");
    let forget = Plan::new("login_log.forget", titles, (Category::Cleaning, Schedule::Morning), |app| {
        retention::forget(app, &retention::LOGIN_LOG_DAYS, "login_log")
    });
    room.plans.push(forget.by_age());
}

/// Those who run the platform look at the log of a company they choose.
fn company(actor: &Actor, conn: &mut dyn Conn, asked: Id) -> Result<i64, Refusal> {
    let mut select = sql::from_global("org");
    select.column("id").and_where(sql::eq("id", asked));
    if actor.org_id != PLATFORM_ORG || !actor.has("hrs_org") {
        select.and_where(sql::eq("id", actor.org_id));
    }
    Ok(conn.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?)
}

fn by_result(_: &Actor, wanted: &str) -> Result<Condition, Refusal> {
    Ok(Condition::all().add(match wanted {
        DONE => told(DONE),
        HALF => told(WANTED.zh),
        _ => failed(),
    }))
}

/// Attempts refused for a reason, in the words of the page or in those that were told.
fn by_reason(_: &Actor, text: &str) -> Result<Condition, Refusal> {
    let told = REASONS.iter().filter(|(_, reason)| reason.contains(text)).map(|(told, _)| *told);
    let said = told.chain([text]).map(|part| sql::contains(sql::of("login_log", "outcome"), part));
    Ok(Condition::all().add(failed()).add(sql::any_of(said)))
}

fn reason(_: &Actor, outcome: &Value) -> Value {
    match outcome {
        Value::Text(told) if told == DONE || told == WANTED.zh => Value::Null,
        Value::Text(told) => {
            let known = REASONS.iter().find(|(known, _)| told.ends_with(known));
            Value::Text(known.map_or_else(|| told.clone(), |(known, short)| told.replace(known, short)))
        }
        _ => Value::Null,
    }
}

/// How a session stands: what was written at its end, or what the moment of its own end says.
enum Ending<'a> {
    Ended(&'a str),
    ByItself(&'a str),
    Live,
}

fn read_ending(now: Instant, ending: &Value) -> Option<Ending<'_>> {
    let Value::Text(text) = ending else { return None };
    let by_itself = text.split_once(' ').and_then(|(at, how)| Some((at.parse::<i64>().ok()?, how)));
    Some(match by_itself {
        Some((at, how)) if at <= now.millis() => Ending::ByItself(how),
        Some(_) => Ending::Live,
        None => Ending::Ended(text),
    })
}

fn session_state(actor: &Actor, ending: &Value) -> Value {
    let state = match read_ending(actor.now, ending) {
        None => return Value::Null,
        Some(Ending::Live) => LIVE,
        Some(Ending::ByItself(_)) => EXPIRED,
        Some(Ending::Ended(LOGGED_OUT)) => LOGGED_OUT,
        Some(Ending::Ended(REPLACED)) => REPLACED,
        // Noted when it was first seen that its time was over.
        Some(Ending::Ended(access::IDLE | access::OVER)) => EXPIRED,
        // A changed password, a stopped account: somebody ended it.
        Some(Ending::Ended(_)) => FORCED,
    };
    Value::Text(state.to_owned())
}

fn end_reason(actor: &Actor, ending: &Value) -> Value {
    match read_ending(actor.now, ending) {
        Some(Ending::ByItself(how) | Ending::Ended(how)) => Value::Text(how.to_owned()),
        Some(Ending::Live) | None => Value::Null,
    }
}

/// A moment that has come.
fn reached(actor: &Actor, at: &Value) -> Value {
    match at {
        Value::Int(millis) if *millis <= actor.now.millis() => at.clone(),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_by_a_hand_or_by_itself() {
        let now = Instant::from_millis(1_000);
        let read = |text: &str| match read_ending(now, &Value::Text(text.to_owned())) {
            Some(Ending::Ended(how)) => format!("ended {how}"),
            Some(Ending::ByItself(how)) => format!("by itself {how}"),
            Some(Ending::Live) => "live".to_owned(),
            None => "none".to_owned(),
        };
        assert_eq!(read("已退出"), "ended 已退出");
        assert_eq!(read("1000 闲置超时"), "by itself 闲置超时");
        assert_eq!(read("1001 到期"), "live");
        assert!(read_ending(now, &Value::Null).is_none());
    }
}
