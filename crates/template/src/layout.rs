//! What a company decides about a PDF: a built-in layout with settings, never code.

use facts::sign::SEAL;
use kernel::{Findings, Id, Msg};
use platform::field::Field;
use platform::refusal::Refusal;
use platform::store::{Conn, sql};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::excel::UNKNOWN;
use crate::paper::Cell;
use crate::variable;

/// Longest header, footer and remark.
const TEXT_MAX: usize = 500;
const SIZES: (i64, i64) = (8, 12);

const COLUMNS: Msg = Msg::new("template.columns", "请至少选择一列", "Please choose at least one column.");
const COLUMN: Msg = Msg::new("template.column", "列不存在：{name}", "There is no such column: {name}");
const NO_BANK: Msg =
    Msg::new("template.bank", "银行账户不存在或已停用", "There is no such bank account, or it is stopped.");
const NO_SEAL: Msg = Msg::new("template.seal", "印章不存在或已停用", "There is no such seal, or it is stopped.");

const SIZE: Field = Field::int("字号", "Font size").required().range(SIZES.0, SIZES.1).wire("fontSize");
const BANK: Field =
    Field::select(&[], "银行账户（空为币种的默认账户）", "Bank account (none: default of the currency)").wire("bankId");
const SEAL_FIELD: Field = Field::select(&[], "印章", "Seal").wire("sealId");
const TEXTS: [Field; 3] = [
    Field::long("页眉", "Header").max(TEXT_MAX).wire("header"),
    Field::long("页脚", "Footer").max(TEXT_MAX).wire("footer"),
    Field::long("备注", "Remark").max(TEXT_MAX).wire("remark"),
];

/// Fields of a layout for the page, with the accounts and seals there are to choose from.
pub fn fields(banks: &Json, seals: &Json) -> Json {
    let with = |field: Field, options: &Json| {
        let mut field = field.contract();
        if let Some(field) = field.as_object_mut() {
            field.insert("options".to_owned(), options.clone());
        }
        field
    };
    let flag = |wire, zh, en| Field::flag(zh, en).wire(wire).contract();
    let mut fields = vec![
        SIZE.contract(),
        flag("landscape", "横向", "Landscape"),
        flag("logo", "显示LOGO（先取银行账户的，再取公司的）", "Logo (of the account, else of the company)"),
        with(BANK, banks),
        with(SEAL_FIELD, seals),
    ];
    fields.extend(TEXTS.map(|field| field.contract()));
    Json::Array(fields)
}

/// The settings of a PDF.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Layout {
    /// Columns in their order.
    pub columns: Vec<String>,
    /// The logo of the bank account, else of the company, stands at the upper left.
    #[serde(default)]
    pub logo: bool,
    /// Seal; none for a paper without.
    #[serde(default)]
    pub seal_id: Option<Id>,
    /// Account; none for the default one of the currency.
    #[serde(default)]
    pub bank_id: Option<Id>,
    /// Words below the title.
    #[serde(default)]
    pub header: String,
    /// Words at the foot of each page.
    #[serde(default)]
    pub footer: String,
    /// Words below the table.
    #[serde(default)]
    pub remark: String,
    /// Size of the words in points.
    pub font_size: i64,
    /// The page lies on its long side.
    #[serde(default)]
    pub landscape: bool,
}

impl Layout {
    /// The platform's default.
    pub fn standard(cell: &Cell) -> Self {
        Self {
            columns: cell.paper.columns.iter().map(|name| (*name).to_owned()).collect(),
            logo: false,
            seal_id: None,
            bank_id: None,
            header: String::new(),
            footer: cell.text(cell.paper.footer).to_owned(),
            remark: String::new(),
            font_size: 9,
            landscape: false,
        }
    }

    /// Refuses settings that are none.
    pub fn check(&self, conn: &mut dyn Conn, org: i64) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        findings.error_if(self.columns.is_empty(), "columns", COLUMNS);
        // Of more than there are, one of the first is wrong already.
        for (place, name) in self.columns.iter().enumerate().take(variable::VARIABLES.len()) {
            let known = variable::of_bill(name).is_some_and(|variable| variable.row);
            if !known || self.columns.iter().take(place).any(|other| other == name) {
                findings.error("columns", COLUMN.with(&[("name", name)]));
            }
        }
        SIZE.parse(Some(&self.font_size.into()), "fontSize", &mut findings);
        for (field, text) in TEXTS.iter().zip([&self.header, &self.footer, &self.remark]) {
            let place = field.wire;
            field.parse(Some(&text.as_str().into()), place, &mut findings);
            let unknown = variable::unknown_in_text(text);
            if !unknown.is_empty() {
                findings.error(place, UNKNOWN.with(&[("names", &unknown.join("、"))]));
            }
        }
        if let Some(id) = self.bank_id {
            let mut select = sql::from(org, "org_bank");
            select.column("id").and_where(sql::eq("id", id)).and_where(sql::eq("active", true));
            findings.error_if(conn.first(&select.into())?.is_none(), "bankId", NO_BANK);
        }
        if let Some(id) = self.seal_id {
            let mut select = sql::from(org, "sign_template");
            select
                .column("id")
                .and_where(sql::eq("id", id))
                .and_where(sql::eq("kind", SEAL))
                .and_where(sql::eq("active", true));
            findings.error_if(conn.first(&select.into())?.is_none(), "sealId", NO_SEAL);
        }
        Refusal::unless_clean(&findings, &[])
    }
}
