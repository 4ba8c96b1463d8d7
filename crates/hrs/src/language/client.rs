//! The words of the web application that differ from the catalogues it was built with.

use std::collections::BTreeMap;

use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome};
use serde_json::json;

use super::declared::{self, CLIENT};
use super::words::{self, Layers};

/// GET /hrs/language/client: the company's words over the platform's.
pub fn own(call: &mut Call) -> Outcome {
    let org = call.actor()?.org_id;
    differing(call, &words::owners(org))
}

/// GET /hrs/language/client/public: the platform's words.
pub fn public(call: &mut Call) -> Outcome {
    differing(call, &[PLATFORM_ORG])
}

/// `version` of the words, and `words` by part and key.
fn differing(call: &Call, owners: &[i64]) -> Outcome {
    let asked = call.query("languageCode").to_owned();
    let registry = &call.app.registry;
    let (version, layers) = call.read(|conn| {
        let version = words::version_of(conn, &call.app.settings.version, owners)?;
        Ok((version, Layers::changed(conn, owners, &asked)?))
    })?;
    let mut differing: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for page in layers.pages().filter(|page| page.starts_with(CLIENT)) {
        let part = page.trim_start_matches(CLIENT);
        let bundled = declared::words(registry, page);
        let now = layers.over(page, bundled.clone());
        let told = now.into_iter().filter(|(key, text)| bundled.get(key).is_some_and(|word| layers.of(word) != text));
        let told: BTreeMap<String, String> = told.collect();
        if !told.is_empty() {
            differing.insert(part.to_owned(), told);
        }
    }
    Ok(Answer::Data(json!({ "version": version, "words": differing })))
}
