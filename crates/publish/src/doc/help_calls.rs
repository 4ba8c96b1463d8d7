//! Publishing, reading, finding and judging of help documents.

use kernel::{Id, Msg};
use platform::PLATFORM_ORG;
use platform::access::Access;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::field::Field;
use platform::flow::{Flow, Move, Step};
use platform::log::{Level, LogEntry};
use platform::refusal::Refusal;
use platform::rich_text::{self, Policy};
use platform::sea_query::{Expr, ExprTrait, JoinType, OnConflict, Order, SelectStatement};
use platform::setting::{self, Module, Setting};
use platform::store::{Cell, Conn, Row, Value, sql};
use pulldown_cmark::{Options, Parser, html};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::PAGE;
use super::help::{BASE, CHUNKS, DRAFT, HelpDoc, INDEXED, OFFLINE, PAGES, PUBLISHED, TABLE, VOTES};
use crate::tutorial::board;

/// Longest piece, and how much of it the next one repeats.
const CHUNK: usize = 800;
const OVERLAP: usize = 100;
/// Pieces a search answers.
const FOUND_MAX: u64 = 20;
/// Characters shown of a piece that was found.
const EXCERPT: usize = 120;

/// Page of the manual the product brings.
const BUILT_IN: &str = "/manual";
/// Keyword of the user manual among the help documents.
const MANUAL_GUIDE: &str = "userManual";
const MANUAL_NAME: Msg = Msg::new("help.manual", "用户手册", "User manual");
/// Where the user manual lies.
pub(super) const MANUAL: Setting = Setting::new(
    "manualUrl",
    Module::new("links", "地址", "Addresses").on("platform_setting").at(25),
    Field::text("用户手册", "User manual").max(500).pattern("^(https?://|/).+$", is_address, ADDRESS),
)
.platform()
.help(
    "帮助菜单打开的手册；留空则打开关键词为userManual的帮助文档，没有时打开产品自带手册",
    "Opened by the help menu; empty: the help document with the keyword userManual, else the manual of the product",
);

const IS_PUBLISHED: Msg = Msg::new("help.is_published", "帮助文档已发布", "The document has been published already.");
const NOT_SHOWN: Msg = Msg::new("help.not_shown", "帮助文档未发布", "The document is not published.");

const ADDRESS: Msg = Msg::new(
    "help.manual_address",
    "地址须以http://、https://或/开头",
    "An address begins with http://, https:// or a slash.",
);

fn is_address(text: &str) -> bool {
    ["https://", "http://", "/"].iter().any(|start| text.strip_prefix(start).is_some_and(|rest| !rest.is_empty()))
}

/// Characters that are no spaces.
pub(super) fn words(markdown: &str) -> i64 {
    let count = markdown.chars().filter(|letter| !letter.is_whitespace()).count();
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The text as its readers see it; HTML inside it is held to the same list as any rich text.
fn rendered(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(markdown, options));
    // The list of rich texts knows `s`, Markdown writes `del`.
    let out = out.replace("<del>", "<s>").replace("</del>", "</s>");
    rich_text::clean(Policy::Body, &out)
}

/// Pieces of a text: split at its headings, none longer than eight hundred characters, a hundred of
/// which the next one repeats.
pub(super) fn pieces(markdown: &str) -> Vec<(String, String)> {
    let mut pieces = Vec::new();
    for (heading, text) in sections(markdown) {
        let letters: Vec<char> = text.trim().chars().collect();
        let mut from = 0;
        while from < letters.len() {
            let until = (from + CHUNK).min(letters.len());
            pieces.push((heading.clone(), letters.get(from..until).unwrap_or_default().iter().collect()));
            if until == letters.len() {
                break;
            }
            from = until - OVERLAP;
        }
    }
    pieces
}

/// Headings with the text below each; a fence of code holds no headings.
fn sections(markdown: &str) -> Vec<(String, String)> {
    let mut sections = vec![(String::new(), String::new())];
    let mut fenced = false;
    for line in markdown.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let marks = line.chars().take_while(|letter| *letter == '#').count();
        let heading = line.get(marks..).unwrap_or_default();
        if !fenced && (1..=6).contains(&marks) && heading.starts_with(' ') {
            sections.push((heading.trim().to_owned(), String::new()));
        } else if let Some((_, text)) = sections.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    sections
}

const PUBLISHES: Access = Access::Code("sys_helpdoc_publish");

/// The way of a document to its readers and back.
pub(super) static FLOW: Flow<HelpDoc> = Flow {
    moves: &[
        Move::new("publish_help_doc", "publish/{id}", PUBLISHES, "发布帮助", (&[DRAFT, OFFLINE], PUBLISHED))
            .summary("Shows a document, and has it found")
            .put()
            .kind("发布")
            .refused(IS_PUBLISHED)
            .does(publish),
        Move::new("offline_help_doc", "offline/{id}", PUBLISHES, "下线帮助", (&[PUBLISHED], OFFLINE))
            .summary("Takes a document from its readers")
            .put()
            .kind("下线"),
    ],
    ..Flow::of((BASE, PAGE, TABLE), (HelpDoc::STATUS, HelpDoc::TITLE), NOT_SHOWN)
};

fn publish(tx: &mut Tx<'_>, step: &mut Step<'_, HelpDoc>) -> Result<(), Refusal> {
    let revision = step.document.revision + 1;
    step.set(HelpDoc::REVISION, Value::Int(revision));
    let chunks = index(tx, step.id, &step.document.body)?;
    step.answer("chunks", json!(chunks));
    Ok(())
}

/// Writes the pieces of a document anew; answers how many.
fn index(tx: &mut Tx<'_>, id: Id, body: &str) -> Result<i64, Refusal> {
    let org = tx.org();
    tx.exec(&sql::delete(org, CHUNKS).and_where(sql::eq("doc_id", id)).to_owned().into())?;
    let mut count = 0;
    for (heading, text) in pieces(body) {
        count += 1;
        let cells = [
            ("doc_id", id.into_value()),
            ("seq", Value::Int(count)),
            ("heading", heading.into_value()),
            ("text", text.into_value()),
        ];
        tx.exec(&sql::insert(org, CHUNKS, &cells).into())?;
    }
    let cells = [("chunks", Value::Int(count)), ("index_state", INDEXED.into_value())];
    tx.exec(&sql::update(org, TABLE, &cells).and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(count)
}

/// POST /hrs/helpDoc/reindex.
pub(super) fn reindex(call: &mut Call) -> Outcome {
    let (docs, chunks) = call.write(|tx| {
        let mut select = sql::from(tx.org(), TABLE);
        select.columns(["id", "body"]).and_where(sql::eq("status", PUBLISHED.to_owned()));
        let rows = tx.query(&select.into())?;
        let mut chunks = 0;
        for row in &rows {
            chunks += index(tx, row.get(0)?, &row.get::<String>(1)?)?;
        }
        let text = format!("重建帮助索引：{}篇，{chunks}段", rows.len());
        let id = tx.new_id();
        tx.log(LogEntry::of(TABLE, id, "", PAGE).did("修改", "重建索引").level(Level::Low).text(text))?;
        Ok((rows.len(), chunks))
    })?;
    Ok(Answer::Data(json!({ "docs": docs, "chunks": chunks })))
}

/// Published documents a company reads: the platform's and its own.
fn readable(org: i64) -> SelectStatement {
    let mut select = facts::of_platform_and(org, TABLE);
    select.and_where(sql::of_eq(TABLE, "status", PUBLISHED.to_owned()));
    select
}

/// GET /hrs/helpDoc/search?q=: documents whose title says it first, then pieces that hold it.
pub(super) fn search(call: &mut Call) -> Outcome {
    let wanted = call.query("q").trim().to_owned();
    if wanted.is_empty() {
        return Ok(Answer::Data(json!([])));
    }
    let in_title =
        || sql::contains(sql::of(TABLE, "title"), &wanted).or(sql::contains(sql::of(TABLE, "keywords"), &wanted));
    let mut select = readable(call.actor()?.org_id);
    select
        .columns([(TABLE, "id"), (TABLE, "title"), (TABLE, "language"), (CHUNKS, "heading"), (CHUNKS, "text")])
        .join(
            // A document that is an address only has no pieces, and is found by title and keywords.
            JoinType::LeftJoin,
            CHUNKS,
            sql::of(CHUNKS, "org_id").equals((TABLE, "org_id")).and(sql::of(CHUNKS, "doc_id").equals((TABLE, "id"))),
        )
        .and_where(
            in_title()
                .and(sql::of_eq(CHUNKS, "seq", 1i64).or(sql::of(CHUNKS, "seq").is_null()))
                .or(sql::contains(sql::of(CHUNKS, "text"), &wanted))
                .or(sql::contains(sql::of(CHUNKS, "heading"), &wanted)),
        )
        .order_by_expr(Expr::case(in_title(), Expr::cust("0")).finally(Expr::cust("1")).into(), Order::Asc)
        .order_by((TABLE, "id"), Order::Desc)
        .order_by((CHUNKS, "seq"), Order::Asc)
        .limit(FOUND_MAX);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    let found: Result<Vec<Json>, Refusal> = rows
        .iter()
        .map(|row| {
            Ok(json!({
                "id": row.get::<Id>(0)?, "title": row.get::<String>(1)?, "language": row.get::<String>(2)?,
                "heading": row.get::<String>(3)?, "excerpt": excerpt(&row.get::<String>(4)?, &wanted),
            }))
        })
        .collect();
    Ok(Answer::Data(Json::Array(found?)))
}

/// The words around what was looked for.
fn excerpt(text: &str, wanted: &str) -> String {
    let place = text.to_lowercase().find(&wanted.to_lowercase()).unwrap_or(0);
    let before = text.get(..place).map_or(0, |before| before.chars().count());
    let from = before.saturating_sub(EXCERPT / 3);
    text.chars().skip(from).take(EXCERPT).map(|letter| if letter == '\n' { ' ' } else { letter }).collect()
}

/// GET /hrs/helpDoc/read/{id}.
pub(super) fn read(call: &mut Call) -> Outcome {
    let (id, actor) = (call.path_id("id")?, call.actor()?);
    let mut select = readable(actor.org_id);
    select
        .columns([(TABLE, "org_id"), (TABLE, "title"), (TABLE, "body"), (TABLE, "url"), (TABLE, "language")])
        .column((TABLE, "tutorial_id"))
        .and_where(sql::of_eq(TABLE, "id", id));
    let row = call.read(|conn| Ok(conn.first(&select.into())?))?.ok_or(Refusal::NotFound)?;
    let org: i64 = row.get(0)?;
    let film = match row.get::<Option<Id>>(5)? {
        Some(film) => {
            call.read(|conn| board::title(conn, actor, film))?.map(|title| json!({ "id": film, "title": title }))
        }
        None => None,
    };
    call.app.note(|conn| {
        let mut update = sql::update(org, TABLE, &[]);
        update.value("views", sql::col("views").add(1)).and_where(sql::eq("id", id));
        conn.exec(&update.into())?;
        Ok(())
    })?;
    Ok(Answer::Data(json!({
        "id": id, "title": row.get::<String>(1)?, "html": rendered(&row.get::<String>(2)?),
        "url": row.get::<String>(3)?, "language": row.get::<String>(4)?, "tutorial": film,
    })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vote {
    useful: bool,
}

/// PUT /hrs/helpDoc/useful/{id}: the last word of each reader counts.
pub(super) fn vote(call: &mut Call) -> Outcome {
    let (id, vote) = (call.path_id("id")?, call.json::<Vote>()?);
    let mut select = readable(call.actor()?.org_id);
    select.column((TABLE, "org_id")).and_where(sql::of_eq(TABLE, "id", id));
    call.write(|tx| {
        tx.no_log_line();
        let org: i64 = tx.first(&select.into())?.ok_or(Refusal::NotFound)?.get(0)?;
        let cells = [
            ("doc_id", id.into_value()),
            ("user_id", tx.actor.user_id.into_value()),
            ("useful", Value::Bool(vote.useful)),
        ];
        let mut insert = sql::insert(org, VOTES, &cells);
        let again =
            OnConflict::columns(["org_id", "doc_id", "user_id"]).value("useful", sql::value(vote.useful)).to_owned();
        tx.exec(&insert.on_conflict(again).to_owned().into())?;
        for (column, said) in [("useful", true), ("useless", false)] {
            let mut count = sql::from(org, VOTES);
            count.expr(Expr::cust("COUNT(*)")).and_where(sql::eq("doc_id", id)).and_where(sql::eq("useful", said));
            let count: i64 = tx.first(&count.into())?.unwrap_or_default().get(0)?;
            let mut update = sql::update(org, TABLE, &[(column, Value::Int(count))]);
            tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
        }
        Ok(())
    })?;
    Ok(Answer::Data(Json::Null))
}

/// GET /hrs/permission/helpDoc/{guide}: of a page by its code, of the nearest page or group above it
/// that has one, or of a guide by its keyword.
pub(super) fn address(call: &mut Call) -> Outcome {
    let (guide, org) = (call.path("guide").to_owned(), call.actor()?.org_id);
    let language = call.language().to_owned();
    let found = call.read(|conn| {
        let mut code = guide.clone();
        const DEPTH_MAX: usize = 12;
        for _ in 0..DEPTH_MAX {
            let mut node = sql::from_global("permission");
            node.columns(["id", "parent_code", "help_doc_id", "help_document_url", "help_document_name"])
                .and_where(sql::eq("code", code.clone()));
            let Some(node) = conn.first(&node.into())? else { break };
            if let Some(help) = of_node(conn, &node, (org, &language))? {
                return Ok(Some(help));
            }
            let mut select = readable(org);
            select
                .join(
                    JoinType::InnerJoin,
                    PAGES,
                    sql::of(PAGES, "org_id")
                        .equals((TABLE, "org_id"))
                        .and(sql::of(PAGES, "doc_id").equals((TABLE, "id"))),
                )
                .and_where(sql::of_eq(PAGES, "permission_id", node.get::<Id>(0)?));
            if let Some(doc) = first(conn, select, &language)? {
                return Ok(Some(doc));
            }
            code = node.get(1)?;
        }
        let mut select = readable(org);
        select.and_where(has_keyword(&guide));
        first(conn, select, &language)
    })?;
    let (address, name) = found.unwrap_or_default();
    Ok(Answer::Data(json!({ "helpDocUrl": address, "helpDocName": name })))
}

/// The help that 权限管理 says a node has: a document that can be read, or an address.
fn of_node(conn: &mut dyn Conn, node: &Row, (org, language): (i64, &str)) -> Result<Option<(String, String)>, Refusal> {
    if let Some(doc) = node.get::<Option<Id>>(2)? {
        let mut select = readable(org);
        select.and_where(sql::of_eq(TABLE, "id", doc));
        if let Some(help) = first(conn, select, language)? {
            return Ok(Some(help));
        }
    }
    let (address, name): (String, String) = (node.get(3)?, node.get(4)?);
    Ok((!address.is_empty()).then_some((address, name)))
}

/// GET /hrs/permission/374: the node of the user manual, whose document lies where the company says, or else the
/// platform; without that the manual among the help documents, else the one the product brings.
pub(super) fn manual(call: &mut Call) -> Outcome {
    let (org, language) = (call.actor()?.org_id, call.language().to_owned());
    let (address, name) = call.read(|conn| {
        let mut own = sql::from_global("org");
        own.column("help_url").and_where(sql::eq("id", org));
        let own: String = conn.first(&own.into())?.map(|row| row.get(0)).transpose()?.unwrap_or_default();
        let set = if own.is_empty() { setting::value(conn, PLATFORM_ORG, &MANUAL, None)? } else { own };
        if !set.is_empty() {
            return Ok((set, MANUAL_NAME.text().in_language(&language).to_owned()));
        }
        let mut select = readable(org);
        select.and_where(has_keyword(MANUAL_GUIDE));
        let built_in = || (BUILT_IN.to_owned(), MANUAL_NAME.text().in_language(&language).to_owned());
        Ok(first(conn, select, &language)?.unwrap_or_else(built_in))
    })?;
    Ok(Answer::Data(json!({ "id": "374", "helpDocumentName": name, "helpDocumentUrl": address })))
}

/// Documents one of whose keywords, between commas, semicolons or blanks, is the word.
fn has_keyword(word: &str) -> Expr {
    let between = ["'，', ','", "'、', ','", "';', ','", "'；', ','", "' ', ','"]
        .iter()
        .fold("help_doc.keywords".to_owned(), |text, pair| format!("REPLACE({text}, {pair})"));
    sql::contains(Expr::cust(format!("',' || {between} || ','")), &format!(",{word},"))
}

/// Address and title of the best document: in the reader's language, the company's own before the platform's.
fn first(
    conn: &mut dyn Conn,
    mut select: SelectStatement,
    language: &str,
) -> Result<Option<(String, String)>, Refusal> {
    let other =
        Expr::case(sql::of_eq(TABLE, "language", language.to_owned()), Expr::cust("0")).finally(Expr::cust("1"));
    let platform = Expr::case(sql::of_eq(TABLE, "org_id", PLATFORM_ORG), Expr::cust("1")).finally(Expr::cust("0"));
    select
        .columns([(TABLE, "id"), (TABLE, "title"), (TABLE, "url")])
        .order_by_expr(other.into(), Order::Asc)
        .order_by_expr(platform.into(), Order::Asc)
        .order_by((TABLE, "id"), Order::Desc)
        .limit(1);
    let Some(row) = conn.first(&select.into())? else { return Ok(None) };
    let (id, title, url): (Id, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(Some((if url.is_empty() { format!("/helpDoc?id={id}") } else { url }, title)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_at_headings_and_every_eight_hundred_characters() {
        let long = |letters: usize| format!("# 一\n{}", "字".repeat(letters));
        let lengths = |text: &str| pieces(text).iter().map(|(_, text)| text.chars().count()).collect::<Vec<_>>();
        assert_eq!(lengths(&long(1700)), [800, 800, 300]);
        assert_eq!((lengths(&long(800)), lengths(&long(801))), (vec![800], vec![800, 101]));
        let two = pieces("开头\n# 一\na\n```\n# 代码\n```\n## 二\nb\n#三");
        assert_eq!(two.iter().map(|(heading, _)| heading.as_str()).collect::<Vec<_>>(), ["", "一", "二"]);
        assert_eq!(two[2].1, "b\n#三");
        assert!(pieces("  \n# 空\n").is_empty());
    }

    #[test]
    fn html_inside_a_help_text_is_held_to_the_list() {
        assert_eq!(rendered("**a** ~~b~~ <script>x</script>"), "<p><strong>a</strong> <s>b</s> </p>\n");
        let html = rendered("[x](javascript:alert(1)) ![y](https://x.example/a.gif)\n\n|a|\n|-|\n|b|");
        assert!(!html.contains("javascript") && !html.contains("x.example") && html.contains("<td>b</td>"), "{html}");
    }
}
