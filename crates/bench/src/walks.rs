//! How PostgreSQL finds the pages of every declared list on the filled database: none reads a whole company, but for what is
//! written down. The embedded database is held to the same in `make test` (`crates/app/tests/suite/plans.rs`).

use std::collections::{BTreeMap, BTreeSet};

use platform::access::{Actor, find_session};
use platform::list::{Ask, ListPage, Match, statement_of};
use platform::refusal::Refusal;
use platform::store::{Dialect, Stmt};
use serde_json::Value as Json;
use testkit::plans::{Walk, is_coarse};
use testkit::walks::{self, For, Page, Query};

use crate::Fault;
use crate::site::Site;

/// What lists read whole companies for. The list only becomes shorter.
const KNOWN: &str = include_str!("walks.txt");
/// A table with fewer rows is read in no time.
const LARGE: i64 = 10_000;

/// Holds every list to its plans; answers what is wrong.
pub fn look(site: &Site) -> Result<Result<(), String>, Fault> {
    let app = site.product();
    let refused = |refusal: Refusal| format!("{refusal:?}");
    let token = site.tokens.first().map(String::as_str).unwrap_or_default();
    let now = app.clock.now();
    let actor = app.store.read(|conn| find_session(conn, &app.rights, token, now)).map_err(refused)?.actor;
    let large = large_tables(site).map_err(refused)?;
    let mut pages = Vec::new();
    // A report adds up what it finds; whose list it is not, another looks at.
    for list in app.registry.lists.iter().filter(|list| list.report.is_none() && actor.may(list.opened_by())) {
        for (asked_for, query) in
            walks::queries(list, true).into_iter().filter(|(asked_for, _)| is_plain(list, asked_for))
        {
            let walks = walks_of(site, list, &actor, query, &large).map_err(refused)?;
            pages.push(Page { list: list.key, asked_for, walks });
        }
    }
    println!("{} pages of lists, {} large tables", pages.len(), large.len());
    Ok(walks::held(&walks::faults(pages), KNOWN))
}

/// Whether a filter says all it says without the call it came with.
fn is_plain(list: &ListPage, asked_for: &For) -> bool {
    let For::Filter(name) = asked_for else { return true };
    let of_call = |how: Match| matches!(how, Match::Org(_) | Match::Hashed);
    !list.filters.iter().any(|filter| filter.name == *name && of_call(filter.how))
}

fn large_tables(site: &Site) -> Result<BTreeSet<String>, Refusal> {
    let text = format!("SELECT relname::text FROM pg_class WHERE relkind = 'r' AND reltuples > {LARGE}");
    let rows = site.product().store.read(|conn| conn.query(&Stmt::Raw(text, Vec::new())))?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// The walks of a page; none where a filter takes another value.
fn walks_of(
    site: &Site,
    list: &ListPage,
    actor: &Actor,
    query: Query,
    large: &BTreeSet<String>,
) -> Result<Option<Vec<Walk>>, Refusal> {
    let mut query: BTreeMap<String, String> = query.into_iter().collect();
    query.insert("size".to_owned(), "10".to_owned());
    let asked = Ask::of_query(list, &query).and_then(|ask| statement_of(list, Dialect::Postgres, actor, &ask));
    let statement = match asked {
        Err(Refusal::Broken(fault)) => return Err(Refusal::Broken(fault)),
        Err(_) => return Ok(None),
        Ok(statement) => statement,
    };
    let (text, values) = statement.build(Dialect::Postgres);
    let explain = Stmt::Raw(format!("EXPLAIN (FORMAT JSON) {text}"), values.into_owned());
    let row = site.product().store.read(|conn| conn.first(&explain))?.unwrap_or_default();
    let told: Json =
        serde_json::from_str(&row.get::<String>(0)?).map_err(|error| Refusal::broken(error.to_string()))?;
    let mut walks = Vec::new();
    look_below(told.pointer("/0/Plan").unwrap_or(&Json::Null), false, large, &mut walks);
    Ok(Some(walks))
}

fn member<'a>(node: &'a Json, name: &str) -> &'a str {
    node.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn below(node: &Json) -> impl Iterator<Item = &Json> {
    node.get("Plans").and_then(Json::as_array).into_iter().flatten()
}

/// The walks of a step and of those below it; `whole`: all its rows are wanted before the first is told.
fn look_below(node: &Json, whole: bool, large: &BTreeSet<String>, walks: &mut Vec<Walk>) {
    let kind = member(node, "Node Type");
    // What is asked again for every row is held by the embedded database, which is asked the same.
    if member(node, "Parent Relationship") == "SubPlan" {
        return;
    }
    let gathers = ["Sort", "Aggregate", "Hash", "Materialize"].contains(&kind);
    let whole = whole || gathers || member(node, "Parent Relationship") == "InitPlan";
    let table = member(node, "Relation Name");
    if large.contains(table) {
        let conditions = conditions(node);
        let is_unordered = ["Seq Scan", "Bitmap Heap Scan"].contains(&kind);
        let walk = Walk { table: table.to_owned(), terms: terms_of(&conditions), whole: whole || is_unordered };
        let is_found = walk.terms.iter().filter_map(|term| term.strip_suffix("=?")).any(|column| !is_coarse(column));
        walks.extend((!is_found).then_some(walk));
    }
    for step in below(node) {
        look_below(step, whole, large, walks);
    }
}

/// What an index is asked by a step: of several that are put together, all.
fn conditions(node: &Json) -> String {
    let own = member(node, "Index Cond").to_owned();
    let parts = below(node).filter(|step| member(step, "Node Type").starts_with("Bitmap"));
    parts.fold(own, |all, step| format!("{all} AND {}", conditions(step)))
}

/// `column=?`, `column>?`, `column<?` of conditions as PostgreSQL writes them: `((org_id = '2'::bigint) AND (a >= $1))`.
fn terms_of(conditions: &str) -> BTreeSet<String> {
    let term = |part: &str| {
        let part = part.trim_start_matches(['(', ' ']);
        let (column, rest) = part.split_once(' ')?;
        let sign = rest.chars().next().filter(|sign| ['=', '<', '>'].contains(sign))?;
        Some(format!("{}{sign}?", column.trim_end_matches(')')))
    };
    conditions.split(" AND ").filter_map(term).collect()
}
