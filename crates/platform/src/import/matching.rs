//! Which column of a file is meant for which field.

use std::collections::{BTreeMap, BTreeSet};

use crate::call::{Call, Tx};
use crate::document::FormPage;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::store::{Conn, Value, sql};
use sea_query::OnConflict;

use super::sheet::{Line, Sheet};

/// Rows among which the headings are looked for.
const HEAD_WITHIN: usize = 10;
/// Headings remembered of a document, and how long they are: no longer one is matched twice by anybody.
const REMEMBERED_MAX: usize = 500;
const HEADING_MAX: usize = 200;

/// Headings a user has matched before, with their fields; an empty field: passed over.
pub type Remembered = BTreeMap<String, String>;

/// A heading as it is compared: no blanks, marks, brackets or case.
fn folded(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && !"*＊:：_-()（）/".contains(*letter));
    letters.flat_map(char::to_lowercase).collect()
}

fn key_of(form: &FormPage) -> Value {
    Value::Text(format!("import:{}", form.key))
}

/// What the caller matched before.
pub fn remembered(call: &Call, form: &FormPage) -> Result<Remembered, Refusal> {
    let actor = call.actor()?;
    call.read(|conn| remembered_by(conn, actor.org_id, actor.user_id, form))
}

fn remembered_by(conn: &mut dyn Conn, org: i64, user: kernel::Id, form: &FormPage) -> Result<Remembered, Refusal> {
    let mut select = sql::from(org, "list_setting");
    select.column("body").and_where(sql::eq("user_id", user)).and_where(sql::eq("page_key", key_of(form)));
    let text: Option<String> = conn.first(&select.into())?.map(|row| row.get(0)).transpose()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Keeps what was matched now, beside what was matched before.
pub fn remember(tx: &mut Tx<'_>, form: &FormPage, headers: &[String], fields: &[String]) -> Result<(), Refusal> {
    let (org, user) = (tx.org(), tx.actor.user_id);
    let mut known = remembered_by(tx, org, user, form)?;
    let kept = |header: &String| !header.is_empty() && header.chars().count() <= HEADING_MAX;
    for (header, field) in headers.iter().zip(fields).filter(|(header, _)| kept(header)) {
        if known.len() < REMEMBERED_MAX || known.contains_key(&folded(header)) {
            known.insert(folded(header), field.clone());
        }
    }
    let body = serde_json::to_string(&known).map_err(|error| Refusal::broken(error.to_string()))?;
    let cells = [
        ("user_id", Value::Int(user.0)),
        ("page_key", key_of(form)),
        ("body", Value::Text(body)),
        ("updated_at", Value::Int(tx.now.millis())),
    ];
    let mut insert = sql::insert(org, "list_setting", &cells);
    insert.on_conflict(
        OnConflict::columns(["org_id", "user_id", "page_key"]).update_columns(["body", "updated_at"]).to_owned(),
    );
    tx.exec(&insert.into())?;
    Ok(())
}

/// The field of each heading: as remembered, else by label or name; a field is taken once.
pub fn propose(headers: &[String], columns: &[Field], remembered: &Remembered) -> Vec<Option<String>> {
    let mut taken = BTreeSet::new();
    headers
        .iter()
        .map(|header| {
            let folded = folded(header);
            let named = |field: &&Field| {
                [field.zh, field.en].iter().any(|l| self::folded(l) == folded) || field.name().to_lowercase() == folded
            };
            let before = remembered.get(&folded).and_then(|name| columns.iter().find(|field| field.name() == *name));
            let found = if folded.is_empty() { None } else { before.or_else(|| columns.iter().find(named)) };
            found.map(Field::name).filter(|name| taken.insert(name.clone()))
        })
        .collect()
}

/// The row of headings: the one asked for, else of the first rows the one that names the most fields.
pub fn head_of<'a>(
    sheet: &'a Sheet,
    columns: &[Field],
    remembered: &Remembered,
    asked: Option<usize>,
) -> Option<&'a Line> {
    if let Some(asked) = asked {
        return sheet.lines.iter().find(|line| usize::try_from(line.number) == Ok(asked));
    }
    let hits = |line: &Line| propose(&line.cells, columns, remembered).iter().flatten().count();
    // Of equals the first: max_by_key would take the last.
    sheet.lines.iter().take(HEAD_WITHIN).rev().max_by_key(|line| hits(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [Field; 3] = [
        Field::text("运单前缀", "Waybill prefix").column("prefix"),
        Field::text("中文名", "Chinese name").column("name_cn"),
        Field::text("英文名", "English name").column("name_en"),
    ];

    fn texts(all: &[&str]) -> Vec<String> {
        all.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn headings_are_found_by_label_name_and_memory() {
        let none = Remembered::new();
        let matched = propose(&texts(&["*中文名 ", "waybill  PREFIX", "nameEn", "英文名", "别的", ""]), &FIELDS, &none);
        let names: Vec<&str> = matched.iter().map(|name| name.as_deref().unwrap_or("-")).collect();
        assert_eq!(names, ["nameCn", "prefix", "nameEn", "-", "-", "-"], "a field is taken once");
        let known = Remembered::from([("公司".to_owned(), "nameCn".to_owned()), ("x".to_owned(), "gone".to_owned())]);
        let matched = propose(&texts(&["公司", "X"]), &FIELDS, &known);
        assert_eq!(matched, [Some("nameCn".to_owned()), None]);
    }

    #[test]
    fn the_headings_are_the_row_that_names_most() {
        let line = |number, cells: &[&str]| Line { number, cells: texts(cells) };
        let sheet = Sheet {
            most: 10,
            lines: vec![line(1, &["航司一览"]), line(3, &["中文名", "英文名"]), line(4, &["甲", "A"])],
        };
        let head = |asked| head_of(&sheet, &FIELDS, &Remembered::new(), asked).map(|line| line.number);
        assert_eq!((head(None), head(Some(1)), head(Some(2))), (Some(3), Some(1), None));
    }
}
