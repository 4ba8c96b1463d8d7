//! 发送: the mail with the link of a pouch to the agent at destination.

use kernel::Id;
use mail::{Kind, Letter, Sender, Written};
use platform::call::{Answer, Call, Outcome};
use platform::log::LogEntry;
use serde_json::json;

use crate::link;
use crate::moves::need_sendable;
use crate::orders;
use crate::page::{self, PAGE, Pouch, TABLE};

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
        Ok(json!({ "to": mail::contacts(conn, actor.org_id, pouch.agent_id)?, "subject": subject, "content": content }))
    })?;
    Ok(Answer::Data(data))
}

/// POST {id}/send {to, cc, subject, content}: the link stands below the text.
pub(crate) fn send(call: &mut Call) -> Outcome {
    let (id, asked): (Id, Written) = (call.path_id("id")?, call.json()?);
    asked.check()?;
    let label = if call.language().starts_with("en") { "Open the cargo pouch" } else { "查看随货文件袋" };
    let (language, base) = (call.language().to_owned(), call.public_url().to_owned());
    let mail_id = call.write(|tx| {
        let (actor, org, app) = (tx.actor, tx.org(), tx.app);
        orders::need_seen(tx, actor, id)?;
        let pouch = page::own(tx, org, id)?;
        need_sendable(&pouch)?;
        let mailbox = mail::need_mailbox(tx, app, org, actor.user_id)?;
        let address = link::address(
            if mailbox.public_url.is_empty() { &base } else { &mailbox.public_url },
            &link::of(tx, app, org, id)?,
        );
        let letter = Letter {
            kind: Kind::Other,
            to: asked.to(),
            cc: asked.cc().unwrap_or_default(),
            words: asked.words(&[(label, &address)], None),
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
