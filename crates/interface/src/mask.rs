//! What of a message may be kept: everything but its secrets.

use serde_json::Value as Json;

/// Stands in place of a secret.
pub(crate) const HIDDEN: &str = "******";
/// Letters of a message that are kept.
const KEPT_MAX: usize = 4_000;
/// Members with one of these in their name hold secrets.
const SECRET_NAMES: [&str; 8] = ["token", "secret", "password", "passwd", "pwd", "authorization", "apikey", "appkey"];
/// Shorter ones are found in ordinary words.
const SECRET_MIN: usize = 4;

/// A message without its secrets: known ones wherever they stand, and members that are called so.
pub(crate) fn masked(message: &str, secrets: &[&str]) -> String {
    let text = match serde_json::from_str::<Json>(message) {
        Ok(mut json) if json.is_object() || json.is_array() => {
            hide(&mut json);
            json.to_string()
        }
        _ => hidden_after_names(message),
    };
    let known = secrets.iter().filter(|secret| secret.chars().count() >= SECRET_MIN);
    let text = known.fold(text, |text, secret| text.replace(*secret, HIDDEN));
    text.chars().take(KEPT_MAX).collect()
}

fn hide(json: &mut Json) {
    match json {
        Json::Array(list) => list.iter_mut().for_each(hide),
        Json::Object(members) => {
            for (name, value) in members {
                if is_secret(name) { *value = Json::String(HIDDEN.to_owned()) } else { hide(value) }
            }
        }
        _ => {}
    }
}

/// Of a text in another notation: the word behind one that is called so, quoted or not.
fn hidden_after_names(text: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '+' | '/' | '~');
    let (mut kept, mut rest, mut secret) = (String::with_capacity(text.len()), text, false);
    while let Some(begin) = rest.find(is_word) {
        let (between, from) = rest.split_at(begin);
        let (word, after) = from.split_at(from.find(|letter| !is_word(letter)).unwrap_or(from.len()));
        kept.push_str(between);
        kept.push_str(if secret { HIDDEN } else { word });
        // A value is no name, and an element's end names no value.
        secret = !secret && !word.starts_with('/') && is_secret(word);
        rest = after;
    }
    kept + rest
}

fn is_secret(name: &str) -> bool {
    let plain: String = name.to_lowercase().chars().filter(|letter| !matches!(letter, '_' | '-')).collect();
    SECRET_NAMES.iter().any(|secret| plain.contains(secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_by_name_and_by_value() {
        let said = r#"{"appId":"A1","access_token":"x","data":[{"pass-word":"y","note":"key-1234"}]}"#;
        let kept = masked(said, &["key-1234", ""]);
        assert_eq!(kept, r#"{"appId":"A1","access_token":"******","data":[{"pass-word":"******","note":"******"}]}"#);
        assert_eq!(masked("<a>key-1234</a>", &["key-1234"]), "<a>******</a>");
        assert_eq!(masked("<token>a.b</token><no>1</no>", &[]), "<token>******</token><no>1</no>");
        assert_eq!(masked("app_key=ab-c&no=1", &[]), "app_key=******&no=1");
        assert_eq!(masked(r#"{"token":"abc","no":"1"#, &[]), r#"{"token":"******","no":"1"#);
        assert_eq!(masked("abc", &["abc"]), "abc", "too short to be told from words");
        assert_eq!(masked(&"长".repeat(4_001), &[]).chars().count(), 4_000);
    }
}
