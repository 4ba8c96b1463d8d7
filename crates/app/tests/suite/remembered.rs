//! What is remembered of counts knows every way in which rows change.

use std::collections::BTreeSet;

use platform::refusal::Refusal;
use platform::store::{Stmt, Store, StoreConfig, VIEWS};

/// Tables that the database keeps by itself beside another one: a statement is answered by rows of the other.
const KEPT_BESIDE: &str = "_pairs";

/// Names and texts of a kind of thing in the schema.
fn made(kind: &str) -> Vec<(String, String)> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let _inside = runtime.enter();
    let store = Store::open(&StoreConfig::SqliteMemory).expect("the database opens");
    store.migrate(schema::MIGRATIONS).expect("has the schema");
    let text = format!("SELECT name, sql FROM sqlite_schema WHERE type = '{kind}' ORDER BY name");
    let rows = store.read(|conn| conn.query(&Stmt::Raw(text, Vec::new())).map_err(Refusal::from)).expect("reads");
    rows.iter().map(|row| (row.get(0).expect("a name"), row.get(1).expect("a text"))).collect()
}

#[test]
fn every_view_is_known_with_the_tables_it_is_made_of() {
    let known: BTreeSet<&str> = VIEWS.iter().map(|(view, _)| *view).collect();
    let views = made("view");
    assert_eq!(views.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(), known);
    for (name, text) in &views {
        let words: Vec<&str> = text.split_whitespace().collect();
        let tables: BTreeSet<&str> = words
            .windows(2)
            .filter(|pair| ["FROM", "JOIN"].iter().any(|word| pair[0].eq_ignore_ascii_case(word)))
            .map(|pair| pair[1].trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '_'))
            .collect();
        let told = VIEWS.iter().find(|(view, _)| view == name).map(|(_, tables)| *tables).unwrap_or_default();
        assert_eq!(tables, told.iter().copied().collect(), "{name}");
    }
}

#[test]
fn the_database_itself_writes_only_what_stands_beside_what_was_written() {
    for (name, text) in made("trigger") {
        let words: Vec<&str> = text.split_whitespace().collect();
        let writes = |three: &&[&str]| ["INSERT INTO", "DELETE FROM"].contains(&three[..2].join(" ").as_str());
        for three in words.windows(3).filter(writes) {
            assert!(three[2].ends_with(KEPT_BESIDE), "{name} writes {}", three[2]);
        }
        let body = text.split_once("BEGIN").map_or("", |(_, body)| body);
        assert!(!body.contains("UPDATE"), "{name}");
    }
    for (table, text) in made("table") {
        assert!(!text.to_ascii_uppercase().contains("CASCADE"), "{table} is written with another one");
    }
}
