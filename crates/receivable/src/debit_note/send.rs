//! 发送: notes go to their customers, one mail for each of them, with the notes attached.

use std::collections::BTreeMap;

use charge::chain::NOTE;
use kernel::{Id, Msg, Text};
use mail::{Attachment, Copies, Kind, Written};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages};
use platform::store::Conn;
use serde::Deserialize;
use serde_json::json;
use settle::amounts::parts;
use settle::note::{self, OBJECT};
use template::Format;

use super::PATH;
use super::look::{need_undecided, seen};
use super::paper::{self, Read};
use super::print::{book, format_of, held, is_english, named, note_signs, pdf};
use crate::sent;

const NO_ADDRESS: Msg =
    Msg::new("debit_note.mail.nobody", "客户{name}没有联系人邮箱", "{name} has no contact with a mail address.");
const ONE_CUSTOMER: Msg = Msg::new(
    "debit_note.mail.several",
    "账单属于多个客户，请使用默认收件人",
    "The notes are of several customers: leave receivers and words as they are proposed.",
);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
    #[serde(default)]
    language: String,
    #[serde(default)]
    format: String,
    /// Receivers and words, of notes of one customer; without them what is proposed.
    mail: Option<Written>,
}

/// The notes of one customer with the mail that is proposed for them.
struct Proposal {
    name: String,
    to: Vec<String>,
    subject: String,
    content: String,
    ids: Vec<Id>,
    numbers: String,
}

impl Proposal {
    fn nobody(&self) -> Text {
        NO_ADDRESS.with(&[("name", &self.name)])
    }
}

/// The mails of some notes, by customer.
fn proposals(conn: &mut dyn Conn, actor: &Actor, ids: &[Id], english: bool) -> Result<Vec<Proposal>, Refusal> {
    let org = actor.org_id;
    let own = charge::rate::functional(conn, org)?;
    let mut of: BTreeMap<Id, Vec<(Id, String, String)>> = BTreeMap::new();
    let rows = note::rows(conn, org, ids)?;
    for row in seen(conn, actor, ids, &["id", "coop_id", "note_num", "due_date"])? {
        let (id, due): (Id, String) = (row.get(0)?, row.get(3)?);
        let amounts =
            parts(own, rows.iter().filter(|row| row.note == id).map(|row| (row.currency.as_str(), row.amount)));
        let line = if english { format!("{amounts}, due {due}") } else { format!("{amounts}，到期日{due}") };
        of.entry(row.get(1)?).or_default().push((id, row.get(2)?, line));
    }
    let company = facts::org(conn, org)?;
    let company = if english && !company.name_en.is_empty() { company.name_en } else { company.name };
    let mut proposals = Vec::new();
    for (coop, notes) in of {
        let numbers = notes.iter().map(|(_, num, _)| num.as_str()).collect::<Vec<_>>().join(",");
        let subject = match notes.as_slice() {
            [(_, num, _)] if english => format!("Debit note {num} {company}"),
            [(_, num, _)] => format!("账单 {num} {company}"),
            several if english => format!("{} debit notes {company}", several.len()),
            several => format!("账单 {}张 {company}", several.len()),
        };
        let lines: Vec<String> = notes.iter().take(LINES_MAX).map(|(_, num, line)| format!("{num}: {line}")).collect();
        let begins = if english { "Please find attached:" } else { "您好，附件为以下账单，请查收：" };
        proposals.push(Proposal {
            name: facts::coop_name(conn, org, coop)?,
            to: mail::finance_contacts(conn, org, coop)?,
            subject,
            content: format!("{begins}\n{}", lines.join("\n")),
            ids: notes.into_iter().map(|(id, ..)| id).collect(),
            numbers,
        });
    }
    Ok(proposals)
}

/// Notes the text of a mail names one by one.
const LINES_MAX: usize = 20;

/// GET mail?ids: {mails, cc}.
pub(super) fn draft(call: &mut Call) -> Outcome {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")]));
    let ids: Option<Vec<Id>> = call.query("ids").split(',').map(|id| id.trim().parse().ok().map(Id)).collect();
    let (ids, english) = (ids.ok_or_else(bad)?, call.language().starts_with("en"));
    let actor = call.actor()?;
    let data = call.read(|conn| {
        let ids = named(conn, actor, &ids)?;
        let cc = Copies::Bill.of(conn, actor.org_id, actor.user_id)?;
        let mails: Vec<_> = proposals(conn, actor, &ids, english)?
            .into_iter()
            .map(|one| {
                json!({
                    "customerName": one.name, "to": one.to, "subject": one.subject, "content": one.content,
                    "notes": one.ids.len(),
                })
            })
            .collect();
        Ok(json!({ "mails": mails, "cc": cc }))
    })?;
    Ok(Answer::Data(data))
}

/// A mail with its notes, and the files that go with it.
struct Ready {
    proposal: Proposal,
    reads: Vec<Read>,
    files: Vec<Attachment>,
    used: Vec<Id>,
}

/// POST send {ids, language, format, mail}: the notes are attached. {mails}
pub(super) fn send(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    if let Some(mail) = &asked.mail {
        mail.check()?;
    }
    let (format, english) = (format_of(&asked.format)?, is_english(&asked.language, call.language()));
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let proposals = call.read(|conn| {
        let ids = named(conn, &actor, &asked.ids)?;
        proposals(conn, &actor, &ids, english)
    })?;
    if asked.mail.is_some() && proposals.len() > 1 {
        return Err(Refusal::business(ONE_CUSTOMER));
    }
    if let Some(nobody) = proposals.iter().find(|one| asked.mail.is_none() && one.to.is_empty()) {
        return Err(Refusal::Business(nobody.nobody()));
    }
    let ready = proposals.into_iter().map(|one| files(call, one, (format, english))).collect::<Result<Vec<_>, _>>()?;
    let all: Vec<Id> = ready.iter().flat_map(|one| one.proposal.ids.iter().copied()).collect();
    let mails = call.write(|tx| {
        held(tx, &all)?;
        let mut mails = Vec::new();
        for one in &ready {
            mails.push(post(tx, one, asked.mail.as_ref(), &language)?);
        }
        ready.iter().try_for_each(|one| note_signs(tx, &one.reads, &one.used))?;
        Ok(mails)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "mails": mails })))
}

/// Makes the papers of a mail, and keeps their bytes: files are written before the transaction begins.
fn files(call: &Call, proposal: Proposal, (format, english): (Format, bool)) -> Result<Ready, Refusal> {
    let actor = call.actor()?;
    let reads = call.read(|conn| {
        let read = |id: &Id| paper::read(conn, actor, (*id, english), format);
        proposal.ids.iter().map(read).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut files, mut used) = (Vec::new(), Vec::new());
    for read in &reads {
        let made =
            if format == Format::Excel { book(call, read)? } else { pdf(call, std::slice::from_ref(read), None)? };
        let ending = if format == Format::Excel { "xlsx" } else { "pdf" };
        let size = u64::try_from(made.bytes.len()).unwrap_or(u64::MAX);
        let hash = call.app.files.keep(actor.org_id, &made.bytes)?;
        files.push(Attachment { name: format!("{}.{ending}", read.num), hash, size });
        used.extend(made.used);
    }
    used.sort_unstable();
    used.dedup();
    Ok(Ready { proposal, reads, files, used })
}

/// Puts a mail into the outbox; its notes are sent from now on.
fn post(tx: &mut Tx<'_>, ready: &Ready, asked: Option<&Written>, language: &str) -> Result<Id, Refusal> {
    let org = tx.org();
    let Proposal { to, subject, content, ids, numbers, .. } = &ready.proposal;
    for id in ids {
        need_undecided(tx, org, *id)?;
    }
    let bills = sent::Post {
        kind: (sent::NOTE, Kind::Bill),
        copies: Copies::Bill,
        to,
        words: (subject, content),
        ids,
        numbers,
        files: &ready.files,
    };
    let (mail_id, to) = sent::post(tx, &bills, asked, language)?;
    sent::mark(tx, NOTE, ids)?;
    let receivers = to.join("; ");
    for read in &ready.reads {
        let entry = LogEntry::of(OBJECT, read.id, &read.num, PATH).did("修改", "发送");
        tx.log(entry.text(format!("发送邮件：{receivers}")).about_order(read.order))?;
    }
    Ok(mail_id)
}
