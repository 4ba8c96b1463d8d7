//! Documents: one table row a form creates, changes, stops and removes. Declared, not written.
//!
//! A document is a struct with one declared field per column. From it come the table mapping, the
//! typed column tokens, validation, the calls, the log with differences, versions and the form.

mod check;
mod flagged;
mod rows;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use kernel::{Findings, Id, Msg};
use serde_json::{Map, Value as Json, json};

use crate::PLATFORM_ORG;
use crate::access::{Access, Actor};
use crate::call::{Answer, Call, Outcome, Tx};
use crate::contract::shape;
use crate::dictionary::Use;
use crate::field::{Field, Kind, tail};
use crate::flow::Filled;
use crate::import::Import;
use crate::list::Button;
use crate::log::{Change, Level, LogEntry, differences, same};
use crate::refusal::{Refusal, findings_json, messages};
use crate::registry::{Body, Operation};
use crate::store::{Cell, CellError, Conn, Value, sql};
use crate::when::{self, Standing, When};
use sea_query::ExprTrait;

pub use flagged::Flagged;
pub use rows::{NamedRows, RowValues, Rows};

/// A declared document. Made by [`document!`](crate::document!).
pub trait Document: Sized + Send + Sync + 'static {
    /// Its table.
    const TABLE: &'static str;
    /// Its fields in the order of the struct.
    const FIELDS: &'static [Field];
    /// Of each field, the section of the form that begins with it.
    const MARKS: &'static [Option<Mark>];
    /// Its values in the order of the fields, as tables hold them.
    fn values(&self) -> Vec<Value>;
    /// The struct from values in the order of the fields.
    fn from_values(values: &[Value]) -> Result<Self, CellError>;
}

/// Key and title, in Chinese and English, of a section that begins with a field.
pub type Mark = (&'static str, (&'static str, &'static str));

/// The sections a document's marks make: each begins with the field it stands before.
pub fn sections_of<D: Document>() -> Vec<Section> {
    let begins = D::MARKS.iter().enumerate().filter_map(|(place, mark)| mark.map(|mark| (place, mark)));
    let begins: Vec<(usize, Mark)> = begins.collect();
    let ends = begins.iter().skip(1).map(|(place, _)| *place).chain([D::FIELDS.len()]);
    let section = |((begin, (key, title)), end): (&(usize, Mark), usize)| Section {
        key,
        title: *title,
        fields: D::FIELDS.get(*begin..end).unwrap_or_default(),
    };
    begins.iter().zip(ends).map(section).collect()
}

/// Declares a document: a struct, its column tokens, and the table mapping. `--- "key" ("标题", "Title");` before a field
/// begins a section of the form.
///
/// ```ignore
/// document! {
///     /// A flat list each organisation keeps.
///     pub struct Category in "category" {
///         /// Shown name.
///         param_text: String = Field::text("名称", "Name").required().max(60),
///     }
/// }
/// ```
#[macro_export]
macro_rules! document {
    (
        $(#[$meta:meta])*
        pub struct $name:ident in $table:literal {
            $( $(--- $section:literal $title:expr;)? $(#[$field_meta:meta])* $field:ident : $type:ty = $declared:expr ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type ),*
        }

        $crate::pastey::paste! {
            impl $name {
                $(
                    $(#[$field_meta])*
                    pub const [<$field:upper>]: $crate::field::Field = ($declared).column(stringify!($field));
                )*
            }

            impl $crate::document::Document for $name {
                const TABLE: &'static str = $table;
                const FIELDS: &'static [$crate::field::Field] = &[ $( Self::[<$field:upper>] ),* ];
                const MARKS: &'static [Option<$crate::document::Mark>] =
                    &[ $( $crate::mark!($($section $title)?) ),* ];

                fn values(&self) -> Vec<$crate::store::Value> {
                    vec![$( $crate::store::Cell::into_value(self.$field.clone()) ),*]
                }

                fn from_values(values: &[$crate::store::Value]) -> Result<Self, $crate::store::CellError> {
                    let mut cells = values.iter();
                    let nothing = $crate::store::Value::Null;
                    Ok(Self {
                        $( $field: $crate::store::Cell::from_value(cells.next().unwrap_or(&nothing))? ),*
                    })
                }
            }
        }
    };
}

/// What stands before a field of a document.
#[doc(hidden)]
#[macro_export]
macro_rules! mark {
    () => {
        None
    };
    ($section:literal $title:expr) => {
        Some(($section, $title))
    };
}

/// A unique index and the error it becomes.
#[derive(Debug, Clone, Copy)]
pub struct Unique {
    /// Name of the index.
    pub index: &'static str,
    /// Its columns behind the org.
    pub columns: &'static [&'static str],
    /// Wire name of the field that shows the error.
    pub field: &'static str,
    /// The error.
    pub message: Msg,
}

/// What rules look at before a document is written.
pub struct Draft<'a> {
    /// The values as they will be, by the order of the fields; rules may fill in.
    pub values: Vec<Value>,
    /// The values as they are; none for a new document.
    pub old: Option<&'a [Value]>,
    /// Its id.
    pub id: Id,
    /// The whole body, for members that are no columns.
    pub body: &'a Map<String, Json>,
    fields: &'static [Field],
    /// Rows below it, by the declaration of the form; none where the body says nothing of them.
    rows: Vec<NamedRows>,
    /// Columns of a new row that are no fields.
    beside: Vec<(&'static str, Value)>,
}

impl Draft<'_> {
    /// The value of a field.
    pub fn value(&self, field: Field) -> &Value {
        let place = self.fields.iter().position(|known| known.column == field.column);
        place.and_then(|place| self.values.get(place)).unwrap_or(&Value::Null)
    }

    /// Sets the value of a field.
    pub fn set(&mut self, field: Field, value: Value) {
        let place = self.fields.iter().position(|known| known.column == field.column);
        if let Some(cell) = place.and_then(|place| self.values.get_mut(place)) {
            *cell = value;
        }
    }

    /// Fills a column of a new row that is no field: what it is looked up by.
    pub fn beside(&mut self, column: &'static str, value: Value) {
        self.beside.push((column, value));
    }

    /// The rows of a member as the body names them; none where it says nothing of them.
    pub fn rows(&self, member: &str) -> Option<&[RowValues]> {
        self.rows.iter().find(|named| named.rows.member == member)?.values.as_deref()
    }

    /// The rows of a member, for rules that complete them.
    pub fn rows_mut(&mut self, member: &str) -> Option<&mut Vec<RowValues>> {
        self.rows.iter_mut().find(|named| named.rows.member == member)?.values.as_mut()
    }

    /// The value of a field, as its type.
    pub fn get<T: Cell>(&self, field: Field) -> Result<T, Refusal> {
        Ok(T::from_value(self.value(field))?)
    }

    /// Whether the document is new.
    pub fn is_new(&self) -> bool {
        self.old.is_none()
    }

    /// Whether a field will hold another value than it does; so does each of a new document.
    pub fn changes(&self, field: Field) -> bool {
        let place = self.fields.iter().position(|known| known.column == field.column);
        self.old
            .zip(place)
            .and_then(|(old, place)| old.get(place))
            .is_none_or(|old| !crate::log::same(old, self.value(field)))
    }
}

/// Cross-field rules: complete the draft, add findings.
pub type Rules = fn(&mut Tx<'_>, &mut Draft<'_>, &mut Findings) -> Result<(), Refusal>;
/// What a document's further rows add to its log line and its answer.
#[derive(Debug, Default)]
pub struct Written {
    /// Changes beside those of the fields.
    pub changes: Vec<Change>,
    /// Members of the answer beside the fields.
    pub answer: Map<String, Json>,
}

impl From<Vec<Change>> for Written {
    fn from(changes: Vec<Change>) -> Self {
        Self { changes, answer: Map::new() }
    }
}

/// Further rows of the document, written after its own.
pub type After = fn(&mut Tx<'_>, &Draft<'_>) -> Result<Written, Refusal>;
/// Refuses who may not see a row of the form's list.
pub type Seen = fn(&mut dyn Conn, &Actor, Id) -> Result<(), Refusal>;
/// Whether who does not see a row may look at it.
pub type Looked = fn(&mut dyn Conn, &Actor, Id) -> Result<bool, Refusal>;
/// Stands in the way of switching a document on (true) or off, which is written already.
pub type StatusRule = fn(&mut Tx<'_>, Id, bool, &mut Findings) -> Result<(), Refusal>;
/// Stands in the way of a removal; removes what belongs to the row.
pub type RemoveRule = fn(&mut Tx<'_>, Id) -> Result<(), Refusal>;
/// Further members of the view.
pub type ViewMore = fn(&mut dyn Conn, i64, Id, &mut Map<String, Json>) -> Result<(), Refusal>;

/// A section of a form.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// Key.
    pub key: &'static str,
    /// Chinese and English title.
    pub title: (&'static str, &'static str),
    /// Fields.
    pub fields: &'static [Field],
}

/// What stands behind a form that a page makes ([`crate::page::Page`]): its rules with what they know of the page. Each
/// does nothing unless the page says otherwise.
pub trait Behind: Send + Sync {
    /// As [`Rules`].
    fn rules(&self, _: &mut Tx<'_>, _: &mut Draft<'_>, _: &mut Findings) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether there are rules at all.
    fn is_ruled(&self) -> bool;
    /// As [`After`].
    fn after(&'static self, _: &mut Tx<'_>, _: &Draft<'_>) -> Result<Written, Refusal> {
        Ok(Written::default())
    }
    /// As [`ViewMore`]; `values` are those of the row, `owner` is the org it belongs to.
    fn view_more(
        &self,
        conn: &mut dyn Conn,
        actor: &Actor,
        row: (Id, i64, &[Value]),
        view: &mut Map<String, Json>,
    ) -> Result<(), Refusal>;
    /// As [`Seen`].
    fn seen(&self, _: &mut dyn Conn, _: &Actor, _: Id) -> Result<(), Refusal> {
        Ok(())
    }
    /// As [`StatusRule`].
    fn status(&self, _: &mut Tx<'_>, _: (Id, bool), _: &mut Findings) -> Result<(), Refusal> {
        Ok(())
    }
    /// As [`RemoveRule`].
    fn remove(&'static self, _: &mut Tx<'_>, _: Id) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether somebody who holds one of the form's makers, but not its code to create, may save a new row of this body.
    fn may_make(&self, _: &Actor, _: &Map<String, Json>) -> bool {
        false
    }
    /// Whether a field is told to the caller in no row: the list shows it to holders of a right alone.
    fn hides(&self, _: &Actor, _: &Field) -> bool {
        false
    }
    /// Refuses what a row of these values may not be done to, in the state it is in.
    fn need(&self, act: Act, values: &[Value]) -> Result<(), Refusal>;
}

/// What a form does to a row that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// It is changed.
    Edit,
    /// It is switched on or off.
    Switch,
    /// It is removed.
    Remove,
}

/// A form page over a document.
#[derive(Clone)]
pub struct FormPage {
    /// Key, `room.thing.form`.
    pub key: &'static str,
    /// Address of the page; empty when it opens beside its list.
    pub path: &'static str,
    /// Title in Chinese and English.
    pub title: (&'static str, &'static str),
    /// Permission to look.
    pub access: &'static str,
    /// Beginning of its calls.
    pub base: &'static str,
    /// Noun of its operation ids.
    pub noun: &'static str,
    /// Its table.
    pub table: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// Button codes: create, edit, remove, status. Empty: not offered.
    pub codes: [&'static str; 4],
    /// Field whose value names the document in the log.
    pub number: Field,
    /// Whether values make a document.
    pub reads: fn(&[Value]) -> bool,
    /// Kind of thing in the log.
    pub object_type: &'static str,
    /// Address of the page in the log.
    pub page: &'static str,
    /// Unique indexes.
    pub uniques: &'static [Unique],
    /// Rules.
    pub rules: Option<Rules>,
    /// Further rows.
    pub after: Option<After>,
    /// Further members of the view.
    pub view_more: Option<ViewMore>,
    /// Members of the body that are no columns.
    pub members: &'static [&'static str],
    /// Rows below the document, in sections of their own.
    pub rows: &'static [Rows],
    /// Rows that are named with a new document alone: the room reads and writes them, and keeps them afterwards.
    pub new_rows: &'static [Rows],
    /// Who may see a row, where not everybody with the page does; asked before anything of the row is told.
    pub seen: Option<Seen>,
    /// Who may look at a row that `seen` hides from him, and change nothing of it: whoever is to decide about it.
    pub looked: Option<Looked>,
    /// Refuses a removal.
    pub remove_rule: Option<RemoveRule>,
    /// Refuses switching on or off, or asks first; does what belongs to it.
    pub status_rule: Option<StatusRule>,
    /// How much a write matters.
    pub level: Level,
    /// Whether the platform's rows are shown to every org.
    pub overlay: bool,
    /// Columns that name a row of the platform, where every company is shown them: its own of the same hides one.
    pub naming: &'static [&'static str],
    /// A company that changes a row of the platform gets one of its own in its place.
    pub adopts: bool,
    /// A flag that one row holds among those like it.
    pub flagged: Option<Flagged>,
    /// The page it is made by.
    pub behind: Option<&'static dyn Behind>,
    /// Permissions of further menu entries of its page.
    pub doors: &'static [&'static str],
    /// Codes by which a new row begins as another one; what holds for them, the page behind the form says.
    pub makers: &'static [&'static str],
    /// What is done to the row that is open, beside saving it.
    pub actions: &'static [Button],
    /// Files that its actions asked for, shown in a section of their own.
    pub files: &'static [Field],
    /// The part of its table the form is for, when several share one: a column and its value. Other rows are none of
    /// its own, new ones take the value.
    pub part: Option<(Field, &'static str)>,
    /// Sections.
    pub sections: &'static [Section],
    /// Sections, or rows by their member, that are shown only when; what is not shown holds nothing.
    pub when: &'static [(&'static str, When)],
    /// Whether `POST {base}/check` tells what stands against saving; not, where the room has such a call of its own.
    pub checks: bool,
    /// Rows of a file it takes; its code empty: none.
    pub import: Import,
}

/// A document as it was written.
pub(crate) struct Stored {
    pub id: Id,
    pub version: i64,
    pub values: Vec<Value>,
    pub answer: Map<String, Json>,
    /// What was worth saying, and stood in nobody's way.
    pub warnings: Findings,
}

impl Stored {
    /// One that a room made, of which nothing but its id is known here.
    pub(crate) fn made(id: Id) -> Self {
        Self { id, version: 0, values: Vec::new(), answer: Map::new(), warnings: Findings::new() }
    }
}

impl FormPage {
    /// A form over a document.
    pub const fn of<D: Document>(
        key: &'static str,
        title: (&'static str, &'static str),
        (access, base, noun): (&'static str, &'static str, &'static str),
        number: Field,
    ) -> Self {
        Self {
            fields: D::FIELDS,
            reads: |values| D::from_values(values).is_ok(),
            ..Self::of_room(key, title, (access, base, noun), (D::TABLE, number))
        }
    }

    /// A form whose documents and calls are its room's own: only its import is declared by it.
    pub const fn of_room(
        key: &'static str,
        title: (&'static str, &'static str),
        (access, base, noun): (&'static str, &'static str, &'static str),
        (table, number): (&'static str, Field),
    ) -> Self {
        Self {
            key,
            path: "",
            title,
            access,
            base,
            noun,
            table,
            fields: &[],
            reads: |_| true,
            codes: ["", "", "", ""],
            number,
            object_type: table,
            page: "",
            uniques: &[],
            rules: None,
            after: None,
            view_more: None,
            members: &[],
            rows: &[],
            new_rows: &[],
            seen: None,
            looked: None,
            remove_rule: None,
            status_rule: None,
            level: Level::Middle,
            overlay: false,
            naming: &[],
            adopts: false,
            flagged: None,
            behind: None,
            doors: &[],
            makers: &[],
            actions: &[],
            files: &[],
            part: None,
            sections: &[],
            when: &[],
            checks: true,
            import: Import::NONE,
        }
    }

    /// Its calls.
    pub fn operations(self) -> Vec<Operation> {
        let (id, path) = (format!("get_{}", self.noun), format!("{}/{{id}}", self.base));
        let form = self.clone();
        let view = Operation::get(&id, &path, self.opened_by(), move |call| form.view(call));
        let view = view.summary(self.title.1).answers(self.schema());
        let view = self.seen.into_iter().fold(view, |view, seen| view.guards(self.object_type, seen));
        std::iter::once(view).chain(self.changes()).collect()
    }

    /// Who may look: the permission of its page, or of another entry of the menu that leads there.
    fn opened_by(&self) -> Access {
        let codes: Vec<&'static str> = std::iter::once(self.access).chain(self.doors.iter().copied()).collect();
        Access::any_of(&codes)
    }

    /// Numbers a caller may leave empty although the document can't: each is a fault of the declaration.
    fn brittle(&self) -> Vec<String> {
        let may_be_empty = |field: &Field| !field.required && !field.read_only && field.kind != Kind::Bool;
        let open = self.fields.iter().enumerate().filter(|(_, field)| may_be_empty(field));
        open.filter(|(place, _)| self.needs(*place)).map(|(_, field)| field.name()).collect()
    }

    /// Whether values make no document without that of a field.
    fn needs(&self, place: usize) -> bool {
        let filled = |field: &Field| match field.kind {
            Kind::Reference(_) => Value::Int(0),
            _ => field.blank().unwrap_or(Value::Null),
        };
        let mut values: Vec<Value> = self.fields.iter().map(filled).collect();
        if let Some(cell) = values.get_mut(place) {
            *cell = Value::Null;
        }
        !(self.reads)(&values)
    }

    /// Its calls without the one that answers a row, for a room that answers more than that.
    pub fn changes(self) -> Vec<Operation> {
        debug_assert_eq!(self.brittle(), Vec::<String>::new(), "{}: required, or an Option", self.key);
        let astray = when::astray(self.fields, self.when.iter().map(|(_, when)| when));
        debug_assert_eq!(astray, Vec::<String>::new(), "{}: conditions about fields it has not", self.key);
        let form = Arc::new(self);
        let [create, edit, remove, status] = form.codes;
        let (noun, base) = (form.noun, form.base);
        let one = format!("{base}/{{id}}");
        let schema = form.schema();
        let mut operations: Vec<Operation> = form.check_operation().into_iter().collect();
        let place = |id: &str,
                     method: fn(&str, &str, Access, crate::registry::Handler) -> Operation,
                     path: &str,
                     code,
                     work| { method(id, path, Access::Code(code), work) };
        let boxed = |work: fn(&Self, &mut Call) -> Outcome| -> crate::registry::Handler {
            let form = form.clone();
            Arc::new(move |call: &mut Call| work(&form, call))
        };
        let wrap_post = |id: &str, path: &str, access, work: crate::registry::Handler| {
            Operation::post(id, path, access, move |call| work(call))
        };
        let wrap_put = |id: &str, path: &str, access, work: crate::registry::Handler| {
            Operation::put(id, path, access, move |call| work(call))
        };
        let wrap_delete = |id: &str, path: &str, access, work: crate::registry::Handler| {
            Operation::delete(id, path, access, move |call| work(call))
        };
        if !create.is_empty() {
            let access = Access::any_of(&[&[create], form.makers].concat());
            let made = wrap_post(&format!("create_{noun}"), base, access, boxed(Self::create));
            operations.push(made.body(Body::Json(schema.clone())).answers(form.answer_schema()));
        }
        if !edit.is_empty() {
            let made = place(&format!("update_{noun}"), wrap_put, &one, edit, boxed(Self::update));
            operations.push(made.also(base).body(Body::Json(schema)).answers(form.answer_schema()));
        }
        if !remove.is_empty() {
            let made = place(&format!("remove_{noun}"), wrap_delete, &one, remove, boxed(Self::remove));
            operations.push(made.param("version").answers(shape::nothing()));
        }
        if !status.is_empty() {
            let path = format!("{one}/status");
            let made = place(&format!("set_{noun}_status"), wrap_post, &path, status, boxed(Self::status));
            operations.push(made.answers(form.answer_schema()));
        }
        if form.import.is_offered() {
            operations.extend(crate::import::operations(&form));
        }
        operations
    }

    /// The calls of its import alone.
    pub fn import_operations(self) -> Vec<Operation> {
        crate::import::operations(&Arc::new(self))
    }

    /// What a save answers: the row as it is now.
    fn answer_schema(&self) -> Json {
        let mut schema = self.schema();
        if let Some(members) = schema.get_mut("properties").and_then(Json::as_object_mut) {
            members.insert("id".to_owned(), shape::id());
            members.insert("version".to_owned(), shape::whole());
        }
        schema
    }

    fn schema(&self) -> Json {
        let fields: Map<String, Json> =
            self.fields.iter().map(|field| (field.name(), crate::list::json_schema(field))).collect();
        json!({ "type": "object", "properties": fields })
    }

    /// The form as the page contract tells it.
    pub fn contract(&self) -> Json {
        let [create, edit, remove, status] = self.codes;
        let mut sections: Vec<Json> = self
            .sections
            .iter()
            .map(|section| {
                json!({
                    "key": section.key,
                    "label": { "zh": section.title.0, "en": section.title.1 },
                    "fields": section.fields.iter().map(Field::contract).collect::<Vec<_>>(),
                })
            })
            .collect();
        let of_new = self.new_rows.iter().map(|rows| (rows, true));
        for (rows, new_only) in self.rows.iter().map(|rows| (rows, false)).chain(of_new) {
            let found = sections.iter().position(|section| section.get("key") == Some(&json!(rows.behind)));
            sections.insert(found.map_or(sections.len(), |place| place + 1), rows.contract(new_only));
        }
        if !self.files.is_empty() {
            let fields: Vec<Json> = self.files.iter().map(Field::contract).collect();
            sections.push(json!({ "key": "files", "label": { "zh": "附件", "en": "Files" }, "fields": fields }));
        }
        for (key, when) in self.when {
            let named = sections.iter_mut().find(|section| section.get("key") == Some(&json!(key)));
            if let Some(section) = named.and_then(Json::as_object_mut) {
                section.insert("when".to_owned(), when.contract());
            }
        }
        let mut told = json!({
            "key": self.key,
            "path": self.path,
            "title": { "zh": self.title.0, "en": self.title.1 },
            "access": self.access,
            "doors": self.doors,
            "view": format!("{}/{{id}}", self.base),
            "create": { "method": "POST", "path": self.base },
            "update": { "method": "PUT", "path": format!("{}/{{id}}", self.base) },
            "codes": { "create": create, "edit": edit, "remove": remove, "status": status },
            "objectType": self.object_type,
            "versionField": "version",
            "sections": sections,
        });
        if let Some(told) = told.as_object_mut().filter(|_| !self.actions.is_empty()) {
            let actions: Vec<Json> = self.actions.iter().map(Button::contract).collect();
            told.insert("actions".to_owned(), json!(actions));
        }
        if let (Some(path), Some(told)) = (self.check_path(), told.as_object_mut()) {
            told.insert("check".to_owned(), json!(path));
            told.insert("ruled".to_owned(), json!(self.is_ruled()));
        }
        told
    }

    /// Columns that hold values of dictionaries: of the document and of the rows below it.
    pub fn uses(&self) -> Vec<Use> {
        let below = self.rows.iter().chain(self.new_rows).flat_map(|rows| Use::of(rows.table, rows.fields));
        Use::of(self.table, self.fields).into_iter().chain(below).collect()
    }

    /// Whose row it is, its version and its values.
    pub(crate) fn load(
        &self,
        conn: &mut dyn Conn,
        org: i64,
        id: Id,
    ) -> Result<Option<(i64, i64, Vec<Value>)>, Refusal> {
        let orgs: &[i64] = if self.overlay { &[org, PLATFORM_ORG] } else { &[org] };
        for org in orgs {
            if let Some((version, values)) = self.of_org(conn, *org, id)? {
                return Ok(Some((*org, version, values)));
            }
        }
        Ok(None)
    }

    /// Version and values of a row of an org, within the form's part of the table.
    fn of_org(&self, conn: &mut dyn Conn, org: i64, id: Id) -> Result<Option<(i64, Vec<Value>)>, Refusal> {
        let mut select = sql::from(org, self.table);
        select.column("version").columns(self.fields.iter().map(|field| field.column)).and_where(sql::eq("id", id));
        if let Some((field, value)) = self.part {
            select.and_where(sql::eq(field.column, value));
        }
        let Some(row) = conn.first(&select.into())? else { return Ok(None) };
        let version = row.get(0)?;
        Ok(Some((version, row.0.into_iter().skip(1).collect())))
    }

    fn json_of(&self, id: Id, version: i64, values: &[Value]) -> String {
        let mut out = format!("{{\"id\":\"{id}\",\"version\":{version}");
        for (field, value) in self.fields.iter().zip(values) {
            out.push_str(&format!(",\"{}\":", field.name()));
            field.render(value, &mut out);
        }
        out.push('}');
        out
    }

    /// Values as the members of a form.
    pub(crate) fn members_of(&self, values: &[Value]) -> Result<Map<String, Json>, Refusal> {
        let json: Json = serde_json::from_str(&self.json_of(Id(0), 0, values)).unwrap_or(Json::Null);
        let Json::Object(mut members) = json else { return Err(Refusal::broken("a row is no object")) };
        members.retain(|name, _| name != "id" && name != "version");
        Ok(members)
    }

    /// GET {base}/{id}: for a room that answers more than the form's own call does.
    pub fn view(&self, call: &mut Call) -> Outcome {
        let (actor, id) = (call.actor()?, call.path_id("id")?);
        let org = actor.org_id;
        let data = call.read(|conn| {
            let only_looked = self.is_only_looked_at(conn, actor, id)?;
            let (owner, version, mut values) = self.load(conn, org, id)?.ok_or(Refusal::NotFound)?;
            let whole = values.clone();
            if !self.codes.get(1).is_some_and(|edit| actor.has(edit)) {
                self.mask(&mut values);
            }
            self.hide(actor, &mut values);
            let mut json: Json = serde_json::from_str(&self.json_of(id, version, &values)).unwrap_or(Json::Null);
            let Some(object) = json.as_object_mut() else { return Ok(json) };
            for rows in self.rows {
                object.insert(rows.member.to_owned(), rows.shown_of(conn, owner, id)?);
            }
            if let Some(more) = self.view_more {
                more(conn, org, id, object)?;
            }
            if let Some(behind) = self.behind {
                behind.view_more(conn, actor, (id, owner, &whole), object)?;
            }
            if only_looked {
                object.insert("readOnly".to_owned(), Json::Bool(true));
            }
            Ok(json)
        })?;
        Ok(Answer::Data(data))
    }

    /// Whether a row that is hidden from the caller is shown to him all the same; refused as hidden when it is not.
    fn is_only_looked_at(&self, conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<bool, Refusal> {
        match (self.need_seen(conn, actor, id), self.looked) {
            (Err(Refusal::Business(_)), Some(looked)) if looked(conn, actor, id)? => Ok(true),
            (seen, _) => seen.map(|()| false),
        }
    }

    pub(crate) fn need_seen(&self, conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<(), Refusal> {
        self.behind.map_or(Ok(()), |behind| behind.seen(conn, actor, id))?;
        self.seen.map_or(Ok(()), |seen| seen(conn, actor, id))
    }

    /// What only those who may change the row read whole.
    fn mask(&self, values: &mut [Value]) {
        for (field, value) in self.fields.iter().zip(values) {
            if let Value::Text(text) = value
                && field.masked
            {
                *text = tail(text);
            }
        }
    }

    fn hides(&self, actor: &Actor, field: &Field) -> bool {
        self.behind.is_some_and(|behind| behind.hides(actor, field))
    }

    /// Blanks what is told to holders of a right alone.
    pub(crate) fn hide(&self, actor: &Actor, values: &mut [Value]) {
        for (field, value) in self.fields.iter().zip(values) {
            if self.hides(actor, field) {
                *value = Value::Null;
            }
        }
    }

    /// What somebody writes into a field he is shown blank is refused there: he does not know what he would write over.
    fn refuse_hidden(&self, actor: &Actor, body: &Map<String, Json>, findings: &mut Findings) {
        let filled = |name: &str| body.get(name).is_some_and(|json| !json.is_null() && json.as_str() != Some(""));
        for field in self.fields.iter().filter(|field| !field.read_only && self.hides(actor, field)) {
            if filled(&field.name()) {
                findings.error(field.name(), field.not_yours());
            }
        }
    }

    /// What a body says of a row that is there, without what its caller is shown blank: that keeps its value.
    fn given<'a>(&self, actor: &Actor, body: &'a Map<String, Json>, is_there: bool) -> Cow<'a, Map<String, Json>> {
        let hidden: Vec<String> =
            self.fields.iter().filter(|field| is_there && self.hides(actor, field)).map(Field::name).collect();
        if hidden.is_empty() {
            return Cow::Borrowed(body);
        }
        let mut given = body.clone();
        given.retain(|name, _| !hidden.contains(name));
        Cow::Owned(given)
    }

    /// The body's fields over the present values; all findings at once.
    fn merged(
        &self,
        body: &Map<String, Json>,
        old: Option<&[Value]>,
        findings: &mut Findings,
    ) -> Result<Vec<Value>, Refusal> {
        let known = |name: &str| {
            matches!(name, "id" | "version" | "confirmed")
                || self.members.contains(&name)
                || self.rows.iter().any(|rows| rows.member == name)
                || (old.is_none() && self.new_rows.iter().any(|rows| rows.member == name))
                || self.fields.iter().any(|field| field.name() == name)
        };
        if let Some(name) = body.keys().find(|name| !known(name)) {
            return Err(Refusal::BadRequest(messages::UNKNOWN_FIELD.with(&[("field", name)])));
        }
        let mut values = Vec::with_capacity(self.fields.len());
        for (place, field) in self.fields.iter().enumerate() {
            let name = field.name();
            let before = old.and_then(|old| old.get(place));
            if let (Some(before), Some(given)) = (before, body.get(&name)) {
                field.keep(before, given, findings);
            }
            let value = match (before, body.get(&name)) {
                // The system's own fields, and those fixed at creation, keep their values.
                (Some(before), _) if field.read_only || field.fixed => before.clone(),
                (None, _) if field.read_only && field.initial.is_empty() => Value::Null,
                (Some(before), None) => before.clone(),
                // What the system sets begins as it is declared, whatever is given.
                (None, given) if !field.initial.is_empty() && (given.is_none() || field.read_only) => {
                    let initial = serde_json::from_str(field.initial).unwrap_or(Json::Null);
                    field.parse(Some(&initial), &name, findings)
                }
                (_, given) => field.parse(given, &name, findings),
            };
            values.push(value);
        }
        when::settle((self.fields, &|field| self.section_when(field)), &mut values, old, &Field::name, findings);
        if !(self.reads)(&values) {
            self.unset(&mut values, findings);
        }
        if findings.has_errors() && !(self.reads)(&values) {
            self.stand_in(&mut values, old, findings);
        }
        Ok(values)
    }

    /// A flag that is emptied is not set, where the document knows yes and no alone; a number that is not shown is none,
    /// where it knows no empty one.
    fn unset(&self, values: &mut [Value], findings: &Findings) {
        for (place, field) in self.fields.iter().enumerate() {
            let hidden = when::standing(field, self.section_when(field), self.fields, values) == Standing::Hidden;
            let empty = values.get(place) == Some(&Value::Null) && findings.at(&field.name()).next().is_none();
            let wanted = field.kind == Kind::Bool || (hidden && self.needs(place));
            if let (true, Some(blank), Some(cell)) = (empty && wanted, field.blank(), values.get_mut(place)) {
                *cell = blank;
            }
        }
    }

    /// What is refused anyway must not keep the rules, which read whole documents, from telling what else is wrong:
    /// the present value, or a blank one, takes its place.
    fn stand_in(&self, values: &mut [Value], old: Option<&[Value]>, findings: &Findings) {
        for (place, (field, value)) in self.fields.iter().zip(values).enumerate() {
            let refused = *value == Value::Null && findings.at(&field.name()).next().is_some();
            // Of a row that is chosen there is none with the number nought.
            let blank = if matches!(field.kind, Kind::Reference(_)) { Some(Value::Int(0)) } else { field.blank() };
            if let Some(blank) = blank.filter(|_| refused) {
                *value = old.and_then(|old| old.get(place)).cloned().unwrap_or(blank);
            }
        }
    }

    /// The condition of the section a field stands in.
    fn section_when(&self, field: &Field) -> Option<&'static When> {
        let holds = |section: &&Section| section.fields.iter().any(|known| known.column == field.column);
        let section = self.sections.iter().find(holds)?;
        self.when.iter().find(|(key, _)| *key == section.key).map(|(_, when)| when)
    }

    /// The rows a body names, by declaration; those that are not shown are none.
    fn named_rows(
        &self,
        body: &Map<String, Json>,
        values: &[Value],
        findings: &mut Findings,
    ) -> Result<Vec<NamedRows>, Refusal> {
        let hidden = |rows: &Rows| {
            let when = self.when.iter().find(|(key, _)| *key == rows.member);
            when.is_some_and(|(_, when)| !when.holds(self.fields, values))
        };
        let mut named = |rows: &Rows| {
            let mut named = rows.named_rows(body, findings)?;
            if hidden(rows) {
                named.clear();
            }
            Ok(named)
        };
        self.rows.iter().map(&mut named).collect()
    }

    /// Writes the rows a draft names, then what else belongs to it; answers what differs, and what is told of it.
    fn write_below(&self, tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
        let (mut changes, mut answer) = (Vec::new(), Map::new());
        let org = tx.org();
        for named in &draft.rows {
            if named.values.is_some() {
                changes.extend(named.rows.save(tx, draft.id, named)?);
            }
            answer.insert(named.rows.member.to_owned(), named.rows.shown_of(tx, org, draft.id)?);
        }
        if let Some(after) = self.after {
            let mut more = after(tx, draft)?;
            changes.append(&mut more.changes);
            answer.append(&mut more.answer);
        }
        if let Some(behind) = self.behind {
            let mut more = behind.after(tx, draft)?;
            changes.append(&mut more.changes);
            answer.append(&mut more.answer);
        }
        self.take_flag(tx, draft)?;
        Ok(Written { changes, answer })
    }

    fn body(call: &Call) -> Result<Map<String, Json>, Refusal> {
        call.json()
    }

    fn confirmed(body: &Map<String, Json>) -> Vec<String> {
        let list = body.get("confirmed").and_then(Json::as_array);
        list.map(|list| list.iter().filter_map(|key| key.as_str().map(ToOwned::to_owned)).collect()).unwrap_or_default()
    }

    /// The values a body makes, new or over old ones, as the rules complete them; adds what is found.
    fn ruled<'a>(
        &self,
        tx: &mut Tx<'_>,
        (id, old): (Id, Option<&'a [Value]>),
        body: &'a Map<String, Json>,
        findings: &mut Findings,
    ) -> Result<Draft<'a>, Refusal> {
        if old.is_some() {
            self.refuse_hidden(tx.actor, body, findings);
        }
        let given = self.given(tx.actor, body, old.is_some());
        let values = self.merged(&given, old, findings)?;
        let rows = self.named_rows(body, &values, findings)?;
        let mut draft = Draft { values, old, id, body, fields: self.fields, rows, beside: Vec::new() };
        if let (None, Some((field, value))) = (old, self.part) {
            draft.set(field, Value::Text(value.to_owned()));
        }
        if let Some(rules) = self.rules {
            rules(tx, &mut draft, findings)?;
        }
        if let Some(behind) = self.behind {
            behind.rules(tx, &mut draft, findings)?;
        }
        Ok(draft)
    }

    fn create(&self, call: &mut Call) -> Outcome {
        let body = Self::body(call)?;
        let (actor, [code, ..]) = (call.actor()?, self.codes);
        if !actor.has(code) && !self.behind.is_some_and(|page| page.may_make(actor, &body)) {
            return Err(Refusal::Forbidden);
        }
        let written = call.write(|tx| self.add(tx, &body, Findings::new(), ("新建", "新增")));
        self.written(written, (call.actor()?, call.language()))
    }

    /// A row of the caller's company as a body that would make it anew: its fields and the rows below it.
    /// Whole: without what the view shows him blank, the new row would lose it.
    pub fn body_of(&self, conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Map<String, Json>, Refusal> {
        self.need_seen(conn, actor, id)?;
        let (owner, version, values) = self.load(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)?;
        if owner != actor.org_id {
            return Err(Refusal::NotFound);
        }
        let json: Json = serde_json::from_str(&self.json_of(id, version, &values)).unwrap_or(Json::Null);
        let Json::Object(mut body) = json else { return Err(Refusal::broken("a row is no object")) };
        body.retain(|name, _| self.fields.iter().any(|field| field.name() == *name && !field.read_only));
        for rows in self.rows {
            let own = rows.of(conn, owner, id)?;
            body.insert(rows.member.to_owned(), rows.shown(&own));
        }
        Ok(body)
    }

    /// Makes a row of each line a dialog asked for, or none: what is wrong with one is told at its cells, whose names are
    /// those of the form's fields, or what `cell` makes of them.
    pub fn make_each(
        &self,
        tx: &mut Tx<'_>,
        filled: &mut Filled<'_>,
        (member, bodies): (&str, Vec<(usize, Json)>),
        cell: fn(&str) -> &str,
        function: &str,
    ) -> Result<(), Refusal> {
        for (place, body) in bodies {
            let Json::Object(body) = body else { continue };
            match self.make(tx, &body, function) {
                Err(Refusal::Findings(found)) => {
                    for item in found.items {
                        filled.findings.error(format!("{member}.{place}.{}", cell(&item.field)), item.text);
                    }
                }
                made => drop(made?),
            }
        }
        filled.unless_clean()
    }

    /// Makes a row of a body for a call of the room's own: by the rules of the form, with its log line. Questions
    /// whose keys stand in the body's `confirmed` are answered with yes.
    pub fn make(&self, tx: &mut Tx<'_>, body: &Map<String, Json>, function: &str) -> Result<Id, Refusal> {
        Ok(self.add(tx, body, Findings::new(), ("新建", function))?.id)
    }

    /// Adds a row; the findings are what is known against the body already.
    pub(crate) fn add(
        &self,
        tx: &mut Tx<'_>,
        body: &Map<String, Json>,
        mut findings: Findings,
        did: (&'static str, &str),
    ) -> Result<Stored, Refusal> {
        let id = tx.new_id();
        let draft = self.ruled(tx, (id, None), body, &mut findings)?;
        Refusal::unless_clean(&findings, &Self::confirmed(body))?;
        let stored = self.insert(tx, &draft, did)?;
        Ok(Stored { warnings: findings, ..stored })
    }

    /// Writes a draft as a row, with its further rows and its log line.
    fn insert(
        &self,
        tx: &mut Tx<'_>,
        draft: &Draft<'_>,
        (kind, function): (&'static str, &str),
    ) -> Result<Stored, Refusal> {
        self.put(tx, (draft.id, 1), (&draft.values, &draft.beside))?;
        let blank = vec![Value::Null; self.fields.len()];
        let mut changes = differences(self.fields, &blank, &draft.values);
        let mut written = self.write_below(tx, draft)?;
        changes.append(&mut written.changes);
        tx.log(self.entry(draft).did(kind, function).changes(changes))?;
        let (values, answer) = (draft.values.clone(), written.answer);
        Ok(Stored { id: draft.id, version: 1, values, answer, warnings: Findings::new() })
    }

    /// A new row of the caller's company.
    fn put(
        &self,
        tx: &mut Tx<'_>,
        (id, version): (Id, i64),
        (values, beside): (&[Value], &[(&'static str, Value)]),
    ) -> Result<(), Refusal> {
        let (stamp, user) = (Value::Int(tx.now.millis()), Value::Int(tx.actor.user_id.0));
        let mut cells = vec![
            ("id", Value::Int(id.0)),
            ("version", Value::Int(version)),
            ("created_by", user.clone()),
            ("created_at", stamp.clone()),
            ("updated_by", user),
            ("updated_at", stamp),
        ];
        cells.extend(self.fields.iter().map(|field| field.column).zip(values.iter().cloned()));
        cells.extend(beside.iter().cloned());
        tx.exec(&sql::insert(tx.org(), self.table, &cells).into())?;
        Ok(())
    }

    fn update(&self, call: &mut Call) -> Outcome {
        let body = Self::body(call)?;
        let id = match body.get("id").and_then(Json::as_str) {
            Some(id) if call.path("id").is_empty() => id.parse().map(Id).map_err(|_| Refusal::NotFound)?,
            _ => call.path_id("id")?,
        };
        let written = call.write(|tx| {
            let (id, version, old) = self.taken(tx, id)?;
            self.same_version(tx.actor, &body, (id, version, &old))?;
            self.change(tx, (id, version, &old), &body, Findings::new(), ("修改", "修改"))
        });
        self.written(written, (call.actor()?, call.language()))
    }

    /// Changes a row of this version and these values.
    pub(crate) fn change(
        &self,
        tx: &mut Tx<'_>,
        (id, version, old): (Id, i64, &[Value]),
        body: &Map<String, Json>,
        mut findings: Findings,
        (kind, function): (&'static str, &str),
    ) -> Result<Stored, Refusal> {
        self.need(Act::Edit, old)?;
        let draft = self.ruled(tx, (id, Some(old)), body, &mut findings)?;
        Refusal::unless_clean(&findings, &Self::confirmed(body))?;
        let stored = self.overwrite(tx, &draft, version, (kind, function))?;
        Ok(Stored { warnings: findings, ..stored })
    }

    /// Writes a draft over its row, with its further rows and its log line.
    pub(crate) fn overwrite(
        &self,
        tx: &mut Tx<'_>,
        draft: &Draft<'_>,
        version: i64,
        (kind, function): (&'static str, &str),
    ) -> Result<Stored, Refusal> {
        self.store(tx, draft.id, version, &draft.values)?;
        let mut changes = differences(self.fields, draft.old.unwrap_or_default(), &draft.values);
        let mut written = self.write_below(tx, draft)?;
        changes.append(&mut written.changes);
        tx.log(self.entry(draft).did(kind, function).changes(changes))?;
        let (values, answer) = (draft.values.clone(), written.answer);
        Ok(Stored { id: draft.id, version: version + 1, values, answer, warnings: Findings::new() })
    }

    /// A draft that puts values back, with the body they came with.
    pub(crate) fn draft_of<'a>(
        &self,
        id: Id,
        values: Vec<Value>,
        old: &'a [Value],
        body: &'a Map<String, Json>,
    ) -> Draft<'a> {
        Draft { values, old: Some(old), id, body, fields: self.fields, rows: Vec::new(), beside: Vec::new() }
    }

    fn status(&self, call: &mut Call) -> Outcome {
        let body = Self::body(call)?;
        let id = call.path_id("id")?;
        let active = body.get("active").and_then(Json::as_bool);
        let active = active.ok_or_else(|| Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "active")])))?;
        let written = call.write(|tx| {
            let (id, version, old) = self.taken(tx, id)?;
            self.same_version(tx.actor, &body, (id, version, &old))?;
            self.need(Act::Switch, &old)?;
            let mut draft = self.draft_of(id, old.clone(), &old, &body);
            let place = self.fields.iter().position(|field| field.column == "active");
            if let Some(cell) = place.and_then(|place| draft.values.get_mut(place)) {
                *cell = Value::Bool(active);
            }
            self.store(tx, id, version, &draft.values)?;
            let mut findings = Findings::new();
            if let Some(rule) = self.status_rule {
                rule(tx, id, active, &mut findings)?;
            }
            if let Some(behind) = self.behind {
                behind.status(tx, (id, active), &mut findings)?;
            }
            Refusal::unless_clean(&findings, &Self::confirmed(&body))?;
            let done = if active { "启用" } else { "停用" };
            let changes = differences(self.fields, &old, &draft.values);
            tx.log(self.entry(&draft).did(done, done).changes(changes))?;
            let warnings = Findings::new();
            Ok(Stored { id, version: version + 1, values: draft.values, answer: Map::new(), warnings })
        });
        self.written(written, (call.actor()?, call.language()))
    }

    fn remove(&self, call: &mut Call) -> Outcome {
        let id = call.path_id("id")?;
        let asked: Option<i64> = call.query("version").parse().ok();
        call.write(|tx| {
            let (version, old) = self.own(tx, id)?;
            if asked != Some(version) {
                return Err(self.stale(tx.actor, &Map::new(), (id, version, &old)));
            }
            self.erase(tx, (id, &old), self.remove_rule, "删除")
        })?;
        Ok(Answer::Data(Json::Null))
    }

    /// Removes a row unless a rule is against it.
    pub(crate) fn erase(
        &self,
        tx: &mut Tx<'_>,
        (id, old): (Id, &[Value]),
        rule: Option<RemoveRule>,
        function: &str,
    ) -> Result<(), Refusal> {
        self.need(Act::Remove, old)?;
        if let Some(rule) = rule {
            rule(tx, id)?;
        }
        if let Some(behind) = self.behind {
            behind.remove(tx, id)?;
        }
        let org = tx.org();
        let about = tx.about(org, (self.object_type, id))?;
        for rows in self.rows {
            rows.remove(tx, id)?;
        }
        let mut delete = sql::delete(tx.org(), self.table);
        delete.and_where(sql::eq("id", id));
        tx.exec(&delete.into())?;
        let body = Map::new();
        let draft = self.draft_of(id, old.to_vec(), old, &body);
        let blank = vec![Value::Null; self.fields.len()];
        let changes = differences(self.fields, old, &blank);
        tx.log(self.entry(&draft).did("删除", function).level(Level::High).changes(changes).about(about))
    }

    fn need(&self, act: Act, values: &[Value]) -> Result<(), Refusal> {
        self.behind.map_or(Ok(()), |behind| behind.need(act, values))
    }

    /// A row of the caller's company for a change, with its version; of one of the platform its company takes a copy,
    /// where the form says so.
    pub(crate) fn taken(&self, tx: &mut Tx<'_>, id: Id) -> Result<(Id, i64, Vec<Value>), Refusal> {
        match self.own(tx, id) {
            Err(Refusal::NotFound) if self.adopts => {
                let actor = tx.actor;
                self.need_seen(tx, actor, id)?;
                let (version, values) = self.of_org(tx, PLATFORM_ORG, id)?.ok_or(Refusal::NotFound)?;
                let copy = tx.new_id();
                self.put(tx, (copy, version), (&values, &[]))?;
                Ok((copy, version, values))
            }
            found => found.map(|(version, values)| (id, version, values)),
        }
    }

    pub(crate) fn own(&self, tx: &mut Tx<'_>, id: Id) -> Result<(i64, Vec<Value>), Refusal> {
        let (actor, org) = (tx.actor, tx.org());
        self.need_seen(tx, actor, id)?;
        self.of_org(tx, org, id)?.ok_or(Refusal::NotFound)
    }

    pub(crate) fn same_version(
        &self,
        actor: &Actor,
        body: &Map<String, Json>,
        (id, version, old): (Id, i64, &[Value]),
    ) -> Result<(), Refusal> {
        if body.get("version").and_then(Json::as_i64) == Some(version) {
            return Ok(());
        }
        Err(self.stale(actor, body, (id, version, old)))
    }

    /// What is there now, and which of the caller's fields differ from it.
    fn stale(&self, actor: &Actor, body: &Map<String, Json>, (id, version, old): (Id, i64, &[Value])) -> Refusal {
        let mut shown = old.to_vec();
        self.hide(actor, &mut shown);
        let current: Json = serde_json::from_str(&self.json_of(id, version, &shown)).unwrap_or(Json::Null);
        let differs = |field: &&Field| {
            let name = field.name();
            body.get(&name).is_some_and(|given| current.get(&name) != Some(given))
        };
        let changed: Vec<String> = self.fields.iter().filter(differs).map(Field::name).collect();
        Refusal::Stale(json!({ "current": current, "changed": changed }))
    }

    pub(crate) fn store(&self, tx: &mut Tx<'_>, id: Id, version: i64, values: &[Value]) -> Result<(), Refusal> {
        let mut cells = vec![
            ("version", Value::Int(version + 1)),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        cells.extend(self.fields.iter().map(|field| field.column).zip(values.iter().cloned()));
        let mut update = sql::update(tx.org(), self.table, &cells);
        update.and_where(sql::eq("id", id)).and_where(sql::eq("version", version));
        // Between the reading and here another writer may have been quicker (PostgreSQL).
        if tx.exec(&update.into())? == 0 { Err(Refusal::Stale(Json::Null)) } else { Ok(()) }
    }

    /// The value that names a document, as it is shown.
    pub(crate) fn shown_number(&self, values: &[Value]) -> String {
        let place = self.fields.iter().position(|field| field.column == self.number.column);
        place.and_then(|place| values.get(place)).map_or_else(String::new, |value| self.number.show(value, "zh-CN"))
    }

    pub(crate) fn entry(&self, draft: &Draft<'_>) -> LogEntry {
        let number = self.number.show(draft.value(self.number), "zh-CN");
        LogEntry::of(self.object_type, draft.id, number, self.page).level(self.level)
    }

    /// The answer of a write; a unique index becomes an error at its field.
    fn written(&self, written: Result<Stored, Refusal>, (actor, language): (&Actor, &str)) -> Outcome {
        match written {
            Ok(mut stored) => {
                self.hide(actor, &mut stored.values);
                let mut out = self.json_of(stored.id, stored.version, &stored.values);
                out.pop();
                for (name, value) in &stored.answer {
                    out.push_str(&format!(",\"{name}\":{value}"));
                }
                if stored.warnings.told().next().is_some() {
                    let told = findings_json(&stored.warnings, language);
                    out.push_str(&format!(",\"findings\":{}", Json::from(told)));
                }
                out.push('}');
                Ok(Answer::Raw(out))
            }
            Err(refusal) => Err(self.located(refusal)),
        }
    }

    /// A refusal as this form shows it: a unique index is an error at its field.
    pub fn located(&self, refusal: Refusal) -> Refusal {
        match refusal {
            Refusal::Unique(what) => self.unique(&what),
            other => other,
        }
    }

    pub(crate) fn unique(&self, what: &str) -> Refusal {
        let as_sqlite = |unique: &Unique| {
            let columns = std::iter::once("org_id").chain(unique.columns.iter().copied());
            columns.map(|column| format!("{}.{column}", self.table)).collect::<Vec<_>>().join(", ")
        };
        match self.uniques.iter().find(|unique| unique.index == what || as_sqlite(unique) == what) {
            Some(unique) => Refusal::field(unique.field, unique.message.text()),
            None => Refusal::Unique(what.to_owned()),
        }
    }
}

/// Takes a row for a change that no form makes: its version must be the caller's, and is raised.
pub fn claim(tx: &mut Tx<'_>, table: &'static str, id: Id, version: i64) -> Result<(), Refusal> {
    let cells = [
        ("version", Value::Int(version + 1)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut update = sql::update(tx.org(), table, &cells);
    update.and_where(sql::eq("id", id)).and_where(sql::eq("version", version));
    if tx.exec(&update.into())? > 0 {
        return Ok(());
    }
    let mut select = sql::from(tx.org(), table);
    select.column("id").and_where(sql::eq("id", id));
    Err(if tx.first(&select.into())?.is_some() { Refusal::Stale(Json::Null) } else { Refusal::NotFound })
}

/// Makes those who write to a company by such rules wait for each other until the transaction ends: for rules that look
/// at rows which somebody else may be writing at the same moment.
pub fn one_at_a_time(conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
    let mut lock = sql::from_global("org");
    lock.column("id").and_where(sql::eq("id", org)).lock_exclusive();
    conn.first(&lock.into())?;
    Ok(())
}

/// Whether two rows hold the same values.
pub fn same_values(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// `column <> value` for rules that look for another row.
pub fn other_than(id: Id) -> sea_query::Expr {
    sql::col("id").ne(sql::value(id))
}
