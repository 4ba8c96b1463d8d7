//! The person behind an account: found by phone or e-mail, made when there is none.

use kernel::{Findings, Id, Msg};
use platform::access::{hash_password, is_elsewhere, random_bytes};
use platform::call::Tx;
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};

use super::identity::{is_mail, is_phone};
use crate::password;

const PHONE: Msg = Msg::new("user.phone", "请输入正确的手机号码", "Please enter a correct phone number.");
/// Nobody could log in.
const UNREACHED: Msg = Msg::new(
    "user.unreached",
    "手机号和邮箱至少填写一项，用于登录",
    "Give a phone number or an e-mail: one of them is what the user logs in with.",
);
const MAIL: Msg = Msg::new("user.mail", "请输入正确的邮箱地址", "Please enter a correct e-mail address.");
const TWO_PERSONS: Msg = Msg::new(
    "user.two_logins",
    "手机号与邮箱属于不同账号",
    "The phone number and the e-mail belong to different logins.",
);
/// The person has an account in the org.
pub const HERE_ALREADY: Msg =
    Msg::new("user.here", "该账号已在本企业", "The login has an account in this company already.");
const JOINS: Msg = Msg::new(
    "user.joins",
    "该手机号已有账号，将以同一账号加入本企业",
    "The phone number has a login already; it will join this company.",
);
const PHONE_TAKEN: Msg = Msg::new("user.phone_taken", "手机号已被使用", "The phone number is used already.");
const MAIL_TAKEN: Msg = Msg::new("user.mail_taken", "邮箱已被使用", "The e-mail is used already.");
const ELSEWHERE: Msg = Msg::new(
    "user.elsewhere",
    "该账号同时属于其他企业，请由本人修改",
    "The login belongs to other companies too; only its owner can change it.",
);

/// How a person is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    /// Dialling code without plus sign.
    pub area: String,
    /// Phone number.
    pub phone: String,
    /// Address in lower case; may be empty.
    pub mail: String,
}

impl Contact {
    /// Findings about its form.
    pub fn check(&self, findings: &mut Findings) {
        findings.error_if(self.phone.is_empty() && self.mail.is_empty(), "phone", UNREACHED);
        findings.error_if(!self.phone.is_empty() && !is_phone(&self.area, &self.phone), "phone", PHONE);
        findings.error_if(!self.mail.is_empty() && !is_mail(&self.mail), "email", MAIL);
    }
}

fn login_of(tx: &mut Tx<'_>, conditions: &[(&'static str, &str)]) -> Result<Option<Id>, Refusal> {
    let mut select = sql::from_global("login");
    select.column("id");
    for (column, value) in conditions {
        if value.is_empty() {
            return Ok(None);
        }
        select.and_where(sql::eq(column, (*value).to_owned()));
    }
    Ok(tx.first(&select.into())?.map(|row| row.get(0)).transpose()?)
}

/// The person with this phone number.
pub fn by_phone(tx: &mut Tx<'_>, contact: &Contact) -> Result<Option<Id>, Refusal> {
    login_of(tx, &[("phone_area", &contact.area), ("phone", &contact.phone)])
}

/// The person with this address.
pub fn by_mail(tx: &mut Tx<'_>, contact: &Contact) -> Result<Option<Id>, Refusal> {
    login_of(tx, &[("email", &contact.mail)])
}

/// The person who already has this phone or e-mail; a question when he joins, findings when he can't.
pub fn find(tx: &mut Tx<'_>, contact: &Contact, findings: &mut Findings) -> Result<Option<Id>, Refusal> {
    let (phone, mail) = (by_phone(tx, contact)?, by_mail(tx, contact)?);
    if let (Some(one), Some(other)) = (phone, mail)
        && one != other
    {
        findings.error("email", TWO_PERSONS.text());
        return Ok(None);
    }
    let Some(login) = phone.or(mail) else { return Ok(None) };
    if is_here(tx, login)? {
        findings.error("phone", HERE_ALREADY.text());
    } else {
        findings.confirm("phone", JOINS.text());
    }
    Ok(Some(login))
}

/// Whether the person works for the org.
pub fn is_here(tx: &mut Tx<'_>, login: Id) -> Result<bool, Refusal> {
    let mut account = sql::from(tx.org(), "app_user");
    account.column("id").and_where(sql::eq("login_id", login)).and_where(sql::eq("user_status", 1i64));
    Ok(tx.first(&account.into())?.is_some())
}

/// Makes the person with a one-time password, which is answered and kept nowhere.
pub fn create(tx: &mut Tx<'_>, id: Id, contact: &Contact) -> Result<String, Refusal> {
    let one_time = password::one_time(random_bytes()?);
    // Hashing takes the time that makes it safe; a trial keeps nothing.
    let hash = if tx.trial { String::new() } else { hash_password(&one_time, tx.app.settings.password_cost)? };
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let now = Value::Int(tx.now.millis());
    let cells = [
        ("id", Value::Int(id.0)),
        ("phone_area", text(&contact.area)),
        ("phone", text(&contact.phone)),
        ("email", text(&contact.mail)),
        ("password_hash", Value::Text(hash)),
        ("must_change", Value::Bool(true)),
        ("password_changed_at", now.clone()),
        ("fails", Value::Int(0)),
        ("created_at", now.clone()),
        ("updated_at", now),
    ];
    tx.exec(&sql::insert_global("login", &cells).into())?;
    Ok(one_time)
}

/// The contact of a login.
pub fn contact_of(conn: &mut dyn Conn, login: Id) -> Result<Contact, Refusal> {
    let mut select = sql::from_global("login");
    select.columns(["phone_area", "phone", "email"]).and_where(sql::eq("id", login));
    let row = conn.first(&select.into())?.unwrap_or_default();
    Ok(Contact { area: row.get(0)?, phone: row.get(1)?, mail: row.get(2)? })
}

/// Findings against a new contact of a login that exists.
pub fn check_change(tx: &mut Tx<'_>, login: Id, new: &Contact, findings: &mut Findings) -> Result<(), Refusal> {
    let org = tx.org();
    check_change_in(tx, (org, login), (new, ["phone", "email"]), findings)
}

/// The same of an account in some company, at the fields of its form.
pub(crate) fn check_change_in(
    tx: &mut Tx<'_>,
    (org, login): (i64, Id),
    (new, [phone, mail]): (&Contact, [&str; 2]),
    findings: &mut Findings,
) -> Result<(), Refusal> {
    tx.actor.need_proof()?;
    if is_elsewhere(tx, login, org)? {
        findings.error(phone, ELSEWHERE.text());
        return Ok(());
    }
    let other = |found: Option<Id>| found.is_some_and(|found| found != login);
    let taken = other(by_phone(tx, new)?);
    findings.error_if(taken, phone, PHONE_TAKEN);
    let taken = other(by_mail(tx, new)?);
    findings.error_if(taken, mail, MAIL_TAKEN);
    Ok(())
}

/// Writes a new contact.
pub fn change(tx: &mut Tx<'_>, login: Id, new: &Contact) -> Result<(), Refusal> {
    let text = |text: &str| if text.is_empty() { Value::Null } else { Value::Text(text.to_owned()) };
    let cells = [
        ("phone_area", text(&new.area)),
        ("phone", text(&new.phone)),
        ("email", text(&new.mail)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update_global("login", &cells);
    update.and_where(sql::eq("id", login));
    tx.exec(&update.into())?;
    // They went to the old address.
    let now = tx.now;
    crate::link::spend_all(tx, login, now)
}
