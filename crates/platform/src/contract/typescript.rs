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
    out
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
    let lines: Vec<String> = values.iter().map(|value| format!("| {value:?}")).collect();
    let _ = write!(out, "\n/** {comment} */\nexport type {name} =\n{};\n", lines.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_a_line_for_each_of_its_names() {
        let mut out = String::new();
        union(&mut out, "Keys.", "ListKey", &["a.list", "b.list"]);
        assert_eq!(out, "\n/** Keys. */\nexport type ListKey =\n| \"a.list\"\n| \"b.list\";\n");
    }
}
