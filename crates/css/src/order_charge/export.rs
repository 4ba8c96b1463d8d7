//! 导出: the charges of an order as a workbook. It holds what the page tells its reader, and nothing else.

use charge::line::{self, COST_SHEET, Charge, member_of};
use kernel::Msg;
use platform::call::{Answer, Call, Outcome};
use platform::field::{Field, Kind};
use platform::list::inert;
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::saving::refused_workbook;
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};
use serde::Deserialize;
use serde_json::Value as Json;
use trade::charge::Side;

use super::edit::Desk;
use super::told::Sees;
use super::{MIME, PATH, found};
use crate::charge_query::{CREATED, CREATOR};

const TITLE: Msg = Msg::new("charge_export.title", "费用", "Charges");
const SIDE: Msg = Msg::new("charge_export.side", "应收/应付", "Side");
const SUBTOTAL: Msg = Msg::new("charge_export.subtotal", "{side}小计", "{side}, subtotal");
const TOTAL: Msg = Msg::new("charge_export.total", "{side}合计", "{side}, total");
const NOT_TAX: Msg = Msg::new("charge_export.not_tax", "{side}无税合计", "{side}, total without tax");
const PROFIT: [(&str, Msg); 4] = [
    ("amount", Msg::new("charge_export.profit", "毛利", "Gross profit")),
    ("rate", Msg::new("charge_export.rate", "毛利率（%）", "Profit rate (%)")),
    ("unit", Msg::new("charge_export.unit", "单位毛利", "Profit per unit")),
    ("notTax", Msg::new("charge_export.profit_not_tax", "无税毛利", "Profit without tax")),
];
/// Digits Excel counts with.
const EXACT_DIGITS: usize = 15;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    order_uuid: String,
}

/// POST /css/charge/list/exportExcel; leaves a log line.
pub(super) fn export(call: &mut Call) -> Outcome {
    let Wanted { order_uuid } = call.json()?;
    let (actor, now, language) = (call.actor()?, call.now(), call.language());
    let sees = Sees::of(actor);
    if !sees.income && !sees.cost {
        return Err(Refusal::Forbidden);
    }
    let (saved, table) = call.read(|conn| {
        let saved = found(conn, actor, &order_uuid)?;
        let lines = line::of_order(conn, actor.org_id, saved.id)?;
        let desk = Desk::of(conn, (actor, now, language), &saved, &lines)?;
        let told = Json::Object(desk.told(conn, actor.org_id, &saved, &lines)?);
        let table = Table::of(&told, (sees, desk.known.own().code()), language);
        Ok((saved, table))
    })?;
    let bytes = table.written().map_err(refused_workbook)?;
    call.write(|tx| {
        let entry = LogEntry::of("export", tx.new_id(), &saved.code, PATH).did("导出", "导出费用").level(Level::Low);
        tx.log(entry.scope(saved.profile.scope.code()).about_order(saved.id))
    })?;
    let moment = now.local().strftime("%Y%m%d%H%M%S");
    let name = format!("{}_{}_{moment}.xlsx", TITLE.text().in_language(language), saved.code);
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

/// A cell.
#[derive(Debug, Clone, Default)]
enum Cell {
    #[default]
    Empty,
    Text(String),
    Number(String),
}

/// The sheet: the side, the columns of the grids, who entered a line, and its state.
struct Table<'a> {
    fields: Vec<Field>,
    rows: Vec<Vec<Cell>>,
    language: &'a str,
}

impl<'a> Table<'a> {
    fn of(told: &Json, (sees, own): (Sees, &str), language: &'a str) -> Self {
        // What a cost is passed on by is income.
        let is_shown = |field: &&Field| sees.income && sees.cost || field.column != Charge::LINKED_CHARGE_ID.column;
        let fields = COST_SHEET.iter().filter(is_shown).chain(&[CREATOR, CREATED, Charge::STATE]).copied().collect();
        let mut table = Self { fields, rows: Vec::new(), language };
        for side in Side::ALL {
            let Some(lines) = told.get(member_of(side)).and_then(Json::as_array) else { continue };
            let label = if table.is_english() { side_in_english(side) } else { side.name() };
            for line in lines {
                let cells = table.fields.iter().map(|field| table.cell(field, line));
                let row = std::iter::once(Cell::Text(label.to_owned())).chain(cells).collect();
                table.rows.push(row);
            }
            let sums = told.get("totals").and_then(|totals| totals.get(member_of(side)));
            table.sums(label, sums.unwrap_or(&Json::Null), own);
        }
        let profit = told.get("totals").and_then(|totals| totals.get("profit")).unwrap_or(&Json::Null);
        for (member, label) in PROFIT {
            if let Some(figure) = profit.get(member).and_then(Json::as_str) {
                let own = if member == "rate" { "" } else { own };
                table.sum(label.text().in_language(language).to_owned(), own, (Charge::FUNCTIONAL, figure));
            }
        }
        table
    }

    fn is_english(&self) -> bool {
        self.language.starts_with("en")
    }

    /// What a side comes to: each currency, and all of it in the functional one.
    fn sums(&mut self, side: &str, sums: &Json, own: &str) {
        let label = |of: Msg| of.with(&[("side", side)]).in_language(self.language).to_owned();
        let (subtotal, total, not_tax) = (label(SUBTOTAL), label(TOTAL), label(NOT_TAX));
        let figure = |of: &Json, member: &str| of.get(member).and_then(Json::as_str).unwrap_or_default().to_owned();
        for one in sums.get("currencies").and_then(Json::as_array).into_iter().flatten() {
            self.sum(subtotal.clone(), &figure(one, "currency"), (Charge::AMOUNT, &figure(one, "amount")));
        }
        self.sum(total, own, (Charge::FUNCTIONAL, &figure(sums, "functional")));
        self.sum(not_tax, own, (Charge::FUNCTIONAL, &figure(sums, "notTax")));
    }

    /// A row with one figure below its column.
    fn sum(&mut self, label: String, currency: &str, (below, figure): (Field, &str)) {
        let cell = |field: &Field| match field.column {
            column if column == below.column => Cell::Number(figure.to_owned()),
            column if column == Charge::CURRENCY_CODE.column => Cell::Text(currency.to_owned()),
            _ => Cell::Empty,
        };
        self.rows.push(std::iter::once(Cell::Text(label)).chain(self.fields.iter().map(cell)).collect());
    }

    /// A member of a line as people read it.
    fn cell(&self, field: &Field, line: &Json) -> Cell {
        let name = field.name();
        let member = match field.kind {
            Kind::Reference(_) => format!("{}Name", name.strip_suffix("Id").unwrap_or(&name)),
            _ => name,
        };
        let text = match line.get(&member) {
            None | Some(Json::Null) => return Cell::Empty,
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let label = field.choices.iter().find(|choice| choice.value == text);
        match field.kind {
            Kind::Int | Kind::Decimal(_) => Cell::Number(text),
            _ => Cell::Text(label.map_or(text, |one| if self.is_english() { one.en } else { one.zh }.to_owned())),
        }
    }

    fn written(&self) -> Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        sheet.set_name(TITLE.text().in_language(self.language))?;
        self.head(sheet)?;
        for (line, row) in (1..).zip(&self.rows) {
            for (place, cell) in (0..).zip(row) {
                match cell {
                    Cell::Empty => {}
                    Cell::Text(text) => {
                        sheet.write_string(line, place, inert(text))?;
                    }
                    Cell::Number(text) => number(sheet, (line, place), text)?,
                }
            }
        }
        book.save_to_buffer()
    }

    fn head(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let bold = Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_align(FormatAlign::Center);
        let labels = self.fields.iter().map(|field| if self.is_english() { field.en } else { field.zh }.to_owned());
        let labels = std::iter::once(SIDE.text().in_language(self.language).to_owned()).chain(labels);
        sheet.set_freeze_panes(1, 0)?;
        for (place, label) in (0..).zip(labels) {
            sheet.set_column_width(place, 14)?;
            sheet.write_string_with_format(0, place, label, &bold)?;
        }
        Ok(())
    }
}

fn side_in_english(side: Side) -> &'static str {
    if side == Side::Receivable { "Receivable" } else { "Payable" }
}

/// A figure as a number with the decimals it has; as a text where Excel would round it.
fn number(sheet: &mut Worksheet, (line, place): (u32, u16), text: &str) -> Result<(), XlsxError> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    match text.parse::<f64>() {
        Ok(number) if digits <= EXACT_DIGITS => {
            let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let shown = if decimals == 0 { "0".to_owned() } else { format!("0.{}", "0".repeat(decimals)) };
            sheet.write_number_with_format(line, place, number, &Format::new().set_num_format(shown))?;
        }
        _ => {
            sheet.write_string(line, place, inert(text))?;
        }
    }
    Ok(())
}
