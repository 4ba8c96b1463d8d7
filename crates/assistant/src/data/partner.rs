//! "客户甲还欠多少", "客户甲的信用额度", "客户甲的联系人": what the lists of partners, credit and ageing tell of one.

use std::collections::BTreeSet;

use platform::call::Call;
use platform::refusal::Refusal;
use serde_json::Value as Json;

use super::{Asked, Found, Told, joined, named};
use crate::ask::{self, Rows};
use crate::manual::encoded;

const OWES: &[&str] =
    &["欠", "未收", "没收", "没付", "未付", "应收余额", "应收账款", "逾期金额", "逾期多少", "多少应收"];
const CREDIT: &[&str] = &["信用额度", "授信", "额度还", "额度多少", "多少额度", "可用额度", "信用"];
const ABOUT: &[&str] =
    &["联系人", "联系电话", "电话", "税号", "信用代码", "责任销售", "销售是谁", "谁的客户", "谁跟", "全称"];
/// What stands beside a name in such questions.
const BESIDE: &[&str] = &[
    "统一社会信用代码",
    "信用代码",
    "应收余额",
    "应收账款",
    "应收",
    "逾期金额",
    "逾期",
    "信用额度",
    "可用额度",
    "授信额度",
    "授信",
    "额度",
    "信用",
    "可用",
    "联系人",
    "联系电话",
    "电话号码",
    "电话",
    "税号",
    "责任销售",
    "销售",
    "是谁的客户",
    "是谁",
    "谁跟",
    "谁",
    "全称",
    "公司",
    "欠款",
    "欠钱",
    "欠",
    "未收",
    "没收",
    "没付",
    "未付",
    "余额",
    "多少钱",
    "钱",
    "款",
    "一共",
    "总共",
    "什么时候",
    "到期",
    "哪天",
    "几号",
    "账单",
    "最多",
    "最久",
    "哪家",
    "没有",
    "目前",
    "账",
    "号",
];
const LINES_MAX: usize = 5;
/// Open bills that are told.
const BILLS_MAX: &str = "10";

pub(super) fn owes(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if !asked.says(OWES) || asked.says(&["供应商"]) {
        return Ok(Found::NotData);
    }
    // The payables knew nothing; what they owe us is no answer.
    if asked.we_owe() {
        return Ok(Found::Nothing);
    }
    let base = "/prm/report/receivableAge";
    let names = asked.names(BESIDE);
    let whole = names.iter().all(|name| name == "客户");
    let found = if whole {
        ask::list(call, base, &[("group", "COOP"), ("size", "5"), ("sort", "total,desc")])?
    } else {
        named_rows(call, (base, "coopName"), &names, &[("group", "COOP"), ("size", "5")])?
    };
    let Some(found) = found else { return Ok(Found::NotData) };
    if found.rows.is_empty() {
        return Ok(if whole { told_none() } else { Found::Nothing });
    }
    let line = |row| {
        let value = |name: &str| found.text(row, name);
        format!(
            "- {}",
            joined(&[
                value("coopName"),
                joined(&["应收余额".to_owned(), value("currency"), value("total")]),
                named("其中逾期 ", &value("overdue")),
                named("最长逾期天数 ", &value("maxDays")),
            ])
        )
    };
    let mut lines: Vec<String> = found.rows.iter().take(LINES_MAX).map(line).collect();
    let name = found.text_of_first("coopName");
    if !whole {
        lines.extend(open_bills(call, &name)?);
    }
    let head = if whole { "应收余额最多的客户：" } else { "应收余额：" };
    let link = if whole { String::new() } else { format!("?coopName={}", encoded(&name)) };
    Ok(Told::found(
        format!("{head}\n{}", lines.join("\n")),
        vec![("应收账龄".to_owned(), format!("/prm_report_receivable_age{link}"))],
    ))
}

/// The bills of a partner that are open, each in its own currency, the first due first.
fn open_bills(call: &Call, name: &str) -> Result<Vec<String>, Refusal> {
    let query = [("coopName", name), ("figure", "total"), ("size", BILLS_MAX), ("sort", "dueDate,asc")];
    let base = "/prm/report/receivableAge/detail";
    let Some(all) = ask::list(call, base, &query)? else { return Ok(Vec::new()) };
    let currencies: BTreeSet<String> = all.rows.iter().map(|row| all.text(row, "currency")).collect();
    let (mut lines, mut numbers, mut is_whole) = (Vec::new(), BTreeSet::new(), true);
    for currency in &currencies {
        let own = [&query[..], &[("currency", currency.as_str())]].concat();
        let Some(found) = ask::list(call, base, &own)? else { continue };
        is_whole &= i64::try_from(found.rows.len()).is_ok_and(|rows| rows == found.total);
        numbers.extend(found.rows.iter().map(|row| found.text(row, "number")));
        lines.extend(found.rows.iter().map(|row| (found.text(row, "dueDate"), open_bill(&found, row))));
    }
    lines.sort();
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    let head = if is_whole { format!("共 {} 张：", numbers.len()) } else { "，先到期的在前：".to_owned() };
    if !lines.is_empty() {
        lines.insert(0, format!("未核销的账单{head}"));
    }
    Ok(lines)
}

fn open_bill(found: &Rows, row: &Json) -> String {
    let value = |name: &str| found.text(row, name);
    let late = value("overdueDays");
    let parts = [
        value("number"),
        value("coopName"),
        value("orderCode"),
        joined(&["未核销".to_owned(), value("currency"), value("open")]),
        named("到期日 ", &value("dueDate")),
        if late == "0" { String::new() } else { named("逾期天数 ", &late) },
    ];
    format!("- {}", joined(&parts))
}

fn told_none() -> Found {
    Told::found("目前没有应收余额。".to_owned(), vec![("应收账龄".to_owned(), "/prm_report_receivable_age".to_owned())])
}

pub(super) fn credit(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    // 统一社会信用代码 is a number of the partner's, and no credit.
    if !asked.says(CREDIT) || asked.says(&["信用代码"]) {
        return Ok(Found::NotData);
    }
    let names = asked.names(BESIDE);
    let found = named_rows(call, ("/prm/credit", "coopName"), &names, &[("size", "3")])?;
    let Some(found) = found.filter(|found| !found.rows.is_empty()) else { return Ok(Found::NotData) };
    let line = |row| {
        let value = |name: &str| found.text(row, name);
        format!(
            "- {}",
            joined(&[
                value("coopName"),
                named("有效额度 ", &value("effectiveLimit")),
                named("占用 ", &value("exposure")),
                named("可用 ", &value("headroom")),
                named("逾期金额 ", &value("overdueAmount")),
                named("锁定业务 ", &value("lockText")),
            ])
        )
    };
    let lines: Vec<String> = found.rows.iter().map(line).collect();
    let link = format!("/prm_coop_credit?coopName={}", encoded(&found.text_of_first("coopName")));
    Ok(Told::found(format!("信用额度：\n{}", lines.join("\n")), vec![("信用控制".to_owned(), link)]))
}

pub(super) fn about(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if !asked.says(ABOUT) {
        return Ok(Found::NotData);
    }
    let names = asked.names(BESIDE);
    let found = named_rows(call, ("/prm/coop", "keyword"), &names, &[("size", "3"), ("part", "rows")])?;
    let Some(found) = found.filter(|found| !found.rows.is_empty()) else { return Ok(Found::NotData) };
    let line = |row| {
        let value = |name: &str| found.text(row, name);
        format!(
            "- {}",
            joined(&[
                value("coopName"),
                format!("（{}）", value("coopCode")),
                named("全称 ", &value("coopFullName")),
                named("税号 ", &value("socialCreditCode")),
                named("主联系人 ", &value("mainContact")),
                named("电话 ", &value("mainPhone")),
                named("责任销售 ", &value("salesName")),
            ])
        )
    };
    let lines: Vec<String> = found.rows.iter().map(line).collect();
    let link = format!("/prm_coop?keyword={}", encoded(&found.text_of_first("coopName")));
    Ok(Told::found(lines.join("\n"), vec![("客商资料".to_owned(), link)]))
}

/// The rows of partners of the first name that has some; a leading 客户 is part of it or is not.
fn named_rows(
    call: &Call,
    (base, filter): (&str, &str),
    names: &[String],
    more: &[(&str, &str)],
) -> Result<Option<Rows>, Refusal> {
    let mut last = None;
    let written = |name: &String| {
        [Some(name.as_str()), name.strip_prefix("客户"), name.strip_suffix("客户")]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for name in names.iter().flat_map(written) {
        if name.chars().count() < 2 {
            continue;
        }
        last = ask::list(call, base, &[more, &[(filter, name.as_str())]].concat())?;
        if last.as_ref().is_none_or(|found| !found.rows.is_empty()) {
            break;
        }
    }
    Ok(last)
}
