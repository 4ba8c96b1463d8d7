//! Papers that go out by mail: what the dialog says, and the mail with the paper attached.

use kernel::{Findings, Id, Msg};
use mail::{Attachment, Kind, Letter as Mail, Sender, Words, escaped};
use platform::call::Tx;
use platform::field::Field;
use platform::refusal::Refusal;
use platform::sea_query::Order as Way;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::json;

const NO_MAILBOX: Msg = Msg::new(
    "letter.no_mailbox",
    "未配置发件邮箱，请联系管理员",
    "No mailbox is set up. Please ask the administrator.",
);
const NO_SUBJECT: Msg = Msg::new("letter.no_subject", "邮件标题不能为空", "There must be a subject.");
const NO_CONTENT: Msg = Msg::new("letter.no_content", "邮件内容不能为空", "There must be a text.");

const SUBJECT: Field = Field::text("标题", "Subject").wire("subject").max(200).asks(NO_SUBJECT);
const CONTENT: Field = Field::long("内容", "Text").wire("content").max(2000).asks(NO_CONTENT);

/// What the dialog sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Asked {
    /// Version the caller saw; none for whatever there is.
    pub(crate) version: Option<i64>,
    to: Vec<String>,
    #[serde(default)]
    cc: Vec<String>,
    subject: String,
    content: String,
}

/// A file that goes with the mail.
pub(crate) struct Paper<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What is in it.
    pub(crate) bytes: &'a [u8],
    /// Number of what it is about.
    pub(crate) number: &'a str,
}

impl Asked {
    /// Subject and text are there and not too long.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let mut findings = Findings::new();
        SUBJECT.parse(Some(&json!(self.subject)), SUBJECT.wire, &mut findings);
        CONTENT.parse(Some(&json!(self.content)), CONTENT.wire, &mut findings);
        Refusal::unless_clean(&findings, &[])
    }

    fn words(&self) -> Words {
        let lines = self.content.lines().map(str::trim).filter(|line| !line.is_empty());
        Words {
            subject: self.subject.trim().to_owned(),
            text: self.content.trim().to_owned(),
            html: lines.map(|line| format!("<p>{}</p>\n", escaped(line))).collect(),
        }
    }

    /// Puts the mail into the outbox; answers its id and its receivers.
    pub(crate) fn post(&self, tx: &mut Tx<'_>, language: &str, paper: &Paper<'_>) -> Result<(Id, String), Refusal> {
        let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
        let mailbox = mail::mailbox_for(tx, app, org)?.ok_or_else(|| Refusal::business(NO_MAILBOX))?;
        let size = u64::try_from(paper.bytes.len()).unwrap_or(u64::MAX);
        let file = Attachment { name: paper.name.to_owned(), hash: app.files.keep(org, paper.bytes)?, size };
        let mail = Mail {
            kind: Kind::Other,
            to: trimmed(&self.to),
            cc: trimmed(&self.cc),
            words: self.words(),
            attachments: vec![file],
            number: paper.number.to_owned(),
            not_before: None,
        };
        let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
        let id = mail::put(tx, app, from, &mail)?;
        Ok((id, mail.to.join("; ")))
    }
}

/// Addresses of a partner's contacts.
pub(crate) fn contacts(conn: &mut dyn Conn, org: i64, coop: Option<Id>) -> Result<Vec<String>, Refusal> {
    let Some(coop) = coop else { return Ok(Vec::new()) };
    let mut select = sql::from(org, "coop_contact");
    select.column("email").and_where(sql::eq("coop_id", coop)).order_by("id", Way::Asc);
    let all: Vec<String> = conn.query(&select.into())?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|address| mail::is_address(address)).collect())
}

fn trimmed(list: &[String]) -> Vec<String> {
    list.iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}
