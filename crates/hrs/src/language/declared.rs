//! The words the product brings: titles, columns, filters, buttons, sections and fields of every declared page, and the
//! catalogues of the web application, each part of it as the page `client.<part>`.

use std::collections::{BTreeMap, BTreeSet};

use platform::registry::{Registry, worded};
use serde_json::Value as Json;

/// A word in the languages of the product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// Begins the name of a part of the web application where pages are named.
pub const CLIENT: &str = "client.";

/// Address of a page as its words are kept: without the slash.
fn page_type(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// Addresses of the pages that have words.
pub fn pages(registry: &Registry) -> BTreeSet<String> {
    let lists = registry.lists.iter().map(|list| list.path);
    let forms = registry.forms.iter().filter_map(|form| text_of(form, "path"));
    let declared = lists.chain(forms).map(page_type).filter(|page| !page.is_empty()).map(str::to_owned);
    declared.chain(registry.words.iter().map(|words| format!("{CLIENT}{}", words.part))).collect()
}

/// The words of a page by key: of its list with the form beside it, or of a form with an address of its own.
pub fn words(registry: &Registry, page: &str) -> BTreeMap<String, Word> {
    if let Some(part) = page.strip_prefix(CLIENT) {
        return client_words(registry, part);
    }
    let mut words = BTreeMap::new();
    let lists = registry.lists.iter().filter(|list| page_type(list.path) == page).map(|list| list.contract());
    for list in lists {
        let beside = text_of(&list, "form").unwrap_or_default();
        collect(&list, &mut words);
        for form in registry.forms.iter().filter(|form| !beside.is_empty() && text_of(form, "key") == Some(beside)) {
            collect(&worded(form), &mut words);
        }
    }
    let own_address = |form: &&Json| !page.is_empty() && text_of(form, "path").map(page_type) == Some(page);
    for form in registry.forms.iter().filter(own_address) {
        collect(&worded(form), &mut words);
    }
    words
}

fn client_words(registry: &Registry, part: &str) -> BTreeMap<String, Word> {
    let words = registry.words.iter().find(|words| words.part == part);
    let word = |(key, zh): (&String, &String), en: &BTreeMap<String, String>| {
        (key.clone(), Word { zh: zh.clone(), en: en.get(key).cloned().unwrap_or_default() })
    };
    words.into_iter().flat_map(|words| words.zh.iter().map(|one| word(one, &words.en))).collect()
}

/// One word of a page.
pub fn word(registry: &Registry, page: &str, key: &str) -> Option<Word> {
    words(registry, page).remove(key)
}

/// A member that is a text.
fn text_of<'a>(json: &'a Json, member: &str) -> Option<&'a str> {
    json.get(member)?.as_str()
}

fn word_of(label: &Json) -> Option<Word> {
    Some(Word { zh: text_of(label, "zh")?.to_owned(), en: text_of(label, "en")?.to_owned() })
}

/// Takes the words of a declared page.
fn collect(page: &Json, words: &mut BTreeMap<String, Word>) {
    let mut put = |key: &str, label: Option<&Json>| {
        if let Some(word) = label.and_then(word_of).filter(|word| !word.zh.is_empty() && !key.is_empty()) {
            let key = place(words, key, &word);
            words.insert(key, word);
        }
    };
    let each = |json: &'_ Json, member: &str| json.get(member).and_then(Json::as_array).cloned().unwrap_or_default();
    put("title", page.get("title"));
    for member in ["columns", "filters"] {
        for field in each(page, member) {
            put(text_of(&field, "name").unwrap_or_default(), field.get("label"));
        }
    }
    for button in each(page, "buttons") {
        put(text_of(&button, "code").unwrap_or_default(), button.get("label"));
    }
    for section in each(page, "sections") {
        let key = format!("section.{}", text_of(&section, "key").unwrap_or_default());
        put(&key, section.get("label"));
        for field in each(&section, "fields") {
            put(text_of(&field, "name").unwrap_or_default(), field.get("label"));
        }
    }
}

/// The key a word has: its name, as long as that name means the same word; otherwise the name with a number. A column and
/// a filter, or two buttons under one permission, may share a name and say different things.
fn place(words: &BTreeMap<String, Word>, name: &str, word: &Word) -> String {
    let keys = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}.{number}")));
    let fits = |key: &String| words.get(key).is_none_or(|known| known == word);
    keys.into_iter().find(fits).unwrap_or_else(|| name.to_owned())
}
