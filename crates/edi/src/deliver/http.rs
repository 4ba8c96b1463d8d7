//! Messages through the interface of the company: the body as it is, the answer read like any other message.

use interface::{HOUSE_MESSAGES, MASTER_MESSAGES, Saying};
use kernel::{Msg, Text};
use platform::call::App;
use platform::refusal::Refusal;

use super::Done;
use crate::channel::XML;
use crate::page::Message;

const NO_ADDRESS: Msg = Msg::new(
    "edi.interface_address",
    "电子运单直传接口没有报文地址",
    "The interface for electronic waybills has no message address.",
);

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
    // The simulator takes everything, as a carrier would.
    let simulated = format!("FMA\r\nACK/MESSAGE PROCESSED\r\n{}", message.body);
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
    let is_message = ["FMA", "FNA", "FSU", "<?xml"].iter().any(|head| answer.starts_with(head));
    Ok(Ok(if is_message { Done::Answered(answer.to_owned()) } else { Done::Sent }))
}
