//! A mail as a user writes it before it is sent: to whom, and in what words.

use kernel::Msg;
use platform::field::Field;
use platform::flow::Step;
use platform::language::{CHINESE, ENGLISH};
use platform::refusal::Refusal;
use serde_json::{Map, Value as Json, json};

use crate::{Attachment, Kind, Letter, Words, is_address};

/// Receivers of a mail.
const RECEIVERS_MAX: usize = 20;

const BAD_ADDRESS: Msg = Msg::new("mail.address", "邮箱{n}格式不正确", "{n} is no mail address.");
const TOO_MANY: Msg = Msg::new("mail.receivers", "收件人最多{n}个", "There can be {n} receivers at most.");

/// To whom.
pub const TO: Field = Field::text("收件人（多个用分号隔开）", "To (several: with ; between)")
    .column("mail_to")
    .wire("to")
    .required()
    .max(500);
/// To whom besides.
pub const CC: Field = Field::text("抄送", "Copies to").column("mail_cc").wire("cc").max(500);
/// Its subject.
pub const SUBJECT: Field = Field::text("标题", "Subject").column("mail_subject").wire("subject").required().max(200);
/// Its text.
pub const CONTENT: Field = Field::long("内容", "Text").column("mail_content").wire("content").required().max(2000);
/// What is asked for.
pub const FIELDS: &[Field] = &[TO, CC, SUBJECT, CONTENT];

/// The mail as it is proposed: receivers with `; ` between, its subject and its text.
pub fn proposed(to: &str, subject: &str, content: &str) -> Map<String, Json> {
    [(TO, to), (SUBJECT, subject), (CONTENT, content)]
        .map(|(field, text)| (field.name(), json!(text)))
        .into_iter()
        .collect()
}

/// The language of a letter to who reads English, or Chinese: that of the signature below it, too.
pub fn written_in(english: bool) -> &'static str {
    if english { ENGLISH } else { CHINESE }
}

/// The addresses in a text, however they are set apart.
pub fn addresses_in(text: &str) -> Vec<String> {
    let all = text.split([';', '；', ',', '，', ' ']).map(str::trim).filter(|address| !address.is_empty());
    all.map(str::to_owned).collect()
}

/// The addresses of a field; what is none, and too many, are found at it.
pub fn addresses<D>(step: &mut Step<'_, D>, field: Field) -> Result<Vec<String>, Refusal> {
    let all = addresses_in(&step.get::<Option<String>>(field)?.unwrap_or_default());
    if let Some(wrong) = all.iter().find(|address| !is_address(address)) {
        step.findings.error(field.name(), BAD_ADDRESS.with(&[("n", wrong)]));
    }
    if all.len() > RECEIVERS_MAX {
        step.findings.error(field.name(), TOO_MANY.with(&[("n", &RECEIVERS_MAX.to_string())]));
    }
    Ok(all)
}

/// The letter that was written, with its files. Addresses are refused before.
pub fn letter<D>(
    step: &mut Step<'_, D>,
    (kind, number): (Kind, &str),
    attachments: Vec<Attachment>,
) -> Result<Letter, Refusal> {
    let (to, cc) = (addresses(step, TO)?, addresses(step, CC)?);
    step.unless_clean()?;
    let content: String = step.get(CONTENT)?;
    let lines: Vec<&str> = content.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let words = Words::of(step.get(SUBJECT)?, &lines, None, &[]);
    Ok(Letter { kind, to, cc, words, attachments, number: number.to_owned(), not_before: None })
}
