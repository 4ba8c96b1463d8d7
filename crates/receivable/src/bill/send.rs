//! 发送: bills go to their customers, one mail for each of them, with the bills attached.

use std::collections::BTreeMap;

use kernel::{Id, Msg};
use mail::{Attachment, Letter, Sender, Words, Written};
use platform::access::Actor;
use platform::call::{Answer, Call, Outcome, Tx};
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::Expr;
use platform::store::{Conn, Value, sql};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::look::note_mail;
use super::print::type_of;
use super::{Kind, Line, Made, bad};
use crate::answer::{CONFIRMED, SENT};
use crate::paper::Read;

const NOBODY: Msg = Msg::new("bill.nobody", "客户{name}没有联系人邮箱", "{name} has no contact with a mail address.");
const ONE_CUSTOMER: Msg = Msg::new(
    "bill.several",
    "{bills}属于多个客户，请使用默认收件人",
    "The {bills} are of several customers: leave receivers and words as they are proposed.",
);
/// Below the links of a mail.
const LINKS_SAID: Msg = Msg::new(
    "bill.links",
    "请点击链接确认或提出异议，无需登录，链接30天内有效。",
    "Please confirm or object behind the link, without signing in. It works for 30 days.",
);
/// Bills the text of a mail names one by one.
const LINES_MAX: usize = 20;
/// Letters of the numbers a mail is found by.
const REF_MAX: usize = 200;

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
    /// Receivers and words, of bills of one customer; without them what is proposed.
    mail: Option<Written>,
}

/// The bills of one customer with the mail that is proposed for them.
struct Proposal {
    name: String,
    to: Vec<String>,
    subject: String,
    content: String,
    ids: Vec<Id>,
    numbers: String,
}

/// The links of a mail with their labels, and what is said below them.
struct Links {
    links: Vec<(String, String)>,
    note: Option<&'static str>,
}

/// A mail with its bills, and the files that go with it.
struct Ready {
    proposal: Proposal,
    reads: Vec<Read>,
    files: Vec<Attachment>,
    used: Vec<Id>,
}

/// GET mail?ids: {mails, cc}.
pub(crate) fn draft(kind: &'static Kind, call: &mut Call) -> Outcome {
    let ids: Option<Vec<Id>> = call.query("ids").split(',').map(|id| id.trim().parse().ok().map(Id)).collect();
    let (ids, english) = (ids.ok_or_else(|| bad("ids"))?, call.language().starts_with("en"));
    let actor = call.actor()?;
    let data = call.read(|conn| {
        let ids = kind.named(conn, actor, &ids)?;
        let cc = kind.mail.copies.of(conn, actor.org_id, actor.user_id)?;
        let told = |one: Proposal| {
            let mut mail = json!({
                "customerName": one.name, "to": one.to, "subject": one.subject, "content": one.content,
            });
            if let Json::Object(mail) = &mut mail {
                mail.insert(kind.mail.counted.to_owned(), json!(one.ids.len()));
            }
            mail
        };
        let mails: Vec<_> = kind.proposals(conn, actor, &ids, english)?.into_iter().map(told).collect();
        Ok(json!({ "mails": mails, "cc": cc }))
    })?;
    Ok(Answer::Data(data))
}

/// POST send {ids, layout, language, format, mail}: the bills are attached. {mails}
pub(crate) fn send(kind: &'static Kind, call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    if let Some(mail) = &asked.mail {
        mail.check()?;
    }
    let made = kind.made((&asked.language, &asked.format, &asked.layout), call.language())?;
    let (actor, language, base) = (call.actor()?.clone(), call.language().to_owned(), call.public_url().to_owned());
    let proposals = call.read(|conn| {
        let ids = kind.named(conn, &actor, &asked.ids)?;
        kind.proposals(conn, &actor, &ids, made.english)
    })?;
    if asked.mail.is_some() && proposals.len() > 1 {
        return Err(Refusal::Business(kind.said(ONE_CUSTOMER, "")));
    }
    if let Some(nobody) = proposals.iter().find(|one| asked.mail.is_none() && one.to.is_empty()) {
        return Err(Refusal::Business(NOBODY.with(&[("name", &nobody.name)])));
    }
    let ready = proposals.into_iter().map(|one| kind.ready(call, one, &made)).collect::<Result<Vec<_>, _>>()?;
    let all: Vec<Id> = ready.iter().flat_map(|one| one.proposal.ids.iter().copied()).collect();
    let mails = call.write(|tx| {
        kind.hold(tx, &all)?;
        let mut mails = Vec::new();
        for one in &ready {
            let links = kind.links(tx, one, (&base, made.english))?;
            mails.push(kind.post(tx, one, (asked.mail.as_ref(), &language), &links)?);
        }
        ready.iter().try_for_each(|one| kind.note_signs(tx, &one.reads, &one.used))?;
        Ok(mails)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "mails": mails })))
}

impl Kind {
    /// The mails of some bills, by customer.
    fn proposals(
        &self,
        conn: &mut dyn Conn,
        actor: &Actor,
        ids: &[Id],
        english: bool,
    ) -> Result<Vec<Proposal>, Refusal> {
        let org = actor.org_id;
        let mut of: BTreeMap<Id, Vec<Line>> = BTreeMap::new();
        for line in (self.mail.lines)(conn, actor, (ids, english))? {
            of.entry(line.coop).or_default().push(line);
        }
        let company = settle::paper::sender(facts::org(conn, org)?, english);
        let begins = if english { self.mail.begins.1 } else { self.mail.begins.0 };
        let mut proposals = Vec::new();
        for (coop, bills) in of {
            let lines: Vec<&str> = bills.iter().take(LINES_MAX).map(|one| one.said.as_str()).collect();
            proposals.push(Proposal {
                name: facts::coop_name(conn, org, coop)?,
                to: mail::finance_contacts(conn, org, coop)?,
                subject: format!("{} {company}", self.subject(&bills, english)),
                content: format!("{begins}\n{}", lines.join("\n")),
                numbers: bills.iter().map(|one| one.num.as_str()).collect::<Vec<_>>().join(","),
                ids: bills.into_iter().map(|one| one.id).collect(),
            });
        }
        Ok(proposals)
    }

    /// The number of one bill, or how many there are.
    fn subject(&self, bills: &[Line], english: bool) -> String {
        match bills {
            [one] if english => format!("{} {}", self.english.0, one.num),
            [one] => format!("{} {}", self.document, one.num),
            several if english => format!("{} {}", several.len(), self.english.1),
            several => format!("{} {}张", self.document, several.len()),
        }
    }

    /// Makes the papers of a mail, and keeps their bytes: files are written before the transaction begins.
    fn ready(&self, call: &Call, proposal: Proposal, made: &Made) -> Result<Ready, Refusal> {
        let actor = call.actor()?;
        let reads = call.read(|conn| self.reads(conn, actor, (&proposal.ids, made)))?;
        let (mut files, mut used) = (Vec::new(), Vec::new());
        for read in &reads {
            let file = self.file(call, (std::slice::from_ref(read), made), None)?;
            let size = u64::try_from(file.bytes.len()).unwrap_or(u64::MAX);
            let hash = call.app.files.keep(actor.org_id, &file.bytes)?;
            files.push(Attachment { name: format!("{}.{}", read.num, type_of(made.format).1), hash, size });
            used.extend(file.used);
        }
        used.sort_unstable();
        used.dedup();
        Ok(Ready { proposal, reads, files, used })
    }

    /// The links behind which the customer answers the bills of a mail, and what they are called.
    fn links(&self, tx: &mut Tx<'_>, ready: &Ready, (base, english): (&str, bool)) -> Result<Links, Refusal> {
        let mut links = Vec::new();
        for read in &ready.reads {
            let label = if english {
                format!("Confirm {} {}", self.english.0.to_lowercase(), read.num)
            } else {
                format!("确认{}{}", self.document, read.num)
            };
            links.extend(self.link(tx, read.id, base)?.map(|url| (label, url)));
        }
        let note = (!links.is_empty()).then_some(if english { LINKS_SAID.en } else { LINKS_SAID.zh });
        Ok(Links { links, note })
    }

    /// Puts a mail into the outbox, with other receivers and words where its user wrote some; its bills are sent from now on.
    fn post(
        &self,
        tx: &mut Tx<'_>,
        ready: &Ready,
        (asked, language): (Option<&Written>, &str),
        links: &Links,
    ) -> Result<Id, Refusal> {
        let (org, app, user) = (tx.org(), tx.app, tx.actor.user_id);
        let Proposal { to, subject, content, ids, numbers, .. } = &ready.proposal;
        for id in ids {
            (self.undecided)(tx, org, *id)?;
        }
        let own: Vec<(&str, &str)> = links.links.iter().map(|(label, url)| (label.as_str(), url.as_str())).collect();
        let mailbox = mail::need_mailbox(tx, app, org, user)?;
        let lines: Vec<&str> = content.lines().collect();
        let proposed = || Words::of(subject.clone(), &lines, None, &[]).with_links(&own, links.note);
        let letter = Letter {
            kind: self.mail.kind,
            to: asked.map_or_else(|| to.clone(), Written::to),
            cc: asked.and_then(Written::cc).map_or_else(|| self.mail.copies.of(tx, org, user), Ok)?,
            words: asked.map_or_else(proposed, |asked| asked.words(&own, links.note)),
            attachments: ready.files.clone(),
            number: numbers.chars().take(REF_MAX).collect(),
            not_before: None,
        };
        let from = Sender { org, mailbox: &mailbox, user: Some(user), language };
        let mail = mail::put(tx, app, from, &letter)?;
        self.mark(tx, ids, mail)?;
        let receivers = letter.to.join("; ");
        for read in &ready.reads {
            let entry = LogEntry::of(self.object, read.id, &read.num, self.page).did("修改", "发送");
            tx.log(entry.text(format!("发送邮件：{receivers}")))?;
        }
        Ok(mail)
    }

    /// Bills went out today, with a mail; what a customer confirmed stays confirmed, what he objected to is asked anew.
    fn mark(&self, tx: &mut Tx<'_>, ids: &[Id], mail: Id) -> Result<(), Refusal> {
        let cells = [
            ("sent_at", Value::Int(tx.now.millis())),
            ("updated_by", Value::Int(tx.actor.user_id.0)),
            ("updated_at", Value::Int(tx.now.millis())),
        ];
        let mut update = sql::update(tx.org(), self.table, &cells);
        let kept = |column: &str, other: &str| {
            Expr::cust(format!("CASE WHEN confirm_state = '{CONFIRMED}' THEN {column} ELSE {other} END"))
        };
        for column in [self.asked.when, "confirmer", "confirm_remark"] {
            update.value(column, kept(column, "NULL"));
        }
        update
            .value("version", Expr::cust("version + 1"))
            .value("confirm_state", kept("confirm_state", &format!("'{SENT}'")))
            .and_where(sql::is_in(sql::col("id"), ids.iter().copied()));
        tx.exec(&update.into())?;
        note_mail(tx, self.mail.of, ids, mail)
    }
}
