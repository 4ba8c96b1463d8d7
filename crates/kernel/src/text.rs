//! Messages: a key, a Chinese text and an English text; the caller's language is chosen at the wire.

use serde::Serialize;

/// A message template of the catalogue. `{name}` stands where an argument goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Msg {
    /// Stable key, `room.thing.reason`.
    pub key: &'static str,
    /// Chinese text, the default language.
    pub zh: &'static str,
    /// English text.
    pub en: &'static str,
}

impl Msg {
    /// A message of the catalogue.
    pub const fn new(key: &'static str, zh: &'static str, en: &'static str) -> Self {
        Self { key, zh, en }
    }

    /// The text without arguments.
    pub fn text(self) -> Text {
        self.with(&[])
    }

    /// The text with `{name}` replaced by each argument's value.
    pub fn with(self, arguments: &[(&str, &str)]) -> Text {
        self.with_each(arguments, arguments)
    }

    /// The text with arguments that differ by language, as labels do.
    pub fn with_each(self, zh: &[(&str, &str)], en: &[(&str, &str)]) -> Text {
        Text { key: self.key, zh: fill(self.zh, zh), en: fill(self.en, en) }
    }
}

fn fill(template: &str, arguments: &[(&str, &str)]) -> String {
    let put = |text: String, (name, value): &(&str, &str)| text.replace(&format!("{{{name}}}"), value);
    arguments.iter().fold(template.to_owned(), put)
}

/// A message with its arguments filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Text {
    /// Stable key of the message.
    pub key: &'static str,
    /// Chinese text.
    pub zh: String,
    /// English text.
    pub en: String,
}

impl Text {
    /// The text in a language: English for `en…`, Chinese otherwise.
    pub fn in_language(&self, language: &str) -> &str {
        if language.starts_with("en") { &self.en } else { &self.zh }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_arguments_in_both_languages() {
        const NOT_AN_AIRPORT: Msg = Msg::new("af.station.unknown", "{code}不是有效机场", "{code} is not an airport");
        let text = NOT_AN_AIRPORT.with(&[("code", "XXX")]);
        assert_eq!(text.in_language("zh-CN"), "XXX不是有效机场");
        assert_eq!(text.in_language("en-US"), "XXX is not an airport");
        let text = NOT_AN_AIRPORT.with_each(&[("code", "目的港")], &[("code", "The destination")]);
        assert_eq!((text.zh.as_str(), text.en.as_str()), ("目的港不是有效机场", "The destination is not an airport"));
    }
}
