//! Workbooks as templates: what is taken, and filling their cells.
//!
//! The rule for who makes one: variables stand in cells as `{name}`. The row that holds variables of rows is
//! repeated for each row of the paper; the rows below, merged cells, pictures and references of formulas move
//! along, and ranges over that row grow. One such row a sheet. All else of the file stays as it is.

mod check;
mod fill;
mod formula;
mod limit;
pub(crate) mod package;
mod sheet;
pub(crate) mod xml;

use kernel::{Msg, Text};

pub use check::inspect;
pub use fill::fill_excel;
pub(crate) use fill::pack;

/// Largest template.
pub const BYTES_MAX: usize = 5 * 1024 * 1024;

const NOT_XLSX: Msg = Msg::new("template.xlsx", "模板须为xlsx文件", "A template is an xlsx file.");
const MACROS: Msg = Msg::new("template.macros", "模板不能含有宏", "A template can't hold macros.");
const EXTERNAL: Msg =
    Msg::new("template.external", "模板不能含有外部链接：{names}", "A template can't hold external links: {names}");
const OBJECTS: Msg =
    Msg::new("template.objects", "模板不能含有表格对象或数据透视表", "A template can't hold tables or pivot tables.");
const TWO_ROWS: Msg = Msg::new(
    "template.rows",
    "每张工作表只能有一个明细行：{names}",
    "A sheet can have only one row that is repeated: {names}",
);
const TOO_LARGE: Msg = Msg::new(
    "template.too_large",
    "模板内容过多，最多{sheets}张工作表、{cells}个单元格，请精简后再上传",
    "The template holds too much: at most {sheets} sheets and {cells} cells. Make it smaller.",
);
const LONG_TEXT: Msg = Msg::new(
    "template.long_text",
    "单元格{cell}的文字过长，最多{max}个字",
    "The text of cell {cell} is too long: at most {max} letters.",
);
const LONG_FORMULA: Msg = Msg::new(
    "template.long_formula",
    "单元格{cell}的公式过长，最多{max}个字符",
    "The formula of cell {cell} is too long: at most {max} letters.",
);
pub(crate) const UNKNOWN: Msg =
    Msg::new("template.unknown", "模板含有未知变量：{names}", "The template has unknown variables: {names}");

/// Why a file is no template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No workbook, or a broken one.
    NotXlsx,
    /// Code.
    Macros,
    /// What points out of the file.
    External(Vec<String>),
    /// Tables and pivot tables, whose ranges would not grow.
    Objects,
    /// More sheets, cells or texts than any paper has.
    TooLarge,
    /// A cell whose text is longer than a cell can hold.
    LongText(String),
    /// The same of a formula.
    LongFormula(String),
    /// Sheets with several repeated rows.
    TwoRows(Vec<String>),
    /// Names that are no variables.
    Unknown(Vec<String>),
}

impl Fault {
    /// What the user is told.
    pub fn text(&self) -> Text {
        // Enough to find them by: a hostile file has very many, and long ones.
        let named = |message: Msg, names: &[String]| {
            let shown: Vec<String> = names.iter().take(20).map(|name| name.chars().take(60).collect()).collect();
            message.with(&[("names", &shown.join("、"))])
        };
        let long = |message: Msg, cell: &str, max: usize| message.with(&[("cell", cell), ("max", &max.to_string())]);
        match self {
            Self::NotXlsx => NOT_XLSX.text(),
            Self::Macros => MACROS.text(),
            Self::External(names) => named(EXTERNAL, names),
            Self::Objects => OBJECTS.text(),
            Self::TooLarge => {
                TOO_LARGE.with(&[("sheets", &limit::SHEETS_MAX.to_string()), ("cells", &limit::CELLS_MAX.to_string())])
            }
            Self::LongText(cell) => long(LONG_TEXT, cell, limit::TEXT_MAX),
            Self::LongFormula(cell) => long(LONG_FORMULA, cell, limit::FORMULA_MAX),
            Self::TwoRows(names) => named(TWO_ROWS, names),
            Self::Unknown(names) => named(UNKNOWN, names),
        }
    }
}
