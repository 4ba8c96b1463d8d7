//! What is done on a page: declared once. From an action come the node of the permission tree, the button and when it is
//! shown, the member `can` of a row, the call with its body, the dialog, the entry in the contract, and what the standard
//! suite tries.

use std::collections::BTreeMap;

use kernel::{Findings, Id, Msg};
use serde_json::{Map, Value as Json};

use super::told::Told;
use crate::access::Actor;
use crate::call::Tx;
use crate::document::Rows;
use crate::field::Field;
use crate::flow::{Filled, Step};
use crate::import::Import;
use crate::list::{Asks, Shown};
use crate::log::Level;
use crate::refusal::Refusal;
use crate::store::{Cell, Conn, Value};

/// A text in Chinese and English.
pub type Words = (&'static str, &'static str);

/// What an action does to a row beside writing the fields it asks for and the state it ends in.
pub type RowWork<D> = Box<dyn Fn(&mut Tx<'_>, &mut Step<'_, D>) -> Result<(), Refusal> + Send + Sync>;
/// What an action does that is about no single row; it leaves its own log lines.
pub type ToolWork = Box<dyn Fn(&mut Tx<'_>, &mut Filled<'_>) -> Result<(), Refusal> + Send + Sync>;
/// What an action that writes nothing answers, about a row or about none.
pub type LookWork =
    Box<dyn Fn(&mut dyn Conn, &Actor, Option<Id>, &mut Filled<'_>) -> Result<Told, Refusal> + Send + Sync>;
/// First values of what an action asks for.
pub type First =
    Box<dyn Fn(&mut dyn Conn, &Actor, Option<Id>, &Chosen) -> Result<Map<String, Json>, Refusal> + Send + Sync>;

/// What its user chose so far in fields whose change asks for the first values anew; what is no value is none.
#[derive(Debug, Default)]
pub struct Chosen(Vec<(Field, Value)>);

impl Chosen {
    /// The fields of a query.
    pub(super) fn of(fields: &[Field], query: &BTreeMap<String, String>) -> Self {
        let value = |field: &Field| {
            let given = query.get(&field.name()).filter(|text| !text.is_empty()).map(|text| Json::from(text.as_str()));
            // A look refuses nothing: what is wrong is found when it is done.
            let mut findings = Findings::new();
            let value = field.parse(given.as_ref(), &field.name(), &mut findings);
            (*field, if findings.has_errors() { Value::Null } else { value })
        };
        Self(fields.iter().map(value).collect())
    }

    /// What a field holds, as its type.
    pub fn get<T: Cell>(&self, field: Field) -> Result<T, Refusal> {
        let found = self.0.iter().find(|(known, _)| known.column == field.column);
        Ok(T::from_value(found.map_or(&Value::Null, |(_, value)| value))?)
    }
}

/// What an action is.
pub(super) enum Does<D> {
    /// Opens the form for a new row.
    Create,
    /// Opens the form of a row.
    Edit,
    /// Opens the form for a new row that begins as another one is.
    Copy(&'static [Field]),
    /// Switches a row on and off.
    Switch,
    /// Removes a row.
    Remove,
    /// Takes rows of a file.
    Import(Import),
    /// Gives the result as a workbook, and prints it.
    Export,
    /// What the room's module of the web application does; its call is one of the room's own.
    Own,
    /// Does something to a row.
    Row(Option<RowWork<D>>),
    /// Does something that is about no single row.
    Tool(ToolWork),
    /// Tells something and writes nothing; about a row, or about none.
    Look(LookWork, bool),
}

/// One thing that is done on a page.
pub struct Action<D: 'static> {
    /// Permission, and what names its node; several actions may share one.
    pub(super) code: String,
    /// On its button.
    pub(super) label: Words,
    /// Part of its call that names it.
    pub(super) verb: String,
    pub(super) does: Does<D>,
    /// Of a copy, the field that names the row it was made of.
    pub(super) origin: Option<Field>,
    /// States it begins in; none: in each.
    pub(super) from: Vec<&'static str>,
    /// State it ends in; empty: the one it began in.
    pub(super) to: &'static str,
    /// States it may end in instead.
    pub(super) or: Vec<&'static str>,
    /// What its dialog asks for.
    /// Its files are tables.
    pub(super) takes_tables: bool,
    pub(super) asks: Asks,
    pub(super) first: Option<First>,
    /// Question of an action without a dialog.
    pub(super) confirm: Words,
    pub(super) level: Level,
    /// Kind of change in the log.
    pub(super) kind: &'static str,
    pub(super) many: bool,
    /// Its work writes the row, too.
    pub(super) rewrites: bool,
    /// Said in a state it does not begin in; `{state}` is its name.
    pub(super) refused: Option<Msg>,
    /// Drawn open above the list instead of behind a button.
    pub(super) above: bool,
    /// Offered in the list alone, on rows where a column of it holds one of these values.
    pub(super) offered: Option<(Field, &'static [&'static str])>,
    /// Filled in when the page is put together: the parts of its call.
    pub(super) call: String,
    pub(super) files_kind: String,
}

impl<D> Action<D> {
    fn new(code: impl Into<String>, label: Words, does: Does<D>) -> Self {
        let code = code.into();
        let verb = code.rsplit('-').next().unwrap_or_default().to_owned();
        Self {
            code,
            label,
            verb,
            does,
            origin: None,
            from: Vec::new(),
            to: "",
            or: Vec::new(),
            takes_tables: false,
            asks: Asks::default(),
            first: None,
            confirm: ("", ""),
            level: Level::Middle,
            kind: "修改",
            many: false,
            rewrites: false,
            refused: None,
            above: false,
            offered: None,
            call: String::new(),
            files_kind: String::new(),
        }
    }

    /// 新增: opens the form for a new row.
    pub fn create(code: impl Into<String>) -> Self {
        Self::new(code, ("新增", "Add"), Does::Create)
    }

    /// 修改: opens the form of a row.
    pub fn edit(code: impl Into<String>) -> Self {
        Self::new(code, ("修改", "Edit"), Does::Edit)
    }

    /// 复制: opens the form for a new row with what another one holds, but for these fields.
    pub fn copy(code: impl Into<String>, without: &'static [Field]) -> Self {
        Self::new(code, ("复制", "Copy"), Does::Copy(without))
    }

    /// The field of a copy that names the row it was made of.
    #[must_use]
    pub fn remembers(mut self, origin: Field) -> Self {
        self.origin = Some(origin);
        self
    }

    /// 停用/启用: switches a row off, and on again. The document has a column `active`.
    pub fn switch(code: impl Into<String>) -> Self {
        Self::new(code, ("停用/启用", "Disable or enable"), Does::Switch).for_many()
    }

    /// 删除: removes a row, after a question.
    pub fn remove(code: impl Into<String>) -> Self {
        let action = Self::new(code, ("删除", "Delete"), Does::Remove);
        Self { asks: Asks { danger: true, ..Asks::default() }, ..action }
            .confirms("确认删除？", "Delete it?")
            .level(Level::High)
            .for_many()
    }

    /// 导入: takes rows of a file.
    pub fn import(import: Import) -> Self {
        Self::new(import.code, ("导入", "Import"), Does::Import(import))
    }

    /// 导出: the result as a workbook, and printed.
    pub fn export(code: impl Into<String>) -> Self {
        Self::new(code, ("导出", "Export"), Does::Export)
    }

    /// Something the room's module of the web application does, as fetching a file or going to another page; for the
    /// selected rows with [`Self::for_many`]. Its call, if it has one, is an operation of the room under the same code.
    pub fn own(code: impl Into<String>, label: Words) -> Self {
        Self::new(code, label, Does::Own)
    }

    /// Something that is done to a row: it writes what it asks for.
    pub fn row(code: impl Into<String>, label: Words) -> Self {
        Self::new(code, label, Does::Row(None))
    }

    /// A move of a row from some states to another.
    pub fn moves(code: impl Into<String>, label: Words, from: &[&'static str], to: &'static str) -> Self {
        Self { to, ..Self::row(code, label).begins_in(from) }
    }

    /// Something that is about no single row.
    pub fn tool(
        code: impl Into<String>,
        label: Words,
        work: impl Fn(&mut Tx<'_>, &mut Filled<'_>) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        Self::new(code, label, Does::Tool(Box::new(work)))
    }

    /// Something that is told about no single row; nothing is written.
    pub fn look(
        code: impl Into<String>,
        label: Words,
        work: impl Fn(&mut dyn Conn, &Actor, Option<Id>, &mut Filled<'_>) -> Result<Told, Refusal> + Send + Sync + 'static,
    ) -> Self {
        let action = Self::new(code, label, Does::Look(Box::new(work), false));
        Self { asks: Asks { tells: true, ..Asks::default() }, ..action }
    }

    /// The same about a row.
    #[must_use]
    pub fn of_row(mut self) -> Self {
        if let Does::Look(work, _) = self.does {
            self.does = Does::Look(work, true);
        }
        self
    }

    /// Drawn open above the list.
    #[must_use]
    pub fn above(mut self) -> Self {
        self.above = true;
        self
    }

    /// Its words, where they are not the usual ones.
    #[must_use]
    pub fn label(mut self, zh: &'static str, en: &'static str) -> Self {
        self.label = (zh, en);
        self
    }

    /// Names its call, where its code does not: a code that several actions share.
    #[must_use]
    pub fn verb(mut self, verb: &str) -> Self {
        verb.clone_into(&mut self.verb);
        self
    }

    /// Offered in the list alone, on rows where a column of it holds one of these values, as what only who is asked may do.
    /// Its work refuses the others.
    #[must_use]
    pub fn offered_where(mut self, column: Field, values: &'static [&'static str]) -> Self {
        self.offered = Some((column, values));
        self
    }

    /// States it begins in.
    #[must_use]
    pub fn begins_in(mut self, states: &[&'static str]) -> Self {
        self.from = states.to_vec();
        self
    }

    /// It may end in other states, as its work says.
    #[must_use]
    pub fn or(mut self, states: &[&'static str]) -> Self {
        self.or = states.to_vec();
        self
    }

    /// Fields its dialog asks for; those of the document are written.
    #[must_use]
    pub fn asks(mut self, fields: &[Field]) -> Self {
        self.asks.fields.extend_from_slice(fields);
        self
    }

    /// Rows its dialog asks for.
    #[must_use]
    pub fn lines(mut self, rows: Rows) -> Self {
        self.asks.lines.push(rows);
        self
    }

    /// Files its dialog asks for, that hang on the row afterwards: a member, its words, and the most bytes of one.
    #[must_use]
    pub fn files(mut self, member: &'static str, (zh, en): Words, bytes_max: i64, required: bool) -> Self {
        let field = Field { required, ..Field::files("", zh, en).wire(member).range(1, bytes_max) };
        self.asks.fields.push(field);
        self
    }

    /// Tables, which the act reads.
    #[must_use]
    pub fn tables(mut self) -> Self {
        self.takes_tables = true;
        self
    }

    /// What the dialog begins with; of a copy, what its form begins with instead of what the row holds.
    #[must_use]
    pub fn first(
        mut self,
        first: impl Fn(&mut dyn Conn, &Actor, Option<Id>) -> Result<Map<String, Json>, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.first = Some(Box::new(move |conn, actor, id, _| first(conn, actor, id)));
        self
    }

    /// The same, asked again whenever one of these fields changes, with what they hold then: the dialog takes what is told
    /// over what stood there.
    #[must_use]
    pub fn first_by(
        mut self,
        follows: &[Field],
        first: impl Fn(&mut dyn Conn, &Actor, Option<Id>, &Chosen) -> Result<Map<String, Json>, Refusal>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.asks.follows = follows.to_vec();
        self.first = Some(Box::new(first));
        self
    }

    /// Said above the fields.
    #[must_use]
    pub fn note(mut self, zh: &'static str, en: &'static str) -> Self {
        self.asks.note = (zh, en);
        self
    }

    /// It can't be taken back: its button is red.
    #[must_use]
    pub fn danger(mut self) -> Self {
        self.asks.danger = true;
        self
    }

    /// Asks first.
    #[must_use]
    pub fn confirms(mut self, zh: &'static str, en: &'static str) -> Self {
        self.confirm = (zh, en);
        self
    }

    /// How much it matters in the log.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Kind of change the log calls it.
    #[must_use]
    pub fn kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    /// Works on selected rows, too; what is about no single row takes them together, as `ids` of its body.
    #[must_use]
    pub fn for_many(mut self) -> Self {
        self.many = true;
        self
    }

    /// Only for one row at a time.
    #[must_use]
    pub fn for_one(mut self) -> Self {
        self.many = false;
        self
    }

    /// Said in a state it does not begin in; `{state}` is its name.
    #[must_use]
    pub fn refused(mut self, message: Msg) -> Self {
        self.refused = Some(message);
        self
    }

    /// What it does to the row beside writing what it asked for.
    #[must_use]
    pub fn does(
        mut self,
        work: impl Fn(&mut Tx<'_>, &mut Step<'_, D>) -> Result<(), Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.does = Does::Row(Some(Box::new(work)));
        self
    }

    /// Its work writes the row itself, as what makes a document void does, and what it wrote stays. It holds the row first,
    /// and compares its version with [`Step::version`].
    #[must_use]
    pub fn rewrites(mut self) -> Self {
        self.rewrites = true;
        self
    }

    /// Whether it is about one row that is there.
    pub(super) fn is_of_row(&self) -> bool {
        match self.does {
            Does::Edit | Does::Copy(..) | Does::Switch | Does::Remove | Does::Row(_) => true,
            Does::Look(_, of_row) => of_row,
            Does::Create | Does::Import(_) | Does::Export | Does::Own | Does::Tool(_) => false,
        }
    }

    /// Whether it begins in a state.
    pub(super) fn begins(&self, state: &str) -> bool {
        self.from.is_empty() || self.from.contains(&state)
    }

    /// How the page offers it: place and what its button does.
    pub(super) fn shown(&self) -> Shown {
        match self.does {
            Does::Create => Shown("primary", "create"),
            Does::Edit => Shown("row", "edit"),
            Does::Copy(..) => Shown("row", "copy"),
            Does::Switch => Shown("row", "call"),
            Does::Remove => Shown("row", "remove"),
            Does::Import(_) => Shown("toolbar", "import"),
            Does::Export => Shown("toolbar", "export"),
            Does::Own if self.many => Shown("batch", "custom"),
            Does::Own => Shown("toolbar", "custom"),
            Does::Tool(_) if self.many => Shown("batch", "ask"),
            Does::Look(..) if self.above => Shown("above", "ask"),
            _ if !self.is_of_row() => Shown("toolbar", "ask"),
            Does::Row(_) if self.asks.is_empty() => Shown("row", "call"),
            _ => Shown("row", "ask"),
        }
    }
}
