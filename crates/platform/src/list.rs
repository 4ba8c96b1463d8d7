//! The list engine: filter, sort, page, total, export. A list page is a declaration.

mod ask;
mod batch;
mod button;
mod column;
mod contract;
mod export;
mod filter;
mod keyset;
mod narrow;
mod print;
mod query;
mod report;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kernel::Msg;
use sea_query::{Condition, SelectStatement};
use serde_json::{Value as Json, json};

use crate::access::{Access, Actor};
use crate::call::{Answer, Call, Outcome};
use crate::contract::shape;
use crate::dictionary::Use;
use crate::refusal::Refusal;
use crate::registry::{Method, Operation};
use crate::store::{Conn, Dialect, Row, Stmt, Value};

pub use ask::Ask;
pub use batch::BATCH_ROWS_MOST;
pub use button::{Asks, Button, Shown};
pub use column::{Column, ID, ORG, ReadAs, Source, VERSION};
pub use contract::json_schema;
pub use export::inert;
pub(crate) use filter::days;
pub use filter::{ChooseOrg, Filter, Match, VALUES_MAX};
pub(crate) use filter::{OWN, PLATFORM};
pub use narrow::{Place, Step};
pub(crate) use query::join;
pub use report::{Asked, Chart, Draw, Report};

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

/// All columns of a workbook; they live as long as the program, so there are to be few sets of them.
pub type SheetColumns = fn(&mut dyn Conn) -> Result<&'static [Column], Refusal>;

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
    /// Tables beside its own whose changes are news of the list, as it shows states that stand there.
    pub follows: &'static [&'static str],
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
    /// Columns that name a row the platform gives every org; the org's own of the same values hides it. Empty: the
    /// platform gives none.
    pub overlay: &'static [&'static str],
    /// Who sees the rows of every org, unless he chooses one.
    pub everywhere: Option<fn(&Actor) -> bool>,
    /// Rows a caller may see beyond the org, always applied.
    pub visible: Option<fn(&Actor) -> Condition>,
    /// Applied unless one of the named filters is given.
    pub unless: Option<(&'static [&'static str], fn() -> Condition)>,
    /// Further members of a row.
    pub decorate: Option<Decorate>,
    /// The columns of its workbook, where they depend on what the database holds.
    pub sheet_columns: Option<SheetColumns>,
    /// Tabs: a filter's name and its choices.
    pub tabs: &'static str,
    /// Key of the form that opens beside the list.
    pub form: &'static str,
    /// Page that edits a row.
    pub edit_link: &'static str,
    /// Member that names the row above; the page shows a tree and reads it whole.
    pub tree: &'static str,
    /// Filters that the branches of a tree beside it set; none: there is no such tree.
    pub branched: &'static [&'static str],
    /// Columns of the product that hold values of dictionaries, where its rows are such values.
    pub uses: &'static [Use],
    /// Column of a state whose colour the whole row takes.
    pub toned: &'static str,
    /// Its rows are made of those of the table, by what stands behind it.
    pub report: Option<Report>,
    /// Further entries of the menu that lead to it: path and permission.
    pub doors: &'static [(&'static str, &'static str)],
    /// Keys of lists that are drawn as tabs of one page with it, itself among them.
    pub beside: &'static [&'static str],
    /// What it is called among them where that is not its title.
    pub tab: Option<(&'static str, &'static str)>,
    /// The page it is made by.
    pub behind: Option<&'static dyn Behind>,
}

/// What stands behind a list that a page makes ([`crate::page::Page`]), with what it knows of the page.
pub trait Behind: Send + Sync {
    /// As [`ListPage::visible`].
    fn visible(&self, _: &Actor) -> Option<Condition> {
        None
    }
    /// The orgs whose rows are shown, where they are others than the caller's own.
    fn orgs<'a>(&self, _: &'a Actor) -> Option<&'a [i64]> {
        None
    }
    /// What the filters leave that it reads itself.
    fn narrows(&self, _: &Asked<'_>) -> Result<Condition, Refusal> {
        Ok(Condition::all())
    }
    /// The rows of a report: of each the values of the columns in their order.
    fn rows(&self, _: &mut dyn Conn, asked: &Asked<'_>) -> Result<Vec<Vec<Value>>, Refusal> {
        Err(Refusal::broken(format!("{} makes no report", asked.path())))
    }
    /// The last row of such a report, with what stands there.
    fn last(&self, _: &mut dyn Conn, _: &Asked<'_>, _: &[Vec<Value>]) -> Result<Option<Vec<Option<Value>>>, Refusal> {
        Ok(None)
    }
    /// As [`Decorate`].
    fn decorate(&self, _: &Actor, _: &RowView<'_>, _: &mut String) {}
    /// Whether it fills columns of its own ([`Column::made`]) of the rows that were read.
    fn fills(&self) -> bool {
        false
    }
    /// Whether its rows are values of dictionaries, of which it tells how many rows hold one.
    fn of_dictionaries(&self) -> bool {
        false
    }
    /// Fills them, for all rows at once.
    fn fill(&self, _: &mut dyn Conn, _: &Actor, _: &mut [Cells<'_>]) -> Result<(), Refusal> {
        Ok(())
    }
    /// Sums of the whole result that are no numbers: texts by the names of columns.
    fn totals(&self, _: &mut dyn Conn, _: &Asked<'_>) -> Result<Vec<(String, String)>, Refusal> {
        Ok(Vec::new())
    }
}

/// A row that was read, for a page that fills columns of its own.
pub struct Cells<'a> {
    places: &'a HashMap<String, usize>,
    row: &'a mut Row,
}

impl Cells<'_> {
    /// The value of a column by its wire name.
    pub fn value(&self, name: &str) -> &Value {
        self.places.get(name).map_or(&Value::Null, |place| self.row.value(*place))
    }

    /// Fills a column.
    pub fn set(&mut self, name: &str, value: Value) {
        if let Some(cell) = self.places.get(name).and_then(|place| self.row.0.get_mut(*place)) {
            *cell = value;
        }
    }
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
            follows: &[],
            columns: &[],
            filters: &[],
            buttons: &[],
            sort: "",
            export: "",
            overlay: &[],
            everywhere: None,
            visible: None,
            unless: None,
            decorate: None,
            sheet_columns: None,
            tabs: "",
            form: "",
            edit_link: "",
            tree: "",
            branched: &[],
            uses: &[],
            toned: "",
            report: None,
            doors: &[],
            beside: &[],
            tab: None,
            behind: None,
        }
    }

    /// Who may look: the permission of its page, or of another entry of the menu that leads there.
    pub fn opened_by(&self) -> Access {
        let codes: Vec<&'static str> =
            std::iter::once(self.access).chain(self.doors.iter().map(|(_, access)| *access)).collect();
        Access::any_of(&codes)
    }

    /// Whether a column tells something under an ask, which its parameter may say otherwise.
    pub(crate) fn tells(&self, column: &Column, ask: &Ask) -> bool {
        let given = ask.filters.iter().find(|given| given.name == column.only.0);
        self.tells_by(column, given.map(|given| given.value.as_str()))
    }

    /// Whether a column tells something where nobody chose otherwise.
    pub fn begins_with(&self, column: &Column) -> bool {
        self.tells_by(column, None)
    }

    fn tells_by(&self, column: &Column, given: Option<&str>) -> bool {
        let (name, values) = column.only;
        let initial = || self.filters.iter().find(|filter| filter.name == name).map(|filter| filter.initial);
        let value = given.or_else(initial).unwrap_or_default();
        name.is_empty() || value.split(',').any(|one| values.contains(&one.trim()))
    }

    /// The call that tells the tree beside it.
    pub(crate) fn branches_call(&self) -> String {
        format!("{}/branches", self.base)
    }

    /// What its operations are named by.
    fn noun(&self) -> String {
        self.key.trim_end_matches(".list").replace(['.', '-'], "_")
    }

    /// Its calls.
    pub fn operations(list: &Arc<Self>) -> Vec<Operation> {
        let access = list.opened_by();
        let noun = list.noun();
        let (pages, totals, export) = (list.clone(), list.clone(), list.clone());
        let mut page =
            Operation::new(format!("list_{noun}"), Method::Get, format!("{}/page", list.base), access, move |call| {
                let ask = Ask::of_query(&pages, &call.asked.query)?.bound(&pages, call)?;
                let ask = ask.narrowed(&pages, call, narrow::OF_PAGE)?;
                query::page(&pages, call, &ask).map(Answer::Raw)
            })
            .summary(list.title.1)
            .also(list.base)
            .answers(list.page_schema());
        let total =
            Operation::new(format!("total_{noun}"), Method::Get, format!("{}/total", list.base), access, move |call| {
                let ask = Ask::of_query(&totals, &call.asked.query)?.bound(&totals, call)?;
                let ask = ask.narrowed(&totals, call, narrow::OF_ALL)?;
                query::totals(&totals, call, &ask).map(Answer::Raw)
            })
            .summary(&format!("{}: count and sums", list.title.1))
            .answers(list.totals_schema());
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
        operations.extend(batch::operations(list, &noun));
        if !list.export.is_empty() {
            let print = list.clone();
            operations.push(
                Operation::post(
                    &format!("print_{noun}"),
                    &format!("{}/print", list.base),
                    Access::Code(list.export),
                    move |call| print::sheet(&print, call),
                )
                .summary(&format!("{}: as it is printed", list.title.1))
                .answers(print::schema()),
            );
            let needed = Access::Code(list.export);
            operations.push(
                Operation::post(
                    &format!("export_{noun}"),
                    &format!("{}/exportExcel", list.base),
                    needed,
                    move |call| workbook(&export, call),
                )
                .summary(&format!("{}: Excel", list.title.1))
                .answers(shape::job())
                .answers_files(&[crate::files::XLSX])
                .also(format!("{}/export", list.base)),
            );
        }
        operations
    }

    /// Which of the values pasted into a filter are there.
    fn found_operation(&self, noun: &str, list: Arc<Self>) -> Operation {
        let path = format!("{}/found", self.base);
        Operation::new(format!("found_{noun}"), Method::Get, path, self.opened_by(), move |call| {
            let ask = Ask::of_query(&list, &without(&call.asked.query, "of"))?.bound(&list, call)?;
            let ask = ask.narrowed(&list, call, narrow::OF_ALL)?;
            query::found_values(&list, call, &ask, call.query("of")).map(Answer::Data)
        })
        .param("of")
        .summary(&format!("{}: which pasted values are there", self.title.1))
        .answers(shape::object([
            ("wanted", shape::whole()),
            ("found", shape::whole()),
            ("missing", shape::list_of(shape::text())),
        ]))
    }

    /// How many rows each tab holds.
    fn tabs_operation(&self, noun: &str, list: Arc<Self>) -> Operation {
        let path = format!("{}/tabs", self.base);
        Operation::new(format!("count_{noun}_tabs"), Method::Get, path, self.opened_by(), move |call| {
            let ask = Ask::of_query(&list, &call.asked.query)?.bound(&list, call)?;
            let ask = ask.narrowed(&list, call, narrow::OF_ALL)?;
            query::tab_counts(&list, call, &ask).map(Answer::Data)
        })
        .summary(&format!("{}: rows of each tab", self.title.1))
        .answers(shape::map_of(shape::whole()))
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
    let Some(columns) = list.sheet_columns else { return export::workbook(list, call) };
    let columns = call.read(columns)?;
    export::workbook(&ListPage { columns, ..list.clone() }, call)
}

/// How many rows a list finds, and whether there are more than are counted.
pub(crate) fn count_of(list: &ListPage, conn: &mut dyn Conn, actor: &Actor, ask: &Ask) -> Result<(u64, bool), Refusal> {
    let count = query::capped_count(list, conn, actor, ask, NUMBERED_ROWS_MAX)?;
    Ok((Ord::min(count, NUMBERED_ROWS_MAX), count > NUMBERED_ROWS_MAX))
}

/// The rows of its table that a list finds for an actor, without columns: for a page that sums them up.
pub fn rows_of(list: &ListPage, actor: &Actor, ask: &Ask) -> Result<SelectStatement, Refusal> {
    query::found(list, actor, ask)
}

/// Runs a list for a caller and answers the page's data as JSON text (for pages that add to it).
pub fn page_of(list: &ListPage, call: &Call, ask: &Ask) -> Result<String, Refusal> {
    query::page(list, call, ask)
}
