//! "主单号还有多少", "990还剩哪几个": what is left of the stock of master waybill numbers, and of a prefix the first of them.

use platform::call::Call;
use platform::refusal::Refusal;

use super::{Asked, Found, Told, joined, named};
use crate::ask;

const NUMBERS: &[&str] = &["主单", "运单号", "空白运单", "总单", "单号"];
const LEFT: &[&str] = &["还有", "还剩", "剩", "库存", "够不够", "够用", "没用的", "没用过", "未使用", "能用"];
/// Unused numbers that are told.
const FIRST: &str = "10";
/// Lines of an answer.
const LINES_MAX: usize = 8;

pub(super) fn find(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    if !asked.says(NUMBERS) || !asked.says(LEFT) {
        return Ok(Found::NotData);
    }
    let Some(found) = ask::list(call, "/afbase/awb/stock", &[("groupBy", "all"), ("size", "500")])? else {
        return Ok(Found::NotData);
    };
    let codes = asked.codes();
    let meant = |row: &&serde_json::Value| {
        let keys = ["carrierCode", "prefix", "departureStation"].map(|name| ask::text(row, name));
        codes.iter().all(|code| keys.contains(code))
    };
    let rows: Vec<_> = found.rows.iter().filter(meant).collect();
    if rows.is_empty() {
        return Ok(Found::Nothing);
    }
    let number = |row: &serde_json::Value, name: &str| ask::text(row, name).parse::<i64>().unwrap_or_default();
    let unused: i64 = rows.iter().map(|row| number(row, "unused")).sum();
    let reserved: i64 = rows.iter().map(|row| number(row, "reserved")).sum();
    let mut lines = vec![format!("未使用的主单号共 {unused} 个，已预订 {reserved} 个：")];
    for row in rows.iter().take(LINES_MAX) {
        let value = |name: &str| found.text(row, name);
        lines.push(format!(
            "- {}",
            joined(&[
                value("carrierCode"),
                value("prefix"),
                value("departureStation"),
                value("awbFromName"),
                format!("未使用 {}", value("unused")),
                named("可用天数 ", &value("daysLeft")),
            ])
        ));
    }
    let mut prefixes: Vec<String> = rows.iter().map(|row| ask::text(row, "prefix")).collect();
    prefixes.sort();
    prefixes.dedup();
    if let ([prefix], false) = (prefixes.as_slice(), codes.is_empty()) {
        lines.extend(unused_numbers(call, prefix, &rows)?);
    }
    Ok(Told::found(lines.join("\n"), vec![("主单库存统计".to_owned(), "/af_awb_stock".to_owned())]))
}

/// The first unused numbers of a prefix, of one station where the question names it.
fn unused_numbers(call: &Call, prefix: &str, rows: &[&serde_json::Value]) -> Result<Vec<String>, Refusal> {
    let mut stations: Vec<String> = rows.iter().map(|row| ask::text(row, "departureStation")).collect();
    stations.sort();
    stations.dedup();
    let mut query = vec![("prefix", prefix), ("awbStatus", "UNUSED"), ("size", FIRST), ("sort", "awbNumber,asc")];
    if let [station] = stations.as_slice() {
        query.push(("departureStation", station));
    }
    let Some(found) = ask::list(call, "/afbase/awb", &query)? else { return Ok(Vec::new()) };
    let mut lines: Vec<String> = found
        .rows
        .iter()
        .map(|row| {
            let value = |name: &str| found.text(row, name);
            format!("- {}", joined(&[value("awbNumber"), value("departureStation"), value("awbFromName")]))
        })
        .collect();
    if !lines.is_empty() {
        lines.insert(0, format!("未使用的主单号（前 {} 个）：", lines.len()));
    }
    Ok(lines)
}
