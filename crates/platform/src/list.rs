//! The list engine: filter, sort, page, total, export. A list page is a declaration.

mod ask;
mod export;
mod filter;
mod keyset;
mod print;
mod query;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kernel::{Id, Msg};
use sea_query::{Condition, Expr};
use serde_json::{Value as Json, json};

use crate::access::{Access, Actor};
use crate::call::{Answer, Call, Outcome};
use crate::field::{Field, camel_case};
use crate::refusal::Refusal;
use crate::registry::{Method, Operation};
use crate::store::{Conn, Dialect, Row, Stmt, Value, sql};

pub use ask::Ask;
pub(crate) use export::inert;
pub use filter::VALUES_MAX;

/// Rows of a page when the caller does not say.
pub const SIZE_DEFAULT: u64 = 10;
/// Most rows of a page.
pub const SIZE_MAX: u64 = 500;
/// Rows that numbered pages reach; beyond them a list goes on by cursor.
pub const NUMBERED_ROWS_MAX: u64 = 10_000;

/// Messages of lists.
pub mod messages {
    use super::Msg;

    /// A filter the list does not have.
    pub const UNKNOWN_FILTER: Msg = Msg::new("list.unknown_filter", "未知的查询条件：{name}", "Unknown filter: {name}");
    /// A sort the list does not have.
    pub const UNKNOWN_SORT: Msg =
        Msg::new("list.unknown_sort", "不能按{name}排序", "The list can't be sorted by {name}.");
    /// A column the list does not have.
    pub const UNKNOWN_COLUMN: Msg = Msg::new("list.unknown_column", "未知的列：{name}", "Unknown column: {name}");
    /// A page size or number outside its bounds.
    pub const BAD_PAGE: Msg = Msg::new("list.bad_page", "分页参数不正确", "The page parameters are not valid.");
    /// Beyond the rows that have page numbers.
    pub const TOO_DEEP: Msg = Msg::new(
        "list.too_deep",
        "页码最多到第10000行，请用下一页或缩小查询范围",
        "Page numbers reach row 10,000. Use next page or narrow the search.",
    );
    /// More rows than an export may hold.
    pub const EXPORT_TOO_LONG: Msg = Msg::new(
        "list.export_too_long",
        "导出数据超过{n}行，请缩小查询范围",
        "The export exceeds {n} rows. Please narrow the search.",
    );
    /// A range of moments covers too many days.
    pub const TOO_MANY_DAYS: Msg =
        Msg::new("list.too_many_days", "时间范围不能超过{n}天", "The time can't cover more than {n} days.");
    /// Too many values pasted into a filter.
    pub const TOO_MANY_VALUES: Msg =
        Msg::new("list.too_many_values", "一次最多查询{n}个值", "At most {n} values can be searched for at once.");
    /// More rows than a print may hold.
    pub const PRINT_TOO_LONG: Msg = Msg::new(
        "list.print_too_long",
        "打印数据超过{n}行，请缩小查询范围或改用导出",
        "The print exceeds {n} rows. Narrow the search or export instead.",
    );
    /// A filter's value is not of its kind.
    pub const BAD_FILTER: Msg =
        Msg::new("list.bad_filter", "查询条件{name}格式不正确", "The filter {name} has the wrong format.");
}

/// Where a column's value comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// A column of the list's table.
    Own,
    /// A column of a joined table, by alias.
    Of(&'static str),
    /// An expression.
    Expr(fn() -> Expr),
}

/// A column of a list.
#[derive(Clone, Copy)]
pub struct Column {
    /// What it is.
    pub field: Field,
    /// Where it comes from.
    pub source: Source,
    /// Shown unless the user decides otherwise.
    pub shown: bool,
    /// May be sorted by.
    pub sortable: bool,
    /// Summed over the whole result.
    pub sum: bool,
    /// In the default export.
    pub exported: bool,
    /// Sent to the page but neither shown nor exported (ids beside names).
    pub hidden: bool,
    /// Width in pixels; 0 for the page's choice.
    pub width: u16,
    /// Page it leads to, with `{name}` for values of the row.
    pub link: &'static str,
    /// A click copies it.
    pub copy: bool,
    /// Button code without which it is neither sent nor exported.
    pub needs: &'static str,
    /// What is told instead of the stored value.
    pub read_as: Option<ReadAs>,
}

/// Makes of a stored value what a caller reads: a browser's name of its description, minutes of a moment.
pub type ReadAs = fn(&Actor, &Value) -> Value;

impl Column {
    /// A column of the list's table: shown, sortable, exported.
    pub const fn own(field: Field) -> Self {
        Self {
            field,
            source: Source::Own,
            shown: true,
            sortable: true,
            sum: false,
            exported: true,
            hidden: false,
            width: 0,
            link: "",
            copy: false,
            needs: "",
            read_as: None,
        }
    }
    /// A column of a joined table.
    pub const fn of(alias: &'static str, field: Field) -> Self {
        Self { source: Source::Of(alias), ..Self::own(field) }
    }
    /// An expression.
    pub const fn expr(expression: fn() -> Expr, field: Field) -> Self {
        Self { source: Source::Expr(expression), ..Self::own(field) }
    }
    /// Left to the column settings.
    #[must_use]
    pub const fn behind(mut self) -> Self {
        self.shown = false;
        self
    }
    /// Not sortable.
    #[must_use]
    pub const fn unsorted(mut self) -> Self {
        self.sortable = false;
        self
    }
    /// Summed.
    #[must_use]
    pub const fn sum(mut self) -> Self {
        self.sum = true;
        self
    }
    /// Not in the default export.
    #[must_use]
    pub const fn not_exported(mut self) -> Self {
        self.exported = false;
        self
    }
    /// Sent, never shown.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self.shown = false;
        self.exported = false;
        self
    }
    /// Width in pixels.
    #[must_use]
    pub const fn width(mut self, pixels: u16) -> Self {
        self.width = pixels;
        self
    }
    /// Leads to a page.
    #[must_use]
    pub const fn link(mut self, link: &'static str) -> Self {
        self.link = link;
        self
    }
    /// A click copies it.
    #[must_use]
    pub const fn copy(mut self) -> Self {
        self.copy = true;
        self
    }
    /// Needs a button code.
    #[must_use]
    pub const fn needs(mut self, code: &'static str) -> Self {
        self.needs = code;
        self
    }

    /// Told as something made of the stored value; not sortable.
    #[must_use]
    pub const fn read_as(mut self, read: ReadAs) -> Self {
        self.read_as = Some(read);
        self.sortable = false;
        self
    }

    /// The value as a caller reads it.
    fn told<'a>(&self, actor: &Actor, stored: &'a Value) -> Cow<'a, Value> {
        self.read_as.map_or(Cow::Borrowed(stored), |read| Cow::Owned(read(actor, stored)))
    }

    fn name(&self) -> String {
        self.field.name()
    }

    fn expression(&self, table: &'static str) -> Expr {
        match self.source {
            Source::Own => sql::of(table, self.field.column),
            Source::Of(alias) => sql::of(alias, self.field.column),
            Source::Expr(expression) => expression(),
        }
    }

    fn seen_by(&self, actor: &Actor) -> bool {
        self.needs.is_empty() || actor.has(self.needs)
    }
}

/// The row's id, sent and never shown.
pub const ID: Column = Column::own(Field::reference("", "编号", "Id").column("id")).hidden();
/// The row's version, sent and never shown.
pub const VERSION: Column = Column::own(Field::int("版本", "Version").column("version")).hidden();
/// The row's org, to tell own rows from the platform's.
pub const ORG: Column = Column::own(Field::reference("", "公司", "Company").column("org_id")).hidden();

/// How a filter matches.
#[derive(Clone, Copy)]
pub enum Match {
    /// Text contains, in any of the columns; case-blind. The user may choose that it begins with, equals,
    /// or equals one of many pasted values, unless the filter has one mode.
    Contains,
    /// Text begins with.
    Begins,
    /// Equal.
    Equals,
    /// One of several values, comma between; texts upper-cased when the field is.
    OneOf,
    /// Contains one value, or equals one of many pasted ones (space, comma or line break between).
    Many,
    /// From and to, `from~to`, both inclusive; days cover whole days, and may be counted from today:
    /// `last30`, `today`, `yesterday`, `thisMonth`, `lastMonth`.
    Range,
    /// Yes or no.
    Bool,
    /// Equal to a secret of which the column keeps the keyed hash.
    Hashed,
    /// The room's own condition.
    Own(fn(&Actor, &str) -> Result<Condition, Refusal>),
    /// Chooses the org whose rows are shown, the caller's own when it is not given.
    Org(ChooseOrg),
}

/// The org a caller may look at in place of his own; refuses, as if it were not there, any other.
pub type ChooseOrg = fn(&Actor, &mut dyn Conn, Id) -> Result<i64, Refusal>;

/// A filter of a list.
#[derive(Clone, Copy)]
pub struct Filter {
    /// Name in the address.
    pub name: &'static str,
    /// Kind, label and choices for the page; its column for the engine.
    pub field: Field,
    /// How it matches.
    pub how: Match,
    /// Columns it looks at; empty: the field's own.
    pub columns: &'static [(&'static str, &'static str)],
    /// In the first two rows of the filter bar.
    pub main: bool,
    /// Value the page starts with.
    pub initial: &'static str,
    /// Most days a range may cover; 0 for any.
    pub days_max: i64,
    /// A text matches in no other way than declared.
    pub one_mode: bool,
    /// Button code without which the page does not show it.
    pub needs: &'static str,
}

impl Filter {
    /// A filter on the field's own column, named as the field.
    pub const fn new(name: &'static str, how: Match, field: Field) -> Self {
        Self { name, field, how, columns: &[], main: true, initial: "", days_max: 0, one_mode: false, needs: "" }
    }
    /// Looks at these columns, as (table or alias, column).
    #[must_use]
    pub const fn columns(mut self, columns: &'static [(&'static str, &'static str)]) -> Self {
        self.columns = columns;
        self
    }
    /// Behind 更多.
    #[must_use]
    pub const fn more(mut self) -> Self {
        self.main = false;
        self
    }
    /// Value the page starts with.
    #[must_use]
    pub const fn initially(mut self, value: &'static str) -> Self {
        self.initial = value;
        self
    }
    /// The user does not choose how the text matches: the column holds several values, or a code in words.
    #[must_use]
    pub const fn one_mode(mut self) -> Self {
        self.one_mode = true;
        self
    }
    /// Shown to those with a button code: others would find nothing by it.
    #[must_use]
    pub const fn needs(mut self, code: &'static str) -> Self {
        self.needs = code;
        self
    }
    /// A range of moments that covers at most so many days.
    #[must_use]
    pub const fn days_at_most(mut self, days: i64) -> Self {
        self.days_max = days;
        self
    }
}

/// A table joined to the list's own; never more than one row each.
#[derive(Clone, Copy)]
pub struct Join {
    /// Table.
    pub table: &'static str,
    /// Name in this list.
    pub alias: &'static str,
    /// Pairs (own column, joined column); a dotted own column names another alias.
    pub on: &'static [(&'static str, &'static str)],
    /// Joined by org too; reference data of the platform are not.
    pub by_org: bool,
}

/// A button of a page, as the contract tells it.
#[derive(Debug, Clone, Copy)]
pub struct Button {
    /// Permission code.
    pub code: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// primary, toolbar, row or batch.
    pub place: &'static str,
    /// create, edit, remove, export, import, call, link or custom.
    pub action: &'static str,
    /// Method and path of a call, or the address of a link.
    pub call: &'static str,
    /// Question before it, in Chinese and English; empty for none.
    pub confirm: (&'static str, &'static str),
    /// Shown for rows whose member has one of these values; of every row when there are none.
    pub when: (&'static str, &'static [&'static str]),
    /// A row button that works on selected rows too.
    pub many: bool,
}

impl Button {
    /// A button.
    pub const fn new(
        code: &'static str,
        (zh, en): (&'static str, &'static str),
        place: &'static str,
        action: &'static str,
    ) -> Self {
        Self { code, zh, en, place, action, call: "", confirm: ("", ""), when: ("", &[]), many: false }
    }
    /// Method and path it calls, or address it opens.
    #[must_use]
    pub const fn calls(mut self, call: &'static str) -> Self {
        self.call = call;
        self
    }
    /// The import of a form; `call` is the beginning of its calls, `POST {base}/import`.
    pub const fn import(code: &'static str, call: &'static str) -> Self {
        Self::new(code, ("导入", "Import"), "toolbar", "import").calls(call)
    }
    /// Asks first.
    #[must_use]
    pub const fn asks(mut self, zh: &'static str, en: &'static str) -> Self {
        self.confirm = (zh, en);
        self
    }
    /// Works on selected rows too, one after the other.
    #[must_use]
    pub const fn for_many(mut self) -> Self {
        self.many = true;
        self
    }
    /// Only for rows whose member has one of these values.
    #[must_use]
    pub const fn when(mut self, member: &'static str, values: &'static [&'static str]) -> Self {
        self.when = (member, values);
        self
    }
}

/// A finished row as the engine hands it to a page's own additions.
pub struct RowView<'a> {
    places: &'a HashMap<String, usize>,
    row: &'a Row,
}

impl RowView<'_> {
    /// The stored value of a column by its wire name.
    pub fn value(&self, name: &str) -> &Value {
        self.places.get(name).map_or(&Value::Null, |place| self.row.value(*place))
    }
}

/// Adds the buttons of these codes that a caller may use on a row: `,"can":[…]`.
pub fn write_can(actor: &Actor, codes: &[&str], out: &mut String) {
    out.push_str(",\"can\":[");
    let held = codes.iter().filter(|code| actor.has(code));
    for (place, code) in held.enumerate() {
        if place > 0 {
            out.push(',');
        }
        crate::field::push_text(code, out);
    }
    out.push(']');
}

/// Adds members to a row: `,"name":json` each.
pub type Decorate = fn(&Actor, &RowView<'_>, &mut String);

/// A list page.
#[derive(Clone)]
pub struct ListPage {
    /// Key, `room.thing.list`.
    pub key: &'static str,
    /// Address of the page.
    pub path: &'static str,
    /// Title in Chinese and English.
    pub title: (&'static str, &'static str),
    /// Permission of the page.
    pub access: &'static str,
    /// Beginning of its calls: `{base}/page`, `{base}/exportExcel`.
    pub base: &'static str,
    /// Its table; the first column of the key is the org.
    pub table: &'static str,
    /// Column the page's own rows are known by.
    pub row_key: &'static str,
    /// Joined tables.
    pub joins: &'static [Join],
    /// Columns in their order.
    pub columns: &'static [Column],
    /// Filters in their order.
    pub filters: &'static [Filter],
    /// Buttons.
    pub buttons: &'static [Button],
    /// Order when the caller does not say: `name,asc` or `name,desc`; newest id first when empty.
    pub sort: &'static str,
    /// Code of the export button; empty: no export.
    pub export: &'static str,
    /// Rows the platform gives every org, hidden by the org's own row of the same code.
    pub overlay: &'static str,
    /// Who sees the rows of every org, unless he chooses one.
    pub everywhere: Option<fn(&Actor) -> bool>,
    /// Rows a caller may see beyond the org, always applied.
    pub visible: Option<fn(&Actor) -> Condition>,
    /// Applied unless one of the named filters is given.
    pub unless: Option<(&'static [&'static str], fn() -> Condition)>,
    /// Further members of a row.
    pub decorate: Option<Decorate>,
    /// Tabs: a filter's name and its choices.
    pub tabs: &'static str,
    /// Key of the form that opens beside the list.
    pub form: &'static str,
    /// Page that edits a row.
    pub edit_link: &'static str,
    /// Member that names the row above; the page shows a tree and reads it whole.
    pub tree: &'static str,
}

impl std::fmt::Debug for ListPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "list {}", self.path)
    }
}

impl ListPage {
    /// A list of a table under a page of the menu.
    pub const fn new(
        key: &'static str,
        path: &'static str,
        title: (&'static str, &'static str),
        access: &'static str,
        base: &'static str,
        table: &'static str,
    ) -> Self {
        Self {
            key,
            path,
            title,
            access,
            base,
            table,
            row_key: "id",
            joins: &[],
            columns: &[],
            filters: &[],
            buttons: &[],
            sort: "",
            export: "",
            overlay: "",
            everywhere: None,
            visible: None,
            unless: None,
            decorate: None,
            tabs: "",
            form: "",
            edit_link: "",
            tree: "",
        }
    }

    /// Its calls.
    pub fn operations(list: &Arc<Self>) -> Vec<Operation> {
        let access = Access::Code(list.access);
        let noun = list.key.trim_end_matches(".list").replace(['.', '-'], "_");
        let (pages, totals, export) = (list.clone(), list.clone(), list.clone());
        let mut page =
            Operation::new(format!("list_{noun}"), Method::Get, format!("{}/page", list.base), access, move |call| {
                let ask = Ask::of_query(&pages, &call.asked.query)?.bound(&pages, call)?;
                query::page(&pages, call, &ask).map(Answer::Raw)
            })
            .summary(list.title.1)
            .answers(list.page_schema());
        let total =
            Operation::new(format!("total_{noun}"), Method::Get, format!("{}/total", list.base), access, move |call| {
                let ask = Ask::of_query(&totals, &call.asked.query)?.bound(&totals, call)?;
                query::totals(&totals, call, &ask).map(Answer::Raw)
            })
            .summary(&format!("{}: count and sums", list.title.1));
        for name in ["current", "size", "sort", "cursor", "part"] {
            page = page.param(name);
        }
        let mut operations = vec![page, total];
        if list.filters.iter().any(Filter::takes_many) {
            operations.push(list.found_operation(&noun, list.clone()));
        }
        if !list.tabs.is_empty() {
            operations.push(list.tabs_operation(&noun, list.clone()));
        }
        for operation in &mut operations {
            operation.params.extend(list.filter_params());
        }
        if !list.export.is_empty() {
            let print = list.clone();
            operations.push(
                Operation::post(
                    &format!("print_{noun}"),
                    &format!("{}/print", list.base),
                    Access::Code(list.export),
                    move |call| print::sheet(&print, call),
                )
                .summary(&format!("{}: as it is printed", list.title.1)),
            );
            let needed = Access::Code(list.export);
            operations.push(
                Operation::post(
                    &format!("export_{noun}"),
                    &format!("{}/exportExcel", list.base),
                    needed,
                    move |call| export::workbook(&export, call),
                )
                .summary(&format!("{}: Excel", list.title.1)),
            );
        }
        operations
    }

    /// Which of the values pasted into a filter are there.
    fn found_operation(&self, noun: &str, list: Arc<Self>) -> Operation {
        let path = format!("{}/found", self.base);
        Operation::new(format!("found_{noun}"), Method::Get, path, Access::Code(self.access), move |call| {
            let ask = Ask::of_query(&list, &without(&call.asked.query, "of"))?.bound(&list, call)?;
            query::found_values(&list, call, &ask, call.query("of")).map(Answer::Data)
        })
        .param("of")
        .summary(&format!("{}: which pasted values are there", self.title.1))
    }

    /// How many rows each tab holds.
    fn tabs_operation(&self, noun: &str, list: Arc<Self>) -> Operation {
        let path = format!("{}/tabs", self.base);
        Operation::new(format!("count_{noun}_tabs"), Method::Get, path, Access::Code(self.access), move |call| {
            let ask = Ask::of_query(&list, &call.asked.query)?.bound(&list, call)?;
            query::tab_counts(&list, call, &ask).map(Answer::Data)
        })
        .summary(&format!("{}: rows of each tab", self.title.1))
    }

    /// The filters as query parameters.
    fn filter_params(&self) -> Vec<(String, Json)> {
        let text = || json!({ "type": "string" });
        let mut params = Vec::new();
        for filter in self.filters {
            params.push((filter.name.to_owned(), text()));
            if filter.has_modes() {
                params.push((format!("{}{}", filter.name, ask::HOW), json!({ "enum": filter::MODES })));
            }
        }
        params
    }

    fn page_schema(&self) -> Json {
        let fields: serde_json::Map<String, Json> =
            self.columns.iter().map(|column| (column.name(), json_schema(&column.field))).collect();
        json!({
            "type": "object",
            "properties": {
                "records": { "type": "array", "items": { "type": "object", "properties": fields } },
                "total": { "type": "integer" },
                "totalCapped": { "type": "boolean" },
                "current": { "type": "integer" },
                "size": { "type": "integer" },
                "more": { "type": "boolean" },
                "next": { "type": ["string", "null"] },
                "prev": { "type": ["string", "null"] },
                "totals": { "type": "object" },
            },
        })
    }

    /// The page as the page contract tells it.
    pub fn contract(&self) -> Json {
        let columns: Vec<Json> = self.columns.iter().filter(|column| !column.hidden).map(column_contract).collect();
        let filters: Vec<Json> = self.filters.iter().map(|filter| filter_contract(filter, self.base)).collect();
        let buttons: Vec<Json> = self.buttons.iter().map(button_contract).collect();
        let mut page = json!({
            "key": self.key,
            "path": self.path,
            "title": { "zh": self.title.0, "en": self.title.1 },
            "access": self.access,
            "rowKey": camel_case(self.row_key),
            "call": format!("{}/page", self.base),
            "totalCall": format!("{}/total", self.base),
            "printCall": if self.export.is_empty() { Json::Null } else { json!(format!("{}/print", self.base)) },
            "exportCall": if self.export.is_empty() { Json::Null } else { json!(format!("{}/exportExcel", self.base)) },
            "exportCode": self.export,
            "columns": columns,
            "filters": filters,
            "buttons": buttons,
            "sort": self.sort,
            "tabs": self.tabs_contract(),
            "form": self.form,
            "editLink": self.edit_link,
            "sizes": [10, 20, 50, 100, SIZE_MAX],
        });
        if let Some(page) = page.as_object_mut().filter(|_| !self.tree.is_empty()) {
            page.insert("tree".to_owned(), json!(self.tree));
        }
        page
    }
}

impl ListPage {
    /// Tabs with counts: the choices of a filter.
    fn tabs_contract(&self) -> Json {
        let Some(filter) = self.filters.iter().find(|filter| filter.name == self.tabs) else { return Json::Null };
        let options: Vec<Json> = filter
            .field
            .choices
            .iter()
            .map(|choice| json!({ "value": choice.value, "label": { "zh": choice.zh, "en": choice.en } }))
            .collect();
        let all = json!({ "value": "", "label": { "zh": "全部", "en": "All" } });
        let options: Vec<Json> = [all].into_iter().chain(options).collect();
        json!({ "filter": filter.name, "call": format!("{}/tabs", self.base), "options": options })
    }
}

/// JSON schema of a field's value.
pub fn json_schema(field: &Field) -> Json {
    use crate::field::Kind;
    match field.kind {
        Kind::Int => json!({ "type": ["integer", "null"], "title": field.zh }),
        Kind::Decimal(_) => json!({ "type": ["number", "null"], "title": field.zh }),
        Kind::Bool => json!({ "type": ["boolean", "null"], "title": field.zh }),
        _ => json!({ "type": ["string", "null"], "title": field.zh }),
    }
}

fn column_contract(column: &Column) -> Json {
    let mut json = column.field.contract();
    if let Some(object) = json.as_object_mut() {
        let facts = [
            ("shown", json!(column.shown)),
            ("sortable", json!(column.sortable)),
            ("sum", json!(column.sum)),
            ("exported", json!(column.exported)),
            ("copy", json!(column.copy)),
            ("link", json!(column.link)),
            ("needs", json!(column.needs)),
        ];
        if column.width > 0 {
            object.insert("width".to_owned(), json!(column.width));
        }
        object.extend(facts.into_iter().map(|(name, fact)| (name.to_owned(), fact)));
    }
    json
}

fn filter_contract(filter: &Filter, base: &str) -> Json {
    let kind = match filter.how {
        Match::Contains => "contains",
        Match::Begins => "starts",
        Match::Equals | Match::Hashed | Match::Org(_) => "equals",
        Match::OneOf => "oneOf",
        Match::Many => "many",
        Match::Range => "range",
        Match::Bool => "bool",
        Match::Own(_) => match filter.field.kind {
            crate::field::Kind::Bool => "bool",
            crate::field::Kind::Select => "oneOf",
            _ => "equals",
        },
    };
    let modes: &[&str] = if filter.has_modes() { &filter::MODES } else { &[] };
    let call = filter.takes_many().then(|| format!("{base}/found"));
    json!({
        "name": filter.name,
        "label": { "zh": filter.field.zh, "en": filter.field.en },
        "kind": kind,
        "modes": modes,
        "foundCall": call,
        "secret": matches!(filter.how, Match::Hashed),
        "field": filter.field.contract(),
        "main": filter.main,
        "initial": filter.initial,
        "needs": filter.needs,
    })
}

fn button_contract(button: &Button) -> Json {
    let mut json = json!({
        "code": button.code,
        "label": { "zh": button.zh, "en": button.en },
        "place": button.place,
        "action": button.action,
    });
    if let Some(object) = json.as_object_mut() {
        if button.action == "link" {
            object.insert("link".to_owned(), json!(button.call));
        } else if let Some((method, path)) = button.call.split_once(' ') {
            object.insert("call".to_owned(), json!({ "method": method, "path": path }));
        }
        if !button.confirm.0.is_empty() {
            object.insert("confirm".to_owned(), json!({ "zh": button.confirm.0, "en": button.confirm.1 }));
        }
        if button.many {
            object.insert("many".to_owned(), json!(true));
        }
        if !button.when.1.is_empty() {
            object.insert("when".to_owned(), json!({ "oneOf": [button.when.0, button.when.1] }));
        }
    }
    json
}

fn without(query: &BTreeMap<String, String>, name: &str) -> BTreeMap<String, String> {
    query.iter().filter(|(own, _)| *own != name).map(|(own, value)| (own.clone(), value.clone())).collect()
}

/// Refuses filters and an order that a caller can't ask a list for.
pub(crate) fn check(
    list: &ListPage,
    actor: &Actor,
    filters: &BTreeMap<String, String>,
    sort: &str,
) -> Result<(), Refusal> {
    query::check(list, actor, &Ask::of_filters(list, filters, sort)?)
}

/// The statement that counts and sums a result, for explaining and measuring it.
pub fn total_statement_of(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<Stmt, Refusal> {
    query::total_statement(list, actor, ask)
}

/// The statement a page's rows are read with, for explaining and measuring it.
pub fn statement_of(list: &ListPage, dialect: Dialect, actor: &Actor, ask: &Ask) -> Result<Stmt, Refusal> {
    query::statement(list, dialect, actor, ask)
}

/// The workbook of a list that is no page of its own; leaves a log line. Beyond the rows that come at
/// once, the operation it is called in is made again by a job.
pub fn workbook(list: &ListPage, call: &mut Call) -> Outcome {
    export::workbook(list, call)
}

/// Runs a list for a caller and answers the page's data as JSON text (for pages that add to it).
pub fn page_of(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    query::page(list, call, ask)
}
