//! What the product needs of a page, made of its declaration once: the list, the form, the nodes and the calls.

use serde_json::{Map, Value as Json, json};

use super::action::{Action, Does};
use super::facts::PageFacts;
use super::{Branch, Page};
use crate::access::Access;
use crate::call::{Answer, Call};
use crate::contract::shape;
use crate::dictionary::Use;
use crate::document::{Document, FormPage};
use crate::field::{Field, Kind};
use crate::import::Import;
use crate::list::{Button, ListPage, Shown, json_schema};
use crate::registry::{Body, Method, Node, Operation, Room};

/// What a file's body has beside the file.
const MULTIPART_BYTES: usize = 64 * 1024;

/// What borrows from the page, and is borrowed by list and form.
pub(super) struct Made {
    buttons: Vec<Button>,
    form_actions: Vec<Button>,
    list_doors: Vec<(&'static str, &'static str)>,
    form_doors: Vec<&'static str>,
    /// Codes of its copies.
    makers: Vec<&'static str>,
    /// The section of the files that actions asked for.
    file_fields: Vec<Field>,
}

impl Room {
    /// Adds a page with everything it brings along.
    pub fn page<D: Document>(&mut self, page: &'static Page<D>) {
        // Tabs of one page share buttons.
        for node in page.nodes() {
            if self.nodes.iter().all(|known| known.code != node.code) {
                self.nodes.push(node);
            }
        }
        self.lists.push(page.list());
        if page.has_form() {
            let form = page.form();
            self.forms.push(form.contract());
            self.operations.extend(form.operations());
        }
        self.operations.extend(page.operations());
        self.uses.extend(page.uses());
        self.pages.push(page.facts());
    }
}

impl<D: Document> Page<D> {
    pub(super) fn path(&'static self) -> &'static str {
        self.doors.first().map_or("", |door| door.path.as_str())
    }

    fn access(&'static self) -> &'static str {
        self.doors.first().map_or("", |door| door.code())
    }

    fn has_form(&self) -> bool {
        !self.sections.is_empty() || self.actions.iter().any(Action::is_of_row)
    }

    /// Nodes of the permission tree: the page at each of its entries, and its buttons below the first.
    fn nodes(&'static self) -> Vec<Node> {
        let (zh, en) = self.title;
        let doors = self.doors.iter().filter(|_| !self.tab);
        let pages = doors.map(|door| Node::page(&door.path, &door.parent, zh, en, door.sort));
        let mut nodes: Vec<Node> = pages.collect();
        for (place, action) in (1i64..).zip(&self.actions) {
            let known = nodes.iter().any(|node| node.code == action.code);
            // A converter above the list belongs to the page.
            if !known && action.code != self.access() {
                let (zh, en) = action.label;
                nodes.push(Node::button(&action.code, self.access(), zh, en, place * 10));
            }
        }
        if self.platform { nodes.into_iter().map(Node::platform).collect() } else { nodes }
    }

    fn made(&'static self) -> &'static Made {
        self.made.get_or_init(|| Made {
            buttons: self.actions.iter().map(|action| self.button(action)).collect(),
            form_actions: self
                .actions
                .iter()
                .filter(|one| one.acts_on_row() && one.offered.is_none())
                .map(|one| self.button(one))
                .collect(),
            list_doors: self.doors.iter().skip(1).map(|door| (door.path.as_str(), door.code())).collect(),
            form_doors: self.doors.iter().skip(1).map(|door| door.code()).collect(),
            makers: self.copies().map(|action| action.code.as_str()).collect(),
            file_fields: self.actions.iter().flat_map(Action::file_fields).map(Field::read_only).collect(),
        })
    }

    /// Its actions by which a new row begins as another one.
    pub(super) fn copies(&self) -> impl Iterator<Item = &Action<D>> {
        self.actions.iter().filter(|action| matches!(action.does, Does::Copy(_)))
    }

    fn button(&'static self, action: &'static Action<D>) -> Button {
        let Shown(place, does) = action.shown();
        let when = match (action.offered, self.state) {
            (Some((column, values)), _) => (crate::field::lasting(&column.name()), values),
            (None, Some(state)) if action.is_of_row() && !action.from.is_empty() => {
                (crate::field::lasting(&state.name()), action.from.as_slice())
            }
            _ => ("", &[][..]),
        };
        let asks = matches!(does, "ask").then_some(&action.asks).or(action.asks.danger.then_some(&action.asks));
        let call = action.call.as_str();
        let button = Button::new(&action.code, action.label, place, does).calls(call);
        Button { confirm: action.confirm, when, many: action.many, asks, ..button }
    }

    /// The list of the page.
    pub fn list(&'static self) -> ListPage {
        let made = self.made();
        let export = self.actions.iter().find(|action| matches!(action.does, Does::Export));
        ListPage {
            joins: &self.joins,
            follows: &self.follows,
            columns: &self.columns,
            filters: &self.filters,
            buttons: &made.buttons,
            sort: &self.sort,
            export: export.map_or("", |action| action.code.as_str()),
            overlay: &self.overlay,
            tabs: self.tabs,
            tree: self.tree,
            branched: self.branched,
            toned: self.toned,
            form: if self.sections.is_empty() { "" } else { &self.form_key },
            doors: &made.list_doors,
            beside: &self.beside,
            tab: self.tab_title,
            behind: Some(self),
            ..ListPage::new(&self.list_key, self.path(), self.title, self.access(), &self.base, self.table)
        }
    }

    fn code(&'static self, wanted: fn(&Does<D>) -> bool) -> &'static str {
        self.actions.iter().find(|action| wanted(&action.does)).map_or("", |action| action.code.as_str())
    }

    /// The form of the page; its calls are what actions on single rows are made of.
    pub fn form(&'static self) -> FormPage {
        let import = self.actions.iter().find_map(|action| match action.does {
            Does::Import(import) => Some(import),
            _ => None,
        });
        let made = self.made();
        let codes = [
            self.code(|does| matches!(does, Does::Create)),
            self.code(|does| matches!(does, Does::Edit)),
            self.code(|does| matches!(does, Does::Remove)),
            self.code(|does| matches!(does, Does::Switch)),
        ];
        FormPage {
            codes,
            page: self.path(),
            uniques: &self.uniques,
            members: &self.members,
            rows: &self.rows,
            level: self.level,
            overlay: !self.overlay.is_empty(),
            naming: &self.overlay,
            adopts: self.adopts,
            flagged: self.flagged,
            sections: &self.sections,
            when: &self.when,
            import: import.unwrap_or(Import::NONE),
            behind: Some(self),
            doors: &made.form_doors,
            makers: &made.makers,
            actions: &made.form_actions,
            files: &made.file_fields,
            ..FormPage::of::<D>(&self.form_key, self.thing, (self.access(), &self.base, &self.noun), self.number)
        }
    }

    /// The calls of its actions beside those of list and form.
    fn operations(&'static self) -> Vec<Operation> {
        let own = self.actions.iter().filter(|action| action.has_call());
        let branches = self.branches.as_ref().map(|branches| {
            let work = move |call: &mut Call| {
                let actor = call.actor()?;
                let branches = call.read(|conn| branches(conn, actor))?;
                Ok(Answer::Data(branches.iter().map(Branch::told).collect()))
            };
            let (id, path) = (format!("list_{}_branches", self.noun), self.list().branches_call());
            Operation::get(&id, &path, self.list().opened_by(), work)
                .summary(&format!("{}: the tree beside the list", self.title.1))
        });
        own.flat_map(|action| self.operations_of(action)).chain(branches).collect()
    }

    fn operations_of(&'static self, action: &'static Action<D>) -> Vec<Operation> {
        let access =
            if action.code == self.access() { self.list().opened_by() } else { Access::Code(action.code.as_str()) };
        let path = action.call.split_once(' ').map_or("", |(_, path)| path);
        let id = |verb: &str| format!("{}_{}{verb}", action.verb.replace('-', "_"), self.noun);
        if let Does::Copy(without) = action.does {
            let copy = Operation::get(&id(""), path, access, move |call| self.copy(action, without, call));
            return vec![copy.summary(&format!("{}: a new one that begins as another", self.title.1))];
        }
        let work = move |call: &mut Call| self.run(action, call);
        let mut main = Operation::post(&id(""), path, access, work)
            .body(Body::Json(action.body_schema(self.state)))
            .summary(&format!("{}: {}", self.title.1, action.label.1));
        if action.asks.tells {
            main = main.reads();
        }
        let mut operations = vec![main];
        if action.first.is_some() {
            let first = Operation::get(&id("_first"), &action.asks.first, access, move |call| self.first(action, call));
            let first = first
                .summary(&format!("{}: what {} begins with", self.title.1, action.label.1))
                .answers(shape::any_object());
            operations.push(action.asks.follows.iter().fold(first, |first, field| first.param(&field.name())));
        }
        if !action.files_kind.is_empty() {
            operations.extend(self.file_operations(action, access));
        }
        operations
    }

    fn file_operations(&'static self, action: &'static Action<D>, access: Access) -> [Operation; 2] {
        let id = |verb: &str| format!("{verb}_{}_{}_file", action.verb.replace('-', "_"), self.noun);
        let most = action.file_fields().filter_map(|field| field.range).map(|(_, most)| most).max().unwrap_or_default();
        let keep = move |call: &mut Call| {
            let (kind, page) = (action.files_kind.as_str(), self.path());
            if action.takes_tables {
                return crate::attached::upload_looked_at(call, kind, page, crate::attached::table);
            }
            crate::attached::upload(call, kind, page)
        };
        let get = move |call: &mut Call| self.file(action, call);
        [
            Operation::post(&id("add"), &action.asks.upload, access, keep)
                .body(Body::Files)
                .body_up_to(usize::try_from(most).unwrap_or_default() + MULTIPART_BYTES)
                .summary(&format!("{}: keeps a file for {}", self.title.1, action.label.1)),
            Operation::get(&id("get"), &format!("{}/{{id}}", action.asks.upload), self.list().opened_by(), get)
                .summary(&format!("{}: a file of {}", self.title.1, action.label.1)),
        ]
    }

    /// Columns that hold values of dictionaries: of the document, also where an action alone asks for them, and of the rows
    /// below it.
    fn uses(&'static self) -> Vec<Use> {
        let asked = self.actions.iter().flat_map(|action| &action.asks.fields);
        let asked = asked.filter(|asked| self.fields.iter().any(|field| field.column == asked.column));
        let below = self.rows.iter().flat_map(|rows| Use::of(rows.table, rows.fields));
        Use::of(self.table, self.fields.iter().chain(asked)).into_iter().chain(below).collect()
    }

    /// The page as the standard suite looks at it.
    fn facts(&'static self) -> PageFacts {
        PageFacts::of(self)
    }
}

impl<D> Action<D> {
    /// Puts the parts of its call together.
    pub(super) fn placed(mut self, base: &str, table: &str) -> Self {
        let one =
            if self.is_of_row() { format!("{base}/{{id}}/{}", self.verb) } else { format!("{base}/{}", self.verb) };
        self.call = match self.does {
            Does::Create | Does::Edit | Does::Export | Does::Own => String::new(),
            Does::Copy(..) => format!("GET {one}"),
            Does::Switch => format!("POST {base}/{{id}}/status"),
            Does::Remove => format!("DELETE {base}/{{id}}"),
            Does::Import(_) => format!("POST {base}/import"),
            Does::Row(_) | Does::Tool(_) | Does::Look(..) => format!("POST {one}"),
        };
        if self.first.is_some() {
            self.asks.first = format!("{one}/first");
        }
        if self.file_fields().next().is_some() {
            self.files_kind = format!("{table}_{}", self.verb);
            self.asks.upload = format!("{base}/{}/file", self.verb);
        }
        self.asks.versioned = matches!(self.does, Does::Row(_));
        self
    }

    /// Whether it has a call of its own, beside those of list and form.
    fn has_call(&self) -> bool {
        matches!(self.does, Does::Copy(..) | Does::Row(_) | Does::Tool(_) | Does::Look(..))
    }

    /// Whether the form of a row offers it.
    fn acts_on_row(&self) -> bool {
        matches!(self.does, Does::Row(_) | Does::Look(_, true))
    }

    pub(super) fn file_fields(&self) -> impl Iterator<Item = Field> + '_ {
        self.asks.fields.iter().copied().filter(|field| matches!(field.kind, Kind::Files("")))
    }

    fn body_schema(&self, state: Option<Field>) -> Json {
        let known = [
            ("version", json!({ "type": "integer" })),
            ("confirmed", json!({ "type": "array", "items": { "type": "string" } })),
        ];
        let asked = self.asks.fields.iter().map(|field| (field.name(), json_schema(field)));
        let lines = self
            .asks
            .lines
            .iter()
            .map(|rows| (rows.member.to_owned(), json!({ "type": "array", "items": { "type": "object" } })));
        let rows = (self.many && matches!(self.does, Does::Tool(_)))
            .then(|| ("ids".to_owned(), json!({ "type": "array", "items": { "type": "string" } })));
        let known = known.into_iter().map(|(name, schema)| (name.to_owned(), schema)).chain(rows);
        let properties: Map<String, Json> = known.chain(asked).chain(lines).collect();
        let required: &[&str] = if self.asks.versioned { &["version"] } else { &[] };
        let from = state.filter(|_| !self.from.is_empty()).map(|state| json!({ state.name(): self.from }));
        let mut schema = json!({ "type": "object", "required": required, "properties": properties });
        if let (Some(schema), Some(from)) = (schema.as_object_mut(), from) {
            schema.insert("x-begins-in".to_owned(), from);
        }
        schema
    }

    /// Method and path of the call that the suite tries it by.
    pub(super) fn try_call(&self, base: &str) -> Option<(Method, String)> {
        let one = format!("{base}/{{id}}");
        let call = self.call.split_once(' ').map_or("", |(_, path)| path).to_owned();
        match self.does {
            Does::Edit => Some((Method::Put, one)),
            Does::Remove => Some((Method::Delete, one)),
            Does::Switch | Does::Row(_) => Some((Method::Post, call)),
            Does::Look(_, true) => Some((Method::Post, call)),
            Does::Copy(..) => Some((Method::Get, call)),
            _ => None,
        }
    }
}
