//! Bringing the platform's rows in step with what the product brings.

use std::collections::BTreeMap;

use kernel::Instant;
use platform::PLATFORM_ORG;
use platform::call::App;
use platform::refusal::Refusal;
use platform::store::{Conn, Value, sql};

use super::declared::{self, Word};

/// Rows one statement adds or removes: their values stay below what a statement may have.
const CHUNK: usize = 500;
const COLUMNS: [&str; 13] = [
    "id",
    "code",
    "page_type",
    "label_key",
    "text_zh",
    "text_en",
    "declared_zh",
    "declared_en",
    "version",
    "created_by",
    "created_at",
    "updated_by",
    "updated_at",
];

/// A row of the platform as it lies in the table.
struct Kept {
    id: i64,
    text: Word,
    declared: Word,
}

/// A word that has no row yet.
struct New {
    page: String,
    key: String,
    word: Word,
}

/// What is to be done.
#[derive(Default)]
struct Steps {
    new: Vec<New>,
    follow: Vec<(Kept, Word)>,
    /// Codes of rows by their id.
    gone: Vec<(i64, String)>,
}

/// Brings the platform's rows in step with the declarations: new words are added, words nobody
/// changed follow, words that are no longer declared go.
pub fn synchronise(app: &App) -> Result<(), Refusal> {
    let steps = steps(app, app.store.read(kept)?);
    if steps.new.is_empty() && steps.follow.is_empty() && steps.gone.is_empty() {
        return Ok(());
    }
    let now = app.clock.now();
    app.system_write(|conn| {
        for chunk in steps.new.chunks(CHUNK) {
            let rows = chunk.iter().map(|new| cells(app, new, now));
            conn.exec(&sql::insert_many(PLATFORM_ORG, "language_label", &COLUMNS, rows).into())?;
        }
        for (row, word) in &steps.follow {
            follow(conn, row, word, now)?;
        }
        steps.gone.chunks(CHUNK).try_for_each(|chunk| remove(conn, chunk))
    })
}

fn steps(app: &App, mut kept: BTreeMap<String, Kept>) -> Steps {
    let mut steps = Steps::default();
    for page in declared::pages(&app.registry) {
        for (key, word) in declared::words(&app.registry, &page) {
            match kept.remove(&format!("{page}.{key}")) {
                Some(row) if row.declared == word => {}
                Some(row) => steps.follow.push((row, word)),
                None => steps.new.push(New { page: page.clone(), key, word }),
            }
        }
    }
    steps.gone = kept.into_iter().map(|(code, row)| (row.id, code)).collect();
    steps
}

fn kept(conn: &mut dyn Conn) -> Result<BTreeMap<String, Kept>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "language_label");
    select.columns(["code", "id", "text_zh", "text_en", "declared_zh", "declared_en"]);
    let mut kept = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let text = Word { zh: row.get(2)?, en: row.get(3)? };
        let declared = Word { zh: row.get(4)?, en: row.get(5)? };
        kept.insert(row.get(0)?, Kept { id: row.get(1)?, text, declared });
    }
    Ok(kept)
}

fn follow(conn: &mut dyn Conn, row: &Kept, word: &Word, now: Instant) -> Result<(), Refusal> {
    let text = |text: &String| Value::Text(text.clone());
    let mut cells = vec![("declared_zh", text(&word.zh)), ("declared_en", text(&word.en))];
    if row.text == row.declared {
        cells.extend([("text_zh", text(&word.zh)), ("text_en", text(&word.en))]);
        cells.push(("updated_at", Value::Int(now.millis())));
    }
    let mut update = sql::update(PLATFORM_ORG, "language_label", &cells);
    update.and_where(sql::eq("id", row.id));
    conn.exec(&update.into())?;
    Ok(())
}

/// Rows and their texts in further languages.
fn remove(conn: &mut dyn Conn, gone: &[(i64, String)]) -> Result<(), Refusal> {
    let mut rows = sql::delete(PLATFORM_ORG, "language_label");
    rows.and_where(sql::is_in(sql::col("id"), gone.iter().map(|(id, _)| *id)));
    conn.exec(&rows.into())?;
    let mut texts = sql::delete(PLATFORM_ORG, "language_text");
    texts.and_where(sql::is_in(sql::col("code"), gone.iter().map(|(_, code)| code.clone())));
    conn.exec(&texts.into())?;
    Ok(())
}

/// The values of a new row, in the order of the columns.
fn cells(app: &App, new: &New, now: Instant) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let (zh, en) = (&new.word.zh, &new.word.en);
    let number = |number: i64| Value::Int(number);
    vec![
        number(app.mint.next(now).0),
        text(&format!("{}.{}", new.page, new.key)),
        text(&new.page),
        text(&new.key),
        text(zh),
        text(en),
        text(zh),
        text(en),
        number(1),
        number(0),
        number(now.millis()),
        number(0),
        number(now.millis()),
    ]
}
