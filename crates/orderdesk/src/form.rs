//! The form of a scope's orders as the page contract tells it.

use order::{EDIT_CODES, PAGE_CODES, Profile, code_of, form_page};
use platform::field::Field;
use serde_json::{Value as Json, json};

/// The calls of a scope's form: method and path of those that write.
#[derive(Debug, Clone, Copy)]
pub struct FormCalls<'a> {
    /// Looks at an order.
    pub view: &'a str,
    /// Makes one.
    pub create: (&'a str, &'a str),
    /// Changes one.
    pub update: (&'a str, &'a str),
    /// Applies every rule to one that is not saved.
    pub check: &'a str,
}

/// The contract of a form with these sections.
pub fn form(profile: &Profile, key: &str, (zh, en): (&str, &str), calls: FormCalls<'_>, sections: Vec<Json>) -> Json {
    let scope = profile.scope;
    let writes = |(method, path): (&str, &str)| json!({ "method": method, "path": path });
    json!({
        "key": key,
        "path": form_page(scope),
        "title": { "zh": zh, "en": en },
        "access": code_of(PAGE_CODES, scope),
        "view": calls.view,
        "create": writes(calls.create),
        "update": writes(calls.update),
        "check": calls.check,
        "codes": {
            "create": format!("{}-order-add", scope.share_prefix()), "edit": code_of(EDIT_CODES, scope), "remove": "",
            "status": "",
        },
        "objectType": facts::order_log::OBJECT,
        "versionField": "rowUuid",
        "cancelReasons": profile.reasons,
        "sections": sections,
    })
}

/// A section of members of the order.
pub fn section(key: &str, (zh, en): (&str, &str), fields: &[Field]) -> Json {
    json!({
        "key": key,
        "label": { "zh": zh, "en": en },
        "fields": fields.iter().map(Field::contract).collect::<Vec<_>>(),
    })
}

/// The same of rows below it, or of one of its parts.
pub fn below(mut section: Json) -> Json {
    if let Some(object) = section.as_object_mut() {
        object.insert("rows".to_owned(), json!(true));
    }
    section
}
