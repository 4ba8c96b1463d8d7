//! Answers held to what their calls declare of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use platform::registry::{Operation, Registry};
use serde_json::Value as Json;

/// Items of a list that are looked at: those behind them are made by the same lines.
const ITEMS: usize = 3;

/// The calls by method and the beginning of their path.
pub(crate) struct Shapes(HashMap<String, Vec<(String, Arc<Operation>)>>);

/// Those of a registry, looked up once for all worlds of it.
pub(crate) fn of(registry: &Arc<Registry>) -> Arc<Shapes> {
    static MADE: Mutex<BTreeMap<String, Arc<Shapes>>> = Mutex::new(BTreeMap::new());
    // Registries of the tests live as long as they run.
    let place = format!("{:p}", Arc::as_ptr(registry));
    let mut made = MADE.lock().expect("the shapes");
    made.entry(place).or_insert_with(|| Arc::new(Shapes::of(registry))).clone()
}

impl Shapes {
    fn of(registry: &Registry) -> Self {
        let mut known: HashMap<_, Vec<_>> = HashMap::new();
        for (path, operation) in registry.addresses() {
            let place = format!("{} {}", operation.method.name(), beginning(path));
            known.entry(place).or_default().push((path.to_owned(), operation.clone()));
        }
        Self(known)
    }

    /// What differs between the data of a success and what its call declares, if anything.
    pub(crate) fn fault(&self, method: &str, address: &str, data: &Json) -> Option<String> {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let method = method.to_ascii_lowercase();
        let known = self.0.get(&format!("{method} {}", beginning(path)))?;
        // A path that is written out goes before one with an open part.
        let fits = known.iter().filter(|(own, _)| is_at(own, path)).min_by_key(|(own, _)| own.matches('{').count());
        let (_, operation) = fits?;
        differs(&operation.answer, data, "data").map(|fault| format!("{} ({method} {path}): {fault}", operation.id))
    }
}

fn beginning(path: &str) -> String {
    path.split('/').take(2).collect::<Vec<_>>().join("/")
}

fn is_at(own: &str, path: &str) -> bool {
    let (mut own, mut path) = (own.split('/'), path.split('/'));
    loop {
        match (own.next(), path.next()) {
            (None, None) => return true,
            (Some(own), Some(part)) if own.starts_with('{') || own == part => {}
            _ => return false,
        }
    }
}

/// The first place where a value is not what a schema says.
fn differs(schema: &Json, value: &Json, place: &str) -> Option<String> {
    let kinds: Vec<&str> = match schema.get("type") {
        Some(Json::String(kind)) => vec![kind],
        Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_kind(kind, value)) {
        return Some(format!("{place} is {value}, and not {}", kinds.join(" or ")));
    }
    let members = value.as_object();
    let needed = schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    let gone = members.and_then(|members| needed.into_iter().find(|name| !members.contains_key(*name)));
    if let Some(name) = gone {
        return Some(format!("{place} lacks {name}"));
    }
    let declared = schema.get("properties").and_then(Json::as_object);
    let others = schema.get("additionalProperties");
    let member = members.into_iter().flatten().find_map(|(name, value)| {
        let schema = declared.and_then(|declared| declared.get(name)).or(others)?;
        differs(schema, value, &format!("{place}.{name}"))
    });
    let items = schema.get("items").zip(value.as_array());
    let item = || {
        let (schema, items) = items?;
        let mut some = items.iter().take(ITEMS).enumerate();
        some.find_map(|(at, item)| differs(schema, item, &format!("{place}[{at}]")))
    };
    member.or_else(item)
}

fn is_kind(kind: &str, value: &Json) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_held_to_its_schema_wherever_it_differs() {
        let row = json!({ "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } });
        let schema = json!({ "type": "object", "properties": { "rows": { "type": "array", "items": row } } });
        let said = |value: Json| differs(&schema, &value, "data");
        assert_eq!(said(json!({ "rows": [{ "id": "1", "more": 2 }] })), None);
        assert_eq!(said(json!({})), None);
        assert_eq!(said(json!({ "rows": [{ "id": 1 }] })).as_deref(), Some("data.rows[0].id is 1, and not string"));
        assert_eq!(said(json!({ "rows": [{}] })).as_deref(), Some("data.rows[0] lacks id"));
        assert_eq!(said(json!([])).as_deref(), Some("data is [], and not object"));
        let counts = json!({ "type": "object", "additionalProperties": { "type": ["integer", "null"] } });
        assert_eq!(differs(&counts, &json!({ "a": 1, "b": null }), "data"), None);
        assert!(differs(&counts, &json!({ "a": 1.5 }), "data").is_some());
    }

    #[test]
    fn a_call_is_found_by_its_path() {
        assert!(is_at("/a/{id}/b", "/a/1/b") && is_at("/a/b", "/a/b"));
        assert!(!is_at("/a/{id}", "/a/1/b") && !is_at("/a/{id}/b", "/a/1") && !is_at("/a/b", "/a/c"));
    }
}
