//! Lines of the log-in log.

use kernel::Id;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};

/// Outcome of an attempt while only the platform works.
pub(super) const IN_MAINTENANCE: &str = "系统维护中";
/// How it went when all went well.
pub(crate) const DONE: &str = "成功";
/// Way of a log-in by a partner's token.
pub(crate) const BY_TOKEN: &str = "免登";
/// Way of a log-in by a provider of log-ins.
pub(crate) const BY_PROVIDER: &str = "单点登录";

/// Kind of an administrator's account.
pub(super) const ADMIN_TYPE: i64 = 2;
/// Way of a log-in by an administrator's name.
pub(super) const BY_ADMIN_NAME: &str = "管理员";
/// Outcome of an attempt with a login nobody has.
pub(super) const UNKNOWN: &str = "用户不存在";

/// How somebody nobody knows tries to log in.
pub(super) fn way_of(login: &str) -> &'static str {
    match (login.contains('@'), login.bytes().all(|b| b.is_ascii_digit())) {
        (true, _) => "邮箱",
        (false, true) => "手机",
        (false, false) => BY_ADMIN_NAME,
    }
}

/// What the log-in log keeps of an attempt.
#[derive(Clone, Copy)]
pub(crate) struct LoginLine<'a> {
    /// Organisation asked for.
    pub(crate) org: i64,
    /// Account, when there is one.
    pub(crate) user: Option<Id>,
    /// Login as given.
    pub(crate) login: &'a str,
    /// 手机, 邮箱, 管理员, 免登 or 单点登录.
    pub(crate) way: &'a str,
    /// How it went: 成功 or why not.
    pub(crate) outcome: &'a str,
    /// Wrong passwords in a row.
    pub(crate) fails: i64,
    /// The session it began.
    pub(crate) session: Option<Id>,
}

impl<'a> LoginLine<'a> {
    /// A successful attempt.
    pub(crate) fn of(org: i64, user: Option<Id>, login: &'a str) -> Self {
        Self { org, user, login, way: BY_TOKEN, outcome: DONE, fails: 0, session: None }
    }
}

/// Writes a line of the log-in log.
pub(crate) fn write_line(conn: &mut dyn Conn, call: &Call, line: &LoginLine<'_>) -> Result<(), Refusal> {
    let id = |id: Option<Id>| id.map_or(Value::Null, |id| Value::Int(id.0));
    let cells = [
        ("id", Value::Int(call.app.mint.next(call.now()).0)),
        ("login_name", Value::Text(line.login.chars().take(80).collect())),
        ("user_id", id(line.user)),
        ("way", Value::Text(line.way.to_owned())),
        ("outcome", Value::Text(line.outcome.to_owned())),
        ("fails", Value::Int(line.fails)),
        ("session_id", id(line.session)),
        ("ip", Value::Text(call.asked.ip.clone())),
        ("agent", Value::Text(call.asked.agent.chars().take(200).collect())),
        ("created_at", Value::Int(call.now().millis())),
    ];
    conn.exec(&sql::insert(line.org, "login_log", &cells).into())?;
    Ok(())
}
