//! The calls of users: whether they may chat, what they have not read, what was said, and saying something.

use kernel::{Findings, Msg, show_second};
use platform::PLATFORM_ORG;
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::list::messages::BAD_PAGE;
use platform::refusal::{Refusal, messages as common};
use platform::setting;
use platform::store::{Cell, Value};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::account::{self, Account};
use crate::contact;
use crate::service::{Ask, History, Message, Party, Post, service};
use crate::settings::GREETING;

/// Messages of a page where nobody says how many, and at most.
const SIZE: u64 = 20;
const SIZE_MAX: u64 = 100;
/// Pages one may scroll back by number; further back leads the place of a message.
const PAGES_MAX: u64 = 1_000;
/// Messages and files of an account in a minute.
const PER_MINUTE: u32 = 300;

/// The text of a message.
pub(crate) const CONTENT: Field = Field::long("消息", "Message").max(2_000);
const KEYWORD: Field = Field::text("搜索内容", "Search").max(100);
const CLIENT_ID: Field = Field::text("消息标识", "Name of the message").wire("clientId").max(64).pattern(
    "^[A-Za-z0-9_.:-]+$",
    is_name,
    NO_NAME,
);
const NO_NAME: Msg = Msg::new(
    "chat.client_id",
    "消息标识只能包含字母、数字和_.:-",
    "The name of a message has letters, digits and _.:- alone.",
);

fn is_name(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(&b))
}

/// The answers the specification gives a shape of their own.
fn told(call: &Call, data: Json) -> Answer {
    let message = common::DONE.text().in_language(call.language()).to_owned();
    Answer::Bare(json!({ "code": "200", "data": data, "message": message }))
}

/// GET …/perm/{id}: of the caller himself with his account, of his company whether it may chat. Who may not is told so.
pub(crate) fn permission(call: &mut Call) -> Outcome {
    let (actor, today) = (call.actor()?, call.now().day());
    let nothing = |has: bool| json!({ "hasPrem": has, "xyNumber": "", "xySign": "", "unreadMessageCount": 0 });
    if call.path("id") == actor.org_id.to_string() && call.path("id") != actor.user_id.to_string() {
        let open = call.read(|conn| account::is_open(conn, actor.org_id, today))?;
        return Ok(told(call, nothing(open)));
    }
    if call.path("id") != actor.user_id.to_string() {
        return Err(Refusal::NotFound);
    }
    let Some(own) = account::find(call)? else { return Ok(told(call, nothing(false))) };
    account::note_seen(call, &own.party, own.seen)?;
    let unread = call.read(|conn| service().unread(conn, &own.party))?;
    let sign = call.app.secrets.open(&own.sign)?;
    let data = json!({
        "hasPrem": true, "xyNumber": own.party.accid, "xySign": sign, "unreadMessageCount": unread,
    });
    Ok(told(call, data))
}

/// The caller's account, which the call names.
fn named(call: &Call) -> Result<Account, Refusal> {
    let own = account::own(call)?;
    if call.query("xyNumber") == own.party.accid { Ok(own) } else { Err(Refusal::NotFound) }
}

/// POST …/query/unread/message/count?xyNumber.
pub(crate) fn unread(call: &mut Call) -> Outcome {
    let own = named(call)?;
    account::note_seen(call, &own.party, own.seen)?;
    let unread = call.read(|conn| service().unread(conn, &own.party))?;
    Ok(told(call, json!(unread)))
}

/// POST …/logout?xyNumber: the session of the chat ends, that of the product does not.
pub(crate) fn leave(call: &mut Call) -> Outcome {
    let own = named(call)?;
    call.write(|tx| {
        tx.no_log_line();
        account::set_seen(tx, &own.party, None)
    })?;
    Ok(told(call, Json::Null))
}

/// Which messages a call asks for.
pub(crate) fn asked(call: &Call) -> Result<Ask, Refusal> {
    let bad = || Refusal::BadRequest(BAD_PAGE.text());
    let number = |name: &str, first: u64| match call.query(name) {
        "" => Ok(first),
        text => text.parse::<u64>().map_err(|_| bad()),
    };
    let (current, size) = (number("current", 1)?, number("size", SIZE)?);
    if !(1..=PAGES_MAX).contains(&current) || !(1..=SIZE_MAX).contains(&size) {
        return Err(bad());
    }
    let before = match call.query("before") {
        "" => None,
        text => Some(text.parse().map_err(|_| bad())?),
    };
    let mut findings = Findings::new();
    let keyword = KEYWORD.parse(Some(&json!(call.query("keyword"))), "keyword", &mut findings);
    Refusal::unless_clean(&findings, &[])?;
    Ok(Ask { skip: (current - 1) * size, size, before, keyword: String::from_value(&keyword)? })
}

/// A message as one side reads it.
pub(crate) fn shown(message: &Message, own: &Party) -> Json {
    json!({
        "seq": message.seq, "from": message.sender, "mine": message.sender == own.accid, "content": message.content,
        "sentAt": show_second(message.sent_at),
        "file": message.file.as_ref().map(|file| {
            json!({ "name": file.name, "size": file.size, "picture": file.is_picture })
        }),
    })
}

/// A page of messages as one side reads it.
pub(crate) fn page(history: &History, ask: &Ask, own: &Party) -> Json {
    let records: Vec<Json> = history.messages.iter().map(|message| shown(message, own)).collect();
    json!({
        "records": records, "total": history.total, "current": ask.skip / ask.size.max(1) + 1, "size": ask.size,
        "peerReadSeq": history.peer_read,
    })
}

/// GET …/session/{accid}/message. Where nothing was ever said it tells what one begins with.
pub(crate) fn messages(call: &mut Call) -> Outcome {
    let (own, ask, now) = (account::own(call)?.party, asked(call)?, call.now());
    let peer = call.path("accid").to_owned();
    let data = call.read(|conn| {
        let history = service().history(conn, &own, &peer, &ask)?;
        // Who was never talked to is there for those alone who may write to him.
        if history.is_new && contact::reach(conn, &own, &peer, now)?.is_err() {
            return Err(Refusal::NotFound);
        }
        let mut data = page(&history, &ask, &own);
        if history.is_new {
            let greeting: String = setting::value(conn, PLATFORM_ORG, &GREETING, None)?;
            if let Some(data) = data.as_object_mut() {
                data.insert("greeting".to_owned(), json!(greeting));
            }
        }
        Ok(data)
    })?;
    Ok(Answer::Data(data))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    #[serde(default)]
    to: String,
    #[serde(default)]
    content: Json,
    #[serde(default)]
    client_id: Json,
    /// What one begins with, which is kept where nothing was said before.
    #[serde(default)]
    greeting: bool,
}

/// The text of a message and its name, as they may be kept.
pub(crate) fn written(content: &Json, client_id: &Json, findings: &mut Findings) -> Result<Post, Refusal> {
    let content = CONTENT.parse(Some(content), "content", findings);
    let content = String::from_value(&content)?;
    Ok(Post { content, client_id: name_of(client_id, findings)?, ..Post::default() })
}

/// The name a sender gave.
pub(crate) fn name_of(client_id: &Json, findings: &mut Findings) -> Result<Option<String>, Refusal> {
    match CLIENT_ID.parse(Some(client_id), "clientId", findings) {
        Value::Null => Ok(None),
        name => Ok(Some(String::from_value(&name)?)),
    }
}

/// POST …/message {to, content, clientId}. All that is wrong is told at once; an empty text is ignored.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let (own, body, now) = (account::own(call)?, call.json::<Sent>()?, call.now());
    let mut findings = Findings::new();
    let post = Post { is_greeting: body.greeting, ..written(&body.content, &body.client_id, &mut findings)? };
    let peer = call.read(|conn| contact::reach(conn, &own.party, body.to.trim(), now))?;
    if let Err(why) = &peer {
        findings.error("to", why.text());
    }
    Refusal::unless_clean(&findings, &[])?;
    let Ok(peer) = peer else { return Err(Refusal::NotFound) };
    if post.content.is_empty() {
        return Ok(Answer::Data(Json::Null));
    }
    deliver(call, &own.party, &peer.party, &post)
}

/// Counts a message or a file of an account, at whichever process.
pub(crate) fn need_turn(call: &Call, own: &Party) -> Result<(), Refusal> {
    call.app.limits.take(format!("chat {}", own.accid), PER_MINUTE, call.now())
}

/// Keeps a message and answers it.
pub(crate) fn deliver(call: &Call, own: &Party, peer: &Party, post: &Post) -> Outcome {
    need_turn(call, own)?;
    let sent = call.write(|tx| {
        tx.no_log_line();
        service().send(tx, own, peer, post)
    })?;
    Ok(Answer::Data(sent.map_or(Json::Null, |message| shown(&message, own))))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Read {
    seq: Option<i64>,
}

/// POST …/session/{accid}/read {seq}: up to a message, or all.
pub(crate) fn read(call: &mut Call) -> Outcome {
    let (own, body) = (account::own(call)?, call.json::<Read>()?);
    let peer = call.path("accid").to_owned();
    let peer = call.read(|conn| contact::find(conn, &peer))?.ok_or(Refusal::NotFound)?;
    call.write(|tx| {
        tx.no_log_line();
        service().read(tx, &own.party, &peer.party, body.seq)
    })?;
    let unread = call.read(|conn| service().unread(conn, &own.party))?;
    Ok(Answer::Data(json!({ "unread": unread })))
}
