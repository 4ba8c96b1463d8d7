//! Import: rows of a file become documents of a form, checked by the form itself.
//!
//! A form declares what it takes ([`Import`]); its calls come by themselves: a template, reading a
//! file, a check that keeps nothing, the job that writes, its result, and taking it back for a day.
//! The browser holds the rows between reading and running, so that cells are mended without a file.

mod cell;
mod check;
mod columns;
mod job;
mod matching;
mod meeting;
mod sheet;
mod table;
mod undo;
mod workbook;

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Findings, Id, Msg, Text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::access::Access;
use crate::call::{Answer, Call, Outcome, Tx};
use crate::contract::shape;
use crate::document::{FormPage, RemoveRule};
use crate::field::{Choice, Field, Kind};
use crate::refusal::Refusal;
use crate::registry::{Body, Operation};
use crate::store::Conn;

pub use job::UNDO_MS;
pub(crate) use job::forget;
pub use sheet::{FILE_BYTES_MAX, ROWS_MAX};
pub use table::{CellRow, TableRow, blank_table, cell_number, read_cells, read_table, told_table};
pub use undo::{is_named, need_unused};

/// Largest body that brings rows: ten thousand with long texts.
const ROWS_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Messages of imports.
pub mod messages {
    use super::Msg;

    /// Neither .xlsx nor .csv.
    pub const WRONG_TYPE: Msg =
        Msg::new("import.type", "请选择.xlsx或.csv文件", "Please choose an .xlsx or .csv file.");
    /// A workbook of an old Excel, or one with a password: both lie in the same container.
    pub const OLD_WORKBOOK: Msg = Msg::new(
        "import.old",
        "旧版Excel（.xls）或加密的文件无法读取，请另存为不加密的.xlsx文件后重新上传",
        "Workbooks of an old Excel (.xls) and those with a password can't be read. Save it as .xlsx without one.",
    );
    /// The file is too large.
    pub const TOO_LARGE: Msg = Msg::new("import.size", "文件不能超过{n} MB", "The file can't exceed {n} MB.");
    /// It holds much more than it seems.
    pub const TOO_MUCH: Msg =
        Msg::new("import.expanded", "文件内容过大，无法导入", "The content of the file is too large to be imported.");
    /// It can't be read.
    pub const UNREADABLE: Msg = Msg::new(
        "import.unreadable",
        "文件无法读取，请另存为.xlsx后重试",
        "The file can't be read. Please save it as .xlsx and try again.",
    );
    /// No known encoding.
    pub const ENCODING: Msg = Msg::new(
        "import.encoding",
        "无法识别文件编码，请存为UTF-8",
        "The encoding of the file is unknown. Please save it as UTF-8.",
    );
    /// A cell with the null character.
    pub const BAD_LETTER: Msg = Msg::new(
        "import.letter",
        "第{row}行第{column}列含有不能保存的字符",
        "Row {row}, column {column} holds a character that can't be kept.",
    );
    /// Nothing to import.
    pub const NO_ROWS: Msg = Msg::new("import.empty", "文件中没有数据行", "The file holds no rows.");
    /// Too many rows.
    pub const TOO_MANY_ROWS: Msg =
        Msg::new("import.rows", "单次最多导入{n}行", "At most {n} rows are imported at once.");
    /// Too many columns.
    pub const TOO_MANY_COLUMNS: Msg =
        Msg::new("import.columns", "列数不能超过{n}", "There can't be more than {n} columns.");
    /// A column that the form does not take.
    pub const UNKNOWN_COLUMN: Msg = Msg::new("import.column", "未知的列：{name}", "Unknown column: {name}");
    /// Two columns for one field.
    pub const TWICE: Msg = Msg::new("import.twice", "{field}对应了多列", "More than one column is matched to {field}.");
    /// Nothing matched.
    pub const NO_COLUMNS: Msg = Msg::new("import.none", "请至少匹配一列", "Please match at least one column.");
    /// The form only adds.
    pub const ONLY_ADDS: Msg = Msg::new("import.only_adds", "该数据只支持仅新增", "These data can only be added.");
    /// Not found by name or code.
    pub const NO_SUCH: Msg = Msg::new("import.no_such", "{field}不存在", "There is no such {field}.");
    /// Several found.
    pub const SEVERAL: Msg =
        Msg::new("import.several", "{field}对应多条数据，请填写代码", "{field} is ambiguous. Please give the code.");
    /// Not in the dictionary.
    pub const NOT_LISTED: Msg = Msg::new("import.not_listed", "不在字典{field}中", "Not in the list of {field}.");
    /// One of the choices.
    pub const CHOICES: Msg = Msg::new("import.choices", "{field}可填：{list}", "{field} is one of: {list}");
    /// What Excel shows for a broken formula.
    pub const BROKEN_FORMULA: Msg =
        Msg::new("import.formula", "单元格公式出错（{value}）", "The formula of the cell fails ({value}).");
    /// The same key stands above.
    pub const SAME_KEY: Msg = Msg::new("import.same", "与第{n}行的{field}相同", "Row {n} has the same {field}.");
    /// All or nothing.
    pub const NOTHING_DONE: Msg =
        Msg::new("import.nothing", "{n}行有错误，未导入任何数据", "{n} rows have errors; nothing was imported.");
    /// Changed or used since.
    pub const USED: Msg =
        Msg::new("import.used", "数据已被使用，不能撤销", "The data have been used; they can't be taken back.");
    /// The day is over.
    pub const TOO_LATE: Msg =
        Msg::new("import.late", "已超过24小时，不能撤销", "More than 24 hours have passed; it can't be taken back.");
    /// Nothing to take back.
    pub const NOT_DONE: Msg =
        Msg::new("import.not_done", "没有可撤销的数据", "There is nothing that could be taken back.");
    /// No file any more.
    pub const NO_ANSWERS: Msg =
        Msg::new("import.answers", "结果只能下载一次，已下载或已过期", "The result can be fetched once only.");
}

/// What a row has in common with those it may stand in the way of.
pub type Alike = fn(&Map<String, Json>) -> Vec<String>;

/// Makes documents that are more than a row of the form's table, as orders are: by the rules and with the log of their
/// room. They are only added, and not taken back: that is what their room's own moves are for.
pub trait Maker: Send + Sync {
    /// Adds the document of a row of which these findings are known already; refused with all there are.
    fn add(&self, tx: &mut Tx<'_>, body: &Map<String, Json>, known: Findings) -> Result<Id, Refusal>;
    /// What a row has in common with the documents it may stand in the way of.
    fn keys(&self, body: &Map<String, Json>) -> Vec<String>;
    /// The same of a document; nothing of one that is gone.
    fn keys_of(&self, conn: &mut dyn Conn, org: i64, document: Id) -> Result<Vec<String>, Refusal>;
}

/// Columns a form takes beside the declared ones.
pub type MoreColumns = fn(&mut dyn Conn) -> Result<Vec<Field>, Refusal>;

/// How a form takes rows of a file.
#[derive(Clone, Copy)]
pub struct Import {
    /// Code of the button.
    pub code: &'static str,
    /// Columns it takes; empty: what a user fills in on the form.
    pub columns: &'static [Field],
    /// Columns it takes beside what a user fills in on the form.
    pub also: &'static [Field],
    /// Fields of the form it does not take.
    pub except: &'static [Field],
    /// Fields that find the row to change, the first that is filled in; none: rows are only added.
    pub keys: &'static [Field],
    /// All of the keys together find the row, not the first that is filled in.
    pub together: bool,
    /// The select that offers the form's own rows: rows may name others of the same file.
    pub own_select: &'static str,
    /// Makes members of the form out of the columns; for a row that is added, or one that is changed (false).
    pub arrange: Option<fn(&mut Map<String, Json>, bool, &mut Findings)>,
    /// Against taking an added row back, and what goes with it; the rule of removals when there is none.
    pub undo: Option<RemoveRule>,
    /// Columns beside those, where they depend on what the database holds.
    pub more: Option<MoreColumns>,
    /// Members of the answer that are told once, to who imported: one-time passwords.
    pub answers: &'static [Field],
    /// What a row has in common with others of the table that the rules hold it against, beside its keys and what is unique.
    /// None: each row is checked behind all those before it.
    pub alike: Option<Alike>,
    /// Columns some rows need beside those that are required of every row, each with the rows that need it.
    pub needed: &'static [Needed],
    /// What columns of texts may hold, one or several: a cell takes names as well as codes, and the template lists them.
    pub listed: &'static [(Field, &'static [Choice])],
    /// Headings of other people's files, each with the column it is meant for.
    pub headings: &'static [(&'static str, Field)],
    /// Who makes the documents, where the form does not.
    pub maker: Option<&'static dyn Maker>,
}

/// A column, and which rows need it: `客户必填`.
pub type Needed = (Field, (&'static str, &'static str));

impl Import {
    /// No import; why a form has none stands in the test of all forms.
    pub const NONE: Self = Self::with("");

    /// Takes what a user fills in on the form, and adds rows.
    pub const fn with(code: &'static str) -> Self {
        Self {
            code,
            columns: &[],
            also: &[],
            except: &[],
            keys: &[],
            together: false,
            own_select: "",
            arrange: None,
            undo: None,
            more: None,
            answers: &[],
            alike: None,
            needed: &[],
            listed: &[],
            headings: &[],
            maker: None,
        }
    }

    /// The documents are made by the room, of these columns.
    #[must_use]
    pub const fn made_by(mut self, maker: &'static dyn Maker, columns: &'static [Field]) -> Self {
        self.maker = Some(maker);
        self.columns = columns;
        self
    }

    /// The rules hold no row against others of the table: only its keys and what is unique stand in the way.
    #[must_use]
    pub const fn apart(mut self) -> Self {
        self.alike = Some(|_| Vec::new());
        self
    }

    /// Changes rows, too, found by one of these fields.
    #[must_use]
    pub const fn by(mut self, keys: &'static [Field]) -> Self {
        self.keys = keys;
        self
    }

    /// Changes rows, too, found by all of these fields together.
    #[must_use]
    pub const fn by_all(mut self, keys: &'static [Field]) -> Self {
        self.together = true;
        self.by(keys)
    }

    /// Whether there is one.
    pub(crate) fn is_offered(&self) -> bool {
        !self.code.is_empty()
    }
}

/// What becomes of a row whose key is known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// It is refused as the form refuses it.
    #[default]
    Add,
    /// It is changed.
    Update,
}

/// What becomes of the good rows when there are bad ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnError {
    /// Nothing is imported.
    #[default]
    All,
    /// The good ones are imported.
    Skip,
}

/// Rows as the browser sends them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Rows {
    /// Name of the file.
    pub file_name: String,
    /// Field of each column.
    pub fields: Vec<String>,
    /// Heading of each column in the file.
    pub headers: Vec<String>,
    /// Row of the file of each row.
    pub numbers: Vec<u32>,
    /// Cells.
    pub rows: Vec<Vec<String>>,
    /// Add, or change too.
    pub mode: Mode,
    /// All or nothing, or skip.
    pub on_error: OnError,
    /// Rows the form would ask about are imported.
    pub accept: bool,
    /// Columns that hold one value in all rows, remembered for the next file.
    pub fixed: BTreeMap<String, String>,
}

impl FormPage {
    /// Columns an import of this form takes: those declared, else what its sections let a user fill in.
    pub(crate) fn import_columns(&self, call: &Call) -> Result<Vec<Field>, Refusal> {
        let mut columns = self.declared_columns();
        if let Some(more) = self.import.more {
            columns.extend(call.read(more)?);
        }
        Ok(columns)
    }

    fn declared_columns(&self) -> Vec<Field> {
        if !self.import.columns.is_empty() {
            return self.import.columns.to_vec();
        }
        let keyed = |field: &Field| self.import.keys.iter().any(|key| key.name() == field.name());
        let fields = self.sections.iter().flat_map(|section| section.fields);
        let taken = |field: &&Field| {
            let left_out = self.import.except.iter().any(|one| one.name() == field.name());
            !left_out && (!field.read_only || keyed(field))
        };
        fields.filter(taken).chain(self.import.also).copied().collect()
    }

    /// The fields the columns of a body are for; refused when it is not made for this form.
    pub(crate) fn import_fields(&self, rows: &Rows, known: &[Field]) -> Result<Vec<Field>, Refusal> {
        let mut fields: Vec<Field> = Vec::with_capacity(rows.fields.len());
        for name in &rows.fields {
            let bad = || Refusal::BadRequest(messages::UNKNOWN_COLUMN.with(&[("name", name)]));
            let field = known.iter().find(|field| field.name() == *name).ok_or_else(bad)?;
            if fields.iter().any(|other| other.name() == *name) {
                return Err(Refusal::Business(labelled(messages::TWICE, field, &[])));
            }
            fields.push(*field);
        }
        let most = |message: Msg, n: usize| Err(Refusal::field("rows", message.with(&[("n", &n.to_string())])));
        match () {
            () if fields.is_empty() => Err(Refusal::business(messages::NO_COLUMNS)),
            () if rows.rows.is_empty() => Err(Refusal::business(messages::NO_ROWS)),
            () if rows.rows.len() > ROWS_MAX => most(messages::TOO_MANY_ROWS, ROWS_MAX),
            () if rows.mode == Mode::Update && self.import.keys.is_empty() => {
                Err(Refusal::business(messages::ONLY_ADDS))
            }
            () => Ok(fields),
        }
    }
}

/// A message about a field.
pub(crate) fn labelled(message: Msg, field: &Field, more: &[(&str, &str)]) -> Text {
    let with = |label| std::iter::once(("field", label)).chain(more.iter().copied()).collect::<Vec<_>>();
    message.with_each(&with(field.zh), &with(field.en))
}

/// The calls of a form's import.
pub(crate) fn operations(form: &Arc<FormPage>) -> Vec<Operation> {
    let access = Access::Code(form.import.code);
    let path = |name: &str| format!("{}/import/{name}", form.base);
    let id = |verb: &str| format!("{verb}_{}", form.noun);
    let work = |work: fn(&FormPage, &mut Call) -> Outcome| {
        let form = form.clone();
        move |call: &mut Call| work(&form, call)
    };
    let mut operations = vec![
        Operation::get(&id("get_import_template_of"), &path("template"), access, work(workbook::template))
            .summary("A workbook with the columns and a note about each")
            .answers_files(&[crate::files::XLSX]),
        Operation::get(&id("list_import_columns_of"), &path("columns"), access, work(columns::list))
            .summary("The columns a file may have: which are needed, and what each may hold")
            .answers(shape::object([("columns", columns::schema())])),
        Operation::post(&id("read_import_of"), &path("read"), access, work(read))
            .body(Body::Files)
            .body_up_to(FILE_BYTES_MAX + 64 * 1024)
            .reads()
            .summary("Rows of a file, and which column is meant for which field")
            .answers(read_schema()),
        Operation::post(&id("check_import_of"), &path("check"), access, work(check::check))
            .body_up_to(ROWS_BYTES_MAX)
            .reads()
            .summary("What an import would meet; nothing is kept")
            .answers(check::schema()),
        Operation::post(&id("list_import_errors_of"), &path("errors"), access, work(workbook::errors))
            .body_up_to(ROWS_BYTES_MAX)
            .reads()
            .summary("The bad rows as a workbook, with the reasons")
            .answers_files(&[crate::files::XLSX]),
        Operation::post(&id("run_import_of"), &path("run"), access, work(job::run))
            .body_up_to(ROWS_BYTES_MAX)
            .summary("Puts the import down as a job")
            .answers(shape::job()),
        Operation::get(&id("get_import_of"), &path("job/{id}"), access, work(job::result))
            .summary("How far an own import is, and what became of each row")
            .answers(job::schema()),
        Operation::post(&id("undo_import_of"), &path("undo/{id}"), access, work(undo::undo))
            .summary("Takes an import back")
            .answers(shape::object([("id", shape::id())])),
    ];
    if !form.import.answers.is_empty() {
        operations.push(
            Operation::post(&id("take_import_answers_of"), &path("answers/{id}"), access, work(job::answers))
                .summary("What only the importer is told, once")
                .answers_files(&[crate::files::XLSX]),
        );
    }
    operations
}

/// What [`read`] answers.
fn read_schema() -> Json {
    let texts = || shape::list_of(shape::text());
    shape::object([
        ("fileName", shape::text()),
        ("headerRow", shape::whole()),
        ("headers", texts()),
        ("matched", shape::cells()),
        ("columns", columns::schema()),
        ("keys", texts()),
        ("canUpdate", shape::flag()),
        ("hasAnswers", shape::flag()),
        ("numbers", shape::list_of(shape::whole())),
        ("rows", shape::list_of(shape::cells())),
    ])
}

/// POST {base}/import/read.
fn read(form: &FormPage, call: &mut Call) -> Outcome {
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let part = part.ok_or(Refusal::business(messages::WRONG_TYPE))?;
    let asked: Option<usize> = call.query("header").parse().ok().filter(|row| *row > 0);
    let sheet = sheet::read(&part.file_name, &part.bytes)?;
    let file_name = crate::files::clean_name(&part.file_name);
    let columns = form.import_columns(call)?;
    let known = matching::known(call, form)?;
    let head = matching::head_of(&sheet, &columns, &known, asked).ok_or(Refusal::business(messages::NO_ROWS))?;
    let matched = matching::propose(&head.cells, &columns, &known);
    let body: Vec<&sheet::Line> =
        sheet.lines.iter().filter(|line| line.number > head.number && !line.is_note()).collect();
    if body.is_empty() {
        return Err(Refusal::business(messages::NO_ROWS));
    }
    if body.len() > ROWS_MAX {
        return Err(Refusal::field("rows", messages::TOO_MANY_ROWS.with(&[("n", &ROWS_MAX.to_string())])));
    }
    let width = sheet.lines.iter().map(|line| line.cells.len()).max().unwrap_or_default();
    let told = columns::told(form, call, &columns)?;
    let (mode, edit) = (!form.import.keys.is_empty(), form.codes.get(1).copied().unwrap_or_default());
    Ok(Answer::Data(json!({
        "fileName": file_name,
        "headerRow": head.number,
        "headers": (0..width).map(|place| head.cells.get(place).cloned().unwrap_or_default()).collect::<Vec<_>>(),
        "matched": (0..width).map(|place| matched.get(place).cloned().flatten()).collect::<Vec<_>>(),
        "columns": told,
        "fixed": known.fixed(&columns),
        "keys": form.import.keys.iter().map(Field::name).collect::<Vec<_>>(),
        "canUpdate": mode && call.actor()?.has(edit),
        "hasAnswers": !form.import.answers.is_empty(),
        "numbers": body.iter().map(|line| line.number).collect::<Vec<_>>(),
        "rows": body.iter().map(|line| &line.cells).collect::<Vec<_>>(),
    })))
}

/// Whether a column holds rows of something else, which are looked for by name or code.
pub(crate) fn is_reference(field: &Field) -> bool {
    matches!(field.kind, Kind::Reference(_) | Kind::Code(_) | Kind::Many(_))
}
