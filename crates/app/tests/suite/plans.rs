//! The plans of the embedded database for everything the product reads: what is done for every row of another table
//! finds its rows by a key.

use std::collections::{BTreeMap, BTreeSet};

use platform::field::{Field, Kind};
use platform::list::{Filter, Match};
use platform::registry::Method;
use platform::store::Asked;
use platform::web::percent_encoded;
use testkit::plans::Plans;
use testkit::{Caller, World};

use crate::at_work::{lay_base, lay_orders, rooms};

/// Plans that may stay, each with the reason: tables of the platform that are as small in a large company as in a small
/// one. The list only becomes shorter.
const ACCEPTED: &str = include_str!("plans.txt");

/// A value a filter takes.
fn sample(field: &Field, how: Match) -> String {
    let one = match field.kind {
        Kind::Select | Kind::State => field.choices.first().map_or("x", |choice| choice.value),
        Kind::Int | Kind::Reference(_) | Kind::Decimal(_) => "1",
        Kind::Bool => "true",
        Kind::Day => "2026-07-15",
        Kind::Instant => "2026-07-15 10:00:00",
        _ => "990-12345675",
    };
    match how {
        Match::Range | Match::Days(_) => format!("{one}~{one}"),
        Match::Bool => "true".to_owned(),
        _ => one.to_owned(),
    }
}

/// Asks for every list as a caller may, with each filter and each order, and for everything else that is read.
fn ask(world: &World, caller: &Caller<'_>, whole: bool) {
    for list in &world.app.registry.lists {
        let asked: Vec<(&Filter, String)> =
            list.filters.iter().map(|filter| (filter, percent_encoded(&sample(&filter.field, filter.how)))).collect();
        let needed: String = asked
            .iter()
            .filter(|(filter, _)| filter.ask.is_some())
            .map(|(filter, value)| format!("&{}={value}", filter.name))
            .collect();
        let mut queries = vec![needed.clone()];
        if whole {
            queries.extend(asked.iter().map(|(filter, value)| format!("{needed}&{}={value}", filter.name)));
            let sorted = list.columns.iter().filter(|column| column.sortable);
            queries.extend(sorted.map(|column| format!("{needed}&sort={},desc", column.field.name())));
        }
        for query in &queries {
            caller.get(&format!("{}/page?size=5{query}", list.base));
            if !query.contains("&sort=") {
                caller.get(&format!("{}/total?size=5{query}", list.base));
            }
        }
    }
    let reads = world.app.registry.operations.iter().filter(|one| one.method == Method::Get);
    for operation in reads.filter(|one| !one.path.ends_with("/page") && !one.path.ends_with("/total")) {
        let part = |part: &str| if part.starts_with('{') { "1".to_owned() } else { part.to_owned() };
        let path: Vec<String> = operation.path.split('/').map(part).collect();
        let query: Vec<String> = operation.params.iter().map(|(name, _)| format!("{name}=1")).collect();
        caller.get(&path.join("/"));
        caller.get(&format!("{}?{}", path.join("/"), query.join("&")));
    }
}

fn heard() -> BTreeMap<String, Asked> {
    let world = World::sqlite(rooms);
    lay_base(&world);
    let _ = world.app.store.listen(true);
    lay_orders(&world);
    for (login, whole) in
        [("demo-admin", true), ("superAdmin", true), ("sales01", false), ("op01", false), ("wh01", false)]
    {
        ask(&world, &world.login(login), whole);
    }
    // What the clock does in a night.
    world.set_clock("2026-07-16 03:00:00");
    world.run_jobs();
    world.app.store.listen(false)
}

#[test]
fn nothing_walks_through_a_company_for_every_row() {
    let heard = heard();
    let asks = |text: &&String| {
        let text = text.to_ascii_uppercase();
        let begins = ["SELECT", "UPDATE", "DELETE", "WITH", "INSERT"].iter().any(|begin| text.starts_with(begin));
        begins && (text.matches("SELECT").count() > 1 || text.contains(" JOIN "))
    };
    let statements: Vec<&String> = heard.keys().filter(asks).collect();
    assert!(statements.len() > 500, "{} statements were heard", statements.len());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let inside = runtime.enter();
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    for analysed in [false, true] {
        let plans = Plans::new(analysed);
        for statement in &statements {
            for fault in plans.faults(statement, &heard[*statement].values) {
                found.entry(fault).or_insert(statement);
            }
        }
    }
    drop(inside);
    let accepted: BTreeSet<&str> = ACCEPTED
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect();
    let new: Vec<String> = found
        .iter()
        .filter(|(fault, _)| !accepted.contains(fault.as_str()))
        .map(|(fault, statement)| format!("{fault}\n    {}", statement.chars().take(6000).collect::<String>()))
        .collect();
    assert!(new.is_empty(), "{} new: {}", new.len(), new.join("\n"));
    let gone: Vec<&&str> = accepted.iter().filter(|one| !found.contains_key(**one)).collect();
    assert!(gone.is_empty(), "no longer so, and to be taken from the list: {gone:#?}");
}
