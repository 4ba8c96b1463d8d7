//! What no call may hold, wherever it stands, told by its place before any work begins: texts without end, and the null
//! character, which no text has and not every database keeps.

use kernel::Text;

use crate::body;
use crate::call::Asked;
use crate::refusal::messages;
use crate::registry::Body;

/// Most letters of a parameter, of a part of the path, or of a field of a form: five hundred pasted values.
pub const PARAMETER_LETTERS_MAX: usize = 20_000;

/// The first thing that is wrong with what came with a call.
pub(super) fn found(kind: &Body, asked: &Asked) -> Option<Text> {
    let parameters = asked.path.iter().chain(&asked.query);
    let wrong =
        parameters.flat_map(|(name, value)| [(name, name), (name, value)]).find_map(|(name, text)| one(name, text));
    wrong.or_else(|| match kind {
        Body::Json(_) => body::fault_of_all(&asked.body),
        Body::Form => asked.body.split(|byte| *byte == b'&').find_map(pair),
        // Plain texts and files are left to those who read them: they tell its place.
        Body::None | Body::Files | Body::Large(_) | Body::Text => None,
    })
}

fn one(name: &str, text: &str) -> Option<Text> {
    let name = &name.replace('\0', "").chars().take(100).collect::<String>();
    if text.contains('\0') {
        return Some(messages::UNFIT_PARAMETER.with(&[("name", name)]));
    }
    is_long(text).then(|| {
        let most = PARAMETER_LETTERS_MAX.to_string();
        messages::LONG_PARAMETER.with(&[("name", name), ("n", &most)])
    })
}

fn is_long(text: &str) -> bool {
    text.len() > PARAMETER_LETTERS_MAX && text.chars().count() > PARAMETER_LETTERS_MAX
}

/// A field of a form as it came: its letters are no more than its bytes.
fn pair(bytes: &[u8]) -> Option<Text> {
    let text = String::from_utf8_lossy(bytes);
    let (name, value) = text.split_once('=').unwrap_or(("", &text));
    one(name, &value.replace("%00", "\0"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn told(kind: &Body, asked: &Asked) -> String {
        found(kind, asked).map(|text| text.zh).unwrap_or_default()
    }

    #[test]
    fn a_parameter_is_told_by_its_name() {
        let query = |text: String| {
            let asked = Asked { query: BTreeMap::from([("q".to_owned(), text)]), ..Asked::default() };
            told(&Body::None, &asked)
        };
        assert_eq!(query("长".repeat(PARAMETER_LETTERS_MAX)), "");
        assert_eq!(query("长".repeat(PARAMETER_LETTERS_MAX + 1)), "参数q不能超过20000个字符");
        assert_eq!(query("a\0b".to_owned()), "参数q含有不能保存的字符");
        let path = Asked { path: BTreeMap::from([("id".to_owned(), "\0".to_owned())]), ..Asked::default() };
        assert_eq!(told(&Body::None, &path), "参数id含有不能保存的字符");
        let named = Asked { query: BTreeMap::from([("a\0".to_owned(), String::new())]), ..Asked::default() };
        assert_eq!(told(&Body::None, &named), "参数a含有不能保存的字符");
    }

    #[test]
    fn a_field_of_a_form_is_told_by_its_name() {
        let form = |body: String| told(&Body::Form, &Asked { body: body.into_bytes(), ..Asked::default() });
        assert_eq!(form("grant_type=password&username=a".to_owned()), "");
        assert_eq!(form("grant_type=password&username=a%00b".to_owned()), "参数username含有不能保存的字符");
        assert_eq!(form("a=1&username=a\0b".to_owned()), "参数username含有不能保存的字符");
        assert_eq!(form(format!("username={}", "a".repeat(20_001))), "参数username不能超过20000个字符");
    }

    #[test]
    fn plain_texts_and_files_are_left_to_their_readers() {
        let asked = Asked { body: b"FSU/14\0".to_vec(), ..Asked::default() };
        assert_eq!((told(&Body::Text, &asked), told(&Body::Files, &asked)), (String::new(), String::new()));
    }
}
