//! The contract as files that are committed, so that a change of it is seen in a review: the pages, which the web application
//! is built with, and a digest of the operations, whose document the program makes itself (`/openapi.json`).

use flate2::Crc;
use platform::contract;
use platform::registry::Registry;
use serde_json::{Map, Value as Json};

/// Members that hold what is declared one by one: each stands on a line of its own.
const ONE_BY_ONE: [&str; 12] = [
    "lists", "forms", "boards", "columns", "filters", "buttons", "fields", "sections", "actions", "lines", "reports",
    "cards",
];
/// Members that say something where they are empty or false, too.
const ALWAYS: [&str; 5] = ["value", "initial", "zh", "en", "sort"];

/// Lists, forms and boards: what is false, empty or nothing is left out, and each column, field, filter and action is a line.
pub fn pages(registry: &Registry) -> String {
    let mut text = String::new();
    write(&without_empty(contract::pages(registry)), 0, &mut text);
    text.push('\n');
    text
}

/// A line for each operation: its name, method, address and right, and a sum over what it takes and over what it answers.
pub fn digest(registry: &Registry) -> String {
    let document = contract::open_api(registry);
    let mut text = String::new();
    for (path, methods) in document.get("paths").and_then(Json::as_object).into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let of = |name: &str| operation.get(name).map(Json::to_string).unwrap_or_default();
            let taken = sum(&[of("parameters"), of("requestBody"), of("x-also-at")]);
            let answered = sum(&[of("responses")]);
            let (name, right) = (word(operation.get("operationId")), word(operation.get("x-access")));
            text.push_str(&format!("{name}\t{method} {path}\t{right}\t{taken}\t{answered}\n"));
        }
    }
    text
}

fn word(value: Option<&Json>) -> String {
    match value {
        Some(Json::Array(several)) => several.iter().map(|one| word(Some(one))).collect::<Vec<_>>().join(" | "),
        Some(Json::String(text)) => text.clone(),
        _ => String::new(),
    }
}

fn sum(schemas: &[String]) -> String {
    let mut sum = Crc::new();
    for schema in schemas {
        sum.update(schema.as_bytes());
    }
    format!("{:08x}", sum.sum())
}

fn without_empty(value: Json) -> Json {
    match value {
        Json::Object(members) => members
            .into_iter()
            .filter(|(name, value)| ALWAYS.contains(&name.as_str()) || !is_empty(name, value))
            .map(|(name, value)| (name, without_empty(value)))
            .collect::<Map<_, _>>()
            .into(),
        Json::Array(values) => values.into_iter().map(without_empty).collect(),
        other => other,
    }
}

/// Lists that are read one by one stay where they are empty.
fn is_empty(name: &str, value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::String(text) => text.is_empty(),
        Json::Array(values) => values.is_empty() && name == "modes",
        _ => false,
    }
}

/// Whether a value is written over several lines.
fn is_long(value: &Json) -> bool {
    let Json::Object(members) = value else { return false };
    members.iter().any(|(name, value)| is_listed(name, value) || is_long(value))
}

fn is_listed(name: &str, value: &Json) -> bool {
    value.is_array() && ONE_BY_ONE.contains(&name)
}

fn write(value: &Json, depth: usize, text: &mut String) {
    let Some(members) = value.as_object().filter(|_| is_long(value)) else {
        text.push_str(&value.to_string());
        return;
    };
    let indent = " ".repeat(depth);
    text.push('{');
    for (place, (name, value)) in members.iter().enumerate() {
        text.push_str(if place == 0 { "\n" } else { ",\n" });
        text.push_str(&format!("{indent} \"{name}\": "));
        match value {
            Json::Array(values) if is_listed(name, value) => write_listed(values, depth + 1, text),
            value => write(value, depth + 1, text),
        }
    }
    text.push_str(&format!("\n{indent}}}"));
}

fn write_listed(values: &[Json], depth: usize, text: &mut String) {
    let indent = " ".repeat(depth);
    text.push('[');
    for (place, value) in values.iter().enumerate() {
        text.push_str(if place == 0 { "\n" } else { ",\n" });
        text.push_str(&format!("{indent} "));
        write(value, depth + 1, text);
    }
    text.push_str(&if values.is_empty() { "]".to_owned() } else { format!("\n{indent}]") });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(value: &Json) -> String {
        let mut text = String::new();
        write(value, 0, &mut text);
        text
    }

    #[test]
    fn each_column_is_a_line_and_what_is_read_is_what_was_declared() {
        let list = json!({ "key": "x.list", "columns": [{ "name": "a", "label": { "zh": "甲", "en": "A" } }, { "name": "b" }], "filters": [] });
        let pages = json!({ "lists": [list], "planned": ["/a", "/b"] });
        let text = written(&pages);
        assert!(text.contains("\n    {\"name\":\"b\"}\n"), "{text}");
        assert!(text.contains("\"filters\": []") && text.contains("\"planned\": [\"/a\",\"/b\"]"), "{text}");
        assert_eq!(serde_json::from_str::<Json>(&text).expect("JSON"), pages);
    }

    #[test]
    fn what_is_false_or_empty_is_left_out_where_that_says_nothing() {
        let column =
            json!({ "name": "a", "sum": false, "link": "", "printCall": null, "modes": [], "width": 0, "options": [] });
        assert_eq!(without_empty(column), json!({ "name": "a", "width": 0, "options": [] }));
        let option = json!({ "value": "", "label": { "zh": "全部", "en": "" }, "initial": false, "sort": "" });
        assert_eq!(without_empty(option.clone()), option);
    }

    #[test]
    fn a_sum_changes_with_what_is_summed() {
        let of = |text: &str| sum(&[text.to_owned()]);
        assert_eq!((of("a"), of("")), ("e8b7be43".to_owned(), "00000000".to_owned()));
        assert_ne!(of("a"), of("b"));
    }
}
