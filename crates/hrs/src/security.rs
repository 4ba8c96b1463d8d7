//! 安全策略 (people chapter, rule 7). Each company decides its own; org 1's decision is the least the
//! platform asks for, and a person with several companies obeys the strictest of each.

use std::net::IpAddr;

use ipnet::IpNet;
use kernel::{Findings, Id, Msg, Scope, Text};
use platform::PLATFORM_ORG;
use platform::access::accounts_of;
use platform::call::Tx;
use platform::field::{Choice, Field};
use platform::log::Level;
use platform::refusal::Refusal;
use platform::registry::Room;
use platform::sea_query::Expr;
use platform::setting::page::SettingPage;
use platform::setting::{Decided, Module, Setting};
use platform::store::Conn;

use crate::configure::PAGE;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Failures count when they lie within this time.
pub const FAILS_WINDOW_MS: i64 = 15 * MINUTE_MS;
/// Fewest characters of a long phrase.
const PHRASE_MIN: i64 = 12;

/// Weakest first.
const RULES: &[Choice] = &[
    Choice::new("字母和数字", "字母和数字", "Letters and digits"),
    Choice::new("三类字符", "三类字符", "Three classes"),
    Choice::new("长短语", "长短语", "Long phrase"),
];
/// Weakest first.
const FACTORS: &[Choice] = &[
    Choice::new("不启用", "不启用", "Off"),
    Choice::new("管理员", "管理员", "Administrators"),
    Choice::new("全部", "全部", "Everybody"),
];

const PASSWORDS: Module = Module::new("password", "密码", "Passwords").on(PAGE_NOUN);
const LOGINS: Module = Module::new("login", "登录", "Log-in").on(PAGE_NOUN);
const PAGE_NOUN: &str = "org_security";

const RULE: Setting = Setting::new(
    "passwordRule",
    PASSWORDS,
    Field::select(RULES, "密码规则", "Password rule").required().initially("\"字母和数字\""),
)
.help("长短语至少12位，不要求字符种类", "A long phrase has at least 12 characters of any kind.");
const MIN: Setting = Setting::new(
    "passwordMin",
    PASSWORDS,
    Field::int("密码最短长度", "Shortest password").range(8, 20).required().initially("8"),
);
const MAX: Setting = Setting::new(
    "passwordMax",
    PASSWORDS,
    Field::int("密码最长长度", "Longest password").range(20, 128).required().initially("20"),
);
const HISTORY: Setting = Setting::new(
    "passwordHistory",
    PASSWORDS,
    Field::int("不得与前N次相同", "Last passwords that may not return").range(0, 10).required().initially("5"),
);
const DAYS: Setting = Setting::new(
    "passwordDays",
    PASSWORDS,
    Field::int("密码有效天数", "Days a password holds").range(0, 365).required().initially("0"),
)
.help("0 表示长期有效", "0: it never expires.");
const SLOW: Setting =
    Setting::new("slowDown", LOGINS, Field::flag("连续失败后等待", "Wait after failures").initially("true"))
        .help("第3次失败后等待5秒，之后每次10秒", "5 seconds after the third failure, 10 after each further one.");
const FAILS: Setting = Setting::new(
    "failsMax",
    LOGINS,
    Field::int("锁定次数", "Failures before the lock").range(3, 10).required().initially("5"),
)
.help("15分钟内连续失败达到次数即锁定", "Counted within 15 minutes.");
const LOCK: Setting = Setting::new(
    "lockMinutes",
    LOGINS,
    Field::int("锁定时长（分钟）", "Minutes of the lock").range(5, 1440).required().initially("15"),
);
const IDLE: Setting = Setting::new(
    "idleMinutes",
    LOGINS,
    Field::int("闲置超时（分钟）", "Idle minutes").range(30, 1440).required().initially("720"),
);
const SESSIONS: Setting = Setting::new(
    "sessionsMax",
    LOGINS,
    Field::int("同时会话数", "Sessions at a time").range(1, 20).required().initially("5"),
)
.help("超出时最早的会话下线", "Beyond them the oldest session ends.");
const FACTOR: Setting = Setting::new(
    "secondFactor",
    LOGINS,
    Field::select(FACTORS, "二次验证", "Second factor").required().initially("\"不启用\""),
)
.help(
    "须绑定验证器的人员，未绑定者登录后只能先绑定",
    "Who must use an authenticator; without one the log-in leads to setting it up.",
);
const ADDRESSES: Setting = Setting::new(
    "loginAddresses",
    LOGINS,
    Field::text("登录IP范围", "Log-in addresses").max(50).pattern("[0-9A-Fa-f:.]+(/[0-9]{1,3})?", is_range, NO_RANGE),
)
.many()
.help("留空不限；如 203.0.113.0/24 或单个地址", "Empty: anywhere. As 203.0.113.0/24 or one address.");

const NO_RANGE: Msg = Msg::new("security.range", "请输入正确的IP范围", "Please enter a correct address range.");
const BELOW: Msg = Msg::new(
    "security.below",
    "不能低于平台最低要求（{value}）",
    "Not below the least the platform asks for ({value}).",
);
const LOCKS_OUT: Msg = Msg::new(
    "security.locks_out",
    "登录IP范围须包含您当前的IP：{ip}",
    "The log-in addresses must hold your present one: {ip}",
);

/// The page of the policy.
const POLICY_PAGE: SettingPage = SettingPage {
    noun: PAGE_NOUN,
    base: "/hrs/org/security",
    access: "hrs_org_configure",
    edit: "sys_orgconf_security",
    page: PAGE,
    title: ("安全策略", "Security policy"),
    level: Level::High,
    check: Some(check),
};

/// Adds settings and calls to the room.
pub fn add(room: &mut Room) {
    room.settings
        .extend([&RULE, &MIN, &MAX, &HISTORY, &DAYS, &SLOW, &FAILS, &LOCK, &IDLE, &SESSIONS, &FACTOR, &ADDRESSES]);
    room.operations.extend(POLICY_PAGE.operations());
}

/// A policy in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Place of the password rule, the weakest first.
    pub rule: usize,
    /// Fewest characters.
    pub min: i64,
    /// Most characters.
    pub max: i64,
    /// Passwords that may not come back.
    pub history: i64,
    /// Days a password holds; 0: for ever.
    pub days: i64,
    /// Whether failures make slow.
    pub slow: bool,
    /// Failures that lock.
    pub fails: i64,
    /// Minutes of a lock.
    pub lock_minutes: i64,
    /// Minutes after which an unused session ends.
    pub idle_minutes: i64,
    /// Sessions of a person in an org.
    pub sessions: i64,
    /// Place of who needs a second factor, the weakest first.
    pub factor: usize,
}

impl Policy {
    /// What a company decided, without looking at the platform.
    pub(crate) fn of_org(conn: &mut dyn Conn, org: i64) -> Result<Self, Refusal> {
        let decided = Decided::of(conn, org)?;
        let int = |setting: &Setting| decided.value::<i64>(setting, None);
        let place = |setting: &Setting, choices: &[Choice]| {
            let value: String = decided.value(setting, None)?;
            Ok::<_, Refusal>(choices.iter().position(|choice| choice.value == value).unwrap_or(0))
        };
        Ok(Self {
            rule: place(&RULE, RULES)?,
            min: int(&MIN)?,
            max: int(&MAX)?,
            history: int(&HISTORY)?,
            days: int(&DAYS)?,
            slow: decided.value(&SLOW, None)?,
            fails: int(&FAILS)?,
            lock_minutes: int(&LOCK)?,
            idle_minutes: int(&IDLE)?,
            sessions: int(&SESSIONS)?,
            factor: place(&FACTOR, FACTORS)?,
        })
    }

    /// Of two policies the strictest in each point.
    fn with(self, other: Self) -> Self {
        let days = [self.days, other.days].into_iter().filter(|days| *days > 0).min().unwrap_or(0);
        Self {
            rule: self.rule.max(other.rule),
            min: self.min.max(other.min),
            // Longer ones are not weaker, and a long phrase needs its room.
            max: self.max.max(other.max),
            history: self.history.max(other.history),
            days,
            slow: self.slow || other.slow,
            fails: self.fails.min(other.fails),
            lock_minutes: self.lock_minutes.max(other.lock_minutes),
            idle_minutes: self.idle_minutes.min(other.idle_minutes),
            sessions: self.sessions.min(other.sessions),
            factor: self.factor.max(other.factor),
        }
    }

    /// What a person obeys: the strictest of the platform and of every company he has an account in.
    /// Whether he needs a second factor is asked for each of his accounts.
    pub fn of_login(conn: &mut dyn Conn, login: Id) -> Result<(Self, bool), Refusal> {
        let platform = Self::of_org(conn, PLATFORM_ORG)?;
        let (mut policy, mut needs_factor) = (platform.clone(), false);
        for (org, admin) in accounts_of(conn, login)? {
            let own = if org == PLATFORM_ORG { platform.clone() } else { Self::of_org(conn, org)? };
            needs_factor |= own.factor.max(platform.factor) >= if admin.is_empty() { 2 } else { 1 };
            policy = policy.with(own);
        }
        Ok((policy, needs_factor))
    }

    /// Whether a password of this moment is too old at another.
    pub fn is_old(&self, changed_at: Option<i64>, now: i64) -> bool {
        self.days > 0 && changed_at.is_some_and(|at| now - at >= self.days * DAY_MS)
    }

    /// Milliseconds of a lock.
    pub fn lock_ms(&self) -> i64 {
        self.lock_minutes * MINUTE_MS
    }

    /// Milliseconds after which an unused session ends.
    pub fn idle_ms(&self) -> i64 {
        self.idle_minutes * MINUTE_MS
    }

    /// Milliseconds to wait after so many failures.
    pub fn wait_ms(&self, fails: i64) -> i64 {
        match fails {
            _ if !self.slow => 0,
            ..=2 => 0,
            3 => 5_000,
            _ => 10_000,
        }
    }

    /// Fewest characters under the rule.
    pub fn least(&self) -> i64 {
        if self.is_phrase() { self.min.max(PHRASE_MIN) } else { self.min }
    }

    /// A long phrase needs no classes of characters.
    pub fn is_phrase(&self) -> bool {
        self.rule == 2
    }

    /// Three of four classes are asked for.
    pub fn is_classes(&self) -> bool {
        self.rule == 1
    }
}

/// Milliseconds a password of a listed account's person holds, as [`Policy::of_login`] reads it: the shortest that
/// the platform or a company of his decided; nothing: for ever. A value is a number only under its own key.
pub(crate) fn password_life() -> Expr {
    let days = "CASE WHEN decided.setting_key = 'passwordDays' THEN CAST(decided.value AS bigint) ELSE 0 END";
    Expr::cust(format!(
        "(SELECT MIN({days}) * {DAY_MS} FROM org_setting decided WHERE {days} > 0 AND decided.business_scope = '*' \
         AND (decided.org_id = {PLATFORM_ORG} OR decided.org_id IN (SELECT known.org_id FROM app_user known \
         WHERE known.login_id = app_user.login_id AND known.active)))"
    ))
}

/// Whether a company, or the platform for it, lets its people log in from an address.
pub fn may_come_from(conn: &mut dyn Conn, org: i64, ip: &str) -> Result<bool, Refusal> {
    let ranges: Vec<String> = platform::setting::values(conn, org, &ADDRESSES, None)?;
    Ok(holds(&ranges, ip))
}

/// Whether one of the ranges holds an address; no range at all holds every one.
fn holds(ranges: &[String], ip: &str) -> bool {
    let Ok(ip) = ip.parse::<IpAddr>() else { return ranges.is_empty() };
    let ip = ip.to_canonical();
    ranges.is_empty() || ranges.iter().filter_map(|text| range_of(text)).any(|range| range.contains(&ip))
}

/// A range, or a single address.
fn range_of(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
}

fn is_range(text: &str) -> bool {
    range_of(text).is_some()
}

/// A company may only be stricter than the platform, and nobody may lock himself out.
fn check(tx: &mut Tx<'_>, _: Option<Scope>, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    let ip = tx.ip().to_owned();
    if !may_come_from(tx, org, &ip)? {
        findings.error(ADDRESSES.key, LOCKS_OUT.with(&[("ip", &ip)]));
    }
    if org == PLATFORM_ORG {
        return Ok(());
    }
    let (least, own) = (Policy::of_org(tx, PLATFORM_ORG)?, Policy::of_org(tx, org)?);
    let together = least.clone().with(own.clone());
    let figures = [
        (&MIN, own.min == together.min, least.min.to_string()),
        (&HISTORY, own.history == together.history, least.history.to_string()),
        (&DAYS, own.days == together.days, least.days.to_string()),
        (&FAILS, own.fails == together.fails, least.fails.to_string()),
        (&LOCK, own.lock_minutes == together.lock_minutes, least.lock_minutes.to_string()),
        (&IDLE, own.idle_minutes == together.idle_minutes, least.idle_minutes.to_string()),
        (&SESSIONS, own.sessions == together.sessions, least.sessions.to_string()),
    ];
    for (setting, fits, value) in figures {
        if !fits {
            findings.error(setting.key, BELOW.with(&[("value", &value)]));
        }
    }
    let words = [
        (&RULE, own.rule == together.rule, RULES.get(least.rule)),
        (&FACTOR, own.factor == together.factor, FACTORS.get(least.factor)),
        (&SLOW, own.slow == together.slow, Some(&Choice::new("true", "是", "Yes"))),
    ];
    for (setting, fits, value) in words {
        if let (false, Some(value)) = (fits, value) {
            findings.error(setting.key, below_word(value));
        }
    }
    Ok(())
}

fn below_word(value: &Choice) -> Text {
    BELOW.with_each(&[("value", value.zh)], &[("value", value.en)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lie_in_ranges() {
        let ranges = ["203.0.113.0/24", "198.51.100.7", "2001:db8::/32"].map(str::to_owned);
        for (ip, inside) in [
            ("203.0.113.0", true),
            ("203.0.113.255", true),
            ("203.0.114.0", false),
            ("198.51.100.7", true),
            ("198.51.100.8", false),
            ("::ffff:203.0.113.9", true),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
            ("", false),
        ] {
            assert_eq!(holds(&ranges, ip), inside, "{ip}");
            assert!(holds(&[], ip), "no range holds every address");
        }
        assert!(is_range("10.0.0.0/8") && is_range("10.0.0.1") && is_range("::1/128"));
        assert!(!is_range("10.0.0.0/33") && !is_range("10.0.0") && !is_range("office"));
    }
}
