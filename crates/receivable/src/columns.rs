//! Files of others, whose columns have names of their own: they are found by their usual names, or as they were named last,
//! which is remembered.

use std::collections::BTreeMap;

use kernel::{Day, parse_day, parse_scaled};
use platform::import::{CellRow, cell_number};
use platform::prelude::*;
use platform::sea_query::OnConflict;
use settle::receipt::AMOUNT_MAX;

/// Table of what is remembered.
const MAPPINGS: &str = "file_mapping";
/// Lines above the headings: name of a bank or a company, account, period.
pub(crate) const HEAD_LINES: usize = 20;

const NO_COLUMN: Msg = Msg::new(
    "columns.none",
    "文件中没有列“{name}”，文件的列为：{columns}",
    "The file has no column {name}; its columns are {columns}.",
);
const NO_HEADINGS: Msg = Msg::new(
    "columns.headings",
    "没有识别出{name}列，请填写文件中的列名",
    "The column of {name} was not found: enter its name in the file.",
);

/// A column: the field in which it is named, and the names it usually has.
pub(crate) type Usual = (Field, &'static [&'static str]);
/// Names of columns by the fields in which they are typed.
pub(crate) type Names = BTreeMap<String, String>;
/// Where each of some columns stands, and the rows below the headings.
pub(crate) type Found<'a, const N: usize> = ([Option<usize>; N], &'a [CellRow]);

/// The field in which a column is named.
pub(crate) const fn named(zh: &'static str, en: &'static str, column: &'static str) -> Field {
    Field::text(zh, en).column(column).max(100)
}

/// The names of columns as they were last for a kind of file of something.
pub(crate) fn mapping(conn: &mut dyn Conn, org: i64, (kind, of): (&str, Id)) -> Result<Names, Refusal> {
    let mut select = sql::from(org, MAPPINGS);
    select.column("mapping").and_where(sql::eq("kind", kind.to_owned())).and_where(sql::eq("of_id", of));
    let Some(row) = conn.first(&select.into())? else { return Ok(Names::new()) };
    serde_json::from_str(&row.get::<String>(0)?).map_err(|error| Refusal::broken(error.to_string()))
}

/// Remembers them.
pub(crate) fn remember(tx: &mut Tx<'_>, (kind, of): (&str, Id), names: &Names) -> Result<(), Refusal> {
    let text = serde_json::to_string(names).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("kind", Value::Text(kind.to_owned())),
        ("of_id", Value::Int(of.0)),
        ("mapping", Value::Text(text)),
        ("updated_by", Value::Int(tx.actor.user_id.0)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut insert = sql::insert(tx.org(), MAPPINGS, &cells);
    let written = OnConflict::columns(["org_id", "kind", "of_id"])
        .update_columns(["mapping", "updated_by", "updated_at"])
        .to_owned();
    insert.on_conflict(written);
    tx.exec(&insert.into())?;
    Ok(())
}

/// The names of columns that were typed.
pub(crate) fn asked<const N: usize>(filled: &Filled<'_>, columns: &[Usual; N]) -> Result<Names, Refusal> {
    let mut names = Names::new();
    for (field, _) in columns {
        names.extend(filled.get::<Option<String>>(*field)?.map(|name| (field.name(), name)));
    }
    Ok(names)
}

/// The places of the columns, and the rows below them: by the names that were asked for, else by their usual ones. What is
/// asked for and not there, and what is `needed` and not found, is told at its field.
pub(crate) fn headings<'a, const N: usize>(
    rows: &'a [CellRow],
    (columns, needed): (&[Usual; N], usize),
    asked: &Names,
    findings: &mut Findings,
) -> Option<Found<'a, N>> {
    let place_in = |row: &CellRow, (field, usual): &Usual| -> Option<usize> {
        let at = |name: &str| row.cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name.trim()));
        match asked.get(&field.name()) {
            Some(name) => at(name),
            None => usual.iter().find_map(|name| at(name)),
        }
    };
    let found = |row: &CellRow| columns.map(|column| place_in(row, &column));
    let heads = rows.iter().take(HEAD_LINES).map(found);
    let count = |places: &[Option<usize>; N]| places.iter().flatten().count();
    let best = heads.enumerate().max_by_key(|(place, places)| (count(places), usize::MAX - place));
    let (at, places) = best.unwrap_or((0, [None; N]));
    let shown = rows.get(at).map(|row| row.cells.join("、")).unwrap_or_default();
    for (number, ((field, _), place)) in columns.iter().zip(&places).enumerate() {
        match asked.get(&field.name()) {
            Some(name) if place.is_none() => {
                findings.error(field.name(), NO_COLUMN.with(&[("name", name), ("columns", &shown)]));
            }
            None if place.is_none() && number < needed => {
                let (zh, en) = (field.zh.trim_end_matches('列'), field.en);
                findings.error(field.name(), NO_HEADINGS.with_each(&[("name", zh)], &[("name", en)]));
            }
            _ => {}
        }
    }
    if findings.has_errors() { None } else { Some((places, rows.get(at + 1..).unwrap_or_default())) }
}

/// The text of a cell in the column at a place.
pub(crate) fn cell<const N: usize>(row: &CellRow, places: &[Option<usize>; N], column: usize) -> String {
    let text = places.get(column).copied().flatten().and_then(|place| row.cells.get(place));
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// An amount in thousandths, as files write it.
pub(crate) fn thousandths(text: &str) -> Option<i64> {
    parse_scaled(&cell_number(text), 3).ok().filter(|amount| (-AMOUNT_MAX..=AMOUNT_MAX).contains(amount))
}

/// A day as files write it: 2026-07-15, 2026/07/15, 20260715, with or without a time.
pub(crate) fn day_of(text: &str) -> Option<Day> {
    let first = text.split([' ', 'T']).next().unwrap_or_default();
    let plain = first.replace(['/', '.'], "-");
    if plain.len() == 8 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
        let (year, rest) = plain.split_at(4);
        let (month, day) = rest.split_at(2);
        return parse_day(&format!("{year}-{month}-{day}"));
    }
    let parts: Vec<&str> = plain.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    parse_day(&format!("{year}-{month:0>2}-{day:0>2}"))
}

#[cfg(test)]
mod tests {
    use kernel::show_day;

    use super::*;

    #[test]
    fn days_are_written_in_several_ways() {
        for text in ["2026-07-15", "2026/07/15", "2026.7.15", "20260715", "2026-07-15 09:30:00", "2026/7/15 9:30"] {
            assert_eq!(day_of(text).map(show_day).as_deref(), Some("2026-07-15"), "{text}");
        }
        for text in ["", "15.07", "2026-13-01", "20261301", "yesterday"] {
            assert_eq!(day_of(text), None, "{text}");
        }
    }
}
