//! 导出: the comparison as a workbook, with the names of the agents or, for customers' eyes, without.

use kernel::Msg;
use platform::call::{Answer, Call, Outcome};
use platform::list::inert;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, XlsxError};
use serde_json::Value as Json;

use super::{COMPARE_PAGE, Figures, table};
use crate::buying::KIND;

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const TITLE: Msg = Msg::new("compare.title", "报价比较", "Quotes compared");
const AGENT: Msg = Msg::new("compare.agent", "代理{n}", "Agent {n}");
const MISSING: Msg = Msg::new("compare.missing", "未含{item}", "{item} not included");

/// A line of the workbook: its label, and what it takes of a column.
struct Line {
    label: Msg,
    value: fn(&Json, &str) -> String,
}

/// Lines whose values are amounts; they are written as numbers.
const AMOUNTS: [&str; 4] = ["compare.freight", "compare.total", "compare.base", "compare.per_kg"];

/// GET {id}/compare/export?names&weight&volume&base&rates: what the page shows, in the reader's language.
pub(crate) fn export(call: &mut Call) -> Outcome {
    let (id, figures) = (call.path_id("id")?, Figures::of(call)?);
    let (actor, now) = (call.actor()?.clone(), call.now());
    let names = call.query("names") != "false";
    let language = call.language().to_owned();
    let data = call.read(|conn| table(conn, (&actor, now), id, &figures))?;
    let code = text(&data, "inquiryCode");
    let bytes =
        written(&data, names, &language).map_err(|error| Refusal::broken(format!("comparison of quotes: {error}")))?;
    let entry = LogEntry::of(KIND, id, &code, COMPARE_PAGE).did("导出", "导出报价比较").level(Level::Low);
    call.write(|tx| tx.log(entry))?;
    Ok(Answer::File {
        name: format!("{}_{code}.xlsx", TITLE.text().in_language(&language)),
        mime: MIME.to_owned(),
        bytes,
        inline: false,
    })
}

fn text(json: &Json, name: &str) -> String {
    match json.get(name) {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn price(json: &Json, name: &str) -> String {
    json.get("price").map(|price| text(price, name)).unwrap_or_default()
}

fn extras(json: &Json, _: &str) -> String {
    let extras = json.get("price").and_then(|price| price.get("extras")).and_then(Json::as_array);
    let lines = extras.into_iter().flatten().map(|one| format!("{} {}", text(one, "code"), text(one, "amount")));
    lines.collect::<Vec<_>>().join("\n")
}

fn unit(json: &Json, _: &str) -> String {
    let (from, unit) = (price(json, "fromKg"), price(json, "unit"));
    if from.is_empty() { unit } else { format!("+{from} {unit}") }
}

fn gap(json: &Json, _: &str) -> String {
    let (more, percent) = (price(json, "difference"), price(json, "differencePercent"));
    if more.is_empty() { more } else { format!("{more} ({percent}%)") }
}

fn missing(json: &Json, language: &str) -> String {
    let codes = json.get("missing").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    codes.map(|code| MISSING.with(&[("item", code)]).in_language(language).to_owned()).collect::<Vec<_>>().join("\n")
}

const LINES: [Line; 14] = [
    Line { label: Msg::new("compare.carrier", "航司", "Carrier"), value: |json, _| text(json, "carrierCode") },
    Line { label: Msg::new("compare.route", "航线", "Route"), value: |json, _| text(json, "route") },
    Line {
        label: Msg::new("compare.transit", "时效（天）", "Transit days"),
        value: |json, _| text(json, "transitDays"),
    },
    Line { label: Msg::new("compare.currency", "币种", "Currency"), value: |json, _| price(json, "currency") },
    Line { label: Msg::new("compare.unit", "单价", "Unit price"), value: unit },
    Line { label: Msg::new("compare.freight", "运费", "Freight"), value: |json, _| price(json, "freight") },
    Line { label: Msg::new("compare.extras", "附加费", "Extras"), value: extras },
    Line { label: Msg::new("compare.gaps", "缺项", "Not included"), value: missing },
    Line { label: Msg::new("compare.total", "合计", "Total"), value: |json, _| price(json, "total") },
    Line { label: Msg::new("compare.base", "折合", "Converted"), value: |json, _| price(json, "baseTotal") },
    Line { label: Msg::new("compare.per_kg", "每公斤", "Per kg"), value: |json, _| price(json, "perKg") },
    Line { label: Msg::new("compare.difference", "与最低差", "More than the lowest"), value: gap },
    Line { label: Msg::new("compare.valid", "有效期止", "Valid to"), value: |json, _| text(json, "validTo") },
    Line { label: Msg::new("compare.conditions", "条件", "Conditions"), value: |json, _| text(json, "conditions") },
];

fn written(data: &Json, names: bool, language: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same bytes whenever it is made.
    book.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?));
    let sheet = book.add_worksheet();
    sheet.set_name(TITLE.text().in_language(language))?.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    let title = Format::new().set_bold().set_font_size(14);
    let boxed = Format::new().set_border(FormatBorder::Thin).set_text_wrap().set_align(FormatAlign::Top);
    let heading = boxed.clone().set_bold().set_background_color(0xE8_EEF7);
    let best = boxed.clone().set_background_color(0xD9_F2E0);
    let route = format!("{}-{}", text(data, "departureStation"), text(data, "arrivalStation"));
    let figures = format!("{} PCS {} KG", text(data, "pieces"), text(data, "chargeWeight"));
    sheet.write_with_format(0, 0, format!("{} {route} {figures}", text(data, "inquiryCode")), &title)?;
    let head = |place: usize, answer: &Json| match names {
        true => inert(&text(answer, "agentName")),
        false => AGENT.with(&[("n", &(place + 1).to_string())]).in_language(language).to_owned(),
    };
    let list = |name: &str| data.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
    let answers = list("answers");
    let mut columns: Vec<(String, Json)> =
        answers.iter().enumerate().map(|(place, one)| (head(place, one), one.clone())).collect();
    columns.extend(list("published").into_iter().map(|one| (format!("TACT {}", text(&one, "carrierCode")), one)));
    sheet.set_column_width(0, 16)?;
    for (place, line) in (3u32..).zip(&LINES) {
        sheet.write_with_format(place, 0, line.label.text().in_language(language), &heading)?;
    }
    sheet.write_with_format(2, 0, "", &heading)?;
    for (column, (name, one)) in (1u16..).zip(&columns) {
        sheet.set_column_width(column, 24)?;
        sheet.write_with_format(2, column, name.as_str(), &heading)?;
        let lowest = one.get("price").and_then(|price| price.get("lowest")) == Some(&Json::Bool(true));
        for (place, line) in (3u32..).zip(&LINES) {
            let format = if lowest { &best } else { &boxed };
            let value = (line.value)(one, language);
            match value.parse::<f64>() {
                Ok(amount) if AMOUNTS.contains(&line.label.key) => {
                    sheet.write_with_format(place, column, amount, &format.clone().set_num_format("0.00"))?
                }
                _ => sheet.write_with_format(place, column, inert(&value), format)?,
            };
        }
    }
    book.save_to_buffer()
}
