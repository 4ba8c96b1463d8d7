//! A code by mail for who does not have the authenticator at hand (people chapter, rule 7): six digits,
//! good once within ten minutes, and no more after five wrong ones.

use kernel::{Id, Instant, Msg, SKEW_MS};
use mail::{Kind, Letter, LoginCode};
use platform::access::random_bytes;
use platform::call::{Answer, App, Call, Outcome};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict};
use platform::store::{Cell, Conn, Value, sql};
use serde_json::Value as Json;

use crate::link::{self, Person, Whose};

const TABLE: &str = "login_mail_code";
const MINUTES: i64 = 10;
const MINUTE_MS: i64 = 60 * 1000;
/// Wrong codes after which the mailed one is worthless.
const TRIES: i64 = 5;
/// Codes a login is sent a minute.
const SENT_A_MINUTE: u32 = 1;

const SENT: Msg = Msg::new("factor.sent", "验证码已发送至{mail}", "A code has been sent to {mail}.");
const NO_MAIL: Msg = Msg::new(
    "factor.no_mail",
    "无法发送邮件验证码，请使用动态码或恢复码，或联系管理员",
    "No code can be sent by mail. Please use the authenticator or a recovery code, or ask the administrator.",
);

/// Sends a code to the login's own e-mail.
pub(crate) fn send(call: &Call, whose: Whose) -> Outcome {
    if !call.read(|conn| super::is_bound(conn, whose.login))? {
        return Err(Refusal::business(super::NOT_BOUND));
    }
    call.app.limits.take(format!("factor mail {}", whose.login), SENT_A_MINUTE, call.now())?;
    let code = six_digits()?;
    let sent = call.app.system_write(|conn| {
        let Some(addressee) = link::addressee(conn, &call.app, whose)? else { return Ok(None) };
        keep(conn, &call.app, whose.login, &code)?;
        let Person { email, name, language, .. } = &addressee.person;
        let says = LoginCode { name, code: &code, minutes: MINUTES };
        mail::put(
            conn,
            &call.app,
            addressee.sender(whose.org),
            &Letter::to(Kind::LoginCode, email, says.words(language)),
        )?;
        Ok(Some(addressee.person.email))
    })?;
    let email = sent.ok_or(Refusal::business(NO_MAIL))?;
    Ok(Answer::Said(SENT.with(&[("mail", &masked(&email))]), Json::Null))
}

/// Takes a mailed code; true once.
pub(super) fn take(conn: &mut dyn Conn, hash: Vec<u8>, login: Id, now: i64) -> Result<bool, Refusal> {
    // One that ends later was sent by a clock that ran ahead.
    let latest = now + MINUTES * MINUTE_MS + SKEW_MS;
    let ends = || sql::col("expires_at").gt(sql::value(now)).and(sql::col("expires_at").lte(sql::value(latest)));
    let live = || sql::eq("login_id", login).and(ends());
    let mut spend = sql::delete_global(TABLE);
    spend.and_where(live()).and_where(sql::eq("code_hash", hash)).and_where(sql::col("tries").lt(sql::value(TRIES)));
    if conn.exec(&spend.into())? > 0 {
        return Ok(true);
    }
    let mut miss = sql::update_global(TABLE, &[]);
    miss.value("tries", sql::col("tries").add(1)).and_where(live());
    conn.exec(&miss.into())?;
    Ok(false)
}

/// The newest code alone works.
fn keep(conn: &mut dyn Conn, app: &App, login: Id, code: &str) -> Result<(), Refusal> {
    let ends = Instant::from_millis(app.clock.now().millis() + MINUTES * MINUTE_MS);
    let cells = [
        ("login_id", login.into_value()),
        ("code_hash", Value::Bytes(app.secrets.hash(code)?)),
        ("expires_at", ends.into_value()),
        ("tries", Value::Int(0)),
    ];
    let mut insert = sql::insert_global(TABLE, &cells);
    insert.on_conflict(OnConflict::column("login_id").update_columns(["code_hash", "expires_at", "tries"]).to_owned());
    conn.exec(&insert.into())?;
    Ok(())
}

/// Each of a million codes as likely as the others, but for one part in four thousand.
fn six_digits() -> Result<String, Refusal> {
    Ok(format!("{:06}", u32::from_be_bytes(random_bytes()?) % 1_000_000))
}

/// `s***@example.com`: enough for its owner to know the letter box.
fn masked(email: &str) -> String {
    let (name, host) = email.split_once('@').unwrap_or((email, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}***@{host}")
}
