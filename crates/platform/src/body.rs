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
const LETTER: Msg = Msg::new("body.letter", "含有不能保存的字符", "holds a character that can't be kept");
const ENTRIES: Msg = Msg::new("body.entries", "不能超过{n}项", "can't have more than {n} entries");
const LOCATED: Msg = Msg::new("body.located", "{field}：{reason}", "{field}: {reason}");

/// Most letters that are said of a place: members of a map bear the caller's own names.
const PLACE_MAX: usize = 200;
/// How deep bodies are read.
const DEPTH_MAX: usize = 128;
/// Most entries of a list, wherever it stands: twice the rows of an import, and no more than one statement takes.
pub const ENTRIES_MAX: usize = 20_000;

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

/// What no body may hold, whatever reads it: the null character, and lists without end. Told by its place.
pub(crate) fn fault_of_all(bytes: &[u8]) -> Option<Text> {
    let null = holds_null(bytes);
    if !null && !holds_long_list(bytes) {
        return None;
    }
    let reason = match serde_json::from_slice::<Json>(bytes) {
        Ok(json) => fault_in(&json, "")?,
        // What else is wrong with it is told by who reads it.
        Err(_) => null.then(|| LETTER.text())?,
    };
    Some(messages::BAD_BODY.with_each(&[("reason", &reason.zh)], &[("reason", &reason.en)]))
}

/// Whether JSON holds the null character: as it is, or as an escape, which is a backslash and what stands behind it, so that
/// `\\u0000` holds none.
fn holds_null(bytes: &[u8]) -> bool {
    let mut rest = bytes.iter();
    while let Some(byte) = rest.next() {
        if *byte == 0 || (*byte == b'\\' && rest.next() == Some(&b'u') && rest.as_slice().starts_with(b"0000")) {
            return true;
        }
    }
    false
}

/// Whether a list has more entries than any may have. One look at each byte: bodies of imports are large.
fn holds_long_list(bytes: &[u8]) -> bool {
    // What is open around: whether it is a list, and its entries so far.
    let mut open: Vec<(bool, usize)> = Vec::new();
    // An entry takes a byte, and one more before the next.
    let mut rest = if bytes.len() < ENTRIES_MAX * 2 { [].iter() } else { bytes.iter() };
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => pass_text(&mut rest),
            // Deeper than this no body is read.
            b'[' | b'{' if open.len() >= DEPTH_MAX => return false,
            b'[' | b'{' => open.push((*byte == b'[', 1)),
            b']' | b'}' => drop(open.pop()),
            b',' => {
                if let Some((true, entries)) = open.last_mut() {
                    *entries += 1;
                    if *entries > ENTRIES_MAX {
                        return true;
                    }
                }
            }
            _ => {}
        }
    }
    false
}

/// Goes on behind a text that has begun.
fn pass_text(rest: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(rest.next()),
            _ => {}
        }
    }
}

fn fault_in(json: &Json, place: &str) -> Option<Text> {
    match json {
        Json::String(text) => text.contains('\0').then(|| located(place, LETTER.text())),
        Json::Array(entries) if entries.len() > ENTRIES_MAX => {
            Some(located(place, ENTRIES.with(&[("n", &ENTRIES_MAX.to_string())])))
        }
        Json::Array(entries) => {
            entries.iter().enumerate().find_map(|(at, entry)| fault_in(entry, &joined(place, &format!("[{at}]"))))
        }
        Json::Object(members) => members.iter().find_map(|(name, member)| {
            if name.contains('\0') {
                return Some(located(&joined(place, &name.replace('\0', "")), LETTER.text()));
            }
            fault_in(member, &joined(place, name))
        }),
        _ => None,
    }
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
    fn what_no_body_may_hold_is_told_by_its_place() {
        let told = |body: &[u8]| fault_of_all(body).map(|text| text.zh).unwrap_or_default();
        let cases: [(&[u8], &str); 11] = [
            (br#"{"a":"x\u0000y"}"#, "a：含有不能保存的字符"),
            (br#"{"a":"x\\\u0000"}"#, "a：含有不能保存的字符"),
            (br#"{"a":"x\\u0000y"}"#, ""),
            (br#"{"a":"\u00001"}"#, "a：含有不能保存的字符"),
            (br#"{"a":"\u0001"}"#, ""),
            (br#"{"rows":[["x"],["y","\u0000"]]}"#, "rows[1][1]：含有不能保存的字符"),
            (br#"{"a":{"b\u0000":1}}"#, "a.b：含有不能保存的字符"),
            (b"{\"a\":\"\0\"}", "含有不能保存的字符"),
            (b"\0", "含有不能保存的字符"),
            (b"", ""),
            (b"[1,", ""),
        ];
        for (body, reason) in cases {
            let wanted = if reason.is_empty() { String::new() } else { format!("请求内容无法识别：{reason}") };
            assert_eq!(told(body), wanted, "{}", String::from_utf8_lossy(body));
        }
        let list = |entries: usize| format!("{{\"ids\":[{}]}}", vec!["1"; entries].join(","));
        assert_eq!(told(list(ENTRIES_MAX).as_bytes()), "");
        assert_eq!(told(list(ENTRIES_MAX + 1).as_bytes()), "请求内容无法识别：ids：不能超过20000项");
        let commas = format!("{{\"text\":[\"\\\"{}\"]}}", ",".repeat(ENTRIES_MAX * 2));
        assert_eq!(told(commas.as_bytes()), "", "a text is no list");
        let lists = format!("[{}]", vec!["[1,2,3]"; ENTRIES_MAX].join(","));
        assert_eq!(told(lists.as_bytes()), "", "each list is counted alone");
        assert_eq!(told("[".repeat(ENTRIES_MAX * 3).as_bytes()), "", "is refused by who reads it");
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
