//! Taking over what is known of a partner elsewhere: what it filled in about itself, or what another company shares.

use domain::coop::{name_key_cell, next_code};
use kernel::{Findings, Id};
use platform::call::Tx;
use platform::document::Document;
use platform::field::Field;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde_json::{Value as Json, json};

use super::{Coop, NAME_TAKEN, WAITING, rules};
use crate::info::sheet::Contact;

/// The rows beside the columns.
pub(crate) const CONTACTS: &str = "contacts";
/// Their label.
pub(crate) const CONTACTS_LABEL: (&str, &str) = ("联系人", "Contacts");

/// The values of a partner yet to be made, by the order of its fields.
pub(crate) fn blank((coop_type, coop_name): (&str, &str), source: &str) -> Vec<Value> {
    let blank = |field: &Field| match field.column {
        "coop_type" => coop_type.into_value(),
        "coop_name" | "coop_full_name" => coop_name.into_value(),
        "nation_code" => "CN".into_value(),
        "source" => source.into_value(),
        "coop_state" => WAITING.into_value(),
        "list_mark" => "普通".into_value(),
        "is_awb_source" | "is_default_source" => Value::Bool(false),
        _ => Value::Null,
    };
    Coop::FIELDS.iter().map(blank).collect()
}

/// The values of a partner with the chosen ones in place of the old.
pub(crate) fn merged(old: &[Value], chosen: &[(Field, String)]) -> Vec<Value> {
    let new = |(field, old): (&Field, &Value)| match chosen.iter().find(|(known, _)| known.column == field.column) {
        Some((_, new)) => new.clone().into_value(),
        None => old.clone(),
    };
    Coop::FIELDS.iter().zip(old).map(new).collect()
}

/// A partner that was changed or made.
pub(crate) struct Made {
    pub(crate) id: Id,
    pub(crate) code: String,
    pub(crate) changes: Vec<Change>,
}

/// Writes a partner by its own rules: one that is known in its version, another as a new one that waits.
pub(crate) fn write(
    tx: &mut Tx<'_>,
    known: Option<Id>,
    (version, old, mut new): (Option<i64>, &[Value], Vec<Value>),
) -> Result<Made, Refusal> {
    let org = tx.org();
    let id = known.unwrap_or_else(|| tx.new_id());
    crate::moves::need_no_admission(tx, org, id)?;
    let mut findings = Findings::new();
    let wanted = Coop::from_values(&new)?;
    rules::identity(&wanted, &mut findings);
    rules::duplicates(tx, id, &wanted, &mut findings)?;
    Refusal::unless_clean(&findings, &[])?;
    let blank = vec![Value::Null; Coop::FIELDS.len()];
    let before = if version.is_some() { old } else { &blank };
    let stamp = [("updated_by", tx.actor.user_id.into_value()), ("updated_at", tx.now.into_value())];
    let code = match version {
        Some(version) => {
            let mut cells = vec![("version", Value::Int(version + 1))];
            cells.extend(stamp);
            cells.extend(columns(&new));
            cells.push(name_key_cell(&wanted.coop_full_name));
            let mut update = sql::update(org, "coop", &cells);
            update.and_where(sql::eq("id", id)).and_where(sql::eq("version", version));
            if tx.exec(&update.into())? == 0 {
                return Err(Refusal::Stale(Json::Null));
            }
            wanted.coop_code
        }
        None => {
            let code = next_code(tx, &wanted.coop_type)?;
            put(&mut new, Coop::COOP_CODE, code.clone().into_value());
            put(&mut new, Coop::TRANSACTOR_ID, tx.actor.user_id.into_value());
            let mut cells = vec![
                ("id", id.into_value()),
                ("version", Value::Int(1)),
                ("created_by", tx.actor.user_id.into_value()),
                ("created_at", tx.now.into_value()),
            ];
            cells.extend(stamp);
            cells.extend(columns(&new));
            cells.push(name_key_cell(&wanted.coop_full_name));
            tx.exec(&sql::insert(org, "coop", &cells).into()).map_err(|error| match Refusal::from(error) {
                Refusal::Unique(_) => Refusal::field("coopName", NAME_TAKEN.text()),
                other => other,
            })?;
            code
        }
    };
    Ok(Made { id, code, changes: platform::log::differences(Coop::FIELDS, before, &new) })
}

fn columns(values: &[Value]) -> impl Iterator<Item = (&'static str, Value)> {
    Coop::FIELDS.iter().map(|field| field.column).zip(values.iter().cloned())
}

fn put(values: &mut [Value], field: Field, value: Value) {
    let place = Coop::FIELDS.iter().position(|known| known.column == field.column);
    if let Some(cell) = place.and_then(|place| values.get_mut(place)) {
        *cell = value;
    }
}

/// Contacts in one line.
pub(crate) fn contact_words<'a>(rows: impl Iterator<Item = [&'a str; 4]>) -> String {
    let word = |parts: [&str; 4]| parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    rows.map(word).collect::<Vec<_>>().join("；")
}

/// The contacts of a partner in one line; of one yet to be made nothing.
pub(crate) fn known_contacts(conn: &mut dyn Conn, org: i64, coop: Option<Id>) -> Result<String, Refusal> {
    let Some(id) = coop else { return Ok(String::new()) };
    let rows = super::contact_rows(conn, org, id)?;
    let rows = rows.as_array().cloned().unwrap_or_default();
    let text = |row: &'_ Json, name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
    let rows: Vec<[String; 4]> =
        rows.iter().map(|row| ["name", "position", "phone", "email"].map(|name| text(row, name))).collect();
    Ok(contact_words(rows.iter().map(|row| row.each_ref().map(String::as_str))))
}

/// Contacts of a known name are brought up to date, others are added; nobody is taken away.
pub(crate) fn take_contacts(tx: &mut Tx<'_>, coop: Id, contacts: &[Contact]) -> Result<Option<Change>, Refusal> {
    let org = tx.org();
    let old = known_contacts(tx, org, Some(coop))?;
    let mut has_main = !old.is_empty();
    for contact in contacts {
        let cells = [
            ("position", contact.duty.clone().into_value()),
            ("phone", contact.mobile.clone().into_value()),
            ("email", contact.email.to_lowercase().into_value()),
        ];
        let mut update = sql::update(org, "coop_contact", &cells);
        update.and_where(sql::eq("coop_id", coop)).and_where(sql::eq("name", contact.name.clone()));
        if tx.exec(&update.into())? > 0 {
            continue;
        }
        let mut new = vec![
            ("id", tx.new_id().into_value()),
            ("coop_id", coop.into_value()),
            ("name", contact.name.clone().into_value()),
            ("is_main", Value::Bool(!has_main)),
        ];
        new.extend(cells);
        tx.exec(&sql::insert(org, "coop_contact", &new).into())?;
        has_main = true;
    }
    show_main(tx, org, coop)?;
    let new = known_contacts(tx, org, Some(coop))?;
    let (field, label) = (CONTACTS.to_owned(), CONTACTS_LABEL.0.to_owned());
    Ok((old != new).then_some(Change { field, label, old, new }))
}

/// The partner's row shows its main contact.
fn show_main(tx: &mut Tx<'_>, org: i64, coop: Id) -> Result<(), Refusal> {
    let rows = super::contact_rows(tx, org, coop)?;
    let rows = rows.as_array().cloned().unwrap_or_default();
    let main = rows.iter().find(|row| row.get("isMain") == Some(&json!(true))).or(rows.first());
    let text = |name: &str| main.and_then(|row| row.get(name)).and_then(Json::as_str).unwrap_or_default();
    let cells = [("main_contact", text("name").into_value()), ("main_phone", text("phone").into_value())];
    let mut update = sql::update(org, "coop", &cells);
    tx.exec(&update.and_where(sql::eq("id", coop)).to_owned().into())?;
    Ok(())
}
