//! Messages people bring: pasted, or as files.

use kernel::{Findings, Msg, typed};
use platform::call::{Answer, Call, Outcome};
use platform::encoding::{self, Decoded};
use platform::field::Field;
use platform::files::clean_name;
use platform::refusal::Refusal;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{Row, take_some, wire};

/// Most bytes of a text or file.
pub(crate) const TEXT_BYTES_MAX: usize = 1024 * 1024;
/// Most files of one call.
pub(crate) const FILES_MAX: usize = 50;

const TEXT: Field = Field::long("报文", "Messages").wire("text").required().max(TEXT_BYTES_MAX);
const NO_FILE: Msg = Msg::new("edi.no_file", "请选择报文文件", "Please choose files of messages.");
const MANY_FILES: Msg = Msg::new("edi.files", "一次最多上传{n}个文件", "At most {n} files are taken at once.");
const NO_TEXT: Msg = Msg::new(
    "edi.no_text",
    "文件不是文本或超过1MB，请上传TXT或XML报文文件",
    "The file is no text or larger than 1 MB. Please upload messages as TXT or XML files.",
);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    #[serde(default)]
    text: Json,
}

/// POST import {text}.
pub(crate) fn text(call: &mut Call) -> Outcome {
    let body: Pasted = call.json()?;
    let mut findings = Findings::new();
    TEXT.parse(Some(&body.text), TEXT.wire, &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    // As it was pasted, but for the marks of a mail: the field has trimmed its own copy.
    let text = typed::pasted(body.text.as_str().unwrap_or_default());
    let rows = take_some(call, "PASTE", "", &text);
    Ok(Answer::Data(wire(&rows, call.language())))
}

/// POST importFiles, the files as parts.
pub(crate) fn files(call: &mut Call) -> Outcome {
    let parts = std::mem::take(&mut call.asked.parts);
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.file_name.is_empty()).collect();
    if parts.is_empty() {
        return Err(Refusal::business(NO_FILE));
    }
    if parts.len() > FILES_MAX {
        return Err(Refusal::Business(MANY_FILES.with(&[("n", &FILES_MAX.to_string())])));
    }
    let mut rows: Vec<Row> = Vec::new();
    for part in parts {
        let name = clean_name(&part.file_name);
        match text_of(&part.bytes) {
            Some(decoded) => {
                let taken = take_some(call, "FILE", &name, &decoded.text);
                rows.extend(taken.into_iter().map(|row| row.decoded(&decoded)));
            }
            None => rows.push(Row {
                file: name,
                kind: String::new(),
                awb_number: String::new(),
                result: super::FAULT,
                message: NO_TEXT.text(),
                notes: Vec::new(),
            }),
        }
    }
    Ok(Answer::Data(json!(wire(&rows, call.language()))))
}

/// The text of a file, whatever its encoding, without the marks of a mail; none when it is none or too long.
pub(crate) fn text_of(bytes: &[u8]) -> Option<Decoded> {
    let decoded = encoding::decode(bytes).filter(|decoded| decoded.text.len() <= TEXT_BYTES_MAX)?;
    Some(Decoded { text: typed::pasted(&decoded.text), ..decoded })
}
