//! What people are told of their accounts and of their company's contract.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Id, Instant, SKEW_MS};
use message::{About, Ahead, By, Told, Values};
use platform::PLATFORM_ORG;
use platform::call::{App, Call, Tx};
use platform::job::plan::{Category, Plan, Schedule};
use platform::message::{DATE, MessageEvent, Mute, Placeholder, Receiver, SYSTEM, To};
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::sea_query::{Expr, ExprTrait, JoinType};
use platform::store::{Cell, Conn, sql};

use crate::auth::{Account, DONE};
use crate::security::Policy;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A place nobody logged in from for so long is a new one again.
const PLACES_MS: i64 = 90 * DAY_MS;

const OWNER: To = To::Concerned("账号本人", "Owner of the account");
const USER: Placeholder = Placeholder::new("userName", "操作人", "User");
const ORG: Placeholder = Placeholder::new("orgName", "企业名称", "Company");
const END: Placeholder = Placeholder::new("date", "到期日期", "End");
const DAYS: Placeholder = Placeholder::new("days", "剩余天数", "Days left");

/// A person got an account in a further company.
const JOINED: MessageEvent = MessageEvent::new(
    "user.joined",
    SYSTEM,
    ("加入企业", "Account in a company"),
    ("账号被分配到本企业时", "When a login got an account in this company"),
)
.to(OWNER)
.says(
    ("您已加入{orgName}", "You have joined {orgName}"),
    (
        "{userName}已将您的账号分配到{orgName}，登录时可选择该企业",
        "{userName} gave your login an account in {orgName}. Choose the company when you log in.",
    ),
    &[USER, ORG, DATE],
);

/// A password ends.
const PASSWORD: MessageEvent = MessageEvent::new(
    "password.expiring",
    SYSTEM,
    ("密码到期", "Password expires"),
    ("登录密码到期前", "Before a password expires"),
)
.to(OWNER)
.says(
    ("登录密码即将到期", "Your password expires soon"),
    (
        "您的登录密码将于{date}到期，剩余{days}天，请及时修改",
        "Your password expires on {date}, in {days} days. Please change it.",
    ),
    &[END, DAYS],
)
.ahead(&[14, 3, 1]);

/// A company's contract ends.
const CONTRACT: MessageEvent = MessageEvent::new(
    "contract.ending",
    SYSTEM,
    ("签约到期", "Contract ends"),
    ("本企业签约到期前", "Before the contract of the company ends"),
)
.to(To::Chosen { among: &[Receiver::Admin], first: &[Receiver::Admin] })
.mutes(Mute::Mail)
.says(
    ("签约即将到期", "The contract ends soon"),
    (
        "{orgName}的签约将于{date}到期，剩余{days}天，请联系客服续约",
        "The contract of {orgName} ends on {date}, in {days} days. Please contact support.",
    ),
    &[ORG, END, DAYS],
)
.ahead(&[30, 7, 1]);

/// Somebody logged in from where he never did.
const PLACE: MessageEvent = MessageEvent::new(
    "login.place",
    SYSTEM,
    ("新登录地点", "Log-in from a new place"),
    ("账号从90天内未使用过的IP登录时", "When an account is used from an address it was not used from in 90 days"),
)
.to(OWNER)
.mutes(Mute::Nothing)
.says(
    ("账号在新的地点登录", "Log-in from a new place"),
    (
        "新的登录地点：{ip} {date}。如非本人操作，请立即修改密码",
        "Log-in from a new place: {ip} {date}. If it was not you, change your password at once.",
    ),
    &[Placeholder::new("ip", "IP地址", "Address"), Placeholder::new("date", "登录时间", "Time")],
);

/// Failed log-ins locked a login, or one of its owner's devices.
const LOCKED: MessageEvent = MessageEvent::new(
    "login.locked",
    SYSTEM,
    ("登录锁定", "Log-in locked"),
    ("账号因连续登录失败被锁定时", "When failed log-ins lock an account"),
)
.to(OWNER)
.mutes(Mute::Nothing)
.says(
    ("账号登录已被锁定", "Log-ins to your account are locked"),
    (
        "账号连续{times}次登录失败（最近一次来自{ip}），{date}前暂停在陌生设备上登录；您登录过的设备不受他人影响。如非本人操作，         请留意密码是否泄露",
        "{times} log-ins to your account failed, the last from {ip}. Until {date} it can't be used from unknown devices;          devices you have used before are not affected by others. If it was not you, consider whether your password is          known to somebody.",
    ),
    &[
        Placeholder::new("times", "失败次数", "Failures"),
        Placeholder::new("ip", "IP地址", "Address"),
        Placeholder::new("date", "锁定至", "Locked until"),
    ],
);
/// Who keeps failing at somebody's login does not fill his letter box.
const LOCK_TOLD_MS: i64 = 60 * 60 * 1000;

/// Adds the events to the room.
pub fn add(room: &mut Room) {
    room.messages.extend([&JOINED, &PASSWORD, &CONTRACT, &PLACE, &LOCKED]);
    let plan = |name, title, work| Plan::new(name, title, (Category::Reminder, Schedule::Morning), work);
    room.plans.extend([
        plan("password.end", ("密码到期提醒", "Passwords that end soon"), tell_passwords),
        plan("contract.end", ("签约到期提醒", "Contracts that end soon"), tell_contracts),
    ]);
}

/// Tells a person of his account in a further company.
pub(crate) fn joined(tx: &mut Tx<'_>, user: Id) -> Result<(), Refusal> {
    let mut select = sql::from_global("org");
    select.column("name").and_where(sql::eq("id", tx.org()));
    let org: String = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
    let values = Values::default().with("userName", tx.actor.name.clone()).with("orgName", org);
    let by = By::actor(tx);
    message::send(tx, by, &JOINED, &Told { to: vec![user], values, ..Told::default() }).map(drop)
}

/// Tells a person of a log-in from an address he never used; his first one is none of these. Looks at
/// the log-in log, before the line of this log-in stands in it.
pub(crate) fn new_place(conn: &mut dyn Conn, call: &Call, (org, user): (i64, Id)) -> Result<(), Refusal> {
    let now = call.now();
    let done = |ip: Option<&str>| {
        let mut select = sql::from(org, "login_log");
        select
            .column("id")
            .and_where(sql::eq("user_id", user))
            .and_where(sql::eq("outcome", DONE.to_owned()))
            .and_where(sql::col("created_at").gt(sql::value(now.plus_millis(-PLACES_MS))))
            .limit(1);
        match ip {
            Some(ip) => select.and_where(sql::eq("ip", ip.to_owned())),
            // Where a log-in came from is not always known.
            None => select.and_where(Expr::cust("ip <> ''")),
        };
        select
    };
    if call.asked.ip.is_empty() {
        return Ok(());
    }
    if conn.first(&done(Some(&call.asked.ip)).into())?.is_some() || conn.first(&done(None).into())?.is_none() {
        return Ok(());
    }
    let told = Told {
        to: vec![user],
        values: Values::default().with("ip", call.asked.ip.clone()).with("date", kernel::show_second(now)),
        ..Told::default()
    };
    message::send(conn, By::product(&call.app, org), &PLACE, &told).map(drop)
}

/// Tells the owner of an account that failed log-ins locked it; once an hour.
pub(crate) fn locked(
    conn: &mut dyn Conn,
    call: &Call,
    account: &Account,
    (times, until): (i64, i64),
) -> Result<(), Refusal> {
    let now = call.now();
    let mut note = sql::update_global("login", &[("lock_told_at", now.into_value())]);
    let told = || sql::col("lock_told_at");
    let before = told().lte(sql::value(now.plus_millis(-LOCK_TOLD_MS)));
    // By a clock that ran ahead.
    let ahead = told().gt(sql::value(now.plus_millis(SKEW_MS)));
    note.and_where(sql::eq("id", account.login())).and_where(told().is_null().or(before).or(ahead));
    if conn.exec(&note.into())? == 0 {
        return Ok(());
    }
    let ip = if call.asked.ip.is_empty() { "-" } else { &call.asked.ip };
    let told = Told {
        to: vec![account.user_id],
        values: Values::default()
            .with("times", times.to_string())
            .with("ip", ip)
            .with("date", kernel::show_second(Instant::from_millis(until))),
        ..Told::default()
    };
    message::send(conn, By::product(&call.app, account.org_id), &LOCKED, &told).map(drop)
}

/// Tells whose passwords end soon.
fn tell_passwords(app: &Arc<App>) -> Result<usize, Refusal> {
    let orgs = app.store.read(|conn| Ok::<_, Refusal>(conn.query(&sql::from_global("org").column("id").into())?))?;
    let mut holds = BTreeMap::new();
    for row in &orgs {
        let org: i64 = row.get(0)?;
        holds.insert(org, app.store.read(|conn| Policy::of_org(conn, org))?.days);
    }
    if holds.values().all(|days| *days == 0) {
        return Ok(0);
    }
    let mut count = 0;
    let ends = app.store.read(|conn| password_ends(conn, &holds))?;
    for org in holds.into_keys() {
        count += app.system_write(|conn| {
            let mut count = 0;
            let Some(ahead) = Ahead::of(conn, (app, org), &PASSWORD)? else { return Ok(count) };
            for (_, user, end) in ends.iter().filter(|(own, ..)| *own == org) {
                count += usize::from(ahead.tell(conn, By::product(app, org), (*user, end.day()), |left| Told {
                    to: vec![*user],
                    values: Values::default().with("date", kernel::show_day(end.day())).with("days", left.to_string()),
                    about: About { url: "/resetPassword".to_owned(), ..About::default() },
                    ..Told::default()
                })?);
            }
            Ok(count)
        })?;
    }
    Ok(count)
}

/// Company, account and end of the password of everybody whose password ends at all. A person with
/// accounts in several companies obeys the strictest of them and of the platform.
fn password_ends(conn: &mut dyn Conn, holds: &BTreeMap<i64, i64>) -> Result<Vec<(i64, Id, Instant)>, Refusal> {
    let mut select = sql::from_global("login");
    select
        .columns([("login", "id"), ("login", "password_changed_at"), ("app_user", "org_id"), ("app_user", "id")])
        .join(JoinType::InnerJoin, "app_user", sql::of("app_user", "login_id").equals(("login", "id")))
        .and_where(sql::of_eq("app_user", "active", true))
        .and_where(sql::of("login", "password_changed_at").is_not_null());
    let mut accounts = Vec::new();
    let mut strictest: BTreeMap<i64, i64> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let (login, changed, org, user): (i64, i64, i64, Id) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        for days in [PLATFORM_ORG, org].into_iter().filter_map(|org| holds.get(&org)).filter(|days| **days > 0) {
            let least = strictest.entry(login).or_insert(*days);
            *least = Ord::min(*least, *days);
        }
        accounts.push((login, changed, org, user));
    }
    let end = |(login, changed, org, user): (i64, i64, i64, Id)| {
        let days = strictest.get(&login)?;
        Some((org, user, Instant::from_millis(changed + days * DAY_MS)))
    };
    Ok(accounts.into_iter().filter_map(end).collect())
}

/// Tells companies whose contract ends soon.
fn tell_contracts(app: &Arc<App>) -> Result<usize, Refusal> {
    let mut count = 0;
    let mut orgs = sql::from_global("org");
    orgs.columns(["id", "name", "stop_at"])
        .and_where(sql::eq("status", true))
        .and_where(sql::col("stop_at").is_not_null());
    for row in app.store.read(|conn| Ok::<_, Refusal>(conn.query(&orgs.into())?))? {
        let (org, name, stop): (i64, String, Instant) = (row.get(0)?, row.get(1)?, row.get(2)?);
        count += usize::from(app.system_write(|conn| {
            let Some(ahead) = Ahead::of(conn, (app, org), &CONTRACT)? else { return Ok(false) };
            ahead.tell(conn, By::product(app, org), (Id(org), stop.day()), |left| Told {
                values: Values::default()
                    .with("orgName", name)
                    .with("date", kernel::show_day(stop.day()))
                    .with("days", left.to_string()),
                ..Told::default()
            })
        })?);
    }
    Ok(count)
}
