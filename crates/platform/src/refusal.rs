//! Refusals: what a handler answers when it does not do what was asked, mapped to the wire in one place.

use kernel::{Confirm, Findings, Msg, Text};
use serde_json::{Value as Json, json};

use crate::store::{self, CellError, StoreError};

/// Messages of the platform, in the words of the client's error table.
pub mod messages {
    use kernel::Msg;

    /// A call without a live session.
    pub const SESSION_OVER: Msg =
        Msg::new("session.over", "登录已超时，请重新登录", "Your session has ended. Please log in again.");
    /// The session gave way to a newer one.
    pub const SESSION_REPLACED: Msg =
        Msg::new("session.replaced", "您的账号已在其他地方登录", "Your account has logged in elsewhere.");
    /// The last role of the session's user was taken away.
    pub const NO_ROLE: Msg = Msg::new(
        "login.no_role",
        "当前用户没有角色权限，请联系管理员",
        "The user has no role. Please contact the administrator.",
    );
    /// The page or button permission is missing.
    pub const FORBIDDEN: Msg = Msg::new(
        "access.forbidden",
        "您没有操作权限，请联系管理员",
        "You have no permission for this. Please contact the administrator.",
    );
    /// A row of another org, or none.
    pub const NO_SUCH_DATA: Msg = Msg::new("data.none", "数据不存在", "There is no such data.");
    /// An unknown call.
    pub const NO_SUCH_CALL: Msg = Msg::new("call.none", "404，网络请求不存在", "404: there is no such call.");
    /// The row changed since it was read.
    pub const STALE: Msg =
        Msg::new("data.stale", "数据有变化，请刷新后重试", "The data have changed. Please reload and try again.");
    /// Too many calls.
    pub const TOO_MANY: Msg =
        Msg::new("call.too_many", "操作过于频繁，请稍后再试", "Too many requests. Please try again later.");
    /// What can't be done at this moment.
    pub const LATER: Msg =
        Msg::new("call.later", "系统繁忙，请稍后重试", "The system is busy. Please try again later.");
    /// The disk is full or fails.
    pub const UNSAVED: Msg = Msg::new(
        "call.unsaved",
        "暂时无法保存，请稍后重试或联系管理员",
        "This can't be saved at the moment. Please try again later or contact the administrator.",
    );
    /// A fault of the program.
    pub const BROKEN: Msg = Msg::new(
        "server.broken",
        "服务器开小差了，请联系管理员",
        "Something went wrong. Please contact the administrator.",
    );
    /// A body that can't be read.
    pub const BAD_BODY: Msg =
        Msg::new("call.bad_body", "请求内容无法识别：{reason}", "The request can't be read: {reason}");
    /// A field the operation does not know.
    pub const UNKNOWN_FIELD: Msg = Msg::new("call.unknown_field", "未知字段：{field}", "Unknown field: {field}");
    /// A text that is too long for the database, or holds what it can't keep.
    pub const UNFIT: Msg = Msg::new(
        "call.unfit",
        "内容过长、数量过多或含有不能保存的字符，请修改后重试",
        "Something here is too long, too much, or holds characters that can't be kept. Please change it and try again.",
    );
    /// A query parameter that is too long.
    pub const LONG_PARAMETER: Msg = Msg::new(
        "call.long_parameter",
        "参数{name}不能超过{n}个字符",
        "The parameter {name} can't exceed {n} characters.",
    );
    /// A query parameter with the null character.
    pub const UNFIT_PARAMETER: Msg = Msg::new(
        "call.unfit_parameter",
        "参数{name}含有不能保存的字符",
        "The parameter {name} holds a character that can't be kept.",
    );
    /// A query parameter out of its range.
    pub const BAD_PARAMETER: Msg =
        Msg::new("call.bad_parameter", "参数{name}不正确", "The parameter {name} is not valid.");
    /// The last proof of identity is too old for this.
    pub const PROVE: Msg = Msg::new("session.prove", "请验证密码后继续", "Please confirm your password to continue.");
    /// The session may do no more than change the password somebody gave.
    pub const CHANGE_FIRST: Msg =
        Msg::new("session.first", "首次登录请修改密码", "Please change your password at the first log-in.");
    /// The session may do no more than change the old password.
    pub const CHANGE_OLD: Msg =
        Msg::new("session.expired", "密码已过期，请修改密码", "Your password has expired. Please change it.");
    /// The session may do no more than bind a second factor.
    pub const BIND_FACTOR: Msg =
        Msg::new("session.factor", "请先绑定二次验证", "Please set up the second factor first.");
    /// A key that belongs to another call.
    pub const KEY_REUSED: Msg = Msg::new(
        "call.key_reused",
        "Idempotency-Key已用于其他内容的请求",
        "This Idempotency-Key was used for another request.",
    );
    /// Success.
    pub const DONE: Msg = Msg::new("done", "操作成功", "Done.");
    /// A question waits for an answer.
    pub const CONFIRM: Msg = Msg::new("confirm", "请确认后继续", "Please confirm to continue.");
}

/// The minute in which calls are counted, and in which a short trouble passes.
const RETRY_AFTER_S: u32 = 60;

/// Why something was not done. Nothing was written.
#[derive(Debug)]
pub enum Refusal {
    /// Rules were broken, all of them listed.
    Findings(Findings),
    /// A business rule says no.
    Business(Text),
    /// A business rule says no and gives data with it (line and column of a message).
    BusinessWith(Text, Json),
    /// Questions to answer with yes first.
    Confirm(Vec<Confirm>),
    /// The row's version is old; holds the present row and the fields that changed.
    Stale(Json),
    /// The caller must prove again who he is.
    Prove,
    /// No live session.
    Unauthorized(Text),
    /// No permission.
    Forbidden,
    /// Not there, or not of this org.
    NotFound,
    /// The key of the call belongs to another one.
    KeyReused,
    /// Too many calls.
    TooMany,
    /// It can't be done now: the same call may be made again in a minute.
    Later(Text),
    /// It can't be saved now, as the disk is full or fails; the text is for the log.
    Unsaved(String),
    /// A malformed call.
    BadRequest(Text),
    /// A unique index refused the row; documents turn it into an error at its field.
    Unique(String),
    /// A fault of the program; the text is for the log.
    Broken(String),
}

impl Refusal {
    /// A business rule without arguments.
    pub fn business(message: Msg) -> Self {
        Self::Business(message.text())
    }

    /// A fault of the program.
    pub fn broken(text: impl Into<String>) -> Self {
        Self::Broken(text.into())
    }

    /// What can't be done at this moment, and is to be tried again.
    pub fn later() -> Self {
        Self::Later(messages::LATER.text())
    }

    /// What is noted beside a read (who looked, how often) is left out when it can't be saved: a full disk keeps nobody
    /// from reading.
    pub fn unless_unsaved(noted: Result<(), Self>) -> Result<(), Self> {
        match noted {
            Err(Self::Unsaved(_)) => Ok(()),
            other => other,
        }
    }

    /// The text for the log, of what is no answer to the caller.
    pub fn for_log(&self) -> Option<&str> {
        match self {
            Self::Broken(text) | Self::Unique(text) | Self::Unsaved(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the program or the database failed, and no rule said no: the same may go well another time.
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Broken(_) | Self::Unique(_) | Self::Later(_) | Self::Unsaved(_))
    }

    /// Seconds after which the call may be made again; none where that would not help.
    pub fn retry_after(&self) -> Option<u32> {
        matches!(self, Self::TooMany | Self::Later(_) | Self::Unsaved(_)).then_some(RETRY_AFTER_S)
    }

    /// One error at one field.
    pub fn field(field: impl Into<String>, text: Text) -> Self {
        let mut findings = Findings::new();
        findings.error(field, text);
        Self::Findings(findings)
    }

    /// Refuses when the findings hold errors, asks when they hold unanswered questions.
    pub fn unless_clean(findings: &Findings, confirmed: &[String]) -> Result<(), Self> {
        if findings.has_errors() {
            return Err(Self::Findings(findings.clone()));
        }
        let open: Vec<Confirm> =
            findings.confirms.iter().filter(|confirm| !confirm.is_answered(confirmed)).cloned().collect();
        if open.is_empty() { Ok(()) } else { Err(Self::Confirm(open)) }
    }

    /// HTTP status, envelope code, message and data in a language.
    pub fn wire(&self, language: &str) -> (u16, i64, String, Json) {
        let say = |text: &Text| text.in_language(language).to_owned();
        match self {
            Self::Findings(findings) => {
                let first = findings.items.iter().find(|f| f.severity == kernel::Severity::Error);
                let text = first.map_or_else(String::new, |finding| say(&finding.text));
                (200, 1, text, json!({ "findings": findings_json(findings, language) }))
            }
            Self::Business(text) => (200, 1, say(text), Json::Null),
            Self::BusinessWith(text, data) => (200, 1, say(text), data.clone()),
            Self::Confirm(confirms) => {
                let list = confirms_json(confirms, language);
                (200, 2, say(&messages::CONFIRM.text()), json!({ "confirms": list }))
            }
            Self::Stale(data) => (200, 3, say(&messages::STALE.text()), data.clone()),
            Self::Prove => (200, 4, say(&messages::PROVE.text()), Json::Null),
            Self::Unauthorized(text) => (401, 401, say(text), Json::Null),
            Self::Forbidden => (403, 403, say(&messages::FORBIDDEN.text()), Json::Null),
            Self::NotFound => (404, 404, say(&messages::NO_SUCH_DATA.text()), Json::Null),
            Self::KeyReused => (409, 409, say(&messages::KEY_REUSED.text()), Json::Null),
            Self::TooMany => (429, 429, say(&messages::TOO_MANY.text()), Json::Null),
            Self::Later(text) => (503, 503, say(text), Json::Null),
            Self::Unsaved(_) => (503, 503, say(&messages::UNSAVED.text()), Json::Null),
            Self::BadRequest(text) => (400, 1, say(text), Json::Null),
            Self::Unique(_) | Self::Broken(_) => (500, 500, say(&messages::BROKEN.text()), Json::Null),
        }
    }
}

/// Findings as the wire shows them.
pub fn findings_json(findings: &Findings, language: &str) -> Vec<Json> {
    findings
        .told()
        .map(|finding| {
            json!({
                "field": finding.field,
                "severity": finding.severity,
                "key": finding.text.key,
                "message": finding.text.in_language(language),
            })
        })
        .collect()
}

/// Questions as the wire shows them.
pub fn confirms_json(confirms: &[Confirm], language: &str) -> Vec<Json> {
    let told = |c: &Confirm| {
        let message = c.text.in_language(language);
        let mut told = json!({ "key": c.text.key, "field": c.field, "message": message });
        if let Some(members) = told.as_object_mut().filter(|_| c.either) {
            members.insert("either".to_owned(), json!(true));
        }
        told
    };
    confirms.iter().map(told).collect()
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unique(index) => Self::Unique(index),
            StoreError::Late(text) => {
                if !store::has_gone() {
                    tracing::warn!(text, "the database is late");
                }
                Self::later()
            }
            StoreError::Disk(text) => Self::Unsaved(text),
            StoreError::Unfit(text) => {
                tracing::warn!(text, "values reached the database that it does not take");
                Self::BadRequest(messages::UNFIT.text())
            }
            StoreError::Broken(text) => Self::Broken(text),
        }
    }
}

impl From<CellError> for Refusal {
    fn from(error: CellError) -> Self {
        Self::Broken(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_status_and_code() {
        let text = messages::NO_SUCH_DATA.text();
        let table = [
            (Refusal::Business(text.clone()), 200, 1),
            (Refusal::Confirm(Vec::new()), 200, 2),
            (Refusal::Stale(Json::Null), 200, 3),
            (Refusal::Prove, 200, 4),
            (Refusal::Unauthorized(text.clone()), 401, 401),
            (Refusal::Forbidden, 403, 403),
            (Refusal::NotFound, 404, 404),
            (Refusal::KeyReused, 409, 409),
            (Refusal::TooMany, 429, 429),
            (Refusal::later(), 503, 503),
            (Refusal::Unsaved("secret detail".to_owned()), 503, 503),
            (Refusal::BadRequest(text), 400, 1),
            (Refusal::broken("secret detail"), 500, 500),
        ];
        for (refusal, status, code) in table {
            let (s, c, message, _) = refusal.wire("zh-CN");
            assert_eq!((s, c), (status, code), "{refusal:?}");
            assert!(!message.contains("secret detail"));
        }
    }
}
