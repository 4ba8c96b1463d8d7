//! Reads an order from a body: leniently, everything wrong a finding at its place.

use kernel::{Findings, Id, Text, Volume, Weight};
use platform::field::Field;
use platform::refusal::{Refusal, messages};
use platform::store::Value;
use serde_json::{Map, Value as Json};
use trade::container_number;
use trade::waybill_number::Mawb;

use crate::air::{Head, is_price};
use crate::carriage::Boxes;
use crate::draft::{Draft, PARTY_ROLES, Service};
use crate::messages::DECLARATION_FORM;
use crate::parts::BOXES;
use crate::profile::Profile;
use crate::sheet::Sheet;

/// Most declaration numbers, and most contacts.
const NUMBERS_MAX: usize = 50;
const PEOPLE: [Field; 3] = [Head::SALES_ID, Head::SERVICER_ID, Head::OPERATOR_ID];

/// Members the answer of a look has and a save gives back unread.
const ECHOED: &[&str] = &[
    "orderId",
    "orderUuid",
    "orderCode",
    "businessScope",
    "rowUuid",
    "lifecycle",
    "orderStatus",
    "node",
    "nodeRank",
    "operationFinished",
    "incomeRecorded",
    "costRecorded",
    "unlocking",
    "approving",
    "coopName",
    "coopCode",
    "salesName",
    "servicerName",
    "operatorName",
    "workgroupName",
    "arrivalAgentName",
    "awbFromName",
    "orderInquiryCode",
    "creatorName",
    "createTime",
    "editorName",
    "editTime",
    "marks",
    "buttons",
    "lease",
    "hawbCount",
    "fileCount",
    "findings",
    "confirmed",
    "tab",
    "computed",
    "closeReason",
    "closeRemark",
    "planVolumeWeight",
    "confirmVolumeWeight",
    "copyFrom",
    "copyCharges",
    "masterPrint",
    "number",
    "containerText",
    "splitFromOrderId",
    "splitFrom",
    "splitInto",
];

fn known(profile: &Profile, name: &str) -> bool {
    let fields = || profile.head.iter().chain(&profile.detail).chain(&profile.flags);
    ECHOED.contains(&name)
        || profile.parts.iter().any(|part| part.member == name)
        || (profile.parties && ["parties", "contactIds"].contains(&name))
        || (!profile.services.is_empty() && name == "services")
        || fields().any(|field| field.name() == name)
}

fn unknown(field: &str) -> Refusal {
    Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", field)]))
}

/// Reads a body over an order: a new one with its first values, or the stored one. Members that are absent stay as they
/// are; unknown members make the call a bad one.
pub fn read(
    profile: &Profile,
    body: &Map<String, Json>,
    (base, is_new): (Draft, bool),
    price: bool,
    findings: &mut Findings,
) -> Result<Draft, Refusal> {
    if let Some(name) = body.keys().find(|name| !known(profile, name)) {
        return Err(unknown(name));
    }
    let mut draft = base;
    // A blank person of a new order does not wipe out the one his customer gave.
    let stays = |field: &Field, head: &Sheet| {
        let blank = |json: &Json| json.is_null() || json.as_str() == Some("");
        is_new
            && PEOPLE.iter().any(|person| person.column == field.column)
            && body.get(&field.name()).is_some_and(blank)
            && head.value(field.column) != &Value::Null
    };
    let kept: Vec<&str> =
        profile.head.iter().filter(|field| stays(field, &draft.head)).map(|field| field.column).collect();
    if !price {
        refuse_prices(profile, body, &draft.detail, findings);
    }
    draft.head.take(body, "", |field| field.read_only || kept.contains(&field.column), findings);
    draft.detail.take(body, "", |field| field.read_only || (!price && is_price(field.column)), findings);
    draft.flags.take(body, "", |_| false, findings);
    for part in profile.parts {
        let mut rows = draft.rows(part).to_vec();
        part.read(body, &mut rows, findings)?;
        draft.put(part, rows);
    }
    if let Some(services) = member(body, "services")? {
        read_services(services, &mut draft.services, findings)?;
    }
    if let Some(parties) = member(body, "parties")? {
        read_parties(parties, &mut draft.parties, findings)?;
    }
    if let Some(Json::Array(ids)) = body.get("contactIds") {
        let id =
            |json: &Json| json.as_str().and_then(|text| text.parse().ok()).map(Id).ok_or_else(|| unknown("contactIds"));
        draft.contacts = ids.iter().take(NUMBERS_MAX).map(id).collect::<Result<_, _>>()?;
    }
    mend(&mut draft);
    Ok(draft)
}

/// A price that is sent by somebody who may not see prices, and is another than there is, is refused where it stands.
fn refuse_prices(profile: &Profile, body: &Map<String, Json>, detail: &Sheet, findings: &mut Findings) {
    for field in profile.detail.iter().filter(|field| is_price(field.column) && !field.read_only) {
        let name = field.name();
        let given = body.get(&name).filter(|json| !json.is_null() && json.as_str() != Some(""));
        let Some(given) = given else { continue };
        let optional = Field { required: false, ..*field };
        if optional.parse(Some(given), &name, &mut Findings::new()) != *detail.value(field.column) {
            findings.error(name, field.not_yours());
        }
    }
}

/// Numbers as they are written: weights and volumes are kept with three decimals, whatever finer was typed.
fn mend(draft: &mut Draft) {
    for field in [Head::PLAN_VOLUME, Head::CONFIRM_VOLUME] {
        if let Some(volume) = draft.head.get::<Volume>(field) {
            draft.head.set(field, volume.round(3));
        }
    }
    for field in [Head::PLAN_WEIGHT, Head::CONFIRM_WEIGHT] {
        if let Some(weight) = draft.head.get::<Weight>(field) {
            draft.head.set(field, weight.round(3));
        }
    }
    if let Some(number) = Mawb::parse(&draft.head.text(Head::AWB_NUMBER)) {
        draft.head.set(Head::AWB_NUMBER, number.to_string());
    }
    for sheet in draft.each_mut(&BOXES) {
        let number = container_number::clean(&sheet.text(Boxes::CONTAINER_NO));
        sheet.set(Boxes::CONTAINER_NO, number);
    }
}

fn member<'a>(body: &'a Map<String, Json>, name: &str) -> Result<Option<&'a Map<String, Json>>, Refusal> {
    match body.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::Object(object)) => Ok(Some(object)),
        Some(_) => Err(unknown(name)),
    }
}

/// Reads the child rows of a body; none when the body does not name them. Blank rows are left out.
pub fn read_rows(
    body: &Map<String, Json>,
    (name, fields): (&'static str, &'static [Field]),
    (most, too_many): (usize, Text),
    ignored: &[&str],
    findings: &mut Findings,
) -> Result<Option<Vec<Sheet>>, Refusal> {
    let list = match body.get(name) {
        None => return Ok(None),
        Some(Json::Null) => return Ok(Some(Vec::new())),
        Some(Json::Array(list)) => list,
        Some(_) => return Err(unknown(name)),
    };
    let mut sheets = Vec::new();
    for (place, row) in list.iter().enumerate() {
        let row = row.as_object().ok_or_else(|| unknown(name))?;
        let names = |key: &str| ignored.contains(&key) || fields.iter().any(|field| field.name() == key);
        if let Some(key) = row.keys().find(|key| !names(key)) {
            return Err(unknown(&format!("{name}.{place}.{key}")));
        }
        let blank = |json: &Json| json.is_null() || json.as_str().is_some_and(|text| text.trim().is_empty());
        if row.iter().all(|(key, json)| key == "id" || blank(json)) {
            continue;
        }
        let id = row.get("id").filter(|id| !blank(id));
        let id = id.map(|id| id.as_str().and_then(|id| id.parse().ok()).map(Id).ok_or_else(|| unknown(name)));
        let mut sheet = Sheet { id: id.transpose()?, ..Sheet::empty(fields) };
        sheet.take(row, &format!("{name}.{place}"), |_| false, findings);
        sheets.push(sheet);
    }
    if sheets.len() > most {
        findings.error(name, too_many);
    }
    Ok(Some(sheets))
}

fn read_services(body: &Map<String, Json>, services: &mut [Service], findings: &mut Findings) -> Result<(), Refusal> {
    for (code, json) in body {
        let service =
            services.iter_mut().find(|s| s.code == code).ok_or_else(|| unknown(&format!("services.{code}")))?;
        let Json::Object(members) = json else { return Err(unknown(&format!("services.{code}"))) };
        read_service(members, service, findings)?;
    }
    Ok(())
}

fn read_service(members: &Map<String, Json>, service: &mut Service, findings: &mut Findings) -> Result<(), Refusal> {
    let prefix = format!("services.{}", service.code);
    let fields = service.sheet.fields;
    for name in members.keys() {
        let named = ["enabled", "declarationNumbers"].contains(&name.as_str())
            || name.ends_with("Name")
            || fields.iter().any(|field| field.name() == *name);
        if !named {
            return Err(unknown(&format!("{prefix}.{name}")));
        }
    }
    if let Some(enabled) = members.get("enabled") {
        service.enabled = enabled.as_bool().unwrap_or(false);
    }
    if !service.enabled {
        // A service that is switched off keeps nothing.
        service.sheet = Sheet::empty(fields);
        service.numbers.clear();
        return Ok(());
    }
    service.sheet.take(members, &prefix, |_| false, findings);
    if let Some(Json::Array(numbers)) = members.get("declarationNumbers") {
        service.numbers.clear();
        for (place, number) in numbers.iter().take(NUMBERS_MAX).enumerate() {
            let text = number.as_str().unwrap_or_default().trim().to_owned();
            if text.is_empty() {
                continue;
            }
            if text.len() != 18 || !text.bytes().all(|b| b.is_ascii_digit()) {
                findings.error(format!("{prefix}.declarationNumbers.{place}"), DECLARATION_FORM.text());
            }
            service.numbers.push(text);
        }
    }
    Ok(())
}

fn read_parties(body: &Map<String, Json>, parties: &mut [Sheet; 3], findings: &mut Findings) -> Result<(), Refusal> {
    for (role, json) in body {
        let place = PARTY_ROLES.iter().position(|known| known == role);
        let sheet =
            place.and_then(|place| parties.get_mut(place)).ok_or_else(|| unknown(&format!("parties.{role}")))?;
        read_party(json, &format!("parties.{role}"), sheet, findings)?;
    }
    Ok(())
}

/// Reads one party over a sheet.
pub fn read_party(json: &Json, prefix: &str, sheet: &mut Sheet, findings: &mut Findings) -> Result<(), Refusal> {
    let members = match json {
        Json::Null => return Ok(()),
        Json::Object(members) => members,
        _ => return Err(unknown(prefix)),
    };
    if let Some(name) = members.keys().find(|name| !sheet.fields.iter().any(|field| field.name() == **name)) {
        return Err(unknown(&format!("{prefix}.{name}")));
    }
    let mut mended = members.clone();
    if let Some(Json::String(text)) = mended.get_mut("scAddress") {
        *text = text.replace(['\r', '\n'], " ");
    }
    sheet.take(&mended, prefix, |_| false, findings);
    Ok(())
}
