//! The words of the web application, from the catalogues it is built with: the database begins with them.

use std::collections::BTreeMap;

use platform::registry::ClientWords;
use serde_json::{Map, Value as Json};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

/// The words of each part of the web application.
pub fn of_client() -> Result<Vec<ClientWords>, String> {
    let words = embedded::CATALOGUES
        .iter()
        .map(|(part, zh, en)| Ok(ClientWords { part: (*part).to_owned(), zh: flat(part, zh)?, en: flat(part, en)? }));
    words.collect()
}

/// The texts of a catalogue by their keys, the names of its groups with dots between.
fn flat(part: &str, catalogue: &str) -> Result<BTreeMap<String, String>, String> {
    let groups: Map<String, Json> =
        serde_json::from_str(catalogue).map_err(|error| format!("words of {part}: {error}"))?;
    let mut texts = BTreeMap::new();
    put("", groups, &mut texts);
    Ok(texts)
}

fn put(above: &str, groups: Map<String, Json>, texts: &mut BTreeMap<String, String>) {
    for (name, value) in groups {
        match value {
            Json::Object(below) => put(&format!("{above}{name}."), below, texts),
            Json::String(text) => drop(texts.insert(format!("{above}{name}"), text)),
            _ => {}
        }
    }
}
