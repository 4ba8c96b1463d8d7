//! The administrator of a company in its form: how he is reached can be changed later, who he is not.

use kernel::{Findings, Id};
use platform::call::Tx;
use platform::document::Draft;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::rules::{MAIL, PHONE};
use crate::user::login::{self, Contact};
use crate::user::{is_mail, is_phone};

/// Account and login of the administrator, where there is one.
fn of(conn: &mut dyn Conn, org: Id) -> Result<Option<(Id, Id)>, Refusal> {
    let mut select = sql::from(org.0, "app_user");
    select
        .columns(["id", "login_id"])
        .and_where(sql::col("admin_role").is_not_null())
        .order_by("id", Order::Asc)
        .limit(1);
    conn.first(&select.into())?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// What the form shows of him.
pub(super) fn show(conn: &mut dyn Conn, _: i64, org: Id, view: &mut Map<String, Json>) -> Result<(), Refusal> {
    let Some((_, login)) = of(conn, org)? else { return Ok(()) };
    let contact = login::contact_of(conn, login)?;
    let mut select = sql::from_global("login");
    select.column("admin_name").and_where(sql::eq("id", login));
    let name: String = conn.first(&select.into())?.unwrap_or_default().get(0)?;
    let cells = [
        ("adminName", name),
        ("adminPhoneArea", contact.area),
        ("adminPhone", contact.phone),
        ("adminEmail", contact.mail),
    ];
    view.extend(cells.map(|(member, value)| (member.to_owned(), json!(value))));
    Ok(())
}

/// How he is reached: known, and as it was sent.
fn contacts(tx: &mut Tx<'_>, draft: &Draft<'_>, login: Id) -> Result<(Contact, Contact), Refusal> {
    let known = login::contact_of(tx, login)?;
    let sent = |name: &str, known: &str| {
        let json = draft.body.get(name);
        json.map_or(known, |json| json.as_str().unwrap_or_default()).trim().to_owned()
    };
    let phone = sent("adminPhone", &known.phone);
    let mut area = sent("adminPhoneArea", &known.area).trim_start_matches('+').to_owned();
    if phone.is_empty() {
        area.clone_from(&known.area);
    } else if area.is_empty() {
        "86".clone_into(&mut area);
    }
    let mail = sent("adminEmail", &known.mail).to_lowercase();
    Ok((known, Contact { area, phone, mail }))
}

/// Findings against another phone or e-mail of his.
pub(super) fn check(tx: &mut Tx<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Result<(), Refusal> {
    let Some((_, login)) = of(tx, draft.id)? else { return Ok(()) };
    let (known, new) = contacts(tx, draft, login)?;
    if known == new {
        return Ok(());
    }
    findings.error_if(!new.phone.is_empty() && !is_phone(&new.area, &new.phone), "adminPhone", PHONE);
    findings.error_if(!new.mail.is_empty() && !is_mail(&new.mail), "adminEmail", MAIL);
    login::check_change_in(tx, (draft.id.0, login), (&new, ["adminPhone", "adminEmail"]), findings)
}

/// Writes what [`check`] let pass; answers what changed.
pub(super) fn write(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Option<Change>, Refusal> {
    let Some((user, login)) = of(tx, draft.id)? else { return Ok(None) };
    let (known, new) = contacts(tx, draft, login)?;
    if known == new {
        return Ok(None);
    }
    login::change(tx, login, &new)?;
    let mail = if new.mail.is_empty() { Value::Null } else { Value::Text(new.mail.clone()) };
    let mut update = sql::update(draft.id.0, "app_user", &[("email", mail)]);
    tx.exec(&update.and_where(sql::eq("id", user)).to_owned().into())?;
    let told = |contact: &Contact| format!("{} {}", contact.phone, contact.mail).trim().to_owned();
    let (field, label) = ("adminPhone".to_owned(), "管理员电话、邮箱".to_owned());
    Ok(Some(Change { field, label, old: told(&known), new: told(&new) }))
}
