//! The words the declarations bring: titles, columns, filters, buttons, sections and fields of every page.

use std::collections::{BTreeMap, BTreeSet};

use platform::registry::Registry;
use serde_json::Value as Json;

/// A word in the languages of the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// Address of a page as its words are kept: without the slash.
fn page_type(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// Addresses of the pages that have words.
pub fn pages(registry: &Registry) -> BTreeSet<String> {
    let lists = registry.lists.iter().map(|list| list.path);
    let forms = registry.forms.iter().filter_map(|form| form["path"].as_str());
    lists.chain(forms).map(page_type).filter(|page| !page.is_empty()).map(str::to_owned).collect()
}

/// The words of a page by key: of its list with the form beside it, or of a form with an address of its own.
pub fn words(registry: &Registry, page: &str) -> BTreeMap<String, Word> {
    let mut words = BTreeMap::new();
    let lists = registry.lists.iter().filter(|list| page_type(list.path) == page).map(|list| list.contract());
    for list in lists {
        let beside = list["form"].as_str().unwrap_or_default();
        collect(&list, &mut words);
        for form in registry.forms.iter().filter(|form| !beside.is_empty() && form["key"] == beside) {
            collect(form, &mut words);
        }
    }
    let own_address = |form: &&Json| !page.is_empty() && form["path"].as_str().map(page_type) == Some(page);
    for form in registry.forms.iter().filter(own_address) {
        collect(form, &mut words);
    }
    words
}

/// One word of a page.
pub fn word(registry: &Registry, page: &str, key: &str) -> Option<Word> {
    words(registry, page).remove(key)
}

fn word_of(label: &Json) -> Option<Word> {
    Some(Word { zh: label["zh"].as_str()?.to_owned(), en: label["en"].as_str()?.to_owned() })
}

/// Takes the words of a declared page; what a name has first, it keeps.
fn collect(page: &Json, words: &mut BTreeMap<String, Word>) {
    let mut put = |key: String, label: &Json| {
        if let Some(word) = word_of(label).filter(|word| !word.zh.is_empty() && !key.is_empty()) {
            words.entry(key).or_insert(word);
        }
    };
    let each = |json: &Json| json.as_array().cloned().unwrap_or_default();
    let text = |json: &Json| json.as_str().unwrap_or_default().to_owned();
    put("title".to_owned(), &page["title"]);
    for member in ["columns", "filters"] {
        for field in each(&page[member]) {
            put(text(&field["name"]), &field["label"]);
        }
    }
    for button in each(&page["buttons"]) {
        put(text(&button["code"]), &button["label"]);
    }
    for section in each(&page["sections"]) {
        put(format!("section.{}", text(&section["key"])), &section["label"]);
        for field in each(&section["fields"]) {
            put(text(&field["name"]), &field["label"]);
        }
    }
}
