//! Excel: the result of a list, default or chosen fields, numbers as numbers, nothing that runs.

use std::collections::BTreeMap;
use std::path::Path;

use kernel::{Id, Msg};
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::ask::Ask;
use super::filter::{Mode, relative};
use super::keyset::Walk;
use super::query;
use super::report::Made;
use super::{Column, ListPage, Match, messages, report};
use crate::access::Actor;
use crate::call::{Answer, Call, ExportLimits, Outcome};
use crate::field::{Field, Kind, select_name};
use crate::job::{self, Class, JobContext, NewJob, Progress};
use crate::log::{Level, LogEntry};
use crate::refusal::Refusal;
use crate::registry::SelectAsk;
use crate::saving::refused_workbook;
use crate::store::{Row, Value};

const MIME: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const SEQUENCE: Msg = Msg::new("export.sequence", "序号", "No.");
const SUM: Msg = Msg::new("export.sum", "总计", "Total");
const STARTS: Msg = Msg::new("export.starts", "开头为", "starts with");
const EQUALS: Msg = Msg::new("export.equals", "等于", "equals");

/// What an export or a print is asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct Wanted {
    pub filters: BTreeMap<String, String>,
    pub sort: String,
    pub column_strs: Vec<WantedColumn>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedColumn {
    label: String,
    prop: String,
}

impl Wanted {
    /// Of the body of a call; everything when there is none.
    pub fn of(call: &Call) -> Result<Self, Refusal> {
        if call.asked.body.is_empty() { Ok(Self::default()) } else { call.json() }
    }

    /// Filters and order, as the caller may use them.
    pub fn ask(&self, list: &ListPage, call: &Call) -> Result<Ask, Refusal> {
        let ask = Ask::of_filters(list, &self.filters, &self.sort)?.bound(list, call)?;
        ask.may_sort(list, call.actor()?)?;
        ask.narrowed(list, call, super::narrow::OF_PAGE)
    }
}

/// A text that no spreadsheet takes for a formula.
pub fn inert(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\0']) { format!("'{text}") } else { text.to_owned() }
}

/// What is to be written.
struct Export<'a> {
    list: &'a ListPage,
    actor: &'a Actor,
    ask: Ask,
    columns: Vec<(usize, &'a Column, String)>,
    language: &'a str,
    limits: ExportLimits,
    /// The rows of a report.
    made: Option<Made>,
}

/// Called with the number of rows that are written.
type Step<'a> = &'a mut dyn FnMut(u64) -> Result<(), Refusal>;

/// The workbook of a list for a caller; leaves a log line. One that is too large to come at once is
/// left to a job, which comes by here again.
pub fn workbook(list: &ListPage, call: &mut Call) -> Outcome {
    let wanted = Wanted::of(call)?;
    let (actor, ask) = (call.actor()?, wanted.ask(list, call)?);
    let columns = chosen(list, call, &ask, &wanted.column_strs)?;
    let export = Export {
        list,
        actor,
        made: call.read(|conn| report::made(list, conn, actor, &ask))?,
        ask,
        columns,
        language: call.language(),
        limits: call.app.settings.export,
    };
    let rows = export.count(call)?;
    if let Some(job) = &call.asked.job {
        return export.write_file(call, job, rows);
    }
    if rows > export.limits.at_once {
        let ask = export.ask;
        return hand_over(list, call, &ask, rows);
    }
    let bytes = export.book(call, None, &mut |_| Ok(()))?.save_to_buffer().map_err(refused_workbook)?;
    let name = file_name(list, call);
    let org = export.ask.org(export.actor);
    call.write(|tx| tx.log_in(org, log_line(list, tx.new_id())))?;
    Ok(Answer::File { name, mime: MIME.to_owned(), bytes, inline: false })
}

fn log_line(list: &ListPage, id: Id) -> LogEntry {
    LogEntry::of("export", id, list.title.0, list.path).did("导出", "导出").level(Level::Low)
}

pub(super) fn title<'a>(list: &'a ListPage, language: &str) -> &'a str {
    if language.starts_with("en") { list.title.1 } else { list.title.0 }
}

fn file_name(list: &ListPage, call: &Call) -> String {
    let moment = call.now().local().strftime("%Y%m%d%H%M%S").to_string();
    format!("{}_{moment}.xlsx", title(list, call.language()))
}

/// Leaves the call to a job, which makes it again.
fn hand_over(list: &ListPage, call: &mut Call, ask: &Ask, rows: u64) -> Outcome {
    if !call.actor()?.has(job::PAGE_CODE) {
        let most = call.app.settings.export.at_once.to_string();
        return Err(Refusal::Business(job::messages::NEEDS_PAGE.with(&[("n", &most)])));
    }
    let conditions = in_words(list, call, ask).join("；");
    let request = job::request_of(call)?;
    let language = call.language().to_owned();
    let org = ask.org(call.actor()?);
    let id = call.write(|tx| {
        let new = NewJob {
            class: Class::Export,
            name: job::REPLAY.name,
            page: list.path,
            title: title(list, &language),
            conditions,
            total: Some(rows),
            request,
        };
        let id = job::submit(tx, new)?;
        tx.log_in(org, log_line(list, id))?;
        Ok(id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Said(job::submitted(), json!({ "taskId": id })))
}

/// The filters as the user reads them, one by one; secrets are left out.
pub(super) fn in_words(list: &ListPage, call: &mut Call, ask: &Ask) -> Vec<String> {
    let language = call.language().to_owned();
    let english = language.starts_with("en");
    let mut told = Vec::new();
    for (filter, given) in ask.filters(list) {
        let label = if english { filter.field.en } else { filter.field.zh };
        let value = match (filter.pasted(given), filter.how) {
            (_, Match::Hashed) => "***".to_owned(),
            (Some(values), _) => values.join(","),
            (None, Match::Range | Match::Days(_)) => range_in_words(&given.value, call, english),
            (None, _) => value_in_words(&filter.field, &given.value, call, english),
        };
        told.push(match given.mode {
            Mode::Starts => format!("{label}（{}）：{value}", STARTS.text().in_language(&language)),
            Mode::Equals => format!("{label}（{}）：{value}", EQUALS.text().in_language(&language)),
            Mode::Declared | Mode::Contains | Mode::Many => format!("{label}：{value}"),
        });
    }
    told
}

/// Days counted from today are told as days.
fn range_in_words(value: &str, call: &Call, english: bool) -> String {
    let days = relative(value, call.now().day());
    let (from, to) = match days {
        Some((from, to)) => (kernel::show_day(from), kernel::show_day(to)),
        None => value.split_once('~').map(|(from, to)| (from.to_owned(), to.to_owned())).unwrap_or_default(),
    };
    format!("{from} {} {to}", if english { "to" } else { "至" }).trim().to_owned()
}

fn value_in_words(field: &Field, value: &str, call: &mut Call, english: bool) -> String {
    if let Kind::Reference(source) = field.kind {
        let name = select_name(source);
        let work = call.app.registry.selects.iter().find(|(known, _)| *known == name).map(|(_, work)| *work);
        let ask = SelectAsk { value: value.to_owned(), ..SelectAsk::default() };
        let offers = work.and_then(|work| work(call, &ask).ok()).unwrap_or_default();
        return offers.first().map_or_else(|| value.to_owned(), |offer| offer.label.clone());
    }
    let one = |value: &str| {
        let choice = field.choices.iter().find(|choice| choice.value == value);
        choice.map_or_else(|| value.to_owned(), |choice| if english { choice.en } else { choice.zh }.to_owned())
    };
    if field.choices.is_empty() { value.to_owned() } else { value.split(',').map(one).collect::<Vec<_>>().join(",") }
}

/// Position, column and heading of each column of the sheet.
pub(super) fn chosen<'a>(
    list: &'a ListPage,
    call: &Call,
    ask: &Ask,
    wanted: &[WantedColumn],
) -> Result<Vec<(usize, &'a Column, String)>, Refusal> {
    let actor = call.actor()?;
    let english = call.language().starts_with("en");
    let heading = |column: &Column| if english { column.field.en } else { column.field.zh }.to_owned();
    let offered = list.columns.iter().enumerate().filter(|(_, column)| column.seen_by(actor) && !column.hidden);
    if wanted.is_empty() {
        return Ok(offered
            .filter(|(_, c)| c.exported && list.tells(c, ask))
            .map(|(place, c)| (place, c, heading(c)))
            .collect());
    }
    let offered: Vec<(usize, &Column)> = offered.collect();
    wanted
        .iter()
        .map(|want| {
            let found = offered.iter().find(|(_, column)| column.name() == want.prop);
            let (place, column) = found
                .ok_or_else(|| Refusal::BadRequest(messages::UNKNOWN_COLUMN.with(&[("name", want.prop.as_str())])))?;
            Ok((*place, *column, if want.label.is_empty() { heading(column) } else { want.label.clone() }))
        })
        .collect()
}

impl Export<'_> {
    /// Rows there are; refused when they are too many.
    fn count(&self, call: &Call) -> Result<u64, Refusal> {
        let most = self.limits.most;
        let rows = match &self.made {
            Some(made) => made.rows.len().try_into().unwrap_or(u64::MAX),
            None => call.read(|conn| query::capped_count(self.list, conn, self.actor, &self.ask, most))?,
        };
        if rows > most { Err(self.too_long()) } else { Ok(rows) }
    }

    fn too_long(&self) -> Refusal {
        Refusal::Business(messages::EXPORT_TOO_LONG.with(&[("n", &self.limits.most.to_string())]))
    }

    /// Writes the file of a job, without ever holding more than a piece of it.
    fn write_file(&self, call: &Call, job: &JobContext, rows: u64) -> Outcome {
        let mut file = job.begin_file()?;
        let folder = file.folder().to_owned();
        // Rows may have come since they were counted.
        let mut step = |written: u64| job.step(Progress::rows(written, Ord::max(rows, written)));
        let mut book = self.book(call, Some(&folder), &mut step)?;
        book.save_to_writer(&mut file).map_err(refused_workbook)?;
        job.keep_file(file, file_name(self.list, call))?;
        Ok(Answer::Data(Json::Null))
    }

    /// The workbook; its rows lie in a file of the folder until it is saved.
    fn book(&self, call: &Call, folder: Option<&Path>, step: Step<'_>) -> Result<Workbook, Refusal> {
        let mut workbook = Workbook::new();
        if let Some(folder) = folder {
            workbook.set_tempdir(folder).map_err(refused_workbook)?;
        }
        let sheet = workbook.add_worksheet_with_constant_memory().map_err(refused_workbook)?;
        head(sheet, &self.columns, self.language).map_err(refused_workbook)?;
        self.rows(sheet, call, step)?;
        Ok(workbook)
    }

    fn rows(&self, sheet: &mut Worksheet, call: &Call, step: Step<'_>) -> Result<(), Refusal> {
        let walk = || Walk::new(self.list, call.app.store.dialect(), &self.ask);
        let mut walk = self.made.as_ref().map_or_else(walk, |made| Walk::over(made.rows.clone()));
        let (mut line, mut written) = (1, 0);
        step(0)?;
        loop {
            let rows = call.read(|conn| walk.next(self.list, conn, self.actor, &self.ask, self.limits.chunk))?;
            if rows.is_empty() {
                break;
            }
            written += u64::try_from(rows.len()).unwrap_or_default();
            if written > self.limits.most {
                return Err(self.too_long());
            }
            for row in &rows {
                body_row(sheet, line, &self.columns, (self.actor, row), self.language).map_err(refused_workbook)?;
                line += 1;
            }
            step(written)?;
        }
        let sums = call.read(|conn| query::sums(self.list, conn, self.actor, &self.ask, self.made.as_ref()))?;
        if !sums.is_empty() {
            sum_row(sheet, line, &self.columns, &sums, self.language).map_err(refused_workbook)?;
        }
        Ok(())
    }
}

fn head(sheet: &mut Worksheet, columns: &[(usize, &Column, String)], language: &str) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_align(FormatAlign::Center);
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_column_width(0, 6)?;
    for (place, (_, column, _)) in (1..).zip(columns) {
        let width = if column.width > 0 { f64::from(column.width) / 8.0 } else { 14.0 };
        sheet.set_column_width(place, width)?;
    }
    sheet.write_string_with_format(0, 0, SEQUENCE.text().in_language(language), &bold)?;
    for (place, (_, _, heading)) in (1..).zip(columns) {
        sheet.write_string_with_format(0, place, inert(heading), &bold)?;
    }
    Ok(())
}

fn body_row(
    sheet: &mut Worksheet,
    line: u32,
    columns: &[(usize, &Column, String)],
    (actor, row): (&Actor, &Row),
    language: &str,
) -> Result<(), XlsxError> {
    sheet.write_number(line, 0, f64::from(line))?;
    for (place, (source, column, _)) in (1..).zip(columns) {
        cell(sheet, (line, place), column, &column.told(actor, row.value(*source)), language)?;
    }
    Ok(())
}

/// A number stays a number in Excel when it survives Excel's fifteen digits, else it is a text.
fn cell(
    sheet: &mut Worksheet,
    (line, place): (u32, u16),
    column: &Column,
    value: &Value,
    language: &str,
) -> Result<(), XlsxError> {
    const EXACT_MAX: i64 = 999_999_999_999_999;
    // A number that stands for a choice is told in its words.
    if let Some(label) = label_of(column, value, language) {
        sheet.write_string(line, place, label)?;
        return Ok(());
    }
    match (column.field.kind, value) {
        (Kind::Int | Kind::Decimal(_), Value::Int(raw)) if raw.abs() <= EXACT_MAX => {
            let scale = if let Kind::Decimal(scale) = column.field.kind { scale } else { 0 };
            let digits = if scale == 0 { String::from("0") } else { format!("0.{}", "0".repeat(digits_of(column))) };
            let text = kernel::format_scaled(*raw, scale, scale);
            let number: f64 = text.parse().unwrap_or_default();
            sheet.write_number_with_format(line, place, number, &Format::new().set_num_format(digits))?;
        }
        // Figures that are not there show as a dash, so that a gap is seen to be meant.
        (Kind::Int | Kind::Decimal(_), Value::Null) => {
            sheet.write_string(line, place, "-")?;
        }
        _ => {
            sheet.write_string(line, place, inert(&column.field.show(value, language)))?;
        }
    }
    Ok(())
}

pub(super) fn label_of(column: &Column, value: &Value, language: &str) -> Option<&'static str> {
    let (Kind::Int, Value::Int(number)) = (column.field.kind, value) else { return None };
    let number = number.to_string();
    let choice = column.field.choices.iter().find(|choice| choice.value == number)?;
    Some(if language.starts_with("en") { choice.en } else { choice.zh })
}

fn digits_of(column: &Column) -> usize {
    usize::try_from(column.field.digits.max(1)).unwrap_or(1)
}

fn sum_row(
    sheet: &mut Worksheet,
    line: u32,
    columns: &[(usize, &Column, String)],
    sums: &[(&Column, Value)],
    language: &str,
) -> Result<(), XlsxError> {
    sheet.write_string(line, 0, SUM.text().in_language(language))?;
    for (place, (_, column, _)) in (1..).zip(columns) {
        if let Some((_, value)) = sums.iter().find(|(own, _)| own.name() == column.name()) {
            cell(sheet, (line, place), column, value, language)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn formula_beginnings_are_made_inert() {
        for text in ["=1+1", "+1", "-1", "@x", "\tx", "\0x"] {
            assert_eq!(inert(text), format!("'{text}"));
        }
        assert_eq!(inert("普货 -1"), "普货 -1");
    }
}
