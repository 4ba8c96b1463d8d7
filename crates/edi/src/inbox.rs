//! Messages that come: each is read, kept and acted upon in a transaction of its own, so that a bad one stops no other.

mod act;
pub(crate) mod folder;
mod import;
mod read;
mod reply;
mod split;
mod webhook;

use kernel::{Msg, Text};
use platform::call::Call;
use platform::encoding::Decoded;
use platform::refusal::Refusal;
use serde_json::{Value as Json, json};
use trackevent::message::Note;

pub(crate) use act::keep_unread;
pub(crate) use import::{files, text};
pub(crate) use read::{Says, read};
pub(crate) use webhook::receive;

/// Most messages of one text while somebody waits for the answer.
const MESSAGES_MAX: usize = 200;
/// Letters of an error that are kept.
const ERROR_MAX: usize = 500;

const TOO_MANY: Msg = Msg::new("edi.many", "一次最多处理{n}条报文", "At most {n} messages are taken at once.");
const FOREIGN: Msg = Msg::new("edi.encoding", "文件编码为{name}，已转换", "The text was read as {name}.");
const BROKEN: Msg =
    Msg::new("edi.not_kept", "处理时发生内部错误，请重试", "An internal error occurred. Please try again.");

/// What came of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) kind: String,
    pub(crate) awb_number: String,
    pub(crate) result: &'static str,
    pub(crate) message: Text,
    /// What its reader noticed, with the place.
    pub(crate) notes: Vec<Text>,
}

impl Row {
    /// With a word on the encoding it came in.
    fn decoded(mut self, decoded: &Decoded) -> Self {
        self.notes.extend(decoded.is_foreign().then(|| FOREIGN.with(&[("name", decoded.name)])));
        self
    }

    /// Whether the message is kept, now or before.
    pub(crate) fn is_kept(&self) -> bool {
        self.result != FAULT
    }

    /// Whether the message said something we could use.
    pub(crate) fn is_read(&self) -> bool {
        self.is_kept() && self.result != crate::page::UNREAD
    }

    fn wire(&self, language: &str) -> Json {
        json!({
            "file": self.file, "type": self.kind, "awbNumber": self.awb_number, "result": self.result,
            "message": self.message.in_language(language),
            "notes": self.notes.iter().map(|note| note.in_language(language)).collect::<Vec<_>>(),
        })
    }
}

/// It could not even be kept.
const FAULT: &str = "FAILED";

/// The answer of a call: a row for each message.
pub(crate) fn wire(rows: &[Row], language: &str) -> Json {
    json!({ "rows": rows.iter().map(|row| row.wire(language)).collect::<Vec<_>>() })
}

/// Takes the messages of a text, one after the other, however many they are; a row for each.
pub(crate) fn take_all(call: &Call, source: &'static str, file: &str, text: &str) -> Vec<Row> {
    split::split(text).iter().map(|message| take(call, source, file, message)).collect()
}

/// What is said of a text of more messages than may come at once; none when it has no more.
pub(crate) fn too_many(text: &str) -> Option<Text> {
    (split::split(text).len() > MESSAGES_MAX).then(|| TOO_MANY.with(&[("n", &MESSAGES_MAX.to_string())]))
}

/// Takes the messages of a text for somebody who waits for the answer: no more than may come at once.
pub(crate) fn take_some(call: &Call, source: &'static str, file: &str, text: &str) -> Vec<Row> {
    let messages = split::split(text);
    let mut rows: Vec<Row> =
        messages.iter().take(MESSAGES_MAX).map(|message| take(call, source, file, message)).collect();
    if let Some(message) = too_many(text) {
        rows.push(Row {
            file: file.to_owned(),
            kind: String::new(),
            awb_number: String::new(),
            result: FAULT,
            message,
            notes: Vec::new(),
        });
    }
    rows
}

fn take(call: &Call, source: &'static str, file: &str, text: &str) -> Row {
    let told = read(text);
    let row = |result, message, notes: Vec<Note>| Row {
        file: file.to_owned(),
        kind: told.kind().to_owned(),
        awb_number: told.about().awb_number,
        result,
        message,
        notes: notes.iter().map(Note::told).collect(),
    };
    match call.write(|tx| act::keep(tx, source, text, &told)) {
        Ok((result, message, notes)) => row(result, message, notes),
        // Somebody kept the same message at the same moment.
        Err(Refusal::Unique(_)) => row(act::REPEATED, act::AGAIN.text(), Vec::new()),
        Err(refusal) => {
            tracing::error!(?refusal, "a message could not be kept");
            row(FAULT, BROKEN.text(), Vec::new())
        }
    }
}
