//! A new order after the model of another: the chosen parts, nothing that belongs to the old one.

use order::part::anew;
use order::{Draft, FORM_ORDER, Head, LEGS, Legs, PLAN_DIMENSIONS, PartyFields, Sheet};
use platform::call::{Answer, Call, Outcome};
use platform::field::{Field, Kind};
use platform::refusal::{Refusal, messages};
use platform::store::Value;
use serde::Deserialize;
use serde_json::json;

use super::store;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Asked {
    parts: Vec<String>,
}

/// Never copied, whatever part they stand in.
const NEVER: [&str; 4] = ["customer_number", "internal_number", "awb_number", "receipt_date"];

/// Parts and the sections of the form whose fields they copy.
const PARTS: [(&str, usize); 6] =
    [("parties", 1), ("routing", 2), ("cargo", 3), ("cargo", 4), ("price", 5), ("remarks", 6)];

/// Parts beside them, which are more than fields of a section.
const OTHER_PARTS: [&str; 3] = ["services", "addresses", CHARGES];
/// The part the draft only names: its first save writes them (css.md 0.16).
const CHARGES: &str = "charges";

/// Refuses parts that are none: what is asked for and not copied would be missed later.
fn known(parts: &[String]) -> Result<(), Refusal> {
    let is_known = |part: &str| PARTS.iter().any(|(name, _)| *name == part) || OTHER_PARTS.contains(&part);
    if parts.iter().all(|part| is_known(part)) {
        return Ok(());
    }
    Err(Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "parts")])))
}

/// POST copy.
pub fn copy(call: &mut Call) -> Outcome {
    let uuid = call.path_uuid("orderUuid")?;
    let asked: Asked = call.json()?;
    known(&asked.parts)?;
    let actor = call.actor()?;
    let charges = asked.parts.iter().any(|part| part == CHARGES);
    if charges {
        actor.need(charge::ledger::ADD)?;
    }
    let data = call.read(|conn| {
        let saved = store::find(conn, actor, &uuid)?;
        let mut draft = after(&saved.draft, &asked.parts);
        draft.head.set(Head::OPERATOR_ID, actor.user_id);
        let mut data = super::view::unsaved(conn, actor, &draft)?;
        if let Some(object) = data.as_object_mut() {
            object.insert("copyFrom".to_owned(), json!(saved.code));
            if charges {
                object.insert("copyCharges".to_owned(), json!(true));
            }
        }
        Ok(data)
    })?;
    Ok(Answer::Data(data))
}

fn after(old: &Draft, parts: &[String]) -> Draft {
    let wanted = |part: &str| parts.iter().any(|name| name == part);
    let mut draft = Draft::new(store::air());
    for (part, section) in PARTS {
        if wanted(part) {
            let fields = FORM_ORDER.get(section).copied().unwrap_or_default();
            take(fields, &old.head, &mut draft.head);
            take(fields, &old.detail, &mut draft.detail);
        }
    }
    if wanted("parties") {
        draft.contacts.clone_from(&old.contacts);
    }
    if wanted("routing") {
        for field in [Head::BUSINESS_PRODUCT, Head::TRANSIT_CLAUSE] {
            draft.head.set(field, old.head.value(field.column).clone());
        }
        draft.put(&LEGS, anew(old.rows(&LEGS)).into_iter().map(planned_leg).collect());
    }
    if wanted("cargo") {
        draft.put(&PLAN_DIMENSIONS, anew(old.rows(&PLAN_DIMENSIONS)));
    }
    if wanted("services") {
        for (new, old) in draft.services.iter_mut().zip(&old.services) {
            new.enabled = old.enabled;
            new.sheet = without_days(&old.sheet);
        }
    }
    draft.parties = if wanted("addresses") {
        old.parties.clone()
    } else {
        std::array::from_fn(|_| Sheet::empty(PartyFields::FIELDS))
    };
    draft
}

fn take(fields: &[Field], old: &Sheet, new: &mut Sheet) {
    for field in fields {
        let follows = field.read_only || NEVER.contains(&field.column) || field.column.starts_with("confirm_");
        if !follows && old.fields.iter().any(|known| known.column == field.column) {
            new.set(*field, old.value(field.column).clone());
        }
    }
}

fn planned_leg(mut leg: Sheet) -> Sheet {
    for field in [Legs::ATD, Legs::ATA] {
        leg.set(field, Value::Null);
    }
    leg
}

fn without_days(sheet: &Sheet) -> Sheet {
    let mut sheet = sheet.clone();
    for field in sheet.fields.iter().filter(|field| field.kind == Kind::Day) {
        sheet.set(*field, Value::Null);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use order::Air;

    use super::*;

    #[test]
    fn parts_are_those_of_an_order() {
        let of = |parts: &[&str]| known(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        let all = ["parties", "routing", "cargo", "services", "addresses", "price", "remarks", "charges"];
        assert!(of(&all).is_ok() && of(&[]).is_ok());
        assert!(of(&["cargo", "bills"]).is_err() && of(&[""]).is_err());
    }

    #[test]
    fn only_the_chosen_parts_are_copied_and_never_the_numbers() {
        let mut old = Draft::new(store::air());
        old.head.set(Head::CUSTOMER_NUMBER, "C1");
        old.head.set(Head::AWB_NUMBER, "990-12345675");
        old.head.set(Head::DEPARTURE_STATION, "PVG");
        old.head.set(Head::PLAN_PIECES, 12i64);
        old.head.set(Head::CONFIRM_PIECES, 11i64);
        old.detail.set(Air::ORDER_REMARK, "x");
        let routing = after(&old, &["routing".to_owned()]);
        assert_eq!(routing.head.text(Head::DEPARTURE_STATION), "PVG");
        assert_eq!(routing.head.text(Head::AWB_NUMBER), "");
        assert_eq!(routing.head.get::<i64>(Head::PLAN_PIECES), None);
        let cargo = after(&old, &["cargo".to_owned(), "remarks".to_owned()]);
        assert_eq!(cargo.head.get::<i64>(Head::PLAN_PIECES), Some(12));
        assert_eq!(cargo.head.get::<i64>(Head::CONFIRM_PIECES), None);
        assert_eq!(cargo.detail.text(Air::ORDER_REMARK), "x");
        assert_eq!(cargo.head.text(Head::DEPARTURE_STATION), "");
        assert_eq!(cargo.head.text(Head::CUSTOMER_NUMBER), "");
    }
}
