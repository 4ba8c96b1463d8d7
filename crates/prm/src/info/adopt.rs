//! 采纳: what was filled in beside what is known, and taking over what somebody has looked at and chosen.

use domain::coop::need_coop;
use kernel::{Id, Msg, show_second};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome};
use platform::document::Document;
use platform::field::Field;
use platform::log::{Change, Level, LogEntry};
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::sheet::{Contact, Sheet};
use super::{ADOPTED, FILES, Request, SUBMITTED, moves, seen};
use crate::coop::Coop;
use crate::coop::take::{self, CONTACTS, CONTACTS_LABEL};

const NOTHING: Msg = Msg::new("info.nothing", "请选择要采纳的内容", "Please choose what to adopt.");
const NO_MEMBER: Msg = Msg::new("info.member", "不能采纳：{name}", "This can't be adopted: {name}");

/// Where partners come from that filled in a sheet.
const SOURCE: &str = "资料填写";

/// What the partner's row has of a sheet.
fn taken(sheet: &Sheet) -> [(Field, &str); 9] {
    [
        (Coop::COOP_FULL_NAME, &sheet.full_name),
        (Coop::COOP_ENAME, &sheet.name_en),
        (Coop::SOCIAL_CREDIT_CODE, &sheet.social_code),
        (Coop::TAX_NO, &sheet.invoice.tax_number),
        (Coop::NATION_CODE, &sheet.nation_code),
        (Coop::COOP_ADDRESS, &sheet.address_cn),
        (Coop::COOP_ADDRESS_EN, &sheet.address_en),
        (Coop::PHONE, &sheet.phone),
        (Coop::INDUSTRY, &sheet.industry),
    ]
}

/// The values of a partner, by the order of its fields; of one yet to be made what the invitation says.
fn values(conn: &mut dyn Conn, request: &Request) -> Result<(Option<i64>, Vec<Value>), Refusal> {
    let Some(id) = request.coop else {
        return Ok((None, take::blank((&request.coop_type, &request.coop_name), SOURCE)));
    };
    let mut select = sql::from(request.org, "coop");
    select.column("version").columns(Coop::FIELDS.iter().map(|field| field.column)).and_where(sql::eq("id", id));
    let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
    Ok((Some(row.get(0)?), row.0.into_iter().skip(1).collect()))
}

fn value(values: &[Value], field: Field) -> Result<String, Refusal> {
    let place = Coop::FIELDS.iter().position(|known| known.column == field.column);
    let value = place.and_then(|place| values.get(place)).unwrap_or(&Value::Null);
    Ok(String::from_value(value)?)
}

fn filled_contacts(contacts: &[Contact]) -> String {
    take::contact_words(contacts.iter().map(|one| [&*one.name, &*one.duty, &*one.mobile, &*one.email]))
}

/// What is known of a partner is shown and changed by those alone who see it, whoever sent the invitation.
fn need_partner(conn: &mut dyn Conn, actor: &Actor, request: &Request) -> Result<(), Refusal> {
    request.coop.map_or(Ok(()), |coop| need_coop(conn, actor, coop))
}

/// Old and new of every member that can be taken over.
fn comparison(conn: &mut dyn Conn, request: &Request, sheet: &Sheet) -> Result<Vec<Json>, Refusal> {
    let (_, values) = values(conn, request)?;
    let line = |name: &str, (zh, en): (&str, &str), old: &str, new: &str| {
        json!({
            "field": name, "label": { "zh": zh, "en": en }, "old": old, "new": new,
            "differs": !new.is_empty() && old != new,
        })
    };
    let mut lines = Vec::new();
    for (field, new) in taken(sheet) {
        let old = if request.coop.is_none() { String::new() } else { value(&values, field)? };
        lines.push(line(&field.name(), (field.zh, field.en), &old, new));
    }
    let (old, new) = (take::known_contacts(conn, request.org, request.coop)?, filled_contacts(&sheet.contacts));
    lines.push(line(CONTACTS, CONTACTS_LABEL, &old, &new));
    Ok(lines)
}

/// GET {id}: a request with its sheet, its files, and old and new beside each other.
pub(super) fn view(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let data = call.read(|conn| {
        let request = seen(conn, &actor, id)?;
        need_partner(conn, &actor, &request)?;
        let sheet = Sheet::of(&request.data)?;
        let (coop_version, _) = values(conn, &request)?;
        let filled: Json = serde_json::from_str(&request.data).unwrap_or(Json::Null);
        Ok(json!({
            "id": request.id,
            "version": request.version,
            "requestNo": request.no,
            "coopId": request.coop,
            "coopVersion": coop_version,
            "coopName": request.coop_name,
            "coopType": request.coop_type,
            "email": request.email,
            "state": request.state,
            "returnReason": request.return_reason,
            "expireTime": show_second(request.expires),
            "data": filled,
            "files": super::files(conn, request.org, request.id)?,
            "comparison": comparison(conn, &request, &sheet)?,
        }))
    })?;
    Ok(Answer::Data(data))
}

/// GET file/{id}: of a request the caller may see.
pub(super) fn file(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let org = actor.org_id;
    let (name, mime, key) = call.read(|conn| {
        let mut select = sql::from(org, FILES);
        select.columns(["request_id", "file_name", "content_type", "file_key"]).and_where(sql::eq("id", id));
        let row = conn.first(&select.into())?.ok_or(Refusal::NotFound)?;
        seen(conn, &actor, row.get(0)?)?;
        Ok((row.get::<String>(1)?, row.get::<String>(2)?, row.get::<String>(3)?))
    })?;
    Ok(call.app.files.find(org, &key)?.answer(name, mime, false))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    version: i64,
    /// Version of the partner as it was looked at; none for one yet to be made.
    #[serde(default)]
    coop_version: Option<i64>,
    /// What was ticked.
    #[serde(default)]
    fields: Vec<String>,
}

/// POST {id}/adopt {version, coopVersion, fields}: what was not ticked stays as it is.
pub(super) fn adopt(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    let data = call.write(|tx| {
        let request = moves::take(tx, id, asked.version, &[SUBMITTED])?;
        let actor = tx.actor;
        need_partner(tx, actor, &request)?;
        actor.need(if request.coop.is_some() { "prm-coop-edit" } else { "prm-coop-add" })?;
        let sheet = Sheet::of(&request.data)?;
        let chosen = chosen(&asked, &sheet)?;
        let (version, old) = values(tx, &request)?;
        if version != asked.coop_version {
            return Err(Refusal::Stale(Json::Null));
        }
        let new = take::merged(&old, &chosen);
        let made = take::write(tx, request.coop, (version, &old, new))?;
        let mut changes = made.changes;
        if asked.fields.iter().any(|name| name == CONTACTS) {
            changes.extend(take::take_contacts(tx, made.id, &sheet.contacts)?);
        }
        let entry = LogEntry::of("coop", made.id, &made.code, "/prm_coop").did("修改", "采纳资料").level(Level::High);
        tx.log(entry.changes(changes.clone()))?;
        let more = [("coop_id", made.id.into_value())];
        moves::go(tx, &request, (ADOPTED, "采纳"), &more, &format!("；{}", made.code))?;
        let shown = |change: &Change| {
            json!({ "field": change.field, "label": change.label, "old": change.old, "new": change.new })
        };
        Ok(json!({
            "id": request.id, "version": asked.version + 1, "state": ADOPTED, "coopId": made.id,
            "coopCode": made.code, "changes": changes.iter().map(shown).collect::<Vec<_>>(),
        }))
    })?;
    Ok(Answer::Data(data))
}

/// The ticked members with their values; what is empty in the sheet takes nothing away.
fn chosen(asked: &Asked, sheet: &Sheet) -> Result<Vec<(Field, String)>, Refusal> {
    if asked.fields.is_empty() {
        return Err(Refusal::field("fields", NOTHING.text()));
    }
    let taken = taken(sheet);
    let is_known = |name: &str| name == CONTACTS || taken.iter().any(|(field, _)| field.name() == name);
    if let Some(name) = asked.fields.iter().find(|name| !is_known(name)) {
        return Err(Refusal::field("fields", NO_MEMBER.with(&[("name", name)])));
    }
    let ticked = taken.into_iter().filter(|(field, new)| asked.fields.contains(&field.name()) && !new.is_empty());
    Ok(ticked.map(|(field, new)| (field, new.to_owned())).collect())
}
