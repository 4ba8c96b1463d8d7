//! 发送: the mail with the link of a pouch to the agent at destination.

use kernel::{Id, Msg};
use mail::{Kind, Letter, Sender, Words, escaped};
use platform::call::{Answer, Call, Outcome};
use platform::field::Field;
use platform::log::LogEntry;
use platform::refusal::Refusal;
use platform::sea_query::Order;
use platform::store::{Conn, sql};
use serde::Deserialize;
use serde_json::json;

use crate::link;
use crate::moves::need_sendable;
use crate::orders;
use crate::page::{self, PAGE, Pouch, TABLE};

const NO_MAILBOX: Msg =
    Msg::new("pouch.no_mailbox", "未配置发件邮箱，请联系管理员", "No mailbox is set up. Please ask the administrator.");
const NO_SUBJECT: Msg = Msg::new("pouch.no_subject", "邮件标题不能为空", "There must be a subject.");
const NO_CONTENT: Msg = Msg::new("pouch.no_content", "邮件内容不能为空", "There must be a text.");
const SUBJECT_MAX: usize = 200;
const CONTENT_MAX: usize = 2000;

const SUBJECT: Field = Field::text("标题", "Subject").wire("subject").max(SUBJECT_MAX).asks(NO_SUBJECT);
const CONTENT: Field = Field::long("内容", "Text").wire("content").max(CONTENT_MAX).asks(NO_CONTENT);

/// Addresses of the agent's contacts.
fn contacts(conn: &mut dyn Conn, org: i64, agent: Option<Id>) -> Result<Vec<String>, Refusal> {
    let Some(agent) = agent else { return Ok(Vec::new()) };
    let mut select = sql::from(org, "coop_contact");
    select.column("email").and_where(sql::eq("coop_id", agent)).order_by("id", Order::Asc);
    let rows = conn.query(&select.into())?;
    let all: Vec<String> = rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|address| mail::is_address(address)).collect())
}

fn proposed(pouch: &Pouch, english: bool) -> (String, String) {
    let flight = format!("{} {}", pouch.flight_no, pouch.flight_date);
    let route = format!("{}-{}", pouch.departure_station, pouch.arrival_station);
    let (number, master, flight) = (&pouch.pouch_number, &pouch.awb_number, flight.trim());
    if english {
        return (
            format!("Cargo pouch {number} of {master}"),
            format!(
                "The documents of {master} ({route}, {flight}) travel in cargo pouch {number}.\n\
                     Please look at them, and confirm their receipt, behind the link below."
            ),
        );
    }
    (
        format!("随货文件袋 {number}（{master}）"),
        format!("{master}（{route}，{flight}）的随货单证装于文件袋{number}。\n请通过以下链接查看，并在收到后确认。"),
    )
}

/// GET {id}/letter: what the dialog begins with.
pub(crate) fn draft(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?.clone(), call.path_id("id")?);
    let english = call.language().starts_with("en");
    let data = call.read(|conn| {
        orders::need_seen(conn, &actor, id)?;
        let pouch = page::own(conn, actor.org_id, id)?;
        let (subject, content) = proposed(&pouch, english);
        Ok(json!({ "to": contacts(conn, actor.org_id, pouch.agent_id)?, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    to: Vec<String>,
    #[serde(default)]
    cc: Vec<String>,
    subject: String,
    content: String,
}

impl Asked {
    fn check(&self) -> Result<(), Refusal> {
        let mut findings = kernel::Findings::new();
        SUBJECT.parse(Some(&json!(self.subject)), SUBJECT.wire, &mut findings);
        CONTENT.parse(Some(&json!(self.content)), CONTENT.wire, &mut findings);
        Refusal::unless_clean(&findings, &[])
    }

    fn words(&self, address: &str, english: bool) -> Words {
        let label = if english { "Open the cargo pouch" } else { "查看随货文件袋" };
        let lines = self.content.lines().map(str::trim).filter(|line| !line.is_empty());
        let paragraphs: String = lines.map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
        let link = format!("<p><a href=\"{0}\">{label}</a><br>{0}</p>\n", escaped(address));
        Words {
            subject: self.subject.trim().to_owned(),
            text: format!("{}\n\n{label}: {address}", self.content.trim()),
            html: format!("{paragraphs}{link}"),
        }
    }
}

/// POST {id}/send {to, cc, subject, content}: the link stands below the text.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Asked) = (call.path_id("id")?, call.json()?);
    asked.check()?;
    let (language, base) = (call.language().to_owned(), call.public_url().to_owned());
    let trimmed =
        |list: &[String]| list.iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
    let mail_id = call.write(|tx| {
        let (actor, org, app) = (tx.actor, tx.org(), tx.app);
        orders::need_seen(tx, actor, id)?;
        let pouch = page::own(tx, org, id)?;
        need_sendable(&pouch)?;
        let mailbox = mail::mailbox_for(tx, app, org)?.ok_or_else(|| Refusal::business(NO_MAILBOX))?;
        let address = link::address(
            if mailbox.public_url.is_empty() { &base } else { &mailbox.public_url },
            &link::of(tx, app, org, id)?,
        );
        let letter = Letter {
            kind: Kind::Other,
            to: trimmed(&asked.to),
            cc: trimmed(&asked.cc),
            words: asked.words(&address, language.starts_with("en")),
            attachments: Vec::new(),
            number: pouch.pouch_number.clone(),
            not_before: None,
        };
        let from = Sender { org, mailbox: &mailbox, user: Some(actor.user_id), language: &language };
        let mail_id = mail::put(tx, app, from, &letter)?;
        let text = format!("发送邮件：{}", letter.to.join("; "));
        tx.log(LogEntry::of(TABLE, id, &pouch.pouch_number, PAGE).did("修改", "发送").text(text))?;
        Ok(mail_id)
    })?;
    call.app.jobs.ring();
    Ok(Answer::Data(json!({ "mailId": mail_id })))
}
