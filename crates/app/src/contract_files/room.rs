//! The file of a room: what its lists, forms and boards have alike, then each of them, a line for each column, filter, field
//! and button.

use flate2::Crc;
use serde_json::{Value as Json, json};

use super::shared::{Buttons, Fields};
use super::usual::{base_of_form, folder, leave_out, of_button, of_filter, of_form, of_list, relative, shorten, text};
use super::value::{Members, joined, member, value, word};

/// The lists, forms and boards of a room.
#[derive(Default)]
pub struct Room {
    pub lists: Vec<Json>,
    pub forms: Vec<Json>,
    pub boards: Vec<Json>,
}

/// The rooms of what is shared are asked first, then all is written.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    See,
    Write,
}

struct Writer {
    fields: Fields,
    buttons: Buttons,
    /// The pages that are drawn as tabs of one, and the list that told them.
    tabs: Vec<(Json, String)>,
    /// The form of each list, and the right of the first list that has it.
    rights: Vec<(String, Json)>,
    lines: Vec<String>,
    pass: Pass,
}

pub fn text_of(room: &Room) -> String {
    let mut writer = Writer {
        fields: Fields::default(),
        buttons: Buttons::default(),
        tabs: Vec::new(),
        rights: Vec::new(),
        lines: Vec::new(),
        pass: Pass::See,
    };
    writer.all(room);
    writer.fields.decide();
    writer.buttons.decide();
    writer.pass = Pass::Write;
    // Which choices stand twice is known when all is written once.
    writer.head();
    writer.all(room);
    let choices = writer.fields.name_choices();
    writer.lines = vec![format!("sum {}", sum(room))];
    writer.group(0, "options", choices);
    writer.head();
    writer.all(room);
    writer.lines.join("\n") + "\n"
}

impl Writer {
    fn put(&mut self, depth: usize, line: String) {
        if self.pass == Pass::Write {
            self.lines.push(format!("{}{line}", " ".repeat(depth)));
        }
    }

    fn group(&mut self, depth: usize, name: &str, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        self.put(depth, name.to_owned());
        for line in lines {
            self.put(depth + 1, line);
        }
    }

    fn head(&mut self) {
        let fields = self.fields.head();
        self.group(0, "fields", fields);
        let buttons = self.buttons.head();
        if !buttons.is_empty() {
            self.put(0, "buttons".to_owned());
        }
        for (name, button) in buttons {
            self.button_in_full(1, &name, &button);
        }
    }

    fn all(&mut self, room: &Room) {
        self.tabs.clear();
        self.rights.clear();
        for list in room.lists.iter().filter_map(Json::as_object) {
            self.list(0, list, None);
        }
        for form in room.forms.iter().filter_map(Json::as_object) {
            self.form(form);
        }
        for board in room.boards.iter().filter_map(Json::as_object) {
            self.board(board);
        }
    }

    fn field(&mut self, depth: usize, field: &Members, column: bool) {
        if self.pass == Pass::See {
            return self.fields.see(field, column);
        }
        let line = self.fields.line(field, column);
        self.put(depth, line);
    }

    fn fields_of(&mut self, depth: usize, members: &Members, name: &str) {
        for field in objects(members, name) {
            self.field(depth, field, name == "columns");
        }
    }

    fn section(&mut self, depth: usize, section: &Members) {
        let (key, rest) = (word(text(section, "key")), without(section, &["key", "label", "fields"]));
        self.put(depth, joined([key].into_iter().chain(section.get("label").map(value)).chain(rest)));
        self.fields_of(depth + 1, section, "fields");
    }

    fn filter(&mut self, depth: usize, filter: &Members, base: &str) {
        let mut field = filter.get("field").and_then(Json::as_object).cloned().unwrap_or_default();
        let mut own: Members = filter.clone();
        own.shift_remove("field");
        let nameless = !field.contains_key("name");
        if nameless {
            field.insert("name".to_owned(), json!(text(filter, "name")));
        }
        if self.pass == Pass::See {
            return self.fields.see(&field, false);
        }
        if let Some(found) = own.get_mut("foundCall") {
            *found = relative(found, base);
        }
        let (usual, by_name) = of_filter(&own, &field);
        leave_out(&mut own, &usual);
        shorten(&mut own, &by_name);
        if nameless {
            own.insert("nameless".to_owned(), Json::Bool(true));
        }
        let line = self.fields.line(&field, false);
        let own = without(&own, &[]);
        self.put(depth, if own.is_empty() { line } else { format!("{line} / {}", own.join(" ")) });
    }

    fn button(&mut self, depth: usize, button: &Members, base: &str) {
        let Json::Object(button) = relative(&Json::Object(button.clone()), base) else { return };
        if self.pass == Pass::See {
            if self.buttons.see(&button) {
                self.button_in_full(depth, "", &button);
            }
            return;
        }
        match self.buttons.line(&button) {
            Some(line) => self.put(depth, line),
            None => self.button_in_full(depth, &word(text(&button, "code")), &button),
        }
    }

    fn button_in_full(&mut self, depth: usize, name: &str, button: &Members) {
        let mut own = button.clone();
        let action = text(button, "action");
        leave_out(&mut own, &of_button(action));
        let called = own.get("call").and_then(|call| call.get("path")).and_then(Json::as_str).unwrap_or_default();
        let first = json!(format!("{called}/first"));
        shorten(&mut own, &[("first", first)]);
        let place = own.shift_remove("place").and_then(|place| Some(word(place.as_str()?)));
        let label = own.shift_remove("label").map(|label| value(&label));
        let call = own.get("call").filter(|call| !call.is_null()).map(value);
        let hidden: &[&str] = if call.is_some() { &["code", "action", "call"] } else { &["code", "action"] };
        let asked = |name: &str| !objects(button, name).is_empty();
        let rest = own.iter().filter(|(name, _)| !matches!(name.as_str(), "fields" | "lines") || !asked(name));
        let rest: Members = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
        let line = [name.to_owned(), word(action)].into_iter().chain(place).chain(label).chain(call);
        self.put(depth, joined(line.chain(without(&rest, hidden))));
        self.fields_of(depth + 1, button, "fields");
        if asked("lines") {
            self.put(depth + 1, "lines".to_owned());
            for section in objects(button, "lines") {
                self.section(depth + 2, section);
            }
        }
    }

    fn list(&mut self, depth: usize, list: &Members, report: Option<&str>) {
        let call = text(list, "call");
        let base = folder(call);
        let Json::Object(mut own) = relative(&Json::Object(list.clone()), base) else { return };
        own.insert("call".to_owned(), json!(call));
        leave_out(&mut own, &of_list(list));
        if let (Some(form), Some(right)) = (list.get("form").and_then(Json::as_str), list.get("access")) {
            self.rights.push((form.to_owned(), right.clone()));
        }
        let form = format!("{}.form", text(list, "key").rsplit_once('.').map_or("", |(thing, _)| thing));
        shorten(&mut own, &[("form", json!(form)), ("batchCall", json!("./batch"))]);
        if let Some(tabs) = own.get_mut("tabs") {
            shorten_tabs(tabs, list);
        }
        self.shorten_pages(&mut own, list);
        let at =
            if call == format!("{base}/page") { format!("at={}", word(base)) } else { format!("call={}", word(call)) };
        let head = ["list".to_owned(), word(text(list, "key")), word(text(list, "path"))];
        let told = ["key", "path", "title", "call", "columns", "filters", "buttons"];
        let report = report.map(|member| format!("member={}", word(member)));
        let rest = without(&own, &told);
        self.put(
            depth,
            joined(head.into_iter().chain(list.get("title").map(value)).chain([at]).chain(rest).chain(report)),
        );
        self.put(depth + 1, "columns".to_owned());
        self.fields_of(depth + 1, list, "columns");
        self.put(depth + 1, "filters".to_owned());
        for filter in objects(list, "filters") {
            self.filter(depth + 1, filter, base);
        }
        self.put(depth + 1, "buttons".to_owned());
        for button in objects(list, "buttons") {
            self.button(depth + 1, button, base);
        }
    }

    /// Tabs of one page are told by its first list; their titles only where they are not those of the list.
    fn shorten_pages(&mut self, own: &mut Members, list: &Members) {
        let Some(tabs) = own.get_mut("tabsOf").and_then(Json::as_object_mut) else { return };
        let title = tabs.get("title").cloned().unwrap_or_default();
        leave_out(tabs, &[("tab", title), ("title", list.get("title").cloned().unwrap_or_default())]);
        let pages = tabs.get("pages").cloned().unwrap_or_default();
        match self.tabs.iter().find(|(known, _)| *known == pages) {
            Some((_, told)) => drop(tabs.insert("pages".to_owned(), json!(told))),
            None => self.tabs.push((pages, text(list, "key").to_owned())),
        }
        if let (1, Some(pages)) = (tabs.len(), tabs.get("pages").cloned()) {
            own.insert("tabsOf".to_owned(), pages);
        }
    }

    fn form(&mut self, form: &Members) {
        let base = base_of_form(form);
        let Json::Object(mut own) = relative(&Json::Object(form.clone()), &base) else { return };
        if let Some(create) = form.get("create") {
            own.insert("create".to_owned(), create.clone());
        } else {
            own.insert("view".to_owned(), json!(text(form, "view")));
        }
        leave_out(&mut own, &of_form(form));
        let right = self.rights.iter().find(|(key, _)| key == text(form, "key")).map(|(_, right)| right.clone());
        leave_out(&mut own, &right.map(|right| ("access", right)).into_iter().collect::<Vec<_>>());
        let head = ["form".to_owned(), word(text(form, "key"))].into_iter().chain(form.get("title").map(value));
        let rest = without(&own, &["key", "title", "sections", "actions"]);
        self.put(0, joined(head.chain(rest)));
        for section in objects(form, "sections") {
            self.section(1, section);
        }
        if form.contains_key("actions") {
            self.put(1, "actions".to_owned());
        }
        for button in objects(form, "actions") {
            self.button(2, button, &base);
        }
    }

    fn board(&mut self, board: &Members) {
        let head = ["board", text(board, "key"), text(board, "path")].map(word);
        let rest = without(board, &["key", "path", "title", "cards", "reports"]);
        self.put(0, joined(head.into_iter().chain(board.get("title").map(value)).chain(rest)));
        self.put(1, "cards".to_owned());
        for card in objects(board, "cards") {
            let rest = without(card, &["key", "label"]);
            self.put(2, joined([word(text(card, "key"))].into_iter().chain(card.get("label").map(value)).chain(rest)));
        }
        self.put(1, "reports".to_owned());
        for report in objects(board, "reports") {
            let list = report.get("list").and_then(Json::as_object).cloned().unwrap_or_default();
            self.list(2, &list, Some(text(report, "member")));
        }
    }
}

/// Tabs that are the choices of their filter are its name.
fn shorten_tabs(tabs: &mut Json, list: &Members) {
    let Some(name) = tabs.get("filter").cloned() else { return };
    let filter = objects(list, "filters").into_iter().find(|filter| filter.get("name") == Some(&name));
    let field = filter.and_then(|filter| filter.get("field")).and_then(Json::as_object);
    let plain = |choice: &Members| json!({ "value": choice.get("value"), "label": choice.get("label") });
    let all = json!({ "value": "", "label": { "zh": "全部", "en": "All" } });
    let choices = field.map(|field| objects(field, "options")).unwrap_or_default();
    let usual: Vec<Json> = [all].into_iter().chain(choices.into_iter().map(plain)).collect();
    if *tabs == json!({ "filter": name, "call": "./tabs", "options": usual }) {
        *tabs = name;
    }
}

fn objects<'a>(members: &'a Members, name: &str) -> Vec<&'a Members> {
    members.get(name).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_object).collect()
}

/// The members as they are written, but for some.
fn without(members: &Members, told: &[&str]) -> Vec<String> {
    let rest = members.iter().filter(|(name, _)| !told.contains(&name.as_str()));
    rest.map(|(name, value)| member(name, value)).collect()
}

/// A sum over all that is declared, by which a reader knows that it reads the same.
fn sum(room: &Room) -> String {
    let mut sum = Crc::new();
    let all = json!({ "boards": room.boards, "forms": room.forms, "lists": room.lists });
    sum.update(canonical(&all).as_bytes());
    format!("{:08x}", sum.sum())
}

/// JSON with its members in order and numbers as a browser writes them.
fn canonical(json: &Json) -> String {
    match json {
        Json::Object(members) => {
            let mut members: Vec<(&String, &Json)> = members.iter().collect();
            members.sort_by_key(|(name, _)| name.as_str());
            let each =
                members.into_iter().map(|(name, value)| format!("{}:{}", Json::from(name.as_str()), canonical(value)));
            format!("{{{}}}", each.collect::<Vec<_>>().join(","))
        }
        Json::Array(values) => format!("[{}]", values.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Json::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(zh: &str, en: &str) -> Json {
        json!({ "zh": zh, "en": en })
    }

    fn sample() -> Room {
        let column = |name: &str| json!({ "name": name, "label": label("号", "No."), "kind": "text", "maxLength": 200, "shown": true, "sortable": true, "exported": true });
        let filter = json!({ "name": "code", "label": label("号", "No."), "kind": "contains", "main": true, "initial": "",
            "field": { "name": "code", "label": label("号", "No."), "kind": "text", "maxLength": 200 },
            "modes": ["contains", "starts", "equals", "many"], "foundCall": "/x/thing/found" });
        let list = json!({ "key": "x.thing.list", "path": "/x_thing", "title": label("东西", "Things"), "access": "x_thing",
            "rowKey": "id", "call": "/x/thing/page", "totalCall": "/x/thing/total", "sort": "", "sizes": [10, 20, 50, 100, 500],
            "columns": [column("code"), column("other")], "filters": [filter],
            "buttons": [{ "code": "x-del", "label": label("删除", "Delete"), "place": "row", "action": "remove" }], "form": "x.thing.form" });
        let field =
            json!({ "name": "code", "label": label("号", "No."), "kind": "text", "maxLength": 20, "required": true });
        let form = json!({ "key": "x.thing.form", "title": label("东西", "Thing"), "access": "x_thing", "view": "/x/thing/{id}",
            "create": { "method": "POST", "path": "/x/thing" }, "update": { "method": "PUT", "path": "/x/thing/{id}" },
            "versionField": "version", "sections": [{ "key": "main", "label": label("基本", "Basics"), "fields": [field] }] });
        Room { lists: vec![list], forms: vec![form], boards: Vec::new() }
    }

    #[test]
    fn what_is_alike_stands_once_and_what_is_usual_nowhere() {
        let text = text_of(&sample());
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "fields",
                " code text 号|No.",
                "list x.thing.list /x_thing 东西|Things at=/x/thing form !exportCall",
                " columns",
                " $code",
                " other text 号|No.",
                " filters",
                " $code",
                " buttons",
                " x-del remove",
                "form x.thing.form 东西|Thing create=POST:/x/thing !check",
                " main 基本|Basics",
                "  $code maxLength=20 required",
            ]
        );
    }

    #[test]
    fn the_sum_is_that_of_what_is_declared_whatever_its_order() {
        assert_eq!(
            canonical(&json!({ "b": [1.0, 0.000001, "甲"], "a": null })),
            "{\"a\":null,\"b\":[1,0.000001,\"甲\"]}"
        );
    }
}
