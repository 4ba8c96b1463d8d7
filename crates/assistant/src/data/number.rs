//! "主单 990-12345675 到哪了": a number of an order, a master, a house, a bill or a container, wherever it is borne.

use kernel::Scope;
use platform::call::Call;
use platform::refusal::Refusal;
use serde_json::Value as Json;

use super::orders::{LANES, Lane};
use super::{Asked, Found, Told, joined, named};
use crate::ask;

/// Numbers of one question that are looked up, and answers told of each.
pub(super) const NUMBERS_MAX: usize = 3;
pub(super) const FOUND_MAX: usize = 3;
const EVENTS_MAX: usize = 3;
/// Signs of a number that is certainly one of the trade.
const SURE: std::ops::RangeInclusive<usize> = 8..=14;

pub(super) fn find(call: &Call, asked: &Asked) -> Result<Found, Refusal> {
    let numbers = numbers(&asked.text);
    let mut lines = Vec::new();
    let mut references = Vec::new();
    for number in numbers.iter().take(NUMBERS_MAX) {
        let found = ask::get(call, "/afbase/order/find", &[("number", number)])?;
        let found = found.as_ref().and_then(Json::as_array).cloned().unwrap_or_default();
        for one in found.iter().take(FOUND_MAX) {
            let (line, reference) = described(call, one)?;
            lines.push(line);
            references.push(reference);
        }
    }
    if !lines.is_empty() {
        return Ok(Told::found(lines.join("\n\n"), references));
    }
    Ok(if numbers.iter().any(|number| is_sure(number)) { Found::Nothing } else { Found::NotData })
}

/// What looks like numbers: letters and digits with dashes, two digits at least, no day and no year.
pub(super) fn numbers(text: &str) -> Vec<String> {
    let belongs = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let words = text.split(|letter: char| !belongs(letter)).map(|word| word.trim_matches('-'));
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let bare = word.chars().filter(|letter| *letter != '-').count();
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let is_day = kernel::parse_day(word).is_some();
        if (5..=30).contains(&bare) && digits >= 2 && !is_day && !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Whether a number that is not found is told so: others may be words of a question about something else, or phones and
/// identities.
pub(super) fn is_sure(number: &str) -> bool {
    let bare: String = number.chars().filter(|letter| *letter != '-').collect();
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let phone = bare.len() == 11 && digits == 11 && !number.contains('-') && bare.starts_with('1');
    SURE.contains(&bare.len()) && digits >= 5 && !phone
}

/// What is told of something that bears a number.
fn described(call: &Call, found: &Json) -> Result<(String, (String, String)), Refusal> {
    let text = |name: &str| ask::text(found, name);
    let (code, number, link) = (text("code"), text("number"), text("link"));
    let title = if code.is_empty() { number.clone() } else { code.clone() };
    let lane = LANES.iter().find(|lane| link.starts_with(&format!("{}_edit", lane.page)));
    let line = match lane {
        Some(lane) if text("kind") == "ORDER" => order(call, lane, found)?,
        _ if text("kind") == "MASTER" => master(call, &title)?,
        _ => joined(&[
            format!("**运单 {title}**"),
            named("航程 ", &route(&text("departureStation"), &text("arrivalStation"))),
            text("coopName"),
        ]),
    };
    Ok((line, (title, link)))
}

fn route(from: &str, to: &str) -> String {
    match (from, to) {
        ("", "") => String::new(),
        (from, to) => format!("{from}–{to}"),
    }
}

/// An order: its state, what is carried, and the newest that happened to it.
fn order(call: &Call, lane: &Lane, found: &Json) -> Result<String, Refusal> {
    let text = |name: &str| ask::text(found, name);
    let code = text("code");
    let mut lines = vec![joined(&[
        format!("**{} {code}**", lane.name(call)),
        if text("number") == code { String::new() } else { text("number") },
        text("coopName"),
        route(&text("departureStation"), &text("arrivalStation")),
    ])];
    let rows = ask::list(
        call,
        lane.base,
        &[("orderCode", code.as_str()), ("closed", "true"), ("size", "1"), ("part", "rows")],
    )?;
    if let Some((rows, row)) = rows.as_ref().and_then(|rows| Some((rows, rows.rows.first()?))) {
        let value = |name: &str| rows.text(row, name);
        lines.push(joined(&[
            named("状态：", &value("orderStatus")),
            named(
                "航班/船次：",
                &joined(&[value("expectFlight"), value("shipName"), value("shipVoyageNumber"), value("trainNo")]),
            ),
            named("开航：", &value("expectDeparture")),
            named("到达：", &value("expectArrival")),
        ]));
        let figures = ["confirm", "plan"].iter().find(|side| !value(&format!("{side}Pieces")).is_empty());
        if let Some(side) = figures {
            let figure = |name: &str| value(&format!("{side}{name}"));
            let sign = if *side == "plan" { "预报" } else { "实际" };
            lines.push(format!(
                "{sign}件重体：{} 件 / {} KG / {} CBM",
                figure("Pieces"),
                figure("Weight"),
                figure("Volume")
            ));
        }
    }
    lines.extend(events(call, lane, &text("id"))?);
    Ok(lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
}

/// The newest events of an order, as its track tells them.
fn events(call: &Call, lane: &Lane, uuid: &str) -> Result<Vec<String>, Refusal> {
    let air = matches!(lane.scope, Scope::Ae | Scope::Ai);
    let (path, list) = if air { ("/afbase/order/tracks", "routeTracks") } else { ("/sc/order/events", "events") };
    let told = ask::get(call, path, &[("orderUuid", uuid)])?.unwrap_or_default();
    let events = told.get(list).and_then(Json::as_array).cloned().unwrap_or_default();
    let line = |event: &Json| {
        let text = |name: &str| ask::text(event, name);
        let (name, place) = if air {
            (text("flightStatusName"), text("airportCode"))
        } else {
            (text("name"), if text("placeName").is_empty() { text("place") } else { text("placeName") })
        };
        let name = if name.is_empty() { joined(&[text("flightStatusCode"), text("code")]) } else { name };
        format!("- {}", joined(&[text("eventTime"), name, place, text("flightNum"), text("containerNo")]))
    };
    let mut lines: Vec<String> = events.iter().take(EVENTS_MAX).map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, "最新轨迹：".to_owned());
    }
    Ok(lines)
}

/// A number of the stock.
fn master(call: &Call, number: &str) -> Result<String, Refusal> {
    let rows = ask::list(call, "/afbase/awb", &[("awbNumber", number), ("size", "1"), ("part", "rows")])?;
    let status = rows.as_ref().and_then(|rows| Some(rows.text(rows.rows.first()?, "awbStatus"))).unwrap_or_default();
    Ok(joined(&[format!("**主单号 {number}**"), named("库存状态：", &status)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_words_days_and_years() {
        for (text, wanted) in [
            ("主单990-12345675到哪了", vec!["990-12345675"]),
            ("ae-2607150001和ha001", vec!["ae-2607150001", "ha001"]),
            ("2026-07-18的订单", vec![]),
            ("2026年的fwb报文", vec![]),
            ("箱号abcu1234567", vec!["abcu1234567"]),
            ("24小时", vec![]),
        ] {
            assert_eq!(numbers(text), wanted, "{text}");
        }
        assert!(is_sure("990-12345675") && is_sure("abcu1234567") && is_sure("131-12345675"));
        assert!(!is_sure("ha001") && !is_sure("13800000000") && !is_sure("31010119900101123x"));
    }
}
