//! A list as it is printed: the rows as texts, with the filters in words, under the scope, the
//! permission and the log of an export.

use serde_json::{Value as Json, json};

use super::export::{Wanted, chosen, in_words, label_of, title};
use super::keyset::Walk;
use super::{Column, ListPage, messages, query, report};
use crate::call::{Answer, Call, Outcome};
use crate::contract::shape;
use crate::field::Kind;
use crate::log::{Level, LogEntry};
use crate::refusal::Refusal;
use crate::store::Value;

/// Most rows of a print: some forty pages of paper.
pub const PRINT_ROWS_MAX: u64 = 2_000;

/// What [`sheet`] answers.
pub(super) fn schema() -> Json {
    let column = shape::object([
        ("name", shape::text()),
        ("label", shape::text()),
        ("width", shape::whole()),
        ("figure", shape::flag()),
    ]);
    shape::object([
        ("title", shape::text()),
        ("orgName", shape::text()),
        ("conditions", shape::list_of(shape::text())),
        ("columns", shape::list_of(column)),
        ("rows", shape::list_of(shape::cells())),
        ("totals", shape::or_nothing(shape::cells())),
        ("printedBy", shape::text()),
        ("printedAt", shape::text()),
    ])
}

/// The sheet: headings, rows, sums, and what they were found by; leaves a log line.
pub fn sheet(list: &ListPage, call: &mut Call) -> Outcome {
    let wanted = Wanted::of(call)?;
    let ask = wanted.ask(list, call)?;
    let columns = chosen(list, call, &ask, &wanted.column_strs)?;
    let actor = call.actor()?.clone();
    let language = call.language().to_owned();
    let (rows, sums) = call.read(|conn| {
        let made = report::made(list, conn, &actor, &ask)?;
        let sums = query::sums(list, conn, &actor, &ask, made.as_ref())?;
        let mut walk = match made {
            Some(made) => Walk::over(made.rows),
            None => Walk::new(list, conn.dialect(), &ask),
        };
        let mut rows = Vec::new();
        while rows.len() <= usize::try_from(PRINT_ROWS_MAX).unwrap_or(usize::MAX) {
            let more = walk.next(list, conn, &actor, &ask, PRINT_ROWS_MAX + 1)?;
            if more.is_empty() {
                break;
            }
            rows.extend(more);
        }
        Ok((rows, sums))
    })?;
    if rows.len() > usize::try_from(PRINT_ROWS_MAX).unwrap_or(usize::MAX) {
        let most = PRINT_ROWS_MAX.to_string();
        return Err(Refusal::Business(messages::PRINT_TOO_LONG.with(&[("n", &most)])));
    }
    let shown = |column: &Column, value: &Value| Json::String(text(column, value, &language));
    let lines: Vec<Json> = rows
        .iter()
        .map(|row| columns.iter().map(|(place, column, _)| shown(column, &column.told(&actor, row.value(*place)))))
        .map(|cells| Json::Array(cells.collect()))
        .collect();
    let sum_of = |column: &Column| sums.iter().find(|(own, _)| own.name() == column.name());
    let totals: Vec<Json> = columns
        .iter()
        .map(|(_, column, _)| sum_of(column).map_or(Json::Null, |(_, value)| shown(column, value)))
        .collect();
    let heads: Vec<Json> = columns
        .iter()
        .map(|(_, column, heading)| {
            let unit = column.field.unit;
            let label = if unit.is_empty() { heading.clone() } else { format!("{heading}({unit})") };
            json!({ "name": column.name(), "label": label, "width": column.width, "figure": is_figure(column) })
        })
        .collect();
    let data = json!({
        "title": title(list, &language),
        "orgName": actor.org_name,
        "conditions": in_words(list, call, &ask),
        "columns": heads,
        "rows": lines,
        "totals": if sums.is_empty() { Json::Null } else { Json::Array(totals) },
        "printedBy": actor.name,
        "printedAt": kernel::show_second(call.now()),
    });
    let text = in_words(list, call, &ask).join("；");
    call.write(|tx| {
        let id = tx.new_id();
        let entry = LogEntry::of("print", id, list.title.0, list.path).did("打印", "打印");
        tx.log_in(ask.org(&actor), entry.text(text).level(Level::Low))
    })?;
    Ok(Answer::Data(data))
}

fn is_figure(column: &Column) -> bool {
    matches!(column.field.kind, Kind::Int | Kind::Decimal(_))
}

/// As the list shows it: a figure that is not there is a dash.
fn text(column: &Column, value: &Value, language: &str) -> String {
    match label_of(column, value, language) {
        Some(label) => label.to_owned(),
        None if is_figure(column) && *value == Value::Null => "-".to_owned(),
        None => column.field.show(value, language),
    }
}
