//! The manual of the product: a page for each room and main flow, in Chinese and English, embedded into the program.
//!
//! A file begins with lines `name: value` (title, sort, group, pages of the product it is about, further words it is found
//! by); behind an empty line follows Markdown, whose headings of the second level begin what can be found alone.

use std::sync::{Arc, LazyLock};

use platform::access::{Access, Actor};
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::registry::{Operation, Room};
use platform::rich_text::{self, Policy};
use pulldown_cmark::{Options, Parser, html};
use serde_json::{Value as Json, json};

use crate::search::{Index, Kind, Piece};

include!(concat!(env!("OUT_DIR"), "/manual.rs"));

/// Address of the page that shows it.
pub(crate) const PAGE: &str = "/manual";
/// Answers of a search.
const FOUND_MAX: usize = 8;
/// Letters shown of a piece that was found.
const EXCERPT: usize = 90;

/// One page of the manual.
#[derive(Debug)]
pub(crate) struct Article {
    pub(crate) language: &'static str,
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    group: &'static str,
    sort: u32,
    /// Addresses of the pages it is about.
    pages: Vec<&'static str>,
    words: &'static str,
    body: &'static str,
}

static BOOK: LazyLock<Vec<Article>> = LazyLock::new(|| {
    let mut book: Vec<Article> = FILES.iter().map(|(language, key, text)| read(language, key, text)).collect();
    book.sort_by_key(|article| article.sort);
    book
});

/// What can be found alone, by language.
static PIECES: LazyLock<[Vec<Arc<Piece>>; 2]> = LazyLock::new(|| ["zh", "en"].map(pieces_of));

fn read(language: &'static str, key: &'static str, text: &'static str) -> Article {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let value = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.map_or("", str::trim)
    };
    Article {
        language,
        key,
        title: value("title"),
        group: value("group"),
        sort: value("sort").parse().unwrap_or(u32::MAX),
        pages: value("pages").split_whitespace().collect(),
        words: value("words"),
        body,
    }
}

/// The language the manual is read in by who reads the product in another.
fn language(asked: &str) -> &'static str {
    if asked.starts_with("en") { "en" } else { "zh" }
}

/// The manual's pages in a language, in their order.
pub(crate) fn articles(asked: &str) -> impl Iterator<Item = &'static Article> {
    let language = language(asked);
    BOOK.iter().filter(move |article| article.language == language)
}

fn article(asked: &str, key: &str) -> Option<&'static Article> {
    articles(asked).find(|article| article.key == key)
}

/// The manual's page about a page of the product, or about the one it belongs to: `af_order_edit` to `af_order`.
pub(crate) fn of_page(asked: &str, code: &str) -> Option<&'static Article> {
    let mut path = format!("/{}", code.trim_start_matches('/'));
    loop {
        if let Some(found) = articles(asked).find(|article| article.pages.contains(&path.as_str())) {
            return Some(found);
        }
        path.truncate(path.rfind('_').filter(|at| *at > 1)?);
    }
}

/// All that can be found in a language.
pub(crate) fn pieces(asked: &str) -> &'static [Arc<Piece>] {
    let [chinese, english] = &*PIECES;
    if language(asked) == "en" { english } else { chinese }
}

fn pieces_of(language: &str) -> Vec<Arc<Piece>> {
    let mut pieces = Vec::new();
    for article in articles(language) {
        for section in article.body.split("\n## ").map(|part| part.trim_start_matches("## ")) {
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            let url = format!("{PAGE}?page={}&at={}", article.key, encoded(heading.trim()));
            let piece =
                Piece::new(Kind::Manual, article.title, heading.trim(), text.trim(), url).found_by(article.words);
            pieces.push(Arc::new(piece));
        }
    }
    pieces
}

/// A text as it stands in an address.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Adds the calls of the manual to the room.
pub(crate) fn add(room: &mut Room) {
    room.operations.extend([
        Operation::get("list_manual", "/hrs/manual", Access::LoggedIn, list).summary("The pages of the manual"),
        Operation::get("search_manual", "/hrs/manual/search", Access::LoggedIn, search)
            .param("q")
            .summary("Parts of the manual that answer a question, best first"),
        Operation::get("read_manual", "/hrs/manual/read/{key}", Access::LoggedIn, open).summary("A page of the manual"),
        Operation::get("find_manual", "/hrs/manual/page/{code}", Access::LoggedIn, find)
            .summary("The manual's page about a page of the product; nothing where there is none"),
    ]);
}

fn list(call: &mut Call) -> Outcome {
    let told = |article: &Article| json!({ "key": article.key, "title": article.title, "group": article.group });
    Ok(Answer::Data(articles(call.language()).map(told).collect()))
}

fn open(call: &mut Call) -> Outcome {
    let article = article(call.language(), call.path("key")).ok_or(Refusal::NotFound)?;
    let pages = pages_for(call, call.actor()?, article);
    Ok(Answer::Data(json!({
        "key": article.key, "title": article.title, "group": article.group, "html": rendered(article.body),
        "pages": pages,
    })))
}

/// The pages it is about that its reader may open.
fn pages_for(call: &Call, actor: &Actor, article: &Article) -> Vec<Json> {
    let english = language(call.language()) == "en";
    let nodes = call.app.registry.nodes.iter();
    let open =
        nodes.filter(|node| !node.hidden && article.pages.contains(&node.path.as_str()) && actor.has(&node.code));
    open.map(|node| json!({ "path": node.path, "title": if english { &node.en } else { &node.zh } })).collect()
}

fn rendered(markdown: &str) -> String {
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    rich_text::clean(Policy::Body, &out)
}

fn find(call: &mut Call) -> Outcome {
    let found = of_page(call.language(), call.path("code"));
    Ok(Answer::Data(found.map_or(Json::Null, |article| json!({ "key": article.key, "title": article.title }))))
}

fn search(call: &mut Call) -> Outcome {
    let index = Index::new(pieces(call.language()).to_vec());
    let found = index.find(call.query("q"), crate::search::RELEVANCE);
    let told = found.iter().take(FOUND_MAX).map(|hit| {
        let mut letters = hit.piece.text.chars().filter(|letter| *letter != '\n');
        let mut excerpt: String = letters.by_ref().take(EXCERPT).collect();
        if letters.next().is_some() {
            excerpt.push('…');
        }
        json!({ "title": hit.piece.title, "heading": hit.piece.heading, "excerpt": excerpt, "url": hit.piece.url })
    });
    Ok(Answer::Data(told.collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn both_languages_have_the_same_pages_with_title_group_and_sections() {
        let keys = |language: &str| articles(language).map(|article| article.key).collect::<BTreeSet<_>>();
        assert_eq!(keys("zh-CN"), keys("en-US"));
        for article in &*BOOK {
            assert!(!article.title.is_empty() && !article.group.is_empty() && article.sort < 1_000, "{}", article.key);
            assert!(article.body.starts_with("## "), "{} {}", article.language, article.key);
            let chinese = articles("zh").find(|other| other.key == article.key).unwrap();
            assert_eq!(article.pages, chinese.pages, "{}", article.key);
            assert_eq!(
                article.body.matches("\n## ").count(),
                chinese.body.matches("\n## ").count(),
                "{} tells less in one language",
                article.key
            );
        }
    }

    #[test]
    fn a_page_belongs_to_one_page_of_the_manual() {
        let mut known = BTreeSet::new();
        for page in articles("zh").flat_map(|article| &article.pages) {
            assert!(known.insert(page), "{page} stands twice");
        }
        for (code, key) in
            [("af_order", "air-export"), ("af_order_edit", "air-export"), ("css_period", "period"), ("hrs", "users")]
        {
            assert_eq!(of_page("zh-CN", code).map(|article| article.key), Some(key), "{code}");
        }
        assert!(of_page("zh-CN", "nothing").is_none() && of_page("zh-CN", "").is_none());
    }
}
