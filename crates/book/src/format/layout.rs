//! How the file of a format looks: its columns and what is decided for all of them.

use std::collections::BTreeMap;

use platform::field::Choice;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Columns of one file.
pub const COLUMNS_MAX: usize = 100;

/// 工作簿.
pub const XLSX: &str = "XLSX";
/// Texts with commas between, quoted as spreadsheets do.
pub const CSV: &str = "CSV";
/// Texts with commas between, without quotes.
pub const TXT: &str = "TXT";
/// Elements.
pub const XML: &str = "XML";
/// Types of file.
pub const TYPES: &[Choice] = &[
    Choice::new(XLSX, "xlsx", "xlsx"),
    Choice::new(CSV, "csv", "csv"),
    Choice::new(TXT, "txt", "txt"),
    Choice::new(XML, "xml", "xml"),
];

/// UTF-8.
pub const UTF_8: &str = "UTF-8";
/// GBK, with the four bytes of GB18030 for what it has not.
pub const GBK: &str = "GBK";
/// Encodings of files that are texts.
pub const ENCODINGS: &[Choice] = &[Choice::new(UTF_8, "UTF-8", "UTF-8"), Choice::new(GBK, "GBK", "GBK")];

/// The head of a voucher stands on each of its rows.
pub const EVERY: &str = "EVERY";
/// On its first row alone.
pub const FIRST: &str = "FIRST";
/// Where the head of a voucher stands.
pub const HEADS: &[Choice] =
    &[Choice::new(EVERY, "每行", "Every row"), Choice::new(FIRST, "凭证首行", "First row of a voucher")];

/// What a column tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// 凭证日期.
    VoucherDate,
    /// 会计年度.
    Year,
    /// 会计期间, 1 to 12.
    Period,
    /// 凭证字.
    Word,
    /// 凭证号.
    Number,
    /// 附件数.
    Attachments,
    /// The place of the voucher in the file, from 1.
    Serial,
    /// 分录号.
    EntryNo,
    /// 摘要.
    Summary,
    /// 科目代码, with that of the partner behind it where sub-accounts are kept.
    AccountCode,
    /// 科目名称.
    AccountName,
    /// 借方金额.
    Debit,
    /// 贷方金额.
    Credit,
    /// 借 or 贷.
    Direction,
    /// The amount of that side.
    Amount,
    /// 往来单位代码.
    CoopCode,
    /// 往来单位.
    CoopName,
    /// The same where the account is one of customers.
    CustomerCode,
    /// Where it is one of suppliers.
    SupplierCode,
    /// 核算项目, as `客户---代码---名称`.
    Item,
    /// 部门编码.
    DeptCode,
    /// 部门.
    Dept,
    /// Log-in name of a person.
    UserCode,
    /// 人员.
    User,
    /// 币种.
    CurrencyCode,
    /// 币别名称.
    CurrencyName,
    /// 汇率.
    Rate,
    /// 原币金额.
    Original,
    /// The same, nought in the functional currency.
    Foreign,
    /// Numbers of what the voucher was made of.
    Sources,
    /// 制单人.
    Preparer,
    /// The same text on each row.
    Fixed,
}

/// Sources as forms offer them.
pub const SOURCES: &[Choice] = &[
    Choice::new("voucherDate", "凭证日期", "Voucher date"),
    Choice::new("year", "会计年度", "Year"),
    Choice::new("period", "会计期间", "Period"),
    Choice::new("word", "凭证字", "Word"),
    Choice::new("number", "凭证号", "Number"),
    Choice::new("attachments", "附件数", "Attachments"),
    Choice::new("serial", "凭证序号", "Place in the file"),
    Choice::new("entryNo", "分录号", "Entry number"),
    Choice::new("summary", "摘要", "Summary"),
    Choice::new("accountCode", "科目代码", "Account code"),
    Choice::new("accountName", "科目名称", "Account"),
    Choice::new("debit", "借方金额", "Debit"),
    Choice::new("credit", "贷方金额", "Credit"),
    Choice::new("direction", "借贷方向", "Side"),
    Choice::new("amount", "金额", "Amount"),
    Choice::new("coopCode", "往来单位代码", "Partner code"),
    Choice::new("coopName", "往来单位", "Partner"),
    Choice::new("customerCode", "客户代码", "Customer code"),
    Choice::new("supplierCode", "供应商代码", "Supplier code"),
    Choice::new("item", "核算项目", "Item of calculation"),
    Choice::new("deptCode", "部门代码", "Department code"),
    Choice::new("dept", "部门", "Department"),
    Choice::new("userCode", "人员代码", "Person code"),
    Choice::new("user", "人员", "Person"),
    Choice::new("currencyCode", "币种代码", "Currency code"),
    Choice::new("currencyName", "币种名称", "Currency"),
    Choice::new("rate", "汇率", "Rate"),
    Choice::new("original", "原币金额", "Original amount"),
    Choice::new("foreign", "外币金额（本位币为0）", "Foreign amount (own currency: 0)"),
    Choice::new("sources", "来源单号", "Source numbers"),
    Choice::new("preparer", "制单人", "Made by"),
    Choice::new("fixed", "固定值", "Fixed value"),
];

impl Source {
    /// By its name.
    pub fn named(name: &str) -> Option<Self> {
        serde_json::from_value(Json::String(name.to_owned())).ok()
    }

    /// Its name.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether it is told of the voucher, not of the entry.
    pub(super) const fn is_of_head(self) -> bool {
        use Source::{Attachments, Number, Period, Preparer, Serial, Sources, VoucherDate, Word, Year};
        matches!(self, VoucherDate | Year | Period | Word | Number | Attachments | Serial | Sources | Preparer)
    }
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// What it tells.
    pub source: Source,
    /// The text of a fixed one.
    #[serde(default)]
    pub fixed: String,
    /// Width in letters; nought for that of its heading.
    #[serde(default)]
    pub width: i64,
    /// A pattern of days as `yyyy-MM-dd`, the decimals of a figure, or the most letters of a text; empty for the usual one.
    #[serde(default)]
    pub format: String,
}

/// How a file looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Layout {
    /// Name of the sheet.
    pub sheet: String,
    /// A row of headings stands above.
    pub headings: bool,
    /// A line before everything else; empty for none.
    pub lead: String,
    /// One of [`ENCODINGS`].
    pub encoding: String,
    /// One of [`HEADS`].
    pub head: String,
    /// Number of the first entry of a voucher.
    pub first_entry: i64,
    /// What stands between the code of an account and that of its partner.
    pub separator: String,
    /// What currencies are called there, by their codes.
    pub currencies: BTreeMap<String, String>,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            sheet: "凭证".to_owned(),
            headings: true,
            lead: String::new(),
            encoding: UTF_8.to_owned(),
            head: EVERY.to_owned(),
            first_entry: 1,
            separator: " ".to_owned(),
            currencies: BTreeMap::new(),
            columns: Vec::new(),
        }
    }
}

impl Layout {
    /// Of what is stored.
    pub fn of(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// As it is stored.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_that_is_offered_is_known_by_its_name() {
        for choice in SOURCES {
            assert_eq!(Source::named(choice.value).map(Source::name).as_deref(), Some(choice.value));
        }
        assert_eq!(Source::named("other"), None);
    }

    #[test]
    fn a_layout_reads_what_it_wrote() {
        let mut layout = Layout { first_entry: 0, ..Layout::default() };
        layout.currencies.insert("CNY".to_owned(), "RMB".to_owned());
        layout.columns.push(Column {
            title: "FDate".to_owned(),
            source: Source::VoucherDate,
            fixed: String::new(),
            width: 12,
            format: "yyyy/MM/dd".to_owned(),
        });
        assert_eq!(Layout::of(&layout.text()), Some(layout));
        assert_eq!(Layout::of("{"), None);
    }
}
