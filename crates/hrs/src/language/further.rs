//! Texts of labels in the languages a deployment added: edited with the label, one column each in workbooks.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kernel::{Findings, Id, Msg};
use platform::PLATFORM_ORG;
use platform::call::Tx;
use platform::document::{Draft, Written};
use platform::field::{Field, lasting};
use platform::language::{self, Language};
use platform::list::Column;
use platform::log::Change;
use platform::refusal::Refusal;
use platform::sea_query::{Expr, ExprTrait, OnConflict, Query, SelectStatement};
use platform::store::{Conn, Value, sql};
use serde_json::{Map, Value as Json, json};

use super::{LIST, Label, same_placeholders};

/// Member of a label: its texts by language. A language that is not named keeps its text, an empty text goes.
pub const MEMBER: &str = "texts";
/// Most characters, as of the texts in Chinese and English.
const MOST: usize = 200;

const UNKNOWN: Msg = Msg::new("language.unknown", "语言不存在或已停用", "There is no such language, or it is stopped.");
const TOO_LONG: Msg = Msg::new("language.long", "不能超过{n}个字符", "It can't exceed {n} characters.");

/// Name of a text's column, and where what is wrong with it is told.
fn place(language: &str) -> String {
    format!("{MEMBER}.{language}")
}

/// The texts of the label at hand in a language.
fn texts_of_label(language: &str) -> SelectStatement {
    let mut texts = Query::select();
    texts
        .from("language_text")
        .and_where(sql::of("language_text", "code").equals(("language_label", "code")))
        .and_where(sql::of_eq("language_text", "language", language.to_owned()));
    texts
}

fn own_row() -> Expr {
    sql::of("language_text", "org_id").equals(("language_label", "org_id"))
}

/// Whether the label has a text in a language: of its own, or the platform's below it.
pub fn has_text(language: &str) -> Expr {
    let platforms = sql::of_eq("language_text", "org_id", PLATFORM_ORG);
    let mut texts = texts_of_label(language);
    texts.expr(Expr::cust("1")).cond_where(sql::any_of([own_row(), platforms]));
    Expr::exists(texts)
}

/// The label's own text in a language.
fn own_text(language: &'static str) -> Expr {
    let mut texts = texts_of_label(language);
    texts.column(("language_text", "text")).and_where(own_row());
    Expr::from(texts)
}

fn field_of(language: &Language) -> Field {
    let name = lasting(&language.name);
    Field::text(name, name).wire(lasting(&place(&language.code))).max(MOST)
}

/// The columns of the list with one more for each further language.
pub fn sheet_columns(conn: &mut dyn Conn) -> Result<&'static [Column], Refusal> {
    /// Columns by the languages they are for: as many as there have been lists of languages since the start.
    static KEPT: Mutex<BTreeMap<Vec<(String, String)>, &'static [Column]>> = Mutex::new(BTreeMap::new());
    let further = language::further(conn)?;
    let names = further.iter().map(|one| (one.code.clone(), one.name.clone())).collect();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let columns = kept.entry(names).or_insert_with(|| {
        let mut columns = LIST.columns.to_vec();
        let behind = columns.iter().position(|column| column.field.column == Label::TEXT_EN.column);
        let place = behind.map_or(columns.len(), |place| place + 1);
        let texts = further.iter().map(|one| Column::about(own_text, lasting(&one.code), field_of(one)).width(220));
        columns.splice(place..place, texts);
        Vec::leak(columns)
    });
    Ok(columns)
}

/// The columns an import takes beside the declared ones.
pub fn import_columns(conn: &mut dyn Conn) -> Result<Vec<Field>, Refusal> {
    Ok(language::further(conn)?.iter().map(field_of).collect())
}

/// The cells of a row become the member of the form.
pub fn arrange(body: &mut Map<String, Json>, _: bool, _: &mut Findings) {
    let begins = place("");
    let names: Vec<String> = body.keys().filter(|name| name.starts_with(&begins)).cloned().collect();
    let cells = names.iter().filter_map(|name| Some((name.strip_prefix(&begins)?.to_owned(), body.remove(name)?)));
    let texts: Map<String, Json> = cells.collect();
    if !texts.is_empty() {
        body.insert(MEMBER.to_owned(), Json::Object(texts));
    }
}

/// The texts a body names, by language.
fn named(body: &Map<String, Json>) -> BTreeMap<String, String> {
    let texts = body.get(MEMBER).and_then(Json::as_object);
    let text = |json: &Json| json.as_str().unwrap_or_default().trim().to_owned();
    texts.into_iter().flatten().map(|(language, json)| (language.clone(), text(json))).collect()
}

/// Texts are in a language of the list, not too long, and have the placeholders of the declared text.
pub fn check(tx: &mut Tx<'_>, draft: &Draft<'_>, declared: &str, findings: &mut Findings) -> Result<(), Refusal> {
    let named = named(draft.body);
    if named.is_empty() {
        return Ok(());
    }
    let further = language::further(tx)?;
    for (code, text) in named.iter().filter(|(_, text)| !text.is_empty()) {
        let field = place(code);
        findings.error_if(!further.iter().any(|known| known.code == *code), &field, UNKNOWN);
        if text.chars().count() > MOST {
            findings.error(field.clone(), TOO_LONG.with(&[("n", &MOST.to_string())]));
        }
        same_placeholders(declared, text, &field, findings);
    }
    Ok(())
}

/// The texts of a label of an org, by language.
fn kept(conn: &mut dyn Conn, org: i64, code: &str) -> Result<BTreeMap<String, String>, Refusal> {
    let mut select = sql::from(org, "language_text");
    select.columns(["language", "text"]).and_where(sql::eq("code", code.to_owned()));
    conn.query(&select.into())?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Writes the texts a body names; answers what differs.
pub fn write(tx: &mut Tx<'_>, draft: &Draft<'_>) -> Result<Written, Refusal> {
    let (org, named) = (tx.org(), named(draft.body));
    let (Value::Text(code), Value::Text(page)) = (draft.value(Label::CODE), draft.value(Label::PAGE_TYPE)) else {
        return Err(Refusal::broken("a label without a code"));
    };
    let before = kept(tx, org, code)?;
    let mut changes = Vec::new();
    for (language, text) in named {
        let old = before.get(&language).cloned().unwrap_or_default();
        if old == text {
            continue;
        }
        put(tx, (code, page), &language, &text)?;
        changes.push(Change { field: place(&language), label: language, old, new: text });
    }
    let mut answer = Map::new();
    show_of(tx, (org, code), &mut answer)?;
    Ok(Written { changes, answer })
}

fn put(tx: &mut Tx<'_>, (code, page): (&str, &str), language: &str, text: &str) -> Result<(), Refusal> {
    if text.is_empty() {
        let mut delete = sql::delete(tx.org(), "language_text");
        delete.and_where(sql::eq("code", code.to_owned())).and_where(sql::eq("language", language.to_owned()));
        tx.exec(&delete.into())?;
        return Ok(());
    }
    let cell = |text: &str| Value::Text(text.to_owned());
    let cells = [("code", cell(code)), ("language", cell(language)), ("page_type", cell(page)), ("text", cell(text))];
    let mut insert = sql::insert(tx.org(), "language_text", &cells);
    insert.on_conflict(OnConflict::columns(["org_id", "code", "language"]).update_columns(["text"]).to_owned());
    tx.exec(&insert.into())?;
    Ok(())
}

fn show_of(conn: &mut dyn Conn, (org, code): (i64, &str), shown: &mut Map<String, Json>) -> Result<(), Refusal> {
    let mut texts = kept(conn, org, code)?;
    let further = language::further(conn)?;
    // Every language is named, so that putting back what was there empties the others.
    let all = further.into_iter().map(|one| (one.code.clone(), json!(texts.remove(&one.code).unwrap_or_default())));
    shown.insert(MEMBER.to_owned(), Json::Object(all.collect()));
    Ok(())
}

/// Whose label a row is, and its code: the company's own or the platform's.
fn label_of(conn: &mut dyn Conn, org: i64, id: Id) -> Result<(i64, String), Refusal> {
    for owner in [org, PLATFORM_ORG] {
        let mut select = sql::from(owner, "language_label");
        select.column("code").and_where(sql::eq("id", id));
        if let Some(row) = conn.first(&select.into())? {
            return Ok((owner, row.get(0)?));
        }
    }
    Err(Refusal::NotFound)
}

/// Shows a label's own text in each further language, empty where there is none.
pub fn show(conn: &mut dyn Conn, org: i64, id: Id, shown: &mut Map<String, Json>) -> Result<(), Refusal> {
    let (owner, code) = label_of(conn, org, id)?;
    show_of(conn, (owner, &code), shown)
}

/// Removes the texts of an own label.
pub fn remove(tx: &mut Tx<'_>, id: Id) -> Result<(), Refusal> {
    let org = tx.org();
    let (owner, code) = label_of(tx, org, id)?;
    let mut delete = sql::delete(owner, "language_text");
    delete.and_where(sql::eq("code", code));
    tx.exec(&delete.into())?;
    Ok(())
}
