//! "AE-2607140001这票赚了多少": income, cost and profit of an order as its page of charges sums them.

use platform::call::Call;
use platform::refusal::Refusal;
use serde_json::Value as Json;

use super::number::{FOUND_MAX, NUMBERS_MAX, is_sure, numbers};
use super::{Asked, Found, Told, joined, named};
use crate::ask;

const PROFIT: &[&str] =
    &["赚", "毛利", "利润", "盈利", "盈亏", "亏", "收支", "收入多少", "多少收入", "成本多少", "多少成本"];

pub(super) fn find(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let numbers = numbers(&asked.text);
    if !asked.says(PROFIT) || numbers.is_empty() {
        return Ok(Found::NotData);
    }
    let (mut lines, mut references) = (Vec::new(), Vec::new());
    for number in numbers.iter().take(NUMBERS_MAX) {
        let found = ask::get(call, "/afbase/order/find", &[("number", number)])?;
        let found = found.as_ref().and_then(Json::as_array).cloned().unwrap_or_default();
        for order in found.iter().filter(|one| ask::text(one, "kind") == "ORDER").take(FOUND_MAX) {
            let Some(figures) = figures(call, order)? else { continue };
            let text = |name: &str| ask::text(order, name);
            lines.push(format!("{}\n{figures}", joined(&[format!("**{}**", text("code")), text("coopName")])));
            references.push((text("code"), format!("/css_order_charge?o={}", text("id"))));
        }
    }
    if !lines.is_empty() {
        return Ok(Told::found(lines.join("\n\n"), references));
    }
    Ok(if numbers.iter().any(|number| is_sure(number)) { Found::Nothing } else { Found::NotData })
}

/// The sums of an order in the functional currency, as far as the caller sees them.
fn figures(call: &Call, order: &Json) -> Result<Option<String>, Refusal> {
    let uuid = ask::text(order, "id");
    let Some(told) = ask::get(call, "/css/charge/list", &[("orderUuid", &uuid)])? else { return Ok(None) };
    let figure = |side: &str, name: &str| {
        told.get("totals").and_then(|totals| totals.get(side)).map_or_else(String::new, |sums| ask::text(sums, name))
    };
    let rate = figure("profit", "rate");
    let parts = [
        named("收入 ", &figure("income", "functional")),
        named("成本 ", &figure("cost", "functional")),
        named("毛利 ", &figure("profit", "amount")),
        if rate.is_empty() { rate } else { format!("毛利率 {rate}%") },
    ];
    let line = parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("，");
    Ok((!line.is_empty()).then(|| format!("{line}（本币）")))
}
