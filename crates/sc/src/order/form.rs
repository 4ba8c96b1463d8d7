//! The form of a scope as the page contract tells it.

use order::{EDIT_CODES, PAGE_CODES, Profile, code_of, form_page};
use platform::field::Field;
use serde_json::{Value as Json, json};

use super::{slug, titles};

/// The contract of a scope's form.
pub(crate) fn contract(kind: &Profile) -> Json {
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
        "cancelReasons": kind.reasons,
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

fn rows(profile: &Profile) -> impl Iterator<Item = Json> {
    profile.parts.iter().map(|one| part(one.member, one.heading, one.fields, true))
}
