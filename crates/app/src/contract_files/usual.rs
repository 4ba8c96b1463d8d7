//! What is not said because it is usual. `web/scripts/read-room.mjs` has the same tables and says it again.

use serde_json::{Value as Json, json};

use super::value::Members;

/// What is as usual is left out; what is not there though it usually is stays as nothing.
pub fn leave_out(members: &mut Members, usual: &[(&str, Json)]) {
    for (name, usual) in usual {
        match members.get(*name) {
            Some(value) if value == usual => drop(members.shift_remove(*name)),
            Some(_) => {}
            None => drop(members.insert((*name).to_owned(), Json::Null)),
        }
    }
}

/// What not all have is said by its name alone where it is as usual.
pub fn shorten(members: &mut Members, usual: &[(&str, Json)]) {
    for (name, usual) in usual {
        if let Some(value) = members.get_mut(*name).filter(|value| *value == usual) {
            *value = Json::Bool(true);
        }
    }
}

pub fn text<'a>(members: &'a Members, name: &str) -> &'a str {
    members.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// Calls that begin with the path of their list or form say `./` for it.
pub fn relative(json: &Json, base: &str) -> Json {
    match json {
        Json::String(text) => match text.strip_prefix(base) {
            Some(rest) if rest.starts_with('/') && !base.is_empty() => format!(".{rest}").into(),
            _ => json.clone(),
        },
        Json::Array(values) => values.iter().map(|value| relative(value, base)).collect(),
        // What a dialog asks for is told for all who ask for it.
        Json::Object(members) => {
            let kept = |name: &str| matches!(name, "fields" | "lines");
            let each = |(name, value): (&String, &Json)| {
                (name.clone(), if kept(name) { value.clone() } else { relative(value, base) })
            };
            members.iter().map(each).collect()
        }
        other => other.clone(),
    }
}

/// All before the last part.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub fn of_field(kind: &str) -> Vec<(&'static str, Json)> {
    match kind {
        "text" => vec![("maxLength", json!(200))],
        "int" => vec![("digits", json!(0))],
        "decimal" => vec![("digits", json!(2))],
        _ => Vec::new(),
    }
}

pub fn of_column() -> [(&'static str, Json); 3] {
    ["shown", "sortable", "exported"].map(|name| (name, Json::Bool(true)))
}

/// How a kind of field is looked for.
fn looked_for(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "text" => "contains",
        "select" | "state" | "multi" => "oneOf",
        "day" | "instant" => "range",
        "bool" => "bool",
        "reference" => "equals",
        _ => return None,
    })
}

/// What usually holds for a filter over its field, and what it says by name alone.
pub fn of_filter(own: &Members, field: &Members) -> (Vec<(&'static str, Json)>, Vec<(&'static str, Json)>) {
    let many = vec![("modes", json!(["contains", "starts", "equals", "many"])), ("foundCall", json!("./found"))];
    let mut usual = vec![
        ("name", field.get("name").cloned().unwrap_or_default()),
        ("label", field.get("label").cloned().unwrap_or_default()),
        ("initial", json!("")),
        ("main", json!(true)),
    ];
    usual.extend(looked_for(text(field, "kind")).map(|kind| ("kind", json!(kind))));
    let contains = text(own, "kind") == "contains";
    if contains {
        usual.extend(many.clone());
    }
    (usual, if contains { Vec::new() } else { many })
}

/// Where a button usually stands, and what it usually says and calls.
pub fn of_button(action: &str) -> Vec<(&'static str, Json)> {
    let label = |zh: &str, en: &str| ("label", json!({ "zh": zh, "en": en }));
    let place = |place: &str| ("place", json!(place));
    match action {
        "create" => vec![place("primary")],
        "edit" => vec![place("row"), label("修改", "Edit")],
        "remove" => vec![place("row"), label("删除", "Delete")],
        "export" => vec![place("toolbar"), label("导出", "Export")],
        "import" => {
            vec![place("toolbar"), label("导入", "Import"), ("call", json!({ "method": "POST", "path": "./import" }))]
        }
        _ => vec![place("row")],
    }
}

/// What usually holds for a list of these paths; paper and Excel come together.
pub fn of_list(list: &Members) -> Vec<(&'static str, Json)> {
    let mut usual = vec![
        ("access", json!(text(list, "path").trim_start_matches('/'))),
        ("rowKey", json!("id")),
        ("sort", json!("")),
        ("sizes", json!([10, 20, 50, 100, 500])),
        ("totalCall", json!("./total")),
        ("exportCall", json!("./exportExcel")),
    ];
    if list.contains_key("exportCall") {
        let mut buttons =
            list.get("buttons").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_object);
        let export = buttons.find(|button| text(button, "action") == "export").map(|button| text(button, "code"));
        usual.extend([("printCall", json!("./print")), ("exportCode", json!(export.unwrap_or_default()))]);
    }
    usual
}

/// The path a form's calls begin with.
pub fn base_of_form(form: &Members) -> String {
    let made = form.get("create").and_then(|call| call.get("path")).and_then(Json::as_str);
    made.unwrap_or_else(|| folder(text(form, "view"))).to_owned()
}

pub fn of_form(form: &Members) -> Vec<(&'static str, Json)> {
    if !form.contains_key("create") {
        return vec![("versionField", json!("version"))];
    }
    vec![
        ("view", json!("./{id}")),
        ("update", json!({ "method": "PUT", "path": "./{id}" })),
        ("check", json!("./check")),
        ("versionField", json!("version")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_left_out_and_what_lacks_it_says_so() {
        let usual = [("a", json!(1)), ("b", json!(2)), ("c", json!(3))];
        let mut members = json!({ "a": 1, "x": 0, "b": 5 }).as_object().cloned().expect("an object");
        leave_out(&mut members, &usual);
        assert_eq!(Json::from(members), json!({ "x": 0, "b": 5, "c": null }));
    }

    #[test]
    fn a_path_below_is_told_from_a_path_beside() {
        let json =
            json!({ "a": "/hrs/dept/page", "b": "/hrs/deptX", "fields": ["/hrs/dept/page"], "c": ["/hrs/dept/{id}"] });
        let told = json!({ "a": "./page", "b": "/hrs/deptX", "fields": ["/hrs/dept/page"], "c": ["./{id}"] });
        assert_eq!(relative(&json, "/hrs/dept"), told);
    }
}
