//! The registry: every room's operations, pages, documents and permissions, checked at start.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::{Id, Instant};
use serde_json::{Map, Value as Json, json};

use crate::access::Access;
use crate::board::Board;
use crate::bulk::BulkKind;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::dictionary::{self, Use};
use crate::document::{Document, FormPage, Seen};
use crate::field::{lasting, select_name};
use crate::files::LargeKind;
use crate::flow::{self, Flow};
use crate::job::JobKind;
use crate::job::plan::{Category, Plan, Schedule};
use crate::list::ListPage;
use crate::log::Kept;
use crate::message::MessageEvent;
use crate::page::PageFacts;
use crate::refusal::{Refusal, messages};
use crate::report::ReportFacts;
use crate::retention;
use crate::setting::Setting;
use crate::web::credential::make_ticket;

/// HTTP method of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Reads.
    Get,
    /// Adds or acts.
    Post,
    /// Changes.
    Put,
    /// Removes.
    Delete,
}

impl Method {
    /// Lower-case name, as OpenAPI writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Put => "put",
            Self::Delete => "delete",
        }
    }
}

/// What a body holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Nothing.
    None,
    /// JSON of this schema.
    Json(Json),
    /// A form.
    Form,
    /// Files.
    Files,
    /// One file that is written to the store while it arrives.
    Large(LargeKind),
    /// Plain text or JSON.
    Text,
}

/// Work of an operation. Runs on a blocking thread.
pub type Handler = Arc<dyn Fn(&mut Call) -> Outcome + Send + Sync>;

/// Largest body of an operation that takes no files.
pub const BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

/// One call of the wire.
#[derive(Clone)]
pub struct Operation {
    /// Unique id, verb first.
    pub id: String,
    /// Method.
    pub method: Method,
    /// Path, with `{name}` for parts that vary.
    pub path: String,
    /// Who may call it.
    pub access: Access,
    /// What it does, in a phrase.
    pub summary: String,
    /// A second address of it, in the plain scheme of entities; another operation declared there goes first.
    pub also: Option<String>,
    /// Query parameters.
    pub params: Vec<(String, Json)>,
    /// Body.
    pub body: Body,
    /// Schema of `data`.
    pub answer: Json,
    /// Media types of the files it answers, with or without data beside them.
    pub files: &'static [&'static str],
    /// Largest body in bytes.
    pub body_bytes_max: usize,
    /// Whether it changes data (the refusal tests look at these).
    pub writes: bool,
    /// Open to sessions that may do little: first log-in, old password, second factor to be bound.
    pub when_limited: bool,
    /// The kind of thing it shows, and who may see one: others don't read its log either.
    pub guards: Option<(&'static str, Seen)>,
    /// Its work.
    pub handler: Handler,
}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.method.name(), self.path, self.id)
    }
}

impl Operation {
    /// An operation; reads unless its method says otherwise.
    pub fn new(
        id: impl Into<String>,
        method: Method,
        path: impl Into<String>,
        access: Access,
        handler: impl Fn(&mut Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        let id = id.into();
        Self {
            summary: id.replace('_', " "),
            id,
            method,
            path: path.into(),
            access,
            also: None,
            params: Vec::new(),
            body: Body::None,
            answer: json!({}),
            files: &[],
            body_bytes_max: BODY_BYTES_MAX,
            writes: method != Method::Get,
            when_limited: false,
            guards: None,
            handler: Arc::new(handler),
        }
    }

    /// Answers at a second address, too.
    #[must_use]
    pub fn also(mut self, path: impl Into<String>) -> Self {
        self.also = Some(path.into());
        self
    }

    /// Where it answers.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.path.as_str()).chain(self.also.as_deref())
    }

    /// Works in the org that is found for a call, with the caller's own rights: its rows, its log.
    #[must_use]
    pub fn in_org(mut self, find: fn(&Call) -> Result<i64, Refusal>) -> Self {
        let work = self.handler;
        self.handler = Arc::new(move |call| {
            let org = find(call)?;
            call.caller = call.caller.take().map(|caller| caller.in_org(org));
            work(call)
        });
        self
    }

    /// A GET.
    pub fn get(
        id: &str,
        path: &str,
        access: Access,
        handler: impl Fn(&mut Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, Method::Get, path, access, handler)
    }

    /// A POST with a JSON body.
    pub fn post(
        id: &str,
        path: &str,
        access: Access,
        handler: impl Fn(&mut Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, Method::Post, path, access, handler).body(Body::Json(json!({ "type": "object" })))
    }

    /// A PUT with a JSON body.
    pub fn put(
        id: &str,
        path: &str,
        access: Access,
        handler: impl Fn(&mut Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, Method::Put, path, access, handler).body(Body::Json(json!({ "type": "object" })))
    }

    /// A DELETE.
    pub fn delete(
        id: &str,
        path: &str,
        access: Access,
        handler: impl Fn(&mut Call) -> Outcome + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, Method::Delete, path, access, handler)
    }

    /// Says what it does.
    #[must_use]
    pub fn summary(mut self, text: &str) -> Self {
        text.clone_into(&mut self.summary);
        self
    }

    /// A query parameter that is a text.
    #[must_use]
    pub fn param(mut self, name: &str) -> Self {
        self.params.push((name.to_owned(), json!({ "type": "string" })));
        self
    }

    /// Its body.
    #[must_use]
    pub fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// Schema of `data`.
    #[must_use]
    pub fn answers(mut self, schema: Json) -> Self {
        self.answer = schema;
        self
    }

    /// Answers a file of one of these media types; data as well where it says what they are.
    #[must_use]
    pub fn answers_files(mut self, kinds: &'static [&'static str]) -> Self {
        self.files = kinds;
        self
    }

    /// Takes bodies up to a size.
    #[must_use]
    pub fn body_up_to(mut self, bytes: usize) -> Self {
        self.body_bytes_max = bytes;
        self
    }

    /// Open to sessions that may do little.
    #[must_use]
    pub fn when_limited(mut self) -> Self {
        self.when_limited = true;
        self
    }

    /// Shows things of a kind to those who may see them; the log of such a thing is theirs alone.
    #[must_use]
    pub fn guards(mut self, kind: &'static str, seen: Seen) -> Self {
        self.guards = Some((kind, seen));
        self
    }

    /// Changes nothing although it is no GET (checks, exports).
    #[must_use]
    pub fn reads(mut self) -> Self {
        self.writes = false;
        self
    }
}

/// Kind of a node of the permission tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A group of the menu.
    Group,
    /// A page.
    Page,
    /// A button on a page.
    Button,
}

/// A node of the permission tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Code: a page's access key, a button's code, a group's path.
    pub code: String,
    /// Code of the node above; empty at the top.
    pub parent: String,
    /// Address of the page; empty for groups and buttons.
    pub path: String,
    /// Chinese name.
    pub zh: String,
    /// English name.
    pub en: String,
    /// Kind.
    pub kind: NodeKind,
    /// Known to the guard but not in the sidebar.
    pub hidden: bool,
    /// Place among its siblings.
    pub sort: i64,
    /// For those who run the platform: granted to its own org alone.
    pub platform: bool,
}

impl Node {
    /// A group of the menu.
    pub fn group(code: &str, parent: &str, zh: &str, en: &str, sort: i64) -> Self {
        Self {
            code: code.to_owned(),
            parent: parent.to_owned(),
            path: String::new(),
            zh: zh.to_owned(),
            en: en.to_owned(),
            kind: NodeKind::Group,
            hidden: false,
            sort,
            platform: false,
        }
    }

    /// A page below a group. Its code is the path without the slash.
    pub fn page(path: &str, parent: &str, zh: &str, en: &str, sort: i64) -> Self {
        Self {
            path: path.to_owned(),
            kind: NodeKind::Page,
            ..Self::group(path.trim_start_matches('/'), parent, zh, en, sort)
        }
    }

    /// Granted to the platform's own org alone.
    #[must_use]
    pub fn platform(mut self) -> Self {
        self.platform = true;
        self
    }

    /// A page the sidebar does not show.
    #[must_use]
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// A button of a page.
    pub fn button(code: &str, page: &str, zh: &str, en: &str, sort: i64) -> Self {
        Self { kind: NodeKind::Button, ..Self::group(code, page, zh, en, sort) }
    }
}

/// One row a select offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What is stored.
    pub value: String,
    /// What is shown.
    pub label: String,
    /// Shown smaller beside it.
    pub hint: String,
}

/// What a select was asked.
#[derive(Debug, Clone, Default)]
pub struct SelectAsk {
    /// Text typed so far; contains.
    pub keyword: String,
    /// The stored value to resolve; empty when searching.
    pub value: String,
    /// Further parameters of the address, as `role`.
    pub role: String,
}

/// Rows a select offers at most.
pub const OFFERS_MAX: u64 = 20;
/// Most letters of what a select is asked for.
const ASKED_LETTERS_MAX: usize = 500;

/// Answers a select.
///
/// Who may ask follows from the declarations: the rights of every list with a filter and of every form with a field that
/// names it; [`Room::select_uses`] names what the web application draws without a declaration.
pub type SelectWork = fn(&mut Call, &SelectAsk) -> Result<Vec<Offer>, Refusal>;

/// An act that was approved, as its effect sees it.
#[derive(Debug, Clone)]
pub struct Approved {
    /// Event.
    pub event: i64,
    /// What it is about.
    pub object: Id,
    /// Its number as users know it.
    pub number: String,
    /// Number of the approval; empty when none was needed.
    pub approval: String,
    /// Why it was asked for.
    pub reason: String,
    /// Until when it counts; nothing: until it is taken back.
    pub until: Option<Instant>,
    /// Who applied; he is told of the decision anyway.
    pub applicant: Id,
}

/// Does what was approved, in the transaction of the decision.
pub type EffectWork = fn(&mut Tx<'_>, &Approved) -> Result<(), Refusal>;

/// What an approval of an event does to a kind of object.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// Event.
    pub event: i64,
    /// Kind of object.
    pub kind: &'static str,
    /// Its work.
    pub work: EffectWork,
}

/// What an application by call needs: its event, the thing as its own calls name it, and why.
#[derive(Debug, Clone, Copy)]
pub struct Applying<'a> {
    /// Event.
    pub event: i64,
    /// Names the thing.
    pub reference: &'a str,
    /// Why.
    pub reason: &'a str,
}

/// Applies by the rules of the thing's own call; answers what that call answers of the application.
pub type ApplyWork = fn(&mut Tx<'_>, Applying<'_>) -> Result<Json, Refusal>;

/// How one applies for an event about a kind of object.
#[derive(Debug, Clone, Copy)]
pub struct Applier {
    /// Event.
    pub event: i64,
    /// Kind of object.
    pub kind: &'static str,
    /// Who may.
    pub access: Access,
    /// Its work.
    pub work: ApplyWork,
}

/// The words of a part of the web application, by key.
#[derive(Debug, Clone)]
pub struct ClientWords {
    /// The part.
    pub part: String,
    /// Chinese text by key.
    pub zh: BTreeMap<String, String>,
    /// English text by key.
    pub en: BTreeMap<String, String>,
}

/// One room: everything it brings to the product.
#[derive(Debug, Default)]
pub struct Room {
    /// Its name.
    pub key: &'static str,
    /// Pages and buttons.
    pub nodes: Vec<Node>,
    /// Calls.
    pub operations: Vec<Operation>,
    /// List pages.
    pub lists: Vec<ListPage>,
    /// Boards.
    pub boards: Vec<&'static Board>,
    /// Form pages, as the page contract tells them.
    pub forms: Vec<Json>,
    /// Selects by name.
    pub selects: Vec<(&'static str, SelectWork)>,
    /// Who asks a select beside the declared lists and forms that name it.
    pub select_uses: Vec<(&'static str, Access)>,
    /// What approvals do.
    pub effects: Vec<Effect>,
    /// What follows where an application ends and nothing came of it: it was refused or taken back, or its effect was
    /// refused by the rules of its object.
    pub setbacks: Vec<Effect>,
    /// How approvals are applied for.
    pub appliers: Vec<Applier>,
    /// Kinds of jobs.
    pub jobs: Vec<JobKind>,
    /// Kinds of documents that are written in pieces.
    pub bulk: Vec<&'static BulkKind>,
    /// What recurs without anybody asking.
    pub plans: Vec<Plan>,
    /// What companies and the platform decide.
    pub settings: Vec<&'static Setting>,
    /// What it tells users of.
    pub messages: Vec<&'static MessageEvent>,
    /// Groups and pages of the menu that are yet to be built: in the database, and closed to everyone.
    pub planned: Vec<Node>,
    /// Words of the web application, which it brings along and the database may hold otherwise.
    pub words: Vec<ClientWords>,
    /// Of which orders its things are, for the log.
    pub orders_of: Vec<Kept>,
    /// Flows of its documents.
    pub flows: Vec<flow::Facts>,
    /// Pages that are declared as values, without their work.
    pub pages: Vec<PageFacts>,
    /// Reports that are declared as values.
    pub reports: Vec<ReportFacts>,
    /// Columns that hold values of dictionaries.
    pub uses: Vec<Use>,
}

impl Room {
    /// An empty room.
    pub fn new(key: &'static str) -> Self {
        Self { key, ..Self::default() }
    }

    /// Adds a form with its calls.
    pub fn form(&mut self, form: &FormPage) {
        self.forms.push(form.contract());
        self.operations.extend(form.clone().operations());
        self.uses.extend(form.uses());
    }

    /// Adds a flow with its calls.
    pub fn flow<D: Document>(&mut self, flow: &'static Flow<D>) {
        // What a move asks for and its document does not hold, the room keeps elsewhere.
        let asked = flow.moves.iter().flat_map(|one| one.asks);
        let held = asked.filter(|asked| D::FIELDS.iter().any(|field| field.column == asked.column));
        self.uses.extend(Use::of(D::TABLE, held));
        self.operations.extend(flow.operations());
        self.flows.push(flow.facts());
    }
}

/// All rooms together.
#[derive(Debug, Default)]
pub struct Registry {
    /// Pages and buttons.
    pub nodes: Vec<Node>,
    /// Calls.
    pub operations: Vec<Arc<Operation>>,
    /// List pages.
    pub lists: Vec<Arc<ListPage>>,
    /// Boards.
    pub boards: Vec<&'static Board>,
    /// Form pages.
    pub forms: Vec<Json>,
    /// Selects.
    pub selects: Vec<(&'static str, SelectWork)>,
    /// Who may ask each select: holders of what uses it.
    select_access: BTreeMap<&'static str, Access>,
    /// What approvals do.
    pub effects: Vec<Effect>,
    /// What follows where an application ends and nothing came of it: it was refused or taken back, or its effect was
    /// refused by the rules of its object.
    pub setbacks: Vec<Effect>,
    /// How approvals are applied for.
    pub appliers: Vec<Applier>,
    /// Kinds of jobs.
    pub jobs: Vec<JobKind>,
    /// Kinds of documents that are written in pieces.
    pub bulk: Vec<&'static BulkKind>,
    /// What recurs without anybody asking.
    pub plans: Vec<Plan>,
    /// What companies and the platform decide.
    pub settings: Vec<&'static Setting>,
    /// What users are told of.
    pub messages: Vec<&'static MessageEvent>,
    /// What of the menu is yet to be built.
    pub planned: Vec<Node>,
    /// Words of the web application.
    pub words: Vec<ClientWords>,
    /// Of which orders things are, for the log.
    pub orders_of: Vec<Kept>,
    /// Flows of documents.
    pub flows: Vec<flow::Facts>,
    /// Pages that are declared as values, without their work.
    pub pages: Vec<PageFacts>,
    /// Reports that are declared as values.
    pub reports: Vec<ReportFacts>,
    /// Columns that hold values of dictionaries.
    pub uses: &'static [Use],
}

impl Registry {
    /// Puts the rooms together; the list of faults says why the product must not start.
    pub fn new(rooms: Vec<Room>) -> Result<Self, Vec<String>> {
        let uses = dictionary::kept(rooms.iter().flat_map(|room| &room.uses).copied().collect());
        let mut registry = Self { uses, ..Self::default() };
        let mut select_uses = Vec::new();
        for mut room in rooms {
            registry.nodes.append(&mut room.nodes);
            registry.planned.append(&mut room.planned);
            registry.words.append(&mut room.words);
            registry.orders_of.append(&mut room.orders_of);
            registry.flows.append(&mut room.flows);
            registry.pages.append(&mut room.pages);
            registry.reports.append(&mut room.reports);
            let own: BTreeSet<_> =
                room.operations.iter().map(|operation| (operation.path.clone(), operation.method)).collect();
            registry.operations.extend(room.operations.into_iter().map(Arc::new));
            registry.forms.append(&mut room.forms);
            registry.selects.append(&mut room.selects);
            select_uses.append(&mut room.select_uses);
            registry.effects.append(&mut room.effects);
            registry.setbacks.append(&mut room.setbacks);
            registry.appliers.append(&mut room.appliers);
            registry.jobs.append(&mut room.jobs);
            registry.bulk.append(&mut room.bulk);
            registry.plans.append(&mut room.plans);
            registry.messages.append(&mut room.messages);
            registry.settings.append(&mut room.settings);
            registry.boards.append(&mut room.boards);
            for mut list in room.lists {
                if list.behind.is_some_and(|behind| behind.of_dictionaries()) {
                    list.uses = uses;
                }
                let list = Arc::new(list);
                // A room may answer a call of its list itself, to add to the rows.
                let answered = |operation: &Operation| own.contains(&(operation.path.clone(), operation.method));
                let operations = ListPage::operations(&list);
                let operations = operations.into_iter().filter(|operation| !answered(operation));
                registry.operations.extend(operations.map(Arc::new));
                registry.lists.push(list);
            }
        }
        registry.operations.extend(registry.boards.iter().map(|board| Arc::new(board.operation())));
        registry.keep_declared_addresses();
        registry.select_access = registry.openers(&select_uses);
        let faults = registry.faults();
        if faults.is_empty() { Ok(registry) } else { Err(faults) }
    }

    /// Every address that is answered, with its call.
    pub fn addresses(&self) -> impl Iterator<Item = (&str, &Arc<Operation>)> {
        self.operations.iter().flat_map(|operation| operation.addresses().map(move |path| (path, operation)))
    }

    /// What a server keeps of it: the schemas of calls and forms are for the contract alone, and would be a third of
    /// the memory of a server at rest. Of forms it keeps the words, which companies say in their own way, and
    /// who may read the log of their things.
    #[must_use]
    pub fn for_serving(mut self) -> Self {
        for operation in self.operations.iter_mut().map(Arc::make_mut) {
            operation.params = Vec::new();
            operation.answer = Json::Null;
            if let Body::Json(schema) = &mut operation.body {
                *schema = Json::Null;
            }
        }
        self.forms = self.forms.iter().map(served).collect();
        self
    }

    /// Who may ask each select: whoever holds a page or button of what names it.
    fn openers(&self, uses: &[(&'static str, Access)]) -> BTreeMap<&'static str, Access> {
        let mut asked: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        // What stands in a column is told by the rows; filters ask.
        for list in &self.lists {
            for name in list.filters.iter().filter_map(|filter| filter.field.select_asked()) {
                asked.entry(name).or_default().extend(list.opened_by().codes());
            }
        }
        for form in &self.forms {
            let doors = form.get("doors").and_then(Json::as_array).into_iter().flatten();
            let codes =
                form.get("access").into_iter().chain(doors).chain(form.get("codes").into_iter().flat_map(members));
            let codes: Vec<&str> = codes.filter_map(Json::as_str).filter(|code| !code.is_empty()).collect();
            for name in selects_in(form) {
                asked.entry(name).or_default().extend(&codes);
            }
        }
        let access = |name: &'static str| {
            let beside: Vec<Access> =
                uses.iter().filter(|(used, _)| *used == name).map(|(_, access)| *access).collect();
            if beside.contains(&Access::LoggedIn) {
                return Access::LoggedIn;
            }
            let mut codes: BTreeSet<&'static str> = beside.into_iter().flat_map(Access::codes).collect();
            codes.extend(asked.get(name).into_iter().flatten().map(|code| lasting(code)));
            Access::any_of(&codes.into_iter().collect::<Vec<_>>())
        };
        self.selects.iter().map(|(name, _)| (*name, access(name))).collect()
    }

    /// Who may ask a select; nothing: there is none.
    pub fn select_access(&self, name: &str) -> Option<Access> {
        self.select_access.get(name).copied()
    }

    /// A second address is left to the operation that is declared there.
    fn keep_declared_addresses(&mut self) {
        let mut taken: BTreeSet<(String, Method)> =
            self.operations.iter().map(|operation| (operation.path.clone(), operation.method)).collect();
        for operation in self.operations.iter_mut().map(Arc::make_mut) {
            operation.also = operation.also.take().filter(|path| taken.insert((path.clone(), operation.method)));
        }
    }

    /// Deny by default: every page and operation names a permission that exists.
    fn faults(&self) -> Vec<String> {
        let codes: BTreeSet<&str> = self.nodes.iter().map(|node| node.code.as_str()).collect();
        let mut faults = Vec::new();
        if codes.len() != self.nodes.len() {
            faults.push("two permission nodes share a code".to_owned());
        }
        for node in self.nodes.iter().filter(|node| !node.parent.is_empty() && !codes.contains(node.parent.as_str())) {
            faults.push(format!("permission {} lies below {}, which does not exist", node.code, node.parent));
        }
        let mut ids = BTreeSet::new();
        let mut places = BTreeSet::new();
        for operation in &self.operations {
            if !ids.insert(operation.id.as_str()) {
                faults.push(format!("two operations are called {}", operation.id));
            }
            if !places.insert((operation.path.as_str(), operation.method)) {
                faults.push(format!("two operations answer {} {}", operation.method.name(), operation.path));
            }
            // Of several codes some may belong to rooms that are left out; without any nobody could call it.
            let named = operation.access.codes();
            if !named.is_empty() && !named.iter().any(|code| codes.contains(code)) {
                let code = named.join(", ");
                faults.push(format!("operation {} needs the permission {code}, which does not exist", operation.id));
            }
        }
        for (place, job) in self.jobs.iter().enumerate() {
            if self.jobs.iter().take(place).any(|other| other.name == job.name) {
                faults.push(format!("two kinds of jobs are called {}", job.name));
            }
        }
        for (place, plan) in self.plans.iter().enumerate() {
            if self.plans.iter().take(place).any(|other| other.name == plan.name) {
                faults.push(format!("two plans are called {}", plan.name));
            }
        }
        for (place, setting) in self.settings.iter().enumerate() {
            if self.settings.iter().take(place).any(|other| other.meets(setting)) {
                faults.push(format!("two settings are called {}", setting.key));
            }
            faults.extend(setting.fault());
        }
        let mut events = BTreeSet::new();
        for event in &self.messages {
            if !events.insert(event.key) {
                faults.push(format!("two events of messages are called {}", event.key));
            }
            faults.extend(event.fault());
        }
        let mut acts = BTreeSet::new();
        for effect in self.effects.iter().filter(|effect| !acts.insert((effect.event, effect.kind))) {
            faults.push(format!("event {} has two effects on {}", effect.event, effect.kind));
        }
        for (form, list) in self.forms.iter().flat_map(|form| dictionaries_in(form).map(move |list| (form, list))) {
            if self.uses.iter().all(|one| u64::from(one.list) != list) {
                let key = form.get("key").and_then(Json::as_str).unwrap_or_default();
                faults.push(format!("form {key} asks for list {list}, and nothing says which column holds it"));
            }
        }
        faults.extend(self.boards.iter().filter_map(|board| board.fault(&self.lists)));
        for list in self.lists.iter().filter(|list| !codes.contains(list.access)) {
            faults.push(format!("page {} needs the permission {}, which does not exist", list.path, list.access));
        }
        // Such a list is drawn with a button that does nothing.
        let opens = |list: &ListPage| list.buttons.iter().any(|button| ["create", "edit"].contains(&button.action));
        let formless = |list: &&Arc<ListPage>| list.form.is_empty() && list.edit_link.is_empty() && opens(list);
        faults.extend(
            self.lists.iter().filter(formless).map(|list| format!("list {} opens a form it has not", list.key)),
        );
        faults
    }
}

/// The platform's own calls: selects, column settings.
pub fn platform_room() -> Room {
    let mut room = Room::new("platform");
    room.jobs.extend([crate::job::REPLAY, crate::bulk::WORK]);
    let plan = |name, title, schedule, work| Plan::new(name, title, (Category::Cleaning, schedule), work).by_age();
    room.plans.push(Plan::new(
        "session.end",
        ("超时会话结束", "End of sessions whose time is over"),
        (Category::Update, Schedule::Minute),
        crate::access::end_over,
    ));
    room.plans.push(Plan::new(
        "import.lines",
        ("导入日志补写", "Lines of the log that an import left"),
        (Category::Update, Schedule::Minute),
        crate::stage::resume,
    ));
    room.plans.extend([
        plan("job.clean", ("过期任务文件清理", "Removal of old files of jobs"), Schedule::Hour, crate::job::clean),
        plan(
            "import.forget",
            ("导入撤销数据清理", "Removal of what imports replaced"),
            Schedule::Minute,
            crate::import::forget,
        ),
        plan(
            "log.forget",
            ("过期系统日志清理", "Removal of old lines of the operation log"),
            Schedule::Morning,
            retention::forget_log,
        ),
        plan(
            "once.forget",
            ("过期幂等键清理", "Removal of old keys of repeated calls"),
            Schedule::Hour,
            crate::once::forget,
        ),
        plan("attached.forget", ("未用附件清理", "Removal of unused files"), Schedule::Minute, crate::attached::forget),
    ]);
    room.settings.extend([&crate::maintenance::ON, &crate::maintenance::UNTIL, &retention::LOG_DAYS]);
    room.settings.push(&retention::LOG_DAYS_BELOW);
    room.operations = vec![
        Operation::post("add_picture", "/platform/picture", Access::LoggedIn, crate::picture::add)
            .body(Body::Files)
            .body_up_to(crate::files::IMAGE_BYTES_MAX + BODY_BYTES_MAX)
            .summary("Keeps a picture of a rich text"),
        Operation::post("make_upload_ticket", "/platform/uploadTicket", Access::LoggedIn, make_ticket)
            .reads()
            .summary("Lets a page send a file to a path at another address of the product"),
        Operation::get("get_org_logo", "/platform/orgLogo/{name}", Access::Public, crate::picture::logo)
            .summary("The logo of a company, as its public pages show it"),
        Operation::get("get_picture", "/platform/picture/{name}", Access::LoggedIn, crate::picture::get)
            .param("thumb")
            .summary("A picture of a rich text of the own company or of the platform"),
        Operation::get("select_offers", "/platform/select/{name}", Access::LoggedIn, select_offers)
            .param("keyword")
            .param("value")
            .param("role"),
    ];
    room.operations.extend(list_operations());
    room
}

/// Saved views and column settings of every list.
fn list_operations() -> Vec<Operation> {
    use crate::{list_setting, list_view};
    let (own, any) = (Access::LoggedIn, "/platform/listView/{key}");
    let (setting, one) = ("/platform/listSetting/{key}", format!("{any}/{{id}}"));
    vec![
        Operation::get("get_list_setting", setting, own, list_setting::get).param("view"),
        Operation::put("save_list_setting", setting, own, list_setting::put).param("view"),
        Operation::delete("remove_list_setting", setting, own, list_setting::remove).param("view"),
        Operation::get("list_list_view", any, own, list_view::list),
        Operation::post("create_list_view", any, own, list_view::create),
        Operation::put("update_list_view", &one, own, list_view::update),
        Operation::delete("remove_list_view", &one, own, list_view::remove).param("version"),
        Operation::put("set_default_list_view", "/platform/listViewDefault/{key}", own, list_view::set_default),
        Operation::get("list_list_view_role", "/platform/listViewRole", own, list_view::roles),
    ]
}

/// Members of an object.
fn members(json: &Json) -> impl Iterator<Item = &Json> {
    json.as_object().into_iter().flat_map(|object| object.values())
}

/// Names of the selects that a contract asks.
fn selects_in(contract: &Json) -> Vec<&str> {
    let own = contract.get("reference").and_then(Json::as_str).map(select_name);
    let below = members(contract).chain(contract.as_array().into_iter().flatten());
    own.into_iter().chain(below.flat_map(selects_in)).collect()
}

/// Numbers of the dictionaries that a contract asks.
fn dictionaries_in(contract: &Json) -> Box<dyn Iterator<Item = u64> + '_> {
    let own = contract.get("dictionary").and_then(Json::as_u64);
    let below = members(contract).chain(contract.as_array().into_iter().flatten());
    Box::new(own.into_iter().chain(below.flat_map(dictionaries_in)))
}

fn select_offers(call: &mut Call) -> Outcome {
    let name = call.path("name").to_owned();
    let access = call.app.registry.select_access(&name).ok_or(Refusal::NotFound)?;
    if !call.actor()?.may(access) {
        return Err(Refusal::Forbidden);
    }
    let asked = |name: &str| {
        let text = call.query(name).trim();
        if text.chars().count() <= ASKED_LETTERS_MAX {
            return Ok(text.to_owned());
        }
        let most = ASKED_LETTERS_MAX.to_string();
        Err(Refusal::BadRequest(messages::LONG_PARAMETER.with(&[("name", name), ("n", &most)])))
    };
    let ask = SelectAsk { keyword: asked("keyword")?, value: asked("value")?, role: asked("role")? };
    let work = call.app.registry.selects.iter().find(|(known, _)| *known == name).map(|(_, work)| *work);
    let offers = work.ok_or(Refusal::NotFound)?(call, &ask)?;
    let rows = offers.iter().map(|o| json!({ "value": o.value, "label": o.label, "hint": o.hint })).collect();
    Ok(Answer::Data(Json::Array(rows)))
}

/// Member of a form as a server keeps it: its words, packed as a text.
const PACKED: &str = "words";

fn served(form: &Json) -> Json {
    let of = |json: &Json, members: &[&str]| -> Map<String, Json> {
        members.iter().map(|name| ((*name).to_owned(), json.get(*name).cloned().unwrap_or_default())).collect()
    };
    let each = |json: &Json, member: &str| json.get(member).and_then(Json::as_array).cloned().unwrap_or_default();
    let section = |section: &Json| {
        let fields: Json =
            each(section, "fields").iter().map(|field| Json::Object(of(field, &["name", "label"]))).collect();
        let mut told = of(section, &["key", "label"]);
        told.insert("fields".to_owned(), fields);
        Json::Object(told)
    };
    let mut words = of(form, &["key", "path", "title"]);
    words.insert("sections".to_owned(), each(form, "sections").iter().map(section).collect());
    // Who may open it may read its log, too.
    let mut kept = of(form, &["key", "path", "objectType", "access"]);
    kept.insert(PACKED.to_owned(), Json::String(Json::Object(words).to_string()));
    Json::Object(kept)
}

/// A form with its words, be it whole or as a server keeps it.
#[must_use]
pub fn worded(form: &Json) -> Cow<'_, Json> {
    let packed = form.get(PACKED).and_then(Json::as_str).and_then(|text| serde_json::from_str(text).ok());
    packed.map_or(Cow::Borrowed(form), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Button;

    const NEW: &[Button] = &[Button::new("thing-add", ("新增", "New"), "primary", "create")];

    #[test]
    fn a_list_whose_button_opens_a_form_has_one() {
        let faults = |form: &'static str, edit_link: &'static str| {
            let mut room = platform_room();
            let list = ListPage::new("x.thing.list", "/thing", ("物品", "Things"), "thing", "/x/thing", "thing");
            room.lists.push(ListPage { buttons: NEW, form, edit_link, ..list });
            let all = Registry::new(vec![room]).err().unwrap_or_default();
            all.into_iter().filter(|fault| fault.contains("opens a form")).collect::<Vec<_>>()
        };
        assert_eq!(faults("", ""), ["list x.thing.list opens a form it has not"]);
        assert!(faults("x.thing.form", "").is_empty());
        assert!(faults("", "/thing_edit?id=").is_empty());
    }
}
