//! 发送: statements go to their customers, one mail for each of them, with the statements attached.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use mail::{Attachment, Copies, Kind, Written};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::{Refusal, messages};
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::json;
use template::Format;

use super::act::need_undecided;
use super::paper::{self, Read};
use super::print::{book_of, kind, named, note_signs, pdf};
use super::table::Layout;
use super::{OBJECT, PATH, TABLE};
use crate::debit_note::{format_of, is_english};
use crate::sent;

const NO_ADDRESS: Msg =
    Msg::new("statement.mail.nobody", "客户{name}没有联系人邮箱", "{name} has no contact with a mail address.");
const ONE_CUSTOMER: Msg = Msg::new(
    "statement.mail.several",
    "清单属于多个客户，请使用默认收件人",
    "The statements are of several customers: leave receivers and words as they are proposed.",
);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    ids: Vec<Id>,
    #[serde(default)]
    layout: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    format: String,
    /// Receivers and words, of statements of one customer; without them what is proposed.
    mail: Option<Written>,
}

/// The statements of one customer with the mail that is proposed for them.
struct Proposal {
    name: String,
    to: Vec<String>,
    subject: String,
    content: String,
    ids: Vec<Id>,
    numbers: String,
}

/// The mails of some statements, by customer.
fn proposals(conn: &mut dyn Conn, org: i64, ids: &[Id], english: bool) -> Result<Vec<Proposal>, Refusal> {
    let mut select = sql::from(org, TABLE);
    select
        .columns(["id", "coop_id", "statement_num", "due_date"])
        .and_where(sql::is_in(sql::col("id"), ids.iter().copied()))
        .order_by("id", Order::Asc);
    let mut of: BTreeMap<Id, Vec<(Id, String, String)>> = BTreeMap::new();
    for row in conn.query(&select.into())? {
        let due = row.get::<Option<String>>(3)?.unwrap_or_default();
        of.entry(row.get(1)?).or_default().push((row.get(0)?, row.get(2)?, due));
    }
    let company = facts::org(conn, org)?;
    let company = if english && !company.name_en.is_empty() { company.name_en } else { company.name };
    let mut proposals = Vec::new();
    for (coop, statements) in of {
        let subject = match statements.as_slice() {
            [(_, num, _)] if english => format!("Statement {num} {company}"),
            [(_, num, _)] => format!("清单 {num} {company}"),
            several if english => format!("{} statements {company}", several.len()),
            several => format!("清单 {}张 {company}", several.len()),
        };
        let line = |(_, num, due): &(Id, String, String)| {
            if english { format!("{num}, due {due}") } else { format!("{num}，到期日{due}") }
        };
        let lines: Vec<String> = statements.iter().take(LINES_MAX).map(line).collect();
        let begins = if english {
            "Please find attached and confirm:"
        } else {
            "您好，附件为以下清单，请核对确认："
        };
        proposals.push(Proposal {
            name: facts::coop_name(conn, org, coop)?,
            to: mail::finance_contacts(conn, org, coop)?,
            subject,
            content: format!("{begins}\n{}", lines.join("\n")),
            numbers: statements.iter().map(|(_, num, _)| num.as_str()).collect::<Vec<_>>().join(","),
            ids: statements.into_iter().map(|(id, ..)| id).collect(),
        });
    }
    Ok(proposals)
}

/// Statements the text of a mail names one by one.
const LINES_MAX: usize = 20;

/// GET mail?ids: {mails, cc}.
pub(super) fn draft(call: &mut Call) -> Outcome {
    let bad = || Refusal::BadRequest(messages::BAD_PARAMETER.with(&[("name", "ids")]));
    let ids: Option<Vec<Id>> = call.query("ids").split(',').map(|id| id.trim().parse().ok().map(Id)).collect();
    let (ids, english) = (ids.ok_or_else(bad)?, call.language().starts_with("en"));
    let actor = call.actor()?;
    let data = call.read(|conn| {
        let ids = named(conn, actor, &ids)?;
        let cc = Copies::Statement.of(conn, actor.org_id, actor.user_id)?;
        let told = |one: Proposal| {
            json!({
                "customerName": one.name, "to": one.to, "subject": one.subject, "content": one.content,
                "statements": one.ids.len(),
            })
        };
        let mails: Vec<_> = proposals(conn, actor.org_id, &ids, english)?.into_iter().map(told).collect();
        Ok(json!({ "mails": mails, "cc": cc }))
    })?;
    Ok(Answer::Data(data))
}

/// A mail with its statements, and the files that go with it.
struct Ready {
    proposal: Proposal,
    reads: Vec<Read>,
    files: Vec<Attachment>,
    used: Vec<Id>,
}

/// POST send {ids, layout, language, format, mail}: the statements are attached. {mails}
pub(super) fn send(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    if let Some(mail) = &asked.mail {
        mail.check()?;
    }
    let (format, english) = (format_of(&asked.format)?, is_english(&asked.language, call.language()));
    let layout = Layout::of(&asked.layout)?;
    let (actor, language) = (call.actor()?.clone(), call.language().to_owned());
    let proposals = call.read(|conn| {
        let ids = named(conn, &actor, &asked.ids)?;
        proposals(conn, actor.org_id, &ids, english)
    })?;
    if asked.mail.is_some() && proposals.len() > 1 {
        return Err(Refusal::business(ONE_CUSTOMER));
    }
    if let Some(nobody) = proposals.iter().find(|one| asked.mail.is_none() && one.to.is_empty()) {
        return Err(Refusal::Business(NO_ADDRESS.with(&[("name", &nobody.name)])));
    }
    let made = proposals.into_iter().map(|one| files(call, &actor, one, (layout, format, english)));
    let ready = made.collect::<Result<Vec<_>, _>>()?;
    let mails = call.write(|tx| {
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
fn files(
    call: &Call,
    actor: &Actor,
    proposal: Proposal,
    (layout, format, english): (Layout, Format, bool),
) -> Result<Ready, Refusal> {
    let reads = call.read(|conn| {
        let read = |id: &Id| paper::read(conn, actor, (*id, english), (layout, format));
        proposal.ids.iter().map(read).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut files, mut used) = (Vec::new(), Vec::new());
    for read in &reads {
        let made = if format == Format::Excel {
            book_of(call, read, layout)?
        } else {
            pdf(call, std::slice::from_ref(read), None)?
        };
        let size = u64::try_from(made.bytes.len()).unwrap_or(u64::MAX);
        let hash = call.app.files.keep(actor.org_id, &made.bytes)?;
        files.push(Attachment { name: format!("{}.{}", read.num, kind(format).1), hash, size });
        used.extend(made.used);
    }
    used.sort_unstable();
    used.dedup();
    Ok(Ready { proposal, reads, files, used })
}

/// Puts a mail into the outbox; its statements are sent from now on.
fn post(tx: &mut Tx<'_>, ready: &Ready, asked: Option<&Written>, language: &str) -> Result<Id, Refusal> {
    let org = tx.org();
    let Proposal { to, subject, content, ids, numbers, .. } = &ready.proposal;
    for id in ids {
        need_undecided(tx, org, *id)?;
    }
    let bills = sent::Post {
        kind: (sent::STATEMENT, Kind::Statement),
        copies: Copies::Statement,
        to,
        words: (subject, content),
        ids,
        numbers,
        files: &ready.files,
    };
    let (mail_id, to) = sent::post(tx, &bills, asked, language)?;
    sent::mark(tx, TABLE, ids)?;
    let receivers = to.join("; ");
    for read in &ready.reads {
        let entry = LogEntry::of(OBJECT, read.id, &read.num, PATH).did("修改", "发送");
        tx.log(entry.text(format!("发送邮件：{receivers}")))?;
    }
    Ok(mail_id)
}
