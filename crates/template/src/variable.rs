//! What templates may name in braces: of the whole paper, and of each row.

use std::collections::BTreeMap;

use crate::letter::LETTER;
use crate::waybill::WAYBILL;

/// What a variable says, by its name. Numbers are plain: `1200.00`.
pub type Values = BTreeMap<&'static str, String>;

/// A variable.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    /// Name, as between the braces.
    pub name: &'static str,
    /// Chinese label.
    pub zh: &'static str,
    /// English label.
    pub en: &'static str,
    /// Of each row.
    pub row: bool,
    /// A number, written as one.
    pub number: bool,
}

pub(crate) const fn head(name: &'static str, zh: &'static str, en: &'static str) -> Variable {
    Variable { name, zh, en, row: false, number: false }
}

pub(crate) const fn row(name: &'static str, zh: &'static str, en: &'static str) -> Variable {
    Variable { name, zh, en, row: true, number: false }
}

impl Variable {
    pub(crate) const fn number(mut self) -> Self {
        self.number = true;
        self
    }

    /// Label in a language.
    pub fn label(&self, language: &str) -> &'static str {
        if language == "en" { self.en } else { self.zh }
    }
}

/// Those of orders and charges, in the order they are listed; a waybill and a letter have their own.
pub const VARIABLES: [Variable; 25] = [
    head("orgName", "公司名称", "Company"),
    head("bankInfo", "银行信息", "Bank details"),
    head("coopName", "客户", "Customer"),
    head("billNo", "单号", "Number"),
    head("billDate", "日期", "Date"),
    head("currency", "币种", "Currency"),
    head("total", "合计", "Total").number(),
    head("totalUpper", "大写金额", "Amount in words"),
    head("functionalTotal", "本币合计", "Total in functional currency"),
    head("jobNumber", "工作号", "Job no."),
    head("billRemark", "备注", "Remark"),
    row("orderCode", "订单号", "Order"),
    row("awb", "运单号", "Waybill"),
    row("route", "航程", "Route"),
    row("pieces", "件数", "Pieces").number(),
    row("weight", "毛重", "Gross weight").number(),
    row("volume", "体积", "Volume").number(),
    row("chargeWeight", "计费重量", "Chargeable weight").number(),
    row("serviceName", "服务项目", "Charge"),
    row("currencyCode", "币种", "Currency"),
    row("price", "单价", "Price").number(),
    row("quantity", "数量", "Quantity").number(),
    row("amount", "金额", "Amount").number(),
    row("tax", "税额", "Tax").number(),
    row("lineNote", "备注", "Note"),
];

/// The variable of a name, whichever paper has it.
pub fn find(name: &str) -> Option<&'static Variable> {
    of_bill(name).or_else(|| WAYBILL.iter().chain(&LETTER).find(|variable| variable.name == name))
}

/// The variable of a name that papers about orders and charges have.
pub fn of_bill(name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|variable| variable.name == name)
}

/// Names in braces that are no variable of the whole paper, each once.
pub fn unknown_in_text(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in facts::braces::names(text) {
        if of_bill(name).is_none_or(|variable| variable.row) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A text with the values in place of its variables.
pub fn fill(text: &str, values: &Values) -> String {
    facts::braces::fill(text, |name| values.get(name).map(String::as_str).unwrap_or_default())
}
