//! 二次验证: an authenticator's codes beside the password, recovery codes for the day it is lost, and a
//! code by mail where it is not at hand.

mod mailed;
mod totp;

use kernel::{Id, Msg};
use platform::access::{Access, Limit, lift_limit, random_bytes};
use platform::call::{Answer, App, Call, Outcome, Tx};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::sea_query::{ExprTrait, Func, SelectStatement};
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::security::Policy;

pub(crate) use mailed::send;

/// Bytes of a secret, as RFC 4226 advises.
const SECRET_BYTES: usize = 20;
/// Recovery codes of a person.
const CODES: usize = 10;
/// Letters of recovery codes: none that is mistaken for another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
/// Name authenticators show.
const ISSUER: &str = "OpenForwarder";

/// The code does not fit.
pub const WRONG: Msg = Msg::new("factor.wrong", "动态码不正确", "The code is not correct.");
/// The password was right and a code is wanted.
pub const WANTED: Msg = Msg::new("factor.wanted", "请输入动态码", "Please enter the code of your authenticator.");
const BOUND: Msg = Msg::new("factor.bound", "已绑定二次验证", "A second factor is set up already.");
const NOT_BOUND: Msg = Msg::new("factor.none", "尚未绑定二次验证", "No second factor is set up.");
const NOT_STARTED: Msg = Msg::new("factor.start", "请重新扫描二维码", "Please scan the code anew.");
const ASKED_FOR: Msg = Msg::new(
    "factor.asked",
    "企业要求启用二次验证，不能解绑",
    "The company asks for a second factor; it can't be removed.",
);

/// Adds the calls to the room.
pub fn add(room: &mut Room) {
    let post = |id: &str, path: &str, work: fn(&mut Call) -> Outcome, summary: &str| {
        Operation::post(id, path, Access::LoggedIn, work).when_limited().summary(summary)
    };
    room.operations.extend([
        Operation::get("get_second_factor", "/auth/mfa", Access::LoggedIn, state)
            .when_limited()
            .summary("The caller's second factor"),
        post("start_second_factor", "/auth/mfa/start", start, "A new secret for the caller's authenticator"),
        post("bind_second_factor", "/auth/mfa/bind", bind, "Binds the authenticator by two codes in a row"),
        post("unbind_second_factor", "/auth/mfa/unbind", unbind, "Removes the second factor"),
        post("renew_recovery_codes", "/auth/mfa/recovery", renew, "New recovery codes in place of the old ones"),
    ]);
}

/// What a person has bound.
struct Factor {
    secret: Option<Vec<u8>>,
    pending: Option<Vec<u8>>,
    step: i64,
    bound_at: Option<i64>,
}

fn factor_of(app: &App, conn: &mut dyn Conn, login: Id) -> Result<Factor, Refusal> {
    read_factor(app, conn, login, |_| {})
}

/// As `factor_of`, and nobody else changes it before the transaction ends.
fn held_factor(app: &App, conn: &mut dyn Conn, login: Id) -> Result<Factor, Refusal> {
    read_factor(app, conn, login, |select| {
        select.lock_exclusive();
    })
}

fn read_factor(
    app: &App,
    conn: &mut dyn Conn,
    login: Id,
    how: impl FnOnce(&mut SelectStatement),
) -> Result<Factor, Refusal> {
    let mut select = sql::from_global("login");
    select
        .columns(["factor_secret", "factor_pending", "factor_step", "factor_bound_at"])
        .and_where(sql::eq("id", login));
    how(&mut select);
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    let open = |sealed: Option<Vec<u8>>| sealed.map(|sealed| opened(app, &sealed)).transpose();
    Ok(Factor { secret: open(row.get(0)?)?, pending: open(row.get(1)?)?, step: row.get(2)?, bound_at: row.get(3)? })
}

/// Secrets are sealed as hexadecimal text.
fn opened(app: &App, sealed: &[u8]) -> Result<Vec<u8>, Refusal> {
    let text = app.secrets.open(sealed)?;
    let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
    let byte = |pair: &[u32]| pair.iter().fold(0u32, |sum, digit| sum * 16 + digit);
    Ok(digits.chunks(2).filter_map(|pair| u8::try_from(byte(pair)).ok()).collect())
}

fn set(conn: &mut dyn Conn, login: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update_global("login", cells);
    update.and_where(sql::eq("id", login));
    conn.exec(&update.into())?;
    Ok(())
}

/// How a code was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is bound, or the code fits and is used up.
    Passed,
    /// A code is wanted and none was given.
    Wanted,
    /// It does not fit.
    Wrong,
}

/// Takes the code of a log-in: of the authenticator, of a mail, or a recovery code. A code works once.
pub fn take(app: &App, conn: &mut dyn Conn, login: Id, code: &str, now: i64) -> Result<Verdict, Refusal> {
    let factor = factor_of(app, conn, login)?;
    let Some(secret) = factor.secret else { return Ok(Verdict::Passed) };
    let code: String = code.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
    if code.is_empty() {
        return Ok(Verdict::Wanted);
    }
    let used = match totp::step_for(&secret, &code, now, factor.step) {
        // Of two calls with one code the second finds the step taken.
        Some(step) => {
            let mut update = sql::update_global("login", &[("factor_step", Value::Int(step))]);
            update.and_where(sql::eq("id", login)).and_where(sql::eq("factor_step", factor.step));
            conn.exec(&update.into())?
        }
        None => {
            let hash = app.secrets.hash(&code.to_lowercase())?;
            let mut update = sql::update_global("login_recovery_code", &[("used_at", Value::Int(now))]);
            update
                .and_where(sql::eq("login_id", login))
                .and_where(sql::eq("code_hash", hash))
                .and_where(sql::col("used_at").is_null());
            match conn.exec(&update.into())? {
                0 => u64::from(mailed::take(conn, app.secrets.hash(&code)?, login, now)?),
                used => used,
            }
        }
    };
    Ok(if used > 0 { Verdict::Passed } else { Verdict::Wrong })
}

/// Whether somebody has a second factor.
pub fn is_bound(conn: &mut dyn Conn, login: Id) -> Result<bool, Refusal> {
    let mut select = sql::from_global("login");
    select.column("id").and_where(sql::eq("id", login)).and_where(sql::col("factor_secret").is_not_null());
    Ok(conn.first(&select.into())?.is_some())
}

/// GET /auth/mfa.
fn state(call: &mut Call) -> Outcome {
    let login = call.actor()?.login_id;
    let app = call.app.clone();
    let (factor, left, needed) = call.read(|conn| {
        let factor = factor_of(&app, conn, login)?;
        let (_, needed) = Policy::of_login(conn, login)?;
        Ok((factor, codes_left(conn, login)?, needed))
    })?;
    let bound_at = factor.bound_at.map(|at| kernel::show_second(kernel::Instant::from_millis(at)));
    Ok(Answer::Data(json!({
        "bound": factor.secret.is_some(), "boundAt": bound_at, "recoveryLeft": left, "required": needed,
    })))
}

fn codes_left(conn: &mut dyn Conn, login: Id) -> Result<i64, Refusal> {
    let mut select = sql::from_global("login_recovery_code");
    select
        .expr(Func::count(sql::col("login_id")))
        .and_where(sql::eq("login_id", login))
        .and_where(sql::col("used_at").is_null());
    Ok(conn.first(&select.into())?.unwrap_or_default().get(0)?)
}

/// POST /auth/mfa/start: a secret that counts once two of its codes were shown.
fn start(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    actor.need_proof()?;
    let (login, account) = (actor.login_id, format!("{ISSUER}:{} {}", actor.org_code, actor.name));
    let secret: [u8; SECRET_BYTES] = random_bytes()?;
    let text: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let sealed = call.app.secrets.seal(&text)?;
    let app = call.app.clone();
    call.write(|tx| {
        tx.no_log_line();
        if held_factor(&app, tx, login)?.secret.is_some() {
            return Err(Refusal::business(BOUND));
        }
        set(tx, login, &[("factor_pending", Value::Bytes(sealed))])
    })?;
    let secret = totp::base32(&secret);
    let label = platform::web::percent_encoded(&account);
    let uri = format!("otpauth://totp/{label}?secret={secret}&issuer={ISSUER}&algorithm=SHA1&digits=6&period=30");
    call.asked.answers_secret();
    Ok(Answer::Data(json!({ "secret": secret, "uri": uri })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Codes {
    first: String,
    second: String,
}

/// POST /auth/mfa/bind: two successive codes show that secret and clock are right.
fn bind(call: &mut Call) -> Outcome {
    let codes: Codes = call.json()?;
    let actor = call.actor()?;
    actor.need_proof()?;
    let (login, session, limit) = (actor.login_id, actor.session_id, actor.limit);
    let now = call.now().millis();
    let (app, recovery) = (call.app.clone(), recovery_codes()?);
    call.app.limits.take(format!("factor {login}"), ATTEMPTS_A_MINUTE, call.now())?;
    call.write(|tx| {
        let factor = held_factor(&app, tx, login)?;
        if factor.secret.is_some() {
            return Err(Refusal::business(BOUND));
        }
        let secret = factor.pending.ok_or(Refusal::business(NOT_STARTED))?;
        let first = totp::step_for(&secret, codes.first.trim(), now, 0);
        let first = first.ok_or_else(|| Refusal::field("first", WRONG.text()))?;
        if totp::code_at(&secret, first + 1) != codes.second.trim() {
            return Err(Refusal::field("second", WRONG.text()));
        }
        let mut update = sql::update_global("login", &[("factor_step", Value::Int(first + 1))]);
        update.value("factor_secret", sql::col("factor_pending")).and_where(sql::eq("id", login));
        tx.exec(&update.into())?;
        set(tx, login, &[("factor_pending", Value::Null), ("factor_bound_at", Value::Int(now))])?;
        keep(tx, login, &recovery)?;
        if limit == Some(Limit::NoFactor) {
            lift_limit(tx, session)?;
        }
        log(tx, login, "绑定二次验证")
    })?;
    call.asked.answers_secret();
    Ok(Answer::Data(json!({ "recoveryCodes": recovery })))
}

/// POST /auth/mfa/unbind: for whom no company asks for it.
fn unbind(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    actor.need_proof()?;
    let login = actor.login_id;
    let app = call.app.clone();
    call.write(|tx| {
        if held_factor(&app, tx, login)?.secret.is_none() {
            return Err(Refusal::business(NOT_BOUND));
        }
        if Policy::of_login(tx, login)?.1 {
            return Err(Refusal::business(ASKED_FOR));
        }
        forget(tx, login)?;
        log(tx, login, "解绑二次验证")
    })?;
    Ok(Answer::Data(Json::Null))
}

/// POST /auth/mfa/recovery: the old codes end.
fn renew(call: &mut Call) -> Outcome {
    let actor = call.actor()?;
    actor.need_proof()?;
    let (login, app, recovery) = (actor.login_id, call.app.clone(), recovery_codes()?);
    call.write(|tx| {
        if held_factor(&app, tx, login)?.secret.is_none() {
            return Err(Refusal::business(NOT_BOUND));
        }
        keep(tx, login, &recovery)?;
        log(tx, login, "重新生成恢复码")
    })?;
    call.asked.answers_secret();
    Ok(Answer::Data(json!({ "recoveryCodes": recovery })))
}

/// Takes the second factor from a login: its owner's wish, or a password given anew because it was lost.
pub(crate) fn forget(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    set(
        conn,
        login,
        &[("factor_secret", Value::Null), ("factor_pending", Value::Null), ("factor_bound_at", Value::Null)],
    )?;
    for table in ["login_recovery_code", "login_mail_code"] {
        let mut delete = sql::delete_global(table);
        delete.and_where(sql::eq("login_id", login));
        conn.exec(&delete.into())?;
    }
    Ok(())
}

/// Attempts to bind in a minute.
const ATTEMPTS_A_MINUTE: u32 = 10;

/// Codes such as `kq7m2-x9fwd`: 50 bits each.
fn recovery_codes() -> Result<Vec<String>, Refusal> {
    let bytes: [u8; CODES * 10] = random_bytes()?;
    let letter = |byte: &u8| LETTERS.get(usize::from(*byte % 32)).copied().map_or('a', char::from);
    let code = |ten: &[u8]| {
        let text: String = ten.iter().map(letter).collect();
        let (head, tail) = text.split_at(5);
        format!("{head}-{tail}")
    };
    Ok(bytes.chunks(10).map(code).collect())
}

/// Keeps the hashes of new recovery codes in place of the old ones.
fn keep(tx: &mut Tx<'_>, login: Id, codes: &[String]) -> Result<(), Refusal> {
    let mut delete = sql::delete_global("login_recovery_code");
    delete.and_where(sql::eq("login_id", login));
    tx.exec(&delete.into())?;
    for code in codes {
        let hash = tx.app.secrets.hash(&code.replace('-', ""))?;
        let cells = [("login_id", Value::Int(login.0)), ("code_hash", Value::Bytes(hash))];
        tx.exec(&sql::insert_global("login_recovery_code", &cells).into())?;
    }
    Ok(())
}

fn log(tx: &mut Tx<'_>, login: Id, what: &'static str) -> Result<(), Refusal> {
    let entry = LogEntry::of("login", login, tx.actor.name.clone(), "/resetPassword");
    tx.log(entry.did("修改", what).level(Level::High))
}
