//! Types and states of invoices, and the numbers they are known by.

use std::collections::BTreeSet;

use charge::line::code_of;
use kernel::{Id, Msg, Text};
use platform::field::Choice;
use platform::refusal::Refusal;
use platform::sea_query::ExprTrait;
use platform::store::{Conn, Value, sql};
use trade::charge::Side;

use crate::invoice::{REMOVED, TABLE};

/// In force.
pub const NORMAL: &str = "NORMAL";
/// A red invoice takes a part of it back.
pub const PART_RED: &str = "PART_RED";
/// Red invoices take all of it back.
pub const RED: &str = "RED";
/// A red invoice that somebody decides about: it takes nothing back yet.
pub const PENDING: &str = "PENDING";
/// States of an invoice.
pub const STATES: &[Choice] = &[
    Choice::new(NORMAL, "正常", "In force").tone("ready"),
    Choice::new(PART_RED, "部分红冲", "Partly taken back").tone("warning"),
    Choice::new(RED, "已红冲", "Taken back").tone("danger"),
    Choice::new(PENDING, "审批中", "Under approval").tone("info"),
    Choice::new(REMOVED, "已删除", "Removed").tone("neutral"),
];
/// What lists of invoices begin with: those that were removed are looked for.
pub const LISTED: &str = "NORMAL,PART_RED,RED,PENDING";
/// States of invoices whose figures count: neither those that were removed nor those nobody decided about yet.
pub const IN_FORCE: [&str; 3] = [NORMAL, PART_RED, RED];

/// 数电专票.
pub const DIGITAL_SPECIAL: &str = "数电专票";
/// 数电普票.
pub const DIGITAL: &str = "数电普票";
/// 纸质专票.
pub const PAPER_SPECIAL: &str = "纸质专票";
/// 纸质普票.
pub const PAPER: &str = "纸质普票";
/// 海关缴款书: the customs' receipt of import tax.
pub const CUSTOMS: &str = "海关缴款书";
/// 境外发票.
pub const ABROAD: &str = "境外发票";
const ALL_TYPES: [Choice; 9] = [
    Choice::new(DIGITAL_SPECIAL, DIGITAL_SPECIAL, "Digital special VAT invoice"),
    Choice::new(DIGITAL, DIGITAL, "Digital VAT invoice"),
    Choice::new(PAPER_SPECIAL, PAPER_SPECIAL, "Paper special VAT invoice"),
    Choice::new(PAPER, PAPER, "Paper VAT invoice"),
    Choice::new("形式发票", "形式发票", "Proforma invoice"),
    Choice::new("收据", "收据", "Receipt"),
    Choice::new(CUSTOMS, CUSTOMS, "Customs tax receipt"),
    Choice::new("定额发票", "定额发票", "Fixed-amount invoice"),
    Choice::new(ABROAD, "境外发票 Invoice", "Invoice from abroad"),
];
/// Types of invoices that suppliers send.
pub const COST_TYPES: &[Choice] = &ALL_TYPES;
/// Types of invoices that are issued: category 8 without 不开票.
pub const INCOME_TYPES: &[Choice] = ALL_TYPES.split_at(6).0;
/// Types whose tax the buyer deducts.
pub const SPECIAL_TYPES: [&str; 2] = [DIGITAL_SPECIAL, PAPER_SPECIAL];
/// Types of the tax office.
pub const VAT_TYPES: [&str; 4] = [DIGITAL_SPECIAL, DIGITAL, PAPER_SPECIAL, PAPER];

/// Not for deduction.
pub const NOT_DEDUCTED: &str = "NONE";
/// To be deducted, not ticked yet.
pub const UNTICKED: &str = "OPEN";
/// Ticked for a month.
pub const TICKED: &str = "TICKED";
/// Whether the tax of a received invoice is deducted.
pub const DEDUCT_STATES: &[Choice] = &[
    Choice::new(NOT_DEDUCTED, "不可抵扣", "Not deductible").tone("neutral"),
    Choice::new(UNTICKED, "未勾选", "Not ticked").tone("warning"),
    Choice::new(TICKED, "已勾选", "Ticked").tone("done"),
];

const DIGITAL_FORM: Msg =
    Msg::new("invoice.digital", "数电发票号码须为20位数字", "The number of a digital invoice has 20 digits.");
const PAPER_FORM: Msg =
    Msg::new("invoice.paper", "纸质发票号码须为8位数字", "The number of a paper invoice has 8 digits.");
const PAPER_CODE: Msg = Msg::new(
    "invoice.paper_code",
    "纸质发票代码须为10位或12位数字",
    "The code of a paper invoice has 10 or 12 digits.",
);
const NO_CODE: Msg = Msg::new("invoice.no_code", "仅纸质发票有发票代码", "Only paper invoices have a code.");
/// The number of an issued invoice is known.
pub const ISSUED_TAKEN: Msg = Msg::new("invoice.taken", "发票号码已存在", "The invoice number exists already.");
/// The number of a received invoice is known.
pub const RECEIVED_TAKEN: Msg =
    Msg::new("invoice.received_taken", "发票号码{n}已登记", "Invoice {n} is registered already.");

/// A number or a code as it is stored: capitals and no blanks, so that the same invoice is not registered twice because it was
/// typed otherwise. Signs of the width of Chinese ones, as input methods write them, are the usual ones.
pub fn number(typed: &str) -> String {
    const WIDE: std::ops::RangeInclusive<char> = '！'..='～';
    const APART: u32 = 0xfee0;
    let usual = |sign: char| {
        let narrow = u32::from(sign).checked_sub(APART).and_then(char::from_u32);
        narrow.filter(|_| WIDE.contains(&sign)).unwrap_or(sign)
    };
    typed.chars().filter(|sign| !sign.is_whitespace()).map(usual).collect::<String>().to_uppercase()
}

/// What a type of invoice asks of code and number: the member that is wrong, and why.
pub fn number_fault(kind: &str, code: &str, num: &str) -> Option<(&'static str, Msg)> {
    let digits =
        |text: &str, lengths: &[usize]| lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        DIGITAL_SPECIAL | DIGITAL if !digits(num, &[20]) => Some(("invoiceNum", DIGITAL_FORM)),
        PAPER_SPECIAL | PAPER if !digits(num, &[8]) => Some(("invoiceNum", PAPER_FORM)),
        PAPER_SPECIAL | PAPER if !digits(code, &[10, 12]) => Some(("invoiceCode", PAPER_CODE)),
        PAPER_SPECIAL | PAPER => None,
        _ if !code.is_empty() => Some(("invoiceCode", NO_CODE)),
        _ => None,
    }
}

/// Whether the tax of a received invoice of a type can be deducted, at first.
pub fn deduct_state(kind: &str) -> &'static str {
    if SPECIAL_TYPES.contains(&kind) || kind == CUSTOMS { UNTICKED } else { NOT_DEDUCTED }
}

/// Whether another invoice of the side has a number.
pub fn is_taken(
    conn: &mut dyn Conn,
    org: i64,
    side: Side,
    (code, num): (&str, &str),
    but: Option<Id>,
) -> Result<bool, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .column("id")
        .and_where(sql::eq("side", code_of(side).to_owned()))
        // No code is stored as an empty one, which a text would turn into nothing.
        .and_where(sql::eq("invoice_code", Value::Text(code.to_owned())))
        .and_where(sql::eq("invoice_num", num.to_owned()))
        .and_where(sql::col("state").ne(REMOVED));
    if let Some(but) = but {
        select.and_where(sql::col("id").ne(but.0));
    }
    Ok(conn.first(&select.into())?.is_some())
}

/// Codes and numbers of invoices of the side that have one of some numbers.
pub fn taken_among<'a>(
    conn: &mut dyn Conn,
    org: i64,
    side: Side,
    numbers: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeSet<(String, String)>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["invoice_code", "invoice_num"])
        .and_where(sql::eq("side", code_of(side).to_owned()))
        .and_where(sql::is_in(sql::col("invoice_num"), numbers.into_iter().map(str::to_owned)))
        .and_where(sql::col("state").ne(REMOVED));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Why a number is refused that another invoice has.
pub fn taken(side: Side, num: &str) -> Text {
    match side {
        Side::Receivable => ISSUED_TAKEN.text(),
        Side::Payable => RECEIVED_TAKEN.with(&[("n", num)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_their_type() {
        let fault = |kind, code, num: &str| number_fault(kind, code, num).map(|(member, _)| member);
        assert_eq!(fault(DIGITAL, "", &"1".repeat(20)), None);
        assert_eq!(fault(DIGITAL, "", &"1".repeat(19)), Some("invoiceNum"));
        assert_eq!(fault(DIGITAL_SPECIAL, "", "1234567890123456789A"), Some("invoiceNum"));
        assert_eq!(fault(DIGITAL, "3100261130", &"1".repeat(20)), Some("invoiceCode"));
        assert_eq!(fault(PAPER_SPECIAL, "3100261130", "26000001"), None);
        assert_eq!(fault(PAPER, "310026113012", "26000001"), None);
        assert_eq!(fault(PAPER, "31002611301", "26000001"), Some("invoiceCode"));
        assert_eq!(fault(PAPER, "3100261130", "2600001"), Some("invoiceNum"));
        assert_eq!(fault("收据", "", "S-1"), None);
    }

    #[test]
    fn a_number_is_the_same_however_it_is_typed() {
        for typed in ["INV-26/01", " inv-26/01 ", "Inv - 26 / 01", "ＩＮＶ－２６／０１", "inv-26/01\u{3000}"] {
            assert_eq!(number(typed), "INV-26/01", "{typed}");
        }
        assert_eq!(number("沪票0001"), "沪票0001");
        assert_eq!(number("  "), "");
    }
}
