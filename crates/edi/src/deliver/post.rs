//! Messages as mails to the gateway of the teletype network: the message is the text, and a file beside it.

use kernel::{Id, Msg, Text};
use mail::{Attachment, Kind, Letter, Sender, Words};
use platform::call::Tx;
use platform::refusal::Refusal;

use super::{Taken, folder};
use crate::channel::Channel;

const NO_MAILBOX: Msg =
    Msg::new("edi.no_mailbox", "企业没有可用的发件邮箱", "The company has no mailbox to send from.");

/// Writes the mail of a message, in the transaction that marks it sent.
pub(super) fn put(tx: &mut Tx<'_>, taken: &Taken, channel: &Channel) -> Result<Result<Id, Text>, Refusal> {
    let (app, message) = (tx.app, &taken.message);
    let Some(mailbox) = mail::mailbox_for(tx, app, taken.org)? else { return Ok(Err(NO_MAILBOX.text())) };
    let bytes = message.body.as_bytes();
    let file = Attachment {
        name: folder::name_of(message),
        hash: app.files.keep(taken.org, bytes)?,
        size: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
    };
    let number = if message.hawb_number.is_empty() { &message.awb_number } else { &message.hawb_number };
    let letter = Letter {
        kind: Kind::Telegram,
        to: vec![channel.address.clone()],
        cc: Vec::new(),
        words: Words::as_written(format!("{} {number}", message.kind), &message.body),
        attachments: vec![file],
        number: message.message_no.clone(),
        not_before: None,
    };
    // In nobody's name: a template of his would stand below the text as further lines of the message.
    let from = Sender { org: taken.org, mailbox: &mailbox, user: None, language: "zh-CN" };
    Ok(match mail::put(tx, app, from, &letter) {
        Ok(id) => Ok(id),
        Err(Refusal::Findings(findings)) => {
            let text = findings.items.into_iter().next().map(|finding| finding.text);
            Err(text.unwrap_or_else(|| NO_MAILBOX.text()))
        }
        Err(refusal) => return Err(refusal),
    })
}
