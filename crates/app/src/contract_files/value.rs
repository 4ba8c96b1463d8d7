//! How a value stands in a line of the committed pages. `web/scripts/read-room.mjs` reads what is written here.
//!
//! A text is a word, or quoted as in JSON; a label is `中文|English`, in single quotes where a text has spaces; a call is
//! `POST:/path`; a choice is `(VALUE 中文|English tone)`; the rest is `{member=value flag}` and `[value value]`.

use serde_json::{Map, Value as Json};

pub type Members = Map<String, Json>;

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/// A member with its value; what is so is its bare name, what is nothing its name behind `!`.
pub fn member(name: &str, json: &Json) -> String {
    match json {
        Json::Null => format!("!{name}"),
        Json::Bool(true) => name.to_owned(),
        other => format!("{name}={}", value(other)),
    }
}

pub fn value(json: &Json) -> String {
    match json {
        Json::Object(members) => label(members)
            .or_else(|| call(members))
            .or_else(|| choice(members))
            .unwrap_or_else(|| format!("{{{}}}", joined(members.iter().map(|(name, value)| member(name, value))))),
        Json::Array(values) => format!("[{}]", joined(values.iter().map(value))),
        Json::String(text) => word(text),
        other => other.to_string(),
    }
}

pub fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(" ")
}

/// A text as a word where it is one.
pub fn word(text: &str) -> String {
    if is_word(text) { text.to_owned() } else { Json::from(text).to_string() }
}

fn is_word(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let begins = !first.is_ascii_digit() && !first.is_whitespace() && !"\"'{}[](),|=!$@-".contains(first);
    let reserved = matches!(text, "true" | "false" | "null" | "/");
    let is_name = |name: &str| !name.is_empty() && name.chars().all(is_of_name);
    let assigns = text.split_once('=').is_some_and(|(name, _)| is_name(name));
    let calls = text.split_once(':').is_some_and(|(method, _)| METHODS.contains(&method));
    begins && !reserved && !assigns && !calls && is_even(text)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Nothing in it ends a word: braces stand only around a name.
fn is_even(text: &str) -> bool {
    let mut open = false;
    for letter in text.chars() {
        match letter {
            '{' if !open => open = true,
            '}' if open => open = false,
            letter if open && !is_of_name(letter) => return false,
            '{' | '}' | '"' | '\'' | '[' | ']' | '(' | ')' | '|' => return false,
            letter if letter.is_whitespace() => return false,
            _ => {}
        }
    }
    !open
}

/// The two texts of a label, if it is one.
pub fn label(members: &Members) -> Option<String> {
    let (zh, en) = (members.get("zh")?.as_str()?, members.get("en")?.as_str()?);
    if members.len() != 2 {
        return None;
    }
    let quoted = |text: &str| text.contains(['\'', '|', '\\']) || text.contains(char::is_control);
    Some(match (quoted(zh) || quoted(en), is_word(zh) && is_word(en) && !zh.contains('=') && !en.contains('=')) {
        (true, _) => format!("{}|{}", Json::from(zh), Json::from(en)),
        (false, true) => format!("{zh}|{en}"),
        (false, false) => format!("'{zh}|{en}'"),
    })
}

fn call(members: &Members) -> Option<String> {
    let (method, path) = (members.get("method")?.as_str()?, members.get("path")?.as_str()?);
    (members.len() == 2 && METHODS.contains(&method)).then(|| format!("{method}:{}", word(path)))
}

/// A choice says no value where that is its Chinese text, no tone where that is the quiet one, and `-` where it has none.
fn choice(members: &Members) -> Option<String> {
    let (value, said) = (members.get("value")?.as_str()?, members.get("label")?.as_object()?);
    let mut parts: Vec<String> =
        if said.get("zh").and_then(Json::as_str) == Some(value) { Vec::new() } else { vec![word(value)] };
    parts.push(label(said)?);
    match (members.len(), members.get("tone").and_then(Json::as_str)) {
        (3, Some("neutral")) => {}
        (3, Some(tone)) => parts.push(tone.to_owned()),
        (2, None) => parts.push("-".to_owned()),
        _ => return None,
    }
    Some(format!("({})", parts.join(" ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_is_a_word_where_nothing_in_it_can_be_misread() {
        for plain in ["state", "业务", "/af/{id}/x?o={orderUuid}", "./found", "a,asc;b,desc", "v1.2"] {
            assert_eq!(word(plain), plain);
        }
        for odd in
            ["", "1", "-", "true", "a b", "a|b", "a=b", "POST:/x", "{", "a{", "{a}", "/", "it's", "[x", "$a", "!a"]
        {
            assert!(word(odd).starts_with('"'), "{odd}");
        }
    }

    #[test]
    fn each_shape_has_its_writing() {
        let said = |zh: &str, en: &str| json!({ "zh": zh, "en": en });
        assert_eq!(value(&said("状态", "State")), "状态|State");
        assert_eq!(value(&said("创建时间", "Created at")), "'创建时间|Created at'");
        assert_eq!(value(&said("客户", "It's")), "\"客户\"|\"It's\"");
        assert_eq!(value(&said("客户", "")), "'客户|'");
        assert_eq!(value(&json!({ "method": "PUT", "path": "/a/{id}" })), "PUT:/a/{id}");
        let choices = json!([
            { "value": "A", "label": said("甲", "A"), "tone": "neutral" },
            { "value": "乙", "label": said("乙", "B"), "tone": "danger" },
            { "value": "", "label": said("全部", "All") },
        ]);
        assert_eq!(value(&choices), "[(A 甲|A) (乙|B danger) (\"\" 全部|All -)]");
        assert_eq!(value(&json!({ "oneOf": ["state", ["DRAFT", 1, true]] })), "{oneOf=[state [DRAFT 1 true]]}");
        assert_eq!(member("when", &json!({ "a": true, "b": null })), "when={a !b}");
    }
}
