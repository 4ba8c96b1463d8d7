//! 单点登录. Log-in by a provider of OpenID Connect that the operator named in the configuration: a browser is sent there
//! and comes back with a code, which the server changes for a signed token (`platform::openid`). The token tells a subject;
//! whose account that is, is bound when it comes first, by a claim of the token. No account is made by it.

mod begun;
mod bound;

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::{Access, actor_of};
use platform::call::{Answer, Call, Outcome};
use platform::log::{Level, LogEntry};
use platform::openid::{Fault, MatchBy, OpenIdConfig};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::auth::{self, Account, BY_PROVIDER, LoginLine, Named};
use crate::handoff::use_up;
use begun::{Begun, Who};

pub(crate) use bound::{forget, unbind};

/// The page of the web application a browser comes back to.
const PAGE: &str = "/openid_login";
/// What the client is told the session comes from.
const SOURCE: &str = "openid";
/// Longest code, and longest other part of an answer, that is looked at.
const PART_MAX: usize = 4000;

const OFF: Msg = Msg::new("openid.off", "未启用此登录方式", "This way to log in is not set up.");
const OVER: Msg = Msg::new(
    "openid.over",
    "登录请求已失效，或不是由本浏览器发起，请重新登录",
    "The log-in is over, or was not begun in this browser. Please log in again.",
);
const CANCELLED: Msg = Msg::new("openid.cancelled", "已取消登录", "The log-in was cancelled.");
const REFUSED: Msg = Msg::new(
    "openid.refused",
    "登录服务拒绝了本次登录，请重试或联系管理员",
    "The log-in service refused this log-in. Please try again or contact the administrator.",
);
const UNREACHABLE: Msg = Msg::new(
    "openid.unreachable",
    "登录服务暂时无法访问，请稍后重试或用密码登录",
    "The log-in service can't be reached. Please try again later or log in with your password.",
);
const UNFIT: Msg = Msg::new(
    "openid.unfit",
    "登录服务的应答无效，请重试或联系管理员",
    "The answer of the log-in service is not valid. Please try again or contact the administrator.",
);
const UNVERIFIED: Msg = Msg::new(
    "openid.unverified",
    "邮箱未经登录服务验证，不能用于登录",
    "The log-in service has not verified the e-mail, so it can't be used to log in.",
);
const NOBODY: Msg = Msg::new(
    "openid.nobody",
    "没有与该身份对应的用户，请联系管理员",
    "No user belongs to this identity. Please contact the administrator.",
);
const ANOTHER: Msg = Msg::new(
    "openid.another",
    "该用户已绑定另一身份，请联系管理员解除绑定",
    "The user is bound to another identity. Please ask the administrator to remove that binding.",
);
const CHOOSE: Msg = Msg::new("openid.choose", "请选择企业", "Please choose the company.");

/// Adds the calls to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::post("begin_openid", "/auth/openid/begin", Access::Public, begin)
            .summary("Where a browser goes to log in by the provider of log-ins"),
        Operation::post("log_in_by_openid", "/auth/openid/login", Access::Public, log_in)
            .summary("Log-in by what the provider of log-ins gave the browser"),
        Operation::get("get_openid", "/auth/openid", Access::LoggedIn, own)
            .summary("By what the caller is known to the provider of log-ins"),
    ]);
}

/// POST /auth/openid/begin: the address at the provider, and the cookie that ties its answer to this browser.
fn begin(call: &mut Call) -> Outcome {
    auth::limit(call, "openid")?;
    config_of(call)?;
    let begun = Begun::new(call)?;
    let redirect = redirect_of(call);
    let address = call.app.openid.address(begun.sent(&redirect), call.now());
    let address = address.map_err(|fault| refused(call, fault))?;
    Ok(Answer::Cookie(begun.cookie(call)?, Box::new(Answer::Data(json!({ "url": address })))))
}

fn config_of(call: &Call) -> Result<OpenIdConfig, Refusal> {
    call.app.openid.config().cloned().ok_or(Refusal::business(OFF))
}

/// Where the provider sends a browser back: an address of the configuration, and never one that came with a call.
fn redirect_of(call: &Call) -> String {
    format!("{}{PAGE}", call.app.settings.public_url)
}

/// Notes why a provider was of no use, before anybody is known whose log-in it was.
fn refused(call: &Call, fault: Fault) -> Refusal {
    tracing::warn!(reason = fault.reason(), ip = call.asked.ip, "a log-in by the provider of log-ins was refused");
    Refusal::business(match fault {
        Fault::Unreachable(_) => UNREACHABLE,
        Fault::Refused(_) => REFUSED,
        Fault::Unfit(_) => UNFIT,
    })
}

/// What the page sends: what its browser came back with, or the pass that was answered when more was wanted.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    state: String,
    auth_code: String,
    /// Why the provider gave no code.
    error: String,
    /// Who answered (RFC 9207), where it says so.
    iss: String,
    /// The pass.
    token: String,
    /// Code of the chosen company.
    org: String,
    /// Code of the second factor.
    code: String,
}

/// POST /auth/openid/login: the session data of the token call.
fn log_in(call: &mut Call) -> Outcome {
    auth::limit(call, "openid")?;
    let config = config_of(call)?;
    let body: Body = call.json()?;
    let mut who = if body.token.is_empty() {
        arrive(call, &config, &body)?
    } else {
        Who::of_pass(call, &body.token).ok_or_else(|| Refusal::business(OVER))?
    };
    if !body.org.is_empty() {
        who.org.clone_from(&body.org);
    }
    let found = call.read(|conn| found(conn, &config, &who))?;
    match choose(call, found, &who)? {
        Some(found) => enter(call, &config, found, (&who, &body.code)),
        None => {
            let why = if config.match_by == MatchBy::Email && !who.verified { UNVERIFIED } else { NOBODY };
            note_nobody(call, &config, &who, why)?;
            Err(Refusal::business(why))
        }
    }
}

/// Whom the provider names for what a browser came back with. That is used up by it, whatever comes of it.
fn arrive(call: &Call, config: &OpenIdConfig, body: &Body) -> Result<Who, Refusal> {
    let over = |reason| {
        tracing::warn!(reason, ip = call.asked.ip, "a log-in by the provider of log-ins was refused");
        Refusal::business(OVER)
    };
    let begun = Begun::of(call, &body.state).ok_or_else(|| over("not begun in this browser, or too long ago"))?;
    if !use_up(call, (&config.issuer, &begun.nonce), begun.until)? {
        return Err(over("used before"));
    }
    if !body.error.is_empty() {
        // Its words as far as they are one of the standard's (RFC 6749, 4.1.2.1), for who looks for the cause.
        let plain = |letter: &char| letter.is_ascii_lowercase() || *letter == '_';
        let told: String = body.error.chars().filter(plain).take(40).collect();
        tracing::warn!(told, "the provider of log-ins gave no code");
        let cancelled = body.error == "access_denied";
        let refusal = refused(call, Fault::Refused("the provider gave no code"));
        return Err(if cancelled { Refusal::business(CANCELLED) } else { refusal });
    }
    if !body.iss.is_empty() && body.iss != config.issuer {
        return Err(refused(call, Fault::Unfit("another provider answered")));
    }
    if body.auth_code.is_empty() || body.auth_code.len() > PART_MAX {
        return Err(refused(call, Fault::Unfit("no code")));
    }
    let redirect = redirect_of(call);
    let claims = call.app.openid.redeem(&body.auth_code, begun.sent(&redirect), call.now());
    Who::of_claims(call, config, (claims.map_err(|fault| refused(call, fault))?, begun))
}

/// An account a subject may enter, and the binding by which it is known.
struct Found {
    account: Account,
    binding: Option<Id>,
}

/// The accounts of a subject in the organisations the provider may open: those it is bound to, and where there is none, the
/// one its claim names.
fn found(conn: &mut dyn Conn, config: &OpenIdConfig, who: &Who) -> Result<Vec<Found>, Refusal> {
    let codes = config.orgs.iter().filter(|code| who.org.is_empty() || **code == who.org).cloned();
    let mut select = sql::from_global("org");
    select.column("id").and_where(sql::is_in(sql::col("code"), codes));
    let mut all = Vec::new();
    for row in conn.query(&select.into())? {
        let org: i64 = row.get(0)?;
        let (binding, account) = match bound::of_subject(conn, org, (&who.issuer, &who.sub))? {
            Some((binding, user)) => (Some(binding), auth::account_of(conn, (org, user))?),
            None => (None, claimed(conn, config, (org, who))?),
        };
        all.extend(account.map(|account| Found { account, binding }));
    }
    Ok(all)
}

fn claimed(conn: &mut dyn Conn, config: &OpenIdConfig, (org, who): (i64, &Who)) -> Result<Option<Account>, Refusal> {
    match config.match_by {
        _ if who.name.is_empty() || !who.verified => Ok(None),
        MatchBy::Email => auth::account_by_mail(conn, org, &who.name),
        MatchBy::PreferredUsername => auth::account_by_name(conn, org, &who.name),
    }
}

/// The only account, or a question which company it shall be. One somebody has left is no choice beside others.
fn choose(call: &Call, mut found: Vec<Found>, who: &Who) -> Result<Option<Found>, Refusal> {
    if found.iter().any(|one| one.account.is_working()) {
        found.retain(|one| one.account.is_working());
    }
    if found.len() < 2 {
        return Ok(found.pop());
    }
    let companies: Vec<Json> = found
        .iter()
        .map(|one| one.account.company())
        .map(|(code, name)| json!({ "orgCode": code, "orgName": name }))
        .collect();
    Err(Refusal::BusinessWith(CHOOSE.text(), json!({ "companies": companies, "token": who.pass(call)? })))
}

fn enter(call: &mut Call, config: &OpenIdConfig, found: Found, (who, code): (&Who, &str)) -> Outcome {
    let Found { account, binding } = found;
    let refused = match auth::admissible(call, &account) {
        Err(text) => Some(text),
        Ok(()) => {
            let issuer = &who.issuer;
            let other = binding.is_none() && call.read(|conn| bound::is_bound(conn, &account, issuer))?;
            other.then(|| ANOTHER.text())
        }
    };
    if let Some(text) = refused {
        let line = LoginLine { way: BY_PROVIDER, ..LoginLine::of(account.org_id, Some(account.user_id), who.shown()) };
        call.app.system_write(|conn| auth::write_line(conn, call, &LoginLine { outcome: &text.zh, ..line }))?;
        return Err(Refusal::Business(text));
    }
    let named = Named { source: &config.name_zh, login: who.shown(), way: BY_PROVIDER, hides: None, code };
    let greet = |call: &mut Call| {
        // Whoever finds a pass afterwards opens no second session with it.
        if !use_up(call, (&who.issuer, &who.done()), who.until)? {
            return Err(Refusal::business(OVER));
        }
        match binding {
            Some(binding) => call.app.system_write(|conn| bound::touch(conn, account.org_id, binding, call.now())),
            None => bind(call, &account, who),
        }
    };
    let mut data = auth::enter_named(call, &account, &named, |call| who.pass(call), greet)?;
    data.insert("source".to_owned(), json!(SOURCE));
    Ok(Answer::Cookie(Begun::cleared(call), Box::new(Answer::Data(data.into()))))
}

/// Binds a subject to the account its claim named, in the name of its owner.
fn bind(call: &mut Call, account: &Account, who: &Who) -> Result<(), Refusal> {
    let whose = (account.org_id, account.user_id);
    let actor = call.read(|conn| actor_of(conn, &call.app.rights, whose, call.now()))?;
    let before = call.caller.replace(actor.ok_or_else(|| Refusal::business(NOBODY))?);
    let done = call.write(|tx| {
        if !bound::keep(tx, account, who)? {
            return Err(Refusal::business(ANOTHER));
        }
        let entry = LogEntry::of("user", account.user_id, account.name(), "/resetPassword");
        let text = format!("绑定单点登录：{}", who.shown());
        tx.log(entry.did("修改", "绑定单点登录").level(Level::High).text(text))
    });
    call.caller = before;
    done
}

/// A subject that belongs to nobody is told to the company that could have him, or to the platform where several could.
fn note_nobody(call: &Call, config: &OpenIdConfig, who: &Who, why: Msg) -> Result<(), Refusal> {
    let org = match config.orgs.as_slice() {
        [code] => {
            let mut select = sql::from_global("org");
            select.column("id").and_where(sql::eq("code", code.clone()));
            call.read(|conn| Ok(conn.first(&select.into())?.map(|row| row.get(0)).transpose()?))?
        }
        _ => None,
    };
    let line = LoginLine::of(org.unwrap_or(PLATFORM_ORG), None, who.shown());
    let line = LoginLine { way: BY_PROVIDER, outcome: why.zh, ..line };
    call.app.system_write(|conn| auth::write_line(conn, call, &line))
}

/// GET /auth/openid: what the caller is known by, for his own settings.
fn own(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    let bindings = call.read(|conn| bound::of_user(conn, (actor.org_id, actor.user_id)))?;
    Ok(Answer::Data(json!({ "provider": call.app.openid.names(), "bindings": bindings })))
}
