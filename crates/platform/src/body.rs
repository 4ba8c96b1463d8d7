//! What comes as JSON, read as a type. What does not fit is told by its place and in the words of those who call: the
//! reader's own texts name types and members of the program.

use kernel::{Msg, Text};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_json::{Error, Value as Json};
use serde_path_to_error::{Path, Segment};

use crate::refusal::{Refusal, messages};

/// A body in another encoding.
pub const NOT_UTF8: Msg = Msg::new("body.encoding", "内容须为UTF-8编码", "it must be encoded as UTF-8");
const NONE: Msg = Msg::new("body.none", "内容为空", "it is empty");
const CUT: Msg = Msg::new("body.cut", "JSON不完整", "the JSON ends too early");
const NOT_JSON: Msg =
    Msg::new("body.json", "第{line}行第{column}列不是正确的JSON", "line {line}, column {column} is no valid JSON");
const DEEP: Msg = Msg::new("body.deep", "嵌套层数过多", "it is nested too deeply");
const MISSING: Msg = Msg::new("body.missing", "缺少此字段", "this field is missing");
const TWICE: Msg = Msg::new("body.twice", "此字段重复", "this field is given twice");
const NULL: Msg = Msg::new("body.null", "不能为空", "may not be empty");
const CHOICE: Msg = Msg::new("body.choice", "不在可选值之内", "is not one of the choices");
const RANGE: Msg = Msg::new("body.range", "数值超出范围", "the number is out of range");
const TEXT: Msg = Msg::new("body.text", "应为文字", "must be a text");
const NUMBER: Msg = Msg::new("body.number", "应为数字", "must be a number");
const WHOLE: Msg = Msg::new("body.whole", "应为整数", "must be a whole number");
const TRUTH: Msg = Msg::new("body.truth", "应为true或false", "must be true or false");
const LIST: Msg = Msg::new("body.list", "应为列表", "must be a list");
const OBJECT: Msg = Msg::new("body.object", "应为对象", "must be an object");
const FORMAT: Msg = Msg::new("body.format", "格式不正确", "is not valid");
const LOCATED: Msg = Msg::new("body.located", "{field}：{reason}", "{field}: {reason}");

/// Most letters that are said of a place: members of a map bear the caller's own names.
const PLACE_MAX: usize = 200;

/// Reads the bytes of a body.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| unreadable(&fault_of::<T>(bytes, &error)))
}

/// Reads what stands in a body at a place; `""` for the body itself.
pub fn read_at<T: DeserializeOwned>(value: &Json, place: &str) -> Result<T, Refusal> {
    T::deserialize(value).map_err(|error| {
        let within = serde_path_to_error::deserialize::<_, T>(value).err().map(|error| said(error.path()));
        unreadable(&data_fault(&joined(place, &within.unwrap_or_default()), &error))
    })
}

/// The refusal of a body that can't be read, with the reason.
pub fn unreadable(reason: &Text) -> Refusal {
    Refusal::BadRequest(messages::BAD_BODY.with_each(&[("reason", &reason.zh)], &[("reason", &reason.en)]))
}

/// A reason of this module, for a body that is read by hand.
pub fn wrong(reason: Msg) -> Refusal {
    unreadable(&reason.text())
}

fn fault_of<T: DeserializeOwned>(bytes: &[u8], error: &Error) -> Text {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return NONE.text();
    }
    if std::str::from_utf8(bytes).is_err() {
        return NOT_UTF8.text();
    }
    let place = || {
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let found = serde_path_to_error::deserialize::<_, T>(&mut reader).err();
        found.map(|error| said(error.path())).unwrap_or_default()
    };
    let text = error.to_string();
    match error.classify() {
        Category::Data => data_fault(&place(), error),
        Category::Eof => CUT.text(),
        _ if text.starts_with("recursion limit") => DEEP.text(),
        _ if text.starts_with("number out of range") => located(&place(), RANGE.text()),
        _ => NOT_JSON.with(&[("line", &error.line().to_string()), ("column", &error.column().to_string())]),
    }
}

/// What is wrong with a value that is JSON, but not what was asked for. What the reader says begins with the kind of
/// fault; of the rest only names of members are taken over. What it says otherwise is a format of its own.
fn data_fault(place: &str, error: &Error) -> Text {
    let text = error.to_string();
    let member = || text.split('`').nth(1).unwrap_or_default();
    if text.starts_with("missing field") {
        return located(&joined(place, member()), MISSING.text());
    }
    if text.starts_with("duplicate field") {
        return located(&joined(place, member()), TWICE.text());
    }
    if text.starts_with("unknown field") {
        // The place is mostly that of the member already.
        let there = place == member() || place.ends_with(&format!(".{}", member()));
        let field = if there { place.to_owned() } else { joined(place, member()) };
        return messages::UNKNOWN_FIELD.with(&[("field", &field)]);
    }
    if text.starts_with("unknown variant") {
        return located(place, CHOICE.text());
    }
    let wanted = text.rsplit_once(", expected ").map_or("", |(_, wanted)| wanted);
    let wanted = wanted.split_once(" at line ").map_or(wanted, |(wanted, _)| wanted);
    if text.starts_with("invalid type: null") {
        return located(place, NULL.text());
    }
    if text.starts_with("invalid value: integer") || text.starts_with("invalid value: floating point") {
        return located(place, if is_number(wanted) { RANGE.text() } else { FORMAT.text() });
    }
    if text.starts_with("invalid type: ") || text.starts_with("invalid length ") {
        return located(place, kind_of(wanted).text());
    }
    located(place, FORMAT.text())
}

fn is_number(wanted: &str) -> bool {
    let mut letters = wanted.chars();
    matches!(letters.next(), Some('i' | 'u' | 'f')) && letters.next().is_some_and(|letter| letter.is_ascii_digit())
}

fn kind_of(wanted: &str) -> Msg {
    let has = |words: &[&str]| words.iter().any(|word| wanted.contains(word));
    match wanted {
        _ if is_number(wanted) => {
            if wanted.starts_with('f') {
                NUMBER
            } else {
                WHOLE
            }
        }
        _ if has(&["boolean"]) => TRUTH,
        _ if has(&["sequence", "tuple", "array"]) => LIST,
        _ if has(&["struct", "map"]) => OBJECT,
        _ if has(&["string", "character"]) => TEXT,
        _ => FORMAT,
    }
}

fn located(place: &str, reason: Text) -> Text {
    if place.is_empty() {
        return reason;
    }
    LOCATED.with_each(&[("field", place), ("reason", &reason.zh)], &[("field", place), ("reason", &reason.en)])
}

fn joined(above: &str, below: &str) -> String {
    let dot = if above.is_empty() || below.is_empty() || below.starts_with('[') { "" } else { "." };
    format!("{above}{dot}{below}").chars().take(PLACE_MAX).collect()
}

/// A place as callers write it: `lines[0].weight`.
fn said(path: &Path) -> String {
    path.iter().fold(String::new(), |above, segment| match segment {
        Segment::Seq { index } => joined(&above, &format!("[{index}]")),
        Segment::Map { key } => joined(&above, key),
        Segment::Enum { .. } | Segment::Unknown => above,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Order {
        name: String,
        #[serde(default)]
        pieces: u8,
        #[serde(default)]
        weight: f64,
        #[serde(default)]
        urgent: bool,
        #[serde(default)]
        lines: Vec<Line>,
        #[serde(default)]
        by_code: BTreeMap<String, Line>,
        #[serde(default)]
        way: Option<Way>,
        #[serde(default)]
        id: Option<kernel::Id>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Line {
        weight: i64,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Way {
        Air,
        Sea,
    }

    fn told(body: &[u8]) -> (String, String) {
        match read::<Order>(body) {
            Err(Refusal::BadRequest(text)) => (text.zh, text.en),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_wrong_body_is_told_by_its_place_and_in_words() {
        let deep = [b"{\"name\":".as_slice(), "[".repeat(200).as_bytes()].concat();
        let cases: [(&[u8], &str, &str); 26] = [
            (b"", "内容为空", "it is empty"),
            (b" \n", "内容为空", "it is empty"),
            (b"{\"name\":\"a\"", "JSON不完整", "the JSON ends too early"),
            (b"name=a", "第1行第2列不是正确的JSON", "line 1, column 2 is no valid JSON"),
            (b"{\"name\":\"a\"} x", "第1行第14列不是正确的JSON", "line 1, column 14 is no valid JSON"),
            (b"\xff\xfe{\0", "内容须为UTF-8编码", "it must be encoded as UTF-8"),
            ("{\"name\":\"\u{1}\"}".as_bytes(), "第1行第10列不是正确的JSON", "line 1, column 10 is no valid JSON"),
            (b"{\"name\":\"\xc4\xe3\"}", "内容须为UTF-8编码", "it must be encoded as UTF-8"),
            (&deep, "name：应为文字", "name: must be a text"),
            (b"[]", "应为对象", "must be an object"),
            (b"3", "应为对象", "must be an object"),
            (b"null", "不能为空", "may not be empty"),
            (b"{}", "name：缺少此字段", "name: this field is missing"),
            (b"{\"name\":null}", "name：不能为空", "name: may not be empty"),
            (b"{\"name\":1}", "name：应为文字", "name: must be a text"),
            (b"{\"name\":\"a\",\"name\":\"b\"}", "name：此字段重复", "name: this field is given twice"),
            (b"{\"name\":\"a\",\"nmae\":1}", "未知字段：nmae", "Unknown field: nmae"),
            (b"{\"pieces\":300}", "pieces：数值超出范围", "pieces: the number is out of range"),
            (b"{\"pieces\":-1}", "pieces：数值超出范围", "pieces: the number is out of range"),
            (b"{\"pieces\":\"x, expected a map\"}", "pieces：应为整数", "pieces: must be a whole number"),
            (b"{\"weight\":\"1\"}", "weight：应为数字", "weight: must be a number"),
            (b"{\"urgent\":\"yes\"}", "urgent：应为true或false", "urgent: must be true or false"),
            (b"{\"lines\":{}}", "lines：应为列表", "lines: must be a list"),
            (
                b"{\"lines\":[{\"weight\":1},{}]}",
                "lines[1].weight：缺少此字段",
                "lines[1].weight: this field is missing",
            ),
            (b"{\"byCode\":{\"A\":{\"weight\":1,\"way\":2}}}", "未知字段：byCode.A.way", "Unknown field: byCode.A.way"),
            (b"{\"way\":\"rail\"}", "way：不在可选值之内", "way: is not one of the choices"),
        ];
        for (body, zh, en) in cases {
            let shown = String::from_utf8_lossy(body).into_owned();
            let wanted = (format!("请求内容无法识别：{zh}"), format!("The request can't be read: {en}"));
            assert_eq!(told(body), wanted, "{shown}");
        }
        assert_eq!(told(b"{\"id\":\"x\"}").0, "请求内容无法识别：id：格式不正确");
        let nested: Result<Json, Refusal> = read("[".repeat(200).as_bytes());
        assert!(matches!(nested, Err(Refusal::BadRequest(text)) if text.zh.ends_with("嵌套层数过多")));
    }

    #[test]
    fn what_stands_within_a_body_is_told_by_its_place_there() {
        let told = |value: Json| match read_at::<Vec<Line>>(&value, "levels") {
            Err(Refusal::BadRequest(text)) => text.zh,
            other => panic!("{other:?}"),
        };
        let json = |text: &str| serde_json::from_str(text).unwrap();
        assert_eq!(told(json("[{\"weight\":true}]")), "请求内容无法识别：levels[0].weight：应为整数");
        assert_eq!(told(json("[{\"weight\":1,\"x\":1}]")), "请求内容无法识别：未知字段：levels[0].x");
        assert_eq!(told(json("{}")), "请求内容无法识别：levels：应为列表");
        assert!(read_at::<Vec<Line>>(&json("[]"), "levels").is_ok());
    }
}
