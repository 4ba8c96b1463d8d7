//! The form of a scope as the page contract tells it.

use domain::carriage::{Boxes, CANCEL_REASON, Kind, PlanBoxes, Stops};
use domain::order::{EDIT_CODES, PAGE_CODES, code_of, form_page};
use platform::field::Field;
use serde_json::{Value as Json, json};

use super::{slug, titles};

/// The contract of a scope's form.
pub(crate) fn contract(kind: &Kind) -> Json {
    let slug = slug(kind.scope);
    let base = format!("/sc/order/{slug}");
    let (_, (zh, en), _) = titles(kind.scope);
    let mut sections: Vec<Json> =
        kind.sections.iter().map(|section| part(section.key, section.title, section.fields, false)).collect();
    // Rows stand behind the figures, before services and remarks.
    let behind = kind.sections.iter().position(|section| section.key == "figures").map_or(0, |place| place + 1);
    sections.splice(behind..behind, rows(kind));
    json!({
        "key": format!("sc.{slug}-order.form"),
        "path": form_page(kind.scope),
        "title": { "zh": zh, "en": en },
        "access": code_of(PAGE_CODES, kind.scope),
        "view": format!("{base}/{{id}}"),
        "create": { "method": "POST", "path": base },
        "update": { "method": "PUT", "path": format!("{base}/{{id}}") },
        "check": format!("{base}/check"),
        "codes": {
            "create": format!("{slug}-order-add"), "edit": code_of(EDIT_CODES, kind.scope), "remove": "", "status": "",
        },
        "objectType": facts::order_log::OBJECT,
        "versionField": "rowUuid",
        "cancelReasons": CANCEL_REASON.iter().map(|choice| choice.value).collect::<Vec<_>>(),
        "sections": sections,
    })
}

fn part(key: &str, (zh, en): (&str, &str), fields: &[Field], rows: bool) -> Json {
    let mut part = json!({
        "key": key,
        "label": { "zh": zh, "en": en },
        "fields": fields.iter().map(Field::contract).collect::<Vec<_>>(),
    });
    if let Some(object) = part.as_object_mut().filter(|_| rows) {
        object.insert("rows".to_owned(), json!(true));
    }
    part
}

fn rows(kind: &Kind) -> Vec<Json> {
    let mut parts = Vec::new();
    if kind.boxes() {
        parts.push(part("containerList", ("箱型箱量", "Planned boxes"), PlanBoxes::FIELDS, true));
        parts.push(part("containers", ("箱货", "Boxes"), Boxes::FIELDS, true));
    }
    if kind.stops() {
        parts.push(part("stops", ("装卸点", "Stops"), Stops::FIELDS, true));
    }
    parts
}
