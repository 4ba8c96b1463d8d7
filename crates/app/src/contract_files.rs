//! The contract as files that are committed, so that a change of it is seen in a review: the pages, which the web application
//! is built with, and a digest of the operations, whose document the program makes itself (`/openapi.json`).

mod room;
mod shared;
mod usual;
mod value;

use std::collections::BTreeMap;

use flate2::Crc;
use platform::contract;
use platform::registry::Registry;
use serde_json::{Map, Value as Json, json};

use room::Room;

/// Members that say something where they are empty or false, too.
const ALWAYS: [&str; 5] = ["value", "initial", "zh", "en", "sort"];
/// What sums are written with.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Rights that the operations tell.
const TOLD_ELSEWHERE: [&str; 2] = ["codes", "doors"];

/// A file for each room: its name, and its lists, forms and boards in lines (`contract_files/room.rs`).
pub fn rooms(registry: &Registry) -> BTreeMap<String, String> {
    let pages = without_empty(contract::pages(registry));
    let mut rooms: BTreeMap<String, Room> = BTreeMap::new();
    for kind in ["lists", "forms", "boards"] {
        for page in pages.get(kind).and_then(Json::as_array).into_iter().flatten() {
            let key = page.get("key").and_then(Json::as_str).unwrap_or_default();
            let room = rooms.entry(key.split('.').next().unwrap_or_default().to_owned()).or_default();
            match kind {
                "lists" => room.lists.push(page.clone()),
                "forms" => room.forms.push(page.clone()),
                _ => room.boards.push(page.clone()),
            }
        }
    }
    rooms.into_iter().map(|(name, room)| (name, room::text_of(&room))).collect()
}

/// A line for each operation under the first two parts of its path: its method and the rest of its path, its name, its right,
/// and a sum over what it takes and over what it answers where that is more than its path, a body of any kind and anything.
pub fn digest(registry: &Registry) -> String {
    let document = contract::open_api(registry);
    let (mut text, mut told) = (String::new(), "");
    for (path, methods) in document.get("paths").and_then(Json::as_object).into_iter().flatten() {
        let (head, rest) = parts(path);
        if head != told {
            text.push_str(&format!("{head}\n"));
            told = head;
        }
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let (name, right) = (word(operation.get("operationId")), word(operation.get("x-access")));
            let place = format!("{method} {rest}");
            let line = format!(
                " {}\t{name}\t{right}\t{}\t{}",
                place.trim_end(),
                taken(method, operation),
                answered(operation)
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// A path behind its second part.
fn parts(path: &str) -> (&str, &str) {
    let second = path.match_indices('/').nth(2).map(|(at, _)| at);
    second
        .and_then(|at| path.split_at_checked(at))
        .map_or((path, ""), |(head, rest)| (head, rest.trim_start_matches('/')))
}

/// Nothing where a call that reads takes nothing, and one that writes any body; `-` where one that writes takes none.
fn taken(method: &str, operation: &Json) -> String {
    let asked = |parameter: &&Json| parameter.get("in").and_then(Json::as_str) != Some("path");
    let parameters = operation.get("parameters").and_then(Json::as_array).into_iter().flatten().filter(asked);
    let parameters: Vec<String> = parameters.map(Json::to_string).collect();
    let (body, also) = (operation.get("requestBody"), operation.get("x-also-at"));
    let any = json!({ "content": { "application/json": { "schema": { "type": "object" } } } });
    if !parameters.is_empty() || also.is_some() || body.is_some_and(|body| *body != any) {
        let of = |value: Option<&Json>| value.map(Json::to_string).unwrap_or_default();
        return sum(&[parameters.concat(), of(body), of(also)]);
    }
    let writes = !matches!(method, "get" | "delete");
    match (body.is_some(), writes) {
        (true, true) | (false, false) => String::new(),
        (false, true) => "-".to_owned(),
        (true, false) => "json".to_owned(),
    }
}

fn answered(operation: &Json) -> String {
    let any = json!({});
    let data = operation.pointer("/responses/200/content/application~1json/schema/properties/data");
    if data == Some(&any) {
        String::new()
    } else {
        sum(&[operation.get("responses").map(Json::to_string).unwrap_or_default()])
    }
}

fn word(value: Option<&Json>) -> String {
    match value {
        Some(Json::Array(several)) => several.iter().map(|one| word(Some(one))).collect::<Vec<_>>().join("|"),
        Some(Json::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// Twenty-four bits of a sum, in four letters.
fn sum(schemas: &[String]) -> String {
    let mut sum = Crc::new();
    for schema in schemas {
        sum.update(schema.as_bytes());
    }
    let letter = |place: u32| {
        let six = usize::try_from(sum.sum() >> (6 * place) & 0x3f).unwrap_or_default();
        LETTERS.chars().nth(six)
    };
    (0..4).rev().filter_map(letter).collect()
}

fn without_empty(value: Json) -> Json {
    match value {
        Json::Object(members) => members
            .into_iter()
            .filter(|(name, _)| !TOLD_ELSEWHERE.contains(&name.as_str()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_false_or_empty_is_left_out_where_that_says_nothing() {
        let column =
            json!({ "name": "a", "sum": false, "link": "", "printCall": null, "modes": [], "width": 0, "options": [] });
        assert_eq!(without_empty(column), json!({ "name": "a", "width": 0, "options": [] }));
        let option = json!({ "value": "", "label": { "zh": "全部", "en": "" }, "initial": false, "sort": "" });
        assert_eq!(without_empty(option.clone()), option);
    }

    #[test]
    fn what_an_operation_takes_is_told_where_it_is_more_than_is_usual() {
        let any = json!({ "content": { "application/json": { "schema": { "type": "object" } } } });
        let id = json!([{ "name": "id", "in": "path" }]);
        assert_eq!(taken("get", &json!({ "parameters": id })), "");
        assert_eq!(taken("put", &json!({ "parameters": id, "requestBody": any })), "");
        assert_eq!(taken("post", &json!({ "parameters": [] })), "-");
        let query = json!([{ "name": "size", "in": "query" }]);
        assert_eq!(taken("get", &json!({ "parameters": query })).len(), 4);
        assert_eq!(parts("/hrs/dept/{id}/status"), ("/hrs/dept", "{id}/status"));
        assert_eq!((parts("/hrs/dept"), parts("/x")), (("/hrs/dept", ""), ("/x", "")));
    }

    #[test]
    fn a_sum_changes_with_what_is_summed() {
        let of = |text: &str| sum(&[text.to_owned()]);
        assert_eq!((of("a"), of("")), ("t75D".to_owned(), "AAAA".to_owned()));
        assert_ne!(of("a"), of("b"));
    }
}
