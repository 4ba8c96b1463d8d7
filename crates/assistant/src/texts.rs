//! The texts an answer is looked for in: the manual, help documents, release notes, notices and the names of the company's
//! documents, of which the caller sees each where it stands.

use std::sync::Arc;

use kernel::Id;
use platform::call::Call;
use platform::refusal::Refusal;
use platform::sea_query::{ExprTrait, JoinType, Order};
use platform::store::sql;
use serde_json::Value as Json;

use crate::ask;
use crate::manual::{self, encoded};
use crate::search::{Hit, Index, Kind, Piece, is_chinese};
use crate::setting::{Decisions, OF_DOCUMENTS, OF_HELP, OF_NOTICES, OF_RELEASES};

/// Pieces of help documents that are looked at, newest documents first.
const HELP_MAX: u64 = 3_000;
const DOC: &str = "help_doc";
const CHUNK: &str = "help_chunk";

/// What answers a question, best first. Help of the page its asker is on comes before the same elsewhere.
pub(crate) fn find(call: &Call, question: &str, page: &str, decided: &Decisions) -> Result<Vec<Hit>, Refusal> {
    if !decided.retrieval {
        return Ok(Vec::new());
    }
    // Who asks in Chinese reads Chinese, whatever the product is shown in.
    let language = if question.chars().any(is_chinese) { "zh-CN" } else { call.language() };
    let mut pieces = manual::pieces(language).to_vec();
    for (source, read) in SOURCES {
        if decided.sources.iter().any(|one| one == source) {
            pieces.extend(read(call)?);
        }
    }
    let mut hits = Index::new(pieces).find(question, decided.least);
    let here = manual::of_page(language, page).map(|article| article.title);
    // A stable sort: what stands on the same page keeps its order.
    if let (Some(here), Some(best)) = (here, hits.first().map(Hit::score)) {
        hits.sort_by_key(|hit| !(hit.piece.title == here && hit.score() * 2.0 >= best));
    }
    Ok(hits)
}

type Read = fn(&Call) -> Result<Vec<Arc<Piece>>, Refusal>;
const SOURCES: [(&str, Read); 4] =
    [(OF_HELP, help), (OF_RELEASES, releases), (OF_NOTICES, notices), (OF_DOCUMENTS, documents)];

/// Published help of the platform and of the company.
fn help(call: &Call) -> Result<Vec<Arc<Piece>>, Refusal> {
    let mut select = facts::of_platform_and(call.actor()?.org_id, DOC);
    select
        .columns([(DOC, "id"), (DOC, "title"), (DOC, "keywords"), (CHUNK, "heading"), (CHUNK, "text")])
        .join(
            JoinType::LeftJoin,
            CHUNK,
            sql::of(CHUNK, "org_id").equals((DOC, "org_id")).and(sql::of(CHUNK, "doc_id").equals((DOC, "id"))),
        )
        .and_where(sql::of_eq(DOC, "status", "已发布".to_owned()))
        .order_by((DOC, "id"), Order::Desc)
        .order_by((CHUNK, "seq"), Order::Asc)
        .limit(HELP_MAX);
    let rows = call.read(|conn| Ok(conn.query(&select.into())?))?;
    rows.iter()
        .map(|row| {
            let text = |place: usize| Ok::<_, Refusal>(row.get::<Option<String>>(place)?.unwrap_or_default());
            let url = format!("/helpDoc?id={}", row.get::<Id>(0)?);
            Ok(Arc::new(Piece::new(Kind::Help, &text(1)?, &text(3)?, &text(4)?, url).found_by(&text(2)?)))
        })
        .collect()
}

fn each(found: Option<Json>, piece: impl Fn(&Json) -> Piece) -> Vec<Arc<Piece>> {
    let rows = found.as_ref().and_then(Json::as_array).cloned().unwrap_or_default();
    rows.iter().map(|row| Arc::new(piece(row))).collect()
}

fn releases(call: &Call) -> Result<Vec<Arc<Piece>>, Refusal> {
    let found = ask::get(call, "/hrs/version/latest", &[])?;
    Ok(each(found, |row| {
        let title = format!("版本 {}", ask::text(row, "versionCode"));
        let records = row.get("records").and_then(Json::as_array).into_iter().flatten();
        let told = records
            .map(|record| format!("\n{}：{}", ask::text(record, "permissionName"), ask::text(record, "updateText")));
        let text = ask::text(row, "versionText") + &told.collect::<String>();
        Piece::new(Kind::Release, &title, "", &text, "/dashboard".to_owned())
    }))
}

fn notices(call: &Call) -> Result<Vec<Arc<Piece>>, Refusal> {
    let found = ask::get(call, "/hrs/notice/texts", &[])?;
    Ok(each(found, |row| {
        let (title, text) = (ask::text(row, "title"), ask::text(row, "text"));
        Piece::new(Kind::Notice, &title, "", &text, "/dashboard".to_owned())
    }))
}

fn documents(call: &Call) -> Result<Vec<Arc<Piece>>, Refusal> {
    let found = ask::list(call, "/hrs/doc", &[("size", "200"), ("part", "rows")])?;
    let rows = found.iter().flat_map(|found| &found.rows);
    Ok(rows
        .map(|row| {
            let name = ask::text(row, "name");
            let url = format!("/hrs_doc?name={}", encoded(&name));
            Arc::new(Piece::new(Kind::Document, &name, &ask::text(row, "folder"), "", url))
        })
        .collect())
}
