//! Short answers of one call each: a rate, what waits for the caller, what a code of the trade means.

use platform::call::Call;
use platform::refusal::Refusal;
use serde_json::Value as Json;

use kernel::show_day;

use super::{Asked, Found, Told, joined, named};
use crate::ask;

const CURRENCIES: &[(&str, &str)] = &[
    ("美元", "USD"),
    ("美金", "USD"),
    ("欧元", "EUR"),
    ("港币", "HKD"),
    ("港元", "HKD"),
    ("日元", "JPY"),
    ("英镑", "GBP"),
    ("澳元", "AUD"),
    ("加元", "CAD"),
    ("新加坡元", "SGD"),
    ("新币", "SGD"),
    ("韩元", "KRW"),
    ("泰铢", "THB"),
    ("卢布", "RUB"),
];
const RATES_MAX: usize = 4;

/// "美元汇率是多少".
pub(super) fn rate(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if !asked.says(&["汇率"]) {
        return Ok(Found::NotData);
    }
    let named_currency =
        CURRENCIES.iter().find(|(name, _)| asked.text.contains(name)).map(|(_, code)| (*code).to_owned());
    let code = named_currency.or_else(|| asked.codes().into_iter().find(|code| code.len() == 3));
    let Some(code) = code else { return Ok(Found::NotData) };
    let day = show_day(asked.today);
    let query = [("currency", code.as_str()), ("validOn", day.as_str()), ("size", "20"), ("part", "rows")];
    let Some(found) = ask::list(call, "/css/currencyRate", &query)? else { return Ok(Found::NotData) };
    if found.rows.is_empty() {
        return Ok(Found::Nothing);
    }
    let line = |row| {
        let value = |name: &str| found.text(row, name);
        format!("- {} {}（自 {}）", value("type"), value("currencyRate"), value("beginDate"))
    };
    let lines: Vec<String> = found.rows.iter().take(RATES_MAX).map(line).collect();
    let page = if call.actor()?.has("css_currency_rate") { "/css_currency_rate" } else { "/af_exchange_rate" };
    let text = format!("{code} 今天（{day}）的汇率：\n{}", lines.join("\n"));
    Ok(Told::found(text, vec![("汇率维护".to_owned(), format!("{page}?currency={code}"))]))
}

/// "我有多少待审批", "有几条未读消息".
pub(super) fn tasks(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let approvals = asked.says(&["待审批", "待我审批", "要我审批", "我要审批", "审批待办", "我的审批"]);
    let messages = asked.says(&["未读消息", "没读的消息", "新消息"]);
    if !approvals && !messages {
        return Ok(Found::NotData);
    }
    let mut lines = Vec::new();
    if approvals && let Some(found) = ask::get(call, "/prm/api/toDo", &[("size", "5")])? {
        let rows = found.get("records").and_then(Json::as_array).cloned().unwrap_or_default();
        let total = found.get("total").and_then(Json::as_i64).unwrap_or_default();
        lines.push(format!("待您审批的共 {total} 条。"));
        let line = |row: &Json| {
            let text = |name: &str| ask::text(row, name);
            format!("- {}", joined(&[text("instanceNo"), text("content"), text("applicantName"), text("applyTime")]))
        };
        lines.extend(rows.iter().map(line));
    }
    if messages && let Some(count) = ask::get(call, "/prm/api/haveMessage", &[])? {
        lines.push(format!("未读消息共 {count} 条。"));
    }
    if lines.is_empty() {
        return Ok(Found::NotData);
    }
    Ok(Told::found(lines.join("\n"), vec![("消息中心".to_owned(), "/notification".to_owned())]))
}

/// "784是哪家航司", "PVG是什么机场".
pub(super) fn code(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if asked.says(&["航司", "航空公司", "前缀"]) {
        return carrier(call, asked);
    }
    if asked.says(&["机场", "三字码"]) {
        return airport(call, asked);
    }
    Ok(Found::NotData)
}

fn carrier(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let is_prefix = |code: &String| code.len() == 3 && code.bytes().all(|digit| digit.is_ascii_digit());
    let Some(prefix) = asked.codes().into_iter().find(is_prefix) else { return Ok(Found::NotData) };
    let Some(found) = ask::get(call, &format!("/afbase/carrier/byPrefix/{prefix}"), &[])? else {
        return Ok(Found::Nothing);
    };
    let text = |name: &str| ask::text(&found, name);
    let told = joined(&[format!("{prefix} 是 {}", text("carrierCode")), text("name"), text("nameEn")]);
    Ok(Told::found(told, page_of(call, "af_carrier", ("航司查询", &format!("/af_carrier?keyword={prefix}")))?))
}

fn airport(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase());
    let Some(code) = asked.codes().into_iter().find(is_code) else { return Ok(Found::NotData) };
    let found = ask::get(call, "/platform/select/airport", &[("value", &code)])?;
    let first = found.as_ref().and_then(Json::as_array).and_then(|found| found.first());
    let Some(first) = first else { return Ok(Found::Nothing) };
    let text = |name: &str| ask::text(first, name);
    let told = joined(&[format!("{code} 是 {}", text("label")), named("", &text("hint"))]);
    Ok(Told::found(told, page_of(call, "af_airport", ("机场查询", &format!("/af_airport?keyword={code}")))?))
}

/// A reference to a page its reader may open.
fn page_of(call: &Call, code: &str, (title, url): (&str, &str)) -> Result<Vec<(String, String)>, Refusal> {
    Ok(if call.actor()?.has(code) { vec![(title.to_owned(), url.to_owned())] } else { Vec::new() })
}
