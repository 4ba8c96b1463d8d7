//! Messages through the interface of the company: the body as it is, the answer read like any other message.

use interface::{HOUSE_MESSAGES, MASTER_MESSAGES, Saying};
use kernel::{Msg, Text};
use platform::call::App;
use platform::refusal::Refusal;
use trade::cargo_xml::xfnm::{self, Reason, Response};
use trade::cargo_xml::{self, Envelope, Purpose};

use super::Done;
use crate::channel::XML;
use crate::page::Message;

const NO_ADDRESS: Msg = Msg::new(
    "edi.interface_address",
    "电子运单直传接口没有报文地址",
    "The interface for electronic waybills has no message address.",
);

/// What the simulator answers: it takes everything, as a carrier would.
fn taken(message: &Message) -> String {
    const PROCESSED: &str = "MESSAGE PROCESSED";
    let Ok(told) = cargo_xml::read(&message.body) else {
        return format!("FMA\r\nACK/{PROCESSED}\r\n{}", message.body);
    };
    let Envelope { id, issued, senders, recipients, .. } = told.envelope;
    let reason = Reason { condition: "Acknowledgement".to_owned(), text: PROCESSED.to_owned(), ..Reason::default() };
    let status = "Processed".to_owned();
    let response = Response { reference: id.clone(), status, reasons: vec![reason], ..Response::default() };
    let envelope = Envelope {
        id: format!("{id}-R"),
        issued,
        purpose: Purpose::Other("Response".to_owned()),
        version: String::new(),
        conversation: String::new(),
        senders: recipients,
        recipients: senders,
    };
    xfnm::write(&response, &envelope)
}

/// Says a message to the other system.
pub(super) fn post(app: &App, org: i64, message: &Message) -> Result<Result<Done, Text>, Refusal> {
    let kind = if message.kind == "FHL" { HOUSE_MESSAGES } else { MASTER_MESSAGES };
    let interface = match app.store.read(|conn| interface::need(conn, org, kind)) {
        Ok(interface) => interface,
        Err(Refusal::Business(text)) => return Ok(Err(text)),
        Err(refusal) => return Err(refusal),
    };
    if interface.url_post.is_empty() && !interface.simulated {
        return Ok(Err(NO_ADDRESS.text()));
    }
    let simulated = taken(message);
    let saying = Saying {
        summary: &message.kind,
        ref_no: &message.awb_number,
        url: &interface.url_post,
        body: Some(&message.body),
        media: if message.format == XML { "application/xml; charset=utf-8" } else { "text/plain; charset=utf-8" },
        simulated: &simulated,
        user: message.sender_id,
    };
    let done = interface::exchange(app, &interface, &saying)?;
    if !done.ok {
        return Ok(Err(done.result));
    }
    // Many answer with a word of their own; what is a message is read.
    let answer = done.body.trim();
    let is_telegram = ["FMA", "FNA", "FSU", "<?xml"].iter().any(|head| answer.starts_with(head));
    let is_message = is_telegram || cargo_xml::read(answer).is_ok();
    Ok(Ok(if is_message { Done::Answered(answer.to_owned()) } else { Done::Sent }))
}
