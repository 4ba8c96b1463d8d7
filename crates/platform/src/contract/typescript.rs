//! The contract as TypeScript: the names that the web application's code writes, so that a name
//! the declarations do not know fails its type check.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::registry::Registry;

const HEAD: &str = "// Written by `make contract` from the declarations. Not edited by hand.\n";

/// The file `web/src/gen/contract.ts`.
pub fn types(registry: &Registry) -> String {
    let pages = super::pages(registry);
    let mut out = String::from(HEAD);
    union(&mut out, "Codes of the permission tree: groups, pages and buttons.", "Access", &codes(registry));
    union(&mut out, "Keys of the declared lists.", "ListKey", &keys(&pages, "lists"));
    union(&mut out, "Keys of the declared forms.", "FormKey", &keys(&pages, "forms"));
    out.push_str("\n/** Rows of the declared lists, by key. */\nexport interface ListRows {\n");
    // A page that several entries of the menu lead to stands there once for each.
    let mut told = BTreeSet::new();
    for list in members(&pages, "lists").iter().filter(|list| told.insert(text(list, "key"))) {
        interface(&mut out, text(list, "key"), members(list, "columns"));
    }
    out.push_str("}\n\n/** Values of the declared forms, by key. */\nexport interface FormValues {\n");
    for form in members(&pages, "forms") {
        let sections = members(form, "sections").iter().filter(|section| is_flat(section));
        let fields: Vec<&Json> = sections.flat_map(|section| members(section, "fields")).collect();
        interface(&mut out, text(form, "key"), fields);
    }
    out.push_str("}\n");
    out
}

/// Sections of rows (`legs`) and of parts (`services.pickUp`) are not members of the form itself.
fn is_flat(section: &Json) -> bool {
    section.get("rows").and_then(Json::as_bool) != Some(true)
}

fn codes(registry: &Registry) -> Vec<&str> {
    let mut codes: Vec<&str> = registry.nodes.iter().map(|node| node.code.as_str()).collect();
    codes.sort_unstable();
    codes
}

fn keys<'a>(pages: &'a Json, kind: &str) -> Vec<&'a str> {
    let mut known = BTreeSet::new();
    members(pages, kind).iter().map(|page| text(page, "key")).filter(|key| known.insert(*key)).collect()
}

fn members<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    json.get(name).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn union(out: &mut String, comment: &str, name: &str, values: &[&str]) {
    let lines: Vec<String> = values.iter().map(|value| format!("  | {value:?}")).collect();
    let _ = write!(out, "\n/** {comment} */\nexport type {name} =\n{};\n", lines.join("\n"));
}

fn interface<'a>(out: &mut String, key: &str, fields: impl IntoIterator<Item = &'a Json>) {
    let _ = writeln!(out, "  {key:?}: {{");
    for field in fields {
        let _ = writeln!(out, "    {}: {} | null;", text(field, "name"), type_of(field));
        if text(field, "kind") == "reference" {
            let _ = writeln!(out, "    {}?: string | null;", label_member(text(field, "name")));
        }
    }
    out.push_str("  };\n");
}

/// The member beside a reference that holds its text: `coopName` beside `coopId`.
fn label_member(name: &str) -> String {
    format!("{}Name", name.strip_suffix("Id").unwrap_or(name))
}

fn type_of(field: &Json) -> String {
    match text(field, "kind") {
        "int" | "decimal" => "number".to_owned(),
        "bool" => "boolean".to_owned(),
        "multi" => "string[]".to_owned(),
        "select" | "state" => match members(field, "options") {
            [] => "string".to_owned(),
            options => {
                let values: Vec<String> = options.iter().map(|option| format!("{:?}", text(option, "value"))).collect();
                values.join(" | ")
            }
        },
        _ => "string".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_have_the_types_of_their_kinds() {
        assert_eq!(type_of(&json!({ "kind": "decimal" })), "number");
        assert_eq!(type_of(&json!({ "kind": "bool" })), "boolean");
        assert_eq!(type_of(&json!({ "kind": "day" })), "string");
        assert_eq!(type_of(&json!({ "kind": "select", "dictionary": 3 })), "string");
        let closed = json!({ "kind": "select", "options": [{ "value": "PP" }, { "value": "CC" }] });
        assert_eq!(type_of(&closed), "\"PP\" | \"CC\"");
        let mut out = String::new();
        interface(&mut out, "a.b", &[json!({ "name": "coopId", "kind": "reference" })]);
        assert_eq!(out, "  \"a.b\": {\n    coopId: string | null;\n    coopName?: string | null;\n  };\n");
    }
}
