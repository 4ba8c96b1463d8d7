//! Papers that go out by mail: what the dialog says, and the mail with the paper attached.

use kernel::Id;
use mail::{Attachment, Kind, Letter as Mail, Sender, Written};
use platform::call::{App, Tx};
use platform::refusal::Refusal;

/// A file that goes with the mail.
pub(crate) struct Paper<'a> {
    file: Attachment,
    /// Number of what it is about.
    number: &'a str,
}

impl<'a> Paper<'a> {
    /// Keeps its bytes, before the transaction begins: writing a file takes a while. Files lie under their hash and may
    /// be somebody else's too, so one whose mail is refused stays.
    pub(crate) fn keep(app: &App, org: i64, (name, bytes): (&str, &[u8]), number: &'a str) -> Result<Self, Refusal> {
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let file = Attachment { name: name.to_owned(), hash: app.files.keep(org, bytes)?, size };
        Ok(Self { file, number })
    }
}

/// Puts a mail with its paper into the outbox; answers its id and its receivers.
pub(crate) fn post(
    tx: &mut Tx<'_>,
    asked: &Written,
    language: &str,
    paper: &Paper<'_>,
) -> Result<(Id, String), Refusal> {
    let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
    let mailbox = mail::need_mailbox(tx, app, org, user)?;
    let mail = Mail {
        kind: Kind::Other,
        to: asked.to(),
        cc: asked.cc().unwrap_or_default(),
        words: asked.words(&[], None),
        attachments: vec![paper.file.clone()],
        number: paper.number.to_owned(),
        not_before: None,
    };
    let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
    let id = mail::put(tx, app, from, &mail)?;
    Ok((id, mail.to.join("; ")))
}
