//! The layout of a format: shown, and shaped by its own form.

use std::collections::BTreeMap;

use book::format::{self, COLUMNS_MAX, Column as FileColumn, ENCODINGS, Format, HEADS, Layout, SOURCES, Source};
use platform::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::VoucherFormat;

const CURRENCIES_FORM: Msg = Msg::new(
    "voucher_format.currencies",
    "币种对照按“CNY=RMB”填写，用逗号分隔",
    "Write currencies as CNY=RMB, with commas between.",
);
const NO_COLUMN: Msg = Msg::new("voucher_format.columns", "至少要有一列", "A format has one column at least.");

const SHEET: Field = Field::text("工作表名", "Sheet").column("sheet").max(31);
const HEADINGS: Field = Field::flag("有表头行", "Row of headings").column("headings");
const LEAD: Field = Field::text("首行文字", "First line").column("lead").max(100);
const ENCODING: Field = Field::select(ENCODINGS, "编码", "Encoding").column("encoding").required();
const HEAD: Field = Field::select(HEADS, "凭证头", "Head of a voucher").column("head").required();
const FIRST_ENTRY: Field = Field::int("分录号起始", "First entry").column("first_entry").required().range(0, 1);
const SEPARATOR: Field = Field::select(
    &[
        Choice::new("SPACE", "空格", "Blank"),
        Choice::new("DOT", ".", "."),
        Choice::new("DASH", "-", "-"),
        Choice::new("NONE", "无", "None"),
    ],
    "子科目分隔符",
    "Before a sub-account",
)
.column("separator")
.required();
const CURRENCIES: Field =
    Field::text("币种对照", "Currencies").column("currencies").max(200).pattern("", are_pairs, CURRENCIES_FORM);
/// What its form asks for.
pub(super) const FIELDS: &[Field] = &[
    VoucherFormat::FORMAT_NAME.typed(),
    VoucherFormat::FILE_TYPE.typed(),
    SHEET,
    HEADINGS,
    LEAD,
    ENCODING,
    HEAD,
    FIRST_ENTRY,
    SEPARATOR,
    CURRENCIES,
];

const TITLE: Field = Field::text("表头", "Heading").column("title").required().max(60);
const SOURCE: Field = Field::select(SOURCES, "内容", "Content").column("source").required();
const FIXED: Field = Field::text("固定值", "Fixed value").column("fixed").max(60);
const WIDTH: Field = Field::int("宽度", "Width").column("width").range(0, 100);
const FORMAT: Field =
    Field::text("格式（日期样式、小数位或字数）", "Format (days, decimals or letters)").column("format").max(20);
/// Its columns.
pub(super) const LINES: Rows = Rows {
    member: "columns",
    title: ("列", "Columns"),
    behind: "",
    table: "",
    parent: "",
    fields: &[TITLE, SOURCE, FIXED, WIDTH, FORMAT],
    most: COLUMNS_MAX,
    sheet: false,
};

/// Separators by their choices.
const SEPARATORS: [(&str, &str); 4] = [("SPACE", " "), ("DOT", "."), ("DASH", "-"), ("NONE", "")];

fn pair(text: &str) -> Option<(String, String)> {
    let (code, name) = text.split_once('=')?;
    let (code, name) = (code.trim().to_uppercase(), name.trim().to_owned());
    (code.len() == 3 && code.bytes().all(|one| one.is_ascii_uppercase()) && !name.is_empty()).then_some((code, name))
}

fn are_pairs(text: &str) -> bool {
    text.split([',', '，']).all(|one| pair(one).is_some())
}

/// What the form of a format begins with.
pub(super) fn first(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Map<String, Json>, Refusal> {
    let Format { name, file_type, layout, .. } = found(conn, actor, id)?;
    let column = |one: &FileColumn| {
        json!({
            "title": one.title, "source": one.source.name(), "fixed": one.fixed, "width": one.width, "format": one.format,
        })
    };
    let separator = SEPARATORS.iter().find(|(_, text)| *text == layout.separator).map_or("NONE", |(name, _)| *name);
    let members = [
        ("formatName", json!(name)),
        ("fileType", json!(file_type)),
        ("sheet", json!(layout.sheet)),
        ("headings", json!(layout.headings)),
        ("lead", json!(layout.lead)),
        ("encoding", json!(layout.encoding)),
        ("head", json!(layout.head)),
        ("firstEntry", json!(layout.first_entry)),
        ("separator", json!(separator)),
        ("currencies", json!(pairs(&layout))),
        (LINES.member, layout.columns.iter().map(column).collect()),
    ];
    Ok(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn pairs(layout: &Layout) -> String {
    layout.currencies.iter().map(|(code, name)| format!("{code}={name}")).collect::<Vec<_>>().join(",")
}

fn found(conn: &mut dyn Conn, actor: &Actor, id: Option<Id>) -> Result<Format, Refusal> {
    let id = id.ok_or(Refusal::NotFound)?;
    format::find(conn, actor.org_id, id)?.ok_or(Refusal::NotFound)
}

/// Writes the layout that was asked for.
pub(super) fn save(tx: &mut Tx<'_>, step: &mut Step<'_, VoucherFormat>) -> Result<(), Refusal> {
    let text = |field: Field| Ok::<_, Refusal>(step.get::<Option<String>>(field)?.unwrap_or_default());
    let separator = text(SEPARATOR)?;
    let currencies: BTreeMap<String, String> = text(CURRENCIES)?.split([',', '，']).filter_map(pair).collect();
    let layout = Layout {
        sheet: text(SHEET)?,
        headings: step.get::<Option<bool>>(HEADINGS)?.unwrap_or_default(),
        lead: text(LEAD)?,
        encoding: text(ENCODING)?,
        head: text(HEAD)?,
        first_entry: step.get::<Option<i64>>(FIRST_ENTRY)?.unwrap_or_default(),
        separator: SEPARATORS.iter().find(|(name, _)| *name == separator).map_or("", |(_, text)| *text).to_owned(),
        currencies,
        columns: step.rows(LINES.member).iter().map(|row| column(row)).collect::<Result<_, _>>()?,
    };
    step.findings.error_if(layout.columns.is_empty(), LINES.member, NO_COLUMN);
    step.unless_clean()?;
    format::reshape(tx, step.id, &layout)
}

fn column(row: &[Value]) -> Result<FileColumn, Refusal> {
    let value = |place: usize| row.get(place).unwrap_or(&Value::Null);
    let text = |place: usize| Ok::<_, Refusal>(Option::<String>::from_value(value(place))?.unwrap_or_default());
    let source = Source::named(&text(1)?).unwrap_or(Source::Fixed);
    let fixed = if source == Source::Fixed { text(2)? } else { String::new() };
    let width = Option::<i64>::from_value(value(3))?.unwrap_or_default();
    Ok(FileColumn { title: text(0)?, source, fixed, width, format: text(4)? })
}

/// What stands below the fields of a format: what was decided, and its columns.
pub(super) fn told(conn: &mut dyn Conn, actor: &Actor, id: Id) -> Result<Told, Refusal> {
    let Format { layout, .. } = found(conn, actor, Some(id))?;
    let say = |choices: &[Choice], value: &str| {
        let found = choices.iter().find(|one| one.value == value);
        found.map_or_else(|| Said::from(value.to_owned()), |one| Said::from((one.zh, one.en)))
    };
    let columns = [
        ("title", ("表头", "Heading"), false),
        ("source", ("内容", "Content"), false),
        ("fixed", ("固定值", "Fixed value"), false),
        ("format", ("格式", "Format"), false),
    ];
    let rows = layout.columns.iter().map(|one| {
        vec![Said::from(&one.title), say(SOURCES, &one.source.name()), Said::from(&one.fixed), Said::from(&one.format)]
    });
    Ok(Told::default()
        .line(("编码", "Encoding"), say(ENCODINGS, &layout.encoding))
        .line(("凭证头", "Head of a voucher"), say(HEADS, &layout.head))
        .line(("分录号起始", "First entry"), layout.first_entry.to_string())
        .line(("币种对照", "Currencies"), pairs(&layout))
        .table(("列", "Columns"), &columns, rows.collect()))
}
