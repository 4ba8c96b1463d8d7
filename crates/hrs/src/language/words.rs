//! The words in force: what is declared, under the platform's rows, under the company's.

use std::collections::{BTreeMap, BTreeSet};

use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome};
use platform::language::{self, ENGLISH, is_shipped};
use platform::refusal::{Refusal, messages};
use platform::sea_query::{Condition, Expr, ExprTrait, SelectStatement};
use platform::store::{Conn, sql};
use serde_json::{Map, Value as Json, json};

use super::declared::{self, CLIENT, Word};
use super::placeholders;

/// Whose rows a company sees, the last over the first.
pub fn owners(org: i64) -> Vec<i64> {
    let mut owners = vec![PLATFORM_ORG, org];
    owners.dedup();
    owners
}

/// What the database says of words in a language, by page and key.
pub struct Layers {
    /// Whether the language, or the one it leans on, is English.
    english: bool,
    /// Rows in Chinese and English.
    rows: BTreeMap<String, BTreeMap<String, Word>>,
    /// Texts in the language itself, when it is a further one.
    texts: BTreeMap<String, BTreeMap<String, String>>,
}

impl Layers {
    /// Of one page.
    fn of_page(conn: &mut dyn Conn, owners: &[i64], language: &str, page: &str) -> Result<Self, Refusal> {
        let on_page = |table: &'static str| sql::of_eq(table, "page_type", page.to_owned());
        let rows = Condition::all().add(on_page("language_label"));
        Self::read(conn, owners, language, (rows, on_page("language_text")))
    }

    /// Of the web application, as far as somebody changed something.
    pub fn changed(conn: &mut dyn Conn, owners: &[i64], language: &str) -> Result<Self, Refusal> {
        let of_client = |table: &'static str| sql::begins(sql::of(table, "page_type"), CLIENT);
        let declared = |column: &'static str| sql::of("language_label", column);
        let rows = sql::any_of([
            declared("declared_zh").is_null(),
            declared("declared_zh").ne(declared("text_zh")),
            declared("declared_en").ne(declared("text_en")),
        ]);
        let rows = Condition::all().add(of_client("language_label")).add(rows);
        Self::read(conn, owners, language, (rows, of_client("language_text")))
    }

    fn read(
        conn: &mut dyn Conn,
        owners: &[i64],
        asked: &str,
        (rows, texts): (Condition, Expr),
    ) -> Result<Self, Refusal> {
        let further = if is_shipped(asked) { None } else { language::find(conn, asked)? };
        let base = language::base_of(conn, asked)?;
        let mut layers = Self { english: base == ENGLISH, rows: BTreeMap::new(), texts: BTreeMap::new() };
        for owner in owners {
            let mut select = sql::from(*owner, "language_label");
            select.columns(["page_type", "label_key", "text_zh", "text_en"]).cond_where(rows.clone());
            layers.add_rows(conn, select)?;
            if let Some(further) = &further {
                let mut select = sql::from(*owner, "language_text");
                select.columns(["page_type", "code", "text"]).and_where(texts.clone());
                select.and_where(sql::eq("language", further.code.clone()));
                layers.add_texts(conn, select)?;
            }
        }
        Ok(layers)
    }

    fn add_rows(&mut self, conn: &mut dyn Conn, select: SelectStatement) -> Result<(), Refusal> {
        for row in conn.query(&select.into())? {
            let word = Word { zh: row.get(2)?, en: row.get(3)? };
            let page = self.rows.entry(row.get(0)?).or_default();
            let key = row.get(1)?;
            // A row that leaves English empty keeps what lies below it.
            let below = page.get(&key).map_or_else(String::new, |word: &Word| word.en.clone());
            let en = if word.en.is_empty() { below } else { word.en };
            page.insert(key, Word { zh: word.zh, en });
        }
        Ok(())
    }

    fn add_texts(&mut self, conn: &mut dyn Conn, select: SelectStatement) -> Result<(), Refusal> {
        for row in conn.query(&select.into())? {
            let (page, code): (String, String) = (row.get(0)?, row.get(1)?);
            let key = code.strip_prefix(&page).and_then(|rest| rest.strip_prefix('.')).unwrap_or_default().to_owned();
            self.texts.entry(page).or_default().insert(key, row.get(2)?);
        }
        Ok(())
    }

    /// The pages something is said of.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        let pages: BTreeSet<&str> = self.rows.keys().chain(self.texts.keys()).map(String::as_str).collect();
        pages.into_iter()
    }

    /// The text of a word in the shipped language.
    pub fn of<'a>(&self, word: &'a Word) -> &'a String {
        if self.english && !word.en.is_empty() { &word.en } else { &word.zh }
    }

    /// The texts of a page's declared words; what is no longer declared stays away, and so does a text in a further
    /// language whose placeholders are those of an older declaration.
    pub fn over(&self, page: &str, declared: BTreeMap<String, Word>) -> BTreeMap<String, String> {
        let (rows, texts) = (self.rows.get(page), self.texts.get(page));
        let text = |(key, declared): (String, Word)| {
            let own = texts.and_then(|texts| texts.get(&key));
            if let Some(own) = own.filter(|own| placeholders(own) == placeholders(&declared.zh)) {
                return (key, own.clone());
            }
            let mut word = declared;
            if let Some(row) = rows.and_then(|rows| rows.get(&key)) {
                word.zh.clone_from(&row.zh);
                if !row.en.is_empty() {
                    word.en.clone_from(&row.en);
                }
            }
            let text = self.of(&word).clone();
            (key, text)
        };
        declared.into_iter().map(text).collect()
    }
}

/// GET /hrs/language/pages: label key to text. An unknown page has none; an unknown language is Chinese.
pub fn of_page(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let page = call.query("pageType").trim().trim_start_matches('/').to_owned();
    let asked = call.query("languageCode").to_owned();
    let layers = call.read(|conn| Layers::of_page(conn, &owners(org), &asked, &page))?;
    let words = layers.over(&page, declared::words(&call.app.registry, &page));
    let map: Map<String, Json> = words.into_iter().map(|(key, text)| (key, Json::String(text))).collect();
    Ok(Answer::Data(Json::Object(map)))
}

/// GET /hrs/language/version: changes with every word of the company's or the platform's, and with the languages.
pub fn version(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    let version = call.read(|conn| version_of(conn, &call.app.settings.version, &owners(org)))?;
    Ok(Answer::Data(json!({ "version": version })))
}

/// Rows, newest change and number of changes of the words of some orgs and of the languages, behind the version of the program.
pub fn version_of(conn: &mut dyn Conn, program: &str, owners: &[i64]) -> Result<String, Refusal> {
    let mut parts = vec![program.to_owned()];
    // A text in a further language is written with its label, which is newer then.
    let tables = owners.iter().map(|owner| (*owner, "language_label")).chain([(PLATFORM_ORG, "language")]);
    for (owner, table) in tables {
        let mut select = sql::from(owner, table);
        // Two changes may share a moment.
        for part in ["COUNT(*)", "COALESCE(MAX(updated_at), 0)", "CAST(COALESCE(SUM(version), 0) AS bigint)"] {
            select.expr(Expr::cust(part));
        }
        let row = conn.first(&select.into())?.unwrap_or_default();
        parts.push(format!("{}.{}.{}", row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<i64>(2)?));
    }
    Ok(parts.join("-"))
}

/// GET /hrs/user/selectParamTexts.
pub fn languages(call: &mut Call) -> Outcome {
    let all = call.read(|conn| language::active(conn))?;
    Ok(Answer::Data(all.iter().map(|one| json!({ "id": one.code, "paramText": one.name })).collect()))
}

/// GET /hrs/user/paramText.
pub fn language_name(call: &mut Call) -> Outcome {
    let id = call.query("id").to_owned();
    let found = call.read(|conn| language::find(conn, &id))?;
    let found = found.ok_or_else(|| Refusal::Business(messages::BAD_PARAMETER.with(&[("name", "id")])))?;
    Ok(Answer::Data(json!({ "id": found.code, "paramText": found.name })))
}
