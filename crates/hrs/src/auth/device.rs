//! The mark of a device: a cookie that its owner gets when he has logged in. It lets nobody in; failures are only
//! counted apart where it is shown, so that strangers who guess at a login do not keep its owner out.
//!
//! It is signed with the key of the deployment, made out to one person, ends by itself, and counts only while its row is
//! there: a new password removes the rows of the person.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Id;
use platform::access::{new_token, secret_hash};
use platform::call::{App, Call};
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, OnConflict, Order};
use platform::store::{Cell, Conn, Value, sql};

use super::guard::Kind;

/// A device that was not used for so long is a strange one again.
const LIFE_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Devices of a person; beyond them the one used longest ago is forgotten.
const MOST: usize = 20;
const PREFIX: &str = "device_";
/// Marks of one browser that are looked at.
const MARKS_MAX: usize = 20;
/// Bytes by which a row knows a mark.
pub(crate) const KEY_BYTES: usize = 32;

/// A mark whose signature is right and which has not ended. Whether it still counts its row tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The person it is made out to.
    pub(super) login: Id,
    /// Secret name of the device.
    device: String,
}

impl Mark {
    /// As its row knows it.
    pub(crate) fn key(&self) -> Vec<u8> {
        secret_hash(&self.device)
    }

    /// Its calls are counted apart from those of strangers.
    pub(crate) fn limit_key(&self) -> String {
        format!("device {} {}", self.login, self.device)
    }
}

/// A person's cookie has a name of its own, so that several share a browser.
fn name_of(login: Id) -> String {
    format!("{PREFIX}{login}")
}

fn signed(login: Id, device: &str, until: i64) -> String {
    format!("device {login} {device} {until}")
}

/// Every sound mark that came with a call.
pub(crate) fn marks(call: &Call) -> Vec<Mark> {
    let cookies = call.asked.cookies.iter().filter(|(name, _)| name.starts_with(PREFIX));
    cookies.take(MARKS_MAX).filter_map(|(name, value)| read(call, name, value)).collect()
}

/// The sound mark of a person.
pub(crate) fn mark_of(call: &Call, login: Id) -> Option<Mark> {
    let name = name_of(login);
    read(call, &name, call.asked.cookies.get(&name)?)
}

fn read(call: &Call, name: &str, value: &str) -> Option<Mark> {
    let login = name.strip_prefix(PREFIX)?.parse().map(Id).ok()?;
    let mut parts = value.split('.');
    let (device, until, signature) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let sound = call.app.secrets.fits(&signed(login, device, until), &signature).ok()?;
    let lives = until > call.now().millis() && parts.next().is_none();
    (sound && lives).then(|| Mark { login, device: device.to_owned() })
}

/// Marks the device of a call, whose user has just proved who he is; answers the cookie. A mark that counts goes on.
pub(crate) fn keep(conn: &mut dyn Conn, call: &Call, login: Id, known: Option<&Mark>) -> Result<String, Refusal> {
    let device = match known {
        Some(mark) => mark.device.clone(),
        None => new_token()?,
    };
    let until = call.now().plus_millis(LIFE_MS);
    let cells = [
        ("login_id", login.into_value()),
        ("mark", Value::Bytes(secret_hash(&device))),
        ("kind", Kind::Device.text().into_value()),
        ("fails", Value::Int(0)),
        ("expires_at", until.into_value()),
    ];
    let mut insert = sql::insert_global("login_guard", &cells);
    insert.on_conflict(OnConflict::columns(["login_id", "mark"]).update_column("expires_at").to_owned());
    conn.exec(&insert.into())?;
    forget_oldest(conn, login)?;
    cookie(call, login, &device, until.millis())
}

fn forget_oldest(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    let mut select = sql::from_global("login_guard");
    select
        .column("mark")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::eq("kind", Kind::Device.text()))
        .order_by("expires_at", Order::Desc);
    for row in conn.query(&select.into())?.iter().skip(MOST) {
        let mut delete = sql::delete_global("login_guard");
        delete.and_where(sql::eq("login_id", login)).and_where(sql::eq("mark", row.get::<Vec<u8>>(0)?));
        conn.exec(&delete.into())?;
    }
    Ok(())
}

/// The header of a cookie: no script reads it, no other site sends it, and no open line carries it.
fn cookie(call: &Call, login: Id, device: &str, until: i64) -> Result<String, Refusal> {
    let signature = URL_SAFE_NO_PAD.encode(call.app.secrets.hash(&signed(login, device, until))?);
    let secure = if call.public_url().starts_with("https:") || call.asked.origin.starts_with("https:") {
        "; Secure"
    } else {
        ""
    };
    let (name, seconds) = (name_of(login), LIFE_MS / 1000);
    Ok(format!("{name}={device}.{until}.{signature}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"))
}

/// Forgets the devices of a person: his password is another.
pub(crate) fn forget_all(conn: &mut dyn Conn, login: Id) -> Result<(), Refusal> {
    let mut delete = sql::delete_global("login_guard");
    delete.and_where(sql::eq("login_id", login)).and_where(sql::eq("kind", Kind::Device.text()));
    conn.exec(&delete.into())?;
    Ok(())
}

/// Whether a device is one of a person's.
pub(crate) fn is_known(conn: &mut dyn Conn, login: Id, key: &[u8], app: &App) -> Result<bool, Refusal> {
    let mut select = sql::from_global("login_guard");
    select
        .column("kind")
        .and_where(sql::eq("login_id", login))
        .and_where(sql::eq("mark", key.to_vec()))
        .and_where(sql::eq("kind", Kind::Device.text()))
        .and_where(sql::col("expires_at").gt(sql::value(app.clock.now())));
    Ok(conn.first(&select.into())?.is_some())
}
