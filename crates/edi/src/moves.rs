//! What people do with a message: take it back, have it sent again, fetch it.

use kernel::{Id, Msg};
use platform::call::{Answer, Call, Outcome, Tx};
use platform::document::claim;
use platform::refusal::Refusal;
use platform::store::{Cell, Conn, Value, sql};
use serde::Deserialize;
use serde_json::json;

use crate::channel::{DOWNLOAD, XML};
use crate::page::{CANCELLED, FAILED, Message, OPEN, OUT, TABLE, TIMEOUT, WAITING, seen, state_name};
use crate::{deliver, record};

const WRONG_STATE: Msg =
    Msg::new("edi.state", "报文{state}，不能进行此操作", "This can't be done: the message's state is: {state}.");
const NOT_OURS: Msg =
    Msg::new("edi.not_ours", "收到的报文不能进行此操作", "This can't be done with a message that came.");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    id: Id,
    version: i64,
}

/// Takes a message of ours in one of some states for a change.
fn take(tx: &mut Tx<'_>, asked: &Asked, from: &[&str]) -> Result<Message, Refusal> {
    let actor = tx.actor;
    let message = seen(tx, actor, asked.id)?;
    claim(tx, TABLE, asked.id, asked.version)?;
    if message.direction != OUT {
        return Err(Refusal::business(NOT_OURS));
    }
    if from.contains(&message.state.as_str()) {
        return Ok(message);
    }
    let (zh, en) = state_name(&message.state);
    Err(Refusal::Business(WRONG_STATE.with_each(&[("state", zh)], &[("state", en)])))
}

fn write(tx: &mut Tx<'_>, id: Id, cells: &[(&'static str, Value)]) -> Result<(), Refusal> {
    let mut update = sql::update(tx.org(), TABLE, cells);
    tx.exec(&update.and_where(sql::eq("id", id)).to_owned().into())?;
    Ok(())
}

fn answer(asked: &Asked, state: &str) -> Outcome {
    Ok(Answer::Data(json!({ "id": asked.id, "version": asked.version + 1, "state": state })))
}

/// POST cancel {id, version}: nothing is said to the carrier; the form may be taken back again.
pub(crate) fn cancel(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    call.write(|tx| {
        let message = take(tx, &asked, OPEN)?;
        write(tx, asked.id, &[("state", CANCELLED.into_value()), ("next_at", Value::Null), ("worker", Value::Null)])?;
        let org = tx.org();
        record::stop_mail(tx, org, asked.id)?;
        let (zh, _) = state_name(&message.state);
        tx.log(record::entry(asked.id, &message.message_no, "撤销").text(format!("状态：{zh} -> 已撤销")))
    })?;
    answer(&asked, CANCELLED)
}

/// POST retry {id, version}: at once, with all its attempts.
pub(crate) fn retry(call: &mut Call) -> Outcome {
    let asked: Asked = call.json()?;
    call.write(|tx| {
        let message = take(tx, &asked, &[FAILED, TIMEOUT])?;
        let (org, now) = (tx.org(), tx.now);
        record::stop_mail(tx, org, asked.id)?;
        let by_hand = message.channel == DOWNLOAD;
        let cells = [
            ("state", WAITING.into_value()),
            ("tries", Value::Int(0)),
            ("error_text", Value::Null),
            ("next_at", (!by_hand).then_some(now).into_value()),
            ("worker", Value::Null),
            ("mail_id", Value::Null),
        ];
        write(tx, asked.id, &cells)?;
        tx.log(record::entry(asked.id, &message.message_no, "重发"))
    })?;
    call.app.jobs.ring();
    answer(&asked, WAITING)
}

/// GET download/{id}: the message as it is sent, or as it came.
pub(crate) fn download(call: &mut Call) -> Outcome {
    let (actor, id) = (call.actor()?, call.path_id("id")?);
    let message = call.read(|conn| seen(conn, actor, id))?;
    let mime = if message.format == XML { "application/xml" } else { "text/plain; charset=utf-8" };
    Ok(Answer::File {
        name: deliver::name_of(&message),
        mime: mime.to_owned(),
        bytes: message.body.into_bytes(),
        inline: false,
    })
}
