//! Texts and JSON inside HTML. What a user wrote is data there, wherever it stands: these two are the only ways in.

/// A text as content of an element, or as a value of an attribute in quotes; of HTML and of XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// JSON as content of a script element, as data and as an expression alike. None of these letters can stand outside
/// of a string of JSON, and in one they mean the same when they are written as numbers: nothing ends the element, opens
/// a comment, or ends a line of a script (ECMA-404, 9; HTML, "Restrictions for contents of script elements").
pub fn json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</script><!--<script>\u{2028}\u{2029}&amp;\"'\\\n]]>";

    #[test]
    fn json_says_the_same_and_holds_nothing_that_html_or_a_script_would_read() {
        let value = serde_json::json!({ HOSTILE: [HOSTILE, 1.5, null, true] });
        let inside = json(&value.to_string());
        assert!(!inside.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{inside}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&inside).unwrap(), value);
    }

    #[test]
    fn a_text_is_neither_an_element_nor_the_end_of_a_value() {
        assert_eq!(escaped("<a b=\"c\" d='e'>&amp;"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;");
    }
}
