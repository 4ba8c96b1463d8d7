//! What every declared form must stand beyond the rules of its room: it shows and changes nobody else's rows, refuses
//! what it does not know and what is out of date, and names every field that is missing.
#![expect(clippy::indexing_slicing, reason = "a wrong answer is a failed test")]

use std::collections::BTreeSet;

use platform::access::Access;
use platform::registry::Method;
use serde_json::{Value as Json, json};

use crate::filter_suite::asked_of;
use crate::{Caller, World};

/// No row has this id.
const NOBODYS: &str = "999999999999";

/// Runs everything on the declared forms; nothing is written by any of it.
pub fn run(world: &World, forms: &[&Json]) {
    let (company, platform) = (world.login("demo-admin"), world.login("superAdmin"));
    let before = world.contents(false);
    for &form in forms {
        let node = world.app.registry.nodes.iter().find(|node| form["access"] == json!(node.code));
        let of_platform = node.is_some_and(|node| node.platform);
        let (admin, other) = if of_platform { (&platform, None) } else { (&company, Some(&platform)) };
        Known { world, form, admin, other }.all();
    }
    world.unchanged(&before, false);
}

struct Known<'a> {
    world: &'a World,
    form: &'a Json,
    admin: &'a Caller<'a>,
    /// The administrator of another company.
    other: Option<&'a Caller<'a>>,
}

impl Known<'_> {
    fn all(&self) {
        self.required();
        self.checked(None);
        self.strange(NOBODYS, self.admin, "no such row");
        let Some(id) = self.own_row() else { return };
        if let Some(other) = self.other {
            self.strange(&id, other, "another company's row");
        }
        self.unknown_and_stale(&id);
        self.checked(Some(&id));
    }

    fn text(&self, member: &str) -> &str {
        self.form[member].as_str().unwrap_or_default()
    }

    fn said(&self, about: &str) -> String {
        format!("{} {}: {about}", self.world.database, self.text("key"))
    }

    /// The declared call at an address, if it asks for a permission of the page.
    fn has(&self, method: Method, path: &str) -> bool {
        let operations = &self.world.app.registry.operations;
        let asks = |access: Access| !access.codes().is_empty();
        operations.iter().any(|one| one.method == method && one.path == path && asks(one.access))
    }

    /// A row of the administrator's company, out of the list the form stands beside.
    fn own_row(&self) -> Option<String> {
        let lists = &self.world.app.registry.lists;
        let list = lists.iter().find(|list| self.form["key"] == json!(list.form) && list.overlay.is_empty())?;
        let asked: String = asked_of(list).map(|(name, value)| format!("&{name}={value}")).collect();
        let page = self.admin.ok(&format!("{}/page?size=1{asked}", list.base));
        page["records"][0]["id"].as_str().map(ToOwned::to_owned)
    }

    /// Its fields, without those of rows below.
    fn fields(&self) -> impl Iterator<Item = &Json> {
        let sections = self.form["sections"].as_array().into_iter().flatten().filter(|section| section["rows"] != true);
        sections.flat_map(|section| section["fields"].as_array().into_iter().flatten())
    }

    /// Each field that must be filled in is named, all at once; what is shown on a condition may be none of it.
    fn required(&self) {
        let create = self.form["create"]["path"].as_str().unwrap_or_default();
        if !self.has(Method::Post, create) {
            return;
        }
        let asked = |field: &&Json| {
            let always = field["when"].is_null() && field["initial"].is_null();
            field["required"] == true && field["readOnly"] != true && always
        };
        let wanted: BTreeSet<&str> = self.fields().filter(asked).filter_map(|field| field["name"].as_str()).collect();
        let reply = self.admin.post(create, json!({}));
        assert!(reply.status < 500, "{}", self.said("an empty row is a fault"));
        assert!(wanted.is_empty() || reply.code != 0, "{}", self.said("an empty row is made"));
        let Some(findings) = reply.data["findings"].as_array() else { return };
        let named: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["field"].as_str()).collect();
        let left: Vec<&&str> = wanted.difference(&named).collect();
        assert!(left.is_empty(), "{} {left:?}", self.said("is not said to be missing"));
    }

    /// A row that is not the caller's does not exist for him, whatever he calls.
    fn strange(&self, id: &str, caller: &Caller<'_>, what: &str) {
        let (view, update) = (self.text("view"), self.form["update"]["path"].as_str().unwrap_or_default());
        let at = |path: &str| path.replace("{id}", id);
        if view.ends_with("/{id}") && self.has(Method::Get, view) {
            assert_eq!(caller.get(&at(view)).status, 404, "{}", self.said(&format!("shows {what}")));
        }
        if update.ends_with("/{id}") && self.has(Method::Put, update) {
            let reply = caller.put(&at(update), json!({ "version": 1 }));
            assert_eq!(reply.status, 404, "{}", self.said(&format!("changes {what}: {}", reply.message)));
        }
        if !self.form["ruled"].is_null() {
            let reply = caller.post(self.text("check"), json!({ "id": id }));
            assert_eq!(reply.status, 404, "{}", self.said(&format!("checks {what}: {}", reply.message)));
        }
        if update.ends_with("/{id}") && self.has(Method::Delete, update) {
            let reply = caller.delete(&format!("{}?version=1", at(update)));
            assert_eq!(reply.status, 404, "{}", self.said(&format!("removes {what}: {}", reply.message)));
        }
    }

    /// The call that tells what stands against saving, for a new row or one of the own.
    fn checked(&self, id: Option<&str>) {
        if self.form["ruled"].is_null() {
            return;
        }
        let wrong: Vec<(&str, Json)> = self.fields().filter_map(wrong).collect();
        let wrong: Json = wrong.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        for body in [json!({}), wrong] {
            self.agrees(id, body);
        }
        let told = |body: &Json| self.admin.post(self.text("check"), body.clone());
        let Some(id) = id.filter(|_| self.saves(true)) else { return };
        assert_eq!(told(&json!({ "id": id, "version": 1_000_000 })).code, 3, "{}", self.said("checks an old version"));
        // A row that can't be changed in the state it is in says that first, whatever else is asked.
        if told(&json!({ "id": id })).code == 1 {
            return;
        }
        let reply = told(&json!({ "id": id, "nothingLikeThis": 1 }));
        assert_eq!(reply.status, 400, "{}", self.said("checks an unknown member"));
    }

    fn saves(&self, change: bool) -> bool {
        let (call, code, method) =
            if change { ("update", "edit", Method::Put) } else { ("create", "create", Method::Post) };
        self.form["codes"][code] != "" && self.has(method, self.form[call]["path"].as_str().unwrap_or_default())
    }

    /// Whatever a check finds, the save finds the same. A save without findings would write, and is left out.
    fn agrees(&self, id: Option<&str>, mut body: Json) {
        if !self.saves(id.is_some()) {
            return;
        }
        if let Some(id) = id {
            body["version"] = self.admin.ok(&self.text("view").replace("{id}", id))["version"].clone();
        }
        let mut asked = body.clone();
        if let Some(id) = id {
            asked["id"] = json!(id);
        }
        let told = self.admin.post(self.text("check"), asked);
        let errors = told.data["findings"].as_array().into_iter().flatten().filter(|one| one["severity"] == "error");
        let errors: Vec<&Json> = errors.collect();
        let asks = told.data["confirms"].as_array().is_some_and(|confirms| !confirms.is_empty());
        if told.code == 0 && errors.is_empty() && !asks {
            return;
        }
        let path = |call: &str| self.form[call]["path"].as_str().unwrap_or_default();
        let saved = match id {
            Some(id) => self.admin.put(&path("update").replace("{id}", id), body),
            None => self.admin.post(path("create"), body),
        };
        let said = self.said(&format!("tells {} before saving, and then {}", told.data, saved.data));
        if told.code != 0 {
            assert_eq!((told.status, told.code, told.message), (saved.status, saved.code, saved.message), "{said}");
        } else if saved.data["findings"].is_array() {
            assert_eq!((saved.code, &told.data["findings"]), (1, &saved.data["findings"]), "{said}");
        } else if errors.is_empty() {
            assert_eq!((saved.code, &told.data["confirms"]), (2, &saved.data["confirms"]), "{said}");
        } else {
            assert_eq!((saved.code, &errors[errors.len() - 1]["message"]), (1, &json!(saved.message)), "{said}");
        }
    }

    /// Members nobody knows are refused, and so is a change of what somebody else has changed.
    fn unknown_and_stale(&self, id: &str) {
        let update = self.form["update"]["path"].as_str().unwrap_or_default();
        if !update.ends_with("/{id}") || !self.has(Method::Put, update) {
            return;
        }
        let (path, view) = (update.replace("{id}", id), self.text("view").replace("{id}", id));
        let version = self.admin.ok(&view)["version"].as_i64().unwrap_or(1);
        let reply = self.admin.put(&path, json!({ "version": version, "nothingLikeThis": 1 }));
        assert_ne!((reply.status, reply.code), (200, 0), "{}", self.said("takes an unknown member"));
        let reply = self.admin.put(&path, json!({ "version": version + 1000 }));
        assert_ne!((reply.status, reply.code), (200, 0), "{}", self.said("takes what is out of date"));
    }
}

/// A value no field of its kind takes; nothing of kinds that take much.
fn wrong(field: &Json) -> Option<(&str, Json)> {
    if field["readOnly"] == true {
        return None;
    }
    let value = match field["kind"].as_str()? {
        "text" | "upper" | "longText" => {
            let most = usize::try_from(field["maxLength"].as_u64()?).ok()?;
            json!("x".repeat(most + 1))
        }
        "int" | "decimal" | "day" | "instant" | "bool" => json!("x"),
        _ => return None,
    };
    Some((field["name"].as_str()?, value))
}
