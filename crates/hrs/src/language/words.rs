//! The words in force: what is declared, under the platform's rows, under the company's.

use std::collections::BTreeMap;

use platform::PLATFORM_ORG;
use platform::call::{Answer, App, Call, Outcome};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Expr, Order};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::declared::{self, Word};

/// Languages of the product: code and its own name (req: i18n-open-languages).
const LANGUAGES: [(&str, &str); 2] = [("zh-CN", "简体中文"), ("en-US", "English")];

/// GET /hrs/language/pages: label key to text. An unknown page has none; an unknown language is Chinese.
pub fn of_page(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let page = call.query("pageType").trim().trim_start_matches('/').to_owned();
    let english = call.query("languageCode") == "en-US";
    let mut words = declared::words(&call.app.registry, &page);
    call.read(|conn| {
        for owner in [PLATFORM_ORG, org] {
            lay_over(conn, owner, &page, &mut words)?;
        }
        Ok(())
    })?;
    let text = |word: Word| if english && !word.en.is_empty() { word.en } else { word.zh };
    let map: Map<String, Json> = words.into_iter().map(|(key, word)| (key, Json::String(text(word)))).collect();
    Ok(Answer::Data(Json::Object(map)))
}

/// Lays the rows of an org over the words of a page; what is no longer declared stays away.
fn lay_over(conn: &mut dyn Conn, org: i64, page: &str, words: &mut BTreeMap<String, Word>) -> Result<(), Refusal> {
    let mut select = sql::from(org, "language_label");
    select.columns(["label_key", "text_zh", "text_en"]).and_where(sql::eq("page_type", page.to_owned()));
    for row in conn.query(&select.into())? {
        if let Some(word) = words.get_mut(&row.get::<String>(0)?) {
            word.zh = row.get(1)?;
            let english: String = row.get(2)?;
            if !english.is_empty() {
                word.en = english;
            }
        }
    }
    Ok(())
}

/// GET /hrs/language/version: rows and newest change of the company's and the platform's words.
pub fn version(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let mut parts = vec![call.app.settings.version.clone()];
    call.read(|conn| {
        for owner in [PLATFORM_ORG, org] {
            let mut select = sql::from(owner, "language_label");
            select.expr(Expr::cust("COUNT(*)")).expr(Expr::cust("COALESCE(MAX(updated_at), 0)"));
            let row = conn.first(&select.into())?.unwrap_or_default();
            parts.push(format!("{}.{}", row.get::<i64>(0)?, row.get::<i64>(1)?));
        }
        Ok(())
    })?;
    Ok(Answer::Data(json!({ "version": parts.join("-") })))
}

/// GET /hrs/user/selectParamTexts.
pub fn languages(_: &mut Call) -> Outcome {
    let all = LANGUAGES.iter().map(|(id, name)| json!({ "id": id, "paramText": name })).collect();
    Ok(Answer::Data(Json::Array(all)))
}

/// GET /hrs/user/paramText.
pub fn language_name(call: &mut Call) -> Outcome {
    let id = call.query("id").to_owned();
    let known = LANGUAGES.iter().find(|(code, _)| *code == id);
    let (id, name) = known.ok_or_else(|| Refusal::Business(messages::BAD_PARAMETER.with(&[("name", "id")])))?;
    Ok(Answer::Data(json!({ "id": id, "paramText": name })))
}

/// A row of the platform as it lies in the table.
struct Kept {
    id: i64,
    text: Word,
    declared: Word,
}

/// Brings the platform's rows in step with the declarations: new words are added, words nobody
/// changed follow, words that are no longer declared go.
pub fn synchronise(app: &App) -> Result<(), Refusal> {
    let now = app.clock.now();
    app.system_write(|conn| {
        let mut kept = kept(conn)?;
        for page in &declared::pages(&app.registry) {
            for (key, word) in declared::words(&app.registry, page) {
                match kept.remove(&format!("{page}.{key}")) {
                    Some(row) if row.declared == word => {}
                    Some(row) => follow(conn, &row, word, now.millis())?,
                    None => insert(conn, app.mint.next(now).0, (page, &key), &word, now.millis())?,
                }
            }
        }
        for row in kept.into_values() {
            let mut delete = sql::delete(PLATFORM_ORG, "language_label");
            delete.and_where(sql::eq("id", row.id));
            conn.exec(&delete.into())?;
        }
        Ok(())
    })
}

fn kept(conn: &mut dyn Conn) -> Result<BTreeMap<String, Kept>, Refusal> {
    let mut select = sql::from(PLATFORM_ORG, "language_label");
    select.columns(["code", "id", "text_zh", "text_en", "declared_zh", "declared_en"]).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    rows.iter()
        .map(|row| {
            let text = Word { zh: row.get(2)?, en: row.get(3)? };
            let declared = Word { zh: row.get(4)?, en: row.get(5)? };
            Ok((row.get(0)?, Kept { id: row.get(1)?, text, declared }))
        })
        .collect()
}

fn follow(conn: &mut dyn Conn, row: &Kept, word: Word, now: i64) -> Result<(), Refusal> {
    let mut cells = vec![("declared_zh", Value::Text(word.zh.clone())), ("declared_en", Value::Text(word.en.clone()))];
    if row.text == row.declared {
        cells.extend([("text_zh", Value::Text(word.zh)), ("text_en", Value::Text(word.en))]);
        cells.push(("updated_at", Value::Int(now)));
    }
    let mut update = sql::update(PLATFORM_ORG, "language_label", &cells);
    update.and_where(sql::eq("id", row.id));
    conn.exec(&update.into())?;
    Ok(())
}

fn insert(conn: &mut dyn Conn, id: i64, (page, key): (&str, &str), word: &Word, now: i64) -> Result<(), Refusal> {
    let text = |text: &str| Value::Text(text.to_owned());
    let cells = [
        ("id", Value::Int(id)),
        ("code", Value::Text(format!("{page}.{key}"))),
        ("page_type", text(page)),
        ("label_key", text(key)),
        ("text_zh", text(&word.zh)),
        ("text_en", text(&word.en)),
        ("declared_zh", text(&word.zh)),
        ("declared_en", text(&word.en)),
        ("version", Value::Int(1)),
        ("created_by", Value::Int(0)),
        ("created_at", Value::Int(now)),
        ("updated_by", Value::Int(0)),
        ("updated_at", Value::Int(now)),
    ];
    conn.exec(&sql::insert(PLATFORM_ORG, "language_label", &cells).into())?;
    Ok(())
}
