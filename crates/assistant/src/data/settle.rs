//! "有没有还没人认领的款", "付供应商甲那笔14000的付款申请批了没有", "供应商甲的对账单付清了吗": receipts nobody has claimed,
//! and how far payment requests and payments are, by partner, amount or number.

use kernel::parse_scaled;
use platform::call::Call;
use platform::refusal::Refusal;

use super::{Asked, Found, Told, joined, named};
use crate::ask::{self, Rows};
use crate::manual::encoded;

const UNCLAIMED: &[&str] =
    &["没人认", "没有人认", "无人认", "没认", "没有认领", "没被认", "未认领", "未认款", "待认领", "待认款", "等认领"];
/// These ask about a claim that was made.
const CLAIMED: &[&str] = &["错", "取消", "撤"];
const REQUESTS: &[&str] = &["付款申请", "请款", "申请付款"];
const PAYMENTS: &[&str] = &["对账单", "应付账单", "供应商账单"];
const PAYING: &[&str] = &["付", "打款", "汇款"];
const OWED: &[&str] = &["欠", "未付", "没付", "应付余额", "要付多少"];
/// Words that ask how far something is.
const HOW_FAR: &[&str] = &[
    "批了",
    "批没",
    "批下来",
    "没批",
    "未批",
    "审批中",
    "审到",
    "谁审",
    "状态",
    "进度",
    "付了",
    "付没",
    "付掉",
    "付清",
    "付出去",
    "没付",
    "未付",
    "待付",
    "打了",
    "打款了",
    "到哪",
    "通过",
    "驳回",
    "核销了",
    "收票了",
    "付到",
];
/// What stands beside a name in such questions.
const BESIDE: &[&str] = &[
    "付款申请",
    "申请付款",
    "请款",
    "供应商账单",
    "应付账单",
    "对账单",
    "应付余额",
    "通过",
    "驳回",
    "审批中",
    "审批",
    "状态",
    "进度",
    "核销",
    "收票",
    "批下来",
    "批了",
    "没批",
    "批",
    "付给",
    "付清",
    "付掉",
    "付出去",
    "付了",
    "没付",
    "未付",
    "待付",
    "付",
    "打给",
    "打款",
    "打了",
    "汇款",
    "欠",
    "公司",
    "那笔",
    "这笔",
    "那张",
    "这张",
    "没有",
    "没",
    "笔",
    "多少钱",
    "钱",
    "款",
    "元",
    "万",
    "块",
];
const TO_CLAIM: &str = "UNCLAIMED";
const RECEIPTS_MAX: &str = "10";
const LINES_MAX: usize = 5;
/// Papers among which an amount is looked for.
const LOOKED_AT: &str = "500";

/// Receipts nobody has claimed.
pub(super) fn unclaimed(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if !asked.says(UNCLAIMED) || asked.says(CLAIMED) {
        return Ok(Found::NotData);
    }
    let query = [("state", TO_CLAIM), ("size", RECEIPTS_MAX)];
    let Some(found) = ask::list(call, "/css/receipt", &query)? else { return Ok(Found::NotData) };
    let line = |row| {
        let value = |name: &str| found.text(row, name);
        format!(
            "- {}",
            joined(&[
                value("receiptNum"),
                value("receiptDate"),
                value("currency"),
                value("amount"),
                named("付款户名 ", &value("payerName")),
                named("建议单位 ", &value("proposedCoopName")),
            ])
        )
    };
    let mut lines = vec![match found.total {
        0 => "目前没有待认领的收款。".to_owned(),
        total => format!("待认领的收款共 {total} 笔："),
    }];
    lines.extend(found.rows.iter().map(line));
    let link = format!("/css_receipt?state={}", TO_CLAIM);
    Ok(Told::found(lines.join("\n"), vec![("收款登记".to_owned(), link)]))
}

/// A list of what is paid.
struct Papers {
    title: &'static str,
    base: &'static str,
    page: &'static str,
    /// Filter and column of who is paid.
    payee: &'static str,
    /// Filter and column of its number.
    number: &'static str,
    amount: &'static str,
    /// What is told of each, with what it is called.
    told: &'static [(&'static str, &'static str)],
    /// Filter of its states, and those in which money is still to go.
    open: (&'static str, &'static str),
}

const REQUEST: Papers = Papers {
    title: "付款申请",
    base: "/css/paymentRequest",
    page: "/css_payment_request",
    payee: "payee",
    number: "requestNum",
    amount: "amount",
    told: &[
        ("", "requestNum"),
        ("", "payee"),
        ("", "currency"),
        ("申请金额 ", "amount"),
        ("状态：", "state"),
        ("当前审批人 ", "currentApprover"),
        ("已付金额 ", "paid"),
        ("未付金额 ", "unpaid"),
        ("要求付款日 ", "dueDate"),
    ],
    open: ("state", "RUNNING,PASSED,PART_PAID"),
};
const PAYMENT: Papers = Papers {
    title: "应付对账单",
    base: "/css/payment",
    page: "/af_css_payment",
    payee: "customerName",
    number: "paymentNum",
    amount: "amountPayment",
    told: &[
        ("", "paymentNum"),
        ("", "customerName"),
        ("", "currency"),
        ("对账单金额 ", "amountPayment"),
        ("状态：", "paymentStatus"),
        ("已核销 ", "amountPaymentWriteoff"),
        ("未核销 ", "amountPaymentNoWriteoff"),
    ],
    open: ("paymentStatus", "PROCESSING,MADE,TO_INVOICE,PART_INVOICED,INVOICED,PART_SETTLED"),
};

/// How far what is paid is.
pub(super) fn paid(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let amounts = amounts(&asked.text);
    let owed = asked.we_owe() || (asked.says(OWED) && asked.says(&["供应商", "应付"]));
    if !owed && !asked.says(HOW_FAR) {
        return Ok(Found::NotData);
    }
    if asked.says(REQUESTS) {
        return of(call, asked, &REQUEST, (&amounts, false));
    }
    if asked.says(PAYMENTS) || owed {
        return of(call, asked, &PAYMENT, (&amounts, owed));
    }
    if !asked.says(PAYING) || amounts.is_empty() {
        return Ok(Found::NotData);
    }
    match of(call, asked, &REQUEST, (&amounts, false))? {
        Found::Told(told) => Ok(Found::Told(told)),
        Found::Nothing | Found::NotData => of(call, asked, &PAYMENT, (&amounts, false)),
    }
}

/// The papers of a list that a question names: by number, by partner, by amount; without any of these those that are open.
fn of(call: &Call, asked: &Asked, papers: &Papers, (amounts, open): (&[i64], bool)) -> Result<Found, Refusal> {
    let state = [papers.open];
    let more: &[(&str, &str)] = if open { &state } else { &[] };
    let list =
        |filters: &[(&str, &str)]| ask::list(call, papers.base, &[&[("size", LOOKED_AT)], more, filters].concat());
    let names = asked.names(BESIDE);
    let mut found = None;
    let mut filters: Vec<(&str, &str)> = Vec::new();
    for name in &names {
        let column = if name.bytes().filter(u8::is_ascii_digit).count() > 4 { papers.number } else { papers.payee };
        let Some(rows) = list(&[(column, name)])? else { return Ok(Found::NotData) };
        if !rows.rows.is_empty() {
            filters.push((column, name));
            found = Some(rows);
            break;
        }
    }
    if found.is_none() {
        // A partner who is named and has none of them is not answered with another's.
        for name in &names {
            let query = [("keyword", name.as_str()), ("size", "1"), ("part", "rows")];
            if ask::list(call, "/prm/coop", &query)?.is_some_and(|known| !known.rows.is_empty()) {
                return Ok(Found::Nothing);
            }
        }
        match (amounts.is_empty(), names.is_empty()) {
            (true, false) => return Ok(Found::NotData),
            // Those that were refused are not among the open ones.
            (true, true) if asked.says(&["驳回"]) => return Ok(Found::NotData),
            (true, true) => filters.push(papers.open),
            (false, _) => {}
        }
        found = list(&filters)?;
    }
    let Some(mut found) = found else { return Ok(Found::NotData) };
    if !amounts.is_empty() {
        let fits = |row: &serde_json::Value| {
            parse_scaled(&ask::text(row, papers.amount).replace(',', ""), 3)
                .is_ok_and(|amount| amounts.contains(&amount))
        };
        found.rows.retain(fits);
        found.total = i64::try_from(found.rows.len()).unwrap_or_default();
    }
    if found.rows.is_empty() {
        return Ok(Found::Nothing);
    }
    Ok(told(papers, &found, &filters))
}

fn told(papers: &Papers, found: &Rows, filters: &[(&str, &str)]) -> Found {
    let line = |row| {
        let parts: Vec<String> =
            papers.told.iter().map(|(name, column)| named(name, &found.text(row, column))).collect();
        format!("- {}", joined(&parts))
    };
    let lines: Vec<String> = found.rows.iter().take(LINES_MAX).map(line).collect();
    let link = filters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&");
    let text = format!("{}共 {} 笔：\n{}", papers.title, found.total, lines.join("\n"));
    let mark = if link.is_empty() { "" } else { "?" };
    Told::found(text, vec![(papers.title.to_owned(), format!("{}{mark}{link}", papers.page))])
}

/// The amounts a question names, in thousandths: numbers without letters that count no days and no things.
fn amounts(text: &str) -> Vec<i64> {
    let belongs = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | ',' | '-');
    let read = |part: &str| {
        let number = part.trim_end_matches(|letter| !belongs(letter)).trim_matches(['.', ',']);
        let plain = !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit() || b".,".contains(&sign));
        let amount = plain.then(|| parse_scaled(&number.replace(',', ""), 3).ok()).flatten()?;
        match part.chars().last() {
            Some('万') => Some(amount.saturating_mul(10_000)),
            Some('年' | '月' | '日' | '号' | '天' | '个' | '票' | '笔' | '张' | '条') => None,
            _ => Some(amount),
        }
    };
    text.split_inclusive(|letter| !belongs(letter)).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_from_numbers_and_counts() {
        for (text, wanted) in [
            ("那笔8,500.50的付了没", vec![8_500_500]),
            ("3.2万打了没", vec![32_000_000]),
            ("7月3日的2笔付款申请", vec![]),
            ("ae-pr-2607150001批了吗", vec![]),
            ("900", vec![900_000]),
        ] {
            assert_eq!(amounts(text), wanted, "{text}");
        }
    }
}
