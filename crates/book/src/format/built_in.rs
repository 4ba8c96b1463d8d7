//! The formats every company has (catalogue css.md /css_voucher_format). Where the columns of the two foreign ones are told
//! of in public stands in docs/voucher-formats.md.

use std::collections::BTreeMap;

use super::layout::{CSV, Column, GBK, Layout, Source, TXT, XLSX, XML};
use Source::{
    AccountCode, AccountName, Attachments, CoopCode, CoopName, Credit, CurrencyCode, CurrencyName, CustomerCode, Debit,
    Dept, DeptCode, EntryNo, Fixed, Foreign, Item, Number, Original, Period, Preparer, Rate, Serial, Sources, Summary,
    SupplierCode, User, UserCode, VoucherDate, Word, Year,
};

/// A heading, what stands below it, and the text or the format of that.
type Told = (&'static str, Source, &'static str);

/// The name of the one a company has that chose none.
pub(super) const GENERAL_NAME: &str = "通用格式";

/// 通用格式.
const GENERAL: &[Told] = &[
    ("凭证日期", VoucherDate, ""),
    ("凭证字", Word, ""),
    ("凭证号", Number, ""),
    ("附件数", Attachments, ""),
    ("分录号", EntryNo, ""),
    ("摘要", Summary, ""),
    ("科目代码", AccountCode, ""),
    ("科目名称", AccountName, ""),
    ("借方金额", Debit, ""),
    ("贷方金额", Credit, ""),
    ("往来单位代码", CoopCode, ""),
    ("往来单位", CoopName, ""),
    ("部门", Dept, ""),
    ("人员", User, ""),
    ("币种", CurrencyCode, ""),
    ("汇率", Rate, ""),
    ("原币金额", Original, ""),
    ("来源单号", Sources, ""),
];

/// 格式A.
const KINGDEE: &[Told] = &[
    ("FDate", VoucherDate, ""),
    ("FYear", Year, ""),
    ("FPeriod", Period, ""),
    ("FGroupID", Word, ""),
    ("FNumber", Number, ""),
    ("FAccountNum", AccountCode, ""),
    ("FAccountName", AccountName, ""),
    ("FCurrencyNum", CurrencyCode, ""),
    ("FCurrencyName", CurrencyName, ""),
    ("FAmountFor", Original, ""),
    ("FDebit", Debit, ""),
    ("FCredit", Credit, ""),
    ("FPreparerID", Preparer, ""),
    ("FCheckerID", Fixed, "NONE"),
    ("FApproveID", Fixed, "NONE"),
    ("FCashierID", Fixed, "NONE"),
    ("FHandler", Fixed, ""),
    ("FSettleTypeID", Fixed, "*"),
    ("FSettleNo", Fixed, ""),
    ("FExplanation", Summary, ""),
    ("FQuantity", Fixed, "0"),
    ("FMeasureUnitID", Fixed, "*"),
    ("FUnitPrice", Fixed, "0"),
    ("FReference", Fixed, ""),
    ("FTransDate", VoucherDate, ""),
    ("FTransNo", Fixed, ""),
    ("FAttachments", Attachments, ""),
    ("FSerialNum", Serial, ""),
    ("FObjectName", Fixed, ""),
    ("FParameter", Fixed, ""),
    ("FExchangeRate", Rate, ""),
    ("FEntryID", EntryNo, ""),
    ("FItem", Item, ""),
    ("FPosted", Fixed, "0"),
    ("FInternalInd", Fixed, ""),
    ("FCashFlow", Fixed, ""),
];

/// 格式B.
const YONYOU: &[Told] = &[
    ("制单日期", VoucherDate, "yyyy-MM-dd"),
    ("凭证类别字", Word, ""),
    ("凭证号", Number, ""),
    ("附单据数", Attachments, ""),
    ("摘要", Summary, "60"),
    ("科目编码", AccountCode, ""),
    ("金额借方", Debit, ""),
    ("金额贷方", Credit, ""),
    ("数量", Fixed, "0"),
    ("外币", Foreign, ""),
    ("汇率", Rate, ""),
    ("制单人", Preparer, ""),
    ("结算方式编码", Fixed, ""),
    ("票据号", Fixed, ""),
    ("票据日期", Fixed, ""),
    ("部门编码", DeptCode, ""),
    ("个人编码", UserCode, ""),
    ("客户编码", CustomerCode, ""),
    ("供应商编码", SupplierCode, ""),
    ("业务员", Fixed, ""),
    ("项目大类", Fixed, ""),
    ("项目编码", Fixed, ""),
    ("自定义项1", Fixed, ""),
    ("自定义项2", Fixed, ""),
];

/// A format of the program: its name, its type of file, how it looks.
pub(super) type BuiltIn = (&'static str, &'static str, Layout);

/// All of them, in the order they are offered.
pub(super) fn all() -> Vec<BuiltIn> {
    let of = |told: &[Told]| Layout { columns: columns(told), ..Layout::default() };
    let renminbi = BTreeMap::from([("CNY".to_owned(), "RMB".to_owned())]);
    let kingdee = Layout {
        sheet: "Page1".to_owned(),
        first_entry: 0,
        separator: ".".to_owned(),
        currencies: renminbi,
        ..of(KINGDEE)
    };
    let yonyou = || Layout { separator: String::new(), ..of(YONYOU) };
    vec![
        (GENERAL_NAME, XLSX, of(GENERAL)),
        ("格式A：金蝶导入格式", XLSX, kingdee),
        ("格式B：用友导入格式", XLSX, yonyou()),
        ("格式B：用友导入格式（文本）", TXT, Layout { headings: false, encoding: GBK.to_owned(), ..yonyou() }),
        ("通用XML", XML, of(GENERAL)),
        ("通用CSV", CSV, of(GENERAL)),
    ]
}

fn columns(told: &[Told]) -> Vec<Column> {
    let column = |(title, source, more): &Told| {
        let is_fixed = *source == Fixed;
        let text = |wanted: bool| if wanted { (*more).to_owned() } else { String::new() };
        Column { title: (*title).to_owned(), source: *source, fixed: text(is_fixed), width: 0, format: text(!is_fixed) }
    };
    told.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formats_have_the_columns_of_the_catalogue() {
        let found: Vec<(&str, usize)> = all().iter().map(|(name, _, layout)| (*name, layout.columns.len())).collect();
        let wanted = [
            ("通用格式", 18),
            ("格式A：金蝶导入格式", 36),
            ("格式B：用友导入格式", 24),
            ("格式B：用友导入格式（文本）", 24),
            ("通用XML", 18),
            ("通用CSV", 18),
        ];
        assert_eq!(found, wanted);
    }
}
