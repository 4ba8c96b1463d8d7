//! Pictures and files in conversations: the kinds and sizes the product takes anywhere, pictures up to their own limit. A
//! file is kept in the company of who sends it and counts there.

use kernel::{Findings, Id, Instant, Msg};
use platform::attached;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::files::messages::{NO_FILE, NOT_TAKEN};
use platform::files::{self, Accepted, DOCUMENT_BYTES_MAX, IMAGE_BYTES_MAX};
use platform::refusal::Refusal;
use platform::store::Conn;
use serde_json::{Value as Json, json};

use crate::account;
use crate::calls::{name_of, need_turn, shown};
use crate::contact;
use crate::service::{Attached, Party, Post, service};

/// Files of messages, as kept files of the product.
pub(crate) const FILES: &str = "chat_message";

/// Bytes a guest sends within a day: his files lie in the room of who invited him.
const GUEST_BYTES_MAX: i64 = 200 * 1024 * 1024;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const DAY_FULL: Msg = Msg::new(
    "chat.day_full",
    "24小时内发送的文件总量不能超过200MB，请稍后再发",
    "The files sent within 24 hours can't exceed 200 MB. Please send this one later.",
);

/// Whether a file is a picture; refused when it is of no kind the product takes, or too large for its kind.
fn judged(name: &str, bytes: &[u8]) -> Result<bool, Refusal> {
    let known = files::sniff(&files::clean_name(name), bytes).ok_or_else(|| Refusal::business(NOT_TAKEN))?;
    files::need_size(bytes, if known.image { IMAGE_BYTES_MAX } else { DOCUMENT_BYTES_MAX })?;
    Ok(known.image)
}

fn look(name: &str, bytes: Vec<u8>) -> Result<Accepted, Refusal> {
    let is_picture = judged(name, &bytes)?;
    files::accept(name, bytes, is_picture)
}

/// POST …/file?to&clientId, with the file: sends it.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let (own, now) = (account::own(call)?, call.now());
    let peer = call.read(|conn| contact::reach(conn, &own.party, call.query("to").trim(), now))?;
    match peer {
        Ok(peer) => deliver(call, &own.party, &peer.party),
        Err(why) => Err(Refusal::field("to", why.text())),
    }
}

/// Keeps the file of a call and sends it. What may not be kept is told at `file`; one that was sent under this name is not
/// kept again.
pub(crate) fn deliver(call: &mut Call, own: &Party, peer: &Party) -> Outcome {
    let mut findings = Findings::new();
    let client_id = name_of(&json!(call.query("clientId")), &mut findings)?;
    let part = call.asked.parts.iter().find(|part| !part.file_name.is_empty());
    let judged = part.map_or_else(|| Err(Refusal::business(NO_FILE)), |part| judged(&part.file_name, &part.bytes));
    let is_picture = match judged {
        Ok(is_picture) => is_picture,
        Err(Refusal::Business(text)) => {
            findings.error("file", text);
            false
        }
        Err(other) => return Err(other),
    };
    Refusal::unless_clean(&findings, &[])?;
    need_turn(call, own)?;
    let size = part.map_or(0, |part| i64::try_from(part.bytes.len()).unwrap_or(i64::MAX));
    let mut post = Post { client_id, ..Post::default() };
    let before = match &post.client_id {
        Some(client) => call.read(|conn| service().was_sent(conn, own, client))?,
        None => false,
    };
    if !before {
        call.read(|conn| need_day_room(conn, (own, peer), size, call.now()))?;
        let kept = attached::upload_looked_at(call, FILES, crate::PAGE, look)?;
        post.file = Some(attached_of(own, &kept, is_picture)?);
    }
    let message = call.write(|tx| {
        tx.no_log_line();
        let sent = service().send(tx, own, peer, &post)?;
        name_file(tx, post.file.as_ref(), sent.as_ref().and_then(|message| message.file.as_ref()))?;
        // The conversation is held: what came at the same time is counted by now.
        let now = tx.now;
        need_day_room(tx, (own, peer), 0, now)?;
        Ok(sent)
    })?;
    Ok(Answer::Data(message.map_or(Json::Null, |message| shown(&message, own))))
}

/// Refuses what a guest sends beyond his bytes of a day.
fn need_day_room(conn: &mut dyn Conn, (own, peer): (&Party, &Party), size: i64, now: Instant) -> Result<(), Refusal> {
    if own.user.is_some() {
        return Ok(());
    }
    let sent = service().bytes_sent(conn, own, &peer.accid, now.plus_millis(-DAY_MS))?;
    if sent.saturating_add(size) <= GUEST_BYTES_MAX {
        return Ok(());
    }
    let mut findings = Findings::new();
    findings.error("file", DAY_FULL.text());
    Refusal::unless_clean(&findings, &[])
}

/// A kept file as a message names it.
fn attached_of(own: &Party, kept: &Answer, is_picture: bool) -> Result<Attached, Refusal> {
    let Answer::Data(kept) = kept else { return Err(Refusal::broken("an upload is told as data")) };
    let text = |name: &str| kept.get(name).and_then(Json::as_str);
    let id = text("id").and_then(|id| id.parse().ok()).map(Id);
    let id = id.ok_or_else(|| Refusal::broken("a kept file has an id"))?;
    let size = kept.get("size").and_then(Json::as_i64).unwrap_or_default();
    Ok(Attached { org: own.org, id, name: text("name").unwrap_or_default().to_owned(), size, is_picture })
}

/// The file of a message is named by it; of what was sent before under the same name the older file is.
fn name_file(tx: &mut Tx<'_>, kept: Option<&Attached>, sent: Option<&Attached>) -> Result<(), Refusal> {
    match (kept, sent) {
        (Some(kept), Some(sent)) if kept.id == sent.id => attached::hang(tx, FILES, kept.id, &[kept.id]),
        _ => Ok(()),
    }
}

/// GET …/session/{accid}/file/{seq}: the file of a message, for the two who have it.
pub(crate) fn fetch(call: &mut Call) -> Outcome {
    let own = account::own(call)?.party;
    let peer = call.path("accid").to_owned();
    answer(call, &own, &peer)
}

/// The file of the message a call names: a picture is shown, anything else is saved.
pub(crate) fn answer(call: &Call, own: &Party, peer: &str) -> Outcome {
    let seq = call.path("seq").parse().map_err(|_| Refusal::NotFound)?;
    let message = call.read(|conn| service().message(conn, own, peer, seq))?;
    let file = message.and_then(|message| message.file).ok_or(Refusal::NotFound)?;
    let found = call.read(|conn| attached::find(conn, file.org, FILES, file.id))?;
    let (_, kept) = found.ok_or(Refusal::NotFound)?;
    if file.is_picture { kept.shown(call) } else { kept.answer(call) }
}
