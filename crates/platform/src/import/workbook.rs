//! The workbooks of an import: the template, the bad rows with their reasons, what is told once.

use std::io::Write;

use rust_xlsxwriter::{
    Color, DataValidation, DataValidationErrorStyle, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};

use super::check::{Fault, try_all};
use super::columns::{self, Guide};
use super::sheet::{NOTE_MARKS, ROWS_MAX};
use super::{Rows, messages};
use crate::call::{Answer, Call, Outcome};
use crate::document::FormPage;
use crate::field::{Field, Kind};
use crate::list::inert;
use crate::refusal::Refusal;
use crate::saving::refused_workbook;

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Letters of a list Excel keeps in a cell's validation.
const LIST_MAX: usize = 255;

fn is_english(language: &str) -> bool {
    language.starts_with("en")
}

pub fn label(field: &Field, language: &str) -> &'static str {
    if is_english(language) { field.en } else { field.zh }
}

fn title(form: &FormPage, call: &Call) -> &'static str {
    if is_english(call.language()) { form.title.1 } else { form.title.0 }
}

/// Whether every row needs it.
pub fn is_required(field: &Field) -> bool {
    field.required && field.initial.is_empty()
}

/// What a user writes into a column, in a line.
pub fn note_of(field: &Field, guide: &Guide, language: &str) -> String {
    let english = is_english(language);
    let say = |zh: String, en: String| if english { en } else { zh };
    let kind = match field.kind {
        Kind::Int | Kind::Decimal(_) => match field.range {
            Some((least, greatest)) => {
                let scale = if let Kind::Decimal(scale) = field.kind { scale } else { 0 };
                let [least, greatest] = [least, greatest].map(|raw| kernel::format_scaled(raw, scale, 0));
                say(format!("数字，{least}至{greatest}"), format!("a number, {least} to {greatest}"))
            }
            None => say("数字".to_owned(), "a number".to_owned()),
        },
        Kind::Bool => say("是 或 否".to_owned(), "Yes or No".to_owned()),
        Kind::Day => say("日期，如2026-07-15".to_owned(), "a date, as 2026-07-15".to_owned()),
        Kind::Instant => say("时间，如2026-07-15 10:00".to_owned(), "a time, as 2026-07-15 10:00".to_owned()),
        Kind::Select | Kind::State => {
            let names: Vec<&str> =
                field.choices.iter().map(|choice| if english { choice.en } else { choice.zh }).collect();
            say(names.join("、"), names.join(", "))
        }
        Kind::Dictionary(_) => say("字典的名称或值".to_owned(), "name or value of the list".to_owned()),
        Kind::Reference(_) | Kind::Code(_) => say("名称或代码".to_owned(), "name or code".to_owned()),
        Kind::Many(_) => say("名称或代码，多个用逗号分隔".to_owned(), "names or codes, joined by commas".to_owned()),
        _ => say(format!("文本，最多{}字", field.length_max), format!("text, at most {} characters", field.length_max)),
    };
    match guide.needed {
        _ if is_required(field) => say(format!("必填，{kind}"), format!("required, {kind}")),
        "" => kind,
        needed => say(format!("{needed}，{kind}"), format!("{needed}, {kind}")),
    }
}

/// A heading row, frozen; texts stay texts when a user fills the columns.
fn head(sheet: &mut Worksheet, headings: &[(String, bool)]) -> Result<(), XlsxError> {
    let plain = Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_align(FormatAlign::Center);
    let required = plain.clone().set_font_color(Color::Red);
    let text = Format::new().set_num_format("@");
    sheet.set_freeze_panes(1, 0)?;
    for (place, (heading, is_required)) in (0..).zip(headings) {
        sheet.set_column_format(place, &text)?;
        sheet.set_column_width(place, 18)?;
        sheet.write_string_with_format(0, place, inert(heading), if *is_required { &required } else { &plain })?;
    }
    Ok(())
}

/// GET {base}/import/template.
pub fn template(form: &FormPage, call: &mut Call) -> Outcome {
    let language = call.language().to_owned();
    let columns = form.import_columns(call)?;
    let guides = columns::guides(form, call, &columns)?;
    let bytes = template_book(&columns, &guides, &language).map_err(refused_workbook)?;
    let name = if is_english(&language) { "import template" } else { "导入模板" };
    Ok(Answer::File { name: format!("{}_{name}.xlsx", title(form, call)), mime: MIME.to_owned(), bytes, inline: false })
}

/// The workbook to fill in; what its columns may hold stands on a sheet of its own.
pub fn template_book(columns: &[Field], guides: &[Guide], language: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let headings: Vec<(String, bool)> =
        columns.iter().map(|field| (label(field, language).to_owned(), is_required(field))).collect();
    let none = Guide::default();
    let guide_of = |place: usize| guides.get(place).unwrap_or(&none);
    head(sheet, &headings)?;
    let grey = Format::new().set_italic().set_font_color(Color::Gray).set_text_wrap().set_align(FormatAlign::Top);
    let [zh, en] = NOTE_MARKS;
    let mark = if is_english(language) { en } else { zh };
    for (place, field) in (0..).zip(columns) {
        sheet.write_string_with_format(
            1,
            place,
            format!("{mark}{}", note_of(field, guide_of(place.into()), language)),
            &grey,
        )?;
        if let Some(choices) = choices(field, language) {
            let list = DataValidation::new().allow_list_strings(&choices)?;
            // A code may be given too: Excel tells, and does not refuse.
            let list = list.set_error_style(DataValidationErrorStyle::Warning);
            sheet.add_data_validation(2, place, u32::try_from(ROWS_MAX).unwrap_or(10_000) + 1, place, &list)?;
        }
    }
    let listed: Vec<(&Field, &Guide)> =
        columns.iter().zip(guides).filter(|(_, guide)| !guide.values.is_empty()).collect();
    if !listed.is_empty() {
        values_sheet(book.add_worksheet(), &listed, language)?;
    }
    book.save_to_buffer()
}

/// The values of each column below its heading: the name, and beside it what may be written instead.
fn values_sheet(sheet: &mut Worksheet, listed: &[(&Field, &Guide)], language: &str) -> Result<(), XlsxError> {
    let (name, code) = if is_english(language) { ("Values", "code") } else { ("可填值", "代码") };
    sheet.set_name(name)?;
    let headings: Vec<(String, bool)> = listed
        .iter()
        .flat_map(|(field, _)| {
            let label = label(field, language);
            [(label.to_owned(), false), (format!("{label} {code}"), false)]
        })
        .collect();
    head(sheet, &headings)?;
    for (column, (_, guide)) in (0..).step_by(2).zip(listed) {
        for (row, [name, other]) in (1..).zip(&guide.values) {
            sheet.write_string(row, column, inert(name))?;
            if !other.is_empty() && other != name {
                sheet.write_string(row, column + 1, inert(other))?;
            }
        }
    }
    Ok(())
}

fn choices(field: &Field, language: &str) -> Option<Vec<&'static str>> {
    let english = is_english(language);
    let names: Vec<&'static str> = match field.kind {
        Kind::Bool => {
            if english {
                vec!["Yes", "No"]
            } else {
                vec!["是", "否"]
            }
        }
        Kind::Select | Kind::State => {
            field.choices.iter().map(|choice| if english { choice.en } else { choice.zh }).collect()
        }
        _ => Vec::new(),
    };
    let fits = names.iter().map(|name| name.len() + 1).sum::<usize>() <= LIST_MAX;
    (!names.is_empty() && fits && !names.iter().any(|name| name.contains(','))).then_some(names)
}

/// Why a row is refused, in a line: `运单前缀：格式不正确；…`.
pub fn reasons(columns: &[Field], faults: &[Fault], language: &str) -> String {
    let one = |fault: &Fault| {
        let field = columns.iter().find(|field| field.name() == fault.field);
        let text = fault.message.in_language(language);
        match (field, is_english(language)) {
            (Some(field), false) => format!("{}：{text}", field.zh),
            (Some(field), true) => format!("{}: {text}", field.en),
            (None, _) => text.to_owned(),
        }
    };
    faults.iter().map(one).collect::<Vec<_>>().join(if is_english(language) { "; " } else { "；" })
}

/// The bad rows as they came, bad cells red, with a red column of the reasons.
pub fn bad_rows(
    columns: &[Field],
    rows: &Rows,
    faults: &[(usize, Vec<Fault>)],
    language: &str,
    out: &mut (impl Write + Send),
) -> Result<(), Refusal> {
    let book = bad_book(columns, rows, faults, language);
    book.and_then(|mut book| book.save_to_writer(out)).map_err(refused_workbook)
}

fn bad_book(
    columns: &[Field],
    rows: &Rows,
    faults: &[(usize, Vec<Fault>)],
    language: &str,
) -> Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let heading =
        |name: &String| columns.iter().find(|field| field.name() == *name).map_or("", |field| label(field, language));
    let mut headings: Vec<(String, bool)> = rows.fields.iter().map(|name| (heading(name).to_owned(), false)).collect();
    headings.push((if is_english(language) { "Error" } else { "错误原因" }.to_owned(), true));
    head(sheet, &headings)?;
    let last = u16::try_from(rows.fields.len()).unwrap_or(u16::MAX);
    let red = Format::new().set_font_color(Color::Red);
    let marked = Format::new().set_background_color(Color::RGB(0x00FF_D9D9)).set_num_format("@");
    sheet.set_column_width(last, 60)?;
    for (line, (place, why)) in (1..).zip(faults) {
        let cells = rows.rows.get(*place).map(Vec::as_slice).unwrap_or_default();
        for ((column, name), cell) in (0..).zip(&rows.fields).zip(cells) {
            let cell = inert(cell);
            if why.iter().any(|fault| fault.field == *name) {
                sheet.write_string_with_format(line, column, cell, &marked)?;
            } else if !cell.is_empty() {
                sheet.write_string(line, column, cell)?;
            }
        }
        sheet.write_string_with_format(line, last, inert(&reasons(columns, why, language)), &red)?;
    }
    Ok(book)
}

/// Name of the workbook of the bad rows.
pub fn errors_name(form: &FormPage, call: &Call) -> String {
    let moment = call.now().local().strftime("%Y%m%d%H%M%S").to_string();
    let what = if is_english(call.language()) { "errors" } else { "错误行" };
    format!("{}_{what}_{moment}.xlsx", title(form, call))
}

/// POST {base}/import/errors: the bad rows of a check.
pub fn errors(form: &FormPage, call: &mut Call) -> Outcome {
    let rows: Rows = call.json()?;
    let columns = form.import_columns(call)?;
    let checked = try_all((form, &columns), call, &rows)?;
    if checked.faults.is_empty() {
        return Err(Refusal::business(messages::NO_ROWS));
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    bad_rows(&columns, &rows, &checked.faults, call.language(), &mut bytes)?;
    let name = errors_name(form, call);
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes: bytes.into_inner(), inline: false })
}

/// What only the importer is told: row, name, and the answers of the form.
pub fn answers(form: &FormPage, call: &Call, told: &[Vec<String>]) -> Outcome {
    let language = call.language();
    let row = if is_english(language) { "Row" } else { "行号" };
    let fields = std::iter::once(&form.number).chain(form.import.answers).map(|field| label(field, language));
    let headings: Vec<(String, bool)> =
        std::iter::once(row).chain(fields).map(|text| (text.to_owned(), false)).collect();
    let what = if is_english(language) { "result" } else { "导入结果" };
    let name = format!("{}_{what}.xlsx", title(form, call));
    let bytes = told_book(&headings, told).map_err(refused_workbook)?;
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

/// Rows of texts below their headings.
pub fn told_book(headings: &[(String, bool)], told: &[Vec<String>]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    head(sheet, headings)?;
    for (line, cells) in (1..).zip(told) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(line, column, inert(cell))?;
        }
    }
    book.save_to_buffer()
}
