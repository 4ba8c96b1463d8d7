//! Schemas of what calls answer, in few words: each call says its own beside its work, and every story of the tests holds
//! the answers it gets to them.

use serde_json::{Map, Value as Json, json};

/// An object with members, all of which are told.
pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let required = json!(names);
    let properties: Map<String, Json> = members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

/// An object whose members are named by data.
pub fn map_of(value: Json) -> Json {
    json!({ "type": "object", "additionalProperties": value })
}

/// A list.
pub fn list_of(item: Json) -> Json {
    json!({ "type": "array", "items": item })
}

/// A text.
pub fn text() -> Json {
    json!({ "type": "string" })
}

/// An id, as a text: scripts lose the last digits of numbers as long.
pub fn id() -> Json {
    text()
}

/// A whole number.
pub fn whole() -> Json {
    json!({ "type": "integer" })
}

/// Yes or no.
pub fn flag() -> Json {
    json!({ "type": "boolean" })
}

/// An object of which no more is said.
pub fn any_object() -> Json {
    json!({ "type": "object" })
}

/// Nothing.
pub fn nothing() -> Json {
    json!({ "type": "null" })
}

/// The same, or nothing.
pub fn or_nothing(mut schema: Json) -> Json {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    schema
}

/// The same object with more members.
pub fn with<const N: usize>(mut schema: Json, more: [(&str, Json); N]) -> Json {
    let more = object(more);
    for part in ["required", "properties"] {
        match (schema.get_mut(part), more.get(part)) {
            (Some(Json::Array(own)), Some(Json::Array(more))) => own.extend(more.iter().cloned()),
            (Some(Json::Object(own)), Some(Json::Object(more))) => own.extend(more.clone()),
            _ => {}
        }
    }
    schema
}

/// How far work on rows is.
pub fn progress() -> Json {
    object([
        ("id", id()),
        ("status", text()),
        ("total", or_nothing(whole())),
        ("ok", whole()),
        ("bad", whole()),
        ("progress", whole()),
        ("error", or_nothing(text())),
    ])
}

/// Cells of a row as texts.
pub fn cells() -> Json {
    list_of(or_nothing(text()))
}

/// The job that does the work.
pub fn job() -> Json {
    object([("taskId", id())])
}
