//! The calls of the page a guest's link opens: his own conversation and nothing else. Whatever is wrong with a code, the
//! answer is the same; only failures count against the caller's address.

use kernel::{Findings, Msg, show_minute};
use platform::access::secret_hash;
use platform::call::{Answer, Call, Outcome};
use platform::refusal::Refusal;
use platform::store::{Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::account::{is_online, is_open, note_seen};
use crate::calls::{asked, deliver, page, written};
use crate::contact::{self, Person, STOPPED};
use crate::file;
use crate::service::service;

/// Failures an address may have in a minute.
const FAILURES_PER_MINUTE: u32 = 30;
/// Longest code looked at.
const CODE_MAX: usize = 100;

const GONE: Msg = Msg::new("chat_guest.gone", "链接无效或已过期", "The link is not valid, or not any more.");

/// A guest, and whom he talks to.
struct Visit {
    guest: Person,
    host: Person,
    /// The host can be written to.
    answers: bool,
}

/// The guest of a code, while the company he talks to has the chat.
fn admitted(call: &Call, code: &str) -> Result<Visit, Refusal> {
    let code: String = code.trim().chars().take(CODE_MAX).collect();
    let now = call.now();
    let found = call.read(|conn| {
        let mut select = sql::from_global("chat_guest");
        select.columns(["org_id", "account_id"]).and_where(sql::eq("code_hash", Value::Bytes(secret_hash(&code))));
        let Some(row) = conn.first(&select.into())? else { return Ok(None) };
        let org = row.get(0)?;
        if !is_open(conn, org, now.day())? {
            return Ok(None);
        }
        let Some(guest) = contact::of_id(conn, org, row.get(1)?)? else { return Ok(None) };
        let Some(invited) = guest.guest.as_ref().filter(|invited| !invited.is_over(now)) else { return Ok(None) };
        let Some(host) = contact::of_id(conn, org, invited.host)? else { return Ok(None) };
        let answers = contact::answers(conn, &host, now)?;
        Ok(Some(Visit { guest, host, answers }))
    })?;
    match found {
        Some(visit) => Ok(visit),
        None => {
            call.app.limits.take(format!("chat link:{}", call.asked.ip), FAILURES_PER_MINUTE, now)?;
            Err(Refusal::business(GONE))
        }
    }
}

impl Visit {
    /// What the guest writes is written in his name; a host who answers no more is told at `to`.
    fn begin(&self, call: &mut Call) {
        call.caller = Some(facts::outside::actor(self.guest.party.org, &self.guest.name, call.now()));
    }

    fn need_answers(&self, findings: &mut Findings) {
        findings.error_if(!self.answers, "to", STOPPED);
    }
}

/// GET …/guest/page?code.
pub(crate) fn look(call: &mut Call) -> Outcome {
    let (visit, now) = (admitted(call, call.query("code"))?, call.now());
    note_seen(call, &visit.guest.party, visit.guest.seen)?;
    let host = &visit.host;
    let mut data = call.read(|conn| facts::outside::sender(conn, host.party.org))?;
    data.insert("name".to_owned(), json!(visit.guest.name));
    let until = visit.guest.guest.as_ref().map(|invited| show_minute(invited.expires));
    data.insert("until".to_owned(), json!(until));
    let is_online = visit.answers && is_online(host.seen, now);
    data.insert("host".to_owned(), json!({ "nickName": host.name, "icon": host.icon, "isOnline": is_online }));
    data.insert("answers".to_owned(), json!(visit.answers));
    Ok(Answer::Data(Json::Object(data)))
}

/// GET …/guest/message?code.
pub(crate) fn messages(call: &mut Call) -> Outcome {
    let (visit, ask) = (admitted(call, call.query("code"))?, asked(call)?);
    note_seen(call, &visit.guest.party, visit.guest.seen)?;
    let own = &visit.guest.party;
    let history = call.read(|conn| service().history(conn, own, &visit.host.party.accid, &ask))?;
    Ok(Answer::Data(page(&history, &ask, own)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Sent {
    #[serde(default)]
    code: String,
    #[serde(default)]
    content: Json,
    #[serde(default)]
    client_id: Json,
}

/// POST …/guest/message {code, content, clientId}.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let body: Sent = call.json()?;
    let visit = admitted(call, &body.code)?;
    let mut findings = Findings::new();
    let post = written(&body.content, &body.client_id, &mut findings)?;
    visit.need_answers(&mut findings);
    Refusal::unless_clean(&findings, &[])?;
    if post.content.is_empty() {
        return Ok(Answer::Data(Json::Null));
    }
    visit.begin(call);
    deliver(call, &visit.guest.party, &visit.host.party, &post)
}

/// POST …/guest/file?code&clientId, with the file.
pub(crate) fn send_file(call: &mut Call) -> Outcome {
    let visit = admitted(call, call.query("code"))?;
    let mut findings = Findings::new();
    visit.need_answers(&mut findings);
    Refusal::unless_clean(&findings, &[])?;
    visit.begin(call);
    file::deliver(call, &visit.guest.party, &visit.host.party)
}

/// GET …/guest/file/{seq}?code.
pub(crate) fn fetch(call: &mut Call) -> Outcome {
    let visit = admitted(call, call.query("code"))?;
    file::answer(call, &visit.guest.party, &visit.host.party.accid)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Read {
    #[serde(default)]
    code: String,
    seq: Option<i64>,
}

/// POST …/guest/read {code, seq}.
pub(crate) fn read(call: &mut Call) -> Outcome {
    let body: Read = call.json()?;
    let visit = admitted(call, &body.code)?;
    visit.begin(call);
    call.write(|tx| {
        tx.no_log_line();
        service().read(tx, &visit.guest.party, &visit.host.party, body.seq)
    })?;
    Ok(Answer::Data(Json::Null))
}
